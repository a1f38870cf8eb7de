"""What the reviewers did: how often they accept and override, over time, and how far the project is.

Only decisions that stand are counted. ``value`` is the share of accepted flags among those accepted or overridden.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict

from galley.core.metrics._takes import Takes
from galley.core.metrics.base import Params, Result, Row, put
from galley.core.metrics.cell_arrays import CellReader
from galley.core.stats.intervals import proportion
from galley.core.storage import slot_queries

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
    sample = "flags"
    takes = (Takes(("annotators",), ("time",)),)

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each reviewer; ``by`` time: for each reviewer and day (UTC), with the counts of that day and
        ``finished_so_far``. ``items`` are all items of the project."""
        reader = CellReader(connection, params)
        wanted = {reader.named(name) for name in params.annotators}
        day = "substr(at, 1, 10)" if params.by == "time" else "''"
        counts: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
        for reviewer, at, action, count in connection.execute(
            f"SELECT reviewer_id, {day}, action, count(*) FROM decision"
            f" WHERE action IN ({','.join('?' * len(ACTIONS))}) AND id NOT IN (SELECT decision_id FROM undone)"
            " GROUP BY 1, 2, 3",
            tuple(ACTIONS),
        ):
            if not wanted or reviewer in wanted:
                counts[reviewer, at][action] = count
        items = connection.execute("SELECT count(*) FROM item").fetchone()[0]
        rows: list[Row] = []
        finished: Counter[int] = Counter()
        for (reviewer, at), done in sorted(counts.items()):
            row: Row = {"reviewer": reader.annotator(reviewer).name}
            if params.by == "time":
                row["at"] = at
            row |= {name: done[action] for action, name in ACTIONS.items()}
            finished[reviewer] += done["finish"]
            found = proportion(
                done["accept"], done["accept"] + done["override"], empty="no flag was accepted or overridden"
            )
            row["n"] = found.n
            put(row, "value", found)
            row |= {"finished_so_far": finished[reviewer], "items": items, "why": found.why}
            rows.append(row)
        columns = ("reviewer", "at", *COLUMNS[1:]) if params.by == "time" else COLUMNS
        note = "Nobody has decided anything in this project yet."
        if rows and slot_queries.holds_revoked(connection):
            note = "All work is counted here, also answers that were taken back or are beyond the slots of a task."
            return Result(self.name, "", rows, {}, columns, (note,))
        return Result(self.name, "", rows, {}, columns, () if rows else (note,))


METRIC = ReviewingMetric()
