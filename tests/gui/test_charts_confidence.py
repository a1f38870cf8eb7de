"""The charts of confidences and of comparisons, against the metrics' figures worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from galley.core.metrics.comparisons import _add_standings, adjust
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.gui.charts import reliability_chart, roc_curve_chart, told_apart_chart
from galley.gui.charts.base import ChartRequest, Picture, Plane, Rows
from galley.gui.scores import score_filters
from tests.core.building import flag, project, record
from tests.core.test_toward_target import whole_documents

ITEMS, SENTENCES, NAME = 40, 4, "changed-meaning"
JUDGES = ("good", "poor")


def truth() -> np.ndarray[Any, Any]:
    return np.random.default_rng(41).random((ITEMS, SENTENCES)) < 0.35


def sure(judge: int) -> np.ndarray[Any, Any]:
    """Confidences of an error: the good judge's go with the truth, the poor one's do not."""
    noise = np.random.default_rng(42 + judge).random((ITEMS, SENTENCES))
    return np.round(0.6 * (truth() if judge == 0 else 0.5) + 0.4 * noise, 2)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    records = []
    for item in range(ITEMS):
        verdicts = []
        for number, judge in enumerate(JUDGES):
            for n in range(SENTENCES):
                p = float(sure(number)[item, n])
                value = "yes" if p >= 0.5 else "no"
                said = {**flag(NAME, "sum", n), "annotator": judge, "value": value}
                verdicts.append(said | {"confidence": round(p if value == "yes" else 1 - p, 2)})
        records.append(
            record(
                f"k{item}",
                documents=[
                    {"id": "sum", "role": "summary", "system": "ab"[item % 2],
                     "sentences": [f"Sentence {item} {n}." for n in range(SENTENCES)]}
                ],
                verdicts=verdicts,
                judged=[],
            )
        )  # fmt: skip
    with project(tmp_path_factory.mktemp("sure"), *records) as opened:
        desk = DecisionWriter(opened, "ann")
        for item, cell in whole_documents(opened, ITEMS):
            position = (
                opened.read_connection().execute("SELECT position FROM unit WHERE id = ?", (cell.unit,)).fetchone()[0]
            )
            last = desk.add(item, cell, "yes" if truth()[item - 1, position] else "no")
        last.result()
        yield opened


def drawn(made: Project, chart: Any, **more: Any) -> Picture:
    choices = score_filters.read(made.read_connection())
    found: Picture = chart.CHART.picture(
        made.read_connection(), ChartRequest(every_judge=choices.judges, every_human=choices.humans, **more)
    )
    return found


@pytest.mark.parametrize("resamples", [0, 2000])
def test_calibration_bins_are_counted_by_hand(made: Project, resamples: int) -> None:
    picture = drawn(made, reliability_chart, resamples=resamples)
    assert isinstance(picture.drawing, Plane) and picture.pairs == ("Changed meaning",)
    for series, judge in enumerate(JUDGES):
        mine = [point for point in picture.drawing.points if point.mark.series == series]
        p, y = sure(series).ravel(), truth().ravel()
        bins = np.minimum((p * 10 + 1e-9).astype(int), 9)
        expected = [(p[bins == b].mean(), y[bins == b].mean()) for b in range(10) if (bins == b).any()]
        assert np.array([(point.x, point.mark.value) for point in mine]) == pytest.approx(np.array(expected))
        assert all(point.mark.low <= point.mark.value <= point.mark.high for point in mine)
        brier = float(((p - y) ** 2).mean())
        assert f"{judge}: Brier score {brier:.2f}".replace("0.", ".") in picture.subtitle.replace("0.", ".")


def test_the_roc_curve_is_that_of_every_threshold(made: Project) -> None:
    picture = drawn(made, roc_curve_chart)
    assert isinstance(picture.drawing, Plane)
    for series, (judge, curve) in enumerate(zip(JUDGES, picture.drawing.curves, strict=True)):
        p, y = sure(series).ravel(), truth().ravel()
        steps = [(0.0, 0.0)]
        for cut in sorted(set(p.tolist()), reverse=True):
            flagged = p >= cut
            steps.append((float((flagged & ~y).sum() / (~y).sum()), float((flagged & y).sum() / y.sum())))
        assert np.column_stack([curve.x, curve.y]) == pytest.approx(np.array(steps))
        row = next(row for row in picture.table.rows if row["judge"] == judge)
        assert row["value"] == pytest.approx(roc_auc_score(y, p))
        assert row["low"] <= row["value"] <= row["high"] and curve.label.startswith(judge)


def test_judges_are_compared_with_interval_and_in_words(made: Project) -> None:
    def bacc(series: int) -> float:
        flagged, y = sure(series).ravel() >= 0.5, truth().ravel()
        return float((flagged[y].mean() + (~flagged)[~y].mean()) / 2)

    picture = drawn(made, told_apart_chart)
    assert isinstance(picture.drawing, Rows)
    (line,) = picture.drawing.lines
    assert line.label == "good minus poor" and re.fullmatch(r"n = \d+, good is higher", line.note)
    assert line.marks[0].value == pytest.approx(bacc(0) - bacc(1))
    assert picture.title == "good and poor differ significantly, n = 160"
    assert picture.pairs == tuple(told_apart_chart.BETWEEN.values())


def test_systems_are_compared_by_their_rates(made: Project) -> None:
    picture = drawn(made, told_apart_chart, pair=told_apart_chart.BETWEEN["systems"])
    assert picture.drawing is None and "two systems" in picture.needs, "no source was summarised by both"


def test_rates_of_systems_are_shares_and_their_difference_is_in_points(tmp_path: Path) -> None:
    """System a errs in one summary of two, b in none: 50 % less 0 % is 50 points."""
    both = [{"id": system, "role": "summary", "system": system, "sentences": ["A sentence."]} for system in "ab"]
    said = [
        record(
            f"k{item}",
            documents=both,
            verdicts=[{**flag(NAME, "a", 0), "annotator": "ann", "kind": "human", "value": value}],
            judged=[
                {"annotator": "ann", "kind": "human", "scheme": "dial-summer", "document": system, "criteria": [NAME]}
                for system in "ab"
            ],
        )
        for item, value in enumerate(("yes", "no", "yes", "no"))
    ]
    with project(tmp_path, *said, name="two.galley") as opened:
        picture = drawn(opened, told_apart_chart, pair=told_apart_chart.BETWEEN["systems"])
    assert isinstance(picture.drawing, Rows), picture.needs
    assert picture.drawing.axis.kind == "points"
    titles = [column.title for column in picture.table.columns]
    cells = [picture.table.text(0, place) for place in range(len(titles))]
    assert cells[2] == "50.0 %" and cells[4] == "0.0 %" and cells[5] == "+50.0 points"


def test_one_vote_is_no_confidence(tmp_path: Path) -> None:
    """A judge that was asked once says 1 of 1 of everything: refused with what it takes, and named beside others."""
    once = {**flag(NAME, "sum", 0), "annotator": "once", "votes": "1/1", "confidence": 1.0}
    likely = {**flag(NAME, "sum", 0), "annotator": "likely", "votes": "1/1", "confidence": 0.7}
    several = {**flag(NAME, "sum", 0), "annotator": "several", "votes": "4/4", "confidence": 1.0}
    people = {**flag(NAME, "sum", 0), "annotator": "ann", "kind": "human"}
    summary = {"id": "sum", "role": "summary", "system": "a", "sentences": ["A sentence."]}
    alike = {"documents": [summary], "judged": []}
    with project(tmp_path, record("one", verdicts=[once, people], **alike), name="once.galley") as opened:
        for chart in (reliability_chart, roc_curve_chart):
            picture = drawn(opened, chart, resamples=0)
            assert picture.drawing is None
            assert "one vote is not a confidence: once; ask with more samples" in picture.needs
    with project(tmp_path, record("one", verdicts=[once, likely, several, people], **alike)) as opened:
        picture = drawn(opened, reliability_chart, resamples=0)
        assert {row["judge"] for row in picture.table.rows} == {"likely", "several"}
        assert "one vote is not a confidence: once;" in picture.subtitle


def test_an_interval_off_0_that_holm_takes_back_names_nobody() -> None:
    """Twenty-four comparisons of p = 0.01: each alone would do, none does among all (24 × 0.01 = 0.24)."""
    head = {"scheme": "s", "criterion": "c", "first": "jay", "second": "kim", "differ": 6}
    rows = [{**head, "value": 0.2, "low": 0.1, "high": 0.3, "p": 0.01} for _ in range(24)]
    rows += [{**head, "value": -0.2, "low": -0.3, "high": 0.1, "p": 0.5}]
    adjust(rows, "all", 0.05)
    assert {row["said"] for row in rows} == {"not significant"} and not any(row["told"] for row in rows)
    alone = [dict(rows[0])]
    adjust(alone, "all", 0.05)
    assert alone[0]["said"] == "jay is higher" and alone[0]["told"]
    few = [{**rows[0], "differ": 5}]
    adjust(few, "all", 0.05)
    assert few[0]["said"] == "not significant"


def test_a_winner_beats_every_other_and_otherwise_those_lead_whom_nobody_beats() -> None:
    def row(first: str, second: str, value: float, told: bool, criterion: str = "c") -> dict[str, Any]:
        return {
            "scheme": "s", "criterion": criterion, "level": "unit", "first": first, "second": second, "value": value,
            "told": told,
        }  # fmt: skip

    clear = [row("a", "b", 0.2, True), row("a", "c", 0.3, True), row("b", "c", 0.1, False)]
    open_ = [row("a", "b", 0.2, False, "d"), row("a", "c", 0.3, True, "d"), row("b", "c", 0.1, False, "d")]
    rates = [row("x", "y", 0.2, True, "e")]
    rows = clear + open_ + rates
    _add_standings(rows, {("s", "e")})
    assert [each["standing"] for each in rows] == ["winner: a"] * 3 + ["leading: a, b"] * 3 + ["winner: y"]


def test_a_project_without_confidences_says_what_is_needed(tmp_path: Path) -> None:
    with project(tmp_path, record("one")) as opened:
        for chart in (reliability_chart, roc_curve_chart, told_apart_chart):
            picture = drawn(opened, chart)
            assert picture.drawing is None and picture.needs.endswith(".")
