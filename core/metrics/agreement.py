"""How far annotators agree: humans with one another, judges with humans, a reviewer with an earlier pass.

At unit and summary level the coefficients are those of ``galley.core.stats.agreement_coefficients``; for spans they are
the overlap F1 and Krippendorff's alpha over characters. Intervals go by source document.

What counts is what people said in their first round, of every cell that was asked, undecided ones too. With
``round=last`` it is what they say now: agreement after discussion, a figure of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.errors import InputError
from galley.core.metrics._about import about
from galley.core.metrics._documents import Ints
from galley.core.metrics._index import Index
from galley.core.metrics._parameters import DOCUMENT_FILTERS, SPLITS, TARGET, WHAT, Takes
from galley.core.metrics._passes import logs, passes
from galley.core.metrics._rounds import read_third_answers
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, add_up, put, settings
from galley.core.metrics.cell_arrays import UNSCORED, CellQuestion, CellReader, Cells
from galley.core.stats.agreement_coefficients import COEFFICIENTS, agreement
from galley.core.stats.distinct_rows import tally
from galley.core.stats.result import Estimate, undefined_estimate
from galley.core.stats.spans import overlap_f1, span_alpha, stretches
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns
from galley.core.storage.queries.decisions import DecisionSelection, DecisionTrait, count_decisions

NOMINAL = ("percent", "cohen-kappa", "scott-pi", "fleiss-kappa", "alpha-nominal", "ac1")
ORDINAL = (
    *("percent", "cohen-kappa", "cohen-kappa-linear", "cohen-kappa-quadratic", "fleiss-kappa"),
    *("alpha-nominal", "alpha-ordinal", "alpha-interval", "ac1", "ac2-linear", "ac2-quadratic"),
)
SPANS = {"span-f1": overlap_f1, "span-alpha": span_alpha}
UNIT = "cells with verdicts of two annotators or more"
PEOPLE = "these annotators, not a sample of reviewers"
LEVELS = ("unit", "summary", "spans")
FIRST, LAST = "first", "last"
ROUNDS = (FIRST, LAST)
STANDARD = {"round": FIRST}
AFTER = "This is agreement after discussion: people's latest rounds."
COLUMNS = ("scheme", "criterion", "level", "annotators", "coefficient", "value", "low", "high", "n", "documents",
           "design_effect", "why")  # fmt: skip


class AgreementMetric:
    """See the module."""

    name = "agreement"
    title = "Per cent, kappas, alpha, AC1 and AC2 between annotators, by unit, summary and span"
    unit = UNIT
    reference = Reference(
        measures="""How far annotators agree: people with one another, judges with people, or (`--passes`) a reviewer
        with an earlier pass over the same items. With A the agreement seen and E that expected by chance, a
        chance-corrected coefficient is (A − E) / (1 − E). They differ in E:

        - `percent`: none: the share of agreeing pairs in a cell, averaged over cells
        - `cohen-kappa`, `cohen-kappa-linear`, `cohen-kappa-quadratic`: the product of both annotators' own shares of
          each value; disagreement may be weighted (two annotators)
        - `scott-pi`: the squares of the shares of both together (two annotators)
        - `fleiss-kappa`: the squares of the mean shares; only cells with the most common number of verdicts
        - `fleiss-kappa-gwet`: the same, over cells with any number of verdicts
        - `alpha-nominal`, `alpha-ordinal`, `alpha-interval`, `alpha-ratio`: Krippendorff: 1 − disagreement seen /
          expected, over pairs of verdicts
        - `ac1`, `ac2-linear`, `ac2-quadratic`: Gwet: Σw / (k(k − 1)) · Σ p(1 − p) over k values with agreement
          weights w; robust where one value is rare

        `--level summary` compares summaries (yes if any of their units is), `--level spans` marked characters:
        overlap F1 and alpha over characters.""",
        source="""[Cohen 1960](https://doi.org/10.1177/001316446002000104), [1968](https://doi.org/10.1037/h0026256);
        [Scott 1955](https://doi.org/10.1086/266577); [Fleiss 1971](https://doi.org/10.1037/h0031619); [Gwet
        2008](https://doi.org/10.1348/000711006X126600); Gwet, *Handbook of Inter-Rater Reliability*, 2014;
        Krippendorff, *Computing Krippendorff's alpha-reliability*, 2011, sections B to E.""",
        interval="jackknife by source document on −log(1 − x)",
        undefined="""With fewer than two annotators; where no cell, or one, has two verdicts; where every verdict is
        the same, since agreement can then not be told from chance (`percent` stays defined); where chance agreement
        is complete.""",
        left_out="""Cells without a verdict, cells with one, and for `fleiss-kappa` cells with another number of
        verdicts. Of first rounds: what somebody was asked because others had left it undecided (`galley campaign
        pack --only undecided`); a note says who.""",
    )
    layout = TableLayout(
        hidden_values={"coefficient": ("scott-pi", "fleiss-kappa")},
        heads={"value": "agreement", "n": "cells"},
        closing="“{criterion}”: alpha of {annotators} is between {low} and {high}, from {n} {units}.",
        closing_rows=("coefficient", "alpha-nominal"),
    )
    takes = (
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, *TARGET, "judges", "annotators", "pairs", "passes"), ("group", *SPLITS), LEVELS,
            (*COEFFICIENTS, *SPANS), STANDARD,
        ),
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, *TARGET, "annotators", "passes"), coefficients=tuple(COEFFICIENTS),
            when=("passes", (True,)),
        ),
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, *TARGET, "judges", "annotators", "pairs"), ("group",), LEVELS, tuple(SPANS),
            STANDARD,
            when=("level", ("spans",)),
        ),
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, *TARGET, "judges", "annotators", "pairs"), ("group", *SPLITS), LEVELS,
            tuple(COEFFICIENTS), STANDARD, when=("level", ("unit", "summary")),
        ),
    )  # fmt: skip

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each criterion, level, group of annotators and coefficient.

        The annotators are those named, else the humans, and with them the judges named. All of them make one group,
        or each pair does (``pairs``; always where a judge is among them). ``passes`` compares each reviewer's first
        and last finish of the same items instead.
        """
        last = settings(params, STANDARD)["round"]
        if last not in ROUNDS:
            raise InputError(f"Agreement has no round {last!r}; use one of: {', '.join(ROUNDS)}.")
        reader = CellReader(connection, params, first=last == FIRST)
        rows: list[Row] = []
        if params.passes:
            reader_logs = logs(reader)
            for question in reader.questions():
                for person, cells in passes(reader, question, reader_logs):
                    who = [f"{person}, first pass", f"{person}, last pass"]
                    rows += list(_coefficients(reader, cells, (0, 1), who, {}))
            note = "Nobody has finished an item a second time, so there are no passes to compare."
            return self._result(params, rows, () if rows else (note,))
        people = _people(reader)
        if len(people) < 2:
            return self._result(params, rows, (_too_few(reader, people),))
        questions = reader.questions()
        reader.fetch(questions, people)
        for question in questions:
            for level in LEVELS:
                if params.level in ("", level) and not (level == "spans" and params.by in SPLITS):
                    rows += list(_level(reader, question, level, people))
        later_round = DecisionSelection(trait=DecisionTrait.LATER_ROUND)
        notes = [AFTER] if last == LAST and count_decisions(connection, later_round, most=1) else []
        asked_again = {who for who, _ in read_third_answers(connection)}.intersection(people) if last == FIRST else ()
        if asked_again:
            names_text = ", ".join(sorted(reader.annotator(person).name for person in asked_again))
            notes.append(
                f"Left out: what {names_text} was asked because others had left it undecided: no first answers."
            )
        return self._result(params, rows, notes)

    def _result(self, params: Params, rows: list[Row], notes: Sequence[str]) -> Result:
        split = (params.by,) if params.by in SPLITS else ()
        first = [row for row in rows if row["first"]]  # the coefficients of one matrix pass over the same cells
        for row in rows:
            del row["first"]
        columns = (*COLUMNS[:2], *split, *COLUMNS[2:])
        return Result(self.name, "", rows, add_up(first), columns, tuple(notes), about(params, UNIT, PEOPLE))


def choose_answered_level(rows: Sequence[Row], compute: Callable[[Params], Result], params: Params) -> list[Row]:
    """The ``rows`` of units that ``params`` gave; of a criterion on whose units no two people can be compared the rows
    of whole summaries, where people answered about those. ``compute`` gives the metric's result."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        counts[row["scheme"], row["criterion"]] += row["n"]
    empty = {about for about, n in counts.items() if not n}
    if not empty:
        return list(rows)
    schemes, criteria = (tuple(sorted(set(ids))) for ids in zip(*empty, strict=True))
    result = compute(replace(params, level="summary", schemes=schemes, criteria=criteria))
    wholes = [row for row in result.rows if row["n"] and (row["scheme"], row["criterion"]) in empty]
    replaced = {(row["scheme"], row["criterion"]) for row in wholes}
    return [*(row for row in rows if (row["scheme"], row["criterion"]) not in replaced), *wholes]


def _people(reader: CellReader) -> list[AnnotatorId]:
    p = reader.params
    people = [reader.find_annotator(name) for name in p.annotators] or list(reader.humans)
    if p.judges or (not p.annotators and len(people) < 2):
        people += reader.judges
    return list(dict.fromkeys(people))


def _too_few(reader: CellReader, people: Sequence[AnnotatorId]) -> str:
    who = reader.annotator(people[0]).name if people else "nobody"
    return f"Agreement takes two annotators and there is {who}; name others, or review more."


def _groups(reader: CellReader, people: Sequence[AnnotatorId]) -> list[tuple[AnnotatorId, ...]]:
    p = reader.params
    judges = set(reader.judges) & set(people)
    if not p.pairs and not judges:
        return [tuple(people)]
    return list(combinations(people, 2))


def _level(reader: CellReader, question: CellQuestion, level: str, people: Sequence[AnnotatorId]) -> Iterator[Row]:
    present = [person for person in people if reader.has_answered(person, question)]
    if reader.first and (late := {who for who, row in read_third_answers(reader.connection) if row in question.rows}):
        level_cells = reader.cells(question, present, level if level == "summary" else "unit")
        present = [who for who in present if who not in late or (level_cells.column(who) >= UNSCORED).any()]
    if len(present) < 2 or (level == "summary" and (question.whole or not question.binary)):
        return
    if level == "spans":
        if question.binary:
            yield from _spans(reader, question, present)
        return
    cells = reader.cells(question, present, level)
    is_unasked = level == "unit" and not reader.params.level and not (cells.states >= UNSCORED).any()
    if is_unasked and "unit" not in reader.find_answer_levels(question, present):
        return  # everybody answered about whole summaries alone
    for group in _groups(reader, present):
        who = [reader.annotator(person).name for person in group]
        columns = tuple(cells.annotators.index(person) for person in group)
        by = reader.params.by
        if by not in SPLITS:
            yield from _coefficients(reader, cells, columns, who, {})
            continue
        for name, part in cells.split_by(by):
            yield from _coefficients(reader, part, columns, who, {by: name})


def _coefficients(
    reader: CellReader, cells: Cells, columns: Sequence[int], who: list[str], split: Row
) -> Iterator[Row]:
    p, question = reader.params, cells.question
    names = p.coefficients or (ORDINAL if question.members[0].scale == "ordinal" else NOMINAL)
    fitting = [name for name in names if name in COEFFICIENTS]
    if not p.coefficients and len(columns) != 2:
        fitting = [name for name in fitting if not COEFFICIENTS[name][1]]
    states = cells.states[:, columns]
    key = ("agreement", question.scheme, question.id, cells.level, tuple(who), tuple(split.items()), tuple(fitting))
    figures, unscored = p.reuse_result(
        key, [states, cells.target, cells.scale], lambda: _estimates(reader, cells, states, fitting)
    )
    for name, estimate in figures.items():
        yield _row(question, cells.level, who, name, estimate, split, unscored, name == fitting[0])


def _estimates(
    reader: CellReader, cells: Cells, states: NDArray[np.int16], names: Sequence[str]
) -> tuple[dict[str, Estimate], int]:
    """The coefficients by name, and how many verdicts are unscored."""
    p = reader.params
    spoken = (states > UNSCORED - 1).any(axis=1)
    states = states[spoken]
    table = tally(np.maximum(states, -1).astype(np.int64), cells.scale.tolist())
    # charts that follow a decision ask for no resamples, and for nothing else that takes time
    documents = cells.origins[spoken] if p.resamples else None
    pairable = int(np.count_nonzero((states >= 0).sum(axis=1) >= 2))
    options: dict[str, Any] = {"documents": documents, "confidence": p.confidence}
    options["taken"] = p.sampling_fraction(pairable, len(states))
    figures = {}
    for name in names:
        p.go_on()
        figures[name] = agreement(name, table, **options)
    return figures, int(np.count_nonzero(states == UNSCORED))


def _row(
    question: CellQuestion,
    level: str,
    who: list[str],
    name: str,
    estimate: Estimate,
    split: Row,
    unscored: int,
    first: bool,
) -> Row:
    row: Row = question.head() | split
    row |= {"level": "summary" if question.whole and level == "unit" else level, "annotators": who}
    row["coefficient"] = name
    put(row, "value", estimate)
    row["n"], row["why"], row["left_out"] = estimate.n, estimate.why, dict(estimate.left_out)
    if unscored:
        row["left_out"]["unscored verdicts"] = unscored
    row["first"] = first
    return row


def _spans(reader: CellReader, question: CellQuestion, people: Sequence[AnnotatorId]) -> Iterator[Row]:
    span_marks = read_marked_spans(reader, question, people)
    if span_marks is None:
        return
    for group in _groups(reader, people):
        who = [reader.annotator(person).name for person in group]
        yield from _span_rows(reader, question, span_marks, [people.index(person) for person in group], who)


def _span_rows(
    reader: CellReader, question: CellQuestion, span_marks: MarkedSpans, columns: list[int], who: list[str]
) -> Iterator[Row]:
    p = reader.params
    mask = np.isin(span_marks.annotator, columns)
    number = np.full(span_marks.is_judged.shape[1], -1)
    number[columns] = np.arange(len(columns))
    cut = stretches(
        span_marks.lengths, span_marks.is_judged[:, columns], span_marks.text[mask], number[span_marks.annotator[mask]],
        span_marks.start[mask], span_marks.end[mask],
    )  # fmt: skip
    first = True
    for name, coefficient in SPANS.items():
        if p.coefficients and name not in p.coefficients:
            continue
        if len(span_marks.lengths) == 0:
            estimate = undefined_estimate("no text was judged")
        elif p.resamples:
            judged = int(np.count_nonzero(span_marks.is_judged[:, columns].sum(axis=1) >= 2))
            fraction = p.sampling_fraction(judged, len(span_marks.lengths))
            estimate = coefficient(cut, span_marks.origins, confidence=p.confidence, taken=fraction)
        else:
            estimate = coefficient(cut)
        row = _row(question, "spans", who, name, estimate, {}, 0, first)
        if span_marks.unmarked_yes_count:
            row["left_out"]["yes without a span"] = span_marks.unmarked_yes_count
        yield row
        first = False


METRIC = AgreementMetric()


@dataclass(frozen=True, slots=True)
class MarkedSpans:
    """Texts are cells: their lengths, source documents and who judged them; then one row a span. ``unmarked_yes_count``
    counts yes verdicts that mark nothing: where they mean is not known, so that annotator counts as absent there."""

    lengths: Ints
    origins: Ints
    is_judged: NDArray[np.bool_]
    text: Ints
    annotator: Ints
    start: Ints
    end: Ints
    unmarked_yes_count: int


def read_marked_spans(reader: CellReader, question: CellQuestion, people: Sequence[AnnotatorId]) -> MarkedSpans | None:
    """The spans of these annotators under a question; None if nobody marked any."""
    rows = columns.read_marked_spans(reader.connection, question.rows, people)
    if not rows:
        return None
    reader.read([question], people)
    who, unit, target, start, end = np.array(rows, dtype=np.int64).T
    index = Index(reader.verdicts, question, people)
    states = np.stack([index.answer(person) for person in people], axis=1)
    text = index.rows(unit, target)
    annotator = np.searchsorted(np.sort(people), who)
    annotator = np.argsort(people)[annotator]
    marked = np.zeros(states.shape, dtype=bool)
    marked[text, annotator] = True
    judged = (states >= 0) & ((states == 0) | marked)
    mask = index.proper & judged.any(axis=1)
    if reader.filter is not None:
        mask &= reader.filter[reader.documents.place(index.target)]
    without = int(np.count_nonzero((states == 1)[mask] & ~marked[mask]))
    place = np.cumsum(mask) - 1
    used = mask[text] & judged[text, annotator]
    return MarkedSpans(
        _lengths(reader, index.unit[mask]),
        reader.documents.origin[reader.documents.place(index.target[mask])],
        judged[mask],
        place[text[used]],
        annotator[used],
        start[used],
        end[used],
        without,
    )


def _lengths(reader: CellReader, units: Ints) -> Ints:
    """The code points of each unit."""
    if not len(units):
        return units
    low, high = int(units.min()), int(units.max())
    table = np.array(columns.read_unit_lengths(reader.connection, low, high), dtype=np.int64)
    return table[np.searchsorted(table[:, 0], units), 1]
