"""The status line of Review names the keys that do something with what is in front, and no others."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.gui.shell.statusbar import KeyHints
from galley.gui.shortcuts import actions
from tests.core.asked_projects import questioned, rated
from tests.core.studies import study
from tests.gui.matrices import matrices, record
from tests.gui.review_desk import FLAGS as KIOSK
from tests.gui.review_desk import Desk, DeskWindow, desk, item
from tests.gui.test_end_of_item import to_the_end

__all__ = ["desk"]
K = Qt.Key


def said(window: DeskWindow) -> dict[str, list[str]]:
    """The words of the status line, and the caps behind them."""
    return {words: window.session.keys.labels(names) for words, names in window.view.hints()}


def test_a_flag_has_as_many_digits_as_choices_and_an_end_is_finished_by_its_own_key(desk: Desk) -> None:
    window = desk.open([item("one", KIOSK[:2]), item("two", KIOSK)])
    before = said(window)
    assert before["relabel"] == ["1–8"] and before["flag"] == ["J", "K"] and before["finish item"] == ["F"]
    to_the_end(desk, window)
    at_end = said(window)
    assert at_end["next unread summary"] == ["Enter"] and at_end["line"] == ["J", "K"]
    assert window.view.ending.page.go._key == "Ctrl Enter", "Enter opens the unread summary first"
    assert "relabel" not in at_end and "flag" not in at_end
    desk.press(window, K.Key_Escape)
    assert said(window)["next unread summary"] == ["Enter"]


def test_where_nothing_stands_on_the_page_of_the_end_no_key_walks_it(desk: Desk, tmp_path: Path) -> None:
    """All is answered and nothing unsure: there is no line to go to."""
    window = desk.open(path=study(tmp_path, count=1))
    for key in (K.Key_A, K.Key_X):
        desk.press(window, key)
        desk.until(lambda: window.session.at_rest)
    desk.until(lambda: window.view.ending.is_shown)
    assert "line" not in said(window) and said(window)["finish item"] == ["Enter"]


def test_by_criterion_nothing_offers_to_finish(desk: Desk) -> None:
    window = desk.open([item("one", KIOSK), item("two", KIOSK)])
    bar = window.stage.flags.bar
    assert not bar.button.isHidden()
    with desk.bot.waitSignal(window.stage.queue.flags.filled), desk.bot.waitSignal(window.view.hinted):
        desk.press(window, K.Key_B)
    assert bar.button.isHidden()
    across = said(window)
    assert "finish item" not in across and across["criterion"] == ["{", "}"]
    with desk.bot.waitSignal(window.stage.queue.filled):
        desk.press(window, K.Key_B)
    desk.until(lambda: "finish item" in said(window) and not bar.button.isHidden())


def test_questions_are_no_flags_and_digits_are_told_where_they_answer(desk: Desk, tmp_path: Path) -> None:
    ratings = said(desk.open(path=rated(tmp_path)))
    assert ratings["answer"] == ["1–5"] and "question" in ratings
    assert not {"flag", "relabel", "add flag"} & ratings.keys()
    matrix = desk.open(path=matrices(tmp_path, record("d0", systems=3, opinions=4)))
    assert not {"answer", "relabel", "add flag"} & said(matrix).keys(), "yes and no have letters"
    (tmp_path / "cards").mkdir()
    cards = desk.open(path=questioned(tmp_path / "cards"))
    assert "answer" not in said(cards) and "question" in said(cards)
    cards.stage.holding.take_task(DEFAULT_TASK)
    desk.until(lambda: cards.session.at_rest)
    assert "answer" not in said(cards)


def test_a_line_that_says_the_same_is_not_painted_anew(desk: Desk) -> None:
    window = desk.open()
    line = KeyHints(window.session.theme, window.session.keys)
    desk.bot.addWidget(line)
    line.set_hints(window.view.hints())
    name = line.accessibleName()
    assert "relabel 1–8" in name and name.count("undo") == 1 and name.count("keys") == 1


def test_the_key_help_names_all_views() -> None:
    views = [action for action in actions().values() if action.id.startswith("view-")]
    assert len(views) == 5 and len({action.family for action in views}) == 1 and "Plan" in views[0].family
