"""Correlation between two scores, or a score and people's verdicts: Pearson, Spearman and Kendall's tau-b.

At summary level a pair is a summary, and the source documents are the sample; at system level it is a system with the
mean of both scores over the summaries that have both, and the systems are.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from galley.core.domain import ItemId
from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, put
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.score_columns import VERDICT, ScoreColumn, Scores, inputs, pairs, sides
from galley.core.stats.correlation_coefficients import KINDS, Correlation, correlation
from galley.core.stats.groups import group_labels
from galley.core.storage.connection import Connection

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
    reference = Reference(
        measures="""Two scores of the same documents: Pearson's r, Spearman's rho (r of the ranks, ties sharing their
        mean rank) and Kendall's tau-b. `--x` and `--y` name scores, or `verdict:CRITERION` for the share of gold's
        yes (or the mean rating, of all people or of those named by `--annotator`) in a document; without them it is
        what judges and metrics gave against what people gave, in scores and in verdicts; where only one side gave
        any, its scores are held against one another. At level `summary` a pair is a summary and the source documents
        (`documents`) are the sample: with z the atanh of the coefficient, z₋g without source document g and G of
        these, V = (G − 1) / G · Σ (z₋g − mean)², the interval is tanh(z ± t √V) and the two-sided p is from z / √V,
        with G − 1 degrees of freedom; five summaries of one source are not five independent pairs. At level `system`
        a pair is a system with the mean of both scores, and the systems are the sample. There p is, of up to twelve
        pairs, exact, with ties too: of all orders of one score, twice the share that lies as far out to that side
        (three systems in order: 1/3). Of more, Student's t for r and rho, with t = r √(df / (1 − r²)); exact or
        asymptotic for tau. Intervals by Fisher's z, with the spreads of Bonett and Wright (rho) and of Fieller,
        Hartley and Pearson (tau).""",
        source="""[Efron and Stein 1981](https://doi.org/10.1214/aos/1176345462); [Kendall
        1938](https://doi.org/10.1093/biomet/30.1-2.81); [Bonett and Wright
        2000](https://doi.org/10.1007/BF02294183); [Fieller, Hartley and Pearson
        1957](https://doi.org/10.1093/biomet/44.3-4.470).""",
        interval="summary level: jackknife by source document on atanh r, with Student's t; system level: Fisher's z",
        undefined="""With fewer than three pairs, or where a score is the same throughout. A perfect correlation has
        no interval. At level `summary` there is neither interval nor p where leaving out one source document makes
        the correlation perfect or undefined, or where too few source documents show how the scores vary together:
        with D₁ and D₂ of G in which a score differs from its most common value, where D₁ D₂ / G is below 15 (of
        fewer than 25 source documents, below 0.6 G), as intervals cover less than 93 % there.""",
        left_out="Documents with one of the scores only, and cells of a criterion without a verdict.",
    )
    takes = (
        Takes(
            (*WHAT, *DOCUMENT_FILTERS, "gold", "judges", "annotators", "x", "y"),
            ("group",),
            ("summary", "system"),
            KINDS,
        ),
    )

    def compute(self, connection: Connection, params: Params) -> Result:
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


def items(connection: Connection, params: Params, x: str, y: str) -> list[ItemId]:
    """The items (row ids) of the documents that have both scores. Raises: InputError for an unknown score."""
    reader = CellReader(connection, params)
    first, second = (next(score for score in Scores(reader).find(name) if score.name == name) for name in (x, y))
    document, _, _, _ = pairs(first, second)
    return np.unique(reader.documents.item[reader.documents.place(document)]).tolist()


METRIC = CorrelationMetric()
