"""Replaying FineSurE's recorded replies gives back the published verdict figures.

The figures (README of the data) rest on the labels that upstream's own parser recorded. Ours reads the replies
themselves, so the test goes both ways: the recorded labels give the published figure, our verdicts are the recorded
ones but for some sentences, and at each of those the reply itself says what we say.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sklearn.metrics import balanced_accuracy_score

from galley.core.definitions import schemes
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.project.project import Project
from galley.core.replies.replies import squeeze


@pytest.mark.parametrize(
    ("name", "published", "parsed", "ours", "differ"),
    [("gpt-4o-2024-05-13", 0.898, 199, 0.904, 2), ("gpt-3.5-turbo", 0.671, 197, 0.674, 1)],
)
def test_replay_gives_back_the_published_figures(
    shared_data: Path, tmp_path: Path, name: str, published: float, parsed: int, ours: float, differ: int
) -> None:
    file = shared_data / "finesure" / f"frank-raw-data-by-{name}.json"
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    with Project.create(tmp_path / "f.galley") as project:
        import_files(project, find("finesure"), [file])
        order = Order("finesure", Source("replay", replies=str(file)), name)
        end = Runner(project, prepare(project, order)).start().join(60)
        assert (end.state, end.failed_calls) == ("done", 0)
        said, unscored = _said(project)
    truth, recorded, read, odd = [], [], [], 0
    for record in records:
        place = record["doc_id"], f"sum-{record['model']}"
        if place in unscored:
            continue
        people = [each["factuality_labels"] for each in record["raw_annotations"].values()]
        labels = record["pred_faithfulness_labels"]
        assert len(labels) == len(record["sentences"]), "both leave out the same summaries"
        for number, label in enumerate(labels):
            truth.append(sum(each[number] for each in people) >= 2)
            recorded.append(bool(label))
            read.append((*place, number) in said)
            if read[-1] != recorded[-1]:
                odd += 1
                assert read[-1], "upstream's parser lost errors, ours finds them"
                criterion = schemes.find_scheme("finesure").criterion(said[(*place, number)])
                assert criterion
                names = [squeeze(name) for name in (criterion.name, *criterion.aliases)]
                assert any(f"category{name}" in squeeze(record["llm_output"]) for name in names)
    assert len(records) - len(unscored) == parsed
    assert balanced_accuracy_score(truth, recorded) == pytest.approx(published, abs=0.0005)
    assert balanced_accuracy_score(truth, read) == pytest.approx(ours, abs=0.0005)
    assert odd == differ


def _said(project: Project) -> tuple[dict[tuple[str, str, int], str], set[tuple[str, str]]]:
    """The categories of the flags of our run by place, and the summaries that it could not score."""
    rows = (
        project.read_connection()
        .execute(
            "SELECT item.key, document.name, unit.position, verdict.value, criterion.name FROM verdict"
            " JOIN unit ON unit.id = verdict.unit_id JOIN document ON document.id = target_id"
            " JOIN item ON item.id = verdict.item_id JOIN criterion ON criterion.id = criterion_id"
            " WHERE run_id IS NOT NULL"
        )
        .fetchall()
    )
    said = {(k, d, p): c for k, d, p, value, c in rows if value == "yes"}
    return said, {(k, d) for k, d, _, value, _ in rows if value is None}


def test_alignment_gives_the_recorded_scores(shared_data: Path, tmp_path: Path) -> None:
    file = shared_data / "finesure" / "result__keyfact-alignment__raw-data.json"
    with Project.create(tmp_path / "k.galley") as project:
        import_files(project, find("finesure"), [file])
        order = Order("finesure", Source("replay", replies=str(file)), "replayed", Choices(("alignment",)))
        end = Runner(project, prepare(project, order)).start().join(60)
        assert (end.state, end.failed_calls) == ("done", 0)
        scores: dict[tuple[int, str], dict[str, float]] = {}
        for document, metric, annotator, value in project.read_connection().execute(
            "SELECT document_id, metric, name, value FROM score JOIN annotator ON annotator.id = annotator_id"
            " WHERE kind = 'judge'"
        ):
            scores.setdefault((document, metric), {})[annotator] = value
    both = [each for each in scores.values() if "replayed finesure" in each]
    assert len(both) == 2 * end.replies_received
    for each in both:
        assert each["replayed finesure"] == pytest.approx(each["finesure-judge"])
