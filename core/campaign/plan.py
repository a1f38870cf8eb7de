"""The plan of work: who has which package, how far they are, how long it will take, and what is missing.

How far is what came back, since a package is a file of its own: what a reviewer has done and not returned is not
known here. Pace is read from the log: minutes between a reviewer's decisions, breaks left out.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from galley.core.campaign import package_progress, revocation, task_plan
from galley.core.campaign.package import SLOT_NOTE, read_package_records
from galley.core.campaign.task_plan import TaskLine
from galley.core.definitions.protocols import DEFAULT_TASK, Kind
from galley.core.domain import NO_ANNOTATOR, AnnotatorId, AnnotatorKind, ItemId
from galley.core.storage import names, slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items, packages
from galley.core.storage.queries.items import count_items
from galley.core.storage.queries.packages import ItemProgress
from galley.core.tasks import slots
from galley.core.tasks.task_book import read_task_book
from galley.core.text.plurals import format_count

BREAK = 10.0
"""Minutes without a decision after which a reviewer was away."""
REMINDER_DAYS = 7
"""Days without an answer after which the plan reminds of a package."""
FEW = 3
"""Items that must be finished before a pace is told."""


@dataclass(frozen=True, slots=True)
class PackageLine:
    """One package, or (``package`` "") what a reviewer did in the project itself. ``begun`` and ``finished`` count
    items, ``unsure`` cells that were left so; ``pace`` is minutes of work an item, ``left`` minutes until all are
    finished (None where the log does not tell); ``last`` is the last decision, ``returned`` the last merge;
    ``task`` and ``round`` are what it was made for, ``void`` items of it that were revoked, ``late`` decisions
    on these; ``open_cells`` (0 for the default task) of ``open_items`` wait for this reviewer, each once."""

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
    task: str = DEFAULT_TASK
    round: int = 1
    void: int = 0
    late: int = 0
    open_items: int = 0
    open_cells: int = 0

    @property
    def done(self) -> bool:
        """Whether every item is finished, but for those that were revoked."""
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


def plan(connection: Connection, moment: datetime | None = None) -> Plan:
    """The plan of a project as it stands."""
    moment = moment or datetime.now(UTC)
    people = {row: a.name for row, a in names.annotators(connection).items() if a.kind is AnnotatorKind.HUMAN}
    rows = {name: row for row, name in people.items()}
    progress = {row: packages.read_progress(connection, row) for row in people}
    paces, last = _paces(connection, progress)
    return_by_package = _read_returns(connection)
    lines: list[PackageLine] = []
    items_by_person: dict[AnnotatorId, set[ItemId]] = defaultdict(set)
    planned_items: dict[tuple[int, str, int], set[ItemId]] = defaultdict(set)  # a lost package is packed again
    for uid, package_record in read_package_records(connection).items():
        package = package_record.package
        returned, who = return_by_package.get(uid, ("", ""))
        who = who or package.reviewer
        reviewer = rows.get(who, NO_ANNOTATOR)
        assigned_items = set(packages.find_package_items(connection, package_record.row))
        items_by_person[reviewer] |= assigned_items
        done = package_progress.read_progress(connection, package_record, reviewer)
        place = reviewer, package.protocol_task, package.round
        void = revocation.list_revoked_items(connection, package_record, reviewer)
        late = revocation.count_decisions(connection, package_record, reviewer, void)
        pace = paces.get(reviewer)
        waiting_items = assigned_items - done.finished_items - set(void) - planned_items[place]
        planned_items[place] |= assigned_items
        unsure = sum(count for item, count in done.unsure.items() if item not in void)
        remaining_minutes = None if pace is None else pace * len(waiting_items)
        lines.append(
            PackageLine(
                who, uid, package.at, len(assigned_items), len(done.begun), len(done.finished_items), unsure,
                pace, remaining_minutes,
                last.get(reviewer, ""), returned, package.share, package.protocol_task or DEFAULT_TASK, package.round,
                len(void), late, len(waiting_items), sum(done.open_cells.get(item, 0) for item in waiting_items),
            )
        )  # fmt: skip
    items = count_items(connection)
    lines += _outside(people, progress, items_by_person, paces, last)
    tasks = task_plan.task_lines(connection)
    # a task that writes asks no cells: it is about every item
    asks_cells = any(line.task != DEFAULT_TASK for line in tasks) and all(line.kind != Kind.WRITE for line in tasks)
    asked_items = set(find_items(connection))
    if asks_cells:
        rows_of_tasks = read_task_book(connection).rows.values()
        asked_items = {item for task in rows_of_tasks for item in slot_queries.find_task_items(connection, task)}
    begun = {entry.item for entries in progress.values() for entry in entries}
    nobody = len(asked_items.difference(begun, *items_by_person.values()))
    surplus = tuple(slots.surplus(connection))
    due = [*_missing(lines, len(asked_items), nobody, moment), *((surplus.task, str(surplus)) for surplus in surplus)]
    missing, about = tuple(words for _, words in due), tuple(task for task, _ in due)
    return Plan(tasks, tuple(lines), items, nobody, missing, about, surplus)


def _outside(
    people: dict[AnnotatorId, str],
    progress: Mapping[AnnotatorId, Sequence[ItemProgress]],
    items_by_person: dict[AnnotatorId, set[ItemId]],
    paces: dict[AnnotatorId, float],
    last: dict[AnnotatorId, str],
) -> list[PackageLine]:
    """What people did in the project itself, on items that are in none of their packages."""
    lines = []
    for row, name in people.items():
        assigned = items_by_person.get(row, ())
        own = [entry for entry in progress[row] if entry.item not in assigned]
        if own:
            done, unsure = sum(entry.is_finished for entry in own), sum(entry.unsure for entry in own)
            pace = paces.get(row)
            lines.append(PackageLine(name, "", "", len(own), len(own), done, unsure, pace, None, last.get(row, ""), ""))
    return lines


def _read_returns(connection: Connection) -> dict[str, tuple[str, str]]:
    """When answers of a package last came back, and under which name they are kept."""
    return_by_package = {}
    for package, at, text in packages.read_merged_files(connection):
        lines = json.loads(text)["lines"]
        if package:
            return_by_package[package] = (at, str(lines[0]["here"]) if lines else "")
    return return_by_package


def _paces(
    connection: Connection, progress: Mapping[AnnotatorId, Sequence[ItemProgress]]
) -> tuple[dict[AnnotatorId, float], dict[AnnotatorId, str]]:
    """(minutes of work for each item that a reviewer has finished; the time of their last decision), by reviewer, from
    all of their decisions."""
    times: dict[AnnotatorId, list[str]] = defaultdict(list)
    for reviewer, at in packages.read_decision_times(connection):
        times[reviewer].append(at)
    finished = {reviewer: sum(entry.is_finished for entry in entries) for reviewer, entries in progress.items()}
    paces = {
        reviewer: minutes / finished[reviewer]
        for reviewer, decision_times in times.items()
        if finished.get(reviewer, 0) >= FEW and (minutes := _work_minutes(decision_times)) > 0
    }
    return paces, {reviewer: decision_times[-1] for reviewer, decision_times in times.items()}


def _work_minutes(times: Iterable[str]) -> float:
    gaps = ((datetime.fromisoformat(b) - datetime.fromisoformat(a)).total_seconds() / 60 for a, b in pairwise(times))
    return sum(gap for gap in gaps if gap <= BREAK)


def _missing(
    lines: Iterable[PackageLine], asked_items: int, nobody: int, moment: datetime
) -> Iterable[tuple[str, str]]:
    """Tasks with sentences."""
    for line in lines:
        for words in _of_package(line, moment) if line.package else ():
            yield line.task, words
    if nobody and any(line.package for line in lines):
        yield "", f"{nobody:,} of {asked_items:,} items are not in a package and not started."


def _of_package(line: PackageLine, moment: datetime) -> Iterable[str]:
    items = format_count(line.items, "items")
    if line.void:
        what = f"1 item of {line.task} was" if line.void == 1 else f"{line.void:,} items of {line.task} were"
        late = "; galley campaign revoke --accept counts the answers to them" if line.late else ""
        yield f"{what} revoked from {line.reviewer}{late}."
        if line.void >= line.items:
            return
    if line.share == SLOT_NOTE:
        return
    days = (moment - datetime.fromisoformat(line.returned or line.handed)).days
    if not line.returned and line.done:
        return  # what it asked came back in another package
    if not line.returned:
        if days >= REMINDER_DAYS:
            yield f"{line.reviewer} was assigned {items} {days:,} days ago, and has submitted nothing."
        else:
            yield f"{line.reviewer} has {items}, and has submitted nothing yet."
    elif not line.done:
        late = f", the last answers were submitted {days:,} days ago" if days >= REMINDER_DAYS else ""
        yield f"{line.reviewer} has finished {line.finished:,} of {items}{late}."
    if line.unsure:
        yield f"{line.reviewer} is unsure about {format_count(line.unsure, 'cells')}."
