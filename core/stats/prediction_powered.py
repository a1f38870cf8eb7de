"""The true rate of an error from all of a judge's flags and few reviews: prediction-powered inference.

The judge has an opinion on every cell, people reviewed some that were drawn with known probability. The
judge's mean is corrected by what the reviews say about its errors, each review weighted by the inverse of
its probability:

    rate = L mean(f) + sum(w (y - L f)) / sum(w),     w = 1 / probability

(Angelopoulos and others 2023, "Prediction-powered inference", section 2; the power L is tuned as in PPI++,
the same authors 2023, section 6.) L = 0 uses the reviews only. The variance is CR2 over the
influences of source documents (``galley.core.stats.clusters``), so cells of one may hang together. The interval
follows Agresti and Coull 1998: two imagined reviews with an error and two without pull its centre and widen it, so
that "no error seen so far" is not taken for "no error".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.clusters import cr2
from galley.core.stats.groups import group_labels
from galley.core.stats.result import Estimate, format_reasons, undefined_estimate
from galley.core.stats.student import t_quantile

Floats = NDArray[np.float64]

_IMAGINED = 2.0
"""Imagined reviews on either side."""


@dataclass(frozen=True, slots=True)
class Rates:
    """``corrected_rate`` (n: reviewed cells), ``judge`` alone (n: scored cells), ``reviews`` alone. ``power`` is
    L.

    ``valid`` says that the reviewed cells were drawn with known probability; if not, ``why`` says what was
    wrong and ``corrected_rate`` and ``reviews`` weigh all reviews alike and carry the same sentence.
    """

    corrected_rate: Estimate
    judge: Estimate
    reviews: Estimate
    power: float
    valid: bool
    why: str = ""


def rates(
    judge: NDArray[Any],
    reviews: NDArray[Any],
    items: NDArray[Any],
    probability: NDArray[Any] | None,
    *,
    power: float | None = None,
    confidence: float = 0.95,
    project: bool = False,
) -> Rates:
    """The rate of yes over all cells, three ways. One entry a cell in each column.

    ``judge``: 0 to 1 (a verdict or its confidence), NaN where it gave none; such cells stay in the
    corrected rate, where the judge's mean stands in for its opinion. ``reviews``: 1 yes, 0 no, -1 or NaN
    not reviewed. ``items``: the source document of each cell. ``probability``: with which each cell was drawn for
    review, above 0 up to 1, for all cells, reviewed or not; None or NaN where nobody knows. ``power``: L
    from 0 to 1, None to tune it. ``project``: the intervals are about these cells, of which some were not drawn (each
    document's part times 1 - its chance), not about new documents.
    """
    f, y = np.asarray(judge, dtype=float), np.asarray(reviews, dtype=float)
    scored, reviewed = np.isfinite(f), np.isfinite(y) & (y >= 0)
    labels, index = group_labels(np.asarray(items))
    why = _doubt(probability, len(f))
    unscored = format_reasons(cells_without_a_verdict_of_the_judge=int(np.count_nonzero(~scored)))
    if scored.any():
        f = np.where(scored, f, f[scored].mean())
        judge_alone = _mean(f[scored], index[scored], confidence, unscored, project)
    else:
        judge_alone, f, power = undefined_estimate("the judge scored no cell", 0, unscored), np.zeros(len(f)), 0.0
    weight = np.zeros(len(f))
    weight[reviewed] = 1.0 if why or probability is None else 1 / np.asarray(probability, float)[reviewed]
    sums = _Sums.of(f, np.where(reviewed, y, 0.0), index, weight, reviewed, len(labels))
    return _build_rates(sums, judge_alone, power, confidence, why, unscored, project)


def rates_as_reviewed(
    judge: NDArray[Any],
    reviews: NDArray[Any],
    items: NDArray[Any],
    is_drawn: bool,
    moments: Sequence[NDArray[Any]],
    *,
    documents: NDArray[Any] | None = None,
    stratum: NDArray[Any] | None = None,
    confidence: float = 0.95,
    project: bool = False,
) -> list[Rates]:
    """``rates`` at several moments, each given by the items whose reviews had been made by then; all cells must have
    the judge's verdict (0 or 1).

    Where the reviewed cells were ``drawn``, those that the judge flagged and those that it did not are two strata
    (``stratum``: or as this numbers them), and the probability of each is the share of it that was reviewed by then; a
    moment at which one of them had no review is not valid. The cells are added up by item once, so that a moment costs
    additions over items. ``documents`` is the source document of each cell (its item, if not given), which intervals
    go by. ``project`` is that of ``rates``.
    """
    f, y = np.asarray(judge, dtype=float), np.asarray(reviews, dtype=float)
    labels, index = group_labels(np.asarray(items))
    own = index if documents is None else group_labels(np.asarray(documents))[1]
    judge_alone = _mean(f, own, confidence, {})
    home = np.zeros(len(labels), dtype=np.int64)
    home[index] = own
    reviewed = np.isfinite(y) & (y >= 0)
    of = f if stratum is None else np.asarray(stratum)
    strata = [of == value for value in (np.unique(of) if is_drawn else ())] or [np.ones(len(f), dtype=bool)]
    parts = []
    for stratum in strata:
        reviewed_rows = reviewed & stratum
        parts.append(
            _Sums.of(f, np.where(reviewed_rows, y, 0.0), index, reviewed_rows.astype(float), reviewed_rows, len(labels))
        )
    sizes = [float(stratum.sum()) for stratum in strata]
    rates_by_moment = []
    for moment in moments:
        is_reviewed = np.isin(labels, moment)
        parts_reviewed = [part.only(is_reviewed) for part in parts]
        seen = [float(part.reviews.sum()) for part in parts_reviewed]
        why = "" if is_drawn else _doubt(None, len(f))
        if is_drawn and any(size and not count for size, count in zip(sizes, seen, strict=True)):
            why = "Not valid for all cells because nothing was reviewed yet of what the judge flagged, or did not flag."
        scaled = [
            part.scale_weights(size / count if is_drawn and count and not why else 1.0)
            for part, size, count in zip(parts_reviewed, sizes, seen, strict=True)
        ]
        whole = reduce(_Sums.add_stratum, scaled)
        rates_by_moment.append(
            _build_rates(whole.by(home), judge_alone, None, confidence, why, {}, project and not why)
        )
    return rates_by_moment


def _build_rates(
    sums: _Sums, judge_alone: Estimate, power: float | None, confidence: float, why: str, left_out: dict[str, int],
    project: bool = False,
) -> Rates:  # fmt: skip
    count = round(float(sums.reviews.sum()))
    if np.count_nonzero(sums.reviews) < 2:
        reason = "no cell was reviewed" if count == 0 else "reviews of at least two items are needed"
        none = undefined_estimate(reason, count, left_out)
        return Rates(none, judge_alone, none, 0.0, not why, why)
    tuned = _tune(sums) if power is None else min(max(power, 0.0), 1.0)
    corrected = _rate(sums, tuned, confidence, why, left_out, project)
    return Rates(corrected, judge_alone, _rate(sums, 0.0, confidence, why, {}, project), tuned, not why, why)


@dataclass(frozen=True, slots=True)
class _Sums:
    """What the rates are made of, an entry an item: its cells, the judge's opinions on them, how many are reviewed,
    and over the reviewed ones the sums of w, w squared, w y and w f."""

    cells: Floats
    opinion: Floats
    reviews: Floats
    weight: Floats
    square: Floats
    error: Floats
    judge_sum: Floats

    @classmethod
    def of(
        cls, f: Floats, y: Floats, index: NDArray[Any], weight: Floats, reviewed: NDArray[np.bool_], size: int
    ) -> _Sums:
        columns = (None, f, reviewed, weight, weight * weight, weight * y, weight * f)
        return cls(*(np.bincount(index, weights=column, minlength=size).astype(float) for column in columns))

    def only(self, items: NDArray[np.bool_]) -> _Sums:
        """The same with the reviews of some items only."""
        reviews = (self.reviews, self.weight, self.square, self.error, self.judge_sum)
        return _Sums(self.cells, self.opinion, *(column * items for column in reviews))

    def by(self, home: NDArray[np.int64]) -> _Sums:
        """The same by what items lie in: their place in it."""
        every = (self.cells, self.opinion, self.reviews, self.weight, self.square, self.error, self.judge_sum)
        return _Sums(*(np.bincount(home, weights=column).astype(float) for column in every))

    def scale_weights(self, by: float) -> _Sums:
        """The same with all weights times ``by``."""
        return _Sums(
            self.cells, self.opinion, self.reviews,
            self.weight * by, self.square * by * by, self.error * by, self.judge_sum * by,
        )  # fmt: skip

    def add_stratum(self, other: _Sums) -> _Sums:
        """The reviews of two strata of the same cells."""
        pairs = ((self.reviews, other.reviews), (self.weight, other.weight), (self.square, other.square))
        more = ((self.error, other.error), (self.judge_sum, other.judge_sum))
        return _Sums(self.cells, self.opinion, *(a + b for a, b in (*pairs, *more)))

    def influences(self) -> tuple[Floats, Floats]:
        """Each item's share in the reviews' mean and in the judge's; the rate's influence is own + L other."""
        total = self.weight.sum()
        mean, seen = self.error.sum() / total, self.judge_sum.sum() / total
        own = (self.error - self.weight * mean) / total
        all_of = (self.opinion - self.cells * (self.opinion.sum() / self.cells.sum())) / self.cells.sum()
        return own, all_of - (self.judge_sum - self.weight * seen) / total


def _doubt(probability: NDArray[Any] | None, cells: int) -> str:
    """Why the reviews cannot speak for all cells, or nothing."""
    if probability is None:
        return "Not valid for all cells because the reviewed cells were not drawn with a known probability."
    chance = np.asarray(probability, dtype=float)
    if chance.shape != (cells,):
        raise ValueError("probability must have one entry a cell")
    unknown = int(np.count_nonzero(~np.isfinite(chance)))
    never = int(np.count_nonzero(chance <= 0))
    if np.any(chance > 1):
        raise ValueError("a probability is above 1")
    if unknown:
        return f"Not valid for all cells because {unknown} of {cells} have no known probability of being drawn."
    if never:
        why = f"Not valid for all cells because {never} of {cells} could not be drawn;"
        return f"{why} add an audit queue, or draw again."
    return ""


def _tune(sums: _Sums) -> float:
    """The L from 0 to 1 with the least variance."""
    own, other = sums.influences()
    square = float(other @ other)
    return min(max(-float(own @ other) / square, 0.0), 1.0) if square > 1e-300 else 0.0


def _rate(
    sums: _Sums, power: float, confidence: float, why: str, left_out: dict[str, int], project: bool = False
) -> Estimate:
    total = float(sums.weight.sum())
    base = power * float(sums.opinion.sum() / sums.cells.sum())
    sum_error = float((sums.error - power * sums.judge_sum).sum())
    value = base + sum_error / total
    has_reviews = sums.reviews > 0
    seen = int(np.count_nonzero(has_reviews))
    influence, open_ = _influence(sums, power, project)
    reviewed, df = cr2(influence[has_reviews] * total, sums.weight[has_reviews], sums.square[has_reviews])
    # a degree of freedom for the power that was fitted
    fitted = seen / (seen - 1) if 0 < power < 1 else 1.0
    variance = reviewed * fitted + float(influence[~has_reviews] @ influence[~has_reviews])
    # An imagined review weighs what a review weighs on average, by weight.
    mean_weight = float(sums.square.sum()) / total
    imagined = _IMAGINED * open_
    padded = total + 2 * imagined * mean_weight
    shift = (sum_error + imagined * mean_weight * (1 - power)) / padded
    spread = imagined * mean_weight**2 * ((1 - shift) ** 2 + (power + shift) ** 2)
    half = t_quantile(max(min(df, seen - 1.0), 1.0), confidence) * np.sqrt(
        variance * (total / padded) ** 2 + spread / padded**2
    )
    value = min(max(value, 0.0), 1.0)
    low = min(max(base + shift - half, 0.0), value)
    high = max(min(base + shift + half, 1.0), value)
    apart = value * (1 - value) / float(sums.reviews.sum())
    design = variance / apart if apart > 0 else None
    return Estimate(value, float(low), float(high), round(float(sums.reviews.sum())), why, dict(left_out), seen, design)


def _influence(sums: _Sums, power: float, project: bool) -> tuple[Floats, float]:
    """Each document's influence on the rate, and how much of the cells is not drawn. About this project the judge's
    mean is known, and a document's part counts as far as it might not have been drawn."""
    own, other = sums.influences()
    if not project:
        return own + power * other, 1.0
    total = sums.weight.sum()
    mean = (sums.error.sum() - power * sums.judge_sum.sum()) / total
    open_ = 1 - np.divide(sums.reviews, sums.weight, out=np.ones_like(total * sums.weight), where=sums.weight > 0)
    part = (sums.error - power * sums.judge_sum - sums.weight * mean) / total
    return part * np.sqrt(np.maximum(open_, 0.0)), max(0.0, 1 - float(sums.reviews.sum() / total))


def _mean(
    y: Floats, index: NDArray[Any], confidence: float, left_out: dict[str, int], project: bool = False
) -> Estimate:
    labels, index = group_labels(index)
    if project:
        value = float(y.mean())
        return Estimate(value, value, value, len(y), "", left_out, len(labels))
    if len(labels) < 2:
        return Estimate(float(y.mean()), None, None, len(y), "No interval because there is one item.", left_out)
    every = np.ones(len(y), dtype=bool)
    sums = _Sums.of(np.zeros(len(y)), y, index, np.ones(len(y)), every, len(labels))
    return _rate(sums, 0.0, confidence, "", left_out)
