"""What changed from one table of a system to the next: new, same, conflict, gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from galley.core.papers.sumie.entry_model import EntryState, Fact, TableEntry, plain


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry beside what it was: ``before`` are the earlier values of its attribute."""

    entry: TableEntry
    state: EntryState
    before: tuple[TableEntry, ...] = ()


def changes(earlier: Sequence[TableEntry], now: Sequence[TableEntry]) -> list[EntryChange]:
    """The entries of a table in their order, each with its state, then those that are gone.

    An entry is the same if attribute and value are (without case and spaces), a conflict if its attribute was there and
    its value was not, new otherwise. An entry is gone if neither its value stands under its attribute any more nor the
    same value under another one.
    """
    before = {entry.fact.key: entry for entry in earlier}
    values: dict[str, list[TableEntry]] = {}
    for entry in earlier:
        values.setdefault(plain(entry.fact.attribute), []).append(entry)
    found = []
    for entry in now:
        attribute, _ = entry.fact.key
        if entry.fact.key in before:
            found.append(EntryChange(entry, EntryState.SAME, (before[entry.fact.key],)))
        elif attribute in values:
            found.append(EntryChange(entry, EntryState.CONFLICT, tuple(values[attribute])))
        else:
            found.append(EntryChange(entry, EntryState.NEW))
    kept = {entry.fact.key[1] for entry in now}
    found += [EntryChange(entry, EntryState.GONE, (entry,)) for entry in earlier if entry.fact.key[1] not in kept]
    return found


def states(known: Sequence[Fact], facts: Sequence[Fact]) -> list[EntryState]:
    """What each of ``facts`` is to those that were known before it arrived, for data that do not say it."""
    pairs = {fact.key for fact in known}
    attributes = {fact.key[0] for fact in known}
    return [
        EntryState.SAME if fact.key in pairs else EntryState.CONFLICT if fact.key[0] in attributes else EntryState.NEW
        for fact in facts
    ]
