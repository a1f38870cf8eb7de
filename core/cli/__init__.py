"""The command line. ``main`` is the console script.

``_group`` lists the commands in the order of ``galley --help``: a command is ``NAME_command.py``, a group of commands
``NAME_commands.py``, each with its click command as ``COMMAND``. A file is imported when its command is called, and
imports what it needs inside its functions; the window opens without loading click.

Exit codes: 0 done, 1 an error in the user's input (one sentence on standard error), 2 wrong usage, 3 a bug, 130 stopped
by Ctrl+C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def __getattr__(name: str) -> Any:
    if name == "galley":
        from galley.core.cli._root_command import galley

        return galley
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code. Never raises but SystemExit's own kin."""
    argument_list = list(arguments) if arguments is not None else sys.argv[1:]
    file = argument_list[1:] if argument_list[:1] == ["open"] else argument_list
    is_project = len(file) == 1 and file[0].lower().endswith(".galley") and not file[0].startswith("-")
    if not argument_list or is_project:
        from galley.core.cli._run import run_guarded
        from galley.core.cli._window import show

        return run_guarded(lambda: show(Path(file[0]) if file else None, None))
    from galley.core.cli._root_command import run_command_line

    return run_command_line(argument_list)


def desk() -> int:
    """The program of the window (``galley-desk``), which has no console on Windows and macOS: as ``main``, but a
    failure is also shown in a box."""
    from galley.core.cli import _run

    _run.BOXED = True
    return main([word for word in sys.argv[1:] if not word.startswith("-psn_")])  # which older macOS adds
