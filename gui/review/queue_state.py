"""Which task is worked on and which items are gone through: chosen, searched for, or led to from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.core.domain import Cell
from galley.core.review import task_choice
from galley.core.review.queue import Filter
from galley.gui.session import Session
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench


class Holding:
    """Bids the workbench's queue hold other items, and says in its ``front`` what is then to be opened."""

    def __init__(self, session: Session, stage: ReviewWorkbench) -> None:
        self._session, self._stage = session, stage

    def take_task(self, task: str) -> None:
        """Work on another task: its items, and of the open one what it asks there."""
        stage, connection = self._stage, self._session.connection()
        stage.flags.detail.note.commit()
        item = stage.item
        if not stage.selection.switch_task(task):
            return
        self.work_on(task)
        if item is not None and task_choice.stands(connection, task, item.id, self._session.reviewer):
            stage.open_item(item.id, earlier_item=item)  # at once: the queue takes longer
        stage.queue.reload()
        stage.queue.request_totals()

    def follow_task(self, row: int | None) -> None:
        """Go to the task (a row id; None is the default one) in which something was decided."""
        task = task_choice.choosable_name(self._session.connection(), row)
        if task:
            self.take_task(task)

    def work_on(self, task: str) -> None:
        """What is written and listed from now on is of this task."""
        self._stage.selection.task = task
        self._stage.forget_ahead()
        if not self._session.decision_writer.is_package:
            self._session.decision_writer.work_on(task)
        self._stage.queue.set_task(task)

    def search(self, text: str) -> bool:
        """Hold what a query asks for, open the first of it, and frame its words; whether it holds no mistake."""
        stage = self._stage
        queued, old_filter = stage.selection.queue_request, stage.queue.queue_filter
        stage.selection.jump()
        right = stage.queue.search(text)
        if right or stage.queue.queue_filter != old_filter:
            stage.finder.look(stage.queue.queue_filter.search, everywhere=True)
        else:
            stage.selection.queue_request = queued
        return right

    def show_queue(self, queue_filter: Filter) -> None:
        """Hold other items, and open the first unless the open one is among them."""
        self._stage.selection.jump()
        self._stage.queue.apply_filter_in_order(queue_filter)

    def show_flag(self, item: int, cell: Cell) -> None:
        """Hold this item alone, with the flag on ``cell`` in front; its unit where there is no flag."""
        task = task_choice.holder(self._session.connection(), cell)
        if task and self._stage.selection.switch_task(task):
            self.work_on(task)
        self._stage.selection.seek(item, cell)
        self._stage.queue.apply_filter_in_order(Filter(items=(item,), about=tr("a call")))
