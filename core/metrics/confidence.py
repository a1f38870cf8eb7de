"""How far a judge's confidence can be believed: Brier score, calibration error, the area under the ROC curve.

``value`` is the area (the share of pairs of an error and a sound unit in which the error has the higher confidence),
``brier`` and ``error`` (expected calibration error over ten bins) run from 0, which is good, to 1. Cells count on which
the judge gave a yes or no with a confidence and which have gold; a confidence is in the verdict that it stands beside,
so that of a no is turned round. Units and whole summaries have rows of their own, as in ``detection``; the
confidence in a summary is that of a verdict on the whole. ``view=bins`` has a row a bin of the reliability diagram,
``view=roc`` one a threshold.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.errors import InputError
from galley.core.metrics import gold, implicit_no
from galley.core.metrics._about import about
from galley.core.metrics._confidence import read_confidence, read_confidence_or_vote
from galley.core.metrics._documents import Floats
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics._question import add_level_column
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, add_up, put, settings, why
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.metrics.detection import find_levels
from galley.core.stats.calibration import Calibration, calibration
from galley.core.storage.connection import Connection

HEAD = ("scheme", "criterion", "judge")
COLUMNS = {
    "": (*HEAD, "n", "value", "low", "high", "brier", "error", "documents", *implicit_no.COLUMNS, "why"),
    "bins": (*HEAD, "bin", "n", "confidence", "value", "low", "high", "why"),
    "roc": (*HEAD, "threshold", "false_positive_rate", "true_positive_rate"),
}
ONCE = "Asked once, and one vote is not a confidence"
UNIT = "units (sentences or turns) with the judge's confidence and gold; summaries in rows of level summary"
SETTINGS = {"view": ""}


class ConfidenceMetric:
    """See the module."""

    name = "confidence"
    title = "Judges with confidences: area under the ROC curve, Brier score, calibration error, reliability bins"
    unit = UNIT
    reference = Reference(
        measures="""How far a judge's confidences can be believed, over the cells on which it gave one and which have
        gold. `value` is the area under the ROC curve: the share of pairs of an error and a sound unit in which the
        error has the higher confidence (.5 is chance). `brier` is the mean squared distance of the confidence from
        what was right, `error` the expected calibration error over ten bins; 0 is best of both. `implicit_no` and
        `flag_in_view` are those of `detection`. Units and whole summaries have rows of their own (column `level`);
        the confidence in a summary is that of a verdict on the whole, never one made of its units. `--set view=bins`
        gives the reliability diagram, `--set view=roc` the curve.""",
        source="""[Brier 1950](https://doi.org/10.1175/1520-0493(1950)078%3C0001:VOFEIT%3E2.0.CO;2); Naeini and
        others 2015; [Obuchowski 1997](https://doi.org/10.2307/2533958) for the area of clustered cells. All
        intervals go by source document.""",
        interval="area: jackknife by source document on the logit; Brier score: t over documents",
        undefined="The area where gold has one value only among these cells.",
        left_out="""Cells without gold, and cells with gold on which the judge gave no confidence. Where a judge was
        asked once, its one vote (1 of 1) is no confidence; what the server says of the answer's probability is.""",
    )
    layout = TableLayout(
        ("documents", "implicit_no", "flag_in_view"),
        heads={"value": "area under the curve", "brier": "Brier score", "error": "calibration error", "n": "{units}"},
        closing="{judge} on “{criterion}”: the area under the curve is between {low} and {high}, from {n} {units}.",
    )
    takes = tuple(
        Takes((*WHAT, *DOCUMENT_FILTERS, "gold", "judges"), (), ("unit", "summary"), settings=SETTINGS, when=when)
        for when in (None, ("view", ("bins",)), ("view", ("roc",)))
    )

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each judge, criterion and level (in a view: for each bin or threshold). Raises: InputError for a
        view that there is not."""
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
                levels = _find_levels(reader, question, judge)
                if not levels and read_confidence_or_vote(connection, reader.cells(question, [judge]), judge)[1]:
                    once[reader.annotator(judge).name] = None
                for level, (cells, sure) in levels.items():
                    assert cells.gold is not None
                    calibration_result = calibration(
                        sure, np.maximum(cells.gold, -1), cells.origins, level=params.confidence
                    )
                    head: Row = {"scheme": question.scheme, "criterion": question.id}
                    head |= {"judge": reader.annotator(judge).name, "level": level}
                    shares = implicit_no.of_row(reader, cells, judge) if params.resamples and not view else {}
                    rows += [head | row | shares for row in _VIEWS[view](calibration_result)]
        notes = [] if rows else ["No judge has given a confidence on cells of these criteria."]
        if once:
            notes.append(f"{ONCE}: {', '.join(once)}; ask with more samples, or with log-probabilities.")
        if doubt := implicit_no.describe_unchecked(rows):
            notes.append(doubt)
        columns = COLUMNS[view] if params.level else add_level_column(COLUMNS[view], rows, questions, 3)
        return Result(self.name, params.gold, rows, add_up(rows), columns, tuple(notes), about(params, UNIT))


def _find_levels(reader: CellReader, question: CellQuestion, judge: AnnotatorId) -> dict[str, tuple[Cells, Floats]]:
    """The levels of a judge's rows, with the cells and confidences of each; those of ``detection``, or where the judge
    has no confidence on them the other one."""
    cells = {level: reader.cells(question, [judge], level, with_gold=True) for level in ("unit", "summary")}
    sure = {level: (part, read_confidence(reader.connection, part, judge)) for level, part in cells.items()}
    sure = {level: parts for level, parts in sure.items() if np.isfinite(parts[1]).any()}
    levels = find_levels(reader.params, reader.find_gold_levels(question), (judge,), *cells.values())
    first = () if reader.params.level else tuple(sure)[:1]
    return {level: sure[level] for level in tuple(level for level in levels if level in sure) or first}


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
