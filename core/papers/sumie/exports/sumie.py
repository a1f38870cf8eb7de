"""Entities with their paragraphs, golden entries and systems' tables as JSON Lines: what ``sumie`` reads.

``sumie_csv`` writes the same as a table. Entries are as they stand, revisions included; what people said of them
is in the other formats.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from galley.core.domain import Role
from galley.core.exports._items import iterate_items
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.papers.sumie.entry_model import TableEntry, entries, find_article, tables, turns
from galley.core.review.items import ItemView, load_item_view
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice


class SumieExport:
    """One entity a line."""

    name = "sumie"
    title = "SUMIE: entities, their paragraphs and tables; imports back"
    suffix = ".jsonl"

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write a line for each entity. See ``Export.write``."""
        with out.open("wb", buffering=1 << 20) as stream:
            for entity in entities(connection, only, report, progress):
                stream.write(orjson.dumps(entity, option=orjson.OPT_APPEND_NEWLINE))


def entities(
    connection: Connection, only: Only, report: ExportReport, progress: Progress
) -> Iterator[dict[str, Any]]:
    """The entities of a project in the form of the file; items that are none are counted as left out."""
    for item in iterate_items(connection, ItemChoice(only), (), report, progress):
        view = load_item_view(connection, item.id)
        record = entity(view)
        if record is None:
            report.leave_out("items that are no entity with paragraphs")
            report.count("items", -1)
        else:
            yield record


def entity(view: ItemView) -> dict[str, Any] | None:
    """One item in the form of the file; None where it has no paragraphs of an entity."""
    article = find_article(view)
    if article is None:
        return None
    golden: dict[int, list[dict[str, str]]] = {}
    for golden_entry, number in _golden(view):
        golden.setdefault(number, []).append(_entry_fields(golden_entry, state=True))
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
            "entries": [_entry_fields(entry) for entry in table.entries],
        }
        for table in tables(view)
    ]
    entity_fields = {
        "entity": str(view.meta.get("entity") or view.key),
        "category": str(view.meta.get("category") or ""),
    }
    key = {} if entity_fields["entity"] == view.key else {"key": view.key}
    return {**key, **entity_fields, "paragraphs": paragraphs, "summaries": summaries}


def _golden(view: ItemView) -> Iterator[tuple[TableEntry, int]]:
    for document in view.documents:
        turn = document.meta.get("turn")
        if document.role is Role.REFERENCE and isinstance(turn, int):
            for golden_entry in entries(view, document):
                yield golden_entry, turn


def _entry_fields(entry: TableEntry, state: bool = False) -> dict[str, str]:
    fields = dict(entry.fact._asdict())
    if state:
        fields["state"] = entry.state.value if entry.state else ""
    return fields


EXPORT = SumieExport()
