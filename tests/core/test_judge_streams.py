"""Replies taken in piece by piece, through both real SDKs: whole, cut, broken off, slow, given up in the middle."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.judges.clients.base import CallError, Finish, Reply, Request
from galley.core.judges.clients.registry import Source, maker
from galley.core.judges.order import order_of, prepare
from galley.core.judges.runner import Runner
from tests.core import building
from tests.core.fake_models import PAGE, PIECES, Answer, FakeModels, Seen, error, serving
from tests.core.judging import KEY, asked, calls, good, judged_verdicts, many, order, run, through, until, verdicts

BOTH = pytest.mark.parametrize("provider", ["openai", "anthropic"])


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def ask(provider: str, fake: FakeModels, timeout: float = 5.0, **more: Any) -> Reply:
    base = fake.url + ("" if provider == "anthropic" else "/v1")
    make, _ = maker(Source(provider, base), timeout, stream=True)

    async def once() -> Reply:
        client = make()
        try:
            return await through(client, Request("m-1", "You judge.", "Judge.", **more), timeout)
        finally:
            await client.close()

    return asyncio.run(once())


@BOTH
def test_a_streamed_reply_is_the_same_reply(provider: str) -> None:
    text = json.dumps({"verdicts": ["é😀", "«наш»", "x" * 500]}, ensure_ascii=False)
    with serving(lambda *_: Answer(text, tokens=(321, 12))) as fake:
        assert ask(provider, fake) == Reply(text, Finish.STOP, 321, 12)
        assert fake.seen[0].body["stream"] is True
        assert fake.events > PIECES


@BOTH
def test_endings_of_streams_are_told_apart(provider: str) -> None:
    answers = [Answer('{"verdicts": [', finish="length"), Answer(refusal="I will not."), Answer("")]
    with serving(lambda _, number: answers[number]) as fake:
        assert ask(provider, fake).finish is Finish.TRUNCATED
        refused = ask(provider, fake)
        assert (refused.finish, refused.refusal) == (Finish.REFUSED, "I will not.")
        assert ask(provider, fake) == Reply("", Finish.STOP, 100, 20)


@BOTH
@pytest.mark.parametrize(
    ("answer", "paid", "says"),
    [
        (Answer(cut=True), True, "cut"),
        (Answer(broken="The model fell over."), True, "ended its reply early .*The model fell over"),
        (Answer(body=PAGE), False, "web page"),
        (Answer(delay=1.5), True, "more than|in time"),
        (Answer(trickle=0.2), True, "more than"),
        (error(429, retry_after="7"), False, "too many requests"),
        (error(529), False, "overloaded"),
    ],
    ids=["cut", "broken", "page", "silent", "slow", "429", "529"],
)
def test_failures_in_a_stream_are_errors_of_ours(provider: str, answer: Answer, paid: bool, says: str) -> None:
    answer.text = json.dumps({"verdicts": ["a reply that is long enough to come in many pieces"] * 4})
    with serving(lambda *_: answer) as fake, pytest.raises(CallError, match=says) as caught:
        ask(provider, fake, timeout=0.6)
    assert (caught.value.retry, caught.value.fatal, caught.value.paid) == (True, False, paid)
    assert len(fake.seen) == 1, "the SDK must not retry"
    if answer.cut or answer.broken:
        assert answer.text.startswith(caught.value.body) and caught.value.body, "what had come in is kept"
        assert caught.value.body != answer.text
    if answer.status == 429:
        assert caught.value.after == 7


@BOTH
@pytest.mark.parametrize(
    "body",
    [
        b"data: 7\n\n",
        b"event: message_start\ndata: 7\n\n",
        b"event: message_start\ndata: {\n\n",
        b"data: {\n\n",
        b"",
        b'data: {"choices": 5}\n\ndata: [DONE]\n\n',
        b'data: {"choices": [{"delta": {"content": 5}}]}\n\n',
        b"\xff\xfe\n\n",
        b'event: message_delta\ndata: {"type": "message_delta"}\n\n',
        b'event: message_stop\ndata: {"type": "message_stop"}\n\n',
        b'event: message_start\ndata: {"type": "message_start", "message": 3}\n\n',
    ],
)
def test_a_stream_of_another_form_is_no_reply_and_no_crash(provider: str, body: bytes) -> None:
    answer = Answer(body=body, headers={"content-type": "text/event-stream"})
    with serving(lambda *_: answer) as fake, pytest.raises(CallError, match=r"instead of a model's reply|was cut"):
        ask(provider, fake)


def test_no_credit_in_the_middle_of_a_stream_ends_the_run(tmp_path: Path) -> None:
    with many(tmp_path, 20) as project:
        with serving(lambda *_: Answer(broken="insufficient_quota: pay")) as fake:
            end = run(project, order(fake, stream=True))
        assert end.state == "failed" and "no credit" in end.why


@BOTH
def test_a_huge_stream_arrives_whole(provider: str) -> None:
    text = json.dumps({"verdicts": ["x" * 5_000_000]})
    with serving(lambda *_: Answer(text)) as fake:
        assert ask(provider, fake, timeout=60).text == text


def test_long_replies_may_be_asked_of_anthropic_only_as_a_stream() -> None:
    with serving(lambda *_: Answer()) as fake:
        ask("anthropic", fake, max_tokens=60_000)
        assert fake.seen[0].body["max_tokens"] == 60_000


def test_a_compatible_server_that_cannot_stream_or_count_is_understood() -> None:
    """One that answers whole, and one that does not know that tokens can be asked for at the end of a stream."""
    with serving(lambda *_: Answer('{"verdicts": ["whole"]}', streams=False)) as fake:
        assert ask("compatible", fake) == Reply('{"verdicts": ["whole"]}', Finish.STOP, 100, 20)

    def strict(seen: Seen, _: int) -> Answer:
        return error(400, "unknown field stream_options") if "stream_options" in seen.body else Answer("{}")

    with serving(strict) as fake:
        assert ask("compatible", fake).text == "{}"
        assert len(fake.seen) == 2


@BOTH
def test_a_run_by_streams_keeps_what_a_whole_one_would(tmp_path: Path, provider: str) -> None:
    """A stream that is cut is tried again; what came of the run is the same, and a restart streams again."""

    def script(seen: Seen, number: int) -> Answer:
        answer = Answer(verdicts(asked(seen), (1,)), cut=number == 0)
        if number == 1:
            return Answer(answer.text, broken="overloaded") if seen.body.get("stream") else error(529)
        return answer

    found = []
    for stream in (True, False):
        folder = tmp_path / str(stream)
        folder.mkdir()
        with (
            building.project(folder, building.record(verdicts=[], judged=[])) as project,
            serving(script) as fake,
        ):
            end = run(project, order(fake, provider, stream=stream, concurrency=1))
            assert (end.state, end.replies_received, end.retries) == ("done", 2, 2)
            assert all(seen.body.get("stream", False) is stream for seen in fake.seen)
            found.append(
                (calls(project, "state, reply, finish, tokens_in, tokens_out, cost, attempts"),
                 [(v.value, v.votes) for v in judged_verdicts(project)])
            )  # fmt: skip
            settings = json.loads(project.read_connection().execute("SELECT settings FROM run").fetchone()[0])
            assert order_of(settings).stream is stream
    assert found[0] == found[1]


def test_a_reply_that_never_came_whole_is_kept_and_never_a_no(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record(verdicts=[], judged=[])) as project:
        with serving(lambda seen, _: Answer(verdicts(asked(seen)), cut=True)) as fake:
            end = run(project, order(fake, stream=True))
        assert (end.state, end.replies_received, end.failed_calls) == ("done", 0, 2)
        rows = calls(project, "state, reply, unscored")
        assert {row[0] for row in rows} == {"failed"}
        assert all(row[1].startswith('{"verdicts"') and row[2].startswith("no reply: ") for row in rows)
        assert {v.value for v in judged_verdicts(project)} == {None}


@BOTH
def test_cancel_lets_go_of_streams_in_the_middle(tmp_path: Path, provider: str) -> None:
    """Each reply would take five seconds. The run ends, and the server notices, within a few events' time."""

    def script(seen: Seen, number: int) -> Answer:
        answer = good(seen, number)
        answer.trickle = 0.25
        answer.text += " " * 400
        return answer

    with many(tmp_path, 12) as project, serving(script) as fake:
        runner = Runner(project, prepare(project, order(fake, provider, stream=True, concurrency=2))).start()
        until(lambda: fake.events >= 4)
        before = fake.events
        runner.cancel()
        end = runner.join(20)
        assert end.state == "cancelled"
        assert fake.events - before <= 2 * 4, "a second is four events of each stream"
        assert fake.events < 2 * PIECES
        assert Counter(row[0] for row in calls(project)) == Counter(failed=2)
