"""A judge against gold: confusion counts and what follows from them.

Sources: balanced accuracy, Brodersen and others 2010; MCC, Matthews 1975. All intervals go by source document; see
``galley.core.stats.clusters``.

``checked_recall`` is recall where gold's "no" is partly implicit: a random part of the implicit "no" is
answered explicitly, and what that finds stands for all of them.

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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.clusters import (
    CORRELATION,
    SCARCE,
    SHARE,
    Figure,
    Floats,
    Scale,
    half_sum,
    jackknife,
    share,
    share_ends,
)
from galley.core.stats.groups import group_labels
from galley.core.stats.paired_differences import Measure
from galley.core.stats.result import Estimate, format_reasons, undefined_estimate
from galley.core.stats.student import t_quantile

NO_GOLD_YES = "gold has no “yes” among these cells"
NO_GOLD_NO = "gold has no “no” among these cells"
NO_FLAG = "the judge said yes to none of these cells"
ALL_YES = "the judge said yes to all of these cells"
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
    """tp, fp, tn, fn in columns, one row a document, and the cells passed over. ``weighted_counts`` and ``squares``
    are the sums of the cells' weights, which add up to the cells, and of their squares, where cells weigh unlike."""

    counts: NDArray[np.int64]
    left_out: dict[str, int]
    weighted_counts: Floats | None = None
    squares: Floats | None = None


def confusion(
    judge: NDArray[Any],
    gold: NDArray[Any],
    documents: NDArray[Any] | None = None,
    weight: Floats | None = None,
) -> Confusion:
    """Counts cells. Verdicts are 1 (yes), 0 (no) or -1 (none); ``documents`` labels the source document of each cell.

    Without it each cell is a document of its own. ``weight``: how many cells each stands for.
    """
    judge, gold = np.asarray(judge), np.asarray(gold)
    both = (judge >= 0) & (gold >= 0)
    left_out = format_reasons(
        cells_without_gold=int(np.count_nonzero(gold < 0)),
        cells_without_a_verdict_of_the_judge=int(np.count_nonzero((judge < 0) & (gold >= 0))),
    )
    kind = np.where(gold[both] == 1, np.where(judge[both] == 1, 0, 3), np.where(judge[both] == 1, 1, 2))
    index = np.arange(len(kind)) if documents is None else group_labels(np.asarray(documents)[both])[1]
    size = int(index.max()) + 1 if len(index) else 0

    def sum_by_document(weights: Floats | None) -> NDArray[Any]:
        return np.bincount(index * 4 + kind, weights=weights, minlength=size * 4).reshape(size, 4)

    counts = sum_by_document(None)
    if weight is None or not len(kind) or float(np.ptp(weight[both])) == 0:
        return Confusion(counts, left_out)
    own = weight[both] / weight[both].mean()
    return Confusion(counts, left_out, sum_by_document(own), sum_by_document(own * own))


def _divide(top: Floats, bottom: Floats) -> Floats:
    return np.where(bottom == 0, np.nan, top / np.where(bottom == 0, 1, bottom))


def precision_figure(sums: Floats) -> Floats:
    """tp / (tp + fp) for rows of tp, fp, tn, fn."""
    return _divide(sums[:, 0], sums[:, 0] + sums[:, 1])


def recall_figure(sums: Floats) -> Floats:
    """tp / (tp + fn) for rows of tp, fp, tn, fn."""
    return _divide(sums[:, 0], sums[:, 0] + sums[:, 3])


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
    return np.clip(_divide(tp * tn - fp * fn, bottom), -1, 1)


def _specificity(sums: Floats) -> Floats:
    return _divide(sums[:, 2], sums[:, 1] + sums[:, 2])


_YES, _NO = (1, 0, 0, 1), (0, 1, 1, 0)
MEASURES = {
    "bacc": Measure(bacc_figure, ((recall_figure, _YES), (_specificity, _NO)), (_YES, _NO)),
    "f1": Measure(f1_figure, ((f1_figure, _YES),), (_YES,)),
    "mcc": Measure(mcc_figure, ((mcc_figure, _YES),), (_YES, _NO), -1.0),
    "precision": Measure(precision_figure, ((precision_figure, (1, 1, 0, 0)),), ((1, 0, 0, 0), (0, 1, 0, 0))),
    "recall": Measure(recall_figure, ((recall_figure, _YES),), (_YES,)),
}
"""The figures by which two judges are compared, of rows of tp, fp, tn, fn."""


def detection(
    counts: NDArray[Any],
    left_out: dict[str, int] | None = None,
    *,
    weighted: Floats | None = None,
    squares: Floats | None = None,
    confidence: float = 0.95,
    fraction: float = 0.0,
) -> Detection:
    """Every figure of a judge. ``counts`` is tp, fp, tn, fn in columns, one row a source document,
    ``weighted_counts`` and
    ``squares`` those of a ``Confusion``. ``taken``: of a figure about this project, the share of it that people
    answered; 0 for new documents."""
    plain = np.asarray(counts, dtype=float).reshape(-1, 4)
    some = plain.any(axis=1)
    tp, fp, tn, fn = (int(c) for c in plain.sum(axis=0))
    table = (plain if weighted is None else weighted)[some]
    square = table if squares is None else squares[some]
    skipped, cells = dict(left_out or {}), table.sum(axis=1)
    n = tp + fp + tn + fn
    kinds = np.eye(4), table.sum(axis=0)
    truth = [int(np.count_nonzero(table[:, [a, b]].any(axis=1))) for a, b in ((0, 3), (1, 2))]

    def cut(reason: str, figure: Figure, scale: Scale, rarer: int, better: Floats) -> Estimate:
        if reason:
            return undefined_estimate(reason, n, skipped)
        ends = jackknife(
            table, figure, cells, scale=scale, rarer=rarer, worse=np.array([0.0, 0.5, 0.0, 0.5]), better=better,
            kinds=kinds, confidence=confidence, fraction=fraction,
        )  # fmt: skip
        value = float(figure(table.sum(axis=0)[None, :])[0])
        return Estimate(value, ends.low, ends.high, n, "", skipped, ends.documents, ends.design)

    one_sided = NO_CELL if n == 0 else NO_GOLD_YES if tp + fn == 0 else NO_GOLD_NO if tn + fp == 0 else ""
    constant = one_sided or (NO_FLAG if tp + fp == 0 else ALL_YES if tn + fn == 0 else "")
    nothing = NO_CELL if n == 0 else "" if tp + fp + fn else "neither the judge nor gold has a yes"
    wrong = int(np.count_nonzero(table[:, [1, 3]].any(axis=1)))
    all_of = table.sum(axis=0)
    right = np.array([all_of[0] + all_of[3], 0.0, all_of[2] + all_of[1], 0.0]) / max(n, 1)
    options: dict[str, Any] = {"confidence": confidence, "taken": fraction, "left_out": skipped}
    return Detection(
        tp,
        fp,
        tn,
        fn,
        _share_of(table, square, (0, 1), tp + fp, empty=NO_FLAG if n else NO_CELL, **options),
        _share_of(table, square, (0, 3), tp + fn, empty=NO_GOLD_YES if n else NO_CELL, **options),
        cut(nothing, f1_figure, SHARE, min(int(np.count_nonzero(table[:, 0])), wrong), np.array([1.0, 0, 0, 0])),
        undefined_estimate(one_sided, n, skipped)
        if one_sided
        else balanced_accuracy(table, confidence, fraction, skipped, square),
        cut(constant, mcc_figure, CORRELATION, min(min(truth) - 1, wrong), right),
        skipped,
    )


def _share_of(table: Floats, squares: Floats, columns: tuple[int, int], n: int, **options: Any) -> Estimate:
    """The share of the first of two columns in both."""
    first, second = columns
    return share(
        table[:, first], table[:, first] + table[:, second], squares[:, first] + squares[:, second], n=n, **options
    )


def balanced_accuracy(
    counts: NDArray[Any],
    confidence: float = 0.95,
    fraction: float = 0.0,
    left_out: dict[str, int] | None = None,
    squares: Floats | None = None,
) -> Estimate:
    """Balanced accuracy, of rows of tp, fp, tn, fn with both values of gold. Where the documents show how far both its
    halves vary, and ``SCARCE`` or more have gold's rarer value, by the jackknife, with one degree of freedom less than
    there are of these; else from the intervals of its halves. (The halves' rarer outcomes need no part in it: ``make
    coverage``.)"""
    table = np.asarray(counts, dtype=float)
    some = table.any(axis=1)
    square = (table if squares is None else squares)[some]
    table = table[some]
    tp, fp, tn, fn = table.T
    value = float(bacc_figure(table.sum(axis=0)[None, :])[0])
    halves, sides = [], []
    for hits, cells, parts in ((tp, tp + fn, [0, 3]), (tn, tn + fp, [2, 1])):
        some = cells > 0
        rate = float(hits.sum() / cells.sum())
        own = square[some][:, parts].sum(axis=1)
        halves.append((rate, share_ends(rate, hits[some], cells[some], own, confidence, fraction)))
        sides.append(int(some.sum()))
    ends = jackknife(
        table, bacc_figure, table.sum(axis=1), scale=SHARE, rarer=min(sides) - 1, worse=np.zeros(4), better=np.zeros(4),
        kinds=(np.eye(4), table.sum(axis=0)), confidence=confidence, fraction=fraction,
    )  # fmt: skip
    low, high = ends.low, ends.high
    if fraction < 1 and not (ends.seen and min(sides) >= SCARCE and all(half_ends.seen for _, half_ends in halves)):
        (one, first), (two, second) = halves
        low, high = half_sum(first, second, one, two)
    n = round(float(table.sum()))
    return Estimate(value, low, high, n, "", dict(left_out or {}), ends.documents, ends.design)


def mean_within_groups(
    counts: NDArray[Any], groups: NDArray[Any], confidence: float = 0.95, fraction: float = 0.0
) -> Estimate:
    """The mean of the balanced accuracies within groups (data sets), of rows of tp, fp, tn, fn and the group of each.

    ``n`` counts the groups with both values of gold; the others are left out. Its ends are those of the groups,
    combined as of independent figures (MOVER, Zou and Donner 2008).
    """
    table = np.asarray(counts)
    parts = [table[groups == group] for group in np.unique(groups)]
    parts = [part for part in parts if part[:, [0, 3]].any() and part[:, [1, 2]].any()]
    if not parts:
        return undefined_estimate("no data set has both values of gold")
    figures = [balanced_accuracy(part, confidence, fraction) for part in parts]
    mean = sum(figure.value or 0.0 for figure in figures) / len(figures)
    if any(figure.value is None or figure.low is None or figure.high is None for figure in figures):
        return Estimate(mean, None, None, len(figures))
    below, above = (
        math.sqrt(sum(((figure.value or 0.0) - (end or 0.0)) ** 2 for figure, end in ends)) / len(figures)
        for ends in ([(f, f.low) for f in figures], [(f, f.high) for f in figures])
    )
    return Estimate(mean, mean - below, mean + above, len(figures))



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
