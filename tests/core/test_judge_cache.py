"""What a provider keeps of how requests begin: measured at our own servers by the beginning that requests share."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from galley.core.exports.registry import export
from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.judges.inquiry import price, prompts
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, Seen, serving
from tests.core.judging import KEY, QUICK, good, order, run

TEN = Choices(("all",), 5)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """One long dialogue with two short summaries."""
    record = building.record(verdicts=[], judged=[])
    del record["documents"][1]
    for turn in record["documents"][0]["turns"]:
        turn["text"] += " " + " ".join(f"We looked at place number {n} of the list." for n in range(90))
    return building.project(tmp_path, record)


def pieces(seen: Seen) -> list[str]:
    """What is sent, in the order in which a provider reads it."""
    body = seen.body
    shape = json.dumps(body.get("response_format") or body.get("output_config"))
    found = [shape, body["system"]] if "system" in body else [shape]
    for message in body["messages"]:
        content = message["content"]
        found += [content] if isinstance(content, str) else [part["text"] for part in content]
    return found


class Keeping:
    """Knows what it was sent and has answered: as OpenAI does the longest beginning in steps of 128 tokens, as
    Anthropic the beginning up to a mark. A token is four characters."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.guard = threading.Lock()
        self.read = self.written = self.sent = 0

    def __call__(self, seen: Seen, number: int) -> Answer:
        whole = "".join(pieces(seen))
        marked = self._marked(seen)
        with self.guard:
            read = max((_alike(whole, other) for other in self.kept), default=0) // 4
            read = read // 128 * 128 if read >= 1_024 else 0
            written = 0
            if "system" in seen.body:
                read = len(marked) // 4 if marked and marked in self.kept else 0
                written = len(marked) // 4 - read
            self.read, self.written, self.sent = self.read + read, self.written + written, self.sent + len(whole) // 4
        plain = good(seen, number)
        threading.Event().wait(0.02)
        with self.guard:
            self.kept.append(marked if "system" in seen.body else whole)
        return _counted(seen, plain.text, len(whole) // 4, read, written)

    @staticmethod
    def _marked(seen: Seen) -> str:
        content = seen.body["messages"][-1]["content"]
        if "system" not in seen.body or isinstance(content, str):
            return ""
        assert [set(part) for part in content] == [{"type", "text", "cache_control"}, {"type", "text"}]
        return "".join(pieces(seen)[:-1])


def _alike(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def _counted(seen: Seen, text: str, tokens: int, read: int, written: int) -> Answer:
    if "system" in seen.body:
        usage = {"input_tokens": tokens - read - written, "output_tokens": 20}
        usage |= {"cache_read_input_tokens": read, "cache_creation_input_tokens": written}
        body: Any = {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn", "usage": usage}
    else:
        usage = {"prompt_tokens": tokens, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": read}}
        body = {"choices": [{"message": {"content": text}, "finish_reason": "stop"}], "usage": usage}
    return Answer(body=json.dumps({"model": seen.body["model"], **body}).encode())


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_ten_criteria_and_five_samples_pay_for_the_source_once(project: Project, provider: str) -> None:
    keeping = Keeping()
    with project, serving(keeping) as fake:
        wanted = order(fake, provider, choices=TEN, concurrency=8)
        found = estimate(project, prepare(project, wanted))
        end = run(project, wanted, 60)
        summed = (
            project.read_connection()
            .execute("SELECT sum(tokens_in), sum(tokens_read), sum(tokens_written) FROM call WHERE state = 'done'")
            .fetchone()
        )
        export(project, "galley", project.path.with_name("runs.jsonl"))
        told = [json.loads(line) for line in project.path.with_name("runs.jsonl").read_text("utf-8").splitlines()]
        with Project.create(project.path.with_name("again.galley")) as again:
            import_files(again, registry.find("galley"), [project.path.with_name("runs.jsonl")])
            kept = again.read_connection().execute(
                "SELECT sum(tokens_in), sum(tokens_read), sum(tokens_written) FROM call"
            )
            assert kept.fetchone() == summed, "the native record takes them along"
    assert sum(call["tokens_read"] for item in told for call in item.get("calls", ())) == keeping.read
    assert tuple(summed) == (keeping.sent, keeping.read, keeping.written), "kept with each call"
    calls = 10 * 5 * 2
    assert (end.state, end.replies_received) == ("done", calls)
    assert end.tokens_read == keeping.read and end.tokens_in == keeping.sent
    # by hand: what is alike is all but the task, and only the first request has to pay for it
    lengths = [len("".join(pieces(seen)[:-1])) // 4 if provider == "anthropic" else _shared(seen) for seen in fake.seen]
    assert len(set(lengths)) == 1
    assert keeping.read >= 0.97 * (calls - 1) * lengths[0], "all but the first one read it"
    assert keeping.read > 0.6 * keeping.sent
    assert found.tokens_read == pytest.approx(keeping.read, rel=0.2)
    model = wanted.model
    rates = price._rates(provider, model)
    assert rates is not None
    plain = keeping.sent - keeping.read - keeping.written
    cost = plain * rates[0] + calls * 20 * rates[1] + keeping.read * rates[2] + keeping.written * rates[3]
    assert end.spent == pytest.approx(cost) and cost < keeping.sent * rates[0] + calls * 20 * rates[1]
    assert found.money is not None and found.saved_money == pytest.approx(
        found.tokens_read * (rates[0] - rates[2]) - (lengths[0] * (rates[3] - rates[0])), rel=0.25
    )
    if provider == "anthropic":
        assert keeping.written == lengths[0], "written once"
        assert rates[2] == pytest.approx(0.1 * rates[0]) and rates[3] == pytest.approx(1.25 * rates[0])


def _shared(seen: Seen) -> int:
    shape, system, user = pieces(seen)
    return len(shape + system + user.partition("You check")[0]) // 4


def test_a_beginning_that_nobody_shares_or_that_is_short_is_not_marked(tmp_path: Path, project: Project) -> None:
    with project, serving(good) as fake:
        record = building.record(verdicts=[], judged=[])
        run(project, order(fake, "anthropic"))
        assert all("cache_control" in json.dumps(seen.body) for seen in fake.seen), "two summaries share it"
        del record["documents"][-1]
    (tmp_path / "one").mkdir()
    with building.project(tmp_path / "one", record) as small, serving(good) as fake:
        run(small, order(fake, "anthropic"))
        assert fake.seen and all("cache_control" not in json.dumps(seen.body) for seen in fake.seen)
        plan = prepare(small, order(fake, "openai", choices=TEN))
        found = estimate(small, plan)
        assert (found.saved_money, found.tokens_read) == (0, 0), "too short for a provider to keep"


def test_the_first_one_goes_ahead_and_its_failure_holds_nobody_up(project: Project) -> None:
    together: list[int] = []

    def script(seen: Seen, number: int) -> Answer:
        together.append(number)
        return Answer(status=500, body=b"{}") if number == 0 else good(seen, number)

    with project, serving(script) as fake:
        end = run(project, order(fake, choices=Choices(("changed-meaning",), 5), concurrency=8))
    assert end.state == "done" and end.replies_received == 10 and end.retries == 1


def test_every_prompt_with_sources_has_them_first_and_in_the_same_words() -> None:
    beginnings = set()
    for method in ("dial-summer-fine", "coarse-hallucination", "finesure", "direct-faithfulness"):
        for prompt in prompts.read_shipped(method).values():
            if prompt.schema is not None and "source" in prompt.inputs:
                inputs = {name: f"<{name}>" for name in prompt.inputs}
                system, user, shared = prompt.fill(**inputs)
                beginnings.add((system, user[:shared]))
                assert not re.search(r"<(?!source)\w+>", system + user[:shared]), "nothing that differs comes before"
    assert len(beginnings) == 1 and next(iter(beginnings))[1] == "Here are the sources.\n\n<source>\n\n"


SHARED = {
    ("kgds-decompose", "facts"): ("article",),
    ("kgds-opinion-errors", "errors"): ("article", "dialogue"),
    ("kgds-feedback", "feedback"): ("article", "dialogue"),
    ("qa-evaluation", "document-answers"): ("extent", "source"),
    ("sumie-evaluate", "entries"): ("entity", "reference"),
}
"""What comes first where several questions are about the same texts."""


@pytest.mark.parametrize("place", SHARED, ids="/".join)
def test_what_several_questions_are_about_comes_first(place: tuple[str, str]) -> None:
    prompt = prompts.read_shipped(place[0])[place[1]]
    inputs = {name: f"<{name}>" for name in prompt.inputs}
    system, user, shared = prompt.fill(**inputs)
    assert re.findall(r"<(\w+)>", user[:shared]) == list(SHARED[place])
    of_a_run = {"definitions", "names"}  # the same for all questions of a run
    assert set(re.findall(r"<(\w+)>", system)) <= of_a_run
    assert set(re.findall(r"<(\w+)>", user[shared:])) == set(prompt.inputs) - set(SHARED[place]) - of_a_run


def test_the_facts_of_an_article_are_asked_for_with_its_text_kept(tmp_path: Path) -> None:
    words = "Words. " * 900
    article = {"id": "article", "role": "article", "paragraphs": [f"Paragraph {n}. {words}" for n in range(4)]}
    talk = {"id": "d", "role": "dialogue", "turns": [{"speaker": "Ann", "text": "Well."}]}
    with building.project(tmp_path, {"key": "k", "documents": [article, talk]}) as made, serving(good) as fake:
        source = order(fake, "anthropic").source
        plan = prepare(made, Order("kgds-decompose", source, "claude-sonnet-4-6", policy=QUICK))
        found = estimate(made, plan)
        assert found.requests == 4 and found.tokens_read > 3 * 4_000 and found.saved_money > 0


def test_a_prompt_of_the_projects_own_without_the_line_still_works(project: Project) -> None:
    own = prompts.read_shipped("finesure")["faithfulness"].text.replace("--- task ---\n\n", "")
    with project, serving(good) as fake:
        project.write(lambda c: prompts.override(c, "finesure", "faithfulness", own)).result()
        loaded = prompts.load(project.read_connection(), "finesure")["faithfulness"]
        assert loaded.alike == "" and loaded.overridden and "{{source}}" in loaded.user
        source = order(fake, "anthropic").source
        end = run(project, Order("finesure", source, "claude-sonnet-4-6", policy=QUICK))
        assert end.replies_received == 2 and "cache_control" not in json.dumps([seen.body for seen in fake.seen])


def test_the_dry_run_says_what_is_saved(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    from galley.core.cli import main

    path = str(project.path)
    project.close()
    words = ["judge", "dial-summer-fine", "--project", path, "--provider", "anthropic", "--criterion", "all"]
    assert main([*words, "--model", "claude-sonnet-4-6", "--dry-run"]) == 0
    out = capsys.readouterr().out
    saved = re.search(r"about ([\d,]+) repeat and are read from the provider's cache, which saves about \$(\d+\.\d+)",
    out)
    assert saved is not None and float(saved[2]) > 0.1
    assert main([*words, "--model", "claude-sonnet-4-6", "--dry-run", "--batch"]) == 0
    assert "cache" not in capsys.readouterr().out, "nobody knows whether a batch finds it kept"
