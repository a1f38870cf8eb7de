"""A protocol and its tasks, as plain frozen data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from galley.core.domain import AnnotatorId, UnitKind, Value
from galley.core.rules.rule import AdjudicationTerms, Rule, Terms


class Kind(StrEnum):
    """What people do in a task; JUDGE is a judge's task, which a file writes as ``method``."""

    ANSWER = "answer"
    VERIFY = "verify"
    WRITE = "write"
    COMPARE = "compare"
    ADJUDICATE = "settle"
    JUDGE = "judge"


class UnmarkedMeaning(StrEnum):
    """What it means that somebody who finished said nothing of a cell: it is open for them, or they say no."""

    OPEN = "open"
    NO = "no"


PAIR, GROUP, WHOLE, SOURCE = "pair", "group", "whole", "source"
"""Units of tasks: two documents that are compared; what is asked once for several units; a document. And of ``once``:
one for each source text."""
DEFAULT_TASK = "flags/flags"
"""The full name of the default task, which owns what no other task names."""
REST = "*"
"""As a criterion: those of its scheme, or of all schemes, that no other task names."""


@dataclass(frozen=True, slots=True)
class Condition:
    """``criterion`` (its full name, ``scheme/id``) has the answer ``value``."""

    criterion: str
    value: Value

    def __str__(self) -> str:
        return f"{self.criterion} = {self.value}"


@dataclass(frozen=True, slots=True)
class Criteria:
    """One entry of what a task asks: ``name`` is ``scheme/id``, ``scheme/*`` or ``*``. Where ``when`` is given, it is
    asked only of those whose own answer on that unit meets it; who does not says ``unmet``, or nothing."""

    name: str
    when: Condition | None = None
    unmet: Value | None = None
    examples: tuple[str, ...] = ()


LAST, ALL = "last", "all"
"""Which of a system's tables of several turns are drawn from."""


@dataclass(frozen=True, slots=True)
class Draw:
    """``n`` of the things that ``of`` names (a kind of unit, ``item``, or a field of the units' metadata), as many from
    each ``within`` (``system``, …) where that is said. All units of what is drawn are asked; groups of fewer than
    ``least`` units (different values, where they have one) are not drawn from. Of the tables that a system filled turn
    by turn, the last one of each item is drawn from, or with ``tables`` ALL each."""

    n: int
    of: str
    within: str = ""
    seed: int = 1
    least: int = 1
    tables: str = LAST


@dataclass(frozen=True, slots=True)
class Task:
    """One thing asked of people about many units; ``resources/protocols`` has examples of every field.

    ``people`` is how many answers a cell wants, or ANY. ``is_training`` makes it training; ``known_share`` is the
    share of
    its units that check people; ``mark`` is the share of right answers that passes. ``same`` names the task whose
    readers of an item read it here, too. ``leaves_out`` is the answer that, settled, takes what it is about out of all
    figures and gold (see ``tasks.unusable``). ``order`` is "value" where items in which errors are likeliest go first.
    ``unit`` is ``whole`` for ratings, and for ``write`` the kind that is written. With ``four_eyes`` nobody settles
    what they answered.
    """

    id: str
    protocol: str
    kind: Kind
    name: str
    ask: str = ""
    method: str = ""
    criteria: tuple[Criteria, ...] = ()
    unit: str = ""
    step: str = ""
    people: int = 1
    voters: tuple[str, ...] = ("people",)
    unmarked_meaning: UnmarkedMeaning = UnmarkedMeaning.OPEN
    rule: Rule = Rule.MAJORITY
    shows: tuple[str, ...] = ()
    deal: str = ""
    same: str = ""
    conditions: tuple[Condition, ...] = ()
    after: tuple[str, ...] = ()
    once: str = ""
    draw: Draw | None = None
    places: str = ""
    is_training: bool = False
    known_share: float = 0.0
    mark: float = 0.0
    because: Value | None = None
    leaves_out: Value | None = None
    order: str = ""
    instructions: str = ""
    of: tuple[str, ...] = ()
    all: bool = False
    four_eyes: bool = False
    line: int = 1

    @property
    def full(self) -> str:
        """The name by which the rest of the program knows it: ``protocol/task``."""
        return f"{self.protocol}/{self.id}"

    @property
    def votes(self) -> bool:
        """Whether people answer cells of its own in it."""
        return self.kind in (Kind.ANSWER, Kind.VERIFY, Kind.COMPARE)

    @property
    def adjudicates(self) -> bool:
        """Whether what is said in it is gold at once."""
        return self.kind is Kind.ADJUDICATE and self.rule is Rule.ADJUDICATOR

    @property
    def owns(self) -> bool:
        """Whether cells may belong to it: training acts on the cells of others."""
        return self.votes and not self.is_training


@dataclass(frozen=True, slots=True)
class GoldType:
    """Derived units of the kind ``unit`` have the type ``name`` where gold meets all of ``where``, whatever type they
    came with; with ``imported_type`` only those that came with that one. Of several the first that holds; while one
    waits for gold a unit has none."""

    unit: UnitKind
    name: str
    conditions: tuple[Condition, ...]
    imported_type: str = ""
    line: int = 1


@dataclass(frozen=True, slots=True)
class Protocol:
    """The tasks of a study in their order. ``toml`` is the text it was read from, ``where`` the file in messages."""

    id: str
    name: str
    version: str
    description: str
    source: str
    tasks: tuple[Task, ...]
    types: tuple[GoldType, ...] = ()
    toml: str = ""
    location: str = ""

    def task(self, name: str) -> Task | None:
        """The task with this id, or None."""
        return next((task for task in self.tasks if task.id == name), None)

    def find_adjudication_task(self, task: Task) -> Task | None:
        """The settle task that names this one, or None."""
        return next((other for other in self.tasks if task.id in other.of), None)


def terms(
    task: Task,
    entry: Criteria,
    voters: Collection[AnnotatorId] | None = None,
    adjudication_task: Task | None = None,
    adjudicators: Collection[AnnotatorId] | None = None,
) -> Terms:
    """On what terms a cell of ``task`` gets its gold. ``voters`` and ``settlers`` are row ids (`rules.voters.voting`).

    The default task takes answers at once and someone unsure for nobody, as the program did before there were tasks.
    """
    return Terms(
        rule=task.rule,
        people=task.people,
        voters=None if voters is None else frozenset(voters),
        at_once=task.unmarked_meaning is UnmarkedMeaning.OPEN or task.full == DEFAULT_TASK,
        unmet=entry.unmet,
        unsure=task.full != DEFAULT_TASK,
        adjudication=None
        if adjudication_task is None
        else AdjudicationTerms(
            adjudication_task.rule,
            adjudication_task.people,
            None if adjudicators is None else frozenset(adjudicators),
            adjudication_task.all,
        ),
    )
