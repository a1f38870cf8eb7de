"""How many tokens a model server reads: what Ollama, vLLM, llama.cpp and LM Studio say of it, and how it is raised.

Only the settings of the server are asked for; nothing of a project is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from galley.core.judges.clients._sdk import MOST_TOKENS, count, fields

OLLAMA, VLLM, LLAMA_CPP, LM_STUDIO = "Ollama", "vLLM", "llama.cpp", "LM Studio"
PATHS = ("/api/ps", "/v1/models", "/props", "/api/v0/models", "/api/v1/models")
"""Where the four servers say it, behind their address without ``/v1``."""
STEP = 4_096
_OPTIONS = {
    OLLAMA: "num_ctx to {tokens} (OLLAMA_CONTEXT_LENGTH={tokens} ollama serve, or PARAMETER num_ctx {tokens} in a"
    " Modelfile)",
    VLLM: "--max-model-len {tokens} (vllm serve)",
    LLAMA_CPP: "--ctx-size {tokens} for each request at a time (llama-server)",
    LM_STUDIO: "Context Length to {tokens} in the settings of the model (LM Studio)",
}


@dataclass(frozen=True, slots=True)
class ServerContext:
    """``server`` is one of the four names, "" where none was recognised; ``tokens`` is the context of the model that
    is asked, prompt and reply together, 0 where the server does not say."""

    server: str = ""
    tokens: int = 0

    def advise(self, needed_tokens: int) -> str:
        """What to set so that the server reads this many tokens, as the object of "set"."""
        tokens = -(-needed_tokens // STEP) * STEP
        named = [_OPTIONS[self.server]] if self.server else list(_OPTIONS.values())
        return "; or ".join(option.format(tokens=tokens) for option in named)


def read_context(answers: Mapping[str, Any], model: str) -> ServerContext:
    """The context that answers to ``PATHS`` (JSON by path) state for a model."""
    loaded_models = fields(answers.get("/api/ps")).get("models")
    if isinstance(loaded_models, list):
        entry = _find_entry(loaded_models, model, ("model", "name"))
        return ServerContext(OLLAMA, _tokens(entry.get("context_length")))
    props = fields(fields(answers.get("/props")).get("default_generation_settings"))
    if tokens := _tokens(props.get("n_ctx")):
        return ServerContext(LLAMA_CPP, tokens)
    entry = _find_entry(fields(answers.get("/api/v0/models")).get("data"), model, ("id",))
    if tokens := _tokens(entry.get("loaded_context_length")):
        return ServerContext(LM_STUDIO, tokens)
    entry = _find_entry(fields(answers.get("/api/v1/models")).get("models"), model, ("key", "id"))
    for instance in entry.get("loaded_instances") or ():
        if tokens := _tokens(fields(fields(instance).get("config")).get("context_length")):
            return ServerContext(LM_STUDIO, tokens)
    entry = _find_entry(fields(answers.get("/v1/models")).get("data"), model, ("id",))
    if tokens := _tokens(entry.get("max_model_len")):
        return ServerContext(VLLM, tokens)
    return ServerContext()


def _find_entry(entries: Any, model: str, names: tuple[str, ...]) -> dict[str, Any]:
    """The entry about a model; an empty one where there is none."""
    listed = [fields(entry) for entry in entries] if isinstance(entries, list) else []
    wanted_names = {model, f"{model}:latest"}
    for entry in listed:
        if any(entry.get(name) in wanted_names for name in names):
            return entry
    return {}


def _tokens(value: Any) -> int:
    tokens = count(value) or 0
    return tokens if tokens < MOST_TOKENS else 0
