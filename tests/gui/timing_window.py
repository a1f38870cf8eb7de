"""How long the window takes, beside a bare Qt widget of the same run: ``make bench``, one JSON line a figure.

The name keeps these out of ``make test``, which asserts no time: on a slower machine it would fail for a newcomer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from benchmarks.figures import emit, median
from galley.gui.review.matrix_view import MatrixView
from galley.gui.text_panes.text_marks import EvidencePlace, TextMark
from tests.core.asked_projects import rated, refined
from tests.gui import test_entries, test_matrix, test_palette, test_question_cards, test_version_diff
from tests.gui.matrices import matrices, record
from tests.gui.panes import BLUE, MakePane, make_pane, make_units, mark_on, theme
from tests.gui.review_desk import Desk, desk
from tests.gui.test_palette import window

__all__ = ["desk", "make_pane", "theme", "window"]


@pytest.fixture
def bare(qapp: QApplication) -> float:
    """Milliseconds in which a plain Qt text of 3,000 words is set and painted."""
    text = QPlainTextEdit()
    text.resize(900, 700)
    text.show()
    words = "The council met on Tuesday and voted. " * 430
    took = milliseconds(lambda: (text.setPlainText(words), text.repaint()), 9)
    text.close()
    return median(took)


def milliseconds(work: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of the window's own thread for each run: what runs beside it holds nobody up."""
    took = []
    for _ in range(times):
        start = time.thread_time()
        work()
        took.append((time.thread_time() - start) * 1_000)
    return took


def report(name: str, took: list[float], bare: float, most: float | None = None) -> None:
    emit(name, median(took), "ms", n=len(took), bare=bare, most=most, worst=max(took))


def test_cards_of_questions(desk: Desk, tmp_path: Path, bare: float) -> None:
    window = test_question_cards.at(desk, tmp_path, "check-answers")
    took = []
    for task in ("faults", "check-answers") * 3:
        desk.until(lambda: window.session.at_rest)
        took += milliseconds(lambda: (window.stage.holding.take_task(f"long-sum-eval/{task}"), window.repaint()), 1)
    report("question cards: switch the task", took, bare, 50)
    desk.until(lambda: window.session.at_rest)
    took = []
    for place in (3, 9, 1, 14, 5, 20):
        took += milliseconds(lambda: (window.stage.choose_flag(place), window.repaint()), 1)
    report("question cards: another question", took, bare, 50)


def test_ratings_side_by_side(desk: Desk, tmp_path: Path, bare: float) -> None:
    window = desk.open(path=rated(tmp_path, ("alpha", "beta", "gamma", "delta")))
    desk.until(lambda: window.session.at_rest)
    took = []
    for step in (1, -1) * 4:
        took += milliseconds(lambda: (window.stage.step_item(step), window.repaint()), 1)
    report("ratings: another item", took, bare, 50)
    took = []
    for index in (3, 5, 9, 4, 1, 2):
        took += milliseconds(lambda: (window.stage.choose_flag(index), window.repaint()), 1)
    report("ratings: another rating", took, bare, 50)


def test_versions(desk: Desk, tmp_path: Path, bare: float) -> None:
    window = test_version_diff.opened(desk, refined(tmp_path))
    desk.until(lambda: window.session.at_rest)
    took = []
    for step in (1, -1, 1, -1):
        took += milliseconds(lambda: (window.stage.step_item(step), window.repaint()), 1)
    report("versions: another item", took, bare, 50)
    took = []
    for index in (1, 0, 1, 0):
        took += milliseconds(lambda: (window.stage.choose_flag(index), window.repaint()), 1)
    report("versions: another decision", took, bare, 50)


def test_entity_table(desk: Desk, tmp_path: Path, bare: float) -> None:
    window, took = desk.open(path=test_entries.large_table(tmp_path)), []
    for task in 3 * ("flags/flags", "sumie/support"):
        spent = milliseconds(lambda: (window.stage.holding.take_task(task), QApplication.processEvents()), 1)
        took += spent if task == "sumie/support" else []
        desk.until(lambda: window.session.at_rest)
    report("entity table of 90 entries: switch to it", took, bare, 50)


def test_matrix_paint(desk: Desk, tmp_path: Path, bare: float) -> None:
    window = desk.open(path=matrices(tmp_path, record("d0", systems=10, opinions=100)))
    view: MatrixView = test_matrix.surface(window).view
    high = round(view._head + view._tops[-1]) + 20
    view.setMinimumSize(1500, high)  # all hundred rows at once
    view.resize(1500, high)
    image = QImage(1500, high, QImage.Format.Format_ARGB32_Premultiplied)

    def paint() -> None:
        with QPainter(image) as painter:
            view.viewport().render(painter, QPoint())

    paint()
    report("matrix of 100 by 10: paint all", milliseconds(paint, 5), bare, 50)
    cell = view.rect_of((50, 5)).toAlignedRect()
    report("matrix of 100 by 10: paint a cell", milliseconds(lambda: view.viewport().repaint(cell), 5), bare, 50)


def test_matrix_switch(desk: Desk, tmp_path: Path, bare: float) -> None:
    window, took = desk.open(path=matrices(tmp_path, record("d0", systems=10, opinions=30))), []
    for task in ("flags/flags", "grid/covered", "grid/key", "grid/covered") * 2:
        desk.until(lambda: window.session.at_rest)
        spent = milliseconds(lambda: (window.stage.holding.take_task(task), QApplication.processEvents()), 1)
        took += spent if task == "grid/covered" else []
    report("matrix of 30 by 10: switch to it", took, bare, 50)


def test_palette_opens(bare: float, qtbot: object, window: test_palette.Window) -> None:
    test_palette.opened(qtbot, window)
    palette, took = window._palette, []
    for _ in range(7):
        palette.leave()
        took += milliseconds(lambda: (window.run("palette"), palette.repaint()), 1)
    report("palette: open", took, bare, 50)


def test_marks(make_pane: MakePane, bare: float) -> None:
    text = "Words of all kinds stand here, one after the other, so that marks can be laid under them. " * 3
    marks = [
        TextMark(n % 5, at := (n * 7) % 240, at + 3 + n % 20, BLUE, ("solid", "wavy", "dashed")[n % 3], "ABC"[n % 3], n)
        for n in range(10_000)
    ]
    pane = make_pane([text] * 5)
    report("10,000 marks on five units: set", milliseconds(lambda: pane.set_marks(marks), 3), bare)
    pane.grab()
    report("10,000 marks on five units: paint", milliseconds(pane.grab, 3), bare)


def test_scrolling_many_marks(make_pane: MakePane, bare: float) -> None:
    text = "The council met on Tuesday and voted, after a long debate, to keep the hall open. " * 4
    marks = [TextMark(n // 20, at := (n * 13) % 250, at + 5 + n % 30, BLUE, "solid", "U", n) for n in range(20_000)]
    pane = make_pane([text] * 1000)
    units = pane.units
    report("20,000 marks on 1,000 paragraphs: set",
           milliseconds(lambda: pane.set_document("Article", units, marks=marks), 3), bare)  # fmt: skip
    pane.grab()
    bar = pane.view.verticalScrollBar()
    took = milliseconds(lambda: (bar.setValue(bar.value() + 40), pane.grab()), 20)
    report("20,000 marks on 1,000 paragraphs: scroll", took, bare, 50)


def test_typical_item(make_pane: MakePane, bare: float) -> None:
    texts = ["I do not have that one, but I could look for the other one next week, if you like."] * 14
    pane = make_pane(texts)
    units = make_units(texts, ("Human", "Assistant"))
    marks = [mark_on(texts, n, "look for the other", n, "wavy") for n in range(0, 14, 3)]

    def open_item() -> None:
        pane.set_document("Dialogue", units, "speaker", marks=marks)
        pane.set_coverage([True] * 14)
        pane.set_evidence([EvidencePlace(3, 2, 9)])

    report("a pane of 14 turns: open", milliseconds(open_item, 10), bare, 50)


