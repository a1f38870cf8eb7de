"""A judge against gold: how many of the errors it finds, and how many of its flags are right.

``s_bacc`` is the balanced accuracy over units (sentences; turns for a missed turn), ``bacc`` over summaries, a
summary being YES if any of its units is: the two columns of tables 2 and 3 of DIAL-SUMMER. Table 3 has the criteria of
``dial-summer`` for rows; table 2 the judges that answered ``basic``'s hallucination under one taxonomy each, held
against the roll-up ``dial-summer/hallucination`` (``against``). Counts, precision, recall, F1 and MCC are of the level
asked for (units if none). All have intervals by source document; ``design_effect`` is that of the balanced accuracy of
the level asked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.errors import InputError
from galley.core.metrics import gold, implicit_no, sampling
from galley.core.metrics._about import about
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, SPLITS, TARGET, WHAT, Takes
from galley.core.metrics._question import add_level_column
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, add_up, put, settings, why
from galley.core.metrics.cell_arrays import (
    NOT_ASKED,
    PARTLY,
    UNSCORED,
    CellQuestion,
    CellReader,
    Cells,
    against,
    other_gold,
)
from galley.core.stats.detection_counts import (
    NO_CELL,
    NO_GOLD_NO,
    NO_GOLD_YES,
    Confusion,
    Detection,
    bacc_figure,
    balanced_accuracy,
    confusion,
    detection,
    mean_within_groups,
    precision_figure,
    recall_figure,
)
from galley.core.stats.result import Estimate, undefined_estimate
from galley.core.stats.reviewer_error import two_way
from galley.core.stats.weighting import beyond, weights
from galley.core.storage.connection import Connection

COLUMNS = (
    *("scheme", "criterion", "judge", "n", "tp", "fp", "tn", "fn"),
    *("precision", "recall", "f1", "s_bacc", "bacc", "mcc", "documents", "design_effect"),
    *(*implicit_no.COLUMNS, "recall_checked", "why"),
)
WITHIN = ("within", "datasets")
"""What stands beside a balanced accuracy that is pooled over several data sets: the mean within them."""
_HEAD, _ENDS = (*COLUMNS[:4],), ("", "_low", "_high", "_readers_low", "_readers_high")
_BOUNDS = ("", "_at_least", "_at_most", "_as_no", "_as_decided")
VIEWS = {
    "": lambda _: COLUMNS,
    "readers": lambda bacc: (*_HEAD, "readers", *(f + e for f in ("precision", "recall", bacc) for e in _ENDS), "why"),
    "undecided": lambda _: (*_HEAD, "undecided", *(f + e for f in ("precision", "recall") for e in _BOUNDS), "why"),
}
"""What is printed of the rows, which hold all of it: the figures; what other readers would change; what the cells leave
possible that people looked at and did not decide."""
SETTINGS = {"view": ""}
READERS = "those of this project; in the readers' columns a sample of reviewers, drawn with the documents"
UNIT = "units (sentences or turns) that the criterion asks about; summaries in figures of summaries"


class DetectionMetric:
    """See the module."""

    name = "detection"
    title = "A judge against gold: counts, precision, recall, F1, balanced accuracy by unit and summary, MCC"
    unit = UNIT
    reference = Reference(
        measures="""A judge against gold: true and false positives and negatives, precision tp / (tp + fp), recall tp /
        (tp + fn), F1 (their harmonic mean), Matthews' coefficient, and balanced accuracy, the mean of recall and tn /
        (tn + fp). `s_bacc` is the balanced accuracy over units, `bacc` that over summaries. Where the cells are of
        several data sets, `within` is the mean of the balanced accuracies within each of them, and `datasets` counts
        those with both values of gold: a judge that flags all of one data set and none of another distinguishes the
        data sets, not their sentences. Counts, precision, recall, F1 and MCC are of `--level` (units unless said).
        `--against` compares every criterion with gold on one other criterion.

        `undecided` cells are those that people looked at and left unsure or tied: `precision_at_least` to
        `recall_at_most` are the bounds that they leave; `…_as_no` takes all of them for no error, `…_as_decided` as
        many of them for errors as of the decided ones on which the judge said the same; `--set view=undecided` prints
        these. `--set view=readers` adds intervals (`…_readers_low`, `…_readers_high`) that draw readers as well as
        documents, with their majority as gold: other readers would have given another majority ([Owen
        2007](https://doi.org/10.1214/07-AOAS122), section 3). They allow for no error that all readers share.

        Somebody who answers only the judge's flags and finishes leaves its misses unmarked, and recall is 1.
        `implicit_no` is the share of gold's "no" on these cells that nobody gave: the unit was read and left unmarked.
        `flag_in_view` is the share of the answers that were given with a judge's flag in view (of the answers that
        record it). `galley sample draw implicit-no --judge NAME --criterion NAME` draws implicit "no" that the judge
        did not flag; answer each of them, in the order drawn. Then `recall_checked` is TP / (TP + K + Σ N m / n): K
        misses found outside the check, N implicit "no", m of n checked ones contradicted (adjudicated, else by more
        explicit yeses than noes). The sum is over strata. Implicit "no" that were given after a check are a separate
        stratum: recall is not corrected until `galley sample draw implicit-no` draws from it, too. With `--level
        summary` the check is of whole summaries. The interval resamples source documents. With m = 0
        `recall_at_least_checked` takes the upper limit of m / n. Without a check recall is not corrected. `estimate`
        prints both shares.""",
        source="""DIAL-SUMMER, tables 2 and 3; [Brodersen and others 2010](https://doi.org/10.1109/ICPR.2010.764);
        [Matthews 1975](https://doi.org/10.1016/0005-2795(75)90109-9).""",
        interval="""shares: logit with Student's t, CR2 variance by source document; balanced accuracy, F1 and MCC:
        jackknife by document""",
        undefined="""Everything where no cell has both the judge's verdict and gold. Recall where gold has no yes;
        precision where the judge flagged nothing; F1 where neither has a yes; balanced accuracy where gold has only
        one value; MCC where either has.""",
        left_out="Cells without gold (with the reason: open, unsure, tie), and cells without a verdict of the judge.",
    )
    layout = TableLayout(
        ("documents", "design_effect", "tn", "within", "datasets", "flag_in_view", "recall_checked"),
        heads={
            "n": "{units} with gold", "tp": "right flags", "fp": "wrong flags", "fn": "missed",
            "precision": "right of 100 flags", "recall": "found of 100 errors", "f1": "F1 %",
            "s_bacc": "balanced accuracy %", "bacc": "of summaries %", "mcc": "MCC",
            "implicit_no": "implicit no per 100 {units}",
        },
        per_hundred=("precision", "recall", "f1", "s_bacc", "bacc", "implicit_no"),
        closing="Between {low} and {high} of 100 flags by {judge} on “{criterion}” are right, from {tp} right and"
        " {fp} wrong.",
        closing_figure="precision",
    )  # fmt: skip
    takes = (
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, *TARGET, "gold", "judges", "against"), ("group", "level", *SPLITS), ("unit",
            "summary"),
            settings=SETTINGS,
        ),
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, *TARGET, *BOOTSTRAP, "judges"), ("group", "level", *SPLITS), ("unit", "summary"),
            settings=SETTINGS, when=("view", ("readers",)),
        ),
    )  # fmt: skip

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each judge and criterion (and system, data set, … if rows are split by one)."""
        view = settings(params, SETTINGS)["view"]
        if view not in VIEWS:
            raise InputError(
                "There is no such view; use view=readers for intervals over documents and readers, or view=undecided"
                " for what undecided cells leave possible."
            )
        if view == "readers":
            params = replace(params, gold=gold.MAJORITY)  # other readers make another majority
        reader = CellReader(connection, params)
        if params.against:
            other_gold(reader)  # a name that is not there is refused before anything else
        spoken = reader.questions()
        questions = [q for q in spoken if q.binary]
        reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
        rows = []
        for question in questions:
            judges = [judge for judge in reader.judges if reader.has_answered(judge, question)]
            if not judges:
                continue
            units, summaries = (
                against(reader, reader.cells(question, judges, level, with_gold=True)) for level in ("unit", "summary")
            )
            levels_of_gold = reader.find_gold_levels(question)
            for judge in judges:
                for level in find_levels(params, levels_of_gold, (judge,), units, summaries):
                    rows += list(_rows(reader, question, judge, units, summaries, level))
        doubt = implicit_no.describe_unchecked(rows)
        notes = tuple(filter(None, (doubt,))) if rows else (_nobody(reader, bool(spoken) and not questions),)
        split = (params.by,) if params.by in SPLITS else ()
        view_columns = VIEWS[view]("bacc" if params.level == "summary" else "s_bacc")
        columns = (*view_columns[:3], *split, *view_columns[3:])
        if not view and any("within" in row for row in rows):
            columns = (*columns[: columns.index("mcc")], *WITHIN, *columns[columns.index("mcc") :])
        columns = columns if params.level else add_level_column(columns, rows, questions, 3)
        people = (READERS,) if view == "readers" else ()
        return Result(self.name, params.gold, rows, add_up(rows), columns, notes, about(params, UNIT, *people))


def find_both_levels(rows: Iterable[Row]) -> set[tuple[str, str]]:
    """The criteria (scheme, id) of which there are rows of units and of whole summaries."""
    levels: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        levels[row["scheme"], row["criterion"]].add(row["level"])
    return {criterion for criterion, of_rows in levels.items() if len(of_rows) > 1}


def _nobody(reader: CellReader, other_scale: bool) -> str:
    if not reader.judges:
        return "No judge has given a verdict in this project; run one, or import its verdicts."
    if other_scale:
        return "None of these criteria is answered with yes or no; galley metrics correlation compares scores."
    return "No judge was asked about these criteria."


def _rows(
    reader: CellReader, question: CellQuestion, judge: AnnotatorId, units: Cells, summaries: Cells, level: str
) -> Iterator[Row]:
    by = reader.params.by
    head: Row = question.head(judge=reader.annotator(judge).name)
    if reader.params.against:
        head["against"] = reader.params.against
    whole = summaries if level == "summary" else units
    reasons = reader.reasons(question, judge) if (whole.column(judge) == UNSCORED).any() else {}
    if by not in SPLITS:
        yield (
            head
            | _cached_row(reader, judge, units, summaries, reasons, level)
            | _describe_implicit_no(reader, judge, whole)
        )
        return
    of_units, label_names = units.label(by)
    of_summaries, _ = summaries.label(by)
    for code in np.unique(np.concatenate([of_units, of_summaries])):
        part = units.only(of_units == code), summaries.only(of_summaries == code)
        row = _row(reader, judge, *part, {}, level)
        if row["n"] or row["n_summaries"]:
            yield head | {by: label_names[code]} | row | _implicit_no_shares(reader, judge, part[whole is summaries])


def _describe_implicit_no(reader: CellReader, judge: AnnotatorId, cells: Cells) -> Row:
    """How much of gold is implicit, and recall by the implicit-no check, if there was one. A chart that follows each
    decision at once (no resamples) leaves it out."""
    if reader.params.against or not reader.params.resamples:
        return {}
    row = _implicit_no_shares(reader, judge, cells)
    return row | sampling.implicit_check(reader, cells, judge)


def _implicit_no_shares(reader: CellReader, judge: AnnotatorId, cells: Cells) -> Row:
    if reader.params.against or not reader.params.resamples:
        return {}
    return implicit_no.of_row(reader, cells, judge)


def _cached_row(
    reader: CellReader, judge: AnnotatorId, units: Cells, summaries: Cells, reasons: dict[str, int], level: str
) -> Row:
    """The row as it was computed last, if no verdict of the judge or gold that it rests on is another one."""
    key: tuple[Any, ...] = ("detection", units.question.scheme, units.question.id, judge, level)
    inputs: list[Any] = [reasons]
    inputs += [column for cells in (units, summaries) for column in (cells.column(judge), cells.gold, cells.target)]
    if settings(reader.params, SETTINGS)["view"] == "readers":  # it rests on each reader's own answers too
        sources, whole = gold.sources(reader), summaries if level == "summary" else units
        key += (sources.adjudicators, sources.voters)
        inputs += map(whole.column, (*sources.adjudicators, *sources.voters))
    cached_row = reader.params.reuse_result(key, inputs, lambda: _row(reader, judge, units, summaries, reasons, level))
    return cached_row | {"left_out": dict(cached_row["left_out"])}


def find_levels(
    params: Params, levels_of_gold: Sequence[str], judges: Sequence[AnnotatorId], units: Cells, summaries: Cells
) -> tuple[str, ...]:
    """The levels of the rows of a judge, or of several that are compared: the one asked for, else each of
    ``levels_of_gold`` at which all of them have answers, else the first at which gold follows from answers at another
    level, else that of the judges."""
    if units.question.whole:
        return ("summary",)
    if params.level:
        return (params.level,)
    cells_by_level = {"unit": units, "summary": summaries}
    scored = [level for level, cells in cells_by_level.items() if cells.is_scored(*judges)]
    answered = [level for level, cells in cells_by_level.items() if cells.is_answered(judges)]
    return tuple(level for level in scored if level in levels_of_gold) or tuple(scored[:1] or answered[:1]) or ("unit",)


def _row(
    reader: CellReader, judge: AnnotatorId, units: Cells, summaries: Cells, reasons: dict[str, int], level: str
) -> Row:
    p = reader.params
    p.go_on()
    by_units, by_summaries = (_counts(cells, judge) for cells in (units, summaries))
    main_counts, others = (by_summaries, by_units) if level == "summary" else (by_units, by_summaries)
    parts = [_sampling_fraction(p, cells, judge) for cells in (units, summaries)]
    fraction, taken_others = reversed(parts) if level == "summary" else parts
    detection_result = detection(
        main_counts.counts,
        weighted=main_counts.weighted_counts,
        squares=main_counts.squares,
        confidence=p.confidence,
        fraction=fraction,
    )
    other = _bacc(others, p.confidence, taken_others)
    figures = {
        "precision": detection_result.precision,
        "recall": detection_result.recall,
        "f1": detection_result.f1,
        "s_bacc": detection_result.bacc if level == "unit" else other,
        "bacc": detection_result.bacc if level == "summary" else other,
        "mcc": detection_result.mcc,
    }
    row: Row = {"level": level, "n": detection_result.n, "n_summaries": int(by_summaries.counts.sum())}
    row |= {"tp": detection_result.tp, "fp": detection_result.fp, "tn": detection_result.tn, "fn": detection_result.fn}
    for name, figure in figures.items():
        put(row, name, figure)
    row["documents"], row["design_effect"] = len(main_counts.counts), detection_result.bacc.design
    cells = summaries if level == "summary" else units
    row |= _find_mean_within(cells, judge, p.confidence)
    row |= _unsure(cells, judge, detection_result, reader.certain_yes(cells))
    if settings(p, SETTINGS)["view"] == "readers":
        row |= _over_readers(reader, cells, judge, level)
    row["why"] = why(figures)
    row["left_out"] = left_out(summaries if level == "summary" else units, judge, reasons)
    return row


def _find_mean_within(cells: Cells, judge: AnnotatorId, confidence: float) -> Row:
    """The mean of the balanced accuracies within data sets, with how many there are; nothing where all scored cells are
    of one data set."""
    assert cells.gold is not None
    codes, _ = cells.label("dataset")
    scored = (cells.column(judge) >= 0) & (cells.gold >= 0)
    datasets = np.unique(codes[scored])
    if len(datasets) < 2:
        return {}
    parts = [confusion(*(of[scored & (codes == code)] for of in (cells.column(judge), cells.gold, cells.origins)))
             for code in datasets]  # fmt: skip
    groups = np.repeat(datasets, [len(part.counts) for part in parts])
    figure = mean_within_groups(np.concatenate([part.counts for part in parts]), groups, confidence)
    row: Row = {"datasets": figure.n}
    put(row, "within", figure)
    return row


def _unsure(cells: Cells, judge: AnnotatorId, figures: Detection, certain: NDArray[np.bool_]) -> Row:
    """What the cells that people looked at and left undecided (unsure, or tied) leave possible, and precision and
    recall under two assumptions: that all of them are no error (``as_no``), and that of those on which the judge said
    the same as many are errors as of the decided ones (``as_decided``). Of those with a ``certain`` yes among combined
    criteria only that yes is possible."""
    assert cells.gold is not None
    answers, undecided = cells.column(judge), np.isin(cells.gold, (UNSCORED, gold.TIE)) & ~certain
    flagged, unflagged_count = (int(np.count_nonzero(undecided & (answers == value))) for value in (1, 0))
    sure, missed_surely = (int(np.count_nonzero(certain & (answers == value))) for value in (1, 0))
    tp, fp, tn, fn = figures.tp + sure, figures.fp, figures.tn, figures.fn + missed_surely
    more = flagged * tp / (tp + fp) if tp + fp else None
    missed = unflagged_count * fn / (fn + tn) if fn + tn else 0.0 if not unflagged_count else None
    row: Row = {"undecided": flagged + unflagged_count}
    row["precision_at_least"], row["precision_at_most"] = _over(tp, fp + flagged), _over(tp + flagged, fp)
    row["recall_at_least"], row["recall_at_most"] = _over(tp, fn + unflagged_count), _over(tp + flagged, fn)
    row["precision_as_no"], row["recall_as_no"] = _over(tp, fp + flagged), _over(tp, fn)
    row["precision_as_decided"] = _over(tp, fp)
    row["recall_as_decided"] = None if more is None or missed is None else _over(tp + more, fn + missed)
    for name, figure in (("precision", figures.precision), ("recall", figures.recall)):
        for end, answer in (("_at_least", 0), ("_at_most", 1)):  # of cells that a certain yes leaves open, too
            row[name + end] = beyond(figure.value, row[name + end], answer)
    return row


def _over(part: float, rest: float) -> float | None:
    return part / (part + rest) if part + rest else None


def _over_readers(reader: CellReader, cells: Cells, judge: AnnotatorId, level: str) -> Row:
    """The intervals over documents and readers, beside those over documents: NAME_readers_low, NAME_readers_high."""
    p, sources = reader.params, gold.sources(reader)
    ruled = np.full(len(cells.unit), NOT_ASKED)
    for adjudicator in sources.adjudicators:
        own = cells.column(adjudicator)
        ruled = np.where(own > NOT_ASKED, own, ruled)
    mask = (ruled != UNSCORED) & (cells.column(judge) >= 0)
    part = cells.only(mask)
    people = [person for person in sources.voters if (part.column(person) >= 0).any()]
    votes = np.stack([part.column(person) for person in people], axis=1) if people else np.empty((len(part.unit), 0))
    name = "s_bacc" if level == "unit" else "bacc"
    if not p.resamples:
        return {"readers": len(people)}
    intervals = two_way(
        part.column(judge), votes, ruled[mask], part.origins,
        {"precision": precision_figure, "recall": recall_figure, name: bacc_figure},
        resamples=p.resamples, confidence=p.confidence, seed=p.seed, cancelled=p.cancelled,
    )  # fmt: skip
    row: Row = {"readers": len(people)}
    for figure, interval in intervals.items():
        row[f"{figure}_readers_low"], row[f"{figure}_readers_high"] = interval.low, interval.high
    return row


def _counts(cells: Cells, judge: AnnotatorId) -> Confusion:
    """tp, fp, tn, fn, a row a source document. Of summaries by combined criteria those that are answered in full stand
    for all of their length: longer ones, with more errors, are seldom answered in full."""
    assert cells.gold is not None
    has_answer, weight = cells.column(judge) >= 0, None
    if cells.length is not None and cells.entire:
        weight = np.zeros(len(has_answer))
        weight[has_answer] = weights(cells.length[has_answer], cells.gold[has_answer] >= 0)
    return confusion(cells.column(judge), cells.gold, cells.origins, weight)


def _sampling_fraction(p: Params, cells: Cells, judge: AnnotatorId) -> float:
    """How much of what the judge was asked has gold."""
    assert cells.gold is not None
    has_answer = cells.column(judge) >= 0
    return p.sampling_fraction(int(np.count_nonzero(has_answer & (cells.gold >= 0))), int(np.count_nonzero(has_answer)))


def _bacc(of: Confusion, confidence: float, fraction: float) -> Estimate:
    tp, fp, tn, fn = (int(c) for c in of.counts.sum(axis=0))
    n = tp + fp + tn + fn
    reason = NO_CELL if n == 0 else NO_GOLD_YES if tp + fn == 0 else NO_GOLD_NO if tn + fp == 0 else ""
    return (
        undefined_estimate(reason, n)
        if reason
        else balanced_accuracy(
            of.counts if of.weighted_counts is None else of.weighted_counts, confidence, fraction, squares=of.squares
        )
    )


def left_out(cells: Cells, judge: AnnotatorId, reasons: dict[str, int]) -> dict[str, int]:
    """Why cells that the judge or gold spoke of are not in a figure, and how many they are."""
    assert cells.gold is not None
    answers, truth = cells.column(judge), cells.gold
    reason_counts = {
        reason: int(np.count_nonzero((answers >= 0) & (truth == state))) for state, reason in gold.WITHOUT.items()
    }
    unscored = int(np.count_nonzero(answers == UNSCORED))
    if unscored == sum(reasons.values()):
        reason_counts |= {f"unscored by the judge: {reason}": count for reason, count in reasons.items()}
    else:
        reason_counts["unscored by the judge"] = unscored
    reason_counts["cells the judge was not asked about"] = int(np.count_nonzero((answers == NOT_ASKED) & (truth >= 0)))
    reason_counts["cells the judge was asked about in part"] = int(np.count_nonzero((answers == PARTLY) & (truth >= 0)))
    return {reason: count for reason, count in reason_counts.items() if count}


METRIC = DetectionMetric()
