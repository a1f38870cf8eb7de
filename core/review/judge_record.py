"""A judge's record on a criterion, from what people decided and said so far."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from galley.core.domain import AnnotatorId, CriterionId, ItemId
from galley.core.stats.intervals import proportion
from galley.core.stats.result import Estimate, undefined_estimate
from galley.core.storage.connection import Connection
from galley.core.storage.own_decisions import count_answers_by_judge
from galley.core.storage.queries import counting
from galley.core.storage.source_documents import find_origins


class ReviewerAgreement(NamedTuple):
    """What one reviewer answered to the flags of a judge (row id): ``accepted`` yes, ``rejected`` no or another
    criterion, ``unsure``; ``estimate`` is the share of yes among yes and no, its 95 % interval by source document."""

    judge: AnnotatorId
    accepted: int
    rejected: int
    unsure: int
    estimate: Estimate


def precision(connection: Connection, judge: AnnotatorId, criterion: CriterionId) -> Estimate:
    """The share of this judge's flags on this criterion that people found right, with a 95 % interval by source
    document.

    A flag counts once its cell has gold or a strict majority of the humans. Undefined before the first one.
    """
    rows = counting.read_trust(connection, judge, criterion)
    return _share(connection, rows, "nobody has decided one of its flags on this criterion yet")


def compare_reviewer(connection: Connection, reviewer: AnnotatorId) -> list[ReviewerAgreement]:
    """How far one reviewer's own answers agree with each judge, the judge with the most answers first."""
    rows_by_judge: dict[AnnotatorId, list[tuple[ItemId, int, int, int]]] = {}
    for judge, item, yes, no, unsure in count_answers_by_judge(connection, reviewer):
        rows_by_judge.setdefault(judge, []).append((item, yes, no, unsure))
    empty = "none of its flags is answered with yes or no yet"
    agreements = [
        ReviewerAgreement(
            judge,
            sum(yes for _, yes, _, _ in rows),
            sum(no for _, _, no, _ in rows),
            sum(unsure for *_, unsure in rows),
            _share(connection, [(item, yes, no) for item, yes, no, _ in rows if yes + no], empty),
        )
        for judge, rows in rows_by_judge.items()
    ]
    return sorted(agreements, key=lambda one: (-(one.accepted + one.rejected), one.judge))


def _share(connection: Connection, rows: list[tuple[ItemId, int, int]], empty: str) -> Estimate:
    """The share of yes among (item, yes, no)."""
    if not rows:
        return undefined_estimate(empty)
    from galley.core.stats.clusters import share  # numpy, which a start needs nothing of

    right: Counter[int] = Counter()
    cells: Counter[int] = Counter()
    for origin, (_, yes, no) in zip(find_origins(connection, [row[0] for row in rows]), rows, strict=True):
        right[origin] += yes
        cells[origin] += yes + no
    return share([right[origin] for origin in cells], list(cells.values()), empty=empty)


def sound(connection: Connection, judge: AnnotatorId, criterion: CriterionId) -> Estimate:
    """The share of this judge's reasons on this criterion that people found correct, with a 95 % Wilson interval.

    Each opinion of each person counts (see the scheme ``explanation``). Undefined before the first one.
    """
    correct, count = counting.count_correct_explanations(connection, judge, criterion)
    return proportion(correct, count, empty="nobody has judged one of its reasons on this criterion yet")
