"""How many more source documents must be reviewed until the rate of an error is as narrow as wanted."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

import numpy as np

from galley.core.metrics import gold, known_chances
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.sampling import find_level
from galley.core.stats.clustered import by_document
from galley.core.stats.forecast import Forecast, forecast
from galley.core.stats.groups import grouped


@dataclass(frozen=True, slots=True)
class PlannedReview:
    """The forecast of a judge and criterion. ``there``: the source documents that the judge was asked about; ``drawn``:
    whether the reviewed ones came with known chances. If not, the plan is an assumption: that the others are like
    these."""

    scheme: str
    criterion: str
    judge: str
    there: int
    drawn: bool
    found: Forecast

    def words(self, half_width: float) -> str:
        """All of it in a few sentences."""
        head = f"{self.criterion}, {self.judge}: "
        judged, alone = self.found.judged, self.found.alone
        if judged.documents is None:
            return head + judged.why
        reviewed = self.found.pilot
        said = (
            f"{head}± {100 * half_width:g} points take {_more(judged.documents, reviewed)} (in all"
            f" {judged.documents:,}, between {judged.low:,} and {judged.high:,}, of {self.there:,} source documents)."
        )
        if alone.documents is not None:
            said += f" Without the judge: {_more(alone.documents, reviewed)} ({alone.documents:,} in all)."
        if not self.drawn:
            said += " This is an assumption: nothing was drawn at random yet, and the others may not be like these."
        return said


def _more(documents: int, reviewed: int) -> str:
    left = max(0, documents - reviewed)
    return f"{left:,} more reviewed source documents" if left else "no more reviews"


def planned(connection: sqlite3.Connection, params: Params, half_width: float) -> list[PlannedReview]:
    """A plan for each judge and criterion with a source document on which every cell of the judge has gold: these are
    the pilot. Raises: InputError for names that are not there."""
    reader = CellReader(connection, params)
    questions = [each for each in reader.questions() if each.binary and reader.tells_more(each)]
    reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
    plans: list[PlannedReview] = []
    for question in questions:
        for judge in reader.judges:
            if not reader.asked(judge, question):
                continue
            cells = reader.cells(question, [judge], find_level(reader, question, judge), with_gold=True)
            assert cells.gold is not None
            said = cells.column(judge)
            asked = said >= 0
            if not asked.any():
                continue
            labels, index = grouped(cells.origins[asked])
            known, flags = cells.gold[asked] >= 0, said[asked] == 1
            size, answered, errors, flagged = by_document(
                index, np.ones(len(index)), known, known & (cells.gold[asked] == 1), flags
            )
            whole = answered == size
            if not whole.any():
                continue
            found = forecast(
                size[whole], errors[whole], flagged[whole], len(labels), half_width, confidence=params.confidence
            )
            drawn = known_chances.chances(reader, cells, judge).probability is not None
            name = reader.annotator(judge).name
            plans.append(PlannedReview(question.scheme, question.id, name, len(labels), drawn, found))
    return plans
