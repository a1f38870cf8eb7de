"""The overview as a user meets it: the first page of Scores, its cards by key and mouse, and what it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.metrics.overview import Bar
from galley.core.project.project import Project
from galley.core.review import items as review_items
from galley.gui.scores.chart_list import OVERVIEW
from galley.gui.scores.overview_page import build_ticks, find_axis_end
from galley.gui.scores.scores_view import ScoresView
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.core import test_overview


@pytest.fixture
def session(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Session]:
    """Twenty items with flags on two systems that Ada has answered, but for two that she overrode."""
    with test_overview.make_project(tmp_path) as project:
        test_overview.answer_flags(project, "Ada", {"i00", "i01"})
        path = project.path
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    session = Session(Project.open(path), "Ada", theme)
    yield session
    session.close()


@pytest.fixture
def view(session: Session, qtbot: QtBot) -> Iterator[ScoresView]:
    """The view with its overview on screen."""
    view = ScoresView(session)
    qtbot.addWidget(view)
    view.resize(1200, 680)
    with qtbot.waitSignals([view.picture_completed, view.ready], timeout=20_000):
        view.show()
        view.activate()
    yield view
    view.deactivate()


def test_it_is_the_first_page_and_says_what_was_found(view: ScoresView, qtbot: QtBot) -> None:
    page = view.overview
    assert view.list.name == OVERVIEW and view.list.lines[0].name.endswith("Overview")
    assert page.cards[0].finding.text().startswith("12 of the 16 sentences with a flag are wrong.")
    assert page.cards[1].finding.text() == "a makes fewer errors than b."
    assert "25 [" not in page.cards[1].strip.accessibleName() and "a: 10 [" in page.cards[1].strip.accessibleName()
    assert page.care_head.isVisible() and page.care.text().startswith("Only flagged sentences were reviewed")
    qtbot.waitUntil(lambda: not page.verticalScrollBar().isVisible())  # two rows of cards fit 680 pixels


def test_a_digit_chooses_a_card_and_enter_opens_its_chart(view: ScoresView, qtbot: QtBot) -> None:
    page = view.overview
    QTest.keyClick(page, Qt.Key.Key_4)
    assert page.current == 3
    QTest.keyClick(page, Qt.Key.Key_Left)
    assert page.current == 2
    QTest.keyClick(page, Qt.Key.Key_4)
    with qtbot.waitSignal(view.picture_completed, timeout=20_000):
        view.actions()["open-cells"]()
    assert view.chart is not None and view.chart.name == "detection" and view.page.isVisible()
    with qtbot.waitSignal(view.picture_completed, timeout=20_000):
        view.show_chart(OVERVIEW)
    assert view.overview.isVisible() and view.chart is None


def test_a_button_of_a_card_starts_work_and_its_link_opens_a_chart(view: ScoresView, qtbot: QtBot) -> None:
    page = view.overview
    (draw,) = page.cards[0].buttons
    with qtbot.waitSignal(view.viewRequested) as asked:
        QTest.mouseClick(draw, Qt.MouseButton.LeftButton)
    assert asked.args == ["draw"]
    with qtbot.waitSignal(view.viewRequested) as asked:
        QTest.mouseClick(page.report, Qt.MouseButton.LeftButton)
    assert asked.args == ["report"]
    QTest.mouseClick(page.cards[4], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(20, 20))
    assert page.current == 4
    (link,) = page.cards[1].buttons
    with qtbot.waitSignal(view.picture_completed, timeout=20_000):
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert view.chart is not None and view.chart.name == "frequency"


def test_it_follows_decisions_and_is_copied_as_text(view: ScoresView, session: Session, qtbot: QtBot) -> None:
    session.changed.connect(view.apply)
    for flag in review_items.load(session.project.read_connection(), 3).flags():
        session.decision_writer.override(3, flag)
    finding = view.overview.cards[0].finding
    qtbot.waitUntil(lambda: finding.text().startswith("10 of the 16 sentences"), timeout=20_000)
    view.overview.copy.click()
    assert "Which system is better?" in QGuiApplication.clipboard().text()


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
@pytest.mark.parametrize("width", [700, 1030, 2300])
def test_no_word_is_cut_or_covers_another(
    view: ScoresView, qtbot: QtBot, qapp: QApplication, mode: Mode, width: int
) -> None:
    view.resize(width + view.list.width(), 680)
    qapp.processEvents()
    page = view.overview
    columns = {card.x() for card in page.cards}
    assert len(columns) == (2 if width < 820 else 3)
    for card in page.cards:
        shown = [part for part in (card.question, card.finding, card.details, card.strip) if part.isVisible()]
        for upper, lower in pairwise(shown):
            assert upper.geometry().bottom() < lower.geometry().top()
        for label in shown[:-1] if card.strip.isVisible() else shown:
            assert label.height() >= label.heightForWidth(label.width())
        assert card.rect().contains(shown[-1].geometry())


def test_an_axis_ends_at_a_round_number_that_holds_everything() -> None:
    assert find_axis_end([Bar("a", 0.03, 0.01, 0.06)]) == 0.1
    assert find_axis_end([Bar("a", 0.5, 0.4, 0.95)]) == 1.0
    assert build_ticks(0.4, "percent") == [(0.0, "0"), (0.2, "20"), (0.4, "40")]
    assert build_ticks(1.0, "alpha")[0] == (0.0, "chance")
