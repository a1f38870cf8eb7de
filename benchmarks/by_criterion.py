"""Going through one criterion's flags at 100,000 items: the list with the counts of the menu, under combined filters,
each after a decision on one item; the alignment of a sentence with a long article; the palette, and a saved view, from
the key to painted.

python -m benchmarks.by_criterion PROJECT
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path

from benchmarks import records
from benchmarks.figures import ROOT, apart, emit, quantile, timed
from benchmarks.projects import REVIEWER, Bench
from galley.core.domain import ChangeSet
from galley.core.project.project import Project
from galley.core.review import priority, queue
from galley.core.review.flag_columns import AllFlags
from galley.core.review.queue import Filter, Show, Sort
from galley.core.storage.cached_columns import ColumnCache
from galley.core.text.passages import Passages

TIMES, COLD = 30, 5
PARAGRAPHS = 2_000


def run(bench: Bench) -> None:
    """95th percentiles."""
    command = [sys.executable, "-m", "benchmarks.by_criterion", str(bench.large())]
    subprocess.run(command, cwd=ROOT, check=True)
    _aligned()
    copy = bench.folder / "opened.galley"
    shutil.copy(bench.large(), copy)
    environment = {"QT_QPA_PLATFORM": "offscreen", "GALLEY_HOME": str(bench.folder / "home")}
    found = apart("actions_child", "open", copy, environment=environment)
    for name in ("palette", "saved view of items", "saved view by criterion"):
        took, bare = found[name], found["bare"]
        emit(f"{name}, opened and painted, p95", took, "ms", n=found["n"], bare=bare, most=50, items=bench.many)
    copy.unlink()


def measure(path: Path) -> None:
    """The list by criterion of the project at ``path``."""
    with Project.open(path, read_only=True) as project:
        connection = project.read_connection()
        who = connection.execute("SELECT id FROM annotator WHERE name = ?", (REVIEWER,)).fetchone()[0]
        criterion, judge = connection.execute("SELECT criterion_id, annotator_id FROM verdict LIMIT 1").fetchone()
        bare = timed(partial(_bare, connection), TIMES)
        cold = timed(lambda: AllFlags(connection, who), COLD)
        every = AllFlags(connection, who)
        emit("by criterion, all flags read the first time, median", quantile(cold, 0.5), "ms", n=COLD,
             bare=quantile(bare, 0.5), flags=len(every.states))  # fmt: skip
        one = Filter(criterion=criterion)
        asked = {
            "one criterion": one,
            "any criterion": Filter(),
            "open": Filter(criterion=criterion, show=Show.OPEN),
            "one judge's open": Filter(criterion=criterion, judge=judge, show=Show.OPEN),
            "one system's, by key": Filter(criterion=criterion, system=records.SYSTEMS[0], sort=Sort.KEY),
            "most open flags first": Filter(criterion=criterion, sort=Sort.OPEN_FLAGS),
            "a data set, unfinished": Filter(criterion=criterion, dataset="ward", show=Show.UNFINISHED),
            "a split, searched, open": Filter(
                criterion=criterion, fields=(("split", "test"),), search=records.COMMON, show=Show.OPEN
            ),
        }
        kept, one_decided = ColumnCache(), ChangeSet(items=frozenset({1}))
        for name, wanted in asked.items():
            _figure(
                f"by criterion, {name}, list and counts",
                lambda w=wanted: (kept.note_changes(one_decided), every.filter_flags(connection, w, kept)),
                bare,
            )
        some = range(1, 101)
        again = "by criterion, list and counts after 100 items changed"
        _figure(again, lambda: every.refresh_items(connection, some).filter_flags(connection, one), bare)
        asked = {
            "one judge's open": Filter(judge=judge, show=Show.OPEN),
            "one judge's open of a split": Filter(judge=judge, show=Show.OPEN, fields=(("split", "test"),)),
            "one judge's on one criterion, open": Filter(criterion=criterion, judge=judge, show=Show.OPEN),
            "one system's of a data set, unfinished": Filter(
                system=records.SYSTEMS[0], dataset="ward", show=Show.UNFINISHED
            ),
        }
        for name, wanted in asked.items():
            cold = timed(lambda w=wanted: queue.ids(connection, w, who), COLD)
            emit(f"queue, combined, {name}, the first time, median", quantile(cold, 0.5), "ms", n=COLD,
                 bare=quantile(bare, 0.5))  # fmt: skip
            _figure(
                f"queue, combined, {name}",
                lambda w=wanted: (kept.note_changes(one_decided), queue.ids(connection, w, who, kept)),
                bare,
            )
        first = timed(lambda: priority.order(connection), COLD)
        emit("likeliest errors first, the first time, median", quantile(first, 0.5), "ms", n=COLD,
             bare=quantile(bare, 0.5), flags=len(every.states))  # fmt: skip
        priority.order(connection, kept)
        decided, by_worth = ChangeSet(items=frozenset(some)), Filter(sort=Sort.VALUE)
        for name, wanted in {"": by_worth, ", open": replace(by_worth, show=Show.OPEN)}.items():
            _figure(
                f"queue, likeliest errors first{name}, after 100 items changed",
                lambda w=wanted: (kept.note_changes(decided), queue.ids(connection, w, who, kept)),
                bare,
            )


def _figure(name: str, work: Callable[[], object], bare: list[float]) -> None:
    took = timed(work, TIMES)
    emit(f"{name}, p95", quantile(took, 0.95), "ms", n=TIMES, bare=quantile(bare, 0.95), most=50)


def _bare(connection: sqlite3.Connection) -> int:
    """The row ids of all verdicts, read as they are."""
    return len(connection.execute("SELECT id FROM verdict").fetchall())


def _aligned() -> None:
    """Sentences of made-up words, one after the other, against an article of ``PARAGRAPHS``."""
    chance = random.Random(7)
    words = ["".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(3, 9))) for _ in range(8_000)]
    rank = [1 / (at + 5) for at in range(len(words))]
    texts = [" ".join(chance.choices(words, rank, k=40)) + "." for _ in range(PARAGRAPHS)]
    sentences = [" ".join(chance.choices(words, rank, k=20)) + "." for _ in range(40)]
    passages, one, plain = Passages(texts), cycle(sentences), cycle(sentences)
    took = timed(lambda: passages.align(next(one)), len(sentences) * 3)
    bare = timed(lambda: [word in text for word in next(plain).split() for text in texts], len(sentences))
    emit(f"alignment of a sentence with {PARAGRAPHS:,} paragraphs, p95", quantile(took, 0.95), "ms", n=len(took),
         bare=quantile(bare, 0.95), most=30)  # fmt: skip


if __name__ == "__main__":
    measure(Path(sys.argv[1]))
