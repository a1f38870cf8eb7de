"""A table: one row for each cell and annotator, with the texts in it, for spreadsheets, pandas and R.

What a row is says ``_sheet``. Texts are written exactly as they are, also those that begin with = + - or @, which a
spreadsheet program may take for a formula: CSV is data, and ``xlsx`` is for those programs.
"""

from __future__ import annotations

import csv
from pathlib import Path

from galley.core.exports._items import iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports._sheet import TABLES, ItemSheet, TableExport, columns, flat
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice


class CSVExport(TableExport):
    """Verdicts as rows. ``core/importers/csv.py`` reads them back onto items that are there."""

    name = "csv"
    title = "table: one row a cell and annotator, with texts, answers, notes and times (UTF-8)"
    suffix = ".csv"

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the header and the rows. See ``Export.write``."""
        words, column_names = IdWords.of(connection), columns(self.choices)
        rows = 0
        with out.open("w", encoding="utf-8", newline="", buffering=1 << 20) as stream:
            table = csv.writer(stream)  # its \r\n line ends make it quote either of the two
            table.writerow(column_names)
            for item in iterate_items(connection, ItemChoice(only), TABLES, report, progress):
                for row in ItemSheet(item, words, only, self.choices).rows(report):
                    table.writerow(flat(row, column_names))
                    rows += 1
        report.count("rows", rows)


EXPORT = CSVExport()
