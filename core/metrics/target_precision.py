"""How far an estimate is from the precision that is wanted: what was reached review by review, and what is left.

The figure is about this project: the interval is gone where all is reviewed. Where cells were drawn at random its half
width squared falls with 1 / n - 1 / N; where nothing was drawn the plan is that of ``galley sample size``, from whole
documents, and an assumption. Neither is given before ten source
documents with an error are reviewed (``galley.core.stats.forecast``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.metrics import sampling_chances
from galley.core.metrics._estimate_history import estimate_by_review_count
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.metrics.estimate import of_rows
from galley.core.metrics.sampling import find_level
from galley.core.metrics.second_stage import LEAST
from galley.core.stats.clusters import by_document
from galley.core.stats.forecast import ENOUGH, ReviewForecast, forecast
from galley.core.stats.groups import group_labels
from galley.core.stats.strata import second_stage
from galley.core.stats.student import t_quantile

PrecisionPath = tuple[tuple[float, float], ...]
"""(reviews, half width) from left to right."""
POINTS = 40


@dataclass(frozen=True, slots=True)
class Toward:
    """One system ("" for all). ``row`` is that of ``galley metrics estimate``. ``more`` reviews reach the wanted half
    width with the judge, ``alone`` without it (0: reached; None: ``why`` says why nobody can tell). ``is_drawn``: the
    reviewed cells came with known chances. ``done`` is what was reached, ``ahead`` and ``without`` are the forecasts
    with the judge and without it."""

    system: str
    row: dict[str, Any]
    more: int | None
    alone: int | None
    is_drawn: bool
    why: str
    done: PrecisionPath = ()
    ahead: PrecisionPath = ()
    without: PrecisionPath = ()

    @property
    def half(self) -> float | None:
        """Half the width of the interval now."""
        low, high = self.row["low"], self.row["high"]
        return None if low is None or high is None else (high - low) / 2


def toward(
    reader: CellReader, question: CellQuestion, judge: AnnotatorId, half_width: float, times: Mapping[int, int]
) -> list[Toward]:
    """Over all systems first, then each. ``half_width`` (0 to 1) is what is wanted, ``times`` when each item was first
    decided on. ``reader`` must ask for figures about this project. Empty where the judge has no verdict. Raises:
    ValueError."""
    if not 0 < half_width < 1:
        raise ValueError("the half width must lie between 0 and 1")
    cells = reader.cells(question, [judge], find_level(reader, question, judge), with_gold=True)
    if not (cells.column(judge) >= 0).any():
        return []
    chances = sampling_chances.chances(reader, cells, judge)
    in_scope = chances.in_scope
    done = tuple(
        (float(rates.corrected_rate.n), (rates.corrected_rate.high - rates.corrected_rate.low) / 2)
        for _, rates in estimate_by_review_count(reader, cells, judge, chances, times)
        if rates.corrected_rate.low is not None and rates.corrected_rate.high is not None
    )
    head = {"scheme": question.scheme, "criterion": question.id, "judge": reader.annotator(judge).name}
    codes, names = cells.label("system")
    present = [(names[code], in_scope & (codes == code)) for code in np.unique(codes[in_scope])]
    plans = []
    for system, mask in [("", in_scope), *(present if len(present) > 1 else [])]:
        row = head | {"system": system or None} | of_rows(reader, cells, judge, chances, mask)
        plans.append(_one(cells, judge, chances, mask, system, row, half_width, () if system else done))
    return plans


def _one(
    cells: Cells, judge: AnnotatorId, chances: sampling_chances.Chances, mask: NDArray[np.bool_], system: str,
    row: dict[str, Any], half_width: float, done: PrecisionPath,
) -> Toward:  # fmt: skip
    assert cells.gold is not None
    labels, index = group_labels(cells.origins[mask])
    has_answer = (cells.gold[mask] >= 0) & (chances.counted_rows[mask] | (chances.probability is None))
    hits = has_answer & (cells.gold[mask] == 1)
    size, answered, errors, flags = by_document(
        index, np.ones(len(index)), has_answer, hits, cells.column(judge)[mask] == 1
    )
    is_drawn, total_cells = bool(row["valid"]), int(mask.sum())
    if not is_drawn:
        whole = answered == size
        pilot_plan = forecast(size[whole], errors[whole], flags[whole], len(labels), half_width)
        cell = float(size.mean())
        if (
            pilot_plan.with_judge.documents is None
            or pilot_plan.with_judge.variance is None
            or pilot_plan.alone.variance is None
        ):
            return Toward(system, row, None, None, False, pilot_plan.with_judge.why, done)
        plans = (pilot_plan.with_judge, pilot_plan.alone)
        more, alone = (round(max(0, (plan.documents or 0) - pilot_plan.pilot) * cell) for plan in plans)
        ahead, without = (_by_documents(plan, pilot_plan.pilot, len(labels), cell) for plan in plans)
        return Toward(system, row, more, alone, False, "", done, ahead, without)
    with_one, seen = int(np.count_nonzero(errors)), int(np.count_nonzero(answered))
    if with_one < ENOUGH or seen < LEAST:
        why = (
            f"No forecast because {with_one} of {seen} reviewed documents hold an error; it takes {ENOUGH} of {LEAST}."
        )
        return Toward(system, row, None, None, True, why, done)
    remaining, curves = [], []
    for low, high in (("low", "high"), ("reviews_low", "reviews_high")):
        half = (row[high] - row[low]) / 2
        remaining.append(second_stage(row["n"], half, half_width, total_cells) - row["n"])
        steps, rest = np.linspace(row["n"], total_cells, POINTS), 1 / row["n"] - 1 / total_cells
        curves.append(
            tuple(
                (float(n), half * math.sqrt(max(1 / n - 1 / total_cells, 0.0) / rest) if rest > 0 else half)
                for n in steps
            )
        )
    return Toward(system, row, remaining[0], remaining[1], True, "", done, curves[0], curves[1])


def _by_documents(plan: ReviewForecast, pilot: int, total_documents: int, cells: float) -> PrecisionPath:
    """The half width after so many documents: t √(S² (1/n − 1/N))."""
    assert plan.variance is not None
    steps = np.linspace(max(pilot, 2), total_documents, POINTS)
    return tuple(
        (
            float(n * cells),
            t_quantile(max(n - 1, 1.0)) * math.sqrt(max(plan.variance * (1 / n - 1 / total_documents), 0.0)),
        )
        for n in steps.tolist()
    )
