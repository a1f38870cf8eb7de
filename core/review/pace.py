"""How fast one reviewer has been today, and what that means for the flags that are left; for themselves alone."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from galley.core.domain import AnnotatorId, ItemId
from galley.core.review import queue_totals
from galley.core.storage.connection import Connection
from galley.core.storage.own_decisions import count_decisions_by_hour
from galley.core.storage.queries.decisions import read_own_log

IDLE = 300.0
"""Seconds without a decision after which somebody did something else; as in the figures of pace."""
MIN_GAP_SECONDS = 0.05
"""Seconds under which two decisions were one act of a program, not of a hand."""
FEW = 10
"""Timed answers below which nothing is said of an hour: it would be chance."""
_ANSWERS = ("accept", "override", "unsure", "add")


class OwnPace(NamedTuple):
    """``answers`` and ``finished_items`` items since the day began, those undone left out; ``timed_answers`` of
    the answers have
    a time before them (the others follow a pause, or were given together), ``seconds`` in all. ``per_hour`` is None
    with fewer than ``FEW``. ``remaining_flags`` flags are open, ``hours_left`` at this pace. ``changed_items`` are
    the items (row ids) with a cell whose answer was another one before. ``unopened_count`` answers in sets, to flags
    that were never opened, are in none of these."""

    answers: int
    finished_items: int
    timed_answers: int
    seconds: float
    remaining_flags: int
    changed_items: tuple[ItemId, ...]
    unopened_count: int = 0

    @property
    def per_hour(self) -> float | None:
        """Answers an hour of work, pauses left out."""
        return 3600 * self.timed_answers / self.seconds if self.timed_answers >= FEW and self.seconds else None

    @property
    def hours_left(self) -> float | None:
        """Hours of work for the flags that are left."""
        return self.remaining_flags / self.per_hour if self.per_hour else None


def count_hours(connection: Connection, reviewer: AnnotatorId, since: datetime) -> list[int]:
    """The answers and finishes of ``reviewer`` (row id) that stand, one number for each hour from the first with any to
    the last, counted from ``since`` (with a time zone)."""
    counts = count_decisions_by_hour(connection, reviewer, since.isoformat())
    return [counts.get(hour, 0) for hour in range(min(counts), max(counts) + 1)] if counts else []


def own_pace(connection: Connection, reviewer: AnnotatorId, since: datetime) -> OwnPace:
    """The pace of ``reviewer`` (row id) since a moment (with a time zone), from the log."""
    rows = read_own_log(connection, reviewer, since.isoformat())
    answers = finished = timed = unopened = 0
    seconds, last = 0.0, None
    last_values: dict[tuple[int, int, int], str | None] = {}
    changed: dict[ItemId, None] = {}
    for item, unit, criterion, target, action, value, at, today, stands, is_unopened in rows:
        if is_unopened:
            unopened += action in _ANSWERS and today and stands
        elif action in _ANSWERS and stands:
            cell = (unit, criterion, target)
            if today and cell in last_values and last_values[cell] != value:
                changed[item] = None
            last_values[cell] = value
            if today:
                answers += 1
                gap = at - last if last is not None else None
                if gap is not None and MIN_GAP_SECONDS <= gap <= IDLE:
                    timed, seconds = timed + 1, seconds + gap
        elif action == "finish" and today and stands:
            finished += 1
        last = at
    totals = queue_totals.totals(connection, reviewer)
    return OwnPace(answers, finished, timed, seconds, totals.flags - totals.answered_flags, tuple(changed), unopened)
