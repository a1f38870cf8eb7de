"""What a table of entries shows, worked out from an opened item: plain data without widgets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from galley.core.domain import Role, Span, UnitId, UnitKind
from galley.core.papers.sumie import entry_model
from galley.core.papers.sumie.entry_model import EntryState, Fact, TableEntry, TurnTable, normalize_text
from galley.core.papers.sumie.table_changes import EntryChange, changes
from galley.core.review.revisions import Draft
from galley.gui.text_panes.item import FlagEntry, ReviewItem
from galley.gui.translation import tr

GOLDEN = tr("Golden entries")
"""Under which system they stand."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row: an entry with what changed (``state``; None for a golden entry that is not in the table), the values
    that its attribute had before, and what is asked or flagged of it, with the places in ``item.entries``."""

    entry: TableEntry
    state: EntryState | None
    before: tuple[str, ...] = ()
    flags: tuple[FlagEntry, ...] = ()
    places: tuple[int, ...] = ()
    golden: bool = False

    @property
    def unit(self) -> int:
        """The row id of its unit."""
        return self.entry.unit.id

    @property
    def is_in_table(self) -> bool:
        """Whether it stands in the table shown."""
        return self.state not in (EntryState.GONE, None)

    @property
    def missing(self) -> bool:
        """Whether it quotes evidence that is in no paragraph."""
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
    entry_changes: tuple[EntryChange, ...] = ()
    """What the lines of the table are made from: no decision on a flag changes it."""

    def line(self, unit: UnitId) -> int | None:
        """The place of the row of this unit."""
        return next((n for n, line in enumerate(self.lines) if line.unit == unit), None)

    @property
    def table_lines(self) -> tuple[EntryRow, ...]:
        """The rows that stand in the table."""
        return tuple(line for line in self.lines if line.is_in_table)


def tables(review_item: ReviewItem) -> list[TurnTable]:
    """The systems' tables, by system and turn; behind them the golden ones that the task shows or asks about."""
    turn_tables = entry_model.tables(review_item.view) if any(tab.target for tab in review_item.tabs) else []
    for document in review_item.documents(Role.REFERENCE):
        turn = document.meta.get("turn")
        if isinstance(turn, int) and any(tab.document is document for tab in review_item.tabs):
            turn_tables.append(TurnTable(document, GOLDEN, turn, entry_model.entries(review_item.view, document)))
    return turn_tables


def read(
    review_item: ReviewItem, tables: Sequence[TurnTable], document: int, previous_sheet: EntrySheet | None = None
) -> EntrySheet | None:
    """The one of the item's ``tables`` with this document's row id; None where there is none such. ``known`` is
    what was read before, from the same tables or others."""
    table = next((turn_table for turn_table in tables if turn_table.document.id == document), None)
    if table is None:
        return None
    tables_by_turn = {turn_table.turn: turn_table for turn_table in tables if turn_table.system == table.system}
    earlier = max((turn for turn in tables_by_turn if turn < table.turn), default=None)
    article = entry_model.find_article(review_item.view)
    systems = tuple(dict.fromkeys(turn_table.system for turn_table in tables))
    if previous_sheet is not None and previous_sheet.table is table:
        changed = previous_sheet.entry_changes
    elif table.system != GOLDEN:
        changed = tuple(changes(tables_by_turn[earlier].entries if earlier else (), table.entries))
    else:  # golden entries say themselves what they change, and no turn repeats those before it
        changed = tuple(EntryChange(entry, entry.state or EntryState.NEW) for entry in table.entries)
    count = max(len(article.units) if article is not None else 0, *tables_by_turn)
    return EntrySheet(table, _lines(review_item, table, changed), systems, tables_by_turn, count, changed)


def _lines(review_item: ReviewItem, table: TurnTable, changed: Iterable[EntryChange]) -> tuple[EntryRow, ...]:
    at: dict[UnitId, list[int]] = defaultdict(list)
    for place, flag_entry in enumerate(review_item.entries):
        if flag_entry.target.id == table.document.id:
            for row in rows_of(flag_entry):
                at[row].append(place)
    rows = []
    for change in changed:
        unit = change.entry.unit
        before = tuple(one.fact.value for one in change.before) if change.state is EntryState.CONFLICT else ()
        places = tuple(at.pop(unit.id, ()))
        flags = tuple(review_item.entries[place] for place in places)
        rows.append(EntryRow(change.entry, change.state, before, flags, places))
    for row, rest in at.items():  # golden entries, and values that an earlier table had
        unit, home = review_item.units[row]
        flags = tuple(review_item.entries[place] for place in rest)
        entry = TableEntry(unit, entry_model.fact(unit))
        rows.append(EntryRow(entry, None, (), flags, tuple(rest), golden=home.role is Role.REFERENCE))
    return tuple(rows)


def rows_of(flag_entry: FlagEntry) -> tuple[UnitId, ...]:
    """The entries (row ids) that something is asked about: one, or all of a group."""
    return flag_entry.unit.sources if flag_entry.unit.kind is UnitKind.GROUP else (flag_entry.unit.id,)


def distractors(review_item: ReviewItem) -> dict[int, tuple[Span, ...]]:
    """Where sentences about others stand, by the row id of their paragraph."""
    article = entry_model.find_article(review_item.view)
    if article is None:
        return {}
    turns = entry_model.turns(review_item.view)
    spans_by_unit = {}
    for unit, turn in zip(article.units, turns, strict=True):
        spans = [Span(a, b) for a, b, _ in turn.distractors if isinstance(a, int) and isinstance(b, int)]
        spans_by_unit[unit.id] = tuple(span for span in spans if 0 <= span.start < span.end <= len(unit.text))
    return {unit: spans for unit, spans in spans_by_unit.items() if spans}


def later_paragraphs(review_item: ReviewItem, turn: int) -> frozenset[int]:
    """The paragraphs that arrive after a turn."""
    article = entry_model.find_article(review_item.view)
    return frozenset(unit.id for unit in article.units[turn:]) if article is not None else frozenset()


JOIN = "; "


def correct_entry(entry: TableEntry, attribute: str, value: str) -> Draft | None:
    """The entry with another attribute or value; None where nothing is different, or one of them is missing."""
    fact = Fact(attribute.strip(), value.strip(), entry.fact.evidence)
    if not fact.attribute or not fact.value or fact == entry.fact:
        return None
    return _draft(entry, fact, entry.unit.sources)


def list_merged_values(entries: Sequence[TableEntry]) -> list[tuple[str, TableEntry]]:
    """The values that a merged entry may have, each with the entry that gives it its evidence: those that the entries
    have, and, where they differ, all of them in one."""
    different: dict[str, TableEntry] = {}
    for entry in entries:
        different.setdefault(normalize_text(entry.fact.value), entry)
    value_choices = [(entry.fact.value, entry) for entry in different.values()]
    if len(value_choices) > 1:
        value_choices.append((JOIN.join(value for value, _ in value_choices), entries[0]))
    return value_choices


def merge_entries(entries: Sequence[TableEntry], value: str, of: TableEntry) -> Draft:
    """One entry in the place of several, under the attribute of the first and with the evidence of ``of``; it rests on
    the paragraphs of all."""
    sources = tuple(dict.fromkeys(source for entry in (of, *entries) for source in entry.unit.sources))
    return _draft(of, Fact(entries[0].fact.attribute, value, of.fact.evidence), sources)


def _draft(entry: TableEntry, fact: Fact, sources: tuple[UnitId, ...]) -> Draft:
    meta = {**entry.unit.meta, "attribute": fact.attribute, "value": fact.value}
    return Draft(UnitKind.ENTRY, fact.text, entry.unit.document, entry.unit.type, sources, meta)
