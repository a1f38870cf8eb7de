"""Which paragraphs of an article a discussion draws on (KGDS, section 4.3), by the words they share.

A paragraph's words weigh by their rarity and by how few of the article's paragraphs have them; its score is the cosine
with what is said, set against the best paragraph of the item.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from galley.core.judges.built_in.index import SourceIndex
from galley.core.text.lexicon import STOP, STOP_STEMS, SYNONYMS

DRAWN = 0.2
"""Share of the best paragraph's score from which on a paragraph is said to be drawn on; see docs/judges.md."""
SLOPE, OFFSET = 2.146, -1.477
"""From a share to the chance that the experts of the KGDS benchmark call the paragraph supporting (Platt; 1,437
paragraphs; expected calibration error .046 over folds by item)."""
NAMED = 4
"""Shared words that are named at most, the weightiest."""


class Support(NamedTuple):
    """How far the discussion draws on a paragraph: a share of the best paragraph's score, the words that they share as
    the paragraph has them, and the turn that has most of them (-1: none)."""

    share: float
    words: tuple[str, ...]
    turn: int


def chance(share: float) -> float:
    """The calibrated probability that experts call a paragraph with this share supporting."""
    return 1 / (1 + math.exp(-(SLOPE * share + OFFSET)))


def _words(index: SourceIndex) -> list[dict[str, int]]:
    """The telling stems of each unit, with a position of each."""
    ends = [*index.unit_start[1:], len(index.stems)]
    return [
        {
            index.stems[p]: p
            for p in range(end - 1, start - 1, -1)
            if index.stems[p] not in STOP_STEMS and index.lowers[p] not in STOP and len(index.stems[p]) > 1
        }
        for start, end in zip(index.unit_start, ends, strict=True)
    ]


def _near(words: Iterable[str]) -> set[str]:
    """The words and the synonyms of them that are known."""
    return {other for word in words for other in (word, *SYNONYMS.get(word, ()))}


def support(article: SourceIndex, discussion: SourceIndex) -> list[Support]:
    """For each paragraph how far the discussion draws on it."""
    paragraphs, turns = _words(article), _words(discussion)
    frequency = Counter(word for words in paragraphs for word in words)
    rarity = article.background.rarity

    def weight(word: str) -> float:
        return rarity(word) * math.log((len(paragraphs) + 1) / max(frequency[word], 1))

    discussion_words = {word for words in turns for word in words}
    nearly = [_near(turn) for turn in turns]
    near = _near(discussion_words)
    whole = math.sqrt(sum(weight(word) ** 2 for word in discussion_words)) or 1.0
    scores, matches = [], []
    for words in paragraphs:
        shared = sorted((w for w in words if w in near), key=lambda w: (-weight(w), w))
        length = math.sqrt(sum(weight(w) ** 2 for w in words)) or 1.0
        scores.append(sum(weight(w) ** 2 for w in shared) / (length * whole))
        turn_weights = [sum(weight(w) for w in shared if w in turn) for turn in nearly]
        best = max(range(len(turn_weights)), key=turn_weights.__getitem__, default=-1)
        turn = best if best >= 0 and turn_weights[best] > 0 else -1
        matches.append((tuple(article.lowers[words[w]] for w in shared[:NAMED]), turn))
    top = max(scores, default=0.0) or 1.0
    return [Support(score / top, words, turn) for score, (words, turn) in zip(scores, matches, strict=True)]
