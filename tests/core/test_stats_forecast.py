"""The forecast against loops and the draw itself: what it says is needed is what it takes."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from click.testing import CliRunner

from galley.core.cli import galley
from galley.core.stats.forecast import ENOUGH, forecast, required_documents
from galley.core.stats.prediction_powered import rates
from tests.core.building import project, record


def population(documents: int, seed: int = 1, judge: float = 0.85) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Document, error and flag of each cell; two to six cells a document."""
    rng = np.random.default_rng(seed)
    place = np.repeat(np.arange(documents), rng.integers(2, 7, documents))
    truth = (rng.random(len(place)) < rng.beta(1.2, 2.4, documents)[place]).astype(int)
    return place, truth, np.where(rng.random(len(place)) < judge, truth, 1 - truth)


def totals(place: np.ndarray, *columns: np.ndarray) -> list[np.ndarray]:
    return [np.array([column[place == d].sum() for d in np.unique(place)]) for column in columns]


def test_people_alone_need_what_the_textbook_says() -> None:
    place, truth, flags = population(60)
    m, y, f = totals(place, np.ones(len(place)), truth, flags)
    found = forecast(m, y, f, 500, 0.04)
    rate = y.sum() / m.sum()
    variance = sum((y[d] - m[d] * rate) ** 2 for d in range(60)) / 59 / m.mean() ** 2
    n = found.alone.documents
    t = scipy.stats.t.ppf(0.975, n - 1)
    first = t**2 * variance / 0.04**2
    assert n == pytest.approx(first / (1 + first / 500), abs=1.01) and found.alone.low < n < found.alone.high
    assert found.with_judge.documents < n and 0.2 < found.saving < 1 and found.pilot == 60
    assert required_documents(variance, 500, 0.04) == n and required_documents(variance, 40, 0.001) == 40


def test_so_many_reviews_give_the_width_that_was_wanted() -> None:
    """By replay: the documents that the plan asks for are drawn, and the interval measured."""
    place, truth, flags = population(1_200, seed=5)
    m, y, f = totals(place, np.ones(len(place)), truth, flags)
    rng, widths, alone = np.random.default_rng(6), [], []
    pilot = rng.choice(1_200, 150, replace=False)
    plan = forecast(m[pilot], y[pilot], f[pilot], 1_200, 0.05)
    for _ in range(12):
        for count, kept, what in (
            (plan.with_judge.documents, widths, "corrected_rate"), (plan.alone.documents, alone, "reviews")
        ):  # fmt: skip
            seen = np.isin(place, rng.choice(1_200, count, replace=False))
            chance = np.full(len(place), count / 1_200)
            found = getattr(rates(flags.astype(float), np.where(seen, truth, -1), place, chance, project=True), what)
            kept.append((found.high - found.low) / 2)
    assert np.mean(widths) == pytest.approx(0.05, rel=0.15) and np.mean(alone) == pytest.approx(0.05, rel=0.15)


def test_its_interval_covers_what_is_needed() -> None:
    place, truth, flags = population(1_500, seed=2)
    m, y, f = totals(place, np.ones(len(place)), truth, flags)
    rate = y.sum() / m.sum()
    true = required_documents(float(((y - m * rate) ** 2).mean()) / m.mean() ** 2, 1_500, 0.05)
    rng, hits = np.random.default_rng(3), 0
    for _ in range(300):
        pick = rng.choice(1_500, 40, replace=False)
        plan = forecast(m[pick], y[pick], f[pick], 1_500, 0.05).alone
        hits += plan.low <= true <= plan.high
    assert hits / 300 > 0.87


def test_too_few_errors_give_no_forecast() -> None:
    errors = np.array([1] * (ENOUGH - 1) + [0] * 40)
    found = forecast(np.full(len(errors), 3), errors, errors, 400, 0.05)
    assert found.with_judge.documents is None and found.alone.why == (
        "No forecast because 9 of the reviewed documents hold an error, and 10 are needed."
    )
    with pytest.raises(ValueError, match="half width"):
        forecast(errors, errors, errors, 9, 1.5)


def test_a_useless_judge_saves_nothing_and_costs_little() -> None:
    place, truth, _ = population(200, seed=8)
    noise = np.random.default_rng(1).integers(0, 2, len(place))
    m, y, f = totals(place, np.ones(len(place)), truth, noise)
    found = forecast(m, y, f, 900, 0.03)
    assert abs(found.saving) < 0.05 and math.isfinite(found.power)


def test_the_command_says_what_is_missing_and_what_is_assumed(tmp_path: Path) -> None:
    rng, lines = np.random.default_rng(4), []
    who = {"kind": "human", "scheme": "dial-summer", "criterion": "changed-meaning", "document": "sum-a"}
    for number in range(40):
        one = record(key=f"k{number}", verdicts=[], judged=[])
        one["documents"] = [
            {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "Ann", "text": f"Is ferry {number} late?"}]},
            {"id": "sum-a", "role": "summary", "system": "a", "sentences": ["One.", "Two.", "Three."]},
        ]
        for unit in range(3):
            truth = bool(rng.random() < 0.4)
            flag = "yes" if truth != (rng.random() < 0.1) else "no"
            one["verdicts"].append({**who, "unit": unit, "annotator": "gpt", "kind": "judge", "value": flag})
            if number < 25:
                one["verdicts"].append({**who, "unit": unit, "annotator": "ann", "value": "yes" if truth else "no"})
        lines.append(one)
    with project(tmp_path, *lines) as made:
        asked = ["sample", "size", "--project", str(made.path), "--criterion", "changed-meaning"]
        said = CliRunner().invoke(galley, [*asked, "--points", "10"], standalone_mode=False).output
        assert said.startswith("changed-meaning, gpt: ± 10 points take ") and "of 40 source documents" in said
        assert "Without the judge:" in said and "This is an assumption" in said
        narrow = CliRunner().invoke(galley, [*asked, "--points", "2", "--json"], standalone_mode=False).output
        (plan,) = json.loads(narrow)["plans"]
        assert plan["found"]["pilot"] == 25 and 25 < plan["found"]["judged"]["documents"] <= 40
        refused = CliRunner().invoke(galley, [*asked[:4], "--judge", "nobody"], standalone_mode=False)
        assert "Nobody called 'nobody'" in str(refused.exception) + refused.output
