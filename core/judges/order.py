"""What the user asks for, made ready to run: choices checked, schemes and annotators at hand, and a price before
anything is sent."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, NotRequired, TypedDict

import orjson

from galley.core.definitions.schemes import find_scheme, list_built_in, load_scheme
from galley.core.domain import ChangeSet, ItemId, Scheme
from galley.core.errors import InputError
from galley.core.judges import method_settings, request_options, servers
from galley.core.judges.clients.base import About, Request
from galley.core.judges.clients.reach import AS_USUAL, Reach
from galley.core.judges.clients.registry import PROVIDERS, Source
from galley.core.judges.clients.server_context import ServerContext
from galley.core.judges.inquiry import price, prompts
from galley.core.judges.methods import registry
from galley.core.judges.methods.base import Choices, Context, Inquiry, Method, ModelQuestion, ProjectContent
from galley.core.judges.retry import RetryPolicy
from galley.core.judges.servers import UNKNOWN_CONTEXT, ReplyCap, Server
from galley.core.project import outgoing
from galley.core.project.project import Project
from galley.core.review.items import ItemView, load_item_view
from galley.core.review.resolved_items import with_rulings
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices, find_answered_items, runs
from galley.core.storage.queries import items as item_queries
from galley.core.typed_reading import fits

UNSCORED = "unscored"
"""What stands in ``Order.again`` for all replies of which nothing, or not all, could be read."""

LOCAL = "local"
"""What stands as the provider of a run that asks no model."""

SAME = (
    *("method", "source", "model", "choices", "samples", "sampling", "items", "datasets", "batch", "fingerprint"),
    "again",
)
"""The settings in which a run must agree with an unfinished one to go on with it."""

USUAL = -1.0
DOLLARS = 5.0
"""US dollars that a run may cost unless the user says otherwise, where the price is known."""
MOST_CONCURRENT = 64
CACHING = ("openai", "anthropic")
"""Providers that keep how requests begin, and charge less for what was kept."""
REPLY_TOKENS = (8_000, 150)
"""The default limit of a reply: so many, and so many more a unit. It bounds hidden reasoning too, so it is wide."""
EARLIER_REPLY_TOKENS = (600, 150)
"""The default for compatible servers in earlier versions; replies that were whole under it still count."""
MOST_REPLY_TOKENS = 21_000
LEAST_REPLY_TOKENS = 256
PROMPT_MARGIN = (1.15, 128)
"""A prompt takes at most so many times its estimated tokens, and so many more for the frame of a chat."""


@dataclass(frozen=True)
class Order:
    """A judge run as the user wants it. ``items`` are row ids (none: all), ``datasets`` restricts them; ``budget`` is
    in US dollars (USUAL: the usual one where the price is known, else none); ``sampling`` holds only what was set;
    ``limit`` 0 is the default number of tokens in a reply; with ``stream`` replies are taken in piece by piece (for
    long ones, and servers that go silent while they think); ``again`` asks again for kept replies: those that are
    UNSCORED, or of calls with these keys; ``unjudged`` leaves out the items on which this very judge has said something
    (``prepare`` puts those that are left into ``items``); ``reach`` is how the server is reached; ``price`` are US
    dollars for a million tokens in and out, in place of the list's; ``tier`` the provider's service tier;
    ``is_stored``: it was read from a project, so its address is a stranger's until this user confirms it
    (``trust``)."""

    method: str
    source: Source | None = None
    model: str = ""
    choices: Choices = field(default_factory=Choices)
    concurrency: int = 8
    budget: float | None = None
    max_requests: int | None = None
    batch: bool = False
    items: tuple[ItemId, ...] = ()
    datasets: tuple[str, ...] = ()
    sampling: Mapping[str, Any] = field(default_factory=dict)
    limit: int = 0
    stream: bool = False
    only_unjudged: bool = False
    again: str | tuple[str, ...] = ""
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    reach: Reach = AS_USUAL
    price: tuple[float, float] | None = None
    tier: str = ""
    is_stored: bool = False


@dataclass(frozen=True)
class ReadyRun:
    """An order made ready. ``annotators`` are names by voice; ``settings`` is what the run keeps (no key in it);
    ``server`` is what earlier runs say of the one that is asked, ``again`` the calls whose replies are not good enough,
    ``context_window`` what the server says that it reads.
    """

    order: Order
    method: Method
    context: Context
    annotators: Mapping[str, str]
    fingerprint: str
    provider: str
    model: str
    settings: Mapping[str, Any]
    server: Server = field(default_factory=Server)
    again: frozenset[int] = frozenset()
    context_window: ServerContext = field(default_factory=ServerContext)

    def __post_init__(self) -> None:
        """Tell the method's context which model answers."""
        self.context.answering.name = self.judge

    @property
    def judge(self) -> str:
        """The model that speaks: the one asked, of which a dated snapshot may answer, or the other one that answers."""
        return servers.speaker(self.provider, self.model, self.server.version)

    def answered_by(self, version: str) -> ReadyRun:
        """The same run, now that the server says which model answers."""
        plan = replace(self, server=replace(self.server, version=version))
        return replace(plan, annotators=_annotators(plan), settings={**plan.settings, "version": version})

    def in_context(self, context_window: ServerContext) -> ReadyRun:
        """The same run, now that the server says how many tokens it reads."""
        return replace(self, context_window=context_window)

    @property
    def cap(self) -> ReplyCap:
        """What bounds a reply now."""
        return ReplyCap(self.order.limit, 0 if self.order.limit else self.context_window.tokens)

    @property
    def caps(self) -> tuple[ReplyCap, ...]:
        """The caps under which a reply may have been asked for: the order's own, then those of earlier runs."""
        return self.cap, *sorted(self.server.caps - {self.cap})

    def reply_limit(self, question: ModelQuestion, unit_count: int, cap: ReplyCap) -> int:
        """The most tokens of a reply to a question about so many units, thinking included: the user's number, else the
        default, in the room that the prompt leaves in the server's context; twice as many for a reply that was cut."""
        if cap.limit:
            return cap.limit
        is_earlier = self.provider == "compatible" and cap.context == UNKNOWN_CONTEXT
        base, per_unit = EARLIER_REPLY_TOKENS if is_earlier else REPLY_TOKENS
        thoughts = request_options.thoughts(self.order.sampling)
        most = max(MOST_REPLY_TOKENS, thoughts + base)
        limit = min(base + per_unit * unit_count + thoughts, most) * question.limit_factor
        if self.provider == "anthropic" and not (self.order.stream or self.order.batch):
            limit = min(limit, most)  # longer replies are only streamed
        if self.provider == "compatible" and cap.context > 0:
            limit = max(min(limit, self.room(question, cap.context)), LEAST_REPLY_TOKENS)
        return limit

    @staticmethod
    def room(question: ModelQuestion, context: int) -> int:
        """The tokens that the prompt of a question leaves in a context for the reply, less a margin."""
        texts = (question.system, question.user, json.dumps(question.schema) if question.schema else "")
        prompt = sum(map(price.estimate_tokens, (*texts, *(text for turn in question.earlier for text in turn))))
        times, frame = PROMPT_MARGIN
        return context - round(prompt * times) - frame

    def request(self, inquiry: Inquiry, question: ModelQuestion, cap: ReplyCap | None = None) -> Request:
        """The request that a question becomes, or became under another cap."""
        document = question.document or inquiry.target
        limit = self.reply_limit(question, len(document.units), self.cap if cap is None else cap)
        about = About(inquiry.view.key, document.name, question.part, question.sample)
        sampling = self.order.sampling
        return Request(
            self.model, question.system, question.user, question.schema, limit, sampling, about, question.earlier,
            shared_length=question.shared_length, tier=self.order.tier,
        )  # fmt: skip

    def cost(self, tokens_in: int, tokens_out: int, tokens_read: int = 0, tokens_written: int = 0) -> float | None:
        """US dollars, None where the price is unknown, nothing where no model is paid. Of the tokens that go in,
        ``read`` come out of the provider's cache and ``written`` go into it."""
        if self.provider in (LOCAL, "replay"):
            return 0.0
        return price.cost(
            PROVIDERS[self.provider].prices, self.judge, tokens_in, tokens_out, self.order.batch, self.order.price,
            tokens_read, tokens_written, self.order.tier,
        )  # fmt: skip

    def worst(self, request: Request) -> float:
        """The most that a request can cost; 0 where the price is unknown (then no budget is taken)."""
        schema = json.dumps(request.schema) if request.schema else ""
        tokens_in = price.bound_tokens("".join(request.texts()) + schema) + 2 * price.OVERHEAD * len(request.earlier)
        return self.cost(tokens_in, request.max_tokens, 0, tokens_in if request.shared_length else 0) or 0.0

    def kept_beginning(self, request: Request) -> tuple[str, int]:
        """(what a request begins with that the provider keeps for others, about how many tokens that is); nothing
        where it keeps none, or what is alike is too short for it."""
        if not request.shared_length or self.provider not in CACHING:
            return "", 0
        schema = json.dumps(request.schema) if request.schema else ""
        beginning = "\0".join((schema, request.system, request.user[: request.shared_length]))
        tokens = price.estimate_tokens(beginning)
        return (beginning, tokens) if tokens >= price.least_kept(self.provider, self.model) else ("", 0)


def body_of(request: Request) -> str:
    """A request as it is kept and hashed. Two writers with one result: the fast one refuses what JSON has no word for
    (half a surrogate pair, an integer of more than 64 bits), and writes some fractions otherwise."""
    body = request.body()
    if not any(isinstance(value, float) for value in request.sampling.values()):
        with contextlib.suppress(TypeError):
            return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def prepare(project: Project, order: Order, *, write: bool = True) -> ReadyRun:
    """Check an order and get the project ready for it (its schemes are added if they are missing).

    Without ``write`` the project stays as it is, and the plan is good for an estimate only. Raises: InputError,
    GalleyError.
    """
    method = registry.find(order.method)
    refuse_unused(method, order, project.read_connection())
    provider, model = LOCAL, ""
    if not method.local:
        provider, model = _source(order)
        assert order.source is not None
        outgoing.refuse_provider(outgoing.named_providers(project.read_connection()), provider, order.source.base_url)
    server = (
        servers.find(project.read_connection(), order.source, model) if order.source and provider != LOCAL else Server()
    )
    judge = servers.speaker(provider, model, server.version)
    if not 1 <= order.concurrency <= MOST_CONCURRENT:
        raise InputError(f"The concurrency must be between 1 and {MOST_CONCURRENT}.")
    if order.again and (method.local or order.only_unjudged):
        what = f"{method.name} asks nobody" if method.local else "some items have no replies from this judge"
        raise InputError(f"Nothing can be asked again: {what}; leave that out.")
    if not method.local:
        order = replace(order, sampling=_usual_sampling(method, order, provider))
        request_options.refuse(provider, order.sampling, order.limit, order.stream or order.batch)
    if order.tier:
        request_options.refuse_tier(provider, order.tier, order.batch)
    if order.price is not None:
        price.refuse(provider, order.price)
    order.reach.check()
    if order.budget == USUAL:
        order = replace(order, budget=_usual_budget(order, provider, judge))
    if order.budget is not None and provider in ("openai", "anthropic", "compatible"):
        if order.budget <= 0:
            raise InputError("The budget must be above 0.")
        if price.cost(PROVIDERS[provider].prices, judge, 1, 1, own=order.price, tier=order.tier) is None:
            raise InputError(
                f"The price of {judge} is unknown, so a budget in dollars cannot be kept; give it with --price, or use"
                " --max-requests instead."
            )
    order, own_schemes = _load_own_schemes(method, order)
    scheme_names = method.schemes(order.choices, content_of(project.read_connection()))
    stored_schemes = {s.id: s for s in names.schemes(project.read_connection())}
    if order.is_stored:  # it names schemes by their ids: a path in it is another person's choice of a file to read
        for name in {order.choices.scheme, *scheme_names} - {
            "",
            *stored_schemes,
            *own_schemes,
            *list_built_in(),
        }:
            raise InputError(f"This run asks by the scheme {name!r}, which the project does not hold; start a new one.")
    for name, scheme in own_schemes.items():
        if name in stored_schemes and stored_schemes[name].toml != scheme.toml:
            raise InputError(
                f"The project holds another version of the scheme {name!r}; to use both, change the id of the new one."
            )
    missing = set(scheme_names) - stored_schemes.keys()
    missing.update(names.find_outdated(project.read_connection(), scheme_names))
    if missing and write:
        new = [own_schemes.get(name, name) for name in scheme_names if name in missing]
        project.write(lambda connection: _add_schemes(connection, new)).result()
    connection = project.read_connection()
    schemes = {s.id: s for s in names.schemes(connection) if s.id in scheme_names and (write or s.id not in missing)}
    schemes |= {name: own_schemes.get(name) or find_scheme(name) for name in scheme_names if name not in schemes}
    texts = prompts.load(connection, method.name)
    for other in getattr(method, "uses", ()):
        texts |= {f"{other}/{name}": prompt for name, prompt in prompts.load(connection, other).items()}
    usual = getattr(method, "usual_samples", None)
    samples = order.choices.samples or (usual(order.choices) if usual else method.samples)
    if not 1 <= samples <= 99:
        raise InputError("The number of samples must be between 1 and 99.")
    context = Context(
        order.choices, schemes, texts, model, samples, method_settings.check_settings(method, order.choices.options)
    )
    method.check(context)
    if hasattr(method, "ready"):
        context = replace(context, version=method.ready(connection, context, write))
    fingerprint = _fingerprint(method, context, order)
    plan = ReadyRun(order, method, context, {}, fingerprint, provider, model, {}, server)
    plan = replace(plan, annotators=_annotators(plan))
    if order.only_unjudged:
        unjudged_items = find_unjudged(connection, plan)
        if not unjudged_items:
            raise InputError("This judge has already judged every chosen item; choose other items.")
        plan = replace(plan, order=replace(order, items=tuple(unjudged_items), only_unjudged=False))
    if order.again and order.again != UNSCORED:
        calls, items = _again(connection, order.again)
        plan = replace(plan, again=calls, order=replace(plan.order, items=items))
    return replace(plan, settings=_settings(plan))


def _annotators(plan: ReadyRun) -> dict[str, str]:
    """The names of the judges that a plan speaks as, by voice."""
    voices = plan.method.annotator_keys(plan.order.choices)
    return {voice: " ".join(part for part in (plan.judge, plan.method.name, voice) if part) for voice in voices}


def _again(connection: Connection, keys: str | tuple[str, ...]) -> tuple[frozenset[int], tuple[ItemId, ...]]:
    """(the calls that were paid for, of those with these keys; the items of all of them). Raises: InputError."""
    # also under another cap of tokens, which makes another key
    items, paid = runs.find_calls_by_key(connection, [keys] if isinstance(keys, str) else keys)
    if not items:
        raise InputError("These calls are no longer in the project; choose others.")
    return frozenset(paid), tuple(items)


def _usual_sampling(method: Method, order: Order, provider: str) -> dict[str, Any]:
    """What was set, and what the method asks for by itself where the server may know it."""
    usual: Mapping[str, Any] = getattr(method, "sampling", {})
    if provider not in ("openai", "compatible") or order.stream or order.batch:
        usual = {}
    return {**usual, **order.sampling}


def _usual_budget(order: Order, provider: str, model: str) -> float | None:
    if provider not in request_options.ALL:
        return None
    listed = PROVIDERS[provider].prices
    return DOLLARS if price.cost(listed, model, 10**6, 10**6, own=order.price, tier=order.tier) else None


def content_of(connection: Connection) -> ProjectContent:
    """What of a project decides about the schemes of a method."""
    scheme_names = frozenset(scheme.id for scheme in names.schemes(connection))
    return ProjectContent(scheme_names, *item_queries.find_source_roles(connection))


def _source(order: Order) -> tuple[str, str]:
    if order.source is None:
        raise InputError("This method asks a model; name a provider: openai, anthropic, compatible or replay.")
    provider = order.source.check()
    if provider.needs_model and not order.model:
        raise InputError(f"The provider {provider.name} needs the name of a model; give it with --model.")
    if order.batch and not provider.batches:
        raise InputError(f"The provider {provider.name} has no batches; only openai and anthropic have.")
    return provider.name, order.model or provider.name


def _load_own_schemes(method: Method, order: Order) -> tuple[Order, dict[str, Scheme]]:
    """The order with the id of a scheme that was given as a file, and the schemes that come along with it."""
    brings = getattr(method, "brings", None)
    schemes = [brings(order.choices)] if brings else []
    named = order.choices.scheme
    if named.lower().endswith(".toml") and not order.is_stored:
        schemes.append(load_scheme(named))
        order = replace(order, choices=replace(order.choices, scheme=schemes[-1].id))
    return order, {scheme.id: scheme for scheme in schemes if scheme is not None}


def _add_schemes(connection: Connection, schemes: Sequence[str | Scheme]) -> ChangeSet:
    for scheme in schemes:
        if isinstance(scheme, str) and scheme in names.find_outdated(connection, [scheme]):
            names.renew_scheme(connection, scheme)
        names.add_scheme(connection, scheme)
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
    if context.version:
        decides["version"] = context.version["id"]
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:12]


def _settings(plan: ReadyRun) -> dict[str, Any]:
    order, choices = plan.order, plan.order.choices
    source = order.source
    return {
        "method": plan.method.name,
        "source": [source.provider, source.base_url, os.path.abspath(source.replies) if source.replies else ""]
        if source and plan.provider != LOCAL
        else None,
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
        "again": (order.again if isinstance(order.again, str) else list(order.again)) or None,
        "stream": order.stream,
        "timeout": order.policy.timeout,
        "reach": [order.reach.ca, order.reach.proxy, list(order.reach.headers)],
        "tier": order.tier,
        "price": list(order.price) if order.price else None,
        "fingerprint": plan.fingerprint,
        "version": plan.server.version,
        "version_of_judge": plan.context.version,
        "prompts": [
            {"id": p.id, "version": p.version, "sha256": prompts.hash_of([p]), "overridden": p.overridden}
            for p in plan.context.prompts.values()
        ],
    }


class StoredOrder(TypedDict):
    """What a run keeps of its order. A project of somebody else's may hold anything in its place."""

    method: str
    source: tuple[str, str, str] | None
    model: str
    choices: tuple[list[str], bool, str, list[str]]
    samples: int
    concurrency: int
    budget: float | None
    max_requests: int | None
    batch: bool
    items: list[ItemId]
    datasets: list[str]
    sampling: dict[str, Any]
    limit: int
    stream: NotRequired[bool]
    options: NotRequired[dict[str, str]]
    again: NotRequired[str | list[str] | None]
    timeout: NotRequired[float | None]
    reach: NotRequired[tuple[str, str, list[str]] | None]
    price: NotRequired[tuple[float, float] | None]
    tier: NotRequired[str]


def order_of(settings: Mapping[str, Any]) -> Order:
    """The order that a run was started with, from what it keeps; to go on with it after a restart.

    Raises: InputError where it does not say: a run of a file that was written by something else.
    """
    if not fits(settings, StoredOrder):
        raise InputError("This run does not say how it was started; start a new one.")
    return _order_of(settings)


def _order_of(settings: Mapping[str, Any]) -> Order:
    criteria, all_criteria, scheme, systems = settings["choices"]
    source, again = settings["source"], settings.get("again") or ""
    ca, proxy, headers = settings.get("reach") or ("", "auto", ())
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
        again=tuple(map(str, again)) if isinstance(again, list) else str(again),
        policy=RetryPolicy(timeout=settings.get("timeout") or RetryPolicy().timeout),
        reach=Reach(str(ca), str(proxy), tuple(map(str, headers))),
        price=(float(own[0]), float(own[1])) if (own := settings.get("price")) else None,
        tier=str(settings.get("tier") or ""),
        is_stored=True,
    )


# Items -------------------------------------------------------------------------------------------------------------


def item_ids(connection: Connection, order: Order) -> list[ItemId]:
    """The items of an order by row id."""
    heads = item_queries.read_items(connection)
    order_items = set(order.items)
    return [
        row
        for row, _, dataset, _ in heads
        if (not order_items or row in order_items) and (not order.datasets or dataset in order.datasets)
    ]


def find_unjudged(connection: Connection, plan: ReadyRun) -> list[ItemId]:
    """The items of a plan on which its judge (method, server, model, prompts, settings) has said nothing yet; those of
    a run of this judge that was begun on some items and not ended, since an item may be half done there."""
    ours = servers.judges(connection, plan.method.name, plan.judge, plan.fingerprint, plan.server).values()
    item_rows = item_ids(connection, plan.order)
    begun = next((run for run in runs.read_runs(connection, annotators=ours) if run.state != "done"), None)
    if begun and (begun_items := json.loads(begun.settings).get("items")) and set(begun_items) <= set(item_rows):
        return list(begun_items)
    spoken = set(find_answered_items(connection, ours))
    return [row for row in item_rows if row not in spoken]


def iter_inquiries(
    connection: Connection, plan: ReadyRun, ids: Sequence[ItemId]
) -> Iterator[tuple[ItemView, list[Inquiry]]]:
    """The inquiries of each item in turn, read when they are asked for."""
    for row in ids:
        view = with_rulings(connection, load_item_view(connection, row))
        yield view, list(plan.method.inquiries(view, plan.context))


USUAL_CHOICES = ("samples", "systems")
"""What a method heeds that does not say so itself: it asks several times, and about summaries of some systems."""
OPTION_NAMES = {"samples": "--samples", "systems": "--system", "all_criteria": "--all-criteria", "scheme": "--scheme"}
"""What is checked here; criteria and settings are checked by the method and by ``settings``."""


def refuse_unused(method: Method, order: Order, connection: Connection) -> None:
    """Raises: InputError for the first thing that would change nothing, or that the project does not hold."""
    choices = order.choices
    heeds: tuple[str, ...] = getattr(method, "heeds", USUAL_CHOICES)
    options = {
        "samples": choices.samples not in (0, method.samples),
        "systems": bool(choices.systems),
        "all_criteria": choices.all_criteria,
        "scheme": bool(choices.scheme),
    }
    for name, is_set in options.items():
        if is_set and name not in heeds:
            listing = ", ".join(OPTION_NAMES[word] for word in heeds) or "none of these"
            raise InputError(f"{method.name} does not use {OPTION_NAMES[name]}; it uses: {listing}.")
    if method.local:
        asked_of_models = {
            "--provider": order.source, "--model": order.model, "--batch": order.batch, "--stream": order.stream,
            "--max-tokens": order.limit, "--budget": order.budget, "--max-requests": order.max_requests,
            "--price": order.price, "--service-tier": order.tier, "--ca-file": order.reach.ca,
            "--proxy": order.reach.proxy != "auto", "--header": order.reach.headers,
            **{f"--{name.replace('_', '-')}": True for name in order.sampling},
        }  # fmt: skip
        for word, value in asked_of_models.items():
            if value:
                raise InputError(f"{method.name} asks no model; leave {word} out.")
    for what, requested_names in (("system", choices.systems), ("dataset", order.datasets)):
        if not requested_names:
            continue
        existing_names = filter_choices.list_choices(connection, what)
        for name in filter(None, requested_names):
            if name not in existing_names:
                listing = ", ".join(existing_names) or "none"
                raise InputError(f"The project has no {what} {name!r}; it has: {listing}.")


NO_CHOICES = Choices()


class CriterionOffer(NamedTuple):
    """One choice: its id as ``Choices.criteria`` takes it, and its name for people."""

    id: str
    name: str


def list_criterion_offers(
    connection: Connection, method: Method, choices: Choices = NO_CHOICES
) -> tuple[CriterionOffer, ...]:
    """The criteria, taxonomies or steps that can be chosen for a method in this project, in its own order, beside what
    is chosen already."""
    every = replace(choices, criteria=("all",)) if method.local else choices  # also what it is asked only by name
    scheme_names = method.schemes(every, content_of(connection))
    brings = getattr(method, "brings", None)
    own_scheme = brings(choices) if brings else None
    schemes_by_id = {s.id: s for s in names.schemes(connection)}
    schemes = {
        name: own_scheme if own_scheme and own_scheme.id == name else schemes_by_id.get(name) or find_scheme(name)
        for name in scheme_names
    }
    texts = prompts.load(connection, method.name)

    def candidates() -> Iterator[CriterionOffer]:
        parts: tuple[str, ...] = getattr(method, "parts", ())
        if parts:
            yield from (CriterionOffer(part, part.replace("-", " ").capitalize()) for part in parts)
            return
        for scheme in schemes.values():
            yield from (CriterionOffer(c.id, c.name) for c in scheme.criteria)

    def fits(offer: CriterionOffer) -> bool:
        try:
            narrow_choices = replace(choices, criteria=(offer.id,))
            method.check(Context(narrow_choices, schemes, texts, "", method.samples, dict(choices.options)))
        except InputError:
            return False
        return True

    return tuple(dict.fromkeys(offer for offer in candidates() if fits(offer)))
