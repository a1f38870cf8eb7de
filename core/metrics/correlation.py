"""Correlation between two scores, or a score and people's verdicts: Pearson, Spearman and Kendall's tau-b.

At summary level a pair is a document; at system level it is a system with the mean of both scores over the documents
that have both.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np

from core.metrics._documents import Floats, Ints
from core.metrics.base import Params, Result, Row, put
from core.metrics.cells import Reader
from core.metrics.scores import VERDICT, Score, pairs, sides
from core.stats.correlation import KINDS, Correlation, correlation

COLUMNS = ("x", "y", "level", "coefficient", "value", "p", "low", "high", "n", "why")
NOTHING = "There are no two scores to correlate; import some, or name verdict:CRITERION with --x and --y."


class CorrelationMetric:
    """See the module."""

    name = "correlation"
    title = "Pearson, Spearman and Kendall between scores, or scores and verdicts, by summary and by system"

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each pair of scores, level and coefficient. Raises: InputError for an unknown score."""
        reader = Reader(connection, params)
        rows = []
        for first, second in matched(*sides(reader, params)):
            document, x, y, left_out = pairs(first, second)
            levels = {"summary": (x, y), "system": systems(reader, document, x, y)}
            for level, columns in levels.items():
                if params.level in ("", level):
                    for kind in params.coefficients or KINDS:
                        found = correlation(*columns, kind, params.confidence)
                        rows.append(row(first, second, [], kind, found, left_out) | {"level": level})
        return Result(self.name, params.gold, rows, once(rows), COLUMNS, () if rows else (NOTHING,))


def matched(left: list[Score], right: list[Score]) -> Iterator[tuple[Score, Score]]:
    """The pairs worth a row: no score with itself, and a judge's share of yes only with the same criterion's."""
    for first in left:
        for second in right:
            if first.name == second.name:
                continue
            both = first.name.startswith(VERDICT) and second.name.startswith(VERDICT)
            if both and len(left) > 1 and first.name.partition("@")[0] != second.name.partition("@")[0]:
                continue
            yield first, second


def systems(reader: Reader, document: Ints, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The mean of both scores for each system, in alphabetical order of the systems."""
    codes, names = reader.documents.labels("system")
    mine = codes[reader.documents.place(document)] if len(document) else np.empty(0, dtype=np.int64)
    known = np.array([bool(names[code]) for code in mine], dtype=bool)
    _, group = np.unique(mine[known], return_inverse=True)
    count = np.bincount(group)
    return np.bincount(group, weights=x[known]) / count, np.bincount(group, weights=y[known]) / count


def row(first: Score, second: Score, given: list[str], kind: str, found: Correlation, left_out: dict[str, int]) -> Row:
    """One coefficient as a row of the output contract."""
    made: Row = {"x": first.name, "y": second.name, "given": given, "coefficient": kind}
    put(made, "value", found)
    made["p"], made["n"], made["why"] = found.p, found.n, found.why
    made["left_out"] = left_out | found.left_out
    return made


def once(rows: list[Row]) -> dict[str, int]:
    """What the rows left out; the same documents are looked at by every coefficient and counted once."""
    found: dict[str, int] = {}
    for each in rows:
        for reason, count in each["left_out"].items():
            found[reason] = max(found.get(reason, 0), count)
    return found


METRIC = CorrelationMetric()
