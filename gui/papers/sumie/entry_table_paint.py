"""How a row of the table is painted, and the field in which a value is written."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from galley.core.papers.sumie.entry_model import State
from galley.core.project.item_reading import FlagState
from galley.core.text.visible import visible
from galley.gui.language import tr
from galley.gui.papers.sumie.entry_rows import Line, letters
from galley.gui.papers.sumie.entry_table_model import (
    ATTRIBUTE,
    CHANGE,
    LINE,
    REST,
    VALUE,
    change_words,
    check_words,
    evidence_words,
)
from galley.gui.theme import Theme, Type
from galley.gui.widgets.badge import paint_letter_badge

_EDGE = 3
SIDE = 8.0
FIRST = 14.0
_MOST = 400
_BADGE = 18.0
_ROLES = {
    State.NEW: "positive",
    State.SAME: "second",
    State.CONFLICT: "warning",
    State.GONE: "negative",
    None: "second",
}
_SIGNS = {FlagState.ACCEPTED: "✓", FlagState.UNSURE: "?"}
_Index = QModelIndex | QPersistentModelIndex


class EntryDelegate(QStyledItemDelegate):
    """``evidence`` are the unit rows that are tinted as evidence; ``narrow`` folds words to signs."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.evidence: frozenset[int] = frozenset()
        self.lit = 0
        self.narrow = False
        self.field: QLineEdit | None = None
        """What is being written in, if anything is."""
        self.rescale()

    def rescale(self) -> None:
        """Take the theme's fonts of now."""
        styles = (Type.BODY, Type.BODY_MEDIUM, Type.SMALL, Type.CAPTION, Type.SPEAKER)
        self._fonts = {style: self._theme.font(style) for style in styles}
        self._metrics = {style: QFontMetricsF(font) for style, font in self._fonts.items()}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw one cell."""
        rect, state, line = QRect(option.rect), option.state, index.data(LINE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(line, Line):
            self._paint_ground(painter, rect, state, line, index.column())
            {CHANGE: self._paint_change, ATTRIBUTE: self._paint_attribute, VALUE: self._paint_value}.get(
                index.column(), self._paint_flags
            )(painter, QRectF(rect), line)
        else:
            self._paint_head(painter, rect)
        painter.restore()

    def _paint_head(self, painter: QPainter, rect: QRect) -> None:
        theme = self._theme
        painter.fillRect(rect, theme.color("window"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("hairline_soft"))
        painter.setFont(self._fonts[Type.SPEAKER])
        painter.setPen(theme.color("second"))
        painter.drawText(QRectF(rect).adjusted(FIRST, 0, -SIDE, 0), int(Qt.AlignmentFlag.AlignVCenter.value), REST)

    def _paint_ground(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, line: Line, column: int) -> None:
        theme = self._theme
        tint = edge = ""
        if line.unit == self.lit:
            tint, edge = "flag_tint", "flag_edge"
        elif state & QStyle.StateFlag.State_Selected:
            tint, edge = "row", "accent"
        elif line.unit in self.evidence:
            tint, edge = "evidence_tint", "evidence_edge"
        elif state & QStyle.StateFlag.State_MouseOver:
            tint = "hover"
        if tint:
            painter.fillRect(rect, theme.color(tint))
        if edge and column == CHANGE:
            painter.fillRect(QRect(rect.left(), rect.top(), _EDGE, rect.height()), theme.color(edge))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("hairline_soft"))

    def _lines(self, rect: QRectF) -> tuple[float, float]:
        """The two baselines of a row."""
        middle = rect.top() + (rect.height() - 1) / 2
        return middle - self._theme.px(3.5), middle + self._theme.px(13.0)

    def _text(
        self, painter: QPainter, style: Type, role: str, left: float, baseline: float, room: float, text: str
    ) -> None:
        painter.setFont(self._fonts[style])
        painter.setPen(self._theme.color(role))
        shown = " ".join(visible(text[:_MOST]).split())
        cut = self._metrics[style].elidedText(shown, Qt.TextElideMode.ElideRight, max(0.0, room))
        painter.drawText(QPointF(left, baseline), cut)

    def _paint_change(self, painter: QPainter, rect: QRectF, line: Line) -> None:
        words = change_words(line)
        left = rect.left() + (SIDE if self.narrow else FIRST)
        sign, word = words[:1], words[2:]
        role = _ROLES.get(line.state, "second") if line.state is not None else "second"
        upper, _ = self._lines(rect)
        self._text(painter, Type.BODY_MEDIUM, role, left, upper, rect.width(), sign)
        if not self.narrow:
            left += self._theme.px(16.0)
            self._text(painter, Type.SMALL, role, left, upper, rect.right() - left, word)

    def _paint_attribute(self, painter: QPainter, rect: QRectF, line: Line) -> None:
        upper, _ = self._lines(rect)
        role = "text" if line.held else "second"
        left, room = rect.left() + SIDE, rect.width() - 2 * SIDE
        self._text(painter, Type.BODY_MEDIUM, role, left, upper, room, line.entry.fact.attribute)

    def _paint_value(self, painter: QPainter, rect: QRectF, line: Line) -> None:
        upper, lower = self._lines(rect)
        left, room = rect.left() + SIDE, rect.width() - 2 * SIDE
        role = "text" if line.held else "second"
        self._text(painter, Type.BODY, role, left, upper, room, line.entry.fact.value)
        quiet = "warning" if line.missing else "second"
        self._text(painter, Type.SMALL, quiet, left, lower, room, evidence_words(line))

    def _paint_flags(self, painter: QPainter, rect: QRectF, line: Line) -> None:
        theme, px = self._theme, self._theme.px
        upper, lower = self._lines(rect)
        left, right = rect.left() + SIDE, rect.right() - SIDE
        for letter, colour, state in letters(line.flags):
            badge = QRectF(left, upper - px(12.5), px(_BADGE), px(16.0))
            if badge.right() > right:
                self._text(painter, Type.SMALL, "second", left, upper, px(12.0), "…")
                break
            if state is FlagState.OVERRIDDEN:
                painter.setFont(self._fonts[Type.SPEAKER])
                painter.setPen(theme.color("faint"))
                painter.drawText(badge, int(Qt.AlignmentFlag.AlignCenter), letter)
                across = badge.center().y()
                painter.drawLine(QPointF(badge.left() + 3, across), QPointF(badge.right() - 3, across))
            else:
                paint_letter_badge(painter, theme, badge, letter, colour)
            left = badge.right() + px(1.0)
            sign = _SIGNS.get(state, "")
            if sign:
                role = "positive" if state is FlagState.ACCEPTED else "warning"
                self._text(painter, Type.SPEAKER, role, left, upper, px(12.0), sign)
                left += px(10.0)
            left += px(3.0)
        checks = check_words(line, self.narrow)
        if checks:
            self._text(painter, Type.CAPTION, "second", rect.left() + SIDE, lower, right - rect.left() - SIDE, checks)

    # ---- writing

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        """A field for an attribute or value."""
        field = self.field = QLineEdit(parent)
        field.setAccessibleName(tr("Attribute") if index.column() == ATTRIBUTE else tr("Value"))
        field.setFont(self._fonts[Type.BODY])
        return field

    def destroyEditor(self, editor: QWidget, index: _Index) -> None:
        """Nothing is written any more."""
        self.field = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        """Fill it with what is there."""
        assert isinstance(editor, QLineEdit)
        editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
        editor.setModified(False)
        editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        """Give away what was written, if anything was."""
        assert isinstance(editor, QLineEdit)
        if editor.isModified():
            editor.setModified(False)  # once: the field loses the keyboard too, while the table is filled anew
            model.setData(model.index(index.row(), index.column()), editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _Index) -> None:
        """As large as the cell."""
        rect = QRect(option.rect)
        editor.setGeometry(rect.adjusted(1, 2, -1, -3))
