"""All resolved cells of an item and how each came by its gold: the one answer that exports, lists and counts translate.

Gold is an outcome: what was adjudicated, else what the rule of the cell's task makes of people's answers, an implicit
"no" among them. Cells that no task of a protocol owns follow the rule of flags. Cells with a known answer and
documents that people called unusable have no gold. ``galley.core.metrics.gold`` answers the same in arrays.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from galley.core.columns import names
from galley.core.domain import Cell, Criterion, Value
from galley.core.protocols.study import FLAGS as DEFAULT
from galley.core.rules.quiet import heard
from galley.core.rules.rule import FLAGS, Rule, State, Terms, Voice
from galley.core.rules.scalar import latest, rule_on, third
from galley.core.storage import queries
from galley.core.tasks import asking, counting, extent, levels, sheet, slots, task_book, wholes
from galley.core.tasks.item_outcome import ItemOutcome
from galley.core.tasks.sheet import TaskSheet
from galley.core.tasks.task_book import TaskBook
from galley.core.tasks.wholes import WholeAnswers


class Source(StrEnum):
    """What made a cell gold."""

    VERDICT = "verdict"
    """A gold verdict: of an adjudicator, or imported."""
    SILENCE = "silence"
    """Imported gold that went through the document and marked nothing here."""
    RULE = "rule"


class ResolvedCell(NamedTuple):
    """A cell with gold. ``task`` is the full name of its task, ``row`` the gold verdict (row id), 0 without one. By a
    ``rule``, ``people`` (row ids) are those whose answers it weighed, ``third`` those who read it in an adjudication
    task, ``silent`` those of both whose "no" is implicit."""

    cell: Cell
    value: Value
    source: Source
    task: str = DEFAULT
    row: int = 0
    rule: Rule = Rule.MAJORITY
    people: tuple[int, ...] = ()
    third: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()

    @property
    def implicit(self) -> bool:
        """Whether nobody said anything of it: it is a "no" in silence."""
        voters = (*self.people, *self.third)
        return self.source is Source.SILENCE or (bool(voters) and len(self.silent) == len(voters))


Resolver = Callable[[int], list[ResolvedCell]]


def resolver(connection: sqlite3.Connection) -> Resolver:
    """A function that gives the resolved cells of an item (row id) on usable documents, by unit, criterion, target."""
    book, criteria = task_book.read(connection), names.criteria(connection)
    judges = counting.judges(connection, book)
    unusable = queries.read_unusable_documents(connection)
    outside = slots.outside(connection, book)

    def of(item: int) -> list[ResolvedCell]:
        found = resolved(sheet.load(connection, item, book, outside), book, criteria, judges)
        return sorted((each for each in found if each.cell.target not in unusable), key=lambda each: each.cell)

    return of


def resolved_items(connection: sqlite3.Connection) -> list[int]:
    """The items (row ids) with a resolved cell, in their order."""
    find = resolver(connection)
    # a rule may weigh judges alone
    voting = task_book.read(connection).judges
    maybe = queries.find_items(connection) if voting else queries.find_answered_items(connection)
    return [item for item in maybe if find(item)]


def resolved(
    laid: TaskSheet, book: TaskBook, criteria: Mapping[int, Criterion], judges: Mapping[int, frozenset[str]]
) -> Iterator[ResolvedCell]:
    """The resolved cells of an item, in no order."""
    outcome, asked = asking.ruled(laid, book, judges)
    for task, terms, cell, voices, ruling in asked:
        if ruling.state is State.SETTLED:
            yield _resolved(laid, task, terms, cell, voices, ruling.value)
    said: defaultdict[Cell, list[Voice]] = defaultdict(list)
    for spoken in sorted(laid.said, key=lambda each: each.round):
        if (spoken.who, spoken.cell) not in outcome.void:
            said[spoken.cell].append(Voice(spoken.who, spoken.value, spoken.round))
    of_wholes = wholes.find_answers(laid, criteria, book, outcome.void)
    for cell in _of_flags(laid, book, criteria, outcome, of_wholes):
        if cell in of_wholes:
            yield from _resolved_whole(laid, cell, of_wholes[cell])
            continue
        voices = heard(said[cell], (who for who in laid.silent if laid.silence(who, cell)))
        ruling = rule_on(voices, FLAGS, laid.adjudicated(cell))
        if ruling.state is State.SETTLED:
            yield _resolved(laid, DEFAULT, FLAGS, cell, voices, ruling.value)


def _resolved(
    laid: TaskSheet, task: str, terms: Terms, cell: Cell, voices: tuple[Voice, ...], value: Value | None
) -> ResolvedCell:
    assert value is not None
    if cell in laid.gold:
        return ResolvedCell(cell, value, Source.VERDICT, task, laid.gold[cell][1])
    if laid.adjudicated(cell) is not None:
        return ResolvedCell(cell, value, Source.SILENCE, task)
    own = {who for who, answer in latest(voices, terms).items() if answer is not None}
    others = set(third(voices, terms))
    spoke = {spoken.who for spoken in (*laid.said, *laid.judged) if spoken.cell == cell}
    rule = terms.settle.rule if others and terms.settle is not None else terms.rule
    silent = tuple(sorted((own | others) - spoke))
    return ResolvedCell(cell, value, Source.RULE, task, 0, rule, tuple(sorted(own)), tuple(sorted(others)), silent)


def _resolved_whole(laid: TaskSheet, cell: Cell, answers: WholeAnswers) -> Iterator[ResolvedCell]:
    ruling = answers.rule()
    if ruling.state is not State.SETTLED:
        return
    assert ruling.value is not None
    deciding = cell if cell in laid.gold else cell._replace(unit=answers.unit)
    if deciding in laid.gold:
        yield ResolvedCell(cell, ruling.value, Source.VERDICT, DEFAULT, laid.gold[deciding][1])
    elif answers.gold is not None:
        yield ResolvedCell(cell, ruling.value, Source.SILENCE)
    else:
        people = tuple(sorted(voice.who for voice in answers.voices if voice.value is not None))
        yield ResolvedCell(cell, ruling.value, Source.RULE, people=people, silent=tuple(sorted(answers.silent)))


def _of_flags(
    laid: TaskSheet,
    book: TaskBook,
    criteria: Mapping[int, Criterion],
    outcome: ItemOutcome,
    of_wholes: Mapping[Cell, WholeAnswers],
) -> set[Cell]:
    """The cells of the default task of which anybody, in words or in silence, or gold said something, be it of another
    level."""
    found = {spoken.cell for spoken in laid.said} | laid.gold.keys() | of_wholes.keys()
    pairs = {*laid.unsaid_gold}.union(*laid.silent.values())
    found |= {laid.whole_cell(pair) for pair in pairs if levels.is_whole(pair)}
    for row in {pair[0] for pair in pairs if not levels.is_whole(pair)}:
        criterion = criteria[row]
        cells = extent.cells(laid, criterion, criterion.unit.value, outcome.types)
        found |= {cell for cell in cells if (row, cell.target) in pairs}
    return {
        cell
        for cell in found
        if cell.target not in outcome.out
        and cell not in laid.known
        and (kind := laid.kind(cell.unit))
        and book.owner(cell.criterion, kind) is None
    }
