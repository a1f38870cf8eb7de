"""The built-in judge's figures on documents that a fit has not seen, and its speed. Needs the shared data.

The bounds guard against change: they lie about half an interval below the out-of-fold figures that
``python -m benchmarks.offline`` prints (docs/judges.md), of one division and one
recipe, so that they fail when something breaks, not when a word list changes by a word. They prove nothing about aims.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.fit_offline import backgrounds, table
from benchmarks.offline_data import Record, load
from benchmarks.offline_figures import calibration, ranking, reliability
from benchmarks.offline_recipe import ARTICLES, FRANK_BBC, FRANK_CNN, SIGNS, Table, bacc, fit, folds, regress
from galley.core.import_types import ImportOptions
from galley.core.importers import finesure
from galley.core.judges.built_in.fitted_model import WEIGHTS
from galley.core.judges.built_in.judge import BuiltInJudge


@pytest.fixture(scope="module")
def records(shared_data: Path) -> list[Record]:
    return load(shared_data)


@pytest.fixture(scope="module")
def measured(shared_data: Path, records: list[Record]) -> Table:
    own = [r for r in records if r.dataset in ARTICLES]
    return table(own, backgrounds(own, shared_data))


def test_weights_are_small_and_say_what_they_were_fitted_on() -> None:
    assert WEIGHTS.stat().st_size < 2_000_000
    told = BuiltInJudge().weights.fitted_on
    assert told["sentences"]["frank"] > 800
    assert told["script"] == "benchmarks/fit_offline.py"


def test_a_document_is_in_one_fold_whatever_its_data_set(measured: Table) -> None:
    sides: dict[str, set[int]] = {}
    for fold, record in zip(folds(measured.group, 1).tolist(), measured.records, strict=True):
        sides.setdefault(record.document, set()).add(fold)
    assert all(len(found) == 1 for found in sides.values())
    shared = {r.group for r in measured.records if r.dataset == "frank"} & {
        r.group for r in measured.records if r.dataset == "qags"
    }
    assert shared, "FRANK and QAGS share documents, which the grouping must find"


def test_figures_on_documents_that_the_fit_has_not_seen(measured: Table) -> None:
    part = folds(measured.group, 1)
    own = np.isin(measured.kind, (FRANK_CNN, FRANK_BBC))
    told, chance = np.zeros(len(part), dtype=bool), np.zeros(len(part))
    for k in range(5):
        head = fit(measured[part != k], ARTICLES, {"every": SIGNS["every"]}, strengths=(100.0,))
        project, rest = head.own(measured.values[own]), own & (part == k)
        chance[rest] = project.chances(measured.values[rest])
        told[rest] = chance[rest] > np.quantile(project.chances(measured.values[own]), 0.63)
    label, cnn = measured.label, measured.kind == FRANK_CNN
    assert int(own.sum()) == 837
    assert bacc(label[own], told[own]) > 0.79
    assert ranking(label[own], chance[own]) > 0.89
    assert ranking(label[cnn], chance[cnn]) > 0.81
    assert calibration(label[own], chance[own])[0] < 0.12
    assert told[own].mean() <= 0.4


def test_what_is_fitted_is_what_an_import_gives(shared_data: Path, tmp_path: Path, records: list[Record]) -> None:
    """The units of every FRANK article and sentence in a project are those that the fit measures."""
    from galley.core.importers.run_import import import_files
    from galley.core.judges.inquiry.model_texts import sources, summaries
    from galley.core.project.project import Project
    from galley.core.review import items

    project = Project.create(tmp_path / "frank.galley")
    with project:
        for name in ("gpt-3.5-turbo", "gpt-4o-2024-05-13"):
            path = shared_data / "finesure" / f"frank-raw-data-by-{name}.json"
            import_files(project, finesure.IMPORTER, [path], ImportOptions())
        served: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
        connection = project.read_connection()
        for (row,) in connection.execute("SELECT id FROM item").fetchall():
            view = items.load_item_view(connection, row)
            units = [unit.text for document in sources(view) for unit in document.units]
            for summary in summaries(view):
                served.add((tuple(units), tuple(unit.text for unit in summary.units)))
    fitted = [r for r in records if r.dataset == "frank" and r.judges]
    assert len(fitted) > 300
    several = 0
    for record in fitted:
        assert (tuple(record.docs[0].units), tuple(record.sentences)) in served
        several += len(record.docs[0].units) > 1
    assert several > 300, "articles come in units, not whole"


def test_the_regression_is_the_one_of_the_text_books() -> None:
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(4)
    x = rng.normal(size=(200, 3))
    label = (x @ [1.0, -2.0, 0.0] + rng.normal(size=200) > 0.3).astype(int)
    weights = rng.uniform(0.2, 2.0, size=200)
    theirs = LogisticRegression(C=0.5, tol=1e-10, max_iter=5000).fit(x, label, sample_weight=weights)
    held = np.array([2.0, 2.0, 2.0, 0.0])
    ours = regress(x, label.astype(float), weights, held, np.zeros(4))
    assert np.allclose(ours[:3], theirs.coef_[0], atol=1e-3)
    assert np.isclose(ours[3], theirs.intercept_[0], atol=1e-3)


def test_calibration_error_of_known_cases() -> None:
    label = np.array([0, 1] * 50)
    assert calibration(label, np.full(100, 0.5))[0] == pytest.approx(0.0)
    assert calibration(label, np.full(100, 0.9))[0] == pytest.approx(0.4)
    assert [n for _, _, n in reliability(label, np.linspace(0, 1, 100))] == [10] * 10


def test_every_flag_on_real_text_has_a_reason_with_places(records: list[Record]) -> None:
    judge = BuiltInJudge()
    for record in [r for r in records if r.dataset in ("frank", "sales")][::3]:
        for verdict in judge.sentences(record.sentences, record.docs):
            sentence = record.sentences[verdict.unit_index]
            assert verdict.is_flagged == bool(verdict.findings)
            for finding in verdict.findings:
                assert finding.spans or finding.evidence
                assert all(0 <= a < b <= len(sentence) for a, b in finding.spans)
                for document, unit, span in finding.evidence:
                    assert 0 <= span.start < span.end <= len(record.docs[document].units[unit])
