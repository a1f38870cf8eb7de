"""Rating the summary in front: a row of dimensions, a digit each.

While the strip has the keyboard a digit rates the dimension in the frame and goes on to the next that is not rated,
arrows go from one to another, D chooses which dimensions the project asks for, Escape gives the keyboard back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from galley.core.domain import Cell, Criterion
from galley.core.project import ratings
from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Panel, Room
from galley.gui.language import tr
from galley.gui.plain_text import Menu, set_tip
from galley.gui.rating.rating_cells import DimensionCell, Step
from galley.gui.theme import Type
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.hairline import Hairline

K = Qt.Key
_DIGITS = (K.Key_0, K.Key_1, K.Key_2, K.Key_3, K.Key_4, K.Key_5, K.Key_6, K.Key_7, K.Key_8, K.Key_9)
_SIDE = 14


class RatingStrip(Panel):
    """See the module."""

    inner_keys = frozenset({*_DIGITS, K.Key_Left, K.Key_Right, K.Key_Home, K.Key_End, K.Key_D, K.Key_Escape})

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        theme = self.theme
        self.setAccessibleName(tr("Rating of the summary"))
        self._opened: Opened | None = None
        self._tab: Tab | None = None
        self._before: QWidget | None = None
        self.criteria: list[Criterion] = []
        self.at = 0
        self.cells: list[DimensionCell] = []
        self._steps: list[Step] = []
        self._row = QWidget()
        self._row.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._flow = FlowLayout(self._row, gap=2)
        self._flow.setContentsMargins(_SIDE - 7, 5, _SIDE, 1)
        self.definition = ElidedLabel(theme, "", Type.CAPTION, "second")
        self.missing = ElidedLabel(theme, "", Type.CAPTION, "second")
        self.choice = Chip(theme, tr("Choose…"), parent=self._row)
        self.choice.setCheckable(False)
        self.choice.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.choice.setAccessibleName(tr("Choose the dimensions"))
        self.choice.setAccessibleDescription(tr("Key D"))
        set_tip(self.choice, tr("Choose the dimensions that this project rates (D)"))
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(0)
        line = QHBoxLayout()
        line.setContentsMargins(_SIDE, 1, _SIDE, 2)
        line.addWidget(self.definition, 1)
        self._scale = QHBoxLayout()
        self._scale.setSpacing(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(_SIDE, 0, _SIDE, 0)
        foot.setSpacing(8)
        foot.addWidget(self.missing, 1)
        foot.addLayout(self._scale)
        for widget in (Hairline(theme), self._row):
            column.addWidget(widget)
        column.addLayout(line)
        column.addLayout(foot)
        self.set_body(body)
        self.choice.clicked.connect(self.ask)

    # ---- what the stage asks

    def stop(self) -> QWidget:
        """The row of dimensions."""
        return self._row

    def show_item(self, opened: Opened, tab: Tab | None) -> None:
        """Begin with the first dimension that is not rated."""
        self._opened, self._tab = opened, tab
        self._fill()
        self.at = next((n for n, cell in enumerate(self.cells[: len(self.criteria)]) if cell.value is None), 0)
        self._frame()

    def show_state(self, opened: Opened, tab: Tab | None) -> None:
        """The dimension in the frame stays."""
        self._opened, self._tab = opened, tab
        self._fill()
        self._frame()

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """G gives the keyboard to the strip."""
        return {"rate": self.enter}

    # ---- rating

    def enter(self) -> None:
        """Take the keyboard; Escape gives it back to where it was."""
        before = QApplication.focusWidget()
        if before is not self._row:
            self._before = before
        self._row.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the module."""
        key = Qt.Key(event.key())
        if key in _DIGITS:
            self.rate(_DIGITS.index(key))
        elif key in (K.Key_Left, K.Key_Right):
            self.go(self.at + (1 if key is K.Key_Right else -1))
        elif key in (K.Key_Home, K.Key_End):
            self.go(0 if key is K.Key_Home else len(self.criteria) - 1)
        elif key is K.Key_D:
            self.ask()
        elif key is K.Key_Escape and self._before is not None:
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def go(self, place: int) -> None:
        """Put a dimension into the frame; at an end it stays."""
        self.at = min(len(self.criteria) - 1, max(0, place))
        self._frame()

    def rate(self, figure: int) -> None:
        """Rate the dimension in the frame, and go on to the next that is not rated."""
        summary = self._tab.document if self._tab is not None else None
        if self._opened is None or summary is None or not self.criteria:
            return
        criterion, item = self.criteria[self.at], self._opened.id
        if not criterion.low <= figure <= criterion.high:
            self.said.emit(
                tr(
                    "{name} is rated from {low} to {high}.", name=criterion.name, low=criterion.low, high=criterion.high
                ),
                "second",
            )
            return
        cell = Cell(summary.whole, criterion.row, summary.id)
        count = len(self.criteria)
        others = [(self.at + step) % count for step in range(1, count)]
        missing = [place for place in others if self.cells[place].value is None]
        if self.cells[self.at].value != figure:
            self.write.emit(lambda desk: desk.add(item, cell, value=figure))
        if missing:
            self.go(missing[0])
        elif self.room.session.project.writable:
            said = tr("The summary is rated on all {count} dimensions.", count=count) if count > 1 else tr("Rated.")
            self.said.emit(said, "positive")

    # ---- which dimensions

    def ask(self) -> None:
        """Offer the dimensions; each can be ticked or not."""
        menu = self.menu()
        menu.exec(self.choice.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
        menu.deleteLater()

    def menu(self) -> Menu:
        """The menu of all dimensions; the caller shows it."""
        menu = Menu(self)
        for criterion in ratings.offered(self._schemes()):
            menu.entry(
                criterion.name,
                lambda on, criterion=criterion: self.switch(criterion, on),
                checked=criterion in self.criteria,
            )
        return menu

    def switch(self, criterion: Criterion, on: bool) -> None:
        """Ask for a dimension from now on, or no longer; one at least stays. What was rated stays as it is."""
        wanted = [c for c in ratings.offered(self._schemes()) if (on if c == criterion else c in self.criteria)]
        if not wanted:
            self.said.emit(tr("One dimension at least has to be left."), "second")
            return
        self.write.emit(lambda desk: desk.project.write(lambda connection: ratings.choose(connection, wanted)))

    # ---- within

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The frame tells whether digits go here."""
        handled = super().eventFilter(watched, event)
        if isinstance(event, QFocusEvent):
            self._frame(event.gotFocus())
        return handled

    def _schemes(self) -> Any:
        return self._opened.schemes if self._opened is not None else ()

    def _fill(self) -> None:
        opened, summary = self._opened, self._tab.document if self._tab is not None else None
        session = self.room.session
        if opened is None or summary is None:
            return
        kept = self.criteria[self.at] if self.at < len(self.criteria) else None
        self.criteria = ratings.chosen(session.connection(), opened.schemes)
        self.at = self.criteria.index(kept) if kept in self.criteria else 0
        self._flow.removeWidget(self.choice)
        while len(self.cells) < len(self.criteria):
            cell = DimensionCell(self.theme, self._row)
            cell.clicked.connect(partial(self._clicked, len(self.cells)))
            self.cells.append(cell)
            self._flow.addWidget(cell)
        self._flow.addWidget(self.choice)  # behind the last of them
        for cell, criterion in zip(self.cells, self.criteria, strict=False):
            said = opened.view.answer(session.reviewer, Cell(summary.whole, criterion.row, summary.id))
            cell.set(criterion, _figure(said.value if said is not None else None))
            cell.show()
        for cell in self.cells[len(self.criteria) :]:
            cell.hide()
        self._row.updateGeometry()
        missing = [cell.text() for cell in self.cells[: len(self.criteria)] if cell.value is None]
        rated = len(self.criteria) - len(missing)
        count = len(self.criteria)
        if missing and rated:
            lacking = ", ".join(missing)
            self.missing.set_text(tr("{rated} of {of}, missing {names}", rated=rated, of=count, names=lacking))
        else:
            self.missing.set_text(tr("{rated} of {of}", rated=rated, of=count))
        self.choice.setVisible(len(ratings.offered(opened.schemes)) > 1 and session.project.writable)

    def _frame(self, active: bool | None = None) -> None:
        if not self.criteria:
            return
        on = self._row.hasFocus() if active is None else active
        for place, cell in enumerate(self.cells):
            cell.set_current(place == self.at, on)
        criterion, value = self.criteria[self.at], self.cells[self.at].value
        self.definition.set_text(f"{criterion.name}: {criterion.definition}")
        figures = [str(n) for n in range(criterion.low, criterion.high + 1)]
        if [step.text() for step in self._steps] != figures:
            for step in self._steps:
                self._scale.removeWidget(step)
                step.deleteLater()
            self._steps = [Step(self.theme, int(figure), self) for figure in figures]
            for step in self._steps:
                step.clicked.connect(partial(self._stepped, int(step.text())))
                self._scale.addWidget(step)
        for step in self._steps:
            step.set_chosen(value == int(step.text()), criterion.name)

    def _clicked(self, place: int, _: bool = False) -> None:
        self.enter()
        self.go(place)

    def _stepped(self, figure: int, _: bool = False) -> None:
        self.rate(figure)


def _figure(value: object) -> float | None:
    """A rating as it was stored; an imported one may lie between two steps."""
    return value if isinstance(value, int | float) else None
