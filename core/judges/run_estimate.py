"""What a run will take, before anything is sent: its items are gone through as the run will, and nobody is asked."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from galley.core.errors import Cancelled
from galley.core.judges.clients.base import Reply, Request
from galley.core.judges.inquiry import price
from galley.core.judges.inquiry.labels import Fault, Reading
from galley.core.judges.known_calls import StoredReplies, choose_reading, find_reply, identity, second_question
from galley.core.judges.methods.base import ModelQuestion
from galley.core.judges.order import LEAST_REPLY_TOKENS, LOCAL, REPLY_TOKENS, ReadyRun, item_ids, iter_inquiries
from galley.core.project.project import Project
from galley.core.storage.connection import Connection
from galley.core.storage.queries.runs import measure_seconds

SECONDS = (1.5, 0.015)
"""A guess where nothing was measured yet: seconds a call takes, and seconds a token of its reply."""


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """What a run will take, before it is started. Tokens are guesses (see ``price.estimate_tokens``), ``money`` is
    from the
    price list and None where the price is unknown. ``reused_calls`` calls are known from earlier runs, ``twins`` are
    the same
    as another call of this one; ``saved_money`` is what the provider's cache saves (of ``money``, where it is taken
    off), with ``tokens_read`` that come out of it. ``reply_limit`` is the most tokens that a reply may have, and
    ``second_limit`` where it is asked for once more since it was cut off; ``longest_prompt`` is about how many tokens
    the longest question has."""

    items: int
    skipped_items: int
    requests: int
    reused_calls: int
    twins: int
    tokens_in: int
    tokens_out: int
    money: float | None
    seconds: float
    is_measured: bool
    tokens_read: int = 0
    saved_money: float = 0.0
    reply_limit: int = 0
    second_limit: int = 0
    longest_prompt: int = 0

    def within(self, budget: float | None) -> int | None:
        """About how many requests a run sends before a budget (US dollars) ends it; None where it gets through."""
        if not budget or self.money is None or self.money <= budget:
            return None
        return int(self.requests * budget / self.money)


class _Counter(StoredReplies):
    """Asks nothing: counts, and answers with the emptiest reply that the schema allows, so that a method in several
    steps shows all of them."""

    def __init__(self, connection: Connection, plan: ReadyRun) -> None:
        super().__init__(connection, plan)
        self.requests = self.reused_calls = self.twins = self.tokens_in = self.tokens_out = 0
        self.tokens_read = self.tokens_written = 0
        self.reply_limit = self.second_limit = self.longest_prompt = 0
        self.longest: Request | None = None
        self._seen: set[str] = set()
        self._begun: set[str] = set()

    async def one(self, question: ModelQuestion) -> Reading:
        request = self.plan.request(self.inquiry, question)
        _, key = identity(request, question)
        before = find_reply(self.connection, self.plan, self.inquiry, question)
        if key in self._seen:
            self.twins += 1
        elif before is not None:
            self.reused_calls += 1
        else:
            self.requests += 1
            prompt = sum(map(price.estimate_tokens, request.texts()))
            prompt += price.estimate_tokens(json.dumps(request.schema)) if request.schema else 0
            self.tokens_in += prompt
            self.tokens_out += question.expect
            self._measure(request, question, prompt)
            self._keep(request)
        self._seen.add(key)
        if before is not None:
            reading = question.read(before)
            second = second_question(self.plan, self.inquiry, question, reading)
            return reading if second is None else choose_reading(reading, await self.one(second))
        empty = question.example or (json.dumps(_emptiest(question.schema)) if question.schema else "")
        return question.read(Reply(empty))

    def _measure(self, request: Request, question: ModelQuestion, prompt: int) -> None:
        """Note the widest limits of replies, and the longest prompt."""
        cut = second_question(self.plan, self.inquiry, question, Reading(fault=Fault.CUT))
        self.reply_limit = max(self.reply_limit, request.max_tokens)
        if cut is not None:
            self.second_limit = max(self.second_limit, self.plan.request(self.inquiry, cut).max_tokens)
        if prompt > self.longest_prompt:
            self.longest_prompt, self.longest = prompt, request

    def _keep(self, request: Request) -> None:
        beginning, tokens = ("", 0) if self.plan.order.batch else self.plan.kept_beginning(request)
        if beginning in self._begun:
            self.tokens_read += tokens
        elif self.plan.provider == "anthropic":
            self.tokens_written += tokens
        self._begun |= {beginning} - {""}

    async def all(self, questions: Sequence[ModelQuestion]) -> list[Reading]:
        return [await self.one(question) for question in questions]


async def find_longest_request(
    connection: Connection, plan: ReadyRun, is_ended: Callable[[], bool]
) -> Request | None:
    """The request with the longest prompt that a run has to send; None where all replies are known, or the run was
    ended meanwhile."""
    counter = _Counter(connection, plan)
    for _, inquiries in iter_inquiries(connection, plan, item_ids(connection, plan.order)):
        for inquiry in inquiries:
            counter.inquiry = inquiry
            await plan.method.work(inquiry, plan.context, counter)
        await asyncio.sleep(0)
        if is_ended():
            return None
    return counter.longest


def estimate(project: Project, plan: ReadyRun, progress: Callable[[int, int], bool] | None = None) -> RunEstimate:
    """Go through all items without sending anything.

    ``progress`` is called with (done, total) items; a False stops. Raises: Cancelled.
    """
    connection = project.read_connection()
    ids = item_ids(connection, plan.order)
    counter, skipped = _Counter(connection, plan), 0

    async def count() -> int:
        without = 0
        for done, (_, inquiries) in enumerate(iter_inquiries(connection, plan, ids)):
            without += not inquiries
            for inquiry in () if plan.method.local else inquiries:
                counter.inquiry = inquiry
                await plan.method.work(inquiry, plan.context, counter)
            if progress and not progress(done + 1, len(ids)):
                raise Cancelled("The estimate was stopped; nothing was sent.")
        return without

    skipped = asyncio.run(count())
    seconds, measured = _seconds(connection, plan, counter)
    money = plan.cost(counter.tokens_in, counter.tokens_out, counter.tokens_read, counter.tokens_written)
    full = plan.cost(counter.tokens_in, counter.tokens_out)
    return RunEstimate(
        len(ids) - skipped,
        skipped,
        counter.requests,
        counter.reused_calls,
        counter.twins,
        counter.tokens_in,
        counter.tokens_out,
        0.0 if not counter.requests else money,
        seconds,
        measured,
        counter.tokens_read,
        full - money if money is not None and full is not None else 0.0,
        counter.reply_limit,
        counter.second_limit,
        counter.longest_prompt,
    )


def describe_reply_limits(plan: ReadyRun, takes: RunEstimate) -> str:
    """The most tokens of a reply, of one that is asked for once more, and the server's context, in a sentence."""
    second = f", {takes.second_limit:,} when asked again after one that was cut off" if takes.second_limit else ""
    limits = f"Reply: at most {takes.reply_limit:,} tokens{second}."
    context = plan.context_window
    if context.tokens:
        limits += f" {context.server} reads {context.tokens:,} tokens, prompt and reply together."
        advice = context.advise(takes.longest_prompt + REPLY_TOKENS[0])
        if takes.longest_prompt + LEAST_REPLY_TOKENS > context.tokens:
            limits += f" The longest prompt has about {takes.longest_prompt:,}: set {advice}."
        elif plan.cap.context and takes.longest_prompt + REPLY_TOKENS[0] > context.tokens:
            room = f"That leaves some replies less than {REPLY_TOKENS[0]:,} tokens, thinking included"
            limits += f" {room}; for as many, set {advice}."
    return limits


def _seconds(connection: Connection, plan: ReadyRun, counter: _Counter) -> tuple[float, bool]:
    """How long it may take, and whether that rests on earlier calls to this model."""
    mean = measure_seconds(connection, plan.provider, plan.model)
    if mean is not None:
        return math.ceil(counter.requests / plan.order.concurrency) * mean, True
    guess = (counter.requests * SECONDS[0] + counter.tokens_out * SECONDS[1]) / plan.order.concurrency
    return (0.0 if plan.provider in (LOCAL, "replay") else guess), False


def _emptiest(schema: Mapping[str, Any]) -> Any:
    """The smallest value of a schema, with one entry in each list."""
    kind = schema.get("type")
    if "enum" in schema:
        return schema["enum"][0]
    if kind == "object":
        return {name: _emptiest(inner) for name, inner in schema.get("properties", {}).items()}
    if kind == "array":
        return [_emptiest(schema.get("items", {}))]
    return {"string": "…", "integer": 1, "number": 0, "boolean": False}.get(str(kind))
