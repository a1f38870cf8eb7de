"""Evidence links without a model: which source units support a summary sentence, and which units it covers.

Two texts are compared by their terms (``galley.core.evidence.terms``): stems, numbers and names, each weighted by
how rare it is among the source units of the item, so that "Tuesday" or "7.99" says more than a word of every
paragraph. A word that no source has is looked for by spelling. In a dialogue a turn also counts as naming its
speaker, and "you" as naming the one spoken to. A link says that two places talk of the same things, not that
one follows from the other: a sentence that turns its source into the contrary still links to it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from heapq import nlargest
from itertools import pairwise
from math import log
from typing import NamedTuple

from rapidfuzz import fuzz, process

from galley.core.domain import Span
from galley.core.evidence.terms import FIRST_PERSON, SECOND_PERSON, Located, located, terms

TOP = 3
"""At most so many source units are given for one sentence."""

LINKED = 0.2
"""Least share of a sentence's weight that a unit must hold to be given as its evidence."""

COVERED = 0.35
"""Least strength at which a sentence counts as covering a source unit."""

_NUMBER_WEIGHT = 1.5
_PHRASE = 0.5  # how much more neighbouring terms that stay neighbours are worth
_LENGTH = 0.15  # how much long units are held back: they hold more words by chance
_CANDIDATES = 8
_SPELLING = 84.0  # rapidfuzz ratio from which a misspelt or inflected word is taken for the source's word
_GAP = 3  # so many tokens may lie between two matched ones of one span
_SPANS = 4


class Link(NamedTuple):
    """One source unit that supports a sentence.

    ``strength`` is the weighted share (0 to 1) of the sentence's terms that the unit holds. ``spans`` are
    where they are in the unit, ``sentence_spans`` where in the sentence, in order, as code points of each.
    """

    source: int
    strength: float
    spans: tuple[Span, ...]
    sentence_spans: tuple[Span, ...]


class Coverage(NamedTuple):
    """How well the summary covers one source unit.

    ``strength`` (0 to 1) is, for the best sentence, the larger of two weighted shares: of the sentence found
    in the unit, and of the unit found in the sentence. ``sentences`` are those with at least ``COVERED``, in
    order. ``content`` is False for a unit with no term of its own ("Yes, I am."): there is nothing to cover.
    """

    strength: float
    sentences: tuple[int, ...]
    covered: bool
    content: bool


class Links(NamedTuple):
    """For each summary sentence its links, best first; for each source unit its coverage."""

    sentences: tuple[tuple[Link, ...], ...]
    sources: tuple[Coverage, ...]


def links(
    summary_units: Sequence[str], source_units: Sequence[str], speakers: Sequence[str] | None = None
) -> Links:
    """Link the sentences of one summary with the units of its item's sources.

    ``source_units`` may come from several documents, one after another. ``speakers``, where given, has the
    speaker of each source unit ("" for a paragraph).
    """
    source_terms = [terms(unit) for unit in source_units]
    source_sets = [_distinct(unit) for unit in source_terms]
    frequency: Counter[str] = Counter()
    for distinct in source_sets:
        frequency.update(distinct)
    persons = _persons(source_units, speakers) if speakers is not None else {}
    for named in persons.values():
        frequency.update(named)
    weight = TermWeights(frequency, len(source_units))

    sentence_terms = [terms(unit) for unit in summary_units]
    alias = by_spelling(set().union(*sentence_terms) if sentence_terms else set(), frequency)
    sentence_sets = [_distinct(unit) for unit in sentence_terms]
    totals = [sum(map(weight.__getitem__, distinct)) for distinct in sentence_sets]
    sought: dict[str, list[int]] = defaultdict(list)
    for sentence, distinct in enumerate(sentence_sets):
        for term in {alias.get(term, term) for term in distinct}:
            sought[term].append(sentence)

    shared = _shared(sought, source_sets, weight, len(summary_units))
    supported = _with_persons(shared, sought, source_sets, persons, weight)
    found: list[tuple[Link, ...]] = []
    for sentence, by_source in enumerate(supported):
        wanted = [alias.get(term, term) for term in sentence_terms[sentence] if term]
        chosen = choose(wanted, totals[sentence], by_source, source_terms, source_sets, persons, weight)
        if not chosen:
            found.append(())
            continue
        places = [(alias.get(t, t), start, end) for t, start, end in located(summary_units[sentence])]
        found.append(
            tuple(
                _link(
                    source, strength, set(wanted), source_units[source], places, persons.get(source), weight
                )
                for source, strength in chosen
            )
        )
    return Links(tuple(found), _coverage(shared, totals, source_sets, weight))


class TermWeights(dict[str, float]):
    """Term to weight: log(1 + N / (units that hold it + 1/2)), numbers more."""

    def __init__(self, frequency: Counter[str], units: int) -> None:
        super().__init__()
        self._frequency = frequency
        self._units = units

    def __missing__(self, term: str) -> float:
        value = log(1 + self._units / (self._frequency.get(term, 0) + 0.5))
        if term[0] == "#":
            value *= _NUMBER_WEIGHT
        self[term] = value
        return value


def _distinct(unit: list[str]) -> set[str]:
    distinct = set(unit)
    distinct.discard("")
    return distinct


def _persons(source_units: Sequence[str], speakers: Sequence[str]) -> dict[int, frozenset[str]]:
    """For each spoken unit the terms of whom it names without saying so: its speaker, the one addressed."""
    names = {speaker: frozenset(_distinct(terms(speaker))) for speaker in set(speakers) if speaker.strip()}
    found: dict[int, frozenset[str]] = {}
    for position, (unit, speaker) in enumerate(zip(source_units, speakers, strict=True)):
        if speaker not in names:
            continue
        named = names[speaker]
        if not SECOND_PERSON.isdisjoint(unit.lower().replace("’", "'").split()):
            others = [name for name in names if name != speaker]
            if len(others) > 1:
                others = [s for s in reversed(speakers[:position]) if s != speaker and s in names][:1]
            for other in others:
                named |= names[other]
        found[position] = named
    return found


def by_spelling(wanted: set[str], known: Collection[str]) -> dict[str, str]:
    """Terms that no source holds, and the source's term that is spelt nearly alike."""
    missing = [t for t in wanted if len(t) >= 4 and t not in known and t[0].isalpha()]
    if not missing:
        return {}
    initials = {term[0] for term in missing}
    shelves: dict[str, list[str]] = defaultdict(list)
    for term in known:
        if term and term[0] in initials and len(term) >= 4:
            shelves[term[0]].append(term)
    alias: dict[str, str] = {}
    for term in missing:
        best = process.extractOne(term, shelves[term[0]], scorer=fuzz.ratio, score_cutoff=_SPELLING)
        if best is not None:
            alias[term] = best[0]
    return alias


def _shared(
    sought: dict[str, list[int]], source_sets: list[set[str]], weight: TermWeights, sentences: int
) -> list[dict[int, float]]:
    """For each sentence, source unit to the weight of the terms that both hold."""
    shared: list[dict[int, float]] = [{} for _ in range(sentences)]
    terms_sought = sought.keys()
    for source, distinct in enumerate(source_sets):
        for term in terms_sought & distinct:
            value = weight[term]
            for sentence in sought[term]:
                row = shared[sentence]
                row[source] = row.get(source, 0.0) + value
    return shared


def _with_persons(
    shared: list[dict[int, float]],
    sought: dict[str, list[int]],
    source_sets: list[set[str]],
    persons: dict[int, frozenset[str]],
    weight: TermWeights,
) -> list[dict[int, float]]:
    """The same with those whom a turn names by "I" and "you".

    They count only where something that is said counts as well, and never towards coverage: a sentence about
    the patient does not cover all that the patient says.
    """
    if not persons:
        return shared
    supported = [dict(row) for row in shared]
    for source, named in persons.items():
        for term in named - source_sets[source]:
            for sentence in sought.get(term, ()):
                if source in supported[sentence]:
                    supported[sentence][source] += weight[term]
    return supported


def choose(
    wanted: list[str],
    total: float,
    by_source: dict[int, float],
    source_terms: list[list[str]],
    source_sets: list[set[str]],
    persons: dict[int, frozenset[str]],
    weight: TermWeights,
) -> list[tuple[int, float]]:
    """The best source units of one sentence with their strengths, best first."""
    if not total:
        return []
    least = LINKED * total
    candidates = nlargest(_CANDIDATES, ((m, -source) for source, m in by_source.items() if m >= least))
    if not candidates:
        return []
    pairs = set(pairwise(wanted))
    ranked = []
    for mass, negative in candidates:
        unit = [term for term in source_terms[-negative] if term]
        kept = len(pairs.intersection(pairwise(unit))) / len(pairs) if pairs else 0.0
        score = mass * (1 + _PHRASE * kept) / (1 + _LENGTH * log(1 + len(unit)))
        ranked.append((score, negative, min(1.0, mass / total)))
    ranked.sort(reverse=True)
    best = ranked[0][2]
    held: set[str] = set()
    chosen: list[tuple[int, float]] = []
    sentence = set(wanted)
    for _, negative, strength in ranked:
        source = -negative
        holds = sentence & (source_sets[source] | persons.get(source, frozenset()))
        gain = sum(weight[term] for term in holds - held)
        # A further unit must add something, or say nearly all of it again.
        if not chosen or gain >= 0.1 * total or strength >= 0.75 * best:
            chosen.append((source, strength))
            held |= holds
            if len(chosen) == TOP:
                break
    return chosen


def _link(
    source: int,
    strength: float,
    wanted: set[str],
    unit: str,
    sentence_places: list[Located],
    named: frozenset[str] | None,
    weight: TermWeights,
) -> Link:
    places = located(unit)
    held = {term for term, _, _ in places} & wanted
    spoken = (named or frozenset()) & (wanted - held)
    if spoken:
        speaker = next(iter(spoken))
        places = [
            (speaker, start, end)
            if not term and unit[start:end].lower().replace("’", "'") in FIRST_PERSON
            else place
            for place in places
            for term, start, end in [place]
        ]
    return Link(
        source,
        strength,
        _spans(places, held | spoken, weight),
        _spans(sentence_places, held | spoken, weight),
    )


def _spans(places: list[Located], matched: set[str], weight: TermWeights) -> tuple[Span, ...]:
    """The stretches of a unit that hold the matched terms, the weightiest first until each term is shown."""
    stretches: list[tuple[int, int, set[str]]] = []
    last = -_GAP - 2
    for position, (term, start, end) in enumerate(places):
        if not term or term not in matched:
            continue
        if stretches and position - last <= _GAP + 1:
            first, before, held = stretches[-1]
            held.add(term)
            stretches[-1] = (first, max(before, end), held)
        else:
            stretches.append((start, end, {term}))
        last = position
    stretches.sort(key=lambda s: -sum(weight[term] for term in s[2]))
    shown: set[str] = set()
    chosen: list[Span] = []
    for start, end, held in stretches:
        if held - shown and len(chosen) < _SPANS:
            chosen.append(Span(start, end))
            shown |= held
    return tuple(sorted(chosen))


def _coverage(
    shared: list[dict[int, float]], totals: list[float], source_sets: list[set[str]], weight: TermWeights
) -> tuple[Coverage, ...]:
    covering: list[list[int]] = [[] for _ in source_sets]
    best = [0.0] * len(source_sets)
    own = [sum(map(weight.__getitem__, distinct)) for distinct in source_sets]
    for sentence, by_source in enumerate(shared):
        for source, mass in by_source.items():
            strength = min(1.0, max(mass / totals[sentence], mass / own[source]))
            if strength > best[source]:
                best[source] = strength
            if strength >= COVERED:
                covering[source].append(sentence)
    return tuple(
        Coverage(strength, tuple(sentences), bool(sentences), bool(distinct))
        for strength, sentences, distinct in zip(best, covering, source_sets, strict=True)
    )
