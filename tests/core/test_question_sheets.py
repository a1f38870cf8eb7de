"""Questions of a task as a sheet: out, filled by another program, in again; by command and in the notebook."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import python_calamine
import xlsxwriter

from galley.core.notebook.project import open_book
from galley.core.project.check import check
from tests.core import building
from tests.core.studies import back, pack, packed, refused, run, study

TASK = "two/supporting"


def fill(path: Path, answer: str, where: str = "") -> list[tuple[str, str, str]]:
    """Another program's hand: the answer into each row (of an item); which rows there are."""
    with python_calamine.CalamineWorkbook.from_path(path) as book:
        heads, *rows = book.get_sheet_by_index(0).to_python()
    for row in rows:
        if where in str(row[heads.index("key")]):
            row[heads.index("answer")] = answer
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet()
        for number, row in enumerate([heads, *rows]):
            sheet.write_row(number, 0, row)
    key, document, unit = (heads.index(name) for name in ("key", "document", "unit"))
    return [(str(row[key]), str(row[document]), str(row[unit])) for row in rows]


def said(project: Path) -> dict[tuple[str, str], str]:
    """What is stored, from the export: (key, unit of the article) to the value."""
    out = project.with_suffix(".jsonl")
    out.unlink(missing_ok=True)
    run("export", "galley", "--project", str(project), "--out", str(out))
    found = {}
    for record in building.native(out.read_bytes()):
        for verdict in record.get("verdicts", ()):
            if (verdict["annotator"], verdict["criterion"]) == ("ann", "supporting"):
                found[record["key"], str(verdict["unit"])] = verdict["value"]
    return found


def test_a_sheet_goes_out_and_comes_in(tmp_path: Path) -> None:
    project, sheet = study(tmp_path), tmp_path / "questions.xlsx"
    words = ["decide", "--task", TASK, "--as", "ann", "--project", str(project)]
    assert "4 questions" in run(*words, "--out", str(sheet)).stdout
    rows = fill(sheet, "Yes", where="k0")
    assert rows == [(key, "article", unit) for key in ("k0", "k1") for unit in ("1", "2")], "one row a question"
    assert "Answered 2 questions" in run(*words, "--sheet", str(sheet)).stdout
    assert said(project) == {("k0", "0"): "yes", ("k0", "1"): "yes"}
    again = tmp_path / "rest.xlsx"
    assert "2 questions" in run(*words, "--out", str(again)).stdout, "what is answered is asked no more"
    assert {key for key, _, _ in fill(again, "unsure")} == {"k1"}
    run(*words, "--sheet", str(again))
    tasks = json.loads(run("campaign", "tasks", "--project", str(project), "--json").stdout)["tasks"]
    assert next(line for line in tasks if line["task"] == TASK)["open"] == 4, "one of two people has answered"
    assert check(project) == []


def test_a_sheet_of_a_package_asks_what_the_package_asks(tmp_path: Path) -> None:
    project = study(tmp_path)
    pack(project, "--task", "supporting", "--for", "ann", "--size", "1")
    path, sheet = packed(tmp_path, "ann"), tmp_path / "questions.xlsx"
    words = ["decide", "--task", TASK, "--as", "ann", "--project", str(path)]
    run(*words, "--out", str(sheet))
    (key,) = {key for key, _, _ in fill(sheet, "no")}
    run(*words, "--sheet", str(sheet))
    back(project, path)
    assert said(project) == {(key, "0"): "no", (key, "1"): "no"}


def test_a_notebook_answers_a_table(tmp_path: Path) -> None:
    project = study(tmp_path)
    with open_book(project, write=True) as book:
        table = book.questions(TASK, reviewer="ann")
        assert list(table["unit"]) == ["1", "2", "1", "2"] and set(table["answers"]) == {"yes, no, unsure"}
        table["answer"] = ["yes", "no", None, ""]
        assert book.answer(table, task=TASK, reviewer="ann") == 2
    assert said(project) == {("k0", "0"): "yes", ("k0", "1"): "no"}


@pytest.mark.parametrize(
    ("answer", "more", "message"),
    [
        ("perhaps", (), "Row 2: 'perhaps' is not an answer to"),
        ("yes", ("--dry-run",), "--task goes with --out or with --sheet"),
    ],
)
def test_nothing_is_written_unless_every_answer_is_sound(
    tmp_path: Path, answer: str, more: tuple[str, ...], message: str
) -> None:
    project, sheet = study(tmp_path), tmp_path / "questions.xlsx"
    words = ["decide", "--task", TASK, "--as", "ann", "--project", str(project)]
    run(*words, "--out", str(sheet))
    assert "exists already" in refused(*words, "--out", str(sheet))
    fill(sheet, answer)
    assert message in refused(*words, "--sheet", str(sheet), *more)
    assert said(project) == {}
    assert "flagged asks no questions" in refused(*words[:2], "flagged", *words[3:], "--out", str(tmp_path / "no.xlsx"))
    assert "Name an ANSWER and a QUERY" in refused("decide", "--as", "ann", "--project", str(project))
    fill(sheet, "yes")
    run(*words, "--sheet", str(sheet))
    assert "the task asks ann no such question now" in refused(*words, "--sheet", str(sheet))
