"""A task's facts or opinions against systems, as rows and columns: plain data without widgets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from galley.core.domain import NO_CRITERION, CriterionId, Document, Unit, UnitKind
from galley.core.tasks.questions import by_flags
from galley.core.text.clarified import as_read
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.text_panes.answer_margin import unsure_word
from galley.gui.text_panes.item import DERIVED_NAMES, SOURCES, FlagEntry, ReviewItem
from galley.gui.translation import tr

KINDS = frozenset({UnitKind.FACT, UnitKind.OPINION})
_LONGEST = 600

Spot = tuple[int, int]
"""A row and a column."""


@dataclass(frozen=True, slots=True)
class SystemColumn:
    """One system's text (a document's row id), or of several criteria that are asked about it this one (0: all that is
    flagged there). ``under`` stands below the name."""

    target: int
    criterion: CriterionId
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
    """What a matrix shows. ``cells`` has the places in ``item.entries`` of what stands in a cell, ``spots`` where
    each stands."""

    title: str
    rows: tuple[UnitRow, ...]
    columns: tuple[SystemColumn, ...]
    cells: Mapping[Spot, tuple[int, ...]]
    spots: Mapping[int, Spot]

    def find_neighbour(self, active: int | None, down: int, right: int) -> int | None:
        """The place of what lies next to ``lit`` in one direction, over cells in which nothing stands; None at an edge.
        Down and up go through several in one cell one by one."""
        if active is None or active not in self.spots:
            return next((self.cells[spot][0] for spot in sorted(self.cells)), None)
        row, column = self.spots[active]
        if down:
            column_places = [at for spot in sorted(self.cells) if spot[1] == column for at in self.cells[spot]]
            to = column_places.index(active) + down
            return column_places[to] if 0 <= to < len(column_places) else None
        neighbours = sorted(c for r, c in self.cells if r == row and (c - column) * right > 0)
        return self.cells[row, neighbours[0] if right > 0 else neighbours[-1]][0] if neighbours else None


def build(review_item: ReviewItem) -> Grid:
    """The rows and columns of an item."""
    flags = by_flags(review_item.asked_cells.task)
    entries = [(at, entry) for at, entry in enumerate(review_item.entries) if entry.unit.kind in KINDS]
    asked_kinds = {kind for question in review_item.asked_cells.asks for kind in question.units}
    units = {entry.unit.id: entry.unit for _, entry in entries}
    if flags:  # what nobody flagged is said to be right, so it stands there too
        units |= {
            unit.id: unit
            for unit in review_item.view.derived_units
            if unit.kind in KINDS and unit.kind.value in asked_kinds
        }
    ordered = sorted(units.values(), key=lambda unit: (unit.kind is UnitKind.FACT, unit.position, unit.id))
    columns = _columns(review_item, [entry for _, entry in entries], flags)
    down = {unit.id: number for number, unit in enumerate(ordered)}
    across = {(column.target, column.criterion): number for number, column in enumerate(columns)}
    cells: dict[Spot, list[int]] = defaultdict(list)
    for at, entry in entries:
        cells[down[entry.unit.id], across[entry.target.id, NO_CRITERION if flags else entry.criterion.row]].append(at)
    kinds = list(dict.fromkeys(unit.kind for unit in ordered))
    return Grid(
        " · ".join(DERIVED_NAMES[kind] for kind in kinds),
        tuple(UnitRow(unit, _aside(review_item, unit), _text(unit)) for unit in ordered),
        columns,
        {spot: tuple(places) for spot, places in cells.items()},
        {at: spot for spot, places in cells.items() for at in places},
    )


def describe_cell(grid: Grid, review_item: ReviewItem, spot: Spot) -> str:
    """A cell in a sentence, for those who cannot see it."""
    row, column = grid.rows[spot[0]], grid.columns[spot[1]]
    answer_words = [
        f"{review_item.entries[at].criterion.name}: {review_item.entries[at].words}" for at in grid.cells.get(spot, ())
    ]
    number = f"{row.unit.number}"
    what = ", ".join(answer_words) or tr("no question here")
    return tr("{number}, {text} {column}: {what}", number=number, text=row.text, column=column.whole, what=what)


def _columns(review_item: ReviewItem, entries: Sequence[FlagEntry], flags: bool) -> tuple[SystemColumn, ...]:
    targets = {tab.document.id: tab.document for tab in review_item.tabs if flags and tab.target and tab.document}
    targets |= {entry.target.id: entry.target for entry in entries}
    order = {document.id: place for place, document in enumerate(review_item.view.documents)}
    documents = sorted(targets.values(), key=lambda document: order[document.id])
    called = _names(documents)
    if flags:
        return tuple(SystemColumn(document.id, NO_CRITERION, called[document.id]) for document in documents)
    criteria_by_row = {entry.criterion.row: entry.criterion for entry in entries}
    place = {criterion.row: n for n, criterion in enumerate(review_item.asked_cells.criteria)}
    criteria = sorted(criteria_by_row.values(), key=lambda criterion: place.get(criterion.row, len(place)))
    asked_pairs = {(entry.target.id, entry.criterion.row) for entry in entries}
    alone = len(documents) == 1 and documents[0].role in SOURCES
    columns = []
    for document in documents:
        for criterion in criteria:
            if (document.id, criterion.row) in asked_pairs:
                words = (called[document.id], criterion.name if len(criteria) > 1 else "")
                columns.append(SystemColumn(document.id, criterion.row, *((criterion.name, "") if alone else words)))
    return tuple(columns)


def _names(documents: Sequence[Document]) -> dict[int, str]:
    """A short name for each: its system; with the part where one system wrote several."""
    systems = Counter(document.system for document in documents)
    names = {}
    for document in documents:
        name = document.system or labels.TITLES[document.role]
        if systems[document.system] > 1:
            name = f"{name} · {document.part or document.name}"
        names[document.id] = " ".join(make_visible(name).split())
    return names


def answers(review_item: ReviewItem | None) -> set[str]:
    """The words that may come to stand in the cells: what can be answered, and that nothing was."""
    words = set()
    for entry in {
        e.criterion.row: e for e in (review_item.entries if review_item is not None else ()) if e.question
    }.values():
        words |= {tr("open"), unsure_word(entry.adjudicates)}
        words |= {entry.get_value_name(value) for value in entry.values or ("yes", "no")}
    return words


def look(entry: FlagEntry) -> object:
    """What a cell shows of an entry that may change while the item is open."""
    return entry.state, entry.instead, entry.words, entry.criterion.row


def _aside(review_item: ReviewItem, unit: Unit) -> str:
    """Who voices an opinion; of a fact the paragraph that it comes from."""
    sources = [review_item.units[row][0] for row in unit.sources if row in review_item.units]
    speakers = sorted({source.speaker for source in sources} - {""})
    if speakers:
        return " ".join(make_visible(", ".join(speakers)).split())
    return tr("paragraph {number}", number=sources[0].number) if sources else ""


def _text(unit: Unit) -> str:
    return " ".join(make_visible(as_read(unit, 0, _LONGEST)).split())
