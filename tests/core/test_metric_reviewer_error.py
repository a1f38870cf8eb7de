"""Readers' own errors: two rates by what was in view, from known answers, and the estimate that they correct.

The finding: with one symmetric rate for all answers an anchored reader's estimate moved from -.020 to -.053 off truth.
"""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.domain import Cell, ChangeSet
from galley.core.metrics import registry, sampling
from galley.core.metrics.base import Params, Row
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.progress import tally_all
from galley.core.stats.clusters import share
from galley.core.stats.reviewer_error import ReviewedStratum, ReviewerRates, corrected_rate
from tests.core.building import flag, project, record

CRITERION = "changed-meaning"
IN_VIEW, WITHOUT = "flag in view", "no flag in view"
ERRORS = {IN_VIEW: (0.25, 0.03), WITHOUT: (0.02, 0.25)}
"""Of an anchored reader: false "yes" and missed "yes"."""


def rates_of(known: dict[str, tuple[Any, Any]]) -> dict[str, ReviewerRates]:
    """From (answers to known noes, answers to known yeses), each an entry a document of its own."""
    ones = {view: (np.ones(len(no)), np.ones(len(yes))) for view, (no, yes) in known.items()}
    return {
        view: ReviewerRates(share(no, ones[view][0], empty=""), share(1 - yes, ones[view][1], empty=""))
        for view, (no, yes) in known.items()
    }


def simulated(chance: np.random.Generator, sources: int, known: int) -> tuple[list[ReviewedStratum], Any, float]:
    """Strata of one review of everything; the rates from so many known answers of each class; the true rate."""
    rate = chance.beta(0.2 * 2.3, 0.8 * 2.3, sources)
    truth = chance.random((sources, 12)) < rate[:, None]
    flagged = np.where(truth, chance.random(truth.shape) < 0.7, chance.random(truth.shape) < 0.1)
    strata = []
    for view, mine in ((IN_VIEW, flagged), (WITHOUT, ~flagged)):
        f, m = ERRORS[view]
        said = np.where(truth, chance.random(truth.shape) >= m, chance.random(truth.shape) < f) & mine
        cells = mine.sum(axis=1).astype(float)
        strata.append(ReviewedStratum(view, said.sum(axis=1).astype(float), cells, cells, cells))
    answers = {
        view: ((chance.random(known) < f).astype(float), (chance.random(known) >= m).astype(float))
        for view, (f, m) in ERRORS.items()
    }
    return strata, answers, 0.2


def test_the_corrected_rate_covers_and_one_symmetric_rate_does_not_help() -> None:
    chance = np.random.default_rng(3)
    runs, held, off, off_plain, off_symmetric = 300, 0, 0.0, 0.0, 0.0
    for _ in range(runs):
        strata, answers, true = simulated(chance, 40, 60)
        found = corrected_rate(strata, rates_of(answers))
        assert found.value is not None and found.low is not None and found.high is not None
        held += found.low <= true <= found.high
        off += (found.value - true) / runs
        plain = sum(float(each.hits.sum()) for each in strata) / sum(each.size for each in strata)
        off_plain += (plain - true) / runs
        wrong = np.mean([np.r_[no, 1 - yes].mean() for no, yes in answers.values()])
        off_symmetric += ((plain - wrong) / (1 - 2 * wrong) - true) / runs
    assert held / runs > 0.93 - 2 * (0.93 * 0.07 / runs) ** 0.5
    assert abs(off) < 0.01 < abs(off_plain) < abs(off_symmetric), "one rate for both views makes it worse"


def test_the_formula_by_hand() -> None:
    cells = np.array([10.0] * 10)
    strata = [
        ReviewedStratum(IN_VIEW, np.array([6.0, 4.0] * 5), cells, cells, cells),
        ReviewedStratum(WITHOUT, np.array([1.0, 2.0] * 5), cells, cells, 3 * cells),
    ]
    known = {
        IN_VIEW: (np.repeat([1.0, 0.0], [10, 30]), np.repeat([1.0, 0.0], [38, 2])),
        WITHOUT: (np.repeat([1.0, 0.0], [2, 38]), np.repeat([1.0, 0.0], [30, 10])),
    }
    rates = rates_of(known)
    found = corrected_rate(strata, rates)
    parts = [(0.5 - 0.25) / (1 - 0.05 - 0.25), (0.15 - 0.05) / (1 - 0.25 - 0.05)]
    assert found.value == pytest.approx((100 * parts[0] + 300 * parts[1]) / 400)
    assert found.low is not None and found.high is not None
    variance = 0.0
    for each, p, part in zip(strata, parts, (0.25, 0.75), strict=True):
        view = rates[each.view]
        q = share(each.hits, each.cells, empty="")
        spread = [((one.high - one.low) / 2 / 1.959964) ** 2 for one in (q, view.false_yes, view.missed_yes)]  # type: ignore[operator]
        width = 1 - view.false_yes.value - view.missed_yes.value  # type: ignore[operator]
        variance += part**2 * (spread[0] + (1 - p) ** 2 * spread[1] + p**2 * spread[2]) / width**2
    from scipy.special import logit
    from scipy.stats import t

    half = t.ppf(0.975, 9) * variance**0.5 / (found.value * (1 - found.value))
    ends = [logit(found.value) - half, logit(found.value) + half]
    assert logit([found.low, found.high]).tolist() == pytest.approx(ends)


def test_few_known_answers_give_a_range_and_none_nothing() -> None:
    cells = np.array([10.0] * 10)
    strata = [ReviewedStratum(WITHOUT, np.array([1.0, 2.0] * 5), cells, cells, cells)]
    few = rates_of({WITHOUT: (np.repeat([1.0, 0.0], [1, 9]), np.repeat([1.0, 0.0], [28, 2]))})
    found = corrected_rate(strata, few)
    assert found.value is None and "fewer than 20" in found.why
    assert found.low is not None and found.high is not None and found.low < 0.15 < found.high
    nothing = corrected_rate(strata, rates_of({IN_VIEW: (np.zeros(30), np.ones(30))}))
    assert (nothing.value, nothing.low, nothing.high) == (None, None, None) and "fewer than 20" in nothing.why
    guess = rates_of({WITHOUT: (np.repeat([1.0, 0.0], [20, 20]), np.repeat([1.0, 0.0], [20, 20]))})
    assert corrected_rate(strata, guess).value is None


ITEMS, SENTENCES = 90, 5


def add_known(connection: sqlite3.Connection, cells: list[tuple[int, Cell, str]]) -> tuple[None, ChangeSet]:
    """Control answers of the default task, which no command gives."""
    connection.executemany(
        "INSERT INTO known (item_id, unit_id, criterion_id, target_id, value) VALUES (?, ?, ?, ?, ?)",
        [(item, *cell, value) for item, cell, value in cells],
    )
    items = sorted({item for item, _, _ in cells})
    tally_all(connection, items)
    return None, ChangeSet(frozenset(items), settings=True)


@pytest.fixture
def reviewed(tmp_path: Path) -> tuple[Path, float]:
    """Every cell is drawn and answered by a reader who follows flags; of a third the right answer is known."""
    chance = random.Random(6)
    truth: dict[tuple[str, int], bool] = {}
    records = []
    for number in range(ITEMS):
        flags = []
        for unit in range(SENTENCES):
            error = truth[f"k{number}", unit] = chance.random() < 0.35
            if chance.random() < (0.7 if error else 0.2):
                flags.append(flag(CRITERION, "sum-a", unit))
        sentences = [f"Sentence {number} {n}." for n in range(SENTENCES)]
        records.append(
            record(
                f"k{number}",
                documents=[{"id": "sum-a", "role": "summary", "system": "a", "sentences": sentences}],
                verdicts=flags,
                judged=[{"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": [CRITERION]}],
            )
        )
    with project(tmp_path, *records) as opened:
        connection = opened.read_connection()
        (criterion,) = connection.execute("SELECT id FROM criterion WHERE name = ?", (CRITERION,)).fetchone()
        cells = [
            (item, Cell(unit, criterion, target), truth[key, place])
            for item, key, unit, place, target in connection.execute(
                "SELECT item.id, item.key, unit.id, unit.position, document.id FROM unit JOIN document"
                " ON document.id = document_id JOIN item ON item.id = item_id WHERE unit.kind = 'sentence'"
            )
        ]
        known = [(item, cell, "yes" if right else "no") for item, cell, right in cells if chance.random() < 0.4]
        opened.write(lambda c: add_known(c, known)).result()
        for kind in (sampling.FLAGS, sampling.AUDIT):
            job = lambda c, kind=kind: sampling.draw(c, kind, "judge", "dial-summer", CRITERION, 1000)  # noqa: E731
            opened.write(job).result()
        desk = DecisionWriter(opened, "ann")
        views = {item: load_item_view(connection, item) for item in {item for item, *_ in cells}}
        for item, cell, right in cells:
            desk.read_tracker.record_view(views[item])
            f, m = ERRORS[IN_VIEW if any(each.cell == cell for each in views[item].flags()) else WITHOUT]
            yes = chance.random() >= m if right else chance.random() < f
            desk.add(item, cell, "yes" if yes else "no").result()
        path = Path(opened.path)
    return path, sum(truth.values()) / len(truth)


def test_an_estimate_is_corrected_by_known_answers_under_the_same_view(reviewed: tuple[Path, float]) -> None:
    path, true = reviewed
    with Project.open(path) as opened:
        params = Params(criteria=(CRITERION,))
        rows = registry.compute("reviewer-error", opened.read_connection(), params).rows
        by_view: dict[str, Row] = {row["view"]: row for row in rows}
        assert {*by_view} == {IN_VIEW, WITHOUT}
        for view, (f, m) in ERRORS.items():
            row = by_view[view]
            assert min(row["known_no"], row["known_yes"]) >= 20
            assert row["false_yes_low"] <= f <= row["false_yes_high"]
            assert row["missed_yes_low"] <= m <= row["missed_yes_high"]
        found = registry.compute("estimate", opened.read_connection(), params)
        row = found.rows[0]
        assert row["valid"] and "corrected" in found.columns and not row["corrected_why"]
        assert row["corrected_low"] <= true <= row["corrected_high"]
        # by hand, from the log: each stratum's share, corrected
        answers = opened.read_connection().execute(
            "SELECT instr(shown, 'flag') > 0, verdict.value, known.value FROM verdict"
            " JOIN decision ON decision.id = decision_id LEFT JOIN known USING (unit_id, criterion_id, target_id)"
        ).fetchall()  # fmt: skip
        hand = 0.0
        for seen in (0, 1):
            here = [(said == "yes", right) for view, said, right in answers if view == seen]
            q = np.mean([said for said, right in here if right is None])
            f = np.mean([said for said, right in here if right == "no"])
            m = np.mean([not said for said, right in here if right == "yes"])
            hand += len(here) / len(answers) * (q - f) / (1 - f - m)
        assert row["corrected"] == pytest.approx(hand)


def test_without_known_answers_nothing_is_corrected(tmp_path: Path) -> None:
    with project(tmp_path, record()) as opened:
        found = registry.compute("estimate", opened.read_connection(), Params())
        assert "corrected" not in found.columns and all("corrected" not in row for row in found.rows)
        assert "control question" in registry.compute("reviewer-error", opened.read_connection(), Params()).notes[0]
