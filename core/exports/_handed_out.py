"""What a project handed out, in the native record: its packages, so that a project that is built anew from the record
takes the answers of packages that the first one made.

The header has the packages; each item says in which it is, with the cells that a task handed out. Only the project
itself has this: neither a package nor any other export says who else was given what.
"""

from __future__ import annotations

import sqlite3
from typing import Any

import orjson

from galley.core.exports._items import Item
from galley.core.exports._places import Places, Words

TABLES = ("packages", "package_cells")


class HandedOut:
    """The packages of a project, the oldest first."""

    def __init__(self, connection: sqlite3.Connection, words: Words) -> None:
        self._connection, self._words = connection, words
        hidden = connection.execute("SELECT 1 FROM temp.sqlite_master WHERE name = 'annotator'").fetchone()
        given = () if hidden else connection.execute("SELECT id, uid FROM package ORDER BY id")  # they hold names
        self._uids = dict(given)

    @property
    def tables(self) -> tuple[str, ...]:
        """What has to be read with each item."""
        return TABLES if self._uids else ()

    def header(self) -> dict[str, Any]:
        """What the first line says of them; nothing where there are none."""
        if not self._uids:
            return {}
        given = (orjson.loads(text) for (text,) in self._connection.execute("SELECT settings FROM package ORDER BY id"))
        # a row id says nothing elsewhere, and what was merged when would tell the order of merging
        return {"packages": [{name: kept for name, kept in each.items() if name != "seen"} for each in given]}

    def add(self, found: dict[str, Any], item: Item, places: Places) -> None:
        """Put into an item's record in which packages it is."""
        if not self._uids or not item.rows["packages"]:
            return
        cells: dict[int, list[dict[str, Any]]] = {}
        for _, package, criterion, unit, target in item.rows["package_cells"]:
            place = places.cell(unit, target, self._words.criteria[criterion])
            cells.setdefault(package, []).append({**self._words.asked(criterion), **place})
        found["packages"] = [
            {"package": self._uids[package], **({"cells": cells[package]} if package in cells else {})}
            for _, package in item.rows["packages"]
        ]
