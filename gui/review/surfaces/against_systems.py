"""Facts and opinions against systems: one cell is lit, and below stand the texts that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.protocols.study import Kind
from galley.core.tasks.questioning import AskedCells
from galley.gui.desk.opened import Opened
from galley.gui.review.matrix_cells import KINDS, Grid, Spot, build
from galley.gui.review.surface import Ground, Surface, SurfaceSpec

if TYPE_CHECKING:
    from galley.gui.review.matrix_view import MatrixView
    from galley.gui.widgets.pane_head import PaneHead


def _fits(asked: AskedCells) -> bool:
    """Whatever is asked, or flagged, of facts and opinions alone."""
    task = asked.task
    if task is None or task.kind is Kind.WRITE or task.once or not asked.asks:
        return False
    return all(kind in KINDS for each in asked.asks for kind in each.units)


class AgainstSystems(Surface):
    """Its cells are the entries of the list."""

    def __init__(self, ground: Ground, page: QWidget, head: PaneHead, view: MatrixView) -> None:
        super().__init__(ground)
        self._page, self._head, self.view = page, head, view
        self.grid = Grid("", (), (), {}, {})
        self._opened: Opened | None = None
        self._lit: int | None = None
        view.pressed.connect(self._pressed)
        view.moved.connect(self._moved)

    def over(self) -> QWidget:
        """The matrix."""
        return self._page

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """The matrix of another item."""
        self._show(opened, lit, keep=False)

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """The same with its answers of now."""
        self._show(opened, lit, keep=True)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Light a cell."""
        self._lit = lit
        self.view.set_reading(0)
        self.view.set_lit(lit)

    def set_read(self, unit: int) -> None:
        """Tint the row of a unit that is only looked at."""
        self.view.set_reading(unit)

    def stops(self) -> list[QWidget]:
        """The matrix."""
        return [self.view]

    # ---- within

    def _show(self, opened: Opened, lit: int | None, keep: bool) -> None:
        from galley.gui.review.flag_model import open_words

        self._opened, self._lit, self.grid = opened, lit, build(opened)
        self._head.set(self.grid.title, open_words(opened.entries))
        self.view.show_grid(self.grid, opened, keep)
        self.view.set_lit(lit)

    def _moved(self, down: int, right: int) -> None:
        to = self.grid.beside(self._lit, down, right)
        if to is not None:
            self.lit.emit(to)

    def _pressed(self, spot: Spot) -> None:
        """Of several in one cell a further press lights the next; where nothing stands the unit is looked at, beside
        the text of that column."""
        assert self._opened is not None
        found = self.grid.cells.get(spot, ())
        if found:
            entries = self._opened.entries
            first = next((at for at in found if entries[at].open), found[0])
            again = found[(found.index(self._lit) + 1) % len(found)] if self._lit in found else first
            self.lit.emit(again)
            return
        if spot[1] >= 0:
            target = self.grid.columns[spot[1]].target
            tab = next((n for n, tab in enumerate(self._opened.tabs) if tab.target == target), None)
            if tab is not None:
                self.ground.panes.tabChosen.emit(tab)
        self.read.emit(self.grid.rows[spot[0]].unit.id)


def _make(ground: Ground) -> Surface:
    from galley.gui.review.matrix_view import MatrixView
    from galley.gui.widgets.pane_head import PaneHead

    theme = ground.session.theme
    head, view, page = PaneHead(theme), MatrixView(theme), QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(head)
    column.addWidget(view, 1)
    page.setAutoFillBackground(True)
    page.setBackgroundRole(QPalette.ColorRole.Base)
    return AgainstSystems(ground, page, head, view)


SURFACE = SurfaceSpec(
    name="against-systems", order=3, fits=_fits, factory=_make, page="galley.gui.review.matrix_view", kinds=KINDS
)
