"""What is counted of items for the queue: the rows it is counted from, and where the counts are kept."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId
from galley.core.storage.bulk_rows import insert
from galley.core.storage.names import retired_filter


def keep_flagged_items(connection: sqlite3.Connection) -> list[ItemId]:
    """Note of each judge and import the items that it flagged; the items (row ids) in which gold left a cell open or is
    silent, or somebody is unsure: these want to be counted anew."""
    connection.execute(
        "INSERT OR IGNORE INTO flagged SELECT annotator_id, item_id FROM verdict WHERE value = 'yes'"
        " AND annotator_id IN (SELECT id FROM annotator WHERE kind IN ('judge', 'import'))"
    )
    gold = "annotator_id IN (SELECT id FROM annotator WHERE kind = 'gold')"
    rows = connection.execute(
        f"SELECT item_id FROM verdict WHERE {gold} AND value IS NULL UNION SELECT item_id FROM judged WHERE {gold}"
        " UNION SELECT item_id FROM progress WHERE unsure > 0"
    )
    return [item for (item,) in rows]


Connection = sqlite3.Connection
_JUDGES = "kind IN ('import', 'judge')"
_OF = "item_id IN (SELECT value FROM json_each(?))"


class Responses(NamedTuple):
    """What items are counted from. ``answers`` (item, annotator, kind, unit, criterion, target, value) are verdicts
    without those on retired units, ``silence`` (item, annotator, target, decision, criteria as JSON) the documents
    whose units somebody is silent on, ``in_sight`` the items of the finishes and reopenings (row ids) that say what was
    left unread."""

    answers: list[tuple[ItemId, AnnotatorId, str, UnitId, CriterionId, int, Any]]
    silence: list[tuple[ItemId, AnnotatorId, int, int | None, str]]
    in_sight: dict[int, ItemId]


def read_responses(connection: Connection, items: Sequence[ItemId]) -> Responses:
    """See ``Responses``."""
    some = (json.dumps(list(items)),)
    answers = connection.execute(
        "SELECT item_id, annotator_id, kind, unit_id, criterion_id, target_id, value"
        " FROM verdict JOIN annotator ON annotator.id = annotator_id"
        f" WHERE {_OF}{retired_filter(connection)}",
        some,
    ).fetchall()
    silence = connection.execute(
        "SELECT item_id, annotator_id, target_id, decision_id, json_group_array(criterion_id) FROM judged"
        f" WHERE {_OF} GROUP BY item_id, annotator_id, target_id, decision_id",  # a tenth of the rows to fetch
        some,
    ).fetchall()
    in_sight = connection.execute(
        f"SELECT id, item_id FROM decision WHERE {_OF}"
        " AND (action = 'finish' OR action = 'reopen') AND unread IS NOT NULL",
        some,
    ).fetchall()
    return Responses(answers, silence, dict(in_sight))


def replace_unsaid(
    connection: Connection, items: Sequence[ItemId], rows: Sequence[tuple[int, int, int, int, int]]
) -> None:
    """Keep (item, annotator, unit, criterion, target) of the flags of these items of which silence says nothing."""
    connection.execute(f"DELETE FROM unsaid WHERE {_OF}", (json.dumps(list(items)),))
    insert(connection, "INSERT INTO unsaid (item_id, annotator_id, unit_id, criterion_id, target_id)", rows)


class ItemCounts(NamedTuple):
    """What is counted of an item: judges' flags, ties, and the closest of these as "2:2"."""

    flags: int
    ties: int
    votes: str
    item: ItemId


def replace_item_counts(
    connection: Connection,
    items: Sequence[ItemId],
    heads: Iterable[ItemCounts],
    progress: Sequence[tuple[int, ...]],
    trust: Sequence[tuple[int, ...]],
) -> None:
    """Keep what was counted of these items, with rows for the tables: (annotator, item, settled, doubted, unsure,
    finished) and (judge, criterion, item, right, wrong)."""
    values = (json.dumps(list(items)),)
    connection.executemany("UPDATE item SET flags = ?, ties = ?, votes = ? WHERE id = ?", heads)
    # named annotators let SQLite use the table's key, which begins with them, instead of reading all of it
    connection.execute(f"DELETE FROM progress WHERE annotator_id IN (SELECT id FROM annotator) AND {_OF}", values)
    insert(connection, "INSERT INTO progress (annotator_id, item_id, settled, doubted, unsure, finished)", progress)
    connection.execute(f"DELETE FROM trust WHERE {_OF}", values)
    insert(connection, "INSERT INTO trust (annotator_id, criterion_id, item_id, right, wrong)", trust)


def is_counted_finished(
    connection: Connection, reviewer: AnnotatorId, item: ItemId, cell: tuple[int, int, int]
) -> bool:
    """Whether a reviewer counts as having finished an item and did not answer the cell (unit, criterion, target)."""
    row = connection.execute(
        "SELECT 1 FROM progress WHERE annotator_id = :who AND item_id = :item AND finished AND NOT EXISTS"
        " (SELECT 1 FROM verdict WHERE annotator_id = :who AND unit_id = :unit AND criterion_id = :criterion"
        " AND target_id = :target)",
        {"who": reviewer, "item": item, "unit": cell[0], "criterion": cell[1], "target": cell[2]},
    ).fetchone()
    return row is not None


class ItemTotals(NamedTuple):
    """Of all items of the project; ``tied`` are the items with ties."""

    items: int
    flags: int
    ties: int
    tied: int


def read_item_totals(connection: Connection) -> ItemTotals:
    """See ``ItemTotals``: each from an index of its own, since the table's pages, with keys and data sets, are many
    more."""
    items, flags = connection.execute("SELECT count(*), coalesce(sum(flags), 0) FROM item").fetchone()
    ties, tied = connection.execute("SELECT coalesce(sum(ties), 0), count(*) FROM item WHERE ties > 0").fetchone()
    return ItemTotals(items, flags, ties, tied)


class ReviewerTotals(NamedTuple):
    """How far a reviewer is: items finished, flags answered, cells left unsure and items with such; ``decisions`` are
    the answers that stand."""

    finished_items: int
    answered_flags: int
    unsure: int
    unsure_items: int
    decisions: int


def read_reviewer_totals(connection: Connection, reviewer: AnnotatorId, *, own_decisions: bool) -> ReviewerTotals:
    """See ``ReviewerTotals``; the decisions are everybody's, or with ``own_decisions`` the reviewer's."""
    row = connection.execute(
        "SELECT coalesce(sum(finished), 0), coalesce(sum(settled), 0), coalesce(sum(unsure), 0),"
        " coalesce(sum(unsure > 0), 0) FROM progress WHERE annotator_id = ?",
        (reviewer,),
    ).fetchone()
    # The words of the index ``decision_answer``, which SQLite looks for.
    answers = "action IN ('accept', 'override', 'unsure', 'add', 'settle')"
    person = "AND reviewer_id = ?" if own_decisions else ""
    (decisions,) = connection.execute(
        f"SELECT (SELECT count(*) FROM decision WHERE {answers} {person}) - (SELECT count(*) FROM undone"
        f" JOIN decision ON decision.id = decision_id WHERE {answers} {person})",
        (reviewer, reviewer) if own_decisions else (),
    ).fetchone()
    return ReviewerTotals._make((*row, decisions))


def read_trust(connection: Connection, judge: AnnotatorId, criterion: CriterionId) -> list[tuple[ItemId, int, int]]:
    """(item, right, wrong) of a judge's flags by a criterion that people decided."""
    return connection.execute(
        "SELECT item_id, right, wrong FROM trust WHERE annotator_id = ? AND criterion_id = ? AND right + wrong > 0",
        (judge, criterion),
    ).fetchall()


def read_explanations(
    connection: Connection, judge: AnnotatorId, criterion: CriterionId
) -> dict[tuple[UnitId, int], str]:
    """What a judge explained of its flags by a criterion, by (unit, target)."""
    rows = connection.execute(
        "SELECT unit_id, target_id, coalesce(explanation, '') FROM verdict"
        " WHERE annotator_id = ? AND criterion_id = ? AND value = 'yes'",
        (judge, criterion),
    )
    return {(unit, target): explanation for unit, target, explanation in rows}


def count_correct_explanations(connection: Connection, judge: AnnotatorId, criterion: CriterionId) -> tuple[int, int]:
    """(opinions that a judge's explanation is correct, all opinions) by a criterion."""
    row: tuple[int, int] = connection.execute(
        # from the opinions on: there are far fewer of them than flags
        "SELECT coalesce(sum(reason.value = 'correct'), 0), count(*) FROM reason CROSS JOIN verdict"
        " ON verdict.id = verdict_id WHERE verdict.annotator_id = ? AND criterion_id = ?",
        (judge, criterion),
    ).fetchone()
    return row


class DefaultTotals(NamedTuple):
    """Where the default task stands: flags that people decided, flags that none of them did and that somebody left
    unsure, flags that other tasks own; and (name, settled flags, cells left unsure, finished items) of each person by
    name."""

    decided: int
    unsure: int
    owned: int
    people: list[tuple[str, int, int, int]]


def read_default_totals(connection: Connection, others: Sequence[int], *, outside_tasks: bool) -> DefaultTotals:
    """See ``DefaultTotals``; other tasks own the criteria ``others``. ``outside_tasks``: of what people left unsure
    only that outside the tasks of a protocol."""
    among = ", ".join(map(str, others)) or "0"
    decided = connection.execute(
        f"SELECT coalesce(sum(right), 0) + coalesce(sum(wrong), 0) FROM trust WHERE criterion_id NOT IN ({among})"
    ).fetchone()[0]
    people = "SELECT id FROM annotator WHERE kind IN ('human', 'gold')"
    judges = f"SELECT id FROM annotator WHERE {_JUDGES}"
    cell = "said.criterion_id = flag.criterion_id AND said.unit_id = flag.unit_id AND said.target_id = flag.target_id"
    unsure = connection.execute(
        "WITH unsure AS (SELECT DISTINCT criterion_id, unit_id, target_id FROM verdict WHERE value IS NULL"
        f" AND annotator_id IN ({people}) AND criterion_id NOT IN ({among}))"
        " SELECT count(*) FROM unsure JOIN verdict AS flag USING (criterion_id, unit_id, target_id)"
        f" WHERE flag.annotator_id IN ({judges}) AND flag.value = 'yes'"
        f" AND NOT EXISTS (SELECT 1 FROM verdict AS said WHERE said.annotator_id IN ({people}) AND {cell}"
        f" AND said.value IS NOT NULL){retired_filter(connection, 'flag.unit_id')}"
    ).fetchone()[0]
    owned = 0
    if others:
        owned = connection.execute(
            f"SELECT count(*) FROM verdict WHERE value = 'yes' AND criterion_id IN ({among}) AND annotator_id IN"
            f" ({judges}){retired_filter(connection)}"
        ).fetchone()[0]
    unsure_cells = "sum(unsure)"
    if outside_tasks:
        unsure_cells = (
            "(SELECT count(*) FROM verdict JOIN decision ON decision.id = decision_id WHERE annotator_id = annotator.id"
            " AND verdict.value IS NULL AND task_id IS NULL)"
        )
    persons = connection.execute(
        f"SELECT name, sum(settled), {unsure_cells}, sum(finished) FROM progress JOIN annotator"
        " ON annotator.id = progress.annotator_id GROUP BY progress.annotator_id ORDER BY name"
    ).fetchall()
    return DefaultTotals(decided, unsure, owned, persons)
