"""What the parts of a run share: its figures, whether it may go on, and why it ends."""

from __future__ import annotations

import asyncio
import threading
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from galley.core.judges.inquiry.run_progress import RunProgress

RECENT = 20.0
"""Seconds over which the rate is measured."""
MOST_RECENT = 20_000


class Halted(Exception):
    """The run is to end; inquiries that are under way are given up, their calls stay."""


class Control:
    """``now`` are the figures, written under ``guard``; ``go`` is set unless the run is paused; ``end`` is (state,
    why) once it is to end. ``drop`` gives up what is under way."""

    def __init__(self, now: RunProgress, drop: Callable[[], None]) -> None:
        self.guard = threading.Lock()
        self.now = now
        self.go = asyncio.Event()
        self.go.set()
        self.end: tuple[str, str] | None = None
        self.closing = False
        self.began = self.ended = 0.0
        self.recent: list[float] = []
        self._drop = drop

    def halt(self, state: str, why: str, at_once: bool = False) -> None:
        """End the run (on its loop): nothing more is sent, and ``at_once`` nothing more is waited for. What no request
        can get past says more than a cap that was reached meanwhile."""
        if self.end is None or (state == "failed" and self.end[0] == "stopped"):
            self.end = (state, why)
        self.go.set()
        if at_once:
            self._drop()

    def answered(self) -> None:
        """Count one reply for the rate (under ``guard``)."""
        self.recent.append(time.monotonic())
        if len(self.recent) > MOST_RECENT:
            del self.recent[: MOST_RECENT // 2]

    def over(self, state: str, why: str) -> None:
        """The figures of a run that has ended."""
        with self.guard:
            self.now.state, self.now.why, self.now.waiting, self.now.in_flight = state, why, 0.0, 0
        self.ended = time.monotonic()

    def snapshot(self) -> RunProgress:
        """A copy of the figures, with rate and time left."""
        with self.guard:
            now = self.now
            copy = replace(now, unscored=Counter(now.unscored), quotes=Counter(now.quotes), errors=Counter(now.errors))
            copy.notes = Counter(now.notes)
            recent = len(self.recent) - bisect_right(self.recent, time.monotonic() - RECENT)
        copy.seconds = (self.ended or time.monotonic()) - self.began
        window = min(RECENT, copy.seconds)
        copy.rate = recent / window if window > 0 else 0.0
        if copy.items_done:
            copy.seconds_left = copy.seconds / copy.items_done * (copy.items - copy.items_done)
        return copy
