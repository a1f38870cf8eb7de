"""What a file of answers may hold: decisions of the reviewer for whom the package was made, on its items, and gold only
where the package was made to show everything, so that its reviewer could adjudicate.

Galley writes no others, so a file with a decision of somebody else or on another item was edited and is refused as a
whole. Settled cells of a package that was not made for it are left out and listed: somebody did that work, in good
faith (by a program, or under an earlier Galley), and the rest of their answers is sound.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from galley.core.domain import Action
from galley.core.errors import InputError
from galley.core.packages.answers import Answers
from galley.core.packages.package import Issued


@dataclass(frozen=True, slots=True)
class Rights:
    """``reviewer`` and ``items`` (row ids) are those of the package; None for a whole project, which may hold
    everybody's decisions on everything. ``settles``: whether gold may be among them."""

    reviewer: str | None = None
    items: frozenset[int] | None = None
    settles: bool = True

    @classmethod
    def of(cls, connection: sqlite3.Connection, answers: Answers, issued: Issued | None) -> Rights:
        """What this file may hold. Raises: InputError where it is no package's answers and no project either."""
        if issued is None:
            if not answers.whole:
                raise InputError(
                    f"{answers.file} does not say to which package it belongs, so it was edited; ask for it anew."
                )
            return cls()
        if answers.head.reviewer != issued.package.reviewer:
            raise InputError(
                f"{answers.file} says that it is by {answers.head.reviewer!r}, but its package was made for"
                f" {issued.package.reviewer!r}, so the file was edited; ask for it anew."
            )
        rows = connection.execute("SELECT item_id FROM package_item WHERE package_id = ?", (issued.row,))
        return cls(issued.package.reviewer, frozenset(row for (row,) in rows), issued.settles)

    def on(self, item: int) -> None:
        """Raises: InputError for an item (row id) that is not in the package (no place named)"""
        if self.items is not None and item not in self.items:
            raise InputError("it is not in the package, so the file was edited")

    def holds(self, said: Mapping[str, Any]) -> bool:
        """Whether a decision that is not here yet may be taken in. Raises: InputError where it is by somebody else."""
        if self.reviewer is not None and said.get("reviewer") != self.reviewer:
            raise InputError(
                f"a decision is by {said.get('reviewer')!r} and not by {self.reviewer!r}, so the file was edited"
            )
        return self.settles or said.get("action") != Action.SETTLE
