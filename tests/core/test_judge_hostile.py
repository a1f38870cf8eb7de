"""Servers that lie, stall, drop and flood, with each provider's real SDK: no lie becomes a verdict, no key is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from galley.core.judges.methods.base import Choices
from galley.core.judges.retry import RetryPolicy
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, Seen, serving
from tests.core.hostile_models import LIES, TROUBLE, flooding_labels, garbage, half_done, stalling, torn
from tests.core.judging import KEY, ONE, judged_verdicts, many, order, run

PROVIDERS = ("openai", "anthropic", "compatible")
QUICK = RetryPolicy(attempts=2, timeout=20.0, first=0.01, cap=0.05)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GALLEY_COMPATIBLE_API_KEY"):
        monkeypatch.setenv(name, KEY)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return building.project(tmp_path, building.record(verdicts=[], judged=[]))


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("lie", LIES)
def test_no_lie_becomes_a_verdict(project: Project, provider: str, lie: str) -> None:
    with project, serving(LIES[lie]) as fake:
        end = run(project, order(fake, provider, policy=QUICK, concurrency=2), 60)
        assert end.over and end.flags == 0
        assert {v.value for v in judged_verdicts(project)} <= {None}
        assert project.read_connection().execute("SELECT count(*) FROM judged").fetchone() == (0,), (
            "silence is not an answer here"
        )
        assert KEY.encode() not in project.path.read_bytes()


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("trouble", [name for name in TROUBLE if not name.startswith("content as")])
def test_what_is_said_in_the_end_is_read(project: Project, provider: str, trouble: str) -> None:
    with project, serving(TROUBLE[trouble]) as fake:
        wanted = order(fake, provider, policy=replace(QUICK, attempts=4), concurrency=1, choices=Choices(ONE, 3))
        end = run(project, wanted, 60)
        assert (end.state, end.flags, end.failed_calls, sum(end.unscored_reasons.values())) == ("done", 0, 0, 0)
        assert end.replies_received == 6
        assert project.read_connection().execute("SELECT count(*) FROM judged").fetchone()[0] == 2


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
@pytest.mark.parametrize("script", [garbage, torn, half_done, flooding_labels])
def test_a_batch_of_lies_is_no_better(project: Project, provider: str, script: object) -> None:
    with project, serving(script) as fake:  # type: ignore[arg-type]
        fake.polls = 0
        end = run(project, order(fake, provider, batch=True, policy=QUICK), 60)
        assert end.state == "done" and end.flags == 0
        assert {v.value for v in judged_verdicts(project)} == {None}


def test_a_batch_that_lacks_half_of_its_replies_says_so(tmp_path: Path) -> None:
    def script(seen: Seen, number: int) -> Answer:
        return Answer("x", status=500) if number % 2 else garbage()

    with many(tmp_path, 3) as project, serving(script) as fake:
        fake.polls = 0
        end = run(project, order(fake, batch=True, policy=QUICK), 60)
        assert (end.failed_calls, end.replies_received, end.flags) == (3, 3, 0)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("stream", [False, True])
def test_a_server_that_stalls_is_not_waited_for(project: Project, provider: str, stream: bool) -> None:
    with project, serving(stalling(3_600)) as fake:
        end = run(project, order(fake, provider, stream=stream, policy=RetryPolicy(1, 0.3, 0.01, 0.05)), 30)
        assert end.failed_calls == 2 and end.possible >= 0
