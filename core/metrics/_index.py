"""The cells of one question laid out as rows, the states of annotators on them, and the answers that these come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId, Criterion, CriterionId, UnitKind, Value
from galley.core.metrics._documents import Floats, Ints, distinct, shape
from galley.core.metrics._question import CellQuestion
from galley.core.metrics._verdicts import UNSCORED, RoundAnswers, VerdictReader
from galley.core.rules.arrays import NOTHING, UNMET_CODE, States
from galley.core.rules.combined import any_all
from galley.core.stats.groups import group_labels

__all__ = ["NOT_ASKED", "PARTLY", "UNSCORED", "Index", "States"]

NOT_ASKED, PARTLY = NOTHING, -3
ASIDE = UNMET_CODE
"""The state of a cell that a criterion does not have, or that an adjudicator left open: no part of any union."""


class Index:
    """Rows for every cell that any of ``annotators`` spoke about. ``summary`` makes answers by document, and adds the
    other cells of the documents concerned, so that one can be told to be judged in full. ``entire`` takes only answers
    that leave nothing open: one yes is a yes only where every other cell and criterion has an answer too. ``defaults``
    is what those say of a criterion (row id) whose own answer made it pointless, where its task says so;
    ``unasked_criteria`` are criteria that no person was asked about, which are no part of people's unions."""

    def __init__(
        self,
        verdicts: VerdictReader,
        question: CellQuestion,
        annotators: Sequence[AnnotatorId],
        summary: bool = False,
        entire: bool = False,
        defaults: Mapping[CriterionId, Value] | None = None,
        unasked_criteria: frozenset[CriterionId] = frozenset(),
    ) -> None:
        self.unasked_criteria = unasked_criteria if {*question.rows} - unasked_criteria else frozenset()
        self.verdicts, self.question, self.summary, self.entire = verdicts, question, summary, entire
        self._known_rows: dict[tuple[int, int], Ints] = {}
        self._implicit_no = {
            (a, c.row): verdicts.implicit_no_cells(a, c)
            for a in annotators
            for c in question.members
            if (a, c.row) in verdicts.spoke
        }
        shapes = {shape(c): c for c in question.members}
        parts: list[tuple[Ints, Ints, int]] = []
        for number, (kind, example) in enumerate(shapes.items()):
            members = [c for c in question.members if shape(c) == kind]
            own = [
                pair
                for a in annotators
                for c in members
                if (pair := self._implicit_no.get((a, c.row))) and len(pair[0])
            ]
            own += [
                answers[:2]
                for a in annotators
                for c in members
                if len((answers := verdicts.explicit_answers(a, c)).unit)
            ]
            own += [pair for a in annotators for c in members if len((pair := verdicts.unmet_condition_cells(a, c))[0])]
            own += [answers[:2] for c in members for answers in verdicts.adjudication_answers(c).values()]
            if summary and own:
                own.append(verdicts.documents.cells(example, distinct(np.concatenate([t for _, t in own]))))
            # many were silent on the very same cells
            parts += [(unit, target, number) for unit, target in {(id(u), id(t)): (u, t) for u, t in own}.values()]
        self._lay_out(parts)
        whole = [c.unit is UnitKind.WHOLE for c in question.members]
        if all(whole) or not len(self.unit):
            self.is_whole = np.zeros(len(self.unit), dtype=bool)
        else:
            among = np.zeros(int(self.unit[-1]) + 1, dtype=bool)
            ids = verdicts.documents.whole
            among[ids[ids < len(among)]] = True
            self.is_whole = among[self.unit]
        self.values, self.scale = self._values(annotators)
        self.defaults = {row: self.values.index(v) for row, v in (defaults or {}).items() if v in self.values}
        self._has = self._having(parts, list(shapes.values())) if len(shapes) > 1 else {}

    def _lay_out(self, parts: list[tuple[Ints, Ints, int]]) -> None:
        """Sort the cells by unit, then target."""
        top = max((int(unit.max()) for unit, _, _ in parts if len(unit)), default=-1) + 1
        home = np.full(top, -1, dtype=np.int64)
        self._stride = 0
        for unit, target, _ in parts:
            old_target = home[unit]
            home[unit] = target
            if np.any((old_target >= 0) & (old_target != target)) or np.any(home[unit] != target):
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

    def _rows_there(self, unit: Ints, target: Ints) -> Ints:
        """The same of those cells that are among the rows."""
        if self._stride:
            keys = unit * self._stride + target
            rows = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            return rows[(self._keys[rows] == keys) & (target < self._stride)]
        rows = self._keys[unit[unit < len(self._keys)]]
        return rows[(rows >= 0) & (self.target[rows] == target[unit < len(self._keys)])]

    def _implicit_no_rows(self, unit: Ints, target: Ints) -> Ints:
        """The same, worked out once for columns that several share."""
        key = id(unit), id(target)
        if key not in self._known_rows:
            self._known_rows[key] = self.rows(unit, target)
        return self._known_rows[key]

    @property
    def proper(self) -> NDArray[np.bool_]:
        """The rows that are cells of the question's own units, not verdicts on a whole document."""
        return ~self.is_whole

    def _having(
        self, parts: list[tuple[Ints, Ints, int]], examples: Sequence[Criterion]
    ) -> dict[tuple[object, ...], NDArray[np.bool_]]:
        """Which rows are cells of the criteria of each shape; ``examples`` are one of each."""
        masks = {}
        for number, example in enumerate(examples):
            has = np.zeros(len(self.unit), dtype=bool)
            for unit, target, which in parts:
                if which == number:
                    has[self.rows(unit, target)] = True
            if sum(other.unit == example.unit for other in examples) > 1:
                # both may be asked of one unit, and nobody have spoken about the one
                has |= self._among(*self.verdicts.documents.cells(example, distinct(self.target)))
            masks[shape(example)] = has if example.unit is UnitKind.WHOLE else has & ~self.is_whole
        return masks

    def _among(self, unit: Ints, target: Ints) -> NDArray[np.bool_]:
        """Which rows are one of these cells."""
        stride = 1 + int(max(self.target.max(initial=0), target.max(initial=0)))
        return np.isin(self.unit * stride + self.target, unit * stride + target)

    def _values(self, annotators: Sequence[AnnotatorId]) -> tuple[tuple[Value, ...], Floats]:
        first = self.question.members[0]
        if first.scale == "choice":
            return first.choices, np.arange(len(first.choices), dtype=float)
        if first.scale == "yes-no":
            return ("no", "yes"), np.arange(2, dtype=float)
        codes = [self.verdicts.explicit_answers(a, first).code for a in annotators]
        codes += [answers.code for answers in self.verdicts.adjudication_answers(first).values()]
        numbers = np.concatenate([np.arange(first.low, first.high + 1, dtype=float), *codes])
        scale = np.unique(numbers[np.isfinite(numbers)])
        return tuple(int(v) if float(v).is_integer() else float(v) for v in scale), scale

    # Answers -------------------------------------------------------------------------------------------------------

    def one(self, annotator: AnnotatorId, criterion: Criterion, unmet: int = NOT_ASKED) -> States:
        """What an annotator holds of every row under one criterion; ``unmet`` is what they hold where their own answer
        made the question pointless."""
        states = np.full(len(self.unit), NOT_ASKED, dtype=np.int16)
        default = self.defaults.get(criterion.row, unmet)
        pointless = self.verdicts.unmet_condition_cells(annotator, criterion) if default != NOT_ASKED else ()
        if pointless and len(pointless[0]):
            states[self.rows(*pointless)] = default
        implicit_no = self._implicit_no.get((annotator, criterion.row))
        if implicit_no is not None and len(implicit_no[0]) and criterion.scale == "yes-no":
            states[self._implicit_no_rows(*implicit_no)] = 0
            if (unsaid := self.verdicts.uncounted_no_cells(annotator, criterion)) is not None:
                states[self._rows_there(*unsaid)] = NOT_ASKED
        self._write(states, criterion, self.verdicts.explicit_answers(annotator, criterion))
        return states

    def _write(self, states: States, criterion: Criterion, answers: RoundAnswers) -> None:
        """Put what was said explicitly into a column."""
        if len(answers.unit):
            code = answers.code
            if criterion.scale == "ordinal":
                has_value = np.isfinite(code)
                code = np.where(has_value, np.searchsorted(self.scale, np.where(has_value, code, 0)), UNSCORED)
            states[self.rows(answers.unit, answers.target)] = code

    def nothing(self, criterion: Criterion) -> States:
        """The states of every row while nobody spoke: not asked, or no part of a union."""
        return np.full(len(self.unit), ASIDE if criterion.row in self.unasked_criteria else NOT_ASKED, dtype=np.int16)

    def adjudication_states(self, criterion: Criterion) -> States:
        """What the readers of a settle task hold of every row, a column each."""
        answers_by_reader = self.verdicts.adjudication_answers(criterion)
        states = np.full((len(self.unit), max(len(answers_by_reader), 1)), NOT_ASKED, dtype=np.int16)
        for place, answers in enumerate(answers_by_reader.values()):
            self._write(states[:, place], criterion, answers)
        return states

    def answer(
        self,
        annotator: AnnotatorId,
        adjudications: Mapping[CriterionId, States] | None = None,
        asked_only: bool = False,
        entire: bool | None = None,
    ) -> States:
        """What an annotator's verdicts come to: of every row, or by summary of every document. This is the one place
        where a person's own answer is made, before any rule over several people. ``settled`` holds gold's states of
        the rows by criterion, which take the place of the annotator's own where they have a value; cells that gold left
        open are no part of it. ``asked_only`` takes a union over the criteria that this annotator ever spoke about: a
        judge that was run on some of a roll-up's errors is judged by these. ``entire``: that of the index unless
        given."""
        columns = []
        for criterion in self.question.members:
            spoke = (annotator, criterion.row) in self.verdicts.spoke
            unasked = not spoke if asked_only else criterion.row in self.unasked_criteria
            if unasked and len(self.question.members) > 1:
                columns.append(np.full(len(self.unit), ASIDE, dtype=np.int16))
                continue
            column = self.one(annotator, criterion)
            if adjudications is not None:
                over = adjudications[criterion.row]
                column = np.where(over >= 0, over, np.where(over == UNSCORED, ASIDE, column))
            columns.append(column)
        if len(columns) > 1 and (self.entire if entire is None else entire):
            columns = self._without_unclear(annotator, columns)
        return self.join_columns(columns, entire=entire)

    def _without_unclear(self, annotator: AnnotatorId, columns: Sequence[States]) -> list[States]:
        """The columns without what is open only because a file does not say which of several types a certain yes has:
        such parts are never open beside a no."""
        yes = np.any([column == 1 for column in columns], axis=0)
        clear_columns = []
        for criterion, column in zip(self.question.members, columns, strict=True):
            open_ = yes & (column == UNSCORED)
            if open_.any() and len((cells := self.verdicts.unclear_type_cells(annotator, criterion))[0]):
                open_ &= np.isin(np.arange(len(column)), self._rows_there(*cells))
                column = np.where(open_, ASIDE, column)
            clear_columns.append(column)
        return clear_columns

    def join_columns(self, columns: Sequence[States], certain: bool = False, entire: bool | None = None) -> States:
        """One answer from one voice's states of the rows, a column a criterion. Of ``entire`` answers one yes decides
        only where every criterion has an answer, for rates, in which the noes of other rows would be missing; else
        where every criterion was asked, and with ``certain`` though some were not."""
        if not self.summary and len(columns) == 1:
            return columns[0]
        entire = self.entire if entire is None else entire
        parts = [
            self._of_documents(criterion, column, entire) if self.summary else self._of_rows(criterion, column)
            for criterion, column in zip(self.question.members, columns, strict=True)
        ]
        if len(parts) == 1:
            return np.where(parts[0] == ASIDE, NOT_ASKED, parts[0])
        stack = np.stack(parts)
        yes = (stack == 1).any(axis=0)
        union = any_all([np.where(part == 1, 0, part) for part in parts])  # what it is if no yes decides
        has_state = ((stack != NOT_ASKED) & (stack != ASIDE)).any(axis=0)
        union[union == ASIDE] = NOT_ASKED
        decides = union == 0 if entire else certain | (stack != NOT_ASKED).all(axis=0)
        union[(union == NOT_ASKED) & has_state] = PARTLY
        union[yes & decides] = 1
        return union

    def _of_rows(self, criterion: Criterion, column: States) -> States:
        """The column, with those rows aside that the criterion does not have."""
        has = self._has.get(shape(criterion))
        return column if has is None else np.where(has | (column != NOT_ASKED), column, ASIDE)

    def anywhere(self, columns: Sequence[States], state: int) -> NDArray[np.bool_]:
        """Whether any of these states of the rows, a column a criterion, is ``state``: of every row, or within every
        document."""
        has_state = np.any([column == state for column in columns], axis=0)
        if not self.summary:
            return has_state
        targets, group = self._documents
        return np.bincount(group[has_state], minlength=len(targets)) > 0

    # Summaries -----------------------------------------------------------------------------------------------------

    @cached_property
    def _documents(self) -> tuple[Ints, Ints]:
        """The documents under judgement, and the place of each row's among them."""
        return group_labels(self.target)

    def summaries(self) -> tuple[Ints, Ints, Ints]:
        """The documents under judgement, as units (whole documents) and as targets, and how many cells each has."""
        targets, group = self._documents
        whole = self.verdicts.documents.whole[self.verdicts.documents.place(targets)]
        return whole, targets, np.bincount(group[~self.is_whole], minlength=len(targets))

    def _of_documents(self, criterion: Criterion, column: States, entire: bool) -> States:
        """One voice's answer on each document from its states of the rows under a criterion, ASIDE where it has no
        such cell. A verdict on the whole document stands for what would follow from its cells; else any yes is a yes
        (unless only ``entire`` answers count), and all no a no."""
        targets, group = self._documents
        rows = self._has.get(shape(criterion), self.proper) & (column != ASIDE)
        group_state = group[rows] * 4 + (np.clip(column[rows], NOT_ASKED, 1) + 2)
        not_asked, unscored, no, yes = np.bincount(group_state, minlength=4 * len(targets)).reshape(-1, 4).T
        answers = np.zeros(len(targets), dtype=np.int16)
        answers[unscored > 0] = UNSCORED
        answers[not_asked > 0] = PARTLY
        answers[unscored + no + yes == 0] = NOT_ASKED
        answers[not_asked + unscored + no + yes == 0] = ASIDE
        answers[(yes > 0) & (answers == 0) if entire else yes > 0] = 1
        if criterion.unit is not UnitKind.WHOLE:
            whole_rows = np.flatnonzero(self.is_whole & (column != NOT_ASKED))
            answers[group[whole_rows]] = column[whole_rows]
        return answers
