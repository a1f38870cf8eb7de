"""Measure the offline judge: ``python -m benchmarks.offline [--data DIR] [--former | --fresh | --curve]``.

Nested folds by document: each training part chooses recipe, thresholds and calibration by inner folds and fits anew;
the figures are those of documents that it has not seen. docs/judges.md states the rule. All intervals are 95 %,
bootstrap over documents; sources are reported apart, because the pooled figure flatters.

``--former`` takes the documents that the first weights were fitted on alone (where signs were worked out);
``--fresh`` runs the shipped weights on MTS-Dialog, whose human scores nothing was fitted on or chosen by;
``--curve`` fits on a quarter, a half, three quarters and all of each training part.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.fit_offline import backgrounds, table
from benchmarks.offline_data import Record, dialogue, load, split_sentences
from benchmarks.offline_figures import calibration, line, ranking, reliability
from benchmarks.offline_recipe import (
    FRANK_BBC,
    FRANK_CNN,
    QAGS_CNN,
    QAGS_XSUM,
    SALES,
    SWAPPED,
    Array,
    Flags,
    Head,
    Table,
    bacc,
    fit_article,
    fit_dialogue,
    flags,
    folds,
    probabilities,
    score,
    summaries,
)
from benchmarks.offline_synthetic import swapped
from galley.core.judges.offline.judge import OfflineJudge
from galley.core.judges.offline.types import SourceDoc

SEEDS = (1, 2, 3)
SETS: dict[str, tuple[str, ...]] = {
    "FRANK pooled": (FRANK_CNN, FRANK_BBC),
    "FRANK within CNN/DM": (FRANK_CNN,),
    "FRANK within BBC": (FRANK_BBC,),
    "QAGS XSum (one sentence each)": (QAGS_XSUM,),
    "BBC / XSum together (FRANK BBC + QAGS XSum)": (FRANK_BBC, QAGS_XSUM),
}


@dataclass
class Answers:
    """What nested folds said of every row of a table, a row a division."""

    flagged: list[Flags]
    score: list[Array]
    probability: list[Array]

    def of(self, own: Flags) -> tuple[list[Flags], list[Array], list[Array]]:
        """Flags, scores and probabilities of some rows."""
        return [f[own] for f in self.flagged], [s[own] for s in self.score], [p[own] for p in self.probability]


def nested(t: Table, talk: bool = False, seeds: Sequence[int] = SEEDS, part_of: float = 1.0) -> Answers:
    """Predictions for every row by heads that saw none of its document; ``part_of`` thins the training documents."""
    answers = Answers([], [], [])
    for seed in seeds:
        part = folds(t.group, seed)
        told, scores, chance = np.zeros(len(part), dtype=bool), np.zeros(len(part)), np.zeros(len(part))
        for k in range(5):
            fit, rest = part != k, part == k
            if part_of < 1:
                fit &= folds(t.group, 1000 + seed, 4) < round(4 * part_of)
            heads: dict[str, Head] = fit_dialogue(t[fit]) if talk else fit_article(t[fit])
            own = t[rest]
            told[rest], scores[rest], chance[rest] = flags(heads, own), score(heads, own), probabilities(heads, own)
        answers.flagged.append(told)
        answers.score.append(scores)
        answers.probability.append(chance)
    return answers


def articles(t: Table) -> None:
    """The article head: the table, and how well its probabilities hold."""
    answers = nested(t)
    print(f"\nArticles: nested folds by document, {len(SEEDS)} x 5")
    for name, kinds in SETS.items():
        own = np.isin(t.kind, kinds) & (t.label >= 0)
        told, scores, _ = answers.of(own)
        print(line(name, t.label[own], told, t.group[own], scores))
    qags = t.kind == QAGS_CNN
    rows, label = summaries(t[qags])
    told, scores, _ = answers.of(qags)
    print(
        line(
            "QAGS CNN/DM, whole summaries",
            label,
            [np.array([bool(f[r].any()) for r in rows]) for f in told],
            np.array([t[qags].group[r[0]] for r in rows]),
            [np.array([float(s[r].max()) for r in rows]) for s in scores],
        )
    )
    own = t.kind == "factcc-factcc"
    told, _, _ = answers.of(own)
    print(f"FactCC's rule-made errors that are flagged: {np.mean(told):.3f} of {int(own.sum())}")
    for name, kinds in (*list(SETS.items())[:2], ("QAGS XSum", (QAGS_XSUM,))):
        own = np.isin(t.kind, kinds) & (t.label >= 0)
        _, _, chances = answers.of(own)
        ece, brier = np.mean([calibration(t.label[own], p) for p in chances], axis=0)
        print(f"calibration, {name}: ECE {ece:.3f}, Brier {brier:.3f}, n {int(own.sum())}")
        for told_p, seen, n in reliability(np.tile(t.label[own], len(SEEDS)), np.concatenate(chances)):
            print(f"    said {told_p:.2f}  was {seen:.2f}  n {n // len(SEEDS)}")


def foreign(t: Table) -> None:
    """QAGS XSum where nothing of it was fitted on: neither the records nor others of the same documents."""
    own = (t.kind == QAGS_XSUM) & (t.label >= 0)
    fit = (t.kind != QAGS_XSUM) & ~np.isin(t.group, np.unique(t.group[own]))
    heads = fit_article(t[fit])
    rest = t[own]
    print("\nForeign: nothing of QAGS XSum fitted on")
    print(line("QAGS XSum (one sentence each)", rest.label, [flags(heads, rest)], rest.group, [score(heads, rest)]))


def calls(t: Table) -> None:
    """The dialogue head, leaving whole calls out: sentences, and the summary as the worst of its sentences."""
    t = t[np.isin(t.kind, (SALES, SWAPPED))]
    answers = nested(t, talk=True)
    print(f"\nSales calls (SummEdits): nested folds by call, {len(SEEDS)} x 5")
    unpicked = np.array([r.held_out for r in t.records])
    for title, part in (("all calls", unpicked >= 0), ("calls that no sign was picked on", unpicked)):
        for kind, name in ((SALES, "sentences"), (SWAPPED, "speakers swapped by us, or not")):
            own = part & (t.kind == kind) & (t.label >= 0)
            told, scores, _ = answers.of(own)
            print(line(f"{title}: {name}", t.label[own], told, t.group[own], scores))
        own = part & (t.kind == SALES)
        rows, label = summaries(t[own])
        told, scores, _ = answers.of(own)
        groups = np.array([t[own].group[r[0]] for r in rows])
        whole = [np.array([bool(f[r].any()) for r in rows]) for f in told]
        worst = [np.array([float(s[r].max()) for r in rows]) for s in scores]
        print(line(f"{title}: whole summaries", label, whole, groups, worst))
    own = (t.kind == SALES) & (t.label >= 0)
    _, _, chances = answers.of(own)
    ece, brier = np.mean([calibration(t.label[own], p) for p in chances], axis=0)
    print(f"calibration, sentences with a known label: ECE {ece:.3f}, Brier {brier:.3f}")


def curve(t: Table) -> None:
    """How much more documents would help."""
    print("\nLearning curve: shares of each training part")
    for share in (0.25, 0.5, 0.75, 1.0):
        answers = nested(t, seeds=SEEDS, part_of=share)
        cells = []
        for name in ("FRANK pooled", "FRANK within CNN/DM", "BBC / XSum together (FRANK BBC + QAGS XSum)"):
            own = np.isin(t.kind, SETS[name]) & (t.label >= 0)
            told, scores, _ = answers.of(own)
            value = np.mean([bacc(t.label[own], f) for f in told])
            auc = np.mean([ranking(t.label[own], s) for s in scores])
            cells.append(f"{name.split(' (')[0]} {value:.3f} (AUC {auc:.3f})")
        print(f"{share:.2f}  " + "  ".join(cells))


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


def fresh(data: Path) -> None:
    """MTS-Dialog: does the judge flag the summaries that people found hallucinations in, and more where more?"""
    folder = data / "mts_dialog"
    with (folder / "MTS-Dialog-Automatic-Summaries-ValidationSet.csv").open(encoding="utf-8-sig", newline="") as handle:
        texts = list(csv.DictReader(handle))
    with (folder / "MTS-Dialog-Manual-Scores4CorrelationStudy.csv").open(encoding="utf-8-sig", newline="") as handle:
        scores = list(csv.DictReader(handle))
    judge = OfflineJudge()
    told, worst, rate, groups = [], [], [], []
    for row, human in zip(texts, scores, strict=True):
        sentences = split_sentences(row["Automatic Summary"])
        said = [v for v in judge.sentences(sentences, dialogue(row["Dialogue"])) if v.probability is not None]
        if not said:
            continue
        told.append(any(v.flagged for v in said))
        worst.append(max(v.probability or 0.0 for v in said))
        rate.append(float(human["HallucinationRate"]))
        groups.append(row["Dialogue"])
    rates = np.array(rate)
    print("\nFresh: MTS-Dialog, automatic summaries with a human hallucination rate, shipped weights")
    for name, label in (("any hallucination", rates > 0), ("half or more", rates >= 0.5)):
        print(line(name, label.astype(int), [np.array(told)], np.array(groups), [np.array(worst)]))
    from scipy.stats import spearmanr

    found = spearmanr(np.array(worst), rates)
    print(
        f"Spearman of the worst probability and the rate: {found.statistic:.3f}, p {found.pvalue:.3g}, n {len(rates)}"
    )


def speed(judge: OfflineJudge, records: Sequence[Record]) -> None:
    """Sentences a second on one core through the public interface, every source read anew; the summaries of a document
    come one after another, as they do in a project."""
    records = sorted(records, key=lambda r: r.document)
    judge.sentences(["Warm up."], [SourceDoc(records[0].docs[0].role, ["Warm up the weights."])])
    rates = []
    for _ in range(3):
        again = OfflineJudge()
        begin = time.process_time()
        sentences = sum(len(again.sentences(r.sentences, r.docs)) for r in records)
        rates.append(sentences / (time.process_time() - begin))
    words = np.mean([len(r.text.split()) for r in records])
    print(
        f"\nspeed: {max(rates):.0f} sentences a second of processor time, best of three (worst {min(rates):.0f});"
        f" {sentences} sentences of {len(records)} summaries, sources of {words:.0f} words on average, reasons included"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure the offline judge.")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--former", action="store_true", help="the documents of the first fit alone")
    what.add_argument("--fresh", action="store_true", help="the shipped weights on MTS-Dialog")
    what.add_argument("--curve", action="store_true", help="how the figures grow with the training documents")
    options = parser.parse_args()
    if options.fresh:
        fresh(options.data)
        return
    records = [r for r in load(options.data) if not (options.former and r.held_out)]
    _, parts = backgrounds(records, options.data)
    t = table([*records, *swapped(records)], parts)
    if options.curve:
        curve(t)
        return
    articles(t)
    foreign(t)
    calls(t)
    recorded(records)
    speed(OfflineJudge(), [r for r in records if r.dataset == "frank"])


if __name__ == "__main__":
    main()
