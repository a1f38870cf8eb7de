"""The views of the window: one package each, found by name, built when first shown.

A package such as ``galley.gui.review`` declares a module constant ``VIEW`` in its ``__init__``, which imports nothing
heavy: the factory does. The window shows those that are there, in their order.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from galley.core.domain import CriterionId, ItemId

if TYPE_CHECKING:
    from galley.core.domain import Cell, ChangeSet
    from galley.core.review.queue import Filter
    from galley.core.review.saved_views import SavedView
    from galley.gui.session import Session

PACKAGES = ("galley.gui.review", "galley.gui.adjudicate", "galley.gui.scores", "galley.gui.runs", "galley.gui.plan")

Hint = tuple[str, tuple[str, ...]]
"""Words of the status line, and the actions whose keys stand after them, or the name of a key."""


class View(QWidget):
    """What every view is. Each method may be left as it is; ``ready`` is emitted once the first content is painted,
    ``open_queue(Filter)`` asks for the Review view with these items in its queue, ``open_flag(item, Cell)`` for it with
    that cell in front, ``open_call(verdict)`` for the Runs view with a call that the verdict was read from;
    ``search_changed(query)`` says that the view searches for something else now, so that the field must say so;
    ``hinted()`` that the status line shows other keys or ``state`` changed; ``pack_wanted(Wish, who)`` for packages,
    with ``who`` of what is revoked from them, or for them; ``viewRequested(name)`` for another view or for what the
    window's menu does under that name."""

    ready = Signal()
    hinted = Signal()
    search_changed = Signal(str)
    viewRequested = Signal(str)
    open_queue = Signal(object)
    open_flag = Signal(int, object)
    open_call = Signal(int)
    pack_wanted = Signal(object, str)

    def activate(self) -> None:
        """The view is shown now: give the keyboard to what the user expects."""

    def deactivate(self) -> None:
        """Another view is shown now."""

    def apply(self, changes: ChangeSet) -> None:
        """Something was written. Called while the view is visible; else kept and called once, before ``activate``."""

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """What the shortcuts of ``resources/shortcuts.toml`` do here, by action id."""
        return {}

    def hints(self) -> tuple[Hint, ...]:
        """What the status line says of keys, where that changes with what is in front; nothing: what ``VIEW`` says."""
        return ()

    def search(self, text: str) -> bool:
        """The search field holds another text; whether it holds no mistake."""
        return True

    def show_queue(self, queue_filter: Filter) -> None:
        """Another view asks for these items. Called after ``activate``."""

    def show_flag(self, item: ItemId, cell: Cell) -> None:
        """Another view asks for what was said of a cell. Called after ``activate``."""

    def show_decision(self, decision: int) -> None:
        """What a decision (row id) was about is asked for. Called after ``activate``."""

    def show_call(self, verdict: int) -> None:
        """Another view asks for what a verdict was read from. Called after ``activate``."""

    def show_item(self, item: ItemId) -> None:
        """An item (row id) is asked for, whatever the queue holds. Called after ``activate``, as those that follow."""

    def show_criterion(self, criterion: CriterionId) -> None:
        """The flags of a criterion (row id) are asked for."""

    def show_saved(self, view: SavedView) -> None:
        """A saved view is asked for."""

    def show_chart(self, name: str) -> None:
        """A chart is asked for."""

    def state(self) -> dict[str, Any]:
        """What to remember for the next start (plain JSON)."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """What ``state`` gave, before the view is first shown. Unknown entries are passed over."""


@dataclass(frozen=True, slots=True)
class ViewSpec:
    """A view before it is built. ``keys`` are the hints of the status bar: words and the actions they name. One that is
    ``needs_plan`` is offered at the top once there is a protocol or a package; the menu leads to it before."""

    name: str
    title: str
    order: int
    factory: Callable[[Session], View]
    keys: tuple[Hint, ...] = ()
    needs_plan: bool = False


@cache
def views() -> tuple[ViewSpec, ...]:
    """The views that this installation has, in order."""
    specs = [
        importlib.import_module(package).VIEW for package in PACKAGES if importlib.util.find_spec(package) is not None
    ]
    return tuple(sorted(specs, key=lambda spec: spec.order))
