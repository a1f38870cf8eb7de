"""Small files and texts that others wrote: JSON, TOML and plain text, refused before they take all memory or time.

Tables, trees and workbooks are read piece by piece (``core/tables``); what is read here is read whole, so it is
measured first. `load_json` and `load_toml` raise one kind of error each, whatever is wrong with a text.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from galley.core.errors import InputError

MOST_SETTINGS = 16 << 20
"""Bytes of a mapping, a policy, a file of keys."""
MOST_LINES = 256 << 20
"""Of JSON Lines that are read whole: known answers, filled sheets."""
MOST_ANSWERS = 1 << 30
"""Of a file of answers."""

def read_whole(path: Path, most: int) -> bytes:
    """The bytes of a file that has at most so many. Raises: InputError for a larger one, OSError."""
    with path.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        size = f"{most >> 20:,} MB" if most >= 1 << 20 else f"{most:,} bytes"
        raise InputError(f"{path} is larger than {size}, which such a file never is; check that it is the right file.")
    return data


def load_json(text: str | bytes, *, halves: bool = False) -> Any:
    """The value of a text in JSON. Raises: ValueError, also for what is nested too deeply, and for half a character
    unless the reader makes ``halves`` sound itself."""
    try:
        value = json.loads(text)
        if not halves and ("\\ud" if isinstance(text, str) else b"\\ud") in text.lower():  # type: ignore[operator]
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("there is half a character (a lone surrogate) in a text") from None
    return value


def load_toml(text: str) -> dict[str, Any]:
    """The table of a text in TOML. Raises: TOMLDecodeError, also where it is nested too deeply."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise tomllib.TOMLDecodeError("it is nested too deeply (at line 1, column 1)") from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise tomllib.TOMLDecodeError("a number has too many digits (at line 1, column 1)") from None
