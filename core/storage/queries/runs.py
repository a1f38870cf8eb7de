"""Runs of judges, their calls and batches, what verdicts were read from, and how flags of two runs compare."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId

_IN = "IN (SELECT value FROM json_each(?))"

# Runs ---------------------------------------------------------------------------------------------------------------


class RunHead(NamedTuple):
    """A run with the first judge that it speaks as; ``settings`` is JSON."""

    id: int
    annotator: AnnotatorId
    judge: str
    method: str
    provider: str
    model: str
    started: str
    finished: str | None
    state: str
    why: str
    settings: str
    uid: str


def read_runs(
    connection: sqlite3.Connection, only: Iterable[int] = (), annotators: Collection[AnnotatorId] | None = None
) -> list[RunHead]:
    """All runs, newest first; or those with the row ids of ``only``, or whose first judge is one of ``annotators``."""
    rows = [*only]
    where, values = (f" WHERE run.id {_IN}", (json.dumps(rows),)) if rows else ("", ())
    if annotators is not None:
        where, values = f" WHERE annotator.id {_IN}", (json.dumps([*annotators]),)
    heads = connection.execute(
        "SELECT run.id, annotator.id, annotator.name, run.method, provider, run.model, started, finished, state,"
        f" why, settings, uid FROM run JOIN annotator ON annotator.id = annotator_id{where} ORDER BY run.id DESC",
        values,
    )
    return [RunHead._make(row) for row in heads]


def add_run(
    connection: sqlite3.Connection,
    uid: str,
    judge: AnnotatorId,
    method: str,
    provider: str,
    model: str,
    at: str,
    settings: str,
) -> int:
    """Add a run that begins now; its row id."""
    row: int = connection.execute(
        "INSERT INTO run (uid, annotator_id, method, provider, model, started, state, settings)"
        " VALUES (?, ?, ?, ?, ?, ?, 'running', ?) RETURNING id",
        (uid, judge, method, provider, model, at, settings),
    ).fetchone()[0]
    return row


def set_run_state(
    connection: sqlite3.Connection, run: int, state: str, why: str, finished: str | None, settings: str | None = None
) -> None:
    """Store where a run stands and when it ended, and its settings where they are new."""
    connection.execute(
        "UPDATE run SET state = ?, why = ?, finished = ?, settings = coalesce(?, settings) WHERE id = ?",
        (state, why, finished, settings, run),
    )


def rename_unused_judge(connection: sqlite3.Connection, judge: AnnotatorId, run: int, name: str, model: str) -> bool:
    """Give a judge that has said nothing, and that no run but this one asked, another model and its name; False where
    it is no such judge or the name is taken."""
    has_answers = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE annotator_id = :judge)" for table in ("verdict", "judged", "score")
    )
    return bool(
        connection.execute(
            "UPDATE annotator SET name = :name, model = :model WHERE id = :judge"
            " AND NOT EXISTS (SELECT 1 FROM annotator WHERE kind = 'judge' AND name = :name)"
            f" AND NOT ({has_answers} OR EXISTS (SELECT 1 FROM run WHERE annotator_id = :judge AND id <> :run))",
            {"judge": judge, "run": run, "name": name, "model": model},
        ).rowcount
    )


def set_run_details(
    connection: sqlite3.Connection, run: int, details: Mapping[str, Any], annotator: AnnotatorId | None = None
) -> None:
    """Store some of a run's settings, which were learnt of its server on the way; and the first judge that it speaks
    as, where that is another now."""
    places = ", ?, json(?)" * len(details)
    values = [
        value
        for name, detail in details.items()
        for value in (f"$.{name}", json.dumps(detail, ensure_ascii=False))
    ]
    connection.execute(
        f"UPDATE run SET settings = json_set(settings{places}), annotator_id = coalesce(?, annotator_id) WHERE id = ?",
        (*values, annotator, run),
    )


class JudgedCell(NamedTuple):
    """The document of a cell (its system where it has one), the unit's text, kind and position, what a judge explained
    of it ("" where nothing), and else the replies of a run about the document, in the order of the samples."""

    document: str
    text: str
    kind: str
    position: int
    explanation: str
    replies: list[str]


def read_judged_cell(
    connection: sqlite3.Connection, annotator: AnnotatorId, cell: tuple[int, int, int], run: int, part: str
) -> JudgedCell:
    """What a judge said of a cell (unit, criterion, target), whose calls are those of a run that asked for ``part``. Of
    a call that was known before, the reply is the one that it had then."""
    unit, criterion, target = cell
    row = connection.execute(
        "SELECT CASE WHEN about.system <> '' THEN about.system ELSE about.name END,"
        " CASE unit.kind WHEN 'whole' THEN about.text ELSE"
        ' coalesce(unit.text, substr(own.text, unit.start + 1, unit."end" - unit.start)) END,'
        " unit.kind, unit.position, coalesce((SELECT explanation FROM verdict WHERE annotator_id = :annotator"
        " AND unit_id = :unit AND criterion_id = :criterion AND target_id = :target ORDER BY id DESC LIMIT 1), '')"
        " FROM unit JOIN document AS own ON own.id = unit.document_id JOIN document AS about ON about.id = :target"
        " WHERE unit.id = :unit",
        {"annotator": annotator, "unit": unit, "criterion": criterion, "target": target},
    ).fetchone()
    replies = connection.execute(
        "SELECT (SELECT reply FROM call AS known WHERE known.key = call.key AND known.state = 'done' ORDER BY id DESC"
        " LIMIT 1) FROM call WHERE run_id = ? AND target_id = ? AND part = ? AND ? = '' ORDER BY sample, id",
        (run, target, part, row[-1]),
    )
    return JudgedCell._make((*row, [reply for (reply,) in replies if reply]))


def find_newest_run(connection: sqlite3.Connection, annotator: AnnotatorId) -> int:
    """The newest run that wrote verdicts of a judge; 0 where none did."""
    row = connection.execute("SELECT max(run_id) FROM verdict WHERE annotator_id = ?", (annotator,)).fetchone()
    return int(row[0] or 0)


class RunSums(NamedTuple):
    """What there is of a run: its calls by state, tokens and dollars of those that were paid for, and the flags and
    unanswered cells of its judges. ``cost`` is of calls with a price (None: no call), ``unpriced`` those without."""

    calls: int
    done: int
    reused: int
    failed: int
    unscored: int
    repaired: int
    attempts: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    unpriced: int
    items: int
    second: int
    flags: int
    unscored_cells: int


def read_run_sums(
    connection: sqlite3.Connection, run: int, annotators: Collection[AnnotatorId], second: str, not_asked: str
) -> RunSums:
    """The sums of a run: parts that end in ``second`` are second calls; reasons that begin with ``not_asked`` are of
    cells that were left out on purpose. The items of a run without calls are those that its judges judged."""
    judges = f"({', '.join(str(int(row)) for row in annotators)})"
    sums = list(
        connection.execute(
            "SELECT count(*), coalesce(sum(state = 'done'), 0), coalesce(sum(state = 'reused'), 0),"
            " coalesce(sum(state = 'failed'), 0), coalesce(sum(unscored <> ''), 0), coalesce(sum(repaired <> ''), 0),"
            " coalesce(sum(attempts), 0), coalesce(sum(CASE WHEN state = 'done' THEN tokens_in END), 0),"
            " coalesce(sum(CASE WHEN state = 'done' THEN tokens_out END), 0), sum(cost),"
            " coalesce(sum(state = 'done' AND cost IS NULL), 0), count(DISTINCT item_id),"
            " coalesce(sum(part LIKE ?), 0) FROM call WHERE run_id = ?",
            (f"%{second}", run),
        ).fetchone()
    )
    if not sums[0]:
        query = f"SELECT count(DISTINCT item_id) FROM judged WHERE annotator_id IN {judges}"
        sums[11] = connection.execute(query).fetchone()[0]
    flags = connection.execute(
        "SELECT coalesce(sum(value = 'yes'), 0), coalesce(sum(value IS NULL AND instr(reason, ?) <> 1), 0) FROM verdict"
        f" WHERE annotator_id IN {judges}",
        (not_asked,),
    ).fetchone()
    return RunSums(*sums, *flags)


class CriterionSum(NamedTuple):
    """What a run's judge said on one criterion: flags, cells without an answer and the commonest reason why, and how
    many of the flags people found right and wrong so far."""

    criterion: CriterionId
    flags: int
    unscored_count: int
    reason: str
    right: int
    wrong: int


def read_criterion_sums(connection: sqlite3.Connection, annotators: Collection[AnnotatorId]) -> list[CriterionSum]:
    """What judges said, for each criterion that they judged."""
    judges = f"({', '.join(str(int(row)) for row in annotators)})"
    sums = {
        criterion: (flags, unscored)
        for criterion, flags, unscored in connection.execute(
            "SELECT criterion_id, sum(value IS 'yes'), sum(value IS NULL) FROM verdict"
            f" WHERE annotator_id IN {judges} GROUP BY 1"
        )
    }
    covered = connection.execute(f"SELECT DISTINCT criterion_id FROM judged WHERE annotator_id IN {judges}")
    criteria = sorted({row for (row,) in covered} | sums.keys())
    reasons = dict(
        connection.execute(
            "SELECT criterion_id, reason FROM (SELECT criterion_id, reason, count(*) AS n FROM verdict"
            f" WHERE reason IS NOT NULL AND annotator_id IN {judges} GROUP BY 1, 2 ORDER BY n)"
        ).fetchall()
    )
    records = {
        criterion: (right, wrong)
        for criterion, right, wrong in connection.execute(
            f'SELECT criterion_id, sum("right"), sum(wrong) FROM trust WHERE annotator_id IN {judges} GROUP BY 1'
        )
    }
    return [
        CriterionSum(row, *sums.get(row, (0, 0)), reasons.get(row, ""), *records.get(row, (0, 0))) for row in criteria
    ]


def count_run_reasons(connection: sqlite3.Connection, run: int, not_asked: str) -> tuple[dict[str, int], ...]:
    """(unanswered cells by reason; units that were left out on purpose, by the words after ``not_asked``; quotes of
    flags by match; failed calls by error) of a run."""
    queries = (
        "SELECT reason, count(*) FROM verdict WHERE run_id = :run AND value IS NULL"
        " AND instr(reason, :not_asked) <> 1 GROUP BY reason",
        "SELECT substr(reason, length(:not_asked) + 1), count(DISTINCT unit_id) FROM verdict"
        " WHERE run_id = :run AND value IS NULL AND instr(reason, :not_asked) = 1 GROUP BY reason",
        "SELECT match, count(*) FROM evidence JOIN verdict ON verdict.id = verdict_id"
        " WHERE run_id = :run AND value = 'yes' GROUP BY match",
        "SELECT error, count(*) FROM call WHERE run_id = :run AND state = 'failed' GROUP BY error",
    )
    values = {"run": run, "not_asked": not_asked}
    return tuple(dict(connection.execute(query, values).fetchall()) for query in queries)


# Calls --------------------------------------------------------------------------------------------------------------

_SHOWN = {
    "all": "",
    "unscored": " AND unscored <> ''",
    "failed": " AND state = 'failed'",
    "repaired": " AND repaired <> ''",
}


class CallPlace(NamedTuple):
    """What a call is about: its run, item and document, what was asked, which sample, and the key of the question."""

    run: int
    item: ItemId
    document: int
    part: str
    sample: int
    key: str


def put_call(connection: sqlite3.Connection, place: CallPlace, body: str, outcome: Sequence[Any]) -> None:
    """Store a call: ``body`` is the request, ``outcome`` the columns from the state on. It takes the place of a failed
    one; a reply is never overwritten."""
    import hashlib  # loads OpenSSL, as in hashing.py

    digest = hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
    request = connection.execute("SELECT id FROM request WHERE hash = ?", (digest,)).fetchone()
    if request is None:
        request = connection.execute(
            "INSERT INTO request (hash, body) VALUES (?, ?) RETURNING id", (digest, body)
        ).fetchone()
    connection.execute(
        "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, reply, finish, unscored,"
        " repaired, error, attempts, tokens_in, tokens_out, tokens_read, tokens_written, cost, seconds, answered, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (run_id, target_id, key) DO UPDATE SET state = excluded.state, reply = excluded.reply,"
        " finish = excluded.finish, unscored = excluded.unscored, repaired = excluded.repaired,"
        " error = excluded.error, attempts = call.attempts + excluded.attempts, tokens_in = excluded.tokens_in,"
        " tokens_out = excluded.tokens_out, tokens_read = excluded.tokens_read,"
        " tokens_written = excluded.tokens_written, cost = excluded.cost, seconds = excluded.seconds,"
        " answered = excluded.answered, at = excluded.at"
        " WHERE call.state = 'failed'",
        (*place, request[0], *outcome),
    )


class KeyedCall(NamedTuple):
    """A call with its reply, and ``answered``, the model that gave it."""

    id: int
    run: int
    reply: str | None
    finish: str
    tokens_in: int | None
    tokens_out: int | None
    answered: str
    error: str


def read_calls(
    connection: sqlite3.Connection,
    key: str,
    *,
    state: Literal["done", "failed"] | None = None,
    run: int | None = None,
    document: int | None = None,
) -> list[KeyedCall]:
    """The calls with this key, newest first: all, or those in a state ("done": paid for), of a run, about a
    document."""
    # the words of the index ``call_key``, which SQLite looks for
    where, values = "key = ?" + (f" AND state = '{state}'" if state else ""), list[Any]([key])
    for column, value in (("run_id", run), ("target_id", document)):
        if value is not None:
            where, values = f"{where} AND {column} = ?", [*values, value]
    rows = connection.execute(
        "SELECT id, run_id, reply, finish, tokens_in, tokens_out, answered, error FROM call"
        f" WHERE {where} ORDER BY id DESC",
        values,
    )
    return list(map(KeyedCall._make, rows))


def find_calls_by_key(connection: sqlite3.Connection, keys: Iterable[str]) -> tuple[list[ItemId], list[int]]:
    """(the items of the calls with these keys; the calls that were paid for, of those and of the same questions under
    another key)."""
    keys_json = json.dumps([*keys])
    items = connection.execute(f"SELECT DISTINCT item_id FROM call WHERE key {_IN} ORDER BY 1", (keys_json,)).fetchall()
    paid = connection.execute(
        f"SELECT id FROM call WHERE state = 'done' AND (key {_IN} OR (target_id, part, sample) IN"
        f" (SELECT target_id, part, sample FROM call WHERE key {_IN}))",
        (keys_json, keys_json),
    )
    return [item for (item,) in items], [call for (call,) in paid]


def find_calls(connection: sqlite3.Connection, run: int, shown: str, after: int) -> Iterable[int]:
    """The row ids of a run's calls behind ``after`` as they came in: all, unscored, failed or repaired ones."""
    query = f"SELECT id FROM call WHERE run_id = ? AND id > ?{_SHOWN[shown]} ORDER BY id"
    return (row for (row,) in connection.execute(query, (run, after)))


class CallCounts(NamedTuple):
    """How many calls there are: all, and by what became of them; ``newest`` is the last one's row id."""

    all: int
    unscored: int
    failed: int
    repaired: int
    newest: int


def count_calls(connection: sqlite3.Connection, run: int, after: int) -> CallCounts:
    """A run's calls behind ``after``, which is the newest where there are none."""
    row = connection.execute(
        "SELECT count(*), coalesce(sum(unscored <> ''), 0), coalesce(sum(state = 'failed'), 0),"
        " coalesce(sum(repaired <> ''), 0), coalesce(max(id), ?) FROM call WHERE run_id = ? AND id > ?",
        (after, run, after),
    ).fetchone()
    return CallCounts._make(row)


def read_call_keys(connection: sqlite3.Connection, calls: Iterable[int]) -> list[str]:
    """The keys of calls, in the order of their row ids."""
    query = f"SELECT key FROM call WHERE id {_IN} ORDER BY id"
    return [key for (key,) in connection.execute(query, (json.dumps([*calls]),))]


class CallLine(NamedTuple):
    """One line of the call list. ``document`` is the system that wrote the text, else the document's own name."""

    id: int
    state: str
    item: ItemId
    key: str
    document: str
    part: str
    sample: int
    finish: str
    unscored_reason: str
    repairs: str
    error: str
    tokens_in: int | None
    tokens_read: int | None
    tokens_out: int | None
    cost: float | None
    seconds: float | None
    attempts: int
    answering_model: str


def read_call_lines(connection: sqlite3.Connection, calls: Iterable[int]) -> list[CallLine]:
    """The lines of calls, in the order of their row ids."""
    row_list = ", ".join(str(int(row)) for row in calls)
    rows = connection.execute(
        "SELECT call.id, state, call.item_id, item.key, CASE WHEN system <> '' THEN system ELSE document.name END,"
        " call.part, sample, finish, unscored, repaired, error, tokens_in, tokens_read, tokens_out,"
        " cost, seconds, attempts, answered FROM call JOIN item ON item.id = call.item_id"
        f" JOIN document ON document.id = target_id WHERE call.id IN ({row_list}) ORDER BY call.id"
    )
    return list(map(CallLine._make, rows))


class StoredExchange(NamedTuple):
    """A call's run and time, its reply, and its request as JSON."""

    run: int
    at: str
    reply: str | None
    body: str


def read_exchange(connection: sqlite3.Connection, call: int) -> StoredExchange:
    """What was sent and what came back."""
    row = connection.execute(
        "SELECT run_id, at, reply, body FROM call JOIN request ON request.id = request_id WHERE call.id = ?",
        (call,),
    ).fetchone()
    return StoredExchange._make(row)


def measure_seconds(connection: sqlite3.Connection, provider: str, model: str) -> float | None:
    """How long a reply of a model took on average; None where none was timed."""
    mean: float | None = connection.execute(
        "SELECT avg(seconds) FROM call JOIN run ON run.id = run_id WHERE call.state = 'done' AND provider = ?"
        " AND model = ? AND seconds IS NOT NULL",
        (provider, model),
    ).fetchone()[0]
    return mean


def measure_cost(connection: sqlite3.Connection, run: int) -> tuple[float, int | None, float]:
    """(dollars, calls without a price, seconds) of the calls of a run when they were paid for, known before or not."""
    row: tuple[float, int | None, float] = connection.execute(
        "SELECT total(paid.cost), sum(paid.id IS NOT NULL AND paid.cost IS NULL), total(paid.seconds)"
        " FROM call LEFT JOIN call AS paid ON paid.id = (SELECT max(id) FROM call AS c"
        " WHERE c.key = call.key AND c.state = 'done') WHERE call.run_id = ?",
        (run,),
    ).fetchone()
    return row


# Batches ------------------------------------------------------------------------------------------------------------


class Batch(NamedTuple):
    """Calls that go to a provider at once: its name for them, None until it took them; ``calls`` is JSON."""

    id: int
    name: str | None
    state: str
    at: str
    calls: str


def read_batches(connection: sqlite3.Connection, run: int) -> list[Batch]:
    """The batches of a run in the order in which they were made."""
    rows = connection.execute("SELECT id, name, state, at, calls FROM batch WHERE run_id = ? ORDER BY id", (run,))
    return list(map(Batch._make, rows))


def add_batch(connection: sqlite3.Connection, run: int, at: str, calls: str) -> int:
    """Add a batch that is being sent; its row id."""
    row: int = connection.execute(
        "INSERT INTO batch (run_id, name, state, at, calls) VALUES (?, NULL, 'sending', ?, ?) RETURNING id",
        (run, at, calls),
    ).fetchone()[0]
    return row


def set_batch_state(connection: sqlite3.Connection, batch: int, state: str, name: str | None) -> None:
    """Store where a batch stands, and the provider's name for it once that is known."""
    connection.execute("UPDATE batch SET state = ?, name = coalesce(?, name) WHERE id = ?", (state, name, batch))


# What verdicts were read from ---------------------------------------------------------------------------------------


def replace_call_links(connection: sqlite3.Connection, verdict: int, calls: Iterable[int]) -> None:
    """Store that a verdict was read from these calls and no others."""
    connection.execute("DELETE FROM verdict_call WHERE verdict_id = ?", (verdict,))
    rows = [(verdict, call) for call in calls]
    connection.executemany("INSERT INTO verdict_call (verdict_id, call_id) VALUES (?, ?)", rows)


class CallOrigin(NamedTuple):
    """A call behind a verdict: its row and run, which sample it was, what was asked, why it could not be read, and its
    reply."""

    call: int
    run: int
    sample: int
    part: str
    state: str
    unscored_reason: str
    reply: str | None


def read_call_links(connection: sqlite3.Connection, verdict: int) -> tuple[list[CallOrigin], str | None]:
    """(the calls that a verdict was read from, in the order of their samples; its explanation)."""
    rows = connection.execute(
        "SELECT call.id, call.run_id, sample, part, state, unscored, reply, explanation FROM verdict_call"
        " JOIN call ON call.id = call_id JOIN verdict ON verdict.id = verdict_id"
        " WHERE verdict_id = ? ORDER BY sample, call.id",
        (verdict,),
    ).fetchall()
    return [CallOrigin._make(row[:-1]) for row in rows], rows[0][-1] if rows else None


class CallVerdictRow(NamedTuple):
    """A verdict beside a call, with the names of its criterion and judge."""

    criterion: CriterionId
    unit: UnitId
    target: int
    kind: str
    position: int
    value: Any
    reason: str | None
    votes: str | None
    explanation: str | None
    criterion_name: str
    judge: str


def read_call_verdicts(
    connection: sqlite3.Connection, call: int, annotators: Collection[AnnotatorId]
) -> tuple[list[CallVerdictRow], bool]:
    """(the verdicts that were read from a call, whether its run keeps which these are); where it does not, all of these
    judges on the call's document."""
    has_links = connection.execute(
        "SELECT 1 FROM call JOIN verdict_call ON call_id = call.id"
        " WHERE run_id = (SELECT run_id FROM call WHERE id = ?) LIMIT 1",
        (call,),
    ).fetchone()
    where = "verdict.id IN (SELECT verdict_id FROM verdict_call WHERE call_id = ?)"
    if not has_links:
        row_list = ", ".join(str(int(row)) for row in annotators)
        where = f"target_id = (SELECT target_id FROM call WHERE id = ?) AND annotator_id IN ({row_list})"
    rows = connection.execute(
        "SELECT criterion_id, unit_id, target_id, unit.kind, unit.position, verdict.value, verdict.reason, votes,"
        " explanation, criterion.name, annotator.name FROM verdict JOIN criterion ON criterion.id = criterion_id"
        " JOIN unit ON unit.id = unit_id JOIN annotator ON annotator.id = annotator_id"
        f" WHERE {where} ORDER BY unit.id, criterion.id",
        (call,),
    )
    return list(map(CallVerdictRow._make, rows)), has_links is not None


# Flags of two runs --------------------------------------------------------------------------------------------------


class JudgeVerdict(NamedTuple):
    """What a judge said of a cell, in its order."""

    item: ItemId
    target: int
    unit: UnitId
    criterion: CriterionId
    value: Any
    id: int


def read_judge_verdicts(
    connection: sqlite3.Connection, judge: AnnotatorId
) -> tuple[list[JudgeVerdict], set[tuple[CriterionId, int]]]:
    """(the verdicts of a judge by item, document, unit and criterion; the pairs of criterion and document of which it
    spoke by silence too)."""
    rows = connection.execute(
        "SELECT item_id, target_id, unit_id, criterion_id, value, id FROM verdict WHERE annotator_id = ?"
        " ORDER BY item_id, target_id, unit_id, criterion_id",
        (judge,),
    )
    covered = connection.execute("SELECT criterion_id, target_id FROM judged WHERE annotator_id = ?", (judge,))
    return list(map(JudgeVerdict._make, rows)), set(covered)


class FlagPlace(NamedTuple):
    """Where a flag is: the item's key, the document's system or name, the unit's kind and position from 0."""

    verdict: int
    key: str
    document: str
    kind: str
    position: int
    criterion: CriterionId


def read_flag_places(connection: sqlite3.Connection, annotators: Iterable[AnnotatorId]) -> dict[int, FlagPlace]:
    """Where the flags of judges are, by verdict."""
    row_list = ", ".join(str(int(row)) for row in annotators)
    rows = connection.execute(
        "SELECT verdict.id, item.key, CASE WHEN system <> '' THEN system ELSE document.name END, unit.kind,"
        " unit.position, criterion_id FROM verdict JOIN item ON item.id = verdict.item_id"
        " JOIN document ON document.id = target_id JOIN unit ON unit.id = unit_id"
        f" WHERE value = 'yes' AND annotator_id IN ({row_list})"
    )
    return {row[0]: FlagPlace._make(row) for row in rows}


class FlagFate(NamedTuple):
    """One flag's fate: the verdict rows of the run (None if gone) and of the earlier one (None if new)."""

    item: ItemId
    state: str
    verdict: int | None
    earlier: int | None


def replace_lineage(connection: sqlite3.Connection, run: int, lines: Iterable[FlagFate]) -> None:
    """Store the fates of the flags of a run, in the place of what was stored."""
    connection.execute("DELETE FROM lineage WHERE run_id = ?", (run,))
    connection.executemany(
        "INSERT INTO lineage (run_id, item_id, state, verdict_id, earlier_id) VALUES (?, ?, ?, ?, ?)",
        [(run, *line) for line in lines],
    )


def count_lineage(connection: sqlite3.Connection, run: int) -> dict[str, int]:
    """The number of flags of a run in each state of its lineage."""
    query = "SELECT state, count(*) FROM lineage WHERE run_id = ? GROUP BY state"
    return dict(connection.execute(query, (run,)).fetchall())


def find_items_by_lineage(connection: sqlite3.Connection, run: int, states: Iterable[str]) -> list[ItemId]:
    """The items with a flag of a run in one of these states, in order."""
    query = f"SELECT DISTINCT item_id FROM lineage WHERE run_id = ? AND state {_IN} ORDER BY item_id"
    return [item for (item,) in connection.execute(query, (run, json.dumps([*states])))]
