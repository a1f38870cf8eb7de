"""Readers as a sample, unsure answers as bounds, blind and shown decisions: each against a loop."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.errors import Cancelled, InputError
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.stats.detection_counts import bacc_figure, recall_figure
from galley.core.stats.reviewer_error import two_way
from tests.core.building import project, record

Four = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def cells(seed: int = 1, readers: int = 3, slips: float = 0.15) -> Four:
    """Judge, votes, adjudicated, document: 40 documents of three cells; some silence, some settled."""
    rng = np.random.default_rng(seed)
    truth = rng.random(120) < 0.4
    votes = (truth[:, None] ^ (rng.random((120, readers)) < slips)).astype(int)
    votes[rng.random(votes.shape) < 0.1] = -1
    settled = np.where(rng.random(120) < 0.1, truth, -1).astype(int)
    judge = np.where(rng.random(120) < 0.03, -1, truth ^ (rng.random(120) < 0.2)).astype(int)
    return judge, votes, settled, np.repeat(np.arange(40), 3)


def by_loop(judge: np.ndarray, votes: np.ndarray, settled: np.ndarray, documents: np.ndarray, runs: int) -> list[float]:
    """Recall over documents and readers drawn one by one."""
    rng, found = np.random.default_rng(9), []
    groups = [np.flatnonzero(documents == d) for d in range(40)]
    for _ in range(runs):
        team = rng.integers(0, votes.shape[1], votes.shape[1])
        tp = fn = 0
        for group in rng.integers(0, 40, 40):
            for cell in groups[group]:
                said = [votes[cell, reader] for reader in team if votes[cell, reader] >= 0]
                gold = settled[cell]
                if gold < 0 and 2 * sum(said) != len(said):
                    gold = int(2 * sum(said) > len(said))
                if judge[cell] >= 0 and gold == 1:
                    tp, fn = tp + (judge[cell] == 1), fn + (judge[cell] == 0)
        found.append(tp / (tp + fn))
    return found


def test_the_two_way_bootstrap_equals_a_loop_and_is_wider_than_over_documents_alone() -> None:
    given = cells()
    found = two_way(*given, {"recall": recall_figure, "bacc": bacc_figure}, resamples=6_000)
    low, high = np.quantile(by_loop(*given, 1_500), [0.025, 0.975])
    assert (found["recall"].low, found["recall"].high) == pytest.approx((low, high), abs=0.02)
    judge, votes, settled, documents = given
    same = np.repeat(votes[:, :1], 3, axis=1)  # three readers who say the same leave the documents alone to vary
    alone = two_way(judge, same, settled, documents, {"bacc": bacc_figure}, resamples=4_000)["bacc"]
    loose = two_way(*cells(slips=0.3), {"bacc": bacc_figure}, resamples=4_000)["bacc"]
    assert loose.high - loose.low > 1.2 * (alone.high - alone.low)
    with pytest.raises(Cancelled):
        two_way(*given, {"bacc": bacc_figure}, cancelled=lambda: True)
    one = two_way(judge, votes[:, :1], settled, documents, {"bacc": bacc_figure})["bacc"]
    assert one.low is None and "fewer than two" in one.why


def human(name: str, **more: Any) -> dict[str, Any]:
    return {"annotator": name, "kind": "human", "scheme": "dial-summer", "criterion": "changed-meaning", **more}


def made_lines() -> list[dict[str, Any]]:
    rng = np.random.default_rng(2)
    lines = []
    for number in range(8):
        one = record(key=f"k{number}", verdicts=[], judged=[])
        one["documents"] = [
            {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "Ann", "text": f"Is ferry {number} late?"}]},
            {"id": "sum-a", "role": "summary", "system": "a", "sentences": ["One.", "Two.", "Three."]},
        ]
        for unit in range(3):
            truth = rng.random() < 0.5
            at = {"document": "sum-a", "unit": unit}
            for name in ("ann", "ben", "cat"):
                value = "yes" if truth != (rng.random() < 0.2) else "no"
                if number == 0 and unit < 2:
                    value = None
                said = {"value": value} if value else {"value": None, "reason": "unsure"}
                one["verdicts"].append(human(name, **at, **said))
            said_by_judge = "yes" if (unit == 0 or truth != (rng.random() < 0.2)) and (number, unit) != (0, 1) else "no"
            one["verdicts"].append(human("judge", **at, value=said_by_judge) | {"kind": "judge"})
        lines.append(one)
    return lines


def test_unsure_answers_are_bounds_and_two_assumptions(tmp_path: Path) -> None:
    with project(tmp_path, *made_lines()) as made:

        def row(*options: str, **more: Any) -> dict[str, Any]:
            params = Params(criteria=("changed-meaning",), options=options, **more)
            return registry.compute("detection", made.read_connection(), params).rows[0]

        found = row()
        tp, fp, tn, fn = (found[each] for each in ("tp", "fp", "tn", "fn"))
        assert found["undecided"] == 2 and found["n"] == 22  # one flagged, one not
        precisions, recalls = [], []
        for flagged, quiet in itertools.product((0, 1), repeat=2):
            precisions.append((tp + flagged) / (tp + fp + 1))
            recalls.append((tp + flagged) / (tp + flagged + fn + quiet))
        assert (found["precision_at_least"], found["precision_at_most"]) == (min(precisions), max(precisions))
        assert (found["recall_at_least"], found["recall_at_most"]) == (min(recalls), max(recalls))
        assert (found["precision_as_no"], found["recall_as_no"]) == (tp / (tp + fp + 1), tp / (tp + fn))
        more, missed = tp / (tp + fp), fn / (fn + tn)
        assert found["recall_as_decided"] == pytest.approx((tp + more) / (tp + more + fn + missed))
        assert found["precision_as_decided"] == found["precision"]
        both = row("view=readers")
        assert both["readers"] == 3 and both["s_bacc_low"] == found["s_bacc_low"]
        assert both["s_bacc_readers_high"] - both["s_bacc_readers_low"] > 0.05
        for wrong in (("view=all",), ("view=readers", "x")):
            with pytest.raises(InputError):
                row(*wrong)
        with pytest.raises(InputError, match="does not accept --gold"):
            row("view=readers", gold="ann")
