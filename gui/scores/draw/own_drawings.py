"""What paints the drawings of ``galley.gui.charts.drawing_kinds``."""

from __future__ import annotations

from galley.gui.charts.base import Matrix, Plane, Rows, WorkTables
from galley.gui.charts.drawing_kinds import Contrast, Field, Headed, Multiples, Noted
from galley.gui.scores.draw.canvas import Drawing
from galley.gui.scores.draw.contrast_drawing import ContrastDrawing
from galley.gui.scores.draw.field_drawing import FieldDrawing
from galley.gui.scores.draw.headed_rows import HeadedRowsDrawing
from galley.gui.scores.draw.multiples_drawing import MultiplesDrawing
from galley.gui.scores.draw.noted_matrix import NotedMatrixDrawing
from galley.gui.theme import Theme


def painter_of(
    theme: Theme, made: Rows | Matrix | Plane | WorkTables, settling: frozenset[tuple[int, int]] = frozenset()
) -> Drawing | None:
    """The painter of a drawing of a kind of its own; None for the others. ``settling``: see ``RowsDrawing``."""
    if isinstance(made, Headed):
        return HeadedRowsDrawing(theme, made, settling)
    if isinstance(made, Field):
        return FieldDrawing(theme, made)
    if isinstance(made, Multiples):
        return MultiplesDrawing(theme, made)
    if isinstance(made, Contrast):
        return ContrastDrawing(theme, made)
    return NotedMatrixDrawing(theme, made) if isinstance(made, Noted) else None
