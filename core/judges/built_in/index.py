"""A source read once: its words in order, where each occurs, its sentences, names, numbers and speakers."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import compress, pairwise
from sys import maxunicode

from galley.core.domain import Span
from galley.core.judges.built_in.english_background import Background
from galley.core.judges.built_in.types import SourceDoc, SourcePlace
from galley.core.text.lexicon import (
    END,
    KIND,
    NAME_LIKE,
    NEXT_TEXT,
    SENTENCE_END,
    STOP_STEMS,
    SYNONYMS,
    TOKEN,
    places,
    read,
    spoken,
    word_of,
)
from galley.core.text.memo import BoundedCache

MOST = 100_000
"""Words of summaries of which a source remembers how they stand in it."""
_ENDS = bytes(mark & KIND > NAME_LIKE for mark in range(256))
_CAPITAL = bytes(mark & KIND == NAME_LIKE for mark in range(256))
_LAST = chr(maxunicode)
"""What all further stems of a source share that has a million of them."""
NOWHERE = "\0"
"""The character of a stem that the source does not have."""
_ABBREVIATIONS = frozenset("mr mrs ms dr st prof sgt lt gen col no vs jr sr inc ltd co".split())


class SourceIndex:
    """All sources of one item as one stream of stems; a position in the stream is the index's coordinate.

    ``stems[p]`` is the folded word at position p, ``coded[p]`` the same as one character, so that runs of words are
    found like letters in a text, ``sentence[p]`` its sentence. Sentence ends are not in the stream.
    """

    def __init__(self, sources: Sequence[SourceDoc], background: Background) -> None:
        self.sources = sources
        self.background = background
        self.units = [(d, u) for d, source in enumerate(sources) for u in range(len(source.units))]
        tokens = read([text for source in sources for text in source.units])
        lowers, stems, marks = spoken(*tokens)
        size = len(stems)
        self.unit_start, starts = [0] * bool(self.units), [0] * bool(self.units)
        for before, place in enumerate(compress(range(len(tokens[2])), tokens[2].translate(_ENDS))):
            position, kind = place - before, tokens[2][place] & KIND
            if kind == NEXT_TEXT:
                self.unit_start.append(position)
                starts.append(position)
            elif kind == SENTENCE_END and position > starts[-1]:
                last = lowers[position - 1]
                if len(last) > 1 and last not in _ABBREVIATIONS:
                    starts.append(position)
        self.stems, self.lowers = stems, lowers
        self.code = dict.fromkeys(stems, _LAST)
        self.code.update(zip(self.code, map(chr, range(1, ord(_LAST))), strict=False))
        self.code_text = "".join(map(self.code.__getitem__, stems))
        self.sentence = _number_positions(starts, size)
        self.sentence_start = starts
        self.sentence_count = len(starts)
        capital = marks.translate(_CAPITAL)
        opening = [stems[p] for p in set(starts) if p < size and capital[p]]
        self.is_cased = capital.count(1) - len(opening) > 0.02 * size
        initial, inside = Counter(opening).get, Counter(compress(stems, capital))
        names = {w: n - initial(w, 0) for w, n in inside.items() if w not in STOP_STEMS}
        self.names = {w for w, n in names.items() if n and 2 * n > self.code_text.count(self.code[w]) - initial(w, 0)}
        self.speakers = self._speakers()
        self.labels = _labels(sources)
        self._spans: dict[int, list[tuple[int, int]]] = {}
        self._speaker_units: dict[str, frozenset[int]] = {}
        sentence, code, find = self.sentence, self.code, self.code_text.find

        def positions(word: str) -> list[int]:
            places: list[int] = []
            if word in code:
                at = find(code[word])
                while at >= 0:
                    places.append(at)
                    at = find(code[word], at + 1)
            return places

        self.stem_positions: BoundedCache[str, list[int]] = BoundedCache(positions, MOST)
        """Where a stem stands; nowhere, if the source does not have it."""
        where = self.stem_positions

        def sentence_bits(word: str) -> int:
            bits = 0
            for position in where[word]:
                bits |= 1 << sentence[position]
            return bits

        self.bits: BoundedCache[str, int] = BoundedCache(sentence_bits, MOST)
        """The sentences that hold a stem, as the bits of a number."""

    def unit(self, position: int) -> int:
        """The unit that a position is in, as a place in ``units``."""
        return bisect_right(self.unit_start, position) - 1

    @cached_property
    def stem_text(self) -> str:
        """All its stems, a blank before each."""
        return " " + " ".join(self.code)

    def speaker(self, unit: int) -> str:
        """Who speaks in a unit; nobody, in an article."""
        d, u = self.units[unit]
        return "".join(self.sources[d].speakers[u : u + 1])

    def speaker_units(self, word: str) -> frozenset[int]:
        """The units of the speaker whose label has this word (or a synonym of it); empty if none or all have."""
        units = self._speaker_units.get(word)
        if units is None:
            near = [word, *sorted(SYNONYMS.get(word, ()))]
            units = frozenset(next((self.speakers[w] for w in near if w in self.speakers), ()))
            self._speaker_units[word] = units
        return units

    def _speakers(self) -> dict[str, set[int]]:
        """Folded words of each speaker's label, with the units they speak in; words of several labels tell none."""
        units_by_word: dict[str, set[int]] = {}
        if not any(source.speakers for source in self.sources):
            return units_by_word
        for unit, (d, u) in enumerate(self.units):
            speakers = self.sources[d].speakers
            if u < len(speakers):
                for token in TOKEN.findall(speakers[u]):
                    units_by_word.setdefault(word_of(token).stem, set()).add(unit)
        every = len({u for units in units_by_word.values() for u in units})
        return {w: units for w, units in units_by_word.items() if len(units) < every}

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
        spans = self._spans.get(unit)
        if spans is None:
            d, u = self.units[unit]
            spans = self._spans[unit] = places(self.sources[d].units[u])
        return spans

    def in_code(self, words: list[str]) -> str:
        """Words as characters, like ``code_text``."""
        return "".join([self.code.get(word, NOWHERE) for word in words])

    def coded_sentence(self, number: int) -> str:
        """A source sentence as characters."""
        starts = self.sentence_start
        return self.code_text[starts[number] : starts[number + 1] if number + 1 < len(starts) else None]

    def sentence_words(self, number: int) -> list[str]:
        """The stems of a source sentence."""
        starts = self.sentence_start
        return self.stems[starts[number] : starts[number + 1] if number + 1 < len(starts) else None]

    def sentence_place(self, number: int) -> SourcePlace:
        """The place of a whole source sentence."""
        first = self.sentence_start[number]
        last = self.sentence_start[number + 1] - 1 if number + 1 < len(self.sentence_start) else len(self.stems) - 1
        return self.place(first, last)


def _number_positions(starts: Sequence[int], size: int) -> list[int]:
    """For each position the number of the stretch that it is in."""
    numbers: list[int] = []
    for number, (start, end) in enumerate(pairwise([*starts, size])):
        numbers += [number] * (end - start)
    return numbers


def _labels(sources: Sequence[SourceDoc]) -> frozenset[str]:
    """The folded words of all speaker labels: the source names these people without saying so in a turn."""
    labels = {label for source in sources for label in source.speakers}
    return frozenset(word_of(t).stem for label in labels for t in TOKEN.findall(label) if t not in END)
