"""Weights for the complete cases, where a longer case is complete less often: 1 / P(complete | length) (Horvitz and
Thompson 1952; Seaman and White 2013, section 2).

One yes among a summary's sentences decides it, while one open sentence keeps it from being a no: the share of yes
among decided summaries is too high, and that among complete ones, which are the shorter ones, too low. Weighted, the
complete ones of a length stand for all of that length. That is right where being complete depends on nothing but the
length; the bounds beside it (all open ones no, all of them yes) need no such belief.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.intervals import wilson
from galley.core.stats.result import Estimate, undefined

Floats = NDArray[np.float64]


def weights(length: NDArray[Any], complete: NDArray[np.bool_]) -> Floats:
    """A weight for each case: how many cases of its length there are for each complete one, and 0 for one that is not
    complete. A length without a complete case is counted with the next longer one that has some, the longest with the
    next shorter; so the weights add up to the number of cases, unless none is complete.

    >>> weights(np.array([2, 2, 3, 3]), np.array([True, True, True, False])).tolist()
    [1.0, 1.0, 2.0, 0.0]
    """
    found = np.zeros(len(length))
    if not complete.any():
        return found
    lengths, which = np.unique(length, return_inverse=True)
    full = np.bincount(which, weights=complete, minlength=len(lengths))
    rich = np.flatnonzero(full)
    group = np.minimum(np.searchsorted(rich, np.arange(len(lengths))), len(rich) - 1)[which]
    share = np.bincount(group) / full[rich]
    found[complete] = share[group[complete]]
    return found


def weighted_share(yes: NDArray[np.bool_], weight: Floats, *, empty: str, confidence: float = 0.95) -> Estimate:
    """The share of yes among the cases with a weight, each counted as often as it weighs; n is how many there are.
    Undefined because ``empty`` where there are none. The interval is Wilson's over as many equal cases as these are
    worth, (sum of w)² / sum of w² (Kish 1965, section 11.2)."""
    n = int(np.count_nonzero(weight))
    if n == 0:
        return undefined(empty)
    total = float(weight.sum())
    value = min(1.0, float(weight[yes].sum()) / total)
    worth = total**2 / float((weight**2).sum())
    low, high = wilson(value * worth, worth, confidence)
    return Estimate(value, min(low, value), max(high, value), n)


def weighted_mean(values: Floats, weight: Floats) -> float | None:
    """The mean of the values with a weight; None where there are none."""
    total = float(weight.sum())
    return float((values * weight).sum() / total) if total else None


def bounds(yes: NDArray[np.bool_], open_: NDArray[np.bool_]) -> tuple[float | None, float | None]:
    """The least and the greatest share of yes that the open cases leave possible; None of no cases."""
    if not len(yes):
        return None, None
    return float(yes.mean()), float((yes | open_).mean())
