"""What changed from one table of a system to the next: new, same, conflict, gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from galley.core.papers.sumie.entry_model import EntryState, Fact, TableEntry, normalize_text


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry beside what it was: ``before`` are the earlier values of its attribute."""

    entry: TableEntry
    state: EntryState
    before: tuple[TableEntry, ...] = ()


def changes(earlier: Sequence[TableEntry], later: Sequence[TableEntry]) -> list[EntryChange]:
    """The entries of a table in their order, each with its state, then those that are gone.

    An entry is the same if attribute and value are (without case and spaces), a conflict if its attribute was there and
    its value was not, new otherwise. An entry is gone if neither its value stands under its attribute any more nor the
    same value under another one.
    """
    before = {entry.fact.key: entry for entry in earlier}
    values: dict[str, list[TableEntry]] = {}
    for entry in earlier:
        values.setdefault(normalize_text(entry.fact.attribute), []).append(entry)
    entry_changes = []
    for entry in later:
        attribute, _ = entry.fact.key
        if entry.fact.key in before:
            entry_changes.append(EntryChange(entry, EntryState.SAME, (before[entry.fact.key],)))
        elif attribute in values:
            entry_changes.append(EntryChange(entry, EntryState.CONFLICT, tuple(values[attribute])))
        else:
            entry_changes.append(EntryChange(entry, EntryState.NEW))
    attributes = {entry.fact.key[1] for entry in later}
    entry_changes += [
        EntryChange(entry, EntryState.GONE, (entry,)) for entry in earlier if entry.fact.key[1] not in attributes
    ]
    return entry_changes


def states(known_facts: Sequence[Fact], facts: Sequence[Fact]) -> list[EntryState]:
    """What each of ``facts`` is to those that were known before it arrived, for data that do not say it."""
    pairs = {fact.key for fact in known_facts}
    attributes = {fact.key[0] for fact in known_facts}
    return [
        EntryState.SAME if fact.key in pairs else EntryState.CONFLICT if fact.key[0] in attributes else EntryState.NEW
        for fact in facts
    ]
