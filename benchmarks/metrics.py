"""Figures over 1,000,000 verdicts: every coefficient, alpha beside the krippendorff package, a kappa from the project
file (read, join, compute), the bootstrap; then every chart after a decision at 100,000 verdicts (``charting``).
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import charting
from benchmarks.figures import emit, median, timed
from benchmarks.projects import Bench
from galley.core.metrics import registry
from galley.core.metrics.base import Params, Result
from galley.core.stats.agreement_coefficients import COEFFICIENTS, agreement, krippendorff_alpha
from galley.core.stats.bootstrap import resample
from galley.core.stats.distinct_rows import tally
from galley.core.storage import names, project_file, schema

VERDICTS = 1_000_000
SENTENCES = 5
"""Sentences a summary, and values on the scale of the ratings."""


def run(bench: Bench) -> None:
    """Emit the figures; a shortened run has a tenth of the verdicts."""
    verdicts = VERDICTS if bench.items >= Bench.items else VERDICTS // 10
    _coefficients(verdicts)
    _file(bench.folder / "metrics.galley", verdicts)
    charting.run(bench)


def _took(work: Callable[[], object], times: int) -> float:
    """The median, in seconds."""
    return median(timed(work, times)) / 1_000


def _coefficients(verdicts: int) -> None:
    rng = np.random.default_rng(1)
    cells = verdicts // 4
    truth = rng.integers(0, SENTENCES, (cells, 1))
    codes = np.where(rng.random((cells, 4)) < 0.8, truth, rng.integers(0, SENTENCES, (cells, 4)))
    codes[rng.random(codes.shape) < 0.05] = -1
    pair = np.ascontiguousarray(codes.reshape(-1, 2))
    for name, (_, two) in COEFFICIENTS.items():
        took = _took(_one(name, pair if two else codes), 3)
        emit(f"{name}, four annotators of five values" if not two else f"{name}, two annotators", took, "s",
             n=verdicts, most=0.5)  # fmt: skip
    import krippendorff

    given = np.where(codes < 0, np.nan, codes).T
    theirs = _took(lambda: krippendorff.alpha(given, level_of_measurement="nominal"), 5)
    ours = _took(lambda: krippendorff_alpha(codes, SENTENCES), 5)
    emit("alpha, times as fast as the krippendorff package", theirs / ours, "times", n=verdicts, least=3)
    items = np.arange(cells) // SENTENCES
    took = _took(lambda: krippendorff_alpha(codes, SENTENCES, documents=items), 3)
    emit("alpha with its interval by document", took, "s", n=verdicts, most=1)
    table = rng.random((cells // SENTENCES, 2))
    took = _took(lambda: resample(table, lambda sums: sums[:, 0] / sums[:, 1], resamples=2000), 1)
    emit("bootstrap of 2,000 over items that all differ", took, "s", n=len(table), most=5)


def _one(name: str, codes: NDArray[np.int64]) -> Callable[[], object]:
    return lambda: agreement(name, tally(codes, SENTENCES))


def fill(path: Path, verdicts: int) -> None:
    """A project in which two humans answered every sentence of as many summaries as give that many verdicts."""
    summaries, step = verdicts // 2 // SENTENCES, SENTENCES + 1
    rng = np.random.default_rng(2)
    truth = rng.random((summaries, SENTENCES, 1)) < 0.2
    said = np.where(rng.random((summaries, SENTENCES, 2)) < 0.9, truth, ~truth)
    length = 12 * SENTENCES
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.create(connection)
        connection.execute("BEGIN")
        names.add_scheme(connection, "basic")
        connection.execute("INSERT INTO annotator (id, name, kind) VALUES (1, 'ann', 'human'), (2, 'ben', 'human')")
        everything = range(1, summaries + 1)
        connection.executemany("INSERT INTO item (id, key) VALUES (?, ?)", ((n, f"k{n}") for n in everything))
        connection.executemany(
            "INSERT INTO document (id, item_id, name, role, system, text, length, hash, whole_id, units)"
            " VALUES (?, ?, 'summary', 'summary', ?, ?, ?, x'00', ?, ?)",
            (
                (n, n, f"s{n % 5}", "A sentence. " * SENTENCES, length, (n - 1) * step + 1, SENTENCES)
                for n in everything
            ),
        )
        connection.executemany(
            'INSERT INTO unit (id, document_id, kind, position, start, "end") VALUES (?, ?, ?, ?, ?, ?)',
            (
                ((n - 1) * step + 1 + k, n, "sentence", k - 1, 12 * k - 12, 12 * k)
                if k
                else ((n - 1) * step + 1, n, "whole", 0, 0, length)
                for n in everything
                for k in range(step)
            ),
        )
        connection.executemany(
            "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value)"
            " VALUES (?, 1, ?, ?, ?, ?)",
            (
                (who, (n - 1) * step + 2 + k, n, n, "yes" if value else "no")
                for n, summary in enumerate(said.tolist(), 1)
                for k, pair in enumerate(summary)
                for who, value in enumerate(pair, 1)
            ),
        )
        connection.execute("COMMIT")


def _compute(path: Path, metric: str, **params: Any) -> Result:
    with closing(project_file.connect(path, write=False)) as connection:
        return registry.find_metric(metric).compute(connection, Params(**params))


def _file(path: Path, verdicts: int) -> None:
    fill(path, verdicts)
    kappa: dict[str, Any] = {"coefficients": ("cohen-kappa",), "level": "unit"}
    took = _took(lambda: _compute(path, "agreement", resamples=0, **kappa), 5)
    emit("a kappa from the project file", took, "s", n=verdicts, most=0.4, processor=_processor(path, kappa))
    took = _took(lambda: _compute(path, "agreement", **kappa), 2)
    emit("a kappa with its interval from the project file", took, "s", n=verdicts, most=1)


def _processor(path: Path, kappa: dict[str, Any]) -> float:
    """Seconds of processor time of the same, the median of three."""
    took = []
    for _ in range(3):
        start = time.process_time()
        _compute(path, "agreement", resamples=0, **kappa)
        took.append(time.process_time() - start)
    return median(took)
