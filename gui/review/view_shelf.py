"""Saving what the queue asks for under a name, and going back to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from galley.core.errors import GalleyError, InputError
from galley.core.project import choosing, saved_views
from galley.core.project.queried import as_query
from galley.core.project.saved_views import SavedView
from galley.core.protocols.study import FLAGS
from galley.gui.language import tr

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
        from galley.gui.dialogs.view_name import ViewName

        session, there = self._session, frozenset(view.name for view in self.views())
        try:
            query = as_query(session.connection(), self._queue.wanted, session.reviewer)
        except InputError as error:
            session.failed.emit(str(error))
            return
        name = ViewName.ask(self._queue.window(), session.theme, query, there)
        if name:
            self.save(name)

    def save(self, name: str) -> None:
        """Save what the queue asks for now. What cannot be saved is said."""
        session, queue = self._session, self._queue
        try:
            query = as_query(session.connection(), queue.wanted, session.reviewer)
            view = SavedView(name, query, queue.wanted.task, queue.wanted.sort.value, queue.across)
            self._write(saved_views.save(view))
        except GalleyError as error:
            session.failed.emit(str(error))

    def show(self, view: SavedView) -> None:
        """Hold what a view asks for, in its task; what of it is gone is said, and the queue stays as it is."""
        session, queue = self._session, self._queue
        there = {each.task for each in choosing.choices(session.connection())}
        task = view.task if there or view.task != FLAGS else ""
        try:
            wanted = saved_views.wanted(session.connection(), view, session.reviewer)
            if task and task not in there:
                words = {"name": view.name, "task": view.task}
                raise InputError(
                    tr("The view “{name}” was saved in the task {task}, which cannot be chosen here.", **words)
                )
        except InputError as error:
            session.failed.emit(str(error))
            return
        if there and (task or FLAGS) != queue.wanted.task:
            queue.tasked.emit(task or FLAGS)
        queue.across = view.across and queue.walks
        queue.show_filter(replace(wanted, task=queue.wanted.task))

    def _write(self, job: object) -> None:
        session = self._session
        try:
            session.watch(session.project.write(job))  # type: ignore[arg-type]
        except GalleyError as error:  # open for reading only
            session.failed.emit(str(error))
