"""What a project assigned and got back, in the native record: its packages, so that a project that is rebuilt from
the record takes the answers of packages that the first one made, and what came of them that is no decision.

The header has the packages, and under which names their answers are kept; each item says in which it is, with the cells
that a task handed out, those that were asked once more, and what was said then. Only the project itself has this:
neither a package nor any other export says who else was given what. When answers came in, and in which files, is not
told: it would depend on the order of merging.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import orjson

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId
from galley.core.exports._items import Item
from galley.core.exports._places import IdWords, Places
from galley.core.storage.connection import Connection
from galley.core.storage.queries import packages, read_units

TABLES = ("packages", "package_cells")
HIDDEN_FIELDS = ("seen", "again")
"""Of a package: a row id says nothing elsewhere, and cells are told by their items."""

Given = tuple[UnitId, CriterionId, int]
"""A unit, criterion and target (row ids)."""


class AssignedPackages:
    """The packages of a project, the oldest first."""

    def __init__(self, connection: Connection, words: IdWords) -> None:
        self._connection, self._words = connection, words
        self._settings: list[dict[str, Any]] = []
        self._uids: dict[int, str] = {}
        self._again: dict[int, dict[int, list[Given]]] = defaultdict(lambda: defaultdict(list))
        self._repeat_answers: dict[int, dict[int, list[tuple[Any, ...]]]] = defaultdict(lambda: defaultdict(list))
        self._lines: dict[tuple[str, str, str], dict[str, Any]] = {}
        for row, uid, text in packages.read_packages(connection, unless_hidden=True):
            self._uids[row] = uid
            self._settings.append(orjson.loads(text))
            for unit, criterion, target in sorted(self._settings[-1].get("again", ())):
                self._again[self._item(unit)][row].append((unit, criterion, target))
        if self._uids:
            self._read_merges()

    def _read_merges(self) -> None:
        rows = {uid: row for row, uid in self._uids.items()}
        for uid, _, text in packages.read_merged_files(self._connection):
            if uid is None:
                continue
            report = orjson.loads(text)
            for line in report["lines"]:
                place = (uid, line["theirs"], line["here"])
                self._lines[place] = max(line, self._lines.get(place, line), key=lambda candidate: candidate["count"])
            for repeat in report.get("again", ()):
                repeats = self._repeat_answers[self._item(repeat[1])][rows[uid]]
                if tuple(repeat) not in repeats:  # two files of one copy have what the first had
                    repeats.append(tuple(repeat))

    def _item(self, unit: UnitId) -> ItemId:
        return read_units(self._connection, [unit])[unit].item

    @property
    def tables(self) -> tuple[str, ...]:
        """What has to be read with each item."""
        return TABLES if self._uids else ()

    def header(self) -> dict[str, Any]:
        """What the first line says of them; nothing where there are none."""
        if not self._uids:
            return {}
        package_settings = [
            {name: value for name, value in settings.items() if name not in HIDDEN_FIELDS}
            for settings in self._settings
        ]
        returned_lines = [{"package": place[0], **line} for place, line in sorted(self._lines.items())]
        return {"packages": package_settings, **({"returned": returned_lines} if returned_lines else {})}

    def add(self, record: dict[str, Any], item: Item, places: Places) -> None:
        """Put into an item's record in which packages it is."""
        if not self._uids:
            return
        cells: dict[int, list[dict[str, Any]]] = {}
        for _, package, criterion, unit, target in item.rows["package_cells"]:
            cells.setdefault(package, []).append(self._cell(places, unit, criterion, target))
        again, repeats = self._again.get(item.id, {}), self._repeat_answers.get(item.id, {})
        inside = {package for _, package in item.rows["packages"]}
        package_entries = []
        for package, uid in self._uids.items():
            if package not in inside | again.keys() | repeats.keys():
                continue
            entry: dict[str, Any] = {"package": uid}
            entry |= {"cells": cells[package]} if package in cells else {}
            entry |= {} if package in inside else {"apart": True}
            if package in again:
                entry["again"] = [self._cell(places, *cell) for cell in again[package]]
            if package in repeats:
                entry["repeated"] = [
                    self._repeat_entry(places, *answer) for answer in sorted(repeats[package], key=_when)
                ]
            package_entries.append(entry)
        if package_entries:
            record["packages"] = package_entries

    def _cell(self, places: Places, unit: UnitId, criterion: CriterionId, target: int) -> dict[str, Any]:
        return {**self._words.criterion_fields(criterion), **places.cell(unit, target, self._words.criteria[criterion])}

    def _repeat_entry(
        self,
        places: Places,
        who: AnnotatorId,
        unit: UnitId,
        criterion: CriterionId,
        target: int,
        value: Any,
        at: str,
        uid: str,
    ) -> dict[str, Any]:
        """An answer that only repeats; its ``value`` is none where they were unsure."""
        answer = {"uid": uid, "at": at, "reviewer": self._words.annotators[who][0], "value": value}
        return {**answer, **self._cell(places, unit, criterion, target)}


def _when(repeat: tuple[Any, ...]) -> tuple[str, str]:
    return (repeat[5], repeat[6])
