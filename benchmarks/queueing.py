"""The queue of a large project: filter and sort after a decision (``first``: with nothing kept, in ms), search, a page
of rows, the totals; against the barest query of each.

In a process of its own, as the program's is: the one that has made the project still holds what it is made of, and
took nearly twice as long for the same reads.

python -m benchmarks.queueing PROJECT FOLDER
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks import records
from benchmarks.figures import ROOT, emit, quantile, timed
from benchmarks.projects import REVIEWER, Bench
from galley.core.domain import ChangeSet
from galley.core.project.project import Project
from galley.core.review import queue, queue_totals
from galley.core.review.queue import Filter, Show, Sort
from galley.core.storage.cached_columns import ColumnCache

TIMES, COLD = 30, 5
PAGE = 60


def run(bench: Bench) -> None:
    """95th percentiles of ``TIMES`` each."""
    command = [sys.executable, "-m", "benchmarks.queueing", str(bench.large()), str(bench.folder)]
    subprocess.run(command, cwd=ROOT, check=True)


def measure(path: Path, folder: Path) -> None:
    """Print the figures of the project at ``path``; ``folder`` is for what they are compared with."""
    with Project.open(path, read_only=True) as project:
        connection = project.read_connection()
        who = connection.execute("SELECT id FROM annotator WHERE name = ?", (REVIEWER,)).fetchone()[0]
        criterion, judge = connection.execute("SELECT criterion_id, annotator_id FROM verdict LIMIT 1").fetchone()
        bare = _bare(connection, folder)

        asked = {f"show {show}": Filter(show=show) for show in Show}
        asked |= {f"sort by {sort}": Filter(sort=sort) for sort in Sort}
        asked["open, sorted by open flags"] = Filter(show=Show.OPEN, sort=Sort.OPEN_FLAGS)
        asked["one criterion"] = Filter(criterion=criterion)
        asked["one criterion of one judge"] = Filter(criterion=criterion, judge=judge)
        asked["one system"] = Filter(system=records.SYSTEMS[0])
        asked["one data set"] = Filter(dataset="ward")
        kept, decided = ColumnCache(), ChangeSet(items=frozenset({1}))

        def after_a_decision(wanted: Filter) -> object:
            kept.note_changes(decided)
            return queue.ids(connection, wanted, who, kept)

        for name, wanted in asked.items():
            first = quantile(timed(partial(queue.ids, connection, wanted, who), COLD), 0.5)
            _figure(f"queue, {name}", bare, partial(after_a_decision, wanted), first=round(first, 1))
        searched = {
            "a common word": records.COMMON,
            "a rare word": records.RARE,
            "a phrase": f'"{records.PHRASE}"',
            "the beginning of a word": records.COMMON[:4],
            "Chinese": records.HAN,
            "a key": "visit-000123",
        }
        for name, words in searched.items():
            wanted = Filter(search=words)
            plain = bare if name == "a key" else _search(connection, words)
            _figure(f"search, {name}", plain, partial(queue.ids, connection, wanted, who))
        wanted = replace(Filter(search=records.COMMON), show=Show.OPEN, sort=Sort.OPEN_FLAGS)
        _figure("search, open and sorted", bare, partial(after_a_decision, wanted))
        middle = connection.execute("SELECT count(*) / 2 FROM item").fetchone()[0]
        page = list(range(middle, middle + PAGE))
        _figure(f"queue, {PAGE} rows", _page(connection, page), lambda: queue.rows(connection, page, who))
        _figure("queue, totals", bare, lambda: queue_totals.totals(connection, who))


def _figure(name: str, bare: Callable[[], object], work: Callable[[], object], **more: float) -> None:
    result = work()
    found = (
        {"found": len(result)}
        if hasattr(result, "__len__") and not isinstance(result, queue_totals.QueueTotals)
        else {}
    )
    took, plain = timed(work, TIMES), timed(bare, TIMES // 3)
    emit(f"{name}, p95", quantile(took, 0.95), "ms", n=TIMES, bare=quantile(plain, 0.95), most=50, **found, **more)


def _bare(connection: sqlite3.Connection, folder: Path) -> Callable[[], object]:
    """All ids of a table with nothing but ids."""
    bare = sqlite3.connect(folder / "bare-ids.db", isolation_level=None)
    bare.execute("CREATE TABLE IF NOT EXISTS plain (id INTEGER PRIMARY KEY)")
    if not bare.execute("SELECT count(*) FROM plain").fetchone()[0]:
        bare.execute("BEGIN")
        bare.executemany("INSERT INTO plain VALUES (?)", connection.execute("SELECT id FROM item"))
        bare.execute("COMMIT")
    return lambda: bare.execute("SELECT id FROM plain").fetchall()


def _search(connection: sqlite3.Connection, words: str) -> Callable[[], object]:
    """The same words, asked of the index alone."""
    from galley.core.storage import text_index

    query = text_index.query(words)
    return lambda: connection.execute("SELECT rowid FROM item_text WHERE item_text MATCH ?", (query,)).fetchall()


def _page(connection: sqlite3.Connection, page: list[int]) -> Callable[[], object]:
    """The rows of the table ``item`` alone."""
    marks = ", ".join("?" * len(page))
    return lambda: connection.execute(f"SELECT * FROM item WHERE id IN ({marks})", page).fetchall()


if __name__ == "__main__":
    measure(Path(sys.argv[1]), Path(sys.argv[2]))
