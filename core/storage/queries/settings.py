"""Settings as they are stored: JSON by name."""

from __future__ import annotations

import sqlite3

Connection = sqlite3.Connection


def write_setting(connection: Connection, name: str, text: str | None, replace: bool = True) -> bool:
    """Keep a setting (JSON) in the place of an earlier one, or only where there is none; None deletes it. Whether that
    changed a row."""
    if text is None:
        return connection.execute("DELETE FROM setting WHERE name = ?", (name,)).rowcount > 0
    query = f"INSERT OR {'REPLACE' if replace else 'IGNORE'} INTO setting (name, value) VALUES (?, ?)"
    return connection.execute(query, (name, text)).rowcount > 0


def list_settings(connection: Connection, prefix: str) -> dict[str, str]:
    """The settings (JSON) whose name begins so, by name."""
    query = "SELECT name, value FROM setting WHERE substr(name, 1, ?) = ? ORDER BY name"
    return dict(connection.execute(query, (len(prefix), prefix)).fetchall())
