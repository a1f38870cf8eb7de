"""How many examples a property is tried with."""

from __future__ import annotations

from hypothesis import settings


def examples(checks: int, search: int) -> int:
    """So many in each round of ``make properties``, which looks for new ones, and fewer where the same are tried each
    time (``make test``)."""
    return checks if settings().derandomize else search
