"""A decision, from the call to on disk, against a bare commit of one row on the same disk."""

from __future__ import annotations

import shutil
import sqlite3
import time

from benchmarks.figures import emit, quantile
from benchmarks.projects import REVIEWER, Bench
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.tasks.finish import list_all_pairs

ITEMS = 200


def run(bench: Bench) -> None:
    """Review ``ITEMS`` items, each decision followed by a bare commit; 95th percentiles."""
    path = bench.folder / "decide.galley"
    shutil.copy(bench.small(), path)
    bare = _bare(bench)
    decided: list[float] = []
    finished: list[float] = []
    undone: list[float] = []
    plain: list[float] = []
    with Project.open(path) as project:
        desk = DecisionWriter(project, REVIEWER)
        for item in range(1, bench.items, bench.items // ITEMS):
            view = load_item_view(project.read_connection(), item)
            for flag, decide in zip(view.flags(), (desk.accept, desk.override, desk.unsure), strict=True):
                start = time.perf_counter()
                decide(item, flag).result()
                between = time.perf_counter()
                bare.execute("BEGIN IMMEDIATE")
                bare.execute("INSERT INTO log (what) VALUES (?)", ("x" * 200,))
                bare.execute("COMMIT")
                decided.append((between - start) * 1_000)
                plain.append((time.perf_counter() - between) * 1_000)
            start = time.perf_counter()
            desk.undo().result()
            undone.append((time.perf_counter() - start) * 1_000)
            start = time.perf_counter()
            desk.finish(view, list_all_pairs(view)).result()
            finished.append((time.perf_counter() - start) * 1_000)
    bare.close()
    p95 = quantile(plain, 0.95)
    middle = {"median": round(quantile(decided, 0.5), 3), "bare_median": round(quantile(plain, 0.5), 3)}
    emit("decision, call to on disk, p95", quantile(decided, 0.95), "ms", n=len(decided), bare=p95, most=2, **middle)
    emit("undo, call to on disk, p95", quantile(undone, 0.95), "ms", n=len(undone), bare=p95)
    emit("finish of an item, call to on disk, p95", quantile(finished, 0.95), "ms", n=len(finished), bare=p95)


def _bare(bench: Bench) -> sqlite3.Connection:
    connection = sqlite3.connect(bench.folder / "bare-log.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT)")
    return connection
