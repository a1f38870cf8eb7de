"""The scores of LongSumEval: coverage (equation 3) and consistency (equation 4), and the rules for what is odd.

Coverage is the share of the questions that the summary answers. Consistency is the mean, over all questions of a
summary, of the similarity of its answer and the document's where that reaches the threshold, and 0 where it does not;
a question that the document does not answer has the similarity 0. "Reaches" is >=, so that a threshold of 1 asks for
equal answers.

- No question: no score, and the reason says so. All questions unanswerable: 0.
- Unscored points (a reply that could not be read) are left out of the mean, and counted; where fewer than half of the
  points are scored, there is no score.
- ``top`` takes the most important questions only; ``least`` and ``most`` are the range of a sensitivity table: the
  first ``most`` questions count, and a summary with fewer than ``least`` has no score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

COVERAGE, CONSISTENCY = "coverage", "consistency"
SIDES = (COVERAGE, CONSISTENCY)
NOT_REVIEWED = "not every question was reviewed"
"""Why there is no reviewed score."""


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """One question's part in a score: its rank from 1, its worth from 0 to 1 (1 or 0 for coverage, the similarity for
    consistency), None where it is unscored; ``right`` is what reviewers say of it, None where they have not."""

    rank: int
    score: float | None
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class Mean:
    """A score, the number of points behind it, those left out, and why there is none."""

    value: float | None
    n: int
    unscored_count: int = 0
    why: str = ""


PointScore = Callable[[ScorePoint], float | None]
"""What a point counts."""


def select_points(points: Sequence[ScorePoint], top: int = 0, least: int = 0, most: int = 0) -> list[ScorePoint] | None:
    """The points that count, by rank; None where there are fewer than ``least``."""
    ranked = sorted(points, key=lambda point: point.rank)
    if len(ranked) < least:
        return None
    limit = min(top or len(ranked), most or len(ranked))
    return ranked[:limit]


def score(points: Sequence[ScorePoint], threshold: float = 0.0, top: int = 0, least: int = 0, most: int = 0) -> Mean:
    """The mean worth of the points that reach the threshold, over all that are scored (equations 3 and 4)."""
    return _mean(points, top, least, most, lambda point: _counts(point.score, threshold))


def compute_share(points: Sequence[ScorePoint], threshold: float = 0.0, top: int = 0) -> Mean:
    """The share of the points that reach the threshold: of the facts that are consistent."""

    def counts(point: ScorePoint) -> float | None:
        return None if point.score is None else float(reaches(point.score, threshold))

    return _mean(points, top, 0, 0, counts)


def score_reviewed(points: Sequence[ScorePoint], threshold: float = 0.0, top: int = 0) -> Mean:
    """``score`` once people have been over it: a point that they hold right counts what it is worth if the judge
    held it right too, else 1; one that they hold wrong counts 0. Only where every scored point was reviewed."""
    scored_points = [point for point in select_points(points, top) or [] if point.score is not None]
    if any(point.right is None for point in scored_points):
        return Mean(None, 0, 0, NOT_REVIEWED)

    def point_score(point: ScorePoint) -> float | None:
        if point.score is None:
            return None
        if not point.right:
            return 0.0
        return point.score if reaches(point.score, threshold) and point.score > 0 else 1.0

    return _mean(points, top, 0, 0, point_score)


def compute_right_share(points: Sequence[ScorePoint], top: int = 0) -> Mean:
    """The share of the scored points that people hold right, only where every one was reviewed."""
    scored_points = [point for point in select_points(points, top) or [] if point.score is not None]
    if any(point.right is None for point in scored_points):
        return Mean(None, 0, 0, NOT_REVIEWED)
    return _mean(points, top, 0, 0, lambda point: None if point.score is None else float(bool(point.right)))


def reaches(point_score: float, threshold: float) -> bool:
    """Whether a similarity counts as consistent."""
    return point_score >= threshold - 1e-12


def _counts(point_score: float | None, threshold: float) -> float | None:
    if point_score is None:
        return None
    return point_score if reaches(point_score, threshold) else 0.0


def _mean(points: Sequence[ScorePoint], top: int, least: int, most: int, point_score: PointScore) -> Mean:
    counted_points = select_points(points, top, least, most)
    if counted_points is None:
        return Mean(None, 0, 0, f"fewer than {least} questions")
    if not counted_points:
        return Mean(None, 0, 0, "no questions")
    values = [value for point in counted_points if (value := point_score(point)) is not None]
    missing = len(counted_points) - len(values)
    if missing > len(values):
        return Mean(None, 0, missing, "more than half of the questions are unscored")
    return Mean(sum(values) / len(values), len(values), missing)
