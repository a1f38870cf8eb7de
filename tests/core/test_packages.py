"""Packages: who gets what, what is in them, what is left out, and that all of them are there or none."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import combinations
from pathlib import Path

import pytest

from galley.core import new_files
from galley.core.campaign import answers, cell_selection, pack, package, workload
from galley.core.campaign.pack import PackageOptions
from galley.core.campaign.workload import AssignmentOptions
from galley.core.domain import Action, Cell
from galley.core.errors import Cancelled, InputError
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import blind
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import open_mark
from tests.core import building
from tests.core.made import review

PEOPLE = ("ann", "ben", "cat")


@pytest.fixture
def project(tmp_path: Path):
    records = [
        building.record(f"k{n}", dataset=("news", "clinic")[n % 3 == 0], meta={"topic": n % 2}) for n in range(12)
    ]
    for number, record in enumerate(records):
        record["verdicts"] = record["verdicts"][4 - number % 4 :]
    with building.project(tmp_path, *records) as made:
        yield made


def everything(project: Project, folder: Path, wish: PackageOptions | None = None) -> dict[str, Path]:
    wanted = pack.list_package_paths(PEOPLE, folder, project.path)
    pack.pack(project, wanted, wish)
    return wanted


# Shares ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("each", [1, 2])
def test_each_item_goes_to_as_many_reviewers_as_asked_and_loads_are_even(project: Project, each: int) -> None:
    shares = workload.draw_workload(project.read_connection(), PEOPLE, AssignmentOptions(each=each, seed=5))
    assert Counter(item for items in shares.values() for item in items) == dict.fromkeys(range(1, 13), each)
    loads = [len(items) for items in shares.values()]
    assert max(loads) - min(loads) <= 1
    if each == 2:
        assert all(set(shares[a]) & set(shares[b]) for a, b in combinations(PEOPLE, 2)), "a pair shares nothing"


def test_a_share_is_the_same_for_a_seed_and_another_for_another(project: Project) -> None:
    first = workload.draw_workload(project.read_connection(), PEOPLE, AssignmentOptions(size=6, each=1, seed=1))
    assert workload.draw_workload(project.read_connection(), PEOPLE, AssignmentOptions(size=6, each=1, seed=1)) == first
    assert workload.draw_workload(project.read_connection(), PEOPLE, AssignmentOptions(size=6, each=1, seed=2)) != first
    assert all(items == sorted(items) for items in first.values())


@pytest.mark.parametrize(("by", "strata"), [("dataset", {"clinic": 2, "news": 4}), ("topic", {0: 3, 1: 3})])
def test_a_stratified_sample_keeps_the_proportions(project: Project, by: str, strata: dict[object, int]) -> None:
    chosen = workload.draw_workload(project.read_connection(), ["ann"], AssignmentOptions(size=6, by=by, seed=3))["ann"]
    column = {"dataset": "dataset", "topic": "json_extract(value, '$.topic')"}[by]
    found = project.read_connection().execute(
        f"SELECT {column}, count(*) FROM item JOIN item_meta ON item_id = item.id WHERE id IN"
        f" ({', '.join(map(str, chosen))}) GROUP BY 1"
    )
    assert dict(found.fetchall()) == strata


def test_a_sample_by_flags_takes_from_every_count(project: Project) -> None:
    chosen = workload.draw_workload(project.read_connection(), ["ann"], AssignmentOptions(size=4, by="flags"))["ann"]
    assert sorted((item - 1) % 4 for item in chosen) == [0, 1, 2, 3]


def test_what_was_packed_before_can_be_left_out(project: Project, tmp_path: Path) -> None:
    first = pack.list_package_paths(["ann"], tmp_path, project.path)
    pack.pack(project, first, PackageOptions(order=AssignmentOptions(size=5)))
    held = {row[0] for row in project.read_connection().execute("SELECT item_id FROM package_item")}
    items = [item for (item,) in project.read_connection().execute("SELECT id FROM item")]
    rest = cell_selection.narrow(project.read_connection(), "unassigned").items(project.read_connection(), items)
    assert len(held) == 5 and held.isdisjoint(rest) and len(rest) == 7


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (AssignmentOptions(each=4), "4 of 3 reviewers"),
        (AssignmentOptions(size=13), "13 items cannot be drawn from 12"),
        (AssignmentOptions(by="mood"), "No item has 'mood'"),
    ],
)
def test_a_share_that_cannot_be_is_refused_in_one_sentence(
    project: Project, order: AssignmentOptions, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        workload.draw_workload(project.read_connection(), PEOPLE, order)


# What is in a package -------------------------------------------------------------------------------------------


def test_a_package_is_a_sound_project_with_its_share_and_nothing_else(project: Project, tmp_path: Path) -> None:
    wanted = everything(
        project, tmp_path, PackageOptions(order=AssignmentOptions(each=2), instructions="  Read the dialogue first. ")
    )
    for name, path in wanted.items():
        assert check(path) == []
        with Project.open(path) as own:
            known = package.read_package(own.read_connection())
            assert known is not None and known.reviewer == name and known.instructions == "Read the dialogue first."
            assert own.read_connection().execute("SELECT count(*) FROM item").fetchone()[0] == known.items == 8
            settings = {row[0] for row in own.read_connection().execute("SELECT name FROM setting")} - {
                open_mark.SETTING
            }
            assert settings == {"package", "blind-mode"}, "and the mark that is there while it is open"
            assert [row[0] for row in own.read_connection().execute("SELECT name FROM scheme WHERE active")] == [
                "dial-summer"
            ]
            view = load_item_view(own.read_connection(), 2)
            here = project.read_connection().execute("SELECT text FROM document JOIN item ON item.id = item_id "
            "WHERE key = ?"
                                            " ORDER BY document.id", (view.key,)).fetchall()  # fmt: skip
            assert [document.text for document in view.documents] == [row[0] for row in here]
    assert [name for name in names(tmp_path) if name.startswith(".")] == []


def test_answers_of_others_and_gold_stay_behind_unless_asked_for(project: Project, tmp_path: Path) -> None:
    review(project, [(who, action, n, n, "mind this") for who in ("ann", "ben")
                     for n, action in enumerate([*Action] * 4)])  # fmt: skip
    everything(project, tmp_path)
    people = "SELECT name FROM annotator WHERE kind = 'human'"
    with Project.open(tmp_path / "test-ann.galley") as own:
        said = "SELECT name FROM annotator WHERE kind = 'human' AND (id IN (SELECT annotator_id FROM verdict) OR id IN"
        said += " (SELECT annotator_id FROM note) OR id IN (SELECT annotator_id FROM judged))"
        assert own.read_connection().execute(said).fetchall() == [("ann",)]
        assert own.read_connection().execute("SELECT count(*) FROM annotator WHERE kind = 'gold'").fetchone() == (0,)
        # what people wrote is text to be reviewed, whoever wrote it
        texts = "(SELECT id FROM decision WHERE action = 'revise')"
        mine = "SELECT uid FROM decision JOIN annotator ON annotator.id = reviewer_id WHERE name = 'ann'"
        mine += f" OR decision.id IN {texts} OR refers_id IN {texts}"
        theirs = {uid for (uid,) in own.read_connection().execute("SELECT uid FROM decision")}
        settled = {uid for (uid,) in project.read_connection().execute(
            "SELECT uid FROM decision WHERE action = 'settle' OR refers_id IN"
            " (SELECT id FROM decision WHERE action = 'settle')")}  # fmt: skip
        assert theirs and settled and theirs == {uid for (uid,) in project.read_connection().execute(mine)} - settled
    assert check(tmp_path / "test-ann.galley") == []
    for path in tmp_path.glob("test-*.galley"):
        path.unlink()
    everything(project, tmp_path, PackageOptions(others=True, gold=True))
    with Project.open(tmp_path / "test-cat.galley") as own:
        assert {row[0] for row in own.read_connection().execute(people)} == set(PEOPLE)
        assert own.read_connection().execute("SELECT count(*) FROM verdict JOIN annotator ON annotator.id = "
        "annotator_id"
                                    " WHERE kind = 'gold'").fetchone()[0] > 0  # fmt: skip
    assert check(tmp_path / "test-cat.galley") == []


def test_flags_can_stay_behind_and_judges_names_can_be_letters(project: Project, tmp_path: Path) -> None:
    review(project, [("ann", action, n, n, "x") for n, action in enumerate([Action.ACCEPT, Action.REASON] * 4)])
    everything(project, tmp_path, PackageOptions(judges=True))
    with closing(sqlite3.connect(tmp_path / "test-ann.galley")) as raw:
        assert raw.execute("SELECT name, method, model, prompt FROM annotator WHERE kind = 'judge'").fetchall() == [
            ("Judge A", "", "", ""), ("Judge B", "", "", "")]  # fmt: skip
        assert raw.execute("SELECT count(*) FROM verdict WHERE decision_id IS NULL").fetchone() == (18,)
        assert raw.execute("SELECT count(*) FROM reason").fetchone()[0] > 0
    for path in tmp_path.glob("test-*.galley"):
        path.unlink()
    everything(project, tmp_path, PackageOptions(flags=False))
    with Project.open(tmp_path / "test-ann.galley") as own:
        tables = "SELECT (SELECT count(*) FROM annotator WHERE kind <> 'human'), (SELECT sum(flags) FROM item)"
        assert own.read_connection().execute(tables).fetchone() == (0, 0)
    assert check(tmp_path / "test-ann.galley") == []


def test_blind_mode_of_a_package_cannot_be_switched_off(project: Project, tmp_path: Path) -> None:
    everything(project, tmp_path, PackageOptions(judges=True))
    with Project.open(tmp_path / "test-ann.galley") as own:
        assert blind.read_blind(own.read_connection()) == blind.Blind(own=True, judges=True, gold=True, locked=True)
        with pytest.raises(InputError, match="locked"):
            own.write(lambda connection: blind.store_blind(connection, blind.Blind())).result()


def test_a_package_hides_at_least_what_the_project_hides(project: Project, tmp_path: Path) -> None:
    project.write(lambda connection: blind.store_blind(connection, blind.Blind(own=True, judges=True))).result()
    everything(project, tmp_path)
    with Project.open(tmp_path / "test-ann.galley") as own:
        assert blind.read_blind(own.read_connection()) == blind.Blind(True, True, True, True)
    with pytest.raises(InputError, match="blind mode"):
        pack.pack(project, {"dan": tmp_path / "dan.galley"}, PackageOptions(others=True))


# All or nothing -------------------------------------------------------------------------------------------------


def nothing(project: Project, folder: Path, before: set[str]) -> None:
    assert {path.name for path in folder.iterdir() if "lock" not in path.name} == before
    assert project.read_connection().execute("SELECT count(*) FROM package").fetchone() == (0,)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if "lock" not in path.name}


def test_a_file_that_is_there_stays_and_no_other_package_is_made(project: Project, tmp_path: Path) -> None:
    (tmp_path / "test-cat.galley").write_text("mine")
    before = names(tmp_path)
    with pytest.raises(InputError, match="already exists, and nothing was packed"):
        everything(project, tmp_path)
    nothing(project, tmp_path, before)
    assert (tmp_path / "test-cat.galley").read_text() == "mine"
    pack.pack(project, {"cat": tmp_path / "test-cat.galley"}, overwrite=True)
    assert check(tmp_path / "test-cat.galley") == []


def test_a_pack_that_is_stopped_leaves_nothing(project: Project, tmp_path: Path) -> None:
    calls = []

    def stop(done: int, total: int) -> bool:
        calls.append((done, total))
        return len(calls) < 3

    before = names(tmp_path)
    with pytest.raises(Cancelled):
        pack.pack(project, pack.list_package_paths(PEOPLE, tmp_path, project.path), progress=stop)
    nothing(project, tmp_path, before)
    assert calls[-1][1] == 36


def test_a_package_that_cannot_get_its_name_takes_the_others_back(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, place = names(tmp_path), new_files.place

    def fail(made: Path, target: Path) -> None:
        if "cat" in target.name and "part" not in target.name:
            raise OSError(28, "No space left on device")
        place(made, target)

    monkeypatch.setattr(new_files, "place", fail)
    with pytest.raises(InputError, match="nothing was packed"):
        everything(project, tmp_path)
    nothing(project, tmp_path, before)


@pytest.mark.parametrize(
    ("people", "words"),
    [
        (["ann", "ann "], "named twice"),
        ([" "], "needs a name"),
        (["a/b", "a-b"], "the same file"),
        ([], "at least one"),
    ],
)
def test_names_that_make_no_packages_are_refused(
    project: Project, tmp_path: Path, people: list[str], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        pack.pack(project, pack.list_package_paths(people, tmp_path, project.path))


def test_a_package_is_not_packed_again_and_a_project_has_no_answers_to_return(project: Project, tmp_path: Path) -> None:
    everything(project, tmp_path)
    with Project.open(tmp_path / "test-ann.galley") as own, pytest.raises(InputError, match="is a package itself"):
        pack.pack(own, {"dan": tmp_path / "dan.galley"})
    with pytest.raises(InputError, match="is not a package"):
        answers.write_answers(project.path, tmp_path / "out.answers")
    assert not (tmp_path / "out.answers").exists()


# The answers ----------------------------------------------------------------------------------------------------


def test_answers_hold_what_was_decided_since_and_no_text(project: Project, tmp_path: Path) -> None:
    review(project, [("ann", Action.ACCEPT, n, n, "") for n in range(6)])
    everything(project, tmp_path)
    path = tmp_path / "test-ann.galley"
    with Project.open(path) as own:
        known = package.read_package(own.read_connection())
        desk = DecisionWriter(own, "ann")
        flag = load_item_view(own.read_connection(), 3).flags()[0]
        desk.override(3, flag).result()
        desk.note(3, Cell(*flag.cell), "see turn 2").result()
        assert known is not None and known.base > 0
    head = answers.write_answers(path, tmp_path / "ann.answers")
    assert (head.decisions, head.items, head.reviewer) == (2, 1, "ann")
    lines = [json.loads(line) for line in (tmp_path / "ann.answers").read_text("utf-8").splitlines()]
    assert [entry["action"] for entry in lines[1]["decisions"]] == ["override", "note"]
    assert set(lines[1]) == {"key", "documents", "decisions"} and set(lines[1]["documents"]) == {
        "dialogue", "article", "sum-a", "sum-b"}  # fmt: skip
    assert "ferry" not in (tmp_path / "ann.answers").read_text("utf-8")
    with pytest.raises(InputError, match="already exists"):
        answers.write_answers(path, tmp_path / "ann.answers")
