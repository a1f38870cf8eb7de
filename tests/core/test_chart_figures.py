"""The figures behind charts against loops by hand: shares over the same summaries, where sentences stand, scores that
only one side gives, and what is an error."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.definitions.schemes import parse_scheme, read_built_in_schemes
from galley.core.metrics.base import Params
from galley.core.metrics.frequency import same_summaries
from galley.core.metrics.registry import find_metric
from tests.core.building import project
from tests.core.test_metric_summaries import CRITERION, record

PEOPLE, JUDGES = ("ann", "bo", "cy"), ("fast", "slow")


def said(letters: str) -> bool | None:
    """An annotator's own answer on a whole summary: None unless every sentence has a yes or no."""
    return None if not letters or set(letters) - {"y", "n"} else "y" in letters


def by_most(answers: list[bool | None]) -> bool | None:
    """What more than half of those who answered say."""
    told = Counter(answer for answer in answers if answer is not None)
    return next((answer for answer, n in told.items() if 2 * n > told.total()), None)


def crowd(seed: int, count: int) -> list[dict[str, str]]:
    """Of each summary what everybody said: some silent, some unsure, some of a sentence nothing; the judges were asked
    about some only."""
    die, found = random.Random(seed), []
    for _ in range(count):
        size = die.randint(1, 4)
        told = {who: "".join(die.choices("ynu-", (3, 6, 0.3, 0.3), k=size)) for who in PEOPLE if die.random() < 0.8}
        told |= {who: "".join(die.choices("yn", (2, 5), k=size)) for who in JUDGES if die.random() < 0.7}
        found.append(told or {"ann": "n" * size})
    return found


@pytest.mark.parametrize(("seed", "count"), [(1, 40), (2, 12), (3, 3)])
def test_shares_are_over_the_summaries_that_all_answered(seed: int, count: int, tmp_path: Path) -> None:
    told = crowd(seed, count)
    records = [
        record(f"{n:03}", each, kinds=dict.fromkeys(JUDGES, "judge"), system="ab"[n % 2]) for n, each in enumerate(told)
    ]
    with project(tmp_path, *records) as made:
        rows = {
            row["judge"]: row
            for row in same_summaries(made.read_connection(), Params())
            if row["criterion"] == CRITERION
        }
        keys = dict(made.read_connection().execute("SELECT key, id FROM item"))
    spoke = [judge for judge in JUDGES if any(said(each.get(judge, "")) is not None for each in told)]
    gold = [by_most([said(each.get(who, "")) for who in PEOPLE]) for each in told]
    same = [
        n for n, each in enumerate(told)
        if gold[n] is not None and all(said(each.get(judge, "")) is not None for judge in spoke)
    ]  # fmt: skip
    assert set(rows) == set(spoke)
    for judge, row in rows.items():
        assert row["n"] == len(same)
        by_judge = [n for n in same if said(told[n][judge])]
        by_gold = [n for n in same if gold[n]]
        assert row["yes"] == len(by_gold)
        if not same:
            assert row["value"] is row["gold"] is row["apart"] is None and row["why"]
            continue
        assert row["gold"] == pytest.approx(len(by_gold) / len(same))
        assert row["value"] == pytest.approx(len(by_judge) / len(same))
        assert row["apart"] == pytest.approx((len(by_judge) - len(by_gold)) / len(same))
        assert row["apart_low"] <= row["apart"] <= row["apart_high"]
        assert set(row["items"]) == {keys[f"{n:03}"] for n in by_judge}
        assert set(row["gold_items"]) == {keys[f"{n:03}"] for n in by_gold}


def test_one_judge_alone_has_more_summaries_in_common(tmp_path: Path) -> None:
    told = [{"ann": "n", "fast": "y"}, {"ann": "y", "fast": "y", "slow": "n"}, {"ann": "y", "slow": "y"}]
    records = [record(str(n), each, kinds=dict.fromkeys(JUDGES, "judge")) for n, each in enumerate(told)]
    with project(tmp_path, *records) as made:
        asked = [Params(judges=names, criteria=(CRITERION,)) for names in ((), ("fast",))]
        both, alone = (same_summaries(made.read_connection(), each) for each in asked)
    assert {row["judge"]: row["n"] for row in both} == {"fast": 1, "slow": 1}
    assert [(row["n"], row["value"], row["gold"]) for row in alone] == [(2, 1.0, 0.5)]


def test_sentences_of_texts_with_the_error_by_their_place(tmp_path: Path) -> None:
    """Texts of two to seven sentences; of those with an error each sentence counts once, of others none."""
    die = random.Random(4)
    marks = ["".join(die.choices("yn", (1, 3), k=die.randint(1, 7))) for _ in range(30)]
    with project(tmp_path, *(record(f"{n:03}", {"ann": each}) for n, each in enumerate(marks))) as made:
        (row,) = find_metric("position").compute(made.read_connection(), Params(criteria=(CRITERION,))).rows
    found: Counter[str] = Counter()
    for letters in marks:
        if len(letters) > 1 and "y" in letters:
            edge = 2 if len(letters) >= 6 else 1
            for place in range(len(letters)):
                end = place >= len(letters) - edge
                found["start" if place < edge else "end" if end else "middle"] += 1
    for part in ("start", "middle", "end"):
        assert row[f"{part}_of_units"] == pytest.approx(found[part] / found.total())


def test_scores_of_one_side_are_held_against_one_another(tmp_path: Path) -> None:
    """Metrics without anybody's judgement, or people's scores without metrics: every pair once."""
    from scipy.stats import pearsonr

    die = random.Random(5)
    values = {metric: [die.random() for _ in range(9)] for metric in ("a", "b", "c")}
    for kind in ("import", "human"):
        records: list[dict[str, Any]] = []
        for n in range(9):
            made = record(str(n), {}) | {"verdicts": []}
            made["scores"] = [
                {"document": "s", "metric": name, "value": told[n], "annotator": "x", "kind": kind}
                for name, told in values.items()
            ]
            records.append(made)
        (tmp_path / kind).mkdir()
        with project(tmp_path / kind, *records) as held:
            rows = (
                find_metric("correlation")
                .compute(held.read_connection(), Params(level="summary", coefficients=("pearson",)))
                .rows
            )
        assert {frozenset((row["x"], row["y"])) for row in rows} == {frozenset(p) for p in ("ab", "ac", "bc")}
        assert len(rows) == 3
        for row in rows:
            assert row["value"] == pytest.approx(pearsonr(values[row["x"]], values[row["y"]]).statistic)


def test_what_says_something_of_a_source_is_no_error() -> None:
    criteria = {(scheme.id, each.id): each for scheme in read_built_in_schemes().values() for each in scheme.criteria}
    none = {("kgds-paragraph", "supporting"), ("kgds-fact", "present"), ("xsum-hallucination", "factual")}
    some = {("kgds-paragraph", "paragraph-missed"), ("sumie-entry", "wrong-entity"), ("finesure", "entity-error")}
    assert not any(criteria[each].error for each in none) and all(criteria[each].error for each in some)
    text = """
id = "own"
name = "Own"
version = "1"
description = "One."
source = "ours"
[[criterion]]
id = "good"
name = "Good"
definition = "It is good."
unit = "sentence"
letter = "G"
colour = "#009E73"
{more}
"""
    assert parse_scheme(text.format(more="")).criteria[0].error
    assert not parse_scheme(text.format(more="error = false")).criteria[0].error
