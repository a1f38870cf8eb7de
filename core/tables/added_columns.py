"""What is written beside a table that somebody imported: columns at its right, and a second sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from galley.core.errors import InputError

Position = int | tuple[str | int, ...]
"""A row: the sheet's row number (xlsx, ods), the line where the record begins (CSV), the row's number (Parquet), all
from 1. In JSON: the path of the flag's value, keys and indices from 0; in JSON Lines its line from 1 stands before."""


class UnkeepableTable(InputError):
    """The table cannot be written back with columns; write a second file with ID and verdicts. The message has why."""


@dataclass(frozen=True)
class AddedColumn:
    """A column to write: its name, and its text by row. An empty text clears the cell of an earlier export."""

    name: str
    texts: Mapping[Any, str]


@dataclass(frozen=True)
class AddedSheet:
    """A second sheet: its name, its header and its rows of texts."""

    name: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class TableLayout:
    """How the table was read: the sheet, the row (xlsx) or line (CSV) of the header, encoding and delimiter (CSV)."""

    sheet: str = ""
    header_row: int | None = 1
    encoding: str = "utf-8"
    delimiter: str = ","


@dataclass
class WriteReport:
    """What was written: the names of the columns that are new and of those that replaced earlier ones, and warnings,
    a sentence each."""

    added: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def locate_columns(
    path: Path, header: Sequence[str], columns: Sequence[AddedColumn], report: WriteReport
) -> dict[int, AddedColumn]:
    """The columns to replace by their index (from 0) in the header; all others are listed in ``report.added``.

    Raises: InputError for a name that two columns have.
    """
    check_names(path, columns)
    replaced = {}
    for column in columns:
        indices = [index for index, name in enumerate(header) if name == column.name]
        if len(indices) > 1:
            raise InputError(f"{path}: two columns are called “{column.name}”; rename one of them.")
        if indices:
            replaced[indices[0]] = column
    report.replaced = [column.name for column in replaced.values()]
    report.added = [column.name for column in columns if column.name not in report.replaced]
    return replaced


def check_names(path: Path, columns: Sequence[AddedColumn]) -> None:
    """Raises: InputError for a column without a name and for two columns of one name."""
    names = [column.name for column in columns]
    for name in names:
        if not name.strip():
            raise InputError(f"{path}: a column to add has no name; name its flag column.")
        if names.count(name) > 1:
            raise InputError(f"{path}: two columns to add are called “{name}”; rename a flag column or a reviewer.")


def refuse_missing_header(path: Path) -> UnkeepableTable:
    """The error for a table without a header row."""
    return UnkeepableTable(f"{path} has no header row, so that new columns would have no names; add one.")


def check_positions(path: Path, columns: Sequence[AddedColumn], written: set[Any], unit: str) -> None:
    """Raises: InputError where a text has no row in the file; ``unit`` names the kind of position ("row", "line")."""
    missing = {position for column in columns for position, text in column.texts.items() if text} - written
    if missing:
        first = min(missing)
        others = f" and {len(missing) - 1:,} others" if len(missing) > 1 else ""
        what = f"there is no record at {unit} {first}{others}, for which there are answers"
        raise InputError(f"{path}: {what}; choose the file that was imported.")
