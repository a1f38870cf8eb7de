"""The head of the queue: the Filter button, chips for what narrows or orders the queue, and how many items it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Annotator, Criterion
from galley.core.review.queue import TELLING, Filter, Show, Sort
from galley.core.review.queue_totals import QueueTotals
from galley.core.storage.queries.item_queue import ENSEMBLE
from galley.gui.plain_text import Menu, set_tip
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
    """One button for all that narrows or orders the queue, and a chip for each that does: a click takes it away. Emits
    ``changed()`` when the user asked for something else; ``queue_filter`` says what."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, Filter(), _MENUS, parent)
        self._ties = True
        self._task = False
        self._has_ensemble = False
        self._totals: QueueTotals | None = None
        self._item_count, self._task_items = 0, 0
        self._show_names = dict(_SHOWS)
        self.button = Chip(theme, tr("Filter") + " ▾", parent=self)
        self.button.setCheckable(False)
        self.button.setAccessibleName(tr("Filter"))
        self.button.clicked.connect(self._ask_filter)
        chips = QWidget(self)
        flow = FlowLayout(chips)
        flow.setContentsMargins(11, 9, 8, 7)
        flow.addWidget(self.button)
        self._only = Chip(theme, "", parent=chips)
        self._only.clicked.connect(lambda: self._change(replace(self._filter, items=(), about="")))
        self._shows: dict[Show, Chip] = {}
        for show, words in _SHOWS:
            chip = self._shows[show] = Chip(theme, words, parent=chips)
            chip.clicked.connect(partial(self._show, show))
        self._sort = Chip(theme, "", parent=chips)
        self._sort.clicked.connect(lambda: self._change(replace(self._filter, sort=Sort.FILE)))
        self._count = ElidedLabel(theme, "", Type.CAPTION_NUMBER, "second", parent=chips)
        for widget in (self._only, *self._shows.values(), *self._menus.values(), self._sort, self._count):
            flow.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(chips)
        layout.addWidget(self.mistake)
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
        if not is_visible:
            show = Show.ALL if self._filter.show is Show.TIES else self._filter.show
            sort = Sort.FILE if self._filter.sort in TELLING else self._filter.sort
            self.set_filter(replace(self._filter, show=show, sort=sort, items=(), about=""))

    def set_totals(self, totals: QueueTotals | None) -> None:
        """How many items there are, with ties and with unsure answers; None where that is not counted, as of one of
        several tasks."""
        self._totals = totals
        self._tell_count()

    def set_asks(self, task: bool, adjudicates: bool) -> None:
        """Whether the items of one of several tasks are held, which may ask something else than flags; ``settles``: of
        one whose answers are gold, where nobody is unsure."""
        names = dict(_SHOWS)
        self._show_names[Show.OPEN] = tr("Open") if task else names[Show.OPEN]
        self._show_names[Show.UNSURE] = tr("Unresolved") if adjudicates else names[Show.UNSURE]
        self._task = task
        self._mirror()

    def set_count(self, items: int) -> None:
        """Show how many items the queue holds."""
        self._item_count = items
        self._tell_count()

    def set_task_items(self, items: int) -> None:
        """How many items the task has without a filter; 0 in a project without tasks."""
        self._task_items = items
        self._tell_count()

    def filter_menu(self) -> Menu:
        """All that the queue can be narrowed to and ordered by; the caller shows it."""
        menu, totals = Menu(self), self._totals
        counts = {Show.TIES: totals.tied_items, Show.UNSURE: totals.unsure_items} if totals is not None else {}
        for show, words in self._show_names.items():
            if show is Show.TIES and not self._ties:
                continue
            is_shown = self._filter.show is show
            key = f"{counts[show]:,}" if show in counts else ""
            does = partial(self._set, "show", Show.ALL if is_shown else show)
            menu.add_entry(words, does, key=key, checked=is_shown)
        menu.addSeparator()
        for name, words in self._names.items():
            if self._choices.get(name):
                self._fill_menu(menu.add_menu(words), name)
        order = menu.add_menu(tr("Order"))
        for sort in _SORTS:
            if (sort in TELLING and not self._ties) or (sort is Sort.APART and not self._has_ensemble):
                continue
            words = self._get_sort_name(sort)
            order.add_entry(
                words[0].upper() + words[1:], partial(self._set, "sort", sort), checked=sort is self._filter.sort
            )
        return menu

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

    def _ask_filter(self) -> None:
        menu = self.filter_menu()
        menu.exec(self.button.mapToGlobal(QPoint(0, self.button.height() + 2)))
        menu.deleteLater()

    def _ask(self, name: str) -> None:
        """The chip of something that narrows the queue was pressed: no longer."""
        self._set(name, getattr(self._nothing, name))

    def _tell_count(self) -> None:
        count, every = self._item_count, self._task_items or (self._totals.items if self._totals is not None else 0)
        self._count.setMinimumHeight(self.button.sizeHint().height())
        if every and self.is_narrowed:
            self._count.set_text(tr("{n:,} of {all:,}", n=count, all=every))
        else:
            self._count.set_text(tr_n("{n:,} item", "{n:,} items", count))
        self._count.setVisible(self.is_narrowed)  # else the head of the queue has said it

    def _mirror(self) -> None:
        """A chip for each that narrows or orders the queue, and no other."""
        super()._mirror()
        queue_filter = self._filter
        about = one_line(queue_filter.about) or tr("From Scores")
        only = tr("From Scores: {what}", what=about) if queue_filter.about else about
        self._show_chip(self._only, shorten_words(about), bool(queue_filter.items), only)
        for show, chip in self._shows.items():
            self._show_chip(chip, self._show_names[show], queue_filter.show is show)
        for chip in self._menus.values():
            self._show_chip(chip, chip.text(), chip.isChecked(), chip.accessibleName())
        order = self._get_sort_name(queue_filter.sort)
        self._show_chip(self._sort, order, queue_filter.sort is not Sort.FILE, tr("Order: {order}", order=order))
        self._tell_count()

    def _show_chip(self, chip: Chip, words: str, is_on: bool, description: str = "") -> None:
        chip.setText(f"{words} ×")
        chip.setAccessibleName(tr("{filter}. Press to remove this filter", filter=description or words))
        set_tip(chip, description)
        chip.setChecked(is_on)
        chip.setVisible(is_on)
        chip.updateGeometry()

    def _get_sort_name(self, sort: Sort) -> str:
        return tr("most open") if self._task and sort is Sort.OPEN_FLAGS else _SORTS[sort]
