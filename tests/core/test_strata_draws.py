"""Draws by strata: their chances, what estimates make of them, and when enough is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from galley.core.cli.sample_commands import draw_sample as DRAW
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.metrics import registry, sampling, sampling_chances, stratified_samples
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.second_stage import LEAST, PILOT, next_size
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core.building import flag, project, record

ITEMS, SENTENCES, NAME = 80, 5, "changed-meaning"


def truth() -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.random.default_rng(13).random((ITEMS, SENTENCES)) < 0.25


def said(seed: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    chance = np.random.default_rng(seed).random((ITEMS, SENTENCES))
    return np.where(truth(), chance < 0.7, chance < 0.15)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Project]:
    both = {"judge": said(4), "second": said(5)}
    entry = {"kind": "judge", "scheme": "dial-summer", "criteria": [NAME]}
    records = []
    for item in range(ITEMS):
        sentences = [f"Sentence {item} {n}." for n in range(SENTENCES)]
        flags = [
            {**flag(NAME, "sum-a", int(n)), "annotator": name}
            for name, flagged in both.items()
            for n in np.flatnonzero(flagged[item])
        ]
        records.append(
            record(
                f"k{item}",
                documents=[{"id": "sum-a", "role": "summary", "system": "ab"[item % 2], "sentences": sentences}],
                verdicts=flags,
                judged=[{"annotator": name, **entry} for name in both],
            )
        )
    with project(tmp_path, *records) as opened:
        yield opened


def drawn(made: Project, size: int, seed: int = 0) -> sampling.SampleDraw:
    found: sampling.SampleDraw = made.write(
        lambda c: stratified_samples.draw(c, "judge", "dial-summer", NAME, size, seed)
    ).result()
    return found


def review(made: Project, wanted: sampling.SampleDraw, many: int | None = None) -> None:
    desk = DecisionWriter(made, "ann")
    for item, cell in sampling.queue(made.read_connection(), wanted)[:many]:
        position = made.read_connection().execute("SELECT position FROM unit WHERE id = ?", (cell.unit,)).fetchone()[0]
        desk.add(item, cell, "yes" if truth()[item - 1, position] else "no").result()


def estimate(made: Project, **params: Any) -> dict[str, Any]:
    found = (
        registry.find_metric("estimate").compute(made.read_connection(), Params(judges=("judge",), **params)).rows[0]
    )
    assert found["system"] is None
    return found


def strata_by_hand() -> Counter[tuple[bool, bool]]:
    return Counter(zip(said(4).ravel().tolist(), said(5).ravel().tolist(), strict=True))


def of(place: sampling.Place) -> tuple[bool, bool]:
    row = int(place[0][1:]), int(place[3])
    return bool(said(4)[row]), bool(said(5)[row])


def test_strata_are_flags_and_what_other_judges_flag(made: Project) -> None:
    first = drawn(made, 60)
    sizes, chosen = strata_by_hand(), Counter(map(of, first.places))
    assert len(first.places) == len(set(first.places)) == 60
    assert first.of == ITEMS * SENTENCES and first.by == ("second",)
    assert Counter({name: n for name, _, n in first.groups}).total() == 60
    assert sorted((left, n) for _, left, n in first.groups) == sorted((sizes[key], chosen[key]) for key in sizes)
    both = chosen[True, True] / sizes[True, True]
    assert both > 1.2 * chosen[False, False] / sizes[False, False] > 0, "more often where a review tells more"


def test_the_next_draw_follows_earlier_decisions_alone(made: Project) -> None:
    first = drawn(made, 80)
    review(made, first)
    errors, seen = Counter[tuple[bool, bool]](), Counter[tuple[bool, bool]]()
    for place in first.places:
        seen[of(place)] += 1
        errors[of(place)] += bool(truth()[int(place[0][1:]), place[3]])
    whole = (sum(errors.values()) + 0.5) / 81
    rate = {key: (errors[key] + 2 * whole) / (seen[key] + 2) for key in seen}
    left = {key: strata_by_hand()[key] - seen[key] for key in seen}
    weight = {key: left[key] * (rate[key] * (1 - rate[key])) ** 0.5 for key in seen}
    second = drawn(made, 50)
    assert not set(second.places) & set(first.places)
    for key, count in Counter(map(of, second.places)).items():
        wish = 50 * (0.2 * left[key] / sum(left.values()) + 0.8 * weight[key] / sum(weight.values()))
        assert abs(count - wish) < 1
    # what is decided later changes nothing of what was drawn
    review(made, second)
    assert sampling.draws(made.read_connection())[-1] == second


def test_chances_are_the_shares_of_each_stratum_that_were_decided(made: Project) -> None:
    first = drawn(made, 60)
    review(made, first, 41)
    seen, sizes = Counter(map(of, first.places[:41])), strata_by_hand()
    reader = CellReader(made.read_connection(), Params(judges=("judge",), criteria=(NAME,)))
    question = next(q for q in reader.questions() if q.id == NAME)
    cells = reader.cells(question, [reader.judges[0]], with_gold=True)
    found = sampling_chances.chances(reader, cells, reader.judges[0])
    assert found.probability is not None and found.counted_rows.sum() == 41 and found.way == "strata"
    keys = [
        (bool(said(4)[place]), bool(said(5)[place]))
        for place in (divmod(n, SENTENCES) for n in range(ITEMS * SENTENCES))
    ]
    expected = [seen[key] / sizes[key] for key in keys]
    assert sorted(found.probability.tolist()) == pytest.approx(sorted(expected))


def test_the_estimate_is_the_stratified_mean(made: Project) -> None:
    """The mean of each stratum times its size, by hand; the interval is near Cochran's (equation 5.8)."""
    for size in (100, 80):
        review(made, drawn(made, size))
    every = [place for each in sampling.draws(made.read_connection()) for place in each.places]
    sizes, total = strata_by_hand(), ITEMS * SENTENCES
    answers: dict[tuple[bool, bool], list[float]] = {}
    for place in every:
        answers.setdefault(of(place), []).append(float(truth()[int(place[0][1:]), place[3]]))
    mean = sum(sizes[key] / total * float(np.mean(told)) for key, told in answers.items())
    variance = sum(
        (sizes[key] / total) ** 2 * float(np.var(told, ddof=1)) / len(told) * (1 - len(told) / sizes[key])
        for key, told in answers.items()
    )
    row = estimate(made, target="project")
    assert row["valid"] and row["n"] == 180
    assert row["value"] == pytest.approx(mean, abs=0.015)
    # wider, for it is smoothed, and lets cells of one document hang together
    assert 1 < (row["high"] - row["low"]) / 2 / (1.97 * variance**0.5) < 1.4
    assert row["low"] <= truth().mean() <= row["high"]
    assert row["naive"] == pytest.approx(said(4).mean())
    found = registry.find_metric("estimate").compute(made.read_connection(), Params(judges=("judge",))).rows
    systems = [each for each in found if not each.get("rollup")]
    assert [each["system"] for each in systems] == [None, "a", "b"] and all(each["valid"] for each in systems)


def test_all_reviewed_leaves_no_interval_about_this_project(made: Project) -> None:
    review(made, drawn(made, ITEMS * SENTENCES))
    row = estimate(made, target="project")
    assert row["value"] == pytest.approx(truth().mean()) and row["high"] - row["low"] < 0.005
    with pytest.raises(InputError, match="no cell to draw"):
        drawn(made, 10)


def test_a_pilot_then_as_many_as_it_asks_for_then_no_more(made: Project) -> None:
    wanted = made.read_connection(), "judge", "dial-summer", NAME
    assert next_size(*wanted, 0.05) == PILOT
    first = drawn(made, PILOT)
    review(made, first, 10)
    with pytest.raises(InputError, match=f"{PILOT - 10} of {PILOT} drawn cells are not reviewed"):
        next_size(made.read_connection(), *wanted[1:], 0.05)
    review(made, first)
    row = estimate(made, target="project")
    half, there = (row["high"] - row["low"]) / 2, ITEMS * SENTENCES
    assert row["documents"] >= LEAST
    more = next_size(made.read_connection(), *wanted[1:], 0.8 * half)
    assert PILOT + more == -int(-1 // (1 / there + 0.64 * (1 / PILOT - 1 / there)))
    with pytest.raises(InputError, match="nothing more need be drawn"):
        next_size(made.read_connection(), *wanted[1:], 1.01 * half)


def test_the_command_draws_and_says_the_chances(made: Project, tmp_path: Path) -> None:
    path = str(made.path)
    made.close()
    words = ["strata", "--project", path, "--judge", "judge", "--criterion", NAME]
    done = CliRunner().invoke(DRAW, [*words, "--points", "5"])
    assert done.exit_code == 0, done.output
    assert f"Drew {PILOT} of 400 cells." in done.stderr
    assert "flagged by another judge, each with the chance" in done.stderr
    for more, fault in (
        (["--points", "5", "--size", "3"], "--points goes with strata alone"),
        (["--size", "2"], "Draw 4 cells or more"),
    ):
        done = CliRunner().invoke(DRAW, [*words, *more])
        assert fault in str(done.exception)
    done = CliRunner().invoke(DRAW, ["audit", *words[1:], "--points", "5"])
    assert "--points goes with strata alone" in str(done.exception)


def test_a_draw_is_kept_as_it_was_made(made: Project) -> None:
    first = drawn(made, 30, seed=3)
    (kept,) = sampling.draws(made.read_connection())
    assert kept == first and isinstance(kept.groups[0], tuple)
    assert made.write(lambda c: (None, ChangeSet())).result() is None
