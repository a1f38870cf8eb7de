"""The offline judge on kinds of text that it was not fitted on, before and after decisions of a reviewer:
``python -m benchmarks.offline_domains [--data DIR] [--draws N]``.

Each of four domains is left out in turn: its documents, whatever data set they are in, are in no fit, and signs and
strength are chosen by folds over the other three. Its sentences, without their labels, are the project. "As fitted" is
the limit and the standardising of the sentences fitted on; "at once" those of the project; after 50, 100 and 300
decisions, drawn at random among the sentences with a label, the project's documents are judged by weights that learned
from other documents (``galley.core.judges.built_in.heads``). Intervals are 95 %, by bootstrap over documents; those of
the table hold the fitted head fixed, which can only flatter the single figures, not the paired gains.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.fit_offline import backgrounds, table
from benchmarks.offline_data import load
from benchmarks.offline_figures import ranking
from benchmarks.offline_recipe import (
    ARTICLES,
    DIALOGUES,
    FRANK_BBC,
    FRANK_CNN,
    QAGS_CNN,
    QAGS_XSUM,
    SALES,
    SPANS,
    VISITS,
    Flags,
    Labels,
    Table,
    fit,
    summaries,
)
from benchmarks.offline_synthetic import swapped
from galley.core.judges.built_in.fitted_model import USES, Array, FittedHead
from galley.core.judges.built_in.heads import FOLDS, choose_fold
from galley.core.judges.built_in.learning import fit_decisions

DOMAINS = {
    "CNN/DM": (FRANK_CNN, QAGS_CNN),
    "XSum": (FRANK_BBC, QAGS_XSUM),
    "sales calls": (SALES,),
    "doctor and patient": (VISITS,),
}
AFTER = (50, 100, 300)
RESAMPLES = 1000
TALK = ("sales calls", "doctor and patient")


@dataclass
class Domain:
    """A left-out domain: its sentences, the head of the others, and what is judged right or wrong: sentences with a
    label, or whole summaries where people judged these."""

    name: str
    t: Table
    head: FittedHead
    units: list[list[int]]
    label: Labels
    group: NDArray[np.str_]
    folds: Labels

    def flagged(self, told: Flags) -> Flags:
        """Which units have a flag."""
        return np.array([bool(told[rows].any()) for rows in self.units])

    def decided(self, n: int, seed: int) -> tuple[Flags, Array]:
        """Flags and probabilities after ``n`` decisions on sentences drawn at random."""
        own = self.head.own(self.t.values)
        known = np.flatnonzero(self.t.label >= 0)
        drawn = np.random.default_rng(seed).choice(known, min(n, len(known)), replace=False)
        told, chance = np.zeros(len(self.t.label), dtype=bool), np.zeros(len(self.t.label))
        for k in range(FOLDS):
            seen = drawn[self.folds[drawn] != k]
            head = fit_decisions(own, self.t.values[seen], self.t.label[seen] == 1, np.ones(len(seen)), self.t.values)
            rest = self.folds == k
            chance[rest] = head.chances(self.t.values[rest])
            told[rest] = chance[rest] > head.limits["balanced"]
        return told, chance


def leave_out(t: Table, name: str, kinds: tuple[str, ...]) -> Domain:
    """A domain, with a head that saw none of it."""
    spans = {SPANS} if name == "XSum" else set()
    inside = np.isin(t.kind, [*kinds, *spans]) | np.isin(t.group, np.unique(t.group[np.isin(t.kind, kinds)]))
    shares = DIALOGUES if name in TALK else ARTICLES
    head = fit(t[~inside], {k: v for k, v in shares.items() if name != "sales calls" or k != "swapped"})
    own = t[np.isin(t.kind, kinds)]
    if name == "doctor and patient":
        units, label = summaries(own)
    else:
        rows = np.flatnonzero(own.label >= 0)
        units, label = [[int(row)] for row in rows], own.label[rows]
    group = np.array([own.group[rows[0]] for rows in units])
    return Domain(name, own, head, units, label, group, np.array([choose_fold(r.docs) for r in own.records]))


def resampled(groups: NDArray[np.str_]) -> Array:
    """How often each unit is in each bootstrap sample of whole documents (a row a sample, the same whenever asked)."""
    names, which = np.unique(groups, return_inverse=True)
    times = np.random.default_rng(1).multinomial(len(names), np.full(len(names), 1 / len(names)), RESAMPLES)
    return times[:, which].astype(float)


def balanced(label: Labels, told: Flags, times: Array) -> Array:
    """Balanced accuracy in each bootstrap sample; ``told`` has a row a draw of decisions, whose mean is taken."""
    hit = np.atleast_2d(told).mean(axis=0)
    wrong, right = label == 1, label == 0
    found = times[:, wrong] @ hit[wrong] / np.maximum(times[:, wrong].sum(axis=1), 1)
    left = times[:, right] @ (1 - hit[right]) / np.maximum(times[:, right].sum(axis=1), 1)
    return np.asarray((found + left) / 2)


def _said(value: float, sample: Array) -> str:
    low, high = np.quantile(sample, (0.025, 0.975))
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"


def report(domains: list[Domain], draws: int) -> None:
    """Print the table, the paired gains and the uses."""
    columns = ("as fitted", "at once", *(f"after {n}" for n in AFTER))
    totals: dict[str, list[tuple[float, Array]]] = {c: [] for c in columns}
    print(f"Balanced accuracy, each domain left out; after n random decisions: mean of {draws} draws")
    for d in domains:
        own = d.head.own(d.t.values)
        told = {
            "as fitted": [d.flagged(d.head.chances(d.t.values) > d.head.limits["balanced"])],
            "at once": [d.flagged(own.chances(d.t.values) > own.limits["balanced"])],
        }
        worst = [[float(own.chances(d.t.values)[rows].max()) for rows in d.units]]
        areas, briers = {"at once": worst}, {"at once": [own.chances(d.t.values)]}
        for n in AFTER:
            each = [d.decided(n, seed) for seed in range(draws)]
            told[f"after {n}"] = [d.flagged(f) for f, _ in each]
            areas[f"after {n}"] = [[float(p[rows].max()) for rows in d.units] for _, p in each]
            briers[f"after {n}"] = [p for _, p in each]
        times, one = resampled(d.group), np.ones((1, len(d.label)))
        known = d.t.label >= 0
        print(f"{d.name}: n {len(d.label)} ({int(d.label.sum())} errors, {len(np.unique(d.group))} documents)")
        for c in columns:
            value = float(balanced(d.label, np.array(told[c]), one)[0])
            sample = balanced(d.label, np.array(told[c]), times)
            totals[c].append((value, sample))
            more = ""
            if c in areas:
                auc = np.mean([ranking(d.label, np.array(w)) for w in areas[c]])
                brier = np.mean([((p[known] - d.t.label[known]) ** 2).mean() for p in briers[c]])
                more = f"  AUC {auc:.3f}  Brier {brier:.3f}"
            print(f"    {c:10s} {_said(value, sample)}  flags {np.mean(told[c]):.2f}{more}")
    print("Mean of the four domains, and paired gains")
    means = {c: (np.mean([v for v, _ in totals[c]]), np.mean([s for _, s in totals[c]], axis=0)) for c in columns}
    for c in columns:
        against = [other for other in ("as fitted", "at once") if columns.index(other) < columns.index(c)]
        gains = "".join(
            f"  over {other}: {_said(means[c][0] - means[other][0], means[c][1] - means[other][1])}"
            for other in against
        )
        print(f"    {c:10s} {_said(*means[c])}{gains}")
    print("Uses, at once: finds / leaves alone / right among its flags, of the sentences with a label")
    for use in USES:
        cells = []
        for d in domains:
            own, known = d.head.own(d.t.values), d.t.label >= 0
            told, label = (own.chances(d.t.values) > own.limits[use])[known], d.t.label[known]
            cells.append((told[label == 1].mean(), (~told[label == 0]).mean(), label[told].mean(), told.mean()))
        shown = "  ".join(f"{d.name} {a:.2f}/{b:.2f}/{c:.2f}" for d, (a, b, c, _) in zip(domains, cells, strict=True))
        print(f"    {use:10s} {shown}  flags {np.mean([c[3] for c in cells]):.2f}")


def main() -> None:
    """Print all."""
    parser = argparse.ArgumentParser(description="Measure the offline judge on left-out domains.")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--draws", type=int, default=20)
    options = parser.parse_args()
    records = load(options.data)
    t = table([*records, *swapped(records)], backgrounds(records, options.data)[1])
    report([leave_out(t, name, kinds) for name, kinds in DOMAINS.items()], options.draws)


if __name__ == "__main__":
    main()
