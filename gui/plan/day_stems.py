"""How many answers each person gave on each day, as stems beside one another; of many people all of them together."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.campaign.task_plan import PersonProgress
from galley.core.text.visible import make_visible
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

_ROLES = ("accent", "warning", "positive", "negative")
"""Colours of people, each with a mark; of more people than these the answers are added up."""
_DAYS = 21
_HEIGHT = 132.0


class DayStems(QWidget):
    """The last three weeks in which anybody answered."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._people: list[PersonProgress] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_people(self, people: tuple[PersonProgress, ...]) -> None:
        """Those of one task; hidden where nobody answered."""
        self._people = [person for person in people if person.days]
        description = "; ".join(
            f"{s.name}: {', '.join(f'{day} {n:,}' for day, n in s.days[-_DAYS:])}" for s in self._people
        )
        self.setAccessibleName(tr("Answers a day"))
        self.setAccessibleDescription(make_visible(description))
        if len(self._people) > len(_ROLES):
            days: Counter[str] = Counter()
            for person in self._people:
                days.update(dict(person.days))
            everybody = tr_n("{n:,} person", "{n:,} people", len(self._people))
            self._people = [PersonProgress(everybody, 0, 0, "", days=tuple(sorted(days.items())))]
        self.setVisible(bool(self._people))
        self.update()

    def sizeHint(self) -> QSize:
        """A small drawing under a line of names."""
        return QSize(260, round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Names, two lines of a scale, a stem for each person and day."""
        theme, px = self._theme, self._theme.px
        if not self._people:
            return
        last = date.fromisoformat(max(day for person in self._people for day, _ in person.days))
        first = max(
            date.fromisoformat(min(day for person in self._people for day, _ in person.days)),
            last - timedelta(_DAYS - 1),
        )
        span = (last - first).days + 1
        counts = [n for person in self._people for day, n in person.days if date.fromisoformat(day) >= first]
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
            left_x = plot.left()
            for number, person in enumerate(self._people):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color(_ROLES[number]))
                _mark(painter, QPointF(left_x + 4, px(9)), number)
                painter.setPen(theme.color("text"))
                name = " ".join(make_visible(person.name).split())
                painter.drawText(QPointF(left_x + 13, px(13)), name)
                left_x += 13 + theme.advance(Type.CAPTION_NUMBER, name) + px(14)
            step = plot.width() / span
            for number, person in enumerate(self._people):
                colour = theme.color(_ROLES[number])
                shift = (number - (len(self._people) - 1) / 2) * min(5.0, step / (len(self._people) + 1))
                for day, count in person.days:
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
