"""Where there are tasks: by criterion is for flags alone, a saved view goes to its task, a search stays in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from galley.core.review import saved_views
from galley.core.review.queue_totals import QueueTotals
from galley.core.review.saved_views import SavedView
from tests.core.studies import study
from tests.gui.review_desk import Desk, DeskWindow, desk
from tests.gui.test_task_picker import choose

__all__ = ["desk"]


def test_by_criterion_is_for_the_default_task_alone(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    queue, entries = window.stage.queue, window.entries
    for action in (Qt.Key.Key_B, Qt.Key.Key_BraceRight):
        desk.press(window, action)
        desk.until(lambda: window.session.at_rest)
        assert not queue.is_by_criterion and not queue.order.order.isEnabled()
        assert "task Flags" in window.stage.flags.bar.words and window.entries == entries
    choose(desk, window, "Flags")
    assert queue.order.order.isEnabled()
    desk.press(window, Qt.Key.Key_B)
    desk.until(lambda: window.session.at_rest)
    assert queue.is_by_criterion and not queue.flags.model.ids, "flags of other tasks are not gone through"
    choose(desk, window, "flagged")
    assert not queue.is_by_criterion and queue.list.isVisible()
    assert {e.criterion.id for e in window.entries} == {"not-covered"}


def saved(desk: Desk, window: DeskWindow, name: str) -> SavedView:
    queue = window.stage.queue
    queue.shelf.save(name)
    desk.until(lambda: any(view.name == name for view in queue.order._views))
    return next(view for view in queue.order._views if view.name == name)


def test_a_view_goes_to_the_task_in_which_it_was_saved(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    stage, queue = window.stage, window.stage.queue
    choose(desk, window, "flagged")
    with desk.bot.waitSignal(queue.filled):
        window.view.search("open")
    view = saved(desk, window, "mine")
    assert (view.task, view.query) == ("two/flagged", "open")
    choose(desk, window, "supporting")
    assert window.session.decision_writer.task == "two/supporting"
    window.view.show_saved(view)
    desk.until(lambda: window.session.at_rest)
    assert stage.selection.task == window.session.decision_writer.task == queue.queue_filter.task == "two/flagged"
    assert {e.criterion.id for e in window.entries} == {"not-covered"} and queue.queue_filter.show.value == "open"
    with window.session.project.read_connection() as connection:
        assert saved_views.read(connection) == (view,)
    window.view.show_saved(SavedView("gone", "open", task="two/none"))
    assert "saved in the task two/none" in window.failures[-1] and stage.selection.task == "two/flagged"


def test_a_search_stays_in_the_task_and_says_where_it_found_the_words(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    queue = window.stage.queue
    word = next(w for w in window.entries[0].unit.text.split() if len(w) > 4 and w.isalpha())
    with desk.bot.waitSignal(queue.filled):
        window.view.search(word)
    row = queue.model.row(0)
    assert queue.queue_filter.task == "two/supporting" and word.casefold() in row.snippet.casefold()
    assert (row.flags, row.open) == (2, 2), "what the task asks"
    with desk.bot.waitSignal(queue.filled):
        queue.reset_filter()
    assert queue.queue_filter.task == "two/supporting" and queue.model.row(0).snippet == ""


def test_the_head_of_the_queue_says_how_far_the_reviewer_is_once(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    queue = window.stage.queue
    progress = queue.progress
    choose(desk, window, "flagged")
    desk.until(lambda: "of" in queue.picker.figures)
    assert progress.line.accessibleName() == queue.picker.figures and progress.label.isHidden(), "the picker says it"
    assert progress.line.share == 0.0 and progress.line.isVisible()
    choose(desk, window, "Flags")
    totals = queue.totals
    desk.until(lambda: progress.label.isVisible() and progress.label.text.startswith(f"0 of {totals.items} items"))
    progress.set_totals(QueueTotals(2, 1, 0, 0, 0, 0, 0, 0, 0))
    assert progress.label.text == "1 of 2 items", "nothing of flags where there are none"
    assert progress.line.share == 0.5
    progress.set_totals(QueueTotals(200_000, 0, 1_000_000, 0, 0, 0, 0, 0, 0))
    assert progress.label.text == "0 of 200,000 items" and "flags" in progress.label.accessibleName()
