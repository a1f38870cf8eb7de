"""What a table of entries shows, worked out from an opened item: plain data without widgets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from galley.core.domain import Role, Span, UnitKind
from galley.core.papers.sumie import entry_model
from galley.core.papers.sumie.entry_model import EntryState, TableEntry, TurnTable
from galley.core.papers.sumie.table_changes import EntryChange, changes
from galley.gui.desk.opened import Entry as Asked
from galley.gui.desk.opened import Opened
from galley.gui.language import tr

GOLDEN = tr("Golden entries")
"""Under which system they stand."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row: an entry with what changed (``state``; None for a golden entry that is not in the table), the values
    that its attribute had before, and what is asked or flagged of it, with the places in ``opened.entries``."""

    entry: TableEntry
    state: EntryState | None
    before: tuple[str, ...] = ()
    flags: tuple[Asked, ...] = ()
    places: tuple[int, ...] = ()
    golden: bool = False

    @property
    def unit(self) -> int:
        """The row id of its unit."""
        return self.entry.unit.id

    @property
    def held(self) -> bool:
        """Whether it stands in the table shown."""
        return self.state not in (EntryState.GONE, None)

    @property
    def missing(self) -> bool:
        """Whether it quotes evidence that no paragraph holds."""
        return self.entry.unit.meta.get("match") == "missing"


@dataclass(frozen=True, slots=True)
class EntrySheet:
    """A table as it is shown: its rows in order, then those that are gone, then lost golden ones. ``systems`` are all
    that have tables here, ``turns`` those of this system by number, ``count`` how many
    paragraphs there are."""

    table: TurnTable
    lines: tuple[EntryRow, ...]
    systems: tuple[str, ...]
    turns: Mapping[int, TurnTable]
    count: int
    changed: tuple[EntryChange, ...] = ()
    """What the lines of the table are made from: no decision on a flag changes it."""

    def line(self, unit: int) -> int | None:
        """The place of the row of this unit."""
        return next((n for n, line in enumerate(self.lines) if line.unit == unit), None)

    @property
    def held(self) -> tuple[EntryRow, ...]:
        """The rows that stand in the table."""
        return tuple(line for line in self.lines if line.held)


def tables(opened: Opened) -> list[TurnTable]:
    """The systems' tables, by system and turn; behind them the golden ones that the task shows or asks about."""
    found = entry_model.tables(opened.view) if any(tab.target for tab in opened.tabs) else []
    for document in opened.documents(Role.REFERENCE):
        turn = document.meta.get("turn")
        if isinstance(turn, int) and any(tab.document is document for tab in opened.tabs):
            found.append(TurnTable(document, GOLDEN, turn, entry_model.entries(opened.view, document)))
    return found


def read(
    opened: Opened, tables: Sequence[TurnTable], document: int, known: EntrySheet | None = None
) -> EntrySheet | None:
    """The one of the item's ``tables`` with this document's row id; None where there is none such. ``known`` is
    what was read before, from the same tables or others."""
    table = next((each for each in tables if each.document.id == document), None)
    if table is None:
        return None
    mine = {each.turn: each for each in tables if each.system == table.system}
    earlier = max((turn for turn in mine if turn < table.turn), default=None)
    article = entry_model.news(opened.view)
    systems = tuple(dict.fromkeys(each.system for each in tables))
    if known is not None and known.table is table:
        changed = known.changed
    elif table.system != GOLDEN:
        changed = tuple(changes(mine[earlier].entries if earlier else (), table.entries))
    else:  # golden entries say themselves what they change, and no turn repeats those before it
        changed = tuple(EntryChange(entry, entry.state or EntryState.NEW) for entry in table.entries)
    count = max(len(article.units) if article is not None else 0, *mine)
    return EntrySheet(table, _lines(opened, table, changed), systems, mine, count, changed)


def _lines(opened: Opened, table: TurnTable, changed: Iterable[EntryChange]) -> tuple[EntryRow, ...]:
    at: dict[int, list[int]] = defaultdict(list)
    for place, asked in enumerate(opened.entries):
        if asked.target.id == table.document.id:
            for row in rows_of(asked):
                at[row].append(place)
    found = []
    for change in changed:
        unit = change.entry.unit
        before = tuple(one.fact.value for one in change.before) if change.state is EntryState.CONFLICT else ()
        places = tuple(at.pop(unit.id, ()))
        flags = tuple(opened.entries[place] for place in places)
        found.append(EntryRow(change.entry, change.state, before, flags, places))
    for row, rest in at.items():  # golden entries, and values that an earlier table had
        unit, home = opened.units[row]
        flags = tuple(opened.entries[place] for place in rest)
        entry = TableEntry(unit, entry_model.fact(unit))
        found.append(EntryRow(entry, None, (), flags, tuple(rest), golden=home.role is Role.REFERENCE))
    return tuple(found)


def rows_of(asked: Asked) -> tuple[int, ...]:
    """The entries (row ids) that something is asked about: one, or all of a group."""
    return asked.unit.sources if asked.unit.kind is UnitKind.GROUP else (asked.unit.id,)


def distractors(opened: Opened) -> dict[int, tuple[Span, ...]]:
    """Where sentences about others stand, by the row id of their paragraph."""
    article = entry_model.news(opened.view)
    if article is None:
        return {}
    turns = entry_model.turns(opened.view)
    found = {}
    for unit, turn in zip(article.units, turns, strict=True):
        spans = [Span(a, b) for a, b, _ in turn.distractors if isinstance(a, int) and isinstance(b, int)]
        found[unit.id] = tuple(span for span in spans if 0 <= span.start < span.end <= len(unit.text))
    return {unit: spans for unit, spans in found.items() if spans}


def later(opened: Opened, turn: int) -> frozenset[int]:
    """The paragraphs that arrive after a turn."""
    article = entry_model.news(opened.view)
    return frozenset(unit.id for unit in article.units[turn:]) if article is not None else frozenset()
