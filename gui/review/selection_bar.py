"""Small buttons at the end of a selection: what is done with it by the mouse alone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from galley.core.domain import Stance
from galley.gui.plain_text import Button, set_tip
from galley.gui.shortcuts import Keymap
from galley.gui.text_panes.keyboard_selection import ReadingPane
from galley.gui.translation import tr


class SelectionBar(QWidget):
    """``flagWanted()``, where ``can_flag()``; ``evidenceWanted(stance)``, where ``may_attach()``: text may be evidence.
    It stands over the text that was selected last, above its first line, and goes with the selection."""

    flagWanted = Signal()
    evidenceWanted = Signal(object)

    def __init__(
        self,
        keys: Keymap,
        may_attach: Callable[[], bool],
        can_flag: Callable[[], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._keys = keys
        self._may_attach, self._can_flag = may_attach, can_flag
        self._view: ReadingPane | None = None
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        name = tr("Add a flag on the selected text or unit")
        self.add = self._button(tr("Add flag"), name, "add-flag", self.flagWanted.emit)
        self.stances = {
            Stance.SUPPORTS: self._button(
                tr("Supports"), tr("Evidence that supports what is flagged"), "supports",
                lambda: self.evidenceWanted.emit(Stance.SUPPORTS),
            ),
            Stance.CONTRADICTS: self._button(
                tr("Contradicts"), tr("Evidence that contradicts what is flagged"), "contradicts",
                lambda: self.evidenceWanted.emit(Stance.CONTRADICTS),
            ),
        }  # fmt: skip
        self.hide()

    def _button(self, text: str, name: str, action: str, pressed: Callable[[], None]) -> Button:
        button = Button(text, self)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        key = self._keys.label(action)
        button.setAccessibleName(name)
        set_tip(button, f"{name} ({key})" if key else name)
        button.clicked.connect(pressed)
        self._row.addWidget(button)
        return button

    def attend(self, view: ReadingPane) -> None:
        """Come whenever text of this view is selected."""
        view.selectionMade.connect(lambda: self._come(view))
        view.selectionChanged.connect(lambda: self._follow(view))
        view.verticalScrollBar().valueChanged.connect(lambda: self._follow(view))

    def _come(self, view: ReadingPane) -> None:
        self._view = view
        self.setParent(view.viewport())
        self.add.setVisible(self._can_flag())
        for button in self.stances.values():
            button.setVisible(self._may_attach())
        self._follow(view)

    def _follow(self, view: ReadingPane) -> None:
        if view is not self._view:
            return
        offers = any(not button.isHidden() for button in (self.add, *self.stances.values()))
        if not view.textCursor().hasSelection() or not offers:
            self._view = None
            self.hide()
            return
        cursor, room = view.textCursor(), view.viewport().rect()
        ends = []
        for position in (cursor.selectionStart(), cursor.selectionEnd()):
            edge = view.textCursor()
            edge.setPosition(position)
            ends.append(view.cursorRect(edge))
        start, end = ends
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight)
        if self.sizeHint().width() > room.width():  # one under the other: a narrow column would cut the last
            self._row.setDirection(direction.TopToBottom)
        size = self.sizeHint()
        left_x = min(max(0, start.left()), max(0, room.width() - size.width() - 8))
        top = start.top() - size.height() - 4  # above the first line: what follows the selection is read next
        if top < 0:
            left_x, top = max(0, room.width() - size.width() - 8), room.height() - size.height() - 4
        self.setGeometry(left_x, top, size.width(), size.height())
        self.setVisible(room.contains(QPoint(end.left(), end.center().y())))
        self.raise_()
