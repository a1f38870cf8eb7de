"""Agreement between annotators: per cent, Cohen, Scott, Fleiss, Krippendorff, Gwet.

Each coefficient is written as two steps: statistics that are added up over cells, and a figure computed
from the sums. The first step runs once a distinct row of verdicts (core/stats/distinct_rows.py), the second also
serves the intervals, which go by source document. ``n`` counts the cells with verdicts by two annotators or
more; the others are in ``uncovered``.

Sources: Cohen 1960, 1968; Scott 1955; Fleiss 1971, with Gwet 2014 (Handbook of Inter-Rater Reliability,
chapters 2, 4 and 5) for missing verdicts and for AC1 (Gwet 2008, eq. 5) and AC2; Krippendorff 2011,
"Computing Krippendorff's alpha-reliability", sections B to E.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.bootstrap import item_sums
from galley.core.stats.clusters import AGREEMENT, Ends, jackknife, share_ends
from galley.core.stats.distinct_rows import MISSING, Floats, Integers, RowTally, tally
from galley.core.stats.groups import group_labels
from galley.core.stats.result import Estimate, format_reasons, undefined_estimate

Features = Callable[[Integers, Floats], Floats]
"""patterns x annotators and patterns x values (how many said what) -> patterns x statistics."""
Figure = Callable[[Floats], Floats]
"""sums, rows x statistics -> one figure a row, NaN where undefined."""

_CHUNK = 4_000_000


def agreement(
    name: str,
    table: RowTally,
    *,
    documents: NDArray[Any] | None = None,
    confidence: float = 0.95,
    taken: float = 0.0,
) -> Estimate:
    """One of COEFFICIENTS over a tally. With ``documents`` (the source document of each row of the matrix that was
    tallied) it has an interval, by document (see ``galley.core.stats.clusters``); without, there is none. ``taken``:
    of a figure about this project, the share of it that was answered. Raises KeyError for an unknown name."""
    build, pair_only = COEFFICIENTS[name]
    ratings = table.ratings
    others = 0
    if name == "fleiss-kappa":
        table, others = _same_number(table)
    pairable = table.ratings >= 2
    n = round(float(table.weight[pairable].sum()))
    left_out = format_reasons(
        cells_without_a_verdict=round(float(table.weight[ratings == 0].sum())),
        cells_with_one_verdict=round(float(table.weight[ratings == 1].sum())),
        cells_with_another_number_of_verdicts=others,
    )
    reason = _unusable(table, pairable, n, pair_only, chance=name != "percent")
    if reason:
        return undefined_estimate(reason, n, left_out)
    features, figure = build(table.values)
    value = float(figure(_total(table, features)[None, :])[0])
    if not np.isfinite(value):
        return undefined_estimate("the agreement expected by chance is already complete", n, left_out)
    if documents is None:
        return Estimate(value, None, None, n, "", left_out)
    ends = _ends(name, table, features, figure, np.asarray(documents), confidence, taken)
    return Estimate(value, min(ends.low, value), max(ends.high, value), n, "", left_out, ends.documents, ends.design)


def _ends(
    name: str, table: RowTally, features: Features, figure: Figure, documents: NDArray[Any], confidence: float,
    fraction: float,
) -> Ends:  # fmt: skip
    """The interval: the jackknife by document. Degrees of freedom: the documents on which somebody disagrees, or those
    on which two agree on another value than the commonest, if they are fewer."""
    ratings = table.ratings
    pairable, common = ratings >= 2, _commonest(table)
    kinds = features(table.patterns, table.counts)
    apart = pairable & (table.counts.max(axis=1) < ratings)
    other = (np.delete(table.counts, common[0], axis=1) >= 2).any(axis=1)
    flags = np.column_stack([pairable, apart, other]).astype(float)
    sums = _by_document(np.column_stack([kinds, flags]), table, documents)
    sums = sums[sums[:, -3] > 0]
    rows, cells = sums[:, :-3], sums[:, -3]
    if name == "percent":
        return share_ends(float(rows[:, 0].sum() / rows[:, 1].sum()), rows[:, 0], cells, cells, confidence, fraction)
    split = np.repeat(common[:2], [(table.annotators + 1) // 2, table.annotators // 2])
    imagined_codes = np.stack([split, np.full(table.annotators, common[0]), np.full(table.annotators, common[1])])
    size = len(table.values)
    imagined = features(
        imagined_codes, np.stack([np.bincount(row, minlength=size) for row in imagined_codes]).astype(float)
    )
    margin = (table.weight * pairable) @ table.counts
    often = margin[common[:2]] / margin[common[:2]].sum()
    return jackknife(
        rows, figure, cells, scale=AGREEMENT, rarer=int(min((sums[:, -2] > 0).sum(), (sums[:, -1] > 0).sum())),
        worse=imagined[0], better=often @ imagined[1:],
        kinds=(kinds[pairable], table.weight[pairable]) if table.row_weight is None else None,
        confidence=confidence, fraction=fraction,
    )  # fmt: skip


def _commonest(table: RowTally) -> Integers:
    """The codes, the commonest among pairable verdicts first."""
    often: Integers = np.argsort(-((table.weight * (table.ratings >= 2)) @ table.counts), kind="stable")
    return often


def _by_document(kinds: Floats, table: RowTally, documents: NDArray[Any]) -> Floats:
    """Statistics of patterns summed by document."""
    labels, index = group_labels(documents)
    size, patterns = len(labels), len(kinds)
    if size * patterns <= max(_CHUNK, 4 * len(index)):
        often = np.bincount(index * patterns + table.row, weights=table.row_weight, minlength=size * patterns)
        sums: Floats = often.reshape(size, patterns) @ kinds
        return sums
    return item_sums(kinds[table.row], index, table.row_weight)


def _same_number(table: RowTally) -> tuple[RowTally, int]:
    """The table without cells whose number of verdicts, from two up, is not the most common one (the larger
    of two that are equally common), and how many those are. Fleiss 1971 knows no other cells."""
    ratings = table.ratings.astype(np.int64)
    pairable = ratings >= 2
    if not pairable.any():
        return table, 0
    often = np.bincount(ratings[pairable], weights=table.weight[pairable])
    number = len(often) - 1 - int(np.argmax(often[::-1]))
    mask = ratings == number
    patterns, counts = np.where(mask[:, None], table.patterns, MISSING), table.counts * mask[:, None]
    others = round(float(table.weight[pairable & ~mask].sum()))
    return replace(table, patterns=patterns, counts=counts), others


def _unusable(table: RowTally, pairable: NDArray[np.bool_], n: int, pair_only: bool, chance: bool) -> str:
    if table.annotators < 2:
        if not table.annotators:
            return "agreement takes two annotators and there is none"
        return "agreement takes two annotators and there is one"
    if pair_only and table.annotators != 2:
        return f"this coefficient compares two annotators and there are {table.annotators}"
    if n == 0:
        return "no cell has verdicts by two annotators"
    if not chance:
        return ""
    if n == 1:
        return "only one cell has verdicts by two annotators"
    if np.count_nonzero(table.counts[pairable & (table.weight > 0)].sum(axis=0)) < 2:
        return "every verdict has the same value, so agreement cannot be told from chance"
    return ""


def _total(table: RowTally, features: Features) -> Floats:
    """Statistics summed over all cells, in chunks so that a long scale does not fill the memory."""
    step = max(1, _CHUNK // max(1, len(table.values) ** 2))
    total: Floats = np.sum(
        [
            table.weight[start : start + step]
            @ features(table.patterns[start : start + step], table.counts[start : start + step])
            for start in range(0, len(table.weight), step)
        ],
        axis=0,
        dtype=np.float64,
    )
    return total


def _ratio(top: Floats, bottom: Floats) -> Floats:
    """top / bottom with NaN where the denominator vanishes."""
    vanishes = np.abs(bottom) < 1e-12
    return np.where(vanishes, np.nan, top / np.where(vanishes, 1.0, bottom))


def _distance(values: Floats) -> Floats:
    gap: Floats = np.abs(values[:, None] - values[None, :])
    return gap


def _agreement_weights(values: Floats, kind: str) -> Floats:
    """1 on the diagonal, less the further two values are apart (linear, quadratic) or 0 (unweighted)."""
    if kind == "unweighted" or len(values) < 2:
        return np.eye(len(values))
    share = _distance(values) / (values.max() - values.min())
    weights: Floats = 1 - (share if kind == "linear" else share**2)
    return weights


def _within(counts: Floats, weights: Floats) -> Floats:
    """Weighted share of agreeing pairs in each row with two verdicts or more, else 0 (Gwet 2014, eq. 5.4)."""
    ratings = counts.sum(axis=1)
    agreeing = (counts * (counts @ weights - 1)).sum(axis=1)
    return np.where(ratings >= 2, agreeing / np.maximum(ratings * (ratings - 1), 1), 0.0)


def _share(counts: Floats) -> Floats:
    """The share of each value in each row, zeros for a row without verdicts."""
    share: Floats = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return share


def _percent(values: Floats) -> tuple[Features, Figure]:
    same = np.eye(len(values))

    def features(_patterns: Integers, counts: Floats) -> Floats:
        return np.column_stack([_within(counts, same), counts.sum(axis=1) >= 2])

    return features, lambda sums: _ratio(sums[:, 0], sums[:, 1])


def _pair(kind: str, pooled: bool) -> Callable[[Floats], tuple[Features, Figure]]:
    """Cohen's kappa (own marginals) or, pooled, Scott's pi (common marginals)."""

    def build(values: Floats) -> tuple[Features, Figure]:
        size, weights = len(values), _agreement_weights(values, kind)

        def features(patterns: Integers, _counts: Floats) -> Floats:
            both: NDArray[np.bool_] = np.min(patterns, axis=1) >= 0
            first, second = np.where(both[:, None], patterns, 0).T
            one = np.eye(size)
            columns: Floats = np.column_stack([weights[first, second], one[first], one[second]]) * both[:, None]
            return columns

        def figure(sums: Floats) -> Floats:
            first, second = sums[:, 1 : 1 + size], sums[:, 1 + size :]
            n = first.sum(axis=1)
            if pooled:
                first = second = (first + second) / 2
            expected = _ratio(((first @ weights) * second).sum(axis=1), n * n)
            return _ratio(_ratio(sums[:, 0], n) - expected, 1 - expected)

        return features, figure

    return build


def _build_pooled(chance: Callable[[Floats, Floats], Floats], kind: str) -> Callable[[Floats], tuple[Features, Figure]]:
    """Fleiss' kappa and Gwet's AC: mean agreement within cells, chance from the mean share of each value."""

    def build(values: Floats) -> tuple[Features, Figure]:
        weights = _agreement_weights(values, kind)

        def features(_patterns: Integers, counts: Floats) -> Floats:
            ratings = counts.sum(axis=1)
            return np.column_stack([_within(counts, weights), ratings >= 2, ratings >= 1, _share(counts)])

        def figure(sums: Floats) -> Floats:
            observed = _ratio(sums[:, 0], sums[:, 1])
            share = sums[:, 3:] / np.maximum(sums[:, 2:3], 1)
            expected = chance(share, weights)
            return _ratio(observed - expected, 1 - expected)

        return features, figure

    return build


def _fleiss_chance(share: Floats, weights: Floats) -> Floats:
    expected: Floats = ((share @ weights) * share).sum(axis=1)
    return expected


def _gwet_chance(share: Floats, weights: Floats) -> Floats:
    size = len(weights)
    expected: Floats = weights.sum() / (size * max(size - 1, 1)) * (share * (1 - share)).sum(axis=1)
    return expected


def _alpha(level: str) -> Callable[[Floats], tuple[Features, Figure]]:
    """Krippendorff's alpha: 1 - observed / expected disagreement over pairs of verdicts within cells."""

    def build_fixed(values: Floats) -> tuple[Features, Figure]:
        size, gap = len(values), _distance(values)
        if level == "nominal":
            difference = (gap > 0).astype(float)
        elif level == "interval":
            difference = gap**2
        else:
            both = values[:, None] + values[None, :]
            difference = np.where(both == 0, 0.0, gap / np.where(both == 0, 1.0, both)) ** 2

        # Alpha does not depend on the unit; without it, tiny scores would look like no disagreement.
        difference = difference / (difference.max() or 1.0)

        def features(_patterns: Integers, counts: Floats) -> Floats:
            others = counts.sum(axis=1) - 1
            usable = others >= 1
            observed = np.where(usable, ((counts @ difference) * counts).sum(axis=1) / np.maximum(others, 1), 0.0)
            return np.column_stack([observed, counts * usable[:, None]])

        def figure(sums: Floats) -> Floats:
            observed, margin = sums[:, 0], sums[:, 1 : 1 + size]
            expected = ((margin @ difference) * margin).sum(axis=1)
            return 1 - _ratio((margin.sum(axis=1) - 1) * observed, expected)

        return features, figure

    def ordinal(values: Floats) -> tuple[Features, Figure]:
        # Ordinal distances depend on how often each value occurs, hence on the resample: keep every pair.
        size = len(values)
        low, high = np.triu_indices(size, 1)

        def features(_patterns: Integers, counts: Floats) -> Floats:
            others = counts.sum(axis=1) - 1
            pairable = counts * (others >= 1)[:, None]
            return np.column_stack([pairable[:, low] * counts[:, high] / np.maximum(others, 1)[:, None], pairable])

        def figure(sums: Floats) -> Floats:
            observed, margin = sums[:, : len(low)], sums[:, len(low) :]
            rank = np.cumsum(margin, axis=1) - margin / 2
            difference = (rank[:, low] - rank[:, high]) ** 2
            expected = (margin[:, low] * margin[:, high] * difference).sum(axis=1)
            return 1 - _ratio((margin.sum(axis=1) - 1) * (observed * difference).sum(axis=1), expected)

        return features, figure

    return ordinal if level == "ordinal" else build_fixed


COEFFICIENTS: dict[str, tuple[Callable[[Floats], tuple[Features, Figure]], bool]] = {
    "percent": (_percent, False),
    "cohen-kappa": (_pair("unweighted", pooled=False), True),
    "cohen-kappa-linear": (_pair("linear", pooled=False), True),
    "cohen-kappa-quadratic": (_pair("quadratic", pooled=False), True),
    "scott-pi": (_pair("unweighted", pooled=True), True),
    "fleiss-kappa": (_build_pooled(_fleiss_chance, "unweighted"), False),
    "fleiss-kappa-gwet": (_build_pooled(_fleiss_chance, "unweighted"), False),
    "alpha-nominal": (_alpha("nominal"), False),
    "alpha-ordinal": (_alpha("ordinal"), False),
    "alpha-interval": (_alpha("interval"), False),
    "alpha-ratio": (_alpha("ratio"), False),
    "ac1": (_build_pooled(_gwet_chance, "unweighted"), False),
    "ac2-linear": (_build_pooled(_gwet_chance, "linear"), False),
    "ac2-quadratic": (_build_pooled(_gwet_chance, "quadratic"), False),
}
"""Every coefficient by name: how to build it for a scale, and whether it takes exactly two annotators."""


def coefficients(codes: NDArray[Any], categories: int | Sequence[float], **options: Any) -> dict[str, Estimate]:
    """All COEFFICIENTS of one matrix; ``options`` as for agreement()."""
    table = tally(codes, categories)
    return {name: agreement(name, table, **options) for name in COEFFICIENTS}


def pairwise(
    name: str, codes: NDArray[Any], categories: int | Sequence[float], **options: Any
) -> dict[tuple[int, int], Estimate]:
    """A coefficient for every pair of annotators (columns of ``codes``), keyed (i, j) with i < j."""
    codes = np.asarray(codes)
    count = codes.shape[1]
    return {
        (i, j): agreement(name, tally(codes[:, [i, j]], categories), **options)
        for i in range(count)
        for j in range(i + 1, count)
    }


def krippendorff_alpha(
    codes: NDArray[Any], categories: int | Sequence[float], level: str = "nominal", **options: Any
) -> Estimate:
    """Krippendorff's alpha; ``level`` is nominal, ordinal, interval or ratio. Missing verdicts are fine."""
    return agreement(f"alpha-{level}", tally(codes, categories), **options)
