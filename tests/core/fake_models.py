"""A loopback fake of OpenAI's and Anthropic's servers that drives the real SDKs, as badly as a test wants."""

from __future__ import annotations

import json
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

PAGE = b"<!DOCTYPE html><html><body>Please log in to the network.</body></html>"


@dataclass
class Answer:
    """What the server does with one request. ``text`` is the model's reply, wrapped as the API asked, ``thoughts`` what
    is handed over beside it, ``model`` what the server calls itself; ``body`` replaces it. ``cut`` closes in the
    middle, ``trickle`` sends a byte (an event, where a stream was asked for) at a time that many seconds apart.
    ``broken`` reports that error in the middle of a stream; ``streams`` is False for a server that does not know how
    to."""

    text: str = '{"verdicts": []}'
    finish: str = "stop"
    refusal: str = ""
    tokens: tuple[int, int] = (100, 20)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay: float = 0.0
    cut: bool = False
    trickle: float = 0.0
    broken: str = ""
    streams: bool = True
    thoughts: str = ""
    model: str = ""


@dataclass
class Seen:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class LocalServer:
    """How a server on this machine behaves beside its script. ``kind`` is Ollama, vLLM, llama.cpp, LM Studio or
    nothing; it says that it reads ``context`` tokens (words), once the model ``is_loaded``, and reads the last
    ``reads`` of a prompt (0: all), or as many of its two ends where it ``cuts_middle``, without a word. ``thoughts`` is
    what the model spends on thinking before each answer, ``is_deaf`` a model that repeats no code word."""

    kind: str = ""
    context: int = 0
    is_loaded: bool = True
    reads: int = 0
    cuts_middle: bool = False
    thoughts: int = 0
    is_deaf: bool = False

    def tell(self, path: str, model: str) -> Any:
        """What stands at a path where the context is said; None where this kind of server has nothing there."""
        answers: dict[tuple[str, str], Any] = {
            ("Ollama", "/api/ps"): {
                "models": [{"name": model, "model": model, "context_length": self.context}] if self.is_loaded else []
            },
            ("vLLM", "/v1/models"): {"object": "list", "data": [{"id": model, "max_model_len": self.context}]},
            ("llama.cpp", "/props"): {"default_generation_settings": {"n_ctx": self.context}},
            ("LM Studio", "/api/v0/models"): {
                "data": [{"id": model, "loaded_context_length": self.context, "max_context_length": 131_072}]
            },
        }
        return answers.get((self.kind, path))

    def read(self, body: Any) -> list[str]:
        """The words of a prompt that the model sees."""
        words = " ".join(message["content"] for message in body["messages"]).split()
        if not 0 < self.reads < len(words):
            return words
        head = self.reads // 2 if self.cuts_middle else 0
        return words[:head] + words[head - self.reads :]

    def think(self, body: Any, answer: Answer) -> Answer:
        """The answer of a model that thinks first: cut off where its thoughts and its text need more tokens than the
        limit of the reply, or than the context leaves."""
        words = self.read(body)
        room = min(body["max_tokens"], self.context - len(words) if self.context else body["max_tokens"])
        needed = self.thoughts + len(answer.text.split())
        spent = (len(words), min(needed, room))
        if needed > room:
            return replace(answer, text="", thoughts="hm " * room, finish="length", tokens=spent)
        return replace(answer, thoughts="hm " * self.thoughts, tokens=spent)


PROBE = "Two code words stand in this text."
CONTEXT_PATHS = ("/api/ps", "/props", "/api/v0/models", "/api/v1/models")

Script = Callable[[Seen, int], Answer]
"""Called with a request and how many came before it."""


class FakeModels:
    """The server's state: ``seen`` are the requests in order, but for ``probes`` of the context and ``listings`` of the
    models of a compatible server; ``script`` says what to answer, ``polls`` how often a
    batch is asked for before it has ended, ``events`` how many events of streams were sent.
    ``over`` ends every delay."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.seen: list[Seen] = []
        self.lock = threading.Lock()
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self.polls = 2
        self.events = 0
        self.over = threading.Event()
        self.url = ""
        self.models: tuple[str, ...] = ("small", "big")
        self.local = LocalServer()
        self.probes: list[Seen] = []
        self.listings: list[Seen] = []

    def asked(self, path: str) -> list[Seen]:
        """The requests whose path ends so, but for a query."""
        return [s for s in self.seen if s.path.partition("?")[0].endswith(path)]


def error(status: int, message: str = "no", **headers: str) -> Answer:
    """A failure in the form that both APIs use."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = json.dumps({"type": "error", "error": {"type": "api_error", "message": message}}).encode()
    return Answer(status=status, headers=named, body=body)


def completion(answer: Answer, model: str) -> dict[str, Any]:
    """A chat completion of OpenAI's."""
    return {
        "id": "c-1",
        "object": "chat.completion",
        "created": 1,
        "model": answer.model or model,
        "choices": [
            {
                "index": 0,
                "finish_reason": answer.finish,
                "message": {
                    "role": "assistant",
                    "content": None if answer.refusal else answer.text,
                    "refusal": answer.refusal or None,
                    **({"reasoning_content": answer.thoughts} if answer.thoughts else {}),
                },
            }
        ],
        "usage": {
            "prompt_tokens": answer.tokens[0],
            "completion_tokens": answer.tokens[1],
            "total_tokens": sum(answer.tokens),
        },
    }


def response(answer: Answer, model: str) -> dict[str, Any]:
    """A response of OpenAI's."""
    said = {"type": "refusal", "refusal": answer.refusal} if answer.refusal else {"type": "output_text"}
    content = said if answer.refusal else {**said, "text": answer.text, "annotations": []}
    thoughts = {"type": "reasoning", "id": "r-1", "summary": [{"type": "summary_text", "text": answer.thoughts}]}
    cut = answer.finish == "length"
    return {
        "id": "resp-1",
        "object": "response",
        "model": answer.model or model,
        "status": "incomplete" if cut else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "output": [
            *([thoughts] if answer.thoughts else []),
            {"type": "message", "id": "m-1", "role": "assistant", "status": "completed", "content": [content]},
        ],
        "usage": {"input_tokens": answer.tokens[0], "output_tokens": answer.tokens[1]},
    }


def message(answer: Answer, model: str) -> dict[str, Any]:
    """A message of Anthropic's."""
    reasons = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}
    return {
        "id": "m-1",
        "type": "message",
        "role": "assistant",
        "model": answer.model or model,
        "content": [
            *([{"type": "thinking", "thinking": answer.thoughts, "signature": "s"}] if answer.thoughts else []),
            {"type": "text", "text": answer.refusal or answer.text},
        ],
        "stop_reason": "refusal" if answer.refusal else reasons[answer.finish],
        "stop_sequence": None,
        "usage": {"input_tokens": answer.tokens[0], "output_tokens": answer.tokens[1]},
    }


PIECES = 8
"""How many events a streamed text comes in."""


def events(answer: Answer, path: str, model: str) -> list[bytes]:
    """A reply as the server-sent events of either API. ``broken`` takes the place of the second half."""
    whole = answer.refusal or answer.text
    size = max(-(-len(whole) // PIECES), 1)
    pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
    if "completions" in path:
        made = _chunks(answer, model, pieces)
        broken: Any = {"error": {"message": answer.broken, "type": "server_error"}}
        closing = b"data: [DONE]\n\n"
        lines = [b"data: " + json.dumps(each).encode() + b"\n\n" for each in made]
        wrong = b"data: " + json.dumps(broken).encode() + b"\n\n"
    else:
        named = _events(answer, model, pieces)
        broken = {"type": "error", "error": {"type": "overloaded_error", "message": answer.broken}}
        closing = b""
        lines = [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode() for each in named]
        wrong = f"event: error\ndata: {json.dumps(broken)}\n\n".encode()
    if answer.broken:
        return [*lines[: len(lines) // 2], wrong]
    return [*lines, closing] if closing else lines


def _chunks(answer: Answer, model: str, pieces: list[str]) -> list[dict[str, Any]]:
    base = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": answer.model or model}
    field_ = "refusal" if answer.refusal else "content"
    made: list[dict[str, Any]] = [{**base, "choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}]
    if answer.thoughts:
        made.append({**base, "choices": [{"index": 0, "delta": {"reasoning_content": answer.thoughts}}]})
    made += [{**base, "choices": [{"index": 0, "delta": {field_: piece}}]} for piece in pieces]
    made.append({**base, "choices": [{"index": 0, "delta": {}, "finish_reason": answer.finish}]})
    return [*made, {**base, "choices": [], "usage": completion(answer, model)["usage"]}]


def _events(answer: Answer, model: str, pieces: list[str]) -> list[dict[str, Any]]:
    whole = message(answer, model)
    begun = {**whole, "content": [], "stop_reason": None, "usage": {**whole["usage"], "output_tokens": 1}}
    delta = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    return [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": thought}}
            for thought in filter(None, [answer.thoughts])
        ),
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
            for piece in pieces
        ),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": delta, "usage": {"output_tokens": answer.tokens[1]}},
        {"type": "message_stop"},
    ]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one packet for head and body, or Nagle's algorithm costs 40 ms a request
    fake: FakeModels

    def log_message(self, *_: Any) -> None:
        """Nothing on standard error."""

    def do_GET(self) -> None:
        self._serve(None)

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(length)
        if len(raw) < length:
            return  # whoever asked was killed while sending
        try:
            self._serve(json.loads(raw) if raw else None)
        except ValueError:
            self._serve(raw)

    def _serve(self, body: Any) -> None:
        seen = Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        if self._tell_context(seen) or self._repeat_code(seen):
            return
        with self.fake.lock:
            number = sum(len(self.fake.asked(path)) for path in ("/chat/completions", "/v1/messages", "/responses"))
            is_listing = body is None and urlsplit(self.path).path == "/v1/models"
            (self.fake.listings if is_listing else self.fake.seen).append(seen)
        if self.path.endswith("/responses"):
            self._respond(seen, self.fake.script(seen, number))
        elif self.path.partition("?")[0].endswith(("/chat/completions", "/v1/messages")):
            answer = self.fake.script(seen, number)
            if body.get("stream") and answer.status == 200 and answer.body is None and answer.streams:
                self._send_events(answer, events(answer, self.path, body["model"]))
                return
            wrap = completion if "completions" in self.path else message
            self._send(answer, json.dumps(wrap(answer, body["model"])).encode())
        else:
            self._other(seen)

    def _tell_context(self, seen: Seen) -> bool:
        """Answer a question about the context, as the kind of server does; whether it was one."""
        local, path = self.fake.local, urlsplit(seen.path).path
        if path == "/api/generate":
            local.is_loaded = True
            self._send(Answer(), b'{"done": true}')
            return True
        told = local.tell(path, self.fake.models[0])
        if told is None and path not in CONTEXT_PATHS:
            return False
        if told is None:
            self._send(error(404), b"")
        else:
            self._send(Answer(), json.dumps(told).encode())
        return True

    def _repeat_code(self, seen: Seen) -> bool:
        """Answer a probe of the context by the code words, as far as they were read; whether it was one."""
        local = self.fake.local
        if not isinstance(seen.body, dict) or PROBE not in json.dumps(seen.body.get("messages", "")):
            return False
        self.fake.probes.append(seen)
        words = local.read(seen.body)
        codes = [word for before, word in pairwise(words) if before == "is" and "-" in word]
        text = "I see no code word." if local.is_deaf or not codes else f"They are {' and '.join(codes)}"
        answer = local.think(seen.body, Answer(text)) if local.thoughts else Answer(text, tokens=(len(words), 6))
        self._send(answer, json.dumps(completion(answer, seen.body["model"])).encode())
        return True

    def _respond(self, seen: Seen, answer: Answer) -> None:
        whole = response(answer, seen.body["model"])
        if seen.body.get("stream") and answer.status == 200 and answer.body is None and answer.streams:
            pieces = [answer.text[at : at + 40] for at in range(0, len(answer.text), 40)]
            made = [{"type": "response.created", "response": {**whole, "output": [], "status": "in_progress"}}]
            made += [{"type": "response.output_text.delta", "delta": piece} for piece in pieces]
            made.append({"type": f"response.{whole['status']}", "response": whole})
            lines = [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode() for each in made]
            self._send_events(answer, lines)
            return
        self._send(answer, json.dumps(whole).encode())

    def _other(self, seen: Seen) -> None:
        fake, parts = self.fake, seen.path.split("?")[0].strip("/").split("/")
        if parts[-1] == "models":
            found: Any = {"object": "list", "data": [_model(name) for name in fake.models]}
        elif parts[-1] == "files":
            name = f"file-{len(fake.files)}"
            raw = seen.body.split(b"\r\n\r\n")
            fake.files[name] = next(r.split(b"\r\n--")[0] for r in raw if r.lstrip().startswith(b'{"custom_id"'))
            found = {"id": name, "object": "file", "bytes": 1, "created_at": 1, "filename": "f", "purpose": "batch"}
        elif parts[-1] == "content":
            self._send(Answer(), fake.files[parts[-2]])
            return
        elif "messages" in parts and parts[-1] == "results":
            self._send(Answer(), fake.batches[parts[-2]]["results"])
            return
        elif parts[-1] == "batches" and seen.body is None:
            found = {"object": "list", "data": [b["object"] for b in fake.batches.values()], "has_more": False}
        elif parts[-1] == "batches":
            found = _open(fake, seen)
        elif parts[-1] == "cancel":
            found = fake.batches[parts[-2]]["object"]
        else:
            found = _poll(fake, parts[-1])
        self._send(Answer(), json.dumps(found).encode())

    def _send_events(self, answer: Answer, lines: list[bytes]) -> None:
        """In chunks; one that is cut off has no last chunk. Counts in ``fake.events`` what could be sent."""
        self.fake.over.wait(answer.delay)
        try:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream; charset=utf-8")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for line in lines[: len(lines) // 2] if answer.cut else lines:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
                self.wfile.flush()
                self.fake.events += 1
                time.sleep(answer.trickle)
            if not answer.cut:
                self.wfile.write(b"0\r\n\r\n")
            self.wfile.flush()
            self.close_connection = self.close_connection or answer.cut
        except OSError:
            self.close_connection = True

    def _send(self, answer: Answer, body: bytes) -> None:
        if answer.delay:
            self.fake.over.wait(answer.delay)
        body = body if answer.body is None else answer.body
        kind = "text/html" if body[:1] == b"<" else "application/json"
        try:
            self.send_response(answer.status)
            for name, value in {"content-type": kind, **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if answer.cut:
                self.wfile.write(body[: len(body) // 2])
                self.wfile.flush()
                self.close_connection = True
            elif answer.trickle:
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(answer.trickle)
            else:
                self.wfile.write(body)
                self.wfile.flush()
        except OSError:
            self.close_connection = True  # the client went away: what many of these tests are about


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 1, "owned_by": "us"}


def _open(fake: FakeModels, seen: Seen) -> dict[str, Any]:
    """A new batch: its replies are made now, and assigned when it has been polled often enough."""
    name = f"batch-{len(fake.batches)}"
    lines = []
    if "requests" in seen.body:
        for number, entry in enumerate(seen.body["requests"]):
            answer = fake.script(Seen("batch", {}, entry["params"]), number)
            result: Any = {"type": "succeeded", "message": message(answer, entry["params"]["model"])}
            if answer.status != 200:
                detail = {"type": "api_error", "message": "no"}
                result = {"type": "errored", "error": {"type": "error", "error": detail, "request_id": None}}
            lines.append(json.dumps({"custom_id": entry["custom_id"], "result": result}))
        made: dict[str, Any] = {
            "id": name,
            "type": "message_batch",
            "processing_status": "in_progress",
            "request_counts": {
                "processing": len(lines), "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0,
            },
            "created_at": "2026-01-01T00:00:00Z",
            "expires_at": "2026-01-02T00:00:00Z",
            "archived_at": None, "cancel_initiated_at": None, "ended_at": None, "results_url": None,
        }  # fmt: skip
    else:
        for number, line in enumerate(fake.files[seen.body["input_file_id"]].splitlines()):
            entry = json.loads(line)
            answer = fake.script(Seen("batch", {}, entry["body"]), number)
            wrap = response if entry["url"].endswith("/responses") else completion
            got = {"status_code": answer.status, "body": wrap(answer, entry["body"]["model"])}
            lines.append(json.dumps({"custom_id": entry["custom_id"], "response": got, "error": None}))
        made = {
            "id": name,
            "object": "batch",
            "status": "in_progress",
            "endpoint": seen.body["endpoint"],
            "input_file_id": seen.body["input_file_id"],
            "completion_window": "24h",
            "created_at": 1,
            "metadata": seen.body.get("metadata"),
            "request_counts": {"total": len(lines), "completed": 0, "failed": 0},
        }
    fake.batches[name] = {"object": made, "polls": 0, "results": "\n".join(lines).encode() + b"\n"}
    return made


def _poll(fake: FakeModels, name: str) -> dict[str, Any]:
    batch = fake.batches[name]
    batch["polls"] += 1
    made: dict[str, Any] = batch["object"]
    if batch["polls"] > fake.polls:
        count = len(batch["results"].splitlines())
        if made.get("type") == "message_batch":
            made["processing_status"] = "ended"
            made["request_counts"] |= {"processing": 0, "succeeded": count}
            made["results_url"] = f"{fake.url}/v1/messages/batches/{name}/results"
        else:
            made["status"] = "completed"
            made["request_counts"] |= {"completed": count}
            made["output_file_id"] = f"out-{name}"
            fake.files[f"out-{name}"] = batch["results"]
    return made


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is what many of these tests are about; anything else is told."""
        if not isinstance(sys.exception(), ConnectionError | ssl.SSLError):
            super().handle_error(request, client_address)


@contextmanager
def serving(script: Script, tls: ssl.SSLContext | None = None) -> Iterator[FakeModels]:
    """A running server on a free port of this machine; behind ``tls``, where that is given."""
    fake = FakeModels(script)
    handler = type("Handler", (_Handler,), {"fake": fake})
    server = _Server(("127.0.0.1", 0), handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    fake.url = f"http{'s' if tls else ''}://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), name="fake-models", daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        fake.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
