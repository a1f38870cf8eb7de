"""Workbooks (xlsx, ods): one sheet as rows, each cell as a text, a number, true or false, or a date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from galley.core.incoming import ImportReport
from galley.core.intake import cellscan, measuring
from galley.core.intake.cellscan import letters
from galley.core.intake.delimited import header
from galley.core.intake.elements import Element, trouble


def rows(path: Path, how: dict[str, Any], report: ImportReport) -> Iterator[Element]:
    """The rows below the header of one sheet: the one that ``how`` names, else the only one that holds anything.

    Raises: InputError that names sheet, row and column: merged cells, formulas without a kept value.
    """
    import python_calamine as calamine

    measuring.workbook(path)
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
        raise trouble(path, where, cellscan.merged(bottom + 1, right))
    if fault := cellscan.first(path, sheet.name):
        where = f"{place}, row {fault.row}, column {fault.column}" if fault.row else place
        raise trouble(path, where, fault.what)
    number = 0
    names: list[str] = []
    kinds: dict[str, dict[type, int]] = {}
    left = (sheet.start or (0, 0))[1]
    for line, row in enumerate(sheet.iter_rows(), 1):
        if all(cell == "" for cell in row):
            continue
        if not names:
            while row and row[-1] == "":
                row = row[:-1]
            names = header(path, f"{place}, row {line}", [str(cell) for cell in row])
            continue
        if beyond := [at for at, cell in enumerate(row) if cell != "" and at >= len(names)]:
            where = f"{place}, row {line}, column {letters(left + beyond[0])}"
            raise trouble(path, where, f"there are more cells than the {len(names)} of the header.")
        number += 1
        value = dict(zip(names, (None if cell == "" else cell for cell in row), strict=False))
        for name, held in value.items():
            if isinstance(held, str | int | float):
                kinds.setdefault(name, {}).setdefault(str if isinstance(held, str) else float, line)
        yield Element(value, path, f"{place}, row {line}", line, number)
    if not names:
        raise trouble(path, place, "the sheet has no header row; the first row must name the columns.")
    for name, found in kinds.items():
        if len(found) > 1:
            text, number = found[str], found[float]
            said = f"texts (first in row {text}) and numbers (first in row {number})"
            report.note(str(path), 0, f"the column “{name}” of the {place} holds {said}.")
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
