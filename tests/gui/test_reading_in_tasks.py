"""Where there are tasks: by criterion is for flags alone, a saved view goes to its task, a search stays in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from galley.core.review import saved_views
from galley.core.review.queue_totals import QueueTotals
from galley.core.review.saved_views import SavedView
from galley.core.review.task_choice import Choice
from galley.gui.plain_text import Menu
from galley.gui.shell.topbar import TopBar
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


def test_the_title_bar_says_what_the_task_counts(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=study(tmp_path, count=2))
    told: list[Choice | None] = []
    window.view.task_counted.connect(told.append)
    choose(desk, window, "flagged")
    desk.until(lambda: told and told[-1] is not None and told[-1].task == "two/flagged")
    top = TopBar(window.session.theme, window.session.keys, "study", (), Menu(window), Menu(window), window)
    top.resize(1400, 40)
    top.set_totals(QueueTotals(2, 0, 0, 0, 0, 0, 0, 0, 0))
    assert top.progress.text == "0 of 2 items", "nothing of flags where there are none"
    top.set_task(told[-1])
    assert told[-1] is not None
    assert top.progress.text == f"{told[-1].done} of {told[-1].total} answered" and told[-1].total > 0
    top.set_totals(QueueTotals(2, 1, 0, 0, 0, 0, 0, 0, 0))
    assert "answered" in top.progress.text
    choose(desk, window, "Flags")
    desk.until(lambda: told[-1] is None)
    top.set_task(told[-1])
    assert top.progress.text == "1 of 2 items"
