"""Do better backgrounds go with better opinion summaries? Correlated over systems.

After KGDS, section 6.2, figures 4 and 5: a point is a system with the mean F1 of its backgrounds and the
mean recall of its opinions, in one pattern and paradigm and by one judge (or reviewed).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from galley.core.metrics._parameters import DOCUMENT_FILTERS, Takes
from galley.core.metrics.base import Params, Reference, Result, Row, put
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import FIGURES, DiscussionGroup, groups_of
from galley.core.papers.kgds.metrics.scores import NOTHING
from galley.core.stats.correlation_coefficients import KINDS, correlation
from galley.core.storage.connection import Connection

COLUMNS = ("pattern", "paradigm", "by", "judge", "x", "y", "coefficient", "n", "value", "p", "low", "high", "why")


class KGDSCorrelation:
    """See the module."""

    name = "kgds-correlation"
    title = "Correlation of background and opinion quality over systems, by pattern (KGDS, figures 4 and 5)"
    unit = "systems"
    sample = "systems"
    about = ("kgds-fact", "kgds-opinion", "kgds-paragraph")
    reference = Reference(
        measures="""Whether better backgrounds go with better opinion summaries: a point is a system, with its mean
        background F1 and its mean opinion recall; Pearson, Spearman and Kendall over systems, in each pattern and
        paradigm.""",
        source="KGDS, section 6.2, figures 4 and 5.",
        interval="Fisher's z over systems",
        undefined="With fewer than three systems, or where one of the figures is the same for all.",
        left_out="Nothing of its own: what `kgds` leaves out has no part in it.",
    )
    takes = (Takes((*DOCUMENT_FILTERS, "gold", "judges"), coefficients=KINDS),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``. A row a pattern, paradigm, judge and coefficient."""
        return self.of(groups_of(CellReader(connection, params)), params)

    def of(self, groups: Sequence[DiscussionGroup], params: Params) -> Result:
        """The same from items that were read already."""
        pages: dict[tuple[str, str, str, str], list[DiscussionGroup]] = {}
        for group in groups:
            pages.setdefault((group.pattern, group.paradigm, group.by, group.judge), []).append(group)
        rows: list[Row] = []
        for (pattern, paradigm, by, judge), page_groups in pages.items():
            points = [point for group in page_groups if (point := means(group)) is not None]
            x, y = (np.array([point[axis] for point in points]) for axis in (0, 1))
            for kind in params.coefficients or KINDS:
                row: Row = {"pattern": pattern, "paradigm": paradigm, "by": by, "judge": judge, "coefficient": kind}
                row |= {"x": "bsp-f1" if pattern == "ebs-aos" else "kbsaf-f1", "y": "cao"}
                estimate = correlation(x, y, kind, params.confidence)
                put(row, "value", estimate)
                row["p"], row["n"], row["why"] = estimate.p, estimate.n, estimate.why
                rows.append(row)
        return Result(self.name, params.gold, rows, {}, COLUMNS, () if rows else (NOTHING,))


def means(group: DiscussionGroup) -> tuple[float, float] | None:
    """(mean F1 of the background, mean recall of the opinions), or None where one of them is undefined."""
    pair = []
    for figure in ("f1", "cao"):
        place = FIGURES.index(figure)
        finite = np.isfinite(group.values[:, place])
        if not finite.any():
            return None
        weight = None if group.weights is None else group.weights[finite, place]
        pair.append(float(np.average(group.values[finite, place], weights=weight)))
    return pair[0], pair[1]


METRIC = KGDSCorrelation()
