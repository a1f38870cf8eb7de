"""What is painted, as SVG: its texts stay texts, so that they can be read and measured."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgGenerator


def drawn_svg(width: int, height: int, paint: Callable[[QPainter], object]) -> bytes:
    """A picture of that size in pixels, on white."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(width, height))
    generator.setViewBox(QRect(0, 0, width, height))
    with QPainter(generator) as painter:
        painter.fillRect(QRectF(0, 0, width, height), QColor("#FFFFFF"))
        paint(painter)
    buffer.close()
    return bytes(data.data())
