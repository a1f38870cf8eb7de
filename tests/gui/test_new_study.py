"""A study is chosen, seen, changed and put into the project by mouse and keys."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.definitions import protocol_files
from galley.core.project.project import Project
from galley.core.rules.rule import Rule
from galley.core.tasks.task_book import read_task_book
from galley.gui.plan.study_dialog import GROUP, NewStudy, describe_group, describe_task, group_tasks
from galley.gui.shell import packages
from galley.gui.theme import Theme, Type
from tests.core import building

TRAINING = """format = 1
id = "drill"
name = "Drill"
version = "1"
description = "A training about whole summaries."

[[task]]
id = "training"
name = "Training"
ask = "Is it good enough?"
kind = "answer"
criteria = ["usable/usable"]
known = true
mark = 0.5
"""


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path) as made:
        yield made


@pytest.fixture
def dialog(qtbot: QtBot, qapp: QApplication, project: Project) -> NewStudy:
    made = NewStudy(None, Theme(), project, "lea")
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def choose(dialog: NewStudy, name: str) -> None:
    dialog.choice.setCurrentIndex(dialog.choice.findText(name))


def test_all_protocols_that_ship_are_offered_with_a_sentence_and_a_drawing(dialog: NewStudy) -> None:
    for protocol in protocol_files.builtin().values():
        choose(dialog, protocol.name)
        assert dialog.description.text() == protocol.description
        assert [task.id for task in dialog.drawing.tasks] == [task.id for task in protocol.tasks]
        assert all(describe_task(task) in dialog.drawing.accessibleDescription() for task in protocol.tasks)


def test_the_form_writes_the_toml_that_the_project_uses(qtbot: QtBot, dialog: NewStudy, project: Project) -> None:
    choose(dialog, protocol_files.builtin()["frank"].name)
    dialog.people.setFocus()
    dialog.people.selectAll()
    QTest.keyClicks(dialog.people, "2")
    dialog.rule.setCurrentIndex(dialog.rule.findData("unanimous"))
    dialog.question.setFocus()
    qtbot.waitUntil(dialog.question.hasFocus)
    dialog.question.selectAll()
    QTest.keyClicks(dialog.question, "Is it wrong?")
    QTest.keyClick(dialog.question, Qt.Key.Key_Tab)
    written = tomllib.loads(dialog.text)["task"][0]
    assert (written["people"], written["rule"], written["ask"]) == (2, "unanimous", "Is it wrong?")
    assert describe_task(dialog.drawing.tasks[0]) == "2 people · gold if all agree"
    assert not read_task_book(project.read_connection()).tasks, "nothing is written before"
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.protocol is not None)
    task = read_task_book(project.read_connection()).tasks["frank/sentences"]
    assert (task.people, task.rule, task.ask) == (2, Rule.UNANIMOUS, "Is it wrong?")
    options = packages.pack_options(project.read_connection())
    assert options is not None and options.task == "frank/sentences"


def test_without_the_gold_for_control_answers_nothing_is_put_in(
    qtbot: QtBot, dialog: NewStudy, project: Project
) -> None:
    """The protocol was in the project, and then the dialog said what was missing."""
    choose(dialog, protocol_files.builtin()["long-sum-eval"].name)
    dialog.known_source.setFocus()
    QTest.keyClick(dialog.known_source, Qt.Key.Key_Down)
    assert dialog.known_source.currentText() == "from gold"
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "gold" in dialog.fault.text() or dialog.protocol is not None)
    assert dialog.protocol is None and not read_task_book(project.read_connection()).tasks


def test_each_protocol_has_a_picture_in_the_list_and_is_chosen_by_mouse(qtbot: QtBot, dialog: NewStudy) -> None:
    """Pixels of the picture differ between protocols; equal tasks in a row are drawn once, with how many they are."""
    dialog.choice.showPopup()
    view = dialog.choice.view()
    qtbot.waitUntil(view.isVisible)
    names = [dialog.choice.itemText(at) for at in range(dialog.choice.count())]
    pictures = set()
    for name in (protocol.name for protocol in protocol_files.builtin().values()):
        index = view.model().index(names.index(name), 0)
        view.scrollTo(index)
        lower = view.visualRect(index)
        lower.setTop(lower.top() + lower.height() // 2)
        picture = view.viewport().grab(lower).toImage()
        pictures.add(hash(bytes(picture.constBits())))
    assert len(pictures) == len(protocol_files.builtin()) == 6
    runs = group_tasks(protocol_files.builtin()["dial-summer"].tasks)
    assert [(task.id, count) for task, count in runs] == [
        ("wrong-turn-sequence", 10), ("usable", 1), ("authors", 1), ("judges", 1),
    ]  # fmt: skip
    index = view.model().index(names.index("Entity tables"), 0)
    view.scrollTo(index)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    qtbot.waitUntil(lambda: dialog.choice.currentText() == "Entity tables")
    assert dialog.drawing.tasks[0].id == "golden"


def test_no_word_below_a_picture_of_the_list_is_elided(qapp: QApplication) -> None:
    theme = Theme()
    for protocol in protocol_files.builtin().values():
        for task, count in group_tasks(protocol.tasks):
            words = describe_group(task, count)
            assert theme.metrics(Type.CAPTION).horizontalAdvance(words) <= theme.px(GROUP), words


def test_known_answers_come_from_a_column_of_the_table(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    """An import keeps the column as metadata of items, and its values become known answers of the training."""
    documents = [
        {"id": "text", "role": "article", "text": "A ferry."}, {"id": "sum", "role": "summary", "text": "Red."},
    ]  # fmt: skip
    records = [
        {"key": f"item-{at}", "documents": documents, "meta": {"expert": "yes" if at < 2 else "no", "page": at + 5}}
        for at in range(4)
    ]
    with building.project(tmp_path, *records) as project:
        dialog = NewStudy(None, Theme(), project, "lea")
        qtbot.addWidget(dialog)
        dialog.show()
        path = tmp_path / "training.toml"
        path.write_text(TRAINING, "utf-8")
        dialog.open_file(path)
        offered = [dialog.known_source.itemText(at) for at in range(dialog.known_source.count())]
        assert offered == ["later", "from gold", "from the column “expert”", "from the column “page”"]
        dialog.known_source.setCurrentIndex(3)
        qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "page" in dialog.fault.text())
        assert dialog.protocol is None, "a number is no answer to yes or no"
        dialog.known_source.setCurrentIndex(2)
        qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.protocol is not None)
        rows = project.read_connection().execute(
            "SELECT key, known.value FROM known JOIN item ON item.id = item_id WHERE trains ORDER BY key"
        )
        assert rows.fetchall() == [("item-0", "yes"), ("item-1", "yes"), ("item-2", "no"), ("item-3", "no")]


def test_a_task_of_the_drawing_is_chosen_by_mouse_and_keys(qtbot: QtBot, dialog: NewStudy) -> None:
    choose(dialog, protocol_files.builtin()["long-sum-eval"].name)
    drawing = dialog.drawing
    qtbot.mouseClick(drawing, Qt.MouseButton.LeftButton, pos=drawing.row_rect(2).center().toPoint())
    assert drawing.current == 2 and dialog.task_name.text() == drawing.tasks[2].name
    qtbot.keyClick(drawing, Qt.Key.Key_Down)
    assert drawing.current == 3


def test_a_file_is_opened_and_what_is_wrong_in_one_is_said(dialog: NewStudy, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(protocol_files.builtin()["frank"].toml.replace('id = "frank"', 'id = "mine"'), "utf-8")
    dialog.open_file(path)
    assert dialog.choice.currentText() == "mine.toml" and 'id = "mine"' in dialog.text
    path.write_text("format = 1\n", "utf-8")
    before = dialog.text
    dialog.open_file(path)
    assert str(path) in dialog.fault.text() and dialog.text == before


def test_a_project_without_criteria_is_offered_a_study_of_unsupported_sentences(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with Project.create(tmp_path / "plain.galley") as plain:
        dialog = NewStudy(None, Theme(), plain, "lea")
        qtbot.addWidget(dialog)
        assert dialog.choice.currentText().endswith("on sentences that the source does not support")
        first, second = dialog.drawing.tasks
        assert [criterion.name for criterion in first.criteria] == ["basic/hallucination"]
        assert (first.people, first.rule, second.of) == (2, Rule.UNANIMOUS, ("reading",))
