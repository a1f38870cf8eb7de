"""One question at a time: known already, or bought; within pause, limits and budget; on disk when it is answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from galley.core.judges import servers
from galley.core.judges.budget import Budget, BudgetLimitError
from galley.core.judges.clients import keys
from galley.core.judges.clients.base import CallError, Client, Reply, Request
from galley.core.judges.clients.pace import ServerPace
from galley.core.judges.inquiry.control import Control, RunHalt
from galley.core.judges.inquiry.labels import CallId, Reading
from galley.core.judges.inquiry.price import estimate_tokens
from galley.core.judges.known_calls import choose_reading, find_reading, find_reply, identity, second_question
from galley.core.judges.methods.base import Inquiry, ModelQuestion
from galley.core.judges.order import ReadyRun
from galley.core.judges.retry import attempt
from galley.core.judges.saver import Saver
from galley.core.judges.store import CallRow
from galley.core.project.project import Project
from galley.core.replies.replies import replace_surrogates

IN_A_ROW = 12
"""So many failed calls in a row, with none that succeeds between them, stop a run: something is wrong at large."""
UNREAD_IN_A_ROW = 20
"""The same for replies of which nothing could be read; replies that are paid for or free anyway are all looked at."""


@dataclass(slots=True)
class _Sends:
    """How often a question went over the wire, and whether it is on its way now."""

    count: int = 0
    waiting: bool = False


class Caller:
    """The calls of one run. Lives on the run's loop."""

    def __init__(
        self,
        project: Project,
        plan: ReadyRun,
        control: Control,
        budget: Budget,
        saver: Saver,
        client: Client | None,
        secrets: tuple[str, ...],
        run: int = 0,
        answers_as: Callable[[ReadyRun], None] = lambda _: None,
    ) -> None:
        self.project = project
        self._run = run
        self._answers_as = answers_as
        self.plan = plan
        self._control = control
        self._budget = budget
        self._saver = saver
        self._client = client
        self._pace: ServerPace | None = getattr(client, "pace", None)
        self._secrets = secrets
        self._room = asyncio.Semaphore(plan.order.concurrency)
        self._underway: dict[str, asyncio.Future[Reply | CallError]] = {}
        self._leading: dict[str, asyncio.Event] = {}
        self._not_before = 0.0
        self._failed_in_a_row = 0
        self._unread_in_a_row = 0

    async def ask(self, inquiry: Inquiry, question: ModelQuestion) -> Reading:
        """The reading of one question's reply: bought, or known already. It says which call it is from. A reply whose
        form is wrong is asked for once more."""
        reading = await self._ask_once(inquiry, question)
        second = second_question(self.plan, inquiry, question, reading)
        return reading if second is None else choose_reading(reading, await self._ask_once(inquiry, second))

    async def _ask_once(self, inquiry: Inquiry, question: ModelQuestion) -> Reading:
        request = self.plan.request(inquiry, question)
        body, key = identity(request, question)
        document = (question.document or inquiry.target).id
        row = CallRow(inquiry.view.id, document, question.part, question.sample, key, body, "reused")
        return replace(await self._answer(inquiry, request, question, row), call=CallId(document, key))

    def find_reading(self, inquiry: Inquiry, question: ModelQuestion) -> Reading | None:
        """The reading of a question that was answered before."""
        return find_reading(self.project.read_connection(), self.plan, inquiry, question, self._run)

    def _find_reply(self, inquiry: Inquiry, question: ModelQuestion) -> Reply | None:
        return find_reply(self.project.read_connection(), self.plan, inquiry, question, self._run)

    async def _answer(self, inquiry: Inquiry, request: Request, question: ModelQuestion, row: CallRow) -> Reading:
        key = row.key
        twin = self._underway.get(key)
        before = await asyncio.shield(twin) if twin else self._find_reply(inquiry, question)
        if isinstance(before, Reply):
            if not self.plan.server.version:  # no run says who answered; the reply may
                self.same_model(before)
            reading = question.read(before)
            await self._saver.put(_with_reading(_with_reply(row, before), reading))
            with self._control.guard:
                self._control.progress.reused_calls += 1
                self._control.progress.repaired_calls += bool(reading.repairs)
                self._control.progress.read += not reading.nothing
            return reading
        if self._control.end:
            raise RunHalt
        if self.plan.order.batch:
            return Reading(unscored_reason="no reply: the batch brought none")
        promise: asyncio.Future[Reply | CallError] = asyncio.get_running_loop().create_future()
        self._underway[key] = promise
        try:
            async with self._first_alone(request), self._room:
                with self._control.guard:
                    self._control.progress.second_calls += question.is_second
                reading, got = await self._buy(request, question, row)
            promise.set_result(got)
            return reading
        finally:
            self._underway.pop(key, None)
            if not promise.done():
                promise.set_result(CallError("An identical call failed."))

    @asynccontextmanager
    async def _first_alone(self, request: Request) -> AsyncIterator[None]:
        """Let the first of the requests that begin alike go ahead: what it begins with is kept by the provider once
        its reply begins, and whoever comes before that pays for all of it again."""
        beginning, _ = self.plan.kept_beginning(request)
        first = self._leading.get(beginning)
        if not beginning or (first is not None and first.is_set()):
            yield
            return
        if first is not None:
            await first.wait()
            yield
            return
        first = self._leading[beginning] = asyncio.Event()
        try:
            yield
        finally:
            first.set()

    async def _buy(self, request: Request, question: ModelQuestion, row: CallRow) -> tuple[Reading, Reply | CallError]:
        """Send until there is a reply or no sense in trying again; it is on disk when this is done."""
        began, sends = time.monotonic(), _Sends()
        try:
            got, cost = await self._send(request, sends)
        except (RunHalt, asyncio.CancelledError):
            if sends.count:  # what was sent counts against the cap of a run that goes on
                message = (
                    f"{'It was on its way' if sends.waiting else 'There was no reply yet'} when the run was ended."
                )
                self._saver.later(replace(row, state="failed", error=message, attempts=sends.count))
            raise
        took = time.monotonic() - began
        if isinstance(got, CallError):
            reading = self.give_up(row, got, sends.count, took)
        else:
            reading = self.keep(row, question, got, cost, sends.count, took)
        await self._saver.wait_until_saved()
        return reading, got

    async def _send(self, request: Request, sends: _Sends) -> tuple[Reply | CallError, float]:
        """What came of a request in the end, and what it cost. Each time that it goes over the wire counts."""
        worst, policy, failed = self.plan.worst(request), self.plan.order.policy, 0
        problem: CallError | None = None
        tokens = sum(map(estimate_tokens, request.texts()))
        while True:
            try:
                await self._permission(worst, tokens)
            except RunHalt as halted:
                if problem is not None and isinstance(halted.__cause__, BudgetLimitError):
                    return problem, 0.0  # what went wrong, not that a cap allows no further try
                raise
            cost, answered = worst, False
            sends.count, sends.waiting = sends.count + 1, True
            try:
                self._money()
                assert self._client is not None
                reply = self.hide_secrets(await attempt(self._client, request, policy))
                try:
                    self.same_model(reply)
                finally:
                    cost, answered = self.price(reply, worst), True
                return reply, cost
            except CallError as error:
                cost = worst if error.paid else 0.0
                problem = error
            finally:
                if self._pace is not None:
                    self._pace.end_request()
                with self._control.guard:
                    self._control.progress.in_flight -= 1
                await self._budget.record_cost(worst, cost, answered=answered)
                self._money()
            sends.waiting = False
            if problem.instead is not None:
                request = problem.instead
                continue
            failed += 1
            if not problem.retry or failed >= policy.attempts or self._control.end:
                return problem, cost
            with self._control.guard:
                self._control.progress.retries += 1
            wait = policy.wait(failed, problem.after)
            if problem.after is not None:  # a limit of the account, not of this one call: all workers hold back
                self._not_before = max(self._not_before, time.monotonic() + wait)
            else:
                await asyncio.sleep(wait)

    async def _permission(self, worst: float, tokens: int) -> None:
        """Wait for pause, retry-after, the server's own pace and the budget, then count the request as on its way.

        Raises: RunHalt.
        """
        while True:
            await self._wait_for_turn(tokens)
            try:
                await self._budget.reserve(worst)
            except BudgetLimitError as error:
                self._control.halt("stopped", str(error))
                raise RunHalt from error
            with self._control.guard:  # a pause says itself under this guard: none is said between the two
                if allowed := self._control.end is None and self._control.progress.state != "paused":
                    self._control.progress.requests_sent += 1
                    self._control.progress.in_flight += 1
            if allowed:
                return
            await self._budget.cancel(worst)
            if self._pace is not None:
                self._pace.end_request()
            if self._control.end:
                raise RunHalt
            await asyncio.sleep(0)  # the loop clears ``go`` after the state says "paused"

    async def _wait_for_turn(self, tokens: int) -> None:
        """Wait until the run is not paused and the server allows a request. Raises: RunHalt."""
        while True:
            await self._control.go.wait()
            wait = self._not_before - time.monotonic()
            if wait <= 0 and self._pace is not None and not self._control.end:
                wait = min(self._pace.wait(tokens), self.plan.order.policy.cap)
            if self._control.end or wait <= 0:
                break
            with self._control.guard:
                self._control.progress.waiting = wait
            await asyncio.sleep(min(wait, 0.2))
        with self._control.guard:
            self._control.progress.waiting = 0.0
        if self._control.end:
            raise RunHalt

    def _money(self) -> None:
        progress, budget = self._control.progress, self._budget
        with self._control.guard:
            progress.spent, progress.possible, progress.reserved_money = (
                budget.spent,
                budget.possible,
                budget.reserved_money,
            )

    def price(self, reply: Reply, worst: float) -> float:
        """What a reply cost; its worst case where the server did not count."""
        if reply.tokens_in is None or reply.tokens_out is None:
            return worst
        cost = self.plan.cost(reply.tokens_in, reply.tokens_out, reply.tokens_read, reply.tokens_written)
        return 0.0 if cost is None else cost

    def keep(
        self, row: CallRow, question: ModelQuestion, reply: Reply, cost: float, attempts: int, seconds: float | None
    ) -> Reading:
        """Queue a reply as a call and count it; the saver says when it is on disk."""
        reading = question.read(reply)
        has_price = self.plan.cost(1, 1) is not None
        row = _with_reading(_with_reply(row, reply), reading)
        row = replace(row, state="done", attempts=attempts, cost=cost if has_price else None, seconds=seconds)
        self._saver.later(row)
        self._failed_in_a_row = 0
        with self._control.guard:
            progress = self._control.progress
            progress.replies_received += 1
            progress.repaired_calls += bool(reading.repairs)
            progress.read += not reading.nothing
            progress.tokens_in += reply.tokens_in or 0
            progress.tokens_out += reply.tokens_out or 0
            progress.tokens_read += reply.tokens_read
            progress.is_priced = has_price
            self._control.count_reply()
        self._money()
        self._unread_in_a_row = self._unread_in_a_row + 1 if reading.nothing else 0
        if self._unread_in_a_row >= UNREAD_IN_A_ROW and self.plan.provider != "replay" and not self.plan.order.batch:
            self._control.halt(
                "failed",
                f"{UNREAD_IN_A_ROW} replies in a row could not be read, the last one so: {reading.unscored_reason}.",
            )
        return reading

    def give_up(self, row: CallRow, error: CallError, attempts: int, seconds: float | None) -> Reading:
        """Queue a failure as a call and count it; one that concerns the whole run ends it."""
        message = keys.hide(str(error), self._secrets)
        body = keys.hide(error.body, self._secrets) or None
        why = f"no reply: {message}"
        self._saver.later(
            replace(
                row, state="failed", reply=body, error=message, unscored_reason=why, attempts=attempts, seconds=seconds
            )
        )
        with self._control.guard:
            self._control.progress.failed_calls += 1
            self._control.progress.errors[message] += 1
        self._money()
        self._failed_in_a_row += 1
        if error.fatal:
            self._control.halt("failed", message)
        elif self._failed_in_a_row >= IN_A_ROW and self.plan.provider != "replay" and not self.plan.order.batch:
            self._control.halt("failed", f"{IN_A_ROW} calls in a row failed, the last one so: {message}")
        return Reading(unscored_reason=why)

    def same_model(self, reply: Reply) -> None:
        """Keep what the server calls its model: one that is not the model asked speaks as itself, at its own price.
        Raises: CallError where the server puts another one behind the name in the middle of it all."""
        version, before = keys.hide(reply.version, self._secrets), self.plan.server.version
        if not version or version == before:
            return
        if before:
            self.project.write(lambda connection: servers.keep_detail(connection, self._run, "met", version))
            raise CallError(
                f"The server answers as {version} now, the replies before are by {before}, which is another judge.",
                fatal=True,
                paid=True,
                body=reply.text,
            )
        priced = self.plan.cost(1, 1) is not None
        self.plan = self.plan.answered_by(version)
        self._answers_as(self.plan)
        if self.plan.order.budget is not None and priced and self.plan.cost(1, 1) is None:
            self._control.halt(
                "failed",
                f"The server answers as {version}, not as {self.plan.model}, whose price is unknown, so a budget in"
                " dollars cannot be kept; give the price with --price, or use --max-requests instead.",
            )

    def hide_secrets(self, reply: Reply) -> Reply:
        """A reply that can be kept: without half characters, and without the key should the server have repeated it."""
        reply = replace(reply, text=replace_surrogates(reply.text), refusal=replace_surrogates(reply.refusal))
        if not self._secrets:
            return reply
        text, refusal, version = (keys.hide(part, self._secrets) for part in (reply.text, reply.refusal, reply.version))
        return replace(reply, text=text, refusal=refusal, version=version)

    def without_key(self, error: CallError) -> str:
        """The sentence of an error, without the key."""
        return keys.hide(str(error), self._secrets)


def _with_reply(row: CallRow, reply: Reply) -> CallRow:
    text = reply.refusal or reply.text
    row = replace(row, reply=text, finish=reply.finish.value, tokens_in=reply.tokens_in, tokens_out=reply.tokens_out)
    row = replace(row, model=reply.version)
    if reply.tokens_in is None:
        return row
    return replace(row, tokens_read=reply.tokens_read, tokens_written=reply.tokens_written)


def _with_reading(row: CallRow, reading: Reading) -> CallRow:
    return replace(row, unscored_reason=reading.unscored_reason, repairs=reading.repairs)
