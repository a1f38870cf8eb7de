"""Which columns of text are on the desk: no more than can be read, the others as names on a strip."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from galley.gui.language import tr
from galley.gui.plain_text import Button, set_tip
from galley.gui.theme import Theme, Type

MOST = 3
"""Texts side by side; with the flags that are four columns."""
_WIDE = 26.0
_AIR = 20.0


class Precedence:
    """Columns by name, the one that stays longest first."""

    def __init__(self, names: Iterable[str]) -> None:
        self._order = list(names)

    def unfolded(self, wanted: Collection[str]) -> list[str]:
        """Those of ``wanted`` for which there is room, the first that has to give way last."""
        self._order[1:1] = sorted(set(wanted) - set(self._order))  # a panel is there for what one works at
        return [name for name in self._order if name in wanted][:MOST]

    def bring(self, name: str, wanted: Collection[str], instead: str = "") -> None:
        """Give ``name`` the place of ``instead``, else of the one that gives way first."""
        there = self.unfolded(wanted)
        if name in there or name not in wanted:
            return
        given = instead if instead in there else there[-1]
        one, other = self._order.index(name), self._order.index(given)
        self._order[one], self._order[other] = given, name


class FoldedStrip(QWidget):
    """``chosen(name)``: the name of a folded column was clicked."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.buttons: list[_Name] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 0)
        self._column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.hide()

    def set_names(self, folded: Sequence[tuple[str, str]]) -> None:
        """Show these columns: (name, title)."""
        if [(each.column, each.text()) for each in self.buttons] != list(folded):
            for each in self.buttons:
                each.hide()
                each.deleteLater()
            self.buttons = [_Name(self._theme, *each) for each in folded]
            for at, each in enumerate(self.buttons):
                self._column.insertWidget(at, each)
                each.clicked.connect(lambda _=False, name=each.column: self.chosen.emit(name))
        self.setFixedWidth(round(self._theme.px(_WIDE)))
        self.setVisible(bool(folded))


class _Name(Button):
    """The title of a column, written upwards."""

    def __init__(self, theme: Theme, column: str, title: str) -> None:
        super().__init__(title)
        self._theme, self.column = theme, column
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(tr("Show {title} in the place of another text", title=title))
        set_tip(self, self.accessibleName())

    def sizeHint(self) -> QSize:
        """As long as its title."""
        px = self._theme.px
        return QSize(round(px(_WIDE)), round(self._theme.advance(Type.BODY_STRONG, self.text()) + px(_AIR)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The title, turned by a quarter; a tint under the pointer, a frame with the keyboard."""
        theme = self._theme
        with QPainter(self) as painter:
            if self.underMouse() or self.hasFocus():
                painter.fillRect(self.rect(), theme.color("row"))
            painter.setPen(theme.color("accent" if self.hasFocus() else "second"))
            painter.setFont(theme.font(Type.BODY_STRONG))
            painter.translate(0, self.height())
            painter.rotate(-90)
            painter.drawText(QRectF(0, 0, self.height(), self.width()), int(Qt.AlignmentFlag.AlignCenter), self.text())
