"""The figures of one project of some size; started by ``benchmarks.scale``, prints one JSON object.

    python -m benchmarks.scale_child NAME PROJECT ITEMS FOLDER

``NAME`` is one of ``PARTS``. Gives the name of each figure with ``value``, ``unit`` and, where there is one, ``bare``:
the same of bare SQLite in the same process.
"""

from __future__ import annotations

import gc
import json
import random
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import records
from benchmarks.figures import quantile, resident, timed
from benchmarks.importing import peak
from benchmarks.projects import OTHER, REVIEWER, Bench
from galley.core.adjudication.queue import TieFilter, TieView, find_ties
from galley.core.domain import Action, AnnotatorKind, Cell, ChangeSet
from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.review import log, queue, queue_totals
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.queue import Filter, Show, Sort
from galley.core.storage import names

Figures = dict[str, dict[str, Any]]

TIMES = 15
DECISIONS = 60
BATCH = 5_000
"""Items that are decided in one transaction while the project is made."""


def grow(path: Path, items: int, folder: Path) -> Figures:
    """Import the records of ``folder`` into the project, so that it has ``items``, and decide three times on each."""
    lines = folder / "scale.jsonl"
    project = Project.open(path) if path.exists() else Project.create(path)
    with project:
        start = time.perf_counter()
        report = import_files(project, registry.find("galley"), [lines])
        took = time.perf_counter() - start
        new = report.counts["items"]
        most = peak()
        start = time.perf_counter()
        for first in range(items - new, items, BATCH):
            project.write(_decider(first + 1, min(first + BATCH, items))).result()
        decided = time.perf_counter() - start
    return {
        "import": _figure(new / took, "items/s"),
        "import, peak of the process": _figure(most, "MB"),
        "three decisions an item, in bulk": _figure(3 * new / decided, "decisions/s"),
        "file": _figure(path.stat().st_size / 1_000_000, "MB"),
    }


def _decider(first: int, last: int) -> Callable[[sqlite3.Connection], ChangeSet]:
    """The first flag accepted, the second overridden; then every other item is finished, and in the others a second
    reviewer answers the first flag too, which in one item of ten makes a tie."""

    def job(connection: sqlite3.Connection) -> ChangeSet:
        who, other = (names.annotator(connection, name, AnnotatorKind.HUMAN) for name in (REVIEWER, OTHER))
        criteria = [
            c.row for s in names.schemes(connection, active_only=True) for c in s.criteria if c.scale == "yes-no"
        ]
        for item in range(first, last + 1):
            flags = connection.execute(
                "SELECT id, unit_id, criterion_id, target_id FROM verdict WHERE item_id = ? ORDER BY id LIMIT 2",
                (item,),
            ).fetchall()
            (one, *cell), (two, *second) = flags
            log.decide(connection, who, Action.ACCEPT, item, cell=Cell(*cell), flag=one, value="yes")
            log.decide(connection, who, Action.OVERRIDE, item, cell=Cell(*second), flag=two, value="no")
            if item % 2 == 0:
                action, value = (Action.ACCEPT, "yes") if item % 10 else (Action.OVERRIDE, "no")
                log.decide(connection, other, action, item, cell=Cell(*cell), flag=one, value=value)
            else:
                pairs = [(criterion, cell[2]) for criterion in criteria]
                log.decide(connection, who, Action.FINISH, item, asked_pairs=pairs)
        return ChangeSet(structure=True)

    return job


def ask(path: Path, items: int, folder: Path) -> Figures:
    """What the queues ask for, an item, and a decision; each beside the barest query of its kind."""
    found: Figures = {}
    with Project.open(path) as project, closing(sqlite3.connect(folder / "bare-ask.db", isolation_level=None)) as bare:
        connection = project.read_connection()
        who = connection.execute("SELECT id FROM annotator WHERE name = ?", (REVIEWER,)).fetchone()[0]
        criterion = connection.execute("SELECT criterion_id FROM verdict LIMIT 1").fetchone()[0]
        bare.execute("DROP TABLE IF EXISTS plain")
        bare.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY)")
        bare.executemany("INSERT INTO plain VALUES (?)", connection.execute("SELECT id FROM item"))

        def every() -> object:
            return bare.execute("SELECT id FROM plain").fetchall()

        wanted: dict[str, Filter | TieFilter] = {
            "filter: open, sorted by open flags": Filter(show=Show.OPEN, sort=Sort.OPEN_FLAGS),
            "filter: one criterion": Filter(criterion=criterion),
            "search: a common word": Filter(search=records.COMMON),
            "search: a phrase": Filter(search=f'"{records.PHRASE}"'),
            "ties queue": TieFilter(TieView.TIES),
            "conflicts queue": TieFilter(TieView.CONFLICTS),
        }
        for name, each in wanted.items():
            find = queue.ids if isinstance(each, Filter) else find_ties
            took = timed(partial(find, connection, each, who), TIMES)  # type: ignore[arg-type]
            found[name] = _figure(quantile(took, 0.95), "ms", quantile(timed(every, TIMES), 0.95))
        took = timed(lambda: queue_totals.totals(connection, who), TIMES)
        found["totals"] = _figure(quantile(took, 0.95), "ms", quantile(timed(every, TIMES), 0.95))
        found |= _decide(project, items, bare)
    return found


def _decide(project: Project, items: int, bare: sqlite3.Connection) -> Figures:
    chance = random.Random(6)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY, what TEXT)")
    desk = DecisionWriter(project, REVIEWER)
    read: list[float] = []
    saved: list[float] = []
    undone: list[float] = []
    plain: list[float] = []
    gc.collect()
    for _ in range(DECISIONS):
        item = chance.randrange(items) + 1
        start = time.perf_counter()
        view = load_item_view(project.read_connection(), item)
        read.append(time.perf_counter() - start)
        for took, work in (
            (saved, partial(desk.unsure, item, view.flags()[2])),
            (plain, partial(bare.execute, "INSERT INTO log (what) VALUES (?)", ("x" * 200,))),
            (undone, desk.undo),
        ):
            start = time.perf_counter()
            done = work()
            if isinstance(done, Future):
                done.result()
            took.append(time.perf_counter() - start)
    beside = 1_000 * quantile(plain, 0.95)
    return {
        "item read": _figure(1_000 * quantile(read, 0.95), "ms"),
        "decision saved": _figure(1_000 * quantile(saved, 0.95), "ms", beside),
        "undo saved": _figure(1_000 * quantile(undone, 0.95), "ms", beside),
    }


def export(path: Path, items: int, folder: Path) -> Figures:
    """The whole project as native records, beside its rows as JSON."""
    from benchmarks.exporting import bare
    from galley.core.exports.registry import export as write

    out = folder / "scale-out.jsonl"
    with Project.open(path, read_only=True) as project:
        start = time.perf_counter()
        write(project, "galley", out)
        took = time.perf_counter() - start
    out.unlink()
    plain = items / bare(path, out)
    out.unlink()
    return {"export": _figure(items / took, "items/s", plain), "export, peak of the process": _figure(peak(), "MB")}


def merge(path: Path, items: int, folder: Path) -> Figures:
    """Answers of ten reviewers, a decision an item in all, into a copy."""
    from benchmarks.merging import bare_log, came
    from galley.core.campaign import merge as merging

    copy = folder / "scale-merge.galley"
    shutil.copy(path, copy)
    bench = Bench(folder, many=items)
    with Project.open(copy) as project:
        files = came(bench, project, items // 10)
        start = time.perf_counter()
        report = merging.merge(project, files)
        took = time.perf_counter() - start
        assert report.new == 10 * (items // 10)
        plain = bare_log(folder / "scale-log.db", project.read_connection(), report.new)
    copy.unlink()
    shutil.rmtree(folder / "packages")
    return {"merge": _figure(report.new / took, "decisions/s", report.new / plain)}


def charts(path: Path, items: int, folder: Path) -> Figures:
    """Every chart, as it is opened one after the other in a window: what the first ones read the others have."""
    from galley.core.metrics.base import Memory
    from galley.gui.charts.base import ChartRequest
    from galley.gui.charts.registry import list_views
    from galley.gui.scores import score_filters

    found: Figures = {}
    with Project.open(path, read_only=True) as project:
        connection = project.read_connection()
        choices = score_filters.read(connection)
        asked = ChartRequest(resamples=0, memory=Memory(), every_judge=choices.judges, every_human=choices.humans)
        for chart in list_views():
            (took,) = timed(partial(chart.build, connection, asked), 1)
            found[f"chart: {chart.name}"] = _figure(took, "ms")
        found["all charts open, resident"] = _figure(resident(), "MB")
    return found


def bare_import(path: Path, items: int, folder: Path) -> Figures:
    """All rows of the project into bare tables; and how large that file is."""
    from benchmarks import bare

    target = folder / "scale-bare.db"
    took = bare.fill(path, target)
    size = target.stat().st_size / 1_000_000
    target.unlink()
    return {"import": {"bare": items / took}, "file": {"bare": size}}


def _figure(value: float, unit: str, bare: float | None = None) -> dict[str, Any]:
    return {"value": value, "unit": unit} | ({"bare": bare} if bare is not None else {})


PARTS: dict[str, Callable[[Path, int, Path], Figures]] = {
    "grow": grow,
    "ask": ask,
    "export": export,
    "merge": merge,
    "charts": charts,
    "bare_import": bare_import,
}

if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))))
