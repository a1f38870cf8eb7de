"""Agreement: published figures from real files, and every kind of degenerate input."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params, Result
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks.finish import list_all_pairs
from tests.core.building import finish_read, project, record

FILES = ("hallucination_annotations", "factuality_annotations")


@pytest.fixture(scope="module")
def xsum(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """The span and vote tables of XSum hallucination."""
    with Project.create(tmp_path_factory.mktemp("xsum") / "x.galley") as made:
        paths = [shared_data / "xsum_hallucination" / f"{name}_xsum_summaries.csv" for name in FILES]
        import_files(made, find("xsum-hallucination"), paths)
        yield made


def compute(made: Project, **params: Any) -> Result:
    return registry.compute("agreement", made.read_connection(), Params(**{"resamples": 100, **params}))


@pytest.mark.parametrize(
    ("criterion", "level", "kappa", "n"),
    [
        ("factual", "summary", 0.774, 1848),
        ("hallucination", "unit", 0.776, 2499),
        ("hallucination", "summary", 0.776, 2499),
        ("extrinsic", "unit", 0.764, 2499),
        ("intrinsic", "unit", 0.692, 2499),
    ],
)
def test_the_published_fleiss_kappas(xsum: Project, criterion: str, level: str, kappa: float, n: int) -> None:
    found = compute(xsum, criteria=(criterion,), coefficients=("fleiss-kappa",)).rows
    row = next(r for r in found if r["level"] == level)
    assert row["value"] == pytest.approx(kappa, abs=5e-4) and row["n"] == n
    assert row["low"] < row["value"] < row["high"] and row["annotators"] == ["wid_0", "wid_1", "wid_2"]


def test_spans_have_overlap_and_alpha(xsum: Project) -> None:
    found = {r["coefficient"]: r for r in compute(xsum, criteria=("hallucination",), level="spans").rows}
    assert 0 < found["span-alpha"]["value"] < found["span-f1"]["value"] < 1
    assert found["span-f1"]["low"] < found["span-f1"]["value"] < found["span-f1"]["high"]


def test_pairs_and_systems(xsum: Project) -> None:
    pairs = compute(xsum, criteria=("factual",), pairs=True, coefficients=("cohen-kappa",), resamples=0).rows
    assert [r["annotators"] for r in pairs] == [["wid_0", "wid_1"], ["wid_0", "wid_2"], ["wid_1", "wid_2"]]
    assert all(0.7 < r["value"] < 0.85 and r["low"] is None for r in pairs)
    systems = compute(xsum, criteria=("factual",), by="system", coefficients=("ac1",), resamples=0).rows
    assert len(systems) == 4 and sum(r["n"] for r in systems) == 1858


def who(
    name: str, value: Any, criterion: str = "changed-meaning", unit: int | str = 1, scheme: str = "dial-summer"
) -> dict[str, Any]:
    place = {"scheme": scheme, "criterion": criterion, "document": "sum-a", "unit": unit}
    return {"annotator": name, "kind": "human", "value": value, "reason": "" if value else "unsure", **place}


def test_one_annotator_is_a_sentence(tmp_path: Path) -> None:
    with project(tmp_path, record(verdicts=[who("ann", "yes")], judged=[])) as made:
        found = compute(made)
        assert found.rows == [] and found.notes == (
            "Agreement takes two annotators and there is ann; name others, or review more.",
        )


def test_no_disagreement_and_one_cell_are_sentences(tmp_path: Path) -> None:
    one = record(verdicts=[who("ann", "yes"), who("ben", "yes")], judged=[])
    with project(tmp_path, one) as made:
        found = {r["coefficient"]: r for r in compute(made, criteria=("changed-meaning",), level="unit").rows}
        assert found["percent"]["value"] == 1.0 and 0 < found["percent"]["low"] < 0.25  # one cell, and says so
        for name in ("cohen-kappa", "scott-pi", "fleiss-kappa", "alpha-nominal", "ac1"):
            assert found[name]["value"] is None and found[name]["why"].startswith("Undefined because")


def test_unsure_is_no_verdict(tmp_path: Path) -> None:
    one = record(
        verdicts=[who("ann", None), who("ben", "yes"), who("ann", "no", unit=0), who("ben", "yes", unit=0)], judged=[]
    )
    with project(tmp_path, one) as made:
        found = compute(made, coefficients=("percent",), criteria=("changed-meaning",), level="unit")
        assert found.rows[0]["n"] == 1 and found.rows[0]["value"] == 0.0
        assert found.left_out == {"cells with one verdict": 1, "unscored verdicts": 1}


def test_ratings_are_ordinal(tmp_path: Path) -> None:
    rated = []
    for n in range(6):
        place = ("fluency", "whole", "likert")
        rated.append(
            record(f"k{n}", judged=[], verdicts=[who("ann", n % 5 + 1, *place), who("ben", n * 2 % 5 + 1, *place)])
        )
    with project(tmp_path, *rated) as made:
        found = {r["coefficient"]: r for r in compute(made).rows}
        assert {"alpha-ordinal", "alpha-interval", "ac2-quadratic", "cohen-kappa-quadratic"} <= found.keys()
        assert found["ac1"]["n"] == 6 and found["alpha-ordinal"]["level"] == "summary"


def test_judge_with_human_and_judge_with_judge(tmp_path: Path) -> None:
    one = record()
    one["judged"].append({**one["judged"][0], "annotator": "ann", "kind": "human"})
    with project(tmp_path, one) as made:
        found = compute(
            made, judges=("judge", "other"), coefficients=("percent",), criteria=("changed-meaning",), level="unit"
        ).rows
        assert [r["annotators"] for r in found] == [["ann", "judge"], ["ann", "other"], ["judge", "other"]]
        assert [(r["n"], r["value"]) for r in found] == [(3, pytest.approx(2 / 3)), (1, 0.0), (1, 1.0)]


def test_a_reviewer_against_their_own_earlier_pass(tmp_path: Path) -> None:
    with project(tmp_path) as made:
        assert "second time" in compute(made, passes=True).notes[0]
        desk, view = DecisionWriter(made, "ann"), items.load_item_view(made.read_connection(), 1)
        flag = next(f for f in view.flags() if f.spans)
        desk.accept(1, flag).result()
        desk.finish(view, list_all_pairs(view)).result()
        desk.reopen(1).result()
        desk.override(1, flag).result()
        finish_read(desk, items.load_item_view(made.read_connection(), 1)).result()
        row = next(
            r for r in compute(made, passes=True, coefficients=("percent",)).rows if r["criterion"] == "changed-meaning"
        )
        assert row["annotators"] == ["ann, first pass", "ann, last pass"]
        assert (row["n"], row["value"]) == (3, pytest.approx(2 / 3))


def test_unknown_names_are_the_users_mistake(tmp_path: Path) -> None:
    with project(tmp_path) as made:
        for params in ({"annotators": ("nobody",)}, {"schemes": ("x",)}, {"criteria": ("x",)}, {"coefficients": ("x",)},
                       {"systems": ("x",), "judges": ("judge", "other")}, {"by": "moon"}, {"level": "x"}):  # fmt: skip
            with pytest.raises(InputError):
                compute(made, **params)
