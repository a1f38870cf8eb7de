"""The three columns together, in Review and in Adjudicate: an item with its panes and evidence, and moving in it.

Opening an item happens within one event, so that it is painted once, whole. Reading the open item again, after a
decision, moves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from galley.core.domain import NO_UNIT, ChangeSet, ItemId, UnitId
from galley.gui.session import Session
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.evidence import EvidenceReader, Focus
from galley.gui.text_panes.item import ReviewItem, Tab
from galley.gui.text_panes.queue_column import QueueColumn
from galley.gui.text_panes.row import PanesRow
from galley.gui.widgets.scroller import Scroller

if TYPE_CHECKING:
    from galley.core.text.evidence_links import Links


from PySide6.QtCore import QTimer

from galley.gui.text_panes.evidence import is_linking_loaded

_PAINTED = 40
"""Milliseconds after which the first item has been painted."""


def coverage(
    session: Session,
    panes: PanesRow,
    evidence: EvidenceReader | None,
    tab: Tab | None,
    still: Callable[[EvidenceReader], bool],
    refocus: Callable[[], object],
) -> Mapping[UnitId, bool | None]:
    """Source unit to whether ``tab`` covers it. What takes long is worked out in the background and shown in ``panes``
    when it is there, if ``still`` says that the same item is open; ``refocus`` then tints the flag in front again."""
    if evidence is None or tab is None or not tab.target or tab.document is None:
        return {}
    document = tab.document
    if not evidence.can_link_now(document):

        def show_links(document_links: Any) -> None:
            evidence.store_links(document, document_links)
            if still(evidence) and panes.tab is not None and panes.tab.target == document.id:
                panes.set_coverage(evidence.coverage(panes.tab))
                if not panes.focus.places:
                    refocus()

        def ask() -> None:
            if still(evidence):
                session.read(lambda _: evidence.make(document), show_links, slot=f"links-{id(panes)}")

        if is_linking_loaded():
            ask()
        else:  # the program has just started: what linking needs is loaded once the item has been painted
            QTimer.singleShot(_PAINTED, panes, ask)
    return evidence.coverage(tab)


_WIDTHS = (228, 850, 362)
_NARROWEST = (180, 150, 0)
"""Pixels at the usual text size. The centre scrolls sideways where its panes need more."""
_MOST_LINKS = 256


class Workbench(QWidget):
    """``moved()``: something else is in front. ``first()``: the first content, or the empty page, is there.

    A view's own stage reads and opens items, and says which column F6 ends in and what is tinted again.
    """

    moved = Signal()
    first = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.catalogue = Catalogue()
        self.panes: PanesRow
        self._evidence: EvidenceReader | None = None
        self._links: dict[int, Links] = {}
        self._begun = False
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        # Each column is made where it stays: Qt styles all that is in a widget again when it moves, which was half of
        # the time in which a view was made.
        self._queue = queue = self._make_queue(self._split)
        self._middle = Scroller(self._make_centre, self._split, sideways=True)
        self._right = self._make_right(self._split)
        session.theme.changed.connect(self._dress)
        self._dress()
        self._split.setStretchFactor(1, 1)
        self._split.setSizes(list(_WIDTHS))
        queue.opened.connect(lambda item: self.open_item(item))
        queue.filled.connect(self._on_queue_filled)
        queue.filled.connect(self._begin)
        self.panes.unitChosen.connect(self.choose_unit)
        self.panes.tabChosen.connect(self.show_tab)
        self.panes.inFront.connect(self._show_column)

    # ---- for a view's own stage to answer

    @property
    def item(self) -> ReviewItem | None:
        """The open item."""
        return None

    def open_item(self, item: ItemId) -> None:
        """Show an item."""

    def refresh(self) -> None:
        """Read the open item again; nothing scrolls."""

    def tell(self, sentence: str, role: str = "second") -> None:
        """Say something beside the decision."""

    def _make_queue(self, parent: QWidget) -> QueueColumn:
        """Make the column of the queue."""
        raise NotImplementedError

    def _make_right(self, parent: QWidget) -> QWidget:
        """Make the column of what is decided."""
        raise NotImplementedError

    def _make_centre(self, parent: QWidget) -> QWidget:
        """Make ``panes``, and what they stand in."""
        self.panes = PanesRow(self._session.theme, parent)
        return self.panes

    def _on_queue_filled(self) -> None:
        """The queue is there."""

    def _reset(self) -> None:
        """Anything may have changed: forget what was computed."""

    def _centre_stops(self) -> list[QWidget]:
        """Where F6 stops in the centre."""
        return self.panes.stops()

    def _last_stops(self) -> list[QWidget]:
        """Where F6 stops in the right column."""
        return []

    def _get_active(self) -> tuple[UnitId, int | None]:
        """The unit and the flag that the keys decide; 0 and None for none."""
        return NO_UNIT, None

    def _refocus(self) -> None:
        """Tint what is in front again."""

    def _on_tab_changed(self) -> None:
        """Another tab is in front."""

    # ---- what is shown

    def reload(self) -> None:
        """Read schemes, queue and open item again: anything may have changed."""
        self.catalogue = Catalogue.read(self._session.connection())
        self._links.clear()
        self._reset()
        self._queue.reload_choices(self.catalogue)
        self._queue.reload()
        self._queue.request_totals()

    def apply(self, changes: ChangeSet) -> None:
        """Something was written."""
        if changes.structure or changes.settings:
            self.reload()
        if self.item is not None and (self.item.id in changes.items or changes.structure or changes.settings):
            self.refresh()
        self._queue.apply(changes)

    # ---- going from place to place

    def step_tab(self, step: int) -> None:
        """The next summary, reference or list of units, round and round."""
        if self.item is not None and len(self.item.tabs) > 1:
            self.show_tab((self.panes.tab_index + step) % len(self.item.tabs))

    def show_tab(self, index: int) -> None:
        """Bring a tab to the front."""
        self._bring(index)

    def _bring(self, index: int) -> None:
        if self.item is not None and index != self.panes.tab_index:
            self.panes.show_tab(index, self._coverage(self.item.tabs[index]))
            self._on_tab_changed()

    def step_pane(self, step: int) -> None:
        """Give the keyboard to the next column."""
        stops = [self._queue.list, *self._centre_stops(), *self._last_stops()]
        stops = [stop for stop in stops if stop.isVisibleTo(self)]
        focus = QApplication.focusWidget()
        at = next((i for i, stop in enumerate(stops) if focus is stop), None)
        if at is None and focus is not None and self._right.isAncestorOf(focus):
            at = len(stops) - 1
        next_column = stops[(at + step) % len(stops)] if at is not None else stops[0]
        self._show_column(next_column)
        next_column.setFocus(Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason)

    def put_queue_away(self) -> None:
        """Show or hide the queue."""
        focus = QApplication.focusWidget()
        if self._queue.isVisible() and focus is not None and self._queue.isAncestorOf(focus):
            self.take_focus()
        self._queue.setVisible(self._queue.isHidden())

    def take_focus(self) -> None:
        """Give the keyboard to the texts."""
        (self.panes.home() or self._queue.list).setFocus(Qt.FocusReason.MouseFocusReason)

    def choose_unit(self, unit: UnitId) -> None:
        """Tint a unit and what it rests on, or what covers it."""
        if self.item is None or self._evidence is None or not self._bring_unit(unit):
            return
        chosen_unit, home = self.item.units[unit]
        self._look_at(self._evidence.of_unit(chosen_unit, home, self.panes.tab))

    def _bring_unit(self, unit: UnitId) -> bool:
        """Bring the tab to the front that has a unit. False where the item has no such unit."""
        if self.item is None or unit not in self.item.units:
            return False
        if self.panes.place_of(unit) is None:
            tabs = self.item.tabs
            index = next((i for i, tab in enumerate(tabs) if any(u.id == unit for u in tab.units)), None)
            if index is not None:
                self._bring(index)
        return True

    def _look_at(self, focus: Focus) -> None:
        """Tint something that is only looked at: what the keys decide stays lit."""
        unit, flag = self._get_active()
        self.panes.set_focus(replace(focus, active_unit=unit, active_flag=flag), animate=True)

    # ---- what the user made of the columns

    def state(self) -> dict[str, Any]:
        """The widths."""
        return {"widths": self._split.sizes(), "panes": self.panes.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        restore_sizes(self._split, state.get("widths"))
        panes = state.get("panes")
        if isinstance(panes, dict):
            self.panes.restore(panes)

    # ---- within

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            self.first.emit()

    def _show_column(self, within: QWidget) -> None:
        """Scroll the centre sideways until the column that ``within`` is part of is in sight."""
        for column in self.panes.columns():  # of a text alone Qt would only show the caret
            if column is within or column.isAncestorOf(within):
                self._middle.ensureWidgetVisible(column, 0, 0)

    def _dress(self) -> None:
        """Columns that are too narrow for their words help nobody: they grow with the text."""
        px = self._session.theme.px
        for column, narrowest in zip((self._queue, self._middle, self._right), _NARROWEST, strict=True):
            if narrowest:
                column.setMinimumWidth(round(px(narrowest)))

    def _attempt(self, read: Callable[[], ReviewItem]) -> ReviewItem | None:
        """What ``read`` gives; None, and a sentence, where it fails."""
        try:
            return read()
        except Exception as error:
            known_error = self._session.as_known_error(error)
            if known_error is None:
                raise
            self._session.failed.emit(str(known_error))
            return None

    def _link(self, review_item: ReviewItem) -> EvidenceReader:
        """The links of another item, or of the same in another task."""
        if self._evidence is not None and self._evidence.matches_item(review_item):
            self._evidence.follow(review_item)
            return self._evidence
        if len(self._links) > _MOST_LINKS:
            self._links.clear()
        self._evidence = EvidenceReader(review_item, self._links)
        return self._evidence

    def _coverage(self, tab: Tab | None) -> Mapping[UnitId, bool | None]:
        return coverage(
            self._session,
            self.panes,
            self._evidence,
            tab,
            still=lambda evidence: evidence is self._evidence,
            refocus=self._refocus,
        )


def restore_sizes(split: QSplitter, sizes: object) -> None:
    """Give a splitter the sizes that it had; what does not fit is skipped."""
    fits = isinstance(sizes, list) and len(sizes) == split.count()
    if isinstance(sizes, list) and fits and all(isinstance(size, int) and size > 0 for size in sizes):
        split.setSizes(sizes)
