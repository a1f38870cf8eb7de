"""The Scores view as a user meets it: choosing, following decisions, going back to the cells, saving."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from galley.core.importers import find
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.review import queue, queue_totals
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.queue import Filter
from galley.core.tasks.finish import list_all_pairs
from galley.gui.charts.base import Picture
from galley.gui.charts.registry import list_charts, list_views
from galley.gui.dialogs.draw_dialog import DrawCells
from galley.gui.scores.drawing.plot_chart import PlotChart
from galley.gui.scores.report import ChartsReport
from galley.gui.scores.scores_view import ScoresView
from galley.gui.session import Session
from galley.gui.shell.workspace import Workspace
from galley.gui.theme import Mode, Theme
from galley.gui.views import views


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with the decisions of Ben, as a file to copy."""
    path = tmp_path_factory.mktemp("scores") / "sample.galley"
    with Project.create(path) as project:
        import_files(project, find("galley"), [resources() / "sample" / "sample.jsonl"])
        desk, die = DecisionWriter(project, "Ben"), random.Random(3)
        for item in queue.ids(project.read_connection(), Filter(), 0):
            view = load_item_view(project.read_connection(), item)
            for flag in view.flags():
                (desk.accept if die.random() < 0.6 else desk.override)(item, flag)
            last = desk.finish(view, list_all_pairs(view))
        last.result()
    return path


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path, reviewed: Path) -> Iterator[Session]:
    """A copy of it, open for Ada."""
    path = tmp_path / reviewed.name
    path.write_bytes(reviewed.read_bytes())
    made = Session(Project.open(path), "Ada", Theme(Mode.LIGHT))
    yield made
    made.close()


@pytest.fixture(scope="module")
def figures() -> dict[Any, Any]:
    """What the first view computed for its first chart, of a copy of the same project as the others have."""
    return {}


@pytest.fixture
def view(session: Session, qtbot: QtBot, figures: dict[Any, Any]) -> ScoresView:
    """The view, shown, with its first chart in full; it keeps its figures, which hold while their inputs stay."""
    made = ScoresView(session)
    qtbot.addWidget(made)
    made.resize(1300, 800)
    made._memory._results.update(figures)
    show(made, qtbot, "detection")
    figures.update(figures or made._memory._results)
    return made


def show(view: ScoresView, qtbot: QtBot, name: str) -> Picture:
    """Choose a chart and wait until it is complete."""
    with qtbot.waitSignal(view.picture_completed, timeout=30_000):
        if not view.isVisible():
            view.show_chart(name)
            view.show()
            view.activate()
        elif view.chart is not None and view.chart.name == name:
            view.refresh()
        else:
            view.show_chart(name)
    assert view.page.picture is not None
    return view.page.picture


def test_a_chart_is_drawn_with_its_table_and_says_what_it_rests_on(view: ScoresView) -> None:
    picture = view.page.picture
    assert picture is not None and picture.drawing is not None
    assert isinstance(view.page.chart, PlotChart)
    assert view.page.table.isVisible() and view.page.table.model().rowCount() == len(picture.table.rows)
    assert "Gold: adjudicated, else majority." in picture.subtitle
    assert any(mark.low is not None for mark in view.page.chart.marks()), "intervals are there in the end"


def test_the_keys_go_through_the_charts(view: ScoresView, qtbot: QtBot) -> None:
    names = [chart.name for chart in list_charts()]
    at = names.index(view.list.name)
    view.actions()["next-chart"]()
    assert view.list.name == names[at + 1]
    view.actions()["previous-chart"]()
    view.actions()["previous-chart"]()
    assert view.list.name == names[at - 1]
    view.list.choose(names[-1])
    view.actions()["next-chart"]()
    assert view.list.name == names[-1], "it stays at the end"


def test_a_click_on_a_point_asks_for_the_items_behind_it(view: ScoresView, qtbot: QtBot) -> None:
    chart = view.page.chart
    assert isinstance(chart, PlotChart)
    mark, rect = next(pair for pair in zip(chart.marks(), chart.rects(), strict=True) if pair[0].value is not None)
    with qtbot.waitSignal(view.open_queue, timeout=10_000) as asked:
        qtbot.mouseClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    wanted = asked.args[0]
    assert isinstance(wanted, Filter) and wanted.items and wanted.about
    assert mark.row is not None and mark.row["judge"] in wanted.about
    found = list(queue.ids(view._session.connection(), wanted, 0))
    assert found == sorted(wanted.items)


def test_return_opens_the_selected_point_and_selects_the_first_before(view: ScoresView, qtbot: QtBot) -> None:
    chart = view.page.chart
    assert isinstance(chart, PlotChart) and chart.current is None
    view.actions()["open-cells"]()
    assert chart.current is chart.marks()[0]
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current is chart.marks()[1]
    with qtbot.waitSignal(view.open_queue, timeout=10_000):
        view.actions()["open-cells"]()


def test_return_in_the_table_opens_its_line(view: ScoresView, qtbot: QtBot) -> None:
    view.page.table.selectRow(1)
    with qtbot.waitSignal(view.open_queue, timeout=10_000) as asked:
        qtbot.keyClick(view.page.table, Qt.Key.Key_Return)
    assert asked.args[0].items


def test_the_chart_follows_a_decision(view: ScoresView, session: Session, qtbot: QtBot) -> None:
    before = show(view, qtbot, "decisions")
    assert {row["reviewer"] for row in before.table.rows} == {"Ben"}
    session.changed.connect(view.apply)
    for n, deciding in enumerate((session.decision_writer.accept, session.decision_writer.override), 1):
        item = next(i for i in queue.ids(session.connection(), Filter(), 0)[n:] if _flags(session, i))
        with qtbot.waitSignal(view.drawn, timeout=10_000) as drawn:
            session.watch(deciding(item, _flags(session, item)[0]))
        mine = next(row for row in drawn.args[0].table.rows if row["reviewer"] == "Ada")
        assert (mine["n"], mine["accepted"]) == (n, 1)


def _flags(session: Session, item: int) -> tuple[Any, ...]:
    return tuple(load_item_view(session.connection(), item).flags())


def test_nothing_is_computed_while_nobody_looks(view: ScoresView, session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.drawn, timeout=10_000):
        view.refresh()
    view.deactivate()
    with qtbot.assertNotEmitted(view.picture_completed, wait=700):
        pass


def test_intervals_that_are_not_there_yet_are_carried_pale(view: ScoresView, qtbot: QtBot) -> None:
    show(view, qtbot, "agreement")
    chart = view.page.chart
    assert isinstance(chart, PlotChart)
    bounds = [(mark.low, mark.high) for mark in chart.marks()]
    with qtbot.waitSignal(view.drawn, timeout=10_000) as drawn:
        view.refresh()
    assert any(m.low is None for line in drawn.args[0].drawing.lines for m in line.marks if m.value is not None)
    assert isinstance(view.page.chart, PlotChart)
    assert [(mark.low, mark.high) for mark in view.page.chart.marks()] == bounds


def test_a_judge_can_be_left_out_and_comes_back(view: ScoresView, qtbot: QtBot) -> None:
    filters = view.page.filters
    whole = filters.ask()
    assert len(whole.every_judge) > 1
    with qtbot.waitSignal(view.picture_completed, timeout=30_000):
        filters._toggle("judges", whole.every_judge[0])
    assert view.page.picture is not None
    assert {row["judge"] for row in view.page.picture.table.rows} == set(whole.every_judge[1:])
    filters._toggle("judges", whole.every_judge[0])
    assert filters.ask().judges == ()


def test_the_menu_of_a_chip_offers_the_criteria_and_filters(view: ScoresView, qtbot: QtBot) -> None:
    menu = view.page.filters.menu("criterion")
    assert isinstance(menu, QMenu)
    choices = [action for action in menu.actions() if not action.isSeparator()]
    assert choices[0].text() == "All criteria" and choices[0].isChecked() and len(choices) > 3
    with qtbot.waitSignal(view.picture_completed, timeout=30_000):
        choices[1].trigger()
    assert view.page.picture is not None
    assert {row["name"] for row in view.page.picture.table.rows} <= {choices[1].text()}
    menu.deleteLater()


def test_the_chart_and_its_chips_are_remembered(view: ScoresView, session: Session, qtbot: QtBot) -> None:
    view.page.filters._set("only_gold", True)
    state = view.state()
    other = ScoresView(session)
    qtbot.addWidget(other)
    other.restore(state)
    assert other.state() == state and other.list.name == "detection"
    other.restore({"chart": "no such chart", "filters": {"gold": 3, "without": "x"}})
    assert other.list.name == "detection"


def test_files_are_written_and_a_failure_is_told(
    view: ScoresView, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    for kind, begin in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("csv", "\ufeffCriterion".encode())):
        view.save(tmp_path / f"chart.{kind}", kind)
        assert (tmp_path / f"chart.{kind}").read_bytes().startswith(begin)
    with qtbot.waitSignal(session.failed) as told:
        view.save(tmp_path / "no such folder" / "chart.png", "png")
    assert "There is no folder" in told.args[0]


def test_copy_puts_the_table_on_the_clipboard(view: ScoresView) -> None:
    view.page.pressed.emit("copy")
    assert QGuiApplication.clipboard().text().startswith("Criterion\t")


@pytest.mark.parametrize("suffix", ["html", "pdf"])
def test_all_charts_make_one_report_that_needs_nothing_beside_it(
    suffix: str, view: ScoresView, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    path, ended, steps = tmp_path / f"report.{suffix}", [], []
    few = [chart for chart in list_views() if chart.name in ("trust", "precision-recall", "cost", "agreement-pairs")]

    def progress(done: int, of: int, title: str) -> bool:
        steps.append((done, of))
        return True

    report = ChartsReport(
        session, few, view.page.filters.ask_for, path, lambda: ended.append(None), ended.append, progress
    )
    report.start()
    qtbot.waitUntil(lambda: bool(ended), timeout=60_000)
    assert ended == [None] and steps == [(k, len(few)) for k in range(len(few) + 1)]
    data = path.read_bytes()
    if suffix == "pdf":
        assert data.startswith(b"%PDF") and len(data) > 20_000
        return
    text = data.decode()
    assert text.count("<svg") == 3 and text.count("<h2>") == len(few)
    assert "No judge has been run from this project" in text
    assert "src=" not in text and "<link" not in text and "@import" not in text


def test_a_stopped_report_writes_nothing(view: ScoresView, session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    ended: list[object] = []
    report = ChartsReport(
        session, list(list_charts()), view.page.filters.ask_for, tmp_path / "r.html", lambda: ended.append("done"),
        ended.append, lambda done, of, title: done < 1,
    )  # fmt: skip
    report.start()
    qtbot.waitUntil(lambda: bool(ended), timeout=30_000)
    assert "stopped" in str(ended[0]) and not (tmp_path / "r.html").exists()


@pytest.mark.parametrize("mode", [Mode.DARK, Mode.LIGHT])
def test_the_view_follows_the_theme(mode: Mode, view: ScoresView, session: Session, qapp: QApplication) -> None:
    session.theme.apply(qapp)
    session.theme.set_mode(Mode.LIGHT if mode is Mode.DARK else Mode.DARK)
    session.theme.set_mode(mode)
    chart = view.page.chart
    assert chart is not None
    image = view.page.grab().toImage()
    corner = image.pixelColor(chart.mapTo(view.page, QPoint(1, chart.height() - 1)))
    assert corner.name().upper() == session.theme.roles.panel


def test_the_window_opens_the_queue_with_the_items_of_a_figure(session: Session, qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    workspace = Workspace(session, views(), menu, menu, {"view": "scores", "views": {"scores": {"chart": "trust"}}})
    qtbot.addWidget(workspace)
    workspace.resize(1300, 800)
    workspace.show()
    scores = workspace.view
    assert isinstance(scores, ScoresView)
    qtbot.waitUntil(lambda: scores.page.chart is not None, timeout=10_000)
    assert isinstance(scores.page.chart, PlotChart)
    with qtbot.waitSignal(scores.open_queue, timeout=10_000) as asked:
        scores.page.opened.emit(scores.page.chart.marks()[0].row)
    assert workspace.name == "review"
    review = workspace.view
    assert review is not None
    items = list(asked.args[0].items)
    assert 0 < len(items) < queue_totals.totals(session.connection(), 0).items
    qtbot.waitUntil(lambda: list(review.stage.queue.model.ids) == items, timeout=10_000)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: review.stage.item is not None and review.stage.item.id in items, timeout=10_000)  # type: ignore[attr-defined]
    review.stage.queue.filters._only.click()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: len(review.stage.queue.model.ids) > len(items), timeout=10_000)  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [860, 1440])
@pytest.mark.parametrize("scale", [1.0, 1.4])
def test_nothing_is_cut_off_at_the_right(width: int, scale: float, view: ScoresView, session: Session) -> None:
    session.theme.set_scale(scale)
    view.resize(width, 620)
    QApplication.processEvents()
    page = view.page
    assert page.widget().width() <= page.viewport().width()
    for widget in (page.chart, page.filters, page.table, *page._buttons.values()):
        assert widget is not None
        assert widget.mapTo(page.viewport(), QPoint(widget.width(), 0)).x() <= page.viewport().width()


def test_the_confounders_of_a_partial_correlation_can_be_chosen(view: ScoresView, qtbot: QtBot) -> None:
    picture = show(view, qtbot, "partial-correlation")
    offered = view.page.filters._choices.confounders
    assert "system" in offered and len(offered) > 1
    before = {row["given_"] for row in picture.table.rows}
    menu = view.page.filters.menu("given")
    action = next(each for each in menu.actions() if each.text() == "system")
    assert action.isChecked()
    with qtbot.waitSignal(view.picture_completed, timeout=30_000):
        action.trigger()
    assert view.page.picture is not None
    after = {row["given_"] for row in view.page.picture.table.rows}
    assert before != after and not any("system" in each.split(", ") for each in after)
    assert view.page.filters.state()["given"]
    menu.deleteLater()


@pytest.mark.parametrize("name", ["confusion", "roc-curve"])
def test_other_charts_of_what_judges_find_warn_of_implicit_no(view: ScoresView, qtbot: QtBot, name: str) -> None:
    assert "of gold's “no” in a row are implicit" in show(view, qtbot, name).warning


@pytest.mark.parametrize("name", ["detection", "precision-recall"])
def test_recall_that_rests_on_implicit_no_offers_the_check(
    view: ScoresView, session: Session, qtbot: QtBot, name: str
) -> None:
    picture = show(view, qtbot, name)
    assert "of gold's “no” in a row are implicit" in picture.warning
    keys = {column.key for column in picture.table.columns}
    assert "implicit_no" in keys and "flag_in_view" not in keys, "the latter stays in galley metrics detection"
    button = view.page.beside
    assert button.isVisible() and button.text() == "Draw a review sample…"
    with qtbot.waitSignal(view.viewRequested) as asked:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked.args == ["draw-implicit-no"]
    dialog = DrawCells(view, session.theme, session, "implicit-no")
    qtbot.addWidget(dialog)
    assert dialog.kind.currentData() == "implicit-no"
    show(view, qtbot, "estimate")
    assert not button.isVisible()
