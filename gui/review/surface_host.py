"""The surfaces of one window: built when a task first wants them, their signals joined into one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QSplitter, QStackedWidget, QWidget

from galley.gui.desk.opened import Opened
from galley.gui.review import surface_registry
from galley.gui.review.surface import NOTHING_MORE, Ground, Surface, SurfaceSpec

_MOST = 0.5
"""The share of the centre that stands over the panes at most, until the user moves the edge."""


class SurfaceHost(QObject):
    """Has the signals of ``Surface``. ``centre`` holds the panes, or what takes their place; ``split`` has it, and
    above it what stands over the panes."""

    lit = Signal(int)
    read = Signal(int)
    answered = Signal(object)
    documentRead = Signal(int)
    said = Signal(str, str)
    write = Signal(object)

    def __init__(
        self, ground: Ground, centre: QStackedWidget, split: QSplitter, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._ground, self._centre, self._split = ground, centre, split
        self._made: dict[str, Surface] = {}
        self.heights: dict[str, int] = {}  # by hand, of what stands over the panes
        split.splitterMoved.connect(self._moved)
        self.shown: Surface | None = None

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """Show another item, on the surface of its task. Comes before the panes are filled."""
        spec = surface_registry.surface_for(opened)
        wanted = self.prepare(spec) if spec is not None else None
        before, self.shown = self.shown, wanted
        if before is not None:
            before.leave()
            if before is not wanted:
                before.end()
                self._show_over(before, False)
        widget = wanted.widget() if wanted is not None else None
        self._centre.setCurrentWidget(widget or self._ground.panes)
        if wanted is not None:
            wanted.show_item(opened, lit)
            self._show_over(wanted, True)
        writing = isinstance(QApplication.focusWidget(), QLineEdit)
        if before is not wanted and not writing and self._split.isVisible() and (stops := self.stops()):
            stops[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def prepare(self, spec: SurfaceSpec) -> Surface:
        """A surface, built where it is not yet."""
        if spec.name not in self._made:
            self._made[spec.name] = self._build(spec.factory(self._ground))
        return self._made[spec.name]

    def show_nothing(self, page: QWidget) -> None:
        """No item is open: show ``page`` in its place."""
        shown, self.shown = self.shown, None
        if shown is not None:
            shown.leave()
            shown.end()
            self._show_over(shown, False)
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

    def set_tab(self, opened: Opened, index: int) -> None:
        """Tell it that another tab is in front."""
        if self.shown is not None:
            self.shown.set_tab(opened, index)

    def actions(self) -> dict[str, Callable[[], object]]:
        """What the keys of the surfaces do, in sight or not."""
        return {name: partial(self._act, name, spec) for spec in surface_registry.surfaces() for name in spec.actions}

    def _act(self, action: str, spec: SurfaceSpec) -> None:
        if self.shown is not None and self._made.get(spec.name) is self.shown:
            self.shown.actions()[action]()
        else:
            self.said.emit(spec.absent, "second")

    def set_read(self, unit: int) -> None:
        """Let it tint what is only looked at."""
        if self.shown is not None:
            self.shown.set_read(unit)

    def leave(self) -> None:
        """Another view follows."""
        if self.shown is not None:
            self.shown.leave()

    def stops(self) -> list[QWidget]:
        """Where F6 stops, before the panes where these stay."""
        return self.shown.stops() if self.shown is not None else []

    def restore(self, heights: object) -> None:
        """Take ``heights`` of an earlier session; what is none is passed over."""
        found = heights if isinstance(heights, dict) else {}
        self.heights.update((name, high) for name, high in found.items() if isinstance(high, int) and high > 0)

    @property
    def size(self) -> QSize:
        """How large a page is that takes the place of the panes."""
        return self._centre.size()

    @property
    def covers(self) -> bool:
        """Whether the panes are not to be seen."""
        return self._centre.currentWidget() is not self._ground.panes

    def _show_over(self, made: Surface, on: bool) -> None:
        over = made.over()
        if over is None:
            return
        comes = on and over.isHidden()
        over.setVisible(on)
        sizes, at = self._split.sizes(), self._split.indexOf(over)
        if comes:
            whole = sum(sizes) or self._split.height()
            room = min(round(whole * _MOST), over.sizeHint().height())
            sizes[at] = self.heights.get(self._name(made), room)
            sizes[-1] = max(1, whole - sum(sizes[:-1]))
            self._split.setSizes(sizes)

    def _name(self, made: Surface) -> str:
        return next(name for name, each in self._made.items() if each is made)

    def _moved(self) -> None:
        over = self.shown.over() if self.shown is not None else None
        if self.shown is not None and over is not None:
            self.heights[self._name(self.shown)] = self._split.sizes()[self._split.indexOf(over)]

    def _build(self, made: Surface) -> Surface:
        made.setParent(self)
        for name in ("lit", "read", "answered", "documentRead", "said", "write"):
            getattr(made, name).connect(getattr(self, name))
        widget = made.widget()
        if widget is not None:
            self._centre.addWidget(widget)
        over = made.over()
        if over is not None:
            over.hide()
            self._split.insertWidget(self._split.indexOf(self._centre), over)
        return made
