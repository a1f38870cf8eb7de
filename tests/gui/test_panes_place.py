"""A pane keeps the reader's place, and is quick with long texts and many marks."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QApplication

from galley.gui.text_panes.text_marks import EvidencePlace
from galley.gui.theme import Mode, Theme
from tests.gui.panes import (
    MakePane,
    make_pane,
    make_units,
    mark_on,
    point_in,
    theme,
)

__all__ = ["make_pane", "theme"]


# ---- the reader's place


def test_a_new_document_starts_at_its_top(make_pane: MakePane) -> None:
    texts = [f"Paragraph {n} with a few words." for n in range(80)]
    pane = make_pane(texts)
    pane.reveal(70)
    assert pane.view.verticalScrollBar().value() > 0
    pane.set_document("Dialogue", make_units(texts))
    assert pane.view.verticalScrollBar().value() == 0


def test_reveal_scrolls_only_if_it_must_and_no_further(make_pane: MakePane) -> None:
    pane = make_pane([f"Paragraph {n} with a few words." for n in range(80)])
    bar = pane.view.verticalScrollBar()
    pane.reveal(1)
    assert bar.value() == 0
    for unit in (40, 79, 3, 60):
        pane.reveal(unit)
        assert pane.view.is_fully_visible(unit)
        here = bar.value()
        pane.reveal(unit)
        assert bar.value() == here
    pane.reveal(61)
    assert bar.value() - here < 120


def test_nothing_moves_when_marks_evidence_or_the_current_unit_change(make_pane: MakePane) -> None:
    texts = [f"Paragraph {n} with a few words and some more." for n in range(80)]
    pane = make_pane(texts)
    pane.reveal(50)
    at = point_in(pane, 50, 0)
    pane.set_current(50, 3)
    pane.set_evidence([EvidencePlace(10), EvidencePlace(50, 2, 9)])
    pane.set_coverage([True] * 80)
    pane.set_marks([mark_on(texts, n, "with a few", n) for n in range(45)])
    assert (point_in(pane, 50, 0) - at).manhattanLength() <= 1


def test_the_first_unit_in_sight_stays_when_width_or_text_size_change(make_pane: MakePane, theme: Theme) -> None:
    pane = make_pane([f"Paragraph {n} with a few words, and with more than one line of them." for n in range(80)])
    pane.reveal(50)
    top = next(n for n in range(80) if pane.view.is_fully_visible(n))
    pane.resize(600, 480)
    assert abs(next(n for n in range(80) if pane.view.is_fully_visible(n)) - top) <= 1
    theme.set_scale(1.6)
    assert abs(next(n for n in range(80) if pane.view.is_fully_visible(n)) - top) <= 1
    theme.set_mode(Mode.DARK)
    assert abs(next(n for n in range(80) if pane.view.is_fully_visible(n)) - top) <= 1


def test_the_interface_font_never_reaches_the_text(make_pane: MakePane, qapp: QApplication) -> None:
    pane, font = make_pane(), qapp.font()
    other = QFont("Inter")
    other.setPointSizeF(30)
    try:
        qapp.setFont(other)
        assert pane.view.document().defaultFont().family() == "Charis SIL"
    finally:
        qapp.setFont(font)


# ---- memory


def test_a_text_that_was_replaced_is_let_go(make_pane: MakePane) -> None:
    pane = make_pane()
    for number in range(12):
        pane.set_document("Dialogue", make_units([f"text {number}"] * 5), "speaker")
        pane.grab()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(pane.view.findChildren(QTextDocument)) == 1
