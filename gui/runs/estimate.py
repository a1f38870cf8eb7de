"""What a run would take, worked out in the background while its dialog is open."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QTimer, Signal

from galley.core.errors import Cancelled, GalleyError
from galley.core.judges import order
from galley.core.judges.clients import keys
from galley.core.judges.clients.registry import PROVIDERS
from galley.core.judges.context_probe import ask_context
from galley.core.judges.order import LOCAL, Order, ReadyRun
from galley.core.judges.run_estimate import RunEstimate, describe_reply_limits, estimate
from galley.core.project.project import Project
from galley.gui.dialogs.background_task import BackgroundTask, Progress
from galley.gui.runs.run_figures import format_money, seconds
from galley.gui.translation import tr, tr_n

COUNT_DELAY = 250
"""Milliseconds without a change after which the counting begins."""
ADDRESSES = {name: provider.address for name, provider in PROVIDERS.items() if provider.address}


class Estimator(QObject):
    """``counting(done, total)``, then ``known(order, plan, estimate, what is missing)`` or ``refused(sentence)``.

    A newer order takes the place of an older one.
    """

    counting = Signal(int, int)
    estimate_ready = Signal(object, object, object, str)
    refused = Signal(str)

    def __init__(self, project: Project, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._order: Order | None = None
        self._task: BackgroundTask | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(COUNT_DELAY)
        self._timer.timeout.connect(self._begin)

    def ask(self, run_order: Order) -> None:
        """Work it out for another order, once nothing changes any more."""
        self.stop()
        self._order = run_order
        self._timer.start()

    def stop(self) -> None:
        """Forget what is being counted."""
        self._timer.stop()
        self._order = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _begin(self) -> None:
        run_order = self._order
        assert run_order is not None
        # Caps do not change what is counted, and a budget without a price is refused when the run is started.
        free = replace(run_order, budget=None)

        def work(progress: Progress) -> tuple[ReadyRun, RunEstimate, str]:
            plan = order.prepare(self._project, run_order, write=False)
            counted_plan = asyncio.run(ask_context(order.prepare(self._project, free, write=False)))
            plan = plan.in_context(counted_plan.context_window)
            run_estimate = estimate(self._project, counted_plan, progress)
            return plan, run_estimate, _without_key(plan)

        task = self._task = BackgroundTask(work, self)

        def on_moved(done: int, total: int, _: float) -> None:
            if task is self._task:
                self.counting.emit(done, total)

        def on_succeeded(plan_and_estimate: tuple[ReadyRun, RunEstimate, str]) -> None:
            if task is self._task:
                self.estimate_ready.emit(run_order, *plan_and_estimate)

        task.moved.connect(on_moved)
        task.succeeded.connect(on_succeeded)
        task.failed.connect(lambda error: self._handle_failure(task, error))
        task.start()

    def _handle_failure(self, task: BackgroundTask, error: BaseException) -> None:
        if isinstance(error, Cancelled) or task is not self._task:
            return
        if isinstance(error, GalleyError):
            self.refused.emit(str(error))
        else:
            sys.excepthook(type(error), error, error.__traceback__)


def _without_key(plan: ReadyRun) -> str:
    """What to say where the provider's key is not there."""
    if plan.provider != LOCAL and PROVIDERS[plan.provider].needs_key:
        try:
            keys.require(plan.provider)
        except GalleyError as error:
            return str(error)
    return ""


def summary(plan: ReadyRun, run_estimate: RunEstimate) -> tuple[str, str]:
    """An estimate in two lines: how much work, and what it takes."""
    items = tr_n("{n:,} item", "{n:,} items", run_estimate.items)
    if run_estimate.skipped_items:
        items = tr_n(
            "{items} ({n:,} more has nothing that this method can judge)",
            "{items} ({n:,} more have nothing that this method can judge)",
            run_estimate.skipped_items,
            items=items,
        )
    if plan.provider == LOCAL:
        return tr("{items}. No request, no cost.", items=items), tr("Nothing leaves this machine.")
    first = tr_n("{items}, {n:,} request", "{items}, {n:,} requests", run_estimate.requests, items=items)
    if run_estimate.reused_calls:
        first = tr_n(
            "{first}; {n:,} more reply is reused and costs nothing",
            "{first}; {n:,} more replies are reused and cost nothing",
            run_estimate.reused_calls,
            first=first,
        )
    if run_estimate.twins:
        first = tr_n(
            "{first}; {n:,} more call is the same as another one",
            "{first}; {n:,} more calls are the same as others",
            run_estimate.twins,
            first=first,
        )
    if plan.provider == "replay":
        return f"{first}.", tr("Replies come from the file. Nothing leaves this machine.")
    second, reach = sentence(run_estimate, plan.order.batch), run_estimate.within(plan.order.budget)
    if run_estimate.requests:
        second += " " + describe_reply_limits(plan, run_estimate)
    if reach is not None:
        second += " " + tr(
            "The budget of {amount} stops the run before it is complete, after about {reach:,} of {count:,} requests.",
            amount=format_money(plan.order.budget),
            reach=reach,
            count=run_estimate.requests,
        )
    return f"{first}.", second


def sentence(run_estimate: RunEstimate, batch: bool) -> str:
    """Tokens, money, time."""
    cost = (
        tr("price unknown")
        if run_estimate.money is None
        else tr("about {amount}", amount=format_money(run_estimate.money))
    )
    time = tr("up to a day as a batch") if batch else tr("about {time}", time=seconds(run_estimate.seconds))
    if not batch and not run_estimate.is_measured:
        time = tr("{time} (a guess: nothing was measured yet)", time=time)
    if run_estimate.saved_money > 0:
        cost = tr(
            "{cost} ({saved} saved by the provider's cache)", cost=cost, saved=format_money(run_estimate.saved_money)
        )
    return tr(
        "About {tokens_in} tokens in and {tokens_out} out, {cost}, {time}.",
        tokens_in=round_count(run_estimate.tokens_in),
        tokens_out=round_count(run_estimate.tokens_out),
        cost=cost,
        time=time,
    )


def round_count(count: int) -> str:
    """Two digits that mean something: 1,234,567 as "1,200,000"."""
    if count < 100:
        return f"{count:,}"
    step = 10 ** (len(str(count)) - 2)
    return f"{round(count / step) * step:,}"


def address(run_order: Order) -> str:
    """Where the requests of an order go; "" where none leaves this machine."""
    source = run_order.source
    if source is None or source.provider == "replay":
        return ""
    return source.base_url or ADDRESSES.get(source.provider, "")


def is_here(where: str) -> bool:
    """Whether an address is this very machine."""
    return (urlsplit(where).hostname or "") in ("localhost", "127.0.0.1", "::1")
