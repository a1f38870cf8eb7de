"""What is wrong with a drawing, measured on its SVG: words over words, words that are cut or leave the picture, too
little contrast, an axis that says the same twice, more height than a bitmap may have; figures of its table that are
texts, and a table wider than its room.
``python -m tests.gui.chart_measures PROJECT...`` measures every chart of made projects, light at two widths and dark at
one, and prints the faults."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPolygonF, QTransform
from PySide6.QtWidgets import QApplication

from galley.gui.qt_application import make_application
from galley.gui.scores.picture_files import LEAST_RATIO, TALLEST
from galley.gui.theme import Mode, Theme
from galley.gui.theme.contrast import TEXT_CONTRAST, contrast, mix

WIDTHS = (1000, 2280)
SEEN = (*product((Mode.LIGHT,), WIDTHS), (Mode.DARK, WIDTHS[0]))
"""Where what is drawn lies hangs on the width, and in which colours on the mode."""
_BADGE = 40
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_SVG = "{http://www.w3.org/2000/svg}"
_PRINTED = re.compile(r"[-−+]?[\d.,]+( %| \w+)?$|\[[-−]?\d")
_FIGURE = re.compile(r"[-−+$]?[\d.,]+( %)?")

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True)
class Word:
    """A text of a drawing: what it says, the corners of its ink, its colour and the ground that it stands on."""

    text: str
    corners: QPolygonF
    colour: str
    ground: str

    @property
    def rect(self) -> QRectF:
        """The smallest rectangle around it."""
        return self.corners.boundingRect()


def words(svg: bytes) -> list[Word]:
    """The texts of a picture, in the order in which they were drawn."""
    return _words(ElementTree.fromstring(svg))


def _words(picture: ElementTree.Element) -> list[Word]:
    found: list[Word] = []
    grounds: list[tuple[Box, str]] = []
    for group in picture.iter(f"{_SVG}g"):
        if not (given := group.get("transform", "")).startswith("matrix"):
            continue
        turn = QTransform(*(float(each) for each in given[7:-1].split(",")))
        for each in group:
            if each.tag == f"{_SVG}rect" and group.get("fill", "none").startswith("#"):
                place = QRectF(*(float(each.get(name, "0")) for name in ("x", "y", "width", "height")))
                rect, share = turn.mapRect(place), 1 - float(group.get("fill-opacity", "1"))
                under = _ground(grounds, rect.center())
                grounds.append((rect.getCoords(), mix(group.get("fill", ""), under, share)))
            elif each.tag == f"{_SVG}path" and group.get("fill", "none").startswith("#"):
                numbers = [float(number) for number in _NUMBER.findall(each.get("d", ""))]
                shape = QPolygonF([QPointF(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=False)])
                rect = turn.map(shape).boundingRect()
                if max(rect.width(), rect.height()) <= _BADGE:  # a curve's band is not the ground of all that it spans
                    share = 1 - float(group.get("fill-opacity", "1"))
                    grounds.append(
                        (rect.getCoords(), mix(group.get("fill", ""), _ground(grounds, rect.center()), share))
                    )
            elif each.tag == f"{_SVG}text" and (text := (each.text or "").strip()):
                metrics = _metrics(round(float(each.get("font-size", "12"))), int(each.get("font-weight", "400")))
                at = QPointF(float(each.get("x", "0")), float(each.get("y", "0")))
                box = QRectF(at.x(), at.y() - metrics.capHeight(), metrics.horizontalAdvance(text), metrics.capHeight())
                corners = turn.map(QPolygonF([box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]))
                ground = _ground(grounds, corners.boundingRect().center())
                colour = mix(each.get("fill", "#000000"), ground, 1 - float(each.get("fill-opacity", "1")))
                found.append(Word(text, corners, colour, ground))
    return found


@cache
def _metrics(size: int, weight: int) -> QFontMetricsF:
    font = QFont("Inter")
    font.setPixelSize(size)
    font.setWeight(QFont.Weight(weight))
    return QFontMetricsF(font)


def _ground(grounds: list[tuple[Box, str]], at: QPointF) -> str:
    x, y = at.x(), at.y()
    for (left, top, right, bottom), colour in reversed(grounds):
        if left <= x <= right and top <= y <= bottom:
            return colour
    return "#FFFFFF"


def faults(svg: bytes, axis: str = "", left: bool = False) -> list[str]:
    """What is wrong, in words; figures in one line and in the colour ``axis`` are those of an axis. ``left``: there is
    one at the left, too."""
    root = ElementTree.fromstring(svg)
    held = _words(root)
    whole = QRectF(*(float(each) for each in root.get("viewBox", "0 0 0 0").split()))
    wrong, rects = [], [word.rect for word in held]
    edges = np.array([rect.getCoords() for rect in rects]).reshape(-1, 4)  # left, top, right, bottom
    for number, word in enumerate(held):
        if word.text.endswith("…"):
            wrong.append(f"cut: {word.text}")
        if not whole.adjusted(-1, -1, 1, 1).contains(word.rect):
            wrong.append(f"leaves the picture: {word.text}")
        if contrast(word.colour, word.ground) < TEXT_CONTRAST - 0.05:
            wrong.append(f"contrast {contrast(word.colour, word.ground):.1f}: {word.text}")
        left_, top, right, bottom = edges[number]
        before = edges[:number]
        near = (before[:, 0] < right) & (before[:, 2] > left_) & (before[:, 1] < bottom) & (before[:, 3] > top)
        for other in (held[place] for place in np.flatnonzero(near)):
            both = word.corners.intersected(other.corners).boundingRect()
            if both.width() > 2 and both.height() > 2:
                wrong.append(f"over each other: {other.text} | {word.text}")
    lines: dict[tuple[str, int], list[str]] = {}
    for word in held:
        if word.colour.upper() == axis.upper() and _FIGURE.fullmatch(word.text):
            lines.setdefault(("row", round(word.rect.bottom())), []).append(word.text)
            if left and word.rect.right() < whole.width() / 8:
                lines.setdefault(("column", round(word.rect.right())), []).append(word.text)
    return wrong + [f"an axis repeats itself: {mine}" for mine in lines.values() if _repeats(mine)]


def _repeats(texts: list[str]) -> bool:
    """Whether an axis has a number twice; several fields side by side have the same axis each, all of it."""
    one = list(dict.fromkeys(texts))
    return len(one) < len(texts) and texts != one * (len(texts) // len(one))


def _as_text(picture: Any) -> Iterator[tuple[int, int]]:
    """The cells of the table that are figures in print where a figure should be, which a program could not read."""
    for column, spec in enumerate(picture.table.columns):
        for row in range(len(picture.table.rows)):
            if spec.kind == "text" and _PRINTED.match(picture.table.text(row, column)):
                yield row, column


def _too_wide(picture: Any) -> int:
    """By how much the table scrolls aside in the smallest window."""
    from galley.gui.scores.table_view import TableView

    table = TableView(Theme(Mode.LIGHT))
    table.resize(WIDTHS[0], 400)
    table.show()
    table.show_table(picture.table)
    QApplication.processEvents()
    over = table.horizontalScrollBar().maximum()
    table.close()
    table.deleteLater()
    return over


def main(*names: str) -> None:
    """Print a line a fault, and a line a project with the number of drawings."""
    application = make_application()
    for name in names:
        _measure(application, name)


def _measure(application: QApplication, name: str) -> None:
    from galley.gui.charts.base import Plane, Rows
    from galley.gui.scores.picture_files import PictureSheet
    from tests.gui import chart_projects

    class Unpainted(PictureSheet):
        """Its bitmap has the height and the pixels a pixel, and is blank: what is painted is measured on the SVG."""

        def _bitmap(self, ratio: float, start: float, end: float, foot: str = "") -> QImage:
            image = QImage(QSize(1, int(end - start)) * ratio, QImage.Format.Format_Mono)
            image.setDevicePixelRatio(ratio)
            return image

    drawn = 0
    with tempfile.TemporaryDirectory() as home, chart_projects.made(name, Path(home)) as project:
        charts = [(chart.name, picture) for chart, picture, _ in chart_projects.pictures(project, 40)]
        for chart, picture in charts:
            if (over := _too_wide(picture)) > 0:
                print(f"{chart} of {name}: its table is {over} pixels wider than its room")
            for row, column in _as_text(picture):
                print(f"{chart} of {name}: a figure is a text in the table: {picture.table.text(row, column)}")
        for mode, width in SEEN:
            theme = Theme(mode)
            theme.apply(application)
            for chart, picture in charts:
                made = picture.drawing
                sheet = Unpainted(theme, picture, wide=width)
                axis = theme.roles.second if isinstance(made, Rows | Plane) else ""
                found = faults(sheet.svg(), axis, isinstance(made, Plane))
                if mode is Mode.LIGHT:
                    if (bitmap := sheet.image()).height() > TALLEST:
                        found.append(f"a bitmap {bitmap.height()} pixels high")
                    if bitmap.devicePixelRatio() < LEAST_RATIO:
                        found.append(f"a bitmap too small to read: {bitmap.devicePixelRatio():.2f} pixels a pixel")
                sheet.close()
                QApplication.processEvents()
                QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # or each theme dresses all that was
                drawn += 1
                for each in dict.fromkeys(found):
                    print(f"{chart} of {name}, {mode.value}, {width}: {each}")
    print(f"{drawn} drawings of {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
