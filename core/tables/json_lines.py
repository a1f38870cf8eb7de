"""JSON Lines, and arrays of objects that are too large to be read whole."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import orjson

from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.tables import preview

CHUNK = 1 << 20
_BLANKS = " \t\r\n"
_CONSTANT = re.compile(r"[\[:,]\s*(?:NaN|-?Infinity)\b")


def records(path: Path, report: ImportReport, gaps: bool = False) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSON Lines file with their line numbers; blank lines are passed over.

    With ``gaps`` NaN and Infinity, which Python writes for a figure that there is not, are read as null. Raises:
    InputError that names the line which is not JSON object.
    """
    for line in preview.lines(path, report):
        if line.text.isspace():
            continue
        yield line.number, _object(path, line.number, line.text, gaps)


def elements(path: Path, report: ImportReport, gaps: bool = False) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file that holds one JSON array, each with the line it begins on, read piece by piece.

    ``gaps`` as for `records`. Raises: InputError that names the line of the element that is not JSON object, or where
    the file is cut off.
    """
    source = preview.lines(path, report)
    decoder = json.JSONDecoder(parse_constant=_gap if gaps else _no_constant)
    text, at, line = "", 0, 1
    in_array = False

    def fill() -> bool:
        """Drop what was read and add about a megabyte. False at the end of the file."""
        nonlocal text, at
        pieces, size = [text[at:]], 0
        at = 0
        for piece in source:
            pieces.append(piece.text)
            size += len(piece.text)
            if size >= CHUNK:
                break
        text = "".join(pieces)
        return size > 0

    while True:
        start = at
        while at < len(text) and (text[at] in _BLANKS or (in_array and text[at] == ",")):
            at += 1
        line += text.count("\n", start, at)
        if at == len(text):
            if not fill():
                raise preview.line_error(path, line, "the file ends before its list is closed; it may be cut off.")
            continue
        if not in_array:
            if text[at] != "[":
                raise preview.line_error(
                    path, line, "the file does not begin with a list; choose another import format."
                )
            in_array, at = True, at + 1
            continue
        if text[at] == "]":
            at += 1
            while not text[at:].strip():
                if not fill():
                    return
            raise preview.line_error(path, line, "there is more text after the end of the list; fix the file.")
        while True:
            try:
                value, end = decoder.raw_decode(text, at)
                break
            except (ValueError, RecursionError) as error:
                rest = len(text) - at
                if rest > preview.MOST_BYTES_A_LINE:
                    raise preview.line_error(path, line, "this element cannot be read as JSON; fix the file.") from None
                if _is_certain_fault(error, len(text)) or not fill():
                    _element_fault(path, line, text, at, error)
        if "\\ud" in text[at:end].lower() or not isinstance(value, dict):
            value = _object(path, line, text[at:end], gaps)
        yield line, value
        line += text.count("\n", at, end)
        at = end


def _is_certain_fault(error: Exception, length: int) -> bool:
    """Whether more text could not help: the fault is not simply that the text ends too early."""
    if not isinstance(error, json.JSONDecodeError):
        return True
    return not error.msg.startswith("Unterminated string") and error.pos < length - len("-Infinity")


def _element_fault(path: Path, line: int, text: str, at: int, error: Exception) -> NoReturn:
    where = line
    if isinstance(error, json.JSONDecodeError):
        where += text.count("\n", at, error.pos)
        if text[error.pos :].strip() == "" or error.msg.startswith("Unterminated string"):
            raise preview.line_error(path, line, "the record is not complete; the file may be cut off.") from None
    raise preview.line_error(path, where, f"this is not valid JSON ({_error_text(error)}); fix the line.") from None


def _object(path: Path, line: int, text: str, gaps: bool = False) -> dict[str, Any]:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if gaps and (record := _with_gaps(text)) is not None:
            return record
        cut = "; the file may be cut off" if not text.endswith("\n") else ""
        raise preview.line_error(
            path, line, f"this is not valid JSON ({_error_text(error)}){cut}; fix the line."
        ) from None
    if not isinstance(value, dict):
        raise preview.line_error(path, line, f"a record must be a JSON object, this is a {type(value).__name__}.")
    return value


def _error_text(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    message = getattr(error, "msg", str(error))
    return message.split(": line ")[0]


def _with_gaps(text: str) -> dict[str, Any] | None:
    """An object that only NaN and Infinity keep from being JSON, without them; None for any other text."""
    if not _CONSTANT.search(text) or "\\ud" in text.lower():  # half a character is never taken in
        return None
    try:
        value = json.loads(text, parse_constant=_gap)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _gap(name: str) -> None:
    """Instead of NaN and Infinity."""


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def finite(value: Any) -> bool:
    """Whether a value of a record is a number that a score can be: not true or false, not NaN, not beyond a double."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and abs(value) <= sys.float_info.max  # False for NaN; a huge whole number is compared exactly


class JsonFields:
    """One object of a published format, read field by field; a wrong field is named with file and line."""

    def __init__(self, raw: Any, path: Path, line: int) -> None:
        if not isinstance(raw, dict):
            raise preview.line_error(path, line, f"an object was expected here, not a {type(raw).__name__}.")
        self.raw: dict[str, Any] = raw
        self.path, self.line = path, line

    def fault(self, what: str) -> InputError:
        """The error for this place."""
        return preview.line_error(self.path, self.line, what)

    def text(self, name: str) -> str:
        """The text ``name``; a whole number is taken as text. Raises: InputError."""
        value = self.raw.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            raise self._wrong(name, "text", value)
        return value

    def texts(self, name: str) -> list[str]:
        """The list of texts ``name``. Raises: InputError."""
        return self._get_list(name, "a list of texts", lambda element: isinstance(element, str))

    def whole(self, name: str) -> int:
        """The whole number ``name``. Raises: InputError."""
        value = self.raw.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(name, "a whole number", value)
        return value

    def bits(self, name: str) -> list[int]:
        """The list of 0 and 1 ``name``. Raises: InputError."""
        return [int(bit) for bit in self._get_list(name, "a list of 0 and 1", lambda bit: bit in (0, 1))]

    def objects(self, name: str) -> list[JsonFields]:
        """The list of objects ``name``. Raises: InputError."""
        return [JsonFields(element, self.path, self.line) for element in self._get_list(name, "a list of objects")]

    def within(self, name: str) -> JsonFields:
        """The object ``name``. Raises: InputError."""
        value = self.raw.get(name)
        if not isinstance(value, dict):
            raise self._wrong(name, "an object", value)
        return JsonFields(value, self.path, self.line)

    def _get_list(
        self, name: str, expected_type: str, sound: Callable[[Any], bool] = lambda element: True
    ) -> list[Any]:
        value = self.raw.get(name)
        if not isinstance(value, list) or not all(map(sound, value)):
            raise self._wrong(name, expected_type, value)
        return value

    def _wrong(self, name: str, expected_type: str, value: Any) -> InputError:
        if name not in self.raw:
            return self.fault(f"the record has no “{name}”; it needs {expected_type} there.")
        return self.fault(f"“{name}” must be {expected_type}, not {json.dumps(value, ensure_ascii=False)[:60]}.")
