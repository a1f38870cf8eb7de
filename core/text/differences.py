"""Which words of a sentence no source holds: the words, names, numbers and dates to look at first.

Words are compared by their terms (``galley.core.text.terms``), so "collapsed" and "collapse" are one, and "twenty
six" and "26". A plain word counts as held too where a source has a synonym, or a word that is spelt nearly alike; and
one that any text may have ("year", "former") is not marked at all: of such words people call hardly more wrong than of
those that are held. Names, numbers and dates are not forgiven. ``benchmarks/differing.py`` measures this against the
spans that people marked; the thresholds follow from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from rapidfuzz import fuzz, process

from galley.core.domain import Span
from galley.core.paths import resources
from galley.core.text.lexicon import SYNONYMS, word_of
from galley.core.text.terms import locate_terms, terms

SPELLING = 90.0
"""rapidfuzz ratio of two terms from which on one is taken for the other: of 84 to 100 the one with the best F0.5,
though there is hardly a difference."""
COMMON = 0.5
"""Rarity (0 to 1) below which a plain word is not marked: the lowest from which on three in four marks are right."""
_SHORTEST = 4
"""Letters below which a term is not looked for by spelling."""
_FEW = 3
"""So many of a sentence's little words without one of them in the sources: another language."""
_MARKS = ".,;:!?\"“”‘’'()[]…-–—"
_DATES = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday"
    " thursday friday saturday sunday".split()
)


@cache
def load_common_stems() -> frozenset[str]:
    """The stems of ordinary words; ``benchmarks/differing.py --write`` counts them."""
    return frozenset((resources() / "common-stems.txt").read_text(encoding="utf-8").split())


class WordKind(StrEnum):
    """What a word that no source holds is."""

    WORD = "word"
    NAME = "name"
    NUMBER = "number"
    DATE = "date"


class UnsupportedSpan(NamedTuple):
    """A word of a sentence, in code points, that no source holds."""

    span: Span
    kind: WordKind


class SourceVocabulary:
    """What the sources of an item hold, read once; ``speakers`` count as said by each of them."""

    def __init__(
        self,
        units: Iterable[str],
        speakers: Iterable[str] = (),
        spelling: float = SPELLING,
        ordinary: frozenset[str] | None = None,
    ) -> None:
        self._spelling = spelling
        self._common = load_common_stems() if ordinary is None else ordinary
        self._terms: set[str] = set()
        words: set[str] = set()
        for text in (*units, *set(speakers)):
            self._terms.update(terms(text))
            words.update(text.lower().replace("’", "'").split())
        self._little = {word.strip(_MARKS) for word in words}
        self._stems = set(map(_stem, self._little))
        self._terms.discard("")
        self._shelves: defaultdict[str, list[str]] = defaultdict(list)
        for term in self._terms:
            if len(term) >= _SHORTEST and term[0].isalpha():
                self._shelves[term[0]].append(term)
        self._near: dict[str, bool] = {}

    def __contains__(self, term: str) -> bool:
        return term in self._terms

    def passes(self, word: str, term: str, kind: WordKind) -> bool:
        """Whether a word need not be marked: a source has it, or if it is a plain one something like it, or any text
        may have it."""
        if term in self._terms:
            return True
        if kind is not WordKind.WORD:
            return False
        stem = _stem(word.lower())
        if stem in self._common or not self._stems.isdisjoint(SYNONYMS.get(stem, ())):
            return True
        if len(term) < _SHORTEST:
            return False
        if term not in self._near:
            near = process.extractOne(
                term, self._shelves[term[0]], scorer=fuzz.ratio, score_cutoff=self._spelling
            )
            self._near[term] = near is not None
        return self._near[term]

    def foreign(self, sentence: str) -> bool:
        """Whether the sources are not of the sentence's language: they have none of its little words, nor any other."""
        located_terms = locate_terms(sentence)
        little = {sentence[start:end].lower().replace("’", "'") for term, start, end in located_terms if not term}
        if len(little) >= _FEW:
            return self._little.isdisjoint(little)
        return self._little.isdisjoint(little) and not any(term in self._terms for term, _, _ in located_terms if term)


def find_unsupported(sentence: str, sources: SourceVocabulary) -> tuple[UnsupportedSpan, ...]:
    """The words of ``sentence`` that the sources do not hold, in order. None where the sources are of another language,
    and of scripts that do not part their words only numbers: what no source has is there no sign of anything."""
    if sources.foreign(sentence):
        return ()
    unsupported_words = []
    for term, start, end in locate_terms(sentence):
        if not term:
            continue
        kind = _kind(sentence, term, start, end)
        if kind is None or sources.passes(sentence[start:end], term, kind):
            continue
        unsupported_words.append(UnsupportedSpan(Span(start, end), kind))
    return tuple(unsupported_words)


def _kind(sentence: str, term: str, start: int, end: int) -> WordKind | None:
    word = sentence[start:end]
    if term[0] == "#":
        return WordKind.NUMBER
    if word.lower() in _DATES and (word != "may" and word != "march"):
        return WordKind.DATE
    if not (word[0].isupper() or word[0].islower()) and not word.isascii():
        # a script without capitals; of one without blanks the terms are pairs of characters
        return None if end - start == 2 and len(term) == 2 and _is_unspaced(word) else WordKind.WORD
    if word[0].isupper() and sentence[:start].strip(" \"'“‘(") and not sentence[:start].rstrip(" \"'“‘(").endswith(
        (".", "!", "?", ":")
    ):
        return WordKind.NAME
    return WordKind.WORD


@cache
def _stem(word: str) -> str:
    return word_of(word).stem if word else ""


def _is_unspaced(word: str) -> bool:
    return any("\u0e00" <= c <= "\u0eff" or "\u1000" <= c <= "\u109f" or c >= "\u1780" for c in word)
