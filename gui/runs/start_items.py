"""Which items a run is about: all, those of the queue, of one data set, by one system, or only what is left."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from galley.core.project import choosing, filter_choices
from galley.core.project.queue import Filter, Sort
from galley.gui.language import tr, tr_n
from galley.gui.plain_text import CheckBox
from galley.gui.session import Session


class ItemFields(QWidget):
    """``changed()`` follows every other choice. What a project does not tell apart is not asked."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.which, self.dataset, self.system = QComboBox(self), QComboBox(self), QComboBox(self)
        self.unjudged = CheckBox(tr("Only those on which this judge has said nothing yet"), self)
        self._held: tuple[int, ...] = ()
        self._fill(session)
        row = QHBoxLayout()
        row.setSpacing(14)
        for name, field in ((tr("Items"), self.which), (tr("Data set"), self.dataset), (tr("System"), self.system)):
            field.setAccessibleName(name)
            field.setMinimumContentsLength(10)
            field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            field.setVisible(field.count() > 1 or field is self.which)
            field.currentIndexChanged.connect(self._touched)
            row.addWidget(field, 1)
        self.unjudged.toggled.connect(self._touched)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.unjudged)

    @property
    def items(self) -> tuple[int, ...]:
        """The row ids of the only items wanted; none for all."""
        return self._held if self.which.currentData() else ()

    @property
    def datasets(self) -> tuple[str, ...]:
        """The only data sets wanted; none for all."""
        return (self.dataset.currentData(),) if self.dataset.currentData() else ()

    @property
    def systems(self) -> tuple[str, ...]:
        """The only systems whose summaries are wanted; none for all."""
        return (self.system.currentData(),) if self.system.currentData() else ()

    def _fill(self, session: Session) -> None:
        connection, held = session.connection(), session.held
        (count,) = connection.execute("SELECT count(*) FROM item").fetchone()
        self.which.addItem(
            tr("All {count:,} items", count=count) if count > 1 else tr_n("{n:,} item", "{n:,} items", count), False
        )
        if replace(held, sort=Sort.FILE) != Filter():
            self._held = tuple(choosing.ids(connection, held, session.reviewer))
            if self._held:
                self.which.addItem(
                    tr_n("The {n:,} item in the queue", "The {n:,} items in the queue", len(self._held)), True
                )
        for field, every, values in (
            (self.dataset, tr("All data sets"), filter_choices.datasets(connection)),
            (self.system, tr("All systems"), filter_choices.systems(connection)),
        ):
            field.addItem(every, "")
            for value in values if len(values) > 1 else ():
                field.addItem(value, value)

    def _touched(self) -> None:
        self.changed.emit()
