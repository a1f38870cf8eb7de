"""The project's log as people read it: filtered by who, when, action, item and whether it stands; and as a file.

Blind mode holds here as everywhere: a reviewer who sees only their own answers finds only their own decisions.
"""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from galley.core.domain import Action
from galley.core.errors import Cancelled, InputError
from galley.core.newfile import replacing
from galley.core.project import blind, log_entries, project_file, setting_levels
from galley.core.project.history import SELECT, Event, told
from galley.core.storage import unit_queries
from galley.core.text.counted import counted

FORMS = ("csv", "jsonl")
STEP = 1_000
"""Decisions between two questions whether to go on."""

Progress = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class WantedDecisions:
    """Which decisions. Empty asks for all; ``who`` are names, ``item`` is a part of the item's key, ``since`` and
    ``until`` are days (both included) or times in ISO 8601, ``undone`` True, False or None for either, ``words`` a part
    of the note."""

    who: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    item: str = ""
    since: str = ""
    until: str = ""
    undone: bool | None = None
    words: str = ""

    def __post_init__(self) -> None:
        """Raises: InputError for an action or a time that there is not."""
        known = [action.value for action in Action]
        for action in self.actions:
            if action not in known:
                raise InputError(f"There is no action {action!r}; use one of: {', '.join(known)}.")
        for end in (self.since, self.until):
            if end:
                _moment(end, last=False)


def count(connection: sqlite3.Connection, wanted: WantedDecisions, reviewer: int = 0) -> int:
    """How many decisions and other entries ``wanted`` leaves that ``reviewer`` (a row id) may see."""
    where, values = _where(connection, wanted, reviewer)
    query = f"SELECT count(*) FROM decision JOIN item ON item.id = decision.item_id{where}"
    return int(connection.execute(query, values).fetchone()[0]) + len(_entries(connection, wanted))


def events(
    connection: sqlite3.Connection, wanted: WantedDecisions, reviewer: int = 0, latest: int = 0
) -> Iterator[Event]:
    """The decisions and other entries in the order in which they were made; with ``latest`` only so many, the last one
    first."""
    where, values = _where(connection, wanted, reviewer)
    order = (
        f" ORDER BY decision.at DESC, decision.uid DESC LIMIT {latest}"
        if latest
        else " ORDER BY decision.at, decision.uid"
    )
    decisions = told(connection, connection.execute(f"{SELECT}{where}{order}", values), reviewer)
    entries = _entries(connection, wanted)
    if not latest:
        yield from merge(decisions, entries, key=_time)
        return
    both = merge(decisions, reversed(entries), key=_time, reverse=True)
    yield from islice(both, latest)


def _time(event: Event) -> str:
    return event.at


def _entries(connection: sqlite3.Connection, wanted: WantedDecisions) -> list[Event]:
    """The log's entries that are no decisions (see ``log_entries``), where nothing is asked that only decisions have.
    They have no number and no item, and a reviewer who sees only their own answers sees none."""
    if wanted.actions or wanted.item.strip() or wanted.words.strip() or wanted.undone is not None:
        return []
    if blind.read(connection).own:
        return []
    since = _moment(wanted.since, last=False) if wanted.since else ""
    until = _moment(wanted.until, last=True) if wanted.until else "~"
    return [
        Event(0, entry.at, entry.who, entry.kind.value, entry.words, "", False, "")
        for entry in log_entries.read(connection)
        if since <= entry.at < until and (not wanted.who or entry.who in wanted.who)
    ]


def repairs(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """(when, what, in a sentence) of what opening repaired in the project."""
    found = []
    for at, said in unit_queries.repairs(connection):
        try:
            found.append((at, _describe_repair(orjson.loads(said))))
        except (ValueError, TypeError, KeyError, AttributeError):  # somebody else wrote it
            found.append((at, "The entry of a repair cannot be read; galley check says more."))
    return found


def _describe_repair(entry: dict[str, Any]) -> str:
    if entry["what"] == "levels":
        return setting_levels.describe_recount(entry)
    taken = counted(entry.get("verdicts", 0), "flags")
    words = f"{taken} of judges on units that their criterion does not ask about taken out"
    if kept := entry.get("kept"):
        words += f"; {counted(kept, 'flags')} that people decided on stay, and no export has them"
    return f"{words}."


def write(
    connection: sqlite3.Connection,
    wanted: WantedDecisions,
    out: Path,
    form: str,
    reviewer: int = 0,
    progress: Progress | None = None,
) -> int:
    """Write the decisions to ``out`` as "csv" or "jsonl", whole or not at all, and give how many there are.

    Raises: InputError for another form or a file that cannot be written, Cancelled.
    """
    if form not in FORMS:
        raise InputError(f"The log cannot be written as {form!r}; use one of: {', '.join(FORMS)}.")
    total = count(connection, wanted, reviewer)
    done = 0
    with (
        replacing(out.absolute(), project_file.path_of(connection)) as unfinished,
        unfinished.open("w", encoding="utf-8", newline="") as stream,
    ):
        table = csv.writer(stream)
        if form == "csv":
            table.writerow(FIELDS)
        for event in events(connection, wanted, reviewer):
            if progress is not None and done % STEP == 0 and not progress(done, total):
                raise Cancelled("The log was not written; what was there stays.")
            record = as_record(event)
            if form == "csv":
                table.writerow([_flat(value) for value in record.values()])
            else:
                stream.write(orjson.dumps(record).decode() + "\n")
            done += 1
    return done


FIELDS = ("decision", "at", "reviewer", "action", "item", "what", "note", "undone")


def as_record(event: Event) -> dict[str, Any]:
    """An event under the names of FIELDS."""
    said = asdict(event)
    names = ("number", "at", "who", "action", "key", "words", "note", "undone")
    return {field: said[name] for field, name in zip(FIELDS, names, strict=True)}


def reviewers(connection: sqlite3.Connection, reviewer: int = 0) -> list[str]:
    """The names in the log that ``reviewer`` may see, in alphabetical order."""
    known = blind.annotators(connection, reviewer)
    rows = connection.execute("SELECT DISTINCT reviewer_id FROM decision").fetchall()
    return sorted((known[row[0]].name for row in rows if row[0] in known), key=str.casefold)


def _flat(value: Any) -> Any:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _where(connection: sqlite3.Connection, wanted: WantedDecisions, reviewer: int) -> tuple[str, list[Any]]:
    clauses: list[str] = []
    values: list[Any] = []

    def among(column: str, given: list[Any]) -> None:
        clauses.append(f"{column} IN ({','.join('?' * len(given))})")
        values.extend(given)

    if blind.read(connection).own:
        among("reviewer_id", [reviewer])
    if wanted.who:
        rows = [_reviewer(connection, name, reviewer) for name in wanted.who]
        among("reviewer_id", rows)
    if wanted.actions:
        among("decision.action", list(wanted.actions))
    for text, column in ((wanted.item, "item.key"), (wanted.words, "decision.note")):
        if text.strip():
            clauses.append(f"instr(lower({column}), lower(?)) > 0")
            values.append(text.strip())
    if wanted.since:
        clauses.append("decision.at >= ?")
        values.append(_moment(wanted.since, last=False))
    if wanted.until:
        clauses.append("decision.at < ?")
        values.append(_moment(wanted.until, last=True))
    if wanted.undone is not None:
        clauses.append(f"decision.id {'IN' if wanted.undone else 'NOT IN'} (SELECT decision_id FROM undone)")
    return (" WHERE " + " AND ".join(clauses) if clauses else ""), values


def _reviewer(connection: sqlite3.Connection, name: str, reviewer: int) -> int:
    known = blind.annotators(connection, reviewer).values()
    found = next((a.id for a in known if a.name == name and a.kind == "human"), None)
    if found is None and any(entry.who == name for entry in log_entries.read(connection)):
        return 0
    if found is None:
        there = ", ".join(a.name for a in known if a.kind == "human") or "nobody"
        raise InputError(f"Nobody called {name!r} decided anything here; there are: {there}.")
    return found


def _moment(text: str, last: bool) -> str:
    """A day or time as it stands in the log; ``last`` gives the first moment behind it."""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise InputError(f"{text!r} is no day or time; write it as 2026-11-20 or 2026-11-20T14:30.") from None
    day = len(text.strip()) <= len("2026-11-20")
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    if last:
        found += timedelta(days=1) if day else timedelta(microseconds=1)
    return found.isoformat(timespec="microseconds")
