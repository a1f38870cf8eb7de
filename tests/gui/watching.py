"""What a test watches from outside: whether a file of a folder is opened by anybody, and whether Python asks for a
network."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_OPENED = 0x20 | 0x1  # IN_OPEN, IN_ACCESS
_HEAD = struct.Struct("iIII")
NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "urllib.Request")

_lists: list[list[str]] = []


def _heard(event: str, given: tuple[object, ...]) -> None:
    if event in NETWORK:
        for heard in _lists:
            heard.append(f"{event} {given[-1]!r}")


sys.addaudithook(_heard)  # it cannot be taken away again, and does nothing while nobody watches


@contextmanager
def network() -> Iterator[list[str]]:
    """What Python asks of the network while this lasts."""
    heard: list[str] = []
    _lists.append(heard)
    try:
        yield heard
    finally:
        _lists.remove(heard)


class Opened:
    """Which files of a folder were opened, by whatever code, since the last look. Linux only (inotify)."""

    def __init__(self, folder: Path) -> None:
        self._library = ctypes.CDLL(None, use_errno=True)
        self._handle = self._library.inotify_init1(os.O_NONBLOCK)
        assert self._library.inotify_add_watch(self._handle, os.fsencode(folder), _OPENED) >= 0, ctypes.get_errno()

    def look(self) -> set[str]:
        """Their names."""
        found: set[str] = set()
        while True:
            try:
                data = os.read(self._handle, 65536)
            except BlockingIOError:
                return found
            at = 0
            while at < len(data):
                _, _, _, length = _HEAD.unpack_from(data, at)
                found.add(data[at + _HEAD.size : at + _HEAD.size + length].rstrip(b"\0").decode())
                at += _HEAD.size + length

    def close(self) -> None:
        """Watch no longer."""
        os.close(self._handle)
