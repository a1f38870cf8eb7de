"""The loop of evaluation and refinement: rounds, stops, crossed-out feedback, versions, acceptance, kill and budget."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import Action, Cell
from galley.core.errors import InputError
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, order_of, prepare
from galley.core.judges.qa.difference import SentenceFate, new_words, steps
from galley.core.judges.run_estimate import estimate
from galley.core.judges.runner import Runner
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.papers.longsumeval.acceptance import build_accepted_text, history, versions
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.storage import names
from tests.core import judging
from tests.core.fake_models import Answer, Seen, serving
from tests.core.qa_making import (
    EVALUATION,
    answers,
    asked,
    criteria,
    made,
    named,
    order,
    record,
    replay,
    scores,
    talk,
    view_of,
)

MENDED = "The Harrow bridge opened in 1912. It was drawn by Ida Falk."
LONGER = MENDED + " It cost two million crowns."
ROUND_1 = [
    {"part": "round 1: refine", "reply": {"summary": MENDED}},
    {
        "part": "round 1: summary answers",
        "reply": answers("1912", "UNANSWERABLE", ("Ida Falk", "drawn by Ida Falk")),
    },
    {
        "part": "round 1: pairs",
        "reply": {"pairs": [asked("When did the Harrow bridge open?", "1912", "opened in 1912", "when")]},
    },
    {"part": "round 1: document answers", "reply": answers(("1912", "opened in 1912"))},
]
ROUND_2 = [
    {"part": "round 2: refine", "reply": {"summary": LONGER}},
    {"part": "round 2: summary answers", "reply": answers("1912", "two million crowns", "Ida Falk")},
    {
        "part": "round 2: pairs",
        "reply": {"pairs": [asked("What did the Harrow bridge cost?", "two million crowns", "two million crowns")]},
    },
    {"part": "round 2: document answers", "reply": answers("two million crowns")},
]
STRICT = {"enough-coverage": "0.9", "enough-consistency": "0.9"}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with made(tmp_path) as opened:
        yield opened


def sent(project: Project) -> list[str]:
    return [
        row[0] for row in project.read_connection().execute("SELECT part FROM call WHERE state = 'done' ORDER BY id")
    ]


def prompt(project: Project, part: str) -> str:
    (body,) = (
        project.read_connection()
        .execute("SELECT body FROM call JOIN request ON request.id = request_id WHERE part = ?", (part,))
        .fetchone()
    )
    return str(json.loads(body)["user"])


def decide(project: Project, cell: Cell, value: str, reviewer: str = "ann") -> None:
    def job(connection: Any) -> Any:
        from galley.core.domain import AnnotatorKind

        who = names.annotator(connection, reviewer, AnnotatorKind.HUMAN)
        action = Action.ACCEPT if value == "yes" else Action.OVERRIDE
        return log.decide(connection, who, action, 1, cell=cell, value=value)

    project.write(job).result()


def test_it_evaluates_mends_consistency_first_and_then_coverage(project: Project) -> None:
    end = replay(project, "refine", [*EVALUATION, *ROUND_1, *ROUND_2], options=STRICT)
    assert (end.state, end.failed_calls) == ("done", 0), end
    assert end.notes == {"2 new versions of a summary; the scores reach their thresholds": 1}
    view = view_of(project)
    first, second = named(view, "sum-a.r1"), named(view, "sum-a.r2")
    assert (first.text, second.text) == (MENDED, LONGER)
    assert (first.system, second.system) == ("a refined 1", "a refined 2")
    told = history(first)
    assert (told["dimension"], told["from"], told["origin"], told["round"]) == ("consistency", "sum-a", "sum-a", 1)
    (used,) = told["feedback"]
    assert (used["question"], used["summary"], used["document"]) == ("When did the Harrow bridge open?", "1913", "1912")
    assert (history(second)["dimension"], history(second)["from"]) == ("coverage", "sum-a.r1")
    assert "The summary answers: 1913\n    The text answers: 1912" in prompt(project, "round 1: refine")
    missing = prompt(project, "round 2: refine")
    assert "What did the Harrow bridge cost?" in missing and "When did" not in missing
    assert "It cost two million crowns." in missing, "the words of the source are at hand"
    found = scores(project)
    assert found["sum-a", "qa-consistency"] == 0.5
    assert found["sum-a.r1", "qa-consistency"] == found["sum-a.r2", "qa-coverage"] == 1.0
    assert found["sum-a.r1", "qa-coverage"] == pytest.approx(2 / 3)
    asked_of = [u for u in view.derived_units if u.type == "coverage"]
    assert len(asked_of) == 3, "all versions are asked the same questions"


def test_changes_are_flags_and_the_accepted_text_follows_them(project: Project) -> None:
    replay(project, "refine", [*EVALUATION, *ROUND_1, *ROUND_2], options=STRICT)
    view, rows = view_of(project), criteria(project)
    first, second = versions(view)
    flags = [v for v in view.flags() if v.cell.criterion in (rows["reworded"], rows["added"], rows["removed"])]
    assert [(view.unit(v.cell.unit).text, v.cell.target, v.cell.criterion) for v in flags] == [
        ("The Harrow bridge opened in 1912.", first.id, rows["reworded"]),
        ("It cost two million crowns.", second.id, rows["added"]),
    ]
    assert [view.unit(flags[0].cell.unit).text[slice(*span)] for span in flags[0].spans] == ["1912"]
    assert "Before: “The Harrow bridge opened in 1913.”" in flags[0].explanation
    before = build_accepted_text(view, second, rows)
    assert (before.text, before.open) == (MENDED, 1), "what nobody decided keeps the old wording"
    decide(project, flags[1].cell, "yes")
    assert build_accepted_text(view_of(project), second, rows).text == LONGER
    decide(project, flags[0].cell, "no")
    stands = build_accepted_text(view_of(project), first, rows)
    assert (stands.text, stands.accepted_count, stands.rejected_count, stands.open) == (
        "The Harrow bridge opened in 1913. It was drawn by Ida Falk.", 0, 1, 0,
    )  # fmt: skip


def test_the_accepted_text_can_be_exported(project: Project) -> None:
    replay(project, "refine", [*EVALUATION, *ROUND_1, *ROUND_2], options=STRICT)
    rows = criteria(project)
    (change,) = [v for v in view_of(project).flags() if v.cell.criterion == rows["reworded"]]
    decide(project, change.cell, "yes")
    out = project.path.parent / "refined.jsonl"
    assert export(project, "refined", out).counts == {"items": 1, "versions": 2}
    first, second = (json.loads(line) for line in out.read_text("utf-8").splitlines())
    assert (first["text"], first["open"], first["accepted"]) == (MENDED, 0, 1)
    assert (second["text"], second["proposed"], second["open"]) == (MENDED, LONGER, 1)
    assert first["feedback"][0]["document"] == "1912"
    assert first["scores_before"]["qa-consistency"] == 0.5 and first["scores_proposed"]["qa-consistency"] == 1
    assert export(project, "refined", out, Only.REVIEWED).counts == {"items": 0, "versions": 0}


def test_sentences_that_went_can_be_kept_in_their_place(project: Project) -> None:
    shorter = [{"part": "round 1: refine", "reply": {"summary": "It was drawn by Ida Falk. A ferry was sold."}}]
    replay(project, "refine", [*EVALUATION, *shorter], options={**STRICT, "rounds": "1"})
    view, rows = view_of(project), criteria(project)
    (version,) = versions(view)
    gone = next(v for v in view.flags() if v.cell.criterion == rows["removed"])
    assert view.unit(gone.cell.unit).text == "The Harrow bridge opened in 1913."
    assert view.unit(gone.cell.unit).document == named(view, "sum-a").id and gone.cell.target == version.id
    decide(project, gone.cell, "no")
    assert (
        build_accepted_text(view_of(project), version, rows).text
        == "The Harrow bridge opened in 1913. It was drawn by Ida Falk."
    )
    decide(project, gone.cell, "yes")
    assert build_accepted_text(view_of(project), version, rows).text == "It was drawn by Ida Falk."
    assert build_accepted_text(view_of(project), version, rows, names_id(project, "ann")).accepted_count == 1


def names_id(project: Project, name: str) -> int:
    return next(a.id for a in view_of(project).annotators.values() if a.name == name)


def test_crossed_out_feedback_is_not_used_and_added_feedback_is(project: Project) -> None:
    replay(project, "qa-evaluation", EVALUATION)
    view, rows = view_of(project), criteria(project)
    wrong = next(v for v in view.flags() if v.cell.criterion == rows["inconsistent"])
    other = next(
        v for v in view.verdicts if v.cell.criterion == rows["inconsistent"] and v.cell.unit != wrong.cell.unit
    )
    decide(project, wrong.cell, "no")
    decide(project, other.cell, "yes")
    mended = [{"part": "round 1: refine", "reply": {"summary": "The Harrow bridge opened in 1913."}}]
    end = replay(project, "refine", mended, options={**STRICT, "rounds": "1"})
    assert end.reused_calls == 0, "the evaluation that is there is taken as it stands"
    told = history(versions(view_of(project))[0])
    assert [f["question"] for f in told["feedback"]] == ["Who drew the Harrow bridge?"]
    assert told["crossed_out"] == 1
    assert "1912" not in prompt(project, "round 1: refine")


def test_where_all_feedback_is_crossed_out_nothing_is_sent(project: Project) -> None:
    replay(project, "qa-evaluation", EVALUATION)
    for flag in view_of(project).flags():
        decide(project, flag.cell, "no")
    end = replay(project, "refine", [], options=STRICT)
    assert (end.requests_sent, end.state) == (0, "done")
    assert end.notes == {"0 new versions of a summary; the scores reach their thresholds": 1}


WORSE = [*ROUND_1[:3], {"part": "round 1: document answers", "reply": answers("UNANSWERABLE")}]


def test_a_round_that_made_it_worse_is_set_aside_and_the_one_before_stands(project: Project) -> None:
    replay(project, "refine", [*EVALUATION, *WORSE], options=STRICT)
    (version,) = versions(view_of(project))
    assert history(version)["stands"] is False and version.text == MENDED, "it is kept, and known for what it is"
    row = next(
        r for r in compute("refinement", project.read_connection(), Params()).rows if r["score"] == "qa-consistency"
    )
    assert row["before"] == row["after"] and (row["same"], row["worse"]) == (1.0, 0.0)
    out = project.path.parent / "refined.jsonl"
    export(project, "refined", out)
    assert [json.loads(line)["stands"] for line in out.read_text("utf-8").splitlines()] == [False]
    with pytest.raises(InputError, match="no system"):
        replay(project, "refine", [], options=STRICT, systems=("nobody",))
    assert replay(project, "refine", [], options=STRICT, systems=("a refined 1",)).skipped_items == 1


def test_a_worse_round_stands_where_it_does_not_end_the_loop(project: Project) -> None:
    replay(project, "refine", [*EVALUATION, *WORSE], options={**STRICT, "stop-when-worse": "no", "rounds": "1"})
    (version,) = versions(view_of(project))
    assert "stands" not in history(version)
    row = next(
        r for r in compute("refinement", project.read_connection(), Params()).rows if r["score"] == "qa-consistency"
    )
    assert row["worse"] == 1.0


@pytest.mark.parametrize(
    ("lines", "options", "why"),
    [
        ([], {"enough-coverage": "0.5", "enough-consistency": "0.5"}, "0 new versions of a summary; the scores reach"),
        (ROUND_1, {**STRICT, "rounds": "1"}, "1 new version of a summary; 1 rounds are used up"),
        (
            [
                {
                    "part": "round 1: refine",
                    "reply": {"summary": " The Harrow bridge opened in 1913.\nIt was drawn by Ida Falk. "},
                }
            ],
            STRICT,
            "0 new versions of a summary; the model changed nothing",
        ),
        ([{"part": "round 1: refine", "reply": "no"}], STRICT, "0 new versions of a summary; no new version"),
        (
            [{"part": "round 1: refine", "reply": {"summary": ""}}],
            STRICT,
            "0 new versions of a summary; no new version",
        ),
        (ROUND_1[:2], STRICT, "1 new version of a summary; the new version could not be evaluated"),
        (
            [*ROUND_1[:3], {"part": "round 1: document answers", "reply": answers("UNANSWERABLE")}],
            STRICT,
            "1 new version of a summary; the last round made consistency worse",
        ),
    ],
)
def test_when_the_loop_ends(project: Project, lines: list[Any], options: dict[str, str], why: str) -> None:
    end = replay(project, "refine", [*EVALUATION, *lines], options=options)
    assert end.state == "done"
    assert [note for note in end.notes if note.startswith(why)], end.notes


def test_the_evaluation_to_begin_with_can_be_named(project: Project) -> None:
    replay(project, "qa-evaluation", EVALUATION)
    replay(project, "qa-evaluation", [], options={"threshold": "0"})
    named_first = {**STRICT, "judge": "m qa-evaluation"}
    replay(project, "refine", ROUND_1[:1], options={**named_first, "rounds": "1"})
    assert len(history(versions(view_of(project))[0])["feedback"]) == 1
    with pytest.raises(InputError, match="Nobody called 'x' is in the project"):
        estimate(project, prepare(project, order(project, "refine", [], options={"judge": "x"})))


def test_coverage_can_go_first(project: Project) -> None:
    lines = [{"part": "round 1: refine", "reply": {"summary": LONGER}}]
    replay(project, "refine", [*EVALUATION, *lines], options={**STRICT, "first": "coverage", "rounds": "1"})
    assert history(versions(view_of(project))[0])["dimension"] == "coverage"


def test_a_second_run_adds_nothing_and_versions_are_left_alone(project: Project) -> None:
    lines = [*EVALUATION, *ROUND_1, *ROUND_2]
    replay(project, "refine", lines, options=STRICT)
    count = project.read_connection().execute("SELECT count(*) FROM verdict").fetchone()
    again = replay(project, "refine", lines, options=STRICT)
    assert (again.requests_sent, again.failed_calls, len(view_of(project).documents)) == (0, 0, 4)
    assert project.read_connection().execute("SELECT count(*) FROM verdict").fetchone() == count
    more = replay(project, "refine", [*lines], options=STRICT, systems=("a refined 1",))
    assert more.notes == {"1 new version of a summary; the scores reach their thresholds": 1}
    taken = [d for d in versions(view_of(project)) if history(d)["from"] == "sum-a.r1"]
    assert [d.name for d in taken] == ["sum-a.r2"], "a version is taken up where its system is named"


def test_another_text_under_a_taken_name_gets_a_name_of_its_own(project: Project) -> None:
    replay(project, "refine", [*EVALUATION, *ROUND_1], options={**STRICT, "rounds": "1"})
    other = [{"part": "round 1: refine", "reply": {"summary": "Ida Falk drew the bridge of 1912."}}]
    replay(project, "refine", [*EVALUATION, *other], model="n", options={**STRICT, "rounds": "1"})
    assert [d.name for d in versions(view_of(project))] == ["sum-a.r1", "sum-a.r1 (2)"]


def test_the_estimate_shows_every_round(project: Project) -> None:
    one = estimate(project, prepare(project, order(project, "refine", [], options={**STRICT, "rounds": "1"})))
    three = estimate(project, prepare(project, order(project, "refine", [], options={**STRICT, "rounds": "3"})))
    assert one.requests == 4 + 4
    assert three.requests == one.requests + 2 * 4


# A real cycle through the clients ------------------------------------------------------------------------------------


def real(fake: Any, provider: str, **more: Any) -> Order:
    base = judging.order(fake, provider)
    return Order("refine", base.source, base.model, Choices(options=STRICT), policy=base.policy, **more)


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_full_cycle_through_both_sdks(project: Project, provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", judging.KEY)
    with serving(talk) as fake:
        end = Runner(project, prepare(project, real(fake, provider))).start().join(30)
        assert (end.state, end.failed_calls) == ("done", 0), end
        assert (named(view_of(project), "sum-a.r1").text, named(view_of(project), "sum-a.r2").text) == (MENDED, LONGER)
    assert end.spent > 0
    assert scores(project)["sum-a.r2", "qa-coverage"] == scores(project)["sum-a.r2", "qa-consistency"] == 1


def test_a_budget_is_never_exceeded_and_the_same_order_goes_on(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", judging.KEY)
    with serving(talk) as fake:
        end = Runner(project, prepare(project, real(fake, "openai", max_requests=6, concurrency=1))).start().join(30)
        assert end.state == "stopped"
        assert len(fake.asked("/chat/completions")) == 6
        assert [d.name for d in versions(view_of(project))] == ["sum-a.r1"], "what is whole is kept"
        end = Runner(project, prepare(project, real(fake, "openai", concurrency=1))).start().join(30)
        assert (end.state, end.is_resumed) == ("done", True)
        bodies = [json.dumps(seen.body, sort_keys=True) for seen in fake.asked("/chat/completions")]
        assert len(bodies) == len(set(bodies)) == 10, "nothing was paid twice"
        assert [d.name for d in versions(view_of(project))] == ["sum-a.r1", "sum-a.r2"]
        spent = project.read_connection().execute("SELECT sum(cost) FROM call").fetchone()[0]
    (project.path.parent / "more").mkdir()
    with made(project.path.parent / "more") as other, serving(talk) as fake:
        least = spent * 0.4
        end = Runner(other, prepare(other, real(fake, "openai", budget=least, concurrency=1))).start().join(30)
        assert end.state == "stopped" and "more than is left" in end.why
        assert other.read_connection().execute("SELECT total(cost) FROM call").fetchone()[0] <= least


def test_a_run_that_is_cancelled_in_the_middle_resumes(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", judging.KEY)

    def slow(seen: Seen, number: int) -> Answer:
        answer = talk(seen, number)
        answer.delay = 0.0 if number < 5 else 3.0
        return answer

    with serving(slow) as fake:
        runner = Runner(project, prepare(project, real(fake, "openai", concurrency=1))).start()
        judging.until(lambda: runner.progress().replies_received == 5)
        runner.stop("The project is being closed.")
        assert runner.join(20).state == "stopped"
        assert not versions(view_of(project)) or len(versions(view_of(project))) == 1
        fake.script, before = talk, len(fake.asked("/chat/completions"))
        end = Runner(project, prepare(project, real(fake, "openai", concurrency=1))).start().join(30)
        assert end.state == "done"
        assert len(fake.asked("/chat/completions")) - before == 10 - 5, "what was answered is not asked again"
    assert [d.name for d in versions(view_of(project))] == ["sum-a.r1", "sum-a.r2"]


CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
project = Project.open(Path(sys.argv[1]))
order = Order("refine", Source("openai", sys.argv[2]), "gpt-4o", Choices(options={options!r}), 2)
Runner(project, prepare(project, order)).start().join()
project.close()
"""


@pytest.mark.parametrize("at", [1, 5, 8])
def test_kill_9_in_the_middle_of_a_cycle(tmp_path: Path, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies while its request number ``at`` is answered; another goes on and asks for nothing twice."""
    monkeypatch.setenv("OPENAI_API_KEY", judging.KEY)

    def slow(seen: Seen, number: int) -> Answer:
        answer = talk(seen, number)
        answer.delay = 5.0 if number == at else 0.0
        return answer

    with made(tmp_path) as project:
        pass
    root = str(Path(__file__).resolve().parents[2])
    with serving(slow) as fake:
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD.format(root=root, options=STRICT), str(project.path), f"{fake.url}/v1"],
            env=os.environ | {"OPENAI_API_KEY": judging.KEY},
        )
        judging.until(lambda: len(fake.asked("/chat/completions")) > at, 60)
        child.send_signal(signal.SIGKILL)
        child.wait(10)
        fake.script = talk
        with Project.open(project.path) as again:
            saved = again.read_connection().execute("SELECT count(*) FROM call WHERE state = 'done'").fetchone()[0]
            assert at - 1 <= saved <= at + 1
            settings = again.read_connection().execute("SELECT settings FROM run").fetchone()[0]
            end = Runner(again, prepare(again, order_of(json.loads(settings)))).start().join(30)
            assert (end.state, end.is_resumed, end.failed_calls) == ("done", True, 0)
            done = again.read_connection().execute(
                "SELECT count(*), count(DISTINCT key) FROM call WHERE state = 'done'"
            )
            assert done.fetchone() == (10, 10)
            assert [d.text for d in versions(view_of(again))] == [MENDED, LONGER]
            assert check(again.path) == []


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_cycle_runs_as_batches(project: Project, provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", judging.KEY)
    with serving(talk) as fake:
        fake.polls = 1
        end = Runner(project, prepare(project, real(fake, provider, batch=True))).start().join(60)
        assert (end.state, end.failed_calls) == ("done", 0), end
        assert len(fake.batches) > 3 and not fake.asked("/chat/completions") and not fake.asked("/v1/messages")
    assert [d.text for d in versions(view_of(project))] == [MENDED, LONGER]


# Differences ---------------------------------------------------------------------------------------------------------


def test_steps_between_versions() -> None:
    before = ["A stays here.", "The bridge opened in 1913.", "This one goes away.", "Z stays."]
    after = ["A  stays here.", "The bridge was opened in 1912.", "Something new altogether, 北京.", "Z stays."]
    found = steps(before, after)
    assert [(step.kind, step.before, step.after) for step in found] == [
        (SentenceFate.KEPT, 0, 0),
        (SentenceFate.REWORDED, 1, 1),
        (SentenceFate.ADDED, None, 2),
        (SentenceFate.REMOVED, 2, None),
        (SentenceFate.KEPT, 3, 3),
    ]
    assert steps([], ["a"]) == [(SentenceFate.ADDED, None, 0)]
    assert steps(["a"], []) == [(SentenceFate.REMOVED, 0, None)]
    words = new_words(before[1], after[1])
    assert [after[1][slice(*span)] for span in words] == ["was", "1912"]


def test_an_item_without_sources_or_a_reviewer_without_versions_has_nothing_to_refine(tmp_path: Path) -> None:
    bare = record()
    del bare["documents"][0]
    with made(tmp_path, bare) as project:
        end = replay(project, "refine", [])
        assert (end.skipped_items, end.requests_sent) == (1, 0)
        with pytest.raises(ValueError, match="no refined version"):
            build_accepted_text(view_of(project), named(view_of(project), "sum-a"), {})
