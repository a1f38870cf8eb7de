"""What a run leaves in the project: its row, its calls, its verdicts. Plain functions of a connection."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from galley.core.columns import layout as layouts
from galley.core.columns import names, native_cells
from galley.core.columns.native_record import SaidVerdict
from galley.core.columns.record_rows import dumps
from galley.core.domain import AnnotatorKind, Cell, ChangeSet, Match, Span
from galley.core.judges import servers
from galley.core.judges.call_links import Linker
from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.inquiry.labels import CallId
from galley.core.judges.methods.base import CheckedQuote, FoundVerdict, Outcome
from galley.core.judges.servers import Server
from galley.core.project.tally import tally
from galley.core.storage import judge_queries
from galley.core.typed_reading import check


@dataclass(frozen=True, slots=True)
class CallRow:
    """One call as it is written, in the order of the columns that are explained in ``schema.sql``."""

    item: int
    target: int
    part: str
    sample: int
    key: str
    body: str
    state: str
    reply: str | None = None
    finish: str = ""
    unscored: str = ""
    repaired: str = ""
    error: str = ""
    attempts: int = 0
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_read: int | None = None
    tokens_written: int | None = None
    cost: float | None = None
    seconds: float | None = None
    model: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """The outcome of one inquiry, with the item and the annotator it belongs to, and the calls that it made."""

    item: int
    key: str
    annotator: int
    outcome: Outcome
    calls: tuple[CallId, ...] = ()


def now() -> str:
    """The time in UTC as it is stored."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def call_key(body: str, prompt: str, sample: int) -> str:
    """What makes two calls to one server identical: model and full request (both in ``body``), prompt hash, sample
    number. Which server a call asked is kept with its run."""
    return hashlib.sha256(f"{body}\0{prompt}\0{sample}".encode("utf-8", "surrogatepass")).hexdigest()


# Runs --------------------------------------------------------------------------------------------------------------


def annotator(
    connection: sqlite3.Connection, name: str, method: str, model: str, prompt: str, server: Server | None = None
) -> int:
    """The judge of this method, model, fingerprint and server; a new one gets ``name``, or where it is taken the next
    free "name (2)", "name (server)" where only the server differs."""
    server = server or Server()
    known = servers.judges(connection, method, model, prompt, server)
    for other, row in known.items():
        if other == name or other.startswith(f"{name} ("):
            return row
    free, number = name, 2
    if server.label and connection.execute(
        "SELECT 1 FROM annotator WHERE kind = 'judge' AND name = ? AND method = ? AND model = ? AND prompt = ?",
        (name, method, model, prompt),
    ).fetchone():
        free = name = f"{name} ({server.label})"
    while connection.execute("SELECT 1 FROM annotator WHERE kind = 'judge' AND name = ?", (free,)).fetchone():
        free, number = f"{name} ({number})", number + 1
    return names.annotator(connection, free, AnnotatorKind.JUDGE, method, model, prompt)


def judge_of_another(
    connection: sqlite3.Connection,
    run: int,
    asked: int,
    name: str,
    method: str,
    model: str,
    prompt: str,
    server: Server,
) -> int:
    """The judge of a model that answers in the place of the one asked. Where the judge that was asked has said nothing
    and this one is new, the one becomes the other."""
    if (
        not servers.judges(connection, method, model, prompt, server)
        and judge_queries.judge_unheard(connection, asked, run)
        and judge_queries.rename_judge(connection, asked, name, model)
    ):
        return asked
    return annotator(connection, name, method, model, prompt, server)


def open_run(
    connection: sqlite3.Connection,
    judge: int,
    method: str,
    provider: str,
    model: str,
    settings: Mapping[str, Any],
    same: Sequence[str],
) -> tuple[int, bool]:
    """The row id of a run, and whether it goes on with one that was left unfinished: the newest of the same judge
    that agrees in the settings named by ``same``."""
    for row, stored in connection.execute(
        "SELECT id, settings FROM run WHERE annotator_id = ? AND provider = ? AND state <> 'done'"
        " ORDER BY id DESC",
        (judge, provider),
    ).fetchall():
        before = json.loads(stored)
        if all(before.get(name) == settings.get(name) for name in same):
            connection.execute(
                "UPDATE run SET state = 'running', why = '', finished = NULL, settings = ? WHERE id = ?",
                (dumps(settings), row),
            )
            return row, True
    row = connection.execute(
        "INSERT INTO run (uid, annotator_id, method, provider, model, started, state, settings)"
        " VALUES (?, ?, ?, ?, ?, ?, 'running', ?) RETURNING id",
        (secrets.token_hex(8), judge, method, provider, model, now(), dumps(settings)),
    ).fetchone()[0]
    return row, False


def set_state(connection: sqlite3.Connection, run: int, state: str, why: str = "") -> ChangeSet:
    """Say where a run stands; one that is over gets its time."""
    over = now() if state in ("done", "stopped", "cancelled", "failed") else None
    connection.execute("UPDATE run SET state = ?, why = ?, finished = ? WHERE id = ?", (state, why, over, run))
    return ChangeSet(runs=frozenset({run}))


def spent(connection: sqlite3.Connection, run: int) -> tuple[float, int]:
    """What a run has cost so far in US dollars, and how many requests it has sent."""
    money, sent = connection.execute(
        "SELECT total(cost), total(attempts) FROM call WHERE run_id = ?", (run,)
    ).fetchone()
    return money, int(sent)


# Calls -------------------------------------------------------------------------------------------------------------


class Paid(NamedTuple):
    """A reply that is kept: the rows of its call and of the run that asked for it."""

    call: int
    run: int
    reply: Reply


def paid(connection: sqlite3.Connection, key: str, others: frozenset[int] = frozenset()) -> Paid | None:
    """The newest reply of an identical call that was answered before, in whatever run but ``others``."""
    for call, run, words, ended, tokens_in, tokens_out, model in connection.execute(
        "SELECT id, run_id, reply, finish, tokens_in, tokens_out, answered FROM call WHERE key = ? AND state = 'done'"
        " ORDER BY id DESC",
        (key,),
    ):
        if run not in others:
            text, finish = words or "", Finish(ended or Finish.STOP)
            refusal = text if finish is Finish.REFUSED else ""
            return Paid(call, run, Reply(text, finish, tokens_in, tokens_out, refusal, model))
    return None


def save_call(connection: sqlite3.Connection, run: int, call: CallRow) -> None:
    """Write one call; a failed one gives way to what came of it later, a reply is never overwritten."""
    before, after = astuple(call)[:5], astuple(call)[6:]  # the request stands in the place of its body
    digest = hashlib.sha256(call.body.encode("utf-8", "surrogatepass")).hexdigest()
    request = connection.execute("SELECT id FROM request WHERE hash = ?", (digest,)).fetchone()
    if request is None:
        request = connection.execute(
            "INSERT INTO request (hash, body) VALUES (?, ?) RETURNING id", (digest, call.body)
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
        (run, *before, request[0], *after, now()),
    )


# Verdicts ----------------------------------------------------------------------------------------------------------


def save_work(connection: sqlite3.Connection, run: int, work: Work) -> ChangeSet:
    """Write what came of an inquiry and count its item anew. What this judge said before of the same cells gives way;
    a flag it no longer raises becomes a "no", so that decisions about it keep what they are about."""
    outcome = work.outcome
    changes = ChangeSet(frozenset({work.item}))
    found, judged, scores = list(outcome.found), list(outcome.judged), list(outcome.scores)
    if outcome.record is not None:
        own = ("verdicts", "judged", "scores")
        changes |= _add(connection, {"key": work.key} | {k: v for k, v in outcome.record.items() if k not in own})
        native = _Native(connection, work.item)
        found += [native.found(entry) for entry in outcome.record.get("verdicts", ())]
        judged += [pair for entry in outcome.record.get("judged", ()) for pair in native.judged(entry)]
        scores += [native.score(entry) for entry in outcome.record.get("scores", ())]
    linker = Linker(connection, run)
    written = set()
    for each in found:
        row = _verdict(connection, run, work, each)
        linker.link(row, each.calls or work.calls)
        written.add(row)
    for criterion, target in judged:
        connection.execute(
            "INSERT OR IGNORE INTO judged (annotator_id, criterion_id, target_id, item_id) VALUES (?, ?, ?, ?)",
            (work.annotator, criterion, target, work.item),
        )
        for (stale,) in connection.execute(
            "SELECT id FROM verdict WHERE annotator_id = ? AND criterion_id = ? AND target_id = ? AND item_id = ?",
            (work.annotator, criterion, target, work.item),
        ).fetchall():
            if stale not in written:
                _forget_places(connection, stale)
                linker.link(stale, work.calls)
                connection.execute(
                    "UPDATE verdict SET value = 'no', reason = NULL, confidence = NULL, votes = NULL,"
                    " explanation = NULL, run_id = ? WHERE id = ?",
                    (run, stale),
                )
    connection.executemany(
        "INSERT OR REPLACE INTO score (document_id, metric, annotator_id, value) VALUES (?, ?, ?, ?)",
        [(document, metric, work.annotator, value) for document, metric, value in scores],
    )
    tally(connection, work.item)
    return changes


def _verdict(connection: sqlite3.Connection, run: int, work: Work, found: FoundVerdict) -> int:
    reason = None if found.value is not None else found.reason or "no answer"
    row = connection.execute(
        "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value, reason, confidence,"
        " votes, explanation, run_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (annotator_id, criterion_id, unit_id, target_id) DO UPDATE SET value = excluded.value,"
        " reason = excluded.reason, confidence = excluded.confidence, votes = excluded.votes,"
        " explanation = excluded.explanation, run_id = excluded.run_id RETURNING id",
        (
            work.annotator,
            found.cell.criterion,
            found.cell.unit,
            found.cell.target,
            work.item,
            found.value,
            reason,
            found.confidence,
            found.votes or None,
            found.explanation or None,
            run,
        ),
    ).fetchone()[0]
    _forget_places(connection, row)
    connection.executemany(
        'INSERT INTO span (verdict_id, position, start, "end") VALUES (?, ?, ?, ?)',
        [(row, position, span.start, span.end) for position, span in enumerate(found.spans)],
    )
    connection.executemany(
        'INSERT INTO evidence (verdict_id, position, unit_id, start, "end", quote, match) VALUES (?, ?, ?, ?, ?, ?, ?)',
        [
            (row, position, q.unit, q.span.start if q.span else None, q.span.end if q.span else None, q.quote, q.match)
            for position, q in enumerate(found.evidence)
        ],
    )
    return row


class _Native:
    """What a method says in the native form, of documents and units by name."""

    def __init__(self, connection: sqlite3.Connection, item: int) -> None:
        self._connection = connection
        self._layout = layouts.load(connection, item)
        self._vocabulary = native_cells.Vocabulary(connection)

    def found(self, entry: Mapping[str, Any]) -> FoundVerdict:
        """A verdict with its row ids; ``calls`` are those that it was read from, as in ``FoundVerdict``.

        Raises: InputError for a unit, document or value that cannot be.
        """
        given = dict(entry)
        check(given, SaidVerdict)
        criterion = self._vocabulary.criterion(given.get("scheme"), given.get("criterion"))
        unit, target, length = native_cells.place(given, criterion, self._layout)
        value, reason = native_cells.value(given, criterion)
        confidence, votes, explanation = native_cells.details(given)
        evidence = native_cells.evidence(given, self._layout, lambda d, u: layouts.unit_text(self._connection, d, u))
        return FoundVerdict(
            Cell(unit, criterion.row, target),
            value,
            reason or "",
            confidence,
            votes or "",
            explanation or "",
            tuple(Span(*span) for span in native_cells.spans(given, length)),
            tuple(CheckedQuote(e.unit, _span(e.start, e.end), e.quote, Match(e.match)) for e in evidence),
            tuple(given.get("calls", ())),
        )

    def judged(self, entry: Mapping[str, Any]) -> list[tuple[int, int]]:
        """The (criterion, target) pairs whose silence is a "no". Raises: KeyError for a document that is not there."""
        known = self._vocabulary.scheme(entry["scheme"])
        targets = [self._layout.documents[name].id for name in entry["documents"]]
        return [(known[name].row, target) for name in entry["criteria"] for target in targets]

    def score(self, entry: Mapping[str, Any]) -> tuple[int, str, float]:
        """A score with the row id of its document. Raises: KeyError for a document that is not there."""
        return self._layout.documents[entry["document"]].id, entry["metric"], float(entry["value"])


def _span(start: int | None, end: int | None) -> Span | None:
    return None if start is None or end is None else Span(start, end)


def _forget_places(connection: sqlite3.Connection, verdict: int) -> None:
    connection.execute("DELETE FROM span WHERE verdict_id = ?", (verdict,))
    connection.execute("DELETE FROM evidence WHERE verdict_id = ?", (verdict,))


def _add(connection: sqlite3.Connection, record: dict[str, Any]) -> ChangeSet:
    """New documents and derived units of an item, by the same way as an import."""
    from galley.core.incoming import ImportOptions, ImportReport, Parsed
    from galley.core.project.ingest import ingest

    return ingest(connection, [Parsed(record, "this run", 0)], ImportOptions(), ImportReport())
