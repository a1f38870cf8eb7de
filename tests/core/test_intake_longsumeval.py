"""Files of the shapes of LongSumEval's data sets (table I) come in by a mapping, people's scores as people's."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import kendalltau

from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from tests.core.studies import run

ROWS = [(n, system, (n * 7 + place * 3) % 5 + 1, (n * 3 + place) % 5 + 1)
        for n in range(4) for place, system in enumerate(("bart", "t5", "led"))]  # fmt: skip
SENTENCES = [f"One of {n}." for n in range(3)]


def patents(path: Path) -> dict[str, Any]:
    """A row a summary with a column a rater and dimension (PatentSumEval)."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["patent", "abstract", "claims", "model", "summary", "accuracy_r1", "accuracy_r2", "coverage_r1"])
        for n, system, accuracy, coverage in ROWS:
            out.writerow([n, f"A device {n}.", f"What is claimed is {n}.", system, f"Sum {n} {system}.", accuracy,
                          min(5, accuracy + 1), coverage])  # fmt: skip
    columns = ("accuracy_r1", "accuracy_r2", "coverage_r1")
    return {"key": "{patent}", "dataset": "=patents", "article": "{abstract}\n{claims}",
            "summaries": [{"text": "summary", "system": "model"}],
            "scores": [{"metric": f"={name[:-3]}", "value": name, "system": "model", "annotator": f"={name[-2:]}",
                        "kind": "=human"} for name in columns]}  # fmt: skip


def posts(path: Path) -> dict[str, Any]:
    """A line a rating, with the axes in an object (TL;DR)."""
    with path.open("w", encoding="utf-8") as file:
        for n, system, accuracy, coverage in ROWS:
            axes = {"accuracy": accuracy, "coverage": coverage}
            summary = {"text": f"Sum {n} {system}.", "policy": system, "axes": axes}
            line = {"info": {"id": f"t{n}", "post": f"I did {n}."}, "worker": "w1", "summary": summary}
            file.write(json.dumps(line) + "\n")
    return {"key": "{info.id}", "dataset": "=tldr", "article": "info.post",
            "summaries": [{"text": "summary.text", "system": "summary.policy"}],
            "scores": [{"metric": f"={axis}", "value": f"summary.axes.{axis}", "system": "summary.policy",
                        "annotator": "worker", "kind": "=human"} for axis in ("accuracy", "coverage")]}  # fmt: skip


def reports(path: Path) -> dict[str, Any]:
    """A record a document: its systems, a label a sentence and a score a summary (arXiv, GovReport)."""
    records = []
    for n in range(4):
        mine = [row for row in ROWS if row[0] == n]
        made = [
            {"model": system, "sentences": SENTENCES, "factual": [1, 0, 1], "accuracy": one / 5, "coverage": other / 5}
            for _, system, one, other in mine
        ]
        records.append({"id": n, "source": f"A long report {n}.", "systems": made})
    path.write_text(json.dumps(records), encoding="utf-8")
    return {"key": "{id}", "dataset": "=govreport", "article": "source",
            "summaries": [{"each": "systems[]", "system": "model", "text": {"sentences": "sentences[]"}}],
            "verdicts": [{"each": "systems[].factual[]", "criterion": "=basic/hallucination", "system": "^.model",
                          "annotator": "=experts", "kind": "=human", "unit": "@",
                          "value": {"of": ".", "map": {"1": "no", "0": "yes"}}}],
            "scores": [{"each": "systems[]", "metric": f"={name}", "value": name, "system": "model",
                        "annotator": "=experts", "kind": "=human"} for name in ("accuracy", "coverage")]}  # fmt: skip


@pytest.mark.parametrize(("made", "name"), [(patents, "p.csv"), (posts, "t.jsonl"), (reports, "g.json")])
def test_it_comes_in_with_peoples_scores(tmp_path: Path, made: Any, name: str) -> None:
    file = tmp_path / name
    mapping = tmp_path / "m.json"
    mapping.write_text(json.dumps(made(file)), encoding="utf-8")
    project = str(tmp_path / "p.galley")
    run("new", project)
    run("import", "table", str(file), "--mapping", str(mapping), "--project", project)
    with Project.open(Path(project), read_only=True) as opened:
        connection = opened.reader()
        assert connection.execute("SELECT count(*) FROM document WHERE role = 'summary'").fetchone() == (len(ROWS),)
        kinds = connection.execute(
            "SELECT DISTINCT kind FROM score JOIN annotator ON annotator.id = annotator_id"
        ).fetchall()
        assert kinds == [("human",)]
        if made is reports:
            states = connection.execute("SELECT value, count(*) FROM verdict GROUP BY 1").fetchall()
            assert dict(states) == {"yes": len(ROWS), "no": 2 * len(ROWS)}
        first = "accuracy@r1" if made is patents else "accuracy"
        params = Params(x=(first,), y=("coverage",), level="summary", coefficients=("kendall",))
        (row,) = registry.compute("correlation", connection, params).rows
        wanted = kendalltau([row[2] for row in ROWS], [row[3] for row in ROWS])
        assert (row["n"], row["value"]) == (len(ROWS), pytest.approx(wanted.statistic))
