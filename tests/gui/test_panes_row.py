"""The three texts side by side: which of them are there, how wide they are, and what stands in the place of one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]
K = Qt.Key
FACTS = [
    {"id": "f1", "kind": "fact", "text": "The kiosk opens at nine.", "from": [["article", 0]]},
    {"id": "f2", "kind": "fact", "text": "Maps are sold.", "from": [["article", 1], ["dialogue", 1]]},
    {"id": "q1", "kind": "question", "text": "When does it open?", "from": [["article", 0]]},
]


def widths(window: DeskWindow) -> dict[str, int]:
    """The width of each column, 0 for one that is folded away."""
    panes = window.stage.panes
    return dict(zip(("dialogue", "article", "summary"), panes.sizes(), strict=True))


def alone() -> dict[str, object]:
    """An item without a dialogue."""
    made = item("alone", [])
    made["documents"] = [each for each in made["documents"] if each["role"] != "dialogue"]
    return made


def test_derived_units_are_tabs_by_their_kind(desk: Desk) -> None:
    stage = desk.open([item("with", FLAGS, units=FACTS)]).stage
    assert [tab.title for tab in stage.item.tabs][-2:] == ["Questions 1", "Facts 2"]


def test_a_column_folds_away_where_it_has_nothing_and_keeps_its_width(desk: Desk) -> None:
    window = desk.open([item("with", FLAGS), alone()])
    panes = window.stage.panes
    panes.restore({**panes.state(), "dialogue": 2.0, "opinions": 3.0, "article": "wide"})
    assert panes.state() == {"dialogue": 2.0, "article": 1.0, "summary": 1.0}, "a column that is none is forgotten"
    desk.press(window, K.Key_N)
    assert window.key() == "alone" and widths(window)["dialogue"] == 0
    assert [pane.head.title for pane in panes.visible_panes()] == ["Article", "Summary"]
    desk.press(window, K.Key_P)
    assert widths(window)["dialogue"] > 1.2 * widths(window)["article"] > 0


def test_f6_stops_at_each_text_that_is_there(desk: Desk) -> None:
    window = desk.open([item("with", FLAGS), alone()])
    panes, seen = window.stage.panes, []
    for _ in range(6):
        desk.press(window, K.Key_F6)
        seen.append(window.focusWidget())
    assert all(panes.pane(name).view in seen for name in ("dialogue", "article", "summary"))
    desk.press(window, K.Key_N)
    assert panes.pane("dialogue").view not in panes.stops() and len(panes.stops()) == 2


def test_what_stands_in_takes_the_place_of_text_and_tabs_and_gives_it_back(desk: Desk) -> None:
    window = desk.open([item("with", FLAGS)])
    panes, made = window.stage.panes, QLabel("A table.")
    before = widths(window)
    panes.stand_in(made)
    assert made.isVisible() and not panes.tabs.pane.isVisible() and not panes.tabs.bar.isVisible()
    assert panes.tabs.pane.view not in panes.stops() and widths(window)["summary"] > before["summary"]
    desk.press(window, K.Key_BracketRight)
    assert made.isVisible() and not panes.tabs.pane.isVisible() and not panes.tabs.bar.isVisible()
    panes.stand_in(None)
    assert not made.isVisible() and panes.tabs.pane.isVisible() and panes.tabs.bar.isVisible()
    assert widths(window)["summary"] == before["summary"]
