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
    """``wait`` says how long to hold back; ``heard`` takes the headers of a reply in, before ``ended`` is told of it.
    Requests on their way are taken off what is left: the server may not have seen them when it counted."""

    def __init__(self) -> None:
        self._flying = self._tokens = 0
        self._left: dict[str, float] = {}
        self._until: dict[str, float] = {}

    def heard(self, headers: Mapping[str, str], now: float | None = None) -> None:
        """What a server says of its limits; nonsense and silence change nothing."""
        now = time.monotonic() if now is None else now
        for kind in _KINDS:
            said, reset = (
                headers.get(f"x-ratelimit-{what}-{kind}") or headers.get(f"anthropic-ratelimit-{kind}-{what}")
                for what in ("remaining", "reset")
            )
            try:
                remaining = float(said) if said else -1.0
            except ValueError:
                continue
            seconds = _seconds(reset or "")
            if remaining < 0 or seconds is None or seconds != seconds:
                continue
            others = max(self._flying - 1, 0) * (1 if kind == "requests" else self._tokens)
            left, until = remaining - others, now + min(max(seconds, 0.0), LONGEST)
            if until < self._until.get(kind, 0.0) - OVERTAKEN:  # a reply of an earlier window, overtaken by a later one
                left, until = min(left, self._left[kind]), self._until[kind]
            self._left[kind], self._until[kind] = left, until

    def ended(self) -> None:
        """A request that was let go is over."""
        self._flying = max(self._flying - 1, 0)

    def wait(self, tokens: int, now: float | None = None) -> float:
        """Seconds to hold a request of so many tokens back; 0.0 where it may go, which is counted."""
        now = time.monotonic() if now is None else now
        longest = 0.0
        for kind, left in self._left.items():
            needed = 1 if kind == "requests" else tokens
            if now < self._until[kind] and left < needed:
                longest = max(longest, self._until[kind] - now)
        if not longest:
            self._flying, self._tokens = self._flying + 1, tokens
            for kind in self._left:
                self._left[kind] -= 1 if kind == "requests" else tokens
        return longest


def _seconds(text: str) -> float | None:
    """The seconds from now in "6m0s", "12ms", "1.5" or a date; None for anything else."""
    text = text.strip()
    if found := _DURATION.findall(text):
        whole = "".join(number + unit for number, unit in found) == text
        return sum(float(number) * _SECONDS[unit] for number, unit in found) if whole else None
    try:
        return float(text)
    except ValueError:
        pass
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() - time.time()
    except (ValueError, OverflowError):
        return None
