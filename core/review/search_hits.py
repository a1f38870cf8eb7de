"""Where the words of a search stand in a text: what the index (``textindex``) found, shown in its place.

Words are compared as the index compares them: without case and diacritics, the last one as far as it was typed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import islice

from galley.core.domain import AnnotatorId, ItemId, Span
from galley.core.storage.connection import Connection
from galley.core.storage.queries.verdicts import read_page_texts
from galley.core.storage.text_index import UNSPACED, phrases

_WORD = re.compile(rf"{UNSPACED.pattern}|(?:(?!{UNSPACED.pattern})\w)+")
_AROUND = 36
"""Characters before a hit that a snippet gives."""
_SNIPPET = 140
_TRIES = 8


@cache
def _search_phrases(words: str) -> tuple[tuple[tuple[str, ...], bool], ...]:
    phrase_rows, begun = phrases(words)
    last = len(phrase_rows) - 1
    return tuple((tuple(map(_fold, row)), begun and at == last) for at, row in enumerate(phrase_rows))


@cache
def _fold(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def places(text: str, words: str) -> list[Span]:
    """Where any of the words or phrases of a search stand in ``text``, in order, in code points; none overlap."""
    search_phrases = _search_phrases(words)
    if not search_phrases:
        return []
    tokens = [(_fold(match[0]), *match.span()) for match in _WORD.finditer(text)]
    spans: list[Span] = []
    for at in range(len(tokens)):
        longest = max((len(row) for row, begun in search_phrases if _begins(tokens, at, row, begun)), default=0)
        if longest and (not spans or tokens[at][1] >= spans[-1].end):
            spans.append(Span(tokens[at][1], tokens[at + longest - 1][2]))
    return spans


def _begins(tokens: list[tuple[str, int, int]], at: int, row: tuple[str, ...], begun: bool) -> bool:
    token_words = [token[0] for token in tokens[at : at + len(row)]]
    if len(token_words) < len(row) or token_words[:-1] != list(row[:-1]):
        return False
    return token_words[-1].startswith(row[-1]) if begun else token_words[-1] == row[-1]


def snippet(text: str, words: str) -> str:
    """A line of ``text`` around its first hit, "" where there is none."""
    first = _first(text, words)
    if first is None:
        return ""
    start = max(0, first - _AROUND)
    if start:  # from the beginning of a word
        start = text.rfind(" ", 0, start) + 1 or start
    piece = " ".join(text[start : start + _SNIPPET].split())
    return ("… " if start else "") + piece


def _first(text: str, words: str) -> int | None:
    """Where the first hit begins. Words are looked for as they were typed before a whole text is taken apart."""
    for row, _ in _search_phrases(words):
        for match in islice(re.finditer(re.escape(row[0]), text, re.IGNORECASE), _TRIES):
            start = max(0, match.start() - 1)
            if spans := places(text[start : match.end() + _SNIPPET], words):
                return start + spans[0].start
    spans = places(text, words)
    return spans[0].start if spans else None


def snippets(
    connection: Connection, items: list[ItemId], words: str, reviewer: AnnotatorId, own: bool
) -> dict[ItemId, str]:
    """For each of these items (a page of the queue) the first place of its texts, else of its notes, that the search
    found; with ``own`` only of notes by ``reviewer`` (row id). Items whose key was found have none."""
    snippet_by_item: dict[ItemId, str] = {}
    for item, text in read_page_texts(connection, items, reviewer if own else None):
        if item not in snippet_by_item and (excerpt := snippet(text, words)):
            snippet_by_item[item] = excerpt
    return snippet_by_item
