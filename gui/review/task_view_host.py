"""The surfaces of one window: built when a task first wants them, their signals joined into one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QSplitter, QStackedWidget, QWidget

from galley.core.domain import UnitId
from galley.gui.review import task_view_registry
from galley.gui.review.task_view import NOTHING_MORE, Surface, SurfaceContext, SurfaceSpec
from galley.gui.text_panes.item import ReviewItem

_MOST = 0.5
"""The share of the centre that stands over the panes at most, until the user moves the edge."""


class SurfaceHost(QObject):
    """Has the signals of ``Surface``. ``centre`` holds the panes, or what takes their place; ``split`` has it, and
    above it what stands over the panes."""

    entryClicked = Signal(int)
    unitClicked = Signal(int)
    answered = Signal(object)
    documentRead = Signal(int)
    messageShown = Signal(str, str)
    write = Signal(object)

    def __init__(
        self, context: SurfaceContext, centre: QStackedWidget, split: QSplitter, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._centre, self._split = context, centre, split
        self._surfaces: dict[str, Surface] = {}
        self.heights: dict[str, int] = {}  # by hand, of what stands over the panes
        split.splitterMoved.connect(self._on_splitter_moved)
        self.current_surface: Surface | None = None

    def show_item(self, review_item: ReviewItem, active: int | None) -> None:
        """Show another item, on the surface of its task. Comes before the panes are filled."""
        spec = task_view_registry.surface_for(review_item)
        surface = self.prepare(spec) if spec is not None else None
        before, self.current_surface = self.current_surface, surface
        if before is not None:
            before.leave()
            if before is not surface:
                before.restore_panes()
                self._show_over(before, False)
        widget = surface.widget() if surface is not None else None
        self._centre.setCurrentWidget(widget or self._context.panes)
        if surface is not None:
            surface.show_item(review_item, active)
            self._show_over(surface, True)
        writing = isinstance(QApplication.focusWidget(), QLineEdit)
        if before is not surface and not writing and self._split.isVisible() and (stops := self.stops()):
            stops[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def prepare(self, spec: SurfaceSpec) -> Surface:
        """A surface, built where it is not yet."""
        if spec.name not in self._surfaces:
            self._surfaces[spec.name] = self._build(spec.factory(self._context))
        return self._surfaces[spec.name]

    def show_nothing(self, page: QWidget) -> None:
        """No item is open: show ``page`` in its place."""
        surface, self.current_surface = self.current_surface, None
        if surface is not None:
            surface.leave()
            surface.restore_panes()
            self._show_over(surface, False)
        if self._centre.indexOf(page) < 0:
            self._centre.addWidget(page)
        self._centre.setCurrentWidget(page)

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Let it show the same item as it is now."""
        if self.current_surface is not None:
            self.current_surface.show_state(review_item, active)

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Let it tint another entry."""
        if self.current_surface is not None:
            self.current_surface.set_active(review_item, active)

    def turn_to(self, review_item: ReviewItem, target: int) -> None:
        """Let it show a summary of which nothing is asked."""
        if self.current_surface is not None:
            self.current_surface.turn_to(review_item, target)

    def reveal_hidden_answers(self, review_item: ReviewItem, active: int | None) -> str:
        """Let it show what comes after the answers; a sentence where it does not."""
        surface = self.current_surface
        return surface.reveal_hidden_answers(review_item, active) if surface is not None else NOTHING_MORE

    def set_tab(self, review_item: ReviewItem, index: int) -> None:
        """Tell it that another tab is in front."""
        if self.current_surface is not None:
            self.current_surface.set_tab(review_item, index)

    def actions(self) -> dict[str, Callable[[], object]]:
        """What the keys of the surfaces do, in sight or not."""
        return {name: partial(self._act, name, spec) for spec in task_view_registry.surfaces() for name in spec.actions}

    def _act(self, action: str, spec: SurfaceSpec) -> None:
        if self.current_surface is not None and self._surfaces.get(spec.name) is self.current_surface:
            self.current_surface.actions()[action]()
        else:
            self.messageShown.emit(spec.absent, "second")

    def highlight_unit(self, unit: UnitId) -> None:
        """Let it tint what is only looked at."""
        if self.current_surface is not None:
            self.current_surface.highlight_unit(unit)

    def leave(self) -> None:
        """Another view follows."""
        if self.current_surface is not None:
            self.current_surface.leave()

    def stops(self) -> list[QWidget]:
        """Where F6 stops, before the panes where these stay."""
        return self.current_surface.stops() if self.current_surface is not None else []

    def restore(self, heights: object) -> None:
        """Take ``heights`` of an earlier session; what is none is passed over."""
        saved_heights = heights if isinstance(heights, dict) else {}
        self.heights.update((name, high) for name, high in saved_heights.items() if isinstance(high, int) and high > 0)

    @property
    def size(self) -> QSize:
        """How large a page is that takes the place of the panes."""
        return self._centre.size()

    @property
    def covers(self) -> bool:
        """Whether the panes are not to be seen."""
        return self._centre.currentWidget() is not self._context.panes

    def _show_over(self, surface: Surface, on: bool) -> None:
        over = surface.header_widget()
        if over is None:
            return
        comes = on and over.isHidden()
        over.setVisible(on)
        sizes, at = self._split.sizes(), self._split.indexOf(over)
        if comes:
            whole = sum(sizes) or self._split.height()
            room = min(round(whole * _MOST), over.sizeHint().height())
            sizes[at] = self.heights.get(self._name(surface), room)
            sizes[-1] = max(1, whole - sum(sizes[:-1]))
            self._split.setSizes(sizes)

    def _name(self, surface: Surface) -> str:
        return next(name for name, candidate in self._surfaces.items() if candidate is surface)

    def _on_splitter_moved(self) -> None:
        over = self.current_surface.header_widget() if self.current_surface is not None else None
        if self.current_surface is not None and over is not None:
            self.heights[self._name(self.current_surface)] = self._split.sizes()[self._split.indexOf(over)]

    def _build(self, surface: Surface) -> Surface:
        surface.setParent(self)
        for name in ("entryClicked", "unitClicked", "answered", "documentRead", "messageShown", "write"):
            getattr(surface, name).connect(getattr(self, name))
        widget = surface.widget()
        if widget is not None:
            self._centre.addWidget(widget)
        over = surface.header_widget()
        if over is not None:
            over.hide()
            self._split.insertWidget(self._split.indexOf(self._centre), over)
        return surface
