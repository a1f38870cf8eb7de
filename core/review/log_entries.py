"""Entries of the log about what can change gold besides decisions: roles, rules and protocols, known answers,
revocations, freezing. Each has a name and a sentence, and is under the log's digest as decisions are.

Whoever changes such a thing calls ``add`` in the same transaction, after the change. Where people have roles, only a
lead may.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from galley.core.errors import InputError
from galley.core.storage import log_hashes, queries, setting_states
from galley.core.storage.connection import Connection
from galley.core.tasks import roles
from galley.core.tasks.roles import Duty


class EntryKind(StrEnum):
    """What an entry is about; ``setting`` is whether the project is frozen, ``back`` a bulk change that was undone."""

    ROLE = "role"
    RULE = "rule"
    PROTOCOL = "protocol"
    KNOWN = "known"
    REVOKE = "revoke"
    SETTING = "setting"
    ERASED = "erased"
    BACK = "back"


_ONLY = {
    EntryKind.ROLE: "gives people roles",
    EntryKind.RULE: "sets the rule of a task",
    EntryKind.PROTOCOL: "changes the protocols of a project",
    EntryKind.KNOWN: "says which answers are known",
    EntryKind.REVOKE: "assigns work and merges answers",
    EntryKind.SETTING: "freezes or unfreezes a project",
}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """``at`` is UTC, ISO 8601; ``who`` is empty where the program itself wrote it, as with an import; ``words`` say
    what was changed."""

    at: str
    kind: EntryKind
    who: str
    words: str


def require(connection: Connection, kind: EntryKind, by: str) -> None:
    """Raises: InputError without a name, and where people have roles and this is no lead."""
    if not by.strip():
        raise InputError("Say who changes this, so that the log can name you: --as NAME.")
    roles.require_duty(connection, by, Duty.LEAD, _ONLY[kind])


def add(connection: Connection, kind: EntryKind, by: str, words: str, **details: Any) -> None:
    """Write an entry in the transaction of the change. Raises: see ``require``"""
    require(connection, kind, by)
    log_hashes.event(connection, kind, {"words": words, **details}, who=by.strip())


def add_allowed(connection: Connection, kind: EntryKind, by: str, words: str) -> None:
    """The same where ``require`` was called before the change, after which it may say something else."""
    log_hashes.event(connection, kind, {"words": words}, who=by.strip())


def add_import(connection: Connection) -> None:
    """Write an entry where records that were imported changed known answers or revocations."""
    _, changed = setting_states.find_changed(connection)
    if changed:
        add_unnamed(connection, EntryKind.KNOWN, f"imported records changed {' and '.join(changed)}")


def add_unnamed(connection: Connection, kind: EntryKind, words: str, **details: Any) -> None:
    """The same of what the program does by itself, with an import or in packing again."""
    log_hashes.event(connection, kind, {"words": words, **details})


def read(connection: Connection) -> Iterator[LogEntry]:
    """The entries in the order of time."""
    for entry in queries.read_log_entries(connection, [*EntryKind]):
        if entry.words:  # earlier versions wrote none of what was erased or undone
            yield LogEntry(entry.at, EntryKind(entry.kind), entry.who or "", _show_words(entry.words))


def _show_words(words: str) -> str:
    """The words of an entry as they are shown: those under the hash stay as they were written."""
    return words.replace("took out the protocol", "removed the protocol").replace(" is reader", " is reviewer")


def describe_changed(connection: Connection) -> Iterator[str]:
    """A sentence for each kind of setting that is not as the last entry of the log left it."""
    at, changed = setting_states.find_changed(connection)
    for kind in changed:
        yield (
            f"The {kind} of the project are not those of the log's last entry ({at[:19]}): something changed them and"
            " left no entry. galley history lists the entries."
        )
