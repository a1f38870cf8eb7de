"""Cells that are asked once more untold: drawn by a seed, without the first answer; never an answer of the study."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from galley.core.campaign import answers, repeats
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core.studies import back, cell, pack, packed, refused, run, say, study
from tests.core.test_task_packages import SUPPORTING, handed, rows
from tests.core.test_task_plan import places, plan

FIRST = ["yes", "no", "yes", "no", "yes", None]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Ann has answered three of six items, two paragraphs each."""
    made = study(tmp_path, count=6)
    (tmp_path / "keys").write_text("k0\nk1\nk2\n", "utf-8")
    pack(made, "--task", "supporting", "--for", "ann", "--only", f"keys:{tmp_path / 'keys'}")
    path = packed(tmp_path, "ann")
    say(path, "ann", SUPPORTING, dict(zip(places(3), FIRST, strict=True)))
    back(made, path)
    path.unlink()
    return made


def repeated(project: Path) -> list[tuple[object, object]]:
    with Project.open(project, read_only=True) as opened:
        return [(each.first, each.again) for each in repeats.list_repeat_pairs(opened.read_connection())]


def test_a_share_is_asked_once_more_without_the_first_answer(project: Path, tmp_path: Path) -> None:
    before = plan(project)
    pack(project, "--task", "supporting", "--for", "ann", "--repeats", "0.5", "--seed", "3")
    path = packed(tmp_path, "ann")
    assert check(path) == [] and check(project) == []
    there = [(key, unit) for _, key, unit in handed(path)]
    again = [place for place in there if place in places(3)]
    assert len(there) == 9 and len(again) == 3, "half of the six new ones"
    assert places(3)[5] not in again, "who was unsure has no answer to repeat"
    for query in ("SELECT count(*) FROM decision", "SELECT count(*) FROM verdict"):
        assert rows(path, query) == [(0,)], "nothing of the first time is in the file"
    with sqlite3.connect(path) as file:
        assert '"again"' not in "\n".join(file.iterdump())
    file.close()
    path.unlink()
    run(
        "campaign",
        "pack",
        "--project",
        str(project),
        "--out",
        str(tmp_path / "x"),
        "--task",
        "supporting",
        "--for",
        "ben",
    )
    seat = next(seat for seat in plan(project)["seats"] if seat["name"] == "ann")
    old = before["seats"][0]
    assert (seat["done"], seat["given"]) == (old["done"], old["given"] + 6), "repeats are nobody's work of the study"


def test_what_comes_back_is_kept_beside_and_counts_nowhere(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "supporting", "--for", "ann", "--repeats", "0.5", "--seed", "3")
    path = packed(tmp_path, "ann")
    again = [(key, unit) for _, key, unit in handed(path) if (key, unit) in places(3)]
    first = dict(zip(places(3), FIRST, strict=True))
    other = {"yes": "no", "no": "yes"}
    said = {again[0]: first[again[0]], again[1]: other[str(first[again[1]])], again[2]: None}
    say(path, "ann", SUPPORTING, said)
    with Project.open(path) as own:  # one is taken back, and answered anew
        desk = DecisionWriter(own, "ann")
        desk.undo().result()
        item, where = cell(own, *again[2], SUPPORTING)
        desk.form(item, {where: other[str(first[again[2]])]}).result()
    log = rows(project, "SELECT uid, value FROM decision ORDER BY id")
    report = back(project, path)
    assert "3 of the answers repeat earlier ones; galley campaign reviewers shows how far they agree" in report
    assert rows(project, "SELECT uid, value FROM decision ORDER BY id") == log, "the log knows nothing of it"
    by_hand = sorted((first[place], value) for place, value in
                     {**said, again[2]: other[str(first[again[2]])]}.items())  # fmt: skip
    assert sorted(repeated(project)) == by_hand and check(project) == []
    back(project, path)
    say(path, "ann", SUPPORTING, {places(6)[6]: "yes"})
    assert "1 added" in back(project, path), "and a later file of the same copy goes on"
    assert sorted(repeated(project)) == by_hand and check(project) == []
    path.unlink()
    with_more = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "supporting",
    "--for", "ann"]
    assert "ann has all that two/supporting asks now" in refused(*with_more, "--repeats", "0.5")


def test_what_cannot_be_repeated_is_refused(project: Path, tmp_path: Path) -> None:
    base = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--for"]
    assert "ben has no earlier answer in two/supporting that can be repeated" in refused(
        *base, "ben", "--task", "supporting", "--repeats", "0.5"
    )
    assert "is not a share of the cells" in refused(*base, "ann", "--task", "supporting", "--repeats", "3")
    assert "--repeats is for a task of a protocol" in refused(*base, "ann", "--repeats", "0.1")
    assert "does not ask for an answer to every cell" in refused(*base, "ann", "--task", "flagged", "--repeats", "0.1")
    assert not packed(tmp_path, "ann").exists()


def test_repeats_and_whose_answers_came_travel_with_the_record(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "supporting", "--for", "ann", "--repeats", "0.5", "--seed", "3")
    path = packed(tmp_path, "ann")
    again = [(key, unit) for _, key, unit in handed(path) if (key, unit) in places(3)]
    say(path, "ann", SUPPORTING, {again[0]: "yes", again[1]: None})
    answers.write_answers(path, tmp_path / "early.answers")
    one = anew(project, tmp_path / "one.galley")
    for each in (project, one):
        assert (
            "2 of the answers repeat"
            in run("campaign", "merge", str(tmp_path / "early.answers"), "--project", str(each)).output
        )
    two = anew(project, tmp_path / "three.galley")
    assert repeated(project) == repeated(one) == repeated(two) and len(repeated(two)) == 2
    assert record(project) == record(one) == record(two)
    say(path, "ann", SUPPORTING, {again[2]: "no", places(6)[6]: "yes"})
    for each in (project, one, two):
        assert "1 new" in back(each, path) and check(each) == []
    assert repeated(project) == repeated(one) == repeated(two) and len(repeated(two)) == 3
    assert record(project) == record(one) == record(two)
    run("import", "--format", "galley", str(tmp_path / "three.out.jsonl"), "--project", str(project))
    assert len(repeated(project)) == 3 and check(project) == [], "its own record adds nothing"


def test_a_name_that_answers_were_kept_under_travels_with_the_record(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "supporting", "--for", "ben")
    path = packed(tmp_path, "ben")
    say(path, "ben", SUPPORTING, {places(6)[0]: "yes"})
    answers.write_answers(path, tmp_path / "ben.answers")
    run("campaign", "merge", str(tmp_path / "ben.answers"), "--project", str(project), "--rename", "eve")
    copy = anew(project, tmp_path / "copy.galley")
    say(path, "ben", SUPPORTING, {places(6)[1]: "no"})
    for each in (project, copy):
        assert "eve, 1 new" in back(each, path), "and nobody has to say so again"
    assert record(project) == record(copy) and check(copy) == []


def anew(project: Path, path: Path) -> Path:
    """A project built from the record of another."""
    run("export", "galley", "--project", str(project), "--out", str(path.with_suffix(".jsonl")))
    run("new", str(path))
    run("import", "--format", "galley", str(path.with_suffix(".jsonl")), "--project", str(path))
    return path


def record(project: Path) -> list[str]:
    out = project.with_suffix(".out.jsonl")
    run("export", "galley", "--project", str(project), "--out", str(out))
    return out.read_text("utf-8").splitlines()
