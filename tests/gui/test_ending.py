"""The window when its file is written over, and when it is told to end: nothing that was saved stays behind."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.importers.sample_project import make
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.storage import journal
from galley.gui.dialogs import history_dialog
from galley.gui.dialogs.history_dialog import History
from galley.gui.dialogs.message import BugReport
from galley.gui.settings import Settings
from galley.gui.shell.app import Ending, Reporter
from galley.gui.shell.window import Window
from galley.gui.theme import Theme

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A sample project of one's own."""
    return make(tmp_path)


def decisions(path: Path) -> int:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return int(connection.execute("SELECT count(*) FROM decision").fetchone()[0])


@pytest.mark.parametrize("came", [b"not found\n" * 90_000, b""], ids=["a text", "nothing"])
def test_an_overwritten_file_is_told_within_seconds_and_is_no_bug(
    qtbot: QtBot, qapp: QApplication, sample: Path, monkeypatch: pytest.MonkeyPatch, came: bytes
) -> None:
    bugs: list[BaseException] = []
    monkeypatch.setattr(BugReport, "ask", lambda parent, theme, error: bugs.append(error))
    theme = Theme()
    theme.apply(qapp)
    window = Window(Settings(), theme, keep=False)
    qtbot.addWidget(window)
    reporter = Reporter(window)
    reporter.install()
    try:
        window.show_project(Project.open(sample))
        window.show()
        assert window.workspace is not None
        session = window.workspace.session
        qtbot.waitUntil(lambda: session.at_rest, timeout=10_000)
        before = decisions(sample)
        window.run("accept")
        qtbot.waitUntil(lambda: decisions(sample) == before + 1, timeout=10_000)
        qtbot.waitUntil(lambda: session.project._writer._quiet, timeout=10_000)
        told: list[str] = []
        session.failed.connect(told.append)
        with sample.open("r+b") as stream:
            stream.truncate(0)
            stream.write(came)
        qtbot.waitUntil(lambda: any("overwritten by another program" in words for words in told), timeout=8_000)
        qtbot.waitUntil(lambda: "Not saved" in window.workspace.status.saved_label.text, timeout=8_000)
        for action in ("accept", "next", "override", "finish"):
            QTimer.singleShot(0, partial(window.run, action))
            qtbot.wait(50)
        for view in ("adjudicate", "scores", "review"):
            QTimer.singleShot(0, partial(window.workspace.show_view, view))
            qtbot.wait(100)
    finally:
        window.close()
        qapp.processEvents()
        reporter.remove()
    assert bugs == [] and sample.read_bytes() == came
    kept = sample.with_name("sample.kept.galley")
    assert decisions(kept) == before + 1 and check(kept) == []


WINDOW = """
import faulthandler
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
import galley.gui.shell.app as app
import galley.gui.shell.window
from galley.core.cli._run import run_guarded
from galley.gui.shell.window import Window

class Watched(Window):
    def show(self):
        super().show()
        QTimer.singleShot(0, self.look)
    def look(self):
        session = self.workspace and self.workspace.session
        if session is None or not session.at_rest:
            QTimer.singleShot(20, self.look)
            return
        session.saved.connect(lambda _: print("saved", flush=True))
        session.set_reviewer("ada")
        self.run("accept")
        if len(sys.argv) > 2:
            self.run("help")  # a dialog, with a loop of its own

galley.gui.shell.window.Window = Watched
faulthandler.dump_traceback_later(45)  # shows its progress, should it not end
sys.exit(run_guarded(lambda: app.main(Path(sys.argv[1]))))
"""


@posix
@pytest.mark.parametrize(("number", "dialog"), [(signal.SIGTERM, ""), (signal.SIGHUP, "help"), (signal.SIGINT, "")])
def test_a_window_that_is_told_to_end_leaves_one_whole_file(sample: Path, number: signal.Signals, dialog: str) -> None:
    before = decisions(sample)
    with subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(sample), *([dialog] if dialog else [])],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(number)
        try:
            _, said = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            _, said = process.communicate()
    assert first == "saved\n", said
    assert process.returncode == 128 + number and "Traceback" not in said, said
    assert [p.name for p in sample.parent.iterdir() if "sample.galley" in p.name] == ["sample.galley"]
    assert decisions(sample) == before + 1 and check(sample) == []


def test_the_end_of_a_session_folds_the_journal_and_closes_nothing(
    qtbot: QtBot, qapp: QApplication, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "REST", 60.0)
    monkeypatch.setattr(journal, "LATEST", 60.0)
    window = Window(Settings(), Theme(), keep=False)
    qtbot.addWidget(window)
    window.show_project(Project.open(sample))
    ending = Ending(qapp, window.fold, window.close)
    try:
        assert window.workspace is not None
        session = window.workspace.session
        for number in range(3):
            session.decision_writer.note(1, None, f"{number}").result()
        qtbot.waitUntil(lambda: session.at_rest)  # who reads an older state keeps the journal from being folded
        ending.session_ends()
        copy = sample.with_name("copy.galley")
        code = "import shutil, sys; shutil.copy(*sys.argv[1:])"
        subprocess.run([sys.executable, "-I", "-S", "-c", code, sample, copy], check=True, timeout=30)
        assert decisions(copy) == decisions(sample) and check(copy) == []
        session.decision_writer.note(1, None, "work goes on").result()
    finally:
        ending.remove()
        window.close()


def test_no_save_dialog_of_the_window_replaces_a_project(
    qtbot: QtBot, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written from a dialog passes through the helper that the commands use; here the one that had its own."""
    victim = Path(shutil.copy(sample, tmp_path / "victim.csv"))
    before = victim.read_bytes()
    dialog = History(None, Theme(), "a", [], project=sample)
    qtbot.addWidget(dialog)
    monkeypatch.setattr(history_dialog, "choose_target", lambda *_: victim)
    dialog._save()
    assert "is a Galley project, which nothing is written over" in dialog.count.text()
    assert victim.read_bytes() == before
    sample.chmod(0o600)
    monkeypatch.setattr(history_dialog, "choose_target", lambda *_: tmp_path / "new.csv")
    dialog._save()
    if os.name == "posix":
        assert (tmp_path / "new.csv").stat().st_mode & 0o777 == 0o600
