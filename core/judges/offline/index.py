"""A source read once: its words in order, where each occurs, its sentences, names, numbers and speakers."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from operator import itemgetter

from galley.core.domain import Span
from galley.core.judges.offline.english_background import Background
from galley.core.judges.offline.types import SourceDoc, SourcePlace
from galley.core.text.offline_words import (
    END,
    KIND,
    LOW,
    NAME_LIKE,
    NEXT_TEXT,
    SENTENCE_END,
    STEM,
    STOP_STEMS,
    SYNONYMS,
    TOKEN,
    places,
    read,
    word_of,
)
from galley.core.text.remembered import Remembered

MOST = 100_000
"""Words of summaries of which a source remembers how they stand in it."""
_ABBREVIATIONS = frozenset("mr mrs ms dr st prof sgt lt gen col no vs jr sr inc ltd co".split())


class SourceIndex:
    """All sources of one item as one stream of stems; a position in the stream is the index's coordinate.

    ``stems[p]`` is the folded word at position p, ``sentence[p]`` its sentence. Sentence ends are not in the stream.
    """

    def __init__(self, sources: Sequence[SourceDoc], background: Background) -> None:
        self.sources = sources
        self.background = background
        self.units = [(d, u) for d, source in enumerate(sources) for u in range(len(source.units))]
        entries = read([text for source in sources for text in source.units])
        words = [word for word in entries if word[KIND] <= NAME_LIKE]
        stems, lowers = list(map(itemgetter(STEM), words)), list(map(itemgetter(LOW), words))
        self.unit_start, starts = [0] * bool(self.units), [0] * bool(self.units)
        specials = [(place, word[KIND]) for place, word in enumerate(entries) if word[KIND] > NAME_LIKE]
        for before, (place, kind) in enumerate(specials):
            position = place - before
            if kind == NEXT_TEXT:
                self.unit_start.append(position)
                starts.append(position)
            elif kind == SENTENCE_END and position > starts[-1]:
                last = lowers[position - 1]
                if len(last) > 1 and last not in _ABBREVIATIONS:
                    starts.append(position)
        size = len(stems)
        self.stems, self.lowers = stems, lowers
        self.sentence = _numbered(starts, size)
        self.sentence_start = starts
        self.sentence_count = len(starts)
        where: defaultdict[str, list[int]] = defaultdict(list)
        for position, word in enumerate(stems):
            where[word].append(position)
        self.where: dict[str, list[int]] = dict(where)  # a look-up must not add a word
        initial = Counter([stems[p] for p in set(starts) if p < size and words[p].kind])
        inside = Counter([word[STEM] for word in words if word[KIND]])
        inside.subtract(initial)
        self.cased = inside.total() > 0.02 * size
        self.names = {w for w, n in inside.items() if n and 2 * n > len(where[w]) - initial[w] and w not in STOP_STEMS}
        self.speakers = self._speakers()
        self.labels = _labels(sources)
        self._spans: dict[int, list[tuple[int, int]]] = {}
        self._speaker_units: dict[str, frozenset[int]] = {}
        sentence, there = self.sentence, self.where
        self.following: Remembered[str, set[str]] = Remembered(
            lambda word: {stems[p + 1] for p in there.get(word, ()) if p + 1 < size}, MOST
        )
        """The stems that come after a stem somewhere."""
        self.within: Remembered[str, set[int]] = Remembered(
            lambda word: {sentence[p] for p in there.get(word, ())}, MOST
        )
        """The sentences that hold a stem."""
        within = self.within
        self.bits: Remembered[str, int] = Remembered(lambda word: sum([1 << s for s in within[word]]), MOST)
        """The same as the bits of a number."""

    def unit(self, position: int) -> int:
        """The unit that a position is in, as a place in ``units``."""
        return bisect_right(self.unit_start, position) - 1

    @cached_property
    def beginnings(self) -> set[str]:
        """The first five letters of all its stems."""
        return {word[:5] for word in self.where}

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
                    found.setdefault(word_of(token).stem, set()).add(unit)
        spoken = len({u for units in found.values() for u in units})
        return {w: units for w, units in found.items() if len(units) < spoken}

    def place(self, first: int, last: int) -> SourcePlace:
        """The place from position ``first`` to ``last`` (both in), cut to the unit of ``first``."""
        unit = self.unit(first)
        d, u = self.units[unit]
        begin = self.unit_start[unit]
        end = self.unit_start[unit + 1] if unit + 1 < len(self.unit_start) else len(self.stems)
        last = min(last, end - 1)
        spans = self._token_spans(unit)
        return SourcePlace(d, u, Span(spans[first - begin][0], spans[last - begin][1]))

    def _token_spans(self, unit: int) -> list[tuple[int, int]]:
        """Where the words of a unit stand in it; read where a finding needs it, then kept."""
        known = self._spans.get(unit)
        if known is None:
            d, u = self.units[unit]
            known = self._spans[unit] = places(self.sources[d].units[u])
        return known

    def copied(self, words: list[str], start: int, length: int) -> bool:
        """Whether the source has these neighbouring stems in this order; each must follow the one before somewhere,
        and there are three or more."""
        stems, second, third = self.stems, words[start + 1], words[start + 2]
        last = len(stems) - length
        for p in self.where[words[start]]:
            if (
                p <= last
                and stems[p + 2] == third
                and stems[p + 1] == second
                and (length == 3 or stems[p + 3 : p + length] == words[start + 3 : start + length])
            ):
                return True
        return False

    def sentence_words(self, number: int) -> list[str]:
        """The stems of a source sentence."""
        starts = self.sentence_start
        return self.stems[starts[number] : starts[number + 1] if number + 1 < len(starts) else None]

    def sentence_place(self, number: int) -> SourcePlace:
        """The place of a whole source sentence."""
        first = self.sentence_start[number]
        last = self.sentence_start[number + 1] - 1 if number + 1 < len(self.sentence_start) else len(self.stems) - 1
        return self.place(first, last)

    def is_name(self, word: str, capital: bool) -> bool:
        """Whether a summary's telling word reads as a name: by its ``capital``, by the source, or by what is usual."""
        if not word[0].isalpha():
            return False
        if self.cased and word in self.where:
            return word in self.names
        usual = self.background.capital.get(word)
        if usual is not None and usual > 0.5:
            return True
        return capital and (usual is not None or word not in self.background.frequency)


def _numbered(starts: Sequence[int], size: int) -> list[int]:
    """For each position the number of the stretch that it is in."""
    found: list[int] = []
    for number, (start, end) in enumerate(pairwise([*starts, size])):
        found += [number] * (end - start)
    return found


def _labels(sources: Sequence[SourceDoc]) -> frozenset[str]:
    """The folded words of all speaker labels: the source names these people without saying so in a turn."""
    labels = {label for source in sources for label in source.speakers}
    return frozenset(word_of(t).stem for label in labels for t in TOKEN.findall(label) if t not in END)
