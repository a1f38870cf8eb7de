"""The points of question-answer scores as they stand in a project: one a question, summary and judge.

They are read from units and verdicts alone, so that any similarity, threshold, range and top-k can be computed again
without a new call.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from galley.core.domain import AnnotatorId, UnitId
from galley.core.judges.qa.answer_words import answer_of
from galley.core.judges.qa.outcome import FAULT, SCHEME, score_answer
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE, SIDES, ScorePoint
from galley.core.judges.qa.similarity import MEASURES
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.storage.connection import Connection
from galley.core.storage.queries.runs import read_runs
from galley.core.storage.queries.verdicts import read_question_answers

Key = tuple[int, int]
"""(unit, target) row ids."""


@dataclass(slots=True)
class SummaryQuestion:
    """One question about one summary: the answer that came with it, the other text's ("" for none, None where it is
    unscored), its text, whether the judge flagged it, and what people say (whether it is a fault; None where they said
    nothing)."""

    unit: UnitId
    rank: int
    own: str
    other: str | None
    text: str
    is_flagged: bool
    fault: bool | None = None


@dataclass(slots=True)
class QuestionBoard:
    """All questions of one judge: by side, then by summary (document row id)."""

    judge: AnnotatorId
    sides: dict[str, dict[int, list[SummaryQuestion]]] = field(default_factory=lambda: {side: {} for side in SIDES})


class Questions:
    """Reads the boards of the judges that asked questions, and turns them into points."""

    def __init__(self, reader: CellReader) -> None:
        self.reader = reader
        questions_by_id = {q.id: q for q in reader.questions() if q.scheme == SCHEME and not q.is_combined}
        self.criteria: dict[str, CellQuestion] = {
            side: questions_by_id[FAULT[side]] for side in SIDES if FAULT[side] in questions_by_id
        }
        self._alike: dict[tuple[str, str, str], float] = {}

    def judges(self) -> list[AnnotatorId]:
        """The judges that were asked for, or all that asked questions."""
        return [j for j in self.reader.judges if any(self.reader.has_answered(j, q) for q in self.criteria.values())]

    def boards(self, reviewed: bool = False) -> Iterator[QuestionBoard]:
        """The board of each judge; with ``reviewed`` gold (of ``params.gold``) beside it."""
        for judge in self.judges():
            board = QuestionBoard(judge)
            for side, question in self.criteria.items():
                for target, questions in self._read(judge, question).items():
                    board.sides[side][target] = questions
                if reviewed:
                    self._review(board.sides[side], judge, question)
            yield board

    def _read(self, judge: AnnotatorId, question: CellQuestion) -> dict[int, list[SummaryQuestion]]:
        questions: dict[int, list[SummaryQuestion]] = {}
        document_filter = self.reader.filter
        for row in read_question_answers(self.reader.connection, judge, question.rows[0]):
            target = np.array([row.document])
            if document_filter is not None and not document_filter[self.reader.documents.place(target)[0]]:
                continue
            own = json.loads(row.meta) if row.meta else {}
            other = None if row.value is None else answer_of(row.explanation or "")
            summary_question = SummaryQuestion(
                row.unit, _rank(own, row.position), _text(own), other, row.text, row.value == "yes"
            )
            questions.setdefault(row.document, []).append(summary_question)
        return questions

    def _review(self, questions: dict[int, list[SummaryQuestion]], judge: AnnotatorId, question: CellQuestion) -> None:
        cells = self.reader.cells(question, [judge], with_gold=True)
        if cells.gold is None:
            return
        gold_states: dict[Key, int] = {
            (unit, target): state
            for unit, target, state in zip(cells.unit.tolist(), cells.target.tolist(), cells.gold.tolist(), strict=True)
            if state >= 0
        }
        for target, entries in questions.items():
            for entry in entries:
                state = gold_states.get((entry.unit, target))
                entry.fault = None if state is None else state == 1

    def points(self, entries: list[SummaryQuestion], side: str, similarity: str) -> list[ScorePoint]:
        """The points of one side of a summary under a similarity."""
        return [
            ScorePoint(
                entry.rank,
                None if entry.other is None else self._score_answer(side, entry.own, entry.other, similarity),
                None if entry.fault is None else not entry.fault,
            )
            for entry in entries
        ]

    def _score_answer(self, side: str, own: str, other: str, similarity: str) -> float:
        if side == COVERAGE:
            return score_answer(side, own, other, MEASURES["rouge"])
        key = (similarity, own, other)
        if key not in self._alike:
            self._alike[key] = score_answer(CONSISTENCY, own, other, MEASURES[similarity])
        return self._alike[key]

    def settings(self, judge: AnnotatorId) -> dict[str, Any]:
        """The settings that a judge's verdicts rest on, from its newest run; nothing for one that was imported."""
        return run_settings(self.reader.connection, judge)


def _rank(meta: dict[str, Any], position: int) -> int:
    rank = meta.get("rank")
    return rank if isinstance(rank, int) and not isinstance(rank, bool) and rank > 0 else position + 1


def _text(meta: dict[str, Any]) -> str:
    answer = meta.get("answer")
    return answer if isinstance(answer, str) else ""


def run_settings(connection: Connection, judge: AnnotatorId) -> dict[str, Any]:
    """The settings that a judge's verdicts rest on, from its newest run; nothing for one that was imported."""
    heads = read_runs(connection, annotators=[judge])
    settings = json.loads(heads[0].settings).get("settings") if heads else None
    return settings if isinstance(settings, dict) else {}
