"""The table: it sorts by its heads and says when it is empty; lines that come in out of sight cost no painting."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.gui.theme import Mode, Theme
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable

HEIGHT = 20.0


class Table(LineTable):
    """Says which lines were painted."""

    def __init__(self, theme: Theme, count: int) -> None:
        self.count = count
        self.painted: set[int] = set()
        super().__init__(theme, Lines((LineColumn("Call", 0),), lambda: self.count, self.line), "Calls", HEIGHT)
        self.resize(300, 240)
        self.lines.reset()

    def line(self, line: int, column: int) -> LineCell:
        """What stands in a line, which is asked when it is painted."""
        self.painted.add(line)
        return LineCell(f"call {line}")

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
    table.lines.refresh_lines(2, 2)
    qtbot.waitUntil(lambda: table.painted == {2})
    table.lines.reset()
    qtbot.waitUntil(lambda: {0, 1, 2} <= table.painted)


ROWS = (("beta", 12, "0.40", "[0.20, 0.60]"), ("alpha", 3, "0.90", "[0.70, 1.00]"), ("gamma", None, "", ""))
COLUMNS = (LineColumn("System", 0), LineColumn("n", FITS, right=True), LineColumn("Value", FITS, right=True),
           LineColumn("", FITS, beside=True))  # fmt: skip


def cell(line: int, column: int) -> LineCell:
    said = ROWS[line][column]
    return LineCell("" if said is None else str(said), rank="" if said is None else said)


@pytest.fixture
def table(theme: Theme, qtbot: QtBot) -> LineTable:
    made = LineTable(theme, Lines(COLUMNS, lambda: len(ROWS), cell), "Figures")
    qtbot.addWidget(made)
    made.resize(1600, 300)
    made.lines.reset()
    with qtbot.waitExposed(made):
        made.show()
    return made


def first(table: LineTable) -> list[str]:
    return [table.lines.cell(row, 0).text for row in range(3)]


def test_a_click_on_a_head_sorts_and_the_lines_keep_their_numbers(table: LineTable, qtbot: QtBot) -> None:
    table.choose(0)
    head = table.horizontalHeader()
    for wanted in (["alpha", "beta", "gamma"], ["beta", "alpha", "gamma"], ["beta", "alpha", "gamma"]):
        at = QPoint(head.sectionViewportPosition(1) + head.sectionSize(1) // 2, head.height() // 2)
        qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)  # up, down, and as they came
        assert first(table) == wanted, "by the figure and not its words; what has none stays last"
        assert table.current == 0 and table.lines.cell(table.currentIndex().row(), 0).text == "beta"
    told: list[int] = []
    table.opened.connect(told.append)
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    table.choose(1)
    table.activated.emit(table.currentIndex())
    assert told == [1] and table.currentIndex().row() == 0
    table.step(1)
    assert table.current == 0, "the next as it is shown"


def test_heads_stand_over_their_cells_and_no_column_is_wider_than_can_be_read(table: LineTable, theme: Theme) -> None:
    model = table.lines
    for number, column in enumerate(COLUMNS):
        side = Qt.AlignmentFlag(model.headerData(number, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole))
        assert bool(side & Qt.AlignmentFlag.AlignRight) == column.right
    assert table.columnWidth(0) == 620, "the room that is left, up to what can be read"
    inner = table._insets(3)
    assert inner[0] == 0 and table.columnViewportPosition(3) - table.columnViewportPosition(2) < 100
    assert not any(table.cuts(model.index(row, 0)) for row in range(3))
    table.setColumnWidth(0, 40)
    assert table.cuts(model.index(0, 0)) and "beta" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_a_head_goes_on_in_a_second_line_before_the_table_scrolls_aside(theme: Theme, qtbot: QtBot) -> None:
    columns = [LineColumn("the same summaries by gold", FITS, right=True) for _ in range(4)]
    made = LineTable(theme, Lines(columns, lambda: 2, lambda line, _: LineCell("12")), "Figures")
    qtbot.addWidget(made)
    made.resize(900, 200)
    made.lines.reset()
    with qtbot.waitExposed(made):
        made.show()
    high, wide = made.horizontalHeader().height(), made.columnWidth(0)
    made.resize(600, 200)
    assert made.horizontalScrollBar().maximum() == 0 and made.columnWidth(0) < wide
    assert made.horizontalHeader().height() > high
    made.resize(900, 200)
    assert (made.horizontalHeader().height(), made.columnWidth(0)) == (high, wide)


def test_a_table_without_lines_says_why(theme: Theme, qtbot: QtBot) -> None:
    bare = LineTable(theme, Lines(COLUMNS, lambda: 0, cell), "Figures")
    qtbot.addWidget(bare)
    bare.resize(400, 200)
    before = bare.grab().toImage()
    bare.empty = "No decision matches."
    bare.viewport().update()
    assert bare.grab().toImage() != before


def test_words_that_go_on_make_their_line_as_high_as_they_need(theme: Theme, qtbot: QtBot) -> None:
    words = ("Short.", "A sentence about the mill at the river that goes on and on. " * 6)
    lines = Lines((LineColumn("What", 0, wraps=True),), lambda: 2, lambda line, _: LineCell(words[line]))
    made = LineTable(theme, lines, "Log")
    qtbot.addWidget(made)
    made.resize(300, 400)
    lines.reset()
    made.show()
    narrow = made.rowHeight(1)
    assert narrow > 3 * made.rowHeight(0)
    made.resize(640, 400)
    assert made.rowHeight(0) < made.rowHeight(1) < narrow


def test_a_long_word_for_no_figure_makes_no_column_wide(theme: Theme, qtbot: QtBot) -> None:
    """Why a figure is undefined is told on hover where it has no room, and a short sign stands where figures stand."""
    why = LineCell("undefined: no two decisions followed each other", brief="–")
    figures = (LineCell("22.45"), why)
    lines = Lines((LineColumn("Seconds", FITS, right=True, least=40),), lambda: 2, lambda line, _: figures[line])
    made = LineTable(theme, lines, "Figures")
    qtbot.addWidget(made)
    made.resize(900, 100)
    lines.reset()
    assert made.columnWidth(0) < 130
    assert made.cuts(lines.index(1, 0)) and "decisions" in lines.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
