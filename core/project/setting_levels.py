"""Setting the level of silence, with an entry in the log; what a level is, is in ``tasks.levels``."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from galley.core.columns import names
from galley.core.domain import ChangeSet, UnitKind
from galley.core.errors import InputError
from galley.core.project import log_entries
from galley.core.protocols.ownership import full
from galley.core.tasks import levels


def put(connection: sqlite3.Connection, new_levels: Mapping[str, str], by: str) -> tuple[None, ChangeSet]:
    """Set the levels of these criteria (full names) in the name of ``by`` (a job for the writer). Raises: InputError
    for a criterion that has one level, or is not there, and where people have roles and ``by`` is no lead"""
    log_entries.require(connection, log_entries.EntryKind.RULE, by)
    criteria = {full(c): c for c in names.criteria(connection).values()}
    for name in new_levels:
        if name not in criteria:
            raise InputError(f"There is no criterion {name} in this project; write it as SCHEME/CRITERION.")
        if criteria[name].unit is UnitKind.WHOLE or criteria[name].scale != "yes-no":
            raise InputError(f"{name} has one level only: it is asked of whole documents, or is no yes/no question.")
    sentence = ", ".join(f"{name} is about {level}" for name, level in new_levels.items())
    log_entries.add(connection, log_entries.EntryKind.RULE, by, f"set levels of implicit noes: {sentence}")
    levels.set_levels(connection, dict(new_levels))
    return None, ChangeSet(settings=True)
