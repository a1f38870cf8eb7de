"""Answers at two levels in the window: what is asked before a finish, and the levels in the project's settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from galley.core.domain import Cell
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.tasks.levels import read_levels
from galley.gui.dialogs.answer_dialogs import AnswersDifferDialog
from galley.gui.dialogs.import_dialog import Import
from galley.gui.dialogs.project_dialog import ProjectDialog
from galley.gui.settings import Settings
from galley.gui.theme import Mode, Theme
from tests.core import building
from tests.core.test_levels import NAME, criterion, flag, news
from tests.gui import rooms
from tests.gui.review_desk import Desk, DeskWindow, desk

__all__ = ["desk"]
K = Qt.Key


def agency(folder: Path) -> Path:
    """A project with one flagged summary, and a flag on a sentence of it."""
    records = [building.record("k0", verdicts=[flag("yes"), {**flag("yes", 1), "annotator": "other"}], judged=[])]
    file = folder / "agency.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    path = folder / "agency.galley"
    with Project.create(path) as project:
        import_files(project, find("galley"), [file])
    return path


def shown(window: DeskWindow) -> list[AnswersDifferDialog]:
    return [each for each in window.findChildren(AnswersDifferDialog) if each.isVisible()]


def contradict(desk: Desk, window: DeskWindow) -> Cell:
    """Answer "no" of the whole and "yes" of the sentence, by keys; then finish."""
    whole: Cell | None = None
    for number, entry in enumerate(window.entries):
        window.stage.choose_flag(number)
        is_whole = entry.verdict.cell.unit in {d.whole for d in window.stage.item.view.documents}
        if is_whole:
            whole = entry.verdict.cell
        before = len(window.rows("SELECT id FROM decision"))
        desk.press(window, K.Key_X if is_whole else K.Key_A)
        desk.until(lambda before=before: len(window.rows("SELECT id FROM decision")) > before)
        desk.until(lambda: window.session.at_rest)
    assert whole is not None and whole.criterion == criterion(window.session.project)
    window.view.finishing.finish()
    desk.until(lambda: shown(window))
    return whole


def finishes(window: DeskWindow) -> int:
    return len(window.rows("SELECT id FROM decision WHERE action = 'finish'"))


def answer(window: DeskWindow, cell: Cell) -> Any:
    view = window.stage.item.view
    verdict = view.answer(window.session.decision_writer.reviewer, cell)
    return verdict.value if verdict else None


def test_the_head_of_the_summary_is_active_where_the_flag_is_about_the_whole(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=agency(tmp_path))
    wholes = {document.whole for document in window.stage.item.view.documents}
    head = window.stage.panes.pane("summary").head
    for number, entry in enumerate(window.entries):
        window.stage.choose_flag(number)
        assert head.is_active == (entry.verdict.cell.unit in wholes)
        detail = window.stage.flags.detail
        has_reason = bool(entry.verdict.explanation or entry.verdict.evidence)
        assert detail.reason.isHidden() != has_reason, "without a reason nobody is asked whether it is sound"
    assert {entry.verdict.cell.unit in wholes for entry in window.entries} == {True, False}


def test_a_no_of_a_whole_beside_a_yes_of_a_part_is_asked_about_before_the_finish(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=agency(tmp_path))
    whole = contradict(desk, window)
    (dialog,) = shown(window)
    assert "you answered “no” for the whole summary by a, and" in dialog.lead.text() and dialog.keep.isDefault()
    assert finishes(window) == 0, "nothing is finished before it is answered"
    dialog.change.click()
    desk.until(lambda: finishes(window) == 1)
    desk.until(lambda: answer(window, whole) == "yes")
    assert not shown(window)


def test_where_flags_are_about_whole_summaries_only_those_without_a_flag_are_checked(
    desk: Desk, tmp_path: Path
) -> None:
    window = desk.open(path=news(tmp_path))
    (entry,) = window.entries
    desk.press(window, K.Key_A)
    ending = window.view.ending
    desk.until(lambda: ending.is_shown)
    assert ending.page.title.text() == "Check unflagged summaries"
    assert "Nobody flagged these summaries" in ending.page.lead.text()
    tabs = window.stage.item.tabs
    unread = ending.find_unread_tab()
    assert unread is not None and tabs[unread].target != entry.target.id
    heads = [line.title for line in ending.page.list.lines if not line.selectable]
    assert heads == [tabs[unread].title]
    assert ending.page.leaves.text() == "" and tabs[unread].title in ending.page.says.text()


def test_escape_leaves_the_item_unfinished_and_asks_again(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=agency(tmp_path))
    contradict(desk, window)
    desk.until(lambda: QApplication.focusWidget() is shown(window)[0].keep)
    desk.press(window, K.Key_Escape)
    desk.until(lambda: not shown(window))
    window.view.finishing.finish()
    desk.until(lambda: shown(window))
    assert finishes(window) == 0


def test_both_answers_may_stand_and_are_asked_about_once(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=agency(tmp_path))
    whole = contradict(desk, window)
    desk.until(lambda: QApplication.focusWidget() is shown(window)[0].keep)
    desk.press(window, K.Key_Return)
    desk.until(lambda: finishes(window) == 1)
    assert answer(window, whole) == "no"
    window.view.finishing.finish()
    desk.until(lambda: finishes(window) == 2)
    assert not shown(window)


@pytest.mark.parametrize(("chosen", "level"), [("", "whole"), ("whole", "whole"), ("units", "units")])
def test_the_import_page_sets_the_level(
    tmp_path: Path, qtbot: QtBot, qapp: QApplication, chosen: str, level: str
) -> None:
    file = tmp_path / "agency.jsonl"
    file.write_text(json.dumps(building.record("k0", verdicts=[flag("yes")], judged=[])) + "\n", encoding="utf-8")
    with Project.create(tmp_path / "new.galley") as project:
        dialog = Import(None, Theme(Mode.LIGHT), project, [file], Settings(tmp_path / "window.ini"))
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.go.isEnabled())
        dialog.level.setCurrentIndex(dialog.level.findData(chosen))
        qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.report is not None)
        assert read_levels(project.read_connection()) == {NAME: level}
        assert "Project settings… changes that" in dialog.lead.text()
        dialog.reject()


def test_project_settings_show_and_set_the_level(tmp_path: Path, qtbot: QtBot, qapp: QApplication) -> None:
    (tmp_path / "home").mkdir()
    with rooms.window(agency(tmp_path), tmp_path / "home", qapp) as window:
        window.settings.set_folder(tmp_path / "home")
        assert window.workspace is not None
        session = window.workspace.session
        before = read_levels(session.connection()).get(NAME, "units")
        dialog = ProjectDialog(window, window.theme, session, window.close_project, window.open)
        dialog.show()
        qtbot.waitExposed(dialog)
        ((name, box),) = dialog.levels
        assert (name, box.currentData()) == (NAME, before)
        wanted = "whole" if before == "units" else "units"
        box.setCurrentIndex(box.findData(wanted))
        (button,) = [each for each in dialog.findChildren(QPushButton) if each.text() == "Apply from now on"]
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: read_levels(session.connection()).get(NAME) == wanted)
        dialog.reject()
