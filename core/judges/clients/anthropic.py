"""Anthropic through its SDK: messages with a JSON schema, and message batches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anthropic

from core.judges.clients import _sdk
from core.judges.clients.base import BatchState, CallError, Finish, Reply, Request
from core.judges.clients.registry import PROVIDERS

BASE_URL = PROVIDERS["anthropic"].address
MOST_TOKENS = 21_333
"""The SDK refuses a larger limit for a reply that is not streamed."""
OLDER = "2023-06-01"
"""The API version that still takes temperature, top_p and top_k."""


def make(key: str, base_url: str, timeout: float) -> AnthropicClient:
    """A client for the calling loop. An address in the environment is not used; only what the user chose is."""
    return AnthropicClient(key, base_url or BASE_URL, timeout)


def arguments(request: Request) -> dict[str, Any]:
    """The body of a message."""
    body: dict[str, Any] = {
        "model": request.model,
        "max_tokens": min(request.max_tokens, MOST_TOKENS),
        "messages": [{"role": "user", "content": request.user}],
    }
    if request.system:
        body["system"] = request.system
    output: dict[str, Any] = {}
    if request.schema is not None:
        output["format"] = {"type": "json_schema", "schema": dict(request.schema)}
    if "effort" in request.sampling:
        output["effort"] = request.sampling["effort"]
    if output:
        body["output_config"] = output
    return body


def read(message: Any) -> Reply:
    """A message (the SDK's object) as a reply. Raises: CallError for anything else."""
    if isinstance(message, str) or not isinstance(getattr(message, "content", None), list):
        raise _sdk.not_a_reply(message)
    text = "".join(block.text for block in message.content if getattr(block, "type", "") == "text")
    usage, reason = message.usage, message.stop_reason
    tokens_in = None
    if usage is not None:
        tokens_in = (usage.input_tokens or 0) + (usage.cache_read_input_tokens or 0)
        tokens_in += usage.cache_creation_input_tokens or 0
    if reason == "refusal":
        finish = Finish.REFUSED
    elif reason in ("max_tokens", "model_context_window_exceeded", "pause_turn"):
        finish = Finish.TRUNCATED
    else:
        finish = Finish.STOP
    refusal = text if finish is Finish.REFUSED else ""
    return Reply(text, finish, tokens_in, usage.output_tokens if usage is not None else None, refusal)


class AnthropicClient:
    """One connection pool to Anthropic. Does not retry."""

    def __init__(self, key: str, base_url: str, timeout: float) -> None:
        self._sdk = anthropic.AsyncAnthropic(
            api_key=key,
            base_url=base_url,
            timeout=timeout,
            max_retries=0,
            http_client=_sdk.http_client(base_url, timeout),
        )

    async def complete(self, request: Request) -> Reply:
        """See ``Client``."""
        sampling = {n: v for n, v in request.sampling.items() if n in ("temperature", "top_p", "top_k")}
        headers = {"anthropic-version": OLDER} if sampling else None
        try:
            message = await self._sdk.messages.create(
                **arguments(request), extra_body=sampling or None, extra_headers=headers
            )
        except (anthropic.AnthropicError, ValueError) as error:
            raise _sdk.translate(error, anthropic) from error
        return read(message)

    async def models(self) -> list[str]:
        """The names of the models that the server offers. Raises: CallError."""
        try:
            page = await self._sdk.models.list()
        except (anthropic.AnthropicError, ValueError) as error:
            raise _sdk.translate(error, anthropic) from error
        entries = getattr(page, "data", None)
        if not isinstance(entries, list):
            raise _sdk.not_a_reply(page)
        return sorted(model.id for model in entries if getattr(model, "id", None))

    async def close(self) -> None:
        """See ``Client``."""
        await self._sdk.close()

    # Batches -----------------------------------------------------------------------------------------------------

    async def submit(self, requests: Mapping[str, Request], mark: str) -> str:
        """See ``BatchClient``. Nothing can be kept with a batch here, so ``mark`` is not sent."""
        entries: list[Any] = [
            {"custom_id": name, "params": arguments(request)} for name, request in requests.items()
        ]
        try:
            batch = await self._sdk.messages.batches.create(requests=entries)
        except (anthropic.AnthropicError, ValueError) as error:
            raise _sdk.translate(error, anthropic) from error
        return batch.id

    async def find(self, mark: str) -> str | None:
        """Nobody knows: the provider keeps no marks."""
        return None

    async def poll(self, name: str) -> BatchState:
        """See ``BatchClient``."""
        try:
            batch = await self._sdk.messages.batches.retrieve(name)
        except (anthropic.AnthropicError, ValueError) as error:
            raise _sdk.translate(error, anthropic) from error
        if not hasattr(batch, "processing_status"):
            raise _sdk.not_a_reply(batch)
        counts = batch.request_counts
        done = counts.succeeded + counts.errored + counts.canceled + counts.expired
        return BatchState(batch.processing_status == "ended", done, done + counts.processing)

    async def fetch(self, name: str) -> dict[str, Reply | CallError]:
        """See ``BatchClient``."""
        found: dict[str, Reply | CallError] = {}
        try:
            async for entry in await self._sdk.messages.batches.results(name):
                result = entry.result
                if result.type == "succeeded":
                    try:
                        found[entry.custom_id] = read(result.message)
                    except CallError as problem:
                        found[entry.custom_id] = problem
                else:
                    why = getattr(result, "error", None)
                    found[entry.custom_id] = CallError(
                        f"The request failed inside the batch ({why or result.type})."[:400]
                    )
        except (anthropic.AnthropicError, ValueError) as error:
            raise _sdk.translate(error, anthropic) from error
        return found

    async def cancel(self, name: str) -> None:
        """See ``BatchClient``."""
        try:
            await self._sdk.messages.batches.cancel(name)
        except (anthropic.AnthropicError, ValueError) as error:
            raise _sdk.translate(error, anthropic) from error
