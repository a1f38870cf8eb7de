"""Two texts beside each other, and below them the sources that they are made from. Nothing says whose they are."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.core.tasks.pairs import Pair
from galley.gui.review.task_view_page import SurfacePage, row
from galley.gui.text_panes import flag_marks
from galley.gui.text_panes.item import ReviewItem
from galley.gui.theme import Theme
from galley.gui.translation import tr

LEFT, RIGHT = tr("Left text"), tr("Right text")


class PairPage(SurfacePage):
    """See the module."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.left_pane, self.right_pane = self.pane(LEFT), self.pane(RIGHT)
        self._pair: Pair | None = None
        self.lay_out(row((self.left_pane, self.right_pane)), self.texts)

    def show_item(self, review_item: ReviewItem) -> None:
        """Another item."""
        super().show_item(review_item)
        self._pair = None

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Show the two texts of an entry; the same ones stay where they are."""
        entry = review_item.entries[active] if active is not None else None
        pair = entry.pair if entry is not None else None
        if pair != self._pair or pair is None:
            self._pair = pair
            for pane, title, document in zip(
                (self.left_pane, self.right_pane),
                (LEFT, RIGHT),
                (pair.left, pair.right) if pair else (None, None),
                strict=True,
            ):
                self.fill(pane, title, [document] if document is not None else [])
        answer = entry.verdict.value if entry is not None else None
        for pane, value in zip(
            (self.left_pane, self.right_pane), pair.values if pair is not None else (), strict=False
        ):
            words = flag_marks.count_words(pane.units)
            pane.set_summary(tr("{words}, chosen", words=words) if value == answer else words)

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Another pair."""
        self.show_state(review_item, active)
