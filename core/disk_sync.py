"""What "on disk" means where a file is synced by hand."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, Any


def sync(stream: IO[Any]) -> None:
    """Have the disk keep what was written. Raises: OSError

    macOS's fsync stops at the drive's own cache, which a power cut empties; ``F_FULLFSYNC`` goes on from there. A file
    system without it (a network share) gets what all others get.
    """
    stream.flush()
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(stream.fileno(), fcntl.F_FULLFSYNC)
            return
        except OSError:
            pass
    os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Have the disk keep the names in a folder, where a system can do that. Raises: OSError"""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
