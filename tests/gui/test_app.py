"""The program itself, in a process of its own: what it imports, pictures, exit codes, and what a bug looks like."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.importers.sample_project import make
from galley.core.project.project import Project
from galley.gui.dialogs.message import BugReport
from galley.gui.settings import Settings
from galley.gui.shell.app import Reporter
from galley.gui.shell.screenshot import SIZE, wanted_size
from galley.gui.shell.window import Window
from galley.gui.theme import Theme

ROOT = Path(__file__).resolve().parents[2]

HEAVY = (
    "pandas", "numpy", "scipy", "sqlite_utils", "openai", "anthropic", "pyqtgraph", "keyring", "sentencex", "httpx2",
    "pydantic", "xlsxwriter", "duckdb", "pyarrow", "msgspec", "hashlib",
)  # fmt: skip
"""What takes a tenth of a second or 3 MB to import, or what only needs to be there once it is used."""

OPEN_AND_LIST = """
import linecache
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
import galley.gui.shell.app as app
import galley.gui.shell.window
from galley.gui.shell.window import Window

class Watched(Window):
    def show(self):
        super().show()
        QTimer.singleShot(0, self.look)
    def look(self):
        has_project = len(sys.argv) > 1
        if has_project and (self.workspace is None or not self.workspace.view.isVisible()):
            QTimer.singleShot(5, self.look)
            return
        print(*(name for name in linecache.cache if name.endswith(("project.py", "session.py"))), file=sys.stderr)
        QTimer.singleShot(50, self.close)

galley.gui.shell.window.Window = Watched
code = app.main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
print(code, *sorted({name.partition(".")[0] for name in sys.modules}))
"""


def run(*arguments: str | Path, code: str = "", timeout: float = 60, **extra: str) -> subprocess.CompletedProcess[str]:
    """``galley ARGUMENTS…``, or ``code``, off screen."""
    command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "galley.core.cli"]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)} | extra
    return subprocess.run(
        [*command, *map(str, arguments)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        cwd=ROOT,
        check=False,
    )


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample project."""
    return make(tmp_path_factory.mktemp("sample"))


@pytest.mark.parametrize("with_project", [True, False])
def test_nothing_heavy_is_imported_at_start(sample: Path, with_project: bool) -> None:
    done = run(*([sample] if with_project else []), code=OPEN_AND_LIST)
    assert done.returncode == 0, done.stderr
    code, *modules = done.stdout.split()
    assert code == "0" and "PySide6" in modules
    assert sorted(set(HEAVY) & set(modules)) == []
    assert done.stderr.strip() == "", "a source that PySide has read is kept while the next modules are imported"


def test_a_picture_has_the_size_and_theme_that_were_asked_for(sample: Path, tmp_path: Path, galley_home: Path) -> None:
    light, dark = tmp_path / "light.png", tmp_path / "dark.png"
    done = run("open", sample, "--screenshot", light)
    assert done.returncode == 0, done.stderr
    assert QImage(str(light)).size() == SIZE
    done = run("open", sample, "--screenshot", dark, GALLEY_THEME="dark", GALLEY_SIZE="1280x720")
    assert done.returncode == 0, done.stderr
    picture = QImage(str(dark))
    assert (picture.width(), picture.height()) == (1280, 720)
    assert QImage(str(light)).pixelColor(700, 5).lightness() > 200 > 60 > picture.pixelColor(600, 5).lightness()
    assert Settings().recent == [], "a picture leaves no trace in the recent projects"


def test_a_picture_writes_nothing_into_the_project(sample: Path, tmp_path: Path) -> None:
    project = tmp_path / "p" / "clinic.galley"
    project.parent.mkdir()
    shutil.copyfile(sample, project)
    before = project.read_bytes()
    done = run("open", project, "--screenshot", tmp_path / "p.png")
    assert done.returncode == 0, done.stderr
    assert not QImage(str(tmp_path / "p.png")).isNull()
    assert project.read_bytes() == before
    assert [each.name for each in project.parent.iterdir()] == ["clinic.galley"], "nothing is left beside it"
    shutil.copyfile(ROOT / "tests/golden/project-v1.galley", project)
    before = project.read_bytes()
    assert run("open", project, "--screenshot", tmp_path / "old.png").returncode == 0
    assert project.read_bytes() == before, "a picture of an older one migrates nothing"


def test_a_picture_of_the_welcome_page_needs_no_project(tmp_path: Path, qapp: QApplication) -> None:
    done = run(
        tmp_path / "welcome.png",
        code="import sys, pathlib, galley.gui.shell.app as app; sys.exit(app.main(None, pathlib.Path(sys.argv[1])))",
    )
    assert done.returncode == 0, done.stderr
    assert QImage(str(tmp_path / "welcome.png")).size() == SIZE


@pytest.mark.parametrize("what", ["no project", "no folder"])
def test_a_picture_that_cannot_be_is_one_sentence_and_exit_code_one(sample: Path, tmp_path: Path, what: str) -> None:
    if what == "no project":
        done = run("open", tmp_path / "missing.galley", "--screenshot", tmp_path / "x.png")
    else:
        done = run("open", sample, "--screenshot", tmp_path / "nowhere" / "x.png")
    assert done.returncode == 1
    assert done.stderr.startswith("galley: ") and "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bug_while_drawing_ends_with_three_and_a_report_without_the_projects_text(
    sample: Path, tmp_path: Path
) -> None:
    code = """
import sys
from pathlib import Path
import galley.gui.shell.workspace
def broken(self, totals):
    raise ValueError("the patient said it began in March")
galley.gui.shell.workspace.Workspace._show_totals = broken
from galley.gui.shell.app import main
sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
"""
    done = run(sample, tmp_path / "x.png", code=code)
    assert done.returncode == 3 and not (tmp_path / "x.png").exists()
    assert "ValueError" in done.stderr and "patient" not in done.stderr


@pytest.mark.parametrize(
    ("words", "width"), [("1280x720", 1280), ("", 1440), ("wide", 1440), ("99999x1", 1440), ("1024x768 ", 1024)]
)
def test_the_size_of_a_picture_is_read_leniently(words: str, width: int) -> None:
    assert wanted_size(words).width() == width


@pytest.mark.qt_no_exception_capture
def test_a_bug_in_any_thread_is_shown_once_and_the_program_goes_on(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[BaseException] = []

    def ask(parent: object, theme: object, error: BaseException) -> None:
        shown.append(error)
        if len(shown) == 1:  # a second one while the first is being read
            reporter.report(KeyError, KeyError("another"))
            qtbot.wait(10)

    monkeypatch.setattr(BugReport, "ask", ask)
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    window = Window(Settings(), Theme(), specs=())
    qtbot.addWidget(window)
    reporter = Reporter(window)
    reporter.install()
    try:
        worker = threading.Thread(target=lambda: 1 // 0)
        worker.start()
        worker.join()
        qtbot.waitUntil(lambda: bool(shown))
        qtbot.wait(20)
    finally:
        reporter.remove()
    assert [type(error) for error in shown] == [ZeroDivisionError]
    window.show_project(Project.create(tmp_path / "after.galley"))
    assert window.workspace is not None
    window.close()


@pytest.mark.qt_no_exception_capture
def test_a_key_in_a_project_that_may_only_be_read_is_a_sentence_and_no_bug(
    qtbot: QtBot, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BugReport, "ask", lambda *_: pytest.fail("it is no bug"))
    window = Window(Settings(), Theme(), specs=())
    qtbot.addWidget(window)
    window.show_project(Project.open(sample, read_only=True))
    window.show()
    reporter = Reporter(window)
    reporter.install()
    try:
        with qtbot.waitActive(window):
            window.activateWindow()
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert window.workspace is not None
        qtbot.waitUntil(window.workspace.notice.isVisible)
        assert "is open read-only, so nothing can be saved in it" in window.workspace.notice.label.text()
    finally:
        reporter.remove()
        window.close()
