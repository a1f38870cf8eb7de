"""The one QApplication, the files that the system hands to it, and the exit codes of a program with a window."""

from __future__ import annotations

import ctypes
import gc
import linecache
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from galley.core import __version__
from galley.core.errors import GalleyError
from galley.gui.translation import tr

EVERY = 1_000
"""Milliseconds between two looks."""


def forget_sources() -> None:
    """Drop the sources of all that was imported: PySide reads them, to look for its own name in each, and Python keeps
    what it read. Between the large imports of a start, or they leave their holes among what stays: 4 MB. Not while
    another thread imports."""
    linecache.clearcache()


class Collector(QObject):
    """From its making on nothing is collected but by ``look``, which comes by itself while events are processed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect the generations that are due by Python's own thresholds; nothing where they are set aside.

        A threshold of 0 further up is none: Python 3.14 has no third generation, and asking for it would look at
        everything, in one stall, each time.
        """
        if not gc.get_threshold()[0]:
            return
        due = [at > most > 0 for at, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(due):
            gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))


DONE, BUG = 0, 3

_SWITCH = 0.0005
"""Seconds after which a thread that reads or writes gives way to the one that paints; Python's own 5 ms are a third of
a frame."""


def make_application() -> QApplication:
    """The one QApplication, named and made to end on Ctrl+C in a terminal. Raises: GalleyError without a display."""
    current_application = QCoreApplication.instance()
    if isinstance(current_application, QApplication):
        return current_application
    check_display()
    if sys.platform == "win32":  # or the taskbar takes it for Python, with Python's icon
        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID("org.galley.desk")
    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("galley")
    application.setApplicationDisplayName("")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("galley")
    application.setStyle("Fusion")
    Collector(application)
    sys.setswitchinterval(_SWITCH)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return application


def check_display() -> None:
    """Return where a display answers. Qt ends the whole process with SIGABRT where none does.

    Raises: GalleyError.
    """
    platform_name = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    if not sys.platform.startswith("linux") or platform_name not in ("", "xcb", "wayland", "wayland-egl"):
        return
    if (platform_name != "xcb" and _wayland_answers()) or (not platform_name.startswith("wayland") and _x_answers()):
        return
    name = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    how = tr(
        "Start Galley in a graphical session, or draw the window into a picture: galley open PROJECT --screenshot PNG."
    )
    if name:
        raise GalleyError(tr("The display {name} does not answer, so no window can open. {how}", name=name, how=how))
    raise GalleyError(tr("There is no display here, so no window can open. {how}", how=how))


def _wayland_answers() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY")
    if not name:
        return False
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), name))
        except OSError:
            return False
    return True


def _x_answers() -> bool:
    """Whether the X server of DISPLAY takes a connection; asked of the library that Qt itself uses."""
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt says which library it lacks
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    broken = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not broken


class FileOpen(QObject):
    """Hears which files macOS hands the application from its making on; what came before ``hand_to`` is kept for it.

    Other systems name files in the command, and each event of the window would come by here for nothing.
    """

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._pending_paths: list[Path] = []
        self._take: Callable[[Sequence[Path]], object] | None = None
        if sys.platform == "darwin":
            application.installEventFilter(self)

    def first(self) -> Path | None:
        """The file that the program was started for, if one has arrived by now; it is not handed on any more."""
        QCoreApplication.processEvents()
        return self._pending_paths.pop() if self._pending_paths else None

    def hand_to(self, take: Callable[[Sequence[Path]], object]) -> None:
        """Call ``take`` with what has arrived and what will."""
        self._take = take
        if self._pending_paths:
            pending_paths, self._pending_paths = self._pending_paths, []
            take(pending_paths)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the event where it names a file."""
        if isinstance(event, QFileOpenEvent) and event.file():
            path = Path(event.file())
            if self._take is None:
                self._pending_paths.append(path)
            else:
                self._take([path])
            return True
        return False
