"""A judge against gold: confusion counts and what follows from them.

Sources: balanced accuracy, Brodersen and others 2010; MCC, Matthews 1975. Precision and recall are
proportions and get a Wilson (or Jeffreys) interval; F1, balanced accuracy and MCC are bootstrapped by item
where the counts are given by item, else by cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.bootstrap import Floats, Interval, resample
from galley.core.stats.groups import grouped
from galley.core.stats.intervals import proportion
from galley.core.stats.result import Estimate, counted, undefined

NO_GOLD_YES = "gold has no yes among these cells"
NO_GOLD_NO = "gold has no no among these cells"
NO_FLAG = "the judge said yes to none of these cells"
NO_SILENCE = "the judge said yes to all of these cells"
NO_CELL = "no cell has both a verdict of the judge and gold"


@dataclass(frozen=True, slots=True)
class Detection:
    """Counts of cells, and figures as fractions. ``n`` of precision is the judge's yeses, of recall
    gold's."""

    tp: int
    fp: int
    tn: int
    fn: int
    precision: Estimate
    recall: Estimate
    f1: Estimate
    bacc: Estimate
    mcc: Estimate
    left_out: dict[str, int]

    @property
    def n(self) -> int:
        return self.tp + self.fp + self.tn + self.fn


@dataclass(frozen=True, slots=True)
class Confusion:
    """tp, fp, tn, fn in columns, one row an item, and the cells passed over."""

    counts: NDArray[np.int64]
    left_out: dict[str, int]


def confusion(judge: NDArray[Any], gold: NDArray[Any], items: NDArray[Any] | None = None) -> Confusion:
    """Counts cells. Verdicts are 1 (yes), 0 (no) or -1 (none); ``items`` labels the item of each cell.

    Without ``items`` each cell is an item of its own.
    """
    judge, gold = np.asarray(judge), np.asarray(gold)
    both = (judge >= 0) & (gold >= 0)
    left_out = counted(
        cells_without_gold=int(np.count_nonzero(gold < 0)),
        cells_without_a_verdict_of_the_judge=int(np.count_nonzero((judge < 0) & (gold >= 0))),
    )
    kind = np.where(gold[both] == 1, np.where(judge[both] == 1, 0, 3), np.where(judge[both] == 1, 1, 2))
    index = np.arange(len(kind)) if items is None else grouped(np.asarray(items)[both])[1]
    size = int(index.max()) + 1 if len(index) else 0
    counts = np.bincount(index * 4 + kind, minlength=size * 4).reshape(size, 4)
    return Confusion(counts, left_out)


def _divide(top: Floats, bottom: Floats) -> Floats:
    return np.where(bottom == 0, np.nan, top / np.where(bottom == 0, 1, bottom))


def f1_figure(sums: Floats) -> Floats:
    """2 tp / (2 tp + fp + fn) for rows of tp, fp, tn, fn."""
    tp, fp, _tn, fn = sums.T
    return _divide(2 * tp, 2 * tp + fp + fn)


def bacc_figure(sums: Floats) -> Floats:
    """The mean of sensitivity and specificity for rows of tp, fp, tn, fn."""
    tp, fp, tn, fn = sums.T
    return (_divide(tp, tp + fn) + _divide(tn, tn + fp)) / 2


def mcc_figure(sums: Floats) -> Floats:
    """Matthews' correlation for rows of tp, fp, tn, fn."""
    tp, fp, tn, fn = sums.T
    # Roots first: the product of four counts of a large project leaves the exact range of a double.
    bottom = np.sqrt(tp + fp) * np.sqrt(tp + fn) * np.sqrt(tn + fp) * np.sqrt(tn + fn)
    return _divide(tp * tn - fp * fn, bottom)


def detection(
    counts: NDArray[Any],
    left_out: dict[str, int] | None = None,
    *,
    method: str = "wilson",
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> Detection:
    """Every figure of a judge. ``counts`` is tp, fp, tn, fn, or one such row an item (then intervals go by
    item).

    ``resamples=0`` leaves out the bootstrapped intervals. Raises Cancelled.
    """
    table = np.atleast_2d(np.asarray(counts))
    tp, fp, tn, fn = (int(c) for c in table.sum(axis=0))
    skipped = dict(left_out or {})
    # Totals alone: each cell is an item of its own, and there are four kinds of them.
    rows, times = (np.eye(4), table[0]) if np.ndim(counts) == 1 else (table, None)
    n = tp + fp + tn + fn

    def bootstrapped(figure: Callable[[Floats], Floats], reason: str) -> Estimate:
        if reason:
            return undefined(reason, n, skipped)
        value = float(figure(np.array([[tp, fp, tn, fn]], dtype=float))[0])
        interval = Interval(None, None)
        if resamples:
            interval = resample(
                rows,
                figure,
                times=times,
                resamples=resamples,
                confidence=confidence,
                seed=seed,
                cancelled=cancelled,
            )
        return Estimate(value, interval.low, interval.high, n, interval.why, skipped)

    one_sided = NO_CELL if n == 0 else NO_GOLD_YES if tp + fn == 0 else NO_GOLD_NO if tn + fp == 0 else ""
    constant = one_sided or (NO_FLAG if tp + fp == 0 else NO_SILENCE if tn + fn == 0 else "")
    nothing = NO_CELL if n == 0 else "" if tp + fp + fn else "neither the judge nor gold has a yes"
    return Detection(
        tp,
        fp,
        tn,
        fn,
        _share(tp, tp + fp, NO_FLAG if n else NO_CELL, method, confidence, skipped),
        _share(tp, tp + fn, NO_GOLD_YES if n else NO_CELL, method, confidence, skipped),
        bootstrapped(f1_figure, nothing),
        bootstrapped(bacc_figure, one_sided),
        bootstrapped(mcc_figure, constant),
        skipped,
    )


def _share(hits: int, n: int, empty: str, method: str, confidence: float, left_out: dict[str, int]) -> Estimate:
    return proportion(hits, n, empty=empty, method=method, confidence=confidence, left_out=left_out)
