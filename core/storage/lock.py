"""One writer at a time: an advisory lock on a file beside the project.

The lock is the operating system's, so it goes with the process however that ends. It is on a file of its own
because opening and closing the database file a second time would drop SQLite's own locks (POSIX).
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO

_WINDOWS = sys.platform == "win32"  # which deletes no file that is open
TAKEN = "it is already open in another window"
FOLDER = "its folder may not be written"
LACKING = "its disk has no locks, so two windows could write at once; copy it to another disk to work on it"
_ANOTHER_S = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK, getattr(errno, "EDEADLOCK", errno.EDEADLK)})
"""What a lock says that another one has: EWOULDBLOCK under POSIX, EACCES and EDEADLOCK under Windows."""


class WriterLock:
    """The right to write to the project at ``path``; ``is_held`` says whether this process has it, ``why`` why not."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f".{path.name}.lock")
        self.why = ""
        self._stream: BinaryIO | None = None
        for _ in range(3):
            stream = self._take()
            if stream is None or _is_at(stream, self.path):
                self._stream = stream
                return
            stream.close()  # whoever held it took the file away as it let go: what is locked now has no name

    def _take(self) -> BinaryIO | None:
        try:
            stream = self.path.open("a+b")
        except OSError:
            self.why = TAKEN if self.path.exists() else FOLDER
            return None
        try:
            _lock(stream)
        except OSError as error:
            stream.close()
            self.why = TAKEN if error.errno in _ANOTHER_S else LACKING
            return None
        self.why = ""
        return stream

    @property
    def is_held(self) -> bool:
        """Whether this process holds the lock."""
        return self._stream is not None

    def release(self) -> None:
        """Give the lock up and take its file away, where that can be: on a disk that turned read only it stays, and
        locks nothing."""
        if self._stream is None:
            return
        with contextlib.suppress(OSError):
            if not _WINDOWS:
                self.path.unlink(missing_ok=True)
        self._stream.close()
        self._stream = None
        with contextlib.suppress(OSError):
            if _WINDOWS:
                self.path.unlink(missing_ok=True)


def is_locked(path: Path) -> bool:
    """Whether a process has the right to write to the project at ``path`` now. Takes microseconds and changes nothing:
    whoever asks for the right in that moment may be told that it is taken."""
    try:
        stream = path.with_name(f".{path.name}.lock").open("rb+")
    except FileNotFoundError:
        return False
    except OSError:
        return True
    with stream:
        try:
            _lock(stream)
        except OSError:
            return True
        return False


def _is_at(stream: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except OSError:
        return False


if sys.platform == "win32":

    def _lock(stream: BinaryIO) -> None:
        import msvcrt

        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _lock(stream: BinaryIO) -> None:
        import fcntl

        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
