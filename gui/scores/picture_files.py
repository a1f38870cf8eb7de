"""A drawing as PNG, as SVG and on the clipboard: the same drawing that is on the screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from galley.core.errors import InputError
from galley.core.paper_tables.formats import format_tables
from galley.gui.charts.base import Picture, WorkTables
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.painting import PaintedChart
from galley.gui.scores.page import Shown, draw
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

WIDTH = 1040
TALLEST = 2000
"""Pixels of a bitmap's height."""
_MARGIN, _SLIM = 20, 4
_RATIO = 2.0
_FALLBACK = b'font-family="Inter, Helvetica, Arial, sans-serif"'


class PictureSheet:
    """A picture laid out for a file: title, subtitle, drawing. Draw it with ``image`` or ``svg``.

    It lays the drawing out again at the width of a file, so a narrow window makes no narrow picture.
    """

    def __init__(self, theme: Theme, picture: Picture, headed: bool = True, wide: int = WIDTH) -> None:
        """``headed`` puts title and subtitle above the drawing; it is ``wide`` pixels wide. What the markers are stands
        there in any case."""
        self._wide = wide
        self._margin = _MARGIN if headed else _SLIM  # a page has its own
        self._theme = theme
        self._picture = picture
        self._has_heading = headed
        self._caption = "\n".join(filter(None, (picture.subtitle, picture.warning)))
        chart = draw(theme, picture.drawing)
        if chart is None:
            raise InputError(tr("There is nothing to draw yet: {needs}", needs=picture.needs))
        self._chart: Shown = chart
        if isinstance(chart, PaintedChart):
            self._height = chart.drawing.height(self._wide - 2 * self._margin)
        else:
            chart.resize(self._wide - 2 * self._margin, chart.sizeHint().height())
            chart.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            chart.show()
            self._height = chart.plot.height()

    def image(self, ratio: float = _RATIO) -> QImage:
        """As a bitmap, ``ratio`` device pixels a pixel, fewer where it would be higher than ``TALLEST``."""
        size = self._size()
        ratio = min(ratio, TALLEST / size.height())
        image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(self._theme.color("panel"))
        with QPainter(image) as painter:
            self._paint(painter)
        return image

    def svg(self) -> bytes:
        """As SVG 1.1; its text stays text."""
        size = self._size()

        def paint(painter: QPainter) -> None:
            painter.fillRect(QRectF(0, 0, size.width(), size.height()), self._theme.color("panel"))
            self._paint(painter)

        return write_svg(size, round(self._chart.logicalDpiX()), paint, self._picture.title, self._picture.subtitle)

    def close(self) -> None:
        """Let go of the drawing."""
        self._chart.hide()
        self._chart.deleteLater()

    def _size(self) -> QSize:
        return QSize(self._wide, round(self._height + 2 * self._margin + self._head()))

    def _head(self) -> float:
        spots = self._key_spots()
        key = spots[-1][2].bottom() + self._theme.px(4) if spots else 0.0
        if not self._has_heading:
            return key
        return self._title_height() + self._words_height() + key + self._theme.px(16)

    def _key(self) -> list[tuple[int, str]]:
        """The series that the drawing holds; a file has no chips to say what the markers are."""
        used = sorted({mark.series for mark in self._chart.marks()})
        names = self._picture.series
        return [(number, names[number]) for number in used if number < len(names)] if len(names) > 1 else []

    def _key_spots(self) -> list[tuple[int, str, QRectF]]:
        """Where each series of the key stands, from the left margin and the top of the key on; in as many lines as it
        takes."""
        left = top = 0.0
        spots = []
        for series, words in self._key():
            sample = series_style.width(self._theme, Type.SMALL, words) + self._theme.px(46)
            if left and left + sample > self._wide - 2 * self._margin:
                left, top = 0.0, top + self._theme.px(20)
            spots.append((series, words, QRectF(left, top, sample, self._theme.px(20))))
            left += sample
        return spots

    def _words_height(self) -> float:
        return self._tall(Type.BODY, self._caption)

    def _title_height(self) -> float:
        return self._tall(Type.PAGE_TITLE, self._picture.title) + self._theme.px(4)

    def _tall(self, style: Type, words: str) -> float:
        """How high words are that go on in a next line at the margin."""
        room = QRectF(0, 0, self._wide - 2 * self._margin, 1000)
        metrics = QFontMetricsF(self._theme.font(style))
        return metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), words).height()

    def _paint(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        above = float(self._margin)
        if self._has_heading:
            painter.setPen(theme.color("text"))
            painter.setFont(theme.font(Type.PAGE_TITLE))
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
            inner, title = self._wide - 2 * self._margin, self._title_height()
            painter.drawText(QRectF(self._margin, self._margin, inner, title), flags, self._picture.title)
            painter.setPen(theme.color("second"))
            painter.setFont(theme.font(Type.BODY))
            room = QRectF(self._margin, self._margin + title, inner, self._words_height() + 2)
            painter.drawText(room, flags, self._caption)
            above = room.bottom() + theme.px(6)
        for series, words, spot in self._key_spots():
            series_style.paint_sample(painter, theme, series, spot.translated(self._margin, above), words)
        top = self._margin + self._head()
        if isinstance(self._chart, PaintedChart):
            painter.translate(self._margin, top)
            self._chart.drawing.paint(painter, self._wide - 2 * self._margin)
            return
        self._chart.render_into(painter, QRectF(self._margin, top, self._chart.plot.width(), self._chart.plot.height()))


def write_svg(
    size: QSize, dots: int, paint: Callable[[QPainter], object], title: str = "", description: str = ""
) -> bytes:
    """What ``paint`` draws as SVG 1.1, at ``dots`` per inch; its text stays text."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(dots)
    generator.setTitle(title)
    generator.setDescription(description)
    with QPainter(generator) as painter:
        paint(painter)
    buffer.close()
    return bytes(data.data()).replace(b'font-family="Inter"', _FALLBACK)


def png(image: QImage) -> bytes:
    """A bitmap as a PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def clip(theme: Theme, picture: Picture) -> QMimeData:
    """For the clipboard: the drawing for documents, the table for spreadsheets."""
    sheet = PictureSheet(theme, picture)
    mime = QMimeData()
    mime.setImageData(sheet.image())
    mime.setText(picture.table.to_tsv())
    sheet.close()
    return mime


def contents(theme: Theme, picture: Picture, kind: str) -> bytes:
    """The file that a button makes: "png", "svg" or "csv"."""
    if kind == "csv" and isinstance(picture.drawing, WorkTables):
        return format_tables(picture.drawing.sheets, "csv").encode("utf-8-sig")
    if kind == "csv":
        return picture.table.csv().encode("utf-8-sig")
    sheet = PictureSheet(theme, picture)
    file_bytes = png(sheet.image()) if kind == "png" else sheet.svg()
    sheet.close()
    return file_bytes
