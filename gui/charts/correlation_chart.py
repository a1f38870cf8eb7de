"""Two scores against each other: documents by area or in hexagons, the diagonal, a forest of all scores beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from galley.core.domain import ItemId
from galley.core.metrics._documents import Floats
from galley.core.metrics.base import Params, Result, Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.correlation import pair_columns
from galley.core.metrics.registry import close_table, compute
from galley.core.metrics.score_columns import ScoreColumn, Scores, inputs, pairs, sides
from galley.core.storage.connection import Connection
from galley.core.storage.names import schemes
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Mark, Picture
from galley.gui.charts.chart_marks import criteria, join_sentences, rests_on_few
from galley.gui.charts.chart_table import ChartColumn, plain, reason
from galley.gui.charts.chart_words import fold_details, is_overall, left_words, name_scores, score_words
from galley.gui.charts.drawing_kinds import Coefficient, Dot, Field
from galley.gui.charts.hexagons import ACROSS, dot, hexagons
from galley.gui.translation import tr, tr_n

TITLE = tr("Correlation")
MANY = 200
"""More documents than this are drawn in hexagons."""
FEW = 40
"""Where documents stand in no more places than this, each place is a dot whose area says how many."""
EVERY = 60
"""Of more pairs than this, only Pearson's and Spearman's coefficients of the summaries are computed for all."""
MOST = 16
"""Lines of the forest beside the scatter; the table has all pairs."""
ALIKE = 1 / 3
"""Two scores have one scale where each takes up at least this much of what both do."""
NEEDS = tr("This chart needs two scores of the same documents, or verdicts of judges and people on them.")
NAMES = {"pearson": tr("Pearson"), "spearman": tr("Spearman"), "kendall": tr("Kendall")}
LEVELS = {"summary": tr("summary"), "system": tr("system")}
COLUMNS = (
    ChartColumn("x_name", tr("First score")),
    ChartColumn("y_name", tr("Second score")),
    ChartColumn("level_name", tr("Level")),
    ChartColumn("kind", tr("Coefficient")),
    ChartColumn("n", "n", "count"),
    ChartColumn("value", tr("Value"), "number"),
    ChartColumn("value", "", "interval"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """The pair that is chosen, else the strongest; the table has all pairs."""
    params = ask.params()
    reader = CellReader(connection, params)
    result = _compute_coefficients(connection, reader, params)
    rows = [row for row in result.rows if row["n"]]
    if not rows:
        return Picture(TITLE, needs=NEEDS)
    criterion_names = criteria(connection)
    names = list(dict.fromkeys((row["x"], row["y"]) for row in rows))
    unions = {rollup.id for scheme in schemes(connection) for rollup in scheme.combined_criteria}
    both = [(score_words(criterion_names, x), score_words(criterion_names, y)) for x, y in names]
    texts = [tr("{one} and {other}", one=x, other=y) for x, y in both]
    chosen_pair = names[texts.index(ask.pair)] if ask.pair in texts else _strongest(rows, unions)
    words = both[names.index(chosen_pair)]
    if len({(row["coefficient"], row["level"]) for row in rows}) < len(NAMES) * len(LEVELS):
        one = replace(params, x=chosen_pair[:1], y=chosen_pair[1:])
        rows = compute("correlation", connection, one).rows + [
            row for row in rows if (row["x"], row["y"]) != chosen_pair
        ]
    for row in rows:
        row["x_name"], row["y_name"] = score_words(criterion_names, row["x"]), score_words(criterion_names, row["y"])
        row["kind"], row["level_name"] = NAMES[row["coefficient"]], LEVELS[row["level"]]
    pair_rows = [row for row in rows if (row["x"], row["y"]) == chosen_pair]
    first, second = (_score(reader, name) for name in chosen_pair)
    drawing = params.reuse_result(
        ("plane", *words), inputs(first, second), lambda: _field(reader, first, second, words)
    )
    drawing = replace(drawing, strip=_forest(rows, chosen_pair[1], words[1]))
    main = next(row for row in pair_rows if row["level"] == "summary")
    p_words = [
        f"{row['kind']} {printed_figures.format_p(row['p'])}"
        for row in pair_rows
        if row["p"] is not None and row["level"] == "summary"
    ]
    same = drawing.x.low == drawing.y.low and drawing.x.high == drawing.y.high
    documents = tr_n("{n:,} document.", "{n:,} documents.", main["n"])
    scales = tr("Each axis has its own scale; the dashed line is the least-squares fit.")
    if same:
        scales = tr("Both on one scale; on the dashed diagonal they are equal.")
    subtitle = fold_details(
        join_sentences(documents, scales),
        f"{'; '.join(p_words)}." if p_words else "",
        tr("One of {count} pairs.", count=printed_figures.count(len(names))) if len(names) > 1 else "",
        printed_figures.gold(result.gold) if any(name.startswith("verdict:") for name in chosen_pair) else "",
        printed_figures.left_out(left_words(criterion_names, main["left_out"], chosen_pair)),
    )
    table = plain(
        [*pair_rows, *(row for row in rows if (row["x"], row["y"]) != chosen_pair)],
        COLUMNS,
        closing=name_scores(close_table("correlation", connection, pair_rows), pair_rows),
    )
    return Picture(_finding(main, words), subtitle, drawing, table, pairs=tuple(texts))


def _compute_coefficients(connection: Connection, reader: CellReader, params: Params) -> Result:
    """All coefficients of all pairs, or where there are many those that cost little."""
    count = sum(1 for _ in pair_columns(*sides(reader, params)))
    quick = replace(params, level="summary", coefficients=("pearson", "spearman"))
    return compute("correlation", connection, quick if count > EVERY else params)


def _score(reader: CellReader, name: str) -> ScoreColumn:
    return next(score for score in Scores(reader).find(name) if score.name == name)


def _finding(row: Row, words: tuple[str, str]) -> str:
    if row["value"] is None:
        return tr("{one} and {other}: correlation undefined", one=words[0], other=words[1])
    figure = f"{printed_figures.number(row['value'])}{printed_figures.spread(row['low'], row['high'])}"
    figure += f", n = {row['n']:,}"
    if row["low"] is not None and row["low"] <= 0 <= row["high"]:
        return tr("{one} and {other}: no clear relation ({figure})", one=words[0], other=words[1], figure=figure)
    return tr("{one} and {other}: correlation {figure}", one=words[0], other=words[1], figure=figure)


def _forest(rows: list[Row], name: str, words: str) -> tuple[Coefficient, ...]:
    """Pearson's coefficient of each score with the second one by summary, the highest first."""
    lines = [row for row in rows if row["y"] == name and row["level"] == "summary" and row["coefficient"] == "pearson"]
    lines.sort(key=lambda row: (row["value"] is None, -(row["value"] or 0.0)))
    counts = printed_figures.span(row["n"] for row in lines)
    under = tr("Pearson with “{score}” by summary, n = {count}", score=words, count=counts)
    coefficients: list[Coefficient] = []
    for row in lines[:MOST]:
        why = reason(str(row["why"] or ""), "value")
        text = printed_figures.MISSING if row["value"] is None else printed_figures.number(row["value"])
        spread = printed_figures.spread(row["low"], row["high"])
        if row["value"] is not None and row["low"] is None:
            spread = tr(", no interval")
        words_of = tr("undefined: {why}", why=why) if row["value"] is None else f"{text}{spread}"
        figure_mark = Mark(
            row["value"], row["low"], row["high"], 0, why, row, f"{row['x_name']}: {words_of}", few=rests_on_few(row)
        )
        coefficients.append(Coefficient(row["x_name"], figure_mark, f"{text}{spread}", "" if coefficients else under))
    return tuple(coefficients)


def _strongest(rows: list[Row], unions: set[str]) -> tuple[str, str]:
    """The pair to begin with: one with an interval, of a roll-up before single criteria (whose few errors can agree
    perfectly by chance), then the strongest."""
    summary_rows = [row for row in rows if row["level"] == "summary" and row["coefficient"] == "pearson"]

    def weight(row: Row) -> tuple[bool, bool, float]:
        overall = is_overall(row["y"], unions) or is_overall(row["x"], unions)
        return row["low"] is not None, overall, abs(row["value"] or 0.0)

    best = max(summary_rows or rows, key=weight)
    return best["x"], best["y"]


def _field(reader: CellReader, first: ScoreColumn, second: ScoreColumn, titles: tuple[str, str]) -> Field:
    document, x, y, _ = pairs(first, second)
    axes = _axes(x, y, titles)
    places = reader.documents.place(document)
    items = reader.documents.item[places]
    dots: list[Dot] = _heaps(items, x, y) if len(document) else []
    tiles = hexagons(items, x, y, axes) if not dots and len(document) > MANY else ()
    if not dots and not tiles:
        codes, keys = reader.documents.labels("item")
        for number, place in enumerate(places.tolist()):
            document_dot = dot((float(x[number]), float(y[number])), (ItemId(int(items[number])),), 1)
            words = document_dot.mark.words.replace(tr_n("{n:,} document", "{n:,} documents", 1), keys[codes[place]], 1)
            dots.append(replace(document_dot, mark=replace(document_dot.mark, words=words)))
    guides: tuple[Any, ...] = ()
    if axes[0].low == axes[1].low and axes[0].high == axes[1].high:
        guides = (((axes[0].low, axes[0].low), (axes[0].high, axes[0].high), ""),)
    elif float(np.ptp(x)) > 0 and float(np.ptp(y)) > 0:
        slope, start = np.polyfit(x, y, 1)
        ends = np.clip([start + slope * float(end) for end in (x.min(), x.max())], axes[1].low, axes[1].high)
        if slope:
            left, right = ((end - start) / slope for end in ends)
            guides = (((float(left), float(ends[0])), (float(right), float(ends[1])), ""),)
    return Field(*axes, tuple(dots), (), guides, hexagons=tiles, across=ACROSS if tiles else 0, square=True)


def _axes(x: Floats, y: Floats, titles: tuple[str, str]) -> tuple[Axis, Axis]:
    """One scale for both where they have one, with a little room around all."""
    ends = [(float(values.min()), float(values.max())) for values in (x, y)]
    low, high = min(end[0] for end in ends), max(end[1] for end in ends)
    if all(end[1] - end[0] >= ALIKE * (high - low) for end in ends):
        ends = [(low, high)] * 2
    axes = []
    for (start, end), title in zip(ends, titles, strict=True):
        room = (end - start) * 0.07 or 0.5  # a large dot at the end of an axis is whole
        axes.append(Axis(start - room, end + room, title))
    return axes[0], axes[1]


def _heaps(items: Any, x: Floats, y: Floats) -> list[Dot]:
    """A dot a place; none where the places are many, or all documents have one of their own."""
    across, column = np.unique(x, return_inverse=True)
    up, line = np.unique(y, return_inverse=True)
    if max(len(across), len(up)) > FEW:
        return []
    places, which, counts = np.unique(column * len(up) + line, return_inverse=True, return_counts=True)
    if not len(places) < len(x) or len(places) > FEW:
        return []
    return [
        dot(
            (float(across[place // len(up)]), float(up[place % len(up)])),
            tuple(np.unique(items[which == number]).tolist()),
            int(counts[number]),
        )
        for number, place in enumerate(places.tolist())
    ]


CHART = Chart(
    "correlation",
    tr("Correlation"),
    tr("Errors"),
    3,
    build,
    ("pair", "judge", "system", "source", "split", "gold", "only-gold"),
    intervals=printed_figures.OVER_PAIRS,
)
