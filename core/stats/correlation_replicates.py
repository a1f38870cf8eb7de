"""A correlation without each source document in turn: what its interval and its p follow from.

Scores of summaries of one source hang together, so it is sources that are left out, never single summaries. Each
replicate is the coefficient as it would be had the source not been there: ranks are those among the rest, and where
confounders are held fixed the residuals are those of the fit to the rest.

With B an orthonormal basis of the confounders (of nothing but the mean where there are none), e the residuals and g the
rows of a source, the fit without g moves by K⁺ B_g' e_g, K = I - B_g' B_g. No fit is done again.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.hashing import blake2b
from galley.core.stats.groups import group_labels
from galley.core.stats.permutation import unit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_AT_ONCE = 4_000_000
"""So many numbers are held at a time."""
_MOST_CACHED = 4 * _AT_ONCE
"""So many ranks are cached, of 4 bytes each; those that were used longest ago go first."""
_LITTLE = 1e-7
"""Where less of the squares is left than this share, what is left is fitted again: a difference has lost its digits."""
_NONE = 1e-12
_CUT = 1e-10
"""What of K counts as nothing: a level of a confounder that the rest does not have."""

class _RankCache:
    """Tables of ranks by key, about ``_MOST_CACHED`` numbers; what was not asked for longest goes first."""

    def __init__(self) -> None:
        self._tables: OrderedDict[tuple[bytes, ...], NDArray[np.float32]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def take(self, key: tuple[bytes, ...]) -> NDArray[np.float32] | None:
        """The table under ``key``, which is kept no more."""
        with self._lock:
            table = self._tables.pop(key, None)
            self._size -= 0 if table is None else table.size
        return table

    def keep(self, key: tuple[bytes, ...], table: NDArray[np.float32]) -> None:
        """Keep a table; the two newest are kept whatever their size."""
        with self._lock:
            before = self._tables.pop(key, None)
            self._size += table.size - (0 if before is None else before.size)
            self._tables[key] = table
            while len(self._tables) > 2 and self._size > _MOST_CACHED:
                self._size -= self._tables.popitem(last=False)[1].size


_rank_cache = _RankCache()


def replicates(
    x: Floats, y: Floats, kind: str, documents: NDArray[Any], basis: Floats, gaps: tuple[float, float] = (0.0, 0.0)
) -> Floats:
    """The coefficient without each source document, NaN where it is undefined there. ``x``, ``y``: scores, or residuals
    on ``basis``, none constant; ``gaps``: sorted residuals no further apart than this are ties."""
    labels, index = group_labels(documents)
    if len(labels) < 2:
        return np.full(len(labels), np.nan)
    if kind == "pearson":
        return _pearson(x, y, index, basis)
    if kind == "kendall":
        return _taus(x, y, index) if _plain(basis) else _refitted_taus(x, y, index, basis, gaps)
    members = _members(index)
    size = max(1, _AT_ONCE // len(x))
    if size >= len(members):
        return _of_rows(*(_cached_ranks(score, gap, index, basis) for score, gap in ((x, gaps[0]), (y, gaps[1]))))
    parts = (members[first : first + size] for first in range(0, len(members), size))
    return np.concatenate(
        [_of_rows(_rank_without(x, gaps[0], part, basis), _rank_without(y, gaps[1], part, basis)) for part in parts]
    )


def _plain(basis: Floats) -> bool:
    """Whether nothing but the mean is held fixed."""
    return basis.shape[1] == 1


def _cached_ranks(score: Floats, gap: float, index: Ints, basis: Floats) -> NDArray[np.float32]:
    """``_rank_without`` of all sources, from the cache: a table holds each score against many others."""
    parts = (score.tobytes(), str(gap).encode(), index.tobytes(), str(basis.shape).encode(), basis.tobytes())
    key = tuple(blake2b(part, digest_size=16).digest() for part in parts)
    ranks = _rank_cache.take(key)
    if ranks is None:
        ranks = _rank_without(score, gap, _members(index), basis)
    _rank_cache.keep(key, ranks)
    return ranks


def _rank_without(score: Floats, gap: float, members: list[Ints], basis: Floats) -> NDArray[np.float32]:
    """Ranks without each of these sources, less their mean; 0 of the rows that are left out."""
    ranks = _ranks_left(score, members) if _plain(basis) else _ranks(_refit_residuals(score, basis, members), gap)
    ranks -= (ranks.shape[1] - np.array([len(member_rows) for member_rows in members])[:, None] + 1) / 2
    for place, member_rows in enumerate(members):
        ranks[place, member_rows] = 0.0
    return ranks.astype(np.float32)  # halves of whole numbers, which it holds up to 8 million


def _members(index: Ints) -> list[Ints]:
    """The rows of each source."""
    order = np.argsort(index, kind="stable")
    ends = np.cumsum(np.bincount(index)).tolist()
    return [order[start:end] for start, end in pairwise((0, *ends))]  # np.split takes three times as long


def _pearson(x: Floats, y: Floats, index: Ints, basis: Floats) -> Floats:
    a, b = (unit(score) for score in (x, y))
    members = _members(index)
    coefficients = np.full(len(members), np.nan)
    sizes = np.array([len(member_rows) for member_rows in members])
    whole = np.array([a @ a, b @ b, a @ b])
    for size in np.unique(sizes).tolist():
        same_size = np.flatnonzero(sizes == size)
        step = max(1, _AT_ONCE // (size * max(size, basis.shape[1]) + 1))
        for part in (same_size[at : at + step] for at in range(0, len(same_size), step)):
            rows = np.stack([members[source] for source in part])
            squares = whole - _explained_sums(basis[rows], a[rows], b[rows])
            with np.errstate(invalid="ignore", divide="ignore"):
                value = squares[:, 2] / np.sqrt(squares[:, 0] * squares[:, 1])
            little = (squares[:, :2] < _LITTLE * whole[:2]).any(axis=1)
            coefficients[part] = np.where(little, np.nan, value)
            for source in part[little]:
                coefficients[source] = _fitted_again(a, b, basis, members[source])
    return np.where(np.abs(coefficients) > 1 - 1e-12, np.sign(coefficients), coefficients)


def _explained_sums(basis: Floats, a: Floats, b: Floats) -> Floats:
    """What sources of one size take off the sums aa, bb and ab of the residuals: their own products, and what the fit
    to the rest gains. ``basis`` is sources x rows x columns."""
    size, columns = basis.shape[1:]
    pairs = ((a, a), (b, b), (a, b))
    if size < columns:
        inverse = np.linalg.pinv(np.eye(size) - basis @ basis.transpose(0, 2, 1), rcond=_CUT, hermitian=True)
        return np.stack([np.einsum("gi,gij,gj->g", one, inverse, two) for one, two in pairs], axis=1)
    inverse = np.linalg.pinv(np.eye(columns) - basis.transpose(0, 2, 1) @ basis, rcond=_CUT, hermitian=True)
    onto = {id(residual): np.einsum("gic,gi->gc", basis, residual) for residual in (a, b)}
    return np.stack(
        [
            np.einsum("gi,gi->g", one, two) + np.einsum("gc,gcd,gd->g", onto[id(one)], inverse, onto[id(two)])
            for one, two in pairs
        ],
        axis=1,
    )


def _fitted_again(a: Floats, b: Floats, basis: Floats, out: Ints) -> float:
    """Pearson's coefficient without these rows, from a fit to the rest."""
    rest = np.delete(np.arange(len(a)), out)
    if len(rest) < 2:
        return np.nan
    units = []
    for score in (a[rest], b[rest]):
        centred = score - score.mean()
        residual = centred - basis[rest] @ np.linalg.lstsq(basis[rest], centred, rcond=None)[0]
        if np.ptp(residual) <= 1e-9 * np.ptp(score):
            return np.nan
        units.append(unit(residual))
    return float(units[0] @ units[1])


def _refit_residuals(score: Floats, basis: Floats, members: list[Ints]) -> Floats:
    """Residuals of the fits without each of these sources: sources x rows; infinite where a row is left out."""
    columns = basis.shape[1]
    moved = np.empty((len(members), columns))
    for place, member_rows in enumerate(members):
        part = basis[member_rows]
        if len(member_rows) < columns:
            kernel = np.linalg.pinv(np.eye(len(member_rows)) - part @ part.T, rcond=_CUT, hermitian=True)
            moved[place] = part.T @ (kernel @ score[member_rows])
        else:
            kernel = np.linalg.pinv(np.eye(columns) - part.T @ part, rcond=_CUT, hermitian=True)
            moved[place] = kernel @ (part.T @ score[member_rows])
    residuals_left = score[None, :] + moved @ basis.T
    for place, member_rows in enumerate(members):
        residuals_left[place, member_rows] = np.inf
    return residuals_left


def join_near_values(values: Floats, gap: float) -> Floats:
    """Whole numbers in the order of the values, the same for neighbours that are no further apart than ``gap``."""
    order = np.argsort(values, kind="stable")
    codes = np.empty(len(values))
    codes[order] = np.concatenate([[0.0], np.cumsum(np.diff(values[order]) > gap)])[: len(values)]
    return codes


def _ranks(rows: Floats, gap: float) -> Floats:
    """Ranks from 1 within each row; neighbours no further apart than ``gap`` are ties and share their mean rank."""
    order = np.argsort(rows, axis=1)
    ordered = np.take_along_axis(rows, order, axis=1)
    new = np.ones(rows.shape, dtype=bool)
    with np.errstate(invalid="ignore"):  # two rows that are left out are both infinite
        new[:, 1:] = np.diff(ordered, axis=1) > gap
    place = np.arange(rows.shape[1])[None, :]
    first = np.maximum.accumulate(np.where(new, place, 0), axis=1)
    ends = np.ones(rows.shape, dtype=bool)
    ends[:, :-1] = new[:, 1:]
    last = np.minimum.accumulate(np.where(ends, place, rows.shape[1])[:, ::-1], axis=1)[:, ::-1]
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=1)
    return ranks


def _ranks_left(score: Floats, members: list[Ints]) -> Floats:
    """The ranks of a score without each of these sources: those among all, less what stood below."""
    values, code, counts = np.unique(score, return_inverse=True, return_counts=True)
    whole = np.cumsum(counts) - (counts - 1) / 2
    removed_counts = np.zeros((len(members), len(values)))
    rows = np.repeat(np.arange(len(members)), [len(member_rows) for member_rows in members])
    np.add.at(removed_counts, (rows, code[np.concatenate(members)]), 1.0)
    ranks: Floats = (whole[None, :] - np.cumsum(removed_counts, axis=1) + removed_counts / 2)[:, code]
    return ranks


def _of_rows(a: NDArray[np.float32], b: NDArray[np.float32]) -> Floats:
    """Pearson's coefficient of each row of ranks."""
    above, one, other = (
        np.einsum("gi,gi->g", first, second, dtype=np.float64) for first, second in ((a, b), (a, a), (b, b))
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        value = above / np.sqrt(one * other)
    coefficients: Floats = np.where((one < 0.25) | (other < 0.25), np.nan, value)
    return np.where(np.abs(coefficients) > 1 - 1e-12, np.sign(coefficients), coefficients)


def _taus(x: Floats, y: Floats, index: Ints) -> Floats:
    """Tau-b without each source, from how the pairs of rows stand that a source has a part in."""
    a, b = (np.unique(score, return_inverse=True)[1].reshape(-1).astype(np.int64) for score in (x, y))
    rows = _below(a, b) + _below(-a, -b) - _below(a, -b) - _below(-a, b)
    members = _members(index)
    own = np.array([_within(a[member_rows], b[member_rows]) for member_rows in members])
    above = rows.sum() / 2 - np.bincount(index, weights=rows) + own
    remaining = len(x) - np.bincount(index).astype(float)
    pairs = remaining * (remaining - 1) / 2
    below = [pairs - _tied(score, index) for score in (a, b)]
    with np.errstate(invalid="ignore", divide="ignore"):
        value = above / np.sqrt(below[0] * below[1])
    taus: Floats = np.where((below[0] < 0.5) | (below[1] < 0.5), np.nan, value)
    return taus


def _tied(code: Ints, index: Ints) -> Floats:
    """How many pairs of rows have the same value where each source is left out."""
    counts = np.bincount(code)
    key, removed_counts = np.unique(index * len(counts) + code, return_counts=True)
    all_, rest = counts[key % len(counts)], counts[key % len(counts)] - removed_counts
    pairs_removed = (all_ * (all_ - 1) - rest * (rest - 1)) / 2
    whole = float((counts * (counts - 1)).sum()) / 2
    own = np.bincount(key // len(counts), weights=pairs_removed, minlength=int(index.max()) + 1)
    return np.asarray(whole - own, dtype=float)


def _within(a: Ints, b: Ints) -> float:
    """The sum of signs over the pairs of these rows."""
    if len(a) < 2:
        return 0.0
    if len(a) <= 200:
        return float((np.sign(a[:, None] - a) * np.sign(b[:, None] - b)).sum()) / 2
    return float((_below(a, b) + _below(-a, -b) - _below(a, -b) - _below(-a, b)).sum()) / 2


def _below(a: Ints, b: Ints) -> Floats:
    """How many rows lie below each row in both. Rows are merged in runs twice as long each time, as a sort does."""
    order = np.lexsort((-b, a))  # of equal a the greater b first, so that none comes before a row that it is not below
    ranked = np.unique(b[order], return_inverse=True)[1].reshape(-1).astype(np.int64)
    size, span = len(order), int(ranked.max()) + 1 if len(order) else 1
    counts_below = np.zeros(size, dtype=np.int64)
    place = np.arange(size)
    width = 1
    while width < size:
        pair, right = place // (2 * width), place // width % 2 == 1
        keys = pair * span + ranked
        lefts = np.sort(keys[~right])
        start = np.searchsorted(lefts, pair[right] * span)
        counts_below[right] += np.searchsorted(lefts, keys[right]) - start
        width *= 2
    result = np.empty(size)
    result[order] = counts_below
    return result


def _refitted_taus(x: Floats, y: Floats, index: Ints, basis: Floats, gaps: tuple[float, float]) -> Floats:
    from scipy.stats import kendalltau

    taus = []
    for member_rows in _members(index):
        one, other = (
            join_near_values(np.delete(_refit_residuals(score, basis, [member_rows])[0], member_rows), gap)
            for score, gap in ((x, gaps[0]), (y, gaps[1]))
        )
        constant = not len(one) or np.ptp(one) == 0 or np.ptp(other) == 0
        taus.append(np.nan if constant else float(kendalltau(one, other).statistic))
    return np.array(taus)
