"""The records of one shard, one after the other: a row that cannot be read is told and passed over.

Rows of one key that follow each other make one record. Memory holds one record, whatever the shard.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.tables import assembly, encodings, sources
from galley.core.tables.build import Builder, ImportRefusals
from galley.core.tables.elements import Element, place_error, too_deep
from galley.core.tables.mapping import TableMapping

TABLE, NATIVE = "table", "galley"
"""The format that a mapping reads, and Galley's own JSON Lines. Any other is read by its importer."""
LONGEST = 16 << 20
"""Bytes of a line; a longer one is passed over."""
MOST_TOGETHER = 1_000
"""Rows that one record may be made of."""
_PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd"}

Tell = Callable[[str], None]
"""Takes one sentence about a row that was passed over."""


class RowSource(NamedTuple):
    """How the shards of a screening are read: by the importer of ``format``, or by ``mapping`` where that is TABLE."""

    format: str
    mapping: TableMapping | None = None


class RecordRow(NamedTuple):
    """A native record and the numbers of its first and last row, counted from 1."""

    record: dict[str, Any]
    first: int
    last: int


def rows(path: Path, source: RowSource, tell: Tell, row_numbers: Collection[int] | None = None) -> Iterator[RecordRow]:
    """The records of a file; of the rows with these numbers only, where they are given.

    Raises: InputError for a file that cannot be read, from the place on where that is so, and for one of which no row
    could be imported.
    """
    if source.mapping is not None:
        yield from _mapped_rows(path, source.mapping, tell, row_numbers)
    else:
        yield from _importer_rows(path, source.format, tell, row_numbers)


def _importer_rows(path: Path, name: str, tell: Tell, row_numbers: Collection[int] | None) -> Iterator[RecordRow]:
    """The records of a file of a format with an importer, numbered in their order; lines of Galley's own by themselves,
    so that a bad one is passed over."""
    record_count = 0
    if name == NATIVE:
        for number, element in _lines(path):
            if isinstance(element, str):
                tell(element)
            elif not (isinstance(element.value, dict) and "key" in element.value and "documents" in element.value):
                if not (isinstance(element.value, dict) and "galley" in element.value):
                    tell(f"{path.name}, {element.place}: the record has no key or no documents")
            else:
                record_count += 1
                if row_numbers is None or number in row_numbers:
                    yield RecordRow(element.value, number, number)
    else:
        from galley.core.importers.registry import find

        for number, parsed in enumerate(find(name).read([path], ImportOptions(), ImportReport()), 1):
            if "key" not in parsed.record:
                continue
            record_count += 1
            if row_numbers is None or number in row_numbers:
                yield RecordRow(parsed.record, number, number)
    if not record_count:
        raise InputError(f"{path} holds no record of the format {name}.")


def _mapped_rows(
    path: Path, mapping: TableMapping, tell: Tell, row_numbers: Collection[int] | None
) -> Iterator[RecordRow]:
    builder = Builder(mapping)
    pending: list[dict[str, Any]] = []
    numbers: list[int] = []
    record_count = failed = 0
    why = ""
    for number, element in _elements(path, mapping):
        if row_numbers is not None and number not in row_numbers:
            continue
        if isinstance(element, str):
            failed, why = failed + 1, why or element
            tell(element)
            continue
        builder.refusals = ImportRefusals()
        fragment = builder.fragment(element)
        if fragment is None:
            if builder.refusals.count:
                failed, why = failed + 1, why or builder.refusals.sentences()[0]
                tell(builder.refusals.sentences()[0])
            continue
        record_count += 1
        if pending and (fragment["key"] != pending[0]["key"] or len(pending) == MOST_TOGETHER):
            yield from _record(pending, numbers, mapping, tell)
            pending, numbers = [], []
        pending.append(fragment)
        numbers.append(number)
    if pending:
        yield from _record(pending, numbers, mapping, tell)
    if not record_count and failed:
        names = ", ".join(list(builder.names)[:20]) or "none, for its records are not objects"
        raise InputError(f"{path}: none of its {failed:,} rows fits the mapping ({why}). Its fields are: {names}.")


def _record(
    fragments: list[dict[str, Any]], numbers: list[int], mapping: TableMapping, tell: Tell
) -> Iterator[RecordRow]:
    refused = ImportRefusals()
    key = fragments[0]["key"]
    for fragment in fragments:
        fragment.pop("key")
    record = assembly.record(key, fragments, mapping.offsets, mapping.onto, refused)
    if refused.count:
        tell(refused.sentences()[0])
    else:
        yield RecordRow(record, numbers[0], numbers[-1])


def _elements(path: Path, mapping: TableMapping) -> Iterator[tuple[int, Element | str]]:
    """Each row with its number, or a sentence for one that cannot be read."""
    head = sources.first_bytes(path)
    for mark, name in _PACKED.items():
        if head.startswith(mark):
            raise place_error(path, "", f"it is compressed ({name}); unpack it first (Parquet compresses by itself).")
    how = mapping.read
    encoding = encodings.find_codec(how["encoding"]) if "encoding" in how else encodings.detect_encoding(head)
    text = sources.kind(head, path) == "text"
    if text and encoding.startswith("utf-8") and (how.get("as") or sources.text_kind(head, encoding, path)) == "jsonl":
        yield from _lines(path)
    else:
        for element in sources.elements(path, how, ImportReport()):
            yield element.number, element


def _lines(path: Path) -> Iterator[tuple[int, Element | str]]:
    number = line = 0
    with path.open("rb") as stream:
        while text := stream.readline(LONGEST):
            line += 1
            if line == 1:
                text = text.removeprefix(b"\xef\xbb\xbf")
            if text.isspace():
                continue
            number += 1
            place = f"line {line}"
            if len(text) >= LONGEST and not text.endswith(b"\n"):
                while len(more := stream.readline(LONGEST)) == LONGEST and not more.endswith(b"\n"):
                    pass
                yield number, f"{path.name}, {place}: the line is longer than {LONGEST >> 20} MB"
                continue
            try:
                value = orjson.loads(text)
            except orjson.JSONDecodeError as error:
                cut = "" if text.endswith(b"\n") else "; the file ends there, so it may have been cut"
                yield number, f"{path.name}, {place}: no valid JSON ({str(error).split(': line ')[0]}{cut})"
                continue
            if too_deep(value):
                yield number, f"{path.name}, {place}: nested too deep"
                continue
            yield number, Element(value, path, place, line, number)
