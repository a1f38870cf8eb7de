"""The log: what decisions do, that undo and redo take them back, and that the state is what the log adds up to."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import Action, AnnotatorKind, Cell, ChangeSet, Span
from galley.core.project.project import Project
from galley.core.review import item_state, items, judge_record, queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import FlagState
from galley.core.storage import names
from galley.core.storage.queries import decisions
from tests.core import building
from tests.core.building import finish_read

STATE = {
    "verdict": "SELECT annotator_id, criterion_id, unit_id, target_id, value, reason, explanation, decision_id"
    " FROM verdict ORDER BY 1, 2, 3, 4",
    "span": 'SELECT annotator_id, unit_id, criterion_id, position, start, "end" FROM span'
    " JOIN verdict ON verdict.id = verdict_id ORDER BY 1, 2, 3, 4",
    "judged": "SELECT * FROM judged ORDER BY 1, 2, 3",
    "note": "SELECT annotator_id, item_id, unit_id, criterion_id, text, decision_id FROM note ORDER BY 1, 2, 3, 4",
    "reason": "SELECT * FROM reason ORDER BY 1, 2",
    "progress": "SELECT * FROM progress ORDER BY 1, 2",
    "item": "SELECT * FROM item ORDER BY 1",
}


def state(connection: sqlite3.Connection) -> dict[str, list[Any]]:
    return {table: connection.execute(query).fetchall() for table, query in STATE.items()}


@pytest.fixture
def project(tmp_path: Path):
    with building.project(tmp_path) as made:
        yield made


@pytest.fixture
def desk(project: Project) -> DecisionWriter:
    return DecisionWriter(project, "ito")


def view(project: Project) -> items.ItemView:
    return items.load_item_view(project.read_connection(), 1)


def test_each_answer_is_a_verdict_of_the_reviewer(project: Project, desk: DecisionWriter) -> None:
    context, *changed, missed = view(project).flags()
    desk.accept(1, context).result()
    linking = next(c for c in names.criteria(project.read_connection()).values() if c.id == "wrong-linking")
    desk.override(1, changed[0], other=linking.row).result()
    desk.unsure(1, missed).result()
    now = view(project)
    assert now.state(desk.reviewer, context) is FlagState.ACCEPTED
    assert [now.state(desk.reviewer, flag) for flag in changed] == [FlagState.OVERRIDDEN] * 2  # one cell, two judges
    assert now.state(desk.reviewer, missed) is FlagState.UNSURE
    as_linking = now.answer(desk.reviewer, changed[0].cell._replace(criterion=linking.row))
    assert as_linking is not None and as_linking.value == "yes"


def test_a_flag_keeps_its_span_when_it_is_accepted(project: Project, desk: DecisionWriter) -> None:
    flag = next(f for f in view(project).flags() if f.spans)
    desk.accept(1, flag).result()
    answer = view(project).answer(desk.reviewer, flag.cell)
    assert answer is not None and answer.spans == (Span(21, 25),)


def test_finish_says_no_for_what_was_asked_and_nothing_else(project: Project, desk: DecisionWriter) -> None:
    context, _, _, missed = view(project).flags()
    desk.accept(1, context).result()
    desk.unsure(1, missed).result()
    row = queue.rows(project.read_connection(), [1], desk.reviewer)[0]
    assert (row.flags, row.open, row.unsure, row.is_finished) == (4, 2, 1, False)
    finish_read(desk, view(project)).result()
    now = view(project)
    assert not now.has_finished(desk.reviewer), "silence says nothing of a flag"
    assert now.state(desk.reviewer, missed) is FlagState.UNSURE, "unsure stays open"
    states = [now.state(desk.reviewer, f).value for f in now.flags()]
    assert states == ["accepted", "open", "open", "unsure"]
    pairs = {(criterion, target) for who, criterion, target in now.judged_pairs if who == desk.reviewer}
    assert len(pairs) == 10 * 2, "ten criteria, two summaries"
    changed = now.flags()[1]
    quiet = changed.cell._replace(unit=now.document(changed.cell.target).units[0].id)
    assert now.is_implicit_no(desk.reviewer, quiet) and not now.is_implicit_no(desk.reviewer, changed.cell)
    assert now.answer(desk.reviewer, quiet) is None, "no row is written for a no in silence"
    desk.override(1, changed).result()  # one cell, which two judges flagged
    assert view(project).has_finished(desk.reviewer), "with the last flag nothing is left"
    desk.undo().result()
    assert not view(project).has_finished(desk.reviewer)
    desk.reopen(1).result()
    assert not view(project).is_implicit_no(desk.reviewer, quiet)
    assert view(project).state(desk.reviewer, now.flags()[1]) is FlagState.OPEN


def test_undo_and_redo_walk_the_whole_log(project: Project, desk: DecisionWriter) -> None:
    connection = project.read_connection()
    states = [state(connection)]
    context, changed, _, missed = view(project).flags()
    for step in (
        lambda: desk.accept(1, context),
        lambda: desk.note(1, context.cell, "really"),
        lambda: desk.override(1, context),
        lambda: desk.unsure(1, missed),
        lambda: desk.reason(1, changed, "correct"),
        lambda: finish_read(desk, view(project)),
        lambda: desk.adjudicate(1, context.cell, "no"),
    ):
        step().result()
        states.append(state(connection))
    for before in reversed(states[:-1]):
        assert desk.can_undo()
        desk.undo().result()
        assert state(connection) == before
    assert desk.can_undo() == "" and desk.undo().result() is None
    for after in states[1:]:
        desk.redo().result()
        assert state(connection) == after
    assert desk.redo().result() is None


def test_a_new_decision_ends_what_could_be_redone(project: Project, desk: DecisionWriter) -> None:
    context, changed, _, _ = view(project).flags()
    desk.accept(1, context).result()
    desk.undo().result()
    assert desk.can_redo() == "accept"
    desk.accept(1, changed).result()
    assert desk.can_redo() == "" and desk.redo().result() is None


def test_undo_is_the_reviewers_own(project: Project, desk: DecisionWriter) -> None:
    other = DecisionWriter(project, "mira")
    context, changed, _, _ = view(project).flags()
    desk.accept(1, context).result()
    other.accept(1, changed).result()
    assert desk.undo().result().about.reviewer_id == desk.reviewer
    assert view(project).state(other.reviewer, changed) is FlagState.ACCEPTED


def test_an_imported_answer_comes_back_when_its_successor_is_undone(tmp_path: Path) -> None:
    imported = building.flag(
        "wrong-linking", "sum-b", 0, annotator="ito", kind="human", value="yes", span=[0, 2], explanation="from a file"
    )
    with building.project(tmp_path, building.record(verdicts=[imported])) as project:
        desk = DecisionWriter(project, "ito")
        before = state(project.read_connection())
        verdict = view(project).verdicts[0]
        desk.add(1, verdict.cell, "no").result()
        changed = view(project).answer(desk.reviewer, verdict.cell)
        assert changed is not None and changed.value == "no"
        desk.undo().result()
        assert state(project.read_connection()) == before


def test_the_clock_never_runs_backwards(
    project: Project, desk: DecisionWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    import galley.core.review.log as log

    flag = view(project).flags()[0]
    desk.accept(1, flag).result()

    class Earlier(log.datetime):  # type: ignore[misc, name-defined]
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return super().now(tz).replace(year=2001)

    monkeypatch.setattr(log, "datetime", Earlier)
    desk.override(1, flag).result()
    times = [row[0] for row in project.read_connection().execute("SELECT at FROM decision ORDER BY id")]
    assert times == sorted(times) and len(set(times)) == 2
    assert view(project).state(desk.reviewer, flag) is FlagState.OVERRIDDEN


@pytest.mark.parametrize("seed", range(12))
def test_a_refold_gives_the_state_that_single_steps_gave(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with building.project(tmp_path) as project:
        desks = [DecisionWriter(project, name) for name in ("ito", "mira")]
        criteria = list(names.criteria(project.read_connection()))
        units = {d.id: [u.id for u in d.units] for d in view(project).documents}
        for _ in range(40):
            desk, now = chance.choice(desks), view(project)
            flag = chance.choice(now.flags())
            target = now.by_role("summary")[0].id  # type: ignore[arg-type]
            cell = Cell(chance.choice(units[target]), chance.choice(criteria), target)
            chance.choice(
                [
                    lambda: desk.accept(1, flag),
                    lambda: desk.override(1, flag, other=chance.choice([None, *criteria])),
                    lambda: desk.unsure(1, flag),
                    lambda: desk.add(1, cell, "yes", [Span(0, 3)]),
                    lambda: desk.note(1, chance.choice([None, cell, flag.cell]), chance.choice(["", "a", "b"])),
                    lambda: finish_read(desk, view(project)),
                    lambda: desk.reopen(1),
                    lambda: desk.adjudicate(1, cell, chance.choice(["yes", "no", None])),
                    desk.undo,
                    desk.undo,
                    desk.redo,
                ]
            )().result()
        stored = state(project.read_connection())

        def again(connection: sqlite3.Connection) -> ChangeSet:
            item_state.refold(connection, 1)
            return ChangeSet(items=frozenset({1}))

        project.write(again).result()
        assert state(project.read_connection()) == stored


def test_trust_counts_what_people_found_right(project: Project, desk: DecisionWriter) -> None:
    context, changed, _, _ = view(project).flags()
    assert judge_record.precision(project.read_connection(), context.annotator, context.cell.criterion).value is None
    desk.accept(1, context).result()
    desk.override(1, changed).result()
    found = judge_record.precision(project.read_connection(), context.annotator, context.cell.criterion)
    assert (found.value, found.n) == (1.0, 1)
    wrong = judge_record.precision(project.read_connection(), changed.annotator, changed.cell.criterion)
    assert (wrong.value, wrong.n) == (0.0, 1)
    DecisionWriter(project, "mira").override(1, context).result()
    tied = judge_record.precision(project.read_connection(), context.annotator, context.cell.criterion)
    assert tied.n == 0, "a tie counts for neither"


def test_ties_are_counted_and_settled(project: Project, desk: DecisionWriter) -> None:
    flag = view(project).flags()[0]
    desk.accept(1, flag).result()
    DecisionWriter(project, "mira").override(1, flag).result()
    row = queue.rows(project.read_connection(), [1], desk.reviewer)[0]
    assert (row.ties, row.votes) == (1, "1:1")
    assert list(queue.ids(project.read_connection(), queue.Filter(show=queue.Show.TIES), desk.reviewer)) == [1]
    desk.adjudicate(1, flag.cell, "yes").result()
    assert queue.rows(project.read_connection(), [1], desk.reviewer)[0].ties == 0
    assert [a.kind for a in view(project).annotators.values() if a.name == "gold"] == [AnnotatorKind.GOLD]


def test_every_decision_names_reviewer_time_and_action(project: Project, desk: DecisionWriter) -> None:
    desk.accept(1, view(project).flags()[0]).result()
    row = next(decisions.read_log(project.read_connection(), decisions.DecisionSelection(items=[1])))
    assert row.reviewer_id == desk.reviewer and row.action == Action.ACCEPT and row.at.endswith("+00:00")


def test_a_uid_is_in_the_log_whatever_value_its_decision_has(project: Project, desk: DecisionWriter) -> None:
    desk.accept(1, view(project).flags()[0]).result()
    connection = project.read_connection()
    uids = {row.uid for row in decisions.read_log(connection, decisions.EVERY_DECISION)}
    assert decisions.find_logged_uids(connection, [*uids, "absent"], or_entries=True) == uids
    assert decisions.find_logged_uids(connection, [*uids, "absent"]) == uids
