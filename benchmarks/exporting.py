"""The export of native records, against bare reading of the same tables into orjson."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import orjson

from benchmarks.bare import TABLES
from benchmarks.figures import emit, median
from benchmarks.projects import Bench
from galley.core.exports.registry import export
from galley.core.project.project import Project

PAIRS = 3
ROWS = 5_000


def run(bench: Bench) -> None:
    """Both in turn, on the small project; medians of ``PAIRS``."""
    out = bench.folder / "export.jsonl"
    ours: list[float] = []
    plain: list[float] = []
    with Project.open(bench.small(), read_only=True) as project:
        for _ in range(PAIRS):
            start = time.perf_counter()
            export(project, "galley", out)
            ours.append(bench.items / (time.perf_counter() - start))
            out.unlink()
            plain.append(bench.items / bare(bench.small(), out))
    emit("export of native records", median(ours), "items/s", n=bench.items, bare=median(plain), ratio_least=1 / 3)


def bare(project: Path, out: Path) -> float:
    """Every row of every table as JSON, table by table: no item is put together, no name looked up."""
    connection = sqlite3.connect(project)
    start = time.perf_counter()
    with out.open("wb", buffering=1 << 20) as stream:
        for table in TABLES:
            columns = [f'"{row[1]}"' for row in connection.execute(f"PRAGMA table_info({table})") if row[1] != "hash"]
            cursor = connection.execute(f"SELECT {', '.join(columns)} FROM {table}")
            while rows := cursor.fetchmany(ROWS):
                stream.write(orjson.dumps(rows))
    seconds = time.perf_counter() - start
    connection.close()
    return seconds
