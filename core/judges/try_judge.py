"""A judge tried on one item: its questions are sent, what it says is shown, and nothing is kept in the project."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from galley.core.domain import CriterionId, Value
from galley.core.errors import GalleyError, InputError
from galley.core.judges import trust
from galley.core.judges.clients import keys
from galley.core.judges.clients.base import CallError, Client
from galley.core.judges.clients.registry import maker
from galley.core.judges.context_probe import learn_context
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.known_calls import choose_reading, second_question
from galley.core.judges.methods.base import FoundVerdict, Inquiry, ModelQuestion
from galley.core.judges.order import LOCAL, ReadyRun, iter_inquiries
from galley.core.judges.retry import attempt
from galley.core.judges.run_report import place
from galley.core.project.project import Project
from galley.core.review.items import ItemView
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import find_item, read_keys


@dataclass(frozen=True, slots=True)
class TriedVerdict:
    """One verdict: where (a system's "sentence 2"), under which criterion, and what was said."""

    document: str
    place: str
    text: str
    criterion: str
    value: Value | None
    reason: str
    confidence: float | None
    explanation: str


@dataclass(frozen=True, slots=True)
class TryOutcome:
    """What came of it. ``quiet`` counts the cells that a "no" without a doubt was said of; money in US dollars;
    ``another`` is the model that answered where it is not the one asked."""

    lines: tuple[TriedVerdict, ...]
    quiet: int
    scores: tuple[tuple[str, str, float], ...]
    requests: int
    unread: tuple[str, ...]
    cost: float
    another: str = ""


class _Asker:
    def __init__(self, client: Client, plan: ReadyRun, secrets: Sequence[str]) -> None:
        self._client, self.plan, self._secrets = client, plan, secrets
        self.inquiry: Inquiry | None = None
        self.requests, self.cost = 0, 0.0
        self.unread: list[str] = []

    async def one(self, question: ModelQuestion) -> Reading:
        assert self.inquiry is not None
        request = self.plan.request(self.inquiry, question)
        budget = self.plan.order.budget
        while True:
            worst = self.plan.worst(request)
            if budget is not None and self.cost + worst > budget:
                raise GalleyError(f"The next request could cost ${worst:.4f}, more than is left of the ${budget:.2f}.")
            self.requests += 1
            try:
                reply = await attempt(self._client, request, self.plan.order.policy)
            except CallError as error:
                if error.instead is not None:
                    request = error.instead
                    continue
                message = keys.hide(str(error), self._secrets)
                if error.fatal:
                    raise GalleyError(message) from None
                reading = Reading(unscored_reason=f"no reply: {message}")
            else:
                if reply.version:
                    self.plan = self.plan.answered_by(keys.hide(reply.version, self._secrets))
                counted = reply.tokens_in or 0, reply.tokens_out or 0, reply.tokens_read, reply.tokens_written
                self.cost += self.plan.cost(*counted) or 0.0
                reading = question.read(reply)
            second = second_question(self.plan, self.inquiry, question, reading)
            if second is not None:
                return choose_reading(reading, await self.one(second))
            if reading.unscored_reason:
                self.unread.append(reading.unscored_reason)
            return reading

    async def all(self, questions: Sequence[ModelQuestion]) -> list[Reading]:
        return [await self.one(question) for question in questions]

    def find_reading(self, question: ModelQuestion) -> Reading | None:
        return None


def try_on(project: Project, plan: ReadyRun, key: str, stopped: Callable[[], bool] = lambda: False) -> TryOutcome:
    """Ask everything that the plan's judge asks of the item with this key ("" for the first that it asks about).

    Raises: InputError where there is no such item, or nothing to ask of it; GalleyError where nothing can be asked.
    """
    if plan.provider == LOCAL:
        raise InputError(f"{plan.method.name} asks no model, so nothing can be tried; run it.")
    plan = _number_criteria(plan)
    view, inquiries = _item(project.read_connection(), plan, key)
    order = plan.order
    assert order.source is not None
    trust.require(order)
    make, secrets = maker(order.source, order.policy.timeout, order.stream, order.reach)

    async def go() -> tuple[list[tuple[Inquiry, FoundVerdict]], int, list[tuple[str, str, float]], _Asker]:
        client = make()
        plan_in_context = await learn_context(plan, client, load=True)
        verdicts: list[tuple[Inquiry, FoundVerdict]] = []
        asker, quiet, scores = _Asker(client, plan_in_context, secrets), 0, []
        try:
            for inquiry in inquiries:
                if stopped():
                    break
                asker.inquiry = inquiry
                outcome = await plan.method.work(inquiry, plan.context, asker)
                verdicts += [(inquiry, verdict) for verdict in outcome.verdicts]
                quiet += len(outcome.covered_pairs) * len(inquiry.target.units) - len(outcome.verdicts)
                who = inquiry.target.system or inquiry.target.name
                scores += [(who, name, value) for _, name, value in outcome.scores]
        finally:
            await client.close()
        return verdicts, max(quiet, 0), scores, asker

    verdicts, quiet, scores, asker = asyncio.run(go())
    lines = tuple(_line(plan, view, inquiry, verdict) for inquiry, verdict in verdicts)
    another = asker.plan.judge if asker.plan.judge != plan.model else ""
    return TryOutcome(lines, quiet, tuple(scores), asker.requests, tuple(asker.unread), asker.cost, another)


def _number_criteria(plan: ReadyRun) -> ReadyRun:
    """The plan with rows for criteria that are not in the project, where nothing is written."""
    rows = count(1)
    schemes = {
        name: replace(scheme, criteria=tuple(replace(c, row=CriterionId(-next(rows))) for c in scheme.criteria))
        for name, scheme in plan.context.schemes.items()
    }
    return replace(plan, context=replace(plan.context, schemes=schemes))


def _item(connection: Connection, plan: ReadyRun, key: str) -> tuple[ItemView, list[Inquiry]]:
    item = find_item(connection, key) if key else None
    ids = [*read_keys(connection, limit=200)] if not key else [] if item is None else [item]
    if not ids:
        raise InputError(f"The project has no item {key!r}; the queue lists their keys.")
    for view, inquiries in iter_inquiries(connection, plan, ids):
        if inquiries:
            return view, inquiries
    raise InputError(f"{plan.method.name} has no question about {key or 'the first 200 items'}; choose another item.")


def _line(plan: ReadyRun, view: ItemView, inquiry: Inquiry, verdict: FoundVerdict) -> TriedVerdict:
    unit = next((u for d in view.documents for u in d.units if u.id == verdict.cell.unit), None)
    named = {c.row: c.name for scheme in plan.context.schemes.values() for c in scheme.criteria}
    return TriedVerdict(
        inquiry.target.system or inquiry.target.name,
        place(unit.kind, unit.position) if unit else "the whole",
        unit.text if unit else inquiry.target.text,
        named.get(verdict.cell.criterion) or inquiry.part,
        verdict.value,
        verdict.reason,
        verdict.confidence,
        verdict.explanation,
    )
