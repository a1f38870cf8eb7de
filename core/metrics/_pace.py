"""How fast people answer: the log as columns, read once and then only what was added, and the time before answers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import NO_CRITERION, AnnotatorId, CriterionId
from galley.core.metrics._documents import Ints, column
from galley.core.metrics._memory import Memory
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns
from galley.core.storage.queries.decisions import read_log_span

IDLE = 300.0
"""Seconds without a decision after which somebody did something else."""
MIN_GAP_SECONDS = 0.05
"""Seconds under which two decisions were one act of a program (a rule, an import), not of a hand."""

FEW = 1_000
"""With more new decisions than this the whole log is read again."""


@dataclass(frozen=True, slots=True)
class ReaderPace:
    """Of some answers: how many there are, how many have a time before them (the others follow a break, or were given
    together), and the median of those times in seconds."""

    answers: int = 0
    timed_count: int = 0
    seconds: float | None = None


@dataclass(slots=True)
class PaceLog:
    """A row a decision, by reviewer, then time: criterion and target (0 for none), whether it answers a flag or adds
    one, when it was made in milliseconds, and whether it is about a whole document."""

    last: int = 0
    reviewer: Ints = field(default_factory=lambda: column(""))
    criterion: Ints = field(default_factory=lambda: column(""))
    target: Ints = field(default_factory=lambda: column(""))
    answer: Ints = field(default_factory=lambda: column(""))
    at: Ints = field(default_factory=lambda: column(""))
    on_whole: Ints = field(default_factory=lambda: column(""))

    def follow(self, connection: Connection) -> None:
        """Read what was added since. The log is append only, so that no row that is known changes."""
        last, new, _, _ = read_log_span(connection, self.last)
        if new and not (self.last and new <= FEW and self._append(connection)):
            self._take(self._read(connection, 0))
        self.last = max(last, self.last)

    def _append(self, connection: Connection) -> bool:
        """Put each reviewer's new decisions behind the known ones; False where one is not later than those, as in
        answers that came back from elsewhere."""
        new = self._read(connection, self.last)
        ends = np.searchsorted(self.reviewer, new[0], side="right")
        has_earlier = (ends > 0) & (self.reviewer[ends - 1] == new[0])
        if np.any(has_earlier & (self.at[ends - 1] >= new[4])):
            return False
        columns = (self.reviewer, self.criterion, self.target, self.answer, self.at, self.on_whole)
        self._take([np.insert(old, ends, added) for old, added in zip(columns, new, strict=True)])
        return True

    def _take(self, log_columns: list[Ints]) -> None:
        self.reviewer, self.criterion, self.target, self.answer, self.at, self.on_whole = log_columns

    @staticmethod
    def _read(connection: Connection, after: int) -> list[Ints]:
        return [column(text) for text in columns.read_decision_columns(connection, after)]


def log(connection: Connection, memory: Memory | None) -> PaceLog:
    """The log as it is now; with a ``memory`` it is kept there."""
    pace_log: PaceLog = (memory or Memory()).get_static("log", PaceLog)
    pace_log.follow(connection)
    return pace_log


def paces(
    pace_log: PaceLog, criteria: Collection[CriterionId], targets: NDArray[np.int64] | None
) -> dict[tuple[AnnotatorId, CriterionId, str], ReaderPace]:
    """By reviewer, criterion (0 for all of ``criteria`` together) and level (unit or summary), of answers about these
    ``targets`` or about all. The time is that since the reviewer's decision before, whatever it was about."""
    gap = np.full(len(pace_log.at), -1, dtype=np.int64)
    same = pace_log.reviewer[1:] == pace_log.reviewer[:-1]
    gap[1:][same] = np.diff(pace_log.at)[same]
    mask = (pace_log.answer == 1) & np.isin(pace_log.criterion, np.fromiter(criteria, dtype=np.int64))
    if targets is not None:
        mask &= np.isin(pace_log.target, targets)
    reviewer, criterion, on_whole, gap = (
        values[mask] for values in (pace_log.reviewer, pace_log.criterion, pace_log.on_whole, gap)
    )
    pace_by_reader: dict[tuple[AnnotatorId, CriterionId, str], ReaderPace] = {}
    for person, whole in np.unique(np.stack([reviewer, on_whole], axis=1), axis=0).tolist():
        own_rows, level = (reviewer == person) & (on_whole == whole), "summary" if whole else "unit"
        pace_by_reader[person, NO_CRITERION, level] = _pace(gap[own_rows])
        for row in np.unique(criterion[own_rows]).tolist():
            pace_by_reader[person, row, level] = _pace(gap[own_rows & (criterion == row)])
    return pace_by_reader


def _pace(gap: Ints) -> ReaderPace:
    timed = gap[(gap >= 1_000 * MIN_GAP_SECONDS) & (gap <= 1_000 * IDLE)]
    return ReaderPace(len(gap), len(timed), float(np.median(timed)) / 1_000 if len(timed) else None)
