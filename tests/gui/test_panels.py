"""The panels beside, instead of and below the panes: the contract of each, and what the stage does for made-up ones."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QWidget

from galley.core.domain import UnitKind
from galley.core.errors import InputError
from galley.core.registry import modules
from galley.gui.desk import panel_registry
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.evidence import Focus
from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Panel, PanelSpec, Room, Where
from galley.gui.shortcuts import actions
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]
PAPERS = Path(__file__).resolve().parents[2] / "gui" / "papers"
K = Qt.Key
FACTS = [
    {"id": "f1", "kind": "fact", "text": "The kiosk opens at nine.", "from": [["article", 0]]},
    {"id": "f2", "kind": "fact", "text": "Maps are sold.", "from": [["article", 1], ["dialogue", 1]]},
    {"id": "q1", "kind": "question", "text": "When does it open?", "from": [["article", 0]]},
]


class Made(Panel):
    """Lists derived units, and remembers what it was told."""

    inner_keys = frozenset({K.Key_4})

    def __init__(self, room: Room, title: str) -> None:
        super().__init__(room, title)
        self.list = QListWidget(self)
        self.told: list[str] = []
        self.focus = Focus()
        self.pressed: list[int] = []
        self.opened: Opened | None = None
        self.set_body(self.list)

    def stop(self) -> QWidget:
        return self.list

    def show_item(self, opened: Opened, tab: Tab | None) -> None:
        self.told.append(f"item {opened.view.key} {tab.title if tab else '-'}")
        self._fill(opened)

    def show_state(self, opened: Opened, tab: Tab | None) -> None:
        self.told.append("state")
        self._fill(opened)

    def _fill(self, opened: Opened) -> None:
        self.opened = opened
        self.list.clear()
        self.list.addItems([unit.text for unit in opened.view.derived])

    def set_focus(self, focus: Focus, animate: bool = False) -> None:
        self.focus = focus

    def leave(self) -> None:
        self.told.append("leave")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.pressed.append(event.key())

    def actions(self) -> dict[str, Any]:  # type: ignore[override]
        return {"item-note": lambda: self.told.append("acted")}


def spec(where: Where, **more: Any) -> PanelSpec:
    """A panel for items with derived units."""
    given: dict[str, Any] = {
        "name": f"made-{where}",
        "title": f"Made {where}",
        "where": where,
        "order": 1,
        "wants": lambda opened: bool(opened.view.derived),
        "factory": lambda room: Made(room, f"Made {where}"),
    }
    return PanelSpec(**{**given, **more})


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Put these panels in the place of the shipped ones."""

    def these(*specs: PanelSpec) -> None:
        monkeypatch.setattr(panel_registry, "panels", lambda: list(specs))

    yield these


def opened(desk: Desk) -> DeskWindow:
    """A desk with one item with facts and a question, and one without."""
    return desk.open([item("with", FLAGS, units=FACTS), item("without", FLAGS)])


def panel(window: DeskWindow, name: str) -> Made:
    found = window.stage.panels._panels[name]
    assert isinstance(found, Made)
    return found


# ---- the contract


def test_each_panel_is_declared_by_its_module_and_can_be_reached(desk: Desk) -> None:
    found = panel_registry.REGISTRY.all()
    for module in modules("galley.gui.panels"):
        assert importlib.import_module(module).PANEL.name == module.rpartition(".")[2].replace("_", "-")
    assert len({(p.where, p.order) for p in found.values()}) == len(found), "two panels in one place"
    window = desk.open([item("one", FLAGS)])
    shown = window.stage.item
    for made in found.values():
        assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", made.name) and 3 < len(made.title) <= 60
        assert isinstance(made.where, Where) and all(isinstance(kind, UnitKind) for kind in made.kinds)
        assert isinstance(made.wants(shown), bool)
        assert all(actions()[action].view in ("", "review") for action in made.actions)
        built = made.factory(Room(window.session, Catalogue))
        built.setParent(window)
        assert type(built).show_item is not Panel.show_item and type(built).show_state is not Panel.show_state
        assert built.accessibleName() and built.stop() is not None
        assert built.actions().keys() >= set(made.actions)
        built.set_focus(Focus())
        built.leave()
        built.deleteLater()


def test_naming_the_panels_loads_no_widget_of_theirs() -> None:
    code = (
        "import sys\n"
        "from galley.gui.desk import panel_registry\n"
        "before = set(sys.modules)\n"
        "panel_registry.panels()\n"
        "print(sorted(n for n in set(sys.modules) - before if n.startswith(('galley.', 'pyqtgraph', 'numpy'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    works = {"galley.gui.papers", *(f"galley.gui.papers.{path.parent.name}" for path in PAPERS.glob("*/__init__.py"))}
    loaded = [name for name in eval(done.stdout) if ".panels" not in name]
    loaded = [name for name in loaded if name not in works]  # folders that are looked through, with nothing in them
    assert loaded == [], "a panel's module is loaded with the first item: import in the factory"


# ---- what the stage does


def test_kinds_that_no_panel_takes_are_tabs_and_taken_ones_are_not(desk: Desk, use: Any) -> None:
    use()
    stage = opened(desk).stage
    assert [tab.title for tab in stage.item.tabs][-2:] == ["Questions 1", "Facts 2"]
    use(spec(Where.BESIDE, kinds=frozenset({UnitKind.FACT})))
    stage.open_item(stage.item.id)
    assert [tab.title for tab in stage.item.tabs][-2:] == ["beta", "Questions 1"]
    assert stage.item.panels == ("made-beside",)


def test_a_column_folds_away_where_it_is_not_wanted_and_keeps_its_width(desk: Desk, use: Any) -> None:
    use(spec(Where.BESIDE))
    window = opened(desk)
    made, panes = panel(window, "made-beside"), window.stage.panes
    assert made.isVisible() and made.told[-1].startswith("item with")
    assert panes.indexOf(made) == 3
    state = {**panes.state(), "made-beside": 2.0}
    panes.restore(state)
    assert panes.state()["made-beside"] == 2.0
    desk.press(window, K.Key_N)
    assert window.key() == "without" and not made.isVisible()
    assert made.told[-1] == "leave"
    desk.press(window, K.Key_P)
    assert made.isVisible()
    widths = dict(zip(panes._columns, panes.sizes()[:-1], strict=True))
    assert widths["made-beside"] > 1.2 * widths["dialogue"]


def test_f6_stops_at_a_column_and_draws_the_ring(desk: Desk, use: Any) -> None:
    use(spec(Where.BESIDE))
    window = opened(desk)
    made, seen = panel(window, "made-beside"), []
    for _ in range(6):
        desk.press(window, K.Key_F6)
        seen.append(window.focusWidget())
        assert made.ring.isVisible() is (window.focusWidget() is made.list)
    assert made.list in seen


def test_instead_takes_the_place_of_the_text_for_the_tabs_that_it_takes(desk: Desk, use: Any) -> None:
    use(spec(Where.INSTEAD, takes=lambda tab: tab.title == "beta", own_tabs=True))
    window = opened(desk)
    tabs = window.stage.panes.tabs
    assert tabs.pane.isVisible() and tabs.bar.isVisible()
    desk.press(window, K.Key_BracketRight)
    made = panel(window, "made-instead")
    assert made.isVisible() and not tabs.pane.isVisible() and not tabs.bar.isVisible()
    assert made.told[-1] == "item with beta"
    assert tabs.pane not in window.stage.panes.visible_panes() and made.list in window.stage.panes.stops()
    made.tabChosen.emit(0)
    assert not made.isVisible() and tabs.pane.isVisible() and tabs.bar.isVisible()
    assert next(unit.text for unit in tabs.pane.units).startswith("Ada asked")


def test_below_is_a_strip_under_the_text(desk: Desk, use: Any) -> None:
    use(spec(Where.BELOW))
    window = opened(desk)
    made, pane = panel(window, "made-below"), window.stage.panes.tabs.pane
    assert made.isVisible() and pane.isVisible()
    desk.until(lambda: made.y() >= pane.geometry().bottom())


def test_what_a_panel_says_is_done(desk: Desk, use: Any) -> None:
    use(spec(Where.BESIDE, kinds=frozenset({UnitKind.FACT, UnitKind.QUESTION})))
    window = opened(desk)
    made, stage = panel(window, "made-beside"), window.stage
    fact = made.opened.view.derived[1]  # type: ignore[union-attr]
    made.unitChosen.emit(fact.id)
    assert made.focus.unit == fact.id
    sources = [pane.view._places for pane in stage.panes.visible_panes()[:2]]
    assert [sorted(places) for places in sources] == [[1], [1]]
    assert stage.panes.selection() == (fact, None)
    source = stage.panes.pane("article").units[1]
    stage.choose_unit(source.id)
    assert fact.id in made.focus.places
    made.flagChosen.emit(window.entries[2].verdict.id)
    assert stage.current == 2
    made.said.emit("So it is.", "second")
    assert stage.flags.bar.words == "So it is."
    entry = window.entries[2]
    with desk.bot.waitSignal(window.session.changed):
        made.write.emit(lambda desk: desk.accept(stage.item.id, entry.verdict))
    desk.until(lambda: made.told[-1] == "state")
    assert window.entries[2].words == "accepted"


def test_what_a_panel_could_not_write_is_told(desk: Desk, use: Any) -> None:
    use(spec(Where.BESIDE))
    window = opened(desk)
    made, stage = panel(window, "made-beside"), window.stage

    def refuse(connection: Any) -> Any:
        raise InputError("An opinion needs words.")

    made.write.emit(lambda desk: desk.project.write(refuse))
    desk.until(lambda: stage.flags.bar.words == "Not saved: An opinion needs words.")


def test_inner_keys_stay_inside_and_actions_answer_from_everywhere(desk: Desk, use: Any) -> None:
    use(spec(Where.BESIDE, actions=("item-note",)))
    window = opened(desk)
    window.dispatcher.set_targets("review", window.view.actions())
    made = panel(window, "made-beside")
    made.list.setFocus()
    before = window.states()
    desk.press(window, K.Key_4)
    assert made.pressed == [K.Key_4.value] and window.states() == before
    window.stage.take_focus()
    assert window.dispatcher.run("item-note") and made.told[-1] == "acted"
    desk.press(window, K.Key_N)
    assert window.dispatcher.run("item-note")
    assert window.stage.flags.bar.words == "This item has no made beside."
