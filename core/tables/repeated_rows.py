"""Rows whose texts are those of an earlier row: items of their own, or one item that several raters answered."""

from __future__ import annotations

from typing import Any

import orjson

from galley.core.hashing import blake2b
from galley.core.tables.mapping import TableMapping

RATERS, FIRST, ITEMS = "raters", "first", "items"
"""What a mapping's ``repeated`` says: the answers of a later row are by another rater, or do not count; or each row is
an item of its own."""


class RepeatedRows:
    """Gives a row the key of the first row with its texts, and its answers the name of another rater."""

    def __init__(self, mapping: TableMapping) -> None:
        self.choice = mapping.repeated
        self.names = {block.values["annotator"].constant for block in mapping.verdicts} - {None}
        self._rows: dict[bytes, tuple[str, int]] = {}

    def find_key(self, key: str, fragment: dict[str, Any]) -> str:
        """The key of a row's item; the answers in ``fragment`` are changed as ``repeated`` says."""
        if self.choice == ITEMS:
            return key
        digest = blake2b(orjson.dumps(fragment["documents"]), digest_size=16).digest()
        first_key, count = self._rows.get(digest, (key, 0))
        self._rows[digest] = first_key, count + 1
        if count and self.choice == FIRST:
            fragment["verdicts"], fragment["judged"] = [], []
        elif count:
            for entry in (*fragment["verdicts"], *fragment["judged"]):
                if entry["annotator"] in self.names and entry["kind"] != "gold":
                    entry["annotator"] = f"{entry['annotator']} {count + 1}"
        return first_key
