"""What changed from one table of a system to the next: new, same, conflict, gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from galley.core.papers.sumie.entry_model import Entry, Fact, State, plain


@dataclass(frozen=True, slots=True)
class Change:
    """An entry beside what it was: ``before`` are the earlier values of its attribute."""

    entry: Entry
    state: State
    before: tuple[Entry, ...] = ()


def changes(earlier: Sequence[Entry], now: Sequence[Entry]) -> list[Change]:
    """The entries of a table in their order, each with its state, then those that are gone.

    An entry is the same if attribute and value are (without case and spaces), a conflict if its attribute was there and
    its value was not, new otherwise. An entry is gone if neither its value stands under its attribute any more nor the
    same value under another one.
    """
    before = {entry.fact.key: entry for entry in earlier}
    values: dict[str, list[Entry]] = {}
    for entry in earlier:
        values.setdefault(plain(entry.fact.attribute), []).append(entry)
    found = []
    for entry in now:
        attribute, _ = entry.fact.key
        if entry.fact.key in before:
            found.append(Change(entry, State.SAME, (before[entry.fact.key],)))
        elif attribute in values:
            found.append(Change(entry, State.CONFLICT, tuple(values[attribute])))
        else:
            found.append(Change(entry, State.NEW))
    kept = {entry.fact.key[1] for entry in now}
    found += [Change(entry, State.GONE, (entry,)) for entry in earlier if entry.fact.key[1] not in kept]
    return found


def states(known: Sequence[Fact], facts: Sequence[Fact]) -> list[State]:
    """What each of ``facts`` is to those that were known before it arrived, for data that do not say it."""
    pairs = {fact.key for fact in known}
    attributes = {fact.key[0] for fact in known}
    return [
        State.SAME if fact.key in pairs else State.CONFLICT if fact.key[0] in attributes else State.NEW
        for fact in facts
    ]
