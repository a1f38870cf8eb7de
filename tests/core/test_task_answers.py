"""Answers of a task come back: what its package assigned and nothing else, and older packages as they were made."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from galley.core.campaign import answers
from galley.core.domain import ChangeSet
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building
from tests.core.studies import TWO, back, pack, packed, refused, run, say, study
from tests.core.test_task_packages import PARAGRAPHS, SUPPORTING, handed, rows, write
from tests.fuzz.targets import signed

Edit = Callable[[dict[str, Any]], None]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = study(tmp_path)
    keys = tmp_path / "keys"
    keys.write_text("k0\n", "utf-8")
    pack(made, "--task", "supporting", "--for", "ann", "--only", f"keys:{keys}")
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, {PARAGRAPHS[0]: "yes"})
    return made


def edited(package: Path, edit: Edit) -> Path:
    """The answers of a package with its first decision changed, and a hash that fits."""
    path = package.with_suffix(".answers")
    answers.write_answers(package, path, overwrite=True)
    first, *lines = path.read_bytes().splitlines(keepends=True)
    items = [orjson.loads(line) for line in lines]
    edit(items[0]["decisions"][0])
    path.write_bytes(signed(first + b"".join(orjson.dumps(item, option=orjson.OPT_APPEND_NEWLINE) for item in items)))
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"task": "two/nonsense"}, "names the task 'two/nonsense', which this project does not have"),
        ({"task": "two/key"}, "of another task or round than its package (two/supporting, round 1)"),
        ({"task": None}, "of another task or round"),
        ({"round": 2}, "of another task or round"),
        ({"round": 0}, "must be a whole number from 1"),
        ({"scheme": "kgds-fact", "criterion": "key", "unit": "f1"}, "did not assign"),
        ({"action": "revise", "value": "write", "made": {"units": [], "replaces": []}}, "writes units"),
    ],
)
def test_a_file_with_what_was_not_handed_out_is_refused_whole(
    project: Path, tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = edited(packed(tmp_path, "ann"), lambda said: said.update(change))
    assert message in refused("campaign", "merge", str(path), "--project", str(project))
    assert rows(project, "SELECT count(*) FROM decision") == [(0,)] == rows(project, "SELECT count(*) FROM merged")
    assert "ann, 1 new" in back(project, packed(tmp_path, "ann")), "unedited, it is taken"


def test_answers_of_a_protocol_that_is_gone_are_refused(project: Path, tmp_path: Path) -> None:
    answers.write_answers(packed(tmp_path, "ann"), out := tmp_path / "a.answers")
    run("campaign", "protocol", "drop", "two", "--project", str(project))
    assert "which is no longer in this project" in refused("campaign", "merge", str(out), "--project",
    str(project))
    run("campaign", "protocol", "use", str(tmp_path / "two.toml"), "--project", str(project))
    assert "1 new" in run("campaign", "merge", str(out), "--project", str(project)).output


def test_a_preview_and_a_second_merge_of_a_task_change_nothing(project: Path, tmp_path: Path) -> None:
    answers.write_answers(packed(tmp_path, "ann"), out := tmp_path / "a.answers")
    run("campaign", "merge", str(out), "--project", str(project), "--dry-run")
    assert rows(project, "SELECT count(*) FROM decision") == [(0,)]
    run("campaign", "merge", str(out), "--project", str(project))
    assert "0 new, 1 here already" in run("campaign", "merge", str(out), "--project", str(project)).output
    assert check(project) == []


def test_two_packages_of_one_person_and_task_share_no_cell_and_both_come_back(project: Path, tmp_path: Path) -> None:
    first = packed(tmp_path, "ann").rename(tmp_path / "first.galley")
    pack(project, "--task", "supporting", "--for", "ann")
    second = packed(tmp_path, "ann")
    assert not {*handed(first)} & {*handed(second)} and len(handed(first) + handed(second)) == 4
    say(second, "ann", SUPPORTING, {PARAGRAPHS[2]: "no"})
    for path in (second, first):
        assert "ann, 1 new" in back(project, path)
    assert rows(project, "SELECT count(*) FROM verdict WHERE decision_id IS NOT NULL") == [(2,)]
    say(first, "ann", SUPPORTING, {PARAGRAPHS[1]: "no"})
    assert "ann, 1 new, 1 here already" in back(project, first) and check(project) == []


def test_a_reader_writes_about_those_who_were_dealt_to_them(tmp_path: Path) -> None:
    project = study(tmp_path)
    pack(project, "--task", "opinions", "--for", "ann", "--for", "ben")
    (text,) = rows(packed(tmp_path, "ann"), "SELECT value FROM setting WHERE name = 'package'")[0]
    mine = json.loads(str(text))["dealt"]["k0"]
    other = {"Ann": 1, "Bo": 0}[mine[0]]
    write(packed(tmp_path, "ann"), "ann", "k0", other, "Not hers to say.")
    answers.write_answers(packed(tmp_path, "ann"), out := tmp_path / "a.answers")
    assert "was assigned to another reviewer of two/opinions" in refused("campaign", "merge", str(out), "--project",
    str(project))
    assert b"Not hers" not in project.read_bytes()


def finished(path: Path, who: str) -> None:
    """Everything in sight of the first item is finished."""
    with Project.open(path) as own:
        building.finish_read(DecisionWriter(own, who), load_item_view(own.read_connection(), 1)).result()


def test_a_package_from_before_there_were_tasks_is_taken_and_its_silence_counts_nowhere(tmp_path: Path) -> None:
    with building.project(tmp_path, building.discussion("k0"), name="study.galley") as made:
        project = made.path
    pack(project, "--for", "ann")
    path = packed(tmp_path, "ann")
    for file, table, column in ((project, "package", "settings"), (path, "setting", "value")):
        with Project.open(file) as opened:
            opened.write(lambda connection, t=table, c=column: (_older(connection, t, c), ChangeSet())).result()
    with Project.open(path) as own:
        desk = DecisionWriter(own, "ann")
        assert desk.task == "flags/flags"
        desk.accept(1, load_item_view(own.read_connection(), 1).flags()[0]).result()
    finished(path, "ann")
    answers.write_answers(path, out := tmp_path / "ann.answers")
    (tmp_path / "two.toml").write_text(TWO, "utf-8")
    run("campaign", "protocol", "use", str(tmp_path / "two.toml"), "--project", str(project))
    report = run("campaign", "merge", str(out), "--project", str(project)).output
    assert "ann: 1 accepted, 1 finished" in report
    assert "Left unmarked and not counted" in report and "k0: " in report
    assert check(project) == []
    asked = rows(project, "SELECT asked FROM decision WHERE action = 'finish'")[0][0]
    owned = {row for (row,) in rows(project, "SELECT id FROM criterion WHERE name IN ('supporting', 'not-covered')")}
    assert {c for c, _ in json.loads(str(asked))} & owned, "it is kept in the log"
    assert not {c for (c,) in rows(project, "SELECT criterion_id FROM judged WHERE decision_id IS NOT NULL")} & owned


def _older(connection: Any, table: str, column: str) -> None:
    """What is kept of a package as it was before there were tasks."""
    key = {"package": "uid", "setting": "name"}[table]
    for row, text in connection.execute(f"SELECT {key}, {column} FROM {table}").fetchall():
        found = json.loads(text)
        inner = found.get("package", found) if isinstance(found, dict) else {}
        for name in ("task", "round", "only", "others", "dealt"):
            inner.pop(name, None)
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (json.dumps(found), row))


def test_silence_speaks_of_what_was_handed_out_whole_and_of_nothing_else(tmp_path: Path) -> None:
    changes = ('silence = "open"\nrule = "unanimous"', 'silence = "no"\nrule = "unanimous"')
    project = study(tmp_path, changes, ('where = "kgds-paragraph/supporting = yes"\nafter', "after"))
    for who in ("ann", "ben"):
        pack(project, "--task", "supporting", "--for", who)
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, {PARAGRAPHS[0]: "yes"})
    for who in ("ann", "ben"):
        finished(packed(tmp_path, who), who)
        back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    state = "SELECT asked, open, settled, undecided FROM task_item JOIN task ON task.id = task_id WHERE item_id = 1"
    assert rows(project, f"{state} AND task.name = 'two/supporting'") == [(2, 0, 1, 1)], "silent noes settle"
    words = ["--task", "supporting", "--round", "2", "--only", "undecided", "--others", "--for", "ben"]
    pack(project, *words)
    assert handed(packed(tmp_path, "ben")) == [("two/supporting", *PARAGRAPHS[0])]
    finished(packed(tmp_path, "ben"), "ben")
    assert "Left unmarked and not counted" in back(project, packed(tmp_path, "ben"))
    assert rows(project, f"{state} AND task.name = 'two/supporting'") == [(2, 0, 1, 1)] and check(project) == []


def test_what_is_said_in_a_package_of_single_cells_counts_when_it_is_finished(tmp_path: Path) -> None:
    changes = ('silence = "open"\nrule = "unanimous"', 'silence = "no"\nrule = "unanimous"')
    project = study(tmp_path, changes, ('where = "kgds-paragraph/supporting = yes"\nafter', "after"))
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, {PARAGRAPHS[0]: "yes"})
    for who in ("ann", "ben"):
        finished(packed(tmp_path, who), who)
        back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    words = ["--task", "supporting", "--round", "2", "--only", "undecided", "--others", "--for", "ben"]
    pack(project, *words)
    path = packed(tmp_path, "ben")
    say(path, "ben", SUPPORTING, {PARAGRAPHS[0]: "yes"})
    finished(path, "ben")
    assert check(path) == []
    back(project, path)
    state = "SELECT asked, open, settled, undecided FROM task_item JOIN task ON task.id = task_id WHERE item_id = 1"
    assert rows(project, f"{state} AND task.name = 'two/supporting'") == [(2, 0, 2, 0)] and check(project) == []
