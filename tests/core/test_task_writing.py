"""``galley campaign write``: a sheet out and back, and every line that cannot be is refused before anything is
written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core.studies import pack, packed, refused, run, study

SHEET = "sheet.jsonl"


def sheet(project: Path, folder: Path) -> list[dict[str, Any]]:
    run("campaign", "write", "--project", str(project), "--task", "opinions", "--out", str(folder / SHEET))
    return [json.loads(line) for line in (folder / SHEET).read_text("utf-8").splitlines()]


def test_the_sheet_is_as_private_as_the_project_and_in_the_place_of_none(tmp_path: Path) -> None:
    project = study(tmp_path)
    project.chmod(0o600)
    sheet(project, tmp_path)
    assert (tmp_path / SHEET).stat().st_mode & 0o777 == 0o600 or os.name != "posix"
    before = project.read_bytes()
    words = ("write", "--project", str(project), "--task", "opinions", "--out", str(project))
    assert "Galley project" in refused(*words)
    assert project.read_bytes() == before


def put(folder: Path, *lines: dict[str, Any]) -> list[str]:
    (folder / SHEET).write_text("\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    project = str(folder / "study.galley")
    return ["campaign", "write", str(folder / SHEET), "--task", "opinions", "--as", "ann", "--project", project]


def standing(project: Path) -> list[tuple[str, Any]]:
    with Project.open(project) as opened:
        assert check(opened) == []
        rows = opened.read_connection().execute(
            "SELECT unit.text, json_extract(unit.meta, '$.step') FROM unit JOIN document ON document.id = document_id"
            " JOIN item ON item.id = item_id WHERE unit.kind = 'opinion' AND key = 'k0'"
            " AND unit.id NOT IN (SELECT unit_id FROM retired) ORDER BY unit.id"
        )
        return rows.fetchall()


def test_a_sheet_goes_out_and_what_was_written_comes_back(tmp_path: Path) -> None:
    project = study(tmp_path)
    first, second = sheet(project, tmp_path)
    assert first["sources"]["dialogue"][1] == "Bo: It leaves at ten." and first["write"] == []
    assert first["units"] == [{"id": "o1", "text": "Ann likes it.", "step": "", "from": [["dialogue", 2]]}]
    assert "discussion" not in first and second["key"] == "k1"
    run(*put(tmp_path, first | {"write": [
        {"document": "dialogue", "unit": 1, "text": "Bo knows the **ferry**."}, {"of": "o1", "texts": ["One.", "Two."]},
    ]}))  # fmt: skip
    assert standing(project) == [("Bo knows the **ferry**.", "main"), ("One.", "main"), ("Two.", "main")]
    first, _ = sheet(project, tmp_path)
    one, two = (unit["id"] for unit in first["units"] if unit["text"] in ("One.", "Two."))
    bo = next(unit["id"] for unit in first["units"] if unit["text"].startswith("Bo"))
    run(*put(tmp_path, first | {"write": [{"of": [one, two], "text": "Both."}, {"drop": bo}], "finish": True}))
    assert standing(project) == [("Both.", "main")]
    with Project.open(project) as opened:
        assert opened.read_connection().execute("SELECT count(*) FROM decision WHERE action = 'finish'").fetchone() == (
            1,
        )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"key": "k9"}, "there is no item 'k9'"),
        ({"key": "k0", "wrote": []}, "the field 'wrote' is unknown"),
        ({"key": "k0", "write": [{"document": "dialogue", "unit": 3, "text": "X"}]}, "has the units 0 to 2, not 3"),
        ({"key": "k0", "write": [{"document": "sum-a", "unit": 0, "text": "X"}]}, "there is no source 'sum-a'"),
        ({"key": "k0", "write": [{"document": "dialogue", "unit": 0, "text": " "}]}, "A unit needs text"),
        ({"key": "k0", "write": [{"of": "o7", "text": "X"}]}, "there is no opinion 'o7'"),
        ({"key": "k0", "write": [{"of": "f1", "text": "X"}]}, "there is no opinion 'f1'"),
        ({"key": "k0", "write": [{"of": "o1", "text": "X"}, {"drop": "o1"}]}, "a unit is replaced twice"),
        ({"key": "k0", "write": [{"text": "X"}]}, "has document, unit and text"),
        ({"key": "k0", "discussion": [{"speaker": "Ann", "text": "X"}]}, "two/opinions writes no discussion"),
    ],
)
def test_a_line_that_cannot_be_is_refused_whole(tmp_path: Path, line: dict[str, Any], said: str) -> None:
    project = study(tmp_path)
    good = {"key": "k1", "write": [{"document": "dialogue", "unit": 0, "text": "Quite well."}]}
    told = refused(*put(tmp_path, good, line))
    assert said in told and "line 2" in told and "nothing was written" in told
    assert b"Quite well." not in project.read_bytes()


def test_whom_a_package_does_not_deal_and_what_writes_nothing_is_refused(tmp_path: Path) -> None:
    project = study(tmp_path)
    assert "is not a writing task; writing tasks: two/opinions, two/clarify" in refused(
        "campaign", "write", "--task", "supporting", "--project", str(project), "--out", str(tmp_path / SHEET)
    )
    pack(project, "--task", "opinions", "--for", "ann", "--for", "ben")
    (first, _), path = sheet(packed(tmp_path, "ann"), tmp_path), str(packed(tmp_path, "ann"))
    (mine,) = first["dealt"]
    other = {"Ann": 1, "Bo": 0}[mine]
    put(tmp_path, first | {"write": [{"document": "dialogue", "unit": other, "text": "Not mine."}]})
    assert "were assigned to another reviewer" in refused("campaign", "write", str(tmp_path / SHEET), "--project", path)


def test_a_discussion_is_written_from_the_article_and_opens_what_waits_for_it(tmp_path: Path) -> None:
    talk = '[[task]]\nid = "talk"\nkind = "write"\nunit = "turn"\n\n[[task]]\nid = "supporting"\nafter = ["talk"]'
    article = {"id": "article", "role": "article", "paragraphs": ["The ferry leaves at ten.", "It is blue."]}
    project = study(tmp_path, ('[[task]]\nid = "supporting"', talk), documents=[article], units=[], verdicts=[])
    name = str(project)
    for task, said in (("supporting", "has no open question now"), ("talk", "galley campaign write --task talk")):
        words = ["campaign", "pack", "--task", task, "--for", "ann", "--project", name, "--out", str(tmp_path / "out")]
        assert said in refused(*words)
    sheet_of = ["campaign", "write", "--task", "talk", "--project", name]
    run(*sheet_of, "--out", str(tmp_path / SHEET))
    first, second = (json.loads(line) for line in (tmp_path / SHEET).read_text("utf-8").splitlines())
    assert (first["key"], first["discussion"], "write" in first) == ("k0", [], False)
    turns = [{"speaker": "Ann", "text": "Ten is late."}, {"speaker": "Bo", "text": "It is not."}]
    for bad, said in ((["Hello."], "each with a speaker and a text"), ([{"speaker": "", "text": "X"}], "each with")):
        put(tmp_path, second, first | {"discussion": bad})
        assert said in refused(*sheet_of, str(tmp_path / SHEET), "--as", "ann")
    put(tmp_path, first | {"discussion": turns}, second)
    run(*sheet_of, str(tmp_path / SHEET), "--as", "ann")
    put(tmp_path, first | {"discussion": turns})
    assert "has a discussion already" in refused(*sheet_of, str(tmp_path / SHEET), "--as", "ann")
    run(*sheet_of, "--out", str(tmp_path / SHEET))
    assert [json.loads(line)["key"] for line in (tmp_path / SHEET).read_text("utf-8").splitlines()] == ["k1"]
    pack(project, "--task", "supporting", "--for", "ann")  # of the article that was discussed
    with Project.open(packed(tmp_path, "ann")) as package:
        assert package.read_connection().execute("SELECT key FROM item").fetchall() == [("k0",)]
