"""The panels of one window: built when an item first wants them, their signals joined into one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from galley.gui.desk import panel_registry
from galley.gui.desk.evidence import Focus
from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Panel, PanelSpec, Room, Where
from galley.gui.language import tr


class PanelHost(QObject):
    """Has the signals of ``Panel``; ``built(spec, panel)`` asks for a place for a new one."""

    unitChosen = Signal(int)
    flagChosen = Signal(object)
    tabChosen = Signal(int)
    said = Signal(str, str)
    write = Signal(object)
    backdropChanged = Signal()
    built = Signal(object, object)

    def __init__(self, room: Room, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._room = room
        self._panels: dict[str, Panel] = {}
        self._specs: dict[str, PanelSpec] = {}
        self._shown: list[str] = []
        self._tab: Tab | None = None
        self._armed: PanelSpec | None = None

    def choose(self, opened: Opened, tab: Tab | None) -> None:
        """Settle which panels are in sight with this tab, and build those that never were."""
        self._shown, self._tab, self._armed = [], tab, None
        for spec in panel_registry.panels() if opened.panels else ():
            if spec.name not in opened.panels:
                continue
            if spec.where is not Where.BESIDE and (tab is None or not spec.takes(tab)):
                continue
            if spec.name not in self._panels:
                self._build(spec)
            self._shown.append(spec.name)

    def shown(self, *where: Where) -> list[tuple[PanelSpec, Panel]]:
        """The panels in sight that stand there, in order; all of them where no place is named."""
        specs = (self._specs[name] for name in self._shown)
        return [(spec, self._panels[spec.name]) for spec in specs if not where or spec.where in where]

    def known(self, where: Where) -> list[tuple[PanelSpec, Panel]]:
        """The panels that were built for this place, in sight or not."""
        return [(self._specs[name], panel) for name, panel in self._panels.items() if self._specs[name].where is where]

    def show_item(self, opened: Opened, tab: Tab | None) -> None:
        """Let the panels in sight show another item, or the same beside another tab."""
        for _, panel in self.shown():
            panel.show_item(opened, tab)

    def show_state(self, opened: Opened, tab: Tab | None) -> None:
        """Let them show the same item as it is now."""
        for _, panel in self.shown():
            panel.show_state(opened, tab)

    def expect(self, opened: Opened) -> None:
        """Tell those that were built of an item that may be next and wants them."""
        for name in opened.panels:
            if name in self._panels:
                self._panels[name].expect(opened)

    def set_focus(self, focus: Focus, animate: bool) -> None:
        """Let them tint what is under review, and its evidence."""
        for _, panel in self.shown():
            panel.set_focus(focus, animate)

    def leave(self) -> None:
        """Another item or view follows."""
        for _, panel in self.shown():
            panel.leave()

    def actions(self) -> dict[str, Callable[[], object]]:
        """What the keys of the panels do, in sight or not."""
        return {action: partial(self._act, action, spec) for spec in panel_registry.panels() for action in spec.actions}

    def _act(self, action: str, spec: PanelSpec) -> None:
        armed, self._armed = self._armed, None
        if spec.name in self._shown:
            self._panels[spec.name].actions()[action]()
        elif spec.begin is not None and self._tab is not None and spec.takes(self._tab):
            if armed is spec:
                self.write.emit(spec.begin)
            else:
                self._armed = spec
                self.said.emit(spec.absent, "second")
        else:
            self.said.emit(spec.absent or tr("This item has no {panel}.", panel=spec.title.lower()), "second")

    def _build(self, spec: PanelSpec) -> None:
        panel = spec.factory(self._room)
        self._panels[spec.name], self._specs[spec.name] = panel, spec
        panel.unitChosen.connect(self.unitChosen)
        panel.flagChosen.connect(self.flagChosen)
        panel.tabChosen.connect(self.tabChosen)
        panel.said.connect(self.said)
        panel.write.connect(self.write)
        panel.backdropChanged.connect(self.backdropChanged)
        self.built.emit(spec, panel)
