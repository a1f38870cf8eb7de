"""Measure what the offline judge says beside sentences: ``python -m benchmarks.offline_kgds [--data DIR]``.

On the KGDS benchmark: the paragraphs that a discussion draws on, against the experts' (threshold and calibration by
folds over items, and fitted on all for ``core/judges/built_in/support.py``); and uncovered paragraphs, against a
summary
made of the facts of every second supporting paragraph, which covers these and none of the others by construction.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.offline_figures import calibration, line, ranking
from benchmarks.offline_recipe import bacc, folds, logistic
from galley.core.domain import Role
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.support import DRAWN
from galley.core.judges.built_in.types import SourceDoc

GRID = np.arange(0.05, 0.96, 0.05)


def main() -> None:
    """Print both."""
    parser = argparse.ArgumentParser(description="Measure the offline judge on KGDS.")
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    rows: list[dict[str, Any]] = json.loads((parser.parse_args().data / "kgds" / "KGDS.json").read_text("utf-8"))
    judge = BuiltInJudge()
    share, drawn, item = [], [], []
    flagged, uncovered, where = [], [], []
    for number, row in enumerate(rows):
        places = [p["paragraph_index"] for p in row["SBK"]]
        article = SourceDoc(Role.ARTICLE, [p["paragraph_text"] for p in row["SBK"]])
        talk = SourceDoc(Role.DIALOGUE, [u["utterance"] for u in row["KGD"]], [u["participant"] for u in row["KGD"]])
        experts = {p["paragraph_index"] for p in row["BSP"]}
        for place, answer in zip(places, judge.support(article, talk)[0], strict=True):
            share.append(answer.share)
            drawn.append(int(place in experts))
            item.append(str(number))
        told = {p["paragraph_index"]: [f["atomic_fact"] for f in p["atomic_facts"]] for p in row["BSPAF"][::2]}
        (verdicts,) = judge.turns([fact for facts in told.values() for fact in facts], [article])
        for place, verdict in zip(places, verdicts, strict=True):
            flagged.append(verdict.is_flagged)
            uncovered.append(int(place not in told))
            where.append(str(number))
    scores, label, group = np.array(share), np.array(drawn), np.array(item)
    print("Supporting paragraphs: threshold and calibration by folds over items")
    for seed in (1, 2, 3):
        part = folds(group, seed)
        found, chance = np.zeros(len(label), dtype=bool), np.zeros(len(label))
        for k in range(5):
            fit, rest = part != k, part == k
            limit = max(GRID, key=lambda x, fit=fit: bacc(label[fit], scores[fit] >= x))  # type: ignore[misc]
            slope, offset = logistic(scores[fit][:, None], label[fit].astype(float), np.ones(fit.sum()), np.zeros(1))
            found[rest], chance[rest] = scores[rest] >= limit, 1 / (1 + np.exp(-(slope * scores[rest] + offset)))
        print(line(f"division {seed}", label, [found], group), f" ECE {calibration(label, chance)[0]:.3f}")
    slope, offset = logistic(scores[:, None], label.astype(float), np.ones(len(label)), np.zeros(1))
    print(f"on all: slope {slope:.3f}, offset {offset:.3f}, AUC {ranking(label, scores):.3f}")
    print(line(f"as shipped, from {DRAWN}", label, [scores >= DRAWN], group))
    print("Uncovered paragraphs, where the summary is the facts of every second supporting paragraph")
    print(line("all paragraphs", np.array(uncovered), [np.array(flagged)], np.array(where)))


if __name__ == "__main__":
    main()
