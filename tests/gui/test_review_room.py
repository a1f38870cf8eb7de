"""Where room is short or there is more than fits: reasons that scroll, buttons that wrap, tabs that come forward."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from galley.core.project.queue import Filter
from tests.gui.review_desk import FLAGS, Desk, desk, flag, item

__all__ = ["desk"]
K = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier


def test_long_reasons_scroll_by_key_and_begin_at_their_start(desk: Desk) -> None:
    long = flag("sum-a", 0, "changed-meaning", explanation="One more reason why this is so. " * 120)
    window = desk.open([item("kiosk-1", [long, FLAGS[1]])])
    bar = window.stage.flags.detail._scroll.verticalScrollBar()
    desk.until(lambda: bar.maximum() > 0)
    desk.press(window, K.Key_J, ALT)
    assert bar.value() > 0
    down = bar.value()
    desk.press(window, K.Key_K, ALT)
    assert bar.value() < down
    desk.press(window, K.Key_J, ALT)
    desk.press(window, K.Key_J)
    assert window.stage.current == 1 and bar.value() == 0


@pytest.mark.parametrize("scale, width, stacked", [(1.0, 1440, False), (1.6, 1280, True), (1.0, 860, True)])
def test_no_decision_button_is_ever_cut(desk: Desk, scale: float, width: int, stacked: bool) -> None:
    window = desk.open()
    desk.theme.set_scale(scale)
    window.resize(width, 640)
    detail = window.stage.flags.detail
    if stacked:
        window.stage._split.setSizes([200, width, 0])
    buttons = (detail.accept, detail.override, detail.doubt)
    desk.until(lambda: all(b.width() >= b.sizeHint().width() for b in buttons))
    assert (detail.override.y() > detail.accept.y()) is stacked
    assert detail.override.y() == detail.doubt.y()
    lowest = detail.doubt.mapTo(window, detail.doubt.rect().bottomRight())
    assert window.rect().contains(lowest)
    desk.theme.set_scale(1.0)


def test_data_sets_are_offered_where_there_are_several(desk: Desk) -> None:
    window = desk.open([item("one", dataset="news"), item("two", dataset="talk"), item("three", dataset="talk")])
    filters = window.stage.queue.filters
    desk.until(lambda: not filters._menus["dataset"].isHidden())
    menu = filters.menu("dataset")
    assert [action.text() for action in menu.actions() if action.text()] == ["Any data set", "news", "talk"]
    with desk.bot.waitSignal(window.stage.queue.filled):
        menu.actions()[-1].trigger()
    assert filters.wanted == Filter(dataset="talk")
    assert len(window.stage.queue.model.ids) == 2
    assert filters._menus["dataset"].text() == "talk" and filters._menus["dataset"].isChecked()


def test_one_data_set_is_no_choice(desk: Desk) -> None:
    window = desk.open([item("one", dataset="news"), item("two", dataset="news")])
    filters = window.stage.queue.filters
    desk.until(lambda: filters._choices["criterion"])
    assert filters._menus["dataset"].isHidden()
