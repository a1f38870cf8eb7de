"""Word overlap between two texts: unigram F1 and exact match.

Unigram F1 is ROUGE-1 without stemming (Lin 2004, section 2); the word F1 of question answering (Rajpurkar and
others 2016) drops articles and punctuation first. Scripts that are written without blanks count each character as a
token.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # Kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\U00020000-\U0003ffff"  # Han, further planes
)
_CHARACTER = re.compile(f"[{_UNSPACED}]")


@dataclass(frozen=True, slots=True)
class Overlap:
    """Fractions from 0 to 1; None where the text it divides by has no token."""

    precision: float | None
    recall: float | None
    f1: float | None


def tokens(text: str) -> list[str]:
    """Case-folded words (runs of letters, digits and marks), and single characters of unspaced scripts."""
    words: list[str] = []
    word: list[str] = []
    for character in unicodedata.normalize("NFKC", text).casefold():
        kind = unicodedata.category(character)[0]
        if kind not in "LNM":
            _flush(word, words)
        elif kind != "M" and _CHARACTER.match(character):
            _flush(word, words)
            words.append(character)
        elif kind == "M" and not word and words and _CHARACTER.match(words[-1]):
            # A vowel or tone mark belongs to the character before it.
            words[-1] += character
        else:
            word.append(character)
    _flush(word, words)
    return words


def _flush(word: list[str], words: list[str]) -> None:
    if word:
        words.append("".join(word))
        word.clear()


def unigram_f1(candidate: str, reference: str) -> Overlap:
    """The tokens that two texts share, each as often as it occurs in both, over the tokens of either."""
    first, second = Counter(tokens(candidate)), Counter(tokens(reference))
    shared, candidate_total, reference_total = (first & second).total(), first.total(), second.total()
    return Overlap(
        shared / candidate_total if candidate_total else None,
        shared / reference_total if reference_total else None,
        2 * shared / (candidate_total + reference_total) if candidate_total + reference_total else None,
    )


_ARTICLES = frozenset({"a", "an", "the"})


def squad_tokens(text: str) -> list[str]:
    """The words of an answer as question answering compares them (Rajpurkar and others 2016): without case, without
    punctuation (which leaves no blank) and without English articles; single characters of unspaced scripts."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    bare = "".join(character for character in folded if unicodedata.category(character)[0] not in "PS")
    return [part for word in bare.split() if word not in _ARTICLES for part in _parts(word)]


def _parts(word: str) -> list[str]:
    return tokens(word) if _CHARACTER.search(word) else [word]


def squad_f1(candidate: str, reference: str) -> float | None:
    """The word F1 of two answers; None where neither has a word."""
    first, second = Counter(squad_tokens(candidate)), Counter(squad_tokens(reference))
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else None


def exact_match(candidate: str, reference: str) -> bool:
    """Whether two texts have the same tokens in the same order: case, blanks and punctuation aside."""
    return tokens(candidate) == tokens(reference)
