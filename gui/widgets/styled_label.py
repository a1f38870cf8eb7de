"""A label of several lines in one style and role of the theme. The text is plain, whatever it holds."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.text.visible import make_visible
from galley.gui.theme import Theme, Type
from galley.gui.widgets.paragraph import Paragraph, lay_out


class StyledLabel(QWidget):
    """Hidden while its text is empty. Control characters are made visible."""

    def __init__(
        self, theme: Theme, style: Type = Type.BODY, role: str = "text", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._style = style
        self._role = role
        self._text = ""
        self._laid: tuple[float, Paragraph] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._dress)
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._text

    def set(self, text: str, role: str = "") -> None:
        """Say something else, in the colour of another role if one is given."""
        visible_text = make_visible(text)
        if role and role != self._role:
            self._role = role
            self.update()
        if visible_text != self._text:
            before = self._laid
            self._text, self._laid = visible_text, None
            self.setAccessibleName(visible_text)
            self.update()
            # as high as before: nothing below it moves
            if before is None or self._paragraph(before[0]).height != before[1].height:
                self.updateGeometry()
        if self.isHidden() == bool(text):
            self.setVisible(bool(text))

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of its lines."""
        margins = self.contentsMargins()
        inner = width - margins.left() - margins.right()
        return ceil(self._paragraph(inner).height) + margins.top() + margins.bottom()

    def height_of_lines(self, width: int, count: int) -> int:
        """The height of its first ``count`` lines at this width, or of all where there are fewer."""
        line = lay_out(self._theme, self._style, "x", width).height
        return min(self.heightForWidth(width), ceil(count * line))

    def sizeHint(self) -> QSize:
        """What it needs at its present width."""
        width = max(self.width(), 80)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """It is never cut."""
        return QSize(40, self.heightForWidth(max(self.width(), 80)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines."""
        inner = self.contentsRect()
        painter = QPainter(self)
        painter.setPen(self._theme.color(self._role))
        self._paragraph(inner.width()).layout.draw(painter, QPointF(inner.topLeft()))

    def _paragraph(self, width: float) -> Paragraph:
        if self._laid is None or self._laid[0] != width:
            self._laid = (width, lay_out(self._theme, self._style, self._text, width))
        return self._laid[1]

    def _dress(self) -> None:
        self._laid = None
        self.updateGeometry()
        self.update()
