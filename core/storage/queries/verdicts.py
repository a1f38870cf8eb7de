"""Verdicts with their spans and evidence, opinions on them, silence and notes: what decisions leave in the tables.

A verdict has one place: annotator, criterion, unit and target (row ids).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId
from galley.core.storage import level_queries
from galley.core.storage.log_row import LogRow
from galley.core.storage.names import retired_filter, uncounted_filter

Connection = sqlite3.Connection
Place = tuple[int, int, int | None, int | None]
"""(annotator, criterion, unit, target)."""
_REPLACE = (
    "UPDATE SET value = excluded.value, reason = excluded.reason, explanation = excluded.explanation,"
    " confidence = excluded.confidence, votes = excluded.votes, decision_id = excluded.decision_id,"
    " run_id = excluded.run_id"
)
_ATTACHED = ("annotator_id", "criterion_id", "unit_id", "target_id", "source_id", "start", '"end"')


# Verdicts -----------------------------------------------------------------------------------------------------------


class Marks(NamedTuple):
    """What a verdict marks: spans (start, end) in code points of its unit, and evidence (unit, start, end, quote,
    match)."""

    spans: Sequence[tuple[int, int]] = ()
    evidence: Sequence[Sequence[Any]] = ()


NO_MARKS = Marks()


class Answer(NamedTuple):
    """What is said of a cell, by a decision or a run (row ids) or neither; ``votes`` as "2/3"."""

    value: Any
    reason: str | None
    explanation: str | None
    confidence: float | None = None
    votes: str | None = None
    decision: int | None = None
    run: int | None = None
    marks: Marks = NO_MARKS


def get_next_verdict_id(connection: Connection) -> int:
    """The row id of the next verdict."""
    row: int = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM verdict").fetchone()[0]
    return row


def put_verdict(connection: Connection, place: Place, item: ItemId, answer: Answer, *, replace: bool) -> int | None:
    """Store a verdict with its marks; its row id. Where there is one at its place, it takes that one's place, or
    without ``replace`` nothing happens and there is no row id."""
    row = connection.execute(
        "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value, reason, explanation,"
        " confidence, votes, decision_id, run_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        f" ON CONFLICT (annotator_id, criterion_id, unit_id, target_id) DO {_REPLACE if replace else 'NOTHING'}"
        " RETURNING id",
        (*place, item, *answer[:-1]),
    ).fetchone()
    if row is None:
        return None
    if replace:
        _forget_marks(connection, row[0])
    _add_marks(connection, row[0], answer.marks)
    return int(row[0])


def withdraw_flags(
    connection: Connection, pair: tuple[int, int, int], item: ItemId, run: int, but: Collection[int]
) -> list[int]:
    """Let a run turn into "no" what a judge said before of (annotator, criterion, document), but for some verdicts; the
    row ids of those that it turned."""
    rows = connection.execute(
        "SELECT id FROM verdict WHERE annotator_id = ? AND criterion_id = ? AND target_id = ? AND item_id = ?",
        (*pair, item),
    ).fetchall()
    withdrawn = [row for (row,) in rows if row not in but]
    for row in withdrawn:
        _forget_marks(connection, row)
        connection.execute(
            "UPDATE verdict SET value = 'no', reason = NULL, confidence = NULL, votes = NULL,"
            " explanation = NULL, run_id = ? WHERE id = ?",
            (run, row),
        )
    return withdrawn


def _forget_marks(connection: Connection, verdict: int) -> None:
    connection.execute("DELETE FROM span WHERE verdict_id = ?", (verdict,))
    connection.execute("DELETE FROM evidence WHERE verdict_id = ?", (verdict,))


def _add_marks(connection: Connection, verdict: int, marks: Marks) -> None:
    if marks.spans:
        connection.executemany(
            'INSERT INTO span (verdict_id, position, start, "end") VALUES (?, ?, ?, ?)',
            [(verdict, position, start, end) for position, (start, end) in enumerate(marks.spans)],
        )
    if marks.evidence:
        connection.executemany(
            'INSERT INTO evidence (verdict_id, position, unit_id, start, "end", quote, match)'
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(verdict, position, *quote) for position, quote in enumerate(marks.evidence)],
        )


def put_scores(connection: Connection, rows: Iterable[tuple[int, str, int, float]]) -> None:
    """Store (document, metric, annotator, score), in the place of earlier ones."""
    connection.executemany(
        "INSERT OR REPLACE INTO score (document_id, metric, annotator_id, value) VALUES (?, ?, ?, ?)", rows
    )


class QuestionAnswer(NamedTuple):
    """A verdict on a question about a document: the question with its position, metadata (JSON) and text."""

    document: int
    unit: UnitId
    position: int
    meta: str | None
    text: str
    value: Any
    explanation: str | None


def read_question_answers(
    connection: Connection, annotator: AnnotatorId, criterion: CriterionId
) -> Iterator[QuestionAnswer]:
    """An annotator's verdicts on questions that stand."""
    rows = connection.execute(
        "SELECT verdict.target_id, verdict.unit_id, unit.position, unit.meta, unit.text, verdict.value,"
        " verdict.explanation"
        " FROM verdict JOIN unit ON unit.id = verdict.unit_id WHERE annotator_id = ? AND criterion_id = ?"
        " AND unit.kind = 'question' AND unit.id NOT IN (SELECT unit_id FROM retired)"
        " ORDER BY verdict.target_id, verdict.unit_id",
        (annotator, criterion),
    )
    return map(QuestionAnswer._make, rows)


def read_standing_answer(connection: Connection, place: Place) -> tuple[Answer, int] | None:
    """(what stands at a place, the round in which it was said: 1 for an import); None where nothing does."""
    row = connection.execute(
        "SELECT verdict.id, coalesce(round, 1), verdict.value, reason, explanation, confidence, votes, decision_id,"
        " run_id FROM verdict LEFT JOIN decision ON decision.id = decision_id WHERE annotator_id = ?"
        " AND verdict.criterion_id = ? AND verdict.unit_id = ? AND verdict.target_id = ?",
        place,
    ).fetchone()
    if row is None:
        return None
    verdict, number, *content = row
    evidence = connection.execute(
        'SELECT unit_id, start, "end", quote, match FROM evidence WHERE verdict_id = ? ORDER BY position', (verdict,)
    ).fetchall()
    return Answer._make((*content, Marks(_read_spans(connection, verdict), evidence))), number


def keep_earlier_answer(
    connection: Connection, place: Place, number: int, item: ItemId, answer: tuple[Any, str | None, str | None], by: Any
) -> None:
    """Keep (value, reason, spans as JSON) of a round before the latest, and the decision ``by`` which it is."""
    connection.execute(
        "INSERT OR REPLACE INTO earlier (annotator_id, criterion_id, unit_id, target_id, round, item_id, value, reason,"
        " spans, decision_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*place, number, item, *answer, by),
    )


def _read_spans(connection: Connection, verdict: int) -> list[tuple[int, int]]:
    return connection.execute(
        'SELECT start, "end" FROM span WHERE verdict_id = ? ORDER BY position', (verdict,)
    ).fetchall()


def find_verdict(
    connection: Connection,
    name: str | None,
    kind: str,
    criterion: CriterionId | None,
    unit: UnitId | None,
    target: int | None,
) -> int | None:
    """The verdict on a cell of the annotator of this name and kind, or (None) of any of the kind; None where there is
    none."""
    row = connection.execute(
        "SELECT verdict.id FROM annotator CROSS JOIN verdict ON annotator.id = annotator_id"
        " WHERE kind = ? AND annotator.name = coalesce(?, annotator.name)"
        " AND criterion_id = ? AND unit_id = ? AND target_id = ?",
        (kind, name, criterion, unit, target),
    ).fetchone()
    return row[0] if row else None


def forget_decided(connection: Connection, item: ItemId) -> None:
    """Take away all that decisions left of an item: verdicts, silence, earlier rounds, evidence, notes, opinions."""
    for table in ("verdict", "judged"):
        connection.execute(f"DELETE FROM {table} WHERE item_id = ? AND decision_id IS NOT NULL", (item,))
    for table in ("earlier", "attached"):
        connection.execute(f"DELETE FROM {table} WHERE item_id = ?", (item,))
    level_queries.remove_unmarked_documents(connection, item)
    _forget_notes(connection, "item_id = ? AND decision_id IS NOT NULL", (item,))
    connection.execute(
        "DELETE FROM reason WHERE decision_id IN (SELECT id FROM decision WHERE item_id = ? AND action = 'reason')",
        (item,),
    )


# Silence ------------------------------------------------------------------------------------------------------------


def add_unmarked_units(connection: Connection, rows: Iterable[tuple[int, int, int, int, int | None]]) -> None:
    """Store (annotator, criterion, target, item, decision) of what speaks of all units; None is a judge's."""
    connection.executemany(
        "INSERT OR IGNORE INTO judged (annotator_id, criterion_id, target_id, item_id, decision_id)"
        " VALUES (?, ?, ?, ?, ?)",
        rows,
    )


def remove_unmarked(connection: Connection, item: ItemId, reviewer: AnnotatorId, task: int | None) -> None:
    """Take a reviewer's implicit no in an item away, of units and of whole documents, which a task asked for."""
    connection.execute(
        "DELETE FROM judged WHERE annotator_id = ? AND item_id = ? AND decision_id IN"
        " (SELECT id FROM decision WHERE task_id IS ?)",
        (reviewer, item, task),
    )
    level_queries.remove_unmarked_documents(connection, item, reviewer, task)


# Opinions on explanations, notes, evidence that reviewers attach ----------------------------------------------------


def read_imported_opinion(connection: Connection, reviewer: AnnotatorId, flag: int | None) -> Any:
    """The id of the choice that was imported as a reviewer's opinion on a flag's explanation; None where none was."""
    row = connection.execute(
        "SELECT value FROM reason WHERE annotator_id = ? AND verdict_id = ? AND decision_id IS NULL", (reviewer, flag)
    ).fetchone()
    return row[0] if row else None


def keep_opinion(
    connection: Connection, reviewer: AnnotatorId, flag: int | None, value: Any, decision: int | None
) -> None:
    """Keep a reviewer's opinion on a flag's explanation; one without a decision only where there is none."""
    connection.execute(
        f"INSERT OR {'IGNORE' if decision is None else 'REPLACE'} INTO reason (annotator_id, verdict_id, value,"
        " decision_id) VALUES (?, ?, ?, ?)",
        (reviewer, flag, value, decision),
    )


def replace_note(connection: Connection, decision: LogRow) -> None:
    """Keep the note of a decision in the place of the reviewer's earlier one; an empty one only takes that away."""
    place = (decision.reviewer_id, decision.item_id, decision.unit_id, decision.criterion_id, decision.target_id)
    where = "annotator_id = ? AND item_id = ? AND unit_id IS ? AND criterion_id IS ? AND target_id IS ?"
    _forget_notes(connection, where, place)
    if decision.note:
        row = connection.execute(
            "INSERT INTO note (annotator_id, item_id, unit_id, criterion_id, target_id, text, decision_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (*place, decision.note, decision.id),
        ).fetchone()[0]
        connection.execute("INSERT INTO note_text (rowid, text) VALUES (?, ?)", (row, decision.note))


def _forget_notes(connection: Connection, where: str, values: tuple[int | None, ...]) -> None:
    # not by triggers: with an untrusted schema SQLite lets none of them write to a virtual table
    connection.execute(
        f"INSERT INTO note_text (note_text, rowid, text) SELECT 'delete', id, text FROM note WHERE {where}", values
    )
    connection.execute(f"DELETE FROM note WHERE {where}", values)


def replace_attached(connection: Connection, decision: LogRow, stance: str | None) -> None:
    """Keep the evidence that a decision attaches in the place of what was attached there; None only takes it away."""
    place = json.loads(decision.source or "[]")
    key = (decision.reviewer_id, decision.criterion_id, decision.unit_id, decision.target_id, *place)
    connection.execute(f"DELETE FROM attached WHERE {' AND '.join(f'{name} = ?' for name in _ATTACHED)}", key)
    if stance is not None:
        connection.execute(
            f"INSERT INTO attached ({', '.join(_ATTACHED)}, item_id, stance, decision_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*key, decision.item_id, stance, decision.id),
        )


# What one item holds ------------------------------------------------------------------------------------------------


class ItemVerdict(NamedTuple):
    """A verdict of an item."""

    id: int
    annotator: AnnotatorId
    unit: UnitId
    criterion: CriterionId
    target: int
    value: Any
    reason: str | None
    confidence: float | None
    votes: str | None
    explanation: str | None
    decision: int | None
    run: int | None


def read_item_verdicts(connection: Connection, item: ItemId) -> list[ItemVerdict]:
    """All verdicts of an item in their order, those on retired units too."""
    rows = connection.execute(
        "SELECT id, annotator_id, unit_id, criterion_id, target_id, value, reason, confidence, votes, explanation,"
        " decision_id, run_id FROM verdict WHERE item_id = ? ORDER BY id",
        (item,),
    )
    return [ItemVerdict._make(row) for row in rows]


def read_marks(
    connection: Connection, *, item: ItemId | None = None, verdicts: Iterable[int] = ()
) -> dict[int, Marks]:
    """The marks of an item's verdicts, or of some verdicts, where there are some, by the verdict's row id."""
    some, values = " WHERE verdict_id IN (SELECT value FROM json_each(?))", list[Any]([json.dumps([*verdicts])])
    if item is not None:
        some, values = " JOIN verdict ON verdict.id = verdict_id WHERE item_id = ?", [item]
    order = "ORDER BY verdict_id, position"
    spans: dict[int, list[tuple[int, int]]] = {}
    for verdict, start, end in connection.execute(f'SELECT verdict_id, start, "end" FROM span{some} {order}', values):
        spans.setdefault(verdict, []).append((start, end))
    evidence: dict[int, list[tuple[Any, ...]]] = {}
    for verdict, *place in connection.execute(
        f'SELECT verdict_id, evidence.unit_id, start, "end", quote, match FROM evidence{some} {order}', values
    ):
        evidence.setdefault(verdict, []).append(tuple(place))
    return {row: Marks(spans.get(row, ()), evidence.get(row, ())) for row in spans.keys() | evidence.keys()}


def read_unmarked_units(connection: Connection, item: ItemId) -> list[tuple[AnnotatorId, CriterionId, int]]:
    """(annotator, criterion, target) of the documents of an item whose units somebody is silent on."""
    return connection.execute(
        "SELECT annotator_id, criterion_id, target_id FROM judged WHERE item_id = ?", (item,)
    ).fetchall()


class ItemRemarks(NamedTuple):
    """What people wrote beside their answers: ``notes`` (annotator, unit, criterion, target, text) on the item or a
    cell, in their order; ``opinions`` on explanations, by (annotator, flag); ``attached`` (annotator, unit, criterion,
    target, source unit, start, end, stance), the evidence that they attached, in the order in which they did."""

    notes: list[tuple[AnnotatorId, Any, Any, Any, str]]
    opinions: dict[tuple[AnnotatorId, int], Any]
    attached: list[tuple[AnnotatorId, UnitId, CriterionId, int, UnitId, int, int, str]]


def read_item_remarks(connection: Connection, item: ItemId) -> ItemRemarks:
    """See ``ItemRemarks``."""
    notes = connection.execute(
        "SELECT annotator_id, unit_id, criterion_id, target_id, text FROM note WHERE item_id = ? ORDER BY id", (item,)
    ).fetchall()
    opinions = connection.execute(
        "SELECT reason.annotator_id, verdict_id, reason.value FROM reason"
        " JOIN verdict ON verdict.id = verdict_id WHERE item_id = ?",
        (item,),
    )
    attached = connection.execute(
        'SELECT annotator_id, unit_id, criterion_id, target_id, source_id, start, "end", stance FROM attached'
        " WHERE item_id = ? ORDER BY decision_id, source_id, start",
        (item,),
    ).fetchall()
    return ItemRemarks(notes, {(who, flag): value for who, flag, value in opinions}, attached)


class EarlierAnswer(NamedTuple):
    """What was said in a round before the latest, with its decision."""

    annotator: AnnotatorId
    unit: UnitId
    criterion: CriterionId
    target: int
    value: Any
    decision: int
    round: int


def read_earlier_answers(connection: Connection, item: ItemId) -> list[EarlierAnswer]:
    """What was said of an item in rounds before the latest."""
    rows = connection.execute(
        "SELECT annotator_id, unit_id, criterion_id, target_id, value, decision_id, round FROM earlier"
        " WHERE item_id = ?",
        (item,),
    )
    return list(map(EarlierAnswer._make, rows))


# Flags in lists -----------------------------------------------------------------------------------------------------


class FlagLine(NamedTuple):
    """A flag with its item's key, the system under judgement, the unit's text and kind, and its spans as JSON;
    ``stands``: it is still a flag, of a judge or an import."""

    id: int
    item: ItemId
    key: str
    system: str
    votes: str | None
    unit: UnitId
    criterion: CriterionId
    target: int
    text: str
    kind: str
    spans: str
    stands: bool


def read_flag_lines(connection: Connection, flags: Iterable[int]) -> list[FlagLine]:
    """The lines of flags, in the order given."""
    rows = connection.execute(
        "SELECT flag.id, flag.item_id, item.key, target.system, flag.votes, flag.unit_id, flag.criterion_id,"
        ' flag.target_id, coalesce(unit.text, substr(home.text, unit.start + 1, unit."end" - unit.start)), unit.kind,'
        ' (SELECT json_group_array(json_array(start, "end")) FROM (SELECT * FROM span WHERE verdict_id = flag.id'
        " ORDER BY position)), flag.value IS 'yes' AND judge.kind IN ('judge', 'import')"
        " FROM json_each(?) AS one CROSS JOIN verdict AS flag ON flag.id = one.value"
        " JOIN annotator AS judge ON judge.id = flag.annotator_id"
        " JOIN item ON item.id = flag.item_id JOIN document AS target ON target.id = flag.target_id"
        " JOIN unit ON unit.id = flag.unit_id JOIN document AS home ON home.id = unit.document_id",
        (json.dumps([*flags]),),
    )
    return [FlagLine._make(row) for row in rows]


def find_unanswered_flags(
    connection: Connection, criterion: CriterionId, shortest: float, longest: float, reviewer: AnnotatorId
) -> list[int]:
    """The flags on a criterion whose unit has so many code points and that a reviewer did not answer."""
    rows = connection.execute(
        "SELECT flag.id FROM verdict AS flag JOIN annotator ON annotator.id = flag.annotator_id"
        " JOIN unit ON unit.id = flag.unit_id"
        " WHERE flag.criterion_id = ? AND flag.value = 'yes' AND annotator.kind IN ('judge', 'import')"
        ' AND coalesce(length(unit.text), unit."end" - unit.start) BETWEEN ? AND ?'
        " AND NOT EXISTS (SELECT 1 FROM verdict AS mine WHERE mine.annotator_id = ? AND mine.unit_id = flag.unit_id"
        " AND mine.criterion_id = flag.criterion_id AND mine.target_id = flag.target_id)"
        + retired_filter(connection, "flag.unit_id"),
        (criterion, shortest, longest, reviewer),
    )
    return [row for (row,) in rows]


class CellPlace(NamedTuple):
    """Where a cell is, in words that survive export and import: its criterion, its item's key, the unit's document,
    kind, position and name ("": none), and the document under judgement."""

    criterion: str | None
    key: str
    document: str
    kind: str
    position: int
    name: str
    about: str


def read_place(connection: Connection, unit: UnitId, target: int, criterion: CriterionId | None = None) -> CellPlace:
    """The place of a cell; without a criterion where none is given."""
    row = connection.execute(
        "SELECT (SELECT name FROM criterion WHERE id = ?), item.key, home.name, unit.kind, unit.position,"
        " coalesce(unit.name, ''), target.name FROM unit"
        " JOIN document AS home ON home.id = unit.document_id JOIN document AS target ON target.id = ?"
        " JOIN item ON item.id = target.item_id WHERE unit.id = ?",
        (criterion, target, unit),
    ).fetchone()
    return CellPlace._make(row)


def read_page_texts(
    connection: Connection, items: Sequence[ItemId], author: AnnotatorId | None
) -> Iterator[tuple[ItemId, str]]:
    """(item, text) of the documents of some items, then of the notes on them: of one author, or of all."""
    marks = ",".join("?" * len(items))
    yield from connection.execute(f"SELECT item_id, text FROM document WHERE item_id IN ({marks}) ORDER BY id", items)
    own = "" if author is None else "AND annotator_id = ?"
    yield from connection.execute(
        f"SELECT item_id, text FROM note WHERE item_id IN ({marks}) {own} ORDER BY id",
        [*items, *([] if author is None else [author])],
    )


# Adjudication -------------------------------------------------------------------------------------------------------

_OF_GOLD = "annotator_id IN (SELECT id FROM annotator WHERE kind = 'gold')"


def read_first_spans(connection: Connection, cell: tuple[int, int, int], value: Any) -> list[tuple[int, int]]:
    """The spans (start, end) of the first person with some who gives a cell (unit, criterion, target) this value."""
    row = connection.execute(
        "SELECT verdict.id FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'human'"
        " AND unit_id = ? AND criterion_id = ? AND target_id = ? AND value = ?"
        " AND EXISTS (SELECT 1 FROM span WHERE verdict_id = verdict.id) ORDER BY annotator_id LIMIT 1",
        (*cell, value),
    ).fetchone()
    return _read_spans(connection, row[0]) if row else []


def count_adjudicated(
    connection: Connection, *, by_decisions: bool = False, before_others: bool = False
) -> dict[ItemId, int]:
    """How many cells of each item were adjudicated, in the order of the items; without the others. ``by_decisions``:
    without imported gold. ``before_others``: those alone after which somebody decided something else in the item."""
    where = " AND decision_id IS NOT NULL" * (by_decisions or before_others)
    if before_others:
        where += (
            " AND EXISTS (SELECT 1 FROM decision WHERE item_id = gold.item_id AND id > gold.decision_id"
            " AND action <> 'settle')"
        )
    query = f"SELECT item_id, count(*) FROM verdict AS gold WHERE {_OF_GOLD}{where} GROUP BY item_id ORDER BY item_id"
    return dict(connection.execute(query).fetchall())


class AdjudicationRow(NamedTuple):
    """An adjudication of a cell: who made it and when (UTC, ISO 8601), the value (None: left open) and the note."""

    unit: UnitId
    criterion: CriterionId
    target: int
    reviewer: AnnotatorId
    at: str
    value: str | None
    note: str | None


def read_item_adjudications(connection: Connection, item: ItemId) -> list[AdjudicationRow]:
    """The standing adjudications of an item, in their order."""
    rows = connection.execute(
        "SELECT unit_id, criterion_id, target_id, reviewer_id, at, value, note FROM decision"
        " WHERE item_id = ? AND action = 'settle' AND id NOT IN (SELECT decision_id FROM undone)"
        " ORDER BY at, uid",
        (item,),
    )
    return list(map(AdjudicationRow._make, rows))


class Votes(NamedTuple):
    """What was said of items: ``answers`` (item, annotator, unit, criterion, target, value, decision or 0) and
    ``silence`` (annotator, criterion, target, decision or 0) on the units of documents."""

    answers: list[tuple[ItemId, AnnotatorId, UnitId, CriterionId, int, Any, int]]
    silence: list[tuple[AnnotatorId, CriterionId, int, int]]


def read_votes(connection: Connection, items: Sequence[ItemId]) -> Votes:
    """The counted verdicts of items, and the silence where there is a verdict of the same criterion and target."""
    some = {"items": json.dumps([*items])}
    answers = connection.execute(
        "SELECT item_id, annotator_id, unit_id, criterion_id, target_id, value, coalesce(decision_id, 0) FROM verdict"
        f" WHERE item_id IN (SELECT value FROM json_each(:items)){uncounted_filter(connection)} ORDER BY id",
        some,
    ).fetchall()
    silence = connection.execute(
        "SELECT annotator_id, criterion_id, target_id, coalesce(decision_id, 0)"
        " FROM judged WHERE item_id IN (SELECT value FROM json_each(:items)) AND (criterion_id, target_id) IN"
        " (SELECT criterion_id, target_id FROM verdict WHERE item_id IN (SELECT value FROM json_each(:items)))",
        some,
    ).fetchall()
    return Votes(answers, silence)


class VerdictCell(NamedTuple):
    """A verdict's cell, without what it says: its row id, its decision, who made it and their kind."""

    id: int
    decision: int | None
    annotator: AnnotatorId
    name: str
    kind: str
    criterion: CriterionId
    unit: UnitId
    target: int


def read_verdict_cells(connection: Connection, items: Iterable[ItemId]) -> Iterator[VerdictCell]:
    """The cells of the verdicts on some items."""
    rows = connection.execute(
        "SELECT verdict.id, decision_id, annotator_id, annotator.name, kind, criterion_id, unit_id, target_id"
        " FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE item_id IN (SELECT value FROM json_each(?))",
        (json.dumps([*items]),),
    )
    return map(VerdictCell._make, rows)
