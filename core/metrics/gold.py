"""Gold: what a figure is held against, and why a cell has none.

"gold" takes what was adjudicated. "majority" takes that, else the strict majority of the humans; an adjudicated
criterion takes the place of every human's verdict on it before a roll-up is made. Any other name takes that
annotator. A human who is unsure, or was not asked, has no vote. A roll-up, and a summary, is each person's own answer
first, and then the majority of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from galley.core.domain import AnnotatorKind
from galley.core.metrics._index import NOT_ASKED, PARTLY, UNSCORED, Index, States

if TYPE_CHECKING:
    from galley.core.metrics.cells import Reader

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


def sources(reader: Reader) -> Sources:
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
    settled = index.joined([columns[c.row] for c in members], certain=True)
    if truth.name == ADJUDICATED:
        return settled
    if truth.settled and (len(members) > 1 or index.summary):
        # where no person spoke there is still gold on some of the cells
        certain = [np.where(column >= 0, column, NOT_ASKED) for column in columns.values()]
        own_votes = [index.answer(voter, columns) for voter in truth.voters] or [index.joined(certain)]
        votes = np.stack(own_votes, axis=1)
    else:
        votes = given[:, [everybody.index(voter) for voter in truth.voters]]
    return np.where(settled >= 0, settled, majority(votes, len(index.values)))


def majority(votes: States, values: int) -> States:
    """The strict majority of each row's votes; where there is none, TIE, or why nobody voted."""
    counts = np.stack([(votes == code).sum(axis=1) for code in range(values)], axis=1)
    total = counts.sum(axis=1)
    first = counts.argmax(axis=1)
    most = np.take_along_axis(counts, first[:, None], axis=1)[:, 0]
    found = np.where(2 * most > total, first, TIE)
    silent = np.where(
        (votes == UNSCORED).any(axis=1), UNSCORED, np.where((votes == PARTLY).any(axis=1), PARTLY, NOT_ASKED)
    )
    return np.where(total == 0, silent, found).astype(np.int16)
