"""Local servers with a thinking model and a short context: the limit of replies, replies that are asked for once more,
and prompts that a server cuts. The server behaves as Ollama, vLLM, llama.cpp and LM Studio do."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from galley.core.cli import main
from galley.core.judges.clients.server_context import ServerContext, read_context
from galley.core.judges.inquiry import labels
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import UNSCORED, Order, prepare
from galley.core.judges.run_report import runs
from galley.core.judges.try_judge import try_on
from galley.core.project.project import Project
from tests.core.fake_models import Answer, FakeModels, LocalServer, Script, Seen, serving
from tests.core.judging import asked, calls, good, many, order, run, verdicts

KINDS = ("Ollama", "vLLM", "llama.cpp", "LM Studio")
MODEL = "small"
OWN = "own"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with many(tmp_path, 3) as made:
        yield made


def thinking(fake: FakeModels) -> Script:
    """A model that thinks before each sound answer, within the limit and the context."""
    return lambda seen, number: fake.local.think(seen.body, good(seen, number))


def asks(fake: FakeModels, method: str = "dial-summer-fine", **more: Any) -> Order:
    wanted = replace(order(fake, "compatible", model=MODEL), concurrency=1, **more)
    if method == OWN:
        wanted = replace(wanted, choices=Choices((), 1, scheme="basic"))
    return replace(wanted, method=method)


def limits(fake: FakeModels) -> list[int]:
    return [seen.body["max_tokens"] for seen in fake.asked("/chat/completions")]


@pytest.mark.parametrize("kind", KINDS)
def test_the_limit_of_a_reply_is_what_the_prompt_leaves_in_the_context(project: Project, kind: str) -> None:
    with serving(good) as fake:
        fake.local = LocalServer(kind, context=4_096, thoughts=1_500)
        fake.script = thinking(fake)
        end = run(project, asks(fake))
        assert (end.state, end.read, end.second_calls) == ("done", 6, 0), end
        for seen in fake.asked("/chat/completions"):
            words = len(fake.local.read(seen.body))
            assert 600 < seen.body["max_tokens"] < 4_096 - words, "a second way to count: words, not estimated tokens"
        assert [len(fake.probes), fake.probes[0].body["max_tokens"] in limits(fake)] == [1, True]


def test_a_reply_that_was_cut_is_asked_for_once_more_with_twice_the_tokens(project: Project) -> None:
    with serving(good) as fake:
        fake.local = LocalServer("vLLM", context=131_072, thoughts=12_000)
        fake.script = thinking(fake)
        end = run(project, asks(fake))
        sent: dict[str, list[int]] = {}
        for seen in fake.asked("/chat/completions"):
            sent.setdefault(json.dumps(seen.body["messages"]), []).append(seen.body["max_tokens"])
        assert len(sent) == 6 and all(second == 2 * first for first, second in sent.values())
        assert (end.read, end.second_calls) == (6, 6)
        assert not end.unscored_reasons
        rows = calls(project, "part, finish, unscored")
        assert Counter(row[0].endswith("asked again") for row in rows) == {False: 6, True: 6}
        assert {row[2] for row in rows if row[1] == "truncated"} == {labels.CUT_OFF}
        assert "--max-tokens" in labels.CUT_OFF and "context" in labels.CUT_OFF
        run_row = runs(project.read_connection())[0]
        assert (run_row.second_calls, run_row.calls) == (6, 12)
        again = run(project, asks(fake))
        assert (again.reused_calls, again.replies_received) == (12, 0), "nothing is asked for a third time"


def test_the_users_own_limit_holds_and_no_room_is_no_second_try(project: Project) -> None:
    with serving(good) as fake:
        fake.local = LocalServer("Ollama", context=2_048, thoughts=4_000)
        fake.script = thinking(fake)
        end = run(project, asks(fake))
        assert (end.second_calls, end.read) == (0, 0), "the context has no room for twice as many"
        fake.seen.clear()
        fake.local.context = 131_072
        end = run(project, asks(fake, limit=700))
        assert set(limits(fake)) == {700} and end.second_calls == 0


def test_a_stronger_limit_gets_what_retry_did_not(project: Project) -> None:
    with serving(good) as fake:
        fake.local = LocalServer("Ollama", context=2_048, thoughts=4_000)
        fake.script = thinking(fake)
        run(project, asks(fake))
        fake.local.context = 16_384
        end = run(project, asks(fake, again=UNSCORED))
        assert (end.read, end.reused_calls) == (6, 0)
        assert run(project, asks(fake, again=UNSCORED)).replies_received == 0


def test_ollama_loads_the_model_before_it_says_its_context(project: Project) -> None:
    with serving(good) as fake:
        fake.local = LocalServer("Ollama", context=4_096, is_loaded=False)
        assert run(project, asks(fake)).state == "done"
        assert fake.local.is_loaded and max(limits(fake)) < 4_096


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("is_deaf", [False, True])
def test_a_server_that_cuts_prompts_is_not_believed(project: Project, kind: str, is_deaf: bool) -> None:
    with serving(good) as fake:
        fake.local = LocalServer(kind, context=8_192, reads=100, is_deaf=is_deaf)
        end = run(project, asks(fake))
        assert end.state == "failed" and not fake.asked("/chat/completions"), end
        assert "cuts the longest prompt" in end.why and "(100 were read)" in end.why
        names = ("num_ctx", "--max-model-len", "--ctx-size", "Context Length")
        option = dict(zip(KINDS, names, strict=True))
        expected = [option[kind]] if kind else list(option.values())
        assert all(name in end.why for name in expected) and re.search(r"(4096|8192|12288|16384)", end.why)
        assert not calls(project)


def test_a_server_that_cuts_the_middle_of_prompts_is_not_believed(project: Project) -> None:
    with serving(good) as fake:
        fake.local = LocalServer("LM Studio", context=8_192, cuts_middle=True)
        assert run(project, asks(fake)).state == "done"
        whole = len(fake.local.read(fake.probes[0].body))
        fake.seen.clear()
        fake.local.reads = whole - 40  # too few to show in the count of tokens
        end = run(project, asks(fake, sampling={"temperature": 0.5}))
        assert end.state == "failed" and not fake.asked("/chat/completions"), end
        assert "cuts the longest prompt" in end.why and "Context Length" in end.why


def test_a_model_that_repeats_nothing_is_believed_where_the_server_counts_the_whole_prompt(project: Project) -> None:
    with serving(good) as fake:
        fake.local = LocalServer("llama.cpp", context=8_192, is_deaf=True)
        assert run(project, asks(fake)).state == "done"
        assert len(fake.probes) == 2, "a long one, and a short one that tells why"


def test_a_run_whose_replies_are_known_sends_no_probe(project: Project) -> None:
    with serving(good) as fake:
        run(project, asks(fake))
        fake.probes.clear()
        assert run(project, asks(fake)).reused_calls == 6 and not fake.probes


def test_the_plan_shows_both_limits_and_the_context(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    path = project.path
    project.close()
    with serving(good) as fake:
        fake.local = LocalServer("vLLM", context=131_072)
        base = ["judge", "dial-summer-fine", "--project", str(path), "--provider", "compatible", "--model", MODEL]
        base += ["--base-url", f"{fake.url}/v1", "--criterion", "changed-meaning", "--samples", "1"]
        assert main([*base, "--dry-run"]) == 0
        out = capsys.readouterr().out
        assert "Reply: at most 8,300 tokens, 16,600 when asked again after one that was cut off." in out
        assert "vLLM reads 131,072 tokens, prompt and reply together." in out
        assert "That leaves" not in out, "there is room"
        assert not fake.seen and not fake.probes
        fake.local.context = 4_096
        assert main([*base, "--dry-run"]) == 0
        out = capsys.readouterr().out
        assert "That leaves some replies less than 8,000 tokens, thinking included" in out
        assert re.search(r"for as many, set --max-model-len (12288|8192) \(vllm serve\)\.", out)
        assert main([*base, "--dry-run", "--max-tokens", "700"]) == 0
        assert "That leaves" not in capsys.readouterr().out, "the user said how long a reply may be"
        fake.local.context = 1_024
        assert main([*base, "--dry-run"]) == 0
        assert "--max-model-len" in capsys.readouterr().out
        fake.local = LocalServer("vLLM", context=131_072, thoughts=12_000)
        fake.script = thinking(fake)
        assert main([*base, "--yes"]) == 0
        out = capsys.readouterr().out
        assert "Asked once more, since a reply was cut off or malformed: 6 of 12 calls (50.0%)." in out


def test_what_four_servers_say() -> None:
    loaded = [{"name": "qwen3:8b", "model": "qwen3:8b", "context_length": 4096}]
    assert read_context({"/api/ps": {"models": loaded}}, "qwen3:8b") == ServerContext("Ollama", 4_096)
    assert read_context({"/api/ps": {"models": loaded}}, "other") == ServerContext("Ollama")
    latest = [{"name": "phi:latest", "context_length": 8192}]
    assert read_context({"/api/ps": {"models": latest}}, "phi").tokens == 8_192
    page = "<html>no</html>"
    assert read_context(dict.fromkeys(("/api/ps", "/props", "/v1/models"), page), "m") == ServerContext()
    instances = [{"key": "m", "loaded_instances": [{"id": "m", "config": {"context_length": 12_000}}]}]
    assert read_context({"/api/v1/models": {"models": instances}}, "m") == ServerContext("LM Studio", 12_000)
    for nonsense in (-1, True, "4096", 10**12, None):
        assert read_context({"/v1/models": {"data": [{"id": "m", "max_model_len": nonsense}]}}, "m").tokens == 0
    assert ServerContext("Ollama").advise(5_000).startswith("num_ctx to 8192 ")


# Malformed replies -------------------------------------------------------------------------------------------------


def first_bad(bad: Answer) -> Script:
    """Bad unless the error is named."""

    def answer(seen: Seen, number: int) -> Answer:
        return good(seen, number) if "could not be read" in json.dumps(seen.body) else bad

    return answer


MALFORMED = {
    "no JSON": (Answer("Fine."), "no list in the reply"),
    "cut list": (Answer('{"verdicts": [{"number": 1, "label": "YES"'), "truncated"),
    "empty": (Answer(""), "empty reply"),
    "count": (Answer('{"verdicts": [{"label": "NO"}, {"label": "NO"}, {"label": "NO"}]}'), "lists 3 sentences instead"),
    "left out": (Answer('{"verdicts": [{"number": 2, "label": "NO"}]}'), "left out of the reply"),
}


@pytest.mark.parametrize(("bad", "named"), MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize("provider", ["openai", "compatible"])
def test_a_malformed_reply_is_asked_for_once_more_with_its_error(
    project: Project, bad: Answer, named: str, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-abcdefghijkl")
    with serving(first_bad(bad)) as fake:
        wanted = replace(order(fake, provider, concurrency=1), method=OWN, choices=Choices((), 1, scheme="basic"))
        end = run(project, wanted)
        sent = fake.asked("/chat/completions")
        assert end.second_calls * 2 == len(sent) == end.requests_sent > 0
        assert not end.unscored_reasons
        texts = [seen.body["messages"][-1]["content"] for seen in sent]
        first_texts = [text for text in texts if "could not be read" not in text]
        second_texts = [text for text in texts if "could not be read" in text]
        assert any(named in text for text in second_texts)
        assert all(any(text.startswith(first) for first in first_texts) for text in second_texts)
        row = runs(project.read_connection())[0]
        assert (row.second_calls, row.calls, row.attempts) == (len(sent) // 2, len(sent), len(sent))
        assert run(project, wanted).requests_sent == 0


def test_a_batch_is_followed_by_one_with_what_is_asked_once_more(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-abcdefghijkl")
    with serving(first_bad(Answer("Fine."))) as fake:
        fake.polls = 0
        end = run(project, replace(order(fake, batch=True), method=OWN, choices=Choices((), 1, scheme="basic")))
        assert (end.state, len(fake.batches), end.unscored_reasons) == ("done", 2, Counter())
        row = runs(project.read_connection())[0]
        assert row.second_calls * 2 == row.calls > 0


HEDGED = {
    "hedged": "YES/NO",
    "unknown": "PERHAPS",
    "sentence": "I would say YES but maybe NO",
}


@pytest.mark.parametrize("label", HEDGED.values(), ids=HEDGED)
def test_hedged_doubled_and_withdrawn_labels_are_unscored_and_never_asked_again(project: Project, label: str) -> None:
    def hedge(seen: Seen, _: int) -> Answer:
        return Answer(verdicts(asked(seen)).replace('"NO"', json.dumps(label)))

    def double(seen: Seen, _: int) -> Answer:
        entries = json.loads(verdicts(asked(seen)))["verdicts"]
        return Answer(json.dumps({"verdicts": [*entries, {**entries[0], "label": "YES"}]}))

    def retract(seen: Seen, _: int) -> Answer:
        return Answer(verdicts(asked(seen)) + "\nWait, the correct label is YES.")

    for script in (hedge, double, retract):
        with serving(script) as fake:
            end = run(project, asks(fake, OWN))
            assert end.second_calls == 0 and end.unscored_reasons and not end.flags


def test_the_papers_methods_name_no_error_to_the_model(project: Project) -> None:
    with serving(first_bad(Answer("Fine."))) as fake:
        end = run(project, asks(fake))
        assert (end.second_calls, end.read) == (0, 0)


def test_a_cap_counts_what_is_asked_once_more(project: Project) -> None:
    with serving(first_bad(Answer("Fine."))) as fake:
        end = run(project, asks(fake, OWN, max_requests=3))
        assert (end.state, end.requests_sent, len(fake.asked("/chat/completions"))) == ("stopped", 3, 3)
        end = run(project, asks(fake, OWN, max_requests=100))
        assert end.state == "done" and not end.unscored_reasons
        sent = len(fake.asked("/chat/completions"))
        assert sent == end.reused_calls + end.replies_received, "none was paid for twice"


def test_a_second_reply_that_is_no_better_leaves_the_first(project: Project) -> None:
    part = '{"verdicts": [{"number": 2, "label": "YES"}]}'

    def answer(seen: Seen, _: int) -> Answer:
        return Answer("Sorry." if "could not be read" in json.dumps(seen.body) else part)

    with serving(answer) as fake:
        end = run(project, asks(fake, OWN))
        assert end.flags and end.unscored_reasons, "the second sentence stands, the first is unscored"
        assert end.second_calls == len(fake.asked("/chat/completions")) // 2


def test_a_try_asks_again_too(project: Project) -> None:
    with serving(first_bad(Answer("Fine."))) as fake:
        tryout = try_on(project, prepare(project, asks(fake, OWN), write=False), "item-0")
        assert tryout.requests == len(fake.asked("/chat/completions")) and not tryout.unread
