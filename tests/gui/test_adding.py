"""Adding a flag by mouse alone and by keyboard alone, on whole words, and on several sentences at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from galley.gui.text_panes.keyboard_selection import ReadingPane, whole_words
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]


def at(view: ReadingPane, unit: int, place: int) -> QPoint:
    """Where a place of a unit (code points) is on the screen."""
    cursor = QTextCursor(view.document())
    block = view.document().findBlockByNumber(unit)
    cursor.setPosition(block.position() + view._content.offsets(unit).to_units(place))
    return view.cursorRect(cursor).center()


def drag(view: ReadingPane, start: QPoint, end: QPoint, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, modifier, start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, modifier, end)


def added(window: DeskWindow) -> list[tuple[Any, ...]]:
    rows = window.rows("SELECT unit.position, spans FROM decision JOIN unit ON unit.id = unit_id ORDER BY decision.id")
    return [(unit, json.loads(spans or "[]")) for unit, spans in rows]


def test_by_mouse_alone_on_whole_words(desk: Desk) -> None:
    window = desk.open([item("k-1")])
    stage = window.stage
    view = stage.panes.pane("summary").view
    sentence = view.units[0].text  # "Ada asked about the kiosk 🏕️ by the lake."
    drag(view, at(view, 0, 5), at(view, 0, 12))  # from within "asked" to within "about"
    chosen = stage.panes.selection()
    assert chosen is not None and chosen[0].text[slice(*chosen[1])] == "asked about"
    button = window.view.with_selection.add
    assert button.isVisible() and window.view.with_selection.parent() is view.viewport()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    chooser = stage.flags.chooser
    assert chooser.isVisible() and "asked about" in chooser._about.text()
    line = chooser._list.visualRect(chooser._list.model().index(0, 0)).center()
    QTest.mouseClick(chooser._list.viewport(), Qt.MouseButton.LeftButton, pos=line)
    desk.until(lambda: added(window))
    start = sentence.index("asked")
    assert added(window) == [(0, [[start, start + 11]])] and not button.isVisible()


def test_a_double_click_selects_a_word_and_brings_the_buttons(desk: Desk) -> None:
    window = desk.open([item("k-1")])
    view = window.stage.panes.pane("summary").view
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at(view, 0, 6))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at(view, 0, 6))
    unit, span = window.stage.panes.selection()
    assert unit.text[slice(*span)] == "asked" and window.view.with_selection.add.isVisible()


def test_behind_an_emoji_and_with_alt_as_it_was_drawn(desk: Desk) -> None:
    window = desk.open([item("k-1")])
    view = window.stage.panes.pane("summary").view
    sentence = view.units[0].text
    start = sentence.index("lake")
    drag(view, at(view, 0, start + 1), at(view, 0, start + 3))
    assert sentence[slice(*window.stage.panes.selection()[1])] == "lake"
    view.clear_selection()
    assert not window.view.with_selection.add.isVisible()
    drag(view, at(view, 0, start + 1), at(view, 0, start + 3), Qt.KeyboardModifier.AltModifier)
    assert sentence[slice(*window.stage.panes.selection()[1])] == "ak"


def test_by_keyboard_alone_in_any_pane(desk: Desk) -> None:
    window = desk.open([item("k-1")])
    stage = window.stage
    stage.panes.pane("summary").view.setFocus()
    control = Qt.KeyboardModifier.ControlModifier
    both = control | Qt.KeyboardModifier.ShiftModifier
    desk.press(window, Qt.Key.Key_Down, control)
    desk.press(window, Qt.Key.Key_Down, control)
    unit = stage.item.units[stage.panes.focus.unit][0]
    assert unit.text == "It sells coffee and postcards until noon."
    for _ in range(2):
        desk.press(window, Qt.Key.Key_Right, both)
    desk.press(window, Qt.Key.Key_M)
    desk.press(window, Qt.Key.Key_Return)
    desk.until(lambda: added(window))
    assert added(window) == [(1, [[0, 8]])]
    stage.panes.pane("dialogue").view.setFocus()
    for _ in range(3):
        desk.press(window, Qt.Key.Key_Down, control)
    assert stage.item.units[stage.panes.focus.unit][0].position == 2
    desk.press(window, Qt.Key.Key_Up, control)
    desk.press(window, Qt.Key.Key_M)
    desk.press(window, Qt.Key.Key_Return)
    desk.until(lambda: len(added(window)) == 2)
    assert added(window)[1][0] == 1


def test_across_sentences_each_gets_a_flag_and_that_is_said(desk: Desk) -> None:
    window = desk.open([item("k-1")])
    stage = window.stage
    view = stage.panes.pane("summary").view
    drag(view, at(view, 0, 5), at(view, 1, 7))
    desk.press(window, Qt.Key.Key_M)
    assert "and 1 unit more: a flag each" in stage.flags.chooser._about.text()
    desk.press(window, Qt.Key.Key_Return)
    desk.until(lambda: len(added(window)) == 2)
    first = view.units[0].text
    assert added(window) == [(0, [[4, len(first)]]), (1, [[0, 8]])]
    counted = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id AND kind = 'human'"
    assert window.rows(counted) == [(2,)]
    desk.press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.rows(counted) == [(0,)])  # added as one, taken back as one


@pytest.mark.parametrize("width", [1000, 1280, 2000])
def test_no_button_of_a_selection_is_cut_however_narrow_the_column(desk: Desk, width: int) -> None:
    window = desk.open([item("k-1", FLAGS[:1])])
    view = window.stage.panes.pane("dialogue").view
    window.resize(width, 700)
    QApplication.processEvents()
    drag(view, at(view, 0, 2), at(view, 0, 12))
    bar, room = window.view.with_selection, view.viewport()
    buttons = [bar.add, *bar.stances.values()]
    assert all(button.isVisible() and button.width() >= button.sizeHint().width() for button in buttons)
    for button in buttons:
        place = QRect(button.mapTo(room, QPoint()), button.size())
        assert room.rect().left() <= place.left() and place.right() <= room.rect().right()


@pytest.mark.parametrize("unit", [0, 1, 2])
def test_the_buttons_of_a_selection_cover_no_line_of_it_and_none_below_it(desk: Desk, unit: int) -> None:
    window = desk.open([item("k-1", FLAGS[:1])])
    view, bar = window.stage.panes.pane("dialogue").view, window.view.with_selection
    drag(view, at(view, unit, 2), at(view, unit, 12))
    assert bar.add.isVisible()
    end = view.cursorRect()
    room = view.viewport().height()
    assert bar.geometry().bottom() < end.top() or bar.geometry().bottom() > room - 10, "above it, or at the lower edge"


@pytest.mark.parametrize(
    ("text", "drawn", "found"),
    [
        ("It sells coffee.", (4, 11), "sells coffee"),
        ("a 🏕️ kiosk", (6, 7), "kiosk"),
        ("שלום לעולם", (1, 7), "שלום לעולם"),
        ("two  ", (3, 5), "  "),
        ("don't stop", (1, 3), "don't"),
    ],
)
def test_words_of_any_script_are_kept_whole(text: str, drawn: tuple[int, int], found: str) -> None:
    start, end = whole_words(text, *drawn)
    assert text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") == found


@given(st.text(alphabet="ab 🏕️é\u0301של.,'", max_size=20), st.data())
def test_a_selection_never_loses_a_letter(text: str, data: st.DataObject) -> None:
    units = len(text.encode("utf-16-le")) // 2
    start = data.draw(st.integers(0, units))
    end = data.draw(st.integers(start, units))
    first, last = whole_words(text, start, end)
    kept = text.encode("utf-16-le")
    drawn = kept[2 * start : 2 * end].decode("utf-16-le", "ignore").strip()
    assert 0 <= first <= last <= units and drawn in kept[2 * first : 2 * last].decode("utf-16-le", "ignore")


def test_who_selects_something_else_is_not_asked_about_the_words_before(desk: Desk) -> None:
    """Enter did nothing then, and a letter took the criterion for text that was no longer lit."""
    window = desk.open([item("k-1")])
    stage = window.stage
    view, chooser = stage.panes.pane("summary").view, stage.flags.chooser
    drag(view, at(view, 0, 5), at(view, 0, 12))
    QTest.mouseClick(window.view.with_selection.add, Qt.MouseButton.LeftButton)
    assert not chooser.isHidden() and chooser.hasFocus()
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    drag(view, at(view, 0, 0), at(view, 0, 2))
    assert chooser.isHidden() and view.hasFocus(), "the keyboard stays where the mouse brought it"
    QTest.mouseClick(window.view.with_selection.add, Qt.MouseButton.LeftButton)
    assert not chooser.isHidden() and "Ada" in chooser._about.text(), "and it can be asked for again"
    assert not window.rows("SELECT 1 FROM decision")
