"""The page "Review to a target" in Scores, its next draw, and its line in Review."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from galley.core.domain import Cell, ChangeSet
from galley.core.metrics import sampling, stratified_samples
from galley.core.project.project import Project
from galley.core.review import blind, priority, queue
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.queue import Filter, Sort
from galley.gui.charts.base import ChartRequest, Plane
from galley.gui.charts.registry import find
from galley.gui.charts.target_chart import COLUMNS
from galley.gui.review.review_queue_column import ReviewQueueColumn, describe_target
from galley.gui.scores import score_filters
from galley.gui.scores.scores_view import ScoresView
from galley.gui.scores.target_bar import NEXT
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.core.building import flag, project, record
from tests.core.test_toward_target import NAME, answer
from tests.core.test_toward_target import made as made  # the fixture
from tests.gui.test_scores import show


@pytest.fixture
def view(made: Project, qtbot: QtBot) -> Iterator[ScoresView]:
    """A project of which 120 cells were drawn and reviewed, at the page."""
    found = made.write(lambda c: stratified_samples.draw(c, "judge", "dial-summer", NAME, 120)).result()
    answer(made, sampling.queue(made.read_connection(), found))
    session = Session(Project.open(Path(made.path), read_only=True), "Ada", Theme(Mode.LIGHT))
    shown = ScoresView(session)
    qtbot.addWidget(shown)
    shown.resize(1300, 800)
    yield shown
    session.close()


def test_the_page_says_how_many_more_reviews_it_takes(view: ScoresView, qtbot: QtBot) -> None:
    view.target.points = 3.0
    picture = show(view, qtbot, "target")
    assert isinstance(picture.drawing, Plane) and view.target.isVisible()
    row = picture.table.rows[0]
    words = f"About {row['more']} more reviews reach ± 3; without the judge it would take {row['alone']}."
    assert words in picture.subtitle
    assert "about this project" in picture.subtitle and " ± " in picture.title
    assert [each["where"] for each in picture.table.rows] == ["all", "a", "b"]
    assert {column.key for column in COLUMNS} <= {*row, "low", "high"}
    labels = [point.label for point in picture.drawing.points]
    assert labels[0] == "now" and f"{120 + row['more']}, that is {row['more']} more" in labels
    done, ahead, without = picture.drawing.curves
    assert (done.x[-1], done.y[-1]) == (120.0, row["half"]) and without.label == "people only"
    assert ahead.x[0] == done.x[-1] and ahead.y[0] == pytest.approx(row["half"]), "the forecast begins where one is"


def test_another_precision_asks_for_other_reviews(view: ScoresView, qtbot: QtBot) -> None:
    show(view, qtbot, "target")
    before = view.page.picture
    with qtbot.waitSignal(view.picture_completed, timeout=30_000):
        view.target._field.setValue(2.0)
    after = view.page.picture
    assert before is not None and after is not None
    assert after.table.rows[0]["more"] > before.table.rows[0]["more"]
    assert view.target._slider.value() == 4 and view.state()["points"] == 2.0
    view.restore({"points": 7.5})
    assert view.target.points == view.target._field.value() == 7.5
    with qtbot.waitSignal(view.picture_completed, timeout=30_000):
        view.target._slider.setValue(100)
    assert view.target.points == 20.0 and "± 20 is reached" in str(view.page.picture.subtitle)


def test_the_bar_belongs_to_this_page_alone(view: ScoresView, qtbot: QtBot) -> None:
    show(view, qtbot, "detection")
    assert not view.target.isVisible()
    show(view, qtbot, "target")
    assert not view.target.go.isEnabled(), "the project is open to be read only"


def test_a_project_that_is_reviewed_whole_has_an_exact_figure(tmp_path: Path) -> None:
    """It said "no interval" where the page beside it, about new documents, gave one."""
    flags = [flag(NAME, "sum", 0)]
    judged = [{"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": [NAME]}]
    documents = [{"id": "sum", "role": "summary", "system": "a", "sentences": ["One.", "Two."]}]
    records = [record(f"k{n}", documents=documents, verdicts=flags, judged=judged) for n in range(4)]
    with project(tmp_path, *records) as opened:
        desk = DecisionWriter(opened, "ann")
        row = opened.read_connection().execute("SELECT id FROM criterion WHERE name = ?", (NAME,)).fetchone()[0]
        for item, whole, home in (
            opened.read_connection()
            .execute("SELECT item_id, whole_id, id FROM document WHERE role = 'summary'")
            .fetchall()
        ):
            for n in range(2):
                desk.add(item, Cell(whole + 1 + n, row, home), "no" if n or item == 1 else "yes").result()
        choices = score_filters.read(opened.read_connection())
        picture = find("target").build(
            opened.read_connection(), ChartRequest(every_judge=choices.judges, every_human=choices.humans)
        )
        place = next(n for n, column in enumerate(picture.table.columns) if column.kind == "interval")
        assert picture.table.text(0, place) == "exact: all is reviewed"
        assert not picture.table.lacks_intervals()
        assert picture.drawing is None and picture.needs.endswith("every judgement is reviewed: 37.5 %")
        asked = ChartRequest(every_judge=choices.judges, every_human=choices.humans)
        course = find("estimate-reviews").build(opened.read_connection(), asked)
        assert course.title == picture.needs


def test_the_next_draw_opens_its_items(made: Project, qtbot: QtBot) -> None:
    found = made.write(lambda c: stratified_samples.draw(c, "judge", "dial-summer", NAME, 60)).result()
    answer(made, sampling.queue(made.read_connection(), found))
    path = made.path
    made.close()
    session = Session(Project.open(path), "Ada", Theme(Mode.LIGHT))
    shown = ScoresView(session)
    qtbot.addWidget(shown)
    show(shown, qtbot, "target")
    with qtbot.waitSignal(shown.open_queue, timeout=10_000) as asked:
        shown.target.go.click()
    wanted = asked.args[0]
    assert isinstance(wanted, Filter) and wanted.about == "stratified sample of judge"
    kept = sampling.draws(session.connection())[-1]
    assert len(kept.places) == NEXT and kept.kind == sampling.STRATA
    cells = sampling.queue(session.connection(), kept)
    assert list(queue.ids(session.connection(), wanted, 0)) == list(dict.fromkeys(item for item, _ in cells))
    session.close()


def test_review_says_what_is_left_of_a_draw(made: Project, qtbot: QtBot) -> None:
    found = made.write(lambda c: stratified_samples.draw(c, "judge", "dial-summer", NAME, 120)).result()
    cells = sampling.queue(made.read_connection(), found)
    answer(made, cells[:119])
    path = made.path
    made.close()
    session = Session(Project.open(path), "ann", Theme(Mode.LIGHT))
    session.points = 3.0
    column = ReviewQueueColumn(session)
    qtbot.addWidget(column)
    column.show()
    column.reload()
    assert not column.target.isVisible(), "the queue holds all items"
    column.apply_filter_in_order(Filter(items=tuple(item for item, _ in cells), about="a draw"))
    qtbot.waitUntil(lambda: "more reviews reach ± 3; without the judge" in column.target.text, timeout=20_000)
    assert column.target.isVisible()
    before = column.target.text
    item, cell = cells[119]
    session.decision_writer.add(item, cell, "yes").result()
    column.apply(ChangeSet(frozenset({item})))
    qtbot.waitUntil(lambda: column.target.text not in ("", before), timeout=20_000)
    column.reset_filter()
    assert not column.target.isVisible()
    assert describe_target(3.0, session.connection())
    session.project.write(lambda c: blind.store_blind(c, blind.Blind(own=True))).result()
    assert describe_target(3.0, session.connection()) == "", "figures are hidden"
    session.close()


def test_the_project_keeps_that_the_order_by_value_was_used(made: Project, qtbot: QtBot) -> None:
    path = made.path
    made.close()
    session = Session(Project.open(path), "ann", Theme(Mode.LIGHT))
    column = ReviewQueueColumn(session)
    qtbot.addWidget(column)

    def kept() -> list[tuple[str]]:
        return session.connection().execute("SELECT value FROM setting WHERE name = ?", (priority.SETTING,)).fetchall()

    with qtbot.waitSignal(column.filled, timeout=10_000):
        column.reload()
    assert not kept()
    column.filters.set_filter(Filter(sort=Sort.VALUE))
    with qtbot.waitSignal(column.filled, timeout=10_000):
        column.reload()
    qtbot.waitUntil(lambda: bool(kept()), timeout=10_000)
    assert list(column.model.ids) == list(priority.order(session.connection()))
    session.close()
