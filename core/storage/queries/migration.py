"""What older forms of the schema did not keep, filled from what they did."""

from __future__ import annotations

import sqlite3


def keep_flagged_items(connection: sqlite3.Connection) -> None:
    """Note of each judge and import the items that it flagged."""
    connection.execute(
        "INSERT OR IGNORE INTO flagged SELECT annotator_id, item_id FROM verdict WHERE value = 'yes'"
        " AND annotator_id IN (SELECT id FROM annotator WHERE kind IN ('judge', 'import'))"
    )


def find_items_with_open_gold(connection: sqlite3.Connection) -> list[int]:
    """The items (row ids) in which gold left a cell open or is silent, or somebody is unsure."""
    gold = "annotator_id IN (SELECT id FROM annotator WHERE kind = 'gold')"
    rows = connection.execute(
        f"SELECT item_id FROM verdict WHERE {gold} AND value IS NULL UNION SELECT item_id FROM judged WHERE {gold}"
        " UNION SELECT item_id FROM progress WHERE unsure > 0"
    )
    return [item for (item,) in rows]
