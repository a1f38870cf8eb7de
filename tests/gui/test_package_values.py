"""A package of a task that is not of yes or no: its questions stand in the list, and digits answer them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from galley.core.campaign import answers
from galley.core.project.project import Project
from galley.core.review.items import FlagState
from tests.core.studies import pack, run
from tests.gui.review_desk import Desk, desk
from tests.gui.test_value_row import rated

__all__ = ["desk"]
K = Qt.Key


def test_ratings_are_given_by_digits_in_a_package_and_come_back(desk: Desk, tmp_path: Path) -> None:
    project = rated(tmp_path)
    pack(project, "--task", "ratings", "--for", "rea")
    with Project.open(tmp_path / "rated-rea.galley") as package:
        (handed,) = package.read_connection().execute("SELECT count(*) FROM handed").fetchone()
    window = desk.open(path=tmp_path / "rated-rea.galley")
    assert len(window.entries) == handed > 4 and {e.values for e in window.entries} == {(1, 2, 3, 4, 5)}
    for key in (K.Key_A, K.Key_X, K.Key_9):
        desk.press(window, key)
    assert not window.rows("SELECT 1 FROM decision")
    first = window.entries[0].verdict.cell
    desk.press(window, K.Key_4)
    desk.until(lambda: window.session.at_rest and window.states()[0] is FlagState.ACCEPTED)
    assert window.stage.current == 1
    desk.press(window, K.Key_U)
    desk.until(lambda: window.session.at_rest and window.states()[1] is FlagState.UNSURE)
    assert window.words()[:2] == ["4", "unsure"]
    window.close_all()
    answers.write_answers(tmp_path / "rated-rea.galley", tmp_path / "rea.answers")
    run("campaign", "merge", str(tmp_path / "rea.answers"), "--project", str(project))
    with Project.open(project) as opened:
        said = (
            opened.read_connection()
            .execute(
                "SELECT value FROM verdict JOIN annotator ON annotator.id = annotator_id JOIN criterion ON "
                "criterion.id ="
                " criterion_id WHERE annotator.name = 'rea' ORDER BY verdict.id"
            )
            .fetchall()
        )
    assert said == [(4,), (None,)] and first
