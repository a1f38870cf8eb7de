"""A finish says "no" of what stood when it was made, and nothing of units that a revision wrote later."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.adjudication import queue
from galley.core.campaign import answers, merge, pack
from galley.core.domain import Cell, ChangeSet, Unit, UnitKind
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.registry import REGISTRY as IMPORTERS
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import NOT_ASKED, CellReader
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import FlagState, ItemView
from galley.core.review.revisions import Draft, How
from galley.core.storage import implicit_no
from tests.core.building import finish_all
from tests.core.made import bring

ASKED = "not-covered"
RECORD: dict[str, Any] = {
    "key": "one",
    "documents": [
        {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "A", "text": t} for t in ("x y", "z", "w")]},
        {"id": "sum", "role": "summary", "system": "s", "part": "opinion", "sentences": ["People differ."]},
    ],
    "units": [
        {"id": f"o{n}", "kind": "opinion", "text": text, "from": [["dialogue", n]]}
        for n, text in enumerate(["She likes it and he does not.", "It is dear.", "It costs much."])
    ],
    "verdicts": [
        {"annotator": "judge", "kind": "judge", "scheme": "kgds-opinion", "criterion": ASKED, "unit": f"o{n}",
         "about": "sum", "value": "yes"}
        for n in range(3)
    ],
}  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "p.galley") as made:
        bring(made, [RECORD], tmp_path)
        yield made


def view(project: Project) -> ItemView:
    return items.load_item_view(project.read_connection(), 1)


def unit(project: Project, text: str) -> Unit:
    return next(u for u in view(project).derived_units if u.text == text)


def cell(project: Project, text: str) -> Cell:
    flag = view(project).flags()[0].cell
    return Cell(unit(project, text).id, flag.criterion, flag.target)


def write(project: Project, desk: DecisionWriter, text: str = "New.") -> None:
    home = view(project).derived_units[0].document
    desk.revise(1, How.WRITE, [Draft(UnitKind.OPINION, text, home)]).result()


def says_no(project: Project, who: str, text: str = "New.") -> bool:
    """Whether somebody's silence says no of a unit; every reader must answer alike."""
    row = next(row for row, a in view(project).annotators.items() if a.name == who)
    place = cell(project, text)
    found = view(project).is_implicit_no(row, place)
    reader = CellReader(project.read_connection(), Params())
    question = next(q for q in reader.questions() if q.id == ASKED)
    cells = reader.cells(question, [row])
    states = dict(zip(cells.unit.tolist(), cells.column(row).tolist(), strict=True))
    assert states.get(place.unit, NOT_ASKED) == (0 if found else NOT_ASKED)
    return found


def finished(project: Project, who: str) -> bool:
    """Whether somebody is through with the item, as the queue counts it and as the window shows it."""
    row, counted = (
        project.read_connection()
        .execute("SELECT annotator_id, finished FROM progress JOIN annotator ON annotator.id = annotator_id"
                 " WHERE name = ?", (who,))
        .fetchone()
    )  # fmt: skip
    assert view(project).has_finished(row) == counted
    return bool(counted)


def exported(project: Project, path: Path, form: str = "galley") -> Path:
    export(project, form, path)
    return path


# The log ----------------------------------------------------------------------------------------------------------


def test_what_is_written_after_a_finish_is_open_until_it_is_decided_or_the_item_finished_again(
    project: Project,
) -> None:
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    finish_all(ann, view(project)).result()
    assert finished(project, "ann")
    write(project, ben)
    assert not says_no(project, "ann")
    assert says_no(project, "ann", "It is dear."), "what was there stays answered"
    assert not finished(project, "ann")
    finish_all(ann, view(project)).result()
    assert says_no(project, "ann")
    assert finished(project, "ann")
    ann.undo().result()
    assert not says_no(project, "ann")
    ann.redo().result()
    assert says_no(project, "ann")
    assert check(project) == []


def test_deciding_every_open_cell_is_as_good_as_finishing_again(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    finish_all(ann, view(project)).result()
    write(project, DecisionWriter(project, "ben"))
    late = {place for _, who, place in implicit_no.list_late_cells(project.read_connection()) if who == ann.reviewer}
    assert {place.unit for place in late} == {unit(project, "New.").id}
    assert len(late) == 6, "six criteria are asked of an opinion, covered is not one of them"
    for place in late:
        assert not finished(project, "ann")
        ann.add(1, place, "no").result()
    assert finished(project, "ann")
    assert check(project) == []


def test_who_writes_after_their_own_finish_has_not_answered_either(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    finish_all(ann, view(project)).result()
    opinion = unit(project, "It is dear.")
    draft = Draft(opinion.kind, "It is expensive.", opinion.document, opinion.type, opinion.sources)
    ann.revise(1, How.CLARIFY, [draft], [opinion.id]).result()
    assert not says_no(project, "ann", "It is expensive.")
    ann.undo().result()
    assert says_no(project, "ann", "It is dear.")
    assert finished(project, "ann")


def test_a_unit_that_was_there_at_the_finish_is_answered_by_it(project: Project) -> None:
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    write(project, ben)
    finish_all(ann, view(project)).result()
    assert says_no(project, "ann")
    ben.undo().result()
    ben.redo().result()
    assert says_no(project, "ann"), "a revision that was taken back and stands again is the same"


def test_a_revision_that_did_not_stand_at_the_finish_was_not_seen(project: Project) -> None:
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    write(project, ben)
    ben.undo().result()
    finish_all(ann, view(project)).result()
    ben.redo().result()
    assert not says_no(project, "ann")
    assert check(project) == []


def test_opening_the_item_again_starts_anew(project: Project) -> None:
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    finish_all(ann, view(project)).result()
    write(project, ben)
    finish_all(ann, view(project)).result()
    ann.reopen(1).result()
    assert not says_no(project, "ann")
    write(project, ben, "Newer.")
    finish_all(ann, view(project)).result()
    assert says_no(project, "ann")
    assert says_no(project, "ann", "Newer.")


def test_a_flag_on_a_late_unit_is_open(project: Project, tmp_path: Path) -> None:
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    finish_all(ann, view(project)).result()
    write(project, ben)
    flag = RECORD["verdicts"][0] | {"unit": unit(project, "New.").name}
    bring(project, [{"key": "one", "verdicts": [flag]}], tmp_path)
    states = [view(project).state(ann.reviewer, each) for each in view(project).flags()]
    assert states == [FlagState.OVERRIDDEN] * 3 + [FlagState.OPEN]
    settled = project.read_connection().execute("SELECT settled FROM progress WHERE annotator_id = ?", (ann.reviewer,))
    assert settled.fetchone() == (3,)
    assert check(project) == []


def test_a_judge_has_not_looked_at_what_was_written_after_its_run(project: Project, tmp_path: Path) -> None:
    judged = {
        "annotator": "judge",
        "kind": "judge",
        "scheme": "kgds-opinion",
        "criteria": [ASKED],
        "documents": ["sum"],
    }
    bring(project, [{"key": "one", "judged": [judged]}], tmp_path)
    write(project, DecisionWriter(project, "ben"))
    assert not says_no(project, "judge")


def test_a_finish_of_before_there_was_this_is_taken_at_its_time(project: Project, tmp_path: Path) -> None:
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    write(project, ben, "Early.")
    finish_all(ann, view(project)).result()
    write(project, ben)
    record = json.loads(exported(project, tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()[0])
    for entry in record["decisions"]:
        if entry["action"] == "finish":
            assert entry.pop("value") == record["decisions"][0]["uid"]
    with Project.create(tmp_path / "old.galley") as old:
        bring(old, [record], tmp_path)
        assert says_no(old, "ann", "Early.")
        assert not says_no(old, "ann")
        assert check(old) == []


def test_counts_of_before_there_was_this_are_mended_when_a_project_is_opened(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.galley") as project:
        bring(project, [RECORD], tmp_path)
        finish_all(DecisionWriter(project, "ann"), view(project)).result()
        write(project, DecisionWriter(project, "ben"))

        def as_before(connection: sqlite3.Connection) -> ChangeSet:
            connection.execute("UPDATE progress SET finished = 1")
            return ChangeSet()

        project.write(as_before).result()
        assert check(project) != []
    with Project.open(tmp_path / "p.galley") as project:
        project.write(lambda _: ChangeSet()).result()  # comes after the mending
        assert check(project) == []
        assert not finished(project, "ann")


# The figures ------------------------------------------------------------------------------------------------------


def rows(project: Project, metric: str, **how: Any) -> list[dict[str, Any]]:
    found = METRICS.get(metric).compute(project.read_connection(), Params(resamples=0, criteria=(ASKED,), **how)).rows
    return list(found)


def test_no_figure_counts_a_late_cell(project: Project, tmp_path: Path) -> None:
    ann, ben, cat = (DecisionWriter(project, name) for name in ("ann", "ben", "cat"))
    for desk in (ann, cat):
        finish_all(desk, view(project)).result()

    def counts() -> tuple[int, int]:
        agreement = next(row for row in rows(project, "agreement") if row["level"] == "unit")
        detection = next(row for row in rows(project, "detection", gold="majority") if row["judge"] == "judge")
        return agreement["n"], detection["n"]

    assert counts() == (3, 3)
    write(project, ben)
    flag = RECORD["verdicts"][0] | {"unit": unit(project, "New.").name}
    bring(project, [{"key": "one", "verdicts": [flag]}], tmp_path)
    assert counts() == (3, 3), "two people are silent about it and neither has seen it"
    ann.add(1, cell(project, "New."), "yes").result()
    assert counts() == (3, 4), "one answer is the majority of one"
    case = queue.build_case(project.read_connection(), 1, cell(project, "New."))
    assert list(case.humans) == [ann.reviewer]
    assert not case.tie
    finish_all(cat, view(project)).result()
    assert counts() == (4, 3), "now they disagree"
    assert queue.build_case(project.read_connection(), 1, cell(project, "New.")).tie
    assert check(project) == []


def test_a_pass_holds_what_stood_when_it_ended(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    finish_all(ann, view(project)).result()
    write(project, DecisionWriter(project, "ben"))
    ann.reopen(1)
    finish_all(ann, view(project)).result()
    found = next(row for row in rows(project, "agreement", passes=True))
    assert found["n"] == 3


# Out of the file and back -----------------------------------------------------------------------------------------


def test_an_export_and_an_import_keep_it(project: Project, tmp_path: Path) -> None:
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    finish_all(ann, view(project)).result()
    write(project, ben)
    finish_all(ben, view(project)).result()
    first = exported(project, tmp_path / "a.jsonl")
    with Project.create(tmp_path / "q.galley") as other:
        import_files(other, IMPORTER, [first])
        assert not says_no(other, "ann")
        assert says_no(other, "ben")
        assert exported(other, tmp_path / "b.jsonl").read_bytes() == first.read_bytes()
        assert check(other) == []


@pytest.mark.parametrize(("form", "suffix"), [("label-studio", ".json"), ("csv", ".csv")])
def test_forms_without_the_log_say_what_was_seen(project: Project, tmp_path: Path, form: str, suffix: str) -> None:
    ann, ben = DecisionWriter(project, "ann"), DecisionWriter(project, "ben")
    finish_all(ann, view(project)).result()
    write(project, ben)
    finish_all(ben, view(project)).result()
    out = exported(project, tmp_path / f"out{suffix}", form)
    plain = json.loads(exported(project, tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()[0])
    for name in ("verdicts", "judged", "decisions"):
        plain.pop(name, None)
    for each in plain["units"]:
        each.pop("decision", None)
    with Project.create(tmp_path / "q.galley") as other:
        bring(other, [plain], tmp_path)
        import_files(other, IMPORTERS.get(form), [out])
        reader = CellReader(other.read_connection(), Params())
        question = next(q for q in reader.questions() if q.id == ASKED)
        people = [reader.find_annotator("ann"), reader.find_annotator("ben")]
        cells = reader.cells(question, people)
        new = cells.unit.tolist().index(unit(other, "New.").id)
        assert cells.column(people[0])[new] == NOT_ASKED
        assert cells.column(people[1])[new] == 0
        assert (cells.column(people[0]) == 0).sum() == 3


def test_a_package_that_is_finished_without_what_was_written_at_home_says_nothing_of_it(
    project: Project, tmp_path: Path
) -> None:
    home = DecisionWriter(project, "home")
    write(project, home, "Before.")
    paths = pack.list_package_paths(["ann", "cat"], tmp_path, project.path)
    pack.pack(project, paths)
    write(project, home)
    files: list[Path] = []
    for name, path in paths.items():
        with Project.open(path) as package:
            finish_all(
                DecisionWriter(package, name), view(package)
            ).result()  # later than the revision at home, by the clock
            assert check(package) == []
        files.append(tmp_path / f"{name}.answers")
        answers.write_answers(path, files[-1])
    merge.merge(project, files)
    for name in paths:
        assert says_no(project, name, "Before.")
        assert not says_no(project, name)
        assert not finished(project, name)
    assert check(project) == []
    before = exported(project, tmp_path / "a.jsonl").read_bytes()
    merge.merge(project, files[::-1])
    assert exported(project, tmp_path / "b.jsonl").read_bytes() == before
