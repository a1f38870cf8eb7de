"""An item read for a reviewer: what the review view shows of it, made from the tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from galley.core.domain import (
    JUDGES,
    AnnotatorId,
    Cell,
    Criterion,
    Document,
    ItemId,
    Role,
    Span,
    Unit,
    UnitId,
    UnitKind,
    Verdict,
)
from galley.core.review import blind_flags, items
from galley.core.review.blind import read_blind
from galley.core.review.items import FlagState, ItemView
from galley.core.storage import queries
from galley.core.storage.connection import Connection
from galley.core.tasks import pairs, questions
from galley.core.tasks.pairs import Pair
from galley.core.tasks.questions import NOTHING, AskedCells
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.item import DERIVED_NAMES, FlagEntry, ReviewItem, Tab
from galley.gui.translation import tr


def load(
    connection: Connection,
    item: ItemId,
    catalogue: Catalogue,
    reviewer: AnnotatorId,
    earlier_item: ReviewItem | None = None,
    task: str = "",
) -> ReviewItem:
    """Read an item for ``reviewer`` at work on ``task`` (its full name; "" where there is no choice of tasks);
    ``known`` is an earlier reading of it. Raises: InputError if there is none of this row id."""
    before = earlier_item.view if earlier_item is not None else None
    view = read_blind(connection).veil(items.load_item_view(connection, item, before), reviewer)
    asked_cells = questions.find_asked_cells(connection, item, reviewer, task)
    if asked_cells.narrows:
        through = questions.is_finished(connection, item, reviewer, asked_cells.task)
        view = replace(view, through=frozenset({reviewer}) if through else frozenset())
    return build(view, catalogue, reviewer, _blind(connection, view), earlier_item, asked_cells)


def _blind(connection: Connection, view: ItemView) -> frozenset[Cell]:
    """The flagged cells that are first decided blind."""
    if queries.read_setting(connection, "blind") is None:
        return frozenset()
    return frozenset(cell for cell in {flag.cell for flag in view.flags()} if blind_flags.is_blind(connection, cell))


def build(
    view: ItemView,
    catalogue: Catalogue,
    reviewer: AnnotatorId,
    blind: frozenset[Cell] = frozenset(),
    earlier_item: ReviewItem | None = None,
    asked_cells: AskedCells = NOTHING,
) -> ReviewItem:
    """Everything that follows from an item as it was read; the flags on the cells ``blind`` that the reviewer has not
    decided yet do not show what the judge said. ``asked`` is what a task asks. Units by row id are taken from
    ``known``, an earlier reading, where it has the same."""
    documents = {d.id: d for d in view.documents}
    same = (
        earlier_item is not None
        and earlier_item.view.documents is view.documents
        and earlier_item.view.derived_units is view.derived_units
    )
    units = earlier_item.units if earlier_item is not None and same else _units(view, documents)
    review_item = ReviewItem(
        view,
        _tabs(view),
        _entries(view, catalogue, reviewer, units, documents, blind, asked_cells),
        units,
        view.has_finished(reviewer),
        {note.cell: note.text for note in view.notes if note.annotator == reviewer},
        schemes=catalogue.schemes,
        unfinished_pairs=frozenset(
            (row, target)
            for row, target in view.unread.get(reviewer, ())
            if not asked_cells.narrows or asked_cells.flags(row, catalogue.criteria[row].unit.value)
        ),
        asked_cells=asked_cells,
        kinds=earlier_item.kinds
        if earlier_item is not None and same
        else frozenset(unit.kind for unit in view.derived_units),
    )
    return (
        review_item
        if asked_cells.task is None
        else replace(review_item, tabs=tuple(filter(review_item.needs, review_item.tabs)))
    )


def _units(view: ItemView, documents: Mapping[int, Document]) -> dict[UnitId, tuple[Unit, Document]]:
    """Every unit of an item with its document, by row id."""
    units: dict[UnitId, tuple[Unit, Document]] = {}
    for document in view.documents:
        whole = Unit(document.whole, document.id, UnitKind.WHOLE, 0, 0, len(document.text), document.text)
        units[document.whole] = (whole, document)
        units.update((unit.id, (unit, document)) for unit in document.units)
    units.update((unit.id, (unit, documents[unit.document])) for unit in view.derived_units)
    return units


def _entries(
    view: ItemView,
    catalogue: Catalogue,
    reviewer: AnnotatorId,
    units: Mapping[UnitId, tuple[Unit, Document]],
    documents: Mapping[int, Document],
    blind: frozenset[Cell],
    asked_cells: AskedCells,
) -> tuple[FlagEntry, ...]:
    def before_reader(cell: Cell) -> bool:
        return cell.unit not in units or asked_cells.flags(cell.criterion, units[cell.unit][0].kind.value)

    answers = {v.cell: v for v in view.verdicts if v.annotator == reviewer}
    together: dict[int, list[Verdict]] = defaultdict(list)
    for reviewer_answer in answers.values():
        if reviewer_answer.decision is not None:
            together[reviewer_answer.decision].append(reviewer_answer)
    judged = (v for v in view.verdicts if v.value == "yes" and view.annotators[v.annotator].kind in JUDGES)
    flags = [v for v in judged if before_reader(v.cell)]
    flagged = {v.cell for v in flags}
    explained: set[Cell] = set()
    entry_rows = []
    for flag in flags:
        answer = answers.get(flag.cell)
        instead = None
        if answer is None:
            state = FlagState.OVERRIDDEN if view.is_implicit_no(reviewer, flag.cell) else FlagState.OPEN
        elif answer.value is None:
            state = FlagState.UNSURE
        elif answer.value == flag.value:
            state = FlagState.ACCEPTED
        else:
            state = FlagState.OVERRIDDEN
            others = together.get(answer.decision or 0, ())
            other = next((o for o in others if o.cell != flag.cell and o.value == "yes"), None)
            if other is not None:
                instead = catalogue.criteria[other.cell.criterion]
                explained.add(other.cell)
        entry_rows.append((flag, False, state, instead))
    question_numbers = {
        cell: number for number, cell in enumerate(asked_cells.cells, 1) if cell.unit in units and reviewer
    }
    adjudicates = asked_cells.task is not None and asked_cells.task.adjudicates
    standing = asked_cells.gold if adjudicates else {cell: answer.value for cell, answer in answers.items()}
    for cell, number in question_numbers.items():
        value = standing.get(cell, "")
        state = _STATES.get(value, FlagState.ACCEPTED)
        entry_rows.append((Verdict(-number, reviewer, cell, None if value == "" else value), False, state, None))
    for own_verdict in answers.values():
        if own_verdict.cell in question_numbers or not before_reader(own_verdict.cell):
            continue
        if own_verdict.value == "yes" and own_verdict.cell not in flagged and own_verdict.cell not in explained:
            entry_rows.append((own_verdict, True, FlagState.ACCEPTED, None))
    order = {document.id: position for position, document in enumerate(view.documents)}
    entries = [
        FlagEntry(
            verdict,
            catalogue.criteria[verdict.cell.criterion],
            *units[verdict.cell.unit],
            documents[verdict.cell.target],
            view.annotators[verdict.annotator].name,
            own,
            state,
            instead,
            not own and state in (FlagState.OPEN, FlagState.UNSURE) and verdict.cell in blind,
            verdict.id < 0,
            adjudicates and verdict.id < 0,
            asked_cells.reader_verdicts.get(verdict.cell, ()) if verdict.id < 0 else (),
            tuple(
                evidence
                for evidence in view.attached_evidence
                if (evidence.annotator, evidence.cell) == (reviewer, verdict.cell)
            ),
            _pair(view, units[verdict.cell.unit][0], catalogue.criteria[verdict.cell.criterion]),
        )
        for verdict, own, state, instead in entry_rows
    ]
    return tuple(sorted(entries, key=lambda entry: _reading_order(entry, order)))


def _pair(view: ItemView, unit: Unit, criterion: Criterion) -> Pair | None:
    return pairs.pair(view.key, unit, view.documents, criterion) if unit.kind is UnitKind.PAIR else None


_STATES: dict[Any, FlagState] = {
    "": FlagState.OPEN, "no": FlagState.OVERRIDDEN, None: FlagState.UNSURE
}  # fmt: skip
"""Where a question stands by its answer; by any other it is answered."""


def _reading_order(entry: FlagEntry, order: Mapping[int, int]) -> tuple[int, ...]:
    """By target; in it first what lies in the target itself, then in the sources; there by place."""
    cell = entry.verdict.cell
    span = entry.verdict.spans[0] if entry.verdict.spans else Span(0, 0)
    elsewhere = 0 if entry.home.id == cell.target else 1
    derived = 0 if entry.unit.kind not in DERIVED_NAMES else 1
    return (
        order[cell.target] if entry.pair is None else 0,
        elsewhere,
        order[entry.home.id] if entry.pair is None else 0,
        derived,
        entry.unit.position,
        span.start,
        cell.criterion,
        entry.verdict.annotator,
    )


def _tabs(view: ItemView) -> tuple[Tab, ...]:
    judged = [d for d in view.documents if d.role in (Role.SUMMARY, Role.TABLE)]
    tabs = [Tab(title, d, d.units) for title, d in zip(_titles(judged), judged, strict=True)]
    references = view.by_role(Role.REFERENCE)
    for number, document in enumerate(references, 1):
        title = tr("Reference") if len(references) == 1 else tr("Reference {number}", number=number)
        tabs.append(Tab(title, document, document.units))
    grouped: dict[UnitKind, list[Unit]] = defaultdict(list)
    for unit in view.derived_units:
        grouped[unit.kind].append(unit)
    for kind in reversed([kind for kind in DERIVED_NAMES if kind in grouped]):
        units = tuple(grouped[kind])
        tabs.append(Tab(f"{DERIVED_NAMES[kind]} {len(units)}", None, units, kind))
    return tuple(tabs)


def _titles(documents: Sequence[Document]) -> list[str]:
    """A short name for each: the system; with the part where one system wrote several; else the document's name."""
    systems = Counter(d.system for d in documents)
    titles = []
    for document in documents:
        title = document.system or labels.TITLES[Role.SUMMARY if document.role is Role.SUMMARY else Role.TABLE]
        if systems[document.system] > 1:
            turn = document.meta.get("turn")
            part = document.part or (tr("turn {turn}", turn=turn) if isinstance(turn, int) else document.name)
            title = f"{title} · {part}"
        titles.append(" ".join(make_visible(title).split()))
    counted = Counter(titles)
    return [t if counted[t] == 1 else f"{t} · {d.name}" for t, d in zip(titles, documents, strict=True)]
