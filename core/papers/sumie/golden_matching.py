"""Which golden entry an entry of a table matches: exactly, or by what a model found (SUMIE, section 4.2).

What counts as exact depends on the scoring. ``STRICT``: the same attribute with the same value, without case and
spaces; one sentence supports several values, and one value ("free") fits several attributes, so that neither alone says
that an entry is right. ``PUBLISHED``, the paper's literal rule: the same value or the same evidence; among several the
one with the same attribute comes first.

A model names the golden row that supports an entry in words that need not be the row's own, so the row is taken whose
evidence is nearest to the named one: by the cosine of sentence embeddings where they are installed, by the words in
common where not. Strictly a row whose evidence is like none of the golden ones is none of them; as published the
nearest is taken however far it is. Each golden entry is matched once; whatever matches it again repeats it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from galley.core.papers.sumie.entry_model import Fact, TableEntry, plain

STRICT, PUBLISHED = SCORINGS = ("strict", "as-published")
"""The rules by which tables are scored."""
NEAREST = 0.3
"""Below this likeness (0 to 1) a named row is none of the golden ones."""


@dataclass(slots=True)
class Matched:
    """What became of a table's entries: ``golden`` of each that is matched, ``repeats`` those that match a golden
    entry which another one matched before (with that other one), ``open`` those without a match so far."""

    golden: dict[int, TableEntry] = field(default_factory=dict)
    repeats: dict[int, tuple[TableEntry, TableEntry]] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)
    _taken: dict[int, TableEntry] = field(default_factory=dict)

    def take(self, number: int, entry: TableEntry, golden: TableEntry) -> None:
        """Entry ``number`` of the table matches ``golden``."""
        first = self._taken.setdefault(golden.unit.id, entry)
        if first is entry:
            self.golden[number] = golden
        else:
            self.repeats[number] = (first, golden)

    def lost(self, golden: Sequence[TableEntry]) -> list[TableEntry]:
        """The golden entries that nothing matches."""
        return [each for each in golden if each.unit.id not in self._taken]


def exactly(entries: Sequence[TableEntry], golden: Sequence[TableEntry], scoring: str = STRICT) -> Matched:
    """The exact matches of a table's entries under a scoring (see the module), in their order; the rest is open."""
    found = Matched()
    for number, entry in enumerate(entries):
        same = [g for g in golden if g.fact.key == entry.fact.key]
        if scoring == PUBLISHED:
            same = same or _literally(entry, golden)
        fresh = [g for g in same if g.unit.id not in found._taken]
        best = next((g for g in fresh if g.fact.key[0] == entry.fact.key[0]), None) or next(iter(fresh or same), None)
        if best is None:
            found.open.append(number)
        else:
            found.take(number, entry, best)
    return found


def _literally(entry: TableEntry, golden: Sequence[TableEntry]) -> list[TableEntry]:
    """The golden entries with the value of an entry, or else with its evidence; those of its attribute, if any."""
    attribute, value = entry.fact.key
    evidence = plain(entry.fact.evidence)
    values = [g for g in golden if g.fact.key[1] == value]
    quoted = [g for g in golden if evidence and plain(g.fact.evidence) == evidence]
    return values or [g for g in quoted if g.fact.key[0] == attribute] or quoted


def nearest(
    named: Fact, golden: Sequence[TableEntry], alike: Callable[[str, str], float], scoring: str = STRICT
) -> TableEntry | None:
    """The golden entry that a model meant by a row. Strictly the same row where it is one, else the nearest by
    evidence; as published always the one whose evidence is nearest (of several with that evidence the same row, or the
    same attribute). By the whole row where no evidence was given."""
    same = [each for each in golden if each.fact.key == named.key]
    if scoring == STRICT and same:
        return same[0]
    if scoring == PUBLISHED:  # of equals the first is kept
        golden = sorted(golden, key=lambda each: (each not in same, each.fact.key[0] != named.key[0]))
    best, score = None, NEAREST if scoring == STRICT else -math.inf
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
