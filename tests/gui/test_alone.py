"""The two dialogs that need the project for themselves, in a window that has it open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.gui.dialogs.exclusive import Erase, UndoLast, words_of
from galley.gui.shell.window import Window
from tests.core import building
from tests.core.test_bulk_acts import rows
from tests.gui.test_window import new_window


@pytest.fixture
def path(tmp_path: Path) -> Path:
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps(building.record("new")) + "\n", "utf-8")
    with building.project(tmp_path, building.record("a")) as project:
        import_files(project, IMPORTER, [more])
        return project.path


@pytest.fixture
def window(qtbot: QtBot, path: Path) -> Window:
    made = new_window(qtbot)
    made.show_project(Project.open(path))
    made.show()
    return made


def dialog(window: Window, path: Path, kind: type[UndoLast] | type[Erase], what: str) -> UndoLast | Erase:
    made = kind(window, window.theme, path, window.close_project, window.open, words_of(what))
    made.show()
    return made


def test_the_last_bulk_act_is_taken_back(qtbot: QtBot, window: Window, path: Path) -> None:
    found = dialog(window, path, UndoLast, "undo-last")
    assert "the import of more.jsonl" in found.preview_label.text() and "removing 1 item." in found.preview_label.text()
    found.go.click()
    assert window.workspace is None
    qtbot.waitUntil(lambda: found.close_button.isVisible())
    found.close_button.click()
    assert window.workspace is not None
    assert rows(path, "SELECT key FROM item") == [("a",)]
    again = dialog(window, path, UndoLast, "undo-last")
    assert "There is no bulk change" in again.fault.text() and not again.go.isEnabled()
    again.reject()
    window.close_project()
    assert check(path) == []


def test_what_was_decided_since_goes_only_where_that_is_said(qtbot: QtBot, window: Window, path: Path) -> None:
    assert window.workspace is not None
    DecisionWriter(window.workspace.session.project, "ben").note(1, None, "since").result()
    found = dialog(window, path, UndoLast, "undo-last")
    assert isinstance(found, UndoLast) and found.later.isVisible() and not found.go.isEnabled()
    found.later.setChecked(True)
    assert found.go.isEnabled()
    found.reject()
    window.close_project()


def test_an_item_is_erased_after_its_key_was_typed_twice(qtbot: QtBot, window: Window, path: Path) -> None:
    found = dialog(window, path, Erase, "erase")
    assert isinstance(found, Erase)
    found.name.setText("nobody")
    found.look.click()
    assert "There is no item nobody" in found.fault.text() and not found.confirm_field.isVisible()
    found.name.setText("a")
    found.look.click()
    assert "--with-same-text" in found.fault.text()
    found.same.setChecked(True)
    found.look.click()
    assert "Would be erased: the item a, new" in found.preview_label.text()
    assert found.confirm_field.isVisible() and not found.go.isEnabled()
    found.confirm_field.setText("b")
    assert not found.go.isEnabled()
    found.confirm_field.setText("a")
    found.go.click()
    qtbot.waitUntil(lambda: found.close_button.isVisible())
    found.close_button.click()
    assert window.workspace is not None
    window.close_project()
    assert rows(path, "SELECT key FROM item") == [] and check(path) == []
