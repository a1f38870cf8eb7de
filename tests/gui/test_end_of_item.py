"""To the end of an item: what nobody flagged comes forward, no slip turns the last flag over, one key finishes."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from galley.core.domain import UnitKind
from galley.core.errors import ProjectError
from galley.core.review.items import FlagState
from galley.core.storage import names
from galley.gui.review import end_lines
from galley.gui.review.end_lines import SentenceLine, TargetHead
from galley.gui.review.unread_text import count_covered
from galley.gui.theme import Mode, Theme
from tests.gui.review_desk import FLAGS, ITEM, Desk, DeskWindow, desk, flag, item

__all__ = ["desk"]
B, K, M = Qt.MouseButton, Qt.Key, Qt.KeyboardModifier


def decided(window: DeskWindow) -> int:
    return window.rows("SELECT count(*) FROM decision")[0][0]


def to_the_end(desk: Desk, window: DeskWindow) -> None:
    """Accept every flag of the open item."""
    for _ in range(window.stage.item.open_count):
        desk.press(window, K.Key_A)
    assert window.view.ending.is_shown
    desk.until(lambda: window.stage.item.open_count == 0 and window.session.at_rest)


def heads(window: DeskWindow) -> list[TargetHead]:
    return [line for line in window.view.ending.page.list.lines if isinstance(line, TargetHead)]


def sentences(window: DeskWindow) -> list[SentenceLine]:
    return [line for line in window.view.ending.page.list.lines if isinstance(line, SentenceLine)]


def test_an_item_takes_one_key_a_flag_and_one_to_go_on(desk: Desk) -> None:
    window = desk.open()
    desk.read(window)
    flags = len(window.entries)
    for _ in range(flags):
        assert not window.view.ending.is_shown
        desk.press(window, K.Key_A)
    assert window.view.ending.is_shown and window.key() == "kiosk-1"
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.key() == "kiosk-2")
    assert not window.view.ending.is_shown and window.states() == [FlagState.OPEN] * flags
    said = f"Finished kiosk-1: {flags} flags, {flags} accepted, 1 item left."
    assert window.stage.flags.bar.words == said
    assert window.rows("SELECT finished FROM progress") == [(1,)]
    assert window.rows("SELECT action, count(*) FROM decision GROUP BY 1") == [("accept", flags), ("finish", 1)]


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("flags", [1, len(FLAGS)])
def test_a_refused_decision_takes_the_page_back(
    desk: Desk, flags: int, at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page comes when the key is pressed; where the disk is full, "no open flags left" is not so. The disk
    may say so before the key is through."""
    window = desk.open([item("one", FLAGS[:flags])])
    desk.read(window)
    for _ in range(window.stage.item.open_count - 1):
        desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    refused: Future[Any] = Future()
    monkeypatch.setattr(type(window.session.decision_writer), "accept", lambda *_: refused)
    if at_once:
        refused.set_exception(ProjectError("The disk is full; nothing was changed."))
    desk.press(window, K.Key_A)
    if not at_once:
        assert window.view.ending.is_shown, "the answer is on its way"
        refused.set_exception(ProjectError("The disk is full; nothing was changed."))
    desk.until(lambda: bool(window.failures))
    assert not window.view.ending.is_shown
    assert window.states().count(FlagState.OPEN) == 1
    assert window.stage.flags.bar.words == "Not saved: The disk is full; nothing was changed."
    monkeypatch.undo()
    desk.press(window, K.Key_A)
    desk.until(lambda: window.stage.item.open_count == 0)
    assert window.view.ending.is_shown


def test_no_slip_turns_over_the_last_flag(desk: Desk) -> None:
    """Not by key, nor by a second click where a button was, nor by a key that the user bound."""
    window = desk.open()
    window.session.keys.bind("no-error", ["Y"])
    to_the_end(desk, window)
    before = decided(window)
    for key in (K.Key_A, K.Key_X, K.Key_U, K.Key_Y, K.Key_1, K.Key_2, K.Key_9, K.Key_R):
        desk.press(window, key)
    desk.until(lambda: window.session.at_rest)
    assert decided(window) == before and set(window.states()) == {FlagState.ACCEPTED}
    assert window.view.ending.is_shown, "and the page stays"
    window.view.accept()
    window.view.no_error()
    assert decided(window) == before, "nor where something else calls it"


@pytest.mark.parametrize("led", [K.Key_Space, K.Key_BracketRight])
def test_no_slip_turns_a_flag_over_where_the_page_led_into_the_text(desk: Desk, led: Any) -> None:
    """Nor in a summary that was opened from there; what is lit is decided again once it was chosen."""
    window = desk.open([item("one", FLAGS[:2]), item("two", FLAGS)])
    desk.until(lambda: len(window.stage.read_tracker.read()) == 3)
    to_the_end(desk, window)
    desk.press(window, led)
    assert not window.view.ending.is_shown
    before = decided(window)
    for key in (K.Key_X, K.Key_A, K.Key_1, K.Key_U):
        desk.press(window, key)
    QTest.mouseClick(window.stage.flags.detail.override, B.LeftButton)
    desk.until(lambda: window.session.at_rest)
    assert decided(window) == before and "Space" in window.stage.flags.bar.words
    window.stage.choose_flag(1)
    desk.press(window, K.Key_X)
    desk.until(lambda: decided(window) == before + 1)
    desk.press(window, K.Key_Space)
    assert window.view.ending.is_shown
    desk.press(window, led)
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: window.states()[1] is FlagState.ACCEPTED)
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: window.states()[1] is FlagState.OPEN)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[1] is FlagState.ACCEPTED)


def test_space_leads_to_the_end_of_an_item_in_which_nothing_is_open(desk: Desk) -> None:
    """Of one without a flag, and of one that was decided and left, or by somebody whose program ended."""
    window = desk.open([item("none"), item("one", FLAGS[:1]), item("two", FLAGS)])
    ending = window.view.ending
    desk.press(window, K.Key_P)
    desk.press(window, K.Key_Space)
    assert ending.is_shown and len(sentences(window)) == 3 and "No judge flagged" in ending.page.lead.text()
    desk.press(window, K.Key_N)
    assert window.key() == "one" and not ending.is_shown
    to_the_end(desk, window)
    desk.press(window, K.Key_N)
    desk.press(window, K.Key_P)
    assert not ending.is_shown
    desk.press(window, K.Key_Space)
    assert ending.is_shown and "has no open flags left" in ending.page.lead.text()
    desk.press(window, K.Key_Escape)
    desk.press(window, K.Key_Space)
    desk.until(lambda: window.key() == "two")
    assert not ending.is_shown, "who went back goes on"


def test_a_second_click_on_the_decision_presses_nothing_of_the_page(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:1]), item("two", FLAGS)])
    accept = window.stage.flags.detail.accept
    usual = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(60_000)  # however slow the machine is
    at = accept.mapTo(window, accept.rect().center())
    QTest.mouseClick(accept, B.LeftButton)
    page = window.view.ending.page
    assert page.isVisible()
    over = window.childAt(at)
    assert page is over or page.isAncestorOf(over), "it lies where the button was"
    before = decided(window)
    QTest.mouseClick(over, B.LeftButton, M.NoModifier, over.mapFrom(window, at))
    QTest.mouseClick(page.go, B.LeftButton)
    assert window.key() == "one" and page.isVisible() and decided(window) == before
    QApplication.setDoubleClickInterval(usual)
    page.deaf_until = page.list.deaf_until = 0.0
    QTest.mouseClick(page.go, B.LeftButton)
    desk.until(lambda: window.key() == "two")


def test_what_nobody_flagged_stands_beside_what_comes_nearest_and_unread_is_said(desk: Desk) -> None:
    window = desk.open()
    stage = window.stage
    to_the_end(desk, window)
    page = window.view.ending.page
    # flags lie on the second sentence of alpha, the only one of beta, and a turn
    assert [head.title for head in heads(window)] == ["alpha", "beta"]
    assert [head.words for head in heads(window)] == ["2 sentences, 1 without a flag", "1 sentence, 0 without a flag"]
    (line,) = sentences(window)
    assert line.unit.text.startswith("Ada asked about the kiosk") and line.passage is not None
    near = line.passage.near
    # Ada, asked, kiosk, lake; the first turn is by Ada and says kiosk and lake
    assert (line.passage.unit.speaker, near.found_words, near.words) == ("Ada", 3, 4)
    assert "dialogue 1, Ada" in line.name and "3 of 4" in line.name
    # alpha was in front when its last flag was decided, beta at the end
    by_title = {head.title: head.read for head in heads(window)}
    assert by_title == {t.title: t.target in stage.read_tracker.read() for t in stage.item.tabs if t.target}
    assert page.title.text() == "Check unflagged sentences" and "kiosk-1" in page.lead.text()


def test_a_summary_that_was_not_opened_is_marked_and_stays_open(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:2]), item("two", FLAGS)])
    stage = window.stage
    desk.until(lambda: len(stage.read_tracker.read()) == 3)
    to_the_end(desk, window)
    page = window.view.ending.page
    assert {head.title: head.read for head in heads(window)} == {"alpha": True, "beta": False}
    assert not sentences(window)[-1].read and "not read" in heads(window)[1].name
    assert page.leaves.text().startswith("Not read: beta.") and page.open.text() == "Open beta"
    desk.press(window, K.Key_BracketRight)
    assert not page.isVisible() and stage.panes.tab.title == "beta"
    desk.until(lambda: len(stage.read_tracker.read()) == 4)
    desk.press(window, K.Key_Space)
    assert page.isVisible() and page.leaves.text() == "" and all(head.read for head in heads(window))
    desk.press(window, K.Key_Escape)
    assert not page.isVisible() and window.key() == "one"


def test_what_is_left_keeps_the_item_and_the_next_one_opens(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:2]), item("two", FLAGS)])
    to_the_end(desk, window)
    desk.press(window, K.Key_Return, M.ControlModifier)
    desk.until(lambda: window.key() == "two")
    assert window.rows("SELECT finished FROM progress WHERE item_id = 1") == [(0,)]
    desk.press(window, K.Key_P)
    assert window.key() == "one" and "beta" in window.stage.flags.bar.words


def count_finishes(window: DeskWindow) -> int:
    return window.rows("SELECT count(*) FROM decision WHERE action = 'finish'")[0][0]


def test_enter_opens_each_unread_summary_and_the_last_one_finishes(desk: Desk) -> None:
    systems = ("alpha", "beta", "gamma")
    summaries = [
        {"id": f"sum-{s}", "role": "summary", "system": s, "sentences": [f"{s} says that the kiosk is open."] * 2}
        for s in systems
    ]
    documents = [*ITEM["documents"][:2], *summaries]
    window = desk.open(
        [item("one", [flag("sum-alpha", 0, "changed-meaning")], documents=documents), item("two", FLAGS)]
    )
    stage, page = window.stage, window.view.ending.page
    desk.until(lambda: len(stage.read_tracker.read()) == 3)
    to_the_end(desk, window)
    assert page.open.text() == "Open beta" and page.go.isVisible()
    for system in systems[1:]:
        desk.press(window, K.Key_Return)
        assert not page.isVisible() and stage.panes.tab.title == system and not count_finishes(window)
        desk.until(lambda: stage.panes.tab.target in stage.read_tracker.read())
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.key() == "two")
    assert window.rows("SELECT finished FROM progress WHERE item_id = 1") == [(1,)] and count_finishes(window) == 1
    desk.press(window, K.Key_Return)
    assert window.key() == "two" and "still open" in stage.flags.bar.words, "open flags are not passed over"


def test_enter_goes_on_after_a_summary_was_opened_by_its_own_key(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:2]), item("two", FLAGS)])
    desk.until(lambda: len(window.stage.read_tracker.read()) == 3)
    to_the_end(desk, window)
    desk.press(window, K.Key_BracketRight)
    desk.until(lambda: len(window.stage.read_tracker.read()) == 4)
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.key() == "two")
    assert window.rows("SELECT finished FROM progress WHERE item_id = 1") == [(1,)]


def test_enter_scrolls_a_summary_whose_end_was_not_on_screen(desk: Desk) -> None:
    long = [f"Sentence {n} says at some length that the kiosk by the lake sells maps and coffee." for n in range(60)]
    documents = [{"id": "sum-a", "role": "summary", "system": "alpha", "sentences": long}]
    window = desk.open([item("one", documents=documents), item("two", FLAGS)])
    desk.press(window, K.Key_P)
    view = window.stage.panes.tabs.pane.view
    held = QKeyEvent(QEvent.Type.KeyPress, K.Key_Return, M.NoModifier, "\r", True)
    QApplication.sendEvent(view, held)
    assert view.verticalScrollBar().value() == 0, "a held key does nothing"
    presses = 0
    while not window.stage.read_tracker.read():
        before = view.verticalScrollBar().value()
        desk.press(window, K.Key_Return)
        presses += 1
        assert view.verticalScrollBar().value() > before and not count_finishes(window)
        QApplication.processEvents()
    assert presses > 1
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.key() == "two")
    assert count_finishes(window) == 1


def test_an_item_with_nothing_to_check_finishes_with_its_last_flag(desk: Desk) -> None:
    documents = [*ITEM["documents"][:2], {**ITEM["documents"][3], "sentences": ["Ben will buy the map."]}]
    verdicts = [flag("sum-b", 0, "changed-meaning"), flag("sum-b", 0, "extrinsic-context")]
    window = desk.open([item("one", verdicts, documents=documents), item("two", FLAGS)])
    desk.until(lambda: len(window.stage.read_tracker.read()) == 3)
    for _ in verdicts:
        assert window.key() == "one"
        desk.press(window, K.Key_A)
    desk.until(lambda: window.key() == "two")
    assert not window.view.ending.is_shown
    assert window.rows("SELECT action, count(*) FROM decision GROUP BY 1") == [("accept", 2), ("finish", 1)]
    for _ in range(2):
        desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: window.key() == "one" and window.states() == [FlagState.ACCEPTED, FlagState.OPEN])


@pytest.mark.parametrize("all_read", [True, False])
def test_the_words_say_what_the_finish_then_writes(desk: Desk, all_read: bool) -> None:
    """Counted again row by row from what the finish left in the project."""
    window = desk.open([item("one", FLAGS[:2])])
    if all_read:
        desk.read(window)
    else:
        desk.until(lambda: len(window.stage.read_tracker.read()) == 3)
    to_the_end(desk, window)
    units, criteria = count_covered(window.stage.item, window.stage.read_tracker.read())
    said = window.view.ending.page.says.text()
    desk.press(window, K.Key_F)
    desk.until(lambda: window.rows("SELECT count(*) FROM judged")[0][0] > 0)
    own = window.session.reviewer
    by_row = names.criteria(window.session.connection())
    found: dict[str, set[int]] = {}
    for row, target in window.rows("SELECT criterion_id, target_id FROM judged WHERE annotator_id = ?", own):
        criterion = by_row[row]
        for document, role, unit, kind in window.rows(
            "SELECT document.id, role, unit.id, unit.kind FROM unit JOIN document ON document.id = document_id"
        ):
            own_text = document == target or role not in ("summary", "table")
            if own_text and kind == criterion.unit.value and role in [each.value for each in criterion.roles]:
                found.setdefault(kind, set()).add(unit)
    assert {kind.value: n for kind, n in units.items()} == {kind: len(rows) for kind, rows in found.items()}
    rows = "SELECT count(DISTINCT criterion_id) FROM judged WHERE annotator_id = ?"
    assert window.rows(rows, own) == [(criteria,)]
    assert f"{criteria} criteria" in said and f"{units[UnitKind.SENTENCE]} sentences" in said
    assert units[UnitKind.SENTENCE] == (3 if all_read else 2)


def test_a_flag_is_added_from_the_page_and_space_leads_to_the_text_and_back(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS)])
    to_the_end(desk, window)
    ending = window.view.ending
    line = ending.page.line
    desk.press(window, K.Key_Space)
    assert not ending.is_shown and window.stage.panes.focus.unit == line.unit.id
    assert window.stage.panes.tab.target == line.unit.document
    desk.press(window, K.Key_Space)
    assert ending.is_shown
    desk.press(window, K.Key_M)
    assert not window.stage.flags.chooser.isHidden()
    desk.press(window, K.Key_Return)
    desk.until(lambda: len(window.entries) == 5)
    added = next(entry for entry in window.entries if entry.own)
    assert added.unit.id == line.unit.id
    desk.press(window, K.Key_Space)
    assert not ending.is_shown, "each sentence is flagged now"


def test_keys_walk_the_sentences_and_an_undo_leads_back_to_the_flag(desk: Desk) -> None:
    words = [f"Sentence {n} about the lake." for n in range(6)]
    documents = [{"id": "s", "role": "summary", "system": "alpha", "sentences": words}]
    window = desk.open([item("one", [flag("s", 2, "changed-meaning")], documents=documents)])
    to_the_end(desk, window)
    ending = window.view.ending
    seen = [ending.page.line.unit.position]
    for key in (K.Key_J, K.Key_Down, K.Key_J, K.Key_K):
        desk.press(window, key)
        seen.append(ending.page.line.unit.position)
    assert seen == [0, 1, 3, 4, 3], "without the flagged one"
    assert "nothing near it" not in sentences(window)[0].name, "without sources nothing is said of them"
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: not ending.is_shown)
    assert window.stage.entry.open and window.states() == [FlagState.OPEN]


def test_a_decision_that_is_changed_later_brings_no_page(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS)])
    to_the_end(desk, window)
    desk.press(window, K.Key_Escape)
    window.stage.choose_flag(0)
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states()[0] is FlagState.OVERRIDDEN)
    assert not window.view.ending.is_shown


def test_the_page_keeps_its_place_beside_the_queue(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS)])
    to_the_end(desk, window)
    page, queue = window.view.ending.page, window.stage.queue
    for width, height in ((1280, 640), (1800, 900)):
        window.resize(width, height)
        QApplication.processEvents()
        assert page.geometry().left() == queue.geometry().right() + 1
        assert page.geometry().right() == window.stage.rect().right() and page.height() == window.stage.height()
        right = page.go.mapTo(page, QPoint(page.go.width(), page.go.height()))
        assert right.x() <= page.width() and right.y() <= page.height()


@pytest.mark.usefixtures("qapp")
def test_a_head_without_words_says_once_that_it_was_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []
    monkeypatch.setattr(end_lines, "_badge", lambda painter, theme, at, words: painted.append(words))
    sheet = QPixmap(800, 60)
    for words in ("", "3 answers"):
        with QPainter(sheet) as painter:
            TargetHead("Dialogue", words, read=False).paint(painter, Theme(Mode.LIGHT), QRectF(0, 0, 800, 44))
    assert painted == ["not read"] * 2


def test_markup_in_names_is_shown_as_it_is(desk: Desk) -> None:
    window = desk.open([item("<b>one</b>", FLAGS[:1]), item("two")])
    to_the_end(desk, window)
    page: Any = window.view.ending.page
    assert "<b>one</b>" in page.lead.text()
