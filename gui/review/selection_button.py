"""A small button at the end of a selection: a flag can be added with the mouse alone."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from galley.gui.language import tr
from galley.gui.panes.reader import Reader
from galley.gui.plain_text import Button, set_tip
from galley.gui.shortcuts import Keymap


class SelectionButton(Button):
    """``wanted()``: it was pressed. It stands in the text that was selected in last, and goes with the selection."""

    wanted = Signal()

    def __init__(self, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(tr("Add flag"), parent)
        self._view: Reader | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        name, key = tr("Add a flag on the selected text or unit"), keys.label("add-flag")
        self.setAccessibleName(name)
        set_tip(self, f"{name} ({key})" if key else name)
        self.clicked.connect(self.wanted)
        self.hide()

    def attend(self, view: Reader) -> None:
        """Come whenever text of this view is selected."""
        view.selectionMade.connect(lambda: self._come(view))
        view.selectionChanged.connect(lambda: self._follow(view))
        view.verticalScrollBar().valueChanged.connect(lambda: self._follow(view))

    def _come(self, view: Reader) -> None:
        self._view = view
        self.setParent(view.viewport())
        self._follow(view)

    def _follow(self, view: Reader) -> None:
        if view is not self._view:
            return
        if not view.textCursor().hasSelection():
            self._view = None
            self.hide()
            return
        end, room = view.cursorRect(), view.viewport().rect()
        size = self.sizeHint()
        left = min(max(0, end.right() + 6), max(0, room.width() - size.width() - 8))
        below = end.bottom() + 4
        top = below if below + size.height() <= room.height() else end.top() - size.height() - 4
        self.setGeometry(left, top, size.width(), size.height())
        self.setVisible(room.contains(QPoint(end.left(), end.center().y())))
        self.raise_()
