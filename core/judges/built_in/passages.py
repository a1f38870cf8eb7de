"""The sources of an item, read once: their sentences, names, numbers and scores, and which retell a sentence."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from galley.core.domain import Span
from galley.core.judges.built_in.quantities import SCORE, Quantity, read_quantities
from galley.core.judges.built_in.tokens import (
    ENDS,
    MOST_TOKENS,
    OPPOSITES,
    SPEECH_ROOTS,
    TITLES,
    Token,
    find_alike,
    find_phrased_roots,
    is_content,
    read_tokens,
    split_sentences,
)
from galley.core.judges.built_in.types import SourcePlace


class SourceLike(Protocol):
    """One source document: its units in order, and the speaker of each (none for an article)."""

    @property
    def units(self) -> Sequence[str]: ...

    @property
    def speakers(self) -> Sequence[str]: ...


class Source(NamedTuple):
    """A source document in its units."""

    units: Sequence[str]
    speakers: Sequence[str] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """One sentence of a source; ``number`` counts those of all sources from 0."""

    number: int
    document: int
    unit: int
    speaker: str
    text: str
    tokens: tuple[Token, ...]
    roots: frozenset[str]
    is_question: bool

    def place(self, first: Token | None = None, last: Token | None = None) -> SourcePlace:
        """Where it, or a part of it, stands."""
        start = (first or self.tokens[0]).start
        return SourcePlace(self.document, self.unit, Span(start, (last or first or self.tokens[-1]).end))

    def quote(self) -> str:
        """Its words, shortened for a message."""
        return shorten(self.text[self.tokens[0].start : self.tokens[-1].end])


def shorten(text: str, most: int = 90) -> str:
    """A text on one line, cut at a blank after at most ``most`` code points."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + "…"


class Sentence:
    """A summary sentence with its tokens."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = read_tokens(text[: 40 * MOST_TOKENS])[:MOST_TOKENS]
        self.content = [i for i, token in enumerate(self.tokens) if is_content(token)]


class SourceText:
    """The sources of an item, read once for all of its sentences."""

    def __init__(self, sources: Sequence[SourceLike]) -> None:
        self.passages: list[Passage] = []
        self.quantities: list[Quantity] = []
        self.lows: set[str] = set()
        self.capitalised: defaultdict[str, set[str]] = defaultdict(set)
        self.initials: set[str] = set()
        self.roots: set[str] = set()
        self.speakers: dict[str, frozenset[str]] = {}
        self.joined: list[str] = []
        self.scores: dict[frozenset[str], tuple[str, SourcePlace]] = {}
        self._aligned: tuple[Sentence | None, list[tuple[float, Passage]]] = None, []
        self._where: defaultdict[str, list[int]] = defaultdict(list)
        for document, source in enumerate(sources):
            for unit, text in enumerate(source.units):
                speaker = source.speakers[unit] if unit < len(source.speakers) else ""
                self._read_unit(document, unit, speaker, text)
        shared = {low: 0 for names in self.speakers.values() for low in names}
        for names in self.speakers.values():
            for low in names:
                shared[low] += 1
        self.speakers = {s: frozenset(n for n in names if shared[n] == 1) for s, names in self.speakers.items()}
        for k, passage in enumerate(self.passages):
            for root in passage.roots:
                self._where[root].append(k)
        self._size = max(len(self.passages), 1)
        self.dates = {(q.month, q.values[0]) for q in self.quantities if q.month}
        self.years = {q.values[0] for q in self.quantities if q.unit == "year of date"}

    def _read_unit(self, document: int, unit: int, speaker: str, text: str) -> None:
        tokens = read_tokens(text)
        if speaker and speaker not in self.speakers:
            names = [t for t in read_tokens(speaker) if t.low not in TITLES and t.low[0].isalnum()]
            self.speakers[speaker] = frozenset(t.low for t in names) or frozenset({speaker.casefold()})
            self.lows.update(t.low for t in read_tokens(speaker))
            for token in names:
                self.capitalised[token.low[0]].add(token.low)
            self.roots.update(t.root for t in names)
        words = [token for token in tokens if token.text not in ENDS]
        self.joined.append(" " + " ".join(token.low for token in words) + " ")
        for match in SCORE.finditer(text):
            place = SourcePlace(document, unit, Span(*match.span()))
            self.scores.setdefault(frozenset(match.groups()), (match[0], place))
        self.lows.update(token.low for token in words)
        self.roots.update(token.root for token in words)
        for token in words:
            if token.text[0].isupper():
                self.capitalised[token.low[0]].add(token.low)
        self.initials.update(_initials(words))
        for part in split_sentences(tokens, text):
            roots = frozenset(token.root for token in part if is_content(token))
            question = part[-1].text == "?"
            number = len(self.passages)
            self.passages.append(Passage(number, document, unit, speaker, text, tuple(part), roots, question))
            found = read_quantities(text, part)
            self.quantities += [quantity._replace(passage=number) for quantity in found]

    def rarity(self, root: str) -> float:
        """The weight of a root: a rare one says more."""
        return math.log(1 + self._size / (1 + len(self._where.get(root, ()))))

    def align(self, sentence: Sentence) -> list[tuple[float, Passage]]:
        """The passages that share most with a sentence, best first, with the share of its weight that each holds."""
        if self._aligned[0] is sentence:
            return self._aligned[1]
        weights: dict[int, float] = defaultdict(float)
        total = 0.0
        for root in self._asked_roots(sentence):
            weight = self.rarity(root)
            total += weight
            held = set(self._where.get(root, ()))
            for other in find_alike(root) - {root}:
                held.update(self._where.get(other, ()))
            for k in held:
                weights[k] += weight
        best = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))[:6]
        self._aligned = sentence, [(weight / total, self.passages[k]) for k, weight in best if total]
        return self._aligned[1]

    def find_near(self, sentence: Sentence) -> list[Passage]:
        """The passages that a sentence retells: they hold most of it, or it holds most of them (of a short one)."""
        aligned = self.align(sentence)
        roots = {other for i in sentence.content for other in find_alike(sentence.tokens[i].root)}
        phrased = find_phrased_roots(sentence.tokens)
        roots.update(phrased, *(OPPOSITES.get(root, ()) for root in phrased))
        near: list[Passage] = []
        for score, passage in aligned:
            shared = passage.roots & roots
            weight = sum(map(self.rarity, passage.roots))
            part = sum(map(self.rarity, shared)) / weight if weight else 0.0
            close = score >= max(0.3, 0.6 * aligned[0][0]) and (len(shared) >= 2 or not near)
            if close or (part >= 0.5 and len(shared) >= 2):
                near.append(passage)
        return near

    def _asked_roots(self, sentence: Sentence) -> list[str]:
        """What a sentence says, without its speakers and verbs of speech where the source is a dialogue."""
        roots = dict.fromkeys(sentence.tokens[i].root for i in sentence.content)
        if not self.speakers:
            return list(roots)
        names = {low for lows in self.speakers.values() for low in lows}
        kept = [r for r in roots if r not in SPEECH_ROOTS and r not in names]
        return kept or list(roots)


def _initials(words: Sequence[Token]) -> Iterator[str]:
    run = ""
    for token in words:
        if token.text[0].isupper() and not token.apart:
            run = (run + token.text[0])[-6:]
        elif token.low not in ("of", "the", "and", "for", "de") or not run:
            run = token.text[0] if token.text[0].isupper() else ""
        for size in range(2, len(run) + 1):
            yield run[-size:].lower()
