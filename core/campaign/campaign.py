"""What a campaign came to, for its report: how far each task is, who read how much, who settled what, which gold was
changed, how long an item took. Counted from the log and from what the tasks came to; agreement is the plan's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from galley.core.campaign import reviewer_quality
from galley.core.campaign.overruled_answers import describe_cell_location
from galley.core.campaign.plan import BREAK, Plan, plan
from galley.core.campaign.reviewer_quality import MonitoringNotice
from galley.core.campaign.task_plan import TaskLine
from galley.core.definitions.protocols import DEFAULT_TASK, Kind
from galley.core.domain import Cell, Value
from galley.core.errors import Cancelled
from galley.core.rules.rule import Rule, State
from galley.core.storage import names, queries, slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import packages
from galley.core.storage.queries.decisions import STANDING_ADJUDICATIONS, read_log
from galley.core.storage.queries.log_branches import read_branches
from galley.core.tasks import answer_sheet, asked_cells, counts, gold, slots, task_book
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.gold import Source
from galley.core.tasks.roles import Duty, read_roles
from galley.core.tasks.task_book import TaskBook

BY_RULE, BY_THIRD, IMPORTED = "by the rule", "by the rule, with a third reviewer", "imported"
UNRESOLVED = "left open"


@dataclass(frozen=True, slots=True)
class GoldChange:
    """Gold of a cell that was settled once more as something else: from ``before`` to ``after`` (None: left open) in
    the item ``key`` at ``place``, by ``who`` at ``at`` (UTC, ISO 8601), with their ``note``."""

    key: str
    place: str
    criterion: str
    before: Value | None
    after: Value | None
    who: str
    at: str
    note: str


@dataclass(frozen=True, slots=True)
class Pace:
    """``minutes`` of work in a task, breaks left out, on ``items`` (each counted once for each of its readers)."""

    minutes: float
    items: int


@dataclass(frozen=True, slots=True)
class LogBranch:
    """A source of the log by its ``uid``: how many seals it has, and its last link ("" where it has none)."""

    uid: str
    entry_count: int
    last: str


@dataclass(frozen=True, slots=True)
class Campaign:
    """``lines`` are the tasks that people work on, in order. By full name of a task: ``readers`` counts items by how
    many people answered in them, ``resolved_counts`` cells by who settled them or how (UNRESOLVED among them),
    ``paces`` the time, only where the campaign looks at it (``monitoring``). ``undone_bulk_count`` counts bulk changes
    that were undone, ``revoked_count`` items of revoked assignments."""

    book: TaskBook
    plan: Plan
    lines: tuple[TaskLine, ...]
    readers: Mapping[str, Counter[int]]
    resolved_counts: Mapping[str, Counter[str]]
    changes: tuple[GoldChange, ...]
    monitoring: MonitoringNotice | None
    paces: Mapping[str, Pace]
    roles: Mapping[str, Duty]
    log_branches: tuple[LogBranch, ...]
    undone_bulk_count: int
    revoked_count: int


def read_campaign(connection: Connection, progress: counts.Progress | None = None) -> Campaign:
    """The campaign of a project as it stands. Raises: InputError where its settings cannot be read, Cancelled"""
    book, study_plan = task_book.read_task_book(connection), plan(connection)
    lines = [line for line in study_plan.tasks if line.task != DEFAULT_TASK or len(study_plan.tasks) == 1 or line.seats]
    lines = [line for line in lines if line.kind != Kind.JUDGE]
    watch = reviewer_quality.read_monitoring(connection)
    resolved_counts = _count_resolved(connection, book, progress)
    return Campaign(
        book, study_plan, tuple(lines), {line.task: _readers(connection, book, line.task) for line in lines},
        resolved_counts, tuple(_changes(connection)), watch, _paces(connection) if watch else {},
        read_roles(connection),
        tuple(_sources(connection)),
        sum(1 for _ in queries.read_log_entries(connection, ("back",))),
        len(slot_queries.read_revoked(connection)),
    )  # fmt: skip


def _readers(connection: Connection, book: TaskBook, task: str) -> Counter[int]:
    """Items in which a task asks something, by how many people have answered or finished there."""
    return Counter(packages.count_items_by_people(connection, None if task == DEFAULT_TASK else book.rows[task]))


def _count_resolved(
    connection: Connection, book: TaskBook, progress: counts.Progress | None
) -> dict[str, Counter[str]]:
    """Cells that have gold or were left open, by task and by who settled them or how; of the default task, which
    counts flags, the flags on them."""
    counts_by_task: dict[str, Counter[str]] = defaultdict(Counter)
    by = {verdict.row: verdict.name or IMPORTED for verdict in queries.list_gold(connection)}
    judges, criteria = counts.judges(connection, book), names.criteria(connection)
    outside = slots.outside(connection, book)
    flags = Counter(  # what this task counts: of one cell each judge's own
        {Cell(*cell): count for cell, count in queries.count_flags(connection).items()}
    )
    items = queries.find_items(connection)
    for at, item in enumerate(items):
        if progress is not None and at % counts.BATCH_SIZE == 0 and not progress(at, len(items)):
            raise Cancelled("The export was stopped; nothing was written.")
        task_sheet = answer_sheet.load(connection, item, book, outside)
        outcome = asked_cells.evaluate_item(task_sheet, book, judges)
        for full, standing in outcome.standings.items():
            if not standing.task.owns:
                continue
            third = _third(book, full)
            for cell, ruling in standing.cells.items():
                if ruling.state in (State.SETTLED, State.EXCLUDED):
                    how = UNRESOLVED if ruling.state is State.EXCLUDED else _how(task_sheet, cell, by, third)
                    counts_by_task[full][how] += 1
            for _, ruling, times in standing.unmarked_rulings:
                if ruling.state is State.SETTLED:
                    counts_by_task[full][BY_RULE] += times
        for cell, (value, _) in task_sheet.gold.items():
            if value is None and book.owner(cell.criterion, task_sheet.kind(cell.unit)) is None:
                counts_by_task[DEFAULT_TASK][UNRESOLVED] += flags[cell]
        for gold_cell in gold.resolve_item(task_sheet, book, criteria, judges):
            if gold_cell.task == DEFAULT_TASK:
                how = BY_RULE if gold_cell.source is Source.RULE else by[gold_cell.row] if gold_cell.row else IMPORTED
                counts_by_task[DEFAULT_TASK][how] += flags[gold_cell.cell]
    counts_by_task[DEFAULT_TASK] = +counts_by_task[DEFAULT_TASK]
    return dict(counts_by_task)


def _third(book: TaskBook, full: str) -> int:
    """The task (row id) in which third readers answer; 0 where there is none."""
    settler = book.find_adjudication_task(book.tasks[full])
    return book.rows[settler.full] if settler is not None and settler.rule is not Rule.ADJUDICATOR else 0


def _how(task_sheet: TaskSheet, cell: Cell, by: Mapping[int, str], third: int) -> str:
    if cell in task_sheet.gold:
        return by[task_sheet.gold[cell][1]]
    if (cell.criterion, cell.target) in task_sheet.unsaid_gold:
        return IMPORTED
    return BY_THIRD if third and any(s.task == third and s.cell == cell for s in task_sheet.answers) else BY_RULE


def _changes(connection: Connection) -> list[GoldChange]:
    """What was settled once more as something else, in the order in which it was; what was undone is no settling."""
    criteria, people = names.criteria(connection), slot_queries.read_people(connection)
    last: dict[Cell, Value | None] = {}
    changes = []
    for row in read_log(connection, STANDING_ADJUDICATIONS):
        cell = row.cell
        assert cell is not None
        if cell in last and last[cell] != row.value:
            key, location = slot_queries.read_key(connection, row.item_id), describe_cell_location(connection, cell)
            criterion, who = criteria[cell.criterion], people[row.reviewer_id]
            criterion_name = f"{criterion.scheme}/{criterion.id}"
            changes.append(
                GoldChange(key, location, criterion_name, last[cell], row.value, who, row.at, row.note or "")
            )
        last[cell] = row.value
    return changes


def _paces(connection: Connection) -> dict[str, Pace]:
    """Time by task: from each decision of a person to their next one, which says in which task it was spent."""
    rows = packages.measure_task_times(connection, BREAK)
    return {row.task or DEFAULT_TASK: Pace(row.minutes, row.items) for row in rows if row.decisions}


def _sources(connection: Connection) -> list[LogBranch]:
    branches = read_branches(connection)
    return [LogBranch(one.uid, one.entry_count, one.last.hex() if one.last else "") for one in branches]
