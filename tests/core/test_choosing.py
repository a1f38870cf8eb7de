"""Choosing a task: what is done and left of each, and which items it holds, against a count cell by cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from galley.core.domain import Action, Cell
from galley.core.errors import InputError
from galley.core.project.project import Project
from galley.core.review import task_choice
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.queue import Filter, Show, Sort
from galley.core.tasks import questions
from tests.core import building
from tests.core.studies import cell, pack, packed, run, say, study

SUPPORTING = "kgds-paragraph/supporting"
PARAGRAPHS = [(f"k{n}", f"article:{p}") for n in range(3) for p in range(2)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ann has answered all of the first item and one paragraph of the second, unsure; Ben the first paragraph."""
    made = study(tmp_path, count=3)
    said = {PARAGRAPHS[0]: "yes", PARAGRAPHS[1]: "no", PARAGRAPHS[2]: None}
    say(made, "ann", SUPPORTING, said)
    say(made, "ben", SUPPORTING, {PARAGRAPHS[0]: "yes"})
    return made


def who(project: Project, name: str) -> int:
    return int(project.read_connection().execute("SELECT id FROM annotator WHERE name = ?", (name,)).fetchone()[0])


def keys(project: Project, wanted: Filter, name: str = "ann") -> list[str]:
    named = dict(project.read_connection().execute("SELECT id, key FROM item").fetchall())
    return [named[item] for item in task_choice.ids(project.read_connection(), wanted, who(project, name))]


def test_tasks_are_in_the_order_of_the_protocol_and_the_default_one_is_last(path: Path) -> None:
    with Project.open(path) as project:
        connection = project.read_connection()
        found = [each.task for each in task_choice.choices(connection)]
        names = ("supporting", "key", "opinions", "clarify", "flagged", "third")
        assert found == [*(f"two/{name}" for name in names), "flags/flags"]
        assert task_choice.first_task(connection, who(project, "ann")) == "two/supporting"


def test_done_and_left_are_those_of_one_reader(path: Path) -> None:
    with Project.open(path) as project:
        connection = project.read_connection()
        for name, said in (("ann", 3), ("ben", 1)):
            found = {each.task: each for each in task_choice.choices_with_counts(connection, who(project, name))}
            paragraphs = found["two/supporting"]
            assert (paragraphs.total, paragraphs.done, paragraphs.remaining) == (6, said, 6 - said)
        (flags,) = connection.execute(
            "SELECT count(*) FROM verdict JOIN criterion ON criterion.id = criterion_id"
            " JOIN annotator ON annotator.id = annotator_id WHERE kind = 'judge' AND value = 'yes'"
            " AND criterion.name = 'not-covered'"
        ).fetchone()
        (all_flags,) = connection.execute("SELECT sum(flags) FROM item").fetchone()
        assert found["two/flagged"].total == flags and found["flags/flags"].total == all_flags - flags
        assert found["two/key"].total == 0, "its gate is closed"


def test_a_project_without_a_protocol_and_a_package_of_flags_have_no_choice(tmp_path: Path, path: Path) -> None:
    pack(path, "--task", "flagged", "--for", "ann")
    with Project.open(packed(tmp_path, "ann")) as project:
        assert (
            task_choice.choices(project.read_connection())
            == []
            == task_choice.choices_with_counts(project.read_connection(), 1)
        )
        assert task_choice.first_task(project.read_connection(), 1) == ""
        with pytest.raises(InputError, match="made for two/flagged"):
            DecisionWriter(project, "ann").work_on("two/key")
    with building.project(tmp_path, building.discussion("x"), name="plain.galley") as project:
        assert (
            task_choice.choices(project.read_connection()) == []
            and task_choice.first_task(project.read_connection(), 1) == ""
        )
        assert questions.find_asked_cells(project.read_connection(), 1, 1).flags(1, "sentence")


@pytest.mark.parametrize("task", ["supporting", "key", "opinions", "known"])
def test_a_package_of_questions_counts_the_cells_that_it_was_made_with(tmp_path: Path, task: str) -> None:
    """The lines of its queue, its filters and its figures, against what it asks of each item, cell by cell."""
    known = """
[[task]]
id = "known"
kind = "answer"
criteria = ["kgds-paragraph/supporting"]
known = true

[[type]]
unit = "fact"
name = "key"
"""
    path = study(tmp_path, ('\n[[type]]\nunit = "fact"\nname = "key"\n', known), count=3)
    both = {each: "yes" for each in PARAGRAPHS}
    if task != "supporting":
        for name in ("ann", "ben"):
            say(path, name, SUPPORTING, both)
    if task == "known":
        run("campaign", "known", "--task", "known", "--from", "gold", "--project", str(path))
    who_reads = "ann" if task in ("key", "opinions") else "cat"
    pack(path, "--task", task, "--for", who_reads)
    with Project.open(packed(tmp_path, who_reads)) as project:
        connection, desk = project.read_connection(), DecisionWriter(project, who_reads)
        reader = desk.reviewer
        (choice,) = task_choice.choices(connection)
        assert (
            task_choice.first_task(connection, reader) == task_choice.valid_task(connection, "", reader) == choice.task
        )
        wanted = Filter(task=choice.task)
        items = list(task_choice.ids(connection, wanted, reader))
        asked = {item: questions.find_asked_cells(connection, item, reader, choice.task).cells for item in items}
        assert len(items) == 3 and (task == "opinions" or all(asked.values()))
        for item, cells in asked.items():
            for number, where in enumerate(cells[: 2 if item == items[0] else 1]):
                desk.form(item, {where: None if number else "no"}).result()
        said = {
            (row[0], Cell(*row[1:4])): row[4]
            for row in connection.execute(
                "SELECT item_id, unit_id, criterion_id, target_id, value FROM verdict WHERE annotator_id = ?", (reader,)
            )
        }
        by_hand = []
        for item in items:
            cells = questions.find_asked_cells(connection, item, reader, choice.task).cells
            answers = [said[item, where] for where in cells if (item, where) in said]
            by_hand.append((len(cells), len(cells) - len(answers), answers.count(None)))
        rows = task_choice.rows(connection, items, reader, choice.task)
        assert [(row.flags, row.open, row.unsure) for row in rows] == by_hand
        assert [row.is_finished for row in rows] == [bool(all_) and not left for all_, left, _ in by_hand]
        if task != "opinions":
            (figures,) = task_choice.choices_with_counts(connection, reader)
            assert (figures.total, figures.remaining) == tuple(sum(each) for each in zip(*by_hand, strict=True))[:2]
            for show, holds in ((Show.OPEN, lambda row: row[1] > 0), (Show.FINISHED, lambda row: not row[1]),
                                (Show.UNSURE, lambda row: row[2] > 0)):  # fmt: skip
                held = list(task_choice.ids(connection, Filter(task=choice.task, show=show), reader))
                assert held == [item for item, row in zip(items, by_hand, strict=True) if holds(row)]
            assert all(task_choice.stands(connection, choice.task, item, reader) for item in items)
            order = list(task_choice.ids(connection, Filter(task=choice.task, sort=Sort.OPEN_FLAGS), reader))
            left = dict(zip(items, by_hand, strict=True))
            assert [left[item][1] for item in order] == sorted((row[1] for row in by_hand), reverse=True)


def test_the_queue_holds_what_the_task_asks(path: Path) -> None:
    with Project.open(path) as project:
        paragraphs = Filter(task="two/supporting")
        assert keys(project, paragraphs) == ["k0", "k1", "k2"]
        shown = {
            show: keys(project, Filter(task="two/supporting", show=show))
            for show in (Show.OPEN, Show.UNSURE, Show.FINISHED, Show.UNFINISHED)
        }
        assert shown == {
            Show.OPEN: ["k1", "k2"], Show.UNSURE: ["k1"], Show.FINISHED: ["k0"], Show.UNFINISHED: ["k1", "k2"]
        }  # fmt: skip
        assert keys(project, Filter(task="two/supporting", show=Show.OPEN), "ben") == ["k0", "k1", "k2"]
        assert keys(project, Filter(task="two/supporting", sort=Sort.OPEN_FLAGS)) == ["k2", "k1", "k0"]
        assert keys(project, Filter(task="two/supporting", search="nothing like it")) == []
        assert keys(project, Filter(task="two/key")) == []
        assert keys(project, Filter(task="two/opinions")) == ["k0", "k1", "k2"]


def test_the_lines_of_the_queue_count_what_the_task_asks(path: Path) -> None:
    with Project.open(path) as project:
        connection = project.read_connection()
        items = list(task_choice.ids(connection, Filter(task="two/supporting"), 0))
        rows = task_choice.rows(connection, items, who(project, "ann"), "two/supporting")
        assert [(row.flags, row.open, row.unsure, row.is_finished) for row in rows] == [
            (2, 0, 0, True), (2, 1, 1, False), (2, 2, 0, False)
        ]  # fmt: skip
        by_hand = dict(
            connection.execute(
                "SELECT item_id, count(*) FROM verdict WHERE value = 'yes' AND annotator_id IN"
                " (SELECT id FROM annotator WHERE kind = 'judge') AND criterion_id IN"
                " (SELECT id FROM criterion WHERE name = 'not-covered')"
                " GROUP BY item_id"
            ).fetchall()
        )
        rows = task_choice.rows(connection, items, who(project, "ann"), "two/flagged")
        assert {row.id: row.flags for row in rows} == {item: by_hand.get(item, 0) for item in items}


def test_a_flag_that_was_answered_is_no_longer_open_in_its_task(path: Path) -> None:
    with Project.open(path) as project:
        connection = project.read_connection()
        row = connection.execute(
            "SELECT verdict.id, item_id FROM verdict JOIN criterion ON criterion.id = criterion_id WHERE value = 'yes'"
            " AND criterion.name = 'not-covered' ORDER BY verdict.id"
        ).fetchone()
        if row is None:
            pytest.fail("the study has no flag of the task")
        before = keys(project, Filter(task="two/flagged", show=Show.OPEN))
        desk = DecisionWriter(project, "ann")
        desk.work_on("two/flagged")
        from galley.core.review.items import load_item_view

        view = load_item_view(connection, row[1])
        for flag in [v for v in view.flags() if v.cell.criterion in _criteria(project, "not-covered")]:
            desk.accept(row[1], flag).result()
        assert len(keys(project, Filter(task="two/flagged", show=Show.OPEN))) == len(before) - 1


def _criteria(project: Project, name: str) -> set[int]:
    return {row for (row,) in project.read_connection().execute("SELECT id FROM criterion WHERE name = ?", (name,))}


def test_each_task_lists_its_own_flags_and_cells(path: Path) -> None:
    with Project.open(path) as project:
        connection, ann = project.read_connection(), who(project, "ann")
        item, first = cell(project, "k0", "article:0", SUPPORTING)
        asked = questions.find_asked_cells(connection, item, ann, "two/supporting")
        assert asked.cells == (first, cell(project, "k0", "article:1", SUPPORTING)[1])
        assert asked.narrows and not asked.flags(first.criterion, "paragraph")
        (covered,) = _criteria(project, "not-covered")
        assert questions.find_asked_cells(connection, item, ann, "two/flagged").flags(covered, "opinion")
        default = questions.find_asked_cells(connection, item, ann, "flags/flags")
        assert not default.flags(covered, "opinion") and not default.flags(first.criterion, "paragraph")
        assert default.task is None and default.cells == ()
        assert task_choice.holder(connection, first) == "two/supporting"
        assert task_choice.choosable_name(connection, None) == "flags/flags"


def test_what_an_own_answer_made_pointless_is_not_asked(path: Path) -> None:
    said = {key: "yes" for key in PARAGRAPHS}
    say(path, "ann", SUPPORTING, said)
    say(path, "ben", SUPPORTING, said)
    with Project.open(path) as project:
        connection, ann = project.read_connection(), who(project, "ann")
        item = cell(project, "k0", "article:0", SUPPORTING)[0]
        both = questions.find_asked_cells(connection, item, ann, "two/key").cells
        facts = {each.unit for each in both}
        assert facts and len(both) == 2 * len(facts)
        (repeated,) = _criteria(project, "repeated")
        one = min(facts)
        target = next(each.target for each in both if each.unit == one)
        DecisionWriter(project, "ann").form(item, {Cell(one, repeated, target): "yes"}).result()
        left = questions.find_asked_cells(connection, item, ann, "two/key").cells
        assert set(both) - set(left) == {each for each in both if each.unit == one and each.criterion != repeated}
        assert len(questions.find_asked_cells(connection, item, who(project, "ben"), "two/key").cells) == len(both)


def test_decisions_go_to_the_task_that_asks_the_cell(path: Path) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.work_on("two/key")
        item, first = cell(project, "k2", "article:0", SUPPORTING)
        desk.add(item, first).result()
        desk.work_on("two/supporting")
        desk.adjudicate(item, first, "no").result()
        rows = project.read_connection().execute(
            "SELECT action, name FROM decision JOIN task ON task.id = task_id WHERE item_id = ? ORDER BY decision.id",
            (item,),
        )
        assert rows.fetchall() == [(Action.ADD, "two/supporting"), (Action.ADJUDICATE, "two/third")]
        with pytest.raises(InputError, match="no task"):
            desk.work_on("two/nothing")
