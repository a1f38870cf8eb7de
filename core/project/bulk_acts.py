"""Bulk acts (an import, a merge, settling many, a run of judges) can be taken back: a snapshot is made before each.

The newest snapshot lies with the backups; one is kept. Taking an act back puts the snapshot in the project's place and
appends to the log that it was done, from which head to which. What was taken back stays in the log: its seals, and each
decision word for word as an event.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from galley.core import newfile
from galley.core.errors import InputError, ProjectError
from galley.core.project import backups, mark, project_file, seals
from galley.core.project.exchange import alone, exchange
from galley.core.project.logrow import COLUMNS, LogRow
from galley.core.project.project import Project
from galley.core.project.said import Contents
from galley.core.storage import confidential
from galley.core.text.counted import counted

SETTING = "bulk-act"
"""Of a snapshot alone: what came after it."""


@dataclass(frozen=True, slots=True)
class BulkAct:
    """``what`` it was, in words; ``at`` when it began (UTC, ISO 8601); ``last`` is the last decision (row id) that was
    in the log when it ended, none while it has not."""

    what: str
    at: str
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """What taking an act back does: how many decisions, items and verdicts of judges go, how many of the decisions were
    made after it, from and to which head; ``also`` says what else is as it was then, such as roles."""

    act: BulkAct
    decisions: int
    later: int
    items: int
    head: str
    back_to: str
    verdicts: int = 0
    also: tuple[str, ...] = ()


def place(project: Path) -> Path:
    """Where the snapshot of a project lies."""
    return backups.folder(project) / "last.snapshot"


@contextmanager
def bulk_act(project: Project, what: str) -> Iterator[None]:
    """Do a bulk act in this block; if it fails, the act before it is still the one to take back. Not on the writer's
    thread. Raises: GalleyError where no snapshot can be made; nothing is done then."""
    begin(project, what)
    here = place(project.path)
    older = here.with_suffix(".older")
    try:
        yield
    except BaseException:
        if not _went(project.path, here):
            here.unlink(missing_ok=True)
            if older.exists():
                older.replace(here)
        raise
    older.unlink(missing_ok=True)
    with closing(project_file.connect(project.path, write=False)) as connection:
        last = connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0]
    with closing(_unsynced(here)) as snapshot, snapshot:
        _put(snapshot, BulkAct(what, _read(snapshot).at, last))


def _went(project: Path, snapshot: Path) -> bool:
    """Whether a part of an act that failed is in the log."""
    with closing(project_file.connect(project, write=False)) as now, closing(sqlite3.connect(snapshot)) as then:
        return seals.head(now) != seals.head(then)


def begin(project: Project, what: str) -> None:
    """Make the snapshot before an act whose end nobody waits for. See ``bulk_act``."""
    here = place(project.path)
    part = here.with_suffix(".unfinished")
    try:
        backups.ready(project.path, here.parent)
        part.unlink(missing_ok=True)
        newfile.make(part, project.path, exact=True)
        project.copy(part)
        with closing(_unsynced(part)) as snapshot, snapshot:
            _put(snapshot, BulkAct(what, datetime.now(UTC).isoformat(timespec="seconds")))
        if here.exists():
            here.replace(here.with_suffix(".older"))
        part.replace(here)
    except project_file.TROUBLE as error:
        raise project_file.explain(error, part) from error
    except OSError as error:
        raise ProjectError(
            f"No snapshot can be written to {here.parent} ({error.strerror}), so nothing was begun; make room there."
        ) from error


def _unsynced(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA journal_mode = MEMORY")
    return connection


def _put(snapshot: sqlite3.Connection, act: BulkAct) -> None:
    """Not synced, as the snapshot is not: whether a power cut tore it is looked at before it is used."""
    text = json.dumps(asdict(act), ensure_ascii=False)
    snapshot.execute("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", (SETTING, text))


def _read(snapshot: sqlite3.Connection) -> BulkAct:
    row = snapshot.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
    return BulkAct(**json.loads(row[0]))


def preview(project: Path) -> Undo:
    """What taking the last bulk act back would do. Raises: InputError where there is none, GalleyError"""
    project = project.absolute()
    here = place(project)
    if not here.exists():
        raise InputError(f"There is no bulk act of {project.name} to take back: no snapshot was made before one.")
    try:
        with closing(project_file.connect(project, write=False)) as connection:
            connection.execute("ATTACH DATABASE ? AS snapshot", (confidential.read_uri(here),))
            act = BulkAct(
                **json.loads(
                    connection.execute("SELECT value FROM snapshot.setting WHERE name = ?", (SETTING,)).fetchone()[0]
                )
            )
            if connection.execute(
                "SELECT source.uid, place, link FROM snapshot.seal JOIN snapshot.source ON source.id = source_id"
                " EXCEPT SELECT source.uid, place, link FROM main.seal JOIN main.source ON source.id = source_id"
            ).fetchone():
                raise InputError(
                    f"The snapshot of {project.name} is of another log than the project's; nothing can be taken back."
                )
            gone = "FROM main.decision WHERE uid NOT IN (SELECT uid FROM snapshot.decision)"
            count, later = connection.execute(f"SELECT count(*), total(id > ?) {gone}", (_last(act),)).fetchone()
            items = connection.execute(
                "SELECT count(*) FROM main.item WHERE key NOT IN (SELECT key FROM snapshot.item)"
            ).fetchone()[0]
            judged = "SELECT count(*) FROM {}.verdict WHERE decision_id IS NULL"
            now, then = (connection.execute(judged.format(which)).fetchone()[0] for which in ("main", "snapshot"))
            head, before = seals.head(connection), seals.head(connection, "snapshot")
            also = tuple(sentence for sentence, query in _SET.items() if _differs(connection, query))
            return Undo(act, count, int(later), items, head, before, max(0, now - then), also)
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(f"The snapshot of {project.name} is damaged ({error}); nothing was changed.") from error
    except project_file.TROUBLE as error:
        raise project_file.explain(error, here) from error


_SET = {
    "Settings are as they were then.": "SELECT name, value FROM {}.setting WHERE name NOT IN"
    f" ('{SETTING}', '{mark.SETTING}')",
    "Known answers are as they were then.": "SELECT * FROM {}.known",
    "What was taken back from readers is as it was then.": "SELECT * FROM {}.void",
    "Protocols are as they were then.": "SELECT name, source FROM {}.protocol",
}


def _differs(connection: sqlite3.Connection, query: str) -> bool:
    now, then = query.format("main"), query.format("snapshot")
    both = f"SELECT * FROM ({now} EXCEPT {then}) UNION ALL SELECT * FROM ({then} EXCEPT {now}) LIMIT 1"
    return connection.execute(both).fetchone() is not None


def _last(act: BulkAct) -> int:
    """Decisions after this one were made by people since. A run of judges decides nothing."""
    return act.last if act.last is not None else 0


def undo(project: Path, *, also_later: bool = False) -> Undo:
    """Take the last bulk act back; ``also_later`` with what was decided since. Nobody may have the project open.

    Raises: InputError where there is none, or somebody decided something since; GalleyError
    """
    project = project.absolute()
    with alone(project):
        found = preview(project)
        if found.later and not also_later:
            raise InputError(
                f"Decisions were made after {found.act.what} ({found.later:,}), and would be taken back with it; say so"
                " with --also-later."
            )
        exchange(project, lambda part: _go_back(part, project, found))
        place(project).unlink(missing_ok=True)
    return found


def _go_back(part: Path, project: Path, found: Undo) -> None:
    shutil.copyfile(place(project), part)
    with closing(sqlite3.connect(part, uri=True, isolation_level=None)) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise InputError(f"The snapshot of {project.name} is damaged; galley backups lists older copies.")
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("ATTACH DATABASE ? AS now", (confidential.read_uri(project),))
        connection.execute("BEGIN")
        connection.execute("DELETE FROM setting WHERE name = ?", (SETTING,))
        mark.remove(connection)
        _carry_over(connection)
        went = {"what": found.act.what, "words": f"undid {found.act.what}", "began": found.act.at}
        seals.account(connection, "back", {**went, "from": found.head, "to": found.back_to})
        connection.execute("COMMIT")


def _carry_over(connection: sqlite3.Connection) -> None:
    """What stays although the project goes back: the log's seals, what happened, whom what was handed or sent to."""
    contents = Contents(connection, "now")
    gone = "uid NOT IN (SELECT uid FROM main.decision)"
    names = ", ".join(f"decision.{name.strip()}" for name in COLUMNS.split(","))
    signed = dict(connection.execute("SELECT uid, signed FROM now.seal WHERE signed IS NOT NULL AND away IS NULL"))
    said = [
        (row.uid, row.at, contents.of(row, json.loads(signed.get(row.uid, "null"))).decode())
        for row in (LogRow(*each) for each in connection.execute(f"SELECT {names} FROM now.decision WHERE {gone}"))
    ]
    connection.execute("INSERT OR IGNORE INTO source SELECT * FROM now.source")
    connection.execute(
        "INSERT OR IGNORE INTO seal SELECT source_id, place, uid, salt, content, link, signed, CASE WHEN away IS NULL"
        f" AND {gone} THEN 'back' ELSE away END FROM now.seal"
    )
    connection.execute(f"UPDATE seal SET away = 'back' WHERE away IS NULL AND {gone}")
    connection.execute("INSERT OR IGNORE INTO event SELECT * FROM now.event")
    connection.executemany("INSERT OR IGNORE INTO event (uid, at, kind, said) VALUES (?, ?, 'decision', ?)", said)
    connection.execute("INSERT OR IGNORE INTO kept SELECT * FROM now.kept")
    connection.execute("INSERT OR IGNORE INTO package SELECT * FROM now.package")
    for table in ("package_item", "package_cell"):
        there = "item_id IN (SELECT id FROM main.item) AND package_id IN (SELECT id FROM main.package)"
        connection.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM now.{table} WHERE {there}")


def line(found: Undo) -> str:
    """What taking it back does, in a sentence."""
    gone = {"decisions": found.decisions, "items": found.items}
    if not found.items:  # else they go with them
        gone["verdicts"] = found.verdicts
    parts = [counted(n, what) for what, n in gone.items() if n] or ["nothing"]
    since = f", {found.later:,} of them made since" if found.later else ""
    return (
        f"{found.act.what} of {found.act.at[:16].replace('T', ' ')} UTC: {' and '.join(parts)} go{since};"
        f" back from head {found.head[:16]} to head {found.back_to[:16]}."
        + "".join(f" {sentence}" for sentence in found.also)
    )


def forget(project: Path) -> None:
    """Let go of the snapshot, as an erasure must."""
    for home in backups.folders(project):
        for each in home.glob("last.*"):
            each.unlink(missing_ok=True)

