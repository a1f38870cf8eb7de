"""Where a quote stands in the source, so that a judge's evidence is checked before a human reads it.

A quote is *verbatim* if it differs from the source in nothing but white space, letter case, the style of
quotation marks, invisible characters and Unicode composition. Anything else that is near enough is *fuzzy*,
other dashes, dots and a left-out middle ("…") of changed words among them, and the rest is *missing*. A match
never begins or ends inside a word. All places are code points of the text as it was given.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from galley.core.domain import Match

THRESHOLD = 80.0
"""Least likeness, 0 to 100, of a fuzzy match (normalised Indel similarity of quote and found text)."""

_SHORT = 8
"""Quotes with fewer characters than this are found verbatim or not at all: one edit makes another word."""

_OTHER_SPEAKER = 0.9
_ALIKE = 64

_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.\s?){3}\]|\[…\]|\(\.{3}\)|…|\.{3,}|\. \. \.)\s*")
_PREFIX = re.compile(r"\s*[*\[\"“]{0,2}([^\W_][^:：\n]{0,40}?)[*\]]{0,2}\s*[:：]\s*")
_TRIM = " \t\r\n\"'“”‘’„«»‹›「」『』`"
_ONE_FOR_ONE = str.maketrans("“”„‟«»″＂「」『』‘’‚‛`´′", '"' * 12 + "'" * 7)
_DASHES = str.maketrans("‐‑‒–—―−", "-" * 7)
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
# Scripts without spaces have no word ends to respect.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)


class QuotePlace(NamedTuple):
    """A slice of one unit's text."""

    unit: int
    start: int
    end: int


class QuoteLocation(NamedTuple):
    """Where a quote was found: ``units[unit_index][start:end]``.

    ``unit_index`` is None (and the range 0, 0) if it is missing. ``score`` is the likeness from 0 to 1, and
    1 for verbatim. ``parts`` are the places of a quote with its middle left out, or of one that runs over
    several units (``unit_index`` is then that of its longest part); else the one place itself, or none.
    """

    unit_index: int | None
    start: int
    end: int
    match: Match
    score: float
    parts: tuple[QuotePlace, ...] = ()


MISSING = QuoteLocation(None, 0, 0, Match.MISSING, 0.0)


def locate(
    quote: str, units: Sequence[str], hint: int | None = None, speakers: Sequence[str] | None = None
) -> QuoteLocation:
    """Find ``quote`` in ``units``.

    ``hint`` is the unit that the quote is said to come from: it is preferred among equals. ``speakers`` are
    the speakers of the units ("" for none): a quote may begin with its turn's own "Speaker: ".
    """
    trimmed_quote = quote.strip(_TRIM)
    if all(unicodedata.category(character)[0] in "PZC" for character in trimmed_quote):
        return MISSING
    order = list(range(len(units)))
    if hint is not None and 0 <= hint < len(units):
        order.remove(hint)
        order.insert(0, hint)
        if location := _verbatim(trimmed_quote, units, [hint]):
            return location
    return (
        _verbatim(trimmed_quote, units, order)
        or _after_speaker(quote, units, order, speakers)
        or _in_parts(trimmed_quote, units, order)
        or _over_units(trimmed_quote, units)
        or _fuzzy(trimmed_quote, units, order)
        or MISSING
    )


def _single_location(unit: int, start: int, end: int, match: Match, score: float) -> QuoteLocation:
    return QuoteLocation(unit, start, end, match, score, (QuotePlace(unit, start, end),))


def _verbatim(quote: str, units: Sequence[str], order: Sequence[int]) -> QuoteLocation | None:
    """The first exact place in ``order``, else the one that differs least of those that count as verbatim."""
    for unit in order:
        for start, end in _occurrences(quote, units[unit]):
            return _single_location(unit, start, end, Match.VERBATIM, 1.0)
    folded_quote = _fold(quote)[0].strip()
    if not folded_quote:
        return None
    alike: list[tuple[int, int, int]] = []
    for unit in order:
        text, places = _fold(units[unit])
        for start, end in _occurrences(folded_quote, text):
            alike.append((unit, *_original(places, start, end, units[unit])))
            if len(alike) == _ALIKE:
                break
    if not alike:
        return None
    if len(alike) > 1:
        from rapidfuzz import fuzz

        alike.sort(key=lambda place: -fuzz.ratio(quote, units[place[0]][place[1] : place[2]]))
    return _single_location(*alike[0], Match.VERBATIM, 1.0)


def _after_speaker(
    quote: str, units: Sequence[str], order: Sequence[int], speakers: Sequence[str] | None
) -> QuoteLocation | None:
    """A quote that begins with "Speaker: ": verbatim in that speaker's turn, fuzzy where another says it."""
    prefix = _PREFIX.match(quote)
    words = quote[prefix.end() :].strip(_TRIM) if prefix else ""
    if prefix is None or not words:
        return None
    if speakers is not None:
        name = _fold(prefix[1])[0].strip()
        own_units = [unit for unit in order if name and _fold(speakers[unit])[0].strip() == name]
        if location := _verbatim(words, units, own_units):
            return location
    if location := _verbatim(words, units, order):
        return location._replace(match=Match.FUZZY, score=_OTHER_SPEAKER)
    return None


def _occurrences(phrase: str, text: str, begin: int = 0) -> Iterator[tuple[int, int]]:
    """The places of ``wanted`` in ``text`` that neither begin nor end inside a word."""
    start = text.find(phrase, begin)
    while start >= 0:
        end = start + len(phrase)
        if not _inside_word(text, start) and not _inside_word(text, end):
            yield start, end
        start = text.find(phrase, start + 1)


def _inside_word(text: str, at: int) -> bool:
    """Whether the place between ``at - 1`` and ``at`` is within a word."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if unicodedata.combining(after):
        return True
    return before.isalnum() and after.isalnum() and not (_UNSPACED.match(before) or _UNSPACED.match(after))


@lru_cache(maxsize=2_048)
def _fold(text: str) -> tuple[str, array[int] | None]:
    """``text`` with all that verbatim overlooks evened out, and for each character where it came from.

    The places are None where they are the same as in ``text``; else there is one more for the end.
    """
    if text.isascii() and "  " not in text and not any(c in text for c in "\t\n\r\x0b\x0c`"):
        return text.lower(), None
    characters: list[str] = []
    places = array("I")
    at, size = 0, len(text)
    while at < size:
        start, character = at, text[at]
        at += 1
        if character.isspace():
            if characters and characters[-1] != " ":
                characters.append(" ")
                places.append(start)
            continue
        if character in _INVISIBLE:
            continue
        while at < size and unicodedata.combining(text[at]):
            character += text[at]
            at += 1
        for folded_character in unicodedata.normalize("NFC", character).translate(_ONE_FOR_ONE).casefold():
            characters.append(folded_character)
            places.append(start)
    places.append(size)
    return "".join(characters), places


def _original(places: array[int] | None, start: int, end: int, text: str) -> tuple[int, int]:
    """A range of a folded text as a range of the text itself, without white space at its ends."""
    if places is not None:
        start, end = places[start], places[end] if end > start else places[start]
        if end < start:
            end = start
    while end > start and (text[end - 1].isspace() or text[end - 1] in _INVISIBLE):
        end -= 1
    return start, end


def _in_parts(quote: str, units: Sequence[str], order: Sequence[int]) -> QuoteLocation | None:
    """A quote with "…" inside: every part in one unit, in order, as near one another as may be."""
    parts = [part for part in (_fold(p.strip(_TRIM))[0] for p in _ELLIPSIS.split(quote)) if part]
    if not parts or (len(parts) == 1 and parts[0] == _fold(quote)[0]):
        return None
    for unit in order:
        text, places = _fold(units[unit])
        best: list[tuple[int, int]] | None = None
        for first in _occurrences(parts[0], text):
            chain = [first]
            for part in parts[1:]:
                following = next(_occurrences(part, text, chain[-1][1]), None)
                if following is None:
                    break
                chain.append(following)
            if len(chain) < len(parts):
                break  # a later beginning leaves less room still
            if best is None or chain[-1][1] - chain[0][0] < best[-1][1] - best[0][0]:
                best = chain
        if best is not None:
            slices = tuple(QuotePlace(unit, *_original(places, *part, units[unit])) for part in best)
            return QuoteLocation(unit, slices[0].start, slices[-1].end, Match.VERBATIM, 1.0, slices)
    return None


def _over_units(quote: str, units: Sequence[str]) -> QuoteLocation | None:
    """A quote that runs from one unit into the next ones: found in them joined by blanks."""
    folded_quote = _fold(quote)[0]
    if " " not in folded_quote or len(units) < 2:
        return None
    if len(folded_quote) < _SHORT:
        return None
    texts = [_fold(unit)[0].strip() for unit in units]
    joined = " ".join(texts)
    for start, end in _occurrences(folded_quote, joined):
        slices: list[QuotePlace] = []
        position = 0
        for unit, text in enumerate(texts):
            low, high = max(start - position, 0), min(end - position, len(text))
            if low < high:
                offset = len(_fold(units[unit])[0]) - len(_fold(units[unit])[0].lstrip())
                places = _fold(units[unit])[1]
                slices.append(QuotePlace(unit, *_original(places, low + offset, high + offset, units[unit])))
            position += len(text) + 1
        longest = max(slices, key=lambda place: place.end - place.start)
        return QuoteLocation(longest.unit, longest.start, longest.end, Match.VERBATIM, 1.0, tuple(slices))
    return None


def _fuzzy(quote: str, units: Sequence[str], order: Sequence[int]) -> QuoteLocation | None:
    """The most similar stretch of any unit, from word to word, if it is similar enough."""
    folded_quote = _fold(quote)[0].translate(_DASHES)
    if len(folded_quote) < _SHORT and not _UNSPACED.search(folded_quote):
        return None
    from rapidfuzz import fuzz

    best: tuple[float, int, int, int] | None = None
    least = THRESHOLD
    for unit in order:
        text = _fold(units[unit])[0].translate(_DASHES)
        if len(text) * 2 < len(folded_quote):
            continue
        # Widening to word ends may gain what the bare alignment lacks, hence the margin.
        aligned = fuzz.partial_ratio_alignment(folded_quote, text, score_cutoff=max(0.0, least - 10))
        if aligned is None:
            continue
        if len(folded_quote) <= len(text):
            rough = aligned.dest_start, aligned.dest_end
        else:
            rough = 0, len(text)
        start, end = _to_words(text, *rough)
        for low, high in _adjusted_ranges(text, start, end):
            score = fuzz.ratio(folded_quote, text[low:high])
            if score >= least and (best is None or score > best[0]):
                best, least = (score, unit, low, high), score
    if best is None:
        return None
    score, unit, low, high = best
    start, end = _original(_fold(units[unit])[1], low, high, units[unit])
    return _single_location(unit, start, end, Match.FUZZY, min(score / 100, 0.99))


def _to_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The range widened until it neither begins nor ends inside a word, and without blanks at its ends."""
    while _inside_word(text, start):
        start -= 1
    while _inside_word(text, end):
        end += 1
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    return start, end


def _adjusted_ranges(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The range itself, and a word less or more at either end: an alignment is off by as much at times."""
    starts = {start}
    ends = {end}
    if (blank := text.find(" ", start, end)) > 0:
        starts.add(blank + 1)
    if start > 1:
        starts.add(text.rfind(" ", 0, start - 1) + 1)
    if (blank := text.rfind(" ", start, end)) > 0:
        ends.add(blank)
    if end < len(text):
        blank = text.find(" ", end + 1)
        ends.add(blank if blank >= 0 else len(text))
    for low in sorted(starts):
        for high in sorted(ends):
            if low < high:
                yield low, high
