"""JSON and JSON Lines, one record after the other; a file of any size is read as a stream."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator
from json import loads as loads_pairs
from pathlib import Path
from typing import Any

import orjson

from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.tables import encodings
from galley.core.tables.csv_rows import MOST_CHARACTERS_A_FIELD
from galley.core.tables.elements import MOST_LEVELS, Element, place_error, too_deep

MOST_WHOLE = 64 << 20
"""A file that is one record is read whole, up to this many bytes."""
MOST_BESIDE = 128 << 20
"""Bytes of a record of a list that lies in an object, and of what is before and behind that list."""
MOST_JSON_DEPTH = 1_000
MOST_DIGITS = 640
"""Of a number: so many every Python reads."""
BY_COLUMN = (
    "the file holds one object a column, as pandas writes a table without an orient; write it with"
    ' to_json(PATH, orient="records").'
)
_PIECE = 1 << 20
"""Bytes that ijson is given at a time: of a text that is cut off there, it goes through all again with the next."""
_FIGURES = b"0123456789"
_DIGITS = re.compile(rb"[0-9]{%d,}" % (MOST_DIGITS + 1))
_NO_FIGURE = re.compile(r"\W{0,2}-?(?:NaN|Infinity)\b")
_MAYBE = re.compile(rb"\\u[dD][89a-fA-F]")
_ESCAPES = re.compile(rb"(?:\\(?:u[0-9a-fA-F]{4}|[^u]))+")
_ESCAPE = re.compile(rb"\\(?:u[0-9a-fA-F]{4}|[^u])")


def jsonl(path: Path, encoding: str, report: ImportReport) -> Iterator[Element]:
    """One record a line; blank lines are passed over. Raises: InputError that names the line."""
    number = 0
    for line, text in enumerate(encodings.lines(path, encoding, report), 1):
        if text.isspace():
            continue
        try:
            value = orjson.loads(text)
        except orjson.JSONDecodeError as error:
            raise place_error(path, f"line {line}", _broken(text, error)) from None
        number += 1
        _level(path, f"line {line}", value, text.count("{") + text.count("["))
        try:
            loads_pairs(text, object_pairs_hook=_each_once, parse_int=str, parse_float=str)
        except _DoubledError as error:
            raise place_error(path, f"line {line}", str(error)) from None
        yield Element(value, path, f"line {line}", line, number)


class _DoubledError(Exception):
    """A name is there twice in one object, of which readers keep the last silently."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the name “{name[:60]}” is there twice in one object; give each value its own name.")


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    names = {name for name, _ in pairs}
    if len(names) < len(pairs):
        seen_names: set[str] = set()
        raise _DoubledError(next(name for name, _ in pairs if name in seen_names or seen_names.add(name)))  # type: ignore[func-returns-value]


def _doubles_recorder(doubled: list[tuple[dict[str, Any], str]]) -> type[dict[str, Any]]:
    """A dict that notes in ``doubled`` where a name is set twice. (ijson passes over what is raised there.)"""

    class Noting(dict[str, Any]):
        def __setitem__(self, name: str, value: Any) -> None:
            if name in self:
                doubled.append((self, name))
            dict.__setitem__(self, name, value)

    return Noting


def _contains(value: Any, target: dict[str, Any]) -> bool:
    """Whether ``wanted`` itself is somewhere in a value; ijson is several records ahead of what it gives."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value is target or any(_contains(child, target) for child in inner)


def _broken(text: str, error: orjson.JSONDecodeError) -> str:
    if _NO_FIGURE.match(text, max(error.pos - 1, 0)):
        return "NaN or Infinity is not a value in JSON; write null where there is no figure."
    if _find_half_escape(text.encode("utf-8", "replace")) >= 0:
        return "there is half a character (a lone surrogate) in a text; fix the text."
    message = str(error).split(": line ")[0]
    if "depth" in message or "recursion" in message:
        return f"the record is nested more than {MOST_LEVELS} levels deep; flatten it."
    return f"this is not valid JSON ({message}); fix or remove the line."


def _find_half_escape(text: bytes) -> int:
    """Where an escape stands for half a character, the other half not beside it; -1 if none does."""
    if not _MAYBE.search(text):
        return -1
    for run in _ESCAPES.finditer(text):
        high = -1
        for escape in _ESCAPE.finditer(run.group()):
            code = int(escape.group()[2:], 16) if len(escape.group()) == 6 else 0
            low = 0xDC00 <= code < 0xE000
            if low != (high >= 0):
                return run.start() + (escape.start() if low else high)
            high = escape.start() if 0xD800 <= code < 0xDC00 else -1
        if high >= 0:
            return run.start() + high
    return -1


def _level(path: Path, place: str, value: Any, most: int = MOST_LEVELS + 1) -> None:
    if most > MOST_LEVELS and too_deep(value):
        raise place_error(path, place, f"the record is nested more than {MOST_LEVELS} levels deep; flatten it.")


_MARK = 2
_SIGNS = bytes({'"': _MARK, "[": 1, "{": 1, "]": 255, "}": 255}.get(chr(byte), 0) for byte in range(256))
"""What a byte of JSON does: a mark of a text, a level more or (-1) less, or nothing."""


class _JsonLimits:
    """What must not reach ijson: whole numbers of more digits than Python reads (it crashes), texts and levels without
    end."""

    def __init__(self) -> None:
        self.inside = self.in_escape = False
        self.digits, self.text, self.level = b"", 0, 0

    def wrong(self, chunk: bytes) -> tuple[int, str] | None:
        """Where in the next bytes of a file what is too much stands, and what it is."""
        at = next((f.end() for f in _DIGITS.finditer(self.digits + chunk) if not self._within(chunk, f.end())), 0)
        if at:
            return at - len(self.digits), f"a number has more than {MOST_DIGITS} digits; write it as text."
        self.digits = (self.digits + chunk)[-MOST_DIGITS:]
        self.digits = self.digits[len(self.digits.rstrip(_FIGURES)) :]
        bare = _strip_escapes(chunk[self.in_escape :])
        self.in_escape = (len(chunk) - self.in_escape - len(chunk[self.in_escape :].rstrip(b"\\"))) % 2 == 1
        deepest, quotes = self._go_through(bare)
        if deepest > MOST_JSON_DEPTH:  # ijson takes time and memory by the square of the levels
            return 0, f"the record is nested more than {MOST_LEVELS} levels deep; flatten it."
        self.text = self.text + len(chunk) if self.inside and not quotes else 0
        self.inside ^= quotes % 2 == 1
        if self.text > MOST_CHARACTERS_A_FIELD:
            return len(chunk), f"a text is longer than {MOST_CHARACTERS_A_FIELD >> 20} MB; shorten it."
        return None

    def _go_through(self, bare: bytes) -> tuple[int, int]:
        """How deep lists and objects lie in each other at most, and how many quotation marks begin or end a text."""
        import numpy as np

        if not bare:
            return 0, 0
        signs = np.frombuffer(bare.translate(_SIGNS), np.int8)
        signs = signs[np.flatnonzero(signs)]  # a few of a hundred bytes
        if not len(signs):
            return self.level, 0
        is_mark = signs == _MARK
        marks = np.cumsum(is_mark)
        outside = (marks + self.inside) % 2 == 0
        levels = self.level + np.cumsum(np.where(is_mark, 0, signs) * outside)
        deepest = max(self.level, int(levels.max()))
        self.level = int(levels[-1])
        return deepest, int(marks[-1])

    def _within(self, chunk: bytes, end: int) -> bool:
        """Whether digits that end here stand in a text."""
        before = chunk[self.in_escape : end - len(self.digits)]
        return self.inside ^ (_strip_escapes(before).count(b'"') % 2 == 1)


def _strip_escapes(piece: bytes) -> bytes:
    """The same without backslashes and quotation marks that are escaped."""
    return piece.replace(b"\\\\", b"").replace(b'\\"', b"")


class _CheckedFile:
    """A file for ijson that counts what is read and refuses what ijson would turn into a question mark silently, and
    what it would take too much memory for: a record, where it is said when one ends (``most`` bytes)."""

    def __init__(self, path: Path, report: ImportReport, most: int = 0) -> None:
        self.path, self.report, self.line = path, report, 1
        self.tail: list[bytes] = []
        self.limits, self.most, self.record = _JsonLimits(), most, 0
        self.stream = path.open("rb")
        if self.stream.read(3) != b"\xef\xbb\xbf":
            self.stream.seek(0)

    def read(self, size: int = -1) -> bytes:
        """The next bytes. Raises: InputError for half a character, or lists without end."""
        chunk = self.stream.read(size)
        self.report.done += len(chunk)
        self.record += len(chunk)
        if violation := self.limits.wrong(chunk):
            line = self.line + chunk.count(b"\n", 0, violation[0])
            raise place_error(self.path, f"line {line}", violation[1])
        if 0 < self.most < self.record:
            raise place_error(
                self.path, f"line {self.line}", f"the record is longer than {self.most >> 20} MB; split it."
            )
        cut = max(map(chunk.rfind, (b" ", b",", b"\n"))) if chunk else 0  # no escape holds one of these
        if cut < 0:
            self.tail.append(chunk)
            return chunk
        whole = b"".join([*self.tail, chunk[:cut]])
        self.tail = [chunk[cut:]]
        if (at := _find_half_escape(whole)) >= 0:
            line = self.line + whole.count(b"\n", 0, at)
            raise place_error(
                self.path, f"line {line}", "there is half a character (a lone surrogate) in a text; fix the text."
            )
        self.line += whole.count(b"\n")
        return chunk


def json(path: Path, how: dict[str, Any], report: ImportReport) -> Iterator[Element]:
    """The records of one JSON value: the elements of its list, of the list that ``how["records"]`` names ("data",
    "a.b"), or the value itself ("."). Raises: InputError that names the record."""
    import ijson

    prefix: str = how["records"] if "records" in how else find_records(path)
    if "records" not in how and prefix not in ("", "."):
        report.note(str(path), 0, f"its records are the list “{prefix}”.")
    if prefix == "." and path.stat().st_size > MOST_WHOLE:
        raise place_error(
            path, "", 'the file is one large record; say where its records are: "read": {"records": "PATH"}.'
        )
    item = _item(prefix)
    place, number = "", 0
    checked_file = _CheckedFile(path, report, MOST_WHOLE if prefix in ("", ".") else MOST_BESIDE)
    doubled: list[tuple[dict[str, Any], str]] = []
    try:
        with checked_file.stream:
            for value in ijson.items(
                checked_file, item, buf_size=_PIECE, use_float=True, map_type=_doubles_recorder(doubled)
            ):
                number += 1
                checked_file.record = 0
                place = f"record {number}"
                if too_deep(value):
                    _level(path, _place(path, how, number), value)
                if name := next((name for which, name in doubled if _contains(value, which)), ""):
                    raise place_error(path, _place(path, how, number), str(_DoubledError(name)))
                if prefix == "." and _is_by_column(value):
                    raise place_error(path, "", BY_COLUMN)
                yield Element(value, path, place, number, number)
    except (ijson.JSONError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(path, number, error) from None
    if not number:
        raise place_error(path, "", f"there is no list of records at “{prefix or '.'}”; say where: read.records.")


def _is_by_column(value: Any) -> bool:
    """Whether an object holds an object a column, each with the numbers of the same rows."""
    columns = list(value.values()) if isinstance(value, dict) else []
    is_numbered = len(columns) > 1 and all(isinstance(column, dict) and column for column in columns)
    return is_numbered and all(name.isdecimal() for name in columns[0]) and all(
        column.keys() == columns[0].keys() for column in columns
    )  # fmt: skip


def _item(prefix: str) -> str:
    """What ijson calls the elements of the list at a path."""
    return {".": "", "": "item"}.get(prefix, f"{prefix}.item")


class _ByLine:
    """A file for ijson, read line by line, so that what was read last tells the line. It ends after MOST_WHOLE, and
    before what is too much for ijson."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.line, self.at_end, self.remaining = stream, 1, False, MOST_WHOLE
        self.limits = _JsonLimits()

    def read(self, size: int = -1) -> bytes:
        """The next line, or as much of it as is asked for."""
        if size == 0:
            return b""
        self.line += self.at_end
        piece: bytes = self.stream.readline(size) if self.remaining > 0 else b""
        self.at_end = piece.endswith(b"\n")
        self.remaining -= len(piece)
        return b"" if self.limits.wrong(piece) else piece


def lines(path: Path, how: dict[str, Any], record_numbers: Collection[int]) -> dict[int, int]:
    """The lines in which these records of a JSON file begin, as far as they lie in its first 64 MB. For what has to be
    said of a file: it is read once more."""
    import ijson

    lines_by_number: dict[int, int] = {}
    number = 0
    try:
        item = _item(how["records"] if "records" in how else find_records(path))
        with path.open("rb") as stream:
            by_line = _ByLine(stream)
            for prefix, event, _ in ijson.parse(by_line):
                if prefix == item and event not in ("end_map", "end_array", "map_key"):
                    number += 1
                    if number in record_numbers:
                        lines_by_number[number] = by_line.line
                        if len(lines_by_number) == len(record_numbers):
                            break
    except (ijson.JSONError, UnicodeDecodeError, RecursionError, InputError):
        pass  # it is broken further on
    return lines_by_number


def _place(path: Path, how: dict[str, Any], number: int) -> str:
    line = lines(path, how, {number}).get(number)
    return f"record {number}" + (f" (line {line})" if line else "")


def _broken_at(path: Path) -> str:
    """ ", line 7" for the line in which a JSON file is broken; "" where that lies further than is looked."""
    import ijson

    with path.open("rb") as stream:
        by_line = _ByLine(stream)
        try:
            for _ in ijson.basic_parse(by_line):
                pass
        except (ijson.JSONError, UnicodeDecodeError, RecursionError):
            return f", line {by_line.line}" if by_line.remaining > 0 else ""
    return ""


def _unreadable(path: Path, number: int, error: Exception) -> InputError:
    whole = str(error)
    message = " ".join(whole.split())[:80]
    if isinstance(error, UnicodeDecodeError) and error.object[error.start] == 0xED:
        return place_error(
            path,
            f"after record {number}{_broken_at(path)}",
            "there is half a character (a lone surrogate) in a text; fix the text.",
        )
    if "depth" in message or isinstance(error, RecursionError):
        return place_error(
            path, f"record {number + 1}", f"it is nested more than {MOST_LEVELS} levels deep; flatten it."
        )
    if re.search(r"[\[:,]\s*-?(NaN|Infinity)\b", whole) or "after the minus sign" in message:
        message = "NaN or Infinity is not a value in JSON; write null where there is no figure"
    if "integer overflow" in message:
        message = "a whole number has more digits than are kept; write it as text"
    return place_error(
        path, f"after record {number}{_broken_at(path)}", f"this is not valid JSON ({message}); fix the file."
    )


def find_records(path: Path) -> str:
    """Where the records of a file are: "" for a list, the name of its only list of objects, or "." for the whole."""
    at = path.stat()
    return _looked_for(path, at.st_mtime_ns, at.st_size)


@functools.lru_cache(8)
def _looked_for(path: Path, changed: int, size: int) -> str:  # a file is asked about again and again before it comes in
    import ijson

    candidates: list[str] = []
    try:
        checked_file = _CheckedFile(path, ImportReport())
        with checked_file.stream:
            last: tuple[str, str] = ("", "")
            for prefix, event, _ in ijson.parse(checked_file, buf_size=_PIECE):
                if event == "start_array" and prefix == "":
                    return ""
                if event == "start_map" and last[1] == "start_array" and "item" not in last[0].split("."):
                    candidates.append(last[0])
                last = (prefix, event)
    except (ijson.JSONError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(path, 0, error) from None
    if len(candidates) > 1:
        raise place_error(
            path, "", f"there are several lists ({', '.join(candidates)}); name the one with the records: read.records."
        )
    return candidates[0] if candidates else "."
