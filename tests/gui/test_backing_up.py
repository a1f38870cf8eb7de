"""The window backs a project up by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from galley.core.importers.sample_project import make
from galley.core.project import backups
from galley.core.project.project import Project
from galley.gui.session import BackingUp, Session
from galley.gui.theme import Mode, Theme


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Session:
    monkeypatch.setenv("GALLEY_HOME", str(tmp_path / "home"))
    return Session(Project.open(make(tmp_path)), "ann", Theme(Mode.LIGHT))


def test_only_what_is_new_is_backed_up(session: Session, qtbot: QtBot) -> None:
    path = session.project.path
    mine = BackingUp(session)
    with qtbot.waitSignal(mine.backupMade):
        mine.begin()
    assert len(backups.list_backups(path)) == 1
    mine.begin()
    mine._thread.join()  # type: ignore[union-attr]
    assert len(backups.list_backups(path)) == 1, "nothing was decided since"
    session.decision_writer.note(1, None, "new").result()
    with qtbot.waitSignal(mine.backupMade):
        mine.begin()
    assert len(backups.list_backups(path)) == 2
    session.close()


def test_a_failure_is_told_once_and_work_goes_on(
    session: Session, qtbot: QtBot, tmp_path: Path, galley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir(exist_ok=True)
    monkeypatch.setenv("GALLEY_HOME", str(tmp_path / "other"))
    (tmp_path / "other" / "data").mkdir(parents=True)
    (tmp_path / "other" / "data" / "backups").write_text("a file where a folder should be")
    mine = BackingUp(session)
    with qtbot.waitSignal(session.failed) as told:
        mine.begin()
    assert "No backup can be written" in told.args[0]
    mine._thread.join()  # type: ignore[union-attr]
    with qtbot.assertNotEmitted(session.failed, wait=50):
        mine.begin()
        mine._thread.join()  # type: ignore[union-attr]
        session.deliver()
    assert session.decision_writer.note(1, None, "new").result()
    session.close()
