"""Answers come back: once, in any order, all or nothing; and what is wrong with a file is said in one sentence."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galley.core.adjudication import queue
from galley.core.adjudication.queue import TieFilter, TieView
from galley.core.campaign import answers, merge, pack
from galley.core.campaign.merge_report import SentenceList
from galley.core.campaign.pack import PackageOptions
from galley.core.campaign.workload import AssignmentOptions
from galley.core.domain import Action, Cell, ChangeSet
from galley.core.errors import Cancelled, InputError, NewerProject, NotAProject
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import log_row
from galley.core.storage.bulk_rows import without
from galley.core.tasks.finish import list_all_pairs
from tests.core import building
from tests.core.examples import examples
from tests.core.made import review
from tests.fuzz.crafted import sql
from tests.fuzz.targets import signed

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = "uid, reviewer, at, settings"
FACTS = [{"id": f"f{n}", "kind": "fact", "text": f"Fact {n}.", "from": [["article", 0]]} for n in range(3)]


def made(folder: Path, name: str = "main.galley", count: int = 3) -> Project:
    return building.project(folder, *[building.record(f"k{n}", units=FACTS) for n in range(count)], name=name)


@pytest.fixture
def project(tmp_path: Path):
    with made(tmp_path) as opened:
        yield opened


def handed(project: Project, folder: Path, *people: str, wish: PackageOptions | None = None) -> dict[str, Path]:
    wanted = pack.list_package_paths(people, folder, project.path)
    pack.pack(project, wanted, wish)
    return wanted


def returned(path: Path, number: int = 0) -> Path:
    out = path.with_name(f"{path.stem}-{number}.answers")
    answers.write_answers(path, out, overwrite=True)
    return out


def decide(path: Path, name: str, value: str = "no", items: tuple[int, ...] = (1, 2)) -> None:
    """The first flag of each item answered, and the item finished."""
    with Project.open(path) as own:
        desk = DecisionWriter(own, name)
        for item in items:
            view = load_item_view(own.read_connection(), item)
            flag = view.flags()[0]
            (desk.accept(item, flag) if value == "yes" else desk.override(item, flag)).result()
            desk.finish(view, list_all_pairs(view)).result()


def native(project: Project) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        export(project, "galley", Path(folder) / "out.jsonl")
        return (Path(folder) / "out.jsonl").read_bytes()


# The property ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project from which packages for three people were made, with answers of two of them in it from before."""
    folder = tmp_path_factory.mktemp("base")
    with made(folder) as opened:
        done = (Action.ACCEPT, Action.NOTE, Action.FINISH, Action.ADJUDICATE)
        review(opened, [(who, action, n, n, "before") for who in ("ann", "ben") for n, action in enumerate(done)])
        handed(
            opened,
            folder,
            "ann",
            "ben",
            "zoe",
            wish=PackageOptions(judges=True, order=AssignmentOptions(each=2, seed=4)),
        )
    return folder


steps = st.lists(
    st.tuples(st.sampled_from([*Action, Action.UNDO, Action.REDO]), st.integers(0, 99), st.integers(0, 99)),
    max_size=14,
)


def go_on(path: Path, name: str, given: list[tuple[Action, int, int]]) -> None:
    with Project.open(path) as own:
        for action, which, number in given:
            review(own, [(name, action, which, number, f"{name} {number}")], names=(name,))


@settings(
    max_examples=examples(9, 25), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    logs=st.tuples(steps, steps, steps),
    more=steps,
    here=steps,
    order=st.permutations(range(5)),
    again=st.lists(st.integers(0, 4), max_size=3),
)
def test_merging_in_any_order_and_again_gives_the_same_project(
    base: Path, logs: Any, more: Any, here: Any, order: list[int], again: list[int]
) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for file in base.glob("*.galley"):
            shutil.copy(file, folder)
        files = []
        for name, given_steps in zip(("ann", "ben", "zoe"), logs, strict=True):
            go_on(folder / f"main-{name}.galley", name, given_steps)
            files.append(returned(folder / f"main-{name}.galley"))
        go_on(folder / "main-ann.galley", "ann", more)
        files.append(returned(folder / "main-ann.galley", 1))
        files.append(folder / "main-ben.galley")  # the whole package, as it is
        go_on(folder / "main.galley", "ann", here)  # what the project says meanwhile, by a reviewer who has a package
        shutil.copy(folder / "main.galley", folder / "other.galley")
        with Project.open(folder / "main.galley") as first, Project.open(folder / "other.galley") as second:
            once = merge.merge(first, files)
            for number in [*order, *again]:
                merge.merge(second, [files[number]])
            wanted = native(first)
            assert native(second) == wanted, "the order of merging can be told from the export"
            assert check(first) == [] and check(second) == []
            repeated = merge.merge(first, files)
            assert (repeated.new, repeated.known_decisions) == (0, once.new + once.known_decisions)
            assert native(first) == wanted
            (folder / "out.jsonl").write_bytes(wanted)
            with Project.create(folder / "third.galley") as third:
                import_files(third, IMPORTER, [folder / "out.jsonl"])
                assert native(third) == wanted


def test_an_older_file_with_what_its_reviewer_may_not_do_is_known_after_a_newer_one(tmp_path: Path) -> None:
    """An adjudication that a package does not allow is in no log here: the older file was taken for another copy's."""
    with made(tmp_path) as project:
        path = handed(project, tmp_path, "ann")["ann"]
        go_on(path, "ann", [(Action.ACCEPT, 0, 0), (Action.ADJUDICATE, 0, 0), (Action.UNDO, 0, 0)])
        older = returned(path)
        decide(path, "ann")
        newer = returned(path, 1)
        first = merge.merge(project, [newer])
        assert first.not_permitted.count == 1, "the adjudication stays out"
        before = native(project)
        again = merge.merge(project, [older])
        assert again.new == 0 and again.known_decisions > 0 and native(project) == before


# What comes in --------------------------------------------------------------------------------------------------


def test_a_preview_says_what_a_merge_does_and_changes_nothing(project: Project, tmp_path: Path) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    decide(path, "ann")
    before = native(project)
    seen = merge.preview(project, [returned(path)])
    assert native(project) == before
    assert project.read_connection().execute("SELECT count(*) FROM merged").fetchone() == (0,)
    done = merge.merge(project, [returned(path)])
    assert [*seen.format_lines()] == [*done.format_lines()]
    assert (done.new, done.known_decisions, done.items) == (4, 0, 2)
    assert json.loads(native(project).splitlines()[1])["decisions"][0]["flag"] == "judge"


def test_hidden_judges_have_their_names_again(project: Project, tmp_path: Path) -> None:
    path = handed(project, tmp_path, "ann", wish=PackageOptions(judges=True))["ann"]
    decide(path, "ann", "yes")
    merge.merge(project, [returned(path)])
    assert {row[0] for row in project.read_connection().execute("SELECT name FROM annotator")} == {
        "judge",
        "other",
        "ann",
    }
    flags = project.read_connection().execute("SELECT count(*) FROM decision WHERE flag_id IS NOT NULL")
    assert flags.fetchone() == (2,)


def test_units_that_a_reviewer_wrote_travel_with_the_decisions(project: Project, tmp_path: Path) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    go_on(path, "ann", [(Action.REVISE, 0, number) for number in range(5)])
    merge.merge(project, [returned(path)])
    with Project.open(path) as own:
        theirs = [unit.text for unit in load_item_view(own.read_connection(), 1).derived_units]
    assert (
        [unit.text for unit in load_item_view(project.read_connection(), 1).derived_units]
        == theirs
        != [f["text"] for f in FACTS]
    )
    assert check(project) == []


def test_an_answer_here_and_another_there_is_a_conflict_and_the_later_counts(project: Project, tmp_path: Path) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    desk = DecisionWriter(project, "ann")
    desk.accept(1, load_item_view(project.read_connection(), 1).flags()[0]).result()
    decide(path, "ann", "no")
    report = merge.merge(project, [returned(path)])
    assert report.conflicts.count == 1
    assert "k0" in report.conflicts.lines[0] and "yes here and no in the answers" in report.conflicts.lines[0]
    view = load_item_view(project.read_connection(), 1)
    mine = [v.value for v in view.verdicts if v.annotator == desk.reviewer and v.cell == view.flags()[0].cell]
    assert mine == ["no"]


def test_answers_on_texts_that_are_others_here_are_left_out_and_listed(project: Project, tmp_path: Path) -> None:
    with made(tmp_path, "theirs.galley") as theirs:
        path = handed(theirs, tmp_path, "ann")["ann"]
        known = theirs.read_connection().execute(f"SELECT {COLUMNS} FROM package").fetchone()
    decide(path, "ann", items=(1, 2, 3))
    file = returned(path)
    changed = [building.record("k0", units=FACTS), building.record("k1", units=FACTS)]
    changed[1]["documents"][3]["sentences"] = ["Bo said nine."]
    with building.project(tmp_path, *changed, name="now.galley") as now:
        now.write(
            lambda c: (c.execute(f"INSERT INTO package ({COLUMNS}) VALUES (?, ?, ?, ?)", known), ChangeSet())
        ).result()
        now.write(lambda c: (c.execute("INSERT INTO package_item VALUES (1, 1), (1, 2)"), ChangeSet())).result()
        report = merge.merge(now, [file])
        assert (report.new, report.not_imported, report.items) == (2, 4, 1)
        assert report.changed_texts.lines == ["k1: sum-b"] and report.missing_items.lines == ["k2"]
        assert check(now) == []


def test_settled_work_survives_and_is_listed_as_reopened(project: Project, tmp_path: Path) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    flag = load_item_view(project.read_connection(), 1).flags()[0]
    DecisionWriter(project, "lead").adjudicate(1, flag.cell, "yes", note="clear").result()
    decide(path, "ann", "no")
    report = merge.merge(project, [returned(path)])
    assert report.recheck_cells.count == 1 and "adjudicated as yes, and ann says no" in report.recheck_cells.lines[0]
    case = queue.build_case(project.read_connection(), 1, flag.cell)
    assert case.gold == "yes" and case.needs_review
    assert list(queue.find_ties(project.read_connection(), TieFilter(TieView.NEEDS_REVIEW), 0).items) == [1]


# Bad input ------------------------------------------------------------------------------------------------------


def refused(project: Project, file: Path, words: str, **more: Any) -> None:
    before = native(project)
    with pytest.raises(InputError, match=words) as caught:
        merge.merge(project, [file], **more)
    assert str(caught.value).count("\n") == 0 and str(caught.value)[-1] == "."
    assert native(project) == before
    assert project.read_connection().execute("SELECT count(*) FROM decision").fetchone() == (0,)


@pytest.fixture
def file(project: Project, tmp_path: Path) -> Path:
    path = handed(project, tmp_path, "ann")["ann"]
    decide(path, "ann")
    return returned(path)


def test_a_file_that_was_edited_is_refused(project: Project, file: Path) -> None:
    whole = file.read_bytes()
    for old, new in ((b'"no"', b'"yes"'), (b'"reviewer":"ann"', b'"reviewer":"bob"'), (b'"k0"', b'"k2"')):
        assert old in whole
        file.write_bytes(whole.replace(old, new, 1))
        refused(project, file, "was edited after it was written")
    file.write_bytes(whole + whole.splitlines(keepends=True)[-1])
    refused(project, file, "was edited after it was written")


def test_half_a_file_is_refused(project: Project, file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    refused(project, file, "is only a part of a file")
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    refused(project, file, "1 of 2 items")
    file.write_bytes(whole[:100])
    refused(project, file, "first line of .* is broken")
    file.write_bytes(whole[:10])
    refused(project, file, "is not an answers file or a project")
    file.write_bytes(b"")
    refused(project, file, "is not an answers file or a project")


def test_a_file_of_a_newer_galley_is_refused(project: Project, file: Path) -> None:
    file.write_bytes(re.sub(rb'^{"galley_answers":\d', b'{"galley_answers":4', file.read_bytes()))
    refused(project, file, "newer Galley .*update")


def test_a_package_that_is_half_there_or_of_a_newer_galley_is_refused(project: Project, tmp_path: Path) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    decide(path, "ann")
    before, whole = native(project), path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(NotAProject, match="damaged"):
        merge.merge(project, [path])
    path.write_bytes(whole[:60] + (99).to_bytes(4, "big") + whole[64:])
    with pytest.raises(NewerProject, match=r"newer Galley .* update Galley"):
        merge.merge(project, [path])
    path.write_bytes(whole[:60] + (1).to_bytes(4, "big") + whole[64:])
    with pytest.raises(InputError, match=r"older schema \(1\); open it once, or run galley project migrate"):
        merge.merge(project, [path])
    assert native(project) == before


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE verdict SET value = 'yes' WHERE decision_id IS NOT NULL",
        "UPDATE decision SET value = 'yes' WHERE action = 'override'",
        "DELETE FROM judged WHERE decision_id IS NOT NULL",
    ],
)
def test_a_package_that_was_edited_by_hand_is_refused(project: Project, tmp_path: Path, edit: str) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    decide(path, "ann")
    sql(edit)(path)
    refused(project, path, "was changed by hand, so its answers cannot be trusted. ")
    with pytest.raises(InputError, match="was changed by hand"):
        answers.write_answers(path, tmp_path / "out.answers")
    assert not (tmp_path / "out.answers").exists()


def test_answers_from_another_project_are_refused(project: Project, tmp_path: Path) -> None:
    with made(tmp_path, "theirs.galley") as theirs:
        path = handed(theirs, tmp_path, "ann")["ann"]
    decide(path, "ann")
    refused(project, returned(path), "was not made from this project but from “theirs”")
    refused(project, path, "was not made from this project")
    with building.project(tmp_path, building.record("elsewhere"), name="far.galley") as far:
        DecisionWriter(far, "ann").note(1, None, "here").result()
    refused(project, tmp_path / "far.galley", "comes from another project: none of its 1 items")
    refused(project, project.path, "is the project itself")
    refused(project, tmp_path, "is a folder")
    refused(project, tmp_path / "none.answers", "cannot be read")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"action": "guess"}, r"decisions\[0\].action cannot be 'guess'"),
        ({"criterion": "no-such"}, "has no criterion 'no-such'"),
        ({"scheme": "qa-validation"}, "which this project does not have"),
        ({"at": "yesterday"}, "the time 'yesterday'"),
        ({"unit": 99}, "names unit 99"),
        ({"spans": [[0, 9999]]}, "is outside its unit"),
        ({"uid": 7}, r"decisions\[0\].uid must be text, not 7"),
        ({"reviewer": None}, r"decisions\[0\].reviewer must be text, not null"),
        ({"asked": 5}, r"decisions\[0\].asked must be a list, not 5"),
    ],
)
def test_answers_that_make_no_sense_are_refused_though_their_hash_is_right(
    project: Project, file: Path, change: dict[str, Any], words: str
) -> None:
    first, *lines = file.read_bytes().splitlines(keepends=True)
    item = orjson.loads(lines[0])
    item["decisions"][0] |= change
    lines[0] = orjson.dumps(item, option=orjson.OPT_APPEND_NEWLINE)
    file.write_bytes(signed(first + b"".join(lines)))
    refused(project, file, words)


def test_two_people_under_one_name_are_told_apart(project: Project, tmp_path: Path) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    copy = Path(shutil.copy(path, tmp_path / "copy.galley"))
    decide(path, "ann", "yes")
    decide(copy, "ann", "no")
    mine, theirs = returned(path), returned(copy)
    merge.merge(project, [mine])
    with pytest.raises(InputError, match=r"another copy of ann's package .* --rename “ann”, else with --rename and"):
        merge.merge(project, [theirs])
    report = merge.merge(project, [theirs], {"": "anna"})
    assert (report.new, report.files[0].reviewers) == (4, ("anna",))
    assert list(queue.find_ties(project.read_connection(), TieFilter(TieView.TIES), 0).items) == [1, 2]
    decide(copy, "ann", "no", items=(3,))  # the second person goes on: the name is remembered
    report = merge.merge(project, [returned(copy, 1)])
    assert (report.new, report.known_decisions, report.files[0].reviewers) == (2, 4, ("anna",))
    assert merge.merge(project, [mine, theirs]).new == 0
    assert check(project) == []


def test_a_reviewer_name_that_exists_is_not_taken_over(project: Project, tmp_path: Path) -> None:
    made(tmp_path, "copy.galley").close()
    DecisionWriter(project, "ann").note(1, None, "mine").result()
    decide(tmp_path / "copy.galley", "ann")
    with pytest.raises(InputError, match="another reviewer with that name has answers here; if both"):
        merge.merge(project, [tmp_path / "copy.galley"])
    assert merge.merge(project, [tmp_path / "copy.galley"], {"ann": "anna"}).new == 4
    people = project.read_connection().execute("SELECT name FROM annotator WHERE kind = 'human' ORDER BY name")
    assert people.fetchall() == [("ann",), ("anna",)]


def test_a_clock_that_runs_backwards_keeps_the_order_and_is_said(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    clock = iter(datetime(2001, 1, 1, tzinfo=UTC) - timedelta(days=n) for n in range(10_000))

    class Backwards(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return next(clock)

    monkeypatch.setattr(log, "datetime", Backwards)
    decide(path, "ann", "yes", items=(1,))
    decide(path, "ann", "no", items=(1,))
    monkeypatch.undo()
    report = merge.merge(project, [returned(path)])
    assert "The clock of ann ran behind: answers carry the time 2001-01-01 00:00" in report.notes[0]
    view = load_item_view(project.read_connection(), 1)
    assert [v.value for v in view.verdicts if v.cell == view.flags()[0].cell and v.decision] == ["no"]
    assert merge.merge(project, [returned(path)]).new == 0 and check(project) == []


def test_a_merge_that_is_stopped_takes_nothing_in(project: Project, file: Path) -> None:
    steps: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> bool:
        steps.append((done, total))
        return False

    before = native(project)
    with pytest.raises(Cancelled):
        merge.merge(project, [file], progress=stop)
    assert len(steps) == 1 and native(project) == before
    assert merge.merge(project, [file]).new == 4


def test_one_bad_file_among_good_ones_stops_all(project: Project, file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.answers"
    bad.write_bytes(file.read_bytes().replace(b'"no"', b'"yes"', 1))
    before = native(project)
    with pytest.raises(InputError, match=r"bad.answers was edited"):
        merge.merge(project, [file, bad])
    assert native(project) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from galley.core.campaign import merge
from galley.core.project.project import Project
from galley.core.campaign.merged_item_updates import MergedItemUpdater
flush = MergedItemUpdater.flush
def die(self):
    flush(self)
    os.kill(os.getpid(), signal.SIGKILL)
MergedItemUpdater.flush = die
with Project.open(Path(sys.argv[1])) as project:
    merge.merge(project, [Path(sys.argv[2])])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL on this system")
def test_a_merge_that_is_killed_takes_nothing_in(tmp_path: Path) -> None:
    with made(tmp_path) as opened:
        path = handed(opened, tmp_path, "ann")["ann"]
        before = native(opened)
    decide(path, "ann")
    file = returned(path)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "main.galley"), str(file)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=100,
    )
    assert done.returncode == -signal.SIGKILL
    with Project.open(tmp_path / "main.galley") as opened:
        assert native(opened) == before
        assert merge.merge(opened, [file]).new == 4
        assert check(opened) == []


def test_a_row_that_is_there_is_never_replaced_with_the_trigger_or_without(project: Project, file: Path) -> None:
    merge.merge(project, [file])
    again = "SELECT {} FROM decision ORDER BY id LIMIT 1"
    for what in (
        log_row.COLUMNS,
        log_row.COLUMNS.replace("uid", "'another'", 1),
        log_row.COLUMNS.replace("id", "999", 1),
    ):
        words = f"INTO decision ({log_row.COLUMNS}) {again.format(what)}"

        def plain(connection: sqlite3.Connection, words: str = words) -> ChangeSet:
            with without(connection, merge.NO_REPLACE):
                connection.execute(f"INSERT {words}")
            return ChangeSet()

        def guarded(connection: sqlite3.Connection, words: str = words) -> ChangeSet:
            connection.execute(f"INSERT OR REPLACE {words}")
            return ChangeSet()

        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            project.write(plain).result()
        with pytest.raises(sqlite3.IntegrityError, match="never replaced"):
            project.write(guarded).result()
    assert check(project.path) == []


def test_a_package_takes_nothing_in(project: Project, tmp_path: Path, file: Path) -> None:
    with Project.open(tmp_path / "main-ann.galley") as own, pytest.raises(InputError, match="merge into the project"):
        merge.merge(own, [file])


def test_an_older_state_after_a_newer_one_adds_nothing(project: Project, tmp_path: Path) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    decide(path, "ann", items=(1,))
    old = returned(path, 1)
    decide(path, "ann", items=(2,))
    merge.merge(project, [returned(path, 2)])
    report = merge.merge(project, [old])
    assert (report.new, report.known_decisions) == (0, 2)


def test_an_imported_verdict_that_came_after_the_package_is_put_back_by_an_undo(
    project: Project, tmp_path: Path
) -> None:
    path = handed(project, tmp_path, "ann")["ann"]
    decide(path, "ann", "no", items=(1,))
    said = building.flag("extrinsic-context", "sum-a", 0, annotator="ann") | {
        "kind": "human",
        "explanation": "imported",
    }
    source = tmp_path / "late.jsonl"
    source.write_text(json.dumps({"key": "k0", "verdicts": [said]}) + "\n")
    import_files(project, IMPORTER, [source])
    merge.merge(project, [returned(path)])
    flag = next(f for f in load_item_view(project.read_connection(), 1).flags())
    assert queue.build_case(project.read_connection(), 1, Cell(*flag.cell)).humans
    desk = DecisionWriter(project, "ann")
    for _ in range(2):
        desk.undo().result()
    kept = project.read_connection().execute(
        "SELECT value, explanation FROM verdict WHERE annotator_id = ?", (desk.reviewer,)
    )
    assert kept.fetchall() == [("yes", "imported")]
    assert check(project) == []


def test_two_files_with_one_name_are_told_apart_and_equal_lines_share_one(tmp_path: Path) -> None:
    with made(tmp_path) as project:
        targets = handed(project, tmp_path, "ann", "ben")
        paths = []
        for who, path in targets.items():
            decide(path, who)
            (tmp_path / who).mkdir()
            paths.append(tmp_path / who / "mine.answers")
            answers.write_answers(path, paths[-1])
        report = merge.preview(project, paths)
        assert [each.file for each in report.files] == [str(path) for path in paths]
        assert [each.file for each in merge.preview(project, paths[:1]).files] == ["mine.answers"]
    grouped = SentenceList()
    for _ in range(20):
        grouped.add_counted("item-22:", "{n:,} decisions ", "in own/reading, by cat")
    grouped.add_counted("item-23:", "{n:,} decisions ", "in own/reading, by cat")
    assert grouped.count == 21
    assert grouped.lines == ["item-22: 20 decisions in own/reading, by cat", "item-23: in own/reading, by cat"]


def test_a_note_that_is_too_long_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with made(tmp_path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "x" * 100_000).result()
        with pytest.raises(InputError, match="The note has 101 kB; shorten it to 100 kB"):
            desk.note(1, None, "x" * 100_001).result()
