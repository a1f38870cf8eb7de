"""Columns added to a table as text: delimiter, byte-order mark, encoding, quoting and line ends stay, and so do the
bytes of every field that is not ours."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from galley.core.errors import InputError
from galley.core.hashing import blake2b
from galley.core.tables.added_columns import (
    AddedColumn,
    TableLayout,
    UnkeepableTable,
    WriteReport,
    check_positions,
    locate_columns,
    refuse_missing_header,
)

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNMARKED = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_MOST_WARNINGS = 20
_CLOSING = re.compile(r'(?:[^"]++|"")*+"')
"""From within a quoted field to the quote that closes it."""


@dataclass(slots=True)
class TextRecord:
    """A record as it stands in the file: its line, its text without the line end, its fields' spans, its line end."""

    line: int
    text: str
    spans: list[tuple[int, int]]
    ending: str

    def get_field(self, index: int) -> str:
        """The text of a field, without its quotes."""
        begin, end = self.spans[index]
        raw = self.text[begin:end]
        return raw[1:-1].replace('""', '"') if raw[:1] == '"' else raw

    @property
    def is_quoted(self) -> bool:
        """Whether every field stands in quotes."""
        return all(self.text[begin : begin + 1] == '"' for begin, _ in self.spans)


def write_csv(path: Path, out: BinaryIO, layout: TableLayout, columns: Sequence[AddedColumn]) -> WriteReport:
    """Write the table at ``path`` with ``columns`` at its right into ``out``. A row is named by the line where its
    record begins. A character that the encoding lacks becomes "?", with a warning.

    Raises: InputError, also for a column's name that the encoding lacks; UnkeepableTable; OSError.
    """
    if layout.header_row is None:
        raise refuse_missing_header(path)
    report = WriteReport()
    positions = set[int]()
    with path.open("rb") as stream:
        mark, encoding = read_mark(stream, layout.encoding)
        out.write(mark)
        encoder = codecs.getincrementalencoder(encoding)("surrogateescape")
        check = _RoundTrip(stream, encoding)
        written = _TextFields(path, encoding, layout.delimiter, report)
        try:
            for record in read_records(path, check.text, layout.delimiter):
                check.add(record.text + record.ending)
                if record.line == layout.header_row:
                    written.read_header(record, columns)
                elif record.line > layout.header_row:
                    positions.add(record.line)
                out.write(encoder.encode(written.add_fields(record) + record.ending))
        except UnicodeError:
            raise InputError(
                f"{path}: the text is not in {layout.encoding}; choose the file that was imported."
            ) from None
        out.write(encoder.encode("", True))
        if not check.is_exact():
            raise UnkeepableTable(
                f"{path}: its {layout.encoding} has two codes for one character, which Galley would mix."
            )
    if not written.width:
        raise InputError(f"{path}: there is no header at line {layout.header_row}; choose the file that was imported.")
    check_positions(path, columns, positions, "line")
    return report


def read_mark(stream: BinaryIO, encoding: str) -> tuple[bytes, str]:
    """Read a file's byte-order mark: its bytes, and the codec of what follows."""
    head = stream.read(4)
    for mark, codec in _MARKS:
        if head.startswith(mark):
            stream.seek(len(mark))
            return mark, codec
    stream.seek(0)
    name = codecs.lookup(encoding).name
    return b"", _UNMARKED.get(name, name)


def read_records(path: Path, lines: Iterator[str], delimiter: str) -> Iterator[TextRecord]:
    """The records of a table as text, line by line; a blank line is one without fields.

    Raises: InputError that names the line where a quote is not closed or a text follows one.
    """
    divider = re.escape(delimiter)
    field = re.compile(rf'(?:"(?:[^"]++|"")*+"|(?!")[^{divider}\r\n]*+)(?={divider}|\r?\n?\Z)')
    number = 0
    for text in lines:
        number += 1
        first = number
        if not text.strip("\r\n"):
            yield TextRecord(first, "", [], text)
            continue
        pieces, spans, begin = [text], list[tuple[int, int]](), 0
        while True:
            match = field.match(text, begin)
            if match is None:
                if text[begin : begin + 1] != '"':
                    raise InputError(
                        f"{path}, line {first}: a line end is in a field without quotes; save it again."
                    )
                if _CLOSING.match(text, begin + 1):
                    raise InputError(f"{path}, line {first}: a text follows a closing quote; save the table again.")
                pieces = [text]
                while not _CLOSING.match(pieces[-1]) or len(pieces) == 1:
                    line = next(lines, None)
                    if line is None:
                        raise InputError(f"{path}, line {first}: a quote is not closed; save the table again.")
                    number += 1
                    pieces.append(line)
                text = "".join(pieces)
                continue
            spans.append(match.span())
            begin = match.end()
            if text[begin : begin + 1] != delimiter:
                break
            begin += 1
        yield TextRecord(first, text[:begin], spans, text[begin:])


class _RoundTrip:
    """The text of a stream, and whether encoding it again gives the bytes that were read."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self.read, self.encoded = blake2b(), blake2b()
        self.encoder = codecs.getincrementalencoder(encoding)("surrogateescape")
        self.text = io.TextIOWrapper(
            cast(BinaryIO, _HashedStream(stream, self.read)), encoding, "surrogateescape", newline="\n"
        )

    def add(self, text: str) -> None:
        """Take a piece of text that was read."""
        self.encoded.update(self.encoder.encode(text))

    def is_exact(self) -> bool:
        """Whether the pieces, encoded, are the bytes of the stream."""
        self.encoded.update(self.encoder.encode("", True))
        return self.read.digest() == self.encoded.digest()


class _HashedStream(io.BufferedIOBase):
    """A stream whose bytes go into a hash as they are read."""

    def __init__(self, stream: BinaryIO, digest: blake2b) -> None:
        self.stream, self.digest = stream, digest

    def readable(self) -> bool:
        return True

    def read1(self, size: int | None = -1, /) -> bytes:
        return self.read(size)

    def read(self, size: int | None = -1, /) -> bytes:
        content = self.stream.read(-1 if size is None else size)
        self.digest.update(content)
        return content


class _TextFields:
    """The fields that are written into each record."""

    def __init__(self, path: Path, encoding: str, delimiter: str, report: WriteReport) -> None:
        self.path, self.encoding, self.delimiter, self.report = path, encoding, delimiter, report
        self.special = re.compile(f'[{re.escape(delimiter)}"\r\n]')
        self.header_row = self.width = 0
        self.is_quoted = False
        self.replaced: dict[int, AddedColumn] = {}
        self.added: list[AddedColumn] = []

    def read_header(self, record: TextRecord, columns: Sequence[AddedColumn]) -> None:
        """Find out which columns are there already. Raises: InputError."""
        names = [record.get_field(index) for index in range(len(record.spans))]
        if not any(name.strip() for name in names):
            raise InputError(f"{self.path}, line {record.line}: there is no header; choose the file that was imported.")
        self.header_row, self.width = record.line, len(names)
        self.is_quoted = record.is_quoted
        self.replaced = locate_columns(self.path, names, columns, self.report)
        self.added = [column for column in columns if column.name in self.report.added]
        for column in self.added:
            try:
                column.name.encode(self.encoding)
            except UnicodeError:
                what = f"its encoding, {self.encoding}, cannot hold the column name “{column.name}”"
                raise InputError(f"{self.path}: {what}; save the table as UTF-8.") from None

    def add_fields(self, record: TextRecord) -> str:
        """The text of a record with the fields of the columns. Raises: InputError for a row that has too many."""
        if not record.spans or not self.width:
            return record.text
        line = record.line
        is_quoted = self.is_quoted or (record.is_quoted and len(record.spans) > 1)
        if line == self.header_row:
            return record.text + "".join(self._build_field(column.name, is_quoted) for column in self.added)
        pieces, copied = [], 0
        for index, column in sorted(self.replaced.items()):
            if line in column.texts and index < len(record.spans):
                begin, end = record.spans[index]
                pieces.append(record.text[copied:begin])
                text = self._fit(column, line)
                pieces.append(self._quote(text, record.text[begin : begin + 1] == '"'))
                copied = end
        pieces.append(record.text[copied:])
        if len(record.spans) > self.width and any(line in column.texts for column in self.added):
            what = f"there are {len(record.spans)} fields under a header of {self.width}"
            raise InputError(f"{self.path}, line {line}: {what}; choose the file that was imported.")
        if self.added:
            pieces.append(self.delimiter * (self.width - len(record.spans)))
            pieces.extend(self._build_field(self._fit(column, line), is_quoted) for column in self.added)
        return "".join(pieces)

    def _build_field(self, text: str, is_quoted: bool) -> str:
        return self.delimiter + self._quote(text, is_quoted)

    def _quote(self, text: str, is_quoted: bool) -> str:
        if is_quoted or self.special.search(text):
            return '"' + text.replace('"', '""') + '"'
        return text

    def _fit(self, column: AddedColumn, line: int) -> str:
        """The column's text with what the encoding lacks replaced and warned of."""
        text = column.texts.get(line, "")
        try:
            text.encode(self.encoding)
        except UnicodeError:
            fitted = text.encode(self.encoding, "replace").decode(self.encoding)
            lacking = sorted({old for old, new in zip(text, fitted, strict=False) if old != new})
            codes = ", ".join(f"U+{ord(character):04X}" for character in lacking)
            what = f"line {line}, column “{column.name}”: {self.encoding} cannot hold {codes}, written as “?”"
            if len(self.report.warnings) < _MOST_WARNINGS:
                self.report.warnings.append(f"{what}.")
            elif len(self.report.warnings) == _MOST_WARNINGS:
                self.report.warnings.append(f"{what}; further ones are not listed.")
            return fitted
        return text
