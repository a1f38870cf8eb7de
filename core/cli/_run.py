"""From what a command does to the exit code of the program."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable

from galley import doors
from galley.core.cli._codes import BUG, DONE, INPUT, STOPPED
from galley.core.cli._output import guard
from galley.core.errors import GalleyError, Interrupted

TITLE = "Galley"
_ICON_ERROR = 0x10


def show_box(text: str) -> None:
    """Show ``text`` until somebody closes the box; nothing where no box can be shown. Qt is only asked on Linux: it may
    be what failed."""
    try:
        if sys.platform == "win32":
            import ctypes

            ctypes.windll.user32.MessageBoxW(None, text, TITLE, _ICON_ERROR)
        elif sys.platform == "darwin":
            script = ["on run argv", f'display alert "{TITLE}" message (item 1 of argv) as critical', "end run"]
            lines = [word for line in script for word in ("-e", line)]
            import subprocess

            subprocess.run(["/usr/bin/osascript", *lines, text], check=False, capture_output=True)
        else:
            doors.of_window("box").show(TITLE, text)
    except (OSError, ImportError, GalleyError):
        return


def utf8_pipes() -> None:
    """Let what is written into a pipe or a file be UTF-8 on every system, and no character end a command.

    Windows would take the code page of the system there, which lacks most names. A terminal keeps its own encoding.
    What a terminal would obey is shown and not done.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # none without a console, another thing in tests
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
            guard(stream)


def _listen() -> None:
    """Let a program that is told to end stop its work as Ctrl-C does, so that what is open is written and closed. What
    a caller asked to ignore (``nohup``) stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))


BOXED = False
"""Whether this is the program of the window (``desk``), of which nobody reads the standard error but on a terminal."""


def print_failure(text: str) -> None:
    """Tell of a failure: on standard error, and in a box where nobody would read that."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)
    if sys.stderr is None or (BOXED and not sys.stderr.isatty()):

        show_box(text)


def run_guarded(work: Callable[[], object]) -> int:
    """Do ``work`` and give its exit code (0 where it gives none); what goes wrong is told (``print_failure``)."""
    utf8_pipes()
    _listen()
    try:
        outcome = work()
        _flush()
    except (Interrupted, KeyboardInterrupt) as error:
        if sys.stderr is not None:
            print(f"galley: {error if isinstance(error, Interrupted) else 'stopped.'}", file=sys.stderr)
        return STOPPED
    except GalleyError as error:
        print_failure(f"galley: {error}")
        return INPUT
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # whatever looked at it first, such as Path.exists
            print_failure(
                f"galley: {error.filename} cannot be the name of a file ({error.strerror}); choose a shorter one."
            )
            return INPUT
        if not _closed_pipe(error):
            return _report_bug(error)
        _redirect_to_null()
        return INPUT
    except Exception as error:
        return _report_bug(error)
    return outcome if isinstance(outcome, int) else DONE


def _flush() -> None:
    """Write what is left, here where a pipe that was closed is known; Python's own end would complain."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _closed_pipe(error: OSError) -> bool:
    """Whether nobody reads what is written any more: Windows says EINVAL of a pipe that was closed."""
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL)


def _redirect_to_null() -> None:
    """Write to nowhere from now on, or Python complains again at its end."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stdout.fileno())
    os.close(null_device)


def _report_bug(error: Exception) -> int:
    from galley.core.project.bug_report import report

    print_failure(report(error))
    return BUG
