"""Which items a run is about: all, those of the queue, of one data set, by one system, or only what is left."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from galley.core.review import task_choice
from galley.core.review.queue import Filter, Sort
from galley.core.storage.queries import filter_choices
from galley.core.storage.queries.items import count_items
from galley.gui.plain_text import CheckBox
from galley.gui.session import Session
from galley.gui.translation import tr, tr_n


class ItemFields(QWidget):
    """``changed()`` follows every other choice. What a project does not tell apart is not asked."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.which, self.dataset, self.system = QComboBox(self), QComboBox(self), QComboBox(self)
        self.only_unjudged = CheckBox(tr("Only items that this judge has not judged yet"), self)
        self._queue_items: tuple[int, ...] = ()
        self._fill(session)
        row = QHBoxLayout()
        row.setSpacing(14)
        for name, field in ((tr("Items"), self.which), (tr("Data set"), self.dataset), (tr("System"), self.system)):
            field.setAccessibleName(name)
            field.setMinimumContentsLength(10)
            field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            field.setVisible(field.count() > 1 or field is self.which)
            field.currentIndexChanged.connect(self._emit_changed)
            row.addWidget(field, 1)
        self.only_unjudged.toggled.connect(self._emit_changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.only_unjudged)

    @property
    def items(self) -> tuple[int, ...]:
        """The row ids of the only items wanted; none for all."""
        return self._queue_items if self.which.currentData() else ()

    @property
    def datasets(self) -> tuple[str, ...]:
        """The only data sets wanted; none for all."""
        return (self.dataset.currentData(),) if self.dataset.currentData() else ()

    @property
    def systems(self) -> tuple[str, ...]:
        """The only systems whose summaries are wanted; none for all."""
        return (self.system.currentData(),) if self.system.currentData() else ()

    def _fill(self, session: Session) -> None:
        connection, queue_filter = session.connection(), session.queue_filter
        count = count_items(connection)
        self.which.addItem(
            tr("All {count:,} items", count=count) if count > 1 else tr_n("{n:,} item", "{n:,} items", count), False
        )
        if replace(queue_filter, sort=Sort.FILE) != Filter():
            self._queue_items = tuple(task_choice.ids(connection, queue_filter, session.reviewer))
            if self._queue_items:
                self.which.addItem(
                    tr_n("The {n:,} item in the queue", "The {n:,} items in the queue", len(self._queue_items)), True
                )
        for field, every, values in (
            (self.dataset, tr("All data sets"), filter_choices.datasets(connection)),
            (self.system, tr("All systems"), filter_choices.systems(connection)),
        ):
            field.addItem(every, "")
            for value in values if len(values) > 1 else ():
                field.addItem(value, value)

    def _emit_changed(self) -> None:
        self.changed.emit()
