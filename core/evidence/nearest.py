"""Each sentence with the passage that comes nearest to it: how many of its words that has, and which no source has.

By the terms and links of ``evidence_links``: the nearest passage is the first link of a sentence. Words are compared by
their stems, numbers and names; those that carry no content of their own are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galley.core.domain import Span
from galley.core.evidence.evidence_links import Links, by_spelling
from galley.core.evidence.terms import located, terms


class Nearest(NamedTuple):
    """What comes nearest to one sentence.

    ``source`` is the place of the source unit, None where none shares enough; ``spans`` are the words of it that the
    sentence has, as code points. ``found`` of the sentence's ``words`` different words are in it. ``missing`` are the
    places in the sentence of the words that no source has.
    """

    source: int | None
    spans: tuple[Span, ...]
    found: int
    words: int
    missing: tuple[Span, ...]


def nearest(
    sentences: Sequence[str],
    sources: Sequence[str],
    made: Links,
    speakers: Sequence[str] = (),
    heads: Iterable[str] = (),
) -> list[Nearest]:
    """What comes nearest to each sentence of a summary; ``made`` are its links with these source units.

    ``speakers`` has the speaker of each source unit ("" for none): the words of the name stand in that unit. ``heads``
    are titles and other texts that readers see over the sources: their words are in a source.
    """
    held = [set(terms(source)) - {""} for source in sources]
    for unit, speaker in zip(held, speakers, strict=bool(speakers)):
        unit |= set(terms(speaker)) - {""}
    known = set().union(*held, *(terms(head) for head in heads))
    wanted = [located(sentence) for sentence in sentences]
    alias = by_spelling({term for places in wanted for term, _, _ in places if term}, known)
    found = []
    for places, linked in zip(wanted, made.sentences, strict=True):
        words = {alias.get(term, term) for term, _, _ in places if term}
        missing = tuple(Span(start, end) for term, start, end in places if term and alias.get(term, term) not in known)
        if not linked:
            found.append(Nearest(None, (), 0, len(words), missing))
            continue
        source = linked[0].source
        both = words & held[source]
        spans = tuple(Span(start, end) for term, start, end in located(sources[source]) if term in both)
        found.append(Nearest(source, spans, len(both), len(words), missing))
    return found
