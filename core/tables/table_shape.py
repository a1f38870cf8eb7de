"""How a table lies in its file: the row of its header, a total below, merged cells, hidden rows and sheets."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from galley.core.errors import GalleyError, QuestionsOpen
from galley.core.import_types import ImportReport
from galley.core.tables import column_roles, delimiters, encodings, sheets, sources
from galley.core.text.plurals import format_count

ROWS_SHOWN = 10
"""First rows in which the header is looked for."""
NO_HEADER = 0
_LONG = 80
"""Characters of a text that is no head of a column."""
_TOTAL = re.compile(r"\W*((grand |sub)?totals?|sums?|average|mean|summe|gesamt|mittelwert)\b", re.I)
_NUMBER = re.compile(r"-?\d+([.,]\d+)*%?")


@dataclass(frozen=True)
class TableShape:
    """How a table lies in its file. Rows are counted from 1 as in the file; ``header_row`` is the proposed one, 0 for
    a table without a header; ``first_rows`` the first rows as texts;
    ``total_text`` the first text of a last row that looks like a total ("": none); ``delimiter`` is that of most lines,
    where the header line alone would suggest another one; ``encoding`` the proposed one of a text that is not UTF-8.
    """

    first_rows: tuple[tuple[int, tuple[str, ...]], ...]
    header_row: int = 1
    total_text: str = ""
    merged_count: int = 0
    hidden_row_count: int = 0
    hidden_sheets: tuple[str, ...] = ()
    delimiter: str = ""
    encoding: str = ""

    @property
    def first_row(self) -> int:
        """The first row that holds anything."""
        return self.first_rows[0][0] if self.first_rows else 1

    def propose_reading(self) -> dict[str, Any]:
        """The options of a mapping's ``read`` that this shape asks for; {} for a header in the first row only."""
        proposal: dict[str, Any] = {}
        if self.header_row != self.first_row:
            proposal["header"] = self.header_row
        if self.total_text:
            proposal["footer"] = 1
        if self.merged_count:
            proposal["merged"] = "fill"
        if self.delimiter:
            proposal["delimiter"] = self.delimiter
        if self.encoding:
            proposal["encoding"] = self.encoding
        return proposal

    def describe_proposal(self) -> dict[str, str]:
        """A sentence for each option of `propose_reading`."""
        heads = (
            f"the header is in row {self.header_row}; the rows above are left out"
            if self.header_row
            else "the first row looks like values, so the columns are named by letters"
        )
        sentences = {
            "header": heads,
            "footer": f"the last row (“{self.total_text[:30]}”) looks like a total and is left out",
            "merged": f"{format_count(self.merged_count, 'ranges')} of merged cells: its value is for all cells of one",
            "delimiter": f"the cells are divided by “{self.delimiter}”, as in most lines",
            "encoding": f"the text is not UTF-8 and is read as {self.encoding}",
        }
        return {option: sentences[option] for option in self.propose_reading()}


def complete_reading(path: Path, how: dict[str, Any], report: ImportReport) -> dict[str, Any]:
    """The options of reading with those that the shape of the file asks for, each noted.

    Raises: QuestionsOpen where rows are hidden and ``how`` does not say what becomes of them; InputError.
    """
    shape = inspect_shape(path, how)
    if shape is None:
        return dict(how)
    proposal = {option: choice for option, choice in shape.propose_reading().items() if option not in how}
    sentences = shape.describe_proposal()
    for option in proposal:
        report.note(str(path), 0, f"{sentences[option]}; --read {option}=… changes that.")
    if shape.hidden_row_count and "hidden" not in how:
        are = "is" if shape.hidden_row_count == 1 else "are"
        what = f"{format_count(shape.hidden_row_count, 'rows')} {are} hidden: import them too, or leave them out?"
        raise QuestionsOpen(
            f"{path}: {what} Nothing was imported.", [f"{what}  --read hidden=keep  or  --read hidden=skip"]
        )
    return {**how, **proposal}


def inspect_shape(path: Path, how: dict[str, Any]) -> TableShape | None:
    """How the table of a file lies in it; None for a file that is not a sheet and no delimited text. ``how`` names the
    sheet, the encoding and the delimiter. Raises: InputError."""
    if path.is_dir():
        return None
    head = sources.first_bytes(path)
    kind = sources.kind(head, path)
    if kind == "sheet":
        raw_sheet = sheets.read_raw_sheet(path, how)
        sheet_rows, last_sheet_row = _split_rows(raw_sheet.rows)
        header_row = guess_header_row(sheet_rows)
        hidden_rows = {number for number in raw_sheet.hidden_rows if number > header_row}
        hidden_row_count = sum(1 for number, cells in raw_sheet.rows if number in hidden_rows and any(cells))
        return TableShape(
            sheet_rows, header_row, _find_total(last_sheet_row, sheet_rows), raw_sheet.merged_count,
            hidden_row_count, raw_sheet.hidden_sheets,
        )  # fmt: skip
    if kind != "text":
        return None
    proposed_encoding = encodings.propose_encoding(path)
    encoding = encodings.find_codec(str(how.get("encoding") or proposed_encoding or encodings.detect_encoding(head)))
    if (how.get("as") or sources.text_kind(head, encoding, path)) != "table":
        return None
    first_rows: tuple[tuple[int, tuple[str, ...]], ...] = ()
    last_row: tuple[str, ...] = ()
    first_lines: list[str] = []
    divider = ""
    with suppress(csv.Error, GalleyError):  # what cannot be read is said by the reader of the whole file
        first_lines = list(islice(encodings.lines(path, encoding, ImportReport()), ROWS_SHOWN))
        divider = how.get("delimiter") or max(delimiters.DELIMITERS, key=lambda one: _rate_divider(first_lines, one))
        reader = csv.reader(encodings.lines(path, encoding, ImportReport()), delimiter=divider)
        first_rows, last_row = _split_rows((reader.line_num, cells) for cells in reader)
    header_row = guess_header_row(first_rows)
    header_line = first_lines[min(max(header_row, 1), len(first_lines)) - 1] if first_lines else ""
    is_clear = "delimiter" in how or delimiters.delimiter(header_line) == divider
    return TableShape(first_rows, header_row, _find_total(last_row, first_rows), delimiter="" if is_clear else divider,
                      encoding=proposed_encoding)  # fmt: skip


def _rate_divider(lines: Sequence[str], divider: str) -> tuple[int, int]:
    """How many lines a divider cuts into the same number of cells, and into how many."""
    counts = Counter(count for line in lines if (count := _count_cells(line, divider)) > 1)
    return max(((line_count, cells) for cells, line_count in counts.items()), default=(0, 0))


def _count_cells(line: str, divider: str) -> int:
    with suppress(csv.Error):
        return len(next(csv.reader([line], delimiter=divider), []))
    return 0


def _split_rows(
    rows: Iterable[tuple[int, Sequence[Any]]],
) -> tuple[tuple[tuple[int, tuple[str, ...]], ...], tuple[str, ...]]:
    """The first filled rows and the last one, as texts."""
    first_rows: list[tuple[int, tuple[str, ...]]] = []
    last_row: Sequence[Any] = ()
    for number, cells in rows:
        if not any(cell not in ("", None) for cell in cells):
            continue
        if len(first_rows) < ROWS_SHOWN:
            first_rows.append((number, tuple(str(cell).strip() for cell in cells)))
        last_row = cells
    return tuple(first_rows), tuple(str(cell).strip() for cell in last_row)


def guess_header_row(first_rows: Sequence[tuple[int, Sequence[str]]]) -> int:
    """The row of the header: the first that is nearly as wide as the widest and looks like names; 0 where the first
    such row holds values and no name that tells a role."""
    width = max((_count_filled(cells) for _, cells in first_rows), default=0)
    for at, (number, cells) in enumerate(first_rows):
        if _count_filled(cells) * 3 < width * 2:
            continue
        below = [other for _, other in first_rows[at + 1 :]]
        is_named = bool(column_roles.find_named_fields(cells))
        return NO_HEADER if not is_named and _holds_values(cells, below) else number
    return first_rows[0][0] if first_rows else 1


def _count_filled(cells: Sequence[str]) -> int:
    return sum(1 for cell in cells if cell)


def _holds_values(cells: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row is not a header: it has a long text over long ones, a value that stands below it again, or a number
    over numbers."""
    for at, cell in enumerate(cells):
        column = [row[at] for row in below if at < len(row) and row[at]]
        is_long = len(cell) > _LONG and sum(map(len, column)) > _LONG * len(column)  # else it is a question in words
        is_number = _NUMBER.fullmatch(cell) and column and all(_NUMBER.fullmatch(text) for text in column)
        if is_long or is_number or (cell and cell in column):
            return True
    return False


def _find_total(last_row: Sequence[str], first_rows: Sequence[tuple[int, Sequence[str]]]) -> str:
    """The first text of a last row that sums up the others."""
    first_text = next((cell for cell in last_row if cell), "")
    width = max((_count_filled(cells) for _, cells in first_rows), default=0)
    is_sparse = _count_filled(last_row) * 3 <= width * 2
    return first_text if is_sparse and _TOTAL.match(first_text) else ""
