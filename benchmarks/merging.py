"""Answers of ten reviewers come back into a large project; and what the Adjudicate view asks of it then.

The answers are those of real packages, 10,000 decisions each (a tenth with ``--short``). Bare SQLite inserts as many
rows as there are decisions, with the same columns and indexes, by one ``executemany``.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from benchmarks.figures import emit, quantile, timed
from benchmarks.projects import Bench
from galley.core.adjudication import queue
from galley.core.adjudication.queue import TieFilter, TieView
from galley.core.campaign import answers, merge, pack
from galley.core.campaign.workload import AssignmentOptions
from galley.core.domain import Action, AnnotatorKind, Cell, ChangeSet
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.storage import log_row, names

REVIEWERS = 10
TIMES = 20
INDEXES = "UNIQUE (uid)"


def run(bench: Bench) -> None:
    """One merge of all files; then the queue of ties and of conflicts."""
    decisions = bench.many // 10
    path = bench.folder / "merging.galley"
    shutil.copy(bench.large(), path)
    with Project.open(path) as project:
        files = came(bench, project, decisions)
        done: list[int] = []

        def moved(at: int, _: int) -> bool:
            done.append(at)
            return True

        start = time.perf_counter()
        report = merge.merge(project, files, progress=moved)
        seconds = time.perf_counter() - start
        assert report.new == REVIEWERS * decisions
        bare = bare_log(bench.folder / "bare-log.db", project.read_connection(), REVIEWERS * decisions)
        emit(
            f"merge of {REVIEWERS} files of {decisions:,} decisions",
            seconds,
            "s",
            n=bench.many,
            bare=bare,
            most=15,
            steps=len(done),
            items=report.items,
        )
        start = time.perf_counter()
        again = merge.merge(project, files)
        emit("the same merge once more", time.perf_counter() - start, "s", n=bench.many, same=again.known_decisions)
        _adjudicate(project, bench)


def came(bench: Bench, project: Project, decisions: int) -> list[Path]:
    """Packages of items that two reviewers share, each with three decisions an item, and the answers to them."""
    people = [f"reviewer {number}" for number in range(REVIEWERS)]
    share = decisions // 3 + 1
    order = AssignmentOptions(size=share * REVIEWERS // 2, each=2)
    folder = bench.folder / "packages"
    folder.mkdir()
    found = []
    for packed in pack.pack(
        project, pack.list_package_paths(people, folder, project.path), pack.PackageOptions(order=order)
    ):
        with Project.open(packed.path) as own:
            own.write(_decider(packed.package.reviewer, decisions)).result()
        found.append(packed.path.with_suffix(answers.SUFFIX))
        answers.write_answers(packed.path, found[-1])
        packed.path.unlink()
    return found


def _decider(reviewer: str, decisions: int) -> Callable[[sqlite3.Connection], ChangeSet]:
    """Two flags of each item answered, in the way of this reviewer, and the item finished."""

    def job(connection: sqlite3.Connection) -> ChangeSet:
        who = names.annotator(connection, reviewer, AnnotatorKind.HUMAN)
        number = int(reviewer.split()[-1])
        schemes = names.schemes(connection, active_only=True)
        criteria = [c.row for scheme in schemes for c in scheme.criteria if c.scale == "yes-no"]
        left = decisions
        for (item,) in connection.execute("SELECT id FROM item").fetchall():
            flags = connection.execute(
                "SELECT id, unit_id, criterion_id, target_id FROM verdict WHERE item_id = ? ORDER BY id LIMIT 2",
                (item,),
            ).fetchall()
            for at, (flag, *cell) in enumerate(flags[:left]):
                right = (item + number * at) % 3 > 0
                action, value = (Action.ACCEPT, "yes") if right else (Action.OVERRIDE, "no")
                log.decide(connection, who, action, item, cell=Cell(*cell), flag=flag, value=value)
                left -= 1
            if left:
                pairs = [(criterion, flags[0][3]) for criterion in criteria]
                log.decide(connection, who, Action.FINISH, item, asked_pairs=pairs)
                left -= 1
        assert not left
        return ChangeSet(structure=True)

    return job


def bare_log(path: Path, connection: sqlite3.Connection, count: int) -> float:
    """Seconds for the last ``count`` rows of the log by one ``executemany``."""
    columns = log_row.COLUMNS.replace(",", " ANY,") + " ANY"
    rows = connection.execute(f"SELECT {log_row.COLUMNS} FROM decision ORDER BY id").fetchall()
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute(
            f"CREATE TABLE decision ({columns.replace('id ANY', 'id INTEGER PRIMARY KEY', 1)}, {INDEXES}) STRICT"
        )
        bare.execute("CREATE INDEX item ON decision (item_id, reviewer_id)")
        bare.execute("CREATE INDEX reviewer ON decision (reviewer_id, at, uid)")
        start = time.perf_counter()
        bare.execute("BEGIN")
        bare.executemany(f"INSERT INTO decision VALUES ({', '.join('?' * len(rows[0]))})", rows[-count:])
        bare.execute("COMMIT")
        return time.perf_counter() - start


def _adjudicate(project: Project, bench: Bench) -> None:
    connection = project.read_connection()
    who = connection.execute("SELECT id FROM annotator WHERE name = 'reviewer 0'").fetchone()[0]
    for show, most in ((TieView.TIES, 200), (TieView.RESOLVED, 200), (TieView.CONFLICTS, 500)):
        found = queue.find_ties(connection, TieFilter(show), who)
        took = timed(partial(queue.find_ties, connection, TieFilter(show), who), TIMES)
        emit(f"queue of {show}, p95", quantile(took, 0.95), "ms", n=bench.many, most=most, found=len(found.items))
    took = timed(lambda: queue.totals(connection), TIMES // 4)
    emit("counts of the Adjudicate view", quantile(took, 0.95), "ms", n=bench.many, most=500)
