"""Where in a TOML file a key or table stands.

``tomllib`` gives values without positions; a user who has to mend a scheme needs the line.
"""

from __future__ import annotations

import re

_HEADER = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*(?:"([^"]+)"|'([^']+)'|([A-Za-z0-9_-]+))\s*[=.](.*)$""")


class TomlLines:
    """The lines of a TOML text, found by table, number of the table and key. Lines count from 1."""

    def __init__(self, text: str) -> None:
        self._tables: dict[tuple[str, int], int] = {}
        self._keys: dict[tuple[str, int, str], int] = {}
        self._scan(text)

    def _scan(self, text: str) -> None:
        counts: dict[str, int] = {}
        table, number, quote = "", 0, ""
        for line, content in enumerate(text.split("\n"), 1):
            if quote:
                # Inside a multi-line string, a line that looks like a key is none.
                if quote in content:
                    quote = ""
                continue
            header = _HEADER.match(content)
            if header:
                table = header.group(1)
                number = counts.get(table, 0)
                counts[table] = number + 1
                self._tables[table, number] = line
                continue
            entry = _KEY.match(content)
            if entry:
                name = entry.group(1) or entry.group(2) or entry.group(3)
                self._keys.setdefault((table, number, name), line)
                quote = next((mark for mark in ('"""', "'''") if entry.group(4).count(mark) == 1), "")

    def at(self, table: str, number: int, key: str) -> int:
        """The line of ``key`` in the ``number``-th ``table`` ("" for the file itself).

        Falls back to the head of that table, the first table called ``key``, the key that holds an inline
        list of such tables, and at last to 1.
        """
        places = (
            self._keys.get((table, number, key)),
            self._tables.get((table, number)),
            self._tables.get((key, 0)),
            self._keys.get(("", 0, table)),
        )
        return next((line for line in places if line), 1)
