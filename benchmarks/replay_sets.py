"""What ``make replay`` replays: recorded judges and people's labels, cell by cell, and made-up ones of known make.

A set is one judge on one collection, with what the other judges of it said. Nothing of the recorded ones is kept in
the project; where ``../shared/data`` is absent the made-up ones are replayed alone.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.offline_data import read_json

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

METRICS = {"FactCC": 0.5, "Dep Entail": 0.5, "QAGS": 0.5, "FEQA": 0.5, "Meteor": 0.2}
"""Scores of FRANK's validation part that are taken for judges: below this they flag. Meteor compares with the reference
summary and knows nothing of errors: the bad judge."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One judge on one collection. An entry a cell: ``document`` and ``system`` as numbers from 0 in the order of the
    file, ``error`` what people say (1 or 0), ``flag`` the judge's (1 or 0), ``others`` the share of all judges that
    flag it, ``sure`` how sure of an error the judge is (0 to 1; its flag where it does not say)."""

    collection: str
    judge: str
    document: Ints
    system: Ints
    error: Ints
    flag: Ints
    others: Floats
    sure: Floats

    @property
    def name(self) -> str:
        """The collection and its judge."""
        return f"{self.collection}, {self.judge}"

    @property
    def documents(self) -> int:
        """How many there are."""
        return int(self.document.max()) + 1


def recorded(data: Path) -> Iterator[Replayed]:
    """The sets in ``data``."""
    yield from _frank(data / "finesure")
    yield from _validation(data / "frank_valid")
    for part, name in (("cnndm", "QAGS CNN/DM"), ("xsum", "QAGS XSum")):
        yield _qags(data / "unieval_qags" / f"qags_{part}_result.json", name)
    yield _entailment(data / "xsum_hallucination" / "eval_scores_xsum_summaries.csv")


def _laid(
    collection: str, document: list[Any], system: list[str], error: list[int], scores: dict[str, list[float]],
    cuts: dict[str, float],
) -> Iterator[Replayed]:  # fmt: skip
    """A set for each judge; ``scores`` say how sure of an error each is, and it flags from its cut on."""
    flags = {name: (np.array(score) >= cuts[name]).astype(np.int64) for name, score in scores.items()}
    others = np.mean(list(flags.values()), axis=0)
    for name, score in scores.items():
        yield Replayed(
            collection, name, _numbers(document), _numbers(system), np.array(error), flags[name], others,
            np.clip(np.array(score, dtype=float), 0.0, 1.0),
        )  # fmt: skip


def _numbers(names: list[Any]) -> Ints:
    known: dict[Any, int] = {}
    return np.array([known.setdefault(name, len(known)) for name in names])


def _frank(folder: Path) -> Iterator[Replayed]:
    """FRANK's sentences as FineSurE recorded two judges, each on a sample of its own; the majority of three people."""
    for judge, file in (("gpt-4o", "gpt-4o-2024-05-13"), ("gpt-3.5-turbo", "gpt-3.5-turbo")):
        document, system, error, flag = [], [], [], list[float]()
        for row in read_json(folder / f"frank-raw-data-by-{file}.json"):
            votes = [each["factuality_labels"] for each in row["raw_annotations"].values()]
            truth = [int(2 * sum(cell) > len(cell)) for cell in zip(*votes, strict=True)]
            told = row.get("pred_faithfulness_labels") or []
            if len(told) == len(truth):
                document += [row["doc_id"]] * len(truth)
                system += [row["model"]] * len(truth)
                error += truth
                flag += told
        yield from _laid("FRANK sentences", document, system, error, {judge: flag}, {judge: 0.5})


def _validation(folder: Path) -> Iterator[Replayed]:
    """FRANK's validation part, summary by summary; automatic metrics for judges."""
    people = read_json(folder / "human_annotations.json")
    told = {
        (row["hash"], row["model_name"]): row
        for row in read_json(folder / "baseline_factuality_metrics_outputs.json")
    }
    rows = [(row, told[key]) for row in people if (key := (row["hash"], row["model_name"])) in told]
    rows = [(one, other) for one, other in rows if all(other.get(name) is not None for name in METRICS)]
    yield from _laid(
        "FRANK summaries", [one["hash"] for one, _ in rows], [one["model_name"] for one, _ in rows],
        [int(one["Factuality"] < 0.5) for one, _ in rows],
        {name: [1 - float(other[name]) for _, other in rows] for name in METRICS},
        {name: 1 - cut for name, cut in METRICS.items()},
    )  # fmt: skip


def _qags(path: Path, name: str) -> Replayed:
    """QAGS: a summary is wrong where fewer than all of its sentences are consistent for the people; UniEval judges."""
    rows = read_json(path)
    scores = {"UniEval": [1 - float(row["predict_scores"]["consistency"]) for row in rows]}
    wrong = [int(float(row["scores"]["consistency"]) < 1) for row in rows]
    return next(
        _laid(name, [row["source"] for row in rows], [str(row["system_id"]) for row in rows], wrong, scores,
              {"UniEval": 0.5})
    )  # fmt: skip


def _entailment(path: Path) -> Replayed:
    """XSum's summaries: whether people call them factual, and a score of entailment."""
    with path.open(encoding="utf-8", newline="") as handle:
        rows = [row for row in csv.DictReader(handle) if row["Factual"] and row["Entailment"]]
    parts = [row["system_bbcid"].rpartition("_") for row in rows]
    scores = {"entailment": [1 - float(row["Entailment"]) for row in rows]}
    wrong = [int(float(row["Factual"]) < 0.5) for row in rows]
    return next(
        _laid("XSum summaries", [part[2] for part in parts], [part[0] for part in parts], wrong, scores,
              {"entailment": 0.5})
    )  # fmt: skip


MADE = {
    "good": (0.25, 0.85, 0.9, 0.2),
    "rare": (0.04, 0.7, 0.95, 0.2),
    "useless": (0.25, 0.3, 0.7, 0.2),
    "misleading": (0.25, 0.2, 0.6, 0.2),
}
"""Of made-up sets: rate, share of errors that the judge flags, share of the rest that it does not, correlation within a
document."""


def made_up(documents: int = 150, seed: int = 0) -> Iterator[Replayed]:
    """Sets of known make, each with a second judge of the same kind: useless ones flag without knowing, misleading ones
    the wrong cells."""
    for number, (name, (rate, sense, other, icc)) in enumerate(MADE.items()):
        rng = np.random.default_rng([seed, number])
        cells = rng.integers(1, 6, documents)
        document = np.repeat(np.arange(documents), cells)
        system = rng.integers(0, 4, documents)[document]
        # systems differ: half the rate to one and a half times it
        spread = (1 - icc) / icc
        own = np.clip(rate * np.array([0.5, 0.8, 1.2, 1.5])[system], 0.01, 0.99)
        level = rng.beta(rate * spread, (1 - rate) * spread, documents)[document]
        error = (rng.random(len(document)) < np.clip(level * own / rate, 0, 1)).astype(np.int64)
        chance = np.where(error == 1, sense, 1 - other)
        flags = (rng.random((2, len(document))) < chance).astype(np.int64)
        sure = np.clip(np.where(flags[0] == 1, 0.75, 0.25) + rng.normal(0, 0.1, len(document)), 0, 1)
        others = flags.mean(axis=0)
        yield Replayed(f"made up, {name}", "one of two", document, system, error, flags[0], others, sure)
