"""Many summaries of one item: the name in front is whole, and all are in a list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from galley.gui.text_panes.summary_tabs import SummaryTabs
from tests.gui.review_desk import ITEM, Desk, DeskWindow, desk, item

__all__ = ["desk"]

K = Qt.Key
SYSTEMS = (
    "gpt-4o-2024-05-13", "gpt-4-turbo", "gpt-4o-mini", "claude-3-opus", "claude-3.5-sonnet", "claude-3.5-haiku",
    "gemini-1.5-pro", "llama-3.1-405b-instruct", "mistral & large", "deepseek-v3",
)  # fmt: skip


def opened(desk: Desk, systems: tuple[str, ...]) -> tuple[DeskWindow, SummaryTabs]:
    documents = [
        {"id": f"sum-{n}", "role": "summary", "system": system, "sentences": [f"By {system}."]}
        for n, system in enumerate(systems)
    ]
    window = desk.open([item("kiosk-1", documents=[*ITEM["documents"][:2], *documents])])
    window.dispatcher.set_targets("review", window.view.actions())
    return window, window.stage.panes.tabs


def front(window: DeskWindow) -> str:
    return str(window.stage.panes.tab.document.system)


def test_ten_systems_show_the_name_in_front_whole_and_a_list(desk: Desk) -> None:
    window, tabs = opened(desk, SYSTEMS)
    names = tabs.names
    assert names.isVisible() and not tabs.bar.isVisible()
    assert [names.itemText(n) for n in range(names.count())] == list(SYSTEMS), "whole, and & is no mark of a key"
    assert (names.currentText(), names.count_words) == ("gpt-4o-2024-05-13", "1 of 10")
    assert not names.cut and names.toolTip() == "" and names.accessibleDescription() == "1 of 10"
    desk.press(window, K.Key_BracketLeft)
    assert (front(window), names.currentText()) == ("deepseek-v3", "deepseek-v3")
    desk.press(window, K.Key_BracketRight)
    assert front(window) == "gpt-4o-2024-05-13" == names.currentText()


def test_a_name_of_the_list_brings_its_summary_to_the_front(desk: Desk) -> None:
    window, tabs = opened(desk, SYSTEMS)
    view = tabs.names.view()
    view.setCurrentIndex(view.model().index(0, 0))
    view.keyboardSearch("mis")
    assert view.currentIndex().data() == "mistral & large"
    tabs.names.activated.emit(view.currentIndex().row())
    assert front(window) == "mistral & large" == tabs.names.currentText()
    assert "By mistral & large." in window.stage.panes.pane("summary").view.toPlainText()


def test_a_name_that_is_longer_than_its_column_is_cut_and_told(desk: Desk) -> None:
    _, tabs = opened(desk, ("a-model-with-a-name-that-no-column-of-this-window-has-the-room-for-at-any-size", *SYSTEMS))
    names = tabs.names
    names.resize(160, names.height())
    assert names.cut and "a-model-with" in names.toolTip()
    names.resize(1_400, names.height())
    assert not names.cut and names.toolTip() == ""


@pytest.mark.parametrize("count", [2, 3])
def test_a_few_stay_tabs(desk: Desk, count: int) -> None:
    _, tabs = opened(desk, SYSTEMS[:count])
    assert tabs.bar.isVisible() and not tabs.names.isVisible() and tabs.bar.count() == count


def test_tabs_come_back_where_there_is_room(desk: Desk) -> None:
    _, tabs = opened(desk, SYSTEMS[:5])
    assert tabs.names.isVisible()
    room = tabs.bar.sizeHint().width() + 40
    tabs.resize(room, tabs.height())
    assert tabs.bar.isVisible() and not tabs.names.isVisible()
    tabs.resize(200, tabs.height())
    assert tabs.names.isVisible() and not tabs.bar.isVisible()


def test_the_list_is_reached_by_tab_and_the_arrows_go_from_name_to_name(desk: Desk) -> None:
    window, tabs = opened(desk, SYSTEMS)
    tabs.names.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (K.Key_Down, K.Key_Down):
        tabs.names.keyPressEvent(QKeyEvent(QKeyEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))
    assert front(window) == "gpt-4o-mini" == tabs.names.currentText()


def test_the_keyboard_on_the_list_can_be_seen(desk: Desk) -> None:
    _, tabs = opened(desk, SYSTEMS)
    before = tabs.names.grab().toImage()
    tabs.names.setFocus(Qt.FocusReason.TabFocusReason)
    assert tabs.names.hasFocus()
    assert tabs.names.grab().toImage() != before
