"""The clients against a loopback server through the real SDKs, and the keys they use."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from galley.core.errors import GalleyError, InputError
from galley.core.judges.clients import _sdk, keys
from galley.core.judges.clients.base import About, CallError, Finish, Reply, Request
from galley.core.judges.clients.registry import Source, maker
from galley.core.judges.connection_test import models
from galley.core.judges.retry import RetryPolicy
from tests.core.fake_models import PAGE, Answer, FakeModels, error, serving
from tests.core.judging import through

KEY = "sk-planted-0123456789"
SCHEMA = {
    "type": "object",
    "properties": {"verdicts": {"type": "array", "items": {"type": "string"}}},
    "required": ["verdicts"],
    "additionalProperties": False,
}
BOTH = pytest.mark.parametrize("provider", ["openai", "anthropic"])


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def request(**more: object) -> Request:
    return Request("m-1", "You judge.", "Judge this.", SCHEMA, **more)  # type: ignore[arg-type]


def ask(provider: str, fake: FakeModels, wanted: Request | None = None, timeout: float = 5.0) -> Reply:
    base = fake.url + ("" if provider == "anthropic" else "/v1")
    make, _ = maker(Source(provider, base), timeout)

    async def once() -> Reply:
        client = make()
        try:
            return await through(client, wanted or request(), timeout)
        finally:
            await client.close()

    return asyncio.run(once())


@BOTH
def test_a_reply_comes_back_with_its_tokens(provider: str) -> None:
    with serving(lambda *_: Answer('{"verdicts": ["é"]}', tokens=(321, 12))) as fake:
        reply = ask(provider, fake)
    assert reply == Reply('{"verdicts": ["é"]}', Finish.STOP, 321, 12)
    (seen,) = fake.seen
    assert KEY in (seen.headers.get("authorization", "") + seen.headers.get("x-api-key", ""))
    assert SCHEMA in (
        seen.body.get("response_format", {}).get("json_schema", {}).get("schema"),
        seen.body.get("output_config", {}).get("format", {}).get("schema"),
    )


@BOTH
def test_sampling_settings_are_sent_only_if_set(provider: str) -> None:
    with serving(lambda *_: Answer()) as fake:
        ask(provider, fake)
        ask(provider, fake, request(sampling={"temperature": 0.7, "effort": "low"}))
    plain, set_ = fake.seen
    assert not {"temperature", "top_p", "top_k", "seed", "reasoning_effort", "verbosity"} & plain.body.keys()
    assert "effort" not in plain.body.get("output_config", {})
    assert set_.body["temperature"] == 0.7
    assert "low" in (set_.body.get("reasoning_effort"), set_.body.get("output_config", {}).get("effort"))
    if provider == "anthropic":
        assert set_.headers["anthropic-version"] == "2023-06-01"


@BOTH
def test_truncation_and_refusal_are_told_apart(provider: str) -> None:
    answers = [Answer('{"verdicts": [', finish="length"), Answer(refusal="I will not.")]
    with serving(lambda _, number: answers[number]) as fake:
        assert ask(provider, fake).finish is Finish.TRUNCATED
        refused = ask(provider, fake)
    assert refused.finish is Finish.REFUSED
    assert refused.refusal == "I will not."


@BOTH
@pytest.mark.parametrize(
    ("answer", "retry", "fatal", "paid", "says"),
    [
        (error(429, retry_after="7"), True, False, False, "too many requests"),
        (error(500), True, False, False, "500"),
        (error(529), True, False, False, "overloaded"),
        (error(401, "bad key"), False, True, False, "refused the key"),
        (error(404, "no such model"), False, True, False, "does not know"),
        (error(400, "too long"), False, False, False, "too long"),
        (error(429, "insufficient_quota: pay"), False, True, False, "no credit"),
        (Answer(body=PAGE), True, False, False, "web page"),
        (Answer(body=b'{"hello": 1}'), True, False, False, "instead of a model's reply"),
        (Answer(cut=True), True, False, True, "cut"),
        (Answer(delay=1.5), True, False, True, "more than|in time"),
        (Answer(trickle=0.05), True, False, True, "more than|in time"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_failures_are_errors_of_ours(
    provider: str, answer: Answer, retry: bool, fatal: bool, paid: bool, says: str
) -> None:
    with serving(lambda *_: answer) as fake, pytest.raises(CallError, match=says) as caught:
        ask(provider, fake, timeout=0.4)
    assert (caught.value.retry, caught.value.fatal, caught.value.paid) == (retry, fatal, paid)
    assert len(fake.seen) == 1, "the SDK must not retry"
    if answer.body == PAGE:
        assert "log in" in caught.value.body


@BOTH
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "body",
    [
        b"null", b"[]", b"7", b'"text"', b'{"choices": 3, "content": 3}', b'{"choices": ["x"], "content": {"type": 1}}',
        b'{"choices": [{"message": "x"}], "content": "x"}', b'{"choices": [{"message": null}], "content": null}', b"{",
        b"\xff\xfe", b"",
    ],
)  # fmt: skip
def test_a_success_of_another_form_is_no_reply_and_no_crash(provider: str, stream: bool, body: bytes) -> None:
    with serving(lambda *_: Answer(body=body)) as fake:
        make, _ = maker(Source(provider, fake.url), 5, stream)

        async def once() -> None:
            client = make()
            try:
                await client.complete(request())
            finally:
                await client.close()

        with pytest.raises(CallError, match="instead of a model's reply") as caught:
            asyncio.run(once())
        assert caught.value.retry


@BOTH
def test_counts_and_texts_of_another_type_do_no_harm(provider: str) -> None:
    body = {
        "choices": [{"message": {"content": 7, "refusal": None}, "finish_reason": ["stop"]}],
        "content": [{"type": "text", "text": 7}, "x", None],
        "usage": {"prompt_tokens": "9", "completion_tokens": -1, "input_tokens": True, "output_tokens": [1]},
    }
    with serving(lambda *_: Answer(body=json.dumps(body).encode())) as fake:
        assert ask(provider, fake) == Reply("7", Finish.STOP, None, None)


def test_an_unreachable_server_costs_nothing() -> None:
    with serving(lambda *_: Answer()) as fake:
        pass
    with pytest.raises(CallError, match="cannot be reached") as caught:
        ask("openai", fake)
    assert caught.value.retry and not caught.value.paid


@BOTH
def test_a_huge_reply_arrives_whole(provider: str) -> None:
    text = json.dumps({"verdicts": ["x" * 5_000_000]})
    with serving(lambda *_: Answer(text)) as fake:
        assert len(ask(provider, fake).text) == len(text)


@BOTH
def test_proxies_and_addresses_of_the_environment_are_not_used(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    with serving(lambda *_: Answer()) as fake:
        assert ask(provider, fake).text == '{"verdicts": []}'


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.1:8080", True),
        ("http://[::1]:8080/v1", True),
        ("http://192.168.1.7/v1", True),
        ("http://nas.local/v1", True),
        ("https://api.example.org/v1", False),
        ("https://localhost.example.org", False),
        ("http://8.8.8.8/v1", False),
    ],
)
def test_which_addresses_are_local(address: str, local: bool) -> None:
    assert _sdk.is_local(address) is local


def test_retry_after_is_read_in_every_form() -> None:
    now = 1_800_000_000.0
    date = format_datetime(datetime.fromtimestamp(now, UTC) + timedelta(seconds=12), usegmt=True)
    assert _sdk.retry_after({"retry-after": "3.5"}) == 3.5
    assert _sdk.retry_after({"retry-after": date}, now) == pytest.approx(12)
    assert _sdk.retry_after({"retry-after-ms": "250", "retry-after": "9"}) == 0.25
    assert _sdk.retry_after({"retry-after": "-4"}) == 0
    for nonsense in ("soon", "nan", "inf", "Mon, 99 Foo", ""):
        assert _sdk.retry_after({"retry-after": nonsense}) is None, nonsense
    assert RetryPolicy().wait(1, 86_400.0) == 60
    assert RetryPolicy().wait(40, None) == 60
    assert 1.5 <= RetryPolicy().wait(2, None) <= 2.5


@pytest.mark.parametrize(
    "refusal",
    [
        (422, "unknown json_schema"),
        # llama.cpp's Python server, 0.3.36
        (500, "1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type')}"),
    ],
)
def test_a_compatible_server_without_schemas_is_asked_more_simply(refusal: tuple[int, str]) -> None:
    def script(seen: object, _: int) -> Answer:
        kind = seen.body.get("response_format", {}).get("type")  # type: ignore[attr-defined]
        return error(*refusal) if kind == "json_schema" else Answer()

    with serving(script) as fake:
        make, _ = maker(Source("compatible", f"{fake.url}/v1"), 5)

        async def twice() -> None:
            client = make()
            with pytest.raises(CallError) as refused:
                await client.complete(request())
            assert refused.value.instead is not None and len(fake.seen) == 1, "each request is the caller's to count"
            await client.complete(refused.value.instead)
            await client.complete(request())
            await client.close()

        asyncio.run(twice())
        kinds = [s.body["response_format"]["type"] for s in fake.seen]
        assert kinds == ["json_schema", "json_object", "json_object"]
        assert fake.seen[-1].body["max_tokens"] == 4096
        assert models("compatible", f"{fake.url}/v1") == ["big", "small"]
    with pytest.raises(GalleyError, match="cannot be reached"):
        models("compatible", f"{fake.url}/v1", 1)


def test_a_compatible_server_in_trouble_is_not_asked_more_simply() -> None:
    with serving(lambda *_: error(500, "out of memory")) as fake:
        with pytest.raises(CallError) as caught:
            ask("compatible", fake)
        assert caught.value.retry and len(fake.seen) == 1


def test_recorded_replies_are_found_by_place(tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    lines = [
        {"item": "a", "document": "s", "part": "p", "sample": 1, "reply": {"n": 1}, "tokens_in": 5},
        {"item": "a", "document": "s", "part": "p", "reply": "any sample"},
        {"item": "a", "reply": "anything", "finish": "truncated"},
        {"item": "b", "error": "The server burnt down."},
        {"doc_id": "f", "model": "bart", "llm_output": "[]"},
    ]
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    make, _ = maker(Source("replay", replies=str(file)), 5)
    client = make()

    def at(*about: object) -> Reply:
        return asyncio.run(client.complete(request(about=About(*about))))  # type: ignore[arg-type]

    assert at("a", "s", "p", 1) == Reply('{"n": 1}', Finish.STOP, 5)
    assert at("a", "s", "p", 3).text == "any sample"
    assert at("a", "t", "q", 0).finish is Finish.TRUNCATED
    assert at("f", "sum-bart", "faithfulness", 0).text == "[]"
    with pytest.raises(CallError, match="burnt"):
        at("b", "s", "p", 0)
    with pytest.raises(CallError, match="No reply is recorded for c, s, p, sample 3"):
        at("c", "s", "p", 2)
    file.write_text('{"item": "a"}\n', "utf-8")
    with pytest.raises(InputError, match="line 1"):
        maker(Source("replay", replies=str(file)), 5)


def test_keys_come_from_the_environment_then_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    import keyring
    import keyring.backend
    import keyring.errors

    assert keys.require("openai").source == "environment"
    assert KEY not in repr(keys.require("openai"))
    monkeypatch.delenv("OPENAI_API_KEY")
    assert keys.find("openai") is None, "a machine without a keyring has no key there"
    with pytest.raises(GalleyError, match="OPENAI_API_KEY"):
        keys.require("openai")
    with pytest.raises(GalleyError, match="no keyring"):
        keys.store("openai", KEY)

    class Memory(keyring.backend.KeyringBackend):
        priority = 1
        kept: dict[tuple[str, str], str] = {}

        def get_password(self, service: str, username: str) -> str | None:
            return self.kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            self.kept[service, username] = password

        def delete_password(self, service: str, username: str) -> None:
            del self.kept[service, username]

    before = keyring.get_keyring()
    keyring.set_keyring(Memory())
    try:
        keys.store("openai", f" {KEY}\n")
        assert keys.require("openai") == keys.Key(KEY, "keyring")
        keys.forget("openai")
        keys.forget("openai")
        assert keys.find("openai") is None
    finally:
        keyring.set_keyring(before)


def test_what_is_missing_is_said_before_anything_is_sent() -> None:
    with pytest.raises(InputError, match="--base-url"):
        maker(Source("compatible"), 5)
    with pytest.raises(InputError, match="use one of: openai"):
        maker(Source("oracle"), 5)
    with pytest.raises(InputError, match="--replies"):
        maker(Source("replay"), 5)
    with pytest.raises(InputError, match="http://"):
        maker(Source("compatible", "localhost:1"), 5)
