"""Every room of the program, to be walked by tests: the window with each of its views, and each of its dialogs."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QWidget

from galley.core.campaign.package import Package
from galley.core.domain import Criterion
from galley.core.errors import InputError
from galley.core.importers.sample_project import make
from galley.core.judges import run_report
from galley.core.judges.clients.registry import Source
from galley.core.judges.order import Choices, Order, item_ids, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.core.storage import names
from galley.gui.session import Session
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from galley.gui.translation import tr
from tests.gui.scenes import PATIENCE, REVIEWER, SIZE, copy_project, wait

VIEWS = ("review", "adjudicate", "scores", "scores/detection", "runs", "plan")
"""The views, and a chart behind its view."""
PACKAGE = Package("0" * 8, "Ben", "sample", "2026-11-02T09:00:00", 13, instructions="Read the article first.\n" * 4)
ORDER = Order("finesure", Source("openai"), "gpt-4o", Choices(samples=2), budget=3.5, max_requests=500)


def make_project(folder: Path) -> Path:
    """The sample project after two runs of the judge that needs no model. Made once, and copied."""
    return copy_project(_make_project, folder)


def _make_project(folder: Path) -> Path:
    path = make(folder)
    with Project.open(path) as project:
        for wanted in (Order("offline"), Order("offline", choices=Choices(("hallucination",)))):
            assert Runner(project, prepare(project, wanted)).start().join(60).state == "done"
    return path


@contextmanager
def window(
    project: Path,
    folder: Path,
    application: QApplication,
    *,
    mode: Mode = Mode.LIGHT,
    scale: float = 1.0,
    size: QSize = SIZE,
) -> Iterator[Window]:
    """The window on a copy of ``project`` in ``folder``, its first view ready; closed afterwards."""
    theme = Theme(mode, scale)
    theme.apply(application)
    application.setCursorFlashTime(0)
    settings = Settings(folder / "window.ini")
    settings.reviewer = REVIEWER
    made = Window(settings, theme, keep=False)
    made.resize(size)
    try:
        made.show_project(Project.open(Path(shutil.copy(project, folder / "project.galley"))))
        made.show()
        made.activateWindow()
        assert made.workspace is not None and made.workspace.view is not None
        wait(made.workspace.view.ready)
        yield made
    finally:
        made.close()
        made.deleteLater()


def go(window: Window, name: str) -> QWidget:
    """Show a view of ``window``, settled; one of its charts where ``name`` has a slash."""
    name, _, chart = name.partition("/")
    workspace = window.workspace
    assert workspace is not None
    known = workspace.stack.count()
    workspace.show_view(name)
    shown = workspace.view
    assert shown is not None
    if workspace.stack.count() > known:
        wait(getattr(shown, "picture_completed", shown.ready))
    if chart and shown.list.name != chart:  # type: ignore[attr-defined]
        wait(shown.picture_completed, partial(shown.show_chart, chart))  # type: ignore[attr-defined]
    limit = QDeadlineTimer(PATIENCE)
    while not workspace.session.at_rest:
        assert not limit.hasExpired(), f"{name} never comes to rest"
        QTest.qWait(5)
    settle()
    return shown


def dialogs(window: Window) -> dict[str, Callable[[], QDialog]]:
    """Every dialog over ``window``, by its name; each is made when it is called."""
    from galley.gui.adjudicate.bulk_dialog import Bulk
    from galley.gui.dialogs.api_keys import ApiKeys
    from galley.gui.dialogs.blind_mode import BlindMode, BlindShare
    from galley.gui.dialogs.draw_dialog import DrawCells
    from galley.gui.dialogs.exclusive import Erase, UndoLast, words_of
    from galley.gui.dialogs.export_dialog import ExportTo
    from galley.gui.dialogs.guide import AboutDialog
    from galley.gui.dialogs.history_dialog import History
    from galley.gui.dialogs.import_dialog import Import
    from galley.gui.dialogs.keys_dialog import KeyHelp
    from galley.gui.dialogs.log_dialog import LogDialog
    from galley.gui.dialogs.merge_dialog import Merge
    from galley.gui.dialogs.message import BugReport, Message
    from galley.gui.dialogs.name_dialogs import Reviewer
    from galley.gui.dialogs.new_dialog import NewProject
    from galley.gui.dialogs.pack_dialog import PackFor
    from galley.gui.dialogs.submit_dialog import Instructions, Return
    from galley.gui.runs.confirmation import ConfirmRun
    from galley.gui.runs.custom_judge import CustomJudgeDialog
    from galley.gui.runs.prompts_page import Prompts
    from galley.gui.runs.run_comparison import CompareRuns
    from galley.gui.runs.start import StartRun

    assert window.workspace is not None
    theme, settings, session = window.theme, window.settings, window.workspace.session
    project, folder = session.project, session.project.path.parent
    table = folder / "reviews.csv"
    table.write_text('id,article,summary,system\n1,"The mill is old. It stands.","The mill stands.",alpha\n', "utf-8")
    return {
        "about": partial(AboutDialog, window, theme),
        "api-keys": partial(ApiKeys, window, theme),
        "blind": partial(BlindShare, window, theme, session),
        "blind-mode": partial(BlindMode, window, theme, session),
        "bug": partial(BugReport, window, theme, ValueError("The cart has no wheel.")),
        "bulk": partial(Bulk, window, session, _criteria(session)),
        "compare": partial(CompareRuns, window, session, run_report.runs(session.connection()), None),
        "confirm": partial(_confirm, ConfirmRun, window, project),
        "draw": partial(DrawCells, window, theme, session),
        "erase": partial(Erase, window, theme, session.project.path, list, list, words_of("erase")),
        "export": partial(ExportTo, window, theme, project, settings),
        "history": partial(History, window, theme, "visit-12", [], "Your own decisions on this item."),
        "import": partial(Import, window, theme, project, [table], settings),
        "instructions": partial(Instructions, window, theme, PACKAGE),
        "keys": partial(KeyHelp, window, theme, window.keys, window.workspace.name),
        "log": partial(LogDialog, window, theme, session),
        "merge": partial(Merge, window, theme, project, [], settings),
        "message": partial(Message, window, theme, InputError("The table reviews.csv has no column for a summary.")),
        "new": partial(NewProject, window, theme, folder / "new.galley"),
        "own": partial(CustomJudgeDialog, window, session, lambda: ORDER),
        "pack": partial(PackFor, window, theme, project, settings),
        "prompts": partial(Prompts, window, session, "finesure"),
        "return": partial(Return, window, theme, session, PACKAGE, settings),
        "reviewer": partial(Reviewer, window, theme, session),
        "start": partial(StartRun, window, session),
        "undo-last": partial(UndoLast, window, theme, session.project.path, list, list, words_of("undo-last")),
    }


def _criteria(session: Session) -> list[Criterion]:
    return list(names.criteria(session.connection()).values())


def _confirm(kind: Callable[..., QDialog], window: Window, project: Project) -> QDialog:
    wanted = replace(ORDER, items=tuple(item_ids(project.read_connection(), ORDER)[:2]))
    return kind(
        window, window.theme, prepare(project, wanted, write=False), estimate(project, prepare(project, wanted))
    )


@contextmanager
def shown(dialog: QDialog) -> Iterator[QDialog]:
    """The dialog on the screen, once what it reads in the background is there, which may need another line; closed
    afterwards."""
    try:
        dialog.show()
        settle()
        for _ in range(PATIENCE // 10):
            if not _waits(dialog):
                break
            QTest.qWait(10)
        else:
            raise TimeoutError(f"{type(dialog).__name__} went on waiting for {PATIENCE // 1000} s")
        settle()
        yield dialog
    finally:
        dialog.reject()
        dialog.hide()
        dialog.deleteLater()


def _waits(dialog: QDialog) -> bool:
    """Whether a line of ``dialog`` still says that something is being read or counted."""
    words = (tr("Checking…"), tr("Counting…"))
    return any(isinstance(each, QLabel) and each.text().startswith(words) for each in widgets(dialog))


def settle() -> None:
    """Let what was put off be done: layouts follow layouts."""
    for _ in range(3):
        QApplication.processEvents()


def widgets(root: QWidget) -> Iterator[QWidget]:
    """``root`` and everything in it that is not hidden."""
    for widget in (root, *root.findChildren(QWidget)):
        if widget.window() is root.window() and widget.isVisible():
            yield widget


def place(widget: QWidget) -> str:
    """Where a widget is, from the inside to the outside."""
    names: list[str] = []
    over: QWidget | None = widget
    while over is not None and not over.isWindow():
        names.append(type(over).__name__)
        over = over.parentWidget()
    return " in ".join(names)
