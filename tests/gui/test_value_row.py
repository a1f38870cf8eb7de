"""Questions that are not of yes or no: a digit is an answer, and yes and no are none."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from galley.core.review.items import FlagState
from galley.gui.review.flag_detail import ValueRow
from galley.gui.theme import Mode, Theme
from galley.gui.widgets.key_button import KeyButton
from tests.core.studies import run
from tests.gui.review_desk import Desk, desk, item, make_project

__all__ = ["desk"]
K = Qt.Key
RATED = """\
format = 1
id = "rated"
name = "Ratings"

[[task]]
id = "ratings"
name = "Ratings"
kind = "answer"
unit = "whole"
criteria = ["likert/*"]
rule = "median"
"""


def rated(folder: Path, toml: str = RATED) -> Path:
    """A project whose summaries are to be rated."""
    made = make_project(folder / "rated.galley", [item("one")])
    (folder / "rated.toml").write_text(toml, "utf-8")
    run("campaign", "protocol", "use", str(folder / "rated.toml"), "--project", str(made))
    return made


def test_a_digit_answers_what_is_lit_and_goes_on(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=rated(tmp_path))
    stage, detail = window.stage, window.stage.flags.detail
    assert stage.entry.question and stage.entry.values == (1, 2, 3, 4, 5)
    shown = [b for b in detail.values.buttons if b.isVisible()]
    assert [(b.text(), b._key, b._primary) for b in shown] == [(str(n), str(n), False) for n in range(1, 6)]
    assert not detail.accept.isVisible() and not detail.override.isVisible() and detail.doubt.isVisible()
    before = stage.entry.identity
    for key in (K.Key_A, K.Key_X):
        desk.press(window, key)
        assert stage.entry.identity == before and "digit" in stage.flags.bar.words
    assert not window.rows("SELECT 1 FROM decision")
    desk.press(window, K.Key_4)
    desk.until(lambda: window.session.at_rest and window.states()[0] is FlagState.ACCEPTED)
    assert window.words()[0] == "4" and stage.entry.identity != before
    assert window.rows("SELECT action, value FROM decision") == [("add", 4)]
    desk.press(window, K.Key_U)
    desk.until(lambda: window.session.at_rest and window.states()[1] is FlagState.UNSURE)
    stage.choose_flag(0)
    assert [b._is_chosen for b in shown] == [False, False, False, True, False]
    shown[1].click()
    desk.until(lambda: window.session.at_rest and window.words()[0] == "2")


def test_a_number_of_one_figure_has_that_key(qtbot: object) -> None:
    row = ValueRow(Theme(Mode.LIGHT))
    row.set_keys(list("1234567890"))
    said: list[object] = []
    row.chosen.connect(said.append)
    row.show_values((0, 1, 2), 1)
    assert [b._key for b in row.buttons] == ["0", "1", "2"] and [b._is_chosen for b in row.buttons] == [
        False,
        True,
        False,
    ]
    for place in (9, 0, 5):
        row.press(place)
    assert said == [0, 1]
    row.show_values(("first", "second"), None)
    assert [b._key for b in row.buttons[:2]] == ["1", "2"] and row.buttons[2].isHidden()
    row.press(1)
    assert said[-1] == "second"
    row.show_values((), None)
    assert row.isHidden()


def test_a_figure_whose_key_is_itself_has_no_cap_that_says_it_again(desk: Desk) -> None:
    theme = Theme(Mode.LIGHT)
    drawn = []
    for text, key in (("1", "1"), ("1", ""), ("1", "2")):
        button = KeyButton(theme, text, key)
        button.resize(54, 34)
        drawn.append(button.grab().toImage())
    assert drawn[0] == drawn[1] != drawn[2]
