"""Full-text search over the texts of items: one entry an item, without a second copy of the text."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence

from galley.core.domain import ItemId

# Scripts written without blanks: each character is a word of its own, so that any part of a run can be found.
UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])"
)


def searchable(texts: Sequence[str]) -> str:
    """What is put into the index for an item with these texts."""
    return _add_spaces("\n".join(texts))


def replace(connection: sqlite3.Connection, item: ItemId, old: Sequence[str], new: Sequence[str]) -> None:
    """Index ``item`` again. ``old`` must be what it was indexed with: the index keeps no copy of the text."""
    connection.execute(
        "INSERT INTO item_text (item_text, rowid, text) VALUES ('delete', ?, ?)", (item, searchable(old))
    )
    connection.execute("INSERT INTO item_text (rowid, text) VALUES (?, ?)", (item, searchable(new)))


def query(words: str) -> str:
    """An FTS5 query for what a person typed: every word must occur, the last one may be unfinished, "…" is a phrase.

    Gives an empty string where nothing can be searched for.
    """
    phrase_list, begun = phrases(words)
    parts = ['"' + " ".join(tokens) + '"' for tokens in phrase_list]
    if begun:
        parts[-1] += "*"
    return " ".join(parts)


def phrases(words: str) -> tuple[list[list[str]], bool]:
    """What a person typed as rows of words that must follow one another, and whether the last word may go on."""
    phrase_list = [
        tokens
        for phrase, word in re.findall(r'"([^"]+)"|(\S+)', words)
        if (tokens := re.findall(r"\w+", _add_spaces(phrase or word)))
    ]
    return phrase_list, bool(phrase_list) and not words.endswith('"') and not UNSPACED.search(words[-1:])


def _add_spaces(text: str) -> str:
    return text if text.isascii() else UNSPACED.sub(r" \1 ", text)
