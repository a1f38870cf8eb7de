"""Views that are saved under a name: what they hold, and what is said where something of them is gone."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from galley.core.review import saved_views
from galley.core.review.queue import Filter, Show, Sort
from galley.core.review.saved_views import SavedView
from galley.gui.dialogs.name_dialogs import ViewName
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]


def write(desk: Desk, window: DeskWindow, view: SavedView) -> None:
    before = len(window.stage.queue.order._views)
    window.session.watch(window.session.project.write(saved_views.save(view)))
    desk.until(lambda: len(window.stage.queue.order._views) > before)


def test_a_view_keeps_filters_search_metadata_and_order_over_a_restart(desk: Desk) -> None:
    records = [item("k-1", FLAGS), item("k-2", FLAGS, split="test"), item("k-3", FLAGS, split="test")]
    window = desk.open(records)
    queue = window.stage.queue
    with desk.bot.waitSignal(queue.filled):
        window.view.search("split:test judge:judge-1 open kiosk")
    queue.filters._change(Filter(**{**{n: getattr(queue.queue_filter, n) for n in Filter.__slots__}, "sort": Sort.KEY}))
    window.stage.criterion_review.toggle()
    desk.until(lambda: len(queue.flags.model.ids) == 2)
    criterion = queue.queue_filter.criterion
    queue.shelf.save("left  for Monday")
    desk.until(lambda: queue.order._views)
    window.close_all()
    desk.windows.clear()
    again = desk.open(path=window.path)
    queue, said = again.stage.queue, []
    again.view.search_changed.connect(said.append)
    view = queue.order._views[0]
    assert queue.order.views_menu().actions()[0].text() == view.name == "left for Monday"
    queue.order.viewChosen.emit(view)
    desk.until(lambda: len(queue.flags.model.ids) == 2)
    wanted = queue.queue_filter
    assert (wanted.show, wanted.sort, wanted.search, wanted.criterion) == (Show.OPEN, Sort.KEY, "kiosk", criterion)
    assert queue.is_by_criterion and wanted.fields == (("split", "test"),) and wanted.judge
    assert said == ["split:test kiosk"]  # what no chip can say stands in the search box
    queue.order.viewDropped.emit("left for Monday")
    desk.until(lambda: not queue.order._views)


def test_a_view_whose_criterion_is_gone_says_so_and_changes_nothing(desk: Desk) -> None:
    window = desk.open()
    write(desk, window, SavedView("old", "criterion:fluency-of-old open"))
    before = window.stage.queue.queue_filter
    window.stage.queue.order.viewChosen.emit(window.stage.queue.order._views[0])
    assert len(window.failures) == 1 and window.stage.queue.queue_filter == before
    assert window.failures[0].startswith("The view “old” cannot be shown as it was saved. The query is wrong at charac")
    assert "“criterion:fluency-of-old”: the project has no such criterion" in window.failures[0]


def test_what_no_query_says_is_refused_with_a_sentence(desk: Desk) -> None:
    window = desk.open()
    with desk.bot.waitSignal(window.stage.queue.filled):
        window.view.show_queue(Filter(items=(2,), about="a draw"))
    window.stage.queue.shelf.save("drawn")
    assert window.failures and "picked in a chart or a draw" in window.failures[0]
    write(desk, window, SavedView("theirs", "open", task="study/facts"))
    window.stage.queue.order.viewChosen.emit(window.stage.queue.order._views[0])
    assert "saved in the task study/facts" in window.failures[-1]


def test_the_dialog_wants_a_name_and_says_what_it_replaces(desk: Desk, qapp: QApplication) -> None:
    dialog = ViewName(None, desk.theme, "open", frozenset({"mine"}))
    assert not dialog.go.isEnabled() and "open" in dialog.lead.text()
    dialog.name.setText(" mine ")
    assert dialog.go.isEnabled() and "replaced" in dialog._hint.text()
    dialog.name.setText("   ")
    assert not dialog.go.isEnabled() and not dialog._hint.text()
    dialog.deleteLater()
