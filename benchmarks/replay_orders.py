"""The orders that ``make replay`` compares, of whole documents. None of them gives a known chance to anything, so they
are scored on the errors that they find, and on nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchmarks.replay_sets import Floats, Ints, Replayed
from galley.core.review.priority import FLAG, SYSTEM, UNMARKED, WEIGHT

Order = NDArray[np.int64]
BATCH, FIRST = 5, 10
"""Documents after which the online model is fitted anew, and those with which it begins."""


def compute_priority(
    flag_codes: ArrayLike,
    sure: ArrayLike,
    *,
    records: Sequence[tuple[int, int, int, int]] = (),
    votes: ArrayLike | None = None,
    system: NDArray[Any] | None = None,
) -> Floats:
    """What it is worth to look at each cell first, for who looks for errors: from 0 to 1, the higher the sooner. It is
    no probability. ``flag_codes``: cells x judges, 1 a flag, 0 none, NaN no verdict. ``sure``: how sure each judge is
    of an error, 0 to 1, NaN where it does not say. ``records``: of each judge the flags that were right, those that
    were decided, the silences that were wrong, those that were decided. ``votes``: the share of judges that flag, where
    more spoke than are in ``flag_codes``. ``system``: a number of the cell's system."""
    judge_flags, confident = np.asarray(flag_codes, dtype=float), np.asarray(sure, dtype=float)
    spoke = np.isfinite(judge_flags)
    chances = np.zeros(judge_flags.shape)
    for judge in range(judge_flags.shape[1]):
        right, flagged, missed, unflagged_count = records[judge] if records else (0, 0, 0, 0)
        yes = (right + WEIGHT * FLAG) / (flagged + WEIGHT)
        no = (missed + WEIGHT * UNMARKED) / (unflagged_count + WEIGHT)
        chances[:, judge] = np.where(judge_flags[:, judge] == 1, yes, no)
    chances = np.where(np.isfinite(confident), (chances + np.nan_to_num(confident)) / 2, chances)
    count = spoke.sum(axis=1)
    priorities = np.divide(
        (chances * spoke).sum(axis=1), count, out=np.full(len(judge_flags), UNMARKED), where=count > 0
    )
    if votes is not None:
        priorities = (priorities + UNMARKED + (FLAG - UNMARKED) * np.asarray(votes, dtype=float)) / 2
    if system is not None:
        flags = np.divide(
            (np.nan_to_num(judge_flags) * spoke).sum(axis=1), count, out=np.zeros(len(judge_flags)), where=count > 0
        )
        priorities = (1 - SYSTEM) * priorities + SYSTEM * system_rates(system, flags)[system]
    return priorities


def system_rates(system: NDArray[Any], flags: ArrayLike) -> Floats:
    """How often each system is flagged, drawn to the rate of all by ``WEIGHT`` cells."""
    flagged = np.asarray(flags, dtype=float)
    size = np.bincount(system)
    mean = float(flagged.mean()) if len(flagged) else 0.0
    rates: Floats = (np.bincount(system, weights=flagged) + WEIGHT * mean) / (size + WEIGHT)
    return rates


def mean_by(index: NDArray[Any], values: Floats) -> Floats:
    """The mean by what ``index`` numbers from 0."""
    count = np.bincount(index)
    means: Floats = np.bincount(index, weights=values) / np.maximum(count, 1)
    return means


def _ranked(score: Floats) -> Order:
    """The documents with the highest score first; alike ones as imported."""
    return np.argsort(-np.round(score, 12), kind="stable")


def as_imported(replayed: Replayed) -> Order:
    """The file's own order."""
    return np.arange(replayed.documents)


def by_flags(replayed: Replayed) -> Order:
    """The share of cells that the judge flags."""
    return _ranked(mean_by(replayed.document, replayed.flag.astype(float)))


def by_flags_and_system(replayed: Replayed) -> Order:
    """Flags, each cell's mixed with how often the judge flags its system."""
    rates = system_rates(replayed.system, replayed.flag)
    return _ranked(mean_by(replayed.document, (replayed.flag + rates[replayed.system]) / 2))


def by_votes(replayed: Replayed) -> Order:
    """The share of judges that flag a cell."""
    return _ranked(mean_by(replayed.document, replayed.others))


def by_value(replayed: Replayed) -> Order:
    """What the program's order by value takes together: votes, confidence and the systems' rates, before anybody has
    decided anything."""
    return _ranked(mean_by(replayed.document, _worth(replayed)))


def grouped(replayed: Replayed) -> Order:
    """System by system, the one that is flagged most first; as imported within."""
    rates = system_rates(replayed.system, replayed.flag)
    worst = np.zeros(replayed.documents)
    np.maximum.at(worst, replayed.document, rates[replayed.system])
    return _ranked(worst)


def online(replayed: Replayed) -> Order:
    """A logistic model over flag, votes, confidence and the system's rate, fitted anew to what was reviewed after every
    few documents; by value until then."""
    features = _features(replayed)
    start = by_value(replayed)
    done = list(start[:FIRST])
    while len(done) < replayed.documents:
        seen = np.isin(replayed.document, done)
        chance = _logistic(features[seen], replayed.error[seen].astype(float), features)
        score = mean_by(replayed.document, chance)
        score[done] = -1.0
        done += _ranked(score)[: min(BATCH, replayed.documents - len(done))].tolist()
    return np.array(done)


def _worth(replayed: Replayed) -> Floats:
    sure = np.where(np.isin(replayed.sure, (0.0, 1.0)), np.nan, replayed.sure)
    said = replayed.flag.astype(float)[:, None]
    return compute_priority(said, sure[:, None], votes=replayed.others, system=replayed.system)


def _features(replayed: Replayed) -> Floats:
    rates = system_rates(replayed.system, replayed.flag)[replayed.system]
    ones = np.ones(len(replayed.flag))
    return np.column_stack([ones, replayed.flag, replayed.others, replayed.sure, rates])


def _logistic(x: Floats, y: Floats, ask: Floats, ridge: float = 1.0) -> Floats:
    """The chance of an error, by Newton's steps with a ridge on all but the constant."""
    weight = np.zeros(x.shape[1])
    hold = np.full(x.shape[1], ridge)
    hold[0] = 0.01
    for _ in range(12):
        p = 1 / (1 + np.exp(-np.clip(x @ weight, -30, 30)))
        slope = x.T @ (y - p) - hold * weight
        curve = (x * (p * (1 - p))[:, None]).T @ x + np.diag(hold)
        weight = weight + np.linalg.solve(curve, slope)
    found: Floats = 1 / (1 + np.exp(-np.clip(ask @ weight, -30, 30)))
    return found


ORDERS: dict[str, Callable[[Replayed], Order]] = {
    "as imported": as_imported,
    "flags": by_flags,
    "flags and system": by_flags_and_system,
    "votes": by_votes,
    "value": by_value,
    "online model": online,
    "grouped": grouped,
}


def found_at(replayed: Replayed, order: Order, shares: tuple[float, ...]) -> list[float]:
    """The errors per cell read once each of these shares of the cells was read, whole documents."""
    errors, cells = _sums(replayed, order)
    places = [int(np.searchsorted(cells, share * cells[-1] - 1e-9)) for share in shares]
    return [float(errors[place] / cells[place]) for place in places]


def read_for(replayed: Replayed, order: Order, share: float = 0.95) -> float:
    """The share of the cells that is read until this share of all errors was found, flagged or not."""
    errors, cells = _sums(replayed, order)
    place = int(np.searchsorted(errors, share * errors[-1] - 1e-9))
    return float(cells[place] / cells[-1])


def _sums(replayed: Replayed, order: Order) -> tuple[Ints, Ints]:
    errors = np.bincount(replayed.document, weights=replayed.error, minlength=replayed.documents)[order]
    cells = np.bincount(replayed.document, minlength=replayed.documents)[order]
    return np.cumsum(errors).astype(np.int64), np.cumsum(cells).astype(np.int64)
