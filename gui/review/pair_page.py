"""Two texts beside each other, and below them the sources that they are made from. Nothing says whose they are."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.core.tasks.pairing import Pair
from galley.gui.desk import flag_marks
from galley.gui.desk.opened import Opened
from galley.gui.language import tr
from galley.gui.review.surface_page import SurfacePage, row
from galley.gui.theme import Theme

LEFT, RIGHT = tr("Left text"), tr("Right text")


class PairPage(SurfacePage):
    """See the module."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.left, self.right = self.pane(LEFT), self.pane(RIGHT)
        self._pair: Pair | None = None
        self.lay_out(row((self.left, self.right)), self.texts)

    def show_item(self, opened: Opened) -> None:
        """Another item."""
        super().show_item(opened)
        self._pair = None

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """Show the two texts of an entry; the same ones stay where they are."""
        entry = opened.entries[lit] if lit is not None else None
        pair = entry.pair if entry is not None else None
        if pair != self._pair or pair is None:
            self._pair = pair
            for pane, title, document in zip(
                (self.left, self.right), (LEFT, RIGHT), (pair.left, pair.right) if pair else (None, None), strict=True
            ):
                self.fill(pane, title, [document] if document is not None else [])
        chosen = entry.verdict.value if entry is not None else None
        for pane, value in zip((self.left, self.right), pair.values if pair is not None else (), strict=False):
            words = flag_marks.count_words(pane.units)
            pane.set_summary(tr("{words}, chosen", words=words) if value == chosen else words)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Another pair."""
        self.show_state(opened, lit)
