"""The tables of the Runs view: lines that come in out of sight cost no painting, and those in sight are painted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.gui.theme import Mode, Theme
from galley.gui.widgets.line_paint import Cell
from galley.gui.widgets.line_table import Column, Lines, LineTable

HEIGHT = 20.0


class Table(LineTable):
    """Says which lines were painted."""

    def __init__(self, theme: Theme, count: int) -> None:
        self.count = count
        self.painted: set[int] = set()
        super().__init__(theme, Lines((Column("Call", 0),), lambda: self.count, self.line), "Calls", HEIGHT)
        self.resize(300, 240)
        self.lines.reset()

    def line(self, line: int, column: int) -> Cell:
        """What stands in a line, which is asked when it is painted."""
        self.painted.add(line)
        return Cell(f"call {line}")

    def add(self, count: int) -> None:
        """Lines at the end, as a run that is followed adds them; painted lines are counted anew."""
        self.count += count
        self.painted.clear()
        self.grow()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    yield theme


def shown(theme: Theme, qtbot: QtBot, count: int) -> Table:
    table = Table(theme, count)
    qtbot.addWidget(table)
    with qtbot.waitExposed(table):
        table.show()
    qtbot.waitUntil(lambda: len(table.painted) >= min(count, 5))
    return table


def test_lines_out_of_sight_are_taken_in_without_painting(theme: Theme, qtbot: QtBot) -> None:
    table = shown(theme, qtbot, 100)
    end = table.verticalScrollBar().maximum()
    table.add(50)
    qtbot.waitUntil(lambda: table.verticalScrollBar().maximum() > end)
    QApplication.processEvents()  # a painting that was asked for would come now
    assert table.painted == set()
    table.choose(149)
    qtbot.waitUntil(lambda: 149 in table.painted)
    assert 0 not in table.painted


def test_lines_that_come_into_sight_are_painted(theme: Theme, qtbot: QtBot) -> None:
    table = shown(theme, qtbot, 3)
    table.add(2)
    qtbot.waitUntil(lambda: table.painted >= {3, 4})


def test_lines_at_the_end_are_painted_where_the_end_is_in_sight(theme: Theme, qtbot: QtBot) -> None:
    table = shown(theme, qtbot, 100)
    table.choose(99)
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: 99 in table.painted)
    table.add(1)
    before = table.verticalScrollBar().maximum()
    qtbot.waitUntil(lambda: table.verticalScrollBar().maximum() > before)
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: 100 in table.painted)


def test_a_change_after_silent_lines_is_painted(theme: Theme, qtbot: QtBot) -> None:
    table = shown(theme, qtbot, 100)
    end = table.verticalScrollBar().maximum()
    table.add(50)
    qtbot.waitUntil(lambda: table.verticalScrollBar().maximum() > end)
    table.lines.touched(2, 2)
    qtbot.waitUntil(lambda: table.painted == {2})
    table.lines.reset()
    qtbot.waitUntil(lambda: {0, 1, 2} <= table.painted)
