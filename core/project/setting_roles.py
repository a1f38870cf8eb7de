"""Giving people roles, with an entry in the log; what a role allows is in ``duties``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.project import duties, log_entries
from galley.core.project.duties import Duty
from galley.core.project.log_entries import EntryKind


def put(
    connection: sqlite3.Connection, given: Mapping[str, Duty | None], by: str
) -> tuple[dict[str, Duty], ChangeSet]:
    """Give people roles, or none (a job for the writer), in the name of ``by``. Raises: InputError where nobody would
    be left as the lead, or people have roles and ``by`` is none"""
    log_entries.require(connection, EntryKind.ROLE, by)
    found = duties.read(connection)
    for name, duty in given.items():
        if not name.strip():
            raise InputError("A role needs the name of a person.")
        found.pop(name.strip(), None)
        if duty is not None:
            found[name.strip()] = duty
    if found and Duty.LEAD not in found.values():
        raise InputError("Somebody must be the lead where people have roles; name one, as in galley roles mira=lead.")
    said = [f"{name} is {duty}" if duty else f"{name} has no role" for name, duty in given.items()]
    connection.execute("DELETE FROM setting WHERE name = ?", (duties.SETTING,))
    if found:
        text = json.dumps(found, ensure_ascii=False, sort_keys=True)
        connection.execute("INSERT INTO setting VALUES (?, ?)", (duties.SETTING, text))
    log_entries.add_allowed(connection, EntryKind.ROLE, by, f"set roles: {', '.join(said)}")
    return found, ChangeSet(settings=True)
