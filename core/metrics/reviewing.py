"""What the reviewers did: how often they accept and override, over time, and how far the project is.

Only decisions that stand are counted. ``value`` is the share of accepted flags among those accepted or overridden.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.metrics._parameters import Takes
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, put
from galley.core.metrics.cell_arrays import CellReader
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.storage import slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns as column_queries
from galley.core.storage.queries.items import count_items

ACTIONS = {
    "accept": "accepted",
    "override": "overridden",
    "unsure": "unsure",
    "add": "added",
    "settle": "settled",
    "finish": "finished",
}
COLUMNS = ("reviewer", *ACTIONS.values(), "n", "value", "low", "high", "items", "why")


class ReviewingMetric:
    """See the module."""

    name = "reviewing"
    title = "What each reviewer accepted, overrode, added and finished, in all and by day"
    unit = "flags that were accepted or overridden"
    reference = Reference(
        measures="""What each reviewer accepted, overrode, added and finished, in all or (`--by time`) by day.
        `value` is accepted / (accepted + overridden), with the interval of a share by source document. Only
        decisions that stand are counted.""",
        source="A share.",
        interval="share by source document: logit with Student's t, CR2 variance; Wilson's where no variance is seen",
        undefined="Where no flag was accepted or overridden.",
        left_out="Decisions that were undone; they are not counted anywhere.",
    )
    layout = TableLayout(
        heads={"n": "decided flags", "value": "accepted of 100 flags"}, per_hundred=("value",),
        closing="{reviewer} accepts between {low} and {high} of 100 flags, from {n} decisions.",
    )  # fmt: skip
    takes = (Takes(("annotators",), ("time",)),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each reviewer; ``by`` time: for each reviewer and day (UTC), with the counts of that day and
        ``finished_so_far``. ``items`` are all items of the project."""
        reader = CellReader(connection, params)
        reviewers = {reader.find_annotator(name) for name in params.annotators}
        counts: dict[tuple[AnnotatorId, str], Counter[str]] = defaultdict(Counter)
        decided: dict[tuple[AnnotatorId, str], list[tuple[int, bool, int]]] = defaultdict(list)
        for one in column_queries.count_actions(connection, ACTIONS, params.by == "time"):
            if not reviewers or one.reviewer in reviewers:
                counts[one.reviewer, one.day][one.action] += one.number
                if one.action in ("accept", "override"):
                    decided[one.reviewer, one.day].append((one.item, one.action == "accept", one.number))
        items = count_items(connection)
        rows: list[Row] = []
        finished: Counter[AnnotatorId] = Counter()
        for (reviewer, at), done in sorted(counts.items()):
            row: Row = {"reviewer": reader.annotator(reviewer).name}
            if params.by == "time":
                row["at"] = at
            row |= {name: done[action] for action, name in ACTIONS.items()}
            finished[reviewer] += done["finish"]
            flags = np.array(decided[reviewer, at], dtype=np.int64).reshape(-1, 3)
            index = group_labels(reader.documents.origin_of(flags[:, 0]))[1]
            sums = by_document(index, flags[:, 1] * flags[:, 2], flags[:, 2])
            estimate = share(*sums, empty="no flag was accepted or overridden", confidence=params.confidence)
            row["n"] = estimate.n
            put(row, "value", estimate)
            row |= {"finished_so_far": finished[reviewer], "items": items, "why": estimate.why}
            rows.append(row)
        columns = ("reviewer", "at", *COLUMNS[1:]) if params.by == "time" else COLUMNS
        note = "This project has no decisions yet."
        if rows and slot_queries.holds_revoked(connection):
            note = "All answers count here, also revoked ones and those beyond the slots of a task."
            return Result(self.name, "", rows, {}, columns, (note,))
        return Result(self.name, "", rows, {}, columns, () if rows else (note,))


METRIC = ReviewingMetric()
