"""Windows' rule for files, held wherever tests run on Linux: what this process has open, Galley may not rename, replace
or delete. It is refused as Windows refuses it, and the test fails.

Python and SQLite open files there so that others may read and write, but not delete, which is what a rename and a
replacement ask for; it is the file that counts, not the name by which it was opened.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
OURS = tuple(str(ROOT / folder) + os.sep for folder in ("core", "gui"))
BETWEEN = ("pathlib", "shutil", "os", "contextlib")
"""Modules of Python by which our own code comes to a file."""
ASKED = {"os.rename": 2, "os.remove": 1}
"""What Python tells of before it does so, ``replace`` as a rename, and how many of the arguments are files."""

ITS_OWN_WAY = (str(ROOT / "core" / "storage" / "lock.py") + ":",)
"""Code that asks which system it is on, and closes first on Windows (``test_windows_files.py``)."""

refused: list[str] = []


def _opened() -> set[tuple[int, int]]:
    """The plain files that this process has open."""
    found = set()
    for number in os.listdir("/proc/self/fd"):
        try:
            about = os.fstat(int(number))
        except OSError:  # the one that lists them
            continue
        if stat.S_ISREG(about.st_mode):
            found.add((about.st_dev, about.st_ino))
    return found


def _asker(frame: FrameType | None) -> str:
    """The place in our own code that asks, or nothing where a test or a library does."""
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in BETWEEN:
        frame = frame.f_back
    name = os.path.realpath(frame.f_code.co_filename) if frame is not None else ""
    return f"{name}:{frame.f_lineno}" if frame is not None and name.startswith(OURS) else ""


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in ASKED or not (asker := _asker(sys._getframe(1))) or asker.startswith(ITS_OWN_WAY):
        return
    for path in arguments[: ASKED[event]]:
        try:
            about = os.stat(path, follow_symlinks=False)
        except OSError:
            continue
        if (about.st_dev, about.st_ino) in _opened():
            refused.append(f"{event} of {path}, which is open, at {asker}")
            raise PermissionError(errno.EACCES, "The process cannot access the file: it is open", str(path))


if sys.platform == "linux":
    sys.addaudithook(_look)  # for good: there is no way to take one away


@pytest.fixture(autouse=True)
def windows_rules() -> Iterator[list[str]]:
    """Fails the test if Galley asked to rename, replace or delete what was open; gives the list of what was refused."""
    refused.clear()
    yield refused
    if refused:
        pytest.fail("Windows would have refused:\n" + "\n".join(refused))
