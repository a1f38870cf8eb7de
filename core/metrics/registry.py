"""Which metrics there are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from galley.core.metrics import _about, implicit_no, unweighted
from galley.core.metrics._parameters import check, select_view
from galley.core.metrics._roster import Roster
from galley.core.metrics.base import Metric, Params, Result, Row, TableLayout
from galley.core.metrics.gold import ADJUDICATED, left_out
from galley.core.metrics.unresolved import AGREED, without_gold
from galley.core.registry import Registry
from galley.core.review import priority
from galley.core.storage.connection import Connection, one_state
from galley.core.storage.set_answers import find_unopened_cells
from galley.core.tasks import uncounted_answers

REGISTRY: Registry[Metric] = Registry("galley.core.metrics", "METRIC", "metric", "metrics")


def names() -> list[str]:
    """The names of all metrics."""
    return list(REGISTRY.names())


def find_metric(name: str) -> Metric:
    """The metric called ``name``. Raises: InputError that lists those there are."""
    return REGISTRY.get(name)


def compute(
    name: str, connection: Connection, params: Params, set_fields: Collection[str] | None = None
) -> Result:
    """The figures of the metric called ``name``, all of one state of the project though it is being reviewed.

    ``given`` are the fields of ``params`` that the user set (else: those that differ from what holds unless set).
    Raises: InputError for a metric, or a name in ``params``, that is not there, and for an option that the metric does
    not take; Cancelled.
    """
    metric = find_metric(name)
    memory = params.memory
    with memory.one_state(connection) if memory is not None else one_state(connection):
        return _compute_result(metric, connection, params, set_fields)


def close_table(name: str, connection: Connection, rows: list[Row]) -> str:
    """The sentence that closes a table of some rows of a metric; "" where there are none."""
    return _about.close_rows(getattr(find_metric(name), "layout", TableLayout()), connection, rows)


def _compute_result(
    metric: Metric, connection: Connection, params: Params, set_fields: Collection[str] | None
) -> Result:
    """The figures; those over adjudicated cells alone say how many cells that people agree on are not among these."""
    check(metric, connection, params, set_fields)
    result = metric.compute(connection, params)
    result = replace(result, about=_about.describe_result(metric, params, result))
    result = replace(result, layout=_about.fill_layout(metric, connection, params, result))
    if "datasets" in select_view(metric, params).names:
        out = uncounted_answers.count_unusable(connection, params.datasets, params.splits)
        result = replace(result, left_out={**result.left_out, **out}) if out else result
    notes = [priority.note(connection) if result.gold and result.rows else ""]
    if result.gold and "judges" in select_view(metric, params).names:
        notes.append(left_out(Roster(connection, params)))
    notes.append(unweighted.of_rows(connection, metric, result.rows))
    if result.gold and result.rows:
        notes.append(implicit_no.describe_share(connection, params, getattr(metric, "about", ())))
    notes.append(_describe_unopened(connection))
    if any(notes):
        result = replace(result, notes=(*result.notes, *filter(None, notes)))
    if result.gold != ADJUDICATED:
        return result
    _, without = without_gold(connection, params, getattr(metric, "about", ()))
    return replace(result, left_out={**result.left_out, AGREED: without}) if without else result


def _describe_unopened(connection: Connection) -> str:
    """How many answers the figures leave out, since the flags were decided in a set and never opened."""
    if not (count := len(find_unopened_cells(connection))):
        return ""
    flags = "1 answer to a flag that was" if count == 1 else f"{count:,} answers to flags that were"
    return f"Left out: {flags} decided in a set and never opened."
