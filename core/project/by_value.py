"""The order by value: the items in which errors are likeliest first, for who looks for errors.

What judges flag and how sure they are, how often their flags were right so far, how many judges agree, and how often
the systems of an item are flagged (``galley.core.stats.worth``, measured by ``make replay``). What is reviewed in this
order was not drawn, so no rate can be read from it: the project keeps since when it was used, and figures say so.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Sequence, Set
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING

from galley.core.columns import names
from galley.core.domain import JUDGES, ChangeSet

if TYPE_CHECKING:  # numpy is loaded when the order is asked for
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.float64]

_JUDGES = f"kind IN ({', '.join(repr(kind.value) for kind in sorted(JUDGES))})"
MANY = 2_000
"""Changed items from which on all is read again."""
SETTING, VALUE = "by-value", "value"
"""The name of the setting; what a task and the command line call the order."""
HANDED = "worth most for finding errors"
NOTE = (
    "Since {day} items were reviewed in the order of value, to find errors: a figure from such reviews is no estimate"
    " of a rate."
)


class ByValue:
    """What the order needs of a project, kept for the next time; then only what ``changed`` since is read again. Every
    method may be called in any thread."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._systems: dict[str, int] = {}
        self._stale: set[int] | None = None
        self._lock = Lock()

    def changed(self, changes: ChangeSet) -> None:
        """Something was written."""
        with self._lock:
            if changes.structure or len(changes.items) > MANY or self._stale is None:
                self._stale = None
            else:
                self._stale = self._stale | changes.items

    def order(self, connection: sqlite3.Connection) -> array[int]:
        """The row ids of all items, those worth most first, alike ones as imported: about a second for 300,000 flags
        the first time, then a few hundredths."""
        with self._lock:
            stale, self._stale = self._stale, set()
        try:
            if stale is None or stale:
                self._read(connection, stale)
            return self._ranked(connection)
        except BaseException:  # a read that is wanted no more is broken off anywhere
            with self._lock:
                self._stale = None
            raise

    def _read(self, connection: sqlite3.Connection, items: Set[int] | None) -> None:
        import numpy as np

        def keep(name: str, now: Table) -> None:
            if items is not None:
                before = self._tables[name]
                stays = np.isin(before[0].astype(np.int64), list(items), invert=True, kind="table")
                now = np.hstack([before[:, stays], now])
            self._tables[name] = now

        among = "" if items is None else f" AND item_id IN ({','.join(map(str, items))})"
        flags = f"value = 'yes' AND +annotator_id IN (SELECT id FROM annotator WHERE {_JUDGES})"
        flags += names.standing(connection) + among
        about = ("item_id", "annotator_id", "criterion_id")
        keep("flags", _columns(connection, (*about, "target_id", "coalesce(confidence, 'nan')"), "verdict", flags))
        keep("trust", _columns(connection, (*about, "right", "wrong"), "trust", f"right + wrong > 0{among}"))
        documents = [np.empty((4, 0))]
        texts = f"role IN ('summary', 'table'){among}"
        for (system,) in connection.execute(f"SELECT DISTINCT system FROM document WHERE {texts}").fetchall():
            read = ("item_id", "id", "units", str(self._systems.setdefault(system, len(self._systems))))
            documents.append(_columns(connection, read, "document", f"{texts} AND system = ?", system))
        keep("documents", np.hstack(documents))
        if items is None:
            self._tables["items"] = np.sort(_columns(connection, ("id",), "item", "1"))

    def _ranked(self, connection: sqlite3.Connection) -> array[int]:
        import numpy as np

        from galley.core.stats.worth import FLAG, SILENT, SYSTEM, WEIGHT

        item, judge, criterion, target = self._tables["flags"][:4].astype(np.int64)
        sure = self._tables["flags"][4]
        home, document, units, system = self._tables["documents"].astype(np.int64)
        _, who, what = self._tables["trust"][:3].astype(np.int64)
        every = self._tables["items"][0].astype(np.int64)
        size = 1 + max(each.max(initial=0) for each in (every, item, home))
        known = "SELECT (SELECT max(id) FROM annotator) + 1, (SELECT max(id) FROM criterion) + 1"
        spoke = np.zeros(connection.execute(known).fetchone(), dtype=bool)
        spoke[judge, criterion] = True
        for pair in connection.execute(
            f"SELECT annotator.id, criterion.id FROM annotator JOIN criterion WHERE {_JUDGES} AND EXISTS"
            " (SELECT 1 FROM judged WHERE annotator_id = annotator.id AND criterion_id = criterion.id)"
        ):
            spoke[pair] = True
        place = np.ravel_multi_index((who, what), spoke.shape)
        right, wrong = (
            np.bincount(place, weights=each, minlength=spoke.size).reshape(spoke.shape)
            for each in self._tables["trust"][3:]
        )
        # what a flag of each judge on each criterion is worth by the judge's record, or as sure as it says besides
        said = ((right + WEIGHT * FLAG) / (right + wrong + WEIGHT))[judge, criterion]
        said = np.where(np.isnan(sure), said, (said + np.nan_to_num(sure)) / 2)
        # the mean over the judges of a criterion, less what silence of them all is worth
        gain = np.bincount(item, weights=(said - SILENT) / spoke.sum(axis=0)[criterion], minlength=size)
        code = np.full(1 + max(document.max(initial=0), target.max(initial=0)), -1)
        code[document] = system
        mine = code[target]
        count = np.bincount(system, weights=units, minlength=len(self._systems))
        flagged = np.bincount(mine[mine >= 0], minlength=len(self._systems))
        mean = flagged.sum() / max(count.sum(), 1)
        rates = (flagged + WEIGHT * mean) / (count + WEIGHT)
        texts = np.bincount(home, minlength=size)
        rest = np.full(size, mean)
        np.divide(np.bincount(home, weights=rates[system], minlength=size), texts, out=rest, where=texts > 0)
        own = gain / np.maximum(np.bincount(home, weights=units, minlength=size), 1)
        worth = ((1 - SYSTEM) * own + SYSTEM * rest)[every]
        return array("q", every[np.argsort(-worth.round(12), kind="stable")].tobytes())


def order(connection: sqlite3.Connection) -> array[int]:
    """The row ids of all items, those worth most first, alike ones as imported."""
    return ByValue().order(connection)


def _columns(
    connection: sqlite3.Connection, read: Sequence[str], table: str, where: str, *values: str
) -> Table:
    """Columns of numbers, each as one text, which is quicker than as rows."""
    import numpy as np

    texts = ", ".join(f"group_concat({each})" for each in read)
    row = connection.execute(f"SELECT {texts} FROM {table} WHERE {where}", values).fetchone()
    return np.array([np.fromstring(text or "", sep=",") for text in row])


def used(connection: sqlite3.Connection) -> tuple[None, ChangeSet]:
    """Keep that the order is used from now on (a job for the writer); what was kept before stands."""
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    new = connection.execute(
        "INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)", (SETTING, json.dumps(now))
    ).rowcount
    return None, ChangeSet(settings=bool(new))


def since(connection: sqlite3.Connection) -> str:
    """The day since which items were reviewed in this order; "" where nobody decided anything in it."""
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
    if row is None:
        return ""
    at = str(json.loads(row[0]))
    decided = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM decision WHERE at >= ? AND action IN ('accept', 'override', 'unsure', 'add',"
        " 'finish') AND id NOT IN (SELECT decision_id FROM undone))",
        (at,),
    ).fetchone()[0]
    return at[:10] if decided else ""


def note(connection: sqlite3.Connection) -> str:
    """What figures from such reviews say; "" where there are none."""
    day = since(connection)
    return NOTE.format(day=day) if day else ""
