"""A table of a protocol file: what stands under its keys, and where to point when that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from galley.core.definitions.toml_lines import TomlLines
from galley.core.definitions.toml_table import TomlTable
from galley.core.errors import ProtocolError


class ProtocolPart(TomlTable):
    """A table of a protocol file."""

    def __init__(self, data: Mapping[str, Any], origin: str, lines: TomlLines, kind: str = "", number: int = 0) -> None:
        super().__init__(data, origin, lines, kind, number)
        self.who = f"this {kind.rpartition('.')[2]}" if kind else "the protocol"
        self.above: ProtocolPart | None = None

    def fail(self, message: str, key: str = "") -> NoReturn:
        """Raise a ProtocolError at ``key`` of this table, or at its head."""
        raise ProtocolError(f"{self.origin}, line {self.line(key)}: {message}.")

    def line(self, key: str = "") -> int:
        """Where a key of this table stands, else its head, else the table above it."""
        line = self.lines.at(self.kind, self.number, key)
        return self.above.line(self.kind.rpartition(".")[2]) if line == 1 and self.above is not None else line

    def parts(self, key: str, before: int = 0) -> list[ProtocolPart]:
        """The tables headed ``[[key]]`` under this one; ``before`` of them stand under earlier tables."""
        kind = f"{self.kind}.{key}" if self.kind else key
        tables = self.data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.fail(f"“{key}” must be a list of tables; head each with [[{kind}]]", key)
        parts = [ProtocolPart(table, self.origin, self.lines, kind, before + n) for n, table in enumerate(tables)]
        for part in parts:
            part.above = self if self.kind else None
        return parts

    def names(self, key: str) -> tuple[str, ...]:
        """A text or a list of texts under ``key``."""
        return (self.text(key),) if isinstance(self.data.get(key), str) else self.texts(key)

    def fraction(self, key: str) -> float:
        """A share above 0 and at most 1 under ``key``, 0 where it is absent."""
        value = self.data.get(key, 0.0)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            self.fail(f"“{key}” of {self.who} must be a number above 0 and at most 1", key)
        if key in self.data and value == 0:
            self.fail(f"“{key}” of {self.who} must be a number above 0 and at most 1", key)
        return float(value)
