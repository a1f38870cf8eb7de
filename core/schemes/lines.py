"""Where in a TOML file a key or table stands.

``tomllib`` gives values without positions; a user who has to mend a scheme needs the line.
"""

from __future__ import annotations

import re

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*(?:"([^"]+)"|'([^']+)'|([A-Za-z0-9_-]+))\s*=(.*)$""")


class Lines:
    """The lines of a TOML text, found by table, number of the table and key. Lines count from 1."""

    def __init__(self, text: str) -> None:
        self._tables: dict[tuple[str, int], int] = {}
        self._keys: dict[tuple[str, int, str], int] = {}
        self._scan(text)

    def _scan(self, text: str) -> None:
        counts: dict[str, int] = {}
        table, number, quote = "", 0, ""
        for line, content in enumerate(text.splitlines(), 1):
            if quote:
                # Inside a multi-line string, a line that looks like a key is none.
                if quote in content:
                    quote = ""
                continue
            header = _HEADER.match(content)
            if header and (key := header.group(2)):
                table, number = key, counts.get(key, 0)
                counts[key] = number + 1
                self._tables[table, number] = line
                continue
            entry = _KEY.match(content)
            if entry:
                name = entry.group(1) or entry.group(2) or entry.group(3)
                self._keys.setdefault((table, number, name), line)
                for mark in ('"""', "'''"):
                    if entry.group(4).count(mark) == 1:
                        quote = mark

    def at(self, table: str = "", number: int = 0, key: str = "") -> int:
        """The line of ``key`` in the ``number``-th ``table``; else of that table's head; else of the first key
        called like the table (an inline list of tables); else 1."""
        line = self._keys.get((table, number, key)) or self._tables.get((table, number))
        return line or self._keys.get(("", 0, table)) or 1
