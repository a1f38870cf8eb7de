"""A frozen project: nothing but reading and exporting until somebody unfreezes it. It guards against slips, as roles
do: who may write the file may unfreeze it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.review import log_entries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting, settings

SETTING = "frozen"


@dataclass(frozen=True, slots=True)
class FreezeRecord:
    """When (UTC, ISO 8601), by whom and why."""

    at: str
    by: str
    why: str = ""

    def words(self, name: str) -> str:
        """The sentence that a project called ``name`` is opened with."""
        why = f" ({self.why})" if self.why else ""
        return (
            f"{name} was frozen by {self.by} on {self.at[:10]}{why}: it can be read and exported, and nothing is saved"
            " in it."
        )


def read_freeze_record(connection: Connection) -> FreezeRecord | None:
    """How the project was frozen; None where it was not. What cannot be read is frozen all the same."""
    text = read_setting(connection, SETTING)
    if text is None:
        return None
    try:
        return FreezeRecord(**json.loads(text))
    except (ValueError, TypeError):
        return FreezeRecord("", "somebody")


def freeze_project(
    connection: Connection, by: str, why: str = "", *, of_package: bool = False
) -> tuple[FreezeRecord, ChangeSet]:
    """Freeze the project (a job for the writer); it counts from the next opening. ``of_package``: the program freezes
    what it packs, and ``by`` is the project. Raises: InputError"""
    if not by.strip():
        raise InputError("Say who freezes the project.")
    words = f"froze the project: {why.strip()}" if why.strip() else "froze the project"
    if of_package:
        log_entries.add_unnamed(connection, log_entries.EntryKind.SETTING, words)
    else:
        log_entries.add(connection, log_entries.EntryKind.SETTING, by, words)
    freeze_record = FreezeRecord(datetime.now(UTC).isoformat(timespec="seconds"), by.strip(), why.strip())
    settings.write_setting(connection, SETTING, json.dumps(asdict(freeze_record)))
    return freeze_record, ChangeSet(settings=True)


def unfreeze_project(connection: Connection, by: str) -> tuple[None, ChangeSet]:
    """Let the project be written again (a job for the writer). Raises: InputError where it is not frozen"""
    log_entries.require(connection, log_entries.EntryKind.SETTING, by)
    if not settings.write_setting(connection, SETTING, None):
        raise InputError("The project is not frozen.")
    log_entries.add(connection, log_entries.EntryKind.SETTING, by, "unfroze the project")
    return None, ChangeSet(settings=True)
