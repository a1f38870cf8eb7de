"""What a project's tables hold about levels: an implicit no on whole documents, and where judges' flags are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId, UnitKind
from galley.core.storage import names

Connection = sqlite3.Connection
UNMARKED_PAIRS = (
    "(SELECT annotator_id, criterion_id, target_id, item_id, decision_id FROM judged UNION ALL"
    " SELECT annotator_id, criterion_id, target_id, item_id, decision_id FROM silent_whole)"
)
"""Everybody's implicit no, of units and of whole documents, where the level makes no difference."""


def _find_unit_criteria(connection: Connection) -> list[CriterionId]:
    """The criteria (row ids) that are asked of units: an implicit no on a whole document is of a level of its own
    there."""
    return [row for row, c in names.criteria(connection).items() if c.unit is not UnitKind.WHOLE]


def is_on_whole(connection: Connection, of: str) -> str:
    """The condition that the row with the alias ``of`` is of a criterion of units and lies on a whole document."""
    criteria = ", ".join(map(str, _find_unit_criteria(connection)))
    return (
        f"({of}.criterion_id IN ({criteria}) AND EXISTS (SELECT 1 FROM document"
        f" WHERE document.id = {of}.target_id AND whole_id = {of}.unit_id))"
    )


def add_unmarked_documents(connection: Connection, rows: Iterable[tuple[int, int, int, int, int]]) -> None:
    """Store (annotator, criterion, target, item, decision) of finishes that speak of whole documents."""
    connection.executemany(
        "INSERT OR IGNORE INTO silent_whole (annotator_id, criterion_id, target_id, item_id, decision_id)"
        " VALUES (?, ?, ?, ?, ?)",
        rows,
    )


def remove_unmarked_documents(
    connection: Connection, item: ItemId, reviewer: AnnotatorId | None = None, task: int | None = None
) -> None:
    """Take those of an item away, or of one reviewer in it by a task."""
    if reviewer is None:
        connection.execute("DELETE FROM silent_whole WHERE item_id = ?", (item,))
        return
    connection.execute(
        "DELETE FROM silent_whole WHERE item_id = ? AND annotator_id = ? AND decision_id IN"
        " (SELECT id FROM decision WHERE task_id IS ?)",
        (item, reviewer, task),
    )


def read_unmarked_documents(
    connection: Connection, items: Sequence[ItemId]
) -> list[tuple[ItemId, AnnotatorId, CriterionId, int, int]]:
    """(item, annotator, criterion, target, decision) of these items."""
    return connection.execute(
        "SELECT item_id, annotator_id, criterion_id, target_id, decision_id FROM silent_whole"
        " WHERE item_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(items)),),
    ).fetchall()


def read_all_unmarked_documents(connection: Connection) -> list[tuple[AnnotatorId, CriterionId, int, ItemId]]:
    """(annotator, criterion, target, item) of the whole project."""
    return connection.execute("SELECT annotator_id, criterion_id, target_id, item_id FROM silent_whole").fetchall()


def find_contradictions(connection: Connection) -> list[tuple[str, str, str, str, str]]:
    """(person, key of the item, document, scheme, criterion) where a person or an adjudicator said "no" of a whole
    document and "yes" of a unit of it by the same criterion."""
    query = (
        "SELECT DISTINCT annotator.name, item.key, document.name, scheme.name, criterion.name FROM verdict AS whole"
        " JOIN unit AS all_of ON all_of.id = whole.unit_id AND all_of.kind = 'whole'"
        " JOIN annotator ON annotator.id = whole.annotator_id AND annotator.kind IN ('human', 'gold')"
        " JOIN verdict AS part ON part.annotator_id = whole.annotator_id AND part.criterion_id = whole.criterion_id"
        " AND part.target_id = whole.target_id AND part.unit_id <> whole.unit_id AND part.value = 'yes'"
        " JOIN item ON item.id = whole.item_id JOIN document ON document.id = whole.target_id"
        " JOIN criterion ON criterion.id = whole.criterion_id JOIN scheme ON scheme.id = criterion.scheme_id"
        " WHERE whole.value = 'no' ORDER BY 2, 3, 4, 5, 1"
    )
    return connection.execute(query).fetchall()


def count_ties(connection: Connection) -> int:
    """The ties of the whole project."""
    (ties,) = connection.execute("SELECT coalesce(sum(ties), 0) FROM item").fetchone()
    return int(ties)


def read_unmarked_units(connection: Connection, item: ItemId) -> list[tuple[AnnotatorId, CriterionId, int]]:
    """(annotator, criterion, target) of the documents of an item whose units people finished."""
    return connection.execute(
        "SELECT annotator_id, criterion_id, target_id FROM judged JOIN annotator ON annotator.id = annotator_id"
        " WHERE item_id = ? AND kind = 'human' ORDER BY 1, 2, 3",
        (item,),
    ).fetchall()


def find_mixed_items(connection: Connection, items: Sequence[ItemId]) -> list[tuple[ItemId, CriterionId]]:
    """Those of ``items``, each with a criterion, in which something was said of a whole document, and a person or gold
    spoke of other units or by an implicit no by the same criterion (row ids)."""
    query = (
        "WITH above AS (SELECT item_id, criterion_id, target_id FROM silent_whole"
        " WHERE item_id IN (SELECT value FROM json_each(:items))"
        " UNION SELECT verdict.item_id, criterion_id, target_id FROM verdict JOIN document"
        " ON document.id = target_id AND whole_id = unit_id WHERE verdict.item_id IN"
        " (SELECT value FROM json_each(:items))), people AS (SELECT id FROM annotator WHERE kind IN ('human', 'gold'))"
        " SELECT DISTINCT item_id, criterion_id FROM above WHERE"
        " EXISTS (SELECT 1 FROM judged WHERE annotator_id IN people AND judged.criterion_id = above.criterion_id"
        " AND judged.target_id = above.target_id) OR EXISTS (SELECT 1 FROM verdict WHERE annotator_id IN people AND"
        " verdict.item_id = above.item_id AND verdict.criterion_id = above.criterion_id AND verdict.target_id ="
        " above.target_id AND unit_id NOT IN (SELECT whole_id FROM document WHERE id = above.target_id)) ORDER BY 1, 2"
    )
    return connection.execute(query, {"items": json.dumps([*items])}).fetchall()


def has_whole_answers(connection: Connection, database: str) -> bool:
    """Whether a person answered of a whole document, explicitly or by an implicit no, in an attached database."""
    query = (
        "SELECT 1 FROM {0}.silent_whole UNION ALL SELECT 1 FROM {0}.annotator CROSS JOIN {0}.verdict"
        " ON annotator_id = annotator.id CROSS JOIN {0}.document ON document.id = target_id AND whole_id = unit_id"
        " WHERE kind = 'human' LIMIT 1"
    )
    return connection.execute(query.format(database)).fetchone() is not None


def find_items_with_whole_answers(connection: Connection) -> set[ItemId]:
    """The items in which a person answered of a whole document, in words or in silence, by a criterion that is asked of
    units."""
    query = (
        "SELECT document.item_id FROM annotator CROSS JOIN json_each(:criteria) AS asked CROSS JOIN verdict"
        " ON verdict.annotator_id = annotator.id AND criterion_id = asked.value CROSS JOIN document"
        " ON document.id = target_id AND whole_id = unit_id WHERE annotator.kind = 'human'"
        " UNION SELECT item_id FROM silent_whole"
    )
    return {item for (item,) in connection.execute(query, {"criteria": json.dumps(_find_unit_criteria(connection))})}


def find_wholes(connection: Connection, items: Sequence[ItemId]) -> set[UnitId]:
    """The units (row ids) that are whole documents of these items."""
    query = "SELECT whole_id FROM document WHERE item_id IN (SELECT value FROM json_each(?))"
    return {row for (row,) in connection.execute(query, (json.dumps(list(items)),))}


def is_whole_document(connection: Connection, unit: UnitId, target: int) -> bool:
    """Whether this unit of this document (row ids) is the whole of it."""
    query = "SELECT 1 FROM document WHERE id = ? AND whole_id = ?"
    return connection.execute(query, (target, unit)).fetchone() is not None


def has_answers_on_wholes(connection: Connection, criterion: CriterionId) -> bool:
    """Whether anybody, a judge too, answered of a whole document by a criterion (row id), in words or in silence."""
    query = (
        "SELECT 1 FROM silent_whole WHERE criterion_id = :criterion UNION ALL SELECT 1 FROM annotator CROSS JOIN"
        " verdict ON annotator_id = annotator.id AND criterion_id = :criterion CROSS JOIN document"
        " ON document.id = target_id AND whole_id = unit_id LIMIT 1"
    )
    return connection.execute(query, {"criterion": criterion}).fetchone() is not None


def count_answers_on_wholes(
    connection: Connection, criteria: Iterable[CriterionId]
) -> list[tuple[AnnotatorId, CriterionId, int, int, int]]:
    """(annotator, criterion, target, answers, those without a value) of verdicts on whole documents by ``criteria``."""
    query = (
        "SELECT annotator_id, criterion_id, target_id, count(*), sum(value IS NULL) FROM verdict JOIN document"
        " ON document.id = target_id AND whole_id = unit_id"
        " WHERE criterion_id IN (SELECT value FROM json_each(?)) GROUP BY 1, 2, 3"
    )
    return connection.execute(query, (json.dumps([*criteria]),)).fetchall()


def find_people(connection: Connection) -> set[AnnotatorId]:
    """The annotators (row ids) who are people."""
    return {row for (row,) in connection.execute("SELECT id FROM annotator WHERE kind = 'human'")}


def find_judge_levels(connection: Connection) -> dict[CriterionId, bool]:
    """The criteria (row ids) by which judges answered on whole documents; true where judges spoke of units, too."""
    rows = connection.execute(
        "SELECT criterion_id, max(unit.kind = 'whole' AND value IS NOT NULL), max(unit.kind <> 'whole') FROM verdict"
        " JOIN unit ON unit.id = unit_id JOIN annotator ON annotator.id = annotator_id"
        " WHERE annotator.kind NOT IN ('human', 'gold') GROUP BY criterion_id"
    ).fetchall()
    quiet = {
        row
        for (row,) in connection.execute(
            "SELECT DISTINCT criterion_id FROM judged JOIN annotator ON annotator.id = annotator_id"
            " WHERE kind NOT IN ('human', 'gold')"
        )
    }
    return {row: bool(units) or row in quiet for row, whole, units in rows if whole}


def find_rated_criteria(connection: Connection) -> list[tuple[str, CriterionId]]:
    """(data set, criterion row id) of each criterion by which people judged something, data set by data set."""
    return connection.execute(
        "SELECT DISTINCT dataset, criterion_id FROM verdict JOIN item ON item.id = item_id JOIN annotator"
        " ON annotator.id = annotator_id WHERE kind IN ('human', 'gold') ORDER BY 1, 2"
    ).fetchall()


def find_scores_of_people(connection: Connection) -> list[tuple[str, str]]:
    """(data set, score) of each stored score that people gave."""
    return connection.execute(
        "SELECT DISTINCT dataset, metric FROM score JOIN document ON document.id = document_id JOIN item"
        " ON item.id = item_id JOIN annotator ON annotator.id = annotator_id WHERE kind IN ('human', 'gold')"
        " ORDER BY 1, 2"
    ).fetchall()


def is_finished_anywhere(connection: Connection) -> bool:
    """Whether anybody finished an item of the project."""
    return connection.execute("SELECT 1 FROM decision WHERE action = 'finish' LIMIT 1").fetchone() is not None
