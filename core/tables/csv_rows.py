"""Tables as text: rows by header, with line numbers, and rows of one key brought together by an index pass.

The index holds eight bytes a row and one short text a key, never the rows themselves: a file of a million
rows and a hundred thousand keys takes some 25 MB.
"""

from __future__ import annotations

import csv
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from galley.core.errors import InputError
from galley.core.import_types import ImportReport
from galley.core.tables import preview

DELIMITERS = ",;\t|"
MOST_CHARACTERS_A_FIELD = 16 << 20


@dataclass(slots=True)
class CsvRow(Mapping[str, str]):
    """One row: a mapping from column names to texts that knows its file, line and place in bytes."""

    path: Path
    line: int
    offset: int
    columns: Mapping[str, int]
    cells: Sequence[str]

    def __getitem__(self, name: str) -> str:
        return self.cells[self.columns[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def fault(self, what: str) -> InputError:
        """The error for this row."""
        return preview.line_error(self.path, self.line, what)


class CsvTable:
    """A delimited file with a header row. The delimiter is the one that divides the header."""

    def __init__(self, path: Path, report: ImportReport) -> None:
        self.path, self.report = path, report
        self.delimiter = delimiter(preview.head_of(path))
        header = next(self._parse(preview.lines(path, ImportReport())), None)
        if header is None:
            raise preview.line_error(path, 1, "the file has no header row; the first row must name the columns.")
        names = [name.strip() for name in header[2]]
        if why := describe_doubled_columns(names):
            raise preview.line_error(path, 1, why)
        self.columns = {name: at for at, name in enumerate(names)}

    def __iter__(self) -> Iterator[CsvRow]:
        """All rows in order; blank lines are passed over. Raises: InputError that names the line."""
        parsed_rows = self._parse(preview.lines(self.path, self.report))
        next(parsed_rows)
        for line, offset, cells in parsed_rows:
            yield self._row(line, offset, cells)

    def at(self, offset: int, line: int) -> CsvRow:
        """The one row that begins at byte ``offset``, which is line ``line``."""
        row_values = next(self._parse(preview.lines(self.path, self.report, offset, line)))
        return self._row(*row_values)

    def index(self, key: Callable[[CsvRow], str]) -> dict[str, array[int]]:
        """For each key, in order of first appearance: byte offset and line of each of its rows, by turns."""
        places: dict[str, array[int]] = {}
        for row in self:
            places.setdefault(key(row), array("Q")).extend((row.offset, row.line))
        return places

    def rows(self, places: Sequence[int]) -> list[CsvRow]:
        """The rows at ``places``, as `index` gives them."""
        return [self.at(places[n], places[n + 1]) for n in range(0, len(places), 2)]

    def _row(self, line: int, offset: int, cells: Sequence[str]) -> CsvRow:
        if len(cells) != len(self.columns):
            raise preview.line_error(self.path, line, describe_ragged_row(len(cells), len(self.columns)))
        return CsvRow(self.path, line, offset, self.columns, cells)

    def _parse(self, source: Iterator[preview.TextLine]) -> Iterator[tuple[int, int, list[str]]]:
        first = preview.TextLine(0, 1, "")
        at_start = True

        def texts() -> Iterator[str]:
            nonlocal first, at_start
            for line in source:
                if at_start:
                    first, at_start = line, False
                yield line.text

        csv.field_size_limit(MOST_CHARACTERS_A_FIELD)
        reader = csv.reader(texts(), delimiter=self.delimiter, strict=True)
        while True:
            at_start = True
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                raise preview.line_error(self.path, first.number, f"{what_failed(error)}.") from None
            if cells:
                yield first.number, first.offset, cells


def describe_doubled_columns(names: Sequence[str]) -> str:
    """What to say of a column that is there twice; "" where none is."""
    several = sorted(name for name, count in Counter(names).items() if count > 1)
    return f"the column “{several[0]}” is there twice; give each column its own name." if several else ""


def describe_ragged_row(cells: int, names: int) -> str:
    """What to say of a row that is not as long as the header."""
    return (
        f"the row has {cells} cells and the header {names}; the file may be cut off or a text with a delimiter is not"
        " in quotes."
    )


def what_failed(error: csv.Error) -> str:
    """Why a row cannot be read, in words."""
    message = str(error)
    if "unexpected end" in message or "larger than" in message:
        message = "a quoted text that begins here is never closed; the file may be cut off"
    if "new-line" in message:
        message = "a carriage return is outside quotes; save the file with ordinary line ends"
    return f"the row cannot be read ({message})"


def delimiter(head: bytes) -> str:
    """The delimiter that divides the first line most often; a comma if none does."""
    first = first_line(head)
    return max(DELIMITERS, key=first.count)


def first_line(head: bytes) -> str:
    """The first line of a file's head as text, without byte-order mark; "" if it is not UTF-8."""
    try:
        return head.split(b"\n", 1)[0].decode("utf-8-sig").rstrip("\r")
    except UnicodeDecodeError:
        return ""


def header(head: bytes) -> list[str]:
    """The names in the first line of a delimited file; [] where it is no header."""
    line = first_line(head)
    if not line or line.lstrip()[:1] in ("{", "["):
        return []
    try:
        return [name.strip() for name in next(csv.reader([line], delimiter=delimiter(head)), [])]
    except csv.Error:
        return []


def kind(head: bytes, kinds: Mapping[str, Collection[str]]) -> str | None:
    """Which of several tables a file is, by the columns that each has; None for none."""
    names = set(header(head))
    return next((kind_name for kind_name, required_names in kinds.items() if names.issuperset(required_names)), None)
