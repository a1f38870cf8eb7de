"""Agreement on marked spans: overlap F1 and Krippendorff's alpha, both over characters.

A text is cut at every border of a span; within a stretch each annotator either marked it or did not, so a
stretch counts as many characters as it is long. Characters are code points, spans half open, as everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.agreement_coefficients import agreement
from galley.core.stats.bootstrap import item_sums
from galley.core.stats.clusters import share
from galley.core.stats.distinct_rows import MISSING, tally
from galley.core.stats.result import Estimate, format_reasons, undefined_estimate


@dataclass(frozen=True, slots=True)
class Stretches:
    """Stretches x annotators (1 marked, 0 not, -1 did not judge that text), their lengths and their texts."""

    codes: NDArray[np.int64]
    lengths: NDArray[np.int64]
    texts: NDArray[np.int64]
    is_judged: NDArray[np.bool_]


def stretches(
    lengths: NDArray[Any],
    judged: NDArray[Any],
    text: NDArray[Any],
    annotator: NDArray[Any],
    start: NDArray[Any],
    end: NDArray[Any],
) -> Stretches:
    """Cuts texts at the borders of spans.

    ``lengths`` gives the code points of each text, ``is_judged`` says texts x annotators who looked at it (who
    looked and marked nothing agrees with nobody having marked; who did not look is missing). The other four
    are columns, one row a span. Raises ValueError for a span outside its text or by somebody who did not
    judge it.
    """
    lengths, judged = np.asarray(lengths, np.int64), np.asarray(judged, bool)
    text, annotator, start, end = (np.asarray(c, dtype=np.int64) for c in (text, annotator, start, end))
    if len(text) and (np.any(start < 0) or np.any(end < start) or np.any(end > lengths[text])):
        raise ValueError("a span is outside its text")
    if len(text) and not judged[text, annotator].all():
        raise ValueError("a span was marked by an annotator who did not judge its text")
    offset = np.concatenate([[0], np.cumsum(lengths)])
    first, last = offset[text] + start, offset[text] + end
    borders = np.unique(np.concatenate([offset, first, last]))
    count = max(len(borders) - 1, 0)
    size = borders[1:] - borders[:-1]
    of_text = np.searchsorted(offset, borders[:-1], side="right") - 1
    codes = np.empty((count, judged.shape[1]), dtype=np.int64)
    opened, closed = np.searchsorted(borders, first), np.searchsorted(borders, last)
    for column in range(judged.shape[1]):
        annotator_spans = annotator == column
        steps = np.bincount(opened[annotator_spans], minlength=count + 1) - np.bincount(
            closed[annotator_spans], minlength=count + 1
        )
        codes[:, column] = np.where(judged[of_text, column], np.cumsum(steps[:count]) > 0, MISSING)
    return Stretches(codes, size, of_text, judged)


def _left_out(cut: Stretches) -> tuple[int, dict[str, int]]:
    judges = cut.is_judged.sum(axis=1)
    return int(np.count_nonzero(judges >= 2)), format_reasons(
        texts_judged_by_nobody=int(np.count_nonzero(judges == 0)),
        texts_judged_by_one=int(np.count_nonzero(judges == 1)),
    )


def span_alpha(cut: Stretches, documents: NDArray[Any] | None = None, **options: Any) -> Estimate:
    """Krippendorff's nominal alpha, each character a unit. ``n`` counts texts judged by two or more.

    ``documents`` labels the source document of each text and asks for an interval; ``options`` as for agreement().
    """
    n, left_out = _left_out(cut)
    if n == 0:
        return undefined_estimate("no text was judged by two annotators", n, left_out)
    by_row = None if documents is None else np.asarray(documents)[cut.texts]
    alpha = agreement("alpha-nominal", tally(cut.codes, 2, cut.lengths), documents=by_row, **options)
    if alpha.value is None and "same value" in alpha.why:
        return undefined_estimate("the annotators marked every character or none", n, left_out)
    return replace(alpha, n=n, left_out=left_out)


def overlap_f1(
    cut: Stretches, documents: NDArray[Any] | None = None, *, confidence: float = 0.95, taken: float = 0.0
) -> Estimate:
    """Twice the characters both marked over the characters each marked, all pairs of annotators and texts
    pooled.

    For two annotators this is the F1 of either against the other. ``n`` counts texts judged by two or more. The
    interval (with ``documents``) is that of a share of the marked characters, by source document.
    """
    n, left_out = _left_out(cut)
    if n == 0:
        return undefined_estimate("no text was judged by two annotators", n, left_out)
    marked = (cut.codes == 1).sum(axis=1)
    judges = (cut.codes >= 0).sum(axis=1)
    # Over all pairs: those who marked it both, twice; and each who marked it, once for every partner.
    both = marked * (marked - 1) * cut.lengths
    either = marked * (judges - 1) * cut.lengths
    table = np.column_stack([both, either]).astype(float)

    marks = float(table[:, 1].sum())
    if not marks:
        return undefined_estimate("nobody marked a span in these texts", n, left_out)
    value = float(table[:, 0].sum()) / marks
    if documents is None:
        return Estimate(value, None, None, n, "", left_out)
    rows = item_sums(table, np.asarray(documents)[cut.texts])
    # a span is no heap of independent characters: each document counts as one cell that weighs what is marked in it
    estimate = share(
        rows[:, 0], rows[:, 1], rows[:, 1] ** 2, empty="", n=n, confidence=confidence, taken=taken, left_out=left_out
    )
    return replace(estimate, value=value, design=None)
