"""Parquet, by the extra ``parquet``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO

from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.tables.csv_rows import describe_doubled_columns
from galley.core.tables.elements import Element, place_error

BATCH = 500
MOST_BATCH = 256 << 20
"""Bytes that a batch of rows takes at most, unless a single row takes more."""
MOST_ROW = 512 << 20
MOST_LISTED = 50_000_000
"""Values of a column of lists in one row group, which may all be those of one row."""
MOST_PAGES = 500_000
BUFFER = 1 << 20
"""Bytes that are read of a column at a time; without it memory holds all of a row group, which may be the file."""


def rows(path: Path, report: ImportReport) -> Iterator[Element]:
    """The rows of a Parquet file, read some hundreds at a time. Raises: InputError, also where the extra is missing."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            f'{path} is a Parquet file; install the extra that reads it: pip install "galley-desk[parquet]".'
        ) from None
    try:
        with parquet.ParquetFile(path, buffer_size=BUFFER, pre_buffer=False) as file:
            if why := describe_doubled_columns(file.schema_arrow.names):
                raise place_error(path, "", why)
            batch_size = _batch(path, file)
            total, number = max(file.metadata.num_rows, 1), 0
            before, size = report.done, path.stat().st_size
            for batch in file.iter_batches(batch_size=batch_size):
                for value in _values(path, batch, number):
                    number += 1
                    yield Element(_plain(value), path, f"row {number}", number, number)
                report.done = before + size * number // total
    except (pyarrow.ArrowException, OSError, MemoryError, TypeError, ValueError, OverflowError) as error:
        message = (str(error) or type(error).__name__).splitlines()[0]
        raise place_error(path, "", f"the Parquet file cannot be read ({message}); write it again.") from None


def _batch(path: Path, file: Any) -> int:
    """How many rows are read at a time, so that they take no more than ``MOST_BATCH``: a page that some bytes stand for
    may hold gigabytes, and each row of a batch a text as long as a page. Raises: InputError.

    The file's own words are read here, for pyarrow ends the process over some that are wrong.
    """
    if any(_widest(kind) > MOST_ROW for kind in file.schema_arrow.types):
        raise place_error(
            path, "", f"a value is longer than {MOST_ROW >> 20} MB; write the file again in plain columns."
        )
    most, pages = 1, 0
    with path.open("rb") as stream:
        stream.seek(-8, os.SEEK_END)
        length = int.from_bytes(stream.read(4), "little")
        stream.seek(-8 - length, os.SEEK_END)
        footer = _Compact(stream, length).struct()
        wide, in_list = _leaves(footer)
        for group in _structs(footer, 4):
            row = 0
            for at, chunk in enumerate(_structs(group, 1)):
                longest, value_count = max(wide[at : at + 1] or [8]), 0
                for size, values in _pages(stream, chunk.get(3, {})):
                    longest, value_count, pages = max(longest, size), value_count + values, pages + 1
                    if pages > MOST_PAGES:
                        raise place_error(path, "", f"the file has more than {MOST_PAGES:,} pages; write it again.")
                if value_count > MOST_LISTED and any(in_list[at : at + 1]):
                    what = f"the lists in its column {at + 1} hold {value_count:,} values in one row group"
                    raise place_error(path, "", f"{what}, of at most {MOST_LISTED:,}; write smaller row groups.")
                row += longest
            most = max(most, row)
    if most > MOST_ROW:
        what = f"a page of it unpacks to {most >> 20:,} MB, which one row may take"
        raise place_error(path, "", f"{what}; shorten its texts, or write it again with smaller pages.")
    return max(min(BATCH, MOST_BATCH // most), 1)


def _structs(struct: Any, field: int) -> list[dict[int, Any]]:
    """The structs in a list of another."""
    structs = struct.get(field) if isinstance(struct, dict) else None
    return (
        [struct_field for struct_field in structs if isinstance(struct_field, dict)]
        if isinstance(structs, list)
        else []
    )


def _leaves(footer: dict[int, Any]) -> tuple[list[int], list[bool]]:
    """Of each column the bytes that a value takes even where it is missing, and whether it lies in lists."""
    wide: list[int] = []
    lists: list[bool] = []
    within: list[list[Any]] = []
    for column in _structs(footer, 2):
        in_list = column.get(3) == 2 or any(inside for _, inside in within)
        if column.get(5):
            within.append([column[5], in_list])
            continue
        wide.append(max(column.get(2) or 0, 8))
        lists.append(in_list)
        while within:
            within[-1][0] -= 1
            if within[-1][0] > 0:
                break
            within.pop()
    return wide, lists


def _widest(kind: Any) -> int:
    """Bytes that a value of this type takes even where it is missing."""
    import pyarrow.types as types

    if types.is_fixed_size_list(kind):
        return int(kind.list_size) * _widest(kind.value_type)
    if types.is_fixed_size_binary(kind):
        return int(kind.byte_width)
    return max((_widest(kind.field(at).type) for at in range(kind.num_fields)), default=8)


def _pages(stream: BinaryIO, chunk: Any) -> Iterator[tuple[int, int]]:
    """The bytes, unpacked, and the values of each page of a column, as its own header says (Parquet's PageHeader)."""
    at = min((start for start in (chunk.get(9), chunk.get(11)) if start), default=0)
    end = at + chunk.get(7, 0)
    if at < 0:
        raise OSError("a column begins nowhere")
    while at < end:
        stream.seek(at)
        header = _Compact(stream, end - at)
        fields = header.struct()
        unpacked, packed = fields.get(2), fields.get(3)
        if not isinstance(unpacked, int) or not isinstance(packed, int) or min(unpacked, packed) < 0:
            raise OSError("a page has no size")
        data = fields.get(5) or fields.get(8) or {}
        yield unpacked, data.get(1, 0) if isinstance(data, dict) else 0
        at += header.at + packed


class _Compact:
    """What Thrift's compact protocol holds, as far as whole numbers and structs go: the rest is passed over."""

    def __init__(self, stream: BinaryIO, most: int) -> None:
        self.stream, self.most, self.data, self.at = stream, min(most, MOST_BATCH), b"", 0

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """The fields of a struct by their numbers."""
        fields: dict[int, Any] = {}
        number = 0
        while head := self._bytes(1)[0]:
            number = number + (head >> 4) if head >> 4 else self._whole()
            fields[number] = self._value(head & 15, depth)
        return fields

    def _bytes(self, count: int) -> bytes:
        while len(self.data) < self.at + count:
            piece = self.stream.read(min(max(len(self.data), 256), self.most - len(self.data)))
            if not piece:
                raise OSError("a page has no end")
            self.data += piece
        self.at += count
        return self.data[self.at - count : self.at]

    def _varint(self) -> int:
        number, shift = 0, 0
        while shift < 70:
            byte = self._bytes(1)[0]
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        return number

    def _whole(self) -> int:
        number = self._varint()
        return (number >> 1) ^ -(number & 1)

    def _value(self, kind: int, depth: int) -> Any:
        match kind:
            case 1 | 2:
                return kind == 1
            case 3:
                return self._bytes(1)[0]
            case 4 | 5 | 6:
                return self._whole()
            case 7:
                return self._bytes(8)
            case 8:
                return self._bytes(self._varint())
            case 9 | 10:
                head = self._bytes(1)[0]
                count = head >> 4 if head >> 4 < 15 else self._varint()
                if head & 15 in (1, 2):
                    return [byte == 1 for byte in self._bytes(count)]
                if count > self.most:
                    raise OSError("a list has no end")
                return [self._value(head & 15, depth + 1) for _ in range(count)]
            case 12 if depth < 20:
                return self.struct(depth + 1)
        raise OSError("a page has a header that no writer writes")


def _values(path: Path, batch: Any, before: int) -> list[Any]:
    """The rows of a batch. Raises: InputError that names row and column of a text that is none."""
    try:
        return list(batch.to_pylist())
    except UnicodeDecodeError:
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            for at in range(len(column)):
                try:
                    column[at].as_py()
                except UnicodeDecodeError:
                    where = f"row {before + at + 1}, column “{name}”"
                    raise place_error(path, where, "the text is not in UTF-8; write the file again.") from None
        raise


def _plain(value: Any) -> Any:
    """Maps, which arrive as pairs, stay lists; texts in bytes become text where they are UTF-8; decimals numbers."""
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return value
    if isinstance(value, Decimal):
        whole = value == value.to_integral_value()
        return float(value) if not whole else int(value) if abs(value) < 2**63 else f"{value:f}"
    return value
