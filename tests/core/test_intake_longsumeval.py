"""Files of the shapes of LongSumEval's data sets (table I) come in by the mappings that ship, people's scores as
people's."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest
from scipy.stats import kendalltau

from tests.core import intake_files
from tests.core.studies import run


def lines(name: str) -> list[dict[str, Any]]:
    path = intake_files.SHAPES[name]
    text = path.read_text("utf-8")
    if path.suffix == ".csv":
        return list(csv.DictReader(text.splitlines()))
    return json.loads(text) if path.suffix == ".json" else [json.loads(line) for line in text.splitlines()]


def brought(folder: Path, *names: str) -> str:
    """A project with these files, in this order; those that would fit one's own data by name."""
    project = str(folder / "p.galley")
    run("new", project)
    for name in names:
        path = str(intake_files.write(folder, name))
        by_name = ("--mapping", name) if name == "govreport" else ()
        run("import", "--format", "table", path, "--project", project, *by_name)
    run("project", "check", project)
    return project


def figures(project: str, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("metrics", *words, "--project", project, "--json").stdout)["rows"]
    return found


def kendall(project: str, x: str, y: str) -> dict[str, Any]:
    found = figures(project, "correlation", "--x", x, "--y", y, "--level", "summary", "--coefficient", "kendall")
    return found[0]


def test_experts_of_both_collections_join_their_documents(tmp_path: Path) -> None:
    project = brought(tmp_path, "govreport", "arxiv", "govreport-arxiv-ratings")
    rated = lines("govreport-arxiv-ratings")
    row = kendall(project, "relevance", "consistency")
    wanted = kendalltau([r["relevance"] for r in rated], [r["factual_consistency"] for r in rated])
    assert (row["n"], row["value"]) == (len(rated), pytest.approx(wanted.statistic))
    run("export", "galley", "--project", project, "--out", str(tmp_path / "o.jsonl"))
    items = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text("utf-8").splitlines()]
    by_key = {item["key"]: item for item in items if "key" in item}
    (abstract,) = [d for d in by_key["x0"]["documents"] if d["role"] == "reference"]
    assert abstract["sentences"] == ["<S> We look at 0 . </S>", "<S> It is small . </S>"], "no text is altered"
    assert {item["dataset"] for item in by_key.values()} == {"GovReport", "arXiv"}


def test_axes_of_posts_by_worker(tmp_path: Path) -> None:
    project = brought(tmp_path, "tldr")
    mine = [line for line in lines("tldr") if line["worker"] == "w1"]
    row = kendall(project, "accuracy@w1", "coverage@w1")
    axes = [[line["summary"]["axes"][name] for line in mine] for name in ("accuracy", "coverage")]
    assert (row["n"], row["value"]) == (len(mine), pytest.approx(kendalltau(*axes).statistic))
    assert kendall(project, "coherence@w1", "overall@w1")["n"] == len(mine) - 1, "an axis that nobody rated"


def test_ratings_of_patents_by_three_with_alpha(tmp_path: Path) -> None:
    project = brought(tmp_path, "patentsumeval")
    rated = lines("patentsumeval")
    for criterion in ("clarity", "accuracy", "coverage", "overall"):
        cells = sorted({(row["patent_id"], row["model"]) for row in rated})
        said = {(row["annotator"], row["patent_id"], row["model"]): float(row[criterion]) for row in rated}
        table = np.array([[said[who, *cell] for cell in cells] for who in ("r1", "r2", "r3")])
        for name, level in (("alpha-ordinal", "ordinal"), ("alpha-interval", "interval")):
            row, *_ = figures(project, "agreement", "--criterion", criterion, "--coefficient", name)
            assert row["n"] == len(cells)
            assert row["value"] == pytest.approx(krippendorff.alpha(table, level_of_measurement=level)), criterion
