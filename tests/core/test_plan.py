"""The plan of work: who has what, how far, how long, and what is missing."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from galley.core.campaign import answers, merge, pack
from galley.core.campaign.pack import PackageOptions
from galley.core.campaign.plan import plan
from galley.core.campaign.workload import AssignmentOptions
from galley.core.cli import galley
from galley.core.project.project import Project
from galley.core.review import blind, log
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building
from tests.core.building import finish_all

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def project(tmp_path: Path):
    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(8)]) as made:
        yield made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> dict[str, datetime]:
    """A clock of the log that stands where it is set."""
    now = {"now": START}

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return now["now"]

    monkeypatch.setattr(log, "datetime", Clock)
    return now


def work(path: Path, name: str, items: list[int], clock: dict[str, datetime], minutes: list[float]) -> None:
    """Finish items, each so many minutes after the one before."""
    with Project.open(path) as own:
        desk = DecisionWriter(own, name)
        for item, pause in zip(items, minutes, strict=True):
            clock["now"] += timedelta(minutes=pause)
            finish_all(desk, load_item_view(own.read_connection(), item)).result()


def test_the_plan_tells_how_far_and_how_long_from_what_came_back(
    project: Project, tmp_path: Path, clock: dict[str, datetime]
) -> None:
    wanted = pack.list_package_paths(["ann", "ben"], tmp_path, project.path)
    pack.pack(project, wanted, PackageOptions(order=AssignmentOptions(size=6)))
    before = plan(project.read_connection())
    assert [(line.reviewer, line.items, line.begun, line.left) for line in before.lines] == [
        ("ann", 6, 0, None), ("ben", 6, 0, None)]  # fmt: skip
    assert before.nobody == 2 and before.missing[-1] == "2 of 8 items are not in a package and not started."
    # a break of an hour is no work: 2 + 4 + 3 minutes for four items
    work(wanted["ann"], "ann", [1, 2, 3, 4], clock, [0, 2, 4, 60])
    work(wanted["ann"], "ann", [5], clock, [3])
    answers.write_answers(wanted["ann"], tmp_path / "ann.answers")
    merge.merge(project, [tmp_path / "ann.answers"])
    after = plan(project.read_connection(), datetime.now(UTC) + timedelta(days=9))
    ann, ben = after.lines
    assert (ann.finished, ann.begun, ann.done) == (5, 5, False)
    assert ann.pace == pytest.approx(9 / 5) and ann.left == pytest.approx(9 / 5)
    assert ann.returned and not ben.returned
    assert after.missing[:2] == (
        "ann has finished 5 of 6 items, the last answers were submitted 9 days ago.",
        "ben was assigned 6 items 9 days ago, and has submitted nothing.",
    )


def test_what_is_done_in_the_project_itself_is_a_line_of_its_own(project: Project, tmp_path: Path) -> None:
    pack.pack(project, {"ann": tmp_path / "ann.galley"}, PackageOptions(order=AssignmentOptions(size=2, seed=1)))
    held = {row[0] for row in project.read_connection().execute("SELECT item_id FROM package_item")}
    desk = DecisionWriter(project, "ann")
    for item in range(1, 9):
        view = load_item_view(project.read_connection(), item)
        desk.unsure(item, view.flags()[0]).result()
    found = plan(project.read_connection())
    inside, outside = found.lines
    assert (inside.items, inside.begun, inside.unsure) == (2, 2, 2)
    assert (outside.package, outside.items, outside.finished, outside.unsure) == ("", 8 - len(held), 0, 6)
    assert "ann is unsure about 2 cells." in found.missing and found.nobody == 0


def test_the_command_prints_a_table_or_json(project: Project, tmp_path: Path) -> None:
    pack.pack(project, {"ann": tmp_path / "ann.galley"})
    done = CliRunner().invoke(galley, ["campaign", "plan", "--project", str(project.path)])
    assert done.exit_code == 0
    said = done.stdout.splitlines()
    assert said[0].startswith("flags/flags\t") and said[1] == "  ann: 0 of 8 items"
    assert said[3].split("\t")[:5] == ["ann", "8", "0", "0", "0"]
    assert "ann has 8 items, and has submitted nothing yet." in done.stderr
    found = json.loads(CliRunner().invoke(galley, ["campaign", "plan", "--project", str(project.path),
    "--json"]).stdout)
    assert found["lines"][0]["share"] == "all items, each to everybody" and found["nobody"] == 0
    project.write(lambda connection: blind.store_blind(connection, blind.Blind(own=True))).result()
    refused = CliRunner().invoke(galley, ["campaign", "plan", "--project", str(project.path)])
    assert refused.exit_code == 1 and "blind mode" in str(refused.exception)
