"""A list in which the mouse lights a row only by choosing it: what is lit is what the keys are about."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QMouseEvent

_NONE = Qt.MouseButton.NoButton


class RowPressMixin:
    """Mixed into an item view with a single selection, before Qt's class. Qt itself selects with every button, on
    dragging and with Ctrl, and tells of the left one alone, when it is let go; here every press tells at once
    (``press_row``), and whoever owns the list lights what was chosen."""

    press_row: Callable[[QModelIndex], None]
    """What happens when a mouse button goes down on a row: every list that this is mixed into has it."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is under the mouse, with whatever button."""
        index = self.indexAt(event.position().toPoint())  # type: ignore[attr-defined]
        if index.isValid():
            self.press_row(index)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second press."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Dragging selects nothing."""
        if event.buttons() == _NONE:
            super().mouseMoveEvent(event)  # type: ignore[misc]

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """All was done when it went down."""
        event.accept()
