"""What the canvas asks of a painted drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from galley.gui.charts.base import Mark


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a mark is to be found with the mouse, and where its ring is drawn."""

    rect: QRectF
    mark: Mark


class Drawing(Protocol):
    """A drawing of a certain width; everything it needs is known when it is made."""

    def height(self, width: float) -> float:
        """How high it is at this width."""
        ...

    def paint(self, painter: QPainter, width: float) -> None:
        """Draw it from (0, 0)."""
        ...

    def hits(self, width: float) -> list[Hit]:
        """The marks in reading order."""
        ...
