"""How many more source documents must be reviewed until the rate of an error is as narrow as wanted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from galley.core.metrics import gold, sampling_chances
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.sampling import find_level
from galley.core.stats.clusters import by_document
from galley.core.stats.forecast import Forecast, forecast
from galley.core.stats.groups import group_labels
from galley.core.storage.connection import Connection


@dataclass(frozen=True, slots=True)
class PlannedReview:
    """The forecast of a judge and criterion. ``total_documents``: the source documents that the judge was asked
    about; ``is_drawn``:
    whether the reviewed ones came with known chances. If not, the plan is an assumption: that the others are like
    these."""

    scheme: str
    criterion: str
    judge: str
    total_documents: int
    is_drawn: bool
    forecast: Forecast

    def words(self, half_width: float) -> str:
        """All of it in a few sentences."""
        head = f"{self.criterion}, {self.judge}: "
        judged, alone = self.forecast.with_judge, self.forecast.alone
        if judged.documents is None:
            return head + judged.why
        reviewed = self.forecast.pilot
        text = (
            f"{head}± {100 * half_width:g} points take {_more(judged.documents, reviewed)} (in all"
            f" {judged.documents:,}, between {judged.low:,} and {judged.high:,}, of {self.total_documents:,} "
            f"source documents)."
        )
        if alone.documents is not None:
            text += f" Without the judge: {_more(alone.documents, reviewed)} ({alone.documents:,} in all)."
        if not self.is_drawn:
            text += " This is an assumption: nothing was drawn at random yet, and unreviewed documents may differ."
        return text


def _more(documents: int, reviewed: int) -> str:
    missing = max(0, documents - reviewed)
    return f"{missing:,} more reviewed source documents" if missing else "no more reviews"


def plan_reviews(connection: Connection, params: Params, half_width: float) -> list[PlannedReview]:
    """A plan for each judge and criterion with a source document on which every cell of the judge has gold: these are
    the pilot. Raises: InputError for names that are not there."""
    reader = CellReader(connection, params)
    questions = [question for question in reader.questions() if question.binary and reader.tells_more(question)]
    reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
    plans: list[PlannedReview] = []
    for question in questions:
        for judge in reader.judges:
            if not reader.has_answered(judge, question):
                continue
            cells = reader.cells(question, [judge], find_level(reader, question, judge), with_gold=True)
            assert cells.gold is not None
            answers = cells.column(judge)
            in_scope = answers >= 0
            if not in_scope.any():
                continue
            labels, index = group_labels(cells.origins[in_scope])
            has_gold, flags = cells.gold[in_scope] >= 0, answers[in_scope] == 1
            size, answered, errors, flagged = by_document(
                index, np.ones(len(index)), has_gold, has_gold & (cells.gold[in_scope] == 1), flags
            )
            whole = answered == size
            if not whole.any():
                continue
            plan = forecast(
                size[whole], errors[whole], flagged[whole], len(labels), half_width, confidence=params.confidence
            )
            is_drawn = sampling_chances.chances(reader, cells, judge).probability is not None
            name = reader.annotator(judge).name
            plans.append(PlannedReview(question.scheme, question.id, name, len(labels), is_drawn, plan))
    return plans
