"""Batches: hand in, wait, fetch, for half the price; a restart in between asks for what was assigned in already.

Rounds: all questions that have no reply yet are collected (a method in several steps shows only its first one),
handed in, and their replies kept as calls. When a round has nothing to collect, the run goes through its items as any
other does and finds every reply known. A request that failed inside a batch is not sent again by this run.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from galley.core.domain import ChangeSet, ItemId
from galley.core.judges import store
from galley.core.judges.budget import Budget
from galley.core.judges.clients.base import BatchClient, CallError, Reply, Request
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.known_calls import (
    StoredReplies,
    ask_all,
    choose_reading,
    find_reply,
    identity,
    second_question,
)
from galley.core.judges.methods.base import ModelQuestion
from galley.core.judges.order import ReadyRun, iter_inquiries
from galley.core.judges.saver import Saver
from galley.core.judges.store import CallRow
from galley.core.project.project import Project
from galley.core.storage.connection import Connection
from galley.core.storage.queries import runs

MOST_REQUESTS = 5_000
MOST_BYTES = 80_000_000
"""Of one batch; both providers take more."""
_OPEN = ("sending", "sent")
"""The states of a batch whose replies are still to come."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A question that has no reply yet, with the call that it will be."""

    row: CallRow
    request: Request
    question: ModelQuestion


@dataclass(slots=True)
class BatchContext:
    """What batches need of the run that they belong to. ``is_ended`` is true once the run is to end; ``show_status``
    takes the sentence that the user sees meanwhile; ``keep`` takes a reply (or the failure) of a pending question."""

    project: Project
    run: int
    plan: ReadyRun
    client: BatchClient
    saver: Saver
    budget: Budget
    is_ended: Callable[[], bool]
    show_status: Callable[[str], None]
    keep: Callable[[Pending, Reply | CallError, float], None]


class _Later(Exception):
    """The reply is not there yet; the inquiry goes on in a later round."""


class _Collector(StoredReplies):
    """Asks nothing: gives known replies and takes down the questions without one."""

    def __init__(self, connection: Connection, plan: ReadyRun, run: int) -> None:
        super().__init__(connection, plan, run)
        self._failed_keys = set(runs.read_call_keys(connection, runs.find_calls(connection, run, "failed", 0)))
        self.pending: dict[str, Pending] = {}

    async def one(self, question: ModelQuestion) -> Reading:
        inquiry, request = self.inquiry, self.plan.request(self.inquiry, question)
        body, key = identity(request, question)
        reply = find_reply(self.connection, self.plan, inquiry, question, self.run)
        if reply is not None:
            reading = question.read(reply)
            second = second_question(self.plan, inquiry, question, reading)
            return reading if second is None else choose_reading(reading, await self.one(second))
        if key in self._failed_keys:
            return Reading(unscored_reason="no reply")
        document = (question.document or inquiry.target).id
        row = CallRow(inquiry.view.id, document, question.part, question.sample, key, body, "done")
        self.pending.setdefault(key, Pending(row, request, question))
        raise _Later

    async def all(self, questions: Sequence[ModelQuestion]) -> list[Reading]:
        return await ask_all(self.one, questions)


async def run_batches(context: BatchContext, ids: Sequence[ItemId]) -> None:
    """Hand in everything that is asked, round by round, and take the replies in. Raises: CallError, Exhausted."""
    while not context.is_ended():
        pending = await _collect(context, ids)
        handed_in = await _open(context)
        waiting = {key for _, keys in handed_in for key in keys}
        fresh = {key: call for key, call in pending.items() if key not in waiting}
        for chunk in _chunks(fresh):
            handed_in.append(await _hand_in(context, chunk))
        if not handed_in:
            return
        await _wait_and_fetch(context, handed_in, pending)


async def _collect(context: BatchContext, ids: Sequence[ItemId]) -> dict[str, Pending]:
    connection = context.project.read_connection()
    collector = _Collector(connection, context.plan, context.run)
    for _, inquiries in iter_inquiries(connection, context.plan, ids):
        for inquiry in inquiries:
            collector.inquiry = inquiry
            with contextlib.suppress(_Later):
                await context.plan.method.work(inquiry, context.plan.context, collector)
        await asyncio.sleep(0)
        if context.is_ended():
            return {}
    return collector.pending


async def _open(context: BatchContext) -> list[tuple[str, list[str]]]:
    """The batches of this run that were handed in before a restart, as (provider's name, keys)."""
    batches = []
    for batch in runs.read_batches(context.project.read_connection(), context.run):
        if batch.state not in _OPEN:
            continue
        entry, name = json.loads(batch.calls), batch.name
        if batch.state == "sending":  # the process ended between asking and being told the name
            name = await context.client.find(entry["mark"])
            await _set(context, batch.id, "sent" if name else "failed", name)
        if name:
            batches.append((name, entry["keys"]))
    return batches


def _chunks(pending: Mapping[str, Pending]) -> Iterator[dict[str, Pending]]:
    chunk: dict[str, Pending] = {}
    size = 0
    for key, call in pending.items():
        length = len(call.row.body) * 2
        if chunk and (len(chunk) == MOST_REQUESTS or size + length > MOST_BYTES):
            yield chunk
            chunk, size = {}, 0
        chunk[key] = call
        size += length
    if chunk:
        yield chunk


async def _hand_in(context: BatchContext, chunk: Mapping[str, Pending]) -> tuple[str, list[str]]:
    for call in chunk.values():
        await context.budget.reserve(context.plan.worst(call.request), wait=False)
    mark, keys = secrets.token_hex(8), list(chunk)
    row = await asyncio.wrap_future(context.project.write(lambda c: _insert(c, context.run, mark, keys)))
    try:
        name = await context.client.submit({key: call.request for key, call in chunk.items()}, mark)
    except CallError:
        await _set(context, row, "failed", None)
        raise
    await _set(context, row, "sent", name)
    return name, keys


def _insert(connection: Connection, run: int, mark: str, keys: list[str]) -> tuple[int, ChangeSet]:
    row = runs.add_batch(connection, run, store.get_timestamp(), json.dumps({"mark": mark, "keys": keys}))
    return row, store.set_state(connection, run, "waiting")


async def _set(context: BatchContext, row: int, state: str, name: str | None) -> None:
    def job(connection: Connection) -> ChangeSet:
        runs.set_batch_state(connection, row, state, name)
        return ChangeSet(runs=frozenset({context.run}))

    await asyncio.wrap_future(context.project.write(job))


async def _wait_and_fetch(
    context: BatchContext, handed_in: Sequence[tuple[str, list[str]]], pending: Mapping[str, Pending]
) -> None:
    policy = context.plan.order.policy
    for number, (name, keys) in enumerate(handed_in, 1):
        pause = policy.first
        while True:
            if context.is_ended():
                await _cancel(context, [batch_name for batch_name, _ in handed_in[number - 1 :]])
                return
            try:
                state = await context.client.poll(name)
            except CallError as error:
                if not error.retry:
                    raise
                context.show_status(f"Batch {name} could not be fetched; Galley tries again ({error})")
            else:
                if state.is_ended:
                    break
                context.show_status(
                    f"Waiting for batch {number} of {len(handed_in)}: {state.done:,} of {state.total:,} done."
                )
            for _ in range(max(int(pause / 0.2), 1)):
                await asyncio.sleep(min(pause, 0.2))
                if context.is_ended():
                    break
            pause = min(pause * 1.5, policy.cap)
        replies = await context.client.fetch(name)
        for key in keys:
            call = pending.get(key)
            if call is None:
                continue  # answered before, or no longer asked
            got = replies.get(key) or CallError(f"The batch ended without it ({state.why or 'no reason given'}).")
            context.keep(call, got, context.plan.worst(call.request))
        await context.saver.flush()
        await asyncio.wrap_future(context.project.write(lambda c, name=name: _mark_fetched(c, context.run, name)))  # type: ignore[misc]
    context.show_status("")


def _mark_fetched(connection: Connection, run: int, name: str) -> ChangeSet:
    for batch in runs.read_batches(connection, run):
        if batch.name == name and batch.state in _OPEN:
            runs.set_batch_state(connection, batch.id, "fetched", None)
    return store.set_state(connection, run, "running")


async def _cancel(context: BatchContext, names: Sequence[str]) -> None:
    """Ask the provider to stop; half a second at most, since somebody is waiting."""
    with contextlib.suppress(TimeoutError, CallError):
        async with asyncio.timeout(0.5):
            for name in names:
                await context.client.cancel(name)
