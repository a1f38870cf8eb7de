"""Words that must go, wherever a project holds them: every column of text in every table is searched."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence

BLANK = "[erased]"
SHORTEST = 12
"""Characters of a passage that is searched for by itself; shorter ones are in every other text too."""
RUN = 6
"""Words in a row that are a quote."""
NAMED = 6
"""Characters of a key that is searched for outside of quotes, too, where it is no plain word ("visit-17")."""
_WORD = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)|\w+")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
APART = frozenset(
    {("document", "text"), ("item", "key"), ("tombstone", "mark"), ("source", "uid"), ("seal", "uid"), ("task", "name")}
)
"""Columns that are no places of quotes: they name what is kept, or hold texts of other items."""


def pieces(texts: Iterable[str], keys: Iterable[str] = ()) -> list[str]:
    """What to search for: texts as they are and as JSON has them, and keys as JSON has them; the longest first."""
    search_forms = set()
    for text in texts:
        if len(text.strip()) >= SHORTEST:
            for form in (text, text.strip()):
                search_forms |= {form, json.dumps(form)[1:-1], json.dumps(form, ensure_ascii=False)[1:-1]}
    for key in keys:
        search_forms |= {json.dumps(key), json.dumps(key, ensure_ascii=False)}
    # JSON in JSON: a request that quotes a native record
    search_forms |= {json.dumps(piece, ensure_ascii=False)[1:-1] for piece in search_forms if not piece.startswith('"')}
    return sorted(search_forms, key=len, reverse=True)


def columns(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """(table, column) of every column of text or of anything."""
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%' ORDER BY name"
    ).fetchall()
    return [
        (table, name)
        for (table,) in tables
        for _, name, kind, *_ in connection.execute(f"PRAGMA table_info({table})")
        if kind in ("TEXT", "ANY") and (table, name) not in APART
    ]


class Quotes:
    """Finds runs of ``RUN`` words and more that stand in some texts, whatever stands between the words."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._runs = {run for text in texts for run in _runs([word for word, _, _ in _words(text)])}

    def without(self, text: str) -> str:
        """The text with each run blanked."""
        if not self._runs:
            return text
        for part in _parts(text):
            words = _words(text, *part)
            marked = [False] * len(words)
            for at, run in enumerate(_runs([word for word, _, _ in words])):
                if run in self._runs:
                    marked[at : at + RUN] = [True] * RUN
            if any(marked):  # one at a time: the places behind it move
                first = marked.index(True)
                last = next((at for at in range(first, len(marked)) if not marked[at]), len(marked)) - 1
                return self.without(text[: words[first][1]] + BLANK + text[words[last][2] :])
        return text


def _words(text: str, start: int = 0, end: int | None = None) -> list[tuple[str, int, int]]:
    """(word, start, end); what JSON escapes is no word."""
    matches = _WORD.finditer(text, start, len(text) if end is None else end)
    return [(match[0].casefold(), match.start(), match.end()) for match in matches if not match[0].startswith("\\")]


def _runs(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)]


def _parts(text: str) -> list[tuple[int, int]]:
    """The strings of a JSON text, and any other text as a whole: nothing is blanked across their ends."""
    if text[:1] not in "{[":
        return [(0, len(text))]
    return [(match.start() + 1, match.end() - 1) for match in _STRING.finditer(text)]


def redact(
    connection: sqlite3.Connection, words: Sequence[str], *, whole: bool = False, texts: Iterable[str] = (),
    names: Iterable[str] = ()
) -> dict[str, int]:
    """Put ``BLANK`` in the place of the words, and of longer quotes from ``texts``, in every column; how many rows of
    each table held them. ``whole``: only where no letter stands before or behind. ``names`` are keys, which go from
    running text too."""
    if not words:
        return {}
    some = "|".join(re.escape(word) for word in words)
    pattern = re.compile(rf"(?<!\w)(?:{some})(?!\w)" if whole else some)
    quotes = Quotes(texts)
    keys = "|".join(re.escape(name) for name in names if len(name) >= NAMED and not name.isalpha())
    named = re.compile(rf"(?<![\w.-])(?:{keys})(?![\w-])") if keys else None

    def without(text: str) -> str:
        text = pattern.sub(_blank, text)
        if named is not None and text[:1] in "{[":  # a number of JSON is no key
            text = _STRING.sub(lambda part: named.sub(BLANK, part[0]), text)
        elif named is not None:
            text = named.sub(BLANK, text)
        return quotes.without(text)

    row_counts: dict[str, int] = {}
    connection.create_function("holds", 1, lambda text: isinstance(text, str) and without(text) != text)
    connection.create_function("without", 1, without)
    for table, column in columns(connection):
        if not connection.execute(f'SELECT 1 FROM {table} WHERE holds("{column}") LIMIT 1').fetchone():
            continue
        _drop_salts(connection, table, column)
        changed = connection.execute(f'UPDATE {table} SET "{column}" = without("{column}") WHERE holds("{column}")')
        row_counts[table] = row_counts.get(table, 0) + changed.rowcount
    return row_counts


def _blank(match: re.Match[str]) -> str:
    return json.dumps(BLANK) if match[0].startswith('"') and match[0].endswith('"') else BLANK


def _drop_salts(connection: sqlite3.Connection, table: str, column: str) -> None:
    """What is sealed may change only where its salt is gone."""
    if table not in ("decision", "event"):
        return
    uids = [uid for (uid,) in connection.execute(f'SELECT uid FROM {table} WHERE holds("{column}")')]
    drop_salts(connection, uids)


def drop_salts(connection: sqlite3.Connection, uids: Sequence[str]) -> None:
    """Blank the salts of decisions and events, and let the triggers know that these may change."""
    query_values = (json.dumps(uids),)
    connection.execute(
        "INSERT OR IGNORE INTO tombstone (kind, mark) SELECT 'decision', value FROM json_each(?)", query_values
    )
    connection.execute(
        "UPDATE seal SET salt = NULL, signed = NULL, away = 'erased' WHERE uid IN (SELECT value FROM json_each(?))",
        query_values,
    )
