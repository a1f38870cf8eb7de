"""Several judges on reviewed items: tuned on one part of the items, reported on the other.

Items are dealt into two parts by chance. On the first, each judge's threshold (of the share of its samples that say
yes, or of its confidence) is the one with the best balanced accuracy, and the judge that is best there is chosen. All
figures are of the second part, with the chosen one's lead over each other judge as a paired difference: the cells on
which both have an answer, resampled by item.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import InputError
from galley.core.metrics import gold
from galley.core.metrics._confidence import read_confidence
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.stats.bootstrap import resample
from galley.core.stats.detection_counts import bacc_figure, confusion

Floats = NDArray[np.float64]
LEAST_ITEMS = 4


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One judge. ``tuned_bacc`` is its balanced accuracy where the threshold was chosen, ``bacc`` where it was not,
    with a 95 % interval; ``behind`` is the chosen judge's lead over it. Money in US dollars, None where unknown."""

    judge: str
    threshold: float
    tuned_bacc: float | None
    bacc: float | None
    low: float | None
    high: float | None
    n: int
    unscored_count: int
    behind: float | None
    behind_low: float | None
    behind_high: float | None
    cost: float | None
    seconds: float
    is_chosen: bool = False


def parts(keys: Sequence[str], share: float, seed: int) -> tuple[list[str], list[str]]:
    """(items to tune on, items to report on), by chance and always the same for one seed. Raises: InputError."""
    if not 0 < share < 1:
        raise InputError("The part that is tuned on must be a share between 0 and 1, as 0.5.")
    if len(keys) < LEAST_ITEMS:
        raise InputError(f"Only {len(keys)} items are reviewed on this criterion; review at least {LEAST_ITEMS} first.")
    order = sorted(keys, key=lambda key: hashlib.sha256(f"{seed}\0{key}".encode()).hexdigest())
    count = min(max(round(share * len(order)), 1), len(order) - 1)
    return order[:count], order[count:]


def read_reviewed_cells(
    connection: sqlite3.Connection, scheme: str, criterion: str, truth: str, judges: Sequence[int] = ()
) -> Cells:
    """The cells of a criterion with gold, and what these judges said. Raises: InputError for names, or without gold."""
    cells = read_answered_cells(connection, scheme, criterion, truth, judges)
    assert cells.gold is not None
    return cells.only(cells.gold >= 0)


def read_answered_cells(
    connection: sqlite3.Connection, scheme: str, criterion: str, truth: str, judges: Sequence[int] = ()
) -> Cells:
    """The same with the cells that have no gold. Raises: InputError for names, and for a scale other than yes or no."""
    reader = CellReader(connection, Params(gold=truth, schemes=(scheme,), criteria=(criterion,)))
    (question,) = [q for q in reader.questions() if q.id == criterion and q.scheme == scheme]
    if not question.binary:
        raise InputError(f"{criterion} is not answered with yes or no, so it has no balanced accuracy.")
    reader.fetch([question], [*judges, *gold.sources(reader).annotators])
    return reader.cells(question, judges, with_gold=True)


def compare(
    connection: sqlite3.Connection, cells: Cells, judges: Sequence[tuple[str, int, int]], tune: Sequence[str],
    seed: int = 0, resamples: int = 2000,
) -> list[ComparisonRow]:  # fmt: skip
    """A row for each judge of (name, annotator row, run), the chosen one first, then by balanced accuracy."""
    codes, item_keys = cells.label("item")
    tuning = np.isin(codes, [place for place, key in enumerate(item_keys) if key in set(tune)])
    assert cells.gold is not None
    truth = cells.gold.astype(np.int64)
    candidates = []
    for name, annotator, run in judges:
        sure = read_yes_chances(connection, cells, annotator)
        threshold, tuned = _tune_threshold(sure[tuning], truth[tuning])
        answers = np.where(np.isnan(sure), -1, (sure > threshold).astype(np.int64))
        candidates.append((name, threshold, tuned, answers, *_paid(connection, run)))
    best = max(
        range(len(candidates)), key=lambda place: (candidates[place][2] is not None, candidates[place][2] or 0.0)
    )
    report = ~tuning
    lead = candidates[best][3][report]
    rows = []
    for place, (name, threshold, tuned, answers, cost, seconds) in enumerate(candidates):
        own_answers, gold_, items = answers[report], truth[report], cells.items[report]
        counts = confusion(own_answers, gold_, items).counts
        value = _bacc(counts)
        around = resample(counts, bacc_figure, resamples=resamples, seed=seed) if value is not None else None
        behind, low, high = (
            _difference(lead, own_answers, gold_, items, resamples, seed) if place != best else (None,) * 3
        )
        rows.append(
            ComparisonRow(
                name, threshold, tuned, value, around.low if around else None, around.high if around else None,
                int(counts.sum()), int((own_answers < 0).sum()), behind, low, high, cost, seconds, place == best,
            )
        )  # fmt: skip
    return sorted(rows, key=lambda row: (not row.is_chosen, -(row.bacc or 0.0)))


def read_yes_chances(connection: sqlite3.Connection, cells: Cells, annotator: int) -> Floats:
    """How sure a judge is of a yes in each cell, from 0 to 1: its answer without a confidence, NaN without either."""
    state = cells.column(annotator).astype(np.float64)
    stated = read_confidence(connection, cells, annotator)
    return np.where(np.isnan(stated), np.where(state < 0, np.nan, state), stated)


def _tune_threshold(sure: Floats, truth: NDArray[np.int64]) -> tuple[float, float | None]:
    """The threshold (above it is a yes) with the best balanced accuracy; of equals the one nearest to a half."""
    levels = np.unique(sure[~np.isnan(sure)])
    tried = [0.5, *((levels[1:] + levels[:-1]) / 2).tolist()]
    best: tuple[float, float] | None = None
    for threshold in sorted(set(tried), key=lambda candidate: abs(candidate - 0.5)):
        answers = np.where(np.isnan(sure), -1, (sure > threshold).astype(np.int64))
        value = _bacc(confusion(answers, truth).counts)
        if value is not None and (best is None or value > best[1] + 1e-12):
            best = threshold, value
    return best if best is not None else (0.5, None)


def _bacc(counts: NDArray[np.int64]) -> float | None:
    value = float(bacc_figure(counts.sum(axis=0, keepdims=True).astype(np.float64))[0]) if len(counts) else np.nan
    return None if np.isnan(value) else value


def _difference(
    lead: NDArray[np.int64], own_answers: NDArray[np.int64], truth: NDArray[np.int64], items: NDArray[np.int64],
    resamples: int, seed: int,
) -> tuple[float | None, float | None, float | None]:  # fmt: skip
    both = (lead >= 0) & (own_answers >= 0)
    one, other = (confusion(answers[both], truth[both], items[both]).counts for answers in (lead, own_answers))
    if not len(one):
        return None, None, None
    table = np.hstack([one, other])

    def gap(sums: Floats) -> Floats:
        return bacc_figure(sums[:, :4]) - bacc_figure(sums[:, 4:])

    value = float(gap(table.sum(axis=0, keepdims=True).astype(np.float64))[0])
    around = resample(table, gap, resamples=resamples, seed=seed)
    return (None if np.isnan(value) else value), around.low, around.high


def _paid(connection: sqlite3.Connection, run: int) -> tuple[float | None, float]:
    """What the calls of a run cost and took when they were paid for, known before or not."""
    cost, unknown, seconds = connection.execute(
        "SELECT total(paid.cost), sum(paid.id IS NOT NULL AND paid.cost IS NULL), total(paid.seconds)"
        " FROM call LEFT JOIN call AS paid ON paid.id = (SELECT max(id) FROM call AS c"
        " WHERE c.key = call.key AND c.state = 'done') WHERE call.run_id = ?",
        (run,),
    ).fetchone()
    return (None if unknown else cost), seconds
