"""What is counted per item, for the queue and the judges' records: flags, ties, progress, trust."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import orjson

from galley.core.columns import implied_no, names
from galley.core.domain import Cell, ChangeSet
from galley.core.project import item_state
from galley.core.project.bulk_rows import insert
from galley.core.rules.quiet import heard
from galley.core.rules.rule import FLAGS, LEFT_OPEN, Answer, Gold, Ruling, State, Voice
from galley.core.rules.scalar import rule_on
from galley.core.storage import level_queries, slot_queries
from galley.core.tasks import counting, finishing, grouping, levels, slots, task_book, wholes
from galley.core.tasks.item_outcome import ItemOutcome

Key = tuple[int, int, int]  # unit, criterion, target


@dataclass(slots=True)
class ItemSaid:
    """Everything that was said about an item, by who said it."""

    flags: list[tuple[int, Key]] = field(default_factory=list)
    human: dict[int, dict[Key, Any]] = field(default_factory=lambda: defaultdict(dict))
    covered: dict[int, set[levels.LevelPair]] = field(default_factory=lambda: defaultdict(set))
    late: dict[int, set[Key]] = field(default_factory=lambda: defaultdict(set))
    gold: dict[Key, Gold] = field(default_factory=dict)
    golden: dict[int, set[levels.LevelPair]] = field(default_factory=lambda: defaultdict(set))
    above_units: set[Key] = field(default_factory=set)
    """Cells of whole documents whose criterion is asked of units."""
    void: dict[int, set[levels.LevelPair]] = field(default_factory=dict)
    """The pairs of which silence says nothing by what the person said at the other level."""
    read: dict[int, set[levels.LevelPair]] = field(default_factory=lambda: defaultdict(set))
    """Of ``covered`` the pairs whose silence does not speak of flags: all but those of imports and of old finishes."""
    left: set[int] = field(default_factory=set)
    """Who has finished the item and left something that was not in sight."""

    @property
    def unsaid(self) -> list[tuple[int, Key]]:
        """The flags of which silence says nothing: those that somebody did not answer."""
        cells = {cell for _, cell in self.flags} if self.read else ()
        return sorted(
            (who, cell)
            for who, pairs in self.read.items()
            for cell in cells
            if self._pair(cell) in pairs and cell not in self.human.get(who, ())
        )

    def silent(self, who: int, cell: Key) -> bool:
        """Whether somebody's silence says "no" of a cell."""
        pair = self._pair(cell)
        spoke = pair in self.covered.get(who, ()) and pair not in self.void.get(who, ())
        return spoke and cell not in self.late.get(who, ())

    def _pair(self, cell: Key) -> levels.LevelPair:
        pair = (cell[1], cell[2])
        return (*pair, levels.Level.WHOLE.value) if cell in self.above_units else pair

    def truth(self, cell: Key) -> Gold:
        """What an adjudicator says of a cell; one that covered its document, as an import may say, said "no" in
        silence."""
        if cell not in self.gold and any(
            cell[1:] in pairs and cell not in self.late.get(who, ()) for who, pairs in self.golden.items()
        ):
            return "no"
        return self.gold.get(cell)

    def voices(self) -> dict[Key, tuple[Voice, ...]]:
        """The humans on every cell that one of them marked or a judge flagged; a finished item says "no" in silence."""
        said: dict[Key, list[Voice]] = {cell: [] for _, cell in self.flags}
        for who, given in self.human.items():
            for cell, value in given.items():
                said.setdefault(cell, []).append(Voice(who, value))
        if not self.covered:
            return {cell: tuple(voices) for cell, voices in said.items()}
        return {
            cell: heard(voices, (who for who in self.covered if self.silent(who, cell)))
            for cell, voices in said.items()
        }


def tally(connection: sqlite3.Connection, item: int) -> None:
    """Count an item anew after its verdicts, judged rows or decisions changed."""
    tally_all(connection, [item])


def tally_all(connection: sqlite3.Connection, items: Sequence[int]) -> None:
    """Count these items anew."""
    standing = names.standing(connection)
    tasks = task_book.read(connection)
    asked = tasks.tasks or connection.execute("SELECT 1 FROM void LIMIT 1").fetchone()
    grouping.renew(connection, items, tasks)
    for item in item_state.stale(connection, items, tasks):
        item_state.refold(connection, item)
    read = _read(connection, items, standing)
    _keep_unsaid(connection, read)
    outcomes = counting.count(connection, items, tasks) if asked else {}
    heads: list[tuple[int, int, str, int]] = []
    progress: list[tuple[int, ...]] = []
    trust: list[tuple[int, ...]] = []
    late: dict[int, dict[int, set[Key]]] = defaultdict(lambda: defaultdict(set))
    for each in implied_no.late(connection, items):
        late[each.item][each.annotator].add(each.cell)
    of, chosen = "item_id IN (SELECT value FROM json_each(?))", (json.dumps(list(items)),)
    query = f"SELECT unit_id, criterion_id, target_id FROM known WHERE {of}"
    known = {Cell(*cell) for cell in connection.execute(query, chosen)}
    mixed = wholes.read_mixed_items(connection, items, tasks)
    for item in items:
        said = read[item]
        said.late = late.get(item, {})
        voices = said.voices()
        rulings = (
            {cell: _ruled(heard_of, said.truth(cell)) for cell, heard_of in voices.items()}
            if item not in outcomes
            else _under_tasks(said, voices, outcomes[item])
        )
        for cell, answers in mixed.get(item, {}).items():  # what was said at both levels
            if cell in voices or answers.is_split:
                voices[cell], rulings[cell] = answers.voices, answers.rule()
        heads.append((len(said.flags), *_ties(said, voices, rulings), item))
        progress += [(who, item, *_progress(said, who, known)) for who in sorted({*said.human, *said.covered})]
        trust += [(*judge, item, *found) for judge, found in sorted(_trust(said, rulings).items())]
    connection.executemany("UPDATE item SET flags = ?, ties = ?, votes = ? WHERE id = ?", heads)
    # named annotators let SQLite use the table's key, which begins with them, instead of reading all of it
    connection.execute(f"DELETE FROM progress WHERE annotator_id IN (SELECT id FROM annotator) AND {of}", chosen)
    insert(connection, "INSERT INTO progress (annotator_id, item_id, settled, doubted, unsure, finished)", progress)
    connection.execute(f"DELETE FROM trust WHERE {of}", chosen)
    insert(connection, "INSERT INTO trust (annotator_id, criterion_id, item_id, right, wrong)", trust)


def _under_tasks(said: ItemSaid, voices: dict[Key, tuple[Voice, ...]], outcome: ItemOutcome) -> dict[Key, Ruling]:
    """The rulings of the cells that count where protocols are in force: those that no task owns by the rule of flags,
    the others as their tasks have it, if they ask them now. ``voices`` keeps those alone."""
    rulings: dict[Key, Ruling] = {}
    for key in list(voices):
        cell = Cell(*key)
        if cell not in outcome.rulings and cell in outcome.unasked:
            del voices[key]
            continue
        voices[key] = tuple(voice for voice in voices[key] if (voice.who, cell) not in outcome.void)
        rulings[key] = outcome.rulings[cell] if cell in outcome.rulings else _ruled(voices[key], said.truth(key))
    return rulings


def _ruled(voices: Sequence[Voice], gold: Gold) -> Ruling:
    return _by_flags(gold, *[voice.value for voice in voices])


@lru_cache(maxsize=4096, typed=True)
def _by_flags(gold: Gold, *values: Answer) -> Ruling:
    """The ruling of the default task, which asks only what was said and not by whom: a few votes recur in all items."""
    return rule_on([Voice(who, value) for who, value in enumerate(values)], FLAGS, gold)


def renew(connection: sqlite3.Connection) -> ChangeSet:
    """Count the items anew that were counted when silence still spoke of what was written after it: there somebody is
    through with an item that holds a cell they are asked of; and those that were counted when there were no slots. A
    job for ``Project.write``."""
    through = (
        "SELECT 1 FROM progress WHERE annotator_id = :who AND item_id = :item AND finished AND NOT EXISTS"
        " (SELECT 1 FROM verdict WHERE annotator_id = :who AND unit_id = :unit AND criterion_id = :criterion"
        " AND target_id = :target)"
    )
    stale = {
        item
        for item, who, cell in implied_no.rare(connection)
        if connection.execute(through, {"who": who, "item": item, **cell._asdict()}).fetchone()
    }
    for place, people in slots.everywhere(connection, task_book.read(connection)).items():
        if any(slot_queries.is_counted(connection, who, place.item, place.task) for who in people):
            stale.add(place.item)
    tally_all(connection, sorted(stale))
    return ChangeSet(frozenset(stale))


def _read(connection: sqlite3.Connection, items: Sequence[int], standing: str) -> dict[int, ItemSaid]:
    read = {item: ItemSaid() for item in items}
    of, chosen = "item_id IN (SELECT value FROM json_each(?))", (json.dumps(list(items)),)
    for item, annotator, kind, unit, criterion, target, value in connection.execute(
        "SELECT item_id, annotator_id, kind, unit_id, criterion_id, target_id, value"
        " FROM verdict JOIN annotator ON annotator.id = annotator_id"
        f" WHERE {of}{standing}",
        chosen,
    ):
        said, cell = read[item], (unit, criterion, target)
        if kind == "human":
            said.human[annotator][cell] = value
        elif kind == "gold":
            said.gold[cell] = LEFT_OPEN if value is None else value
        elif value == "yes":
            said.flags.append((annotator, cell))
    kinds = dict(connection.execute("SELECT id, kind FROM annotator WHERE kind IN ('human', 'gold')"))
    in_sight = dict(
        connection.execute(
            f"SELECT id, item_id FROM decision WHERE {of}"
            " AND (action = 'finish' OR action = 'reopen') AND unread IS NOT NULL",
            chosen,
        )
    )
    for item, annotator, target, decision, criteria in connection.execute(
        "SELECT item_id, annotator_id, target_id, decision_id, json_group_array(criterion_id) FROM judged"
        f" WHERE {of} GROUP BY item_id, annotator_id, target_id, decision_id",  # a tenth of the rows to fetch
        chosen,
    ):
        if kind := kinds.get(annotator):
            said = read[item]
            pairs: set[levels.LevelPair] = {(criterion, target) for criterion in orjson.loads(criteria)}
            (said.covered if kind == "human" else said.golden)[annotator] |= pairs
            if decision in in_sight:
                said.read[annotator] |= pairs
    for item, annotator, criterion, target, _ in level_queries.read_silent_wholes(connection, items):
        pair = (criterion, target, levels.Level.WHOLE.value)
        read[item].covered[annotator].add(pair)
        read[item].read[annotator].add(pair)
    _levels(connection, read)
    for item in {*in_sight.values()}:  # where all was in sight, nothing was left
        said = read[item]
        if said.covered:
            said.left = {who for (who, *_), left in finishing.ends(connection, item, said.covered).items() if left}
    return read


def _levels(connection: sqlite3.Connection, read: Mapping[int, ItemSaid]) -> None:
    """Tell cells of whole documents from those of units, and find the silence that is void by what was said at the
    other level."""
    some = [item for item, of_item in read.items() if of_item.covered]
    if not some:
        return
    wholes = level_queries.find_wholes(connection, some)
    of_wholes, of_units = levels.split_criteria(names.criteria(connection), task_book.read(connection))
    for item in some:
        of_item = read[item]
        cells = {cell for _, cell in of_item.flags}.union(of_item.gold, *of_item.human.values())
        of_item.above_units = {cell for cell in cells if cell[0] in wholes and cell[1] in of_units}
        for who in of_item.covered:
            answers = ((Cell(*cell), value) for cell, value in of_item.human.get(who, {}).items())
            if void := levels.find_void_pairs(answers, wholes, of_wholes):
                of_item.void[who] = void


def _keep_unsaid(connection: sqlite3.Connection, read: Mapping[int, ItemSaid]) -> None:
    connection.execute("DELETE FROM unsaid WHERE item_id IN (SELECT value FROM json_each(?))", (json.dumps([*read]),))
    rows = [(item, who, *cell) for item, said in read.items() for who, cell in said.unsaid]
    insert(connection, "INSERT INTO unsaid (item_id, annotator_id, unit_id, criterion_id, target_id)", rows)


def _progress(said: ItemSaid, who: int, known: Set[Key]) -> tuple[int, int, int, bool]:
    """(flags whose cell is answered, flags whose cell is left unsure, cells left unsure, whether the item is finished:
    nothing was left unread, and no flag is open nor anything that was written since). ``known`` cells are not asked."""
    given = said.human.get(who, {})
    settled = doubted = 0
    for _, cell in said.flags:
        settled += given[cell] is not None if cell in given else said.silent(who, cell)
        doubted += cell in given and given[cell] is None
    wanted = said.late.get(who, set()) - known
    finished = bool(said.covered.get(who)) and who not in said.left and wanted <= given.keys()
    return settled, doubted, sum(1 for value in given.values() if value is None), finished


def _ties(said: ItemSaid, voices: dict[Key, tuple[Voice, ...]], rulings: dict[Key, Ruling]) -> tuple[int, str]:
    """(cells on which the humans have no majority and that no adjudicator looked at, the closest vote of those without
    gold as "2:2")."""
    ties, closest, best = 0, "", 0.0
    for cell, ruling in rulings.items():
        ties += ruling.state is State.UNDECIDED
        if not ruling.split or said.truth(cell) is not None:
            continue
        count = Counter(voice.value for voice in voices[cell] if voice.value is not None)
        if len(count) < 2:  # one side of a split may be what goes without saying
            continue
        (_, first), (_, second) = count.most_common(2)
        if second / first > best:
            best, closest = second / first, f"{first}:{second}"
    return ties, closest


def _trust(said: ItemSaid, rulings: dict[Key, Ruling]) -> dict[tuple[int, int], list[int]]:
    """Per (judge, criterion): flags that people found right, and wrong."""
    found: dict[tuple[int, int], list[int]] = {}
    for judge, cell in said.flags:
        truth = rulings[cell].value if cell in rulings else None  # a task that owns the cell does not ask it
        if truth is not None:
            found.setdefault((judge, cell[1]), [0, 0])[truth != "yes"] += 1
    return found
