"""A result as text: JSON for programs, CSV for spreadsheets, an aligned table for people."""

from __future__ import annotations

import csv
import io
import json
import math
import unicodedata
from collections.abc import Collection
from typing import Any

from galley.core.errors import InputError
from galley.core.metrics.base import Result, Row, TableLayout

ALL = "all"
"""Names every column and row of a plain table."""
_LIMITS = ("readers_low", "readers_high", "low", "high", "at_least", "at_most", "as_no", "as_decided")


def as_json(result: Result) -> str:
    """One object {metric, gold, about, rows, left_out} and a line end. ``why`` is in a row only where there is
    something to say; where there are no rows one row of nulls says why."""
    body: dict[str, Any] = {"metric": result.metric, "gold": result.gold or None}
    if result.about and result.rows:
        body["about"] = result.about
    body["rows"] = [_plain(row) for row in _rows(result)]
    body["left_out"] = result.left_out
    return json.dumps(body, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def as_csv(result: Result) -> str:
    """Every field of the rows as a column, the table's columns first."""
    fields = _fields(result)
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    for row in _rows(result):
        writer.writerow([_cell(row.get(field)) for field in fields])
    return out.getvalue()


def as_table(result: Result, named: Collection[str] = ()) -> str:
    """The table by its layout, aligned, and the sentence that closes it; then what was left out, and the sentences
    about the whole. ``named`` are columns to print beside those of the layout; "all" prints every column and row.

    Raises: InputError for a column that is not there.
    """
    layout, lines = result.layout, []
    if unknown := [name for name in named if name not in (*result.columns, ALL)]:
        columns_text = ", ".join((*result.columns, ALL))
        raise InputError(f"{result.metric} has no column {unknown[0]!r}; use one of: {columns_text}.")
    hidden = () if ALL in named else [name for name in layout.hidden if name not in named]
    columns = [c for c in result.columns if c not in hidden and (c != "why" or any(r.get("why") for r in result.rows))]
    hidden_values = {} if ALL in named else layout.hidden_values
    rows = [row for row in result.rows if not any(row.get(c) in values for c, values in hidden_values.items())]
    if rows:
        heads = [_head(column, layout) for column in columns]
        table = [heads, *([_format_cell(row, c, _is_per_hundred(c, layout)) for c in columns] for row in rows)]
        numeric = [all(isinstance(row.get(c), int | float | None) for row in rows) for c in columns]
        widths = [max(wide(line[n]) for line in table) for n in range(len(columns))]
        for line in table:
            lines.append("  ".join(map(pad_text, line, widths, numeric)).rstrip())
        lines.append(_format_cell({"": layout.closing}, ""))
    if result.gold:
        lines.append(f"gold: {result.gold}")
    lines += [f"left out: {count:,} {reason}" for reason, count in result.left_out.items()]
    lines += result.notes
    if result.about and result.rows:
        lines.append(result.about)
    return "\n".join(lines) + "\n" if lines else ""


def _rows(result: Result) -> list[Row]:
    if result.rows or not result.notes:
        return result.rows
    return [dict.fromkeys(result.columns) | {"why": " ".join(result.notes)}]


def _plain(row: Row) -> Row:
    return {name: _number(value) for name, value in row.items() if not (name == "why" and not value)}


def _number(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _fields(result: Result) -> list[str]:
    fields = dict.fromkeys(result.columns)
    for row in result.rows:
        fields.update(dict.fromkeys(name for name in row if name not in ("left_out", "rollup")))
    return list(fields)


def _cell(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return "; ".join(f"{count} {reason}" for reason, count in value.items())
    return safe(_number(value))


def safe(value: Any) -> Any:
    """A cell of a table in CSV: a spreadsheet would compute a text that begins like a formula."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return "" if value is None else value


def _split_limit(column: str) -> tuple[str, str]:
    """The figure that a column is a limit or a reading of, and which; the column itself and "" for another."""
    limit = next((end for end in _LIMITS if column == end or column.endswith(f"_{end}")), "")
    return (column.removesuffix(limit).rstrip("_") or "value", limit) if limit else (column, "")


def _head(column: str, layout: TableLayout) -> str:
    """The words above a column; of a limit those of its figure, with which limit it is."""
    figure, limit = _split_limit(column)
    if limit and column not in layout.heads and figure in layout.heads and column != limit:
        return f"{layout.heads[figure]}, {limit.replace('_', ' ')}"
    return layout.heads.get(column, column.replace("_", " "))


def _is_per_hundred(column: str, layout: TableLayout) -> bool:
    """Whether a column is a share that is printed per 100, or a limit of one."""
    return _split_limit(column)[0] in layout.per_hundred


def _format_cell(row: Row, column: str, per_hundred: bool = False) -> str:
    value = row.get(column)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if per_hundred and isinstance(value, int | float):
        return f"{100 * value:.1f}"
    if isinstance(value, float):
        return f"{value:.4f}" if abs(value) >= 0.0001 or value == 0 else f"{value:.1e}"
    if value is None:
        return "–"
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if text.isprintable() else "".join(" " if unicodedata.category(c)[0] == "C" else c for c in text)


def wide(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def pad_text(text: str, width: int, right: bool) -> str:
    """A text of so many columns, at the left or at the right."""
    air = " " * (width - wide(text))
    return air + text if right else text + air
