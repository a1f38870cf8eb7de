"""A failure of a start that nobody would read: no terminal is there, so a box of the system's says it."""

from __future__ import annotations

import subprocess
import sys

from galley import doors
from galley.core.errors import GalleyError

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
            subprocess.run(["/usr/bin/osascript", *lines, text], check=False, capture_output=True)
        else:
            doors.of_window("box").show(TITLE, text)
    except (OSError, ImportError, GalleyError):
        return
