"""Files that this process has open as projects, each by one descriptor of its own that stays until the last one is
closed: where a file is opened and closed a second time, POSIX drops the locks that SQLite has on it, and another
program may take the journal away under the one that writes."""

from __future__ import annotations

import contextlib
import os
import threading
from io import FileIO
from pathlib import Path

Identity = tuple[int, int]
"""Device and number of a file, which stay while its name may change."""

NOWHERE: Identity = (0, 0)
"""Of every file where the file system gives no numbers: nothing is known by it."""

PART = 2**20
"""Bytes that are copied at once."""
SENT = 2**28
"""Bytes that the system is asked to copy at once."""

_guard = threading.Lock()
_held_files: dict[Identity, HeldFile] = {}


class HeldFile:
    """One such file. ``release`` it as often as it was taken."""

    def __init__(self, stream: FileIO, identity: Identity) -> None:
        self.identity = identity
        self._stream = stream
        self.use_count = 0

    def state(self) -> tuple[int, int]:
        """Bytes, and the time of the last change in nanoseconds, of the file itself, wherever it is now."""
        status = os.fstat(self._stream.fileno())
        return status.st_size, status.st_mtime_ns

    def mode(self) -> int:
        """Its permission bits."""
        return os.fstat(self._stream.fileno()).st_mode & 0o777

    def head(self, size: int) -> bytes:
        """Its first bytes."""
        with _guard:
            self._stream.seek(0)
            return self._stream.read(size)

    def copy_to(self, path: Path) -> None:
        """Write its bytes into ``path``, without opening it a second time. Raises: OSError"""
        with path.open("wb", buffering=0) as out:
            at = self._copy_by_system(out)
            part = memoryview(bytearray(PART))
            while True:
                with _guard:
                    self._stream.seek(at)
                    count = self._stream.readinto(part)
                if not count:
                    return
                out.write(part[:count])
                at += count

    def _copy_by_system(self, out: FileIO) -> int:
        """How many bytes the system itself has copied, in a third of the time; 0 where it does not do so for files."""
        at = 0
        with contextlib.suppress(AttributeError, OSError):  # not on Windows; on macOS for sockets alone
            while count := os.sendfile(out.fileno(), self._stream.fileno(), at, SENT):
                at += count
        return at

    def release(self) -> None:
        """Let go of it; the last to do so closes it."""
        with _guard:
            self.use_count -= 1
            if self.use_count == 0:
                _held_files.pop(self.identity, None)
                self._stream.close()


def identity(path: Path) -> Identity | None:
    """Which file this is, whatever it is called; None if there is none. Where the file system has no numbers that mean
    anything, as on some shares and sticks under Windows, all files are one: none is said to have been replaced."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status.st_ino else NOWHERE


def hold_file(path: Path) -> HeldFile:
    """The file at ``path``, held. Take it before SQLite opens it, release it after. Raises: OSError"""
    with _guard:
        file = _held_files.get(identity(path) or NOWHERE)
        if file is None:
            stream = path.open("rb", buffering=0)
            status = os.fstat(stream.fileno())
            file = HeldFile(stream, (status.st_dev, status.st_ino) if status.st_ino else NOWHERE)
            if file.identity in _held_files:  # it was moved here between the two looks
                file = _held_files[file.identity]
            elif file.identity != NOWHERE:
                _held_files[file.identity] = file
        file.use_count += 1
        return file


def read_head(path: Path, size: int) -> bytes:
    """The first bytes of any file, also of one that is held. Raises: OSError"""
    with _guard:
        file = _held_files.get(identity(path) or NOWHERE)
    if file is not None:
        return file.head(size)
    with path.open("rb") as stream:
        return stream.read(size)
