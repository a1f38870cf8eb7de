"""From a figure back to the items whose cells it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galley.core.domain import AnnotatorId
from galley.core.metrics import _passes, correlation, cost, diagnosis, trust
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.drilldown import behind
from galley.core.storage.connection import Connection
from galley.core.storage.queries.decisions import DecisionSelection, find_decided_items
from galley.core.storage.slot_queries import read_people
from galley.gui.charts import confusion_chart
from galley.gui.charts.base import ChartRequest
from galley.gui.translation import tr


def items(connection: Connection, row: Mapping[str, Any], ask: ChartRequest) -> tuple[int, ...]:
    """The items (row ids) behind a mark under the chips.

    A row names them itself ("items"), or the reviewer whose decisions it counts ("reviewer" and "actions", perhaps
    "until" a minute), or two criteria that were confused or one that either marks ("pair"), two scores ("x" and "y"),
    how many of a judge's decided flags ("first"), the judge that spent money ("spent_by"), who answered anything
    ("answered_by") or finished items "twice", or is a metric's row of which "outcome" may narrow the cells. A row that
    names none of these and no criterion (as of a metric over texts) leads to none.
    """
    if "items" in row and not isinstance(row["items"], int):
        return tuple(row["items"])
    if "actions" in row:
        selection = DecisionSelection(
            reviewers=[AnnotatorId(who) for who, name in read_people(connection).items() if name == row["reviewer"]],
            actions=row["actions"],
            until=f"{row['until']}~" if row.get("until") else "",  # to the end of the minute
            undone=False,
        )
        return tuple(sorted({item for _, item in find_decided_items(connection, selection)}))
    if "pair" in row:
        return confusion_chart.items(connection, row, ask)
    if "x" in row and "y" in row:
        return tuple(correlation.items(connection, ask.params(), row["x"], row["y"]))
    if "first" in row:
        return tuple(trust.find_decided_items(connection, ask.params(), row, row["first"]))
    if "twice" in row:
        return tuple(_passes.items(CellReader(connection, ask.params()), row["twice"]))
    if "answered_by" in row:
        who = (diagnosis.find_answered_items(connection, ask.params(), annotator) for annotator in row["answered_by"])
        return tuple(sorted(set().union(*who)))
    if "spent_by" in row:
        return tuple(cost.items(connection, row))
    if "criterion" not in row:
        return ()
    return tuple(behind(connection, ask.params(), row, str(row.get("outcome", ""))).items)


def words(row: Mapping[str, Any]) -> str:
    """A few words for the queue: "Missed turn, gpt-4o"."""
    if "said" in row and "pair" in row:
        return tr("gold: {gold}, {judge}: {said}", gold=row["gold"], judge=row["judge"], said=row["said"])
    if "x_name" in row:
        return tr("{one} and {other}", one=row["x_name"], other=row["y_name"])
    about = row.get("name") or row.get("criterion") or row.get("about")
    parts = [about, row.get("judge"), row.get("system"), row.get("reviewer")]
    return ", ".join(str(part) for part in parts if part)
