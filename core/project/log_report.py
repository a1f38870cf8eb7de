"""The project's log as people read it: filtered by who, when, action, item and whether it stands; and as a file.

Blind mode holds here as everywhere: a reviewer who sees only their own answers finds only their own decisions.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from galley.core.domain import NO_ANNOTATOR, Action, AnnotatorId
from galley.core.errors import Cancelled, InputError
from galley.core.new_files import replace_file
from galley.core.project import level_settings
from galley.core.review import blind, log_entries
from galley.core.review.history import Event, build_events
from galley.core.storage import project_file, unit_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries.decisions import DecisionSelection, count_decisions, read_events
from galley.core.text.plurals import format_count

FORMS = ("csv", "jsonl")
STEP = 1_000
"""Decisions between two questions whether to go on."""

Progress = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class DecisionFilter:
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
        action_names = [action.value for action in Action]
        for action in self.actions:
            if action not in action_names:
                raise InputError(f"There is no action {action!r}; use one of: {', '.join(action_names)}.")
        for end in (self.since, self.until):
            if end:
                _moment(end, last=False)


def count(connection: Connection, decision_filter: DecisionFilter, reviewer: AnnotatorId = NO_ANNOTATOR) -> int:
    """How many decisions and other entries ``wanted`` leaves that ``reviewer`` (a row id) may see."""
    selection = _select(connection, decision_filter, reviewer)
    return count_decisions(connection, selection) + len(_entries(connection, decision_filter))


def events(
    connection: Connection, decision_filter: DecisionFilter, reviewer: AnnotatorId = NO_ANNOTATOR, latest: int = 0
) -> Iterator[Event]:
    """The decisions and other entries in the order in which they were made; with ``latest`` only so many, the last one
    first."""
    rows = read_events(connection, _select(connection, decision_filter, reviewer), latest)
    decisions = build_events(connection, rows, reviewer)
    entries = _entries(connection, decision_filter)
    if not latest:
        yield from merge(decisions, entries, key=_time)
        return
    both = merge(decisions, reversed(entries), key=_time, reverse=True)
    yield from islice(both, latest)


def _time(event: Event) -> str:
    return event.at


def _entries(connection: Connection, decision_filter: DecisionFilter) -> list[Event]:
    """The log's entries that are no decisions (see ``log_entries``), where nothing is asked that only decisions have.
    They have no number and no item, and a reviewer who sees only their own answers sees none."""
    if (
        decision_filter.actions
        or decision_filter.item.strip()
        or decision_filter.words.strip()
        or decision_filter.undone is not None
    ):
        return []
    if blind.read_blind(connection).own:
        return []
    since = _moment(decision_filter.since, last=False) if decision_filter.since else ""
    until = _moment(decision_filter.until, last=True) if decision_filter.until else "~"
    return [
        Event(0, entry.at, entry.who, entry.kind.value, entry.words, "", False, "")
        for entry in log_entries.read(connection)
        if since <= entry.at < until and (not decision_filter.who or entry.who in decision_filter.who)
    ]


def repairs(connection: Connection) -> list[tuple[str, str]]:
    """(when, what, in a sentence) of what opening repaired in the project."""
    repair_list = []
    for at, entry_json in unit_queries.repairs(connection):
        try:
            repair_list.append((at, _describe_repair(orjson.loads(entry_json))))
        except (ValueError, TypeError, KeyError, AttributeError):  # somebody else wrote it
            repair_list.append((at, "The entry of a repair cannot be read; galley project check says more."))
    return repair_list


def _describe_repair(entry: dict[str, Any]) -> str:
    if entry["what"] == "levels":
        return level_settings.describe_recount(entry)
    removal_count = format_count(entry.get("verdicts", 0), "flags")
    words = f"{removal_count} of judges on units that their criterion does not ask about taken out"
    if remaining := entry.get("kept"):
        words += f"; {format_count(remaining, 'flags')} that people decided on stay, and no export has them"
    return f"{words}."


def write(
    connection: Connection,
    decision_filter: DecisionFilter,
    out: Path,
    form: str,
    reviewer: AnnotatorId = NO_ANNOTATOR,
    progress: Progress | None = None,
) -> int:
    """Write the decisions to ``out`` as "csv" or "jsonl", whole or not at all, and give how many there are.

    Raises: InputError for another form or a file that cannot be written, Cancelled.
    """
    if form not in FORMS:
        raise InputError(f"The log cannot be written as {form!r}; use one of: {', '.join(FORMS)}.")
    total = count(connection, decision_filter, reviewer)
    done = 0
    with (
        replace_file(out.absolute(), project_file.path_of(connection)) as unfinished,
        unfinished.open("w", encoding="utf-8", newline="") as stream,
    ):
        table = csv.writer(stream)
        if form == "csv":
            table.writerow(FIELDS)
        for event in events(connection, decision_filter, reviewer):
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
    event_fields = asdict(event)
    names = ("number", "at", "who", "action", "key", "words", "note", "undone")
    return {field: event_fields[name] for field, name in zip(FIELDS, names, strict=True)}


def reviewers(connection: Connection, reviewer: AnnotatorId = NO_ANNOTATOR) -> list[str]:
    """The names in the log that ``reviewer`` may see, in alphabetical order."""
    visible = blind.annotators(connection, reviewer)
    decided = (
        who for row, who in visible.items() if count_decisions(connection, DecisionSelection(reviewers=[row]), most=1)
    )
    return sorted((who.name for who in decided), key=str.casefold)


def _flat(value: Any) -> Any:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _select(connection: Connection, decision_filter: DecisionFilter, reviewer: AnnotatorId) -> DecisionSelection:
    reviewers = [_reviewer(connection, name, reviewer) for name in decision_filter.who] if decision_filter.who else None
    if blind.read_blind(connection).own:
        reviewers = [reviewer] if reviewers is None or reviewer in reviewers else []
    return DecisionSelection(
        reviewers=reviewers,
        actions=decision_filter.actions,
        key=decision_filter.item.strip(),
        words=decision_filter.words.strip(),
        since=_moment(decision_filter.since, last=False) if decision_filter.since else "",
        until=_moment(decision_filter.until, last=True) if decision_filter.until else "",
        undone=decision_filter.undone,
    )


def _reviewer(connection: Connection, name: str, reviewer: AnnotatorId) -> AnnotatorId:
    visible = blind.annotators(connection, reviewer).values()
    reviewer_id = next((a.id for a in visible if a.name == name and a.kind == "human"), None)
    if reviewer_id is None and any(entry.who == name for entry in log_entries.read(connection)):
        return NO_ANNOTATOR
    if reviewer_id is None:
        visible_names = ", ".join(a.name for a in visible if a.kind == "human") or "nobody"
        raise InputError(f"Nobody called {name!r} decided anything here; there are: {visible_names}.")
    return reviewer_id


def _moment(text: str, last: bool) -> str:
    """A day or time as it stands in the log; ``last`` gives the first moment behind it."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise InputError(f"{text!r} is not a day or time; write it as 2026-11-20 or 2026-11-20T14:30.") from None
    day = len(text.strip()) <= len("2026-11-20")
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    if last:
        moment += timedelta(days=1) if day else timedelta(microseconds=1)
    return moment.isoformat(timespec="microseconds")
