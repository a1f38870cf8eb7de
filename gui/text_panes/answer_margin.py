"""The margin at the right of a text in which each unit is answered: a sign and a word in line with its first line."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from galley.core.review.items import FlagState
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

_SIGN = 11.0
_GAP = 7.0
_SIDE = 14.0
_ANSWERS = (tr("yes"), tr("no"), tr("unsure"), tr("open"))
_ROLES = {
    FlagState.OPEN: "second",
    FlagState.ACCEPTED: "positive",
    FlagState.OVERRIDDEN: "text",
    FlagState.UNSURE: "warning",
}


def unsure_word(adjudicates: bool) -> str:
    """What is said of an answer that decides nothing: of an adjudicator's, that the cell is left open."""
    return tr("unresolved") if adjudicates else tr("unsure")


class MarginAnswer(NamedTuple):
    """What was answered of a unit, in a word; the state says which sign stands before it. ``adjudicates``: it is
    gold."""

    words: str
    state: FlagState
    adjudicates: bool = False


def margin_room(theme: Theme, adjudicates: bool = False) -> float:
    """Pixels that the margin takes, for every answer there may be: no line of the text moves with one."""
    words = max(theme.widest(Type.BODY_STRONG, _ANSWERS), theme.advance(Type.SMALL, unsure_word(adjudicates)))
    return theme.px(_SIGN + _GAP) + words + _SIDE


def answer_room(theme: Theme, words: str) -> float:
    """Pixels that an answer takes where there is no margin, at least as many as in one."""
    return max(margin_room(theme), theme.px(_SIGN + _GAP) + theme.advance(Type.BODY_STRONG, words) + _SIDE)


def paint_answer(
    painter: QPainter,
    theme: Theme,
    answer: MarginAnswer,
    right: float,
    baseline: float,
    active: bool,
    room: float = 0.0,
) -> None:
    """Draw an answer whose margin ends at ``right``, on the baseline of the unit's first line. ``room`` is what it has
    where that is no margin."""
    left_x = right - (room or margin_room(theme, answer.adjudicates))
    size = theme.px(_SIGN)
    paint_sign(painter, theme, answer.state, QRectF(left_x, baseline - theme.px(4.5) - size / 2, size, size))
    strong = active and answer.state is FlagState.OPEN
    painter.setFont(theme.font(Type.BODY_STRONG if strong else Type.SMALL))
    painter.setPen(theme.color("text" if strong else "second"))
    painter.drawText(QPointF(left_x + size + theme.px(_GAP), baseline), answer.words)


def paint_sign(painter: QPainter, theme: Theme, state: FlagState, box: QRectF) -> None:
    """A ring while it is open, a hook for yes, a cross for no, half a disc for unsure: told by shape, not by colour."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(theme.color(_ROLES[state]), theme.px(1.6))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(*(side * box.width() * 0.12 for side in (1, 1, -1, -1)))
    if state is FlagState.ACCEPTED:
        path = QPainterPath(QPointF(inner.left(), inner.center().y()))
        path.lineTo(inner.left() + 0.36 * inner.width(), inner.bottom() - 0.1 * inner.height())
        path.lineTo(inner.right(), inner.top() + 0.1 * inner.height())
        painter.drawPath(path)
    elif state is FlagState.OVERRIDDEN:
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())
    else:
        painter.drawEllipse(inner)
        if state is FlagState.UNSURE:
            painter.setBrush(theme.color(_ROLES[state]))
            painter.drawPie(inner, 90 * 16, 180 * 16)
    painter.restore()
