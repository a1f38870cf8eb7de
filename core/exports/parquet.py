"""A Parquet file: the table of verdicts with typed columns, for pandas, datasets, duckdb and whatever reads Parquet.

The columns are those of the other tables, with plain lists of structs for spans, evidence and the judges that flagged a
cell. What is not there is null. ``value`` is always text ("yes", "no", a choice, a number as text), ``value_number``
is the number of a rating; ``unit`` is the position or the name of a unit as text. Written with pyarrow, in groups of
rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.exports._items import iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports._sheet import TABLES, ItemSheet, TableExport, columns, judge_words
from galley.core.exports._types import COLUMNS, TEXT, Shape, schema
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice

BATCH_SIZE = 5_000
"""Rows of a group: what is in memory at a time."""


class ParquetExport(TableExport):
    """Verdicts as typed rows. Needs the extra ``parquet``."""

    name = "parquet"
    title = "Parquet: the table of verdicts with typed columns, for pandas, datasets and duckdb"
    suffix = ".parquet"

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the rows, group after group. See ``Export.write``. Raises: InputError where pyarrow is missing."""
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise InputError(
                'The format “parquet” needs pyarrow, which is not installed; run: pip install "galley-desk[parquet]".'
            ) from None
        words, types = IdWords.of(connection), schema(shapes_of(columns(self.choices)))
        rows: list[dict[str, Any]] = []
        row_count = 0
        with out.open("wb") as stream, pyarrow.parquet.ParquetWriter(stream, types) as table:
            for item in iterate_items(connection, ItemChoice(only), TABLES, report, progress):
                rows += map(to_typed_row, ItemSheet(item, words, only, self.choices).rows(report))
                if len(rows) >= BATCH_SIZE:
                    table.write_table(pyarrow.Table.from_pylist(rows, types))
                    row_count += len(rows)
                    rows.clear()
            table.write_table(pyarrow.Table.from_pylist(rows, types))
        report.count("rows", row_count + len(rows))


def shapes_of(column_names: Sequence[str]) -> dict[str, Shape]:
    """The types of these columns of a table of verdicts."""
    return {name: COLUMNS.get(name, TEXT) for name in column_names}


def to_typed_row(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a sheet in these types."""
    typed_row = row | {"spans": [{"start": start, "end": end} for start, end in row.get("spans", ())]}
    typed_row["evidence"] = [_place(place) for place in row.get("evidence", ())]
    typed_row["flagged_by"] = row.get("flagged_by", [])
    if words := judge_words(typed_row["flagged_by"]):
        typed_row["judge_words"] = words
    if "unit" in row:
        typed_row["unit"] = str(row["unit"])
    if (value := row.get("value")) is not None:
        typed_row["value"] = str(value)
    if "decided_at" in row:
        typed_row["decided_at"] = datetime.fromisoformat(row["decided_at"])
    return typed_row


def _place(place: dict[str, Any]) -> dict[str, Any]:
    start, end = place.get("span") or (None, None)
    unit = place.get("unit")
    return place | {"start": start, "end": end, "unit": None if unit is None else str(unit)}


EXPORT = ParquetExport()
