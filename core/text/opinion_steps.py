"""How far an opinion is on its way from the discussion to gold (KGDS, section 4.5): ``step`` in its metadata.

A main opinion is what a speaker voices, a clarified one has its references cleared up, an atomic one says one thing.
Only atomic ones are gold: they alone are verified and counted. What came with data that say nothing of steps is
atomic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MAIN, CLEAR, ATOMIC = "main", "clarified", "atomic"
STEPS = (MAIN, CLEAR, ATOMIC)


def step_of(meta: Mapping[str, Any]) -> str:
    """The step of an opinion with this metadata."""
    step = meta.get("step")
    return step if isinstance(step, str) and step in STEPS else ATOMIC
