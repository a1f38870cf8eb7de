"""Finding a model server on this machine, at the addresses that Ollama, LM Studio, llama.cpp and vLLM begin with.

Nobody is asked until the user starts it, and only the list of models is; nothing of a project is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from galley.core.errors import GalleyError, InputError
from galley.core.judges.clients.reach import Reach
from galley.core.judges.clients.registry import Source
from galley.core.judges.connection_test import models

USUAL = (
    ("Ollama", "http://127.0.0.1:11434/v1"),
    ("LM Studio", "http://127.0.0.1:1234/v1"),
    ("llama.cpp", "http://127.0.0.1:8080/v1"),
    ("vLLM", "http://127.0.0.1:8000/v1"),
)
SECONDS = 3.0
MADE_FOR_IT = "minicheck"


def find(model: str = "", addresses: Sequence[tuple[str, str]] = USUAL) -> tuple[Source, str]:
    """A server with ``model``; without one, with a model that is made for checking claims, else the only model there
    is. Raises: InputError that says what was found."""

    def ask(place: tuple[str, str]) -> list[str] | None:
        try:
            return models("compatible", place[1], SECONDS, Reach(proxy="none"))
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
            if (model_name == model if model else MADE_FOR_IT in model_name.casefold())
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
