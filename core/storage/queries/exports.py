"""What exports and their cards read: items in their order with the rows of each table, and counts over chosen items."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from galley.core.domain import CriterionId, ItemId
from galley.core.storage import implicit_no
from galley.core.storage.level_queries import UNMARKED_PAIRS
from galley.core.storage.queries import find_items

Connection = sqlite3.Connection
Row = tuple[Any, ...]

_USABLE = "{0} NOT IN (SELECT item_id FROM unusable WHERE whole)"
_CHOSEN = {
    "reviewed": "{0} IN (SELECT item_id FROM progress WHERE finished = 1)",
    "gold": f"{_USABLE} AND {{0}} IN (SELECT value FROM json_each(resolved_items()))",
}


class ItemChoice(NamedTuple):
    """Which items: ``only`` is "all", "reviewed" (a person has finished them) or "gold" (with a resolved cell, see
    ``prepare_choice``); ``usable``: without those that people called unusable; ``items``: these row ids alone."""

    only: str = "all"
    usable: bool = False
    items: Collection[ItemId] | None = None

    def condition(self, column: str, more: str = "") -> tuple[str, tuple[str, ...]]:
        """(" WHERE …" or "", its values) for the column of the item; ``more`` is one more condition."""
        conditions = [_CHOSEN[self.only].format(column)] if self.only in _CHOSEN else []
        conditions += [_USABLE.format(column)] * self.usable + [more] * bool(more)
        if self.items is None:
            return f" WHERE {' AND '.join(conditions)}" * bool(conditions), ()
        conditions.append(f"{column} IN (SELECT value FROM json_each(?))")
        return f" WHERE {' AND '.join(conditions)}", (json.dumps([*self.items]),)


def prepare_choice(connection: Connection, find_resolved_items: Callable[[], Sequence[int]]) -> None:
    """Teach a connection, which sees one state of its project, the items with gold: what a rule resolves is in no
    table."""
    cache: list[str] = []

    def resolved_items() -> str:
        if not cache:
            cache.append(json.dumps(find_resolved_items()))
        return cache[0]

    connection.create_function("resolved_items", 0, resolved_items, deterministic=True)


# Items one after the other -------------------------------------------------------------------------------------------

# Each gives the item's row id first and is sorted by it. CROSS JOIN keeps SQLite to that order of reading.
_TABLES = {
    "unusable": "SELECT item_id, document_id FROM unusable{where} ORDER BY item_id",
    # With its text units as one JSON list: a row a unit, of which there are most, takes longer to read.
    "documents": 'SELECT item_id, id, name, role, system, part, text, meta, whole_id, units, (SELECT json_array('
    'min(kind), json_group_array(start), json_group_array("end"), json_group_array(speaker)) FROM unit'
    " WHERE unit.id > whole_id AND unit.id <= whole_id + units) FROM document{where} ORDER BY item_id, document.id",
    "derived": "SELECT item_id, unit.id, document_id, unit.kind, unit.text, unit.name, unit.type,"
    " unit.meta, unit.written_id, EXISTS (SELECT 1 FROM retired WHERE unit_id = unit.id) FROM document"
    " CROSS JOIN unit ON document_id = document.id AND unit.text IS NOT NULL LEFT JOIN (SELECT id AS made, at, uid"
    " FROM decision) ON made = written_id{where} ORDER BY item_id, at, uid, unit.id",
    "sources": "SELECT item_id, unit_id, source_id FROM document CROSS JOIN unit ON document_id = document.id"
    " AND unit.text IS NOT NULL CROSS JOIN unit_source ON unit_id = unit.id{where}"
    " ORDER BY item_id, unit_id, source_id",
    "verdicts": "SELECT item_id, id, annotator_id, criterion_id, unit_id, target_id, value, reason, confidence, votes,"
    " explanation, decision_id FROM verdict{where} ORDER BY item_id",
    "spans": 'SELECT item_id, verdict_id, start, "end" FROM verdict CROSS JOIN span ON verdict_id = id{where}'
    " ORDER BY item_id, verdict_id, position",
    "evidence": 'SELECT item_id, verdict_id, evidence.unit_id, start, "end", quote, match FROM verdict'
    " CROSS JOIN evidence ON verdict_id = id{where} ORDER BY item_id, verdict_id, position",
    "reasons": "SELECT item_id, verdict_id, reason.annotator_id, reason.value, reason.decision_id FROM reason"
    " JOIN verdict ON verdict.id = verdict_id{where} ORDER BY item_id, verdict_id, reason.annotator_id",
    "judged": "SELECT item_id, annotator_id, criterion_id, target_id, decision_id FROM judged{where}"
    " ORDER BY item_id, annotator_id, criterion_id, target_id",
    "silent_wholes": "SELECT item_id, annotator_id, criterion_id, target_id, decision_id FROM silent_whole{where}"
    " ORDER BY item_id, annotator_id, criterion_id, target_id",
    "late": f"SELECT * FROM ({implicit_no.ALL}){{where}} ORDER BY item_id",
    "scores": "SELECT item_id, document_id, metric, annotator_id, value FROM document CROSS JOIN score"
    " ON document_id = document.id{where} ORDER BY item_id, document_id, metric, annotator_id",
    "decisions": "SELECT item_id, id, uid, at, reviewer_id, action, unit_id, criterion_id, target_id, flag_id, value,"
    " other_id, spans, note, asked, replaced, refers_id, made, shown, task_id, round, seconds,"
    " act, unread, source,"
    " EXISTS (SELECT 1 FROM undone WHERE decision_id = decision.id) FROM decision{where} ORDER BY item_id, at, uid",
    "handed": "SELECT item_id, task_id, criterion_id, unit_id, target_id FROM handed{where}"
    " ORDER BY item_id, task_id, criterion_id, unit_id, target_id",
    "known": "SELECT item_id, criterion_id, unit_id, target_id, value, trains FROM known{where}"
    " ORDER BY item_id, criterion_id, unit_id, target_id",
    "void": "SELECT item_id, task_id, annotator_id, round FROM void{where}"
    " ORDER BY item_id, task_id, annotator_id, round",
    "packages": "SELECT item_id, package_id FROM package_item{where} ORDER BY item_id, package_id",
    "package_cells": "SELECT item_id, package_id, criterion_id, unit_id, target_id FROM package_cell{where}"
    " ORDER BY item_id, package_id, criterion_id, unit_id, target_id",
    "judging": "SELECT item_id, verdict.id, run.id FROM verdict CROSS JOIN run ON run.id = run_id{where}"
    " ORDER BY item_id, verdict.id",
    "calls": "SELECT item_id, call.id, run_id, target_id, body, part, sample, key, state, reply, finish, unscored,"
    " repaired, error, attempts, tokens_in, tokens_out, tokens_read, tokens_written, cost, seconds, answered,"
    " at FROM call"
    " CROSS JOIN request ON request.id = request_id{where} ORDER BY item_id, call.id",
    "links": "SELECT item_id, verdict_id, call_id FROM verdict CROSS JOIN verdict_call ON verdict_id = id{where}"
    " ORDER BY item_id, verdict_id, call_id",
    "lineage": "SELECT item_id, run_id, state, verdict_id, earlier_id FROM lineage{where} ORDER BY item_id",
    "attached": 'SELECT item_id, annotator_id, unit_id, criterion_id, target_id, source_id, start, "end", stance'
    " FROM attached{where} ORDER BY item_id, decision_id, source_id, start",
    "notes": "SELECT item_id, annotator_id, unit_id, criterion_id, target_id, text FROM note{where}"
    " ORDER BY item_id, id",
}


ROWS_AT_ONCE = 20
"""Rows that a cursor reads ahead: one row of each table in turn takes a tenth longer, more rows hold more texts."""


class Cursor:
    """Rows sorted by the row id of their item, which stands first; taken item by item. ``item`` is the next that has
    rows, None at the end."""

    def __init__(self, rows: sqlite3.Cursor) -> None:
        steps = iter(lambda: rows.fetchmany(ROWS_AT_ONCE), [])
        self._groups = groupby(chain.from_iterable(steps), itemgetter(0))
        self.item: ItemId | None = None
        self._rows: Iterator[Row] = iter(())
        self._advance()

    def take(self) -> list[Row]:
        """The rows of ``item``."""
        rows = list(self._rows)
        self._advance()
        return rows

    def _advance(self) -> None:
        self.item, self._rows = next(self._groups, (None, iter(())))


def open_cursors(
    connection: Connection, tables: Iterable[str], choice: ItemChoice
) -> tuple[int, Iterator[tuple[ItemId, str, str, str, str | None]], dict[str, Cursor]]:
    """(number of chosen items; row id, key, data set, split and metadata as JSON of each in their order; a cursor over
    the rows of each of ``tables``)."""
    where, values = choice.condition("id")
    total = connection.execute(f"SELECT count(*) FROM item{where}", values).fetchone()[0]
    where, values = choice.condition("item_id")
    cursors = {table: Cursor(connection.execute(_TABLES[table].format(where=where), values)) for table in tables}
    where, values = choice.condition("item.id")
    heads = connection.execute(
        "SELECT item.id, key, dataset, split, item_meta.value FROM item LEFT JOIN item_meta ON item_id = item.id"
        f"{where} ORDER BY item.id",
        values,
    )
    return total, heads, cursors


# The header of a record ---------------------------------------------------------------------------------------------


def needs_task_format(connection: Connection) -> bool:
    """Whether anything in the project is of a task or round that is not the default one, or was finished as far as it
    was read: a Galley from before that would take an implicit no for flags, and for what nobody opened."""
    decision_query = "decision WHERE task_id IS NOT NULL OR round > 1 OR unread IS NOT NULL OR source IS NOT NULL"
    return any(
        connection.execute(f"SELECT 1 FROM {where} LIMIT 1").fetchone()
        for where in ("protocol", "void", "known", "handed", decision_query)
    )


def read_document_names(connection: Connection, choice: ItemChoice) -> Iterator[tuple[ItemId, int, str]]:
    """(item, row id, name) of the documents of the chosen items in their order."""
    where, values = choice.condition("item_id")
    return connection.execute(f"SELECT item_id, id, name FROM document{where} ORDER BY item_id, id", values)


# Cards and reports --------------------------------------------------------------------------------------------------


class Contents(NamedTuple):
    """What the chosen items hold. By annotator (row id): ``answers`` are (verdicts, yeses, verdicts without a value),
    ``decided`` (decisions, the first, the last), ``adjudicated`` standing adjudications. ``gold`` has, by the row id of
    each verdict of gold, whether a decision made it and that decision's note."""

    items: list[ItemId]
    datasets: dict[str, int]
    splits: dict[str, int]
    systems: dict[str, int]
    documents: dict[str, int]
    units: dict[str, int]
    verdicts: dict[str, int]
    unscored: dict[str, int]
    decisions: int
    finished: int
    answers: dict[int, tuple[int, int, int]]
    items_gone_through: dict[int, int]
    decided: dict[int, tuple[int, str, str]]
    adjudicated: dict[int, int]
    gold: dict[int, tuple[bool, str | None]]


def read_contents(connection: Connection, choice: ItemChoice) -> Contents:
    """Counts over the chosen items; what has no name is left out of what is counted by name."""

    def read(query: str, column: str = "item_id", more: str = "") -> list[Row]:
        where, values = choice.condition(column, more)
        return connection.execute(query.format(where=where), values).fetchall()

    def count(query: str, column: str = "item_id", more: str = "") -> dict[str, int]:
        return {name: number for name, number in read(query, column, more) if name}

    answers = {
        row: (verdicts, yeses or 0, unscored or 0)
        for row, verdicts, yeses, unscored in read(
            "SELECT annotator_id, count(value), sum(value = 'yes'), sum(value IS NULL) FROM verdict{where} GROUP BY 1"
        )
    }
    verdicts_by_kind, unscored_by_kind = _count_by_kind(connection, answers)
    standing = "id NOT IN (SELECT decision_id FROM undone)"
    decided = read("SELECT reviewer_id, count(*), min(at), max(at) FROM decision{where} GROUP BY 1")
    return Contents(
        items=find_items(connection, choice),
        datasets=count("SELECT dataset, count(*) FROM item{where} GROUP BY 1 ORDER BY 1", "id"),
        splits=count("SELECT split, count(*) FROM item{where} GROUP BY 1 ORDER BY 1", "id"),
        systems=count("SELECT system, count(*) FROM document{where} GROUP BY 1 ORDER BY 1", more="role = 'summary'"),
        documents=count("SELECT role, count(*) FROM document{where} GROUP BY 1 ORDER BY 1"),
        units=count(
            # the text units of a document are of the kind of the first; only derived ones can be retired
            "SELECT kind, sum(number) FROM (SELECT item_id, unit.kind, units AS number FROM document CROSS JOIN unit"
            " ON unit.id = whole_id + 1 WHERE units > 0 UNION ALL SELECT item_id, unit.kind, 1 FROM document CROSS JOIN"
            " unit ON unit.document_id = document.id AND unit.text IS NOT NULL WHERE unit.id NOT IN"
            " (SELECT unit_id FROM retired)){where} GROUP BY 1 ORDER BY 1"
        ),
        verdicts=verdicts_by_kind,
        unscored=unscored_by_kind,
        decisions=sum(row[1] for row in decided),
        finished=read("SELECT count(DISTINCT item_id) FROM progress{where}", more="finished = 1")[0][0],
        answers=answers,
        items_gone_through=dict(
            read(f"SELECT annotator_id, count(DISTINCT item_id) FROM {UNMARKED_PAIRS}{{where}} GROUP BY 1")
        ),
        decided={row: (number, first, last) for row, number, first, last in decided},
        adjudicated=dict(
            read(
                "SELECT reviewer_id, count(*) FROM decision{where} GROUP BY 1",
                more=f"action = 'settle' AND {standing}",
            )
        ),
        gold={
            row: (decision is not None, note)
            for row, decision, note in read(
                "SELECT verdict.id, decision_id, note FROM verdict JOIN annotator ON annotator.id = annotator_id"
                " LEFT JOIN decision ON decision.id = decision_id{where}",
                "verdict.item_id",
                "kind = 'gold'",
            )
        },
    )


def _count_by_kind(
    connection: Connection, answers: dict[int, tuple[int, int, int]]
) -> tuple[dict[str, int], dict[str, int]]:
    """(verdicts, verdicts without a value) by the kind of their annotator, where there are any."""
    verdicts, unscored = Counter[str](), Counter[str]()
    for kind, row in connection.execute("SELECT kind, id FROM annotator ORDER BY kind"):
        if row in answers:
            verdicts[kind] += answers[row][0]
            unscored[kind] += answers[row][2]
    return dict(+verdicts), dict(+unscored)


class ScoreMean(NamedTuple):
    """The mean of the scores that an annotator gave a system under a metric, and how many there are."""

    metric: str
    annotator: str
    system: str
    number: int
    mean: float


def read_score_means(connection: Connection, choice: ItemChoice) -> list[ScoreMean]:
    """The means of the scores of the chosen items, without unusable documents."""
    where, values = choice.condition("item_id")
    rows = connection.execute(
        "SELECT metric, annotator.name, system, count(*), avg(score.value) FROM score"
        " JOIN document ON document.id = document_id AND document_id NOT IN (SELECT document_id FROM unusable)"
        f" JOIN annotator ON annotator.id = annotator_id{where} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
        values,
    )
    return list(map(ScoreMean._make, rows))


def count_items_by_readers(connection: Connection, choice: ItemChoice) -> dict[int, int]:
    """How many of the chosen items one person answered, two, and so on."""
    where, values = choice.condition("item_id")
    rows = connection.execute(
        "SELECT readers, count(*) FROM (SELECT item_id, count(DISTINCT annotator_id) AS readers FROM"
        f" (SELECT item_id, annotator_id FROM verdict UNION SELECT item_id, annotator_id FROM {UNMARKED_PAIRS})"
        f" JOIN annotator ON annotator.id = annotator_id AND kind = 'human'{where} GROUP BY 1) GROUP BY 1 ORDER BY 1",
        values,
    )
    return dict(rows.fetchall())


class ErrorExample(NamedTuple):
    """A yes of a person or of gold (row id of the verdict), and a judge's flag on the same cell, None where none is."""

    item: ItemId
    criterion: CriterionId
    answer: int
    flag: int | None


def find_error_examples(
    connection: Connection, criteria: Iterable[CriterionId], choice: ItemChoice
) -> list[ErrorExample]:
    """An example for each of the criteria that has one: gold says yes there, or more people say yes than no. One that
    nobody contradicts comes before others, then one that most people gave."""
    people = "(SELECT id FROM annotator WHERE kind IN ('human', 'gold'))"
    cell = "o.item_id = f.item_id AND o.unit_id = f.unit_id AND o.target_id = f.target_id AND o.criterion_id ="
    where, values = choice.condition("f.item_id", f"f.value = 'yes' AND f.annotator_id IN {people}")
    holds = (
        "(SELECT coalesce(max(CASE WHEN kind = 'gold' THEN o.value IS 'yes' END), sum(CASE o.value WHEN 'yes' THEN 1"
        f" WHEN 'no' THEN -1 END) > 0) FROM verdict AS o JOIN annotator ON annotator.id = o.annotator_id WHERE {cell}"
        " f.criterion_id AND kind IN ('human', 'gold'))"
    )
    rows = []
    for criterion in criteria:
        row = connection.execute(
            "SELECT f.item_id, f.criterion_id, f.id, (SELECT o.id FROM verdict AS o JOIN annotator ON annotator.id ="
            f" o.annotator_id AND annotator.kind IN ('judge', 'import') WHERE {cell} f.criterion_id AND o.value = 'yes'"
            " ORDER BY o.explanation IS NULL, o.id LIMIT 1) AS flag"
            f" FROM verdict AS f{where} AND f.criterion_id = ? AND {holds}"
            f" ORDER BY EXISTS (SELECT 1 FROM verdict AS o WHERE {cell} f.criterion_id"
            f" AND o.value IS NOT 'yes' AND o.annotator_id IN {people}), (SELECT count(*) FROM verdict AS o WHERE"
            f" {cell} f.criterion_id AND o.value = 'yes' AND o.annotator_id IN {people}) DESC, flag IS NULL, f.id"
            " LIMIT 1",
            (*values, criterion),
        ).fetchone()
        rows += [ErrorExample._make(row)] if row else []
    return rows
