"""The report of a bug: what one can copy into an issue, without anything of the project or its user in it."""

from __future__ import annotations

import platform
import sys
import traceback
from pathlib import Path

from galley.core import __version__
from galley.core.storage.connection import SQLITE_VERSION, StorageError

HARMLESS = (StorageError, ImportError, AttributeError, TypeError, NameError, RecursionError)
"""Errors whose message is made by Python or SQLite from names in the code. Others may quote the project's text."""


def report(error: BaseException) -> str:
    """The facts under a sentence that says what to do with them."""
    sentence = "This is a bug in Galley; nothing that was saved is lost. Please report it with these lines:"
    return f"{sentence}\n\n{facts(error)}"


def facts(error: BaseException) -> str:
    """Version, platform and where ``error`` came from: files, lines and types. Texts, paths of the user's and the
    environment stay out."""
    lines = [
        f"galley {__version__}, Python {platform.python_version()}, SQLite {SQLITE_VERSION}, "
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ]
    seen: BaseException | None = error
    while seen is not None:
        message = f": {seen}" if isinstance(seen, HARMLESS) else ""
        lines.append(f"{type(seen).__module__}.{type(seen).__qualname__}{message}".removeprefix("builtins."))
        lines += [
            f"  {_shorten_path(frame.filename)}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(seen.__traceback__)
        ]
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "\n".join(lines)


def _shorten_path(file: str) -> str:
    """A source file without the folders above the installation."""
    path = Path(file)
    for root in (Path(__file__).resolve().parents[2], *map(Path, sorted(sys.path, key=len, reverse=True))):
        if root.is_absolute() and path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.name
