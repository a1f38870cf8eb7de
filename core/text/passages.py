"""A sentence over the source passages that come nearest to it: the sources of an item are read once, then each sentence
takes a few milliseconds however long they are.

The judge's own evidence comes first, then the units that share most of the sentence's weight (``links.choose``). What
is matched is matched by term, never by spelling: "area" is not found in "Arena".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galley.core.domain import Span
from galley.core.text.differences import SourceVocabulary, UnsupportedSpan, find_unsupported
from galley.core.text.evidence_links import Links, TermWeights, by_spelling, choose
from galley.core.text.terms import locate_terms, terms


class Nearest(NamedTuple):
    """What comes nearest to one sentence.

    ``source`` is the place of the source unit, None where none shares enough; ``spans`` are the words of it that the
    sentence has, as code points. ``found_words`` of the sentence's ``words`` different words are in it. ``missing``
    are the places in the sentence of the words that no source has.
    """

    source: int | None
    spans: tuple[Span, ...]
    found_words: int
    words: int
    missing: tuple[Span, ...]


def nearest(
    sentences: Sequence[str],
    sources: Sequence[str],
    summary_links: Links,
    speakers: Sequence[str] = (),
    heads: Iterable[str] = (),
) -> list[Nearest]:
    """What comes nearest to each sentence of a summary; ``made`` are its links with these source units.

    ``speakers`` has the speaker of each source unit ("" for none): the words of the name stand in that unit. ``heads``
    are titles and other texts that readers see over the sources: their words are in a source.
    """
    source_terms = [set(terms(source)) - {""} for source in sources]
    for unit, speaker in zip(source_terms, speakers, strict=bool(speakers)):
        unit |= set(terms(speaker)) - {""}
    known_terms = set().union(*source_terms, *(terms(head) for head in heads))
    sentence_places = [locate_terms(sentence) for sentence in sentences]
    alias = by_spelling({term for places in sentence_places for term, _, _ in places if term}, known_terms)
    matches = []
    for places, sentence_links in zip(sentence_places, summary_links.sentences, strict=True):
        words = {alias.get(term, term) for term, _, _ in places if term}
        missing = tuple(
            Span(start, end) for term, start, end in places if term and alias.get(term, term) not in known_terms
        )
        if not sentence_links:
            matches.append(Nearest(None, (), 0, len(words), missing))
            continue
        source = sentence_links[0].source
        both = words & source_terms[source]
        spans = tuple(Span(start, end) for term, start, end in locate_terms(sources[source]) if term in both)
        matches.append(Nearest(source, spans, len(both), len(words), missing))
    return matches


TOP = 3
"""Passages that are shown at most."""


class Passage(NamedTuple):
    """A source unit (its place among those given) beside a sentence: whether the judge named it, which share (0 to 1)
    of the sentence's weight it holds, and where in it (code points) stands what both hold, and what the judge's
    explanation says."""

    source: int
    is_named: bool
    strength: float
    spans: tuple[Span, ...]
    explanation_spans: tuple[Span, ...]


class Alignment(NamedTuple):
    """A sentence with its passages, best first. ``matched_spans`` are its words that one of them holds,
    ``unsupported_spans`` those that no source holds (code points)."""

    passages: tuple[Passage, ...]
    matched_spans: tuple[Span, ...]
    unsupported_spans: tuple[UnsupportedSpan, ...]


class Passages:
    """The source units of an item, with the speaker of each ("" for none); ``heads`` are texts that
    stand over them (``source_names``), whose words a source has."""

    def __init__(self, units: Sequence[str], speakers: Sequence[str] = (), heads: Sequence[str] = ()) -> None:
        self.units = units
        self.sources = SourceVocabulary((*units, *heads), speakers)
        self._terms = [terms(unit) for unit in units]
        self._sets = [set(unit) - {""} for unit in self._terms]
        frequency: Counter[str] = Counter()
        self._where: defaultdict[str, list[int]] = defaultdict(list)
        for at, distinct in enumerate(self._sets):
            frequency.update(distinct)
            for term in distinct:
                self._where[term].append(at)
        self._weight = TermWeights(frequency, len(units))

    def align(self, sentence: str, named_units: Sequence[int] = (), explanation: str = "") -> Alignment:
        """``sentence`` with the units ``is_named`` (by a judge, in its order) and then those that come nearest to
        it; at most ``TOP``. Of the ``explanation`` what more than a third of the units hold is left out."""
        places = locate_terms(sentence)
        query_terms = [term for term, _, _ in places if term]
        distinct = set(query_terms)
        total = sum(self._weight[term] for term in distinct)
        shared_weights: dict[int, float] = {}
        for term in distinct:
            for at in self._where.get(term, ()):
                shared_weights[at] = shared_weights.get(at, 0.0) + self._weight[term]
        near = choose(query_terms, total, shared_weights, self._terms, self._sets, {}, self._weight)
        strength = {at: min(1.0, mass / total) for at, mass in shared_weights.items()}
        first = [at for at in dict.fromkeys(named_units) if 0 <= at < len(self.units)]
        order = list(dict.fromkeys([*first, *(at for at, _ in near)]))[:TOP]
        explanation_terms = self._distinctive_terms(explanation)
        passages = tuple(
            Passage(at, at in first, strength.get(at, 0.0), _places(unit, distinct), _places(unit, explanation_terms))
            for at, unit in ((at, self.units[at]) for at in order)
        )
        passage_terms = {term for at in order for term in self._sets[at]}
        matched = tuple(Span(start, end) for term, start, end in places if term in passage_terms and term)
        return Alignment(passages, matched, find_unsupported(sentence, self.sources))

    def _distinctive_terms(self, explanation: str) -> set[str]:
        """The terms of an explanation that say something of a place: those of at most a third of the units."""
        most = max(1, len(self.units) // 3)
        return {term for term in terms(explanation) if term and 0 < len(self._where.get(term, ())) <= most}


def _places(unit: str, query_terms: set[str]) -> tuple[Span, ...]:
    return tuple(Span(start, end) for term, start, end in locate_terms(unit) if term and term in query_terms)
