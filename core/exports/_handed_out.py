"""What a project handed out and got back, in the native record: its packages, so that a project that is built anew from
the record takes the answers of packages that the first one made, and what came of them that is no decision.

The header has the packages, and under which names their answers are kept; each item says in which it is, with the cells
that a task handed out, those that were asked once more, and what was said then. Only the project itself has this:
neither a package nor any other export says who else was given what. When answers came in, and in which files, is not
told: it would depend on the order of merging.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from typing import Any

import orjson

from galley.core.exports._items import Item
from galley.core.exports._places import IdWords, Places

TABLES = ("packages", "package_cells")
NOT_TOLD = ("seen", "again")
"""Of a package: a row id says nothing elsewhere, and cells are told by their items."""

Given = tuple[int, int, int]
"""A unit, criterion and target (row ids)."""


class HandedOut:
    """The packages of a project, the oldest first."""

    def __init__(self, connection: sqlite3.Connection, words: IdWords) -> None:
        self._connection, self._words = connection, words
        hidden = connection.execute("SELECT 1 FROM temp.sqlite_master WHERE name = 'annotator'").fetchone()
        given = () if hidden else connection.execute("SELECT id, uid, settings FROM package ORDER BY id")  # hold names
        self._settings: list[dict[str, Any]] = []
        self._uids: dict[int, str] = {}
        self._again: dict[int, dict[int, list[Given]]] = defaultdict(lambda: defaultdict(list))
        self._said: dict[int, dict[int, list[tuple[Any, ...]]]] = defaultdict(lambda: defaultdict(list))
        self._lines: dict[tuple[str, str, str], dict[str, Any]] = {}
        for row, uid, text in given:
            self._uids[row] = uid
            self._settings.append(orjson.loads(text))
            for unit, criterion, target in sorted(self._settings[-1].get("again", ())):
                self._again[self._item(unit)][row].append((unit, criterion, target))
        if self._uids:
            self._came()

    def _came(self) -> None:
        rows = {uid: row for row, uid in self._uids.items()}
        for uid, text in self._connection.execute("SELECT package, report FROM merged WHERE package IS NOT NULL"):
            report = orjson.loads(text)
            for line in report["lines"]:
                place = (uid, line["theirs"], line["here"])
                self._lines[place] = max(line, self._lines.get(place, line), key=lambda each: each["count"])
            for said in report.get("again", ()):
                listed = self._said[self._item(said[1])][rows[uid]]
                if tuple(said) not in listed:  # two files of one copy have what the first had
                    listed.append(tuple(said))

    def _item(self, unit: int) -> int:
        query = "SELECT item_id FROM unit JOIN document ON document.id = document_id WHERE unit.id = ?"
        found: int = self._connection.execute(query, (unit,)).fetchone()[0]
        return found

    @property
    def tables(self) -> tuple[str, ...]:
        """What has to be read with each item."""
        return TABLES if self._uids else ()

    def header(self) -> dict[str, Any]:
        """What the first line says of them; nothing where there are none."""
        if not self._uids:
            return {}
        told = [{name: kept for name, kept in each.items() if name not in NOT_TOLD} for each in self._settings]
        came = [{"package": place[0], **line} for place, line in sorted(self._lines.items())]
        return {"packages": told, **({"returned": came} if came else {})}

    def add(self, found: dict[str, Any], item: Item, places: Places) -> None:
        """Put into an item's record in which packages it is."""
        if not self._uids:
            return
        cells: dict[int, list[dict[str, Any]]] = {}
        for _, package, criterion, unit, target in item.rows["package_cells"]:
            cells.setdefault(package, []).append(self._cell(places, unit, criterion, target))
        again, said = self._again.get(item.id, {}), self._said.get(item.id, {})
        inside = {package for _, package in item.rows["packages"]}
        told = []
        for package, uid in self._uids.items():
            if package not in inside | again.keys() | said.keys():
                continue
            entry: dict[str, Any] = {"package": uid}
            entry |= {"cells": cells[package]} if package in cells else {}
            entry |= {} if package in inside else {"apart": True}
            if package in again:
                entry["again"] = [self._cell(places, *cell) for cell in again[package]]
            if package in said:
                entry["repeated"] = [self._repeated(places, *each) for each in sorted(said[package], key=_when)]
            told.append(entry)
        if told:
            found["packages"] = told

    def _cell(self, places: Places, unit: int, criterion: int, target: int) -> dict[str, Any]:
        return {**self._words.asked(criterion), **places.cell(unit, target, self._words.criteria[criterion])}

    def _repeated(
        self, places: Places, who: int, unit: int, criterion: int, target: int, value: Any, at: str, uid: str
    ) -> dict[str, Any]:
        """An answer that only repeats; its ``value`` is none where they were unsure."""
        said = {"uid": uid, "at": at, "reviewer": self._words.annotators[who][0], "value": value}
        return {**said, **self._cell(places, unit, criterion, target)}


def _when(said: tuple[Any, ...]) -> tuple[str, str]:
    return (said[5], said[6])
