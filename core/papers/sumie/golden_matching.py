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

from galley.core.papers.sumie.entry_model import Fact, TableEntry, normalize_text

STRICT, PUBLISHED = SCORINGS = ("strict", "as-published")
"""The rules by which tables are scored."""
NEAREST = 0.3
"""Below this likeness (0 to 1) a named row is none of the golden ones."""


@dataclass(slots=True)
class EntryMatches:
    """What became of a table's entries: ``golden`` of each that is matched, ``repeats`` those that match a golden
    entry which another one matched before (with that other one), ``open`` those without a match so far."""

    golden: dict[int, TableEntry] = field(default_factory=dict)
    repeats: dict[int, tuple[TableEntry, TableEntry]] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)
    _matched_golden: dict[int, TableEntry] = field(default_factory=dict)

    def take(self, number: int, entry: TableEntry, golden: TableEntry) -> None:
        """Entry ``number`` of the table matches ``golden``."""
        first = self._matched_golden.setdefault(golden.unit.id, entry)
        if first is entry:
            self.golden[number] = golden
        else:
            self.repeats[number] = (first, golden)

    def unmatched_golden(self, golden: Sequence[TableEntry]) -> list[TableEntry]:
        """The golden entries that nothing matches."""
        return [entry for entry in golden if entry.unit.id not in self._matched_golden]


def match_exactly(entries: Sequence[TableEntry], golden: Sequence[TableEntry], scoring: str = STRICT) -> EntryMatches:
    """The exact matches of a table's entries under a scoring (see the module), in their order; the rest is open."""
    matches = EntryMatches()
    for number, entry in enumerate(entries):
        same = [g for g in golden if g.fact.key == entry.fact.key]
        if scoring == PUBLISHED:
            same = same or _find_literal_matches(entry, golden)
        free_candidates = [g for g in same if g.unit.id not in matches._matched_golden]
        best = next((g for g in free_candidates if g.fact.key[0] == entry.fact.key[0]), None) or next(
            iter(free_candidates or same), None
        )
        if best is None:
            matches.open.append(number)
        else:
            matches.take(number, entry, best)
    return matches


def _find_literal_matches(entry: TableEntry, golden: Sequence[TableEntry]) -> list[TableEntry]:
    """The golden entries with the value of an entry, or else with its evidence; those of its attribute, if any."""
    attribute, value = entry.fact.key
    evidence = normalize_text(entry.fact.evidence)
    values = [g for g in golden if g.fact.key[1] == value]
    same_evidence = [g for g in golden if evidence and normalize_text(g.fact.evidence) == evidence]
    return values or [g for g in same_evidence if g.fact.key[0] == attribute] or same_evidence


def nearest(
    named_fact: Fact, golden: Sequence[TableEntry], alike: Callable[[str, str], float], scoring: str = STRICT
) -> TableEntry | None:
    """The golden entry that a model meant by a row. Strictly the same row where it is one, else the nearest by
    evidence; as published always the one whose evidence is nearest (of several with that evidence the same row, or the
    same attribute). By the whole row where no evidence was given."""
    same = [candidate for candidate in golden if candidate.fact.key == named_fact.key]
    if scoring == STRICT and same:
        return same[0]
    if scoring == PUBLISHED:  # of equals the first is kept
        golden = sorted(
            golden, key=lambda candidate: (candidate not in same, candidate.fact.key[0] != named_fact.key[0])
        )
    best, score = None, NEAREST if scoring == STRICT else -math.inf
    for candidate in golden:
        if named_fact.evidence.strip() and candidate.fact.evidence:
            similarity = alike(named_fact.evidence, candidate.fact.evidence)
        else:
            similarity = alike(named_fact.text, candidate.fact.text)
        if similarity > score:
            best, score = candidate, similarity
    return best


def choose_similarity() -> tuple[str, Callable[[str, str], float]]:
    """How rows are compared, and in words which way that is."""
    from galley.core.judges.qa import embeddings
    from galley.core.judges.qa.similarity import cossim, rouge

    if embeddings.available():
        return "golden rows were found by the cosine of sentence embeddings", cossim
    return "golden rows were found by words in common, since no embeddings are installed", rouge
