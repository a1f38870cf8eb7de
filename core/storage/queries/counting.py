"""What is counted of items for the queue: the rows it is counted from, and where the counts are kept."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from galley.core.storage.bulk_rows import insert
from galley.core.storage.names import retired_filter


def keep_flagged_items(connection: sqlite3.Connection) -> None:
    """Note of each judge and import the items that it flagged."""
    connection.execute(
        "INSERT OR IGNORE INTO flagged SELECT annotator_id, item_id FROM verdict WHERE value = 'yes'"
        " AND annotator_id IN (SELECT id FROM annotator WHERE kind IN ('judge', 'import'))"
    )


def find_items_with_open_gold(connection: sqlite3.Connection) -> list[int]:
    """The items (row ids) in which gold left a cell open or is silent, or somebody is unsure."""
    gold = "annotator_id IN (SELECT id FROM annotator WHERE kind = 'gold')"
    rows = connection.execute(
        f"SELECT item_id FROM verdict WHERE {gold} AND value IS NULL UNION SELECT item_id FROM judged WHERE {gold}"
        " UNION SELECT item_id FROM progress WHERE unsure > 0"
    )
    return [item for (item,) in rows]


Connection = sqlite3.Connection
_JUDGES = "kind IN ('import', 'judge')"
_OF = "item_id IN (SELECT value FROM json_each(?))"


def read_answers(connection: Connection, items: Sequence[int]) -> list[tuple[int, int, str, int, int, int, Any]]:
    """(item, annotator, kind, unit, criterion, target, value) of the verdicts of items, without retired units."""
    return connection.execute(
        "SELECT item_id, annotator_id, kind, unit_id, criterion_id, target_id, value"
        " FROM verdict JOIN annotator ON annotator.id = annotator_id"
        f" WHERE {_OF}{retired_filter(connection)}",
        (json.dumps(list(items)),),
    ).fetchall()


def read_finishes_in_sight(connection: Connection, items: Sequence[int]) -> dict[int, int]:
    """The items of the finishes and reopenings (row ids) that say what was left unread."""
    return dict(
        connection.execute(
            f"SELECT id, item_id FROM decision WHERE {_OF}"
            " AND (action = 'finish' OR action = 'reopen') AND unread IS NOT NULL",
            (json.dumps(list(items)),),
        ).fetchall()
    )


def read_silence(connection: Connection, items: Sequence[int]) -> list[tuple[int, int, int, int | None, str]]:
    """(item, annotator, target, decision, criteria as JSON) of the documents whose units somebody is silent on."""
    return connection.execute(
        "SELECT item_id, annotator_id, target_id, decision_id, json_group_array(criterion_id) FROM judged"
        f" WHERE {_OF} GROUP BY item_id, annotator_id, target_id, decision_id",  # a tenth of the rows to fetch
        (json.dumps(list(items)),),
    ).fetchall()


def replace_unsaid(
    connection: Connection, items: Sequence[int], rows: Sequence[tuple[int, int, int, int, int]]
) -> None:
    """Keep (item, annotator, unit, criterion, target) of the flags of these items of which silence says nothing."""
    connection.execute(f"DELETE FROM unsaid WHERE {_OF}", (json.dumps(list(items)),))
    insert(connection, "INSERT INTO unsaid (item_id, annotator_id, unit_id, criterion_id, target_id)", rows)


def replace_item_counts(
    connection: Connection,
    items: Sequence[int],
    heads: Iterable[tuple[int, int, str, int]],
    progress: Sequence[tuple[int, ...]],
    trust: Sequence[tuple[int, ...]],
) -> None:
    """Keep what was counted of these items: (flags, ties, votes, item); (annotator, item, settled, doubted, unsure,
    finished); and (judge, criterion, item, right, wrong)."""
    values = (json.dumps(list(items)),)
    connection.executemany("UPDATE item SET flags = ?, ties = ?, votes = ? WHERE id = ?", heads)
    # named annotators let SQLite use the table's key, which begins with them, instead of reading all of it
    connection.execute(f"DELETE FROM progress WHERE annotator_id IN (SELECT id FROM annotator) AND {_OF}", values)
    insert(connection, "INSERT INTO progress (annotator_id, item_id, settled, doubted, unsure, finished)", progress)
    connection.execute(f"DELETE FROM trust WHERE {_OF}", values)
    insert(connection, "INSERT INTO trust (annotator_id, criterion_id, item_id, right, wrong)", trust)


def is_counted_finished(connection: Connection, reviewer: int, item: int, cell: tuple[int, int, int]) -> bool:
    """Whether a reviewer counts as having finished an item and did not answer the cell (unit, criterion, target)."""
    row = connection.execute(
        "SELECT 1 FROM progress WHERE annotator_id = :who AND item_id = :item AND finished AND NOT EXISTS"
        " (SELECT 1 FROM verdict WHERE annotator_id = :who AND unit_id = :unit AND criterion_id = :criterion"
        " AND target_id = :target)",
        {"who": reviewer, "item": item, "unit": cell[0], "criterion": cell[1], "target": cell[2]},
    ).fetchone()
    return row is not None


def read_item_totals(connection: Connection) -> tuple[int, int, int, int]:
    """(items, flags, ties, items with ties) of the project, each from an index of its own: the table's pages, with keys
    and data sets, are many more."""
    items, flags = connection.execute("SELECT count(*), coalesce(sum(flags), 0) FROM item").fetchone()
    ties, tied = connection.execute("SELECT coalesce(sum(ties), 0), count(*) FROM item WHERE ties > 0").fetchone()
    return items, flags, ties, tied


def read_progress_totals(connection: Connection, reviewer: int) -> tuple[int, int, int, int]:
    """(items finished, flags settled, cells unsure, items with such) of a reviewer."""
    row: tuple[int, int, int, int] = connection.execute(
        "SELECT coalesce(sum(finished), 0), coalesce(sum(settled), 0), coalesce(sum(unsure), 0),"
        " coalesce(sum(unsure > 0), 0) FROM progress WHERE annotator_id = ?",
        (reviewer,),
    ).fetchone()
    return row


def count_standing_answers(connection: Connection, reviewer: int | None) -> int:
    """The answers that stand, of a reviewer or of all."""
    # The words of the index ``decision_answer``, which SQLite looks for.
    answers = "action IN ('accept', 'override', 'unsure', 'add', 'settle')"
    person = "AND reviewer_id = ?" if reviewer is not None else ""
    values = () if reviewer is None else (reviewer,)
    count: int = connection.execute(
        f"SELECT (SELECT count(*) FROM decision WHERE {answers} {person}) - (SELECT count(*) FROM undone"
        f" JOIN decision ON decision.id = decision_id WHERE {answers} {person})",
        values * 2,
    ).fetchone()[0]
    return count


def read_trust(connection: Connection, judge: int, criterion: int) -> list[tuple[int, int, int]]:
    """(item, right, wrong) of a judge's flags by a criterion that people decided."""
    return connection.execute(
        "SELECT item_id, right, wrong FROM trust WHERE annotator_id = ? AND criterion_id = ? AND right + wrong > 0",
        (judge, criterion),
    ).fetchall()


def read_explanations(connection: Connection, judge: int, criterion: int) -> dict[tuple[int, int], str]:
    """What a judge explained of its flags by a criterion, by (unit, target)."""
    rows = connection.execute(
        "SELECT unit_id, target_id, coalesce(explanation, '') FROM verdict"
        " WHERE annotator_id = ? AND criterion_id = ? AND value = 'yes'",
        (judge, criterion),
    )
    return {(unit, target): explanation for unit, target, explanation in rows}


def count_correct_explanations(connection: Connection, judge: int, criterion: int) -> tuple[int, int]:
    """(opinions that a judge's explanation is correct, all opinions) by a criterion."""
    row: tuple[int, int] = connection.execute(
        # from the opinions on: there are far fewer of them than flags
        "SELECT coalesce(sum(reason.value = 'correct'), 0), count(*) FROM reason CROSS JOIN verdict"
        " ON verdict.id = verdict_id WHERE verdict.annotator_id = ? AND criterion_id = ?",
        (judge, criterion),
    ).fetchone()
    return row


def read_person_totals(connection: Connection, outside_tasks: bool) -> list[tuple[str, int, int, int]]:
    """(name, settled flags, cells left unsure, finished items) of each person by name; ``outside_tasks``: unsure
    outside the tasks of a protocol alone."""
    unsure = "sum(unsure)"
    if outside_tasks:
        unsure = (
            "(SELECT count(*) FROM verdict JOIN decision ON decision.id = decision_id WHERE annotator_id = annotator.id"
            " AND verdict.value IS NULL AND task_id IS NULL)"
        )
    return connection.execute(
        f"SELECT name, sum(settled), {unsure}, sum(finished) FROM progress JOIN annotator"
        " ON annotator.id = progress.annotator_id GROUP BY progress.annotator_id ORDER BY name"
    ).fetchall()


def count_flags_outside(connection: Connection, others: Sequence[int]) -> tuple[int, int, int]:
    """(flags that people decided, flags that none of them did and that somebody left unsure, both on criteria but for
    ``others``; flags on those ``others``)."""
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
    return decided, unsure, owned
