"""Which systems stand together: tiers of the overall figure in each pattern and over both, and the gap between them.

After KGDS, section 6.3 and figures 6 to 9, where three tiers are told apart by eye. Here they are the split
of the ranked figures into three (or fewer, where there are fewer different ones) with the smallest sum of squares
within the tiers (Fisher 1958); on the paper's own table 1 that gives the tiers of its figures. ``pattern`` is ebs-aos,
abs-aos, "both" (the mean of the two) or "gap" (the first less the second, which has no tiers: a small gap is a stable
system). Intervals are bootstrapped by item, paired between the patterns.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, Takes
from galley.core.metrics.base import Params, Reference, Result, Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import EXTRACT, WRITTEN, DiscussionGroup, groups_of
from galley.core.papers.kgds.metrics.scores import NOTHING, table
from galley.core.stats.macro import Floats, interval
from galley.core.storage.connection import Connection

BOTH, GAP = "both", "gap"
TIERS = 3
COLUMNS = ("pattern", "paradigm", "by", "judge", "system", "tier", "n", "value", "low", "high", "why")
_Found = tuple[float | None, Floats, int]


class KGDSTiers:
    """See the module."""

    name = "kgds-tiers"
    title = "Tiers of systems by overall figure, by pattern and over both, and the gap between (KGDS, figures 6-9)"
    unit = "summaries of a discussion"
    sample = "items"
    about = ("kgds-fact", "kgds-opinion", "kgds-paragraph")
    reference = Reference(
        measures="""Which systems stand together: the ranked overall figures, split into three tiers with the least
        sum of squares within them, by pattern and over both; `gap` is the difference between the patterns.""",
        source="""KGDS, section 6.3, figures 6 to 9, where tiers are distinguished by eye; the split is [Fisher's of
        1958](https://doi.org/10.1080/01621459.1958.10501479).""",
        interval="bootstrap of items, percentiles",
        undefined="""For a system of which no item has both a background and an opinion figure. The gap is there for
        systems in both patterns. With fewer than three different figures there are fewer tiers.""",
        left_out="Nothing of its own: what `kgds` leaves out has no part in it.",
    )
    takes = (Takes((*DOCUMENT_FILTERS, *BOOTSTRAP, "gold", "judges")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``. A row a page (pattern, paradigm, judge) and system, the best first."""
        return self.of(groups_of(CellReader(connection, params)), params)

    def of(self, groups: Sequence[DiscussionGroup], params: Params) -> Result:
        """The same from items that were read already."""
        if not groups:
            return Result(self.name, params.gold, [], {}, COLUMNS, (NOTHING,))
        whole = table(groups, params)
        pages: dict[tuple[str, str, str], dict[str, dict[str, _Found]]] = {}
        for number, group in enumerate(groups):
            column = whole.column(number, "op")
            value, resamples = whole.mean(column)
            page = pages.setdefault((group.paradigm, group.by, group.judge), {EXTRACT: {}, WRITTEN: {}})
            page[group.pattern][group.system] = (value, resamples, int(whole.draws.counts[column]))
        rows: list[Row] = []
        for (paradigm, by, judge), page in pages.items():
            shared_systems = [s for s in page[EXTRACT] if s in page[WRITTEN]]
            page[BOTH] = {s: _combine_estimates(page[EXTRACT][s], page[WRITTEN][s], 0.5, 0.5) for s in shared_systems}
            page[GAP] = {s: _combine_estimates(page[EXTRACT][s], page[WRITTEN][s], 1.0, -1.0) for s in shared_systems}
            for pattern, estimates in page.items():
                head = {"pattern": pattern, "paradigm": paradigm, "by": by, "judge": judge}
                rows += [head | row for row in _page(estimates, pattern != GAP, params.confidence)]
        return Result(self.name, params.gold, rows, {}, COLUMNS)


def _combine_estimates(first: _Found, second: _Found, one: float, two: float) -> _Found:
    value = None if first[0] is None or second[0] is None else one * first[0] + two * second[0]
    return value, one * first[1] + two * second[1], min(first[2], second[2])


def _page(estimates: dict[str, _Found], tiered: bool, confidence: float) -> list[Row]:
    systems = sorted(
        (s for s in estimates if estimates[s][0] is not None), key=lambda s: (-(estimates[s][0] or 0.0), s)
    )
    numbers = tiers([estimates[s][0] or 0.0 for s in systems]) if tiered else [None] * len(systems)
    rows: list[Row] = []
    for system, tier in zip(systems, numbers, strict=True):
        value, resamples, n = estimates[system]
        ends = interval(value, resamples, n, confidence)
        row: Row = {"system": system, "tier": tier, "n": n, "value": value, "low": ends.low, "high": ends.high}
        rows.append(row | {"why": ends.why})
    missing = "Undefined because no item has both a background and an opinion figure."
    nothing = {"tier": None, "n": 0, "value": None, "low": None, "high": None, "why": missing}
    return rows + [{"system": s, **nothing} for s in estimates if estimates[s][0] is None]


def tiers(values: Sequence[float], most: int = TIERS) -> list[int]:
    """The tier (from 1) of each of ``values``, which fall: the split into ``most`` runs with the smallest sum of
    squares within them; never more runs than there are different values, so that equals share a tier.

    >>> tiers([0.9, 0.88, 0.5, 0.1])
    [1, 1, 2, 3]
    """
    distinct = list(dict.fromkeys(values))
    if not distinct:
        return []
    weight = [sum(v == d for v in values) for d in distinct]
    runs, size = min(most, len(distinct)), len(distinct)

    def within(start: int, end: int) -> float:
        x, w = np.array(distinct[start:end]), np.array(weight[start:end], dtype=float)
        return float(w @ (x - (w @ x) / w.sum()) ** 2)

    best: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    for run in range(1, runs + 1):
        for end in range(run, size + 1):
            ways = [
                (best[run - 1, start][0] + within(start, end), (*best[run - 1, start][1], end))
                for start in range(run - 1, end)
                if (run - 1, start) in best
            ]
            best[run, end] = min(ways)
    ends = best[runs, size][1]
    number = {value: next(t for t, end in enumerate(ends, 1) if at < end) for at, value in enumerate(distinct)}
    return [number[value] for value in values]


METRIC = KGDSTiers()
