"""What was found, in six cards: how much is wrong, which system is better, which errors, how good the judges are,
whether people agree, and what is left.

The cards of the window, the first page of the report and ``p.overview()`` are all built here. Each figure is one of a
metric of this folder (``estimate``, ``comparisons``) or a share with the interval of ``core.stats.clusters``. A title
names a winner only where the test does, and below ``FEW`` answers it gives the count and the interval.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import NO_ANNOTATOR, AnnotatorId, UnitKind
from galley.core.metrics import comparisons, estimate, flagged_shares, gold, sampling, unweighted
from galley.core.metrics._documents import Ints
from galley.core.metrics.base import Params, Row
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.review import blind, pace, queue_totals, task_draws
from galley.core.stats.agreement_coefficients import agreement
from galley.core.stats.clusters import by_document, share
from galley.core.stats.distinct_rows import tally
from galley.core.stats.groups import group_labels
from galley.core.stats.paired_differences import SHARE, difference, holm
from galley.core.stats.result import Estimate
from galley.core.storage import names
from galley.core.storage.connection import Connection, one_state
from galley.core.text.plurals import format_count, format_number, to_singular

FEW = 50
"""Below so many answers a title gives count and interval, and ranks nothing."""
MOST_BARS = 5
SAMPLE = 30
"""How many unflagged sentences or summaries the first card offers to draw."""
MOST_WARNINGS = 3
"""So many data sets of which a judge flags nearly all, or none, are named."""
ALL_TIME = datetime(2000, 1, 1, tzinfo=UTC)
KIND_WORDS = {
    UnitKind.TURN: "turns",
    UnitKind.PARAGRAPH: "paragraphs",
    UnitKind.SENTENCE: "sentences",
    UnitKind.FACT: "key facts",
    UnitKind.OPINION: "opinions",
    UnitKind.QUESTION: "questions",
    UnitKind.ENTRY: "entries",
}

Mask = NDArray[np.bool_]
Codes = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a card: a figure from 0 to 1 with its interval, or ``note`` in its place or beside it ("flags
    only")."""

    label: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """``question``, and the ``finding`` that answers it; ``is_known`` is false where it begins with "Not known:".
    ``scale`` says what the bars are: "percent" (of 100), "alpha", or "progress" (``counts``: words and numbers that
    add up). ``chart`` is the name of the chart behind it, ``actions`` what the window can do (name, words)."""

    name: str
    question: str
    finding: str
    details: str = ""
    is_known: bool = True
    scale: str = "percent"
    bars: tuple[Bar, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    chart: str = ""
    chart_title: str = ""
    actions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """The six cards in their order. ``about`` says what they rest on, ``cautions`` what one must know to read them."""

    about: str
    cards: tuple[Card, ...]
    cautions: tuple[str, ...] = ()

    def as_text(self) -> str:
        """The same as plain text: a heading, a finding and its figures for each card."""
        lines = [self.about]
        for card in self.cards:
            lines += ["", card.question, f"  {card.finding}", *([f"  {card.details}"] if card.details else [])]
            lines += [f"    {bar.label}: {format_bar(bar, card.scale)}" for bar in card.bars]
            lines += [f"    {words}: {count:,}" for words, count in card.counts]
        if self.cautions:
            lines += ["", "Read with care", *(f"  {sentence}" for sentence in self.cautions)]
        return "\n".join(lines)


def build_overview(
    connection: Connection, reviewer: AnnotatorId = NO_ANNOTATOR, params: Params | None = None
) -> Overview:
    """What was found, for ``reviewer`` (row id; 0: nobody, whose open flags are those of the project). ``params``
    choose items and resamples. Raises: InputError where blind mode hides figures; Cancelled."""
    blind.refuse_if_blind(connection, "The overview")
    params = params or Params(resamples=1000)
    with one_state(connection) if params.memory is None else params.memory.one_state(connection):
        return _Findings(connection, reviewer, params).overview()


def format_bar(bar: Bar, scale: str) -> str:
    """A figure as it is printed: "26 [21, 31]" of 100, or "0.71 [0.58, 0.82]"."""

    def number(value: float) -> str:
        return f"{100 * value:.0f}" if scale == "percent" else f"{value:.2f}"

    if bar.value is None:
        return bar.note
    ends = "" if bar.low is None or bar.high is None else f" [{number(bar.low)}, {number(bar.high)}]"
    return number(bar.value) + ends + (f" {bar.note}" if bar.note else "")


@dataclass(frozen=True, slots=True)
class _Flags:
    """What judges flagged, a row a flag, over all errors of one scheme: ``held`` is 1, 0, or -1 while it is open,
    ``question`` the number of the error, ``place`` what tells its cell from the others of that error."""

    judge: Ints
    question: Ints
    place: Ints
    origin: Ints
    held: Ints
    states: dict[int, Ints] = field(default_factory=dict)
    """The people's own answers to each flag, by person (-1 for none)."""


class _Findings:
    """Computes the cards of one project."""

    def __init__(self, connection: Connection, reviewer: AnnotatorId, params: Params) -> None:
        self.connection, self.reviewer, self.params = connection, reviewer, params
        self.reader = CellReader(connection, params)
        self.people = [row for row in self.reader.humans]

    def overview(self) -> Overview:
        """See ``build_overview``."""
        cards = (self._errors_card(), self._systems_card(), self._kinds_card(), self._judges_card(),
                 self._agreement_card(), self._progress_card())  # fmt: skip
        return Overview(self._about(), cards, tuple(self._cautions()))

    # What is counted -------------------------------------------------------------------------------------------

    @cached_property
    def errors(self) -> list[CellQuestion]:
        """The error criteria that anybody spoke about: of the scheme and kind of unit with the most of them that
        people answered, else that judges did."""
        error_ids = names.errors(self.connection)
        groups: dict[tuple[str, UnitKind], list[CellQuestion]] = {}
        people = {*self.people, *gold.sources(self.reader).annotators}
        for question in self.reader.questions():
            if question.is_combined or not question.binary or (question.scheme, question.id) not in error_ids:
                continue
            groups.setdefault((question.scheme, question.members[0].unit), []).append(question)

        def weight(questions: list[CellQuestion]) -> tuple[int, int]:
            spoke = self.reader.spoke
            answered = sum((person, row) in spoke for q in questions for row in q.rows for person in people)
            return answered, len(questions)

        return max(groups.values(), key=weight, default=[])

    @cached_property
    def question(self) -> CellQuestion | None:
        """Whether there is any error at all: the union of the error criteria."""
        if len(self.errors) < 2:
            return self.errors[0] if self.errors else None
        members = tuple(question.members[0] for question in self.errors)
        return CellQuestion(self.errors[0].scheme, "any-error", "Any error", members, is_combined=True)

    @cached_property
    def judges(self) -> list[AnnotatorId]:
        """The judges that spoke about these errors, that with the most verdicts first."""
        if self.question is None:
            return []
        present = [judge for judge in self.reader.judges if self.reader.has_answered(judge, self.question)]
        sizes = {judge: int((self._cells_of(judge).column(judge) >= 0).sum()) for judge in present}
        return sorted(present, key=lambda judge: -sizes[judge])

    def _cells_of(self, judge: AnnotatorId) -> Cells:
        assert self.question is not None
        cells = estimate.find_cells(self.reader, self.question, judge)
        return cells[0][1]

    @cached_property
    def level(self) -> str:
        """ "unit" or "summary": where gold and the first judge meet."""
        if self.question is None:
            return "unit"
        if self.judges:
            return estimate.find_cells(self.reader, self.question, self.judges[0])[0][0]
        return self.reader.find_row_levels(self.question, gold.sources(self.reader).annotators)[0]

    @property
    def unit(self) -> str:
        """What is counted, in the plural: "sentences", "summaries"."""
        if self.question is None:
            return "summaries"
        if self.level == "summary":
            return self.question.documents
        return KIND_WORDS.get(self.question.members[0].unit, "units")

    @cached_property
    def rates(self) -> list[Row]:
        """The rates of the first judge's cells by people, corrected: over all systems, then of each; empty where none
        is valid."""
        several = self.errors if len(self.errors) > 1 else []
        questions = [self.question, *several] if self.question is not None else []
        return next((rows for question in questions if (rows := self._rates_of(question))), [])

    def _rates_of(self, question: CellQuestion) -> list[Row]:
        """The valid rates of one question, by the first judge that has them."""
        for judge in self.judges:
            if self.reader.has_answered(judge, question):
                level, cells = estimate.find_cells(self.reader, question, judge)[0]
                rows = estimate.rate_rows(self.reader, question, judge, level, cells)
                if rows and rows[0]["valid"] and rows[0]["value"] is not None and level == self.level:
                    return rows
        return []

    @cached_property
    def people_rate(self) -> Estimate | None:
        """The share of cells with an error by gold, where there is no judge; None where nobody answered."""
        if self.question is None or self.judges:
            return None
        cells = self.reader.cells(self.question, [], self.level, with_gold=True)
        assert cells.gold is not None
        return self._share(cells, cells.gold) if (cells.gold >= 0).any() else None

    @property
    def has_sample(self) -> bool:
        """Whether cells were drawn with unlike chances, so that counts of reviews are no rates."""
        return bool(unweighted.unlike(self.connection))

    def _share(self, cells: Cells, states: Codes | Ints) -> Estimate:
        answered = states >= 0
        sums = by_document(group_labels(cells.origins[answered])[1], states[answered] == 1, answered[answered])
        return share(*sums, empty="nobody answered", confidence=self.params.confidence)

    def _find_keys(self, cells: Cells) -> Ints:
        """A number for each cell, the same for every question of a level."""
        if self.level == "summary":
            return cells.target
        return cells.unit * (1 + int(self.reader.documents.id.max(initial=0))) + cells.target

    @cached_property
    def flags(self) -> _Flags:
        """Every flag of every judge on these errors."""
        judge, number, place, origin, held = [], [], [], [], []
        states: dict[int, list[Ints]] = {person: [] for person in self.people}
        for at, question in enumerate(self.errors):
            cells = self.reader.cells(question, [*self.judges, *self.people], self.level, with_gold=True)
            assert cells.gold is not None
            keys = self._find_keys(cells)
            for who in self.judges:
                flagged = cells.column(who) == 1
                judge.append(np.full(int(flagged.sum()), who))
                number.append(np.full(int(flagged.sum()), at))
                place.append(keys[flagged])
                origin.append(cells.origins[flagged])
                held.append(np.maximum(cells.gold[flagged], -1).astype(np.int64))
                for person in self.people:
                    states[person].append(np.maximum(cells.column(person)[flagged], -1).astype(np.int64))

        def join(parts: Sequence[Any]) -> Ints:
            return np.concatenate(parts).astype(np.int64) if parts else np.empty(0, np.int64)

        answers = {person: join(parts) for person, parts in states.items()}
        return _Flags(join(judge), join(number), join(place), join(origin), join(held), answers)

    @cached_property
    def flagged_cells(self) -> tuple[Cells, Codes, Mask]:
        """The cells that the first judge was asked about; 1 where a flag of any judge on it held, 0 where none did, -1
        where one is open; and which were flagged. For projects of which only flags were reviewed."""
        assert self.question is not None
        cells = self._cells_of(self.judges[0])
        cells = cells.only(cells.column(self.judges[0]) >= 0)
        keys = self._find_keys(cells)
        states, flagged = np.zeros(len(keys), dtype=np.int16), np.zeros(len(keys), dtype=bool)
        order = np.argsort(keys)
        for question in self.errors:
            own = self.reader.cells(question, self.judges, self.level, with_gold=True)
            assert own.gold is not None
            own_keys = self._find_keys(own)
            rows = np.flatnonzero(_is_flagged(own, self.judges) & np.isin(own_keys, keys))
            at = order[np.searchsorted(keys[order], own_keys[rows])]
            flagged[at] = True
            held, is_open = own.gold[rows] == 1, own.gold[rows] < 0
            states[at[held]] = 1
            waiting = at[is_open]
            states[waiting[states[waiting] == 0]] = -1
        return cells, states, flagged

    @property
    def judge_name(self) -> str:
        """The judge of a project with one, else what is said of several."""
        return self.reader.annotator(self.judges[0]).name if len(self.judges) == 1 else "the judges"

    # The cards -------------------------------------------------------------------------------------------------

    def _errors_card(self) -> Card:
        blank = Card("errors", "How much is wrong?", "", chart="estimate", chart_title="True rate")
        if self.question is None:
            return _leave_unknown(blank, "Not known: nobody has looked for errors yet.", actions=(RUN_JUDGE,))
        if self.people_rate is not None:
            estimate_ = self.people_rate
            finding = self._rate_sentence(estimate_.value, estimate_.low, estimate_.high, estimate_.n, self.unit)
            details = (
                f"From {format_count(estimate_.n, self.unit)} in {format_count(estimate_.documents, 'documents')}."
            )
            bar = Bar("People", estimate_.value, estimate_.low, estimate_.high)
            return replace(
                blank, finding=finding, details=details, bars=(bar,), chart="frequency", chart_title="Frequency"
            )
        if self.rates:
            row = self.rates[0]
            assert self.basis is not None
            yes = int((self.basis[1] == 1).sum())
            # an estimate that unanswered flags move is no count of the reviews
            n = row["n"] if round(row["value"] * row["n"]) == yes else FEW
            finding = self._rate_sentence(row["value"], row["low"], row["high"], n, self.unit, row)
            details = (
                f"{row['judge']} alone would say {100 * row['naive']:.0f}. From {row['n']:,} reviewed {self.unit} of"
                f" {row['cells']:,}, in {format_count(row['documents'], 'documents')}."
            )
            people = Bar("People", row["value"], row["low"], row["high"])
            return replace(
                blank,
                finding=finding,
                details=details,
                bars=(people, Bar(row["judge"], row["naive"], note="flags only")),
            )
        if not self.judges:
            return _leave_unknown(blank, "Not known: nobody has answered yet.", actions=(REVIEW,))
        cells, states, flagged = self.flagged_cells
        decided = flagged & (states >= 0)
        if not decided.any():
            finding = f"Not known: none of the {format_count(int(flagged.sum()), self.unit)} with a flag is reviewed."
            return _leave_unknown(blank, finding, actions=(REVIEW,))
        held = self._share(cells.only(decided), states[decided])
        wrong, others = int((states[decided] == 1).sum()), int((~flagged).sum())
        waiting = int((flagged & ~decided).sum())
        finding = f"{wrong:,} of the {format_count(int(decided.sum()), self.unit)} with a flag {_are(wrong)} wrong."
        finding += f" How many of the {others:,} others are is not known." if others else ""
        details = f"{format_count(waiting, self.unit)} with a flag {_are(waiting)} open. " if waiting else ""
        unflagged = min(SAMPLE, others)
        if others:
            details += (
                f"A sample of {format_count(unflagged, self.unit)} without a flag gives a rate for all {len(states):,}."
            )
        bars = (Bar("Flagged, wrong", held.value, held.low, held.high), Bar("Not flagged", note="not asked"))
        draw = ("draw", f"Sample {unflagged} unflagged {self.unit}…")
        return replace(blank, finding=finding, details=details.strip(), bars=bars, actions=(draw,) if others else ())

    def _rate_sentence(
        self, value: float | None, low: float | None, high: float | None, n: int, unit: str, row: Row | None = None
    ) -> str:
        error = "an error"
        if row is not None and not row.get("rollup") and len(self.errors) > 1:
            error = f"“{self._criterion_name(row)}”"
        assert value is not None
        if low is None or high is None:
            return f"{100 * value:.0f} of 100 {unit} have {error}."
        if n < FEW:
            yes = round(value * n)
            return f"{yes} of {n} reviewed {unit} have {error}: between {100 * low:.0f} and {100 * high:.0f} of 100."
        if round(100 * low) == round(100 * high):
            return f"{100 * value:.0f} of 100 {unit} have {error}."
        return f"Between {100 * low:.0f} and {100 * high:.0f} of 100 {unit} have {error}."

    def _criterion_name(self, row: Row) -> str:
        return next((q.name for q in self.errors if q.id == row["criterion"]), str(row["criterion"]))

    @cached_property
    def basis(self) -> tuple[Cells, Codes, bool] | None:
        """What systems and kinds of errors are compared by: cells, their answers, and whether those are the whole truth
        (else only errors that a judge flagged count). None where nothing is decided."""
        if self.question is None:
            return None
        if self.rates or self.people_rate is not None:
            cells = self.reader.cells(self.question, self.judges[:1], self.level, with_gold=True)
            assert cells.gold is not None
            return cells, cells.gold, True
        if not self.judges:
            return None
        cells, states, _ = self.flagged_cells
        return (cells, states, False) if (states != 0).any() and (self.flags.held >= 0).any() else None

    def _systems_card(self) -> Card:
        blank = Card("systems", "Which system is better?", "", chart="frequency", chart_title="Frequency")
        if self.basis is None:
            return _leave_unknown(blank, "Not known: nothing is reviewed yet.", actions=(REVIEW,))
        cells, states, complete = self.basis
        codes, system_names = cells.label("system")
        present = [code for code in np.unique(codes) if system_names[code]]
        if len(present) < 2:
            only = f" ({system_names[present[0]]})" if present else ""
            return _leave_unknown(blank, f"Not known: all summaries are of one system{only}.")
        bars = [(system_names[code], self._share(cells.only(codes == code), states[codes == code])) for code in present]
        bars = sorted((bar for bar in bars if bar[1].value is not None), key=lambda bar: bar[1].value or 0.0)
        if complete and self.rates and self.has_sample:
            return self._weighted_systems(blank)
        rows = list(comparisons.compare_systems(self.reader, cells, states))
        comparisons.adjust(rows, "all", 1 - self.params.confidence)
        better = [_order_pair(row) for row in rows if row["told"]]
        is_open = states < 0
        if not complete and is_open.any():
            better = [pair for pair in better if self._holds_with_open(pair, cells, states)]
        shared = sorted(row["documents"] for row in rows)
        if shared[-1] < comparisons.DIFFERING:
            finding = "Not tested: the systems summarised different documents."
        elif shared[0] < comparisons.DIFFERING and not better:
            finding = f"No two of the {len(present)} systems differ significantly on documents that both summarised."
        else:
            finding = describe_order([name for name, _ in bars], better, "makes fewer errors than", "systems")
        counted = [estimate_.n for _, estimate_ in bars]
        details = f"Of {_span(counted)} {self.unit} a system. Two systems share {_span(shared)} documents."
        if not complete:
            details = f"Errors that {self.judge_name} flagged and people accepted."
            details += " What was not flagged could change this."
            if count := int(is_open.sum()):
                details += f" {count:,} {self.unit} with an open flag {_are(count)} left out."
        shown = tuple(Bar(name, e.value, e.low, e.high) for name, e in bars[:MOST_BARS])
        more = f" {len(bars) - MOST_BARS} more in the chart." if len(bars) > MOST_BARS else ""
        return replace(blank, finding=finding, details=details + more, bars=shown)

    def _holds_with_open(self, pair: tuple[str, str], cells: Cells, states: Codes) -> bool:
        """Whether the first system of a pair is still better if each of its open flags is an error, and none of the
        other's is."""
        codes, system_names = cells.label("system")
        first, second = (codes == system_names.index(name) for name in pair)
        worst = np.where(states >= 0, states, first.astype(states.dtype))
        both = first | second
        rows = list(comparisons.compare_systems(self.reader, cells.only(both), worst[both]))
        comparisons.adjust(rows, "all", 1 - self.params.confidence)
        return any(row["told"] and _order_pair(row) == pair for row in rows)

    def _weighted_systems(self, blank: Card) -> Card:
        """Of a sample with unlike chances there are rates, and no test of their differences."""
        rows = sorted((r for r in self.rates[1:] if r["value"] is not None), key=lambda r: r["value"])
        if not rows:
            return _leave_unknown(blank, "Not known: too little of the sample is reviewed.")
        order = ", ".join(f"{row['system']} {100 * row['value']:.0f}" for row in rows[:MOST_BARS])
        finding = f"Errors of 100 {self.unit}: {order}. The differences are not tested."
        bars = tuple(Bar(r["system"], r["value"], r["low"], r["high"]) for r in rows[:MOST_BARS])
        details = "The sample was drawn with unlike chances; the rates are weighted for it."
        return replace(blank, finding=finding, details=details, bars=bars, chart="estimate", chart_title="True rate")

    def _kinds_card(self) -> Card:
        blank = Card("kinds", "Which errors?", "", chart="frequency", chart_title="Frequency")
        if self.basis is None:
            return _leave_unknown(blank, "Not known: nothing is reviewed yet.", actions=(REVIEW,))
        if len(self.errors) < 2:
            name = self.errors[0].name
            details = "Relabel an accepted flag with a digit key to say what kind of error it is."
            return _leave_unknown(blank, f"Not known: all flags are of one kind, “{name}”.", details)
        cells, _, complete = self.basis
        if complete and self.rates and self.has_sample:
            return self._weighted_kinds(blank)
        keys = self._find_keys(cells)
        order, origins = np.sort(keys), cells.origins[np.argsort(keys)]
        figures = []
        for question in self.errors:
            own = self.reader.cells(question, self.judges, self.level, with_gold=True)
            assert own.gold is not None
            yes, is_open = np.zeros(len(order), dtype=bool), np.zeros(len(order), dtype=bool)
            answered = np.zeros(len(order), dtype=bool) if complete else np.ones(len(order), dtype=bool)
            own_keys = self._find_keys(own)
            fits = np.isin(own_keys, order)
            at = np.searchsorted(order, own_keys[fits])
            yes[at] = own.gold[fits] == 1
            if complete:
                answered[at] = own.gold[fits] >= 0
            else:
                is_open[at] = (own.gold < 0)[fits] & _is_flagged(own, self.judges)[fits]
            if not answered.any():
                continue
            documents = group_labels(origins)[1]
            counts = np.stack(by_document(documents, yes & answered, answered), axis=1)
            most = np.stack(by_document(documents, (yes & answered) | is_open, answered), axis=1)
            found = share(counts[:, 0], counts[:, 1], empty="nobody answered", confidence=self.params.confidence)
            figures.append((question.name, found, counts, int((yes & answered).sum()), most))
        frequent = sorted((f for f in figures if f[3] >= 5), key=lambda f: -(f[1].value or 0))
        rare = len(figures) - len(frequent)
        if not frequent:
            return _leave_unknown(blank, "Not known: no kind of error was found 5 times.")
        top, rest = frequent[0], [figure for figure in figures if figure is not frequent[0]]
        rest = [figure for figure in rest if figure[3] >= 5 or figure[4][:, 0].sum() >= 5]  # open flags could be right
        tests = [
            difference(top[2], other[4], SHARE, resamples=self.params.resamples, confidence=self.params.confidence,
                       cancelled=self.params.cancelled)
            for other in rest
        ]  # fmt: skip
        adjusted = holm([test.p for test in tests])
        differs = [p is not None and p <= 0.05 and (test.low or 0) > 0 for p, test in zip(adjusted, tests, strict=True)]
        numbers = ", ".join(f"{name} {100 * (found.value or 0):.0f}" for name, found, *_ in frequent[:2])
        is_first = bool(rest) and all(differs)
        if is_first:
            finding = f"{top[0]} is the most frequent: {100 * (top[1].value or 0):.0f} of 100 {self.unit}."
        elif not rest:
            finding = f"{top[0]} was found in {top[3]} {self.unit}; no other kind was found 5 times."
        else:
            finding = f"No kind of error stands out: {numbers}."
        details = f"Of 100 {self.unit}."
        if not complete:
            details += " Only errors that were flagged and accepted count."
        if rare:
            details += f" {rare} kinds with fewer than 5 errors are left out." if rare > 1 else (
                " 1 kind with fewer than 5 errors is left out."
            )  # fmt: skip
        bars = tuple(Bar(name, found.value, found.low, found.high) for name, found, *_ in frequent[:MOST_BARS])
        return replace(blank, finding=finding, details=details, bars=bars)

    def _weighted_kinds(self, blank: Card) -> Card:
        """Of a sample with unlike chances: the rate of each kind of which enough was drawn, in order and not tested."""
        rows = [row for question in self.errors for row in self._rates_of(question)[:1]]
        rows = sorted((row for row in rows if row["value"] * row["cells"] >= 5), key=lambda row: -row["value"])
        if not rows:
            return _leave_unknown(blank, "Not known: too little of the sample is reviewed.")
        order = ", ".join(f"{self._criterion_name(row)} {100 * row['value']:.0f}" for row in rows[:2])
        finding = f"Of 100 {self.unit}: {order}. The differences are not tested."
        bars = tuple(Bar(self._criterion_name(r), r["value"], r["low"], r["high"]) for r in rows[:MOST_BARS])
        details = "The sample was drawn with unlike chances; the rates are weighted for it."
        return replace(blank, finding=finding, details=details, bars=bars, chart="estimate", chart_title="True rate")

    def _judges_card(self) -> Card:
        one = len(self.judges) == 1
        question = "How good is the judge?" if one else "How good are the judges?"
        blank = Card("judges", question, "", chart="detection", chart_title="Right and missed")
        if not self.judges:
            return _leave_unknown(blank, "Not known: there is no judge.", actions=(RUN_JUDGE,))
        flags = self.flags
        figures = []
        for judge in self.judges:
            own = (flags.judge == judge) & (flags.held >= 0)
            if own.any():
                sums = by_document(group_labels(flags.origin[own])[1], flags.held[own] == 1, np.ones(int(own.sum())))
                precision = share(*sums, empty="no flag was answered", confidence=self.params.confidence)
                figures.append((judge, self.reader.annotator(judge).name, precision, int((flags.held[own] == 1).sum())))
        if not figures:
            return _leave_unknown(blank, "Not known: no flag is answered yet.", actions=(REVIEW,))
        figures.sort(key=lambda f: -(f[2].value or 0))
        shown = figures[:MOST_BARS]
        details = "Flags that held: " + ", ".join(f"{held:,} of {f.n:,}" for _, _, f, held in shown) + "."
        if len(figures) == 1:
            _, name, precision, held = figures[0]
            finding = f"{name} was right in {held:,} of {format_count(precision.n, 'flags')}"
            if precision.low is not None and precision.high is not None:
                finding += f": between {100 * precision.low:.0f} and {100 * precision.high:.0f} of 100"
            finding += "."
            details = ""
        else:
            finding = self._compare_judges(figures)
        details += f" {len(figures) - MOST_BARS} more in the chart." if len(figures) > MOST_BARS else ""
        details += f" {self._recall_sentence(figures[0][0])}"
        bars = tuple(Bar(name, f.value, f.low, f.high) for _, name, f, _ in shown)
        return replace(blank, finding=finding, details=details.strip(), bars=bars)

    def _compare_judges(self, figures: Sequence[tuple[int, str, Estimate, int]]) -> str:
        """The order of the judges' precision as far as the test tells them apart."""
        flags, documents = self.flags, group_labels(self.flags.origin)[1]
        size = int(documents.max(initial=-1)) + 1
        pairs: list[tuple[str, str]] = []
        tests = []
        for at, first in enumerate(figures):
            for second in figures[at + 1 :]:
                sums = []
                for judge in (first[0], second[0]):
                    own = (flags.judge == judge) & (flags.held >= 0)
                    columns = (flags.held[own] == 1, np.ones(int(own.sum())))
                    sums.append(np.stack([np.bincount(documents[own], c, size) for c in columns], axis=1))
                pairs.append((first[1], second[1]))
                tests.append(
                    difference(
                        sums[0], sums[1], SHARE, resamples=self.params.resamples, cancelled=self.params.cancelled
                    )
                )
        adjusted = holm([test.p for test in tests])
        better = [
            pair
            for pair, test, p in zip(pairs, tests, adjusted, strict=True)
            if p is not None and p <= 0.05 and test.low is not None and test.low > 0
            and test.differ >= comparisons.DIFFERING and min(f[2].n for f in figures if f[1] in pair) >= FEW
        ]  # fmt: skip
        return describe_order([name for _, name, *_ in figures], better, "is right more often than", "judges")

    def _recall_sentence(self, judge: AnnotatorId) -> str:
        """What the judge missed, where unflagged cells have gold."""
        name = self.reader.annotator(judge).name
        if not self.rates:
            return f"What {name} missed is not known."
        cells = self._cells_of(judge)
        assert cells.gold is not None
        wrong = (cells.gold == 1) & (cells.column(judge) >= 0)
        if self.has_sample or not wrong.any():
            return ""
        found = self._share(cells.only(wrong), (cells.column(judge)[wrong] == 1).astype(np.int64))
        if found.low is None or found.high is None or found.value is None:
            return ""
        return (
            f"{name} flagged {100 * found.value:.0f} of 100 {self.unit} with an error"
            f" [{100 * found.low:.0f}, {100 * found.high:.0f}]."
        )

    def _agreement_card(self) -> Card:
        blank = Card("agreement", "Do people agree?", "", scale="alpha", chart="agreement", chart_title="Agreement")
        flags = self.flags if self.judges and self.errors else None
        present = [p for p in self.people if any((p, row) in self.reader.spoke for q in self.errors for row in q.rows)]
        people = [self.reader.annotator(person).name for person in present]
        if len(people) < 2:
            who = f"only {people[0]} has reviewed" if people else "no reviews yet"
            return _leave_unknown(blank, f"Not known: {who}.", actions=(PACK,))
        if flags is None or not len(flags.judge):
            return _leave_unknown(blank, "Not known: no flag was answered by two people.")
        cells_with_flags = np.stack([flags.place, flags.question], axis=1)
        _, first = np.unique(cells_with_flags, axis=0, return_index=True)  # once, though several judges flagged it
        codes = np.stack([flags.states[person][first] for person in present], axis=1)
        several = (codes >= 0).sum(axis=1) >= 2
        count = int(several.sum())
        if not count:
            return _leave_unknown(blank, "Not known: no flag was answered by two people.", actions=(PACK,))
        both = codes[several]
        highest, lowest = both.max(axis=1), np.where(both < 0, 9, both).min(axis=1)
        same = int((highest == lowest).sum())
        who = " and ".join(people) if len(people) == 2 else f"{len(people)} people"
        finding = f"{who} gave the same answer to {same:,} of {format_count(count, 'flags')}."
        alpha = agreement("alpha-nominal", tally(both, 2), documents=flags.origin[first][several],
                          confidence=self.params.confidence)  # fmt: skip
        details = f"On the other {count - same:,} they differ. " if count > same else ""
        if alpha.value is None:
            return replace(
                blank, finding=finding, details=f"{details}Agreement beyond chance is unknown: {alpha.why}"
            )
        details += f"Beyond chance the agreement is {format_number(alpha.value)} (Krippendorff's alpha)."
        bar = Bar("All flags", alpha.value, alpha.low, alpha.high)
        return replace(blank, finding=finding, details=details, bars=(bar,))

    def _progress_card(self) -> Card:
        blank = Card("progress", "What is left?", "", scale="progress", chart="progress", chart_title="Progress")
        totals = queue_totals.totals(self.connection, self.reviewer)
        if self.reviewer:
            decided, total, ties = totals.answered_flags, totals.flags, totals.ties
        else:
            flags = self.flags if self.judges else None
            total = len(flags.held) if flags is not None else 0
            decided, ties = (int((flags.held >= 0).sum()) if flags is not None else 0), totals.ties
        remaining = total - decided
        if not total and not ties:
            return _leave_unknown(
                blank,
                "There are no flags." if totals.items else "The project is empty.",
                actions=(RUN_JUDGE,) if totals.items else (IMPORT,),
            )
        sentences, details, actions = [], "", []
        if remaining:
            sentence = f"{format_count(remaining, 'flags')} {_are(remaining)} left{' for you' if self.reviewer else ''}"
            own_pace = pace.own_pace(self.connection, self.reviewer, ALL_TIME) if self.reviewer else None
            if own_pace is not None and own_pace.hours_left and own_pace.per_hour:
                sentence += f", about {_format_minutes(60 * own_pace.hours_left)}"
                details = f"At your pace of {own_pace.per_hour / 60:.1f} flags a minute."
            sentences.append(f"{sentence}.")
            actions.append(CONTINUE)
        if ties:
            sentences.append(f"{format_count(ties, 'ties')} {_are(ties)} open.")
            actions.append(ADJUDICATE)
        if not sentences:
            sentences, details = ["Every flag is decided."], "The reviewed data can be exported."
            actions.append(EXPORT)
        counts = (("decided", decided), ("open", remaining))
        return replace(blank, finding=" ".join(sentences), details=details, counts=counts, actions=tuple(actions))

    # Around them -----------------------------------------------------------------------------------------------

    def _about(self) -> str:
        systems = [name for name in self.reader.documents.labels("system")[1] if name]
        first = format_count(queue_totals.totals(self.connection, NO_ANNOTATOR).items, "items")
        if self.question is not None:
            speakers = self.judges[:1] or self.people
            targets = self.reader.cells(self.question, speakers, self.level, with_gold=True).target
            first += f", {format_count(len(np.unique(targets)), 'summaries')}"
        first += f" by {_join(systems)}" if 0 < len(systems) <= 3 else ""
        people = [self.reader.annotator(person).name for person in self.people]
        if self.judges and self.errors:
            held = self.flags.held
            judges = self.judge_name if len(self.judges) == 1 else f"{len(self.judges)} judges"
            who = _join(people) if 0 < len(people) <= 3 else f"{len(people)} people" if people else "Nobody"
            decided = int((held >= 0).sum())
            amount = f"{decided:,} of {format_count(len(held), 'flags')}"
            said = f"{who} decided {amount}" if people else f"Nobody has decided the {format_count(len(held), 'flags')}"
            on = ", on whole summaries" if self.level == "summary" else ""
            first += f". {said} by {judges}{on}"
        return f"{first}. Brackets: {100 * self.params.confidence:.0f} % intervals over documents."

    def _cautions(self) -> list[str]:
        sentences = []
        if self.rates:
            row = self.rates[0]
            implicit = row.get("implicit_no")
            if implicit and implicit >= 0.01:
                sentences.append(
                    f"{100 * implicit:.0f} % of the “no error” answers are implicit: nobody marked the"
                    f" {to_singular(self.unit)} before the item was finished."
                )
            if row.get("scope"):
                sentences.append(str(row["scope"]))
        elif self.judges and self.basis is not None:
            sentences.append(
                f"Only flagged {self.unit} were reviewed, and with the flag in view."
                f" Nothing here says what {self.judge_name} missed."
            )
        warnings = flagged_shares.list_warnings(
            flagged_shares.compute_flagged_shares(self.reader, self.errors, self.judges)
        )
        sentences += warnings[:MOST_WARNINGS]
        if len(warnings) > MOST_WARNINGS:
            sentences.append(f"And {len(warnings) - MOST_WARNINGS:,} more like it: the pages of the runs list them.")
        if sampling.draws(self.connection) or task_draws.draws(self.connection):
            sentences += [note] if (note := unweighted.note(unweighted.unlike(self.connection))) else []
        return sentences


RUN_JUDGE = ("runs", "Run a judge…")
REVIEW = ("review", "Open Review")
CONTINUE = ("review", "Continue reviewing")
ADJUDICATE = ("adjudicate", "Adjudicate ties")
PACK = ("pack", "Assign to a second person…")
EXPORT = ("export", "Export…")
IMPORT = ("import", "Import…")


def _leave_unknown(blank: Card, finding: str, details: str = "", actions: tuple[tuple[str, str], ...] = ()) -> Card:
    """A card without a figure, that says why and perhaps what to do."""
    return replace(blank, finding=finding, details=details, is_known=False, chart="", chart_title="", actions=actions)


def _order_pair(row: Row) -> tuple[str, str]:
    """(better, other) of two compared systems: the one with the smaller share of errors first."""
    return (row["second"], row["first"]) if row["value"] > 0 else (row["first"], row["second"])


def _is_flagged(cells: Cells, judges: Sequence[AnnotatorId]) -> Mask:
    """Which cells any of these judges flagged."""
    return (cells.states[:, [cells.annotators.index(who) for who in judges]] == 1).any(axis=1)


def describe_order(ordered: Sequence[str], better: Collection[tuple[str, str]], verb: str, what: str) -> str:
    """Who beats whom, ``ordered`` best first: never more than the tests say."""
    if not better:
        who = _join(ordered) if len(ordered) <= 3 else f"The {len(ordered)} {what}"
        return f"{who} do not differ significantly."
    beaten = {name: {other for winner, other in better if winner == name} for name in ordered}
    winner = next((name for name in ordered if len(beaten[name]) == len(ordered) - 1), "")
    if winner:
        others = _join([name for name in ordered if name != winner]) if len(ordered) <= 4 else "all others"
        return f"{winner} {verb} {others}."
    name = max(ordered, key=lambda name: len(beaten[name]))
    rest = [other for other in ordered if other != name and other not in beaten[name]]
    sentence = f"{name} {verb} {_join(sorted(beaten[name], key=list(ordered).index))}."
    return f"{sentence} {_join(rest)}: not significant." if len(rest) <= 3 else sentence


def _join(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def _span(counts: Sequence[int]) -> str:
    low, high = min(counts, default=0), max(counts, default=0)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _format_minutes(minutes: float) -> str:
    """ "7 minutes", "35 minutes", "4 hours": as exact as a pace is."""
    if minutes >= 100:
        return format_count(round(minutes / 60), "hours")
    return format_count(max(1, round(minutes) if minutes < 10 else 5 * round(minutes / 5)), "minutes")


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
