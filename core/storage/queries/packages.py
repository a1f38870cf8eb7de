"""Packages and what they hold, the answers files that came back of them, and what tasks assigned to whom."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, Cell, ItemId
from galley.core.storage.level_queries import UNMARKED_PAIRS

Connection = sqlite3.Connection
_STANDS = "id NOT IN (SELECT decision_id FROM undone)"

# Packages -----------------------------------------------------------------------------------------------------------


def read_packages(connection: Connection, unless_hidden: bool = False) -> list[tuple[int, str, str]]:
    """(row id, uid, settings as JSON) of the packages, the oldest first; ``unless_hidden``: none where names are
    hidden, because packages hold names."""
    if unless_hidden and connection.execute("SELECT 1 FROM temp.sqlite_master WHERE name = 'annotator'").fetchone():
        return []
    return connection.execute("SELECT id, uid, settings FROM package ORDER BY id").fetchall()


def find_package_items(connection: Connection, package: int) -> list[ItemId]:
    """The items (row ids) in a package, in their order."""
    rows = connection.execute("SELECT item_id FROM package_item WHERE package_id = ? ORDER BY 1", (package,))
    return [item for (item,) in rows]


def read_package_cells(
    connection: Connection, package: int | None = None, item: ItemId | None = None, but_training: bool = False
) -> list[tuple[int, ItemId, Cell]]:
    """(package, item, cell) of the cells in a package, in an item, or of an item in a package; ``but_training``:
    without those whose answer trains people."""
    places = [(column, row) for column, row in (("package_id", package), ("item_id", item)) if row is not None]
    where = " AND ".join(f"{column} = ?" for column, _ in places)
    known = "(SELECT unit_id, criterion_id, target_id FROM known WHERE trains = 1)"
    trains = f" AND (unit_id, criterion_id, target_id) NOT IN {known}" * but_training
    rows = connection.execute(
        f"SELECT package_id, item_id, unit_id, criterion_id, target_id FROM package_cell WHERE {where}{trains}",
        [row for _, row in places],
    )
    return [(in_package, of_item, Cell._make(cell)) for in_package, of_item, *cell in rows]


def delete_packages(connection: Connection, packages: Iterable[int]) -> None:
    """Forget packages (row ids) and what they hold."""
    rows = [(row,) for row in packages]
    for table, column in (("package_cell", "package_id"), ("package_item", "package_id"), ("package", "id")):
        connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", rows)


def rename_own_source(connection: Connection, uid: str) -> None:
    """Give the log of a new package its uid."""
    connection.execute("UPDATE source SET uid = ?", (uid,))


class PackageRows(NamedTuple):
    """By item, of one assignment: how many cells were ``assigned``; (answered, unsure) cells; what the last finish that
    stands left unread, as JSON or None."""

    assigned: dict[ItemId, int]
    answered: dict[ItemId, tuple[int, int]]
    unread: dict[ItemId, str | None]


def _cells(package: int) -> str:
    where = "package_cell WHERE package_id = :package" if package else "handed WHERE task_id = :task"
    return f"WITH cell AS (SELECT item_id, unit_id, criterion_id, target_id FROM {where}) "


def read_package_progress(
    connection: Connection, package: int, reviewer: AnnotatorId, task: int, round_number: int
) -> PackageRows:
    """How far a reviewer is with a package of a task (0: with the file itself, which is one)."""
    cells = _cells(package)
    values = {"package": package, "who": reviewer, "task": task, "round": round_number}
    own = f"reviewer_id = :who AND task_id = :task AND round = :round AND {_STANDS}"
    answered = connection.execute(
        f"{cells}SELECT item_id, count(*), sum(action = 'unsure') FROM (SELECT decision.item_id, action, row_number()"
        " OVER (PARTITION BY decision.unit_id, decision.criterion_id, decision.target_id ORDER BY at DESC, uid DESC)"
        " AS place FROM decision JOIN cell ON cell.item_id = decision.item_id AND cell.unit_id = decision.unit_id"
        " AND cell.criterion_id = decision.criterion_id AND cell.target_id = decision.target_id"
        f" WHERE {own} AND action IN ('accept', 'override', 'unsure', 'add', 'settle')) WHERE place = 1 GROUP BY 1",
        values,
    )
    unread = connection.execute(
        f"{cells}SELECT item_id, unread FROM (SELECT item_id, action, unread,"
        f" row_number() OVER (PARTITION BY item_id ORDER BY at DESC, uid DESC) AS place FROM decision WHERE {own}"
        " AND action IN ('finish', 'reopen') AND item_id IN (SELECT item_id FROM cell)) WHERE place = 1"
        " AND action = 'finish'",
        values,
    )
    return PackageRows(
        dict(connection.execute(f"{cells}SELECT item_id, count(*) FROM cell GROUP BY 1", values).fetchall()),
        {item: (count, unsure) for item, count, unsure in answered},
        dict(unread.fetchall()),
    )


class ItemProgress(NamedTuple):
    """How far a reviewer is with an item that they have begun; ``unsure`` counts cells."""

    item: ItemId
    is_finished: bool
    unsure: int


def read_progress(
    connection: Connection,
    reviewer: AnnotatorId,
    *,
    task: int | None = None,
    package: int | None = None,
    item: ItemId | None = None,
) -> list[ItemProgress]:
    """How far a reviewer is in a task, or (None) the default one, with what they have begun: all items, those of a
    package, or one."""
    conditions: list[tuple[str, int | None]] = [
        ("task_id = ?", task),
        ("annotator_id = ?", reviewer),
        ("item_id IN (SELECT item_id FROM package_item WHERE package_id = ?)", package),
        ("item_id = ?", item),
    ]
    chosen = [(condition, row) for condition, row in conditions if row is not None]
    table, where = "progress" if task is None else "task_progress", " AND ".join(condition for condition, _ in chosen)
    query = f"SELECT item_id, finished, unsure FROM {table} WHERE {where}"
    return [ItemProgress._make(row) for row in connection.execute(query, [row for _, row in chosen])]


# Answers files ------------------------------------------------------------------------------------------------------


class MergedFile(NamedTuple):
    """An answers file that was merged: uid of its package or None, when, and what came of it as JSON."""

    package: str | None
    at: str
    report: str


def read_merged_files(connection: Connection, package: str | None = None) -> list[MergedFile]:
    """The answers files that were merged, of one package (its uid) or of all, the oldest first."""
    where, values = ("", ()) if package is None else (" WHERE package = ?", (package,))
    rows = connection.execute(f"SELECT package, at, report FROM merged{where} ORDER BY at, hash", values)
    return [MergedFile._make(row) for row in rows]


def add_merged_file(
    connection: Connection, file_hash: str, at: str, reviewers: str, package: str | None, report: str
) -> None:
    """Note an answers file that was merged."""
    connection.execute(
        "INSERT OR IGNORE INTO merged (hash, at, reviewer, package, report) VALUES (?, ?, ?, ?, ?)",
        (file_hash, at, reviewers, package, report),
    )


def delete_repeated_answers(connection: Connection) -> None:
    """Forget the answers that only repeat."""
    connection.execute("UPDATE merged SET report = json_remove(report, '$.again')")


def keep_file(connection: Connection, file_hash: str, at: str, name: str, content: bytes) -> None:
    """Keep the deflated bytes of an answers file."""
    connection.execute(
        "INSERT OR IGNORE INTO kept (hash, at, name, data) VALUES (?, ?, ?, ?)", (file_hash, at, name, content)
    )


def read_kept_file(connection: Connection, file_hash: str) -> tuple[str, bytes | None] | None:
    """(when it was kept, its deflated bytes) of a file; None where it is not kept."""
    row: tuple[str, bytes | None] | None = connection.execute(
        "SELECT at, data FROM kept WHERE hash = ?", (file_hash,)
    ).fetchone()
    return row


# Decisions of a campaign --------------------------------------------------------------------------------------------


def read_decision_times(connection: Connection) -> Iterator[tuple[AnnotatorId, str]]:
    """(reviewer, time) of all decisions, by reviewer and time."""
    return connection.execute("SELECT reviewer_id, at FROM decision ORDER BY reviewer_id, at")


def read_task_times(connection: Connection, reviewer: AnnotatorId, task: int | None) -> list[tuple[float, int]]:
    """(time in days, whether it answers a cell in a task) of a reviewer's decisions in their order."""
    query = "SELECT julianday(at), task_id IS ? AND unit_id IS NOT NULL FROM decision WHERE reviewer_id = ?"
    return connection.execute(f"{query} ORDER BY at, uid", (task, reviewer)).fetchall()


class TaskTime(NamedTuple):
    """The time that a task took (its full name or None): ``items`` counts an item once for each person, ``decisions``
    those with a time."""

    task: str | None
    minutes: float
    items: int
    decisions: int


def measure_task_times(connection: Connection, longest: float) -> list[TaskTime]:
    """The time of each task: from each decision of a person to their next one, without those that took longer than
    ``longest`` minutes."""
    rows = connection.execute(
        "SELECT task.name, sum(CASE WHEN gap <= ? THEN gap ELSE 0 END),"
        " count(DISTINCT reviewer_id || ' ' || item_id), count(gap) FROM (SELECT task_id, reviewer_id, item_id, 1440 *"
        " (julianday(at) - lag(julianday(at)) OVER (PARTITION BY reviewer_id ORDER BY at, uid)) AS gap FROM decision)"
        " LEFT JOIN task ON task.id = task_id GROUP BY 1",
        (longest,),
    )
    return [TaskTime._make(row) for row in rows]


class DayCount(NamedTuple):
    """How often a person answered on a day (UTC) in a task (its full name or None)."""

    task: str | None
    person: str
    day: str
    answers: int


def count_answers_by_day(connection: Connection) -> list[DayCount]:
    """How often people answered, by task, person and day."""
    rows = connection.execute(
        "SELECT task.name, annotator.name, substr(at, 1, 10) AS day, count(*) FROM decision"
        " JOIN annotator ON annotator.id = reviewer_id LEFT JOIN task ON task.id = task_id WHERE action IN"
        " ('accept', 'override', 'unsure', 'add', 'settle') GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    )
    return [DayCount._make(row) for row in rows]


def has_answers_of(connection: Connection, annotator: AnnotatorId) -> bool:
    """Whether somebody decided anything, or has a verdict."""
    query = (
        "SELECT EXISTS (SELECT 1 FROM decision WHERE reviewer_id = :who)"
        " OR EXISTS (SELECT 1 FROM verdict WHERE annotator_id = :who)"
    )
    return bool(connection.execute(query, {"who": annotator}).fetchone()[0])


# Who answered what --------------------------------------------------------------------------------------------------


def find_answered_cells(
    connection: Connection, reviewer: AnnotatorId, task: int, before: int
) -> tuple[set[Cell], set[tuple[int, int]]]:
    """(the cells that a reviewer answered in a task in rounds before ``before``; the pairs of criterion and target on
    which they did so by an implicit no)."""
    query = (
        "SELECT DISTINCT unit_id, criterion_id, target_id FROM decision WHERE reviewer_id = ? AND task_id = ?"
        f" AND round < ? AND unit_id IS NOT NULL AND {_STANDS}"
    )
    silent = (
        "SELECT judged.criterion_id, judged.target_id FROM judged JOIN decision ON decision.id = decision_id"
        " WHERE annotator_id = ? AND task_id = ? AND round < ?"
    )
    values = (reviewer, task, before)
    cells = {Cell._make(row) for row in connection.execute(query, values)}
    return cells, set(connection.execute(silent, values))


def find_repeatable_cells(connection: Connection, reviewer: AnnotatorId, task: int) -> list[tuple[ItemId, Cell]]:
    """(item, cell) of what a reviewer answered in the first round of a task, without known cells, in their order."""
    rows = connection.execute(
        "SELECT DISTINCT decision.item_id, decision.unit_id, decision.criterion_id, decision.target_id FROM decision"
        " JOIN verdict ON verdict.decision_id = decision.id AND verdict.annotator_id = :who"
        " AND verdict.value IS NOT NULL"
        " WHERE reviewer_id = :who AND task_id = :task AND round = 1 AND decision.unit_id IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM known WHERE known.unit_id = decision.unit_id AND known.criterion_id = decision.criterion_id"
        " AND known.target_id = decision.target_id) ORDER BY 1, 2, 3, 4",
        {"who": reviewer, "task": task},
    )
    return [(item, Cell._make(cell)) for item, *cell in rows]


def read_first_answer(connection: Connection, reviewer: AnnotatorId, cell: Cell) -> tuple[Any] | None:
    """(value,) of what a reviewer answered to a cell in the first round; None for no answer."""
    row: tuple[Any] | None = connection.execute(
        "SELECT value FROM earlier WHERE annotator_id = :who AND unit_id = :unit AND criterion_id = :criterion"
        " AND target_id = :target AND round = 1 UNION ALL SELECT verdict.value FROM verdict JOIN decision"
        " ON decision.id = decision_id WHERE annotator_id = :who AND verdict.unit_id = :unit"
        " AND verdict.criterion_id = :criterion AND verdict.target_id = :target AND round = 1 LIMIT 1",
        {"who": reviewer, **cell._asdict()},
    ).fetchone()
    return row


class FirstAnswer(NamedTuple):
    """What a person answered to a cell, and when (ISO 8601, UTC)."""

    person: AnnotatorId
    cell: Cell
    value: Any
    at: str


def read_first_answers(connection: Connection, task: int | None) -> Iterator[FirstAnswer]:
    """What people answered in the first round of a task, without known cells and without what was revoked, is beyond
    the slots or was left unsure."""
    which = (
        "decision.task_id IS :task AND decision.round = 1 AND said.value IS NOT NULL AND NOT EXISTS (SELECT 1 FROM"
        " known WHERE known.unit_id = said.unit_id AND known.criterion_id = said.criterion_id AND known.target_id ="
        " said.target_id) AND NOT EXISTS (SELECT 1 FROM void WHERE void.task_id IS :task AND void.annotator_id ="
        " said.annotator_id AND void.item_id = said.item_id AND void.round = 1)"
    )
    columns = "said.annotator_id, said.unit_id, said.criterion_id, said.target_id, said.value, decision.at"
    rows = connection.execute(
        f"SELECT {columns} FROM verdict AS said JOIN decision ON decision.id = said.decision_id JOIN annotator"
        f" ON annotator.id = said.annotator_id AND kind = 'human' WHERE {which} AND said.id NOT IN (SELECT verdict_id"
        f" FROM aside WHERE why = 'void') UNION ALL SELECT {columns} FROM earlier"
        f" AS said JOIN decision ON decision.id = said.decision_id WHERE said.round = 1 AND {which}",
        {"task": task},
    )
    return (FirstAnswer(who, Cell._make(cell), value, at) for who, *cell, value, at in rows)


class Involvement(NamedTuple):
    """What a reviewer has to do with an item: (cell, task, what was seen) of standing decisions, the cells of imported
    verdicts, and the pairs of criterion and target with an implicit no."""

    decisions: list[tuple[Cell, int | None, str | None]]
    imported_cells: list[Cell]
    silent_pairs: list[tuple[int, int]]


def read_involvement(connection: Connection, item: ItemId, reviewer: AnnotatorId) -> Involvement:
    """What a reviewer has decided or said of an item."""
    values = (item, reviewer)
    decisions = connection.execute(
        "SELECT unit_id, criterion_id, target_id, task_id, shown FROM decision WHERE item_id = ?"
        f" AND reviewer_id = ? AND unit_id IS NOT NULL AND {_STANDS}",
        values,
    )
    imported = connection.execute(
        "SELECT unit_id, criterion_id, target_id FROM verdict WHERE item_id = ? AND annotator_id = ?"
        " AND decision_id IS NULL",
        values,
    )
    return Involvement(
        [(Cell._make(cell), task, shown) for *cell, task, shown in decisions],
        [Cell._make(cell) for cell in imported],
        connection.execute(
            f"SELECT criterion_id, target_id FROM {UNMARKED_PAIRS} WHERE item_id = ? AND annotator_id = ?", values
        ).fetchall(),
    )


# Plans --------------------------------------------------------------------------------------------------------------


def count_items_by_people(connection: Connection, task: int | None) -> dict[int, int]:
    """How many items of a task, or (None) of the project, nobody has answered in or finished, one person, and so
    on."""
    query = (
        "SELECT (SELECT count(*) FROM task_progress WHERE task_progress.task_id = task_item.task_id"
        " AND task_progress.item_id = task_item.item_id AND answered + finished > 0) AS many, count(*)"
        " FROM task_item WHERE task_id = :task AND asked > 0 GROUP BY many"
    )
    if task is None:
        query = (
            "SELECT (SELECT count(*) FROM progress WHERE item_id = item.id AND settled + unsure + finished > 0)"
            " AS many, count(*) FROM item GROUP BY many"
        )
    return dict(connection.execute(query, {"task": task}).fetchall())


def count_unsure_cells(connection: Connection, task: int) -> int:
    """The cells that people left unsure in a task and that nobody adjudicated."""
    count: int = connection.execute(
        "SELECT count(*) FROM (SELECT DISTINCT said.unit_id, said.criterion_id, said.target_id FROM verdict AS said"
        " JOIN decision ON decision.id = said.decision_id JOIN annotator ON annotator.id = said.annotator_id WHERE"
        " decision.task_id = ? AND said.value IS NULL AND kind = 'human'"
        " AND said.id NOT IN (SELECT verdict_id FROM aside)"
        " AND NOT EXISTS (SELECT 1 FROM verdict AS gold JOIN annotator AS who ON who.id = gold.annotator_id WHERE"
        " who.kind = 'gold' AND (gold.unit_id, gold.criterion_id, gold.target_id) = (said.unit_id, said.criterion_id,"
        " said.target_id)))",
        (task,),
    ).fetchone()[0]
    return count


def read_strata(connection: Connection, by: str) -> dict[ItemId, Any]:
    """The ``dataset``, ``split``, number of ``flags`` or ``system`` names of each item."""
    query = f"SELECT id, {by} FROM item"
    if by == "system":
        query = (
            "SELECT item_id, group_concat(system, ', ') FROM (SELECT DISTINCT item_id, system FROM document"
            " WHERE role = 'summary' ORDER BY item_id, system) GROUP BY item_id"
        )
    return dict(connection.execute(query).fetchall())


def accept_assignments(
    connection: Connection,
    task: int | None,
    reviewer: AnnotatorId,
    round_number: int,
    items: Sequence[ItemId],
    accept: bool,
) -> None:
    """Let a reviewer's assignments in a task and round count again, or revoke them."""
    query = "INSERT INTO void (task_id, annotator_id, round, item_id) VALUES (?, ?, ?, ?)"
    if accept:
        query = "DELETE FROM void WHERE task_id IS ? AND annotator_id = ? AND round = ? AND item_id = ?"
    connection.executemany(query, [(task, reviewer, round_number, item) for item in items])


# Units and cells ----------------------------------------------------------------------------------------------------


def list_speakers(connection: Connection, item: ItemId) -> list[str]:
    """Who speaks in an item, in alphabetical order."""
    query = "SELECT DISTINCT speaker FROM document JOIN unit ON document_id = document.id WHERE item_id = ?"
    return [name for (name,) in connection.execute(f"{query} AND speaker <> '' ORDER BY 1", (item,))]


def read_kinds_of_units(connection: Connection, item: ItemId) -> dict[int, str]:
    """The kinds of the units of an item, by row id."""
    query = "SELECT unit.id, unit.kind FROM document JOIN unit ON document_id = document.id WHERE item_id = ?"
    return dict(connection.execute(query, (item,)).fetchall())


class CellWords(NamedTuple):
    """What a cell is called by: the document of its unit and the unit that is the whole of that, the unit's name and
    text (of a derived one), and the document under judgement."""

    document: str
    whole: int
    name: str | None
    text: str | None
    target: str


def read_cell_words(connection: Connection, cell: Cell) -> CellWords:
    """See ``CellWords``."""
    row = connection.execute(
        "SELECT document.name, whole_id, unit.name, unit.text, (SELECT name FROM document WHERE id = ?) FROM unit"
        " JOIN document ON document.id = document_id WHERE unit.id = ?",
        (cell.target, cell.unit),
    ).fetchone()
    return CellWords._make(row)
