"""The one place where words reach what Qt would read as markup, as a mnemonic or as a key.

Qt takes a tooltip, a label or a message for rich text where it looks like it, and then fetches the images that it
names; it takes ``&`` on a button, a tab or a menu for a mnemonic, and a tab in a menu for a key. Names come from
anybody's file, so nothing else in ``galley.gui`` makes such a widget or sets such a text (``test_plain_text.py``): the
classes here show every text as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QStaticText
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QLabel,
    QMenu,
    QMessageBox,
    QProgressDialog,
    QPushButton,
    QTabBar,
    QToolButton,
    QToolTip,
    QWidget,
)

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>"})
_ONE_LINE = str.maketrans("\t\r\n", "   ")


def escape_markup(words: str) -> str:
    """``words`` for where Qt reads markup, such as the title of an axis. (Not ``html.escape``: that module loads all
    named entities.)"""
    return words.translate(_ESCAPES)


def tooltip(words: str) -> str:
    """``words`` as a tooltip; none for none."""
    return f"<span>{escape_markup(words)}</span>" if words else ""


def set_tip(on: Any, words: str) -> None:
    """Give a widget, an action or an item of a list a tooltip; none for no words."""
    on.setToolTip(tooltip(words))


def show_tip(at: QPoint, words: str, widget: QWidget) -> None:
    """Show a tooltip now, at a place of the screen; no words hide it."""
    QToolTip.showText(at, tooltip(words), widget)


def name_window(window: QWidget, words: str) -> None:
    """The title of a window; Qt would put the mark of unsaved documents for "[*]"."""
    window.setWindowTitle(words.replace("[*]", "[*][*]"))


def static_text(words: str) -> QStaticText:
    """Words that are laid out once and painted often."""
    qt_text = QStaticText(words)
    qt_text.setTextFormat(Qt.TextFormat.PlainText)
    return qt_text


def _caption(words: str) -> str:
    return words.replace("&", "&&")


class PlainLabel(QLabel):
    """A label that never looks for markup."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(words)


class PaintedButton(QAbstractButton):
    """A button that paints its words itself, so they stay as they are; they bind no key."""

    def setText(self, words: str) -> None:
        """Say something else."""
        super().setText(words)
        self.setShortcut(QKeySequence())


class _PlainTextMixin:
    """What Button, CheckBox and ToolButton share: Qt's own text has its ``&`` doubled, ``text()`` is what was said."""

    def setText(self, words: str) -> None:
        """Say something else."""
        super().setText(_caption(words))  # type: ignore[misc]

    def text(self) -> str:
        """What it says."""
        return str(super().text()).replace("&&", "&")  # type: ignore[misc]


class Button(_PlainTextMixin, QPushButton):
    """A push button. Return presses the one that has the keyboard, before a dialog's default one."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return is as good as the space bar."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)


class CheckBox(_PlainTextMixin, QCheckBox):
    """A check box."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(words)


class ToolButton(_PlainTextMixin, QToolButton):
    """A small button without an edge of its own."""


class Tabs(QTabBar):
    """A strip of tabs. Its texts are not Qt's own: ``title(index)`` is what a tab says."""

    def set_titles(self, titles: list[str]) -> None:
        """Have these tabs, each with its whole title as the tooltip; those that stay do not move."""
        for index, title in enumerate(titles):
            if index >= self.count():
                self.addTab(_caption(title))
            elif self.title(index) != title:
                self.setTabText(index, _caption(title))
            self.setTabToolTip(index, tooltip(title))
        while self.count() > len(titles):
            self.removeTab(self.count() - 1)

    def title(self, index: int) -> str:
        """The title of a tab."""
        return self.tabText(index).replace("&&", "&")


class MenuEntry(QAction):
    """An entry of a menu: ``mnemonic`` is a character before its words that chooses it, ``key`` is printed beside them;
    neither is bound."""

    def __init__(
        self, words: str, parent: QObject, *, key: str = "", mnemonic: str = "", checkable: bool = False
    ) -> None:
        super().__init__(parent)
        self.setCheckable(checkable)
        self.say(words, key=key, mnemonic=mnemonic)

    def say(self, words: str, *, key: str = "", mnemonic: str = "") -> None:
        """Say something else."""
        self.words = words
        caption = _caption(words.translate(_ONE_LINE))
        caption = f"&{mnemonic}  {caption}" if mnemonic else caption
        super().setText(f"{caption}\t{key}" if key else caption)


class Menu(QMenu):
    """A menu whose entries are MenuEntry. ``words`` is its title, ``menus`` those in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ""
        self.menus: list[Menu] = []

    def add_entry(
        self,
        words: str,
        does: Callable[..., object] | None = None,
        *,
        key: str = "",
        mnemonic: str = "",
        checked: bool | None = None,
    ) -> MenuEntry:
        """Add an entry that calls ``does`` with whether it is checked; one that can be checked where ``checked`` says
        whether it is."""
        entry = MenuEntry(words, self, key=key, mnemonic=mnemonic, checkable=checked is not None)
        entry.setChecked(bool(checked))
        if does is not None:
            entry.triggered.connect(does)
        self.addAction(entry)
        return entry

    def add_menu(self, words: str) -> Menu:
        """Add a menu to this one."""
        menu = Menu(self)
        menu.words = words
        menu.setTitle(_caption(words))
        self.addMenu(menu)
        self.menus.append(menu)
        return menu


class ProgressBox(QProgressDialog):
    """Qt's dialog of how far something is."""

    def __init__(self, title: str, stop: str, most: int, parent: QWidget | None) -> None:
        super().__init__(parent)
        name_window(self, title)
        self.setLabel(PlainLabel())
        self.setCancelButton(Button(stop))
        self.setRange(0, most)


class _PlainBoxes(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Polish and isinstance(watched, QMessageBox):
            watched.setTextFormat(Qt.TextFormat.PlainText)
        return False


@contextmanager
def plain_boxes() -> Iterator[None]:
    """While this lasts, the questions that Qt's own file dialogs ask about a file show its name as it is."""
    application = QCoreApplication.instance()
    watch = _PlainBoxes()
    if application is not None:
        application.installEventFilter(watch)
    try:
        yield
    finally:
        if application is not None:
            application.removeEventFilter(watch)
