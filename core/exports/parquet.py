"""A Parquet file: the table of verdicts with typed columns, for pandas, datasets, duckdb and whatever reads Parquet.

The columns are those of the other tables, with plain lists of structs for spans, evidence and what the judges said.
What is not there is null. ``value`` is always text ("yes", "no", a choice, a number as text), ``value_number`` is the
number of a rating; ``unit`` is the position or the name of a unit as text. Written with pyarrow, in groups of rows.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galley.core.errors import InputError
from galley.core.exports._items import items
from galley.core.exports._places import Words
from galley.core.exports._sheet import TABLES, Sheet
from galley.core.exports.base import ExportReport, Only, Progress

if TYPE_CHECKING:
    import pyarrow

TOGETHER = 5_000
"""Rows of a group: what is in memory at a time."""
TEXTS = (
    *("key", "dataset", "split", "document", "role", "system", "unit_kind", "unit", "unit_text", "scheme", "criterion"),
    *("about", "annotator", "kind", "value", "reason", "votes", "explanation", "note", "origin"),
)


class ParquetExport:
    """Verdicts as typed rows. Needs the extra ``parquet``."""

    name = "parquet"
    title = "Parquet: the table of verdicts with typed columns, for pandas, datasets and duckdb"
    suffix = ".parquet"

    def write(
        self, connection: sqlite3.Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the rows, group after group. See ``Export.write``. Raises: InputError where pyarrow is missing."""
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise InputError(
                'The format “parquet” needs pyarrow, which is not installed; run: pip install "galley-desk[parquet]".'
            ) from None
        words, schema = Words.of(connection), _schema()
        rows: list[dict[str, Any]] = []
        written = 0
        with out.open("wb") as stream, pyarrow.parquet.ParquetWriter(stream, schema) as table:
            for item in items(connection, only, TABLES, report, progress):
                rows += map(_typed, Sheet(item, words, only).rows(report))
                if len(rows) >= TOGETHER:
                    table.write_table(pyarrow.Table.from_pylist(rows, schema))
                    written += len(rows)
                    rows.clear()
            table.write_table(pyarrow.Table.from_pylist(rows, schema))
        report.count("rows", written + len(rows))


def _schema() -> pyarrow.Schema:
    import pyarrow as pa

    text, whole = pa.string(), pa.int32()
    types = dict.fromkeys(TEXTS, text) | {
        "value_number": pa.float64(),
        "confidence": pa.float64(),
        "decided_at": pa.timestamp("us", tz="UTC"),
        "spans": pa.list_(pa.struct({"start": whole, "end": whole})),
        "evidence": pa.list_(
            pa.struct({"document": text, "unit": text, "start": whole, "end": whole, "quote": text, "match": text})
        ),
        "flagged_by": pa.list_(pa.struct({"annotator": text, "votes": text, "explanation": text})),
    }
    return pa.schema(types)


def _typed(row: dict[str, Any]) -> dict[str, Any]:
    found = row | {"spans": [{"start": start, "end": end} for start, end in row.get("spans", ())]}
    found["evidence"] = [_place(place) for place in row.get("evidence", ())]
    found["flagged_by"] = row.get("flagged_by", [])
    if "unit" in row:
        found["unit"] = str(row["unit"])
    if (value := row.get("value")) is not None:
        found["value"] = str(value)
        found["value_number"] = float(value) if isinstance(value, int | float) else None
    if "decided_at" in row:
        found["decided_at"] = datetime.fromisoformat(row["decided_at"])
    return found


def _place(place: dict[str, Any]) -> dict[str, Any]:
    start, end = place.get("span") or (None, None)
    unit = place.get("unit")
    return place | {"start": start, "end": end, "unit": None if unit is None else str(unit)}


EXPORT = ParquetExport()
