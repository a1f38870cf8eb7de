"""At which level an implicit no speaks of each criterion of the default task: of its units, or of whole documents.

The setting ``levels`` names the criteria (``scheme/id``) of which flags are about whole documents. A finish stores the
level of each pair that it covers, so a changed setting acts on later finishes only. A stored pair (criterion, target)
speaks of units, a triple (criterion, target, "whole") of the whole document. Tasks of protocols fix their own levels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import orjson

from galley.core.definitions.task_owners import full
from galley.core.domain import Cell, Criterion, CriterionId, UnitId, UnitKind
from galley.core.storage import level_queries, names, people
from galley.core.storage.connection import Connection

if TYPE_CHECKING:
    from galley.core.tasks.task_book import TaskBook

SETTING = "levels"
LevelPair: TypeAlias = "tuple[CriterionId, int] | tuple[CriterionId, int, str]"
"""A criterion and a target (row ids), with "whole" where it is about the whole document."""


class Level(StrEnum):
    """What an answer is about."""

    WHOLE = "whole"
    UNITS = "units"


WORDS = {"summary": Level.WHOLE, "unit": Level.UNITS}
"""The levels as commands call them."""


def parse_pairs(pairs: str | None) -> list[LevelPair]:
    """The pairs of a column ``asked`` or ``unread``."""
    return [tuple(pair) for pair in orjson.loads(pairs or "[]")]


def is_whole(pair: LevelPair) -> bool:
    """Whether a pair is about the whole document."""
    return len(pair) > 2


def read_levels(connection: Connection) -> dict[str, str]:
    """The levels that are set, by full name of the criterion; all others are ``units``."""
    levels: dict[str, str] = people.read_setting(connection, SETTING) or {}
    return levels


def find_whole_criteria(connection: Connection) -> frozenset[CriterionId]:
    """The criteria (row ids) of which an implicit no speaks of whole documents."""
    levels = read_levels(connection)
    if not levels:
        return frozenset()
    criteria = names.criteria(connection).values()
    return frozenset(c.row for c in criteria if c.unit is not UnitKind.WHOLE and levels.get(full(c)) == Level.WHOLE)


def split_criteria(
    criteria: Mapping[CriterionId, Criterion], book: TaskBook | None
) -> tuple[frozenset[CriterionId], frozenset[CriterionId]]:
    """The criteria (row ids) that are asked of whole documents and nothing else, and those that are asked of units and
    that no task asks of whole documents: an implicit no on a whole document is of a level of its own there."""
    of_wholes = frozenset(row for row, criterion in criteria.items() if criterion.unit is UnitKind.WHOLE)
    return of_wholes, frozenset(
        row
        for row in criteria.keys() - of_wholes
        if book is None or book.owner(row, UnitKind.WHOLE.value) is None
    )


def with_levels(pairs: Iterable[LevelPair], wholes: Collection[CriterionId]) -> list[LevelPair]:
    """The pairs that a finish stores, with the level of those criteria that speak of whole documents."""
    return [(*pair[:2], Level.WHOLE.value) if pair[0] in wholes else pair for pair in pairs]


def find_choices(connection: Connection) -> dict[str, str]:
    """The levels of the criteria of which one has to choose (full names): those that are set, and those by which a
    judge answered of whole documents though they are asked of units."""
    criteria = names.criteria(connection)
    flagged = [
        full(criterion)
        for row in level_queries.find_judge_levels(connection)
        if (criterion := criteria.get(row)) and criterion.unit is not UnitKind.WHOLE and criterion.scale == "yes-no"
    ]
    return dict(sorted((dict.fromkeys(flagged, Level.UNITS.value) | read_levels(connection)).items()))


def set_levels(connection: Connection, levels: dict[str, str]) -> None:
    """Set the levels of these criteria (full names)."""
    people.write_setting(connection, SETTING, dict(sorted((read_levels(connection) | levels).items())))


def propose_levels(connection: Connection, level: Level | None = None) -> dict[str, str]:
    """Set the level of each criterion at which judges speak, and return what was set: ``whole`` where all of their
    answers are on whole documents. Criteria that have a level keep it, and all do in a project that somebody finished
    an item of. With ``level`` every criterion that judges answered of a whole document gets that one."""
    flagged = level_queries.find_judge_levels(connection)
    if not flagged or (level is None and level_queries.is_finished_anywhere(connection)):
        return {}
    criteria, current = names.criteria(connection), read_levels(connection)
    proposed: dict[str, str] = {}
    for row, on_units in flagged.items():
        criterion = criteria.get(row)
        if criterion is None or criterion.unit is UnitKind.WHOLE or criterion.scale != "yes-no":
            continue
        if level is not None:
            proposed[full(criterion)] = level.value
        elif not on_units and full(criterion) not in current:
            proposed[full(criterion)] = Level.WHOLE.value
    if proposed:
        set_levels(connection, proposed)
    return proposed


def describe_proposed(levels: Mapping[str, str], where: str = "galley project levels") -> list[str]:
    """What an import set (``propose_levels``), in a sentence for each criterion; ``where`` it can be changed."""
    what = {Level.WHOLE: "whole summaries", Level.UNITS: "the units of summaries"}
    return [
        f"{name}: finishing an item answers “no” for {what[Level(level)]}; {where} changes that."
        for name, level in levels.items()
    ]


def describe_contradictions(connection: Connection) -> list[str]:
    """A sentence for each document of which a person said "no" as a whole and "yes" of a unit by one criterion."""
    return [
        f"{person} answered “no” for the whole {document} of {key} and “yes” for a part of it ({scheme}/{criterion});"
        " both answers count, each at its level, until one of them is changed."
        for person, key, document, scheme, criterion in level_queries.find_contradictions(connection)
    ]


def find_void_pairs(
    answers: Iterable[tuple[Cell, Any]], wholes: Collection[UnitId], of_wholes: Collection[CriterionId]
) -> set[LevelPair]:
    """The pairs of which one person's implicit no is void by their own ``answers`` (cells and answers, None
    for unsure): of the units where they said "yes" or "unsure" of the whole and "yes" of no unit, and of the whole
    where they said either of a unit. ``wholes`` are the units (row ids) that are whole documents, ``of_wholes`` the
    criteria that are asked of nothing else."""
    whole: set[tuple[CriterionId, int]] = set()
    units: set[tuple[CriterionId, int]] = set()
    yes: set[tuple[CriterionId, int]] = set()
    for cell, value in answers:
        if value not in ("yes", None) or cell[1] in of_wholes:
            continue
        pair = (cell[1], cell[2])
        if cell[0] in wholes:
            whole.add(pair)
        else:
            units.add(pair)
            if value == "yes":
                yes.add(pair)
    return {*(whole - yes), *((*pair, Level.WHOLE.value) for pair in units)}
