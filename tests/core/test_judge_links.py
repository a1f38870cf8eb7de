"""From a verdict to the calls that it was read from, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.judges import call_links, run_report
from galley.core.judges.methods.base import Choices
from galley.core.project.project import Project
from tests.core import building
from tests.core.fake_models import Answer, Seen, error, serving
from tests.core.judging import KEY, asked, judged_verdicts, order, run, verdicts


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path, building.record(verdicts=[], judged=[])) as made:
        yield made


def row(project: Project, query: str, *values: Any) -> Any:
    return project.read_connection().execute(query, values).fetchone()


def test_a_voted_verdict_has_all_its_samples_and_no_other_call(project: Project) -> None:
    said = iter([(2,), (2,), None, (2,), ()])  # five samples on the first summary; the third cannot be read

    def script(seen: Seen, _: int) -> Answer:
        count = asked(seen)
        yes = next(said) if count == 2 and "Changed meaning" in str(seen.body) else ()
        return Answer("no list at all") if yes is None else Answer(verdicts(count, yes))

    with serving(script) as fake:
        run(project, order(fake, choices=Choices(("changed-meaning", "missed-turn"), 5), concurrency=1))
    connection = project.read_connection()
    (flag,) = [v for v in judged_verdicts(project) if v.value == "yes"]
    found = call_links.calls_of(connection, flag.id)
    assert [each.sample for each in found] == [0, 1, 2, 3, 4]
    assert {each.part for each in found} == {"changed-meaning"}
    assert [bool(each.unscored_reason) for each in found] == [False, False, True, False, False]
    assert flag.votes == "3/4"
    for each in found:
        detail = run_report.call(connection, each.call)
        assert flag.cell in [told.cell for told in detail.verdicts], "and back, from each of its samples"
        assert detail.line.document == "a"
    assert call_links.find_best_call(connection, flag.id) == found[0]
    others = {r[0] for r in connection.execute("SELECT id FROM call")} - {each.call for each in found}
    assert others
    read_from = {r[0] for r in connection.execute("SELECT call_id FROM verdict_call WHERE verdict_id = ?", (flag.id,))}
    assert not others & read_from


def test_an_unscored_cell_leads_to_the_call_that_failed(project: Project) -> None:
    with serving(lambda *_: error(400, "too long")) as fake:
        run(project, order(fake))
    for verdict in judged_verdicts(project):
        (call,) = call_links.calls_of(project.read_connection(), verdict.id)
        assert call.state == "failed" and "too long" in call.unscored_reason


def test_a_later_run_of_the_same_judge_takes_the_links_with_it(project: Project) -> None:
    """Its flag is gone in the second run: the "no" that stays leads to the second run's call, not to the first's."""
    with serving(lambda seen, _: Answer(verdicts(asked(seen), (1,)))) as fake:
        run(project, order(fake))
        before = {v.id: call_links.calls_of(project.read_connection(), v.id) for v in judged_verdicts(project)}
        forget = "UPDATE call SET key = key || '-old'"
        project.write(lambda c: (c.execute(forget), _nothing())[1]).result()
        fake.script = lambda seen, _: Answer(verdicts(asked(seen)))
        second = run(project, order(fake)).run
    after = {v.id: call_links.calls_of(project.read_connection(), v.id) for v in judged_verdicts(project)}
    assert before.keys() == after.keys() and all(before.values())
    assert {v.value for v in judged_verdicts(project)} == {"no"}
    assert {call.run for calls in after.values() for call in calls} == {second}


def _nothing() -> Any:
    from galley.core.domain import ChangeSet

    return ChangeSet()


def test_a_reply_that_was_known_links_to_the_run_that_used_it(project: Project) -> None:
    with serving(lambda seen, _: Answer(verdicts(asked(seen), (1,)))) as fake:
        run(project, order(fake))
        end = run(project, order(fake, choices=Choices(("changed-meaning",), 2)))
    (flag, *_) = [v for v in judged_verdicts(project) if v.run == end.run and v.value == "yes"]
    assert [(call.run, call.state) for call in call_links.calls_of(project.read_connection(), flag.id)] == [
        (end.run, "reused"), (end.run, "done"),
    ]  # fmt: skip


def test_a_run_from_before_links_were_kept_shows_what_fits(project: Project) -> None:
    with serving(lambda seen, _: Answer(verdicts(asked(seen), (1,)))) as fake:
        run(project, order(fake))
    (call,) = row(project, "SELECT min(id) FROM call")
    linked = run_report.call(project.read_connection(), call).verdicts
    project.write(lambda c: (c.execute("DELETE FROM verdict_call"), _nothing())[1]).result()
    assert run_report.call(project.read_connection(), call).verdicts == linked
    assert call_links.calls_of(project.read_connection(), judged_verdicts(project)[0].id) == []


def test_verdicts_that_a_method_gives_in_native_form_are_linked_as_well(tmp_path: Path) -> None:
    """What has no row id before it is written comes as a record; its verdicts rest on all the calls of the task."""
    from galley.core.judges.inquiry.labels import CallId
    from galley.core.judges.methods.base import Outcome
    from galley.core.judges.store import CallRow, InquiryOutcome, open_run, save_call, save_outcome

    with building.project(tmp_path, building.record()) as project:

        def job(connection: Any) -> Any:
            judge = row(project, "SELECT id FROM annotator WHERE name = 'judge'")[0]
            made, _ = open_run(connection, judge, "m", "replay", "m", {}, ())
            save_call(connection, made, CallRow(1, 3, "facts", 0, "k", json.dumps({}), "done"))
            record = {
                "units": [{"id": "f1", "kind": "fact", "text": "The ferry leaves.", "from": [["article", 0]]}],
                "verdicts": [
                    {
                        "scheme": "dial-summer",
                        "criterion": "wrong-linking",
                        "document": "sum-a",
                        "unit": 0,
                        "value": "yes",
                    }
                ],
            }
            return save_outcome(
                connection, made, InquiryOutcome(1, "a", judge, Outcome(record=record), (CallId(3, "k"),))
            )

        project.write(job).result()
        (verdict,) = row(project, "SELECT id FROM verdict WHERE run_id IS NOT NULL")
        assert [call.part for call in call_links.calls_of(project.read_connection(), verdict)] == ["facts"]
