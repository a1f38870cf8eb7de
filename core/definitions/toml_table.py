"""One table of a scheme file: typed access to its keys, and failures that name file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn, Self

from galley.core.definitions.toml_lines import TomlLines
from galley.core.errors import InputError, SchemeError
from galley.core.foreign_files import read_whole

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

LONGEST = 10_000
"""Characters of a text in a scheme."""


class TomlTable:
    """The table ``kind`` number ``number`` (the file itself has kind "")."""

    longest = LONGEST

    def __init__(
        self, data: Mapping[str, Any], origin: str, lines: TomlLines, kind: str = "", number: int = 0
    ) -> None:
        self.data = data
        self.origin = origin
        self.lines = lines
        self.kind = kind
        self.number = number
        self.who = f"this {kind}" if kind else "the scheme"

    def fail(self, message: str, key: str = "") -> NoReturn:
        """Raise a SchemeError at ``key`` of this table, or at its head."""
        line = self.lines.at(self.kind, self.number, key)
        raise SchemeError(f"{self.origin}, line {line}: {message}.")

    def only(self, keys: Iterable[str]) -> None:
        """Refuse keys that are not ``known``."""
        for key in self.data:
            if key not in keys:
                self.fail(f"{self.who} has the unknown key “{key}”; the keys are {', '.join(keys)}", key)

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
        if len(text) > self.longest:
            self.fail(f"“{key}” of {self.who} has more than {self.longest:,} characters", key)
        return text

    def one_of(self, key: str, offered: Iterable[str], default: str | None = None) -> str:
        """The text under ``key``, which must be among ``check_offered``."""
        text = self.text(key, default)
        self.check_offered(key, text, offered)
        return text

    def check_offered(self, key: str, text: str, choices: Iterable[str]) -> None:
        """Refuse ``text`` under ``key`` if it is not among ``check_offered``."""
        if text not in tuple(choices):
            self.fail(f"{self.who} has the unknown {key} “{text}”; use one of {', '.join(choices)}", key)

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

    def within(self, key: str, low: int, high: int, default: int) -> int:
        """The whole number from ``low`` to ``high`` under ``key``."""
        value = self.integer(key) if key in self.data else default
        if not low <= value <= high:
            self.fail(f"“{key}” of {self.who} must be a number from {low} to {high}", key)
        return value

    def switch(self, key: str, default: bool) -> bool:
        """The true or false under ``key``."""
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            self.fail(f"“{key}” of {self.who} must be true or false", key)
        return value

    def tables(self, key: str) -> list[Self]:
        """The tables headed ``[[key]]``, in order."""
        tables = self.data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.fail(f"“{key}” must be a list of tables; head each with [[{key}]]", key)
        return [type(self)(table, self.origin, self.lines, key, number) for number, table in enumerate(tables)]


def text_of(path: Path, what: str, error: type[InputError], most: int) -> str:
    """The text of a file in TOML, a ``what`` of at most so many bytes. Raises: ``error`` with file and line."""
    try:
        data = read_whole(path, most)
    except InputError:
        raise error(f"{path} is too large; a {what} has at most {most:,} bytes.") from None
    except FileNotFoundError:
        raise error(f"There is no {what} file {path}; check the path.") from None
    except OSError as problem:
        if path.is_dir():  # Windows calls that a lack of permission
            raise error(f"{path} is a folder; give the TOML file of a {what}.") from None
        raise error(f"The {what} file {path} cannot be read: {problem.strerror or problem}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise error(f"{path}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from None
