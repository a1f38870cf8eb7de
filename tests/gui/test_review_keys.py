"""Every key of the Review view does what the table of keys says, on a real project."""

from __future__ import annotations

from PySide6.QtCore import Qt

from benchmarks.routes import Tracer
from galley.core.review.items import FlagState
from galley.core.review.queue import Show
from tests.gui.review_desk import FLAGS, Desk, desk, item

__all__ = ["desk"]
K = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
OPEN, ACCEPTED, NO, UNSURE = FlagState.OPEN, FlagState.ACCEPTED, FlagState.OVERRIDDEN, FlagState.UNSURE


def test_flags_stand_in_reading_order_with_what_is_missing_last(desk: Desk) -> None:
    window = desk.open()
    assert [e.criterion.letter for e in window.entries] == ["E", "C", "M", "S"]
    assert window.stage.current == 0
    assert window.stage.flags.head.summary == "4 open of 4"


def test_j_and_k_go_from_flag_to_flag_and_bring_the_tab_of_each(desk: Desk) -> None:
    window = desk.open()
    for at in (1, 2, 3, 3):
        desk.press(window, K.Key_J)
        assert window.stage.current == at
    assert window.stage.panes.tab.title == "beta"
    desk.press(window, K.Key_K)
    assert window.stage.current == 2
    assert window.stage.panes.tab.title == "alpha"
    turn = window.entries[2].unit.id
    assert window.stage.panes.place_of(turn) == ("dialogue", 2)
    assert window.stage.panes.focus.unit == turn


def test_a_accepts_and_goes_on_to_the_next_open_flag_at_once(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_A)
    assert window.stage.current == 1
    on_disk = window.rows("SELECT action FROM decision") == [("accept",)]
    assert window.states()[0] is OPEN or on_disk, "not called accepted before it is on disk"
    desk.until(lambda: window.states() == [ACCEPTED, OPEN, OPEN, OPEN])
    assert window.stage.current == 1
    assert window.rows("SELECT action, value FROM decision") == [("accept", "yes")]


def test_x_and_u_decide_too_and_the_last_flag_stays_in_front(desk: Desk) -> None:
    window = desk.open([item("kiosk-1", FLAGS)])  # of two alike the bar would offer the other
    for key in (K.Key_X, K.Key_U, K.Key_A, K.Key_X):
        desk.press(window, key)
    desk.until(lambda: window.states() == [NO, UNSURE, ACCEPTED, NO])
    assert window.stage.current == 3 and window.view.ending.is_shown
    desk.press(window, K.Key_Escape)
    desk.until(lambda: window.stage.flags.bar.words == "1 left unsure, the others decided")  # beta was painted by now
    assert window.stage.flags.head.summary == "1 unsure of 4"
    assert window.words() == ["no error", "unsure", "accepted", "no error"]


def test_a_number_overrides_as_that_criterion_of_the_same_kind_of_unit(desk: Desk) -> None:
    window = desk.open()
    offered = window.stage.catalogue.alternatives(window.entries[0].criterion)
    assert len(offered) == 8 and {c.unit for c in offered} == {"sentence"}
    desk.press(window, K.Key_2)
    desk.until(lambda: window.entries[0].instead is not None)
    assert window.entries[0].instead == offered[1]
    assert window.words()[0] == f"as {offered[1].name}"
    assert len(window.entries) == 4, "the other criterion is told on the flag, not as a flag of its own"


def test_the_number_of_the_flag_itself_and_numbers_without_a_criterion_do_nothing(desk: Desk) -> None:
    window = desk.open()
    offered = window.stage.catalogue.alternatives(window.entries[0].criterion)
    own = offered.index(window.entries[0].criterion)
    desk.press(window, K(K.Key_1.value + own))
    desk.press(window, K.Key_9)
    desk.press(window, K.Key_0)
    desk.press(window, K.Key_J)
    assert window.stage.current == 1
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]


def test_deciding_again_changes_the_answer_and_stays(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[0] is ACCEPTED)
    desk.press(window, K.Key_K)
    desk.press(window, K.Key_A)
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states()[0] is NO)
    assert window.stage.current == 0
    assert window.rows("SELECT action FROM decision ORDER BY id") == [("accept",), ("override",)]


def test_n_and_p_go_from_item_to_item(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_P)
    assert window.key() == "kiosk-1"
    assert "first item" in window.stage.flags.bar.words
    desk.press(window, K.Key_N)
    assert window.key() == "kiosk-2"
    assert window.stage.queue.list.currentIndex().row() == 1
    desk.press(window, K.Key_N)
    assert window.key() == "kiosk-2"


def test_space_goes_to_the_next_open_flag_in_whatever_item(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:1]), item("two"), item("three", FLAGS[:2])])
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states() == [ACCEPTED])
    desk.press(window, K.Key_Escape)  # from what nobody flagged, where Space leads into the text
    desk.press(window, K.Key_Space)
    desk.until(lambda: window.key() == "three")


def test_brackets_go_round_the_summaries(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_BracketRight)
    assert window.stage.panes.tab.title == "beta"
    assert window.entries[window.stage.current].target.system == "beta"
    desk.press(window, K.Key_BracketRight)
    assert window.stage.panes.tab.title == "alpha"
    desk.press(window, K.Key_BracketLeft)
    assert window.stage.panes.tab.title == "beta"


def test_f_warns_while_flags_are_open_and_finishes_when_pressed_again(desk: Desk) -> None:
    window = desk.open()
    desk.read(window)
    desk.press(window, K.Key_J)
    desk.press(window, K.Key_F)
    assert window.stage.flags.bar.words.startswith("4 flags are still open; press F again")
    assert window.stage.current == 0
    desk.press(window, K.Key_F)
    desk.until(lambda: window.stage.flags.bar.words == "Finished, but 4 flags are still open")
    assert not window.stage.item.is_finished and set(window.states()) == {OPEN}, "silence says nothing of a flag"
    assert window.rows("SELECT count(*) > 0 FROM judged WHERE decision_id IS NOT NULL") == [(1,)]
    row = window.stage.queue.model.row(0)
    assert not row.is_finished and row.open == 4
    for _ in range(4):
        desk.press(window, K.Key_X)
    desk.until(lambda: window.stage.item.is_finished)
    assert set(window.states()) == {NO} and window.stage.flags.bar.words == "✓ Finished"
    row = window.stage.queue.model.row(0)
    assert row.is_finished and row.open == 0
    log = window.rows("SELECT count(*) FROM decision")
    desk.press(window, K.Key_F)
    assert window.stage.flags.bar.words == f"This item is finished. {window.session.keys.label('reopen')} reopens it."
    desk.until(lambda: window.session.at_rest)
    assert window.stage.item.is_finished and window.rows("SELECT count(*) FROM decision") == log, "F never reopens"
    desk.press(window, K.Key_F, Qt.KeyboardModifier.ShiftModifier)
    desk.until(lambda: not window.stage.item.is_finished)
    assert set(window.states()) == {NO}, "what was decided stays"


def test_finish_answers_what_was_read_and_names_the_rest(desk: Desk) -> None:
    window = desk.open([item("one")])
    bar = window.stage.flags.bar
    desk.until(lambda: bar.words == "Nothing is flagged; not read: beta")
    desk.press(window, K.Key_F)
    desk.until(lambda: bar.words == "Finished 1 of 2 summaries; not read: beta")
    assert not window.stage.item.is_finished and bar.button.text().startswith("Finish")
    assert not window.stage.queue.model.row(0).is_finished
    alpha, beta = (tab.document.id for tab in window.stage.item.tabs)
    silent = "SELECT DISTINCT target_id FROM judged WHERE decision_id IS NOT NULL ORDER BY 1"
    assert window.rows(silent) == [(alpha,)]
    desk.press(window, K.Key_BracketRight)
    desk.until(lambda: bar.words == "Everything is read now; press F to finish the rest")
    desk.press(window, K.Key_F)
    desk.until(lambda: window.stage.item.is_finished)
    assert window.rows(silent) == [(alpha,), (beta,)]
    assert window.stage.queue.model.row(0).is_finished
    window.dispatcher.run("undo")
    desk.until(lambda: not window.stage.item.is_finished)
    assert window.rows(silent) == [(alpha,)]


def test_a_long_text_is_read_when_its_last_line_was_painted(desk: Desk) -> None:
    long = [f"Sentence {n} about the lake and the boats on it." for n in range(200)]
    documents = [
        {"id": "s", "role": "summary", "system": "alpha", "sentences": long},
        {"id": "t", "role": "summary", "system": "beta", "sentences": ["Short."]},
    ]
    window = desk.open([item("one", documents=documents), item("two", documents=documents)])
    bar, pane = window.stage.flags.bar, window.stage.panes.pane("summary")
    desk.until(lambda: bar.words == "Nothing is flagged; not read: alpha, beta")
    scroll = pane.view.verticalScrollBar()
    scroll.setValue(scroll.maximum() // 2)
    desk.press(window, K.Key_F)
    desk.until(lambda: bar.words == "Nothing was finished; not read: alpha, beta")
    assert window.rows("SELECT count(*) FROM judged WHERE decision_id IS NOT NULL") == [(0,)]
    desk.until(lambda: scroll.setValue(scroll.maximum()) or bar.words == "Nothing was finished; not read: beta")
    window.stage.step_item(1)  # each item is read on its own
    desk.until(lambda: bar.words == "Nothing is flagged; not read: alpha, beta")
    window.stage.step_item(-1)
    desk.until(lambda: bar.words == "Nothing was finished; not read: beta")
    desk.press(window, K.Key_F)
    desk.until(lambda: bar.words == "Finished 1 of 2 summaries; not read: beta")


def test_a_step_away_makes_finish_ask_again(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_F)
    desk.press(window, K.Key_J)
    desk.press(window, K.Key_F)
    assert window.stage.flags.bar.words.startswith("4 flags are still open")
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]


def test_ctrl_return_finishes_and_goes_on_to_the_next_unfinished_item(desk: Desk) -> None:
    window = desk.open([item("one"), item("two", FLAGS[:1]), item("three")])
    assert window.key() == "two", "it begins where a flag is open"
    desk.press(window, K.Key_P)
    desk.read(window)
    desk.press(window, K.Key_Return, CTRL)
    desk.until(lambda: window.key() == "two" and window.stage.panes.tab.document.id in window.stage.read_tracker.read())
    desk.press(window, K.Key_A)
    desk.press(window, K.Key_Return, CTRL)  # one of its summaries was not opened
    desk.until(lambda: window.key() == "three")
    desk.read(window)
    desk.press(window, K.Key_Return, CTRL)
    desk.until(lambda: window.key() == "two")
    desk.press(window, K.Key_Return, CTRL)
    desk.until(lambda: window.stage.flags.bar.words == "Finished 1 of 2 summaries; not read: beta")
    desk.read(window)
    desk.press(window, K.Key_Return, CTRL)
    desk.until(lambda: "All items" in window.stage.flags.bar.words)
    assert window.rows("SELECT count(*) FROM progress WHERE finished = 1") == [(3,)]
    assert window.rows("SELECT value FROM verdict WHERE decision_id IS NOT NULL") == [("yes",)]


def test_e_writes_a_note_on_the_flag_and_shift_e_one_on_the_item(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_E)
    desk.bot.keyClicks(window.stage.flags.detail.note, "a j n x")
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.stage.item.notes)
    assert window.stage.item.notes == {window.entries[0].verdict.cell: "a j n x"}
    assert window.stage.current == 0, "letters that are typed are no commands"
    desk.press(window, K.Key_E, SHIFT)
    desk.bot.keyClicks(window.stage.flags.detail.note, "odd item")
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.stage.item.notes.get(None) == "odd item")
    desk.press(window, K.Key_E)
    assert window.stage.flags.detail.note.toPlainText() == "a j n x"
    desk.bot.keyClicks(window.stage.flags.detail.note, "zzz")
    desk.press(window, K.Key_Escape)
    assert window.stage.flags.detail.note.toPlainText() == "a j n x"
    assert window.rows("SELECT count(*) FROM decision WHERE action = 'note'") == [(2,)]


def test_a_note_that_is_being_written_is_saved_by_a_decision_on_the_flag(desk: Desk) -> None:
    window = desk.open()
    cell = window.entries[0].verdict.cell
    desk.press(window, K.Key_E)
    desk.bot.keyClicks(window.stage.flags.detail.note, "why")
    window.stage.flags.detail.accept.click()
    desk.until(lambda: window.states()[0] is ACCEPTED and window.stage.item.notes.get(cell) == "why")


def test_undo_and_redo_go_to_the_item_and_flag_concerned(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_J)
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states()[1] is NO)
    cell = window.entries[1].verdict.cell
    desk.press(window, K.Key_N)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[0] is ACCEPTED)
    desk.press(window, K.Key_Z, CTRL)
    desk.until(lambda: window.states()[0] is OPEN and window.stage.current == 0)
    assert window.key() == "kiosk-2"
    desk.press(window, K.Key_Z, CTRL)
    desk.until(lambda: window.key() == "kiosk-1")
    assert window.entries[window.stage.current].verdict.cell == cell
    assert window.states()[1] is OPEN
    desk.press(window, K.Key_Z, CTRL)
    desk.until(lambda: window.stage.flags.bar.words == "There is nothing to undo.")
    desk.press(window, K.Key_Z, CTRL | SHIFT)
    desk.until(lambda: window.states()[1] is NO)
    desk.press(window, K.Key_Z, CTRL | SHIFT)
    desk.until(lambda: window.key() == "kiosk-2" and window.states()[0] is ACCEPTED)
    assert window.rows("SELECT count(*) FROM decision") == [(6,)]


def test_f6_goes_round_the_columns(desk: Desk) -> None:
    window = desk.open()
    stage = window.stage
    names = {
        stage.queue.list: "queue",
        stage.flags.list: "flags",
        **{stage.panes.pane(name).view: name for name in ("dialogue", "article", "summary")},
    }
    stage.take_focus()  # as the program does before it shows its window
    seen = []
    for _ in range(5):
        desk.press(window, K.Key_F6)
        seen.append(names[window.focusWidget()])
    assert seen == ["flags", "queue", "dialogue", "article", "summary"]
    desk.press(window, K.Key_F6, SHIFT)
    assert names[window.focusWidget()] == "article"
    stage.put_queue_away()
    seen.clear()
    for _ in range(4):
        desk.press(window, K.Key_F6)
        seen.append(names[window.focusWidget()])
    assert seen == ["summary", "flags", "dialogue", "article"], "a queue that is hidden is no stop"


def test_letters_are_commands_in_the_lists_as_well(desk: Desk) -> None:
    window = desk.open()
    window.stage.queue.list.setFocus()
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[0] is ACCEPTED)
    window.stage.flags.list.setFocus()
    desk.press(window, K.Key_N)
    assert window.key() == "kiosk-2"


def test_chips_filter_and_the_open_item_stays_open(desk: Desk) -> None:
    window = desk.open([item("one"), item("two", FLAGS[:1]), item("three")])
    desk.press(window, K.Key_P)
    queue = window.stage.queue
    with desk.bot.waitSignal(queue.filled):
        queue.filters._shows[Show.OPEN].click()
    assert list(queue.model.ids) == [2]
    assert window.key() == "one"
    assert not queue.list.currentIndex().isValid()
    desk.press(window, K.Key_N)
    assert window.key() == "two"
    with desk.bot.waitSignal(queue.filled):
        queue.filters._shows[Show.OPEN].click()
    assert list(queue.model.ids) == [1, 2, 3]
    assert queue.list.currentIndex().row() == 1


def test_a_key_runs_no_code_of_a_paper_in_a_project_without_it(desk: Desk) -> None:
    window = desk.open()
    tracer = Tracer()
    try:

        def decide() -> None:
            desk.press(window, K.Key_A)
            desk.until(lambda: window.states()[0] is ACCEPTED)

        route = tracer.trace(decide)
    finally:
        tracer.end()
    assert "gui/review/decisions.py" in route
    assert [path for path in route if "/papers/" in path] == []
