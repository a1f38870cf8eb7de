"""How much a judge flags, by data set and criterion: one that flags nearly all of a data set, or none of it, says
nothing about it, however good its pooled figures look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from galley.core.domain import AnnotatorId, UnitKind
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.storage.connection import Connection

MOST_FLAGGED = 0.9
LEAST_UNITS = 60
"""So many units without a flag are suspicious."""
_NOUNS = {UnitKind.TURN: "turns", UnitKind.PARAGRAPH: "paragraphs"}


class FlaggedShare(NamedTuple):
    """How many units of a data set a judge flagged under a criterion, of those on which it gave an answer. ``noun``
    says what the units are."""

    judge: str
    dataset: str
    scheme: str
    criterion: str
    noun: str
    flagged: int
    units: int

    @property
    def share(self) -> float:
        """The flagged share, from 0 to 1."""
        return self.flagged / self.units

    @property
    def warning(self) -> str:
        """Why the flags of this data set tell nothing, in a sentence; nothing where they may."""
        where = f"in {self.dataset or 'items without a data set'} under {self.criterion}"
        if self.share > MOST_FLAGGED:
            return (
                f"{self.judge} flags {self.flagged:,} of {self.units:,} {self.noun} ({self.share:.0%}) {where}: it does"
                " not tell them apart; review some before you use its flags."
            )
        if not self.flagged and self.units >= LEAST_UNITS:
            return (
                f"{self.judge} flags none of {self.units:,} {self.noun} {where}: check some of them for missed errors."
            )
        return ""


def find_flagged_shares(connection: Connection, judges: Iterable[AnnotatorId]) -> list[FlaggedShare]:
    """``compute_flagged_shares`` of these judges (row ids) over all items and yes-or-no criteria."""
    reader, judge_ids = CellReader(connection, Params()), list(judges)
    questions = [q for q in reader.questions() if q.binary and not q.is_combined]
    reader.fetch(questions, judge_ids)
    return compute_flagged_shares(reader, questions, judge_ids)


def compute_flagged_shares(
    reader: CellReader, questions: Sequence[CellQuestion], judges: Sequence[AnnotatorId]
) -> list[FlaggedShare]:
    """The flagged share of each data set and question that the judges answered, in the order of the questions; a
    summary without a flag counts with its units where the judge is on record as having judged it."""
    shares = []
    for question in questions:
        speaking = [judge for judge in judges if reader.has_answered(judge, question)]
        if not speaking:
            continue
        cells = reader.cells(question, speaking)
        noun = question.documents if question.whole else _NOUNS.get(question.members[0].unit, "sentences")
        for dataset, part in cells.split_by("dataset"):
            for judge in speaking:
                states = part.column(judge)
                units = int(np.count_nonzero(states >= 0))
                if units:
                    flagged = int(np.count_nonzero(states == 1))
                    name = reader.annotator(judge).name
                    shares.append(FlaggedShare(name, dataset, question.scheme, question.id, noun, flagged, units))
    return shares


def list_warnings(shares: Iterable[FlaggedShare]) -> list[str]:
    """The warnings about flagged shares, a sentence each."""
    return [share.warning for share in shares if share.warning]
