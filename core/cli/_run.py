"""From what a command does to the exit code of the program."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable

from galley.core.cli import BUG, DONE, INPUT
from galley.core.errors import GalleyError


def _listen() -> None:
    """Let a program that is told to end stop its work as Ctrl-C does, so that what is open is written and closed. What
    a caller asked to ignore (``nohup``) stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))


def guarded(work: Callable[[], object]) -> int:
    """Do ``work`` and give its exit code (0 where it gives none); what goes wrong is told on standard error."""
    _listen()
    try:
        outcome = work()
    except GalleyError as error:
        print(f"galley: {error}", file=sys.stderr)
        return INPUT
    except KeyboardInterrupt:
        print("galley: stopped.", file=sys.stderr)
        return INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains again at its end
        return INPUT
    except Exception as error:
        from galley.core.bug import report

        print(report(error), file=sys.stderr)
        return BUG
    return outcome if isinstance(outcome, int) else DONE
