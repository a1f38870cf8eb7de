"""Which task is worked on and which items are gone through: chosen, searched for, or led to from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.core.domain import Cell
from galley.core.project import choosing
from galley.core.project.queue import Filter
from galley.gui.language import tr
from galley.gui.session import Session

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
        if not stage.front.take(task):
            return
        self.work_on(task)
        if item is not None and choosing.stands(connection, task, item.id, self._session.reviewer):
            stage.open_item(item.id, known=item)  # at once: the queue takes longer
        stage.queue.reload()
        stage.queue.count()

    def follow_task(self, row: int | None) -> None:
        """Go to the task (a row id; None is the default one) in which something was decided."""
        task = choosing.named(self._session.connection(), row)
        if task:
            self.take_task(task)

    def work_on(self, task: str) -> None:
        """What is written and listed from now on is of this task."""
        self._stage.front.task = task
        self._stage.forget_ahead()
        if not self._session.desk.packed:
            self._session.desk.work_on(task)
        self._stage.queue.take(task)

    def search(self, text: str) -> bool:
        """Hold what a query asks for, open the first of it, and frame its words; whether it holds no mistake."""
        stage = self._stage
        queued, wanted = stage.front.queued, stage.queue.wanted
        stage.front.jump()
        right = stage.queue.search(text)
        if right or stage.queue.wanted != wanted:
            stage.finder.look(stage.queue.wanted.search, everywhere=True)
        else:
            stage.front.queued = queued
        return right

    def show_queue(self, wanted: Filter) -> None:
        """Hold other items, and open the first unless the open one is among them."""
        self._stage.front.jump()
        self._stage.queue.hold(wanted)

    def show_flag(self, item: int, cell: Cell) -> None:
        """Hold this item alone, with the flag on ``cell`` in front; its unit where there is no flag."""
        task = choosing.holder(self._session.connection(), cell)
        if task and self._stage.front.take(task):
            self.work_on(task)
        self._stage.front.seek(item, cell)
        self._stage.queue.hold(Filter(items=(item,), about=tr("a call")))
