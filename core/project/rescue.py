"""A project file that was deleted or replaced while it was open: the system keeps what it held only as long as this
process has it open, so it is written to a file of its own while that is still so."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from galley.core import durable, paths

Identity = tuple[int, int]
"""Device and number of a file, which stay while its name may change."""


def identity(path: Path) -> Identity | None:
    """Which file this is, whatever it is called; None if there is none. Where the file system has no numbers that mean
    anything, as on some shares and sticks under Windows, all files are one: none is said to have been replaced."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status.st_ino else (0, 0)


def has_a_name(file: Identity) -> bool:
    """Whether a file that this process has open can still be found in some folder (it was moved), or was deleted.

    Where the system does not tell (it does on Linux) the answer is no: one copy too many loses nothing.
    """
    if not sys.platform.startswith("linux"):
        return False
    for link in Path("/proc/self/fd").iterdir():
        try:
            status = link.stat()
        except OSError:
            continue
        if (status.st_dev, status.st_ino) == file:
            return status.st_nlink > 0
    return False


def keep(connection: sqlite3.Connection, path: Path) -> Path | None:
    """Write what ``connection`` holds beside ``path``, or to the user's data folder where that cannot be; gives where.
    None where neither has room, or the file cannot be read any more."""
    for folder in (path.parent, paths.data_dir() / "kept"):
        place = _free(folder, path.stem)
        unfinished = place.with_name(f".{place.name}.new")
        try:
            if folder != path.parent:
                folder.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(unfinished)) as target:
                connection.backup(target)
                target.execute("PRAGMA journal_mode = DELETE")
            with unfinished.open("rb+") as stream:
                durable.sync(stream)
            return Path(shutil.move(unfinished, place))
        except (sqlite3.Error, OSError):
            unfinished.unlink(missing_ok=True)
    return None


def _free(folder: Path, stem: str) -> Path:
    """A name that nothing has in ``folder``: NAME.kept.galley, NAME.kept-2.galley and so on."""
    number = 1
    while (found := folder / f"{stem}.kept{f'-{number}' if number > 1 else ''}.galley").exists():
        number += 1
    return found
