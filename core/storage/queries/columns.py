"""What figures are computed from, as columns: a column of row ids is one text, which numpy reads back, so that a
million verdicts cost three strings and no object each. The rest is counted by SQLite."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId
from galley.core.storage import names, set_answers, slot_queries
from galley.core.storage.log_row import COLUMNS, LogRow

Connection = sqlite3.Connection
Text = str | None
"""Whole numbers with commas between them; None for none."""
_IN = "IN (SELECT value FROM json_each(?))"
_STANDS = "id NOT IN (SELECT decision_id FROM undone)"


def _list(ids: Iterable[int]) -> str:
    return ",".join(str(int(number)) for number in ids)


def _pairs(criteria: Iterable[CriterionId], annotators: Iterable[AnnotatorId]) -> str:
    return f"criterion_id IN ({_list(criteria)}) AND annotator_id IN ({_list(annotators)})"


# Documents and units ------------------------------------------------------------------------------------------------


class Extents(NamedTuple):
    """The last item, document and unit (row ids; None for none), how many units are retired, and the sum of these."""

    item: int | None
    document: int | None
    unit: int | None
    retired: int
    retired_sum: int | None


def read_extents(connection: Connection) -> Extents:
    """What tells one state of the documents and units from another."""
    row = connection.execute(
        "SELECT (SELECT max(id) FROM item), (SELECT max(id) FROM document), (SELECT max(id) FROM unit),"
        " (SELECT count(*) FROM retired), (SELECT sum(unit_id) FROM retired)"
    ).fetchone()
    return Extents._make(row)


def read_document_column(connection: Connection, name: str, codes: Sequence[str] = ()) -> Text:
    """A column of all documents in their order: ``id``, ``item_id``, ``whole_id`` or ``units``; or ``role`` and
    ``kind``, that of the text units, as places in ``codes``, -1 for no text units."""
    cases = " ".join(f"WHEN '{code}' THEN {number}" for number, code in enumerate(codes))
    kind = f"coalesce((SELECT CASE kind {cases} END FROM unit WHERE unit.id = whole_id + 1 AND units > 0), -1)"
    expressions = {"role": f"CASE role {cases} END", "kind": kind}
    if name not in expressions:
        expressions = {column: column for column in ("id", "item_id", "whole_id", "units")}
    text: Text = connection.execute(
        f"SELECT group_concat({expressions[name]}) FROM (SELECT id, item_id, whole_id, units, role FROM document"
        " ORDER BY id)"
    ).fetchone()[0]
    return text


def read_document_labels(connection: Connection, label: str) -> Iterator[str]:
    """The ``system`` of each document in their order, or its item's ``dataset``, ``split`` or ``key``."""
    statements = {
        name: f"SELECT {name} FROM document JOIN item ON item.id = item_id ORDER BY document.id"
        for name in ("dataset", "split", "key")
    }
    statements["system"] = "SELECT system FROM document ORDER BY id"
    return (name for (name,) in connection.execute(statements[label]))


def read_derived_columns(
    connection: Connection, kinds: Collection[str], types: Sequence[str] = (), *, retired: bool = False
) -> tuple[Text, Text]:
    """(row ids, documents) of the derived units of some kinds that stand, or (``retired``) of all; of some types where
    those are named."""
    row: tuple[Text, Text] = connection.execute(
        "SELECT group_concat(id), group_concat(document_id) FROM unit LEFT JOIN mask ON unit_id = id"
        f" WHERE text IS NOT NULL AND kind IN ({','.join('?' * len(kinds))})"
        + (f" AND coalesce(mask.type, unit.type) IN ({','.join('?' * len(types))})" if types else "")
        + ("" if retired else names.retired_filter(connection, "id")),
        (*kinds, *types),
    ).fetchone()
    return row


class FactOrOpinion(NamedTuple):
    """A fact or an opinion: its type as gold or the file has it, its metadata as JSON, its text."""

    unit: UnitId
    item: ItemId
    kind: str
    type: str | None
    meta: str | None
    text: str


def read_facts_and_opinions(connection: Connection) -> Iterator[FactOrOpinion]:
    """The opinions, the key facts and the non-supporting facts that stand."""
    rows = connection.execute(
        "SELECT unit.id, item_id, kind, coalesce(mask.type, unit.type) AS now, unit.meta, unit.text FROM unit"
        " JOIN document ON document.id = document_id LEFT JOIN mask ON mask.unit_id = unit.id"
        " WHERE unit.text IS NOT NULL AND (kind = 'opinion' OR (kind = 'fact' AND now IN ('key', 'non-supporting')))"
        " AND unit.id NOT IN (SELECT unit_id FROM retired)"
    )
    return map(FactOrOpinion._make, rows)


def read_unit_lengths(connection: Connection, first: int, last: int) -> list[tuple[int, int]]:
    """(row id, code points) of the units from ``first`` to ``last``."""
    query = 'SELECT id, CASE WHEN text IS NULL THEN "end" - start ELSE length(text) END FROM unit'
    return connection.execute(f"{query} WHERE id BETWEEN ? AND ?", (first, last)).fetchall()


def find_place(connection: Connection, place: Sequence[Any]) -> tuple[ItemId, UnitId, int] | None:
    """(item, unit, target) of a place: the item's key, the unit's document, its kind, position and name, and the
    document that it is about. None where the project no longer has it."""
    key, home, kind, position, name, about = place
    query = "SELECT document.name, document.id FROM document JOIN item ON item.id = item_id WHERE key = ?"
    documents = dict(connection.execute(query, (key,)).fetchall())
    if home not in documents or about not in documents:
        return None
    if name:
        which = "unit.document_id = document.id AND unit.text IS NOT NULL AND unit.name = ?"
    else:
        which = "unit.id BETWEEN whole_id AND whole_id + units AND ? = ''"
    row = connection.execute(
        f"SELECT item_id, unit.id FROM document JOIN unit ON {which}"
        " WHERE document.id = ? AND unit.kind = ? AND unit.position = ?",
        (name, documents[home], kind, position),
    ).fetchone()
    return (*row, documents[about]) if row else None


# Verdicts -----------------------------------------------------------------------------------------------------------


def find_answered_pairs(
    connection: Connection,
    criteria: Iterable[CriterionId] | None = None,
    *,
    counted: bool = True,
    wholes: bool = True,
) -> set[tuple[AnnotatorId, CriterionId]]:
    """Every (annotator, criterion), of some criteria or of all, with a verdict or silence on units or (``wholes``) on
    whole documents: one look into each index a pair. ``counted``: answers that were revoked, are beyond the slots, or
    are to flags that were never opened make nobody a reader, and an answer that makes a cell pointless does."""
    own = "SELECT 1 FROM {} WHERE annotator_id = annotator.id AND criterion_id = criterion.id"
    has_verdict, tables = own.format("verdict"), ["judged", *["silent_whole"] * wholes]
    if counted:
        tables.append("unmet")
        if slot_queries.holds_revoked(connection):
            has_verdict += " AND id NOT IN (SELECT verdict_id FROM aside WHERE why = 'void')"
        has_verdict += set_answers.unopened_filter(connection)
    spoke = " OR ".join(f"EXISTS ({one})" for one in (has_verdict, *map(own.format, tables)))
    some = "" if criteria is None else f"criterion.id IN ({_list(criteria)}) AND "
    rows = connection.execute(f"SELECT annotator.id, criterion.id FROM annotator, criterion WHERE {some}({spoke})")
    return {(annotator, criterion) for annotator, criterion in rows}


class VerdictColumns(NamedTuple):
    """Verdicts as columns: their units, who spoke (annotator times one more than the highest criterion plus criterion),
    the places of their values, -1 for none, or the numbers, and their targets, or the sum of these."""

    units: Text
    speakers: Text
    values: Text
    targets: Any


def read_verdict_columns(
    connection: Connection,
    criteria: Collection[CriterionId],
    annotators: Collection[AnnotatorId],
    values: Sequence[str] | None,
    *,
    every: bool = False,
    items: Iterable[ItemId] | None = None,
    summed: bool = False,
) -> VerdictColumns:
    """The counted verdicts of annotators on criteria of one scale, of some items or of all: the places of their values
    in ``values``, or on a scale of numbers (None) the numbers, or "nan". ``every``: there are no others, so nothing
    need be picked. ``summed``: the sum of the targets in their place."""
    size = max(criteria) + 1
    where = ""
    if items is not None:
        # of 50 items SQLite would read all of each annotator: 5.7 ms for 0.1 at 10,000 items, at each decision
        where = f"INDEXED BY verdict_item WHERE item_id IN ({_list(items)}) AND {_pairs(criteria, annotators)}"
    elif not every:
        where = f"{_index_hint(connection, criteria, annotators)} WHERE {_pairs(criteria, annotators)}"
    standing = names.uncounted_filter(connection) + set_answers.unopened_filter(connection)
    if standing:
        where = f"{where}{standing}" if " WHERE " in where else f"WHERE {standing.removeprefix(' AND ')}"
    value = "coalesce(value, 'nan')"
    if values is not None:
        value = f"CASE value {' '.join(f'WHEN ? THEN {number}' for number in range(len(values)))} ELSE -1 END"
    row = connection.execute(
        f"SELECT group_concat(unit_id), group_concat(annotator_id * {size} + criterion_id),"
        f" group_concat({value}), {'sum' if summed else 'group_concat'}(target_id) FROM verdict {where}",
        tuple(values or ()),
    ).fetchone()
    return VerdictColumns._make(row)


def _index_hint(connection: Connection, criteria: Iterable[CriterionId], annotators: Iterable[AnnotatorId]) -> str:
    """Through the index where few of all verdicts are wanted, else straight through the table, where the value
    is: at 100,000 items one judge of several is read in 173 ms, and in 288 by the index that SQLite would choose."""
    total = connection.execute("SELECT max(id) FROM verdict").fetchone()[0] or 0
    if total < 50_000:
        return ""
    wanted_count = connection.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM verdict WHERE {_pairs(criteria, annotators)} LIMIT {total // 3})"
    ).fetchone()[0]
    return "NOT INDEXED" if wanted_count >= total // 3 else ""


def read_covered_columns(
    connection: Connection,
    criteria: Collection[CriterionId],
    annotators: Collection[AnnotatorId],
    items: Iterable[ItemId] | None,
) -> list[tuple[AnnotatorId, CriterionId, Text]]:
    """(annotator, criterion, documents whose units silence speaks of)."""
    # of a few items SQLite would read all of each annotator: 0.9 ms for 0.03 at 10,000 items, at each decision
    way = "" if items is None else "INDEXED BY judged_item"
    of_items = "" if items is None else f" AND item_id IN ({_list(items)})"
    return connection.execute(
        f"SELECT annotator_id, criterion_id, group_concat(target_id) FROM judged {way}"
        f" WHERE {_pairs(criteria, annotators)}{of_items} GROUP BY annotator_id, criterion_id"
    ).fetchall()


class UnsaidColumns(NamedTuple):
    """Of an annotator and a criterion the units and targets of the flags of which a finish says nothing."""

    annotator: AnnotatorId
    criterion: CriterionId
    units: Text
    targets: Text


def read_unsaid_columns(connection: Connection, items: Iterable[ItemId] | None) -> list[UnsaidColumns]:
    """What finishes say nothing of, in some items or in all."""
    some = "" if items is None else f" WHERE item_id IN ({_list(items)})"
    rows = connection.execute(
        "SELECT annotator_id, criterion_id, group_concat(unit_id), group_concat(target_id) FROM unsaid"
        f"{some} GROUP BY annotator_id, criterion_id"
    )
    return list(map(UnsaidColumns._make, rows))


def count_unscored(
    connection: Connection, criteria: Collection[CriterionId], annotators: Collection[AnnotatorId]
) -> list[tuple[AnnotatorId, str, int]]:
    """(annotator, reason, number) of the counted verdicts without a value."""
    return connection.execute(
        f"SELECT annotator_id, reason, count(*) FROM verdict WHERE value IS NULL AND {_pairs(criteria, annotators)}"
        f"{names.uncounted_filter(connection)}{set_answers.unopened_filter(connection)} GROUP BY 1, 2"
    ).fetchall()


class AnswerCount(NamedTuple):
    """How many answers, or answers without a value, an annotator gave by a criterion; ``target`` 0 is any."""

    annotator: AnnotatorId
    criterion: CriterionId
    target: int
    answers: int
    without_value: int


def count_answers(connection: Connection, by_target: bool) -> Iterator[AnswerCount]:
    """The answers, then those without a value."""
    # the value is in no index: at 10,000 items 8 ms straight through the table, 26 in the order of an index; 10 times
    # that at 100,000, which is more than a person's action may take
    what = "SELECT annotator_id, criterion_id, target_id, {} FROM verdict {} GROUP BY 1, 2, 3"
    if not by_target:
        what = "SELECT annotator_id, criterion_id, 0, {} FROM verdict {} GROUP BY 1, 2"
    for counts, where in (("count(*), 0", ""), ("0, count(*)", "NOT INDEXED WHERE value IS NULL")):
        yield from map(AnswerCount._make, connection.execute(what.format(counts, where)))


def find_judged_targets(
    connection: Connection, annotator: AnnotatorId, criteria: Collection[CriterionId]
) -> Iterator[tuple[ItemId, int]]:
    """(item, target) of what an annotator said on criteria, by an answer or by silence on units."""
    marks = ",".join("?" * len(criteria))
    for table in ("verdict", "judged"):
        query = f"SELECT DISTINCT item_id, target_id FROM {table} WHERE annotator_id = ? AND criterion_id IN ({marks})"
        yield from connection.execute(query, (annotator, *criteria))


def find_answered_kinds(connection: Connection, criteria: Iterable[CriterionId]) -> list[tuple[CriterionId, str]]:
    """(criterion, kind of unit) of people's answers."""
    return connection.execute(
        "SELECT DISTINCT verdict.criterion_id, unit.kind FROM verdict JOIN unit ON unit.id = unit_id"
        " JOIN annotator ON annotator.id = annotator_id WHERE annotator.kind = 'human'"
        f" AND criterion_id IN ({_list(criteria)})"
    ).fetchall()


def read_marked_spans(
    connection: Connection, criteria: Iterable[CriterionId], annotators: Iterable[AnnotatorId]
) -> list[tuple[AnnotatorId, UnitId, int, int, int]]:
    """(annotator, unit, target, start, end) of the spans in the yes of annotators."""
    return connection.execute(
        'SELECT annotator_id, unit_id, target_id, start, "end" FROM span CROSS JOIN verdict ON verdict.id = verdict_id'
        f" WHERE value = 'yes' AND {_pairs(criteria, annotators)}{set_answers.unopened_filter(connection)}"
    ).fetchall()


def read_confidences(
    connection: Connection, annotator: AnnotatorId, criteria: Iterable[CriterionId]
) -> Iterator[tuple[int, float, bool]]:
    """(unit shifted by 32 bits plus target, confidence, whether that is one vote alone) of a judge's verdicts."""
    return connection.execute(
        "SELECT (unit_id << 32) + target_id, confidence, coalesce(votes, '') IN ('0/1', '1/1') AND confidence IN (0, 1)"
        " FROM verdict WHERE annotator_id = ? AND confidence BETWEEN 0 AND 1"
        f" AND criterion_id IN ({_list(criteria)})",
        (annotator,),
    )


def count_judge_flags(
    connection: Connection, judge: AnnotatorId, criteria: Collection[CriterionId] | None = None
) -> tuple[int, int]:
    """(flags of a judge, flags that people confirmed), of some criteria or of all."""
    where, values = "annotator_id = ?", [judge]
    if criteria is not None:
        where = f"annotator_id = ? AND criterion_id IN ({_list(criteria)})"
    flags = connection.execute(f"SELECT count(*) FROM verdict WHERE {where} AND value = 'yes'", values).fetchone()[0]
    confirmed = connection.execute(f'SELECT coalesce(sum("right"), 0) FROM trust WHERE {where}', values).fetchone()[0]
    return flags, confirmed


class TrustColumns(NamedTuple):
    """The record of a judge on a criterion: items, and how many of its flags there people found right and wrong."""

    judge: AnnotatorId
    criterion: CriterionId
    items: Text
    right: Text
    wrong: Text


def read_trust_columns(connection: Connection) -> list[TrustColumns]:
    """The records of judges, from the flags that people decided."""
    rows = connection.execute(
        "SELECT annotator_id, criterion_id, group_concat(item_id), group_concat(right), group_concat(wrong)"
        " FROM trust WHERE right + wrong > 0 GROUP BY 1, 2"
    )
    return list(map(TrustColumns._make, rows))


def list_scores(connection: Connection, dataset: str = "") -> list[tuple[str, AnnotatorId]]:
    """The (metric, annotator) of the stored scores, of a data set or of all, in order."""
    where = "document_id IN (SELECT document.id FROM document JOIN item ON item.id = item_id WHERE dataset = ?)"
    return connection.execute(
        f"SELECT DISTINCT metric, annotator_id FROM score{f' WHERE {where}' * bool(dataset)}"
        " ORDER BY metric, annotator_id",
        [dataset] * bool(dataset),
    ).fetchall()


def read_scores(connection: Connection, metric: str, annotator: AnnotatorId) -> list[tuple[int, float]]:
    """(document, score) of a metric by an annotator, in the order of the documents."""
    return connection.execute(
        "SELECT document_id, value FROM score WHERE metric = ? AND annotator_id = ? ORDER BY document_id",
        (metric, annotator),
    ).fetchall()


# Rounds and tasks ---------------------------------------------------------------------------------------------------


class CellSource(StrEnum):
    """Which cells beside the verdicts that count; the query in SQL."""

    LATER = (
        "SELECT annotator_id, verdict.criterion_id, verdict.unit_id, verdict.target_id, verdict.value FROM decision"
        " JOIN verdict ON decision_id = decision.id WHERE round > 1"
    )
    """What stands from a second round or later."""
    FIRST = (
        "SELECT annotator_id, criterion_id, unit_id, target_id, value FROM earlier WHERE round = 1 AND NOT EXISTS"
        " (SELECT 1 FROM decision JOIN void ON void.task_id IS decision.task_id AND void.annotator_id = reviewer_id"
        " AND void.item_id = decision.item_id AND void.round = 1 WHERE decision.id = earlier.decision_id)"
    )
    """First answers that later rounds replaced, without revoked ones."""
    ADJUDICATION = (
        "SELECT annotator_id, criterion_id, unit_id, target_id, value FROM aside JOIN verdict"
        " ON verdict.id = verdict_id WHERE why = 'settling'"
    )
    """Answers in adjudication tasks."""
    POINTLESS = "SELECT annotator_id, criterion_id, unit_id, target_id, NULL FROM unmet"
    """Cells that somebody's own answer made pointless."""


class AnnotatorCell(NamedTuple):
    """A cell as one annotator has it, and what they said of it."""

    annotator: AnnotatorId
    criterion: CriterionId
    unit: UnitId
    target: int
    value: Any


def read_annotator_cells(
    connection: Connection, which: CellSource, criterion: CriterionId | None = None
) -> Iterator[AnnotatorCell]:
    """Cells beside the verdicts that count, on one criterion or on all."""
    query, values = which.value, list[int]()
    if criterion is not None:
        query, values = f"SELECT * FROM ({query}) WHERE criterion_id = ?", [criterion]
    return map(AnnotatorCell._make, connection.execute(query, values))


class AssignedTarget(NamedTuple):
    """What a task asks about: the item with its key, the unit (0: any) and the target."""

    item: ItemId
    key: str
    unit: UnitId
    target: int


def find_assigned_targets(
    connection: Connection, task: int, criteria: Collection[CriterionId], by_unit: bool
) -> Iterator[AssignedTarget]:
    """What a task asks on criteria, by unit or by target, without unusable documents."""
    rows = connection.execute(
        f"SELECT DISTINCT item_id, key, {'unit_id' if by_unit else '0'}, target_id FROM handed"
        f" JOIN item ON item.id = item_id WHERE task_id = ? AND criterion_id {_IN}"
        " AND target_id NOT IN (SELECT document_id FROM unusable)",
        (task, json.dumps([*criteria])),
    )
    return map(AssignedTarget._make, rows)


# Decisions ----------------------------------------------------------------------------------------------------------

# Of each person and flagged cell the first answer that stands: (what was seen, whether it is yes, the item). A human's
# verdict leads to the cells that were answered without going through the whole log; what came with an import has no
# decision.
_FIRST_ANSWERS = """
SELECT shown, value = 'yes', item_id FROM (
  SELECT first.shown, first.value, first.item_id, row_number() OVER (
    PARTITION BY first.reviewer_id, flag.unit_id, flag.target_id ORDER BY first.at, first.uid) AS place
  FROM verdict AS flag
  JOIN verdict AS answer ON answer.criterion_id = flag.criterion_id AND answer.unit_id = flag.unit_id
    AND answer.target_id = flag.target_id AND answer.decision_id IS NOT NULL
  JOIN annotator ON annotator.id = answer.annotator_id AND annotator.kind = 'human'
  JOIN decision AS first ON first.item_id = flag.item_id AND first.reviewer_id = answer.annotator_id
    AND first.unit_id = flag.unit_id AND first.criterion_id = flag.criterion_id AND first.target_id = flag.target_id
    AND first.action IN ('accept', 'override', 'add') AND instr(coalesce(first.shown, ''), 'row') = 0
    AND first.id NOT IN (SELECT decision_id FROM undone)
  WHERE flag.annotator_id = ? AND flag.criterion_id = ? AND flag.value = 'yes' AND coalesce(
    EXISTS (SELECT 1 FROM document WHERE document.id = flag.target_id AND whole_id = flag.unit_id) = ?, 1))
WHERE place = 1
"""


def read_first_answers(
    connection: Connection, judge: AnnotatorId, criterion: CriterionId, on_wholes: bool | None
) -> list[tuple[str | None, int, ItemId]]:
    """(what was seen or None, 1 for yes, item) of each person's first answer to each flag of a judge;
    ``on_wholes``: to flags on whole documents, or to the others, None to all."""
    return connection.execute(_FIRST_ANSWERS, (judge, criterion, on_wholes)).fetchall()


def read_answer_times(
    connection: Connection, items: Iterable[ItemId] | None
) -> list[tuple[ItemId, CriterionId, UnitId, int, str]]:
    """(item, criterion, unit, target, time) of standing answers to cells, and of finishes (three times 0)."""
    of_items = "" if items is None else f" AND item_id IN ({_list(sorted(items))})"
    return connection.execute(
        "SELECT item_id, coalesce(criterion_id, 0), coalesce(unit_id, 0), coalesce(target_id, 0), at"
        " FROM decision WHERE ((unit_id IS NOT NULL AND action IN ('accept', 'override', 'add', 'settle'))"
        f" OR action = 'finish') AND {_STANDS}{of_items}"
    ).fetchall()


class ActionCount(NamedTuple):
    """How many decisions of a kind a reviewer made in an item, on a day (UTC; "": on any)."""

    reviewer: AnnotatorId
    day: str
    action: str
    item: ItemId
    number: int


def count_actions(connection: Connection, actions: Collection[str], by_day: bool) -> Iterator[ActionCount]:
    """The standing decisions of these kinds but for those on flags that were never opened."""
    rows = connection.execute(
        f"SELECT reviewer_id, {'substr(at, 1, 10)' if by_day else repr('')}, action, item_id, count(*) FROM decision"
        f" WHERE action IN ({','.join('?' * len(actions))}) AND {_STANDS}"
        f" AND NOT {set_answers.UNOPENED} GROUP BY 1, 2, 3, 4",
        tuple(actions),
    )
    return map(ActionCount._make, rows)


class DecisionColumns(NamedTuple):
    """Decisions by reviewer and time: the ``last`` row id (0 for none), criterion and target (0 for none), whether one
    answers or adds a flag, the time in milliseconds, and whether it is about a whole document."""

    last: int
    reviewer: Text
    criterion: Text
    target: Text
    answer: Text
    at: Text
    on_whole: Text


_DECISION = (
    "reviewer_id",
    "coalesce(criterion_id, 0)",
    "coalesce(target_id, 0)",
    f"action IN ('accept', 'override', 'unsure', 'add') AND NOT {set_answers.UNOPENED}",
    "CAST(round(86400000 * julianday(at)) AS INTEGER)",
    "EXISTS (SELECT 1 FROM document WHERE document.id = decision.target_id AND whole_id = decision.unit_id)",
)


def read_decision_columns(connection: Connection, after: int) -> DecisionColumns:
    """The decisions behind a row id."""
    columns = ", ".join(f"{expression} AS c{number}" for number, expression in enumerate(_DECISION))
    row = connection.execute(
        f"SELECT coalesce(max(id), 0), {', '.join(f'group_concat(c{number})' for number in range(len(_DECISION)))} FROM"
        f" (SELECT id, {columns} FROM decision WHERE id > ? ORDER BY reviewer_id, at, uid)",
        (after,),
    ).fetchone()
    return DecisionColumns._make(row)


def read_repeated_logs(connection: Connection, reviewer: AnnotatorId) -> list[LogRow]:
    """A reviewer's standing decisions on items that they finished twice or more, in order."""
    standing = f"refers_id IS NULL AND {_STANDS}"
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM decision WHERE reviewer_id = ? AND {standing} AND item_id IN (SELECT item_id FROM"
        f" decision WHERE reviewer_id = ? AND action = 'finish' AND {standing} GROUP BY 1 HAVING count(*) > 1)"
        " ORDER BY at, uid",
        (reviewer, reviewer),
    )
    return [LogRow(*row) for row in rows]


# Costs --------------------------------------------------------------------------------------------------------------


def read_costs(connection: Connection, by_part: bool) -> list[dict[str, Any]]:
    """Sums over the calls of each judge, or of each part of what it was asked (``part``)."""
    extra = ", part" if by_part else ""
    cursor = connection.execute(
        "SELECT annotator.id AS _judge, annotator.name AS judge, annotator.model AS model, annotator.prompt AS prompt"
        f"{extra}, count(*) AS calls, sum(call.state = 'failed') AS failed, sum(call.state = 'reused') AS reused,"
        " coalesce(sum(CASE WHEN call.state = 'done' THEN tokens_in END), 0) AS tokens_in,"
        " coalesce(sum(CASE WHEN call.state = 'done' THEN tokens_out END), 0) AS tokens_out,"
        " sum(CASE WHEN call.state = 'done' THEN cost END) AS cost,"
        " sum(call.state = 'done' AND cost IS NULL) AS unpriced"
        " FROM call JOIN run ON run.id = run_id JOIN annotator ON annotator.id = run.annotator_id"
        f" GROUP BY annotator.id{extra} ORDER BY annotator.id{extra}"
    )
    columns = [column[0] for column in cursor.description]
    return [dict(zip(columns, row, strict=True)) for row in cursor]


def find_confirmed_items(connection: Connection, judge: str, part: str | None) -> list[ItemId]:
    """The items with an error of a judge (by name) that people confirmed, of a criterion or of all; where there is
    none, those that its calls with that part were about."""
    values = [judge] if part is None else [judge, part]
    of_criterion, of_part = ("", "") if part is None else (" AND criterion.name = ?", " AND part = ?")
    rows = connection.execute(
        "SELECT DISTINCT item_id FROM trust JOIN annotator ON annotator.id = annotator_id"
        f' JOIN criterion ON criterion.id = criterion_id WHERE annotator.name = ? AND "right" > 0{of_criterion}'
        " ORDER BY item_id",
        values,
    ).fetchall()
    rows = (
        rows
        or connection.execute(
            "SELECT DISTINCT item_id FROM call JOIN run ON run.id = run_id JOIN annotator"
            f" ON annotator.id = annotator_id WHERE annotator.name = ?{of_part} ORDER BY item_id",
            values,
        ).fetchall()
    )
    return [item for (item,) in rows]
