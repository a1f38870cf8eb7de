"""What the project knows of its judge runs: the runs themselves, their calls by page, one call whole, two runs side
by side. Plain functions of a read-only connection.

A run speaks as one judge, or as several where the method has several voices (one a taxonomy). A later run of the
same judge takes the place of what an earlier one said, so verdicts are the judge's and not the run's.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from galley.core.domain import Cell, UnitKind, Value, unit_number
from galley.core.errors import InputError
from galley.core.judges import flag_lineage, order, servers
from galley.core.judges.clients.base import Exchange
from galley.core.judges.known_calls import SECOND
from galley.core.judges.methods.base import NOT_ASKED


class ShownCalls(StrEnum):
    """Which calls of a run are listed."""

    ALL = "all"
    UNSCORED = "unscored"
    FAILED = "failed"
    REPAIRED = "repaired"


_SHOWN = {
    ShownCalls.ALL: "",
    ShownCalls.UNSCORED: " AND unscored <> ''",
    ShownCalls.FAILED: " AND state = 'failed'",
    ShownCalls.REPAIRED: " AND repaired <> ''",
}


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run with its figures. Money is in US dollars; ``cost`` is None where calls were answered and no price is
    known. ``items`` are those that the run has something of, out of ``total`` that it is asked about by now; ``budget``
    and ``max_requests`` are its caps; ``fates`` says how many flags are same, new, gone and changed against the run of
    the method before it, ``second_calls`` how many replies were asked for once more."""

    id: int
    annotator: int
    judge: str
    method: str
    provider: str
    model: str
    started_at: str
    finished_at: str
    state: str
    why: str
    items: int
    total: int
    calls: int
    done: int
    reused_calls: int
    failed_calls: int
    unscored_count: int
    repaired_calls: int
    attempts: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    flags: int
    unscored_cells: int
    budget: float | None
    max_requests: int | None
    settings: Mapping[str, Any] = field(default_factory=dict)
    fates: Mapping[str, int] = field(default_factory=dict)
    second_calls: int = 0

    @property
    def another(self) -> str:
        """The model that answered, where it is not the one asked."""
        answered = str(self.settings.get("version") or "")
        return answered if servers.speaker(self.provider, self.model, answered) != self.model else ""

    @property
    def over(self) -> bool:
        """Whether nothing more will happen unless somebody starts it again."""
        return self.state in ("done", "stopped", "cancelled", "failed")


def runs(connection: sqlite3.Connection, only: Iterable[int] = ()) -> list[RunRow]:
    """All runs, newest first; or those with the row ids of ``only``."""
    row_list = ", ".join(str(int(row)) for row in only)
    where = f" WHERE run.id IN ({row_list})" if row_list else ""
    return [
        _run(connection, row)
        for row in connection.execute(
            "SELECT run.id, annotator.id, annotator.name, run.method, provider, run.model, started, finished, state,"
            f" why, settings FROM run JOIN annotator ON annotator.id = annotator_id{where} ORDER BY run.id DESC"
        ).fetchall()
    ]


def _judges(connection: sqlite3.Connection, run: int) -> str:
    """The row ids of the annotators that a run speaks as, for an SQL list."""
    return ", ".join(str(int(row)) for row in flag_lineage.judges(connection, run).values())


def _run(connection: sqlite3.Connection, row: Sequence[Any]) -> RunRow:
    run, settings = row[0], json.loads(row[10])
    judges = _judges(connection, run)
    sums = connection.execute(
        "SELECT count(*), coalesce(sum(state = 'done'), 0), coalesce(sum(state = 'reused'), 0),"
        " coalesce(sum(state = 'failed'), 0), coalesce(sum(unscored <> ''), 0), coalesce(sum(repaired <> ''), 0),"
        " coalesce(sum(attempts), 0), coalesce(sum(CASE WHEN state = 'done' THEN tokens_in END), 0),"
        " coalesce(sum(CASE WHEN state = 'done' THEN tokens_out END), 0), total(cost),"
        " coalesce(sum(state = 'done' AND cost IS NULL), 0), count(DISTINCT item_id),"
        " coalesce(sum(part LIKE ?), 0)"
        " FROM call WHERE run_id = ?",
        (f"%{SECOND}", run),
    ).fetchone()
    items = sums[11]
    if not sums[0]:  # a judge without calls
        items = connection.execute(
            f"SELECT count(DISTINCT item_id) FROM judged WHERE annotator_id IN ({judges})"
        ).fetchone()[0]
    flags, unscored = connection.execute(
        "SELECT coalesce(sum(value = 'yes'), 0), coalesce(sum(value IS NULL AND instr(reason, ?) <> 1), 0) FROM verdict"
        f" WHERE annotator_id IN ({judges})",
        (NOT_ASKED,),
    ).fetchone()
    total = items
    with contextlib.suppress(InputError):  # a run of a file that does not say what it was asked
        total = len(order.item_ids(connection, order.order_of(settings)))
    started, finished, state, why = row[6], row[7] or "", row[8], row[9]
    cost = None if sums[10] else sums[9]
    fates = flag_lineage.counts(connection, run)
    more = settings.get("budget"), settings.get("max_requests"), settings, fates, sums[12]
    run_fields = (started, finished, state, why, items, total, *sums[:9], cost, flags, unscored, *more)
    return RunRow(*row[:6], *run_fields)


# Calls -------------------------------------------------------------------------------------------------------------


class CallLine(NamedTuple):
    """One line of the call list. ``document`` is the system that wrote the text, else the document's own name."""

    id: int
    state: str
    item: int
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


def call_ids(connection: sqlite3.Connection, run: int, show: ShownCalls = ShownCalls.ALL, after: int = 0) -> array[int]:
    """The row ids of a run's calls as they came in; only those behind ``after``, to follow a run."""
    rows = connection.execute(
        f"SELECT id FROM call WHERE run_id = ? AND id > ?{_SHOWN[show]} ORDER BY id", (run, after)
    )
    return array("q", (row[0] for row in rows))


def call_keys(connection: sqlite3.Connection, ids: Iterable[int]) -> tuple[str, ...]:
    """The keys of calls, in the order of their ids; identical calls have one."""
    rows = connection.execute(
        "SELECT key FROM call WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id", (json.dumps(list(ids)),)
    )
    return tuple(dict.fromkeys(row[0] for row in rows))


def call_counts(connection: sqlite3.Connection, run: int, after: int = 0) -> tuple[dict[ShownCalls, int], int]:
    """How many calls each way of listing has, and the newest that was counted; only those behind ``after``."""
    *row, last = connection.execute(
        "SELECT count(*), coalesce(sum(unscored <> ''), 0), coalesce(sum(state = 'failed'), 0),"
        " coalesce(sum(repaired <> ''), 0), coalesce(max(id), ?) FROM call WHERE run_id = ? AND id > ?",
        (after, run, after),
    ).fetchone()
    return dict(zip(ShownCalls, row, strict=True)), last


def call_lines(connection: sqlite3.Connection, ids: Iterable[int]) -> list[CallLine]:
    """The lines with these row ids, in order of their ids. For a page of them: takes a few milliseconds."""
    row_list = ", ".join(str(int(row)) for row in ids)
    return [
        CallLine(*row)
        for row in connection.execute(
            "SELECT call.id, state, call.item_id, item.key, CASE WHEN system <> '' THEN system ELSE document.name END,"
            " call.part, sample, finish, unscored, repaired, error, tokens_in, tokens_read, tokens_out,"
            " cost, seconds, attempts, answered FROM call JOIN item ON item.id = call.item_id"
            " JOIN document ON document.id = target_id"
            f" WHERE call.id IN ({row_list}) ORDER BY call.id"
        )
    ]


class CallVerdict(NamedTuple):
    """A verdict beside a call. ``place`` is "sentence 3"; ``value`` None is unscored and ``reason`` says why; ``cell``
    is where to look at it."""

    cell: Cell
    place: str
    value: Value | None
    reason: str
    votes: str
    explanation: str


@dataclass(frozen=True, slots=True)
class CallDetail:
    """One call whole. The texts are as they were sent and as they came, ``earlier`` the turns of the chat before
    ``user``; ``body`` is the request without its texts.
    ``verdicts`` are the verdicts that were read from it: where several samples vote, those of all of them."""

    line: CallLine
    run: int
    at: str
    system: str
    earlier: tuple[Exchange, ...]
    user: str
    body: Mapping[str, Any]
    reply: str | None
    verdicts: tuple[CallVerdict, ...]


def call(connection: sqlite3.Connection, row: int) -> CallDetail:
    """The call with this row id. Raises: InputError if there is none."""
    lines = call_lines(connection, [row])
    if not lines:
        raise InputError("This call is no longer in the project.")
    run, target, at, reply, stored = connection.execute(
        "SELECT run_id, target_id, at, reply, body FROM call JOIN request ON request.id = request_id WHERE call.id = ?",
        (row,),
    ).fetchone()
    body = json.loads(stored)
    system, user = body.pop("system", ""), body.pop("user", "")
    earlier = _exchanges(body)
    verdicts = _find_verdicts(connection, row, run, target, lines[0].part)
    return CallDetail(lines[0], run, at, system, earlier, user, body, reply, verdicts)


def _exchanges(body: dict[str, Any]) -> tuple[Exchange, ...]:
    """The earlier turns of a stored request, taken out of it; one of another form (imported records hold anything)
    stays where it is."""
    turns = body.get("earlier")
    names = Exchange._fields
    if not isinstance(turns, list) or not all(
        isinstance(turn, dict) and all(isinstance(turn.get(name), str) for name in names) for turn in turns
    ):
        return ()
    del body["earlier"]
    return tuple(Exchange(*(turn[name] for name in names)) for turn in turns)


def _find_verdicts(
    connection: sqlite3.Connection, call: int, run: int, target: int, part: str
) -> tuple[CallVerdict, ...]:
    """The verdicts that were read from a call. A run from before links were kept (schema 1) has none; then they are
    those that fit what the call was asked: a criterion, a voice of the judge, or all."""
    query = (
        "SELECT criterion_id, unit_id, target_id, unit.kind, unit.position, verdict.value, verdict.reason, votes,"
        " explanation, criterion.name, annotator.name FROM verdict JOIN criterion ON criterion.id = criterion_id"
        " JOIN unit ON unit.id = unit_id JOIN annotator ON annotator.id = annotator_id"
        " WHERE {} ORDER BY unit.id, criterion.id"
    )
    if has_call_links(connection, run):
        where = "verdict.id IN (SELECT verdict_id FROM verdict_call WHERE call_id = ?)"
        rows = connection.execute(query.format(where), (call,)).fetchall()
    else:
        where = f"target_id = ? AND annotator_id IN ({_judges(connection, run)})"
        rows = connection.execute(query.format(where), (target,)).fetchall()
        for about in ([r for r in rows if r[9] == part], [r for r in rows if part and r[10].endswith(f" {part}")]):
            if about:
                rows = about
                break
    return tuple(
        CallVerdict(Cell(unit, criterion, of), place(kind, at), value, reason or "", votes or "", explanation or "")
        for criterion, unit, of, kind, at, value, reason, votes, explanation, *_ in rows
    )


def has_call_links(connection: sqlite3.Connection, run: int) -> bool:
    """Whether the verdicts of a run say which calls they were read from."""
    return (
        connection.execute(
            "SELECT 1 FROM call JOIN verdict_call ON call_id = call.id WHERE run_id = ? LIMIT 1", (run,)
        ).fetchone()
        is not None
    )


def place(kind: str, position: int) -> str:
    """A unit in words: "sentence 3", "the whole"."""
    return "the whole" if kind == UnitKind.WHOLE else f"{kind} {unit_number(position)}"


# Two runs ----------------------------------------------------------------------------------------------------------


class ChangeLine(NamedTuple):
    """A flag in two runs. ``change`` is one of ``lineage.STATES``; ``before`` and ``after`` are criterion rows, 0 where
    there is no flag."""

    change: str
    item: int
    key: str
    document: str
    place: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs flag by flag. ``why`` says why there is nothing to compare; ``uncovered`` counts flags of the earlier
    run where the later one did not judge or gave no verdict."""

    earlier: int
    later: int
    counts: Mapping[str, int]
    lines: tuple[ChangeLine, ...] = ()
    left_out: int = 0
    why: str = ""

    def items(self, *changes: str) -> tuple[int, ...]:
        """The items with such changes, in the order of the project."""
        return tuple(sorted({line.item for line in self.lines if line.change in changes}))


def compare(connection: sqlite3.Connection, earlier: int, later: int) -> Comparison:
    """The flags of one run against those of another (see ``galley.core.judges.flag_lineage``)."""
    one, two = flag_lineage.judges(connection, earlier), flag_lineage.judges(connection, later)
    if set(one.values()) & set(two.values()):
        why = (
            "Both runs are the same judge (same method, model, prompts and settings), so the later verdicts "
            "replaced the earlier ones."
        )
        return Comparison(earlier, later, dict.fromkeys(flag_lineage.STATES, 0), why=why)
    fates = flag_lineage.compare(connection, later, earlier)
    places = _places(connection, earlier) | _places(connection, later)
    lines = []
    for item, state, verdict, before in fates:
        flag = places[verdict if verdict is not None else before or 0]
        old = places[before].criterion if before is not None else 0
        new = places[verdict].criterion if verdict is not None else 0
        lines.append(ChangeLine(state, item, flag.key, flag.document, place(flag.kind, flag.position), old, new))
    counts = {state: sum(line.change == state for line in lines) for state in flag_lineage.STATES}
    listed = sum(line.earlier is not None for line in fates)
    flags = connection.execute(
        f"SELECT count(*) FROM verdict WHERE value = 'yes' AND annotator_id IN ({_judges(connection, earlier)})"
    ).fetchone()[0]
    return Comparison(earlier, later, counts, tuple(lines), flags - listed)


class _Place(NamedTuple):
    verdict: int
    key: str
    document: str
    kind: str
    position: int
    criterion: int


def _places(connection: sqlite3.Connection, run: int) -> dict[int, _Place]:
    """Where the flags of a run's judges are, by verdict."""
    rows = connection.execute(
        "SELECT verdict.id, item.key, CASE WHEN system <> '' THEN system ELSE document.name END, unit.kind,"
        " unit.position, criterion_id FROM verdict JOIN item ON item.id = verdict.item_id"
        " JOIN document ON document.id = target_id JOIN unit ON unit.id = unit_id"
        f" WHERE value = 'yes' AND annotator_id IN ({_judges(connection, run)})"
    )
    return {row[0]: _Place(*row) for row in rows}


# A run by criterion ------------------------------------------------------------------------------------------------


class CriterionSum(NamedTuple):
    """What a run's judge said on one criterion: flags, cells without an answer and the commonest reason why, and how
    many of the flags people found right and wrong so far."""

    criterion: int
    flags: int
    unscored_count: int
    reason: str
    right: int
    wrong: int


def by_criterion(connection: sqlite3.Connection, run: int) -> list[CriterionSum]:
    """The criteria that a run's judge was asked about, in the order of the project."""
    judges = _judges(connection, run)
    sums = {
        row[0]: (row[1], row[2])
        for row in connection.execute(
            "SELECT criterion_id, sum(value IS 'yes'), sum(value IS NULL) FROM verdict"
            f" WHERE annotator_id IN ({judges}) GROUP BY 1"
        )
    }
    covered_criteria = {
        row[0]
        for row in connection.execute(f"SELECT DISTINCT criterion_id FROM judged WHERE annotator_id IN ({judges})")
    }
    reasons = dict(
        connection.execute(
            "SELECT criterion_id, reason FROM (SELECT criterion_id, reason, count(*) AS n FROM verdict"
            f" WHERE reason IS NOT NULL AND annotator_id IN ({judges}) GROUP BY 1, 2 ORDER BY n)"
        ).fetchall()
    )
    records = {
        row[0]: (row[1], row[2])
        for row in connection.execute(
            f'SELECT criterion_id, sum("right"), sum(wrong) FROM trust WHERE annotator_id IN ({judges}) GROUP BY 1'
        )
    }
    return [
        CriterionSum(row, *sums.get(row, (0, 0)), reasons.get(row, ""), *records.get(row, (0, 0)))
        for row in sorted(covered_criteria | sums.keys())
    ]
