"""The plan of work: who has which package, how far they are, how long it will take, and what is missing.

How far is what came back, since a package is a file of its own: what a reviewer has done and not returned is not
known here. Pace is read from the log: minutes between a reviewer's decisions, breaks left out.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from galley.core.columns import names
from galley.core.domain import AnnotatorKind
from galley.core.packages import package_progress, takeback, task_plan
from galley.core.packages.package import HERE, issued
from galley.core.packages.task_plan import TaskLine
from galley.core.protocols.study import FLAGS, Kind
from galley.core.tasks import slots
from galley.core.text.counted import counted

BREAK = 10.0
"""Minutes without a decision after which a reviewer was away."""
SILENT_DAYS = 7
"""Days without an answer after which the plan reminds of a package."""
FEW = 3
"""Items that must be finished before a pace is told."""


@dataclass(frozen=True, slots=True)
class PackageLine:
    """One package, or (``package`` "") what a reviewer did in the project itself. ``begun`` and ``finished`` count
    items, ``unsure`` cells that were left so; ``pace`` is minutes of work an item, ``left`` minutes until all are
    finished (None where the log does not tell); ``last`` is the last decision, ``returned`` the last merge; ``task``
    and ``round`` are what it was made for, ``void`` items of it that were taken back, ``late`` decisions on these."""

    reviewer: str
    package: str
    handed: str
    items: int
    begun: int
    finished: int
    unsure: int
    pace: float | None
    left: float | None
    last: str
    returned: str
    share: str = ""
    task: str = FLAGS
    round: int = 1
    void: int = 0
    late: int = 0

    @property
    def done(self) -> bool:
        """Whether every item is finished, but for those that were taken back."""
        return self.finished >= self.items - self.void


@dataclass(frozen=True, slots=True)
class Plan:
    """``tasks`` in order; the ``lines`` of packages, the oldest first, and ``missing``: a sentence for each thing that
    somebody should do; ``about`` is the task of each, "" where it is of none. ``nobody`` counts items of which
    something is asked, in no package, that no person has begun. ``surplus`` is who answered beyond the slots."""

    tasks: tuple[TaskLine, ...]
    lines: tuple[PackageLine, ...]
    items: int
    nobody: int
    missing: tuple[str, ...]
    about: tuple[str, ...] = ()
    surplus: tuple[slots.Surplus, ...] = ()


def plan(connection: sqlite3.Connection, now: datetime | None = None) -> Plan:
    """The plan of a project as it stands."""
    now = now or datetime.now(UTC)
    people = {row: a.name for row, a in names.annotators(connection).items() if a.kind is AnnotatorKind.HUMAN}
    rows = {name: row for row, name in people.items()}
    paces = _paces(connection)
    last = dict(connection.execute("SELECT reviewer_id, max(at) FROM decision GROUP BY reviewer_id").fetchall())
    called = _called(connection)
    lines: list[PackageLine] = []
    packed: dict[int, set[int]] = defaultdict(set)
    for uid, given in issued(connection).items():
        package = given.package
        returned, who = called.get(uid, ("", ""))
        who = who or package.reviewer
        reviewer = rows.get(who, 0)
        share = {row[0] for row in connection.execute(_SHARE, (given.row,))}
        packed[reviewer] |= share
        done = package_progress.of(connection, given, reviewer)
        void = takeback.void_items(connection, given, reviewer)
        late = takeback.decided(connection, given, reviewer, void)
        pace = paces.get(reviewer)
        left = None if pace is None else pace * max(0, len(share) - len(done.finished))
        lines.append(
            PackageLine(
                who, uid, package.at, len(share), len(done.begun), len(done.finished), done.unsure, pace, left,
                last.get(reviewer, ""), returned, package.share, package.of or FLAGS, package.round, len(void), late,
            )
        )  # fmt: skip
    items = connection.execute("SELECT count(*) FROM item").fetchone()[0]
    lines += _outside(connection, people, packed, items, paces, last)
    tasks = task_plan.task_lines(connection)
    # a task that writes asks no cells: it is about every item
    drawn = any(line.task != FLAGS for line in tasks) and all(line.kind != Kind.WRITE for line in tasks)
    among = _ASKED if drawn else "SELECT id FROM item"
    asked = connection.execute(f"SELECT count(*) FROM ({among})").fetchone()[0]
    nobody = connection.execute(_NOBODY + f" AND id IN ({among})").fetchone()[0]
    surplus = tuple(slots.surplus(connection))
    due = [*_missing(lines, asked, nobody, now), *((each.task, str(each)) for each in surplus)]
    missing, about = tuple(words for _, words in due), tuple(task for task, _ in due)
    return Plan(tasks, tuple(lines), items, nobody, missing, about, surplus)


_ASKED = "SELECT DISTINCT item_id AS id FROM task_item WHERE asked > 0"
_SHARE = "SELECT item_id FROM package_item WHERE package_id = ?"
_NOBODY = (
    "SELECT count(*) FROM item WHERE id NOT IN (SELECT item_id FROM package_item)"
    " AND id NOT IN (SELECT item_id FROM progress)"
)


def _outside(
    connection: sqlite3.Connection,
    people: dict[int, str],
    packed: dict[int, set[int]],
    items: int,
    paces: dict[int, float],
    last: dict[int, str],
) -> list[PackageLine]:
    """What people did in the project itself, on items that are in none of their packages."""
    found = []
    for row, name in people.items():
        progress = connection.execute(
            "SELECT item_id, finished, unsure FROM progress WHERE annotator_id = ?", (row,)
        ).fetchall()
        own = [entry for entry in progress if entry[0] not in packed.get(row, ())]
        if own:
            done, unsure = sum(entry[1] for entry in own), sum(entry[2] for entry in own)
            pace = paces.get(row)
            found.append(PackageLine(name, "", "", len(own), len(own), done, unsure, pace, None, last.get(row, ""), ""))
    return found


def _called(connection: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """When answers of a package last came back, and under which name they are kept."""
    found = {}
    for package, at, text in connection.execute("SELECT package, at, report FROM merged ORDER BY at"):
        lines = json.loads(text)["lines"]
        if package:
            found[package] = (at, str(lines[0]["here"]) if lines else "")
    return found


def _paces(connection: sqlite3.Connection) -> dict[int, float]:
    """Minutes of work for each item that a reviewer has finished, from all of their decisions."""
    times: dict[int, list[str]] = defaultdict(list)
    for reviewer, at in connection.execute("SELECT reviewer_id, at FROM decision ORDER BY reviewer_id, at"):
        times[reviewer].append(at)
    finished = dict(
        connection.execute("SELECT annotator_id, sum(finished) FROM progress GROUP BY annotator_id").fetchall()
    )
    return {
        reviewer: minutes / finished[reviewer]
        for reviewer, given in times.items()
        if (finished.get(reviewer) or 0) >= FEW and (minutes := _worked(given)) > 0
    }


def _worked(times: Iterable[str]) -> float:
    gaps = ((datetime.fromisoformat(b) - datetime.fromisoformat(a)).total_seconds() / 60 for a, b in pairwise(times))
    return sum(gap for gap in gaps if gap <= BREAK)


def _missing(
    lines: Iterable[PackageLine], asked: int, nobody: int, now: datetime
) -> Iterable[tuple[str, str]]:
    """Tasks with sentences."""
    for line in lines:
        for words in _of_package(line, now) if line.package else ():
            yield line.task, words
    if nobody and any(line.package for line in lines):
        yield "", f"{nobody:,} of {asked:,} items are in no package, and nobody has begun them."


def _of_package(line: PackageLine, now: datetime) -> Iterable[str]:
    items = counted(line.items, "items")
    if line.void:
        what = f"1 item of {line.task} was" if line.void == 1 else f"{line.void:,} items of {line.task} were"
        late = "; what was said of them counts once galley take-back --accept says so" if line.late else ""
        yield f"{what} taken back from {line.reviewer}{late}."
        if line.void >= line.items:
            return
    if line.share == HERE:
        return
    days = (now - datetime.fromisoformat(line.returned or line.handed)).days
    if not line.returned and line.done:
        return  # what it asked came back in another package
    if not line.returned:
        if days >= SILENT_DAYS:
            yield f"{line.reviewer} was handed {items} {days:,} days ago, and nothing has come back."
        else:
            yield f"{line.reviewer} has {items}, and nothing has come back yet."
    elif not line.done:
        late = f", the last answers came {days:,} days ago" if days >= SILENT_DAYS else ""
        yield f"{line.reviewer} has finished {line.finished:,} of {items}{late}."
    if line.unsure:
        yield f"{line.reviewer} is unsure about {counted(line.unsure, 'cells')}."
