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


class RunHalt(Exception):
    """The run is to end; inquiries that are under way are given up, their calls stay."""


class Control:
    """``progress`` are the figures, written under ``guard``; ``go`` is set unless the run is paused; ``end`` is (state,
    why) once it is to end. ``drop`` gives up what is under way."""

    def __init__(self, progress: RunProgress, drop: Callable[[], None]) -> None:
        self.guard = threading.Lock()
        self.progress = progress
        self.go = asyncio.Event()
        self.go.set()
        self.end: tuple[str, str] | None = None
        self.closing = False
        self.began_at = self.ended_at = 0.0
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

    def count_reply(self) -> None:
        """Count one reply for the rate (under ``guard``)."""
        self.recent.append(time.monotonic())
        if len(self.recent) > MOST_RECENT:
            del self.recent[: MOST_RECENT // 2]

    def over(self, state: str, why: str) -> None:
        """The figures of a run that has ended."""
        with self.guard:
            self.progress.state, self.progress.why, self.progress.waiting, self.progress.in_flight = state, why, 0.0, 0
        self.ended_at = time.monotonic()

    def snapshot(self) -> RunProgress:
        """A copy of the figures, with rate and time left."""
        with self.guard:
            progress = self.progress
            copy = replace(
                progress,
                unscored_reasons=Counter(progress.unscored_reasons),
                quotes=Counter(progress.quotes),
                errors=Counter(progress.errors),
            )
            copy.notes = Counter(progress.notes)
            recent = len(self.recent) - bisect_right(self.recent, time.monotonic() - RECENT)
        copy.seconds = (self.ended_at or time.monotonic()) - self.began_at
        window = min(RECENT, copy.seconds)
        copy.rate = recent / window if window > 0 else 0.0
        if copy.items_done:
            copy.seconds_left = copy.seconds / copy.items_done * (copy.items - copy.items_done)
        return copy
