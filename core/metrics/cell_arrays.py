"""The one place that turns a project's verdicts into arrays: cells x annotators, with gold beside them.

A *state* says what one annotator holds of one cell: a code from 0 (on a yes/no scale 0 is no and 1 is yes), or why
there is none (UNSCORED, NOT_ASKED, PARTLY). Silence counts as "no" only where the annotator is on record as having
judged the document. A roll-up is taken annotator by annotator first: yes where any of its criteria is yes; a cell of
which not every criterion was asked has no answer, whatever the asked ones say, because keeping only its yeses would
bias every rate. Of people those criteria count that any of them was asked about, of a judge those that it was ever
asked about: the usual run of DIAL-SUMMER leaves two errors out, and its combined criteria are over the others.

A summary's answer, too, is each annotator's own first: what they said of the whole; else yes where any of their cells
is, and no where all are. Gold is the rule over these answers. One yes decides while one open cell keeps a summary from
being a no, so that shares of decided summaries are too high; ``entire`` answers leave nothing open. Those to combined
criteria are entire, of people and gold, unless a caller asks for others: a yes beside an unsure part would count, a no
would not.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.definitions.protocols import Task
from galley.core.domain import JUDGES, AnnotatorId, AnnotatorKind, CriterionId, UnitKind, Value
from galley.core.errors import InputError
from galley.core.metrics import _verdicts, gold
from galley.core.metrics._documents import Documents, Floats, Ints, column
from galley.core.metrics._index import NOT_ASKED, PARTLY, UNSCORED, Index
from galley.core.metrics._memory import Items
from galley.core.metrics._question import CellQuestion
from galley.core.metrics._roster import Roster
from galley.core.metrics._verdicts import VerdictReader
from galley.core.metrics.base import Memory, Params
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns
from galley.core.storage.queries.tasks import read_unusable

__all__ = ["NOT_ASKED", "PARTLY", "UNSCORED", "CellQuestion", "CellReader", "Cells", "against"]


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells x annotators. ``states`` holds codes and reasons (see the module), ``gold`` the same for gold (None if
    not asked for). ``values`` are what the codes stand for, ``scale`` the same as numbers, in rising order.

    ``unit`` and ``target`` are row ids; at summary level the unit is the whole document, and ``length`` says how many
    cells it has. ``entire``: answers leave nothing open.
    """

    question: CellQuestion
    level: str
    annotators: tuple[AnnotatorId, ...]
    values: tuple[Value, ...]
    scale: Floats
    unit: Ints
    target: Ints
    states: NDArray[np.int16]
    gold: NDArray[np.int16] | None
    documents: Documents
    length: Ints | None = None
    entire: bool = False

    @property
    def codes(self) -> Ints:
        """``states`` with every reason as -1, as the statistics want it."""
        return np.maximum(self.states, -1).astype(np.int64)

    @property
    def items(self) -> Ints:
        """The item of each cell."""
        return self.documents.item[self.documents.place(self.target)]

    @property
    def origins(self) -> Ints:
        """The source document of each cell: what was sampled, and what intervals go by."""
        return self.documents.origin[self.documents.place(self.target)]

    def label(self, what: str) -> tuple[Ints, list[str]]:
        """The system, dataset, split or item key of each cell as a code, and the names behind the codes."""
        codes, label_names = self.documents.labels(what)
        return codes[self.documents.place(self.target)], label_names

    def split_by(self, what: str) -> Iterator[tuple[str, Cells]]:
        """The cells of each system, data set, split or item of which there are any, with its name."""
        codes, label_names = self.label(what)
        return ((label_names[code], self.only(codes == code)) for code in np.unique(codes))

    def only(self, rows: NDArray[np.bool_]) -> Cells:
        """These cells alone."""
        return Cells(
            self.question, self.level, self.annotators, self.values, self.scale, self.unit[rows], self.target[rows],
            self.states[rows], None if self.gold is None else self.gold[rows], self.documents,
            None if self.length is None else self.length[rows], self.entire,
        )  # fmt: skip

    def column(self, annotator: AnnotatorId) -> NDArray[np.int16]:
        """The states of one annotator."""
        states: NDArray[np.int16] = self.states[:, self.annotators.index(annotator)]
        return states

    def is_answered(self, annotators: Sequence[AnnotatorId]) -> bool:
        """Whether any cell has an answer of each of these annotators."""
        return bool(np.all([self.column(annotator) >= 0 for annotator in annotators], axis=0).any())

    def is_scored(self, *annotators: AnnotatorId) -> bool:
        """Whether any cell has an answer of each of these annotators, and gold."""
        assert self.gold is not None
        return self.only(self.gold >= 0).is_answered(annotators)

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return int(self.states.size) + 3 * len(self.unit)

    def replace_items(self, items: Items, part: Cells) -> Cells | None:
        """These cells with ``part`` in the place of all cells of ``items``; None where the two are on other scales
        (a rating that nobody had given before)."""
        if part.values != self.values:
            return None
        old = np.flatnonzero(np.isin(self.items, np.fromiter(items, dtype=np.int64)))
        if np.array_equal(self.unit[old], part.unit) and np.array_equal(self.target[old], part.target):
            states = self.states.copy()
            states[old] = part.states
            best = None if self.gold is None else self.gold.copy()
            if best is not None and part.gold is not None:
                best[old] = part.gold
            length = None if self.length is None else self.length.copy()
            if length is not None and part.length is not None:
                length[old] = part.length
            return replace(self, states=states, gold=best, length=length)
        kept_order = np.delete(self._order, old)
        at = np.searchsorted(kept_order, part._order)

        def join_rows(own: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
            return np.insert(np.delete(own, old, axis=0), at, other, axis=0)

        return replace(
            self,
            unit=join_rows(self.unit, part.unit),
            target=join_rows(self.target, part.target),
            states=join_rows(self.states, part.states),
            gold=None if self.gold is None or part.gold is None else join_rows(self.gold, part.gold),
            length=None if self.length is None or part.length is None else join_rows(self.length, part.length),
        )

    @property
    def _order(self) -> Ints:
        """What the rows are sorted by, in one number."""
        if self.level == "summary":
            return self.target
        return self.unit * (int(self.documents.id[-1]) + 1) + self.target if len(self.unit) else self.unit


class CellReader(Roster):
    """Reads cells for one computation. ``params`` filters documents, schemes and criteria."""

    def __init__(self, connection: Connection, params: Params, first: bool = False) -> None:
        """``first`` reads what people said in first rounds, else what they said last.

        Raises: InputError for names that the project does not hold.
        """
        super().__init__(connection, params)
        self.first = first
        self._plan: list[tuple[Sequence[CellQuestion], Sequence[AnnotatorId]]] = []
        self._parts: dict[Items, CellReader] = {}

    @cached_property
    def documents(self) -> Documents:
        """The documents of the project as columns."""
        return (self.params.memory or Memory()).documents(self.connection)

    @cached_property
    def verdicts(self) -> VerdictReader:
        """What annotators said."""
        return VerdictReader(self.connection, self.documents, self.spoke, None, self.first, self.placed_criteria)

    @cached_property
    def filter(self) -> NDArray[np.bool_] | None:
        """The documents that figures are about: those chosen, less what people said not to be usable; None is all."""
        out = [unusable.document for unusable in read_unusable(self.connection)]
        if not out:
            return self.selection_mask
        mask = (
            np.ones(len(self.documents.id), dtype=bool) if self.selection_mask is None else self.selection_mask.copy()
        )
        mask[self.documents.place(np.array(out, dtype=np.int64))] = False
        return mask

    @cached_property
    def selection_mask(self) -> NDArray[np.bool_] | None:
        """The documents that ``params`` ask for; None is all."""
        p = self.params
        for what, filter_values in (("system", p.systems), ("dataset", p.datasets), ("split", p.splits)):
            label_names = self.documents.labels(what)[1] if filter_values else []
            for name in filter_values:
                if name not in label_names:
                    raise InputError(
                        f"The project has no {what} {name!r}; it has: {', '.join(filter(None, label_names))}."
                    )
        if not (p.systems or p.datasets or p.splits or p.items):
            return None
        return self.documents.build_filter_mask(p.systems, p.datasets, p.splits, p.items)

    def fetch(self, questions: Sequence[CellQuestion], annotators: Sequence[AnnotatorId]) -> None:
        """Say what will be needed, so that it is read in one go; where cells are remembered, only if it must be."""
        self._plan.append((questions, annotators))
        if self.params.memory is None:
            self.read(questions, annotators)

    def read(self, questions: Sequence[CellQuestion], annotators: Sequence[AnnotatorId]) -> None:
        """Read what these annotators said about these questions."""
        criteria = {c.row: c for question in questions for c in question.members}
        self.verdicts.read(list(criteria.values()), annotators)

    def cells(
        self,
        question: CellQuestion,
        annotators: Sequence[AnnotatorId],
        level: str = "unit",
        with_gold: bool = False,
        entire: bool | None = None,
    ) -> Cells:
        """The cells on which any of these annotators (or gold) said anything. ``level`` is unit or summary; ``entire``
        counts only answers that leave nothing open (see the module); None those of people to combined criteria.

        Raises: InputError where gold is asked for under a name that is not there.
        """
        truth = gold.sources(self) if with_gold else gold.NONE
        everybody = tuple(dict.fromkeys([*annotators, *truth.annotators]))
        memory, p = self.params.memory, self.params
        combined = len(question.members) > 1
        if not combined:
            entire = bool(entire) and level == "summary" and not question.whole
        if memory is None:
            return self._cells(question, truth, everybody, level, entire)
        filters = (p.systems, p.datasets, p.splits, p.items)
        what = (question.scheme, question.id, question.task, self.first, *question.rows)
        key = (what, everybody, level, truth if with_gold else None, entire, filters)
        assert self.documents is not None  # a project that has grown empties the memory first
        return memory.get_table(
            key,
            lambda: self._cells(question, truth, everybody, level, entire),
            lambda items: self._part(items)._cells(question, truth, everybody, level, entire),
        )

    def certain_yes(self, cells: Cells) -> NDArray[np.bool_]:
        """Which cells gold leaves open (a part is unsure) though another part of the combined criteria is a yes."""
        assert cells.gold is not None
        if len(cells.question.members) < 2:
            return np.zeros(len(cells.unit), dtype=bool)
        loose = self.cells(cells.question, cells.annotators, cells.level, with_gold=True, entire=False)
        assert loose.gold is not None
        stride = 1 + int(max(cells.target.max(initial=0), loose.target.max(initial=0)))
        yes = loose.gold == 1
        mask: NDArray[np.bool_] = np.isin(
            cells.unit * stride + cells.target, loose.unit[yes] * stride + loose.target[yes]
        )
        return mask & (cells.gold < 0)

    def _part(self, items: Items) -> CellReader:
        """A reader of these items alone, with the same people, schemes and filters."""
        if items not in self._parts:
            reader = self._parts[items] = copy.copy(self)
            reader.verdicts = VerdictReader(
                self.connection, self.documents, self.spoke, items, self.first, self.placed_criteria
            )
        return self._parts[items]

    def _cells(
        self,
        question: CellQuestion,
        truth: gold.Sources,
        everybody: Sequence[AnnotatorId],
        level: str,
        entire: bool | None,
    ) -> Cells:
        with_gold = truth is not gold.NONE
        for questions, annotators in self._plan:
            self.read(questions, annotators)
        self.read([question], everybody)
        summary = level == "summary" and not question.whole
        owners = self.owners(question) if self.book.tasks else ()
        defaults = self._defaults(question, owners)
        judges_too, entire = entire is not None, entire is None or entire
        index = Index(self.verdicts, question, everybody, summary, entire, defaults, self.unasked_criteria)
        unit, target, length = index.summaries() if summary else (index.unit, index.target, None)
        states = np.empty((len(unit), 0), dtype=np.int16)
        if everybody:
            own = [
                index.answer(a, asked_only=judge, entire=entire and (judges_too or not judge))
                for a in everybody
                for judge in (self._judge(a),)
            ]
            states = np.stack(own, axis=1)
        best = gold.states(truth, index, everybody, states, owners) if with_gold else None
        cells = Cells(
            question,
            level,
            tuple(everybody),
            index.values,
            index.scale,
            unit,
            target,
            states,
            best,
            self.documents,
            length,
            entire,
        )
        mask = np.ones(len(unit), dtype=bool) if summary else self._of_kinds(question, index)
        leaves_out = any(task is not None and task.leaves_out is not None for task in owners)
        passing = self.selection_mask if leaves_out else self.filter
        if passing is not None:
            mask = mask & passing[self.documents.place(target)]
        return cells if mask.all() else cells.only(mask)

    def find_gold_levels(self, question: CellQuestion) -> tuple[str, ...]:
        """The levels at which those whom gold comes from answered (see ``find_answer_levels``)."""
        return self.find_answer_levels(question, gold.sources(self).annotators)

    def find_row_levels(self, question: CellQuestion, annotators: Sequence[AnnotatorId]) -> tuple[str, ...]:
        """The levels of a figure's rows about these annotators' answers: the one asked for, else each at which they
        answered; whole documents where nothing else is asked about."""
        asked = self.params.level
        if question.whole:
            return ("summary",)
        if not question.binary:  # a score of a whole does not follow from those of its units
            return ("unit",) if asked in ("", "unit") else ()
        return (asked,) if asked else self.find_answer_levels(question, annotators)

    def find_answer_levels(self, question: CellQuestion, annotators: Sequence[AnnotatorId]) -> tuple[str, ...]:
        """The levels at which these annotators answered: "unit" (of a combined criterion only where they did by each of
        its criteria), "summary" (whole documents), or both; never what follows from answers on units."""
        self.read([question], annotators)
        spoken = [[self.verdicts.levels(who, criterion) for who in annotators] for criterion in question.members]
        wholes = any(on_wholes for of_part in spoken for _, on_wholes in of_part)
        units = all(any(on_units for on_units, _ in of_part) for of_part in spoken)
        return ("unit",) * (units or not wholes) + ("summary",) * wholes

    def _judge(self, annotator: AnnotatorId) -> bool:
        return self.annotators[annotator].kind in JUDGES

    def _defaults(self, question: CellQuestion, owners: Sequence[Task | None]) -> dict[CriterionId, Value]:
        """What those say of each criterion whose own answer made it pointless, where its task says so."""
        defaults = {}
        for criterion, task in zip(question.members, owners, strict=False):
            for asking in self.book.asks(task) if task is not None else ():
                if asking.criterion.row == criterion.row and asking.entry.unmet is not None:
                    defaults[criterion.row] = asking.entry.unmet
        return defaults

    def _of_kinds(self, question: CellQuestion, index: Index) -> NDArray[np.bool_]:
        """The rows on units of the kinds that a named task asks about, else those that are not whole documents."""
        kinds = self.kinds(question)
        if kinds is None:
            return index.proper
        groups = (UnitKind.GROUP.value, UnitKind.PAIR.value)
        several = column(columns.read_derived_columns(self.connection, groups, retired=True)[0])
        grouped = np.isin(index.unit, several)
        if kinds & {*groups}:
            return grouped
        if UnitKind.WHOLE in kinds and len(kinds) > 1:  # the whole is asked; its places are a second level
            return index.is_whole
        return ~grouped if UnitKind.WHOLE in kinds else index.proper & ~grouped

    def reasons(self, question: CellQuestion, annotator: AnnotatorId) -> dict[str, int]:
        """Why verdicts of this annotator are unscored, by reason; of a single criterion and without filters only."""
        if len(question.members) > 1 or self.selection_mask is not None:
            return {}
        return _verdicts.count_unscored_reasons(self.connection, question.rows, [annotator]).get(annotator, {})


def against(reader: CellReader, cells: Cells) -> Cells:
    """The cells with gold on another question (``reader.params.against``) in place of gold on their own.

    Raises: InputError where nobody spoke about that question.
    """
    if not reader.params.against:
        return cells
    other, question = other_gold(reader)
    truth = other.cells(question, [], cells.level, with_gold=True)
    assert truth.gold is not None
    stride = 1 + int(max(cells.target.max(initial=0), truth.target.max(initial=0)))
    own, theirs = cells.unit * stride + cells.target, truth.unit * stride + truth.target
    keys = np.union1d(own, theirs)
    states = np.full((len(keys), cells.states.shape[1]), NOT_ASKED, dtype=np.int16)
    states[np.searchsorted(keys, own)] = cells.states
    best = np.full(len(keys), NOT_ASKED, dtype=np.int16)
    best[np.searchsorted(keys, theirs)] = truth.gold
    length = None
    if truth.length is not None:
        length = np.zeros(len(keys), dtype=np.int64)
        length[np.searchsorted(keys, theirs)] = truth.length
    unit, target = keys // stride, keys % stride
    return replace(cells, unit=unit, target=target, states=states, gold=best, length=length, entire=truth.entire)


def other_gold(reader: CellReader) -> tuple[CellReader, CellQuestion]:
    """The question that ``reader.params.against`` names, and a reader of its scheme.

    Raises: InputError where nobody spoke about that question, or several have its name.
    """
    name = reader.params.against
    other = CellReader(reader.connection, replace(reader.params, schemes=(), criteria=(), by="criterion", against=""))
    matching = [q for q in other.questions() if q.binary and name in (q.id, f"{q.scheme}/{q.id}")]
    # A roll-up and a criterion of other schemes may share their name; people's own answers say which is meant.
    if len(matching) > 1:
        people = [*other.humans, *other.of_kind(AnnotatorKind.GOLD)]
        matching = [q for q in matching if any(other.has_answered(person, q) for person in people)] or matching
    if len(matching) != 1:
        question_names = ", ".join(f"{q.scheme}/{q.id}" for q in matching or other.questions() if q.binary) or "none"
        raise InputError(f"{name!r} is not one yes/no criterion that people answered; use one of: {question_names}.")
    return other, matching[0]
