"""Reading an item whole, against the bare selects of it; and the evidence links of an item."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Sequence

from benchmarks.figures import emit, quantile
from benchmarks.projects import Bench
from galley.core.domain import Role
from galley.core.project.project import Project
from galley.core.review.items import ItemView, load_item_view
from galley.core.text.evidence_links import links

TIMES = 300

DOCUMENTS = "SELECT * FROM document WHERE item_id = ?"
UNITS = "SELECT * FROM unit WHERE id > ? AND id <= ?"
VERDICTS = "SELECT * FROM verdict WHERE item_id = ?"


def run(bench: Bench) -> None:
    """Items of the large project, drawn at random, each read both ways."""
    chance = random.Random(3)
    drawn = [chance.randrange(bench.many) + 1 for _ in range(TIMES)]
    ours: list[float] = []
    plain: list[float] = []
    linked: list[float] = []
    with Project.open(bench.large(), read_only=True) as project:
        connection = project.read_connection()
        for number, item in enumerate(drawn):
            if number % 2:  # in turn, for the second of the two finds the pages in memory
                plain.append(_bare(connection, item))
            start = time.perf_counter()
            view = load_item_view(connection, item)
            ours.append((time.perf_counter() - start) * 1_000)
            if not number % 2:
                plain.append(_bare(connection, item))
            start = time.perf_counter()
            _links(view)
            linked.append((time.perf_counter() - start) * 1_000)
    emit("reading an item, p95", quantile(ours, 0.95), "ms", n=TIMES, bare=quantile(plain, 0.95))
    emit("evidence links of an item, p95", quantile(linked, 0.95), "ms", n=TIMES, most=5)


def _bare(connection: sqlite3.Connection, item: int) -> float:
    start = time.perf_counter()
    documents = connection.execute(DOCUMENTS, (item,)).fetchall()
    last = documents[-1]
    connection.execute(UNITS, (documents[0][10], last[10] + last[11])).fetchall()
    verdicts = connection.execute(VERDICTS, (item,)).fetchall()
    for verdict in verdicts:
        connection.execute("SELECT * FROM span WHERE verdict_id = ?", verdict[:1]).fetchall()
        connection.execute("SELECT * FROM evidence WHERE verdict_id = ?", verdict[:1]).fetchall()
    for table in ("judged", "note"):
        connection.execute(f"SELECT * FROM {table} WHERE item_id = ?", (item,)).fetchall()
    return (time.perf_counter() - start) * 1_000


def _links(view: ItemView) -> object:
    sources = [u for role in (Role.DIALOGUE, Role.ARTICLE) for d in view.by_role(role) for u in d.units]
    spoken: Sequence[str] = [u.speaker for u in sources]
    return [links([u.text for u in s.units], [u.text for u in sources], spoken) for s in view.by_role(Role.SUMMARY)]
