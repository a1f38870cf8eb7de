"""A table that somebody imported, written back with columns added, in its own form: xlsx, CSV, JSON, JSON Lines,
Parquet; ods comes back as xlsx."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Literal

from galley.core.errors import InputError
from galley.core.tables.added_columns import (
    AddedColumn,
    AddedSheet,
    TableLayout,
    UnkeepableTable,
    WriteReport,
    check_names,
    check_positions,
    locate_columns,
    refuse_missing_header,
)
from galley.core.tables.csv_writer import write_csv
from galley.core.tables.json_writer import write_json, write_json_lines
from galley.core.tables.xlsx_parts import MOST_CELL_TEXT
from galley.core.tables.xlsx_writer import write_xlsx

TableForm = Literal["xlsx", "ods", "csv", "json", "json-lines", "parquet"]
MOST_SHEET_NAME = 31
_DATE_FORMATS = {
    datetime.datetime: "yyyy-mm-dd hh:mm:ss",
    datetime.date: "yyyy-mm-dd",
    datetime.time: "hh:mm:ss",
    datetime.timedelta: "[hh]:mm:ss",
}


def write_table(
    path: Path,
    out: BinaryIO,
    form: TableForm,
    layout: TableLayout,
    columns: Sequence[AddedColumn],
    extra: AddedSheet | None = None,
) -> WriteReport:
    """Write the table at ``path`` with ``columns`` into ``out`` (seekable), an ods workbook as xlsx.

    Only workbooks take ``extra`` in; for other forms write it into a file of its own, by ``write_rows``.
    Raises: UnkeepableTable, InputError, OSError; then what ``out`` has is no table.
    """
    if form == "xlsx":
        return write_xlsx(path, out, layout, columns, extra)
    if form == "ods":
        return write_ods_as_xlsx(path, out, layout, columns, extra)
    writers: dict[str, Callable[[Path, BinaryIO, TableLayout, Sequence[AddedColumn]], WriteReport]] = {
        "csv": write_csv,
        "json": write_json,
        "json-lines": write_json_lines,
        "parquet": write_parquet,
    }
    return writers[form](path, out, layout, columns)


def write_rows(out: BinaryIO, layout: TableLayout, sheet: AddedSheet) -> None:
    """Write a second table as CSV in UTF-8 with a byte-order mark, by the delimiter of the first one."""
    text = io.TextIOWrapper(out, "utf-8-sig", "replace", newline="")
    writer = csv.writer(text, delimiter=layout.delimiter)
    writer.writerow(sheet.header)
    writer.writerows(sheet.rows)
    text.flush()
    text.detach()


def write_workbook(out: BinaryIO, sheets: Sequence[AddedSheet]) -> WriteReport:
    """Write a new workbook (xlsx) of texts: what stands in for a workbook whose parts cannot be kept."""
    report = WriteReport()
    with _make_workbook(out) as book:
        names = _SheetNames()
        for sheet in sheets:
            target = book.add_worksheet(names.make(sheet.name))
            for row, texts in enumerate([sheet.header, *sheet.rows]):
                for column, text in enumerate(texts):
                    _write_text(target, row, column, text, f"sheet “{sheet.name}”, row {row + 1}", report)
    return report


def write_ods_as_xlsx(
    path: Path,
    out: BinaryIO,
    layout: TableLayout,
    columns: Sequence[AddedColumn],
    extra: AddedSheet | None = None,
) -> WriteReport:
    """Write the cells of an ods workbook, with ``columns`` at the right of one sheet, as xlsx into ``out``.

    All sheets come along with what their cells hold; formulas, styles and merged cells do not, with a warning.
    """
    import python_calamine as calamine

    if layout.header_row is None:
        raise refuse_missing_header(path)
    report = WriteReport()
    try:
        with calamine.CalamineWorkbook.from_path(str(path)) as source:
            if layout.sheet not in source.sheet_names:
                sheets = ", ".join(source.sheet_names)
                raise InputError(f"{path}: there is no sheet “{layout.sheet}”; the file has: {sheets}.")
            with _make_workbook(out) as book:
                names = _SheetNames()
                formats = {kind: book.add_format({"num_format": text}) for kind, text in _DATE_FORMATS.items()}
                for name in source.sheet_names:
                    if extra is not None and name == extra.name and name != layout.sheet:
                        continue
                    target = book.add_worksheet(names.make(name))
                    rows: Iterator[list[Any]] = source.get_sheet_by_name(name).iter_rows()
                    if name == layout.sheet:
                        rows = _add_cells(path, name, rows, layout.header_row, columns, report)
                    for row, cells in enumerate(rows):
                        for column, cell in enumerate(cells):
                            place = f"sheet “{name}”, row {row + 1}"
                            _write_cell(target, row, column, cell, formats, place, report)
                if extra is not None and extra.rows:
                    target = book.add_worksheet(names.make(extra.name))
                    for row, texts in enumerate([extra.header, *extra.rows]):
                        for column, text in enumerate(texts):
                            _write_text(target, row, column, text, f"sheet “{extra.name}”, row {row + 1}", report)
    except calamine.CalamineError as error:
        raise InputError(f"{path}: the workbook cannot be read ({error}); save it again.") from None
    report.warnings.insert(0, "The ods workbook is written as xlsx: formulas, styles and merged cells are left out.")
    return report


def write_parquet(path: Path, out: BinaryIO, layout: TableLayout, columns: Sequence[AddedColumn]) -> WriteReport:
    """Write a Parquet file with ``columns`` of texts into ``out``, by row groups; an empty text is null.

    Raises: InputError, also where pyarrow is not installed; UnkeepableTable for an encrypted file.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            f'{path} is a Parquet file; install the extra that writes it: pip install "galley-desk[parquet]".'
        ) from None
    report = WriteReport()
    try:
        with parquet.ParquetFile(path) as source:
            schema = source.schema_arrow
            replaced = locate_columns(path, schema.names, columns, report)
            added = [column for column in columns if column.name in report.added]
            for index, column in replaced.items():
                schema = schema.set(index, pyarrow.field(column.name, pyarrow.string()))
            for column in added:
                schema = schema.append(pyarrow.field(column.name, pyarrow.string()))
            schema = schema.with_metadata(_extend_pandas_metadata(source.schema_arrow.metadata, added))
            check_positions(path, columns, set(range(1, source.metadata.num_rows + 1)), "row")
            compression = _get_compression(source.metadata)
            begin = 1
            with parquet.ParquetWriter(out, schema, compression=compression) as target:
                for group in range(source.num_row_groups):
                    table = source.read_row_group(group)
                    numbers = range(begin, begin + table.num_rows)
                    begin += table.num_rows
                    arrays = list(table.columns)
                    for index, column in replaced.items():
                        texts = zip(table.column(index), numbers, strict=True)
                        arrays[index] = pyarrow.array(
                            [
                                (column.texts[number] or None) if number in column.texts else _to_text(scalar.as_py())
                                for scalar, number in texts
                            ],
                            pyarrow.string(),
                        )
                    for column in added:
                        texts_of_group = [column.texts.get(number) or None for number in numbers]
                        arrays.append(pyarrow.array(texts_of_group, pyarrow.string()))
                    written = pyarrow.Table.from_arrays(arrays, schema=schema)
                    target.write_table(written, row_group_size=max(table.num_rows, 1))
    except pyarrow.ArrowException as error:
        message = (str(error) or type(error).__name__).splitlines()[0]
        if "encrypted" in message.lower() or "decrypt" in message.lower():
            raise UnkeepableTable(f"{path} is encrypted, and Galley has no key to it.") from None
        raise InputError(f"{path}: the Parquet file cannot be written back ({message}); write it again.") from None
    return report


def _to_text(scalar: Any) -> str | None:
    return None if scalar is None else str(scalar)


def _get_compression(metadata: Any) -> str:
    if not metadata.num_row_groups or not metadata.num_columns:
        return "snappy"
    name = metadata.row_group(0).column(0).compression.lower()
    return {"uncompressed": "none", "lz4_raw": "lz4"}.get(name, name)


def _extend_pandas_metadata(metadata: dict[bytes, bytes] | None, added: Sequence[AddedColumn]) -> dict[bytes, bytes]:
    """The schema's metadata, with the new columns where pandas lists them."""
    metadata = dict(metadata or {})
    try:
        listed = json.loads(metadata[b"pandas"])
        for column in added:
            listed["columns"].append(
                {
                    "name": column.name,
                    "field_name": column.name,
                    "pandas_type": "unicode",
                    "numpy_type": "object",
                    "metadata": None,
                }
            )
        metadata[b"pandas"] = json.dumps(listed).encode()
    except (KeyError, ValueError, TypeError, AttributeError):
        pass
    return metadata


class _SheetNames:
    """Names of sheets that a workbook takes: short, without its own signs, and each once."""

    def __init__(self) -> None:
        self.lowered: set[str] = set()

    def make(self, name: str) -> str:
        """A name that is free, as like the asked one as can be."""
        base = re.sub(r"[\[\]:*?/\\]", "_", name).strip("'")[:MOST_SHEET_NAME] or "Sheet"
        free_name, number = base, 1
        while free_name.lower() in self.lowered:
            number += 1
            free_name = f"{base[: MOST_SHEET_NAME - len(str(number)) - 1]} {number}"
        self.lowered.add(free_name.lower())
        return free_name


def _make_workbook(out: BinaryIO) -> Any:
    import xlsxwriter

    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    return xlsxwriter.Workbook(out, options)


def _write_text(target: Any, row: int, column: int, text: str, place: str, report: WriteReport) -> None:
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    if len(text) > MOST_CELL_TEXT:
        text = text[:MOST_CELL_TEXT]
        report.warnings.append(f"{place}: the text is cut after {MOST_CELL_TEXT:,} characters, the most of a cell.")
    if text:
        target.write_string(row, column, text)


def _write_cell(
    target: Any, row: int, column: int, cell: Any, formats: dict[type, Any], place: str, report: WriteReport
) -> None:
    if isinstance(cell, str):
        _write_text(target, row, column, cell, place, report)
    elif isinstance(cell, bool):
        target.write_boolean(row, column, cell)
    elif type(cell) in formats:
        try:
            target.write_datetime(row, column, cell, formats[type(cell)])
        except (ValueError, OverflowError):  # before 1900
            target.write_string(row, column, cell.isoformat())
    elif cell is not None:
        target.write_number(row, column, cell)


def _add_cells(
    path: Path,
    name: str,
    rows: Iterable[list[Any]],
    header_row: int,
    columns: Sequence[AddedColumn],
    report: WriteReport,
) -> Iterator[list[Any]]:
    """The rows of a sheet with the cells of the columns."""
    listed = [list(row) for row in rows]
    check_names(path, columns)
    header = [str(cell) for cell in listed[header_row - 1]] if 0 < header_row <= len(listed) else []
    if not any(header):
        where = f"{path}, sheet “{name}”, row {header_row}"
        raise InputError(f"{where}: there is no header; choose the file that was imported.")
    replaced = locate_columns(path, header, columns, report)
    added = [column for column in columns if column.name in report.added]
    below = listed[header_row - 1 :]
    width = max(
        max((number for number, cell in enumerate(row, 1) if cell not in ("", None)), default=0) for row in below
    )
    check_positions(path, columns, set(range(header_row + 1, len(listed) + 1)), f"sheet “{name}”, row")
    for number, row in enumerate(listed, 1):
        if number < header_row:
            continue
        for index, column in replaced.items():
            if number in column.texts:
                row += [""] * (index + 1 - len(row))
                row[index] = column.texts[number]
        row += [""] * (width - len(row))
        row[width : width + len(added)] = [
            column.name if number == header_row else column.texts.get(number, "") for column in added
        ]
    return iter(listed)
