"""A drawing as PNG, as SVG and on the clipboard: the same drawing that is on the screen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from galley.core.errors import InputError
from galley.core.paper_tables.formats import format_tables
from galley.gui.charts.base import Picture, WorkTables
from galley.gui.scores.drawing import series_style
from galley.gui.scores.page import draw
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

WIDTH = 1040
TALLEST = 2000
"""Pixels of a bitmap's height."""
LEAST_RATIO = 0.75
"""Pixels of a bitmap for one of the screen, below which its words are too small to read."""
_MARGIN, _SLIM = 20, 4
_FOOT, _ROW_AIR = 36.0, 13.0
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
        self._chart = chart
        self._height = chart.heightForWidth(self._wide - 2 * self._margin)
        chart.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        chart.resize(self._wide - 2 * self._margin, self._height)
        chart.show()

    def image(self, ratio: float = _RATIO) -> QImage:
        """As a bitmap, ``ratio`` device pixels a pixel, fewer where it would be higher than ``TALLEST``. One that could
        not be read then is cut: its last line says how many figures are left out, and where they are."""
        height = self._size().height()
        if height <= TALLEST / LEAST_RATIO:
            return self._bitmap(min(ratio, TALLEST / height), 0.0, height)
        foot = self._theme.px(_FOOT)
        _, end = self._slices(TALLEST - foot)[0]
        words = tr_n(
            "{n:,} more figure is left out of this picture. It is in Scores, and in the chart's table (CSV).",
            "{n:,} more figures are left out of this picture. They are in Scores, and in the chart's table (CSV).",
            self._count_below(end),
        )
        return self._bitmap(1.0, 0.0, end + foot, words)

    def images(self, ratio: float = _RATIO) -> list[QImage]:
        """All of it: as ``image`` where that can be read, else in several bitmaps that go below each other."""
        if self._size().height() <= TALLEST / LEAST_RATIO:
            return [self.image(ratio)]
        return [self._bitmap(ratio, start, end) for start, end in self._slices(TALLEST / ratio)]

    def _bitmap(self, ratio: float, start: float, end: float, foot: str = "") -> QImage:
        """The stretch from ``start`` to ``end``, with the words ``foot`` on its last line."""
        size = QSize(self._wide, int(end - start))
        image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(self._theme.color("panel"))
        with QPainter(image) as painter:
            painter.translate(0, -start)
            self._paint(painter)
            painter.resetTransform()
            if foot:
                line = QRectF(0, size.height() - self._theme.px(_FOOT), self._wide, self._theme.px(_FOOT))
                painter.fillRect(line, self._theme.color("panel"))
                line.adjust(self._margin, 0, -self._margin, 0)
                series_style.write(painter, self._theme, Type.BODY_MEDIUM, "text", line, foot)
        return image

    def _slices(self, tall: float) -> list[tuple[float, float]]:
        """Where each stretch of at most ``tall`` pixels begins and ends, so that no row and no small plot is cut."""
        whole = float(self._size().height())
        rows: list[tuple[float, float]] = []
        for rect in sorted(self._chart.parts(), key=QRectF.top):
            if rows and rect.top() < rows[-1][1] + 0.5:
                top, bottom = rows.pop()
                rows.append((top, max(bottom, rect.bottom())))
            else:
                rows.append((rect.top(), rect.bottom()))
        head = self._margin + self._head()
        air = 0.0 if isinstance(self._picture.drawing, WorkTables) else self._theme.px(_ROW_AIR)
        slices, start = list[tuple[float, float]](), 0.0
        for (_, bottom), (top, below) in pairwise(rows):
            if head + below + air - start > tall:
                end = head + bottom + min(air, (top - bottom) / 2)
                slices.append((start, end))
                start = end
        return [*slices, (start, whole)]

    def _count_below(self, end: float) -> int:
        """How many figures stand below a place."""
        head = self._margin + self._head()
        return sum(head + rect.top() >= end for rect in self._chart.rects())

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
        self._chart.render_into(painter, QRectF(self._margin, top, self._wide - 2 * self._margin, self._height))


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
