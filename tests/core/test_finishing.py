"""A finish answers what was in sight, names the rest, and says nothing of flags: held against counts by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.domain import Action, Cell, ChangeSet
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import log, queue, queue_totals
from galley.core.review.decision_writer import DecisionWriter, asked_pairs
from galley.core.review.items import FlagState, ItemView, load_item_view
from galley.core.storage import implicit_no, names
from galley.core.tasks.finish import find_needed_documents
from tests.core import building
from tests.core.building import finish_all, finish_read, flag

DIALOGUE, ARTICLE, SUM_A, SUM_B = 1, 2, 3, 4
MISSED = "missed-turn"
CHANGED = ChangeSet(frozenset({1}))


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path) as made:
        yield made


def view(project: Project, item: int = 1) -> ItemView:
    return load_item_view(project.read_connection(), item)


def criterion(project: Project, name: str) -> int:
    return next(c.row for s in names.schemes(project.read_connection()) for c in s.criteria if c.id == name)


def covered(project: Project, who: int) -> set[tuple[int, int]]:
    return {pair[1:] for pair in view(project).judged_pairs if pair[0] == who}


def counted(project: Project, who: int) -> bool:
    """Whether somebody is through, as the queue, the file and the view have it."""
    row = queue.rows(project.read_connection(), [1], who)[0]
    assert row.is_finished == view(project).has_finished(who)
    return row.is_finished


def old_finish(project: Project, desk: DecisionWriter, item: int = 1) -> None:
    """As a Galley from before wrote it: it covers everything, and flags too."""
    pairs = asked_pairs(view(project, item), names.schemes(project.read_connection(), active_only=True))
    project.write(lambda c: log.decide(c, desk.reviewer, Action.FINISH, item, asked_pairs=pairs)).result()


# What is covered ---------------------------------------------------------------------------------------------------


def test_finishing_answers_the_summary_that_was_opened_and_names_the_other(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    for each in view(project).flags():
        ann.override(1, each)
    ann.finish(view(project), {DIALOGUE, SUM_A}).result()
    assert {target for _, target in covered(project, ann.reviewer)} == {SUM_A}
    assert {target for _, target in view(project).unread[ann.reviewer]} == {SUM_B}
    assert not counted(project, ann.reviewer), "Its questions stay open"
    totals = queue_totals.totals(project.read_connection(), ann.reviewer)
    assert totals.finished_items == 0
    ann.finish(view(project), {DIALOGUE, SUM_B}).result()
    assert {target for _, target in covered(project, ann.reviewer)} == {SUM_A, SUM_B}, "what was covered stays"
    assert counted(project, ann.reviewer) and not view(project).unread[ann.reviewer]
    ann.undo().result()
    assert not counted(project, ann.reviewer)
    assert {target for _, target in covered(project, ann.reviewer)} == {SUM_A}
    ann.redo().result()
    assert counted(project, ann.reviewer)
    ann.reopen(1).result()
    assert not covered(project, ann.reviewer) and not view(project).unread.get(ann.reviewer)
    assert check(project) == []


def test_a_question_about_the_source_wants_the_source_read_too(project: Project) -> None:
    ann, missed = DecisionWriter(project, "ann"), criterion(project, MISSED)
    of_turns = {missed, criterion(project, "missed-conversation")}
    ann.finish(view(project), {SUM_A, SUM_B}).result()
    assert not of_turns & {row for row, _ in covered(project, ann.reviewer)}
    assert {row for row, _ in view(project).unread[ann.reviewer]} == of_turns
    ann.finish(view(project), {DIALOGUE, SUM_A}).result()
    assert (missed, SUM_A) in covered(project, ann.reviewer)
    assert view(project).unread[ann.reviewer] == {(row, SUM_B) for row in of_turns}


def test_without_a_window_nothing_is_covered_unless_it_is_named(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    ann.finish(view(project)).result()
    assert not covered(project, ann.reviewer) and not counted(project, ann.reviewer)
    pairs = asked_pairs(view(project), names.schemes(project.read_connection(), active_only=True))
    assert view(project).unread[ann.reviewer] == set(pairs)


def test_facts_want_the_document_that_they_stand_in_read(tmp_path: Path) -> None:
    with building.project(tmp_path, building.discussion()) as project:
        now, ids = view(project), {d.name: d.id for d in view(project).documents}
        present = next(c for c in read_built_in_schemes()["kgds-fact"].criteria if c.id == "present")
        opinion = next(c for c in read_built_in_schemes()["kgds-opinion"].criteria if c.id == "not-covered")
        assert find_needed_documents(now, present, ids["written"]) == {ids["article"], ids["written"]}
        assert find_needed_documents(now, opinion, ids["written-opinion"]) == {ids["dialogue"], ids["written-opinion"]}


# What silence says nothing of --------------------------------------------------------------------------------------


def test_a_flag_stays_open_until_it_is_decided(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    finish_read(ann, view(project)).result()
    flags = view(project).flags()
    assert {view(project).state(ann.reviewer, each) for each in flags} == {FlagState.OPEN}
    assert queue.rows(project.read_connection(), [1], ann.reviewer)[0].open == len(flags)
    for cell in {each.cell for each in flags}:
        assert not counted(project, ann.reviewer)
        assert (ann.reviewer, cell) in view(project).late
        ann.unsure(1, next(each for each in flags if each.cell == cell)).result()
    assert counted(project, ann.reviewer), "unsure is an answer"
    assert not implicit_no.list_late_cells(project.read_connection())
    assert check(project) == []


def test_a_flag_that_comes_after_the_finish_is_asked_anew(project: Project, tmp_path: Path) -> None:
    ann = DecisionWriter(project, "ann")
    finish_all(ann, view(project)).result()
    assert counted(project, ann.reviewer)
    cell = Cell(view(project).document(SUM_B).units[0].id, criterion(project, "wrong-linking"), SUM_B)
    assert view(project).is_implicit_no(ann.reviewer, cell)
    late = building.record(verdicts=[flag("wrong-linking", "sum-b", 0, annotator="newer")], judged=[])
    path = tmp_path / "late.jsonl"
    path.write_text(json.dumps(late) + "\n", encoding="utf-8")
    import_files(project, IMPORTER, [path])
    assert not view(project).is_implicit_no(ann.reviewer, cell) and not counted(project, ann.reviewer)
    assert queue.rows(project.read_connection(), [1], ann.reviewer)[0].open == 1
    now = view(project)
    (asked_anew,) = [each for each in now.flags() if now.state(ann.reviewer, each) is FlagState.OPEN]
    ann.accept(1, asked_anew).result()
    assert counted(project, ann.reviewer)
    assert check(project) == []


def test_silence_says_nothing_of_a_known_cell_and_does_not_wait_for_it(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    cell = Cell(view(project).document(SUM_B).units[0].id, criterion(project, "wrong-linking"), SUM_B)
    insert = "INSERT INTO known (criterion_id, unit_id, target_id, item_id, value) VALUES (?, ?, ?, 1, 'yes')"
    project.write(lambda c: (c.execute(insert, (cell.criterion, cell.unit, cell.target)), CHANGED)).result()
    finish_all(ann, view(project)).result()
    assert not view(project).is_implicit_no(ann.reviewer, cell)
    assert counted(project, ann.reviewer)


def test_a_finish_from_before_still_covers_all_and_says_no_of_flags(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    old_finish(project, ann)
    assert counted(project, ann.reviewer)
    assert {view(project).state(ann.reviewer, each) for each in view(project).flags()} == {FlagState.OVERRIDDEN}
    assert not implicit_no.list_late_cells(project.read_connection())
    finish_read(ann, view(project)).result()
    assert {view(project).state(ann.reviewer, each) for each in view(project).flags()} == {FlagState.OVERRIDDEN}
    assert check(project) == []


# Bad input ---------------------------------------------------------------------------------------------------------


def test_what_was_left_is_refused_where_it_is_no_list_of_a_finish(project: Project, tmp_path: Path) -> None:
    ann = DecisionWriter(project, "ann")
    ann.finish(view(project), {SUM_A}).result()
    ann.accept(1, view(project).flags()[0]).result()
    out = tmp_path / "out.jsonl"
    export(project, "galley", out)
    (line,) = out.read_text(encoding="utf-8").splitlines()
    whole = json.loads(line)
    assert whole["galley"]["format"] == 2, "a Galley from before would take silence for flags"
    assert [len(entry.get("unread", ())) for entry in whole["decisions"]] == [12, 0]
    wrongs = {"a": 1}, [["dial-summer", MISSED]], [["dial-summer", MISSED, "nowhere"]]
    for number, wrong in (*((0, each) for each in wrongs), (1, [])):
        bad = json.loads(line)
        bad["decisions"][number]["unread"] = wrong
        path = tmp_path / "bad.jsonl"
        path.write_text(json.dumps(bad) + "\n", encoding="utf-8")
        with Project.create(tmp_path / "bad.galley") as other, pytest.raises(InputError):
            import_files(other, IMPORTER, [path])
        (tmp_path / "bad.galley").unlink()


def test_check_tells_of_open_cells_that_are_not_what_the_log_adds_up_to(project: Project) -> None:
    ann = DecisionWriter(project, "ann")
    finish_read(ann, view(project)).result()
    assert check(project) == []
    project.write(lambda c: (c.execute("DELETE FROM unsaid"), CHANGED)).result()
    assert any("without an implicit no" in sentence for sentence in check(project))
