"""What paints the drawings of ``galley.gui.charts.drawing_kinds``."""

from __future__ import annotations

from galley.gui.charts.base import Matrix, Rows, WorkTables
from galley.gui.charts.drawing_kinds import Contrast, NotedMatrix
from galley.gui.scores.drawing.annotated_matrix import NotedMatrixDrawing
from galley.gui.scores.drawing.canvas import Drawing
from galley.gui.scores.drawing.contrast import ContrastDrawing
from galley.gui.theme import Theme


def painter_of(theme: Theme, drawing: Rows | Matrix | WorkTables) -> Drawing | None:
    """The painter of a drawing of a kind of its own; None for the others."""
    if isinstance(drawing, Contrast):
        return ContrastDrawing(theme, drawing)
    return NotedMatrixDrawing(theme, drawing) if isinstance(drawing, NotedMatrix) else None
