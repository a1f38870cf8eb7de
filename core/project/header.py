"""The header line of a file of native records: annotators, schemes and settings."""

from __future__ import annotations

import sqlite3
from typing import Any

from galley.core.definitions.schemes import parse_scheme
from galley.core.errors import InputError
from galley.core.project import protocol_use
from galley.core.review import blind
from galley.core.storage import json_shapes, names, open_mark, task_rows
from galley.core.storage.native_cells import Vocabulary
from galley.core.storage.native_record import RecordHeader
from galley.core.storage.queries import tasks as task_queries
from galley.core.storage.queries.items import count_items
from galley.core.storage.queries.settings import write_new_setting
from galley.core.storage.record_rows import dumps
from galley.core.typed_reading import check

FORMATS = (1, 2)
"""The second has tasks."""


def import_header(connection: sqlite3.Connection, record: dict[str, Any], vocabulary: Vocabulary) -> None:
    """Add what is new; what the project has already stays as it is. A scheme without its TOML is the one that ships
    under that id.

    Raises: InputError for another format, a scheme that nobody knows, and one that the project has with other content.
    """
    if record["galley"] not in FORMATS:
        raise InputError(f"the file is of format {record['galley']!r}, which this Galley does not know; update it")
    check(record, RecordHeader)
    for entry in record.get("annotators") or ():
        vocabulary.tell(entry)
    known_schemes = {scheme.id for scheme in names.schemes(connection)}
    for entry in record.get("schemes") or ():
        if "toml" not in entry:
            vocabulary.scheme(entry.get("id"))
            continue
        scheme = names.add_scheme(connection, parse_scheme(entry["toml"], f"the scheme {entry.get('id')!r}"))
        if scheme.id not in known_schemes and not entry.get("active", True):
            task_queries.deactivate_scheme(connection, scheme.row)
    for entry in record.get("protocols") or ():
        protocol_use.put(connection, entry["toml"], f"the protocol {entry.get('id')!r}")
    _add_packages(connection, record)
    settings = record.get("settings") or {}
    settings = {name: value for name, value in settings.items() if name != open_mark.SETTING}
    if count_items(connection):
        # only a file made for it is a package, and blind: an import neither hides anything in a project nor locks it
        settings = {name: value for name, value in settings.items() if name not in (blind.SETTING, "package")}
    for name, value in settings.items():
        check(value, json_shapes.of_setting(name), f"the setting {name!r}")
    for name, value in settings.items():
        write_new_setting(connection, name, dumps(value))


def _add_packages(connection: sqlite3.Connection, record: dict[str, Any]) -> None:
    """The packages that the project of the record made: their answers may come back to this one. Which decisions were
    there when a package was made, row ids do not tell here; its time does (see ``PackageRecord.seen``)."""
    for package_entry in record.get("packages") or ():
        check(package_entry, json_shapes.PackageSettings, "a package")
        package = package_entry["package"]
        stored_settings = dumps({**package_entry, "seen": -1})
        task_queries.add_package(connection, package["uid"], package["reviewer"], package["at"], stored_settings)
    for line in record.get("returned") or ():
        check(line, json_shapes.ReturnedLine, "what came back of a package")
        if not task_queries.has_package(connection, line["package"]):
            raise InputError(f"answers came back of {line.get('package')!r}, a package that the header does not name")
        returned_answers = {name: line[name] for name in ("theirs", "here", "count", "chain")}
        task_rows.add_returned(connection, line["package"], [returned_answers], [])
