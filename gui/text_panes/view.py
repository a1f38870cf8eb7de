"""The text of one document with everything that is laid under and beside it.

One unit is one block of a ``QTextDocument``. Qt lays out and draws the text and its selection; tints, lanes,
margin and coverage are painted under it, for the blocks in sight only. Nothing here interprets markup.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QEvent, QLineF, QPointF, QPropertyAnimation, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from galley.core.domain import Span, Unit
from galley.gui.text_panes.answer_margin import MarginAnswer, paint_answer
from galley.gui.text_panes.document import ABOVE, BELOW, PaneDocument
from galley.gui.text_panes.geometry import Geometry
from galley.gui.text_panes.gutter import Gutter, GutterKind
from galley.gui.text_panes.mark_lanes import Frame, LaneDrawing, Measurer
from galley.gui.text_panes.text_marks import EvidencePlace, TextMark
from galley.gui.text_panes.unit_places import UnitPlaces
from galley.gui.theme import Theme
from galley.gui.theme.contrast import mix
from galley.gui.widgets.overlay_bar import OverlayBar

STRIP_WIDTH = 4.0
"""Pixels, at every text size."""

STRIP_INSET = 2.0
"""Pixels between the strip and the right edge of the pane."""

_PITCH = 5.0


def paint_strip(painter: QPainter, theme: Theme, rect: QRectF, covered: bool, colour: str = "") -> None:
    """Draw one unit's strip into ``rect``.

    ``colour`` (``#RRGGBB`` of a criterion, if the gap itself is flagged) colours the hatching.
    """
    outline = QPainterPath()
    outline.addRoundedRect(rect, STRIP_WIDTH / 2, STRIP_WIDTH / 2)
    if covered:
        painter.fillPath(outline, theme.color("evidence_edge"))
        return
    color: QColor = theme.mark(colour) if colour else theme.color("uncovered")
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    pen = QPen(color, 2.0 if colour else 1.0)  # a plain gap is told, a flagged one is seen
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.translate(rect.topLeft())
    painter.drawLines(_hatching(ceil((rect.height() + 2 * STRIP_WIDTH) / _PITCH)))
    painter.restore()


@lru_cache(maxsize=64)
def _hatching(count: int) -> list[QLineF]:
    """So many strokes across a strip, from a little above its top."""
    tops = [-STRIP_WIDTH + _PITCH * number for number in range(count)]
    return [QLineF(-1, top + 3.5, STRIP_WIDTH + 1, top) for top in tops]


_EDGE = 3.0
_REVEAL_MARGIN = 20
_GLIDE_MS = 140
_VEIL = 0.62
"""How much of the ground lies over a unit that steps back."""


class TextView(UnitPlaces):
    """The scrolling, painting part of a pane, without input handling (see ``galley.gui.text_panes.read_connection``).

    ``reached(index)``: the end of a unit that was awaited was painted.
    """

    reached = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._measurer = Measurer(theme)
        self._drawings: dict[int, LaneDrawing] = {}
        self._geometry: dict[int, Geometry] = {}  # of the units that were drawn since they were laid out
        self._places: dict[int, list[EvidencePlace]] = {}
        self._coverage: tuple[bool | None, ...] = ()
        self._answers: dict[int, MarginAnswer] = {}
        self._dim: frozenset[int] = frozenset()
        self._dotted_spans: dict[int, tuple[Span, ...]] = {}
        self._hits: dict[int, tuple[Span, ...]] = {}
        self._hit: tuple[int, Span] | None = None
        self._current: int | None = None
        self._read: int | None = None
        self._current_flag: int | None = None
        self._awaited_units: set[int] = set()
        self._laid: object = None
        """What was given when the text was laid out, as long as that still says how it lies."""
        self._anchor_unit: int | None = None
        self._fresh = False  # a text that has not been painted yet is painted whole
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setCursorWidth(2)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._glide = QPropertyAnimation(self.verticalScrollBar(), b"value", self)
        self._glide.setDuration(_GLIDE_MS)
        self._bar = OverlayBar(theme, self)
        theme.changed.connect(self._theme_changed)

    # ---- what is shown

    def set_units(
        self,
        units: Sequence[Unit],
        kind: GutterKind,
        marks: Iterable[TextMark],
        answers: Mapping[int, MarginAnswer] | None = None,
    ) -> None:
        """Show other text, scrolled to its start. Evidence, coverage and the current unit are forgotten. ``answers``
        by unit, of which there may be none yet, have a margin. The same text as before is not laid out again: tasks
        change more often than items."""
        adjudicates = any(answer.adjudicates for answer in (answers or {}).values())
        laid = (tuple(map(id, units)), kind, marks := list(marks), answers is not None, adjudicates)
        same = laid == self._laid and not self.textCursor().hasSelection()
        self._answers, self._has_answers, self._adjudicates = dict(answers or {}), answers is not None, adjudicates
        if not same:
            self._content = PaneDocument(self._theme, units)
            self._content.set_marks(marks)
            self._gutter = Gutter(self._theme, kind, units)
        self._places = {}
        self._coverage = ()
        self._dim, self._dotted_spans = frozenset(), {}
        self._hits, self._hit = {}, None
        self._current = self._current_flag = self._read = self._anchor_unit = None
        self._awaited_units = set()
        if same:
            self._glide.stop()
            self._forget_drawings()
            self._fresh = True
            self.viewport().update()
        else:
            self._rebuild()
            self._laid = laid
        self.verticalScrollBar().setValue(0)

    def set_answers(self, answers: Mapping[int, MarginAnswer]) -> None:
        """Say what is answered of the units, in a text that has the margin for it."""
        before, self._answers = self._answers, dict(answers)
        self._paint_anew({i for i in before.keys() | answers.keys() if before.get(i) != answers.get(i)})

    def await_ends(self, indexes: Iterable[int]) -> None:
        """Say by ``reached`` once the end of each of these units has been painted."""
        self._awaited_units = set(indexes)

    def set_marks(self, marks: Iterable[TextMark]) -> None:
        """Lay other marks under the text. No word moves; lines do where more lanes overlap than they have room for."""
        self._laid = None
        before = self._content.marks
        changed = self._content.set_marks(marks)
        new_marks = self._content.marks
        touched = {unit for unit in before.keys() | new_marks.keys() if before.get(unit) != new_marks.get(unit)}
        if changed:
            self._forget_drawings()
            self._keeping_place(lambda: self._content.reformat(self.document(), changed), min(changed))
            self.viewport().update()
        else:
            self._paint_anew(touched)

    def set_current(self, index: int | None, flag_id: int | None) -> None:
        """Tint unit ``index`` as the one under review, and bring the mark of ``flag_id`` forward."""
        if (index, flag_id) == (self._current, self._current_flag):
            return
        changed = {unit for unit in (self._current, index) if unit is not None and self._current != index}
        self._current = index
        if flag_id != self._current_flag:
            changed |= self._content.units_of_flag(self._current_flag) | self._content.units_of_flag(flag_id)
            self._current_flag = flag_id
        self._paint_anew(changed)

    def set_read(self, index: int | None) -> None:
        """Tint unit ``index`` as one that is only looked at."""
        if index != self._read:
            changed = {unit for unit in (self._read, index) if unit is not None}
            self._read = index
            self._paint_anew(changed)

    def set_evidence(self, places: Iterable[EvidencePlace]) -> None:
        """Tint the units of these places, and more strongly the spans in them."""
        grouped: dict[int, list[EvidencePlace]] = {}
        for place in places:
            grouped.setdefault(place.unit_index, []).append(place)
        if grouped == self._places:
            return
        before, self._places = self._places, grouped
        self._paint_anew({unit for unit in before.keys() | grouped.keys() if before.get(unit) != grouped.get(unit)})

    def set_coverage(self, coverage: Sequence[bool | None]) -> None:
        """Say for each unit whether it is covered; None draws no strip."""
        if tuple(coverage) != self._coverage:
            self._coverage = tuple(coverage)
            left_x = round(self._right - STRIP_INSET - STRIP_WIDTH) - 1
            self.viewport().update(left_x, 0, self.viewport().width() - left_x, self.viewport().height())

    def set_backdrop(self, dim: Collection[int], dotted: Mapping[int, Sequence[Span]]) -> None:
        """Let the units ``dim`` step back, and draw a quiet dotted line under the words ``dotted`` (code points)."""
        if not (dim or dotted or self._dim or self._dotted_spans):
            return
        before, self._dim = self._dim, frozenset(dim)
        lines, self._dotted_spans = self._dotted_spans, {index: tuple(spans) for index, spans in dotted.items()}
        moved = {i for i in lines.keys() | self._dotted_spans.keys() if lines.get(i) != self._dotted_spans.get(i)}
        self._paint_anew(moved | (before ^ self._dim))

    def set_hits(self, hits: Mapping[int, Sequence[Span]], current_hit: tuple[int, Span] | None) -> None:
        """Frame the words that a search found (code points by unit); the hit in ``front`` boldly."""
        if not (hits or self._hits):
            return
        before, self._hits = self._hits, {index: tuple(spans) for index, spans in hits.items()}
        moved = {i for i in before.keys() | self._hits.keys() if before.get(i) != self._hits.get(i)}
        moved |= {hit[0] for hit in (current_hit, self._hit) if hit is not None and current_hit != self._hit}
        self._hit = current_hit
        self._paint_anew(moved)

    def reveal(self, index: int, animate: bool = False) -> None:
        """Scroll just far enough that unit ``index`` is in sight; do nothing if it is. Nothing glides where the user
        wants no motion."""
        if not 0 <= index < len(self.units):
            return
        self._glide.stop()
        self._anchor_unit = index
        top, bottom = self._extent(index)
        bar, height = self.verticalScrollBar(), self.viewport().height()
        value, margin = bar.value(), min(_REVEAL_MARGIN, height // 8)
        if top >= value and bottom <= value + height:
            return
        if bottom > value + height and bottom - top <= height - 2 * margin:
            target = bottom + margin - height
        else:
            target = top - margin
        if target > bar.maximum():
            # Qt measures long texts by and by; what must be reached now must be within the range now.
            bar.setMaximum(max(bar.maximum(), ceil(self.document().size().height()) - height))
        target = min(max(0, round(target)), bar.maximum())
        if animate and not self._theme.still:
            self._glide.setEndValue(target)
            self._glide.start()
        else:
            bar.setValue(target)

    # ---- drawings

    def _drawing(self, index: int, block: QTextBlock) -> LaneDrawing | None:
        drawing = self._drawings.get(index)
        if drawing is not None:
            return drawing
        marks = self._content.marks.get(index, ())
        places = [
            (place.start, place.end)
            for place in self._places.get(index, ())
            if place.start is not None and place.end is not None
        ]
        dotted, hits = self._dotted_spans.get(index, ()), self._hits.get(index, ())
        if not marks and not places and not dotted and not hits:
            return None
        drawing = self._drawings[index] = self._measurer.measure(
            block.layout(),
            self._content.offsets(index),
            self._content.visible_texts[index],
            marks,
            places,
            self._current_flag,
            dotted,
            self._geometry.setdefault(index, Geometry()),
        )
        for span in hits:
            look = Frame.CURRENT if self._hit == (index, span) else Frame.HIT
            self._measurer.frame(drawing, block.layout(), self._content.offsets(index), span, look)
        for place in self._places.get(index, ()):
            if place.stance is not None and place.start is not None and place.end is not None:
                words, look = (place.start, place.end), Frame[place.stance.name]
                self._measurer.frame(drawing, block.layout(), self._content.offsets(index), words, look)
        return drawing

    def _forget_drawings(self) -> None:
        """The text is laid out again."""
        self._drawings.clear()
        self._geometry.clear()

    # ---- painting

    def _paint_anew(self, units: set[int]) -> None:
        """Draw these units afresh; the others, and what the eye rests on there, are not touched."""
        for unit in units:
            self._drawings.pop(unit, None)
        if not units or self._fresh:
            return
        viewport, scroll = self.viewport(), self.verticalScrollBar().value()
        for index in self._between(scroll, scroll + viewport.height()):
            if index in units:
                # not a line more: all that is drawn of a unit lies within, and its neighbours need not be drawn
                top = round(self._tops[index]) - scroll
                viewport.update(0, top, viewport.width(), round(self._ends[index]) - scroll - top)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the units that are to be painted: tint, lanes, margin, strip, and the text over them.

        Only where text is selected, or a caret stands in it, Qt draws the text: it draws all that lies between the
        first and the last of them.
        """
        self._fresh = False
        scroll, width = self.verticalScrollBar().value(), self.viewport().width()
        region, clip = event.region(), event.rect()
        plain = not self.textCursor().hasSelection() and not self._has_caret()
        document, text, origin = self.document(), self._theme.color("text"), QPointF(0, -scroll)
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for index in self._between(clip.top() + scroll, clip.bottom() + 1 + scroll):
                start, end = self._tops[index], self._ends[index]
                top, bottom = round(start) - scroll, round(end) - scroll
                if not region.intersects(QRect(0, top, width, bottom - top)):
                    continue
                block = document.findBlockByNumber(index)
                layout = block.layout()
                self._paint_tint(painter, index, top, bottom, width)
                position = layout.position()
                drawing = self._drawing(index, block)
                if drawing is not None:
                    painter.translate(position.x(), position.y() - scroll)
                    drawing.paint(painter, self._theme)
                    painter.resetTransform()
                line = layout.lineAt(0)
                self._gutter.paint(painter, index, position.y() - scroll + line.y() + line.ascent())
                self._paint_strip(painter, index, start - scroll, end - scroll)
                if self._has_answers and index in self._answers:
                    baseline = position.y() - scroll + line.y() + line.ascent()
                    right = self._right - STRIP_INSET - STRIP_WIDTH
                    active = index == self._current
                    paint_answer(painter, self._theme, self._answers[index], right, baseline, active)
                if plain:
                    painter.setPen(text)
                    layout.draw(painter, origin)
                    self._paint_veil(painter, index)
        if not plain:
            super().paintEvent(event)
            with QPainter(self.viewport()) as painter:
                for index in self._between(clip.top() + scroll, clip.bottom() + 1 + scroll):
                    self._paint_veil(painter, index)
        if self._awaited_units:
            self._tell_reached(scroll, scroll + self.viewport().height())

    def _tell_reached(self, top: int, bottom: int) -> None:
        """What of the awaited ends lies between, in document coordinates."""
        seen = {i for i in self._awaited_units.intersection(self._between(top, bottom)) if self._ends[i] <= bottom + 1}
        self._awaited_units -= seen
        for index in sorted(seen):
            self.reached.emit(index)

    def _has_caret(self) -> bool:
        return bool(self.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard)

    def _paint_tint(self, painter: QPainter, index: int, top: int, bottom: int, width: int) -> None:
        theme, roles = self._theme, self._theme.roles
        if index == self._current:
            tint, edge = theme.color("flag_tint"), theme.color("flag_edge")
        elif index == self._read:
            tint, edge = theme.color("row"), theme.color("accent")
        elif index in self._places:
            strength = max(place.strength for place in self._places[index])
            tint = theme.color("evidence_tint")
            if strength < 1:
                tint = QColor(mix(roles.panel, roles.evidence_tint, 0.5 + 0.5 * max(0.0, strength)))
            edge = theme.color("evidence_edge")
        else:
            return
        painter.fillRect(0, top, width, bottom - top, tint)
        painter.fillRect(QRectF(0, top, _EDGE, bottom - top), edge)

    def _paint_veil(self, painter: QPainter, index: int) -> None:
        if index in self._dim:
            ground, scroll = self._theme.color("panel"), self.verticalScrollBar().value()
            ground.setAlphaF(_VEIL)
            top = round(self._tops[index]) - scroll
            painter.fillRect(0, top, self.viewport().width(), round(self._ends[index]) - scroll - top, ground)

    def _paint_strip(self, painter: QPainter, index: int, start: float, end: float) -> None:
        covered = self._coverage[index] if index < len(self._coverage) else None
        if covered is None:
            return
        top = start + self._theme.px(ABOVE) + 1
        height = end - self._theme.px(BELOW) + 1 - top
        rect = QRectF(self._right - STRIP_INSET - STRIP_WIDTH, top, STRIP_WIDTH, height)
        whole = next((mark for mark in self._content.marks.get(index, ()) if mark.whole), None)
        paint_strip(painter, self._theme, rect, covered, whole.colour if whole is not None else "")

    # ---- keeping the reader's place

    def _rebuild(self) -> None:
        self._glide.stop()
        self._forget_drawings()
        self.setUpdatesEnabled(False)
        try:
            old = self.document()
            ours = old.parent() is self
            self.setDocument(self._content.build(self, self._gutter.width, self._margin))
            self._widen()
            if ours:
                old.deleteLater()  # Qt itself deletes only the document that it made
            self._forget_places(0)
            self._fresh = True
        finally:
            self.setUpdatesEnabled(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the text out for the new width; the first unit in sight stays in place, and what was brought into sight
        stays in sight."""
        anchor_unit = (
            self._anchor_unit
            if self._anchor_unit is not None and self._touches(self._anchor_unit, event.oldSize().height())
            else None
        )
        if self.viewport().width() != self._wide:  # one that was hidden is told no size that it had before
            self._forget_drawings()
            self._keeping_place(self._widen)
        super().resizeEvent(event)
        if anchor_unit is not None:
            self.reveal(anchor_unit)
        self._bar.place()

    def _touches(self, index: int, height: int) -> bool:
        """Whether something of a unit was in sight while the viewport was so high; of one that glides there, too."""
        if self._glide.state() is QPropertyAnimation.State.Running:
            return True
        top, bottom = self._extent(index)
        value = self.verticalScrollBar().value()
        return top < value + height and bottom > value

    def changeEvent(self, event: QEvent) -> None:
        """Keep the reading face: Qt would give the document the interface's font whenever that changes."""
        if event.type() not in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            super().changeEvent(event)

    def _theme_changed(self) -> None:
        cursor = self.textCursor()
        anchor, position = cursor.anchor(), cursor.position()
        self._keeping_place(self._redress)
        if anchor != position:
            cursor = self.textCursor()
            cursor.setPosition(anchor)
            cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)

    def _redress(self) -> None:
        """Set the same text and marks again in the theme's fonts and sizes of now."""
        marks = [mark for group in self._content.marks.values() for mark in group]
        self._measurer = Measurer(self._theme)
        self._gutter.rescale()
        self._content = PaneDocument(self._theme, self.units)
        self._content.set_marks(marks)
        self._rebuild()
