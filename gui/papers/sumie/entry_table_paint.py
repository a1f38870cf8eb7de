"""How a row of the table is painted, and the field in which a value is written."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from galley.core.papers.sumie.entry_model import EntryState
from galley.core.text.visible import make_visible
from galley.gui.papers.sumie.entry_rows import EntryRow
from galley.gui.papers.sumie.entry_table_model import (
    ATTRIBUTE,
    CHANGE,
    LINE,
    REST,
    VALUE,
    change_words,
    evidence_words,
)
from galley.gui.text_panes.answer_margin import paint_sign
from galley.gui.theme import Theme, Type
from galley.gui.theme.measure import readable
from galley.gui.translation import tr
from galley.gui.widgets.badge import paint_letter_badge
from galley.gui.widgets.paragraph import Paragraph, lay_out

_EDGE = 3
SIDE = 8.0
FIRST = 14.0
_MOST = 1_500
_BADGE, _SIGN, _AIR = 18.0, 11.0, 7.0
_MOST_LAID = 2_000
_ROLES = {
    EntryState.NEW: "positive",
    EntryState.SAME: "second",
    EntryState.CONFLICT: "warning",
    EntryState.GONE: "negative",
    None: "second",
}
_Index = QModelIndex | QPersistentModelIndex


class EntryDelegate(QStyledItemDelegate):
    """``evidence`` and ``active_units`` are the unit rows that are tinted: what the keys decide, and evidence.
    ``narrow`` folds words to signs."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.evidence: frozenset[int] = frozenset()
        self.active_units: frozenset[int] = frozenset()
        self.narrow = False
        self.field: QLineEdit | None = None
        """What is being written in, if anything is."""
        self._paragraphs: dict[tuple[Type, str, int], Paragraph] = {}
        self.rescale()

    def rescale(self) -> None:
        """Take the theme's fonts of now."""
        self._paragraphs.clear()
        styles = (Type.BODY, Type.BODY_MEDIUM, Type.SMALL, Type.CAPTION, Type.SPEAKER)
        self._fonts = {style: self._theme.font(style) for style in styles}
        self._metrics = {style: QFontMetricsF(font) for style, font in self._fonts.items()}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw one cell."""
        rect, state, line = QRect(option.rect), option.state, index.data(LINE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(line, EntryRow):
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

    def _paint_ground(
        self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, line: EntryRow, column: int
    ) -> None:
        theme = self._theme
        tint = edge = ""
        if line.unit in self.active_units:
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

    def height(self, line: EntryRow, attribute: float, value: float) -> int:
        """How high a row is whose attribute and value have so many pixels: both are whole, and so is the evidence under
        the value."""
        room = value - 2 * SIDE
        words = max(
            self._layout_text(Type.BODY_MEDIUM, line.entry.fact.attribute, attribute - 2 * SIDE).height,
            self._layout_text(Type.BODY, line.entry.fact.value, room).height
            + self._layout_text(Type.SMALL, evidence_words(line), room).height,
        )
        return ceil(words + self._theme.px(2 * _AIR)) + 1

    def _layout_text(self, style: Type, text: str, room: float) -> Paragraph:
        key = style, text, round(room)
        paragraph = self._paragraphs.get(key)
        if paragraph is None:
            if len(self._paragraphs) >= _MOST_LAID:
                self._paragraphs.clear()
            visible_text = " ".join(make_visible(text[:_MOST]).split())
            paragraph = self._paragraphs[key] = lay_out(
                self._theme, style, visible_text, readable(self._theme, style, room)
            )
        return paragraph

    def _text(
        self, painter: QPainter, style: Type, role: str, left: float, baseline: float, room: float, text: str
    ) -> None:
        painter.setFont(self._fonts[style])
        painter.setPen(self._theme.color(role))
        visible_text = " ".join(make_visible(text[:_MOST]).split())
        cut = self._metrics[style].elidedText(visible_text, Qt.TextElideMode.ElideRight, max(0.0, room))
        painter.drawText(QPointF(left, baseline), cut)

    def _baseline(self, rect: QRectF) -> float:
        return rect.top() + self._theme.px(_AIR) + self._layout_text(Type.BODY, "x", 100).layout.lineAt(0).ascent()

    def _paint_change(self, painter: QPainter, rect: QRectF, line: EntryRow) -> None:
        words = change_words(line)
        left = rect.left() + (SIDE if self.narrow else FIRST)
        role = _ROLES.get(line.state, "second") if line.state is not None else "second"
        self._text(painter, Type.BODY_MEDIUM, role, left, self._baseline(rect), rect.width(), words[:1])
        if not self.narrow:
            left += self._theme.px(16.0)
            self._text(painter, Type.SMALL, role, left, self._baseline(rect), rect.right() - left, words[2:])

    def _paint_attribute(self, painter: QPainter, rect: QRectF, line: EntryRow) -> None:
        laid = self._layout_text(Type.BODY_MEDIUM, line.entry.fact.attribute, rect.width() - 2 * SIDE)
        painter.setPen(self._theme.color("text" if line.is_in_table else "second"))
        laid.layout.draw(painter, QPointF(rect.left() + SIDE, rect.top() + self._theme.px(_AIR)))

    def _paint_value(self, painter: QPainter, rect: QRectF, line: EntryRow) -> None:
        left, room, top = rect.left() + SIDE, rect.width() - 2 * SIDE, rect.top() + self._theme.px(_AIR)
        laid = self._layout_text(Type.BODY, line.entry.fact.value, room)
        painter.setPen(self._theme.color("text" if line.is_in_table else "second"))
        laid.layout.draw(painter, QPointF(left, top))
        painter.setPen(self._theme.color("warning" if line.missing else "second"))
        evidence = self._layout_text(Type.SMALL, evidence_words(line), room)
        evidence.layout.draw(painter, QPointF(left, top + laid.height))

    def _paint_flags(self, painter: QPainter, rect: QRectF, line: EntryRow) -> None:
        """A sign for each, and behind it the answer in a word or the letter of what was flagged."""
        theme, px = self._theme, self._theme.px
        left, right, base, size = rect.left() + SIDE, rect.right() - 2, self._baseline(rect), px(_SIGN)
        for flag in line.flags:
            if left + size > right:
                break
            paint_sign(painter, theme, flag.state, QRectF(left, base - px(4.5) - size / 2, size, size))
            left += size + px(5.0)
            if flag.question:
                self._text(painter, Type.SMALL, "second" if flag.open else "text", left, base, right - left, flag.words)
                left += self._metrics[Type.SMALL].horizontalAdvance(flag.words) + px(8.0)
            else:
                criterion = flag.instead or flag.criterion
                badge = QRectF(left, base - px(12.5), px(_BADGE), px(16.0))
                paint_letter_badge(painter, theme, badge, criterion.letter, criterion.colour)
                left = badge.right() + px(6.0)

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
            editor.setModified(False)  # once: the field loses the keyboard too, while the table is filled again
            model.setData(model.index(index.row(), index.column()), editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _Index) -> None:
        """As large as the cell."""
        rect = QRect(option.rect)
        editor.setGeometry(rect.adjusted(1, 2, -1, -3))
