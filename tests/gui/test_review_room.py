"""Where room is short or there is more than fits: reasons that scroll, buttons that wrap, tabs that come forward."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from galley.core.domain import Match, Stance
from galley.core.review.queue import Filter
from galley.gui.review.quote_block import QuoteBlock
from galley.gui.review.quote_column import QuoteColumn
from galley.gui.theme import Mode, Theme
from tests.gui import rooms
from tests.gui.review_desk import FLAGS, Desk, desk, flag, item

__all__ = ["desk"]
K = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier


def test_long_reasons_scroll_by_key_and_begin_at_their_start(desk: Desk) -> None:
    long = flag("sum-a", 0, "changed-meaning", explanation="One more reason why this is so. " * 120)
    window = desk.open([item("kiosk-1", [long, FLAGS[1]])])
    bar = window.stage.flags.detail._scroll.verticalScrollBar()
    desk.until(lambda: bar.maximum() > 0)
    for height in (window.height(), window.height() - 80):
        window.resize(window.width(), height)
        shown, view = window.stage.flags.detail._bar, window.stage.flags.detail._scroll.viewport()
        desk.until(lambda: shown.height() == view.height() - 4)
        assert shown.isVisible() and view.width() - 12 < shown.geometry().right() <= view.width(), "at the edge"
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
    desk.until(lambda: filters._choices.get("dataset"))
    assert "Data set" in [action.text() for action in filters.filter_menu().actions()]
    menu = filters.menu("dataset")
    assert [action.text() for action in menu.actions() if action.text()] == ["Any data set", "news", "talk"]
    with desk.bot.waitSignal(window.stage.queue.filled):
        menu.actions()[-1].trigger()
    assert filters.queue_filter == Filter(dataset="talk")
    assert len(window.stage.queue.model.ids) == 2
    assert filters._menus["dataset"].text() == "talk ×" and filters._menus["dataset"].isVisible()
    assert filters._count.text == "2 of 3"
    with desk.bot.waitSignal(window.stage.queue.filled):
        QTest.mouseClick(filters._menus["dataset"], Qt.MouseButton.LeftButton)
    assert filters.queue_filter == Filter() and filters._menus["dataset"].isHidden()
    assert filters._count.text == "3 items"


def test_a_filter_comes_back_with_the_project_as_a_chip(desk: Desk) -> None:
    window = desk.open([item("one", dataset="news"), item("two", dataset="talk")])
    window.stage.queue.filters._set("dataset", "talk")
    desk.until(lambda: len(window.stage.queue.model.ids) == 1)
    state = window.view.state()
    window.close_all()
    desk.windows.remove(window)
    again = desk.open(path=window.path)
    again.view.restore(state)
    again.stage.queue.reload()
    filters = again.stage.queue.filters
    desk.until(lambda: len(again.stage.queue.model.ids) == 1 and filters._menus["dataset"].isVisible())
    desk.until(lambda: filters._count.text == "1 of 2")


def test_one_data_set_is_no_choice(desk: Desk) -> None:
    window = desk.open([item("one", dataset="news"), item("two", dataset="news")])
    filters = window.stage.queue.filters
    desk.until(lambda: filters._choices["criterion"])
    assert "Data set" not in [action.text() for action in filters.filter_menu().actions()]


def test_a_quote_has_the_height_that_its_badge_needs(qtbot: QtBot) -> None:
    """Blocks are used again for the next flag: where the badge went under the words, it was cut."""
    page = QWidget()
    qtbot.addWidget(page)
    block = QuoteBlock(Theme(Mode.LIGHT))
    column = QVBoxLayout(page)
    column.addWidget(block)
    column.addStretch(1)
    page.resize(334, 400)
    page.show()
    heights = set()
    own = "a car park of its own, at 8 crowns"
    for words in ("quiet", own, "quiet", own * 4, "quiet after ten"):
        block.set(words, Match.VERBATIM, "article 2", 1)
        rooms.settle()
        assert block.height() == block.heightForWidth(block.width())
        heights.add((block.height(), block._arrange(block.width())[1] is None))
    assert {alone for _, alone in heights} == {True, False} and len(heights) >= 3


def test_more_quotes_than_can_be_taken_in_are_counted_and_the_reviewers_own_stand(qtbot: QtBot) -> None:
    theme = Theme(Mode.LIGHT)
    page = QWidget()
    column = QuoteColumn(theme)
    page.setLayout(column)
    qtbot.addWidget(page)
    page.show()
    judged = [(f"quote {n}", Match.VERBATIM, "dialogue 1", n) for n in range(20)]
    column.show_quotes(judged, [("mine", Stance.SUPPORTS, "dialogue 2", 30)])
    shown = [block._text for block in column.blocks if block.isVisible()]
    assert shown == [*(f"quote {n}" for n in range(11)), "mine"] and column._more.text() == "and 9 more"
    with qtbot.waitSignal(column.unitChosen) as chosen:
        qtbot.mouseClick(column.blocks[11], Qt.MouseButton.LeftButton)
    assert chosen.args == [30]
    column.show_quotes(judged[:2])
    assert [block._text for block in column.blocks if block.isVisible()] == ["quote 0", "quote 1"]
    assert not column._more.text()


def test_the_list_shows_all_flags_where_there_is_room_and_gives_it_back(desk: Desk) -> None:
    """At 2560x1440 it scrolled while a third of its column was empty."""
    flags = [{**FLAGS[0], "annotator": f"judge-{number}"} for number in range(16)]
    window = desk.open([item("one", flags), item("two", FLAGS[:2])])
    column = window.stage.flags
    window.resize(2560, 1390)
    desk.until(lambda: column.split.height() > 1200)
    bar = column.list.verticalScrollBar()
    desk.until(lambda: bar.maximum() == 0)
    assert column.list.height() >= column.list.content_height
    assert column.detail.height() >= round(desk.theme.px(600))
    tall = column.split.sizes()
    desk.press(window, Qt.Key.Key_N)
    desk.until(lambda: window.key() == "two")
    assert column.split.sizes()[0] < tall[0], "an item with few flags has the usual height"
    usual = column.split.sizes()
    assert window.view.state()["heights"] == usual
    desk.press(window, Qt.Key.Key_P)
    desk.until(lambda: window.key() == "one")
    assert column.split.sizes() == tall and window.view.state()["heights"] == usual, "the growth is not remembered"
    window.resize(1280, 660)
    desk.until(lambda: column.split.height() < 700)
    assert column.split.sizes()[0] < tall[0]


def test_a_row_whose_id_is_a_hash_has_first_words_and_the_shortened_hash(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words took all of the room."""
    key = "e75d20abc64621995d749aff42be822b1b6ca7bc"
    window = desk.open([item(key, FLAGS), item("kiosk-2", FLAGS)])
    rows = window.stage.queue.list
    desk.until(lambda: rows.model().rowCount() == 2)
    painted: list[str] = []
    draw = QPainter.drawText

    def record_text(painter: QPainter, *parts: object) -> None:
        painted.append(str(parts[-1]))
        draw(painter, *parts)

    monkeypatch.setattr(QPainter, "drawText", record_text)
    rows.grab()
    monkeypatch.undo()
    at = painted.index("e75d20a…")
    assert painted[at - 1].startswith("Is ") and painted[at - 1].endswith("…") and len(painted[at - 1]) > 4
    assert "kiosk-2" in painted
