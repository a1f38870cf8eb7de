"""The providers by name, and making a client of one."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

from galley.core.errors import InputError
from galley.core.judges.clients import keys
from galley.core.judges.clients.base import Client
from galley.core.judges.clients.loading import import_without_gc
from galley.core.judges.clients.reach import AS_USUAL, Reach


@dataclass(frozen=True, slots=True)
class Provider:
    """What the program must know of a provider before it loads the SDK. ``prices`` is its name in genai-prices,
    ``address`` where it is reached unless the user names another."""

    name: str
    title: str
    needs_key: bool = False
    needs_model: bool = True
    batches: bool = False
    prices: str = ""
    address: str = ""


PROVIDERS = {
    p.name: p
    for p in (
        Provider(
            "openai",
            "OpenAI",
            needs_key=True,
            batches=True,
            prices="openai",
            address="https://api.openai.com/v1",
        ),
        Provider(
            "anthropic",
            "Anthropic",
            needs_key=True,
            batches=True,
            prices="anthropic",
            address="https://api.anthropic.com",
        ),
        Provider("compatible", "Any OpenAI-compatible server (Ollama, llama.cpp, vLLM, …)"),
        Provider("replay", "Recorded replies from a file", needs_model=False),
    )
}


@dataclass(frozen=True, slots=True)
class Source:
    """Which server a run talks to. Holds no key; ``replies`` is the file that ``replay`` reads."""

    provider: str
    base_url: str = ""
    replies: str = ""

    def check(self) -> Provider:
        """The provider. Raises: InputError where something it needs is missing."""
        provider = PROVIDERS.get(self.provider)
        if provider is None:
            raise InputError(f"There is no provider {self.provider!r}; use one of: {', '.join(PROVIDERS)}.")
        if self.provider == "compatible" and not self.base_url:
            raise InputError(
                "A compatible server needs its address; give it with --base-url, as in http://localhost:11434/v1."
            )
        if self.base_url and not self.base_url.startswith(("http://", "https://")):
            raise InputError(f"The address {self.base_url!r} must begin with http:// or https://.")
        if "@" in urlsplit(self.base_url).netloc:
            raise InputError(
                "The address must not hold a name or a password, since it is stored with the run; put the key "
                "into the environment or the keyring."
            )
        if self.replies and self.provider != "replay":
            raise InputError(f"The provider {self.provider} reads no recorded replies; leave --replies out.")
        if self.provider == "replay" and self.base_url:
            raise InputError("The provider replay reaches no address; leave --base-url out.")
        if self.provider == "replay" and not self.replies:
            raise InputError("The provider replay needs the file with the recorded replies; give it with --replies.")
        return provider


def module_of(provider: str) -> ModuleType:
    """The module of a provider's client; the first time loads its SDK, which takes a second."""
    with import_without_gc():
        return importlib.import_module(f"galley.core.judges.clients.{provider}")


def secret_of(source: Source, reach: Reach) -> str:
    """The key that goes along; nothing where none is needed, or a header stands for it. Raises: GalleyError."""
    if reach.brings_key():
        return ""
    needed = PROVIDERS[source.provider].needs_key
    key = keys.require(source.provider) if needed else keys.find(source.provider)
    return keys.sound(source.provider, key.secret) if key else ""


def maker(
    source: Source, timeout: float, stream: bool = False, reach: Reach = AS_USUAL
) -> tuple[Callable[[], Client], tuple[str, ...]]:
    """A function that makes the client inside the loop that will use it, and the keys (to be struck out of texts).
    With ``stream`` replies are taken in piece by piece.

    Raises: InputError for what is missing, GalleyError for a missing key.
    """
    provider = source.check()
    reach.check()
    secret = secret_of(source, reach)
    module = module_of(source.provider)
    if source.provider == "replay":
        recorded_replies = module.RecordedReplies(Path(source.replies))
        return lambda: module.ReplayClient(recorded_replies), ()
    if (source.base_url or provider.address).startswith("https:"):
        reach.context()
    reach.values()  # what is missing is told here and not in the middle of a run
    make_client = partial(module.make, secret, source.base_url, timeout, stream, reach)
    return make_client, tuple(filter(None, (secret, *reach.secrets())))
