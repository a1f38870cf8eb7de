"""Facts and opinions against systems: what stands where, what the keys and the mouse light and decide, how fast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.domain import Cell
from galley.core.project.check import check
from galley.core.review.decision_writer import DecisionWriter as Work
from galley.core.review.items import FlagState
from galley.gui.review.matrix_cells import Spot
from galley.gui.review.task_views.against_systems import AgainstSystems
from tests.gui.matrices import matrices, record
from tests.gui.review_desk import Desk, DeskWindow, desk
from tests.gui.test_settle import cards, told
from tests.gui.test_task_picker import choose

__all__ = ["desk"]
K, B, M = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
OPEN, YES, NO, UNSURE = FlagState.OPEN, FlagState.ACCEPTED, FlagState.OVERRIDDEN, FlagState.UNSURE


def surface(window: DeskWindow) -> AgainstSystems:
    found = window.stage.surfaces.current_surface
    assert isinstance(found, AgainstSystems)
    return found


def at(window: DeskWindow) -> tuple[int, str]:
    """The number of the opinion and the system of the lit cell."""
    entry = window.stage.entry
    return entry.unit.position, entry.target.system


def lit(window: DeskWindow) -> Spot:
    matrix = surface(window)
    return matrix.grid.spots[matrix.view._active]


def click(window: DeskWindow, spot: Spot, button: Qt.MouseButton = B.LeftButton) -> None:
    view = surface(window).view
    view.reveal(spot)
    QTest.mouseClick(view.viewport(), button, pos=view.rect_of(spot).center().toPoint())


def answered(window: DeskWindow) -> dict[tuple[str, str], Any]:
    """What rea said, by unit and system."""
    return {
        (unit, system): value
        for unit, system, value in window.rows(
            "SELECT unit.name, document.system, value FROM verdict JOIN unit ON unit.id = unit_id JOIN document ON"
            " document.id = target_id JOIN annotator ON annotator.id = annotator_id WHERE annotator.kind = 'human'"
        )
    }


def test_units_are_rows_and_systems_columns_and_the_texts_stand_below(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=matrices(tmp_path))
    matrix, panes = surface(window), window.stage.panes
    assert [column.name for column in matrix.grid.columns] == ["system-1", "system-2", "system-3"]
    assert [(row.aside, row.text[:12]) for row in matrix.grid.rows] == [
        ("Ann", "Ann thinks t"), ("Ann", "Ann would lo"), ("Bo", "Bo does not "), ("Bo", "Bo finds the"),
        ("Ann", "Ann finds th"),
    ]  # fmt: skip
    assert "**" not in matrix.grid.rows[0].text
    assert {at: spot for spot, (at,) in matrix.grid.cells.items()} == {
        n: (entry.unit.position, int(entry.target.system[-1]) - 1) for n, entry in enumerate(window.entries)
    }
    assert matrix.header_widget().isVisible() and panes.isVisible()
    assert matrix.header_widget().mapToGlobal(QPoint(0, 0)).y() < panes.mapToGlobal(QPoint(0, 0)).y()
    assert not any(tab.kind for tab in window.stage.item.tabs), "the matrix shows the units itself"
    assert matrix.view.hasFocus() and lit(window) == (0, 0)
    assert panes.tab.document.system == "system-1"
    assert [u for u in panes.focus.places if panes.place_of(u) and panes.place_of(u)[0] == "dialogue"]
    click(window, (2, 1))
    assert at(window) == (2, "system-2") and panes.tab.document.system == "system-2"
    assert "Bo does not want" in matrix.view.accessibleDescription()
    assert "covered: open" in matrix.view.accessibleDescription().lower()


def test_arrows_and_j_k_h_l_go_from_cell_to_cell(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=matrices(tmp_path))
    way = [
        (K.Key_Down, (1, 0)), (K.Key_J, (2, 0)), (K.Key_Right, (2, 1)), (K.Key_L, (2, 2)), (K.Key_L, (2, 2)),
        (K.Key_K, (1, 2)), (K.Key_Up, (0, 2)), (K.Key_K, (0, 2)), (K.Key_H, (0, 1)), (K.Key_Left, (0, 0)),
        (K.Key_H, (0, 0)),
    ]  # fmt: skip
    for key, spot in way:
        desk.press(window, key)
        assert lit(window) == spot, key
        assert window.stage.current == surface(window).view._active == window.stage.flags.list.current
    desk.press(window, K.Key_F6)
    assert not surface(window).view.hasFocus()
    desk.press(window, K.Key_F6, M.ShiftModifier)
    assert surface(window).view.hasFocus()


def test_the_keys_decide_the_lit_cell_and_one_cell_is_painted_anew(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=matrices(tmp_path))
    view = surface(window).view
    click(window, (1, 2))
    desk.press(window, K.Key_X)
    desk.until(lambda: answered(window) == {("o1", "system-3"): "no"} and at(window) == (2, "system-3"))
    desk.press(window, K.Key_A)
    desk.until(lambda: at(window) == (3, "system-3") and window.session.at_rest)
    click(window, (0, 0), B.RightButton)
    assert lit(window) == (0, 0), "whatever the button, on the press"
    desk.press(window, K.Key_U)
    desk.until(lambda: ("o0", "system-1") in answered(window) and window.session.at_rest)
    assert answered(window) == {
        ("o1", "system-3"): "no", ("o2", "system-3"): "yes", ("o0", "system-1"): None,
    }  # fmt: skip
    states = {spot: window.entries[found[0]].state for spot, found in surface(window).grid.cells.items()}
    assert {spot: state for spot, state in states.items() if state is not OPEN} == {
        (1, 2): NO, (2, 2): YES, (0, 0): UNSURE,
    }  # fmt: skip
    assert view.hasFocus()
    window.dispatcher.run("undo")
    desk.until(lambda: ("o0", "system-1") not in answered(window) and window.session.at_rest)
    assert lit(window) == (0, 0), "undo goes where it was decided"
    window.close_all()
    again = desk.open(path=window.path)
    assert answered(again) == {("o1", "system-3"): "no", ("o2", "system-3"): "yes"}
    desk.press(again, K.Key_E)
    desk.bot.keyClicks(QApplication.focusWidget(), "which hall?")
    desk.press(again, K.Key_Return)
    desk.until(lambda: again.rows("SELECT text FROM note") == [("which hall?",)])
    assert check(again.session.project) == []


def test_facts_of_one_text_have_a_column_for_each_criterion(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=matrices(tmp_path))
    choose(desk, window, "key")
    grid = surface(window).grid
    assert [column.name for column in grid.columns] == [c.name for c in window.stage.item.asked_cells.criteria]
    assert grid.title == "Facts" and [row.aside for row in grid.rows] == ["paragraph 1", "paragraph 2", "paragraph 2"]
    assert window.stage.item.tabs == () and window.stage.panes.pane("article").isVisible()
    desk.press(window, K.Key_L)
    assert lit(window) == (0, 1)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest and window.entries[1].state is YES)
    assert check(window.session.project) == []


def test_flags_stand_in_the_cells_of_what_they_are_about(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=matrices(tmp_path))
    choose(desk, window, "errors")
    grid = surface(window).grid
    assert len(grid.rows) == 5 and {spot: len(found) for spot, found in grid.cells.items()} == {(0, 0): 2, (2, 1): 1}
    click(window, (0, 0))
    second = window.stage.current
    click(window, (0, 0))
    assert {window.entries[second].criterion.id, window.stage.entry.criterion.id} == {
        "not-covered", "opinion-misattribution",
    }, "a second click on a cell lights its other flag"  # fmt: skip
    desk.press(window, K.Key_X)
    desk.until(lambda: window.session.at_rest and NO in window.states())
    click(window, (3, 2))  # nobody flagged this
    assert window.stage.panes.tab.document.system == "system-3"
    assert window.stage.selection.reading == grid.rows[3].unit.id == surface(window).view.reading
    desk.press(window, K.Key_M)
    desk.press(window, K.Key_Return)
    desk.until(lambda: (3, 2) in surface(window).grid.cells)
    assert lit(window) == (3, 2) and window.stage.entry.own


def test_another_task_takes_the_matrix_away_and_brings_it_back(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=matrices(tmp_path))
    page = surface(window).header_widget()
    choose(desk, window, "Flags")
    assert not page.isVisible() and window.stage.surfaces.current_surface is None
    choose(desk, window, "covered")
    assert page.isVisible() and surface(window).header_widget() is page
    choose(desk, window, "Third reader")
    assert not page.isVisible(), "nothing waits for a third reader yet"


def test_the_edge_under_the_matrix_stays_where_the_user_put_it(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=matrices(tmp_path))
    stage = window.stage
    split, page = stage._centre.split, surface(window).header_widget()
    task, height = stage.selection.task, page.height()
    split.moveSplitter(page.y() + height + 70, split.indexOf(page) + 1)
    moved = page.height()
    assert moved >= height + 60
    for _ in range(2):
        stage.holding.take_task(DEFAULT_TASK)
        desk.until(lambda: window.session.at_rest and not page.isVisible())
        stage.holding.take_task(task)
        desk.until(lambda: window.session.at_rest and page.isVisible())
        assert page.height() == moved
    state = window.view.state()
    window.close_all()
    again = DeskWindow(window.path, desk.theme)
    again.view.restore(state)
    desk.windows.append(again)
    again.show()
    with desk.bot.waitSignal(again.view.ready):
        again.view.activate()
    desk.until(lambda: abs(surface(again).header_widget().height() - moved) < 3)


def test_a_third_reader_settles_in_the_matrix(desk: Desk, tmp_path: Path) -> None:
    path = matrices(tmp_path)
    window = desk.open(path=path)
    entry = window.entries[4]
    for name, value in (("annegret", "yes"), ("benedikt", "no")):
        work = Work(window.session.project, name)
        work.work_on("grid/covered")
        work.add(window.stage.item.id, Cell(*entry.verdict.cell), value=value).result()
    choose(desk, window, "Third reader")
    desk.until(lambda: window.stage.entry is not None)
    assert len(window.entries) == 1 and surface(window).grid.rows[0].unit.id == entry.unit.id
    assert [column.name for column in surface(window).grid.columns] == [entry.target.system]
    assert "benedikt" not in told(window).lower() and cards(window)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.rows("SELECT action FROM decision ORDER BY id DESC LIMIT 1") == [("settle",)])


def test_names_of_columns_stay_and_are_told_whole(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    big = record("d0", systems=10, opinions=40)
    for document in big["documents"][2:]:
        document["system"] = f"<b>{document['system']}</b> with a long name & more"
    window = desk.open(path=matrices(tmp_path, big))
    view = surface(window).view
    click(window, (38, 9))
    assert view.verticalScrollBar().value() > 0 and view.horizontalScrollBar().value() > 0
    before = view.viewport().grab().toImage()
    tips: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda at, words, *rest: tips.append(words))
    over = QPoint(view.viewport().width() - 20, 5)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, over, view.mapToGlobal(over)))
    assert tips == ["<span>&lt;b&gt;system-10&lt;/b&gt; with a long name &amp; more</span>"]
    view.verticalScrollBar().setValue(0)
    after = view.viewport().grab().toImage()
    strip = (view.viewport().width() - 200, 0, 190, round(view._head) - 2)
    assert before.copy(*strip) == after.copy(*strip), "the heads stay when the rows scroll"


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_on_any_screen_matrix_and_texts_have_room(desk: Desk, tmp_path: Path, size: tuple[int, int]) -> None:
    window = desk.open(path=matrices(tmp_path, record("d0", systems=10, opinions=40)))
    window.resize(*size)
    desk.until(lambda: window.width() == size[0])
    view = surface(window).view
    click(window, (20, 5))
    rect = view.rect_of((20, 5))
    assert rect.top() >= view._head and rect.bottom() <= view.viewport().height()
    assert view.viewport().height() >= 150 and window.stage.panes.height() >= 150
    assert view._widths[1] >= 150
