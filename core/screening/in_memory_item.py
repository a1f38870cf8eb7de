"""A native record as an item, without a project: what a judge's method is given."""

from __future__ import annotations

from typing import Any

from galley.core.domain import Document, ItemId, Role, Unit, UnitId, UnitKind
from galley.core.review.items import ItemView
from galley.core.storage.record_rows import read_document


def view(record: dict[str, Any]) -> ItemView:
    """The item of a record; its row ids count from 1. Raises: InputError for a document that is not sound."""
    documents = []
    row = 1
    for number, raw in enumerate(record["documents"], 1):
        text = read_document(raw)
        kind, speakers = UnitKind(text.kind), text.speakers or [""] * len(text.spans)
        units = tuple(
            Unit(UnitId(row + 1 + at), number, kind, at, start, end, text.text[start:end], speaker)
            for at, ((start, end), speaker) in enumerate(zip(text.spans, speakers, strict=True))
        )
        documents.append(
            Document(
                number,
                ItemId(1),
                text.name,
                Role(text.role),
                text.text,
                text.system,
                text.part,
                UnitId(row),
                units,
                text.meta or {},
            )
        )
        row += 1 + len(units)
    return ItemView(
        ItemId(1), record["key"], record.get("dataset", ""), record.get("split", ""), record.get("meta") or {},
        tuple(documents), (), (), frozenset(), (), {},
    )  # fmt: skip
