"""Panes for tests: made-up units in several scripts, marks on words, and what a pane shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import (
    QTextCursor,
)
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.domain import Unit, UnitKind
from galley.gui.text_panes.pane import TextPane
from galley.gui.text_panes.text_marks import TextMark
from galley.gui.theme import Mode, Theme

BLUE = "#0072B2"
EMOJI = "Yes 👩‍👩‍👧 and 👍🏽, said 𠮷田."
ARABIC = "قالت المدينة يوم الثلاثاء إن السوق ستفتح قريبًا."
CHINESE = "新的市场三月初开放。"
MARKUP = "<b>bold</b> &amp; <img src='x'>\ttab\x07\nsecond line"
TEXTS = ("First words of the first unit.", EMOJI, ARABIC, CHINESE, MARKUP)
MakePane = Callable[..., TextPane]


def make_units(texts: Sequence[str], speakers: Sequence[str] = ()) -> list[Unit]:
    units, at = [], 0
    for position, text in enumerate(texts):
        speaker = speakers[position % len(speakers)] if speakers else ""
        units.append(Unit(position + 1, 1, UnitKind.TURN, position, at, at + len(text), text, speaker))
        at += len(text) + 1
    return units


def mark_on(texts: Sequence[str], unit: int, words: str, flag: int, pattern: str = "solid") -> TextMark:
    start = texts[unit].index(words)
    return TextMark(unit, start, start + len(words), BLUE, pattern, "U", flag)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(Mode.LIGHT)


@pytest.fixture
def make_pane(qtbot: QtBot, theme: Theme) -> MakePane:
    def make(
        texts: Sequence[str] = TEXTS, marks: Sequence[TextMark] = (), size: tuple[int, int] = (320, 480)
    ) -> TextPane:
        pane = TextPane(theme, "Dialogue")
        qtbot.addWidget(pane)
        pane.resize(*size)
        pane.set_document("Dialogue", make_units(texts, ("Doctor", "Patient")), "speaker", marks=marks)
        pane.show()
        qtbot.waitExposed(pane)
        return pane

    return make


def select(pane: TextPane, unit: int, start: int, end: int) -> None:
    """Select UTF-16 units [start, end) of a unit, as Qt counts them."""
    view = pane.view
    at = view.document().findBlockByNumber(unit).position()
    cursor = QTextCursor(view.document())
    cursor.setPosition(at + start)
    cursor.setPosition(at + end, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


def point_in(pane: TextPane, unit: int, position: int) -> QPoint:
    """Where the character at UTF-16 ``position`` of a unit stands, in the viewport."""
    view = pane.view
    block = view.document().findBlockByNumber(unit)
    view.document().documentLayout().blockBoundingRect(block)
    line = block.layout().lineForTextPosition(position)
    x = (line.cursorToX(position)[0] + line.cursorToX(position + 1)[0]) / 2
    y = line.y() + line.ascent() - 4
    at = block.layout().position() + QPointF(x, y - view.verticalScrollBar().value())
    return at.toPoint()


def colour_count(pane: TextPane, colour: str) -> int:
    image = pane.grab().toImage()
    return sum(
        image.pixelColor(x, y).name().upper() == colour
        for x in range(0, image.width())
        for y in range(0, image.height())
    )
