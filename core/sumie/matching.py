"""Which golden entry an entry of a table matches: exactly, or by what a model found (paper 001, section 4.2).

An exact match has the same value, or the same evidence, without case and spaces; among several the one with the same
attribute comes first. A model names the golden row that supports an entry in words that need not be the row's own, so
the row is taken whose evidence is nearest to the named one: by the cosine of sentence embeddings where they are
installed, by the words in common where not. Each golden entry is matched once; whatever matches it again repeats it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from galley.core.sumie.model import Entry, Fact, plain

NEAREST = 0.3
"""Below this likeness (0 to 1) a named row is none of the golden ones."""


@dataclass(slots=True)
class Matched:
    """What became of a table's entries: ``golden`` of each that is matched, ``repeats`` those that match a golden
    entry which another one matched before (with that other one), ``open`` those without a match so far."""

    golden: dict[int, Entry] = field(default_factory=dict)
    repeats: dict[int, tuple[Entry, Entry]] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)
    _taken: dict[int, Entry] = field(default_factory=dict)

    def take(self, number: int, entry: Entry, golden: Entry) -> None:
        """Entry ``number`` of the table matches ``golden``."""
        first = self._taken.setdefault(golden.unit.id, entry)
        if first is entry:
            self.golden[number] = golden
        else:
            self.repeats[number] = (first, golden)

    def lost(self, golden: Sequence[Entry]) -> list[Entry]:
        """The golden entries that nothing matches."""
        return [each for each in golden if each.unit.id not in self._taken]


def exactly(entries: Sequence[Entry], golden: Sequence[Entry]) -> Matched:
    """The exact matches of a table's entries, in their order; the rest is open."""
    found = Matched()
    for number, entry in enumerate(entries):
        attribute, value = entry.fact.key
        evidence = plain(entry.fact.evidence)
        same = [g for g in golden if g.fact.key[1] == value or (evidence and plain(g.fact.evidence) == evidence)]
        # One sentence may support several values: the same evidence alone says nothing where the value is another's.
        same = [g for g in same if g.fact.key[1] == value] or [g for g in same if g.fact.key[0] == attribute] or same
        fresh = [g for g in same if g.unit.id not in found._taken]
        best = next((g for g in fresh if g.fact.key[0] == attribute), None) or next(iter(fresh or same), None)
        if best is None:
            found.open.append(number)
        else:
            found.take(number, entry, best)
    return found


def nearest(named: Fact, golden: Sequence[Entry], alike: Callable[[str, str], float]) -> Entry | None:
    """The golden entry that a model meant by a row: the same row where it is one, else the nearest by evidence, or by
    the whole row where no evidence was given."""
    for each in golden:
        if each.fact.key == named.key:
            return each
    best, score = None, NEAREST
    for each in golden:
        if named.evidence.strip() and each.fact.evidence:
            now = alike(named.evidence, each.fact.evidence)
        else:
            now = alike(named.text, each.fact.text)
        if now > score:
            best, score = each, now
    return best


def likeness() -> tuple[str, Callable[[str, str], float]]:
    """How rows are compared, and in words which way that is."""
    from galley.core.judges.qa import embeddings
    from galley.core.judges.qa.similarity import cossim, rouge

    if embeddings.available():
        return "golden rows were found by the cosine of sentence embeddings", cossim
    return "golden rows were found by words in common, since no embeddings are installed", rouge
