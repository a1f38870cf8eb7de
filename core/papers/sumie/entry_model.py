"""Entries and tables: reading them from an item, and laying them out as parts of a native record."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from galley.core.domain import Document, Match, Role, Unit, UnitKind
from galley.core.review.items import ItemView
from galley.core.text.quotes import locate

SCHEME = "sumie-entry"
"""In which entries are judged and reviewed."""
NEWS = "news"
LEFT_OUT = "left-out"
"""What ``meta["distractors"]`` of a table says that was made of paragraphs without their distractors."""
PLAN = "plan"
"""The only document of an entity that is still to be made up (see ``sumie-generate``)."""


class EntryState(StrEnum):
    """What an entry is to what was known before: of a golden entry as the data say, of a table's as compared."""

    NEW = "new"
    SAME = "same"
    CONFLICT = "conflict"
    GONE = "gone"


_STATES = {state.value: state for state in EntryState}


class Fact(NamedTuple):
    """What an entry says. Evidence is the sentence that it rests on, or empty."""

    attribute: str
    value: str
    evidence: str = ""

    @property
    def text(self) -> str:
        """How the entry reads: "Room quality: clean"."""
        return f"{self.attribute}: {self.value}"

    @property
    def key(self) -> tuple[str, str]:
        """Attribute and value as they are compared: without case, spaces and the ends of sentences."""
        return normalize_text(self.attribute), normalize_text(self.value)


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A row of a table in a project: its unit and what it says. ``state`` is that of the data, if they say one."""

    unit: Unit
    fact: Fact
    state: EntryState | None = None


@dataclass(frozen=True, slots=True)
class TurnTable:
    """A table of one turn (counted from 1). ``system`` is empty for golden entries; ``invalid`` says why a reply was
    no table."""

    document: Document
    system: str
    turn: int
    entries: tuple[TableEntry, ...]
    method: str = ""
    invalid: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is known of a paragraph. ``distractors`` are (start, end, "entity" or "human") in code points."""

    tone: str = ""
    style: str = ""
    distractors: tuple[tuple[int, int, str], ...] = ()


def normalize_text(text: str) -> str:
    """A text as it is compared for an exact match."""
    return " ".join(text.split()).strip(" .;,").casefold()


# Reading -----------------------------------------------------------------------------------------------------------


def find_article(view: ItemView) -> Document | None:
    """The article whose paragraphs are the turns; None where the item is no entity."""
    return next((d for d in view.documents if d.role is Role.ARTICLE and "turns" in d.meta), None)


def turns(view: ItemView) -> list[Turn]:
    """What is known of each paragraph, in order of arrival."""
    article = find_article(view)
    if article is None:
        return []
    raw = article.meta["turns"]
    turn_list = raw if isinstance(raw, list) else []
    turn_rows = []
    for number in range(len(article.units)):
        one = turn_list[number] if number < len(turn_list) and isinstance(turn_list[number], Mapping) else {}
        marks = [m for m in one.get("distractors") or () if isinstance(m, list) and len(m) == 3]
        turn_rows.append(Turn(str(one.get("tone") or ""), str(one.get("style") or ""), tuple(map(tuple, marks))))
    return turn_rows


def without_distractors(text: str, turn: Turn) -> str:
    """A paragraph without the sentences that are marked as distractors."""
    for start, end, _ in sorted(turn.distractors, reverse=True):
        text = f"{text[:start].rstrip()} {text[end:].lstrip()}"
    return text.strip() if turn.distractors else text


def tables(view: ItemView) -> list[TurnTable]:
    """The systems' tables, by system and turn."""
    units_by_document: dict[int, list[Unit]] = defaultdict(list)
    for unit in view.derived_units:
        units_by_document[unit.document].append(unit)
    turn_tables = [
        TurnTable(
            document,
            document.system,
            turn,
            _entries(units_by_document[document.id]),
            str(document.meta.get("method") or ""),
            str(document.meta.get("invalid") or ""),
        )
        for document in view.documents
        if document.role is Role.TABLE and isinstance(turn := document.meta.get("turn"), int)
    ]
    return sorted(turn_tables, key=lambda table: (table.system, table.turn))


def golden(view: ItemView, upto: int) -> list[TableEntry]:
    """The golden entries of turns 1 to ``upto``; an identical attribute and value counts once."""
    golden_entries: dict[tuple[str, str], TableEntry] = {}
    for document in view.documents:
        turn = document.meta.get("turn")
        if document.role is Role.REFERENCE and isinstance(turn, int) and turn <= upto:
            for entry in entries(view, document):
                golden_entries.setdefault(entry.fact.key, entry)
    return list(golden_entries.values())


def entries(view: ItemView, document: Document) -> tuple[TableEntry, ...]:
    """The entries that stand in a table."""
    return _entries(unit for unit in view.derived_units if unit.document == document.id)


def _entries(units: Iterable[Unit]) -> tuple[TableEntry, ...]:
    return tuple(
        TableEntry(unit, fact(unit), _state(unit.meta.get("state"))) for unit in units if unit.kind is UnitKind.ENTRY
    )


def fact(unit: Unit) -> Fact:
    """What an entry says; where its fields are missing, its text up to the first colon is the attribute."""
    attribute, value = unit.meta.get("attribute"), unit.meta.get("value")
    if not isinstance(attribute, str) or not isinstance(value, str):
        attribute, _, value = unit.text.partition(":")
    return Fact(attribute.strip(), value.strip(), str(unit.meta.get("evidence") or ""))


def _state(state_name: Any) -> EntryState | None:
    return _STATES.get(state_name) if isinstance(state_name, str) else None


# Laying out --------------------------------------------------------------------------------------------------------


def table_name(system: str, turn: int) -> str:
    """What a system's table is called in its item."""
    name = re.sub(r"[^\w.-]+", "-", system).strip("-") or "system"
    return f"table-{name}-{turn}"


def table_parts(
    name: str,
    role: Role,
    facts: Sequence[Fact],
    turn: int,
    paragraphs: Sequence[str],
    system: str = "",
    states: Sequence[EntryState | None] = (),
    meta: Mapping[str, Any] | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The native document of a table and the native units of its entries. ``paragraphs`` are those of turns 1 to
    ``turn``: each evidence is looked for in them, the latest first."""
    document: dict[str, Any] = {"id": name, "role": role.value, "meta": {"turn": turn, **(meta or {})}}
    if system:
        document["system"] = system
    document["sentences"] = [one.text for one in facts]
    units = []
    for number, one in enumerate(facts):
        fields: dict[str, Any] = {"attribute": one.attribute, "value": one.value, "evidence": one.evidence}
        state = states[number] if number < len(states) else None
        if state is not None:
            fields["state"] = state.value
        place, match = find(one.evidence, paragraphs)
        if one.evidence:
            fields["match"] = match.value
        source = turn - 1 if place is None else place
        entry: dict[str, Any] = {"id": f"{name}.{number + 1}", "kind": "entry", "text": one.text, "document": name}
        units.append({**entry, "from": [[NEWS, source]], "meta": fields})
    return document, units


def find(evidence: str, paragraphs: Sequence[str]) -> tuple[int | None, Match]:
    """The paragraph (from 0) in which an evidence stands, a later one first, and how it was found."""
    if not evidence.strip() or not paragraphs:
        return None, Match.MISSING
    location = locate(evidence, paragraphs, hint=len(paragraphs) - 1)
    return location.unit_index, location.match


def find_all(sentences: Sequence[str], paragraph: str) -> tuple[list[tuple[int, int]], int]:
    """Where sentences stand in a paragraph, and how many do not."""
    places = [
        (location.start, location.end) for one in sentences if (location := locate(one, [paragraph])).unit_index == 0
    ]
    return places, len(sentences) - len(places)
