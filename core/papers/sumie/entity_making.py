"""How a made-up entity grows turn by turn: which attributes and values each turn has (SUMIE, section 3.2).

Nothing here asks a model. All chance comes from one seed and the entity's name, so that the same settings and replies
give the same data.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from galley.core.papers.sumie.entry_model import EntryState, Fact, plain

STYLES = (
    "user review by a teenager",
    "user review by a parent",
    "user review by a senior",
    "user review",
    "official product description",
    "editorial insight",
    "post on social media",
    "discussion in an online forum",
)
TONES = ("optimistic", "neutral", "pessimistic", "sarcastic", "humorous", "analytic")
SENTIMENTS = ("positive", "negative", "neutral")
CONFLICTS = 0.48
"""The share of known attributes that are contradicted, as in the paper's table 4."""


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    """An entry of a turn before its sentence is written. ``against`` is the value that a conflict is to contradict."""

    attribute: str
    value: str
    state: EntryState
    against: str = ""


def chance(seed: int, *names: str) -> random.Random:
    """A source of chance for one entity, or one step of it."""
    return random.Random(":".join((str(seed), *names)))


def attributes(common: Sequence[str], uncommon: Sequence[str], count: int, luck: random.Random) -> list[str]:
    """``count`` attributes of an entity, half of them common, none twice."""
    first, second = (
        list(dict.fromkeys(" ".join(a.split()) for a in given if a.strip())) for given in (common, uncommon)
    )
    second = [a for a in second if plain(a) not in {plain(b) for b in first}]
    half = min(count - count // 2, len(first))
    chosen = luck.sample(first, half) + luck.sample(second, min(count - half, len(second)))
    luck.shuffle(chosen)
    return chosen


class Growth:
    """An entity's entries turn by turn. ``values`` are those that were invented for each attribute.

    Half of a table are attributes of the table before, half are others of the entity (SUMIE, section 3.2). Those
    others may have stood in an older table: the paper's figures say so, since of 9.4 entries only 2.3 are new. An
    attribute that has a value already repeats or contradicts it, as chance has it.
    """

    def __init__(self, values: Mapping[str, Sequence[str]], size: int, luck: random.Random) -> None:
        """``size`` entries a turn, as far as there are attributes."""
        self.values, self.luck = {attribute: list(found) for attribute, found in values.items() if found}, luck
        self.size = min(size, len(self.values))
        self._said: dict[str, str] = {}

    def next(self, before: Sequence[PlannedEntry]) -> list[PlannedEntry]:
        """The entries of the next turn; ``before`` are those of the last one as they came to be."""
        self._said |= {entry.attribute: entry.value for entry in before}
        last = sorted({entry.attribute for entry in before} & self.values.keys())
        others = sorted(self.values.keys() - set(last))
        fresh = min(self.size - min(self.size // 2, len(last)), len(others))
        chosen = self.luck.sample(others, fresh) + self.luck.sample(last, self.size - fresh)
        entries = [self._entry(attribute) for attribute in chosen]
        self.luck.shuffle(entries)
        return entries

    def _entry(self, attribute: str) -> PlannedEntry:
        old = self._said.get(attribute)
        if old is None:
            return PlannedEntry(attribute, self.luck.choice(self.values[attribute]), EntryState.NEW)
        if self.luck.random() < CONFLICTS:
            return PlannedEntry(attribute, "", EntryState.CONFLICT, old)
        return PlannedEntry(attribute, old, EntryState.SAME, old)


def mixed(sentences: Sequence[str], others: Sequence[str], luck: random.Random) -> list[str]:
    """Distractors at random places among sentences; the first sentence stays first, so that the text begins with its
    subject."""
    found = list(sentences)
    for other in others:
        found.insert(luck.randrange(min(1, len(found)), len(found) + 1), other)
    return found


def renamed(text: str, name: str, generic: str) -> str:
    """The text with the invented name put out of the way, so that nothing is claimed of anything real."""
    return text.replace(name, generic)


def aligned(facts: Sequence[Fact], paragraph: str) -> list[Fact]:
    """The entries whose evidence does not stand in the paragraph letter by letter; none of finished data."""
    return [fact for fact in facts if not fact.evidence or fact.evidence not in paragraph]
