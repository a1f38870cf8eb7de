"""Sentences with one planted mistake, made from source articles: what rule-made errors teach the offline judge.

For each drawn sentence of an article there is the sentence itself (right) and a spoilt copy (wrong): another number,
another name of the same article, a negation put in or taken out, a word turned into its opposite, or the end of one
sentence joined to the beginning of another. Real summaries hold few of these, reviewers expect all of them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable

from benchmarks.offline_data import Record

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_AUX = re.compile(r"\b(is|are|was|were|has|have|had|will|would|can|could|should|did|does)\b(?! not)(?! n't)")
_NAME = re.compile(r"(?<=[a-z,] )(?:[A-Z][a-z]+)(?: [A-Z][a-z]+)*")
_NUMBER = re.compile(r"\b\d[\d,.]*\d\b|\b\d\b")
_SWAPS = {
    "increase": "decrease",
    "rose": "fell",
    "won": "lost",
    "win": "lose",
    "first": "last",
    "more": "less",
    "before": "after",
    "higher": "lower",
    "high": "low",
    "bought": "sold",
    "north": "south",
    "east": "west",
    "accepted": "rejected",
    "guilty": "innocent",
    "man": "woman",
    "father": "mother",
    "son": "daughter",
    "brother": "sister",
    "husband": "wife",
    "best": "worst",
    "largest": "smallest",
    "young": "old",
    "opened": "closed",
    "began": "ended",
    "allowed": "banned",
    "always": "never",
    "many": "few",
}


def _number(sentence: str, article: str, rng: random.Random) -> str | None:
    found = list(_NUMBER.finditer(sentence))
    if not found:
        return None
    match = rng.choice(found)
    digits = re.sub(r"\D", "", match.group())
    value = max(int(digits) + rng.choice([-7, -3, -2, 2, 3, 5, 8, 11]), 2)
    return sentence[: match.start()] + str(value) + sentence[match.end() :]


def _name(sentence: str, article: str, rng: random.Random) -> str | None:
    here = list(_NAME.finditer(sentence))
    others = sorted({m.group() for m in _NAME.finditer(article)} - {m.group() for m in here})
    if not here or not others:
        return None
    match = rng.choice(here)
    return sentence[: match.start()] + rng.choice(others) + sentence[match.end() :]


def _negation(sentence: str, article: str, rng: random.Random) -> str | None:
    bare = re.sub(r"\bnot |n't\b| never\b", "", sentence, count=1)
    if bare != sentence:
        return bare
    match = _AUX.search(sentence)
    return sentence[: match.end()] + " not" + sentence[match.end() :] if match else None


def _opposite(sentence: str, article: str, rng: random.Random) -> str | None:
    here = [w for w in _SWAPS if re.search(rf"\b{w}\b", sentence)]
    if not here:
        return None
    word = rng.choice(here)
    return re.sub(rf"\b{word}\b", _SWAPS[word], sentence, count=1)


def _fusion(sentence: str, article: str, rng: random.Random) -> str | None:
    words = sentence.split()
    others = [s.split() for s in _SENTENCE.split(article) if 8 <= len(s.split()) <= 40 and s != sentence]
    if not others or len(words) < 10:
        return None
    other = rng.choice(others)
    return " ".join(words[: rng.randint(4, len(words) - 4)] + other[rng.randint(2, len(other) - 4) :])


KINDS: dict[str, Callable[[str, str, random.Random], str | None]] = {
    "number": _number,
    "name": _name,
    "negation": _negation,
    "opposite": _opposite,
    "fusion": _fusion,
}


def planted(records: Iterable[Record], each: int = 3, seed: int = 7) -> list[Record]:
    """Spoilt and untouched sentences of the articles of ``records``, ``each`` drawn sentences an article."""
    rng = random.Random(seed)
    made: list[Record] = []
    done: set[str] = set()
    for record in records:
        if record.group in done or record.docs[0].speakers:
            continue
        done.add(record.group)
        sentences = [s for s in _SENTENCE.split(record.text) if 9 <= len(s.split()) <= 32]
        rng.shuffle(sentences)
        for number, sentence in enumerate(sentences[:each]):
            kinds = list(KINDS)
            rng.shuffle(kinds)
            for kind in kinds:
                spoilt = KINDS[kind](sentence, record.text, rng)
                if spoilt and spoilt != sentence:
                    for text, label in ((sentence, 0), (spoilt, 1)):
                        made.append(
                            Record(
                                "planted",
                                kind,
                                str(number),
                                record.document,
                                record.text,
                                record.docs,
                                [text],
                                [label],
                                group=record.group,
                            )
                        )
                    break
    return made


_ROLES = re.compile(r"(?i)\b(?:sales (?:agent|representative)|representative|agent|client|customer)\b")


def swapped(records: Iterable[Record]) -> list[Record]:
    """Right sentences of the sales calls (label 0) beside copies in which agent and client changed places (1)."""
    made: list[Record] = []
    seen: set[tuple[str, str]] = set()
    for record in records:
        if record.dataset != "sales" or record.score:
            continue
        for number, sentence in enumerate(record.sentences):
            other = _ROLES.sub(lambda m: "sales agent" if m.group()[0] in "cC" else "client", sentence)
            if other == sentence or (record.group, sentence) in seen:
                continue
            seen.add((record.group, sentence))
            for text, label in ((sentence, 0), (other, 1)):
                made.append(
                    Record(
                        "swapped",
                        "sales",
                        f"{record.name}-{number}",
                        record.document,
                        record.text,
                        record.docs,
                        [text],
                        [label],
                        group=record.group,
                    )
                )
    return made
