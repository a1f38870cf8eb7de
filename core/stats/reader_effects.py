"""Gold has errors too: intervals that let the readers vary as well as the documents.

The majority of two or three readers is not the truth; other readers would have made another gold. The two-way
(pigeonhole) bootstrap draws documents and, by themselves, readers with replacement, and takes the strict majority of
the readers drawn (Owen 2007, "The pigeonhole bootstrap", section 3). It allows for no error that all readers share, and
of few readers it is rather too wide than too narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import Cancelled
from galley.core.stats.bootstrap import Interval
from galley.core.stats.clusters import Figure
from galley.core.stats.groups import group_labels
from galley.core.stats.macro import interval

_BLOCK = 2_000_000


def two_way(
    judge: NDArray[Any],
    votes: NDArray[Any],
    adjudications: NDArray[Any],
    documents: NDArray[Any],
    figures: Mapping[str, Figure],
    *,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, Interval]:
    """Percentile intervals of figures of tp, fp, tn, fn. A row a cell: the judge's verdict (1, 0, below 0 none), the
    readers' (cells x readers), what was adjudicated (it stands whoever reads; below 0 none), the source document.
    None where there are fewer than two readers (the text says so). Raises Cancelled."""
    readers = votes.shape[1]
    if readers < 2:
        none = Interval(None, None, "No interval over reviewers because there are fewer than two.")
        return dict.fromkeys(figures, none)
    labels, index = group_labels(np.asarray(documents))
    rng = np.random.default_rng(seed)
    team_draws = rng.multinomial(readers, np.full(readers, 1 / readers), size=resamples)
    teams, count = np.unique(team_draws, axis=0, return_counts=True)
    resampled_figures: dict[str, list[NDArray[np.float64]]] = {name: [] for name in figures}
    block = max(1, _BLOCK // max(len(labels), 1))
    for team, times in zip(teams, count.tolist(), strict=True):
        table = _counts(judge, _majority(votes, adjudications, team), index, len(labels))
        for start in range(0, times, block):
            if cancelled is not None and cancelled():
                raise Cancelled("The intervals were stopped before they were done.")
            size = min(block, times - start)
            sums = rng.multinomial(len(labels), np.full(len(labels), 1 / len(labels)), size=size) @ table
            for name, figure in figures.items():
                resampled_figures[name].append(figure(sums))
    every = _counts(judge, _majority(votes, adjudications, np.ones(readers)), index, len(labels)).sum(
        axis=0, keepdims=True
    )
    return {
        name: interval(float(figures[name](every)[0]), np.concatenate(values), len(labels), confidence)
        for name, values in resampled_figures.items()
    }


def _majority(votes: NDArray[Any], adjudications: NDArray[Any], team: NDArray[Any]) -> NDArray[np.int64]:
    """1, 0 or -1 (none, or a tie) of each cell, each reader counted as often as the team has them."""
    lead = (votes == 1) @ team - (votes == 0) @ team
    return np.where(adjudications >= 0, adjudications, np.where(lead > 0, 1, np.where(lead < 0, 0, -1))).astype(
        np.int64
    )


def _counts(judge: NDArray[Any], gold: NDArray[Any], index: NDArray[Any], size: int) -> NDArray[np.float64]:
    both = (judge >= 0) & (gold >= 0)
    kind = np.where(gold[both] == 1, np.where(judge[both] == 1, 0, 3), np.where(judge[both] == 1, 1, 2))
    return np.bincount(index[both] * 4 + kind, minlength=4 * size).reshape(size, 4).astype(float)
