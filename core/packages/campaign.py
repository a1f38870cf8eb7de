"""What a campaign came to, for its report: how far each task is, who read how much, who settled what, which gold was
changed, how long an item took. Counted from the log and from what the tasks came to; agreement is the plan's."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from galley.core.columns import names
from galley.core.domain import Cell, Value
from galley.core.errors import Cancelled
from galley.core.packages import reader_checks
from galley.core.packages.plan import BREAK, Plan, plan
from galley.core.packages.reader_checks import ReaderWatch
from galley.core.packages.task_plan import TaskLine
from galley.core.packages.what_changed import place
from galley.core.project import duties
from galley.core.project.duties import Duty
from galley.core.protocols.study import FLAGS, Kind
from galley.core.rules.rule import Rule, State
from galley.core.storage import queries
from galley.core.tasks import asking, counting, resolved, sheet, slots, task_book
from galley.core.tasks.resolved import Source
from galley.core.tasks.sheet import TaskSheet
from galley.core.tasks.task_book import TaskBook

BY_RULE, BY_THIRD, IMPORTED = "by the rule", "by the rule, with a third reader", "imported"
LEFT_OPEN = "left open"


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
class Sealed:
    """A source of the log by its ``uid``: how many seals it has, and its last link ("" where it has none)."""

    uid: str
    seals: int
    last: str


@dataclass(frozen=True, slots=True)
class Campaign:
    """``lines`` are the tasks that people work on, in order. By full name of a task: ``readers`` counts items by how
    many people answered in them, ``settled`` cells by who settled them or how (LEFT_OPEN among them), ``paces`` the
    time, only where the campaign looks at it (``watch``). ``back`` counts bulk acts taken back, ``void`` items of
    assignments that were."""

    book: TaskBook
    plan: Plan
    lines: tuple[TaskLine, ...]
    readers: Mapping[str, Counter[int]]
    settled: Mapping[str, Counter[str]]
    changes: tuple[GoldChange, ...]
    watch: ReaderWatch | None
    paces: Mapping[str, Pace]
    roles: Mapping[str, Duty]
    sources: tuple[Sealed, ...]
    back: int
    void: int


def of(connection: sqlite3.Connection, progress: counting.Progress | None = None) -> Campaign:
    """The campaign of a project as it stands. Raises: InputError where its settings cannot be read, Cancelled"""
    book, made = task_book.read(connection), plan(connection)
    lines = [line for line in made.tasks if line.task != FLAGS or len(made.tasks) == 1 or line.seats]
    lines = [line for line in lines if line.kind != Kind.JUDGE]
    watch = reader_checks.watch(connection)
    settled = _settled(connection, book, progress)
    return Campaign(
        book, made, tuple(lines), {line.task: _readers(connection, book, line.task) for line in lines},
        settled, tuple(_changes(connection)), watch, _paces(connection) if watch else {}, duties.read(connection),
        tuple(_sources(connection)),
        connection.execute("SELECT count(*) FROM event WHERE kind = 'back'").fetchone()[0],
        connection.execute("SELECT count(*) FROM void").fetchone()[0],
    )  # fmt: skip


def _readers(connection: sqlite3.Connection, book: TaskBook, task: str) -> Counter[int]:
    """Items in which a task asks something, by how many people have answered or finished there."""
    if task == FLAGS:
        rows = connection.execute(
            "SELECT (SELECT count(*) FROM progress WHERE item_id = item.id AND settled + unsure + finished > 0)"
            " AS many, count(*) FROM item GROUP BY many"
        )
    else:
        rows = connection.execute(
            "SELECT (SELECT count(*) FROM task_progress WHERE task_progress.task_id = task_item.task_id"
            " AND task_progress.item_id = task_item.item_id AND answered + finished > 0) AS many, count(*)"
            " FROM task_item WHERE task_id = ? AND asked > 0 GROUP BY many",
            (book.rows[task],),
        )
    return Counter(dict(rows.fetchall()))


def _settled(
    connection: sqlite3.Connection, book: TaskBook, progress: counting.Progress | None
) -> dict[str, Counter[str]]:
    """Cells that have gold or were left open, by task and by who settled them or how; of the default task, which
    counts flags, the flags on them."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    by = {
        row: name or IMPORTED
        for row, name in connection.execute(
            "SELECT verdict.id, person.name FROM verdict JOIN annotator AS gold ON gold.id = annotator_id AND gold.kind"
            " = 'gold' LEFT JOIN decision ON decision.id = decision_id LEFT JOIN annotator AS person ON person.id ="
            " reviewer_id"
        )
    }
    judges, criteria = counting.judges(connection, book), names.criteria(connection)
    outside = slots.outside(connection, book)
    flags = Counter(  # what this task counts: of one cell each judge's own
        {Cell(*cell): count for cell, count in queries.count_flags(connection).items()}
    )
    items = [row for (row,) in connection.execute("SELECT id FROM item ORDER BY id")]
    for at, item in enumerate(items):
        if progress is not None and at % counting.TOGETHER == 0 and not progress(at, len(items)):
            raise Cancelled("The export was stopped; nothing was written.")
        laid = sheet.load(connection, item, book, outside)
        outcome = asking.work_out(laid, book, judges)
        for full, standing in outcome.standings.items():
            if not standing.task.owns:
                continue
            third = _third(book, full)
            for cell, ruling in standing.cells.items():
                if ruling.state in (State.SETTLED, State.EXCLUDED):
                    how = LEFT_OPEN if ruling.state is State.EXCLUDED else _how(laid, cell, by, third)
                    found[full][how] += 1
            for _, ruling, times in standing.quiet:
                if ruling.state is State.SETTLED:
                    found[full][BY_RULE] += times
        for cell, (value, _) in laid.gold.items():
            if value is None and book.owner(cell.criterion, laid.kind(cell.unit)) is None:
                found[FLAGS][LEFT_OPEN] += flags[cell]
        for each in resolved.resolved(laid, book, criteria, judges):
            if each.task == FLAGS:
                how = BY_RULE if each.source is Source.RULE else by[each.row] if each.row else IMPORTED
                found[FLAGS][how] += flags[each.cell]
    found[FLAGS] = +found[FLAGS]
    return dict(found)


def _third(book: TaskBook, full: str) -> int:
    """The task (row id) in which third readers answer; 0 where there is none."""
    settler = book.settler(book.tasks[full])
    return book.rows[settler.full] if settler is not None and settler.rule is not Rule.ADJUDICATOR else 0


def _how(laid: TaskSheet, cell: Cell, by: Mapping[int, str], third: int) -> str:
    if cell in laid.gold:
        return by[laid.gold[cell][1]]
    if (cell.criterion, cell.target) in laid.unsaid_gold:
        return IMPORTED
    return BY_THIRD if third and any(s.task == third and s.cell == cell for s in laid.said) else BY_RULE


def _changes(connection: sqlite3.Connection) -> list[GoldChange]:
    """What was settled once more as something else, in the order in which it was; what was undone is no settling."""
    criteria = names.criteria(connection)
    last: dict[Cell, Value | None] = {}
    found = []
    for *where, value, who, at, note, key in connection.execute(
        "SELECT unit_id, criterion_id, target_id, value, name, at, coalesce(note, ''), key FROM decision JOIN annotator"
        " ON annotator.id = reviewer_id JOIN item ON item.id = item_id WHERE action = 'settle' AND decision.id NOT IN"
        " (SELECT decision_id FROM undone) ORDER BY at, uid"
    ):
        cell = Cell(*where)
        if cell in last and last[cell] != value:
            criterion = criteria[cell.criterion]
            called = f"{criterion.scheme}/{criterion.id}"
            found.append(GoldChange(key, place(connection, cell), called, last[cell], value, who, at, note))
        last[cell] = value
    return found


def _paces(connection: sqlite3.Connection) -> dict[str, Pace]:
    """Time by task: from each decision of a person to their next one, which says in which task it was spent."""
    rows = connection.execute(
        "SELECT coalesce(task.name, ?), sum(CASE WHEN gap <= ? THEN gap ELSE 0 END),"
        " count(DISTINCT reviewer_id || ' ' || item_id), count(gap) FROM (SELECT task_id, reviewer_id, item_id, 1440 *"
        " (julianday(at) - lag(julianday(at)) OVER (PARTITION BY reviewer_id ORDER BY at, uid)) AS gap FROM decision)"
        " LEFT JOIN task ON task.id = task_id GROUP BY 1",
        (FLAGS, BREAK),
    )
    return {task: Pace(minutes, items) for task, minutes, items, timed in rows if timed}


def _sources(connection: sqlite3.Connection) -> list[Sealed]:
    rows = connection.execute(
        "SELECT uid, (SELECT count(*) FROM seal WHERE source_id = source.id), (SELECT link FROM seal WHERE source_id ="
        " source.id ORDER BY place DESC LIMIT 1) FROM source ORDER BY own DESC, id"
    )
    return [Sealed(uid, count, last.hex() if last else "") for uid, count, last in rows]
