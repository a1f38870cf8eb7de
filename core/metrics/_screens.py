"""A corpus that was screened: what its strata hold, and what people said of the summaries drawn from them.

The totals are those of ``galley.core.screening.drawn_project``: the project holds the drawn summaries only. A drawn
summary counts once each of its cells was looked at, and of each stratum the front of the draw counts.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from galley.core.errors import InputError
from galley.core.metrics import gold
from galley.core.metrics.base import Params, Row, put
from galley.core.metrics.cell_arrays import UNSCORED, CellQuestion, CellReader, Cells
from galley.core.stats.result import Estimate
from galley.core.stats.stratified import Rate, Stratum, rate
from galley.core.stats.weighting import beyond

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
    drawn: tuple[tuple[str, str], ...]
    mistakes: float

    def named(self) -> str:
        """Its columns for people."""
        return ", ".join(f"{name} {value}" for name, value in self.of.items() if value)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What people said of one drawn summary: errors, judge's flags and cells that have an answer; and how many were
    left open."""

    errors: int
    said: int
    length: int
    open: int


def layers(connection: sqlite3.Connection, judge: str, question: CellQuestion, params: Params) -> list[Layer]:
    """The strata that were screened by this judge for this question, under the filters. Raises: InputError for a filter
    by what the strata do not tell apart."""
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
    found = []
    name = f"{question.scheme}/{question.id}"
    for screening in json.loads(row[0]) if row else ():
        if screening["judge"] != judge:
            continue
        for each in screening["strata"]:
            if name in each["cells"]:
                of = dict(zip(screening["by"], each["of"], strict=True))
                drawn = tuple((key, document) for key, document in each["drawn"])
                found.append(Layer(of, each["documents"], each["cells"], drawn, screening["mistakes"]))
    for what, wanted in (("system", params.systems), ("dataset", params.datasets), ("split", params.splits)):
        if found and wanted and what not in found[0].of:
            raise InputError(
                f"The corpus was not screened by {what}, so there is no figure for one; leave --{what} out, or screen"
                f" it with --by {what}."
            )
        found = [each for each in found if not wanted or each.of[what] in wanted]
    if found and params.items:
        raise InputError("Figures about a screened corpus cannot be about chosen items; leave them out.")
    return found


class ScreenAnswers:
    """What people said of the summaries of a project, for one judge and question."""

    def __init__(self, reader: CellReader, question: CellQuestion, judge: int) -> None:
        cells = reader.cells(question, [judge], with_gold=True)
        self.name = f"{question.scheme}/{question.id}"
        self._found = _summaries(reader.connection, cells, judge)

    def stratum(self, layer: Layer) -> tuple[Stratum, list[Reviewed]]:
        """A stratum with the front of its draw: up to the first summary of which a cell was not looked at."""
        front: list[Reviewed] = []
        for name in layer.drawn:
            said = self._found.get(name)
            if said is None:
                break
            front.append(said)
        asked, flagged, _ = layer.cells.get(self.name, (0, 0, 0))
        return _stratum(layer, asked, flagged, front), front

    def outside(self, strata: Sequence[Layer]) -> int:
        """How many summaries were reviewed and were not drawn."""
        return len(self._found.keys() - {name for layer in strata for name in layer.drawn})


def _stratum(layer: Layer, asked: int, flagged: int, front: Sequence[Reviewed], open_: int | None = None) -> Stratum:
    """``open_`` is what stands for the cells that were left open: 1 for a yes, 0 for a no, None leaves them out."""
    more = [0 if open_ is None else each.open for each in front]
    errors = np.array([r.errors + extra * (open_ or 0) for r, extra in zip(front, more, strict=True)], dtype=float)
    length = np.array([r.length + extra for r, extra in zip(front, more, strict=True)], dtype=float)
    said = np.array([r.said for r in front], dtype=float)
    return Stratum(layer.named(), layer.documents, asked, flagged, errors, said, length)


def _summaries(connection: sqlite3.Connection, cells: Cells, judge: int) -> dict[tuple[str, str], Reviewed]:
    """Of each summary of which every cell was looked at what was said, by its item's key and its name."""
    assert cells.gold is not None
    targets, index = np.unique(cells.target, return_inverse=True)
    answered = cells.gold >= 0
    left = np.isin(cells.gold, OPEN)
    unseen = np.bincount(index, weights=~answered & ~left, minlength=len(targets))

    def counted(rows: Any) -> Any:
        return np.bincount(index, weights=rows, minlength=len(targets)).astype(int)

    errors, length, open_ = counted(cells.gold == 1), counted(answered), counted(left)
    said = counted(answered & (cells.column(judge) == 1))
    names = {
        row: (key, name)
        for row, key, name in connection.execute(
            "SELECT document.id, key, name FROM document JOIN item ON item.id = item_id WHERE document.id IN"
            " (SELECT value FROM json_each(?))",
            (json.dumps(targets[unseen == 0].tolist()),),
        )
    }
    return {
        names[row]: Reviewed(int(errors[at]), int(said[at]), int(length[at]), int(open_[at]))
        for at, row in enumerate(targets.tolist())
        if row in names
    }


def rated(
    answers: ScreenAnswers,
    layers_: Sequence[Layer],
    params: Params,
    power: float | None = None,
    open_: int | None = None,
) -> Rate:
    """The rate over these strata; ``open_`` as in ``_stratum``."""
    strata = []
    for layer in layers_:
        stratum, front = answers.stratum(layer)
        strata.append(stratum if open_ is None else _stratum(layer, stratum.cells, stratum.flags, front, open_))
    mistakes = Counter[float]()
    for layer in layers_:
        mistakes[layer.mistakes] += layer.documents
    mean = sum(share * size for share, size in mistakes.items()) / max(sum(mistakes.values()), 1)
    return rate(
        strata, power=power, confidence=params.confidence, corpus=params.target == "project", mistakes=mean
    )


def naive(answers: ScreenAnswers, layers_: Sequence[Layer]) -> Estimate:
    """The share of cells that the judge flags, of those that it could judge: of all summaries, so without an interval
    to speak of."""
    asked, flagged, unscored = (sum(each.cells.get(answers.name, (0, 0, 0))[at] for each in layers_) for at in range(3))
    scored = asked - unscored
    share = flagged / scored if scored else None
    left = {"cells without a verdict of the judge": unscored} if unscored else {}
    return Estimate(share, share, share, scored, "" if scored else "Undefined because it judged no cell.", left)


def row(answers: ScreenAnswers, layers_: Sequence[Layer], params: Params) -> Row:
    """The figures of the metric ``estimate`` over these strata."""
    found = rated(answers, layers_, params)
    value = found.found
    fronts = [each for layer in layers_ for each in answers.stratum(layer)[1]]
    made: Row = {"cells": sum(each.cells.get(answers.name, (0,))[0] for each in layers_), "n": value.n}
    put(made, "value", value)
    made["open"] = sum(each.open for each in fronts)
    made["at_least"] = made["at_most"] = value.value
    if made["open"] and value.value is not None:
        for name, answer in (("at_least", 0), ("at_most", 1)):
            made[name] = beyond(value.value, rated(answers, layers_, params, open_=answer).found.value, answer)
    judged = naive(answers, layers_)
    put(made, "naive", judged)
    put(made, "reviews", rated(answers, layers_, params, power=0.0).found)
    made |= {"power": found.power, "valid": value.value is not None, "why": value.why}
    made["corpus"] = sum(each.documents for each in layers_)
    made["left_out"] = dict(judged.left_out)
    return made


def by_system(layers_: Sequence[Layer]) -> Iterator[tuple[str | None, list[Layer]]]:
    """All strata, then those of each system where there are several."""
    yield None, list(layers_)
    systems = sorted({each.of["system"] for each in layers_})
    if len(systems) > 1:
        for system in systems:
            yield system, [each for each in layers_ if each.of["system"] == system]


def words(layers_: Sequence[Layer]) -> str:
    """One sentence about what the figures are about."""
    documents, drawn = sum(each.documents for each in layers_), sum(len(each.drawn) for each in layers_)
    mistakes = sorted({each.mistakes for each in layers_} - {0.0})
    said = f" A share of {mistakes[-1]:g} of the reviews is taken for wrong." if mistakes else ""
    return (
        f"These figures are about all {documents:,} summaries that were screened, of which {drawn:,} were drawn into"
        f" this project.{said}"
    )


def without_filters(params: Params) -> Params:
    """What reads all that people said, whatever strata are asked for."""
    return replace(params, systems=(), datasets=(), splits=())
