"""Forms whose questions hang on one another: a "no" ends all that hangs on it, at whatever depth."""

from __future__ import annotations

from pathlib import Path

import pytest

from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.tasks import questions
from tests.core.asked_projects import questioned

TASK = "long-sum-eval/check-answers"
FORM = ("answer-relevant", "no-answer", "no-answer-justified", "answer-consistent")


def asked(project: Project, desk: DecisionWriter) -> dict[tuple[str, str], list[str]]:
    """The criteria that are asked, by the name of the question and of the summary."""
    connection = project.read_connection()
    rows = dict(connection.execute("SELECT id, name FROM criterion").fetchall())
    units = dict(connection.execute("SELECT id, name FROM unit").fetchall())
    documents = dict(connection.execute("SELECT id, name FROM document").fetchall())
    found: dict[tuple[str, str], list[str]] = {}
    for cell in questions.find_asked_cells(connection, 1, desk.reviewer, TASK).cells:
        found.setdefault((units[cell.unit], documents[cell.target]), []).append(rows[cell.criterion])
    return found


def standing(said: dict[str, str]) -> list[str]:
    """By hand: what is asked of who said this."""
    found = ["answer-relevant"]
    if said.get("answer-relevant", "yes") == "yes":
        found.append("no-answer")
        told = said.get("no-answer")
        found += [c for c, wanted in (("no-answer-justified", "yes"), ("answer-consistent", "no"))
                  if told in (None, wanted)]  # fmt: skip
    return found


@pytest.mark.parametrize("steps", [
    [("answer-relevant", "no")],
    [("answer-relevant", "yes"), ("no-answer", "yes")],
    [("answer-relevant", "yes"), ("no-answer", "no")],
    [("answer-relevant", "yes"), ("no-answer", "yes"), ("no-answer-justified", "yes"), ("answer-relevant", "no")],
    [("no-answer", "yes"), ("answer-relevant", "no")],
    [("answer-relevant", "no"), ("answer-relevant", "yes"), ("no-answer", "no")],
])  # fmt: skip
def test_what_is_asked_after_each_answer(tmp_path: Path, steps: list[tuple[str, str]]) -> None:
    with Project.open(questioned(tmp_path, 1)) as project:
        desk = DecisionWriter(project, "ann")
        desk.work_on(TASK)
        connection = project.read_connection()
        rows = dict(connection.execute("SELECT name, id FROM criterion").fetchall())
        unit = connection.execute("SELECT id FROM unit WHERE name = 'c1'").fetchone()[0]
        target = connection.execute("SELECT id FROM document WHERE name = 'sum-beta'").fetchone()[0]
        said: dict[str, str] = {}
        for criterion, value in steps:
            desk.add(1, Cell(unit, rows[criterion], target), value=value).result()
            said[criterion] = value
            found = asked(project, desk)
            assert found["c1", "sum-beta"] == standing(said)
            assert all(which == list(FORM) for key, which in found.items() if key != ("c1", "sum-beta"))
        assert not check(project)


def test_an_item_whose_answers_are_all_pointless_can_be_finished(tmp_path: Path) -> None:
    with Project.open(questioned(tmp_path, 1)) as project:
        desk = DecisionWriter(project, "ann")
        desk.work_on(TASK)
        rows = dict(project.read_connection().execute("SELECT name, id FROM criterion").fetchall())
        first = [c for c in questions.find_asked_cells(project.read_connection(), 1, desk.reviewer, TASK).cells
                 if c.criterion == rows["answer-relevant"]]  # fmt: skip
        with pytest.raises(InputError, match="24 answers"):
            desk.finish(load_item_view(project.read_connection(), 1)).result()
        for cell in first:
            desk.add(1, cell, value="no").result()
        assert {tuple(each) for each in asked(project, desk).values()} == {("answer-relevant",)}
        desk.finish(load_item_view(project.read_connection(), 1)).result()
        (count,) = project.read_connection().execute("SELECT count(*) FROM task_progress WHERE finished").fetchone()
        assert count == 1 and not check(project)
