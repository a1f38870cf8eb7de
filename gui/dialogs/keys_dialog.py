"""The key help: every action and its keys, from the one table; press a row's button and a key to bind another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import groupby

from PySide6.QtCore import QEvent, QKeyCombination, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from galley.core.domain import UnitKind
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices
from galley.gui.dialogs.base import SIDE, Dialog, Label, room
from galley.gui.plain_text import Button, set_tip
from galley.gui.shortcuts import PORTABLE, KeyAction, Keymap, actions, format_keys, groups, portable
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_cap import KeyCap, cap_width

LEAD = tr("Shortcuts are off while you type in a field.")
_NARROWEST = 300.0
"""Of a column of keys."""
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)

ABOUT = {tr("Opinions and facts"): (UnitKind.OPINION, UnitKind.FACT), tr("Table of entries"): (UnitKind.ENTRY,)}


def line_of(name: str, view: str) -> bool:
    """Whether the help for view ``shown`` lists the action: those of the window, and of that view."""
    return actions()[name].view in ("", view) or not view


def idle(connection: Connection) -> frozenset[str]:
    """The groups of keys that do nothing in a project: nothing in it is of the kind that they are about."""
    return frozenset(
        group for group, kinds in ABOUT.items() if not any(filter_choices.holds(connection, kind) for kind in kinds)
    )


class KeyField(Button):
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
        super().__init__(parent, theme, tr("Shortcuts"), LEAD, width=760)
        self.fits = False
        self.keys = keys
        self.view = view
        self.without = without
        self.changing = False
        self._columns, self._wide = 2, 0
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.viewport().setAutoFillBackground(False)
        self.column.addWidget(self.area, 1)
        self.notice = Label(theme, "", Type.SMALL, "warning")
        self.notice.hide()
        self.column.addWidget(self.notice)
        self.change = self.button(tr("Change shortcuts…"), left=True)
        self.change.clicked.connect(self.toggle)
        self.reset = Button(tr("Default shortcuts"), self)
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(self._reset)
        self.reset.hide()
        self.buttons.insertWidget(1, self.reset)
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        close.setFocus()
        within, around = room(parent), round(theme.px(168))
        most = max(2, int((within.width() - 40) // theme.px(_NARROWEST)))
        for self._columns in range(2, min(4, most) + 1):  # as many as the keys need to be seen without scrolling
            self._wide = min(round(theme.px(400 * self._columns)), within.width() - 40)
            self._fill()
            height = self._height(self._wide) + around
            if height <= within.height() * 0.98:
                break
        self.resize(self._wide, min(height, round(within.height() * 0.98)))

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
        self.change.setText(tr("Done") if self.changing else tr("Change shortcuts…"))
        self.reset.setVisible(self.changing)
        self.set_title(
            tr("Shortcuts"),
            tr("Click an action, then press its new key. Backspace removes the key; Escape changes nothing.")
            if self.changing
            else LEAD,
        )
        self.notice.hide()
        self._fill()

    def bind(self, action: KeyAction, key: str) -> None:
        """Bind ``action`` to ``key`` ("" for none) and say whom it was taken from."""
        other = self.keys.clash(action.id, key) if key else None
        self.keys.bind(action.id, [key] if key else [])
        self.notice.setVisible(other is not None)
        if other is not None:
            cap, did, other_keys = format_keys(portable(key)), other.title, self.keys.label(other.id)
            self.notice.setText(
                tr("{key} was the key for “{title}”, which still has {other}.", key=cap, title=did, other=other_keys)
                if other_keys
                else tr("{key} was the key for “{title}”, which has no key now.", key=cap, title=did)
            )
        self._fill()

    def _height(self, width: int) -> int:
        """How high the list is in a dialog of this width."""
        page = self.area.widget()
        layout = page.layout() if page is not None else None
        return layout.totalHeightForWidth(width - 2 * SIDE) if layout is not None else 0

    def _reset(self) -> None:
        self.keys.reset()
        self.notice.hide()
        self._fill()

    def _fill(self) -> None:
        at = self.area.verticalScrollBar().value()
        page = QWidget()
        columns = QHBoxLayout(page)
        columns.setContentsMargins(0, 0, 12, 0)
        columns.setSpacing(36)
        listed = groups(action for action in actions().values() if line_of(action.id, self.view))
        group_names = [name for name in listed if self.changing or name not in self.without]
        lines = [(name, line) for name in group_names for line in self._lines(listed[name])]
        for side in _split_columns(lines, self._columns, self._cost, 2.2):
            column = QVBoxLayout()
            column.setSpacing(4 if self._columns < 4 else 2)
            for name, part in groupby(side, key=lambda line: line[0]):
                column.addSpacing(10 if column.count() else 0)
                column.addWidget(Label(self.theme, name, Type.HEAD, "second"))
                column.addWidget(Hairline(self.theme))
                for _, line in part:
                    column.addLayout(self._row(line))
            column.addStretch(1)
            columns.addLayout(column, 1)
        self.area.setWidget(page)
        page.setAutoFillBackground(False)
        self.area.verticalScrollBar().setValue(at)

    def _lines(self, listed: list[KeyAction]) -> list[list[KeyAction]]:
        """The actions that share a line; each has its own where keys are changed."""
        actions_by_line: dict[str, list[KeyAction]] = {}
        for action in listed:
            actions_by_line.setdefault(action.id if self.changing else action.family or action.id, []).append(action)
        return list(actions_by_line.values())

    def _words(self, line: list[KeyAction]) -> tuple[str, list[str]]:
        """What a line says, and its keys."""
        first = line[0]
        if first.family and not self.changing:
            return first.family, self.keys.labels([action.id for action in line])
        return first.title, list(dict.fromkeys(format_keys(portable(key)) for key in self.keys.keys(first.id)))

    def _cost(self, line: list[KeyAction]) -> float:
        """How many lines of text it takes in a column, words broken as they are there."""
        words, caps = self._words(line)
        px = self.theme.px
        column = (self._wide - 2 * SIDE - 36 * (self._columns - 1)) / self._columns
        room = column - sum(cap_width(self.theme, cap) + 4 for cap in caps) - px(16)
        metrics, broken = QFontMetricsF(self.theme.font(Type.BODY)), int(Qt.TextFlag.TextWordWrap)
        tall = metrics.boundingRect(QRectF(0, 0, max(px(60), room), px(2000)), broken, words).height()
        return max(1.25, 0.85 * round(tall / metrics.lineSpacing()) + 0.2)

    def _row(self, line: list[KeyAction]) -> QHBoxLayout:
        """What a line says at the left; at the right its keys, or the button that changes them."""
        words, caps = self._words(line)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(Label(self.theme, words), 1, Qt.AlignmentFlag.AlignTop)
        if self.changing:
            button = KeyField("  ".join(caps) or tr("none"), line[0].title, self)
            button.pressed_key.connect(partial(self.bind, line[0]))
            row.addWidget(button)
        for cap in () if self.changing else caps:
            row.addWidget(KeyCap(self.theme, cap), 0, Qt.AlignmentFlag.AlignTop)
        return row


_Line = tuple[str, list[KeyAction]]


def _split_columns(
    lines: Sequence[_Line], columns: int, cost: Callable[[list[KeyAction]], float], head: float
) -> list[list[_Line]]:
    """Lines of groups in their order, in columns of which the highest is about as low as can be; a group may go on in
    the next column, under its head."""
    most = sum(cost(line) for _, line in lines) / columns
    while True:
        sides: list[list[_Line]] = [[]]
        used = 0.0
        for at, (name, line) in enumerate(lines):
            ends = at + 1 == len(lines) or lines[at + 1][0] != name  # the last of a group does not go on alone
            fresh = not sides[-1] or sides[-1][-1][0] != name
            need = cost(line) + head * fresh
            if sides[-1] and used + need > most + 1.5 * ends:
                sides.append([])
                used, need = 0.0, cost(line) + head
            sides[-1].append((name, line))
            used += need
        if len(sides) <= columns:
            return sides
        most *= 1.03
