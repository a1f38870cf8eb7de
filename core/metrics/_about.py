"""What a figure is about, in words: its unit, its people, and what its interval allows for."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.base import Params, Result

DOCUMENTS = "source documents"
PROJECT = "this project, as if what is answered were drawn at random from it (none is left where all of it is)"


def about(
    params: Params,
    unit: str,
    people: str = "the people of this project, not a sample of reviewers",
    of: str = DOCUMENTS,
) -> str:
    """One line: "Unit: sentences. People: …. Intervals (95 %) are about new documents like these …"; ``of`` is what the
    intervals take for the sample."""
    new = f"new {of.removeprefix('source ')} like these (the {of} are the sample; the systems are fixed)"
    what = PROJECT if params.target == "project" else new
    return f"Unit: {unit}. People: {people}. Intervals ({100 * params.confidence:g} %) are about {what}."


def describe_result(metric: Any, params: Params, result: Result) -> str:
    """What a result with intervals is about: as its metric says itself, else by the ``unit`` that it names, and the
    ``sample`` of its intervals where that is not the source documents."""
    unit = getattr(metric, "unit", "")
    if result.about or not unit or not any(_interval(row) for row in result.rows):
        return result.about
    return about(params, unit, of=getattr(metric, "sample", DOCUMENTS))


def _interval(row: dict[str, Any]) -> bool:
    return any(row[name] is not None for name in row if name == "low" or name.endswith("_low"))
