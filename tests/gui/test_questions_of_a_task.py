"""A package of a task in the window: its questions stand in the list, A, X and U answer them, nothing primes a yes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from galley.core.campaign import answers
from galley.core.project.project import Project
from galley.core.review.items import FlagState
from tests.core.studies import cell, pack, packed, run, study
from tests.gui.review_desk import Desk, desk
from tests.gui.test_task_picker import choose

__all__ = ["desk"]
K = Qt.Key
OPEN, YES, NO, UNSURE = FlagState.OPEN, FlagState.ACCEPTED, FlagState.OVERRIDDEN, FlagState.UNSURE


def test_paragraphs_are_answered_by_one_key_each_and_come_back(desk: Desk, tmp_path: Path) -> None:
    project = study(tmp_path, count=1)
    pack(project, "--task", "supporting", "--for", "rea", "--for", "ben")
    window = desk.open(path=packed(tmp_path, "rea"))
    stage = window.stage
    assert [(e.question, e.own, e.state) for e in window.entries] == [(True, False, OPEN)] * len(window.entries)
    assert (stage.flags.head.title, stage.flags.bar.words) == (
        "Questions", f"{len(window.entries)} questions to answer",
    )  # fmt: skip
    detail = stage.flags.detail
    assert [b.text() for b in (detail.accept, detail.override, detail.doubt)] == ["Yes", "No", "Unsure"]
    assert not detail.accept._primary and not detail.grid.isVisible() and not detail.reason.isVisible()
    lit = window.entries[0].unit.id
    assert stage.panes.focus.unit == lit  # what is lit is what the keys decide
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[0] is YES)
    assert stage.current == 1
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states()[1] is NO)
    assert window.words()[:2] == ["yes", "no"]
    desk.until(window.view.end_of_queue.page.isVisible)  # the item is finished without another key
    desk.press(window, K.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.session.at_rest and not window.stage.item.is_finished)
    desk.press(window, K.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.states()[1] is OPEN)
    desk.press(window, K.Key_U)
    desk.until(lambda: window.states()[1] is UNSURE)
    assert window.rows("SELECT DISTINCT name FROM task JOIN decision ON task_id = task.id") == [("two/supporting",)]
    window.close_all()
    out = tmp_path / "rea.answers"
    answers.write_answers(packed(tmp_path, "rea"), out)
    run("campaign", "merge", str(out), "--project", str(project))
    with Project.open(project) as opened:
        _, first = cell(opened, "k0", "article:0", "kgds-paragraph/supporting")
        said = opened.read_connection().execute("SELECT value FROM verdict WHERE unit_id = ?", (first.unit,)).fetchall()
    assert ("yes",) in said


def test_what_is_asked_once_for_several_units_opens_and_is_answered(desk: Desk, tmp_path: Path) -> None:
    before = 'where = "kgds-paragraph/supporting = yes"\nafter = ["supporting"]\n'
    window = desk.open(path=study(tmp_path, (before, 'once = "source"\n'), count=1))
    choose(desk, window, "key")
    assert {entry.unit.kind.value for entry in window.entries} == {"group"} and window.entries[0].place == "group 1"
    desk.press(window, K.Key_X)
    desk.until(lambda: window.session.at_rest and window.states()[0] is NO)
    assert not window.failures
