"""A square of figures: each cell is tinted by its figure and says it, so that nothing is told by colour alone. Below it
may stand how many it rests on; where there is no figure that is left to tooltip and table."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from galley.gui.charts.base import Mark, Matrix
from galley.gui.charts.drawing_kinds import NotedMatrix
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.canvas import Hit
from galley.gui.theme import Theme, Type
from galley.gui.theme.contrast import mix, pick_text_color

_CELL_HEIGHT = 36.0
_WIDEST_CELL = 200.0
_NARROWEST_CELL = 36.0
_GAP = 13.0
_LONGEST = 230.0
"""A column head that stands aslant is not longer."""
_LABEL_SHARE = 0.3
_MOST_LINES = 3
"""Lines into which a column head is broken before it stands aslant."""
_WRAP = int(Qt.TextFlag.TextWordWrap) | int((Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom).value)


class MatrixDrawing:
    """Columns are named above, rows at the left."""

    def __init__(self, theme: Theme, matrix: Matrix) -> None:
        self._theme = theme
        self._matrix = matrix
        names = (*matrix.rows, matrix.down)
        self._labels = max((series_style.width(theme, Type.BODY, name) for name in names), default=0.0)
        self._heads = max((series_style.width(theme, Type.CAPTION, name) for name in matrix.columns), default=0.0)
        pieces = (word for name in matrix.columns for word in name.split())
        self._word = max((series_style.width(theme, Type.CAPTION, word) for word in pieces), default=0.0)

    def height(self, width: float) -> float:
        """Heads, a band a row, the words for what is across."""
        return self._head(width) + len(self._matrix.rows) * self._theme.px(_CELL_HEIGHT) + self._theme.px(10)

    def paint(self, painter: QPainter, width: float) -> None:
        """Heads, labels, cells."""
        theme, matrix = self._theme, self._matrix
        left, cell = self._columns(width)
        head, tall = self._head(width), theme.px(_CELL_HEIGHT)
        if matrix.across:
            spot = QRectF(left, 0, max(cell * len(matrix.columns), 120), theme.px(16))
            series_style.write(painter, theme, Type.CAPTION, "second", spot, matrix.across)
        if matrix.down:
            spot = QRectF(0, head - theme.px(22), left - theme.px(_GAP), theme.px(16))
            series_style.write(painter, theme, Type.CAPTION, "second", spot, matrix.down, Qt.AlignmentFlag.AlignRight)
        for number, name in enumerate(matrix.columns):
            self._column_head(painter, name, left + number * cell, cell, head)
        for row, name in enumerate(matrix.rows):
            spot = QRectF(0, head + row * tall, left - theme.px(_GAP), tall)
            series_style.write_lines(painter, theme, Type.BODY, "text", spot, name, Qt.AlignmentFlag.AlignRight)
        painter.setPen(QPen(theme.color("hairline_soft"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for row, marks in enumerate(matrix.cells):
            for column, mark in enumerate(marks):
                if mark is None:
                    rect = QRectF(left + column * cell, head + row * tall, cell, tall)
                    painter.drawRect(rect.adjusted(1.5, 1.5, -1.5, -1.5))
        for hit, row, column in self._all(width):
            note = matrix.notes[row][column] if isinstance(matrix, NotedMatrix) else ""
            self._cell(painter, hit.rect, hit.mark, matrix.texts[row][column], note)

    def hits(self, width: float) -> list[Hit]:
        """One a cell that holds something."""
        return [hit for hit, _, _ in self._all(width)]

    def _all(self, width: float) -> list[tuple[Hit, int, int]]:
        left, cell = self._columns(width)
        head, tall = self._head(width), self._theme.px(_CELL_HEIGHT)
        hits = []
        for row, marks in enumerate(self._matrix.cells):
            for column, mark in enumerate(marks):
                if mark is not None:
                    rect = QRectF(left + column * cell, head + row * tall, cell, tall).adjusted(1, 1, -1, -1)
                    hits.append((Hit(rect, mark), row, column))
        return hits

    def _cell(self, painter: QPainter, rect: QRectF, mark: Mark, text: str, note: str) -> None:
        theme = self._theme
        if mark.value is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = QPen(theme.color("hairline"), 1)
            pen.setDashPattern([3, 3])
            painter.setPen(pen)
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
            series_style.write(painter, theme, Type.CAPTION, "second", rect, text, Qt.AlignmentFlag.AlignHCenter)
            return
        ground, roles = self._paint_ground(painter, rect, mark), theme.roles
        painter.setPen(QColor(pick_text_color(ground, *sorted((roles.text, roles.panel)))))
        upper, lower = rect, QRectF(rect)
        if note:
            lower.setTop(rect.top() + rect.height() * 0.56 - 2)
            upper = rect.adjusted(0, 0, 0, lower.top() + 2 - rect.bottom())
        for style, spot, words in ((Type.NUMBER, upper, text), (Type.CAPTION_NUMBER, lower, note)):
            painter.setFont(theme.font(style))
            painter.drawText(spot, int(Qt.AlignmentFlag.AlignCenter), words)

    def _paint_ground(self, painter: QPainter, rect: QRectF, mark: Mark) -> str:
        """The tint of a figure, or only its outline where the mark is hollow; returns the colour below the text."""
        if mark.few or mark.value is None:
            painter.setPen(QPen(self._theme.color("hairline"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
            return self._theme.roles.panel
        ground = self._tint(mark.value)
        painter.fillRect(rect, QColor(ground))
        return ground

    def _tint(self, value: float) -> str:
        """From the panel to the accent; below the middle of a scale around 0, to the warning colour."""
        roles, matrix = self._theme.roles, self._matrix
        if matrix.low < 0 and value < 0:
            return mix(
                roles.panel,
                series_style.color(self._theme, 1).name().upper(),
                0.06 + self._depth() * min(1.0, value / matrix.low),
            )
        low = max(0.0, matrix.low)
        share = (value - low) / (matrix.high - low) if matrix.high > low else 0.0
        return mix(roles.panel, roles.accent, 0.06 + self._depth() * min(1.0, max(0.0, share)))

    def _depth(self) -> float:
        # The middle of the dark scale would be legible on neither ink.
        return 0.42 if self._theme.dark else 0.66

    def _column_head(self, painter: QPainter, name: str, x: float, cell: float, head: float) -> None:
        theme = self._theme
        if not self._aslant(cell):
            tall = self._tall(cell)
            painter.setFont(theme.font(Type.CAPTION))
            painter.setPen(theme.color("second"))
            spot = QRectF(x + theme.px(4), head - tall - theme.px(5), cell - theme.px(8), tall)
            painter.drawText(spot, _WRAP, name)
            return
        painter.save()
        painter.translate(QPointF(x + cell / 2 - theme.px(3), head - theme.px(6)))
        painter.rotate(-40)
        spot = QRectF(0, -theme.px(9), min(self._heads + 2, theme.px(_LONGEST)), theme.px(18))
        series_style.write(painter, theme, Type.CAPTION, "second", spot, name)
        painter.restore()

    def _aslant(self, cell: float) -> bool:
        lines = self._tall(cell) / QFontMetricsF(self._theme.font(Type.CAPTION)).lineSpacing()
        return self._word > cell - self._theme.px(8) or lines > _MOST_LINES + 0.5

    def _tall(self, cell: float) -> float:
        """How high the column heads are, broken into lines between words."""
        metrics, room = QFontMetricsF(self._theme.font(Type.CAPTION)), QRectF(0, 0, cell - self._theme.px(8), 1000)
        return max((metrics.boundingRect(room, _WRAP, name).height() for name in self._matrix.columns), default=0.0)

    def _head(self, width: float) -> float:
        theme = self._theme
        _, cell = self._columns(width)
        aslant = min(self._heads + 2, theme.px(_LONGEST)) * 0.66 + theme.px(14)
        names = aslant if self._aslant(cell) else self._tall(cell) + theme.px(10)
        return names + (theme.px(18) if self._matrix.across else 0)

    def _columns(self, width: float) -> tuple[float, float]:
        theme, count = self._theme, max(1, len(self._matrix.columns))
        left = min(self._labels + 2, width * _LABEL_SHARE) + theme.px(_GAP)
        cell = min((width - left - 2) / count, theme.px(_WIDEST_CELL))
        if self._aslant(cell):  # the last head stands out beyond its column
            cell = min((width - left - 0.78 * min(self._heads, theme.px(_LONGEST))) / count, theme.px(_WIDEST_CELL))
        return left, max(theme.px(_NARROWEST_CELL), cell)
