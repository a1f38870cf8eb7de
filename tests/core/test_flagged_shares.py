"""The flagged share by data set and criterion, its warnings, and the mean of balanced accuracies within data sets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score

from galley.core.cli import main
from galley.core.exports._report_tables import ReportTables
from galley.core.exports.base import Only
from galley.core.judges import flag_lineage
from galley.core.judges.methods.base import Choices
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.metrics.flagged_shares import FlaggedShare, find_flagged_shares, list_warnings
from galley.core.metrics.overview import build_overview
from galley.core.project.project import Project
from galley.core.stats.detection_counts import balanced_accuracy, mean_within_groups
from tests.core import building
from tests.core.fake_models import Answer, Seen, serving
from tests.core.judging import ONE, asked, order, run, verdicts


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """22 items of each of two data sets, with three sentences; people say of them what ``truth`` does."""
    records = []
    for dataset in ("news", "calls"):
        for number in range(22):
            record = building.record(f"{dataset}-{number}", dataset=dataset, verdicts=[], judged=[])
            record["documents"][0]["turns"][1]["text"] = f"It leaves at {number} in {dataset}."
            where = [("sum-a", 0), ("sum-a", 1), ("sum-b", 0)]
            flagged = [place for stripe, place in enumerate(where) if truth(dataset, number, stripe)]
            record["verdicts"] = [
                building.flag("changed-meaning", document, unit, annotator="person", kind="human")
                for document, unit in flagged
            ]
            record["judged"] = [
                {"annotator": "person", "kind": "human", "scheme": "dial-summer", "criteria": ["changed-meaning"],
                 "documents": ["sum-a", "sum-b"]}
            ]  # fmt: skip
            records.append(record)
    with building.project(tmp_path, *records) as made:
        yield made


def shares_of_run(project: Project) -> list[FlaggedShare]:
    connection = project.read_connection()
    return find_flagged_shares(connection, flag_lineage.judges(connection, 1).values())


def truth(dataset: str, number: int, stripe: int) -> bool:
    """Most news are wrong, few calls are."""
    return (number + stripe) % 4 != 0 if dataset == "news" else (number + stripe) % 5 == 0


def by_dataset(seen: Seen, _: int) -> Answer:
    """Everything of the news is wrong, nothing of the calls."""
    count = asked(seen)
    yes = range(1, count + 1) if "in news." in json.dumps(seen.body) else ()
    return Answer(verdicts(count, tuple(yes)))


@pytest.fixture
def judged(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-abcdefghijkl")
    with serving(by_dataset) as fake:
        end = run(project, order(fake, concurrency=8), 60)
    assert end.state == "done" and end.flags == 66
    return project


def test_shares_are_those_of_a_count_by_hand_and_both_ends_are_warned_of(judged: Project) -> None:
    shares = {share.dataset: share for share in shares_of_run(judged)}
    assert {name: (share.flagged, share.units, share.criterion) for name, share in shares.items()} == {
        "news": (66, 66, "changed-meaning"),
        "calls": (0, 66, "changed-meaning"),
    }
    counted = judged.read_connection().execute(
        "SELECT dataset, count(*) FROM verdict JOIN item ON item.id = item_id WHERE run_id = 1 AND value = 'yes'"
        " GROUP BY dataset"
    )
    assert dict(counted.fetchall()) == {"news": 66}
    high, none = sorted(list_warnings(shares_of_run(judged)), key=lambda text: "none of" in text)
    assert "flags 66 of 66 sentences (100%) in news under changed-meaning" in high
    assert "flags none of 66 sentences in calls under changed-meaning" in none
    assert {high, none} <= set(build_overview(judged.read_connection()).cautions)


@pytest.mark.parametrize(
    ("flagged", "units", "is_suspicious"),
    [(9, 10, False), (10, 10, True), (91, 100, True), (90, 100, False), (0, 59, False), (0, 60, True), (1, 60, False)],
)
def test_when_a_share_is_suspicious(flagged: int, units: int, is_suspicious: bool) -> None:
    assert bool(FlaggedShare("j", "d", "s", "c", "sentences", flagged, units).warning) is is_suspicious


def test_the_command_prints_the_shares_and_the_warnings(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-abcdefghijkl")
    path = str(project.path)
    project.close()
    with serving(by_dataset) as fake:
        words = ["judge", "dial-summer-fine", "--project", path, "--provider", "openai", "--model", "gpt-4o", "--yes"]
        assert main([*words, "--base-url", f"{fake.url}/v1", "--criterion", *ONE, "--samples", "1"]) == 0
    out = capsys.readouterr().out
    assert "news, changed-meaning: 66 of 66 sentences (100.0%)" in out
    assert "calls, changed-meaning: 0 of 66 sentences (0.0%)" in out
    assert out.count("Warning: ") == 2


def test_the_built_in_judge_is_held_against_the_same_rule(project: Project) -> None:
    from galley.core.judges.order import Order

    assert run(project, Order("offline", choices=Choices()), 60).state == "done"
    shares = shares_of_run(project)
    assert {share.dataset for share in shares} == {"news", "calls"}
    assert sum(share.flagged for share in shares) == project.read_connection().execute(
        "SELECT count(*) FROM verdict WHERE run_id = 1 AND value = 'yes'"
    ).fetchone()[0]  # fmt: skip


def test_beside_a_pooled_balanced_accuracy_stands_the_mean_within_data_sets(judged: Project) -> None:
    params = Params(gold="person", judges=("gpt-4o dial-summer-fine",), resamples=0)
    metric = registry.find_metric("detection")
    connection = judged.read_connection()
    (row,) = [r for r in metric.compute(connection, params).rows if not r.get("rollup")]
    gold = {d: [truth(d, number, stripe) for number in range(22) for stripe in range(3)] for d in ("news", "calls")}
    flags = {"news": [True] * 66, "calls": [False] * 66}
    apart = [balanced_accuracy_score(gold[d], flags[d]) for d in gold]
    pooled = balanced_accuracy_score(gold["news"] + gold["calls"], flags["news"] + flags["calls"])
    assert row["s_bacc"] == pytest.approx(pooled) and pooled > 0.7
    assert (row["within"], row["datasets"]) == (pytest.approx(np.mean(apart)), 2) and np.mean(apart) == 0.5
    assert row["within_low"] <= row["within"] <= row["within_high"]
    result = metric.compute(connection, params)
    assert result.columns.index("within") == result.columns.index("bacc") + 1
    _, (sheet,) = ReportTables(connection, params, Only.ALL, {"judges": []}).judges()
    place = [column.title for column in sheet.columns].index("Within data sets, %")
    (printed,) = [line.figures[place] for line in sheet.lines if line.group == "Changed meaning"]
    assert printed is not None and printed.value == pytest.approx(np.mean(apart)), "in the report, too"
    split = metric.compute(connection, replace(params, by="dataset"))
    assert all("within" not in r for r in split.rows) and "within" not in split.columns


def test_the_mean_within_groups_by_hand() -> None:
    rng = np.random.default_rng(7)
    counts = rng.integers(0, 5, (60, 4))
    groups = np.repeat([1, 2, 3], 20)
    apart = [balanced_accuracy(counts[groups == group]) for group in (1, 2, 3)]
    figure = mean_within_groups(counts, groups)
    assert figure.value == pytest.approx(sum(f.value or 0 for f in apart) / 3) and figure.n == 3
    assert figure.value is not None and figure.low is not None and figure.high is not None
    assert figure.low < figure.value < figure.high
    assert figure.high - figure.low < min((f.high or 0) - (f.low or 0) for f in apart), "three say more than one"
    counts[groups == 3, 0] = counts[groups == 3, 3] = 0
    assert mean_within_groups(counts, groups).n == 2, "a group without an error is left out"
    assert mean_within_groups(counts[groups == 3], groups[groups == 3]).value is None
