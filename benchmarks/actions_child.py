"""The window under count; started by ``benchmarks.actions``, prints one JSON object.

    python -m benchmarks.actions_child count PROJECT item|criterion key|mouse ITEMS
    python -m benchmarks.actions_child next PROJECT
    python -m benchmarks.actions_child open PROJECT
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.figures import quantile
from benchmarks.window_child import _rest, shown, stage_of

PATIENCE = 20.0
STEPS = 60


class Hands:
    """Presses keys and clicks on things, and logs what the window did of it."""

    def __init__(self, window: Any) -> None:
        self.window = window
        self.stage = stage_of(window)
        self.done: list[str] = []
        run = window._dispatcher.run

        def logged(action: str) -> bool:
            self.done.append(action)
            return bool(run(action))

        window._dispatcher.run = logged

    def press(self, key: Any, modifier: Any = None) -> None:
        """A key where the keyboard is."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        before = len(self.done)
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier or Qt.KeyboardModifier.NoModifier)
        if len(self.done) != before + 1:
            raise RuntimeError(f"the key {key} did nothing")

    def enter(self) -> None:
        """Enter, which is the view's own key and no action's."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        self.done.append("enter")
        QTest.keyClick(QApplication.focusWidget() or self.window, Qt.Key.Key_Return)

    def click(self, button: Any) -> None:
        """A click with the mouse."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        self.done.append("click")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def click_row(self, listed: Any, row: int) -> None:
        """A click on a line of the queue."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        self.done.append("click")
        index = listed.model().index(row, 0)
        listed.scrollTo(index)
        place = listed.visualRect(index).center()
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def until(self, check: Callable[[], bool]) -> None:
        """Wait until something holds."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop, until = QEventLoop(), time.perf_counter() + PATIENCE
        while not check():
            if time.perf_counter() > until:
                raise TimeoutError("the window does not come so far")
            QTimer.singleShot(1, loop.quit)
            loop.exec()


def count(project: Path, order: str, by: str, most: str) -> dict[str, int]:
    """Decide every flag, every other one as no error; by item read every summary and finish the first ``most`` items
    too, as one must to say no of the rest. ``unread``: summaries that were not read when their item was finished."""
    from PySide6.QtCore import Qt

    window, _, _ = shown(project)
    hands, stage = Hands(window), stage_of(window)
    detail, head, view = stage.flags.detail, stage.queue.order, window.workspace.view
    page, keyed = view.ending.page, by == "key"
    unread_count = 0
    finish = view.decisions.finish

    def count_unread(review_item: Any, read: Any) -> None:
        nonlocal unread_count
        unread_count += sum(1 for tab in review_item.tabs if tab.target and tab.target not in read)
        finish(review_item, read)

    view.decisions.finish = count_unread

    def rows(query: str) -> int:
        found: int = window.workspace.session.connection().execute(query).fetchone()[0]
        return found

    flags = rows("SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE value = 'yes'"
                 " AND kind = 'judge'")  # fmt: skip
    every_item = rows("SELECT count(*) FROM item")
    items = min(every_item, int(most)) if order == "item" else every_item
    pending = view.decisions.pending
    decided, wanted = 0, ({} if order == "item" else {"across": True})

    def decide() -> None:
        nonlocal decided
        if not stage.entry.open:
            hands.press(Qt.Key.Key_Space)
        before, decided = rows("SELECT count(*) FROM decision"), decided + 1
        if keyed:
            hands.press(Qt.Key.Key_A if decided % 2 else Qt.Key.Key_X)
        else:
            hands.click(detail.accept if decided % 2 else detail.override)
        hands.until(lambda: not pending and rows("SELECT count(*) FROM decision") > before)

    if wanted:
        filled: list[int] = []
        stage.queue.flags.filled.connect(lambda: filled.append(1))
        hands.press(Qt.Key.Key_B) if keyed else _choose(hands, head.order)
        hands.until(lambda: bool(filled) and bool(head._counts))
        while True:
            while stage.queue.flags.sequence.next_open(-1) is not None:
                decide()
            hands.until(lambda: head._counts.get(stage.queue.queue_filter.criterion, (0, 1))[1] == 0)
            if not head.others(1):
                break
            before = len(filled)
            if keyed:
                hands.press(Qt.Key.Key_BraceRight)
            else:
                hands.done += ["click", "click"]  # a menu is modal: counted, not made
                stage.queue.set_by_criterion(True, head.others(1))
            hands.until(lambda before=before: len(filled) > before)
    else:
        while rows(_FINISHED) < items:
            if stage.item.open_count and not stage.item.is_finished:
                decide()
            elif keyed:
                hands.enter()
            elif page.isVisible():
                page.deaf_until = 0.0
                hands.click(page.open if page.open.isVisible() else page.go)
            elif (tab := view.ending.find_unread_tab()) is not None:
                hands.done.append("click")  # its tab
                stage.show_tab(tab)
            else:
                before = rows("SELECT count(*) FROM decision")
                here = stage.item.id
                hands.click(stage.flags.bar.button)
                hands.until(lambda before=before: rows("SELECT count(*) FROM decision") > before)
                if rows(_FINISHED) < items:
                    hands.click_row(stage.queue.list, stage.queue.model.place(here) + 1)
            _settled(hands, 0)
    left = rows(_LEFT)
    window.close()
    if order == "item" and items < every_item:
        flags = decided
    elif left:
        raise RuntimeError(f"{left} flags were not decided")
    return {"actions": len(hands.done), "flags": flags, "items": items, "decided": decided, "unread": unread_count}


_FINISHED = (  # by who works the window: data sets come with items that others finished
    "SELECT count(DISTINCT decision.item_id) FROM decision JOIN progress ON annotator_id = reviewer_id"
    " AND progress.item_id = decision.item_id WHERE finished"
)
_LEFT = (
    "SELECT count(*) FROM verdict AS flag JOIN annotator ON annotator.id = flag.annotator_id AND kind = 'judge' WHERE"
    " value = 'yes' AND NOT EXISTS (SELECT 1 FROM decision WHERE decision.unit_id = flag.unit_id"
    " AND decision.criterion_id = flag.criterion_id AND decision.target_id = flag.target_id)"
)


def _choose(hands: Hands, order: Any) -> None:
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    hands.done.append("click")
    QTest.mouseClick(order, Qt.MouseButton.LeftButton, pos=QPoint(order.width() - 12, order.height() // 2))


def following(project: Path) -> dict[str, float]:
    """The next flag by criterion, key to painted, 95th percentile; begun once all that opening asked for is read."""
    from PySide6.QtCore import Qt

    window, painted, _ = shown(project)
    hands, stage = Hands(window), stage_of(window)
    filled: list[int] = []
    stage.queue.flags.filled.connect(lambda: filled.append(1))
    hands.press(Qt.Key.Key_B)
    hands.until(lambda: bool(filled) and bool(stage.queue.order._counts))
    _settled(hands)
    steps: list[float] = []
    for _ in range(STEPS):
        before = stage.entry.identity
        press = partial(hands.press, Qt.Key.Key_Space)
        steps.append(painted.after(press, lambda before=before: stage.entry.identity != before))
        _rest()
    window.close()
    return {"p95": quantile(steps, 0.95), "n": len(steps)}


def _settled(hands: Hands, rests: int = 10) -> None:
    """Wait until what was put off until a pause is done, and nothing is read any more."""
    for _ in range(rests):
        _rest()
    hands.until(lambda: hands.window.workspace.session.at_rest)
    _rest()


def opening(project: Path) -> dict[str, float]:
    """The palette, and saved views in turn, from asked for to painted, 95th percentiles; beside them the same list and
    field of bare Qt, shown over the window."""
    from PySide6.QtCore import QStringListModel, Qt
    from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QVBoxLayout

    from galley.core.review.saved_views import SavedView

    window, painted, _ = shown(project)
    hands, stage = Hands(window), stage_of(window)
    _settled(hands)
    took: dict[str, list[float]] = {"palette": [], "bare": [], "saved view of items": [], "saved view by criterion": []}
    for _ in range(STEPS):
        press = partial(hands.press, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        took["palette"].append(painted.after(press, lambda: window._palette.isVisible()))
        _rest()
        window._palette.leave()
        _rest()

        frame = QFrame(window)
        listed, column = QListView(frame), QVBoxLayout(frame)
        listed.setModel(QStringListModel([f"line {n}" for n in range(100)], frame))
        column.addWidget(QLineEdit(frame))
        column.addWidget(listed)
        frame.setGeometry(200, 60, 640, 500)
        took["bare"].append(painted.after(frame.show, frame.isVisible))
        frame.deleteLater()
        _rest()
    criterion = next(iter(stage.catalogue.criteria.values())).id
    views = {
        "saved view of items": SavedView("items", "system:alder open", sort="open flags"),
        "saved view by criterion": SavedView("flags", f"criterion:{criterion} judge:judge-a open", across=True),
    }
    filled: list[int] = []
    stage.queue.filled.connect(lambda: filled.append(1))
    for _ in range(STEPS // 3 + 1):
        for name, view in views.items():
            before = len(filled)
            asked = partial(stage.queue.shelf.show, view)
            took[name].append(painted.after(asked, lambda before=before: len(filled) > before))
            _rest()
    window.close()
    del took["saved view by criterion"][0]  # all flags are read with it: a figure of its own
    return {"n": STEPS // 3, **{name: quantile(each, 0.95) for name, each in took.items()}}


if __name__ == "__main__":
    project = Path(sys.argv[2])
    what = {"count": count, "next": following, "open": opening}[sys.argv[1]]
    print(json.dumps(what(project, *sys.argv[3:6])))
