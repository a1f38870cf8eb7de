"""The key help: every action and its keys, from the one table; press a row's button and a key to bind another."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from galley.core.domain import UnitKind
from galley.core.project import queue
from galley.gui.dialogs.dialog_base import SIDE, Dialog, Label
from galley.gui.language import tr
from galley.gui.plain_text import Button, set_tip
from galley.gui.shortcuts import PORTABLE, Action, Keymap, actions, groups, portable, printed
from galley.gui.theme import Theme, Type
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_cap import KeyCap

LEAD = tr("Keys are silent while you type in a field.")
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)

ABOUT = {tr("Opinions and facts"): (UnitKind.OPINION, UnitKind.FACT), tr("Table of entries"): (UnitKind.ENTRY,)}


def line_of(name: str, shown: str) -> bool:
    """Whether the help for view ``shown`` lists the action: those of the window, and of that view."""
    return actions()[name].view in ("", shown) or not shown


def idle(connection: Any) -> frozenset[str]:
    """The groups of keys that do nothing in a project: nothing in it is of the kind that they are about."""
    return frozenset(
        group for group, kinds in ABOUT.items() if not any(queue.holds(connection, kind) for kind in kinds)
    )


class KeyButton(Button):
    """Shows the keys of an action; after a press it waits for a new one. ``pressed_key(keys)`` gives it."""

    pressed_key = Signal(str)

    def __init__(self, words: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._words = words
        self._waiting = False
        self.setAutoDefault(False)
        self.setAccessibleName(tr("Keys for {name}: {words}", name=name, words=words))
        set_tip(self, tr("Press to bind another key"))
        self.clicked.connect(self._wait)

    def event(self, event: QEvent) -> bool:
        """While waiting even Tab and the keys of the dialog are keys to be taken."""
        if self._waiting and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.KeyPress:
                self.keyPressEvent(event)
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the key while waiting; Escape leaves it as it was, Backspace leaves the action without a key."""
        key = Qt.Key(event.key())
        if not self._waiting:
            super().keyPressEvent(event)
        elif key in _MODIFIERS:
            return
        else:
            self._stop()
            if key != Qt.Key.Key_Escape:
                self.pressed_key.emit("" if key == Qt.Key.Key_Backspace else key_of(event))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Waiting ends when the keyboard goes elsewhere."""
        self._stop()
        super().focusOutEvent(event)

    def _wait(self) -> None:
        self._waiting = True
        self.setText(tr("Press a key…"))
        self.setFocus()

    def _stop(self) -> None:
        if self._waiting:
            self._waiting = False
            self.setText(self._words)


def key_of(event: QKeyEvent) -> str:
    """The key of an event in portable words. Shift counts only where it does not already make the character."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key(event.key())
    if Qt.Key.Key_Space < key < Qt.Key.Key_Escape and not Qt.Key.Key_A <= key <= Qt.Key.Key_Z:
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(QKeyCombination(modifiers, key)).toString(PORTABLE)


class KeyHelp(Dialog):
    """Two columns of groups. "Change keys" turns the caps into buttons."""

    def __init__(
        self, parent: QWidget | None, theme: Theme, keys: Keymap, view: str = "", without: Collection[str] = ()
    ) -> None:
        super().__init__(parent, theme, tr("Keys"), LEAD, width=760)
        self.fits = False
        self.keys = keys
        self.view = view
        self.without = without
        self.changing = False
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.viewport().setAutoFillBackground(False)
        self.column.addWidget(self.area, 1)
        self.said = Label(theme, "", Type.SMALL, "warning")
        self.said.hide()
        self.column.addWidget(self.said)
        self.change = self.button(tr("Change keys…"), left=True)
        self.change.clicked.connect(self.toggle)
        self.reset = Button(tr("Shipped keys"), self)
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(self._reset)
        self.reset.hide()
        self.buttons.insertWidget(1, self.reset)
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        close.setFocus()
        self._fill()
        width, screen = round(theme.px(800)), self.screen().availableGeometry().height()
        self.resize(width, min(self._height(width) + round(theme.px(190)), round(screen * 0.9)))

    @classmethod
    def ask(
        cls, parent: QWidget | None, theme: Theme, keys: Keymap, view: str = "", without: Collection[str] = ()
    ) -> None:
        """Show it until it is closed. ``view`` is the view whose keys are listed besides the window's; groups
        ``without`` anything to do in this project can be bound, but are not listed."""
        dialog = cls(parent, theme, keys, view, without)
        dialog.exec()
        dialog.deleteLater()

    def toggle(self) -> None:
        """Between reading the keys and changing them."""
        self.changing = not self.changing
        self.change.setText(tr("Done") if self.changing else tr("Change keys…"))
        self.reset.setVisible(self.changing)
        self.set_title(
            tr("Keys"),
            tr("Press a button, then the key that it shall be. Backspace takes the key away, Escape leaves it.")
            if self.changing
            else LEAD,
        )
        self.said.hide()
        self._fill()

    def bind(self, action: Action, key: str) -> None:
        """Bind ``action`` to ``key`` ("" for none) and say whom it was taken from."""
        other = self.keys.clash(action.id, key) if key else None
        self.keys.bind(action.id, [key] if key else [])
        self.said.setVisible(other is not None)
        if other is not None:
            cap, did, left = printed(portable(key)), other.title, self.keys.label(other.id)
            self.said.setText(
                tr("{key} did “{title}” until now; that has {other} left.", key=cap, title=did, other=left)
                if left
                else tr("{key} did “{title}” until now; that has no key any more.", key=cap, title=did)
            )
        self._fill()

    def _height(self, width: int) -> int:
        """How high the list is in a dialog of this width."""
        page = self.area.widget()
        layout = page.layout() if page is not None else None
        return layout.totalHeightForWidth(width - 2 * SIDE) if layout is not None else 0

    def _reset(self) -> None:
        self.keys.reset()
        self.said.hide()
        self._fill()

    def _fill(self) -> None:
        at = self.area.verticalScrollBar().value()
        page = QWidget()
        columns = QHBoxLayout(page)
        columns.setContentsMargins(0, 0, 12, 0)
        columns.setSpacing(36)
        listed = groups(action for action in actions().values() if line_of(action.id, self.view))
        left = (tr("Move"), tr("Decide"))
        sides = ([], [])  # type: tuple[list[str], list[str]]
        for name in listed if self.changing else [name for name in listed if name not in self.without]:
            sides[0 if name in left else 1].append(name)
        for side in sides:
            column = QVBoxLayout()
            column.setSpacing(4)
            for name in side:
                column.addWidget(Label(self.theme, name, Type.HEAD, "second"))
                column.addWidget(Hairline(self.theme))
                column.addLayout(self._group(listed[name]))
                column.addSpacing(16)
            column.addStretch(1)
            columns.addLayout(column, 1)
        self.area.setWidget(page)
        page.setAutoFillBackground(False)
        self.area.verticalScrollBar().setValue(at)

    def _group(self, listed: list[Action]) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 4, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        families: set[str] = set()
        row = 0
        for action in listed:
            if action.family and not self.changing:
                if action.family in families:
                    continue
                families.add(action.family)
                members = [other.id for other in listed if other.family == action.family]
                self._line(grid, row, action.family, self.keys.labels(members))
            elif self.changing:
                words = "  ".join(printed(portable(key)) for key in self.keys.keys(action.id)) or tr("none")
                button = KeyButton(words, action.title, self)
                button.pressed_key.connect(partial(self.bind, action))
                grid.addWidget(Label(self.theme, action.title), row, 0)
                grid.addWidget(button, row, 1)
            else:
                caps = dict.fromkeys(printed(portable(key)) for key in self.keys.keys(action.id))
                self._line(grid, row, action.title, list(caps))
            row += 1
        return grid

    def _line(self, grid: QGridLayout, row: int, words: str, caps: list[str]) -> None:
        grid.addWidget(Label(self.theme, words), row, 0)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addStretch(1)
        for cap in caps:
            line.addWidget(KeyCap(self.theme, cap))
        grid.addLayout(line, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
