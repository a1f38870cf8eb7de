"""Where each task of a campaign stands: who has answered how much of what they were handed, how far readers agree, what
is undecided, what waits for it, and how many seats are empty. The window and ``galley campaign plan`` show the same
lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from galley.core.adjudication import queue
from galley.core.campaign import revocation
from galley.core.campaign.package import read_package_records
from galley.core.campaign.slots import count_free_slots, list_assigned_reviewers
from galley.core.definitions.protocols import DEFAULT_TASK, Kind, Task, UnmarkedMeaning
from galley.core.domain import NO_ANNOTATOR, AnnotatorKind, Cell
from galley.core.metrics.agreement import METRIC as AGREEMENT
from galley.core.metrics.agreement import choose_answered_level
from galley.core.metrics.base import Params
from galley.core.review import task_overview
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import decisions, packages
from galley.core.storage.slot_queries import find_task_items, read_people
from galley.core.tasks import task_book
from galley.core.tasks.task_book import TaskBook
from galley.core.text.plurals import format_number

COEFFICIENT, ORDINAL = "alpha-nominal", "alpha-ordinal"
"""Krippendorff's alpha: the one coefficient that readers with different shares have in common."""


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """One person in a task: ``done`` of the ``given`` that they were handed and that was not revoked (without a
    package: of all that it asks), counted in ``unit`` ("cells", or "items" where an item is finished as a whole);
    ``unsure`` cells; ``right`` of ``known`` cells; ``days`` the answers of each day (UTC)."""

    name: str
    done: int
    given: int
    unit: str
    unsure: int = 0
    known: int = 0
    right: int = 0
    days: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ReaderAgreement:
    """How far the readers agree on a criterion (``scheme/id``, for people ``name``): a coefficient with its interval
    over ``n`` cells; no ``value`` where it is undefined, and ``why``."""

    criterion: str
    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    why: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A task in the order of its protocol. ``people`` is how many answers a cell wants (0: any number); ``agreement``
    is of first rounds, ``after`` of the latest where there was a later one; ``vacant`` counts items that fewer people
    hold or have answered than the task wants, ``unsure`` cells of a task of which anybody is unsure and that nobody has
    settled; ``waits`` are the names of tasks that wait for this one; ``not_counted`` are answers to what is not asked
    now, ``to_review`` cells that somebody answered after they were adjudicated."""

    task: str
    name: str
    ask: str
    kind: str
    people: int
    seats: tuple[PersonProgress, ...]
    agreement: tuple[ReaderAgreement, ...]
    after: tuple[ReaderAgreement, ...]
    asked: int
    open: int
    undecided: int
    unsure: int
    vacant: int
    waits: tuple[str, ...]
    mark: float = 0.0
    not_counted: int = 0
    to_review: int = 0


def task_lines(connection: Connection) -> tuple[TaskLine, ...]:
    """The tasks in force, in order; the default one last, or alone."""
    book = task_book.read_task_book(connection)
    assigned_counts, days, adjudicated_counts = (
        _assigned_counts(connection, book),
        _days(connection),
        _adjudicated_counts(connection, book),
    )
    lines, to_review = [], _count_cells_to_review(connection, book)
    for line in task_overview.lines(connection):
        task = book.tasks.get(line.task)
        progress_lines = _person_progress(
            line,
            task,
            assigned_counts.get(line.task, {}),
            days.get(line.task, {}),
            adjudicated_counts.get(line.task, {}),
        )
        answered = [person.name for person in line.people if person.answered or person.finished]
        votes = task is None or task.owns
        first = _agreement(connection, book, line.task, answered, "first") if votes else ()
        again = votes and _later(connection, book, task)
        after = _agreement(connection, book, line.task, answered, "last") if again else ()
        unsure = sum(person_line.unsure for person_line in progress_lines)
        if task is not None:
            unsure = packages.count_unsure_cells(connection, book.rows[task.full])
        vacant = sum(count_free_slots(connection, book, task).values()) if task is not None else 0
        waits = [other.name for other in book.tasks.values() if task is not None and task in book.before(other)]
        lines.append(
            TaskLine(
                line.task, line.name, task.ask if task else "", line.kind, max(task.people, 0) if task else 0,
                progress_lines,
                first, after, line.asked, line.open, line.undecided, unsure, vacant,
                tuple(waits), line.mark, line.asleep, to_review[line.task],
            )
        )  # fmt: skip
    if len(lines) > 1 and not lines[-1].asked:
        del lines[-1]  # the default task, which asks nothing
    return tuple(lines)


def _person_progress(
    line: task_overview.TaskStanding,
    task: Task | None,
    assigned_counts: dict[str, tuple[int, int]],
    days: dict[str, list[tuple[str, int]]],
    adjudicated_counts: dict[str, int],
) -> tuple[PersonProgress, ...]:
    settles = task is not None and task.adjudicates
    whole = not settles and (task is None or task.kind is Kind.WRITE or task.unmarked_meaning is UnmarkedMeaning.NO)
    people = {p.name: p for p in line.people if p.answered or p.finished or p.unsure or p.known}
    progress_lines = []
    for name in sorted(people.keys() | assigned_counts.keys() | adjudicated_counts.keys()):
        person = people.get(name, task_overview.Person(name, 0, 0, 0))
        items, cells = assigned_counts.get(name, (line.items, line.asked))
        answered = person.answered + (0 if task and task.is_training else person.known)
        done = person.finished if whole else adjudicated_counts.get(name, 0) if settles else answered
        progress_lines.append(
            PersonProgress(
                name, done, items if whole else cells, "items" if whole else "cells", person.unsure, person.known,
                person.right, tuple(days.get(name, ())),
            )
        )  # fmt: skip
    return tuple(progress_lines)


def _assigned_counts(connection: Connection, book: TaskBook) -> dict[str, dict[str, tuple[int, int]]]:
    """How many items and cells everybody holds of each task in the first round, but for what was revoked, and cells
    by which people were trained since."""
    counts_by_task: dict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
    items: dict[tuple[str, str], set[int]] = defaultdict(set)
    cells: dict[tuple[str, str], set[Cell]] = defaultdict(set)
    people = names.annotators(connection)
    rows = {annotator.name: row for row, annotator in people.items() if annotator.kind is AnnotatorKind.HUMAN}
    for package_record in read_package_records(connection).values():
        package = package_record.package
        if package.round > 1:
            continue
        who = revocation.reviewer_name(connection, package_record)
        gone = set(revocation.list_revoked_items(connection, package_record, rows.get(who, NO_ANNOTATOR)))
        package_items = set(packages.find_package_items(connection, package_record.row))
        items[package.task or DEFAULT_TASK, who] |= package_items - gone
        of = book.tasks.get(package.task)
        but_training = of is not None and not of.is_training
        cell_rows = packages.read_package_cells(connection, package_record.row, but_training=but_training)
        cells[package.task, who].update(cell for _, item, cell in cell_rows if item not in gone)
    for (task, who), item_ids in items.items():
        counts_by_task[task][who] = len(item_ids), len(cells[task, who])
    return counts_by_task


def _days(connection: Connection) -> dict[str, dict[str, list[tuple[str, int]]]]:
    """Answers of each day, by task and person."""
    days_by_task: dict[str, dict[str, list[tuple[str, int]]]] = defaultdict(lambda: defaultdict(list))
    for count in packages.count_answers_by_day(connection):
        days_by_task[count.task or DEFAULT_TASK][count.person].append((count.day, count.answers))
    return days_by_task


def _adjudicated_counts(connection: Connection, book: TaskBook) -> dict[str, dict[str, int]]:
    """How many cells everybody settled in each task that settles."""
    people = read_people(connection)
    cells: dict[str, dict[str, set[Cell | None]]] = defaultdict(lambda: defaultdict(set))
    for row in decisions.read_log(connection, decisions.STANDING_ADJUDICATIONS):
        if row.task_id is not None:
            cells[book.full_names[row.task_id]][people[row.reviewer_id]].add(row.cell)
    return {task: {name: len(own) for name, own in by_name.items()} for task, by_name in cells.items()}


def _count_cells_to_review(connection: Connection, book: TaskBook) -> Counter[str]:
    """How many adjudicated cells of each task somebody answered again since."""
    counts: Counter[str] = Counter()
    for case in queue.scan(connection, queue.candidates(connection, queue.TieView.NEEDS_REVIEW)):
        if case.needs_review:
            owner = task_overview.owner(connection, book, case.cell)
            counts[owner.full if owner is not None else DEFAULT_TASK] += 1
    return counts


def _later(connection: Connection, book: TaskBook, task: Task | None) -> bool:
    """Whether anybody answered in a later round of a task."""
    if task is None:
        return False
    selection = decisions.DecisionSelection(task=book.rows[task.full], trait=decisions.DecisionTrait.LATER_ROUND)
    return decisions.count_decisions(connection, selection, most=1) > 0


def _agreement(
    connection: Connection, book: TaskBook, task: str, people: Sequence[str], which: str
) -> tuple[ReaderAgreement, ...]:
    """Alpha of each criterion of a task between those who answered in it."""
    if len(people) < 2:
        return ()
    params = Params(
        task=task, annotators=tuple(people), level="unit", coefficients=(COEFFICIENT, ORDINAL),
        options=(f"round={which}",),
    )  # fmt: skip
    criteria = {(c.scheme, c.id): c for c in names.criteria(connection).values()}
    agreements = []
    rows = AGREEMENT.compute(connection, params).rows
    for row in choose_answered_level(rows, lambda p: AGREEMENT.compute(connection, p), params):
        about = criteria.get((row["scheme"], row["criterion"]))
        coefficient = ORDINAL if about is not None and about.scale == "ordinal" else COEFFICIENT
        if row["coefficient"] == coefficient and not row.get("rollup"):
            agreements.append(
                ReaderAgreement(
                    f"{row['scheme']}/{row['criterion']}", coefficient, row["value"], row["low"], row["high"], row["n"],
                    row["why"], about.name if about is not None else row["criterion"],
                )
            )  # fmt: skip
    return tuple(sorted(agreements, key=lambda agreement: (agreement.value is None, agreement.value or 0.0)))


def discussing(connection: Connection, full: str) -> list[str]:
    """Who has read anything that a task (full name) left undecided, in the order of names."""
    book = task_book.read_task_book(connection)
    task = book.tasks[full]
    undecided = find_task_items(connection, book.rows[full], "undecided")
    readers_by_item = list_assigned_reviewers(connection, book, task, read_package_records(connection).values())
    return sorted({who for item in undecided for who in readers_by_item.get(item, ())})


def words(agreement: ReaderAgreement) -> str:
    """The figure in one line: "α 0.71 [0.64, 0.77] over 24 cells"."""
    if agreement.value is None:
        return agreement.why
    ends = [format_number(end) for end in (agreement.low, agreement.high) if end is not None]
    bounds = f" [{', '.join(ends)}]" if len(ends) == 2 else ""
    return f"α {format_number(agreement.value)}{bounds} over {agreement.n:,} cells"
