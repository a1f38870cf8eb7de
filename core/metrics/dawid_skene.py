"""How each annotator, human or judge, errs by Dawid and Skene's model: what they say where the truth is probably this.

One model a criterion, over every cell that two annotators or more answered, where three of them answered the same cells
two by two; nobody's answers are taken for the truth (Dawid and Skene 1979, eqs. 2.3 to 2.5). Intervals are from fits to
source documents drawn with replacement. The same model stands behind the suggestion of the Adjudicate view. Units and
whole summaries have a model each, where anybody answered of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from galley.core.domain import JUDGES, AnnotatorId, AnnotatorKind
from galley.core.metrics import posterior
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics._question import add_level_column
from galley.core.metrics.base import Params, Reference, Result, Row, add_up, put
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.stats.bootstrap import Interval
from galley.core.stats.dawid_skene_intervals import CELLS, DOCUMENTS, ends, has_enough_cells, refit_draws
from galley.core.stats.result import Estimate
from galley.core.storage.connection import Connection

KINDS = (AnnotatorKind.HUMAN, *JUDGES)
COLUMNS = (
    *("scheme", "criterion", "annotator", "kind", "true", "said", "n", "value", "low", "high"),
    *("prevalence", "prevalence_low", "prevalence_high", "why"),
)
FITS = 200
"""The most fits to drawn documents: each takes as long as some milliseconds, and the ends of an interval do not need
more."""
APART = "Undefined because fewer than two others, who share cells with one another, answered the same cells."
UNCLEAR = (
    f"No interval because fewer than {DOCUMENTS} source documents or {CELLS:g} cells have this true value, or another."
)
ALONE = "cells with one verdict"


class DawidSkeneMetric:
    """See the module."""

    name = "dawid-skene"
    title = "How each annotator errs, by Dawid and Skene's model over humans and judges"
    unit = "cells that two or more answered"
    reference = Reference(
        measures="""How each annotator errs, from verdicts alone. For each criterion, expectation-maximisation gives
        the prevalence of the true values and, for each annotator, the chance of each answer given the true one
        (`value`). Judges count as annotators; nobody's answers are taken for the truth. Intervals are from at most
        200 fits to whole documents drawn with replacement. Units and whole summaries have a model each (column
        `level`; `--level` takes one), where anybody answered of them; at level `summary` the answer of somebody who
        answered of units is "yes" if any unit is. The Adjudicate view's suggestion, and `galley adjudicate
        dawid-skene`, come from the model of the cell's own level.""",
        source="[Dawid and Skene 1979](https://doi.org/10.2307/2346806), equations 2.3 to 2.5.",
        interval="200 fits to whole documents drawn with replacement",
        undefined="""Below three annotators, each two of whom answered the same cells: with two the rates would be
        those that the fit began with. So is an annotator who shares cells with fewer than two such others, and a
        criterion on which all say the same. A fit that did not converge says so. The model takes errors to be
        independent: `why` names annotators that ask one model, or say the same more often than their rates allow
        (three standard errors over documents), and says where two judges with one person leave that unknown. Who
        errs alike is taken to be right.""",
        left_out="Cells that fewer than two annotators answered.",
    )
    takes = (Takes((*WHAT, *DOCUMENT_FILTERS, *BOOTSTRAP, "annotators"), levels=("unit", "summary")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each criterion, level, annotator and pair of a true and a given value: ``value`` is the share of
        the cells of that true value to which the annotator gives this one, ``prevalence`` the share of that true
        value, n the cells that the annotator answered. A criterion that cannot be fitted has one row that says why,
        and so has an annotator whose answers nobody shares; ``why`` also tells of annotators who may err alike."""
        reader = CellReader(connection, params)
        people = reader.of_kind(*KINDS)
        if params.annotators:
            people = [row for row in people if reader.annotator(row).name in params.annotators]
        rows: list[Row] = []
        questions = reader.questions()
        for question in questions:
            people_asked = [row for row in people if reader.has_answered(row, question)]
            if not question.is_combined and people_asked:
                for level in reader.find_row_levels(question, people_asked):
                    rows += _rows(reader, question, people_asked, level)
        note = "This project has no verdicts."
        columns = COLUMNS if params.level else add_level_column(COLUMNS, rows, questions)
        return Result(self.name, "", rows, add_up(rows), columns, () if rows else (note,))


def _rows(reader: CellReader, question: CellQuestion, people: list[AnnotatorId], level: str) -> list[Row]:
    params, cells = reader.params, reader.cells(question, people, level)
    has_answer = cells.codes >= 0
    alone = int((has_answer.sum(axis=1) == 1).sum())
    head: Row = {"scheme": question.scheme, "criterion": question.id, "level": level}
    left_out = {ALONE: alone} if alone else {}
    fitted = posterior.model(cells.codes, cells.origins, people, len(cells.values), params.cancelled)
    if not fitted:
        return [{**head, "n": len(fitted.codes), "value": None, "why": fitted.why, "left_out": left_out}]
    rates, why = fitted.rates, posterior.warning(fitted, reader.annotators)
    shares, rate_ends = _ends(fitted, params)
    rows: list[Row] = []
    for place, row in enumerate(fitted.people):
        for true, value in enumerate(cells.values):
            for code, given_value in enumerate(cells.values):
                one, other = rate_ends(place, true, code), shares(true)
                figures: Row = {**head, **_who(reader, row), "true": value, "said": given_value}
                figures["n"] = int((fitted.codes[:, place] >= 0).sum())
                put(
                    figures,
                    "value",
                    Estimate(float(rates.confusion[place, true, code]), one.low, one.high, figures["n"]),
                )
                put(figures, "prevalence", Estimate(float(rates.prevalence[true]), other.low, other.high, figures["n"]))
                figures["why"] = " ".join(filter(None, (fitted.why, why, one.why)))
                rows.append(figures)
    rows[0]["left_out"] = left_out
    for row in fitted.apart:
        n = int(has_answer[:, people.index(row)].sum())
        rows.append({**head, **_who(reader, row), "n": n, "value": None, "why": APART})
    return rows


def _who(reader: CellReader, row: AnnotatorId) -> Row:
    annotator = reader.annotator(row)
    return {"annotator": annotator.name, "kind": annotator.kind.value}


Ends = Callable[..., Interval]
"""The interval of a rate, by its place."""


def _ends(fitted: posterior.ModelFit, params: Params) -> tuple[Ends, Ends]:
    """The intervals of the shares of true values, and of the rates of annotators."""
    documents = len(np.unique(fitted.documents))
    clear = [has_enough_cells(fitted.rates, fitted.documents, true) for true in range(len(fitted.rates.prevalence))]
    prevalence, confusion = refit_draws(
        fitted.codes, fitted.documents, fitted.rates, draws=min(params.resamples, FITS), seed=params.seed,
        cancelled=params.cancelled,
    )  # fmt: skip

    def of_share(true: int) -> Interval:
        return ends(float(fitted.rates.prevalence[true]), prevalence[:, true], documents, params.confidence)

    def of_rate(place: int, true: int, code: int) -> Interval:
        if params.resamples and not clear[true]:
            return Interval(None, None, UNCLEAR)
        value = float(fitted.rates.confusion[place, true, code])
        return ends(value, confusion[:, place, true, code], documents, params.confidence)

    return of_share, of_rate


METRIC = DawidSkeneMetric()
