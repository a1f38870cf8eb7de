"""A source read once: its words in order, where each occurs, its sentences, names, numbers and speakers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from galley.core.domain import Span
from galley.core.judges.offline.background import Background
from galley.core.judges.offline.types import Place, SourceDoc
from galley.core.judges.offline.words import (
    END,
    NAME_LIKE,
    PASSED,
    SENTENCE_END,
    STOP_STEMS,
    SYNONYMS,
    TOKEN,
    fold,
    read,
)

_ABBREVIATIONS = frozenset("mr mrs ms dr st prof sgt lt gen col no vs jr sr inc ltd co".split())


class SourceIndex:
    """All sources of one item as one stream of stems; a position in the stream is the index's coordinate.

    ``stems[p]`` is the folded word at position p, ``sentence[p]`` its sentence, ``unit[p]`` its place in
    ``units`` (document, unit). Sentence ends are not in the stream.
    """

    def __init__(self, sources: Sequence[SourceDoc], background: Background) -> None:
        self.sources = sources
        self.background = background
        self.units: list[tuple[int, int]] = []
        self.unit_start: list[int] = []
        stems: list[str] = []
        lowers: list[str] = []
        sentences: list[int] = []
        unit_of: list[int] = []
        starts: list[int] = []
        inside: dict[str, int] = {}
        initial: dict[str, int] = {}
        for d, source in enumerate(sources):
            for u, text in enumerate(source.units):
                begin = len(stems)
                self.units.append((d, u))
                self.unit_start.append(begin)
                starts.append(begin)
                previous = "."
                for token in TOKEN.findall(text):
                    low, folded, kind = read(token)
                    if kind > NAME_LIKE:
                        over = kind == SENTENCE_END and len(previous) > 1 and previous not in _ABBREVIATIONS
                        if over and starts[-1] != len(stems):
                            starts.append(len(stems))
                            previous = "."
                        continue
                    stems.append(folded)
                    lowers.append(low)
                    if kind == NAME_LIKE:
                        seen = initial if previous == "." else inside
                        seen[folded] = seen.get(folded, 0) + 1
                    previous = low
                unit_of += [len(self.units) - 1] * (len(stems) - begin)
        for number, (start, end) in enumerate(pairwise([*starts, len(stems)])):
            sentences += [number] * (end - start)
        self.stems, self.lowers, self.sentence, self.unit = stems, lowers, sentences, unit_of
        self.sentence_start = starts
        self.sentence_count = len(starts)
        where: defaultdict[str, list[int]] = defaultdict(list)
        for position, word in enumerate(stems):
            where[word].append(position)
        self.where: dict[str, list[int]] = dict(where)  # a look-up must not add a word
        self.pairs = set(pairwise(stems))
        self.cased = sum(inside.values()) > 0.02 * len(stems)
        self.names = {w for w, n in inside.items() if 2 * n > len(where[w]) - initial.get(w, 0) and w not in STOP_STEMS}
        self.speakers = self._speakers()
        self.labels = _labels(sources)
        self._spans: dict[int, tuple[list[tuple[int, int]], Iterator[re.Match[str]]]] = {}
        self._speaker_units: dict[str, frozenset[int]] = {}
        self._sentences_of: dict[str, tuple[frozenset[int], frozenset[int]]] = {}

    def speaker_units(self, word: str) -> frozenset[int]:
        """The units of the speaker whose label has this word (or a synonym of it); empty if none or all have."""
        known = self._speaker_units.get(word)
        if known is None:
            near = [word, *sorted(SYNONYMS.get(word, ()))]
            known = frozenset(next((self.speakers[w] for w in near if w in self.speakers), ()))
            self._speaker_units[word] = known
        return known

    def _speakers(self) -> dict[str, set[int]]:
        """Folded words of each speaker's label, with the units they speak in; words of several labels tell none."""
        found: dict[str, set[int]] = {}
        for unit, (d, u) in enumerate(self.units):
            speakers = self.sources[d].speakers
            if u < len(speakers):
                for token in TOKEN.findall(speakers[u]):
                    found.setdefault(fold(token)[1], set()).add(unit)
        spoken = len({u for units in found.values() for u in units})
        return {w: units for w, units in found.items() if len(units) < spoken}

    def place(self, first: int, last: int) -> Place:
        """The place from position ``first`` to ``last`` (both in), cut to the unit of ``first``."""
        unit = self.unit[first]
        d, u = self.units[unit]
        begin = self.unit_start[unit]
        end = self.unit_start[unit + 1] if unit + 1 < len(self.unit_start) else len(self.stems)
        last = min(last, end - 1)
        spans = self._token_spans(unit, last - begin)
        return Place(d, u, Span(spans[first - begin][0], spans[last - begin][1]))

    def _token_spans(self, unit: int, last: int) -> list[tuple[int, int]]:
        """Where the words of a unit stand in it, at least up to the word ``last``; read only as far as a finding needs
        it, then kept."""
        known = self._spans.get(unit)
        if known is None:
            d, u = self.units[unit]
            known = self._spans[unit] = [], TOKEN.finditer(self.sources[d].units[u])
        spans, more = known
        while len(spans) <= last:
            match = next(more)
            if match[0] not in PASSED:
                spans.append(match.span())
        return spans

    def copied(self, words: list[str], start: int, length: int) -> bool:
        """Whether the source has these neighbouring stems in this order; all pairs of them must be ``pairs``."""
        wanted = words[start : start + length]
        stems = self.stems
        return any(stems[p : p + length] == wanted for p in self.where[wanted[0]])

    def sentences_of(self, word: str) -> tuple[frozenset[int], frozenset[int]]:
        """The source sentences that hold a stem, and those with their neighbours."""
        known = self._sentences_of.get(word)
        if known is None:
            exact = frozenset(self.sentence[p] for p in self.where.get(word, ()))
            known = exact, exact | {s + 1 for s in exact} | {s - 1 for s in exact}
            self._sentences_of[word] = known
        return known

    def sentence_words(self, number: int) -> list[str]:
        """The stems of a source sentence."""
        starts = self.sentence_start
        return self.stems[starts[number] : starts[number + 1] if number + 1 < len(starts) else None]

    def sentence_place(self, number: int) -> Place:
        """The place of a whole source sentence."""
        first = self.sentence_start[number]
        last = self.sentence_start[number + 1] - 1 if number + 1 < len(self.sentence_start) else len(self.stems) - 1
        return self.place(first, last)

    def is_name(self, word: str, written: str, first: bool) -> bool:
        """Whether a summary token reads as a name: by its capital, by the source, or by what is usual."""
        if word in STOP_STEMS or not word[0].isalpha():
            return False
        if word in self.where and self.cased:
            return word in self.names
        usual = self.background.capital.get(word)
        if usual is not None and usual > 0.5:
            return True
        return written[0].isupper() and not first and (usual is not None or word not in self.background.frequency)


def _labels(sources: Sequence[SourceDoc]) -> frozenset[str]:
    """The folded words of all speaker labels: the source names these people without saying so in a turn."""
    labels = {label for source in sources for label in source.speakers}
    return frozenset(fold(t)[1] for label in labels for t in TOKEN.findall(label) if t not in END)
