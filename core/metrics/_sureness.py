"""How sure a judge is of an error in each cell."""

from __future__ import annotations

import numpy as np

from galley.core.metrics._documents import Floats
from galley.core.metrics.cells import Cells, Reader


def sureness(reader: Reader, cells: Cells, judge: int) -> Floats:
    """The judge's confidence in a yes on each cell, NaN where there is none."""
    found = np.full(len(cells.unit), np.nan)
    rows = reader.connection.execute(
        "SELECT unit_id, target_id, CASE value WHEN 'yes' THEN confidence ELSE 1 - confidence END FROM verdict"
        " WHERE annotator_id = ? AND criterion_id = ? AND confidence IS NOT NULL AND value IN ('yes', 'no')",
        (judge, cells.question.members[0].row),
    ).fetchall()
    places = {key: n for n, key in enumerate(zip(cells.unit.tolist(), cells.target.tolist(), strict=True))}
    for unit, target, confidence in rows:
        place = places.get((unit, target))
        if place is not None and 0 <= confidence <= 1:
            found[place] = confidence
    return found
