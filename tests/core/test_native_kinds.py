"""Who gave a score: its entry says so, or the header does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from tests.core import building


def kinds(project: Project) -> dict[tuple[str, str], str]:
    asked = "SELECT DISTINCT metric, annotator.name, kind FROM score JOIN annotator ON annotator.id = annotator_id"
    return {(metric, name): kind for metric, name, kind in project.read_connection().execute(asked)}


def score(who: str, metric: str, value: float, **more: Any) -> dict[str, Any]:
    return {"document": "sum-a", "metric": metric, "annotator": who, "value": value, **more}


def header(*annotators: tuple[str, str]) -> dict[str, Any]:
    return {"galley": 1, "annotators": [{"annotator": name, "kind": kind} for name, kind in annotators]}


@pytest.mark.parametrize("apart", [False, True])
def test_the_kind_of_an_annotator_is_taken_from_the_header(tmp_path: Path, apart: bool) -> None:
    head = header(("ann", "human"), ("kim", "judge"), ("two", "human"), ("two", "judge"))
    records = [
        building.record(f"i{n}", verdicts=[], judged=[], scores=[
            score("ann", "grade", n), score("kim", "direct", n * n), score("meter", "m", 1 / (n + 1)),
            score("two", "t", n), score("ben", "grade", n, kind="human"), score("kim", "other", n, kind="import"),
        ]) for n in range(5)
    ]  # fmt: skip
    lines = [head, *records] if apart else [{**head, **records[0]}, *records[1:]]
    with building.project(tmp_path, *lines) as project:
        assert kinds(project) == {
            ("grade", "ann"): "human", ("direct", "kim"): "judge", ("m", "meter"): "import", ("t", "two"): "import",
            ("grade", "ben"): "human", ("other", "kim"): "import",
        }  # fmt: skip
        rows = registry.compute(
            "correlation", project.read_connection(), Params(level="summary", coefficients=("pearson",))
        ).rows
        assert {(r["x"], r["y"]) for r in rows if r["x"] == "direct"} == {
            ("direct", "grade@ann"),
            ("direct", "grade@ben"),
        }


def test_verdicts_and_silence_follow_the_header_too(tmp_path: Path) -> None:
    said = {
        "annotator": "ann",
        "scheme": "basic",
        "criterion": "hallucination",
        "document": "sum-a",
        "unit": 0,
        "value": "yes",
    }
    judged = {"annotator": "ann", "scheme": "basic", "documents": ["sum-a"]}
    with building.project(
        tmp_path, header(("ann", "human")), building.record(verdicts=[said], judged=[judged])
    ) as project:
        assert project.read_connection().execute("SELECT name, kind FROM annotator").fetchall() == [("ann", "human")]
        row, _ = registry.compute(
            "frequency", project.read_connection(), Params(criteria=("hallucination",), schemes=("basic",))
        ).rows
        assert (row["yes"], row["n"]) == (1, 1)
