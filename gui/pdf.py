"""HTML on A4 pages, by Qt. Used by the charts' report and, without any window, by the export ``report``."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)
from PySide6.QtSvg import QSvgRenderer

from galley.gui.page_breaks import draw_slice, pages, shrink_pictures
from galley.gui.read_threads import run_in_window_thread
from galley.gui.theme.fonts import INTERFACE_FAMILY, load_fonts

_DPI = 96
_SHARP = 2
"""Pixels of a drawing for each of its own."""
_POINTS = 8.5
_FOOT = 30
"""Pixels under the text of a page, for its title and number."""
_QUIET = "#6F6B64"


def from_html(page: str, figures: Sequence[str], title: str) -> bytes:
    """``page`` as PDF. Its images ``figure:0`` and so on are ``figures``, drawings in SVG.

    Any thread may ask for it; it is laid out in the window's thread where there is one, a tenth of a second for a
    report. Raises: Cancelled where the project closes meanwhile.
    """
    if QGuiApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        application = QGuiApplication(["galley"])
    else:
        application = None  # the window's own, or that of the charts
    data = run_in_window_thread(lambda: make_pdf(_lay_out(page, figures), title))
    del application
    return data


def _lay_out(page: str, figures: Sequence[str]) -> QTextDocument:
    load_fonts()
    document = QTextDocument()
    font = document.defaultFont()
    font.setFamily(INTERFACE_FAMILY)
    font.setPointSizeF(_POINTS)
    document.setDefaultFont(font)
    for number, figure in enumerate(figures):
        document.addResource(
            QTextDocument.ResourceType.ImageResource.value, QUrl(f"figure:{number}"), _render_figure(figure)
        )
    document.setHtml(page)
    return document


def make_pdf(document: QTextDocument, title: str) -> bytes:
    """A document as PDF on A4 pages with margins of 14 mm, the title and the number under each.

    Inter draws dashes, brackets and colons beside figures and capitals with other glyphs (its contextual alternates),
    which a PDF cannot give back as text: a copied "-0.010" would read "0.010"; and "fi" as one glyph, so that nobody
    finds "confidence". Both are off here.
    """
    font = document.defaultFont()
    for feature in ("calt", "liga"):
        font.setFeature(QFont.Tag(feature), 0)
    document.setDefaultFont(font)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Galley")
    writer.setResolution(_DPI)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(14, 14, 14, 14),
            QPageLayout.Unit.Millimeter,
        )
    )  # fmt: skip
    wide, tall = writer.width(), writer.height() - _FOOT
    document.setDocumentMargin(0)
    document.setTextWidth(wide)
    shrink_pictures(document, tall)
    cut = pages(document, tall)
    painter = QPainter(writer)
    for number, page in enumerate(cut, 1):
        if number > 1:
            writer.newPage()
        painter.save()
        for piece in page:
            draw_slice(document, painter, piece, wide)
            painter.translate(0, piece.bottom - piece.top)
        painter.restore()
        painter.setFont(font)
        painter.setPen(QColor(_QUIET))
        foot = QRectF(0, tall, wide, _FOOT)
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, title)
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, f"{number} / {len(cut)}")
    painter.end()
    buffer.close()
    return bytes(data.data())


def _render_figure(figure: str) -> QImage:
    one_family = re.sub(r'font-family="[^"]*"', f'font-family="{INTERFACE_FAMILY}"', figure)  # Qt reads no list of them
    renderer = QSvgRenderer(QByteArray(one_family.encode()))
    image = QImage(renderer.defaultSize() * _SHARP, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image
