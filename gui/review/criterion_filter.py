"""What of an item is shown while one criterion is gone through: its flags alone; marks, counts and keys follow."""

from __future__ import annotations

from dataclasses import replace

from galley.core.review.queue import Filter
from galley.gui.text_panes.item import FlagEntry, ReviewItem


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
