"""What "on disk" means where a file is synced by hand."""

from __future__ import annotations

import os
import sys
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
