"""The cells of one question laid out as rows, the states of annotators on them, and the answers that these come to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import Criterion, UnitKind, Value
from galley.core.metrics._documents import Floats, Ints, distinct
from galley.core.stats.groups import grouped

if TYPE_CHECKING:
    from galley.core.metrics.cells import Question, Reader

States = NDArray[np.int16]

UNSCORED, NOT_ASKED, PARTLY = -1, -2, -3


class Index:
    """Rows for every cell that any of ``annotators`` spoke about. ``summary`` makes answers by document, and adds the
    other cells of the documents concerned, so that one can be told to be judged in full. ``entire`` takes only answers
    that leave nothing open: one yes is a yes only where every other cell and criterion has an answer too."""

    def __init__(
        self, reader: Reader, question: Question, annotators: Sequence[int], summary: bool = False, entire: bool = False
    ) -> None:
        self.reader, self.question, self.summary, self.entire = reader, question, summary, entire
        self._known_rows: dict[tuple[int, int], Ints] = {}
        self._silent = {
            (a, c.row): reader.silent(a, c) for a in annotators for c in question.members if (a, c.row) in reader.spoke
        }
        shapes = {shape(c): c for c in question.members}
        parts: list[tuple[Ints, Ints, int]] = []
        for number, (kind, example) in enumerate(shapes.items()):
            mine = [c for c in question.members if shape(c) == kind]
            own = [pair for a in annotators for c in mine if (pair := self._silent.get((a, c.row))) and len(pair[0])]
            own += [said[:2] for a in annotators for c in mine if len((said := reader.said(a, c)).unit)]
            if summary and own:
                own.append(reader.documents.cells(example, distinct(np.concatenate([t for _, t in own]))))
            # many were silent on the very same cells
            parts += [(unit, target, number) for unit, target in {(id(u), id(t)): (u, t) for u, t in own}.values()]
        self._lay_out(parts)
        whole = [c.unit is UnitKind.WHOLE for c in question.members]
        if all(whole) or not len(self.unit):
            self.is_whole = np.zeros(len(self.unit), dtype=bool)
        else:
            among = np.zeros(int(self.unit[-1]) + 1, dtype=bool)
            ids = reader.documents.whole
            among[ids[ids < len(among)]] = True
            self.is_whole = among[self.unit]
        self.values, self.scale = self._values(annotators)
        self._has: dict[tuple[object, ...], NDArray[np.bool_]] = {}
        self._needed = self._needs(
            parts, [(c, sum(shape(other) == kind for other in question.members)) for kind, c in shapes.items()]
        )

    def _lay_out(self, parts: list[tuple[Ints, Ints, int]]) -> None:
        """Sort the cells by unit, then target."""
        top = max((int(unit.max()) for unit, _, _ in parts if len(unit)), default=-1) + 1
        home = np.full(top, -1, dtype=np.int64)
        self._stride = 0
        for unit, target, _ in parts:
            known = home[unit]
            home[unit] = target
            if np.any((known >= 0) & (known != target)) or np.any(home[unit] != target):
                # A source unit is judged against several summaries: the unit alone does not name the cell.
                self._stride = 1 + max(int(t.max()) for _, t, _ in parts if len(t))
                break
        if self._stride:
            self._keys = distinct(np.concatenate([unit * self._stride + target for unit, target, _ in parts]))
            self.unit, self.target = self._keys // self._stride, self._keys % self._stride
            return
        self.unit = np.flatnonzero(home >= 0)
        self.target = home[self.unit]
        self._keys = np.full(top, -1, dtype=np.int64)
        self._keys[self.unit] = np.arange(len(self.unit))

    def rows(self, unit: Ints, target: Ints) -> Ints:
        """Where these cells are. They must be among the rows."""
        if self._stride:
            return np.searchsorted(self._keys, unit * self._stride + target)
        return self._keys[unit]

    def _silent_rows(self, unit: Ints, target: Ints) -> Ints:
        """The same, worked out once for columns that several share."""
        key = id(unit), id(target)
        if key not in self._known_rows:
            self._known_rows[key] = self.rows(unit, target)
        return self._known_rows[key]

    @property
    def proper(self) -> NDArray[np.bool_]:
        """The rows that are cells of the question's own units, not verdicts on a whole document."""
        return ~self.is_whole

    def _needs(self, parts: list[tuple[Ints, Ints, int]], shapes: list[tuple[Criterion, int]]) -> States | int:
        """How many criteria must have been asked of each row for it to be complete: those that have this cell
        (``_has``, where they differ).
        ``shapes`` are an example of each shape and how many criteria are of it."""
        if len(shapes) < 2:
            return len(self.question.members)
        needed = np.zeros(len(self.unit), dtype=np.int16)
        for number, (example, count) in enumerate(shapes):
            has = np.zeros(len(self.unit), dtype=bool)
            for unit, target, which in parts:
                if which == number:
                    has[self.rows(unit, target)] = True
            if sum(other.unit == example.unit for other, _ in shapes) > 1:
                # both may be asked of one unit, and nobody have spoken about the one
                has |= self._among(*self.reader.documents.cells(example, distinct(self.target)))
            self._has[shape(example)] = has if example.unit is UnitKind.WHOLE else has & ~self.is_whole
            needed += has * np.int16(count)
        needed[self.is_whole] = len(self.question.members)
        return needed

    def _among(self, unit: Ints, target: Ints) -> NDArray[np.bool_]:
        """Which rows are one of these cells."""
        stride = 1 + int(max(self.target.max(initial=0), target.max(initial=0)))
        return np.isin(self.unit * stride + self.target, unit * stride + target)

    def _values(self, annotators: Sequence[int]) -> tuple[tuple[Value, ...], Floats]:
        first = self.question.members[0]
        if first.scale == "choice":
            return first.choices, np.arange(len(first.choices), dtype=float)
        if first.scale == "yes-no":
            return ("no", "yes"), np.arange(2, dtype=float)
        given = [self.reader.said(a, first).code for a in annotators]
        numbers = np.concatenate([np.arange(first.low, first.high + 1, dtype=float), *given])
        scale = np.unique(numbers[np.isfinite(numbers)])
        return tuple(int(v) if float(v).is_integer() else float(v) for v in scale), scale

    # Answers -------------------------------------------------------------------------------------------------------

    def one(self, annotator: int, criterion: Criterion) -> States:
        """What an annotator holds of every row under one criterion."""
        states = np.full(len(self.unit), NOT_ASKED, dtype=np.int16)
        silent = self._silent.get((annotator, criterion.row))
        if silent is not None and len(silent[0]) and criterion.scale == "yes-no":
            states[self._silent_rows(*silent)] = 0
        said = self.reader.said(annotator, criterion)
        if len(said.unit):
            code = said.code
            if criterion.scale == "ordinal":
                known = np.isfinite(code)
                code = np.where(known, np.searchsorted(self.scale, np.where(known, code, 0)), UNSCORED)
            states[self.rows(said.unit, said.target)] = code
        return states

    def answer(self, annotator: int, settled: dict[int, States] | None = None) -> States:
        """What an annotator's verdicts come to: of every row, or by summary of every document. This is the one place
        where a person's own answer is made, before any rule over several people. ``settled`` holds gold's states of
        the rows by criterion, which take the place of the annotator's own where they have a value."""
        columns = []
        for criterion in self.question.members:
            column = self.one(annotator, criterion)
            if settled is not None:
                over = settled[criterion.row]
                column = np.where(over >= 0, over, column)
            columns.append(column)
        return self.joined(columns)

    def joined(self, columns: Sequence[States], certain: bool = False) -> States:
        """One answer from one voice's states of the rows, a column a criterion. ``certain`` lets one yes stand though
        not every criterion was asked: right for gold that people settled, wrong for rates."""
        if not self.summary:
            return self._any(columns, self._needed, certain)
        found = [self._of_documents(c, column) for c, column in zip(self.question.members, columns, strict=True)]
        return self._any([states for states, _ in found], sum(there.astype(np.int16) for _, there in found), certain)

    def _any(self, columns: Sequence[States], needed: States | int, certain: bool) -> States:
        """Whether any of the criteria is yes, of which ``needed`` must have been asked."""
        if len(columns) == 1:
            return columns[0]
        size = len(columns[0])
        yes, unscored, partly = (np.zeros(size, dtype=bool) for _ in range(3))
        asked = np.zeros(size, dtype=np.int16)
        for column in columns:
            yes |= column == 1
            unscored |= column == UNSCORED
            partly |= column == PARTLY
            asked += column != NOT_ASKED
        full = asked >= needed
        found = np.where(unscored, UNSCORED, 0)
        found[partly | ~full] = PARTLY
        found[asked == 0] = NOT_ASKED
        found[yes & (found == 0 if self.entire else full | certain)] = 1
        return found.astype(np.int16)

    # Summaries -----------------------------------------------------------------------------------------------------

    @cached_property
    def _documents(self) -> tuple[Ints, Ints]:
        """The documents under judgement, and the place of each row's among them."""
        return grouped(self.target)

    def summaries(self) -> tuple[Ints, Ints, Ints]:
        """The documents under judgement, as units (whole documents) and as targets, and how many cells each has."""
        targets, group = self._documents
        whole = self.reader.documents.whole[self.reader.documents.place(targets)]
        return whole, targets, np.bincount(group[~self.is_whole], minlength=len(targets))

    def _of_documents(self, criterion: Criterion, column: States) -> tuple[States, NDArray[np.bool_]]:
        """One voice's answer on each document from its states of the rows under a criterion, and which documents have
        such cells. A verdict on the whole document stands for what would follow from its cells; else any yes is a
        yes (unless only ``entire`` answers count), and all no a no."""
        targets, group = self._documents
        rows = self._has.get(shape(criterion), self.proper)
        each = group[rows] * 4 + (np.clip(column[rows], NOT_ASKED, 1) + 2)
        not_asked, unscored, no, yes = np.bincount(each, minlength=4 * len(targets)).reshape(-1, 4).T
        found = np.zeros(len(targets), dtype=np.int16)
        found[unscored > 0] = UNSCORED
        found[not_asked > 0] = PARTLY
        found[unscored + no + yes == 0] = NOT_ASKED
        found[(yes > 0) & (found == 0) if self.entire else yes > 0] = 1
        there = not_asked + unscored + no + yes > 0
        if criterion.unit is not UnitKind.WHOLE:
            told = np.flatnonzero(self.is_whole & (column != NOT_ASKED))
            found[group[told]] = column[told]
        return found, there


def shape(criterion: Criterion) -> tuple[object, ...]:
    """What decides which cells a criterion has."""
    return criterion.unit, criterion.roles, criterion.about, criterion.types
