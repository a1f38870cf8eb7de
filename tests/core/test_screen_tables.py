"""Screening takes what an import takes: every kind of table, and Galley's own JSON Lines."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas
import pytest

from galley.core.cli import main
from galley.core.project.project import Project
from galley.core.screening import shard_files
from tests.core.made_screening import screen

ROWS = [
    {"ID": f"n{n}", "Article": f"The ferry to Hjelmø sails at {n} and costs 60 €.",
     "Summary A": f"It sails at {n + n % 2}.", "Summary B": "It costs 60 €.", "GPT flag": "yes" if n % 2 else "no"}
    for n in range(1, 7)
]  # fmt: skip


def write(path: Path, form: str) -> Path:
    """The rows in a form."""
    frame = pandas.DataFrame(ROWS)
    if form == "xlsx":
        with pandas.ExcelWriter(path, engine="xlsxwriter") as book:
            frame.to_excel(book, sheet_name="June", index=False)
            pandas.DataFrame({"note": ["none"]}).to_excel(book, sheet_name="Notes", index=False)
    elif form == "csv":
        frame.to_csv(path, sep=";", encoding="cp1252", index=False, quoting=csv.QUOTE_ALL)
    elif form == "json":
        frame.to_json(path, orient="records", force_ascii=False)
    elif form == "galley.jsonl":
        table, project = write(path.with_name("table.json"), "json"), path.with_name("made.galley")
        assert main(["import", str(table), "--project", str(project), "--role", "GPT flag=metadata"]) == 0
        assert main(["export", "galley", "--project", str(project), "--out", str(path), "--only", "all"]) == 0
    elif form == "folder":
        for row in ROWS:
            for column, place in (("Article", "articles"), ("Summary A", "summaries/A"), ("Summary B", "summaries/B")):
                text = path / place / f"{row['ID']}.txt"
                text.parent.mkdir(parents=True, exist_ok=True)
                text.write_text(row[column], "utf-8")
    return path


@pytest.mark.parametrize("form", ["xlsx", "csv", "json", "galley.jsonl", "folder"])
def test_every_table_that_an_import_takes_is_screened(
    tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / f"t.{form}", form)
    capsys.readouterr()
    more = ("--sheet", "June") if form == "xlsx" else ()
    assert screen(path, "--out", tmp_path / "out", *more) == 0
    said = capsys.readouterr().out
    assert "12 summaries of 6 records" in said
    wrong = sum(row["Summary A"] != f"It sails at {n}." for n, row in enumerate(ROWS, 1))
    assert f"basic/hallucination, A: {wrong / len(ROWS):.1%} of 6 flagged" in said
    assert "basic/hallucination, B: 0.0% of 6 flagged" in said


def test_an_open_question_judges_nothing_and_is_answered_by_an_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("ID,Article,Words\n1,The ferry sails at noon.,The ferry sails at nine.\n", "utf-8")
    assert screen(path, "--out", tmp_path / "out") == 2
    asked = capsys.readouterr().err
    assert "Nothing was judged." in asked and "--role COLUMN=summary" in asked and not (tmp_path / "out").exists()
    assert screen(path, "--out", tmp_path / "out", "--role", "Words=summary") == 0
    assert "1 summaries of 1 records" in capsys.readouterr().out
    assert screen(write(tmp_path / "t.xlsx", "xlsx"), "--out", tmp_path / "more") == 2
    assert "--sheet June" in capsys.readouterr().err


def test_a_folder_of_texts_comes_into_a_project_and_is_judged_again_only_where_it_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, project = write(tmp_path / "t", "folder"), tmp_path / "made.galley"
    assert screen(folder, "--out", tmp_path / "out", "--into", project) == 0
    with Project.open(project) as made:
        texts = {text for (text,) in made.read_connection().execute("SELECT text FROM document WHERE role = 'article'")}
    assert texts == {row["Article"] for row in ROWS}, "few summaries: all are drawn"
    shard = shard_files.output(tmp_path / "out", folder)
    before = shard.stat().st_mtime_ns
    assert screen(folder, "--out", tmp_path / "out") == 0 and shard.stat().st_mtime_ns == before
    (folder / "articles" / "n1.txt").write_text("The ferry to Hjelmø is cancelled this week, and costs 60 €.", "utf-8")
    assert screen(folder, "--out", tmp_path / "out") == 0 and shard.stat().st_mtime_ns != before
