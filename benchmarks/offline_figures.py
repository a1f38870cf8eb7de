"""Figures over flags and labels, with intervals over documents: what the table of the offline judge is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.offline_recipe import Array, Flags, Labels, bacc
from galley.core.stats.detection_counts import mean_within_groups

Names = NDArray[np.str_]
Rows = NDArray[np.int64]


def draws(groups: Names, times: int = 1000) -> list[Rows]:
    """Row numbers of ``times`` bootstrap samples of whole groups, the same ones whenever asked."""
    rng = np.random.default_rng(1)
    rows = [np.flatnonzero(groups == g) for g in np.unique(groups)]
    return [np.concatenate([rows[i] for i in rng.integers(0, len(rows), len(rows))]) for _ in range(times)]


def interval(figure: Callable[[Rows], float], groups: Names, times: int = 1000) -> tuple[float, float]:
    """95 % bootstrap interval of ``figure(row numbers)`` over whole groups; undefined draws are left out."""
    values = [figure(rows) for rows in draws(groups, times)]
    kept = [v for v in values if not np.isnan(v)]
    return (float(np.quantile(kept, 0.025)), float(np.quantile(kept, 0.975))) if kept else (np.nan, np.nan)


def ranking(label: Labels, scores: Array) -> float:
    """Area under the ROC curve, ties halved; NaN where one side is empty."""
    wrong, right = scores[label == 1], scores[label == 0]
    if not len(wrong) or not len(right):
        return float("nan")
    order = np.sort(right)
    low = np.searchsorted(order, wrong, "left")
    high = np.searchsorted(order, wrong, "right")
    return float((low + high).mean() / (2 * len(right)))


def reliability(label: Labels, probability: Array, bins: int = 10) -> list[tuple[float, float, int]]:
    """(mean probability, share of errors, n) of ``bins`` equally filled bins, from low to high."""
    parts = np.array_split(np.argsort(probability, kind="stable"), bins)
    return [(float(probability[p].mean()), float(label[p].mean()), len(p)) for p in parts if len(p)]


def calibration(label: Labels, probability: Array, bins: int = 10) -> tuple[float, float]:
    """Expected calibration error over ``bins`` equally filled bins, and the Brier score."""
    gaps = [n * abs(told - seen) for told, seen, n in reliability(label, probability, bins)]
    return float(sum(gaps) / len(label)), float(((probability - label) ** 2).mean())


def _bounds(label: Labels, told: Flags, groups: Names) -> tuple[float, float]:
    return interval(lambda rows: bacc(label[rows], told[rows]), groups)


def line(name: str, label: Labels, told: Sequence[Flags], groups: Names, scores: Sequence[Array] = ()) -> str:
    """One row of the table: means over the divisions, each with flags (and scores) for all rows."""
    each = [bacc(label, f) for f in told]
    low, high = np.mean([_bounds(label, f, groups) for f in told], axis=0)
    sensitivity = np.mean([f[label == 1].mean() for f in told]) if (label == 1).any() else np.nan
    specificity = np.mean([(~f[label == 0]).mean() for f in told]) if (label == 0).any() else np.nan
    auc = f"  AUC {np.mean([ranking(label, s) for s in scores]):.3f}" if scores else ""
    spread = f"  divisions {min(each):.3f}-{max(each):.3f}" if len(each) > 1 else ""
    return (
        f"{name:44s} n {len(label):4d} ({int((label == 1).sum())} errors, {len(np.unique(groups))} docs)  "
        f"BAcc {np.mean(each):.3f} [{low:.3f}, {high:.3f}]  sens {sensitivity:.2f} spec {specificity:.2f}{auc}{spread}"
    )


def format_mean_within(counts: Rows, datasets: Names) -> str:
    """The mean of the balanced accuracies within data sets with its 95 % interval, of tp, fp, tn and fn by source."""
    mean = mean_within_groups(counts, datasets)
    if mean.value is None or mean.low is None or mean.high is None:
        return f"mean within data sets: undefined. {mean.why}"
    return f"mean within data sets {mean.value:.3f} [{mean.low:.3f}, {mean.high:.3f}] ({mean.n} data sets)"
