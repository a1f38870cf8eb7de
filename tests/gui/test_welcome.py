"""The welcome page: recent projects that are still there, and the ways in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.importers import registry as importers
from galley.core.importers import sample_project as sample
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.tables import shipped_mappings
from galley.gui.dialogs import file_dialogs
from galley.gui.dialogs.import_page import ImportPage
from galley.gui.settings import Settings
from galley.gui.shell.welcome import FORMATS, WelcomeRow
from galley.gui.shell.window import Window
from galley.gui.theme import Theme


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Window:
    """Without a project and without views."""
    made = Window(Settings(), Theme(), specs=())
    qtbot.addWidget(made)
    return made


def rows(window: Window) -> dict[str, WelcomeRow]:
    return {row.text(): row for row in window.findChildren(WelcomeRow) if row.isVisible()}


def test_what_is_cut_of_a_row_is_said_under_the_mouse(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("galley.gui.shell.welcome.show_tip", lambda at, words, widget: told.append(words))
    row = WelcomeRow(Theme(), "news", "118 of 400 items finished  ·  ~/reviews/of/a/long/name", "Ctrl+N")
    qtbot.addWidget(row)
    for width in (900, 200):
        row.resize(width, 50)
        QApplication.sendEvent(row, QHelpEvent(QEvent.Type.ToolTip, QPoint(), QPoint()))
        assert len(told) == (width == 200)


def test_recent_projects_are_listed_newest_first_and_missing_ones_are_passed_over(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    for name in ("old", "gone", "new"):
        Project.create(tmp_path / f"{name}.galley").close()
        window.settings.add_recent(tmp_path / f"{name}.galley")
    (tmp_path / "gone.galley").unlink()
    window.close_project()
    window.show()
    listed = list(rows(window))
    assert listed[:2] == ["new", "old"] and "gone" not in listed
    rows(window)["old"].click()
    assert window.windowTitle() == "old – Galley"
    window.close_project()
    assert next(iter(rows(window))) == "old"
    assert window.windowTitle() == "Galley"


def test_the_sample_opens_with_one_press(window: Window, qtbot: QtBot, galley_home: Path) -> None:
    window.close_project()
    window.show()
    rows(window)["Open the example"].click()
    assert window.workspace is not None
    project = window.workspace.session.project
    assert project.path.is_relative_to(galley_home)
    assert project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0] >= 24


def test_the_example_spreadsheet_opens_in_the_import_page_with_one_press(
    window: Window, qtbot: QtBot, galley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Path, str, int]] = []

    def ask(parent: Any, theme: Theme, project: Project, paths: Any, settings: Settings) -> Any:
        page = ImportPage(parent, theme, project, paths, settings)
        qtbot.addWidget(page)
        qtbot.waitUntil(lambda: page.draft is not None)
        seen.append((project.path, page.file_name.text, page.draft.scan.row_count))
        return page

    monkeypatch.setattr(ImportPage, "ask", ask)
    window.close_project()
    window.show()
    for _ in range(2):
        rows(window)["Try with a spreadsheet"].click()
    (first, name, row_count), second = seen
    assert first.is_relative_to(galley_home) and row_count == 12 and second == seen[0]
    assert not first.exists() and window.workspace is None, "nothing was imported, so the project went again"
    copy = first.with_suffix(".xlsx")
    assert copy.read_bytes() == (resources() / "sample" / "news.xlsx").read_bytes() and copy.name in name


def test_keys_work_before_a_project_is_open(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Project.create(tmp_path / "chosen.galley").close()
    monkeypatch.setattr(file_dialogs, "choose_project", lambda parent, folder: tmp_path / "chosen.galley")
    window.close_project()
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert window.windowTitle() == "chosen – Galley"


def test_every_row_says_what_it_does(window: Window) -> None:
    window.close_project()
    window.show()
    found = rows(window)
    assert {"Open the example", "New project", "Import data", "Open a project"} <= found.keys()
    for row in found.values():
        assert row.accessibleName() and row.accessibleDescription()
        assert row.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_settings_that_make_no_sense_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "window.ini"
    path.write_text("[General]\ntheme=purple\ntext-size=huge\nrecent=no list\nstates=[]\nkeys=7\n", encoding="utf-8")
    settings = Settings(path)
    assert settings.mode.value == "system" and settings.scale == 1.0
    assert settings.recent == [] and settings.keys == {} and settings.state(tmp_path) == {}
    settings.remember(tmp_path, {"view": "scores", "left": {"items": 3}}, "ada")
    settings.remember(tmp_path, {"view": "runs", "left": {"items": 4}}, "ben")
    assert settings.state(tmp_path, "ada") == {"view": "scores", "left": {"items": 4}}
    assert settings.state(tmp_path, "cy") == settings.state(tmp_path) == {"left": {"items": 4}}


def test_the_name_is_asked_for_once_with_that_of_the_account_in_the_field(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    Project.create(tmp_path / "one.galley").close()
    window.settings.add_recent(tmp_path / "one.galley")
    account = window.settings.reviewer
    window.close_project()
    window.show()
    page = window._welcome
    assert page is not None and page.name is not None and page.name.text() == account
    assert not window.settings.is_named
    page.name.setText("  Ada  ")
    rows(window)["one"].click()
    assert window.workspace is not None and window.workspace.session.reviewer_name == "Ada"
    assert window.settings.is_named
    window.close_project()
    assert window._welcome is not None and window._welcome.name is None


def test_whoever_passes_the_name_over_keeps_that_of_the_account(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    Project.create(tmp_path / "one.galley").close()
    window.settings.add_recent(tmp_path / "one.galley")
    account = window.settings.reviewer
    window.close_project()
    window.show()
    page = window._welcome
    assert page is not None and page.name is not None
    page.name.setText("   ")
    rows(window)["one"].click()
    assert window.workspace is not None and window.workspace.session.reviewer_name == account


def test_a_recent_project_says_how_far_it_was_and_when(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = sample.make(tmp_path)
    window.show_project(Project.open(path))
    window.show()
    assert window.workspace is not None
    session = window.workspace.session
    with qtbot.waitSignal(session.counted):
        session.count()
    state = window.workspace.state()
    window.settings.add_recent(path)
    window.settings.remember(path, state, session.reviewer_name)
    window.close_project()
    said = rows(window)["sample"].accessibleDescription()
    assert "0 of 26 items finished  ·  today " in said


def test_the_welcome_page_names_every_format() -> None:
    said = " ".join(f"{words} {more}" for words, more in FORMATS).lower().replace("-", "").replace("tl;dr", "tldr")
    own = {"csv", "table", "galley", "xsumhallucination", "kgdsoutputs"}
    named = {name.replace("-", "") for name in importers.names()} - own
    assert [name for name in sorted(named) if name not in said.replace(" ", "") and name not in said] == []
    shipped = {name.partition("-")[0] for name in shipped_mappings.load_shipped()} - {"cnn", "cnndailymail"}
    assert [name for name in sorted(shipped) if name not in said] == []
