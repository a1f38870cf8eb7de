"""How the weights of the offline judge are fitted: from measured sentences to heads, every choice by inner folds.

A recipe is a set of signs, whether summaries of one sentence may weigh them differently, and how strongly weights are
held towards zero. ``fit_article`` and ``fit_dialogue`` choose it, the thresholds and the calibration by folds over the
documents that they are given, so that whoever gives them a training part gets a nested estimate (numpy alone).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.offline_data import Record
from galley.core.judges.offline.trace import FEATURES

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Flags = NDArray[np.bool_]
Head = dict[str, Any]

FRANK_CNN, FRANK_BBC = "frank-cnndm", "frank-bbc"
QAGS_CNN, QAGS_XSUM, SPANS = "qags-cnndm", "qags-xsum", "xsum-spans-bbc"
SALES, SWAPPED = "sales-sales", "swapped"
SHARES = {FRANK_CNN: 1.0, FRANK_BBC: 0.5, QAGS_CNN: 0.5, QAGS_XSUM: 1.0, SPANS: 0.2}
"""Weight of one sentence of each set. Right and wrong weigh the same within a set, but for the two sets where
nearly all is wrong."""
DIALOGUE_SHARES = {SALES: 1.0, SWAPPED: 0.5}
UNBALANCED = (FRANK_BBC, SPANS)
UNSURE = 0.25
"""Weight of a QAGS sentence whose summary is wrong in part: which sentence it is, is not known."""

_NOT_SAID = {"alone", "source_words", "position", "last", "unknown_mark"}
"""What says more about the kind of data than about the sentence."""
EVERY = tuple(n for n in FEATURES if n not in _NOT_SAID)
SIGNS: dict[str, tuple[str, ...]] = {
    "ten": (
        "novel_words",
        "novel_pairs",
        "novel_triples",
        "novel_quadruples",
        "coverage",
        "density_log",
        "longest",
        "numbers",
        "novel_numbers",
        "words",
    ),
    "every": tuple(n for n in EVERY if not n.startswith("speaker_")),
}
"""The sets of signs that a recipe may use for articles: the ten of issue 3's sketch, or all that are measured."""
TALK = tuple(
    "novel_hard novel_hard_count novel_rarity_max novel_facts novel_names novel_numbers number_context negation_added"
    " negation_here opposite opposite_loose best_sentence apart stitch_sum lcs_pair longest words names"
    " novel_content_count window_missing surprise_max speaker_share speaker_other".split()
)
"""Signs for dialogues, picked on the 11 calls of the first fit: 18 calls are too few to weigh all signs."""
TALK_STRENGTH, TALK_DIVISIONS = 0.03, 3
STRENGTHS = (0.003, 0.01, 0.03)
"""How far weights may leave zero: the variance of the normal prior on standardised signs."""
INNER = 4
GRID = np.arange(-2.0, 2.01, 0.1)


@dataclass
class Table:
    """Measured sentences: one row each. ``label`` is -1 where not known; ``target`` is the share of people who called
    it wrong; ``columns`` are the names of the columns of ``values``."""

    values: Array
    label: Labels
    target: Array
    kind: NDArray[np.str_]
    group: NDArray[np.str_]
    records: list[Record]
    sentence: Labels
    columns: tuple[str, ...] = FEATURES

    def __getitem__(self, mask: Flags) -> Table:
        records = [r for r, keep in zip(self.records, mask, strict=True) if keep]
        return Table(
            self.values[mask],
            self.label[mask],
            self.target[mask],
            self.kind[mask],
            self.group[mask],
            records,
            self.sentence[mask],
            self.columns,
        )

    def sign(self, name: str) -> Array:
        """The column of one sign."""
        return np.asarray(self.values[:, self.columns.index(name)])

    @property
    def alone(self) -> Flags:
        """Whether the sentence is its whole summary."""
        return np.asarray(self.sign("alone") > 0)

    @property
    def certain(self) -> Flags:
        """Where a sign flags a sentence whatever its score (``Trace.certain``)."""
        return np.asarray(self.sign("certain") > 0)


def weigh(t: Table, shares: dict[str, float]) -> Array:
    """Fitting weights: ``shares``, balanced within each set but UNBALANCED; UNSURE where a label is not known."""
    weights = np.zeros(len(t.label))
    for kind, share in shares.items():
        own = (t.kind == kind) & (t.label >= 0)
        weights[own] = share
        if kind not in UNBALANCED:
            for value in (0, 1):
                side = own & (t.label == value)
                if side.any():
                    weights[side] *= own.sum() / (2 * side.sum())
        if kind == QAGS_CNN:
            weights[(t.kind == kind) & (t.label < 0)] = UNSURE
    return weights


def logistic(x: Array, target: Array, weights: Array, prior: Array) -> Array:
    """Weights and, last, the intercept of a logistic regression by Newton's method.

    ``target`` in [0, 1]; ``prior`` is the precision of each column's normal prior; the intercept has next to none.
    """
    design = np.column_stack([x, np.ones(len(x))])
    precision = np.append(prior, 1e-4)
    found = np.zeros(design.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(design @ found, -30, 30)))
        gradient = design.T @ (weights * (p - target)) + precision * found
        curvature = (design * (weights * p * (1 - p))[:, None]).T @ design + np.diag(precision)
        step = np.linalg.solve(curvature, gradient)
        found -= step
        if np.abs(step).max() < 1e-6:
            break
    return found


def regression(t: Table, weights: Array, names: Sequence[str], strength: float, apart: bool) -> dict[str, Head]:
    """Two heads over the same standardised signs: for summaries of ``several`` sentences, and for one ``alone``.

    ``apart``: each sign has a weight that both share and one for each head; all are held towards zero, so the heads
    differ only as far as the data insist. Without it they are the same.
    """
    x = t.values[:, [t.columns.index(n) for n in names]]
    used = weights > 0
    mean = np.average(x[used], axis=0, weights=weights[used])
    scale = np.sqrt(np.average((x[used] - mean) ** 2, axis=0, weights=weights[used]))
    scale[scale < 1e-9] = 1.0
    z = (x[used] - mean) / scale
    size = len(names)
    if apart:
        one = t.alone[used].astype(float)[:, None]
        found = logistic(
            np.hstack([z, z * one, z * (1 - one), one]),
            t.target[used],
            weights[used],
            np.append(np.full(3 * size, 1 / strength), 0.1),
        )
        several, alone = found[:size] + found[2 * size : 3 * size], found[:size] + found[size : 2 * size]
        intercepts = {"several": found[-1], "alone": found[-1] + found[-2]}
    else:
        found = logistic(z, t.target[used], weights[used], np.full(size, 1 / strength))
        several = alone = found[:size]
        intercepts = {"several": found[-1], "alone": found[-1]}
    return {
        name: {
            "features": list(names),
            "mean": mean.tolist(),
            "scale": scale.tolist(),
            "coefficients": coefficients.tolist(),
            "intercept": float(intercepts[name]),
        }
        for name, coefficients in (("several", several), ("alone", alone))
    }


def score(heads: dict[str, Head], t: Table) -> Array:
    """The log-odds of each row under the head that it belongs to."""
    result = np.zeros(len(t.label))
    for name, rows in (("several", ~t.alone), ("alone", t.alone)):
        head = heads[name]
        x = t.values[rows][:, [t.columns.index(n) for n in head["features"]]]
        standard = (x - np.array(head["mean"])) / np.array(head["scale"])
        result[rows] = standard @ np.array(head["coefficients"]) + head["intercept"]
    return result


def flags(heads: dict[str, Head], t: Table) -> Flags:
    """Which rows are flagged: the score is over the threshold, or a certain sign was seen."""
    limit = np.where(t.alone, heads["alone"]["threshold"], heads["several"]["threshold"])
    return np.asarray((score(heads, t) > limit) | t.certain)


def probabilities(heads: dict[str, Head], t: Table, scores: Array | None = None) -> Array:
    """The calibrated probability of each row, as the judge gives it; of given scores, if any."""
    if scores is None:
        scores = score(heads, t)
    slope = np.where(t.alone, heads["alone"]["slope"], heads["several"]["slope"])
    offset = np.where(t.alone, heads["alone"]["offset"], heads["several"]["offset"])
    p = 1 / (1 + np.exp(-np.clip(slope * scores + offset, -30, 30)))
    return np.asarray(np.where(t.certain, np.maximum(p, heads["several"]["certain"]), p))


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


def _inner(t: Table, shares: dict[str, float], recipe: tuple[tuple[str, ...], float, bool], seed: int = 0) -> Array:
    """Scores of all rows from inner folds under one recipe."""
    part = folds(t.group, seed, INNER)
    result = np.zeros(len(t.label))
    for k in range(INNER):
        fit = t[part != k]
        result[part == k] = score(regression(fit, weigh(fit, shares), *recipe), t[part == k])
    return result


def _loss(t: Table, scores: Array, shares: dict[str, float]) -> float:
    """Weighted log loss against the labels that are known."""
    weights = weigh(t, shares) * (t.label >= 0)
    signed = np.where(t.label == 1, -scores, scores)
    return float((weights * np.logaddexp(0, signed)).sum() / weights.sum())


def _chosen(
    t: Table, shares: dict[str, float], recipes: Iterator[tuple[tuple[str, ...], float, bool]]
) -> tuple[tuple[tuple[str, ...], float, bool], Array]:
    """The recipe with the least inner loss, and its inner scores."""
    found = [(recipe, _inner(t, shares, recipe)) for recipe in recipes]
    return min(found, key=lambda pair: _loss(t, pair[1], shares))


def _calibrated(heads: dict[str, Head], t: Table, scores: Array, own: Flags) -> None:
    """Slope and offset (its own for each head) that turn inner scores into shares of errors (Platt)."""
    alone = t.alone[own].astype(float)
    both = bool(0 < alone.sum() < len(alone))
    x = np.column_stack([scores[own], alone]) if both else scores[own][:, None]
    fit = logistic(x, t.label[own].astype(float), np.ones(int(own.sum())), np.full(x.shape[1], 1e-3))
    extra = float(fit[1]) if both else 0.0
    heads["several"] |= {"slope": float(fit[0]), "offset": float(fit[-1])}
    heads["alone"] |= {"slope": float(fit[0]), "offset": float(fit[-1]) + extra}


def certainty(t: Table) -> float:
    """Share of errors among labelled sentences with a certain sign (Laplace)."""
    own = t.certain & (t.label >= 0) & np.isin(t.kind, (FRANK_CNN, QAGS_CNN, QAGS_XSUM, "factcc-factcc"))
    return float((t.label[own].sum() + 1) / (own.sum() + 2))


def fit_article(
    t: Table, signs: dict[str, tuple[str, ...]] | None = None, strengths: Sequence[float] = STRENGTHS
) -> dict[str, Head]:
    """The article heads: recipe, thresholds and calibration from inner folds of ``t``, weights on all of it."""
    sure = certainty(t)
    t = t[np.isin(t.kind, list(SHARES))]
    recipes = product((signs or SIGNS).values(), strengths, (False, True))
    recipe, scores = _chosen(t, SHARES, iter(recipes))
    heads = regression(t, weigh(t, SHARES), *recipe)
    natural = np.isin(t.kind, (FRANK_CNN, FRANK_BBC, QAGS_XSUM)) & (t.label >= 0)
    _calibrated(heads, t, scores, natural)
    parts = [
        natural & np.isin(t.kind, kinds) for kinds in ((FRANK_CNN, FRANK_BBC), (FRANK_CNN,), (FRANK_BBC, QAGS_XSUM))
    ]
    chance = probabilities({k: h | {"certain": sure} for k, h in heads.items()}, t, scores)
    worth = np.zeros((len(GRID), len(GRID)))
    for a, b in product(range(len(GRID)), repeat=2):
        told = (scores > np.where(t.alone, GRID[b], GRID[a])) | t.certain
        worth[a, b] = sum(_expected(chance[own], told[own]) for own in parts)
    best = np.unravel_index(int(np.argmax(worth)), worth.shape)
    for name, at in (("several", best[0]), ("alone", best[1])):
        heads[name] |= {"threshold": float(GRID[at]), "certain": sure}
    return heads


def _expected(chance: Array, told: Flags) -> float:
    """The balanced accuracy to be expected where each row is wrong with its calibrated probability.

    Its maximum moves far less from fold to fold than that over some hundred yes/no labels."""
    return float((chance[told].sum() / chance.sum() + (1 - chance[~told]).sum() / (1 - chance).sum()) / 2)


def fit_dialogue(t: Table) -> dict[str, Head]:
    """The dialogue head, on sales-call sentences whose label is known and on swapped ones. Its recipe is that of the
    first fit: there are too few calls to choose one by.

    Its threshold balances mistakes over sentences and over whole summaries, which are wrong if one sentence is.
    """
    sure = certainty(t)
    t = t[np.isin(t.kind, list(DIALOGUE_SHARES))]
    real = (t.kind == SALES) & (t.label >= 0)
    recipe = (TALK, TALK_STRENGTH, False)
    divided = [_inner(t, DIALOGUE_SHARES, recipe, seed) for seed in range(TALK_DIVISIONS)]
    heads = regression(t, weigh(t, DIALOGUE_SHARES), *recipe)
    _calibrated(heads, t, np.mean(divided, axis=0), real)
    rows, wrong = summaries(t)
    worth = np.zeros(len(GRID))
    for number, x in enumerate(GRID):
        for scores in divided:
            told = (scores > x) | t.certain
            whole = np.array([bool(told[r].any()) for r in rows])
            worth[number] += bacc(t.label[real], told[real]) + bacc(wrong, whole)
    best = float(GRID[int(np.argmax(worth))])
    for head in heads.values():
        head |= {"threshold": best, "certain": sure}
    return heads


def summaries(t: Table) -> tuple[list[list[int]], Labels]:
    """The rows of each whole summary of a set with summary labels, and whether it is wrong."""
    order: dict[int, list[int]] = {}
    for row, record in enumerate(t.records):
        if record.dataset != "swapped":
            order.setdefault(id(record), []).append(row)
    rows = list(order.values())
    return rows, np.array([int((t.records[r[0]].score or 0.0) > 0) for r in rows])
