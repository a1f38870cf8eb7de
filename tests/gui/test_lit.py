"""What is lit is what the keys decide: after every click, with every button, in lists, texts and evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from galley.gui.text_panes.queue_list import QueueList
from galley.gui.text_panes.queue_model import QueueModel
from galley.gui.theme import Mode, Theme
from tests.gui.panes import point_in
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]
B, K, M = Qt.MouseButton, Qt.Key, Qt.KeyboardModifier
BUTTONS = (B.LeftButton, B.RightButton, B.MiddleButton)


def lit_rows(view: Any, edge: str) -> list[int]:
    """The rows of a list whose left edge has the colour of a role."""
    image, colour = view.viewport().grab().toImage(), view._theme.color(edge).name()
    model = view.model()
    rects = ((row, view.visualRect(model.index(row, 0))) for row in range(model.rowCount(QModelIndex())))
    seen = ((row, rect.center().y()) for row, rect in rects if image.valid(1, rect.center().y()))
    return [row for row, y in seen if image.pixelColor(1, y).name() == colour]


def place_of(shown: Any, row: int) -> QPoint:
    """Where a row of a list is, scrolled into sight."""
    index = shown.model().index(row, 0)
    shown.scrollTo(index)
    return shown.visualRect(index).center()


def lit_units(window: DeskWindow) -> list[int]:
    """The row ids of the units whose left edge in a pane is that of a flag."""
    return [unit for unit, colour in _edges(window) if colour == window.session.theme.color("flag_edge").name()]


def _edges(window: DeskWindow) -> Iterator[tuple[int, str]]:
    for pane in window.stage.panes.visible_panes():
        image = pane.view.viewport().grab().toImage()
        for index, unit in enumerate(pane.units):
            top, bottom = pane.view._extent(index)
            y = round((top + bottom) / 2) - pane.view.verticalScrollBar().value()
            if 0 <= y < image.height():
                yield unit.id, image.pixelColor(1, y).name()


def agrees(window: DeskWindow) -> None:
    """The flag in front is lit in the list and in the texts, and no other."""
    QApplication.processEvents()
    entry, shown = window.stage.entry, window.stage.flags.list
    (row,) = lit_rows(shown, "flag_edge")
    assert shown._flags.entry_at(row) == window.stage.current
    assert lit_units(window) == [entry.unit.id]
    assert window.stage.flags.detail._name.text == entry.criterion.name


def decides_what_is_lit(desk: Desk, window: DeskWindow) -> None:
    agrees(window)
    identity = window.stage.entry.identity
    count = window.rows("SELECT count(*) FROM decision")[0][0]
    desk.press(window, K.Key_A)
    desk.until(lambda: window.rows("SELECT count(*) FROM decision")[0][0] > count)
    ((flag_row,),) = window.rows("SELECT flag_id FROM decision ORDER BY id DESC LIMIT 1")
    assert flag_row == next(e.verdict.id for e in window.entries if e.identity == identity)
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: window.rows("SELECT count(*) FROM decision")[0][0] > count + 1)


@pytest.mark.parametrize("button", BUTTONS)
def test_a_press_in_the_list_of_flags_chooses_the_flag(desk: Desk, button: Any) -> None:
    window = desk.open()
    shown = window.stage.flags.list
    for entry in (2, 0, 3, 1):
        place = place_of(shown, shown._flags.row_of(entry))
        QTest.mousePress(shown.viewport(), button, M.NoModifier, place)
        assert window.stage.current == entry, "a key that follows at once decides it"
        QTest.mouseRelease(shown.viewport(), button, M.NoModifier, place)
        decides_what_is_lit(desk, window)
        window.stage.choose_flag(entry)


def test_neither_dragging_nor_ctrl_lights_another_flag(desk: Desk) -> None:
    window = desk.open()
    shown = window.stage.flags.list
    window.stage.choose_flag(0)
    first, second = (shown.visualRect(shown._flags.index(shown._flags.row_of(n))).center() for n in (0, 1))
    QTest.mousePress(shown.viewport(), B.LeftButton, M.NoModifier, first)
    QTest.mouseMove(shown.viewport(), second)
    QTest.mouseRelease(shown.viewport(), B.LeftButton, M.NoModifier, second)
    agrees(window)
    QTest.mouseClick(shown.viewport(), B.LeftButton, M.ControlModifier, first)
    agrees(window)
    QTest.mouseDClick(shown.viewport(), B.RightButton, M.NoModifier, second)
    agrees(window)
    assert window.stage.current == 1
    heads = [row for row in range(shown._flags.rowCount()) if shown._flags.entry_at(row) is None]
    assert heads
    for row in heads:  # "Summary alpha": no flag
        place = place_of(shown, row)
        QTest.mouseClick(shown.viewport(), B.RightButton, M.NoModifier, place)
    agrees(window)
    assert window.stage.current == 1


@pytest.mark.parametrize("button", BUTTONS)
def test_a_click_in_a_text_lights_a_flag_or_leaves_the_lit_one(desk: Desk, button: Any) -> None:
    window = desk.open()
    stage = window.stage
    panes = stage.panes
    stage.choose_flag(0)
    for name in ("dialogue", "article", "summary"):
        pane = panes.pane(name)
        for index, unit in enumerate(pane.units):
            before = stage.current
            at = point_in(pane, index, len(unit.text) - 3)
            QTest.mouseClick(pane.view.viewport(), button, M.NoModifier, at)
            agrees(window)
            if button is not B.LeftButton:
                assert stage.current == before
            elif stage.entry.unit.id != unit.id:
                assert panes.focus.unit == unit.id
                accent = window.session.theme.color("accent").name()
                assert (unit.id, accent) in list(_edges(window)), "what is only read has another edge"
    decides_what_is_lit(desk, window)
    mark = next(e for e in window.entries if e.quote == "postcards")
    stage.choose_flag(next(i for i, e in enumerate(window.entries) if e is not mark and e.target == mark.target))
    at = point_in(panes.pane("summary"), 1, mark.unit.text.index("postcards") + 2)
    QTest.mouseClick(panes.pane("summary").view.viewport(), button, M.NoModifier, at)
    assert (stage.entry.identity == mark.identity) == (button is B.LeftButton)
    decides_what_is_lit(desk, window)


def test_evidence_and_a_jump_to_it_leave_the_flag_lit(desk: Desk) -> None:
    window = desk.open()
    stage = window.stage
    stage.choose_flag(next(i for i, e in enumerate(window.entries) if e.verdict.evidence))
    before = stage.current
    (block,) = [b for b in stage.flags.detail.quotes.blocks if b.isVisible()]
    for button in BUTTONS:
        QTest.mouseClick(block, button, M.NoModifier, block.rect().center())
        agrees(window)
        assert stage.current == before
    decides_what_is_lit(desk, window)


def test_where_the_flag_is_gone_nothing_is_lit(desk: Desk) -> None:
    window = desk.open([item("one")])
    window.stage.choose_unit(window.stage.panes.tab.units[0].id)
    assert lit_units(window) == []
    desk.press(window, K.Key_M)
    desk.press(window, K.Key_Return)
    desk.until(lambda: len(window.entries) == 1)
    agrees(window)
    desk.press(window, K.Key_X)
    desk.until(lambda: not window.entries)
    assert lit_units(window) == [] and lit_rows(window.stage.flags.list, "flag_edge") == []


@pytest.mark.parametrize("button", BUTTONS)
def test_a_press_in_the_queue_opens_the_item(desk: Desk, button: Any) -> None:
    window = desk.open([item(f"kiosk-{n}", FLAGS) for n in (1, 2, 3)])
    shown = window.stage.queue.list
    for row in (2, 0, 1):
        at = shown.visualRect(shown.model().index(row, 0)).center()
        QTest.mouseClick(shown.viewport(), button, M.NoModifier, at)
        assert window.key() == f"kiosk-{row + 1}"
        assert lit_rows(shown, "accent") == [row]
        agrees(window)


# ---- the counts of the queue


@pytest.mark.parametrize("scale", [0.9, 1.0, 1.6])
@pytest.mark.parametrize("count", [7, 98, 998, 9_998, 123_456])
def test_a_count_of_open_flags_is_never_cut(qtbot: Any, qapp: QApplication, count: int, scale: float) -> None:
    """The figure alone, drawn with room to spare, is the same picture as that in the row."""
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QImage, QPainter

    from galley.core.storage.queries.item_queue import QueueRow
    from galley.gui.theme import Type

    theme = Theme(Mode.LIGHT, scale)
    theme.apply(qapp)
    model = QueueModel(lambda _: [QueueRow(1, "item-1", "alpha, beta", count, count, 0, False, 0, "")])
    model.set_ids([1])
    shown = QueueList(theme, model)
    qtbot.addWidget(shown)
    shown.resize(228, 200)
    shown.show()
    row = shown.viewport().grab().toImage()
    rect = shown.visualRect(model.index(0))
    wide = round(theme.advance(Type.NUMBER, f"{count:,}")) + 2
    alone = QImage(wide, rect.height(), QImage.Format.Format_RGB32)
    alone.fill(theme.color("panel"))
    with QPainter(alone) as painter:
        painter.setFont(theme.font(Type.NUMBER))
        painter.setPen(theme.color("text"))
        right = int(Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignRight.value)
        painter.drawText(QRectF(0, 0, wide, rect.height()), right, f"{count:,}")
    right_edge = rect.right() - 14

    def ink(image: QImage, left: int) -> list[int]:
        """Where something is drawn, column by column."""
        ground = image.pixelColor(left, 3).name()
        return [
            x - left
            for x in range(left, left + wide)
            if any(image.pixelColor(x, y).name() != ground for y in range(4, rect.height() - 4))
        ]

    there, wanted = ink(row, right_edge - wide), ink(alone, 0)
    assert len(there) >= len(wanted) - 1, f"{len(there)} columns of ink where the figure has {len(wanted)}"
    before = row.pixelColor(right_edge - wide - 2, rect.center().y()).name()
    assert all(
        row.pixelColor(right_edge - wide - 2, y).name() == before for y in range(6, rect.height() - 6)
    ), "air between the words and the figure"
