"""Caps that hold whatever a server does: every request over the wire counts, no number that it sends ends the run with
a traceback, and Ctrl+C says where the run stands."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.cli import main
from galley.core.judges import store
from galley.core.judges.clients import _sdk
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.retry import RetryPolicy
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from tests.core import building, hostile_models
from tests.core.fake_models import Answer, Seen, error, serving
from tests.core.judging import KEY, ONE, QUICK, calls, good, many, order, run, until

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path) as made:
        yield made


# Requests ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cap", [1, 2, 3, 5])
@pytest.mark.parametrize("stream", [False, True])
def test_a_format_that_is_refused_counts_as_a_request(tmp_path: Path, cap: int, stream: bool) -> None:
    script = hostile_models.refusing_formats("json_schema", "json_object")
    with many(tmp_path, 5) as project, serving(script) as fake:
        wanted = order(fake, "compatible", model="m", max_requests=cap, concurrency=1, stream=stream)
        end = run(project, wanted)
        assert (end.state, len(fake.seen), end.requests_sent) == ("stopped", cap, cap)
        assert f"The cap of {cap:,} request" in end.why
        assert store.get_spending(project.read_connection(), 1)[1] == cap, (
            "what the server refused is on the run's account too"
        )
        again = run(project, wanted)
        assert (again.is_resumed, again.requests_sent, len(fake.seen)) == (True, 0, cap), "and stays there"
        assert end.replies_received == max(cap - 2, 0), "the form is found once"


def test_every_way_of_sending_again_counts(project: Project) -> None:
    """Overload, a stream that may not count, formats that are refused: seven requests for two replies."""
    answers = [error(529), error(400, "unknown field stream_options"), error(400, "response_format"), error(500)]

    def script(seen: Seen, number: int) -> Answer:
        return answers[number] if number < len(answers) else good(seen, number)

    with serving(script) as fake:
        end = run(project, order(fake, "compatible", model="m", stream=True, concurrency=1))
        assert (end.state, end.replies_received, end.requests_sent, len(fake.seen)) == ("done", 2, 6, 6)
    assert [row[0] for row in calls(project, "attempts")] == [5, 1]


def test_a_request_that_waits_for_its_next_try_is_counted_when_the_run_ends(project: Project) -> None:
    with serving(lambda *_: error(429, retry_after="30")) as fake:
        wanted = order(fake, policy=RetryPolicy(attempts=3, cap=60))
        runner = Runner(project, prepare(project, wanted)).start()
        until(lambda: runner.progress().waiting > 0 and runner.progress().in_flight == 0)
        runner.stop("The window was closed.")
        runner.join(10)
        assert store.get_spending(project.read_connection(), 1)[1] == len(fake.seen) > 0


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("stall", [(30.0, 0.0), (0.0, 0.4)], ids=["before", "within"])
def test_a_server_that_stalls_is_let_go_of_and_counts(tmp_path: Path, stall: tuple[float, float], stream: bool) -> None:
    short = RetryPolicy(attempts=2, timeout=0.6, first=0.01)
    with many(tmp_path, 5) as project, serving(hostile_models.stalling(*stall)) as fake:
        end = run(project, order(fake, stream=stream, policy=short, max_requests=3, concurrency=1, budget=50.0))
        assert (end.state, end.replies_received, end.requests_sent, len(fake.seen)) == ("stopped", 0, 3, 3)
        assert end.possible > 0, "what never came may be charged"
        assert store.get_spending(project.read_connection(), 1)[1] == 3


# Numbers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("usage", hostile_models.USAGES.values(), ids=hostile_models.USAGES)
@pytest.mark.parametrize("provider", ["openai", "anthropic", "compatible"])
def test_a_usage_that_cannot_be_is_none(project: Project, provider: str, usage: Any) -> None:
    more = {"model": "m"} if provider == "compatible" else {"budget": 50.0}
    with serving(hostile_models.counting(usage)) as fake:
        end = run(project, order(fake, provider, **more))
    assert (end.state, end.replies_received, end.tokens_in, end.tokens_out) == ("done", 2, 0, 0)
    assert calls(project, "tokens_in, tokens_out") == [(None, None)] * 2
    if provider != "compatible":
        assert 0 < end.spent < 1, "the worst case stands where nobody counted"


def test_a_batch_with_a_usage_that_cannot_be(project: Project) -> None:
    def script(seen: Seen, number: int) -> Answer:
        answer = good(seen, number)
        answer.tokens = (hostile_models.BIG, hostile_models.BIG)
        return answer

    with serving(script) as fake:
        fake.polls = 0
        end = run(project, order(fake, batch=True))
    assert (end.state, end.replies_received, calls(project, "tokens_in")) == ("done", 2, [(None,), (None,)])


@pytest.mark.parametrize("number", [hostile_models.BIG, -1, "12", 1.5, True, None])
def test_recorded_counts_that_cannot_be(project: Project, tmp_path: Path, number: Any) -> None:
    (key,) = project.read_connection().execute("SELECT key FROM item").fetchone()
    file = tmp_path / "r.jsonl"
    entry = {"item": key, "reply": {"verdicts": []}, "tokens_in": number, "tokens_out": number}
    file.write_text(json.dumps(entry))
    wanted = Order("dial-summer-fine", Source("replay", replies=str(file)), "m", Choices(ONE, 1), policy=QUICK)
    assert run(project, wanted).state == "done"
    assert calls(project, "tokens_in") == [(None,)] * 2


def test_counts_up_to_a_milliard_count() -> None:
    assert [_sdk.count(n) for n in (0, 10**9, 10**9 + 1, 10**30, -1, 1.0, True)] == [0, 10**9, *[None] * 5]


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "9" * 400, "9" * 5000, "0x1"])
def test_numbers_in_a_reply_that_cannot_be_are_unscored(project: Project, number: str) -> None:
    text = f'{{"verdicts": [{{"number": {number}, "label": "YES"}}, {{"number": {number}, "label": "NO"}}]}}'
    with serving(lambda *_: Answer(text)) as fake:
        end = run(project, order(fake))
    assert end.state == "done" and end.replies_received == 2


@pytest.mark.parametrize("wait", ["1e308", "-1e308", "9" * 400, "nan", "1e-400"])
def test_waits_that_cannot_be_are_not_waited_for(project: Project, wait: str) -> None:
    def script(seen: Seen, number: int) -> Answer:
        return error(429, retry_after=wait) if number == 0 else good(seen, number)

    with serving(script) as fake:
        end = run(project, order(fake))
    assert (end.state, end.replies_received) == ("done", 2)


# Ctrl+C --------------------------------------------------------------------------------------------------------------


def test_ctrl_c_exits_130_and_says_where_the_run_stands(tmp_path: Path) -> None:
    with many(tmp_path, 40) as project:
        path = project.path

    def script(seen: Seen, number: int) -> Answer:
        answer = good(seen, number)
        answer.delay = 0.0 if number < 10 else 60.0
        return answer

    words = ["judge", "dial-summer-fine", "--project", str(path), "--provider", "openai", "--model", "gpt-4o"]
    words += ["--criterion", ONE[0], "--samples", "1", "--concurrency", "2", "--yes"]
    with serving(script) as fake:
        process = subprocess.Popen(
            [sys.executable, "-c", "import sys; from galley.core.cli import main; sys.exit(main())", *words,
             "--base-url", f"{fake.url}/v1"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        )  # fmt: skip
        until(lambda: len(fake.seen) >= 12, 60)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "Run 1, cancelled" in out, out + err
    (line,) = [line for line in err.splitlines() if line.startswith("galley: ")]
    assert "stopped. Run 1 has finished " in line and " of 40 items; 12 requests sent, 10 answered." in line
    with Project.open(path) as project:
        assert Counter(row[0] for row in calls(project)) == Counter(done=10, failed=2)


def test_ctrl_c_at_the_question_exits_130_and_no_as_answer_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import builtins

    with building.project(tmp_path) as project:
        path = project.path
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    words = ["judge", "dial-summer-fine", "--project", str(path), "--provider", "compatible", "--model", "m"]
    words += ["--base-url", "http://127.0.0.1:9/v1"]

    def interrupted(*_: Any) -> str:
        raise KeyboardInterrupt

    for answer, code in ((interrupted, 130), (lambda *_: "n", 1)):
        monkeypatch.setattr("click.termui.visible_prompt_func", answer)
        monkeypatch.setattr(builtins, "input", answer)
        assert main(words) == code
        assert "galley: stopped." in capsys.readouterr().err
