"""The tables of a work: quiet heat behind figures, intervals beside or below them, the top values in bold."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from galley.core.paper_tables import paper_table
from galley.core.paper_tables.paper_table import Column, Figure, Line, Sheet
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Mark, WorkTables
from galley.gui.charts.chart_table import reason
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.canvas import Hit
from galley.gui.theme import Theme, Type
from galley.gui.theme.contrast import mix, pick_text_color
from galley.gui.translation import tr
from galley.gui.widgets.badge import letter_badge_size, paint_letter_badge

_ROW, _TALL, _HEAD, _GROUP = 29.0, 42.0, 24.0, 30.0
_AIR, _GAP, _BETWEEN = 9.0, 12.0, 34.0
_LABEL = 230.0
"""A label is not wider than this, where figures need the room."""
_RIGHT, _LEFT = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft
_DEPTH = 0.34


@dataclass(slots=True)
class _Block:
    """Some columns of a sheet that fit side by side: their numbers and lefts, and how wide each is."""

    columns: list[int]
    left: dict[int, float] = field(default_factory=dict)
    wide: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Plan:
    """A sheet laid out: how wide its labels are, whether intervals stand below their figures, and its blocks."""

    label: float
    is_stacked: bool
    blocks: list[_Block]


class SheetsDrawing:
    """One sheet below the other. Where a sheet is too wide its intervals go below the figures, then its columns go on
    in a second block."""

    def __init__(self, theme: Theme, tables: WorkTables) -> None:
        self._theme = theme
        self._tables = tables
        self._plans: dict[float, list[_Plan]] = {}
        self._hits: dict[float, list[Hit]] = {}

    def height(self, width: float) -> float:
        """All sheets."""
        plans = self._plan(width)
        tall = sum(self._tall(sheet, plan, width) for sheet, plan in zip(self._tables.sheets, plans, strict=True))
        return tall + self._theme.px(_BETWEEN) * (len(plans) - 1)

    def paint(self, painter: QPainter, width: float) -> None:
        """Titles, heads, lines, notes."""
        top = 0.0
        for sheet, plan in zip(self._tables.sheets, self._plan(width), strict=True):
            at = self._words(painter, sheet, top, width)
            for block in plan.blocks:
                at = self._block(painter, sheet, plan, block, at)
            self._notes(painter, sheet, at, width)
            top += self._tall(sheet, plan, width) + self._theme.px(_BETWEEN)

    def hits(self, width: float) -> list[Hit]:
        """One a figure, line by line; words have none."""
        if width not in self._hits:
            self._hits = {width: self._find(width)}
        return self._hits[width]

    # Layout ----------------------------------------------------------------------------------------------------

    def _plan(self, width: float) -> list[_Plan]:
        if width not in self._plans:
            self._plans = {width: [self._plan_of(sheet, width) for sheet in self._tables.sheets]}
        return self._plans[width]

    def _plan_of(self, sheet: Sheet, width: float) -> _Plan:
        theme = self._theme
        badge = letter_badge_size(theme).width() + theme.px(8) if self._has_letters(sheet) else 0.0
        names = [series_style.width(theme, Type.BODY, line.label) for line in sheet.lines]
        label = min(
            max([*names, series_style.width(theme, Type.SPEAKER, sheet.head)]) + badge, theme.px(_LABEL)
        ) + theme.px(_GAP)
        for stacked in (False, True):
            wide = [self._wide(sheet, number, stacked) for number in range(len(sheet.columns))]
            gaps = theme.px(_GAP) * self._groups(sheet)
            if label + sum(wide) + gaps <= width:
                break
        blocks: list[_Block] = []
        room, before = 0.0, ""
        for number, column in enumerate(sheet.columns):
            gap = theme.px(_GAP) if column.group != before else 0.0
            whole = sum(w for w, c in zip(wide, sheet.columns, strict=True) if c.group == column.group and column.group)
            needed = whole if column.group != before and label + whole <= width else wide[number]
            if not blocks or room + gap + needed > width:
                blocks.append(_Block([]))
                room, gap = label, 0.0
            blocks[-1].columns.append(number)
            blocks[-1].left[number], blocks[-1].wide[number] = room + gap, wide[number]
            room += gap + wide[number]
            before = column.group
        return _Plan(label, stacked, blocks)

    def _groups(self, sheet: Sheet) -> int:
        return len([group for group, _ in groupby(sheet.columns, key=lambda column: column.group)])

    def _wide(self, sheet: Sheet, number: int, stacked: bool) -> float:
        """How wide a column must be."""
        theme, column = self._theme, sheet.columns[number]
        values, ends = self._slots(sheet, number)
        figures = max(values, ends) if stacked else values + (ends + theme.px(6) if ends else 0.0)
        head = series_style.width(theme, Type.SPEAKER, column.title)
        alone = [c for c in sheet.columns if c.group == column.group] if column.group else []
        above = series_style.width(theme, Type.SMALL_STRONG, column.group) if len(alone) == 1 else 0.0
        return max(figures, head, above) + 2 * theme.px(_AIR)

    def _slots(self, sheet: Sheet, number: int) -> tuple[float, float]:
        """The widest figure of a column, and the widest interval."""
        theme, column = self._theme, sheet.columns[number]
        cells = [line.figures[number] for line in sheet.lines]
        strong = QFontMetricsF(theme.font(Type.BODY_STRONG))
        values = max((strong.horizontalAdvance(paper_table.format_cell(cell, column)) for cell in cells), default=0.0)
        ends = max(
            (series_style.width(theme, Type.CAPTION_NUMBER, interval(cell, column)) for cell in cells), default=0.0
        )
        return values, ends

    def _tall(self, sheet: Sheet, plan: _Plan, width: float) -> float:
        body = sum(self._head(sheet) + self._lines(sheet, plan) for _ in plan.blocks)
        air = self._theme.px(10) * len(plan.blocks)
        return self._above(sheet, width) + body + air + self._below(sheet, width)

    def _lines(self, sheet: Sheet, plan: _Plan) -> float:
        groups = len([group for group, _ in groupby(sheet.lines, key=lambda line: line.group) if group])
        return len(sheet.lines) * self._line(plan) + groups * self._theme.px(_GROUP)

    def _line(self, plan: _Plan) -> float:
        return self._theme.px(_TALL if plan.is_stacked else _ROW)

    def _head(self, sheet: Sheet) -> float:
        return self._theme.px(_HEAD * (2 if sheet.has_groups else 1) + 4)

    def _above(self, sheet: Sheet, width: float) -> float:
        return self._theme.px(26) + self._wrapped_height(Type.BODY, sheet.about, width) + self._theme.px(6)

    def _below(self, sheet: Sheet, width: float) -> float:
        note = _under(sheet)
        return self._theme.px(8) + self._wrapped_height(Type.SMALL, note, width) if note else 0.0

    def _wrapped_height(self, style: Type, text: str, width: float) -> float:
        if not text:
            return 0.0
        metrics = QFontMetricsF(self._theme.font(style))
        return metrics.boundingRect(QRectF(0, 0, width, 10_000), int(Qt.TextFlag.TextWordWrap), text).height() + 2

    def _has_letters(self, sheet: Sheet) -> bool:
        return any(line.criterion in self._tables.letters for line in sheet.lines)

    # Painting --------------------------------------------------------------------------------------------------

    def _words(self, painter: QPainter, sheet: Sheet, top: float, width: float) -> float:
        theme = self._theme
        series_style.write(painter, theme, Type.TITLE, "text", QRectF(0, top, width, theme.px(24)), sheet.title)
        self._flow(painter, Type.BODY, sheet.about, QRectF(0, top + theme.px(26), width, 10_000))
        return top + self._above(sheet, width)

    def _notes(self, painter: QPainter, sheet: Sheet, top: float, width: float) -> None:
        if note := _under(sheet):
            self._flow(painter, Type.SMALL, note, QRectF(0, top + self._theme.px(8), width, 10_000))

    def _flow(self, painter: QPainter, style: Type, text: str, rect: QRectF) -> None:
        painter.setFont(self._theme.font(style))
        painter.setPen(self._theme.color("second"))
        painter.drawText(rect, int(Qt.TextFlag.TextWordWrap), text)

    def _block(self, painter: QPainter, sheet: Sheet, plan: _Plan, block: _Block, top: float) -> float:
        theme, head = self._theme, self._head(sheet)
        bottom = top + head
        rule = QPen(theme.color("hairline"), 1)
        series_style.write(painter, theme, Type.SPEAKER, "second",
                  QRectF(0, bottom - theme.px(_HEAD), plan.label, theme.px(_HEAD - 4)), sheet.head)  # fmt: skip
        for group, columns in groupby(block.columns, key=lambda n: sheet.columns[n].group):
            group_columns = list(columns)
            start, end = block.left[group_columns[0]], block.left[group_columns[-1]] + block.wide[group_columns[-1]]
            if group:
                spot = QRectF(start + theme.px(_AIR), top, end - start - theme.px(_AIR), theme.px(_HEAD))
                align = _RIGHT if len(group_columns) == 1 else _LEFT
                series_style.write(painter, theme, Type.SMALL_STRONG, "text",
                          spot.adjusted(0, 0, -theme.px(_AIR) if len(group_columns) == 1 else 0, 0), group,
                          align)  # fmt: skip
            painter.setPen(rule)
            painter.drawLine(round(start), round(bottom) - 1, round(end), round(bottom) - 1)
            for n in group_columns:
                spot = QRectF(block.left[n] + theme.px(_AIR), bottom - theme.px(_HEAD),
                              block.wide[n] - 2 * theme.px(_AIR), theme.px(_HEAD - 4))  # fmt: skip
                align = _LEFT if sheet.columns[n].kind == "text" else _RIGHT
                series_style.write(painter, theme, Type.SPEAKER, "second", spot, sheet.columns[n].title, align)
        painter.setPen(rule)
        painter.drawLine(0, round(bottom) - 1, round(plan.label - theme.px(_GAP) / 2), round(bottom) - 1)
        ends = {n: self._slots(sheet, n)[1] for n in block.columns}
        for line, y, named in self._rows(sheet, plan, bottom):
            if named:
                spot = QRectF(0, y - theme.px(_GROUP - 6), plan.label + 4 * theme.px(_LABEL), theme.px(_GROUP - 8))
                series_style.write(painter, theme, Type.SPEAKER, "second", spot, line.group)
            self._label(painter, line, QRectF(0, y, plan.label, self._line(plan)))
            for n in block.columns:
                cell = line.figures[n]
                rect = QRectF(block.left[n], y, block.wide[n], self._line(plan)).adjusted(0, 0.5, 0, -0.5)
                if cell is not None:
                    self._cell(painter, rect, cell, sheet.columns[n], plan.is_stacked, ends[n])
        return bottom + self._lines(sheet, plan) + theme.px(10)

    def _rows(self, sheet: Sheet, plan: _Plan, top: float) -> list[tuple[Line, float, bool]]:
        """Each line with its top, and whether a head of its group stands above it."""
        rows, before = [], ""
        for line in sheet.lines:
            named = bool(line.group) and line.group != before
            top += self._theme.px(_GROUP) if named else 0.0
            rows.append((line, top, named))
            top += self._line(plan)
            before = line.group
        return rows

    def _label(self, painter: QPainter, line: Line, rect: QRectF) -> None:
        theme = self._theme
        letter, colour = self._tables.letters.get(line.criterion or ("", ""), ("", ""))
        start = 0.0
        if letter:
            size = letter_badge_size(theme)
            spot = QRectF(0, rect.center().y() - size.height() / 2, size.width(), size.height())
            paint_letter_badge(painter, theme, spot, letter, colour)
            start = size.width() + theme.px(8)
        series_style.write(
            painter, theme, Type.BODY, "text", rect.adjusted(start, 0, -theme.px(_GAP) / 2, 0), line.label
        )
        painter.setPen(QPen(theme.color("hairline_soft"), 1))
        painter.drawLine(0, round(rect.bottom()), round(rect.right() - theme.px(_GAP) / 2), round(rect.bottom()))

    def _cell(self, painter: QPainter, rect: QRectF, cell: Figure, column: Column, stacked: bool, slot: float) -> None:
        theme, roles = self._theme, self._theme.roles
        ground = self._tint(cell, column)
        if ground:
            painter.fillRect(rect, QColor(ground))
        else:
            painter.setPen(QPen(theme.color("hairline_soft"), 1))
            painter.drawLine(round(rect.left()), round(rect.bottom()), round(rect.right()), round(rect.bottom()))
        inner = rect.adjusted(theme.px(_AIR), 0, -theme.px(_AIR), 0)
        text, ends = paper_table.format_cell(cell, column), interval(cell, column)
        if stacked and slot:
            upper = QRectF(inner.left(), inner.top() + theme.px(3), inner.width(), inner.height() * 0.5)
            lower = QRectF(inner.left(), inner.top() + inner.height() * 0.5, inner.width(), inner.height() * 0.42)
        else:
            lower = QRectF(inner.right() - slot, inner.top(), slot, inner.height())
            upper = inner.adjusted(0, 0, -(slot + theme.px(6)) if slot else 0, 0)
        dark = pick_text_color(ground, *sorted((roles.text, roles.panel))) if ground else roles.text
        style = Type.BODY_STRONG if cell.is_marked else Type.NUMBER
        painter.setFont(theme.font(style))
        painter.setPen(QColor(dark if cell.value is not None else roles.second))
        align = _LEFT if column.kind == "text" else _RIGHT
        painter.drawText(upper, int(align.value | Qt.AlignmentFlag.AlignVCenter.value), text)
        if ends:
            painter.setFont(theme.font(Type.CAPTION_NUMBER))
            painter.setPen(QColor(mix(dark, ground or roles.panel, 0.25)))
            painter.drawText(lower, int(_RIGHT.value | Qt.AlignmentFlag.AlignVCenter.value), ends)

    def _tint(self, cell: Figure, column: Column) -> str:
        """From the panel to the accent between the ends of the column's heat; to the warning colour below 0 where a
        scale has two sides; none where there is nothing to tint."""
        if column.heat is None or not isinstance(cell.value, int | float):
            return ""
        zero, full = column.heat
        share = (cell.value - zero) / (full - zero)
        if share < 0 and zero:
            return ""
        other = self._theme.roles.accent if share >= 0 else series_style.color(self._theme, 1).name().upper()
        return mix(self._theme.roles.panel, other, _DEPTH * min(1.0, abs(share)))

    # Marks -----------------------------------------------------------------------------------------------------

    def _find(self, width: float) -> list[Hit]:
        hits: list[Hit] = []
        top = 0.0
        for sheet, plan in zip(self._tables.sheets, self._plan(width), strict=True):
            at = top + self._above(sheet, width)
            for block in plan.blocks:
                rows = self._rows(sheet, plan, at + self._head(sheet))
                for line, y, _ in rows:
                    for n in block.columns:
                        cell = line.figures[n]
                        if cell is not None and not isinstance(cell.value, str):
                            rect = QRectF(block.left[n], y, block.wide[n], self._line(plan)).adjusted(0, 0.5, 0, -0.5)
                            hits.append(Hit(rect, mark(line, sheet.columns[n], cell)))
                at += self._head(sheet) + self._lines(sheet, plan) + self._theme.px(10)
            top += self._tall(sheet, plan, width) + self._theme.px(_BETWEEN)
        return hits


def mark(line: Line, column: Column, cell: Figure) -> Mark:
    """A cell with all that there is to say of it, and the way to what is behind it where there is one."""
    about = ", ".join(filter(None, (line.label, column.group, column.title)))
    why = (reason(cell.why, "") or tr("there is nothing to count")) if cell.value is None else ""
    value = tr("undefined: {why}", why=why) if why else paper_table.format_cell(cell, column)
    ends = interval(cell, column)
    parts = [f"{about}: {value}", f"[{ends}]" if ends else ""]
    parts.append(f"n = {printed_figures.count(cell.n)}" if cell.n is not None else "")
    parts.append(tr("the top value") if cell.is_marked and column.top else "")
    value_ = float(cell.value) if isinstance(cell.value, int | float) else None
    return Mark(value_, cell.low, cell.high, 0, why, leads(cell), ", ".join(filter(None, parts)))


def interval(cell: Figure | None, column: Column) -> str:
    """The interval of a cell in print."""
    return paper_table.interval(cell, column).replace(" to ", tr(" to "))


def leads(cell: Figure) -> dict[str, object] | None:
    """The row behind a cell, where items can be found by it."""
    row = dict(cell.row or {})
    has_items = "items" in row or ("scheme" in row and "criterion" in row) or ("x" in row and "y" in row)
    return row if has_items else None


def _under(sheet: Sheet) -> str:
    return " ".join(filter(None, (*sheet.notes, printed_figures.left_out(dict(sheet.left_out)))))
