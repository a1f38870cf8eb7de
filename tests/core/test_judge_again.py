"""Asking again for replies that could not be read, and for nothing else; runs that read nothing stop."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from galley.core.cli import main
from galley.core.errors import InputError
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import UNSCORED, Order, order_of, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.judges.run_report import call_keys, runs
from galley.core.project.project import Project
from tests.core import building, hostile_models
from tests.core.fake_models import Answer, Script, Seen, error, serving
from tests.core.judging import KEY, ONE, good, judged_verdicts, many, order, run


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with many(tmp_path, 6) as made:
        yield made


BAD = {
    "empty": Answer(""),
    "cut": Answer('{"verdicts": [', finish="length"),
    "refused": Answer(refusal="No."),
    "unreadable": Answer("Fine."),
    "thoughts": Answer("<think>Hm"),
}


def failing(bad: Answer, *numbers: int) -> Script:
    """Answers so at these requests, well at others."""
    return lambda seen, number: bad if number in numbers else good(seen, number)


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
@pytest.mark.parametrize("how", ["whole", "batch"])
def test_only_what_could_not_be_read_is_asked_again(project: Project, bad: Answer, how: str) -> None:
    with serving(failing(bad, 2, 5, 7)) as fake:
        fake.polls = 0
        wanted = order(fake, concurrency=1, batch=how == "batch")
        first = run(project, wanted)
        assert first.replies_received == 12 and sum(first.unscored_reasons.values()) >= 3
        assert run(project, wanted).reused_calls >= 12, "the same command repeats them for nothing"
        fake.script = good
        retry = replace(wanted, again=UNSCORED)
        assert estimate(project, prepare(project, retry)).requests == 3
        end = run(project, retry)
        assert (end.state, end.replies_received, end.unscored_reasons) == ("done", 3, Counter())
        last = run(project, wanted)
        assert (last.replies_received, last.unscored_reasons) == (0, Counter()), "the newer reply counts from then on"
        assert run(project, retry).replies_received == 0, "and there is nothing left to ask again"
    assert all(v.value is not None for v in judged_verdicts(project))


def test_another_cap_of_tokens_pays_for_nothing_that_was_whole(project: Project) -> None:
    cut = BAD["cut"]

    def script(seen: Seen, number: int) -> Answer:
        return cut if number in (0, 3) and seen.body["max_completion_tokens"] < 2_000 else good(seen, number)

    with serving(script) as fake:
        small = order(fake, concurrency=1, limit=400)
        run(project, small)
        large = replace(small, limit=4_000)
        assert estimate(project, prepare(project, large)).requests == 2, "the two that were cut off, and no other"
        end = run(project, replace(large, again=UNSCORED))
        assert (end.replies_received, end.reused_calls, end.unscored_reasons) == (2, 10, Counter())
        assert {seen.body["max_completion_tokens"] for seen in fake.seen[12:]} == {4_000}
        for limit in (400, 4_000, 9_000, 0):
            end = run(project, replace(small, limit=limit))
            assert (end.replies_received, end.reused_calls, end.unscored_reasons) == (0, 12, Counter()), limit
    assert len({row.annotator for row in runs(project.read_connection())}) == 1, "the cap makes no other judge"


def test_a_lower_cap_keeps_what_was_cut_under_a_higher_one(project: Project) -> None:
    with serving(failing(BAD["cut"], 1)) as fake:
        run(project, order(fake, concurrency=1, limit=4_000))
        assert run(project, order(fake, limit=400)).replies_received == 0


def test_single_calls_are_asked_again_whatever_they_said(project: Project) -> None:
    def other(seen: Seen, number: int) -> Answer:
        return Answer(good(seen, number).text.replace('"NO"', '"YES"'))

    with serving(good) as fake:
        wanted = order(fake)
        run(project, wanted)
        # one of two items each: the other call of each is known then, whichever reply came first
        firsts = "SELECT min(call.id) FROM call JOIN request ON request.id = request_id GROUP BY item_id LIMIT 2"
        chosen = call_keys(project.read_connection(), [row for (row,) in project.read_connection().execute(firsts)])
        fake.script = other
        again = replace(order_of(runs(project.read_connection())[0].settings), again=chosen)
        end = run(project, replace(again, policy=wanted.policy))
        assert end.replies_received == 2 and end.items <= 2, "the other items are not gone through"
        (reused,) = project.read_connection().execute("SELECT max(id) FROM call WHERE state = 'reused'").fetchone()
        known = run(project, wanted)
        assert known.flags == end.flags > 0
        third = run(project, replace(wanted, again=call_keys(project.read_connection(), [reused])))
        assert third.replies_received == 1, "a call that was known leads to the one that was paid for"


def test_an_interrupted_retry_goes_on_where_it_was(project: Project) -> None:
    with serving(hostile_models.garbage) as fake:
        run(project, order(fake))
        fake.script = failing(BAD["refused"], *range(12, 14))
        retry = order(fake, again=UNSCORED, concurrency=1)
        assert run(project, replace(retry, max_requests=5)).state == "stopped"
        end = run(project, replace(retry, max_requests=50))
        assert end.is_resumed and end.replies_received == 7, (
            "what was asked again once is not asked a third time by this run"
        )
        assert order_of(runs(project.read_connection())[0].settings).again == UNSCORED


def test_failed_and_missing_calls_are_asked_in_any_run(project: Project) -> None:
    with serving(failing(error(400, "too long"), 2, 3)) as fake:
        run(project, order(fake, concurrency=1))
        fake.script = good
        assert run(project, order(fake)).replies_received == 2


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (Order("offline", again=UNSCORED), "offline asks nobody"),
        (Order("dial-summer-fine", again=UNSCORED, only_unjudged=True), "some items have no replies"),
        (Order("dial-summer-fine", again=("gone",)), "no longer in the project"),
    ],
)
def test_what_cannot_be_asked_again_is_said(project: Project, wanted: Order, says: str) -> None:
    with serving(good) as fake:
        if wanted.method != "offline":
            wanted = replace(order(fake), again=wanted.again, only_unjudged=wanted.only_unjudged)
        with pytest.raises(InputError, match=says):
            prepare(project, wanted)


def test_the_command_line_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with building.project(tmp_path, building.record("a", verdicts=[], judged=[])) as made:
        path = made.path
    with serving(failing(BAD["cut"], 0)) as fake:
        words = ["judge", "dial-summer-fine", "--project", str(path), "--provider", "openai", "--model", "gpt-4o"]
        words += ["--base-url", f"{fake.url}/v1", "--criterion", ONE[0], "--samples", "1", "--yes"]
        assert main(words) == 0
        assert "Unscored" in capsys.readouterr().out
        assert main([*words, "--retry", "unscored", "--max-tokens", "9000"]) == 0
        out = capsys.readouterr().out
        assert "Requests: 1, 1 more are reused from earlier calls." in out
        assert "Unscored" not in out
        assert main([*words, "--retry", "everything"]) == 2
        assert re.search("unscored", capsys.readouterr().err)


# Runs that read nothing ----------------------------------------------------------------------------------------------


def typed(path: Path, url: str, *more: str) -> list[str]:
    words = ["judge", "dial-summer-fine", "--project", str(path), "--provider", "openai", "--model", "gpt-4o", "--yes"]
    return [*words, "--base-url", f"{url}/v1", "--criterion", ONE[0], "--samples", "1", "--concurrency", "1", *more]


@pytest.mark.parametrize("method", ["dial-summer-fine", "direct-faithfulness", "summarize"])
def test_twenty_unreadable_replies_in_a_row_stop_a_run(tmp_path: Path, method: str) -> None:
    with many(tmp_path, 40) as project, serving(hostile_models.garbage) as fake:
        more = {} if method == "dial-summer-fine" else {"choices": Choices()}
        wanted = replace(order(fake, concurrency=1, **more), method=method)
        end = run(project, wanted)
        assert (end.state, len(fake.seen), end.read) == ("failed", 20, 0)
        assert end.why.startswith("20 replies in a row could not be read; the last reason: ")


def test_one_that_can_be_read_between_them_keeps_a_run_going(tmp_path: Path) -> None:
    def script(seen: Seen, number: int) -> Answer:
        return good(seen, number) if number % 20 == 19 else hostile_models.garbage()

    with many(tmp_path, 40) as project, serving(script) as fake:
        end = run(project, order(fake, concurrency=1))
        assert (end.state, end.read, len(fake.seen)) == ("done", 4, 80)


def test_tables_that_are_none_stop_a_run_too(tmp_path: Path) -> None:
    records = [building.entity() | {"key": f"hotel-{n}", "meta": {"entity": f"HOTEL{n}"}} for n in range(30)]
    with building.project(tmp_path, *records) as project, serving(hostile_models.garbage) as fake:
        end = run(project, replace(order(fake, concurrency=1, choices=Choices()), method="sumie-update"))
        assert (end.state, len(fake.seen)) == ("failed", 20)


def test_what_is_paid_for_as_a_batch_is_all_read(tmp_path: Path) -> None:
    with many(tmp_path, 15) as project, serving(hostile_models.garbage) as fake:
        fake.polls = 0
        end = run(project, order(fake, batch=True))
        assert (end.state, end.replies_received, end.failed_calls) == ("done", 30, 0)


def test_reading_nothing_is_an_error_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with many(tmp_path, 30) as made:
        path = made.path
    with serving(hostile_models.garbage) as fake:
        assert main(typed(path, fake.url)) == 1
        seen = capsys.readouterr()
        assert "20 replies in a row could not be read" in seen.err and "Run 1, failed" in seen.out
        assert main(typed(path, fake.url, "--system", "a", "--dataset", "nowhere")) == 1
        assert "The project has no dataset 'nowhere'" in capsys.readouterr().err
    with building.project(tmp_path, name="small.galley") as made:
        small = made.path
    with serving(hostile_models.garbage) as fake:
        assert main(typed(small, fake.url)) == 1
        assert "No reply could be read; look at them in the Runs view" in capsys.readouterr().err
        assert main(typed(small, fake.url)) == 1, "nor can the kept ones"


@pytest.mark.parametrize(
    ("share", "code"), [("5%", 1), ("0.05", 1), ("24.9%", 1), ("25%", 0), ("100%", 0), ("0", 1), ("30 %", 0)]
)
def test_a_share_of_unscored_calls_fails_for_scripts(
    tmp_path: Path, share: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with many(tmp_path, 4) as made:
        path = made.path
    with serving(failing(BAD["refused"], 1, 4)) as fake:
        assert main(typed(path, fake.url, "--fail-unscored", share)) == code
        err = capsys.readouterr().err
        assert ("2 of 8 calls (25.0%) could not be read completely, more than the" in err) is bool(code)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["dial-summer-fine", "--fail-unscored", "many"], "takes a share such as 5% or 0.05, not 'many'"),
        (["dial-summer-fine", "--fail-unscored", "120%"], "takes a share"),
        (["dial-summer-fine", "--fail-unscored", "nan"], "takes a share"),
        (["offline", "--fail-unscored", "5%"], "offline sends no requests"),
        (["offline", "--retry", "unscored"], "offline asks nobody"),
    ],
)
def test_a_share_that_is_none_is_refused(
    tmp_path: Path, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with building.project(tmp_path) as made:
        path = made.path
    assert main(["judge", *words, "--project", str(path)]) == 1
    assert says in capsys.readouterr().err
