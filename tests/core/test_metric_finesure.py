"""FineSurE's published figures for both of its judges, through the importer and the command line alone."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from galley.core.cli.metrics_command import COMMAND
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project

PUBLISHED = {
    # balanced accuracy, Pearson, Spearman, replies parsed and not
    "gpt-4o-2024-05-13": (0.898, 0.8642, 0.8677, 199, 1),
    "gpt-3.5-turbo": (0.671, 0.6685, 0.7200, 197, 3),
}


@pytest.fixture(scope="module", params=PUBLISHED)
def judged(
    request: pytest.FixtureRequest, shared_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path, Path, dict[str, int]]:
    """A judge, its file as published, a project of that file, and what the import counted."""
    judge = request.param
    source = shared_data / "finesure" / f"frank-raw-data-by-{judge}.json"
    path = tmp_path_factory.mktemp("figures") / "f.galley"
    with Project.create(path) as project:
        report = import_files(project, find("finesure"), [source])
    return judge, source, path, dict(report.counts)


def printed(path: Path, *words: str) -> list[dict[str, Any]]:
    """The rows that ``galley metrics … --json`` prints."""
    done = CliRunner().invoke(COMMAND, [*words, "--project", str(path), "--json"], standalone_mode=False)
    assert done.exception is None
    found: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return found


def test_the_command_prints_the_published_figures(judged: tuple[str, Path, Path, dict[str, int]]) -> None:
    judge, _, path, counts = judged
    bacc, pearson, spearman, parsed, unparsed = PUBLISHED[judge]
    assert (counts["replies parsed"], counts.get("replies unparsed", 0)) == (parsed, unparsed)
    rows = printed(path, "detection", "--gold", "majority", "--judge", judge)
    whole = next(row for row in rows if row["criterion"] == "factual-error")
    assert whole["s_bacc"] == pytest.approx(bacc, abs=5e-4) and whole["n_summaries"] == parsed
    rows = printed(
        path, "correlation", "--judge", judge, "--criterion", "factual-error", "--level", "summary",
        "--x", "verdict:factual-error", "--y", "verdict:factual-error",
    )  # fmt: skip
    values = {row["coefficient"]: row["value"] for row in rows}
    assert values["pearson"] == pytest.approx(pearson, abs=5e-5)
    assert values["spearman"] == pytest.approx(spearman, abs=5e-5)


def test_ranks_ratios_and_what_sets_two_of_them_apart(judged: tuple[str, Path, Path, dict[str, int]]) -> None:
    """The published ratios count what labels there are in a reply with too few of them; which sentences those are
    about nobody knows, so here such a summary is unscored. Both are worked out from the file, and both hold."""
    judge, source, path, _ = judged
    text = (source.parent / f"frank-result-by-{judge}.txt").read_text("utf-8")
    ratios, shares = (dict(re.findall(r"^(\w+)\t([\d.]+)%", part, re.M)) for part in text.split("* summary-level"))
    order = re.findall(r"'(\w+)'", text)
    rows = {
        row["system"]: row
        for row in printed(path, "frequency", "--judge", judge, "--by", "system", "--criterion", "factual-error",
                           "--level", "unit")
    }  # fmt: skip
    assert len(rows) == 9
    ranks = [rows[system]["rank"] for system in order]
    assert ranks == sorted(ranks)
    given: dict[str, list[list[int]]] = defaultdict(list)
    full: dict[str, list[list[int]]] = defaultdict(list)
    for line in source.read_text("utf-8").splitlines():
        entry = json.loads(line)
        labels = entry["pred_faithfulness_labels"]
        if labels:
            given[entry["model"]].append(labels)
        if len(labels) == len(entry["sentences"]):
            full[entry["model"]].append(labels)
    for system, row in rows.items():
        ours, theirs = full[system], given[system]
        assert row["value"] == pytest.approx(sum(map(sum, ours)) / sum(map(len, ours)), abs=1e-12)
        assert row["mean_share"] == pytest.approx(sum(sum(x) / len(x) for x in ours) / len(ours), abs=1e-12)
        assert f"{100 * sum(map(sum, theirs)) / sum(map(len, theirs)):.1f}" == ratios[system]
        assert f"{100 - 100 * sum(sum(x) / len(x) for x in theirs) / len(theirs):.1f}" == shares[system]
        if ours == theirs:
            assert f"{100 * row['value']:.1f}" == ratios[system]
        else:
            assert row["left_out"], "the difference is said"
