"""Workbooks (xlsx, ods): one sheet as rows, each cell as a text, a number, true or false, or a date."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from galley.core.errors import InputError
from galley.core.importers.base import ImportReport
from galley.core.intake.delimited import header
from galley.core.intake.elements import Element, trouble

SUFFIXES = (".xlsx", ".ods", ".xlsm", ".xlsb", ".xls")
_VALUELESS = re.compile(rb'<c r="([A-Z]{1,3}\d+)"[^>]*><f(?:[^>]*/>|[^>]*>[^<]*</f>)(?:<v/>|<v></v>)?</c>')
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def rows(path: Path, how: dict[str, Any], report: ImportReport) -> Iterator[Element]:
    """The rows below the header of one sheet: the one that ``how`` names, else the only one that holds anything.

    Raises: InputError that names sheet, row and column: merged cells, formulas without a kept value.
    """
    import python_calamine as calamine

    try:
        with calamine.CalamineWorkbook.from_path(str(path)) as book:
            yield from _rows(path, _sheet(path, book, how.get("sheet")), report)
    except calamine.PasswordError:
        raise trouble(path, "", "the workbook is locked by a password; save it without one.") from None
    except (calamine.CalamineError, OSError) as error:
        raise trouble(path, "", f"the workbook cannot be read ({error}); save it anew as xlsx or ods.") from None


def _rows(path: Path, sheet: Any, report: ImportReport) -> Iterator[Element]:
    place = f"sheet “{sheet.name}”"
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        where = f"{place}, row {top + 1}, column {letters(left)}"
        raise trouble(
            path, where, f"cells are merged down to row {bottom + 1}, column {letters(right)}; unmerge them."
        )
    if cell := _valueless(path, sheet.name):
        column = cell.rstrip("0123456789")
        raise trouble(
            path,
            f"{place}, row {cell.removeprefix(column)}, column {column}",
            "the formula has no kept value; open the file in a spreadsheet program and save it, or paste values.",
        )
    number = 0
    names: list[str] = []
    kinds: dict[str, set[type]] = {}
    for line, row in enumerate(sheet.iter_rows(), 1):
        if all(cell == "" for cell in row):
            continue
        if not names:
            while row and row[-1] == "":
                row = row[:-1]
            names = header(path, f"{place}, row {line}", [str(cell) for cell in row])
            continue
        if any(cell != "" for cell in row[len(names) :]):
            raise trouble(
                path, f"{place}, row {line}", f"there are more cells than the {len(names)} of the header."
            )
        number += 1
        value = dict(zip(names, (None if cell == "" else cell for cell in row), strict=False))
        for name, held in value.items():
            if isinstance(held, str | int | float):
                kinds.setdefault(name, set()).add(str if isinstance(held, str) else float)
        yield Element(value, path, f"{place}, row {line}", line, number)
    if not names:
        raise trouble(path, place, "the sheet has no header row; the first row must name the columns.")
    for name, found in kinds.items():
        if len(found) > 1:
            report.note(str(path), 0, f"the column “{name}” of the {place} holds both texts and numbers.")
    report.done += path.stat().st_size


def _sheet(path: Path, book: Any, wanted: Any) -> Any:
    names = book.sheet_names
    if wanted is not None:
        if wanted not in names:
            raise trouble(path, "", f"there is no sheet “{wanted}”; the file has: {', '.join(names)}.")
        return book.get_sheet_by_name(wanted)
    filled = [sheet for sheet in map(book.get_sheet_by_name, names) if sheet.height]
    if len(filled) != 1:
        what = f"{len(filled)} sheets hold something ({', '.join(s.name for s in filled)})" if filled else "it is empty"
        raise trouble(path, "", f'{what}; say which sheet in the mapping: "read": {{"sheet": "NAME"}}.')
    return filled[0]


def letters(column: int) -> str:
    """The letters of a column that is counted from 0: A, B, …, AA."""
    found = ""
    while column >= 0:
        column, at = divmod(column, 26)
        found, column = chr(65 + at) + found, column - 1
    return found


def _valueless(path: Path, sheet: str) -> str:
    """The first cell of an xlsx sheet with a formula whose value the file does not keep; "" if there is none."""
    if not zipfile.is_zipfile(path):
        return ""
    try:
        with zipfile.ZipFile(path) as archive:
            if "xl/workbook.xml" not in archive.namelist():
                return ""
            links = {
                each.get("Id"): each.get("Target", "")
                for each in ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
            }
            for each in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter(f"{_MAIN}sheet"):
                if each.get("name") == sheet:
                    target = links.get(each.get(_LINK), "")
                    part = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
                    found = _VALUELESS.search(archive.read(part))
                    return str(found.group(1), "ascii") if found else ""
    except (KeyError, ValueError, RuntimeError, ElementTree.ParseError, zipfile.BadZipFile, zlib.error) as error:
        raise InputError(f"{path}: the workbook is damaged ({error}); save it anew.") from None
    return ""
