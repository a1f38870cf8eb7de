"""Gold of a whole document whose criterion is asked of its units, too: by what was said at both levels.

A person's answer is their own on the whole; else "yes" where they said it of a unit; else their silent "no" on the
whole; else "no" where they answered "no" of every unit. Gold is the adjudication of the whole; else "yes" where a unit
was adjudicated "yes"; else what the rule makes of these answers. An adjudicated unit takes the place of people's own
answers on it; units that a rule resolved decide nothing. A whole adjudicated "no" with a unit adjudicated "yes" is
undecided. ``galley.core.metrics.gold`` answers the same in arrays.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from galley.core.columns import names
from galley.core.domain import Cell, Criterion
from galley.core.rules.rule import FLAGS, LEFT_OPEN, Answer, Gold, Ruling, State, Voice
from galley.core.rules.scalar import latest, rule_on
from galley.core.storage import level_queries
from galley.core.tasks import asking, counting, extent, levels, sheet
from galley.core.tasks.sheet import TaskSheet
from galley.core.tasks.task_book import TaskBook


class WholeAnswers(NamedTuple):
    """What was said of a whole document. ``silent`` are those of ``voices`` who said nothing in words;
    ``unit`` is the unit whose adjudication makes it gold, 0 where none does; ``contradictory`` where adjudications of
    the whole and of a unit contradict each other."""

    voices: tuple[Voice, ...]
    gold: Gold
    silent: frozenset[int] = frozenset()
    unit: int = 0
    contradictory: bool = False

    @property
    def is_split(self) -> bool:
        """Whether people, or adjudications, differ."""
        return self.contradictory or len({voice.value for voice in self.voices if voice.value is not None}) > 1

    def rule(self) -> Ruling:
        """What becomes of the cell."""
        ruling = rule_on(self.voices, FLAGS, self.gold)
        return ruling._replace(state=State.UNDECIDED, value=None) if self.contradictory else ruling


def find_mixed_items(connection: sqlite3.Connection, items: Sequence[int], book: TaskBook) -> list[int]:
    """Those of ``items`` that hold answers on whole documents and on their units by one criterion that no task owns."""
    places = level_queries.find_mixed_items(connection, items)
    if not places:
        return []
    _, of_units = levels.split_criteria(names.criteria(connection), book)
    return sorted({item for item, criterion in places if criterion in of_units - book.owned})


def read_mixed_items(
    connection: sqlite3.Connection, items: Sequence[int], book: TaskBook
) -> dict[int, dict[Cell, WholeAnswers]]:
    """The answers on whole documents of those of ``items`` that hold answers at both levels (all others need none of
    this)."""
    mixed = find_mixed_items(connection, items, book)
    if not mixed:
        return {}
    criteria, voting = names.criteria(connection), counting.judges(connection, book)
    found = {}
    for item in mixed:
        laid = sheet.load(connection, item, book)
        found[item] = find_answers(laid, criteria, book, asking.work_out(laid, book, voting).void)
    return found


def find_answers(
    laid: TaskSheet, criteria: Mapping[int, Criterion], book: TaskBook, void: Collection[tuple[int, Cell]]
) -> dict[Cell, WholeAnswers]:
    """What was said of each whole document of an item, of which anybody said anything as a whole, by a criterion that
    is asked of units and that no task owns; ``void`` are answers (annotator and cell) that count nowhere."""
    spoken_of = {spoken.cell for spoken in laid.said} | laid.flags | laid.gold.keys()
    spoken_of |= {laid.whole_cell(pair) for pairs in laid.silent.values() for pair in pairs if levels.is_whole(pair)}
    spoken_of &= laid.above_units - laid.known.keys()
    cells = sorted(cell for cell in spoken_of if cell.criterion not in book.owned)
    if not cells:
        return {}
    said: dict[Cell, list[Voice]] = defaultdict(list)
    for spoken in sorted(laid.said, key=lambda each: each.round):
        if (spoken.who, spoken.cell) not in void:
            said[spoken.cell].append(Voice(spoken.who, spoken.value, spoken.round))
    answers = {cell: latest(voices, FLAGS) for cell, voices in said.items()}
    return {cell: _find_answer(laid, criteria[cell.criterion], cell, answers) for cell in cells}


def _find_answer(
    laid: TaskSheet, criterion: Criterion, whole: Cell, answers: Mapping[Cell, Mapping[int, Answer]]
) -> WholeAnswers:
    every = extent.cells(laid, criterion, criterion.unit.value, {})
    gold = {cell: laid.adjudicated(cell) for cell in every if cell.target == whole.target}
    own = answers.get(whole, {})
    voices = [Voice(who, answer) for who, answer in own.items()]
    silent: set[int] = set()
    for who in {who for cell in gold for who in answers.get(cell, {})}.union(laid.silent) - own.keys():
        answer, in_words = _join_units(laid, who, gold, answers)
        if answer != "yes" and laid.silence(who, whole):
            answer, in_words = "no", False
        if answer is not None:
            voices.append(Voice(who, answer))
            if not in_words:
                silent.add(who)
    unit = next((cell.unit for cell, value in gold.items() if value == "yes"), 0)
    verdict = laid.adjudicated(whole)
    contradictory = verdict == "no" and unit > 0
    if verdict is None and unit:
        verdict = "yes"
    elif verdict is None and gold and all(value == "no" for value in gold.values()):
        spoken_of = own or any(laid.silence(who, whole) for who in laid.silent)
        verdict = None if spoken_of else "no"
    return WholeAnswers(tuple(voices), verdict, frozenset(silent), unit, contradictory)


def _join_units(
    laid: TaskSheet, who: int, gold: Mapping[Cell, Gold], answers: Mapping[Cell, Mapping[int, Answer]]
) -> tuple[Answer, bool]:
    """What a person's answers on the units come to, None where that is nothing, and whether they gave any in words."""
    parts: list[Answer] = []
    in_words = spoke = False
    for cell, over in gold.items():
        said = who in answers.get(cell, {})
        in_words |= said
        spoke |= said or laid.silence(who, cell)
        if over is not None and over is not LEFT_OPEN:
            parts.append(over)
        elif over is None:
            parts.append(answers[cell][who] if said else "no" if laid.silence(who, cell) else None)
    if not spoke or not parts:
        return None, False
    if "yes" in parts:
        return "yes", in_words
    return ("no" if all(part == "no" for part in parts) else None), in_words
