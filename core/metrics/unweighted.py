"""What figures say that count reviews alike though they were drawn with unlike chances: that they are no estimates.

`estimate` weighs by the chances of a draw (and so does a screened corpus); the other figures do not. Where everything
was drawn with the same chance they need not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from galley.core.definitions.task_owners import full
from galley.core.metrics import sampling
from galley.core.metrics.base import Row
from galley.core.metrics.sampling import AUDIT, FLAGS, STRATA
from galley.core.review import task_draws
from galley.core.storage.connection import Connection
from galley.core.tasks.task_book import read_task_book

NOTE = (
    "The reviewed units of {what} were drawn with probabilities from {low:.2g} to {high:.2g}. These figures do not"
    " weight them, so they do not estimate a rate; galley metrics estimate does."
)
NAMED = 3

Chances = Mapping[str, tuple[float, float]]
"""The lowest and the highest chance by criterion (scheme/id)."""


def unlike(connection: Connection) -> Chances:
    """The criteria of which cells were drawn with chances that differ. What was never drawn from has the chance 0."""
    chances_by_criterion: dict[str, set[float]] = defaultdict(set)
    parts: dict[tuple[str, str, str, str], tuple[int, int]] = {}
    for draw in sampling.draws(connection):
        name = f"{draw.scheme}/{draw.criterion}"
        if draw.kind == STRATA:
            chances_by_criterion[name] |= {drawn_count / size for _, size, drawn_count in draw.groups if size}
            continue
        if draw.kind not in (FLAGS, AUDIT):
            continue
        for kind in (FLAGS, AUDIT):
            drawn_count, of = parts.get((name, draw.judge, draw.level, kind), (0, 0))
            is_kind = kind == draw.kind
            parts[name, draw.judge, draw.level, kind] = (
                drawn_count + len(draw.places) * is_kind,
                max(of, draw.of * is_kind),
            )
    for (name, _, _, _), (drawn_count, of) in parts.items():
        chances_by_criterion[name].add(drawn_count / of if of else 0.0)
    tasks = read_task_book(connection)
    for task_draw in task_draws.draws(connection):
        if task_draw.task in tasks.tasks:
            for asking in tasks.asks(tasks.tasks[task_draw.task]):
                chances_by_criterion[full(asking.criterion)] |= {group.chance for group in task_draw.groups if group.of}
    return {
        name: (min(chances), max(chances))
        for name, chances in chances_by_criterion.items()
        if max(chances) - min(chances) > 1e-9
    }


def note(chances: Chances, criteria: Iterable[str] | None = None) -> str:
    """The sentence for figures of these criteria (all unless said); "" where none of them was drawn so."""
    differing = sorted(chances if criteria is None else chances.keys() & {*criteria})
    if not differing:
        return ""
    what = ", ".join(differing[:NAMED]) + (f" and {len(differing) - NAMED} more" if len(differing) > NAMED else "")
    ends = [chances[name] for name in differing]
    return NOTE.format(what=what, low=min(low for low, _ in ends), high=max(high for _, high in ends))


def of_rows(connection: Connection, metric: Any, rows: Iterable[Row]) -> str:
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
        named |= {name for name in chances for axis in ("x", "y") if str(row.get(axis, "")).endswith(_id(name))}
    return note(chances, [name for name in chances if name in named or name.partition("/")[0] in schemes])


def _id(name: str) -> str:
    return f"verdict:{name.partition('/')[2]}"
