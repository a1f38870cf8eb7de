"""For those who do not see the screen, or not well: names for screen readers, a visible focus, nothing that moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QFrame,
    QLabel,
    QMenu,
    QProxyStyle,
    QSplitter,
    QSplitterHandle,
    QStackedWidget,
    QStyle,
    QTableView,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from tests.gui import rooms
from tests.gui.scenes import grabbed

SILENT = {"Hairline", "OverlayBar", "FocusRing", "TextStrip"}
"""Widgets of ours that say nothing: lines, scroll bars and rings."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rooms.make_project(tmp_path_factory.mktemp("rooms"))


@pytest.fixture
def window(project: Path, tmp_path: Path, qapp: QApplication) -> Iterator[Window]:
    with rooms.window(project, tmp_path, qapp) as made:
        yield made


def name_of(widget: QWidget) -> str:
    """What a screen reader says of a widget."""
    found = QAccessible.queryAccessibleInterface(widget)
    return found.text(QAccessible.Text.Name).strip() if found is not None else ""


def focusable(root: QWidget) -> Iterator[QWidget]:
    """What in the room of ``root`` can have the keyboard for itself."""
    for widget in rooms.widgets(root):
        if widget.focusProxy() is None and widget is not root and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield widget


def paints_itself(widget: QWidget) -> bool:
    """Whether a widget of ours draws something that is not the words of a widget in it."""
    kind = type(widget)
    own = kind.__module__.startswith("galley.gui.") and "paintEvent" in vars(kind) and kind.__name__ not in SILENT
    return own and not widget.findChildren(QWidget)


def unnamed(root: QWidget) -> Iterator[str]:
    """What in the room of ``root`` a screen reader has no words for."""
    controls = {*focusable(root), *(w for w in rooms.widgets(root) if isinstance(w, QAbstractButton))}
    for widget in {*controls, *filter(paints_itself, rooms.widgets(root))}:
        if isinstance(widget, QLabel) and not widget.text():
            continue
        if not name_of(widget):
            yield rooms.place(widget)
    for view in root.findChildren(QAbstractItemView):
        if view.isVisible():
            yield from _silent_rows(view)


def _silent_rows(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    if model is None:
        return
    for row in range(min(model.rowCount(QModelIndex()), 40)):
        columns = view.horizontalHeader().count() if isinstance(view, QTableView) else 1
        said = [_said(model.index(row, column)) for column in range(columns)]
        if not any(said):
            yield f"row {row} of {rooms.place(view)}"


def _said(index: QModelIndex) -> str:
    for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
        found = index.data(role)
        if found not in (None, ""):
            return str(found)
    return ""


def test_every_control_of_every_view_and_dialog_has_a_name(window: Window) -> None:
    found: list[str] = []
    for name in rooms.VIEWS:
        found += [f"{name}: {what}" for what in unnamed(rooms.go(window, name).window())]
    for name, make in rooms.dialogs(window).items():
        with rooms.shown(make()) as dialog:
            assert name_of(dialog) or dialog.windowTitle(), name
            found += [f"{name}: {what}" for what in unnamed(dialog)]
    assert not found, "\n".join(sorted(set(found)))


def test_the_walk_finds_what_has_no_name(window: Window) -> None:
    field = next(widget for widget in focusable(window) if name_of(widget) == "Search texts and notes")
    field.setAccessibleName("")
    assert any("SearchField" in what for what in unnamed(window))


def test_the_welcome_page_has_names(window: Window) -> None:
    window.close_project()
    rooms.settle()
    assert not list(unnamed(window))
    assert sum(1 for _ in focusable(window)) >= 3


def _menus(window: Window) -> Iterator[QMenu]:
    yield from window.findChildren(QMenu)
    for widget in window.findChildren(QWidget):
        offers = getattr(widget, "_menus", None)
        if isinstance(offers, dict) and callable(getattr(widget, "menu", None)):
            for name in offers:
                yield widget.menu(name)  # type: ignore[attr-defined]


def test_every_entry_of_every_menu_has_words(window: Window) -> None:
    for name in rooms.VIEWS:
        rooms.go(window, name)
    entries = 0
    for menu in _menus(window):
        menu.aboutToShow.emit()
        for entry in menu.actions():
            entries += 1
            assert entry.isSeparator() or entry.text().strip(), menu.title() or menu.accessibleName()
    assert entries > 40


# ---- focus


def _points(picture: QImage) -> np.ndarray:
    """A number a point, with its three colours."""
    return np.frombuffer(bytes(picture.constBits()), np.uint32).reshape(picture.height(), picture.width())


def _colours(points: np.ndarray) -> np.ndarray:
    raw = np.ascontiguousarray(points).view(np.uint8).reshape(*points.shape, 4)
    return raw[:, :, :3].astype(int)


def idle(root: QWidget) -> np.ndarray:
    """``root`` while nothing in it has the keyboard."""
    busy = root.focusWidget()
    if busy is not None:
        busy.clearFocus()
    rooms.settle()
    return _points(grabbed(root))


def shown_by_focus(root: QWidget, before: np.ndarray, widget: QWidget) -> tuple[int, QRect]:
    """How many points of ``root`` change when ``widget`` gets the keyboard by a key, and where they are."""
    other = next(w for w in focusable(root) if w is not widget and w.isEnabled())
    for one in (other, widget):
        one.setFocus(Qt.FocusReason.TabFocusReason)
    rooms.settle()
    after = _points(grabbed(root))
    rows, columns = np.nonzero(before != after)
    if not rows.size:
        return 0, QRect()
    part = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]  # few points change
    apart = np.abs(_colours(before[part]) - _colours(after[part])).max(axis=2) > 24
    rows, columns = np.nonzero(apart)
    if not rows.size:
        return 0, QRect()
    left, top = int(columns.min() + part[1].start), int(rows.min() + part[0].start)
    return int(apart.sum()), QRect(left, top, int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1)


def blind_spots(root: QWidget, seen: set[type[QWidget]]) -> Iterator[str]:
    """The classes of controls in the room of ``root`` that look the same with the keyboard and without it."""
    before = idle(root)
    for widget in list(focusable(root)):
        by_key = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value) or isinstance(widget, QTextEdit)  # F6
        still = isinstance(widget, QSplitter | QSplitterHandle | QStackedWidget) or type(widget) is QFrame
        if not by_key or still or not widget.isEnabled() or type(widget) in seen:
            continue
        front = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
        if front.visibleRegion().isEmpty():
            continue
        points, where = shown_by_focus(root, before, widget)
        if QApplication.focusWidget() is not widget and root.focusWidget() is not widget:
            continue
        seen.add(type(widget))
        # A caret is two points wide: that is not enough to find the place.
        if points < 30 or where.width() < 6:
            yield f"{rooms.place(widget)} ({points} points in {where.width()}x{where.height()})"


def test_every_control_shows_that_it_has_the_keyboard(window: Window) -> None:
    seen: set[type[QWidget]] = set()
    found: list[str] = []
    for name in rooms.VIEWS:
        rooms.go(window, name)
        found += [f"{name}: {what}" for what in blind_spots(window, seen)]
    for name, make in rooms.dialogs(window).items():
        with rooms.shown(make()) as dialog:
            found += [f"{name}: {what}" for what in blind_spots(dialog, seen)]
    assert not found, "\n".join(found)
    names = {kind.__name__ for kind in seen}
    ours = {
        "Chip",
        "ChartList",
        "FlagList",
        "KeyButton",
        "LineTable",
        "NoteField",
        "RowsChart",
        "QueueList",
        "ReadingPane",
    }
    stock = {"Button", "CheckBox", "QComboBox", "QLineEdit", "QPlainTextEdit", "QSpinBox", "Tabs"}
    assert ours | stock <= names


# ---- motion


def test_where_motion_is_reduced_a_pane_is_there_at_once(window: Window) -> None:
    pane = window.workspace.view.stage.panes.pane("dialogue")  # type: ignore[union-attr]
    last = len(pane.units) - 1
    window.resize(1280, 520)
    rooms.settle()

    def gone() -> int:
        pane.reveal(0)
        start = pane.view.verticalScrollBar().value()
        pane.reveal(last, animate=True)
        return int(pane.view.verticalScrollBar().value()) - start

    assert not window.theme.still
    assert gone() == 0  # it glides
    window.set_still(True)
    assert gone() > 0 and pane.view.is_fully_visible(last)


def test_reduced_motion_is_in_the_menu_and_remembered(tmp_path: Path, qapp: QApplication, qtbot: QtBot) -> None:
    settings = Settings(tmp_path / "window.ini")
    made = Window(settings, Theme(Mode.LIGHT))
    qtbot.addWidget(made)
    entry = next(e for menu in made.findChildren(QMenu) for e in menu.actions() if e.text() == "Reduced motion")
    entry.trigger()
    assert made.theme.still and settings.still
    entry.trigger()
    assert not made.theme.still and not Settings(tmp_path / "window.ini").still


def test_a_system_without_animations_is_respected(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    class Still(QProxyStyle):
        def styleHint(self, hint: QStyle.StyleHint, *rest: Any) -> int:  # type: ignore[override]
            return 0 if hint is QStyle.StyleHint.SH_Widget_Animation_Duration else super().styleHint(hint, *rest)

    style = Still("Fusion")
    assert not window.theme.still
    monkeypatch.setattr(QApplication, "style", lambda: style)
    assert window.theme.still
