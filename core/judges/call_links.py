"""Which calls a verdict was read from, and what was read from a call. Plain functions of a connection.

A voted verdict rests on all its samples, also on those that said something else or could not be read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from galley.core.judges.inquiry.labels import CallId


class Linker:
    """Writes the links of one run's verdicts; looks each call up once."""

    def __init__(self, connection: sqlite3.Connection, run: int) -> None:
        self._connection = connection
        self._run = run
        self._call_rows: dict[CallId, int | None] = {}

    def link(self, verdict: int, calls: Iterable[CallId]) -> None:
        """Say that a verdict was read from these calls and no others."""
        self._connection.execute("DELETE FROM verdict_call WHERE verdict_id = ?", (verdict,))
        rows = {row for row in map(self._row, calls) if row is not None}
        self._connection.executemany(
            "INSERT INTO verdict_call (verdict_id, call_id) VALUES (?, ?)", [(verdict, row) for row in sorted(rows)]
        )

    def _row(self, call: CallId) -> int | None:
        """The row of a call; None for one that was never made (a batch that brought no reply for it)."""
        if call not in self._call_rows:
            row = self._connection.execute(
                "SELECT id FROM call WHERE run_id = ? AND target_id = ? AND key = ?",
                (self._run, call.document, call.key),
            ).fetchone()
            self._call_rows[call] = row[0] if row else None
        return self._call_rows[call]


@dataclass(frozen=True, slots=True)
class CallOrigin:
    """A call behind a verdict: its row and run, which sample it was, what was asked, and why it could not be read."""

    call: int
    run: int
    sample: int
    part: str
    state: str
    unscored_reason: str


def calls_of(connection: sqlite3.Connection, verdict: int) -> list[CallOrigin]:
    """The calls that a verdict was read from, in the order of their samples; none for a verdict without a model."""
    return [
        CallOrigin(*row)
        for row in connection.execute(
            "SELECT call.id, run_id, sample, part, state, unscored FROM verdict_call JOIN call ON call.id = call_id"
            " WHERE verdict_id = ? ORDER BY sample, call.id",
            (verdict,),
        )
    ]


def find_best_call(connection: sqlite3.Connection, verdict: int) -> CallOrigin | None:
    """The call that shows best what a verdict was read from: the sample whose words its explanation has, else the
    first that could be read. None where no call is kept."""
    calls = calls_of(connection, verdict)
    if not calls:
        return None
    (words,) = connection.execute("SELECT explanation FROM verdict WHERE id = ?", (verdict,)).fetchone()
    json_texts = {json.dumps(words, ensure_ascii=ascii_)[1:-1] for ascii_ in (True, False)} if words else set()

    def rank(origin: CallOrigin) -> tuple[bool, bool]:
        (reply,) = connection.execute("SELECT reply FROM call WHERE id = ?", (origin.call,)).fetchone()
        return bool(origin.unscored_reason), not any(text in (reply or "") for text in json_texts)

    return min(calls, key=rank)


