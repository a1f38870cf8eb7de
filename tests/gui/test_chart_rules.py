"""The rules of all charts: the measure first, a warning of its own, one thing to do where there is nothing to show, the
axis in sight, and a zoom that leaves the page alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QWheelEvent
from pytestqt.qtbot import QtBot

from galley.core.importers.sample_project import make
from galley.core.project.project import Project
from galley.core.review import priority
from galley.core.review.queue_totals import facts
from galley.core.text.plurals import format_count
from galley.gui import labels
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Curve, Mark, Picture, Plane, Point, RowLine, Rows
from galley.gui.charts.chart_marks import join_sentences, mark, n_of, rests_on_few
from galley.gui.charts.registry import find, list_charts
from galley.gui.scores.chart_list import IMPORT, RUNS, find_remedy
from galley.gui.scores.drawing.plane import PlaneChart
from galley.gui.scores.drawing.series_style import tick_texts
from galley.gui.scores.page import ChartPage
from galley.gui.scores.scores_view import ScoresView
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.gui.chart_measures import words
from tests.gui.drawn_svg import chart_svg, drawn_svg


def test_what_one_need_not_read_at_once_is_a_paragraph_of_its_own() -> None:
    said = join_sentences(
        "The share.", printed_figures.gold("gold"), "", "Of all.", printed_figures.left_out({"ties": 2})
    )
    picture = Picture("t", said)
    assert picture.measure == "The share. Of all."
    assert picture.details == "Gold: adjudicated, else majority. Left out: 2 ties."
    assert picture.with_detail("More.").details.endswith("2 ties. More.")


def test_the_page_folds_the_details_and_never_a_warning(qtbot: QtBot) -> None:
    page = ChartPage(Theme(Mode.LIGHT))
    qtbot.addWidget(page)
    page.show()
    drawing = Rows(Axis(0, 1), (RowLine("a", (Mark(0.5, 0.4, 0.6),)),))
    page.show_picture(Picture("t", "Measure.\nGold.", drawing, warning="No estimate."), is_complete=False)
    assert page._subtitle.text() == "Measure." and page._warning.isVisible() and page._computing.isVisible()
    assert not page._details.isVisible()
    page.more.click()
    assert page._details.isVisible() and page._details.text() == "Gold."
    page.show_picture(Picture("t", "Measure.", drawing))
    assert not any(each.isVisible() for each in (page.more, page._details, page._warning, page._computing))


def test_a_chart_says_that_reviews_in_the_order_of_value_estimate_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.gui.test_charts import ask

    with Project.open(make(tmp_path)) as project:
        monkeypatch.setattr(priority, "since", lambda connection: "2026-11-20")
        picture = find("frequency").picture(project.read_connection(), ask(project))
    assert "do not estimate a rate" in picture.warning and "no estimate" not in picture.subtitle


def test_n_is_the_units_with_the_error_and_few_of_them_are_told() -> None:
    row = {"n": 1246, "tp": 3, "fn": 1, "value": 0.5, "low": 0.5, "high": 0.5, "why": ""}
    assert n_of([row]) == "n = 4 of 1,246" and n_of([row, row | {"tp": 8, "n": 50}]) == "n = 4–9 of 50–1,246"
    assert (
        rests_on_few(row)
        and not rests_on_few(row | {"tp": 4})
        and rests_on_few({"n": 4})
        and not rests_on_few({"n": 5})
    )
    made = mark(row, "value", 0, "kim", "percent")
    assert made.few and (made.low, made.high) == (None, None)
    assert made.words == "kim: 50.0 %, no interval, n = 4 of 1,246"
    assert mark(row | {"high": 0.75}, "value", 0, "kim", "percent").words == "kim: 50.0 % [50.0, 75.0], n = 4 of 1,246"


@pytest.mark.parametrize(
    ("n", "what", "said"),
    [
        (1, "cells without gold", "1 cell without gold"),
        (1, "texts judged by one", "1 text judged by one"),
        (1, "yes without a span", "1 yes without a span"),
        (1, "queries", "1 query"),
        (1, "replies repaired", "1 reply repaired"),
        (1, "ties", "1 tie"),
        (0, "cells", "0 cells"),
        (1203, "ties", "1,203 ties"),
    ],
)
def test_one_function_counts_in_english(n: int, what: str, said: str) -> None:
    assert format_count(n, what) == said


def test_figures_are_printed_with_separators_and_a_true_minus() -> None:
    assert printed_figures.number(-1234.5) == "−1,234.50" and printed_figures.ends(0.25, 0.5) == "[0.25, 0.50]"
    assert printed_figures.points(-0.025) == "−2.5 points" and printed_figures.number(-0.001) == "0.00"


def test_an_empty_project_greys_all_charts_and_offers_to_import(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty.galley") as project:
        held = facts(project.read_connection())
        assert not held
        assert all(find_remedy(chart, held) == IMPORT for chart in list_charts())
        for chart in list_charts():
            if chart.lacks(held):
                assert chart.picture(project.read_connection(), _ask()).drawing is None, (
                    "what is grey has nothing to show"
                )


def test_grey_is_nothing_that_shows_something(tmp_path: Path) -> None:
    with Project.open(make(tmp_path)) as project:
        held = facts(project.read_connection())
        lacking = [chart for chart in list_charts() if chart.lacks(held)]
        assert {chart.name for chart in lacking} >= {"stop-meter"}
        assert all(chart.picture(project.read_connection(), _ask()).drawing is None for chart in lacking)
    assert {"item", "judge", "person", "two"} <= held
    assert (
        find_remedy(find("detection"), {"item", "person"}) == RUNS
        and find_remedy(find("stop-meter"), held)[0] == "draw"
    )


def _ask() -> object:
    from galley.gui.charts.base import ChartRequest

    return ChartRequest(resamples=0)


def test_the_overview_opens_first_and_what_the_user_chose_stays(qtbot: QtBot, tmp_path: Path) -> None:
    """Without people there is no agreement; a chart that was chosen stays, whatever it shows."""
    from tests.core import building
    from tests.core.frank_making import records

    made = records(4)
    for record in made:
        record["verdicts"] = [v for v in record["verdicts"] if v["annotator"] == "ann"]
        record["judged"] = [j for j in record["judged"] if j["annotator"] == "ann"]
    with building.project(tmp_path, *made) as project:
        session = Session(project, "Ada", Theme(Mode.LIGHT))
        view = ScoresView(session)
        qtbot.addWidget(view)
        view.show()
        with qtbot.waitSignal(view.picture_completed, timeout=20_000):
            view.activate()
        assert view.chart is None and view.overview.isVisible() and view.overview.overview is not None
        assert "agreement" in view.list.available_names
        view.show_chart("agreement")
        qtbot.waitUntil(lambda: view.page.picture is not None and not view.page._needs.isHidden(), timeout=20_000)
        assert view.chart.name == "agreement" and view.page.do.isVisible()
        with qtbot.waitSignal(view.viewRequested) as asked:
            view.page.do.click()
        assert asked.args == ["review"]
        view.deactivate()
        session.close()


def test_the_axis_stands_above_and_stays_in_sight(qtbot: QtBot) -> None:
    theme = Theme(Mode.LIGHT)
    lines = tuple(RowLine(f"line {n}", (Mark(0.5, 0.4, 0.6),)) for n in range(40))
    made = Rows(Axis(0, 1), lines, ((0.5, "chance"),))
    figures = [word for word in words(chart_svg(made, 900)) if word.text == "1.0"]
    figures.sort(key=lambda word: word.rect.top())
    assert [word.rect.top() < 60 for word in figures] == [True, False], "above, and below many lines"
    assert max(word.rect.right() for word in figures) > 850, "it fills the width"
    page = ChartPage(theme)
    qtbot.addWidget(page)
    page.resize(900, 400)
    page.show()
    page.show_picture(Picture("t", "m", made))
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 600)
    chart: Any = page.chart
    page.verticalScrollBar().setValue(chart.y() + 500)
    qtbot.waitUntil(lambda: chart.pane._head.transform().dy() == 500)
    whole = QRectF(0, 0, chart.width(), chart.height())
    svg = drawn_svg(chart.width(), chart.height(), lambda painter: chart.render_into(painter, whole))
    moved = [word for word in words(svg) if word.text in ("0.0", "1.0", "chance") and word.rect.top() < 1000]
    assert {"0.0", "1.0", "chance"} == {word.text for word in moved}
    assert all(500 <= word.rect.top() < 560 for word in moved)


def test_control_and_the_wheel_zoom_and_a_double_click_shows_all(qtbot: QtBot) -> None:
    chart = PlaneChart(Theme(Mode.LIGHT), Plane(Axis(0, 10, "Turn", "count"), Axis(0, 1), (Point(2, Mark(0.5)),)))
    qtbot.addWidget(chart)
    chart.resize(700, 430)
    chart.show()
    qtbot.waitExposed(chart)
    view = chart.panes[0].view
    before = view.viewRange()

    def wheel(held: Qt.KeyboardModifier) -> QWheelEvent:
        at = QPointF(chart.viewport().rect().center())
        event = QWheelEvent(
            at, at, QPoint(0, 0), QPoint(0, 240), Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False
        )
        chart.wheelEvent(event)
        return event

    assert not wheel(Qt.KeyboardModifier.NoModifier).isAccepted() and view.viewRange() == before, "the page scrolls"
    wheel(Qt.KeyboardModifier.ControlModifier)
    assert view.viewRange() != before
    chart.show_all()
    assert view.viewRange() == before
    near = view.mapViewToScene(QPointF(2, 0.5))
    assert chart.find_near(near) == 0 and chart.find_near(near + QPointF(60, 0)) == -1


def test_an_axis_of_counts_has_whole_numbers_once(qtbot: QtBot) -> None:
    chart = PlaneChart(Theme(Mode.LIGHT), Plane(Axis(0.5, 2.5, "Turn", "count"), Axis(0, 1)))
    qtbot.addWidget(chart)
    axis = chart.panes[0]._bottom
    ((spacing, values),) = axis.tickValues(0.4, 2.6, 700)
    assert axis.tickStrings(values, 1.0, spacing) == ["1", "2"]


def test_words_of_a_plane_meet_neither_each_other_nor_a_marker(qtbot: QtBot) -> None:
    """Points on one spot: some of their words give way, and the rest can be read."""
    points = tuple(Point(0.5 + n / 200, Mark(0.5), label=f"system number {n}") for n in range(12))
    curve = Curve((0.0, 0.5, 1.0), (0.2, 0.2, 0.2), label="kim")
    chart = PlaneChart(Theme(Mode.LIGHT), Plane(Axis(0, 1), Axis(0, 1), points, (curve,)))
    qtbot.addWidget(chart)
    chart.resize(700, 430)
    chart.show()
    qtbot.waitExposed(chart)
    seen = [label.rect for label in chart.panes[0].find_labels()]
    assert 2 <= len(seen) < 13
    assert not any(one.intersects(other) for n, one in enumerate(seen) for other in seen[:n])


def test_yes_has_one_colour_and_no_another() -> None:
    roles = [labels.verdict_role(value) for value in ("yes", "no", None, "3")]
    assert roles == ["negative", "positive", "warning", "text"]
    assert replace(Mark(0.5), few=True).few


def test_the_amounts_of_an_axis_have_cents_or_none() -> None:
    assert tick_texts([0.0, 0.5, 1.0, 1.5], "money") == ["$0.00", "$0.50", "$1.00", "$1.50"]
    assert tick_texts([0.0, 5.0, 10.0], "money") == ["$0", "$5", "$10"]
    assert tick_texts([0.0, 0.005], "money") == ["$0.000", "$0.005"]
