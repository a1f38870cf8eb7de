"""The strip of ratings: digits, what is missing, the choice of dimensions, and who sees what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from galley.core.columns import names
from galley.core.domain import Cell, ChangeSet
from galley.core.metrics.base import Params
from galley.core.metrics.registry import find
from galley.core.project.desk import Desk as Writer
from galley.core.project.item_reading import load
from galley.core.project.project import Project
from galley.gui.rating.strip import RatingStrip
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item, make_project

__all__ = ["desk"]
K = Qt.Key
DIMENSIONS = ["Coherence", "Consistency", "Fluency", "Relevance", "Accuracy", "Coverage", "Clarity", "Overall"]


def project(tmp_path: Path, scheme: str = "likert") -> Path:
    """Two items with two summaries each, to be rated."""

    def add(connection: Any) -> tuple[None, ChangeSet]:
        names.add_scheme(connection, scheme)
        return None, ChangeSet(settings=True)

    path = make_project(tmp_path / "rated.galley", [item("kiosk-1", FLAGS), item("kiosk-2", FLAGS)])
    with Project.open(path) as opened:
        opened.write(add).result()
    return path


def strip(window: DeskWindow) -> RatingStrip:
    found = window.stage.panels._panels["rating"]
    assert isinstance(found, RatingStrip)
    return found


def values(found: RatingStrip) -> list[float | None]:
    return [cell.value for cell in found.cells[: len(found.criteria)]]


def press(desk: Desk, window: DeskWindow, *keys: Any) -> None:
    """Press keys that write, each after the other was read again."""
    for key in keys:
        with desk.bot.waitSignal(window.session.changed):
            desk.press(window, key)


def kept(window: DeskWindow) -> list[tuple[Any, ...]]:
    return window.rows(
        "SELECT document.name, criterion.name, value, kind FROM verdict JOIN criterion ON criterion.id = criterion_id"
        " JOIN document ON document.id = target_id JOIN unit ON unit.id = unit_id WHERE decision_id IS NOT NULL"
        " ORDER BY verdict.id"
    )


def test_a_digit_rates_the_dimension_in_the_frame_and_goes_on(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = strip(window)
    assert found.isVisible() and [cell.text() for cell in found.cells] == DIMENSIONS
    desk.press(window, K.Key_G)
    assert QApplication.focusWidget() is found.stop() and found.ring.isVisible()
    press(desk, window, K.Key_4, K.Key_5)
    assert found.at == 2 and values(found) == [4, 5] + [None] * 6
    assert kept(window) == [("sum-a", "coherence", 4, "whole"), ("sum-a", "consistency", 5, "whole")]
    assert found.missing.text == "2 of 8, missing Fluency, Relevance, Accuracy, Coverage, Clarity, Overall"
    desk.press(window, K.Key_End)
    press(desk, window, K.Key_1)
    assert found.at == 2, "on to what is missing, from the start again"
    desk.press(window, K.Key_Left)
    press(desk, window, K.Key_3)
    assert values(found)[:2] == [4, 3], "a rating can be changed"
    press(desk, window, K.Key_2, K.Key_2, K.Key_2, K.Key_2, K.Key_2)
    assert found.missing.text == "8 of 8"
    desk.until(lambda: window.stage.flags.bar.words == "The summary is rated on all 8 dimensions.")
    assert window.words() == ["open"] * 4, "a rating is no flag"


def test_digits_belong_to_the_flags_unless_the_strip_has_the_keyboard(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = strip(window)
    text = QApplication.focusWidget()
    press(desk, window, K.Key_2)
    assert values(found) == [None] * 8 and window.words()[0].startswith("as ")
    desk.press(window, K.Key_G)
    press(desk, window, K.Key_2)
    desk.press(window, K.Key_Escape)
    assert values(found)[0] == 2 and QApplication.focusWidget() is text
    rows = window.rows("SELECT count(*) FROM decision")
    desk.press(window, K.Key_G)
    for key in (K.Key_0, K.Key_6, K.Key_9):
        desk.press(window, key)
    assert window.rows("SELECT count(*) FROM decision") == rows
    assert window.stage.flags.bar.words == "Consistency is rated from 1 to 5."


def test_each_summary_and_each_reviewer_has_ratings_of_its_own(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    with Project.open(path) as opened:
        view = load(opened.reader(), 1)
        rows = dict(opened.reader().execute("SELECT name, id FROM criterion").fetchall())
        summary = view.documents[2]
        Writer(opened, "bob").add(1, Cell(summary.whole, rows["fluency"], summary.id), value=1).result()
    window = desk.open(path=path)
    found = strip(window)
    assert values(found) == [None] * 8, "what bob said is not seen"
    desk.press(window, K.Key_G)
    press(desk, window, K.Key_5)
    desk.press(window, K.Key_BracketRight)
    assert values(found) == [None] * 8 and found.at == 0
    press(desk, window, K.Key_3)
    desk.press(window, K.Key_BracketLeft)
    assert values(found)[0] == 5 and found.at == 1, "it begins with the first that is missing"
    with desk.bot.waitSignal(window.session.changed):
        window.dispatcher.run("undo")
    desk.press(window, K.Key_BracketRight)
    assert values(found) == [None] * 8


def test_the_user_chooses_the_dimensions_for_the_project(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    window = desk.open(path=path)
    found = strip(window)
    desk.press(window, K.Key_G)
    press(desk, window, K.Key_4)
    for name in DIMENSIONS[:6]:
        action = next(a for a in found.menu().actions() if a.text() == name)
        with desk.bot.waitSignal(window.session.changed):
            action.trigger()
        desk.until(lambda name=name: name not in [c.name for c in found.criteria])
    assert [c.name for c in found.criteria] == ["Clarity", "Overall"]
    assert [cell.isVisible() for cell in found.cells] == [True, True] + [False] * 6
    assert [a.text() for a in found.menu().actions() if a.isChecked()] == ["Clarity", "Overall"]
    assert ("sum-a", "coherence", 4, "whole") in kept(window), "what was rated stays"
    found.switch(found.criteria[0], False)
    desk.until(lambda: len(found.criteria) == 1)
    found.switch(found.criteria[0], False)
    assert window.stage.flags.bar.words == "One dimension at least has to be left."
    window.close_all()
    again = strip(desk.open(path=path))
    assert [c.name for c in again.criteria] == ["Overall"], "for everybody, from now on"


def test_the_mouse_rates_as_well(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = strip(window)
    found.cells[3].click()
    assert found.at == 3 and QApplication.focusWidget() is found.stop()
    step = next(s for s in found._steps if s.text() == "4")
    with desk.bot.waitSignal(window.session.changed):
        step.click()
    assert values(found)[3] == 4 and found.at == 4
    assert found.cells[3].accessibleName() == "Relevance: 4 of 5"
    assert found.cells[4].accessibleName() == "Accuracy: not rated"


def test_without_a_rating_scheme_the_key_says_so_and_begins_on_the_second_press(desk: Desk) -> None:
    window = desk.open()
    assert "rating" not in window.stage.panels._panels
    desk.press(window, K.Key_G)
    assert window.stage.flags.bar.words.startswith("This project rates no summaries yet")
    desk.press(window, K.Key_BracketRight)
    desk.press(window, K.Key_G)
    assert window.rows("SELECT count(*) FROM scheme WHERE name = 'likert'") == [(0,)], "a step away disarms the key"
    window.stage.show_tab(0)
    desk.press(window, K.Key_G)
    press(desk, window, K.Key_G)
    desk.until(lambda: "rating" in window.stage.panels._panels and strip(window).isVisible())
    desk.press(window, K.Key_G)
    press(desk, window, K.Key_3)
    assert kept(window) == [("sum-a", "coherence", 3, "whole")]


def test_a_project_that_is_open_for_reading_stays_as_it_is(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    with Project.open(path):
        window = desk.open(path=path)
        found = strip(window)
        assert not window.session.project.writable and not found.choice.isVisible()
        desk.press(window, K.Key_G)
        desk.press(window, K.Key_4)
        assert "Not saved" in window.stage.flags.bar.words and values(found) == [None] * 8


def test_ordinal_agreement_is_computed_from_these_ratings(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    with Project.open(path) as opened:
        rows = dict(opened.reader().execute("SELECT name, id FROM criterion").fetchall())
        for number, figure in ((1, 4), (2, 2)):
            summary = load(opened.reader(), number).documents[2]
            Writer(opened, "bob").add(number, Cell(summary.whole, rows["coherence"], summary.id), value=figure).result()
    window = desk.open(path=path)
    desk.press(window, K.Key_G)
    press(desk, window, K.Key_5)
    desk.press(window, K.Key_N)
    assert strip(window).at == 0
    press(desk, window, K.Key_2)
    asked = Params(resamples=0, criteria=("coherence",), coefficients=("alpha-ordinal",))
    (row, *_) = find("agreement").compute(window.session.connection(), asked).rows
    assert (row["coefficient"], row["n"]) == ("alpha-ordinal", 2) and 0 < row["value"] < 1
