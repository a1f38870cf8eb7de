"""Entities with their paragraphs, golden entries and systems' tables as JSON Lines: what ``sumie_importer`` reads.

``sumie_csv_export`` writes the same as a table. Entries are as they stand, revisions included; what people said of them
is in the other formats.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from galley.core.domain import Role
from galley.core.exports._items import items
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.papers.sumie.entry_model import TableEntry, entries, news, tables, turns
from galley.core.project import item_reading
from galley.core.project.item_reading import ItemView


class SumieExport:
    """One entity a line."""

    name = "sumie"
    title = "SUMIE: entities, their paragraphs and tables; imports back"
    suffix = ".jsonl"

    def write(
        self, connection: sqlite3.Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write a line for each entity. See ``Export.write``."""
        with out.open("wb", buffering=1 << 20) as stream:
            for entity in entities(connection, only, report, progress):
                stream.write(orjson.dumps(entity, option=orjson.OPT_APPEND_NEWLINE))


def entities(
    connection: sqlite3.Connection, only: Only, report: ExportReport, progress: Progress
) -> Iterator[dict[str, Any]]:
    """The entities of a project in the form of the file; items that are none are counted as left out."""
    for item in items(connection, only, (), report, progress):
        view = item_reading.load(connection, item.id)
        found = entity(view)
        if found is None:
            report.leave_out("items that are no entity with paragraphs")
            report.count("items", -1)
        else:
            yield found


def entity(view: ItemView) -> dict[str, Any] | None:
    """One item in the form of the file; None where it has no paragraphs of an entity."""
    article = news(view)
    if article is None:
        return None
    golden: dict[int, list[dict[str, str]]] = {}
    for each, number in _golden(view):
        golden.setdefault(number, []).append(_entry(each, state=True))
    paragraphs = []
    for number, (unit, turn) in enumerate(zip(article.units, turns(view), strict=True), 1):
        paragraphs.append(
            {
                "text": unit.text,
                "tone": turn.tone,
                "style": turn.style,
                "distractors": [unit.text[start:end] for start, end, _ in turn.distractors],
                "golden": golden.get(number, []),
            }
        )
    summaries = [
        {
            "system": table.system,
            "method": table.method,
            "turn": table.turn,
            **({"invalid": table.invalid} if table.invalid else {}),
            "entries": [_entry(each) for each in table.entries],
        }
        for table in tables(view)
    ]
    named = {"entity": str(view.meta.get("entity") or view.key), "category": str(view.meta.get("category") or "")}
    key = {} if named["entity"] == view.key else {"key": view.key}
    return {**key, **named, "paragraphs": paragraphs, "summaries": summaries}


def _golden(view: ItemView) -> Iterator[tuple[TableEntry, int]]:
    for document in view.documents:
        turn = document.meta.get("turn")
        if document.role is Role.REFERENCE and isinstance(turn, int):
            for each in entries(view, document):
                yield each, turn


def _entry(entry: TableEntry, state: bool = False) -> dict[str, str]:
    found = dict(entry.fact._asdict())
    if state:
        found["state"] = entry.state.value if entry.state else ""
    return found


EXPORT = SumieExport()
