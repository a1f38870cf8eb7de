"""Correlation and partial correlation: published figures, an independent computation, degenerate scores."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

from galley.core.errors import InputError
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.papers.frank.importers.frank import metric_name
from galley.core.project.project import Project
from tests.core.building import flag, project, record

FINESURE = {
    "gpt-4o-2024-05-13": ("frank-raw-data-by-gpt-4o-2024-05-13.json", 199, 0.8642, 0.8677),
    "gpt-3.5-turbo": ("frank-raw-data-by-gpt-3.5-turbo.json", 197, 0.6685, 0.7200),
}
QAGS = {"xsum": (0.461376, 0.48792, 0.399218), "cnndm": (0.681681, 0.662255, 0.531636)}


def rows(made: Project, name: str = "correlation", **params: Any) -> list[dict[str, Any]]:
    return registry.find_metric(name).compute(made.read_connection(), Params(**params)).rows


def test_finesure_correlates_as_published(shared_data: Path, tmp_path: Path) -> None:
    with Project.create(tmp_path / "f.galley") as made:
        files = [shared_data / "finesure" / name for name, *_ in FINESURE.values()]
        import_files(made, find("finesure"), files)
        found = rows(made, criteria=("factual-error",), level="summary")
        for judge, (_, n, pearson, spearman) in FINESURE.items():
            mine = {r["coefficient"]: r for r in found if r["x"] == f"verdict:factual-error@{judge}"}
            assert mine["pearson"]["n"] == n
            assert mine["pearson"]["value"] == pytest.approx(pearson, abs=5e-5)
            assert mine["spearman"]["value"] == pytest.approx(spearman, abs=5e-5)
            assert mine["pearson"]["low"] < pearson < mine["pearson"]["high"] and mine["kendall"]["p"] < 1e-9
        named = rows(made, x=("verdict:factual-error",), y=("verdict:factual-error",), judges=("gpt-3.5-turbo",))
        assert {r["coefficient"] for r in named if r["level"] == "system" and r["n"] == 9} == {
            "pearson",
            "spearman",
            "kendall",
        }


def test_unieval_on_qags_to_six_digits(shared_data: Path, tmp_path: Path) -> None:
    with Project.create(tmp_path / "q.galley") as made:
        import_files(made, find("qags"), [shared_data / "unieval_qags" / f"qags_{name}_result.json" for name in QAGS])
        for name, wanted in QAGS.items():
            found = rows(made, datasets=(name,), level="summary")
            assert [r["coefficient"] for r in found] == ["pearson", "spearman", "kendall"]
            assert [r["value"] for r in found] == pytest.approx(wanted, abs=5e-7)
            assert {(r["x"], r["y"]) for r in found} == {("unieval-consistency", "consistency")}
        system = rows(made, level="system")
        assert all(r["value"] is None and "three pairs" in r["why"] for r in system)


def test_partial_correlations_of_frank_against_another_way(shared_data: Path, tmp_path: Path) -> None:
    """Residuals from scikit-free normal equations, ranked and correlated by scipy."""
    folder = shared_data / "frank_valid"
    files = [folder / "human_annotations.json", folder / "baseline_factuality_metrics_outputs.json"]
    human, other = (json.loads(path.read_text("utf-8")) for path in files)
    with Project.create(tmp_path / "f.galley") as made:
        report = import_files(made, find("frank"), files)
        assert report.counts["items"] == 149 and report.counts["documents"] == 671
        found = {(r["x"], r["y"], r["coefficient"]): r for r in rows(made, "partial-correlation")}
    assert len({x for x, _, _ in found}) == 15 and {"pred-e", "factuality", "flip-pred-e"} <= {y for _, y, _ in found}
    by_key = {(r["hash"], r["model_name"]): r for r in other}
    labels = [sorted({r[name] for r in human}) for name in ("model_name", "dataset")]
    for x, y, column, name in (
        ("factcc", "pred-e", "FactCC", "RelE"),
        ("bertscore-p-art", "factuality", "BertScore P Art", "Factuality"),
        ("dep-entail", "flip-semantic-frame", "Dep Entail", "Flip_Semantic_Frame_Errors"),
        ("qags", "link-e", "QAGS", "LinkE"),
    ):
        kept = [r for r in human if r[name] is not None and by_key[r["hash"], r["model_name"]][column] is not None]
        a = np.array([by_key[r["hash"], r["model_name"]][column] for r in kept], dtype=float)
        b = np.array([r[name] for r in kept], dtype=float)
        design = np.array(
            [
                [1.0] + [r["model_name"] == s for s in labels[0][1:]] + [r["dataset"] == d for d in labels[1][1:]]
                for r in kept
            ]
        )
        hat = design @ np.linalg.pinv(design)
        # Rounded, so that equal scores in equal groups stay ties.
        left = [np.round(score - hat @ score, 9) for score in (a, b)]
        pearson, spearman = scipy.stats.pearsonr(*left), scipy.stats.spearmanr(*left)
        article = np.unique([r["hash"] for r in kept], return_inverse=True)[1]
        z = []
        for each in range(article.max() + 1):
            rest = article != each
            fits = [score[rest] - design[rest] @ np.linalg.lstsq(design[rest], score[rest])[0] for score in (a, b)]
            z.append(math.atanh(scipy.stats.pearsonr(*fits).statistic))
        error = math.sqrt((len(z) - 1) ** 2 / len(z) * np.var(z, ddof=1))
        p = 2 * scipy.stats.t.sf(abs(math.atanh(pearson.statistic)) / error, len(z) - 1)
        row = found[x, y, "pearson"]
        assert (row["value"], row["n"]) == (pytest.approx(pearson.statistic, abs=1e-7), len(kept))
        assert row["p"] == pytest.approx(p, rel=1e-5) and row["documents"] == len(z) < len(kept)
        assert found[x, y, "spearman"]["value"] == pytest.approx(spearman.statistic, abs=1e-7)
        assert row["given"] == ["system", "dataset"] and row["low"] < row["value"] < row["high"]


def scored(number: int, first: float, second: float, **more: Any) -> dict[str, Any]:
    both = [("a", "human", "quality", first), ("m", "import", "metric", second)]
    scores = [{"document": "sum-a", "annotator": w, "kind": k, "metric": m, "value": v} for w, k, m, v in both]
    return record(f"k{number}", verdicts=[], judged=[], scores=scores, **more)


def test_constant_and_few_scores_are_sentences(tmp_path: Path) -> None:
    with project(tmp_path, *[scored(n, 1.0, n) for n in range(5)]) as made:
        assert all(r["value"] is None and "constant" in r["why"] for r in rows(made, level="summary"))
    with project(tmp_path, *[scored(n, n, n) for n in range(2)], name="few.galley") as made:
        assert all("three pairs" in r["why"] for r in rows(made, level="summary"))
    with Project.create(tmp_path / "none.galley") as made:
        found = registry.find_metric("correlation").compute(made.read_connection(), Params())
        assert found.rows == [] and found.notes[0].startswith("There are no two scores")


def test_one_name_in_two_schemes_is_two_scores(tmp_path: Path) -> None:
    """The roll-up of dial-summer and the criterion of basic are both called hallucination."""
    asked = {"dial-summer": "changed-meaning", "basic": "hallucination"}
    people = [("judge", "judge"), ("ann", "human"), ("ben", "human")]

    def said(number: int) -> dict[str, Any]:
        flags = [
            flag(criterion, "sum-a", 0, annotator=who, kind=kind, scheme=scheme)
            for who, kind in people
            for scheme, criterion in asked.items()
            if (number + (scheme == "basic") + (who == "judge" and number == 3)) % 2
        ]
        judged = [
            {"annotator": who, "kind": kind, "scheme": scheme, "criteria": [criterion], "documents": ["sum-a"]}
            for who, kind in people
            for scheme, criterion in asked.items()
        ]
        return record(f"k{number}", verdicts=flags, judged=judged)

    with project(tmp_path, *map(said, range(6))) as made:
        names = {row["x"] for row in rows(made)}
        assert "verdict:basic/hallucination@judge" in names and "verdict:hallucination@judge" not in names
        one = rows(made, x=("verdict:basic/hallucination",), y=("verdict:basic/hallucination",), judges=("judge",))
        assert {row["n"] for row in one if row["level"] == "summary"} == {6}
        with pytest.raises(InputError, match=r"write one of: .*basic/hallucination"):
            rows(made, x=("verdict:hallucination",))


def test_metadata_may_be_given(tmp_path: Path) -> None:
    made_up = [scored(n, n + 10.0 * (n % 2), n * n % 7 + 10.0 * (n % 2), meta={"era": f"e{n % 2}"}) for n in range(12)]
    with project(tmp_path, *made_up) as made:
        plain = rows(made, level="summary")[0]["value"]
        given = rows(made, "partial-correlation", given=("era",))[0]
        assert given["given"] == ["era"] and given["value"] < plain - 0.2
        with pytest.raises(InputError, match="Nothing in the project is called 'moon'"):
            rows(made, "partial-correlation", given=("moon",))
        with pytest.raises(InputError, match="has no score 'nope'"):
            rows(made, x=("nope",))


def test_confounders_that_explain_everything_are_said(tmp_path: Path) -> None:
    with project(tmp_path, *[scored(n, n, n * n, meta={"id": n}) for n in range(6)]) as made:
        row = rows(made, "partial-correlation", given=("id",))[0]
        assert row["value"] is None and "too few" in row["why"]


def test_frank_columns_are_named_after_the_scheme() -> None:
    names = {"RelE": "pred-e", "Flip_CorefE": "flip-coref-e", "Semantic_Frame_Errors": "semantic-frame"}
    names |= {"BertScore P Art": "bertscore-p-art", "Factuality": "factuality", "FEQA": "feqa"}
    assert {column: metric_name(column) for column in names} == names


@pytest.mark.parametrize(
    ("importer", "row", "said"),
    [
        ("frank", {"hash": "", "model_name": "bart", "dataset": "d", "split": "s", "RelE": 1.0}, "names no article"),
        ("frank", {"hash": "h", "model_name": "m", "dataset": "d", "split": "s", "RelE": "x"}, "must be a number"),
        ("qags", {"doc_id": 1, "system_id": 0, "source": "a", "system_output": "b", "scores": {"c": True}}, "number"),
        ("qags", {"doc_id": 1, "system_id": 0, "source": 5.5, "system_output": "b", "scores": {}}, "source"),
    ],
)
def test_unsound_rows_name_file_and_line(tmp_path: Path, importer: str, row: dict[str, Any], said: str) -> None:
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([row | ({"Semantic_Frame_Errors": 1.0} if importer == "frank" else {})]), "utf-8")
    with Project.create(tmp_path / "p.galley") as made:
        with pytest.raises(InputError, match=said) as error:
            import_files(made, find(importer), [path])
        assert f"{path}, line 1" in str(error.value)
        assert made.read_connection().execute("SELECT count(*) FROM item").fetchone()[0] == 0
