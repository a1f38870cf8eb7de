"""Partial correlation: two scores once confounders such as system and data set are accounted for (the FRANK study).

Both scores are regressed on the one-hot confounders and the residuals are correlated; for Spearman the ranks are
taken of the residuals. The interval and p take the source documents for the sample, and fit the residuals again
without each of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics.base import Params, Reference, Result, TableLayout
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.correlation import NOTHING, once, pair_columns, row, sources
from galley.core.metrics.score_columns import ScoreColumn, confounders, inputs, pairs, sides
from galley.core.stats.correlation_coefficients import KINDS, Correlation, confounder_basis, given_basis
from galley.core.storage.connection import Connection

COLUMNS = ("x", "y", "given", "coefficient", "value", "p", "low", "high", "n", "documents", "why")
GIVEN = ("system", "dataset")


class PartialCorrelationMetric:
    """See the module."""

    name = "partial-correlation"
    title = "Pearson and Spearman of what is left of two scores once system, data set, … are accounted for"
    unit = "pairs of two scores"
    reference = Reference(
        measures="""A correlation of what is left of two scores once confounders (`--given`: system, data set, split
        or a metadata key) are accounted for: both are regressed on the one-hot confounders, and the residuals are
        correlated; for Spearman the residuals are ranked. Interval and p are those of `correlation` at level
        `summary`; the residuals are fitted again without each source document. (The papers' p takes summaries for
        independent, and is smaller.)""",
        source="[FRANK](https://arxiv.org/abs/2104.13346), section 4.2; Fu, table 2.",
        interval="as `correlation` at level `summary`",
        undefined="""As `correlation`; also where pairs are too few for the confounders, or where they explain a
        score completely.""",
        left_out="As `correlation`.",
    )
    layout = TableLayout(
        ("documents", "p"), heads={"value": "correlation", "n": "documents"},
        closing="{x} and {y}: the partial correlation is between {low} and {high}, from {n} documents.",
        closing_rows=("coefficient", "pearson"),
    )  # fmt: skip
    takes = (
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, "gold", "judges", "annotators", "x", "y", "given"),
            ("group",),
            coefficients=KINDS,
        ),
    )

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each pair of scores and coefficient, given system and data set if nothing else is named.

        Raises: InputError for an unknown score or confounder.
        """
        reader = CellReader(connection, params)
        confounder_names = list(params.given or GIVEN)
        rows = []
        for first, second in pair_columns(*sides(reader, params)):
            coefficients, left_out = _coefficients(reader, first, second, confounder_names)
            for kind, correlation in coefficients:
                rows.append(row(first, second, confounder_names, kind, correlation, left_out))
        if not rows:
            confounders(
                reader, np.empty(0, dtype=np.int64), confounder_names
            )  # a name that is not there is refused all the same
        return Result(self.name, params.gold, rows, once(rows), COLUMNS, () if rows else (NOTHING,))


def _coefficients(
    reader: CellReader, first: ScoreColumn, second: ScoreColumn, confounder_names: Sequence[str]
) -> tuple[list[tuple[str, Correlation]], dict[str, int]]:
    """(kind, coefficient) of a pair of scores, and what was left out."""
    p = reader.params

    def compute() -> tuple[list[tuple[str, Correlation]], dict[str, int]]:
        document, x, y, left_out = pairs(first, second)
        is_finite = np.isfinite(x) & np.isfinite(y)
        basis, spent = _basis(reader, document[is_finite], confounder_names)
        kinds = p.coefficients or ("pearson", "spearman")
        origin = sources(reader, document)
        p.go_on()
        return [(kind, given_basis(x, y, basis, spent, origin, kind, p.confidence)) for kind in kinds], left_out

    key = ("partial", first.name, second.name, tuple(confounder_names), p.coefficients)
    return p.reuse_result(key, inputs(first, second), compute)


def _basis(reader: CellReader, document: Ints, confounder_names: Sequence[str]) -> tuple[Floats, int]:
    """What the confounders explain of any score of these documents; the same for every pair over the same ones."""

    def compute() -> tuple[Floats, int]:
        columns = [np.array(column) for column in confounders(reader, document, confounder_names)]
        return confounder_basis(columns, len(document))

    return reader.params.reuse_result(("confounders", tuple(confounder_names), document.tobytes()), [], compute)


METRIC = PartialCorrelationMetric()
