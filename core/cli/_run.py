"""From what a command does to the exit code of the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from galley.core.cli import BUG, DONE, INPUT, STOPPED
from galley.core.errors import GalleyError, Interrupted


def guarded(work: Callable[[], object]) -> int:
    """Do ``work`` and give its exit code (0 where it gives none); what goes wrong is told on standard error."""
    try:
        outcome = work()
    except Interrupted as error:
        print(f"galley: {error}", file=sys.stderr)
        return STOPPED
    except GalleyError as error:
        print(f"galley: {error}", file=sys.stderr)
        return INPUT
    except KeyboardInterrupt:
        print("galley: stopped.", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains again at its end
        return INPUT
    except Exception as error:
        from galley.core.bug import report

        print(report(error), file=sys.stderr)
        return BUG
    return outcome if isinstance(outcome, int) else DONE
