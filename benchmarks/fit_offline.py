"""Fit the weights of the offline judge: ``python -m benchmarks.fit_offline [--data DIR] [--out FILE]``.

Needs scikit-learn and the developers' data. Documents whose group is held out (``offline_data.held_out``) are never
read here: neither their labels nor their words, so ``benchmarks/offline.py`` can measure the shipped weights on them.

Fitted on: FRANK's majority labels (both sources), QAGS where the share is 0 or 1, XSum span annotations whose article
FRANK carries; for dialogues the SummEdits sales calls, with copies whose speakers are swapped. The background (rarity,
capitals, word order) of a document is counted over other documents than itself while fitting.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.offline_data import Record, load, read_json
from benchmarks.offline_synthetic import swapped
from core.judges.offline.background import Background, count
from core.judges.offline.features import measure
from core.judges.offline.index import SourceIndex
from core.judges.offline.model import WEIGHTS
from core.judges.offline.trace import FEATURES, Earlier

Array = NDArray[np.float64]

ARTICLE_FEATURES = (
    "novel_content",
    "novel_rarity_max",
    "novel_hard",
    "novel_hard_count",
    "novel_facts",
    "novel_pairs",
    "names",
    "coverage",
    "longest",
    "run_mean",
    "run_count",
    "copied_start",
    "stitch",
    "stitch_sum",
    "best_sentence",
    "best_pair",
    "lcs_best",
    "edit_gap",
    "neighbour_far",
    "neighbour_far_max",
    "apart_names",
    "surprise_relative",
    "repeated_pairs",
    "repeated_words",
    "pronoun_first",
    "pronouns",
    "dangling",
    "negation_here",
)
DIALOGUE_FEATURES = (
    "novel_hard",
    "novel_hard_count",
    "novel_rarity_max",
    "novel_facts",
    "novel_names",
    "novel_numbers",
    "number_context",
    "negation_added",
    "negation_here",
    "opposite",
    "opposite_loose",
    "best_sentence",
    "apart",
    "stitch_sum",
    "lcs_pair",
    "longest",
    "words",
    "names",
    "novel_content_count",
    "window_missing",
    "surprise_max",
    "speaker_share",
    "speaker_other",
)

FRANK_CNN, FRANK_BBC = "frank-cnndm", "frank-bbc"
QAGS_CNN, QAGS_XSUM, SPANS = "qags-cnndm", "qags-xsum", "xsum-spans-bbc"
SHARES = {FRANK_CNN: 1.0, FRANK_BBC: 0.5, QAGS_CNN: 0.5, QAGS_XSUM: 1.0, SPANS: 0.2}
"""Weight of one sentence of each set. Right and wrong weigh the same within a set, but for the two sets where
nearly all is wrong."""
DIALOGUE_SHARES = {"sales-sales": 1.0, "swapped": 0.5}
UNBALANCED = (FRANK_BBC, SPANS)
CLOSE, LOOSE = -0.15, 0.5
"""Limits of the article score for copying and for free wording. Balanced accuracy over CNN/DM, BBC / XSum and pooled is
flat within 0.15 around them (cross-validation on the fitting documents); searching them anew in each fold only adds
noise, with some 90 errors and 7 sound BBC sentences to search on."""
STRENGTH = 0.03
"""C of the logistic regressions (small: strongly held towards zero)."""


@dataclass
class Table:
    """Measured sentences: one row each. ``label`` is -1 where not known."""

    values: Array
    label: NDArray[np.int64]
    kind: NDArray[np.str_]
    group: NDArray[np.str_]
    records: list[Record]
    sentence: NDArray[np.int64]

    def __getitem__(self, mask: NDArray[np.bool_]) -> Table:
        records = [r for r, keep in zip(self.records, mask, strict=True) if keep]
        return Table(
            self.values[mask], self.label[mask], self.kind[mask], self.group[mask], records, self.sentence[mask]
        )


def _bucket(group: str) -> int:
    return int(hashlib.sha1(f"background {group}".encode()).hexdigest(), 16) % 5


def _texts(records: Sequence[Record], data: Path) -> tuple[dict[str, str], list[str]]:
    texts = {r.group: r.text for r in records if r.dataset in ("frank", "qags", "factcc", "sales")}
    kgds = ["\n".join(p["paragraph_text"] for p in row["SBK"]) for row in read_json(data / "kgds" / "KGDS.json")]
    return texts, kgds


def backgrounds(records: Sequence[Record], data: Path) -> tuple[Background, list[Background]]:
    """The background of all documents, and five that each leave a fifth of them out."""
    texts, kgds = _texts(records, data)
    parts = [count([t for g, t in texts.items() if _bucket(g) != b] + kgds) for b in range(5)]
    return count([*texts.values(), *kgds]), parts


def table(records: Sequence[Record], background: Background | list[Background]) -> Table:
    """Measure every sentence; with a list of backgrounds, each document under the one that never saw it."""
    values: list[list[float]] = []
    rows: list[tuple[int, str, str, Record, int]] = []
    indexes: dict[int, SourceIndex] = {}
    for record in records:
        ground = background[_bucket(record.group)] if isinstance(background, list) else background
        index = indexes.get(id(record.docs))
        if index is None:
            index = indexes[id(record.docs)] = SourceIndex(record.docs, ground)
        earlier = Earlier()
        for i, sentence in enumerate(record.sentences):
            values.append(measure(sentence, i, len(record.sentences), index, earlier).values)
            label = record.labels[i]
            made = record.dataset in ("planted", "swapped")
            kind = record.dataset if made else f"{record.dataset}-{record.source}"
            rows.append((-1 if label is None else label, kind, record.group, record, i))
    labels, kinds, groups, kept, sentences = zip(*rows, strict=True)
    return Table(np.array(values), np.array(labels), np.array(kinds), np.array(groups), list(kept), np.array(sentences))


def weigh(t: Table, shares: dict[str, float]) -> Array:
    """Fitting weights: SHARES, balanced within each set but UNBALANCED."""
    weights = np.zeros(len(t.label))
    for kind, share in shares.items():
        own = (t.kind == kind) & (t.label >= 0)
        weights[own] = share
        if kind not in UNBALANCED:
            for value in (0, 1):
                side = own & (t.label == value)
                if side.any():
                    weights[side] *= own.sum() / (2 * side.sum())
    return weights


def regression(values: Array, label: NDArray[np.int64], weights: Array, names: Sequence[str]) -> dict[str, Any]:
    """A standardised logistic regression as plain numbers."""
    from sklearn.linear_model import LogisticRegression

    columns = [FEATURES.index(n) for n in names]
    x = values[:, columns]
    mean, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale == 0] = 1.0
    model = LogisticRegression(C=STRENGTH, max_iter=3000)
    model.fit((x - mean) / scale, label, sample_weight=weights)
    return {
        "features": list(names),
        "mean": mean.tolist(),
        "scale": scale.tolist(),
        "coefficients": model.coef_[0].tolist(),
        "intercept": float(model.intercept_[0]),
    }


def score(head: dict[str, Any], values: Array) -> Array:
    """Log-odds of a fitted head."""
    columns = [FEATURES.index(n) for n in head["features"]]
    standard = (values[:, columns] - np.array(head["mean"])) / np.array(head["scale"])
    return np.asarray(standard @ np.array(head["coefficients"]) + head["intercept"])


def folds(groups: NDArray[np.str_], seed: int, k: int = 5) -> NDArray[np.int64]:
    """A fold per row, whole groups together."""
    unique = np.unique(groups)
    np.random.default_rng(seed).shuffle(unique)
    number = {g: i % k for i, g in enumerate(unique)}
    return np.array([number[g] for g in groups])


def bacc(label: NDArray[np.int64], flagged: NDArray[np.bool_]) -> float:
    """Balanced accuracy; NaN where one side is empty."""
    wrong, right = label == 1, label == 0
    if not wrong.any() or not right.any():
        return float("nan")
    return float((flagged[wrong].mean() + (~flagged[right]).mean()) / 2)


def platt(scores: Array, label: NDArray[np.int64]) -> tuple[float, float]:
    """Slope and offset that turn scores into shares of errors."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=1e6, max_iter=1000).fit(scores[:, None], label)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def fit_article(t: Table, seeds: Sequence[int] = (0, 1, 2)) -> dict[str, Any]:
    """The article head: weights on all of ``t``; calibration from grouped cross-validation in it."""
    keep = np.isin(t.kind, list(SHARES)) & (t.label >= 0)
    t = t[keep]
    frank = np.isin(t.kind, (FRANK_CNN, FRANK_BBC))
    scores = np.zeros((len(seeds), len(t.label)))
    for row, seed in enumerate(seeds):
        part = folds(t.group, seed)
        for k in range(5):
            fit, rest = t[part != k], part == k
            head = regression(fit.values, fit.label, weigh(fit, SHARES), ARTICLE_FEATURES)
            scores[row, rest] = score(head, t.values[rest])

    natural = frank | np.isin(t.kind, (QAGS_XSUM,))
    slope, offset = platt(scores[:, natural].ravel(), np.tile(t.label[natural], len(seeds)))
    head = regression(t.values, t.label, weigh(t, SHARES), ARTICLE_FEATURES)
    return head | {"threshold": CLOSE, "threshold_free": LOOSE, "slope": slope, "offset": offset}


def fit_dialogue(t: Table, seeds: Sequence[int] = (0, 1, 2)) -> dict[str, Any]:
    """The dialogue head, on sales-call sentences whose label is known and on swapped ones.

    Its threshold balances mistakes over sentences and over whole summaries, which are wrong if one sentence is.
    """
    t = t[np.isin(t.kind, list(DIALOGUE_SHARES))]
    real = (t.kind == "sales-sales") & (t.label >= 0)
    rows, wrong = summaries(t)
    scores = np.zeros((len(seeds), len(t.label)))
    for row, seed in enumerate(seeds):
        part = folds(t.group, seed)
        for k in range(5):
            fit, rest = t[(part != k) & (t.label >= 0)], part == k
            head = regression(fit.values, fit.label, weigh(fit, DIALOGUE_SHARES), DIALOGUE_FEATURES)
            scores[row, rest] = score(head, t.values[rest])
    grid = np.arange(-1.0, 1.0, 0.05)
    worst = [np.array([row[r].max() for r in rows]) for row in scores]
    worths = [
        np.mean([bacc(t.label[real], row[real] > x) + bacc(wrong, w > x) for row, w in zip(scores, worst, strict=True)])
        for x in grid
    ]
    slope, offset = platt(scores[:, real].ravel(), np.tile(t.label[real], len(seeds)))
    t = t[t.label >= 0]
    head = regression(t.values, t.label, weigh(t, DIALOGUE_SHARES), DIALOGUE_FEATURES)
    threshold = float(grid[int(np.argmax(worths))])
    return head | {"threshold": threshold, "threshold_free": threshold, "slope": slope, "offset": offset}


def summaries(t: Table) -> tuple[list[list[int]], NDArray[np.int64]]:
    """The rows of each whole summary of a set with summary labels, and whether it is wrong."""
    order: dict[int, list[int]] = {}
    for row, record in enumerate(t.records):
        if record.dataset not in ("planted", "swapped"):
            order.setdefault(id(record), []).append(row)
    rows = list(order.values())
    return rows, np.array([int((t.records[r[0]].score or 0.0) > 0) for r in rows])


def certainty(t: Table) -> float:
    """Share of errors among labelled sentences with a certain sign (``Trace.certain``; Laplace)."""
    fired = t.values[:, FEATURES.index("certain")] > 0
    own = fired & (t.label >= 0) & np.isin(t.kind, (FRANK_CNN, QAGS_CNN, QAGS_XSUM, "factcc-factcc"))
    return float((t.label[own].sum() + 1) / (own.sum() + 2))


def rounded(data: Any) -> Any:
    """Numbers to six digits, so that the file stays small and reads well in a diff."""
    if isinstance(data, float):
        return float(f"{data:.6g}")
    if isinstance(data, list):
        return [rounded(x) for x in data]
    if isinstance(data, dict):
        return {k: rounded(v) for k, v in data.items()}
    return data


def main() -> None:
    """Fit and write the weights."""
    parser = argparse.ArgumentParser(description="Fit the weights of the offline judge.")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    records = [r for r in load(options.data) if not r.held_out]
    whole, parts = backgrounds(records, options.data)
    t = table([*records, *swapped(records)], parts)
    used = Counter(k for k, y in zip(t.kind.tolist(), t.label.tolist(), strict=True) if y >= 0)
    weights = {
        "fitted_on": {
            "sentences": {k: used[k] for k in [*SHARES, *DIALOGUE_SHARES]},
            "documents": len({g for g, k in zip(t.group.tolist(), t.kind.tolist(), strict=True) if k in SHARES}),
            "held_out": "documents with sha1(group) % 100 < 30, see benchmarks/offline_data.py",
            "script": "benchmarks/fit_offline.py",
        },
        "article": fit_article(t),
        "dialogue": fit_dialogue(t),
        "certain": certainty(t),
        "background": whole.to_json(),
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(rounded(weights), separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    options.out.write_text(text + "\n", encoding="utf-8")
    print(f"{options.out.name}: {len(text) / 1e6:.2f} MB, fitted on {json.dumps(weights['fitted_on'])}")


if __name__ == "__main__":
    main()
