"""The second turn of a chat: what is sent, to whom, by which name it is known, and what it costs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import ChangeSet
from galley.core.judges import run_report
from galley.core.judges.clients.base import Exchange, Request
from galley.core.judges.clients.compatible import SHAPE
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, body_of, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, FakeModels, Seen, serving
from tests.core.judging import KEY, QUICK, run
from tests.core.kgds_play import bare_item, play, written
from tests.core.test_judge_clients import ask

MODELS = {"openai": "gpt-4o", "anthropic": "claude-sonnet-4-6", "compatible": "m"}
PROVIDERS = pytest.mark.parametrize("provider", list(MODELS))
FIRST = '```json\n{"paragraphs": ["[P2]"], "opinion_summary": "Ann is glad."}\n```'
SECOND = '{"reflection": "One is missing.", "paragraphs": [1, 2], "opinion_summary": "Ann is."}'


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI", "ANTHROPIC", "GALLEY_COMPATIBLE"):
        monkeypatch.setenv(f"{name}_API_KEY", KEY)


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path, bare_item()) as made:
        yield made


def said(seen: Seen) -> list[tuple[str, str]]:
    """The chat of a request, without the instructions."""
    return [(m["role"], m["content"]) for m in seen.body["messages"] if m["role"] != "system"]


def instructions(seen: Seen) -> str:
    return "".join(m["content"] for m in seen.body["messages"] if m["role"] == "system") or seen.body["system"]


def script(seen: Seen, _: int) -> Answer:
    return Answer(SECOND if len(said(seen)) == 3 else FIRST, tokens=(100, 20))


def reflecting(fake: FakeModels, provider: str, *criteria: str, **more: Any) -> Order:
    source = Source(provider, fake.url + ("" if provider == "anthropic" else "/v1"))
    choices = Choices(criteria or ("ebs-aos", "self-reflection"))
    return Order("kgds-summarize", source, MODELS[provider], choices, policy=QUICK, **more)


# Requests ------------------------------------------------------------------------------------------------------------


@PROVIDERS
@pytest.mark.parametrize("turns", [0, 1, 2])
def test_earlier_turns_are_messages_of_their_own(provider: str, turns: int) -> None:
    earlier = tuple(Exchange(f"question {n}", f"reply {n}") for n in range(turns))
    wanted = Request("m-1", "You judge.", "And now?", None, earlier=earlier)
    with serving(lambda *_: Answer("x")) as fake:
        assert ask(provider, fake, wanted).text == "x"
    (seen,) = fake.seen
    before = [part for n in range(turns) for part in (("user", f"question {n}"), ("assistant", f"reply {n}"))]
    assert said(seen) == [*before, ("user", "And now?")]
    assert instructions(seen) == "You judge."


def test_a_call_is_known_by_its_chat_and_one_without_a_chat_as_ever() -> None:
    alone = Request("m", "s", "u")
    chats = [Request("m", "s", "u", earlier=(Exchange(*turn),)) for turn in (("a", "b"), ("a", "c"), ("", "ab"))]
    assert len({body_of(each) for each in (alone, *chats)}) == 4
    assert body_of(alone) == '{"max_tokens":4096,"model":"m","system":"s","user":"u"}'
    assert chats[0].texts() == ("s", "a", "b", "u")


# Self-reflection -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("provider", "how"),
    [(p, h) for p in MODELS for h in ("whole", "stream", "batch") if (p, h) != ("compatible", "batch")],
)
def test_reflection_is_the_second_turn_of_the_chat(bare: Project, provider: str, how: str) -> None:
    with serving(script) as fake:
        wanted = reflecting(fake, provider, stream=how == "stream", batch=how == "batch")
        plan = prepare(bare, wanted)
        before = estimate(bare, plan)
        assert (before.requests, before.reused_calls) == (2, 0), "the dry run knows the second turn"
        end = run(bare, wanted)
        assert (end.replies_received, end.failed_calls) == (2, 0)
        bodies = _bodies(fake, how)
        again = run(bare, wanted)
        assert (again.replies_received, again.skipped_items) == (0, 1)
    first, second = bodies
    assert [role for role, _ in said(second)] == ["user", "assistant", "user"]
    assert said(second)[0] == said(first)[0], "the first question as it was"
    assert said(second)[1][1] == FIRST, "the model's words, fence and all"
    assert "step by step" in said(second)[2][1] and "The ferry" not in said(second)[2][1]
    plain, shapes = zip(*(instructions(seen).partition(SHAPE)[::2] for seen in bodies), strict=True)
    assert plain[0] == plain[1]
    assert ["reflection" in shape for shape in shapes] == [False, provider == "compatible"], "each turn's own shape"
    assert written(bare)["sum-" + MODELS[provider] + "-ebs-aos-2-background"].meta["turn"] == 2


def _bodies(fake: FakeModels, how: str) -> list[Seen]:
    """The two requests, alone or out of the batches that held them."""
    if how != "batch":
        return [seen for seen in fake.seen if "messages" in (seen.body or {})]
    found = []
    for seen in fake.seen:
        if seen.path.endswith("/batches") and isinstance(seen.body, dict) and "requests" in seen.body:
            found += [Seen(seen.path, {}, entry["params"]) for entry in seen.body["requests"]]
    for content in fake.files.values():
        lines = [json.loads(line) for line in content.splitlines() if line.strip()]
        found += [Seen("", {}, line["body"]) for line in lines if "body" in line]
    return found


def test_an_estimate_counts_the_first_turn_again(bare: Project) -> None:
    with serving(script) as fake:
        one = estimate(bare, prepare(bare, reflecting(fake, "openai", "ebs-aos"), write=False))
        two = estimate(bare, prepare(bare, reflecting(fake, "openai"), write=False))
        assert not fake.seen, "nothing is sent"
    second = two.tokens_in - one.tokens_in
    assert (one.requests, two.requests) == (1, 2)
    assert one.tokens_in + 200 < second < one.tokens_in + 900, "question, an answer of some 350 tokens, and the request"


def test_a_budget_reserves_for_the_whole_chat(bare: Project) -> None:
    with serving(script) as fake:
        plan = prepare(bare, reflecting(fake, "openai"), write=False)
    alone = Request("gpt-4o", "s", "u")
    chat = Request("gpt-4o", "s", "u", earlier=(Exchange("x" * 4_000, "y" * 4_000),))
    each = plan.cost(1, 0)
    assert each and plan.worst(chat) - plan.worst(alone) >= 8_000 * each


def test_a_reflection_that_comes_later_has_the_kept_reply_word_for_word(bare: Project) -> None:
    with serving(script) as fake:
        run(bare, reflecting(fake, "openai", "ebs-aos"))
        end = run(bare, reflecting(fake, "openai"))
        assert (end.replies_received, end.reused_calls) == (1, 0)
        first, second = fake.seen
    assert said(second)[:2] == [said(first)[0], ("assistant", FIRST)]


def test_an_answer_that_was_imported_is_put_as_the_reply_that_gives_it(tmp_path: Path) -> None:
    made = bare_item()
    meta = {"pattern": "abs-aos", "paradigm": "structured-prompt", "turn": 1}
    made["documents"] += [
        {"id": f"sum-gpt-4o-abs-aos-1-{part}", "role": "summary", "system": "gpt-4o", "part": part, "meta": meta,
         "text": f"The {part} é."}
        for part in ("background", "opinion")
    ]  # fmt: skip
    with building.project(tmp_path, made) as project, serving(script) as fake:
        run(project, reflecting(fake, "openai", "abs-aos", "self-reflection"))
        (only,) = fake.seen
    given = {"background_summary": "The background é.", "opinion_summary": "The opinion é."}
    assert said(only)[1] == ("assistant", json.dumps(given, ensure_ascii=False))


def test_recorded_replies_and_the_inspector_know_the_chat(bare: Project) -> None:
    play(bare, "kgds-summarize", {"ebs-aos": FIRST, "ebs-aos self-reflection": SECOND}, "ebs-aos", "self-reflection")
    first, second = (row for (row,) in bare.read_connection().execute("SELECT id FROM call ORDER BY id"))
    asked, then = run_report.call(bare.read_connection(), first), run_report.call(bare.read_connection(), second)
    assert asked.earlier == () and then.earlier == (Exchange(asked.user, FIRST),)
    assert then.system == asked.system and "earlier" not in then.body


def test_a_wording_of_a_project_from_before_this_was_a_chat_still_works(bare: Project) -> None:
    old = (
        '+++\nid = "ebs-aos-reflection"\nversion = "1"\ninputs = ["article", "dialogue", "earlier"]\n+++\n'
        "Check.\n--- user ---\n{{article}}\n{{dialogue}}\n{{earlier}}\n"
    )

    def override(connection: sqlite3.Connection) -> ChangeSet:
        setting = ("prompt:kgds-summarize/ebs-aos-reflection", json.dumps(old))
        connection.execute("INSERT INTO setting (name, value) VALUES (?, ?)", setting)
        return ChangeSet(settings=True)

    bare.write(override).result()
    with serving(script) as fake:
        assert run(bare, reflecting(fake, "openai")).replies_received == 2
        second = fake.seen[1]
    assert instructions(second) == "Check." and "Ann is glad." in said(second)[2][1]


@pytest.mark.parametrize("odd", ["text", [1], [{"user": 3, "assistant": "x"}], [{"user": "x"}], {"a": 1}, None])
def test_an_imported_request_with_something_else_in_its_place_is_shown_as_it_is(bare: Project, odd: Any) -> None:
    play(bare, "kgds-summarize", {"ebs-aos": FIRST}, "ebs-aos")

    def spoil(connection: sqlite3.Connection) -> ChangeSet:
        body = json.loads(connection.execute("SELECT body FROM request").fetchone()[0])
        connection.execute("UPDATE request SET body = ?", (json.dumps(body | {"earlier": odd}),))
        return ChangeSet(settings=True)

    bare.write(spoil).result()
    detail = run_report.call(bare.read_connection(), 1)
    assert detail.earlier == () and detail.body["earlier"] == odd
