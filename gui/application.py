"""The one QApplication, and the exit codes of a program with a window."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication

from galley.core import __version__
from galley.gui.collecting import Collector

DONE, BUG = 0, 3

_SWITCH = 0.0005
"""Seconds after which a thread that reads or writes gives way to the one that paints; Python's own 5 ms are a third of
a frame."""


def make_application() -> QApplication:
    """The one QApplication, named and made to end on Ctrl+C in a terminal."""
    found = QCoreApplication.instance()
    if isinstance(found, QApplication):
        return found
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
