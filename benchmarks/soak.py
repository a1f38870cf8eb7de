"""Two hours' worth of review in one sitting: 20,000 decisions by key in the real window; does it stay as it was?

A reviewer accepts, overrides and is unsure, undoes and does again, finishes items and goes on, looks something up and
turns to the figures now and then. From the key until the decision is on disk and its window painted, and what the
process holds in memory, are sampled every ``SAMPLE`` decisions. The slope over the sitting is Theil and Sen's, with
its interval at 95 %, and leaves out the first fifth, in which caches fill. ``--short`` makes 2,000 decisions.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.figures import apart, emit, median
from benchmarks.projects import REVIEWER, Bench
from benchmarks.window import OFFSCREEN

DECISIONS = 20_000
SAMPLE = 100
WARM = 0.2
"""Share of the samples at the beginning that say nothing about growth."""
LATENCY = 10.0
"""Percent that the time of a decision may grow by over the whole sitting."""
MEMORY = 20.0
"""MB that the process may grow by over the whole sitting."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What something grew by over a whole sitting, with the ends of its interval at 95 %, and its usual size."""

    by: float
    low: float
    high: float
    usual: float


def growth(samples: Sequence[float]) -> Growth:
    """How ``samples``, taken at equal distances, grew from the first to the last by their slope behind the warm-up.

    Theil and Sen: the median of all slopes between two samples; the interval is that of Kendall's tau. A few slow
    moments, of which a machine that does other things has many, do not move it.
    """
    from scipy.stats import theilslopes

    counted = samples[int(WARM * len(samples)) :]
    slope, _, low, high = theilslopes(counted, alpha=0.95)
    whole = len(samples)
    return Growth(slope * whole, low * whole, high * whole, median(counted))


def run(bench: Bench) -> None:
    """The sitting, off screen; its growth is said with its interval, and the whole of that must be within the limit."""
    decisions = DECISIONS if bench.items >= Bench.items else DECISIONS // 10
    path = bench.folder / "soak.galley"
    shutil.copy(bench.small(), path)
    home = bench.folder / "soak-home"
    (home / "config").mkdir(parents=True)
    (home / "config" / "window.ini").write_text(f"[General]\nreviewer={REVIEWER}\n", encoding="utf-8")
    found = apart(
        "soak_child", path, decisions, SAMPLE, environment={**OFFSCREEN, "GALLEY_HOME": str(home)}, patience=3_600
    )
    path.unlink()
    for name, key in (("key to on disk and painted", "walls"), ("processor time", "works")):
        grown = growth(found[key])
        percent = [100 * each / grown.usual for each in (grown.by, grown.low, grown.high)]
        emit(
            f"soak, growth of a decision, {name}, upper end of the interval",
            percent[2],
            "%",
            n=found["decisions"],
            most=LATENCY,
            growth=round(percent[0], 2),
            interval=[round(percent[1], 2), round(percent[2], 2)],
            median_ms=round(grown.usual, 2),
            first=round(median(found[key][:5]), 2),
            last=round(median(found[key][-5:]), 2),
        )
    grown = growth(found["resident"])
    emit(
        "soak, growth of the memory held, upper end of the interval",
        grown.high,
        "MB",
        n=found["decisions"],
        most=MEMORY,
        growth=round(grown.by, 2),
        interval=[round(grown.low, 2), round(grown.high, 2)],
        first=round(found["resident"][0], 1),
        last=round(found["resident"][-1], 1),
        seconds=round(found["seconds"], 1),
        items=found["items"],
    )
