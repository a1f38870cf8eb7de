"""A long text in windows that overlap, cut between its units; a unit that is longer than a window between its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galley.core.domain import Document
from galley.core.judges.inquiry.price import estimate_tokens


def windows(documents: Sequence[Document], most: int, overlap: int) -> list[str]:
    """The texts of some documents in windows of about ``most`` tokens, each of which begins with the last units (about
    ``overlap`` tokens) of the one before. One window where everything fits."""
    lines = [line for document in documents for line in _lines(document, most)]
    sizes = [estimate_tokens(line) for line in lines]
    texts: list[str] = []
    first = 0
    while first < len(lines):
        last, size = first, 0
        while last < len(lines) and (last == first or size + sizes[last] <= most):
            size += sizes[last]
            last += 1
        texts.append("\n".join(lines[first:last]))
        if last == len(lines):
            break
        back, shared = last, 0
        while back - 1 > first and shared + sizes[back - 1] <= overlap:
            back -= 1
            shared += sizes[back]
        while back < last and shared + sizes[last] > most:  # the next line is long, and has the window for itself
            shared -= sizes[back]
            back += 1
        first = back
    return texts


def _lines(document: Document, most: int) -> Iterator[str]:
    for unit in document.units:
        text = " ".join(unit.text.split())
        line = f"{' '.join(unit.speaker.split())}: {text}" if unit.speaker else text
        if estimate_tokens(line) <= most:
            yield line
            continue
        words, piece = line.split(" "), ""
        for word in words:
            if piece and estimate_tokens(f"{piece} {word}") > most:
                yield piece
                piece = word
            else:
                piece = f"{piece} {word}".strip()
        yield piece
