"""Which answers of a reviewer were adjudicated differently, and why: as a list, and as a package that only shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from galley.core.campaign.allotment import Allotment
from galley.core.definitions.protocols import Task, terms
from galley.core.domain import AnnotatorId, Cell, ItemId, Value
from galley.core.errors import InputError
from galley.core.rules.rule import UNMET, Ruling, State
from galley.core.rules.scalar import latest
from galley.core.storage import slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.names import find_people
from galley.core.storage.queries import packages
from galley.core.storage.queries.decisions import DecisionSelection, read_log
from galley.core.storage.queries.verdicts import read_item_verdicts
from galley.core.tasks import answer_sheet, asked_cells, counts, slots
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.responses import ItemResponses
from galley.core.tasks.task_book import TaskBook

UNRESOLVED, UNSURE = "left open", "unsure"
LISTED = 40
"""Lines of it in the instructions of a package."""


@dataclass(frozen=True, slots=True)
class OverruledAnswer:
    """An answer that was settled otherwise: ``said`` (None: unsure) and ``settled`` (None: left open) of ``cell`` in
    the item ``key``, at ``place``, in ``task``; ``why`` in words."""

    key: str
    place: str
    criterion: str
    task: str
    said: Value | None
    settled: Value | None
    why: str
    item: ItemId
    cell: Cell

    def __str__(self) -> str:
        why = f" ({self.why})" if self.why else ""
        answer, settled = (value if value is not None else word for value, word in
                         ((self.said, UNSURE), (self.settled, UNRESOLVED)))  # fmt: skip
        return f"{self.key}, {self.place}, {self.criterion}: you said {answer}, adjudicated: {settled}{why}"


def find_reviewer_id(connection: Connection, name: str) -> AnnotatorId:
    """The row id of somebody. Raises: InputError where nobody is called that"""
    row = find_people(connection).get(name.strip())
    if row is None:
        raise InputError(f"Nobody called {name.strip()!r} is in the project.")
    return row


def list_changed_answers(
    connection: Connection, book: TaskBook, who: AnnotatorId, task: Task | None = None
) -> list[OverruledAnswer]:
    """The answers of a person (row id) in a task of a protocol, or in all of them, that were settled otherwise, in the
    order of the project. Cells whose answer is known are never among them."""
    judges, outside = counts.judges(connection, book), slots.outside(connection, book)
    tasks = {
        book.rows[voting_task.full]: voting_task
        for voting_task in ([task] if task else book.tasks.values())
        if voting_task.votes
    }
    answers = []
    begun = {entry.item for row in book.rows.values() for entry in packages.read_progress(connection, who, task=row)}
    for item in sorted(begun):
        task_sheet = answer_sheet.load(connection, item, book, outside)
        outcome, hearing = asked_cells.evaluate_item(task_sheet, book, judges), ItemResponses(task_sheet, book, judges)
        rulings = outcome.rulings
        if task_sheet.package:  # it lacks the others' answers, and holds what the cells were settled as
            rulings = {cell: Ruling(State.SETTLED, value) for cell, (value, _) in task_sheet.gold.items()}
        for cell, ruling in sorted(rulings.items()):
            owner = book.owner(cell.criterion, task_sheet.kind(cell.unit))
            if owner is None or book.rows[owner.full] not in tasks or ruling.state not in OVER:
                continue
            entry = next(ask.entry for ask in book.asks(owner) if ask.criterion.row == cell.criterion)
            responses = hearing.list_responses(owner, book.rows[owner.full], entry, cell)
            latest_answers = latest(
                [response for response in responses if not response.is_adjudication], terms(owner, entry)
            )
            if who not in latest_answers and task_sheet.has_implicit_no(who, cell):
                latest_answers = {**latest_answers, who: "no"}
            if who in latest_answers and latest_answers[who] is not UNMET and latest_answers[who] != ruling.value:
                own_answer = latest_answers[who]
                assert own_answer is None or isinstance(own_answer, str | int | float)
                why = _why(connection, item, task_sheet, cell, ruling, owner, list(latest_answers.values()))
                key = slot_queries.read_key(connection, item)
                criterion = book.criteria[cell.criterion]
                location, name = describe_cell_location(connection, cell), f"{criterion.scheme}/{criterion.id}"
                answers.append(
                    OverruledAnswer(key, location, name, owner.full, own_answer, ruling.value, why, item, cell)
                )
    return answers


OVER = (State.SETTLED, State.EXCLUDED)


def _why(
    connection: Connection,
    item: ItemId,
    task_sheet: TaskSheet,
    cell: Cell,
    ruling: Ruling,
    owner: Task,
    answers: Sequence[object],
) -> str:
    """The note of the adjudicator, or how the people voted."""
    if cell in task_sheet.gold:
        gold = next(row for row in read_item_verdicts(connection, item) if row.id == task_sheet.gold[cell][1])
        notes = [gold.explanation]
        if gold.decision is not None:
            notes = [next(read_log(connection, DecisionSelection(decision=gold.decision))).note, *notes]
        return next(filter(None, notes), "by an adjudicator").strip()
    votes = Counter(value for value in answers if value is not None and value is not UNMET)
    agree = votes.get(ruling.value, 0)
    return f"by the rule {owner.rule}: {agree} of {votes.total()} said {ruling.value}"


def describe_cell_location(connection: Connection, cell: Cell) -> str:
    """Where a cell is, in words: its document, with the unit's number or name."""
    words = packages.read_cell_words(connection, cell)
    unit = str(cell.unit - words.whole) if cell.unit != words.whole else ""
    if words.text is not None:
        unit = words.name or words.text or ""
    about = f" about {words.target}" if words.target != words.document else ""
    return f"{words.document} {unit}".strip() + about


def allotment(connection: Connection, book: TaskBook, task: Task, people: Sequence[str]) -> Allotment:
    """The cells of each person that were settled otherwise, with what they were settled as. Raises: InputError"""
    cells: dict[str, dict[ItemId, list[Cell]]] = {}
    changed_by_person: dict[str, list[OverruledAnswer]] = {}
    for name in people:
        changed_by_person[name] = list_changed_answers(connection, book, find_reviewer_id(connection, name), task)
        if not changed_by_person[name]:
            raise InputError(f"Nothing that {name} answered in {task.full} was adjudicated differently.")
        cells[name] = {}
        for answer in changed_by_person[name]:
            cells[name].setdefault(answer.item, []).append(answer.cell)
    return Allotment(task, cells, changed_answers={who: tuple(answers) for who, answers in changed_by_person.items()})


def format_overruled_notice(answers: Sequence[OverruledAnswer], name: str) -> str:
    """What the reader of such a package is told."""
    count = "1 of your answers was" if len(answers) == 1 else f"{len(answers):,} of your answers were"
    lines = [f"{count} adjudicated differently in {name}. You need not answer anything here."]
    lines += [str(answer) for answer in answers[:LISTED]]
    return "\n".join([*lines, *([f"… and {len(answers) - LISTED:,} more."] if len(answers) > LISTED else [])])
