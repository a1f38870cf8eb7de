"""Many flags decided at once: each a decision of its own, together one step of undo."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from galley.core.campaign.pack import PackageOptions, pack
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_sets import decide, describe_refusal, send
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.pace import own_pace
from galley.core.storage.set_answers import find_unopened_cells
from tests.core import building


def test_many_flags_are_one_step_of_undo_and_of_redo(tmp_path: Path) -> None:
    with building.project(tmp_path, *(building.record(f"n{n}") for n in range(4))) as project:
        desk = DecisionWriter(project, "ann")
        view = load_item_view(project.read_connection(), 1)
        desk.accept(1, view.flags()[0]).result()
        before = state(project)
        flags = project.read_connection().execute("SELECT id FROM verdict WHERE decision_id IS NULL ORDER BY id")
        every = [row for (row,) in flags]
        assert len(every) == 16 and decide(desk, every[4:], "reject", "rule 3") == 9, "two judges flag one cell"
        after = state(project)
        answers = project.read_connection().execute(
            "SELECT count(*), min(value), max(value) FROM verdict WHERE decision_id > 1").fetchone()  # fmt: skip
        assert tuple(answers) == (9, "no", "no")
        assert project.read_connection().execute("SELECT count(*) FROM note WHERE text = 'rule 3'").fetchone()[0] == 9
        done = desk.undo().result()
        assert done.about.item_id in (2, 3, 4) and state(project) == before
        assert desk.can_undo() == "accept"
        desk.undo().result()
        desk.redo().result()
        assert state(project) == before and desk.can_redo() in ("override", "note")
        desk.redo().result()
        assert state(project) == after and desk.can_redo() == "" and check(project) == []
        export(project, "galley", tmp_path / "out.jsonl")
        with Project.create(tmp_path / "again.galley") as other:
            import_files(other, IMPORTER, [tmp_path / "out.jsonl"])
            DecisionWriter(other, "ann").undo().result()
            assert state(other) == before, "a step stays one on its way through a file"
        desk.undo().result()
        decide(desk, every[:1], "unsure")
        assert desk.can_redo() == ""
        with pytest.raises(InputError, match="1 of these 2 are not flags"):
            decide(desk, [every[0], 10**6], "accept")
        with pytest.raises(InputError, match="accept, reject, unsure"):
            decide(desk, every, "maybe")


def state(project: Project) -> list[tuple[object, ...]]:
    """What people's decisions add up to, without row ids."""
    return sorted(
        project.read_connection().execute(
            "SELECT key, name, unit_id - (SELECT min(whole_id) FROM document WHERE item_id = item.id), value"
            " FROM verdict JOIN item ON item.id = item_id JOIN annotator ON annotator.id = annotator_id"
            " WHERE kind = 'human' UNION ALL SELECT key, 'note', count(*), text FROM note JOIN item"
            " ON item.id = item_id GROUP BY key, text"
        ).fetchall(),
        key=str,
    )


def answered(folder: Path, name: str, with_set: bool) -> Project:
    """Two people and two judges: ann opened the first item, ben all; ``with_set``: ann decided the rest unopened."""
    project = building.project(folder, *(building.record(f"n{n}") for n in range(4)), name=name)
    connection = project.read_connection()
    desks = {who: DecisionWriter(project, who) for who in ("ann", "ben")}
    for who, desk in desks.items():
        for item in range(1, 5):
            view = load_item_view(connection, item)
            if who == "ben" or item == 1:
                desk.read_tracker.record_view(view)
                for flag in view.flags()[: 1 if who == "ann" else None]:
                    (desk.accept if item % 2 else desk.override)(item, flag).result()
    if with_set:
        flags = connection.execute(
            "SELECT verdict.id FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'judge'"
            " AND value = 'yes' AND item_id > 1"
        )
        send(desks["ann"], [row for (row,) in flags], "accept", is_set=True).result()
    for item in range(1, 5):
        building.finish_read(desks["ann"], load_item_view(connection, item)).result()
    return project


def test_answers_to_flags_that_were_never_opened_count_in_no_figure(tmp_path: Path) -> None:
    with answered(tmp_path, "set.galley", True) as project, answered(tmp_path, "none.galley", False) as without:
        count = len(find_unopened_cells(project.read_connection()))
        assert count == 9 and find_unopened_cells(without.read_connection()) == []
        for name in ("detection", "agreement", "confusion", "reviewing", "frequency"):
            figures, expected = (
                registry.compute(name, each.read_connection(), Params()) for each in (project, without)
            )
            assert figures.rows == expected.rows, name
            sentence = "Left out: 9 answers to flags that were decided in a set and never opened."
            assert sentence in figures.notes and sentence not in expected.notes
        since = datetime(2020, 1, 1, tzinfo=UTC)
        pace, expected_pace = (
            own_pace(each.read_connection(), DecisionWriter(each, "ann").reviewer, since) for each in (project, without)
        )
        assert (pace.answers, pace.unopened_count) == (1, 9)
        assert (expected_pace.answers, expected_pace.unopened_count) == (1, 0)
        export(project, "galley", tmp_path / "out.jsonl")
        with Project.create(tmp_path / "again.galley") as other:
            import_files(other, IMPORTER, [tmp_path / "out.jsonl"])
            assert len(find_unopened_cells(other.read_connection())) == count
        assert check(project) == []
        ann = DecisionWriter(project, "ann")
        for _ in range(5):  # four finishes and the set
            ann.undo().result()
        assert find_unopened_cells(project.read_connection()) == []


def test_a_flag_that_was_opened_before_stays_opened(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record()) as project:
        view = load_item_view(project.read_connection(), 1)
        flag = view.flags()[0]
        send(DecisionWriter(project, "ann"), [flag.id], "accept", is_set=True).result()
        assert len(find_unopened_cells(project.read_connection())) == 1
        opened = DecisionWriter(project, "ann")
        opened.read_tracker.record_view(view)
        opened.override(1, flag).result()
        assert find_unopened_cells(project.read_connection()) == []
        send(DecisionWriter(project, "ann"), [flag.id], "accept", is_set=True).result()
        assert find_unopened_cells(project.read_connection()) == []


def test_sets_in_a_package_are_the_leads_choice(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record()) as project:
        paths = {who: tmp_path / f"{who}.galley" for who in ("ann", "ben")}
        pack(project, {"ann": paths["ann"]}, PackageOptions(sets=True))
        pack(project, {"ben": paths["ben"]}, PackageOptions())
        assert describe_refusal(project.read_connection(), DecisionWriter(project, "lea")) == ""
    for who, refusal in (("ann", ""), ("ben", "In this package each flag is decided alone; ")):
        with Project.open(paths[who]) as package:
            assert describe_refusal(package.read_connection(), DecisionWriter(package, who)).startswith(refusal or "")
            assert bool(describe_refusal(package.read_connection(), DecisionWriter(package, who))) is bool(refusal)
