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
FILLER = "The train leaves the station in the morning, and the people on the platform wait for the next one. "
SHORT_PROBE = 60
"""Tokens of the probe that tells whether the model repeats a code word at all."""
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

    A code word stands at the head of the probe, and the model is to repeat it. Where a model repeats none, even in a
    short probe, the tokens that the server counts decide. Servers beyond private networks are not probed.
    """
    if client is None or not getattr(client, "is_local", False):
        return ""
    policy = plan.order.policy
    tokens = sum(map(estimate_tokens, longest.texts()))
    request, code = _build_probe(longest, tokens)
    reply = await _send(client, request, policy)
    if reply is None or code in reply.text:
        return ""
    if reply.finish is Finish.STOP:
        short_request, short_code = _build_probe(longest, SHORT_PROBE)
        short_reply = await _send(client, short_request, policy)
        is_cut = short_reply is not None and short_code in short_reply.text
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


def _build_probe(longest: Request, tokens: int) -> tuple[Request, str]:
    """(a request of about so many tokens, the code word at its head)."""
    code = f"{secrets.choice(WORDS)}-{secrets.randbelow(9_000) + 1_000}"
    head = f"A code word stands at the head of this text. The code word is {code}.\n\n"
    tail = "\n\nWhat is the code word at the head of this text? Answer with the code word alone."
    count = max((tokens - estimate_tokens(head + tail)) // estimate_tokens(FILLER), 0)
    sampling = {name: setting for name, setting in longest.sampling.items() if name != "logprobs"}
    user = f"{head}{FILLER * count}{tail}"
    limit = max(longest.max_tokens, LEAST_REPLY_TOKENS)
    return Request(longest.model, "", user, None, limit, sampling), code


async def _send(client: Client, request: Request, policy: RetryPolicy) -> Reply | None:
    """The reply to a probe; None where there is none: a server that refuses a long prompt does not cut it."""
    try:
        return await attempt(client, request, policy)
    except CallError as error:
        return await _send(client, error.instead, policy) if error.instead is not None else None
