"""What readers' own errors do to a rate: a false "yes" rate and a missed "yes" rate for each view they had.

Somebody who sees a judge's flag follows it more often than one who does not, so that the two rates differ by view. For
each stratum h (the judge's flag in view, or not), with q the observed share of "yes", f the share of "yes" where "no"
is right and m that of "no" where "yes" is right (Rogan and Gladen 1978),

    p_h = (q_h - f_h) / (1 - m_h - f_h),  Var = [V(q) + (1 - p)² V(f) + p² V(m)] / (1 - m - f)²

and p is the sum of p_h weighted by the cells of each stratum. V(q) goes by source document over all strata at once
(for new documents with their sizes) and is no less than the sum of those of the strata, of which each (as V(f) and
V(m)) is taken from the interval of a share, so that a share of 0 has one. The interval is on the logit scale with
Student's t. f and m are those of known answers under the same view; where one of them rests on fewer than ``ENOUGH``
answers there is no correction, only the range of p that their intervals leave possible.

``two_way`` has intervals that let the readers vary as well as the documents. The majority of two or three readers is
not the truth; other readers would have made another gold. The two-way (pigeonhole) bootstrap draws documents and, by
themselves, readers with replacement, and takes the strict majority of the readers drawn (Owen 2007, "The pigeonhole
bootstrap", section 3). It allows for no error that all readers share, and of few readers it is rather too wide than too
narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import Cancelled
from galley.core.stats.bootstrap import Interval
from galley.core.stats.clusters import Figure, share
from galley.core.stats.groups import group_labels
from galley.core.stats.intervals import normal_quantile
from galley.core.stats.macro import interval
from galley.core.stats.result import Estimate
from galley.core.stats.student import t_quantile

Floats = NDArray[np.float64]

ENOUGH = 20
"""So many known answers of either class make a correction."""
LEAST = 0.1
"""1 - m - f below which readers tell too little apart for a correction."""
FEW = f"No correction for reviewers' errors because fewer than {ENOUGH} known answers of either class were given"
NO_CORRECTION = "No correction for reviewers' errors because on known answers reviewers hardly tell an error from none"


@dataclass(frozen=True, slots=True)
class ReviewerRates:
    """Readers' errors under one view: ``false_yes`` over known noes, ``missed_yes`` over known yeses."""

    false_yes: Estimate
    missed_yes: Estimate

    @property
    def enough(self) -> bool:
        """Whether both rest on ``ENOUGH`` answers."""
        return min(self.false_yes.n, self.missed_yes.n) >= ENOUGH


@dataclass(frozen=True, slots=True)
class ReviewedStratum:
    """Answers of one stratum under the ``view``: sums by source document (an entry a document, the same documents in
    all strata) of weight x yes, of weight and of weight squared, and ``sizes``: how many cells it stands for."""

    view: str
    hits: Floats
    cells: Floats
    squares: Floats
    sizes: Floats

    @property
    def size(self) -> float:
        """How many cells the stratum stands for."""
        return float(self.sizes.sum())


@dataclass(frozen=True, slots=True)
class CorrectedRate:
    """``value`` with its interval, or only the ends of the range that is possible (value None, ``why``)."""

    value: float | None
    low: float | None
    high: float | None
    why: str = ""


def corrected_rate(
    strata: Sequence[ReviewedStratum],
    rates: Mapping[str, ReviewerRates],
    confidence: float = 0.95,
    project: bool = False,
) -> CorrectedRate:
    """The rate of "yes" over all strata, corrected for what readers get wrong under each view. ``project``: of these
    cells, of which the sizes are known, not of new documents."""
    strata = [stratum for stratum in strata if stratum.size and stratum.cells.sum()]
    total = sum(stratum.size for stratum in strata)
    shares = [
        share(stratum.hits, stratum.cells, stratum.squares, empty="", confidence=confidence) for stratum in strata
    ]
    views = {stratum.view for stratum in strata}
    if not strata or any(view not in rates or _nothing(rates[view]) for view in views):
        return CorrectedRate(None, None, None, f"{FEW}.")
    if not all(rates[view].enough for view in views):
        low, high = _range(strata, shares, rates, total)
        return CorrectedRate(None, low, high, f"{FEW}; the range is what those that were given leave possible.")
    value = 0.0
    apart: dict[str, Floats] = {view: np.zeros(2) for view in views}
    influence, sizes, own = np.zeros(len(strata[0].cells)), np.zeros(len(strata[0].cells)), 0.0
    for stratum, estimate in zip(strata, shares, strict=True):
        f, m = _value(rates[stratum.view].false_yes), _value(rates[stratum.view].missed_yes)
        width = 1 - f - m
        if width < LEAST:
            return CorrectedRate(None, None, None, f"{NO_CORRECTION}.")
        q = _value(estimate)
        p = (q - f) / width  # no end here: cut off, the sum over strata would be too high
        part = stratum.size / total
        value += part * p
        apart[stratum.view] += part / width * np.array([1 - p, p])
        influence += part / width * (stratum.hits - q * stratum.cells) / stratum.cells.sum()
        sizes += stratum.sizes
        if not project:
            influence += p * stratum.sizes / total
        own += (part / width) ** 2 * _variance(estimate, confidence)
    if not project:
        influence -= value * sizes / total
    some = int(np.count_nonzero(sizes))
    seen = some / (some - 1) * float(influence @ influence) if some > 1 else 0.0
    variance = max(seen, own)
    for view, (false_yes, missed_yes) in apart.items():
        variance += false_yes**2 * _variance(rates[view].false_yes, confidence)
        variance += missed_yes**2 * _variance(rates[view].missed_yes, confidence)
    half = t_quantile(max(some - 1, 1), confidence) * float(np.sqrt(variance))
    inner = value * (1 - value)
    if inner <= 0:  # on an end, or beyond it
        value = min(max(value, 0.0), 1.0)
        return CorrectedRate(value, max(value - half, 0.0), min(value + half, 1.0))
    at = float(np.log(value / (1 - value)))
    low, high = (float(1 / (1 + np.exp(-(at + side * half / inner)))) for side in (-1, 1))
    return CorrectedRate(value, low, high)


def _range(
    strata: Sequence[ReviewedStratum], shares: Sequence[Estimate], rates: Mapping[str, ReviewerRates], total: float
) -> tuple[float, float]:
    """The least and the greatest rate that the ends of both rates leave possible, under each view by itself."""
    low = high = 0.0
    for stratum, estimate in zip(strata, shares, strict=True):
        ends = [(_end(one, 0), _end(one, 1)) for one in (rates[stratum.view].false_yes, rates[stratum.view].missed_yes)]
        q, possible = _value(estimate), []
        for f, m in product(*ends):
            width = 1 - f - m
            possible.append(min(max((q - f) / width, 0.0), 1.0) if width >= LEAST else None)
        known_rates = [p for p in possible if p is not None]
        whole = len(known_rates) < len(possible) or not known_rates
        low += stratum.size / total * (0.0 if whole else min(known_rates))
        high += stratum.size / total * (1.0 if whole else max(known_rates))
    return low, high


def _nothing(rates: ReviewerRates) -> bool:
    return not (rates.false_yes.n or rates.missed_yes.n)


def _value(estimate: Estimate) -> float:
    return 0.0 if estimate.value is None else estimate.value


def _end(estimate: Estimate, which: int) -> float:
    end = estimate.high if which else estimate.low
    return float(which) if end is None else end


def _variance(estimate: Estimate, confidence: float) -> float:
    assert estimate.low is not None and estimate.high is not None
    return ((estimate.high - estimate.low) / 2 / normal_quantile(confidence)) ** 2


_BLOCK = 2_000_000


def two_way(
    judge: NDArray[Any],
    votes: NDArray[Any],
    adjudications: NDArray[Any],
    documents: NDArray[Any],
    figures: Mapping[str, Figure],
    *,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Interval]:
    """Percentile intervals of figures of tp, fp, tn, fn. A row a cell: the judge's verdict (1, 0, below 0 none), the
    readers' (cells x readers), what was adjudicated (it stands whoever reads; below 0 none), the source document.
    None where there are fewer than two readers (the text says so). Raises Cancelled."""
    readers = votes.shape[1]
    if readers < 2:
        none = Interval(None, None, "No interval over reviewers because there are fewer than two.")
        return dict.fromkeys(figures, none)
    labels, index = group_labels(np.asarray(documents))
    rng = np.random.default_rng(seed)
    team_draws = rng.multinomial(readers, np.full(readers, 1 / readers), size=resamples)
    teams, count = np.unique(team_draws, axis=0, return_counts=True)
    resampled_figures: dict[str, list[NDArray[np.float64]]] = {name: [] for name in figures}
    block = max(1, _BLOCK // max(len(labels), 1))
    for team, times in zip(teams, count.tolist(), strict=True):
        table = _counts(judge, _majority(votes, adjudications, team), index, len(labels))
        for start in range(0, times, block):
            if cancelled is not None and cancelled():
                raise Cancelled("The intervals were stopped before they were done.")
            size = min(block, times - start)
            sums = rng.multinomial(len(labels), np.full(len(labels), 1 / len(labels)), size=size) @ table
            for name, figure in figures.items():
                resampled_figures[name].append(figure(sums))
    every = _counts(judge, _majority(votes, adjudications, np.ones(readers)), index, len(labels)).sum(
        axis=0, keepdims=True
    )
    return {
        name: interval(float(figures[name](every)[0]), np.concatenate(values), len(labels), confidence)
        for name, values in resampled_figures.items()
    }


def _majority(votes: NDArray[Any], adjudications: NDArray[Any], team: NDArray[Any]) -> NDArray[np.int64]:
    """1, 0 or -1 (none, or a tie) of each cell, each reader counted as often as the team has them."""
    lead = (votes == 1) @ team - (votes == 0) @ team
    return np.where(adjudications >= 0, adjudications, np.where(lead > 0, 1, np.where(lead < 0, 0, -1))).astype(
        np.int64
    )


def _counts(judge: NDArray[Any], gold: NDArray[Any], index: NDArray[Any], size: int) -> NDArray[np.float64]:
    both = (judge >= 0) & (gold >= 0)
    kind = np.where(gold[both] == 1, np.where(judge[both] == 1, 0, 3), np.where(judge[both] == 1, 1, 2))
    return np.bincount(index[both] * 4 + kind, minlength=4 * size).reshape(size, 4).astype(float)
