"""What a model client takes and gives.

A client sends one request and gives one reply or a ``CallError``. It does not retry, count or store: that is the
runner's, so that there is one layer of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, cycle
from typing import Any, NamedTuple, Protocol

STRUCTURED_NAME = "reply"
"""What the reply schema is called where a provider wants a name."""


class Finish(StrEnum):
    """How a reply ended."""

    STOP = "stop"
    TRUNCATED = "truncated"
    REFUSED = "refused"


class About(NamedTuple):
    """Where a request belongs: never sent and no part of the cache key; ``replay`` looks replies up by it."""

    item: str = ""
    document: str = ""
    part: str = ""
    sample: int = 0


class Exchange(NamedTuple):
    """One earlier turn of a chat: what was asked, and the model's own reply word for word."""

    user: str
    assistant: str


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a model. ``max_tokens`` bounds the reply, reasoning included; ``schema`` is the JSON schema that
    the reply must follow (every object closed, every property required); ``sampling`` holds only what was set;
    ``earlier`` are the turns of the chat that came before, sent as messages of their own; ``way`` counts the simpler
    ways in which a client asks a server that refused the first one; the first ``shared_length`` characters of
    ``user`` are
    those of other requests too; ``tier`` is the provider's service tier. None of them is part of what counts as the
    request."""

    model: str
    system: str
    user: str
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 4_096
    sampling: Mapping[str, Any] = field(default_factory=dict)
    about: About = field(default_factory=About)
    earlier: tuple[Exchange, ...] = ()
    way: int = 0
    shared_length: int = 0
    tier: str = ""

    def messages(self) -> list[dict[str, str]]:
        """The chat without its instructions, in the order and the form that both APIs take."""
        texts = [*chain.from_iterable(self.earlier), self.user]
        return [
            {"role": role, "content": text} for role, text in zip(cycle(("user", "assistant")), texts, strict=False)
        ]

    def texts(self) -> tuple[str, ...]:
        """All words that are sent, a message each: instructions, earlier turns, the question."""
        return (self.system, *(message["content"] for message in self.messages()))

    def body(self) -> dict[str, Any]:
        """What counts as the request: all that is sent, in a form that does not depend on the provider."""
        body: dict[str, Any] = {
            "model": self.model,
            "system": self.system,
            "user": self.user,
            "max_tokens": self.max_tokens,
        }
        if self.earlier:
            body["earlier"] = [turn._asdict() for turn in self.earlier]
        if self.schema is not None:
            body["schema"] = dict(self.schema)
        if self.sampling:
            body["sampling"] = dict(self.sampling)
        return body


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, thoughts between tags before the text (see ``thinking.joined``). Tokens are None where the server
    did not count them; of those that went in, ``tokens_read`` came out of the provider's cache and
    ``tokens_written`` went into it.
    ``refusal`` is the model's own words, ``version`` what the server calls the model."""

    text: str
    finish: Finish = Finish.STOP
    tokens_in: int | None = None
    tokens_out: int | None = None
    refusal: str = ""
    version: str = field(default="", compare=False)
    tokens_read: int = field(default=0, compare=False)
    tokens_written: int = field(default=0, compare=False)


class CallError(Exception):
    """No reply. The message is one sentence for the user.

    ``retry``: the same request may succeed later. ``fatal``: no request of this run can succeed (a wrong key, an
    unknown model). ``after``: seconds that the server asked to wait. ``paid``: the provider may have done the work
    and charge it although nothing arrived. ``body``: what arrived instead of a reply. ``instead``: what may be sent at
    once in place of the request, in a simpler way; that is a request of its own.
    """

    def __init__(
        self,
        message: str,
        *,
        retry: bool = False,
        fatal: bool = False,
        after: float | None = None,
        paid: bool = False,
        body: str = "",
        status: int = 0,
        instead: Request | None = None,
    ) -> None:
        super().__init__(message)
        self.retry = retry
        self.fatal = fatal
        self.after = after
        self.paid = paid
        self.body = body
        self.status = status
        self.instead = instead


@dataclass(frozen=True, slots=True)
class BatchState:
    """How far a provider is with a batch: ``is_ended`` is true when no more will come."""

    is_ended: bool
    done: int = 0
    total: int = 0
    why: str = ""


class Client(Protocol):
    """One model server. Made, used and closed inside one event loop."""

    async def complete(self, request: Request) -> Reply:
        """Send one request. Raises: CallError."""
        ...

    async def close(self) -> None:
        """Let go of the connections."""
        ...


class BatchClient(Client, Protocol):
    """A client of a provider that takes many requests at once, for half the price and within a day."""

    async def submit(self, requests: Mapping[str, Request], mark: str) -> str:
        """Hand in requests by their ids; gives the provider's name of the batch. ``mark`` is kept with it where the
        provider can, so that ``find`` finds it. Raises: CallError."""
        ...

    async def find(self, mark: str) -> str | None:
        """The name of the batch that was assigned in with this mark; None where there is none or nobody knows."""
        ...

    async def poll(self, name: str) -> BatchState:
        """How far the batch is. Raises: CallError."""
        ...

    async def fetch(self, name: str) -> dict[str, Reply | CallError]:
        """The replies of an ended batch by the ids of their requests. Raises: CallError."""
        ...

    async def cancel(self, name: str) -> None:
        """Ask the provider to stop. Raises: CallError."""
        ...
