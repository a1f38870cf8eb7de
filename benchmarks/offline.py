"""Measure the word-overlap score on documents that a fit has not seen: ``python -m benchmarks.offline [--data DIR]
[--speed]``.

Nested folds by document: each training part chooses signs and strength by inner folds and fits anew. The score flags
the 10, 20 and 40 % of the sentences of each data set that share least with their sources. Pooled figures stand beside
the mean within data sets, because pooled ones can flatter. Intervals are 95 %, by bootstrap over documents with the
fitted models held fixed. What the checks find is measured by ``benchmarks/open_set.py``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.fit_offline import backgrounds, table
from benchmarks.offline_data import Record, load
from benchmarks.offline_figures import format_mean_within, line
from benchmarks.offline_recipe import (
    ARTICLES,
    DIALOGUES,
    FRANK_BBC,
    FRANK_CNN,
    QAGS_XSUM,
    SALES,
    Table,
    fit,
    folds,
)
from benchmarks.offline_synthetic import swapped
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.types import SourceDoc
from galley.core.stats.detection_counts import confusion

SHARES = (10, 20, 40)
SETS = {
    FRANK_CNN: "FRANK, CNN/DM (2019)",
    FRANK_BBC: "FRANK, BBC (2019)",
    QAGS_XSUM: "QAGS, XSum",
    SALES: "sales calls",
}


def print_sets(t: Table) -> None:
    """The score by data set, pooled, and as the mean within data sets."""
    part = folds(t.group, 1)
    fitted = {talk: [fit(t[part != k], DIALOGUES if talk else ARTICLES) for k in range(5)] for talk in (False, True)}
    labels, groups, scores = [], [], []
    flags: dict[int, list[np.ndarray]] = {share: [] for share in SHARES}
    for kind, name in SETS.items():
        own = t.kind == kind
        rest = part[own]
        score = np.zeros(int(own.sum()))
        for k, head in enumerate(fitted[kind == SALES]):
            score[rest == k] = head.own(t.values[own]).chances(t.values[own][rest == k])
        known = t.label[own] >= 0
        labels.append(t.label[own][known])
        groups.append(t.group[own][known])
        scores.append(score[known])
        for share in SHARES:
            flags[share].append((score > np.quantile(score, 1 - share / 100))[known])
            title = f"{name}, {share} % flagged"
            print(line(title, labels[-1], [flags[share][-1]], groups[-1], [scores[-1]]))
    label, group = np.concatenate(labels), np.concatenate(groups)
    sets = np.split(np.arange(len(label)), np.cumsum([len(one) for one in labels])[:-1])
    for share, parts in flags.items():
        print(line(f"pooled, {share} % flagged", label, [np.concatenate(parts)], group, [np.concatenate(scores)]))
        flagged = np.concatenate(parts).astype(int)
        counts = [confusion(flagged[at], label[at], group[at]).counts for at in sets]
        names = np.repeat(list(SETS), [len(rows) for rows in counts])
        print(f"    BAcc, {format_mean_within(np.concatenate(counts), names)}")


def speed(judge: BuiltInJudge, records: Sequence[Record]) -> None:
    """Sentences a second on one core through the public interface, every source read anew; the summaries of a document
    come one after another, as they do in a project."""
    records = sorted(records, key=lambda r: r.document)
    judge.sentences(["Warm up."], [SourceDoc(records[0].docs[0].role, ["Warm up the weights."])])
    rates, clock = [], []
    for _ in range(5):
        again = BuiltInJudge()
        begin, now = time.process_time(), time.perf_counter()
        sentences = sum(len(again.sentences(r.sentences, r.docs)) for r in records)
        rates.append(sentences / (time.process_time() - begin))
        clock.append(sentences / (time.perf_counter() - now))
    words = np.mean([len(r.text.split()) for r in records])
    print(
        f"\nspeed: {max(clock):.0f} sentences a second by the clock, best of five (worst {min(clock):.0f}), and"
        f" {max(rates):.0f} of processor time (worst {min(rates):.0f});"
        f" {sentences} sentences of {len(records)} summaries, sources of {words:.0f} words on average, checks included"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure the word-overlap score of the built-in judge.")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--speed", action="store_true", help="sentences a second on FRANK articles alone")
    options = parser.parse_args()
    records = load(options.data)
    if not options.speed:
        print_sets(table([*records, *swapped(records)], backgrounds(records, options.data)))
    speed(BuiltInJudge(), [r for r in records if r.dataset == "frank"])


if __name__ == "__main__":
    main()
