"""A window opened for reading offers to write once the other one has closed the project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from galley.core.project.project import Project
from galley.core.storage import lock
from galley.gui import session
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from tests.gui.review_desk import FLAGS, item, make_project


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_project(tmp_path / "p.galley", [item(f"kiosk-{n}", FLAGS) for n in (1, 2, 3)])


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setattr(session, "LOOK_MS", 20)
    settings = Settings()
    settings.reviewer = "rea"
    made = Window(settings, Theme(Mode.LIGHT), keep=False)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def stage(window: Window) -> Any:
    assert window.workspace is not None
    return window.workspace.view.stage  # type: ignore[union-attr]


def test_the_reader_goes_on_as_a_writer_when_the_writer_has_left(window: Window, path: Path, qtbot: QtBot) -> None:
    writer = Project.open(path)
    assert window.open(path) and window.workspace is not None
    qtbot.waitUntil(lambda: stage(window).item is not None)
    window.run("next-item")
    notice = window.workspace.notice
    assert not window.workspace.session.project.writable and stage(window).item.id == 2
    assert "already open in another window" in notice.label.text() and notice.button.isHidden()
    writer.close()
    qtbot.waitUntil(lambda: not notice.button.isHidden())
    assert notice.label.text() == "p.galley was closed in the other program, so you can edit it here."
    again = Project.open(path)  # somebody else is faster
    qtbot.waitUntil(lambda: notice.button.isHidden())
    assert "already open in another window" in notice.label.text()
    again.close()
    qtbot.waitUntil(lambda: not notice.button.isHidden())
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert window.workspace is not None and window.workspace.session.project.writable
    qtbot.waitUntil(lambda: stage(window).item is not None)
    assert stage(window).item.id == 2 and window.workspace.notice.isHidden()
    with qtbot.waitSignal(window.workspace.session.saved):
        window.run("accept")
    assert lock.is_locked(path)


def test_who_presses_too_late_is_told(window: Window, path: Path, qtbot: QtBot) -> None:
    writer = Project.open(path)
    window.open(path)
    assert window.workspace is not None
    workspace = window.workspace
    writer.close()
    qtbot.waitUntil(lambda: not workspace.notice.button.isHidden())
    with Project.open(path):
        window.open_for_writing()
        assert window.workspace is workspace and not workspace.session.project.writable
        assert "already open in another window" in workspace.notice.label.text()


def test_what_was_asked_for_reading_is_not_offered(path: Path, tmp_path: Path) -> None:
    with Project.open(path, read_only=True) as reading:
        assert not reading.waits and not lock.is_locked(path)
        with Project.open(path) as writing:
            assert writing.writable and lock.is_locked(path)
            with Project.open(path) as other:
                assert other.waits
    assert not lock.is_locked(path)
    assert not list(tmp_path.glob(".p.galley*"))
    path.with_name(".p.galley.lock").touch()  # as a killed program leaves it
    assert not lock.is_locked(path)
