"""Rows of several tables written side by side into numbered files, as Parquet or, where pyarrow is missing, JSON Lines.

A file is called ``data/TABLE/SPLIT-00000-of-00002.parquet``; how many there are is known at the end, so until then the
name ends after the first number. Memory holds one group of rows of each table and split.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from galley.core.exports._types import Shape, schema

BATCH_SIZE = 5_000
"""Rows of a group."""
SHARD = 256 * 1024 * 1024
"""Bytes in memory (Parquet) or on disk after which the next file begins."""


def has_parquet() -> bool:
    """Whether pyarrow is there."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return False
    return bool(pyarrow.parquet)


class Shards:
    """Files under ``folder``. ``shapes`` are the types of each table's columns; a row that says nothing of one has null
    there."""

    def __init__(self, folder: Path, shapes: Mapping[str, Mapping[str, Shape]]) -> None:
        self.folder, self.shapes = folder, shapes
        self.parquet = has_parquet()
        self.suffix = ".parquet" if self.parquet else ".jsonl"
        self.rows: dict[tuple[str, str], int] = {}
        """Rows by (table, split)."""
        self._schemas = {table: schema(table_shape) for table, table_shape in shapes.items()} if self.parquet else {}
        self._waiting: dict[tuple[str, str], list[dict[str, Any]]] = {}
        self._open: dict[tuple[str, str], Any] = {}
        self._size: dict[tuple[str, str], int] = {}
        self._files: dict[tuple[str, str], list[Path]] = {}

    def add(self, table: str, split: str, row: dict[str, Any]) -> None:
        """Add a row, typed as ``galley.core.exports.parquet.to_typed_row`` gives it."""
        at = table, split
        waiting = self._waiting.setdefault(at, [])
        waiting.append(row)
        self.rows[at] = self.rows.get(at, 0) + 1
        if len(waiting) >= BATCH_SIZE:
            self._write(at)

    def close(self) -> None:
        """Write what waits and give the files their names. Raises: OSError"""
        for at in list(self._waiting):
            self._write(at)
        for at, files in self._files.items():
            self._close_writer(at)
            for number, file in enumerate(files):
                file.rename(file.with_name(f"{at[1]}-{number:05}-of-{len(files):05}{self.suffix}"))

    def abandon(self) -> None:
        """Let go of the files, whatever is in them."""
        for at in list(self._open):
            self._close_writer(at)

    def _close_writer(self, at: tuple[str, str]) -> None:
        if writer := self._open.pop(at, None):
            writer.close()

    def _write(self, at: tuple[str, str]) -> None:
        rows = self._waiting.pop(at, [])
        if not rows:
            return
        if self._size.get(at, 0) >= SHARD:
            self._close_writer(at)
        if at not in self._open:
            self._begin(at)
        if self.parquet:
            import pyarrow

            arrow_table = pyarrow.Table.from_pylist(rows, self._schemas[at[0]])
            self._open[at].write_table(arrow_table)
            self._size[at] += arrow_table.nbytes
            return
        for row in rows:
            whole = _fit_row(row, self.shapes[at[0]])
            self._size[at] += self._open[at].write(orjson.dumps(whole, _time, orjson.OPT_APPEND_NEWLINE))

    def _begin(self, at: tuple[str, str]) -> None:
        files = self._files.setdefault(at, [])
        file = self.folder / "data" / at[0] / f"{at[1]}-{len(files):05}{self.suffix}"
        file.parent.mkdir(parents=True, exist_ok=True)
        self._size[at] = 0
        files.append(file)
        if self.parquet:
            import pyarrow.parquet

            self._open[at] = pyarrow.parquet.ParquetWriter(file, self._schemas[at[0]])
        else:
            self._open[at] = file.open("wb", buffering=1 << 20)


def _fit_row(row: Mapping[str, Any], shapes: Mapping[str, Shape]) -> dict[str, Any]:
    """The row with the fields of its shape, all of them and no others, in the lists within it too."""
    return {
        name: [_fit_row(entry, shape) for entry in row.get(name) or ()] if isinstance(shape, Mapping) else row.get(name)
        for name, shape in shapes.items()
    }


def _time(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not JSON")
