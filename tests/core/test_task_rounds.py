"""A third reader, a second round, and assignments that are taken back while their answers arrive."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from galley.core.cli.campaign_commands import TASK_COLUMNS
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items, log
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.studies import back, cell, pack, packed, refused, run, say, study
from tests.core.test_task_packages import PARAGRAPHS, SUPPORTING, both_say, handed, rows


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two readers differ on the second and the fourth paragraph."""
    made = study(tmp_path)
    both_say(made, "yyyn", "ynyy")
    return made


def line(project: Path, task: str) -> dict[str, str]:
    """What ``galley campaign tasks`` prints of a task."""
    output = run("campaign", "tasks", "--project", str(project)).output
    table = [re.split(r"\s{2,}", text.strip()) for text in output.splitlines()]
    found = next(words for words in table if words[0] == task)
    return dict(zip([TASK_COLUMNS[head] or head for head in table[0][1:]], found[1:], strict=True))


def settle(path: Path, who: str, values: dict[tuple[str, str], str | None]) -> None:
    with Project.open(path) as own:
        for (key, unit), value in values.items():
            item, where = cell(own, key, unit, SUPPORTING)
            DecisionWriter(own, who).adjudicate(item, where, value).result()


def test_a_third_reader_gets_what_is_undecided_and_sees_no_vote(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "supporting", "--only", "undecided", "--for", "cat")
    path = packed(tmp_path, "cat")
    assert check(path) == []
    assert handed(path) == [("two/third", *PARAGRAPHS[1]), ("two/third", *PARAGRAPHS[3])], "in the task that settles"
    assert rows(path, "SELECT count(*) FROM verdict") == [(0,)]
    assert rows(path, "SELECT name FROM annotator") == [("cat",)]
    settle(path, "cat", {PARAGRAPHS[1]: "yes", PARAGRAPHS[3]: "no"})
    assert "2 adjudicated as gold" in back(project, path)
    assert line(project, "two/supporting")["settled"] == "4" and check(project) == []
    assert line(project, "two/supporting")["split"] == "2", "what they said first stays"


@pytest.mark.parametrize("only", [["--task", "supporting", "--only", "undecided"], ["--task", "third"]])
def test_who_voted_or_saw_a_vote_does_not_settle(project: Path, tmp_path: Path, only: list[str]) -> None:
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), *only]
    assert "ann voted on 2 of the 2 cells that two/third adjudicates" in refused(*words, "--for", "ann")
    assert not packed(tmp_path, "ann").exists()
    pack(project, "--task", "supporting", "--for", "eve", "--others", "--each", "1")  # eve sees what ann and ben say
    packed(tmp_path, "eve").unlink()
    assert "eve saw a vote on 2 of the 2 cells" in refused(*words, "--for", "eve")
    pack(project, *only, "--for", "dan")


def test_unsure_cells_and_those_of_one_person(tmp_path: Path) -> None:
    project = study(tmp_path)
    both_say(project, "y?yn", "ynyy")
    pack(project, "--task", "supporting", "--only", "unsure", "--for", "cat")
    assert handed(packed(tmp_path, "cat")) == [("two/supporting", *PARAGRAPHS[1])]
    keys = tmp_path / "keys"
    keys.write_text("k0\n", "utf-8")
    pack(project, "--task", "supporting", "--only", f"keys:{keys}", "--for", "eve", "--each", "1")
    say(packed(tmp_path, "eve"), "eve", SUPPORTING, {PARAGRAPHS[0]: "yes"})
    back(project, packed(tmp_path, "eve"))
    pack(project, "--task", "supporting", "--only", "by:eve", "--for", "dan")
    assert handed(packed(tmp_path, "dan")) == [("two/supporting", *PARAGRAPHS[0])]


def test_what_was_settled_is_unsure_no_more(tmp_path: Path) -> None:
    project = study(tmp_path)
    both_say(project, "y??n", "yn??")  # three cells, one of them twice
    plan = ["campaign", "plan", "--project", str(project), "--json"]

    def unsure() -> int:
        tasks = json.loads(run(*plan).stdout)["tasks"]
        return int(next(each["unsure"] for each in tasks if each["task"] == "two/supporting"))

    assert unsure() == 3
    settle(project, "ito", {PARAGRAPHS[1]: "yes", PARAGRAPHS[2]: None})
    assert unsure() == 1
    pack(project, "--task", "supporting", "--only", "unsure", "--for", "cat")
    assert handed(packed(tmp_path, "cat")) == [("two/supporting", *PARAGRAPHS[3])]
    settle(project, "ito", {PARAGRAPHS[3]: "no"})
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "supporting", "--only",
    "unsure"]
    assert unsure() == 0 and "No answer is “unsure” in a cell" in refused(*words, "--for", "dan")


def test_a_second_round_shows_what_was_hidden_and_leaves_the_first_as_it_was(project: Path, tmp_path: Path) -> None:
    words = ["--task", "supporting", "--round", "2", "--only", "undecided", "--others", "--for", "ben"]
    pack(project, *words)
    path = packed(tmp_path, "ben")
    assert check(path) == []
    assert handed(path) == [("two/supporting", *PARAGRAPHS[1]), ("two/supporting", *PARAGRAPHS[3])]
    said = "SELECT name, value FROM verdict JOIN annotator ON annotator.id = annotator_id ORDER BY unit_id, name"
    assert rows(path, said) == [("Reader 1", "yes"), ("ben", "no"), ("Reader 1", "no"), ("ben", "yes")]
    with Project.open(path) as own:
        assert DecisionWriter(own, "ben").round == 2
    say(path, "ben", SUPPORTING, {PARAGRAPHS[1]: "yes"})
    assert "1 added" in back(project, path)
    assert check(project) == []
    assert line(project, "two/supporting") == {
        **dict.fromkeys(("open", "excluded", "answered", "asleep", "kept"), "0"),
        "asked": "4", "settled": "3", "undecided": "1", "split": "1",
    }  # fmt: skip
    assert rows(project, "SELECT value, round FROM earlier") == [("no", 1)]
    latest = "SELECT verdict.value, round FROM verdict JOIN decision ON decision.id = decision_id WHERE round > 1"
    assert rows(project, latest) == [("yes", 2)], "two votes, the latest of each"
    first = path.with_suffix(".answers").read_bytes().splitlines()[0]
    assert b'"galley_answers":3' in first


def test_clocks_that_disagree_do_not_mix_rounds_up(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(project, "--task", "supporting", "--round", "2", "--for", "ben")
    path = packed(tmp_path, "ben")
    now = log._next_time
    with monkeypatch.context() as behind:  # a machine whose clock is a year behind
        behind.setattr(log, "_next_time", lambda connection: f"2025{now(connection)[4:]}")
        say(path, "ben", SUPPORTING, {PARAGRAPHS[1]: "yes"})
    assert check(path) == []
    assert "The clock of ben ran behind" in back(project, path)
    latest = "SELECT verdict.value, round FROM verdict JOIN decision ON decision.id = decision_id WHERE round > 1"
    assert rows(project, latest) == [("yes", 2)] and rows(project, "SELECT value FROM earlier") == [("no",)]
    assert check(project) == []


def test_an_assignment_is_taken_back_while_its_answers_arrive(tmp_path: Path) -> None:
    project = study(tmp_path)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who in ("ann", "ben"):
        say(packed(tmp_path, who), who, SUPPORTING, dict.fromkeys(PARAGRAPHS, "yes"))
    back(project, packed(tmp_path, "ann"))
    said = run("campaign", "revoke", "--for", "ben", "--task", "supporting", "--project", str(project)).output
    assert said == "two/supporting: 2 items are revoked from ben; 0 decisions count no longer.\n"
    report = back(project, packed(tmp_path, "ben"))
    assert "ben: 4 added" in report and "Revoked from them before" in report and ": 4\n" in report
    assert line(project, "two/supporting")["open"] == "4", "late answers are kept, and the seat is open"
    assert check(project) == []
    plan = run("campaign", "plan", "--project", str(project))
    sentence = "2 items of two/supporting were revoked from ben; galley campaign revoke --accept counts the answers"
    assert sentence in plan.output
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "supporting"]
    packed(tmp_path, "ben").unlink()
    assert "was revoked from ben; galley campaign revoke --accept gives it back" in refused(*words, "--for", "ben")
    pack(project, "--task", "supporting", "--for", "cat")  # the seat's new reader
    say(packed(tmp_path, "cat"), "cat", SUPPORTING, dict.fromkeys(PARAGRAPHS, "no"))
    back(project, packed(tmp_path, "cat"))
    assert line(project, "two/supporting")["undecided"] == "4"
    assert (
        "2 items are restored to ben; 4 decisions count again"
        in run("campaign", "revoke", "--for", "ben", "--accept", "--project", str(project)).output
    )
    assert line(project, "two/supporting")["split"] == "4" and check(project) == []
    people = [
        text
        for text in run("campaign", "tasks", "--project", str(project)).output.splitlines()
        if text.startswith("  ")
    ]
    assert "  ben: 4 answered" in people


def test_gold_of_an_adjudicator_whose_package_was_taken_back_goes_and_comes(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "third", "--for", "cat")
    settle(packed(tmp_path, "cat"), "cat", {PARAGRAPHS[1]: "yes", PARAGRAPHS[3]: "no"})
    back(project, packed(tmp_path, "cat"))
    (uid,) = rows(project, "SELECT uid FROM package WHERE reviewer = 'cat'")[0]
    run("campaign", "revoke", str(uid), "--project", str(project))
    assert line(project, "two/supporting")["undecided"] == "2" and check(project) == []
    run("campaign", "revoke", str(uid), "--accept", "--project", str(project))
    assert line(project, "two/supporting")["settled"] == "4" and check(project) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonsense"], "No package 'nonsense' was made from this project; there are:"),
        ([], "Choose a package by its number"),
        (["--for", "zoe"], "No package was made for 'zoe'"),
        (["--for", "ann", "--task", "key"], "No package of two/key was made for 'ann'"),
        (["--for", "ann", "--task", "none"], "The project has no task 'none'"),
        (["--for", "ann", "--accept"], "Nothing was revoked from ann"),
    ],
)
def test_what_cannot_be_taken_back_is_refused(project: Path, words: list[str], message: str) -> None:
    assert message in refused("campaign", "revoke", *words, "--project", str(project))
    assert rows(project, "SELECT count(*) FROM void") == [(0,)]


def test_a_package_of_flags_is_taken_back_like_any_other(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record("k0"), name="study.galley") as opened:
        project = opened.path
    pack(project, "--for", "ann")
    with Project.open(packed(tmp_path, "ann")) as own:
        view = items.load_item_view(own.read_connection(), 1)
        DecisionWriter(own, "ann").accept(1, view.flags()[0]).result()
        DecisionWriter(own, "ann").finish(view).result()
    back(project, packed(tmp_path, "ann"))
    trust = rows(project, "SELECT sum(right), sum(wrong) FROM trust")
    assert trust[0][0]
    said = run("campaign", "revoke", "--for", "ann", "--project", str(project)).output
    assert said == "flags/flags: 1 item is revoked from ann; 2 decisions count no longer.\n"
    assert rows(project, "SELECT sum(right), sum(wrong) FROM trust") == [(None, None)] and check(project) == []
    assert rows(project, "SELECT count(*) FROM judged WHERE decision_id IS NOT NULL") == [(0,)]
    run("campaign", "revoke", "--for", "ann", "--accept", "--project", str(project))
    assert rows(project, "SELECT sum(right), sum(wrong) FROM trust") == trust and check(project) == []


def test_a_third_reader_whose_vote_counts_with_the_others(tmp_path: Path) -> None:
    project = study(tmp_path, ('of = "supporting"\nrule = "adjudicator"', 'of = "supporting"\nrule = "majority"'))
    both_say(project, "yyyn", "ynyy")
    assert line(project, "two/third")["open"] == "2"
    pack(project, "--task", "supporting", "--only", "undecided", "--for", "cat")
    path = packed(tmp_path, "cat")
    say(path, "cat", SUPPORTING, {PARAGRAPHS[1]: "yes", PARAGRAPHS[3]: "no"})
    assert line(path, "two/third")["open"] == "0"
    assert "cat: 2 added" in back(project, path)
    found = line(project, "two/supporting")
    assert (found["settled"], found["undecided"], found["split"]) == ("4", "0", "2") and check(project) == []
    assert rows(project, "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id"
                         " WHERE kind = 'gold'") == [(0,)]  # fmt: skip
    run("campaign", "revoke", "--for", "cat", "--project", str(project))
    assert line(project, "two/supporting")["undecided"] == "2" and check(project) == []
