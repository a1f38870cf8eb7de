"""Reading one item whole: what the review window and the exports need of it, in a handful of queries."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from galley.core.domain import (
    JUDGES,
    Annotator,
    AnnotatorId,
    Cell,
    CriterionId,
    Document,
    Evidence,
    ItemId,
    Match,
    Role,
    Span,
    Unit,
    UnitId,
    UnitKind,
    Verdict,
)
from galley.core.errors import RESTORE, InputError, NotAProject
from galley.core.review import attachments
from galley.core.review.attachments import AttachedEvidence
from galley.core.rules.rule import Ruling
from galley.core.storage import implicit_no, level_queries, names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import items as item_rows
from galley.core.storage.queries import read_metadata
from galley.core.storage.queries import verdicts as verdict_rows
from galley.core.storage.record_rows import LONGEST
from galley.core.tasks import document_level, finish, levels, task_book
from galley.core.tasks.levels import Level, LevelPair


class FlagState(StrEnum):
    """Where a flag stands for one reviewer."""

    OPEN = "open"
    ACCEPTED = "accepted"
    OVERRIDDEN = "overridden"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class ReviewerNote:
    """A reviewer's note on the item (``cell`` None) or on a cell."""

    annotator: AnnotatorId
    cell: Cell | None
    text: str


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item as it is now. ``judged_pairs`` holds (annotator, criterion, target) whose silence means "no", but for
    what is
    ``late`` (see ``silence``). ``written_units`` are the units that reviewers wrote. ``unread`` are the (criterion,
    target)
    that each person left when they finished (see ``finishing``), ``through`` who has finished with nothing left.
    ``rulings`` are what the tasks that own the criteria ``owned_criteria`` (row ids) came to, ``quiet`` those of
    cells that nobody marked, by (criterion, target): where ``ruled`` has put them in. ``implicit_no_wholes`` is
    ``judged_pairs`` for whole
    documents, ``uncounted_pairs`` the pairs whose silence says nothing by what the person said at the other level,
    ``above_units`` the cells of whole documents whose criterion is asked of units, ``whole_criteria`` those
    (row ids) of which a finish speaks of whole documents, and ``whole_rulings`` what became of whole documents of which
    people spoke at both levels."""

    id: ItemId
    key: str
    dataset: str
    split: str
    meta: Mapping[str, Any]
    documents: tuple[Document, ...]
    derived_units: tuple[Unit, ...]
    verdicts: tuple[Verdict, ...]
    judged_pairs: frozenset[tuple[AnnotatorId, CriterionId, int]]
    notes: tuple[ReviewerNote, ...]
    annotators: Mapping[AnnotatorId, Annotator]
    reasons: Mapping[tuple[AnnotatorId, int], str] = field(default_factory=dict)
    retired_units: tuple[Unit, ...] = ()
    late: frozenset[tuple[AnnotatorId, Cell]] = frozenset()
    written_units: frozenset[UnitId] = frozenset()
    unread: Mapping[AnnotatorId, frozenset[tuple[CriterionId, int]]] = field(default_factory=dict)
    through: frozenset[AnnotatorId] = frozenset()
    rulings: Mapping[Cell, Ruling] = field(default_factory=dict)
    quiet: Mapping[tuple[CriterionId, int], Ruling] = field(default_factory=dict)
    owned_criteria: frozenset[CriterionId] = frozenset()
    attached_evidence: tuple[AttachedEvidence, ...] = ()
    implicit_no_wholes: frozenset[tuple[AnnotatorId, CriterionId, int]] = frozenset()
    uncounted_pairs: frozenset[tuple[AnnotatorId, LevelPair]] = frozenset()
    above_units: frozenset[Cell] = frozenset()
    whole_criteria: frozenset[CriterionId] = frozenset()
    whole_rulings: Mapping[Cell, Ruling] = field(default_factory=dict)

    def document(self, row: int) -> Document:
        """The document with this row id."""
        return next(d for d in self.documents if d.id == row)

    def unit(self, row: UnitId) -> Unit:
        """The unit with this row id; a whole document counts as one."""
        for document in self.documents:
            if document.whole == row:
                return Unit(row, document.id, UnitKind.WHOLE, 0, 0, len(document.text), document.text)
            offset = row - document.whole - 1
            if 0 <= offset < len(document.units):
                return document.units[offset]
        return next(u for u in (*self.derived_units, *self.retired_units) if u.id == row)

    def by_role(self, role: Role) -> tuple[Document, ...]:
        """The documents of this role in order."""
        return tuple(d for d in self.documents if d.role == role)

    def flags(self) -> list[Verdict]:
        """The judges' positive verdicts: by summary, first on its own units, then on source units about it."""
        positive = [v for v in self.verdicts if v.value == "yes" and self.annotators[v.annotator].kind in JUDGES]
        own = {d.id: range(d.whole, d.whole + len(d.units) + 1) for d in self.documents}
        return sorted(
            positive,
            key=lambda v: (
                v.cell.target,
                v.cell.unit not in own[v.cell.target],
                v.cell.unit,
                v.cell.criterion,
                v.annotator,
            ),
        )

    def find_flagged_wholes(self) -> set[tuple[CriterionId, int]]:
        """The (criterion, target) of the documents that a judge flagged as a whole."""
        wholes = {document.id: document.whole for document in self.documents}
        return {
            (v.cell.criterion, v.cell.target)
            for v in self.verdicts
            if v.cell.unit == wholes.get(v.cell.target) and v.value == "yes"
            and self.annotators[v.annotator].kind in JUDGES
        }  # fmt: skip

    def answer(self, annotator: AnnotatorId, cell: Cell) -> Verdict | None:
        """What this annotator said about a cell explicitly (see ``is_implicit_no``)."""
        return next((v for v in self.verdicts if v.annotator == annotator and v.cell == cell), None)

    def is_implicit_no(self, annotator: AnnotatorId, cell: Cell) -> bool:
        """Whether this annotator's implicit no about a cell means "no"."""
        pair: LevelPair = (cell.criterion, cell.target)
        if cell in self.above_units:
            pair = (*pair[:2], Level.WHOLE.value)
            spoke = (annotator, *pair[:2]) in self.implicit_no_wholes
        else:
            spoke = (annotator, *pair[:2]) in self.judged_pairs
        return spoke and (annotator, cell) not in self.late and (annotator, pair) not in self.uncounted_pairs

    def has_finished(self, annotator: AnnotatorId) -> bool:
        """Whether this reviewer has finished the item: nothing was left unread, no flag is open, and nothing was
        written since that they are still asked of."""
        return annotator in self.through

    def state(self, reviewer: AnnotatorId, flag: Verdict) -> FlagState:
        """Where ``flag`` stands for ``reviewer``."""
        answer = self.answer(reviewer, flag.cell)
        if answer is None:
            return FlagState.OVERRIDDEN if self.is_implicit_no(reviewer, flag.cell) else FlagState.OPEN
        if answer.value is None:
            return FlagState.UNSURE
        return FlagState.ACCEPTED if answer.value == flag.value else FlagState.OVERRIDDEN

    def note(self, reviewer: AnnotatorId, cell: Cell | None) -> str:
        """The reviewer's note on a cell, or on the item."""
        return next((n.text for n in self.notes if n.annotator == reviewer and n.cell == cell), "")


def load_item_view(connection: Connection, item: ItemId, earlier: ItemView | None = None) -> ItemView:
    """Read the item with this row id. ``known``, an earlier reading of it, spares reading its texts and derived units
    again: they never change, but an import, a judge or a revision may add one.

    Raises: InputError if there is none, NotAProject where it holds what Galley never writes.
    """
    try:
        return _load(connection, item, earlier)
    except (TypeError, ValueError) as error:  # a kind that there is not, JSON that is none, a place that is a text
        raise NotAProject(
            f"Item number {item} of this project is damaged; {RESTORE} (galley project check lists the damage)."
        ) from error


def _load(connection: Connection, item: ItemId, earlier: ItemView | None) -> ItemView:
    heads = item_rows.read_items(connection, rows=[item])
    if not heads:
        raise InputError(f"There is no item number {item} in this project.")
    row, key, dataset, split = heads[0]
    documents = earlier.documents if earlier is not None else ()
    document_ids = [document.id for document in documents]
    if not documents or [head.id for head in item_rows.read_documents(connection, [item])] != document_ids:
        documents = _documents(connection, item)
    if earlier is not None and documents is earlier.documents and _as_derived(connection, earlier):
        derived, retired, written_units = earlier.derived_units, earlier.retired_units, earlier.written_units
    else:
        derived, retired, written_units = _read_derived(connection, item)
    derived = _apply_types(connection, item, derived)
    gone = {unit.id for unit in retired}
    judged = frozenset(verdict_rows.read_unmarked_units(connection, item))
    silent = level_queries.read_unmarked_documents(connection, [item])
    silent_wholes = frozenset((who, criterion, target) for _, who, criterion, target, _ in silent)
    verdicts = tuple(v for v in _verdicts(connection, item) if v.cell.unit not in gone)
    above_units, void = _levels(connection, documents, verdicts, {who for who, *_ in (*judged, *silent_wholes)})
    remarks = verdict_rows.read_item_remarks(connection, item)
    return ItemView(
        row,
        key,
        dataset,
        split,
        meta=read_metadata(connection, item).get(item, {}),
        documents=documents,
        derived_units=derived,
        retired_units=retired,
        written_units=written_units,
        late=frozenset(
            (late_cell.annotator, late_cell.cell) for late_cell in implicit_no.list_late_cells(connection, [item])
        ),
        unread=_unread(connection, item, judged, silent_wholes),
        implicit_no_wholes=silent_wholes,
        uncounted_pairs=void,
        above_units=above_units,
        whole_criteria=levels.find_whole_criteria(connection),
        whole_rulings={
            cell: answers.rule()
            for of_item in document_level.read_mixed_items(
                connection, [item], task_book.read_task_book(connection)
            ).values()
            for cell, answers in of_item.items()
        },
        through=item_rows.find_finished_reviewers(connection, item),
        verdicts=verdicts,
        judged_pairs=judged,
        notes=tuple(
            ReviewerNote(row[0], Cell(*row[1:4]) if row[1] is not None else None, row[4])
            for row in remarks.notes
        ),
        annotators=names.annotators(connection),
        attached_evidence=tuple(attachments.parse_row(row) for row in remarks.attached),
        reasons=remarks.opinions,
    )


def _levels(
    connection: Connection,
    documents: Sequence[Document],
    verdicts: Sequence[Verdict],
    silent: Collection[AnnotatorId],
) -> tuple[frozenset[Cell], frozenset[tuple[AnnotatorId, LevelPair]]]:
    """The cells of whole documents whose criterion is asked of units, and the implicit no that is void."""
    whole_units = {document.whole for document in documents}
    if not silent:
        return frozenset(), frozenset()
    of_wholes, of_units = levels.split_criteria(names.criteria(connection), task_book.read_task_book(connection))
    above = {v.cell for v in verdicts if v.cell.unit in whole_units and v.cell.criterion in of_units}
    above |= {Cell(document.whole, row, document.id) for document in documents for row in of_units}
    answers: dict[AnnotatorId, list[tuple[Cell, object]]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.annotator in silent:
            answers[verdict.annotator].append((verdict.cell, verdict.value))
    return frozenset(above), frozenset(
        (who, pair) for who, cells in answers.items() for pair in levels.find_void_pairs(cells, whole_units, of_wholes)
    )


def _unread(
    connection: Connection,
    item: ItemId,
    judged: Iterable[tuple[AnnotatorId, CriterionId, int]],
    silent_wholes: Iterable[tuple[AnnotatorId, CriterionId, int]],
) -> dict[AnnotatorId, frozenset[tuple[CriterionId, int]]]:
    covered: dict[AnnotatorId, set[LevelPair]] = defaultdict(set)
    for who, criterion, target in judged:
        covered[who].add((criterion, target))
    for who, criterion, target in silent_wholes:
        covered[who].add((criterion, target, Level.WHOLE.value))
    unread: dict[AnnotatorId, frozenset[tuple[CriterionId, int]]] = {}
    for (who, *_), unread_pairs in finish.ends(connection, item, covered).items():
        unread[who] = unread.get(who, frozenset()) | {pair[:2] for pair in unread_pairs}
    return unread


def _documents(connection: Connection, item: ItemId) -> tuple[Document, ...]:
    documents = []
    for row in item_rows.read_documents(connection, [item], texts=True):
        units = tuple(
            Unit(
                unit.id,
                row.id,
                UnitKind(unit.kind),
                unit.position,
                unit.start,
                unit.end,
                row.text[unit.start : unit.end],
                unit.speaker or "",
            )
            for unit in item_rows.read_text_units(connection, row.whole, row.units)
        )
        meta = json.loads(row.meta) if row.meta else {}
        if max(map(len, (row.name, row.system, row.part))) > LONGEST:
            raise ValueError("an unreadable name")
        role = Role(row.role)
        documents.append(Document(row.id, item, row.name, role, row.text, row.system, row.part, row.whole, units, meta))
    return tuple(documents)


def _read_derived(
    connection: Connection, item: ItemId
) -> tuple[tuple[Unit, ...], tuple[Unit, ...], frozenset[UnitId]]:
    """The item's derived units: those that stand, those that a revision retired, and which of all one wrote."""
    rows = item_rows.read_derived_rows(connection, [item])
    if not rows:
        return (), (), frozenset()
    sources = item_rows.read_unit_sources(connection, rows[0].id, rows[-1].id)
    units = [
        Unit(
            row.id,
            row.document,
            UnitKind(row.kind),
            row.position,
            0,
            0,
            row.text,
            "",
            row.name,
            row.type,
            sources.get(row.id, ()),
            json.loads(row.meta) if row.meta else {},
        )
        for row in rows
    ]
    gone = {row.id: row.retired_by for row in rows if row.retired_by}
    standing = [unit for unit in units if unit.id not in gone]
    if gone:
        kinds = list(dict.fromkeys(unit.kind for unit in units))
        places = _places(units, {row.id: row.written for row in rows}, gone)
        standing.sort(key=lambda unit: (kinds.index(unit.kind), places[unit.id]))
    written_units = frozenset(row.id for row in rows if row.written is not None)
    return tuple(standing), tuple(unit for unit in units if unit.id in gone), written_units


def _apply_types(connection: Connection, item: ItemId, derived: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Derived units with the types that gold gives them, where a protocol says that it gives any."""
    read = item_rows.read_unit_types(connection, item) if derived else {}
    types = {unit: of_file if of_gold is None else of_gold for unit, (of_file, of_gold) in read.items()}
    if not types:
        return derived
    return tuple(u if u.type == types.get(u.id, u.type) else replace(u, type=types[u.id]) for u in derived)


def _as_derived(connection: Connection, earlier: ItemView) -> bool:
    """Whether the derived units are those of an earlier reading. None is ever altered, so it is enough that there are
    as many, with the same last one and the same ones retired."""
    units = [*earlier.derived_units, *earlier.retired_units]
    last = max((unit.id for unit in units), default=None)
    retired = frozenset(unit.id for unit in earlier.retired_units)
    return item_rows.measure_derived(connection, earlier.id) == (len(units), last, retired)


def _places(
    units: list[Unit], writer_decisions: Mapping[UnitId, int | None], gone: Mapping[UnitId, Collection[int]]
) -> dict[UnitId, tuple[int, ...]]:
    """What orders units of a kind: a revision's units stand where the first of those stood that they replace, so that
    the parts of a part stay before its neighbour."""
    first: dict[int, UnitId] = {}
    for unit in units:
        for decision in gone.get(unit.id, ()):
            if writer_decisions[unit.id] != decision:  # an undone revision retires its own units
                first[decision] = min(unit.id, first.get(decision, unit.id))
    units_by_id = {unit.id: unit for unit in units}
    sort_keys: dict[UnitId, tuple[int, ...]] = {}
    for unit in units:
        path, at = list[UnitId](), unit.id
        while at not in path:  # a file from elsewhere may hold a circle
            path.insert(0, at)
            at = first.get(writer_decisions[at] or 0, at)
        sort_keys[unit.id] = (units_by_id[path[0]].position, *path)
    return sort_keys


def _verdicts(connection: Connection, item: ItemId) -> tuple[Verdict, ...]:
    marks = verdict_rows.read_marks(connection, item=item)
    return tuple(
        Verdict(
            row.id,
            row.annotator,
            Cell(row.unit, row.criterion, row.target),
            row.value,
            row.reason or "",
            row.confidence,
            row.votes or "",
            row.explanation or "",
            tuple(Span(start, end) for start, end in marks.get(row.id, verdict_rows.NO_MARKS).spans),
            tuple(
                Evidence(unit, Span(start, end) if start is not None else None, quote, Match(match))
                for unit, start, end, quote, match in marks.get(row.id, verdict_rows.NO_MARKS).evidence
            ),
            row.decision,
            row.run,
        )
        for row in verdict_rows.read_item_verdicts(connection, item)
    )
