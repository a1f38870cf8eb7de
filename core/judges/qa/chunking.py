"""Long documents in parts that overlap, where a model's context does not hold them whole (LongSumEval, section III-C).

A part keeps the numbers that the units have in the whole document, so that places named in a reply mean the same in
every part. Sizes are in tokens as ``galley.core.judges.inquiry.price.estimate_tokens`` counts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from galley.core.domain import Document, Unit
from galley.core.judges.inquiry import price
from galley.core.judges.inquiry.model_texts import delimit, format_units

UNKNOWN = 16_000
"""Tokens that a model takes of which the price list does not say how many."""
RESERVED = 3_000
"""Tokens of a context that are kept for instructions, questions and the reply."""
LEAST = 200
"""A part is never smaller, whatever a setting says: a model is not asked about scraps."""


@dataclass(frozen=True, slots=True)
class SourcePiece:
    """A unit, or a slice of one that is larger than a part, with its number in the document from 1."""

    document: Document
    number: int
    unit: Unit
    tokens: int


@dataclass(frozen=True, slots=True)
class SourcePart:
    """One part of the sources. ``number`` of ``count``; ``text`` is what the model gets."""

    number: int
    count: int
    pieces: tuple[SourcePiece, ...]

    @property
    def text(self) -> str:
        """The pieces, numbered, each document between its own delimiters."""
        blocks: list[tuple[Document, list[str]]] = []
        for piece in self.pieces:
            if not blocks or blocks[-1][0] is not piece.document:
                blocks.append((piece.document, []))
            blocks[-1][1].append(format_units([piece.unit], first=piece.number))
        return "\n\n".join(delimit(document.role.value, "\n".join(lines)) for document, lines in blocks)

    def name(self, what: str) -> str:
        """``what`` as the part of a call: with the number of this part where there are several."""
        return what if self.count == 1 else f"{what}, part {self.number} of {self.count}"


@lru_cache(maxsize=64)
def context(model: str) -> int:
    """How many tokens a model takes, from the price list; UNKNOWN where it does not say."""
    from genai_prices import data_snapshot

    for provider in data_snapshot.get_snapshot().providers:
        priced_model = provider.find_model(model) if model else None
        if priced_model is not None and priced_model.context_window:
            return int(priced_model.context_window)
    return UNKNOWN


def room(model: str, setting: int) -> int:
    """Tokens of a source that fit into one request: ``setting`` is what the user says the model takes, 0 for what is
    known of it."""
    return max((setting or context(model)) - RESERVED, LEAST)


def parts(documents: Sequence[Document], size: int, overlap: float) -> list[SourcePart]:
    """The documents in parts of at most ``size`` tokens; one part where they fit. Neighbouring parts share at least
    one unit, where what follows leaves room for it, and about the share ``overlap`` (0 to 0.9) of their tokens; a unit
    larger than a part is sliced, and its slices overlap as well."""
    pieces = [piece for document in documents for piece in _pieces(document, size, overlap)]
    cut: list[tuple[SourcePiece, ...]] = []
    start = 0
    while start < len(pieces):
        end, total = start, 0
        while end < len(pieces) and (end == start or total + pieces[end].tokens <= size):
            total += pieces[end].tokens
            end += 1
        cut.append(tuple(pieces[start:end]))
        if end == len(pieces):
            break
        back, shared = end, 0
        while back - 1 > start:
            more = shared + pieces[back - 1].tokens
            if (shared and more > overlap * size) or more + pieces[end].tokens > size:
                break
            back, shared = back - 1, more
        start = max(back, start + 1)
    return [SourcePart(number, len(cut), part_pieces) for number, part_pieces in enumerate(cut, 1)]


def _pieces(document: Document, size: int, overlap: float) -> Iterator[SourcePiece]:
    for number, unit in enumerate(document.units, 1):
        tokens = price.estimate_tokens(unit.text) + 4
        if tokens <= size:
            yield SourcePiece(document, number, unit, tokens)
            continue
        # as many characters as have half so many tokens on average; a slice ends at a blank where there is one
        length = max(len(unit.text) * size // (2 * tokens), 1)
        start = 0
        while start < len(unit.text):
            end = min(start + length, len(unit.text))
            blank = unit.text.rfind(" ", start + length // 2, end)
            if end < len(unit.text) and blank > 0:
                end = blank
            text = unit.text[start:end]
            yield SourcePiece(document, number, replace(unit, text=text), min(price.estimate_tokens(text) + 4, size))
            if end == len(unit.text):
                break
            start = max(end - int(length * overlap), start + 1)
