"""No chart has words over words, words that are cut, too little contrast, or an axis that repeats itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytest import MonkeyPatch

from galley.gui.charts.base import Axis, Mark, Picture, RowLine, Rows
from galley.gui.scores.drawing import series_style
from galley.gui.scores.picture_files import TALLEST, PictureSheet, png
from galley.gui.theme import Mode, Theme, Type
from tests.gui.chart_measures import SEEN, faults, main, words
from tests.gui.drawn_svg import chart_svg, drawn_svg

LEAST = {"frank": 7, "kgds": 20, "sumie": 4, "finesure": 20, "dialsummer": 12}
"""Charts of each project."""


@pytest.mark.timeout(600)  # half a minute of CPU: a slow machine that does other work may need many minutes
def test_every_chart_of_five_projects_is_legible() -> None:
    """Light and dark, at two widths, in a process of its own."""
    command = [sys.executable, "-m", main.__module__, *LEAST]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    assert done.returncode == 0, done.stderr
    counted = re.compile(r"(\d+) drawings of (\w+)")
    assert [line for line in done.stdout.splitlines() if not counted.fullmatch(line)] == []
    drawn = {name: int(count) for count, name in counted.findall(done.stdout)}
    assert list(drawn) == list(LEAST)
    assert all(drawn[name] >= least * len(SEEN) for name, least in LEAST.items()), "the charts are there"


def test_the_faults_are_found(qapp: object) -> None:
    """Each of them, made on purpose."""
    theme = Theme(Mode.LIGHT)

    def paint(painter: QPainter) -> None:
        painter.setFont(theme.font(Type.BODY))
        for x, y, text, colour in (
            (20, 40, "one over", "#000000"),
            (24, 42, "the other", "#000000"),
            (20, 80, "too long to be…", "#000000"),
            (20, 120, "hardly seen", "#DDDDDD"),
            (390, 160, "beyond the edge", "#000000"),
            *((20 + 60 * n, 190, text, "#6F6B64") for n, text in enumerate(("1.0", "2.0", "2.0"))),
        ):
            painter.setPen(QColor(colour))
            painter.drawText(QPointF(x, y), text)
        painter.fillRect(QRectF(200, 20, 100, 40), QColor("#000000"))
        painter.setPen(QColor("#222222"))
        painter.drawText(QPointF(210, 40), "dark on dark")

    said = " ".join(faults(drawn_svg(400, 200, paint), "#6F6B64"))
    for fault in (
        "over each other: one over | the other", "cut: too long", "contrast 1.4: hardly seen",
        "leaves the picture: beyond", "an axis repeats itself: ['1.0', '2.0', '2.0']", "dark on dark",
    ):  # fmt: skip
        assert fault in said


def test_a_picture_of_a_long_list_is_cut_between_its_lines_and_says_so(qapp: object, monkeypatch: MonkeyPatch) -> None:
    """In a file it ends with how many figures are left out; in the PDF it goes on in a next picture."""
    theme, lines = Theme(Mode.LIGHT), tuple(RowLine(f"line {n}", (Mark(0.5), Mark(0.6, series=1))) for n in range(300))
    sheet = PictureSheet(theme, Picture("t", "m", Rows(Axis(0, 1), lines)))
    texts: list[str] = []
    monkeypatch.setattr(series_style, "write", lambda *args: texts.append(args[5]))
    image = sheet.image()
    monkeypatch.undo()
    assert image.height() <= TALLEST and image.devicePixelRatio() == 1
    band = max(30.0, 2 * 14.0 + 13.0)  # of a line with two marks, as drawn
    drawn = [word.rect.top() for word in words(sheet.svg()) if word.text.startswith("line ")]
    seen = len([top for top in drawn if top + band / 2 < image.height() - 36])
    assert texts[-1].startswith(f"{2 * (300 - seen):,} more figures"), "as many as the lines below the cut have"
    parts = sheet.images(2.0)
    assert all(part.height() <= TALLEST for part in parts)
    whole = QImage.fromData(png(parts[0])).size().width() // 2, sum(part.height() // 2 for part in parts)
    size = ElementTree.fromstring(sheet.svg()).attrib["viewBox"].split()
    assert whole[0] == int(size[2]) and abs(whole[1] - int(size[3])) <= len(parts)
    sheet.close()


def test_a_dot_is_never_bare_and_few_are_hollow(qapp: object) -> None:
    """An interval without width is said to be none, beside marks that have one; a figure of few units is an outline."""

    def svg(*marks: Mark) -> str:
        rows = Rows(Axis(0, 1), tuple(RowLine(f"line {n}", (mark,)) for n, mark in enumerate(marks)))
        return chart_svg(rows, 600).decode()

    wide, thin, none = Mark(0.5, 0.4, 0.6), Mark(0.5, 0.5, 0.5), Mark(0.5)
    assert svg(wide, thin).count("no interval") == 1 == svg(wide, none).count("no interval")
    assert "no interval" not in svg(wide) and "no interval" not in svg(none), "they are still computed, or are counts"
    assert svg(wide) != svg(Mark(0.5, 0.4, 0.6, few=True))
