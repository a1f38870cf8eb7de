"""The window as a picture, off screen: for ``galley open --screenshot``, the documentation and machines without a
display."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEventLoop, QSize, QTimer

from galley.core.errors import GalleyError, InputError, ProjectError
from galley.core.new_files import is_confidential, refuse, refuse_leaving, replace_file
from galley.core.project.bug_report import report

if TYPE_CHECKING:
    from galley.gui.shell.window import Window

SIZE = QSize(1440, 900)
PATIENCE = 60_000
"""Milliseconds after which a view that never says it is ready is a bug."""


def take(project: Path | None, out: Path) -> int:
    """Draw the window with ``project`` (the welcome page without one) into the PNG file ``out``. The project is left as
    it is, to the last byte: what is drawn is a copy.

    The environment may hold GALLEY_THEME, GALLEY_SIZE, GALLEY_SCALE and GALLEY_LANGUAGE (English without). Gives the
    exit code: 0, or 3 after a bug.
    Raises: GalleyError where the project cannot be opened or the picture cannot be written.
    """
    sources = [project] if project is not None else []
    refuse(out)
    refuse_leaving(out, *sources)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import galley.core.text.evidence_links  # noqa: F401  or the links of the first item come after its first paint
    from galley.core.project.project import Project
    from galley.core.storage import project_file
    from galley.gui.qt_application import BUG, DONE, make_application
    from galley.gui.settings import Settings
    from galley.gui.theme import Mode, Theme

    size = wanted_size(os.environ.get("GALLEY_SIZE", ""))
    mode = Mode.DARK if os.environ.get("GALLEY_THEME", "") == Mode.DARK else Mode.LIGHT
    application = make_application()
    from galley.gui.shell.window import Window

    theme = Theme(mode, _number(os.environ.get("GALLEY_SCALE", ""), 1.0))
    theme.apply(application)
    window = Window(Settings(), theme, keep=False)
    window.resize(size)
    bugs: list[BaseException] = []
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        known_error = window.as_known_error(error)
        bugs.append(known_error or error)
        if known_error is None:
            print(report(error), file=sys.stderr)
        loop.quit()

    loop = QEventLoop()
    beside = project.absolute().parent if project is not None and is_confidential(project) else None
    folder = TemporaryDirectory(prefix="galley-", dir=beside)
    sys.excepthook = hook
    try:
        if project is None:
            window.close_project()
            window.show()
        else:
            window.show_project(Project.open(project_file.copy_project(project.absolute(), Path(folder.name))))
            _show(window, loop, bugs)
        for error in bugs:
            if isinstance(error, GalleyError):  # of the copy, which nobody knows
                raise type(error)(str(error).replace(folder.name, str((project or Path()).absolute().parent)))
            return BUG
        application.processEvents()
        with replace_file(out, *sources) as unfinished:
            if not window.grab().save(str(unfinished), "PNG"):
                raise InputError(f"The picture cannot be written to {out}; check the folder.")
        return DONE
    finally:
        sys.excepthook = before
        window.close()
        folder.cleanup()


def wanted_size(words: str) -> QSize:
    """ "1440x900" as a size; the usual one for anything else."""
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", words.strip())
    return QSize(int(match[1]), int(match[2])) if match else SIZE


def _number(words: str, usual: float) -> float:
    try:
        return float(words)
    except ValueError:
        return usual


def _show(window: Window, loop: QEventLoop, failures: list[BaseException]) -> None:
    """Show the window and wait until its view has content and its bars have figures, or one of them cannot be read;
    then until nothing is read any more, or a picture would depend on how fast the machine is."""
    import numpy as np  # noqa: F401  # so that the first record is read at once, and in the picture

    workspace = window.workspace
    assert workspace is not None
    awaited = {"figures"} | ({"view"} if workspace.view is not None else set())

    def mark_ready(what: str) -> None:
        awaited.discard(what)
        if not awaited:
            loop.quit()

    def record_failure(words: str) -> None:
        failures.append(ProjectError(words))
        loop.quit()

    workspace.session.failed.connect(record_failure)
    workspace.counted.connect(lambda: mark_ready("figures"))
    if workspace.view is not None:
        workspace.view.ready.connect(lambda: mark_ready("view"))
    timer = QTimer()
    timer.setSingleShot(True)
    timer.timeout.connect(loop.quit)
    timer.start(PATIENCE)
    window.show()
    loop.exec()
    while not workspace.session.at_rest and timer.isActive() and not failures:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    if not timer.isActive() and not failures:
        raise RuntimeError(f"the window is not ready after {PATIENCE // 1000} s: {', '.join(sorted(awaited))}")
