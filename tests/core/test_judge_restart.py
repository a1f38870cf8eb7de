"""Runs that are killed and batches that outlive the program: nothing is lost, nothing is paid for twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import ChangeSet
from galley.core.judges.order import prepare
from galley.core.judges.runner import Runner
from tests.core.fake_models import Answer, Seen, error, serving
from tests.core.judging import KEY, asked, good, judged_verdicts, many, order, run, until, verdicts
from tests.faults import judge_run


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


Undisturbed = Callable[[bool], tuple[dict[str, Any], float]]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """What a run leaves that nobody kills, and how long it takes, with and without streams."""
    return cache(lambda stream: judge_run.undisturbed(tmp_path_factory.mktemp("undisturbed"), stream))


@pytest.mark.parametrize("number", range(3))
def test_kill_9_in_mid_run_loses_no_verdict_and_pays_for_nothing_twice(
    tmp_path: Path, number: int, undisturbed: Undisturbed
) -> None:
    """Three kills of those that ``make faults`` makes two hundred of (``tests/faults/judge_run.py``)."""
    wanted, took = undisturbed(number == 1)
    found = judge_run.kill(tmp_path, took * (0.1 + 0.35 * number), number == 1, wanted)
    assert not found.wrong, found


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_batch_is_handed_in_fetched_and_survives_a_restart(tmp_path: Path, provider: str) -> None:
    def script(seen: Seen, number: int) -> Answer:
        if number == 3:
            return error(500)
        return Answer(verdicts(asked(seen), (1,)))

    with many(tmp_path, 5) as project, serving(script) as fake:
        fake.polls = 10_000
        wanted = order(fake, provider, batch=True)
        runner = Runner(project, prepare(project, wanted)).start()
        until(lambda: "Waiting for batch 1" in runner.progress().why)
        assert project.read_connection().execute("SELECT state FROM run").fetchone()[0] == "waiting"
        state = project.read_connection().execute("SELECT state FROM batch").fetchone()[0]
        assert state == "sent"
        runner.cancel()
        runner.join(5)
        # as if the process had been killed: the run is still waiting, the batch still out
        project.write(_undo_the_cancel).result()
        fake.polls = 2
        end = run(project, wanted)
        assert end.is_resumed
        assert (end.state, end.replies_received, end.failed_calls, end.flags) == ("done", 9, 1, 9)
        assert len(fake.batches) == 1, "a restart asks for the batch instead of handing it in again"
        assert not fake.asked("/chat/completions")
        assert not fake.asked("/v1/messages")
        money = project.read_connection().execute("SELECT max(cost) FROM call").fetchone()[0]
        full = prepare(project, order(fake, provider)).cost(100, 20)
        assert full is not None
        assert money == pytest.approx(full / 2), "batches cost half"
        assert project.read_connection().execute("SELECT state FROM batch").fetchone()[0] == "fetched"
        assert Counter(v.value for i in range(1, 6) for v in judged_verdicts(project, i))[None] >= 1


def _undo_the_cancel(connection: Any) -> ChangeSet:
    connection.execute("UPDATE run SET state = 'waiting', finished = NULL")
    return ChangeSet()


def test_a_batch_that_was_accepted_without_our_knowing_is_found_again(tmp_path: Path) -> None:
    def lose_the_name(connection: Any) -> ChangeSet:
        connection.execute("UPDATE batch SET state = 'sending', name = NULL")
        return _undo_the_cancel(connection)

    with many(tmp_path, 2) as project, serving(good) as fake:
        fake.polls = 10_000
        wanted = order(fake, batch=True)
        runner = Runner(project, prepare(project, wanted)).start()
        until(lambda: "Waiting for batch 1" in runner.progress().why)
        runner.cancel()
        runner.join(5)
        project.write(lose_the_name).result()
        fake.polls = 1
        assert run(project, wanted).replies_received == 4
        assert len(fake.batches) == 1
