"""What the user asks for, made ready to run: choices checked, schemes and annotators at hand, and a price before
anything is sent."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import math
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from core.domain import ChangeSet
from core.errors import Cancelled, InputError
from core.judges import price, prompts, settings, store
from core.judges.clients.base import SAMPLING, About, Reply, Request
from core.judges.clients.registry import PROVIDERS, Source
from core.judges.labels import Reading
from core.judges.methods import registry
from core.judges.methods.base import Choices, Content, Context, Method, Question, Task
from core.judges.retry import Policy
from core.project import names, reading
from core.project.project import Project
from core.project.reading import ItemView
from core.schemes import loader

LOCAL = "local"
"""What stands as the provider of a run that asks no model."""

SAME = ("method", "source", "model", "choices", "samples", "sampling", "items", "datasets", "batch", "fingerprint")
"""The settings in which a run must agree with an unfinished one to go on with it."""

MOST_CONCURRENT = 64
REPLY_TOKENS = (8_000, 150)
"""The default limit of a reply: so many, and so many more a unit. It bounds hidden reasoning too, so it is wide."""
REPLY_TOKENS_LOCAL = (600, 150)
"""For compatible servers, where the limit is part of a small context."""
MOST_REPLY_TOKENS = 21_000
SECONDS = (1.5, 0.015)
"""A guess where nothing was measured yet: seconds a call takes, and seconds a token of its reply."""


@dataclass(frozen=True)
class Order:
    """A judge run as the user wants it. ``items`` are row ids (none: all), ``datasets`` restricts them; ``budget`` is
    in US dollars; ``sampling`` holds only what was set; ``limit`` 0 is the default number of tokens in a reply; with
    ``stream`` replies are taken in piece by piece (for long ones, and servers that go silent while they think);
    ``unjudged`` leaves out the items on which this very judge has said something (``prepare`` puts those that are left
    into ``items``)."""

    method: str
    source: Source | None = None
    model: str = ""
    choices: Choices = field(default_factory=Choices)
    concurrency: int = 8
    budget: float | None = None
    max_requests: int | None = None
    batch: bool = False
    items: tuple[int, ...] = ()
    datasets: tuple[str, ...] = ()
    sampling: Mapping[str, Any] = field(default_factory=dict)
    limit: int = 0
    stream: bool = False
    unjudged: bool = False
    policy: Policy = field(default_factory=Policy)


@dataclass(frozen=True)
class Plan:
    """An order made ready. ``annotators`` are names by voice; ``settings`` is what the run keeps (no key in it)."""

    order: Order
    method: Method
    context: Context
    annotators: Mapping[str, str]
    fingerprint: str
    provider: str
    model: str
    settings: Mapping[str, Any]

    def request(self, task: Task, question: Question) -> Request:
        """The request that a question becomes."""
        base, each = REPLY_TOKENS_LOCAL if self.provider == "compatible" else REPLY_TOKENS
        document = question.document or task.target
        limit = self.order.limit or min(base + each * len(document.units), MOST_REPLY_TOKENS)
        about = About(task.view.key, document.name, question.part, question.sample)
        return Request(self.model, question.system, question.user, question.schema, limit, self.order.sampling, about)

    def cost(self, tokens_in: int, tokens_out: int) -> float | None:
        """US dollars, None where the price is unknown, nothing where no model is paid."""
        if self.provider in (LOCAL, "replay"):
            return 0.0
        return price.cost(PROVIDERS[self.provider].prices, self.model, tokens_in, tokens_out, self.order.batch)

    def worst(self, request: Request) -> float:
        """The most that a request can cost; 0 where the price is unknown (then no budget is taken)."""
        schema = json.dumps(request.schema) if request.schema else ""
        return self.cost(price.most(request.system + request.user + schema), request.max_tokens) or 0.0


def body_of(request: Request) -> str:
    """A request as it is kept and hashed. Two writers with one result: the fast one refuses what JSON has no word for
    (half a surrogate pair, an integer of more than 64 bits), and writes some fractions otherwise."""
    body = request.body()
    if not any(isinstance(value, float) for value in request.sampling.values()):
        with contextlib.suppress(TypeError):
            return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def prepare(project: Project, order: Order, *, write: bool = True) -> Plan:
    """Check an order and get the project ready for it (its schemes are added if they are missing).

    Without ``write`` the project stays as it is, and the plan is good for an estimate only. Raises: InputError,
    GalleyError.
    """
    method = registry.find(order.method)
    provider, model = LOCAL, ""
    if not method.local:
        provider, model = _source(order)
    if not 1 <= order.concurrency <= MOST_CONCURRENT:
        raise InputError(f"The concurrency must be between 1 and {MOST_CONCURRENT}.")
    unknown = set(order.sampling) - set(SAMPLING)
    if unknown:
        raise InputError(f"There is no sampling setting {min(unknown)!r}; there are: {', '.join(SAMPLING)}.")
    if order.budget is not None and provider in ("openai", "anthropic", "compatible"):
        if order.budget <= 0:
            raise InputError("The budget must be more than nothing.")
        if price.cost(PROVIDERS[provider].prices, model, 1, 1) is None:
            raise InputError(
                f"Nobody knows the price of {model}, so a budget in money cannot hold; use --max-requests instead."
            )
    wanted = method.schemes(order.choices, content_of(project.reader()))
    missing = set(wanted) - {s.id for s in names.schemes(project.reader())}
    missing.update(names.outdated(project.reader(), wanted))
    if missing and write:
        project.write(lambda connection: _add_schemes(connection, [n for n in wanted if n in missing])).result()
    connection = project.reader()
    schemes = {s.id: s for s in names.schemes(connection) if s.id in wanted and (write or s.id not in missing)}
    schemes |= {name: loader.find(name) for name in wanted if name not in schemes}
    texts = prompts.load(connection, method.name)
    for other in getattr(method, "uses", ()):
        texts |= {f"{other}/{name}": prompt for name, prompt in prompts.load(connection, other).items()}
    samples = order.choices.samples or method.samples
    if not 1 <= samples <= 99:
        raise InputError("The number of samples must be between 1 and 99.")
    context = Context(order.choices, schemes, texts, model, samples, settings.checked(method, order.choices.options))
    method.check(context)
    fingerprint = _fingerprint(method, context, order)
    annotators = {
        voice: " ".join(part for part in (model, method.name, voice) if part) for voice in method.voices(order.choices)
    }
    plan = Plan(order, method, context, annotators, fingerprint, provider, model, {})
    if order.unjudged:
        left = unjudged(connection, plan)
        if not left:
            raise InputError("This judge has said something on every item that was chosen; nothing is left to ask.")
        plan = replace(plan, order=replace(order, items=tuple(left), unjudged=False))
    return replace(plan, settings=_settings(plan))


def content_of(connection: sqlite3.Connection) -> Content:
    """What of a project decides about the schemes of a method."""

    def any_row(query: str) -> bool:
        return connection.execute(query + " LIMIT 1").fetchone() is not None

    return Content(
        frozenset(row[0] for row in connection.execute("SELECT name FROM scheme")),
        any_row("SELECT 1 FROM document WHERE role = 'dialogue'"),
        any_row(
            "SELECT 1 FROM document AS a WHERE role = 'article' AND NOT EXISTS"
            " (SELECT 1 FROM document WHERE item_id = a.item_id AND role = 'dialogue')"
        ),
        any_row("SELECT 1 FROM document WHERE role = 'article'"),
    )


def _source(order: Order) -> tuple[str, str]:
    if order.source is None:
        raise InputError("This method asks a model; name a provider: openai, anthropic, compatible or replay.")
    provider = order.source.check()
    if provider.needs_model and not order.model:
        raise InputError(f"The provider {provider.name} needs the name of a model; give it with --model.")
    if order.batch and not provider.batches:
        raise InputError(f"The provider {provider.name} has no batches; only openai and anthropic have.")
    return provider.name, order.model or provider.name


def _add_schemes(connection: sqlite3.Connection, wanted: Sequence[str]) -> ChangeSet:
    for name in wanted:
        if name in names.outdated(connection, [name]):
            names.renew(connection, name)
        names.add_scheme(connection, name)
    return ChangeSet(settings=True)


def _fingerprint(method: Method, context: Context, order: Order) -> str:
    """What decides the verdicts besides method and model: a change makes another annotator."""
    decides: dict[str, Any] = {
        "prompts": prompts.hash_of(context.prompts.values()),
        "schemes": {name: scheme.toml for name, scheme in context.schemes.items()},
        "samples": context.samples,
        "all": context.choices.all_criteria,
        "sampling": dict(order.sampling),
        "method": method.fingerprint(),
    }
    if context.settings:
        decides["settings"] = dict(context.settings)
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:12]


def _settings(plan: Plan) -> dict[str, Any]:
    order, choices = plan.order, plan.order.choices
    source = order.source
    return {
        "method": plan.method.name,
        "source": [source.provider, source.base_url, source.replies] if source and plan.provider != LOCAL else None,
        "model": plan.model,
        "choices": [list(choices.criteria), choices.all_criteria, choices.scheme, list(choices.systems)],
        "samples": plan.context.samples,
        "options": dict(choices.options),
        "settings": dict(plan.context.settings),
        "sampling": dict(order.sampling),
        "items": list(order.items),
        "datasets": list(order.datasets),
        "batch": order.batch,
        "concurrency": order.concurrency,
        "budget": order.budget,
        "max_requests": order.max_requests,
        "limit": order.limit,
        "stream": order.stream,
        "fingerprint": plan.fingerprint,
        "prompts": [
            {"id": p.id, "version": p.version, "sha256": prompts.hash_of([p]), "overridden": p.overridden}
            for p in plan.context.prompts.values()
        ],
    }


def order_of(settings: Mapping[str, Any]) -> Order:
    """The order that a run was started with, from what it keeps; to go on with it after a restart.

    Raises: InputError where it does not say: a run of a file that was written by something else.
    """
    try:
        return _order_of(settings)
    except (KeyError, TypeError, ValueError):
        raise InputError("This run does not say how it was started; start a new one.") from None


def _order_of(settings: Mapping[str, Any]) -> Order:
    criteria, all_criteria, scheme, systems = settings["choices"]
    source = settings["source"]
    return Order(
        settings["method"],
        Source(*source) if source else None,
        settings["model"],
        Choices(
            tuple(criteria), settings["samples"], all_criteria, scheme, tuple(systems), settings.get("options") or {}
        ),
        settings["concurrency"],
        settings["budget"],
        settings["max_requests"],
        settings["batch"],
        tuple(settings["items"]),
        tuple(settings["datasets"]),
        settings["sampling"],
        settings["limit"],
        settings.get("stream", False),
    )


# Items -------------------------------------------------------------------------------------------------------------


def item_ids(connection: sqlite3.Connection, order: Order) -> list[int]:
    """The items of an order by row id."""
    rows = connection.execute("SELECT id, dataset FROM item ORDER BY id").fetchall()
    wanted = set(order.items)
    return [
        row
        for row, dataset in rows
        if (not wanted or row in wanted) and (not order.datasets or dataset in order.datasets)
    ]


def unjudged(connection: sqlite3.Connection, plan: Plan) -> list[int]:
    """The items of a plan on which its judge (this method, model, prompts and settings) has said nothing yet; those of
    a run of this judge that was begun on some items and not ended, since an item may be half done there."""
    judge = "(SELECT id FROM annotator WHERE kind = 'judge' AND method = ? AND model = ? AND prompt = ?)"
    chosen = item_ids(connection, plan.order)
    begun = connection.execute(
        f"SELECT settings FROM run WHERE state NOT IN ('done', 'cancelled') AND annotator_id IN {judge}"
        " ORDER BY id DESC LIMIT 1",
        (plan.method.name, plan.model, plan.fingerprint),
    ).fetchone()
    if begun and (items := json.loads(begun[0]).get("items")) and set(items) <= set(chosen):
        return list(items)
    spoken = {
        row[0]
        for row in connection.execute(
            f"SELECT item_id FROM verdict WHERE annotator_id IN {judge}"
            f" UNION SELECT item_id FROM judged WHERE annotator_id IN {judge}",
            (plan.method.name, plan.model, plan.fingerprint) * 2,
        )
    }
    return [row for row in chosen if row not in spoken]


def work(connection: sqlite3.Connection, plan: Plan, ids: Sequence[int]) -> Iterator[tuple[ItemView, list[Task]]]:
    """The tasks of each item in turn, read when they are asked for."""
    for row in ids:
        view = reading.load(connection, row)
        yield view, list(plan.method.tasks(view, plan.context))


# Before anything is sent -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will take, before it is started. Tokens are guesses (see ``price.guess``), ``money`` is from the
    price list and None where the price is unknown, ``most`` is the worst case that a budget reserves."""

    items: int
    skipped: int
    requests: int
    reused: int
    tokens_in: int
    tokens_out: int
    money: float | None
    seconds: float
    measured: bool


class _Counter:
    """Asks nothing: counts, and answers with the emptiest reply that the schema allows, so that a method in several
    steps shows all of them."""

    def __init__(self, connection: sqlite3.Connection, plan: Plan) -> None:
        self.connection = connection
        self.plan = plan
        self.task: Task | None = None
        self.requests = self.reused = self.tokens_in = self.tokens_out = 0
        self._seen: set[str] = set()

    async def one(self, question: Question) -> Reading:
        assert self.task is not None
        request = self.plan.request(self.task, question)
        key = store.call_key(body_of(request), prompts.hash_of(question.prompts), question.sample)
        before = store.paid(self.connection, key)
        if before is not None or key in self._seen:
            self.reused += 1
        else:
            self.requests += 1
            self.tokens_in += price.guess(request.system) + price.guess(request.user)
            self.tokens_in += price.guess(json.dumps(request.schema)) if request.schema else 0
            self.tokens_out += question.expect
        self._seen.add(key)
        empty = question.example or (json.dumps(_emptiest(question.schema)) if question.schema else "")
        return question.reader(before or Reply(empty))

    async def all(self, questions: Sequence[Question]) -> list[Reading]:
        return [await self.one(question) for question in questions]


def estimate(project: Project, plan: Plan, progress: Callable[[int, int], bool] | None = None) -> Estimate:
    """Go through all items without sending anything.

    ``progress`` is called with (done, total) items; a False stops. Raises: Cancelled.
    """
    connection = project.reader()
    ids = item_ids(connection, plan.order)
    counter, skipped = _Counter(connection, plan), 0

    async def count() -> int:
        without = 0
        for done, (_, tasks) in enumerate(work(connection, plan, ids)):
            without += not tasks
            for task in () if plan.method.local else tasks:
                counter.task = task
                await plan.method.work(task, plan.context, counter)
            if progress and not progress(done + 1, len(ids)):
                raise Cancelled("The estimate was stopped; nothing was sent.")
        return without

    skipped = asyncio.run(count())
    seconds, measured = _seconds(connection, plan, counter)
    money = plan.cost(counter.tokens_in, counter.tokens_out)
    return Estimate(
        len(ids) - skipped,
        skipped,
        counter.requests,
        counter.reused,
        counter.tokens_in,
        counter.tokens_out,
        0.0 if not counter.requests else money,
        seconds,
        measured,
    )


def _seconds(connection: sqlite3.Connection, plan: Plan, counter: _Counter) -> tuple[float, bool]:
    """How long it may take, and whether that rests on earlier calls to this model."""
    mean = connection.execute(
        "SELECT avg(seconds) FROM call JOIN run ON run.id = run_id WHERE call.state = 'done' AND provider = ?"
        " AND model = ? AND seconds IS NOT NULL",
        (plan.provider, plan.model),
    ).fetchone()[0]
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
