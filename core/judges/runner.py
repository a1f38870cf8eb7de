"""Running a judge: one asyncio loop in its own thread, N workers over one iterator, everything kept.

A call counts as in flight until its reply is on disk: only then does its place go to the next one. So a process that
is killed loses at most as many replies as there are workers, and a restart asks for those again and for no others.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from galley.core.domain import TEXT_KINDS, AnnotatorId, ChangeSet, ItemId, Scheme
from galley.core.errors import GalleyError, InputError
from galley.core.judges import context_probe, flag_lineage, servers, store, trust
from galley.core.judges.budget import Budget, BudgetLimitError
from galley.core.judges.calls import Caller
from galley.core.judges.clients import keys
from galley.core.judges.clients.base import BatchClient, CallError, Client, Reply
from galley.core.judges.clients.registry import maker
from galley.core.judges.inquiry.control import Control, RunHalt
from galley.core.judges.inquiry.labels import CallId, Reading
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.known_calls import ask_all
from galley.core.judges.methods.base import NOT_ASKED, Inquiry, ModelQuestion, Outcome
from galley.core.judges.order import LOCAL, SAME, ReadyRun, item_ids, iter_inquiries
from galley.core.judges.run_estimate import find_longest_request
from galley.core.judges.saver import Saver
from galley.core.judges.store import InquiryOutcome
from galley.core.project import bulk_changes, outgoing
from galley.core.project.project import Project
from galley.core.review.items import ItemView
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_answered_items, runs

LOCAL_WORKERS = 32
"""Inquiries of a local method at a time: they wait for nothing but the disk, so this is what one write holds."""

_live: set[tuple[Path, int]] = set()
_live_guard = threading.Lock()


class Runner:
    """One run. Make it, ``start`` it, ask ``progress`` whenever you like, and ``join`` it before the project closes."""

    def __init__(self, project: Project, plan: ReadyRun) -> None:
        """Raises: ProjectReadOnly, GalleyError where a key is missing, InputError for an unreadable replies file."""
        project.require_writable()
        self.project = project
        self.plan = plan
        self._make: Callable[[], Client] | None = None
        self._secrets: tuple[str, ...] = ()
        if plan.provider != LOCAL:
            order = plan.order
            assert order.source is not None
            trust.require(order)
            self._make, self._secrets = maker(order.source, order.policy.timeout, order.stream, order.reach)
            plan.cost(1, 1)  # the price list takes a third of a second to load; not while replies come in
        self._control = Control(RunProgress(budget=plan.order.budget), self._drop)
        self._workers: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._end_event = threading.Event()
        self._thread = threading.Thread(target=self._main, name="galley-judge", daemon=True)
        self._judges: dict[str, AnnotatorId] = {}
        self._run = 0

    # From any thread -----------------------------------------------------------------------------------------------

    def start(self) -> Runner:
        """Open the run in the project and begin; one that was left unfinished is gone on with.

        Raises: ProjectError, InputError if the very same run is under way in this process.
        """
        if not self.plan.order.is_stored:
            with contextlib.suppress(GalleyError):  # then it is asked about once more when the run is continued
                trust.confirm(self.plan.order.source, self.plan.order.reach)
        bulk_changes.begin(self.project, f"the run of {self.plan.order.method}")
        if self.plan.provider not in outgoing.INSIDE and self.plan.order.source is not None:
            to = " ".join(filter(None, (self.plan.provider, self.plan.model, self.plan.order.source.base_url)))
            what = f"run of {self.plan.order.method}"
            self.project.write(lambda connection: outgoing.note(connection, what, to)).result()
        self._run, resumed, self._judges = self.project.write(self._open).result()
        self._control.progress.run, self._control.progress.is_resumed = self._run, resumed
        with _live_guard:
            if (self.project.path, self._run) in _live:
                raise InputError("This run is already in progress; follow it, or cancel it first.")
            _live.add((self.project.path, self._run))
        self._control.began_at = time.monotonic()
        self._thread.start()
        self._ready.wait()
        return self

    def progress(self) -> RunProgress:
        """How far the run is."""
        return self._control.snapshot()

    def pause(self) -> None:
        """Send nothing more until ``resume``; what is on its way is still taken in."""
        self._tell("running", "paused")

    def resume(self) -> None:
        """Go on after ``pause``."""
        self._tell("paused", "running")

    def cancel(self) -> None:
        """End the run now. What is on its way is given up; it may be charged all the same."""
        self._call(self._control.halt, "cancelled", "", True)

    def stop(self, why: str) -> None:
        """End the run now, so that the same order goes on with it later (the project is being closed)."""
        self._call(self._control.halt, "stopped", why, True)

    def join(self, timeout: float | None = None) -> RunProgress:
        """Wait for the end (or ``timeout`` seconds) and say how it stands."""
        # not the thread's own join with a timeout: interrupted by Ctrl+C, it takes the thread for ended from then on
        if self._end_event.wait(timeout):
            self._thread.join()
        return self.progress()

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended by itself meanwhile
                self._loop.call_soon_threadsafe(function, *arguments)

    def _tell(self, before: str, after: str) -> None:
        with self._control.guard:
            if self._control.progress.state != before or self._control.closing:
                return
            self._control.progress.state = after
        self._call(self._control.go.set if after == "running" else self._control.go.clear)
        self.project.write(lambda connection: store.set_state(connection, self._run, after))

    # On the writer's thread ----------------------------------------------------------------------------------------

    def _open(self, connection: Connection) -> tuple[tuple[int, bool, dict[str, AnnotatorId]], ChangeSet]:
        plan = self.plan
        judges = self._annotator_rows(connection, plan)
        first = next(iter(judges.values()))
        settings = {**plan.settings, "annotators": judges}
        run, resumed = store.open_run(connection, first, plan.method.name, plan.provider, plan.model, settings, SAME)
        return (run, resumed, judges), ChangeSet(runs=frozenset({run}), settings=True)

    @staticmethod
    def _annotator_rows(connection: Connection, plan: ReadyRun) -> dict[str, AnnotatorId]:
        return {
            annotator_key: store.annotator(
                connection, name, plan.method.name, plan.judge, plan.fingerprint, plan.server
            )
            for annotator_key, name in plan.annotators.items()
        }

    def _answers_as(self, connection: Connection, plan: ReadyRun) -> tuple[dict[str, AnnotatorId], ChangeSet]:
        """Keep which model answers; where it is not the one asked, what follows is said by a judge of its own."""
        judges = self._judges
        if plan.judge != self.plan.judge:
            judge_identity = plan.method.name, plan.judge, plan.fingerprint, plan.server
            judges = {
                annotator_key: store.judge_of_another(
                    connection, self._run, judges[annotator_key], name, *judge_identity
                )
                for annotator_key, name in plan.annotators.items()
            }
        first = next(iter(judges.values()))
        details = {"version": plan.server.version, "annotators": dict(judges)}
        runs.set_run_details(connection, self._run, details, first)
        return judges, ChangeSet(runs=frozenset({self._run}), settings=True)

    def _speak(self, plan: ReadyRun) -> None:
        """Say under which name the verdicts of this run are written from now on; they come behind this in the queue."""

        def spoken(done: Future[dict[str, AnnotatorId]]) -> None:
            if not done.cancelled() and done.exception() is None:
                self._judges = done.result()

        self.project.write(lambda connection: self._answers_as(connection, plan)).add_done_callback(spoken)

    def _close(self, connection: Connection, state: str, why: str) -> ChangeSet:
        return flag_lineage.record(connection, self._run) | store.set_state(connection, self._run, state, why)

    # On the loop's thread ------------------------------------------------------------------------------------------

    def _main(self) -> None:
        try:
            asyncio.run(self._work())
        except GalleyError as error:  # the project went away or the disk is full: nothing more can be written
            self._control.over("failed", str(error))
        except BaseException as error:
            message = keys.hide(str(error), self._secrets)
            why = f"The run ended by an error of the program's own ({type(error).__name__}: {message})."
            self._control.over("failed", why)
            self.project.write(lambda connection: store.set_state(connection, self._run, "failed", why))
            raise
        finally:
            with _live_guard:
                _live.discard((self.project.path, self._run))
            self._ready.set()
            self._end_event.set()

    async def _work(self) -> None:
        plan, order = self.plan, self.plan.order
        self._loop = asyncio.get_running_loop()
        self._saver = Saver(self.project, self._run)
        connection = self.project.read_connection()
        ids = item_ids(connection, order)
        self._control.progress.items = len(ids)
        self._open_inquiries: Counter[int] = Counter()
        self._through: set[int] = set()
        self._ready.set()  # a window that starts a run does not wait for the client, which reads certificates
        client = self._make() if self._make else None
        money = order.budget if plan.provider not in (LOCAL, "replay") else None
        budget = Budget(money, order.max_requests, *store.get_spending(connection, self._run))
        try:
            if client is not None and plan.provider == "compatible":
                self._workers = [asyncio.create_task(self._check_context(client))]
                for problem in await asyncio.gather(*self._workers, return_exceptions=True):
                    if isinstance(problem, Exception):
                        raise problem
                plan = self.plan
                with self._control.guard:
                    self._control.progress.why = ""
            caller = Caller(
                self.project, plan, self._control, budget, self._saver, client, self._secrets, self._run, self._speak
            )
            if order.batch:
                await self._batches(caller, budget, cast(BatchClient, client), ids)
            inquiries = self._inquiries(connection, ids)
            # some more than may send at a time: they get the next questions ready and write verdicts meanwhile
            count = LOCAL_WORKERS if plan.method.local else order.concurrency + max(order.concurrency // 2, 1)
            self._workers = [asyncio.create_task(self._worker(inquiries, caller)) for _ in range(count)]
            results = await asyncio.gather(*self._workers, return_exceptions=True)
            await self._saver.flush()
            for problem in results:
                if isinstance(problem, Exception) and not isinstance(problem, RunHalt):
                    raise problem
            with self._control.guard:
                self._control.closing = True
            state, why = self._control.end or ("done", "")
            if state == "cancelled":
                why = self._lacking(connection, ids)
            if state == "stopped" and self._control.progress.errors and not self._control.progress.replies_received:
                why = f"{self._control.progress.errors.most_common(1)[0][0]} {why}"
            await self._saver.last(lambda connection: self._close(connection, state, why))
            self._control.over(state, why)
        finally:
            for worker in self._workers:
                worker.cancel()
            if client is not None:
                await client.close()

    async def _check_context(self, client: Client) -> None:
        """Learn how much the server reads, and halt the run where it would cut the longest prompt."""
        with self._control.guard:
            self._control.progress.why = "Checking how much of a long prompt the server reads."
        self.plan = await context_probe.learn_context(self.plan, client)
        connection = self.project.read_connection()
        longest = await find_longest_request(connection, self.plan, lambda: self._control.end is not None)
        if longest is None:
            return
        if not self.plan.context_window.tokens:
            self.plan = await context_probe.learn_context(self.plan, client, load=True)
        tokens = self.plan.context_window.tokens
        self.project.write(lambda connection: servers.keep_detail(connection, self._run, "context", tokens))
        if problem := await context_probe.probe(self.plan, client, longest):
            self._control.halt("failed", problem)

    def _lacking(self, connection: Connection, ids: Sequence[ItemId]) -> str:
        """What a run that was cancelled leaves to be done, in a sentence."""
        spoken = set(find_answered_items(connection, self._judges.values(), run=self._run))
        count = sum(row not in self._through and (row in self._open_inquiries or row not in spoken) for row in ids)
        if not count:
            return ""
        return f"{count:,} of {len(ids):,} item{'s' if len(ids) > 1 else ''} lack verdicts; continuing judges those."

    def _inquiries(self, connection: Connection, ids: Sequence[ItemId]) -> Iterator[Inquiry]:
        for view, inquiries in iter_inquiries(connection, self.plan, ids):
            self._open_inquiries[view.id] = len(inquiries)
            if not inquiries:
                self._through.add(view.id)
                with self._control.guard:
                    self._control.progress.skipped_items += 1
                    self._control.progress.items_done += 1
            yield from inquiries

    async def _worker(self, inquiries: Iterator[Inquiry], caller: Caller) -> None:
        for inquiry in inquiries:
            await self._control.go.wait()
            if self._control.end:
                return
            asker = _Asker(caller, inquiry)
            try:
                outcome = await self.plan.method.work(inquiry, self.plan.context, asker)
            except RunHalt:
                return
            outcome = drop_unasked_units(outcome, inquiry.view, self.plan.context.schemes.values())
            done = InquiryOutcome(
                inquiry.view.id, inquiry.view.key, self._judges[inquiry.annotator_key], outcome, tuple(asker.calls)
            )
            if self.plan.method.local:
                await self._saver.put(done)
            else:
                self._saver.soon(done)
            self._count(inquiry, outcome)

    def _count(self, inquiry: Inquiry, outcome: Outcome) -> None:
        with self._control.guard:
            progress = self._control.progress
            progress.injections += bool(outcome.injection)
            progress.notes.update(outcome.notes)
            for value, reason, matches in outcome.iter_answers():
                progress.flags += value == "yes"
                if value is None and not reason.startswith(NOT_ASKED):
                    progress.unscored_reasons[reason.partition(": ")[0].partition(" (")[0]] += 1
                progress.quotes.update(matches)
            self._open_inquiries[inquiry.view.id] -= 1
            if not self._open_inquiries[inquiry.view.id]:
                del self._open_inquiries[inquiry.view.id]
                self._through.add(inquiry.view.id)
                progress.items_done += 1

    def _drop(self) -> None:
        for worker in self._workers:
            worker.cancel()

    async def _batches(self, caller: Caller, budget: Budget, client: BatchClient, ids: Sequence[ItemId]) -> None:
        """Hand everything in and fetch it, before the items are gone through."""
        from galley.core.judges import batch

        def show_status(text: str) -> None:
            with self._control.guard:
                self._control.progress.why = text

        def keep(pending: batch.Pending, got: Reply | CallError, worst: float) -> None:
            try:
                if isinstance(got, Reply):
                    caller.same_model(got)
            except CallError as error:
                got = error
            if isinstance(got, CallError):
                caller.give_up(pending.row, got, 1, None)
                budget.release(worst, 0.0)
            else:
                cost = caller.price(got, worst)
                budget.release(worst, cost)
                caller.keep(pending.row, pending.question, caller.hide_secrets(got), cost, 1, None)

        def is_ended() -> bool:
            return self._control.end is not None

        context = batch.BatchContext(
            self.project, self._run, self.plan, client, self._saver, budget, is_ended, show_status, keep
        )
        try:
            await batch.run_batches(context, ids)
        except CallError as error:
            self._control.halt("failed", caller.without_key(error))
        except BudgetLimitError as error:
            self._control.halt("stopped", str(error))


class _Asker:
    """An inquiry's way to the runner. ``calls`` are those that it has asked for, in the order of their replies."""

    def __init__(self, caller: Caller, inquiry: Inquiry) -> None:
        self._caller = caller
        self._inquiry = inquiry
        self.calls: list[CallId] = []

    async def one(self, question: ModelQuestion) -> Reading:
        reading = await self._caller.ask(self._inquiry, question)
        if reading.call is not None:
            self.calls.append(reading.call)
        return reading

    async def all(self, questions: Sequence[ModelQuestion]) -> list[Reading]:
        if len(questions) == 1:
            return [await self.one(questions[0])]
        return await ask_all(self.one, questions)

    def find_reading(self, question: ModelQuestion) -> Reading | None:
        return self._caller.find_reading(self._inquiry, question)


def drop_unasked_units(outcome: Outcome, view: ItemView, schemes: Iterable[Scheme]) -> Outcome:
    """The outcome with its verdicts on units of the kind that their criterion asks about, or on the whole text. Others
    could neither be packed nor imported again."""
    kinds = {unit.id: unit.kind for document in view.documents for unit in document.units}
    asked_kinds = {criterion.row: criterion.unit for scheme in schemes for criterion in scheme.criteria}
    verdicts = [
        verdict
        for verdict in outcome.verdicts
        if (kind := kinds.get(verdict.cell.unit)) not in TEXT_KINDS
        or asked_kinds.get(verdict.cell.criterion, kind) == kind
    ]
    dropped_count = len(outcome.verdicts) - len(verdicts)
    if not dropped_count:
        return outcome
    note = "Verdicts on units of another kind than their criterion asks about were left out"
    return replace(outcome, verdicts=verdicts, notes=(*outcome.notes, *[note] * dropped_count))
