"""Going through the flags of one criterion in all items: where the keys of the stage lead then."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from galley.core.domain import NO_CRITERION, NO_ITEM, Cell
from galley.core.review.queue import Filter
from galley.gui.review.flag_queue import Place
from galley.gui.text_panes.item import FlagEntry, ReviewItem
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.review.alignment_panel import AlignmentPanel
    from galley.gui.review.review_workbench import ReviewWorkbench


class CriterionReview:
    """``on`` while the queue is by criterion; then an item shows the flags alone that are gone through, and unless it
    was hidden the sentence of the one in front over its sources."""

    def __init__(self, stage: ReviewWorkbench, panel: AlignmentPanel) -> None:
        self._stage = stage
        self._queue = stage.queue
        self._was_on = False
        self.shows_whole_items = False
        """Whether an earlier decision is looked at: then an item shows all of its flags in either order."""
        self._shows_alignment = {False: False, True: True}
        self._panel = panel
        panel.unitChosen.connect(stage.read_unit)
        stage.moved.connect(self.align)
        stage.moved.connect(self.mark)
        self._queue.flags.opened.connect(stage.open_item)
        self._queue.order.ordered.connect(lambda _: self.toggle())

    @property
    def on(self) -> bool:
        """Whether the queue is by criterion."""
        return self._queue.is_by_criterion

    def align(self) -> None:
        """Show the sentence of the flag in front over its sources, if that is wanted in this order."""
        self._panel.setVisible(self._shows_alignment[self.on])
        self._stage.flags.detail.show_definition(not (self.on and self._queue.queue_filter.criterion))
        self._panel.show_flag(self._stage.item, self._stage.entry)
        self._stage.ordered.emit()

    def toggle_alignment(self) -> None:
        """Show or hide it in the present order."""
        self._shows_alignment[self.on] = not self._shows_alignment[self.on]
        self.align()

    def get_narrowing(self) -> Callable[[ReviewItem], ReviewItem]:
        """What of an item is shown."""
        if not self.on or self.shows_whole_items:
            return lambda item: item
        return partial(narrow_to_filter, wanted=self._queue.queue_filter)

    def mark(self) -> None:
        """Show in the queue which flag is in front."""
        stage = self._stage
        if self.on and stage.item is not None and stage.entry is not None:
            self._queue.flags.set_current(stage.item.id, stage.entry.verdict.cell)

    def handle_queue_filled(self) -> bool:
        """The queue is there. By criterion the flag in front stays there if it is among them, else the first open one
        comes, and this is True; else the item shows all again if it did not."""
        stage, flags = self._stage, self._queue.flags
        was_on, self._was_on = self._was_on, self.on
        if not self.on:
            if was_on:
                stage.refresh()
                self.align()
            return False
        start, stage.selection.queue_request = stage.selection.place or NO_ITEM, None
        entry = stage.entry
        if stage.item is not None and entry is not None and entry.verdict.id in flags.model.ids:
            stage.open_item(stage.item.id, entry.verdict.cell, selected=stage.selection.is_selected)
        elif (place := flags.first(start if stage.item is None else NO_ITEM)) is not None:
            stage.open_item(*place, selected=False)
        else:
            stage.refresh()
        self.align()
        return True

    def step(self, step: int) -> None:
        """The next flag, or the one before."""
        last, first = tr("This is the last flag of the queue."), tr("This is the first flag of the queue.")
        self._open(self._queue.flags.step(step), last if step > 0 else first)

    def next_open(self, decided: Collection[Cell]) -> bool:
        """The next open flag; ``decided`` are cells of which an answer is on its way to the disk. False where none is
        left."""
        key = self._queue.key_label("next-criterion")
        none = tr("No open flag is left here. {key} goes to the next criterion.", key=key)
        place = self._queue.flags.next_open(decided)
        self._open(place, none)
        return place is not None

    def toggle(self) -> None:
        """By criterion through all items, beginning with that of the flag in front, or by item again."""
        if not self._queue.can_order_by_criterion:
            self._stage.tell(tr("Only the task Flags can be reviewed by criterion."))
            self._queue.reload()  # the switch says how it is
            return
        entry = self._stage.entry
        criterion = self._queue.queue_filter.criterion or (entry.criterion.row if entry is not None else NO_CRITERION)
        self._queue.set_by_criterion(not self.on, None if self.on else criterion)

    def step_criterion(self, step: int) -> None:
        """The next criterion that has open flags, or the one before."""
        row = self._queue.order.others(step) if self.on else NO_CRITERION
        if row:
            self._queue.set_by_criterion(True, row)
        elif self.on:
            self._stage.tell(tr("No other criterion has open flags."), "positive")
        else:
            self.toggle()

    def _open(self, place: Place | None, otherwise: str) -> None:
        stage = self._stage
        if place is None:
            stage.tell(otherwise, "positive")
            return
        item, cell = place
        index = stage.item.find_by_cell(cell) if stage.item is not None and stage.item.id == item else None
        if index is not None:
            stage.choose_flag(index)
        else:
            stage.open_item(item, cell)


def narrow_to_filter(review_item: ReviewItem, wanted: Filter) -> ReviewItem:
    """The item with the flags alone that a filter's criterion, judge and system let through, and with the marks of the
    reviewer's own among them."""

    def fits(entry: FlagEntry) -> bool:
        return (
            wanted.criterion in (0, entry.criterion.row)
            and (entry.own or wanted.judge in (0, entry.verdict.annotator))
            and wanted.system in ("", entry.target.system)
        )

    return replace(review_item, entries=tuple(filter(fits, review_item.entries)))
