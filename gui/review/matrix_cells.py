"""A task's facts or opinions against systems, as rows and columns: plain data without widgets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from galley.core.domain import Document, Unit, UnitKind
from galley.core.tasks.questioning import by_flags
from galley.core.text.clarified import as_read
from galley.core.text.visible import visible
from galley.gui import naming
from galley.gui.desk.opened import DERIVED_NAMES, SOURCES, Entry, Opened
from galley.gui.language import tr
from galley.gui.panes.answer_margin import unsure_word

KINDS = frozenset({UnitKind.FACT, UnitKind.OPINION})
_LONGEST = 600

Spot = tuple[int, int]
"""A row and a column."""


@dataclass(frozen=True, slots=True)
class SystemColumn:
    """One system's text (a document's row id), or of several criteria that are asked about it this one (0: all that is
    flagged there). ``under`` stands below the name."""

    target: int
    criterion: int
    name: str
    under: str = ""

    @property
    def whole(self) -> str:
        """All of its name."""
        return ", ".join(filter(None, (self.name, self.under)))


@dataclass(frozen=True, slots=True)
class UnitRow:
    """One unit: its number, whose or what it is, and its words as they may be drawn."""

    unit: Unit
    aside: str
    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """What a matrix shows. ``cells`` has the places in ``opened.entries`` of what stands in a cell, ``spots`` where
    each stands."""

    title: str
    rows: tuple[UnitRow, ...]
    columns: tuple[SystemColumn, ...]
    cells: Mapping[Spot, tuple[int, ...]]
    spots: Mapping[int, Spot]

    def beside(self, lit: int | None, down: int, right: int) -> int | None:
        """The place of what lies next to ``lit`` in one direction, over cells in which nothing stands; None at an edge.
        Down and up go through several in one cell one by one."""
        if lit is None or lit not in self.spots:
            return next((self.cells[spot][0] for spot in sorted(self.cells)), None)
        row, column = self.spots[lit]
        if down:
            way = [at for spot in sorted(self.cells) if spot[1] == column for at in self.cells[spot]]
            to = way.index(lit) + down
            return way[to] if 0 <= to < len(way) else None
        there = sorted(c for r, c in self.cells if r == row and (c - column) * right > 0)
        return self.cells[row, there[0] if right > 0 else there[-1]][0] if there else None


def build(opened: Opened) -> Grid:
    """The rows and columns of an item."""
    flags = by_flags(opened.asked.task)
    entries = [(at, entry) for at, entry in enumerate(opened.entries) if entry.unit.kind in KINDS]
    asked = {kind for each in opened.asked.asks for kind in each.units}
    units = {entry.unit.id: entry.unit for _, entry in entries}
    if flags:  # what nobody flagged is said to be right, so it stands there too
        units |= {unit.id: unit for unit in opened.view.derived if unit.kind in KINDS and unit.kind.value in asked}
    ordered = sorted(units.values(), key=lambda unit: (unit.kind is UnitKind.FACT, unit.position, unit.id))
    columns = _columns(opened, [entry for _, entry in entries], flags)
    down = {unit.id: number for number, unit in enumerate(ordered)}
    across = {(column.target, column.criterion): number for number, column in enumerate(columns)}
    cells: dict[Spot, list[int]] = defaultdict(list)
    for at, entry in entries:
        cells[down[entry.unit.id], across[entry.target.id, 0 if flags else entry.criterion.row]].append(at)
    kinds = list(dict.fromkeys(unit.kind for unit in ordered))
    return Grid(
        " · ".join(DERIVED_NAMES[kind] for kind in kinds),
        tuple(UnitRow(unit, _aside(opened, unit), _text(unit)) for unit in ordered),
        columns,
        {spot: tuple(found) for spot, found in cells.items()},
        {at: spot for spot, found in cells.items() for at in found},
    )


def spoken(grid: Grid, opened: Opened, spot: Spot) -> str:
    """A cell in a sentence, for those who cannot see it."""
    row, column = grid.rows[spot[0]], grid.columns[spot[1]]
    said = [f"{opened.entries[at].criterion.name}: {opened.entries[at].words}" for at in grid.cells.get(spot, ())]
    number = f"{row.unit.number}"
    what = ", ".join(said) or tr("nothing is asked here")
    return tr("{number}, {text} {column}: {what}", number=number, text=row.text, column=column.whole, what=what)


def _columns(opened: Opened, entries: Sequence[Entry], flags: bool) -> tuple[SystemColumn, ...]:
    targets = {tab.document.id: tab.document for tab in opened.tabs if flags and tab.target and tab.document}
    targets |= {entry.target.id: entry.target for entry in entries}
    order = {document.id: place for place, document in enumerate(opened.view.documents)}
    documents = sorted(targets.values(), key=lambda document: order[document.id])
    called = _names(documents)
    if flags:
        return tuple(SystemColumn(document.id, 0, called[document.id]) for document in documents)
    asked = {entry.criterion.row: entry.criterion for entry in entries}
    place = {criterion.row: n for n, criterion in enumerate(opened.asked.criteria)}
    criteria = sorted(asked.values(), key=lambda criterion: place.get(criterion.row, len(place)))
    there = {(entry.target.id, entry.criterion.row) for entry in entries}
    alone = len(documents) == 1 and documents[0].role in SOURCES
    found = []
    for document in documents:
        for criterion in criteria:
            if (document.id, criterion.row) in there:
                words = (called[document.id], criterion.name if len(criteria) > 1 else "")
                found.append(SystemColumn(document.id, criterion.row, *((criterion.name, "") if alone else words)))
    return tuple(found)


def _names(documents: Sequence[Document]) -> dict[int, str]:
    """A short name for each: its system; with the part where one system wrote several."""
    systems = Counter(document.system for document in documents)
    found = {}
    for document in documents:
        name = document.system or naming.TITLES[document.role]
        if systems[document.system] > 1:
            name = f"{name} · {document.part or document.name}"
        found[document.id] = " ".join(visible(name).split())
    return found


def answers(opened: Opened | None) -> set[str]:
    """The words that may come to stand in the cells: what can be answered, and that nothing was."""
    found = set()
    for entry in {e.criterion.row: e for e in (opened.entries if opened is not None else ()) if e.question}.values():
        found |= {tr("open"), unsure_word(entry.settles)}
        found |= {entry.called(value) for value in entry.values or ("yes", "no")}
    return found


def look(entry: Entry) -> object:
    """What a cell shows of an entry that may change while the item is open."""
    return entry.state, entry.instead, entry.words, entry.criterion.row


def _aside(opened: Opened, unit: Unit) -> str:
    """Who voices an opinion; of a fact the paragraph that it comes from."""
    sources = [opened.units[row][0] for row in unit.sources if row in opened.units]
    speakers = sorted({source.speaker for source in sources} - {""})
    if speakers:
        return " ".join(visible(", ".join(speakers)).split())
    return tr("paragraph {number}", number=sources[0].number) if sources else ""


def _text(unit: Unit) -> str:
    return " ".join(visible(as_read(unit, 0, _LONGEST)).split())
