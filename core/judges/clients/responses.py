"""OpenAI's Responses API: its bodies, replies and events, for the client in ``openai``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galley.core.judges.clients import _sdk
from galley.core.judges.clients.base import STRUCTURED_NAME, CallError, Finish, Reply, Request
from galley.core.replies import chances, thinking

PATH = "/responses"


def uses_responses(request: Request) -> bool:
    """Whether a request is asked in this way."""
    return request.sampling.get("api") == "responses"


def arguments(request: Request) -> dict[str, Any]:
    """The body of a response. Nothing of it is stored at the provider."""
    body: dict[str, Any] = {
        "model": request.model,
        "input": request.messages(),
        "max_output_tokens": request.max_tokens,
        "store": False,
    }
    if request.system:
        body["instructions"] = request.system
    text: dict[str, Any] = {}
    if request.schema is not None:
        text["format"] = {
            "type": "json_schema", "name": STRUCTURED_NAME, "schema": dict(request.schema), "strict": True,
        }  # fmt: skip
    for name, value in request.sampling.items():
        if name == "verbosity":
            text["verbosity"] = value
        elif name == "effort":
            body["reasoning"] = {"effort": value}
        elif name == "logprobs":
            if value == "on":
                body |= {"include": ["message.output_text.logprobs"], "top_logprobs": chances.MOST}
        elif name != "api":
            body[name] = value
    if text:
        body["text"] = text
    if request.tier:
        body["service_tier"] = request.tier
    return body


def read(body: Any) -> Reply:
    """A response (its JSON) as a reply. Raises: CallError for anything else."""
    data = _sdk.fields(body)
    if not isinstance(data.get("output"), list):
        raise _sdk.not_a_reply(body)
    if data.get("status") == "failed":
        message = _sdk.fields(data.get("error")).get("message") or "it does not say why"
        raise CallError(
            f"The server gave up on the reply ({' '.join(str(message).split())[:300]}).", retry=True, paid=True
        )
    texts, thoughts, refusals = [], [], []
    tokens: list[Any] = []
    for block in map(_sdk.fields, data["output"]):
        if block.get("type") == "reasoning":
            thoughts.append(_sdk.parts([{**block, "type": "reasoning"}]).thoughts)
        elif isinstance(block.get("content"), list | str):
            content = _sdk.content(block["content"])
            for part in block["content"] if isinstance(block["content"], list) else ():
                tokens += _sdk.fields(part).get("logprobs") or []
            texts.append(content.text)
            thoughts.append(content.thoughts)
            refusals.append(content.refusal)
    why = _sdk.fields(data.get("incomplete_details")).get("reason")
    refusal = "".join(refusals)
    if refusal or why == "content_filter":
        finish = Finish.REFUSED
    else:
        finish = Finish.TRUNCATED if data.get("status") == "incomplete" else Finish.STOP
    usage = _sdk.fields(data.get("usage"))
    token_details = _sdk.fields(usage.get("input_tokens_details"))
    tokens_read, tokens_written = (
        _sdk.count(token_details.get(name)) or 0 for name in ("cached_tokens", "cache_write_tokens")
    )
    counts = _sdk.count(usage.get("input_tokens")), _sdk.count(usage.get("output_tokens"))
    likely = chances.read(tokens, "".join(texts))
    text = chances.join_chances(likely, thinking.join_thoughts("\n".join(filter(None, thoughts)), "".join(texts)))
    return Reply(text, finish, *counts, refusal, _sdk.version(data.get("model")), tokens_read, tokens_written)


def read_final_response(event: Mapping[str, Any]) -> Any:
    """The whole response that the last event of a stream holds; None for any other event."""
    if event.get("type") in ("response.completed", "response.incomplete", "response.failed"):
        return event.get("response")
    return None
