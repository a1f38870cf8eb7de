"""What the Runs view reads: runs with their figures, calls by page, one call whole, two runs side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.judges import run_report
from galley.core.judges.clients.registry import Source
from galley.core.judges.flag_lineage import CHANGED, GONE, NEW, SAME
from galley.core.judges.inquiry import prompts
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods import registry
from galley.core.judges.methods.base import Choices
from galley.core.judges.methods.offline import CRITERIA
from galley.core.judges.order import Order, list_criterion_offers, prepare
from galley.core.judges.run_estimate import estimate
from galley.core.judges.run_report import ShownCalls
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.core.storage import names
from tests.core import building


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path, building.record(verdicts=[], judged=[])) as made:
        yield made


def reply(labels: Sequence[str]) -> str:
    entries = [
        {"number": n, "reason": f"Because of {n}.", "words": [], "quotes": [], "category": label}
        for n, label in enumerate(labels, 1)
    ]
    return json.dumps({"verdicts": entries})


def recorded(path: Path, *lines: dict[str, Any]) -> Source:
    path.write_text("".join(json.dumps({"item": "a", **line}) + "\n" for line in lines), "utf-8")
    return Source("replay", "", str(path))


def finesure(project: Project, source: Source, model: str = "", **more: Any) -> RunProgress:
    order = Order("finesure", source, model, concurrency=1, **more)
    return Runner(project, prepare(project, order)).start().join(20)


def test_runs_come_newest_first_with_their_figures(project: Project, tmp_path: Path) -> None:
    source = recorded(
        tmp_path / "one.jsonl",
        {"document": "sum-a", "reply": reply(["no error", "Entity error"]), "tokens_in": 90, "tokens_out": 30},
        {"document": "sum-b", "reply": "I cannot say."},
    )
    end = finesure(project, source, "first", budget=2.5, max_requests=9)
    Runner(project, prepare(project, Order("offline"))).start().join(20)
    offline, run = run_report.runs(project.read_connection())
    assert (end.state, run.id, run.judge) == ("done", end.run, "first finesure")
    assert (run.method, run.provider, run.model, run.state, run.over) == ("finesure", "replay", "first", "done", True)
    assert (run.items, run.calls, run.done, run.failed_calls, run.unscored_count) == (1, 2, 2, 0, 1)
    assert (run.tokens_in, run.tokens_out, run.cost, run.budget, run.max_requests) == (90, 30, 0.0, 2.5, 9)
    assert run.flags == 1 and run.unscored_cells > 0
    assert (offline.method, offline.provider, offline.calls, offline.items) == ("offline", "local", 0, 1)
    assert run_report.runs(project.read_connection(), [run.id]) == [run]


def test_calls_are_listed_by_what_became_of_them(project: Project, tmp_path: Path) -> None:
    source = recorded(
        tmp_path / "one.jsonl",
        {"document": "sum-a", "reply": reply(["no error", "Entity error"]).replace("]}", ",]}")},
        {"document": "sum-b", "error": "The server was asleep."},
    )
    run = finesure(project, source).run
    connection = project.read_connection()
    everything = run_report.call_ids(connection, run)
    counts, last = run_report.call_counts(connection, run)
    assert counts == {ShownCalls.ALL: 2, ShownCalls.UNSCORED: 1, ShownCalls.FAILED: 1, ShownCalls.REPAIRED: 1}
    assert last == everything[-1] and run_report.call_counts(connection, run, last) == (
        dict.fromkeys(ShownCalls, 0),
        last,
    )
    for show, count in counts.items():
        assert len(run_report.call_ids(connection, run, show)) == count
    assert list(run_report.call_ids(connection, run, after=everything[0])) == [everything[1]]
    mended, failed = run_report.call_lines(connection, everything)
    assert (mended.state, mended.key, mended.document, mended.part) == ("done", "a", "a", "faithfulness")
    assert mended.repairs and not mended.unscored_reason
    assert (failed.state, failed.document, failed.error) == ("failed", "b", "The server was asleep.")
    assert "asleep" in failed.unscored_reason


def test_a_call_is_given_whole_with_what_the_judge_said(project: Project, tmp_path: Path) -> None:
    hostile = "<b>bold</b>\u202e " + reply(["no error", "Entity error"])
    run = finesure(project, recorded(tmp_path / "one.jsonl", {"document": "sum-a", "reply": hostile})).run
    connection = project.read_connection()
    first = next(
        line for line in run_report.call_lines(connection, run_report.call_ids(connection, run)) if line.document == "a"
    )
    detail = run_report.call(connection, first.id)
    assert detail.reply == hostile
    assert "The ferry leaves at nine." in detail.user and "Judge each of the 2 sentences" in detail.user
    assert "system" not in detail.body and detail.body["model"] == "replay"
    (flag,) = [said for said in detail.verdicts if said.value == "yes"]
    assert (flag.place, flag.explanation) == ("sentence 2", "Because of 2.")
    assert names.criteria(connection)[flag.cell.criterion].id == "entity-error"
    with pytest.raises(InputError, match="no longer"):
        run_report.call(connection, 999)


def test_two_runs_are_compared_flag_by_flag(project: Project, tmp_path: Path) -> None:
    one = recorded(
        tmp_path / "one.jsonl",
        {"document": "sum-a", "reply": reply(["Entity error", "Predicate error"])},
        {"document": "sum-b", "reply": reply(["Entity error"])},
    )
    two = recorded(
        tmp_path / "two.jsonl",
        {"document": "sum-a", "reply": reply(["Entity error", "Circumstance error"])},
        {"document": "sum-b", "reply": reply(["no error"])},
    )
    first, second = finesure(project, one, "first").run, finesure(project, two, "second").run
    found = run_report.compare(project.read_connection(), first, second)
    assert found.counts == {SAME: 1, NEW: 0, GONE: 1, CHANGED: 1}
    assert (found.left_out, found.why) == (0, "")
    assert {(line.change, line.document, line.place) for line in found.lines} == {
        (SAME, "a", "sentence 1"),
        (CHANGED, "a", "sentence 2"),
        (GONE, "b", "sentence 1"),
    }
    (changed,) = [line for line in found.lines if line.change == CHANGED]
    known = names.criteria(project.read_connection())
    assert (known[changed.before].id, known[changed.after].id) == ("predicate-error", "circumstantial-error")
    assert found.items(GONE) == (1,) and found.items(NEW) == ()
    back = run_report.compare(project.read_connection(), second, first)
    assert back.counts[NEW] == 1 and back.counts[GONE] == 0


def test_a_flag_is_gone_only_where_the_later_run_said_no(project: Project, tmp_path: Path) -> None:
    one = recorded(
        tmp_path / "one.jsonl",
        {"document": "sum-a", "reply": reply(["Entity error", "Predicate error"])},
        {"document": "sum-b", "reply": reply(["Entity error"])},
    )
    two = recorded(
        tmp_path / "two.jsonl",
        {"document": "sum-a", "reply": reply(["no error", "a matter of taste"])},
        {"document": "sum-b", "reply": "I cannot say."},
    )
    first, second = finesure(project, one, "first").run, finesure(project, two, "second").run
    found = run_report.compare(project.read_connection(), first, second)
    assert [(line.change, line.document, line.place) for line in found.lines] == [(GONE, "a", "sentence 1")]
    assert found.left_out == 2, "an unknown label and a reply without a list are no answer"


def test_the_same_judge_twice_has_nothing_to_compare(project: Project, tmp_path: Path) -> None:
    source = recorded(tmp_path / "one.jsonl", {"document": "sum-a", "reply": reply(["Entity error", "no error"])})
    first, second = finesure(project, source).run, finesure(project, source).run
    assert first != second
    found = run_report.compare(project.read_connection(), first, second)
    assert "same judge" in found.why and not found.lines


def test_an_estimate_leaves_the_project_as_it_is(project: Project, tmp_path: Path) -> None:
    before = [scheme.id for scheme in names.schemes(project.read_connection())]
    plan = prepare(project, Order("finesure", recorded(tmp_path / "none.jsonl")), write=False)
    assert estimate(project, plan).requests == 2
    assert [scheme.id for scheme in names.schemes(project.read_connection())] == before


def test_what_a_method_offers_is_what_it_takes(project: Project) -> None:
    connection = project.read_connection()
    found = {
        name: [o.id for o in list_criterion_offers(connection, m)] for name, m in registry.REGISTRY.all().items()
    }
    assert found["finesure"] == ["faithfulness", "alignment"]
    assert found["coarse-hallucination"] == ["basic", "tofueval", "finesure", "dial-summer"]
    assert "missed-turn" in found["offline"] and "missed-conversation" not in found["offline"]
    assert "missed-conversation" in found["dial-summer-fine"]
    for name, method in registry.REGISTRY.all().items():
        for offered in found[name]:
            order = Order(name, None if method.local else Source("replay", "", "x"), choices=Choices((offered,)))
            prepare(project, order, write=False)


def test_a_prompt_that_is_overridden_shows_its_difference(project: Project) -> None:
    text = prompts.read_shipped("finesure")["faithfulness"].text
    own = text.replace("sentence by sentence", "line by line")
    project.write(lambda c: (None, prompts.override(c, "finesure", "faithfulness", own))).result()
    assert "+You name the factual errors in a summary, line by line." in prompts.difference(
        project.read_connection(), "finesure", "faithfulness"
    )


def test_a_run_is_summed_up_by_criterion(project: Project) -> None:
    end = Runner(project, prepare(project, Order("offline"))).start().join(20)
    sums = run_report.by_criterion(project.read_connection(), end.run)
    known = names.criteria(project.read_connection())
    assert {known[row.criterion].id for row in sums} == set(CRITERIA.values()), "a missed turn only where it is asked"
    assert sum(row.flags for row in sums) == end.flags == run_report.runs(project.read_connection())[0].flags
    assert all((row.right, row.wrong) == (0, 0) for row in sums)


def test_a_run_says_of_how_many_items_it_is_asked(project: Project, tmp_path: Path) -> None:
    run = finesure(project, recorded(tmp_path / "one.jsonl", {"reply": reply(["no error"])})).run
    (row,) = run_report.runs(project.read_connection(), [run])
    assert (row.items, row.total) == (1, 1)
    assert row.over
