"""Statements about judges and their runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

from galley.core.domain import ChangeSet


def is_judge_unused(connection: sqlite3.Connection, judge: int, run: int) -> bool:
    """Whether a judge has said nothing, and no run but this one asked it."""
    has_answers = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE annotator_id = :judge)" for table in ("verdict", "judged", "score")
    )
    has_runs = "EXISTS (SELECT 1 FROM run WHERE annotator_id = :judge AND id <> :run)"
    return not connection.execute(f"SELECT {has_answers} OR {has_runs}", {"judge": judge, "run": run}).fetchone()[0]


def rename_judge(connection: sqlite3.Connection, judge: int, name: str, model: str) -> bool:
    """Give a judge another model and its name; False where the name is taken."""
    return bool(
        connection.execute(
            "UPDATE annotator SET name = :name, model = :model WHERE id = :judge"
            " AND NOT EXISTS (SELECT 1 FROM annotator WHERE kind = 'judge' AND name = :name)",
            {"judge": judge, "name": name, "model": model},
        ).rowcount
    )


def keep_answering_model(
    connection: sqlite3.Connection, run: int, version: str, first: int, voices: Mapping[str, int]
) -> None:
    """Keep what the server calls the model that answers a run, and the judges it speaks as."""
    connection.execute(
        "UPDATE run SET annotator_id = ?, settings = json_set(settings, '$.version', ?, '$.annotators', json(?))"
        " WHERE id = ?",
        (first, version, json.dumps(dict(voices)), run),
    )


def keep_context(connection: sqlite3.Connection, run: int, tokens: int) -> ChangeSet:
    """Keep how many tokens the server of a run reads."""
    connection.execute("UPDATE run SET settings = json_set(settings, '$.context', ?) WHERE id = ?", (tokens, run))
    return ChangeSet(runs=frozenset({run}))


def answering_models(connection: sqlite3.Connection, run: int) -> dict[str, int]:
    """How many replies of a run each model gave, by the name that the server calls it; what is unsaid is left out."""
    return dict(
        connection.execute(
            "SELECT answered, count(*) FROM call WHERE run_id = ? AND answered <> '' AND state <> 'failed'"
            " GROUP BY answered ORDER BY 2 DESC, 1",
            (run,),
        ).fetchall()
    )


def find_error(connection: sqlite3.Connection, key: str) -> str | None:
    """Why the newest call with this key got no reply; None where no such call failed."""
    row = connection.execute(
        "SELECT error FROM call WHERE key = ? AND state = 'failed' ORDER BY id DESC LIMIT 1", (key,)
    ).fetchone()
    return None if row is None else str(row[0])


def read_judged_cell(
    connection: sqlite3.Connection, annotator: int, unit: int, criterion: int, target: int
) -> tuple[str, str, str, int, str]:
    """(document, text, kind and position of a unit, what a judge explained of it): the document's system where it has
    one; "" where the judge gave no explanation."""
    row: tuple[str, str, str, int, str] = connection.execute(
        "SELECT CASE WHEN about.system <> '' THEN about.system ELSE about.name END,"
        " CASE unit.kind WHEN 'whole' THEN about.text ELSE"
        ' coalesce(unit.text, substr(own.text, unit.start + 1, unit."end" - unit.start)) END,'
        " unit.kind, unit.position, coalesce((SELECT explanation FROM verdict WHERE annotator_id = :annotator"
        " AND unit_id = :unit AND criterion_id = :criterion AND target_id = :target ORDER BY id DESC LIMIT 1), '')"
        " FROM unit JOIN document AS own ON own.id = unit.document_id JOIN document AS about ON about.id = :target"
        " WHERE unit.id = :unit",
        {"annotator": annotator, "unit": unit, "criterion": criterion, "target": target},
    ).fetchone()
    return row


def read_replies(connection: sqlite3.Connection, run: int, target: int, part: str) -> list[str]:
    """The replies of a run to what it asked about a document as ``part``, in the order of the samples; of a call that
    was known before, the reply that it had then."""
    rows = connection.execute(
        "SELECT (SELECT reply FROM call AS known WHERE known.key = call.key AND known.state = 'done' ORDER BY id DESC"
        " LIMIT 1) FROM call WHERE run_id = ? AND target_id = ? AND part = ? ORDER BY sample, id",
        (run, target, part),
    )
    return [reply for (reply,) in rows if reply]


def find_newest_run(connection: sqlite3.Connection, annotator: int) -> int:
    """The newest run that wrote verdicts of a judge; 0 where none did."""
    row = connection.execute("SELECT max(run_id) FROM verdict WHERE annotator_id = ?", (annotator,)).fetchone()
    return int(row[0] or 0)


def has_items(connection: sqlite3.Connection) -> bool:
    """Whether the project holds an item."""
    return bool(connection.execute("SELECT EXISTS (SELECT 1 FROM item)").fetchone()[0])


def count_summary_units(connection: sqlite3.Connection) -> int:
    """The units of all summaries of a project."""
    row = connection.execute("SELECT coalesce(sum(units), 0) FROM document WHERE role = 'summary'").fetchone()
    return int(row[0])


def count_summaries_by_dataset(connection: sqlite3.Connection) -> dict[str, int]:
    """The number of summaries in each data set."""
    return dict(
        connection.execute(
            "SELECT dataset, count(*) FROM document JOIN item ON item.id = item_id WHERE role = 'summary' GROUP BY 1"
        ).fetchall()
    )


def list_items(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """The row ids of all items with their data sets, in order."""
    return connection.execute("SELECT id, dataset FROM item ORDER BY id").fetchall()
