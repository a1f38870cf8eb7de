"""Trying again: the only layer that does (the SDKs' own is switched off)."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass

from galley.core.judges.clients.base import CallError, Client, Reply, Request


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """``attempts`` in all; seconds: ``timeout`` for one attempt from first byte to last, ``first`` wait, doubled each
    time, ``cap`` for any wait, whatever the server asks."""

    attempts: int = 5
    timeout: float = 180.0
    first: float = 1.0
    cap: float = 60.0

    def wait(self, failed: int, retry_after: float | None) -> float:
        """Seconds to wait after the ``failed``-th failure: what the server asked for, else growing; within the cap."""
        if retry_after is not None:
            return min(retry_after, self.cap)
        spread: float = random.uniform(0.75, 1.25)  # so that workers that failed together do not come back together
        return min(self.first * 2 ** (failed - 1) * spread, self.cap)


async def attempt(client: Client, request: Request, policy: RetryPolicy) -> Reply:
    """One attempt within the time limit. Raises: CallError."""
    try:
        async with asyncio.timeout(policy.timeout):
            return await client.complete(request)
    except TimeoutError:
        raise CallError(f"The server took more than {policy.timeout:g} seconds.", retry=True, paid=True) from None
