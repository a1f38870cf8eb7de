"""What is counted per item, for the queue and the judges' records: flags, ties, progress, trust."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import orjson

from galley.core.domain import AnnotatorId, AnnotatorKind, Cell, ChangeSet, CriterionId, ItemId, UnitId
from galley.core.review import item_state
from galley.core.rules.implicit_no import add_implicit_no
from galley.core.rules.rule import FLAGS, UNRESOLVED, Answer, Gold, Response, Ruling, State
from galley.core.rules.scalar import rule_on
from galley.core.storage import implicit_no, level_queries, names, slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import counting
from galley.core.storage.queries.tasks import has_task_rows
from galley.core.storage.slot_queries import find_known_cells
from galley.core.tasks import (
    document_level,
    finish,
    groups,
    levels,
    slots,
)
from galley.core.tasks.counts import count_outcomes
from galley.core.tasks.outcomes import ItemOutcome
from galley.core.tasks.task_book import read_task_book

Key = tuple[UnitId, CriterionId, int]  # unit, criterion, target


@dataclass(slots=True)
class ItemResponses:
    """Everything that was said about an item, by who said it."""

    flags: list[tuple[AnnotatorId, Key]] = field(default_factory=list)
    human: dict[AnnotatorId, dict[Key, Any]] = field(default_factory=lambda: defaultdict(dict))
    covered_pairs: dict[AnnotatorId, set[levels.LevelPair]] = field(default_factory=lambda: defaultdict(set))
    late: dict[AnnotatorId, set[Key]] = field(default_factory=lambda: defaultdict(set))
    gold: dict[Key, Gold] = field(default_factory=dict)
    golden: dict[AnnotatorId, set[levels.LevelPair]] = field(default_factory=lambda: defaultdict(set))
    above_units: set[Key] = field(default_factory=set)
    """Cells of whole documents whose criterion is asked of units."""
    uncounted_pairs: dict[AnnotatorId, set[levels.LevelPair]] = field(default_factory=dict)
    """The pairs of which an implicit no does not count by what the person said at the other level."""
    read: dict[AnnotatorId, set[levels.LevelPair]] = field(default_factory=lambda: defaultdict(set))
    """Of ``covered_pairs`` the pairs whose implicit no does not speak of flags: all but those of imports and of old
    finishes."""
    left_unread: set[AnnotatorId] = field(default_factory=set)
    """Who has finished the item and left something that was not in sight."""

    @property
    def unsaid(self) -> list[tuple[AnnotatorId, Key]]:
        """The flags of which an implicit no does not count: those that somebody did not answer."""
        cells = {cell for _, cell in self.flags} if self.read else ()
        return sorted(
            (who, cell)
            for who, pairs in self.read.items()
            for cell in cells
            if self._pair(cell) in pairs and cell not in self.human.get(who, ())
        )

    def is_implicit_no(self, who: AnnotatorId, cell: Key) -> bool:
        """Whether somebody's unmarked cells mean "no" of a cell."""
        pair = self._pair(cell)
        spoke = pair in self.covered_pairs.get(who, ()) and pair not in self.uncounted_pairs.get(who, ())
        return spoke and cell not in self.late.get(who, ())

    def _pair(self, cell: Key) -> levels.LevelPair:
        pair = (cell[1], cell[2])
        return (*pair, levels.Level.WHOLE.value) if cell in self.above_units else pair

    def truth(self, cell: Key) -> Gold:
        """What an adjudicator says of a cell; one that covered its document, as an import may say, said "no" in
        an implicit no."""
        if cell not in self.gold and any(
            cell[1:] in pairs and cell not in self.late.get(who, ()) for who, pairs in self.golden.items()
        ):
            return "no"
        return self.gold.get(cell)

    def responses(self) -> dict[Key, tuple[Response, ...]]:
        """The humans on every cell that one of them marked or a judge flagged; a finished item says "no" in silence."""
        responses_by_cell: dict[Key, list[Response]] = {cell: [] for _, cell in self.flags}
        for who, values in self.human.items():
            for cell, value in values.items():
                responses_by_cell.setdefault(cell, []).append(Response(who, value))
        if not self.covered_pairs:
            return {cell: tuple(responses) for cell, responses in responses_by_cell.items()}
        return {
            cell: add_implicit_no(responses, (who for who in self.covered_pairs if self.is_implicit_no(who, cell)))
            for cell, responses in responses_by_cell.items()
        }


def tally(connection: Connection, item: ItemId) -> None:
    """Count an item again after its verdicts, judged rows or decisions changed."""
    tally_all(connection, [item])


def tally_all(connection: Connection, items: Sequence[ItemId]) -> None:
    """Count these items again."""
    tasks = read_task_book(connection)
    has_tasks = tasks.tasks or has_task_rows(connection, "void")
    groups.renew(connection, items, tasks)
    for item in item_state.stale(connection, items, tasks):
        item_state.refold(connection, item)
    read = _read(connection, items)
    _keep_unsaid(connection, read)
    outcomes = count_outcomes(connection, items, tasks) if has_tasks else {}
    heads: list[counting.ItemCounts] = []
    progress: list[tuple[int, ...]] = []
    trust: list[tuple[int, ...]] = []
    late: dict[ItemId, dict[AnnotatorId, set[Key]]] = defaultdict(lambda: defaultdict(set))
    for late_cell in implicit_no.list_late_cells(connection, items):
        late[late_cell.item][late_cell.annotator].add(late_cell.cell)
    known_cells = {Cell._make(cell) for _, *cell in find_known_cells(connection, items)}
    mixed = document_level.read_mixed_items(connection, items, tasks)
    for item in items:
        item_responses = read[item]
        item_responses.late = late.get(item, {})
        responses = item_responses.responses()
        rulings = (
            {
                cell: _rule_by_flags(cell_responses, item_responses.truth(cell))
                for cell, cell_responses in responses.items()
            }
            if item not in outcomes
            else _under_tasks(item_responses, responses, outcomes[item])
        )
        for cell, answers in mixed.get(item, {}).items():  # what was said at both levels
            if cell in responses or answers.is_split:
                responses[cell], rulings[cell] = answers.responses, answers.rule()
        ties, votes = _ties(item_responses, responses, rulings)
        heads.append(counting.ItemCounts(len(item_responses.flags), ties, votes, item))
        progress += [
            (who, item, *_progress(item_responses, who, known_cells))
            for who in sorted({*item_responses.human, *item_responses.covered_pairs})
        ]
        trust += [(*judge, item, *counts) for judge, counts in sorted(_trust(item_responses, rulings).items())]
    counting.replace_item_counts(connection, items, heads, progress, trust)


def _under_tasks(
    item_responses: ItemResponses, responses: dict[Key, tuple[Response, ...]], outcome: ItemOutcome
) -> dict[Key, Ruling]:
    """The rulings of the cells that count where protocols are in force: those that no task owns by the rule of flags,
    the others as their tasks have it, if they ask them now. ``responses`` keeps those alone."""
    rulings: dict[Key, Ruling] = {}
    for key in list(responses):
        cell = Cell._make(key)
        if cell not in outcome.rulings and cell in outcome.unasked_cells:
            del responses[key]
            continue
        responses[key] = tuple(
            response for response in responses[key] if (response.who, cell) not in outcome.revoked_answers
        )
        rulings[key] = (
            outcome.rulings[cell]
            if cell in outcome.rulings
            else _rule_by_flags(responses[key], item_responses.truth(key))
        )
    return rulings


def _rule_by_flags(responses: Sequence[Response], gold: Gold) -> Ruling:
    return _by_flags(gold, *[response.value for response in responses])


@lru_cache(maxsize=4096, typed=True)
def _by_flags(gold: Gold, *values: Answer) -> Ruling:
    """The ruling of the default task, which asks only what was said and not by whom: a few votes recur in all items."""
    return rule_on([Response(AnnotatorId(who), value) for who, value in enumerate(values)], FLAGS, gold)


def renew(connection: Connection) -> ChangeSet:
    """Count the items anew that were counted when silence still spoke of what was written after it: there somebody is
    through with an item that holds a cell they are asked of; and those that were counted when there were no slots. A
    job for ``Project.write``."""
    stale = {
        item
        for item, who, cell in implicit_no.list_unflagged_late_cells(connection)
        if counting.is_counted_finished(connection, who, item, cell)
    }
    for place, people in slots.everywhere(connection, read_task_book(connection)).items():
        if any(slot_queries.is_counted(connection, who, place.item, place.task) for who in people):
            stale.add(place.item)
    tally_all(connection, sorted(stale))
    return ChangeSet(frozenset(stale))


def _read(connection: Connection, items: Sequence[ItemId]) -> dict[ItemId, ItemResponses]:
    read = {item: ItemResponses() for item in items}
    stored = counting.read_responses(connection, items)
    for item, annotator, kind, unit, criterion, target, value in stored.answers:
        item_responses, cell = read[item], (unit, criterion, target)
        if kind == "human":
            item_responses.human[annotator][cell] = value
        elif kind == "gold":
            item_responses.gold[cell] = UNRESOLVED if value is None else value
        elif value == "yes":
            item_responses.flags.append((annotator, cell))
    kinds = {row: annotator.kind for row, annotator in names.annotators(connection).items()}
    for item, annotator, target, decision, criteria in stored.silence:
        if (kind := kinds[annotator]) in (AnnotatorKind.HUMAN, AnnotatorKind.GOLD):
            item_responses = read[item]
            pairs: set[levels.LevelPair] = {(criterion, target) for criterion in orjson.loads(criteria)}
            (item_responses.covered_pairs if kind == "human" else item_responses.golden)[annotator] |= pairs
            if decision in stored.in_sight:
                item_responses.read[annotator] |= pairs
    for item, annotator, criterion, target, _ in level_queries.read_unmarked_documents(connection, items):
        pair = (criterion, target, levels.Level.WHOLE.value)
        read[item].covered_pairs[annotator].add(pair)
        read[item].read[annotator].add(pair)
    _levels(connection, read)
    for item in {*stored.in_sight.values()}:  # where all was in sight, nothing was left
        item_responses = read[item]
        if item_responses.covered_pairs:
            item_responses.left_unread = {
                who
                for (who, *_), unread_pairs in finish.ends(connection, item, item_responses.covered_pairs).items()
                if unread_pairs
            }
    return read


def _levels(connection: Connection, read: Mapping[ItemId, ItemResponses]) -> None:
    """Tell cells of whole documents from those of units, and find the implicit no that is void by what was said at the
    other level."""
    some = [item for item, of_item in read.items() if of_item.covered_pairs]
    if not some:
        return
    wholes = level_queries.find_wholes(connection, some)
    of_wholes, of_units = levels.split_criteria(names.criteria(connection), read_task_book(connection))
    for item in some:
        of_item = read[item]
        cells = {cell for _, cell in of_item.flags}.union(of_item.gold, *of_item.human.values())
        of_item.above_units = {cell for cell in cells if cell[0] in wholes and cell[1] in of_units}
        for who in of_item.covered_pairs:
            answers = ((Cell._make(cell), value) for cell, value in of_item.human.get(who, {}).items())
            if void := levels.find_void_pairs(answers, wholes, of_wholes):
                of_item.uncounted_pairs[who] = void


def _keep_unsaid(connection: Connection, read: Mapping[ItemId, ItemResponses]) -> None:
    rows = [(item, who, *cell) for item, item_responses in read.items() for who, cell in item_responses.unsaid]
    counting.replace_unsaid(connection, [*read], rows)


def _progress(item_responses: ItemResponses, who: AnnotatorId, known_cells: Set[Key]) -> tuple[int, int, int, bool]:
    """(flags whose cell is answered, flags whose cell is left unsure, cells left unsure, whether the item is finished:
    nothing was left unread, and no flag is open nor anything that was written since). ``known`` cells are not asked."""
    values_by_cell = item_responses.human.get(who, {})
    answered_flags = unsure_flags = 0
    for _, cell in item_responses.flags:
        answered_flags += (
            values_by_cell[cell] is not None if cell in values_by_cell else item_responses.is_implicit_no(who, cell)
        )
        unsure_flags += cell in values_by_cell and values_by_cell[cell] is None
    late_keys = item_responses.late.get(who, set()) - known_cells
    finished = (
        bool(item_responses.covered_pairs.get(who))
        and who not in item_responses.left_unread
        and late_keys <= values_by_cell.keys()
    )
    return answered_flags, unsure_flags, sum(1 for value in values_by_cell.values() if value is None), finished


def _ties(
    item_responses: ItemResponses, responses: dict[Key, tuple[Response, ...]], rulings: dict[Key, Ruling]
) -> tuple[int, str]:
    """(cells on which the humans have no majority and that no adjudicator looked at, the closest vote of those without
    gold as "2:2")."""
    ties, closest, best = 0, "", 0.0
    for cell, ruling in rulings.items():
        ties += ruling.state is State.UNDECIDED
        if not ruling.split or item_responses.truth(cell) is not None:
            continue
        count = Counter(response.value for response in responses[cell] if response.value is not None)
        if len(count) < 2:  # one side of a split may be what goes without saying
            continue
        (_, first), (_, second) = count.most_common(2)
        if second / first > best:
            best, closest = second / first, f"{first}:{second}"
    return ties, closest


def _trust(
    item_responses: ItemResponses, rulings: dict[Key, Ruling]
) -> dict[tuple[AnnotatorId, CriterionId], list[int]]:
    """Per (judge, criterion): flags that people found right, and wrong."""
    trust_counts: dict[tuple[AnnotatorId, CriterionId], list[int]] = {}
    for judge, cell in item_responses.flags:
        truth = rulings[cell].value if cell in rulings else None  # a task that owns the cell does not ask it
        if truth is not None:
            trust_counts.setdefault((judge, cell[1]), [0, 0])[truth != "yes"] += 1
    return trust_counts
