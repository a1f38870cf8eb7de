"""What the true values probably are and how each annotator errs, from verdicts alone (Dawid and Skene 1979).

Expectation-maximisation: given the error rates, the posterior of each cell (their eq. 2.5); given the
posteriors, the error rates and the prevalence (eqs. 2.3 and 2.4); repeated until the likelihood stands
still.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import Cancelled

Floats = NDArray[np.float64]

RIGHT, WRONG = 1.0, 0.1
"""The pseudo-counts on and off the diagonal of each annotator's confusion, unless others are wanted."""
TOO_FEW = (
    "Undefined because the model needs three annotators, each two of whom answered the same cells: with fewer, the"
    " rates stay at their starting values."
)


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """``posterior`` is cells x values, ``confusion`` annotators x true value x given value (rows add up to
    1), ``prevalence`` the share of each true value; ``cells`` and ``annotators`` are the labels, sorted.
    ``log_likelihood`` is the trace, one figure a step. Where the model cannot be fitted ``why`` says so and
    the arrays are empty; where it did not settle in time, ``why`` says that."""

    posterior: Floats
    confusion: Floats
    prevalence: Floats
    cells: NDArray[Any]
    annotators: NDArray[Any]
    log_likelihood: list[float]
    why: str = ""


def dawid_skene(
    cells: NDArray[Any],
    annotators: NDArray[Any],
    codes: NDArray[Any],
    categories: int,
    *,
    right: float = RIGHT,
    wrong: float = WRONG,
    tolerance: float = 1e-10,
    steps: int = 1000,
    cancelled: Callable[[], bool] | None = None,
) -> DawidSkene:
    """Fits the model to (cell, annotator, code) triples; an annotator may have judged a cell several times.

    ``right`` and ``wrong`` are pseudo-counts on and off the diagonal of each annotator's confusion (a
    Dirichlet prior: everybody is taken to be rather right than wrong until their verdicts say otherwise); 0
    and 0 give the maximum likelihood of the paper. Starts from the shares of verdicts in each cell. Codes
    below 0 are passed over. Raises Cancelled.
    """
    codes = np.asarray(codes)
    has_answer = codes >= 0
    labels, cell = np.unique(np.asarray(cells)[has_answer], return_inverse=True)
    names, annotator = np.unique(np.asarray(annotators)[has_answer], return_inverse=True)
    answers = codes[has_answer].astype(np.int64)
    if len(answers) and answers.max() >= categories:
        raise ValueError(f"codes must lie below {categories}")
    reason = _unusable(cell, annotator, answers, len(names))
    if reason:
        return DawidSkene(
            np.empty((0, categories)),
            np.empty((0, categories, categories)),
            np.empty(0),
            labels,
            names,
            [],
            reason,
        )
    from scipy.sparse import csr_array

    # Verdicts as counts: a row a cell, a column an annotator and what they said. Both steps are then products.
    size, width = len(labels), len(names) * categories
    counts = csr_array((np.ones(len(answers)), (cell, annotator * categories + answers)), shape=(size, width))
    # Cells with the same verdicts have the same posterior: each kind of cell is worked out once.
    key = counts @ np.random.default_rng(20).standard_normal(width)
    _, first, kind, times = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    if (counts[first][kind] != counts).nnz:
        first, kind, times = np.arange(size), np.arange(size), np.ones(size, dtype=np.int64)
    rows = counts[first]
    across = (rows * times[:, None]).T.tocsr()
    spoken = rows @ np.tile(np.eye(categories), (len(names), 1))
    posterior = spoken / spoken.sum(axis=1, keepdims=True)
    prior = np.full((categories, categories), wrong) + np.eye(categories) * (right - wrong)
    trace: list[float] = []
    while True:
        if cancelled is not None and cancelled():
            raise Cancelled("The estimate of the annotators' errors was stopped before it was done.")
        prevalence = times @ posterior / size
        confusion = _confusion(across @ posterior, prior)
        chance = _log(confusion).transpose(0, 2, 1).reshape(width, categories)
        posterior, likelihood = _posterior(rows @ chance + _log(prevalence), times)
        trace.append(likelihood + float((prior * _log(confusion)).sum()))
        if len(trace) > 1 and abs(trace[-1] - trace[-2]) <= tolerance * max(1.0, abs(trace[-1])):
            return DawidSkene(posterior[kind], confusion, prevalence, labels, names, trace)
        if len(trace) >= steps:
            why = f"The estimate did not converge within {steps} steps; read it with care."
            return DawidSkene(posterior[kind], confusion, prevalence, labels, names, trace, why)


def find_identifiable(shared: NDArray[Any]) -> NDArray[np.bool_]:
    """Which annotators' rates the answers can tell: those with two others, where each two of the three answered the
    same cells. Two annotators give three figures (how often each says yes, and how often both do) for five unknown
    ones. ``shared`` is annotators x annotators, how many cells both answered."""
    pairs = (np.asarray(shared) > 0).astype(np.int64)
    np.fill_diagonal(pairs, 0)
    return np.asarray(np.diag(pairs @ pairs @ pairs) > 0)


def _unusable(cell: NDArray[Any], annotator: NDArray[Any], answers: NDArray[Any], annotators: int) -> str:
    if not len(answers):
        return "Undefined because there is no verdict."
    from scipy.sparse import csr_array

    pair_counts = csr_array((np.ones(len(answers)), (cell, annotator)), shape=(int(cell.max()) + 1, annotators))
    if not find_identifiable((pair_counts.T @ pair_counts).toarray()).all():
        return TOO_FEW
    if answers.min() == answers.max():
        return "Undefined because every verdict has the same value, so no error can be seen."
    return ""


def _log(share: Floats) -> Floats:
    return np.log(np.maximum(share, 1e-300))


def _confusion(answer_weights: Floats, prior: Floats) -> Floats:
    """Rows of (annotator, said) by true value, to annotators x true value x given value."""
    counts = answer_weights.reshape(-1, len(prior), len(prior)).transpose(0, 2, 1) + prior
    total = counts.sum(axis=2, keepdims=True)
    # A true value that an annotator never met says nothing about them: every answer is as likely as the next.
    return np.where(total > 0, counts / np.where(total > 0, total, 1), 1 / len(prior))


def _posterior(score: Floats, times: NDArray[np.int64]) -> tuple[Floats, float]:
    """Posteriors from log probabilities, and the log likelihood of all cells."""
    top = score.max(axis=1, keepdims=True)
    weight = np.exp(score - top)
    total = weight.sum(axis=1, keepdims=True)
    return weight / total, float(times @ (top + np.log(total))[:, 0])
