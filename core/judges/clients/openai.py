"""OpenAI through its SDK: chat completions with a JSON schema, and batches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

import openai

from galley.core.foreign_files import load_json
from galley.core.judges.clients import _sdk, responses
from galley.core.judges.clients._client import SdkClient, gave_up, no_stream
from galley.core.judges.clients.base import STRUCTURED_NAME, BatchState, CallError, Finish, Reply, Request
from galley.core.judges.clients.pace import ServerPace
from galley.core.judges.clients.reach import AS_USUAL, NO_KEY, Reach, options
from galley.core.judges.clients.registry import PROVIDERS
from galley.core.replies import chances, thinking

BASE_URL = PROVIDERS["openai"].address
_PATH: Literal["/v1/chat/completions"] = "/v1/chat/completions"
_ENDED = ("completed", "failed", "expired", "cancelled")


def make(key: str, base_url: str, timeout: float, stream: bool = False, reach: Reach = AS_USUAL) -> OpenAIClient:
    """A client for the calling loop. An address in the environment is not used; only what the user chose is."""
    return OpenAIClient(key or NO_KEY, base_url or BASE_URL, timeout, stream, reach)


def arguments(request: Request, limit: str, schema: str = "json_schema") -> dict[str, Any]:
    """The body of a chat completion. ``limit`` is the name of the token limit, ``schema`` how a schema is asked for:
    "json_schema", "json_object" (with the schema beside it, as llama.cpp wants it) or "none"."""
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": "system", "content": request.system}, *request.messages()],
        limit: request.max_tokens,
    }
    if not request.system:
        del body["messages"][0]
    if request.schema is not None and schema == "json_schema":
        named = {"name": STRUCTURED_NAME, "schema": dict(request.schema), "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    elif request.schema is not None and schema == "json_object":
        body["response_format"] = {"type": "json_object", "schema": dict(request.schema)}
    for name, value in request.sampling.items():
        if name == "logprobs":
            body |= {} if value == "off" else {"logprobs": True, "top_logprobs": chances.MOST}
        elif name != "api":
            body["reasoning_effort" if name == "effort" else name] = value
    if request.tier:
        body["service_tier"] = request.tier
    return body


def read(body: Any) -> Reply:
    """A chat completion (its JSON) as a reply. Raises: CallError for anything else."""
    choices = _sdk.fields(body).get("choices")
    first = _sdk.fields(choices[0]) if isinstance(choices, list) and choices else {}
    if not isinstance(first.get("message"), dict):
        raise _sdk.not_a_reply(body)
    message, usage = first["message"], _sdk.fields(body.get("usage"))
    content = _sdk.content(message.get("content"))
    refusal = _sdk.content(message.get("refusal")).text or content.refusal
    if refusal or first.get("finish_reason") == "content_filter":
        finish = Finish.REFUSED
    elif first.get("finish_reason") == "length":
        finish = Finish.TRUNCATED
    else:
        finish = Finish.STOP
    counts = _sdk.count(usage.get("prompt_tokens")), _sdk.count(usage.get("completion_tokens"))
    token_details = _sdk.fields(usage.get("prompt_tokens_details"))
    tokens_read, tokens_written = (
        _sdk.count(token_details.get(name)) or 0 for name in ("cached_tokens", "cache_write_tokens")
    )
    likely = chances.read(_sdk.fields(first.get("logprobs")).get("content"), content.text)
    text = chances.join_chances(likely, thinking.join_thoughts(content.thoughts or _thoughts(message), content.text))
    return Reply(text, finish, *counts, refusal, _sdk.version(body.get("model")), tokens_read, tokens_written)


def _thoughts(message: Mapping[str, Any]) -> str:
    """What a server hands over as thoughts in a field of their own, in a message or a piece of one."""
    for name in ("reasoning_content", "reasoning"):
        if message.get(name):
            content = _sdk.content(message[name])
            return content.text or content.thoughts
    return ""


class OpenAIClient(SdkClient):
    """One connection pool to an OpenAI server. Does not retry."""

    limit = "max_completion_tokens"
    usage = True
    """Whether a stream is asked to count its tokens at the end."""

    def __init__(self, key: str, base_url: str, timeout: float, stream: bool, reach: Reach) -> None:
        self.pace = ServerPace()
        pool = _sdk.http_client(base_url, timeout, reach, self.pace)
        sdk = openai.AsyncOpenAI(**options(key, base_url, timeout, reach, pool))
        super().__init__(openai, openai.OpenAIError, sdk, sdk.batches, stream)

    async def _whole(self, request: Request) -> Reply:
        if responses.uses_responses(request):
            call = self._sdk.post(responses.PATH, cast_to=object, body=responses.arguments(request))
            return responses.read(await self._await_call(call))
        return await self._send(arguments(request, self.limit))

    async def _stream_reply(self, request: Request) -> Reply:
        if responses.uses_responses(request):
            return await self._respond(responses.arguments(request))
        return await self._follow(arguments(request, self.limit))

    async def _send(self, body: dict[str, Any]) -> Reply:
        # not chat.completions.create: its walk over the body and its models of the reply cost 3 ms a call, and the
        # body is ours and in order
        return read(await self._await_call(self._sdk.post("/chat/completions", cast_to=object, body=body)))

    async def _respond(self, body: dict[str, Any]) -> Reply:
        """A response as a stream, whose last event holds all of it."""
        text: list[str] = []
        call = self._sdk.post(
            responses.PATH,
            cast_to=object,
            body={**body, "stream": True},
            stream=True,
            stream_cls=openai.AsyncStream[object],
        )
        whole: Any = None
        async with self._pieces(call, text) as stream:
            page = await no_stream(stream)
            if page is not None:
                return responses.read(_json(page))
            async for event in stream:
                if event["type"] == "response.output_text.delta":
                    text.append(str(event["delta"]))
                whole = responses.read_final_response(event) or whole
        if whole is None:
            raise _sdk.build_cut_error("".join(text))
        return responses.read(whole)

    async def _follow(self, body: dict[str, Any]) -> Reply:
        """The same as a stream. The SDK's own gathering of pieces copies the whole reply for each of them, so they
        are gathered here."""
        text: list[str] = []
        refusal: list[str] = []
        thoughts: list[str] = []
        finish = usage = model = None
        counting = {"stream_options": {"include_usage": True}} if self.usage else {}
        call = self._sdk.post(
            "/chat/completions",
            cast_to=object,
            body={**body, "stream": True, **counting},
            stream=True,
            stream_cls=openai.AsyncStream[object],
        )
        async with self._pieces(call, text) as stream:
            whole = await no_stream(stream)
            if whole is not None:
                return read(_json(whole))
            async for chunk in stream:
                usage, model = chunk.get("usage") or usage, chunk.get("model") or model
                for choice in chunk.get("choices") or ():
                    delta = choice.get("delta") or {}
                    content = _sdk.content(delta.get("content"))
                    text.append(content.text)
                    thoughts.append(content.thoughts or _thoughts(delta))
                    refusal.append(_sdk.content(delta.get("refusal")).text or content.refusal)
                    finish = choice.get("finish_reason") or finish
        if finish is None:
            raise _sdk.build_cut_error("".join(text))
        message = {"content": "".join(text), "refusal": "".join(refusal), "reasoning": "".join(thoughts)}
        return read({"choices": [{"finish_reason": finish, "message": message}], "usage": usage, "model": model})

    # Batches -----------------------------------------------------------------------------------------------------

    async def submit(self, requests: Mapping[str, Request], mark: str) -> str:
        """See ``BatchClient``."""
        by_responses = all(map(responses.uses_responses, requests.values()))
        path: Any = f"/v1{responses.PATH}" if by_responses else _PATH
        lines = [
            json.dumps(batch_line(name, request, self.limit, by_responses), ensure_ascii=False)
            for name, request in requests.items()
        ]
        content = ("galley.jsonl", "\n".join(lines).encode() + b"\n")
        file = await self._await_call(self._sdk.files.create(file=content, purpose="batch"))
        batch = await self._await_call(
            self._batches.create(
                input_file_id=file.id, endpoint=path, completion_window="24h", metadata={"galley": mark}
            )
        )
        return batch.id

    async def find(self, mark: str) -> str | None:
        """See ``BatchClient``. Looks through the hundred newest batches."""
        page = await self._await_call(self._batches.list(limit=100))
        return next((batch.id for batch in page.data if (batch.metadata or {}).get("galley") == mark), None)

    async def fetch(self, name: str) -> dict[str, Reply | CallError]:
        """See ``BatchClient``."""
        batch = await self._batch(name)
        replies: dict[str, Reply | CallError] = {}
        for file in (batch.output_file_id, batch.error_file_id):
            if file:
                content = await self._await_call(self._sdk.files.content(file))
                for line in filter(None, map(bytes.strip, content.content.splitlines())):
                    entry = load_json(line)
                    replies[entry["custom_id"]] = batch_entry(entry)
        return replies

    def _state(self, batch: Any) -> BatchState:
        counts = batch.request_counts
        done, total = (counts.completed + counts.failed, counts.total) if counts else (0, 0)
        why = "" if batch.status == "completed" else f"the provider says: {batch.status}"
        return BatchState(batch.status in _ENDED, done, total, why)


def _json(text: str) -> Any:
    """The object in a body; the text itself where it is none."""
    try:
        return load_json(text)
    except ValueError:
        return text


def batch_line(name: str, request: Request, limit: str = OpenAIClient.limit, by_responses: bool = False) -> Any:
    """A request as a line of a batch file: the same form runs at OpenAI and in vLLM's ``run-batch``."""
    return {
        "custom_id": name,
        "method": "POST",
        "url": f"/v1{responses.PATH}" if by_responses else _PATH,
        "body": responses.arguments(request) if by_responses else arguments(request, limit),
    }


def batch_entry(entry: Mapping[str, Any]) -> Reply | CallError:
    """What a line of a batch's results says."""
    response, error = entry.get("response"), entry.get("error")
    if not response or response.get("status_code") != 200:
        return gave_up(error or (response or {}).get("body") or "no reason given")
    body = response.get("body")
    try:
        return responses.read(body) if "output" in _sdk.fields(body) else read(body)
    except CallError as problem:
        return problem
