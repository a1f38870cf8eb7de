"""Three people on paragraphs, on facts and on a matrix of opinions, and an entity table, in real windows under a window
manager, by keys and by mouse. Each journey kills the program once; whatever was answered is found again."""

from __future__ import annotations

import signal
import sqlite3
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from galley.core.paths import resources
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core.studies import run
from tests.gui.matrices import matrices, record
from tests.gui.test_entries import BAR, ENTITY, KIND, POOL, ROOMS
from tests.gui.test_entries import tasks as entity_tasks

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

PATIENCE = 30.0
WIDTH, HEIGHT = 1280, 720
QUEUE, LIST = 228, WIDTH - 364
"""Where the queue ends and the list of the right begins."""
YES, NO, UNSURE = (WIDTH - 295, HEIGHT - 54), (WIDTH - 180, HEIGHT - 54), (WIDTH - 70, HEIGHT - 54)
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


def wait(condition: Callable[[], Any], what: str) -> Any:
    """What ``condition`` gives once it holds; fails where it does not within half a minute."""
    limit = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > limit:
            pytest.fail(f"after {PATIENCE:.0f} s still not: {what}")
        time.sleep(0.02)
    return found


class Chair:
    """Somebody at a window: presses keys, clicks, and sees where it is tinted."""

    def __init__(self, display: Display, project: Path, folder: Path, who: str) -> None:
        self.display, self.project, self.folder, self.who = display, project, folder, who
        colour = tomllib.loads((resources() / "themes" / "light.toml").read_text("utf-8"))["roles"]["flag_tint"]
        self.tint = np.frombuffer(bytes.fromhex(colour[1:]), np.uint8).astype(int)
        self.sit()

    def sit(self) -> None:
        """Start the program, and give its window the size that the places of the buttons are for."""
        self.program = self.display.start("open", self.project, reviewer=self.who, GALLEY_THEME="light")
        self.window = self.display.window(f"^{self.project.stem}")
        self.display.xdo("windowactivate", "--sync", self.window)
        self.display.xdo("windowsize", "--sync", self.window, WIDTH, HEIGHT)
        self.go(2, 2)  # where the window is, xdotool does not say rightly under a manager; where the mouse is, it does
        words = dict(word.split(":") for word in self.display.xdo("getmouselocation").split())
        self.corner = int(words["x"]) - 2, int(words["y"]) - 2
        wait(self.lit, "something is lit")

    def kill(self) -> None:
        """As if the power went; the file must be sound."""
        self.program.send_signal(signal.SIGKILL)
        self.program.wait(10)
        with Project.open(self.project) as opened:
            assert check(opened.path) == []

    def press(self, *keys: str) -> None:
        """Press keys that answer, each once the last is on disk."""
        for key in keys:
            self._then(lambda key=key: self.display.xdo("key", "--delay", "1", key), key)

    def button(self, place: tuple[int, int]) -> None:
        """Press a button of the bar with the mouse."""
        self._then(lambda: self.click(*place), f"the button at {place}")

    def move(self, *keys: str) -> tuple[int, int, int, int]:
        """Press keys that go elsewhere; gives where it is lit then."""
        for key in keys:
            before = self.lit()
            self.display.xdo("key", "--delay", "1", key)
            wait(lambda before=before: (now := self.lit()) is not None and now != before, f"{key} lights another cell")
        return self.where()

    def go(self, x: float, y: float) -> None:
        """Move the mouse to a place in the window."""
        self.display.xdo("mousemove", "--sync", "--window", self.window, round(x), round(y))

    def click(self, x: float, y: float) -> None:
        """Go there and click."""
        self.go(x, y)
        self.display.xdo("click", 1)

    def where(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what is lit."""
        found: tuple[int, int, int, int] = wait(self.lit, "something is lit")
        return found

    def comes(self, condition: Callable[[tuple[int, int, int, int]], bool], what: str) -> tuple[int, int, int, int]:
        """Where it is lit once that is as ``condition`` wants it."""
        wait(lambda: (box := self.lit()) is not None and condition(box), what)
        return self.where()

    def lit(self) -> tuple[int, int, int, int] | None:
        """What is tinted between the queue and the list; None where nothing is."""
        x, y = self.corner
        whole = np.asarray(Image.open(self.display.screenshot(self.folder / "seen.png")).convert("RGB")).astype(int)
        seen = whole[y : y + HEIGHT, x + QUEUE : x + LIST]
        mask = np.abs(seen - self.tint).max(axis=2) <= 2
        columns, rows = (np.flatnonzero(mask.sum(axis=axis) >= 4) for axis in (0, 1))
        if len(columns) < 30 or not len(rows):
            return None
        return QUEUE + int(columns[0]), int(rows[0]), QUEUE + int(columns[-1]), int(rows[-1])

    def _then(self, act: Callable[[], object], what: str) -> None:
        count = len(log(self.project)) + 1
        act()
        wait(lambda: len(log(self.project)) >= count, f"{what} is on disk")


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
    ann = Chair(xvfb, first["ann"], tmp_path, "ann")
    ann.press("a")
    ann.kill()
    ann.sit()
    ann.press("x")
    ann.kill()
    assert [(action, unit, value) for action, _, unit, _, value in log(first["ann"])] == [
        ("add", 0, "yes"), ("add", 1, "no")
    ]  # fmt: skip
    bo = Chair(xvfb, first["bo"], tmp_path, "bo")
    left, top, right, bottom = bo.where()
    bo.click((left + right) / 2, bottom + 20)  # the second paragraph, below the first
    bo.comes(lambda box: box[1] > top + 10, "the second paragraph is lit")
    bo.button(YES)
    bo.comes(lambda box: abs(box[1] - top) < 10, "what is open")
    bo.button(YES)
    bo.kill()
    back(project, first["ann"], first["bo"])

    # opinions against systems: the matrix, by keys and by mouse
    second = handed(project, tmp_path / "second", "covered", "ann", "bo")
    ann = Chair(xvfb, second["ann"], tmp_path, "ann")
    corner = ann.where()
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
    ann.sit()
    ann.press(*"aaaaaaaa")
    assert log(second["ann"])[:7] == before and len(log(second["ann"])) == 15
    ann.kill()
    bo = Chair(xvfb, second["bo"], tmp_path, "bo")
    left, top, right, bottom = bo.where()
    high = bottom - top
    wide = across[0] - corner[0]
    bo.click((left + right) / 2 + 2 * wide, (top + bottom) / 2)  # the third system
    bo.comes(lambda box: box[0] > left + 1.5 * wide, "the cell that was clicked is lit")
    bo.button(NO)
    bo.comes(lambda box: box[1] > top + high / 2, "the next opinion")
    bo.click((left + right) / 2, (top + bottom) / 2)
    bo.comes(lambda box: abs(box[0] - left) < 4 and abs(box[1] - top) < 4, "the first question")
    bo.button(YES)
    bo.press(*"aaaa")  # the rest of the first system
    bo.press(*"aaaaa")  # the second
    bo.press(*"aaaa")  # the third, but for the one that was answered
    bo.kill()
    assert len(log(second["bo"])) == 15
    back(project, second["ann"], second["bo"])

    # a third settles what they differ on, in the same margin and matrix
    paragraphs = handed(project, tmp_path / "third", "third-paragraphs", "cy")["cy"]
    cy = Chair(xvfb, paragraphs, tmp_path, "cy")
    cy.press("x")
    cy.kill()
    opinions = handed(project, tmp_path / "fourth", "third", "cy")["cy"]
    cy = Chair(xvfb, opinions, tmp_path, "cy")
    cy.button(YES)
    cy.kill()
    back(project, paragraphs, opinions)
    assert gold(project) == {("1", ""): "no", ("o0", "system-3"): "yes"}


@pytest.mark.usefixtures("manager")
@pytest.mark.timeout(300)
def test_two_people_and_a_third_settle_facts(xvfb: Display, tmp_path: Path) -> None:
    project = matrices(tmp_path, record("d0"), more=FACTS)
    first = handed(project, tmp_path / "first", "conflicting", "ann", "bo")
    ann = Chair(xvfb, first["ann"], tmp_path, "ann")
    ann.press("a", "a")
    ann.kill()
    before = log(first["ann"])
    assert before == [("add", "conflicting", unit, "", "yes") for unit in ("f0", "f1")]
    ann.sit()
    ann.press("x")
    assert log(first["ann"]) == [*before, ("add", "conflicting", "f2", "", "no")]
    ann.kill()
    bo = Chair(xvfb, first["bo"], tmp_path, "bo")
    left, top, right, bottom = bo.where()
    bo.click((left + right) / 2, bottom + (bottom - top) / 2)  # the second fact, below the first
    bo.comes(lambda box: box[1] > top + 10, "the second fact is lit")
    bo.button(NO)
    bo.comes(lambda box: box[1] > bottom + 10, "the third, which is open")
    bo.button(NO)
    bo.comes(lambda box: abs(box[1] - top) < 4, "back to the first")
    bo.button(YES)
    bo.kill()
    assert [(unit, value) for _, _, unit, _, value in log(first["bo"])] == [("f1", "no"), ("f2", "no"), ("f0", "yes")]
    back(project, first["ann"], first["bo"])
    facts = handed(project, tmp_path / "third", "third-facts", "cy")["cy"]
    cy = Chair(xvfb, facts, tmp_path, "cy")
    cy.button(YES)
    cy.kill()
    back(project, facts)
    assert gold(project) == {("f1", ""): "yes"}


@pytest.mark.usefixtures("manager")
@pytest.mark.timeout(300)
def test_an_entity_table_is_answered_and_nothing_is_lost(xvfb: Display, tmp_path: Path) -> None:
    table = {"system": "alpha", "method": "update", "turn": 2, "entries": [ROOMS, KIND, POOL, BAR]}
    entities = entity_tasks(tmp_path, {**ENTITY, "summaries": [table]})
    project = handed(entities, tmp_path / "out", "sumie/support", "ann")["ann"]
    ann = Chair(xvfb, project, tmp_path, "ann")
    first = ann.where()
    ann.press("a")
    second = ann.comes(lambda box: box[1] > first[1], "the next attribute")
    ann.button(NO)
    ann.kill()
    before = log(project)
    assert [each[-1] for each in before] == ["yes", "no"] and {each[1] for each in before} == {"supported"}
    ann.sit()
    third = ann.comes(lambda box: box[1] > second[1], "it goes on there")
    row = second[1] - first[1]
    ann.click((third[0] + third[2]) / 2, (third[1] + third[3]) / 2 - 2 * row)  # a row that was answered
    ann.comes(lambda box: abs(box[1] - third[1] + 2 * row) < 4, "the row that was clicked is lit")
    ann.display.xdo("key", "space")
    ann.comes(lambda box: abs(box[1] - third[1]) < 4, "the next open one")
    ann.press("u", "a", "ctrl+z", "a")
    assert log(project)[:2] == before and len(log(project)) == 6
    ann.kill()
    answered = [each[2] for each in log(project) if each[0] != "undo"]
    assert len(set(answered)) == 4, "four attributes were answered"
    back(tmp_path / "entities.galley", project)
    with Project.open(tmp_path / "entities.galley") as opened:
        said = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id AND kind = 'human'"
        assert opened.read_connection().execute(said).fetchone() == (4,) and check(opened) == []
