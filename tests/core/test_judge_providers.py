"""What providers offer besides plain chats: responses, service tiers, their own pace; and logs of other programs."""

from __future__ import annotations

import json
import os
import time
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.judges.clients.base import About, Finish, Request
from galley.core.judges.clients.pace import ServerPace, _seconds
from galley.core.judges.clients.registry import Source, maker
from galley.core.judges.clients.replay import RecordedReplies
from galley.core.judges.inquiry.labels import CUT_OFF
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.request_options import apply_settings
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, Seen, error, serving
from tests.core.judging import KEY, QUICK, asked, good, judged_verdicts, many, order, run, verdicts


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return building.project(tmp_path, building.record(verdicts=[], judged=[]))


# Responses ---------------------------------------------------------------------------------------------------------


def by_responses(fake: Any, **more: Any) -> Order:
    return apply_settings(order(fake, **more), {"api": "responses", "effort": "low", "verbosity": "high"})


@pytest.mark.parametrize("stream", [False, True])
def test_responses_give_the_same_verdicts_as_chats(project: Project, stream: bool) -> None:
    def script(seen: Seen, _: int) -> Answer:
        return Answer(verdicts(asked(seen), (1,)), thoughts="Sentence 1, hm.", tokens=(70, 30))

    with project, serving(script) as fake:
        chat = run(project, order(fake))
        end = run(project, by_responses(fake, stream=stream))
        assert (end.replies_received, end.flags, end.tokens_in, end.tokens_out) == (2, chat.flags, 140, 60)
        body = fake.asked("/responses")[0].body
        assert body["text"]["format"]["schema"]["properties"]["verdicts"] and body["text"]["verbosity"] == "high"
        assert body["reasoning"] == {"effort": "low"} and body["store"] is False and body["instructions"]
        assert body["input"][-1]["role"] == "user" and "messages" not in body
        replies = [row[0] for row in project.read_connection().execute("SELECT reply FROM call WHERE state = 'done'")]
        assert all("Sentence 1, hm." in reply for reply in replies), "what was thought is kept beside the answer"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer("{", finish="length"), CUT_OFF),
        (Answer(refusal="I would rather not."), "refused: I would rather not."),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_a_response_that_is_cut_or_refused_is_unscored(
    project: Project, answer: Answer, reason: str, stream: bool
) -> None:
    with project, serving(lambda *_: answer) as fake:
        run(project, by_responses(fake, stream=stream))
        assert {v.reason for v in judged_verdicts(project)} == {reason}


@pytest.mark.parametrize("cut", [False, True])
def test_a_stream_of_a_response_that_breaks_off_is_asked_again(project: Project, cut: bool) -> None:
    def script(seen: Seen, number: int) -> Answer:
        body = None if cut else json.dumps({"output": [], "status": "failed", "error": {"message": "busy"}}).encode()
        return replace(good(seen, 0), cut=cut, body=body) if number == 0 else good(seen, number)

    with project, serving(script) as fake:
        end = run(project, by_responses(fake, stream=cut, concurrency=1))
    assert (end.state, end.replies_received, end.retries) == ("done", 2, 1)


def test_garbage_instead_of_a_response_is_told(project: Project) -> None:
    with project, serving(lambda *_: Answer(body=b'{"choices": []}')) as fake:
        end = run(project, by_responses(fake))
    assert end.replies_received == 0 and "something else instead of a model's reply" in next(iter(end.errors))


def test_a_batch_of_responses(project: Project) -> None:
    with project, serving(good) as fake:
        end = run(project, by_responses(fake, batch=True))
        assert (end.state, end.replies_received) == ("done", 2)
        assert json.loads(fake.files["file-0"].splitlines()[0])["url"] == "/v1/responses"


def test_responses_take_no_seed(project: Project) -> None:
    with project, serving(good) as fake, pytest.raises(InputError, match="does not accept a seed"):
        prepare(project, apply_settings(by_responses(fake), {"seed": "1"}))


# Service tiers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("provider", "tier", "api"),
    [("openai", "flex", "chat"), ("openai", "priority", "responses"), ("anthropic", "standard_only", "")],
)
def test_a_service_tier_is_sent_and_makes_no_other_judge(
    project: Project, provider: str, tier: str, api: str
) -> None:
    with project, serving(good) as fake:
        base = apply_settings(order(fake, provider), {"api": api})
        assert run(project, apply_settings(base, {"service-tier": tier})).replies_received == 2
        assert {seen.body["service_tier"] for seen in fake.seen} == {tier}
        assert run(project, base).reused_calls == 2, "what answers is the same model"


def test_what_a_tier_costs(project: Project) -> None:
    with project, serving(good) as fake:
        usual = prepare(project, order(fake)).cost(1_000, 1_000)
        flex = apply_settings(order(fake), {"service-tier": "flex"})
        assert usual and prepare(project, flex).cost(1_000, 1_000) == pytest.approx(usual / 2)
        dear = apply_settings(order(fake), {"service-tier": "priority"})
        assert prepare(project, dear).cost(1_000, 1_000) is None, "the list does not have it"
        with pytest.raises(InputError, match="The price of gpt-4o is unknown"):
            prepare(project, replace(dear, budget=1.0))
        assert prepare(project, apply_settings(replace(dear, budget=1.0), {"price": "5,20"})).cost(10**6, 0) == 5


@pytest.mark.parametrize(
    ("provider", "tier", "more", "says"),
    [
        ("anthropic", "flex", {}, "has no service tier 'flex'; it has: auto, standard_only"),
        ("openai", "standard_only", {}, "has no service tier"),
        ("openai", "flex", {"batch": True}, "its own tier"),
        ("compatible", "flex", {}, "takes no service-tier"),
    ],
)
def test_a_tier_that_there_is_not_is_refused(
    project: Project, provider: str, tier: str, more: dict[str, Any], says: str
) -> None:
    with project, serving(good) as fake, pytest.raises(InputError, match=says):
        prepare(project, apply_settings(order(fake, provider, **more), {"service-tier": tier}))


# Pace --------------------------------------------------------------------------------------------------------------


class Limited:
    """Lets ``most`` requests through in each window of ``window`` seconds, says how many are left, refuses more."""

    def __init__(self, provider: str, most: int, window: float) -> None:
        self.provider, self.most, self.window = provider, most, window
        self.began, self.used, self.refused = 0.0, 0, 0

    def __call__(self, seen: Seen, number: int) -> Answer:
        now = time.monotonic()
        if now - self.began >= self.window:
            self.began, self.used = now, 0
        self.used += 1
        if self.used > self.most:
            self.refused += 1
            return error(429, "slow down")
        left, seconds = self.most - self.used, self.began + self.window - now
        if self.provider == "anthropic":
            until = (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")
            headers = {"requests-remaining": str(left), "requests-reset": until}
            return replace(good(seen, number), headers={f"anthropic-ratelimit-{n}": v for n, v in headers.items()})
        headers = {"remaining-requests": str(left), "reset-requests": f"{round(seconds * 1000)}ms"}
        return replace(good(seen, number), headers={f"x-ratelimit-{n}": v for n, v in headers.items()})


@pytest.mark.parametrize("provider", ["openai", "anthropic", "compatible"])
def test_a_server_that_says_its_limits_is_never_asked_beyond_them(tmp_path: Path, provider: str) -> None:
    limited = Limited(provider, 4, 0.5)
    with many(tmp_path, 6) as project, serving(limited) as fake:
        end = run(project, order(fake, provider, concurrency=1), 30)
    assert (end.state, end.replies_received, end.retries) == ("done", 12, 0)
    assert limited.refused == 0 and len(fake.seen) == 12


def test_tokens_that_are_left_hold_a_large_request_back() -> None:
    pace = ServerPace()
    pace.update_limits({"x-ratelimit-remaining-tokens": "500", "x-ratelimit-reset-tokens": "6s"}, current_time=100.0)
    assert pace.wait(400, current_time=100.0) == 0.0
    assert pace.wait(400, current_time=101.0) == pytest.approx(5.0), "100 are left"
    assert pace.wait(100, current_time=101.0) == 0.0
    assert pace.wait(400, current_time=106.5) == 0.0, "the window is over"


def test_requests_on_their_way_are_taken_off_what_is_left() -> None:
    pace = ServerPace()
    assert [pace.wait(10, current_time=0.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    pace.update_limits({"x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "1s"}, current_time=0.1)
    pace.end_request()
    assert pace.wait(10, current_time=0.1) == 0.0, "of three left two are for those on their way"
    assert pace.wait(10, current_time=0.1) == pytest.approx(1.0)
    pace.update_limits({"x-ratelimit-remaining-requests": "9", "x-ratelimit-reset-requests": "0.1s"}, current_time=0.2)
    assert pace.wait(10, current_time=0.25) == pytest.approx(0.85), "a reply of an earlier window came late"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("6m0s", 360.0), ("12ms", 0.012), ("1h2m3s", 3_723.0), ("1.5", 1.5), ("0", 0.0), ("soon", None), ("", None),
     ("5s later", None)],
)  # fmt: skip
def test_how_long_a_window_lasts(text: str, seconds: float | None) -> None:
    found = _seconds(text)
    assert found == seconds if seconds is None else found == pytest.approx(seconds)


@pytest.mark.parametrize("left", ["-1", "many", "", "nan", "1e400"])
@pytest.mark.parametrize("reset", ["nan", "9999999999d", "-5s", "2026-99-99T00:00:00Z", "x"])
def test_nonsense_about_limits_holds_nobody_up(left: str, reset: str) -> None:
    pace = ServerPace()
    pace.update_limits({"x-ratelimit-remaining-requests": left, "x-ratelimit-reset-requests": reset}, current_time=0.0)
    assert pace.wait(100, current_time=0.0) == 0.0


# Logs --------------------------------------------------------------------------------------------------------------


REPLY = json.dumps({"verdicts": [{"number": 1, "reasoning": "r", "words": [], "quotes": [], "label": "YES"}]})


def inspect(samples: list[dict[str, Any]]) -> dict[str, Any]:
    return {"version": 2, "status": "success", "eval": {"model": "m"}, "samples": samples}


def sample(item: str, epoch: int, text: str, stop: str = "stop", model: str = "m", **about: Any) -> dict[str, Any]:
    choice = {"message": {"role": "assistant", "content": text}, "stop_reason": stop}
    usage = {"input_tokens": 11, "output_tokens": 7}
    output = {"model": model, "choices": [choice], "completion": text, "usage": usage}
    return {"id": item, "epoch": epoch, "metadata": about, "output": output}


def ask(file: Path, *about: Any) -> Any:
    import asyncio

    make, _ = maker(Source("replay", replies=str(file)), 5)
    return asyncio.run(make().complete(Request("m", "", "", about=About(*about))))


@pytest.mark.parametrize("kind", ["json", "eval"])
def test_a_log_of_inspect_is_replayed(tmp_path: Path, kind: str) -> None:
    samples = [
        sample("a", 1, REPLY, document="sum-a"),
        sample("a", 2, "second", document="sum-a"),
        sample("b", 1, "cut", stop="max_tokens"),
        {**sample("c", 1, ""), "error": {"message": "it fell over"}},
    ]
    file = tmp_path / f"log.{kind}"
    if kind == "json":
        file.write_text(json.dumps(inspect(samples), indent=1), "utf-8")
    else:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("header.json", json.dumps(inspect([])))
            for number, each in enumerate(samples):
                archive.writestr(f"samples/{number}.json", json.dumps(each))
    assert len(RecordedReplies(file)) == 4
    first = ask(file, "a", "sum-a", "x", 0)
    assert (first.text, first.tokens_in, first.tokens_out) == (REPLY, 11, 7)
    assert ask(file, "a", "sum-a", "x", 1).text == "second", "an epoch is a sample"
    assert ask(file, "b", "any", "x", 0).finish is Finish.TRUNCATED
    with pytest.raises(Exception, match="it fell over"):
        ask(file, "c", "any", "x", 0)


def test_a_log_of_promptfoo_is_replayed(tmp_path: Path) -> None:
    def result(text: str, **variables: Any) -> dict[str, Any]:
        usage = {"prompt": 9, "completion": 3, "total": 12}
        return {"vars": variables, "provider": {"id": "openai:m"}, "promptIdx": 0,
                "response": {"output": text, "tokenUsage": usage}}  # fmt: skip

    results = [result("one", item="a", part="p"), result("two", item="a", part="p"), result("other", key="b")]
    results.append({"vars": {"id": "c"}, "provider": {"id": "openai:m"}, "promptIdx": 0, "error": "rate limit"})
    file = tmp_path / "out.json"
    file.write_text(json.dumps({"evalId": "e", "results": {"version": 3, "results": results}}), "utf-8")
    assert [ask(file, "a", "d", "p", n).text for n in (0, 1)] == ["one", "two"], "repetitions are samples"
    assert ask(file, "b", "d", "p", 4).text == "other" and ask(file, "b", "d", "p", 4).tokens_in == 9
    with pytest.raises(Exception, match="rate limit"):
        ask(file, "c", "d", "p", 0)
    results[0]["provider"] = {"id": "openai:other"}
    file.write_text(json.dumps({"results": {"results": results}}), "utf-8")
    with pytest.raises(InputError, match=r"2 providers \(openai:m, openai:other\)"):
        RecordedReplies(file)
    file.write_text(json.dumps({"results": {"results": [result("x", city="Oslo")]}}), "utf-8")
    with pytest.raises(InputError, match="no variable item, key or id"):
        RecordedReplies(file)


def test_a_log_gives_verdicts(tmp_path: Path) -> None:
    file = tmp_path / "log.json"
    file.write_text(json.dumps(inspect([sample("a", 1, REPLY)])), "utf-8")
    with building.project(tmp_path, building.record(verdicts=[], judged=[])) as project:
        source = Source("replay", replies=str(file))
        end = run(project, Order("dial-summer-fine", source, "m", Choices(("changed-meaning",), 1), policy=QUICK))
        assert (end.state, end.replies_received, end.flags) == ("done", 2, 2)


@pytest.mark.parametrize("more", ["", '\n{"item": "b", "reply": "y"}'])
def test_json_lines_stay_what_they_are(tmp_path: Path, more: str) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text('{"item": "a", "reply": "x"}' + more, "utf-8")
    assert ask(file, "a", "", "", 0).text == "x"


def test_two_models_in_one_log_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "log.json"
    file.write_text(json.dumps(inspect([sample("a", 1, "x"), sample("b", 1, "y", model="n")])), "utf-8")
    with pytest.raises(InputError, match=r"replies of 2 models \(m, n\)"):
        RecordedReplies(file)


def test_recorded_replies_are_a_file_and_no_device_that_never_ends(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(InputError, match="is not a file"):
            RecordedReplies(path)
