"""The draw: every summary has a lot that follows from the seed and its name alone; the smallest of a stratum are in.

So the draw is the same whatever the shards and their order are, and those of two parts together are among those of
each (bottom-k sampling; Cohen and Kaplan 2007). The lots are as good as random, so each of the M summaries of a stratum
is among the n smallest with the same chance, n / M, and no other.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from galley.core.hashing import blake2b


class DrawnSummary(NamedTuple):
    """A summary that is in a draw: its lot, its name, and where its line is in its verdict shard (bytes)."""

    sampling_hash: int
    key: str
    document: str
    at: int


class FlaggedSummary(NamedTuple):
    """A summary with a flag: how sure the judge is of its surest, then as ``DrawnSummary``."""

    confidence: float
    sampling_hash: int
    key: str
    document: str
    at: int


def sampling_hash(seed: int, key: str, document: str) -> int:
    """A number from 0 to 2**63 - 1 that belongs to a summary for good (SQLite and JSON hold it exactly)."""
    name = f"{seed}\x1f{len(key)}\x1f{key}\x1f{document}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(name, digest_size=8).digest()) >> 1


class SmallestSample:
    """Keeps the ``size`` smallest of what is added."""

    def __init__(self, size: int, summaries: Iterable[DrawnSummary] = ()) -> None:
        self._size = size
        self._heap: list[tuple[int, DrawnSummary]] = []
        for summary in summaries:
            self.add(summary)

    def add(self, summary: DrawnSummary) -> None:
        """One more."""
        if len(self._heap) < self._size:
            heapq.heappush(self._heap, (-summary.sampling_hash, summary))
        elif self._heap and summary.sampling_hash < -self._heap[0][0]:
            heapq.heapreplace(self._heap, (-summary.sampling_hash, summary))

    def __iter__(self) -> Iterator[DrawnSummary]:
        return iter(sorted(summary for _, summary in self._heap))


class SurestFlags:
    """Keeps the ``size`` flags of which a judge is surest; of equals those with the smaller lot."""

    def __init__(self, size: int, summaries: Iterable[FlaggedSummary] = ()) -> None:
        self._size = size
        self._heap: list[tuple[float, int, FlaggedSummary]] = []
        for summary in summaries:
            self.add(summary)

    def add(self, worst: FlaggedSummary) -> None:
        """One more."""
        entry = (worst.confidence, -worst.sampling_hash, worst)
        if len(self._heap) < self._size:
            heapq.heappush(self._heap, entry)
        elif self._heap and entry[:2] > self._heap[0][:2]:
            heapq.heapreplace(self._heap, entry)

    def __iter__(self) -> Iterator[FlaggedSummary]:
        return iter(
            sorted(
                (worst for _, _, worst in self._heap), key=lambda summary: (-summary.confidence, summary.sampling_hash)
            )
        )
