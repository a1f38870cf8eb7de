"""One table of a scheme file: typed access to its keys, and failures that name file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from galley.core.errors import SchemeError
from galley.core.schemes.toml_lines import Lines

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

LONGEST = 10_000
"""Characters of a text in a scheme."""


class Table:
    """The table ``kind`` number ``number`` (the file itself has kind ""), whose keys are ``known``."""

    def __init__(
        self, data: Mapping[str, Any], where: str, lines: Lines, kind: str = "", number: int = 0
    ) -> None:
        self.data = data
        self.where = where
        self.lines = lines
        self.kind = kind
        self.number = number
        self.who = f"this {kind}" if kind else "the scheme"

    def fail(self, message: str, key: str = "") -> NoReturn:
        """Raise a SchemeError at ``key`` of this table, or at its head."""
        line = self.lines.at(self.kind, self.number, key)
        raise SchemeError(f"{self.where}, line {line}: {message}.")

    def only(self, known: Iterable[str]) -> None:
        """Refuse keys that are not ``known``."""
        for key in self.data:
            if key not in known:
                self.fail(f"{self.who} has the unknown key “{key}”; the keys are {', '.join(known)}", key)

    def identify(self, label: str) -> str:
        """The ``id``, checked for kebab case; from then on messages call the table by ``label`` and id."""
        identifier = self.text("id")
        if not _ID.fullmatch(identifier):
            self.fail(
                f"the id “{identifier}” is not in kebab case; use lower-case letters, digits and hyphens",
                "id",
            )
        self.who = f"{label} “{identifier}”"
        return identifier

    def text(self, key: str, default: str | None = None) -> str:
        """The text under ``key``; required and not empty unless there is a ``default``."""
        if key not in self.data:
            if default is None:
                self.fail(f"{self.who} has no “{key}”")
            return default
        text = self.data[key]
        if not isinstance(text, str):
            self.fail(f"“{key}” of {self.who} must be a text in quotes", key)
        if default is None and not text.strip():
            self.fail(f"“{key}” of {self.who} is empty", key)
        if len(text) > LONGEST:
            self.fail(f"“{key}” of {self.who} has more than {LONGEST:,} characters", key)
        return text

    def one_of(self, key: str, offered: Iterable[str], default: str | None = None) -> str:
        """The text under ``key``, which must be among ``offered``."""
        text = self.text(key, default)
        self.offered(key, text, offered)
        return text

    def offered(self, key: str, text: str, offered: Iterable[str]) -> None:
        """Refuse ``text`` under ``key`` if it is not among ``offered``."""
        if text not in tuple(offered):
            self.fail(f"{self.who} has the unknown {key} “{text}”; use one of {', '.join(offered)}", key)

    def texts(self, key: str) -> tuple[str, ...]:
        """The list of different texts under ``key``, empty if the key is absent."""
        texts = self.data.get(key, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
            self.fail(f"“{key}” of {self.who} must be a list of texts in quotes", key)
        seen: set[str] = set()
        for text in texts:
            if text in seen:
                self.fail(f"“{key}” of {self.who} names “{text}” twice", key)
            seen.add(text)
        return tuple(texts)

    def integer(self, key: str) -> int:
        """The whole number under ``key``."""
        value = self.data.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(f"“{key}” of {self.who} must be a whole number", key)
        return value

    def switch(self, key: str, default: bool) -> bool:
        """The true or false under ``key``."""
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            self.fail(f"“{key}” of {self.who} must be true or false", key)
        return value

    def tables(self, key: str) -> list[Table]:
        """The tables headed ``[[key]]``, in order."""
        tables = self.data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.fail(f"“{key}” must be a list of tables; head each with [[{key}]]", key)
        return [Table(table, self.where, self.lines, key, number) for number, table in enumerate(tables)]
