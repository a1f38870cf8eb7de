"""The documents and derived units of an item that is in the project, laid out as a record names them."""

from __future__ import annotations

import sqlite3

from galley.core.domain import ItemId
from galley.core.storage import record_rows
from galley.core.storage.record_rows import Layout, PlacedDocument


def load_layout(connection: sqlite3.Connection, item: ItemId) -> Layout:
    """The layout of the item with this row id."""
    layout = Layout(item)
    for document, name, role, length, whole, count in connection.execute(
        "SELECT id, name, role, length, whole_id, units FROM document WHERE item_id = ? ORDER BY id", (item,)
    ).fetchall():
        units = connection.execute(
            'SELECT kind, "end" - start FROM unit WHERE id > ? AND id <= ? ORDER BY id', (whole, whole + count)
        ).fetchall()
        kind = units[0][0] if units else record_rows.UNIT_KIND[role]
        layout.documents[name] = PlacedDocument(document, name, role, kind, whole, [u[1] for u in units], length)
        for row, derived, text, unit_name in connection.execute(
            "SELECT id, kind, text, name FROM unit WHERE document_id = ? AND text IS NOT NULL ORDER BY id", (document,)
        ):
            layout.derived_units[unit_name] = (row, document, derived, text)
    return layout


def unit_text(connection: sqlite3.Connection, document: PlacedDocument, unit: int) -> str:
    """The text of a unit of a document, counted from 0."""
    if document.texts is not None:
        start, end = document.texts.spans[unit]
        return document.texts.text[start:end]
    text, start, end = connection.execute(
        'SELECT document.text, start, "end" FROM unit JOIN document ON document.id = document_id WHERE unit.id = ?',
        (document.first + unit,),
    ).fetchone()
    return str(text[start:end])
