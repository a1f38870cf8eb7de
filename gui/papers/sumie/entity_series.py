"""What the charts of entity tables share: rows read once, names of series, marks that lead to their entities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from galley.core.metrics.base import Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.sumie.metrics.scores import ALL, FIGURES, REVIEWED, scores
from galley.core.storage.connection import Connection
from galley.gui.charts.base import ChartRequest, Mark
from galley.gui.charts.chart_marks import mark
from galley.gui.translation import tr

GROUP = tr("Papers")
CHIPS = ("pair", "judge", "system", "source", "split", "gold", "only-gold")
NEEDS = tr(
    "This chart needs tables of entities that were judged: run sumie-update or sumie-merge to write them"
    " and sumie-evaluate to check them."
)
NAMED = {"f1": "F1", "precision": tr("Precision"), "recall": tr("Recall")}
PAGES = {NAMED[figure]: figure for figure in ("f1", "precision", "recall")}
assert set(NAMED) == set(FIGURES)


def read(connection: Connection, ask: ChartRequest, split: str = "") -> tuple[list[Row], dict[str, int]]:
    """The rows under the chips and what was left out; each row has a ``series``."""
    rows, left_out = scores(CellReader(connection, ask.params()), split)
    judges = {row["judge"] for row in rows if row["by"] != REVIEWED}
    for row in rows:
        who = tr("reviewed") if row["by"] == REVIEWED else row["judge"] if len(judges) > 1 else ""
        row["series"], row["every"] = ", ".join(part for part in (row["system"], who) if part), ask.every_system
    return rows, left_out


def names(rows: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The series in order: the project's systems as they came, so that each keeps its marker whatever the chips leave
    out; then what more there is."""
    rows = list(rows)
    every = [name for row in rows[:1] for name in row.get("every", ())]
    return tuple(dict.fromkeys([*every, *(str(row["series"]) for row in rows)]))


def entity_mark(row: Row, figure: str, place: int, about: str) -> Mark:
    """A figure of a row; a click leads to its entities, the lowest F1 first."""
    leads = {**row, "name": about}
    return mark(leads, figure, place, about, "percent")


def turn_words(row: Mapping[str, Any]) -> str:
    """The turn in words."""
    return tr("all turns") if row["turn"] == ALL else tr("turn {turn}", turn=row["turn"])


def all_turn_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows over all turns."""
    return [row for row in rows if row["turn"] == ALL]
