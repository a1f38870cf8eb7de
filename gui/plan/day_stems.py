"""How many answers each person gave on each day, as stems beside one another; of many people all of them together."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.packages.task_plan import Seat
from galley.core.text.visible import visible
from galley.gui.language import tr, tr_n
from galley.gui.theme import Theme, Type

_ROLES = ("accent", "warning", "positive", "negative")
"""Colours of people, each with a mark; of more people than these the answers are added up."""
_DAYS = 21
_HEIGHT = 132.0


class DayStems(QWidget):
    """The last three weeks in which anybody answered."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._seats: list[Seat] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_seats(self, seats: tuple[Seat, ...]) -> None:
        """Those of one task; hidden where nobody answered."""
        self._seats = [seat for seat in seats if seat.days]
        said = "; ".join(f"{s.name}: {', '.join(f'{day} {n:,}' for day, n in s.days[-_DAYS:])}" for s in self._seats)
        self.setAccessibleName(tr("Answers a day"))
        self.setAccessibleDescription(visible(said))
        if len(self._seats) > len(_ROLES):
            days: Counter[str] = Counter()
            for seat in self._seats:
                days.update(dict(seat.days))
            everybody = tr_n("{n:,} person", "{n:,} people", len(self._seats))
            self._seats = [Seat(everybody, 0, 0, "", days=tuple(sorted(days.items())))]
        self.setVisible(bool(self._seats))
        self.update()

    def sizeHint(self) -> QSize:
        """A small drawing under a line of names."""
        return QSize(260, round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Names, two lines of a scale, a stem for each person and day."""
        theme, px = self._theme, self._theme.px
        if not self._seats:
            return
        last = date.fromisoformat(max(day for seat in self._seats for day, _ in seat.days))
        first = max(
            date.fromisoformat(min(day for seat in self._seats for day, _ in seat.days)),
            last - timedelta(_DAYS - 1),
        )
        span = (last - first).days + 1
        counts = [n for seat in self._seats for day, n in seat.days if date.fromisoformat(day) >= first]
        top = max(counts)
        plot = QRectF(px(34), px(24), self.width() - px(38), self.height() - px(44))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(theme.font(Type.CAPTION_NUMBER))
            for share in (0.0, 0.5, 1.0):
                y = plot.bottom() - share * plot.height()
                painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.color("hairline"))
                painter.setPen(theme.color("second"))
                if share != 0.5 or top > 1:
                    painter.drawText(QRectF(0, y - px(8), px(28), px(16)), _RIGHT, f"{round(top * share):,}")
            for words, side in ((first, _LEFT), (last, _RIGHT)) if span > 1 else ((last, _MIDDLE),):
                painter.drawText(QRectF(plot.left(), plot.bottom() + px(3), plot.width(), px(16)), side, _day(words))
            left = plot.left()
            for number, seat in enumerate(self._seats):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color(_ROLES[number]))
                _mark(painter, QPointF(left + 4, px(9)), number)
                painter.setPen(theme.color("text"))
                name = " ".join(visible(seat.name).split())
                painter.drawText(QPointF(left + 13, px(13)), name)
                left += 13 + theme.advance(Type.CAPTION_NUMBER, name) + px(14)
            step = plot.width() / span
            for number, seat in enumerate(self._seats):
                colour = theme.color(_ROLES[number])
                shift = (number - (len(self._seats) - 1) / 2) * min(5.0, step / (len(self._seats) + 1))
                for day, count in seat.days:
                    at = (date.fromisoformat(day) - first).days
                    if at < 0:
                        continue
                    x, y = plot.left() + (at + 0.5) * step + shift, plot.bottom() - count / top * plot.height()
                    painter.setPen(QPen(colour, 1.25))
                    painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, y))
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(colour)
                    _mark(painter, QPointF(x, y), number)


_RIGHT = int((Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter).value)
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter.value)
_LEFT = int((Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter).value)


def _mark(painter: QPainter, at: QPointF, number: int) -> None:
    """Round, square, round, …: colour is not the only difference."""
    box = QRectF(at.x() - 3, at.y() - 3, 6, 6)
    if number % 2:
        painter.drawRect(box)
    else:
        painter.drawEllipse(box)


def _day(day: date) -> str:
    return day.isoformat()[5:]
