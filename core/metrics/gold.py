"""Gold: what a figure is held against, and why a cell has none.

"gold" takes what was adjudicated. "majority" takes that, else what the rules make of the humans' answers
(`galley.core.rules`, on the terms of flags); an adjudicated criterion takes the place of every human's verdict on it
before a roll-up is made. Any other name takes that annotator. A human who is unsure, or was not asked, has no vote. A
roll-up, and a summary, is each person's own answer first. What an adjudicator left open has no gold, and nor has a
roll-up or summary with such a cell in it, unless another of its cells makes it a yes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from galley.core.domain import AnnotatorKind, Value
from galley.core.metrics._index import NOT_ASKED, PARTLY, UNSCORED, Index, States
from galley.core.metrics._roster import Roster
from galley.core.rules.arrays import rule_all
from galley.core.rules.rule import FLAGS, State

TIE = -4
ADJUDICATED, MAJORITY = "gold", "majority"

WITHOUT = {
    UNSCORED: "cells whose gold is unsure or unscored",
    NOT_ASKED: "cells without gold",
    PARTLY: "cells with gold on some of the criteria only",
    TIE: "cells with a tie and no gold",
}
"""Why a cell has no gold, by state."""

SILENT = {
    UNSCORED: "cells left unsure or unscored",
    NOT_ASKED: "cells that were not judged",
    PARTLY: "cells that were judged on some of the criteria only",
}
"""Why a cell has no verdict of one annotator, by state."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Who gold comes from: adjudication, the humans who vote, or one annotator."""

    name: str = ""
    settled: tuple[int, ...] = ()
    voters: tuple[int, ...] = ()
    one: int = 0

    @property
    def annotators(self) -> list[int]:
        """All of them."""
        return [*self.settled, *self.voters, *([self.one] if self.one else [])]


NONE = Sources()


def sources(reader: Roster) -> Sources:
    """Who gold comes from under ``reader.params.gold``. Raises: InputError for a name that is not there."""
    name = reader.params.gold
    settled = tuple(reader.of_kind(AnnotatorKind.GOLD))
    if name == ADJUDICATED:
        return Sources(name, settled)
    if name == MAJORITY:
        return Sources(name, settled, tuple(reader.humans))
    return Sources(name, one=reader.named(name))


def states(truth: Sources, index: Index, everybody: Sequence[int], given: States) -> States:
    """Gold's answers (of the rows of ``index``, or of its documents); ``given`` holds those of ``everybody`` in
    columns."""
    if truth.one:
        return given[:, everybody.index(truth.one)]
    members = index.question.members
    columns = {c.row: np.full(len(index.unit), NOT_ASKED, dtype=np.int16) for c in members}
    for annotator in truth.settled:
        for criterion in members:
            own = index.one(annotator, criterion)
            columns[criterion.row] = np.where(own > NOT_ASKED, own, columns[criterion.row])
    settled = index.joined(list(columns.values()), certain=True)
    if truth.name == ADJUDICATED:
        return settled
    if truth.settled and (len(members) > 1 or index.summary):
        # where no person spoke there is still gold on some of the cells
        certain = [np.where(column >= 0, column, NOT_ASKED) for column in columns.values()]
        own_votes = [index.answer(voter, columns) for voter in truth.voters] or [index.joined(certain)]
        votes = np.stack(own_votes, axis=1)
    else:
        votes = given[:, [everybody.index(voter) for voter in truth.voters]]
    found = majority(votes, index.values, settled)
    left_open = index.anywhere(list(columns.values()), UNSCORED) & (votes >= 0).any(axis=1)
    # of entire answers a yes may not stand either: those without a yes would be missing beside it
    found[left_open & (index.entire | (found != 1))] = UNSCORED
    return found


def majority(votes: States, values: Sequence[Value], settled: States | None = None) -> States:
    """What the rules make of each row's votes, a column a person, as a code of ``values``; where there is nothing, TIE,
    or why nobody voted. ``settled`` is what an adjudicator said; UNSCORED is a row that they left open."""
    state, code, _, _ = rule_all(votes, FLAGS, settled, values)
    unscored, partly = ((votes == each).any(axis=1) for each in (UNSCORED, PARTLY))
    silent = np.where(unscored, UNSCORED, np.where(partly, PARTLY, NOT_ASKED))
    found = np.where(state == State.OPEN, silent, np.where(state == State.UNDECIDED, TIE, code))
    return np.where(state == State.EXCLUDED, UNSCORED, found).astype(np.int16)
