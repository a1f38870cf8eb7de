"""The ring on the row of a list or table that has the keyboard, and around drawn charts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from galley.gui.theme import Theme
from galley.gui.widgets.focus_ring import FocusRing

RINGED = "focusRing"
"""The property by which another widget asks for a ring."""


class FocusMarks(QObject):
    """Follows the keyboard through all windows, and marks where keys lead it.

    A click draws no ring (whoever clicked knows where it is), nor does a view or a dialog that has just opened.
    """

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the ring around what it is on."""
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            ring = _ring(watched)
            if ring is not None:
                ring.fit()
        return False

    def _on_focus_changed(self, old: QWidget | None, new_widget: QWidget | None) -> None:
        if old is not None and _asks(old):
            ring = _ring(old)
            if ring is not None:
                ring.hide()
        if new_widget is None or old is None or not old.isVisible() or old.window() is not new_widget.window():
            return
        clicked = QGuiApplication.mouseButtons() is not Qt.MouseButton.NoButton
        if clicked or not _asks(new_widget) or _ring_around(new_widget):
            return
        ring = _ring(new_widget)
        if ring is None:
            ring = FocusRing(self._theme, new_widget)
            new_widget.installEventFilter(self)
            if isinstance(new_widget, QAbstractItemView):
                new_widget.selectionModel().currentChanged.connect(ring.renew)
        ring.fit()
        ring.set_shown(True)


def _asks(widget: QWidget) -> bool:
    popup = widget.window().windowType() is Qt.WindowType.Popup  # the list of a combo box
    return (isinstance(widget, QAbstractItemView) and not popup) or bool(widget.property(RINGED))


def _ring(widget: QWidget) -> FocusRing | None:
    rings = widget.findChildren(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return rings[0] if rings else None


def _ring_around(widget: QWidget) -> bool:
    """Whether a column that the widget is in says it already."""
    over = widget.parentWidget()
    while over is not None and not over.isWindow():
        if _ring(over) is not None:
            return True
        over = over.parentWidget()
    return False
