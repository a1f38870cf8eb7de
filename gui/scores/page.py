"""One chart on a page: title, what it measures, the chips, the drawing, the table beneath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGraphicsView,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from galley.gui.charts.base import Mark, Matrix, Picture, Plane, RowLine, Rows, WorkTables
from galley.gui.plain_text import Button, PlainLabel
from galley.gui.scores.drawing.matrix import MatrixDrawing
from galley.gui.scores.drawing.painting import PaintedChart
from galley.gui.scores.drawing.sheet import SheetsDrawing
from galley.gui.scores.score_filters import ScoreFilters
from galley.gui.scores.table_view import TableView
from galley.gui.theme import Theme, Type
from galley.gui.theme.contrast import mix
from galley.gui.translation import tr
from galley.gui.widgets.segmented import SegmentedControl

if TYPE_CHECKING:
    from galley.gui.scores.drawing.plot_chart import PlotChart

_SIDE = 26
_NARROW = 760.0
_WIDEST_CHART = 1100.0
_WIDE = 1560.0
"""From this width on, that of a page in a window of about 1,800 pixels, the table stands beside the drawing."""
BUTTONS = (
    ("png", "PNG"),
    ("svg", "SVG"),
    ("csv", "CSV"),
    ("copy", tr("Copy")),
    ("copy-csv", tr("Copy as CSV")),
    ("copy-markdown", tr("Copy as Markdown")),
    ("copy-latex", tr("Copy as LaTeX")),
    ("all", tr("All charts")),
)
COPIED = {"copy-csv": "csv", "copy-markdown": "markdown", "copy-latex": "latex"}
"""The buttons of a page of tables, and what each copies."""


class ChartPage(QScrollArea):
    """``opened(row of a metric)`` asks for the cells behind a mark or a line of the table, ``pressed(name)`` follows a
    button of ``BUTTONS``, ``wanted(name)`` the button beside what a chart needs."""

    opened = Signal(object)
    pressed = Signal(str)
    action_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.picture: Picture | None = None
        self.chart: PaintedChart | PlotChart | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._sheet = QWidget(self)
        self.setWidget(self._sheet)
        for widget in (self, self.viewport(), self._sheet):
            widget.setBackgroundRole(QPalette.ColorRole.Base)
            widget.setAutoFillBackground(True)
        self._title = self._label(tr("Title of the chart"), True)
        self._subtitle = self._label(tr("What the chart measures"), True)
        self._details = self._label(tr("Which gold, and what was left out"), True)
        self._warning = self._label(tr("Limits of these figures"), True)
        self._needs = self._label(tr("What the chart needs"), True)
        self.more = Button(tr("How it is computed"), self._sheet)
        self._computing = PlainLabel(tr("The intervals are being computed…"), self._sheet)
        self.do = Button(parent=self._sheet)
        self._does = ""
        self.beside = Button(parent=self._sheet)
        self._buttons = {name: Button(words, self._sheet) for name, words in BUTTONS}
        self.filters = ScoreFilters(theme, self._sheet)
        self.views = SegmentedControl(theme, [], self._sheet)
        self.views.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.views.hide()
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._above = QVBoxLayout()
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._place = QHBoxLayout()
        self._place.addStretch(0)
        self.table = TableView(theme, self._sheet)
        self.table.behind.connect(self.opened)
        self._closing = self._label(tr("Result of the table"), wraps=True)
        self._lay_out()
        theme.changed.connect(self._dress)
        self._dress()

    def show_views(self, views: Sequence[tuple[str, str]], name: str) -> None:
        """Switch between these charts, (name, word) each, of which ``name`` is shown; none for a chart without."""
        self.views.setVisible(bool(views))
        if views:
            self.views.offer(views)
            self.views.set_current(name)

    def show_title(self, words: str) -> None:
        """The title before the figures are there; the drawing of another chart goes."""
        self._clear()
        self.picture = None
        self._title.setText(words)
        self._tell(Picture(words), is_complete=True)
        self.table.setVisible(False)
        self._closing.setVisible(False)
        self._offer(None)

    def show_picture(self, picture: Picture, is_complete: bool = True, redraw: bool = False) -> None:
        """Draw another answer of the same or another chart. Where it is not ``settled``, intervals that are still
        being computed are taken from the picture before it and drawn pale. ``anew`` draws it again though it is the
        same, in another theme."""
        before, at = self.picture, self._at()
        if not is_complete and before is not None and before.offer[0] and not picture.warning:
            # what the full answer warned of stays until the next one, or the drawing would jump at each decision
            picture = replace(picture, warning=before.warning, offer=before.offer)
        self.picture = picture
        self._title.setText(picture.title)
        self._tell(picture, is_complete)
        drawing = picture.drawing
        pale: frozenset[tuple[int, int]] = frozenset()
        if not is_complete and isinstance(drawing, Rows) and before is not None and isinstance(before.drawing, Rows):
            drawing, pale = _carry(drawing, before.drawing)
        focused = self.chart is not None and self.chart.hasFocus()
        # Where nothing in the drawing changed it is the very one that was remembered, and it stays.
        if drawing is None or before is None or drawing is not before.drawing or redraw:
            self._show_drawing(drawing, pale, picture.title)
        if self.chart is not None and at >= 0 and before is not None and before.title == picture.title:
            self.chart.select(at)
            if focused:
                self.chart.setFocus()
        self.table.setVisible(bool(picture.table.rows))
        closing = picture.table.closing if is_complete else ""  # it is about intervals
        self._closing.setText(closing)
        self._closing.setVisible(bool(picture.table.rows and closing))
        self.table.show_table(picture.table)
        self._offer(drawing)

    def offer_to(self, name: str, words: str) -> None:
        """What the button beside a chart's needs does, and says; "" for no button."""
        self._does = name
        self.do.setText(words)
        self.do.setVisible(bool(name) and not self._needs.isHidden())

    def _tell(self, picture: Picture, is_complete: bool) -> None:
        """The sentences above the drawing: the measure, what is folded below it, a warning, or what is needed."""
        has_drawing = picture.drawing is not None
        for label, words in (
            (self._subtitle, picture.measure),
            (self._warning, picture.warning),
            (self._details, picture.details if self.more.isChecked() else ""),
            (self._needs, "" if has_drawing else picture.needs),
        ):
            label.setText(words)
            label.setVisible(bool(words))
        name, words = picture.offer
        self.beside.setText(words)
        self.beside.setProperty("does", name)
        self.beside.setVisible(has_drawing and bool(name))
        self.more.setVisible(bool(picture.details))
        self._computing.setVisible(has_drawing and not is_complete and isinstance(picture.drawing, Rows | Plane))
        self.do.setVisible(bool(self._does and picture.needs) and not has_drawing)

    def _fold(self) -> None:
        self._details.setText(self.picture.details if self.picture is not None and self.more.isChecked() else "")
        self._details.setVisible(bool(self._details.text()))

    def _offer(self, drawing: Rows | Matrix | Plane | WorkTables | None) -> None:
        """The buttons that fit a drawing; without one they wait."""
        tables = isinstance(drawing, WorkTables)
        for name, button in self._buttons.items():
            button.setVisible(tables if name in COPIED else not (tables and name in ("svg", "csv", "copy")))
            button.setEnabled(drawing is not None or name == "all")

    def put_above(self, widget: QWidget) -> None:
        """Let a widget stand between the chips and the drawing; who puts it there shows and hides it."""
        self._above.addWidget(widget)

    def into_chart(self) -> None:
        """Give the keyboard to the drawing."""
        if self.chart is not None:
            self.chart.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the buttons stand under the words."""
        narrow = self.width() < self._theme.px(_NARROW)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if way is not self._head.direction():
            self._head.setDirection(way)
        self._share_body()
        super().resizeEvent(event)

    def _share_body(self) -> None:
        """The table beside the drawing where there is room for both, else below it; no drawing but tables is wider than
        one can read along."""
        is_table = self.picture is not None and isinstance(self.picture.drawing, WorkTables)
        beside = self.chart is not None and not is_table and self.width() >= self._theme.px(_WIDE)
        self._body.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        for place in (0, 1):
            self._body.setStretch(place, int(beside))
        if self.chart is not None and not is_table:
            self.chart.setMaximumWidth(round(self._theme.px(_WIDEST_CHART)))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """A tall chart keeps its axis in sight."""
        super().scrollContentsBy(dx, dy)
        if isinstance(self.chart, QGraphicsView) and self.chart.height() > self.viewport().height():
            self.chart.viewport().update()

    def open_selected(self) -> None:
        """Ask for the cells behind what is selected in the drawing or the table; the first mark where nothing is."""
        row = self.table.row if self.table.hasFocus() else None
        if row is None and self.chart is not None:
            if self.chart.current is None and self.chart.marks():
                self.chart.select(0)
                return
            mark = self.chart.current
            row = mark.row if mark is not None else None
        if row is not None:
            self.opened.emit(row)

    def _show_drawing(
        self, drawing: Rows | Matrix | Plane | WorkTables | None, pale: frozenset[tuple[int, int]], title: str
    ) -> None:
        self._clear()
        self.chart = draw(self._theme, drawing, pale)
        if self.chart is None:
            return
        self.chart.setAccessibleName(tr("Chart: {title}", title=title))
        self.chart.opened.connect(self._open)
        self._place.insertWidget(0, self.chart, 1)
        self._share_body()

    def _open(self, mark: Mark) -> None:
        if mark.row is not None:
            self.opened.emit(mark.row)

    def _at(self) -> int:
        return self.chart.place() if self.chart is not None else -1

    def _clear(self) -> None:
        if self.chart is not None:
            self._place.removeWidget(self.chart)
            self.chart.hide()
            self.chart.deleteLater()
            self.chart = None

    def _label(self, name: str, wraps: bool) -> QLabel:
        label = PlainLabel(parent=self._sheet)
        label.setWordWrap(wraps)
        label.setAccessibleDescription(name)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(
            QSizePolicy.Policy.Ignored if wraps else QSizePolicy.Policy.Preferred, label.sizePolicy().verticalPolicy()
        )
        return label

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self._title)
        words.addWidget(self._subtitle)
        folded = QHBoxLayout()
        folded.setSpacing(14)
        folded.addWidget(self.more)
        folded.addWidget(self._computing)
        folded.addStretch(1)
        self.more.setFlat(True)
        self.more.setCheckable(True)
        self.more.toggled.connect(self._fold)
        words.addLayout(folded)
        words.addWidget(self._details)
        words.addWidget(self._warning)
        doubt = QHBoxLayout()
        doubt.addWidget(self.beside)
        doubt.addStretch(1)
        words.addLayout(doubt)
        needing = QHBoxLayout()
        needing.addWidget(self.do)
        needing.addStretch(1)
        for button in (self.more, self.do, self.beside):
            button.setAutoDefault(False)
        self.do.clicked.connect(lambda: self.action_requested.emit(self._does))
        self.beside.clicked.connect(lambda: self.action_requested.emit(self.beside.property("does")))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self._head.setSpacing(12)
        self._head.addLayout(words, 1)
        self._head.addLayout(buttons)
        for name, button in self._buttons.items():
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, name=name: self.pressed.emit(name))
            buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        buttons.addStretch(1)
        column = QVBoxLayout(self._sheet)
        column.setContentsMargins(_SIDE, 18, _SIDE, 24)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addSpacing(10)
        column.addWidget(self.views)
        column.addSpacing(8)
        column.addWidget(self.filters)
        column.addSpacing(14)
        column.addLayout(self._above)
        column.addWidget(self._needs)
        column.addSpacing(8)
        column.addLayout(needing)
        self._body.setSpacing(10)
        self._body.addLayout(self._place)
        figures = QVBoxLayout()
        figures.setSpacing(6)
        figures.addWidget(self.table)
        figures.addWidget(self._closing)
        figures.addStretch(1)
        self._body.addLayout(figures)
        column.addLayout(self._body)
        column.addStretch(1)

    def _dress(self) -> None:
        theme, roles = self._theme, self._theme.roles
        for label, style, role in (
            (self._title, Type.PAGE_TITLE, roles.text),
            (self._subtitle, Type.BODY, roles.second),
            (self._details, Type.SMALL, roles.second),
            (self._computing, Type.SMALL, roles.second),
            (self._closing, Type.SMALL, roles.second),
            (self._warning, Type.BODY, roles.text),
            (self._needs, Type.BODY, roles.text),
        ):
            label.setFont(theme.font(style))
            label.setStyleSheet(f"color: {role}; background: transparent;")
        self._warning.setStyleSheet(
            f"color: {roles.text}; background: {mix(roles.panel, roles.warning, 0.12)};"
            f" border-left: 3px solid {roles.warning}; padding: 5px 9px;"
        )
        # Its ring is there at all times, or it would cut the words when it comes.
        self.more.setStyleSheet(
            f"QPushButton {{ color: {roles.accent}; padding: 0 3px 0 1px; border: 2px solid transparent; }}"
            f" QPushButton:focus {{ border-color: {roles.accent}; border-radius: 4px; }}"
        )
        if self.picture is not None:
            self.show_picture(self.picture, redraw=True)


def draw(
    theme: Theme,
    drawing: Rows | Matrix | Plane | WorkTables | None,
    pale: frozenset[tuple[int, int]] = frozenset(),
    parent: QWidget | None = None,
) -> PaintedChart | PlotChart | None:
    """The widget of a drawing; None for none."""
    if drawing is None:
        return None
    if isinstance(drawing, Plane):
        from galley.gui.scores.drawing.plane import PlaneChart  # pyqtgraph takes long to import

        return PlaneChart(theme, drawing, parent)
    if isinstance(drawing, Rows):
        from galley.gui.scores.drawing.interval_rows import RowsChart

        return RowsChart(theme, drawing, pale, parent)
    if isinstance(drawing, WorkTables):
        return PaintedChart(theme, SheetsDrawing(theme, drawing), parent)
    return PaintedChart(theme, MatrixDrawing(theme, drawing), parent)


def _carry(current: Rows, before: Rows) -> tuple[Rows, frozenset[tuple[int, int]]]:
    """``now`` with the intervals of ``before`` where it has none yet and the same marks stand."""
    previous_marks = {(line.label, mark.series): mark for line in before.lines for mark in line.marks}
    pale: set[tuple[int, int]] = set()
    lines: list[RowLine] = []
    for number, line in enumerate(current.lines):
        marks = list(line.marks)
        for place, mark in enumerate(marks):
            old = previous_marks.get((line.label, mark.series))
            if mark.value is not None and mark.low is None and old is not None and old.low is not None:
                marks[place] = replace(mark, low=old.low, high=old.high)
                pale.add((number, place))
        lines.append(replace(line, marks=tuple(marks)))
    axis = replace(
        current.axis, low=min(current.axis.low, before.axis.low), high=max(current.axis.high, before.axis.high)
    )
    return replace(current, axis=axis, lines=tuple(lines)), frozenset(pale)
