"""How far a judge's confidence can be believed: Brier score, calibration error, the area under the ROC curve.

``value`` is the area (the share of pairs of an error and a sound unit in which the error has the higher confidence),
``brier`` and ``error`` (expected calibration error over ten bins) run from 0, which is good, to 1. Cells count on which
the judge gave a yes or no with a confidence and which have gold; a confidence is in the verdict that it stands beside,
so that of a no is turned round. ``view=bins`` has a row a bin of the reliability diagram, ``view=roc`` one a threshold.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np

from galley.core.errors import InputError
from galley.core.metrics import gold, implicit_no
from galley.core.metrics._about import about
from galley.core.metrics._confidence import read_confidence_or_vote
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics.base import Params, Result, Row, add_up, put, settings, why
from galley.core.metrics.cell_arrays import CellReader
from galley.core.stats.calibration import Calibration, calibration

HEAD = ("scheme", "criterion", "judge")
COLUMNS = {
    "": (*HEAD, "n", "value", "low", "high", "brier", "error", "documents", *implicit_no.COLUMNS, "why"),
    "bins": (*HEAD, "bin", "n", "confidence", "value", "low", "high", "why"),
    "roc": (*HEAD, "threshold", "false_positive_rate", "true_positive_rate"),
}
ONCE = "Asked once, and one vote is no confidence"
UNIT = "units (sentences, turns) with the judge's confidence and gold"
SETTINGS = {"view": ""}


class ConfidenceMetric:
    """See the module."""

    name = "confidence"
    title = "Judges with confidences: area under the ROC curve, Brier score, calibration error, reliability bins"
    takes = tuple(
        Takes((*WHAT, *DOCUMENT_FILTERS, "gold", "judges"), settings=SETTINGS, when=when)
        for when in (None, ("view", ("bins",)), ("view", ("roc",)))
    )

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each judge and criterion (in a view: for each bin or threshold). Raises: InputError for a view that
        there is not."""
        view = settings(params, SETTINGS)["view"]
        if view not in COLUMNS:
            raise InputError(f"There is no view {view!r}; use one of: bins, roc.")
        reader = CellReader(connection, params)
        questions = [question for question in reader.questions() if question.binary and not question.is_combined]
        reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
        rows: list[Row] = []
        once: dict[str, None] = {}
        for question in questions:
            for judge in reader.judges:
                if not reader.has_answered(judge, question):
                    continue
                cells = reader.cells(question, [judge], with_gold=True)
                sure, one_vote = read_confidence_or_vote(connection, cells, judge)
                if not np.isfinite(sure).any():
                    if one_vote:
                        once[reader.annotator(judge).name] = None
                    continue
                assert cells.gold is not None
                calibration_result = calibration(
                    sure, np.maximum(cells.gold, -1), cells.origins, level=params.confidence
                )
                head: Row = {"scheme": question.scheme, "criterion": question.id}
                head["judge"] = reader.annotator(judge).name
                shares = implicit_no.of_row(reader, cells, judge) if params.resamples and not view else {}
                rows += [head | row | shares for row in _VIEWS[view](calibration_result)]
        notes = [] if rows else ["No judge has given a confidence on cells of these criteria."]
        if once:
            notes.append(f"{ONCE}: {', '.join(once)}; ask with more samples, or with log-probabilities.")
        if doubt := implicit_no.describe_unchecked(rows):
            notes.append(doubt)
        return Result(self.name, params.gold, rows, add_up(rows), COLUMNS[view], tuple(notes), about(params, UNIT))


def _whole(calibration_result: Calibration) -> Iterator[Row]:
    figures = {"value": calibration_result.area, "brier": calibration_result.brier, "error": calibration_result.error}
    row: Row = {"n": calibration_result.brier.n}
    for name, figure in figures.items():
        put(row, name, figure)
    yield row | {"why": why(figures), "left_out": dict(calibration_result.brier.left_out)}


def _bins(calibration_result: Calibration) -> Iterator[Row]:
    for confidence_bin in calibration_result.bins:
        row: Row = {
            "bin": f"{confidence_bin.low:g} to {confidence_bin.high:g}",
            "n": confidence_bin.observed_share.n,
            "confidence": confidence_bin.confidence,
        }
        put(row, "value", confidence_bin.observed_share)
        yield row | {"why": confidence_bin.observed_share.why}


def _roc(calibration_result: Calibration) -> Iterator[Row]:
    for wrong, hit, threshold in calibration_result.roc[1:]:
        yield {"threshold": threshold, "false_positive_rate": wrong, "true_positive_rate": hit}


_VIEWS = {"": _whole, "bins": _bins, "roc": _roc}

METRIC = ConfidenceMetric()
