"""Every chart after a decision, over a project of 100,000 verdicts: what an open chart computes, and what the window
draws of it.

The project: FRANK's seven criteria on five sentences of each summary, one judge that answered every cell in so many
words, one that flagged and was silent, two reviewers (one finished everything, one half of it), two scores, and a
run with priced calls.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import numpy as np

from benchmarks.figures import emit, quantile
from benchmarks.projects import Bench
from galley.core.domain import Action, AnnotatorKind, Cell, ChangeSet
from galley.core.metrics import sampling
from galley.core.metrics.base import Memory
from galley.core.review import log
from galley.core.review.progress import tally
from galley.core.storage import names, project_file, schema

VERDICTS = 100_000
SENTENCES = 5
TURNS = 7
"""Decisions a chart follows; the second largest time is reported, so that one look elsewhere does not decide."""
MOST = 100.0
"""Milliseconds from a decision to its picture."""


def run(bench: Bench) -> None:
    """Emit a figure a chart: processor time of the computation after a decision, and the same with the drawing."""
    verdicts = VERDICTS if bench.items >= Bench.items else VERDICTS // 10
    path = bench.folder / "charts.galley"
    rows = fill(path, verdicts)
    for name, times in follow(path).items():
        emit(f"{name} follows a decision, processor time", quantile(times, 0.8), "ms", n=rows, most=MOST,
             best=min(times), worst=max(times))  # fmt: skip


def follow(path: Path, only: str = "", turns: int = TURNS) -> dict[str, list[float]]:
    """Milliseconds of processor time of every chart after each of ``turns`` decisions, by its name."""
    from galley.gui.charts.base import ChartRequest
    from galley.gui.charts.registry import list_views
    from galley.gui.scores import score_filters

    found: dict[str, list[float]] = {}
    with (
        closing(project_file.connect(path, write=True)) as writer,
        closing(project_file.connect(path, write=False)) as reader,
    ):
        choices = score_filters.read(reader)
        decisions = _decisions(writer)
        for chart in list_views():
            if only and chart.name not in only.split(","):
                continue
            memory = Memory()
            ask = ChartRequest(resamples=0, memory=memory, every_judge=choices.judges, every_human=choices.humans)
            chart.build(reader, ask)
            took = []
            for _ in range(turns):
                memory.apply_changes(next(decisions))
                start = time.process_time()
                chart.build(reader, ask)
                took.append((time.process_time() - start) * 1_000)
            found[chart.name] = took
    return found


def _decisions(connection: sqlite3.Connection) -> Iterator[ChangeSet]:
    """Flags of items that one reviewer has not finished, decided by that reviewer one after the other; every third
    decision finishes an item."""
    ben = names.annotator(connection, "ben", AnnotatorKind.HUMAN)
    criteria = [c.row for s in names.schemes(connection) for c in s.criteria]
    rows = connection.execute(
        "SELECT id, item_id, unit_id, criterion_id, target_id FROM verdict WHERE annotator_id IN (SELECT id FROM"
        " annotator WHERE kind = 'judge') AND value = 'yes' AND item_id % 2 = 1 ORDER BY item_id"
    ).fetchall()
    for number in count():
        flag, item, *cell = rows[number % len(rows)]
        if number % 3 == 2:
            _, changes = log.decide(
                connection, ben, Action.FINISH, item, asked_pairs=[(criterion, cell[2]) for criterion in criteria]
            )
        else:
            action, value = (Action.ACCEPT, "yes") if number % 2 else (Action.OVERRIDE, "no")
            _, changes = log.decide(connection, ben, action, item, cell=Cell(*cell), flag=flag, value=value)
        yield changes


def fill(path: Path, verdicts: int) -> int:
    """Make the project; gives how many rows of verdicts it has."""
    rng = np.random.default_rng(4)
    step = SENTENCES + 1
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.create(connection)
        connection.execute("BEGIN")
        scheme = names.add_scheme(connection, "frank")
        criteria = [c.row for s in names.schemes(connection) for c in s.criteria]
        summaries = round(verdicts / (SENTENCES * len(criteria) * 1.37))
        people = [("loud", "import"), ("quiet", "judge"), ("ann", "human"), ("ben", "human"), ("factcc", "import")]
        connection.executemany(
            "INSERT INTO annotator (id, name, kind, model) VALUES (?, ?, ?, 'gpt-4o')",
            ((n, *who) for n, who in enumerate(people, 1)),
        )
        everything = range(1, summaries + 1)
        connection.executemany(
            "INSERT INTO item (id, key, dataset) VALUES (?, ?, ?)", ((n, f"k{n}", f"set{n % 2}") for n in everything)
        )
        text = "A sentence. " * SENTENCES
        connection.executemany(
            "INSERT INTO document (id, item_id, name, role, system, text, length, hash, whole_id, units)"
            " VALUES (?, ?, 'summary', 'summary', ?, ?, ?, x'00', ?, ?)",
            ((n, n, f"s{n % 5}", text, len(text), (n - 1) * step + 1, SENTENCES) for n in everything),
        )
        connection.executemany(
            'INSERT INTO unit (id, document_id, kind, position, start, "end") VALUES (?, ?, ?, ?, ?, ?)',
            (
                (
                    (n - 1) * step + 1 + k, n, "sentence" if k else "whole",
                    max(k - 1, 0), 12 * max(k - 1, 0), 12 * k if k else len(text),
                )
                for n in everything
                for k in range(step)
            ),
        )  # fmt: skip
        shape = (summaries, SENTENCES, len(criteria))
        truth = rng.random(shape) < 0.08
        _say(connection, criteria, step, {1: (np.where(rng.random(shape) < 0.9, truth, ~truth), True)})
        flags = np.where(rng.random(shape) < 0.93, truth, ~truth)
        _say(connection, criteria, step, {2: (flags, False)})
        _cover(connection, criteria, 2, everything)
        _review(connection, criteria, step, flags, truth, rng)
        scores = truth.any(axis=2).mean(axis=1) + rng.normal(0, 0.3, summaries)
        connection.executemany(
            "INSERT INTO score (document_id, metric, annotator_id, value) VALUES (?, 'factcc', 5, ?)",
            ((n, float(score)) for n, score in enumerate(scores, 1)),
        )
        _spend(connection, criteria, everything)
        for kind in (sampling.AUDIT, sampling.FLAGS):
            sampling.draw(connection, kind, "quiet", "frank", "ent-e", 200)
        for item in everything:
            tally(connection, item)
        connection.execute("COMMIT")
        assert scheme
        rows: int = connection.execute("SELECT count(*) FROM verdict").fetchone()[0]
        return rows


def _say(
    connection: sqlite3.Connection, criteria: list[int], step: int, said: dict[int, tuple[np.ndarray, bool]]
) -> None:
    """Verdicts in so many words; of some annotators the yeses alone."""
    for who, (answers, every) in said.items():
        places = np.argwhere(answers | every).tolist()
        connection.executemany(
            "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                (who, criteria[c], n * step + 2 + k, n + 1, n + 1, "yes" if answers[n, k, c] else "no")
                for n, k, c in places
            ),
        )


def _cover(connection: sqlite3.Connection, criteria: list[int], who: int, items: range) -> None:
    connection.executemany(
        "INSERT INTO judged (annotator_id, criterion_id, target_id, item_id) VALUES (?, ?, ?, ?)",
        ((who, criterion, n, n) for n in items for criterion in criteria),
    )


def _review(
    connection: sqlite3.Connection, criteria: list[int], step: int, flags: np.ndarray, truth: np.ndarray,
    rng: np.random.Generator,
) -> None:  # fmt: skip
    """Each reviewer's answers to the flags, a decision each, and finished items."""
    flag_of = {
        (unit, criterion): flag
        for flag, unit, criterion in connection.execute(
            "SELECT id, unit_id, criterion_id FROM verdict WHERE annotator_id = 2"
        )
    }
    number = 0
    for who, every in ((3, 1), (4, 2)):
        for n in range(0, len(flags), every):
            marked = np.argwhere(flags[n] | truth[n]).tolist()
            for k, c in marked:
                unit, yes = n * step + 2 + k, bool(truth[n, k, c]) != bool(rng.random() < 0.05)
                flag = flag_of.get((unit, criteria[c]))
                if flag is None and not yes:
                    continue
                number += 1
                action = "add" if flag is None else "accept" if yes else "override"
                _decide(connection, number, who, action, n + 1, (unit, criteria[c], n + 1), flag, yes)
                connection.execute(
                    "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value, decision_id)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (who, criteria[c], unit, n + 1, n + 1, "yes" if yes else "no", number),
                )
            number += 1
            _decide(connection, number, who, "finish", n + 1, (None, None, None), None, None)
            connection.executemany(
                "INSERT INTO judged (annotator_id, criterion_id, target_id, item_id, decision_id)"
                " VALUES (?, ?, ?, ?, ?)",
                ((who, criterion, n + 1, n + 1, number) for criterion in criteria),
            )


def _decide(
    connection: sqlite3.Connection, number: int, who: int, action: str, item: int,
    cell: tuple[int | None, int | None, int | None], flag: int | None, yes: bool | None,
) -> None:  # fmt: skip
    at = (datetime(2026, 10, 1, 8, tzinfo=UTC) + timedelta(seconds=9 * number)).isoformat(timespec="microseconds")
    connection.execute(
        "INSERT INTO decision (id, uid, at, reviewer_id, action, item_id, unit_id, criterion_id, target_id, flag_id,"
        " value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (number, f"{number:016x}", at, who, action, item, *cell, flag, None if yes is None else "yes" if yes else "no"),
    )


def _spend(connection: sqlite3.Connection, criteria: list[int], items: range) -> None:
    """A run of the quiet judge: a call a summary."""
    connection.execute(
        "INSERT INTO run (id, uid, annotator_id, method, provider, model, started, state, settings)"
        " VALUES (1, 'r', 2, 'finesure', 'replay', 'gpt-4o', '2026-11-01T08:00:00Z', 'done', '{}')"
    )
    connection.execute("INSERT INTO request (id, hash, body) VALUES (1, 'h', '{}')")
    connection.executemany(
        "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, attempts, tokens_in,"
        " tokens_out, cost, at) VALUES (1, ?, ?, 'sentences', 0, ?, 1, 'done', 1, 900, 120, 0.0034, '2026-11-01')",
        ((n, n, f"c{n}") for n in items),
    )
