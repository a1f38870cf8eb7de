"""The order by value: the items in which errors are likeliest first, for who looks for errors.

What judges flag and how sure they are, how often their flags were right so far, how many judges agree, and how often
the systems of an item are flagged (``make replay`` measures it). What is reviewed in this order was not drawn, so no
rate can be read from it: the project keeps since when it was used, and figures say so.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from galley.core.domain import ChangeSet
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.connection import Connection
from galley.core.storage.queries import item_queue, read_setting
from galley.core.storage.queries.decisions import DecisionSelection, count_decisions
from galley.core.storage.queries.settings import write_setting

if TYPE_CHECKING:  # it names arrays; numpy is loaded when the order is asked for
    from galley.core.storage.cached_columns import Table

SETTING, VALUE = "by-value", "value"
"""The name of the setting; what a task and the command line call the order."""
PRIORITY_LABEL = "worth most for finding errors"
NOTE = "Since {day} items were reviewed by priority, to find errors: figures from such reviews do not estimate a rate."
FLAG, UNMARKED, WEIGHT = 0.5, 0.1, 4.0
"""What a flag and a silence are taken for before the judge has a record, and how many decided cells that is worth."""
SYSTEM = 0.25
"""How much the rate of the system counts beside what was said of the cell itself."""


def order(connection: Connection, column_cache: ColumnCache | None = None) -> Table:
    """The row ids of all items, those worth most first, alike ones as imported: about a second for 300,000 flags the
    first time, then a few hundredths by what ``kept`` holds."""
    import numpy as np

    column_cache = column_cache or ColumnCache()
    columns = item_queue.read_priority_columns(connection, column_cache)
    every, flags = columns.items, columns.flags
    item, speaker, target = flags[:3].astype(np.int64)
    _, who, right, wrong = columns.record
    home, document, units, system = columns.texts
    size = 1 + max(row_ids.max(initial=0) for row_ids in (every, item, home))
    spoke = np.zeros(columns.bounds, dtype=bool)
    spoke.flat[speaker] = True
    for pair in columns.covering:
        spoke[pair] = True
    hits, misses = (np.bincount(who, weights=counts, minlength=spoke.size) for counts in (right, wrong))
    # what a flag of each judge on each criterion is worth by the judge's record, or as sure as it says besides
    trust, sure = ((hits + WEIGHT * FLAG) / (hits + misses + WEIGHT))[speaker], flags[3]
    trust = np.where(np.isnan(sure), trust, (trust + np.nan_to_num(sure)) / 2)
    # the mean over the judges of a criterion, less what an implicit no of them all is worth
    among = np.broadcast_to(spoke.sum(axis=0), spoke.shape).ravel()[speaker]
    gain = np.bincount(item, weights=(trust - UNMARKED) / among, minlength=size)
    code = np.full(1 + max(document.max(initial=0), target.max(initial=0)), -1)
    code[document] = system
    target_systems, systems = code[target], system.max(initial=-1) + 1
    count = np.bincount(system, weights=units, minlength=systems)
    flagged = np.bincount(target_systems[target_systems >= 0], minlength=systems)
    mean = flagged.sum() / max(count.sum(), 1)
    rates = (flagged + WEIGHT * mean) / (count + WEIGHT)
    texts = np.bincount(home, minlength=size)
    rest = np.full(size, mean)
    np.divide(np.bincount(home, weights=rates[system], minlength=size), texts, out=rest, where=texts > 0)
    own = gain / np.maximum(np.bincount(home, weights=units, minlength=size), 1)
    priority = ((1 - SYSTEM) * own + SYSTEM * rest)[every]
    ordered_items: Table = every[np.argsort(-priority.round(12), kind="stable")]
    return ordered_items


def record_use(connection: Connection) -> tuple[None, ChangeSet]:
    """Keep that the order is used from now on (a job for the writer); what was kept before stands."""
    used_at = datetime.now(UTC).isoformat(timespec="microseconds")
    new = write_setting(connection, SETTING, json.dumps(used_at), replace=False)
    return None, ChangeSet(settings=new)


def since(connection: Connection) -> str:
    """The day since which items were reviewed in this order; "" where nobody decided anything in it."""
    text = read_setting(connection, SETTING)
    if text is None:
        return ""
    at = str(json.loads(text))
    selection = DecisionSelection(actions=("accept", "override", "unsure", "add", "finish"), since=at, undone=False)
    return at[:10] if count_decisions(connection, selection, most=1) else ""


def note(connection: Connection) -> str:
    """What figures from such reviews say; "" where there are none."""
    day = since(connection)
    return NOTE.format(day=day) if day else ""
