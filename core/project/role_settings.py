"""Giving people roles, with an entry in the log; what a role allows is in ``duties``."""

from __future__ import annotations

import json
from collections.abc import Mapping

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.review import log_entries
from galley.core.review.log_entries import EntryKind
from galley.core.storage.connection import Connection
from galley.core.storage.queries import settings
from galley.core.tasks.roles import ROLES_SETTING, Duty, read_roles


def put(
    connection: Connection, new_roles: Mapping[str, Duty | None], by: str
) -> tuple[dict[str, Duty], ChangeSet]:
    """Give people roles, or none (a job for the writer), in the name of ``by``. Raises: InputError where nobody would
    be left as the lead, or people have roles and ``by`` is none"""
    log_entries.require(connection, EntryKind.ROLE, by)
    roles = read_roles(connection)
    for name, duty in new_roles.items():
        if not name.strip():
            raise InputError("A role needs the name of a person.")
        roles.pop(name.strip(), None)
        if duty is not None:
            roles[name.strip()] = duty
    if roles and Duty.LEAD not in roles.values():
        raise InputError(
            "A project with roles needs a lead; name one, as in galley campaign roles mira=lead."
        )
    role_words = [f"{name} is {duty}" if duty else f"{name} has no role" for name, duty in new_roles.items()]
    text = json.dumps(roles, ensure_ascii=False, sort_keys=True) if roles else None
    settings.write_setting(connection, ROLES_SETTING, text)
    log_entries.add_allowed(connection, EntryKind.ROLE, by, f"set roles: {', '.join(role_words)}")
    return roles, ChangeSet(settings=True)
