"""The Adjudicate view as it is used: ties side by side, one key a gold verdict, filters, names, bulk and history."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from galley.core.adjudication import queue
from galley.core.adjudication.queue import TieFilter, TieView
from galley.core.project.project import Project
from galley.core.review import history
from galley.core.review.decision_writer import DecisionWriter
from galley.gui.adjudicate.adjudicate_view import AdjudicateView
from galley.gui.adjudicate.bulk_dialog import Bulk
from galley.gui.dialogs.history_dialog import History
from galley.gui.session import Session
from galley.gui.shortcuts import Dispatcher
from galley.gui.theme import Mode, Theme
from tests.gui.review_desk import flag, item, make_project

K = Qt.Key
SAID = [
    flag("sum-a", 1, "changed-meaning", (20, 29), annotator="ann", kind="human", explanation="They sell maps."),
    flag("sum-a", 1, "changed-meaning", None, annotator="bo", kind="human", value="no"),
    flag("sum-a", 1, "changed-meaning", (3, 8), evidence=[{"document": "dialogue", "unit": 1, "quote": "maps"}]),
    flag("sum-a", 0, "extrinsic-context", None, annotator="ann", kind="human", value="no"),
    flag("sum-a", 0, "extrinsic-context", (0, 3), annotator="bo", kind="human"),
    flag("sum-b", 0, "speaker-misattribution", None, annotator="ann", kind="human", value="no"),
    flag("sum-b", 0, "speaker-misattribution", None, annotator="bo", kind="human", value="no"),
    flag("sum-b", 0, "speaker-misattribution", (0, 3)),
]


class Bench(QWidget):
    """The view with its session and its keys."""

    def __init__(self, path: Path, theme: Theme, reviewer: str = "zoe") -> None:
        super().__init__()
        self.session = Session(Project.open(path), reviewer, theme)
        self.view = AdjudicateView(self.session, self)
        self.stage: Any = self.view.stage
        self.right = self.stage.right
        QVBoxLayout(self).addWidget(self.view)
        self.session.changed.connect(self.view.apply)
        self.dispatcher = Dispatcher(self, self.session.keys)
        self.dispatcher.set_targets("adjudicate", self.view.actions())
        self.resize(1440, 820)

    @property
    def connection(self) -> Any:
        return self.session.connection()

    @property
    def criterion(self) -> str:
        return self.stage.cell_view.criterion.id

    def totals(self) -> queue.TieTotals:
        return queue.totals(self.connection)


@pytest.fixture
def bench(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Bench]:
    """Two items with two ties and one conflict each, the first tie in front."""
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    path = make_project(tmp_path / "ties.galley", [item("one", SAID), item("two", SAID), item("three")])
    made = Bench(path, theme)
    with qtbot.waitActive(made):  # without it a key may be pressed before anything has the keyboard
        made.show()
    with qtbot.waitSignal(made.view.ready):
        made.view.activate()
    yield made
    made.close()
    made.session.close()
    made.deleteLater()


def press(qtbot: QtBot, bench: Bench, key: Any, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(QApplication.focusWidget() or bench, key, modifier)


def test_building_the_view_leaves_the_window_active(qtbot: QtBot, bench: Bench) -> None:
    """No part of it is ever a window of its own, which would take the keyboard away."""
    other = AdjudicateView(bench.session)
    assert not any(widget.isVisible() for widget in QApplication.topLevelWidgets() if widget is not bench)
    bench.layout().addWidget(other)
    with qtbot.waitSignal(other.ready):
        other.activate()
    qtbot.wait(100)
    assert bench.isActiveWindow() and QApplication.focusWidget() is not None


def test_the_first_tie_is_in_front_with_everybody_side_by_side(bench: Bench) -> None:
    assert bench.right.head.title == "Tie 1 of 4" and bench.criterion == "extrinsic-context"
    bench.stage.step(1)
    assert bench.right.head.title == "Tie 2 of 4"
    voices = bench.stage.cell_view.responses
    assert [(v.name, v.words, v.quote, v.note) for v in voices] == [
        ("ann", "yes", "postcards", "They sell maps."),
        ("bo", "no", "", "So it seems."),
        ("judge-1", "yes, 4 of 5", "sells", "So it seems."),
    ]
    assert [card.response.judge for card in bench.right.cards()] == [False, False, True]
    places = bench.stage.panes.focus.places
    turn = bench.stage.item.documents("dialogue")[0].units[1].id
    assert turn in places, "the evidence is tinted"


def test_one_key_settles_and_goes_to_the_next_and_undo_comes_back(qtbot: QtBot, bench: Bench) -> None:
    first = bench.stage.current
    press(qtbot, bench, K.Key_Y)
    assert bench.stage.current != first and bench.right.head.title == "Tie 2 of 4"
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 1)
    case = queue.build_case(bench.connection, 1, first)
    assert case.gold == "yes" and case.humans, "the annotators' own verdicts stay"
    press(qtbot, bench, K.Key_X)
    assert bench.stage.item.view.key == "two"
    qtbot.waitUntil(lambda: bench.totals()[:3] == (2, 2, 2))
    press(qtbot, bench, K.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 1)
    qtbot.waitUntil(lambda: bench.stage.item.view.key == "one" and bench.stage.current != first)
    press(qtbot, bench, K.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 2)
    qtbot.waitUntil(lambda: "Adjudicated as no by zoe" in bench.stage.cell_view.adjudication_words)


def test_no_slip_turns_over_the_last_and_the_head_counts_what_is_left(qtbot: QtBot, bench: Bench) -> None:
    pane = bench.stage.panes.tabs.pane

    def said() -> list[Any]:
        return list(bench.connection.execute("SELECT value FROM decision WHERE action = 'settle' ORDER BY id"))

    assert "2 to adjudicate" in pane.head.summary
    for number in range(1, 5):
        press(qtbot, bench, K.Key_A)
        qtbot.waitUntil(lambda number=number: len(said()) == number and bench.session.at_rest)
        if number == 1:
            assert "1 to adjudicate" in pane.head.summary
    assert "to adjudicate" not in pane.head.summary
    before = said()
    for key in (K.Key_X, K.Key_A, K.Key_U, K.Key_1):
        press(qtbot, bench, key)
    qtbot.waitUntil(lambda: bench.session.at_rest)
    assert said() == before and "choose its row first" in bench.right.remark_label.text()
    bench.stage.choose(bench.stage.current)
    press(qtbot, bench, K.Key_X)
    qtbot.waitUntil(lambda: len(said()) == 5)


def test_yes_has_the_same_key_as_in_review_and_no_button_is_coloured(qtbot: QtBot, bench: Bench) -> None:
    right = bench.right
    assert (right.yes._key, right.no._key, right.open._key) == ("A", "X", "U")
    assert not any(button._primary for button in (right.yes, right.no, right.open)), "it would prime the answer"
    first = bench.stage.current
    press(qtbot, bench, K.Key_A)
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 1)
    assert queue.build_case(bench.connection, 1, first).gold == "yes"


def test_a_number_takes_over_an_annotators_verdict_with_its_words(qtbot: QtBot, bench: Bench) -> None:
    bench.stage.step(1)
    cell = bench.stage.current
    press(qtbot, bench, K.Key_1)
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 1)
    gold = bench.connection.execute(
        'SELECT value, start, "end" FROM verdict JOIN span ON verdict_id = verdict.id JOIN annotator a ON'
        " a.id = annotator_id WHERE a.kind = 'gold'"
    ).fetchall()
    assert gold == [("yes", 20, 29)] and queue.build_case(bench.connection, 1, cell).gold == "yes"
    press(qtbot, bench, K.Key_3)
    assert bench.totals().resolved_cells == 1, "a judge has no number"


def test_what_is_left_open_is_no_tie_any_more(qtbot: QtBot, bench: Bench) -> None:
    cell = bench.stage.current
    press(qtbot, bench, K.Key_U)
    qtbot.waitUntil(lambda: cell in queue.read_adjudications(bench.connection, 1))
    assert bench.totals()[::2] == (3, 1) and bench.stage.current != cell
    bench.stage.open_item(1)
    assert bench.stage.current != cell
    bench.stage.choose(cell)
    assert bench.stage.cell_view.adjudication_words.startswith("Left unresolved by zoe")


def test_the_reason_goes_with_the_verdict_and_drafts_are_kept(qtbot: QtBot, bench: Bench) -> None:
    cell = bench.stage.current
    press(qtbot, bench, K.Key_E)
    note = bench.right.note
    assert note.hasFocus()
    qtbot.keyClicks(note, "yes and no xyu")
    press(qtbot, bench, K.Key_Return)
    press(qtbot, bench, K.Key_J)
    assert note.toPlainText() == ""
    press(qtbot, bench, K.Key_K)
    assert note.toPlainText() == "yes and no xyu"
    press(qtbot, bench, K.Key_X)
    qtbot.waitUntil(lambda: cell in queue.read_adjudications(bench.connection, 1))
    assert queue.read_adjudications(bench.connection, 1)[cell].reason == "yes and no xyu"
    assert bench.connection.execute("SELECT count(*) FROM decision").fetchone()[0] == 1


def test_s_settles_on_the_selected_words_and_o_as_another_criterion(qtbot: QtBot, bench: Bench) -> None:
    bench.stage.step(1)
    press(qtbot, bench, K.Key_S)
    assert "Select the words in sentence 2" in bench.right.remark_label.text()
    view = bench.stage.panes.pane("summary").view
    block = view.document().findBlockByNumber(1)
    cursor = QTextCursor(view.document())
    cursor.setPosition(block.position() + 3)
    cursor.setPosition(block.position() + 8, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.selectionMade.emit()
    press(qtbot, bench, K.Key_S)
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 1)
    spans = bench.connection.execute("SELECT spans FROM decision WHERE action = 'settle'").fetchall()
    assert spans == [("[[3, 8]]",)]
    bench.stage.choose(queue.list_cells(bench.connection, 1, TieFilter(), 0)[0])
    press(qtbot, bench, K.Key_O)
    chooser = bench.right.chooser
    assert not chooser.isHidden() and "extrinsic-context" not in [o.criterion.id for o in chooser.options]
    press(qtbot, bench, K.Key_L)
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 3)
    given = bench.connection.execute(
        "SELECT name, value FROM decision JOIN criterion ON criterion.id = criterion_id"
        " ORDER BY decision.id DESC LIMIT 2"
    ).fetchall()
    assert sorted(given) == [("extrinsic-context", "no"), ("wrong-linking", "yes")]


def test_names_can_be_hidden(qtbot: QtBot, bench: Bench) -> None:
    press(qtbot, bench, K.Key_H)
    assert [v.name for v in bench.stage.cell_view.responses][:2] == ["Annotator A", "Annotator B"]
    assert not any(card.response.name == "ann" for card in bench.right.cards())
    assert bench.view.state()["hidden"]
    press(qtbot, bench, K.Key_H)
    assert [v.name for v in bench.stage.cell_view.responses][:2] == ["ann", "bo"]


def test_the_suggestion_waits_until_it_is_asked_for(qtbot: QtBot, bench: Bench) -> None:
    line = bench.right.suggestion
    assert line._hidden.text.startswith("Suggestion hidden") and not line._words.text()
    assert bench.criterion == "extrinsic-context"
    press(qtbot, bench, K.Key_G)
    words = "No suggestion. Undefined because the model needs three"
    qtbot.waitUntil(lambda: words in line._words.text(), timeout=20000)
    press(qtbot, bench, K.Key_J)
    assert not line._words.text(), "the next one is hidden again"
    bench.stage.set_suggests(True)
    assert bench.criterion == "changed-meaning"  # ann, bo and a judge
    qtbot.waitUntil(lambda: "Suggestion: " in line._words.text(), timeout=20000)
    assert bench.view.state()["suggests"]


def test_chips_lead_to_conflicts_settled_and_reopened_cells(qtbot: QtBot, bench: Bench) -> None:
    cell = bench.stage.current
    press(qtbot, bench, K.Key_N)
    qtbot.waitUntil(lambda: bench.stage.item.view.key == "two")
    bench.stage.queue.filters._show(TieView.CONFLICTS)
    qtbot.waitUntil(lambda: bench.criterion == "speaker-misattribution")
    assert bench.right.head.title == "Conflict 2 of 2"
    bench.stage.queue.filters._show(TieView.RESOLVED)
    qtbot.waitUntil(lambda: bench.stage.cell_view is None)
    assert bench.right.head.title == "Nothing adjudicated yet" and bench.right.isHidden()
    bench.session.watch(bench.session.decision_writer.adjudicate(1, cell, "yes"))
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 1)
    DecisionWriter(bench.session.project, "bo").add(1, cell, "no").result()
    bench.stage.queue.filters._show(TieView.NEEDS_REVIEW)
    qtbot.waitUntil(lambda: bench.stage.cell_view is not None and bench.stage.cell_view.case.needs_review)
    assert "New answers have come since" in bench.stage.cell_view.adjudication_words


def test_filters_and_search_narrow_the_queue(qtbot: QtBot, bench: Bench) -> None:
    filters = bench.stage.queue.filters
    qtbot.waitUntil(lambda: not filters._menus["pair"].isHidden())
    row = next(c.row for c in bench.stage.catalogue.criteria.values() if c.id == "changed-meaning")
    filters._set("criterion", row)
    qtbot.waitUntil(lambda: bench.stage.queue.total == 2)
    assert bench.criterion == "changed-meaning"
    bench.view.search("nothing has these words")
    qtbot.waitUntil(lambda: bench.stage.queue.total == 0)
    bench.stage.queue.reset_filter()
    qtbot.waitUntil(lambda: bench.stage.queue.total == 4)
    assert any(action.text().endswith("ann and bo") for action in filters.menu("pair").actions())


def test_bulk_previews_confirms_settles_and_takes_back(qtbot: QtBot, bench: Bench) -> None:
    dialog = Bulk(bench, bench.session, list(bench.stage.catalogue.criteria.values()))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.rule.setCurrentIndex(4)
    qtbot.waitUntil(lambda: dialog.plan is not None and len(dialog.plan.unresolved_outcomes) == 4)
    assert dialog.table.lines.rowCount() == 3 and not dialog.go.isEnabled()
    dialog.confirmation_field.setText("adjudicate 5")
    assert not dialog.go.isEnabled()
    dialog.confirmation_field.setText("adjudicate 6")
    assert dialog.go.isEnabled()
    dialog.adjudicate()
    qtbot.waitUntil(lambda: len(dialog.written_ids) == 6)
    assert bench.totals().resolved_cells == 6 and not dialog.back.isHidden()
    qtbot.waitUntil(lambda: bench.stage.cell_view.by_rule)
    assert bench.right.note.toPlainText() == "" and "else unresolved" in bench.stage.cell_view.adjudication_words
    dialog.revoke()
    qtbot.waitUntil(lambda: "6 of 6" in dialog.message_label.text())
    assert bench.totals().resolved_cells == 0
    dialog.reject()


def test_the_history_is_readable_filtered_and_written(qtbot: QtBot, bench: Bench, tmp_path: Path) -> None:
    press(qtbot, bench, K.Key_Y)
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 1)
    press(qtbot, bench, K.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 0)
    events = history.history(bench.connection, 1)
    assert [(e.who, e.undone) for e in events] == [("zoe", True), ("zoe", False)]
    assert events[0].words == "adjudicated Extrinsic context as yes, sentence 1 of alpha: “Ada”"
    assert events[1].words == f"undid: {events[0].words}"
    dialog = History(bench, bench.session.theme, "one", events)
    qtbot.addWidget(dialog)
    assert dialog.table.lines.rowCount() == 2
    dialog.filter.setText("zoe undid")
    assert dialog.table.lines.rowCount() == 1
    dialog.write(tmp_path / "h.csv")
    rows = list(csv.reader((tmp_path / "h.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[0][0] == "decision" and len(rows) == 2 and rows[1][3] == "undo"


def test_a_project_open_for_reading_says_so_and_keeps_the_reason(
    qtbot: QtBot, bench: Bench, tmp_path: Path, qapp: QApplication
) -> None:
    said: list[str] = []
    path = make_project(tmp_path / "still.galley", [item("one", SAID)])
    still = Bench.__new__(Bench)
    QWidget.__init__(still)
    still.session = Session(Project.open(path, read_only=True), "zoe", bench.session.theme)
    still.view = AdjudicateView(still.session, still)
    still.stage = still.view.stage
    still.session.failed.connect(said.append)
    with qtbot.waitSignal(still.view.ready):
        still.view.activate()
    still.stage.right.note.setPlainText("Plain.")
    still.view.adjudicate("yes")
    assert said and still.stage.drafts[still.stage.current] == "Plain."
    still.session.close()
    still.deleteLater()


def test_a_rating_is_settled_by_a_button_of_its_scale(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    common = {"kind": "human", "scheme": "likert", "criterion": "coherence", "document": "sum-a", "unit": "whole"}
    rated = [{**common, "annotator": who, "value": value} for who, value in (("ann", 2), ("bo", 5))]
    bench = Bench(make_project(tmp_path / "rated.galley", [item("one", rated)]), Theme(Mode.DARK))
    bench.show()
    with qtbot.waitSignal(bench.view.ready):
        bench.view.activate()
    shown = [button for button in bench.right._values if not button.isHidden()]
    assert [button.text() for button in shown] == ["1", "2", "3", "4", "5"] and bench.right.yes.isHidden()
    assert bench.stage.cell_view.place == "the whole summary" and bench.stage.cell_view.case.distance == 3
    bench.view._answer_binary("yes")
    shown[3].click()
    qtbot.waitUntil(lambda: bench.totals().resolved_cells == 1)
    assert queue.build_case(bench.connection, 1, bench.stage.current).gold == 4
    bench.close()
    bench.session.close()
    bench.deleteLater()


def test_the_search_takes_the_one_query_language_and_frames_its_words(qtbot: QtBot, bench: Bench) -> None:
    stage = bench.stage
    qtbot.waitUntil(lambda: stage.queue.total == 4)
    bench.view.search("criterion:changed-meaning")
    qtbot.waitUntil(lambda: stage.queue.total == 2)
    row = next(c.row for c in stage.catalogue.criteria.values() if c.id == "changed-meaning")
    assert stage.queue.filters.queue_filter.criterion == row
    bench.view.search("criterion:nonsense")
    assert "at character 1" in stage.queue.filters.mistake.text() and stage.queue.total == 2
    bench.view.search("")
    qtbot.waitUntil(lambda: stage.queue.total == 4)
    assert stage.queue.filters.queue_filter.criterion == 0 and not stage.queue.filters.mistake.isVisible()
    said = stage.item.tabs[stage.panes.tab_index].units[0].text.split()[0].strip(".,")
    bench.view.search(f'"{said}"')
    qtbot.waitUntil(lambda: stage.queue.queue_filter.search != "" and bool(stage.queue.total))
    framed = stage.panes.pane("summary").view._hits
    assert {stage.panes.pane("summary").units[at].text[slice(*spans[0])] for at, spans in framed.items()} == {said}
    bench.view.search("")
    assert not stage.panes.pane("summary").view._hits
