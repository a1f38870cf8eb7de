"""How the source texts step back beside what one works in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from galley.core.domain import Span


@dataclass(frozen=True, slots=True)
class Backdrop:
    """By unit row id: the units that step back, and the words under which a quiet dotted line is drawn."""

    dim: frozenset[int] = frozenset()
    dotted_spans: Mapping[int, tuple[Span, ...]] = field(default_factory=dict)
