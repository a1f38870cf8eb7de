"""What a package is: a project file that knows for whom it was made, and what it may show.

The setting ``package`` of the file says so; the project that it was made from keeps the same words in its table
``package``, with what only it may know (``Issued``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.protocols.study import FLAGS
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
class Issued:
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

    def alike(self, other: Issued) -> bool:
        """Whether the other package was made for the same person, task and round."""
        mine, theirs = self.package, other.package
        return (mine.reviewer, mine.of, mine.round) == (theirs.reviewer, theirs.of, theirs.round)


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


def issued(connection: sqlite3.Connection) -> dict[str, Issued]:
    """The packages that were made from this project, by their uid, in the order in which they were made."""
    found = {}
    for row, uid, text in connection.execute("SELECT id, uid, settings FROM package ORDER BY id"):
        kept = json.loads(text)
        more = {name: kept[name] for name in ("seen", "judges", "settles", "sealed") if name in kept}
        again = frozenset(Cell(*cell) for cell in kept.get("again", ()))
        found[uid] = Issued(row, _package(kept["package"]), again=again, **more)
    return found


def _package(given: Any) -> Package:
    from galley.core.project import json_shapes  # few projects that a window opens are packages, or made some

    if not fits(given, json_shapes.PackageShape):
        raise TypeError("what a package says of itself is not of the form that it should have")
    return Package(**{name: given[name] for name in Package.__dataclass_fields__ if name in given})
