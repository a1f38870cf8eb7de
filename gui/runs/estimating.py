"""What a run would take, worked out in the background while its dialog is open."""

from __future__ import annotations

import sys
from dataclasses import replace
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QTimer, Signal

from galley.core.errors import Cancelled, GalleyError
from galley.core.judges import order
from galley.core.judges.clients import keys
from galley.core.judges.clients.registry import PROVIDERS
from galley.core.judges.order import LOCAL, Order, ReadyRun
from galley.core.judges.run_estimate import RunEstimate, estimate
from galley.core.project.project import Project
from galley.gui.dialogs.task import BackgroundTask, Progress
from galley.gui.language import tr, tr_n
from galley.gui.runs.run_figures import money, seconds

SETTLE = 250
"""Milliseconds without a change after which the counting begins."""
ADDRESSES = {name: provider.address for name, provider in PROVIDERS.items() if provider.address}


class Estimator(QObject):
    """``counting(done, total)``, then ``known(order, plan, estimate, what is missing)`` or ``refused(sentence)``.

    A newer order takes the place of an older one.
    """

    counting = Signal(int, int)
    known = Signal(object, object, object, str)
    refused = Signal(str)

    def __init__(self, project: Project, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._order: Order | None = None
        self._task: BackgroundTask | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE)
        self._timer.timeout.connect(self._begin)

    def ask(self, wanted: Order) -> None:
        """Work it out for another order, once nothing changes any more."""
        self.stop()
        self._order = wanted
        self._timer.start()

    def stop(self) -> None:
        """Forget what is being counted."""
        self._timer.stop()
        self._order = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _begin(self) -> None:
        wanted = self._order
        assert wanted is not None
        # Caps do not change what is counted, and a budget without a price is refused when the run is started.
        free = replace(wanted, budget=None)

        def work(progress: Progress) -> tuple[ReadyRun, RunEstimate, str]:
            plan = order.prepare(self._project, wanted, write=False)
            found = estimate(self._project, order.prepare(self._project, free, write=False), progress)
            return plan, found, _without_key(plan)

        task = self._task = BackgroundTask(work, self)

        def moved(done: int, total: int, _: float) -> None:
            if task is self._task:
                self.counting.emit(done, total)

        def succeeded(found: tuple[ReadyRun, RunEstimate, str]) -> None:
            if task is self._task:
                self.known.emit(wanted, *found)

        task.moved.connect(moved)
        task.succeeded.connect(succeeded)
        task.failed.connect(lambda error: self._failed(task, error))
        task.start()

    def _failed(self, task: BackgroundTask, error: BaseException) -> None:
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


def summary(plan: ReadyRun, found: RunEstimate) -> tuple[str, str]:
    """An estimate in two lines: how much work, and what it takes."""
    items = tr_n("{n:,} item", "{n:,} items", found.items)
    if found.skipped:
        items = tr_n(
            "{items} ({n:,} more holds nothing that this method judges)",
            "{items} ({n:,} more hold nothing that this method judges)",
            found.skipped,
            items=items,
        )
    if plan.provider == LOCAL:
        return tr("{items}. No request, no cost.", items=items), tr("Nothing leaves this machine.")
    first = tr_n("{items}, {n:,} request", "{items}, {n:,} requests", found.requests, items=items)
    if found.reused:
        first = tr_n(
            "{first}; {n:,} more reply is known and cost nothing",
            "{first}; {n:,} more replies are known and cost nothing",
            found.reused,
            first=first,
        )
    if found.twins:
        first = tr_n(
            "{first}; {n:,} more call is the same as another one",
            "{first}; {n:,} more calls are the same as others",
            found.twins,
            first=first,
        )
    if plan.provider == "replay":
        return f"{first}.", tr("Replies come from the file. Nothing leaves this machine.")
    second, reach = sentence(found, plan.order.batch), found.within(plan.order.budget)
    if reach is not None:
        second += " " + tr(
            "The budget of {amount} stops the run before it is through, after about {reach:,} of {count:,} requests.",
            amount=money(plan.order.budget),
            reach=reach,
            count=found.requests,
        )
    return f"{first}.", second


def sentence(found: RunEstimate, batch: bool) -> str:
    """Tokens, money, time."""
    cost = tr("price unknown") if found.money is None else tr("about {amount}", amount=money(found.money))
    time = tr("up to a day as a batch") if batch else tr("about {time}", time=seconds(found.seconds))
    if not batch and not found.measured:
        time = tr("{time} (a guess: nothing was measured yet)", time=time)
    if found.saved > 0:
        cost = tr("{cost} ({saved} saved by the provider's cache)", cost=cost, saved=money(found.saved))
    return tr(
        "About {tokens_in} tokens in and {tokens_out} out, {cost}, {time}.",
        tokens_in=rounded(found.tokens_in),
        tokens_out=rounded(found.tokens_out),
        cost=cost,
        time=time,
    )


def rounded(count: int) -> str:
    """Two digits that mean something: 1,234,567 as "1,200,000"."""
    if count < 100:
        return f"{count:,}"
    step = 10 ** (len(str(count)) - 2)
    return f"{round(count / step) * step:,}"


def address(wanted: Order) -> str:
    """Where the requests of an order go; "" where none leaves this machine."""
    source = wanted.source
    if source is None or source.provider == "replay":
        return ""
    return source.base_url or ADDRESSES.get(source.provider, "")


def is_here(where: str) -> bool:
    """Whether an address is this very machine."""
    return (urlsplit(where).hostname or "") in ("localhost", "127.0.0.1", "::1")
