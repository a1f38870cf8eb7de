"""What a package is: a project file that knows for whom it was made, and what it may show.

The setting ``package`` of the file says so; the project that it was made from keeps the same words in its table
``package``, with what only it may know (``PackageRecord``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.storage.connection import Connection
from galley.core.storage.queries import packages, read_setting
from galley.core.typed_reading import fits

PACKAGE_SETTING = "package"
SLOT_NOTE = "given a slot here"
"""The ``share`` of an assignment in the project itself, of which there is no file."""
ANSWERS_SUFFIX = ".answers"
"""How the name of a file of answers ends."""


@dataclass(frozen=True, slots=True)
class Package:
    """``uid`` ties answers to it; ``project`` is what the project was called; ``at`` when it was made (UTC, ISO 8601);
    ``base`` how many decisions of the reviewer it began with; ``share`` how its items were drawn, in words. ``task`` is
    the full name of the task that is worked on, in the round ``round`` ("" in packages from before there were tasks,
    which are of the default one); ``only`` what of its cells it holds, ``others`` whether other people's answers are
    shown; ``dealt`` whose turns the reviewer writes about, by the item's key; ``sets``
    whether several flags may be decided at once."""

    uid: str
    reviewer: str
    project: str
    at: str
    items: int
    base: int = 0
    share: str = ""
    flags: bool = True
    instructions: str = ""
    task: str = ""
    round: int = 1
    only: str = ""
    others: bool = False
    dealt: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sets: bool = False

    @property
    def protocol_task(self) -> str:
        """The full name of the task of a protocol that it is for; "" where it is for the default one."""
        return "" if self.task == DEFAULT_TASK else self.task

    def to_json(self) -> str:
        """As it is stored: JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class PackageRecord:
    """A package as its project knows it: ``last_decision`` (a row id) was the last in the log when it was made, or
    is -1 where the project was rebuilt since and only its time tells; ``judges`` has the hidden name of each letter;
    ``can_adjudicate`` is true where nothing was hidden; ``repeated_cells`` were asked a second time;
    ``requires_hashes`` is true where its answers must have entry hashes."""

    row: int
    package: Package
    last_decision: int = 0
    judges: Mapping[str, str] = field(default_factory=dict)
    can_adjudicate: bool = False
    repeated_cells: frozenset[Cell] = frozenset()
    requires_hashes: bool = False

    def read_cells(self, connection: Connection) -> set[Cell]:
        """The cells that it holds; none where it is of no task."""
        return {cell for _, _, cell in packages.read_package_cells(connection, self.row)}

    def is_for_same(self, other: PackageRecord) -> bool:
        """Whether the other package was made for the same person, task and round."""
        own, theirs = self.package, other.package
        return (own.reviewer, own.protocol_task, own.round) == (theirs.reviewer, theirs.protocol_task, theirs.round)


def read_package(connection: Connection) -> Package | None:
    """The package that this project file is; None where it is none.

    Raises: InputError where the file says that it is one and not which.
    """
    text = read_setting(connection, PACKAGE_SETTING)
    if text is None:
        return None
    try:
        return _package(json.loads(text))
    except (ValueError, TypeError, KeyError) as error:
        raise InputError("The file says that it is a package, but not for whom: it was edited by hand.") from error


def read_package_records(connection: Connection) -> dict[str, PackageRecord]:
    """The packages that were made from this project, by their uid, in the order in which they were made."""
    package_records = {}
    for row, uid, text in packages.read_packages(connection):
        settings = json.loads(text)
        package_records[uid] = PackageRecord(
            row,
            _package(settings["package"]),
            last_decision=settings.get("seen", 0),
            judges=settings.get("judges", {}),
            can_adjudicate=settings.get("settles", False),
            repeated_cells=frozenset(Cell._make(cell) for cell in settings.get("again", ())),
            requires_hashes=settings.get("sealed", False),
        )
    return package_records


def _package(fields: Any) -> Package:
    from galley.core.storage import json_shapes  # few projects that a window opens are packages, or made some

    if not fits(fields, json_shapes.PackageShape):
        raise TypeError("the description of the package has the wrong form")
    return Package(**{name: fields[name] for name in Package.__dataclass_fields__ if name in fields})
