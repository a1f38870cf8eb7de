"""What stands over the chart "Review to a target": the precision that is wanted, and the next draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSlider, QWidget

from galley.core.domain import ChangeSet
from galley.core.errors import GalleyError
from galley.core.metrics import sampling, stratified_samples
from galley.core.review.queue import Filter
from galley.core.storage.connection import Connection
from galley.gui.charts.base import Picture
from galley.gui.plain_text import Button, PlainLabel, set_tip
from galley.gui.session import Session
from galley.gui.translation import tr

NEXT = 50
"""Cells that the button draws."""
LEAST, MOST = 1.0, 20.0


class TargetBar(QWidget):
    """``changed()`` follows another precision; ``drawn(Filter)`` a draw that is kept in the project."""

    changed = Signal()
    sample_drawn = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._row: Mapping[str, Any] = {}
        self._slider = QSlider(Qt.Orientation.Horizontal, self)
        self._slider.setRange(round(2 * LEAST), round(2 * MOST))
        self._slider.setMaximumWidth(300)
        self._field = QDoubleSpinBox(self)
        self._field.setDecimals(1)
        self._field.setSingleStep(0.5)
        self._field.setRange(LEAST, MOST)
        self._field.setPrefix("± ")
        self._field.setSuffix(tr(" points"))
        for widget in (self._slider, self._field):
            widget.setAccessibleName(tr("Target precision"))
        self.go = Button(tr("Draw the next {count}", count=NEXT), self)
        set_tip(
            self.go,
            tr("At random, more often where a review is more informative. The sampling probabilities are stored."),
        )
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 12)
        line.setSpacing(12)
        line.addWidget(PlainLabel(tr("Target precision"), self))
        line.addWidget(self._slider, 1)
        line.addWidget(self._field)
        line.addWidget(PlainLabel(tr("half the width of the 95 % interval"), self))
        line.addStretch(1)
        line.addWidget(self.go)
        self.points = session.points
        self._slider.valueChanged.connect(lambda value: self._take(value / 2))
        self._field.valueChanged.connect(self._take)
        self.go.clicked.connect(self.draw)

    @property
    def points(self) -> float:
        """The precision that is wanted, in percentage points to either side."""
        return self._session.points

    @points.setter
    def points(self, value: float) -> None:
        self._session.points = min(max(value, LEAST), MOST)
        with QSignalBlocker(self._slider), QSignalBlocker(self._field):
            self._slider.setValue(round(2 * value))
            self._field.setValue(value)

    def show_picture(self, picture: Picture) -> None:
        """Draw for the judge and criterion that the chart is about; for none while it shows nothing."""
        self._row = next(iter(picture.table.rows), {}) if picture.drawing is not None else {}
        self.go.setEnabled(bool(self._row) and self._session.project.writable)

    def draw(self) -> None:
        """Draw the next cells by strata, and hand over the queue of their items; a failure is told in the window."""
        row = self._row

        def job(connection: Connection) -> tuple[tuple[int, ...], ChangeSet]:
            sample, changes = stratified_samples.draw(connection, row["judge"], row["scheme"], row["criterion"], NEXT)
            return tuple(dict.fromkeys(item for item, _ in sampling.queue(connection, sample))), changes

        try:
            items = self._session.project.write(job).result()
        except GalleyError as error:
            self._session.failed.emit(str(error))
            return
        self.sample_drawn.emit(Filter(items=items, about=tr("stratified sample of {judge}", judge=row["judge"])))

    def _take(self, value: float) -> None:
        if value != self.points:
            self.points = value
            self.changed.emit()
