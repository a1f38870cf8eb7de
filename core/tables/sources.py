"""Which reader a file wants, told by its content, and its elements."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.tables import delimiters, encodings, parquet, sheets, text_folder, trees
from galley.core.tables.elements import Element, place_error
from galley.core.tables.limits import MOST_COLUMNS

MOST_LOOKED_AT = 32 << 20
"""Characters of the first elements of a file, which are looked at before it is imported."""
NO_ROWS = "{path} has no rows below its header; there is nothing to import."
BEAT_BYTES = 8 << 20
"""Characters after which a reader asks whether it is to stop."""


def elements(path: Path, how: dict[str, Any], report: ImportReport) -> Iterator[Element]:
    """The elements of a file or of a folder of texts. ``how`` is the ``read`` of a mapping.

    Raises: InputError that names file, sheet, row or line; also for more columns than a table has.
    """
    pending_bytes = 0
    for element in _elements(path, how, report):
        if (pending_bytes := pending_bytes + _length(element.value)) > BEAT_BYTES:
            report.beat()
            pending_bytes = 0
        if isinstance(element.value, dict) and len(element.value) > MOST_COLUMNS:
            what = f"there are {len(element.value):,} columns, and a table has at most {MOST_COLUMNS:,}"
            raise place_error(path, element.place, f"{what}; leave out those that hold no text and no answer.")
        yield element


def first(elements: Iterable[Element], count: int) -> Iterator[Element]:
    """So many elements for a look at a file; fewer where their texts are long: the last is the one after which they
    hold ``MOST_LOOKED_AT``."""
    total_bytes = 0
    for element in islice(elements, count):
        yield element
        if (total_bytes := total_bytes + _length(element.value)) > MOST_LOOKED_AT:
            return


def _length(value: Any) -> int:
    return sum(len(text) for text in value.values() if isinstance(text, str)) if isinstance(value, dict) else 0


def _elements(path: Path, how: dict[str, Any], report: ImportReport) -> Iterator[Element]:
    if path.is_dir():
        _takes(path, "a folder of texts", how)
        yield from text_folder.pairs(path, how, report)
        return
    head = first_bytes(path)
    file_kind = kind(head, path)
    if file_kind == "parquet":
        _takes(path, "Parquet", how)
        yield from parquet.rows(path, report)
    elif file_kind == "sheet":
        _takes(path, "a workbook", how)
        yield from _drop_last(sheets.rows(path, how, report), how.get("footer", 0))
    else:
        encoding = encodings.find_codec(how["encoding"]) if "encoding" in how else encodings.detect_encoding(head)
        read_as = how.get("as") or text_kind(head, encoding, path)
        _takes(path, _WORDS[read_as], how)
        if "encoding" not in how and encoding not in ("utf-8", "utf-8-sig"):
            report.note(str(path), 0, f"read as {encoding}, detected from its first bytes.")
        if read_as == "jsonl":
            yield from trees.jsonl(path, encoding, report)
        elif read_as == "json":
            if not encoding.startswith("utf-8"):
                raise place_error(path, "", f"JSON must be UTF-8, and this is {encoding}; save it as UTF-8.")
            yield from trees.json(path, how, report)
        else:
            if b"\0" in head and not encoding.startswith(("utf-16", "utf-32")):
                raise place_error(
                    path, "", "Galley cannot read this binary file; choose a table, JSON or text file."
                )
            yield from _drop_last(delimiters.rows(path, how, encoding, report), how.get("footer", 0))


def _drop_last(elements: Iterator[Element], count: int) -> Iterator[Element]:
    """All elements but the last ``count``."""
    pending = deque(islice(elements, count))
    for element in elements:
        pending.append(element)
        yield pending.popleft()


_WORDS = {"jsonl": "JSON Lines", "json": "JSON", "table": "a table as text"}
_TAKEN = {
    "a folder of texts": {"encoding"},
    "Parquet": set(),
    "a workbook": {"sheet", "header", "footer", "merged", "hidden"},
    "JSON Lines": {"encoding", "as"},
    "JSON": {"encoding", "records", "as"},
    "a table as text": {"encoding", "delimiter", "as", "header", "footer"},
}


def _takes(path: Path, what: str, how: dict[str, Any]) -> None:
    if more := sorted(how.keys() - _TAKEN[what]):
        raise place_error(
            path, "", f"this is {what}, to which “read.{more[0]}” does not apply; remove it from the mapping."
        )


def list_sheets(path: Path) -> list[str]:
    """The names of the sheets that hold anything; [] for a file that is no workbook. Raises: InputError."""
    return sheets.list_filled_sheets(path) if path.is_file() and kind(first_bytes(path), path) == "sheet" else []


def first_bytes(path: Path) -> bytes:
    """The first 64 KiB. Raises: InputError if the file is missing, unreadable, empty, or a pipe."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path} is not a file but a pipe or a device; save its text to a file and import that.")
    try:
        with path.open("rb") as stream:
            head = stream.read(encodings.HEAD)
    except FileNotFoundError:
        raise InputError(f"There is no file {path}; check the path.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check its permissions.") from None
    if not head.strip():
        raise InputError(f"{path} is empty; there is nothing to import.")
    return head


def kind(head: bytes, path: Path) -> str:
    """parquet, sheet or text."""
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        return "sheet"
    return "text"


def text_kind(head: bytes, encoding: str, path: Path) -> str:
    """jsonl, json or table."""
    text = head.decode(encoding, "replace").lstrip("\ufeff \t\r\n")
    if text.startswith("["):
        return "json"
    if not text.startswith("{"):
        return "table"
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        return "jsonl"
    first, _, rest = text.partition("\n")
    try:
        orjson.loads(first)
    except orjson.JSONDecodeError:
        return "jsonl" if rest.startswith("{") else "json"
    return "jsonl" if rest.strip() else "json"
