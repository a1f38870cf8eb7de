"""The questions about a summary as they stand in a project: who answers what, what the judge found, what people say.

For whoever shows them, and for feedback: a fault that people crossed out (overrode) is none, one that they added is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from galley.core.domain import AnnotatorId, AnnotatorKind, Unit, UnitKind, Verdict
from galley.core.judges.qa.answer_words import answer_of
from galley.core.judges.qa.outcome import FAULT
from galley.core.judges.qa.scoring import SIDES
from galley.core.review.cell_outcomes import ruling
from galley.core.review.items import ItemView


@dataclass(frozen=True, slots=True)
class QuestionEntry:
    """One question about a summary. ``own`` is the answer that came with the question (the document's for coverage,
    the summary's for consistency), ``other`` that of the text that was asked ("" for none, None where unscored);
    ``people`` says whether they hold it a fault, None where nobody settled it."""

    side: str
    unit: Unit
    verdict: Verdict
    own: str
    other: str | None
    people: bool | None

    @property
    def rank(self) -> int:
        """Its importance from 1."""
        return rank_of(self.unit)

    @property
    def asks(self) -> str:
        """What, when, where, how, why or other."""
        return str(self.unit.meta.get("asks") or "other")

    @property
    def fault(self) -> bool | None:
        """Whether it is a fault: as people say, else as the judge does; None where nobody knows."""
        if self.people is not None:
            return self.people
        return None if self.verdict.value is None else self.verdict.value == "yes"


def rank_of(unit: Unit) -> int:
    """The importance of a question, from 1; by its place where none was given."""
    rank = unit.meta.get("rank")
    return rank if isinstance(rank, int) and not isinstance(rank, bool) and rank > 0 else unit.position + 1


def own_answer(unit: Unit) -> str:
    """The answer that came with a question."""
    answer = unit.meta.get("answer")
    return answer if isinstance(answer, str) else ""


def criteria(rows: Mapping[str, int]) -> dict[int, str]:
    """From the row ids of the scheme's criteria by id: which side each stands for, by row id."""
    return {rows[FAULT[side]]: side for side in SIDES if FAULT[side] in rows}


def board(view: ItemView, rows: Mapping[str, int], summary: int, judge: AnnotatorId) -> list[QuestionEntry]:
    """What ``judge`` (an annotator's row id) asked about a summary (a document's), coverage first, by importance.
    ``rows`` are the row ids of the criteria of ``qa-evaluation`` by id."""
    sides = criteria(rows)
    entries = []
    for verdict in view.verdicts:
        side = sides.get(verdict.cell.criterion)
        if side is None or verdict.annotator != judge or verdict.cell.target != summary:
            continue
        unit = view.unit(verdict.cell.unit)
        if unit.kind is not UnitKind.QUESTION:
            continue
        other = None if verdict.value is None else answer_of(verdict.explanation)
        ruled_value = ruling(view, verdict.cell).value
        is_fault = None if ruled_value is None else ruled_value == "yes"
        entries.append(QuestionEntry(side, unit, verdict, own_answer(unit), other, is_fault))
    return sorted(entries, key=lambda entry: (SIDES.index(entry.side), entry.rank, entry.unit.id))


def judges(view: ItemView, rows: Mapping[str, int], summary: int) -> list[AnnotatorId]:
    """The judges that asked about a summary, newest first."""
    sides = criteria(rows)
    judge_rows = {
        verdict.annotator
        for verdict in view.verdicts
        if verdict.cell.criterion in sides
        and verdict.cell.target == summary
        and view.annotators[verdict.annotator].kind is AnnotatorKind.JUDGE
    }
    return sorted(judge_rows, reverse=True)
