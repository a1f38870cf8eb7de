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

from galley.core.domain import AnnotatorKind, Cell, ChangeSet, Match, Span
from galley.core.judges import servers
from galley.core.judges.call_links import Linker
from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.inquiry.labels import CallId
from galley.core.judges.methods.base import CheckedQuote, FoundVerdict, Outcome
from galley.core.judges.servers import Server
from galley.core.review.progress import tally
from galley.core.storage import judge_queries, names, native_cells
from galley.core.storage.item_layout import load_layout, unit_text
from galley.core.storage.native_record import SaidVerdict
from galley.core.storage.record_rows import dumps
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
    unscored_reason: str = ""
    repairs: str = ""
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
class InquiryOutcome:
    """The outcome of one inquiry, with the item and the annotator it belongs to, and the calls that it made."""

    item: int
    key: str
    annotator: int
    outcome: Outcome
    calls: tuple[CallId, ...] = ()


def get_timestamp() -> str:
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
    judges = servers.judges(connection, method, model, prompt, server)
    for other, row in judges.items():
        if other == name or other.startswith(f"{name} ("):
            return row
    free, number = name, 2
    if (
        server.label
        and connection.execute(
            "SELECT 1 FROM annotator WHERE kind = 'judge' AND name = ? AND method = ? AND model = ? AND prompt = ?",
            (name, method, model, prompt),
        ).fetchone()
    ):
        free = name = f"{name} ({server.label})"
    while connection.execute("SELECT 1 FROM annotator WHERE kind = 'judge' AND name = ?", (free,)).fetchone():
        free, number = f"{name} ({number})", number + 1
    return names.annotator(connection, free, AnnotatorKind.JUDGE, method, model, prompt)


def judge_of_another(
    connection: sqlite3.Connection,
    run: int,
    asked_judge: int,
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
        and judge_queries.is_judge_unused(connection, asked_judge, run)
        and judge_queries.rename_judge(connection, asked_judge, name, model)
    ):
        return asked_judge
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
        "SELECT id, settings FROM run WHERE annotator_id = ? AND provider = ? AND state <> 'done' ORDER BY id DESC",
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
        (secrets.token_hex(8), judge, method, provider, model, get_timestamp(), dumps(settings)),
    ).fetchone()[0]
    return row, False


def set_state(connection: sqlite3.Connection, run: int, state: str, why: str = "") -> ChangeSet:
    """Say where a run stands; one that is over gets its time."""
    over = get_timestamp() if state in ("done", "stopped", "cancelled", "failed") else None
    connection.execute("UPDATE run SET state = ?, why = ?, finished = ? WHERE id = ?", (state, why, over, run))
    return ChangeSet(runs=frozenset({run}))


def get_spending(connection: sqlite3.Connection, run: int) -> tuple[float, int]:
    """What a run has cost so far in US dollars, and how many requests it has sent."""
    money, requests = connection.execute(
        "SELECT total(cost), total(attempts) FROM call WHERE run_id = ?", (run,)
    ).fetchone()
    return money, int(requests)


# Calls -------------------------------------------------------------------------------------------------------------


class PaidReply(NamedTuple):
    """A reply that is kept: the rows of its call and of the run that asked for it."""

    call: int
    run: int
    reply: Reply


def find_paid_reply(connection: sqlite3.Connection, key: str, others: frozenset[int] = frozenset()) -> PaidReply | None:
    """The newest reply of an identical call that was answered before, in whatever run but ``others``."""
    for call, run, words, ended, tokens_in, tokens_out, model in connection.execute(
        "SELECT id, run_id, reply, finish, tokens_in, tokens_out, answered FROM call WHERE key = ? AND state = 'done'"
        " ORDER BY id DESC",
        (key,),
    ):
        if run not in others:
            text, finish = words or "", Finish(ended or Finish.STOP)
            refusal = text if finish is Finish.REFUSED else ""
            return PaidReply(call, run, Reply(text, finish, tokens_in, tokens_out, refusal, model))
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
        (run, *before, request[0], *after, get_timestamp()),
    )


# Verdicts ----------------------------------------------------------------------------------------------------------


def save_outcome(connection: sqlite3.Connection, run: int, inquiry_outcome: InquiryOutcome) -> ChangeSet:
    """Write what came of an inquiry and count its item again. What this judge said before of the same cells gives way;
    a flag it no longer raises becomes a "no", so that decisions about it keep what they are about."""
    outcome = inquiry_outcome.outcome
    changes = ChangeSet(frozenset({inquiry_outcome.item}))
    verdicts, judged, scores = list(outcome.verdicts), list(outcome.covered_pairs), list(outcome.scores)
    if outcome.record is not None:
        own = ("verdicts", "judged", "scores")
        changes |= _add(
            connection, {"key": inquiry_outcome.key} | {k: v for k, v in outcome.record.items() if k not in own}
        )
        native = _Native(connection, inquiry_outcome.item)
        verdicts += [native.read_verdict(entry) for entry in outcome.record.get("verdicts", ())]
        judged += [pair for entry in outcome.record.get("judged", ()) for pair in native.read_covered_pairs(entry)]
        scores += [native.score(entry) for entry in outcome.record.get("scores", ())]
    linker = Linker(connection, run)
    verdict_rows = set()
    for verdict in verdicts:
        row = _verdict(connection, run, inquiry_outcome, verdict)
        linker.link(row, verdict.calls or inquiry_outcome.calls)
        verdict_rows.add(row)
    for criterion, target in judged:
        connection.execute(
            "INSERT OR IGNORE INTO judged (annotator_id, criterion_id, target_id, item_id) VALUES (?, ?, ?, ?)",
            (inquiry_outcome.annotator, criterion, target, inquiry_outcome.item),
        )
        for (stale,) in connection.execute(
            "SELECT id FROM verdict WHERE annotator_id = ? AND criterion_id = ? AND target_id = ? AND item_id = ?",
            (inquiry_outcome.annotator, criterion, target, inquiry_outcome.item),
        ).fetchall():
            if stale not in verdict_rows:
                _forget_places(connection, stale)
                linker.link(stale, inquiry_outcome.calls)
                connection.execute(
                    "UPDATE verdict SET value = 'no', reason = NULL, confidence = NULL, votes = NULL,"
                    " explanation = NULL, run_id = ? WHERE id = ?",
                    (run, stale),
                )
    connection.executemany(
        "INSERT OR REPLACE INTO score (document_id, metric, annotator_id, value) VALUES (?, ?, ?, ?)",
        [(document, metric, inquiry_outcome.annotator, value) for document, metric, value in scores],
    )
    tally(connection, inquiry_outcome.item)
    return changes


def _verdict(connection: sqlite3.Connection, run: int, inquiry_outcome: InquiryOutcome, verdict: FoundVerdict) -> int:
    reason = None if verdict.value is not None else verdict.reason or "no answer"
    row = connection.execute(
        "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value, reason, confidence,"
        " votes, explanation, run_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (annotator_id, criterion_id, unit_id, target_id) DO UPDATE SET value = excluded.value,"
        " reason = excluded.reason, confidence = excluded.confidence, votes = excluded.votes,"
        " explanation = excluded.explanation, run_id = excluded.run_id RETURNING id",
        (
            inquiry_outcome.annotator,
            verdict.cell.criterion,
            verdict.cell.unit,
            verdict.cell.target,
            inquiry_outcome.item,
            verdict.value,
            reason,
            verdict.confidence,
            verdict.votes or None,
            verdict.explanation or None,
            run,
        ),
    ).fetchone()[0]
    _forget_places(connection, row)
    connection.executemany(
        'INSERT INTO span (verdict_id, position, start, "end") VALUES (?, ?, ?, ?)',
        [(row, position, span.start, span.end) for position, span in enumerate(verdict.spans)],
    )
    connection.executemany(
        'INSERT INTO evidence (verdict_id, position, unit_id, start, "end", quote, match) VALUES (?, ?, ?, ?, ?, ?, ?)',
        [
            (row, position, q.unit, q.span.start if q.span else None, q.span.end if q.span else None, q.quote, q.match)
            for position, q in enumerate(verdict.evidence)
        ],
    )
    return row


class _Native:
    """What a method says in the native form, of documents and units by name."""

    def __init__(self, connection: sqlite3.Connection, item: int) -> None:
        self._connection = connection
        self._layout = load_layout(connection, item)
        self._vocabulary = native_cells.Vocabulary(connection)

    def read_verdict(self, entry: Mapping[str, Any]) -> FoundVerdict:
        """A verdict with its row ids; ``calls`` are those that it was read from, as in ``FoundVerdict``.

        Raises: InputError for a unit, document or value that cannot be.
        """
        fields = dict(entry)
        check(fields, SaidVerdict)
        criterion = self._vocabulary.criterion(fields.get("scheme"), fields.get("criterion"))
        unit, target, length = native_cells.place(fields, criterion, self._layout)
        value, reason = native_cells.value(fields, criterion)
        confidence, votes, explanation = native_cells.details(fields)
        evidence = native_cells.evidence(fields, self._layout, lambda d, u: unit_text(self._connection, d, u))
        return FoundVerdict(
            Cell(unit, criterion.row, target),
            value,
            reason or "",
            confidence,
            votes or "",
            explanation or "",
            tuple(Span(*span) for span in native_cells.spans(fields, length)),
            tuple(CheckedQuote(e.unit, _span(e.start, e.end), e.quote, Match(e.match)) for e in evidence),
            tuple(fields.get("calls", ())),
        )

    def read_covered_pairs(self, entry: Mapping[str, Any]) -> list[tuple[int, int]]:
        """The (criterion, target) pairs whose silence is a "no". Raises: KeyError for a document that is not there."""
        criteria = self._vocabulary.scheme(entry["scheme"])
        targets = [self._layout.documents[name].id for name in entry["documents"]]
        return [(criteria[name].row, target) for name in entry["criteria"] for target in targets]

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
    from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
    from galley.core.project.import_records import ingest

    return ingest(connection, [ParsedRecord(record, "this run", 0)], ImportOptions(), ImportReport())
