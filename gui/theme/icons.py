"""The shipped glyphs, tinted in the colour of a role when they are drawn."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from galley.core.paths import resources
from galley.gui.theme.theme import Theme

_DRAWN_IN = b"#000000"


@cache
def _source(name: str) -> bytes:
    return (resources() / "icons" / f"{name}.svg").read_bytes()


@cache
def _renderer(name: str, color: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_source(name).replace(_DRAWN_IN, color.encode("ascii"))))


def paint_icon(painter: QPainter, theme: Theme, name: str, rect: QRectF, role: str = "second") -> None:
    """Draw glyph ``name`` ("search", "check", "status-open", …) into ``rect`` in the colour of ``role``.

    Raises ``OSError`` for a glyph that is not shipped.
    """
    _renderer(name, getattr(theme.roles, role)).render(painter, rect)


def icon(theme: Theme, name: str, role: str = "second", size: int = 16) -> QIcon:
    """A glyph as an icon for stock widgets, in the theme of now; ask again after ``theme.changed``."""
    new_icon = QIcon()
    for ratio in (1.0, 2.0):
        pixmap = QPixmap(QSize(size, size) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            paint_icon(painter, theme, name, QRectF(0, 0, size, size), role)
        new_icon.addPixmap(pixmap)
    return new_icon


def application_icon() -> QIcon:
    """The icon of windows and of the task bar."""
    return QIcon(str(resources() / "icons" / "galley.svg"))
