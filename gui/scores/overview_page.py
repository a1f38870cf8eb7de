"""The first page of Scores: six cards that say what was found, each with its figures and a way on."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from galley.core.metrics.overview import Bar, Card, Overview, format_bar
from galley.gui.plain_text import Button
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.key_cap import KeyCap
from galley.gui.widgets.styled_label import StyledLabel

NAME = "overview"
_WIDTHS = (680.0, 820.0)
"""From these widths on there are two cards side by side, and three."""
_TALLEST = 430.0
"""A card that its content does not fill grows no further on a large screen."""
_SIDE = 31.0
_ROW = 24.0
_LABEL_SHARE, _LABEL_MOST, _FIGURE_MOST = 0.25, 0.45, 0.38
"""Of the width of a card: what labels take at least and at most, and figures at most."""
_ENDS = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
_HUES = ("positive", "chip")
_BAR = 8.0


class FigureStrip(QWidget):
    """The figures of a card: a line each with its interval on one axis, or one bar of counts."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._card: Card | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_card(self, card: Card) -> None:
        """Draw the figures of ``card``; none for a card without figures."""
        self._card = card
        figures = [f"{bar.label}: {format_bar(bar, card.scale)}" for bar in card.bars]
        self.setAccessibleName("; ".join([*figures, *(f"{words}: {count:,}" for words, count in card.counts)]))
        self.setVisible(bool(card.bars or card.counts))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A row a figure, and one for the axis."""
        rows = 0 if self._card is None else len(self._card.bars) + 1 if self._card.bars else 2
        return QSize(200, math.ceil(self._theme.px(_ROW) * rows))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw lines, or the bar of counts with its legend."""
        if self._card is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._card.bars:
                self._paint_bars(painter, self._card)
            elif self._card.counts:
                self._paint_counts(painter, self._card.counts)

    def _paint_bars(self, painter: QPainter, card: Card) -> None:
        theme, row, width = self._theme, self._theme.px(_ROW), float(self.width())
        labels = max(theme.advance(Type.BODY, bar.label) for bar in card.bars) + theme.px(12)
        figures = max(theme.advance(Type.BODY_STRONG, format_bar(bar, card.scale)) for bar in card.bars)
        left = min(max(labels, width * _LABEL_SHARE), width * _LABEL_MOST)
        right = width - min(max(figures + theme.px(12), theme.px(52)), width * _FIGURE_MOST)
        end = find_axis_end(card.bars) if card.scale == "percent" else 1.0

        def place(value: float) -> float:
            return left + (right - left) * min(max(value / end, 0.0), 1.0)

        for number, bar in enumerate(card.bars):
            top = number * row
            middle = top + row / 2
            self._write(painter, QRectF(0, top, left - theme.px(10), row), bar.label, Type.BODY, "text")
            painter.fillRect(QRectF(left, middle - 0.5, right - left, 1), theme.color("hairline"))
            if bar.value is not None:
                self._paint_figure(painter, bar, place, middle)
            self._paint_value(painter, QRectF(right, top, width - right, row), bar, card.scale)
        top = len(card.bars) * row
        for value, words in build_ticks(end, card.scale):
            at = place(value)
            box = QRectF(at - theme.px(40), top, theme.px(80), row)
            flags = Qt.AlignmentFlag.AlignHCenter
            if value == 0:
                box, flags = QRectF(at, top, theme.px(80), row), Qt.AlignmentFlag.AlignLeft
            elif value == end:
                box, flags = QRectF(at - theme.px(80), top, theme.px(80), row), Qt.AlignmentFlag.AlignRight
            self._write(painter, box, words, Type.CAPTION_NUMBER, "second", flags)
        unit = tr("of 100") if card.scale == "percent" else tr("alpha")
        self._write(
            painter, QRectF(right, top, width - right, row), unit, Type.CAPTION, "second", Qt.AlignmentFlag.AlignRight
        )

    def _paint_figure(self, painter: QPainter, bar: Bar, place: object, middle: float) -> None:
        theme = self._theme
        assert callable(place) and bar.value is not None
        painter.setPen(Qt.PenStyle.NoPen)
        if bar.low is not None and bar.high is not None:
            painter.setBrush(theme.color("interval"))
            thick = theme.px(5)
            low, high = place(bar.low), place(bar.high)
            painter.drawRoundedRect(QRectF(low, middle - thick / 2, max(high - low, thick), thick), 2.5, 2.5)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(QPointF(place(bar.value), middle), theme.px(4.5), theme.px(4.5))
        else:  # a figure without an interval is no estimate: an open square
            side = theme.px(8)
            painter.setPen(theme.color("warning"))
            painter.setBrush(theme.color("panel"))
            painter.drawRect(QRectF(place(bar.value) - side / 2, middle - side / 2, side, side))

    def _paint_value(self, painter: QPainter, box: QRectF, bar: Bar, scale: str) -> None:
        """The figure in bold, its interval behind it, ending at the right."""
        words = format_bar(bar, scale)
        figure, _, rest = words.partition(" ") if bar.value is not None else ("", "", words)
        rest_width = self._theme.advance(Type.SMALL, rest) if rest else 0.0
        right = Qt.AlignmentFlag.AlignRight
        self._write(painter, box, rest, Type.SMALL, "second", right)
        gap = self._theme.px(4) if rest else 0.0
        self._write(painter, box.adjusted(0, 0, -rest_width - gap, 0), figure, Type.BODY_STRONG, "text", right)

    def _paint_counts(self, painter: QPainter, counts: Sequence[tuple[str, int]]) -> None:
        theme, total = self._theme, max(1, sum(count for _, count in counts))
        row, at = theme.px(_ROW), 0.0
        thick = theme.px(_BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("chip"))
        painter.drawRoundedRect(QRectF(0, (row - thick) / 2, self.width(), thick), thick / 2, thick / 2)
        left = 0.0
        for (words, count), hue in zip(counts, _HUES, strict=True):
            share = self.width() * count / total
            if hue != "chip" and share:
                painter.setBrush(theme.color(hue))
                painter.drawRoundedRect(QRectF(at, (row - thick) / 2, max(share, thick), thick), thick / 2, thick / 2)
            at += share
            side = theme.px(8)
            painter.setBrush(theme.color(hue))
            painter.drawRoundedRect(QRectF(left, row * 1.5 - side / 2, side, side), 2, 2)
            text = f"{count:,} {words}"
            self._write(painter, QRectF(left + theme.px(14), row, self.width(), row), text, Type.SMALL, "second")
            painter.setPen(Qt.PenStyle.NoPen)
            left += theme.px(14 + 18) + theme.advance(Type.SMALL, text)

    def _write(
        self,
        painter: QPainter,
        box: QRectF,
        words: str,
        style: Type,
        role: str,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        painter.setPen(self._theme.color(role))
        painter.setFont(self._theme.font(style))
        shown = self._theme.metrics(style).elidedText(words, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, int(align | Qt.AlignmentFlag.AlignVCenter), shown)


class OverviewCard(QFrame):
    """One card. ``chosen()`` a click, ``chartRequested(name)`` its link, ``actionRequested(name)`` a button."""

    chosen = Signal()
    chartRequested = Signal(str)
    actionRequested = Signal(str)

    def __init__(self, theme: Theme, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_current = False
        self.card: Card | None = None
        self.question = StyledLabel(theme, Type.HEAD, "second")
        self.finding = StyledLabel(theme, Type.TITLE)
        self.details = StyledLabel(theme, Type.SMALL, "second")
        self.strip = FigureStrip(theme, self)
        self.buttons: list[Button] = []
        self._column = column = QVBoxLayout(self)
        column.setSpacing(7)
        for widget in (self.question, self.finding, self.details):
            column.addWidget(widget)
        column.addSpacing(10)
        column.addWidget(self.strip)
        column.addStretch(1)
        self._foot = QHBoxLayout()
        self._foot.setSpacing(8)
        self._foot.addStretch(1)
        self._foot.addWidget(KeyCap(theme, str(number), self))
        column.addLayout(self._foot)
        theme.changed.connect(self._dress)
        self._dress()

    def show_card(self, card: Card) -> None:
        """Show what ``card`` says."""
        self.card = card
        self.question.set(card.question)
        self.finding.set(card.finding, "text" if card.is_known else "second")
        self.details.set(card.details)
        self.strip.show_card(card)
        self.setAccessibleName(f"{card.question} {card.finding} {card.details}".strip())
        for button in self.buttons:
            self._foot.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        for at, (name, words) in enumerate(card.actions):
            button = Button(words, self)
            button.clicked.connect(lambda _=False, name=name: self.actionRequested.emit(name))
            self._add_button(at, button)
        if card.chart and not card.actions:
            link = Button(card.chart_title, self)
            link.setFlat(True)
            link.clicked.connect(lambda _=False, name=card.chart: self.chartRequested.emit(name))
            self._add_button(0, link)
        self._dress()

    def _add_button(self, at: int, button: Button) -> None:
        button.setAutoDefault(False)
        self.buttons.append(button)
        self._foot.insertWidget(at, button)
        button.show()

    def set_current(self, is_current: bool) -> None:
        """Show that the keys mean this card."""
        self._is_current = is_current
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose it."""
        self.chosen.emit()
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The tint and edge of the current card, and hairlines to its neighbours."""
        theme, box = self._theme, self.rect()
        with QPainter(self) as painter:
            if self._is_current:
                painter.fillRect(box, theme.color("row"))
                painter.fillRect(QRectF(0, 0, theme.px(3), box.height()), theme.color("accent"))
            painter.fillRect(QRectF(box.width() - 1, 0, 1, box.height()), theme.color("hairline"))
            painter.fillRect(QRectF(0, box.height() - 1, box.width(), 1), theme.color("hairline"))

    def _dress(self) -> None:
        side = round(self._theme.px(24))
        self._column.setContentsMargins(round(self._theme.px(_SIDE)), 18, side, 14)
        for button in self.buttons:
            if button.isFlat():
                button.setStyleSheet(
                    f"QPushButton {{ color: {self._theme.roles.accent}; padding: 2px 3px 2px 1px; border: 2px solid"
                    f" transparent; text-align: left; }} QPushButton:focus {{ border-color: {self._theme.roles.accent};"
                    " border-radius: 4px; }"
                )
        self.update()


class _Sheet(QWidget):
    """What is scrolled: never lower than its words at this width need."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ground of texts, as in a pane."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.color("panel"))

    def minimumSizeHint(self) -> QSize:
        """The height of the layout at the present width."""
        layout = self.layout()
        return QSize(0, layout.heightForWidth(self.width()) if layout is not None else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words that wrap need another height."""
        super().resizeEvent(event)
        self.updateGeometry()


class OverviewPage(QScrollArea):
    """``chartRequested(name)`` a card's chart, ``actionRequested(name)`` what the window can do about a card,
    ``copyRequested()`` and ``reportRequested()`` the buttons of its head."""

    chartRequested = Signal(str)
    actionRequested = Signal(str)
    copyRequested = Signal()
    reportRequested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.overview: Overview | None = None
        self.current = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Overview"))
        self._sheet = _Sheet(theme, self)
        self.title = StyledLabel(theme, Type.PAGE_TITLE, parent=self._sheet)
        self.about = StyledLabel(theme, Type.BODY, "second", parent=self._sheet)
        self.copy = Button(tr("Copy"), self._sheet)
        self.report = Button(tr("Report"), self._sheet)
        self.care_head = StyledLabel(theme, Type.SMALL_STRONG, parent=self._sheet)
        self.care = StyledLabel(theme, Type.SMALL, "second", parent=self._sheet)
        self.cards = [OverviewCard(theme, number + 1, self._sheet) for number in range(6)]
        self._columns = 3
        self._grid = QGridLayout()
        self._lay_out()
        for number, card in enumerate(self.cards):
            card.chosen.connect(lambda number=number: self.choose(number))
            card.chartRequested.connect(self.chartRequested)
            card.actionRequested.connect(self.actionRequested)
            card.hide()
        self.copy.clicked.connect(lambda: self.copyRequested.emit())
        self.report.clicked.connect(lambda: self.reportRequested.emit())
        self.title.set(tr("What was found"))

    def show_overview(self, overview: Overview) -> None:
        """Show what was found."""
        self.overview = overview
        self.about.set(overview.about)
        for widget, card in zip(self.cards, overview.cards, strict=True):
            widget.show_card(card)
            widget.show()
        self.care_head.set(tr("Read with care") if overview.cautions else "")
        self.care.set(" ".join(overview.cautions))
        self.choose(self.current)

    def show_reason(self, words: str) -> None:
        """Say why there is nothing to show."""
        self.overview = None
        self.about.set(words)
        for widget in self.cards:
            widget.hide()
        self.care_head.set("")
        self.care.set("")

    def choose(self, number: int) -> None:
        """Make a card the current one."""
        self.current = number
        for at, card in enumerate(self.cards):
            card.set_current(at == number)

    def open_current(self) -> None:
        """Open the chart of the current card, or do what its first button does."""
        card = self.cards[self.current].card
        if card is None:
            return
        if card.chart:
            self.chartRequested.emit(card.chart)
        elif card.actions:
            self.actionRequested.emit(card.actions[0][0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit or an arrow chooses a card."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        digit = event.key() - Qt.Key.Key_1
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._columns,
            Qt.Key.Key_Down: self._columns,
        }
        step = steps.get(Qt.Key(event.key())) if plain else None
        if plain and 0 <= digit < len(self.cards):
            self.choose(digit)
        elif step is not None and 0 <= self.current + step < len(self.cards):
            self.choose(self.current + step)
        else:
            super().keyPressEvent(event)
            return
        self.ensureWidgetVisible(self.cards[self.current])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Three cards side by side, or fewer where there is little room."""
        super().resizeEvent(event)
        columns = 1 + sum(self.viewport().width() >= self._theme.px(width) for width in _WIDTHS)
        if columns != self._columns:
            self._columns = columns
            self._place_cards()
        rows = len(self.cards) // columns
        around = self._sheet.sizeHint().height() - self._grid.sizeHint().height()
        height = min(self._theme.px(_TALLEST), (self.viewport().height() - around) / rows)
        for row in range(len(self.cards)):
            self._grid.setRowMinimumHeight(row, max(round(height), 0) if row < rows else 0)

    def _place_cards(self) -> None:
        for column in range(3):
            self._grid.setColumnStretch(column, int(column < self._columns))
        for number, card in enumerate(self.cards):
            self._grid.removeWidget(card)
            self._grid.addWidget(card, number // self._columns, number % self._columns)
        for row in range(len(self.cards)):
            self._grid.setRowStretch(row, int(row < len(self.cards) // self._columns))

    def _lay_out(self) -> None:
        side = round(self._theme.px(_SIDE))
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self.title)
        words.addWidget(self.about)
        head = QHBoxLayout()
        head.setContentsMargins(side, 16, side, 16)
        head.setSpacing(10)
        head.addLayout(words, 1)
        for button in (self.copy, self.report):
            button.setAutoDefault(False)
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.setSpacing(0)
        self._grid.setContentsMargins(0, 0, 0, 0)
        care = QHBoxLayout()
        care.setContentsMargins(side, 14, side, 18)
        care.setSpacing(20)
        care.addWidget(self.care_head)
        care.addWidget(self.care, 1)
        self.care_head.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum)
        self.care_head.setFixedWidth(round(self._theme.px(110)))
        column = QVBoxLayout(self._sheet)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(self._grid)
        column.addLayout(care)
        column.addStretch(1)
        self._place_cards()
        self.setWidget(self._sheet)


def find_axis_end(bars: Sequence[Bar]) -> float:
    """Where an axis of shares ends, from 0: a round number that holds every figure and interval."""
    highest = max((value for bar in bars for value in (bar.value, bar.high) if value is not None), default=1.0)
    return next((end for end in _ENDS if highest <= end + 1e-9), 1.0)


def build_ticks(end: float, scale: str) -> list[tuple[float, str]]:
    """The numbers under an axis from 0 to ``end``."""
    if scale == "alpha":
        return [(0.0, tr("chance")), (0.5, "0.5"), (1.0, "1")]
    return [(end * part, f"{100 * end * part:g}") for part in (0.0, 0.5, 1.0)]
