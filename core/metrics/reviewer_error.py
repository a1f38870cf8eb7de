"""Reviewers' errors on known answers, by what they had in view: how often "yes" where "no" is right, and the reverse.

Known answers are those of hidden control questions (`galley campaign known`); those of training are told at once and
are no part of it. What was answered before the judge's flag was seen is one stratum, what was answered with it in view
another: one rate for both would correct each for the other's errors. ``of_estimate`` corrects an estimate by these
rates.
"""

from __future__ import annotations

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.metrics import sampling, sampling_chances
from galley.core.metrics._about import about
from galley.core.metrics._parameters import Takes
from galley.core.metrics.base import Params, Reference, Result, Row, put, why
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.stats.result import Estimate
from galley.core.stats.reviewer_error import ENOUGH, ReviewedStratum, ReviewerRates, corrected_rate
from galley.core.storage import queries
from galley.core.storage.connection import Connection

VIEWS = ("flag in view", "no flag in view")
COLUMNS = (
    *("scheme", "criterion", "view", "known_no", "false_yes", "false_yes_low", "false_yes_high"),
    *("known_yes", "missed_yes", "missed_yes_low", "missed_yes_high", "why"),
)
ESTIMATE_COLUMNS = ("corrected", "corrected_low", "corrected_high", "corrected_why")
"""What an estimate of a criterion with known answers has besides: the rate corrected for readers' errors."""
NOTHING = "Nobody has answered a hidden control question yet; galley campaign known adds them to a task."
IMPLICIT = (
    "No correction for reviewers' errors because {count:,} of the {of:,} reviewed cells lack an explicit "
    "answer with a record of whether the flag was in view."
)


class ReviewerErrorMetric:
    """See the module."""

    name = "reviewer-error"
    title = "Reviewers' errors on known answers, with the judge's flag in view and without: false and missed yeses"
    unit = "answers to hidden control questions"
    weighs = True
    reference = Reference(
        measures="""Reviewers’ errors on hidden control questions (`galley campaign known`, not those of training):
        `false_yes` is the share of "yes" where "no" is known to be right, `missed_yes` the share of "no" where "yes"
        is, each with its interval by source document, by criterion and by view: the judge's flag was seen before the
        answer, or not. Both count only explicit answers.

        Where a criterion has such answers, `estimate` has `corrected` besides, the rate corrected for them. With q the
        share of "yes" of a stratum (flagged or not, by view), f and m the two rates under the same view: p = (q − f) /
        (1 − m − f), Var = [V(q) + (1 − p)² V(f) + p² V(m)] / (1 − m − f)², and the strata are weighted by their cells.
        With fewer than 20 known answers of either class there is a range (`corrected_low`, `corrected_high`) and no
        value; `corrected_why` says so. There is no correction where a reviewed cell lacks an explicit answer with a
        record of whether the flag was in view.

        Do not correct by one symmetric rate of error. Reviewers who see a flag follow it: they answer "yes" too often
        with a flag in view, and miss errors without one. With one rate for both, an estimate that was .020 too low
        became .053 too low.""",
        source="[Rogan and Gladen 1978](https://doi.org/10.1093/oxfordjournals.aje.a112510), by stratum.",
        interval="share by source document: logit with Student's t, CR2 variance; Wilson's where no variance is seen",
        undefined="""Where no known "no" (or "yes") was answered under the view; `corrected` where 1 − m − f is below
        .1.""",
        left_out="Answers without a record of the view, unsure answers, revoked answers and answers of training.",
    )
    takes = (Takes(("schemes", "criteria")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each criterion and view of which there are answers to known cells."""
        reader = CellReader(connection, params)
        rows: list[Row] = []
        for question in reader.questions():
            if question.is_combined or not question.binary:
                continue
            for view, rates in rates_by_view(reader, question).items():
                figures = {"false_yes": rates.false_yes, "missed_yes": rates.missed_yes}
                row: Row = {"scheme": question.scheme, "criterion": question.id, "view": view}
                row |= {"known_no": rates.false_yes.n, "known_yes": rates.missed_yes.n}
                for name, estimate in figures.items():
                    put(row, name, estimate)
                few = "" if rates.enough else f"Fewer than {ENOUGH} answers of either class: no correction by these."
                rows.append(row | {"why": " ".join(filter(None, (why(figures), few)))})
        notes = () if rows else (NOTHING,)
        return Result(self.name, "", rows, {}, COLUMNS, notes, about(params, self.unit))


def rates_by_view(reader: CellReader, question: CellQuestion) -> dict[str, ReviewerRates]:
    """The two rates under each view of which there are answers to known cells of a question."""
    rows = queries.find_known_answers(reader.connection, [criterion.row for criterion in question.members])
    if not rows:
        return {}
    item, right, answer, seen = np.array(rows, dtype=np.int64).T
    origins = reader.documents.origin_of(item)

    def rate(mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], wrong: int, empty: str) -> Estimate:
        sums = by_document(group_labels(origins[mask])[1], answer[mask] == wrong, np.ones(int(mask.sum())))
        return share(*sums, empty=empty, confidence=reader.params.confidence)

    return {
        view: ReviewerRates(
            rate(in_view & (right == 0), 1, "no control question with the answer “no” was answered in this view"),
            rate(in_view & (right == 1), 0, "no control question with the answer “yes” was answered in this view"),
        )
        for number, view in enumerate(VIEWS)
        if (in_view := seen == 1 - number).any()
    }


def of_estimate(reader: CellReader, cells: Cells, judge: AnnotatorId) -> Row:
    """The rate of a judge's cells corrected for readers' errors, from the readers' explicit answers to the cells that
    were drawn; nothing where no answer of the criterion is known or the draw's chances are not."""
    assert cells.gold is not None
    rates = rates_by_view(reader, cells.question) if len(cells.question.members) == 1 else {}
    if not rates:
        return {}
    chances = sampling_chances.chances(reader, cells, judge)
    if chances.probability is None:
        return {}
    answers = np.where(chances.in_scope, cells.column(judge), -1)
    counted = chances.counted_rows & (cells.gold >= 0) & chances.in_scope
    shown_rows = queries.find_shown(reader.connection, [cells.question.members[0].row], reader.humans)
    unit, target, seen, yes = np.array(shown_rows, dtype=np.int64).reshape(-1, 4).T
    stride = 1 + int(max(cells.target.max(initial=0), target.max(initial=0)))
    keys = cells.unit * stride + cells.target
    known_cells = np.array(sorted(sampling.known_answers(reader.connection, cells.question)), dtype=np.int64).reshape(
        -1, 2
    )
    counted &= ~np.isin(keys, known_cells[:, 0] * stride + known_cells[:, 1])
    places = np.minimum(np.searchsorted(keys, unit * stride + target), len(keys) - 1)
    mask = (keys[places] == unit * stride + target) & counted[places] & (yes >= 0)
    places, seen, yes = places[mask], seen[mask], yes[mask]
    times = np.bincount(places, minlength=len(keys))
    without = int(np.count_nonzero(counted & (times == 0)))
    if without:
        return {"corrected": None, "corrected_why": IMPLICIT.format(count=without, of=int(counted.sum()))}
    weight = 1 / (chances.probability[places] * times[places])
    documents = group_labels(cells.origins)[1]
    count = int(documents.max(initial=-1)) + 1
    strata = []
    for flag in (1, 0):
        own = answers[places] == flag
        for number, view in enumerate(VIEWS):
            part = own & (seen == 1 - number)
            if part.any():
                home, heavy = documents[places[part]], weight[part]
                columns = (heavy * yes[part], heavy, heavy**2)
                sums = [np.bincount(home, weights=column, minlength=count).astype(float) for column in columns]
                sizes = np.bincount(documents[answers == flag], minlength=count) * heavy.sum() / weight[own].sum()
                strata.append(ReviewedStratum(view, sums[0], sums[1], sums[2], sizes))
    rate = corrected_rate(strata, rates, reader.params.confidence, reader.params.target == "project")
    return dict(zip(ESTIMATE_COLUMNS, (rate.value, rate.low, rate.high, rate.why), strict=True))


METRIC = ReviewerErrorMetric()
