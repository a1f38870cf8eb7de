"""What may be said of the requests of a run: each word changes what is sent, or is refused with a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from galley.core.cli import main
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.judges.clients.registry import Source
from galley.core.judges.order import DOLLARS, USUAL, Order, order_of, prepare
from galley.core.judges.request_options import apply_settings, knobs
from galley.core.judges.run_estimate import estimate
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, Seen, serving
from tests.core.judging import KEY, QUICK, good, many, order, run, until


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return building.project(tmp_path, building.record(verdicts=[], judged=[]))


SENT: dict[str, dict[str, tuple[str, Any]]] = {
    "openai": {
        "temperature": ("0.5", {"temperature": 0.5}),
        "top-p": ("0.9", {"top_p": 0.9}),
        "seed": ("7", {"seed": 7}),
        "effort": ("minimal", {"reasoning_effort": "minimal"}),
        "verbosity": ("low", {"verbosity": "low"}),
        "logprobs": ("on", {"logprobs": True, "top_logprobs": 5}),
        "api": ("responses", {"store": False}),
        "max-tokens": ("900", {"max_completion_tokens": 900}),
    },
    "anthropic": {
        "temperature": ("0.5", {"temperature": 0.5}),
        "top-p": ("0.9", {"top_p": 0.9}),
        "top-k": ("40", {"top_k": 40}),
        "effort": ("high", {"output_config.effort": "high"}),
        "thinking": ("2,048", {"thinking.budget_tokens": 2048, "thinking.type": "enabled"}),
        "max-tokens": ("900", {"max_tokens": 900}),
    },
    "compatible": {
        "temperature": ("0", {"temperature": 0}),
        "top-p": ("1", {"top_p": 1}),
        "top-k": ("40", {"top_k": 40}),
        "seed": ("0", {"seed": 0}),
        "effort": ("none", {"reasoning_effort": "none"}),
        "verbosity": ("high", {"verbosity": "high"}),
        "logprobs": ("on", {"logprobs": True, "top_logprobs": 5}),
        "max-tokens": ("800", {"max_tokens": 800}),
    },
}


def part(body: Any, path: str) -> Any:
    for name in path.split("."):
        body = body.get(name) if isinstance(body, dict) else None
    return body


@pytest.mark.parametrize(("provider", "name"), [(p, n) for p, sent in SENT.items() for n in sent])
def test_each_setting_is_sent_as_its_provider_calls_it_and_makes_another_call(
    project: Project, provider: str, name: str
) -> None:
    text, wanted = SENT[provider][name]
    with project, serving(good) as fake:
        plain = order(fake, provider)
        run(project, plain)
        before = [seen.body for seen in fake.seen]
        fake.seen.clear()
        if name == "max-tokens":  # a reply that was not cut off is good under any cap
            project.write(lambda c: (c.execute("UPDATE call SET state = 'failed'"), ChangeSet())[1]).result()
        end = run(project, apply_settings(plain, {name: text}))
        assert end.replies_received == len(fake.seen) == len(before), "a reply under another setting is another reply"
        for seen, unset in zip(fake.seen, before, strict=True):
            assert {path: part(seen.body, path) for path in wanted} == wanted
            assert {path: part(unset, path) for path in wanted} != wanted
            assert "api" not in seen.body
        stored = project.read_connection().execute("SELECT settings FROM run ORDER BY id DESC").fetchone()[0]
        assert order_of(json.loads(stored)).sampling == apply_settings(plain, {name: text}).sampling
        assert order_of(json.loads(stored)).limit == apply_settings(plain, {name: text}).limit


def test_every_setting_that_is_sent_is_tried() -> None:
    apart = {"timeout", "price", "ca-file", "proxy", "headers", "service-tier"}
    for provider, sent in SENT.items():
        assert {knob.name for knob in knobs(provider)} - apart == set(sent)
    assert not knobs("replay")


@pytest.mark.parametrize(
    ("provider", "name", "text", "says"),
    [
        ("anthropic", "seed", "7", "anthropic takes no seed; it takes: temperature, top-p"),
        ("anthropic", "verbosity", "low", "takes no verbosity"),
        ("openai", "top-k", "5", "takes no top-k"),
        ("openai", "thinking", "2048", "takes no thinking"),
        ("replay", "temperature", "0.5", "replay takes no temperature; leave it out"),
        ("openai", "temperature", "2.5", "temperature takes a number from 0 to 2, not 2.5"),
        ("openai", "temperature", "nan", "temperature takes a number"),
        ("anthropic", "temperature", "1.5", "a temperature from 0 to 1"),
        ("openai", "effort", "heroic", "effort takes one of none, minimal"),
        ("anthropic", "effort", "minimal", "an effort of low"),
        ("openai", "seed", "1.5", "seed takes a whole number"),
        ("anthropic", "thinking", "30000", "must be streamed"),
        ("anthropic", "thinking", "100", "thinking takes a number from 1024"),
        ("openai", "timeout", "0", "timeout takes a number from 1"),
        ("openai", "price", "1", "price takes two amounts"),
        ("openai", "price", "1,-2", "two amounts from 0"),
        ("openai", "proxy", "often", "proxy takes one of auto, system, none"),
    ],
)
def test_what_cannot_be_or_is_not_known_is_refused_before_anything_is_sent(
    project: Project, provider: str, name: str, text: str, says: str
) -> None:
    with project, serving(good) as fake:
        wanted = replace(order(fake), source=Source("replay", replies="x")) if provider == "replay" else None
        wanted = wanted or order(fake, provider)
        with pytest.raises(InputError) as told:
            prepare(project, apply_settings(wanted, {name: text}))
        assert says in str(told.value)
        assert not fake.seen


def test_thinking_leaves_room_for_the_answer(project: Project) -> None:
    with project, serving(good) as fake:
        with pytest.raises(InputError, match="leave room"):
            prepare(project, apply_settings(order(fake, "anthropic"), {"thinking": "2000", "max-tokens": "1500"}))
        run(project, apply_settings(order(fake, "anthropic"), {"thinking": "adaptive"}))
        assert fake.seen[-1].body["thinking"] == {"type": "adaptive"}
        run(project, apply_settings(order(fake, "anthropic"), {"thinking": "4000"}))
        assert fake.seen[-1].body["max_tokens"] > 4_000 + 8_000, "the usual cap is for the answer"


def test_the_timeout_holds_and_is_kept(project: Project) -> None:
    wanted = apply_settings(Order("offline", Source("openai")), {"timeout": "7.5"})
    assert wanted.policy.timeout == 7.5
    with project, serving(lambda seen, n: Answer(good(seen, n).text, delay=30)) as fake:
        plan = prepare(project, apply_settings(order(fake, policy=QUICK), {"timeout": "1"}))
        assert order_of(plan.settings).policy.timeout == 1
        end = Runner(project, plan).start().join(20)
        assert "took more than 1 seconds" in " ".join(end.errors) or "did not answer in time" in " ".join(end.errors)


# Money ---------------------------------------------------------------------------------------------------------------


def test_a_price_of_ones_own_makes_a_budget_hold(tmp_path: Path) -> None:
    with many(tmp_path, 6) as project, serving(lambda s, n: Answer(good(s, n).text, tokens=(1_000, 100))) as fake:
        with pytest.raises(InputError, match="give it with --price"):
            prepare(project, order(fake, "compatible", model="m", budget=1.0))
        priced = apply_settings(order(fake, "compatible", model="m", concurrency=1), {"price": "2, 10"})
        plan = prepare(project, Order(**{**vars(priced), "budget": USUAL}))
        assert plan.order.budget == DOLLARS
        assert plan.cost(1_000_000, 0) == 2 and plan.cost(0, 1_000_000) == 10
        found = estimate(project, plan)
        assert found.money == pytest.approx((2 * found.tokens_in + 10 * found.tokens_out) / 1e6)
        end = run(project, priced)
        assert end.spent == pytest.approx(12 * (1_000 * 2 + 100 * 10) / 1e6)
        (cost,) = project.read_connection().execute("SELECT sum(cost) FROM call").fetchone()
        assert cost == pytest.approx(end.spent)
        again = order_of(json.loads(project.read_connection().execute("SELECT settings FROM run").fetchone()[0]))
        assert again.price == (2, 10)


def test_a_budget_by_a_price_of_ones_own_ends_the_run(tmp_path: Path) -> None:
    with many(tmp_path, 6) as project, serving(lambda s, n: Answer(good(s, n).text, tokens=(1_000, 100))) as fake:
        priced = apply_settings(
            order(fake, "compatible", model="m", concurrency=1, limit=100, budget=0.1), {"price": "2,100"}
        )
        end = run(project, priced)
        assert end.state == "stopped" and "more than is left" in end.why
        assert 0 < end.replies_received < 12 and end.spent <= 0.1


def test_the_usual_budget_is_for_models_with_a_price(project: Project) -> None:
    with project, serving(good) as fake:
        assert prepare(project, order(fake, budget=USUAL)).order.budget == DOLLARS
        assert prepare(project, order(fake, "compatible", budget=USUAL)).order.budget is None
        assert prepare(project, order(fake, model="gpt-of-nobody", budget=USUAL)).order.budget is None
        assert prepare(project, order(fake)).order.budget is None


def test_money_on_its_way_is_told_apart_from_money_spent(tmp_path: Path) -> None:
    with many(tmp_path, 4) as project, serving(lambda s, n: Answer(good(s, n).text, delay=3600)) as fake:
        plan = prepare(project, order(fake, concurrency=2, budget=1.0))
        runner = Runner(project, plan).start()
        until(lambda: len(fake.seen) == 2)
        now = runner.progress()
        worst = [plan.worst(plan.request(*asked)) for asked in first_questions(project, plan, 2)]
        assert now.reserved_money == pytest.approx(sum(worst)) and now.spent == 0
        fake.over.set()
        end = runner.join(20)
        assert end.reserved_money == 0 and end.spent > 0


def first_questions(project: Project, plan: Any, count: int) -> list[Any]:
    import asyncio

    from galley.core.judges.inquiry.labels import Reading
    from galley.core.judges.order import item_ids, iter_inquiries

    found: list[Any] = []

    class Asker:
        async def one(self, question: Any) -> Reading:
            found.append((inquiry, question))
            return Reading(unscored_reason="x")

        async def all(self, questions: Any) -> list[Reading]:
            return [await self.one(question) for question in questions]

    for _, inquiries in iter_inquiries(
        project.read_connection(), plan, item_ids(project.read_connection(), plan.order)
    ):
        for inquiry in inquiries:
            asyncio.run(plan.method.work(inquiry, plan.context, Asker()))
    return found[:count]


# What a dry run and a cancelled run say ------------------------------------------------------------------------------


def test_a_dry_run_tells_its_own_duplicates_from_known_replies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [building.record(f"item-{n}", verdicts=[], judged=[]) for n in range(3)]
    with building.project(tmp_path, *records) as project, serving(good) as fake:
        before = estimate(project, prepare(project, order(fake)))
        assert (before.requests, before.reused_calls, before.twins) == (2, 0, 4), "three items with the same texts"
        path = str(project.path)
        run(project, order(fake))
        after = estimate(project, prepare(project, order(fake)))
        assert (after.requests, after.reused_calls, after.twins) == (0, 2, 4)
    words = ["judge", "dial-summer-fine", "--project", path, "--provider", "openai", "--model", "gpt-4o-mini"]
    assert main([*words, "--criterion", "changed-meaning", "--samples", "1", "--dry-run"]) == 0
    assert "Requests: 2, 4 more are the same as others of this run." in capsys.readouterr().out


def test_a_cancelled_run_says_what_lacks_verdicts_and_goes_on(tmp_path: Path) -> None:
    with many(tmp_path, 6) as project:

        def script(seen: Seen, number: int) -> Answer:
            return Answer(good(seen, number).text, delay=3600 if number == 5 else 0)

        with serving(script) as fake:
            wanted = order(fake, concurrency=1)
            runner = Runner(project, prepare(project, wanted)).start()
            until(lambda: len(fake.seen) == 6 and runner.progress().items_done == 2)
            runner.cancel()
            end = runner.join(20)
            assert (end.state, end.replies_received) == ("cancelled", 5)
            assert end.why == "4 of 6 items lack verdicts; continuing judges those."
            assert project.read_connection().execute("SELECT why FROM run").fetchone()[0] == end.why
            again = run(project, wanted)
            assert (again.state, again.is_resumed, again.run) == ("done", True, end.run)
            assert (again.replies_received, again.reused_calls, len(fake.seen)) == (7, 5, 13)
            assert project.read_connection().execute("SELECT state, why FROM run").fetchall() == [("done", "")]
