"""What tasks ask and what became of it: protocols, assigned cells, known answers, and what is counted of an item."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId
from galley.core.storage.level_queries import UNMARKED_PAIRS

Connection = sqlite3.Connection


def read_task_sources(
    connection: Connection,
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, int], ...]]:
    """(name, TOML) of the protocols in force, and (name, row id) of the tasks, in the order in which they came."""
    protocols = connection.execute("SELECT name, source FROM protocol ORDER BY id").fetchall()
    return tuple(protocols), tuple(connection.execute("SELECT name, id FROM task ORDER BY id").fetchall())


def read_scheme_sources(
    connection: Connection,
) -> tuple[tuple[tuple[int, str, str, int], ...], tuple[int | None, int]]:
    """(row id, name, TOML, whether it is active) of the schemes, and (last row id, number) of the criteria."""
    schemes = connection.execute("SELECT id, name, source, active FROM scheme ORDER BY id").fetchall()
    return tuple(schemes), connection.execute("SELECT max(id), count(*) FROM criterion").fetchone()


# What is asked of an item, and by whom ------------------------------------------------------------------------------


def read_assigned_cells(
    connection: Connection, item: ItemId, task: int | None = None, but_pointless_for: AnnotatorId | None = None
) -> list[tuple[int, UnitId, CriterionId, int]]:
    """(task, unit, criterion, target) of the cells of an item that were assigned one by one, in a task or in any;
    without those that an answer of this reviewer made pointless."""
    query = "SELECT task_id, unit_id, criterion_id, target_id FROM handed WHERE item_id = ?"
    values: list[int] = [item]
    if task is not None:
        query, values = f"{query} AND task_id = ?", [*values, task]
    if but_pointless_for is not None:
        unmet = "SELECT unit_id, criterion_id, target_id FROM unmet WHERE annotator_id = ? AND item_id = ?"
        query = f"{query} AND (unit_id, criterion_id, target_id) NOT IN ({unmet})"
        values = [*values, but_pointless_for, item]
    return connection.execute(query, values).fetchall()


class TrainingAnswer(NamedTuple):
    """A cell that trains and that a reviewer has answered: what is known of it, and whether they said so."""

    unit: UnitId
    criterion: CriterionId
    target: int
    value: Any
    is_right: bool


def read_training_answers(
    connection: Connection,
    reviewer: AnnotatorId,
    *,
    item: ItemId | None = None,
    cell: tuple[int, int, int] | None = None,
) -> list[TrainingAnswer]:
    """The cells that train and that a reviewer has answered: those of an item, or one (unit, criterion, target)."""
    place, values = "known.item_id = ?", (item,)
    if cell is not None:
        place, values = "unit_id = ? AND criterion_id = ? AND target_id = ?", cell  # type: ignore[assignment]
    rows = connection.execute(
        "SELECT unit_id, criterion_id, target_id, known.value, verdict.value IS known.value FROM known JOIN verdict"
        f" USING (unit_id, criterion_id, target_id) WHERE trains AND {place} AND annotator_id = ?",
        (*values, reviewer),
    )
    return [TrainingAnswer._make(row) for row in rows]


class TaskRows(NamedTuple):
    """What tasks know of an item: (unit, criterion, target, value, whether it trains) of the cells whose answer is
    ``known``; the (task by its name, reviewer) of the packages that hold it; the ``methods`` that judges were run with
    on it, or that spoke about it."""

    known: list[tuple[int, int, int, Any, int]]
    holders: list[tuple[str | None, AnnotatorId]]
    methods: frozenset[str]


def read_task_rows(connection: Connection, item: ItemId) -> TaskRows:
    """What tasks know of an item beside its answers."""
    methods = connection.execute(
        "SELECT DISTINCT run.method FROM call JOIN run ON run.id = run_id WHERE call.item_id = :i AND"
        " call.state <> 'failed' UNION SELECT DISTINCT method FROM annotator WHERE method <> '' AND id IN"
        " (SELECT annotator_id FROM verdict WHERE item_id = :i UNION"
        " SELECT annotator_id FROM judged WHERE item_id = :i)",
        {"i": item},
    )
    return TaskRows(
        connection.execute(
            "SELECT unit_id, criterion_id, target_id, value, trains FROM known WHERE item_id = ?", (item,)
        ).fetchall(),
        connection.execute(
            "SELECT json_extract(settings, '$.package.task'), annotator.id FROM package CROSS JOIN package_item"
            " ON package_id = package.id AND item_id = ? JOIN annotator ON annotator.name = reviewer"
            " AND kind = 'human'",
            (item,),
        ).fetchall(),
        frozenset(method for (method,) in methods),
    )


def read_finishes(connection: Connection, item: ItemId) -> list[tuple[AnnotatorId, int | None, int, str, str | None]]:
    """(reviewer, task, round, action, what was left unread as JSON) of the finishes and reopenings of an item that
    stand, in the order in which they count."""
    return connection.execute(
        "SELECT reviewer_id, task_id, round, action, unread FROM decision WHERE item_id = ?"
        " AND (action = 'finish' OR action = 'reopen') AND id NOT IN (SELECT decision_id FROM undone) ORDER BY at, uid",
        (item,),
    ).fetchall()


def is_finished(connection: Connection, item: ItemId, reviewer: AnnotatorId, task: int | None) -> bool:
    """Whether a reviewer has finished an item in a task, or the default one."""
    table, of, values = "progress", "", (item, reviewer)
    if task is not None:
        table, of, values = "task_progress", " AND task_id = ?", (item, reviewer, task)  # type: ignore[assignment]
    query = f"SELECT 1 FROM {table} WHERE item_id = ? AND annotator_id = ? AND finished{of}"
    return connection.execute(query, values).fetchone() is not None


# What is counted of an item -----------------------------------------------------------------------------------------


def forget_counts(connection: Connection, tables: Iterable[str]) -> None:
    """Empty tables that hold what is counted of items."""
    for table in tables:
        connection.execute(f"DELETE FROM {table}")


def replace_counts(
    connection: Connection,
    item: ItemId,
    aside: Iterable[tuple[int, str]],
    types: Iterable[tuple[int, str]],
    unmet: Iterable[tuple[int, int, int, int, int]],
    progress: Iterable[tuple[int, int, int, int, int, int]],
) -> None:
    """Keep what was counted of an item and nothing else: (verdict, why) of what is put ``aside``, (unit, type) of
    ``types`` that gold gives, (annotator, criterion, unit, target, item) of pointless cells, and (task, annotator,
    item, answered, unsure, finished)."""
    connection.execute("DELETE FROM aside WHERE verdict_id IN (SELECT id FROM verdict WHERE item_id = ?)", (item,))
    connection.executemany("INSERT INTO aside (verdict_id, why) VALUES (?, ?)", aside)
    connection.execute(
        "DELETE FROM mask WHERE unit_id IN (SELECT unit.id FROM document JOIN unit ON document_id = document.id"
        " AND unit.text IS NOT NULL WHERE item_id = ?)",
        (item,),
    )
    connection.executemany("INSERT INTO mask (unit_id, type) VALUES (?, ?)", types)
    connection.execute("DELETE FROM unmet WHERE item_id = ?", (item,))
    connection.executemany(
        "INSERT INTO unmet (annotator_id, criterion_id, unit_id, target_id, item_id) VALUES (?, ?, ?, ?, ?)", unmet
    )
    connection.execute("DELETE FROM task_progress WHERE item_id = ?", (item,))
    connection.executemany(
        "INSERT INTO task_progress (task_id, annotator_id, item_id, answered, unsure, finished)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        progress,
    )


def replace_task_row(connection: Connection, task: int, item: ItemId, figures: Mapping[str, int]) -> None:
    """Keep what a task comes to in an item, by column, and add the difference to the task's totals."""
    columns, after = ", ".join(figures), tuple(figures.values())
    before = connection.execute(
        f"SELECT {columns} FROM task_item WHERE task_id = ? AND item_id = ?", (task, item)
    ).fetchone()
    if before == after or (before is None and not any(after)):
        return
    marks = ", ".join("?" * len(after))
    if any(after):
        connection.execute(
            f"INSERT OR REPLACE INTO task_item (task_id, item_id, {columns}) VALUES (?, ?, {marks})",
            (task, item, *after),
        )
    else:
        connection.execute("DELETE FROM task_item WHERE task_id = ? AND item_id = ?", (task, item))
    more = [new - old for new, old in zip(after, before or (0,) * len(after), strict=True)]
    connection.execute(
        f"INSERT INTO task_total (task_id, items, {columns}) VALUES (?, ?, {marks})"
        " ON CONFLICT (task_id) DO UPDATE SET items = items + excluded.items, "
        + ", ".join(f"{name} = {name} + excluded.{name}" for name in figures),
        (task, int(any(after)) - int(before is not None), *more),
    )


def replace_unusable(
    connection: Connection, item: ItemId, documents: Sequence[int], whole: bool, saying: Sequence[int]
) -> None:
    """Keep which documents of an item are unusable (``whole``: all of them), and put aside all that was said of them by
    other criteria than ``saying``."""
    connection.execute("DELETE FROM unusable WHERE item_id = ?", (item,))
    if not documents:
        return
    connection.executemany(
        "INSERT INTO unusable (document_id, item_id, whole) VALUES (?, ?, ?)",
        [(document, item, int(whole)) for document in documents],
    )
    connection.execute(
        "INSERT OR REPLACE INTO aside (verdict_id, why) SELECT id, 'unusable' FROM verdict WHERE item_id = ?"
        " AND target_id IN (SELECT value FROM json_each(?)) AND criterion_id NOT IN (SELECT value FROM json_each(?))",
        (item, json.dumps(list(documents)), json.dumps(list(saying))),
    )


def count_unusable(connection: Connection, datasets: Sequence[str], splits: Sequence[str]) -> tuple[int, int]:
    """How many items, and how many documents of items that have others, are unusable; of these data sets and splits,
    or of all."""
    row: tuple[int, int] = connection.execute(
        "SELECT count(DISTINCT CASE WHEN whole THEN item_id END), count(CASE WHEN NOT whole THEN 1 END) FROM unusable"
        " JOIN item ON item.id = item_id WHERE (:d = '[]' OR dataset IN (SELECT value FROM json_each(:d)))"
        " AND (:s = '[]' OR split IN (SELECT value FROM json_each(:s)))",
        {"d": json.dumps(list(datasets)), "s": json.dumps(list(splits))},
    ).fetchone()
    return row


# Protocols, schemes and known answers as they are changed -----------------------------------------------------------


def put_protocol(connection: Connection, name: str, source: str, tasks: Iterable[str]) -> None:
    """Keep a protocol (TOML) in the place of one of its name, and the names of its tasks."""
    connection.execute(
        "INSERT INTO protocol (name, source) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET source = excluded.source",
        (name, source),
    )
    connection.executemany("INSERT OR IGNORE INTO task (name) VALUES (?)", [(task,) for task in tasks])


def delete_protocol(connection: Connection, name: str) -> None:
    """Take a protocol out; its tasks keep their row ids."""
    connection.execute("DELETE FROM protocol WHERE name = ?", (name,))


def find_items_with_finish(connection: Connection) -> list[ItemId]:
    """The items (row ids) that somebody ever finished."""
    return [item for (item,) in connection.execute("SELECT DISTINCT item_id FROM decision WHERE action = 'finish'")]


def deactivate_scheme(connection: Connection, scheme: int) -> None:
    """Offer a scheme no more where something new is asked."""
    connection.execute("UPDATE scheme SET active = 0 WHERE id = ?", (scheme,))


def add_package(connection: Connection, uid: str, reviewer: str, at: str, settings: str) -> None:
    """Note a package (``settings`` as JSON) that is not known yet."""
    connection.execute(
        "INSERT OR IGNORE INTO package (uid, reviewer, at, settings) VALUES (?, ?, ?, ?)", (uid, reviewer, at, settings)
    )


def find_task(connection: Connection, name: str) -> int | None:
    """The row id of a task by its full name."""
    row = connection.execute("SELECT id FROM task WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def has_assignments(connection: Connection) -> bool:
    """Whether work is assigned here: by a protocol, or in packages."""
    query = "SELECT EXISTS (SELECT 1 FROM protocol) OR EXISTS (SELECT 1 FROM package)"
    return bool(connection.execute(query).fetchone()[0])


def put_known_answers(connection: Connection, rows: Iterable[tuple[int, int, int, int, Any, bool]]) -> None:
    """Keep (item, unit, criterion, target, value, whether it trains) in the place of what was known of these cells."""
    connection.executemany(
        "INSERT INTO known (item_id, unit_id, criterion_id, target_id, value, trains) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (criterion_id, unit_id, target_id) DO UPDATE SET value = excluded.value,"
        " trains = excluded.trains",
        rows,
    )


def delete_known_answers(
    connection: Connection, criteria: Sequence[CriterionId], trains: bool
) -> tuple[list[ItemId], int]:
    """Let go of the known answers to these criteria that train, or that check; (their items, how many they were)."""
    where = "WHERE criterion_id IN (SELECT value FROM json_each(?)) AND trains = ?"
    values = (json.dumps(list(criteria)), trains)
    items = [item for (item,) in connection.execute(f"SELECT DISTINCT item_id FROM known {where}", values)]
    return items, connection.execute(f"DELETE FROM known {where}", values).rowcount


def count_training_cells(connection: Connection, criteria: Sequence[CriterionId]) -> int:
    """The cells of these criteria that train."""
    query = "SELECT count(*) FROM known WHERE trains AND criterion_id IN (SELECT value FROM json_each(?))"
    count: int = connection.execute(query, (json.dumps(list(criteria)),)).fetchone()[0]
    return count


class TaskFigures(NamedTuple):
    """``totals``: (items, …) of each task, by its row id; ``people``: (task, name, answered, unsure, finished) of
    everybody in each task."""

    totals: dict[int, tuple[int, ...]]
    people: list[tuple[int, str, int, int, int]]


def read_task_figures(connection: Connection, columns: Sequence[str]) -> TaskFigures:
    """How far each task is, and everybody in it; ``columns`` are those of the totals."""
    rows = connection.execute(f"SELECT task_id, items, {', '.join(columns)} FROM task_total")
    return TaskFigures(
        {task: tuple(figures) for task, *figures in rows},
        connection.execute(
            "SELECT task_id, name, sum(answered), sum(unsure), sum(finished) FROM task_progress JOIN annotator"
            " ON annotator.id = annotator_id GROUP BY task_id, annotator_id ORDER BY task_id, name"
        ).fetchall(),
    )


def add_assigned(connection: Connection, rows: Iterable[tuple[int, int, int, int, int]]) -> None:
    """Assign cells: (task, item, unit, criterion, target)."""
    connection.executemany(
        "INSERT OR IGNORE INTO handed (task_id, item_id, unit_id, criterion_id, target_id) VALUES (?, ?, ?, ?, ?)", rows
    )


# Answers that were revoked, or are beyond the slots of their task, count nowhere.
_STANDS = """NOT EXISTS (SELECT 1 FROM void WHERE void.task_id IS :task AND void.annotator_id = annotator.id
    AND void.item_id = known.item_id AND void.round = 1) AND NOT EXISTS (SELECT 1 FROM json_each(:beyond)
    WHERE value = json_array(annotator.id, known.item_id))"""
_FIRST_ROUND = f"""
SELECT person, sum(said IS right), count(*) FROM (
  SELECT annotator.name AS person, known.value AS right,
    coalesce(earlier.value, CASE WHEN earlier.reason IS NULL THEN verdict.value END) AS said
  FROM known JOIN verdict USING (criterion_id, unit_id, target_id)
  JOIN decision ON decision.id = verdict.decision_id AND decision.task_id = :task
  JOIN annotator ON annotator.id = verdict.annotator_id AND annotator.kind = 'human'
  LEFT JOIN earlier ON earlier.annotator_id = annotator.id AND earlier.criterion_id = known.criterion_id
    AND earlier.unit_id = known.unit_id AND earlier.target_id = known.target_id AND earlier.round = 1
  WHERE known.trains = :trains AND {_STANDS}
  UNION ALL
  SELECT annotator.name, known.value, 'no' FROM known JOIN judged USING (criterion_id, target_id)
  JOIN decision ON decision.id = judged.decision_id AND decision.task_id = :task
  JOIN annotator ON annotator.id = judged.annotator_id AND annotator.kind = 'human'
  WHERE NOT EXISTS (SELECT 1 FROM verdict WHERE verdict.annotator_id = annotator.id
    AND verdict.criterion_id = known.criterion_id AND verdict.unit_id = known.unit_id
    AND verdict.target_id = known.target_id) AND known.trains = :trains AND {_STANDS})
GROUP BY person ORDER BY person
"""
_FIRST_DECISIONS = f"""
SELECT person, sum(said IS right), count(*) FROM (
  SELECT annotator.name AS person, known.value AS right, decision.value AS said,
    row_number() OVER (PARTITION BY reviewer_id, known.unit_id, known.criterion_id, known.target_id ORDER BY at, uid)
    AS place
  FROM known JOIN decision USING (criterion_id, unit_id, target_id) JOIN annotator ON annotator.id = reviewer_id
  WHERE known.trains = :trains AND task_id = :task AND action IN ('accept', 'override', 'unsure', 'add')
    AND {_STANDS})
WHERE place = 1 GROUP BY person ORDER BY person
"""


def count_known_scores(
    connection: Connection, task: int, trains: bool, beyond: Sequence[tuple[int, int]], first: bool
) -> list[tuple[str, int, int]]:
    """(person, right answers, answers) on the known cells of a task, but for those ``beyond`` its slots (annotator,
    item). ``first``: of the first decisions, not of what a first round came to."""
    values = {"task": task, "trains": trains, "beyond": json.dumps(beyond)}
    return connection.execute(_FIRST_DECISIONS if first else _FIRST_ROUND, values).fetchall()


def has_answered_elsewhere(
    connection: Connection, reviewer: AnnotatorId, cell: tuple[int, int, int], task: int
) -> bool:
    """Whether a reviewer answered a cell (unit, criterion, target) outside a task, or was silent on its document."""
    query = (
        "SELECT EXISTS (SELECT 1 FROM verdict LEFT JOIN decision ON decision.id = decision_id WHERE"
        " annotator_id = :who AND verdict.unit_id = :unit AND verdict.criterion_id = :criterion"
        " AND verdict.target_id = :target AND (decision.task_id IS NULL OR decision.task_id <> :task))"
        f" OR EXISTS (SELECT 1 FROM {UNMARKED_PAIRS} WHERE annotator_id = :who AND criterion_id = :criterion"
        " AND target_id = :target)"
    )
    unit, criterion, target = cell
    values = {"who": reviewer, "unit": unit, "criterion": criterion, "target": target, "task": task}
    return bool(connection.execute(query, values).fetchone()[0])
