"""The import page: roles, questions, the preview of a row, and what comes into the project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from python_calamine import CalamineWorkbook

from galley.core.project import bulk_changes
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.tables.column_roles import ColumnRole, Role
from galley.gui.dialogs import file_dialogs
from galley.gui.dialogs import import_page as module
from galley.gui.dialogs.export_dialog import ExportTo
from galley.gui.dialogs.import_dialog import Import, is_table
from galley.gui.dialogs.import_page import ImportPage
from galley.gui.plain_text import Menu
from galley.gui.settings import Settings
from galley.gui.shell import window_dialogs
from galley.gui.shell.window import Window
from galley.gui.theme import Theme
from tests.gui.test_dialogs import items, press, shown

HEADS = ("ID", "Dialogue", "Article", "Summary A", "Summary B", "GPT flag A", "GPT comment A", "GPT flag B",
         "GPT comment B", "Mia A", "Desk")  # fmt: skip
DIALOGUE = "Nora: Is the boat off?\nJoss: Until Easter, yes."
ARTICLE = "The ferry keeps to a winter timetable until Easter. A ticket costs 6.80."
ROWS = [
    (f"N-{n}", DIALOGUE, f"{ARTICLE} Row {n}.", f"Nora talks of boat {n}.", f"Joss talks of boat {n}.",
     "yes" if n % 3 == 2 else "no", "It is the ferry." if n % 3 == 2 else "", "yes" if n == 3 else "no", "",
     "ok" if n == 2 else "wrong" if n == 5 else "", "regional")
    for n in range(6)
]  # fmt: skip
CSV = "id,article,summary,extra\nv1,It rained all day in the north.,It rained.,a\nv2,It hailed all day.,It hailed.,b\n"


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """Light."""
    return Theme()


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """An empty project."""
    new_project = Project.create(tmp_path / "project.galley")
    yield new_project
    new_project.close()


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A workbook of two sheets, of which the first has flags, comments and a person's answers."""
    path = tmp_path / "june.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("June")
        for at, row in enumerate((HEADS, *ROWS)):
            sheet.write_row(at, 0, row)
        other = book.add_worksheet("July")
        other.write_row(0, 0, ["id", "article", "summary"])
        other.write_row(1, 0, ["J-1", "It rained all day.", "It rained."])
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table without an open question."""
    path = tmp_path / "table.csv"
    path.write_text(CSV, "utf-8")
    return path


def open_page(qtbot: QtBot, theme: Theme, project: Project, *paths: Path) -> Any:
    return shown(qtbot, ImportPage(None, theme, project, paths, Settings()))


def get_line(page: Any, start: str) -> Any:
    (line,) = [line for line in page.questions.lines if line.question.id.startswith(start)]
    return line


def answer(page: Any, start: str, choice: str) -> None:
    """Press the segment of a question, as a click does."""
    line = get_line(page, start)
    control = line.control
    at = [name for name, _ in line.question.choices].index(choice)
    control._choose(at)


def find_row(page: Any, name: str) -> Any:
    (row,) = [row for row in page.columns if row.name == name]
    return row


def run_import(qtbot: QtBot, page: Any) -> None:
    press(page, page.go.text())
    qtbot.waitUntil(lambda: page.report is not None, timeout=60_000)


def answers(project: Project) -> list[tuple[Any, ...]]:
    sql = (
        "SELECT annotator.name, annotator.kind, verdict.value, count(*) FROM verdict JOIN annotator ON"
        " annotator.id = annotator_id GROUP BY 1, 2, 3 ORDER BY 3"
    )
    return [tuple(row) for row in project.read_connection().execute(sql)]


def test_a_workbook_with_flags_comes_in_as_it_was_shown(
    qtbot: QtBot, theme: Theme, project: Project, workbook: Path
) -> None:
    page = open_page(qtbot, theme, project, workbook)
    assert page.sheet.isVisible() and page.sheet.currentData() == "June"
    assert page.size_note.text == "6 rows, 11 columns" and page.head_link.text() == "header in row 1"
    assert find_row(page, "Summary B").button.text() == "Summary by B"
    assert find_row(page, "GPT flag A").button.text() == "Flag GPT flag on A"
    assert find_row(page, "Mia A").button.text() == "Answer the question below"
    assert page.questions.open_count == 2 and page.open_note.text == "2 questions are open" and not page.go.isEnabled()
    assert page.preview.current_flag is None, "which value means an error is not guessed"
    answer(page, "error:GPT flag A", "yes")
    page.show_row(2)
    flag = page.preview.current_flag
    assert (flag.criterion, flag.system, flag.annotator, flag.explanation) == (
        "GPT flag", "A", "GPT", "It is the ferry."
    )  # fmt: skip
    assert page.preview.flag_head.isVisible() and find_row(page, "GPT flag A").value == "yes"
    assert [unit.speaker for unit in page.preview.first.units] == ["Nora", "Joss"]
    answer(page, "what:Mia A", "answer")
    assert page.questions.open_count == 1
    answer(page, "about:Mia A", "flag")
    assert page.questions.open_count == 0 and page.go.text() == "Import 6 items"
    assert page.sentence.accessibleName().startswith("Makes 6 items with 12 summaries by A and B, and 3 flags GPT flag")
    run_import(qtbot, page)
    assert items(project) == 6
    assert [row for row in answers(project) if row[2] == "yes"] == [
        ("GPT", "judge", "yes", 3),
        ("Mia", "human", "yes", 1),
    ]
    assert page.level_note.text().startswith(
        "GPT flag: finishing an item answers “no” for whole summaries; Project settings"
    )
    lines = page.outcome.lines.toPlainText().split("\n")
    assert lines[0].startswith("read: ID 6, Dialogue 6") and "GPT comment A 2" in lines[0]
    assert lines[1] == "kept as metadata: Desk 6"
    press(page, "Close")


def test_next_flagged_steps_through_the_rows_with_a_flag(
    qtbot: QtBot, theme: Theme, project: Project, workbook: Path
) -> None:
    page = open_page(qtbot, theme, project, workbook)
    answer(page, "error:GPT flag A", "yes")
    assert page.row == 2, "the first row with a flag, once it is known which value is one"
    rows = []
    for _ in range(4):
        press(page, "Next flagged")
        rows.append((page.row, page.preview.current_flag.system))
    assert rows == [(3, "B"), (5, "A"), (2, "A"), (3, "B")]
    press(page, "‹")
    press(page, "›")
    assert page.row == 3 and find_row(page, "ID").value == "N-3"


def test_another_sheet_is_read_from_the_menu(qtbot: QtBot, theme: Theme, project: Project, workbook: Path) -> None:
    page = open_page(qtbot, theme, project, workbook)
    page.sheet.setCurrentIndex(1)
    page.sheet.activated.emit(1)
    assert [row.name for row in page.columns] == ["id", "article", "summary"] and page.questions.open_count == 0
    run_import(qtbot, page)
    assert load_item_view(project.read_connection(), 1).key == "J-1"


def test_a_role_is_changed_by_its_menu_and_the_picture_follows(
    qtbot: QtBot, theme: Theme, project: Project, table: Path
) -> None:
    page = open_page(qtbot, theme, project, table)
    menu = Menu()
    page._fill_menu("extra", menu)
    entries = [entry for entry in menu.actions() if getattr(entry, "words", "") == "Ignore"]
    entries[0].trigger()
    assert find_row(page, "extra").button.text() == "Ignore"
    page.assign("summary", ColumnRole(Role.METADATA))
    assert page.questions.open_count == 1, "no column holds a summary"
    page.assign("summary", ColumnRole(Role.SUMMARY))
    assert [unit.text for unit in page.preview.summary.units] == ["It rained."]
    run_import(qtbot, page)
    view = load_item_view(project.read_connection(), 1)
    assert view.meta == {} and [d.text for d in view.documents][-1] == "It rained."


def test_a_criterion_has_the_name_and_the_giver_that_the_page_says(
    qtbot: QtBot, theme: Theme, project: Project, workbook: Path
) -> None:
    page = open_page(qtbot, theme, project, workbook)
    name = get_line(page, "giver:GPT flag A").name
    name.setText("Wrong fact")
    name.editingFinished.emit()
    assert find_row(page, "GPT flag B").button.text() == "Flag Wrong fact on B"
    answer(page, "giver:GPT flag A", "human:")
    field = get_line(page, "giver:GPT flag A").control
    field.setText("Ann")
    field.editingFinished.emit()
    answer(page, "error:GPT flag A", "yes")
    answer(page, "what:Mia A", "metadata")
    run_import(qtbot, page)
    assert {row[:2] for row in answers(project)} == {("Ann", "human")}


def test_each_of_several_values_is_asked_about(qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    rows = "".join(
        f"{n},It rained all day.,It rained {n}.,{value}\n" for n, value in enumerate(["yes", "no", "n/a", "?", ""])
    )
    path.write_text("id,article,summary,GPT flag\n" + rows, "utf-8")
    page = open_page(qtbot, theme, project, path)
    for value, meaning in (("yes", "yes"), ("no", "no"), ("n/a", "leave out"), ("?", "unsure")):
        assert page.questions.open_count and not page.go.isEnabled()
        answer(page, f"values:GPT flag\x1f{value}", meaning)
    assert page.questions.open_count == 0
    run_import(qtbot, page)
    sql = "SELECT coalesce(value, reason) FROM verdict ORDER BY 1"
    assert [row[0] for row in project.read_connection().execute(sql)] == ["no", "unsure", "yes"]


def test_a_second_file_of_the_same_columns_comes_in_as_the_first(
    qtbot: QtBot, theme: Theme, project: Project, table: Path, tmp_path: Path
) -> None:
    run_import(qtbot, open_page(qtbot, theme, project, table))
    more = tmp_path / "more.csv"
    more.write_text(CSV.replace("\nv", "\nw"), "utf-8")
    page = open_page(qtbot, theme, project, more)
    assert page.draft.offer.origin == "kept" and page.go.isEnabled()
    assert [unit.text for unit in page.preview.summary.units] == ["It rained."]
    answer(page, "offer", "guess")
    assert page.draft.offer is None and find_row(page, "summary").button.text() == "Summary"
    answer(page, "offer", "0")
    run_import(qtbot, page)
    assert items(project) == 4


def test_everything_but_the_columns_fits_1280_by_720_and_many_columns_are_searched(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "wide.csv"
    names = ["id", "article", "summary", *(f"more {n}" for n in range(97))]
    path.write_text(
        ",".join(names) + "\n" + ",".join(["1", "It rained all day.", "It rained.", *["x"] * 97]) + "\n", "utf-8"
    )
    page = open_page(qtbot, theme, project, path)
    assert page.minimumSizeHint().width() <= 1280 and page.minimumSizeHint().height() <= 720
    assert len(page.columns) == 100 and page.search.isVisible()
    page.search.setText("more 42")
    assert [row.name for row in page.columns if row.isVisible()] == ["more 42"]


def test_trees_give_their_fields_roles_too(qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    rows = [
        {"id": n, "dialogue": [{"speaker": "Ann", "text": "Is it late?"}, {"speaker": "Bo", "text": "By an hour."}],
         "summary": "It is late."}
        for n in range(3)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    page = open_page(qtbot, theme, project, path)
    assert page.questions.open_count == 0 and [unit.speaker for unit in page.preview.first.units] == ["Ann", "Bo"]
    run_import(qtbot, page)
    view = load_item_view(project.read_connection(), 1)
    assert [unit.speaker for unit in view.documents[0].units] == ["Ann", "Bo"]


def test_a_known_format_that_leaves_answers_unread_asks_before_it_imports(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    """Argilla's answers to another question than the mapping's vanished without a word, then with one only."""
    path = tmp_path / "records.jsonl"
    record = {
        "fields": {"source": "The ferry sails at noon.", "summary": "It sails at noon."}, "metadata": {},
        "suggestions": {"hallucination": {"value": "yes", "agent": "gpt", "score": 0.7}},
        "responses": {"hallucination": [{"value": "no", "user_id": "ada"}],
                      "relevance": [{"value": 3, "user_id": "ada"}]},
    }  # fmt: skip
    path.write_text("".join(json.dumps({"id": str(n)} | record) + "\n" for n in range(5)), "utf-8")
    page = open_page(qtbot, theme, project, path)
    line = get_line(page, "offer")
    words = "".join(text for text, _ in line.question.words)
    assert "The answers in responses.relevance[].value would be left out. Import without them?" in words
    assert page.questions.open_count == 1 and not page.go.isEnabled()
    answer(page, "offer", "0")
    assert page.questions.open_count == 0
    run_import(qtbot, page)
    assert answers(project) == [("ada", "human", "no", 5), ("gpt", "judge", "yes", 5)]


def test_a_file_that_cannot_be_read_says_why_and_is_read_as_the_user_says(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("id,article,summary\n1,Un café fermé été.,Café ".encode() + b"ferm\xe9.\n")
    page = open_page(qtbot, theme, project, path)
    assert page.fault.isVisible() and page.reading.isVisible() and not page.go.isEnabled()
    page.reading.way.setCurrentIndex(page.reading.way.findData("encoding"))
    page.reading.value.setText("cp1252")
    press(page, "Read again")
    assert not page.fault.isVisible() and find_row(page, "summary").value == "CafÃ© fermé."


def test_a_large_file_is_read_in_the_background_and_leaving_stops_it(
    qtbot: QtBot, theme: Theme, project: Project, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SMALL", 0)
    page = open_page(qtbot, theme, project, table)
    assert page.draft is None and not page.go.isEnabled()
    qtbot.waitUntil(lambda: page.draft is not None)
    assert page.go.isEnabled()
    left = open_page(qtbot, theme, project, table)
    task = left.task
    left.reject()
    qtbot.waitUntil(lambda: not task.running)
    assert left.draft is None


def test_what_is_refused_is_listed_and_nothing_comes_in(
    qtbot: QtBot, theme: Theme, project: Project, table: Path
) -> None:
    table.write_text(CSV + "v1,Another text altogether.,It rained.,c\n", "utf-8")
    page = open_page(qtbot, theme, project, table)
    press(page, page.go.text())
    qtbot.waitUntil(lambda: page.fault.isVisible())
    assert "with the same key" in page.fault.text() and items(project) == 0 and page.go.isEnabled()


def test_a_table_opens_the_page_and_another_file_its_own_dialog(
    qtbot: QtBot, theme: Theme, project: Project, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def ask(parent: Any, theme: Theme, project: Project, paths: Any, settings: Settings) -> Any:
        asked.append(list(paths))
        page = ImportPage(parent, theme, project, paths, settings)
        qtbot.addWidget(page)
        return page

    monkeypatch.setattr(ImportPage, "ask", ask)
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes", "utf-8")
    assert is_table([table]) and not is_table([notes])
    Import.ask(None, theme, project, [table], Settings())
    assert asked == [[table]]
    dialog = shown(qtbot, Import(None, theme, project, [], Settings()))
    dialog.take([table])
    assert dialog.table_paths == [table] and not dialog.isVisible()


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


def test_a_title_above_the_heads_a_total_and_hidden_rows_are_met_with_a_proposal(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "messy.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("June")
        sheet.merge_range("A1:D1", "Review of June")
        for at, row in enumerate([["id", "article", "summary", "extra"], *([n, f"Rain {n}.", "It rained.", "north"]
                                                                           for n in range(6))]):  # fmt: skip
            sheet.write_row(2 + at, 0, row)
        sheet.set_row(4, None, None, {"hidden": True})
        sheet.write_row(9, 0, ["Total", 6])
    page = open_page(qtbot, theme, project, path)
    assert page.head_link.text() == "header in row 3" and page.size_note.text == "6 rows, 4 columns"
    assert [line.question.id for line in page.questions.lines if line.is_open] == ["read:hidden"]
    page.assign("extra", ColumnRole(Role.IGNORE))
    answer(page, "read:hidden", "skip")
    assert page.size_note.text == "5 rows, 4 columns" and page.questions.open_count == 0
    assert find_row(page, "extra").button.text() == "Ignore", "the roles stay when the table is read in another way"
    answer(page, "read:footer", "0")
    assert page.size_note.text == "6 rows, 4 columns"
    answer(page, "read:footer", "1")
    run_import(qtbot, page)
    assert items(project) == 5 and load_item_view(project.read_connection(), 1).key == "0"


def test_the_row_of_the_heads_is_chosen_from_a_menu(qtbot: QtBot, theme: Theme, project: Project, table: Path) -> None:
    page = open_page(qtbot, theme, project, table)
    page._choose_head_row()
    (menu,) = [menu for menu in page.findChildren(Menu) if menu.isVisible()]
    assert [entry.words for entry in menu.actions()] == [
        "Row 1: id · article · summary · extra", "Row 2: v1 · It rained all day in the · It rained. · a",
        "Row 3: v2 · It hailed all day. · It hailed. · b", "No header",
    ]  # fmt: skip
    menu.actions()[-1].trigger()
    menu.close()
    assert page.head_link.text() == "no header" and [row.name for row in page.columns] == ["A", "B", "C", "D"]


def test_the_imported_table_is_written_back_with_the_answers_beside_its_flags(
    qtbot: QtBot, theme: Theme, project: Project, workbook: Path
) -> None:
    page = open_page(qtbot, theme, project, workbook)
    answer(page, "error:GPT flag A", "yes")
    answer(page, "what:Mia A", "metadata")
    run_import(qtbot, page)
    writer = DecisionWriter(project, "ann")
    item = load_item_view(project.read_connection(), 3)
    writer.accept(item.id, item.flags()[0]).result()
    dialog = shown(qtbot, ExportTo(None, theme, project, Settings()))
    assert dialog.format.currentText() == "My table back: june.xlsx"
    out = workbook.with_name("june - reviewed.xlsx")
    assert dialog.path.text() == str(out) and not dialog.only.isEnabled() and not dialog.options.isVisible()
    before = workbook.read_bytes()
    press(dialog, "Export")
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert dialog.report.counts["answers in the table"] == 1 and workbook.read_bytes() == before
    with CalamineWorkbook.from_path(str(out)) as book:
        heads, *rows = book.get_sheet_by_name("June").to_python()
        assert book.sheet_names == ["June", "July"]
    assert tuple(heads[: len(HEADS)]) == HEADS and [tuple(row[: len(HEADS)]) for row in rows] == ROWS
    at = heads.index("GPT flag A · ann · answer")
    assert [row[at] for row in rows] == ["", "", "accepted", "", "", ""]
    dialog.reject()
    workbook.rename(workbook.with_name("moved.xlsx"))
    dialog = shown(qtbot, ExportTo(None, theme, project, Settings()))
    press(dialog, "Export")
    qtbot.waitUntil(dialog.fault.isVisible)
    assert "is not there" in dialog.fault.text()
    dialog.table_copy.setText(str(workbook.with_name("moved.xlsx")))
    press(dialog, "Export")
    qtbot.waitUntil(lambda: dialog.report is not None)
    dialog.reject()


def test_an_import_is_changed_on_the_same_page_with_the_same_roles(
    qtbot: QtBot, theme: Theme, project: Project, workbook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(qtbot, theme, project, workbook)
    answer(page, "error:GPT flag A", "yes")
    answer(page, "what:Mia A", "metadata")
    page.assign("Desk", ColumnRole(Role.IGNORE))
    run_import(qtbot, page)
    window = Window(Settings(tmp_path / "window.ini"), theme, keep=False)
    qtbot.addWidget(window)
    project.close()
    window.show_project(Project.open(project.path))
    opened = window.workspace.session.project
    writer = DecisionWriter(opened, "ann")
    for row in (3, 6):
        item = load_item_view(opened.read_connection(), row)
        writer.accept(item.id, item.flags()[0]).result()
    pages: list[Any] = []

    def ask(parent: Any, theme: Theme, project: Project, paths: Any, settings: Settings, table: Any) -> Any:
        """The user: looks, makes “yes” mean no error, looks at what goes, goes back, and does it."""
        page = shown(qtbot, ImportPage(None, theme, project, paths, settings, table))
        pages.append(page)
        assert page.questions.open_count == 0 and find_row(page, "Desk").button.text() == "Ignore"
        assert not page.file_link.isVisible() and page.sheet.currentData() == "June"
        press(page, "Change import…")
        qtbot.waitUntil(page.confirm.isVisible)
        assert page.progress_title.text() == "2 decisions stay, 0 are set aside"
        press(page, "Back")
        assert page.stack.currentIndex() == 0 and page.change is None
        answer(page, "error:GPT flag A", "no")
        press(page, "Change import…")
        qtbot.waitUntil(page.confirm.isVisible)
        assert page.progress_title.text() == "0 decisions stay, 2 are set aside"
        press(page, "Change import")
        return page

    monkeypatch.setattr(ImportPage, "ask", ask)
    assert window.run("change-import") and len(pages) == 1
    changed = window.workspace.session.project
    assert changed is not opened and changed.path == project.path
    count = "SELECT count(*) FROM {}"
    assert changed.read_connection().execute(count.format("decision")).fetchone()[0] == 0
    assert {row[:3]: row[3] for row in answers(changed)} == {("GPT", "judge", "yes"): 9, ("GPT", "judge", "no"): 3}
    window.close_project()
    bulk_changes.undo(project.path)
    with Project.open(project.path) as restored:
        assert restored.read_connection().execute(count.format("decision")).fetchone()[0] == 2
    window.close()


def test_without_an_import_of_a_table_there_is_nothing_to_change(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    window = Window(Settings(tmp_path / "window.ini"), theme, keep=False)
    qtbot.addWidget(window)
    project.close()
    window.show_project(Project.open(project.path))
    window.run("change-import")
    assert "no import can be changed" in window.workspace.notice.label.text()
    window.close()


def test_scores_spans_and_evidence_have_roles(qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(
        "id,article,summary a,summary b,GPT flag a,evidence a,start,end,rouge a,rouge b\n"
        "1,It rained all day. It was cold.,It rained. It was warm.,Rain.,yes,It was cold.,11,23,0.5,0.25\n"
        "2,It hailed.,It hailed.,Hail.,no,,,,0.75,1\n",
        "utf-8",
    )
    page = open_page(qtbot, theme, project, path)
    assert find_row(page, "evidence a").button.text() == "Evidence of GPT flag a"
    assert find_row(page, "rouge b").button.text() == "Keep as metadata", "a 1 among numbers is not an answer"
    for name, words in (("start", "Start of the span of GPT flag a"), ("end", "End of the span of GPT flag a"),
                        ("rouge a", "Score rouge on a"), ("rouge b", "Score rouge on b")):  # fmt: skip
        (role,) = [role for _, roles in page.draft.list_roles(name) for role in roles if role.label == words]
        page.assign(name, role)
    answer(page, "error:GPT flag a", "yes")
    run_import(qtbot, page)
    connection = project.read_connection()
    scores = connection.execute(
        "SELECT document.system, metric, value FROM score JOIN document ON document.id = document_id ORDER BY 1, 3"
    )
    assert [tuple(row) for row in scores] == [
        ("a", "rouge", 0.5), ("a", "rouge", 0.75), ("b", "rouge", 0.25), ("b", "rouge", 1.0)
    ]  # fmt: skip
    item = load_item_view(connection, 1)
    (flag,) = item.flags()
    (span,), (evidence,) = flag.spans, flag.evidence
    assert "It rained. It was warm."[11:23] == "It was warm." and (span.start, span.end) == (0, 12)
    assert evidence.quote == "It was cold."


def test_a_table_that_is_not_utf_8_is_read_in_the_proposed_encoding_which_can_be_changed(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("id;article;summary\n1;Müller zahlt 6 € – „bar“.;Er zahlt.\n".encode("cp1252"))
    page = open_page(qtbot, theme, project, path)
    assert get_line(page, "read:encoding").question.answer == "cp1252" and page.go.isEnabled()
    assert find_row(page, "article").value == "Müller zahlt 6 € – „bar“."
    page._answer("read:encoding", "cp1250")
    qtbot.waitUntil(lambda: get_line(page, "read:encoding").question.answer == "cp1250")
    page._answer("read:encoding", "cp1252")
    qtbot.waitUntil(lambda: get_line(page, "read:encoding").question.answer == "cp1252")
    run_import(qtbot, page)
    assert project.read_connection().execute("SELECT text FROM document").fetchone() == ("Müller zahlt 6 € – „bar“.",)


def test_a_long_import_shows_how_far_it_is_and_stop_leaves_nothing(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    path, count = tmp_path / "long.csv", 6_000
    lines = [f"v{n},It rained all day in the north on day {n}.,It rained on day {n}." for n in range(count)]
    path.write_text("\n".join(["id,article,summary", *lines]), "utf-8")
    page = open_page(qtbot, theme, project, path)
    qtbot.waitUntil(lambda: page.go.isEnabled(), timeout=30_000)
    shares: list[float] = []

    def stop_once_it_moves(done: int, total: int, _seconds_left: float) -> None:
        if done and not shares:
            shares.append(done / total)
            qtbot.mouseClick(page.stop, Qt.MouseButton.LeftButton)

    qtbot.mouseClick(page.go, Qt.MouseButton.LeftButton)
    page.task.moved.connect(stop_once_it_moves)
    qtbot.waitUntil(lambda: not page.task.running, timeout=60_000)
    assert shares and 0 < shares[0] < 1 and page.report is None and page.stack.currentIndex() == 0
    assert items(project) == 0 and page.go.isEnabled()
    run_import(qtbot, page)
    assert items(project) == count


def test_flags_without_texts_join_the_items_that_are_there(
    qtbot: QtBot, theme: Theme, project: Project, tmp_path: Path
) -> None:
    texts, flags = tmp_path / "texts.csv", tmp_path / "flags.csv"
    texts.write_text(
        "ID,Dialogue,Summary A,Summary B\nr0,Ann: Late?,Boat 0 is late.,Boat 0 is early.\n"
        "r1,Ann: Now?,Boat 1 is late.,Boat 1 is early.\n",
        "utf-8",
    )
    flags.write_text("ID,GPT flag A,GPT flag B\nr1,yes,no\nr0,no,yes\nr7,no,yes\n", "utf-8")
    page = open_page(qtbot, theme, project, texts)
    run_import(qtbot, page)
    page = open_page(qtbot, theme, project, flags)
    assert page.questions.open_count == 1, "only what the values mean is asked, not where the summaries are"
    answer(page, "error:GPT flag A", "yes")
    sentence = page.draft.describe_import()
    assert sentence == (
        "Adds to 2 items of the project: 3 flags GPT flag on whole summaries. 1 ID not in the project: r7."
    )
    page.show_row(1)
    assert page.preview.current_flag.system == "B"
    assert [text.document["text"] for text in page.preview._texts] == [
        "Ann: Late?", "Boat 0 is late.", "Boat 0 is early."
    ]  # fmt: skip
    press(page, page.go.text())
    qtbot.waitUntil(page.fault.isVisible)
    assert "'r7'" in page.fault.text() and not answers(project), "nothing comes in while an ID is missing"
    flags.write_text("ID,GPT flag A,GPT flag B\nr1,yes,no\nr0,no,yes\n", "utf-8")
    page = open_page(qtbot, theme, project, flags)
    answer(page, "error:GPT flag A", "yes")
    run_import(qtbot, page)
    assert answers(project) == [("GPT", "judge", "no", 2), ("GPT", "judge", "yes", 2)]
    assert items(project) == 2
