"""The head of the queue: by item or by criterion, whose criterion, its definition once, and the saved views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.domain import NO_CRITERION, Criterion, CriterionId
from galley.core.review.saved_views import SavedView
from galley.gui.plain_text import Menu, ToolButton, set_tip
from galley.gui.text_panes.filter_head import criterion_choices, one_line
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.badge import LetterBadge
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.segmented import SegmentedControl
from galley.gui.widgets.styled_label import StyledLabel

ITEM, CRITERION = "item", "criterion"


class OrderHead(QWidget):
    """``ordered(across)``, ``criterionChosen(row)``; ``viewChosen(view)``, ``viewDropped(name)``, ``saveAsked()``."""

    ordered = Signal(bool)
    criterionChosen = Signal(int)
    viewChosen = Signal(object)
    viewDropped = Signal(str)
    saveAsked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._views: Sequence[SavedView] = ()
        self._criteria: Sequence[Criterion] = ()
        self._counts: Mapping[CriterionId, tuple[int, int]] = {}
        self._current = NO_CRITERION
        self.order = SegmentedControl(theme, [(ITEM, tr("Item")), (CRITERION, tr("Criterion"))], self)
        self.order.setAccessibleDescription(tr("Order of the queue"))
        self.order.chosen.connect(lambda name: self.ordered.emit(name == CRITERION))
        self.views = self._button(tr("Views"))
        self.views.clicked.connect(lambda: self._show(self.views_menu(), self.views))
        first = QHBoxLayout()
        first.setContentsMargins(11, 9, 8, 0)
        first.addWidget(self.order)
        first.addStretch(1)
        first.addWidget(self.views)
        self.badge = LetterBadge(theme, parent=self)
        self.name = self._button("")
        self.name.clicked.connect(lambda: self._show(self.criteria_menu(), self.name))
        self.count = ElidedLabel(theme, "", Type.CAPTION_NUMBER, "second", parent=self)
        self.definition = StyledLabel(theme, Type.SMALL, "second")
        self.definition.setContentsMargins(13, 2, 13, 0)
        second = QHBoxLayout()
        second.setSpacing(4)
        second.addWidget(self.badge)
        second.addWidget(self.name)
        second.addStretch(1)
        third = QHBoxLayout()
        third.addWidget(self.count, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(first)
        column.addLayout(second)
        column.addLayout(third)
        column.addWidget(self.definition)
        self._lines = second, third
        self._words = ""
        self.setMinimumWidth(1)  # the column is as wide as it is: what is too long is cut short, not the definition
        self.name.setMinimumWidth(1)
        self.show_order(False, None, "")
        theme.changed.connect(self._dress)
        self._dress()

    def set_criteria(self, criteria: Sequence[Criterion]) -> None:
        """Which criteria there are."""
        self._criteria = criteria

    def set_counts(self, counts: Mapping[CriterionId, tuple[int, int]]) -> None:
        """How many flags of each criterion (row id) the filter lets through, and how many of them are open."""
        self._counts = counts

    def set_count(self, criterion: CriterionId, flags: int, waiting: int) -> None:
        """The same of one criterion: those of the others change with the filter alone."""
        self._counts = {**self._counts, criterion: (flags, waiting)}

    def set_views(self, views: Sequence[SavedView]) -> None:
        """The views that are saved in the project."""
        self._views = views

    def show_order(self, across: bool, criterion: Criterion | None, count: str) -> None:
        """Say which order is on, which criterion is gone through (None: all of them), and how far that is."""
        self.order.set_current(CRITERION if across else ITEM)
        for line, top in zip(self._lines, (8, 3), strict=True):  # hidden lines keep their margins
            line.setContentsMargins(13, top if across else 0, 13, 0)
        self.name.setVisible(across)
        self.count.setVisible(across)
        self._current = criterion.row if criterion is not None else NO_CRITERION
        self.badge.setVisible(across and criterion is not None)
        if criterion is not None:
            self.badge.set(criterion.letter, criterion.colour or "#0072B2", criterion.name)
        words = one_line(criterion.name) if criterion is not None else tr("Any criterion")
        self._words = words
        self._fit()
        self.name.setAccessibleName(tr("Criterion: {name}", name=words))
        set_tip(self.name, words)
        self.definition.set(criterion.definition if across and criterion is not None else "")
        self.count.set_text(count)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The name has the room that its line leaves it."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.width() - 26 - (self.badge.sizeHint().width() + 4 if not self.badge.isHidden() else 0)
        metrics, arrow = self.name.fontMetrics(), " ▾"
        room -= metrics.horizontalAdvance(arrow) + 2 * 5  # what the style puts beside the words
        self.name.setText(metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, max(0, room)) + arrow)

    def others(self, step: int) -> CriterionId:
        """The next criterion in that direction that has open flags, round and round; 0 where no other has."""
        rows = [criterion.row for criterion in self._criteria][:: 1 if step > 0 else -1]
        at = rows.index(self._current) if self._current in rows else -1
        order = [row for row in rows[at + 1 :] + rows[: max(0, at)] if row != self._current]
        return next((row for row in order if self._counts.get(row, (0, 0))[1]), NO_CRITERION)

    def criteria_menu(self) -> Menu:
        """The criteria with flags under the filter; the caller shows it."""
        menu = Menu(self)
        for row, words in [(0, tr("Any criterion")), *criterion_choices(self._criteria)]:
            flags, waiting = self._counts.get(row, (0, 0))
            if row and not flags and row != self._current:
                continue
            number = tr("{open:,} of {n:,} open", open=waiting, n=flags) if row else ""
            menu.add_entry(
                f"{words}  {number}".rstrip(),
                lambda _=False, row=row: self.criterionChosen.emit(row),
                checked=row == self._current,
            )
        return menu

    def views_menu(self) -> Menu:
        """The saved views, and what can be done with them."""
        menu = Menu(self)
        for view in self._views:
            entry = menu.add_entry(one_line(view.name), lambda _=False, view=view: self.viewChosen.emit(view))
            set_tip(entry, view.query)
        if self._views:
            menu.addSeparator()
        menu.add_entry(tr("Save this view…"), lambda _=False: self.saveAsked.emit())
        if self._views:
            drop = menu.add_menu(tr("Forget a view"))
            for view in self._views:
                drop.add_entry(one_line(view.name), lambda _=False, name=view.name: self.viewDropped.emit(name))
        return menu

    def _button(self, words: str) -> ToolButton:
        button = ToolButton(self)
        button.setAutoRaise(True)
        button.setText(f"{words} ▾" if words else "")
        button.setAccessibleName(words)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        return button

    def _show(self, menu: Menu, under: QWidget) -> None:
        menu.exec(under.mapToGlobal(QPoint(0, under.height() + 2)))
        menu.deleteLater()

    def _dress(self) -> None:
        roles = self._theme.roles
        looks = (self.views, Type.CAPTION, roles.second), (self.name, Type.BODY_STRONG, roles.text)
        for button, style, role in looks:
            button.setFont(self._theme.font(style))
            button.setStyleSheet(
                f"QToolButton {{ color: {role}; border: none; padding: 2px 5px; border-radius: 4px; }}"
                f"QToolButton:hover {{ color: {roles.text}; background: {roles.hover}; }}"
                f"QToolButton:focus {{ color: {roles.accent}; }}"
            )
