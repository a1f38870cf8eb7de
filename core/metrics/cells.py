"""The one place that turns a project's verdicts into arrays: cells x annotators, with gold beside them.

A *state* says what one annotator holds of one cell: a code from 0 (on a yes/no scale 0 is no and 1 is yes), or why
there is none (UNSCORED, NOT_ASKED, PARTLY). Silence counts as "no" only where the annotator is on record as having
judged the document. A roll-up is taken annotator by annotator first: yes where any of its criteria is yes; a cell of
which not every criterion was asked has no answer, whatever the asked ones say, because keeping only its yeses would
bias every rate.

A summary's answer, too, is each annotator's own first: what they said of the whole; else yes where any of their cells
is, and no where all are. Gold is the rule over these answers. One yes decides while one open cell keeps a summary from
being a no, so that shares of decided summaries are too high; ``entire`` answers leave nothing open.
"""

from __future__ import annotations

import copy
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import TEXT_KINDS, Annotator, AnnotatorKind, Criterion, Scheme, UnitKind, Value
from galley.core.errors import InputError
from galley.core.metrics import _answers, gold
from galley.core.metrics._documents import Documents, Floats, Ints
from galley.core.metrics._index import Index, shape
from galley.core.metrics._memory import Items
from galley.core.metrics.base import Memory, Params
from galley.core.project import names, silence

UNSCORED, NOT_ASKED, PARTLY = -1, -2, -3
JUDGES = (AnnotatorKind.JUDGE, AnnotatorKind.IMPORT)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a cell: one criterion, or the union of several (a declared roll-up, or a group)."""

    scheme: str
    id: str
    name: str
    members: tuple[Criterion, ...]
    rollup: bool = False

    @property
    def rows(self) -> list[int]:
        """The row ids of its criteria."""
        return [criterion.row for criterion in self.members]

    @property
    def binary(self) -> bool:
        """Whether the answer is yes or no."""
        return all(criterion.scale == "yes-no" for criterion in self.members)

    @property
    def whole(self) -> bool:
        """Whether it is asked of documents only, so that unit and summary level are one."""
        return all(criterion.unit is UnitKind.WHOLE for criterion in self.members)


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells x annotators. ``states`` holds codes and reasons (see the module), ``gold`` the same for gold (None if
    not asked for). ``values`` are what the codes stand for, ``scale`` the same as numbers, in rising order.

    ``unit`` and ``target`` are row ids; at summary level the unit is the whole document, and ``length`` says how many
    cells it has.
    """

    question: Question
    level: str
    annotators: tuple[int, ...]
    values: tuple[Value, ...]
    scale: Floats
    unit: Ints
    target: Ints
    states: NDArray[np.int16]
    gold: NDArray[np.int16] | None
    documents: Documents
    length: Ints | None = None

    @property
    def codes(self) -> Ints:
        """``states`` with every reason as -1, as the statistics want it."""
        return np.maximum(self.states, -1).astype(np.int64)

    @property
    def items(self) -> Ints:
        """The item of each cell."""
        return self.documents.item[self.documents.place(self.target)]

    def label(self, what: str) -> tuple[Ints, list[str]]:
        """The system, dataset, split or item key of each cell as a code, and the names behind the codes."""
        codes, known = self.documents.labels(what)
        return codes[self.documents.place(self.target)], known

    def only(self, rows: NDArray[np.bool_]) -> Cells:
        """These cells alone."""
        return Cells(
            self.question, self.level, self.annotators, self.values, self.scale, self.unit[rows], self.target[rows],
            self.states[rows], None if self.gold is None else self.gold[rows], self.documents,
            None if self.length is None else self.length[rows],
        )  # fmt: skip

    def column(self, annotator: int) -> NDArray[np.int16]:
        """The states of one annotator."""
        found: NDArray[np.int16] = self.states[:, self.annotators.index(annotator)]
        return found

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return int(self.states.size) + 3 * len(self.unit)

    def renewed(self, items: Items, part: Cells) -> Cells | None:
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
        kept = np.delete(self._order, old)
        at = np.searchsorted(kept, part._order)

        def joined(mine: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
            return np.insert(np.delete(mine, old, axis=0), at, other, axis=0)

        return replace(
            self,
            unit=joined(self.unit, part.unit),
            target=joined(self.target, part.target),
            states=joined(self.states, part.states),
            gold=None if self.gold is None or part.gold is None else joined(self.gold, part.gold),
            length=None if self.length is None or part.length is None else joined(self.length, part.length),
        )

    @property
    def _order(self) -> Ints:
        """What the rows are sorted by, in one number."""
        if self.level == "summary":
            return self.target
        return self.unit * (int(self.documents.id[-1]) + 1) + self.target if len(self.unit) else self.unit


class Reader:
    """Reads cells for one computation. ``params`` filters documents, schemes and criteria."""

    def __init__(self, connection: sqlite3.Connection, params: Params) -> None:
        """Raises: InputError for names that the project does not hold."""
        self.connection, self.params = connection, params
        self.annotators = names.annotators(connection)
        self.schemes = self._wanted(names.schemes(connection))
        self.spoke = _answers.spoke(connection)
        self._said: dict[tuple[int, int], _answers.Said] = {}
        self._silent: dict[tuple[int, int], Ints] = {}
        self._late: dict[tuple[int, int], Ints] | None = None
        self._read: set[tuple[int, int]] = set()
        self._plan: list[tuple[Sequence[Question], Sequence[int]]] = []
        self._items: Items | None = None
        self._parts: dict[Items, Reader] = {}
        self._gone_through: dict[tuple[object, ...], list[tuple[Ints, tuple[Ints, Ints]]]] = {}

    def _wanted(self, schemes: Sequence[Scheme]) -> list[Scheme]:
        known = [scheme.id for scheme in schemes]
        for name in self.params.schemes:
            if name not in known:
                raise InputError(f"The project has no scheme {name!r}; it has: {', '.join(known) or 'none'}.")
        return [scheme for scheme in schemes if not self.params.schemes or scheme.id in self.params.schemes]

    @cached_property
    def documents(self) -> Documents:
        """The documents of the project as columns."""
        return (self.params.memory or Memory()).documents(self.connection)

    @cached_property
    def filter(self) -> NDArray[np.bool_] | None:
        p = self.params
        for what, wanted in (("system", p.systems), ("dataset", p.datasets), ("split", p.splits)):
            known = self.documents.labels(what)[1] if wanted else []
            for name in wanted:
                if name not in known:
                    raise InputError(f"The project has no {what} {name!r}; it has: {', '.join(filter(None, known))}.")
        if not (p.systems or p.datasets or p.splits or p.items):
            return None
        return self.documents.selected(p.systems, p.datasets, p.splits, p.items)

    # Who and what --------------------------------------------------------------------------------------------------

    def named(self, name: str, kinds: Iterable[AnnotatorKind] = AnnotatorKind) -> int:
        """The annotator of this name, humans before judges. Raises: InputError if there is none."""
        wanted = list(kinds)
        fitting = [a for a in self.annotators.values() if a.name == name and a.kind in wanted]
        if not fitting:
            known = ", ".join(a.name for a in self.annotators.values() if a.kind in wanted) or "none"
            raise InputError(f"Nobody called {name!r} is in the project for this; there are: {known}.")
        return min(fitting, key=lambda a: (wanted.index(a.kind), a.id)).id

    def of_kind(self, *kinds: AnnotatorKind) -> list[int]:
        """The annotators of these kinds who said anything about the wanted schemes."""
        rows = {criterion.row for scheme in self.schemes for criterion in scheme.criteria}
        return [
            row
            for row, annotator in self.annotators.items()
            if annotator.kind in kinds and any((row, criterion) in self.spoke for criterion in rows)
        ]

    @cached_property
    def humans(self) -> list[int]:
        """The humans who said anything."""
        return self.of_kind(AnnotatorKind.HUMAN)

    @cached_property
    def judges(self) -> list[int]:
        """The judges that were asked for, or all that said anything. Raises: InputError for an unknown name."""
        if self.params.judges:
            return [self.named(name, (*JUDGES, AnnotatorKind.HUMAN)) for name in self.params.judges]
        return self.of_kind(*JUDGES)

    def annotator(self, row: int) -> Annotator:
        """The annotator with this row id."""
        return self.annotators[row]

    def questions(self) -> list[Question]:
        """The criteria that anybody spoke about, each scheme's roll-ups behind its criteria; groups if rows are
        split by group. Raises: InputError for a criterion that no wanted scheme has."""
        found, known = [], []
        spoken = {criterion for _, criterion in self.spoke}
        for scheme in self.schemes:
            alone = [Question(scheme.id, c.id, c.name, (c,)) for c in scheme.criteria]
            if self.params.by == "group":
                groups = dict.fromkeys(c.group for c in scheme.criteria if c.scale == "yes-no" and c.group)
                unions = [
                    Question(scheme.id, g, g, tuple(c for c in scheme.criteria if c.group == g and c.scale == "yes-no"),
                             rollup=True) for g in groups
                ]  # fmt: skip
                alone = []
            else:
                unions = [
                    Question(scheme.id, r.id, r.name, tuple(c for c in scheme.criteria if c.id in r.criteria), True)
                    for r in scheme.rollups
                ]
            known += [question.id for question in alone + unions]
            found += [question for question in alone + unions if spoken.intersection(question.rows)]
        for name in self.params.criteria:
            if name not in known:
                raise InputError(f"No scheme here has the criterion {name!r}; there are: {', '.join(known) or 'none'}.")
        return [q for q in found if not self.params.criteria or q.id in self.params.criteria]

    def asked(self, annotator: int, question: Question) -> bool:
        """Whether this annotator said anything about the question."""
        return any((annotator, row) in self.spoke for row in question.rows)

    # Cells ---------------------------------------------------------------------------------------------------------

    def fetch(self, questions: Sequence[Question], annotators: Sequence[int]) -> None:
        """Say what will be needed, so that it is read in one go; where cells are remembered, only if it must be."""
        self._plan.append((questions, annotators))
        if self.params.memory is None:
            self.read(questions, annotators)

    def read(self, questions: Sequence[Question], annotators: Sequence[int]) -> None:
        """Read what these annotators said about these questions."""
        criteria = list({c.row: c for question in questions for c in question.members}.values())
        pairs = {(a, c.row) for a in annotators for c in criteria} & self.spoke
        missing = pairs - self._read
        if missing:
            wanted = [c for c in criteria if any(c.row == row for _, row in missing)]
            people = sorted({a for a, _ in missing})
            self._said.update(_answers.read(self.connection, wanted, people, self.spoke, self._items, self.documents))
            self._silent.update(_answers.coverage(self.connection, [c.row for c in wanted], people, self._items))
            self._read |= {(a, c.row) for a in people for c in wanted}

    def cells(
        self,
        question: Question,
        annotators: Sequence[int],
        level: str = "unit",
        with_gold: bool = False,
        entire: bool = False,
    ) -> Cells:
        """The cells on which any of these annotators (or gold) said anything. ``level`` is unit or summary; ``entire``
        counts only answers that leave nothing open (see the module).

        Raises: InputError where gold is asked for under a name that is not there.
        """
        truth = gold.sources(self) if with_gold else gold.NONE
        everybody = tuple(dict.fromkeys([*annotators, *truth.annotators]))
        memory, p = self.params.memory, self.params
        entire = entire and (len(question.members) > 1 or (level == "summary" and not question.whole))
        if memory is None:
            return self._cells(question, truth, everybody, level, entire)
        asked = (p.systems, p.datasets, p.splits, p.items)
        what = (question.scheme, question.id, *question.rows)
        key = (what, everybody, level, truth if with_gold else None, entire, asked)
        assert self.documents is not None  # a project that has grown empties the memory first
        return memory.kept(
            key,
            lambda: self._cells(question, truth, everybody, level, entire),
            lambda items: self._part(items)._cells(question, truth, everybody, level, entire),
        )

    def _part(self, items: Items) -> Reader:
        """A reader of these items alone, with the same people, schemes and filters."""
        if items not in self._parts:
            made = self._parts[items] = copy.copy(self)
            made._said, made._silent, made._late, made._read, made._items = {}, {}, None, set(), items
            made._gone_through = {}
        return self._parts[items]

    def _cells(
        self, question: Question, truth: gold.Sources, everybody: Sequence[int], level: str, entire: bool
    ) -> Cells:
        with_gold = truth is not gold.NONE
        for questions, annotators in self._plan:
            self.read(questions, annotators)
        self.read([question], everybody)
        summary = level == "summary" and not question.whole
        index = Index(self, question, everybody, summary, entire)
        unit, target, length = index.summaries() if summary else (index.unit, index.target, None)
        states = np.empty((len(unit), 0), dtype=np.int16)
        if everybody:
            states = np.stack([index.answer(a) for a in everybody], axis=1)
        best = gold.states(truth, index, everybody, states) if with_gold else None
        found = Cells(
            question, level, tuple(everybody), index.values, index.scale, unit, target, states, best, self.documents,
            length,
        )
        kept = np.ones(len(unit), dtype=bool) if summary else index.proper
        if self.filter is not None:
            kept = kept & self.filter[self.documents.place(target)]
        return found if kept.all() else found.only(kept)

    def silent(self, annotator: int, criterion: Criterion) -> tuple[Ints, Ints]:
        """The cells on which this annotator's silence means "no" (those with a verdict among them)."""
        targets = self._silent.get((annotator, criterion.row))
        if targets is None:
            empty = np.empty(0, dtype=np.int64)
            return empty, empty
        unit, target = self._cells_on(criterion, targets)
        if criterion.unit not in TEXT_KINDS and (late := self._too_late().get((annotator, criterion.row))) is not None:
            # a derived unit is judged against few documents: two numbers in one
            stride = 1 + int(max(late[1].max(), target.max(initial=0)))
            kept = ~np.isin(unit * stride + target, late[0] * stride + late[1])
            unit, target = unit[kept], target[kept]
        return unit, target

    def _cells_on(self, criterion: Criterion, targets: Ints) -> tuple[Ints, Ints]:
        """The cells of a criterion on these documents: the very same columns for all criteria that are alike and all
        people who went through the same documents, as they mostly did."""
        known = self._gone_through.setdefault(shape(criterion), [])
        found = next((cells for before, cells in known if np.array_equal(before, targets)), None)
        if found is None:
            found = self.documents.cells(criterion, targets)
            known.append((targets, found))
        return found

    def _too_late(self) -> dict[tuple[int, int], Ints]:
        """Units and targets (two rows) of the cells on which silence says nothing, by annotator and criterion."""
        if self._late is None:
            cells: dict[tuple[int, int], list[tuple[int, int]]] = {}
            for _, who, cell in silence.late(self.connection, self._items):
                cells.setdefault((who, cell.criterion), []).append((cell.unit, cell.target))
            self._late = {key: np.array(found, dtype=np.int64).T for key, found in cells.items()}
        return self._late

    def said(self, annotator: int, criterion: Criterion) -> _answers.Said:
        """What this annotator said in so many words."""
        return self._said.get((annotator, criterion.row), _answers.NOTHING)

    def reasons(self, question: Question, annotator: int) -> dict[str, int]:
        """Why verdicts of this annotator are unscored, by reason; of a single criterion and without filters only."""
        if len(question.members) > 1 or self.filter is not None:
            return {}
        return _answers.reasons(self.connection, question.rows, [annotator]).get(annotator, {})


def against(reader: Reader, cells: Cells) -> Cells:
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
    return replace(cells, unit=keys // stride, target=keys % stride, states=states, gold=best, length=None)


def other_gold(reader: Reader) -> tuple[Reader, Question]:
    """The question that ``reader.params.against`` names, and a reader of its scheme.

    Raises: InputError where nobody spoke about that question, or several have its name.
    """
    name = reader.params.against
    other = Reader(reader.connection, replace(reader.params, schemes=(), criteria=(), by="criterion", against=""))
    found = [q for q in other.questions() if q.binary and name in (q.id, f"{q.scheme}/{q.id}")]
    # A roll-up and a criterion of other schemes may share their name; people's own answers say which is meant.
    if len(found) > 1:
        people = [*other.humans, *other.of_kind(AnnotatorKind.GOLD)]
        found = [q for q in found if any(other.asked(person, q) for person in people)] or found
    if len(found) != 1:
        known = ", ".join(f"{q.scheme}/{q.id}" for q in found or other.questions() if q.binary) or "none"
        raise InputError(f"Gold is to be taken from {name!r}; name one of: {known}.")
    return other, found[0]
