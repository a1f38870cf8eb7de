"""Logistic regression towards known weights: how the judge is fitted, and how it learns from a reviewer.

Fitting holds all weights towards zero. Learning holds them towards those that the judge has, by the same precision, so
that few decisions move little. No limit is ever searched on decisions: it stays the mean probability of the project's
sentences, which the learned intercept has made an estimate of their share of errors.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from galley.core.judges.built_in.fitted_model import CERTAIN, Array, FittedHead, limits

LOOSE = (1.0, 0.1)
"""Precision of the prior of the certain sign's weight and of the intercept: data decide."""
AS_SEEN = 5.0
"""How many decisions on certain signs what is known of them weighs as much as."""


def regress(x: Array, target: Array, weights: Array, precision: Array, towards: Array) -> Array:
    """Weights and, last, the intercept of a logistic regression by Newton's method, each step halved until it helps.

    ``target`` in [0, 1]; ``precision`` and ``towards`` are those of a normal prior, for the intercept as well.
    """
    design = np.column_stack([x, np.ones(len(x))])

    def loss(at: Array) -> float:
        score = design @ at
        fit = weights @ (np.logaddexp(0, score) - target * score)
        return float(fit + 0.5 * precision @ (at - towards) ** 2)

    solution, current_loss = towards.copy(), loss(towards)
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(design @ solution, -30, 30)))
        gradient = design.T @ (weights * (p - target)) + precision * (solution - towards)
        curvature = (design * (weights * p * (1 - p))[:, None]).T @ design + np.diag(precision)
        step = np.linalg.solve(curvature, gradient)
        while (then := loss(solution - step)) > current_loss and np.abs(step).max() > 1e-9:
            step /= 2
        if then <= current_loss:
            solution, current_loss = solution - step, then
        if np.abs(step).max() < 1e-7:
            break
    return solution


def precisions(signs: int, strength: float) -> Array:
    """The prior's precision for so many signs, the certain sign and the intercept."""
    return np.concatenate([np.full(signs, strength), LOOSE])


def fit_decisions(
    head: FittedHead, decided: Array, wrong: NDArray[np.bool_], weights: Array, sentences: Array
) -> FittedHead:
    """A head that has learned from decisions: rows measured as FEATURES, whether people called them wrong, and one
    over the chance with which each was drawn; its limits are by the project's ``sentences``."""
    if not len(decided):
        return head
    weights = weights / weights.mean()
    towards = np.append(head.weights, head.intercept)
    precision = precisions(len(head.names), head.strength)
    solution = regress(head.standard(decided), wrong.astype(float), weights, precision, towards)
    sure = decided[:, CERTAIN] > 0
    certain = (AS_SEEN * head.certain + float(weights[sure] @ wrong[sure])) / (AS_SEEN + float(weights[sure].sum()))
    new_head = replace(head, weights=solution[:-1], intercept=float(solution[-1]), certain=certain)
    return replace(new_head, limits=limits(new_head, sentences, capped=False))
