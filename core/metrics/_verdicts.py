"""Verdicts as columns: who said what about which cell, read with as few Python objects as possible.

SQLite puts each column of all wanted verdicts together as one text, which numpy reads back: a million verdicts are
three strings. So nothing here costs a Python object a verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import TEXT_KINDS, TYPE_UNCLEAR, AnnotatorId, Criterion, CriterionId, ItemId, UnitId, UnitKind
from galley.core.metrics import _rounds
from galley.core.metrics._documents import Documents, Floats, Ints, column, shape
from galley.core.metrics._rounds import NOTHING, RoundAnswers
from galley.core.rules.arrays import UNSURE
from galley.core.storage import implicit_no, level_queries, queries, set_answers
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns

UNSCORED = UNSURE
"""The code of a verdict without a value. Codes from 0 stand for the values of the scale."""
TEXTUAL = (UnitKind.TURN, UnitKind.PARAGRAPH, UnitKind.SENTENCE, UnitKind.WHOLE)


class VerdictReader:
    """What annotators said, and where their silence says "no": of all items, or of ``items``. ``answered_pairs`` are
    those of ``find_answered_pairs``, ``documents`` those of the project. Each person's latest round counts, or with
    ``first`` the first. ``placed_criteria`` are criteria (row ids) that a task asks of a whole with the places that
    bear it out: who answered the
    whole said "no" of the other places, or where none was named of all, unless the answer is a bare yes. Nothing is
    read twice."""

    def __init__(
        self,
        connection: Connection,
        documents: Documents,
        spoke: set[tuple[AnnotatorId, CriterionId]],
        items: frozenset[ItemId] | None = None,
        first: bool = False,
        placed: frozenset[CriterionId] = frozenset(),
    ) -> None:
        self.placed_criteria = placed
        self.connection, self.documents, self.spoke, self.items = connection, documents, spoke, items
        self.first = first
        self._answers: dict[tuple[AnnotatorId, CriterionId], RoundAnswers] = {}
        self._implicit_no: dict[tuple[AnnotatorId, CriterionId], Ints] = {}
        self._implicit_no_cells: dict[tuple[AnnotatorId, CriterionId], tuple[Ints, Ints]] = {}
        self._unclear: dict[tuple[AnnotatorId, CriterionId], tuple[Ints, Ints]] = {}
        self._late: dict[tuple[AnnotatorId, CriterionId], Ints] | None = None
        self._unsaid: dict[tuple[AnnotatorId, CriterionId], Ints] | None = None
        self._settling: dict[CriterionId, dict[AnnotatorId, RoundAnswers]] = {}
        self._unmet: dict[tuple[AnnotatorId, CriterionId], tuple[Ints, Ints]] | None = None
        self._read: set[tuple[AnnotatorId, CriterionId]] = set()
        self._wholes: dict[tuple[AnnotatorId, CriterionId], Ints] | None = None
        self._people: set[AnnotatorId] | None = None
        self._gone_through: dict[tuple[object, ...], list[tuple[Ints, tuple[Ints, Ints]]]] = {}

    def read(self, criteria: Sequence[Criterion], annotators: Sequence[AnnotatorId]) -> None:
        """Read what these annotators said about these criteria."""
        missing = ({(a, c.row) for a in annotators for c in criteria} & self.spoke) - self._read
        if missing:
            missing_criteria = [c for c in criteria if any(c.row == row for _, row in missing)]
            people = sorted({a for a, _ in missing})
            answers = read_verdicts(self.connection, missing_criteria, people, self.spoke, self.items, self.documents)
            self._answers.update(
                _rounds.read_first_round(self.connection, answers, missing_criteria) if self.first else answers
            )
            self._implicit_no.update(
                read_implicit_no_documents(self.connection, [c.row for c in missing_criteria], people, self.items)
            )
            for key in [(a, c.row) for c in missing_criteria if c.row in self.placed_criteria for a in people]:
                if len(targets := self._borne_out(key)):
                    before = self._implicit_no.get(key, np.empty(0, dtype=np.int64))
                    self._implicit_no[key] = np.union1d(before, targets)
            self._read |= {(a, c.row) for a in people for c in missing_criteria}

    def _borne_out(self, key: tuple[AnnotatorId, CriterionId]) -> Ints:
        """The documents of which this annotator answered the whole: no, or yes with a place."""
        answers = self._answers.get(key, NOTHING)
        whole = np.isin(answers.unit, self.documents.whole)
        marked = np.unique(answers.target[~whole & (answers.code == 1)])
        answered = whole & ((answers.code == 0) | ((answers.code == 1) & np.isin(answers.target, marked)))
        documents: Ints = np.unique(answers.target[answered])
        return documents

    def explicit_answers(self, annotator: AnnotatorId, criterion: Criterion) -> RoundAnswers:
        """What this annotator said explicitly."""
        return self._answers.get((annotator, criterion.row), NOTHING)

    def levels(self, annotator: AnnotatorId, criterion: Criterion) -> tuple[bool, bool]:
        """Whether this annotator answered of units, and whether of whole documents, explicitly or by an implicit no."""
        answers = self.explicit_answers(annotator, criterion)
        on_whole = self.documents.whole[self.documents.place(answers.target)] == answers.unit
        key = (annotator, criterion.row)
        return key in self._implicit_no or not on_whole.all(), key in self._implicit_wholes() or bool(on_whole.any())

    def unmet_condition_cells(self, annotator: AnnotatorId, criterion: Criterion) -> tuple[Ints, Ints]:
        """The cells that this annotator's own answer to another question made pointless."""
        if self._unmet is None:
            self._unmet = dict(
                _rounds.read_unmet_cells(
                    self.connection, _rounds.read_third_answers(self.connection) if self.first else {}
                )
            )
        return self._unmet.get((annotator, criterion.row), (NOTHING.unit, NOTHING.target))

    def adjudication_answers(self, criterion: Criterion) -> dict[AnnotatorId, RoundAnswers]:
        """What the readers of a settle task said of a criterion."""
        if criterion.row not in self._settling:
            self._settling[criterion.row] = _rounds.read_adjudication_answers(self.connection, criterion)
        return self._settling[criterion.row]

    def implicit_no_cells(self, annotator: AnnotatorId, criterion: Criterion) -> tuple[Ints, Ints]:
        """The cells on which this annotator's silence means "no" (those with a verdict among them), and those that are
        ``unsaid``: so that columns stay those of everybody who went through the same documents."""
        key = (annotator, criterion.row)
        if key not in self._read:  # more may be read yet
            return self._find_implicit_no_cells(annotator, criterion)
        if key not in self._implicit_no_cells:  # each figure about the criterion asks
            self._implicit_no_cells[key] = self._find_implicit_no_cells(annotator, criterion)
        return self._implicit_no_cells[key]

    def _find_implicit_no_cells(self, annotator: AnnotatorId, criterion: Criterion) -> tuple[Ints, Ints]:
        targets = self._implicit_no.get((annotator, criterion.row))
        wholes = self._implicit_wholes().get((annotator, criterion.row))
        empty = np.empty(0, dtype=np.int64)
        if targets is None and wholes is None:
            return empty, empty
        void_units, void_wholes = self._voided_documents(annotator, criterion)
        if targets is None:
            unit, target = empty, empty
        else:
            spoken = targets if not len(void_units) else targets[~np.isin(targets, void_units)]
            unit, target = self._cells_on(criterion, spoken)
        if (
            criterion.unit not in TEXT_KINDS
            and (late := self._late_cells().get((annotator, criterion.row))) is not None
        ):
            # a derived unit is judged against few documents: two numbers in one
            stride = 1 + int(max(late[1].max(), target.max(initial=0)))
            mask = ~np.isin(unit * stride + target, late[0] * stride + late[1])
            unit, target = unit[mask], target[mask]
        if wholes is not None and len(wholes := wholes[~np.isin(wholes, void_wholes)]):
            own = self.documents.whole[self.documents.place(wholes)]
            unit, target = np.concatenate([unit, own]), np.concatenate([target, wholes])
        return unit, target

    def _implicit_wholes(self) -> dict[tuple[AnnotatorId, CriterionId], Ints]:
        """The documents of whose whole a finish says an implicit "no", by annotator and criterion."""
        if self._wholes is None:
            documents: dict[tuple[AnnotatorId, CriterionId], list[int]] = {}
            for who, criterion, target, item in level_queries.read_all_unmarked_documents(self.connection):
                if self.items is None or item in self.items:
                    documents.setdefault((who, criterion), []).append(target)
            self._wholes = {key: np.unique(np.array(targets, dtype=np.int64)) for key, targets in documents.items()}
        return self._wholes

    def _voided_documents(self, annotator: AnnotatorId, criterion: Criterion) -> tuple[Ints, Ints]:
        """The documents of whose units, and of whose whole, a person's implicit no does not count, by what they said
        themselves at the other level."""
        answers = self.explicit_answers(annotator, criterion)
        if criterion.unit is UnitKind.WHOLE or criterion.scale != "yes-no" or not len(answers.unit):
            return NOTHING.target, NOTHING.target
        if self._people is None:
            self._people = level_queries.find_people(self.connection)
        if annotator not in self._people:
            return NOTHING.target, NOTHING.target
        speaks = (answers.code == 1) | (answers.code == UNSCORED)
        whole = np.isin(answers.unit, self.documents.whole)
        of_units = np.setdiff1d(answers.target[whole & speaks], answers.target[~whole & (answers.code == 1)])
        return of_units, np.unique(answers.target[~whole & speaks])

    def uncounted_no_cells(self, annotator: AnnotatorId, criterion: Criterion) -> Ints | None:
        """Units and targets (two rows) of the flags, and of the known cells of texts, of which this annotator's silence
        says nothing."""
        if self._unsaid is None:
            self._unsaid = _unsaid(self.connection, self.items)
        flags = self._unsaid.get((annotator, criterion.row))
        late_cells = self._late_cells().get((annotator, criterion.row)) if criterion.unit in TEXT_KINDS else None
        if flags is None or late_cells is None:
            return late_cells if flags is None else flags
        return np.concatenate([flags, late_cells], axis=1)

    def unclear_type_cells(self, annotator: AnnotatorId, criterion: Criterion) -> tuple[Ints, Ints]:
        """The cells of which a file leaves open only whether a certain error is of this type."""
        key = annotator, criterion.row
        if key not in self._unclear:
            cells = queries.find_open_cells(self.connection, *key, TYPE_UNCLEAR)
            unit, target = np.array(cells, dtype=np.int64).reshape(-1, 2).T
            self._unclear[key] = unit, target
        return self._unclear[key]

    def _cells_on(self, criterion: Criterion, targets: Ints) -> tuple[Ints, Ints]:
        """The cells of a criterion on these documents: the very same columns for all criteria that are alike and all
        people who went through the same documents, as they mostly did."""
        cached_cells = self._gone_through.setdefault(shape(criterion), [])
        cells = next((cells for before, cells in cached_cells if np.array_equal(before, targets)), None)
        if cells is None:
            cells = self.documents.cells(criterion, targets)
            cached_cells.append((targets, cells))
        return cells

    def _late_cells(self) -> dict[tuple[AnnotatorId, CriterionId], Ints]:
        """Units and targets (two rows) of the cells of which an annotator's silence says nothing, by annotator and
        criterion: written too late, or in first rounds asked because others had left them undecided."""
        if self._late is None:
            cells: dict[tuple[AnnotatorId, CriterionId], list[tuple[UnitId, int]]] = {}
            for _, who, cell in implicit_no.list_unflagged_late_cells(self.connection, self.items):
                cells.setdefault((who, cell.criterion), []).append((cell.unit, cell.target))
            late_by_key = {key: np.array(late, dtype=np.int64).T for key, late in cells.items()}
            for key, third in (_rounds.read_third_answers(self.connection) if self.first else {}).items():
                late_by_key[key] = np.concatenate([late_by_key[key], third], axis=1) if key in late_by_key else third
            self._late = late_by_key
        return self._late


def _unsaid(connection: Connection, items: Iterable[ItemId] | None) -> dict[tuple[AnnotatorId, CriterionId], Ints]:
    """Units and targets (two rows) of the flags that people left open when they finished, or answered in a set without
    opening them, by person and criterion."""
    cells = {
        (unsaid.annotator, unsaid.criterion): np.stack([column(unsaid.units), column(unsaid.targets)])
        for unsaid in columns.read_unsaid_columns(connection, items)
    }
    wanted = None if items is None else set(items)
    for item, who, criterion, unit, target in set_answers.find_unopened_cells(connection):
        if wanted is None or item in wanted:
            before = cells.get((who, criterion), np.empty((2, 0), dtype=np.int64))
            cells[who, criterion] = np.concatenate([before, [[unit], [target]]], axis=1)
    return cells


def read_verdicts(
    connection: Connection,
    criteria: Sequence[Criterion],
    annotators: Sequence[AnnotatorId],
    answered_pairs: set[tuple[AnnotatorId, CriterionId]],
    items: Iterable[ItemId] | None = None,
    documents: Documents | None = None,
) -> dict[tuple[AnnotatorId, CriterionId], RoundAnswers]:
    """The verdicts of these annotators on these criteria, by (annotator, criterion) row ids; of some ``items`` or of
    all. ``there`` is what ``spoke`` gave, ``documents`` those of
    the project."""
    answers: dict[tuple[AnnotatorId, CriterionId], RoundAnswers] = {}
    scales: dict[tuple[str, ...], list[Criterion]] = {}
    for criterion in criteria:
        if criterion.scale == "ordinal":
            answers.update(_numbers(connection, criterion, annotators, items))
        else:
            scales.setdefault(criterion.choices or ("no", "yes"), []).append(criterion)
    for values, alike in scales.items():
        rows = {criterion.row for criterion in alike}
        people = set(annotators)
        if not people:
            continue
        every = all(annotator in people and criterion in rows for annotator, criterion in answered_pairs)
        own = documents if all(criterion.unit in TEXTUAL for criterion in alike) else None
        answers.update(_codes(connection, rows, people, values, every, items, own))
    return answers


def _codes(
    connection: Connection,
    criteria: Collection[CriterionId],
    annotators: Collection[AnnotatorId],
    values: Sequence[str],
    every: bool,
    items: Iterable[ItemId] | None,
    own: Documents | None = None,
) -> dict[tuple[AnnotatorId, CriterionId], RoundAnswers]:
    """The verdicts of annotators on criteria of one scale; ``every``: there are no others.

    Most verdicts are about the document that their unit stands in; with ``own`` that is taken for granted if the sum of
    the targets agrees, which spares a quarter of the time.
    """
    *texts, about = columns.read_verdict_columns(
        connection, criteria, annotators, values, every=every, items=items, summed=own is not None
    )
    unit, who, code = map(column, texts)
    if own is None:
        target = column(about)
    else:
        target = own.id[own.home(unit)] if len(unit) else unit
        if int(target.sum()) != (about or 0):
            return _codes(connection, criteria, annotators, values, every, items)
    return _split_by_annotator(who, unit, target, code, max(criteria) + 1)


def _numbers(
    connection: Connection, criterion: Criterion, annotators: Sequence[AnnotatorId], items: Iterable[ItemId] | None
) -> dict[tuple[AnnotatorId, CriterionId], RoundAnswers]:
    if not annotators:
        return {}
    unit, who, value, target = columns.read_verdict_columns(connection, [criterion.row], annotators, None, items=items)
    numbers = np.array(value.split(","), dtype=np.float64) if value else np.empty(0)
    return _split_by_annotator(column(who), column(unit), column(target), numbers, criterion.row + 1)


def _split_by_annotator(
    who: Ints, unit: Ints, target: Ints, code: Ints | Floats, size: int
) -> dict[tuple[AnnotatorId, CriterionId], RoundAnswers]:
    """The columns of all, cut into those of each (annotator, criterion)."""
    if not len(who):
        return {}
    seen = np.bincount(who)
    present = np.flatnonzero(seen)
    if len(present) <= 8:
        parts: Iterable[NDArray[np.intp]] = (np.flatnonzero(who == one) for one in present)
        if len(present) == 1:
            return {
                (AnnotatorId(int(present[0]) // size), CriterionId(int(present[0]) % size)): RoundAnswers(
                    unit, target, code
                )
            }
    else:
        order = np.argsort(who, kind="stable")
        parts = np.split(order, np.cumsum(seen[present])[:-1])
    return {
        (AnnotatorId(int(one) // size), CriterionId(int(one) % size)): RoundAnswers(
            unit[part], target[part], code[part]
        )
        for one, part in zip(present, parts, strict=True)
    }


def read_implicit_no_documents(
    connection: Connection,
    criteria: Sequence[CriterionId],
    annotators: Sequence[AnnotatorId],
    items: Iterable[ItemId] | None = None,
) -> dict[tuple[AnnotatorId, CriterionId], Ints]:
    """The documents on whose cells an annotator's unmarked cells mean "no", by (annotator, criterion)."""
    if not criteria or not annotators:
        return {}
    return {
        (annotator, criterion): column(targets)
        for annotator, criterion, targets in columns.read_covered_columns(connection, criteria, annotators, items)
    }


def count_unscored_reasons(
    connection: Connection, criteria: Sequence[CriterionId], annotators: Sequence[AnnotatorId]
) -> dict[int, dict[str, int]]:
    """Why cells are unscored: annotator to reason to number of cells, over all of these criteria."""
    counts: dict[int, dict[str, int]] = {}
    if criteria and annotators:
        for annotator, reason, count in columns.count_unscored(connection, criteria, annotators):
            counts.setdefault(annotator, {})[reason] = count
    return counts
