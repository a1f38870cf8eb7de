"""Facts and opinions against systems: one cell is lit, and below stand the texts that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.definitions.protocols import Kind
from galley.core.domain import NO_UNIT, UnitId
from galley.core.tasks.questions import AskedCells
from galley.gui.review.matrix_cells import KINDS, Grid, Spot, build
from galley.gui.review.task_view import Surface, SurfaceContext, SurfaceSpec
from galley.gui.text_panes.item import ReviewItem

if TYPE_CHECKING:
    from galley.gui.review.matrix_view import MatrixView
    from galley.gui.widgets.pane_head import PaneHead


def _fits(asked_cells: AskedCells) -> bool:
    """Whatever is asked, or flagged, of facts and opinions alone."""
    task = asked_cells.task
    if task is None or task.kind is Kind.WRITE or task.once or not asked_cells.asks:
        return False
    return all(kind in KINDS for question in asked_cells.asks for kind in question.units)


class AgainstSystems(Surface):
    """Its cells are the entries of the list."""

    def __init__(self, context: SurfaceContext, page: QWidget, head: PaneHead, view: MatrixView) -> None:
        super().__init__(context)
        self._page, self._head, self.view = page, head, view
        self.grid = Grid("", (), (), {}, {})
        self._item: ReviewItem | None = None
        self._active: int | None = None
        view.pressed.connect(self._press_spot)
        view.moved.connect(self._move_active)

    def header_widget(self) -> QWidget:
        """The matrix."""
        return self._page

    def show_item(self, review_item: ReviewItem, active: int | None) -> None:
        """The matrix of another item."""
        self._show(review_item, active, keep=False)

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """The same with its answers of now."""
        self._show(review_item, active, keep=True)

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Light a cell."""
        self._active = active
        self.view.set_reading(NO_UNIT)
        self.view.set_active(active)

    def highlight_unit(self, unit: UnitId) -> None:
        """Tint the row of a unit that is only looked at."""
        self.view.set_reading(unit)

    def stops(self) -> list[QWidget]:
        """The matrix."""
        return [self.view]

    # ---- within

    def _show(self, review_item: ReviewItem, active: int | None, keep: bool) -> None:
        from galley.gui.review.flag_model import open_words

        self._item, self._active, self.grid = review_item, active, build(review_item)
        self._head.set(self.grid.title, open_words(review_item.entries))
        self.view.show_grid(self.grid, review_item, keep)
        self.view.set_active(active)

    def _move_active(self, down: int, right: int) -> None:
        to = self.grid.find_neighbour(self._active, down, right)
        if to is not None:
            self.entryClicked.emit(to)

    def _press_spot(self, spot: Spot) -> None:
        """Of several in one cell a further press lights the next; where nothing stands the unit is looked at, beside
        the text of that column."""
        assert self._item is not None
        places = self.grid.cells.get(spot, ())
        if places:
            entries = self._item.entries
            first = next((at for at in places if entries[at].open), places[0])
            again = places[(places.index(self._active) + 1) % len(places)] if self._active in places else first
            self.entryClicked.emit(again)
            return
        if spot[1] >= 0:
            target = self.grid.columns[spot[1]].target
            tab = next((n for n, tab in enumerate(self._item.tabs) if tab.target == target), None)
            if tab is not None:
                self.context.panes.tabChosen.emit(tab)
        self.unitClicked.emit(self.grid.rows[spot[0]].unit.id)


def _make(context: SurfaceContext) -> Surface:
    from galley.gui.review.matrix_view import MatrixView
    from galley.gui.widgets.pane_head import PaneHead

    theme = context.session.theme
    head, view, page = PaneHead(theme), MatrixView(theme), QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(head)
    column.addWidget(view, 1)
    page.setAutoFillBackground(True)
    page.setBackgroundRole(QPalette.ColorRole.Base)
    return AgainstSystems(context, page, head, view)


SURFACE = SurfaceSpec(
    name="against-systems", order=3, fits=_fits, factory=_make, page="galley.gui.review.matrix_view", kinds=KINDS
)
