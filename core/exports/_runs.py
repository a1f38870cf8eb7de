"""Judge runs in the native record: the runs in the header, and with each item its requests, calls and lineage.

A request stands once in its item however many samples were asked with it. Nothing here is a row id: a run is known by
its uid, a call by its place in the item's list, a flag by its place in the item's verdicts.
"""

from __future__ import annotations

from pathlib import PureWindowsPath
from typing import Any

import orjson

from galley.core.exports._items import Item, Row
from galley.core.exports._places import IdWords, Places
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import read_keys
from galley.core.storage.queries.runs import RunHead, read_batches, read_runs

TABLES = ("judging", "calls", "links", "lineage")
_CALL = (
    *("part", "sample", "key", "state", "reply", "finish", "unscored", "repaired", "error", "attempts"),
    *("tokens_in", "tokens_out", "tokens_read", "tokens_written", "cost", "seconds", "answered", "at"),
)
_ALWAYS = ("part", "sample", "key", "state", "attempts", "at")
_CANONICAL = orjson.OPT_SORT_KEYS


class Runs:
    """The runs of a project in the order in which they were started."""

    def __init__(self, connection: Connection) -> None:
        self._rows = sorted(read_runs(connection), key=lambda run: (run.started, run.uid))
        self._connection = connection
        self._uids = {row.id: row.uid for row in self._rows}
        self._place = {row.id: place for place, row in enumerate(self._rows)}

    @property
    def tables(self) -> tuple[str, ...]:
        """What has to be read with each item."""
        return TABLES if self._rows else ()

    def header(self, words: IdWords) -> dict[str, Any]:
        """What the first line says of them; nothing where there are none."""
        return {"runs": [self._run(row, words) for row in self._rows]} if self._rows else {}

    def add(self, record: dict[str, Any], item: Item, places: Places, verdicts: list[int]) -> None:
        """Put what the runs left in an item into its record. ``verdicts`` are the row ids of those that the record
        lists, in its order."""
        if not self._rows:
            return
        place_by_verdict = {row: place for place, row in enumerate(verdicts)}
        for _, verdict, run in item.rows["judging"]:
            if verdict not in place_by_verdict:
                continue
            record["verdicts"][place_by_verdict[verdict]]["run"] = self._uids[run]
        documents = {row: place for place, row in enumerate(places.documents)}
        calls = sorted(item.rows["calls"], key=lambda row: (self._place[row[2]], row[-1], documents[row[3]], row[6]))
        if calls:
            self._calls(record, calls, places)
        at = {row[1]: place for place, row in enumerate(calls)}
        for _, verdict, call in item.rows["links"]:
            if verdict not in place_by_verdict:
                continue
            record["verdicts"][place_by_verdict[verdict]].setdefault("calls", []).append(at[call])
        for entry in record.get("verdicts", ()):
            if "calls" in entry:
                entry["calls"].sort()
        lines = [
            (
                self._place[run],
                state,
                -1 if verdict is None else place_by_verdict[verdict],
                -1 if before is None else place_by_verdict[before],
            )
            for _, run, state, verdict, before in item.rows["lineage"]
            if {verdict, before} <= {None, *place_by_verdict}
        ]
        if lines:
            record["lineage"] = [self._line(*line) for line in sorted(lines)]

    def _calls(self, record: dict[str, Any], calls: list[Row], places: Places) -> None:
        requests: dict[str, int] = {}
        entries = []
        for _, _, run, target, body, *fields in calls:
            call_fields = dict(zip(_CALL, fields, strict=True))
            entry = {
                "run": self._uids[run],
                "document": places.documents[target][2],
                "request": requests.setdefault(body, len(requests)),
            }
            entry.update(
                {name: value for name, value in call_fields.items() if name in _ALWAYS or value not in (None, "")}
            )
            if call_fields["reply"] == "":
                entry["reply"] = ""  # an empty reply is not the same as none
            entries.append(entry)
        record["requests"] = [_request(body) for body in requests]
        record["calls"] = entries

    def _line(self, run: int, state: str, verdict: int, before: int) -> dict[str, Any]:
        entry: dict[str, Any] = {"run": self._rows[run].uid, "state": state}
        if verdict >= 0:
            entry["flag"] = verdict
        if before >= 0:
            entry["earlier"] = before
        return entry

    def _run(self, run: RunHead, words: IdWords) -> dict[str, Any]:
        entry: dict[str, Any] = {
            "run": run.uid,
            "annotator": words.annotators[run.annotator][0],
            "method": run.method,
            "provider": run.provider,
            "model": run.model,
            "started": run.started,
            "finished": run.finished,
            "state": run.state,
            "why": run.why,
            "settings": self._settings(orjson.loads(run.settings), words),
            "batches": [
                {"name": batch.name, "state": batch.state, "at": batch.at, "calls": orjson.loads(batch.calls)}
                for batch in read_batches(self._connection, run.id)
            ],
        }
        return {name: value for name, value in entry.items() if value or name in ("run", "annotator", "settings")}

    def _settings(self, settings: dict[str, Any], words: IdWords) -> dict[str, Any]:
        """The settings with names in the place of row ids, and of files without the folders of this machine."""
        if settings.get("source"):
            settings["source"] = [*settings["source"][:2], *map(_name, settings["source"][2:])]
        if settings.get("reach"):
            settings["reach"] = [_name(settings["reach"][0]), *settings["reach"][1:]]
        if settings.get("items"):
            keys = read_keys(self._connection)
            settings["items"] = [keys.get(row, "") for row in settings["items"]]
        if settings.get("annotators"):
            settings["annotators"] = {slot: words.annotators[row][0] for slot, row in settings["annotators"].items()}
        return settings


def _name(file: Any) -> Any:
    """The name of a file, whichever system its path is of."""
    return PureWindowsPath(file).name if isinstance(file, str) else file


def _request(body: str) -> Any:
    """A request as an object where that gives back its very text, else the text: calls are known by its hash."""
    parsed_body = orjson.loads(body)
    return parsed_body if orjson.dumps(parsed_body, option=_CANONICAL).decode() == body else body
