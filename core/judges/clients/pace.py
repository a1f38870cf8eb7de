"""How fast a server wants to be asked, from what it says of its limits beside each reply.

OpenAI and its kin say what is left and for how long ("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests:
6m0s"), Anthropic what is left and until when ("anthropic-ratelimit-requests-remaining", "…-reset" as RFC 3339). When
nothing is left, the next request waits until there is, rather than being refused.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from datetime import datetime

_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}
_KINDS = ("requests", "tokens", "input-tokens")
OVERTAKEN = 0.05
"""Seconds by which a window that ends earlier is another one, and not the same measured again."""
LONGEST = 120.0
"""Seconds that anybody is waited for because of such a header; more than that a server has to ask for by a refusal."""


class ServerPace:
    """``wait`` says how long to hold back; ``update_limits`` takes the headers of a reply in, before ``end_request``
    is told of it.
    Requests on their way are taken off what is left: the server may not have seen them when it counted."""

    def __init__(self) -> None:
        self._flying = self._tokens = 0
        self._remaining: dict[str, float] = {}
        self._until: dict[str, float] = {}

    def update_limits(self, headers: Mapping[str, str], current_time: float | None = None) -> None:
        """What a server says of its limits; nonsense and silence change nothing."""
        current_time = time.monotonic() if current_time is None else current_time
        for kind in _KINDS:
            remaining_text, reset = (
                headers.get(f"x-ratelimit-{what}-{kind}") or headers.get(f"anthropic-ratelimit-{kind}-{what}")
                for what in ("remaining", "reset")
            )
            try:
                remaining = float(remaining_text) if remaining_text else -1.0
            except ValueError:
                continue
            seconds = _seconds(reset or "")
            if remaining < 0 or seconds is None or seconds != seconds:
                continue
            others = max(self._flying - 1, 0) * (1 if kind == "requests" else self._tokens)
            available, until = remaining - others, current_time + min(max(seconds, 0.0), LONGEST)
            if until < self._until.get(kind, 0.0) - OVERTAKEN:  # a reply of an earlier window, overtaken by a later one
                available, until = min(available, self._remaining[kind]), self._until[kind]
            self._remaining[kind], self._until[kind] = available, until

    def end_request(self) -> None:
        """A request that was let go is over."""
        self._flying = max(self._flying - 1, 0)

    def wait(self, tokens: int, current_time: float | None = None) -> float:
        """Seconds to hold a request of so many tokens back; 0.0 where it may go, which is counted."""
        current_time = time.monotonic() if current_time is None else current_time
        longest = 0.0
        for kind, remaining in self._remaining.items():
            needed = 1 if kind == "requests" else tokens
            if current_time < self._until[kind] and remaining < needed:
                longest = max(longest, self._until[kind] - current_time)
        if not longest:
            self._flying, self._tokens = self._flying + 1, tokens
            for kind in self._remaining:
                self._remaining[kind] -= 1 if kind == "requests" else tokens
        return longest


def _seconds(text: str) -> float | None:
    """The seconds from now in "6m0s", "12ms", "1.5" or a date; None for anything else."""
    text = text.strip()
    if parts := _DURATION.findall(text):
        whole = "".join(number + unit for number, unit in parts) == text
        return sum(float(number) * _SECONDS[unit] for number, unit in parts) if whole else None
    try:
        return float(text)
    except ValueError:
        pass
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() - time.time()
    except (ValueError, OverflowError):
        return None
