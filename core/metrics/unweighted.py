"""What figures say that count reviews alike though they were drawn with unlike chances: that they are no estimates.

`estimate` weighs by the chances of a draw (and so does a screened corpus); the other figures do not. Where everything
was drawn with the same chance they need not."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from galley.core.metrics import sampling
from galley.core.metrics.base import Row
from galley.core.metrics.sampling import AUDIT, FLAGS, STRATA
from galley.core.project import drawing
from galley.core.protocols.ownership import full
from galley.core.tasks import task_book

NOTE = (
    "What was reviewed of {what} was drawn with chances from {low:.2g} to {high:.2g}, and these figures count all"
    " reviews alike: they are no estimate of a rate. galley metrics estimate weighs by the chances."
)
NAMED = 3

Chances = Mapping[str, tuple[float, float]]
"""The lowest and the highest chance by criterion (scheme/id)."""


def unlike(connection: sqlite3.Connection) -> Chances:
    """The criteria of which cells were drawn with chances that differ. What was never drawn from has the chance 0."""
    found: dict[str, set[float]] = defaultdict(set)
    parts: dict[tuple[str, str, str, str], tuple[int, int]] = {}
    for each in sampling.draws(connection):
        name = f"{each.scheme}/{each.criterion}"
        if each.kind == STRATA:
            found[name] |= {chosen / left for _, left, chosen in each.groups if left}
            continue
        if each.kind not in (FLAGS, AUDIT):
            continue
        for kind in (FLAGS, AUDIT):
            drawn, of = parts.get((name, each.judge, each.level, kind), (0, 0))
            mine = kind == each.kind
            parts[name, each.judge, each.level, kind] = drawn + len(each.places) * mine, max(of, each.of * mine)
    for (name, _, _, _), (drawn, of) in parts.items():
        found[name].add(drawn / of if of else 0.0)
    tasks = task_book.read(connection)
    for made in drawing.draws(connection):
        if made.task in tasks.tasks:
            for asking in tasks.asks(tasks.tasks[made.task]):
                found[full(asking.criterion)] |= {group.chance for group in made.groups if group.of}
    return {name: (min(each), max(each)) for name, each in found.items() if max(each) - min(each) > 1e-9}


def note(chances: Chances, criteria: Iterable[str] | None = None) -> str:
    """The sentence for figures of these criteria (all unless said); "" where none of them was drawn so."""
    mine = sorted(chances if criteria is None else chances.keys() & {*criteria})
    if not mine:
        return ""
    what = ", ".join(mine[:NAMED]) + (f" and {len(mine) - NAMED} more" if len(mine) > NAMED else "")
    ends = [chances[name] for name in mine]
    return NOTE.format(what=what, low=min(low for low, _ in ends), high=max(high for _, high in ends))


def of_rows(connection: sqlite3.Connection, metric: Any, rows: Iterable[Row]) -> str:
    """The sentence for the rows of a metric; "" for one that weighs. A row of a roll-up is about whatever of its scheme
    was drawn, and so is one that names no criterion, of the schemes that its metric is about."""
    if getattr(metric, "weighs", False) or not (chances := unlike(connection)):
        return ""
    named: set[str] = set()
    schemes: set[str] = set(getattr(metric, "about", ()))
    for row in rows:
        if row.get("rollup"):
            schemes.add(row["scheme"])
        elif "criterion" in row:
            named.add(f"{row.get('scheme')}/{row['criterion']}")
        named |= {each for each in chances for axis in ("x", "y") if str(row.get(axis, "")).endswith(_id(each))}
    return note(chances, [name for name in chances if name in named or name.partition("/")[0] in schemes])


def _id(name: str) -> str:
    return f"verdict:{name.partition('/')[2]}"
