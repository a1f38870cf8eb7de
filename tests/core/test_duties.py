"""Readers, adjudicators and leads; four eyes; a frozen project: what they keep from happening by a slip."""

from __future__ import annotations

from pathlib import Path

import pytest

from galley.core.adjudication import bulk_adjudication
from galley.core.errors import InputError, ProjectReadOnly
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.studies import back, cell, pack, packed, refused, run, say, study
from tests.core.test_task_packages import PARAGRAPHS, SUPPORTING, both_say, handed, rows
from tests.core.test_task_rounds import line, settle

FOUR = ('of = "supporting"\nrule = "adjudicator"', 'of = "supporting"\nrule = "adjudicator"\nfour_eyes = true')


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = study(tmp_path)
    both_say(made, "yyyn", "ynyy")
    return made


def roles(project: Path, *given: str) -> str:
    return run("campaign", "roles", *given, "--project", str(project), "--as", "mira").output


def test_gold_takes_an_adjudicator_once_anybody_has_a_role(project: Path) -> None:
    settle(project, "zoe", {PARAGRAPHS[1]: "yes"})  # nobody has a role: everybody may
    assert roles(project, "mira=lead", "ito=adjudicator") == "ito\tadjudicator\nmira\tlead\n"
    with pytest.raises(InputError, match="zoe is a reviewer here, and only an adjudicator or a lead says what is gold"):
        settle(project, "zoe", {PARAGRAPHS[3]: "no"})
    assert line(project, "two/supporting")["undecided"] == "1", "and nothing was written"
    settle(project, "ito", {PARAGRAPHS[3]: "no"})
    settle(project, "mira", {PARAGRAPHS[3]: "yes"})
    roles(project, "ito=")
    with pytest.raises(InputError, match="ito is a reviewer here"):
        settle(project, "ito", {PARAGRAPHS[3]: "no"})
    assert run("campaign", "roles", "--clear", "--project", str(project), "--as", "mira").output.startswith(
        "No roles are set"
    )
    settle(project, "zoe", {PARAGRAPHS[3]: "no"})
    assert check(project) == []


def test_many_cells_at_once_take_an_adjudicator_too(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record("k0"), name="study.galley") as opened:
        project = opened.path
    with Project.open(project) as opened:
        flag = items.load_item_view(opened.read_connection(), 1).flags()[0]
        for who in ("ann", "ben", "cat"):
            DecisionWriter(opened, who).accept(1, flag).result()
    roles(project, "mira=lead")
    words = ["adjudicate", "majority", "--project", str(project), "--confirm", "settle 1", "--as"]
    before = rows(project, "SELECT count(*) FROM decision")
    said = run(*words, "ann", fails=True)
    assert "ann is a reviewer here" in str(said.exception)
    assert rows(project, "SELECT count(*) FROM decision") == before
    run(*words, "mira")
    assert rows(project, "SELECT count(*) FROM decision WHERE action = 'settle'") == [(1,)]


def test_a_reader_is_not_handed_what_makes_gold_and_a_package_knows_its_readers_role(
    project: Path, tmp_path: Path
) -> None:
    roles(project, "mira=lead", "ito=adjudicator")
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "third"]
    said = refused(*words, "--for", "cat")
    assert "cat is a reviewer here, and only an adjudicator or a lead adjudicates what two/third assigns" in said
    assert not packed(tmp_path, "cat").exists()
    pack(project, "--task", "third", "--for", "ito")
    path = packed(tmp_path, "ito")
    assert rows(path, "SELECT value FROM setting WHERE name = 'roles'") == [('{"ito": "adjudicator"}',)]
    settle(path, "ito", {PARAGRAPHS[1]: "yes"})
    roles(project, "ito=reader")
    assert "1 not merged\nAdjudicated or revoked by somebody without that role" in back(project, path), "and it is said"
    assert line(project, "two/supporting")["undecided"] == "2" and check(project) == []
    roles(project, "ito=adjudicator")
    assert "1 adjudicated as gold" in back(project, path), "nothing was lost"


def test_four_eyes_keep_people_from_settling_what_they_answered(tmp_path: Path) -> None:
    project = study(tmp_path, FOUR)
    both_say(project, "yyyn", "ynyy")
    with pytest.raises(InputError, match="ann answered this in two/supporting, and “third” needs a second person"):
        settle(project, "ann", {PARAGRAPHS[1]: "yes"})
    settle(project, "cat", {PARAGRAPHS[1]: "yes"})
    settle(project, "cat", {PARAGRAPHS[1]: "no"})  # who settles may think again
    with Project.open(project) as opened:
        item, where = cell(opened, "k0", "f1", "kgds-fact/key")
        DecisionWriter(opened, "ann").adjudicate(item, where, "yes").result()  # nobody asked for four eyes here
    assert check(project) == []


def test_four_eyes_hold_for_all_of_a_bulk_act_before_any_of_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = study(tmp_path, FOUR, count=3)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben", "--size", "2", "--seed", "3")
    pack(project, "--task", "supporting", "--only", "free-slots", "--for", "cat", "--for", "dan")
    for who in ("ann", "ben", "cat", "dan"):
        said = {(key, unit): "yes" for _, key, unit in handed(packed(tmp_path, who))}
        say(packed(tmp_path, who), who, SUPPORTING, said)
        back(project, packed(tmp_path, who))
    monkeypatch.setattr(bulk_adjudication, "BATCH", 1)
    words = ["adjudicate", "unanimous", "--project", str(project), "--criterion", "supporting", "--confirm", "settle 6"]
    for who in ("ann", "cat"):  # each answered some of them, and the other one the rest
        assert "needs a second person" in refused(*words, "--as", who)
        assert rows(project, "SELECT count(*) FROM decision WHERE action = 'settle'") == [(0,)]
    run(*words, "--as", "zoe")
    assert rows(project, "SELECT count(*) FROM decision WHERE action = 'settle'") == [(6,)] and check(project) == []


def test_a_preview_is_refused_to_who_may_not_settle(project: Path) -> None:
    roles(project, "mira=lead")
    words = ["adjudicate", "majority", "--project", str(project), "--as"]
    assert "ann is a reviewer here, and only an adjudicator" in refused(*words, "ann")
    run(*words, "mira")


def test_four_eyes_where_no_adjudicator_settles_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    with pytest.raises(AssertionError) as failed:
        study(bad, (FOUR[0], 'of = "supporting"\nrule = "majority"\nfour_eyes = true'))
    assert "only an adjudicator's task can have “four_eyes”" in str(failed.value.__cause__)


def test_a_frozen_project_is_read_and_exported_and_nothing_else(project: Path, tmp_path: Path) -> None:
    words = ["project", "freeze", "--project", str(project)]
    assert "Say who freezes the project" in refused(*words)
    run(*words, "--as", "mira", "--why", "published")
    before = rows(project, "SELECT count(*), max(at) FROM decision")
    with Project.open(project) as opened:
        assert not opened.writable
        assert "study.galley was frozen by mira on " in opened.notices[0] and "(published)" in opened.notices[0]
        with pytest.raises(ProjectReadOnly, match="was frozen by mira"):
            DecisionWriter(opened, "ann").note(1, None, "a slip").result()
    for command in (
        ["roles", "ann=lead"], ["campaign", "revoke", "--for", "ann"], ["protocol", "use", "kgds"],
        ["campaign", "pack", "--task", "third", "--for", "cat", "--out", str(tmp_path)],
        ["campaign", "merge", str(tmp_path / "study-ann.answers")],
    ):  # fmt: skip
        assert "was frozen by mira" in refused(*command, "--project", str(project)), command
    assert not packed(tmp_path, "cat").exists() and rows(project, "SELECT count(*), max(at) FROM decision") == before
    run("metrics", "agreement", "--project", str(project))
    run("export", "csv", "--project", str(project), "--out", str(tmp_path / "out.csv"))
    assert (tmp_path / "out.csv").stat().st_size and check(project) == []
    for command in (["undo-last", str(project)], ["project", "erase", str(project), "--person", "ann", "--confirm",
    "ann"]):
        assert "Unfreeze it first: galley project freeze --unfreeze." in refused(*command), command
    assert rows(project, "SELECT count(*), max(at) FROM decision") == before and check(project) == []
    assert "Say who changes this" in refused(*words, "--unfreeze")
    run(*words, "--unfreeze", "--as", "mira")
    say(project, "ann", SUPPORTING, {PARAGRAPHS[0]: "no"})
    assert "The project is not frozen" in refused(*words, "--unfreeze", "--as", "mira")
    assert "leave it out with --unfreeze" in refused(*words, "--unfreeze", "--why", "x")


def test_only_a_lead_freezes_where_there_is_one(project: Path) -> None:
    roles(project, "mira=lead")
    words = ["project", "freeze", "--project", str(project)]
    assert "ann is a reviewer here, and only a lead freezes or unfreezes a project" in refused(*words, "--as", "ann")
    assert "Say who freezes the project" in refused(*words)
    run(*words, "--as", "mira")
    assert "only a lead freezes" in refused(*words, "--unfreeze", "--as", "ann")
    run(*words, "--unfreeze", "--as", "mira")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["ann"], "'ann' is not NAME=ROLE"),
        (["ann=boss"], "a role is one of: reviewer, adjudicator, lead"),
        (["=lead"], "A role needs the name of a person"),
        (["ann=reader"], "A project with roles needs a lead"),
        (["ann=lead", "--clear"], "leave the names out"),
    ],
)
def test_roles_that_cannot_be_are_refused(project: Path, given: list[str], message: str) -> None:
    assert message in refused("campaign", "roles", *given, "--project", str(project))
    assert rows(project, "SELECT count(*) FROM setting WHERE name = 'roles'") == [(0,)]
