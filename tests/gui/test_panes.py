"""A pane: its text, what is selected and copied, the mouse and the keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QShortcut,
    QTextCursor,
)
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from galley.core.domain import UnitKind
from galley.gui.text_panes.offsets import Offsets
from galley.gui.text_panes.pane import TextPane
from galley.gui.text_panes.text_marks import EvidencePlace, TextMark
from galley.gui.theme import Theme
from tests.gui.panes import (
    BLUE,
    EMOJI,
    MARKUP,
    TEXTS,
    MakePane,
    make_pane,
    make_units,
    mark_on,
    point_in,
    select,
    theme,
)

__all__ = ["make_pane", "theme"]


# ---- the text


def test_one_unit_is_one_block_and_markup_is_only_text(make_pane: MakePane) -> None:
    pane = make_pane()
    document = pane.view.document()
    assert document.blockCount() == len(TEXTS)
    assert document.findBlockByNumber(4).text().startswith("<b>bold</b> &amp; <img src='x'>\ttab")
    assert "\x07" not in document.toPlainText()
    assert document.findBlockByNumber(4).text().endswith("\u2028second line")


def test_right_to_left_text_is_set_from_the_right_and_the_margin_stays_left(make_pane: MakePane) -> None:
    pane = make_pane()
    layouts = [pane.view.document().findBlockByNumber(index).layout() for index in range(3)]
    left_to_right, _, right_to_left = (layout.lineAt(0) for layout in layouts)
    assert left_to_right.cursorToX(0)[0] < left_to_right.width() / 2
    assert right_to_left.cursorToX(0)[0] > right_to_left.width() * 0.9
    assert layouts[0].position().x() == layouts[2].position().x()


def test_a_word_without_spaces_wraps(make_pane: MakePane) -> None:
    pane = make_pane(["x" * 3000])
    layout = pane.view.document().firstBlock().layout()
    assert layout.lineCount() > 20
    assert layout.boundingRect().right() < pane.view.viewport().width()


def test_an_empty_pane_says_why(make_pane: MakePane) -> None:
    pane = make_pane()
    pane.set_empty("Article", "No article in this item.")
    assert not pane.view.isVisible()
    assert pane.units == ()
    assert pane.view.accessibleDescription() == "No article in this item."
    pane.reveal(0)
    pane.set_current(3)
    assert pane.selection() is None
    pane.set_document("Dialogue", make_units(["Back again."]))
    assert pane.view.isVisible()


def test_a_document_without_units_paints_nothing_and_survives(make_pane: MakePane) -> None:
    pane = make_pane([])
    pane.set_marks([TextMark(0, 0, 3, BLUE, "solid", "U", 1)])
    pane.set_coverage([True])
    pane.set_evidence([EvidencePlace(0)])
    pane.grab()
    assert pane.selection() is None


# ---- selection and copying


@pytest.mark.parametrize("unit", range(len(TEXTS)))
def test_a_selection_is_told_in_code_points(make_pane: MakePane, unit: int) -> None:
    pane = make_pane()
    text = TEXTS[unit]
    for start, end in ((0, len(text)), (2, 7), (len(text) - 1, len(text))):
        units = [len(text[:i].encode("utf-16-le")) // 2 for i in (start, end)]
        select(pane, unit, *units)
        assert pane.selection() == (unit, start, end)
        assert pane.view.selected_text() == text[start:end]


def test_what_is_copied_is_the_stored_text_and_plain(make_pane: MakePane) -> None:
    pane = make_pane()
    pane.view.selectAll()
    data = pane.view.createMimeDataFromSelection()
    assert data.text() == "\n".join(TEXTS)
    assert data.formats() == ["text/plain"]
    assert pane.selection() is None, "of several units: it is not cut to the first"
    assert len(pane.view.selections()) == len(TEXTS)


def test_copy_by_keyboard_puts_the_stored_text_on_the_clipboard(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane()
    select(pane, 4, 0, len(MARKUP))
    qtbot.keyClick(pane.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == MARKUP


def test_text_is_selected_by_keyboard_from_the_current_unit(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane()
    pane.set_current(1)
    pane.view.setFocus()
    with qtbot.waitSignal(pane.selectionMade):
        qtbot.keyClick(pane.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert pane.selection() == (1, 0, 1)
    qtbot.keyClick(pane.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert pane.selection() == (1, 0, 2)
    qtbot.keyClick(pane.view, Qt.Key.Key_Escape)
    assert pane.selection() is None


# ---- the mouse and the keys


def test_a_click_tells_the_unit_or_the_flag(make_pane: MakePane, qtbot: QtBot) -> None:
    marks = [mark_on(TEXTS, 0, "First words of", 7), mark_on(TEXTS, 0, "words", 8), mark_on(TEXTS, 1, "said", 9)]
    pane = make_pane(marks=marks)
    viewport = pane.view.viewport()
    click = lambda point: qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point)  # noqa: E731
    with qtbot.waitSignal(pane.markClicked) as found, qtbot.assertNotEmitted(pane.unitClicked):
        click(point_in(pane, 0, 1))
    assert found.args == [7]
    with qtbot.waitSignal(pane.markClicked) as found:
        click(point_in(pane, 0, TEXTS[0].index("words") + 1))
    assert found.args == [8], "the shortest span wins"
    with qtbot.waitSignal(pane.unitClicked) as found:
        click(point_in(pane, 0, TEXTS[0].index("unit")))
    assert found.args == [0]
    with qtbot.waitSignal(pane.unitClicked) as found:
        click(QPoint(4, point_in(pane, 2, 3).y()))
    assert found.args == [2], "the margin belongs to the unit"
    position = len(EMOJI[: EMOJI.index("said")].encode("utf-16-le")) // 2
    with qtbot.waitSignal(pane.markClicked) as found:
        click(point_in(pane, 1, position + 1))
    assert found.args == [9]
    with qtbot.assertNotEmitted(pane.unitClicked), qtbot.assertNotEmitted(pane.markClicked):
        click(QPoint(100, viewport.height() - 2))


def test_dragging_selects_and_is_no_click(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane()
    viewport, start, end = pane.view.viewport(), point_in(pane, 0, 0), point_in(pane, 0, 5)
    with qtbot.waitSignal(pane.selectionMade), qtbot.assertNotEmitted(pane.unitClicked):
        qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(viewport, end)
        qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)
    found = pane.selection()
    assert found is not None and found[0] == 0 and found[2] - found[1] >= 4


@pytest.mark.parametrize("key", [Qt.Key.Key_J, Qt.Key.Key_A, Qt.Key.Key_1, Qt.Key.Key_Question, Qt.Key.Key_Slash])
def test_letters_and_digits_are_left_to_the_window(make_pane: MakePane, key: Qt.Key) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "x")
    pane = make_pane()
    pane.view.keyPressEvent(event)
    assert not event.isAccepted()


def test_a_shortcut_of_the_window_works_while_a_pane_has_the_focus(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    pane = TextPane(theme)
    QVBoxLayout(window).addWidget(pane)
    pane.set_document("Summary", make_units(TEXTS))
    shortcut = QShortcut(Qt.Key.Key_J, window)
    window.show()
    qtbot.waitExposed(window)
    pane.setFocus()
    qtbot.waitUntil(pane.view.hasFocus)
    with qtbot.waitSignal(shortcut.activated):
        qtbot.keyClick(pane.view, Qt.Key.Key_J)


def test_arrows_and_pages_scroll(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane([f"Paragraph {n} with several words in it." for n in range(60)])
    bar = pane.view.verticalScrollBar()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
        before = bar.value()
        qtbot.keyClick(pane.view, key)
        assert bar.value() > before
    qtbot.keyClick(pane.view, Qt.Key.Key_Home)
    assert bar.value() == 0


def test_the_focus_ring_shows_for_the_keyboard(make_pane: MakePane, theme: Theme, qtbot: QtBot) -> None:
    pane = make_pane()
    qtbot.waitUntil(pane.isActiveWindow)  # or the window's own activation brings the focus, not the key
    pane.view.clearFocus()
    assert pane.grab().toImage().pixelColor(1, 200).name().upper() == theme.roles.panel
    pane.view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(pane.view.hasFocus)
    assert pane.grab().toImage().pixelColor(1, 200).name().upper() == theme.roles.accent


@pytest.mark.qt_log_ignore(r"This plugin does not support (raise|propagateSizeHints)\(\)")
def test_a_speaker_cut_short_is_told_in_full_as_plain_text(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane()
    name = "<b>A speaker with a very long name</b>"
    pane.set_document("Dialogue", make_units(["Hello."], [name]), "speaker")
    at = QPoint(20, point_in(pane, 0, 0).y())
    pane.view.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, at, pane.mapToGlobal(at)))
    assert "&lt;b&gt;A speaker with a very long name&lt;/b&gt;" in QToolTip.text()
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_the_pane_has_a_name_for_those_who_cannot_see_it(make_pane: MakePane) -> None:
    pane = make_pane()
    assert pane.view.accessibleName() == "Dialogue"
    pane.set_summary("5 turns, 1 not covered")
    assert pane.view.accessibleDescription() == "5 turns, 1 not covered"
    assert pane.head.summary == "5 turns, 1 not covered"

# ---- what was cleared up in an opinion


CLEARED = "Ann 😀 finds **the hall on Quarry Street** shut, and ** alone says nothing."


def _widths(pane: TextPane, starts: Sequence[int]) -> list[float]:
    layout = pane.view.document().findBlockByNumber(0).layout()
    line = layout.lineForTextPosition(0)
    return [line.cursorToX(at + 2)[0] - line.cursorToX(at)[0] for at in starts]


def test_what_was_cleared_up_is_bold_and_its_asterisks_are_not_seen(make_pane: MakePane, qtbot: QtBot) -> None:
    """As KGDS sets it. Stored is what came: offsets, selections and copies are of that."""
    pane = make_pane([CLEARED], size=(1200, 300))
    offsets = Offsets(CLEARED)
    first, second, alone = (offsets.to_units(match.start()) for match in re.finditer(r"\*\*", CLEARED))
    as_it_came = _widths(pane, (first, second, alone))
    assert min(as_it_came) > 6  # in a turn asterisks are what was said
    (unit,) = pane.units
    pane.set_document("Opinions", [replace(unit, kind=UnitKind.OPINION)])
    assert max(_widths(pane, (first, second))) < 2.5 and _widths(pane, (alone,)) == as_it_came[2:]
    cursor = QTextCursor(pane.view.document())
    bold = []
    for at in range(1, offsets.units + 1):
        cursor.setPosition(at)
        if cursor.charFormat().fontWeight() == QFont.Weight.Bold:
            bold.append(offsets.to_code_points(at - 1))
    start = CLEARED.index("the hall")
    assert bold == list(range(start, start + len("the hall on Quarry Street")))
    assert pane.view.document().toPlainText() == CLEARED
    at = point_in(pane, 0, offsets.to_units(start) + 1)
    qtbot.mouseDClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert pane.view.selected_text() == "the"
    select(pane, 0, first, second + 2)
    assert pane.view.selection() == (0, start - 2, start + len("the hall on Quarry Street") + 2)
    assert pane.view.selected_text() == "**the hall on Quarry Street**"
