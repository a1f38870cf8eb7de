"""The ring of the keyboard marks the row or cell where the keys are, and no frame around all of a list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QImage, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QTableView,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from galley.gui.review.matrix_view import MatrixView
from galley.gui.text_panes.pane import TextPane
from galley.gui.theme import Mode, Theme
from galley.gui.widgets.focus_marks import FocusMarks
from galley.gui.widgets.focus_ring import FocusRing
from tests.gui import scenes
from tests.gui.panes import make_units

INK = "#FF00FE"
"""A colour that nothing else has."""


@pytest.fixture
def theme(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Theme:
    made = Theme(Mode.LIGHT)
    before = made.color
    monkeypatch.setattr(made, "color", lambda role: type(before("text"))(INK) if role == "accent" else before(role))
    return made


@pytest.fixture(params=[QListView, QTreeView, QTableView], ids=lambda kind: kind.__name__)
def rows(request: pytest.FixtureRequest, theme: Theme, qtbot: QtBot) -> Iterator[QAbstractItemView]:
    window = QWidget()
    marks = FocusMarks(theme, window)
    model = QStandardItemModel(window)
    for number in range(40):
        model.appendRow([QStandardItem(f"row {number}"), QStandardItem("more")])
    view = request.param()
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setTabKeyNavigation(False)
    view.setModel(model)
    column = QHBoxLayout(window)
    column.addWidget(QLineEdit())
    column.addWidget(view)
    window.resize(700, 300)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window) and marks is not None
    yield view


def ringed(view: QAbstractItemView) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of what the ring's colour encloses, in the viewport; None where there is no ring."""
    picture = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    offset = view.viewport().pos()
    raw = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), -1, 4)[:, : picture.width(), :3]
    ys, xs = np.nonzero((raw == (0xFE, 0x00, 0xFF)).all(axis=2))
    if not len(ys):
        return None
    left, top, right, bottom = xs.min(), ys.min(), xs.max(), ys.max()
    return int(left) - offset.x(), int(top) - offset.y(), int(right) - offset.x(), int(bottom) - offset.y()


def row(view: QAbstractItemView, number: int) -> tuple[int, int, int, int]:
    rect = view.visualRect(view.model().index(number, 0))
    return 0, rect.top(), view.viewport().width() - 1, rect.bottom()


def test_the_ring_is_on_the_row_in_front_and_goes_with_it(rows: QAbstractItemView, qtbot: QtBot) -> None:
    rows.setCurrentIndex(rows.model().index(2, 0))
    rows.window().findChild(QLineEdit).setFocus()
    QTest.keyClick(rows.window().findChild(QLineEdit), Qt.Key.Key_Tab)
    assert rows.hasFocus() and ringed(rows) == row(rows, 2)
    QTest.keyClick(rows, Qt.Key.Key_Down)
    assert ringed(rows) == row(rows, 3)
    rows.selectionModel().setCurrentIndex(rows.model().index(5, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
    assert ringed(rows) == row(rows, 5)
    rows.verticalScrollBar().setValue(rows.verticalScrollBar().maximum())
    assert ringed(rows) is None, "the row is not in sight"
    rows.scrollToTop()
    QTest.keyClick(rows, Qt.Key.Key_Tab)
    assert ringed(rows) is None


def test_a_list_with_no_row_in_front_is_framed_and_a_click_draws_none(rows: QAbstractItemView) -> None:
    field = rows.window().findChild(QLineEdit)
    field.setFocus()
    rows.setFocus(Qt.FocusReason.ShortcutFocusReason)
    rows.setCurrentIndex(rows.rootIndex())
    view = rows.rect().translated(-rows.viewport().pos())
    assert ringed(rows) == (view.left(), view.top(), view.right(), view.bottom())
    field.setFocus()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, 30))
    assert rows.hasFocus() and ringed(rows) is None


def test_the_ring_of_a_matrix_is_on_the_lit_cell(tmp_path: Path, qapp: QApplication) -> None:
    scene = scenes.Scene("matrix", scenes.matrix_project)
    with scenes.opened(scene, tmp_path, qapp) as (window, _):
        view = window.findChild(MatrixView)
        assert view is not None
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Tab)
        assert not view.hasFocus()
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
        assert view.hasFocus()
        rect = view.ring_rect()
        assert rect is not None and rect.width() < view.width() // 2
        picture = view.grab().toImage()
        edge = rect.topLeft() + view.viewport().pos() + QPoint(rect.width() // 2, 1)
        assert picture.pixelColor(edge).name().upper() == window.theme.color("accent").name().upper()
        assert picture.pixelColor(1, view.height() // 2).name().upper() != window.theme.color("accent").name().upper()


def test_a_page_that_goes_away_with_the_keyboard_leaves_no_ring_on_a_text(theme: Theme, qtbot: QtBot) -> None:
    """Qt hands the keyboard on as a tab would; a key of the user's draws the ring."""
    window = QWidget()
    page, pane = QWidget(), TextPane(theme, "Article")
    first, field = QLineEdit(), QLineEdit(page)
    column = QHBoxLayout(window)
    for widget in (first, page, pane):
        column.addWidget(widget)
    pane.set_document("Article", make_units(["One sentence."]))
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    field.setFocus()
    page.hide()
    ring = pane.findChild(FocusRing)
    assert ring is not None and pane.view.hasFocus() and not ring.isVisible()
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert pane.view.hasFocus() and ring.isVisible()
