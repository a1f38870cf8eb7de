"""Decisions in plain words: who decided what, when, and whether it was undone. Of an item, or of the whole project
(see ``logbook``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from galley.core.domain import NO_ANNOTATOR, Action, Annotator, AnnotatorId, Criterion, CriterionId, ItemId, unit_number
from galley.core.review import blind
from galley.core.review.revisions import How
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import UnitRow, read_units
from galley.core.storage.queries.decisions import DecisionSelection, EventRow, read_events
from galley.core.text.excerpts import quote_text

_LONGEST = 120
_KNOWN = 10_000
"""Decisions whose words are kept for an undo that names them."""
DID = {
    Action.ACCEPT: "accepted",
    Action.OVERRIDE: "overrode",
    Action.UNSURE: "was unsure about",
    Action.ADD: "added",
    Action.NOTE: "noted on",
    Action.FINISH: "finished the item",
    Action.REOPEN: "reopened the item",
    Action.ADJUDICATE: "adjudicated",
    Action.REASON: "judged the explanation of",
    Action.REVISE: "revised",
    Action.ATTACH: "attached",
    Action.UNDO: "undid",
    Action.REDO: "redid",
}


@dataclass(frozen=True, slots=True)
class Event:
    """One decision. ``at`` is UTC, ISO 8601; ``words`` say what was done and where, ``note`` what was written with it;
    ``undone`` where it no longer counts. ``number`` is the decision's row id, ``key`` that of the item; an
    entry that is no decision has neither."""

    number: int
    at: str
    who: str
    action: str
    words: str
    note: str
    undone: bool
    key: str


def history(connection: Connection, item: ItemId, reviewer: AnnotatorId = NO_ANNOTATOR) -> list[Event]:
    """All decisions about an item that ``reviewer`` may see (blind mode), in the order in which they count."""
    rows = read_events(connection, DecisionSelection(items=[item]))
    return list(build_events(connection, rows, reviewer, pairs=not reviewer))


def build_events(
    connection: Connection, rows: Iterable[EventRow], reviewer: AnnotatorId, pairs: bool = True
) -> Iterator[Event]:
    """The rows of ``read_events`` as events; what ``reviewer`` may not see is passed over. Without
    ``pairs`` it is not said which of two texts was chosen, nor whose they are: who compares is not to know."""
    criteria, people = names.criteria(connection), blind.annotators(connection, reviewer)

    def words_of(row: EventRow) -> str:
        words = _describe_revision(connection, row) if row.action == Action.REVISE else _words(row, criteria, people)
        if row.action == Action.ATTACH:
            words = f"{_describe_attachment(connection, row)} {words.removeprefix(DID[Action.ATTACH]).strip()}"
        if row.kind == "pair" and not pairs and row.criterion is not None:
            return f"{DID[Action(row.action)]} {criteria[row.criterion].name}, pair {(row.position or 0) + 1}"
        return words

    words_by_id: dict[int, str] = {}
    for row in rows:
        if row.reviewer not in people:
            continue
        if (refers := row.refers) is not None:
            if refers not in words_by_id:  # it lies outside of what was asked for, or comes later in this order
                words_by_id[refers] = words_of(next(read_events(connection, DecisionSelection(decision=refers))))
            words = f"{DID[Action(row.action)]}: {words_by_id[refers]}"
        else:
            words = words_of(row)
            if len(words_by_id) < _KNOWN:
                words_by_id[row.id] = words
        yield Event(
            row.id, row.at, people[row.reviewer].name, row.action, words, row.note or "", bool(row.is_undone), row.key
        )


def _words(
    row: EventRow, criteria: Mapping[CriterionId, Criterion], people: Mapping[AnnotatorId, Annotator]
) -> str:
    action = Action(row.action)
    criterion = criteria.get(row.criterion) if row.criterion is not None else None
    other = criteria.get(row.other) if row.other is not None else None
    value = row.value
    if action is Action.FINISH:
        pairs, unread_count = (len(json.loads(text)) if text else 0 for text in (row.asked, row.unread))
        rest = f", {unread_count:,} left unread" if unread_count else ""
        return f"{DID[action]} ({pairs} {'question' if pairs == 1 else 'questions'}{rest})"
    if action is Action.REOPEN or criterion is None:
        return DID[action] if action is not Action.NOTE else "noted on the item"
    words = f"{DID[action]} {criterion.name}"
    if action is Action.OVERRIDE:
        words += f" as {other.name}" if other is not None else " as no error" if value == "no" else f" as {value}"
    elif action is Action.ADJUDICATE:
        words += " as open" if value is None else f" as {value}"
    elif action in (Action.ADD, Action.REASON) and value not in (None, "yes"):
        words += f" as {value}"
    return f"{words}{_place(row)}{_by(row, people)}"


def _describe_attachment(connection: Connection, row: EventRow) -> str:
    """ "attached “…” as contradicting"."""
    unit, start, end = json.loads(str(row.source))
    text = read_units(connection, [unit], texts=True)[unit].text or ""
    how = {"supports": "as supporting", "contradicts": "as contradicting"}.get(str(row.value), "no longer to")
    return f"attached {_short(text[start:end])} {how}"


def _describe_revision(connection: Connection, row: EventRow) -> str:
    """What a revision did: "split the opinion “…” into “…”, “…”"."""
    revision_record = json.loads(str(row.made))
    units = read_units(connection, revision_record["replaces"])
    before = [units[row] for row in sorted(units, key=lambda row: (units[row].position, row))]
    kind = before[0].kind if before else revision_record["units"][0]["kind"]
    old = ", ".join(_short(unit.text or "") for unit in before)
    new = ", ".join(_short(unit["text"]) for unit in revision_record["units"])
    if len(before) == len(revision_record["units"]) == 1 and before[0].text == revision_record["units"][0]["text"]:
        return f"changed the {kind} {old}{_change(before[0], revision_record['units'][0])}"
    match How(str(row.value)):
        case How.WRITE:
            return f"wrote the {kind} {new}"
        case How.DROP:
            return f"removed the {kind} {old}"
        case how:
            did = {How.CLARIFY: "clarified", How.SPLIT: "split", How.MERGE: "merged"}[how]
            return f"{did} the {kind} {old} into {new}"


def _change(before: UnitRow, unit: Mapping[str, Any]) -> str:
    """What became of a unit whose text stayed: " from key to non-key"; nothing where neither type nor step changed."""
    steps = [(meta or {}).get("step", "") for meta in (json.loads(before.meta or "{}"), unit["meta"])]
    for old, new in ((before.type, unit["type"]), steps):
        if (old or "") != (new or ""):
            return f"{f' from {old}' if old else ''} to {new or 'no type'}"
    return ""


def _place(row: EventRow) -> str:
    if row.kind is None:
        return ""
    of = f" of {row.system}" if row.system else ""
    if row.is_whole:
        return f", the whole {row.role}{of}"
    text = " ".join(str(row.text).split())
    if row.spans:
        spans = json.loads(row.spans)
        text = " … ".join(" ".join(str(row.text)[start:end].split()) for start, end in spans)
    return f", {row.kind} {unit_number(row.position or 0)}{of}: {_short(text)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return quote_text(flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…")


def _by(row: EventRow, people: Mapping[AnnotatorId, Annotator]) -> str:
    judge = people.get(row.flag_annotator) if row.flag_annotator is not None else None
    return f" (flagged by {judge.name})" if judge is not None else ""
