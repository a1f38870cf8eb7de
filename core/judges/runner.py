"""Running a judge: one asyncio loop in its own thread, N workers over one iterator, everything kept.

A call counts as in flight until its reply is on disk: only then does its place go to the next one. So a process that
is killed loses at most as many replies as there are workers, and a restart asks for those again and for no others.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from core.domain import ChangeSet
from core.errors import GalleyError, InputError, ProjectReadOnly
from core.judges import keys, lineage, prompts, store
from core.judges.budget import Budget, Exhausted
from core.judges.clients.base import BatchClient, CallError, Client, Reply, Request
from core.judges.clients.registry import maker
from core.judges.labels import Reading
from core.judges.methods.base import Outcome, Question, Task
from core.judges.order import LOCAL, SAME, Plan, body_of, item_ids, work
from core.judges.progress import Progress
from core.judges.retry import attempt
from core.judges.saver import Saver
from core.judges.store import CallRow, Work
from core.project.project import Project

IN_A_ROW = 12
"""So many failed calls in a row, with none that succeeds between them, stop a run: something is wrong at large."""
LOCAL_WORKERS = 32
"""Tasks of a local method at a time: they do not wait for anything but the disk, so this is what one write holds."""
RECENT = 20.0
"""Seconds over which the rate is measured."""


_live: set[tuple[Path, int]] = set()
_live_guard = threading.Lock()


class _Halted(Exception):
    """The run is to end; tasks that are under way are given up, their calls stay."""


class Runner:
    """One run. Make it, ``start`` it, ask ``progress`` whenever you like, and ``join`` it before the project closes."""

    def __init__(self, project: Project, plan: Plan) -> None:
        """Raises: ProjectReadOnly, GalleyError where a key is missing, InputError for an unreadable replies file."""
        if not project.writable:
            raise ProjectReadOnly(f"{project.path.name} is open for reading, so no judge can write into it.")
        self.project = project
        self.plan = plan
        self._make: Callable[[], Client] | None = None
        self._secret = ""
        if plan.provider != LOCAL:
            assert plan.order.source is not None
            self._make, self._secret = maker(plan.order.source, plan.order.policy.timeout)
            plan.cost(1, 1)  # the price list takes a third of a second to load; not while replies come in
        self._guard = threading.Lock()
        self._now = Progress(budget=plan.order.budget)
        self._began = 0.0
        self._ended = 0.0
        self._recent: list[float] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._main, name="galley-judge", daemon=True)
        self._judges: dict[str, int] = {}
        self._run = 0
        self._closing = False

    # From any thread -----------------------------------------------------------------------------------------------

    def start(self) -> Runner:
        """Open the run in the project and begin; one that was left unfinished is gone on with.

        Raises: ProjectError, InputError if the very same run is under way in this process.
        """
        self._run, resumed, self._judges = self.project.write(self._open).result()
        self._now.run, self._now.resumed = self._run, resumed
        with _live_guard:
            if (self.project.path, self._run) in _live:
                raise InputError("This run is under way already; watch it, or cancel it first.")
            _live.add((self.project.path, self._run))
        self._began = time.monotonic()
        self._thread.start()
        self._ready.wait()
        return self

    def progress(self) -> Progress:
        """How far the run is."""
        with self._guard:
            now = self._now
            copy = replace(now, unscored=Counter(now.unscored), quotes=Counter(now.quotes), errors=Counter(now.errors))
            recent = [at for at in self._recent if at > time.monotonic() - RECENT]
        copy.seconds = (self._ended or time.monotonic()) - self._began
        window = min(RECENT, copy.seconds)
        copy.rate = len(recent) / window if window > 0 else 0.0
        if copy.items_done:
            copy.seconds_left = copy.seconds / copy.items_done * (copy.items - copy.items_done)
        return copy

    def pause(self) -> None:
        """Send nothing more until ``resume``; what is on its way is still taken in."""
        self._tell("running", "paused")

    def resume(self) -> None:
        """Go on after ``pause``."""
        self._tell("paused", "running")

    def cancel(self) -> None:
        """End the run now. What is on its way is given up; it may be charged all the same."""
        self._call(self._halt, "cancelled", "", True)

    def stop(self, why: str) -> None:
        """End the run now, so that the same order goes on with it later (the project is being closed)."""
        self._call(self._halt, "stopped", why, True)

    def join(self, timeout: float | None = None) -> Progress:
        """Wait for the end (or ``timeout`` seconds) and say how it stands."""
        self._thread.join(timeout)
        return self.progress()

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself meanwhile
                self._loop.call_soon_threadsafe(function, *arguments)

    def _tell(self, before: str, after: str) -> None:
        with self._guard:
            if self._now.state != before or self._closing:
                return
            self._now.state = after
        self._call(self._go.set if after == "running" else self._go.clear)
        self.project.write(lambda connection: store.set_state(connection, self._run, after))

    # On the writer's thread ----------------------------------------------------------------------------------------

    def _open(self, connection: sqlite3.Connection) -> tuple[tuple[int, bool, dict[str, int]], ChangeSet]:
        plan = self.plan
        judges = {
            voice: store.annotator(connection, name, plan.method.name, plan.model, plan.fingerprint)
            for voice, name in plan.annotators.items()
        }
        first = next(iter(judges.values()))
        settings = {**plan.settings, "annotators": judges}
        run, resumed = store.open_run(connection, first, plan.method.name, plan.provider, plan.model, settings, SAME)
        return (run, resumed, judges), ChangeSet(runs=frozenset({run}), settings=True)

    def _close(self, connection: sqlite3.Connection, state: str, why: str) -> ChangeSet:
        return lineage.record(connection, self._run) | store.set_state(connection, self._run, state, why)

    # On the loop's thread ------------------------------------------------------------------------------------------

    def _main(self) -> None:
        try:
            asyncio.run(self._work())
        except GalleyError as error:  # the project went away or the disk is full: nothing more can be written
            self._finish("failed", str(error))
        except BaseException as error:
            why = f"The run ended by an error of the program's own ({type(error).__name__}: {error})."
            self._finish("failed", why)
            self.project.write(lambda connection: store.set_state(connection, self._run, "failed", why))
            raise
        finally:
            with _live_guard:
                _live.discard((self.project.path, self._run))
            self._ready.set()

    def _finish(self, state: str, why: str) -> None:
        with self._guard:
            self._now.state, self._now.why, self._now.waiting, self._now.in_flight = state, why, 0.0, 0
        self._ended = time.monotonic()

    async def _work(self) -> None:
        plan, order = self.plan, self.plan.order
        self._loop = asyncio.get_running_loop()
        self._go = asyncio.Event()
        self._go.set()
        self._end: tuple[str, str] | None = None
        self._not_before = 0.0
        self._failed_in_a_row = 0
        self._underway: dict[str, asyncio.Future[Reply | CallError]] = {}
        self._room = asyncio.Semaphore(order.concurrency)
        self._saver = Saver(self.project, self._run)
        self._client = self._make() if self._make else None
        connection = self.project.reader()
        money = order.budget if plan.provider not in (LOCAL, "replay") else None
        self._budget = Budget(money, order.max_requests, *store.spent(connection, self._run))
        ids = item_ids(connection, order)
        self._now.items = len(ids)
        self._left: Counter[int] = Counter()
        self._workers: list[asyncio.Task[None]] = []
        self._ready.set()
        try:
            if order.batch:
                await self._batches(connection, ids)
            tasks = self._tasks(connection, ids)
            # some more than may send at a time: they get the next questions ready and write verdicts meanwhile
            count = LOCAL_WORKERS if plan.method.local else order.concurrency + max(order.concurrency // 2, 1)
            self._workers = [asyncio.create_task(self._worker(tasks)) for _ in range(count)]
            results = await asyncio.gather(*self._workers, return_exceptions=True)
            await self._saver.flush()
            for problem in results:
                if isinstance(problem, Exception) and not isinstance(problem, _Halted):
                    raise problem
            with self._guard:
                self._closing = True
            state, why = self._end or ("done", "")
            await self._saver.last(lambda connection: self._close(connection, state, why))
            self._finish(state, why)
        finally:
            for worker in self._workers:
                worker.cancel()
            if self._client is not None:
                await self._client.close()

    def _tasks(self, connection: sqlite3.Connection, ids: Sequence[int]) -> Iterator[Task]:
        for view, tasks in work(connection, self.plan, ids):
            self._left[view.id] = len(tasks)
            if not tasks:
                with self._guard:
                    self._now.skipped += 1
                    self._now.items_done += 1
            yield from tasks

    async def _worker(self, tasks: Iterator[Task]) -> None:
        for task in tasks:
            await self._go.wait()
            if self._end:
                return
            asker = _Asker(self, task)
            try:
                outcome = await self.plan.method.work(task, self.plan.context, asker)
            except _Halted:
                return
            await self._saver.put(Work(task.view.id, task.view.key, self._judges[task.voice], outcome))
            self._count(task, outcome)

    def _count(self, task: Task, outcome: Outcome) -> None:
        with self._guard:
            now = self._now
            now.injections += bool(outcome.injection)
            for found in outcome.found:
                now.flags += found.value == "yes"
                if found.value is None:
                    now.unscored[found.reason.partition(": ")[0].partition(" (")[0]] += 1
                now.quotes.update(quote.match.value for quote in found.evidence)
            self._left[task.view.id] -= 1
            if not self._left[task.view.id]:
                del self._left[task.view.id]
                now.items_done += 1

    def _halt(self, state: str, why: str, at_once: bool = False) -> None:
        if self._end is None:
            self._end = (state, why)
        self._go.set()
        if at_once:
            for worker in self._workers:
                worker.cancel()

    async def _batches(self, connection: sqlite3.Connection, ids: Sequence[int]) -> None:
        """Hand everything in and fetch it, before the items are gone through."""
        from core.judges import batch

        def said(text: str) -> None:
            with self._guard:
                self._now.why = text

        def keep(pending: batch.Pending, got: Reply | CallError, worst: float) -> None:
            if isinstance(got, CallError):
                self._give_up(pending.row, got, 1, None)
                self._budget.release(worst, 0.0)
            else:
                cost = self._price(got, worst)
                self._budget.release(worst, cost)
                self._keep(pending.row, pending.question, _hidden(got, self._secret), cost, 1, None)

        client = cast(BatchClient, self._client)
        desk = batch.Desk(
            self.project, self._run, self.plan, client, self._saver, self._budget, lambda: bool(self._end), said, keep
        )
        try:
            await batch.through(desk, ids)
        except CallError as error:
            self._halt("failed", keys.hide(str(error), self._secret))
        except Exhausted as error:
            self._halt("stopped", str(error))

    # One question --------------------------------------------------------------------------------------------------

    async def ask(self, task: Task, question: Question) -> Reading:
        """The reading of one question's reply: bought, or known already."""
        request = self.plan.request(task, question)
        body = body_of(request)
        key = store.call_key(body, prompts.hash_of(question.prompts), question.sample)
        row = CallRow(task.view.id, task.target.id, question.part, question.sample, key, body, "reused")
        twin = self._underway.get(key)
        known = await asyncio.shield(twin) if twin else store.paid(self.project.reader(), key)
        if isinstance(known, Reply):
            reading = question.reader(known)
            await self._saver.put(_with_reading(_with_reply(row, known), reading))
            with self._guard:
                self._now.reused += 1
                self._now.repaired += bool(reading.repaired)
            return reading
        if self._end:
            raise _Halted
        if self.plan.order.batch:
            return Reading(unscored="no reply: the batch brought none")
        promise: asyncio.Future[Reply | CallError] = asyncio.get_running_loop().create_future()
        self._underway[key] = promise
        try:
            async with self._room:
                reading, got = await self._buy(request, question, row)
            promise.set_result(got)
            return reading
        finally:
            self._underway.pop(key, None)
            if not promise.done():
                promise.set_result(CallError("An identical call was given up."))

    async def _buy(self, request: Request, question: Question, row: CallRow) -> tuple[Reading, Reply | CallError]:
        """Send until there is a reply or no sense in trying again; it is on disk when this is done."""
        worst, policy, began = self.plan.worst(request), self.plan.order.policy, time.monotonic()
        failed = 0
        while True:
            await self._permission(worst)
            cost, answered = worst, False
            try:
                with self._guard:
                    self._now.sent += 1
                    self._now.in_flight += 1
                assert self._client is not None
                reply = _hidden(await attempt(self._client, request, policy), self._secret)
                cost, answered = self._price(reply, worst), True
                break
            except CallError as error:
                cost = worst if error.paid else 0.0
                failed += 1
                problem = error
            except asyncio.CancelledError:
                lost = replace(row, state="failed", error="It was on its way when the run was cancelled.", attempts=1)
                self._saver.later(lost)
                raise
            finally:
                with self._guard:
                    self._now.in_flight -= 1
                await self._budget.settle(worst, cost, answered=answered)
            if not problem.retry or failed >= policy.attempts or self._end:
                reading = self._give_up(row, problem, failed, time.monotonic() - began)
                await self._saver.saved()
                return reading, problem
            with self._guard:
                self._now.retries += 1
            wait = policy.wait(failed, problem.after)
            if problem.after is not None:  # a limit of the account, not of this one call: all workers hold back
                self._not_before = max(self._not_before, time.monotonic() + wait)
            else:
                await asyncio.sleep(wait)
        reading = self._keep(row, question, reply, cost, failed + 1, time.monotonic() - began)
        await self._saver.saved()
        return reading, reply

    async def _permission(self, worst: float) -> None:
        """Wait for pause, retry-after and budget. Raises: _Halted."""
        while True:
            await self._go.wait()
            wait = self._not_before - time.monotonic()
            if self._end or wait <= 0:
                break
            with self._guard:
                self._now.waiting = wait
            await asyncio.sleep(min(wait, 0.2))
        with self._guard:
            self._now.waiting = 0.0
        if self._end:
            raise _Halted
        try:
            await self._budget.reserve(worst)
        except Exhausted as error:
            self._halt("stopped", str(error))
            raise _Halted from error
        if self._end:
            await self._budget.settle(worst, 0.0)
            raise _Halted

    def _price(self, reply: Reply, worst: float) -> float:
        """What a reply cost; its worst case where the server did not count."""
        if reply.tokens_in is None or reply.tokens_out is None:
            return worst
        cost = self.plan.cost(reply.tokens_in, reply.tokens_out)
        return 0.0 if cost is None else cost

    def _keep(
        self, row: CallRow, question: Question, reply: Reply, cost: float, attempts: int, seconds: float | None
    ) -> Reading:
        """Queue a reply as a call and count it; the saver says when it is on disk."""
        reading = question.reader(reply)
        known = self.plan.cost(1, 1) is not None
        row = _with_reading(_with_reply(row, reply), reading)
        row = replace(row, state="done", attempts=attempts, cost=cost if known else None, seconds=seconds)
        self._saver.later(row)
        self._failed_in_a_row = 0
        with self._guard:
            now = self._now
            now.answered += 1
            now.repaired += bool(reading.repaired)
            now.tokens_in += reply.tokens_in or 0
            now.tokens_out += reply.tokens_out or 0
            now.spent, now.possible, now.priced = self._budget.spent, self._budget.possible, known
            self._recent.append(time.monotonic())
            if len(self._recent) > 20_000:
                del self._recent[:10_000]
        return reading

    def _give_up(self, row: CallRow, error: CallError, attempts: int, seconds: float | None) -> Reading:
        """Queue a failure as a call and count it; one that concerns the whole run ends it."""
        said = keys.hide(str(error), self._secret)
        body = keys.hide(error.body, self._secret) or None
        why = f"no reply: {said}"
        self._saver.later(
            replace(row, state="failed", reply=body, error=said, unscored=why, attempts=attempts, seconds=seconds)
        )
        with self._guard:
            self._now.failed += 1
            self._now.errors[said] += 1
            self._now.possible = self._budget.possible
        self._failed_in_a_row += 1
        if error.fatal:
            self._halt("failed", said)
        elif self._failed_in_a_row >= IN_A_ROW and self.plan.provider != "replay":
            self._halt("failed", f"{IN_A_ROW} calls in a row failed, the last one so: {said}")
        return Reading(unscored=why)


class _Asker:
    """A task's way to the runner."""

    def __init__(self, runner: Runner, task: Task) -> None:
        self._runner = runner
        self._task = task

    async def one(self, question: Question) -> Reading:
        return await self._runner.ask(self._task, question)

    async def all(self, questions: Sequence[Question]) -> list[Reading]:
        """All at once. Nothing that was sent is given up because a sibling was not: replies are kept first."""
        if len(questions) == 1:
            return [await self.one(questions[0])]
        results = await asyncio.gather(*map(self.one, questions), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return [result for result in results if isinstance(result, Reading)]


def _with_reply(row: CallRow, reply: Reply) -> CallRow:
    text = reply.refusal or reply.text
    return replace(row, reply=text, finish=reply.finish.value, tokens_in=reply.tokens_in, tokens_out=reply.tokens_out)


def _with_reading(row: CallRow, reading: Reading) -> CallRow:
    return replace(row, unscored=reading.unscored, repaired=reading.repaired)


def _hidden(reply: Reply, secret: str) -> Reply:
    """A reply without the key, should the server have repeated it."""
    if not secret:
        return reply
    return replace(reply, text=keys.hide(reply.text, secret), refusal=keys.hide(reply.refusal, secret))
