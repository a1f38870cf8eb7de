"""What the project knows of its judge runs: the runs themselves, their calls by page, one call whole, two runs side
by side. Plain functions of a read-only connection.

A run speaks as one judge, or as several where the method has several voices (one a taxonomy). A later run of the
same judge takes the place of what an earlier one said, so verdicts are the judge's and not the run's.
"""

from __future__ import annotations

import contextlib
import json
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from galley.core.domain import NO_CRITERION, AnnotatorId, Cell, CriterionId, ItemId, UnitKind, Value, unit_number
from galley.core.errors import InputError
from galley.core.judges import flag_lineage, order, servers
from galley.core.judges.clients.base import Exchange
from galley.core.judges.known_calls import SECOND
from galley.core.judges.methods.base import NOT_ASKED
from galley.core.storage.connection import Connection
from galley.core.storage.queries import runs as run_queries


class ShownCalls(StrEnum):
    """Which calls of a run are listed."""

    ALL = "all"
    UNSCORED = "unscored"
    FAILED = "failed"
    REPAIRED = "repaired"


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run with its figures. Money is in US dollars; ``cost`` is None where calls were answered and no price is
    known. ``items`` are those that the run has something of, out of ``total`` that it is asked about by now; ``budget``
    and ``max_requests`` are its caps; ``fates`` says how many flags are same, new, gone and changed against the run of
    the method before it, ``second_calls`` how many replies were asked for once more."""

    id: int
    annotator: AnnotatorId
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


def runs(connection: Connection, only: Iterable[int] = ()) -> list[RunRow]:
    """All runs, newest first; or those with the row ids of ``only``."""
    return [_run(connection, head) for head in run_queries.read_runs(connection, only)]


def _run(connection: Connection, head: run_queries.RunHead) -> RunRow:
    run, settings = head.id, json.loads(head.settings)
    judges = flag_lineage.judges(connection, run).values()
    sums = run_queries.read_run_sums(connection, run, judges, SECOND, NOT_ASKED)
    total = sums.items
    with contextlib.suppress(InputError):  # a run of a file that does not say what it was asked
        total = len(order.item_ids(connection, order.order_of(settings)))
    return RunRow(
        *head[:6],
        started_at=head.started,
        finished_at=head.finished or "",
        state=head.state,
        why=head.why,
        items=sums.items,
        total=total,
        calls=sums.calls,
        done=sums.done,
        reused_calls=sums.reused,
        failed_calls=sums.failed,
        unscored_count=sums.unscored,
        repaired_calls=sums.repaired,
        attempts=sums.attempts,
        tokens_in=sums.tokens_in,
        tokens_out=sums.tokens_out,
        cost=None if sums.unpriced else sums.cost or 0.0,
        flags=sums.flags,
        unscored_cells=sums.unscored_cells,
        budget=settings.get("budget"),
        max_requests=settings.get("max_requests"),
        settings=settings,
        fates=flag_lineage.counts(connection, run),
        second_calls=sums.second,
    )


# Calls -------------------------------------------------------------------------------------------------------------


def call_ids(connection: Connection, run: int, show: ShownCalls = ShownCalls.ALL, after: int = 0) -> array[int]:
    """The row ids of a run's calls as they came in; only those behind ``after``, to follow a run."""
    return array("q", run_queries.find_calls(connection, run, show, after))


def call_keys(connection: Connection, ids: Iterable[int]) -> tuple[str, ...]:
    """The keys of calls, in the order of their ids; identical calls have one."""
    return tuple(dict.fromkeys(run_queries.read_call_keys(connection, ids)))


def call_counts(connection: Connection, run: int, after: int = 0) -> tuple[dict[ShownCalls, int], int]:
    """How many calls each way of listing has, and the newest that was counted; only those behind ``after``."""
    counts = run_queries.count_calls(connection, run, after)
    return {show: getattr(counts, show) for show in ShownCalls}, counts.newest


def call_lines(connection: Connection, ids: Iterable[int]) -> list[run_queries.CallLine]:
    """The lines with these row ids, in order of their ids. For a page of them: takes a few milliseconds."""
    return run_queries.read_call_lines(connection, ids)


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

    line: run_queries.CallLine
    run: int
    at: str
    system: str
    earlier: tuple[Exchange, ...]
    user: str
    body: Mapping[str, Any]
    reply: str | None
    verdicts: tuple[CallVerdict, ...]


def call(connection: Connection, row: int) -> CallDetail:
    """The call with this row id. Raises: InputError if there is none."""
    lines = call_lines(connection, [row])
    if not lines:
        raise InputError("This call is no longer in the project.")
    exchange = run_queries.read_exchange(connection, row)
    body = json.loads(exchange.body)
    system, user = body.pop("system", ""), body.pop("user", "")
    earlier = _exchanges(body)
    verdicts = _find_verdicts(connection, row, exchange.run, lines[0].part)
    return CallDetail(lines[0], exchange.run, exchange.at, system, earlier, user, body, exchange.reply, verdicts)


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


def _find_verdicts(connection: Connection, call: int, run: int, part: str) -> tuple[CallVerdict, ...]:
    """The verdicts that were read from a call. A run from before links were kept (schema 1) has none; then they are
    those that fit what the call was asked: a criterion, a voice of the judge, or all."""
    judges = flag_lineage.judges(connection, run).values()
    rows, are_linked = run_queries.read_call_verdicts(connection, call, judges)
    if not are_linked:
        of_criterion = [row for row in rows if row.criterion_name == part]
        rows = of_criterion or [row for row in rows if part and row.judge.endswith(f" {part}")] or rows
    return tuple(
        CallVerdict(
            Cell(row.unit, row.criterion, row.target),
            place(row.kind, row.position),
            row.value,
            row.reason or "",
            row.votes or "",
            row.explanation or "",
        )
        for row in rows
    )


def place(kind: str, position: int) -> str:
    """A unit in words: "sentence 3", "the whole"."""
    return "the whole" if kind == UnitKind.WHOLE else f"{kind} {unit_number(position)}"


# Two runs ----------------------------------------------------------------------------------------------------------


class ChangeLine(NamedTuple):
    """A flag in two runs. ``change`` is one of ``lineage.STATES``; ``before`` and ``after`` are criterion rows, 0 where
    there is no flag."""

    change: str
    item: ItemId
    key: str
    document: str
    place: str
    before: CriterionId
    after: CriterionId


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

    def items(self, *changes: str) -> tuple[ItemId, ...]:
        """The items with such changes, in the order of the project."""
        return tuple(sorted({line.item for line in self.lines if line.change in changes}))


def compare(connection: Connection, earlier: int, later: int) -> Comparison:
    """The flags of one run against those of another (see ``galley.core.judges.flag_lineage``)."""
    one, two = flag_lineage.judges(connection, earlier), flag_lineage.judges(connection, later)
    if set(one.values()) & set(two.values()):
        why = (
            "Both runs are the same judge (same method, model, prompts and settings), so the later verdicts "
            "replaced the earlier ones."
        )
        return Comparison(earlier, later, dict.fromkeys(flag_lineage.STATES, 0), why=why)
    fates = flag_lineage.compare(connection, later, earlier)
    earlier_places = _places(connection, earlier)
    places = earlier_places | _places(connection, later)
    lines = []
    for item, state, verdict, before in fates:
        flag = places[verdict if verdict is not None else before or 0]
        old = places[before].criterion if before is not None else NO_CRITERION
        new = places[verdict].criterion if verdict is not None else NO_CRITERION
        lines.append(ChangeLine(state, item, flag.key, flag.document, place(flag.kind, flag.position), old, new))
    counts = {state: sum(line.change == state for line in lines) for state in flag_lineage.STATES}
    listed = sum(line.earlier is not None for line in fates)
    return Comparison(earlier, later, counts, tuple(lines), len(earlier_places) - listed)


def _places(connection: Connection, run: int) -> dict[int, run_queries.FlagPlace]:
    """Where the flags of a run's judges are, by verdict."""
    return run_queries.read_flag_places(connection, flag_lineage.judges(connection, run).values())


# A run by criterion ------------------------------------------------------------------------------------------------


def by_criterion(connection: Connection, run: int) -> list[run_queries.CriterionSum]:
    """The criteria that a run's judge was asked about, in the order of the project."""
    judges = flag_lineage.judges(connection, run).values()
    return run_queries.read_criterion_sums(connection, judges)


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """``unscored_reasons`` are cells by reason, ``not_asked`` units that were left out on purpose, by what they are,
    ``quotes`` the quotes of flags by badge, ``errors`` failed calls by
    what went wrong, ``lineage`` flags against the run before (empty for a first one)."""

    run: RunRow
    unscored_reasons: Counter[str]
    not_asked: Counter[str]
    quotes: Counter[str]
    errors: Counter[str]
    lineage: Counter[str]


def report_outcome(connection: Connection, run: int) -> RunOutcome:
    """The report_outcome of the run with this row id. Raises: InputError if there is none."""
    rows = runs(connection, [run])
    if not rows:
        raise InputError(f"There is no run number {run} in this project.")

    unscored, not_asked, quotes, errors = map(Counter, run_queries.count_run_reasons(connection, run, NOT_ASKED))
    return RunOutcome(rows[0], unscored, not_asked, quotes, errors, flag_lineage.counts(connection, run))
