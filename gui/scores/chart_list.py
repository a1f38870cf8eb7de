"""The list at the left: the overview, then the charts, grouped under small capitals."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from galley.gui.charts.base import Chart
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.line_list import LineList

OVERVIEW = "overview"
_MORE = "more"
"""The line that stands for the charts that have nothing to show yet."""
_NOTHING = tr(", nothing to show yet")
_SIDE = 13.0
_ROW = 31.0
_HEAD = 36.0
WIDTH = 228.0


@dataclass(frozen=True)
class ChartLine:
    """A chart under the head of its group; a head has no ``chart``. An empty one is grey."""

    chart: str
    title: str
    group: str
    empty: bool = False

    @property
    def selectable(self) -> bool:
        """Charts are."""
        return bool(self.chart)

    @property
    def name(self) -> str:
        """What is read out."""
        return f"{self.group}: {self.title}{_NOTHING * self.empty}" if self.chart else self.title

    def height(self, theme: Theme, width: float) -> float:
        """A head has a little more air above it."""
        return theme.px(_ROW if self.chart else _HEAD)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """Group heads in small capitals."""
        style = Type.BODY if self.chart else Type.HEAD
        painter.setFont(theme.font(style))
        painter.setPen(theme.color("text" if self.chart and not self.empty else "second"))
        inner = rect.adjusted(theme.px(_SIDE), 0 if self.chart else theme.px(6), -theme.px(6), 0)
        words = theme.metrics(style).elidedText(self.title, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), words)


class ChartList(LineList):
    """``picked(name)`` follows each other chart that is chosen, and the overview (``OVERVIEW``)."""

    picked = Signal(str)

    def __init__(self, theme: Theme, charts: Sequence[Chart], parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Charts"), parent)
        self._theme = theme
        self._charts = charts
        self._absent: frozenset[str] = frozenset()
        self._empty: frozenset[str] = frozenset()
        self._shows_empty = False
        self.name = ""
        """The chart that is chosen, OVERVIEW, or ""."""
        self.chosen.connect(lambda row: self.choose(self._line(row).chart))
        theme.changed.connect(self._widen)
        self._widen()
        self._fill()

    def choose(self, name: str) -> bool:
        """Choose a chart by its name, or the overview; False where there is none."""
        if name == _MORE:
            self._shows_empty = True
            self._fill()
            return True
        if name != OVERVIEW and not any(chart.name == name for chart in self._charts):
            return False
        if name != self.name:
            self.name = name
            self.set_current(self._row())
            self.picked.emit(name)
        return True

    def neighbour(self, step: int) -> int | None:
        """See ``LineList``; none of a chart that is not offered."""
        return None if self.name and self.current is None else super().neighbour(step)

    def leave_out(self, absent: Collection[str]) -> None:
        """Offer no chart of these groups or names, and all others. Where the chosen one goes the overview is chosen."""
        self._absent = frozenset(absent)
        if self.name and self.name not in (OVERVIEW, *self.available_names):
            self.choose(OVERVIEW)
        self._fill()

    def grey(self, empty: Collection[str]) -> None:
        """Fold these charts, which have nothing to show yet, into one line, and show all others as usual."""
        if self._empty != frozenset(empty):
            self._empty = frozenset(empty)
            self._fill()

    @property
    def available_names(self) -> list[str]:
        """The names of the charts that can be chosen."""
        return [chart.name for chart in self._charts if not {chart.group, chart.name} & self._absent]

    def sizeHint(self) -> QSize:
        """A column."""
        return QSize(round(self._theme.px(WIDTH)), 400)

    def _line(self, row: int) -> ChartLine:
        line = self.lines[row]
        assert isinstance(line, ChartLine)
        return line

    def _row(self) -> int | None:
        return next((at for at in range(len(self.lines)) if self._line(at).chart == self.name), None)

    def _fill(self) -> None:
        offered, group = set(self.available_names), ""
        folded = set() if self._shows_empty else self._empty & offered - {self.name}
        lines = [ChartLine(OVERVIEW, tr("Overview"), tr("Scores"))]
        for chart in self._charts:
            if chart.name in offered - folded:
                if chart.group != group:
                    group = chart.group
                    lines.append(ChartLine("", group, group))
                lines.append(ChartLine(chart.name, chart.title, group, chart.name in self._empty))
        if folded:
            more = tr_n("{n} chart needs more data", "{n} charts need more data", len(folded))
            lines.append(ChartLine(_MORE, more, tr("Scores"), empty=True))
        row = next((at for at, line in enumerate(lines) if line.chart == self.name), None)
        self.show_lines(lines, row if self.name else None, keep=True)

    def _widen(self) -> None:
        self.setFixedWidth(round(self._theme.px(WIDTH)))


IMPORT, RUNS, REVIEW = ("import", tr("Import data…")), ("runs", tr("Open Runs")), ("review", tr("Open Review"))
DRAW = ("draw", tr("Draw a review sample…"))
SCORES = ("correlation", "partial-correlation")
"""Charts of scores, which are imported."""


def find_remedy(chart: Chart, facts: Collection[str]) -> tuple[str, str]:
    """The name of what the window can do (a view, an entry of the menu), and the words of its button."""
    if "item" not in facts:
        return IMPORT
    lacking = chart.lacks(facts)
    if "judge" in lacking:
        return RUNS
    if lacking == ["draw"]:
        return DRAW
    if chart.name in SCORES:
        return IMPORT
    return RUNS if chart.group == tr("Papers") else REVIEW
