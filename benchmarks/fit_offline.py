"""Fit the weights of the offline judge: ``python -m benchmarks.fit_offline [--data DIR] [--out FILE]``.

Needs the developers' data and numpy. The shipped weights are fitted on all documents; what they are worth is what the
same recipe reaches on documents that a fit has not seen, which ``benchmarks/offline.py`` measures.

Fitted on: FRANK's annotators' shares (both sources), QAGS, XSum span annotations whose article FRANK carries; for
dialogues the SummEdits sales calls, with copies whose speakers are swapped. The background (rarity, capitals, word
order) that a document is measured under while fitting is counted over other documents than itself.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.offline_data import Record, load, read_json
from benchmarks.offline_recipe import DIALOGUE_SHARES, SHARES, Head, Table, fit_article, fit_dialogue
from benchmarks.offline_synthetic import swapped
from galley.core.judges.offline.background import Background, count
from galley.core.judges.offline.features import measure
from galley.core.judges.offline.index import SourceIndex
from galley.core.judges.offline.model import WEIGHTS
from galley.core.judges.offline.trace import Earlier


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
    rows: list[tuple[int, float, str, str, Record, int]] = []
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
            made = record.dataset == "swapped"
            kind = record.dataset if made else f"{record.dataset}-{record.source}"
            target = record.votes[i] if record.votes else float(label == 1)
            rows.append((-1 if label is None else label, target, kind, record.group, record, i))
    labels, targets, kinds, groups, kept, sentences = zip(*rows, strict=True)
    return Table(
        np.array(values),
        np.array(labels),
        np.array(targets),
        np.array(kinds),
        np.array(groups),
        list(kept),
        np.array(sentences),
    )


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
    records = load(options.data)
    whole, parts = backgrounds(records, options.data)
    t = table([*records, *swapped(records)], parts)
    used = Counter(k for k, y in zip(t.kind.tolist(), t.label.tolist(), strict=True) if y >= 0)
    article: dict[str, Head] = fit_article(t)
    weights = {
        "fitted_on": {
            "sentences": {k: used[k] for k in [*SHARES, *DIALOGUE_SHARES]},
            "documents": len({g for g, k in zip(t.group.tolist(), t.kind.tolist(), strict=True) if k in SHARES}),
            "measured": "by folds over documents, see docs/judges.md",
            "script": "benchmarks/fit_offline.py",
        },
        "article": article["several"],
        "article_alone": article["alone"],
        "dialogue": fit_dialogue(t)["several"],
        "background": whole.to_json(),
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(rounded(weights), separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    options.out.write_text(text + "\n", encoding="utf-8")
    print(f"{options.out.name}: {len(text) / 1e6:.2f} MB, fitted on {json.dumps(weights['fitted_on'])}")


if __name__ == "__main__":
    main()
