"""Recall where gold's "no" is partly implicit: a random part of the implicit "no" is answered explicitly, and what that
finds stands for all of them.

    R = TP / (TP + K + sum over strata of N m / n)

TP are hits, K misses that were found outside the check, N the implicit "no" of a stratum that the judge did not flag, m
of n checked ones that turned out to be errors. Strata are what was drawn from together. The interval goes by source
document: on the logit scale with Student's t from each document's influence on log(TP) - log(K + sum N m / n). Where
fewer than ``SCARCE`` documents hold a contradicted "no", the ends reach at least as far as the interval of the mean
rate alone takes R. With m = 0 there is no value, and ``at_least`` is R at the upper limit of that rate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.clusters import SCARCE, share
from galley.core.stats.student import t_quantile

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CheckedRecall:
    """``value`` with its interval, None where nothing was contradicted (``at_least``) or checked. ``checked_cells`` and
    ``contradicted_cells`` are n and m, ``implicit`` is N, of all strata."""

    value: float | None
    low: float | None
    high: float | None
    at_least: float | None
    checked_cells: int
    contradicted_cells: int
    implicit: int


def checked_recall(
    hits: Floats, misses: Floats, implicit: Floats, checked: Floats, contradicted: Floats, confidence: float = 0.95
) -> CheckedRecall:
    """One entry a source document in each column: TP, K, N, n and m; of several strata N, n and m have a row for each,
    with one checked "no" at least."""
    implicit, checked, contradicted = (np.atleast_2d(column) for column in (implicit, checked, contradicted))
    tp, k, total, n, m = (float(column.sum()) for column in (hits, misses, implicit, checked, contradicted))
    counts = round(n), round(m), round(total)
    sizes, looked = implicit.sum(axis=1, keepdims=True), checked.sum(axis=1, keepdims=True)
    if not looked.all() or not tp:
        return CheckedRecall(None, None, None, None, *counts)
    weight = sizes / looked * (n / total)  # 1 on the mean; each checked "no" stands for so many
    rates = contradicted.sum(axis=1, keepdims=True) / looked
    estimate = share(
        (weight * contradicted).sum(axis=0), (weight * checked).sum(axis=0), (weight**2 * checked).sum(axis=0),
        empty="nothing was checked", confidence=confidence,
    )  # fmt: skip
    assert estimate.low is not None and estimate.high is not None

    def recall(rate: float) -> float:
        return tp / (tp + k + total * rate)

    if not m:
        return CheckedRecall(None, None, None, recall(estimate.high), *counts)
    errors = float((sizes * rates).sum())
    missed = k + errors
    seen = (rates * implicit + sizes * (contradicted - rates * checked) / looked).sum(axis=0)
    influence = hits / tp - (misses + seen) / missed
    some = int(np.count_nonzero((hits > 0) | (misses > 0) | ((implicit > 0) | (checked > 0)).any(axis=0)))
    value, ends = recall(errors / total), [recall(estimate.high), recall(estimate.low)]
    holding = int(np.count_nonzero(contradicted.any(axis=0)))
    if some > 1:
        half = t_quantile(max(holding - 1, SCARCE - 1), confidence) * math.sqrt(
            some / (some - 1) * float(influence @ influence)
        )
        at = math.log(tp / missed)
        own = [1 / (1 + math.exp(half - at)), 1 / (1 + math.exp(-half - at))]
        ends = own if holding >= SCARCE else [min(own[0], ends[0]), max(own[1], ends[1])]
    return CheckedRecall(value, min(ends[0], value), max(ends[1], value), None, *counts)
