"""Ratings of three summaries and a question form in a real window under a window manager, by keys and by mouse. The
program is killed once in each; every answer is found again, and the journey goes on to the end of the item."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.core.asked_projects import FORM, questioned, rated
from tests.e2e.hands import Seat

if TYPE_CHECKING:
    from tests.e2e.conftest import Display


def figure(number: int) -> tuple[int, int]:
    """Where the button of a digit stands."""
    return Seat.WIDTH - 328 + 54 * (number - 1), Seat.HEIGHT - 128


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


RELEVANT = {
    ("sum-alpha", "s1"): "yes", ("sum-alpha", "c1"): "yes", ("sum-alpha", "c2"): "no",
    ("sum-beta", "s2"): "no", ("sum-beta", "c1"): "no", ("sum-beta", "c2"): "no",
}  # fmt: skip


@pytest.mark.usefixtures("manager")
def test_three_summaries_are_rated_and_nothing_is_lost(xvfb: Display, tmp_path: Path) -> None:
    project = rated(tmp_path)
    seat = Seat(xvfb, project, log)
    width = seat.wait_for_tint()[2] - seat.wait_for_tint()[0]
    seat.press("4", "5", "3")
    second = seat.wait_for_tint(lambda box: box[0] > Seat.LIST / 2, "the second column is lit")
    seat.kill()
    before = log(project)
    assert [(document, criterion, value) for document, _, criterion, value, _ in before] == [
        ("sum-alpha", "accuracy", 4), ("sum-alpha", "coverage", 5), ("sum-alpha", "overall", 3)
    ]  # fmt: skip
    seat.start()
    left, top, right, bottom = seat.wait_for_tint(lambda box: abs(box[0] - second[0]) < 20, "it goes on there")
    seat.click(right + width / 2, top + 2.5 * (bottom - top))  # the last line of the third column
    seat.wait_for_tint(lambda box: box[0] > right - 20 and box[1] > bottom, "what was clicked is lit")
    seat.push(figure(2))
    assert log(project)[3][0] == "sum-gamma" and log(project)[3][2:4] == ("overall", 2)
    seat.wait_for_tint(lambda box: abs(box[0] - left) < 20, "back to what is open")
    seat.push(figure(1))
    seat.press("1", "2", "3", "4")
    seat.wait_for_no_tint("the page at the end of the item")
    seat.press("Return")
    seat.wait_for_tint(what="the next item")
    seat.push(Seat.UNSURE)
    found = log(project)
    assert found[:3] == before and [each[4] for each in found] == ["add"] * 9 + ["finish", "unsure"]
    rated_now = {(document, criterion): value for document, _, criterion, value, action in found[:9]}
    assert rated_now == {
        ("sum-alpha", "accuracy"): 4, ("sum-alpha", "coverage"): 5, ("sum-alpha", "overall"): 3,
        ("sum-beta", "accuracy"): 1, ("sum-beta", "coverage"): 1, ("sum-beta", "overall"): 2,
        ("sum-gamma", "accuracy"): 3, ("sum-gamma", "coverage"): 4, ("sum-gamma", "overall"): 2,
    }  # fmt: skip
    seat.kill()


@pytest.mark.usefixtures("manager")
def test_a_question_form_leads_from_answer_to_answer_and_loses_nothing(xvfb: Display, tmp_path: Path) -> None:
    project = questioned(tmp_path, protocol=FORM)
    seat = Seat(xvfb, project, log)
    seat.press("a", "x", "a")
    seat.kill()
    before = log(project)
    assert [each[1:4] for each in before] == [
        ("s1", "answer-relevant", "yes"), ("s1", "no-answer", "no"), ("s1", "answer-consistent", "yes")
    ]  # fmt: skip
    seat.start()
    first = seat.wait_for_tint()[1]
    seat.push(Seat.YES)
    left, top, right, bottom = seat.wait_for_tint(lambda box: box[1] > first, "the line that hangs on it")
    seat.click((left + right) / 2, bottom + (bottom - top) / 2)  # the line below
    seat.wait_for_tint(lambda box: box[1] >= bottom - 2, "what was clicked is lit")
    seat.press("u")
    assert [each[1:] for each in log(project)[3:]] == [
        ("c1", "answer-relevant", "yes", "add"), ("c1", "answer-consistent", None, "unsure")
    ]  # fmt: skip
    seat.press("x", "x", "x", "x", "a")  # the last goes back to what was passed over
    seat.wait_for_no_tint("the page at the end of the item")
    seat.press("Return")
    seat.wait_for_tint(what="the next item")
    found = log(project)
    assert found[:3] == before and found[-1][4] == "finish"
    said = {(document, unit, criterion): value for document, unit, criterion, value, _ in found[:-1]}
    assert {(d, u): said[d, u, c] for d, u, c in said if c == "answer-relevant"} == RELEVANT
    seat.kill()
