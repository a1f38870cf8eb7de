"""``make replay``: recorded judges and people's labels, replayed as if they were reviewed, whole documents.

First the orders: what each finds, in errors per cell read, and how much must be read for 95 % of the errors (those that
nobody flagged count). Which one the program takes is chosen by leaving out one collection at a time; the regret is what
the best order would have found more there. Then the arms with known chances: what their intervals cover, and how many
reviews ± 5 points take. Orders have no known chances and get no interval.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.replay_orders import ORDERS, found_at, read_for
from benchmarks.replay_sets import Floats, Replayed, made_up, recorded
from galley.core.stats import strata
from galley.core.stats.prediction_powered import rates
from galley.core.stats.result import Estimate

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SHARES = (0.1, 0.2, 0.3)
LOOKS = (50, 100, 200, 400)
STEPS = (30, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1200)
WANTED = 0.05
LEAST = 20
"""Source documents before which nobody stops."""
RUNS, FEW = 400, 10

Seen = NDArray[np.bool_]
Rates = tuple[Estimate, int]


@dataclass(frozen=True, slots=True)
class Ordered:
    """Of one set and order: errors per cell read at ``SHARES``, the share read for 95 % of the errors, and the mean
    of the former over what reading at random finds (``lift``)."""

    replayed: Replayed
    order: str
    found: tuple[float, ...]
    read: float
    lift: float

    def line(self) -> str:
        """A line of the table."""
        each = "".join(f"{found:>8.2f}" for found in self.found)
        return f"{self.replayed.name:<34}{self.order:<18}{each}{self.read:>10.2f}{self.lift:>8.2f}"


def orders(sets: Sequence[Replayed], runs: int) -> Iterator[Ordered]:
    """Every order on every set, the mean of random ones first."""
    for number, replayed in enumerate(sets):
        rng = np.random.default_rng(number)
        mean = float(replayed.error.mean())
        tried = [rng.permutation(replayed.documents) for _ in range(runs)]
        read = float(np.mean([read_for(replayed, order) for order in tried]))
        yield Ordered(replayed, "at random", (mean,) * len(SHARES), read, 1.0)
        for name, make in ORDERS.items():
            order = make(replayed)
            found = tuple(found_at(replayed, order, SHARES))
            yield Ordered(replayed, name, found, read_for(replayed, order), float(np.mean(found)) / mean)


@dataclass(frozen=True, slots=True)
class Choice:
    """``chosen``: the order with the most lift over all collections. ``uncovered``: (collection, order that the others
    choose, its lift there, the best order there, its lift); ``regret`` the mean of what is lost."""

    chosen: str
    left_out: tuple[tuple[str, str, float, str, float], ...]
    regret: float


def choose(found: Sequence[Ordered], names: Sequence[str] = tuple(ORDERS)) -> Choice:
    """Choose by leaving out one collection at a time; the judges of a collection count as one."""
    collections = list(dict.fromkeys(each.replayed.collection for each in found))
    lifts = {
        (c, name): float(np.mean([o.lift for o in found if o.replayed.collection == c and o.order == name]))
        for c in collections
        for name in names
    }

    def best(of: Sequence[str]) -> str:
        return max(names, key=lambda name: (float(np.mean([lifts[c, name] for c in of])), -names.index(name)))

    rows = []
    for c in collections:
        others = [each for each in collections if each != c] or collections
        picked, top = best(others), best([c])
        rows.append((c, picked, lifts[c, picked], top, lifts[c, top]))
    return Choice(best(collections), tuple(rows), float(np.mean([row[4] - row[2] for row in rows])))


# Arms with known chances ---------------------------------------------------------------------------------------

Arm = Callable[[Replayed, np.random.Generator], Iterator[Rates]]


def _documents(replayed: Replayed, rng: np.random.Generator) -> Iterator[tuple[Seen, Floats]]:
    """Whole documents at random; which cells are seen after each step, and the chance of all."""
    order = rng.permutation(replayed.documents)
    cells = np.cumsum(np.bincount(replayed.document, minlength=replayed.documents)[order])
    for step in STEPS:
        if step > len(replayed.error):
            return
        many = int(np.searchsorted(cells, step)) + 1
        seen = np.isin(replayed.document, order[:many])
        yield seen, np.full(len(seen), many / replayed.documents)


def _estimated(replayed: Replayed, seen: Seen, chance: Floats, opinion: Floats, power: float | None) -> Rates:
    found = rates(
        opinion, np.where(seen, replayed.error, -1), replayed.document, chance, power=power, project=True
    ).corrected_rate
    return found, len(np.unique(replayed.document[seen]))


def people_only(replayed: Replayed, rng: np.random.Generator) -> Iterator[Rates]:
    """Documents at random, without a judge."""
    for seen, chance in _documents(replayed, rng):
        yield _estimated(replayed, seen, chance, replayed.flag.astype(float), 0.0)


def with_judge(replayed: Replayed, rng: np.random.Generator) -> Iterator[Rates]:
    """Documents at random, corrected with the judge (PPI++)."""
    for seen, chance in _documents(replayed, rng):
        yield _estimated(replayed, seen, chance, replayed.flag.astype(float), None)


def by_strata(replayed: Replayed, rng: np.random.Generator) -> Iterator[Rates]:
    """Cells by strata of flag and votes, n_h after what earlier steps showed, a floor to each."""
    stratum = np.unique(np.round(2 * replayed.flag + np.minimum(replayed.others, 0.99), 2), return_inverse=True)[1]
    sizes = np.bincount(stratum)
    waiting = [list(rng.permutation(np.flatnonzero(stratum == each))) for each in range(len(sizes))]
    seen = np.zeros(len(stratum), dtype=bool)
    for step in STEPS:
        if step > len(seen):
            return
        errors = np.bincount(stratum, weights=replayed.error * seen, minlength=len(sizes))
        spread = strata.spreads(errors, np.bincount(stratum, weights=seen, minlength=len(sizes)))
        more = strata.allocate([len(each) for each in waiting], spread, step - int(seen.sum()))
        for each, count in zip(waiting, more.tolist(), strict=True):
            seen[each[:count]] = True
            del each[:count]
        chance = np.bincount(stratum, weights=seen, minlength=len(sizes))[stratum] / sizes[stratum]
        if not chance.all():
            continue
        opinion = strata.fit_strata(np.where(seen, replayed.error, -1), chance, stratum, replayed.document)
        yield _estimated(replayed, seen, chance, opinion, None)


ARMS: dict[str, Arm] = {"people only": people_only, "with the judge": with_judge, "by strata": by_strata}


@dataclass(frozen=True, slots=True)
class Covered:
    """Of one set and arm: coverage at ``LOOKS`` (None where the set has fewer cells, or where all is reviewed), the
    reviews to ± ``WANTED`` (None where that takes all), and the coverage where one stops then."""

    replayed: Replayed
    arm: str
    at: tuple[float | None, ...]
    reviews: float | None
    stopped: float | None
    runs: int

    def line(self) -> str:
        """A line of the table."""
        each = "".join(f"{'-' if at is None else format(100 * at, '.1f'):>8}" for at in self.at)
        reviews = "all" if self.reviews is None else f"{self.reviews:.0f}"
        stopped = "-" if self.stopped is None else f"{100 * self.stopped:.1f}"
        return f"{self.replayed.name:<34}{self.arm:<18}{each}{reviews:>10}{stopped:>10}"


def arms(sets: Sequence[Replayed], runs: int) -> Iterator[Covered]:
    """Every arm on every set."""
    for number, replayed in enumerate(sets):
        truth, there = float(replayed.error.mean()), len(replayed.error)
        for name, arm in ARMS.items():
            rng = np.random.default_rng([number, 1])
            hits: dict[int, list[bool]] = {}
            halves: dict[int, list[float]] = {}
            stops: list[bool] = []
            needed: list[float] = []
            for _ in range(runs):
                stopped = False
                for step, (found, documents) in zip(STEPS, arm(replayed, rng), strict=False):
                    assert found.low is not None and found.high is not None
                    hit, half = found.low - 1e-12 <= truth <= found.high + 1e-12, (found.high - found.low) / 2
                    hits.setdefault(step, []).append(hit)
                    halves.setdefault(step, []).append(half)
                    if not stopped and documents >= LEAST and half <= WANTED:
                        stopped = True
                        stops.append(hit)
                        needed.append(found.n)
                if not stopped:
                    needed.append(there)
            at = tuple(float(np.mean(hits[look])) if look in hits else None for look in LOOKS)
            yield Covered(
                replayed, name, at, float(np.mean(needed)) if stops else None,
                float(np.mean(stops)) if len(stops) >= runs / 2 else None, runs,
            )  # fmt: skip


HEAD = f"{'set':<34}{'order':<18}" + "".join(f"{100 * s:>6.0f} %" for s in SHARES) + f"{'95 % at':>10}{'lift':>8}"
ARM_HEAD = f"{'set':<34}{'arm':<18}" + "".join(f"{look:>8}" for look in LOOKS) + f"{'to +-5':>10}{'stopped':>10}"


def main() -> int:
    """Print both tables and what follows from them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replay", description=__doc__)
    parser.add_argument("--short", action="store_true", help=f"made-up sets alone, {FEW} runs in place of {RUNS}")
    given = parser.parse_args()
    made = list(made_up(documents=80 if given.short else 150))
    there = [] if given.short or not DATA.is_dir() else list(recorded(DATA))
    runs = FEW if given.short else RUNS
    if not there:
        print("Made-up judges alone: " + ("the short form." if given.short else f"there is no {DATA.name} to replay."))
    print("Errors per cell read at 10, 20, 30 % of the cells; the share read for 95 % of the errors; lift over random.")
    print(HEAD)
    found = []
    for each in orders([*there, *made], runs):
        found.append(each)
        print(each.line(), flush=True)
    chosen = choose([each for each in found if each.replayed in there] if there else found)
    for collection, picked, lift, top, best in chosen.left_out:
        print(f"Without {collection} the others choose {picked!r}: lift {lift:.2f} there; best is {top!r}: {best:.2f}.")
    print(f"The default is {chosen.chosen!r}; mean regret where it was not chosen on the data: {chosen.regret:.2f}.")
    for replayed in [*there, *made]:
        best = max(each.lift for each in found if each.replayed is replayed)
        if best <= 1.05:
            print(f"{replayed.name}: no order beats reading at random.")
    print(f"\nCoverage in per cent at so many reviews ({runs} runs), reviews to +-5 points, coverage at a stop there.")
    print(ARM_HEAD)
    for arm in arms([*there, *made], runs):
        print(arm.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
