"""MTS-Dialog and tables of one's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers import csv as csv_table
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


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_csv_finds_its_columns_by_their_names(tmp_path: Path, delimiter: str, start: str) -> None:
    path = tmp_path / "t.csv"
    rows = [
        ["ID", "Transcript", "Model", "Summary", "Ward", "Length"],
        ["a", '"A: hi\nB: ""yes"""', "bart", "They greet.", "west", "11"],
        ["a", "", "t5", "A greets.", "west", "9"],
        ["b", "C: 你好 🙂", "bart", "C greets.", "east", "9"],
    ]
    path.write_text(start + "".join(delimiter.join(row) + "\n" for row in rows), "utf-8")
    first, second = read(csv_table.IMPORTER, path)
    assert first["key"] == "a"
    assert first["documents"] == [
        {"id": "dialogue", "role": "dialogue", "text": 'A: hi\nB: "yes"'},
        {"id": "sum-bart", "role": "summary", "system": "bart", "part": "", "text": "They greet.",
         "meta": {"Length": "11"}},
        {"id": "sum-t5", "role": "summary", "system": "t5", "part": "", "text": "A greets.",
         "meta": {"Length": "9"}},
    ]  # fmt: skip
    assert first["meta"] == {"Ward": "west"}
    assert second["documents"][0]["text"] == "C: 你好 🙂"


def test_csv_columns_may_be_mapped(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("n,talk,short,good,rating\n1,A: hi,Greets.,YES,4\n2,B: ho,Also.,no,\n", "utf-8")
    columns = {
        "key": "n", "dialogue": "talk", "summary": "short",
        "verdict:xsum-hallucination/factual": "good", "score:rating": "rating",
    }  # fmt: skip
    first, second = read(csv_table.IMPORTER, path, columns=columns, annotator="me")
    who = {"annotator": "me", "kind": "import", "document": "summary"}
    assert first["verdicts"] == [
        who | {"scheme": "xsum-hallucination", "criterion": "factual", "unit": "whole", "value": "yes"}
    ]
    assert first["scores"] == [who | {"metric": "rating", "value": 4.0}]
    assert (second["verdicts"][0]["value"], second["scores"]) == ("no", [])


def test_csv_rows_of_one_key_that_lie_apart_keep_their_summaries_apart(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("key,article,summary\na,X.,One.\nb,Y.,Two.\na,X.,Three.\n", "utf-8")
    records = read(csv_table.IMPORTER, path)
    assert [(r["key"], [each["id"] for each in r["documents"][1:]]) for r in records] == [
        ("a", ["summary", "summary-2"]), ("b", ["summary"]),
    ]  # fmt: skip


def test_csv_rows_without_a_summary_are_counted_and_said(tmp_path: Path) -> None:
    path, report = tmp_path / "t.csv", ImportReport()
    path.write_text("key,article,summary\na,X.,S.\nb,,\n", "utf-8")
    assert len(list(csv_table.IMPORTER.read([path], ImportOptions(), report))) == 2
    assert [note.text for note in report.notes] == ["1 rows have nothing at “summary”."]


def test_csv_columns_may_be_called_anything(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a.b,rating [1-5],{x},good?,*\nk,4,Text.,yes,S.\n", "utf-8")
    columns = {
        "key": "a.b", "score:r": "rating [1-5]", "article": "{x}", "summary": "*",
        "verdict:basic/hallucination": "good?",
    }  # fmt: skip
    (record,) = read(csv_table.IMPORTER, path, columns=columns)
    assert (record["key"], [each["text"] for each in record["documents"]]) == ("k", ["Text.", "S."])
    assert (record["scores"][0]["value"], record["verdicts"][0]["value"], record["meta"]) == (4.0, "yes", {})


def test_csv_without_a_key_counts_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "talks.csv"
    path.write_text("article,summary\nX.,One.\nX.,Two.\n", "utf-8")
    assert [r["key"] for r in read(csv_table.IMPORTER, path)] == ["talks-1", "talks-2"]


@pytest.mark.parametrize(
    ("text", "columns", "line", "said"),
    [
        ("key,article,summary\na,X.,S.\n,Y.,S.\n", {}, 3, "key: the key is empty"),
        ("key,article,summary\na,X.,S.\na,Y.,S.\n", {}, 3, "the article differs from that of t.csv, line 2"),
        ("key,model,summary\na,m,S.\na,m,T.\n", {}, 3, "the summary of m differs from that of t.csv, line 2"),
        ("key,article,summary\na,X.\n", {}, 2, "the row has 2 cells and the header 3"),
        ('key,article,summary\na,X.,S.\nb,"Y.,S.\nc,Z.,S.\n', {}, 3, "never closed"),
        ("key,article,summary\na,X.,S.\rb,Y.,S.\n", {}, 2, "save the file with ordinary line ends"),
        ("key,n,key\na,b,c\n", {}, 1, "the column “key” is there twice"),
        ("one,two\n1,2\n", {}, 1, "no column holds a dialogue, an article or a summary"),
        (
            "key,summary\na,S.\n",
            {"summary": "short"},
            1,
            "there is no column “short”; the file has: key, summary.",
        ),
        ("key,summary,n\na,S.,x\n", {"score:n": "n"}, 2, "the score “x” is no finite number"),
    ],
)
def test_csv_faults_name_file_and_line(
    tmp_path: Path, text: str, columns: dict[str, str], line: int, said: str
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        read(csv_table.IMPORTER, path, columns=columns)
    assert str(caught.value).startswith(f"{path}, line {line}")
    assert said in str(caught.value)


def test_csv_refuses_a_field_that_there_is_not(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("key,summary\na,S.\n", "utf-8")
    with pytest.raises(InputError, match="“summry” is no field that a column can be mapped to"):
        read(csv_table.IMPORTER, path, columns={"summry": "summary"})
