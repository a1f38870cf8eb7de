"""Where a file lies and what keeps it there: shares of each system, and what macOS calls synced. The calls of Windows
and macOS are stand-ins; nobody has seen the real ones."""

from __future__ import annotations

import ctypes
import fcntl
import os
import sqlite3
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from galley.core import disk_sync
from galley.core.storage import mounts, project_file
from tests.core.building import project

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/home /home nfs4 rw 0 0
/dev/sdb1 /home/ito/disk ext4 rw 0 0
//box/share /mnt/share cifs rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "remote"),
    [
        ("/media/a.galley", False),
        ("/home/ito/a.galley", True),
        ("/home/ito/disk/a.galley", False),
        ("/mnt/share/a.galley", True),
        ("/mnt/shared/a.galley", False),
    ],
)
def test_shares_on_linux(path: str, remote: bool) -> None:
    assert mounts.on_linux(path, MOUNTS) is remote


@pytest.mark.parametrize(
    ("path", "remote"),
    [
        (r"\\server\share\a.galley", True),
        (r"\\wsl.localhost\Debian\home\a.galley", True),
        (r"\\?\UNC\server\share\a.galley", True),
        (r"\\?\C:\Users\a.galley", False),
        (r"\\?\Z:\a.galley", True),
        (r"C:\Users\ito\a.galley", False),
        (r"Z:\a.galley", True),
    ],
)
def test_shares_on_windows(path: str, remote: bool) -> None:
    def kind(root: str) -> int:
        assert len(root) == 3 and root.endswith(":\\")
        return mounts.DRIVE_REMOTE if root[0] == "Z" else 3

    assert mounts.on_windows(path, SimpleNamespace(GetDriveTypeW=kind)) is remote


@pytest.mark.parametrize("name", ["statfs$INODE64", "statfs"])
@pytest.mark.parametrize(("flags", "remote"), [(0x1000, False), (0x04101000, False), (0x0, True), (0x04000018, True)])
def test_shares_on_macos(name: str, flags: int, remote: bool) -> None:
    class Statfs(ctypes.Structure):
        """As ``sys/mount.h`` has it with inodes of 64 bits."""

        _fields_ = [
            *((each, ctypes.c_uint32) for each in ("bsize", "iosize")),
            *((each, ctypes.c_uint64) for each in ("blocks", "bfree", "bavail", "files", "ffree")),
            ("fsid", ctypes.c_int32 * 2),
            *((each, ctypes.c_uint32) for each in ("owner", "type", "flags", "fssubtype")),
            ("fstypename", ctypes.c_char * 16),
            ("mntonname", ctypes.c_char * 1024),
            ("mntfromname", ctypes.c_char * 1024),
            ("reserved", ctypes.c_uint32 * 8),
        ]

    def statfs(path: bytes, into: Any) -> int:
        assert path == "/Volumes/é".encode() and ctypes.sizeof(Statfs) == len(into)
        ctypes.memmove(into, ctypes.addressof(Statfs(flags=flags, fstypename=b"any")), ctypes.sizeof(Statfs))
        return 0

    assert mounts.on_macos("/Volumes/é", SimpleNamespace(**{name: statfs})) is remote
    assert not mounts.on_macos("/Volumes/é", SimpleNamespace(**{name: lambda path, into: -1}))


def test_macos_syncs_through_the_drive_s_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[object] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: asked.append("fsync"))
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda descriptor, what: asked.append(what))
    with (tmp_path / "a").open("wb") as stream:
        disk_sync.sync(stream)
        assert asked == ["fsync"]
        monkeypatch.setattr(sys, "platform", "darwin")
        disk_sync.sync(stream)
        assert asked == ["fsync", 51]

        def lacking(descriptor: int, what: int) -> None:
            raise OSError(45, "Operation not supported")

        monkeypatch.setattr(fcntl, "fcntl", lacking)
        disk_sync.sync(stream)
        assert asked == ["fsync", 51, "fsync"]


def test_the_writer_asks_sqlite_for_the_same(tmp_path: Path) -> None:
    made = project(tmp_path)

    def asked(connection: sqlite3.Connection) -> tuple[list[int], None]:
        names = ("fullfsync", "checkpoint_fullfsync", "synchronous")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names], None

    with made:
        assert made.write(asked).result() == [1, 1, 2]
    assert not project_file.on_network(made.path)


def test_nothing_else_syncs_by_hand() -> None:
    root = Path(__file__).resolve().parents[2]
    sources = [path for top in ("core", "gui") for path in (root / top).rglob("*.py")]
    found = [path for path in sources if "fsync(" in path.read_text("utf-8")]
    assert found == [root / "core/disk_sync.py"]
