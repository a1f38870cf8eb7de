"""What the clients of both SDKs share: one way to ask, whole replies or streams, the list of models, batches.

The two SDKs come from the same generator, so their resources have the same names; what differs (bodies, events, where
a batch keeps its replies) stays with each client.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from contextlib import asynccontextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import httpcore2  # noqa: F401  httpx2 loads it with the first connection, a third of a second into a run
import httpx2

from galley.core.judges.clients import _sdk
from galley.core.judges.clients.base import BatchState, CallError, Reply, Request

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

T = TypeVar("T")
EVENTS = "text/event-stream"


class SdkClient(ABC):
    """One connection pool to a server. Does not retry. ``module`` is the SDK, ``fault`` the root of what it raises,
    ``sdk`` its client and ``batches`` that one's resource for them; with ``stream`` replies are taken in piece by
    piece."""

    def __init__(self, module: ModuleType, fault: type[Exception], sdk: Any, batches: Any, stream: bool) -> None:
        self._module = module
        self._faults: tuple[type[Exception], ...] = (fault, ValueError, httpx2.HTTPError)
        self._sdk = sdk
        self._batches = batches
        self._stream = stream

    async def complete(self, request: Request) -> Reply:
        """See ``Client``."""
        return await (self._stream_reply(request) if self._stream else self._whole(request))

    async def models(self) -> list[str]:
        """The names of the models that the server offers. Raises: CallError."""
        page = await self._await_call(self._sdk.models.list())
        entries = getattr(page, "data", None)
        if not isinstance(entries, list):
            raise _sdk.not_a_reply(page)
        return sorted(model.id for model in entries if getattr(model, "id", None))

    async def close(self) -> None:
        """See ``Client``."""
        await self._sdk.close()

    @abstractmethod
    async def _whole(self, request: Request) -> Reply:
        """One request, one reply. Raises: CallError."""

    @abstractmethod
    async def _stream_reply(self, request: Request) -> Reply:
        """The same, piece by piece. Raises: CallError with what had come in by then as its body."""

    async def _await_call(self, call: Awaitable[T]) -> T:
        """The result of a call of the SDK. Raises: CallError."""
        try:
            return await call
        except self._faults as error:
            raise _sdk.translate(error, self._module) from error

    @asynccontextmanager
    async def _pieces(self, call: Awaitable[Any], so_far: list[str]) -> AsyncIterator[Any]:
        """The SDK's stream, let go of at the end of the block, however that ends: nothing more is generated, or paid,
        for a reply that nobody waits for. ``so_far`` is filled by the caller. Raises: CallError."""
        stream = await self._await_call(call)
        try:
            yield stream
        except self._faults as error:
            raise _sdk.translate(error, self._module, "".join(so_far)) from error
        except (AttributeError, TypeError, KeyError) as error:  # events of another form than the API's
            raise _sdk.not_a_reply("".join(so_far) or str(error)) from error
        finally:
            await stream.close()

    # Batches -----------------------------------------------------------------------------------------------------

    async def poll(self, name: str) -> BatchState:
        """See ``BatchClient``."""
        return self._state(await self._batch(name))

    async def cancel(self, name: str) -> None:
        """See ``BatchClient``."""
        await self._await_call(self._batches.cancel(name))

    async def _batch(self, name: str) -> Any:
        batch = await self._await_call(self._batches.retrieve(name))
        if not getattr(batch, "id", None):
            raise _sdk.not_a_reply(batch)
        return batch

    @abstractmethod
    def _state(self, batch: Any) -> BatchState:
        """How far the provider is with a batch."""


async def no_stream(stream: Any) -> str | None:
    """The body of an answer that is no stream although one was asked for; None where it is one."""
    response = stream.response
    if response.headers.get("content-type", "").lower().startswith(EVENTS):
        return None
    return (await response.aread()).decode("utf-8", "replace")


def gave_up(why: object) -> CallError:
    """What is said of a request that a provider gave up inside a batch."""
    return CallError(f"The request failed inside the batch ({str(why)[:300]}).")
