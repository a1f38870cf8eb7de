"""Parquet, by the extra ``parquet``."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.incoming import ImportReport
from galley.core.intake.csv_rows import doubled
from galley.core.intake.elements import Element, trouble

BATCH = 500
BUFFER = 1 << 20
"""Bytes that are read of a column at a time; without it memory holds all of a row group, which may be the file."""


def rows(path: Path, report: ImportReport) -> Iterator[Element]:
    """The rows of a Parquet file, read some hundreds at a time. Raises: InputError, also where the extra is missing."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            f'{path} is a Parquet file; install the extra that reads it: pip install "galley-desk[parquet]".'
        ) from None
    try:
        with parquet.ParquetFile(path, buffer_size=BUFFER, pre_buffer=False) as file:
            if why := doubled(file.schema_arrow.names):
                raise trouble(path, "", why)
            total, number = max(file.metadata.num_rows, 1), 0
            before, size = report.done, path.stat().st_size
            for batch in file.iter_batches(batch_size=BATCH):
                for value in _values(path, batch, number):
                    number += 1
                    yield Element(_plain(value), path, f"row {number}", number, number)
                report.done = before + size * number // total
    except (pyarrow.ArrowException, OSError) as error:
        said = str(error).splitlines()[0]
        raise trouble(path, "", f"the Parquet file cannot be read ({said}); write it anew.") from None


def _values(path: Path, batch: Any, before: int) -> list[Any]:
    """The rows of a batch. Raises: InputError that names row and column of a text that is none."""
    try:
        return list(batch.to_pylist())
    except UnicodeDecodeError:
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            for at in range(len(column)):
                try:
                    column[at].as_py()
                except UnicodeDecodeError:
                    where = f"row {before + at + 1}, column “{name}”"
                    raise trouble(path, where, "the text is not in UTF-8; write the file anew.") from None
        raise


def _plain(value: Any) -> Any:
    """Maps, which arrive as pairs, stay lists; texts in bytes become text where they are UTF-8; decimals numbers."""
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return value
    if isinstance(value, Decimal):
        whole = value == value.to_integral_value()
        return float(value) if not whole else int(value) if abs(value) < 2**63 else f"{value:f}"
    return value
