"""Finishing in the tasks of a protocol: refused while answers are missing, or covering what was read, by what silence
means there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.campaign import answers, merge, pack
from galley.core.campaign.package_options import PackageOptions
from galley.core.campaign.plan import plan
from galley.core.campaign.revocation import find_packages, revoke_assignments
from galley.core.domain import Cell, ChangeSet
from galley.core.errors import InputError
from galley.core.project import protocol_use
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import task_overview
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import names
from galley.core.tasks.finish import list_all_pairs
from tests.core import building

PROTOCOL = """
format = 1
id = "two"
name = "Two"

[[task]]
id = "linked"
name = "Wrong links"
kind = "answer"
criteria = ["dial-summer/wrong-linking"]
people = 2
silence = "open"
rule = "majority"

[[task]]
id = "meaning"
name = "Changed meaning"
kind = "verify"
criteria = ["dial-summer/changed-meaning", "dial-summer/missed-turn"]
people = 1
silence = "no"
rule = "majority"
"""
DIALOGUE, SUM_A, SUM_B = 1, 3, 4


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    path = tmp_path / "two.toml"
    path.write_text(PROTOCOL, encoding="utf-8")
    with building.project(tmp_path) as made:
        made.write(lambda c: protocol_use.use(c, str(path), "lea")).result()
        yield made


def row(project: Project, name: str) -> int:
    return next(c.row for s in names.schemes(project.read_connection()) for c in s.criteria if c.id == name)


def line(project: Project, task: str) -> task_overview.TaskStanding:
    return next(each for each in task_overview.lines(project.read_connection()) if each.task == task)


def done(project: Project, task: str, who: str) -> int:
    return next((p.finished for p in line(project, task).people if p.name == who), 0)


def test_a_task_that_wants_every_answer_is_not_finished_without_them(project: Project) -> None:
    ann = DecisionWriter(project, "ann", task="two/linked")
    now = load_item_view(project.read_connection(), 1)
    links = row(project, "wrong-linking")
    cells = [Cell(u.id, links, d.id) for d in now.documents if d.role == "summary" for u in d.units]
    assert len(cells) == 3
    with pytest.raises(InputError, match="3 answers are still to be given here: the task “Wrong links” wants one"):
        ann.finish(now, list_all_pairs(now)).result()
    ann.add(1, cells[0], "no").result()
    ann.add(1, cells[1]).result()
    with pytest.raises(InputError, match="1 answer is still to be given here"):
        ann.finish(now).result()
    assert project.read_connection().execute("SELECT count(*) FROM decision WHERE action = 'finish'").fetchone() == (0,)
    ann.add(1, cells[2], "no").result()
    ann.finish(load_item_view(project.read_connection(), 1)).result()
    assert done(project, "two/linked", "ann") == 1
    assert project.read_connection().execute("SELECT count(*) FROM judged WHERE decision_id NOT NULL").fetchone() == (
        0,
    )
    ben = DecisionWriter(project, "ben", task="two/linked")
    with pytest.raises(InputError, match="3 answers"):
        ben.finish(now).result()
    for cell in cells:
        ben.add(1, cell, "no").result()
    cat = DecisionWriter(project, "cat", task="two/linked")
    cat.finish(now).result()  # what two have answered is asked of nobody else
    assert check(project) == []


def test_a_task_that_takes_silence_covers_what_was_read_of_what_it_owns(project: Project) -> None:
    ann = DecisionWriter(project, "ann", task="two/meaning")
    now = load_item_view(project.read_connection(), 1)
    meaning, turns = row(project, "changed-meaning"), row(project, "missed-turn")
    both = {document.id: [u.id for u in document.units] for document in now.documents}
    ann.add(1, Cell(both[SUM_A][0], meaning, SUM_A)).result()
    ann.add(1, Cell(both[SUM_B][0], meaning, SUM_B)).result()
    assert line(project, "two/meaning").settled == 0, "an assignment that is not finished has no voice"
    ann.finish(now, {SUM_A}).result()
    silent = "SELECT criterion_id, target_id FROM judged WHERE decision_id NOT NULL ORDER BY 1, 2"
    assert project.read_connection().execute(silent).fetchall() == [(meaning, SUM_A)]
    assert done(project, "two/meaning", "ann") == 0
    aside = "SELECT target_id, why FROM aside JOIN verdict ON verdict.id = verdict_id WHERE kind = 'human'"
    aside = aside.replace("WHERE", "JOIN annotator ON annotator.id = annotator_id WHERE")
    assert project.read_connection().execute(aside).fetchall() == [(SUM_B, "unfinished")], (
        "of what was read, answers count"
    )
    left = load_item_view(project.read_connection(), 1).unread[ann.reviewer]
    assert left == {(meaning, SUM_B), (turns, SUM_A), (turns, SUM_B)}, "what the task does not own is not left"
    ann.finish(load_item_view(project.read_connection(), 1), list_all_pairs(now)).result()
    assert project.read_connection().execute(aside).fetchall() == []
    flagged = {
        f.cell for f in load_item_view(project.read_connection(), 1).flags() if f.cell.criterion in (meaning, turns)
    }
    assert flagged and done(project, "two/meaning", "ann") == 0, "flags are open"
    for cell in flagged:
        ann.add(1, cell, "no").result()
    assert done(project, "two/meaning", "ann") == 1
    assert check(project) == []


def test_an_item_that_was_finished_with_an_unread_summary_is_open_for_its_reviewer(
    project: Project, tmp_path: Path
) -> None:
    target = tmp_path / "ann.galley"
    pack.pack(project, {"ann": target}, PackageOptions(task="two/meaning"))
    criteria = {row(project, "changed-meaning"), row(project, "missed-turn")}
    with Project.open(target) as own:
        ann = DecisionWriter(own, "ann", task="two/meaning")
        view = load_item_view(own.read_connection(), 1)
        for flag in view.flags():
            if flag.cell.criterion in criteria:
                ann.accept(1, flag).result()
        ann.finish(view, {SUM_A}).result()
    answers.write_answers(target, tmp_path / "ann.answers")
    merge.merge(project, [tmp_path / "ann.answers"])
    (one,) = [each for each in plan(project.read_connection()).lines if each.package]
    assert (one.begun, one.finished, one.done) == (1, 0, False)
    # by hand: one sentence of the unread summary; three turns against either summary, but for the one that was flagged
    assert (one.open_items, one.open_cells) == (1, 1 + 2 * 3 - 1)
    assert line(project, "two/meaning").open > 0 and done(project, "two/meaning", "ann") == 0
    records = find_packages(project.read_connection(), "", "ann", "two/meaning")
    back = project.write(lambda c: revoke_assignments(c, records, "lea", True)).result()
    assert [revoked.items for revoked in back] == [1]
    (task,) = [each for each in plan(project.read_connection()).tasks if each.task == "two/meaning"]
    assert task.vacant == 1, "what is revoked is a free slot"


def test_without_its_protocol_a_finish_of_a_task_covers_nothing_and_leaves_nothing(project: Project) -> None:
    ann, now = DecisionWriter(project, "ann"), load_item_view(project.read_connection(), 1)
    ann.finish(now, list_all_pairs(now)).result()  # in the default task
    owned = {row(project, name) for name in ("wrong-linking", "changed-meaning", "missed-turn")}
    silent = "SELECT DISTINCT criterion_id FROM judged WHERE decision_id NOT NULL"
    assert not owned & {each for (each,) in project.read_connection().execute(silent)}
    assert not load_item_view(project.read_connection(), 1).unread[ann.reviewer]
    project.write(lambda c: (None, protocol_use.drop(c, "two", "lea") or ChangeSet())).result()
    assert owned <= {each for (each,) in project.read_connection().execute(silent)}
    assert check(project) == []
