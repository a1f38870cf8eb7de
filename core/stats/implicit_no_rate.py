"""Recall where gold's "no" is partly implicit: a random part of the implicit "no" is answered explicitly, and what that
finds stands for all of them.

    R = TP / (TP + K + N m / n)

TP are hits, K misses that were found outside the check, N the implicit "no" that the judge did not flag, m of n
checked ones that turned out to be errors. The interval goes by source document: on the logit scale with Student's t
from each document's influence on log(TP) - log(K + N m / n). Where fewer than ``SCARCE`` documents hold a contradicted
"no", the ends reach at least as far as the interval of m / n alone takes R. With m = 0 there is no value, and
``at_least`` is R at the upper limit of m / n.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.clustered import SCARCE, share
from galley.core.stats.student import t_quantile

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CheckedRecall:
    """``value`` with its interval, None where nothing was contradicted (``at_least``) or checked. ``checked`` and
    ``contradicted`` are n and m, ``implicit`` is N."""

    value: float | None
    low: float | None
    high: float | None
    at_least: float | None
    checked: int
    contradicted: int
    implicit: int


def checked_recall(
    hits: Floats, misses: Floats, implicit: Floats, checked: Floats, contradicted: Floats, confidence: float = 0.95
) -> CheckedRecall:
    """One entry a source document in each column: TP, K, N, n and m."""
    tp, k, total, n, m = (float(each.sum()) for each in (hits, misses, implicit, checked, contradicted))
    counts = round(n), round(m), round(total)
    if not n or not tp:
        return CheckedRecall(None, None, None, None, *counts)
    found = share(contradicted, checked, empty="nothing was checked", confidence=confidence)
    assert found.low is not None and found.high is not None

    def recall(rate: float) -> float:
        return tp / (tp + k + total * rate)

    if not m:
        return CheckedRecall(None, None, None, recall(found.high), *counts)
    rate, missed = m / n, k + total * m / n
    influence = hits / tp - (misses + rate * implicit + total * (contradicted - rate * checked) / n) / missed
    some = int(np.count_nonzero((hits > 0) | (misses > 0) | (implicit > 0) | (checked > 0)))
    value, ends = recall(rate), [recall(found.high), recall(found.low)]
    holding = int(np.count_nonzero(contradicted))
    if some > 1:
        half = t_quantile(max(holding - 1, SCARCE - 1), confidence) * math.sqrt(
            some / (some - 1) * float(influence @ influence)
        )
        at = math.log(tp / missed)
        own = [1 / (1 + math.exp(half - at)), 1 / (1 + math.exp(-half - at))]
        ends = own if holding >= SCARCE else [min(own[0], ends[0]), max(own[1], ends[1])]
    return CheckedRecall(value, min(ends[0], value), max(ends[1], value), None, *counts)
