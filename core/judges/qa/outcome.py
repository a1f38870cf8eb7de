"""From answers to verdicts, flags and scores: what one evaluation of a summary adds to the project.

The scheme is ``qa-evaluation``, and a yes is a fault: a question the summary leaves ``unanswered``, a fact that is
``inconsistent``. Every question has a verdict of its own, since there is nothing that silence could stand for. A fault
stands on whatever reply said so; that there is none is unscored where it rests on a reply repaired by guessing, on
quotes that are nowhere, or on a text that instructs the judge (as for all judges, see ``core/judges/methods/_votes``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from galley.core.domain import Match
from galley.core.judges.qa.answer_words import DOCUMENT, SUMMARY, say
from galley.core.judges.qa.question_units import QuestionDraft, ReplyAnswer
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE, ScorePoint, reaches
from galley.core.judges.qa.similarity import Similarity

SCHEME = "qa-evaluation"
FAULT = {COVERAGE: "unanswered", CONSISTENCY: "inconsistent"}
"""The criterion of each side."""


@dataclass(slots=True)
class SideEvaluation:
    """One side of one summary, evaluated: its questions with the answer of the other text (None where unscored), the
    points of the score, and the native entries."""

    side: str
    drafts: list[QuestionDraft] = field(default_factory=list)
    answers: list[str | None] = field(default_factory=list)
    points: list[ScorePoint] = field(default_factory=list)
    faults: list[bool] = field(default_factory=list)
    verdicts: list[dict[str, Any]] = field(default_factory=list)

    def units(self) -> list[dict[str, Any]]:
        """The questions as native units, without those that are units already."""
        return [draft.unit() for draft in self.drafts if not draft.name]


def evaluate_side(
    side: str,
    drafts: Sequence[QuestionDraft],
    answer_lists: Sequence[Sequence[ReplyAnswer]],
    summary: str,
    alike: Similarity,
    threshold: float,
    injection: str = "",
) -> SideEvaluation:
    """What the answers (one a sample to each question) say about a summary (its name)."""
    evaluation = SideEvaluation(side, list(drafts))
    for draft, answers in zip(drafts, answer_lists, strict=True):
        votes = [_vote(side, draft, answer, alike, threshold, injection) for answer in answers]
        entry, best = _decide_majority(side, draft, votes, answers)
        entry |= {"scheme": SCHEME, "criterion": FAULT[side], "unit": draft.unit_name, "about": summary}
        entry["calls"] = tuple(dict.fromkeys(answer.call for answer in answers if answer.call is not None))
        evaluation.verdicts.append(entry)
        scored = entry["value"] is not None and best is not None
        evaluation.answers.append(best.text if best is not None and scored else None)
        evaluation.faults.append(entry["value"] == "yes")
        evaluation.points.append(
            ScorePoint(draft.rank, score_answer(side, draft.answer, best.text, alike) if best and scored else None)
        )
    return evaluation


def score_answer(side: str, own: str, other: str, alike: Similarity) -> float:
    """What a point counts: 1 for a question that is answered; how alike the answers of summary and document are.
    ``other`` is the answer of the text that was asked, "" for none."""
    if side == COVERAGE:
        return float(bool(other))
    return alike(own, other) if other else 0.0


def _vote(
    side: str, draft: QuestionDraft, answer: ReplyAnswer, alike: Similarity, threshold: float, injection: str
) -> tuple[bool | None, str]:
    """(whether it is a fault, or None; why it is not known)."""
    if answer.why:
        return None, answer.why
    value = score_answer(side, draft.answer, answer.text, alike)
    if not value or (side == CONSISTENCY and not reaches(value, threshold)):
        return True, ""
    if injection:
        return None, f"the text tries to instruct the judge: “{injection}”"
    if answer.is_guessed:
        return None, "the reply was broken and repaired by guessing"
    if answer.places and all(place.match is Match.MISSING for place in answer.places):
        return None, "it rests on a quote that is not in the text"
    return False, ""


def _decide_majority(
    side: str, draft: QuestionDraft, votes: Sequence[tuple[bool | None, str]], answers: Sequence[ReplyAnswer]
) -> tuple[dict[str, Any], ReplyAnswer | None]:
    """The verdict of the majority of the votes, and the first answer on its side."""
    readable = [number for number, (fault, _) in enumerate(votes) if fault is not None]
    faults = sum(votes[number][0] is True for number in readable)
    who, own = (SUMMARY, "") if side == COVERAGE else (DOCUMENT, draft.answer)
    if 2 * len(readable) <= len(votes) or 2 * faults == len(readable):
        reasons = [why for fault, why in votes if fault is None]
        why = reasons[0] if 2 * len(readable) <= len(votes) else f"tie {faults}:{len(readable) - faults}"
        first_answer = next((answer for answer in answers if not answer.why), None)
        entry: dict[str, Any] = {"value": None, "reason": why}
        return entry | ({"explanation": say(who, first_answer.text, own)} if first_answer else {}), None
    fault = 2 * faults > len(readable)
    side_of = [number for number in readable if votes[number][0] is fault]
    best = answers[side_of[0]]
    return {
        "value": "yes" if fault else "no",
        "confidence": len(side_of) / len(readable),
        "votes": f"{faults}/{len(readable)}",
        "explanation": say(who, best.text, own),
        "evidence": [place.native() for place in best.places],
    }, best
