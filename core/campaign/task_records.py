"""What of an item goes into a package of a task: the rows of its native record that this one reader may see.

The cells that are asked, the units that they are about without author or history, a judge's flags where the task is
about them, and of what people said only the reader's own answers in this very task. What of others goes along was asked
for by name, and is about the cells that are asked alone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from galley.core.definitions.protocols import Kind, Task
from galley.core.definitions.task_owners import full
from galley.core.domain import JUDGES, Action, AnnotatorId, AnnotatorKind, Cell, CriterionId, ItemId, UnitId, Value
from galley.core.exports._items import Item, Row
from galley.core.exports._places import IdWords
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_units
from galley.core.storage.queries.decisions import read_rounds
from galley.core.storage.queries.items import read_unit_sources, read_unit_types
from galley.core.storage.queries.verdicts import read_item_remarks
from galley.core.tasks.task_book import TaskBook

JUDGE_SHOWN, NAMES_SHOWN, OTHERS_SHOWN = "judges", "names", "others"
"""Words of a task's ``shows``."""
ABOUT_CELLS = (
    *(Action.ACCEPT, Action.OVERRIDE, Action.UNSURE, Action.ADD, Action.ADJUDICATE, Action.NOTE, Action.REASON),
    Action.ATTACH,
)
GOLD = AnnotatorId(-1)
"""Stands for the annotator of what a reader is told was settled: gold by rule is nobody's in the project."""
_REVIEWER, _ACTION, _UNIT, _CRITERION, _TARGET, _FLAG, _MADE, _TASK, _ROUND, _REFERS = 4, 5, 6, 7, 8, 9, 17, 19, 20, 16
"""Columns of a row of ``decisions`` (see ``exports._items``)."""


@dataclass(frozen=True, slots=True)
class Workload:
    """What one reader (row id, 0 for one who is new) gets of the items of a task. ``cells`` are those that are asked,
    by item; ``speakers`` whose turns they write about, by item, where these are dealt; ``new_items`` items of which
    they had
    nothing before. ``kinds`` are those of annotators, by row id. ``changed_gold`` is what cells were settled as
    (None: left open), and why, where the reader is told; ``again`` the cells that are asked once more,
    without the reader's own answers."""

    task: Task
    book: TaskBook
    reader: AnnotatorId
    cells: Mapping[ItemId, Collection[Cell]]
    round: int = 1
    flags: bool = True
    others: bool = False
    gold: bool = False
    speakers: Mapping[ItemId, Collection[str]] = field(default_factory=dict)
    new_items: Collection[ItemId] = ()
    kinds: Mapping[int, str] = field(default_factory=dict)
    changed_gold: Mapping[Cell, tuple[Value | None, str]] = field(default_factory=dict)
    again: Mapping[ItemId, Collection[Cell]] = field(default_factory=dict)

    @property
    def row(self) -> int:
        """The row id of the task."""
        return self.book.rows[self.task.full]

    @property
    def flag_criteria(self) -> frozenset[CriterionId] | None:
        """The criteria (row ids) whose flags go along; None for all of them."""
        if not self.flags:
            return frozenset()
        if JUDGE_SHOWN in self.task.shows:
            return None
        flag_tasks = [self.task] if self.task.kind is Kind.VERIFY else self._adjudicated_tasks(Kind.VERIFY)
        return frozenset(asking.criterion.row for task in flag_tasks for asking in self.book.asks(task))

    def _adjudicated_tasks(self, kind: Kind) -> list[Task]:
        protocol = self.book.protocol(self.task)
        return [other for name in self.task.of if (other := protocol.task(name)) is not None and other.kind is kind]

    def typeless(self) -> frozenset[str]:
        """The kinds of derived units whose type would tell what this task is to find out."""
        criteria = (
            {full(asking.criterion) for asking in self.book.asks(self.task)} if self.task.kind in ASKING else set()
        )
        protocol = self.book.protocol(self.task)
        return frozenset(
            type_rule.unit.value
            for type_rule in protocol.types
            if criteria & {condition.criterion for condition in type_rule.conditions}
        )

    def filter_item(self, connection: Connection, item: Item) -> Item:
        """The item as it goes into the package."""
        rows = item.rows
        notes = self._notes(connection, item.id)
        again = frozenset(self.again.get(item.id, ()))
        cells = frozenset(self.cells.get(item.id, ())) | again
        decisions = self._decisions(rows["decisions"], item.id, cells - again)
        decision_ids = {row[1] for row in decisions}
        secret = frozenset(Cell(row[2], row[1], row[3]) for row in rows["known"])
        verdicts = self._verdicts(rows["verdicts"], cells, secret, notes)
        verdicts = [row for row in verdicts if row[2] != self.reader or Cell(row[4], row[3], row[5]) not in again]
        verdicts += [
            (item.id, -number, GOLD, cell.criterion, cell.unit, cell.target, value,
             "left open" if value is None else None, None, None, why, None)
            for number, (cell, (value, why)) in enumerate(sorted(self.changed_gold.items()), 1) if cell in cells
        ]  # fmt: skip
        verdict_ids = {row[1] for row in verdicts}
        evidence = [row for row in rows["evidence"] if row[1] in verdict_ids]
        needed_units = {cell.unit for cell in cells} | {row[_UNIT] for row in decisions if row[_UNIT]}
        needed_units |= {row[2] for row in evidence if row[2]} | self._revision_units(decisions)
        derived, sources = self._derived_rows(connection, item, needed_units, decision_ids)
        present_units = {row[1] for row in derived} | {row[4] for row in verdicts if row[4] not in _derived_of(rows)}
        verdicts = [row for row in verdicts if row[4] in present_units]
        verdict_ids = {row[1] for row in verdicts}
        package_rows = {
            **rows,
            "derived": derived,
            "sources": sources,
            "verdicts": verdicts,
            "evidence": [row for row in evidence if row[1] in verdict_ids],
            "spans": [row for row in rows["spans"] if row[1] in verdict_ids],
            "reasons": [
                row for row in rows["reasons"] if row[1] in verdict_ids and row[2] == self.reader and row[4] is None
            ],
            "judged": self._judged_rows(rows["judged"], cells),
            "scores": [],
            "decisions": [self._about(row, verdict_ids) for row in decisions],
            "handed": [(item.id, self.row, c.criterion, c.unit, c.target) for c in sorted(cells)],
            "known": [r for r in rows["known"] if self.task.is_training and r[5] and Cell(r[2], r[1], r[3]) in cells],
            "void": [],
        }
        return item._replace(rows=package_rows)

    # What was said -------------------------------------------------------------------------------------------------

    def _decisions(self, log: Iterable[Row], item: ItemId, cells: frozenset[Cell]) -> list[Row]:
        """The reader's own in this task, in rounds up to this one; an undo of one that does not go does not either."""
        log_rows, decision_ids = [], set()
        for row in log:
            if row[_REFERS] is not None:
                goes = row[_REFERS] in decision_ids
            elif row[_REVIEWER] != self.reader or row[_TASK] != self.row or row[_ROUND] > self.round:
                goes = False
            elif row[_CRITERION] is not None and row[_ACTION] in ABOUT_CELLS:
                goes = Cell(row[_UNIT], row[_CRITERION], row[_TARGET]) in cells
            else:  # notes on the item, finishes and revisions
                goes = item in self.new_items or self.round > 1
            if goes:
                decision_ids.add(row[1])
                log_rows.append(row)
        return log_rows

    def _about(self, row: Row, verdict_ids: Collection[int]) -> Row:
        return row if row[_FLAG] in verdict_ids else (*row[:_FLAG], None, *row[_FLAG + 1 :])

    def _notes(self, connection: Connection, item: ItemId) -> dict[tuple[AnnotatorId, Cell], str]:
        """What others noted on a cell, where their answers go along: beside an answer without a reason it is one."""
        rows = read_item_remarks(connection, item).notes if self.others else ()
        return {(who, Cell(*cell)): text for who, *cell, text in rows if who != self.reader and cell[0] is not None}

    def _verdicts(
        self,
        verdicts: Iterable[Row],
        cells: frozenset[Cell],
        secret: frozenset[Cell],
        notes: Mapping[tuple[AnnotatorId, Cell], str],
    ) -> list[Row]:
        flagged = self.flag_criteria
        package_rows = []
        for row in verdicts:
            cell, kind, decision = Cell(row[4], row[3], row[5]), self.kinds[row[2]], row[11]
            if kind in JUDGES:
                goes = flagged is None or row[3] in flagged
            elif row[2] == self.reader and kind == AnnotatorKind.HUMAN:
                goes = decision is None and cell in cells  # the log brings the others
            else:
                goes = self.gold and cell not in secret if kind == AnnotatorKind.GOLD else self.others
                goes = goes and cell in cells
            if goes:
                package_rows.append((*row[:10], row[10] or notes.get((row[2], cell)), None))
        return package_rows

    def _judged_rows(self, judged: Iterable[Row], cells: frozenset[Cell]) -> list[Row]:
        flagged = self.flag_criteria
        pairs = {(cell.criterion, cell.target) for cell in cells}
        package_rows = []
        for row in judged:
            kind = self.kinds[row[1]]
            if kind in JUDGES:
                goes = flagged is None or row[2] in flagged
            elif row[1] == self.reader and kind == AnnotatorKind.HUMAN:
                goes = row[4] is None and (row[2], row[3]) in pairs
            else:
                goes = (self.gold if kind == AnnotatorKind.GOLD else self.others) and (row[2], row[3]) in pairs
            if goes:
                package_rows.append((*row[:4], None))
        return package_rows

    # Units ---------------------------------------------------------------------------------------------------------

    def _revision_units(self, decisions: Iterable[Row]) -> set[UnitId]:
        """The units that the reader's own revisions took the place of."""
        units: set[UnitId] = set()
        for row in decisions:
            if row[_MADE]:
                revision = json.loads(row[_MADE])
                units.update(revision["replaces"])
                units.update(source for unit in revision["units"] for source in unit["sources"])
        return units

    def _derived_rows(
        self, connection: Connection, item: Item, needed_units: set[UnitId], decision_ids: set[int]
    ) -> tuple[list[Row], list[Row]]:
        """The derived units that go along, each without who wrote it, and what they come from."""
        rows = item.rows["derived"]
        if not rows:
            return [], []
        sources_by_unit: dict[UnitId, list[UnitId]] = defaultdict(list)
        for _, unit, source in item.rows["sources"]:
            sources_by_unit[unit].append(source)
        wrote = read_rounds(connection, item.id)
        present_units = set(needed_units)
        for row in rows:
            _, unit, _, kind, _, _, _, _, revision_id, retired = row
            if revision_id is None:
                present_units |= set() if retired else {unit}
            elif revision_id in decision_ids:
                present_units.add(unit)
            elif (
                not retired
                and self.task.kind is Kind.WRITE
                and kind == self.task.unit
                and wrote.get(revision_id, (None, 1))[0] != self.row
            ):
                present_units |= {unit} if self._is_own_unit(connection, item.id, unit, sources_by_unit) else set()
        ahead = list(present_units)
        while ahead:
            fresh = [origin for origin in sources_by_unit.get(ahead.pop(), ()) if origin not in present_units]
            present_units.update(fresh)
            ahead += fresh
        types = {unit: gold for unit, (_, gold) in read_unit_types(connection, item.id).items() if gold is not None}
        blank = self.typeless()
        package_rows = []
        for row in rows:
            unit, kind, type_, revision_id = row[1], row[3], row[6], row[8]
            if unit in present_units:
                shown_type = None if kind in blank else types.get(unit, type_) or None
                package_rows.append(
                    (*row[:6], shown_type, row[7], revision_id if revision_id in decision_ids else None, 0)
                )
        return package_rows, [row for row in item.rows["sources"] if row[1] in present_units]

    def _is_own_unit(
        self, connection: Connection, item: ItemId, unit: UnitId, sources_by_unit: Mapping[UnitId, Collection[UnitId]]
    ) -> bool:
        """Whether a unit is about what was dealt to this reader."""
        if item not in self.speakers:
            return True
        who = speakers_of(connection, unit, sources_by_unit)
        return not who or bool(who & set(self.speakers[item]))


ASKING = (Kind.ANSWER, Kind.VERIFY, Kind.COMPARE, Kind.ADJUDICATE)
def _derived_of(rows: Mapping[str, list[Row]]) -> frozenset[UnitId]:
    return frozenset(row[1] for row in rows["derived"])


def speakers_of(
    connection: Connection, unit: UnitId, sources_by_unit: Mapping[UnitId, Collection[UnitId]] | None = None
) -> set[str]:
    """Who speaks in a unit, or in the turns that it comes from."""
    speakers, ahead, seen = set[str](), [unit], {unit}
    while ahead:
        unit_id = ahead.pop()
        row = read_units(connection, [unit_id]).get(unit_id)
        if row is not None and row.speaker:
            speakers.add(row.speaker)
        if sources_by_unit is None:
            sources = [*read_unit_sources(connection, unit_id, unit_id).get(unit_id, ())]
        else:
            sources = list(sources_by_unit.get(unit_id, ()))
        fresh = [source for source in sources if source not in seen]
        seen.update(fresh)
        ahead += fresh
    return speakers


def annotator_labels(
    words: IdWords, reader: AnnotatorId, names: bool, letters: Mapping[str, str]
) -> dict[AnnotatorId, tuple[str, str]]:
    """Annotators (row id) with the name and kind under which they go along: letters where names are hidden."""
    labels, people = {}, 0
    own = words.annotators.get(reader, ("", ""))[0]
    for row, (name, kind) in words.annotators.items():
        if kind in JUDGES:
            labels[row] = letters.get(name, name), kind
        elif kind == AnnotatorKind.HUMAN and row != reader and not names:
            people += 1 + (own == f"Reader {people + 1}")
            labels[row] = f"Reader {people}", kind
        else:
            labels[row] = name, kind
    return labels
