"""What the reader of workbooks leaves out silently: merged cells (ods), hidden rows, formulas without a kept value,
errors."""

from __future__ import annotations

import functools
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from galley.core.errors import InputError
from galley.core.tables.limits import MOST_ROWS

_CELL, _VALUE, _FORMULA = rb"(?:\w+:)?c", rb"(?:\w+:)?v", rb"(?:\w+:)?f"
_VALUELESS = re.compile(
    rb"<%b\s([^>]*)>\s*<%b(?:\s[^>]*)?(?:/>|>[^<]*</%b>)\s*((?:<%b\s*/>|<%b>\s*</%b>)?)\s*</%b>"
    % (_CELL, _FORMULA, _FORMULA, _VALUE, _VALUE, _VALUE, _CELL)
)
_ERROR = re.compile(rb'<%b\s([^>]*\bt="e"[^>]*)>(?:.*?<%b>([^<]*))?' % (_CELL, _VALUE), re.S)
_AT = re.compile(rb'\br="([A-Z]{1,3})(\d+)"')
_ROW, _HIDDEN = re.compile(rb"<(?:\w+:)?row\s([^>]*)>"), re.compile(rb'\bhidden="(?:1|true)"')
_ROW_NUMBER = re.compile(rb'\br="(\d+)"')
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_KIND = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"
_KEPT = ("value", "string-value", "date-value", "time-value", "boolean-value")

NO_VALUE = "the formula has no stored value; open the file in a spreadsheet program and save it, or paste values."


class Fault(NamedTuple):
    """What is wrong with a cell; ``row`` counts from 1, ``column`` is its letters; "" where the file does not say."""

    row: str
    column: str
    what: str


def letters(column: int) -> str:
    """The letters of a column that is counted from 0: A, B, …, AA."""
    letters_text = ""
    while column >= 0:
        column, at = divmod(column, 26)
        letters_text, column = chr(65 + at) + letters_text, column - 1
    return letters_text


class SheetLayout(NamedTuple):
    """Merged ranges of a sheet, each ((top, left), (bottom, right)) counted from 0, and its hidden rows, from 1."""

    merged_ranges: list[tuple[tuple[int, int], tuple[int, int]]]
    hidden_rows: set[int]


def find_first_fault(path: Path, sheet: str) -> Fault | None:
    """The first cell of a sheet (xlsx, ods) that would come in wrong. Raises: InputError for a damaged file."""
    at = path.stat()
    return _search_fault(path, at.st_mtime_ns, at.st_size, sheet)


@functools.lru_cache(16)
def _search_fault(path: Path, changed: int, size: int, sheet: str) -> Fault | None:
    if not zipfile.is_zipfile(path):
        return None
    try:
        with zipfile.ZipFile(path) as archive:
            if "content.xml" in archive.namelist():
                return next(_open(archive, sheet), None)
            return _office(archive, sheet) if "xl/workbook.xml" in archive.namelist() else None
    except (KeyError, ValueError, RuntimeError, ElementTree.ParseError, zipfile.BadZipFile, zlib.error) as error:
        raise InputError(f"{path}: the workbook is damaged ({error}); save it again.") from None


def _error(error_text: str) -> str:
    name = error_text or "(without a name)"
    return f"the cell holds the error {name} and no value; fix its formula or clear the cell."


def _read_sheet_part(archive: zipfile.ZipFile, sheet: str) -> bytes:
    """The XML of a sheet of an xlsx file; b"" where it has none of this name."""
    links = {
        link.get("Id"): link.get("Target", "")
        for link in ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    }
    for sheet_element in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter(f"{_MAIN}sheet"):
        if sheet_element.get("name") == sheet:
            target = links.get(sheet_element.get(_LINK), "")
            return archive.read(target.lstrip("/") if target.startswith("/") else f"xl/{target}")
    return b""


def _office(archive: zipfile.ZipFile, sheet: str) -> Fault | None:
    part = _read_sheet_part(archive, sheet)
    for cell_match in _VALUELESS.finditer(part):
        if not (b't="str"' in cell_match[1] and cell_match[2]):  # of a text that is empty, the value is kept
            return _fault(cell_match[1], NO_VALUE)
    if wrong := _ERROR.search(part):
        return _fault(wrong[1], _error((wrong[2] or b"").decode("utf-8", "replace")))
    return None


def read_layout(path: Path, sheet: str) -> SheetLayout:
    """The merged ranges of a sheet of an ods file (the reader of workbooks knows those of xlsx) and the hidden rows of
    one of an xlsx or ods file; of other files nothing. Raises: InputError for a damaged file."""
    if not zipfile.is_zipfile(path):
        return SheetLayout([], set())
    try:
        with zipfile.ZipFile(path) as archive:
            if "content.xml" in archive.namelist():
                return _read_open_layout(archive, sheet)
            if "xl/workbook.xml" not in archive.namelist():
                return SheetLayout([], set())
            rows = _ROW.finditer(_read_sheet_part(archive, sheet))
            hidden_rows = {
                int(number[1])
                for row in rows
                if _HIDDEN.search(row[1]) and (number := _ROW_NUMBER.search(row[1])) is not None
            }
            return SheetLayout([], hidden_rows)
    except (KeyError, ValueError, RuntimeError, ElementTree.ParseError, zipfile.BadZipFile, zlib.error) as error:
        raise InputError(f"{path}: the workbook is damaged ({error}); save it again.") from None


def _fault(attributes: bytes, what: str) -> Fault:
    place = _AT.search(attributes)
    return Fault(place[2].decode(), place[1].decode(), what) if place else Fault("", "", what)


def _open(archive: zipfile.ZipFile, sheet: str) -> Iterator[Fault]:
    for row, column, element in _walk_open_sheet(archive, sheet):
        if element.tag != f"{_TABLE}table-row" and (what := _describe_wrong_cell(element)):
            yield Fault(str(row + 1), letters(column), what)


def _read_open_layout(archive: zipfile.ZipFile, sheet: str) -> SheetLayout:
    layout = SheetLayout([], set())
    for row, column, element in _walk_open_sheet(archive, sheet):
        if element.tag == f"{_TABLE}table-row":
            if element.get(f"{_TABLE}visibility", "visible") != "visible":
                repeat_count = min(int(element.get(f"{_TABLE}number-rows-repeated", 1)), MOST_ROWS)
                layout.hidden_rows.update(range(row + 1, row + 1 + repeat_count))
            continue
        down, across = (int(element.get(f"{_TABLE}number-{which}-spanned", 1)) for which in ("rows", "columns"))
        if max(down, across) > 1:
            layout.merged_ranges.append(((row, column), (row + down - 1, column + across - 1)))
    return layout


def _walk_open_sheet(archive: zipfile.ZipFile, sheet: str) -> Iterator[tuple[int, int, ElementTree.Element]]:
    """Each cell and, behind its cells, each row of a sheet of an ods file, with its place counted from 0."""
    in_sheet, row, column = False, 0, 0
    with archive.open("content.xml") as stream:
        for event, element in ElementTree.iterparse(stream, ("start", "end")):
            if event == "start":
                if element.tag == f"{_TABLE}table":
                    in_sheet, row = element.get(f"{_TABLE}name") == sheet, 0
                elif element.tag == f"{_TABLE}table-row":
                    column = 0
            elif element.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
                if in_sheet:
                    yield row, column, element
                column += int(element.get(f"{_TABLE}number-columns-repeated", 1))
                element.clear()
            elif element.tag == f"{_TABLE}table-row":
                if in_sheet:
                    yield row, 0, element
                row += int(element.get(f"{_TABLE}number-rows-repeated", 1))
                element.clear()


def _describe_wrong_cell(cell: ElementTree.Element) -> str:
    cell_text = "".join("".join(paragraph.itertext()) for paragraph in cell.iter(f"{_TEXT}p"))
    if cell.get(_KIND) == "error":
        return _error(cell_text)
    if (
        cell.get(f"{_TABLE}formula")
        and not cell_text
        and not any(cell.get(_OFFICE + name) is not None for name in _KEPT)
    ):
        return NO_VALUE
    return ""


def describe_merged_cells(row: int, column: int) -> str:
    """The sentence for merged cells whose last one is this: ``row`` counted from 1, ``column`` from 0."""
    return f"cells are merged down to row {row}, column {letters(column)}; unmerge them."
