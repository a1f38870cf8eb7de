"""Which calls a verdict was read from, and what was read from a call. Plain functions of a connection.

A voted verdict rests on all its samples, also on those that said something else or could not be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from galley.core.judges.inquiry.labels import CallId
from galley.core.storage.connection import Connection
from galley.core.storage.queries import runs


class Linker:
    """Writes the links of one run's verdicts; looks each call up once."""

    def __init__(self, connection: Connection, run: int) -> None:
        self._connection = connection
        self._run = run
        self._call_rows: dict[CallId, int | None] = {}

    def link(self, verdict: int, calls: Iterable[CallId]) -> None:
        """Say that a verdict was read from these calls and no others."""
        rows = {row for row in map(self._row, calls) if row is not None}
        runs.replace_call_links(self._connection, verdict, sorted(rows))

    def _row(self, call: CallId) -> int | None:
        """The row of a call; None for one that was never made (a batch that brought no reply for it)."""
        if call not in self._call_rows:
            calls = runs.read_calls(self._connection, call.key, run=self._run, document=call.document)
            self._call_rows[call] = calls[0].id if calls else None
        return self._call_rows[call]


def calls_of(connection: Connection, verdict: int) -> list[runs.CallOrigin]:
    """The calls that a verdict was read from, in the order of their samples; none for a verdict without a model."""
    return runs.read_call_links(connection, verdict)[0]


def find_best_call(connection: Connection, verdict: int) -> runs.CallOrigin | None:
    """The call that shows best what a verdict was read from: the sample whose words its explanation has, else the
    first that could be read. None where no call is kept."""
    links, words = runs.read_call_links(connection, verdict)
    if not links:
        return None
    json_texts = {json.dumps(words, ensure_ascii=ascii_)[1:-1] for ascii_ in (True, False)} if words else set()

    def rank(origin: runs.CallOrigin) -> tuple[bool, bool]:
        return bool(origin.unscored_reason), not any(text in (origin.reply or "") for text in json_texts)

    return min(links, key=rank)
