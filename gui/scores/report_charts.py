"""The window's charts and the figures of its overview as SVG for the export ``report``, whichever thread writes it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QPoint
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

from galley.core.domain import ItemId
from galley.core.exports._charts import Drawn, DrawnDays, DrawnFigures
from galley.core.metrics.overview import Card
from galley.core.paper_tables.paper_table import Figure
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts._answer_times import to_epoch_seconds
from galley.gui.charts.base import Axis, ChartRequest, Mark, Picture, RowLine, Rows
from galley.gui.charts.chart_marks import around
from galley.gui.charts.drawing_kinds import Dot, Field, LineTrace
from galley.gui.charts.registry import REGISTRY
from galley.gui.qt_application import make_application
from galley.gui.read_threads import run_in_window_thread
from galley.gui.scores import score_filters
from galley.gui.scores.overview_page import FigureStrip
from galley.gui.scores.picture_files import PictureSheet, write_svg
from galley.gui.theme import Mode, Theme

_DAY = 86_400.0
_NO_GROUND = QWidget.RenderFlag(0)


class ReportFigure(NamedTuple):
    """A chart: its name, what it says, and the drawing."""

    name: str
    title: str
    subtitle: str
    svg: str


def figures(
    connection: Connection,
    chart_names: Sequence[str],
    items: tuple[ItemId, ...],
    resamples: int,
    cancelled: Callable[[], bool],
    wide: int,
) -> dict[str, ReportFigure]:
    """The charts of these names that have anything to show, by name, ``wide`` pixels wide, in English, in the order and
    colours of the window. ``items`` are row ids; empty for all.

    They are computed here and drawn in the window's thread. Raises: Cancelled where the project closes meanwhile.
    """
    choices = score_filters.read(connection)
    ask = ChartRequest(
        every_judge=choices.judges,
        every_human=choices.humans,
        every_system=choices.systems,
        items=items,
        resamples=resamples,
        cancelled=cancelled,
    )
    pictures = {name: REGISTRY.get(name).picture(connection, ask) for name in chart_names}
    there_is = {name: picture for name, picture in pictures.items() if picture.drawing is not None}
    return _draw(lambda: {name: _draw_figure(name, picture, wide) for name, picture in there_is.items()})


def draw_charts(charts: Mapping[str, Drawn], wide: int) -> dict[str, ReportFigure]:
    """What a report draws of its own figures, by the same names, ``wide`` pixels wide."""
    return _draw(
        lambda: {
            name: _draw_figure(name, _days(chart) if isinstance(chart, DrawnDays) else _figures(chart), wide)
            for name, chart in charts.items()
        }
    )


def draw_strips(cards: Sequence[Card], wide: int) -> dict[str, ReportFigure]:
    """The figures of the overview's cards as its page draws them, by the names of the cards that have any."""
    return _draw(lambda: {card.name: _draw_strip(card, wide) for card in cards if card.bars or card.counts})


def _draw_strip(card: Card, wide: int) -> ReportFigure:
    theme, parent = Theme(Mode.LIGHT), QWidget()
    strip = FigureStrip(theme, parent)
    strip.show_card(card)
    strip.resize(wide, strip.sizeHint().height())
    svg = write_svg(
        strip.size(), strip.logicalDpiX(), lambda painter: strip.render(painter, QPoint(), QRegion(), _NO_GROUND)
    ).decode()
    parent.deleteLater()
    theme.deleteLater()
    return ReportFigure(card.name, card.question, card.finding, svg[svg.index("<svg") :])


def _figures(chart: DrawnFigures) -> Picture:
    lines = tuple(
        RowLine(label, tuple(_mark(figure, n) for n, figure in enumerate(figures) if figure is not None), note)
        for label, figures, note in chart.lines
    )
    low, high = chart.span
    step = max((high - low) / 5, 1.0) if chart.kind == "count" else 0.2
    axis = around((m for line in lines for m in line.marks), low, high, step, chart.axis, chart.kind)
    if chart.bars:  # the figure stands behind the end of its bar
        axis = replace(axis, high=axis.low + (axis.high - axis.low) * 1.18)
    return Picture("", chart.below, Rows(axis, lines, chart.guides, chart.bars), series=chart.series)


def _mark(figure: Figure, series: int) -> Mark:
    value = figure.value if not isinstance(figure.value, str) else None
    ends = (None, None) if figure.low == figure.high else (figure.low, figure.high)
    return Mark(value, *ends, series, figure.why)


def _days(chart: DrawnDays) -> Picture:
    curves, most = [], 0
    for number, days in enumerate(chart.days.values()):
        x, y = [to_epoch_seconds(days[0][0])], [0.0]
        for day, amount in days:
            x.append(to_epoch_seconds(day) + _DAY)
            y.append(y[-1] + amount)
        most = max(most, int(y[-1]))
        curves.append(LineTrace(tuple(x), tuple(y), series=number, label=printed_figures.count(y[-1])))
    start, end = min(curve.x[0] for curve in curves), max(curve.x[-1] for curve in curves)
    axes = Axis(start, end, "", "time"), Axis(0, most * 1.04, chart.axis, "count")
    points = tuple(Dot(c.x[-1], Mark(c.y[-1], series=c.series)) for c in curves)
    return Picture("", chart.below, Field(*axes, points, tuple(curves)), series=tuple(chart.days))


def _draw_figure(name: str, picture: Picture, wide: int) -> ReportFigure:
    theme = Theme(Mode.LIGHT)
    sheet = PictureSheet(theme, picture, headed=False, wide=wide)
    svg = sheet.svg().decode()
    sheet.close()
    theme.deleteLater()
    return ReportFigure(name, picture.title, picture.subtitle, svg[svg.index("<svg") :])


def _draw(work: Callable[[], dict[str, ReportFigure]]) -> dict[str, ReportFigure]:
    if threading.current_thread() is threading.main_thread():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        make_application()
    return run_in_window_thread(work)
