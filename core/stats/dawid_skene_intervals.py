"""How sure Dawid and Skene's rates are, and whether its annotators err independently, with whole documents drawn.

Answers about one document hang together, so what is drawn with replacement is the document (as in ``bootstrap``). The
model is fitted again to each draw, all draws at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import Cancelled
from galley.core.stats.bootstrap import MOST_UNDEFINED, Interval
from galley.core.stats.dawid_skene_model import RIGHT, WRONG, DawidSkene
from galley.core.stats.student import t_quantile

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_AT_ONCE = 2_000_000
"""So many posteriors are held at a time."""
DOCUMENTS, CELLS = 15, 60.0
"""Rates given a true value have an interval where so many documents and cells have it, and so many another one: of
fewer it covers too little (``make coverage``)."""
_EDGE = 1e-9
_STEPS, _STILL = 300, 1e-5
"""A fit to a draw ends after so many steps, or once no rate moves by more than this."""


def refit_draws(
    codes: NDArray[np.int_],
    documents: Ints,
    fitted: DawidSkene,
    *,
    draws: int,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[Floats, Floats]:
    """(prevalence, confusion) of each draw of documents: draws x values, and draws x annotators x true x given.

    ``codes`` is cells x annotators (below 0: no answer), ``documents`` the document of each cell, ``fitted`` the fit to
    all of it, from which each begins. The rates of an annotator who answered nothing in a draw are NaN. Cancelled.
    """
    kinds, kind = np.unique(codes, axis=0, return_inverse=True)
    kind = kind.reshape(-1)
    _, place = np.unique(documents, return_inverse=True)
    size, people = len(fitted.prevalence), codes.shape[1]
    kind_counts = np.zeros((int(place.max()) + 1, len(kinds)))
    np.add.at(kind_counts, (place, kind), 1.0)
    rows = (kinds[:, :, None] == np.arange(size)).reshape(len(kinds), people * size).astype(float)
    chance = np.random.default_rng(seed)
    prevalence, confusion = np.empty((draws, size)), np.empty((draws, people, size, size))
    block = max(1, _AT_ONCE // (len(kinds) * size))
    for start in range(0, draws, block):
        count = min(block, draws - start)
        picked = chance.multinomial(len(kind_counts), np.full(len(kind_counts), 1 / len(kind_counts)), size=count)
        fits = _fits(rows, picked @ kind_counts, fitted, cancelled)
        prevalence[start : start + count], confusion[start : start + count] = fits
    return prevalence, confusion


def _fits(
    rows: Floats, times: Floats, fitted: DawidSkene, cancelled: Callable[[], bool] | None
) -> tuple[Floats, Floats]:
    """The fits to kinds of cells (``rows``: a column an annotator and answer) that occur ``times`` (draws x kinds)."""
    size = len(fitted.prevalence)
    prior = np.full((size, size), WRONG) + np.eye(size) * (RIGHT - WRONG)
    prevalence = np.repeat(fitted.prevalence[None], len(times), axis=0)
    confusion = np.repeat(fitted.confusion[None], len(times), axis=0)
    total = times.sum(axis=1)
    for _ in range(_STEPS):
        if cancelled is not None and cancelled():
            raise Cancelled("The estimate of the annotators' errors was stopped before it was done.")
        chance = np.log(np.maximum(confusion, 1e-300)).transpose(0, 1, 3, 2).reshape(len(times), -1, size)
        score = rows @ chance + np.log(np.maximum(prevalence, 1e-300))[:, None]
        weight = np.exp(score - _reduce_last(np.maximum, score)[:, :, None])
        weight *= (times / _reduce_last(np.add, weight))[:, :, None]
        counts = (rows.T @ weight).reshape(len(times), -1, size, size).transpose(0, 1, 3, 2) + prior
        before, confusion = confusion, counts / counts.sum(axis=3, keepdims=True)
        prevalence = weight.sum(axis=1) / total[:, None]
        if abs(confusion - before).max() < _STILL:
            break
    has_no_answer = (times @ rows).reshape(len(times), -1, size).sum(axis=2) == 0
    return prevalence, np.where(has_no_answer[:, :, None, None], np.nan, confusion)


def _reduce_last(function: np.ufunc, table: Floats) -> Floats:
    """``function.reduce`` over the last axis, which takes numpy many times as long where it is short."""
    result: Floats = table[..., 0]
    for at in range(1, table.shape[-1]):
        result = function(result, table[..., at])
    return result


def has_enough_cells(fitted: DawidSkene, documents: Ints, true: int) -> bool:
    """Whether enough cells and documents have this true value, and enough another one, for an interval of the rates
    given it."""
    _, place = np.unique(documents, return_inverse=True)
    own = fitted.posterior[:, true]
    return all(
        float(mass.sum()) >= CELLS and int((np.bincount(place, weights=mass) >= 0.5).sum()) >= DOCUMENTS
        for mass in (own, 1 - own)
    )


def ends(value: float, draws: Floats, documents: int, confidence: float = 0.95) -> Interval:
    """The interval of a rate from its draws: on the logit scale by their standard deviation, with Student's t and one
    degree of freedom less than there are documents. (Percentiles of so few documents are too narrow.)"""
    if not len(draws):
        return Interval(None, None)
    if documents < 2:
        return Interval(None, None, "No interval because there is one source document to resample.")
    defined = draws[np.isfinite(draws)]
    missing = len(draws) - len(defined)
    if missing > MOST_UNDEFINED * len(draws):
        return Interval(None, None, f"No interval because {missing} of {len(draws)} resamples have no value.", missing)
    if defined.max() - defined.min() < 1e-12:
        return Interval(None, None, "No interval because every resample gives the same value.", missing)
    inside = np.clip(np.append(defined, value), _EDGE, 1 - _EDGE)
    scaled = np.log(inside / (1 - inside))
    spread = float(np.std(scaled[:-1], ddof=1)) * math.sqrt(documents / (documents - 1))
    half = t_quantile(documents - 1, confidence) * spread
    low, high = (1 / (1 + math.exp(-end)) for end in (scaled[-1] - half, scaled[-1] + half))
    return Interval(low, high, "", missing).holding(value)


def alike(
    codes: NDArray[np.int_], documents: Ints, fitted: DawidSkene, confidence: float = 0.9973
) -> list[tuple[int, int]]:
    """The pairs of annotators (columns) who say the same more often than the fit allows, the clearest first.

    The model takes errors to be independent given the truth. Where they are, the share of cells on which two say the
    same is the one that their rates give; what is seen above it, added up by document, is held against 0 by Student's t
    over the documents that both answered. ``confidence`` is where a pair is named. Two who err alike may be taken for
    the truth, and then it is two others who are named: that some err alike is certain, who does is not.
    """
    # the rates as they are seen, without what the model takes for granted: of three who always agree none errs
    answered_codes = codes[:, :, None] == np.arange(len(fitted.prevalence))
    rates = np.einsum("ct,cpv->ptv", fitted.posterior, answered_codes)
    rates /= np.maximum(rates.sum(axis=2, keepdims=True), 1e-12)
    pairs = []
    for one in range(codes.shape[1]):
        for other in range(one):
            both = (codes[:, one] >= 0) & (codes[:, other] >= 0)
            same = np.einsum("tv,tv->t", rates[one], rates[other])
            above = (codes[both, one] == codes[both, other]) - fitted.posterior[both] @ same
            sums = np.bincount(np.unique(documents[both], return_inverse=True)[1], weights=above)
            if len(sums) < 2:
                continue
            error = float(np.std(sums, ddof=1)) * math.sqrt(len(sums))
            if sums.sum() > 0.5 and sums.sum() > t_quantile(len(sums) - 1, confidence) * error:
                pairs.append((float(sums.sum()) / max(error, 1e-12), other, one))
    return [(first, second) for _, first, second in sorted(pairs, reverse=True)]
