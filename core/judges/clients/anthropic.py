"""Anthropic through its SDK: messages with a JSON schema, and message batches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anthropic

from galley.core.judges.clients import _sdk
from galley.core.judges.clients._client import SdkClient, gave_up, no_stream
from galley.core.judges.clients.base import BatchState, CallError, Finish, Reply, Request
from galley.core.judges.clients.pace import ServerPace
from galley.core.judges.clients.reach import AS_USUAL, NO_KEY, Reach, options
from galley.core.judges.clients.registry import PROVIDERS
from galley.core.replies import thinking

BASE_URL = PROVIDERS["anthropic"].address
MOST_TOKENS = 21_333
"""The SDK refuses a larger limit for a reply that is not streamed."""
OLDER = "2023-06-01"
"""The API version that still takes temperature, top_p and top_k."""
_PATH = "/v1/messages"
_TOKENS_IN = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


def make(key: str, base_url: str, timeout: float, stream: bool = False, reach: Reach = AS_USUAL) -> AnthropicClient:
    """A client for the calling loop. An address in the environment is not used; only what the user chose is."""
    return AnthropicClient(key or NO_KEY, base_url or BASE_URL, timeout, stream, reach)


def arguments(request: Request, most: int | None = MOST_TOKENS) -> dict[str, Any]:
    """The body of a message. ``most`` bounds the limit of tokens."""
    body: dict[str, Any] = {
        "model": request.model,
        "max_tokens": min(request.max_tokens, most) if most else request.max_tokens,
        "messages": request.messages(),
    }
    if request.shared_length:
        beginning, rest = request.user[: request.shared_length], request.user[request.shared_length :]
        marked = {"type": "text", "text": beginning, "cache_control": {"type": "ephemeral"}}
        body["messages"][-1] = {"role": "user", "content": [marked, {"type": "text", "text": rest}]}
    if request.system:
        body["system"] = request.system
    output: dict[str, Any] = {}
    if request.schema is not None:
        output["format"] = {"type": "json_schema", "schema": dict(request.schema)}
    if "effort" in request.sampling:
        output["effort"] = request.sampling["effort"]
    if request.tier:
        body["service_tier"] = request.tier
    if output:
        body["output_config"] = output
    thinking_ = request.sampling.get("thinking")
    if isinstance(thinking_, int):
        body["thinking"] = {"type": "enabled", "budget_tokens": thinking_}
    elif thinking_:
        body["thinking"] = {"type": "adaptive" if thinking_ == "adaptive" else "disabled"}
    return body


def read(message: Any) -> Reply:
    """A message (the SDK's object or its JSON) as a reply. Raises: CallError for anything else."""
    data = _sdk.fields(message.model_dump() if isinstance(message, anthropic.types.Message) else message)
    if not isinstance(data.get("content"), list):
        raise _sdk.not_a_reply(message)
    content = _sdk.parts([block for block in data["content"] if isinstance(block, dict)])
    text = content.text
    usage, reason = _sdk.fields(data.get("usage")), data.get("stop_reason")
    tokens_in = [_sdk.count(usage.get(name)) for name in _TOKENS_IN]
    if reason == "refusal":
        finish = Finish.REFUSED
    elif reason in ("max_tokens", "model_context_window_exceeded", "pause_turn"):
        finish = Finish.TRUNCATED
    else:
        finish = Finish.STOP
    refusal = text if finish is Finish.REFUSED else ""
    counted = None if tokens_in[0] is None else sum(tokens or 0 for tokens in tokens_in)
    counts = counted, _sdk.count(usage.get("output_tokens"))
    cache_tokens = (tokens or 0 for tokens in tokens_in[1:])
    return Reply(
        thinking.join_thoughts(content.thoughts, text),
        finish,
        *counts,
        refusal,
        _sdk.version(data.get("model")),
        *cache_tokens,
    )


class AnthropicClient(SdkClient):
    """One connection pool to Anthropic. Does not retry."""

    def __init__(self, key: str, base_url: str, timeout: float, stream: bool, reach: Reach) -> None:
        self.pace = ServerPace()
        pool = _sdk.http_client(base_url, timeout, reach, self.pace)
        sdk = anthropic.AsyncAnthropic(**options(key, base_url, timeout, reach, pool))
        super().__init__(anthropic, anthropic.AnthropicError, sdk, sdk.messages.batches, stream)

    async def _whole(self, request: Request) -> Reply:
        # not messages.create, for the reasons that OpenAIClient gives
        body, headers = _request_body(request, MOST_TOKENS)
        return read(await self._await_call(self._sdk.post(_PATH, cast_to=object, body=body, options=headers)))

    async def _stream_reply(self, request: Request) -> Reply:
        text: list[str] = []
        thoughts: list[str] = []
        message: dict[str, Any] = {}
        ended = False
        body, headers = _request_body(request, None)
        call = self._sdk.post(
            _PATH,
            cast_to=object,
            body={**body, "stream": True},
            options=headers,
            stream=True,
            stream_cls=anthropic.AsyncStream[object],
        )
        async with self._pieces(call, text) as stream:
            page = await no_stream(stream)
            if page is not None:
                raise _sdk.not_a_reply(page)
            async for event in stream:
                kind = event["type"]
                if kind == "message_start":
                    message = {**event["message"]}
                elif kind == "content_block_delta" and event["delta"]["type"] == "text_delta":
                    text.append(str(event["delta"]["text"]))
                elif kind == "content_block_delta" and event["delta"]["type"] == "thinking_delta":
                    thoughts.append(str(event["delta"]["thinking"]))
                elif kind == "message_delta":
                    message["stop_reason"] = event["delta"]["stop_reason"]
                    message["usage"] = {**(message.get("usage") or {}), **(event.get("usage") or {})}
                ended = ended or kind == "message_stop"
        if not ended or not message:
            raise _sdk.build_cut_error("".join(text))
        thinking_, text_ = "".join(thoughts), "".join(text)
        blocks = [{"type": "thinking", "thinking": thinking_}, {"type": "text", "text": text_}]
        return read({**message, "content": blocks})

    # Batches -----------------------------------------------------------------------------------------------------

    async def submit(self, requests: Mapping[str, Request], mark: str) -> str:
        """See ``BatchClient``. Nothing can be kept with a batch here, so ``mark`` is not sent."""
        entries = [{"custom_id": name, "params": arguments(request, None)} for name, request in requests.items()]
        return (await self._await_call(self._batches.create(requests=entries))).id

    async def find(self, mark: str) -> str | None:
        """Nobody knows: the provider keeps no marks."""
        return None

    async def fetch(self, name: str) -> dict[str, Reply | CallError]:
        """See ``BatchClient``."""
        replies: dict[str, Reply | CallError] = {}
        async with self._pieces(self._batches.results(name), []) as results:
            async for entry in results:
                result = entry.result
                if result.type != "succeeded":
                    replies[entry.custom_id] = gave_up(getattr(result, "error", None) or result.type)
                    continue
                try:
                    replies[entry.custom_id] = read(result.message)
                except CallError as problem:
                    replies[entry.custom_id] = problem
        return replies

    def _state(self, batch: Any) -> BatchState:
        counts = batch.request_counts
        done = counts.succeeded + counts.errored + counts.canceled + counts.expired
        return BatchState(batch.processing_status == "ended", done, done + counts.processing)


def _request_body(request: Request, most: int | None) -> tuple[dict[str, Any], Any]:
    """The body with the sampling settings that were set, and the options: those settings need an older version."""
    sampling = {n: v for n, v in request.sampling.items() if n in ("temperature", "top_p", "top_k")}
    return {**arguments(request, most), **sampling}, {"headers": {"anthropic-version": OLDER}} if sampling else {}
