"""Whether a log is what its seals say; see ``galley.core.project.seals``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from galley.core.project import seals, source_words
from galley.core.project.file_trust import short
from galley.core.project.logrow import COLUMNS, LogRow
from galley.core.project.said import Contents
from galley.core.storage import queries
from galley.core.text.counted import counted

_ROW = ", ".join(f"decision.{column.strip()}" for column in COLUMNS.split(","))


REASONS = {"erased": "erased", "back": "taken back", "left": "left out"}
"""Why a sealed decision is not in the log, in words."""


def wrong(connection: sqlite3.Connection, database: str = "main") -> Iterator[str]:
    """A sentence for each decision that is not what was sealed, and each break of a chain."""
    if not connection.execute(f"SELECT 1 FROM {database}.source WHERE own = 1").fetchone():
        yield "The log does not say whose it is."
    contents = Contents(connection, database)
    query = (
        f"SELECT source_id, place, seal.uid, salt, content, link, signed, away, source.uid, start, said,"
        f" event.kind, event.at, {_ROW}"
        f" FROM {database}.seal JOIN {database}.source ON source.id = source_id"
        f" LEFT JOIN {database}.event ON event.uid = seal.uid"
        f" LEFT JOIN {database}.decision ON decision.uid = seal.uid ORDER BY source_id, place"
    )
    source, last, place = 0, seals.NOTHING, 0
    for number, at, uid, salt, kept, link, signed, away, name, start, told, *row in connection.execute(query):
        (kind, when), row = row[:2], row[2:]
        if number != source:
            source, last, place = number, start, 0
        if at != place + 1:
            whose = source_words.source(connection, name, database)
            yield f"The log of {whose} lacks seals before number {at:,}."
        elif seals.link(last, kept) != link:
            whose = source_words.source(connection, name, database)
            which = source_words.decision(connection, uid, database)
            yield f"The chain of {whose} is broken at number {at:,}, the decision {which}."
        last, place = link, at
        if away in ("back", "event") and (told is None or salt is None or seals.content(salt, told.encode()) != kept):
            yield f"What was written down as {short(uid)} was changed afterwards, or is gone."
        elif away == "event" and (kind, when) != tuple(json.loads(told).get(name) for name in ("kind", "at")):
            yield f"What was written down as {short(uid)} stands under another kind or time than it was made with."
        if away:
            continue
        if row[0] is None:
            yield f"The decision {short(uid)} is gone from the log."
        elif salt is None or seals.content(salt, contents.of(LogRow(*row), json.loads(signed or "null"))) != kept:
            yield f"The decision {source_words.decision(connection, uid, database)} was changed after it was made."
    known, own = seals.accounted(connection, database), queries.find_own_sources(connection, database)
    for (name, why), count in queries.count_missing(connection, database).items():
        rest = count - known.get((name, why), 0)
        if name in own and rest > 0:
            whose = source_words.source(connection, name, database)
            what = f"{counted(rest, 'decisions')} of {whose} {'is' if rest == 1 else 'are'} missing"
            yield f"{what}, marked as {REASONS[why]}, and no entry of the log says so."
    for uid in queries.find_unsealed_entries(connection, database):
        yield f"The entry {short(uid)} was put into the log by another program: it has no seal."
    for (uid,) in connection.execute(
        f"SELECT uid FROM {database}.decision EXCEPT SELECT uid FROM {database}.seal"
        " WHERE away IS NULL OR away = 'erased'"
    ):
        which = source_words.decision(connection, uid, database)
        yield f"The decision {which} was put into the log by another program: it has no seal."
