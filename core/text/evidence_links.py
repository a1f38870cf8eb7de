"""Evidence links without a model: which source units support a summary sentence, and which units it covers.

Two texts are compared by their terms (``galley.core.text.terms``): stems, numbers and names, each weighted by
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
from galley.core.text.terms import FIRST_PERSON, SECOND_PERSON, LocatedTerm, locate_terms, terms

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
    is_covered: bool
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
    for person_terms in persons.values():
        frequency.update(person_terms)
    weight = TermWeights(frequency, len(source_units))

    sentence_terms = [terms(unit) for unit in summary_units]
    alias = by_spelling(set().union(*sentence_terms) if sentence_terms else set(), frequency)
    sentence_sets = [_distinct(unit) for unit in sentence_terms]
    totals = [sum(map(weight.__getitem__, distinct)) for distinct in sentence_sets]
    sentences_by_term: dict[str, list[int]] = defaultdict(list)
    for sentence, distinct in enumerate(sentence_sets):
        for term in {alias.get(term, term) for term in distinct}:
            sentences_by_term[term].append(sentence)

    shared_weights = _shared_weights(sentences_by_term, source_sets, weight, len(summary_units))
    supported = _with_persons(shared_weights, sentences_by_term, source_sets, persons, weight)
    links_by_sentence: list[tuple[Link, ...]] = []
    for sentence, by_source in enumerate(supported):
        query_terms = [alias.get(term, term) for term in sentence_terms[sentence] if term]
        chosen_sources = choose(query_terms, totals[sentence], by_source, source_terms, source_sets, persons, weight)
        if not chosen_sources:
            links_by_sentence.append(())
            continue
        places = [(alias.get(t, t), start, end) for t, start, end in locate_terms(summary_units[sentence])]
        links_by_sentence.append(
            tuple(
                _link(
                    source, strength, set(query_terms), source_units[source], places, persons.get(source), weight
                )
                for source, strength in chosen_sources
            )
        )
    return Links(tuple(links_by_sentence), _coverage(shared_weights, totals, source_sets, weight))


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
    persons_by_unit: dict[int, frozenset[str]] = {}
    for position, (unit, speaker) in enumerate(zip(source_units, speakers, strict=True)):
        if speaker not in names:
            continue
        person_terms = names[speaker]
        if not SECOND_PERSON.isdisjoint(unit.lower().replace("’", "'").split()):
            others = [name for name in names if name != speaker]
            if len(others) > 1:
                others = [s for s in reversed(speakers[:position]) if s != speaker and s in names][:1]
            for other in others:
                person_terms |= names[other]
        persons_by_unit[position] = person_terms
    return persons_by_unit


def by_spelling(query_terms: set[str], known_terms: Collection[str]) -> dict[str, str]:
    """Terms that no source holds, and the source's term that is spelt nearly alike."""
    missing = [t for t in query_terms if len(t) >= 4 and t not in known_terms and t[0].isalpha()]
    if not missing:
        return {}
    initials = {term[0] for term in missing}
    shelves: dict[str, list[str]] = defaultdict(list)
    for term in known_terms:
        if term and term[0] in initials and len(term) >= 4:
            shelves[term[0]].append(term)
    alias: dict[str, str] = {}
    for term in missing:
        best = process.extractOne(term, shelves[term[0]], scorer=fuzz.ratio, score_cutoff=_SPELLING)
        if best is not None:
            alias[term] = best[0]
    return alias


def _shared_weights(
    sentences_by_term: dict[str, list[int]], source_sets: list[set[str]], weight: TermWeights, sentences: int
) -> list[dict[int, float]]:
    """For each sentence, source unit to the weight of the terms that both hold."""
    shared_weights: list[dict[int, float]] = [{} for _ in range(sentences)]
    terms_sought = sentences_by_term.keys()
    for source, distinct in enumerate(source_sets):
        for term in terms_sought & distinct:
            value = weight[term]
            for sentence in sentences_by_term[term]:
                row = shared_weights[sentence]
                row[source] = row.get(source, 0.0) + value
    return shared_weights


def _with_persons(
    shared_weights: list[dict[int, float]],
    sentences_by_term: dict[str, list[int]],
    source_sets: list[set[str]],
    persons: dict[int, frozenset[str]],
    weight: TermWeights,
) -> list[dict[int, float]]:
    """The same with those whom a turn names by "I" and "you".

    They count only where something that is said counts as well, and never towards coverage: a sentence about
    the patient does not cover all that the patient says.
    """
    if not persons:
        return shared_weights
    supported = [dict(row) for row in shared_weights]
    for source, person_terms in persons.items():
        for term in person_terms - source_sets[source]:
            for sentence in sentences_by_term.get(term, ()):
                if source in supported[sentence]:
                    supported[sentence][source] += weight[term]
    return supported


def choose(
    query_terms: list[str],
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
    pairs = set(pairwise(query_terms))
    ranked = []
    for mass, negative in candidates:
        unit = [term for term in source_terms[-negative] if term]
        phrase_share = len(pairs.intersection(pairwise(unit))) / len(pairs) if pairs else 0.0
        score = mass * (1 + _PHRASE * phrase_share) / (1 + _LENGTH * log(1 + len(unit)))
        ranked.append((score, negative, min(1.0, mass / total)))
    ranked.sort(reverse=True)
    best = ranked[0][2]
    covered_terms: set[str] = set()
    chosen_sources: list[tuple[int, float]] = []
    sentence = set(query_terms)
    for _, negative, strength in ranked:
        source = -negative
        holds = sentence & (source_sets[source] | persons.get(source, frozenset()))
        gain = sum(weight[term] for term in holds - covered_terms)
        # A further unit must add something, or say nearly all of it again.
        if not chosen_sources or gain >= 0.1 * total or strength >= 0.75 * best:
            chosen_sources.append((source, strength))
            covered_terms |= holds
            if len(chosen_sources) == TOP:
                break
    return chosen_sources


def _link(
    source: int,
    strength: float,
    query_terms: set[str],
    unit: str,
    sentence_places: list[LocatedTerm],
    person_terms: frozenset[str] | None,
    weight: TermWeights,
) -> Link:
    places = locate_terms(unit)
    shared_terms = {term for term, _, _ in places} & query_terms
    spoken_terms = (person_terms or frozenset()) & (query_terms - shared_terms)
    if spoken_terms:
        speaker = next(iter(spoken_terms))
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
        _spans(places, shared_terms | spoken_terms, weight),
        _spans(sentence_places, shared_terms | spoken_terms, weight),
    )


def _spans(places: list[LocatedTerm], matched: set[str], weight: TermWeights) -> tuple[Span, ...]:
    """The stretches of a unit that hold the matched terms, the weightiest first until each term is shown."""
    stretches: list[tuple[int, int, set[str]]] = []
    last = -_GAP - 2
    for position, (term, start, end) in enumerate(places):
        if not term or term not in matched:
            continue
        if stretches and position - last <= _GAP + 1:
            first, before, stretch_terms = stretches[-1]
            stretch_terms.add(term)
            stretches[-1] = (first, max(before, end), stretch_terms)
        else:
            stretches.append((start, end, {term}))
        last = position
    stretches.sort(key=lambda s: -sum(weight[term] for term in s[2]))
    shown_terms: set[str] = set()
    chosen_spans: list[Span] = []
    for start, end, stretch_terms in stretches:
        if stretch_terms - shown_terms and len(chosen_spans) < _SPANS:
            chosen_spans.append(Span(start, end))
            shown_terms |= stretch_terms
    return tuple(sorted(chosen_spans))


def _coverage(
    shared_weights: list[dict[int, float]], totals: list[float], source_sets: list[set[str]], weight: TermWeights
) -> tuple[Coverage, ...]:
    covering: list[list[int]] = [[] for _ in source_sets]
    best = [0.0] * len(source_sets)
    unit_weights = [sum(map(weight.__getitem__, distinct)) for distinct in source_sets]
    for sentence, by_source in enumerate(shared_weights):
        for source, mass in by_source.items():
            strength = min(1.0, max(mass / totals[sentence], mass / unit_weights[source]))
            if strength > best[source]:
                best[source] = strength
            if strength >= COVERED:
                covering[source].append(sentence)
    return tuple(
        Coverage(strength, tuple(sentences), bool(sentences), bool(distinct))
        for strength, sentences, distinct in zip(best, covering, source_sets, strict=True)
    )
