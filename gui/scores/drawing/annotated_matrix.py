"""A square of figures with how many each rests on beneath it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from galley.gui.charts.base import Mark
from galley.gui.charts.drawing_kinds import NotedMatrix
from galley.gui.scores.drawing.matrix import MatrixDrawing
from galley.gui.theme import Theme, Type
from galley.gui.theme.contrast import pick_text_color


class NotedMatrixDrawing(MatrixDrawing):
    """As ``MatrixDrawing``; ``notes`` stand in the lower part of each cell; where there is no figure
    they are left to tooltip and table."""

    def __init__(self, theme: Theme, noted: NotedMatrix) -> None:
        super().__init__(theme, noted)
        self._noted_matrix = noted
        self._of = {
            id(mark): noted.notes[row][column]
            for row, marks in enumerate(noted.cells) for column, mark in enumerate(marks)
        }  # fmt: skip

    def _cell(self, painter: QPainter, rect: QRectF, mark: Mark, text: str) -> None:
        note = self._of.get(id(mark), "")
        if mark.value is None or not note:
            super()._cell(painter, rect, mark, text)
            return
        theme, roles = self._theme, self._theme.roles
        ground = self._paint_ground(painter, rect, mark)
        shade = QColor(pick_text_color(ground, *sorted((roles.text, roles.panel))))
        painter.setPen(shade)
        middle = rect.top() + rect.height() * 0.56
        for style, spot, words in (
            (Type.NUMBER, QRectF(rect.left(), rect.top(), rect.width(), middle - rect.top()), text),
            (Type.CAPTION_NUMBER, QRectF(rect.left(), middle - 2, rect.width(), rect.bottom() - middle), note),
        ):
            painter.setFont(theme.font(style))
            painter.drawText(spot, int(Qt.AlignmentFlag.AlignCenter), words)
