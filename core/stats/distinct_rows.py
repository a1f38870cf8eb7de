"""Verdicts of several annotators, boiled down to the distinct rows among them.

A matrix of a million verdicts on a yes/no scale has at most 3 ** annotators different rows. Every agreement
coefficient adds something up over rows, so it is computed once a distinct row and weighted by how often
that row occurs: exact, and cheap enough to do again after each decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MISSING = -1


@dataclass(frozen=True, slots=True)
class RowTally:
    """Distinct rows of verdicts. ``patterns`` is rows x annotators (codes, -1 missing), ``counts`` rows x
    values (how many annotators said what), ``weight`` how often each occurs, ``row`` the pattern of each
    original row, ``values`` the number that each code stands for (spacing matters to weighted and interval
    coefficients)."""

    patterns: Integers
    counts: Floats
    weight: Floats
    row: Integers
    values: Floats
    row_weight: Floats | None = None

    @property
    def annotators(self) -> int:
        return int(self.patterns.shape[1])

    @property
    def ratings(self) -> Floats:
        """How many verdicts each pattern has."""
        total: Floats = self.counts.sum(axis=1)
        return total


def tally(codes: NDArray[Any], categories: int | Sequence[float], weights: NDArray[Any] | None = None) -> RowTally:
    """Reduces ``codes`` (cells x annotators, integers from 0, -1 where there is no verdict).

    ``categories`` is how many values the scale has, or the number each code stands for, in rising order for
    an ordinal scale. ``weights`` says how often each row counts (characters in a stretch of text); default
    once. Raises ValueError where a code is outside the scale.
    """
    codes = np.asarray(codes)
    if codes.ndim != 2:
        raise ValueError("codes must be a matrix of cells x annotators")
    values = np.asarray(range(categories) if isinstance(categories, int | np.integer) else categories, dtype=float)
    size, (rows, annotators) = len(values), codes.shape
    if codes.dtype.kind not in "iu":
        raise ValueError("codes must be whole numbers; see encode()")
    if codes.size and (codes.max() >= size or codes.min() < MISSING):
        raise ValueError(f"codes must lie between -1 and {size - 1}")
    room = float(size + 1) ** annotators
    if room > max(65_536, 2 * rows):
        # Too many possible rows to number them: each row is its own pattern.
        patterns, row = codes.astype(np.int64), np.arange(rows)
        weight = np.ones(rows) if weights is None else np.asarray(weights, float)
    else:
        number = np.zeros(rows, dtype=np.int64)
        for column in range(annotators):
            number *= size + 1
            number += codes[:, column]
            number += 1
        # A pattern that occurs with weight nought is still there, so occurrence is counted apart from weight.
        seen = np.bincount(number, minlength=int(room))
        used = np.flatnonzero(seen)
        full = seen if weights is None else np.bincount(number, weights=weights, minlength=int(room))
        weight = full[used].astype(float)
        place = np.zeros(int(room), dtype=np.int64)
        place[used] = np.arange(len(used))
        row = place[number]
        powers = (size + 1) ** np.arange(annotators - 1, -1, -1, dtype=np.int64)
        patterns = used[:, None] // powers % (size + 1) - 1
    has_verdict = patterns >= 0
    flat = (np.arange(len(patterns))[:, None] * size + patterns)[has_verdict]
    counts = np.bincount(flat, minlength=len(patterns) * size).reshape(len(patterns), size).astype(float)
    return RowTally(patterns, counts, weight, row, values, None if weights is None else np.asarray(weights, float))


def encode(values: NDArray[Any]) -> tuple[NDArray[np.int64], Floats]:
    """Codes and categories for a matrix of numbers: NaN becomes missing, the values that occur become the
    scale."""
    numbers = np.asarray(values, dtype=float)
    is_finite = np.isfinite(numbers)
    scale, inverse = np.unique(numbers[is_finite], return_inverse=True)
    codes = np.full(numbers.shape, MISSING, dtype=np.int64)
    codes[is_finite] = inverse
    return codes, scale


def matrix(
    rows: NDArray[Any], annotators: NDArray[Any], codes: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[Any], NDArray[Any]]:
    """Lays (row, annotator, code) triples out as cells x annotators, with the labels of both sides, sorted.

    Where one annotator has two verdicts for one row, the last of them stands.
    """
    row_labels, row = np.unique(rows, return_inverse=True)
    annotator_labels, annotator = np.unique(annotators, return_inverse=True)
    table = np.full((len(row_labels), len(annotator_labels)), MISSING, dtype=np.int64)
    table[row, annotator] = codes
    return table, row_labels, annotator_labels
