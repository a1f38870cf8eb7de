"""A dialog that does one long thing: a page that asks, a page that shows how far it is, a page of what came of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from galley.core.errors import GalleyError
from galley.core.import_types import Note
from galley.gui import clipboard
from galley.gui.dialogs.background_task import BackgroundTask, Progress, TaskPage
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.dialogs.report_dialog import ReportPage
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr


class WorkingDialog(Dialog):
    """``asking(page)`` comes first, ``work(job, on_done)`` begins the work, ``finish`` shows its report.

    A failure leads back to the first page: a known one as a sentence in ``fault``, a bug to ``sys.excepthook``.
    """

    def __init__(
        self, parent: QWidget | None, theme: Theme, title: str, lead: str, verb: str, in_bytes: bool, width: int = 520
    ) -> None:
        """``verb`` is what the button says; ``in_bytes`` whether progress counts bytes or items."""
        super().__init__(parent, theme, title, lead, width=width)
        self.task: BackgroundTask | None = None
        self._left_at: QWidget | None = None
        self.fault = Label(theme, "", Type.BODY, "negative")
        self.fault.hide()
        # Not a stack, which is as high as the highest of its pages: what comes later would leave a gap before.
        self.pages: list[QWidget] = []
        self.progress = TaskPage(theme, in_bytes=in_bytes, parent=self)
        self.outcome = ReportPage(theme, self)
        for page in (self.progress, self.outcome):
            self._add(page)
        self.copy = self.button(tr("Copy the report"), left=True)
        self.copy.clicked.connect(lambda: clipboard.put(self.outcome.text()))
        self.copy.hide()
        self.close_button = self.button(tr("Close"))
        self.close_button.clicked.connect(self.accept)
        self.close_button.hide()
        self.cancel = self.button(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.go = self.button(verb, default=True)

    def set_first_page(self, page: QWidget) -> None:
        """Show ``page`` before the work, with ``fault`` somewhere in it."""
        self._add(page)
        self.first_page = page
        self.show_page(page)

    def _add(self, page: QWidget) -> None:
        page.hide()
        self.pages.append(page)
        self.column.addWidget(page, 1)

    @property
    def is_asking(self) -> bool:
        """Whether the page before the work is shown."""
        return self.current_page is self.first_page

    def show_page(self, page: QWidget) -> None:
        """Show this page and no other."""
        self.current_page = page
        for other in self.pages:
            other.setVisible(other is page)

    def work(self, job: Callable[[Progress], Any], on_done: Callable[[Any], object]) -> None:
        """Do ``job(progress)`` in the background and show how far it is."""
        self._left_at = self.focusWidget()
        self.task = BackgroundTask(job, parent=self)
        self.task.moved.connect(self._show_progress)
        self.task.succeeded.connect(on_done)
        self.task.failed.connect(self.show_failure)
        self.progress.show_progress(0, 0, -1)
        self.show_page(self.progress)
        self.go.hide()
        self.cancel.setText(tr("Stop"))
        self.cancel.setFocus()
        self.task.start()

    def finish(self, counts: Mapping[str, int], notes: Sequence[Note] = (), head: str = "") -> None:
        """Show the report; all that is left to do is to read or copy it."""
        self.outcome.show_report(counts, notes, head)
        self.show_page(self.outcome)
        self.copy.show()
        self.cancel.hide()
        self.go.hide()
        self.close_button.show()
        self.close_button.setDefault(True)
        self.close_button.setFocus()
        if self.fits:
            self.fit()

    def complain(self, sentence: str) -> None:
        """Say what is wrong on the first page."""
        self.fault.setText(sentence)
        self.fault.show()
        self.fit()

    def back(self) -> None:
        """The first page again, and the keyboard where it was: Return is not to press Cancel, which had it."""
        self.show_page(self.first_page)
        self.go.show()
        self.cancel.setText(tr("Cancel"))
        self.cancel.setEnabled(True)
        if self.focusWidget() is self.cancel:
            (self._left_at or self.go).setFocus()

    def show_failure(self, error: BaseException) -> None:
        """Back to the first page, with what went wrong."""
        self.back()
        if isinstance(error, GalleyError):
            self.complain(str(error))
        else:
            sys.excepthook(type(error), error, error.__traceback__)

    def reject(self) -> None:
        """Leave; while it works, stop it first."""
        if self.task is not None and self.task.running:
            self.task.cancel()
            self.progress.show_stopping()
            self.cancel.setEnabled(False)
            return
        super().reject()

    def _show_progress(self, done: int, total: int, seconds_left: float) -> None:
        if self.cancel.isEnabled():
            self.progress.show_progress(done, total, seconds_left)
