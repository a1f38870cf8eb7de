"""How far the reviewer is, at the head of the queue: items and flags, or the questions of the task, over a line."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from galley.core.review.queue_totals import QueueTotals
from galley.core.review.task_choice import Choice
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.progress_hairline import ProgressHairline


class QueueProgress(QWidget):
    """Where there is too little room for both, the flags are left out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = ("", "")
        self._totals: QueueTotals | None = None
        self._task: Choice | None = None
        self.label = ElidedLabel(theme, "", Type.CAPTION_NUMBER, "second", parent=self)
        self.line = ProgressHairline(theme, parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 9, 13, 0)
        column.setSpacing(3)
        column.addWidget(self.label)
        column.addWidget(self.line)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)

    def set_totals(self, totals: QueueTotals) -> None:
        """Show how far the reviewer is with the project, or with the task that is worked on."""
        self._totals = totals
        if self._task is not None:
            return
        done, of = totals.finished_items, totals.items
        items = tr_n("{done:,} of {n:,} item", "{done:,} of {n:,} items", of, done=done)
        flags = tr_n("{done:,} of {n:,} flag", "{done:,} of {n:,} flags", totals.flags, done=totals.answered_flags)
        progress_words = tr_n("{done:,} of {n:,} item finished", "{done:,} of {n:,} items finished", of, done=done)
        self._show((f"{items}  ·  {flags}" if totals.flags else items, items), done / of if of else 0.0, progress_words)

    def set_task(self, task: Choice | None) -> None:
        """Show by the line how far the reviewer is with a task, whose picker has the figures; nothing where it asks
        nothing; None for the flags, and where there is no choice."""
        self._task = task
        if task is None:
            if self._totals is not None:
                self.set_totals(self._totals)
            return
        words = tr("{done:,} of {all:,} answered", done=task.done, all=task.total) if task.total else ""
        self._show(("", ""), task.done / task.total if task.total else 0.0, words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say less where there is less room."""
        super().resizeEvent(event)
        self._fit()

    def _show(self, words: tuple[str, str], share: float, progress_words: str) -> None:
        self._words = words
        self.line.set_share(share, progress_words)
        self._fit()

    def _fit(self) -> None:
        whole, short = self._words
        fits = self._theme.advance(Type.CAPTION_NUMBER, whole) <= self.width() - 28
        self.label.set_text(whole if fits else short)
        self.label.setAccessibleName(whole)
        self.label.setVisible(bool(whole))
