"""Two judges, prompts or systems over the same documents: the difference, its interval, and whether it can be told.

All of it is paired by source document: what both were asked about the same documents is compared, and documents, never
single cells, are left out, swapped or drawn. Where ``ENOUGH`` documents hold the rarer outcome, the interval of a
difference is the jackknife's with Student's t and one degree of freedom less than there are of these (see
``galley.core.stats.clusters`` also for where few differ); where fewer do, it is put together from Wilson's limits of
both figures over as many cells as these are worth (MOVER: Zou and Donner 2008, eq. 6). It ends where figures can be no
further apart; of a difference of correlations it is a bootstrap of documents. p is that of a permutation test that
swaps the two within whole documents (Good 2005, section 3.7; for correlations on standardised scores or ranks, Deutsch,
Dror and Roth 2021, section 5). Williams' test is not used: it assumes independent normal pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import Cancelled
from galley.core.stats.bootstrap import item_sums, resample
from galley.core.stats.clusters import ASSUMED, SCARCE, Figure, Floats
from galley.core.stats.groups import group_labels
from galley.core.stats.intervals import wilson
from galley.core.stats.student import t_quantile

ENOUGH = 5
"""So many documents with the rarer outcome show how far a difference varies."""
EXACT = 12
"""Up to so many documents that differ, all swaps are counted; of more, so many as ``resamples`` says are drawn."""
_BLOCK = 4_000_000
FEW = f"No interval because fewer than {SCARCE} source documents have cells that the figure is about."


@dataclass(frozen=True, slots=True)
class Measure:
    """What is compared: a ``figure`` of summed statistics, from ``low`` to 1. It is the mean of its ``parts``, each
    with which statistics add up to the cells that it is about; ``outcomes`` say which add up to the cells of each
    outcome that must be there."""

    figure: Figure
    parts: tuple[tuple[Figure, tuple[int, ...]], ...]
    outcomes: tuple[tuple[int, ...], ...]
    low: float = 0.0


def share_of(sums: Floats) -> Floats:
    """hits / cells for rows of hits, cells."""
    return np.where(sums[:, 1] > 0, sums[:, 0] / np.where(sums[:, 1] > 0, sums[:, 1], 1), np.nan)


SHARE = Measure(share_of, ((share_of, (0, 1)),), ((1, 0), (-1, 1)))


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """``value`` is first less second, None where undefined (``why``); ``first`` and ``second`` the figures themselves
    over what both have; ``p`` two-sided, None where it was not asked for; ``differ``: in so many of the ``documents``
    the two are not the same."""

    value: float | None
    low: float | None
    high: float | None
    first: float | None
    second: float | None
    p: float | None
    documents: int
    why: str = ""
    differ: int = 0


def difference(
    first: NDArray[Any],
    second: NDArray[Any],
    measure: Measure,
    *,
    cells: NDArray[Any] | None = None,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> PairedDifference:
    """``first`` and ``second``: the statistics of each, summed by document (documents x statistics, in one order).
    ``cells``: how many each document has (all statistics of the first together). ``resamples`` 0 leaves out p. Raises
    Cancelled."""
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    figure = measure.figure
    documents, total = len(a), (a.sum(axis=0), b.sum(axis=0))
    one, two = (float(figure(sums[None, :])[0]) if documents else math.nan for sums in total)
    if not (math.isfinite(one) and math.isfinite(two)):
        return PairedDifference(None, None, None, _or_none(one), _or_none(two), None, documents, _why(documents))
    apart = (a != b).any(axis=1)
    size = a.sum(axis=1) if cells is None else np.asarray(cells, dtype=float)
    ends = _ends(a, b, measure, size, int(apart.sum()), confidence)
    p = None
    if resamples:
        swapped = (b - a)[apart]

        def gaps(swaps: Floats) -> Floats:
            moved = swaps @ swapped
            return figure(total[0] + moved) - figure(total[1] - moved)

        p = _permutation_p_value(abs(one - two), gaps, int(apart.sum()), resamples, seed, cancelled)
    low, high = ends or (None, None)
    why = "" if ends else FEW
    return PairedDifference(one - two, low, high, one, two, p, documents, why, int(apart.sum()))


def _ends(
    a: Floats, b: Floats, measure: Measure, size: Floats, differ: int, confidence: float
) -> tuple[float, float] | None:
    """The interval of the difference; None where fewer than ``SCARCE`` documents have cells that it is about."""
    about = min(np.count_nonzero(sums @ np.array(part)) for sums in (a, b) for _, part in measure.parts)
    if about < min(SCARCE, len(a)):
        return None
    total, figure, documents = (a.sum(axis=0), b.sum(axis=0)), measure.figure, len(a)
    one, two = (float(figure(sums[None, :])[0]) for sums in total)
    value, most = one - two, 1 - measure.low
    outcome_documents = min(int(np.count_nonzero((a + b) @ np.array(outcome))) for outcome in measure.outcomes)
    if outcome_documents < ENOUGH:
        (first_low, first_high), (second_low, second_high) = (_wilson(sums, measure, confidence) for sums in (a, b))
        low = value - math.hypot(one - first_low, second_high - two)
        high = value + math.hypot(first_high - one, two - second_low)
        return max(low, -most), min(high, most)
    influence = figure(total[0] - a) - figure(total[1] - b)
    variance = float(((influence - influence.mean()) ** 2).sum()) * (documents - 1) / documents
    seen = math.isfinite(variance) and variance > 1e-15
    half = t_quantile(float(outcome_documents - 1), confidence) * math.sqrt(variance) if seen else 0.0
    if not seen or differ < SCARCE:
        half = max(half, wilson(0.0, _effective_cells(size), confidence)[1])
    return max(value - half, -most), min(value + half, most)


def _wilson(rows: Floats, measure: Measure, confidence: float) -> tuple[float, float]:
    """The limits of a figure: those of its parts, put together."""
    total, count = rows.sum(axis=0, keepdims=True), len(measure.parts)
    span = 1 - measure.low
    below = above = whole = 0.0
    for figure, part in measure.parts:
        value = float(figure(total)[0])
        effective_size = _effective_cells(rows @ np.array(part))
        low, high = wilson((value - measure.low) / span * effective_size, effective_size, confidence)
        whole += value / count
        below = math.hypot(below, (value - measure.low - span * low) / count)
        above = math.hypot(above, (span * high - value + measure.low) / count)
    return whole - below, whole + above


def _effective_cells(cells: Floats) -> float:
    """How many independent cells these are worth, an entry a document."""
    return float(cells.sum()) ** 2 / float((cells + ASSUMED * np.maximum(cells * cells - cells, 0.0)).sum())


def compare_correlations(
    x: NDArray[Any],
    other: NDArray[Any],
    y: NDArray[Any],
    documents: NDArray[Any],
    *,
    kind: str = "pearson",
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> PairedDifference:
    """The correlation of ``x`` with ``y`` less that of ``other`` with ``y``: an entry a summary, all finite. ``kind``:
    pearson, or spearman (over ranks). Raises Cancelled."""
    scores = [np.asarray(score, dtype=float) for score in (x, other, y)]
    if kind == "spearman":
        scores = [_ranks(score) for score in scores]
    count = len(group_labels(np.asarray(documents))[0])
    if len(scores[0]) < 3 or any(float(np.ptp(score)) == 0 for score in scores):
        why = "Undefined because a score is the same throughout."
        return PairedDifference(None, None, None, None, None, None, count, why)
    a, b, c = ((score - score.mean()) / score.std() for score in scores)
    table = item_sums(np.column_stack([np.ones(len(a)), a, b, c, a * a, b * b, c * c, a * c, b * c]), documents)

    def both(sums: Floats) -> tuple[Floats, Floats]:
        n, sa, sb, sc, saa, sbb, scc, sac, sbc = sums.T
        spread = scc - sc * sc / n
        with np.errstate(invalid="ignore", divide="ignore"):
            return (
                (sac - sa * sc / n) / np.sqrt((saa - sa * sa / n) * spread),
                (sbc - sb * sc / n) / np.sqrt((sbb - sb * sb / n) * spread),
            )

    def gap(sums: Floats) -> Floats:
        one, two = both(sums)
        return one - two

    whole = table.sum(axis=0, keepdims=True)
    one, two = (float(coefficient[0]) for coefficient in both(whole))
    value = one - two
    if not resamples:
        return PairedDifference(value, None, None, one, two, None, count)
    interval = resample(table, gap, resamples=resamples, confidence=confidence, seed=seed, cancelled=cancelled)
    swapped = table[:, [0, 2, 1, 3, 5, 4, 6, 8, 7]] - table
    apart = np.abs(swapped).max(axis=1) > 1e-12

    def gaps(swaps: Floats) -> Floats:
        return gap(whole + swaps @ swapped[apart])

    p = _permutation_p_value(abs(value), gaps, int(apart.sum()), resamples, seed, cancelled)
    return PairedDifference(
        value, interval.low, interval.high, one, two, p, count, interval.why, int(apart.sum())
    )


def _permutation_p_value(
    seen: float, gaps: Callable[[Floats], Floats], documents: int, resamples: int, seed: int,
    cancelled: Callable[[], bool] | None,
) -> float:  # fmt: skip
    """Two-sided: how often a swap of whole documents sets the two at least as far apart. Drawn swaps count with the
    one that is there, so that p is never 0 (Phipson and Smyth 2010)."""
    near = seen - 1e-9
    if documents <= EXACT:
        every = np.array([[n >> k & 1 for k in range(documents)] for n in range(2**documents)], dtype=float)
        gap_sizes = np.abs(gaps(every.reshape(2**documents, documents)))
        return float(np.mean(~(gap_sizes < near)))
    rng, far, done = np.random.default_rng(seed), 0, 0
    block = max(1, _BLOCK // documents)
    while done < resamples:
        if cancelled is not None and cancelled():
            raise Cancelled("The comparison was stopped before it was done.")
        size = min(block, resamples - done)
        gap_sizes = np.abs(gaps(rng.integers(0, 2, (size, documents)).astype(float)))
        far += int(np.count_nonzero(~(gap_sizes < near)))
        done += size
    return (far + 1) / (resamples + 1)


def holm(p: Sequence[float | None]) -> list[float | None]:
    """p of a family of comparisons, adjusted so that one wrong claim among all of them is as rare as it says (Holm
    1979); None stays None and is no member."""
    sorted_p = sorted((value, place) for place, value in enumerate(p) if value is not None)
    holm_p: list[float | None] = [None] * len(p)
    least = 0.0
    for rank, (value, place) in enumerate(sorted_p):
        least = max(least, min(1.0, (len(sorted_p) - rank) * value))
        holm_p[place] = least
    return holm_p


def _ranks(score: Floats) -> Floats:
    from scipy.stats import rankdata

    return np.asarray(rankdata(score), dtype=float)


def _or_none(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _why(documents: int) -> str:
    if not documents:
        return "Undefined because no document has both."
    return "Undefined because the figure of one of them is undefined over the cells that both answered."
