"""How a made-up entity grows turn by turn: which attributes and values each turn has (SUMIE, section 3.2).

Nothing here asks a model. All chance comes from one seed and the entity's name, so that the same settings and replies
give the same data.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from galley.core.papers.sumie.entry_model import EntryState, Fact, normalize_text

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


def make_rng(seed: int, *names: str) -> random.Random:
    """A source of chance for one entity, or one step of it."""
    return random.Random(":".join((str(seed), *names)))


def attributes(common: Sequence[str], uncommon: Sequence[str], count: int, rng: random.Random) -> list[str]:
    """``count`` attributes of an entity, half of them common, none twice."""
    first, second = (
        list(dict.fromkeys(" ".join(a.split()) for a in names if a.strip())) for names in (common, uncommon)
    )
    second = [a for a in second if normalize_text(a) not in {normalize_text(b) for b in first}]
    half = min(count - count // 2, len(first))
    chosen_attributes = rng.sample(first, half) + rng.sample(second, min(count - half, len(second)))
    rng.shuffle(chosen_attributes)
    return chosen_attributes


class Growth:
    """An entity's entries turn by turn. ``values`` are those that were invented for each attribute.

    Half of a table are attributes of the table before, half are others of the entity (SUMIE, section 3.2). Those
    others may have stood in an older table: the paper's figures say so, since of 9.4 entries only 2.3 are new. An
    attribute that has a value already repeats or contradicts it, as chance has it.
    """

    def __init__(self, values: Mapping[str, Sequence[str]], size: int, rng: random.Random) -> None:
        """``size`` entries a turn, as far as there are attributes."""
        self.values, self.rng = (
            {attribute: list(attribute_values) for attribute, attribute_values in values.items() if attribute_values},
            rng,
        )
        self.size = min(size, len(self.values))
        self._stated_values: dict[str, str] = {}

    def next(self, before: Sequence[PlannedEntry]) -> list[PlannedEntry]:
        """The entries of the next turn; ``before`` are those of the last one as they came to be."""
        self._stated_values |= {entry.attribute: entry.value for entry in before}
        last = sorted({entry.attribute for entry in before} & self.values.keys())
        others = sorted(self.values.keys() - set(last))
        new_count = min(self.size - min(self.size // 2, len(last)), len(others))
        chosen_attributes = self.rng.sample(others, new_count) + self.rng.sample(last, self.size - new_count)
        entries = [self._entry(attribute) for attribute in chosen_attributes]
        self.rng.shuffle(entries)
        return entries

    def _entry(self, attribute: str) -> PlannedEntry:
        old = self._stated_values.get(attribute)
        if old is None:
            return PlannedEntry(attribute, self.rng.choice(self.values[attribute]), EntryState.NEW)
        if self.rng.random() < CONFLICTS:
            return PlannedEntry(attribute, "", EntryState.CONFLICT, old)
        return PlannedEntry(attribute, old, EntryState.SAME, old)


def mix_in_distractors(sentences: Sequence[str], others: Sequence[str], rng: random.Random) -> list[str]:
    """Distractors at random places among sentences; the first sentence stays first, so that the text begins with its
    subject."""
    mixed_sentences = list(sentences)
    for other in others:
        mixed_sentences.insert(rng.randrange(min(1, len(mixed_sentences)), len(mixed_sentences) + 1), other)
    return mixed_sentences


def replace_name(text: str, name: str, generic: str) -> str:
    """The text with the invented name put out of the way, so that nothing is claimed of anything real."""
    return text.replace(name, generic)


def find_unaligned(facts: Sequence[Fact], paragraph: str) -> list[Fact]:
    """The entries whose evidence does not stand in the paragraph letter by letter; none of finished data."""
    return [fact for fact in facts if not fact.evidence or fact.evidence not in paragraph]
