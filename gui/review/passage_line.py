"""One line of the alignment: a label at the left, a text whose words are marked by weight and shape at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.domain import Span
from galley.core.text.visible import make_visible
from galley.gui.text_panes.geometry import line_rects
from galley.gui.text_panes.offsets import Offsets
from galley.gui.theme import Theme, Type
from galley.gui.theme.measure import readable
from galley.gui.translation import tr
from galley.gui.widgets.paragraph import Paragraph, lay_out

_EDGE = 3
_SIDE = 14.0
_LABEL = 132.0
_AIR = 9.0


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text and its words to be marked, in code points: ``unheld`` are in no source (bold, in a frame),
    ``matched_spans``
    are beside it (a thin line), ``explained_spans`` are named by the judge's explanation (a dotted line)."""

    text: str
    unheld: Sequence[Span] = ()
    matched_spans: Sequence[Span] = ()
    explained_spans: Sequence[Span] = ()


class PassageLine(QWidget):
    """``pressed()``: a click. ``ground`` is the role of its tint, ``edge`` that of its left edge ("" for none)."""

    pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._label, self._under = "", ""
        self._ground, self._edge = "panel", ""
        self._marked_text = MarkedText("")
        self._offsets = Offsets("")
        self._laid: tuple[int, Paragraph] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._dress)

    def show_text(self, label: str, under: str, marked_text: MarkedText, ground: str, edge: str) -> None:
        """Show a text with its label and the quiet words under that."""
        self._label, self._under, self._marked_text = label, under, marked_text
        self._ground, self._edge = ground, edge
        self._offsets = Offsets(marked_text.text)
        self._laid = None
        self.setCursor(Qt.CursorShape.PointingHandCursor if ground == "panel" else Qt.CursorShape.ArrowCursor)
        unheld = ", ".join(make_visible(marked_text.text[s.start : s.end]) for s in marked_text.unheld)
        name = f"{label}, {under}: {make_visible(marked_text.text)}"
        self.setAccessibleName(tr("{text} In no source: {words}.", text=name, words=unheld) if unheld else name)
        self.updateGeometry()
        self.update()

    @property
    def marked_text(self) -> MarkedText:
        """What is shown."""
        return self._marked_text

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Room for the text, and at least for the label."""
        px = self._theme.px
        return round(max(self._paragraph(width).height, px(34.0)) + 2 * px(_AIR)) + 1

    def sizeHint(self) -> QSize:
        """As wide as it gets."""
        return QSize(240, self.heightForWidth(max(240, self.width())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground, edge, label, frames under the text, the text, lines under it."""
        theme, px = self._theme, self._theme.px
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), theme.color(self._ground))
            if self._edge:
                painter.fillRect(0, 0, _EDGE, self.height(), theme.color(self._edge))
            painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("hairline_soft"))
            room = px(_LABEL) - px(8.0)
            for style, role, words, top in (
                (Type.SMALL_STRONG, "text", self._label, 0.0), (Type.CAPTION, "second", self._under, px(17.0)),
            ):  # fmt: skip
                painter.setFont(theme.font(style))
                painter.setPen(theme.color(role))
                elided_text = theme.metrics(style).elidedText(words, Qt.TextElideMode.ElideRight, room)
                painter.drawText(
                    QRectF(_SIDE, px(_AIR) + top, room, px(18.0)), int(Qt.AlignmentFlag.AlignLeft), elided_text
                )
            layout = self._paragraph(self.width()).layout
            origin = QPointF(_SIDE + px(_LABEL), px(_AIR))
            painter.translate(origin)
            self._paint_frames(painter, layout)
            painter.setPen(theme.color("text"))
            layout.draw(painter, QPointF(0, 0))
            self._paint_lines(painter, layout)

    def _paint_frames(self, painter: QPainter, layout: QTextLayout) -> None:
        theme, px = self._theme, self._theme.px
        painter.setPen(QPen(theme.color("flag_edge"), px(1.4)))
        painter.setBrush(theme.color("flag_span"))
        for span in self._marked_text.unheld:
            for baseline, left_x, right in self._runs(layout, span):
                painter.drawRoundedRect(QRectF(left_x - 2, baseline - px(14.0), right - left_x + 4, px(19.0)), 3, 3)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_lines(self, painter: QPainter, layout: QTextLayout) -> None:
        theme, px = self._theme, self._theme.px
        for spans, role, style, drop in (
            (self._marked_text.matched_spans, "evidence_edge", Qt.PenStyle.SolidLine, 3.0),
            (self._marked_text.explained_spans, "accent", Qt.PenStyle.DotLine, 5.5),
        ):
            painter.setPen(QPen(theme.color(role), px(1.5), style))
            for span in spans:
                for baseline, left_x, right in self._runs(layout, span):
                    painter.drawLine(QPointF(left_x, baseline + px(drop)), QPointF(right, baseline + px(drop)))

    def _runs(self, layout: QTextLayout, span: Span) -> list[tuple[float, float, float]]:
        units = self._offsets.to_units(span.start), self._offsets.to_units(span.end)
        mixed = not self._marked_text.text.isascii()
        return [(line.y() + line.ascent(), left_x, right) for line, left_x, right in line_rects(layout, *units, mixed)]

    def _paragraph(self, width: int) -> Paragraph:
        if self._laid is None or self._laid[0] != width:
            bold = QTextCharFormat()
            bold.setFontWeight(QFont.Weight.Bold)
            formats = []
            for span in self._marked_text.unheld:
                part = QTextLayout.FormatRange()
                part.start = self._offsets.to_units(span.start)
                part.length = self._offsets.to_units(span.end) - part.start
                part.format = bold
                formats.append(part)
            room = readable(self._theme, Type.READING, max(80.0, width - 2 * _SIDE - self._theme.px(_LABEL)))
            text = make_visible(self._marked_text.text)
            self._laid = width, lay_out(self._theme, Type.READING, text, room, formats)
        return self._laid[1]

    def _dress(self) -> None:
        self._laid = None
        self.updateGeometry()
        self.update()


class AlignmentLegend(QWidget):
    """One line that says how the words of a ``PassageLine`` are marked, each sample marked in that way."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._samples = (
            (tr("in no source"), "unheld"),
            (tr("matched"), "matched"),
            (tr("in the reason"), "explained"),
            (tr("flagged"), "flagged"),
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Legend: {marks}", marks=", ".join(words for words, _ in self._samples)))
        theme.changed.connect(self._dress)

    def sizeHint(self) -> QSize:
        """One low line."""
        return QSize(240, round(self._theme.px(24.0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The samples from the left, as many as there is room for."""
        theme, px = self._theme, self._theme.px
        baseline, left_x = self.height() / 2 + px(4.0), _SIDE + px(_LABEL)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for words, kind in self._samples:
                style = Type.SMALL_STRONG if kind == "unheld" else Type.SMALL
                width = theme.advance(style, words)
                if left_x + width > self.width() - _SIDE:
                    return
                ground = QRectF(left_x - px(3.0), baseline - px(12.5), width + px(6.0), px(17.0))
                if kind == "unheld":
                    painter.setPen(QPen(theme.color("flag_edge"), px(1.4)))
                    painter.setBrush(theme.color("flag_span"))
                    painter.drawRoundedRect(ground, 3, 3)
                elif kind == "flagged":
                    painter.fillRect(ground, theme.color("flag_tint"))
                    edge = QRectF(ground.left(), ground.top(), _EDGE, ground.height())
                    painter.fillRect(edge, theme.color("flag_edge"))
                else:
                    is_matched = kind == "matched"
                    line_style = Qt.PenStyle.SolidLine if is_matched else Qt.PenStyle.DotLine
                    painter.setPen(QPen(theme.color("evidence_edge" if is_matched else "accent"), px(1.5), line_style))
                    line_y = baseline + px(3.0)
                    painter.drawLine(QPointF(left_x, line_y), QPointF(left_x + width, line_y))
                painter.setFont(theme.font(style))
                painter.setPen(theme.color("text" if kind == "unheld" else "second"))
                painter.drawText(QPointF(left_x, baseline), words)
                left_x += width + px(18.0)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
