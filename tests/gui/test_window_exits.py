"""What the window copies or saves of a confidential project: nothing that lies outside of its folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from galley.core.errors import InputError
from galley.core.project import outgoing
from galley.core.project.project import Project
from galley.gui import clipboard
from galley.gui.dialogs.history_dialog import History
from galley.gui.plan import study_dialog
from galley.gui.scores import export_files
from galley.gui.session import Session
from galley.gui.shell import screenshot
from galley.gui.text_panes.keyboard_selection import ReadingPane
from galley.gui.theme import Theme
from tests.core import building
from tests.gui.texts import ROOT

WRITERS = {
    "gui/scores/scores_view.py": "a chart that is saved",
    "gui/scores/report.py": "all charts in a file",
    "gui/scores/export_files.py": "galley charts",
    "gui/shell/screenshot.py": "galley open --screenshot",
    "gui/dialogs/history_dialog.py": "the history of an item",
    "gui/plan/study_dialog.py": "a study as TOML",
}
"""Where the window writes files itself; each names the project as a source. All else is written by ``galley.core``."""
MAKING = {"write", "replace_file", "replace_folder", "create_unfinished", "make", "place", "make_hidden_name"}


@pytest.fixture
def session(tmp_path: Path, qapp: QApplication) -> Iterator[Session]:
    folder = tmp_path / "clinic"
    folder.mkdir()
    with building.project(folder, building.record("k0"), name="home.galley") as made:
        path = made.path
    session = Session(Project.open(path), "ann", Theme())
    session.project.write(lambda connection: outgoing.declare(connection, ())).result()
    yield session
    session.close()


def _copied() -> str:
    return QGuiApplication.clipboard().text()


def test_nothing_of_a_confidential_project_is_copied(session: Session) -> None:
    said: list[str] = []
    session.failed.connect(said.append)
    assert not clipboard.put("a table")
    mime = QMimeData()
    mime.setText("a chart")
    assert not clipboard.put(mime)
    assert _copied() == "" and len(said) == 2 and "confidential" in said[0]
    assert clipboard.put("a report of a bug", own=True) and _copied() == "a report of a bug"
    session.close()
    assert clipboard.put("a table") and _copied() == "a table"


def test_what_a_widget_copies_by_itself_is_taken_off_again(session: Session, qtbot: QtBot) -> None:
    shown = QPlainTextEdit("a reply of a judge")
    qtbot.addWidget(shown)
    shown.setReadOnly(True)
    shown.selectAll()
    shown.copy()
    assert _copied() == ""
    typed = QLineEdit("what I type")
    qtbot.addWidget(typed)
    typed.show()
    qtbot.waitExposed(typed)
    typed.setFocus()
    qtbot.waitUntil(typed.hasFocus)
    typed.selectAll()
    typed.copy()
    assert _copied() == "what I type", "notes can be moved about"


def test_a_pane_gives_a_selection_to_nobody(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReadingPane, "selected_text", lambda self: "The ferry leaves at nine.")
    pane = ReadingPane.__new__(ReadingPane)
    assert ReadingPane.createMimeDataFromSelection(pane).text() == ""
    session.close()
    assert ReadingPane.createMimeDataFromSelection(pane).text() == "The ferry leaves at nine."


def test_charts_pictures_and_histories_stay_inside(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    out = tmp_path / "elsewhere"
    out.mkdir()
    path = session.project.path
    with pytest.raises(InputError, match="is confidential"):
        export_files.draw(session.project, out, ("agreement",), ("csv",), "gold", lambda done, total: True)
    with pytest.raises(InputError, match="is confidential"):
        screenshot.take(path, out / "window.png")
    history = History(None, Theme(), "k0", [], project=path)
    qtbot.addWidget(history)
    with pytest.raises(InputError, match="is confidential"):
        history.write(out / "history.csv")
    history.write(path.with_name("history.csv"))
    assert list(out.iterdir()) == [] and path.with_name("history.csv").exists()


def test_the_study_of_a_confidential_project_is_saved_beside_it_only(
    session: Session, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside, out = session.project.path.with_name("study.toml"), tmp_path / "study.toml"
    targets = iter([out, beside])
    monkeypatch.setattr(study_dialog, "choose_target", lambda *_: next(targets))
    study = study_dialog.NewStudy(None, Theme(), session.project, "ann")
    qtbot.addWidget(study)
    study.save.click()
    assert "is confidential" in study.fault.text() and not out.exists()
    study.save.click()
    assert beside.exists()


def test_nothing_else_copies_and_all_that_writes_is_known() -> None:
    """A new action of the window that copies or writes makes this fail until it is tried above."""
    copying, writing = set(), set()
    for path in ROOT.glob("gui/**/*.py"):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            word = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if word in ("clipboard", "QClipboard"):
                copying.add(name)
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("new_files"):
                writing.update(name for each in node.names if each.name in MAKING)
            if isinstance(called, ast.Attribute) and ast.unparse(called.value) == "new_files" and called.attr in MAKING:
                writing.add(name)
    assert copying == {"gui/clipboard.py"}
    assert writing == set(WRITERS)


def test_every_history_names_its_project() -> None:
    calls = [
        (path.name, node)
        for path in ROOT.glob("gui/**/*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "History"
    ]
    assert calls and all(len(node.args) > 5 or "project" in {each.arg for each in node.keywords} for _, node in calls)
