"""Which metrics there are."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import replace

from galley.core.metrics import _about, unweighted
from galley.core.metrics._roster import Roster
from galley.core.metrics._takes import check, chosen
from galley.core.metrics.base import Metric, Params, Result
from galley.core.metrics.gold import ADJUDICATED, left_out
from galley.core.metrics.unsettled import AGREED, without_gold
from galley.core.project import by_value
from galley.core.project.reading_access import one_state
from galley.core.registry import Registry
from galley.core.tasks import unusable

REGISTRY: Registry[Metric] = Registry("galley.core.metrics", "METRIC", "metric", "metrics")


def names() -> list[str]:
    """The names of all metrics."""
    return list(REGISTRY.names())


def find(name: str) -> Metric:
    """The metric called ``name``. Raises: InputError that lists those there are."""
    return REGISTRY.get(name)


def compute(name: str, connection: sqlite3.Connection, params: Params, given: Collection[str] | None = None) -> Result:
    """The figures of the metric called ``name``, all of one state of the project though it is being reviewed.

    ``given`` are the fields of ``params`` that the user set (else: those that differ from what holds unless set).
    Raises: InputError for a metric, or a name in ``params``, that is not there, and for an option that the metric does
    not take; Cancelled.
    """
    metric = find(name)
    memory = params.memory
    with memory.one_state(connection) if memory is not None else one_state(connection):
        return _computed(metric, connection, params, given)


def _computed(metric: Metric, connection: sqlite3.Connection, params: Params, given: Collection[str] | None) -> Result:
    """The figures; those over adjudicated cells alone say how many cells that people agree on are not among these."""
    check(metric, connection, params, given)
    result = metric.compute(connection, params)
    result = replace(result, about=_about.said(metric, params, result))
    if "datasets" in chosen(metric, params).names:
        out = unusable.counted(connection, params.datasets, params.splits)
        result = replace(result, left_out={**result.left_out, **out}) if out else result
    said = [by_value.note(connection) if result.gold and result.rows else ""]
    if result.gold and "judges" in chosen(metric, params).names:
        said.append(left_out(Roster(connection, params)))
    said.append(unweighted.of_rows(connection, metric, result.rows))
    if any(said):
        result = replace(result, notes=(*result.notes, *filter(None, said)))
    if result.gold != ADJUDICATED:
        return result
    _, without = without_gold(connection, params, getattr(metric, "about", ()))
    return replace(result, left_out={**result.left_out, AGREED: without}) if without else result
