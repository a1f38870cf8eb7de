"""The tabs of an item in one line, where their names do not fit side by side: the one in front, and a list of all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from galley.gui.plain_text import set_tip, tooltip
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

_MOST = 24
"""Names that the list shows at once."""
_SIDE, _GAP, _ARROW = 14.0, 10.0, 4.0
_HEIGHT = 33.0
_NAME, _COUNT = Type.BODY_STRONG, Type.CAPTION_NUMBER


class TabNames(QComboBox):
    """Drawn as the tab in front is, with how many there are where there is room. ``activated(index)``: the user took a
    name; in the open list one is found by typing how it begins."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._titles: tuple[str, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(_MOST)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Summaries of this item"))
        self.currentIndexChanged.connect(self._tell)

    def show_names(self, titles: Sequence[str], current: int) -> None:
        """Offer these names, one of them in front."""
        if tuple(titles) != self._titles:
            self._titles = tuple(titles)
            self.clear()
            self.addItems(list(titles))
            for index, title in enumerate(titles):
                self.setItemData(index, tooltip(title), Qt.ItemDataRole.ToolTipRole)
            widest = max((self._theme.advance(Type.BODY, title) for title in titles), default=0.0)
            self.view().setMinimumWidth(round(widest + self._theme.px(48.0)))
        self.setCurrentIndex(current)

    @property
    def count_words(self) -> str:
        """ "8 of 20"."""
        return tr("{number} of {count}", number=self.currentIndex() + 1, count=self.count())

    @property
    def cut(self) -> bool:
        """Whether the name in front is longer than its line."""
        return self._theme.advance(_NAME, self.currentText()) > self._room()

    def sizeHint(self) -> QSize:
        """As high as the tabs."""
        return QSize(200, round(self._theme.px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        """As narrow as its column gets."""
        return QSize(40, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The name over the line that marks a tab in front, the count, and an arrow that says there is a list."""
        theme = self._theme
        middle = int(Qt.AlignmentFlag.AlignVCenter.value)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left_x, right = _SIDE, self.width() - _SIDE
            focus = self.hasFocus()
            painter.setPen(QPen(theme.color("accent" if focus or self.underMouse() else "second"), 1.5))
            arrow, y = theme.px(_ARROW), self.height() / 2 - 1
            tip = QPointF(right - arrow, y + arrow / 2)
            painter.drawPolyline([tip - QPointF(arrow, arrow), tip, tip + QPointF(arrow, -arrow)])
            name = theme.advance(_NAME, self.currentText())
            elided_text = theme.metrics(_NAME).elidedText(self.currentText(), Qt.TextElideMode.ElideRight, self._room())
            used = min(name, self._room())
            count = theme.advance(_COUNT, self.count_words)
            line = QRectF(left_x, 0, self.width(), self.height() - 2)
            if used + count + _GAP <= self._room():
                painter.setFont(theme.font(_COUNT))
                painter.setPen(theme.color("second"))
                painter.drawText(line.adjusted(used + _GAP, 0, 0, 0), middle, self.count_words)
            painter.setFont(theme.font(_NAME))
            painter.setPen(theme.color("accent" if focus else "text"))
            painter.drawText(line, middle, elided_text)
            under = QRect(round(left_x), self.height() - 2, round(used), 2)
            if not focus:
                painter.fillRect(under, theme.color("accent"))
            else:
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(6, 3, -6, -3), 5, 5)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer the whole name where it is cut."""
        super().resizeEvent(event)
        self._tell()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls texts; it changes nothing here."""
        event.ignore()

    def _room(self) -> float:
        return max(0.0, self.width() - 2 * _SIDE - 2 * self._theme.px(_ARROW) - _GAP)

    def _tell(self) -> None:
        set_tip(self, self.currentText() if self.cut else "")
        self.setAccessibleDescription(self.count_words)
        self.update()
