"""A screened corpus by system and week: what the judge says of all of it beside what holds, as people found it.

``says`` is the share of units that the judge flags, of those that it could judge: a count of all summaries, which
needs no review. ``value`` is the share that is wrong, estimated from the drawn summaries (``estimate``, and
``galley.core.stats.stratified`` for the formulas). ``change`` is the value less that of the week before, of the same
system (or of all), with a test by Welch; ``p_holm`` is adjusted over the weeks of one line (Holm 1979). A row without
a system is over all systems, one without a week over all weeks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galley.core.domain import AnnotatorId
from galley.core.metrics import _screens, gold
from galley.core.metrics._about import about
from galley.core.metrics._parameters import TARGET, WHAT, Takes
from galley.core.metrics.base import Params, Reference, Result, Row, put
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.stats.paired_differences import holm
from galley.core.stats.stratified import Rate, change
from galley.core.storage.connection import Connection

COLUMNS = (
    *("scheme", "criterion", "judge", "system", "week", "summaries", "cells", "says", "n", "value", "low", "high"),
    *("change", "change_low", "change_high", "p", "p_holm", "documents", "why"),
)
UNIT = "units (sentences, turns) of the summaries that were screened"


class ScreenedMetric:
    """See the module."""

    name = "screened"
    weighs = True
    title = "A screened corpus by system and week: the judge's figures beside corrected figures, and changes by week"
    unit = UNIT
    reference = Reference(
        measures="""A [screened](screening.md) corpus by system and week: `says` is the share of units that the judge
        flags, of those that it could judge, over all summaries; `value` what is wrong of all, estimated from the
        drawn ones as in [estimate](#estimate). `change` is the value less that of the week before, with its interval
        and p; `p_holm` is adjusted over the weeks of one line.""",
        source="""Cochran, *Sampling Techniques*, 1977, section 6.11; the test is Welch's, with Satterthwaite's
        degrees of freedom (5.16 there); [Holm 1979](https://www.jstor.org/stable/4615733).""",
        interval="stratified mean ± t with Satterthwaite's degrees of freedom",
        undefined="""Where a stratum has fewer than two reviewed summaries and not all of its own; a change where one
        of its weeks is.""",
        left_out="""Summaries that were reviewed and not drawn (the worst), and the drawn ones behind the first that
        is not reviewed.""",
    )
    takes = (Takes((*WHAT, "systems", *TARGET, "gold", "judges")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """For each judge and criterion a line over all systems and one a system, each over all weeks and by week."""
        reader = CellReader(connection, _screens.without_filters(params))
        questions = [question for question in reader.questions() if question.binary]
        reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
        rows: list[Row] = []
        texts: dict[str, None] = {}
        for question in questions:
            for judge in reader.judges:
                layers = _screens.layers(connection, reader.annotator(judge).name, question, params)
                if layers:
                    texts[_screens.words(layers)] = None
                    rows += _rows(reader, question, judge, layers)
        none = "No corpus was screened into this project (galley sample screen --into), so there is nothing to show."
        words = " ".join((about(params, UNIT), *texts))
        return Result(self.name, params.gold, rows, {}, COLUMNS, () if rows else (none,), words)


def _rows(
    reader: CellReader, question: CellQuestion, judge: AnnotatorId, layers: Sequence[_screens.Layer]
) -> Iterator[Row]:
    answers = _screens.ScreenAnswers(reader, question, judge)
    head: Row = {"scheme": question.scheme, "criterion": question.id, "judge": reader.annotator(judge).name}
    for system, system_layers in _screens.by_system(layers):
        line = head | {"system": system}
        yield line | {"week": None} | _row(answers, system_layers, reader.params)[0]
        weeks = sorted({layer.of["week"] for layer in system_layers} - {""})
        yield from _weeks(answers, line, weeks, system_layers, reader.params) if weeks else ()


def _weeks(
    answers: _screens.ScreenAnswers, line: Row, weeks: Sequence[str], layers: Sequence[_screens.Layer], params: Params
) -> list[Row]:
    rows: list[Row] = []
    before: Rate | None = None
    for week in weeks:
        row, rate = _row(answers, [layer for layer in layers if layer.of["week"] == week], params)
        gap = change(before, rate, params.confidence) if before is not None else None
        for name, figure in zip(("change", "change_low", "change_high", "p"), gap or (None,) * 4, strict=True):
            row[name] = figure
        rows.append(line | {"week": week} | row)
        before = rate
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_holm"] = adjusted
    return rows


def _row(answers: _screens.ScreenAnswers, layers: Sequence[_screens.Layer], params: Params) -> tuple[Row, Rate]:
    rate, judged = _screens.estimate_rate(answers, layers, params), _screens.estimate_judge_alone(answers, layers)
    row: Row = {"summaries": sum(layer.documents for layer in layers)}
    row["cells"] = sum(layer.cells.get(answers.name, (0,))[0] for layer in layers)
    row |= {"says": judged.value, "n": rate.estimate.n}
    put(row, "value", rate.estimate)
    row["why"] = " ".join(filter(None, (rate.estimate.why, judged.why)))
    return row, rate


METRIC = ScreenedMetric()
