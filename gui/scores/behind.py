"""From a figure back to the items whose cells it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.metrics.behind import behind
from core.project import activity
from gui.charts import confusion
from gui.charts.base import Ask


def items(connection: Any, row: Mapping[str, Any], ask: Ask) -> tuple[int, ...]:
    """The items (row ids) behind a mark under the chips.

    A row names them itself ("items"), or the reviewer whose decisions it counts ("reviewer" and "actions"), or two
    criteria that were confused ("pair"), or is a metric's row of which "outcome" may narrow the cells.
    """
    if "items" in row and not isinstance(row["items"], int):
        return tuple(row["items"])
    if "actions" in row:
        return tuple(activity.items(connection, row["reviewer"], row["actions"]))
    if "pair" in row:
        return confusion.items(connection, row, ask)
    return tuple(behind(connection, ask.params(), row, str(row.get("outcome", ""))).items)


def words(row: Mapping[str, Any]) -> str:
    """A few words for the queue: "Missed turn, gpt-4o"."""
    if "pair" in row:
        return f"gold: {row['gold']}, {row['judge']}: {row['said']}"
    parts = [row.get("name") or row.get("criterion"), row.get("judge"), row.get("system"), row.get("reviewer")]
    return ", ".join(str(part) for part in parts if part)
