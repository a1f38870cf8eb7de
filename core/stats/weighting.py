"""Weights for the complete cases, where a longer case is complete less often: 1 / P(complete | length) (Horvitz and
Thompson 1952; Seaman and White 2013, section 2).

One yes among a summary's sentences decides it, while one open sentence keeps it from being a no: the share of yes
among decided summaries is too high, and that among complete ones, which are the shorter ones, too low. Weighted, the
complete ones of a length stand for all of that length. That is right where being complete depends on nothing but the
length; the bounds beside it (all open ones no, all of them yes) need no such belief.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.stats.result import Estimate

Floats = NDArray[np.float64]


def weights(length: NDArray[Any], complete: NDArray[np.bool_]) -> Floats:
    """A weight for each case: how many cases of its length there are for each complete one, and 0 for one that is not
    complete. A length without a complete case is counted with the next longer one that has some, the longest with the
    next shorter; so the weights add up to the number of cases, unless none is complete.

    >>> weights(np.array([2, 2, 3, 3]), np.array([True, True, True, False])).tolist()
    [1.0, 1.0, 2.0, 0.0]
    """
    case_weights = np.zeros(len(length))
    if not complete.any():
        return case_weights
    lengths, which = np.unique(length, return_inverse=True)
    full = np.bincount(which, weights=complete, minlength=len(lengths))
    rich = np.flatnonzero(full)
    group = np.minimum(np.searchsorted(rich, np.arange(len(lengths))), len(rich) - 1)[which]
    share = np.bincount(group) / full[rich]
    case_weights[complete] = share[group[complete]]
    return case_weights


def weighted_share(
    yes: NDArray[np.bool_],
    weight: Floats,
    documents: NDArray[Any],
    *,
    empty: str,
    confidence: float = 0.95,
    fraction: float = 0.0,
) -> Estimate:
    """The share of yes among the cases with a weight, each counted as often as it weighs; n is how many there are.
    Undefined because ``empty`` where there are none. ``documents`` is the source document of each case, which the
    interval goes by (see ``galley.core.stats.clusters``)."""
    some = weight > 0
    index = group_labels(documents[some])[1]
    case_weights = weight[some]
    sums = by_document(index, case_weights * yes[some], case_weights, case_weights * case_weights)
    return share(*sums, empty=empty, n=int(np.count_nonzero(some)), confidence=confidence, taken=fraction)


def weighted_mean(values: Floats, weight: Floats) -> float | None:
    """The mean of the values with a weight; None where there are none."""
    total = float(weight.sum())
    return float((values * weight).sum() / total) if total else None


def within(value: float | None, least: float | None, most: float | None) -> float | None:
    """A weighted share or mean no further out than its ``bounds``: the complete cases can weigh for open ones of which
    something is known already that says otherwise."""
    return value if value is None or least is None or most is None else min(max(value, least), most)


def bound_estimate(estimate: Estimate, least: float | None, most: float | None) -> Estimate:
    """An estimate ``within`` its bounds; its interval, which is of new cases, holds it."""
    value = within(estimate.value, least, most)
    if value is None or estimate.low is None or estimate.high is None:
        return replace(estimate, value=value)
    return replace(estimate, value=value, low=min(estimate.low, value), high=max(estimate.high, value))


def beyond(value: float | None, end: float | None, answer: int) -> float | None:
    """The estimate ``end`` with every open cell a no (``answer`` 0) or a yes (1), on its side of the estimate itself:
    with other reviews the judge's word may weigh otherwise, which moves both."""
    return end if value is None or end is None else (min, max)[answer](value, end)


def bounds(yes: NDArray[np.bool_], open_: NDArray[np.bool_]) -> tuple[float | None, float | None]:
    """The least and the greatest share of yes that the open cases leave possible; None of no cases."""
    if not len(yes):
        return None, None
    return float(yes.mean()), float((yes | open_).mean())
