"""What each step of a KGDS study cost: the rows of the paper's table 3, over all models (KGDS, ethics statement).

A step is a method and what it asked. Calls that an earlier run had paid for cost nothing again. ``--set price=IN,OUT``
(dollars for a million tokens in and out) prices the calls of models that have no list price; without it they are
counted (``unpriced``) and make the sum a lower bound.
"""

from __future__ import annotations

import math

from galley.core.errors import InputError
from galley.core.metrics._parameters import Takes
from galley.core.metrics.base import Params, Reference, Result, Row, settings
from galley.core.storage.connection import Connection
from galley.core.storage.queries.kgds import read_step_calls

STEPS = (
    ("atomic fact decomposition", "kgds-decompose", "facts P%"),
    ("conflicting fact masking", "kgds-decompose", "masking%"),
    ("opinion drafts", "kgds-decompose", "opinions"),
    ("structured prompt", "kgds-summarize", "___-aos"),
    ("reflection instruction", "kgds-summarize", "% self-reflection"),
    ("atomic fact verification", "kgds-verify", "facts%"),
    ("atomic opinion verification", "kgds-verify", "opinions"),
    ("fine-grained error detection", "kgds-opinion-errors", "%"),
    ("feedback judgement", "kgds-feedback", "%"),
)
"""Each step with its method and what its calls ask (a pattern of SQL's LIKE)."""
TOTAL = "total"
COLUMNS = ("step", "models", "calls", "failed", "reused", "tokens_in", "tokens_out", "unpriced", "value", "why")
NOTHING = "No method of KGDS has been run from this project, so nothing was spent."
STANDARD = {"price": ""}


class KGDSCost:
    """See the module."""

    name = "kgds-cost"
    title = "What each step of a KGDS study cost in US dollars, with a price of one's own if need be (KGDS, table 3)"
    unit = "calls of a model"
    reference = Reference(
        measures="""Dollars, calls and tokens of each step of a study over all models: decomposition, masking, both
        prompts, both verifications, error detection, feedback, and the total. `--set price=IN,OUT` prices models
        without a list price.""",
        source="""KGDS, table 3 (ethics statement). Opinion drafts, which the paper has none of, are a row of their
        own.""",
        interval="none",
        undefined="For a step all of whose calls have no known price; where some have none it is a lower bound.",
        left_out="Calls without a known price. Calls that an earlier run had paid for cost nothing again.",
    )
    takes = (Takes(settings=STANDARD),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row a step that was run, and the total. ``value`` is US dollars. Raises: InputError for a price that is
        none."""
        own_price = _price(settings(params, STANDARD)["price"])
        rows = [row for step in STEPS if (row := _step(connection, *step, own_price)) is not None]
        if not rows:
            return Result(self.name, "", [], {}, COLUMNS, (NOTHING,))
        total: Row = {"step": TOTAL}
        for column in ("calls", "failed", "reused", "tokens_in", "tokens_out", "unpriced"):
            total[column] = sum(row[column] for row in rows)
        models = {model for row in rows for model in row["models"].split(", ")}
        priced = [row["value"] for row in rows if row["value"] is not None]
        total |= {"models": ", ".join(sorted(models)), "value": math.fsum(priced) if priced else None}
        rows.append(total | {"why": _why(total)})
        left_out = {"calls without a known price": total["unpriced"]} if total["unpriced"] else {}
        return Result(self.name, "", rows, left_out, COLUMNS)


def _price(text: str) -> tuple[float, float] | None:
    if not text:
        return None
    parts = text.split(",")
    try:
        prices = [float(part) for part in parts]
    except ValueError:
        prices = []
    if len(prices) != 2 or not all(math.isfinite(price) and price >= 0 for price in prices):
        raise InputError(f"The price “{text}” must be two numbers, IN,OUT: dollars for a million tokens in and out.")
    return prices[0], prices[1]


def _step(
    connection: Connection, name: str, method: str, part: str, own_price: tuple[float, float] | None
) -> Row | None:
    row: Row = {"step": name, "calls": 0, "failed": 0, "reused": 0, "tokens_in": 0, "tokens_out": 0, "unpriced": 0}
    models: set[str] = set()
    spent: list[float] = []
    for call in read_step_calls(connection, method, part):
        models.add(call.model)
        row["calls"] += 1
        if call.state != "done":
            row[call.state] += 1
            continue
        row["tokens_in"] += call.tokens_in or 0
        row["tokens_out"] += call.tokens_out or 0
        cost = call.cost
        if cost is None and own_price is not None and call.tokens_in is not None and call.tokens_out is not None:
            cost = (call.tokens_in * own_price[0] + call.tokens_out * own_price[1]) / 1e6
        row["unpriced"] += cost is None
        if cost is not None:
            spent.append(cost)
    if not row["calls"]:
        return None
    paid = spent or not row["unpriced"]
    row |= {"models": ", ".join(sorted(models)), "value": math.fsum(spent) if paid else None}
    return row | {"why": _why(row)}


def _why(row: Row) -> str:
    if not row["unpriced"]:
        return ""
    qualifier = "A lower bound" if row["value"] is not None else "Undefined"
    return f"{qualifier} because of calls without a known price: {row['unpriced']:,}."


METRIC = KGDSCost()
