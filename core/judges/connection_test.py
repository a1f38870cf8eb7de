"""Trying a key or an address before a run: one question that costs nothing, which models there are; and finding a
server on this machine. Nobody is asked until the user starts it, and nothing of a project is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from galley.core.errors import GalleyError, InputError
from galley.core.judges.clients import keys
from galley.core.judges.clients.base import CallError
from galley.core.judges.clients.reach import AS_USUAL, Reach
from galley.core.judges.clients.registry import PROVIDERS, Source, module_of, secret_of

LIST_SECONDS = 5.0


def models(provider: str, base_url: str = "", timeout: float = LIST_SECONDS, reach: Reach = AS_USUAL) -> list[str]:
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


USUAL_ADDRESSES = (
    ("Ollama", "http://127.0.0.1:11434/v1"),
    ("LM Studio", "http://127.0.0.1:1234/v1"),
    ("llama.cpp", "http://127.0.0.1:8080/v1"),
    ("vLLM", "http://127.0.0.1:8000/v1"),
)
SECONDS_A_SERVER = 3.0
CLAIM_MODEL = "minicheck"


def find_local_server(model: str = "", addresses: Sequence[tuple[str, str]] = USUAL_ADDRESSES) -> tuple[Source, str]:
    """A server with ``model``; without one, with a model that is made for checking claims, else the only model there
    is. Raises: InputError that says what was found."""

    def ask(place: tuple[str, str]) -> list[str] | None:
        try:
            return models("compatible", place[1], SECONDS_A_SERVER, Reach(proxy="none"))
        except GalleyError:
            return None

    with ThreadPoolExecutor(len(addresses)) as pool:
        answers = list(pool.map(ask, addresses))
    servers = [
        (name, url, model_names) for (name, url), model_names in zip(addresses, answers, strict=True) if model_names
    ]
    for _, url, model_names in servers:
        fits = [
            model_name
            for model_name in model_names
            if (model_name == model if model else CLAIM_MODEL in model_name.casefold())
        ]
        if fits:
            return Source("compatible", url), fits[0]
    every = [(url, model_name) for _, url, model_names in servers for model_name in model_names]
    if not model and len(every) == 1:
        return Source("compatible", every[0][0]), every[0][1]
    if not servers:
        listing = ", ".join(f"{name} ({url})" for name, url in addresses)
        raise InputError(
            f"No model server answers on this machine; asked were {listing}. Start one, or give --base-url."
        )
    listed = "; ".join(f"{name} has {', '.join(model_names[:8])}" for name, _, model_names in servers)
    missing = f"no model {model!r}" if model else "no model that is made for checking claims"
    raise InputError(f"There is {missing} on this machine: {listed}. Name one with --model, or get bespoke-minicheck.")
