"""Intervals of figures over documents of which the cells hang together: the one way in which shares, balanced accuracy
and agreement get theirs.

The sampling unit is the source document. Everything is computed from one row a document: sums of hits and weights for
a share, sums of the statistics of any other figure. ``make coverage`` measures what the intervals cover.

A share is on the logit scale with Student's t. Its variance is CR2 by document, unbiased where cells are independent
(Bell and McCaffrey 2002, section 3; Pustejovsky and Tipton 2018, eq. 4), and its degrees of freedom are the lesser of
Bell and McCaffrey's and the documents that hold the rarer outcome. Any other figure has the jackknife by document
(Efron and Stein 1981) on a scale without ends. Where no variance is seen it is Wilson's interval over as many
independent cells as these are worth if the correlation within a document is ``ASSUMED``; so it is where each document
has one cell, a hit or none, and the cells are what they are worth. Where fewer than ``SCARCE`` documents hold the rarer
outcome, their number is no degrees of freedom (t with one of them is 12.7: one tie of 813 cells came out as 0 to
99.8 %): it is the wider at each end of the t interval without them and of that interval for no variance. Nothing is
withheld where there is little: the interval is wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from galley.core.stats.intervals import wilson
from galley.core.stats.result import Estimate, undefined_estimate
from galley.core.stats.student import t_quantile

Floats = NDArray[np.float64]
Figure = Callable[[Floats], Floats]
"""sums, rows x statistics -> one figure a row, NaN where undefined."""

ASSUMED = 0.3
"""The correlation within a document where none can be seen."""
SCARCE = 3
"""Documents with the rarer outcome of which fewer show too little of how documents differ."""
_NONE = 1e-12
"""A variance below this share of that of independent cells is none."""


@dataclass(frozen=True, slots=True)
class Ends:
    """An interval. ``documents`` it rests on, ``design`` how many times the variance of independent cells it has (None
    where it cannot be told), ``seen`` whether the documents showed any variance."""

    low: float
    high: float
    documents: int
    design: float | None
    seen: bool


def by_document(index: NDArray[Any], *columns: NDArray[Any]) -> list[Floats]:
    """Sums of each column by document; ``index`` numbers the documents from 0."""
    size = int(index.max()) + 1 if len(index) else 0
    return [np.bincount(index, weights=column, minlength=size).astype(float) for column in columns]


def share(
    hits: ArrayLike,
    cells: ArrayLike,
    squares: ArrayLike | None = None,
    *,
    empty: str,
    n: int | None = None,
    confidence: float = 0.95,
    taken: float = 0.0,
    left_out: dict[str, int] | None = None,
) -> Estimate:
    """The share of hits among the cells, an entry a document: sums of weight x hit and of weight, and, where cells do
    not all weigh 1, of weight squared. ``n``: the cells (the sum of ``cells``). ``taken``: for a figure about this
    project, the share of it that was drawn, which narrows the interval to nothing at 1; 0 for new documents. Undefined
    because ``empty`` where there is none."""
    hits, cells = np.asarray(hits, dtype=float), np.asarray(cells, dtype=float)
    squares = cells if squares is None else np.asarray(squares, dtype=float)
    some = cells > 0
    if not some.all():
        hits, cells, squares = hits[some], cells[some], squares[some]
    total = float(cells.sum())
    count = round(total) if n is None else n
    if not total > 0:
        return undefined_estimate(empty, 0, left_out)
    value = min(max(float(hits.sum()) / total, 0.0), 1.0)
    ends = share_ends(value, hits, cells, squares, confidence, taken)
    return Estimate(value, ends.low, ends.high, count, "", dict(left_out or {}), ends.documents, ends.design)


def share_ends(
    value: float, hits: Floats, cells: Floats, squares: Floats, confidence: float = 0.95, fraction: float = 0.0
) -> Ends:
    """The interval of ``share``, of documents with cells alone."""
    documents, total, square = len(cells), float(cells.sum()), float(squares.sum())
    inner = value * (1 - value)
    remaining = max(1 - fraction, 0.0)
    least = 1e-9 * cells
    alone = bool(np.all((cells * cells - squares <= 1e-9 * squares) & ((hits <= least) | (cells - hits <= least))))
    variance, df = cr2(hits - value * cells, cells, squares)
    apart = inner * square / total**2
    seen = documents > 1 and inner > 0 and variance > _NONE * apart
    # without a second document, or with hits or none alone, there is nothing that it could be seen from
    design = variance / apart if seen and not alone else None
    if remaining <= 0:
        return Ends(value, value, documents, design, seen)
    effective_size = total**2 / float((squares + ASSUMED * np.maximum(cells * cells - squares, 0.0)).sum()) / remaining
    low, high = wilson(value * effective_size, effective_size, confidence)
    if alone or not seen:
        return Ends(min(low, value), max(high, value), documents, design, seen)
    rarer = float((hits > least if value <= 0.5 else cells - hits > least).sum())
    half = t_quantile(max(min(df, rarer) if rarer >= SCARCE else df, 1.0), confidence) * math.sqrt(variance * remaining)
    at, half = math.log(value / (1 - value)), half / inner
    ends = _expit(at - half), _expit(at + half)
    if rarer < SCARCE:
        ends = min(ends[0], low), max(ends[1], high)
    return Ends(*ends, documents, design, seen)


def cr2(score: Floats, cells: Floats, squares: Floats) -> tuple[float, float]:
    """CR2: the variance of a weighted mean and its degrees of freedom, from each document's weighted sum of residuals.
    The covariances of these sums under independent cells are c; each is scaled so that its expectation is right."""
    total, square = float(cells.sum()), float(squares.sum())
    part = cells / total
    own = squares - 2 * part * squares + part**2 * square
    fit = own > 1e-12 * squares
    if not fit.any() or len(cells) < 2:
        return 0.0, 1.0
    scale = np.where(fit, squares / np.where(fit, own, 1.0), 0.0)
    variance = float(scale @ (score * score)) / total**2
    # c of two documents d, e is -(part_d rest_e + part_e rest_d): sums over pairs in closed form
    rest = squares - part * square / 2
    pairs = 2 * float(scale @ part**2) * float(scale @ rest**2) + 2 * float(scale @ (part * rest)) ** 2
    pairs -= float(scale**2 @ (4 * part**2 * rest**2))
    return variance, float(scale @ own) ** 2 / (float(scale**2 @ own**2) + pairs)


def _expit(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale without ends for a figure between ``low`` and ``high``."""

    low: float
    high: float
    forward: Callable[[float], float]
    back: Callable[[float], float]
    slope: Callable[[float], float]


SHARE = Scale(0.0, 1.0, lambda x: math.log(x / (1 - x)), _expit, lambda x: 1 / (x * (1 - x)))
CORRELATION = Scale(-1.0, 1.0, math.atanh, math.tanh, lambda x: 1 / (1 - x * x))
AGREEMENT = Scale(
    -1.0, 1.0, lambda x: -math.log1p(-x), lambda z: -math.expm1(-z) if z > -50 else -1.0, lambda x: 1 / (1 - x)
)
"""Of a coefficient that is 1 at most: its distance from 1, which is a share of disagreement, on a log scale."""


def jackknife(
    rows: Floats,
    figure: Figure,
    cells: NDArray[Any],
    *,
    scale: Scale,
    rarer: int,
    worse: Floats,
    better: Floats,
    kinds: tuple[Floats, Floats] | None = None,
    confidence: float = 0.95,
    fraction: float = 0.0,
) -> Ends:
    """The interval of a figure of summed statistics. ``rows``: documents x statistics; ``cells``: how many each has.
    ``rarer``: the documents that hold the rarer outcome, which bound the degrees of freedom. ``worse``, ``better``: the
    statistics of a cell that speaks against the figure and for it: where no variance is seen, as many cells as Wilson's
    interval leaves open are imagined to be such. ``kinds``: statistics of the kinds of cells there are, and how many
    there are of each: they give the variance of independent cells."""
    cells = np.asarray(cells, dtype=float)
    total, documents, n = rows.sum(axis=0), len(rows), float(cells.sum())
    value = float(figure(total[None, :])[0])
    remaining = max(1 - fraction, 0.0)
    variance = _leaving_out(rows, total, figure)
    apart = None if kinds is None else _leaving_out_kinds(*kinds, total, figure)
    inside = scale.low < value < scale.high and abs(value - scale.high) > 1e-12
    seen = inside and documents > 1 and math.isfinite(variance) and variance > 1e-15
    design = variance / apart if seen and apart is not None and apart > 1e-15 else None
    if remaining <= 0:
        return Ends(value, value, documents, design, seen)
    ends = [value]
    if seen:
        df = float(max(documents - 1 if rarer < 2 else min(documents - 1, rarer), 1))
        half = t_quantile(df, confidence) * math.sqrt(variance * remaining) * scale.slope(value)
        at = scale.forward(value)
        ends += [scale.back(at - half), scale.back(at + half)]
    if not seen or rarer < 2:
        effective_size = n * n / float((cells + ASSUMED * (cells * cells - cells)).sum()) / remaining
        open_ = wilson(0.0, effective_size, confidence)[1]
        imagined = figure(np.stack([(1 - open_) * total + open_ * n * extreme for extreme in (worse, better)]))
        ends += [end for end in imagined.tolist() if math.isfinite(end)]
    return Ends(max(min(ends), scale.low), min(max(ends), scale.high), documents, design, seen)


def _leaving_out(rows: Floats, total: Floats, figure: Figure) -> float:
    """The jackknife variance; NaN where a figure without one of the documents is undefined."""
    count = len(rows)
    if count < 2:
        return math.nan
    figures = figure(total[None, :] - rows)
    return float(((figures - figures.mean()) ** 2).sum()) * (count - 1) / count


def _leaving_out_kinds(kinds: Floats, counts: Floats, total: Floats, figure: Figure) -> float | None:
    """The same with each cell a document, of which there are a few kinds."""
    some = counts > 0
    figures = figure(total[None, :] - kinds[some])
    number = float(counts[some].sum())
    if number < 2 or not np.isfinite(figures).all():
        return None
    mean = float(counts[some] @ figures) / number
    return float(counts[some] @ (figures - mean) ** 2) * (number - 1) / number


def half_sum(first: Ends, second: Ends, one: float, two: float) -> tuple[float, float]:
    """The interval of (one + two) / 2 from those of its parts (MOVER: Zou and Donner 2008, eq. 4)."""
    value = (one + two) / 2
    low = value - math.hypot(one - first.low, two - second.low) / 2
    return max(low, 0.0), min(value + math.hypot(first.high - one, second.high - two) / 2, 1.0)
