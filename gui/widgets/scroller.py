"""A column that is as high as what is in it, and that scrolls where there is less room."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget


class Scroller(QScrollArea):
    """Asks for exactly the room that ``content`` asks for, unlike its base class; ``content`` keeps its own ground. It
    is a widget, or what makes one in its place, see ``Workbench``.

    With ``sideways`` it is never lower than the content and scrolls to the sides only.
    """

    def __init__(
        self,
        content: QWidget | Callable[[QWidget], QWidget],
        parent: QWidget | None = None,
        sideways: bool = False,
    ) -> None:
        super().__init__(parent)
        self._content = content = content if isinstance(content, QWidget) else content(self.viewport())
        self._sideways = sideways
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.viewport().setAutoFillBackground(False)
        if sideways:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(not sideways)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """As the content does."""
        return not self._sideways and self._content.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        """As high as the content is at this width, and must be: what its sentences need may be less than its fields."""
        least = self._content.minimumSizeHint().height()
        return max(self._content.heightForWidth(width), least) if self.hasHeightForWidth() else -1

    def sizeHint(self) -> QSize:
        """What the content asks for."""
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """A few lines; with ``sideways`` as high as the content must be."""
        least = self._content.minimumSizeHint()
        few = 6 * self.fontMetrics().lineSpacing()
        return QSize(min(least.width(), few), least.height() if self._sideways else min(least.height(), few))
