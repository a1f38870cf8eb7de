"""Combined criteria: an answer counts where every part is answered, whether it is a yes or a no.

The finding: a yes beside a part that is unsure counted, a no beside one did not, and ``estimate`` printed .342
[.300, .388], "valid", where .211 is true.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from galley.core.metrics import registry
from galley.core.metrics.base import Params, Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.project.project import Project
from tests.core.building import flag, project, record

PARTS = (
    *("changed-meaning", "wrong-turn-sequence", "speaker-misattribution", "speaker-identity-bias"),
    *("wrong-linking", "extrinsic-conversation", "extrinsic-context"),
)
"""The parts of ``hallucination``, all of sentences."""
ITEMS, SENTENCES = 150, 4


Truth = list[list[set[str]]]


def made(
    seed: int = 2, lengths: tuple[int, int] = (SENTENCES, SENTENCES), unsure: float = 0.08
) -> tuple[Truth, list[Any]]:
    """What is true, sentence by sentence; and records on which "ann" answers every part, unsure of some at random."""
    chance = random.Random(seed)
    truth: Truth = []
    records = []
    for number in range(ITEMS):
        size = chance.randint(*lengths)
        truth.append([{part for part in PARTS if chance.random() < 0.033} for _ in range(size)])
        verdicts = []
        for unit, errors in enumerate(truth[-1]):
            for part in PARTS:
                said: dict[str, Any] = {"value": "yes" if part in errors else "no"}
                if chance.random() < unsure:
                    said = {"value": None, "reason": "unsure"}
                verdicts.append(flag(part, "sum-a", unit, annotator="ann", kind="human", **said))
            if chance.random() < (0.7 if errors else 0.1):
                verdicts.append(flag(chance.choice(PARTS), "sum-a", unit))
        sentences = [f"Sentence {number} {n}." for n in range(size)]
        records.append(
            record(
                f"k{number}",
                documents=[{"id": "sum-a", "role": "summary", "system": "a", "sentences": sentences}],
                verdicts=verdicts,
                judged=[
                    {"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": [*PARTS]},
                ],
            )
        )
    return truth, records


def combined(opened: Project, name: str, **params: Any) -> Row:
    found = registry.compute(name, opened.read_connection(), Params(**params)).rows
    return next(row for row in found if row["criterion"] == "hallucination")


def test_an_estimate_of_combined_criteria_covers_the_truth(tmp_path: Path) -> None:
    truth, records = made()
    true = sum(bool(errors) for each in truth for errors in each) / (ITEMS * SENTENCES)
    said = {(v["document"], n, v["unit"], v["criterion"]): v["value"]
            for n, each in enumerate(records) for v in each["verdicts"] if v["annotator"] == "ann"}  # fmt: skip
    units = [[said["sum-a", n, u, part] for part in PARTS] for n in range(ITEMS) for u in range(SENTENCES)]
    answered = [values for values in units if None not in values]
    loose = [values for values in units if "yes" in values or None not in values]
    assert sum("yes" in values for values in loose) / len(loose) > true + 0.08, "what was printed"
    with project(tmp_path, *records) as opened:
        row = combined(opened, "estimate")
        assert row["valid"] and row["n"] == len(answered)
        assert row["low"] <= true <= row["high"] and row["value"] == pytest.approx(true, abs=0.035)
        reviews = sum("yes" in values for values in answered) / len(answered)
        judged = [(n, v) for n, each in enumerate(records) for v in each["verdicts"] if v["annotator"] == "judge"]
        flags = {(n, verdict["unit"]) for n, verdict in judged}
        by_flag: dict[bool, list[list[Any]]] = {True: [], False: []}
        for place, values in enumerate(units):
            by_flag[divmod(place, SENTENCES) in flags].append(values)
        hand = 0.0
        for part in by_flag.values():
            whole = [values for values in part if None not in values]
            hand += len(part) / len(units) * sum("yes" in values for values in whole) / len(whole)
        assert row["reviews"] == pytest.approx(hand), "by hand: what the judge flagged, and the rest"
        # a certain yes is no "no" in the least that is possible
        assert row["at_least"] >= sum("yes" in values for values in units) / len(units) - 0.02
        assert row["at_least"] <= true <= row["at_most"]
        detection = combined(opened, "detection")
        assert detection["n"] == len(answered) and detection["tp"] + detection["fn"] == round(reviews * len(answered))
        assert combined(opened, "frequency", level="unit")["value"] == pytest.approx(reviews)


def test_summaries_answered_in_full_stand_for_those_of_their_length(tmp_path: Path) -> None:
    """Long summaries have more errors and are seldom answered in full: they weigh 1 / P(complete | length)."""
    _, records = made(3, (1, 5), 0.05)
    with project(tmp_path, *records) as opened:
        reader = CellReader(opened.read_connection(), Params())
        question = next(each for each in reader.questions() if each.id == "hallucination")
        cells = reader.cells(question, reader.judges, "summary", with_gold=True)
        assert cells.gold is not None and cells.length is not None and cells.entire
        said, gold, length = (each.tolist() for each in (cells.column(reader.judges[0]), cells.gold, cells.length))
        every, full = [0] * 6, [0] * 6
        for truth, size in zip(gold, length, strict=True):
            every[size] += 1
            full[size] += truth >= 0
        hits = {(s, t): sum(every[n] / full[n] for n, *pair in zip(length, said, gold, strict=True) if pair == [s, t])
                for s in (0, 1) for t in (0, 1)}  # fmt: skip
        assert min(full[1:]) > 0 and full[5] / every[5] < full[1] / every[1]
        row = combined(opened, "detection", level="summary")
        assert row["n"] == sum(truth >= 0 for truth in gold), "counts are those of summaries"
        assert row["recall"] == pytest.approx(hits[1, 1] / (hits[1, 1] + hits[0, 1]))
        assert row["precision"] == pytest.approx(hits[1, 1] / (hits[1, 1] + hits[1, 0]))
        specificity = hits[0, 0] / (hits[0, 0] + hits[1, 0])
        assert row["bacc"] == pytest.approx((row["recall"] + specificity) / 2)
        assert row["low" if "low" in row else "bacc_low"] < row["bacc"] < row["bacc_high"]


def test_one_criterion_is_what_it_was(tmp_path: Path) -> None:
    _, records = made()
    with project(tmp_path, *records) as opened:
        reader = CellReader(opened.read_connection(), Params())
        for question in reader.questions():
            for level in ("unit", "summary"):
                cells = reader.cells(question, reader.judges, level, with_gold=True)
                assert cells.entire == (len(question.members) > 1)
                certain = reader.certain_yes(cells)
                assert certain.any() == cells.entire
                assert cells.gold is not None and (cells.gold[certain] < 0).all()
