"""What a summary's questions come to now: the scores as judged, and as one reviewer leaves them.

For the window, where reviewing is blind: nobody else's answers count, nor gold. ``galley metrics qa`` has the figures
over many summaries and reviewers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from galley.core.domain import AnnotatorKind
from galley.core.judges.qa import scoring
from galley.core.judges.qa.outcome import worth
from galley.core.judges.qa.qa_board import Entry
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE, NOT_REVIEWED, SIDES, Mean, Point
from galley.core.judges.qa.similarity import MEASURES
from galley.core.project.item_reading import ItemView

NOT_HERE = "the cosine similarity takes a model, and “galley metrics qa” computes the score"
"""Why a score is not in the window: between two decisions there is no time for embeddings."""
SCORE = "qa-consistency"


@dataclass(frozen=True, slots=True)
class Rules:
    """How points become scores: the similarity by name, the threshold from 0 to 1, how many questions count (0: all).
    What an imported judge came without is as ``qa-evaluation`` has it by default."""

    similarity: str = "rouge"
    threshold: float = 0.5
    top: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """One side of a summary: the score as judged and as reviewed, and how many of its scored questions the reviewer
    has decided."""

    judged: Mean
    reviewed: Mean
    decided: int
    questions: int


def run_settings(connection: Any, judge: int) -> dict[str, Any]:
    """The settings that a judge's verdicts rest on, from its newest run; nothing for one that was imported."""
    row = connection.execute(
        "SELECT settings FROM run WHERE annotator_id = ? ORDER BY id DESC LIMIT 1", (judge,)
    ).fetchone()
    found = json.loads(row[0]).get("settings") if row else None
    return found if isinstance(found, dict) else {}


def rules(connection: Any, judge: int) -> Rules:
    """What a judge was run with. What is no such setting is passed over."""
    found = run_settings(connection, judge)
    similarity, threshold, top = (found.get(name) for name in ("similarity", "threshold", "top"))
    return Rules(
        similarity if isinstance(similarity, str) and similarity in MEASURES else "rouge",
        float(threshold) if isinstance(threshold, int | float) and 0 <= threshold <= 1 else 0.5,
        top if isinstance(top, int) and top > 0 else 0,
    )


def kept(connection: Any, judge: int, summary: int) -> float | None:
    """The consistency of a summary (a document's row id) as ``judge`` scored it in its run; None where it has none."""
    row = connection.execute(
        "SELECT value FROM score WHERE document_id = ? AND metric = ? AND annotator_id = ?", (summary, SCORE, judge)
    ).fetchone()
    return float(row[0]) if row else None


def own_view(view: ItemView, reviewer: int) -> ItemView:
    """``view`` with the judges' verdicts and those of one reviewer (a row id), without other people's and gold."""
    hidden = {
        row
        for row, annotator in view.annotators.items()
        if row != reviewer and annotator.kind in (AnnotatorKind.HUMAN, AnnotatorKind.GOLD)
    }
    return replace(
        view,
        verdicts=tuple(v for v in view.verdicts if v.annotator not in hidden),
        judged=frozenset(entry for entry in view.judged if entry[0] not in hidden),
    )


def similarity(entry: Entry, rule: Rules) -> float | None:
    """How alike the two answers of a consistency question are, from 0 to 1; None for other questions, where nothing
    is known, and where a model would have to be asked."""
    if entry.side != CONSISTENCY or entry.other is None or rule.similarity == "cossim":
        return None
    return _alike(rule.similarity, entry.own, entry.other)


@lru_cache(maxsize=1_024)
def _alike(measure: str, own: str, other: str) -> float:
    """The window asks again after every decision."""
    return worth(CONSISTENCY, own, other, MEASURES[measure])


def standings(entries: Sequence[Entry], rule: Rules, scored: float | None = None) -> dict[str, Standing]:
    """The scores of a board by side; a side without questions is left out. ``entries`` are of ``own_view``.

    ``scored`` is the consistency that the run kept, for the cosine similarity: it stands as judged, and as reviewed
    where the reviewer has agreed with every verdict.
    """
    found = {}
    for side in SIDES:
        mine = [entry for entry in entries if entry.side == side]
        if not mine:
            continue
        points = [Point(e.rank, _worth(e, rule), None if e.people is None else not e.people) for e in mine]
        threshold = 0.0 if side == COVERAGE else rule.threshold
        counted = [point for point in scoring.chosen(points, rule.top) or [] if point.worth is not None]
        judged = scoring.score(points, threshold, rule.top)
        reviewed = scoring.reviewed(points, threshold, rule.top)
        if side == CONSISTENCY and rule.similarity == "cossim":
            judged, reviewed = _by_cosine(judged, reviewed, counted, scored)
        decided = sum(point.right is not None for point in counted)
        found[side] = Standing(judged, reviewed, decided, len(counted))
    return found


def _by_cosine(judged: Mean, reviewed: Mean, counted: Sequence[Point], scored: float | None) -> tuple[Mean, Mean]:
    """Both scores where the similarity is the cosine: worth is 0 or 1 here, as the judge found each fact."""
    if scored is None:
        return Mean(None, 0, 0, NOT_HERE), Mean(None, 0, 0, NOT_HERE)
    same = Mean(scored, judged.n, judged.unscored)
    if reviewed.why == NOT_REVIEWED:
        return same, reviewed
    agreed = all(point.right is (point.worth == 1.0) for point in counted)
    return same, same if agreed else Mean(None, 0, 0, NOT_HERE)


def _worth(entry: Entry, rule: Rules) -> float | None:
    if entry.other is None:
        return None
    if entry.side == COVERAGE:
        return float(bool(entry.other))
    if rule.similarity == "cossim":  # what the judge made of it, for the count of decided questions
        return float(entry.verdict.value == "no")
    return similarity(entry, rule)
