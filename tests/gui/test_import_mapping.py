"""A file of unknown shape in the import dialog: roles, questions, a dry run, and the mapping that is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from galley.core.project.project import Project
from galley.core.review.items import load
from galley.core.tables import field_roles
from galley.gui.dialogs import file_dialogs, mapping_fields
from galley.gui.dialogs import import_dialog as module
from galley.gui.dialogs.import_dialog import Import
from galley.gui.settings import Settings
from galley.gui.shell import window_dialogs
from galley.gui.shell.window import Window
from galley.gui.theme import Theme
from tests.gui.test_dialogs import items, press, shown

CSV = (
    "id,source text,what it wrote,model,fluency,bad\n"
    'v1,"The council voted on Tuesday.",The council voted.,bart,4,1\n'
    'v2,"It rained.",It snowed.,bart,2,0\n'
    'v3,"It hailed.",It snowed.,bart,2,0\n'
)


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


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table whose summary no name tells."""
    path = tmp_path / "table.csv"
    path.write_text(CSV, "utf-8")
    return path


def opened(qtbot: QtBot, theme: Theme, project: Project, *paths: Path) -> Any:
    return shown(qtbot, Import(None, theme, project, paths, Settings()))


def choose(box: QComboBox | QLineEdit, what: Any) -> None:
    """As a user does: choose an entry by what it stands for, or type and leave the field."""
    if isinstance(box, QLineEdit):
        box.setText(what)
        box.editingFinished.emit()
        return
    assert box.findData(what) >= 0, f"{what} is not offered"
    box.setCurrentIndex(box.findData(what))
    box.activated.emit(box.currentIndex())


def role(dialog: Any, field: str, what: str | None = None) -> str:
    """The role of a field, after giving it another one."""
    if what is not None:
        choose(dialog.mapping.fields.boxes[field], what)
    return str(dialog.mapping.fields.boxes[field].currentData())


def answers(project: Project) -> list[tuple[Any, ...]]:
    sql = (
        "SELECT annotator.name, annotator.kind, verdict.value, count(*) FROM verdict JOIN annotator ON"
        " annotator.id = annotator_id GROUP BY 1, 2, 3 ORDER BY 3"
    )
    return [tuple(row) for row in project.read_connection().execute(sql)]


def test_a_table_comes_in_as_its_fields_were_said_and_its_questions_answered(
    qtbot: QtBot, theme: Theme, project: Project, table: Path
) -> None:
    dialog = opened(qtbot, theme, project, table)
    assert dialog.format.currentData() == "table" and dialog.format_note.text() == "Recognised by its content."
    page = dialog.mapping
    assert role(dialog, "id") == "key" and role(dialog, "source text") == "article"
    assert "by its name" in page.fields.reasons["source text"].text
    assert page.questions.open == 1 and not dialog.go.isEnabled(), "no field is known to hold a summary"
    choose(page.questions.boxes["summaries"], "what it wrote")
    assert role(dialog, "what it wrote") == "summary" and dialog.go.isEnabled()
    assert role(dialog, "fluency", "score") == "score"
    assert role(dialog, "bad", "verdict:basic/hallucination") == "verdict:basic/hallucination"
    assert page.questions.open == 3 and not dialog.go.isEnabled(), "polarity, whose, and of what kind are open"
    values = page.questions.values["verdicts[0].value"]
    assert [*values] == ["0", "1"] and all(box.currentIndex() == -1 for box in values.values())
    choose(page.questions.values["verdicts[0].value"]["1"], "yes")
    assert page.questions.open == 3, "one value is not all values"
    choose(page.questions.values["verdicts[0].value"]["0"], "no")
    choose(page.questions.boxes["verdicts[0].annotator"], "ada")
    choose(page.questions.boxes["verdicts[0].kind"], "human")
    assert page.questions.open == 0 and dialog.go.isEnabled()
    dialog.dataset.setText("council")
    press(dialog, "Import")
    qtbot.waitUntil(lambda: dialog.report is not None)
    view = load(project.read_connection(), 1)
    assert view.dataset == "council" and [d.text for d in view.documents][-1] == "The council voted."
    assert [d.system for d in view.documents][-1] == "bart"
    score = project.read_connection().execute("SELECT metric, value FROM score ORDER BY value").fetchall()
    assert [tuple(row) for row in score] == [("fluency", 2.0), ("fluency", 2.0), ("fluency", 4.0)]
    assert answers(project) == [("ada", "human", "no", 2), ("ada", "human", "yes", 1)]
    beside = json.loads(table.with_name("table.csv.mapping.json").read_text("utf-8"))
    assert beside["verdicts"][0]["value"] == {"of": "bad", "map": {"0": "no", "1": "yes"}}
    press(dialog, "Close")


def test_a_mapping_confirmed_in_this_project_applies_by_itself_and_one_beside_a_file_is_offered(
    qtbot: QtBot, theme: Theme, project: Project, table: Path, tmp_path: Path
) -> None:
    first = opened(qtbot, theme, project, table)
    choose(first.mapping.questions.boxes["summaries"], "what it wrote")
    press(first, "Import")
    qtbot.waitUntil(lambda: first.report is not None)
    more = tmp_path / "more.csv"
    more.write_text(CSV.replace("\nv", "\nw"), "utf-8")
    again = opened(qtbot, theme, project, more)
    assert again.mapping.offer.origin == "kept" and again.go.isEnabled() and not again.mapping.questions.open
    assert role(again, "what it wrote") == "summary"
    press(again, "Import")
    qtbot.waitUntil(lambda: again.report is not None)
    assert items(project) == 6
    with Project.create(tmp_path / "other.galley") as other:
        offered = opened(qtbot, theme, other, table)
        assert offered.mapping.offer.origin == "beside" and "not used in this project" in offered.mapping.origin.text()
        assert role(offered, "what it wrote") == "summary" and offered.mapping.rows.lines.rowCount() == 3
        offered.close()


def test_a_dry_run_lists_what_would_be_refused_and_keeps_nothing(
    qtbot: QtBot, theme: Theme, project: Project, table: Path
) -> None:
    table.write_text(CSV + ",Empty.,It.,bart,3,1\nv5,It froze.,It froze.,bart,hot,1\n", "utf-8")
    dialog = opened(qtbot, theme, project, table)
    role(dialog, "what it wrote", "summary")
    role(dialog, "fluency", "score")
    press(dialog, "Dry run")
    qtbot.waitUntil(lambda: "refused" in dialog.mapping.dry_run_text.toPlainText())
    said = dialog.mapping.dry_run_text.toPlainText()
    assert "line 5, key: the key is empty" in said and "“hot” is no finite number" in said
    assert "line 2: v1 | article: The council voted on Tuesday." in said, "the first rows as they would be"
    assert items(project) == 0 and not table.with_name("table.csv.mapping.json").exists()
    table.write_text(CSV, "utf-8")
    press(dialog, "Dry run")
    qtbot.waitUntil(lambda: "take in" in dialog.mapping.dry_run_text.toPlainText())
    assert "3 items" in dialog.mapping.dry_run_text.toPlainText() and items(project) == 0
    assert dialog.go.isVisible() and dialog.go.isEnabled()


def test_a_role_can_be_taken_away_or_left_out(qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,summary,source,prompt\n1,One.,web,Write\n", "utf-8")
    dialog = opened(qtbot, theme, project, path)
    role(dialog, "source", "meta")
    role(dialog, "prompt", "left out")
    assert role(dialog, "source") == "meta"
    press(dialog, "Import")
    qtbot.waitUntil(lambda: dialog.report is not None)
    view = load(project.read_connection(), 1)
    assert [d.role.value for d in view.documents] == ["summary"] and view.meta == {"source": "web"}


def test_columns_of_several_systems_ask_which_one_an_answer_is_about(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,text,a,b,wrong\n1,A mill.,Mill.,Mall.,x\n2,A car.,Car.,Cur.,\n", "utf-8")
    dialog = opened(qtbot, theme, project, path)
    for field, what in (("text", "article"), ("a", "summary"), ("b", "summary")):
        role(dialog, field, what)
    role(dialog, "wrong", "verdict:basic/hallucination")
    questions = dialog.mapping.questions
    choose(questions.values["verdicts[0].value"]["x"], "yes")
    assert "verdicts[0].silence" in questions.boxes, "only a yes is known: what does no mark mean?"
    for name, said in (("system", "b"), ("annotator", "bo"), ("kind", "human"), ("silence", "no")):
        assert questions.open and not dialog.go.isEnabled()
        choose(questions.boxes[f"verdicts[0].{name}"], said)
    press(dialog, "Import")
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert answers(project) == [("bo", "human", "yes", 1)]
    judged = project.read_connection().execute(
        "SELECT document.system, count(*) FROM judged JOIN document ON document.id = target_id GROUP BY 1"
    ).fetchall()
    assert [tuple(row) for row in judged] == [("b", 2)], "the silence of the second row is a no"


def test_the_words_of_a_mapping_can_be_edited_and_are_read_before_anything_is_done(
    qtbot: QtBot, theme: Theme, project: Project, table: Path
) -> None:
    dialog = opened(qtbot, theme, project, table)
    page = dialog.mapping
    page.show_part("words")
    page.words.setPlainText("{")
    page.words.document().setModified(True)
    page.show_part("fields")
    assert "is no valid JSON" in dialog.fault.text() and page.parts.current == "words"
    page.words.setPlainText(json.dumps({"key": "id", "article": "source text", "summaries": []}))
    page.words.document().setModified(True)
    page.show_part("fields")
    assert page.parts.current == "fields" and dialog.go.isEnabled()
    assert role(dialog, "what it wrote") == "meta"


def test_a_workbook_of_two_sheets_is_read_once_its_sheet_is_said(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "two.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        for name in ("A", "B"):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, ["id", "source", "summary"])
            sheet.write_row(1, 0, [name, "A mill.", "Mill."])
    dialog = opened(qtbot, theme, project, path)
    assert "2 sheets hold something" in dialog.fault.text() and dialog.mapping is None
    choose(dialog.reading.way, "sheet")
    dialog.reading.value.setText("B")
    press(dialog, "Read again")
    press(dialog, "Import")
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert load(project.read_connection(), 1).key == "B"
    again = opened(qtbot, theme, project, path)
    assert again.mapping.offer.origin == "kept" and again.mapping.mapping_dict["read"] == {"sheet": "B"}


def test_a_large_file_is_looked_at_in_the_background_and_a_look_that_is_left_finds_nobody(
    qtbot: QtBot, theme: Theme, project: Project, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SMALL", 0)
    dialog = opened(qtbot, theme, project, table)
    assert dialog.mapping is None and not dialog.go.isEnabled()
    qtbot.waitUntil(lambda: dialog.mapping is not None)
    role(dialog, "what it wrote", "summary")
    role(dialog, "bad", "verdict:basic/hallucination")
    qtbot.waitUntil(lambda: "verdicts[0].value" in dialog.mapping.questions.values)
    assert [*dialog.mapping.questions.values["verdicts[0].value"]] == ["0", "1"]
    left = opened(qtbot, theme, project, table)
    task = left._looking
    left.reject()
    qtbot.waitUntil(lambda: not task.running)
    assert left.mapping is None


def test_trees_give_their_paths_roles_too(qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    rows = [
        {"no": n, "talk": [{"who": "Ann", "says": "Is it late?"}, {"who": "Bo", "says": "By an hour."}],
         "outs": [{"by": "a", "text": "It is late."}, {"by": "b", "text": "It is early."}]}
        for n in range(3)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    dialog = opened(qtbot, theme, project, path)
    for field, what in (
        ("no", "key"), ("talk[].says", "dialogue"), ("talk[].who", "speaker"), ("outs[].text", "summary"),
        ("outs[].by", "system"),
    ):  # fmt: skip
        assert role(dialog, field, what) == what
    press(dialog, "Import")
    qtbot.waitUntil(lambda: dialog.report is not None)
    view = load(project.read_connection(), 1)
    assert {d.system: d.text for d in view.documents if d.system} == {"a": "It is late.", "b": "It is early."}
    assert [unit.speaker for unit in view.documents[0].units] == ["Ann", "Bo"]


def test_what_a_field_cannot_be_is_said_and_nothing_changes(
    qtbot: QtBot, theme: Theme, project: Project, table: Path
) -> None:
    assert {each for each, _ in mapping_fields.OF_ANSWERS} == set(field_roles.OF_VERDICTS)
    dialog = opened(qtbot, theme, project, table)
    before = dialog.mapping.mapping_dict
    role(dialog, "model", "speaker")
    assert "can only be the speaker" in dialog.fault.text() and dialog.mapping.mapping_dict == before
    assert role(dialog, "model") == "meta"


def test_a_file_of_data_that_is_opened_or_dropped_is_asked_about(
    qtbot: QtBot, theme: Theme, project: Project, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(file_dialogs, "choose_project", lambda parent, folder: table)
    monkeypatch.setattr(Import, "ask", lambda parent, theme, project, paths, settings: asked.append(list(paths)))
    window = Window(Settings(tmp_path / "window.ini"), theme, keep=False)
    qtbot.addWidget(window)
    project.close()
    window.show_project(Project.open(project.path))
    window_dialogs.ask_open(window)
    window.take([table])
    window.take([tmp_path])  # a folder of texts
    assert asked == [[table], [table], [tmp_path]]
    bare = tmp_path / "named-otherwise.db"
    bare.write_bytes(project.path.read_bytes())
    window.take([bare])
    assert len(asked) == 3 and window.workspace.session.project.path == bare, "a project is known by its content too"
    window.close()


def test_return_answers_a_question_and_starts_nothing(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,summary,bad\n1,One.,1\n2,Two.,1\n", "utf-8")
    dialog = opened(qtbot, theme, project, path)
    role(dialog, "bad", "verdict:basic/hallucination")
    questions = dialog.mapping.questions
    choose(questions.values["verdicts[0].value"]["1"], "yes")
    choose(questions.boxes["verdicts[0].kind"], "gold")
    choose(questions.boxes["verdicts[0].silence"], "open")
    line = questions.boxes["verdicts[0].annotator"]
    line.setFocus()
    QTest.keyClicks(line, "ada")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert questions.open == 0 and dialog.go.isEnabled()
    assert dialog.task is None and dialog.is_asking, "the import is a step of its own"
