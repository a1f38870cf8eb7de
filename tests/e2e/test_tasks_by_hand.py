"""Three people on paragraphs, on facts and on a matrix of opinions, and an entity table, in real windows under a window
manager, by keys and by mouse. Each journey kills the program once; whatever was answered is found again."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core.studies import run
from tests.e2e.hands import Seat
from tests.gui.matrices import matrices, record
from tests.gui.test_entries import BAR, ENTITY, KIND, POOL, ROOMS
from tests.gui.test_entries import tasks as entity_tasks

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

QUEUE = 228
"""Where the queue ends."""
SAID = """
SELECT decision.action, criterion.name, coalesce(unit.name, unit.position), document.system, decision.value
FROM decision LEFT JOIN criterion ON criterion.id = criterion_id LEFT JOIN unit ON unit.id = unit_id
LEFT JOIN document ON document.id = target_id ORDER BY decision.id
"""
FIRST = """
[[task]]
id = "supporting"
ask = "Does an outsider need this paragraph?"
kind = "answer"
criteria = ["kgds-paragraph/supporting"]
people = 2
silence = "open"
rule = "unanimous"
shows = ["dialogue", "article"]

[[task]]
id = "third-paragraphs"
kind = "settle"
of = "supporting"
rule = "adjudicator"
"""
FACTS = """
[[task]]
id = "conflicting"
ask = "Does this fact contradict the others?"
kind = "answer"
criteria = ["kgds-fact/conflicting"]
people = 2
silence = "open"
rule = "unanimous"
shows = ["dialogue", "article"]

[[task]]
id = "third-facts"
kind = "settle"
of = "conflicting"
rule = "adjudicator"
"""


def log(path: Path) -> list[tuple[Any, ...]]:
    """The decisions in the file, as another program sees them, without the finish that follows a package's last
    answer."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        found = connection.execute(SAID).fetchall()
    connection.close()
    return [decision for decision in found if decision[0] != "finish"]


def handed(project: Path, folder: Path, task: str, *people: str) -> dict[str, Path]:
    """A package of the task for each of them."""
    whom = [word for who in people for word in ("--for", who)]
    run("campaign", "pack", "--task", task, *whom, "--project", str(project), "--out", str(folder))
    return {who: folder / f"{project.stem}-{who}.galley" for who in people}


def back(project: Path, *packages: Path) -> None:
    """Their answers, returned and merged."""
    for package in packages:
        run("campaign", "submit", str(package))
        run("campaign", "merge", str(package.with_suffix(".answers")), "--project", str(project))


def gold(project: Path) -> dict[tuple[str, str], str]:
    """What was settled, by unit and system."""
    with Project.open(project) as opened:
        assert check(opened) == []
        rows = opened.read_connection().execute(
            "SELECT coalesce(unit.name, unit.position), coalesce(document.system, ''), value FROM verdict"
            " JOIN annotator ON annotator.id = annotator_id AND annotator.kind = 'gold' JOIN unit ON unit.id = unit_id"
            " JOIN document ON document.id = target_id"
        )
        return {(str(unit), system): value for unit, system, value in rows}


@pytest.mark.usefixtures("manager")
@pytest.mark.timeout(600)
def test_two_people_and_a_third_settle_paragraphs_and_opinions_against_systems(xvfb: Display, tmp_path: Path) -> None:
    project = matrices(tmp_path, record("d0"), more=FIRST)

    # paragraphs in the margin: one by keys and one by mouse
    first = handed(project, tmp_path / "first", "supporting", "ann", "bo")
    ann = Seat(xvfb, first["ann"], log, "ann", QUEUE)
    ann.press("a")
    ann.kill()
    ann.start()
    ann.press("x")
    ann.kill()
    assert [(action, unit, value) for action, _, unit, _, value in log(first["ann"])] == [
        ("add", 0, "yes"), ("add", 1, "no")
    ]  # fmt: skip
    bo = Seat(xvfb, first["bo"], log, "bo", QUEUE)
    left, top, right, bottom = bo.wait_for_tint()
    bo.click((left + right) / 2, bottom + 20)  # the second paragraph, below the first
    bo.wait_for_tint(lambda box: box[1] > top + 10, "the second paragraph is lit")
    bo.push(Seat.YES)
    bo.wait_for_tint(lambda box: abs(box[1] - top) < 10, "what is open")
    bo.push(Seat.YES)
    bo.kill()
    back(project, first["ann"], first["bo"])

    # opinions against systems: the matrix, by keys and by mouse
    second = handed(project, tmp_path / "second", "covered", "ann", "bo")
    ann = Seat(xvfb, second["ann"], log, "ann", QUEUE)
    corner = ann.wait_for_tint()
    across = ann.move("l")
    assert across[0] > corner[2] - 4 and abs(across[1] - corner[1]) < 4, "the next system of the same opinion"
    below = ann.move("j")
    assert below[1] > across[1] and abs(below[0] - across[0]) < 4, "the next opinion against the same system"
    assert ann.move("Left", "Up") == corner
    ann.press(*"aaaaaaa")
    ann.kill()
    before = log(second["ann"])
    assert before == [
        ("add", "covered", f"o{n}", system, "yes")
        for system, n in [*(("system-1", n) for n in range(5)), ("system-2", 0), ("system-2", 1)]
    ]
    ann.start()
    ann.press(*"aaaaaaaa")
    assert log(second["ann"])[:7] == before and len(log(second["ann"])) == 15
    ann.kill()
    bo = Seat(xvfb, second["bo"], log, "bo", QUEUE)
    left, top, right, bottom = bo.wait_for_tint()
    high = bottom - top
    wide = across[0] - corner[0]
    bo.click((left + right) / 2 + 2 * wide, (top + bottom) / 2)  # the third system
    bo.wait_for_tint(lambda box: box[0] > left + 1.5 * wide, "the cell that was clicked is lit")
    bo.push(Seat.NO)
    bo.wait_for_tint(lambda box: box[1] > top + high / 2, "the next opinion")
    bo.click((left + right) / 2, (top + bottom) / 2)
    bo.wait_for_tint(lambda box: abs(box[0] - left) < 4 and abs(box[1] - top) < 4, "the first question")
    bo.push(Seat.YES)
    bo.press(*"aaaa")  # the rest of the first system
    bo.press(*"aaaaa")  # the second
    bo.press(*"aaaa")  # the third, but for the one that was answered
    bo.kill()
    assert len(log(second["bo"])) == 15
    back(project, second["ann"], second["bo"])

    # a third settles what they differ on, in the same margin and matrix
    paragraphs = handed(project, tmp_path / "third", "third-paragraphs", "cy")["cy"]
    cy = Seat(xvfb, paragraphs, log, "cy", QUEUE)
    cy.press("x")
    cy.kill()
    opinions = handed(project, tmp_path / "fourth", "third", "cy")["cy"]
    cy = Seat(xvfb, opinions, log, "cy", QUEUE)
    cy.push(Seat.YES)
    cy.kill()
    back(project, paragraphs, opinions)
    assert gold(project) == {("1", ""): "no", ("o0", "system-3"): "yes"}


@pytest.mark.usefixtures("manager")
@pytest.mark.timeout(300)
def test_two_people_and_a_third_settle_facts(xvfb: Display, tmp_path: Path) -> None:
    project = matrices(tmp_path, record("d0"), more=FACTS)
    first = handed(project, tmp_path / "first", "conflicting", "ann", "bo")
    ann = Seat(xvfb, first["ann"], log, "ann", QUEUE)
    ann.press("a", "a")
    ann.kill()
    before = log(first["ann"])
    assert before == [("add", "conflicting", unit, "", "yes") for unit in ("f0", "f1")]
    ann.start()
    ann.press("x")
    assert log(first["ann"]) == [*before, ("add", "conflicting", "f2", "", "no")]
    ann.kill()
    bo = Seat(xvfb, first["bo"], log, "bo", QUEUE)
    left, top, right, bottom = bo.wait_for_tint()
    bo.click((left + right) / 2, bottom + (bottom - top) / 2)  # the second fact, below the first
    bo.wait_for_tint(lambda box: box[1] > top + 10, "the second fact is lit")
    bo.push(Seat.NO)
    bo.wait_for_tint(lambda box: box[1] > bottom + 10, "the third, which is open")
    bo.push(Seat.NO)
    bo.wait_for_tint(lambda box: abs(box[1] - top) < 4, "back to the first")
    bo.push(Seat.YES)
    bo.kill()
    assert [(unit, value) for _, _, unit, _, value in log(first["bo"])] == [("f1", "no"), ("f2", "no"), ("f0", "yes")]
    back(project, first["ann"], first["bo"])
    facts = handed(project, tmp_path / "third", "third-facts", "cy")["cy"]
    cy = Seat(xvfb, facts, log, "cy", QUEUE)
    cy.push(Seat.YES)
    cy.kill()
    back(project, facts)
    assert gold(project) == {("f1", ""): "yes"}


@pytest.mark.usefixtures("manager")
@pytest.mark.timeout(300)
def test_an_entity_table_is_answered_and_nothing_is_lost(xvfb: Display, tmp_path: Path) -> None:
    table = {"system": "alpha", "method": "update", "turn": 2, "entries": [ROOMS, KIND, POOL, BAR]}
    entities = entity_tasks(tmp_path, {**ENTITY, "summaries": [table]})
    project = handed(entities, tmp_path / "out", "sumie/support", "ann")["ann"]
    ann = Seat(xvfb, project, log, "ann", QUEUE)
    first = ann.wait_for_tint()
    ann.press("a")
    second = ann.wait_for_tint(lambda box: box[1] > first[1], "the next attribute")
    ann.push(Seat.NO)
    ann.kill()
    before = log(project)
    assert [each[-1] for each in before] == ["yes", "no"] and {each[1] for each in before} == {"supported"}
    ann.start()
    third = ann.wait_for_tint(lambda box: box[1] > second[1], "it goes on there")
    row = second[1] - first[1]
    ann.click((third[0] + third[2]) / 2, (third[1] + third[3]) / 2 - 2 * row)  # a row that was answered
    ann.wait_for_tint(lambda box: abs(box[1] - third[1] + 2 * row) < 4, "the row that was clicked is lit")
    ann.display.xdo("key", "space")
    ann.wait_for_tint(lambda box: abs(box[1] - third[1]) < 4, "the next open one")
    ann.press("u", "a", "ctrl+z", "a")
    assert log(project)[:2] == before and len(log(project)) == 6
    ann.kill()
    answered = [each[2] for each in log(project) if each[0] != "undo"]
    assert len(set(answered)) == 4, "four attributes were answered"
    back(tmp_path / "entities.galley", project)
    with Project.open(tmp_path / "entities.galley") as opened:
        said = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id AND kind = 'human'"
        assert opened.read_connection().execute(said).fetchone() == (4,) and check(opened) == []
