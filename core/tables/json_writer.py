"""Fields added beside the flags of a JSON document or of JSON Lines: every other byte stays, with the spaces, the
order of fields and the spelling of numbers."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from galley.core.errors import InputError
from galley.core.tables.added_columns import AddedColumn, TableLayout, UnkeepableTable, WriteReport, check_names
from galley.core.tables.csv_writer import read_mark

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]++|"', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def write_json(path: Path, out: BinaryIO, layout: TableLayout, columns: Sequence[AddedColumn]) -> WriteReport:
    """Write the JSON document at ``path`` with fields into ``out``: each into the object that holds the flag's value.

    An empty text adds no field; it turns the field of an earlier export into null. The document is read whole.
    Raises: UnkeepableTable for a flag without an object around it, InputError, OSError.
    """
    report = WriteReport()
    target = _build_targets(path, columns)
    with path.open("rb") as stream:
        mark, encoding = read_mark(stream, layout.encoding)
        raw = stream.read()
    text = _decode(path, raw, encoding)
    if text.encode(encoding, "surrogateescape") != raw:
        raise UnkeepableTable(f"{path}: its {encoding} has two codes for one character, which Galley would mix.")
    names = _Names(path, encoding)
    out.write(mark)
    for piece in names.add_fields(text, target, ""):
        out.write(piece.encode(encoding, "surrogateescape"))
    names.fill(report, columns)
    return report


def write_json_lines(path: Path, out: BinaryIO, layout: TableLayout, columns: Sequence[AddedColumn]) -> WriteReport:
    """As ``write_json``, for JSON Lines, line by line; a position begins with the line, from 1."""
    report = WriteReport()
    target = _build_targets(path, columns)
    with path.open("rb") as stream:
        mark, encoding = read_mark(stream, layout.encoding)
        if encoding.startswith(("utf-16", "utf-32")):
            raise UnkeepableTable(f"{path}: JSON Lines in {encoding} are not written back; save them as UTF-8.")
        names = _Names(path, encoding)
        out.write(mark)
        number = 0
        for number, raw in enumerate(stream, 1):
            line_target = target.children.get(number)
            if line_target is None:
                out.write(raw)
                continue
            text = _decode(path, raw, encoding)
            if text.encode(encoding, "surrogateescape") != raw:
                what = f"its {encoding} has two codes for one character, which Galley would mix"
                raise UnkeepableTable(f"{path}, line {number}: {what}.")
            for piece in names.add_fields(text, line_target, f", line {number}"):
                out.write(piece.encode(encoding, "surrogateescape"))
    if missing := [line for line in target.children if not isinstance(line, int) or not 0 < line <= number]:
        raise InputError(f"{path}: there is no line {missing[0]}; choose the file that was imported.")
    names.fill(report, columns)
    return report


@dataclass(slots=True)
class _Target:
    """A place on the way to objects that get fields: what lies below it, and its own fields."""

    children: dict[str | int, _Target] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    is_met: bool = False


def _build_targets(path: Path, columns: Sequence[AddedColumn]) -> _Target:
    check_names(path, columns)
    root = _Target()
    for column in columns:
        for position, text in column.texts.items():
            if not isinstance(position, tuple) or not position or not isinstance(position[-1], str):
                raise UnkeepableTable(
                    f"{path}: the flag at {_format_path(position)} has no object around it, so that there is no place"
                    f" beside it for “{column.name}”."
                )
            target = root
            for step in position[:-1]:
                target = target.children.setdefault(step, _Target())
            if target.fields.setdefault(column.name, text) != text:
                what = f"two flags in the object at {_format_path(position[:-1])} have different answers"
                raise InputError(f"{path}: {what} in “{column.name}”; give them different names.")
    return root


def _format_path(position: Any) -> str:
    steps = position if isinstance(position, tuple) else (position,)
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".") or "the top"


def _decode(path: Path, raw: bytes, encoding: str) -> str:
    try:
        return codecs.decode(raw, encoding, "surrogateescape")
    except UnicodeError:
        raise InputError(f"{path}: the text is not in {encoding}; choose the file that was imported.") from None


@dataclass(slots=True)
class _Frame:
    """An object or a list that is open: what is asked of it, and where its last member stands in the text."""

    is_object: bool
    target: _Target | None
    step: str | int
    expects_key: bool
    member_begin: int
    """Where the spaces before the last member begin: after the comma or the bracket."""
    key_begin: int = 0
    key_end: int = 0
    content_begin: int = 0
    content_end: int = 0
    earlier: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Fields of ours that are there already, with the span of each one's content."""


class _Names:
    """Adds fields to texts, and counts which names were there already."""

    def __init__(self, path: Path, encoding: str) -> None:
        self.path, self.encoding = path, encoding
        self.replaced: set[str] = set()

    def fill(self, report: WriteReport, columns: Sequence[AddedColumn]) -> None:
        """Write into the report which names are new."""
        report.replaced = [column.name for column in columns if column.name in self.replaced]
        report.added = [column.name for column in columns if column.name not in self.replaced]

    def add_fields(self, text: str, root: _Target, place: str) -> Iterator[str]:
        """The pieces of a text in JSON with the fields. Raises: InputError for a broken text or a missing path."""
        edits = sorted(self._find_edits(text, root, place))
        if (missing := _find_missing(root, ())) is not None:
            what = f"there is no object at {_format_path(missing)}"
            raise InputError(f"{self.path}{place}: {what}; choose the file that was imported.")
        copied = 0
        for begin, end, addition in edits:
            yield text[copied:begin]
            yield addition
            copied = end
        yield text[copied:]

    def _find_edits(self, text: str, root: _Target, place: str) -> list[tuple[int, int, str]]:
        edits: list[tuple[int, int, str]] = []
        top = _Frame(False, None, 0, False, 0)
        stack = [top]
        for match in _TOKEN.finditer(text):
            token, frame = match[0], stack[-1]
            first = token[0]
            if frame.expects_key and first == '"' and len(token) > 1:
                frame.step = token[1:-1] if "\\" not in token else json.loads(token)
                frame.key_begin, frame.key_end = match.span()
                frame.expects_key = False
                continue
            if first == ":":
                continue
            if first == ",":
                frame.member_begin = match.end()
                if frame.is_object:
                    frame.expects_key = True
                else:
                    frame.step += 1  # type: ignore[operator]
                continue
            if first in "{[":
                frame.content_begin = match.start()
                target = frame.target
                if frame is top:
                    below = root if frame.step == 0 else None
                    frame.step = 1
                else:
                    below = target.children.get(frame.step) if target is not None else None
                stack.append(_Frame(first == "{", below, 0, first == "{", match.end()))
                continue
            if first in "}]":
                if frame is top or frame.is_object != (first == "}"):
                    raise self._refuse(place, text, match.start())
                if frame.is_object and frame.target is not None and frame.target.fields:
                    edits += self._edit_object(text, frame, match.start())
                stack.pop()
                frame = stack[-1]
            elif token == '"' or frame.expects_key:
                raise self._refuse(place, text, match.start())
            else:
                frame.content_begin = match.start()
            frame.content_end = match.end()
            if frame.target is not None and frame.step in frame.target.fields and frame.is_object:
                frame.earlier[str(frame.step)] = (frame.content_begin, frame.content_end)
        if len(stack) > 1:
            raise self._refuse(place, text, len(text))
        return edits

    def _edit_object(self, text: str, frame: _Frame, end: int) -> list[tuple[int, int, str]]:
        target = frame.target
        assert target is not None
        target.is_met = True
        edits, additions = [], []
        is_empty = not frame.content_end
        space = "" if is_empty else text[frame.member_begin : frame.key_begin]
        colon = ": " if is_empty else text[frame.key_end : frame.content_begin]
        if not space and colon.endswith(" ") and text[frame.member_begin - 1] == "{":
            space = " "
        for name, content in target.fields.items():
            if name in frame.earlier:
                edits.append((*frame.earlier[name], self._build_text(content) if content else "null"))
                self.replaced.add(name)
            elif content:
                additions.append(f"{space}{self._build_text(name)}{colon}{self._build_text(content)}")
        if additions:
            offset = frame.member_begin if is_empty else frame.content_end
            edits.append((offset, offset, ("" if is_empty else ",") + ",".join(additions)))
        return edits

    def _build_text(self, text: str) -> str:
        text = _SURROGATE.sub("\ufffd", text)
        written = json.dumps(text, ensure_ascii=False)
        try:
            written.encode(self.encoding)
        except UnicodeError:
            return json.dumps(text)
        return written

    def _refuse(self, place: str, text: str, offset: int) -> InputError:
        where = place or f", line {text.count(chr(10), 0, offset) + 1}"
        return InputError(f"{self.path}{where}: the text is not JSON; choose the file that was imported.")


def _find_missing(target: _Target, position: tuple[str | int, ...]) -> tuple[str | int, ...] | None:
    """The first path below a target at which the text has no object, for which there is a text."""
    pending = [(target, position)]
    while pending:
        target, position = pending.pop()
        if any(target.fields.values()) and not target.is_met:
            return position
        pending += [(below, (*position, step)) for step, below in target.children.items()]
    return None
