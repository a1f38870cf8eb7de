"""Lines of plain text in one font at a leading of ours: what labels and quotes are drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QTextLayout, QTextOption

from galley.gui.theme import Theme, Type

_LEADINGS = {Type.READING_SMALL: 1.42}
_LEADING = 1.36


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Laid out text: its height, and the width and middle of its last line."""

    layout: QTextLayout
    height: float
    last_width: float
    last_middle: float


def lay_out(
    theme: Theme, style: Type, text: str, width: float, formats: Sequence[QTextLayout.FormatRange] = ()
) -> Paragraph:
    """Set ``text`` (already fit to be drawn) in ``width`` pixels; long words are broken. ``formats`` dress parts of
    it; their places count UTF-16 units."""
    font: QFont = theme.font(style)
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    if formats:
        layout.setFormats(list(formats))
    pitch = theme.px(style.value.size * _LEADINGS.get(style, _LEADING))
    y = last_width = last_middle = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(20.0, width))
        line.setPosition(QPointF(0, y + (pitch - line.height()) / 2))
        last_width, last_middle = line.naturalTextWidth(), y + pitch / 2
        y += pitch
    layout.endLayout()
    return Paragraph(layout, y, last_width, last_middle)
