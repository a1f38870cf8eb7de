"""Fit the weights of the offline judge: ``python -m benchmarks.fit_offline [--data DIR] [--out FILE]``.

Needs the developers' data and numpy. The shipped weights are fitted on all documents; what they are worth is what the
same recipe reaches on documents that a fit has not seen, which ``benchmarks/offline.py`` measures.

Fitted on: FRANK's annotators' shares (both sources), QAGS, XSum span annotations whose article FRANK carries; for
dialogues besides these the SummEdits sales calls, with copies whose speakers are swapped, and MTS-Dialog. Articles and
dialogues are measured in the units that an import gives them, since that is what is judged. The background (rarity,
capitals, word order) that a document is measured under while fitting is counted over other documents than itself.
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
from benchmarks.offline_recipe import ARTICLES, DIALOGUES, Table, fit
from benchmarks.offline_synthetic import swapped
from galley.core.judges.built_in.english_background import Background, count
from galley.core.judges.built_in.features import measure
from galley.core.judges.built_in.fitted_model import WEIGHTS, FittedHead
from galley.core.judges.built_in.index import SourceIndex
from galley.core.judges.built_in.trace import Earlier


def _bucket(group: str) -> int:
    return int(hashlib.sha1(f"background {group}".encode()).hexdigest(), 16) % 5


def _texts(records: Sequence[Record], data: Path) -> tuple[dict[str, str], list[str]]:
    texts = {r.group: r.text for r in records if r.dataset in ("frank", "qags", "factcc", "sales")}
    kgds = ["\n".join(p["paragraph_text"] for p in row["SBK"]) for row in read_json(data / "kgds" / "KGDS.json")]
    return texts, kgds


def whole_background(records: Sequence[Record], data: Path) -> Background:
    """The background of all documents."""
    texts, kgds = _texts(records, data)
    return count([*texts.values(), *kgds])


def backgrounds(records: Sequence[Record], data: Path) -> list[Background]:
    """Five backgrounds that each leave a fifth of the documents out."""
    texts, kgds = _texts(records, data)
    return [count([t for g, t in texts.items() if _bucket(g) != b] + kgds) for b in range(5)]


def table(records: Sequence[Record], background: Background | list[Background]) -> Table:
    """Measure every sentence; with a list of backgrounds, each document under the one that never saw it."""
    values: list[list[float]] = []
    rows: list[tuple[int, float, str, str, Record]] = []
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
            target = record.votes[i] if record.votes else float("nan") if label is None else float(label)
            rows.append((-1 if label is None else label, target, kind, record.group, record))
    labels, targets, kinds, groups, kept = zip(*rows, strict=True)
    return Table(
        np.array(values),
        np.array(labels),
        np.array(targets),
        np.array(kinds),
        np.array(groups),
        list(kept),
    )


def _head(head: FittedHead) -> dict[str, Any]:
    """A head as ``FittedHead.from_json`` reads it."""
    return {
        "signs": list(head.names),
        "mean": head.mean.tolist(),
        "scale": head.scale.tolist(),
        "weights": head.weights.tolist(),
        "intercept": head.intercept,
        "certain": head.certain,
        "strength": head.strength,
    }


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
    whole, parts = whole_background(records, options.data), backgrounds(records, options.data)
    t = table([*records, *swapped(records)], parts)
    used = Counter(t.dataset[~np.isnan(t.target)].tolist())
    weights = {
        "fitted_on": {
            "sentences": {name: used[name] for name in DIALOGUES},
            "documents": len(np.unique(t.group[np.isin(t.dataset, list(DIALOGUES))])),
            "measured": "by folds over documents, see docs/judges.md",
            "script": "benchmarks/fit_offline.py",
        },
        "article": _head(fit(t, ARTICLES)),
        "dialogue": _head(fit(t, DIALOGUES)),
        "background": whole.to_json(),
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(rounded(weights), separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    options.out.write_text(text + "\n", encoding="utf-8")
    print(f"{options.out.name}: {len(text) / 1e6:.2f} MB, fitted on {json.dumps(weights['fitted_on'])}")


if __name__ == "__main__":
    main()
