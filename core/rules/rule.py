"""What a rule is told about a cell, and what it answers: plain types, no database."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import Final, Literal, NamedTuple

from galley.core.domain import AnnotatorId, Value


class Rule(StrEnum):
    """How the voters' verdicts of a cell become its gold."""

    UNANIMOUS = "unanimous"
    MAJORITY = "majority"
    STRICT_YES = "strict-yes"
    MEDIAN = "median"
    ADJUDICATOR = "adjudicator"
    NONE = "none"


class State(IntEnum):
    """What became of a cell that a task asks."""

    OPEN = 0
    """Fewer answers than the task wants."""
    SETTLED = 1
    """It has gold."""
    UNDECIDED = 2
    """It has the answers and no gold by the rule; a tie is one."""
    EXCLUDED = 3
    """An adjudicator left it open: it will have no gold."""
    ANSWERED = 4
    """It has the answers, and gold is not to come of them: the rule is ``none``, or nobody met the criterion's
    ``when``."""
    KNOWN = 5
    """Its right answer is known beforehand, to train or to check people: it counts nowhere."""


class Aside(Enum):
    """What stands in the place of a value where there is none to count."""

    UNMET = "unmet"
    """A voice whose own earlier answer made the question pointless (the criterion's ``when``)."""
    UNRESOLVED = "left open"
    """An adjudicator who looked at the cell and gave it no gold."""


UNMET: Final = Aside.UNMET
UNRESOLVED: Final = Aside.UNRESOLVED
Answer = Value | None | Literal[Aside.UNMET]
"""What one person says of a cell; None is unsure."""
Gold = Value | None | Literal[Aside.UNRESOLVED]
"""What an adjudicator says of a cell; None where there was none."""

ANY: Final = 0
"""``people`` where any number of answers will do."""


class Assignment(IntEnum):
    """How far the assignment is in which something was said; in rising order of what keeps it from counting."""

    FINISHED = 0
    OPEN = 1
    REVOKED = 2


class Response(NamedTuple):
    """What one annotator (row id) said of a cell in one round. ``is_adjudication`` where it was in the settle task."""

    who: AnnotatorId
    value: Answer
    round: int = 1
    assignment: Assignment = Assignment.FINISHED
    is_adjudication: bool = False


@dataclass(frozen=True, slots=True)
class AdjudicationTerms:
    """The settle task of a task. ``adjudicator`` makes gold of what its reader says (which is handed to the kernel as
    gold); another rule runs over both tasks' voters, as soon as ``people`` of its own have answered. It asks the cells
    that the task leaves undecided, with ``all`` every cell."""

    rule: Rule = Rule.ADJUDICATOR
    people: int = 1
    voters: frozenset[AnnotatorId] | None = None
    all: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a cell gets its gold: what its task, and its criterion in that task, say.

    ``people`` is how many answers it wants, or ANY. ``voters`` are the row ids of those who vote (``voters.voting``);
    None: whoever is counted. ``at_once``: an answer counts before its assignment is finished (tasks with
    ``silence = "open"``, and the default task). ``unmet`` is what a person says whose ``when`` is unmet, if anything.
    ``unsure``: an unsure is an answer without a vote; False takes it for no answer at all. ``share`` is what a majority
    has to reach besides being one.
    """

    rule: Rule = Rule.MAJORITY
    people: int = ANY
    voters: frozenset[AnnotatorId] | None = None
    at_once: bool = True
    unmet: Value | None = None
    unsure: bool = True
    share: float = 0.0
    adjudication: AdjudicationTerms | None = None


FLAGS: Final = Terms(unsure=False)
"""The default task: a majority of whoever has a verdict, at once. Someone unsure has not answered yet, as it was before
there were tasks."""


class Ruling(NamedTuple):
    """What becomes of a cell. ``value`` is its gold, None where it has none.

    ``missing`` is how many answers are still to come: of the task's readers where the cell is open, else of its settle
    task. A gate (``after``) lets a cell pass where none is missing. ``split``: the task's readers differ, whatever the
    rule makes of it; those who settle are not among them, and someone unsure does not differ.
    """

    state: State
    value: Value | None
    missing: int = 0
    split: bool = False
