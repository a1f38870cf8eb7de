"""A judge's confidence against what people found: how often it is right where it says 70 %, and mended so that it is.

The mending is Platt's: the probability of a yes is the logistic of a + b times its log-odds, fitted on cells with gold
under a weak prior for leaving it as it is. Figures are cross-fitted by item: a cell is never mended by its own item.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.errors import InputError
from galley.core.judges.comparison import compare
from galley.core.judges.run_report import place
from galley.core.metrics._confidence import read_confidence
from galley.core.stats.calibration import calibration
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_units
from galley.core.storage.queries.items import read_documents

Floats = NDArray[np.float64]
FOLDS = 5
LEAST = 10
"""The least cells with gold yes, and with gold no, that a fit needs."""
EDGE = 0.001
PRIOR = 1.0
"""The precision of the prior for a = 0 and b = 1."""
STEPS = 100


@dataclass(frozen=True, slots=True)
class CalibrationFit:
    """``before`` and ``after`` are Brier scores (mean squared distance from 0 or 1) of the cells with gold, ``sure``
    the cells whose confidence is more than a vote; ``a`` and ``b`` the fit on all of them."""

    n: int
    yes: int
    sure: int
    before: float
    after: float
    a: float
    b: float

    def calibrate_chance(self, chance: float) -> float:
        """The calibrated probability of a yes."""
        return float(_logistic(self.a + self.b * _odds(np.array([chance])))[0])


def calibrate(connection: Connection, judge: AnnotatorId, scheme: str, criterion: str, truth: str) -> CalibrationFit:
    """Fit a judge (row id) on a criterion's cells with gold. Raises: InputError for too few of them, or for names."""
    cells = compare.read_reviewed_cells(connection, scheme, criterion, truth, [judge])
    assert cells.gold is not None
    chances = read_confidence(connection, cells, judge)
    has_chance = ~np.isnan(chances)
    confidences, right, items = chances[has_chance], cells.gold[has_chance].astype(np.float64), cells.items[has_chance]
    yes = int(right.sum())
    if min(yes, len(right) - yes) < LEAST:
        raise InputError(
            f"Gold has {yes} “yes” and {len(right) - yes} “no” on {criterion} where this judge gave a confidence; a"
            f" calibration needs {LEAST} of each. Review more of them."
        )
    folds = np.unique(items, return_inverse=True)[1] % FOLDS
    after = np.empty_like(confidences)
    for fold in range(FOLDS):
        out = folds == fold
        a, b = _fit(confidences[~out], right[~out])
        after[out] = _logistic(a + b * _odds(confidences[out]))
    a, b = _fit(confidences, right)
    sure = int(np.count_nonzero((confidences > 0) & (confidences < 1)))
    before, brier_after = (
        float(calibration(probabilities, right).brier.value or 0) for probabilities in (confidences, after)
    )
    return CalibrationFit(len(confidences), yes, sure, before, brier_after, a, b)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell without gold, with the probability of a yes as the judge has it and mended."""

    item: str
    document: str
    place: str
    chance: float
    calibrated_chance: float


def list_doubts(
    connection: Connection, judge: AnnotatorId, scheme: str, criterion: str, truth: str, fit: CalibrationFit
) -> list[Doubt]:
    """The judge's cells without gold, those first whose mended probability is nearest to a half."""
    cells = compare.read_answered_cells(connection, scheme, criterion, truth, [judge])
    assert cells.gold is not None
    cells = cells.only(cells.gold < 0)
    chances = read_confidence(connection, cells, judge)
    codes, item_keys = cells.label("item")
    homes = {head.id: head.system or head.name for head in read_documents(connection)}
    units = read_units(connection, set(cells.unit.tolist()))
    places: dict[int, tuple[str, str]] = {
        row: (homes[unit.document], place(unit.kind, unit.position)) for row, unit in units.items()
    }
    doubts = [
        Doubt(item_keys[code], *places[int(unit)], float(chance), fit.calibrate_chance(float(chance)))
        for code, unit, chance in zip(codes.tolist(), cells.unit.tolist(), chances.tolist(), strict=True)
        if not np.isnan(chance)
    ]
    return sorted(doubts, key=lambda doubt: abs(doubt.calibrated_chance - 0.5))


def _odds(chance: Floats) -> Floats:
    inside = np.clip(chance, EDGE, 1 - EDGE)
    log_odds: Floats = np.log(inside / (1 - inside))
    return log_odds


def _logistic(score: Floats) -> Floats:
    probability: Floats = 1 / (1 + np.exp(-np.clip(score, -60, 60)))
    return probability


def _fit(chance: Floats, right: Floats) -> tuple[float, float]:
    """(a, b) by Newton's steps."""
    design = np.column_stack([np.ones_like(chance), _odds(chance)])
    weights = prior = np.array([0.0, 1.0])
    for _ in range(STEPS):
        p = _logistic(design @ weights)
        slope = design.T @ (right - p) - PRIOR * (weights - prior)
        bend = design.T @ (design * (p * (1 - p))[:, None]) + PRIOR * np.eye(2)
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-10:
            break
    return float(weights[0]), float(weights[1])
