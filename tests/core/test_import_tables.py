"""MTS-Dialog: three tables that belong together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers import mts_dialog
from galley.core.importers.base import Importer
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project

DIALOGUES, SUMMARIES, SCORES = (
    f"MTS-Dialog-{name}.csv"
    for name in ("ValidationSet", "Automatic-Summaries-ValidationSet", "Manual-Scores4CorrelationStudy")
)


def read(importer: Importer, *paths: Path, **options: Any) -> list[dict[str, Any]]:
    return [parsed.record for parsed in importer.read(paths, ImportOptions(**options), ImportReport())]


def test_mts_tables_agree_on_their_dialogues(shared_data: Path) -> None:
    folder = shared_data / "mts_dialog"
    records = read(mts_dialog.IMPORTER, folder / DIALOGUES, folder / SUMMARIES, folder / SCORES)
    assert len(records) == 100 + 400
    texts: dict[tuple[str, str], set[str]] = {}
    for record in records:
        for document in record["documents"]:
            texts.setdefault((record["key"], document["id"]), set()).add(document["text"])
    assert all(len(said) == 1 for said in texts.values())
    assert Counter(name for _, name in texts) == {
        "dialogue": 100, "reference": 100,
        "sum-auto-1": 100, "sum-auto-2": 100, "sum-auto-3": 100, "sum-auto-4": 100,
    }  # fmt: skip
    assert records[0]["meta"] == {"section": "GENHX"}
    assert (
        "\n Patient: Yeah, it started" in records[0]["documents"][0]["text"]
    )  # kept; the speaker is cut out later


def test_mts_scores_are_those_of_the_same_row(shared_data: Path) -> None:
    folder = shared_data / "mts_dialog"
    records = read(mts_dialog.IMPORTER, folder / SCORES, folder / SUMMARIES)
    assert len(records) == 400
    hallucination = 0
    for record in records:
        score = {each["metric"]: each["value"] for each in record["scores"]}
        precision, recall = score["factual-precision"], score["factual-recall"]
        both = precision + recall
        assert score["factual-f1"] == pytest.approx(2 * precision * recall / both if both else 0, abs=1e-6)
        hallucination += abs(score["hallucination-rate"] - (1 - precision)) < 1e-6
    assert round(hallucination / 400, 2) == 0.85


def test_mts_tables_of_several_splits_go_into_one_project(tmp_path: Path) -> None:
    """Each counts its dialogues from 0; those of the validation set keep their keys, which the summaries have too."""
    row = '0,CC,Cough.,"Doctor: {}?\nPatient: Yes."\n'
    names = ("TrainingSet", "ValidationSet", "TestSet-1-MEDIQA-Chat-2023", "Augmented-TrainingSet-3-FR-and-ES-final")
    files = [tmp_path / f"MTS-Dialog-{name}.csv" for name in names]
    for number, file in enumerate(files):
        file.write_text("ID,section_header,section_text,dialogue\n" + row.format(number), "utf-8")
    with Project.create(tmp_path / "m.galley") as project:
        import_files(project, mts_dialog.IMPORTER, files)
        assert project.read_connection().execute("SELECT key, split FROM item ORDER BY id").fetchall() == [
            ("mts-training-0", "training"), ("mts-0", "validation"), ("mts-test-1-0", "test-1"),
            ("mts-augmented-training-3-0", "augmented-training-3"),
        ]  # fmt: skip


def test_mts_scores_alone_say_what_is_missing(shared_data: Path) -> None:
    with pytest.raises(InputError, match="name the table of automatic summaries together with it"):
        read(mts_dialog.IMPORTER, shared_data / "mts_dialog" / SCORES)


def test_mts_scores_of_another_length_are_refused(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "mts_dialog"
    short = tmp_path / SCORES
    short.write_text("".join((folder / SCORES).read_text("utf-8").splitlines(keepends=True)[:10]), "utf-8")
    with pytest.raises(InputError, match="fewer rows of scores than of summaries"):
        read(mts_dialog.IMPORTER, folder / SUMMARIES, short)
