"""The header line of a file of native records: annotators, schemes and settings."""

from __future__ import annotations

import sqlite3
from typing import Any

from galley.core.columns import names
from galley.core.columns.native_cells import Vocabulary
from galley.core.columns.native_record import RecordHeader
from galley.core.columns.record_rows import dumps
from galley.core.errors import InputError
from galley.core.project import blind, json_shapes, mark, taskrows, using
from galley.core.schemes.loader import parse
from galley.core.typed_reading import check

FORMATS = (1, 2)
"""The second has tasks."""


def take(connection: sqlite3.Connection, record: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Add what is new; what the project has already stays as it is. A scheme without its TOML is the one that ships
    under that id.

    Raises: InputError for another format, a scheme that nobody knows, and one that the project has with other content.
    """
    if record["galley"] not in FORMATS:
        raise InputError(f"the file is of format {record['galley']!r}, which this Galley does not know; update it")
    check(record, RecordHeader)
    for entry in record.get("annotators") or ():
        vocabulary.tell(entry)
    known = {row[0] for row in connection.execute("SELECT name FROM scheme")}
    for entry in record.get("schemes") or ():
        if "toml" not in entry:
            vocabulary.scheme(entry.get("id"))
            continue
        scheme = names.add_scheme(connection, parse(entry["toml"], f"the scheme {entry.get('id')!r}"))
        if scheme.id not in known and not entry.get("active", True):
            connection.execute("UPDATE scheme SET active = 0 WHERE id = ?", (scheme.row,))
    for entry in record.get("protocols") or ():
        using.put(connection, entry["toml"], f"the protocol {entry.get('id')!r}")
    _handed_out(connection, record)
    settings = record.get("settings") or {}
    settings = {name: value for name, value in settings.items() if name != mark.SETTING}
    if connection.execute("SELECT 1 FROM item LIMIT 1").fetchone():
        # only a file made for it is a package, and blind: an import neither hides anything in a project nor locks it
        settings = {name: value for name, value in settings.items() if name not in (blind.SETTING, "package")}
    for name, value in settings.items():
        check(value, json_shapes.of_setting(name), f"the setting {name!r}")
    connection.executemany(
        "INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)",
        [(name, dumps(value)) for name, value in settings.items()],
    )


def _handed_out(connection: sqlite3.Connection, record: dict[str, Any]) -> None:
    """The packages that the project of the record made: their answers may come back to this one. Which decisions were
    there when a package was made, row ids do not tell here; its time does (see ``Issued.seen``)."""
    for given in record.get("packages") or ():
        check(given, json_shapes.PackageSettings, "a package")
        package = given["package"]
        connection.execute(
            "INSERT OR IGNORE INTO package (uid, reviewer, at, settings) VALUES (?, ?, ?, ?)",
            (package["uid"], package["reviewer"], package["at"], dumps({**given, "seen": -1})),
        )
    for line in record.get("returned") or ():
        known = connection.execute("SELECT 1 FROM package WHERE uid = ?", (line.get("package"),)).fetchone()
        check(line, json_shapes.ReturnedLine, "what came back of a package")
        if known is None:
            raise InputError(f"answers came back of {line.get('package')!r}, a package that the header does not name")
        told = {name: line[name] for name in ("theirs", "here", "count", "chain")}
        taskrows.returned(connection, line["package"], [told], [])
