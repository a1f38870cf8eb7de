"""The head of the queue: chips that say what it holds, how many items that are, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.domain import Annotator, Criterion
from galley.core.review.queue import ENSEMBLE, TELLING, Filter, Show, Sort
from galley.core.review.queue_totals import QueueTotals
from galley.gui.plain_text import Menu, ToolButton, set_tip
from galley.gui.text_panes.filter_head import QueueFilters, criterion_choices, one_line, shorten_words
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.flow import FlowLayout

_SHOWS = (
    (Show.OPEN, tr("Open flags")),
    (Show.TIES, tr("Ties")),
    (Show.UNSURE, tr("Unsure")),
    (Show.FINISHED, tr("Finished")),
)
_SORTS = {
    Sort.FILE: tr("as imported"),
    Sort.KEY: tr("by key"),
    Sort.OPEN_FLAGS: tr("most open flags"),
    Sort.TIES: tr("most ties"),
    Sort.APART: tr("judges of an ensemble furthest apart"),
    Sort.VALUE: tr("most likely errors, no estimate"),
}
_MENUS = {
    "criterion": (tr("Criterion"), tr("Any criterion")),
    "judge": (tr("Judge"), tr("Any judge")),
    "system": (tr("System"), tr("Any system")),
    "dataset": (tr("Data set"), tr("Any data set")),
}


class ReviewFilters(QueueFilters):
    """Emits ``changed()`` when the user asked for something else; ``queue_filter`` says what."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, Filter(), _MENUS, parent)
        self._theme = theme
        self._ties = True
        self._task = False
        self._has_ensemble = False
        chips = QWidget(self)
        flow = FlowLayout(chips)
        flow.setContentsMargins(11, 10, 8, 4)
        self._only = Chip(theme, "", parent=chips)
        self._only.clicked.connect(lambda: self._change(replace(self._filter, items=(), about="")))
        flow.addWidget(self._only)
        self._shows: dict[Show, Chip] = {}
        for show, words in _SHOWS:
            chip = self._shows[show] = Chip(theme, words, parent=chips)
            chip.clicked.connect(partial(self._show, show))
            if show is not Show.FINISHED:
                flow.addWidget(chip)
        for name, chip in self._menus.items():
            flow.addWidget(chip)
            chip.setHidden(name == "dataset")  # the others are there in almost every project
        flow.addWidget(self._shows[Show.FINISHED])
        self._count = ElidedLabel(theme, "", Type.CAPTION_NUMBER, "second")
        self._sort = ToolButton(self)
        self._sort.setAutoRaise(True)
        self._sort.setCursor(Qt.CursorShape.PointingHandCursor)
        self._sort.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._sort.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._sort.clicked.connect(self._ask_sort)
        line = QHBoxLayout()
        line.setContentsMargins(13, 0, 8, 4)
        line.addWidget(self._count, 1)
        line.addWidget(self._sort)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(chips)
        layout.addWidget(self.mistake)
        layout.addLayout(line)
        theme.changed.connect(self._dress)
        self._dress()
        self._mirror()

    @property
    def queue_filter(self) -> Filter:
        """What the user asked for."""
        queue_filter: Filter = self._filter
        return queue_filter

    @property
    def is_narrowed(self) -> bool:
        """Whether something is left out of the queue."""
        return bool(replace(self._filter, sort=Sort.FILE, task="") != Filter())

    def set_ties(self, is_visible: bool) -> None:
        """Whether ties, and items that a chart or a draw picked, may be asked for: they tell what others said."""
        self._ties = is_visible
        self._shows[Show.TIES].setVisible(is_visible)
        if not is_visible:
            show = Show.ALL if self._filter.show is Show.TIES else self._filter.show
            sort = Sort.FILE if self._filter.sort in TELLING else self._filter.sort
            self.set_filter(replace(self._filter, show=show, sort=sort, items=(), about=""))

    def set_totals(self, totals: QueueTotals | None) -> None:
        """Show how many items have ties and unsure answers; None where that is not counted, as of one of several
        tasks."""
        self._shows[Show.TIES].set_count(totals.tied_items if totals is not None else None)
        self._shows[Show.UNSURE].set_count(totals.unsure_items if totals is not None else None)

    def set_asks(self, task: bool, adjudicates: bool) -> None:
        """Whether the items of one of several tasks are held, which may ask something else than flags; ``settles``: of
        one whose answers are gold, where nobody is unsure."""
        for show, words, other in ((Show.OPEN, tr("Open"), task), (Show.UNSURE, tr("Unresolved"), adjudicates)):
            self._shows[show].setText(words if other else dict(_SHOWS)[show])
            self._shows[show].updateGeometry()
        self._task = task
        self._mirror()

    def set_count(self, items: int) -> None:
        """Show how many items the queue holds."""
        self._count.set_text(tr_n("{n:,} item", "{n:,} items", items))

    def set_choices(
        self,
        criteria: Sequence[Criterion],
        judges: Sequence[Annotator],
        systems: Sequence[str],
        datasets: Sequence[str] = (),
    ) -> None:
        """What the menus offer; a single data set is no choice. An order by a panel is one where there is a panel."""
        self._has_ensemble = any(judge.method == ENSEMBLE for judge in judges)
        self._offer(
            {
                "criterion": criterion_choices(criteria),
                "judge": [(judge.id, one_line(judge.name)) for judge in judges],
                "system": [(system, one_line(system)) for system in systems],
                "dataset": [(dataset, one_line(dataset)) for dataset in datasets] if len(datasets) > 1 else [],
            }
        )

    def _show(self, show: Show) -> None:
        is_checked = self._shows[show].isChecked()
        self._change(replace(self._filter, show=show if is_checked else Show.ALL))

    def _ask_sort(self) -> None:
        menu = Menu(self)
        for sort in _SORTS:
            if (sort in TELLING and not self._ties) or (sort is Sort.APART and not self._has_ensemble):
                continue
            menu.add_entry(
                self._get_sort_name(sort)[0].upper() + self._get_sort_name(sort)[1:],
                lambda _=False, sort=sort: self._change(replace(self._filter, sort=sort)),
                checked=sort is self._filter.sort,
            )
        menu.exec(self._sort.mapToGlobal(QPoint(0, self._sort.height() + 2)))
        menu.deleteLater()

    def _mirror(self) -> None:
        super()._mirror()
        only = tr("From Scores: {what}", what=one_line(self._filter.about)) if self._filter.about else tr("From Scores")
        about = one_line(self._filter.about) or tr("From Scores")
        self._only.setText(shorten_words(about) + " ×")
        self._only.setAccessibleName(tr("{filter}. Press to show all items again", filter=only))
        set_tip(self._only, only)
        self._only.setChecked(True)
        self._only.setVisible(bool(self._filter.items))
        for show, chip in self._shows.items():
            chip.setChecked(self._filter.show is show)
        order = self._get_sort_name(self._filter.sort)
        self._sort.setText(f"{order} ▾")
        self._sort.setAccessibleName(tr("Order: {order}", order=order))

    def _get_sort_name(self, sort: Sort) -> str:
        return tr("most open") if self._task and sort is Sort.OPEN_FLAGS else _SORTS[sort]

    def _dress(self) -> None:
        self._sort.setFont(self._theme.font(Type.CAPTION))
        roles = self._theme.roles
        self._sort.setStyleSheet(
            f"QToolButton {{ color: {roles.second}; border: none; padding: 2px 5px; border-radius: 4px; }}"
            f"QToolButton:hover {{ color: {roles.text}; background: {roles.hover}; }}"
            f"QToolButton:focus {{ color: {roles.accent}; }}"
        )
