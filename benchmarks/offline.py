"""Measure the offline judge: ``python -m benchmarks.offline [--data DIR] [--held-out | --all] [--repeats 5]``.

Without ``--held-out``: repeated grouped cross-validation over the fitting documents; each fold fits weights and
calibration anew on the others. With it: the shipped weights on the documents that no fit has seen.
``--all`` cross-validates over both parts with the same recipe; the recipe was found on the fitting documents.
All intervals are 95 %, bootstrap over documents. Sources are reported apart; the pooled figure flatters.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fit_offline import (
    FRANK_BBC,
    FRANK_CNN,
    QAGS_XSUM,
    Array,
    Table,
    bacc,
    backgrounds,
    fit_article,
    fit_dialogue,
    folds,
    score,
    table,
)
from benchmarks.fit_offline import (
    summaries as grouped,
)
from benchmarks.offline_data import Record, load
from benchmarks.offline_synthetic import swapped
from core.judges.offline.judge import OfflineJudge
from core.judges.offline.model import limits
from core.judges.offline.trace import FEATURES
from core.judges.offline.types import SourceDoc

Labels = np.ndarray[Any, np.dtype[np.int64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]
Names = np.ndarray[Any, np.dtype[np.str_]]


def interval(
    figure: Callable[[np.ndarray[Any, np.dtype[np.int64]]], float], groups: Names, times: int = 1000
) -> tuple[float, float]:
    """95 % bootstrap interval of ``figure(row numbers)``, resampling whole groups; undefined draws are left out."""
    rng = np.random.default_rng(1)
    unique = np.unique(groups)
    rows = [np.flatnonzero(groups == g) for g in unique]
    values = [figure(np.concatenate([rows[i] for i in rng.integers(0, len(rows), len(rows))])) for _ in range(times)]
    kept = [v for v in values if not np.isnan(v)]
    return (float(np.quantile(kept, 0.025)), float(np.quantile(kept, 0.975))) if kept else (np.nan, np.nan)


def _bounds(label: Labels, flagged: Flags, groups: Names, times: int = 1000) -> tuple[float, float]:
    return interval(lambda rows: bacc(label[rows], flagged[rows]), groups, times)


def ranking(label: Labels, scores: Array) -> float:
    """Area under the ROC curve, ties halved; NaN where one side is empty."""
    wrong, right = scores[label == 1], scores[label == 0]
    if not len(wrong) or not len(right):
        return float("nan")
    order = np.sort(right)
    low = np.searchsorted(order, wrong, "left")
    high = np.searchsorted(order, wrong, "right")
    return float((low + high).mean() / (2 * len(right)))


def calibration(label: Labels, probability: Array, bins: int = 10) -> tuple[float, float]:
    """Expected calibration error over ``bins`` equally filled bins, and the Brier score."""
    order = np.argsort(probability, kind="stable")
    parts = np.array_split(order, bins)
    gaps = [len(p) * abs(label[p].mean() - probability[p].mean()) for p in parts if len(p)]
    return float(sum(gaps) / len(label)), float(((probability - label) ** 2).mean())


def line(name: str, label: Labels, flagged: Flags, groups: Names, scores: Array | None = None) -> str:
    """One row of the table."""
    figure = bacc(label, flagged)
    low, high = _bounds(label, flagged, groups)
    sensitivity = flagged[label == 1].mean() if (label == 1).any() else np.nan
    specificity = (~flagged[label == 0]).mean() if (label == 0).any() else np.nan
    auc = "" if scores is None else f"  AUC {ranking(label, scores):.3f}"
    return (
        f"{name:44s} n {len(label):4d} ({int((label == 1).sum())} errors, {len(np.unique(groups))} docs)  "
        f"BAcc {figure:.3f} [{low:.3f}, {high:.3f}]  sens {sensitivity:.2f} spec {specificity:.2f}{auc}"
    )


SETS: dict[str, tuple[str, ...]] = {
    "FRANK pooled": (FRANK_CNN, FRANK_BBC),
    "FRANK within CNN/DM": (FRANK_CNN,),
    "FRANK within BBC": (FRANK_BBC,),
    "QAGS XSum (one sentence each)": (QAGS_XSUM,),
    "BBC / XSum together (FRANK BBC + QAGS XSum)": (FRANK_BBC, QAGS_XSUM),
}


def certain(t: Table) -> Flags:
    """Where a sign flags a sentence whatever its score (``Trace.certain``)."""
    return np.asarray(t.values[:, FEATURES.index("certain")] > 0)


def cross_validated(t: Table, repeats: int) -> None:
    """Repeated nested grouped cross-validation of the article head."""
    scores = np.zeros((repeats, len(t.label)))
    probabilities = np.zeros_like(scores)
    flags = np.zeros(scores.shape, dtype=bool)
    sure = certain(t)
    for repeat in range(repeats):
        part = folds(t.group, 100 + repeat)
        for k in range(5):
            head = fit_article(t[part != k])
            rest = part == k
            z = score(head, t.values[rest])
            scores[repeat, rest] = z
            over = z > limits(t.values[rest], head["threshold"], head["threshold_free"])
            flags[repeat, rest] = over | sure[rest]
            probabilities[repeat, rest] = 1 / (1 + np.exp(-(head["slope"] * z + head["offset"])))
    print(f"\nGrouped cross-validation by document, {repeats} x 5 folds, weights and calibration anew in each")
    for name, kinds in SETS.items():
        own = np.isin(t.kind, kinds) & (t.label >= 0)
        label, groups = t.label[own], t.group[own]
        each = [bacc(label, f[own]) for f in flags]
        low, high = np.mean([_bounds(label, f[own], groups, 400) for f in flags], axis=0)
        auc = np.mean([ranking(label, z[own]) for z in scores])
        print(
            f"{name:44s} n {len(label):4d} ({int(label.sum())} errors, {len(np.unique(groups))} docs)  "
            f"BAcc {np.mean(each):.3f} [{low:.3f}, {high:.3f}]  over repeats {min(each):.3f}-{max(each):.3f}"
            f"  AUC {auc:.3f}"
        )
    for name, kinds in (("pooled", (FRANK_CNN, FRANK_BBC)), ("within CNN/DM", (FRANK_CNN,))):
        own = np.isin(t.kind, kinds) & (t.label >= 0)
        ece, brier = np.mean([calibration(t.label[own], p[own]) for p in probabilities], axis=0)
        print(f"calibration, FRANK {name}: ECE {ece:.3f}, Brier {brier:.3f}, n {int(own.sum())}")


def dialogues_cross_validated(t: Table, repeats: int) -> None:
    """The dialogue head, leaving whole calls out: sentences, and the summary as the worst of its sentences."""
    t = t[np.isin(t.kind, ("sales-sales", "swapped"))]
    flags = np.zeros((repeats, len(t.label)), dtype=bool)
    scores = np.zeros(flags.shape)
    sure = certain(t)
    for repeat in range(repeats):
        part = folds(t.group, 100 + repeat)
        for k in range(5):
            head = fit_dialogue(t[part != k])
            rest = part == k
            scores[repeat, rest] = score(head, t.values[rest])
            flags[repeat, rest] = (scores[repeat, rest] > head["threshold"]) | sure[rest]
    print(f"\nSales calls (SummEdits), cross-validated by call, {repeats} x 5 folds")
    for kind, name in (("sales-sales", "sentences with a known label"), ("swapped", "speakers swapped by us, or not")):
        own = (t.kind == kind) & (t.label >= 0)
        print(line(f"{name} (1st repeat)", t.label[own], flags[0][own], t.group[own], scores[0][own]))
    own = t.kind == "sales-sales"
    print(summaries("whole summary: consistent or not (1st repeat)", t[own], flags[0][own], scores[0][own]))


def summaries(name: str, t: Table, flags: Flags, scores: Array) -> str:
    """A row over whole summaries, flagged where any sentence is; the label is the record's own."""
    rows, label = grouped(t)
    flagged = np.array([bool(flags[r].any()) for r in rows])
    worst = np.array([float(scores[r].max()) for r in rows])
    return line(name, label, flagged, np.array([t.group[r[0]] for r in rows]), worst)


def shipped(judge: OfflineJudge, records: Sequence[Record], title: str) -> None:
    """The shipped weights on records, through the public interface."""
    t = table(records, judge.weights.background)
    flagged, probability, cache = [], [], {}
    for record in records:
        for verdict in judge.sentences(record.sentences, record.docs):
            cache[id(record), verdict.unit_index] = verdict
    for record, sentence in zip(t.records, t.sentence.tolist(), strict=True):
        verdict = cache[id(record), sentence]
        flagged.append(verdict.flagged)
        probability.append(verdict.probability if verdict.probability is not None else 0.5)
    flags, p = np.array(flagged), np.array(probability)
    print(f"\n{title}")
    for name, kinds in SETS.items():
        own = np.isin(t.kind, kinds) & (t.label >= 0)
        if own.any():
            print(line(name, t.label[own], flags[own], t.group[own], p[own]))
    for name, kind in (("QAGS CNN/DM summaries", "qags-cnndm"), ("Sales calls, whole summaries", "sales-sales")):
        own = t.kind == kind
        if own.any():
            print(summaries(name, t[own], flags[own], p[own]))
    own = (t.kind == "sales-sales") & (t.label >= 0)
    if own.any():
        print(line("Sales calls, sentences with a known label", t.label[own], flags[own], t.group[own], p[own]))
    own = t.kind == "factcc-factcc"
    if own.any():
        found = flags[own]
        low, high = interval(lambda rows: float(found[rows].mean()), t.group[own])
        print(
            f"{'FactCC rule-made errors that are flagged':44s} n {len(found):4d}  "
            f"{found.mean():.3f} [{low:.3f}, {high:.3f}]"
        )
    own = t.kind == "clinical-clinical"
    if own.any():
        print(line("ClinicalFineSurE (LLM labels, no gold)", t.label[own], flags[own], t.group[own], p[own]))
    own = np.isin(t.kind, (FRANK_CNN, FRANK_BBC))
    for name, mask in (("FRANK pooled", own), ("within CNN/DM", t.kind == FRANK_CNN)):
        if mask.any():
            ece, brier = calibration(t.label[mask], p[mask])
            print(f"calibration, {name}: ECE {ece:.3f}, Brier {brier:.3f}, n {int(mask.sum())}")


def recorded(records: Sequence[Record]) -> None:
    """LLM judges as recorded for the same sentences."""
    print("\nRecorded LLM judges, their own records")
    for name in ("gpt-3.5-turbo", "gpt-4o"):
        parts = (("pooled", ("cnndm", "bbc")), ("within CNN/DM", ("cnndm",)), ("within BBC", ("bbc",)))
        for title, sources in parts:
            own = [r for r in records if r.dataset == "frank" and r.source in sources and name in r.judges]
            label = np.array([y for r in own for y in r.labels])
            told = np.array([bool(v) for r in own for v in r.judges[name]])
            groups = np.array([r.group for r in own for _ in r.labels])
            print(line(f"{name} {title}", label, told, groups))


def speed(judge: OfflineJudge, records: Sequence[Record]) -> None:
    """Sentences a second on one core through the public interface, sources read anew for every document."""
    judge.sentences(["Warm up."], [SourceDoc(records[0].docs[0].role, ["Warm up the weights."])])
    fresh = OfflineJudge()
    begin = time.process_time()
    sentences = sum(len(fresh.sentences(r.sentences, r.docs)) for r in records)
    took = time.process_time() - begin
    words = np.mean([len(r.text.split()) for r in records])
    print(
        f"\nspeed: {sentences} sentences of {len(records)} summaries in {took:.2f} s of processor time"
        f" = {sentences / took:.0f} a second"
        f" (sources of {words:.0f} words on average, explanations included)"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure the offline judge.")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--held-out", action="store_true", help="the shipped weights on documents never fitted on")
    parser.add_argument("--all", action="store_true", help="cross-validate over all documents, held-out ones too")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    everything = load(options.data)
    judge = OfflineJudge()
    if options.held_out:
        locked = [r for r in everything if r.held_out]
        shipped(judge, locked, "Shipped weights on held-out documents")
        recorded(locked)
    else:
        records = [r for r in everything if options.all or not r.held_out]
        _, parts = backgrounds(records, options.data)
        t = table([*records, *swapped(records)], parts)
        cross_validated(t, options.repeats)
        dialogues_cross_validated(t, options.repeats)
        recorded(records)
    speed(judge, [r for r in everything if r.dataset == "frank" and r.held_out == options.held_out])


if __name__ == "__main__":
    main()
