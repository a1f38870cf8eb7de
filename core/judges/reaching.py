"""Trying a key or an address before a run: one question that costs nothing, which models there are."""

from __future__ import annotations

import asyncio
import importlib

from core.errors import GalleyError
from core.judges import keys
from core.judges.clients.base import CallError
from core.judges.clients.compatible import LIST_SECONDS, list_models


def models(provider: str, base_url: str = "", timeout: float = LIST_SECONDS) -> list[str]:
    """The models that a provider ("openai", "anthropic", "compatible") offers with the key that is in use.

    Sends one request, to ``base_url`` or, without one, to the provider's own address; waits at most ``timeout``
    seconds. Raises: GalleyError with one sentence, which never holds the key.
    """
    if provider == "compatible":
        return list_models(base_url, timeout)
    key = keys.require(provider)
    module = importlib.import_module(f"core.judges.clients.{provider}")

    async def ask() -> list[str]:
        client = module.make(key.secret, base_url, timeout)
        try:
            async with asyncio.timeout(timeout):
                return await client.models()
        finally:
            await client.close()

    where = base_url or module.BASE_URL
    try:
        return asyncio.run(ask())
    except TimeoutError:
        raise GalleyError(f"{where} did not answer within {timeout:g} seconds; check the network.") from None
    except CallError as error:
        raise GalleyError(f"{where}: {keys.hide(str(error), key.secret)}") from None
