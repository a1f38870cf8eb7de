"""The Parquet file: typed columns that pandas, pyarrow and duckdb read, and one sentence where pyarrow is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pandas
import pyarrow.parquet
import pytest

import galley.core.exports.parquet as parquet
from galley.core.errors import InputError
from galley.core.exports._sheet import COLUMNS
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.made import NASTY, bring


def _reviewed(folder: Path) -> Project:
    project = building.project(folder, *(building.record(f"item {n}") for n in range(7)))
    flag = next(f for f in items.load_item_view(project.read_connection(), 1).flags() if f.explanation)
    DecisionWriter(project, "ann").override(1, flag).result()
    return project


def mine_words(frame: pandas.DataFrame) -> str:
    return str(frame[frame.annotator == "ann"].iloc[0].judge_words)


def test_pandas_reads_types_lists_and_what_is_missing(tmp_path: Path) -> None:
    out = tmp_path / "a.parquet"
    with _reviewed(tmp_path) as project:
        count = export(project, "parquet", out).counts["rows"]
    frame = pandas.read_parquet(out)
    assert len(frame) == count
    assert tuple(frame.columns) == COLUMNS
    assert mine_words(frame) == "other: nine, not ten"
    mine = frame[frame.annotator == "ann"].iloc[0]
    assert mine.value == "no" and pandas.isna(mine.value_number) and pandas.isna(mine.confidence)
    assert str(mine.decided_at.tz) == "UTC"
    assert [dict(flag) for flag in mine.flagged_by] == [
        {"annotator": "judge", "votes": "", "explanation": ""},
        {"annotator": "other", "votes": "", "explanation": "nine, not ten"},
    ]
    flag = frame[(frame.annotator == "judge") & (frame.criterion == "changed-meaning") & (frame.value == "yes")].iloc[0]
    assert [dict(span) for span in flag.spans] == [{"start": 21, "end": 25}]
    place = dict(flag.evidence[0])
    assert (place["quote"], place["match"], place["unit"].isdigit()) == ("at ten", "verbatim", True)
    assert place["end"] - place["start"] == len("at ten")


def test_duckdb_looks_into_the_lists(tmp_path: Path) -> None:
    """In a process of its own: duckdb complains at the end of one that its own types outlive it."""
    out = tmp_path / "a.parquet"
    with _reviewed(tmp_path) as project:
        count = export(project, "parquet", out).counts["rows"]
    asked = "SELECT count(*), count(DISTINCT key), max(len(flagged_by)), max(spans[1].start) FROM read_parquet(?)"
    code = "import duckdb, json, sys\nprint(json.dumps(duckdb.execute(sys.argv[1], [sys.argv[2]]).fetchone()))"
    command = [sys.executable, "-c", code, asked, str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [count, 7, 2, 21]


def test_texts_and_ratings_are_exact(tmp_path: Path) -> None:
    texts = [text for text in NASTY if text]
    record = {
        "key": "k",
        "documents": [{"id": "s", "role": "summary", "sentences": texts}],
        "verdicts": [
            {"annotator": "p", "kind": "human", "scheme": "likert", "criterion": "coherence", "document": "s",
             "unit": "whole", "value": 4},
            *({"annotator": "j", "kind": "judge", "scheme": "basic", "criterion": "hallucination", "document": "s",
               "unit": n, "value": "yes", "explanation": text} for n, text in enumerate(texts)),
        ],
    }  # fmt: skip
    out = tmp_path / "a.parquet"
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [record], tmp_path)
        export(project, "parquet", out)
    rows = pyarrow.parquet.read_table(out).to_pylist()
    assert [row["unit_text"] for row in rows if row["annotator"] == "j"] == texts
    assert [row["explanation"] for row in rows if row["annotator"] == "j"] == texts
    assert [(row["value"], row["value_number"]) for row in rows if row["annotator"] == "p"] == [("4", 4.0)]


def test_rows_are_written_in_groups_and_an_empty_project_has_the_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "BATCH_SIZE", 10)
    out = tmp_path / "a.parquet"
    with _reviewed(tmp_path) as project:
        count = export(project, "parquet", out).counts["rows"]
        with pyarrow.parquet.ParquetFile(out) as read:
            assert read.metadata.num_row_groups > 3 and read.metadata.num_rows == count
    with building.project(tmp_path, building.record("bare"), name="bare.galley") as project:  # nobody answered
        export(project, "parquet", out, Only.GOLD)
    empty = pyarrow.parquet.read_table(out)
    assert empty.num_rows == 0 and "evidence" in empty.column_names


def test_without_pyarrow_one_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = r'pip install "galley-desk\[parquet\]"'
    with building.project(tmp_path) as project, pytest.raises(InputError, match=said):
        export(project, "parquet", tmp_path / "a.parquet")
    assert not (tmp_path / "a.parquet").exists()
