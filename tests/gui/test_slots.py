"""Somebody without a slot opens a project: where they land, and what a key that decides tells them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from galley.gui.dialogs.answer_dialogs import SlotsTakenDialog
from tests.core.studies import say, study
from tests.core.test_task_packages import PARAGRAPHS, SUPPORTING
from tests.gui.review_desk import Desk, DeskWindow, desk

__all__ = ["desk"]
K = Qt.Key
TASK = "two/supporting"
COUNT = "SELECT count(*) FROM decision"


def shown(window: DeskWindow) -> list[SlotsTakenDialog]:
    """The dialogs about slots that are open."""
    return [each for each in window.findChildren(SlotsTakenDialog) if each.isVisible()]


def settled(folder: Path) -> Path:
    """A project in whose first task both slots of each item are taken."""
    project = study(folder)
    for who in ("ann", "ben"):
        say(project, who, SUPPORTING, dict.fromkeys(PARAGRAPHS, "no"))
    return project


def test_a_project_never_opens_in_a_task_without_a_slot(desk: Desk, tmp_path: Path) -> None:
    project = settled(tmp_path)
    assert desk.open(path=project, task=TASK).stage.selection.task != TASK
    first = desk.open(path=project)
    assert first.stage.selection.task != TASK
    free = tmp_path / "free"
    free.mkdir()
    assert desk.open(path=study(free), task=TASK).stage.selection.task == TASK


def test_a_project_opens_on_an_item_with_a_slot(desk: Desk, tmp_path: Path) -> None:
    project = study(tmp_path)
    for who in ("ann", "ben"):
        say(project, who, SUPPORTING, dict.fromkeys(PARAGRAPHS[:2], "no"))
    window = desk.open(path=project)
    assert window.stage.selection.task == TASK and window.key() == "k1"


def test_keys_without_a_slot_write_nothing_and_say_so_once(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=settled(tmp_path))
    window.stage.holding.take_task(TASK)
    desk.until(lambda: window.session.at_rest and window.stage.selection.queue_request is None)
    before = window.rows(COUNT)
    for key in (K.Key_A, K.Key_A, K.Key_X, K.Key_U):
        desk.press(window, key)
    desk.until(lambda: shown(window))
    desk.until(lambda: window.session.at_rest)
    (dialog,) = shown(window)
    assert "All 2 slots of “supporting” in the item k" in dialog.lead.text()
    assert dialog.look_only.isDefault(), "looking is what Return and Escape do"
    desk.until(lambda: QApplication.focusWidget() is dialog.look_only)
    assert window.rows(COUNT) == before
    dialog.ask_lead.click()
    assert "rea asks for a slot of the task “supporting” in the item k" in QGuiApplication.clipboard().text()
    desk.press(window, K.Key_Return)
    desk.until(lambda: not shown(window) and QApplication.activeWindow() is window)
    assert window.failures == [], "it is told in one place"
    desk.press(window, K.Key_A)
    desk.until(lambda: [QApplication.focusWidget()] == [each.look_only for each in shown(window)])
    desk.press(window, K.Key_Escape)
    desk.until(lambda: not shown(window))
    assert window.rows(COUNT) == before and window.stage.selection.task == TASK, "looking goes on where it was"
