"""A workbook for spreadsheet programs: the table of verdicts, where no text is ever a formula or a link.

Every text is written as text, whatever it begins with, and one that a program would take for a formula once somebody
edits it (it begins with = + - @, a tab or a line end) is marked as text beside. A cell of a sheet holds 32,767
UTF-16 units and a sheet 1,048,576 rows: a longer text is cut, ends with a note of its length and is counted under what
was left out; more rows go on in a second sheet. The first sheet says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from galley.core import __version__
from galley.core.exports._items import iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports._sheet import TABLES, ItemSheet, TableExport, columns, flat
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.new_files import make_hidden_name
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice

LONGEST = 32_767
"""UTF-16 units that a cell of a sheet holds."""
MOST_ROWS = 1_048_576
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a text begins that a spreadsheet program may take for a formula when it is typed again."""
WIDTHS = {"unit_text": 60, "explanation": 50, "judge_words": 50, "evidence": 40, "note": 40, "key": 18}
CUT_TEXTS = "texts cut at the 32,767 characters that a cell of a sheet holds"
NO_CHARACTERS = "characters that a workbook cannot hold, shown as �"


class XLSXExport(TableExport):
    """Verdicts as rows of a sheet. Needs no spreadsheet program."""

    name = "xlsx"
    title = "workbook: the table of verdicts for spreadsheet programs; no text ever becomes a formula"
    suffix = ".xlsx"

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the workbook, row after row. See ``Export.write``."""
        # XlsxWriter forgets its own folder where it is stopped; this one lies where the texts may
        with TemporaryDirectory(prefix=make_hidden_name(out).name, dir=out.parent) as folder:
            book = _Book(out, folder, report, columns(self.choices))
            try:
                words = IdWords.of(connection)
                for item in iterate_items(connection, ItemChoice(only), TABLES, report, progress):
                    for row in ItemSheet(item, words, only, self.choices).rows(report):
                        book.add(flat(row, book.columns))
                book.close()
            finally:
                book.release_files()
        report.count("rows", book.rows)


class _Book:
    """A workbook that is written to ``out`` at its end. ``rows`` are those of the table."""

    def __init__(self, out: Path, folder: str, report: ExportReport, column_names: Sequence[str]) -> None:
        import xlsxwriter

        self.rows, self.columns = 0, column_names
        self._report = report
        self._out = out.open("wb")
        options = {"constant_memory": True, "tmpdir": folder, "strings_to_formulas": False, "strings_to_urls": False}
        self._book = xlsxwriter.Workbook(self._out, options)
        self._book.use_zip64()
        self._class = _sheet_class()
        self._text = self._book.add_format({"valign": "top"})
        self._wrap_format = self._book.add_format({"valign": "top", "text_wrap": True})
        self._head = self._book.add_format({"bold": True, "bottom": 1})
        self._risky = self._book.add_format({"valign": "top", "quote_prefix": True})
        self._risky_wrapped = self._book.add_format({"valign": "top", "text_wrap": True, "quote_prefix": True})
        self._about = self._book.add_worksheet("about", self._class)
        self._sheets: list[Any] = []
        self._line = MOST_ROWS

    def add(self, row: Sequence[Any]) -> None:
        """Add a row of the table, on a new sheet where the last one is full."""
        if self._line >= MOST_ROWS:
            self._start_sheet()
        sheet = self._sheets[-1]
        for column, value in enumerate(row):
            if isinstance(value, int | float):
                sheet.write_number(self._line, column, value, self._text)
            elif value:
                self._write_text(sheet, self._line, column, value, self.columns[column] in WIDTHS)
        self._line += 1
        self.rows += 1

    def close(self) -> None:
        """Write what the workbook says of itself, and the file. Raises: OSError"""
        from xlsxwriter.exceptions import FileCreateError

        if not self._sheets:
            self._start_sheet()
        lines = [
            f"Verdicts exported by Galley {__version__}: {self.rows:,} rows, one for each cell and annotator.",
            "All texts are stored as text; this workbook has no formulas.",
            *(f"{count:,} {what}; the export “galley” holds them whole." for what, count in self._text_warnings()),
        ]
        if len(self._sheets) > 1:
            lines.append(f"A sheet holds {MOST_ROWS:,} rows, so the table is split into {len(self._sheets)} sheets.")
        self._about.set_column(0, 0, 110)
        for number, line in enumerate(lines):
            self._about.write_string(number, 0, line, self._wrap_format)
        try:
            self._book.close()
        except FileCreateError as error:
            raise error.args[0] from error  # the OSError that it hides
        self._out.flush()

    def release_files(self) -> None:
        """Let go of the files."""
        for sheet in (self._about, *self._sheets):
            handle = getattr(sheet, "row_data_fh", None)
            if handle is not None:
                with suppress(OSError):
                    handle.close()
        self._out.close()

    def _text_warnings(self) -> list[tuple[str, int]]:
        return [(what, n) for what in (CUT_TEXTS, NO_CHARACTERS) if (n := self._report.left_out.get(what))]

    def _start_sheet(self) -> None:
        number = len(self._sheets) + 1
        sheet = self._book.add_worksheet("verdicts" if number == 1 else f"verdicts {number}", self._class)
        for column, name in enumerate(self.columns):
            sheet.set_column(column, column, WIDTHS.get(name, 14))
            sheet.write_string(0, column, name, self._head)
        sheet.freeze_panes(1, 1)
        self._sheets.append(sheet)
        self._line = 1

    def _write_text(self, sheet: Any, line: int, column: int, text: str, wrapped: bool) -> None:
        cell_text, strange = text, sum(map(text.count, ("\ufffe", "\uffff")))
        if strange:
            cell_text = cell_text.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
            self._report.leave_out(NO_CHARACTERS, strange)
        short = fitting(cell_text)
        if short != cell_text:
            self._report.leave_out(CUT_TEXTS)
        if text.startswith(RISKY):
            form = self._risky_wrapped if wrapped else self._risky
        else:
            form = self._wrap_format if wrapped else self._text
        sheet.write_string(line, column, short, form)


def fitting(text: str) -> str:
    """``text``, or as much of it as a cell holds with a note of how long it is."""
    if len(text) <= LONGEST // 2 or _units(text) <= LONGEST:
        return text
    note = f" … [cut: {len(text):,} characters]"
    room = LONGEST - len(note)
    short = text[:room]
    while (over := _units(short) - room) > 0:
        short = short[: -max(1, over // 2)]
    return short + note


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _sheet_class() -> type[Any]:
    from xlsxwriter.worksheet import Worksheet

    class Plain(Worksheet):
        """A sheet on which a text between <r> and </r> is no markup, for which XlsxWriter would take it."""

        def _escape_control_characters(self, string: str) -> str:
            escaped: str = super()._escape_control_characters(string)
            rich = escaped.startswith("<r>") and escaped.endswith("</r>")
            return f"_x003C_{escaped[1:]}" if rich else escaped

    return Plain


EXPORT = XLSXExport()
