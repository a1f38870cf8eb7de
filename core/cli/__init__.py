"""The command line. ``main`` is the console script.

Each command is one file here that holds a click command as ``COMMAND``; the file is named after the command
(``take_back_command.py``). A command is imported when it is called, and imports what it needs inside its function, so
that ``galley --help`` and the window start at once. The group of them, ``galley``, is made in ``_group``: the window
opens without loading click.

Exit codes: 0 done, 1 the user's input is at fault (one sentence on standard error), 2 usage, 3 a bug,
130 stopped by Ctrl+C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def __getattr__(name: str) -> Any:
    if name == "galley":
        from galley.core.cli._group import galley

        return galley
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code. Never raises but SystemExit's own kin."""
    argument_list = list(arguments) if arguments is not None else sys.argv[1:]
    if not argument_list or (
        len(argument_list) == 2 and argument_list[0] == "open" and not argument_list[1].startswith("-")
    ):
        from galley.core.cli._run import run_guarded
        from galley.core.cli._window import show

        return run_guarded(lambda: show(Path(argument_list[1]) if argument_list else None, None))
    from galley.core.cli._group import run

    return run(argument_list)


def desk() -> int:
    """The program of the window (``galley-desk``), which has no console on Windows and macOS: as ``main``, but a
    failure is also shown in a box, and a file alone is a project to open."""
    from galley.core.cli import _run

    _run.BOXED = True
    words = [word for word in sys.argv[1:] if not word.startswith("-psn_")]  # which older macOS adds
    return main(["open", *words] if len(words) == 1 and Path(words[0]).is_file() else words)
