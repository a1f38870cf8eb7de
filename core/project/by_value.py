"""The order by value: the items in which errors are likeliest first, for who looks for errors.

What judges flag and how sure they are, how often their flags were right so far, how many judges agree, and how often
the systems of an item are flagged (``galley.core.stats.worth``, measured by ``make replay``). What is reviewed in this
order was not drawn, so no rate can be read from it: the project keeps since when it was used, and figures say so.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from datetime import UTC, datetime

from galley.core.columns import names
from galley.core.domain import JUDGES, ChangeSet

SETTING, VALUE = "by-value", "value"
"""The name of the setting; what a task and the command line call the order."""
HANDED = "worth most for finding errors"
NOTE = (
    "Since {day} items were reviewed in the order of value, to find errors: a figure from such reviews is no estimate"
    " of a rate."
)


def order(connection: sqlite3.Connection) -> list[int]:
    """The row ids of all items, those worth most first, alike ones as imported; about a second for a million flags."""
    import numpy as np

    from galley.core.stats.worth import SILENT, SYSTEM, WEIGHT, worth

    marks = ",".join("?" * len(JUDGES))
    flags: dict[int, dict[tuple[int, int, int], dict[int, float | None]]] = defaultdict(lambda: defaultdict(dict))
    flagged: dict[int, int] = defaultdict(int)
    for item, unit, criterion, target, judge, confidence in connection.execute(
        "SELECT item_id, unit_id, criterion_id, target_id, annotator_id, confidence FROM verdict"
        f" WHERE value = 'yes' AND annotator_id IN (SELECT id FROM annotator WHERE kind IN ({marks}))"
        + names.standing(connection),
        tuple(JUDGES),
    ):
        flags[criterion][item, unit, target][judge] = confidence
        flagged[target] += 1
    records = {
        (judge, criterion): (right, right + wrong, 0, 0)
        for judge, criterion, right, wrong in connection.execute(
            "SELECT annotator_id, criterion_id, sum(right), sum(wrong) FROM trust GROUP BY 1, 2"
        )
    }
    spoke: dict[int, set[int]] = defaultdict(set)
    for judge, criterion in connection.execute(
        f"SELECT DISTINCT annotator_id, criterion_id FROM judged JOIN annotator ON annotator.id = annotator_id"
        f" WHERE kind IN ({marks})",
        tuple(JUDGES),
    ):
        spoke[criterion].add(judge)
    gain: dict[int, float] = defaultdict(float)
    for criterion, cells in flags.items():
        judges = sorted(spoke[criterion].union(*cells.values()))
        said = np.array([[float(judge in cell) for judge in judges] for cell in cells.values()])
        sure = np.array([[_number(cell.get(judge)) for judge in judges] for cell in cells.values()])
        known = [records.get((judge, criterion), (0, 0, 0, 0)) for judge in judges]
        for (item, _, _), value in zip(cells, worth(said, sure, records=known).tolist(), strict=True):
            gain[item] += value - SILENT
    units: dict[int, int] = defaultdict(int)
    systems: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    of: dict[int, list[str]] = defaultdict(list)
    for item, document, system, count in connection.execute(
        "SELECT item_id, id, system, units FROM document WHERE role IN ('summary', 'table')"
    ):
        units[item] += count
        systems[system][0] += flagged[document]
        systems[system][1] += count
        of[item].append(system)
    mean = sum(each[0] for each in systems.values()) / max(sum(each[1] for each in systems.values()), 1)
    rates = {name: (many + WEIGHT * mean) / (count + WEIGHT) for name, (many, count) in systems.items()}

    def worth_of(item: int) -> float:
        own = gain[item] / max(units[item], 1)
        rest = sum(rates[name] for name in of[item]) / len(of[item]) if of[item] else mean
        return (1 - SYSTEM) * own + SYSTEM * rest

    every = [row for (row,) in connection.execute("SELECT id FROM item ORDER BY id")]
    return sorted(every, key=lambda item: (-round(worth_of(item), 12), item))


def _number(confidence: float | None) -> float:
    return float("nan") if confidence is None else confidence


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
