"""Where a row and each value of it stand in a file, as the writers of tables name them, and the file's layout."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportReport
from galley.core.tables import delimiters, encodings, sheets, sources, trees
from galley.core.tables.added_columns import TableLayout
from galley.core.tables.elements import Element
from galley.core.tables.record_paths import RecordPath

JSON_FORMS = ("json", "json-lines")


def read_layout(path: Path, read_options: dict[str, Any]) -> tuple[str, TableLayout]:
    """The form of a table (xlsx, ods, csv, json, json-lines, parquet) and its layout. Raises: InputError."""
    head = sources.first_bytes(path)
    kind = sources.kind(head, path)
    if kind == "parquet":
        return "parquet", TableLayout()
    if kind == "sheet":
        sheet, header_row = sheets.locate_header(path, read_options)
        with zipfile.ZipFile(path) as archive:
            form = "ods" if "content.xml" in archive.namelist() else "xlsx"
        return form, TableLayout(sheet=sheet, header_row=header_row)
    encoding = (
        encodings.find_codec(read_options["encoding"])
        if "encoding" in read_options
        else encodings.detect_encoding(head)
    )
    read_as = read_options.get("as") or sources.text_kind(head, encoding, path)
    if read_as == "table":
        header_row = read_options.get("header", 1)
        first_lines = list(islice(encodings.lines(path, encoding, ImportReport()), max(header_row, 1)))
        delimiter = read_options.get("delimiter") or delimiters.delimiter(first_lines[-1] if first_lines else "")
        return "csv", TableLayout(header_row=header_row or None, encoding=encoding, delimiter=delimiter)
    return ("json-lines" if read_as == "jsonl" else "json"), TableLayout(encoding=encoding)


def find_record_base(path: Path, form: str, read_options: dict[str, Any]) -> tuple[str, ...] | None:
    """The keys that lead to the list of records in a JSON document; None where the document is one record."""
    if form != "json":
        return ()
    prefix = read_options.get("records") or trees.find_records(path)
    return None if prefix == "." else tuple(part for part in prefix.split(".") if part)


def locate_row(element: Element, form: str, base: tuple[str, ...] | None) -> int | tuple[str | int, ...]:
    """The position of a row or record."""
    if form == "json":
        return () if base is None else (*base, element.number - 1)
    if form == "json-lines":
        return (element.line,)
    return element.number if form == "parquet" else element.line


def find_values(path: RecordPath, value: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The place (keys and indices) and value of each thing that a path leads to, ordered as in `record_paths.find`."""
    if isinstance(value, dict) and path.text in value and len(path.steps) > 1:
        steps: Sequence[tuple[str, Any]] = (("field", path.text),)
    else:
        steps = path.steps
    yield from ((place, inner) for place, inner in _walk(steps, value, ()) if inner is not None)


def _walk(
    steps: Sequence[tuple[str, Any]], value: Any, place: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if not steps:
        yield place, value
        return
    (kind, what), *rest = steps
    if kind == "field" and isinstance(value, dict) and what in value:
        yield from _walk(rest, value[what], (*place, what))
    elif kind == "fields" and isinstance(value, dict):
        for name, inner in value.items():
            if fnmatchcase(name, what):
                yield from _walk(rest, inner, (*place, name))
    elif kind == "each" and isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _walk(rest, inner, (*place, number))
    elif kind == "at" and isinstance(value, list) and -len(value) <= what < len(value):
        yield from _walk(rest, value[what], (*place, what % len(value)))
