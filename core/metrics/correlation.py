"""Correlation between two scores, or a score and people's verdicts: Pearson, Spearman and Kendall's tau-b.

At summary level a pair is a summary, and the source documents are the sample; at system level it is a system with the
mean of both scores over the summaries that have both, and the systems are.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np

from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics.base import Params, Result, Row, TableLayout, put
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.score_columns import VERDICT, ScoreColumn, Scores, inputs, pairs, sides
from galley.core.stats.correlation_coefficients import KINDS, Correlation, correlation
from galley.core.stats.groups import group_labels

COLUMNS = ("x", "y", "level", "coefficient", "value", "p", "low", "high", "n", "documents", "why")
LEVELS = ("summary", "system")
NOTHING = "There are no two scores to correlate; import some, or name verdict:CRITERION with --x and --y."


class CorrelationMetric:
    """See the module."""

    name = "correlation"
    title = "Pearson, Spearman and Kendall between scores, or scores and verdicts, by summary and by system"
    unit = "pairs of two scores"
    layout = TableLayout(
        ("documents", "p"), heads={"value": "correlation", "n": "documents"},
        closing="{x} and {y}: the correlation is between {low} and {high}, from {n} documents.",
        closing_rows=("coefficient", "pearson"),
    )  # fmt: skip
    sample = "source documents (at system level the systems)"
    takes = (
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, "gold", "judges", "annotators", "x", "y"),
            ("group",),
            ("summary", "system"),
            KINDS,
        ),
    )

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each pair of scores, level and coefficient. Raises: InputError for an unknown score."""
        reader = CellReader(connection, params)
        rows = []
        for first, second in pair_columns(*sides(reader, params)):
            coefficients, left_out = _coefficients(reader, first, second)
            for level, kind, coefficient in coefficients:
                rows.append(row(first, second, [], kind, coefficient, left_out) | {"level": level})
        return Result(self.name, params.gold, rows, once(rows), COLUMNS, () if rows else (NOTHING,))


def _coefficients(
    reader: CellReader, first: ScoreColumn, second: ScoreColumn
) -> tuple[list[tuple[str, str, Correlation]], dict[str, int]]:
    """(level, kind, coefficient) of a pair of scores, and what was left out."""
    p = reader.params

    def compute() -> tuple[list[tuple[str, str, Correlation]], dict[str, int]]:
        document, x, y, left_out = pairs(first, second)
        return [
            (level, kind, by_level(reader, level, document, x, y, kind))
            for level in LEVELS
            if p.level in ("", level)
            for kind in p.coefficients or KINDS
        ], left_out

    return p.reuse_result(
        ("correlation", first.name, second.name, p.level, p.coefficients), inputs(first, second), compute
    )


def by_level(reader: CellReader, level: str, document: Ints, x: Floats, y: Floats, kind: str) -> Correlation:
    """The coefficient of two scores of these summaries, one of LEVELS."""
    confidence = reader.params.confidence
    if level == "system":
        return correlation(*systems(reader, document, x, y), kind, confidence)
    reader.params.go_on()
    return correlation(x, y, kind, confidence, sources(reader, document))


def sources(reader: CellReader, document: Ints) -> Ints:
    """The source document behind each of these documents."""
    return reader.documents.origin[reader.documents.place(document)]


def pair_columns(
    left_columns: list[ScoreColumn], right: list[ScoreColumn]
) -> Iterator[tuple[ScoreColumn, ScoreColumn]]:
    """The pairs worth a row: no score with itself, no pair twice, and a judge's share of yes only with the same
    criterion's."""
    seen: set[frozenset[str]] = set()
    for first in left_columns:
        for second in right:
            pair = frozenset((first.name, second.name))
            if first.name == second.name or pair in seen:
                continue
            seen.add(pair)
            both = first.name.startswith(VERDICT) and second.name.startswith(VERDICT)
            if both and len(left_columns) > 1 and first.name.partition("@")[0] != second.name.partition("@")[0]:
                continue
            yield first, second


def systems(reader: CellReader, document: Ints, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The mean of both scores for each system, in alphabetical order of the systems."""
    codes, names = reader.documents.labels("system")
    document_codes = codes[reader.documents.place(document)] if len(document) else np.empty(0, dtype=np.int64)
    has_system = np.array([bool(name) for name in names], dtype=bool)[document_codes]
    _, group = group_labels(document_codes[has_system])
    count = np.bincount(group)
    return np.bincount(group, weights=x[has_system]) / count, np.bincount(group, weights=y[has_system]) / count


def row(
    first: ScoreColumn,
    second: ScoreColumn,
    confounder_names: list[str],
    kind: str,
    correlation: Correlation,
    left_out: dict[str, int],
) -> Row:
    """One coefficient as a row of the output contract."""
    figures: Row = {"x": first.name, "y": second.name, "given": confounder_names, "coefficient": kind}
    put(figures, "value", correlation)
    figures |= {
        "p": correlation.p,
        "n": correlation.n,
        "documents": correlation.documents or None,
        "why": correlation.why,
    }
    figures["left_out"] = left_out | correlation.left_out
    return figures


def once(rows: list[Row]) -> dict[str, int]:
    """What the rows left out; the same documents are looked at by every coefficient and counted once."""
    reasons: dict[str, int] = {}
    for row in rows:
        for reason, count in row["left_out"].items():
            reasons[reason] = max(reasons.get(reason, 0), count)
    return reasons


def items(connection: sqlite3.Connection, params: Params, x: str, y: str) -> list[int]:
    """The items (row ids) of the documents that have both scores. Raises: InputError for an unknown score."""
    reader = CellReader(connection, params)
    first, second = (next(score for score in Scores(reader).find(name) if score.name == name) for name in (x, y))
    document, _, _, _ = pairs(first, second)
    return np.unique(reader.documents.item[reader.documents.place(document)]).tolist()


METRIC = CorrelationMetric()
