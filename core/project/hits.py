"""Where the words of a search stand in a text: what the index (``textindex``) found, shown in its place.

Words are compared as the index compares them: without case and diacritics, the last one as far as it was typed.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from functools import cache
from itertools import islice

from galley.core.domain import Span
from galley.core.project.textindex import UNSPACED, phrases

_WORD = re.compile(rf"{UNSPACED.pattern}|(?:(?!{UNSPACED.pattern})\w)+")
_AROUND = 36
"""Characters before a hit that a snippet gives."""
_SNIPPET = 140
_TRIES = 8


@cache
def _wanted(words: str) -> tuple[tuple[tuple[str, ...], bool], ...]:
    asked, begun = phrases(words)
    last = len(asked) - 1
    return tuple((tuple(map(_fold, row)), begun and at == last) for at, row in enumerate(asked))


@cache
def _fold(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def places(text: str, words: str) -> list[Span]:
    """Where any of the words or phrases of a search stand in ``text``, in order, in code points; none overlap."""
    asked = _wanted(words)
    if not asked:
        return []
    tokens = [(_fold(match[0]), *match.span()) for match in _WORD.finditer(text)]
    found: list[Span] = []
    for at in range(len(tokens)):
        longest = max((len(row) for row, begun in asked if _begins(tokens, at, row, begun)), default=0)
        if longest and (not found or tokens[at][1] >= found[-1].end):
            found.append(Span(tokens[at][1], tokens[at + longest - 1][2]))
    return found


def _begins(tokens: list[tuple[str, int, int]], at: int, row: tuple[str, ...], begun: bool) -> bool:
    here = [token[0] for token in tokens[at : at + len(row)]]
    if len(here) < len(row) or here[:-1] != list(row[:-1]):
        return False
    return here[-1].startswith(row[-1]) if begun else here[-1] == row[-1]


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
    for row, _ in _wanted(words):
        for match in islice(re.finditer(re.escape(row[0]), text, re.IGNORECASE), _TRIES):
            start = max(0, match.start() - 1)
            if found := places(text[start : match.end() + _SNIPPET], words):
                return start + found[0].start
    found = places(text, words)
    return found[0].start if found else None


def snippets(connection: sqlite3.Connection, items: list[int], words: str, reviewer: int, own: bool) -> dict[int, str]:
    """For each of these items (a page of the queue) the first place of its texts, else of its notes, that the search
    found; with ``own`` only of notes by ``reviewer`` (row id). Items whose key was found have none."""
    marks = ",".join("?" * len(items))
    found: dict[int, str] = {}
    rows = connection.execute(f"SELECT item_id, text FROM document WHERE item_id IN ({marks}) ORDER BY id", items)
    for item, text in rows:
        if item not in found and (said := snippet(text, words)):
            found[item] = said
    mine = "AND annotator_id = ?" if own else ""
    rows = connection.execute(
        f"SELECT item_id, text FROM note WHERE item_id IN ({marks}) {mine} ORDER BY id",
        [*items, *([reviewer] if own else [])],
    )
    for item, text in rows:
        if item not in found and (said := snippet(text, words)):
            found[item] = said
    return found
