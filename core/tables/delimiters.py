"""Tables as text: any delimiter, any encoding that can be told or is said."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from galley.core.import_types import ImportReport
from galley.core.tables import csv_rows, encodings
from galley.core.tables.elements import Element, place_error
from galley.core.tables.xlsx_size import letters

DELIMITERS = ",\t;|\x1f^~"


def rows(path: Path, how: dict[str, Any], encoding: str, report: ImportReport) -> Iterator[Element]:
    """The rows below the header, each a dict of texts, an empty cell None. ``how`` may say the ``delimiter`` and the
    ``header``'s line (0: none).

    Raises: InputError that names the line.
    """
    lines = encodings.lines(path, encoding, report)
    header_row = how.get("header", 1)
    first_lines = list(islice(lines, max(header_row, 1)))
    divider = how.get("delimiter") or delimiter(first_lines[-1] if first_lines else "")
    csv.field_size_limit(csv_rows.MOST_CHARACTERS_A_FIELD)
    reader = csv.reader(chain(first_lines, lines), delimiter=divider, strict=True)
    for _ in range(header_row - 1):
        if reader.line_num < header_row - 1:
            _next(reader, path, reader.line_num)
    first_cells = _next(reader, path, reader.line_num) or []
    if header_row:
        names = header(path, f"line {header_row}", first_cells)
    else:
        names = [letters(at) for at in range(len(first_cells))]
        reader = csv.reader(chain(first_lines, lines), delimiter=divider, strict=True)
    number, before = 0, reader.line_num
    while (cells := _next(reader, path, before)) is not None:
        line, before = before + 1, reader.line_num
        if not cells:
            continue
        if len(cells) != len(names):
            raise place_error(path, f"line {line}", csv_rows.describe_ragged_row(len(cells), len(names)))
        number += 1
        yield Element(
            {name: cell or None for name, cell in zip(names, cells, strict=True)}, path, f"line {line}", line, number
        )


def _next(reader: Any, path: Path, before: int) -> list[str] | None:
    try:
        return next(reader)
    except StopIteration:
        return None
    except csv.Error as error:
        raise place_error(path, f"line {before + 1}", f"{csv_rows.what_failed(error)}.") from None


def delimiter(line: str) -> str:
    """What divides the first line into the most cells; a comma if nothing does."""
    return max(DELIMITERS, key=lambda delimiter: _cells(line, delimiter))


def _cells(line: str, divider: str) -> int:
    try:
        return len(next(csv.reader([line], delimiter=divider), []))
    except csv.Error:
        return 0


def header(path: Path, place: str, cells: list[str]) -> list[str]:
    """The names of columns; one without a name is called by its number. Raises: InputError for a name given twice."""
    names = [cell.strip() or f"column {at}" for at, cell in enumerate(cells, 1)]
    if not any(cell.strip() for cell in cells):
        raise place_error(path, place, "there is no header row; the first row must name the columns.")
    if why := csv_rows.describe_doubled_columns(names):
        raise place_error(path, place, why)
    return names
