"""What a package is: a project file that knows for whom it was made, and what it may show.

The setting ``package`` of the file says so; the project that it was made from keeps the same words in its table
``package``, with what only it may know (``PackageRecord``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from galley.core.definitions.protocols import FLAGS
from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.typed_reading import fits

SETTING = "package"
HERE = "given a slot here"
"""The ``share`` of an assignment in the project itself, of which there is no file."""
ANSWERS = ".answers"
"""How the name of a file of answers ends."""


@dataclass(frozen=True, slots=True)
class Package:
    """``uid`` ties answers to it; ``project`` is what the project was called; ``at`` when it was made (UTC, ISO 8601);
    ``base`` how many decisions of the reviewer it began with; ``share`` how its items were drawn, in words. ``task`` is
    the full name of the task that is worked on, in the round ``round`` ("" in packages from before there were tasks,
    which are of the default one); ``only`` what of its cells it holds, ``others`` whether other people's answers are
    shown; ``dealt`` whose turns the reviewer writes about, by the item's key."""

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

    @property
    def of(self) -> str:
        """The full name of the task of a protocol that it is for; "" where it is for the default one."""
        return "" if self.task == FLAGS else self.task

    def text(self) -> str:
        """As it is stored: JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class PackageRecord:
    """A package as its project knows it. ``seen`` is the last decision (row id) that was in the log when it was made,
    -1 where the project was built anew since and only its time tells;
    ``judges`` are the names that were hidden in it, by the letter that stands for each; ``settles`` whether nothing was
    hidden, so that its reviewer could adjudicate; ``again`` are the cells that were only asked once more; ``sealed``
    whether its answers must have seals."""

    row: int
    package: Package
    seen: int = 0
    judges: Mapping[str, str] = field(default_factory=dict)
    settles: bool = False
    again: frozenset[Cell] = frozenset()
    sealed: bool = False

    def is_for_same(self, other: PackageRecord) -> bool:
        """Whether the other package was made for the same person, task and round."""
        own, theirs = self.package, other.package
        return (own.reviewer, own.of, own.round) == (theirs.reviewer, theirs.of, theirs.round)


def read(connection: sqlite3.Connection) -> Package | None:
    """The package that this project file is; None where it is none.

    Raises: InputError where the file says that it is one and not which.
    """
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
    if row is None:
        return None
    try:
        return _package(json.loads(row[0]))
    except (ValueError, TypeError, KeyError) as error:
        raise InputError("The file says that it is a package, but not for whom: it was edited by hand.") from error


def read_package_records(connection: sqlite3.Connection) -> dict[str, PackageRecord]:
    """The packages that were made from this project, by their uid, in the order in which they were made."""
    package_records = {}
    for row, uid, text in connection.execute("SELECT id, uid, settings FROM package ORDER BY id"):
        settings = json.loads(text)
        more = {name: settings[name] for name in ("seen", "judges", "settles", "sealed") if name in settings}
        again = frozenset(Cell(*cell) for cell in settings.get("again", ()))
        package_records[uid] = PackageRecord(row, _package(settings["package"]), again=again, **more)
    return package_records


def _package(fields: Any) -> Package:
    from galley.core.storage import json_shapes  # few projects that a window opens are packages, or made some

    if not fits(fields, json_shapes.PackageShape):
        raise TypeError("what a package says of itself is not of the form that it should have")
    return Package(**{name: fields[name] for name in Package.__dataclass_fields__ if name in fields})
