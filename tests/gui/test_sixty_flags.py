"""Sixty flags by criterion and five added ones, by real keys and clicks; how many actions that takes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from galley.core.project.check import check
from tests.gui.review_desk import Desk, DeskWindow, desk, flag, item
from tests.gui.test_adding import at, drag

__all__ = ["desk"]

MOST = 1.1
"""Actions a flag."""


def count(window: DeskWindow) -> int:
    found: int = window.rows("SELECT count(*) FROM decision")[0][0]
    return found


def test_sixty_flags_by_criterion_and_five_added(desk: Desk) -> None:
    two = (flag("sum-a", 0, "changed-meaning"), flag("sum-a", 1, "changed-meaning"), flag("sum-b", 0, "wrong-linking"))
    window = desk.open([item(f"k-{n:02}", two) for n in range(20)])
    stage, order, pressed = window.stage, window.stage.queue.order, 0
    with desk.bot.waitSignal(stage.queue.flags.filled):
        desk.press(window, Qt.Key.Key_B)
        pressed += 1
    desk.until(lambda: order._counts)
    while count(window) < 60:
        if stage.queue.flags.sequence.next_open(-1) is None:
            with desk.bot.waitSignal(stage.queue.flags.filled):
                desk.press(window, Qt.Key.Key_BraceRight)
                pressed += 1
        before = count(window)
        desk.press(window, Qt.Key.Key_A if before % 3 else Qt.Key.Key_X)
        pressed += 1
        desk.until(lambda before=before: count(window) > before and not window.view.decisions.pending)
    assert pressed / 60 <= MOST
    flagged = "(SELECT DISTINCT unit_id, criterion_id, target_id FROM decision)"
    assert window.rows(f"SELECT count(*) FROM {flagged}") == [(60,)]  # each flag once
    assert window.rows("SELECT count(*) FROM decision WHERE action = 'override'") == [(20,)]

    desk.press(window, Qt.Key.Key_B)
    queue = stage.queue
    desk.until(lambda: not queue.is_by_criterion and len(queue.model.ids) == 20 and len(window.entries) == 3)
    view = stage.panes.pane("summary").view
    stage.show_tab(0)
    for start, end in ((0, 3), (4, 9)):  # by mouse alone
        before = count(window)
        drag(view, at(view, 0, start + 1), at(view, 0, end - 1))
        QTest.mouseClick(window.view.with_selection.add, Qt.MouseButton.LeftButton)
        listed = stage.flags.chooser._list
        line = listed.visualRect(listed.model().index(before % 3, 0))
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=line.center())
        desk.until(lambda before=before: count(window) > before)
    control = Qt.KeyboardModifier.ControlModifier
    for step, row in ((Qt.Key.Key_Down, 3), (Qt.Key.Key_Up, 4)):  # by keyboard alone
        before = count(window)
        view.setFocus()
        desk.press(window, step, control)
        desk.press(window, Qt.Key.Key_Right, control | Qt.KeyboardModifier.ShiftModifier)
        desk.press(window, Qt.Key.Key_M)
        for _ in range(row):
            desk.press(window, Qt.Key.Key_Down)
        desk.press(window, Qt.Key.Key_Return)
        desk.until(lambda before=before: count(window) > before)
    before = count(window)
    drag(view, at(view, 0, 5), at(view, 0, 20))  # and one by both
    desk.press(window, Qt.Key.Key_M)
    for _ in range(6):
        desk.press(window, Qt.Key.Key_Down)
    desk.press(window, Qt.Key.Key_Return)
    desk.until(lambda: count(window) > before)
    assert window.rows("SELECT count(*) FROM decision WHERE action = 'add'") == [(5,)]
    path = window.path
    window.close_all()
    desk.windows.clear()
    assert check(path) == []
