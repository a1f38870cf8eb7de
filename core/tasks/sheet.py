"""What an item holds, as far as tasks need it: where its units are, and what was said of them; no texts."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from galley.core.columns import implied_no as silence
from galley.core.columns import names
from galley.core.domain import JUDGES, AnnotatorKind, Cell, UnitKind
from galley.core.rules.rule import LEFT_OPEN, Gold
from galley.core.rules.voters import words
from galley.core.storage import level_queries
from galley.core.tasks import finishing, levels, slots
from galley.core.tasks.task_book import TaskBook


class Home(NamedTuple):
    """A document of the item. Its unit ``whole`` is followed by ``units`` units of the kind ``kind`` ("" for none)."""

    id: int
    name: str
    role: str
    system: str
    part: str
    whole: int
    units: int
    kind: str
    meta: Mapping[str, Any]


class Made(NamedTuple):
    """A derived unit that stands. ``type`` is the one that it came with."""

    id: int
    document: int
    kind: str
    type: str
    name: str
    sources: tuple[int, ...]
    meta: Mapping[str, Any]


class Spoken(NamedTuple):
    """A verdict of a person, of gold, or of a judge that votes. ``row`` is the verdict's, 0 for one of an earlier
    round; ``task`` the row id of the task in which it was said (None: the default one, or it came with an import)."""

    row: int
    who: int
    cell: Cell
    value: Any
    task: int | None
    round: int
    decided: bool


@dataclass(slots=True)
class TaskSheet:
    """An item. ``flags`` are the cells that a judge marked; ``silent`` the (criterion, target) pairs on which each
    person's silence says "no", but for ``late`` cells (triples where it says so of the whole document);
    ``above_units`` are cells of a whole document whose criterion is asked of its units;
    ``gold`` what was adjudicated, with the verdict's row, and
    ``unsaid_gold`` the pairs of which imported gold says "no" in silence, with who it is;
    ``finished`` the (person, task, round) that stand finished with nothing left, ``partly`` those that left something,
    ``closed`` the rounds that were taken back; ``beyond`` who answered beyond the slots of a task (row id), in the item
    or in one cell (see ``slots``); ``holders`` who has it in a package of each task (full name); ``known``
    the answers that are known, ``trains`` of which cells they are told in training; ``ran`` the methods of judges that
    have been at the item."""

    item: int
    homes: dict[int, Home] = field(default_factory=dict)
    derived: dict[int, Made] = field(default_factory=dict)
    said: list[Spoken] = field(default_factory=list)
    gold: dict[Cell, tuple[Any, int]] = field(default_factory=dict)
    flags: set[Cell] = field(default_factory=set)
    judged: list[Spoken] = field(default_factory=list)
    silent: dict[int, set[levels.LevelPair]] = field(default_factory=lambda: defaultdict(set))
    unsaid_gold: dict[tuple[int, int], int] = field(default_factory=dict)
    late: set[tuple[int, Cell]] = field(default_factory=set)
    finished: set[tuple[int, int | None, int]] = field(default_factory=set)
    partly: set[tuple[int, int | None, int]] = field(default_factory=set)
    closed: set[tuple[int | None, int, int]] = field(default_factory=set)
    beyond: set[tuple[int, int, Cell | None]] = field(default_factory=set)
    handed: dict[int, set[Cell]] = field(default_factory=lambda: defaultdict(set))
    known: dict[Cell, Any] = field(default_factory=dict)
    above_units: frozenset[Cell] = frozenset()
    trains: set[Cell] = field(default_factory=set)
    holders: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    ran: frozenset[str] = frozenset()
    package: bool = False

    def kind(self, unit: int) -> str:
        """The kind of a unit of the item; "" for one that does not stand."""
        if unit in self.derived:
            return self.derived[unit].kind
        for home in self.homes.values():
            if home.whole <= unit <= home.whole + home.units:
                return UnitKind.WHOLE.value if unit == home.whole else home.kind
        return ""

    def document(self, unit: int) -> int:
        """The document (row id) that a unit stands in or belongs to; 0 where there is none."""
        if unit in self.derived:
            return self.derived[unit].document
        return next((h.id for h in self.homes.values() if h.whole <= unit <= h.whole + h.units), 0)

    def above(self, unit: int) -> list[int]:
        """A unit, what it was derived from, and the whole documents of all of these: where a condition looks."""
        found, left = list[int](), [unit]
        while left:
            at = left.pop(0)
            if at in found:
                continue
            found.append(at)
            if at in self.derived:
                left += self.derived[at].sources
        homes = dict.fromkeys(self.homes[document].whole for u in found if (document := self.document(u)))
        return [*found, *(whole for whole in homes if whole not in found)]

    def adjudicated(self, cell: Cell) -> Gold:
        """What gold says of a cell, in so many words or, where it came with an import, in silence."""
        if cell in self.gold:
            value: Gold = self.gold[cell][0]
            return LEFT_OPEN if value is None else value
        if cell in self.above_units:
            return None  # the silence of imported gold speaks of units
        late = (self.unsaid_gold.get((cell.criterion, cell.target)), cell) in self.late
        return None if late else self.in_silence(cell.criterion, cell.target)

    def in_silence(self, criterion: int, target: int) -> Gold:
        """What gold that came with an import says of cells that nobody marked."""
        return "no" if (criterion, target) in self.unsaid_gold else None

    def whole_cell(self, pair: levels.LevelPair) -> Cell:
        """The cell of a pair's criterion on its whole target."""
        return Cell(self.homes[pair[1]].whole, pair[0], pair[1])

    def silence(self, who: int, cell: Cell) -> bool:
        """Whether somebody's silence says "no" of a cell."""
        pair: levels.LevelPair = (cell.criterion, cell.target)
        if cell in self.above_units:
            pair = (*pair[:2], levels.Level.WHOLE.value)
        return pair in self.silent.get(who, ()) and (who, cell) not in self.late


def load(
    connection: sqlite3.Connection, item: int, book: TaskBook | None = None, outside: slots.Outside | None = None
) -> TaskSheet:
    """Read the item with this row id; ``book`` has the tasks in force, without which nobody is beyond a slot and no
    judge votes. ``outside``: who is beyond which slots, where the caller has it for many items."""
    found, voting = TaskSheet(item), book.judges if book is not None else ()
    for row in connection.execute(
        "SELECT id, name, role, system, part, whole_id, units,"
        " coalesce((SELECT kind FROM unit WHERE unit.id = whole_id + 1 AND units > 0), ''), meta"
        " FROM document WHERE item_id = ? ORDER BY id",
        (item,),
    ):
        found.homes[row[0]] = Home._make((*row[:8], json.loads(row[8]) if row[8] else {}))
    _derived(connection, found)
    _spoken(connection, found, voting)
    for who, kind, criterion, target in connection.execute(
        "SELECT annotator_id, kind, criterion_id, target_id FROM judged JOIN annotator ON annotator.id = annotator_id"
        " WHERE item_id = ? AND kind IN ('human', 'gold')",
        (item,),
    ):
        if kind == AnnotatorKind.GOLD:
            found.unsaid_gold[criterion, target] = who
        else:
            found.silent[who].add((criterion, target))
    for _, who, criterion, target, _decision in level_queries.read_silent_wholes(connection, [item]):
        found.silent[who].add((criterion, target, levels.Level.WHOLE.value))
    found.late = {(each.annotator, each.cell) for each in silence.late(connection, [item])}
    for key, left in finishing.ends(connection, item, found.silent).items():
        (found.partly if left else found.finished).add(key)
    closed = found.closed = set(
        connection.execute("SELECT task_id, annotator_id, round FROM void WHERE item_id = ?", (item,)).fetchall()
    )
    _levels(connection, found, book, closed)
    if book is not None:
        outside = slots.outside(connection, book, [item]) if outside is None else outside
        found.beyond = set(outside.get(item, ()))
    for task, *cell in connection.execute(
        "SELECT task_id, unit_id, criterion_id, target_id FROM handed WHERE item_id = ?", (item,)
    ):
        found.handed[task].add(Cell(*cell))
    for *cell, value, trains in connection.execute(
        "SELECT unit_id, criterion_id, target_id, value, trains FROM known WHERE item_id = ?", (item,)
    ):
        found.known[Cell(*cell)] = value
        found.trains |= {Cell(*cell)} if trains else set()
    for task, who in connection.execute(
        "SELECT json_extract(settings, '$.package.task'), annotator.id FROM package CROSS JOIN package_item"
        " ON package_id = package.id AND item_id = ? JOIN annotator ON annotator.name = reviewer AND kind = 'human'",
        (item,),
    ):
        found.holders[task or ""].add(who)
    found.ran = frozenset(
        method
        for (method,) in connection.execute(
            "SELECT DISTINCT run.method FROM call JOIN run ON run.id = run_id WHERE call.item_id = :i AND"
            " call.state <> 'failed' UNION SELECT DISTINCT method FROM annotator WHERE method <> '' AND id IN"
            " (SELECT annotator_id FROM verdict WHERE item_id = :i UNION"
            " SELECT annotator_id FROM judged WHERE item_id = :i)",
            {"i": item},
        )
    )
    found.package = connection.execute("SELECT 1 FROM setting WHERE name = 'package'").fetchone() is not None
    return found


def _levels(
    connection: sqlite3.Connection,
    sheet: TaskSheet,
    book: TaskBook | None,
    closed: Collection[tuple[int | None, int, int]],
) -> None:
    """Tell cells of whole documents from those of units, and take away the silence that is void by what a person said
    at the other level."""
    wholes = {home.whole: home.id for home in sheet.homes.values()}
    answers = [s for s in sheet.said if s.row and (s.task, s.who, s.round) not in closed]
    cells = {s.cell for s in sheet.said} | sheet.flags | sheet.gold.keys()
    on_wholes = {cell for cell in cells if cell.unit in wholes}
    if not sheet.silent and not on_wholes:
        return
    on_wholes |= {sheet.whole_cell(pair) for pairs in sheet.silent.values() for pair in pairs}
    criteria = book.criteria if book is not None and book.tasks else names.criteria(connection)
    of_wholes, of_units = levels.split_criteria(criteria, book)
    sheet.above_units = frozenset(cell for cell in on_wholes if cell.criterion in of_units)
    for who, pairs in sheet.silent.items():
        pairs -= levels.find_void_pairs(((s.cell, s.value) for s in answers if s.who == who), wholes, of_wholes)


def _derived(connection: sqlite3.Connection, found: TaskSheet) -> None:
    rows = connection.execute(
        "SELECT unit.id, document_id, unit.kind, coalesce(type, ''), coalesce(unit.name, ''), unit.meta FROM document"
        " JOIN unit ON document_id = document.id WHERE item_id = ? AND unit.text IS NOT NULL"
        f"{names.standing(connection, 'unit.id')} ORDER BY unit.id",
        (found.item,),
    ).fetchall()
    if not rows:
        return
    sources: dict[int, list[int]] = defaultdict(list)
    for unit, source in connection.execute(
        "SELECT unit_id, source_id FROM unit_source WHERE unit_id BETWEEN ? AND ? ORDER BY unit_id, source_id",
        (rows[0][0], rows[-1][0]),
    ):
        sources[unit].append(source)
    for row in rows:
        meta = json.loads(row[5]) if row[5] else {}
        found.derived[row[0]] = Made._make((*row[:5], tuple(sources[row[0]]), meta))


def _spoken(connection: sqlite3.Connection, found: TaskSheet, voting: Sequence[str]) -> None:
    votes = set(voting)
    columns = "annotator_id, annotator.kind, annotator.name, unit_id, criterion_id, target_id, value, decision_id"
    tasks = dict[int, tuple[int | None, int]]()
    for row, task, number in connection.execute(
        "SELECT id, task_id, round FROM decision WHERE item_id = ? AND (task_id IS NOT NULL OR round > 1)",
        (found.item,),
    ):
        tasks[row] = task, number
    for row, method, who, kind, name, unit, criterion, target, value, decision in connection.execute(
        f"SELECT verdict.id, annotator.method, {columns} FROM verdict JOIN annotator ON annotator.id = annotator_id"
        " WHERE item_id = ? ORDER BY verdict.id",
        (found.item,),
    ):
        cell = Cell(unit, criterion, target)
        if kind == AnnotatorKind.GOLD:
            found.gold[cell] = value, row
        elif kind == AnnotatorKind.HUMAN:
            task, number = tasks.get(decision, (None, 1))
            found.said.append(Spoken(row, who, cell, value, task, number, decision is not None))
        elif kind in JUDGES:
            if value == "yes":
                found.flags.add(cell)
            if votes and votes & words(name, method or ""):
                found.judged.append(Spoken(row, who, cell, value, None, 1, False))
    for who, unit, criterion, target, value, decision, number in connection.execute(
        "SELECT annotator_id, unit_id, criterion_id, target_id, value, decision_id, round FROM earlier"
        " WHERE item_id = ?",
        (found.item,),
    ):
        task = tasks.get(decision, (None, 1))[0]
        found.said.append(Spoken(0, who, Cell(unit, criterion, target), value, task, number, True))
