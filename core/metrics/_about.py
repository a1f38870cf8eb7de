"""What a figure is about, in words: its unit, its people, and what its interval allows for."""

from __future__ import annotations

from galley.core.metrics.base import Params

NEW = "new documents like these (the source documents are the sample; the systems are fixed)"
PROJECT = (
    "this project, as if what is answered were drawn at random from it (none is left where all of it is)"
)


def about(params: Params, unit: str, people: str = "the people of this project, not a sample of readers") -> str:
    """One line: "Unit: sentences. People: …. Intervals (95 %) are about new documents like these …"."""
    what = PROJECT if params.target == "project" else NEW
    return f"Unit: {unit}. People: {people}. Intervals ({100 * params.confidence:g} %) are about {what}."
