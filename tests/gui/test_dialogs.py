"""The dialogs, answered as a user would: by their fields and buttons."""

from __future__ import annotations

import csv
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QPushButton
from pytestqt.qtbot import QtBot

from galley.core.domain import ChangeSet
from galley.core.errors import ConflictError, InputError
from galley.core.importers.sample_project import make
from galley.core.metrics import sampling
from galley.core.project.project import Project
from galley.core.review import queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage.names import schemes
from galley.gui.dialogs.background_task import time_left
from galley.gui.dialogs.base import Dialog
from galley.gui.dialogs.draw_dialog import DrawCells
from galley.gui.dialogs.export_dialog import ExportTo
from galley.gui.dialogs.guide import AboutDialog
from galley.gui.dialogs.import_dialog import Import
from galley.gui.dialogs.keys_dialog import KeyField, KeyHelp
from galley.gui.dialogs.message import BugReport, Message
from galley.gui.dialogs.name_dialogs import Reviewer
from galley.gui.dialogs.new_dialog import NewProject
from galley.gui.session import Session
from galley.gui.settings import Settings
from galley.gui.shell.menu import ENTRIES
from galley.gui.shortcuts import Keymap, actions
from galley.gui.theme import Theme
from galley.gui.widgets.scroller import Scroller
from tests.core import building

ITEMS = 3_000


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """Light."""
    return Theme()


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """An empty project."""
    made = Project.create(tmp_path / "project.galley")
    yield made
    made.close()


def shown(qtbot: QtBot, dialog: Dialog) -> Any:
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def press(dialog: QDialog, words: str) -> None:
    next(b for b in dialog.findChildren(QPushButton) if b.text() == words and b.isVisible()).click()


def items(project: Project) -> int:
    return int(project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0])


def records(path: Path, count: int, text: str = "One. Two.") -> Path:
    lines = (
        json.dumps({"key": f"item-{n}", "documents": [{"id": "s", "role": "summary", "text": text}]})
        for n in range(count)
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


# Import ----------------------------------------------------------------------------------------------------------


def test_long_words_of_a_choice_make_no_dialog_wider_than_it_is(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("galley.gui.dialogs.base.show_tip", lambda at, words, widget: told.append(words))
    dialog, words = Dialog(None, theme, "Some", width=300), "a choice of very many words " * 4
    choice = QComboBox()
    choice.addItem(words)
    dialog.column.addWidget(choice)
    dialog.setMaximumWidth(300)
    shown(qtbot, dialog)
    qtbot.waitUntil(lambda: choice.width() < choice.sizeHint().width())
    assert dialog.width() == 300
    assert not dialog.findChild(Scroller).horizontalScrollBar().isVisible()
    spot = choice.rect().center()
    QApplication.sendEvent(choice, QHelpEvent(QEvent.Type.ToolTip, spot, choice.mapToGlobal(spot)))
    assert told == [words], "what is cut is said under the mouse"
    assert dialog.tall(100) == round(theme.px(100)) and dialog.tall(5000, 0.3) == round(dialog.maximumHeight() * 0.3)


def test_stopping_an_import_leaves_the_project_as_it_was(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = records(tmp_path / "many.jsonl", ITEMS)
    dialog = shown(qtbot, Import(None, theme, project, [path], Settings()))
    gate: list[int] = []

    def hold(connection: Any) -> ChangeSet:
        while not gate:
            time.sleep(0.005)
        return ChangeSet()

    qtbot.waitUntil(dialog.go.isEnabled)  # a file of this size is looked at in the background
    project.write(hold)  # the import waits behind this, so that it is stopped before it can be done
    try:
        press(dialog, "Import")
        assert dialog.title.text() == "Importing" and dialog.task.running
        press(dialog, "Stop")
        assert dialog.isVisible() and dialog.progress.words.text() == "Stopping…"
    finally:
        gate.append(1)
    qtbot.waitUntil(lambda: not dialog.task.running)
    assert dialog.fault.text() == "The import was stopped; nothing was imported."
    assert items(project) == 0
    press(dialog, "Import")
    qtbot.waitUntil(lambda: dialog.report is not None, timeout=20_000)
    assert items(project) == ITEMS


def test_other_texts_under_known_keys_are_listed_and_can_become_new_items(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(Message, "ask", lambda parent, theme, error: told.append(error))
    first = shown(qtbot, Import(None, theme, project, [records(tmp_path / "a.jsonl", 2)], Settings()))
    press(first, "Import")
    qtbot.waitUntil(lambda: first.report is not None)
    again = shown(qtbot, Import(None, theme, project, [records(tmp_path / "b.jsonl", 2, "Three.")], Settings()))
    press(again, "Import")
    qtbot.waitUntil(lambda: bool(told))
    assert isinstance(told[0], ConflictError) and len(told[0].conflicts) == 2 and items(project) == 2
    again.new_items.setChecked(True)
    press(again, "Import")
    qtbot.waitUntil(lambda: again.report is not None)
    assert items(project) == 4


def test_an_import_of_flags_on_whole_summaries_says_what_finishing_means(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    flag = {"annotator": "agency", "kind": "judge", "scheme": "dial-summer", "criterion": "changed-meaning"}
    made = building.record("k0", verdicts=[{**flag, "document": "sum-a", "unit": "whole", "value": "yes"}], judged=[])
    path = tmp_path / "agency.jsonl"
    path.write_text(json.dumps(made) + "\n", "utf-8")
    dialog = shown(qtbot, Import(None, theme, project, [path], Settings()))
    qtbot.waitUntil(dialog.go.isEnabled)
    press(dialog, "Import")
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert dialog.lead.isVisible() and "finishing an item answers “no” for whole summaries" in dialog.lead.text()


def test_the_same_file_twice_says_that_nothing_was_new(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = records(tmp_path / "a.jsonl", 2)
    for title in ("Imported", "Nothing was new"):
        dialog = shown(qtbot, Import(None, theme, project, [path], Settings()))
        press(dialog, "Import")
        qtbot.waitUntil(lambda dialog=dialog: dialog.report is not None)  # type: ignore[misc]
        assert dialog.title.text() == title
        press(dialog, "Close")


def test_a_bad_line_is_named_with_file_and_line_and_can_be_copied(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = records(tmp_path / "bad.jsonl", 2)
    path.write_text(path.read_text(encoding="utf-8") + '{"key": "item-9", "documents": [\n', encoding="utf-8")
    dialog = shown(qtbot, Import(None, theme, project, [path], Settings()))
    press(dialog, "Import")
    qtbot.waitUntil(lambda: dialog.fault.isVisible())
    assert "bad.jsonl, line 3" in dialog.fault.text() and items(project) == 0
    assert dialog.fault.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02\xff" * 400, b"just some words\n"])
def test_a_file_of_no_format_is_one_sentence_and_cannot_be_imported(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "what.dat"
    path.write_bytes(content)
    dialog = shown(qtbot, Import(None, theme, project, [path], Settings()))
    assert str(path) in dialog.format_note.text() and not dialog.go.isEnabled()


def test_a_bug_in_an_import_goes_to_the_report_and_the_dialog_stays(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import galley.gui.dialogs.import_dialog as module

    caught: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: caught.append(kind))
    monkeypatch.setattr(module, "import_files", lambda *_: 1 // 0)
    dialog = shown(qtbot, Import(None, theme, project, [records(tmp_path / "a.jsonl", 1)], Settings()))
    press(dialog, "Import")
    qtbot.waitUntil(lambda: bool(caught))
    assert caught == [ZeroDivisionError] and dialog.go.isVisible()


def test_the_list_of_formats_holds_those_that_can_read_the_file(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    dialog = shown(qtbot, Import(None, theme, project, [], Settings()))
    assert dialog.format.count() == 0
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes", "utf-8")
    for path, names in (
        (records(tmp_path / "a.jsonl", 1), ["galley", "table"]), (notes, []), (tmp_path, ["table"]),
    ):  # fmt: skip
        dialog.take([path])
        assert sorted(dialog.format.itemData(at) for at in range(dialog.format.count())) == names
    dialog.take([notes])
    assert "is not in a supported format" in dialog.format_note.text() and not dialog.go.isEnabled()


# Export ----------------------------------------------------------------------------------------------------------


def test_an_export_writes_the_file_and_says_what_is_in_it(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    with Project.open(make(tmp_path)) as sample:
        dialog = shown(qtbot, ExportTo(None, theme, sample, Settings()))
        dialog.format.setCurrentIndex(dialog.format.findData("galley"))
        dialog.path.setText(str(tmp_path / "out.jsonl"))
        press(dialog, "Export")
        qtbot.waitUntil(lambda: dialog.report is not None, timeout=20_000)
        assert dialog.report.counts["items"] == items(sample)
        press(dialog, "Copy the report")
        assert f"{items(sample)}\titems" in QGuiApplication.clipboard().text()
        press(dialog, "Close")
    assert (tmp_path / "out.jsonl").stat().st_size > 10_000


def test_what_is_in_an_export_is_chosen_and_what_is_not_is_said(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    with Project.open(make(tmp_path)) as sample:
        view = load_item_view(sample.read_connection(), 1)
        flag = view.flags()[0]
        DecisionWriter(sample, "chair").adjudicate(1, flag.cell, "yes").result()
        dialog = shown(qtbot, ExportTo(None, theme, sample, Settings()))
        dialog.format.setCurrentIndex(dialog.format.findData("csv"))
        dialog.only.setCurrentIndex(2)
        dialog.path.setText(str(tmp_path / "gold.csv"))
        assert "gold.csv.card.json" in dialog.beside.text()
        press(dialog, "Export")
        qtbot.waitUntil(lambda: dialog.report is not None, timeout=20_000)
        written = (tmp_path / "gold.csv").read_text("utf-8").splitlines()
        golden = {row["key"] for row in csv.DictReader(written)}
        assert dialog.report.counts["items"] == len(golden) > 1, "what people agree on is gold by the rule"
        assert dialog.outcome.head.text() == "Left out"
        assert "answers on cells without gold" in dialog.outcome.lines.toPlainText()
        press(dialog, "Close")
    assert {path.name for path in tmp_path.glob("gold*")} == {"gold.csv", "gold.csv.card.json", "gold.csv.card.md"}


def test_a_place_that_cannot_be_written_is_said_where_it_was_typed(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    dialog = shown(qtbot, ExportTo(None, theme, project, Settings()))
    dialog.path.setText(str(tmp_path / "nowhere" / "out.jsonl"))
    press(dialog, "Export")
    qtbot.waitUntil(lambda: dialog.fault.isVisible())
    assert "There is no folder" in dialog.fault.text() and dialog.go.isVisible()


# Keys, reviewer, new project ---------------------------------------------------------------------------------------


def test_the_key_help_lists_every_action_of_the_window_and_of_the_view(qtbot: QtBot, theme: Theme) -> None:
    dialog = shown(qtbot, KeyHelp(None, theme, Keymap(), "review"))
    said = {label.text() for label in dialog.findChildren(type(dialog.title))}
    for action in (a for a in actions().values() if a.view in ("", "review")):
        assert (action.family or action.title) in said, action.id
    other = shown(qtbot, KeyHelp(None, theme, Keymap(), "scores"))
    assert "Accept the flag" not in {label.text() for label in other.findChildren(type(other.title))}


def test_a_key_is_bound_by_pressing_it_and_the_loss_of_another_is_said(qtbot: QtBot, theme: Theme) -> None:
    keys = Keymap()
    dialog = shown(qtbot, KeyHelp(None, theme, keys, "review"))
    press(dialog, "Change shortcuts…")

    def button(action: str) -> KeyField:
        name = f"Keys for {actions()[action].title}"
        return next(b for b in dialog.findChildren(KeyField) if b.accessibleName().startswith(name) and b.isVisible())

    accept = button("accept")
    accept.click()
    assert accept.text() == "Press a key…"
    QTest.keyClick(accept, Qt.Key.Key_F)
    assert keys.keys("accept") == ("F",) and keys.keys("finish") == ()
    assert "F was the key for “Finish the item”, which has no key now." in dialog.notice.text()
    qtbot.waitUntil(lambda: button("accept").text() == "F")
    finish = button("finish")
    finish.click()
    QTest.keyClick(finish, Qt.Key.Key_Escape)
    assert keys.keys("finish") == ()
    finish.click()
    QTest.keyClick(finish, Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
    assert keys.keys("finish") == ("?",) and "?" not in keys.keys("help")
    press(dialog, "Default shortcuts")
    assert keys.own == {}


def entry_words(name: str) -> str:
    """What the menu calls a command, without the dots that say that it asks something."""
    return next(words for words, command in filter(None, ENTRIES) if command == name).removesuffix("…")


def test_the_reviewers_name_is_typed_or_chosen_among_those_there(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    session = Session(Project.open(make(tmp_path)), "Ada", theme)
    dialog = shown(qtbot, Reviewer(None, theme, session))
    offered = [dialog.name.itemText(i) for i in range(dialog.name.count())]
    assert dialog.title.text() == entry_words("reviewer")
    assert "Ada" in offered and len(offered) >= 3 and dialog.name.currentText() == "Ada"
    dialog.name.setEditText("   ")
    assert not dialog.go.isEnabled()
    dialog.name.setEditText("Grace")
    assert dialog.go.isEnabled()
    session.close()


def test_a_new_project_holds_the_schemes_that_were_ticked(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    dialog = shown(qtbot, NewProject(None, theme, tmp_path / "news.galley"))
    for row in range(dialog.schemes.count()):
        if dialog.schemes.item(row).data(Qt.ItemDataRole.UserRole) in ("dial-summer", "likert"):
            dialog.schemes.item(row).setCheckState(Qt.CheckState.Checked)
    press(dialog, "Create project")
    assert dialog.project is not None
    assert {s.id for s in schemes(dialog.project.read_connection())} == {"dial-summer", "likert"}
    dialog.project.close()
    again = shown(qtbot, NewProject(None, theme, tmp_path / "news.galley"))
    assert again.path.text() == str(tmp_path / "news-2.galley")
    again.path.setText(str(tmp_path / "news.galley"))
    press(again, "Create project")
    assert "exists already" in again.fault.text() and again.project is None and again.isVisible()


# Words -----------------------------------------------------------------------------------------------------------


def test_the_bug_report_holds_the_place_and_nothing_of_the_project(qtbot: QtBot, theme: Theme) -> None:
    secret = "the patient said that it began in March"
    try:
        int(secret)
    except ValueError as error:
        dialog = shown(qtbot, BugReport(None, theme, error))
    text = dialog.report.toPlainText()
    assert "ValueError" in text and "test_dialogs.py" in text and "patient" not in text
    press(dialog, "Copy the report")
    assert QGuiApplication.clipboard().text() == text
    press(dialog, "Continue")


def test_a_message_is_the_sentence_itself_and_never_markup(qtbot: QtBot, theme: Theme) -> None:
    sentence = "<b>file</b>.csv, line 3: the quote is not closed; fix the row."
    dialog = shown(qtbot, Message(None, theme, InputError(sentence)))
    assert dialog.lead.text() == sentence and dialog.lead.textFormat() is Qt.TextFormat.PlainText
    default = next(b for b in dialog.findChildren(QPushButton) if b.isDefault())
    assert default.text() == "Close" and dialog.focusWidget() is default


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
def test_no_dialog_is_larger_than_a_small_screen_at_the_usual_size(qtbot: QtBot, scale: float) -> None:
    theme = Theme(scale=scale)
    dialog = shown(qtbot, AboutDialog(None, theme))
    assert dialog.title.text() == entry_words("about")
    assert dialog.height() <= 720 and dialog.width() <= 1280


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "almost done"), (8.2, "about 8 s left"), (200, "about 3 min left")]
)
def test_time_left_reads_as_a_person_says_it(seconds: float, words: str) -> None:
    assert time_left(seconds) == words


def test_a_draw_opens_in_the_order_in_which_it_was_drawn(qtbot: QtBot, tmp_path: Path, theme: Theme) -> None:
    session = Session(Project.open(make(tmp_path)), "ito", theme)
    dialog = DrawCells(None, theme, session)
    qtbot.addWidget(dialog)
    dialog.kind.setCurrentIndex(dialog.kind.findData(sampling.FLAGS))
    dialog.criterion.setCurrentIndex(dialog.criterion.findText("Changed meaning", Qt.MatchFlag.MatchStartsWith))
    dialog.cells.setValue(5)
    dialog.draw()
    assert dialog.sample_filter is not None and dialog.sample_filter.items
    connection = session.connection()
    [drawn] = sampling.draws(connection)
    cells = sampling.queue(connection, drawn)
    assert list(queue.ids(connection, dialog.sample_filter, 0)) == list(dict.fromkeys(item for item, _ in cells))
    again = DrawCells(None, theme, session)
    qtbot.addWidget(again)
    again.kind.setCurrentIndex(dialog.kind.currentIndex())
    again.criterion.setCurrentIndex(dialog.criterion.currentIndex())
    qtbot.waitUntil(lambda: "none is reviewed yet" in again.meter.text(), timeout=10_000)
    again.show()
    item, cell = cells[0]
    flag = next(f for f in load_item_view(connection, item).flags() if f.cell == cell)
    session.decision_writer.accept(item, flag).result()
    qtbot.waitUntil(lambda: "1 of 5 drawn cells are reviewed: 100.0 %" in again.meter.text(), timeout=10_000)
    assert "Another 100 would narrow that from" in again.meter.text() and again.meter.isVisible()
    again.reject()
    dialog.cells.setValue(90_000)
    dialog.draw()
    assert len(sampling.draws(connection)) == 2, "drawing again goes on"
    dialog.draw()
    assert not dialog.fault.isHidden() and dialog.fault.text().endswith(".")
    session.close()


def test_only_what_packs_draws_and_starts_has_the_colour(qtbot: QtBot, qapp: QApplication, theme: Theme) -> None:
    theme.apply(qapp)
    dialog = Dialog(None, theme, "Title", "")
    qtbot.addWidget(dialog)
    plain, coloured = dialog.button("Close", default=True), dialog.button("Start", primary=True)
    dialog.show()
    accent = theme.color("accent").rgb()

    def ground(button: QPushButton) -> int:
        return button.grab().toImage().pixel(8, button.height() // 2)

    assert ground(coloured) == accent and ground(plain) != accent
