"""LongSumEval as curves: how agreement with people moves with a setting, and what each round of refinement changed."""

from __future__ import annotations

from typing import Any

from galley.core.paper_tables.paper_table import Figure, Sheet
from galley.core.paper_tables.registry import fill
from galley.core.papers.longsumeval.tables.paper import PAPER
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Curve, Mark, Picture, Plane, Point
from galley.gui.charts.chart_marks import around
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import describe_figures
from galley.gui.charts.paper_pages_chart import GROUP, PREFIX
from galley.gui.translation import tr

TITLE = tr("LongSumEval, curves")
LENGTHS = "longsumeval-lengths"
PAGES = {
    tr("Threshold"): ("longsumeval-threshold", tr("Threshold")),
    tr("Questions that count"): ("longsumeval-top", tr("Questions that count")),
    tr("Rounds"): ("longsumeval-rounds", tr("Round")),
    tr("Lengths"): (LENGTHS, tr("Per cent of the texts that are at most this long")),
}
"""What the chip "pair" offers: the table behind each page, and what runs along it."""
ROUNDS = "longsumeval-rounds"
COLUMNS = (
    ChartColumn("series", tr("Series")),
    ChartColumn("x", tr("Setting"), "number"),
    ChartColumn("n", "n", "count"),
    ChartColumn("value", tr("Value"), "number"),
    ChartColumn("value", "", "interval"),
)
FEWEST = 3
"""Points without which a curve has no form."""
Spot = tuple[float, Figure]


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A curve a similarity and data set, or of refinement a score; the table of the same name has the figures."""
    page = ask.pair if ask.pair in PAGES else next(iter(PAGES))
    name, along = PAGES[page]
    table = next(candidate for candidate in PAPER.tables if candidate.name == name)
    sheet = fill(connection, table, ask.params(judges=ask.judges, given=()))
    if sheet is None:
        return Picture(TITLE, needs=table.needs, pairs=tuple(PAGES))
    series = {ROUNDS: _changes, LENGTHS: _lengths}.get(name, _settings)(sheet)
    short = [who for who, spots in series.items() if len(spots) < FEWEST]
    series = {who: spots for who, spots in series.items() if who not in short}
    if not series:
        needs = tr("This curve needs {n} points or more of one series; its table has fewer.", n=FEWEST)
        return Picture(TITLE, needs=needs, pairs=tuple(PAGES))
    points: list[Point] = []
    curves: list[Curve] = []
    rows: list[dict[str, Any]] = []
    for place, (who, spots) in enumerate(series.items()):
        marks = [_mark(who, x, cell, place, along) for x, cell in spots]
        points += [Point(x, mark) for (x, _), mark in zip(spots, marks, strict=True)]
        curves.append(Curve(tuple(x for x, _ in spots), tuple(mark.value or 0.0 for mark in marks), series=place))
        rows += [{"series": who, "x": x, "n": c.n, "value": c.value, "low": c.low, "high": c.high} for x, c in spots]
    positions = [x for spots in series.values() for x, _ in spots]
    title = {ROUNDS: tr("Change of the mean since the first version"), LENGTHS: tr("Characters")}.get(
        name, tr("Kendall's tau-b with people")
    )
    x_axis = Axis(min(positions), max(positions), along)
    least, most, step = (0.0, 100.0, 100.0) if name == LENGTHS else (0.0, 0.5, 0.1)
    y_axis = around((point.mark for point in points), least, most, step, title=title)
    drawing = Plane(x_axis, y_axis, tuple(points), tuple(curves))
    what = describe_figures(tr("{page}, {measure}", page=page, measure=title), rows, ("series",), kind="number")
    about = sheet.about
    if short:
        words = tr("Fewer than {n} points, not drawn: {series}.", n=FEWEST, series=", ".join(short))
        about = f"{about} {words}".lstrip()
    return Picture(what or TITLE, about, drawing, plain(rows, COLUMNS), tuple(series), pairs=tuple(PAGES))


def _settings(sheet: Sheet) -> dict[str, list[Spot]]:
    """A curve for each judge, data set and similarity that has a figure under some setting."""
    spots_by_series: dict[str, list[Spot]] = {}
    for line in sheet.lines:
        for column, cell in zip(sheet.columns, line.figures, strict=True):
            if cell is not None and cell.value is not None:
                who = ", ".join(filter(None, (line.group, column.group, column.title.strip("–"))))
                spots_by_series.setdefault(who, []).append((float(line.label), cell))
    return spots_by_series


def _changes(sheet: Sheet) -> dict[str, list[Spot]]:
    """The change since the first version, round by round, of each score."""
    place = next(n for n, column in enumerate(sheet.columns) if column.title == "Change")
    spots_by_series: dict[str, list[Spot]] = {}
    for line in sheet.lines:
        spots = spots_by_series.setdefault(line.group, [(0.0, Figure(0.0))])
        if (cell := line.figures[place]) is not None and cell.value is not None:
            spots.append((float(line.label.rpartition(" ")[2]), cell))
    return spots_by_series


def _lengths(sheet: Sheet) -> dict[str, list[Spot]]:
    """How long the texts of each kind and data set are, by the share of them that is no longer."""
    spots_by_series: dict[str, list[Spot]] = {}
    for line in sheet.lines:
        for column, cell in zip(sheet.columns, line.figures, strict=True):
            if column.title.endswith(" %") and cell is not None:
                spots_by_series.setdefault(f"{line.group}, {line.label}", []).append((float(column.title[:-2]), cell))
    return spots_by_series


def _mark(who: str, x: float, cell: Figure, place: int, along: str) -> Mark:
    assert isinstance(cell.value, int | float)
    count = f", n = {printed_figures.count(cell.n)}" if cell.n is not None else ""
    value = f"{printed_figures.number(cell.value, 3)}{printed_figures.spread(cell.low, cell.high)}"
    words = f"{who}, {along} {f'{x:g}'}: {value}{count}"
    return Mark(float(cell.value), cell.low, cell.high, place, "", None, words)


CHART = Chart(
    f"{PREFIX}longsumeval-curves",
    TITLE,
    GROUP,
    31,
    build,
    ("pair", "judge", "system", "source", "split"),
    paged=True,
    intervals=printed_figures.OVER_ITEMS,
)
