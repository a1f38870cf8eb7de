"""Finding words in the open item: all hits are framed, one is in front, and a key goes to the next.

What the search box looks for in all items is found here too, so that the way through the hits goes on in the next item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject

from galley.core.domain import Span, UnitId
from galley.core.review.search_hits import places
from galley.gui.review.find_bar import FindBar
from galley.gui.text_panes.item import SOURCES
from galley.gui.text_panes.row import ARTICLE, DIALOGUE, RIGHT
from galley.gui.translation import tr, tr_n

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench


class FoundWords(NamedTuple):
    """Words that were looked for: in which tab (None: a source), in which unit, where in it (code points)."""

    tab: int | None
    unit: UnitId
    span: Span


class Finder(QObject):
    """``look`` says what for; the stage says when another item or tab is in front."""

    def __init__(self, stage: ReviewWorkbench, bar: FindBar) -> None:
        super().__init__(stage)
        self._stage = stage
        self.bar = bar
        self.words = ""
        self.everywhere = False
        self.hits: list[FoundWords] = []
        self.at = -1
        self._item = 0
        self._from_end = False
        bar.typed.connect(lambda words: self.look(words, everywhere=False))
        bar.stepped.connect(self.step)
        bar.closed.connect(self.stop)

    def look(self, words: str, *, everywhere: bool) -> None:
        """Look for words in the open item, and with ``everywhere`` in those that follow in the queue; "" ends it."""
        words = words.strip()
        if (words, everywhere) == (self.words, self.everywhere):
            return
        self.words, self.everywhere, self._item = words, everywhere, 0
        self.bar.show_words(words)
        self.bar.setVisible(bool(words) or self.bar.field.hasFocus())
        self.follow()

    def ask(self) -> None:
        """Put the cursor into the field."""
        self.bar.show()
        self.bar.field.setFocus()
        self.bar.field.selectAll()

    def stop(self) -> None:
        """Look for nothing, and give the keyboard back to the texts."""
        self.look("", everywhere=False)
        self.bar.hide()
        self._stage.take_focus()

    def follow(self) -> None:
        """Another item may be in front: find its hits, and bring the first into sight."""
        item = self._stage.item
        if item is None:
            return
        if item.id == self._item and self.words:
            self.mark()  # its text may have been laid out again
            return
        self._item = item.id
        self.hits = self._find_hits() if self.words else []
        self.at = (len(self.hits) - 1 if self._from_end else 0) if self.hits else -1
        self._from_end = False
        if self.hits:
            self._show()
        else:
            self.mark()

    def step(self, step: int) -> None:
        """The next hit or the one before; beyond the last that of the next item that has one."""
        if not self.words:
            self.ask()
            return
        at = self.at + step
        if self.everywhere and not 0 <= at < len(self.hits):
            self._from_end = step < 0
            self._stage.step_item(step)  # each item of the queue has been found
            self._from_end = False
        elif self.hits:
            self.at = at % len(self.hits)
            self._show()

    def mark(self) -> None:
        """Frame the hits of what is in sight, and say how many there are."""
        panes = self._stage.panes
        current_hit = self.hits[self.at] if 0 <= self.at < len(self.hits) else None
        by_pane: dict[str, dict[int, list[Span]]] = {name: {} for name in (DIALOGUE, ARTICLE, RIGHT)}
        current_hits: dict[str, tuple[int, Span]] = {}
        for hit in self.hits:
            place = panes.place_of(hit.unit)
            if place is None or (hit.tab is not None and hit.tab != panes.tab_index):
                continue
            by_pane[place[0]].setdefault(place[1], []).append(hit.span)
            if hit == current_hit:
                current_hits[place[0]] = (place[1], hit.span)
        for name, hits in by_pane.items():
            panes.pane(name).view.set_hits(hits, current_hits.get(name))
        self.bar.show_count(self._get_count_words() if self.words else "")

    def _get_count_words(self) -> str:
        if not self.hits:
            return tr("no hit in this item's texts")
        return tr_n("{at:,} of {n:,} hit", "{at:,} of {n:,} hits", len(self.hits), at=self.at + 1)

    def _show(self) -> None:
        hit, panes = self.hits[self.at], self._stage.panes
        if hit.tab is not None and hit.tab != panes.tab_index:
            self._stage._bring(hit.tab)
        self.mark()
        place = panes.place_of(hit.unit)
        if place is not None:
            panes.pane(place[0]).reveal(place[1])
            panes.inFront.emit(panes.pane(place[0]))

    def _find_hits(self) -> list[FoundWords]:
        item = self._stage.item
        assert item is not None
        sources = [(None, unit) for d in item.view.documents if d.role in SOURCES for unit in d.units]
        tabs = [(at, unit) for at, tab in enumerate(item.tabs) for unit in tab.units]
        return [
            FoundWords(tab, unit.id, span) for tab, unit in (*sources, *tabs) for span in places(unit.text, self.words)
        ]
