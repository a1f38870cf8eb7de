"""How the system starts the program and hands it files: events of macOS, a start that fails unseen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl
from PySide6.QtGui import QFileOpenEvent, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core import cli
from galley.core.cli import _run
from galley.core.importers.sample_project import make
from galley.gui.qt_application import FileOpen
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme

ROOT = Path(__file__).resolve().parents[2]


def send(path: Path) -> None:
    """As macOS does for a file that was double-clicked."""
    application = QCoreApplication.instance()
    assert application is not None
    QCoreApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(str(path))))


def test_a_file_that_was_double_clicked_opens_before_and_after_there_is_a_window(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = make(tmp_path / "a"), make(tmp_path / "b").rename(tmp_path / "b" / "ANOTHER.GALLEY")
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "darwin")
        arriving = FileOpen(QApplication.instance())
    try:
        assert arriving.first() is None
        send(first)
        assert arriving.first() == first and arriving.first() is None
        send(first)
        window = Window(Settings(), Theme(Mode.LIGHT))
        qtbot.addWidget(window)
        arriving.hand_to(window.take)
        assert window.workspace is not None and window.workspace.session.project.path == first
        send(second)
        assert window.workspace is not None and window.workspace.session.project.path == second
        window.close()
    finally:
        arriving.deleteLater()


def test_no_event_of_the_window_goes_through_python_where_no_file_can_come(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[QEvent.Type] = []
    monkeypatch.setattr(FileOpen, "eventFilter", lambda self, watched, event: bool(heard.append(event.type())))
    for system, is_heard in (("linux", False), ("win32", False), ("darwin", True)):
        with monkeypatch.context() as there:
            there.setattr(sys, "platform", system)
            arriving = FileOpen(qapp)
        QCoreApplication.sendEvent(qapp, QEvent(QEvent.Type.User))
        qapp.removeEventFilter(arriving)
        arriving.deleteLater()
        assert bool(heard) is is_heard


def test_a_failure_of_a_start_shows_a_box_where_nobody_would_read_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(_run, "show_box", shown.append)
    missing = str(tmp_path / "missing.galley")
    with monkeypatch.context() as there:
        there.setattr(sys, "stderr", None)
        assert cli.main(["open", missing]) == 1
        assert _run.run_guarded(lambda: 1 / 0) == 3
    assert "missing.galley" in shown[0] and "ZeroDivisionError" in shown[1]
    assert capfd.readouterr() == ("", "")
    assert cli.main(["open", missing]) == 1 and len(shown) == 2
    monkeypatch.setattr(_run, "BOXED", False)
    monkeypatch.setattr(sys, "argv", ["galley-desk", "-psn_0_1", "open", missing])
    assert cli.desk() == 1 and len(shown) == 3
    assert "missing.galley" in capfd.readouterr().err


def test_the_boxes_of_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(subprocess, "run", lambda words, **more: asked.append(words))
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "darwin")
        _run.show_box('a "quoted" sentence')
    assert asked[0][0] == "/usr/bin/osascript" and asked[0][-1] == 'a "quoted" sentence'  # type: ignore[index]
    import ctypes
    from types import SimpleNamespace

    boxes = SimpleNamespace(user32=SimpleNamespace(MessageBoxW=lambda *given: asked.append(given)))
    monkeypatch.setattr(ctypes, "windll", boxes, raising=False)
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "win32")
        _run.show_box("why")
    assert asked[1] == (None, "why", "Galley", 16)


def test_a_box_opens_on_linux() -> None:
    code = (
        "import sys; from PySide6.QtCore import QTimer; from PySide6.QtWidgets import QApplication\n"
        "import galley.gui.startup_error as box\n"
        "def close():\n"
        "    found = QApplication.activeModalWidget()\n"
        "    print(found.text()); found.accept()\n"
        "application = QApplication([]); QTimer.singleShot(200, close); box.show('Galley', '<b>why</b>')\n"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout == "<b>why</b>\n", done.stderr


def test_the_title_bar_follows_what_was_chosen(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    told: list[Qt.ColorScheme] = []

    class Hints:
        def setColorScheme(self, scheme: Qt.ColorScheme) -> None:
            told.append(scheme)

        def colorScheme(self) -> Qt.ColorScheme:
            return Qt.ColorScheme.Light

    theme = Theme(Mode.DARK)
    monkeypatch.setattr(QGuiApplication, "styleHints", Hints)
    theme.apply(qapp)
    theme.set_mode(Mode.LIGHT)
    theme.set_mode(Mode.SYSTEM)
    assert told == [Qt.ColorScheme.Dark, Qt.ColorScheme.Light, Qt.ColorScheme.Unknown]
