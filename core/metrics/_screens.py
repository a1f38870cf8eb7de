"""A corpus that was screened: what its strata hold, and what people said of the summaries drawn from them.

The totals are those of ``galley.core.screening.sample``: the project holds the drawn summaries only. A drawn
summary counts once each of its cells was looked at, and of each stratum the front of the draw counts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.errors import InputError
from galley.core.metrics import gold
from galley.core.metrics.base import Params, Row, put
from galley.core.metrics.cell_arrays import UNSCORED, CellQuestion, CellReader, Cells
from galley.core.stats.result import Estimate
from galley.core.stats.stratified import Rate, Stratum, rate
from galley.core.stats.weighting import beyond
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting
from galley.core.storage.queries.items import read_documents, read_keys

SETTING = "screening"
OPEN = (UNSCORED, gold.TIE)
"""Gold of a cell that people looked at and left open."""
OUTSIDE = "reviewed summaries outside the draw"


@dataclass(frozen=True, slots=True)
class Layer:
    """A stratum as it was screened: the values of its columns, its size and cells, and what was drawn, in order."""

    of: dict[str, str]
    documents: int
    cells: dict[str, list[int]]
    drawn_keys: tuple[tuple[str, str], ...]
    mistakes: float

    def format_label(self) -> str:
        """Its columns for people."""
        return ", ".join(f"{name} {value}" for name, value in self.of.items() if value)


@dataclass(frozen=True, slots=True)
class ReviewedSummary:
    """What people said of one drawn summary: errors, judge's flags and cells that have an answer; and how many were
    left open."""

    errors: int
    flags: int
    length: int
    open: int


def layers(connection: Connection, judge: str, question: CellQuestion, params: Params) -> list[Layer]:
    """The strata that were screened by this judge for this question, under the filters. Raises: InputError for a filter
    by what the strata do not tell apart."""
    text = read_setting(connection, SETTING)
    matching = []
    name = f"{question.scheme}/{question.id}"
    for screening in json.loads(text) if text is not None else ():
        if screening["judge"] != judge:
            continue
        for stratum in screening["strata"]:
            if name in stratum["cells"]:
                of = dict(zip(screening["by"], stratum["of"], strict=True))
                drawn_keys = tuple((key, document) for key, document in stratum["drawn"])
                matching.append(Layer(of, stratum["documents"], stratum["cells"], drawn_keys, screening["mistakes"]))
    for what, filter_values in (("system", params.systems), ("dataset", params.datasets), ("split", params.splits)):
        if matching and filter_values and what not in matching[0].of:
            raise InputError(
                f"The corpus was not screened by {what}, so there is no figure for one; leave --{what} out, or screen"
                f" it with --by {what}."
            )
        matching = [layer for layer in matching if not filter_values or layer.of[what] in filter_values]
    if matching and params.items:
        raise InputError("Figures about a screened corpus cannot be about chosen items; leave them out.")
    return matching


class ScreenAnswers:
    """What people said of the summaries of a project, for one judge and question."""

    def __init__(self, reader: CellReader, question: CellQuestion, judge: AnnotatorId) -> None:
        cells = reader.cells(question, [judge], with_gold=True)
        self.name = f"{question.scheme}/{question.id}"
        self._reviewed_summaries = _summaries(reader.connection, cells, judge)

    def stratum(self, layer: Layer) -> tuple[Stratum, list[ReviewedSummary]]:
        """A stratum with the front of its draw: up to the first summary of which a cell was not looked at."""
        reviewed_rows: list[ReviewedSummary] = []
        for name in layer.drawn_keys:
            summary = self._reviewed_summaries.get(name)
            if summary is None:
                break
            reviewed_rows.append(summary)
        asked_count, flagged, _ = layer.cells.get(self.name, (0, 0, 0))
        return _stratum(layer, asked_count, flagged, reviewed_rows), reviewed_rows

    def outside(self, strata: Sequence[Layer]) -> int:
        """How many summaries were reviewed and were not drawn."""
        return len(self._reviewed_summaries.keys() - {name for layer in strata for name in layer.drawn_keys})


def _stratum(
    layer: Layer, asked_count: int, flagged: int, reviewed_rows: Sequence[ReviewedSummary], open_: int | None = None
) -> Stratum:
    """``open_`` is what stands for the cells that were left open: 1 for a yes, 0 for a no, None leaves them out."""
    more = [0 if open_ is None else summary.open for summary in reviewed_rows]
    errors = np.array(
        [r.errors + extra * (open_ or 0) for r, extra in zip(reviewed_rows, more, strict=True)], dtype=float
    )
    length = np.array([r.length + extra for r, extra in zip(reviewed_rows, more, strict=True)], dtype=float)
    flags = np.array([r.flags for r in reviewed_rows], dtype=float)
    return Stratum(layer.format_label(), layer.documents, asked_count, flagged, errors, flags, length)


def _summaries(connection: Connection, cells: Cells, judge: AnnotatorId) -> dict[tuple[str, str], ReviewedSummary]:
    """Of each summary of which every cell was looked at what was said, by its item's key and its name."""
    assert cells.gold is not None
    targets, index = np.unique(cells.target, return_inverse=True)
    answered = cells.gold >= 0
    is_open = np.isin(cells.gold, OPEN)
    unseen = np.bincount(index, weights=~answered & ~is_open, minlength=len(targets))

    def count_rows(rows: Any) -> Any:
        return np.bincount(index, weights=rows, minlength=len(targets)).astype(int)

    errors, length, open_ = count_rows(cells.gold == 1), count_rows(answered), count_rows(is_open)
    flags = count_rows(answered & (cells.column(judge) == 1))
    unseen_targets = set(targets[unseen == 0].tolist())
    heads, keys = read_documents(connection), read_keys(connection)
    names = {head.id: (keys[head.item], head.name) for head in heads if head.id in unseen_targets}
    return {
        names[row]: ReviewedSummary(int(errors[at]), int(flags[at]), int(length[at]), int(open_[at]))
        for at, row in enumerate(targets.tolist())
        if row in names
    }


def estimate_rate(
    answers: ScreenAnswers,
    layers_: Sequence[Layer],
    params: Params,
    power: float | None = None,
    open_: int | None = None,
) -> Rate:
    """The rate over these strata; ``open_`` as in ``_stratum``."""
    strata = []
    for layer in layers_:
        stratum, reviewed_rows = answers.stratum(layer)
        strata.append(stratum if open_ is None else _stratum(layer, stratum.cells, stratum.flags, reviewed_rows, open_))
    mistakes = Counter[float]()
    for layer in layers_:
        mistakes[layer.mistakes] += layer.documents
    mean = sum(share * size for share, size in mistakes.items()) / max(sum(mistakes.values()), 1)
    return rate(strata, power=power, confidence=params.confidence, corpus=params.target == "project", mistakes=mean)


def estimate_judge_alone(answers: ScreenAnswers, layers_: Sequence[Layer]) -> Estimate:
    """The share of cells that the judge flags, of those that it could judge: of all summaries, so without an interval
    to speak of."""
    asked_count, flagged, unscored = (
        sum(layer.cells.get(answers.name, (0, 0, 0))[at] for layer in layers_) for at in range(3)
    )
    scored = asked_count - unscored
    share = flagged / scored if scored else None
    reasons = {"cells without a verdict of the judge": unscored} if unscored else {}
    return Estimate(share, share, share, scored, "" if scored else "Undefined because it judged no cell.", reasons)


def row(answers: ScreenAnswers, layers_: Sequence[Layer], params: Params) -> Row:
    """The figures of the metric ``estimate`` over these strata."""
    estimate = estimate_rate(answers, layers_, params)
    value = estimate.estimate
    fronts = [summary for layer in layers_ for summary in answers.stratum(layer)[1]]
    figures: Row = {"cells": sum(layer.cells.get(answers.name, (0,))[0] for layer in layers_), "n": value.n}
    put(figures, "value", value)
    figures["open"] = sum(summary.open for summary in fronts)
    figures["at_least"] = figures["at_most"] = value.value
    if figures["open"] and value.value is not None:
        for name, answer in (("at_least", 0), ("at_most", 1)):
            figures[name] = beyond(
                value.value, estimate_rate(answers, layers_, params, open_=answer).estimate.value, answer
            )
    judged = estimate_judge_alone(answers, layers_)
    put(figures, "naive", judged)
    put(figures, "reviews", estimate_rate(answers, layers_, params, power=0.0).estimate)
    figures |= {"power": estimate.power, "valid": value.value is not None, "why": value.why}
    figures["corpus"] = sum(layer.documents for layer in layers_)
    figures["left_out"] = dict(judged.left_out)
    return figures


def by_system(layers_: Sequence[Layer]) -> Iterator[tuple[str | None, list[Layer]]]:
    """All strata, then those of each system where there are several."""
    yield None, list(layers_)
    systems = sorted({layer.of["system"] for layer in layers_})
    if len(systems) > 1:
        for system in systems:
            yield system, [layer for layer in layers_ if layer.of["system"] == system]


def words(layers_: Sequence[Layer]) -> str:
    """One sentence about what the figures are about."""
    documents, drawn_count = sum(layer.documents for layer in layers_), sum(len(layer.drawn_keys) for layer in layers_)
    mistakes = sorted({layer.mistakes for layer in layers_} - {0.0})
    mistakes_note = f" A share of {mistakes[-1]:g} of the reviews is taken for wrong." if mistakes else ""
    return (
        f"These figures are about all {documents:,} summaries that were screened, of which {drawn_count:,} were "
        f"drawn into"
        f" this project.{mistakes_note}"
    )


def without_filters(params: Params) -> Params:
    """What reads all that people said, whatever strata are asked for."""
    return replace(params, systems=(), datasets=(), splits=())
