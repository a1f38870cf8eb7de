"""The day's pace in the status bar: a bar an hour and the number of answers; a menu tells the rest.

All of it is computed from the reviewer's own log when it is shown. Nothing of it is stored, exported or packed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from galley.core.review.pace import OwnPace
from galley.gui.plain_text import Menu, PaintedButton, set_tip
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

HOURS = 8
"""Bars at most: the last hours."""
_BAR, _GAP, _HIGH, _HEIGHT, _BESIDE = 3.0, 1.5, 11.0, 22.0, 7.0


class PaceStrip(PaintedButton):
    """A click asks for the menu. No bar is drawn before the first answer of the day."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._hours: tuple[int, ...] = ()
        self._widest = 0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleDescription(tr("Your pace today"))
        set_tip(self, tr("Your pace today"))
        theme.changed.connect(self._dress)
        self.show_hours(())

    def show_hours(self, hours: Sequence[int]) -> None:
        """Show the answers and finishes of each hour of the day."""
        self._hours = tuple(hours)[-HOURS:]
        count = sum(hours)
        self.setText(tr_n("{n:,} decision today", "{n:,} decisions today", count))
        self.setAccessibleName(self.text())
        self._dress()

    def sizeHint(self) -> QSize:
        """Bars and words; it never gets narrower, so that a count that changes moves nothing beside it."""
        px = self._theme.px
        width = self._bars_width() + self._theme.advance(Type.SMALL, self.text()) + 2
        self._widest = max(self._widest, round(width) + 1)
        return QSize(self._widest, round(px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        """As wide as its words."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The bars, as high as their hour was busy, and the words."""
        theme, px = self._theme, self._theme.px
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            base, most = self.height() / 2 + px(_HIGH) / 2, max(self._hours, default=1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("positive"))
            for at, count in enumerate(self._hours):
                height = max(px(1.5), px(_HIGH) * count / max(1, most))
                left_x = at * px(_BAR + _GAP)
                painter.drawRoundedRect(QRectF(left_x, base - height, px(_BAR), height), 1, 1)
            painter.setFont(theme.font(Type.SMALL))
            painter.setPen(theme.color("accent" if self.underMouse() or self.hasFocus() else "second"))
            baseline = self.height() / 2 + theme.metrics(Type.SMALL).capHeight() / 2
            painter.drawText(QPointF(self._bars_width(), baseline), self.text())

    def show_menu(self, pace: OwnPace, show_changed: Callable[[], object]) -> None:
        """Tell the day's pace over the strip, and offer what the reviewer changed today."""
        menu = self.build_menu(pace, show_changed)
        menu.exec(self.mapToGlobal(QPointF(0, -menu.sizeHint().height()).toPoint()))
        menu.deleteLater()

    def build_menu(self, pace: OwnPace, show_changed: Callable[[], object]) -> Menu:
        """The sentences of ``describe_pace``, which do nothing, and one entry that shows what was changed."""
        menu = Menu(self)
        for sentence in describe_pace(pace):
            menu.add_entry(sentence).setEnabled(False)
        menu.addSeparator()
        entry = menu.add_entry(tr("Show what I changed today"), lambda _=False: show_changed())
        entry.setEnabled(bool(pace.changed_items))
        return menu

    def _bars_width(self) -> float:
        px = self._theme.px
        return len(self._hours) * px(_BAR + _GAP) + px(_BESIDE) - px(_GAP) if self._hours else 0.0

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


def find_midnight() -> datetime:
    """The moment at which today began here."""
    return datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)


def describe_pace(pace: OwnPace) -> list[str]:
    """What there is to say, nothing where there is too little to go by."""
    lines = [
        tr_n("{n:,} flag answered today.", "{n:,} flags answered today.", pace.answers),
        tr_n("{n:,} item finished today.", "{n:,} items finished today.", pace.finished_items),
    ]
    if pace.per_hour is not None and pace.hours_left is not None:
        rate, (hours, minutes) = round(pace.per_hour), divmod(round(60 * pace.hours_left), 60)
        lines.append(tr("{rate:,} flags an hour, without pauses of over five minutes.", rate=rate))
        open_words = tr_n("{n:,} flag is open", "{n:,} flags are open", pace.remaining_flags)
        lines.append(
            tr("{left}: about {hours} h {minutes} min at this pace.", left=open_words, hours=hours, minutes=minutes)
        )
    else:
        lines.append(tr_n("{n:,} flag is open.", "{n:,} flags are open.", pace.remaining_flags))
        lines.append(tr("Galley shows your pace after ten answers in a row."))
    if pace.unopened_count:
        lines.append(
            tr_n(
                "{n:,} flag was decided in a set without opening it: not counted here.",
                "{n:,} flags were decided in a set without opening them: not counted here.",
                pace.unopened_count,
            )
        )
    changed = len(pace.changed_items)
    lines.append(
        tr_n("You changed an answer in {n:,} item today.", "You changed an answer in {n:,} items today.", changed)
    )
    return lines
