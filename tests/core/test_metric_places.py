"""A whole that was answered has its places answered, too: a no of all, a yes of those that were not marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from galley.core.domain import Cell
from galley.core.metrics import registry
from galley.core.metrics.base import Memory, Params
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.studies import cell, run

ERROR = "dial-summer/changed-meaning"


def say(project: Project, who: str, key: str, whole: str, *marked: int) -> None:
    """The whole, and the sentences that bear it out."""
    item, first = cell(project, key, "sum-a:0", ERROR)
    target = next(d for d in items.load_item_view(project.read_connection(), item).documents if d.name == "sum-a")
    told = {cell(project, key, f"sum-a:{n}", ERROR)[1]: "yes" for n in marked}
    told[Cell(target.whole, first.criterion, first.target)] = whole
    DecisionWriter(project, who).form(item, told, {where: "So it is." for where in told}).result()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    records = [building.record(key, verdicts=[], judged=[]) for key in "abcd"]
    with building.project(tmp_path, *records) as made:
        found = made.path
    run("campaign", "protocol", "use", "dial-summer", "--project", str(found))
    return found


def test_units_of_wholes_that_both_answered(path: Path) -> None:
    """Of two sentences: a both no, b both yes of the second, c both a bare yes, d one no and one yes of the first."""
    with Project.open(path) as project:
        memory = Memory()
        for who in ("ann", "ben"):
            say(project, who, "a", "no")
            say(project, who, "b", "yes", 1)
            say(project, who, "c", "yes")
        say(project, "ann", "d", "no")
        say(project, "ben", "d", "yes", 0)
        for params in (Params(criteria=("changed-meaning",)), Params(criteria=("changed-meaning",), memory=memory)):
            row, of_units = registry.compute("frequency", project.read_connection(), params).rows
            # gold by unanimity: a's two noes, b's no and yes, nothing of c, and the no that both give d's second
            assert (of_units["level"], of_units["n"], of_units["value"]) == ("unit", 5, pytest.approx(1 / 5))
            assert (row["summaries"], row["yes"], row["open"]) == (4, 2, 1), "the wholes say what summaries are"
            assert of_units["spread"] == pytest.approx(1.0)


def test_people_are_held_against_each_other_on_places(path: Path) -> None:
    with Project.open(path) as project:
        say(project, "ann", "a", "yes", 0)
        say(project, "ben", "a", "no")
        names = registry.find_metric("agreement").takes[0].coefficients
        params = Params(criteria=("changed-meaning",), level="unit", coefficients=names[:1], resamples=0)
        (row,) = registry.compute("agreement", project.read_connection(), params).rows
        assert row["n"] == 2, "the sentence that one marked, and the one that neither did"
