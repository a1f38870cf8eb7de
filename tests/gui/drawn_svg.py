"""What is painted, and a chart laid out, as SVG: its texts stay texts, so that they can be read and measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter
from PySide6.QtSvg import QSvgGenerator

from galley.gui.scores.page import draw
from galley.gui.theme import Mode, Theme


def drawn_svg(width: int, height: int, paint: Callable[[QPainter], object]) -> bytes:
    """A picture of that size in pixels, on white."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(width, height))
    generator.setResolution(round(QGuiApplication.primaryScreen().logicalDotsPerInch()))  # an axis is scaled by it
    generator.setViewBox(QRect(0, 0, width, height))
    with QPainter(generator) as painter:
        painter.fillRect(QRectF(0, 0, width, height), QColor("#FFFFFF"))
        paint(painter)
    buffer.close()
    return bytes(data.data())


def laid_out(drawing: Any, width: int, theme: Theme | None = None) -> Any:
    """The widget of a drawing at this width, as high as it wants to be."""
    chart = draw(theme or Theme(Mode.LIGHT), drawing)
    assert chart is not None
    chart.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    chart.resize(width, chart.heightForWidth(width))
    chart.show()
    return chart


def chart_svg(drawing: Any, width: int, theme: Theme | None = None) -> bytes:
    """A drawing at this width."""
    chart = laid_out(drawing, width, theme)
    whole = QRectF(0, 0, width, chart.height())
    svg = drawn_svg(width, chart.height(), lambda painter: chart.render_into(painter, whole))
    chart.close()
    return svg
