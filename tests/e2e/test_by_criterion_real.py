"""Under a real X server with a window manager: sixty flags by criterion, five flags added, two by mouse alone and two
by keyboard alone; and the way to the end of an item, with the program killed on it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.e2e.hands import Hands, wait

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

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


def open_item(display: Display, project: Path) -> Hands:
    """Somebody with the first item in front."""
    hands = Hands(display, project)
    hands.activate_window()
    hands.wait_for_state(lambda state: state["item"] and state["rest"], "item")
    return hands


def select(hands: Hands, start: int, words: str) -> None:
    """Select words of the last sentence by the mouse, and wait until just these are selected."""
    hands.drag(hands.find("word", unit=3, at=start), hands.find("word", unit=3, at=start + len(words)))
    hands.wait_for_state(lambda state: state["selected"] == words, f"selection of “{words}”")


@pytest.mark.usefixtures("manager")
def test_sixty_flags_by_criterion_and_five_added(xvfb: Display, project: Path) -> None:
    hands = open_item(xvfb, project)
    hands.press("b")
    hands.wait_for_state(lambda state: state["across"] and state["open"] and state["rest"], "order by criterion")
    for number in range(60):
        if not hands.ask("state")["open"]:
            now = hands.ask("state")["criterion"]
            hands.press("braceright")
            hands.wait_for_state(lambda s, now=now: s["criterion"] != now and s["open"] and s["rest"], "next criterion")
        hands.press("x" if number % 3 == 2 else "a")
        wait(lambda number=number: count(project) == number + 1, f"decision {number + 1}")
        hands.wait_for_state(lambda state: state["rest"], "rest")
    cells = "SELECT DISTINCT unit_id, criterion_id FROM decision WHERE action IN ('accept', 'override')"
    assert rows(project, f"SELECT count(*) FROM ({cells})") == [(60,)]
    assert count(project, "override") == 20
    assert (hands.keys + hands.clicks) / 60 <= MOST

    hands.press("b")
    hands.wait_for_state(lambda state: not state["across"] and state["rest"], "order by item")
    for number, (start, words) in enumerate(((0, "All"), (4, "came"))):  # by mouse alone
        select(hands, start, words)
        hands.click("button")
        hands.wait_for_state(lambda state: state["chooser"], "question")
        hands.click("choice", row=number)
        wait(lambda number=number: count(project, "add") == number + 1, "flag added by mouse")
        hands.wait_for_state(lambda state: state["rest"] and not state["chooser"], "rest")
    for number, row in ((3, 2), (4, 3)):  # by keyboard alone
        while not hands.ask("state")["in_summary"]:
            hands.press("F6")
        hands.press("ctrl+Up")
        hands.press("ctrl+shift+Right")
        hands.wait_for_state(lambda state: state["selected"], "selection")
        hands.press("m")
        hands.wait_for_state(lambda state: state["chooser"], "question")
        hands.press(*["Down"] * row, "Return")
        wait(lambda number=number: count(project, "add") == number, "flag added by key")
        hands.wait_for_state(lambda state: state["rest"] and not state["chooser"], "rest")
    select(hands, 0, "All came")  # and one by both
    hands.press("m")
    hands.wait_for_state(lambda state: state["chooser"], "question")
    hands.press(*["Down"] * 4, "Return")
    wait(lambda: count(project, "add") == 5, "fifth flag added")
    hands.kill()
    assert check(project) == []
    assert count(project, "add") == 5


@pytest.mark.usefixtures("manager")
def test_flags_to_the_end_of_an_item_survive_a_kill(xvfb: Display, project: Path) -> None:
    """A flag by key and one by mouse; killed, nothing is lost; the last leads to the page of the end; killed there, the
    next open flag comes, two keys lead back to that page and one finishes the item; the next one by mouse alone."""
    hands = open_item(xvfb, project)
    hands.press("a")
    wait(lambda: count(project) == 1, "decision by key")
    hands.wait_for_state(lambda state: state["rest"], "rest")
    hands.click("decide", button="override")
    wait(lambda: count(project) == 2, "decision by mouse")
    hands.kill()
    before = rows(project, "SELECT uid, action, value FROM decision ORDER BY id")
    assert [row[1] for row in before] == ["accept", "override"] and check(project) == []

    again = open_item(xvfb, project)
    again.press("u")
    wait(lambda: count(project) == 3, "third decision")
    again.wait_for_state(lambda state: state["ending"], "page at the end of the item")
    again.kill()
    assert check(project) == []
    assert rows(project, "SELECT uid, action, value FROM decision ORDER BY id")[:2] == before

    last = open_item(xvfb, project)
    last.wait_for_state(lambda state: state["item"] == 2 and state["rest"], "the next open flag")
    last.press("p")
    last.wait_for_state(lambda state: state["item"] == 1 and state["rest"], "the item before")
    last.press("space")
    last.wait_for_state(lambda state: state["ending"], "page at the end of the item, again")
    last.press("Return")
    wait(lambda: count(project, "finish") == 1, "finish")
    last.wait_for_state(lambda state: state["item"] == 2 and state["rest"], "next item")
    states = rows(project, "SELECT settled, doubted, finished FROM progress WHERE item_id = 1")
    assert [row[:2] for row in states] == [(2, 1)]
    for number, button in enumerate(("accept", "doubt", "accept"), 4):
        last.click("decide", button=button)
        wait(lambda number=number: count(project) == number + 1, f"{button} by mouse")
        last.wait_for_state(lambda state: state["rest"], "rest")
    last.wait_for_state(lambda state: state["ending"] and state["hears"], "page at the end of the second item")
    last.click("go")
    wait(lambda: count(project, "finish") == 2, "finish by mouse")
    last.wait_for_state(lambda state: state["item"] == 3, "third item")
    last.kill()
    assert check(project) == []
    assert rows(project, "SELECT action FROM decision WHERE item_id = 2 ORDER BY id") == [
        ("accept",), ("unsure",), ("accept",), ("finish",)
    ]  # fmt: skip
