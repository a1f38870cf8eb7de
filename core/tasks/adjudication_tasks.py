"""Of whom a settle task asks an item, and what it lets them see: of what the readers of a cell said never who it was.

A task with the rule ``adjudicator`` makes gold: its reader sees the answers, in an order that is drawn again for each
cell, so that nobody can be followed from one to the next. One with another rule asks a third reader, who sees none of
them, and is not asked where they voted or saw a vote themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from galley.core.definitions.protocols import Task, UnmarkedMeaning, terms
from galley.core.domain import AnnotatorId, AnnotatorKind, Cell, ItemId, Span, Value
from galley.core.hashing import blake2b
from galley.core.rules.implicit_no import add_implicit_no
from galley.core.rules.rule import UNMET
from galley.core.rules.scalar import latest
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import task_items
from galley.core.storage.queries import tasks as task_rows
from galley.core.storage.queries import verdicts as verdict_rows
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.responses import ItemResponses
from galley.core.tasks.task_book import TaskBook


@dataclass(frozen=True, slots=True)
class ReaderVerdict:
    """What one reader said of a cell, with the words that they marked and the reason that they gave; ``value`` None is
    unsure. Nothing in it says who it was. ``source`` is SETTLED for what the cell was adjudicated as (None: left open),
    KNOWN for its known answer."""

    value: Value | None
    spans: tuple[Span, ...] = ()
    reason: str = ""
    source: str = ""


RESOLVED, KNOWN = "settled", "known"
CHANGED = "changed"
"""What a package says of itself that only tells its reader what was adjudicated differently."""


def read_resolved_answers(connection: Connection, item: ItemId) -> dict[Cell, tuple[ReaderVerdict, ...]]:
    """What the cells of an item were adjudicated as in such a package, and why."""
    gold = {row for row, annotator in names.annotators(connection).items() if annotator.kind == AnnotatorKind.GOLD}
    reasons = _read_reasons(connection, item)
    verdicts: dict[Cell, tuple[ReaderVerdict, ...]] = {}
    for row in verdict_rows.read_item_verdicts(connection, item):
        if row.annotator in gold:
            cell = Cell(row.unit, row.criterion, row.target)
            spans, reason = reasons.get((row.annotator, cell), ((), ""))
            verdicts[cell] = (ReaderVerdict(row.value, spans, reason, RESOLVED),)
    return verdicts


def read_training_answers(
    connection: Connection, item: ItemId, reviewer: AnnotatorId
) -> dict[Cell, tuple[ReaderVerdict, ...]]:
    """What a task that trains tells its reader: the known answers of what they have answered themselves."""
    rows = task_rows.read_training_answers(connection, reviewer, item=item)
    return {
        Cell(row.unit, row.criterion, row.target): (ReaderVerdict(row.value, source=KNOWN),) for row in rows
    }


def feedback(connection: Connection, cell: Cell, reviewer: AnnotatorId) -> tuple[Value, bool] | None:
    """The known answer of a cell that trains, and whether this reviewer (row id) gave it; None where they have not
    answered, or it trains nobody."""
    rows = task_rows.read_training_answers(connection, reviewer, cell=cell)
    return (rows[0].value, rows[0].is_right) if rows else None


def list_tasks_about(tasks: TaskBook, task: Task) -> list[int]:
    """The tasks (row ids) whose cells an adjudication task resolves."""
    protocol = tasks.protocol(task)
    return [tasks.rows[other.full] for name in task.of if (other := protocol.task(name)) is not None]


def asks_of(connection: Connection, item: ItemId, reviewer: AnnotatorId, tasks: TaskBook, task: Task) -> bool:
    """Whether an adjudication task may ask this reviewer of an item: always an adjudicator, who may have read; a third
    reviewer who neither read it for a task that it is about nor saw what others said."""
    return task.adjudicates or not task_items.is_excluded(connection, list_tasks_about(tasks, task), item, reviewer)


def readers(
    connection: Connection,
    read: TaskSheet,
    tasks: TaskBook,
    cells: Collection[Cell],
    judges: Mapping[AnnotatorId, frozenset[str]],
    without: int = 0,
) -> dict[Cell, tuple[ReaderVerdict, ...]]:
    """What the readers of each cell say, by the latest round of each, in an order that tells nobody apart. ``read`` is
    their item; ``judges`` are those that vote (row ids), with what tasks call
    them; ``without`` is whose own answers are left out."""
    item_responses, reasons = ItemResponses(read, tasks, judges), _read_reasons(connection, read.item)
    verdicts = {}
    for cell in cells:
        owner = tasks.owner(cell.criterion, read.kind(cell.unit))
        entry = next((a.entry for a in tasks.asks(owner) if a.criterion.row == cell.criterion), None) if owner else None
        if owner is None or entry is None:
            continue
        responses = item_responses.list_responses(owner, tasks.rows[owner.full], entry, cell)
        if (
            owner.unmarked_meaning is UnmarkedMeaning.NO
            and tasks.criteria[cell.criterion].scale == "yes-no"
            and cell not in read.flags
        ):
            responses = list(
                add_implicit_no(responses, (who for who in read.implicit_pairs if read.has_implicit_no(who, cell)))
            )
        answers = {who: value for who, value in latest(responses, terms(owner, entry)).items() if value is not UNMET}
        verdicts[cell] = tuple(
            ReaderVerdict(None if value is None else _value(value), *reasons.get((who, cell), ()))
            for who, value in sorted(answers.items(), key=lambda pair: _order_key(cell, pair[0]))
            if who != without
        )
    return verdicts


def _value(answer: object) -> Value:
    assert isinstance(answer, str | int | float)
    return answer


def _order_key(cell: Cell, who: AnnotatorId) -> bytes:
    return blake2b(f"{cell.unit} {cell.criterion} {cell.target} {who}".encode(), digest_size=8).digest()


def _read_reasons(connection: Connection, item: ItemId) -> dict[tuple[AnnotatorId, Cell], tuple[tuple[Span, ...], str]]:
    """The words that each annotator marked in an item, and the reason that they gave, by annotator and cell."""
    marks = verdict_rows.read_marks(connection, item=item)
    return {
        (row.annotator, Cell(row.unit, row.criterion, row.target)): (
            tuple(Span(start, end) for start, end in marks.get(row.id, verdict_rows.NO_MARKS).spans),
            row.explanation or "",
        )
        for row in verdict_rows.read_item_verdicts(connection, item)
    }
