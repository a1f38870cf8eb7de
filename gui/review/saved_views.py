"""Saving what the queue asks for under a name, and going back to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.errors import GalleyError, InputError
from galley.core.review import saved_views, task_choice
from galley.core.review.query_filter import as_query
from galley.core.review.saved_views import SavedView
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.review.review_queue_column import ReviewQueueColumn
    from galley.gui.session import Session


class ViewShelf:
    """The views of a project, as the head of the queue offers them."""

    def __init__(self, session: Session, queue: ReviewQueueColumn) -> None:
        self._session, self._queue = session, queue
        queue.order.saveAsked.connect(self.ask)
        queue.order.viewChosen.connect(self.show)
        queue.order.viewDropped.connect(lambda name: self._write(saved_views.remove(name)))

    def views(self) -> tuple[SavedView, ...]:
        """Those that are saved."""
        return saved_views.read(self._session.connection())

    def ask(self) -> None:
        """Ask for a name, and save what the queue asks for now."""
        from galley.gui.dialogs.name_dialogs import ViewName

        session, view_names = self._session, frozenset(view.name for view in self.views())
        try:
            query = as_query(session.connection(), self._queue.queue_filter, session.reviewer)
        except InputError as error:
            session.failed.emit(str(error))
            return
        name = ViewName.ask(self._queue.window(), session.theme, query, view_names)
        if name:
            self.save(name)

    def save(self, name: str) -> None:
        """Save what the queue asks for now. What cannot be saved is said."""
        session, queue = self._session, self._queue
        try:
            query = as_query(session.connection(), queue.queue_filter, session.reviewer)
            view = SavedView(name, query, queue.queue_filter.task, queue.queue_filter.sort.value, queue.is_by_criterion)
            self._write(saved_views.save(view))
        except GalleyError as error:
            session.failed.emit(str(error))

    def show(self, view: SavedView) -> None:
        """Hold what a view asks for, in its task; what of it is gone is said, and the queue stays as it is."""
        session, queue = self._session, self._queue
        tasks = {choice.task for choice in task_choice.choices(session.connection())}
        task = view.task if tasks or view.task != DEFAULT_TASK else ""
        try:
            view_filter = saved_views.build_filter(session.connection(), view, session.reviewer)
            if task and task not in tasks:
                words = {"name": view.name, "task": view.task}
                raise InputError(
                    tr("The view “{name}” was saved in the task {task}, which cannot be chosen here.", **words)
                )
        except InputError as error:
            session.failed.emit(str(error))
            return
        if tasks and (task or DEFAULT_TASK) != queue.queue_filter.task:
            queue.taskChosen.emit(task or DEFAULT_TASK)
        queue.is_by_criterion = view.across and queue.can_order_by_criterion
        queue.show_filter(replace(view_filter, task=queue.queue_filter.task))

    def _write(self, job: object) -> None:
        session = self._session
        try:
            session.watch(session.project.write(job))  # type: ignore[arg-type]
        except GalleyError as error:  # open for reading only
            session.failed.emit(str(error))
