"""What an item holds, as far as tasks need it: where its units are, and what was said of them; no texts."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from galley.core.domain import (
    JUDGES,
    Annotator,
    AnnotatorId,
    AnnotatorKind,
    Cell,
    CriterionId,
    ItemId,
    UnitId,
    UnitKind,
)
from galley.core.rules.rule import UNRESOLVED, Gold
from galley.core.rules.voters import words
from galley.core.storage import level_queries, names, slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.implicit_no import list_late_cells
from galley.core.storage.queries import decisions, items, verdicts
from galley.core.storage.queries import tasks as task_rows
from galley.core.tasks import finish, levels, slots
from galley.core.tasks.task_book import TaskBook


class Home(NamedTuple):
    """A document of the item. Its unit ``whole`` is followed by ``units`` units of the kind ``kind`` ("" for none)."""

    id: int
    name: str
    role: str
    system: str
    part: str
    whole: UnitId
    units: int
    kind: str
    meta: Mapping[str, Any]


class DerivedUnit(NamedTuple):
    """A derived unit that stands. ``type`` is the one that it came with."""

    id: UnitId
    document: int
    kind: str
    type: str
    name: str
    sources: tuple[UnitId, ...]
    meta: Mapping[str, Any]


class AnswerRow(NamedTuple):
    """A verdict of a person, of gold, or of a judge that votes. ``row`` is the verdict's, 0 for one of an earlier
    round; ``task`` the row id of the task in which it was said (None: the default one, or it came with an import)."""

    row: int
    who: AnnotatorId
    cell: Cell
    value: Any
    task: int | None
    round: int
    is_decided: bool


@dataclass(slots=True)
class TaskSheet:
    """An item. ``flags`` are the cells that a judge marked; ``implicit_pairs`` the (criterion, target) pairs on
    which each person's silence says "no", but for ``late`` cells (triples where it says so of the whole document);
    ``above_units`` are cells of a whole document whose criterion is asked of its units;
    ``gold`` what was adjudicated, with the verdict's row, and
    ``unsaid_gold`` the pairs of which imported gold says an implicit "no", with who it is;
    ``finished_rounds`` the (person, task, round) that stand finished with nothing left, ``partly_finished`` those
    that left something,
    ``revoked_rounds`` the rounds that were revoked; ``beyond`` who answered beyond the slots of a task (row id),
    in the item
    or in one cell (see ``slots``); ``holders`` who has it in a package of each task (full name); ``known_answers``
    the answers that are known, ``trains`` of which cells they are told in training; ``ran`` the methods of judges that
    have been at the item."""

    item: ItemId
    homes: dict[int, Home] = field(default_factory=dict)
    derived_units: dict[UnitId, DerivedUnit] = field(default_factory=dict)
    answers: list[AnswerRow] = field(default_factory=list)
    gold: dict[Cell, tuple[Any, int]] = field(default_factory=dict)
    flags: set[Cell] = field(default_factory=set)
    judge_answers: list[AnswerRow] = field(default_factory=list)
    implicit_pairs: dict[AnnotatorId, set[levels.LevelPair]] = field(default_factory=lambda: defaultdict(set))
    unsaid_gold: dict[tuple[CriterionId, int], int] = field(default_factory=dict)
    late: set[tuple[AnnotatorId, Cell]] = field(default_factory=set)
    finished_rounds: set[tuple[AnnotatorId, int | None, int]] = field(default_factory=set)
    partly_finished: set[tuple[AnnotatorId, int | None, int]] = field(default_factory=set)
    revoked_rounds: set[tuple[int | None, AnnotatorId, int]] = field(default_factory=set)
    beyond: set[tuple[int, AnnotatorId, Cell | None]] = field(default_factory=set)
    assigned_cells: dict[int, set[Cell]] = field(default_factory=lambda: defaultdict(set))
    known_answers: dict[Cell, Any] = field(default_factory=dict)
    above_units: frozenset[Cell] = frozenset()
    trains: set[Cell] = field(default_factory=set)
    holders: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    ran: frozenset[str] = frozenset()
    package: bool = False

    def kind(self, unit: UnitId) -> str:
        """The kind of a unit of the item; "" for one that does not stand."""
        if unit in self.derived_units:
            return self.derived_units[unit].kind
        for home in self.homes.values():
            if home.whole <= unit <= home.whole + home.units:
                return UnitKind.WHOLE.value if unit == home.whole else home.kind
        return ""

    def document(self, unit: UnitId) -> int:
        """The document (row id) that a unit stands in or belongs to; 0 where there is none."""
        if unit in self.derived_units:
            return self.derived_units[unit].document
        return next((h.id for h in self.homes.values() if h.whole <= unit <= h.whole + h.units), 0)

    def above(self, unit: UnitId) -> list[UnitId]:
        """A unit, what it was derived from, and the whole documents of all of these: where a condition looks."""
        units, queue = list[UnitId](), [unit]
        while queue:
            at = queue.pop(0)
            if at in units:
                continue
            units.append(at)
            if at in self.derived_units:
                queue += self.derived_units[at].sources
        homes = dict.fromkeys(self.homes[document].whole for u in units if (document := self.document(u)))
        return [*units, *(whole for whole in homes if whole not in units)]

    def get_adjudication(self, cell: Cell) -> Gold:
        """What gold says of a cell, explicitly or, where it came with an import, by an implicit no."""
        if cell in self.gold:
            value: Gold = self.gold[cell][0]
            return UNRESOLVED if value is None else value
        if cell in self.above_units:
            return None  # the implicit no of imported gold speaks of units
        late = (self.unsaid_gold.get((cell.criterion, cell.target)), cell) in self.late
        return None if late else self.get_implicit_gold(cell.criterion, cell.target)

    def get_implicit_gold(self, criterion: CriterionId, target: int) -> Gold:
        """What gold that came with an import says of cells that nobody marked."""
        return "no" if (criterion, target) in self.unsaid_gold else None

    def whole_cell(self, pair: levels.LevelPair) -> Cell:
        """The cell of a pair's criterion on its whole target."""
        return Cell(self.homes[pair[1]].whole, pair[0], pair[1])

    def has_implicit_no(self, who: AnnotatorId, cell: Cell) -> bool:
        """Whether somebody's unmarked cells mean "no" of a cell."""
        pair: levels.LevelPair = (cell.criterion, cell.target)
        if cell in self.above_units:
            pair = (*pair[:2], levels.Level.WHOLE.value)
        return pair in self.implicit_pairs.get(who, ()) and (who, cell) not in self.late


def load(
    connection: Connection, item: ItemId, book: TaskBook | None = None, outside: slots.Outside | None = None
) -> TaskSheet:
    """Read the item with this row id; ``book`` has the tasks in force, without which nobody is beyond a slot and no
    judge votes. ``outside``: who is beyond which slots, where the caller has it for many items."""
    item_sheet, voting = TaskSheet(item), book.judges if book is not None else ()
    for head in items.read_documents(connection, [item]):
        meta = json.loads(head.meta) if head.meta else {}
        place = (head.whole, head.units, head.kind)
        item_sheet.homes[head.id] = Home(head.id, head.name, head.role, head.system, head.part, *place, meta)
    _load_derived(connection, item_sheet)
    annotators = names.annotators(connection)
    _load_answers(connection, item_sheet, voting, annotators)
    for who, criterion, target in verdicts.read_unmarked_units(connection, item):
        kind = annotators[who].kind
        if kind == AnnotatorKind.GOLD:
            item_sheet.unsaid_gold[criterion, target] = who
        elif kind == AnnotatorKind.HUMAN:
            item_sheet.implicit_pairs[who].add((criterion, target))
    for _, who, criterion, target, _decision in level_queries.read_unmarked_documents(connection, [item]):
        item_sheet.implicit_pairs[who].add((criterion, target, levels.Level.WHOLE.value))
    item_sheet.late = {(late_answer.annotator, late_answer.cell) for late_answer in list_late_cells(connection, [item])}
    for key, open_pairs in finish.ends(connection, item, item_sheet.implicit_pairs).items():
        (item_sheet.partly_finished if open_pairs else item_sheet.finished_rounds).add(key)
    revoked = slot_queries.read_revoked(connection, [item])
    closed = item_sheet.revoked_rounds = {(task, who, number) for task, who, _, number in revoked}
    _levels(connection, item_sheet, book, closed)
    if book is not None:
        outside = slots.outside(connection, book, [item]) if outside is None else outside
        item_sheet.beyond = set(outside.get(item, ()))
    for task, cell in task_rows.read_assigned_cells(connection, item):
        item_sheet.assigned_cells[task].add(cell)
    of_tasks = task_rows.read_task_rows(connection, item)
    for cell, value, trains in of_tasks.known:
        item_sheet.known_answers[cell] = value
        item_sheet.trains |= {cell} if trains else set()
    for name, who in of_tasks.holders:
        item_sheet.holders[name or ""].add(who)
    item_sheet.ran = of_tasks.methods
    item_sheet.package = slot_queries.is_package(connection)
    return item_sheet


def _levels(
    connection: Connection,
    sheet: TaskSheet,
    book: TaskBook | None,
    closed: Collection[tuple[int | None, AnnotatorId, int]],
) -> None:
    """Tell cells of whole documents from those of units, and take away the silence that is void by what a person said
    at the other level."""
    wholes = {home.whole: home.id for home in sheet.homes.values()}
    answers = [s for s in sheet.answers if s.row and (s.task, s.who, s.round) not in closed]
    cells = {s.cell for s in sheet.answers} | sheet.flags | sheet.gold.keys()
    on_wholes = {cell for cell in cells if cell.unit in wholes}
    if not sheet.implicit_pairs and not on_wholes:
        return
    on_wholes |= {sheet.whole_cell(pair) for pairs in sheet.implicit_pairs.values() for pair in pairs}
    criteria = book.criteria if book is not None and book.tasks else names.criteria(connection)
    of_wholes, of_units = levels.split_criteria(criteria, book)
    sheet.above_units = frozenset(cell for cell in on_wholes if cell.criterion in of_units)
    for who, pairs in sheet.implicit_pairs.items():
        pairs -= levels.find_void_pairs(((s.cell, s.value) for s in answers if s.who == who), wholes, of_wholes)


def _load_derived(connection: Connection, item_sheet: TaskSheet) -> None:
    rows = [row for row in items.read_derived_rows(connection, [item_sheet.item]) if not row.retired_by]
    if not rows:
        return
    sources = items.read_unit_sources(connection, rows[0].id, rows[-1].id)
    for row in rows:
        meta = json.loads(row.meta) if row.meta else {}
        item_sheet.derived_units[row.id] = DerivedUnit(
            row.id, row.document, row.kind, row.type, row.name, sources.get(row.id, ()), meta
        )


def _load_answers(
    connection: Connection, item_sheet: TaskSheet, voting: Sequence[str], annotators: Mapping[AnnotatorId, Annotator]
) -> None:
    votes = set(voting)
    tasks = decisions.read_rounds(connection, item_sheet.item)
    for verdict in verdicts.read_item_verdicts(connection, item_sheet.item):
        row, who, value, decision = verdict.id, verdict.annotator, verdict.value, verdict.decision
        cell, annotator = Cell(verdict.unit, verdict.criterion, verdict.target), annotators[who]
        kind = annotator.kind
        if kind == AnnotatorKind.GOLD:
            item_sheet.gold[cell] = value, row
        elif kind == AnnotatorKind.HUMAN:
            task, number = tasks.get(decision or 0, (None, 1))
            item_sheet.answers.append(AnswerRow(row, who, cell, value, task, number, decision is not None))
        elif kind in JUDGES:
            if value == "yes":
                item_sheet.flags.add(cell)
            if votes and votes & words(annotator.name, annotator.method or ""):
                item_sheet.judge_answers.append(AnswerRow(row, who, cell, value, None, 1, False))
    for earlier in verdicts.read_earlier_answers(connection, item_sheet.item):
        task, cell = tasks.get(earlier.decision, (None, 1))[0], Cell(earlier.unit, earlier.criterion, earlier.target)
        item_sheet.answers.append(AnswerRow(0, earlier.annotator, cell, earlier.value, task, earlier.round, True))
