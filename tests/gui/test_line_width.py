"""On the widest screen no text of a surface has more than 84 characters in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from galley.core.domain import Criterion, UnitKind
from galley.core.judges.qa.difference import SentenceFate, Stretch
from galley.gui.papers.longsumeval.question_card_data import QuestionCard
from galley.gui.papers.longsumeval.question_page import CardHead
from galley.gui.papers.longsumeval.version_rows import VersionRow
from galley.gui.papers.sumie.entry_table_paint import EntryDelegate
from galley.gui.review import matrix_view
from galley.gui.review.matrix_cells import answers
from galley.gui.review.matrix_view import MatrixView
from galley.gui.review.order_head import OrderHead
from galley.gui.review.passage_line import MarkedText, PassageLine
from galley.gui.theme import Mode, Theme, Type
from tests.gui.matrices import matrices, record
from tests.gui.review_desk import Desk, desk

__all__ = ["desk"]
LONG = "The council of the town voted in spring that the old mill by the river is to become a library. " * 8
WIDE = 2400


def passage(theme: Theme) -> list[QTextLayout]:
    line = PassageLine(theme)
    line.show_text("sentence 1", "the sentence", MarkedText(LONG), "panel", "")
    return [line._paragraph(WIDE).layout]


def version(theme: Theme) -> list[QTextLayout]:
    return [laid.layout for laid in VersionRow([[Stretch(SentenceFate.KEPT, LONG)]])._lay_out(theme, WIDE)]


def card(theme: Theme) -> list[QTextLayout]:
    head = CardHead(QuestionCard(1, "Question 1", LONG, (("alpha", LONG, True),), (), ()), None)
    return [laid.layout for laid, *_ in head._lay_out(theme, WIDE)[0] if len(laid.layout.text()) > 100]


def entry(theme: Theme) -> list[QTextLayout]:
    return [EntryDelegate(theme, QWidget())._layout_text(Type.BODY, LONG, WIDE).layout]


@pytest.mark.parametrize("made", [passage, version, card, entry])
def test_lines_are_no_longer_than_one_reads(made: Callable[[Theme], list[QTextLayout]], qtbot: QtBot) -> None:
    found = made(Theme(Mode.LIGHT))
    assert found
    for layout in found:
        lines = [layout.lineAt(at) for at in range(layout.lineCount())]
        lengths = [len(layout.text()[line.textStart() :][: line.textLength()].strip()) for line in lines]
        assert 60 <= max(lengths) <= 84, lengths


@pytest.fixture
def wide(desk: Desk, tmp_path: Path) -> Iterator[MatrixView]:
    told = record("d0", systems=2, opinions=3)
    for unit in told["units"]:
        unit["text"] = LONG[:170].strip()
    window = desk.open(path=matrices(tmp_path, told))
    window.resize(2560, 1440)
    view = window.findChild(MatrixView)
    assert view is not None
    desk.until(lambda: view.width() > 1500)
    yield view


def test_a_row_of_the_matrix_is_as_high_as_its_lines(wide: MatrixView) -> None:
    layout = wide._paragraph(0).layout
    lengths = [layout.lineAt(at).textLength() for at in range(layout.lineCount())]
    assert len(lengths) >= 2 and max(lengths) <= 85
    assert wide.rect_of((0, -1)).height() > 1.5 * layout.lineAt(0).height()


def test_a_column_of_the_matrix_has_room_for_each_answer(wide: MatrixView, monkeypatch: pytest.MonkeyPatch) -> None:
    """In another language the words are longer, and what was answered must not be cut."""
    opened = wide._item
    assert opened is not None and answers(opened) == {"open", "unsure", "yes", "no"}
    monkeypatch.setattr(matrix_view, "answers", lambda _: {"offen gelassen"})
    wide.show_grid(wide._grid, opened, keep=True)
    entry = opened.entries[0]
    seen: list[str] = []
    metrics = type(wide._theme.metrics(Type.SMALL))
    before = metrics.elidedText

    def elided(self: object, words: str, *rest: object) -> str:
        seen.append(before(self, "offen gelassen", *rest))
        return words

    monkeypatch.setattr(metrics, "elidedText", elided)
    wide._stamps._make(entry, wide.rect_of((0, 0)).width() - wide._air, True)
    assert seen == ["offen gelassen"]


def test_the_definition_over_the_queue_is_whole_where_its_buttons_want_more_room(qtbot: QtBot) -> None:
    theme = Theme(Mode.LIGHT)
    page, head = QWidget(), OrderHead(theme)
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(head)
    column.addWidget(QListView(), 1)
    criterion = Criterion("entity-error", "Entity error", LONG, UnitKind.SENTENCE, letter="E")
    head.show_order(True, criterion, "0 of 9")
    page.setFixedSize(160, 900)
    page.show()
    assert head.layout().minimumSize().width() > 160, "its buttons are wider"
    assert head.definition.height() >= head.definition.heightForWidth(head.definition.width())
