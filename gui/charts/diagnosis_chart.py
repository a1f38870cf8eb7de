"""Reviewers as a funnel: how many cells each answered against how far they agree with the others' gold."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any

from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Picture, RowLine, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, needs
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import count_words, fold_details, share
from galley.gui.charts.chart_words import ends as bounds
from galley.gui.charts.drawing_kinds import FEW, Dot, Field, LineTrace
from galley.gui.translation import tr, tr_n

TITLE = tr("Reviewers: agreement, speed and doubt")
COLUMNS = (
    ChartColumn("reviewer", tr("Reviewer")),
    ChartColumn("against", tr("compared with")),
    ChartColumn("n", tr("cells"), "count"),
    ChartColumn("value", tr("Agreed"), "percent"),
    ChartColumn("value", "", "interval"),
    ChartColumn("kappa", tr("Kappa"), "number", why=""),
    ChartColumn("seconds", tr("Seconds an answer"), "number"),
    ChartColumn("timed", tr("answers timed"), "count"),
    ChartColumn("answers", tr("answers"), "count"),
    ChartColumn("unsure_rate", tr("Unsure"), "percent"),
)
CHANCE = 0.05
"""How often, if all were alike, at least one would lie outside the band (Bonferroni over the people)."""
STEPS = 60
NAMED, TIMES = 3, "×"
"""More in one place are counted, not named."""


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A dot a reviewer; speed and doubt are in the table, those outside the band first."""
    from galley.core.metrics.diagnosis import EVERYTHING, OTHERS
    from galley.core.metrics.registry import compute

    result = compute("diagnosis", connection, ask.params(judges=()))
    rows = [row | {"reviewer": row["annotator"], "answered_by": (row["annotator"],)} for row in result.rows]
    rows = [
        row | {"against": _against_words(str(row["against"]), OTHERS)} for row in rows if row["criterion"] == EVERYTHING
    ]
    sizes = {level: sum(row["n"] for row in rows if row["level"] == level) for level in ("unit", "summary")}
    level = max(sizes, key=lambda name: sizes[name])  # that with more cells: the two are never pooled
    rows = [row for row in rows if row["level"] == level]
    if not rows:
        return Picture(TITLE, needs=needs(result, tr("This chart needs answers: decide some flags in Review.")))
    counted_rows = [row for row in rows if row["n"]]
    if not counted_rows:
        needed = tr("This chart needs cells that a reviewer answered and on which the others agree.")
        return Picture(TITLE, needs=needed, table=plain(rows, COLUMNS, "against", result.layout.closing))
    if (
        len(counted_rows) == 2
        and result.gold == OTHERS
        and all(row["against"] != _against_words(OTHERS, OTHERS) for row in counted_rows)
    ):
        return _pair(connection, result, rows, counted_rows)
    mean = sum(row["same"] for row in counted_rows) / sum(row["n"] for row in counted_rows)
    wide = _wideness(counted_rows)
    for row in counted_rows:
        low, high = limits(mean, row["n"], len(counted_rows), wide)
        row["outside"] = row["n"] >= FEW and not low <= row["value"] <= high
    dots = tuple(_dot(same, len(counted_rows) <= FEW) for same in _places(counted_rows))
    counts = [row["n"] for row in counted_rows]
    x = Axis(*_around(min(counts), max(counts)), _count_axis_title(result.gold), "log")
    at = [x.low * (x.high / x.low) ** (k / STEPS) for k in range(STEPS + 1)]
    ends = [limits(mean, n, len(counted_rows), wide) for n in at]
    flat = tuple(mean for _ in at)
    band = LineTrace(
        tuple(at), flat, tuple(e[0] for e in ends), tuple(e[1] for e in ends), label=tr("mean"), is_dashed=True
    )
    y = around((dot.mark for dot in dots), 1.0, 1.0, 0.05, _axis(result.gold), "percent")
    y = Axis(min(y.low, mean - (1 - mean) if len(counted_rows) > 1 else y.low), 1.0, y.title, y.kind)
    subtitle = fold_details(
        *_measure_sentences(result.gold, rows),
        tr("The answers are those on whole summaries.") if level == "summary" else "",
        tr(
            "The band shows the differences that chance explains. If all people were alike, one chart in twenty would"
            " show somebody outside."
        )
        if len(counted_rows) > 1
        else "",
        tr("×2 marks a dot that represents two reviewers.") if any(dot.label[:1] == TIMES for dot in dots) else "",
        printed_figures.about(rows),
        *(note for note in result.notes if result.gold != OTHERS),
        printed_figures.left_out(result.left_out),
    )
    ordered = sorted(rows, key=lambda row: (not row.get("outside"), row["value"] is None, row["value"] or 0.0))
    table = plain(ordered, COLUMNS, "against", result.layout.closing)
    return Picture(_finding(counted_rows, mean, result.gold), subtitle, Field(x, y, dots, (band,)), table)


def _places(rows: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Reviewers by where they stand: those with the same cells and figure in one place."""
    rows_by_place: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in rows:
        rows_by_place.setdefault((row["n"], row["same"]), []).append(row)
    return list(rows_by_place.values())


def _dot(rows: list[dict[str, Any]], every: bool) -> Dot:
    """A mark for all who stand in one place, so that nobody hides another; named outside the band, or ``every`` one."""
    row, who = rows[0], ", ".join(row["reviewer"] for row in rows)
    named = row["outside"] or every
    label = who if named and len(rows) <= NAMED else f"{TIMES}{len(rows)}" if len(rows) > 1 else ""
    leads = row | {"low": None, "high": None, "reviewer": who, "answered_by": tuple(row["reviewer"] for row in rows)}
    dot_mark = mark(leads, "value", 1 if row["outside"] else 0, who, "percent")
    return Dot(row["n"], dot_mark, label=label, hollow=row["n"] < FEW)


def _pair(
    connection: Connection, result: Any, rows: list[dict[str, Any]], counted_rows: list[dict[str, Any]]
) -> Picture:
    """Of two people there is one figure, and no funnel: a line a criterion, the one on which they differ most first."""
    from galley.core.metrics.diagnosis import EVERYTHING

    named, one = criteria(connection), counted_rows[0]
    by = [
        row
        for row in result.rows
        if row["annotator"] == one["annotator"] and row["criterion"] != EVERYTHING and row["level"] == one["level"]
    ]
    criterion_rows = sorted((row for row in by if row["n"]), key=lambda row: (row["n"] < FEW, row["value"]))
    lines = []
    for row in criterion_rows:
        name, leads = name_of(named, row), row | {"answered_by": (one["annotator"],)}
        lines.append(RowLine(name, (mark(leads, "value", 0, name, "percent"),), n_of([row])))
    title = tr(
        "{one} and {other} agree on {share} of {n:,} cells",
        one=one["reviewer"],
        other=counted_rows[1]["reviewer"],
        share=f"{share(one['value'])} {bounds(one.get('low'), one.get('high'))}".rstrip(),
        n=one["n"],
    )
    subtitle = fold_details(
        tr("The share of cells on which both agree, by criterion. n: cells that both answered."),
        printed_figures.about(criterion_rows),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 1.0, 1.0, 0.1, kind="percent")
    return Picture(title, subtitle, Rows(axis, tuple(lines)), plain(rows, COLUMNS, "against", result.layout.closing))


def _around(least: int, most: int) -> tuple[float, float]:
    """The numbers 1, 2, 5, 10, … next to the counts, with air at either side, so that the axis has two at least."""
    steps = [base * 10.0**power for power in range(9) for base in (1, 2, 5)]
    low = max((step for step in steps if step <= least / 1.1), default=1.0)
    return low, next((step for step in steps if step >= most * 1.1), most * 1.6)


def limits(mean: float, n: float, people: int, wide: float) -> tuple[float, float]:
    """Between what a share of ``n`` cells lies by chance around ``mean`` (Spiegelhalter 2005, section 2: the normal
    limits of a proportion), Bonferroni over the people, ``wide`` times the variance of independent cells."""
    half = NormalDist().inv_cdf(1 - CHANCE / people / 2) * sqrt(mean * (1 - mean) * wide / n)
    return max(0.0, mean - half), min(1.0, mean + half)


def _wideness(rows: list[dict[str, Any]]) -> float:
    """How many times the variance of independent cells a share has: the middle of the reviewers' design effects."""
    effects = sorted(row["design_effect"] for row in rows if row.get("design_effect") is not None)
    return max(1.0, effects[len(effects) // 2]) if effects else 1.0


def _against_words(against: str, others: str) -> str:
    """What somebody is held against, in words."""
    if against == others:
        return tr("the others' majority")
    one = against.removeprefix("agreement with ")
    return tr("agreement with {other}", other=one) if one != against else against


def _axis(gold: str) -> str:
    from galley.core.metrics.diagnosis import OTHERS

    return tr("agreed with the others") if gold == OTHERS else tr("agreed with gold")


def _count_axis_title(gold: str) -> str:
    from galley.core.metrics.diagnosis import OTHERS

    if gold == OTHERS:
        return tr("cells on which most of the others agree, log scale")
    return tr("cells compared with gold, log scale")


def _finding(rows: list[dict[str, Any]], mean: float, gold: str) -> str:
    """Who is out of line, or that nobody is."""
    from galley.core.metrics.diagnosis import OTHERS

    if all(row["against"] != tr("the others' majority") for row in rows) and gold == OTHERS:
        return tr("Reviewers agree with each other on {share} of cells", share=share(mean))
    outside = sorted((row for row in rows if row["outside"]), key=lambda row: row["value"])
    if len(rows) < 2:
        return tr(
            "{who} agrees with gold on {count} cells", who=rows[0]["reviewer"],
            count=count_words(rows[0]["same"], rows[0]["n"], rows[0].get("low"), rows[0].get("high")),
        )  # fmt: skip
    below = [row for row in outside if row["value"] < mean]
    if not outside:
        return tr_n(
            "{n:,} reviewer agrees with gold in {share} of cells, and nobody stands out",
            "{n:,} reviewers agree with gold in {share} of cells, and nobody stands out",
            len(rows),
            share=share(mean),
        )
    if len(below) == 1:
        words = {"who": below[0]["reviewer"], "share": share(below[0]["value"]), "mean": share(mean)}
        words["n"] = printed_figures.count(below[0]["n"])
        return tr("{who} agrees less than chance explains: {share} of {n}, all together {mean}", **words)
    if below:
        return tr_n(
            "{n:,} of {of:,} reviewers agrees less than chance explains, {cells}",
            "{n:,} of {of:,} reviewers agree less than chance explains, {cells}",
            len(below),
            of=len(rows),
            cells=n_of(rows),
        )
    return tr_n(
        "{n:,} of {of:,} reviewers agrees more than chance explains, {cells}",
        "{n:,} of {of:,} reviewers agree more than chance explains, {cells}",
        len(outside),
        of=len(rows),
        cells=n_of(rows),
    )


def _measure_sentences(gold: str, rows: list[dict[str, Any]]) -> tuple[str, ...]:
    """What the marks are: how far each agrees with the others, with the one other, or with gold."""
    from galley.core.metrics.diagnosis import OTHERS

    if gold != OTHERS:
        return tr("The share of cells with gold on which each reviewer said the same."), printed_figures.gold(gold)
    if all(row["against"] != tr("the others' majority") for row in rows):
        return (tr("The share of cells on which both reviewers said the same."),)
    return (tr("The share of cells on which each reviewer says what most of the others say."),)


CHART = Chart(
    "diagnosis",
    tr("Reviewers"),
    tr("People"),
    5,
    build,
    ("scheme", "criterion", "people", "system", "source", "split", "gold", "only-gold"),
    wants=("item",),
)
