"""The window under measurement; started by ``benchmarks.window``, prints one JSON object.

    python -m benchmarks.window_child start|keys PROJECT BEGUN [short]

``BEGUN`` is the time (``time.monotonic``) at which the process was asked for. ``start`` gives the milliseconds from
then to the first paint of the window and to its first item; ``keys`` goes through items and decides flags by
key, fewer of them where it is ``short``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.painted import Painted
    from galley.gui.shell.window import Window

ITEMS, DECISIONS = 100, 60


def start(project: Path, begun: float) -> dict[str, float]:
    """Start as the command line does and leave once the first item is on show."""
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication

    from galley.core.cli import _window
    from galley.gui.shell import window as module

    times: dict[str, float] = {}

    def mark(name: str) -> None:
        times.setdefault(name, (time.monotonic() - begun) * 1_000)

    class Watched(module.Window):
        """Says when it was painted first, and when its view has content."""

        def showEvent(self, event: Any) -> None:
            super().showEvent(event)
            self.installEventFilter(watcher)

        def show_project(self, project: Any, state: Any = None) -> None:
            super().show_project(project, state)
            assert self.workspace is not None and self.workspace.view is not None
            self.workspace.view.ready.connect(filled)

    class Watcher(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.UpdateRequest and "painted" not in times:
                watched.event(event)
                mark("painted")
                return True
            return False

    def filled() -> None:
        QApplication.processEvents()
        mark("painted")
        mark("filled")
        QApplication.quit()

    watcher = Watcher()
    module.Window = Watched  # type: ignore[misc]
    _window.show(project, None)
    return times


def shown(project: Path, state: Mapping[str, Any] | None = None) -> tuple[Window, Painted, float]:
    """The window with the project in it, painted and active; what waits for its painting; and how many milliseconds
    the first item took. ``state`` is what the window was left in."""
    from PySide6.QtTest import QTest

    from benchmarks.painted import Painted
    from galley.core.project.project import Project
    from galley.gui.qt_application import make_application
    from galley.gui.settings import Settings
    from galley.gui.shell.app import end_start
    from galley.gui.shell.window import Window
    from galley.gui.theme import Mode, Theme

    application = make_application()
    theme = Theme(Mode.LIGHT)
    theme.apply(application)
    window = Window(Settings(), theme, keep=False)
    window.resize(1440, 900)
    window.show_project(Project.open(project), state)
    painted = Painted(window)
    stage = stage_of(window)
    took = painted.after(window.show, lambda: stage.item is not None)
    window.activateWindow()
    QTest.qWaitForWindowActive(window, 5_000)
    end_start()  # as the program does once it is at rest
    return window, painted, took


def keys(project: Path, begun: float, items: int = ITEMS, decisions: int = DECISIONS) -> dict[str, float]:
    """Go through items with N, and decide flags with A, X and U."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from benchmarks.figures import quantile, resident
    from galley.core.review.items import FlagState

    window, painted, _ = shown(project)
    stage = stage_of(window)
    at_start = resident()

    def press(key: Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or window, key)

    def next_item() -> float:
        before = stage.item.id
        return painted.after(partial(press, Qt.Key.Key_N), lambda: stage.item.id != before)

    steps: list[float] = []
    for _ in range(items):
        steps.append(next_item())
        _rest()
    decided: list[float] = []
    while len(decided) < decisions:
        next_item()
        _rest()
        for key in (Qt.Key.Key_A, Qt.Key.Key_X, Qt.Key.Key_U):
            index, item = stage.current, stage.item
            if index is None or item.entries[index].state is not FlagState.OPEN:
                continue
            flag = item.entries[index].identity

            def answered(flag: Any = flag) -> bool:
                return any(e.identity == flag and e.state is not FlagState.OPEN for e in stage.item.entries)

            decided.append(painted.after(partial(press, key), answered))
            _rest()
    memory = resident()
    found = {
        "next": quantile(steps, 0.95),
        "items": len(steps),
        "decide": quantile(decided, 0.95),
        "decisions": len(decided),
        "started": at_start,
        "resident": memory,
    }
    window.close()
    return found


def stage_of(window: Window) -> Any:
    """The columns of the Review view."""
    workspace = window.workspace
    assert workspace is not None
    return workspace.view.stage  # type: ignore[union-attr]


def _rest() -> None:
    """Let the window finish what it does after a key: evidence, records, neighbours; as a reader's pause would.

    In an event loop as the program's own, which lets other threads of Python run; ``QTest.qWait`` does not.
    """
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(60, loop.quit)
    loop.exec()


if __name__ == "__main__":
    few = partial(keys, items=ITEMS // 3, decisions=DECISIONS // 2) if "short" in sys.argv[4:] else keys
    what = {"start": start, "keys": few}[sys.argv[1]]
    print(json.dumps(what(Path(sys.argv[2]), float(sys.argv[3]))))
