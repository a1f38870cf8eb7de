"""The page before an item is finished: what nobody flagged, what was not read, and what finishing will say."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.line_list import LineList, ListLine
from galley.gui.widgets.styled_label import StyledLabel

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_OWN_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, *_STEPS)


def _own(event: QKeyEvent) -> bool:
    return Qt.Key(event.key()) in _OWN_KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier


class _DebouncedList(LineList):
    """The list, deaf to the mouse for as long as a second click takes: the first may have made the page appear."""

    deaf_until = 0.0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a line."""
        if time.monotonic() >= self.deaf_until:
            super().mousePressEvent(event)


class EndPage(QWidget):
    """``advanced``: open what was not read, else finish and go on; ``finished``: finish and go on; ``backRequested``:
    back to the flags; ``looked``: show the lit sentence in the text; ``added``: a flag on it; ``opened``: what was not
    read."""

    advanced = Signal()
    finished = Signal()
    backRequested = Signal()
    looked = Signal()
    added = Signal()
    opened = Signal()

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._keys = theme, keys
        self.deaf_until = 0.0
        self.title = StyledLabel(theme, Type.PAGE_TITLE)
        self.lead = StyledLabel(theme, Type.SMALL, "second")
        self.list = _DebouncedList(theme, tr("Sentences that nobody flagged"))
        self.says = StyledLabel(theme, Type.BODY)
        self.leaves = StyledLabel(theme, Type.BODY, "warning")
        self.go = KeyButton(theme, tr("Finish and next"), tr("Enter"), primary=True)
        self.add = KeyButton(theme, tr("Add a flag"), "")
        self.look = KeyButton(theme, tr("In the text"), "")
        self.open = KeyButton(theme, "", tr("Enter"))
        self.back = KeyButton(theme, tr("Back to the flags"), tr("Esc"))
        self._build()
        self.title.set(tr("Check unflagged sentences"))
        for button, signal in (
            (self.go, self.finished),
            (self.add, self.added),
            (self.look, self.looked),
            (self.open, self.opened),
            (self.back, self.backRequested),
        ):
            button.clicked.connect(lambda _=False, signal=signal: self._press_button(signal))
        keys.changed.connect(self._label)
        theme.changed.connect(self.update)
        self._label()
        self.hide()

    def show_end(
        self, lead: str, lines: Sequence[ListLine], says: Sequence[str], unread: str, answers: bool = False,
        wholes: bool = False,
    ) -> None:  # fmt: skip
        """Show the page, or what it says now. ``says`` is what finishing says and leaves, ``unread`` the first summary
        that was not read, "" for none. With ``answers`` the lines are answers, to which no flag can be added; with
        ``wholes`` flags are about whole summaries."""
        unflagged = tr("Check unflagged summaries") if wholes else tr("Check unflagged sentences")
        self.title.set(tr("All answered") if answers else unflagged)
        self.back.setText(tr("Back to the questions") if answers else tr("Back to the flags"))
        fresh = self.isHidden()
        self.lead.set(lead)
        current = None if fresh else self.list.current
        first = next((row for row, line in enumerate(lines) if line.selectable), None)
        at = current if current is not None and current < len(lines) and lines[current].selectable else first
        self.list.show_lines(lines, at, keep=not fresh)
        self.setAccessibleDescription(lines[at].name if at is not None else "")
        self.says.set(says[0] if says else "")
        self.leaves.set(" ".join(says[1:]))
        self.open.setText(tr("Open {name}", name=unread))
        self.open.setVisible(bool(unread))
        self.open.set_primary(bool(unread))
        self.go.set_primary(not unread)
        self.go.set_key(self._keys.label("finish-next") if unread else tr("Enter"))
        self.add.setVisible(not answers)
        for button in (self.add, self.look):
            button.setEnabled(first is not None)
        if fresh:
            wait = QApplication.doubleClickInterval() / 1000
            self.deaf_until = self.list.deaf_until = time.monotonic() + wait
            self.show()
            self.raise_()
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def line(self) -> ListLine | None:
        """The line that is active."""
        row = self.list.current
        return self.list.lines[row] if row is not None else None

    def step(self, step: int) -> None:
        """The next sentence, or the one before."""
        row = self.list.neighbour(step)
        if row is not None:
            self.choose(row)

    def choose(self, row: int) -> None:
        """Light a sentence."""
        self.list.set_current(row)
        self.setAccessibleDescription(self.list.lines[row].name)

    def event(self, event: QEvent) -> bool:
        """Enter, Escape and the arrows are the page's own."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Finish, leave, or walk; a key that is held finishes nothing."""
        if not _own(event):
            event.ignore()
        elif event.key() in _STEPS:
            self.step(_STEPS[Qt.Key(event.key())])
        elif not event.isAutoRepeat():
            (self.backRequested if event.key() == Qt.Key.Key_Escape else self.advanced).emit()

    def _press_button(self, signal: object) -> None:
        """A button was clicked, unless it is the second click of the decision that led here."""
        if time.monotonic() >= self.deaf_until:
            signal.emit()  # type: ignore[attr-defined]

    def _build(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(14, 16, 14, 8)
        head.setSpacing(6)
        head.addWidget(self.title)
        head.addWidget(self.lead)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.says)
        words.addWidget(self.leaves)
        buttons = FlowLayout(gap=8)
        for button in (self.back, self.look, self.add, self.go, self.open):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            buttons.addWidget(button)
        foot = QVBoxLayout()
        foot.setContentsMargins(14, 12, 14, 12)
        foot.setSpacing(10)
        foot.addLayout(words)
        foot.addLayout(buttons)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(Hairline(self._theme))
        column.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(Hairline(self._theme, vertical=True))
        row.addLayout(column, 1)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Check unflagged sentences"))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def _label(self) -> None:
        self.add.set_key(self._keys.label("add-flag"))
        self.look.set_key(self._keys.label("next-open"))
