"""Somebody at the program in a real window: keys and mouse by the X server. ``Hands`` asks the program, started as
``tests.e2e.placed``, where its buttons and words are; ``Seat`` looks at the screen."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from galley.core.paths import resources
from galley.core.project.check import check
from galley.core.project.project import Project

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

PATIENCE = 60.0
"""Seconds: a busy machine shows a window late."""


def wait(condition: Callable[[], Any], what: str) -> Any:
    """What ``condition`` gives once it holds; fails where it does not within ``PATIENCE``."""
    limit = time.monotonic() + PATIENCE
    while not (outcome := condition()):
        if time.monotonic() > limit:
            pytest.fail(f"after {PATIENCE:.0f} s still not: {what}")
        time.sleep(0.02)
    return outcome


class Hands:
    """A person at a project or a table. ``clicks`` and ``keys`` count what was pressed."""

    def __init__(self, display: Display, path: Path, user: str = "ito") -> None:
        self.display, self.path, self.user = display, path, user
        self.clicks = self.keys = 0
        self.start()

    def start(self) -> None:
        """Start the program."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.placed", str(self.path)],
            env=self.display.environment() | {"USER": self.user},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.display.started.append(self.process)

    def activate_window(self) -> None:
        """Give the keys to the program's window, once it is there."""
        self.display.xdo("windowactivate", "--sync", self.display.window(f"^{self.path.stem}"))

    def kill(self) -> None:
        """As if the power went."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def leave(self) -> None:
        """Let the program end by itself."""
        self.process.communicate(timeout=20)
        assert self.process.returncode == 0

    # ---- what the window shows

    def ask(self, what: str, **more: int | str) -> Any:
        """The answer of ``placed.answer``."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"ask": what, **more}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pytest.fail(f"The program ended by itself with {self.process.wait(10)}, and was asked for {what} {more}.")
        return json.loads(self.process.stdout.readline())

    def wait_for_state(self, condition: Callable[[dict[str, Any]], Any], what: str) -> Any:
        """What ``condition`` gives of the window's state once it holds."""
        return wait(lambda: condition(self.ask("state")), what)

    def wait_for_words(self, words: str) -> None:
        """Wait until the window in front says so."""
        wait(lambda: words in (self.ask("words") or ""), f"words “{words}”")

    def find(self, what: str, **more: int | str) -> list[int]:
        """Where something is on the screen, once it is shown and stays there: a click on a place where something is
        about to appear would meet what is there before."""

        def find_still() -> Any:
            place = self.ask(what, **more)
            self.display.xdo("sleep", "0.1")
            return place if place is not None and place == self.ask(what, **more) else None

        place: list[int] = wait(find_still, f"{what} {more} on the screen")
        return place

    # ---- keys and mouse

    def press(self, *keys: str) -> None:
        """Press keys by their names in X."""
        self.display.xdo("key", "--delay", "1", *keys)
        self.keys += len(keys)

    def click(self, what: str, **more: int | str) -> None:
        """Click on something once it is there."""
        self.display.xdo("mousemove", *self.find(what, **more), "click", 1)
        self.clicks += 1

    def push(self, words: str) -> None:
        """Press the button whose words begin so by the mouse."""
        self.click("pressed", words=words)

    def drag(self, start: list[int], end: list[int]) -> None:
        """Drag from one place to another."""
        middle = [(a + b) // 2 for a, b in zip(start, end, strict=True)]
        self.display.xdo("mousemove", *start, "mousedown", 1)
        for place in (middle, end):
            self.display.xdo("mousemove", *place)
        self.display.xdo("mouseup", 1)

    def open_menu(self, button: str, *entries: str) -> None:
        """Go through the menu of a button."""
        self.push(button)
        for words in entries:
            self.click("entry", words=words)

    def fill(self, name: str, words: str) -> None:
        """Click into a field and write it anew."""
        self.click("named", words=name)
        self.display.xdo("key", "ctrl+a", "type", "--delay", "3", words)

    def choose(self, name: str, words: str) -> None:
        """Choose a line of a drop-down list."""
        self.click("named", words=name)
        self.click("listed", words=words)


class Seat:
    """Somebody at ``galley open``, who knows where the buttons of a window of 1280x720 stand, and sees what is lit: the
    cell in front is tinted. ``log`` reads the answers in the file; ``left`` is where the surface begins."""

    WIDTH, HEIGHT = 1280, 720
    LIST = WIDTH - 364
    """Where the list of the right begins, which has a lit line of its own."""
    YES, NO, UNSURE = (WIDTH - 295, HEIGHT - 54), (WIDTH - 180, HEIGHT - 54), (WIDTH - 70, HEIGHT - 54)
    """Where these buttons stand, from the left and the top of the window."""

    def __init__(
        self, display: Display, project: Path, log: Callable[[Path], list[Any]], reviewer: str = "ito", left: int = 0
    ) -> None:
        self.display, self.project, self.log, self.reviewer, self.left = display, project, log, reviewer, left
        colour = tomllib.loads((resources() / "themes" / "light.toml").read_text("utf-8"))["roles"]["flag_tint"]
        self.tint = np.frombuffer(bytes.fromhex(colour[1:]), np.uint8).astype(np.int16)
        self.start()

    def start(self) -> None:
        """Start the program, and give its window the size that the places of the buttons are for."""
        self.program = self.display.start("open", self.project, reviewer=self.reviewer, GALLEY_THEME="light")
        self.window = self.display.window(f"^{self.project.stem}")
        self.display.xdo("windowactivate", "--sync", self.window)
        self.display.xdo("windowsize", "--sync", self.window, self.WIDTH, self.HEIGHT)
        # Where the window is, xdotool does not say rightly under a manager; where the mouse is, it does.
        self.move_mouse(2, 2)
        words = dict(word.split(":") for word in self.display.xdo("getmouselocation").split())
        self.corner = int(words["x"]) - 2, int(words["y"]) - 2
        self.wait_for_tint()

    def kill(self) -> None:
        """As if the power went; the file must be sound."""
        self.program.send_signal(signal.SIGKILL)
        self.program.wait(10)
        with Project.open(self.project) as opened:
            assert check(opened.path) == []

    # ---- keys and mouse

    def press(self, *keys: str) -> None:
        """Press keys that answer, each once the last is on disk."""
        for key in keys:
            self.answer(lambda key=key: self.display.xdo("key", "--delay", "1", key), key)

    def push(self, place: tuple[int, int]) -> None:
        """Press a button that answers by the mouse."""
        self.answer(lambda: self.click(*place), f"the button at {place}")

    def answer(self, act: Callable[[], object], what: str) -> None:
        """Do what answers, and wait until that is on disk."""
        count = len(self.log(self.project)) + 1
        act()
        wait(lambda: len(self.log(self.project)) >= count, f"{what} is on disk")

    def move(self, *keys: str) -> tuple[int, int, int, int]:
        """Press keys that go elsewhere; gives where it is lit then."""
        for key in keys:
            before = self.find_tint()
            self.display.xdo("key", "--delay", "1", key)
            self.wait_for_tint(lambda now, before=before: now != before, f"{key} lights another cell")
        return self.wait_for_tint()

    def move_mouse(self, x: float, y: float) -> None:
        """Move the mouse to a place in the window. xdotool's --sync would wait fifteen seconds where it is there."""
        self.display.xdo("mousemove", "--window", self.window, round(x), round(y))

    def click(self, x: float, y: float) -> None:
        """Go there and click."""
        self.move_mouse(x, y)
        self.display.xdo("click", 1)

    # ---- what is lit

    def wait_for_tint(
        self, condition: Callable[[tuple[int, int, int, int]], bool] = lambda _: True, what: str = "something is lit"
    ) -> tuple[int, int, int, int]:
        """Where it is lit (left, top, right, bottom) once that is as ``condition`` wants it."""
        wait(lambda: (box := self.find_tint()) is not None and condition(box), what)
        box: tuple[int, int, int, int] = wait(self.find_tint, what)
        return box

    def wait_for_no_tint(self, what: str) -> None:
        """Wait until nothing is lit."""
        wait(lambda: self.find_tint() is None, what)

    def find_tint(self) -> tuple[int, int, int, int] | None:
        """Left, top, right and bottom of what is tinted on the surface; None where nothing is."""
        x, y = self.corner
        surface = self.display.pixels()[y : y + self.HEIGHT, x + self.left : x + self.LIST].astype(np.int16)
        mask = np.abs(surface - self.tint).max(axis=2) <= 2
        columns, rows = (np.flatnonzero(mask.sum(axis=axis) >= 4) for axis in (0, 1))
        if len(columns) < 30 or not len(rows):
            return None
        return self.left + int(columns[0]), int(rows[0]), self.left + int(columns[-1]), int(rows[-1])
