"""Published figures from the shared data: UniEval on QAGS, XSum hallucination, FRANK."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from galley.core.stats.correlation_coefficients import correlation
from galley.core.stats.distinct_rows import matrix
from galley.core.stats.spans import overlap_f1, span_alpha, stretches
from tests.core.coefficients import fleiss_kappa, partial_correlation


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("xsum", (0.461376, 0.48792, 0.399218)), ("cnndm", (0.681681, 0.662255, 0.531636))],
)
def test_unieval_on_qags(shared_data: Path, name: str, wanted: tuple[float, float, float]) -> None:
    rows = json.loads((shared_data / "unieval_qags" / f"qags_{name}_result.json").read_text("utf-8"))
    human = np.array([row["scores"]["consistency"] for row in rows])
    judge = np.array([row["predict_scores"]["consistency"] for row in rows])
    for kind, value in zip(("pearson", "spearman", "kendall"), wanted, strict=True):
        found = correlation(human, judge, kind)
        assert found.value == pytest.approx(value, abs=5e-7)
        assert found.n == len(rows) and found.low < found.value < found.high and found.p < 1e-9


def xsum(folder: Path, name: str) -> list[dict[str, str]]:
    path = folder / "xsum_hallucination" / f"{name}_annotations_xsum_summaries.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_fleiss_of_xsum_factuality(shared_data: Path) -> None:
    rows = [row for row in xsum(shared_data, "factuality") if row["is_factual"] != "NULL"]
    key = np.array([f"{row['bbcid']} {row['system']}" for row in rows])
    worker = np.array([row["worker_id"] for row in rows])
    codes, keys, _ = matrix(key, worker, np.array([row["is_factual"] == "yes" for row in rows]).astype(int))
    found = fleiss_kappa(codes, 2, documents=np.array([k.split()[0] for k in keys]))
    assert found.value == pytest.approx(0.774, abs=5e-4)
    assert (found.n, found.left_out) == (1848, {"cells with another number of verdicts": 10})
    assert found.low < found.value < found.high


def test_fleiss_and_spans_of_xsum_hallucination(shared_data: Path) -> None:
    rows = xsum(shared_data, "hallucination")
    keys = sorted({f"{row['bbcid']} {row['system']}" for row in rows})
    workers = sorted({row["worker_id"] for row in rows})
    place = {key: k for k, key in enumerate(keys)}
    marked = np.zeros((2, len(keys), len(workers)), dtype=int)
    lengths, spans = np.zeros(len(keys), dtype=int), []
    judged = np.zeros((len(keys), len(workers)), dtype=bool)
    for row in rows:
        text, worker = place[f"{row['bbcid']} {row['system']}"], workers.index(row["worker_id"])
        judged[text, worker], lengths[text] = True, len(row["summary"])
        if row["hallucination_type"] in ("intrinsic", "extrinsic"):
            marked[int(row["hallucination_type"] == "intrinsic"), text, worker] = 1
            start, end = int(row["hallucinated_span_start"]) - 1, int(row["hallucinated_span_end"]) - 1
            spans.append((text, worker, max(start, 0), min(end, lengths[text])))
    for codes, wanted in ((marked.max(axis=0), 0.776), (marked[0], 0.764), (marked[1], 0.692)):
        assert fleiss_kappa(np.where(judged, codes, -1), 2).value == pytest.approx(wanted, abs=5e-4)
    cut = stretches(lengths, judged, *np.array(spans).T)
    assert 0 < span_alpha(cut).value < overlap_f1(cut).value < 1


def test_partial_correlations_of_frank(shared_data: Path) -> None:
    """Against residuals by group means: system and data set taken together are one confounder."""
    folder = shared_data / "frank_valid"
    human = json.loads((folder / "human_annotations.json").read_text("utf-8"))
    metric = {
        (row["hash"], row["model_name"]): row
        for row in json.loads((folder / "baseline_factuality_metrics_outputs.json").read_text("utf-8"))
    }
    group = np.array([f"{row['model_name']} {row['dataset']}" for row in human])
    _, index = np.unique(group, return_inverse=True)

    def centred(score: np.ndarray, index: np.ndarray) -> np.ndarray:
        count = np.maximum(np.bincount(index), 1)
        return score - (np.bincount(index, weights=score) / count)[index]

    for name in ("Rouge 1", "BertScore P Art", "FactCC", "Dep Entail"):
        x = np.array([metric[row["hash"], row["model_name"]][name] for row in human], dtype=float)
        known = np.isfinite(x)
        for error in ("Factuality", "RelE", "EntE", "OutE", "Flip_CorefE"):
            y = np.array([row[error] for row in human])
            left = [centred(score[known], index[known]) for score in (x, y)]
            pearson = scipy.stats.pearsonr(*left)
            found = partial_correlation(x, y, [group])
            assert found.value == pytest.approx(pearson.statistic, abs=1e-9)
            assert found.n == known.sum() and found.n + sum(found.left_out.values()) == len(human)
            # Unrounded residuals would break ties by rounding noise and move the coefficient by some .005.
            ranks = scipy.stats.spearmanr(*(score.round(10) for score in left))
            spearman = partial_correlation(x, y, [group], "spearman")
            assert spearman.value == pytest.approx(ranks.statistic, abs=1e-9)
