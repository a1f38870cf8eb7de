"""The task picker: what it offers, and that queue, list, keys and log follow it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from galley.core.review.items import FlagState
from galley.core.review.queue import Show
from galley.core.review.task_choice import Choice
from galley.gui.plain_text import tooltip
from galley.gui.review.task_picker import TaskPicker
from galley.gui.text_panes.queue_model import ROW
from galley.gui.theme import Mode, Theme
from galley.gui.widgets.styled_label import StyledLabel
from tests.core.studies import pack, packed, study
from tests.gui.panes import point_in
from tests.gui.review_desk import Desk, DeskWindow, desk

__all__ = ["desk"]
K, B, M = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier


def choose(desk: Desk, window: DeskWindow, name: str) -> None:
    """As the mouse does it: the menu, and in it the task."""
    menu = window.stage.queue.picker.menu()
    entry = next(a for a in menu.actions() if a.text().split("\t")[0] == name)
    entry.trigger()
    menu.deleteLater()
    desk.until(lambda: window.session.at_rest and window.stage.selection.queue_request is None)


def test_a_project_of_one_task_and_a_package_have_no_picker(desk: Desk, tmp_path: Path) -> None:
    assert desk.open().stage.queue.picker.isHidden()
    pack(study(tmp_path, count=1), "--task", "supporting", "--for", "rea")
    window = desk.open(path=packed(tmp_path, "rea"))
    assert window.stage.queue.picker.isHidden() and window.stage.selection.task == "two/supporting"


def test_a_package_of_questions_is_gone_through_as_its_task_is_in_a_project(desk: Desk, tmp_path: Path) -> None:
    """Its chips speak of no flags, its lines count what is left, Space finds the next item, and no order by criterion
    is offered: there is no flag in it."""
    pack(study(tmp_path, count=2), "--task", "supporting", "--for", "rea")
    window = desk.open(path=packed(tmp_path, "rea"))
    queue = window.stage.queue
    offered = [entry.text() for entry in queue.filters.filter_menu().actions()]
    assert "Open" in offered and not [words for words in offered if "flag" in words.lower()]
    assert not queue.order.order.isEnabled()

    def left() -> list[int]:
        return [queue.model.index(at).data(ROW).open for at in range(2)]

    first = window.stage.item.id
    assert left() == [2, 2]
    desk.press(window, K.Key_A)
    desk.until(lambda: left() == [1, 2])
    desk.press(window, K.Key_X)
    desk.until(lambda: left() == [0, 2] and window.stage.item.id != first)  # without another key
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest and left() == [0, 1])
    desk.press(window, K.Key_A)
    desk.until(lambda: left() == [0, 0] and window.view.end_of_queue.is_shown)
    desk.press(window, K.Key_Escape)
    desk.press(window, K.Key_Space)
    desk.until(lambda: "questions" in window.stage.flags.bar.words)


def test_the_picker_names_what_is_done_and_left_of_each_task(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    picker = window.stage.queue.picker
    assert picker.isVisible() and picker.words == "supporting"
    desk.until(lambda: picker.figures == "0 of 4 answered")
    desk.press(window, K.Key_A)
    desk.until(lambda: picker.figures == "1 of 4 answered")
    menu = picker.menu()
    said = [action.text().split("\t") for action in menu.actions()]
    assert [words[0] for words in said] == ["supporting", "key", "opinions", "clarify", "flagged", "third", "Flags"]
    assert said[0][1] == "1 done, 3 left" and [a.isChecked() for a in menu.actions()] == [True] + 6 * [False]
    menu.deleteLater()


@pytest.mark.parametrize("scale", [1.0, 1.6])
@pytest.mark.parametrize("length", [1, 3, 40])
def test_a_long_name_is_whole_or_told_whole(qtbot: QtBot, length: int, scale: float) -> None:
    """In the column of a small screen; of a name without end the middle is left out."""
    theme = Theme(Mode.LIGHT)
    theme.set_scale(scale)
    picker = TaskPicker(theme)
    qtbot.addWidget(picker)
    words = "Facts and opinions, " * length + "that end so"
    picker.resize(228, 60)
    picker.show_choices([Choice("one", words, 4, 1), Choice("two", "Other")], "one")
    picker.resize(228, picker.sizeHint().height())
    layout = picker._name.layout
    lines = [layout.lineAt(at) for at in range(layout.lineCount())]
    assert len(lines) <= 3 and all(line.naturalTextWidth() <= 228 - 2 * 14 for line in lines)
    assert picker.sizeHint().height() >= picker._name.height + theme.px(31), "figures and strip have room below"
    shown = layout.text().removesuffix("\u00a0▾")
    if shown != words:
        assert length > 1 and picker.toolTip() == tooltip(words)
        begin, end = shown.split(" … ")
        assert words.startswith(begin) and words.endswith(end) and begin and end
    else:
        assert not picker.toolTip()
    assert shown == words or length > 1
    picker.show_choices([Choice("one", words), Choice("two", "Other")], "two")
    assert picker._name.layout.lineCount() == 1 and not picker.toolTip()


def test_another_task_has_its_own_queue_list_and_log(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    stage = window.stage
    assert {e.criterion.id for e in window.entries} == {"supporting"} and stage.flags.head.title == "Questions"
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[0] is FlagState.ACCEPTED)
    choose(desk, window, "flagged")
    assert {e.criterion.id for e in window.entries} == {"not-covered"} and not window.entries[0].question
    assert stage.flags.detail.accept._primary, "a flag has a default"
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states()[0] is FlagState.OVERRIDDEN)
    choose(desk, window, "Flags")
    assert not window.entries, "the study has no flags but those of its tasks"
    choose(desk, window, "key")
    assert list(stage.queue.model.ids) == [] and not stage.queue.list.isVisible()
    tasks = window.rows("SELECT action, name FROM decision JOIN task ON task.id = task_id ORDER BY decision.id")
    assert tasks == [("add", "two/supporting"), ("override", "two/flagged")]
    seen = window.rows("SELECT shown FROM decision ORDER BY id")
    assert seen[0] == ("",) and "flag" in seen[1][0].split(), "flags of other tasks are not in sight"


def test_where_a_task_asks_nothing_yet_no_key_and_no_figure_of_another_is_told(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    hinted: list[int] = []
    window.view.hinted.connect(lambda: hinted.append(len(window.view.hints())))
    queue = window.stage.queue
    choose(desk, window, "supporting")
    desk.press(window, K.Key_A)
    desk.until(lambda: queue.progress.line.share == 0.25 and queue.picker.figures == "1 of 4 answered")
    choose(desk, window, "key")
    desk.until(lambda: queue.progress.line.share == 0.0 and not queue.picker.figures and window.session.at_rest)
    assert hinted[-1] == 0 and queue.progress.label.isHidden()
    assert queue.progress.line.accessibleName() == "0% done"


def test_undo_goes_to_the_task_in_which_it_was_decided(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    window.stage.choose_flag(1)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[1] is FlagState.ACCEPTED)
    choose(desk, window, "flagged")
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: window.stage.selection.task == "two/supporting" and window.session.at_rest)
    desk.until(lambda: window.stage.current == 1 and window.states()[1] is FlagState.OPEN)


def test_the_task_is_remembered(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    choose(desk, window, "flagged")
    state = window.view.state()
    assert state["task"] == "two/flagged"
    window.close_all()
    again = DeskWindow(window.path, desk.theme)
    desk.windows.append(again)
    again.view.restore(state)
    again.show()
    with desk.bot.waitSignal(again.view.ready):
        again.view.activate()
    assert again.stage.selection.task == again.session.decision_writer.task == "two/flagged"
    assert {e.criterion.id for e in again.entries} == {"not-covered"}


def test_a_filter_says_how_many_of_the_tasks_items_it_leaves(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    choose(desk, window, "flagged")
    filters, ids = window.stage.queue.filters, window.stage.queue.model.ids
    every = len(ids)
    assert every == 2
    desk.press(window, Qt.Key.Key_A)
    desk.until(lambda: window.session.at_rest)
    filters._set("show", Show.UNSURE)
    desk.until(lambda: filters._count.text == f"0 of {every}")
    filters._set("show", Show.ALL)
    desk.until(lambda: filters._count.text == f"{every} items")


def test_a_search_without_hits_is_not_called_a_task_that_waits(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    window.view.search("nowhere")
    desk.until(lambda: not window.stage.queue.model.ids and window.session.at_rest)
    assert window.stage.queue.explain_empty() == ("Nothing matches", "No item matches the search.")
    shown = [label.text() for label in window.stage.findChildren(StyledLabel) if label.isVisible()]
    assert "No item matches the search." in shown and "Nothing to answer yet" not in shown


def test_a_click_on_what_is_asked_lights_it_and_any_other_click_only_reads(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=1))
    panes, stage = window.stage.panes, window.stage
    article, dialogue = panes.pane("article"), panes.pane("dialogue")
    for index, unit in enumerate(article.units):
        QTest.mouseClick(article.view.viewport(), B.LeftButton, M.NoModifier, point_in(article, index, 2))
        assert stage.entry.unit.id == unit.id == panes.focus.active_unit and stage.selection.reading == 0
    before = stage.current
    QTest.mouseClick(article.view.viewport(), B.RightButton, M.NoModifier, point_in(article, 0, 2))
    assert stage.current == before
    QTest.mouseClick(dialogue.view.viewport(), B.LeftButton, M.NoModifier, point_in(dialogue, 0, 2))
    assert stage.current == before and stage.selection.reading == dialogue.units[0].id == panes.focus.unit
    assert panes.focus.active_unit == stage.entry.unit.id
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states()[before] is FlagState.OVERRIDDEN)


def test_a_task_without_figures_says_only_its_name(qtbot: object) -> None:
    picker = TaskPicker(Theme(Mode.LIGHT))
    choices = [Choice("a/b", "Two\nlines"), Choice("flags/flags", "")]
    picker.show_choices(choices, "a/b", counted=False)
    assert (picker.words, picker.figures) == ("Two lines", "")
    picker.show_choices([Choice("a/b", "One", 4, 4), choices[1]], "a/b")
    assert picker.figures == "4 of 4 answered" and picker.all_done
    picker.show_choices(choices, "flags/flags", counted=False)
    assert picker.words == "Flags" and not picker.all_done
    assert picker.menu().actions()[0].text().endswith("all 4 done"), "what was counted before still stands"
    picker.show_choices(choices[:1], "a/b")
    assert picker.isHidden()
