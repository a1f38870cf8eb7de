"""SummEval, TofuEval, QAGS and FRANK as their authors published them: every rater's votes, and what is odd in them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers.registry import find, recognise
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.papers.frank.importers.frank import metric_name
from galley.core.project.project import Project


def lines(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def array(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text(json.dumps(list(rows)), "utf-8")
    return path


def table(path: Path, header: str, *rows: list[Any]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(header.split(","))
        writer.writerows(rows)
    return path


def read(name: str, *paths: Path) -> tuple[list[dict[str, Any]], ImportReport]:
    report = ImportReport()
    return [p.record for p in find(name).read(paths, ImportOptions(), report)], report


def refuses(name: str, path: Path, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        read(name, path)
    assert path.name in str(caught.value) and str(caught.value).endswith(".") and "\n" not in str(caught.value)


# SummEval ------------------------------------------------------------------------------------------------------------


def rating(*values: int) -> dict[str, int]:
    return dict(zip(("coherence", "consistency", "fluency", "relevance"), values, strict=True))


def rated(model: str, experts: list[dict[str, int]], workers: list[dict[str, int]], **more: Any) -> dict[str, Any]:
    return {
        "id": "dm-test-1", "decoded": f"a ferry left . says {model} .", "expert_annotations": experts,
        "turker_annotations": workers, "references": ["A ferry left.", "The ferry is gone."], "model_id": model,
        "filepath": "cnndm/x.story", **more,
    }  # fmt: skip


EXPERTS = {"M0": ((5, 5, 5, 4), (4, 5, 5, 4), (5, 5, 5, 5)), "M1": ((2, 1, 4, 2), (1, 1, 5, 2), (2, 2, 4, 1)),
           "M8": ((3, 5, 3, 3), (3, 4, 4, 3), (2, 5, 3, 4))}  # fmt: skip


def test_summeval_keeps_every_raters_votes(tmp_path: Path) -> None:
    rows = [
        rated(model, [rating(*e) for e in experts], [rating(*experts[0])] * 5, text="A ferry left the harbour at ten.")
        for model, experts in EXPERTS.items()
    ]
    rows[0]["metric_scores_1"] = {"id": 7, "rouge": {"rouge_1_f_score": 0.4}, "supert": [0.25], "odd": [1, 2]}
    file = lines(tmp_path / "model_annotations.aligned.paired.jsonl", *rows)
    assert recognise([file]).name == "summeval"
    with Project.create(tmp_path / "s.galley") as project:
        report = import_files(project, find("summeval"), [file])
        assert (report.counts["items"], report.counts["documents"]) == (1, 1 + 2 + 3)
        assert report.counts["verdicts"] == 3 * 8 * 4
        people = {
            row[0] for row in project.read_connection().execute("SELECT name FROM annotator WHERE kind = 'human'")
        }
        assert people == {*(f"expert-{n}" for n in (1, 2, 3)), *(f"turker-{n}" for n in range(1, 6))}
        scores = project.read_connection().execute("SELECT metric, value FROM score ORDER BY metric").fetchall()
        assert scores == [("rouge-1-f-score", 0.4), ("supert", 0.25)]
        agreed = compute("agreement", project.read_connection(), Params(
            annotators=("expert-1", "expert-2", "expert-3"), coefficients=("alpha-ordinal",), resamples=0,
        )).rows  # fmt: skip
        assert {row["criterion"] for row in agreed} == {"coherence", "consistency", "fluency", "relevance"}
        assert all(row["value"] is not None for row in agreed)


def test_figures_that_python_wrote_as_nan_are_missing(tmp_path: Path) -> None:
    nan = float("nan")
    row = rated("M0", [rating(5, 5, 5, 4)], [], metric_scores_1={"bleu": nan, "cider": 0.5, "s3": float("inf")})
    found, _ = read("summeval", lines(tmp_path / "scored.jsonl", row))
    assert [(s["metric"], s["value"]) for s in found[0]["scores"]] == [("cider", 0.5)]
    file = array(tmp_path / "outputs.json", {
        "hash": "1", "model_name": "bart", "dataset": "xsum", "split": "test", "BertScore F1": 0.5, "FEQA": nan,
    })  # fmt: skip
    found, report = read("frank", file)
    assert [s["metric"] for s in found[0]["scores"]] == ["bertscore-f1"] and report.counts["scores missing"] == 1
    cut = tmp_path / "cut.jsonl"
    cut.write_text(json.dumps(row)[:-2], "utf-8")
    refuses("summeval", cut, "not valid JSON")


def test_meta_evaluation_runs_on_summeval_ratings(tmp_path: Path) -> None:
    """A judge's scores of six systems against the mean of the experts, at both levels, by scipy as well."""
    rng = np.random.default_rng(7)
    rows, scores, truth = [], {}, {}
    for number in range(4):
        for model in range(6):
            given = [rating(*np.clip(rng.integers(1, 4, 4) + model // 2, 1, 5).tolist()) for _ in range(3)]
            crowd = [rating(*rng.integers(1, 6, 4).tolist()) for _ in range(5)]
            rows.append(rated(f"M{model}", given, crowd, id=f"d-{number}"))
            scores[number, model] = float(rng.random() + model / 4)
            truth[number, model] = float(np.mean([each["consistency"] for each in given]))
    file = lines(tmp_path / "a.jsonl", *rows)
    native = lines(tmp_path / "scores.jsonl", *(
        {"key": f"summeval-d-{n}", "scores": [
            {"document": f"sum-M{m}", "metric": "qa-consistency", "annotator": "j", "kind": "judge",
             "value": scores[n, m]} for m in range(6)]}
        for n in range(4)
    ))  # fmt: skip
    with Project.create(tmp_path / "s.galley") as project:
        import_files(project, find("summeval"), [file])
        import_files(project, find("galley"), [native])
        experts = ("expert-1", "expert-2", "expert-3")
        wanted = Params(x=("qa-consistency",), y=("verdict:consistency",), annotators=experts)
        found = {
            (r["level"], r["coefficient"]): r for r in compute("correlation", project.read_connection(), wanted).rows
        }
        everybody = compute("correlation", project.read_connection(), Params(x=wanted.x, y=wanted.y)).rows[0]
        assert everybody["value"] != found["summary", "pearson"]["value"], "the crowd rates by a die"
        with pytest.raises(InputError, match="Nobody called 'expert-1,expert-2'"):
            compute(
                "correlation",
                project.read_connection(),
                Params(x=wanted.x, y=wanted.y, annotators=("expert-1,expert-2",)),
            )
    keys = sorted(scores)
    x, y = [scores[k] for k in keys], [truth[k] for k in keys]
    by_system = [[np.mean([side[n, m] for n in range(4)]) for m in range(6)] for side in (scores, truth)]
    for level, sides in (("summary", (x, y)), ("system", by_system)):
        assert found[level, "kendall"]["value"] == pytest.approx(scipy.stats.kendalltau(*sides).statistic)
        assert found[level, "spearman"]["value"] == pytest.approx(scipy.stats.spearmanr(*sides).statistic)
        assert found[level, "pearson"]["value"] == pytest.approx(scipy.stats.pearsonr(*sides).statistic)
    assert (found["summary", "kendall"]["n"], found["system", "kendall"]["n"]) == (24, 6)


def test_summeval_refuses_what_is_no_rating(tmp_path: Path) -> None:
    for value in (0, 6, "4", True):
        bad = rated("M0", [rating(5, 5, 5, 5) | {"fluency": value}], [])
        refuses("summeval", lines(tmp_path / "bad.jsonl", bad), "“fluency” must be a rating from 1 to 5")
    refuses("summeval", lines(tmp_path / "bad.jsonl", rated("", [], [])), "names no article or no model")
    file = lines(tmp_path / "gap.jsonl", rated("M0", [rating(5, 5, 5, 5) | {"fluency": None}], []))
    found, report = read("summeval", file)
    assert len(found[0]["verdicts"]) == 3 and report.counts["ratings missing"] == 1


# TofuEval ------------------------------------------------------------------------------------------------------------

LABELS = "doc_id,annotation_id,topic,model_name,sent_idx,summ_sent,sent_label,exp,type"


def tofu(path: Path, *rows: list[Any]) -> Path:
    return table(path, LABELS, *rows)


def said(model: str, number: int, text: str, label: str = "yes", exp: str = "", kind: str = "") -> list[Any]:
    return ["NPR-1", 4, "The ferry", model, number, text, label, exp, kind]


def test_tofueval_labels_types_key_points_and_dialogues(tmp_path: Path) -> None:
    labels = tofu(
        tmp_path / "mediasum_factual_eval_dev.csv",
        said("model_A", 2, "It was sold.", "no", "It was not.", "Contradiction, Reasoning Error"),
        said("Model-Extra", 1, "The ferry left, some say.", "no", "As a fact.", "Stating Opinion as Fact"),
        said("model_A", 1, "The ferry left at ten."),
        said("model_A", 1, "The ferry left at ten."),
        said("model_B", 1, "A boat.", "no", "Unclear."),
        said("model_B", 2, "Two boats.", "no", "Odd.", "Bad Style"),
    )
    points = table(tmp_path / "mediasum_completeness_final.csv", "doc_id,annotation_id,topic,key_points",
                   ["NPR-1", 4, "The ferry", "['1. The ferry left.', \"2. It's blue.\"]"])  # fmt: skip
    source = table(tmp_path / "mediasum_dev_doc.csv", "doc_id,source", ["NPR-1", "ANN: It left.\nBO: At ten."])
    assert recognise([labels]).name == "tofueval"
    with Project.create(tmp_path / "t.galley") as project:
        report = import_files(project, find("tofueval"), [labels, points, source])
        assert report.counts["items"] == 1
        reader = project.read_connection()
        assert reader.execute("SELECT key, dataset, split FROM item").fetchall() == [
            ("tofueval-NPR-1-The ferry", "tofueval-mediasum", "dev")
        ]
        assert [r[0] for r in reader.execute("SELECT name FROM document ORDER BY id")] == [
            "dialogue", "sum-model_A", "sum-Model-Extra", "sum-model_B",
        ]  # fmt: skip
        facts = [r[0] for r in reader.execute("SELECT text FROM unit WHERE kind = 'fact' ORDER BY id")]
        assert facts == ["The ferry left.", "It's blue."]
        found = reader.execute(
            "SELECT document.name, unit_id - whole_id - 1, criterion.name, value FROM verdict"
            " JOIN document ON document.id = target_id JOIN criterion ON criterion.id = criterion_id"
            " WHERE criterion.name <> 'hallucination' AND value IS NOT NULL ORDER BY verdict.id"
        ).fetchall()
        assert found == [
            ("sum-model_A", 1, "contradiction", "yes"),
            ("sum-model_A", 1, "reasoning-error", "yes"),
            ("sum-Model-Extra", 0, "opinion-as-fact", "yes"),
            ("sum-model_B", 1, "other-error", "yes"),
        ]
        open_ = reader.execute("SELECT count(*) FROM verdict WHERE value IS NULL").fetchone()[0]
        assert open_ == 8 and report.counts["errors without a type"] == 1
    texts = [note.text for note in report.notes]
    assert "sentence 1 by model_A is there twice." in texts
    assert any("“Bad Style” is unknown" in text for text in texts)


def test_tofueval_reads_what_is_odd_in_the_published_files(tmp_path: Path) -> None:
    """Two sentences of one summary have one number, a topic has no key points, a reason has lines of its own."""
    labels = tofu(
        tmp_path / "mediasum_factual_eval_test.csv",
        said("model_D", 1, "The ferry left."),
        said("model_D", 1, "It left early.", "no", "1. It was late.\n2. By an hour.", "Nuanced Meaning Shift"),
        said("model_D", 2, "Nobody was on it."),
    )
    points = table(tmp_path / "mediasum_completeness_final.csv", "doc_id,annotation_id,topic,key_points",
                   ["NPR-1", 4, "The ferry", ""])  # fmt: skip
    found, report = read("tofueval", labels, points)
    (record,) = found
    assert record["documents"][0]["sentences"] == ["The ferry left.", "It left early.", "Nobody was on it."]
    assert [(v["unit"], v["criterion"]) for v in record["verdicts"]] == [
        (1, "hallucination"), (1, "nuanced-meaning-shift"),
    ]  # fmt: skip
    assert record["verdicts"][0]["explanation"] == "1. It was late.\n2. By an hour."
    assert [(note.line, note.text) for note in report.notes] == [
        (3, "sentence 1 by model_D has another text than in line 2; both were imported, in order.")
    ]
    assert record["units"] == [] and report.counts["topics without key points"] == 1


def test_tofueval_topics_are_main_or_marginal(tmp_path: Path) -> None:
    labels = tofu(tmp_path / "mediasum_factual_eval_dev.csv", said("model_A", 1, "The ferry left."))
    topics = tmp_path / "mediasum_topic_category.json"
    topics.write_text(json.dumps({'The "mill"': "marginal", "The ferry": "main"}, indent=4), "utf-8")
    found, _ = read("tofueval", topics, labels)
    assert [record["meta"] for record in found] == [{"document": "NPR-1", "topic": "The ferry", "category": "main"}]
    refuses("tofueval", topics, "contains no labels")
    for text, why in (('{"a": "main"', "not valid JSON"), ('{"a": "main", "b": 1}', "a category for each topic")):
        topics.write_text(text, "utf-8")
        refuses("tofueval", topics, why)


def test_tofueval_refuses_bad_rows(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    refuses("tofueval", tofu(file, said("m", 1, "A.", "maybe")), "sent_label must be yes or no")
    refuses("tofueval", tofu(file, ["", 1, "t", "m", 1, "A.", "yes", "", ""]), "names no document")
    refuses("tofueval", tofu(file, ["d", 1, "t", "m", "one", "A.", "yes", "", ""]), "number of a sentence")
    bad = table(tmp_path / "y.csv", "doc_id,topic,key_points", ["d", "t", "__import__('os')"])
    good = tofu(file, ["d", 1, "t", "m", 1, "A.", "yes", "", ""])
    with pytest.raises(InputError, match="key_points must be a list of texts"):
        read("tofueval", good, bad)


# QAGS ----------------------------------------------------------------------------------------------------------------


def answer(worker: int, response: str) -> dict[str, Any]:
    return {"worker_id": worker, "response": response}


def test_qags_keeps_the_votes_of_each_worker(tmp_path: Path) -> None:
    row = {"article": "The ferry left at ten.", "summary_sentences": [
        {"sentence": "It left.", "responses": [answer(0, "yes"), answer(8, "yes"), answer(1, "no")]},
        {"sentence": "At nine.", "responses": [answer(0, "no"), answer(8, "no"), answer(8, "yes")]},
    ]}  # fmt: skip
    file = lines(tmp_path / "mturk_xsum.jsonl", row)
    assert recognise([file]).name == "qags"
    with Project.create(tmp_path / "q.galley") as project:
        report = import_files(project, find("qags"), [file])
        assert (report.counts["items"], report.counts["verdicts"]) == (1, 5)
        assert [note.text for note in report.notes] == ["worker-8 answers sentence 2 twice; the first answer counts."]
        values = project.read_connection().execute(
            "SELECT annotator.name, unit_id - whole_id - 1, value FROM verdict JOIN annotator ON annotator.id ="
            " annotator_id JOIN document ON document.id = target_id ORDER BY verdict.id"
        )
        assert values.fetchall() == [
            ("worker-0", 0, "no"), ("worker-8", 0, "no"), ("worker-1", 0, "yes"), ("worker-0", 1, "yes"),
            ("worker-8", 1, "yes"),
        ]  # fmt: skip
        found = compute(
            "correlation",
            project.read_connection(),
            Params(x=("verdict:hallucination",), y=("verdict:hallucination@worker-0",)),
        )
        assert found.rows and found.rows[0]["n"] == 1, "the share of sentences that the majority holds wrong"
    refuses("qags", lines(tmp_path / "mturk_x.jsonl", row | {"summary_sentences": [
        {"sentence": "A.", "responses": [answer(0, "perhaps")]}]}), "must be yes or no")  # fmt: skip


# FRANK ---------------------------------------------------------------------------------------------------------------


def annotated(*votes: dict[str, list[str]], **more: Any) -> dict[str, Any]:
    return {
        "hash": "1234", "model_name": "BERTS2S", "article": "The ferry left at ten.", "summary": "It left. At nine.",
        "reference": "x", "split": "valid", "summary_sentences": ["It left.", "At nine."],
        "summary_sentences_annotations": list(votes), **more,
    }  # fmt: skip


FIRST = {"annotator_0": ["NoE"], "annotator_1": ["NoE"], "annotator_2": ["OtherE"]}
SECOND = {"annotator_0": ["CircE"], "annotator_1": ["CircE", "RelE"], "annotator_2": ["NoE"]}


def test_frank_keeps_each_annotators_types_and_joins_the_scores(tmp_path: Path) -> None:
    votes = array(tmp_path / "human_annotations_sentence.json", annotated(FIRST, SECOND))
    scores = array(tmp_path / "outputs.json", {
        "hash": "1234", "model_name": "BERTS2S", "dataset": "xsum", "split": "valid", "BertScore F1": 0.5,
    }, {"hash": "999", "model_name": "x", "dataset": "xsum", "split": "valid", "BertScore F1": 0.25})  # fmt: skip
    assert recognise([votes]).name == recognise([scores]).name == "frank"
    with Project.create(tmp_path / "f.galley") as project:
        report = import_files(project, find("frank"), [scores, votes])
        assert report.counts["items"] == 2 and report.counts["errors outside the typology"] == 1
        reader = project.read_connection()
        found = reader.execute(
            "SELECT annotator.name, unit_id - whole_id - 1, criterion.name FROM verdict JOIN annotator"
            " ON annotator.id = annotator_id JOIN document ON document.id = target_id"
            " JOIN criterion ON criterion.id = criterion_id WHERE value = 'yes' ORDER BY verdict.id"
        ).fetchall()
        assert found == [("annotator_0", 1, "circ-e"), ("annotator_1", 1, "circ-e"), ("annotator_1", 1, "pred-e")]
        assert reader.execute("SELECT count(*) FROM verdict WHERE value IS NULL").fetchone() == (7,)
        on_text = reader.execute(
            "SELECT length FROM document JOIN score ON document.id = document_id ORDER BY value"
        ).fetchall()
        assert on_text == [(0,), (len("It left. At nine."),)], "the score stands on the text where there is one"
        assert reader.execute("SELECT dataset, split FROM item ORDER BY id LIMIT 1").fetchone() == ("xsum", "valid")
        kappa = compute("agreement", reader, Params(criteria=("circ-e",), coefficients=("percent",), level="unit")).rows
        assert kappa[0]["n"] == 2
    for bad, said in (
        (annotated(FIRST), "2 sentences and 1 annotations"),
        (annotated(FIRST, {"annotator_0": ["BlahE"]}), "knows no error type"),
        (annotated(FIRST, {"annotator_0": []}), "names no type"),
    ):
        refuses("frank", array(tmp_path / "bad.json", bad), said)


def test_frank_texts_that_metrics_are_run_on(tmp_path: Path) -> None:
    """They bring the articles, references and summaries; where the votes hold a summary, theirs has the sentences."""
    row = {"hash": "a" * 40, "article": "The ferry left at ten.", "reference": "A ferry left.", "split": "test"}
    texts = array(
        tmp_path / "benchmark_data.json",
        row | {"model_name": "bart", "summary": "it left . at nine ."},
        row | {"model_name": "pgn", "summary": "it left .", "score": 0.75},
    )
    scores = array(tmp_path / "human_annotations.json", {
        "hash": "a" * 40, "model_name": "pgn", "dataset": "cnndm", "split": "test", "Semantic_Frame_Errors": 1.0,
    })  # fmt: skip
    votes = array(tmp_path / "human_annotations_sentence.json", annotated(
        FIRST, SECOND, hash="a" * 40, model_name="bart", summary_sentences=["it left .", "at nine ."], split="test",
    ))  # fmt: skip
    assert recognise([texts]).name == "frank"
    with Project.create(tmp_path / "f.galley") as project:
        import_files(project, find("frank"), [scores, texts, votes])
        reader = project.read_connection()
        assert reader.execute("SELECT key, dataset, split FROM item").fetchall() == [
            (f"frank-{'a' * 40}", "cnndm", "test")
        ]
        assert reader.execute("SELECT name, role, length > 0 FROM document ORDER BY name").fetchall() == [
            ("article", "article", 1), ("reference", "reference", 1), ("sum-bart", "summary", 1),
            ("sum-pgn", "summary", 1),
        ]  # fmt: skip
        on = reader.execute(
            "SELECT document.name, metric FROM score JOIN document ON document.id = document_id ORDER BY metric"
        )
        assert on.fetchall() == [("sum-pgn", "score"), ("sum-pgn", "semantic-frame")]
        assert reader.execute("SELECT count(DISTINCT annotator_id) FROM verdict").fetchone() == (3,)
    bad = array(tmp_path / "bad.json", row | {"model_name": "", "summary": "x"})
    refuses("frank", bad, "names no article or no model")
    refuses("frank", array(tmp_path / "bad.json", row | {"model_name": "b", "summary": 1.5}), "“summary” must be text")


def test_all_fifteen_metrics_of_frank_against_every_error_type(shared_data: Path, tmp_path: Path) -> None:
    """An independent computation: group means of system and data set taken off by a dummy regression in numpy."""
    folder = shared_data / "frank_valid"
    files = [folder / "human_annotations.json", folder / "baseline_factuality_metrics_outputs.json"]
    human, other = (json.loads(path.read_text("utf-8")) for path in files)
    with Project.create(tmp_path / "f.galley") as project:
        import_files(project, find("frank"), files)
        rows = compute("partial-correlation", project.read_connection(), Params()).rows
    found = {(r["x"], r["y"], r["coefficient"]): r for r in rows}
    by_key = {(r["hash"], r["model_name"]): r for r in other}
    about = ("hash", "model_name", "dataset", "split")
    metrics = [name for name in other[0] if name not in about]
    types = [name for name in human[0] if name not in about and not name.startswith("Flip_")]
    assert len(metrics) == 15
    checked = 0
    for column in metrics:
        for kind in types:
            kept = [r for r in human if r[kind] is not None and by_key[r["hash"], r["model_name"]][column] is not None]
            a = np.array([by_key[r["hash"], r["model_name"]][column] for r in kept], dtype=float)
            b = np.array([r[kind] for r in kept], dtype=float)
            names = sorted({r["model_name"] for r in kept}), sorted({r["dataset"] for r in kept})
            dummies = np.array([
                [r["model_name"] == n for n in names[0]] + [r["dataset"] == n for n in names[1]] for r in kept
            ], dtype=float)  # fmt: skip
            basis, values, _ = np.linalg.svd(dummies, full_matrices=False)
            basis = basis[:, values > 1e-8]
            left = [np.round(side - basis @ (basis.T @ side), 9) for side in (a, b)]
            row = found.get((metric_name(column), metric_name(kind), "pearson"))
            assert row is not None, (column, kind)
            if np.ptp(left[0]) == 0 or np.ptp(left[1]) == 0:
                assert row["value"] is None and row["why"]
                continue
            pearson, spearman = scipy.stats.pearsonr(*left), scipy.stats.spearmanr(*left)
            assert row["value"] == pytest.approx(pearson.statistic, abs=1e-7), (column, kind)
            ranked = found[metric_name(column), metric_name(kind), "spearman"]
            assert ranked["value"] == pytest.approx(spearman.statistic, abs=1e-6), (column, kind)
            assert row["n"] == len(kept)
            checked += 1
    assert checked >= 15 * 10
