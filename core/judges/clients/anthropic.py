"""Anthropic through its SDK: messages with a JSON schema, and message batches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anthropic

from core.judges.clients import _sdk
from core.judges.clients._client import SdkClient, gave_up, no_stream
from core.judges.clients.base import BatchState, CallError, Finish, Reply, Request
from core.judges.clients.registry import PROVIDERS

BASE_URL = PROVIDERS["anthropic"].address
MOST_TOKENS = 21_333
"""The SDK refuses a larger limit for a reply that is not streamed."""
OLDER = "2023-06-01"
"""The API version that still takes temperature, top_p and top_k."""


def make(key: str, base_url: str, timeout: float, stream: bool = False) -> AnthropicClient:
    """A client for the calling loop. An address in the environment is not used; only what the user chose is."""
    return AnthropicClient(key, base_url or BASE_URL, timeout, stream)


def arguments(request: Request, most: int | None = MOST_TOKENS) -> dict[str, Any]:
    """The body of a message. ``most`` bounds the limit of tokens."""
    body: dict[str, Any] = {
        "model": request.model,
        "max_tokens": min(request.max_tokens, most) if most else request.max_tokens,
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


class AnthropicClient(SdkClient):
    """One connection pool to Anthropic. Does not retry."""

    def __init__(self, key: str, base_url: str, timeout: float, stream: bool = False) -> None:
        sdk = anthropic.AsyncAnthropic(
            api_key=key,
            base_url=base_url,
            timeout=timeout,
            max_retries=0,
            http_client=_sdk.http_client(base_url, timeout),
        )
        super().__init__(anthropic, anthropic.AnthropicError, sdk, sdk.messages.batches, stream)

    async def _whole(self, request: Request) -> Reply:
        return read(await self._asked(self._sdk.messages.create(**arguments(request), **_extra(request))))

    async def _streamed(self, request: Request) -> Reply:
        text: list[str] = []
        message: Any = None
        ended = False
        call = self._sdk.messages.create(**arguments(request, None), **_extra(request), stream=True)
        async with self._pieces(call, text) as stream:
            page = await no_stream(stream)
            if page is not None:
                raise _sdk.not_a_reply(page)
            async for event in stream:
                if event.type == "message_start":
                    message = event.message
                elif event.type == "content_block_delta" and event.delta.type == "text_delta":
                    text.append(event.delta.text)
                elif event.type == "message_delta" and message is not None:
                    message.stop_reason = event.delta.stop_reason
                    message.usage.output_tokens = event.usage.output_tokens
                ended = ended or event.type == "message_stop"
        if not ended or message is None:
            raise _sdk.cut("".join(text))
        message.content = [anthropic.types.TextBlock(type="text", text="".join(text))]
        return read(message)

    # Batches -----------------------------------------------------------------------------------------------------

    async def submit(self, requests: Mapping[str, Request], mark: str) -> str:
        """See ``BatchClient``. Nothing can be kept with a batch here, so ``mark`` is not sent."""
        entries = [{"custom_id": name, "params": arguments(request, None)} for name, request in requests.items()]
        return (await self._asked(self._batches.create(requests=entries))).id

    async def find(self, mark: str) -> str | None:
        """Nobody knows: the provider keeps no marks."""
        return None

    async def fetch(self, name: str) -> dict[str, Reply | CallError]:
        """See ``BatchClient``."""
        found: dict[str, Reply | CallError] = {}
        async with self._pieces(self._batches.results(name), []) as results:
            async for entry in results:
                result = entry.result
                if result.type != "succeeded":
                    found[entry.custom_id] = gave_up(getattr(result, "error", None) or result.type)
                    continue
                try:
                    found[entry.custom_id] = read(result.message)
                except CallError as problem:
                    found[entry.custom_id] = problem
        return found

    def _state(self, batch: Any) -> BatchState:
        counts = batch.request_counts
        done = counts.succeeded + counts.errored + counts.canceled + counts.expired
        return BatchState(batch.processing_status == "ended", done, done + counts.processing)


def _extra(request: Request) -> dict[str, Any]:
    """Sampling settings go beside the SDK's own arguments, with the version of the API that still takes them."""
    sampling = {n: v for n, v in request.sampling.items() if n in ("temperature", "top_p", "top_k")}
    return {"extra_body": sampling, "extra_headers": {"anthropic-version": OLDER}} if sampling else {}
