"""Trying a key or an address before a run: one question that costs nothing, which models there are."""

from __future__ import annotations

import asyncio

from galley.core.errors import GalleyError
from galley.core.judges.clients import keys
from galley.core.judges.clients.base import CallError
from galley.core.judges.clients.reach import AS_USUAL, Reach
from galley.core.judges.clients.registry import PROVIDERS, Source, module_of, secret_of

LIST_SECONDS = 5.0


def models(
    provider: str, base_url: str = "", timeout: float = LIST_SECONDS, reach: Reach = AS_USUAL
) -> list[str]:
    """The models that a provider ("openai", "anthropic", "compatible") offers with the key that is in use.

    Sends one request, to ``base_url`` or, without one, to the provider's own address; waits at most ``timeout``
    seconds. Raises: GalleyError with one sentence, which never holds the key.
    """
    reach.check()
    secret = secret_of(Source(provider, base_url), reach)
    secrets = secret, *reach.secrets()
    module = module_of(provider)

    async def ask() -> list[str]:
        client = module.make(secret, base_url, timeout, False, reach)
        try:
            async with asyncio.timeout(timeout):
                return await client.models()
        finally:
            await client.close()

    where = base_url or PROVIDERS[provider].address
    try:
        return asyncio.run(ask())
    except TimeoutError:
        raise GalleyError(
            f"{where} did not answer within {timeout:g} seconds; check the address and the network."
        ) from None
    except CallError as error:
        raise GalleyError(f"{where}: {keys.hide(str(error), secrets)}") from None
