"""How the weights of the offline judge are fitted: from measured sentences to heads, every choice by inner folds.

One ridge regression on the share of people who called a sentence wrong, in its natural weight. Each data set has its
signs standardised on its own sentences, cut at four standard deviations, and an intercept of its own, so that what is
learned is what tells right from wrong inside a set, not one set from another. ``fit`` chooses signs and strength by
folds over the documents that it is given, so that whoever gives it a training part gets a nested estimate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from benchmarks.offline_data import Record
from galley.core.judges.built_in.fitted_model import CERTAIN, CLIP, Array, FittedHead
from galley.core.judges.built_in.trace import FEATURES

Labels = NDArray[np.int64]
Flags = NDArray[np.bool_]

FRANK_CNN, FRANK_BBC = "frank-cnndm", "frank-bbc"
QAGS_CNN, QAGS_XSUM, SPANS = "qags-cnndm", "qags-xsum", "xsum-spans-bbc"
SALES, SWAPPED, VISITS = "sales-sales", "swapped", "mts-visits"
ARTICLES = {"frank": 1.0, "qags": 1.0, "xsum-spans": 0.2}
DIALOGUES = ARTICLES | {"sales": 1.0, "mts": 1.0, "swapped": 0.2}
"""Weight of one sentence of each set: less where nearly all is wrong, or made by us."""
LIKE = ("frank", "sales", "mts")
"""The sets whose sentences stand in where a project has too few of its own: FRANK for articles, for dialogues the calls
and visits."""

_NOT_SAID = {"alone", "source_words", "position", "last", "unknown_mark", "certain"}
"""What says more about the kind of data than about the sentence; the certain sign is weighed apart."""
SIGNS: dict[str, tuple[str, ...]] = {
    "ten": tuple(
        "novel_words novel_pairs novel_triples novel_quadruples coverage density_log longest numbers novel_numbers"
        " words".split()
    ),
    "every": tuple(n for n in FEATURES if n not in _NOT_SAID),
}
"""The sets of signs that a recipe may use."""
STRENGTHS = (100.0, 300.0, 1000.0)
"""Precisions of the prior that holds weights on standardised signs towards zero."""
INNER = 4
LOOSE = (1.0, 0.1)
"""Precision of the prior of the certain sign's weight and of the intercept: data decide."""


@dataclass
class Table:
    """Measured sentences: one row each. ``label`` is -1 where not known; ``target`` is the share of people who called
    it wrong, NaN where nothing is known; the columns of ``values`` are FEATURES."""

    values: Array
    label: Labels
    target: Array
    kind: NDArray[np.str_]
    group: NDArray[np.str_]
    records: list[Record]

    def __getitem__(self, mask: Flags) -> Table:
        records = [r for r, keep in zip(self.records, mask, strict=True) if keep]
        return Table(
            self.values[mask],
            self.label[mask],
            self.target[mask],
            self.kind[mask],
            self.group[mask],
            records,
        )

    @cached_property
    def dataset(self) -> NDArray[np.str_]:
        """The data set of each row."""
        return np.array([record.dataset for record in self.records])


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


def standard(t: Table) -> Array:
    """All signs standardised on the sentences of their own data set, labelled or not, as a project's are; the last
    column is the certain sign."""
    z = np.zeros((len(t.label), len(FEATURES) + 1))
    z[:, -1] = t.values[:, CERTAIN]
    for name in np.unique(t.dataset):
        own = t.dataset == name
        scale = t.values[own].std(axis=0)
        scale[scale < 1e-9] = 1.0
        z[own, :-1] = np.clip((t.values[own] - t.values[own].mean(axis=0)) / scale, -CLIP, CLIP)
    return z


def weigh(t: Table, shares: Mapping[str, float]) -> Array:
    """The weight of each row; 0 where its set is not asked for or nobody voted."""
    return np.array([shares.get(name, 0.0) for name in t.dataset.tolist()]) * ~np.isnan(t.target)


def _regression(
    z: Array, t: Table, weights: Array, names: Sequence[str], strength: float
) -> tuple[Array, dict[str, float]]:
    """The weights of the signs and of the certain one, and what each set fitted on adds to the score."""
    used = weights > 0
    sets = np.unique(t.dataset[used]).tolist()
    member = np.column_stack([t.dataset[used] == name for name in sets])
    size = len(names) + 1
    *precision, loose = precisions(len(names), strength)
    held = np.array([*precision, *[loose] * len(sets), loose])
    x = np.hstack([_columns(z, names)[used], member])
    found = regress(x, t.target[used], weights[used], held, np.zeros(len(held)))
    return found[:size], dict(zip(sets, (found[size:-1] + found[-1]).tolist(), strict=True))


def _columns(z: Array, names: Sequence[str]) -> Array:
    return z[:, [*(FEATURES.index(name) for name in names), -1]]


def fit(
    t: Table,
    shares: Mapping[str, float],
    signs: Mapping[str, Sequence[str]] = SIGNS,
    strengths: Sequence[float] = STRENGTHS,
) -> FittedHead:
    """A head from the rows of the sets in ``shares``: signs and strength with the least log loss over inner folds by
    document, weights on all, and the calibration of the inner scores over all sets together (Platt)."""
    z, weights = standard(t), weigh(t, shares)
    used = weights > 0
    part = folds(t.group, 0, INNER)
    best = (np.inf, SIGNS["every"], STRENGTHS[0], np.zeros(0))
    for names, strength in product(signs.values(), strengths):
        score, effect = np.zeros(len(t.label)), np.zeros(len(t.label))
        for k in range(INNER):
            found, effects = _regression(z, t, weights * (part != k), names, strength)
            rest = used & (part == k)
            score[rest] = _columns(z[rest], names) @ found
            effect[rest] = [effects.get(name, 0.0) for name in t.dataset[rest].tolist()]
        known = (score + effect)[used]
        loss = float(weights[used] @ (np.logaddexp(0, known) - t.target[used] * known))
        best = min(best, (loss, names, strength, score), key=lambda each: each[0])
    _, names, strength, score = best
    found, _ = _regression(z, t, weights, names, strength)
    slope, offset = regress(
        score[used][:, None], t.target[used], weights[used], np.array([1e-3, 1e-4]), np.array([1.0, 0.0])
    )
    talk = used & np.isin(t.dataset, LIKE[1:])
    frank = used & (t.dataset == LIKE[0])
    like = talk if talk.any() else frank if frank.any() else used
    x = t.values[like]
    mean, scale = (of(x[:, [FEATURES.index(name) for name in names]], axis=0) for of in (np.mean, np.std))
    scale[scale < 1e-9] = 1.0
    return FittedHead(tuple(names), mean, scale, slope * found, float(offset), certainty(t), strength)


def certainty(t: Table) -> float:
    """Share of errors among labelled sentences with a certain sign (Laplace), in articles."""
    own = (t.values[:, CERTAIN] > 0) & (t.label >= 0) & np.isin(t.dataset, ("frank", "qags", "factcc"))
    return float((t.label[own].sum() + 1) / (own.sum() + 2))


def folds(groups: NDArray[np.str_], seed: int, k: int = 5) -> Labels:
    """A fold per row, whole groups together."""
    unique = np.unique(groups)
    np.random.default_rng(seed).shuffle(unique)
    number = {g: i % k for i, g in enumerate(unique)}
    return np.array([number[g] for g in groups])


def bacc(label: Labels, flagged: Flags) -> float:
    """Balanced accuracy; NaN where one side is empty."""
    wrong, right = label == 1, label == 0
    if not wrong.any() or not right.any():
        return float("nan")
    return float((flagged[wrong].mean() + (~flagged[right]).mean()) / 2)
