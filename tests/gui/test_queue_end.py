"""The end of the queue: what was done, the agreement with the judge, and where to go from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from galley.core.review import blind
from galley.core.review.blind import Blind
from galley.gui.review.queue_end import QueueEndPage
from tests.core.studies import pack, packed, study
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]
K, M = Qt.Key, Qt.KeyboardModifier


def offered(page: QueueEndPage) -> list[str]:
    return [button.text() for button in page.buttons.values() if button.isVisible()]


def decide_and_finish(desk: Desk, window: DeskWindow, keys: list[Qt.Key]) -> None:
    """Decide the flags of the open item by these keys, read it and finish it with Enter."""
    desk.read(window)
    for key in keys:
        desk.press(window, key)
    desk.until(lambda: window.session.at_rest)
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.session.at_rest)


def test_the_last_item_brings_what_was_done_and_the_agreement_with_the_judge(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS), item("two", FLAGS)])
    page = window.view.end_of_queue.page
    decide_and_finish(desk, window, [K.Key_A, K.Key_A, K.Key_A, K.Key_X])
    assert window.key() == "two" and page.isHidden()
    assert window.stage.flags.bar.words == "Finished one: 4 flags, 3 accepted, 1 item left."
    decide_and_finish(desk, window, [K.Key_A, K.Key_X, K.Key_A, K.Key_U])
    desk.until(page.isVisible)
    assert page.title.text() == "All items are finished"
    assert page.work.text() == "2 of 2 items finished. 7 of 8 flags answered. 1 flag is unsure."
    answers = window.rows("SELECT value, count(*) FROM verdict JOIN annotator a ON a.id = annotator_id"
                          " WHERE a.name = 'rea' GROUP BY 1")  # fmt: skip
    assert dict(answers) == {"yes": 5, "no": 2, None: 1}, "counted from the verdicts alone"
    assert page.agreements[0][0].text().startswith("judge-1: 5 accepted, 2 not, 1 unsure. 71 % agreement")
    assert page.agreements[0][0].text().endswith("n = 7") and page.agreements[0][1].isVisible()
    assert not page.agreements[1][0].text() and offered(page) == ["Export", "Scores", "Back to the item"]
    before = window.rows("SELECT count(*) FROM decision")
    for key in (K.Key_A, K.Key_X, K.Key_U, K.Key_1, K.Key_Return):
        desk.press(window, key)
    assert window.rows("SELECT count(*) FROM decision") == before and page.isVisible(), "a key too much decides nothing"
    wanted: list[str] = []
    window.view.viewRequested.connect(wanted.append)
    page.deaf_until = 0.0
    desk.press(window, K.Key_Tab)
    desk.press(window, K.Key_Return)
    desk.press(window, K.Key_Tab)
    desk.press(window, K.Key_Space)
    assert wanted == ["export", "scores"]
    desk.press(window, K.Key_Escape)
    assert page.isHidden() and window.key() == "two"
    desk.press(window, K.Key_K)  # an earlier flag, which is changed as ever
    desk.press(window, K.Key_X)
    desk.until(lambda: window.session.at_rest)
    assert window.rows("SELECT count(*) FROM decision") == [(before[0][0] + 1,)]


def test_f_says_the_same_and_stays(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:1]), item("two", FLAGS[:1])])
    desk.read(window)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    desk.press(window, K.Key_F)
    desk.until(lambda: window.stage.flags.bar.words == "Finished one: 1 flag, 1 accepted, 1 item left.")
    assert window.key() == "one"
    desk.press(window, K.Key_N)
    desk.until(lambda: window.key() == "two")
    desk.read(window)
    desk.press(window, K.Key_X)
    desk.press(window, K.Key_F)
    desk.until(window.view.end_of_queue.page.isVisible)
    desk.press(window, K.Key_P)
    assert window.key() == "one" and window.view.end_of_queue.page.isHidden(), "moving closes it"


def test_under_a_filter_it_says_that_there_are_others_and_shows_them(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:1], dataset="news"), item("two", FLAGS[:1], dataset="talk")])
    menu = window.stage.queue.filters.menu("dataset")
    next(entry for entry in menu.actions() if entry.text() == "news").trigger()
    menu.deleteLater()
    desk.until(lambda: len(window.stage.queue.model.ids) == 1 and window.session.at_rest)
    decide_and_finish(desk, window, [K.Key_A])
    page = window.view.end_of_queue.page
    desk.until(page.isVisible)
    assert page.title.text() == "All items of this queue are finished" and page.work.text().startswith("1 of 2 items")
    page.deaf_until = 0.0
    desk.bot.mouseClick(page.buttons["clear"], Qt.MouseButton.LeftButton)
    desk.until(lambda: len(window.stage.queue.model.ids) == 2)
    assert page.isHidden()


@pytest.mark.parametrize("hidden", [Blind(own=True), Blind(judges=True)])
def test_blind_mode_offers_neither_figures_nor_names(desk: Desk, hidden: Blind) -> None:
    window = desk.open([item("one", FLAGS[:1])])
    window.session.project.write(lambda connection: (None, blind.store_blind(connection, hidden)[1])).result()
    desk.until(lambda: window.session.at_rest)
    window.stage.reload()
    desk.until(lambda: window.session.at_rest)
    decide_and_finish(desk, window, [K.Key_A])
    page = window.view.end_of_queue.page
    desk.until(page.isVisible)
    assert offered(page) == ["Back to the item"]
    assert ("judge-1" in page.agreements[0][0].text()) is not hidden.judges
    assert page.agreements[0][0].text()


def test_a_package_offers_to_submit_the_answers(desk: Desk, tmp_path: Path) -> None:
    pack(study(tmp_path, count=1), "--task", "supporting", "--for", "rea")
    window = desk.open(path=packed(tmp_path, "rea"))
    desk.press(window, K.Key_A)
    desk.press(window, K.Key_X)
    page = window.view.end_of_queue.page  # without another key: nothing is unsure or unread
    desk.until(lambda: window.session.at_rest)
    desk.until(page.isVisible)
    assert offered(page) == ["Submit answers", "Back to the item"]
    assert page.title.text() == "All answered: send it" and not page.agreements[0][0].text()
    work = page.work.text()
    assert work.startswith("2 of 2 questions answered.") and work.endswith(str(tmp_path))
    needed = page.work.heightForWidth(page.work.width())
    assert needed > page.title.height() and page.work.height() >= needed, "two lines, none of them cut"
    desk.until(lambda: page.buttons["return"].height() >= page.buttons["return"].sizeHint().height())
    wanted: list[str] = []
    window.view.viewRequested.connect(wanted.append)
    page.deaf_until = 0.0
    desk.bot.mouseClick(page.buttons["return"], Qt.MouseButton.LeftButton)
    assert wanted == ["return"]


def test_back_from_the_end_the_finished_item_is_in_front(desk: Desk, tmp_path: Path) -> None:
    pack(study(tmp_path, count=1), "--task", "supporting", "--for", "rea")
    window = desk.open(path=packed(tmp_path, "rea"))
    desk.press(window, K.Key_A)
    desk.press(window, K.Key_U)
    desk.until(lambda: window.session.at_rest)
    ending, page = window.view.ending, window.view.end_of_queue.page
    desk.until(lambda: ending.is_shown)  # an unsure answer is finished by its reader
    desk.press(window, K.Key_Return)
    desk.until(page.isVisible)
    assert page.hasFocus()
    desk.press(window, K.Key_Escape)
    assert page.isHidden() and not ending.is_shown
