"""What the judges cost, and what an error cost that people confirmed.

A confirmed error is a flag that people found right (see ``trust``). Calls that were answered from an earlier run cost
nothing; calls of models without a known price are counted apart and make the sum a lower bound.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galley.core.domain import ItemId
from galley.core.metrics._parameters import Takes
from galley.core.metrics.base import Params, Reference, Result, Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.columns import count_judge_flags, find_confirmed_items, read_costs

COLUMNS = (
    *("judge", "model", "prompt", "criterion", "calls", "failed", "reused", "tokens_in", "tokens_out"),
    *("cost", "flags", "confirmed", "value", "why"),
)


class CostMetric:
    """See the module."""

    name = "cost"
    title = "Spend in US dollars, and spend per confirmed error, by judge, prompt and criterion"
    unit = "calls of a model"
    reference = Reference(
        measures="""Dollars spent by judge, prompt and criterion, and `value`: spent dollars over errors that people
        confirmed (see `trust`). Calls answered from an earlier run cost nothing.""",
        source="The price list of genai-prices.",
        interval="none",
        undefined="""Where no call has a known price, where nobody has confirmed one of the flags yet, and for a step
        that has no flags of its own.""",
        left_out="Calls of models without a known price; the sum is then a lower bound, and says so.",
    )
    takes = (Takes(("judges", "criteria")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each judge (``criterion`` is None), then one for each criterion or step its calls asked about.
        ``value`` is US dollars a confirmed error; it has no interval."""
        reader = CellReader(connection, params)
        judge_names = {reader.annotator(row).name for row in reader.judges} if params.judges else None
        rows: list[Row] = []
        unpriced = 0
        criterion_names = {criterion.id for scheme in reader.schemes for criterion in scheme.criteria}
        for judge in read_costs(connection, by_part=False):
            if judge_names is None or judge["judge"] in judge_names:
                parts = [part for part in read_costs(connection, by_part=True) if part["_judge"] == judge["_judge"]]
                unpriced += judge["unpriced"]
                for row in [judge, *parts]:
                    asked_part = row.pop("part", None)
                    if params.criteria and asked_part not in params.criteria:
                        continue
                    rows.append(
                        _row(connection, row, asked_part, asked_part if asked_part in criterion_names else None)
                    )
        left_out = {"calls without a known price": unpriced} if unpriced else {}
        note = "No judge has been run from this project, so nothing was spent."
        return Result(self.name, "gold", rows, left_out, COLUMNS, () if rows else (note,))


def _row(connection: Connection, spent: dict[str, Any], asked_part: str | None, criterion: str | None) -> Row:
    judge = spent.pop("_judge")
    unpriced = spent.pop("unpriced")
    row: Row = {"judge": spent.pop("judge"), "model": spent.pop("model"), "prompt": spent.pop("prompt")}
    row |= {"criterion": asked_part} | spent
    criteria = None if not criterion else [c.row for c in names.criteria(connection).values() if c.id == criterion]
    row["flags"], row["confirmed"] = count_judge_flags(connection, judge, criteria)
    row["value"], row["why"] = None, ""
    if row["cost"] is None:
        row["why"] = "Undefined because no call has a known price."
    elif asked_part and not criterion:
        row["why"] = f"Undefined because {asked_part} is a step and not a criterion with flags of its own."
    elif not row["confirmed"]:
        row["why"] = "Undefined because nobody has confirmed one of its flags yet."
    else:
        row["value"] = row["cost"] / row["confirmed"]
        if unpriced:
            row["why"] = f"A lower bound because of calls without a known price: {unpriced:,}."
    if asked_part and not criterion:
        row["flags"] = row["confirmed"] = None
    return row


def items(connection: Connection, row: Mapping[str, Any]) -> list[ItemId]:
    """The items (row ids) behind a row: those with an error that people confirmed; where there is none, those that
    its calls were about."""
    return find_confirmed_items(connection, row["judge"], row["criterion"])


METRIC = CostMetric()
