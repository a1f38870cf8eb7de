"""A label of one line that is cut with an ellipsis where it does not fit; the tooltip has the rest."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme, Type


class ElidedLabel(QWidget):
    """Plain text in one style and role; line ends and tabs in it become spaces."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        style: Type = Type.BODY,
        role: str = "text",
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self._style = style
        self._role = role
        self._align = align
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        clean_text = " ".join(text.split())
        if clean_text == self._text:
            return
        before = self.sizeHint()
        self._text = clean_text
        self.setAccessibleName(clean_text)
        self._hint()
        self.update()
        if self.sizeHint() != before:  # else nothing beside it has to move, nor be painted
            self.updateGeometry()

    def set_role(self, role: str) -> None:
        """Draw in the colour of another role."""
        if role != self._role:
            self._role = role
            self.update()

    def sizeHint(self) -> QSize:
        """Room for the whole text."""
        width = self._theme.advance(self._style, self._text)
        return QSize(round(width + 1), round(self._theme.metrics(self._style).height() + 1))

    def minimumSizeHint(self) -> QSize:
        """Room for a few characters."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), round(self._theme.px(24.0))), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        font = self._theme.font(self._style)
        elided_text = self._theme.metrics(self._style).elidedText(self._text, self._mode, self.width())
        with QPainter(self) as painter:
            painter.setFont(font)
            painter.setPen(self._theme.color(self._role))
            painter.drawText(
                QRectF(self.rect()), int(self._align.value | Qt.AlignmentFlag.AlignVCenter.value), elided_text
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer the whole text as a tooltip only where it is cut."""
        super().resizeEvent(event)
        self._hint()

    def _hint(self) -> None:
        cut = self.width() < self.sizeHint().width() - 1
        set_tip(self, self._text if cut else "")

    def _dress(self) -> None:
        self.updateGeometry()
        self._hint()
        self.update()
