"""Each sentence with the passage that comes nearest to it: how many of its words that has, and which no source has.

By the terms and links of ``evidence_links``: the nearest passage is the first link of a sentence. Words are compared by
their stems, numbers and names; those that carry no content of their own are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galley.core.domain import Span
from galley.core.text.evidence_links import Links, by_spelling
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
