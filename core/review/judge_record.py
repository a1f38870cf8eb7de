"""A judge's record on a criterion, from what people decided and said so far."""

from __future__ import annotations

import sqlite3
from collections import Counter

from galley.core.stats.intervals import proportion
from galley.core.stats.result import Estimate, undefined_estimate
from galley.core.storage.source_documents import find_origins


def precision(connection: sqlite3.Connection, judge: int, criterion: int) -> Estimate:
    """The share of this judge's flags on this criterion that people found right, with a 95 % interval by source
    document.

    A flag counts once its cell has gold or a strict majority of the humans. Undefined before the first one.
    """
    rows = connection.execute(
        "SELECT item_id, right, wrong FROM trust WHERE annotator_id = ? AND criterion_id = ? AND right + wrong > 0",
        (judge, criterion),
    ).fetchall()
    empty = "nobody has decided one of its flags on this criterion yet"
    if not rows:
        return undefined_estimate(empty)
    from galley.core.stats.clusters import share  # numpy, which a start needs nothing of

    right: Counter[int] = Counter()
    cells: Counter[int] = Counter()
    for origin, (_, yes, no) in zip(find_origins(connection, [row[0] for row in rows]), rows, strict=True):
        right[origin] += yes
        cells[origin] += yes + no
    return share([right[origin] for origin in cells], list(cells.values()), empty=empty)


def sound(connection: sqlite3.Connection, judge: int, criterion: int) -> Estimate:
    """The share of this judge's reasons on this criterion that people found correct, with a 95 % Wilson interval.

    Each opinion of each person counts (see the scheme ``explanation``). Undefined before the first one.
    """
    correct, count = connection.execute(
        # from the opinions on: there are far fewer of them than flags
        "SELECT coalesce(sum(reason.value = 'correct'), 0), count(*) FROM reason CROSS JOIN verdict"
        " ON verdict.id = verdict_id WHERE verdict.annotator_id = ? AND criterion_id = ?",
        (judge, criterion),
    ).fetchone()
    return proportion(correct, count, empty="nobody has judged one of its reasons on this criterion yet")
