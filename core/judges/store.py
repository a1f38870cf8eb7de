"""What a run leaves in the project: its row, its calls, its verdicts. Plain functions of a connection."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, AnnotatorKind, Cell, ChangeSet, CriterionId, ItemId, Match, Span
from galley.core.judges import servers
from galley.core.judges.call_links import Linker
from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.inquiry.labels import CallId
from galley.core.judges.methods.base import CheckedQuote, FoundVerdict, Outcome
from galley.core.judges.servers import Server
from galley.core.review.progress import tally
from galley.core.storage import names, native_cells
from galley.core.storage.connection import Connection
from galley.core.storage.item_layout import load_layout, unit_text
from galley.core.storage.native_record import SaidVerdict
from galley.core.storage.queries import runs
from galley.core.storage.queries.verdicts import (
    Answer,
    Marks,
    add_unmarked_units,
    put_scores,
    put_verdict,
    withdraw_flags,
)
from galley.core.storage.record_rows import dumps
from galley.core.typed_reading import check


@dataclass(frozen=True, slots=True)
class CallRow:
    """One call as it is written, in the order of the columns that are explained in ``schema.sql``."""

    item: ItemId
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

    item: ItemId
    key: str
    annotator: AnnotatorId
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
    connection: Connection, name: str, method: str, model: str, prompt: str, server: Server | None = None
) -> AnnotatorId:
    """The judge of this method, model, fingerprint and server; a new one gets ``name``, or where it is taken the next
    free "name (2)", "name (server)" where only the server differs."""
    server = server or Server()
    judges = servers.judges(connection, method, model, prompt, server)
    for other, row in judges.items():
        if other == name or other.startswith(f"{name} ("):
            return row
    free, number = name, 2
    project_judges = [j for j in names.annotators(connection).values() if j.kind == AnnotatorKind.JUDGE]
    same = {(judge.name, judge.method, judge.model, judge.prompt) for judge in project_judges}
    if server.label and (name, method, model, prompt) in same:
        free = name = f"{name} ({server.label})"
    while free in {judge.name for judge in project_judges}:
        free, number = f"{name} ({number})", number + 1
    return names.annotator(connection, free, AnnotatorKind.JUDGE, method, model, prompt)


def judge_of_another(
    connection: Connection,
    run: int,
    asked_judge: AnnotatorId,
    name: str,
    method: str,
    model: str,
    prompt: str,
    server: Server,
) -> AnnotatorId:
    """The judge of a model that answers in the place of the one asked. Where the judge that was asked has said nothing
    and this one is new, the one becomes the other."""
    if (
        not servers.judges(connection, method, model, prompt, server)
        and runs.rename_unused_judge(connection, asked_judge, run, name, model)
    ):
        return asked_judge
    return annotator(connection, name, method, model, prompt, server)


def open_run(
    connection: Connection,
    judge: AnnotatorId,
    method: str,
    provider: str,
    model: str,
    settings: Mapping[str, Any],
    same: Sequence[str],
) -> tuple[int, bool]:
    """The row id of a run, and whether it goes on with one that was left unfinished: the newest of the same judge
    that agrees in the settings named by ``same``."""
    for run in runs.read_runs(connection, annotators=[judge]):
        if run.provider != provider or run.state == "done":
            continue
        before = json.loads(run.settings)
        if all(before.get(name) == settings.get(name) for name in same):
            runs.set_run_state(connection, run.id, "running", "", None, dumps(settings))
            return run.id, True
    uid = secrets.token_hex(8)
    return runs.add_run(connection, uid, judge, method, provider, model, get_timestamp(), dumps(settings)), False


def set_state(connection: Connection, run: int, state: str, why: str = "") -> ChangeSet:
    """Say where a run stands; one that is over gets its time."""
    over = get_timestamp() if state in ("done", "stopped", "cancelled", "failed") else None
    runs.set_run_state(connection, run, state, why, over)
    return ChangeSet(runs=frozenset({run}))


def get_spending(connection: Connection, run: int) -> tuple[float, int]:
    """What a run has cost so far in US dollars, and how many requests it has sent."""
    sums = runs.read_run_sums(connection, run, (), "", "")
    return sums.cost or 0.0, sums.attempts


# Calls -------------------------------------------------------------------------------------------------------------


class PaidReply(NamedTuple):
    """A reply that is kept: the rows of its call and of the run that asked for it."""

    call: int
    run: int
    reply: Reply


def find_paid_reply(connection: Connection, key: str, others: frozenset[int] = frozenset()) -> PaidReply | None:
    """The newest reply of an identical call that was answered before, in whatever run but ``others``."""
    for call in runs.read_calls(connection, key, state="done"):
        if call.run not in others:
            text, finish = call.reply or "", Finish(call.finish or Finish.STOP)
            refusal = text if finish is Finish.REFUSED else ""
            reply = Reply(text, finish, call.tokens_in, call.tokens_out, refusal, call.answered)
            return PaidReply(call.id, call.run, reply)
    return None


def save_call(connection: Connection, run: int, call: CallRow) -> None:
    """Write one call; a failed one gives way to what came of it later, a reply is never overwritten."""
    item, target, part, sample, key, body, *outcome = astuple(call)
    place = runs.CallPlace(run, item, target, part, sample, key)
    runs.put_call(connection, place, body, (*outcome, get_timestamp()))


# Verdicts ----------------------------------------------------------------------------------------------------------


def save_outcome(connection: Connection, run: int, inquiry_outcome: InquiryOutcome) -> ChangeSet:
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
        pair, item = (inquiry_outcome.annotator, criterion, target), inquiry_outcome.item
        add_unmarked_units(connection, [(*pair, item, None)])
        for withdrawn in withdraw_flags(connection, pair, item, run, verdict_rows):
            linker.link(withdrawn, inquiry_outcome.calls)
    annotator_scores = [(document, metric, inquiry_outcome.annotator, value) for document, metric, value in scores]
    put_scores(connection, annotator_scores)
    tally(connection, inquiry_outcome.item)
    return changes


def _verdict(connection: Connection, run: int, inquiry_outcome: InquiryOutcome, verdict: FoundVerdict) -> int:
    reason = None if verdict.value is not None else verdict.reason or "no answer"
    quotes = [
        (q.unit, q.span.start if q.span else None, q.span.end if q.span else None, q.quote, q.match)
        for q in verdict.evidence
    ]
    answer = Answer(
        verdict.value,
        reason,
        verdict.explanation or None,
        verdict.confidence,
        verdict.votes or None,
        run=run,
        marks=Marks([(span.start, span.end) for span in verdict.spans], quotes),
    )
    cell = verdict.cell
    place = (inquiry_outcome.annotator, cell.criterion, cell.unit, cell.target)
    row = put_verdict(connection, place, inquiry_outcome.item, answer, replace=True)
    assert row is not None
    return row


class _Native:
    """What a method says in the native form, of documents and units by name."""

    def __init__(self, connection: Connection, item: ItemId) -> None:
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

    def read_covered_pairs(self, entry: Mapping[str, Any]) -> list[tuple[CriterionId, int]]:
        """The (criterion, target) pairs whose silence is a "no". Raises: KeyError for a document that is not there."""
        criteria = self._vocabulary.scheme(entry["scheme"])
        targets = [self._layout.documents[name].id for name in entry["documents"]]
        return [(criteria[name].row, target) for name in entry["criteria"] for target in targets]

    def score(self, entry: Mapping[str, Any]) -> tuple[int, str, float]:
        """A score with the row id of its document. Raises: KeyError for a document that is not there."""
        return self._layout.documents[entry["document"]].id, entry["metric"], float(entry["value"])


def _span(start: int | None, end: int | None) -> Span | None:
    return None if start is None or end is None else Span(start, end)


def _add(connection: Connection, record: dict[str, Any]) -> ChangeSet:
    """New documents and derived units of an item, by the same way as an import."""
    from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
    from galley.core.project.import_records import ingest

    return ingest(connection, [ParsedRecord(record, "this run", 0)], ImportOptions(), ImportReport())
