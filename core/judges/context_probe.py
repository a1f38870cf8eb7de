"""Whether a local server reads the longest prompt of a run whole: some cut it without a word and judge the rest."""

from __future__ import annotations

import secrets

from galley.core.errors import GalleyError
from galley.core.judges.clients.base import CallError, Client, Finish, Reply, Request
from galley.core.judges.clients.registry import maker
from galley.core.judges.inquiry.price import estimate_tokens
from galley.core.judges.order import LEAST_REPLY_TOKENS, ReadyRun
from galley.core.judges.retry import RetryPolicy, attempt
from galley.core.judges.trust import is_confirmed

WORDS = ("HARBOUR", "LANTERN", "MEADOW", "COPPER", "WILLOW", "ANCHOR", "THIMBLE", "GRANITE")
PROBE_HEAD = "Two code words stand in this text. "
FILLER = "The train leaves the station in the morning, and the people on the platform wait for the next one. "
SHORT_PROBE = 100
"""Tokens of the probe that tells whether the model repeats code words at all."""
LEAST_SHARE = 0.6
"""A server that counts fewer tokens than this share of the estimate has cut the prompt: an estimate is within 20 %."""


async def learn_context(plan: ReadyRun, client: Client | None, *, load: bool = False) -> ReadyRun:
    """The plan with what its server says of its context; as it is where no compatible server is asked."""
    find_context = getattr(client, "find_context", None)
    return plan if find_context is None else plan.in_context(await find_context(plan.model, load=load))


async def ask_context(plan: ReadyRun) -> ReadyRun:
    """``learn_context`` by a client of its own, before a run: nothing of the project is sent, no model is loaded, and
    an address that this user has not confirmed is not asked."""
    order = plan.order
    if plan.provider != "compatible" or order.source is None:
        return plan
    if order.is_stored and not is_confirmed(order.source, order.reach):
        return plan
    try:
        client = maker(order.source, order.policy.timeout, order.stream, order.reach)[0]()
    except GalleyError:  # a header that is not set: the run says so
        return plan
    try:
        return await learn_context(plan, client)
    finally:
        await client.close()


async def probe(plan: ReadyRun, client: Client | None, longest: Request) -> str:
    """Why the run must not begin, in a sentence; nothing where the server reads a prompt as long as ``longest``.

    Code words stand at the head and in the middle of the probe, and the model is to repeat both. Where it does not,
    even in a short probe, the tokens that the server counts decide. Servers beyond private networks are not probed.
    """
    if client is None or not getattr(client, "is_local", False):
        return ""
    policy = plan.order.policy
    tokens = sum(map(estimate_tokens, longest.texts()))
    request, codes = _build_probe(longest, tokens)
    reply = await _send(client, request, policy)
    if reply is None or _repeats(reply, codes):
        return ""
    if reply.finish is Finish.STOP:
        short_request, short_codes = _build_probe(longest, SHORT_PROBE)
        short_reply = await _send(client, short_request, policy)
        is_cut = short_reply is not None and _repeats(short_reply, short_codes)
    else:
        is_cut = False
    counted = reply.tokens_in
    is_cut = is_cut or (counted is not None and 0 < counted < tokens * LEAST_SHARE)
    if not is_cut:
        return ""
    read_note = f" ({counted:,} were read)" if counted else ""
    advice = plan.context_window.advise(tokens + longest.max_tokens)
    return (
        f"The server cuts the longest prompt of this run, about {tokens:,} tokens{read_note}, so the judge would not"
        f" see the whole source; set {advice}."
    )


def _build_probe(longest: Request, tokens: int) -> tuple[Request, list[str]]:
    """(a request of about so many tokens, the code words at its head and in its middle)."""
    codes = [f"{word}-{secrets.randbelow(9_000) + 1_000}" for word in secrets.SystemRandom().sample(WORDS, 2)]
    head, middle = (f"Code word {number} is {code}.\n\n" for number, code in enumerate(codes, 1))
    tail = "\n\nWhat are the two code words in this text? Answer with the code words alone."
    count = max((tokens - estimate_tokens(PROBE_HEAD + head + middle + tail)) // estimate_tokens(FILLER), 0)
    half = FILLER * (count // 2)
    sampling = {name: setting for name, setting in longest.sampling.items() if name != "logprobs"}
    user = f"{PROBE_HEAD}{head}{half}{middle}{FILLER * (count - count // 2)}{tail}"
    limit = max(longest.max_tokens, LEAST_REPLY_TOKENS)
    return Request(longest.model, "", user, None, limit, sampling), codes


def _repeats(reply: Reply, codes: list[str]) -> bool:
    return all(code in reply.text for code in codes)


async def _send(client: Client, request: Request, policy: RetryPolicy) -> Reply | None:
    """The reply to a probe; None where there is none: a server that refuses a long prompt does not cut it."""
    try:
        return await attempt(client, request, policy)
    except CallError as error:
        return await _send(client, error.instead, policy) if error.instead is not None else None
