"""For tests of the window: off screen, settings of their own, no Qt warnings, no windows left open."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# Before Qt is first imported. A display that is set on purpose (QT_QPA_PLATFORM=xcb) is respected.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, SignalInstance
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import galley.core.text.evidence_links  # noqa: F401  as in a window that has shown its first item
from galley.gui.qt_application import Collector

HERE = Path(__file__).parent
HARMLESS = (
    r"This plugin does not support propagateSizeHints\(\)",
    r"This plugin does not support (raise\(\)|grabbing the keyboard)",  # of a menu, off screen
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each test here fails on a Qt message at WARNING or above.

    As marks and not in pyproject.toml, where these settings are unknown when tests/core runs without Qt.
    """
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"), append=False)
            if item.get_closest_marker("qt_log_ignore") is None:
                item.add_marker(pytest.mark.qt_log_ignore(*HARMLESS))


@pytest.fixture(autouse=True)
def own_settings(galley_home: Path) -> None:
    """QSettings read and write files in the test's own home."""
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    for kind in (QSettings.Format.IniFormat, QSettings.Format.NativeFormat):
        for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
            QSettings.setPath(kind, scope, str(galley_home / "qsettings"))


@pytest.fixture(autouse=True)
def no_leaked_windows(qapp: QApplication) -> Iterator[None]:
    """Fails the test if a window is still open after it: give it to ``qtbot.addWidget``, or close it.

    What is closed goes too: each theme of a later test would dress it again. pyqtgraph's own go with their plots.
    """
    before = QApplication.topLevelWidgets()  # kept, or another may come to the same address
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    windows = [window for window in QApplication.topLevelWidgets() if window not in before]
    left = [window for window in windows if window.isVisible()]
    names = ", ".join(f"{type(window).__name__} {window.windowTitle()!r}" for window in left)
    for window in windows:
        if window.isVisible() or type(window).__module__.startswith(("galley.", "tests.")):
            window.hide()
            window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if left:
        pytest.fail(f"windows outlive the test: {names}")


@pytest.fixture(scope="session")
def collector(qapp: QApplication) -> Iterator[Collector]:
    """The program's own: no other thread destroys what a test leaves behind."""
    made = Collector()
    yield made
    gc.enable()


@pytest.fixture(autouse=True)
def collected_here(collector: Collector) -> Iterator[None]:
    """What a test leaves behind goes in the main thread, between two tests too."""
    yield
    collector.look()


@pytest.fixture(autouse=True)
def empty_clipboard(qapp: QApplication) -> Iterator[None]:
    """Nothing copied outlives its test: off screen Qt keeps it in a static, and deletes it when Python is gone."""
    yield
    qapp.clipboard().clear()


@pytest.fixture
def after(qtbot: QtBot) -> Callable[..., list[Any]]:
    """``after(signal, action, timeout=5000)`` does ``action()`` and gives the arguments of the signal.

    Where the signal is emitted within ``action`` that one counts. Fails after ``timeout`` milliseconds.
    """

    def wait(signal: SignalInstance, action: Callable[[], object], timeout: int = 5000) -> list[Any]:
        with qtbot.waitSignal(signal, timeout=timeout) as blocker:
            action()
        return list(blocker.args or ())

    return wait
