"""All resolved cells of an item and how each came by its gold: the one answer that exports, lists and counts translate.

Gold is an outcome: what was adjudicated, else what the rule of the cell's task makes of people's answers, an implicit
"no" among them. Cells that no task of a protocol owns follow the rule of flags. Cells with a known answer and
documents that people called unusable have no gold. ``galley.core.metrics.gold`` answers the same in arrays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.domain import JUDGES, AnnotatorId, Cell, Criterion, CriterionId, ItemId, Value
from galley.core.rules.implicit_no import add_implicit_no
from galley.core.rules.rule import FLAGS, Response, Rule, State, Terms
from galley.core.rules.scalar import latest, rule_on, third
from galley.core.storage import names, queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries.tasks import read_unusable
from galley.core.tasks import answer_sheet, asked_cells, counts, document_level, extent, levels, slots, task_book
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.document_level import WholeAnswers
from galley.core.tasks.outcomes import ItemOutcome
from galley.core.tasks.task_book import TaskBook


class Source(StrEnum):
    """What made a cell gold."""

    VERDICT = "verdict"
    """A gold verdict: of an adjudicator, or imported."""
    IMPLICIT_NO = "silence"
    """Imported gold that went through the document and marked nothing here."""
    RULE = "rule"


class ResolvedCell(NamedTuple):
    """A cell with gold. ``task`` is the full name of its task, ``row`` the gold verdict (row id), 0 without one. By a
    ``rule``, ``people`` (row ids) are those whose answers it weighed, ``third`` those who read it in an adjudication
    task, ``implicit_people`` those of both whose "no" is implicit."""

    cell: Cell
    value: Value
    source: Source
    task: str = DEFAULT_TASK
    row: int = 0
    rule: Rule = Rule.MAJORITY
    people: tuple[AnnotatorId, ...] = ()
    third: tuple[AnnotatorId, ...] = ()
    implicit_people: tuple[AnnotatorId, ...] = ()

    @property
    def implicit(self) -> bool:
        """Whether nobody said anything of it: it is an implicit "no"."""
        voters = (*self.people, *self.third)
        return self.source is Source.IMPLICIT_NO or (bool(voters) and len(self.implicit_people) == len(voters))


Resolver = Callable[[ItemId], list[ResolvedCell]]


def build_resolver(connection: Connection) -> Resolver:
    """A function that gives the resolved cells of an item (row id) on usable documents, by unit, criterion, target."""
    book, criteria = task_book.read_task_book(connection), names.criteria(connection)
    judges = counts.judges(connection, book)
    unusable = {unusable.document for unusable in read_unusable(connection)}
    outside = slots.outside(connection, book)

    def of(item: ItemId) -> list[ResolvedCell]:
        cells = resolve_item(answer_sheet.load(connection, item, book, outside), book, criteria, judges)
        return sorted(
            (resolved_cell for resolved_cell in cells if resolved_cell.cell.target not in unusable),
            key=lambda resolved_cell: resolved_cell.cell,
        )

    return of


def resolved_items(connection: Connection) -> list[ItemId]:
    """The items (row ids) with a resolved cell, in their order."""
    find = build_resolver(connection)
    return [item for item in find_resolvable_items(connection) if find(item)]


def find_resolvable_items(connection: Connection) -> Iterable[ItemId]:
    """The items (row ids) that can have a resolved cell, in their order: those that somebody answered, or all where a
    rule may weigh judges alone."""
    voting = task_book.read_task_book(connection).judges
    if voting:
        return queries.find_items(connection)
    people = [row for row, annotator in names.annotators(connection).items() if annotator.kind not in JUDGES]
    return queries.find_answered_items(connection, people, wholes=True)


def resolve_item(
    item_sheet: TaskSheet,
    book: TaskBook,
    criteria: Mapping[CriterionId, Criterion],
    judges: Mapping[AnnotatorId, frozenset[str]],
) -> Iterator[ResolvedCell]:
    """The resolved cells of an item, in no order."""
    outcome, ruled_cells = asked_cells.rule_cells(item_sheet, book, judges)
    for task, terms, cell, responses, ruling in ruled_cells:
        if ruling.state is State.SETTLED:
            yield _build_resolved(item_sheet, task, terms, cell, responses, ruling.value)
    responses_by_cell: defaultdict[Cell, list[Response]] = defaultdict(list)
    for spoken in sorted(item_sheet.answers, key=lambda answer: answer.round):
        if (spoken.who, spoken.cell) not in outcome.revoked_answers:
            responses_by_cell[spoken.cell].append(Response(spoken.who, spoken.value, spoken.round))
    of_wholes = document_level.find_answers(item_sheet, criteria, book, outcome.revoked_answers)
    for cell in _of_flags(item_sheet, book, criteria, outcome, of_wholes):
        if cell in of_wholes:
            yield from _resolved_whole(item_sheet, cell, of_wholes[cell])
            continue
        responses = add_implicit_no(
            responses_by_cell[cell], (who for who in item_sheet.implicit_pairs if item_sheet.has_implicit_no(who, cell))
        )
        ruling = rule_on(responses, FLAGS, item_sheet.get_adjudication(cell))
        if ruling.state is State.SETTLED:
            yield _build_resolved(item_sheet, DEFAULT_TASK, FLAGS, cell, responses, ruling.value)


def _build_resolved(
    item_sheet: TaskSheet, task: str, terms: Terms, cell: Cell, responses: tuple[Response, ...], value: Value | None
) -> ResolvedCell:
    assert value is not None
    if cell in item_sheet.gold:
        return ResolvedCell(cell, value, Source.VERDICT, task, item_sheet.gold[cell][1])
    if item_sheet.get_adjudication(cell) is not None:
        return ResolvedCell(cell, value, Source.IMPLICIT_NO, task)
    own = {who for who, answer in latest(responses, terms).items() if answer is not None}
    others = set(third(responses, terms))
    spoke = {spoken.who for spoken in (*item_sheet.answers, *item_sheet.judge_answers) if spoken.cell == cell}
    rule = terms.adjudication.rule if others and terms.adjudication is not None else terms.rule
    implicit_people = tuple(sorted((own | others) - spoke))
    return ResolvedCell(
        cell, value, Source.RULE, task, 0, rule, tuple(sorted(own)), tuple(sorted(others)), implicit_people
    )


def _resolved_whole(item_sheet: TaskSheet, cell: Cell, answers: WholeAnswers) -> Iterator[ResolvedCell]:
    ruling = answers.rule()
    if ruling.state is not State.SETTLED:
        return
    assert ruling.value is not None
    deciding = cell if cell in item_sheet.gold else cell._replace(unit=answers.unit)
    if deciding in item_sheet.gold:
        yield ResolvedCell(cell, ruling.value, Source.VERDICT, DEFAULT_TASK, item_sheet.gold[deciding][1])
    elif answers.gold is not None:
        yield ResolvedCell(cell, ruling.value, Source.IMPLICIT_NO)
    else:
        people = tuple(sorted(response.who for response in answers.responses if response.value is not None))
        yield ResolvedCell(
            cell, ruling.value, Source.RULE, people=people, implicit_people=tuple(sorted(answers.implicit_people))
        )


def _of_flags(
    item_sheet: TaskSheet,
    book: TaskBook,
    criteria: Mapping[CriterionId, Criterion],
    outcome: ItemOutcome,
    of_wholes: Mapping[Cell, WholeAnswers],
) -> set[Cell]:
    """The cells of the default task of which anybody, in words or in silence, or gold said something, be it of another
    level."""
    candidate_cells = {spoken.cell for spoken in item_sheet.answers} | item_sheet.gold.keys() | of_wholes.keys()
    pairs = {*item_sheet.unsaid_gold}.union(*item_sheet.implicit_pairs.values())
    candidate_cells |= {item_sheet.whole_cell(pair) for pair in pairs if levels.is_whole(pair)}
    for row in {pair[0] for pair in pairs if not levels.is_whole(pair)}:
        criterion = criteria[row]
        cells = extent.cells(item_sheet, criterion, criterion.unit.value, outcome.types)
        candidate_cells |= {cell for cell in cells if (row, cell.target) in pairs}
    return {
        cell
        for cell in candidate_cells
        if cell.target not in outcome.out
        and cell not in item_sheet.known_answers
        and (kind := item_sheet.kind(cell.unit))
        and book.owner(cell.criterion, kind) is None
    }
