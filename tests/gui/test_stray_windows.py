"""Nothing but the window, its dialogs and menus is ever a window of its own: a widget that is shown before it stands
in its parent flashes as one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from galley.gui.shell.window import Window
from tests.gui import rooms

PASSING = (Qt.WindowType.Popup, Qt.WindowType.ToolTip, Qt.WindowType.Tool)
"""Kinds of windows that come and go: menus, tooltips and the lists of fields."""


class ShownWindows(QObject):
    """Collects what is shown as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.strays: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at each widget that is shown."""
        is_window = event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow()
        if is_window and not isinstance(watched, Window | QDialog) and watched.windowType() not in PASSING:
            self.strays.append(f"{type(watched).__name__} {watched.accessibleName()!r}")
        return False


@pytest.fixture
def shown(qapp: QApplication) -> Iterator[ShownWindows]:
    filter_ = ShownWindows()
    qapp.installEventFilter(filter_)
    yield filter_
    qapp.removeEventFilter(filter_)


def test_no_widget_is_shown_before_it_has_its_place(shown: ShownWindows, qapp: QApplication, tmp_path: Path) -> None:
    with rooms.window(rooms.make_project(tmp_path), tmp_path, qapp) as window:
        for name in rooms.VIEWS:
            rooms.go(window, name)
        for make in rooms.dialogs(window).values():
            with rooms.shown(make()):
                pass
    assert shown.strays == []
