"""Rows with the texts of another row: two raters, a row too many, or items of their own. It is asked."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from galley.core.cli import main
from galley.core.notebook.project import open_book

ARTICLE = "The ferry keeps to a winter timetable until Easter and a ticket costs six euros."


def galley(*words: object) -> int:
    return main([str(word) for word in words])


def write(path: Path, heads: str, *rows: str) -> Path:
    path.write_text("\n".join([heads, *rows]) + "\n", "utf-8")
    return path


def list_answers(project: Path) -> list[tuple[str, str, str]]:
    """Key, annotator and value of each verdict."""
    with open_book(project) as book:
        frame = book.verdicts()
        return sorted(zip(frame["key"], frame["annotator"], frame["value"], strict=True))


FLAG = ("--role", "Wrong=flag,error=yes,by=human:Rater")


@pytest.fixture
def two_raters(tmp_path: Path) -> Path:
    """Two rows a summary, the second by another rater whom nothing names."""
    rows = [f"{ARTICLE} {n},Ferry {n} is late.,{wrong}" for n in (1, 2) for wrong in ("yes", "yes" if n == 1 else "no")]
    return write(tmp_path / "t.csv", "Article,Summary,Wrong", *rows)


def test_repeated_texts_are_a_question_and_nothing_comes_in(
    two_raters: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "p.galley"
    assert galley("import", two_raters, "--project", project, *FLAG) == 2
    asked = capsys.readouterr().err
    assert "4 rows have the same texts as another row. What are they?" in asked
    assert "--role Summary=summary,repeated=raters" in asked and not project.exists()


@pytest.mark.parametrize(
    ("choice", "answers"),
    [
        (
            "raters",
            [("t-1", "Rater", "yes"), ("t-1", "Rater 2", "yes"), ("t-3", "Rater", "yes"), ("t-3", "Rater 2", "no")],
        ),
        ("first", [("t-1", "Rater", "yes"), ("t-3", "Rater", "yes")]),
        ("items", [("t-1", "Rater", "yes"), ("t-2", "Rater", "yes"), ("t-3", "Rater", "yes"), ("t-4", "Rater", "no")]),
    ],
)
def test_repeated_texts_become_what_is_answered(
    two_raters: Path, tmp_path: Path, choice: str, answers: list[tuple[str, str, str]]
) -> None:
    project = tmp_path / "p.galley"
    assert (
        galley("import", two_raters, "--project", project, *FLAG, "--role", f"Summary=summary,repeated={choice}") == 0
    )
    assert list_answers(project) == answers


def test_both_rows_of_a_cell_get_the_answer_back(tmp_path: Path) -> None:
    project, back = tmp_path / "p.galley", tmp_path / "back.csv"
    rows = [f"{ARTICLE},Late.,yes", f"{ARTICLE},Late.,no", f"{ARTICLE} It is full.,Full.,no"]
    table = write(tmp_path / "t.csv", "Article,Summary,GPT flag", *rows)
    roles = ("--role", "GPT flag=flag,error=yes", "--role", "Summary=summary,repeated=raters")
    assert galley("import", table, "--project", project, *roles) == 0
    assert galley("decide", "accept", "open", "--project", project, "--as", "ann", "--yes") == 0
    assert galley("export", "table-back", "--project", project, "--out", back) == 0
    with back.open(encoding="utf-8", newline="") as stream:
        answers = [row["GPT flag · ann · answer"] for row in csv.DictReader(stream)]
    assert answers == ["accepted", "accepted", ""]


def test_rows_of_one_id_that_contradict_each_other_are_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "p.galley"
    rows = [f"a,{ARTICLE},Late.,yes", f"a,{ARTICLE},Late.,no", f"b,{ARTICLE} It is full.,Full.,no"]
    table = write(tmp_path / "t.csv", "ID,Article,Summary,Wrong", *rows)
    assert galley("import", table, "--project", project, *FLAG) == 2
    asked = capsys.readouterr().err
    assert "2 rows have the same texts as another row and other answers. What are they?" in asked
    assert "repeated=raters" in asked and "repeated=items" not in asked
    assert galley("import", table, "--project", project, *FLAG, "--role", "Summary=summary,repeated=raters") == 0
    assert list_answers(project) == [("a", "Rater", "yes"), ("a", "Rater 2", "no"), ("b", "Rater", "no")]


@pytest.mark.parametrize("text_count", [1, 2])
def test_texts_that_are_repeated_under_other_ids_are_asked_about_where_it_is_no_single_one(
    tmp_path: Path, text_count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [f"r{n}-{rater},{ARTICLE} {n},Late.,yes" for n in range(text_count) for rater in "ab"]
    table = write(tmp_path / "t.csv", "ID,Article,Summary,Wrong", *rows, f"z,{ARTICLE} It is full.,Full.,no")
    assert galley("import", table, "--project", tmp_path / "p.galley", *FLAG) == (0 if text_count == 1 else 2)
    assert ("4 rows have the same texts" in capsys.readouterr().err) == (text_count == 2)


def test_rows_that_agree_and_raters_with_names_are_no_question(tmp_path: Path) -> None:
    rows = [f"a,{ARTICLE},Late.,yes", f"a,{ARTICLE},Late.,yes"]
    table = write(tmp_path / "t.csv", "ID,Article,Summary,Wrong", *rows)
    assert galley("import", table, "--project", tmp_path / "p.galley", *FLAG) == 0
    assert list_answers(tmp_path / "p.galley") == [("a", "Rater", "yes")]
    named = [f"{row},{name}" for row, name in zip((rows[0], rows[1].replace("yes", "no")), ("Mia", "Ben"), strict=True)]
    table = write(tmp_path / "n.csv", "ID,Article,Summary,Wrong,Annotator", *named)
    assert galley("import", table, "--project", tmp_path / "n.galley", "--role", "Wrong=flag,error=yes,by=human") == 0
    assert list_answers(tmp_path / "n.galley") == [("a", "Ben", "no"), ("a", "Mia", "yes")]
