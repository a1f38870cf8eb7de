"""Taking judge runs in: runs from the header of a native file, calls and lineage from its items.

A run that the project has (by its uid) stays as it is, and so do its calls; what is new is added. Nothing of it can be
asked of the file again, so everything is checked before it becomes a row.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import orjson

from galley.core.errors import InputError
from galley.core.storage import json_shapes, native_cells
from galley.core.storage.record_rows import dumps
from galley.core.typed_reading import check

if TYPE_CHECKING:
    from galley.core.storage.native_cells import Vocabulary
    from galley.core.storage.record_rows import Layout

NOBODY = 0
"""The row id in a run's choice of items for one that the project does not have: no choice would mean all of them."""


class Trail:
    """What one import brings of runs. ``header`` comes before the items that name its runs."""

    def __init__(self, connection: sqlite3.Connection, vocabulary: Vocabulary) -> None:
        self._connection = connection
        self._vocabulary = vocabulary
        self._runs: dict[str, int] = {}
        self._fresh: dict[int, dict[str, Any]] = {}
        self.calls = 0
        """How many calls were added."""

    def header(self, record: Mapping[str, Any]) -> None:
        """Add the runs that a header lists. Raises: InputError."""
        for entry in record.get("runs") or ():
            self._run(entry)

    def has_runs(self, record: Mapping[str, Any]) -> bool:
        """Whether an item has something of runs."""
        return bool(self._runs or record.get("calls") or record.get("lineage"))

    def item(self, record: Mapping[str, Any], layout: Layout) -> None:
        """Add the calls of an item that is written, and what its verdicts have to do with them. Raises: InputError."""
        calls = self._calls(record, layout)
        rows = self._verdicts(record.get("verdicts") or (), layout, calls)
        for entry in record.get("lineage") or ():
            run = self._run_of(entry)
            if run in self._fresh:
                self._line(entry, run, layout, rows)

    def finish(self, keys: Mapping[str, int]) -> None:
        """Say which items the new runs are about, now that all are there. ``keys`` are their row ids."""
        for run, settings in self._fresh.items():
            if isinstance(settings.get("items"), list):
                settings["items"] = [keys.get(str(key), NOBODY) for key in settings["items"]]
                self._connection.execute("UPDATE run SET settings = ? WHERE id = ?", (dumps(settings), run))

    # Runs ------------------------------------------------------------------------------------------------------

    def _run(self, entry: dict[str, Any]) -> None:
        uid = entry["run"]
        existing = self._connection.execute("SELECT id FROM run WHERE uid = ?", (uid,)).fetchone()
        if existing:
            self._runs[uid] = existing[0]
            return
        settings = entry.get("settings", {})
        check(settings, json_shapes.RecordRunSettings, f"the settings of the run {uid!r}")
        judges = {role: self._judge(name) for role, name in settings.get("annotators", {}).items()}
        if judges:
            settings = {**settings, "annotators": judges}
        finished = entry.get("finished")
        run = self._connection.execute(
            "INSERT INTO run (uid, annotator_id, method, provider, model, started, finished, state, why, settings)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (
                uid,
                self._judge(entry.get("annotator")),
                *(entry.get(name) or "" for name in ("method", "provider", "model")),
                _time(entry["started"], "a run"),
                None if finished is None else _time(finished, "a run"),
                entry["state"],
                entry.get("why") or "",
                dumps(settings),
            ),
        ).fetchone()[0]
        for batch in entry.get("batches") or ():
            listed, at = dumps(batch.get("calls") or {}), _time(batch["at"], "a batch")
            self._connection.execute(
                "INSERT INTO batch (run_id, name, state, at, calls) VALUES (?, ?, ?, ?, ?)",
                (run, batch.get("name") or None, batch["state"], at, listed),
            )
        self._runs[uid] = run
        self._fresh[run] = settings

    def _judge(self, name: Any) -> int:
        return self._vocabulary.annotator({"annotator": name, "kind": "judge"})[0]

    def _run_of(self, entry: Mapping[str, Any]) -> int:
        run = self._runs.get(entry["run"])
        if run is None:
            raise InputError(f"the run {entry['run']!r} is not listed in the header of the file")
        return run

    # Calls -----------------------------------------------------------------------------------------------------

    def _calls(self, record: Mapping[str, Any], layout: Layout) -> list[int]:
        """The row ids of the record's calls in order."""
        request_rows = [self._request(request) for request in record.get("requests") or ()]
        return [self._call(entry, layout, request_rows) for entry in record.get("calls") or ()]

    def _request(self, request: Any) -> int:
        """The row id of a request, added if it is new."""
        body = request if isinstance(request, str) else orjson.dumps(request, option=orjson.OPT_SORT_KEYS).decode()
        try:
            if not isinstance(orjson.loads(body), dict):
                raise ValueError
        except ValueError:
            raise InputError("a request is not the text of an object") from None
        digest = hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
        existing = self._connection.execute("SELECT id FROM request WHERE hash = ?", (digest,)).fetchone()
        row: int = (
            existing
            or self._connection.execute(
                "INSERT INTO request (hash, body) VALUES (?, ?) RETURNING id", (digest, body)
            ).fetchone()
        )[0]
        return row

    def _call(self, entry: dict[str, Any], layout: Layout, request_rows: Sequence[int]) -> int:
        run, document, number = self._run_of(entry), layout.documents.get(entry.get("document") or ""), entry["request"]
        if document is None:
            raise InputError(f"a call names the document {entry.get('document')!r}, which this item does not have")
        if not 0 <= number < len(request_rows):
            raise InputError(
                f"a call names request {number!r}, of which the item has {len(request_rows)} (counted from 0)"
            )
        key = entry["key"]
        added = self._connection.execute(
            "INSERT OR IGNORE INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, reply,"
            " finish, unscored, repaired, error, attempts, tokens_in, tokens_out, tokens_read, tokens_written,"
            " cost, seconds, answered, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                run,
                layout.item,
                document.id,
                entry.get("part") or "",
                entry.get("sample") or 0,
                key,
                request_rows[number],
                entry["state"],
                entry.get("reply"),
                *(entry.get(name) or "" for name in ("finish", "unscored", "repaired", "error")),
                entry.get("attempts") or 0,
                *(entry.get(name) for name in ("tokens_in", "tokens_out", "tokens_read", "tokens_written")),
                *(entry.get(name) for name in ("cost", "seconds")),
                entry.get("answered") or "",
                _time(entry["at"], "a call"),
            ),
        )
        self.calls += max(added.rowcount, 0)
        row: int = self._connection.execute(
            "SELECT id FROM call WHERE run_id = ? AND target_id = ? AND key = ?", (run, document.id, key)
        ).fetchone()[0]
        return row

    # Verdicts --------------------------------------------------------------------------------------------------

    def _verdicts(self, listed: Sequence[dict[str, Any]], layout: Layout, calls: Sequence[int]) -> list[int | None]:
        """Say of each verdict which run it is of and which calls it was read from; gives the row ids in the order of
        the list, None for one that no run has to do with."""
        verdict_rows = {
            row[:4]: row[4:]
            for row in self._connection.execute(
                "SELECT annotator_id, criterion_id, unit_id, target_id, id, run_id FROM verdict WHERE item_id = ?",
                (layout.item,),
            )
        }
        rows: list[int | None] = []
        for entry in listed:
            if entry.get("run") is None:
                rows.append(None)
                continue
            annotator, _ = self._vocabulary.annotator(entry)
            criterion = self._vocabulary.criterion(entry.get("scheme"), entry.get("criterion"))
            unit, target, _ = native_cells.place(entry, criterion, layout)
            row, run = verdict_rows.get((annotator, criterion.row, unit, target), (None, None))
            rows.append(row)
            run_row = self._run_of(entry)
            if row is None:
                continue
            if run is None:
                self._connection.execute("UPDATE verdict SET run_id = ? WHERE id = ?", (run_row, row))
            if run in (None, run_row):
                self._link(row, entry, calls)
        return rows

    def _link(self, verdict: int, entry: Mapping[str, Any], calls: Sequence[int]) -> None:
        self._connection.executemany(
            "INSERT OR IGNORE INTO verdict_call (verdict_id, call_id) VALUES (?, ?)",
            [(verdict, _nth(calls, number, "a verdict", "call")) for number in entry.get("calls") or ()],
        )

    def _line(self, entry: Mapping[str, Any], run: int, layout: Layout, rows: Sequence[int | None]) -> None:
        flags = [
            None if entry.get(name) is None else _nth(rows, entry[name], "a line of the lineage", "verdict")
            for name in ("flag", "earlier")
        ]
        if flags == [None, None]:
            raise InputError("a line of the lineage names no verdict")
        self._connection.execute(
            "INSERT INTO lineage (run_id, item_id, state, verdict_id, earlier_id) VALUES (?, ?, ?, ?, ?)",
            (run, layout.item, entry["state"], *flags),
        )


def _nth(rows: Sequence[int | None], number: int, who: str, what: str) -> int:
    if 0 <= number < len(rows):
        row = rows[number]
        if row is not None:
            return row
    raise InputError(f"{who} names {what} {number!r}, of which the item has {len(rows)} (counted from 0)")


def _time(time_text: str, owner: str) -> str:
    """A time as it is stored: UTC with microseconds, so that it sorts as text."""
    try:
        at = datetime.fromisoformat(time_text)
    except ValueError:
        raise InputError(f"the time {time_text!r} of {owner} cannot be read; it should be ISO 8601") from None
    if at.tzinfo is None:
        raise InputError(f"the time {time_text!r} of {owner} names no time zone; end it with +00:00 for UTC")
    return at.astimezone(UTC).isoformat(timespec="microseconds")
