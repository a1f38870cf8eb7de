"""Files that another program holds for a moment: on Windows a virus scanner or OneDrive opens what was just written,
and a file that Excel shows cannot be replaced until it is closed there."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from galley.core.errors import InputError

PATIENCE = 2.0
"""Seconds that are waited in all."""
PAUSE = 0.05
_HELD = frozenset({32, 33})
"""What Windows says of a file that is open or locked elsewhere; 5 means that, or that it may not be written."""
_DENIED = 5


def retry_rename(act: Callable[[], object], out: Path) -> None:
    """Do ``act``, which gives a file the name ``out``; on Windows again and again while another program holds it.

    Raises: InputError where it still does after two seconds, OSError as ``act``
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            act()
            return
        except PermissionError as error:
            code = getattr(error, "winerror", None)
            if sys.platform != "win32" or (code not in _HELD and (code != _DENIED or not out.exists())):
                raise
            if time.monotonic() >= until:
                raise InputError(f"{out} is open in another program; close it there and try again.") from error
        time.sleep(PAUSE)
