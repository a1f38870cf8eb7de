"""The true error rate from all of a judge's verdicts and the few reviews (prediction-powered inference).

``value`` corrects the judge's rate by what the reviews say of its errors; ``naive`` is the judge's rate alone and
``reviews`` that of the reviewed cells alone. The rate is that of units (sentences, turns), or of summaries: a row for
each ``level`` at which gold speaks, as in ``detection``; draws of one level are no draws of the other. It is valid
where the reviewed cells were drawn with known probability: every cell of a stratum was reviewed, or the front of a
draw (see ``sampling_chances``). Where that is not so, ``valid`` is false and ``why`` says why. What could not be drawn,
since it came after the draws, is no part of the figure; ``scope`` then says of how many cells it speaks.

Reviewed cells that were left unsure or tied are taken for open by chance; ``at_least`` and ``at_most`` are the
estimates if all of them were a no, or a yes, which needs no such belief. Of combined criteria a cell is open where a
part is unsure; ``at_least`` keeps the yes of another part.

Where the task of a criterion draws what it asks (``draw`` in a protocol), the chances of its draws count, and a row
without a judge gives the rate by people alone, weighted by them.
Where a corpus was screened (``galley sample screen``) the figures are about all of it, by the totals of its strata and
the summaries drawn from them, and say so (``_screens``).

``meter`` columns are the stop meter: the share of errors among the judge's flags and among what it did not flag, with
an interval that allows for looking at any time, and the interval to expect after another hundred reviews.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.errors import InputError
from galley.core.metrics import _screens, frames, gold, implicit_no, reviewer_error, sampling, sampling_chances
from galley.core.metrics._about import about
from galley.core.metrics._parameters import DOCUMENT_FILTERS, TARGET, WHAT, Takes
from galley.core.metrics._question import add_level_column
from galley.core.metrics._stopping import AHEAD
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, add_up, put
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.metrics.detection import find_levels
from galley.core.review import priority, task_draws
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.stats.prediction_powered import Rates, rates
from galley.core.stats.result import undefined_estimate
from galley.core.stats.strata import fit_strata
from galley.core.stats.weighting import beyond
from galley.core.storage import queries
from galley.core.storage.connection import Connection

COLUMNS = (
    *("scheme", "criterion", "judge", "system", "cells", "n", "value", "low", "high", "at_least", "at_most", "open"),
    *("naive", "naive_low", "naive_high", "reviews", "reviews_low", "reviews_high", "valid", "documents"),
    *("design_effect", *implicit_no.COLUMNS, "why"),
)
UNIT = "units (sentences or turns) that the judge was asked about; summaries in rows of level summary"


class EstimateMetric:
    """See the module."""

    name = "estimate"
    weighs = True
    title = "The true error rate per system and criterion from all flags and few reviews, beside the judge's own rates"
    unit = UNIT
    reference = Reference(
        measures="""The true rate of an error from all of a judge's verdicts f and the few reviews y, each review
        weighted by w = 1 / (its probability of being drawn): rate = L · mean(f) + Σ w (y − L f) / Σ w, with L tuned for
        the least variance. `naive` is the judge's rate alone, `reviews` that of the reviewed cells alone. Where cells
        were drawn with `galley sample draw`, the `meter` columns bound the share of errors among flags and among what
        was not flagged, by an interval that allows for looking at any time. There is a row for each level at which
        people or gold answered (column `level`): units, and whole summaries, where f and y are answers on the summary.
        A sample has one level, too: `galley sample draw` draws units, or whole summaries with `--level summary` or
        where the judge answers only about summaries. A sample of units gives no estimate for summaries.""",
        source="""Prediction-powered inference ([Angelopoulos and others 2023](https://arxiv.org/abs/2301.09633),
        section 2; [PPI++](https://arxiv.org/abs/2311.01453), section 6); the interval is widened as by [Agresti and
        Coull 1998](https://doi.org/10.1080/00031305.1998.10480550); the meter is the betting interval of
        [Waudby-Smith and Ramdas](https://arxiv.org/abs/2010.09686), section 4.2.

        Where a corpus was [screened](screening.md) the figures are about all its summaries, as many as `corpus` says:
        rate = L · F / C + Σ w (y − L f) / Σ w n over the drawn summaries, with C and F the corpus's cells and flags, y,
        f and n the errors, flags and cells of a summary and w = M / m of its stratum; the variance is that within
        strata (Cochran, *Sampling Techniques*, 1977, section 6.11). A stated share of wrong reviews is corrected at the
        end ([Rogan and Gladen 1978](https://doi.org/10.1093/oxfordjournals.aje.a112510)). In simulations of 400 reviews
        93 to 98.5 of 100 intervals covered.""",
        interval="""prediction-powered mean ± t, CR2 variance by source document, two pseudo-observations of each answer
        added""",
        undefined="""Where fewer than two items were reviewed; of a screened corpus where a stratum has fewer than two
        reviewed summaries and not all of its own. Where the reviewed cells were not drawn with a known probability, the
        figure is given with `valid` false, and `why` says what is missing. A draw stores every cell that it could
        choose and the stratum of each. So the judge may change its flags later: the stored strata give the chances,
        today's flags are f. A draw could not choose cells that came after it: the figure leaves them out, `cells` does
        not count them, and `scope` says "Sampled from 400 of 1,600 sentences; says nothing of the rest." Draw again:
        the new cells are strata of their own, and once each has a review the figure is Σ (N_h / N) p_h over all. In
        simulations (`make coverage`, "grown") 93 to 99 of 100 intervals covered. Draws that Galley 0.3 and earlier made
        have no stored cells: their figure is valid only while the strata have the same sizes as then, or if every cell
        was reviewed.""",
        left_out="""Reviews outside the random order of a draw, and reviewed cells left unsure or tied (`open`): they
        are assumed to be open by chance; `at_least` and `at_most` are the estimates if all of them were “no”, or all
        “yes”.""",
    )
    layout = TableLayout(
        (
            *("documents", "design_effect", "naive_low", "naive_high", "reviews", "reviews_low", "reviews_high"),
            *("implicit_no", "flag_in_view"),
        ),
        heads={
            "cells": "{units}", "n": "reviews", "value": "errors per 100 {units}", "open": "unresolved",
            "naive": "by the judge alone", "valid": "drawn at random",
        },
        per_hundred=("value", "naive", "reviews"),
        closing="Between {low} and {high} of 100 {units} have “{criterion}”, from {n} reviews.",
    )  # fmt: skip
    takes = (
        Takes((*WHAT, *DOCUMENT_FILTERS, *TARGET, "gold", "judges", "resamples"), ("group",), ("unit", "summary")),
    )

    def compute(self, connection: Connection, params: Params) -> Result:
        """For each judge, criterion and level a row over all systems (``system`` is None), then one a system."""
        reader = CellReader(connection, params)
        questions = [question for question in reader.questions() if question.binary]
        reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
        everybody = CellReader(connection, _screens.without_filters(params))
        rows: list[Row] = []
        corpora: dict[str, None] = {}
        for question in questions:
            for judge in reader.judges:
                if reader.has_answered(judge, question):
                    screened = _screens.layers(connection, reader.annotator(judge).name, question, params)
                    if screened:
                        if params.level == "summary":
                            raise InputError("A screened corpus is drawn from by units; leave --level summary out.")
                        corpora[_screens.words(screened)] = None
                        rows += _of_corpus(everybody, question, judge, screened)
                    else:
                        for level, cells in find_cells(reader, question, judge):
                            rows += rate_rows(reader, question, judge, level, cells)
            if not params.judges and params.level != "summary":
                rows += _drawn_by_task(reader, question)
        whole = [row for row in rows if row["system"] is None]
        where = f" on {_LEVELS[params.level]}" if reader.judges else " in this project"
        notes = () if rows else (f"No judge has given a verdict{where}, so there is nothing to estimate from.",)
        columns: tuple[str, ...] = (*COLUMNS, "corpus") if corpora else COLUMNS
        if not params.level:
            columns = add_level_column(columns, rows, questions, 3)
        if any("scope" in row for row in rows):
            columns = (*columns, "scope")
        if any("corrected_why" in row for row in rows):
            columns = (*columns, *reviewer_error.ESTIMATE_COLUMNS)
        about_text = " ".join((about(params, UNIT), *corpora))
        return Result(self.name, params.gold, rows, add_up(whole), columns, notes, about_text)


def _of_corpus(
    reader: CellReader, question: CellQuestion, judge: AnnotatorId, screened: list[_screens.Layer]
) -> Iterator[Row]:
    """The rows of a corpus that was screened: over all of it, then of each system."""
    answers = _screens.ScreenAnswers(reader, question, judge)
    for system, layers in _screens.by_system(screened):
        row = _head(reader, question, judge) | {"system": system} | _screens.row(answers, layers, reader.params)
        if system is None and (outside := answers.outside(screened)):
            row["left_out"][_screens.OUTSIDE] = outside
        yield row


_LEVELS = {
    "": "sentences, turns, other units or summaries",
    "unit": "sentences, turns or other units",
    "summary": "summaries",
}


def find_cells(reader: CellReader, question: CellQuestion, judge: AnnotatorId) -> list[tuple[str, Cells]]:
    """The levels of a judge's rows with the cells of each."""
    units = reader.cells(question, [judge], with_gold=True)
    if question.whole:
        return [("summary", units)]
    cells = {"unit": units, "summary": reader.cells(question, [judge], "summary", with_gold=True)}
    levels = find_levels(reader.params, reader.find_gold_levels(question), (judge,), *cells.values())
    return [(level, cells[level]) for level in levels]


def rate_rows(reader: CellReader, question: CellQuestion, judge: AnnotatorId, level: str, cells: Cells) -> list[Row]:
    """The rows of a judge at a level, over all systems and then of each; those computed last, if nothing that they
    rest on is another."""
    key = ("estimate", question.scheme, question.id, judge, level)
    inputs: list[Any] = [cells.column(judge), cells.gold, cells.unit]
    inputs += [sampling.draws(reader.connection), task_draws.draws(reader.connection)]
    inputs += [
        sampling_chances.describe_changes(reader, cells, judge, (sampling.STRATA, sampling.FLAGS, sampling.AUDIT))
    ]
    inputs += [queries.read_setting(reader.connection, frames.SETTING) or ""]
    rows = reader.params.reuse_result(key, inputs, lambda: list(_compute_rows(reader, question, judge, cells)))
    copies = [row | {"level": level, "left_out": dict(row["left_out"])} for row in rows]
    if copies and reader.params.resamples:  # what a chart that follows a decision at once leaves out
        copies[0] |= implicit_no.of_row(reader, cells, judge)
        copies[0] |= reviewer_error.of_estimate(reader, cells, judge)
    return copies


def _drawn_by_task(reader: CellReader, question: CellQuestion) -> Iterator[Row]:
    """The rate by people alone, where the question's task draws what is asked: weighted by 1 / chance, a row over all
    systems and one a system. ``judge`` is empty."""
    cells = reader.cells(question, [], with_gold=True)
    chances = sampling_chances.of_people(reader, cells)
    if chances is None:
        return
    assert cells.gold is not None
    head = _head(reader, question, None)
    codes, names = cells.label("system")
    present = np.unique(codes)
    every = np.ones(len(codes), dtype=bool)
    for system, mask in ((None, every), *((names[code], codes == code) for code in present if len(present) > 1)):
        framed = mask & chances.in_scope
        row = head | {"system": system, "cells": int(framed.sum())} | _weighted_figures(reader, cells, chances, framed)
        if scope := sampling_chances.scope(cells, framed, mask):
            row["scope"] = scope
        row["left_out"] = dict(chances.left_out) if system is None else {}
        yield row


def _weighted_figures(
    reader: CellReader, cells: Cells, chances: sampling_chances.Chances, mask: NDArray[np.bool_]
) -> Row:
    assert cells.gold is not None
    open_ = mask & chances.open_
    counted = mask & chances.counted_rows & (cells.gold >= 0)
    row: Row = {"n": int(counted.sum()), "open": int(open_.sum()), "power": 0.0}
    row |= dict.fromkeys(("naive", "naive_low", "naive_high", "at_least", "at_most"))
    if chances.probability is None:
        none = undefined_estimate("nothing was reviewed yet of a group that was drawn from", row["n"])
        for name in ("value", "reviews"):
            put(row, name, none)
        return row | {"valid": False, "why": none.why}
    weight = 1 / chances.probability[counted]
    _, place = group_labels(cells.origins[counted])
    sums = by_document(place, weight * (cells.gold[counted] == 1), weight, weight**2)
    certain = reader.certain_yes(cells)
    for name, answer in (("at_least", False), ("at_most", True)):
        looked = 1 / chances.look_chance[counted | open_]
        yes = np.where(open_, answer | certain, cells.gold == 1)[counted | open_]
        row[name] = float(looked @ yes / looked.sum()) if len(looked) else None
    project = reader.params.target == "project"
    fraction = float(counted.sum() / weight.sum()) if project and len(weight) else 0.0
    empty, confidence = "nothing of the sample is reviewed yet", reader.params.confidence
    estimate = share(*sums, empty=empty, n=row["n"], confidence=confidence, taken=fraction)
    put(row, "value", estimate)
    put(row, "reviews", estimate)
    return row | {"valid": estimate.value is not None, "why": estimate.why}


def _compute_rows(reader: CellReader, question: CellQuestion, judge: AnnotatorId, cells: Cells) -> Iterator[Row]:
    chances = sampling_chances.chances(reader, cells, judge)
    head = _head(reader, question, judge)
    # Where the judge has no verdict people may still have one; such cells are no part of what the judge saw.
    in_scope = cells.column(judge) >= 0
    if not in_scope.any():
        return
    yield head | {"system": None} | of_rows(reader, cells, judge, chances, in_scope) | _meters(reader, cells, judge)
    codes, names = cells.label("system")
    present = np.unique(codes[in_scope])
    if len(present) > 1:
        for code in present:
            yield head | {"system": names[code]} | of_rows(reader, cells, judge, chances, in_scope & (codes == code))


def _head(reader: CellReader, question: CellQuestion, judge: AnnotatorId | None) -> Row:
    name = reader.annotator(judge).name if judge is not None else ""
    return question.head(judge=name, level="summary" if question.whole else "unit")


def of_rows(
    reader: CellReader, cells: Cells, judge: AnnotatorId, chances: sampling_chances.Chances, rows: NDArray[np.bool_]
) -> Row:
    """The figures over some of a judge's cells (``rows``), of which ``chances`` are those of all; without those that
    could not be drawn, which ``scope`` then counts."""
    assert cells.gold is not None
    every, rows = rows, rows & chances.in_scope
    if not rows.any():  # all of them came after the draws
        chances, rows = replace(chances, probability=None, why=sampling_chances.NONE), every
    reviews = np.where(chances.counted_rows & (cells.gold >= 0), cells.gold, -1)[rows]
    probability = None if chances.probability is None else chances.probability[rows]
    flags, documents = cells.column(judge)[rows].astype(float), cells.origins[rows]
    options: dict[str, Any] = {
        "confidence": reader.params.confidence, "project": reader.params.target == "project" and probability is not None
    }  # fmt: skip

    def correct_rates(answers: NDArray[Any], chance: NDArray[Any] | None) -> Rates:
        """Where the draw had strata of its own, what was seen of them stands in for the judge's word."""
        own = rates(flags, answers, documents, chance, **options)
        if chance is None or chances.way != sampling.STRATA or not own.valid:
            return own
        opinion = fit_strata(answers, chance, chances.stratum[rows], documents)
        return replace(rates(opinion, answers, documents, chance, **options), judge=own.judge)

    row_rates = correct_rates(reviews, probability)
    row: Row = {"cells": int(rows.sum()), "n": row_rates.corrected_rate.n}
    put(row, "value", row_rates.corrected_rate)
    row["open"] = int(np.count_nonzero(chances.open_[rows]))
    row["at_least"] = row["at_most"] = row_rates.corrected_rate.value if row_rates.valid else None
    if row["open"] and row_rates.valid:
        certain = reader.certain_yes(cells)[rows]
        for name, answer in (("at_least", 0), ("at_most", 1)):
            filled = np.where(chances.open_[rows], np.maximum(certain, answer), reviews)
            row[name] = beyond(
                row_rates.corrected_rate.value,
                correct_rates(filled, chances.look_chance[rows]).corrected_rate.value,
                answer,
            )
    put(row, "naive", row_rates.judge)
    put(row, "reviews", row_rates.reviews)
    row["power"], row["valid"] = row_rates.power, row_rates.valid and row_rates.corrected_rate.value is not None
    row["why"] = chances.why or row_rates.corrected_rate.why or row_rates.why
    if not row["valid"] and (note := priority.note(reader.connection)):
        row["why"] = f"{row['why']} {note}".strip()
    row["left_out"] = dict(chances.left_out) if every.all() else {}
    if chances.probability is not None and (scope := sampling_chances.scope(cells, rows, every)):
        row["scope"] = scope
    return row


def _meters(reader: CellReader, cells: Cells, judge: AnnotatorId) -> Row:
    row: Row = {}
    kinds = {
        draw.kind
        for draw in sampling.draws(reader.connection)
        if draw.kind in (sampling.FLAGS, sampling.AUDIT)
        and sampling.is_same_draw(
            draw,
            draw.kind,
            reader.annotator(judge).name,
            cells.question.scheme,
            cells.question.id,
            sampling.get_level(cells),
        )
    }
    for kind in sorted(kinds):
        current, then = sampling.meter(reader, cells, judge, kind, AHEAD if reader.params.resamples else 0)
        put(row, f"meter_{kind}", current)
        row[f"meter_{kind}_n"] = current.n
        row[f"meter_{kind}_next_low"], row[f"meter_{kind}_next_high"] = then.low, then.high
    return row


METRIC = EstimateMetric()
