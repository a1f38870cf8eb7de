"""Every protocol that ships can be used, asked, drawn, packed, answered, merged and settled from the command line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.definitions.protocol_files import builtin
from galley.core.definitions.task_owners import answers
from galley.core.domain import Action
from galley.core.errors import InputError
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks import task_book
from tests.core.test_kgds_protocol import handed, run
from tests.core.whole_project import whole

FIRST = {
    "dial-summer": "wrong-turn-sequence", "frank": "sentences", "kgds": "supporting", "long-sum-eval": "check-answers",
    "sumie": "entries",
}  # fmt: skip
"""A task of each that people can begin with, on the data here."""
PEOPLE = ("dan", "eve", "fay")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("whole")
    with whole(folder, studied=False) as made:
        path = made.path
    yield path


def _lines(project: Path) -> dict[str, dict[str, Any]]:
    return {
        line["task"]: line for line in json.loads(run("campaign", "tasks", "--project", project, "--json"))["tasks"]
    }


@pytest.mark.parametrize("name", FIRST)
def test_a_protocol_is_carried_through_by_command(tmp_path: Path, source: Path, name: str) -> None:
    project = tmp_path / "study.galley"
    shutil.copy(source, project)
    run("campaign", "protocol", "use", name, "--project", project)
    lines = _lines(project)
    assert set(lines) == {task.full for task in builtin()[name].tasks} | {"flags/flags"}
    task = f"{name}/{FIRST[name]}"
    before = lines[task]
    assert before["asked"] > 0
    asking = builtin()[name].task(FIRST[name])
    assert asking is not None
    people = max(asking.people, 1)
    words = [word for who in PEOPLE[:people] for word in ("--for", who)]
    run("campaign", "pack", "--task", task, *words, "--project", project, "--out", tmp_path / "out")
    for who in PEOPLE[:people]:
        with Project.open(tmp_path / "out" / f"study-{who}.galley") as package:
            desk, cells = DecisionWriter(package, who), handed(package)
            assert desk.task == task and cells
            criteria = task_book.read_task_book(package.read_connection()).criteria
            flags = {row[1:]: row[0] for row in package.read_connection().execute(
                "SELECT verdict.id, unit_id, criterion_id, target_id FROM verdict WHERE value = 'yes'")}  # fmt: skip
            assert name != "sumie" or flags
            kinds = dict(package.read_connection().execute("SELECT id, kind FROM unit"))
            if asking.places:
                cells = [each for each in cells if kinds[each[1].unit] == "whole"]
            for item, cell, _ in cells[:5]:
                value = answers(criteria[cell.criterion])[0]
                desk.add(item, cell, value, note="Because.").result()
        run("campaign", "submit", tmp_path / "out" / f"study-{who}.galley")
    run("campaign", "merge", *(tmp_path / "out").glob("*.answers"), "--project", project)
    after = _lines(project)[task]
    answered = {person["name"]: person["answered"] for person in after["people"]}
    counts = 0 if asking.unmarked_meaning == "no" else 5
    assert all(answered[who] == counts for who in PEOPLE[:people] if counts)
    with Project.open(project) as opened:
        (said,) = (
            opened.read_connection().execute("SELECT count(*) FROM decision WHERE action = ?", (Action.ADD,)).fetchone()
        )
        assert said >= 5 * people and check(opened) == []
    rule = "majority" if asking.rule == "unanimous" else "unanimous"
    assert run("adjudicate", rule, "--task", task, "--project", project)
    with pytest.raises(InputError, match="decisions and would be gone"):
        run("campaign", "protocol", "drop", name, "--project", project)


def test_the_protocol_flags_is_what_every_project_has(tmp_path: Path, source: Path) -> None:
    project = tmp_path / "study.galley"
    shutil.copy(source, project)
    before = run("metrics", "agreement", "--project", project, "--json")
    run("campaign", "protocol", "use", "flags", "--project", project)
    assert list(_lines(project)) == ["flags/flags"]
    assert run("metrics", "agreement", "--project", project, "--json") == before
    assert run("metrics", "agreement", "--task", "flags", "--project", project, "--json") == before
