"""Whether a folder is on this machine or is another one's, on each system in its own way.

SQLite's fast journal needs memory that all who have the file open share, which a network share does not give.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path, PureWindowsPath
from typing import Any

NETWORK_SYSTEMS = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "sshfs", "fuse.sshfs", "9p", "afs", "davfs"})
DRIVE_REMOTE = 4
"""What Windows calls a drive whose letter stands for a share."""
MNT_LOCAL = 0x1000
"""What macOS says of a file system of its own (``sys/mount.h``)."""
_FLAGS_AT, _STATFS_SIZE = 64, 2168
"""Where ``f_flags`` is in ``struct statfs`` with inodes of 64 bits, and how large that is."""


def is_remote(path: Path) -> bool:
    """Whether ``path`` lies on a network file system; False where the system does not tell."""
    try:
        if sys.platform == "win32":
            return on_windows(str(path.resolve()), ctypes.windll.kernel32)
        if sys.platform == "darwin":
            return on_macos(str(path.resolve()), ctypes.CDLL(None, use_errno=True))
        return on_linux(str(path.resolve()), Path("/proc/mounts").read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False


def on_linux(path: str, mounts: str) -> bool:
    """By the kind of the deepest mount above ``path`` in the text of ``/proc/mounts``."""
    best, kind = "", ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) > 2 and path.startswith(fields[1].rstrip("/") + "/") and len(fields[1]) >= len(best):
            best, kind = fields[1], fields[2]
    return kind in NETWORK_SYSTEMS


def on_windows(path: str, kernel32: Any) -> bool:
    """By a path that begins with a server's name, or by the kind of its drive. ``\\\\?\\C:\\`` is no server."""
    drive = PureWindowsPath(path).drive
    if drive.startswith(("\\\\?\\", "\\\\.\\")):
        if drive[4:].upper().startswith("UNC"):
            return True
        drive = drive[4:]
    elif drive.startswith("\\\\"):
        return True
    return bool(drive) and kernel32.GetDriveTypeW(f"{drive}\\") == DRIVE_REMOTE


def on_macos(path: str, libc: Any) -> bool:
    """By the flags of the file system."""
    # On Intel the bare name is that of a call from before inodes had 64 bits, with another structure.
    statfs = getattr(libc, "statfs$INODE64", None) or libc.statfs
    stat_buffer = ctypes.create_string_buffer(_STATFS_SIZE)
    if statfs(os.fsencode(path), stat_buffer) != 0:
        return False
    return not int.from_bytes(stat_buffer.raw[_FLAGS_AT : _FLAGS_AT + 4], sys.byteorder) & MNT_LOCAL
