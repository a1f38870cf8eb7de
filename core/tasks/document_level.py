"""Gold of a whole document whose criterion is asked of its units, too: by what was said at both levels.

A person's answer is their own on the whole; else "yes" where they said it of a unit; else their implicit "no" on the
whole; else "no" where they answered "no" of every unit. Gold is the adjudication of the whole; else "yes" where a unit
was adjudicated "yes"; else what the rule makes of these answers. An adjudicated unit takes the place of people's own
answers on it; units that a rule resolved decide nothing. A whole adjudicated "no" with a unit adjudicated "yes" is
undecided. ``galley.core.metrics.gold`` answers the same in arrays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from galley.core.domain import NO_UNIT, AnnotatorId, Cell, Criterion, CriterionId, ItemId, UnitId
from galley.core.rules.rule import FLAGS, UNRESOLVED, Answer, Gold, Response, Ruling, State
from galley.core.rules.scalar import latest, rule_on
from galley.core.storage import level_queries, names
from galley.core.storage.connection import Connection
from galley.core.tasks import answer_sheet, asked_cells, counts, extent, levels
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.task_book import TaskBook


class WholeAnswers(NamedTuple):
    """What was said of a whole document. ``implicit_people`` are those of ``responses`` who said nothing in words;
    ``unit`` is the unit whose adjudication makes it gold, 0 where none does; ``contradictory`` where adjudications of
    the whole and of a unit contradict each other."""

    responses: tuple[Response, ...]
    gold: Gold
    implicit_people: frozenset[AnnotatorId] = frozenset()
    unit: UnitId = NO_UNIT
    contradictory: bool = False

    @property
    def is_split(self) -> bool:
        """Whether people, or adjudications, differ."""
        return (
            self.contradictory or len({response.value for response in self.responses if response.value is not None}) > 1
        )

    def rule(self) -> Ruling:
        """What becomes of the cell."""
        ruling = rule_on(self.responses, FLAGS, self.gold)
        return ruling._replace(state=State.UNDECIDED, value=None) if self.contradictory else ruling


def find_mixed_items(connection: Connection, items: Sequence[ItemId], book: TaskBook) -> list[ItemId]:
    """Those of ``items`` that hold answers on whole documents and on their units by one criterion that no task owns."""
    places = level_queries.find_mixed_items(connection, items)
    if not places:
        return []
    _, of_units = levels.split_criteria(names.criteria(connection), book)
    return sorted({item for item, criterion in places if criterion in of_units - book.owned_criteria})


def read_mixed_items(
    connection: Connection, items: Sequence[ItemId], book: TaskBook
) -> dict[ItemId, dict[Cell, WholeAnswers]]:
    """The answers on whole documents of those of ``items`` that hold answers at both levels (all others need none of
    this)."""
    mixed = find_mixed_items(connection, items, book)
    if not mixed:
        return {}
    criteria, voting = names.criteria(connection), counts.judges(connection, book)
    answers_by_item = {}
    for item in mixed:
        item_sheet = answer_sheet.load(connection, item, book)
        answers_by_item[item] = find_answers(
            item_sheet, criteria, book, asked_cells.evaluate_item(item_sheet, book, voting).revoked_answers
        )
    return answers_by_item


def find_answers(
    item_sheet: TaskSheet,
    criteria: Mapping[CriterionId, Criterion],
    book: TaskBook,
    revoked_answers: Collection[tuple[AnnotatorId, Cell]],
) -> dict[Cell, WholeAnswers]:
    """What was said of each whole document of an item, of which anybody said anything as a whole, by a criterion that
    is asked of units and that no task owns; ``void`` are answers (annotator and cell) that count nowhere."""
    spoken_of = {spoken.cell for spoken in item_sheet.answers} | item_sheet.flags | item_sheet.gold.keys()
    spoken_of |= {
        item_sheet.whole_cell(pair)
        for pairs in item_sheet.implicit_pairs.values()
        for pair in pairs
        if levels.is_whole(pair)
    }
    spoken_of &= item_sheet.above_units - item_sheet.known_answers.keys()
    cells = sorted(cell for cell in spoken_of if cell.criterion not in book.owned_criteria)
    if not cells:
        return {}
    responses_by_cell: dict[Cell, list[Response]] = defaultdict(list)
    for spoken in sorted(item_sheet.answers, key=lambda answer: answer.round):
        if (spoken.who, spoken.cell) not in revoked_answers:
            responses_by_cell[spoken.cell].append(Response(spoken.who, spoken.value, spoken.round))
    answers = {cell: latest(responses, FLAGS) for cell, responses in responses_by_cell.items()}
    return {cell: _find_answer(item_sheet, criteria[cell.criterion], cell, answers) for cell in cells}


def _find_answer(
    item_sheet: TaskSheet, criterion: Criterion, whole: Cell, answers: Mapping[Cell, Mapping[AnnotatorId, Answer]]
) -> WholeAnswers:
    every = extent.cells(item_sheet, criterion, criterion.unit.value, {})
    gold = {cell: item_sheet.get_adjudication(cell) for cell in every if cell.target == whole.target}
    own = answers.get(whole, {})
    responses = [Response(who, answer) for who, answer in own.items()]
    implicit_people: set[AnnotatorId] = set()
    for who in {who for cell in gold for who in answers.get(cell, {})}.union(item_sheet.implicit_pairs) - own.keys():
        answer, in_words = _join_units(item_sheet, who, gold, answers)
        if answer != "yes" and item_sheet.has_implicit_no(who, whole):
            answer, in_words = "no", False
        if answer is not None:
            responses.append(Response(who, answer))
            if not in_words:
                implicit_people.add(who)
    unit = next((cell.unit for cell, value in gold.items() if value == "yes"), NO_UNIT)
    verdict = item_sheet.get_adjudication(whole)
    contradictory = verdict == "no" and unit > 0
    if verdict is None and unit:
        verdict = "yes"
    elif verdict is None and gold and all(value == "no" for value in gold.values()):
        spoken_of = own or any(item_sheet.has_implicit_no(who, whole) for who in item_sheet.implicit_pairs)
        verdict = None if spoken_of else "no"
    return WholeAnswers(tuple(responses), verdict, frozenset(implicit_people), unit, contradictory)


def _join_units(
    item_sheet: TaskSheet,
    who: AnnotatorId,
    gold: Mapping[Cell, Gold],
    answers: Mapping[Cell, Mapping[AnnotatorId, Answer]],
) -> tuple[Answer, bool]:
    """What a person's answers on the units come to, None where that is nothing, and whether they gave any in words."""
    parts: list[Answer] = []
    in_words = spoke = False
    for cell, over in gold.items():
        is_answered = who in answers.get(cell, {})
        in_words |= is_answered
        spoke |= is_answered or item_sheet.has_implicit_no(who, cell)
        if over is not None and over is not UNRESOLVED:
            parts.append(over)
        elif over is None:
            parts.append(answers[cell][who] if is_answered else "no" if item_sheet.has_implicit_no(who, cell) else None)
    if not spoke or not parts:
        return None, False
    if "yes" in parts:
        return "yes", in_words
    return ("no" if all(part == "no" for part in parts) else None), in_words
