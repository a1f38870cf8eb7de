"""How sure Dawid and Skene's rates are, and whether its annotators err independently, with whole documents drawn.

Answers about one document hang together, so what is drawn with replacement is the document (as in ``bootstrap``). The
model is fitted again to each draw, all draws at once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import Cancelled
from galley.core.stats.dawid_skene_model import RIGHT, WRONG, DawidSkene

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_AT_ONCE = 2_000_000
"""So many posteriors are held at a time."""
_STEPS, _STILL = 300, 1e-5
"""A fit to a draw ends after so many steps, or once no rate moves by more than this."""


def drawn(
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
    held = np.zeros((int(place.max()) + 1, len(kinds)))
    np.add.at(held, (place, kind), 1.0)
    rows = (kinds[:, :, None] == np.arange(size)).reshape(len(kinds), people * size).astype(float)
    chance = np.random.default_rng(seed)
    prevalence, confusion = np.empty((draws, size)), np.empty((draws, people, size, size))
    block = max(1, _AT_ONCE // (len(kinds) * size))
    for start in range(0, draws, block):
        count = min(block, draws - start)
        picked = chance.multinomial(len(held), np.full(len(held), 1 / len(held)), size=count)
        found = _fits(rows, picked @ held, fitted, cancelled)
        prevalence[start : start + count], confusion[start : start + count] = found
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
        weight = np.exp(score - score.max(axis=2, keepdims=True))
        weight *= (times / weight.sum(axis=2))[:, :, None]
        counts = (rows.T @ weight).reshape(len(times), -1, size, size).transpose(0, 1, 3, 2) + prior
        before, confusion = confusion, counts / counts.sum(axis=3, keepdims=True)
        prevalence = weight.sum(axis=1) / total[:, None]
        if abs(confusion - before).max() < _STILL:
            break
    silent = (times @ rows).reshape(len(times), -1, size).sum(axis=2) == 0
    return prevalence, np.where(silent[:, :, None, None], np.nan, confusion)


def alike(codes: NDArray[np.int_], documents: Ints, fitted: DawidSkene, least: float = 3.0) -> list[tuple[int, int]]:
    """The pairs of annotators (columns) who say the same more often than the fit allows, the clearest first.

    The model takes errors to be independent given the truth. Where they are, the share of cells on which two say the
    same is the one that their rates give; what is seen above it, added up by document and divided by its standard error
    over documents, is then about normal. ``least`` is where a pair is named. Two who err alike may be taken for the
    truth, and then it is two others who are named: that some err alike is certain, who does is not.
    """
    _, place = np.unique(documents, return_inverse=True)
    found = []
    for one in range(codes.shape[1]):
        for other in range(one):
            both = (codes[:, one] >= 0) & (codes[:, other] >= 0)
            same = np.einsum("tv,tv->t", fitted.confusion[one], fitted.confusion[other])
            above = (codes[both, one] == codes[both, other]) - fitted.posterior[both] @ same
            sums = np.bincount(place[both], weights=above)
            spread = float(np.sqrt((sums**2).sum()))
            if spread > 0 and sums.sum() / spread > least:
                found.append((float(sums.sum()) / spread, other, one))
    return [(first, second) for _, first, second in sorted(found, reverse=True)]
