"""The surfaces of one window: built when a task first wants them, their signals joined into one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from galley.gui.desk.opened import Opened
from galley.gui.review import surface_registry
from galley.gui.review.surface import NOTHING_MORE, Ground, Surface


class SurfaceHost(QObject):
    """Has the signals of ``Surface``. ``centre`` holds the panes, or what takes their place."""

    lit = Signal(int)
    read = Signal(int)
    answered = Signal(object)
    documentRead = Signal(int)

    def __init__(self, ground: Ground, centre: QStackedWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ground, self._centre = ground, centre
        self._made: dict[str, Surface] = {}
        self.shown: Surface | None = None

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """Show another item, on the surface of its task. Comes before the panes are filled."""
        spec = surface_registry.surface_of(opened.asked)
        wanted = None
        if spec is not None:
            wanted = self._made.get(spec.name)
            if wanted is None:
                wanted = self._made[spec.name] = self._build(spec.factory(self._ground))
        if self.shown is not None:
            self.shown.leave()
            if self.shown is not wanted:
                self.shown.end()
        self.shown = wanted
        widget = wanted.widget() if wanted is not None else None
        self._centre.setCurrentWidget(widget or self._ground.panes)
        if wanted is not None:
            wanted.show_item(opened, lit)

    def show_nothing(self, page: QWidget) -> None:
        """No item is open: show ``page`` in its place."""
        self.leave()
        if self._centre.indexOf(page) < 0:
            self._centre.addWidget(page)
        self._centre.setCurrentWidget(page)

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """Let it show the same item as it is now."""
        if self.shown is not None:
            self.shown.show_state(opened, lit)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Let it tint another entry."""
        if self.shown is not None:
            self.shown.set_lit(opened, lit)

    def turn_to(self, opened: Opened, target: int) -> None:
        """Let it show a summary of which nothing is asked."""
        if self.shown is not None:
            self.shown.turn_to(opened, target)

    def reveal(self, opened: Opened, lit: int | None) -> str:
        """Let it show what comes after the answers; a sentence where it does not."""
        return self.shown.reveal(opened, lit) if self.shown is not None else NOTHING_MORE

    def leave(self) -> None:
        """Another view follows."""
        if self.shown is not None:
            self.shown.leave()

    def stops(self) -> list[QWidget] | None:
        """Where F6 stops; None where the panes say it."""
        return self.shown.stops() if self.shown is not None and self.shown.widget() is not None else None

    def _build(self, made: Surface) -> Surface:
        made.setParent(self)
        for name in ("lit", "read", "answered", "documentRead"):
            getattr(made, name).connect(getattr(self, name))
        widget = made.widget()
        if widget is not None:
            self._centre.addWidget(widget)
        return made
