"""Any server that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM and their kin."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from galley.core.judges.clients import _sdk
from galley.core.judges.clients.base import CallError, Reply, Request
from galley.core.judges.clients.openai import OpenAIClient, arguments
from galley.core.judges.clients.reach import AS_USUAL, NO_KEY, Reach
from galley.core.judges.clients.server_context import OLLAMA, PATHS, ServerContext, read_context

SCHEMAS = ("json_schema", "json_object", "none")
"""How a reply schema is asked for, tried in this order: servers differ in what they understand."""

SHAPE = (
    "Answer with one JSON object and nothing else: no words before or after it. It follows this JSON schema, which is"
    " not an answer itself:\n"
)


CONTEXT_SECONDS = 3.0
LOAD_SECONDS = 300.0


def make(key: str, base_url: str, timeout: float, stream: bool = False, reach: Reach = AS_USUAL) -> CompatibleClient:
    """A client for the calling loop."""
    return CompatibleClient(key or NO_KEY, base_url, timeout, stream, reach)


class CompatibleClient(OpenAIClient):
    """As OpenAI's, for servers that know less: the old name of the token limit, and schemas as far as they go."""

    limit = "max_tokens"

    def __init__(self, key: str, base_url: str, timeout: float, stream: bool, reach: Reach) -> None:
        super().__init__(key, base_url, timeout, stream, reach)
        self._understood = 0
        self._likely = True
        place = urlsplit(base_url.rstrip("/"))
        is_usual = not place.query and (not place.path or place.path.endswith("/v1"))
        self._root = base_url.rstrip("/").removesuffix("/v1") if is_usual else ""
        """Where the server says its context; nothing for a gateway with an address of another form."""
        self.is_local = _sdk.is_local(base_url)
        """Whether the server is on this machine or in a private network."""

    async def complete(self, request: Request) -> Reply:
        """See ``Client``. Where the server may not know this way of asking for a schema, the error names the next."""
        way = max(self._understood, request.way)
        if not self._likely and "logprobs" in request.sampling:
            plain = {name: value for name, value in request.sampling.items() if name != "logprobs"}
            request = replace(request, sampling=plain)
        body = arguments(_add_schema_text(request), self.limit, SCHEMAS[way])
        try:
            reply = await (self._follow(body) if self._stream else self._send(body))
        except CallError as error:
            if self._stream and self.usage and error.status in (400, 422) and "stream_options" in error.body:
                self.usage = False
                error.instead = request
            elif request.sampling.get("logprobs") == "on" and _is_about_chances(error):
                self._likely = False
                error.instead = request
            elif request.schema is not None and way + 1 < len(SCHEMAS) and _may_be_the_schema(error):
                error.instead = replace(request, way=way + 1)
            raise
        # only a success says which way is understood: the refusal may have been about this one request
        self._understood = max(self._understood, way)
        return reply

    async def find_context(self, model: str, *, load: bool = False) -> ServerContext:
        """How many tokens the server reads of a request to ``model``, as far as it says. With ``load`` Ollama loads the
        model first where it has not: it says it only then. Beyond private networks only the list of models is read."""
        if not self._root:
            return ServerContext()
        paths = PATHS if self.is_local else PATHS[1:2]
        answers = await asyncio.gather(*(self._get(path) for path in paths))
        context = read_context(dict(zip(paths, answers, strict=True)), model)
        if not load or context != ServerContext(OLLAMA):
            return context
        try:
            async with asyncio.timeout(LOAD_SECONDS):
                await self._await_call(
                    self._sdk.post(f"{self._root}/api/generate", cast_to=object, body={"model": model})
                )
        except (CallError, TimeoutError):
            return context
        return await self.find_context(model)

    async def _get(self, path: str) -> Any:
        """The JSON at a path of the server; None where there is none."""
        try:
            async with asyncio.timeout(CONTEXT_SECONDS):
                return await self._await_call(self._sdk.get(f"{self._root}{path}", cast_to=object))
        except (CallError, TimeoutError):
            return None


def _add_schema_text(request: Request) -> Request:
    """The request with the shape of the reply in its instructions. Always, since a server that does not know schemas
    may say nothing of it, and its model would have to guess."""
    if request.schema is None:
        return request
    shape = SHAPE + json.dumps(request.schema, ensure_ascii=False)
    return replace(request, system=f"{request.system}\n\n{shape}".strip())


def _is_about_chances(error: CallError) -> bool:
    """Whether a server may have refused to say how likely its words were."""
    body = error.body.lower()
    return error.status in (400, 422, 500, 501) and ("logprob" in body or "logits_all" in body)


def _may_be_the_schema(error: CallError) -> bool:
    """Whether a server may have refused the way in which the schema was asked for. Some answer 404 or 500 to that, as
    to any other trouble; only their words tell the two apart."""
    body = error.body.lower()
    named = any(word in body for word in ("response_format", "json_schema", "json_object", "grammar"))
    is_too_long = any(word in body for word in ("context length", "context size", "context window"))
    if error.status in (400, 415, 422, 501):
        return named or not is_too_long
    return named and error.status not in (0, 401, 402, 403, 429)
