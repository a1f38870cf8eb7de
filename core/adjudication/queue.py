"""What an adjudicator has to settle: ties among the humans, judges against the people, and what is adjudicated already.

A *case* is a cell with everybody's votes. A human votes by a verdict, or in silence by having finished the item; a
judge by a verdict, or in silence where a run or an import says that it judged the criterion on that target. A cell is
a *tie* where two humans or more voted and no value has a strict majority; a *conflict* where the humans have one and a
judge says something else. What an adjudicator looked at is neither, be it left open. The queue lists items with the
number of their cells, so that ties, which are counted when a decision is written, open at once; the cells of an item
are read when it is opened.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from galley.core.domain import (
    JUDGES,
    NO_ANNOTATOR,
    NO_CRITERION,
    AnnotatorId,
    AnnotatorKind,
    Cell,
    CriterionId,
    ItemId,
    UnitId,
    Value,
)
from galley.core.review import queue
from galley.core.review.queue import Filter
from galley.core.rules.rule import Aside, Rule, Ruling, State
from galley.core.rules.scalar import decide
from galley.core.storage import implicit_no, level_queries, names
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.connection import Connection
from galley.core.storage.implicit_no import list_late_cells
from galley.core.storage.queries import conflicts as conflict_queries
from galley.core.storage.queries import find_answered_items, item_queue, verdicts
from galley.core.storage.queries.counting import read_item_totals
from galley.core.storage.queries.item_queue import QueueRow
from galley.core.tasks import levels, task_book
from galley.core.tasks.counts import evaluate_item
from galley.core.tasks.document_level import WholeAnswers, read_mixed_items
from galley.core.tasks.task_book import read_task_book

BATCH = 4000
"""Items that are read with one query."""


class TieView(StrEnum):
    """Which cells the queue holds."""

    TIES = "ties"
    CONFLICTS = "conflicts"
    RESOLVED = "settled"
    NEEDS_REVIEW = "reopened"


@dataclass(frozen=True, slots=True)
class TieFilter:
    """What the adjudicator asked for. Row ids; 0 and "" ask for nothing.

    ``pair`` are two annotators who both spoke and differ; ``judge`` one that spoke; ``distance`` the least difference
    between two humans' numbers on an ordinal scale; ``own_votes_only`` keeps the cells on which the reviewer voted.
    """

    show: TieView = TieView.TIES
    criterion: CriterionId = NO_CRITERION
    pair: tuple[AnnotatorId, AnnotatorId] = (NO_ANNOTATOR, NO_ANNOTATOR)
    judge: AnnotatorId = NO_ANNOTATOR
    system: str = ""
    distance: int = 0
    own_votes_only: bool = False
    search: str = ""
    among: Filter = field(default_factory=Filter)
    """Of which items: what else a query may ask of an item (see ``core/query.py``)."""

    @property
    def is_narrowed(self) -> bool:
        """Whether any filter but ``show`` is set."""
        return self != TieFilter(self.show)


class TieVote(NamedTuple):
    """What one annotator holds of a cell. ``is_implicit`` is a "no" by having judged and not marked; ``decision``
    the row id of the decision it came with."""

    value: Value
    is_implicit: bool = False
    decision: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """A cell and its votes by annotator. ``settled`` where gold was written, though ``gold`` is None if it was left
    open; ``gold`` is "no" without that where an import of gold covers the document and does not name the cell.
    ``decision`` is the one that settled it (0: gold came with an import). ``ruling`` is what a protocol's task made of
    it."""

    item: ItemId
    cell: Cell
    humans: Mapping[AnnotatorId, TieVote] = field(default_factory=dict)
    judges: Mapping[AnnotatorId, TieVote] = field(default_factory=dict)
    is_resolved: bool = False
    gold: Value | None = None
    decision: int = 0
    ruling: Ruling | None = None

    @property
    def is_adjudicated(self) -> bool:
        """Whether an adjudicator looked at it: it is no tie and no conflict any more."""
        return self.is_resolved or self.gold is not None

    @property
    def majority(self) -> Value | None:
        """What more than half of the humans say, or what the cell's task makes of what they say."""
        if self.ruling is not None:
            return self.ruling.value
        return decide(Rule.MAJORITY, [vote.value for vote in self.humans.values()])

    @property
    def tie(self) -> bool:
        """Whether two humans or more voted without a strict majority; in a task, whether it is undecided."""
        if self.ruling is not None:
            return self.ruling.state is State.UNDECIDED
        return len(self.humans) > 1 and self.majority is None

    @property
    def conflict(self) -> bool:
        """Whether a judge differs from the humans' majority."""
        most = self.majority
        return most is not None and any(vote.value != most for vote in self.judges.values())

    @property
    def needs_review(self) -> bool:
        """Whether a human answered after it was adjudicated."""
        return self.is_resolved and 0 < self.decision < max((v.decision for v in self.humans.values()), default=0)

    @property
    def distance(self) -> float:
        """The difference between the highest and the lowest number that a human gave; 0 where none are numbers."""
        numbers = [v.value for v in self.humans.values() if not isinstance(v.value, str)]
        return float(max(numbers) - min(numbers)) if numbers else 0.0

    @property
    def votes(self) -> str:
        """ "2:1", the humans' votes, the most frequent first."""
        return ":".join(str(n) for _, n in Counter(v.value for v in self.humans.values()).most_common())


class TieMatches(NamedTuple):
    """Items in the project's order, and how many of their cells match."""

    items: Sequence[ItemId]
    counts: array[int]


class TieTotals(NamedTuple):
    """Cells of each kind in the whole project."""

    ties: int
    conflicts: int
    resolved_cells: int
    cells_to_review: int


def matches(case: Case, tie_filter: TieFilter, reviewer: AnnotatorId, targets: frozenset[int] | None = None) -> bool:
    """Whether a case is what was asked for; ``targets`` are the documents of the system, if one is wanted."""
    match tie_filter.show:
        case TieView.TIES:
            right = case.tie and not case.is_adjudicated
        case TieView.CONFLICTS:
            right = case.conflict and not case.is_adjudicated
        case TieView.RESOLVED:
            right = case.is_resolved
        case TieView.NEEDS_REVIEW:
            right = case.needs_review
    if not right or (targets is not None and case.cell.target not in targets):
        return False
    if tie_filter.criterion and case.cell.criterion != tie_filter.criterion:
        return False
    if tie_filter.own_votes_only and reviewer not in case.humans:
        return False
    if tie_filter.judge and tie_filter.judge not in case.judges:
        return False
    if tie_filter.distance and case.distance < tie_filter.distance:
        return False
    if any(tie_filter.pair):
        first, second = (case.humans.get(who) or case.judges.get(who) for who in tie_filter.pair)
        return first is not None and second is not None and first.value != second.value
    return True


def find_ties(connection: Connection, tie_filter: TieFilter, reviewer: AnnotatorId) -> TieMatches:
    """The items with cells that match. Without filters ties and adjudicated cells are counted by an index."""
    only: set[ItemId] | None = None
    item_filter = replace(tie_filter.among, search=tie_filter.search, system=tie_filter.system)
    if item_filter != Filter():
        only = set(queue.ids(connection, item_filter, reviewer))
    if not _needs_cells(tie_filter):
        rows = _COUNTED[tie_filter.show](connection).items()
        matching_rows = [row for row in rows if only is None or row[0] in only]
        return TieMatches(
            queue.pack_items(row[0] for row in matching_rows), array("q", (row[1] for row in matching_rows))
        )
    if tie_filter == TieFilter(
        TieView.CONFLICTS, tie_filter.criterion, search=tie_filter.search, among=tie_filter.among
    ):
        conflict_counts = conflicts(connection, tie_filter.criterion)
        found_items = [item for item in sorted(conflict_counts) if only is None or item in only]
        return TieMatches(queue.pack_items(found_items), array("q", (conflict_counts[item] for item in found_items)))
    items = candidates(connection, tie_filter.show, tie_filter.criterion)
    if only is not None:
        items = [item for item in items if item in only]
    targets = _targets(connection, tie_filter)
    counts: Counter[ItemId] = Counter(
        case.item for case in scan(connection, items) if matches(case, tie_filter, reviewer, targets)
    )
    kept_items = sorted(counts)
    return TieMatches(queue.pack_items(kept_items), array("q", (counts[item] for item in kept_items)))


def list_cells(connection: Connection, item: ItemId, tie_filter: TieFilter, reviewer: AnnotatorId) -> list[Cell]:
    """The cells of one item that match, in the order of the text: by target, unit, criterion."""
    targets = _targets(connection, tie_filter)
    matching_cells = [case.cell for case in scan(connection, [item]) if matches(case, tie_filter, reviewer, targets)]
    return sorted(matching_cells, key=lambda cell: (cell.target, cell.unit, cell.criterion))


def build_case(connection: Connection, item: ItemId, cell: Cell) -> Case:
    """What everybody says of one cell; without votes where nobody marked it."""
    return next((tie_case for tie_case in scan(connection, [item]) if tie_case.cell == cell), Case(item, cell))


def count_ties(connection: Connection) -> tuple[int, int]:
    """How many ties and adjudicated cells there are: what is known at once."""
    ties = read_item_totals(connection)[2]
    return ties, sum(verdicts.count_adjudicated(connection).values())


def against(connection: Connection, items: Sequence[ItemId] | None = None) -> dict[ItemId, tuple[int, int]]:
    """How many conflicts and reopened cells each of these items has, of all items where none are named."""
    differ: Mapping[ItemId, int]
    if items is None:
        differ, candidate_items = conflicts(connection), candidates(connection, TieView.NEEDS_REVIEW)
        items = sorted({*differ, *candidate_items})
    else:
        differ, candidate_items = _differing(connection, items), list(items)
    cells_to_review: Counter[ItemId] = Counter()
    for case in scan(connection, candidate_items):
        cells_to_review[case.item] += case.needs_review
    return {item: (differ.get(item, 0), cells_to_review[item]) for item in items}


def conflicts(connection: Connection, criterion: CriterionId = NO_CRITERION) -> dict[ItemId, int]:
    """How many conflicts each item with one has; of one criterion (row id) where it is named."""
    return count_conflicts(connection, lambda items: _differing(connection, items, criterion), criterion)


def count_conflicts(
    connection: Connection,
    plain: Callable[[Sequence[ItemId]], Mapping[ItemId, int]],
    criterion: CriterionId = NO_CRITERION,
) -> dict[ItemId, int]:
    """The number of conflicts by item, for those that have any, on one criterion (row id) or all; ``plain`` gives it
    for items by reading their cells. What cannot be counted in sets is left to it: items with a unit that was written
    after somebody had been silent about it, those in which people spoke of whole documents, and projects with tasks."""
    kinds = {annotator.kind for annotator in names.annotators(connection).values()}
    if AnnotatorKind.HUMAN not in kinds or kinds.isdisjoint(JUDGES):
        return {}
    if task_book.read_task_book(connection).tasks:  # what people amount to is their tasks' business, cell by cell
        return dict(plain(find_answered_items(connection, names.find_people(connection).values())))
    counts, alone = conflict_queries.count_conflicts(connection, criterion)
    alone |= level_queries.find_items_with_whole_answers(connection)
    alone.update(cell.item for cell in implicit_no.list_unflagged_late_cells(connection))
    for item in alone:
        del counts[item]
    return {item: number for item, number in counts.items() if number} | dict(plain(sorted(alone)))


def _differing(
    connection: Connection, items: Sequence[ItemId], criterion: CriterionId = NO_CRITERION
) -> dict[ItemId, int]:
    cases = (case for case in scan(connection, items) if criterion in (0, case.cell.criterion))
    return dict(Counter(case.item for case in cases if case.conflict and not case.is_adjudicated))


def totals(connection: Connection) -> TieTotals:
    """How many cells of each kind there are in the whole project."""
    ties, resolved_cells = count_ties(connection)
    counts = against(connection).values()
    return TieTotals(ties, sum(one for one, _ in counts), resolved_cells, sum(again for _, again in counts))


def rows(
    connection: Connection, items: Sequence[ItemId], tie_filter: TieFilter, reviewer: AnnotatorId
) -> list[QueueRow]:
    """The lines of the queue for some items: as in Review, but ``open`` counts the cells that match now, and an item
    without any is finished. For the few items in sight: it reads their cells,
    unless they are ties without filters."""
    counts: Mapping[ItemId, int] | None = None
    if tie_filter.show is not TieView.TIES or _needs_cells(tie_filter):
        targets = _targets(connection, tie_filter)
        counts = Counter(c.item for c in scan(connection, items) if matches(c, tie_filter, reviewer, targets))
    queue_rows = []
    for row in queue.rows(connection, items, reviewer):
        count = row.ties if counts is None else counts[row.id]
        queue_rows.append(row._replace(flags=count, open=count, unsure=0, is_finished=not count))
    return queue_rows


class Adjudication(NamedTuple):
    """Who adjudicated a cell, when (UTC, ISO 8601) and why. ``value`` None: left open."""

    reviewer: AnnotatorId
    at: str
    value: Value | None
    reason: str


def read_adjudications(connection: Connection, item: ItemId) -> dict[Cell, Adjudication]:
    """The standing adjudication of each cell of an item that an adjudicator looked at."""
    return {
        Cell(row.unit, row.criterion, row.target): Adjudication(row.reviewer, row.at, row.value, row.note or "")
        for row in verdicts.read_item_adjudications(connection, item)
    }


def candidates(connection: Connection, show: TieView, criterion: CriterionId = NO_CRITERION) -> list[ItemId]:
    """Items that may have cells of this kind, in order; every item that has one (on ``criterion``) is among them."""
    if show is TieView.CONFLICTS:
        return sorted(conflicts(connection, criterion))
    return list(_CANDIDATES[show](connection))


def scan(connection: Connection, items: Sequence[ItemId]) -> Iterator[Case]:
    """The cases of these items: every cell that anybody marked, with all votes."""
    kinds = {row: annotator.kind.value for row, annotator in names.annotators(connection).items()}
    tasks = read_task_book(connection)
    of_wholes, of_units = levels.split_criteria(names.criteria(connection), tasks)
    for start in range(0, len(items), BATCH):
        some = items[start : start + BATCH]
        answers_by_item: dict[ItemId, dict[Cell, list[tuple[AnnotatorId, Any, int]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        votes = verdicts.read_votes(connection, some)
        for item, who, unit, criterion, target, value, decision in votes.answers:
            answers_by_item[item][Cell(unit, criterion, target)].append((who, value, decision))
        judged: dict[levels.LevelPair, list[tuple[AnnotatorId, int]]] = defaultdict(list)
        for who, criterion, target, decision in votes.silence:
            judged[criterion, target].append((who, decision))
        for _, who, criterion, target, decision in level_queries.read_unmarked_documents(
            connection, items[start : start + BATCH]
        ):
            judged[criterion, target, levels.Level.WHOLE.value].append((who, decision))
        wholes = level_queries.find_wholes(connection, items[start : start + BATCH])
        revoked_answers = {item: _void(cells, kinds, wholes, of_wholes) for item, cells in answers_by_item.items()}
        late = {
            (late_answer.annotator, late_answer.cell)
            for late_answer in list_late_cells(connection, items[start : start + BATCH])
        }
        mixed = read_mixed_items(connection, items[start : start + BATCH], tasks)
        for item in sorted(answers_by_item):
            outcome = evaluate_item(connection, item, tasks) if tasks.tasks else None
            of_item = mixed.get(item, {})
            for cell in (
                cell for cell, answers in of_item.items() if answers.is_split and cell not in answers_by_item[item]
            ):
                answers_by_item[item][cell] = []  # nobody marked it, but what people said at the two levels differs
            for cell, answers in answers_by_item[item].items():
                if outcome is not None and cell in outcome.unasked_cells:
                    continue
                pair: levels.LevelPair = (cell.criterion, cell.target)
                if cell.unit in wholes and cell.criterion in of_units:
                    pair = (*pair[:2], levels.Level.WHOLE.value)
                implicit_no = [one for one in judged.get(pair, ()) if pair not in revoked_answers[item].get(one[0], ())]
                if late:
                    implicit_no = [one for one in implicit_no if (one[0], cell) not in late]
                tie_case = _case(item, cell, answers, implicit_no, kinds)
                if cell in of_item:
                    tie_case = _with_levels(tie_case, of_item[cell])
                yield tie_case if outcome is None else replace(tie_case, ruling=outcome.rulings.get(cell))


def _void(
    cells: Mapping[Cell, Sequence[tuple[AnnotatorId, Any, int]]],
    kinds: Mapping[AnnotatorId, str],
    wholes: Collection[UnitId],
    of_wholes: Collection[CriterionId],
) -> dict[AnnotatorId, set[levels.LevelPair]]:
    """The implicit no of each person in an item that is void by what they answered themselves at the other level."""
    people: dict[AnnotatorId, list[tuple[Cell, Any]]] = defaultdict(list)
    for cell, votes in cells.items():
        for who, value, _ in votes:
            if kinds[who] == "human":
                people[who].append((cell, value))
    return {who: levels.find_void_pairs(answers, wholes, of_wholes) for who, answers in people.items()}


def _case(
    item: ItemId,
    cell: Cell,
    answers: Sequence[tuple[AnnotatorId, Any, int]],
    implicit_no: Sequence[tuple[AnnotatorId, int]],
    kinds: Mapping[AnnotatorId, str],
) -> Case:
    humans: dict[AnnotatorId, TieVote] = {}
    judges: dict[AnnotatorId, TieVote] = {}
    spoke: set[AnnotatorId] = set()
    is_resolved, gold, decision = False, None, 0
    for who, value, when in answers:
        spoke.add(who)
        kind = kinds[who]
        if kind == "gold":
            is_resolved, gold, decision = True, value, when
        elif value is not None:
            (humans if kind == "human" else judges)[who] = TieVote(value, False, when)
    for who, when in implicit_no:
        if who not in spoke and kinds[who] == "gold":
            gold = gold if is_resolved else "no"
        elif who not in spoke:
            (humans if kinds[who] == "human" else judges)[who] = TieVote("no", True, when)
    return Case(item, cell, humans, judges, is_resolved, gold, decision)


def _with_levels(case: Case, answers: WholeAnswers) -> Case:
    """The case with the votes of those who spoke of units of the document alone."""
    votes = {
        response.who: case.humans.get(response.who) or TieVote(response.value, response.who in answers.implicit_people)
        for response in answers.responses
        if response.value is not None and not isinstance(response.value, Aside)
    }
    gold = None if isinstance(answers.gold, Aside) else answers.gold
    return replace(case, humans=votes, gold=case.gold if case.is_resolved else gold, ruling=answers.rule())


def _needs_cells(tie_filter: TieFilter) -> bool:
    at_once = tie_filter.show in _COUNTED
    return not at_once or tie_filter != TieFilter(tie_filter.show, search=tie_filter.search, among=tie_filter.among)


def _targets(connection: Connection, tie_filter: TieFilter) -> frozenset[int] | None:
    if not tie_filter.system:
        return None
    return frozenset(item_queue.find_documents_of_system(connection, ColumnCache(), tie_filter.system)[1].tolist())


def _count_item_ties(connection: Connection) -> dict[ItemId, int]:
    items, ties = item_queue.read_item_counts(connection, ColumnCache(), "ties").tolist()
    return dict(sorted(zip(items, ties, strict=True)))


_COUNTED = {TieView.TIES: _count_item_ties, TieView.RESOLVED: verdicts.count_adjudicated}
_CANDIDATES: dict[TieView, Callable[[Connection], Iterable[ItemId]]] = {
    **_COUNTED,
    TieView.NEEDS_REVIEW: partial(verdicts.count_adjudicated, before_others=True),
}
