"""How often each error occurs, by gold and by each judge on the same summaries (DIAL-SUMMER, figure 2)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.frequency import join_levels, same_summaries
from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Mark, Picture, RowLine, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, needs, pages
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import (
    RANKED,
    count_words,
    ends,
    find_combined,
    find_outlier,
    fold_details,
    only_errors,
    points,
    share,
)
from galley.gui.charts.drawing_kinds import FEW, Contrast, FigureSpan
from galley.gui.translation import tr, tr_n

TITLE = tr("How often each error occurs")
ALONE = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("summaries", tr("summaries"), "count"),
    ChartColumn("yes", tr("with it"), "count"),
    ChartColumn("open", tr("open"), "count"),
    ChartColumn("at_least", tr("at least"), "percent"),
    ChartColumn("at_most", tr("at most"), "percent"),
    ChartColumn("n", tr("complete"), "count"),
    ChartColumn("value", tr("Share"), "percent"),
    ChartColumn("value", "", "interval"),
    ChartColumn("unit_rate", tr("of units"), "percent"),
    ChartColumn("spread", tr("units a time"), "number"),
)
TOGETHER = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("n", "n", "count"),
    ChartColumn("yes", tr("with it"), "count"),
    ChartColumn("gold", tr("Gold"), "percent"),
    ChartColumn("gold", "", "interval"),
    ChartColumn("value", tr("Judge"), "percent"),
    ChartColumn("value", "", "interval"),
    ChartColumn("apart", tr("Difference"), "points"),
    ChartColumn("apart", "", "interval"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A line a criterion, the most frequent first: gold, and how far each judge is from it."""
    result = compute("frequency", connection, ask.params(judges=()))
    alone = [row for row in only_errors(connection, join_levels(result.rows)) if row["summaries"] > row["open"]]
    rows: list[Any] = []
    if ask.shown_judges():
        common_rows = same_summaries(connection, ask.params(judges=ask.shown_judges()))
        rows = [row for row in only_errors(connection, common_rows) if row["n"]]
    criterion_names, combined = criteria(connection), find_combined(connection)
    for row in (*alone, *rows):
        row["name"], row["outcome"] = name_of(criterion_names, row), "yes" if row["yes"] else ""
        row["combined"] = (row["scheme"], row["criterion"]) in combined
    of_all = printed_figures.gold(result.gold), printed_figures.left_out(result.left_out)
    if rows:
        return _draw_compared(ask, rows, of_all)
    if not alone:
        return Picture(
            TITLE, needs=needs(result, tr("This chart needs summaries with a yes or no on all of their units."))
        )
    ordered = sorted(alone, key=lambda row: (row["combined"], -(row["value"] or 0.0)))
    return _draw_gold_alone(ordered, of_all, result.layout.closing)


def _draw_gold_alone(rows: list[Any], of_all: tuple[str, ...], closing: str) -> Picture:
    """Gold without a judge to compare it with; ``closing`` ends the table."""
    lines = []
    for group in pages(rows).values():
        marks = tuple(mark(row, "value", 0, row["name"], "percent") for row in group)
        lines.append(RowLine(group[0]["name"], marks, n_of(group)))
    subtitle = fold_details(
        tr("The share of completely reviewed summaries that show the error at least once, weighted for their length."),
        printed_figures.about(rows),
        tr("The pale band shows what unresolved cells leave possible.") if any(row["open"] for row in rows) else "",
        *of_all,
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.5, kind="percent")
    single = [row for row in rows if not row["combined"]]
    return Picture(
        _find_title(single, "value"),
        subtitle,
        Rows(axis, tuple(lines)),
        plain(rows, ALONE, closing=closing),
    )


def _draw_compared(ask: ChartRequest, rows: list[Any], of_all: tuple[str, ...]) -> Picture:
    """Gold and judges over the summaries that all of them answered."""
    several = len({row["judge"] for row in rows}) > 1
    lines, spans = [], []
    for group in sorted(pages(rows).values(), key=lambda rows: (rows[0]["combined"], -rows[0]["gold"])):
        best = _gold(group[0])
        judge_spans = tuple(_span(row, best, ask.every_judge.index(row["judge"])) for row in group)
        spans.append(judge_spans)
        lines.append(
            RowLine(
                group[0]["name"], (best, *(span.hollow for span in judge_spans)), printed_figures.count(group[0]["yes"])
            )
        )
    counts = sorted({row["n"] for row in rows})
    same = "–".join(dict.fromkeys(printed_figures.count(end) for end in (counts[0], counts[-1])))
    most = max(row["summaries"] for row in rows)
    subtitle = fold_details(
        tr(
            "The share of summaries with the error, of the {count} that gold and every judge answered "
            "completely. n: summaries with the error by gold.",
            count=same,
        ),
        tr("There are {of} summaries in all. A hollow mark has fewer than 5.", of=printed_figures.count(most)),
        tr("If you leave out one judge, the others can be compared over more summaries.")
        if several and counts[-1] < most / 2
        else "",
        printed_figures.about(()),
        *of_all[:1],
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.1, kind="percent")
    heads = tr("Judge"), tr("points")
    drawing = Contrast(
        axis, tuple(lines), spans=tuple(spans), heads=heads, note_head="n", shares_solid=True, has_names=True
    )
    ordered = sorted(rows, key=lambda row: (row["combined"], -row["gold"]))
    return Picture(_finding(rows), subtitle, drawing, plain(ordered, TOGETHER), ask.every_judge)


def _gold(row: Any) -> Mark:
    words = tr(
        "{criterion}, gold: {share}, {count} of {of} summaries",
        criterion=row["name"],
        share=printed_figures.percent(row["gold"]),
        count=printed_figures.count(row["yes"]),
        of=printed_figures.count(row["n"]),
    )
    behind = {"items": row["gold_items"], "name": row["name"]}
    return Mark(row["gold"], row["gold_low"], row["gold_high"], row=behind, words=words)


def _span(row: Any, best: Mark, series: int) -> FigureSpan:
    words = tr(
        "{criterion}, {judge}: {share}, {points} points from gold {between}",
        criterion=row["name"],
        judge=row["judge"],
        share=printed_figures.percent(row["value"]),
        points=points(row["apart"]),
        between=ends(row["apart_low"], row["apart_high"]),
    )
    beside = row["judge"], points(row["apart"])
    return FigureSpan(Mark(row["value"], series=series, row=row, words=words), best, beside, few=row["yes"] < FEW)


def _find_title(rows: list[Any], value: str) -> str:
    """What is most frequent by the intervals; else that nothing stands out, with the first two, or count and interval
    of few. ``rows`` are of criteria that are not combined."""
    fair = sorted((row for row in rows if row[value] is not None), key=lambda row: -row[value])
    if not fair:
        return TITLE
    first = fair[0]
    every = int(first.get("summaries") or first["n"])
    rest = tr_n("; {n:,} of {of:,} is not complete", "; {n:,} of {of:,} are not complete", every - first["n"], of=every)
    rest *= every > first["n"]
    if first["n"] < RANKED:
        prefix = "" if value == "value" else f"{value}_"
        figure = count_words(first["yes"], first["n"], first[f"{prefix}low"], first[f"{prefix}high"])
        words = {"criterion": first["name"], "count": figure, "rest": rest}
        return tr("“{criterion}”: in {count} completely reviewed summaries{rest}", **words)
    if best := find_outlier(fair, value):
        figure = f"{share(best[value])} {_ends_of(best, value)}"
        return tr(
            "“{criterion}” is the most frequent: in {share} of {n:,} completely reviewed summaries{rest}",
            criterion=best["name"], share=figure, n=best["n"], rest=rest,
        )  # fmt: skip
    both = ", ".join(f"“{row['name']}” {share(row[value])} {_ends_of(row, value)}".rstrip() for row in fair[:2])
    return tr(
        "No error stands out: {both} of {n:,} completely reviewed summaries{rest}", both=both, n=first["n"], rest=rest
    )


def _ends_of(row: Any, value: str) -> str:
    prefix = "" if value == "value" else f"{value}_"
    return ends(row[f"{prefix}low"], row[f"{prefix}high"])


def _finding(rows: list[Any]) -> str:
    """Where a judge is farthest from gold, of errors that gold has often enough; else what is most frequent."""
    fair = [row for row in rows if row["yes"] >= FEW and not row["combined"]]
    off = [row for row in fair if not (row["apart_low"] <= 0 <= row["apart_high"])]
    if not off:
        return _find_title([row for row in rows if not row["combined"]], "gold")
    row = max(off, key=lambda row: abs(row["apart"]))
    words = {"judge": row["judge"], "criterion": row["name"], "share": share(row["value"]), "n": row["n"]}
    words["gold"] = f"{share(row['gold'])} {ends(row['gold_low'], row['gold_high'])}".rstrip()
    if row["apart"] > 0:
        return tr("{judge} sees “{criterion}” too often: in {share} of {n:,} summaries, gold in {gold}", **words)
    return tr("{judge} sees “{criterion}” too seldom: in {share} of {n:,} summaries, gold in {gold}", **words)


CHART = Chart("frequency", tr("Frequency"), tr("Errors"), 1, build)
