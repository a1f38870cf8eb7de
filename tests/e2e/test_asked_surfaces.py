"""Ratings of three summaries and a question form in a real window under a window manager, by keys and by mouse. The
program is killed once in each; every answer is found again, and the journey goes on to the end of the item."""

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
from tests.core.asked_projects import FORM, questioned, rated

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

PATIENCE = 30.0
WIDTH, HEIGHT = 1280, 720
LIST = WIDTH - 364
"""Where the list begins, which has a lit line of its own."""
UNSURE, YES = (WIDTH - 70, HEIGHT - 54), (WIDTH - 295, HEIGHT - 54)
"""Where these buttons stand, from the left and the top of the window."""


def figure(number: int) -> tuple[int, int]:
    """Where the button of a digit stands."""
    return WIDTH - 328 + 54 * (number - 1), HEIGHT - 128


SAID = """
SELECT document.name, unit.name, criterion.name, decision.value, decision.action FROM decision
LEFT JOIN criterion ON criterion.id = decision.criterion_id LEFT JOIN unit ON unit.id = decision.unit_id
LEFT JOIN document ON document.id = decision.target_id ORDER BY decision.id
"""


def log(path: Path) -> list[tuple[Any, ...]]:
    """The decisions in the file, as another program sees them."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        found = connection.execute(SAID).fetchall()
    connection.close()
    return found


def wait(condition: Callable[[], Any], what: str) -> Any:
    """What ``condition`` gives once it holds; fails where it does not within half a minute."""
    limit = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > limit:
            pytest.fail(f"after {PATIENCE:.0f} s still not: {what}")
        time.sleep(0.02)
    return found


RELEVANT = {
    ("sum-alpha", "s1"): "yes", ("sum-alpha", "c1"): "yes", ("sum-alpha", "c2"): "no",
    ("sum-beta", "s2"): "no", ("sum-beta", "c1"): "no", ("sum-beta", "c2"): "no",
}  # fmt: skip


class Seat:
    """Somebody at the window: presses keys, clicks, and looks where it is tinted."""

    def __init__(self, display: Display, project: Path, folder: Path) -> None:
        self.display, self.project, self.folder = display, project, folder
        colour = tomllib.loads((resources() / "themes" / "light.toml").read_text("utf-8"))["roles"]["flag_tint"]
        self.tint = np.frombuffer(bytes.fromhex(colour[1:]), np.uint8).astype(int)
        self.sit()

    def sit(self) -> None:
        """Start the program, and give its window the size that the places of the buttons are for."""
        self.program = self.display.start("open", self.project, reviewer="ito", GALLEY_THEME="light")
        self.window = self.display.window(f"^{self.project.stem}")
        self.display.xdo("windowactivate", "--sync", self.window)
        self.display.xdo("windowsize", "--sync", self.window, WIDTH, HEIGHT)
        # Where the window is, xdotool does not say rightly under a manager; where the mouse is, it does.
        self.click(2, 2, button=0)
        words = dict(word.split(":") for word in self.display.xdo("getmouselocation").split())
        self.corner = int(words["x"]) - 2, int(words["y"]) - 2
        wait(self.lit, "something is lit on the surface")

    def kill(self) -> None:
        self.program.send_signal(signal.SIGKILL)
        self.program.wait(10)

    def press(self, *keys: str) -> None:
        """Press keys that answer, each once the last is on disk."""
        for key in keys:
            count = len(log(self.project)) + 1
            self.display.xdo("key", "--delay", "1", key)
            wait(lambda count=count: len(log(self.project)) >= count, f"{key} is on disk")

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Go to a place in the window and click; without a button only go there."""
        self.display.xdo("mousemove", "--sync", "--window", self.window, round(x), round(y))
        if button:
            self.display.xdo("click", button)

    def where(self) -> tuple[int, int, int, int]:
        """The same, once there is something."""
        found: tuple[int, int, int, int] = wait(self.lit, "something is lit")
        return found

    def comes(self, condition: Callable[[tuple[int, int, int, int]], bool], what: str) -> tuple[int, int, int, int]:
        """What is lit once it is as ``condition`` wants it."""
        wait(lambda: (box := self.lit()) is not None and condition(box), what)
        return self.where()

    def lit(self) -> tuple[int, int, int, int] | None:
        """Left, top, right and bottom of what is tinted on the surface; None where nothing is."""
        x, y = self.corner
        whole = np.asarray(Image.open(self.display.screenshot(self.folder / "seen.png")).convert("RGB")).astype(int)
        mask = np.abs(whole[y : y + HEIGHT, x : x + LIST] - self.tint).max(axis=2) <= 2
        columns, rows = (np.flatnonzero(mask.sum(axis=axis) >= 4) for axis in (0, 1))
        if len(columns) < 40 or not len(rows):
            return None
        return int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])


@pytest.mark.usefixtures("manager")
def test_three_summaries_are_rated_and_nothing_is_lost(xvfb: Display, tmp_path: Path) -> None:
    project = rated(tmp_path)
    seat = Seat(xvfb, project, tmp_path)
    width = seat.where()[2] - seat.where()[0]
    seat.press("4", "5", "3")
    second = seat.comes(lambda box: box[0] > LIST / 2, "the second column is lit")
    seat.kill()
    before = log(project)
    assert [(document, criterion, value) for document, _, criterion, value, _ in before] == [
        ("sum-alpha", "accuracy", 4), ("sum-alpha", "coverage", 5), ("sum-alpha", "overall", 3)
    ]  # fmt: skip
    with Project.open(project) as opened:
        assert check(opened.path) == []
    seat.sit()
    left, top, right, bottom = seat.comes(lambda box: abs(box[0] - second[0]) < 20, "it goes on there")
    seat.click(right + width / 2, top + 2.5 * (bottom - top))  # the last line of the third column
    seat.comes(lambda box: box[0] > right - 20 and box[1] > bottom, "what was clicked is lit")
    seat.click(*figure(2))
    wait(lambda: len(log(project)) == 4, "the click is on disk")
    assert log(project)[3][0] == "sum-gamma" and log(project)[3][2:4] == ("overall", 2)
    seat.comes(lambda box: abs(box[0] - left) < 20, "back to what is open")
    seat.click(*figure(1))
    wait(lambda: len(log(project)) == 5, "the click is on disk")
    seat.press("1", "2", "3", "4")
    wait(lambda: not seat.lit(), "the page at the end of the item")
    seat.press("Return")
    wait(seat.lit, "the next item")
    seat.click(*UNSURE)
    wait(lambda: len(log(project)) == 11, "the click is on disk")
    found = log(project)
    assert found[:3] == before and [each[4] for each in found] == ["add"] * 9 + ["finish", "unsure"]
    rated_now = {(document, criterion): value for document, _, criterion, value, action in found[:9]}
    assert rated_now == {
        ("sum-alpha", "accuracy"): 4, ("sum-alpha", "coverage"): 5, ("sum-alpha", "overall"): 3,
        ("sum-beta", "accuracy"): 1, ("sum-beta", "coverage"): 1, ("sum-beta", "overall"): 2,
        ("sum-gamma", "accuracy"): 3, ("sum-gamma", "coverage"): 4, ("sum-gamma", "overall"): 2,
    }  # fmt: skip
    seat.kill()
    with Project.open(project) as opened:
        assert check(opened.path) == []


@pytest.mark.usefixtures("manager")
def test_a_question_form_leads_from_answer_to_answer_and_loses_nothing(xvfb: Display, tmp_path: Path) -> None:
    project = questioned(tmp_path, protocol=FORM)
    seat = Seat(xvfb, project, tmp_path)
    seat.press("a", "x", "a")
    seat.kill()
    before = log(project)
    assert [each[1:4] for each in before] == [
        ("s1", "answer-relevant", "yes"), ("s1", "no-answer", "no"), ("s1", "answer-consistent", "yes")
    ]  # fmt: skip
    with Project.open(project) as opened:
        assert check(opened.path) == []
    seat.sit()
    first = seat.where()[1]
    seat.click(*YES)
    wait(lambda: len(log(project)) == 4, "the click is on disk")
    left, top, right, bottom = seat.comes(lambda box: box[1] > first, "the line that hangs on it")
    seat.click((left + right) / 2, bottom + (bottom - top) / 2)  # the line below
    seat.comes(lambda box: box[1] >= bottom - 2, "what was clicked is lit")
    seat.press("u")
    assert [each[1:] for each in log(project)[3:]] == [
        ("c1", "answer-relevant", "yes", "add"), ("c1", "answer-consistent", None, "unsure")
    ]  # fmt: skip
    seat.press("x", "x", "x", "x", "a")  # the last goes back to what was passed over
    wait(lambda: not seat.lit(), "the page at the end of the item")
    seat.press("Return")
    wait(seat.lit, "the next item")
    found = log(project)
    assert found[:3] == before and found[-1][4] == "finish"
    said = {(document, unit, criterion): value for document, unit, criterion, value, _ in found[:-1]}
    assert {(d, u): said[d, u, c] for d, u, c in said if c == "answer-relevant"} == RELEVANT
    seat.kill()
    with Project.open(project) as opened:
        assert check(opened.path) == []
