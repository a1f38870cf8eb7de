"""Workbooks (xlsx, ods): one sheet as rows, each cell as a text, a number, true or false, or a date."""

from __future__ import annotations

import functools
import shlex
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from galley.core.errors import InputError, QuestionsOpen
from galley.core.import_types import ImportReport
from galley.core.tables import limits, xlsx_size
from galley.core.tables.delimiters import header
from galley.core.tables.elements import Element, place_error
from galley.core.tables.xlsx_size import letters


def rows(path: Path, how: dict[str, Any], report: ImportReport) -> Iterator[Element]:
    """The rows below the header of one sheet: the one that ``how`` names, else the only one that holds anything.
    ``how`` may also name the header's row (0: none), fill merged cells and leave out hidden rows.

    Raises: InputError that names sheet, row and column: merged cells, formulas without a kept value.
    """
    sheet, layout, _ = _load_sheet(path, how)
    place = f"sheet “{sheet.name}”"
    first_column = (sheet.start or (0, 0))[1]
    merged_cells: dict[tuple[int, int], tuple[int, int]] = {}
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or layout.merged_ranges:
        if "merged" not in how:
            where = f"{place}, row {top + 1}, column {letters(left)}"
            raise place_error(path, where, xlsx_size.describe_merged_cells(bottom + 1, right))
        if how["merged"] == "fill":
            for row_number in range(top, bottom + 1):
                for column in range(left, right + 1):
                    merged_cells[row_number + 1, column - first_column] = (top + 1, left - first_column)
    if fault := xlsx_size.find_first_fault(path, sheet.name):
        where = f"{place}, row {fault.row}, column {fault.column}" if fault.row else place
        raise place_error(path, where, fault.what)
    hidden_rows = layout.hidden_rows if how.get("hidden") == "skip" else set()
    header_row = how.get("header")
    number = 0
    names: list[str] = []
    kinds: dict[str, dict[type, int]] = {}
    last_rows: deque[tuple[int, dict[str, Any]]] = deque()
    top_values: dict[tuple[int, int], Any] = {}
    if header_row == 0:
        names = [letters(first_column + at) for at in range(sheet.width)]
    for line, row in enumerate(sheet.iter_rows(), 1):
        if merged_cells:
            row = _fill_merged(row, line, merged_cells, top_values)
        if line in hidden_rows or (header_row and line < header_row) or all(cell == "" for cell in row):
            continue
        if not names:
            while row and row[-1] == "":
                row = row[:-1]
            names = header(path, f"{place}, row {line}", [str(cell) for cell in row])
            continue
        if beyond := [at for at, cell in enumerate(row) if cell != "" and at >= len(names)]:
            where = f"{place}, row {line}, column {letters(first_column + beyond[0])}"
            raise place_error(path, where, f"there are more cells than the {len(names)} of the header.")
        number += 1
        value = dict(zip(names, (None if cell == "" else cell for cell in row), strict=False))
        last_rows.append((line, value))
        if len(last_rows) > how.get("footer", 0):  # a row of totals is not imported, and nothing is said of it
            counted_line, counted_row = last_rows.popleft()
            for name, cell_value in counted_row.items():
                if isinstance(cell_value, str | int | float):
                    kinds.setdefault(name, {}).setdefault(str if isinstance(cell_value, str) else float, counted_line)
        yield Element(value, path, f"{place}, row {line}", line, number)
    if not names:
        raise place_error(path, place, "the sheet has no header row; the first row must name the columns.")
    for name, lines_by_type in kinds.items():
        if len(lines_by_type) > 1:
            text, number = lines_by_type[str], lines_by_type[float]
            mixed_note = f"texts (first in row {text}) and numbers (first in row {number})"
            report.note(str(path), 0, f"the column “{name}” of the {place} holds {mixed_note}.")
    report.done += path.stat().st_size


def _fill_merged(
    row: list[Any],
    line: int,
    merged_cells: dict[tuple[int, int], tuple[int, int]],
    top_values: dict[tuple[int, int], Any],
) -> list[Any]:
    """A row in which each merged cell has the value of the first cell of its range."""
    filled = list(row)
    for at, cell in enumerate(row):
        if (first := merged_cells.get((line, at))) is not None:
            filled[at] = top_values.setdefault(first, cell)
    return filled


@dataclass(frozen=True)
class RawSheet:
    """A sheet as it stands: its rows with their numbers, the number of merged ranges, and what is hidden."""

    rows: list[tuple[int, list[Any]]]
    merged_count: int
    hidden_rows: set[int]
    hidden_sheets: tuple[str, ...]


def read_raw_sheet(path: Path, how: dict[str, Any]) -> RawSheet:
    """The rows of a sheet as they stand, and what is merged and hidden. Raises: InputError."""
    sheet, layout, hidden_sheets = _load_sheet(path, how)
    rows = list(enumerate(sheet.iter_rows(), 1))
    merged_ranges = sheet.merged_cell_ranges or layout.merged_ranges
    return RawSheet(rows, len(merged_ranges), layout.hidden_rows, hidden_sheets)


class _LoadedSheet(NamedTuple):
    """A sheet of the reader of workbooks, what that reader leaves out of it, and the names of hidden sheets."""

    sheet: Any
    layout: xlsx_size.SheetLayout
    hidden_sheets: tuple[str, ...]


def _load_sheet(path: Path, how: dict[str, Any]) -> _LoadedSheet:
    limits.workbook(path)
    at = path.stat()
    return _parse_sheet(path, at.st_mtime_ns, at.st_size, how.get("sheet"))


@functools.lru_cache(1)
def _parse_sheet(path: Path, changed: int, size: int, sheet_name: str | None) -> _LoadedSheet:
    """The sheet that was parsed last is kept: an import reads it several times."""
    import python_calamine as calamine

    try:
        with calamine.CalamineWorkbook.from_path(str(path)) as book:
            sheet = _sheet(path, book, sheet_name)
            return _LoadedSheet(sheet, xlsx_size.read_layout(path, sheet.name), tuple(_list_hidden(book)))
    except calamine.PasswordError:
        raise place_error(path, "", "the workbook is locked by a password; save it without one.") from None
    except (calamine.CalamineError, OSError) as error:
        raise _unreadable(path, error) from None


forget_sheet = _parse_sheet.cache_clear
"""Free the memory of the sheet that was parsed last."""


def _list_hidden(book: Any) -> tuple[str, ...]:
    return tuple(sheet.name for sheet in book.sheets_metadata if not str(sheet.visible).endswith(".Visible"))


def _sheet(path: Path, book: Any, sheet_name: Any) -> Any:
    names = book.sheet_names
    if sheet_name is not None:
        if sheet_name not in names:
            raise place_error(path, "", f"there is no sheet “{sheet_name}”; the file has: {', '.join(names)}.")
        return book.get_sheet_by_name(sheet_name)
    filled = [sheet for sheet in map(book.get_sheet_by_name, names) if sheet.height]
    if not filled:
        raise place_error(path, "", "it is empty; there is nothing to import.")
    if len(filled) > 1:
        hidden_names = _list_hidden(book)
        names_of_filled = ", ".join(f"{s.name} (hidden)" if s.name in hidden_names else s.name for s in filled)
        what = f"{len(filled)} sheets hold something ({names_of_filled})"
        options = "  or  ".join(f"--sheet {shlex.quote(sheet.name)}" for sheet in filled)
        raise QuestionsOpen(
            f'{path}: {what}; name the sheet in the mapping: "read": {{"sheet": "NAME"}}.',
            [f"{what}. Which one?  {options}"],
        )
    return filled[0]


def list_filled_sheets(path: Path) -> list[str]:
    """The names of the sheets that hold anything, last those that are hidden or hold one row. Raises: InputError."""
    import python_calamine as calamine

    limits.workbook(path)
    try:
        with calamine.CalamineWorkbook.from_path(str(path)) as book:
            heights = {name: book.get_sheet_by_name(name).height for name in book.sheet_names}
            hidden_names = _list_hidden(book)
            filled_names = [name for name, height in heights.items() if height]
            return sorted(filled_names, key=lambda name: name in hidden_names or heights[name] == 1)
    except (calamine.CalamineError, OSError) as error:
        raise _unreadable(path, error) from None


def locate_header(path: Path, how: dict[str, Any]) -> tuple[str, int | None]:
    """The name of the sheet that is read, and its header's row, from 1; None for no header. Raises: InputError."""
    sheet = _load_sheet(path, how).sheet
    if "header" in how:
        return sheet.name, how["header"] or None
    lines = (line for line, row in enumerate(sheet.iter_rows(), 1) if any(cell != "" for cell in row))
    return sheet.name, next(lines, 1)


def _unreadable(path: Path, error: Exception) -> InputError:
    return place_error(path, "", f"the workbook cannot be read ({error}); save it again as xlsx or ods.")
