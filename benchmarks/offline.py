"""Measure the offline judge on documents that a fit has not seen: ``python -m benchmarks.offline [--data DIR]
[--inside N | --speed]``.

Nested folds by document: each training part chooses signs and strength by inner folds and fits anew; the figures are
those of documents that it has not seen. "As fitted" flags by the standardising and the limit of the sentences fitted
on, "as a project" by those of the set's own sentences, without labels. Sources are reported apart, because the pooled
figure flatters, and so are the documents that no sign was picked on.

Intervals are 95 %, by bootstrap over documents with the fitted models held fixed. With ``--inside N`` whole documents
are drawn anew N times, and everything is chosen and fitted again on each draw: that is the interval to believe.
``benchmarks/offline_domains.py`` leaves out whole kinds of text.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.fit_offline import backgrounds, table
from benchmarks.offline_data import Record, load
from benchmarks.offline_figures import calibration, line, ranking, reliability
from benchmarks.offline_recipe import (
    ARTICLES,
    DIALOGUES,
    FRANK_BBC,
    FRANK_CNN,
    QAGS_CNN,
    QAGS_XSUM,
    SALES,
    SWAPPED,
    VISITS,
    Array,
    Flags,
    Table,
    bacc,
    fit,
    folds,
    summaries,
)
from benchmarks.offline_synthetic import swapped
from galley.core.judges.built_in.fitted_model import FittedHead
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.types import SourceDoc

SEEDS = (1, 2, 3)
FRANK = (FRANK_CNN, FRANK_BBC)
SETS: dict[str, tuple[str, ...]] = {
    "FRANK, all": FRANK,
    "FRANK, CNN/DM only": (FRANK_CNN,),
    "FRANK, BBC only": (FRANK_BBC,),
    "QAGS XSum (one sentence each)": (QAGS_XSUM,),
    "BBC / XSum (FRANK and QAGS)": (FRANK_BBC, QAGS_XSUM),
}
WHOLE = {"QAGS CNN/DM": (QAGS_CNN,), "sales calls": (SALES,), "doctor and patient": (VISITS,)}


def heads(t: Table, talk: bool, seed: int) -> list[FittedHead]:
    """A head for each fold, which saw none of its documents."""
    return [fit(t[folds(t.group, seed) != k], DIALOGUES if talk else ARTICLES) for k in range(5)]


def nested(t: Table, kinds: Sequence[str], fitted_heads: Sequence[FittedHead], seed: int) -> tuple[Flags, Flags, Array]:
    """For the rows of ``kinds``, by the heads that saw none of their documents: what is flagged as fitted and as a
    project, and the project's probabilities."""
    own = np.isin(t.kind, kinds)
    part = folds(t.group, seed)[own]
    fitted, told, chance = (np.zeros(int(own.sum()), dtype=kind) for kind in (bool, bool, float))
    for k, head in enumerate(fitted_heads):
        project, rest = head.own(t.values[own]), part == k
        values = t.values[own][rest]
        fitted[rest] = head.chances(values) > head.limits["balanced"]
        chance[rest] = project.chances(values)
        told[rest] = chance[rest] > project.limits["balanced"]
    return fitted, told, chance


def sentences(t: Table) -> None:
    """The table of the article head, and how well its probabilities hold."""
    print(f"Articles: nested folds by document, {len(SEEDS)} x 5")
    found = {seed: heads(t, False, seed) for seed in SEEDS}
    for name, kinds in SETS.items():
        answers = [nested(t, kinds, found[seed], seed) for seed in SEEDS]
        own = t[np.isin(t.kind, kinds)]
        known = own.label >= 0
        scores = [chance[known] for _, _, chance in answers]
        for how, at in (("as fitted", 0), ("as a project", 1)):
            told = [np.asarray(answer[at])[known] for answer in answers]
            print(line(f"{name}, {how}", own.label[known], told, own.group[known], scores))
        unpicked = known & np.array([record.held_out for record in own.records])
        told = [f[unpicked] for _, f, _ in answers]
        print(line(f"{name}, no sign picked on", own.label[unpicked], told, own.group[unpicked]))
        ece, brier = np.mean([calibration(own.label[known], s) for s in scores], axis=0)
        print(f"    calibration: ECE {ece:.3f}, Brier {brier:.3f}")
        if kinds == FRANK:
            for said, seen, n in reliability(np.tile(own.label[known], len(SEEDS)), np.concatenate(scores)):
                print(f"    said {said:.2f}  was {seen:.2f}  n {n // len(SEEDS)}")


def whole(t: Table) -> None:
    """Whole summaries, which are wrong if one sentence is, and sentences of dialogues."""
    print(f"\nWhole summaries, as a project: nested folds by document, {len(SEEDS)} x 5")
    found = {(talk, seed): heads(t, talk, seed) for talk in (False, True) for seed in SEEDS}
    for name, kinds in WHOLE.items():
        talk = name != "QAGS CNN/DM"
        answers = [nested(t, kinds, found[talk, seed], seed) for seed in SEEDS]
        own = t[np.isin(t.kind, kinds)]
        rows, label = summaries(own)
        groups = np.array([own.group[r[0]] for r in rows])
        told = [np.array([bool(f[r].any()) for r in rows]) for _, f, _ in answers]
        worst = [np.array([float(s[r].max()) for r in rows]) for _, _, s in answers]
        print(line(name, label, told, groups, worst))
        known = own.label >= 0
        if talk:
            told = [f[known] for _, f, _ in answers]
            print(
                line(f"{name}, sentences", own.label[known], told, own.group[known], [s[known] for _, _, s in answers])
            )
    answers = [nested(t, (SALES, SWAPPED), found[True, seed], seed) for seed in SEEDS]
    own = t[np.isin(t.kind, (SALES, SWAPPED))]
    mine = own.kind == SWAPPED
    told = [f[mine] for _, f, _ in answers]
    print(line("sales calls, speakers swapped by us, or not", own.label[mine], told, own.group[mine]))


def inside(t: Table, times: int) -> None:
    """Intervals with the choice and the fit inside: documents drawn anew, a copy in the fold of its original."""
    t = t[np.isin(t.dataset, list(ARTICLES))]
    names = {k: v for k, v in SETS.items() if k != "QAGS XSum (one sentence each)"}
    rng, values_of = np.random.default_rng(1), {name: [] for name in names}
    areas: dict[str, list[float]] = {name: [] for name in names}
    documents = [np.flatnonzero(t.group == g) for g in np.unique(t.group)]

    def figures(sample: Table) -> dict[str, tuple[float, float]]:
        blind = heads(sample, False, 1)
        found = {}
        for name, kinds in names.items():
            _, told, chance = nested(sample, kinds, blind, 1)
            label = sample.label[np.isin(sample.kind, kinds)]
            found[name] = bacc(label, told), ranking(label, chance)
        return found

    def taken(rows: np.ndarray) -> Table:
        records = [t.records[row] for row in rows]
        return replace(t, values=t.values[rows], label=t.label[rows], target=t.target[rows], kind=t.kind[rows],
                       group=t.group[rows], records=records)  # fmt: skip

    first = figures(t)
    for _ in range(times):
        drawn = rng.integers(0, len(documents), len(documents))
        for name, (value, area) in figures(taken(np.concatenate([documents[i] for i in drawn]))).items():
            values_of[name].append(value)
            areas[name].append(area)
    print(f"Each set as a project; 95 % with choice and fit inside, {times} draws of documents")
    for name in names:
        said = []
        for title, at, values in (("BAcc", 0, values_of[name]), ("AUC", 1, areas[name])):
            value, spread = first[name][at], 1.96 * float(np.nanstd(values))
            said.append(f"{title} {value:.3f} [{value - spread:.3f}, {min(value + spread, 1):.3f}]")
        print(f"{name:30s} n {int(np.isin(t.kind, names[name]).sum())}  {'  '.join(said)}")


def recorded(records: Sequence[Record]) -> None:
    """LLM judges as recorded for the same sentences."""
    print("\nRecorded LLM judges, their own records")
    parts = (("pooled", ("cnndm", "bbc")), ("within CNN/DM", ("cnndm",)), ("within BBC", ("bbc",)))
    for name in ("gpt-3.5-turbo", "gpt-4o"):
        for title, sources in parts:
            own = [r for r in records if r.dataset == "frank" and r.source in sources and name in r.judges]
            label = np.array([y for r in own for y in r.labels])
            told = np.array([bool(v) for r in own for v in r.judges[name]])
            groups = np.array([r.group for r in own for _ in r.labels])
            print(line(f"{name} {title}", label, [told], groups))
    print("One annotator of FRANK against the other two, where these agree")
    for title, sources in parts[:2]:
        own = [r for r in records if r.dataset == "frank" and r.source in sources]
        votes = np.array([v for r in own for v in zip(*r.meta["annotators"], strict=True)])
        groups = np.array([r.group for r in own for _ in r.labels])
        for one in range(3):
            others = np.delete(votes, one, axis=1).sum(axis=1)
            agree = others != 1
            told = votes[agree, one] == 1
            print(line(f"annotator {one} {title}", others[agree] // 2, [told], groups[agree]))


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
        f" {sentences} sentences of {len(records)} summaries, sources of {words:.0f} words on average, reasons included"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure the offline judge.")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--inside", type=int, default=0, metavar="N", help="intervals with the fit inside, N draws")
    what.add_argument("--speed", action="store_true", help="sentences a second on FRANK articles alone")
    options = parser.parse_args()
    records = load(options.data)
    if not options.speed:
        t = table([*records, *swapped(records)], backgrounds(records, options.data)[1])
        if options.inside:
            inside(t, options.inside)
            return
        sentences(t)
        whole(t)
        recorded(records)
    speed(BuiltInJudge(), [r for r in records if r.dataset == "frank"])


if __name__ == "__main__":
    main()
