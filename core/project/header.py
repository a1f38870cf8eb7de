"""The header line of a file of native records: annotators, schemes and settings."""

from __future__ import annotations

import sqlite3
from typing import Any

from galley.core.columns import names
from galley.core.columns.native_cells import Vocabulary
from galley.core.columns.record_rows import dumps, entries
from galley.core.errors import InputError
from galley.core.project import blind, json_shapes, mark, taskrows, using
from galley.core.schemes.loader import parse

FORMATS = (1, 2)
"""The second has tasks."""


def take(connection: sqlite3.Connection, record: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Add what is new; what the project has already stays as it is. A scheme without its TOML is the one that ships
    under that id.

    Raises: InputError for another format, a scheme that nobody knows, and one that the project has with other content.
    """
    if record["galley"] not in FORMATS:
        raise InputError(f"the file is of format {record['galley']!r}, which this Galley does not know; update it")
    for entry in entries(record, "annotators"):
        vocabulary.tell(entry)
    known = {row[0] for row in connection.execute("SELECT name FROM scheme")}
    for entry in entries(record, "schemes"):
        if "toml" not in entry:
            vocabulary.scheme(entry.get("id"))
            continue
        if not isinstance(entry["toml"], str):
            raise InputError("the toml of a scheme must be text")
        scheme = names.add_scheme(connection, parse(entry["toml"], f"the scheme {entry.get('id')!r}"))
        if scheme.id not in known and not entry.get("active", True):
            connection.execute("UPDATE scheme SET active = 0 WHERE id = ?", (scheme.row,))
    for entry in entries(record, "protocols"):
        if not isinstance(entry.get("toml"), str):
            raise InputError("the toml of a protocol must be text")
        using.put(connection, entry["toml"], f"the protocol {entry.get('id')!r}")
    _handed_out(connection, record)
    settings = record.get("settings") or {}
    if not isinstance(settings, dict):
        raise InputError("settings must be an object")
    settings = {name: value for name, value in settings.items() if name != mark.SETTING}
    if connection.execute("SELECT 1 FROM item LIMIT 1").fetchone():
        # only a file made for it is a package, and blind: an import neither hides anything in a project nor locks it
        settings = {name: value for name, value in settings.items() if name not in (blind.SETTING, "package")}
    for name, value in settings.items():
        if not json_shapes.setting(name, value):
            raise InputError(f"the setting {name!r} is not of the form that it should have")
    connection.executemany(
        "INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)",
        [(name, dumps(value)) for name, value in settings.items()],
    )


def _handed_out(connection: sqlite3.Connection, record: dict[str, Any]) -> None:
    """The packages that the project of the record made: their answers may come back to this one. Which decisions were
    there when a package was made, row ids do not tell here; its time does (see ``Issued.seen``)."""
    for given in entries(record, "packages"):
        if not json_shapes.fits(given, json_shapes.COLUMNS["package"]["settings"]):
            raise InputError("a package is not of the form that it should have")
        package = given["package"]
        connection.execute(
            "INSERT OR IGNORE INTO package (uid, reviewer, at, settings) VALUES (?, ?, ?, ?)",
            (package["uid"], package["reviewer"], package["at"], dumps({**given, "seen": -1})),
        )
    for line in entries(record, "returned"):
        known = connection.execute("SELECT 1 FROM package WHERE uid = ?", (line.get("package"),)).fetchone()
        if known is None or not json_shapes.fits(line, json_shapes.LINE):
            raise InputError("what came back of a package is not of the form that it should have")
        told = {name: line[name] for name in ("theirs", "here", "count", "chain")}
        taskrows.returned(connection, line["package"], [told], [])
