"""What tasks ask and what became of it: protocols, assigned cells, known answers, and what is counted of an item."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from galley.core.domain import AnnotatorId, Cell, CriterionId, ItemId, UnitId
from galley.core.storage.level_queries import UNMARKED_PAIRS

Connection = sqlite3.Connection


def read_task_sources(
    connection: Connection,
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, int], ...]]:
    """(name, TOML) of the protocols in force, and (name, row id) of the tasks, in the order in which they came."""
    protocols = connection.execute("SELECT name, source FROM protocol ORDER BY id").fetchall()
    return tuple(protocols), tuple(connection.execute("SELECT name, id FROM task ORDER BY id").fetchall())


class SchemeSource(NamedTuple):
    """A scheme as it is stored, in TOML; ``is_active``: it is offered where something new is asked."""

    id: int
    name: str
    toml: str
    is_active: bool


def read_scheme_sources(connection: Connection) -> tuple[tuple[SchemeSource, ...], tuple[int | None, int]]:
    """The schemes, and (last row id, number) of the criteria."""
    schemes = connection.execute("SELECT id, name, source, active FROM scheme ORDER BY id")
    criteria = connection.execute("SELECT max(id), count(*) FROM criterion").fetchone()
    return tuple(map(SchemeSource._make, schemes)), criteria


def has_task_rows(connection: Connection, *tables: Literal["protocol", "package", "void"], database: str = "") -> bool:
    """Whether there is a protocol, a package or an assignment that was revoked (``void``), in the main database or in
    an attached one."""
    prefix = f"{database}." if database else ""
    query = " OR ".join(f"EXISTS (SELECT 1 FROM {prefix}{table})" for table in tables)
    return bool(connection.execute(f"SELECT {query}").fetchone()[0])


# What is asked of an item, and by whom ------------------------------------------------------------------------------


def read_assigned_cells(
    connection: Connection, item: ItemId, task: int | None = None, but_pointless_for: AnnotatorId | None = None
) -> list[tuple[int, Cell]]:
    """(task, cell) of the cells of an item that were assigned one by one, in a task or in any; without those that an
    answer of this reviewer made pointless."""
    query = "SELECT task_id, unit_id, criterion_id, target_id FROM handed WHERE item_id = ?"
    values: list[int] = [item]
    if task is not None:
        query, values = f"{query} AND task_id = ?", [*values, task]
    if but_pointless_for is not None:
        unmet = "SELECT unit_id, criterion_id, target_id FROM unmet WHERE annotator_id = ? AND item_id = ?"
        query = f"{query} AND (unit_id, criterion_id, target_id) NOT IN ({unmet})"
        values = [*values, but_pointless_for, item]
    return [(of_task, Cell._make(cell)) for of_task, *cell in connection.execute(query, values)]


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
    """What tasks know of an item: (cell, value, whether it trains) of the cells whose answer is ``known``; the (task by
    its name, reviewer) of the packages that hold it; the ``methods`` that judges were run with on it, or that spoke
    about it."""

    known: list[tuple[Cell, Any, bool]]
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
    known = connection.execute(
        "SELECT unit_id, criterion_id, target_id, value, trains FROM known WHERE item_id = ?", (item,)
    )
    return TaskRows(
        [(Cell._make(cell), value, bool(trains)) for *cell, value, trains in known],
        connection.execute(
            "SELECT json_extract(settings, '$.package.task'), annotator.id FROM package CROSS JOIN package_item"
            " ON package_id = package.id AND item_id = ? JOIN annotator ON annotator.name = reviewer"
            " AND kind = 'human'",
            (item,),
        ).fetchall(),
        frozenset(method for (method,) in methods),
    )


# What is counted of an item -----------------------------------------------------------------------------------------


class TaskProgress(NamedTuple):
    """How far a person is in a task with an item; ``answered`` and ``unsure`` count cells."""

    task: int
    annotator: int
    answered: int
    unsure: int
    is_finished: bool


def replace_counts(
    connection: Connection,
    item: ItemId,
    aside: Iterable[tuple[int, str]],
    types: Iterable[tuple[int, str]],
    unmet: Iterable[tuple[AnnotatorId, Cell]],
    progress: Iterable[TaskProgress],
) -> None:
    """Keep what was counted of an item and nothing else: (verdict, why) of what is put ``aside``, (unit, type) of
    ``types`` that gold gives, (annotator, cell) of pointless cells, and how far people are in tasks."""
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
        "INSERT INTO unmet (annotator_id, unit_id, criterion_id, target_id, item_id) VALUES (?, ?, ?, ?, ?)",
        [(who, *cell, item) for who, cell in unmet],
    )
    connection.execute("DELETE FROM task_progress WHERE item_id = ?", (item,))
    connection.executemany(
        "INSERT INTO task_progress (task_id, annotator_id, answered, unsure, finished, item_id)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(*row, item) for row in progress],
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


class UnusableDocument(NamedTuple):
    """A document that people called unusable; ``whole``: all of its item is."""

    document: int
    item: ItemId
    whole: bool


def read_unusable(
    connection: Connection, datasets: Sequence[str] = (), splits: Sequence[str] = ()
) -> list[UnusableDocument]:
    """The documents that people called unusable, of these data sets and splits, or of all."""
    query, values = "SELECT document_id, item_id, whole FROM unusable", list[str]()
    for column, names in (("dataset", datasets), ("split", splits)):
        if names:
            among = f"SELECT id FROM item WHERE {column} IN (SELECT value FROM json_each(?))"
            query = f"{query} {'AND' if values else 'WHERE'} item_id IN ({among})"
            values.append(json.dumps(list(names)))
    return [UnusableDocument._make(row) for row in connection.execute(query, values)]


# Protocols, schemes and known answers as they are changed -----------------------------------------------------------


def put_protocol(connection: Connection, name: str, source: str | None, tasks: Iterable[str] = ()) -> None:
    """Keep a protocol (TOML) in the place of one of its name, and the names of its tasks; None takes it out, and its
    tasks keep their row ids."""
    if source is None:
        connection.execute("DELETE FROM protocol WHERE name = ?", (name,))
        return
    connection.execute(
        "INSERT INTO protocol (name, source) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET source = excluded.source",
        (name, source),
    )
    connection.executemany("INSERT OR IGNORE INTO task (name) VALUES (?)", [(task,) for task in tasks])


def put_known_answers(
    connection: Connection, answers: Iterable[tuple[ItemId, Cell, Any]], trains: bool
) -> None:
    """Keep (item, cell, value) in the place of what was known of these cells; ``trains``: they train people."""
    connection.executemany(
        "INSERT INTO known (item_id, unit_id, criterion_id, target_id, value, trains) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (criterion_id, unit_id, target_id) DO UPDATE SET value = excluded.value,"
        " trains = excluded.trains",
        [(item, *cell, value, trains) for item, cell, value in answers],
    )


def delete_known_answers(
    connection: Connection, criteria: Sequence[CriterionId], trains: bool
) -> tuple[list[ItemId], int]:
    """Let go of the known answers to these criteria that train, or that check; (their items, how many they were)."""
    where = "WHERE criterion_id IN (SELECT value FROM json_each(?)) AND trains = ?"
    values = (json.dumps(list(criteria)), trains)
    items = [item for (item,) in connection.execute(f"SELECT DISTINCT item_id FROM known {where}", values)]
    return items, connection.execute(f"DELETE FROM known {where}", values).rowcount


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


def add_assigned(connection: Connection, task: int, cells: Iterable[tuple[ItemId, Cell]]) -> None:
    """Assign cells, each behind its item, in a task."""
    connection.executemany(
        "INSERT OR IGNORE INTO handed (task_id, item_id, unit_id, criterion_id, target_id) VALUES (?, ?, ?, ?, ?)",
        [(task, item, *cell) for item, cell in cells],
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
