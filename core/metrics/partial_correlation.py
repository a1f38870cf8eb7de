"""Partial correlation: two scores once confounders such as system and data set are accounted for (paper 004).

Both scores are regressed on the one-hot confounders and the residuals are correlated; for Spearman the ranks are
taken of the residuals. ``p`` takes the residuals for raw scores, as the papers report it; ``p_adjusted`` takes off
the degrees of freedom that the confounders cost, which is the stricter figure.
"""

from __future__ import annotations

import sqlite3

import numpy as np

from core.metrics.base import Params, Result
from core.metrics.cells import Reader
from core.metrics.correlation import NOTHING, matched, once, row
from core.metrics.scores import confounders, pairs, sides
from core.stats.correlation import partial_correlation

COLUMNS = ("x", "y", "given", "coefficient", "value", "p", "low", "high", "n", "p_adjusted", "why")
GIVEN = ("system", "dataset")


class PartialCorrelationMetric:
    """See the module."""

    name = "partial-correlation"
    title = "Pearson and Spearman of what is left of two scores once system, data set, … are accounted for"

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each pair of scores and coefficient, given system and data set if nothing else is named.

        Raises: InputError for an unknown score or confounder.
        """
        reader = Reader(connection, params)
        given = list(params.given or GIVEN)
        rows = []
        for first, second in matched(*sides(reader, params)):
            document, x, y, left_out = pairs(first, second)
            columns = [np.array(column) for column in confounders(reader, document, given)]
            for kind in params.coefficients or ("pearson", "spearman"):
                found = partial_correlation(x, y, columns, kind, params.confidence)
                made = row(first, second, given, kind, found, left_out)
                rows.append(made | {"p": found.p_residuals, "p_adjusted": found.p})
        return Result(self.name, params.gold, rows, once(rows), COLUMNS, () if rows else (NOTHING,))


METRIC = PartialCorrelationMetric()
