"""What ordinary English looks like to the offline judge: rarity of words, capitals, and word-class order.

Counted once over source texts by the fitting script and kept with the weights; no sentence can be read back.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from galley.core.text.lexicon import END, STOP, TOKEN, VAGUE_NUMBERS, plain, stem
from galley.core.text.memo import BoundedCache

_SUFFIXES = ("ing", "ed", "ly", "tion", "ment", "ness", "er", "est", "al", "ive", "ous", "ity", "s")


class UsualWord(NamedTuple):
    """What is known of a stem: its rarity, whether it is a number, and one wherever it stands, whether it begins with a
    letter, whether it is mostly a name, and whether it is one if it has a capital."""

    rarity: float
    number: bool
    plain: bool
    letter: bool
    name: bool
    name_if_capital: bool


class Background:
    """Document frequencies, capital shares and class trigrams of a body of texts."""

    def __init__(
        self,
        documents: int,
        frequency: dict[str, int],
        capital: dict[str, float],
        classes: dict[str, int],
        trigrams: dict[int, int],
    ) -> None:
        self.documents = max(documents, 1)
        self.frequency = frequency
        self.capital = capital
        self.classes = classes
        self.trigrams = trigrams
        self.width = len(_SUFFIXES) + 3 + len(classes)
        self.bigrams: Counter[int] = Counter()
        self.unigrams: Counter[int] = Counter()
        for key, count in trigrams.items():
            self.bigrams[key // self.width] += count
            self.unigrams[key // self.width % self.width] += count
        self.total = max(sum(self.unigrams.values()), 1)
        top = math.log(self.documents + 1)
        rare = {w: math.log((self.documents + 1) / (n + 0.5)) / top for w, n in frequency.items()}
        self.rarity: Callable[[str], float] = BoundedCache(lambda word: 1.0, 0, rare).__getitem__
        """How rare a stem is, from 0 (in every text) to 1 (never seen)."""
        self.usual: Callable[[str], UsualWord] = BoundedCache(self._usual, 100_000).__getitem__
        """What is known of a stem wherever it stands."""
        self.word_class: Callable[[str], int] = BoundedCache(self._classify, 100_000).__getitem__
        """The class of a lower-case token: frequent words are their own, others go by their ending."""
        self.surprise: Callable[[int], float] = BoundedCache(self._surprise, 300_000).__getitem__
        """-log P(c | a, b) of the word classes in the key (a * width + b) * width + c."""

    def _usual(self, word: str) -> UsualWord:
        share = self.capital.get(word)
        number = word[0].isdigit() or word in ("half", "twice")
        letter = word[0].isalpha()
        often = letter and share is not None and share > 0.5
        name = letter and (share is not None or word not in self.frequency)
        return UsualWord(self.rarity(word), number, word not in VAGUE_NUMBERS, letter, often, name)

    def _classify(self, token: str) -> int:
        first = len(_SUFFIXES) + 3
        if token in self.classes:
            return first + self.classes[token]
        if token[0].isdigit():
            return 1
        if token in END:
            return 0
        for number, suffix in enumerate(_SUFFIXES):
            if len(token) > len(suffix) + 2 and token.endswith(suffix):
                return 3 + number
        return 2

    def _surprise(self, key: int) -> float:
        """Interpolated over trigram, bigram and unigram."""
        width = self.width
        pair, (b, c) = key // width, divmod(key % (width * width), width)
        tri, history = self.trigrams.get(key, 0), self.bigrams.get(pair, 0)
        bi, middle = self.bigrams.get(b * width + c, 0), self.unigrams.get(b, 0)
        p = (
            0.55 * tri / (history + 2.0)
            + 0.35 * bi / (middle + 2.0)
            + 0.1 * (self.unigrams.get(c, 0) + 0.5) / (self.total + 0.5 * width)
        )
        return -math.log(p + 1e-7)

    def surprises(self, tokens: list[str]) -> list[float]:
        """The surprise of each lower-case token of a sentence after the two before it, and of its end."""
        classes, width = [0, 0, *map(self.word_class, tokens), 0], self.width
        keys = [(a * width + b) * width + c for a, b, c in zip(classes, classes[1:], classes[2:], strict=False)]
        return list(map(self.surprise, keys))

    def to_json(self) -> dict[str, Any]:
        """The form kept in the weights file."""
        return {
            "documents": self.documents,
            "frequency": self.frequency,
            "capital": self.capital,
            "classes": list(self.classes),
            "trigrams": self._pack_trigrams(),
        }

    def _pack_trigrams(self) -> list[int]:
        """Keys as differences, then counts, alternating: a third of the size of a mapping."""
        packed: list[int] = []
        last = 0
        for key in sorted(self.trigrams):
            packed += (key - last, self.trigrams[key])
            last = key
        return packed

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Background:
        """Read what :meth:`to_json` wrote."""
        trigrams: dict[int, int] = {}
        key = 0
        packed = data["trigrams"]
        for step, count in zip(packed[::2], packed[1::2], strict=True):
            key += step
            trigrams[key] = count
        classes = {word: number for number, word in enumerate(data["classes"])}
        return cls(data["documents"], data["frequency"], data["capital"], classes, trigrams)


def count(texts: Iterable[str], least: int = 3, own_class: int = 220, least_trigram: int = 2) -> Background:
    """Count a background over ``texts``; words in fewer than ``least`` texts are forgotten."""
    frequency: Counter[str] = Counter()
    inside: Counter[tuple[str, bool]] = Counter()
    words: Counter[str] = Counter()
    streams: list[list[str]] = []
    stems, lowered = BoundedCache(stem, 1_000_000), BoundedCache(plain, 1_000_000)
    for text in texts:
        tokens = TOKEN.findall(text)
        lower = [lowered[token] for token in tokens]
        streams.append(lower)
        words.update(lower)
        frequency.update({stems[token] for token in set(lower) - END})
        inside.update(
            (stems[low], token[0].isupper())
            for previous, token, low in zip([".", *tokens], tokens, lower, strict=False)
            if previous not in END and token[0].isalpha()
        )
    upper = {word: n for (word, is_upper), n in inside.items() if is_upper}
    seen = {word: inside[word, True] + inside[word, False] for word, _ in inside}
    frequent = {word: n for word, n in frequency.items() if n >= least}
    capital = {w: round(upper[w] / seen[w], 2) for w in frequent if w in upper and upper[w] / seen[w] > 0.2}
    letters = Counter({word: n for word, n in words.items() if word[0].isalpha()})
    common = [w for w, n in letters.most_common(own_class + len(STOP)) if w in STOP or n > 200][:own_class]
    background = Background(len(streams), frequent, capital, {w: n for n, w in enumerate(common)}, {})
    trigrams: Counter[int] = Counter()
    width = background.width
    for lower in streams:
        classes = [0, 0, *map(background.word_class, lower)]
        trigrams.update(
            (a * width + b) * width + c for a, b, c in zip(classes, classes[1:], classes[2:], strict=False)
        )
    return Background(
        len(streams), frequent, capital, background.classes, {k: n for k, n in trigrams.items() if n >= least_trigram}
    )
