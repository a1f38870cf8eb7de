"""What it is worth to look at a cell first, for who looks for errors: a number from 0 to 1, the higher the sooner.

It takes together what is known before anybody looked: how many judges flag the cell, how sure they are, how often
their flags and their silences were errors so far (their record), and how often the cell's system is flagged. It orders
and is no probability; what is reviewed in its order was not drawn with known chances, and no rate can be read from it.
``make replay`` measures it on recorded judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

FLAG, UNMARKED, WEIGHT = 0.5, 0.1, 4.0
"""What a flag and a silence are taken for before the judge has a record, and how many decided cells that is worth."""
SYSTEM = 0.25
"""How much the rate of the system counts beside what was said of the cell itself."""


def compute_priority(
    flag_codes: ArrayLike,
    sure: ArrayLike,
    *,
    records: Sequence[tuple[int, int, int, int]] = (),
    votes: ArrayLike | None = None,
    system: NDArray[Any] | None = None,
) -> Floats:
    """The worth of each cell. ``said``: cells x judges, 1 a flag, 0 none, NaN no verdict. ``sure``: how sure each judge
    is of an error, 0 to 1, NaN where it does not say. ``records``: of each judge the flags that were right, those that
    were decided, the silences that were wrong, those that were decided. ``votes``: the share of judges that flag, where
    more spoke than are in ``said``. ``system``: a number of the cell's system."""
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
