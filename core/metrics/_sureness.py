"""How sure a judge says it is of a yes in each cell: what the metric ``confidence``, ``calibrate`` and trials read."""

from __future__ import annotations

import sqlite3

import numpy as np

from galley.core.metrics._documents import Floats
from galley.core.metrics.cell_arrays import Cells

_ONE_VOTE = "coalesce(votes, '') IN ('0/1', '1/1') AND confidence IN (0, 1)"


def one_vote(connection: sqlite3.Connection, annotator: int) -> bool:
    """Whether verdicts of this judge rest on one vote each, and on nothing that would say how sure it is."""
    return bool(
        connection.execute(
            f"SELECT 1 FROM verdict WHERE annotator_id = ? AND {_ONE_VOTE} LIMIT 1", (annotator,)
        ).fetchone()
    )


def sureness(connection: sqlite3.Connection, cells: Cells, annotator: int) -> Floats:
    """From 0 to 1, NaN where the judge gave no yes or no, or no confidence with it; that of a no is turned round. Where
    it was asked once its vote is no confidence (1 of 1), unless the server told how likely the answer was."""
    state = cells.column(annotator)
    found = np.full(len(state), np.nan)
    rows = connection.execute(
        f"SELECT unit_id, target_id, confidence FROM verdict WHERE annotator_id = ? AND NOT ({_ONE_VOTE})"
        " AND confidence BETWEEN 0 AND 1"
        f" AND criterion_id IN ({', '.join(map(str, cells.question.rows))})",
        (annotator,),
    )
    said = {(unit, target): confidence for unit, target, confidence in rows}
    for place, cell in enumerate(zip(cells.unit.tolist(), cells.target.tolist(), strict=True)):
        if state[place] >= 0 and cell in said:
            found[place] = said[cell] if state[place] == 1 else 1 - said[cell]
    return found
