"""What stands before the reader: the item, the task, what the keys decide, what is only read, and what comes next.

No widgets. Everything that happens is one of the methods of ``Selection``; the review stage calls them and paints
what they
give. What is ``active_index`` is what the keys decide, always; ``reading`` is a place that is looked at meanwhile,
and nothing that one reads ever changes what is lit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from galley.core.domain import NO_ITEM, NO_UNIT, Cell, ItemId, UnitId
from galley.gui.text_panes.item import DERIVED_NAMES, FlagEntry, Identity, ReviewItem, Tab


class ItemChange(StrEnum):
    """What reading the open item again has done."""

    STAYS = "stays"
    ARRIVES = "arrives"
    GONE = "gone"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Lead:
    """A decision is being read, and with it the first of these that is still open then."""

    identities: tuple[Identity, ...]


@dataclass(frozen=True, slots=True)
class Expect:
    """A flag on this cell is being added."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Resume:
    """The item that was open when the program ended."""

    item: ItemId


@dataclass(frozen=True, slots=True)
class Jump:
    """Other items are asked for: their first, unless the open one is among them."""


@dataclass(frozen=True, slots=True)
class Seek:
    """This item, with what is asked of this cell in front."""

    item: ItemId
    cell: Cell


@dataclass(frozen=True, slots=True)
class TaskStart:
    """Something else is asked of the items: the open one again, if the queue still holds it, else its first."""


@dataclass(slots=True)
class Selection:
    """``active_index`` is a place in the entries of ``item``; ``reading`` the row id of a unit, 0 for none; ``task``
    the full
    name of the task that is worked on ("" where there is but one); ``message`` what was said, and in which colour."""

    item: ReviewItem | None = None
    task: str = ""
    active_index: int | None = None
    reading: UnitId = NO_UNIT
    message: tuple[str, str] | None = None
    coming: Lead | Expect | None = None
    """What the next reading of the open item brings to the front."""
    queue_request: Resume | Jump | Seek | TaskStart | None = None
    """What the queue is to open once it is there."""
    is_selected: bool = False
    """Whether the reviewer brought what is lit to the front, and not the program."""
    stale: bool = False
    """Whether what is known of the open item may not be relied on."""
    _expectation: Expect | None = field(default=None, init=False)
    _before: Identity | None = field(default=None, init=False)

    # ---- what it says

    @property
    def entry(self) -> FlagEntry | None:
        """What is lit."""
        return self.item.entries[self.active_index] if self.item is not None and self.active_index is not None else None

    @property
    def earlier_item(self) -> ReviewItem | None:
        """The open item as far as its next reading may use it."""
        return None if self.stale else self.item

    @property
    def place(self) -> ItemId | None:
        """The item to go on with at the next start."""
        if self.item is None:
            return self.queue_request.item if isinstance(self.queue_request, Resume) else None
        return self.item.id

    @property
    def is_guarded(self) -> bool:
        """Whether what is lit is answered already and the reviewer has not selected it: no key may change it."""
        return self.entry is not None and (self.entry.own or not self.entry.open) and not self.is_selected

    @property
    def leading(self) -> bool:
        """Whether a decision that leads on has not been read yet."""
        return isinstance(self.coming, Lead)

    # ---- from item to item

    def open_item(self, item: ReviewItem, cell: Cell | None = None, selected: bool = True) -> None:
        """Another item (or the same with other texts): what is asked of ``cell`` is lit, else the first that is open,
        else the first. The reviewer has ``is_selected`` what is asked of ``cell``, unless the program chose it."""
        at = item.find_by_cell(cell) if cell is not None else None
        self.is_selected = selected and at is not None
        if at is None:
            at = item.next_open(-1)
        self.item, self.stale, self.coming, self.reading = item, False, None, NO_UNIT
        self.active_index = at if at is not None else (0 if item.entries else None)
        if isinstance(self.queue_request, TaskStart):  # this is what the task that was taken asks
            self.queue_request = None

    def forget(self) -> None:
        """Anything may have changed: read it all again."""
        self.stale = True

    def switch_task(self, task: str) -> bool:
        """Work on another task. False where it is that one already."""
        if task == self.task:
            return False
        self.task, self.queue_request, self.coming, self.stale = task, TaskStart(), None, True
        return True

    # ---- within an item

    def activate(self, index: int) -> bool:
        """Light an entry that is selected. False where there is none at this place."""
        if self.item is None or not 0 <= index < len(self.item.entries):
            return False
        self.active_index, self.reading, self.is_selected = index, NO_UNIT, True
        if self.leading:
            self.coming = None
        return True

    def neighbour(self, step: int) -> int | None:
        """The place ``step`` behind what is lit; at an end it stays; None where the item has nothing to decide."""
        if self.item is None or not self.item.entries:
            return None
        last = len(self.item.entries) - 1
        at = self.active_index if self.active_index is not None else -1 if step > 0 else last + 1
        return min(last, max(0, at + step))

    def asked_of(self, unit: UnitId) -> int | None:
        """The place of what a task asks of this unit: of several the one after what is lit, if that is among them,
        else the first that is open. A flag is asked of its words, so that a click beside them only reads."""
        if self.item is None:
            return None
        places = [i for i, e in enumerate(self.item.entries) if e.question and e.unit.id == unit]
        if not places:
            return None
        if self.active_index in places:
            return places[(places.index(self.active_index) + 1) % len(places)]
        return next((i for i in places if self.item.entries[i].open), places[0])

    def first_of(self, tab: Tab) -> int | None:
        """The place of what a tab brings with it: what is lit, if that is about it, else the first that is open, else
        its first; None where nothing is about it."""
        entries = self.item.entries if self.item is not None else ()
        places = [
            i
            for i, e in enumerate(entries)
            if (e.unit.kind is tab.kind if tab.kind is not None else e.target.id == tab.target)
        ]
        if not places or self.active_index in places:
            return self.active_index if places else None
        return next((i for i in places if entries[i].open), places[0])

    def find_next_target(self, step: int) -> int | None:
        """The first that is open of what is asked of the next target (or the one before), else its first, round and
        round; None where all is asked of one."""
        entries = self.item.entries if self.item is not None else ()
        targets = list(dict.fromkeys(entry.target.id for entry in entries))
        if len(targets) < 2 or self.entry is None:
            return None
        target = targets[(targets.index(self.entry.target.id) + step) % len(targets)]
        places = [index for index, entry in enumerate(entries) if entry.target.id == target]
        return next((index for index in places if entries[index].open), places[0])

    def read(self, unit: UnitId) -> None:
        """Look at a unit: what is lit stays lit."""
        entry = self.entry
        self.reading = NO_UNIT if entry is not None and entry.unit.id == unit else unit

    # ---- what comes next

    def lead(self, *identities: Identity) -> None:
        """Light the first of these that is open when what is just being decided is read, so that both are painted
        together."""
        self.coming = Lead(identities)

    def stay(self) -> None:
        """Nothing follows: the decision was refused, or it could not be saved."""
        if self.leading:
            self.coming = None

    def expect(self, cell: Cell) -> None:
        """Light what is being added on ``cell`` once it is there; what is lit now is so again if that is undone."""
        self.coming = self._expectation = Expect(cell)
        self._before = self.entry.identity if self.entry is not None else None

    def reread(self, new_item: ReviewItem) -> ItemChange:
        """The open item was read again: light what comes with it, else what is lit, wherever it stands now, else what
        was next to it. OTHER says that its texts are others, so that it is to be opened again; nothing has changed
        then."""
        before, item = self.entry, self.item
        if item is None or _texts(item) != _texts(new_item):
            return ItemChange.OTHER
        self.stale, coming = False, self.coming
        index = None
        if isinstance(coming, Lead):
            places = (new_item.index(identity) for identity in coming.identities)
            waiting = (place for place in places if place is not None and new_item.entries[place].open)
            self.coming, index = None, next(waiting, None)
        if index is None and before is not None:
            index = new_item.index(before.identity)
        if index is None and new_item.entries and before is not None:
            index = self._neighbour(new_item, before)
        if isinstance(coming, Expect) and (added := new_item.find_by_cell(coming.cell)) is not None:
            self.coming, index = None, added
        self.item, self.active_index = new_item, index
        after = self.entry
        if after is not None and (before is None or after.identity != before.identity):
            self.reading, self.is_selected = NO_UNIT, isinstance(coming, Expect)
            return ItemChange.ARRIVES
        return ItemChange.GONE if after is None and before is not None else ItemChange.STAYS

    def _neighbour(self, new_item: ReviewItem, before: FlagEntry) -> int | None:
        """What to go on with where what is lit is gone. Where a mark on a derived unit was undone, that is another
        of the same unit; where a revision took the unit away, one of the same text; else none, so that nobody is led
        away from what they are at."""
        at = self.active_index or 0
        if before.own and self._expectation is not None and before.verdict.cell == self._expectation.cell:
            return new_item.index(self._before)
        if before.own and before.unit.kind in DERIVED_NAMES:
            return next((i for i, entry in enumerate(new_item.entries) if entry.unit.id == before.unit.id), None)
        if before.unit.id in new_item.units:
            return min(at, len(new_item.entries) - 1)
        same = [i for i, entry in enumerate(new_item.entries) if entry.target.id == before.target.id]
        return next((i for i in same if i >= at), same[-1] if same else None)

    # ---- what the queue brings

    def resume(self, item: ItemId) -> None:
        """Open this item once the queue is there: it was open last."""
        self.queue_request = Resume(item)

    def jump(self) -> None:
        """Other items are asked for."""
        self.queue_request = Jump()

    def seek(self, item: ItemId, cell: Cell) -> None:
        """One item is asked for, with what is asked of ``cell``."""
        self.queue_request = Seek(item, cell)

    def pick_item(self, ids: Sequence[int], waiting: ItemId = NO_ITEM) -> tuple[ItemId, Cell | None] | None:
        """The queue holds these items, of which ``waiting`` is the one to begin with: which is to be opened, and with
        which cell in front; None where what is open stays, or there is nothing."""
        queued, self.queue_request = self.queue_request, None
        item_ids: Collection[int] = ids
        if isinstance(queued, Seek) and queued.item in item_ids:
            return queued.item, queued.cell
        first = (ItemId(ids[0]), None) if ids else None
        if self.item is None and waiting in item_ids and not isinstance(queued, Jump | Seek):
            return waiting, None
        if self.item is None:
            return (queued.item, None) if isinstance(queued, Resume) and queued.item in item_ids else first
        if isinstance(queued, Jump | Seek):
            return first if self.item.id not in item_ids else None
        if isinstance(queued, TaskStart):
            if first is None:  # the open item is none of this task's: nothing may be decided in it
                self.item, self.active_index, self.reading = None, None, NO_UNIT
                return None
            return (self.item.id, None) if self.item.id in item_ids else first
        return None

    # ---- what was said

    def say(self, sentence: str, role: str) -> None:
        """Something was said about what was just done."""
        self.message = sentence, role

    def clear_message(self) -> bool:
        """What was said goes with the next action. False where nothing was."""
        had_message, self.message = self.message is not None, None
        return had_message


def _texts(item: ReviewItem) -> list[list[int]]:
    """The units of each text. Units that people write come and go beside them."""
    return [[unit.id for unit in tab.units] for tab in item.tabs if tab.document is not None]
