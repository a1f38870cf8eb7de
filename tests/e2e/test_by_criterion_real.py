"""Under a real X server with a window manager: sixty flags by criterion, five flags added, two by mouse alone and two
by keyboard alone; and the way to the end of an item, with the program killed on it."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

PATIENCE = 30.0
MOST = 1.1
"""Actions a flag."""


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        found = connection.execute(query).fetchall()
    connection.close()
    return found


def count(path: Path, action: str = "%") -> int:
    found: int = rows(path, f"SELECT count(*) FROM decision WHERE action LIKE '{action}'")[0][0]
    return found


def until(check: Callable[[], bool], what: str) -> None:
    limit = time.monotonic() + PATIENCE
    while not check():
        if time.monotonic() > limit:
            pytest.fail(f"after {PATIENCE:.0f} s there is no {what}")
        time.sleep(0.02)


def flag(document: str, unit: int, criterion: str) -> dict[str, Any]:
    said = {"annotator": "judge", "kind": "judge", "scheme": "finesure", "criterion": criterion, "value": "yes"}
    return {**said, "document": document, "unit": unit, "explanation": f"Said of sentence {unit}."}


SENTENCES = ["The ferry left the harbour at nine.", "It carried forty people.", "Nobody saw it.", "All came home."]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Twenty items with three flags each, by two criteria."""
    records = [
        {
            "key": f"ferry-{n:02}",
            "documents": [
                {"id": "article", "role": "article", "paragraphs": [f"Day {n}: it left at ten.", "It was full."]},
                {"id": "sum", "role": "summary", "system": "a", "sentences": SENTENCES},
            ],
            "verdicts": [
                flag("sum", 0, "entity-error"),
                flag("sum", 1, "entity-error"),
                flag("sum", 2, "predicate-error"),
            ],
        }
        for n in range(20)
    ]
    lines = tmp_path / "ferries.jsonl"
    lines.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    path = tmp_path / "ferries.galley"
    with Project.create(path) as made:
        import_files(made, registry.find("galley"), [lines])
    return path


class Placed:
    """The program in a window that says where things are, and the hands: keys and clicks by the X server."""

    def __init__(self, display: Display, project: Path) -> None:
        self.display, self.pressed = display, 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.placed", str(project)],
            env=display.environment() | {"USER": "ito"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        display.started.append(self.process)
        display.xdo("windowactivate", "--sync", display.window("^" + project.stem))
        self.until(lambda state: state["item"] and state["rest"], "item")

    def ask(self, what: str, **more: int | str) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"ask": what, **more}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def until(self, check: Callable[[dict[str, Any]], Any], what: str) -> None:
        until(lambda: bool(check(self.ask("state"))), what)

    def press(self, *keys: str) -> None:
        self.display.xdo("key", "--delay", "1", *keys)
        self.pressed += len(keys)

    def click(self, place: list[int]) -> None:
        self.display.xdo("mousemove", *place, "click", 1)
        self.pressed += 1

    def drag(self, start: list[int], end: list[int]) -> None:
        middle = [(a + b) // 2 for a, b in zip(start, end, strict=True)]
        self.display.xdo("mousemove", *start, "mousedown", 1)
        for place in (middle, end):
            self.display.xdo("mousemove", *place)
        self.display.xdo("mouseup", 1)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)


@pytest.mark.usefixtures("manager")
def test_sixty_flags_by_criterion_and_five_added(xvfb: Display, project: Path) -> None:
    hands = Placed(xvfb, project)
    hands.press("b")
    hands.until(lambda state: state["across"] and state["open"] and state["rest"], "order by criterion")
    for number in range(60):
        if not hands.ask("state")["open"]:
            now = hands.ask("state")["criterion"]
            hands.press("braceright")
            hands.until(lambda s, now=now: s["criterion"] != now and s["open"] and s["rest"], "next criterion")
        hands.press("x" if number % 3 == 2 else "a")
        until(lambda number=number: count(project) == number + 1, f"decision {number + 1}")
        hands.until(lambda state: state["rest"], "rest")
    cells = "SELECT DISTINCT unit_id, criterion_id FROM decision WHERE action IN ('accept', 'override')"
    assert rows(project, f"SELECT count(*) FROM ({cells})") == [(60,)]
    assert count(project, "override") == 20
    assert hands.pressed / 60 <= MOST

    hands.press("b")
    hands.until(lambda state: not state["across"] and state["rest"], "order by item")
    for number, (start, end) in enumerate(((4, 9), (10, 14))):  # by mouse alone
        hands.drag(hands.ask("word", unit=3, at=start - 4), hands.ask("word", unit=3, at=end - 4))
        hands.until(lambda state: state["selected"], "selection")
        hands.click(hands.ask("button"))
        hands.until(lambda state: state["chooser"], "question")
        hands.click(hands.ask("choice", row=number))
        until(lambda number=number: count(project, "add") == number + 1, "flag added by mouse")
        hands.until(lambda state: state["rest"] and not state["chooser"], "rest")
    for number, row in ((3, 2), (4, 3)):  # by keyboard alone
        while not hands.ask("state")["in_summary"]:
            hands.press("F6")
        hands.press("ctrl+Up")
        hands.press("ctrl+shift+Right")
        hands.until(lambda state: state["selected"], "selection")
        hands.press("m")
        hands.until(lambda state: state["chooser"], "question")
        hands.press(*["Down"] * row, "Return")
        until(lambda number=number: count(project, "add") == number, "flag added by key")
        hands.until(lambda state: state["rest"] and not state["chooser"], "rest")
    hands.drag(hands.ask("word", unit=3, at=0), hands.ask("word", unit=3, at=9))  # and one by both
    hands.until(lambda state: state["selected"], "selection")
    hands.press("m")
    hands.until(lambda state: state["chooser"], "question")
    hands.press(*["Down"] * 4, "Return")
    until(lambda: count(project, "add") == 5, "fifth flag added")
    hands.kill()
    assert check(project) == []
    assert count(project, "add") == 5


@pytest.mark.usefixtures("manager")
def test_flags_to_the_end_of_an_item_survive_a_kill(xvfb: Display, project: Path) -> None:
    """A flag by key and one by mouse; killed, nothing is lost; the last leads to the page of the end; killed there, the
    next open flag comes, two keys lead back to that page and one finishes the item; the next one by mouse alone."""
    hands = Placed(xvfb, project)
    hands.press("a")
    until(lambda: count(project) == 1, "decision by key")
    hands.until(lambda state: state["rest"], "rest")
    hands.click(hands.ask("decide", button="override"))
    until(lambda: count(project) == 2, "decision by mouse")
    hands.kill()
    before = rows(project, "SELECT uid, action, value FROM decision ORDER BY id")
    assert [row[1] for row in before] == ["accept", "override"] and check(project) == []

    again = Placed(xvfb, project)
    again.press("u")
    until(lambda: count(project) == 3, "third decision")
    again.until(lambda state: state["ending"], "page at the end of the item")
    again.kill()
    assert check(project) == []
    assert rows(project, "SELECT uid, action, value FROM decision ORDER BY id")[:2] == before

    last = Placed(xvfb, project)
    last.until(lambda state: state["item"] == 2 and state["rest"], "the next open flag")
    last.press("p")
    last.until(lambda state: state["item"] == 1 and state["rest"], "the item before")
    last.press("space")
    last.until(lambda state: state["ending"], "page at the end of the item, again")
    last.press("Return")
    until(lambda: count(project, "finish") == 1, "finish")
    last.until(lambda state: state["item"] == 2 and state["rest"], "next item")
    states = rows(project, "SELECT settled, doubted, finished FROM progress WHERE item_id = 1")
    assert [row[:2] for row in states] == [(2, 1)]
    for number, button in enumerate(("accept", "doubt", "accept"), 4):
        last.click(last.ask("decide", button=button))
        until(lambda number=number: count(project) == number + 1, f"{button} by mouse")
        last.until(lambda state: state["rest"], "rest")
    last.until(lambda state: state["ending"] and state["hears"], "page at the end of the second item")
    last.click(last.ask("go"))
    until(lambda: count(project, "finish") == 2, "finish by mouse")
    last.until(lambda state: state["item"] == 3, "third item")
    last.kill()
    assert check(project) == []
    assert rows(project, "SELECT action FROM decision WHERE item_id = 2 ORDER BY id") == [
        ("accept",), ("unsure",), ("accept",), ("finish",)
    ]  # fmt: skip
