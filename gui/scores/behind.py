"""From a figure back to the items whose cells it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gui.charts.base import Ask


def items(connection: Any, row: Mapping[str, Any], ask: Ask) -> tuple[int, ...]:
    """The items behind a metric's row under the chips."""
    return tuple(row.get("items", ()))


def words(row: Mapping[str, Any]) -> str:
    """A few words for the queue: "missed-turn, gpt-4o"."""
    parts = [str(row[name]) for name in ("criterion", "judge", "system") if row.get(name)]
    return ", ".join(parts)
