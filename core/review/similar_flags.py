"""Flags that say the same thing as one that was just decided, so that one answer can be offered for all of them.

The same: the same criterion, a sentence that is spelt nearly alike, nearly the same flagged words, and the same source:
another summary of the item, or an item whose sources are as near. Near is not enough where a fact differs: numbers,
names, negations and all other words of content must be the same but for their endings, in the sentences, in the
flagged words and in the sources. Nothing is decided here; ``decision_sets.decide`` logs each on its own and takes
all back in one step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import orjson
from rapidfuzz import fuzz

from galley.core.domain import AnnotatorId, Cell, ItemId, Role
from galley.core.review.flag_lines import blind_cells
from galley.core.review.items import FlagState
from galley.core.review.query_filter import find_flags_in
from galley.core.review.queue import Filter
from galley.core.storage.connection import Connection
from galley.core.storage.queries import verdicts
from galley.core.storage.queries.items import read_documents
from galley.core.text.terms import terms

NEAR = 90.0
"""rapidfuzz ratio from which on two texts are spelt nearly alike."""
MOST = 200
"""Flags that are offered at most."""
_BATCH = 200
_LONGER = 0.25
_NEGATIONS = frozenset("no not never none neither nor nobody nothing without cannot".split())
_QUANTITIES = frozenset(
    "about above after before below both each every few more most much once only over some under up down".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_UNIT = re.compile(r"(?<!\w)[-−](?=\d)|\d\s?[%‰°]|\d(?!(?:st|nd|rd|th)\b)[^\W\d_]+|[$€£¥]")


class Alike(NamedTuple):
    """A flag (row id of the verdict) that says the same: its item's key, the system, the sentence."""

    flag: int
    key: str
    system: str
    sentence: str


class _Flag(NamedTuple):
    id: int
    item: ItemId
    key: str
    cell: Cell
    system: str
    sentence: str
    quote: str


def facts(text: str) -> list[str]:
    """What must be the same in two texts that say the same: each word of content by its stem, for a number may be
    written in any language, numbers with their signs and units, words with a capital, small words that say how much,
    negations."""
    fact_terms = [term for term in terms(text) if term]
    for match in _WORD.finditer(text):
        word, plain = match[0], match[0].lower()
        if plain in _NEGATIONS or plain.endswith(("n't", "n’t")):
            fact_terms.append("not")
        elif plain in _QUANTITIES:
            fact_terms.append(plain)
        elif word[0].isupper() and match.start():
            fact_terms.append(word)
    fact_terms += [match[0].lstrip("0123456789 ") for match in _UNIT.finditer(text)]
    return fact_terms if text.isascii() else [*fact_terms, *(c for c in text if c.isnumeric() and not c.isdecimal())]


def same(one: str, other: str) -> bool:
    """Whether two texts are spelt nearly alike and hold the same facts."""
    if one == other:
        return True
    return fuzz.ratio(one, other, score_cutoff=NEAR) > 0 and facts(one) == facts(other)


def find_similar_flags(connection: Connection, flag: int, reviewer: AnnotatorId) -> list[Alike]:
    """The other flags that say the same as ``flag`` (row id) and that ``reviewer`` has not answered, one a cell; none
    of those that are first decided blind. Some milliseconds at a few thousand flags: not for the thread that paints."""
    one = next(_read(connection, [flag]), None)
    if one is None:
        return []
    sources, similar = dict[ItemId, str](), dict[Cell, _Flag]()
    for other in _read(connection, _candidates(connection, one, reviewer)):  # thousands: one at a time
        if other.cell == one.cell or other.cell in similar:
            continue
        if not same(one.sentence, other.sentence) or not same(one.quote, other.quote):
            continue
        if other.item == one.item or same(*(_source(connection, sources, item) for item in (one.item, other.item))):
            similar[other.cell] = other
    for secret in blind_cells(connection, similar):
        similar.pop(secret, None)
    still = {
        flag.id: flag.state
        for flag in find_flags_in(connection, {f.item for f in similar.values()}, Filter(), reviewer)
    }
    waiting = [flag for flag in similar.values() if still.get(flag.id) == FlagState.OPEN.value]
    return [Alike(flag.id, flag.key, flag.system, flag.sentence) for flag in waiting[:MOST]]


def _candidates(connection: Connection, one: _Flag, reviewer: AnnotatorId) -> list[int]:
    """The flags on the same criterion whose unit is about as long and that the reviewer did not answer. SQLite does
    this without Python's lock, so that the window goes on meanwhile."""
    length = len(one.sentence)
    shortest, longest = length * (1 - _LONGER), length * (1 + _LONGER)
    return verdicts.find_unanswered_flags(connection, one.cell.criterion, shortest, longest, reviewer)


def _read(connection: Connection, flags: list[int]) -> Iterator[_Flag]:
    in_order = sorted(flags)
    for start in range(0, len(in_order), _BATCH):  # a few hundred texts in memory, not those of all candidates
        for line in verdicts.read_flag_lines(connection, in_order[start : start + _BATCH]):
            quote = " … ".join(line.text[a:b] for a, b in orjson.loads(line.spans))
            cell = Cell(line.unit, line.criterion, line.target)
            yield _Flag(line.id, line.item, line.key, cell, line.system, line.text, quote)


def _source(connection: Connection, source_cache: dict[ItemId, str], item: ItemId) -> str:
    if item not in source_cache:
        documents = read_documents(connection, [item], (Role.DIALOGUE, Role.ARTICLE), texts=True)
        source_cache[item] = "\n".join(row.text for row in documents)
    return source_cache[item]
