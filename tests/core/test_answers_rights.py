"""Answers hold what their reviewer decided on the items of the package, and nothing else: whoever edits the file, and
gives it the hash that it then has, decides nothing in another person's name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from galley.core.campaign import answers, merge, pack
from galley.core.campaign.merge_report import KINDS
from galley.core.campaign.pack import PackageOptions
from galley.core.campaign.workload import AssignmentOptions
from galley.core.domain import Action
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building
from tests.fuzz.targets import signed

Item = dict[str, Any]
AT = "2030-01-01T00:00:00.000000+00:00"


@pytest.fixture
def project(tmp_path: Path):
    """Three items; ben has decided on the first two, and ann has a package of two of the three."""
    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(3)]) as made:
        for item in (1, 2):
            DecisionWriter(made, "ben").accept(item, load_item_view(made.read_connection(), item).flags()[0]).result()
        yield made


def packed(project: Project, wish: PackageOptions | None = None) -> Path:
    wanted = pack.list_package_paths(["ann"], project.path.parent, project.path)
    return pack.pack(project, wanted, wish)[0].path


def returned(package: Path, edit: Callable[[list[Item]], None] | None = None, /, **head: Any) -> Path:
    """ann accepts the first flag of the first item; then the file is edited."""
    with Project.open(package) as own:
        DecisionWriter(own, "ann").accept(1, load_item_view(own.read_connection(), 1).flags()[0]).result()
    out = package.with_suffix(".answers")
    answers.write_answers(package, out, overwrite=True)
    first, *lines = out.read_bytes().splitlines()
    items = [orjson.loads(line) for line in lines]
    if edit:
        edit(items)
    said = sum(len(item["decisions"]) for item in items)
    begin = orjson.loads(first) | {"items": len(items), "decisions": said} | head
    whole = b"\n".join(map(orjson.dumps, [begin, *items])) + b"\n"
    out.write_bytes(signed(whole))
    return out


def uid_of(project: Project, reviewer: str) -> str:
    return str(
        project.read_connection().execute(
            "SELECT uid FROM decision JOIN annotator ON annotator.id = reviewer_id WHERE name = ? AND item_id = 1",
            (reviewer,),
        ).fetchone()[0]
    )  # fmt: skip


def add(**fields: Any) -> Callable[[list[Item]], None]:
    """One more decision of ann's on the first item; what a field does not say is as in the one that is there."""

    def edit(items: list[Item]) -> None:
        items[0]["decisions"].append(items[0]["decisions"][0] | {"uid": "f" * 16, "at": AT} | fields)

    return edit


def refused(project: Project, file: Path, words: str) -> None:
    before = project.path.read_bytes(), log(project)
    for work in (merge.preview, merge.merge):
        with pytest.raises(InputError, match=words) as caught:
            work(project, [file])
        assert "\n" not in str(caught.value)
    assert log(project) == before[1] and check(project) == []


def log(project: Project) -> list[tuple[Any, ...]]:
    return project.read_connection().execute("SELECT * FROM decision ORDER BY id").fetchall()


POINTS = {"criterion": None, "scheme": None, "document": None, "unit": None, "value": None, "flag": None, "spans": None}


@pytest.mark.parametrize("action", ["undo", "redo"])
def test_nobody_takes_back_what_another_decided(project: Project, action: str) -> None:
    theirs = uid_of(project, "ben")
    file = returned(packed(project), add(action=action, refers=theirs, **POINTS))
    refused(project, file, "which somebody else decided")
    assert project.read_connection().execute("SELECT count(*) FROM undone").fetchone() == (0,)


def test_an_import_takes_back_nothing_of_another_either(project: Project, tmp_path: Path) -> None:
    theirs, source = uid_of(project, "ben"), tmp_path / "more.jsonl"
    export(project, "galley", source)
    first, *rest = source.read_bytes().splitlines()
    record = orjson.loads(first)
    record["decisions"].append({"uid": "e" * 16, "at": AT, "reviewer": "ann", "action": "undo", "refers": theirs})
    source.write_bytes(b"\n".join([orjson.dumps(record), *rest]) + b"\n")
    for target in (project, Project.create(tmp_path / "new.galley")):
        with pytest.raises(InputError, match="which somebody else decided"):
            import_files(target, IMPORTER, [source])
        assert check(target) == []
        target.close()


def test_a_decision_in_another_name_is_refused(project: Project) -> None:
    refused(project, returned(packed(project), add(reviewer="cat")), "a decision is by 'cat' and not by 'ann'")


def test_a_head_in_another_name_is_refused(project: Project) -> None:
    refused(project, returned(packed(project), reviewer="ben"), "its package was made for 'ann'")


def test_a_file_of_no_package_is_refused(project: Project) -> None:
    refused(project, returned(packed(project), package=""), "does not say to which package it belongs")


def test_an_answer_to_nothing_is_refused(project: Project) -> None:
    """It named a document, and no criterion; found by `make fuzz`."""
    refused(project, returned(packed(project), add(criterion=None)), "names no criterion")


@pytest.mark.parametrize("field", ["package", "reviewer", "project", "made", "by"])
def test_a_head_that_holds_a_list_is_refused(project: Project, field: str) -> None:
    refused(project, returned(packed(project), **{field: [1]}), "The first line of .* is broken")


def test_an_item_that_is_not_in_the_package_is_refused(project: Project, tmp_path: Path) -> None:
    """Its texts are known to whoever holds another package."""
    whole = {
        key: digest.hex()
        for key, digest in project.read_connection().execute(
            "SELECT document.name, hash FROM document WHERE item_id = 3"
        )
    }
    package = packed(project, PackageOptions(AssignmentOptions(size=2, seed=1)))
    (outside,) = {"k0", "k1", "k2"} - {
        row[0]
        for row in project.read_connection().execute("SELECT key FROM item JOIN package_item ON item_id = item.id")
    }

    def edit(items: list[Item]) -> None:
        said = items[0]["decisions"][0] | {"uid": "f" * 16}
        items.append({"key": outside, "documents": whole, "decisions": [said]})

    refused(project, returned(package, edit), f"item '{outside}': it is not in the package")


@pytest.mark.parametrize(("kind", "name"), [("human", "ben"), ("gold", "gold"), ("judge", "judge")])
def test_what_a_decision_replaced_is_the_reviewers_own(project: Project, kind: str, name: str) -> None:
    """An undo puts it back: so it would be said in another's name."""

    def edit(items: list[Item]) -> None:
        said = items[0]["decisions"][0]
        verdict = {"annotator": name, "kind": kind, "scheme": said["scheme"], "criterion": said["criterion"]}
        said["replaced"] = [{**verdict, "value": "no"}]
        items[0]["decisions"].append({"uid": "f" * 16, "at": AT, "reviewer": "ann", "action": "undo",
                                      "refers": said["uid"]})  # fmt: skip

    refused(project, returned(packed(project), edit), "replaces the answer of somebody else")


def test_a_flag_that_nobody_raised_adds_no_judge(project: Project) -> None:
    before = project.read_connection().execute("SELECT count(*) FROM annotator").fetchone()
    merge.merge(project, [returned(packed(project), add(flag="made-up", action="unsure", value=None))])
    assert project.read_connection().execute("SELECT count(*) - 1 FROM annotator").fetchone() == before, (
        "ann, and no other"
    )


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59.999999+00:00", "0001-01-01T00:00:00.000000+00:00"])
def test_a_time_after_which_no_other_can_come_is_refused(project: Project, at: str) -> None:
    refused(
        project, returned(packed(project), add(at=at, value="no", action="override")), "is not between 1900 and 8999"
    )
    DecisionWriter(project, "ben").note(1, None, "still at work").result()


def test_what_a_package_was_not_made_to_settle_is_left_out_and_listed(project: Project) -> None:
    package = packed(project)
    with Project.open(package) as own:
        cell = load_item_view(own.read_connection(), 2).flags()[0].cell
        DecisionWriter(own, "ann").adjudicate(2, cell, "yes").result()
        DecisionWriter(own, "ann").undo().result()
        DecisionWriter(own, "ann").redo().result()
    file = returned(package)
    seen, done = merge.preview(project, [file]), merge.merge(project, [file])
    assert [*seen.format_lines()] == [*done.format_lines()]
    assert (done.new, done.not_imported, done.not_permitted.count) == (1, 3, 1)
    assert any("by somebody without that role" in line for line in done.format_lines())
    assert "k1: settle of extrinsic-context, by ann" in done.not_permitted.lines[0]
    gold = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'gold'"
    assert project.read_connection().execute(gold).fetchone() == (0,) and check(project) == []
    again = merge.merge(project, [file])
    assert (again.new, again.known_decisions, again.not_imported) == (0, 1, 3)


def test_who_may_see_everything_may_settle_and_the_preview_counts_it(project: Project) -> None:
    package = packed(project, PackageOptions(others=True, gold=True))
    with Project.open(package) as own:
        DecisionWriter(own, "ann").adjudicate(
            2, load_item_view(own.read_connection(), 2).flags()[0].cell, "yes"
        ).result()
    report = merge.preview(project, [returned(package)])
    assert "  ann: 1 accepted, 1 adjudicated as gold" in [*report.format_lines()]
    assert merge.merge(project, [returned(package)]).not_permitted.count == 0
    gold = "SELECT value FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'gold'"
    assert project.read_connection().execute(gold).fetchall() == [("yes",)]


def test_the_preview_counts_every_kind_and_says_by_whom(project: Project, tmp_path: Path) -> None:
    """Of a whole project too, which may hold everybody's."""
    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(3)], name="copy.galley") as copy:
        for name in ("zoe", "yan"):
            desk, view = DecisionWriter(copy, name), load_item_view(copy.read_connection(), 1)
            one, two = view.flags()[:2]
            for saved in (
                desk.accept(1, one), desk.override(1, two),
                desk.unsure(2, load_item_view(copy.read_connection(), 2).flags()[0]),
                desk.add(1, one.cell), desk.note(1, None, "n"), desk.reason(1, one, "correct"),
                building.finish_read(desk, view),
                desk.reopen(1), desk.adjudicate(1, one.cell, "yes"), desk.undo(), desk.redo(),
            ):  # fmt: skip
                saved.result()
    lines = [*merge.preview(project, [tmp_path / "copy.galley"]).format_lines()]
    words = (
        "1 accepted, 1 overridden, 1 unsure, 1 added, 1 noted, 1 finished, 1 reopened, 1 adjudicated as gold, 1 reasons"
        " judged, 1 undone, 1 redone"
    )
    assert f"  yan: {words}" in lines and f"  zoe: {words}" in lines
    assert KINDS.keys() == set(Action)
