"""What every figure of this folder comes back as: a value with its n and interval, or a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, its interval and what it rests on.

    ``value`` is None where the figure is undefined; ``why`` then says so in one sentence. Where the value
    is there but the interval is not (``low`` and ``high`` None), or the figure must be read with care,
    ``why`` says that. ``n`` counts what the figure rests on (its docstring says what), ``uncovered`` what
    was passed over, by reason. ``documents`` are the source documents behind it (0: not counted) and ``design`` how
    many times the variance of independent cells it has (None: not known).
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    why: str = ""
    left_out: dict[str, int] = field(default_factory=dict)
    documents: int = 0
    design: float | None = None


def undefined_estimate(reason: str, n: int = 0, left_out: Mapping[str, int] | None = None) -> Estimate:
    """An Estimate without a value. ``reason`` completes the sentence "Undefined because …" (no full stop)."""
    return Estimate(None, None, None, n, f"Undefined because {reason}.", dict(left_out or {}))


def format_reasons(**reasons: int) -> dict[str, int]:
    """The reasons that left something out, underscores read as blanks."""
    return {name.replace("_", " "): int(count) for name, count in reasons.items() if count}
