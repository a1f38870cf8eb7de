"""Known answers: to train people, who see them, and to check people, who must not; and they count in no figure."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks import questions
from tests.core.studies import back, cell, pack, packed, refused, run, say, study
from tests.core.test_task_packages import PARAGRAPHS, SUPPORTING, both_say, handed, rows
from tests.core.test_task_rounds import line

CHECKING = ('rule = "unanimous"\nshows', 'rule = "unanimous"\nknown = 0.25\nmark = 0.8\nshows')
TRAINING = (
    '[[task]]\nid = "third"',
    '[[task]]\nid = "training"\nkind = "answer"\ncriteria = ["kgds-paragraph/supporting"]\nknown = true\nmark = 0.9\n\n'
    '[[task]]\nid = "third"',
)


def known_file(folder: Path, *cells: tuple[str, int, str]) -> str:
    """(key, paragraph, value) as a file of known cells."""
    lines = []
    for key, unit, value in cells:
        scheme, criterion = SUPPORTING.split("/")
        cell = {"scheme": scheme, "criterion": criterion, "document": "article", "unit": unit, "value": value}
        lines.append(json.dumps({"key": key, "known": [cell]}))
    path = folder / "known.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


def kappa_of(project: Path) -> dict[str, Any]:
    said = run("metrics", "agreement", "--project", str(project), "--json").stdout
    found: dict[str, Any] = json.loads(said)
    return found


def test_checking_answers_never_leave_and_are_scored_at_the_merge(tmp_path: Path) -> None:
    project = study(tmp_path, CHECKING)
    words = ["campaign", "known", "--task", "supporting", "--project", str(project)]
    assert "1 cell of two/supporting have" in run(*words, "--from", known_file(tmp_path, ("k0", 0, "no"))).output
    both_say(project, "yyyn", "nyyy")  # ann is wrong on the known one
    assert check(project) == []
    found = line(project, "two/supporting")
    assert (found["asked"], found["settled"], found["undecided"], found["split"]) == ("3", "2", "1", "1")
    people = [
        text.strip()
        for text in run("campaign", "tasks", "--project", str(project)).output.splitlines()
        if text[0] == " "
    ]
    assert people[:2] == [
        "ann: 3 answered, 0 of 1 known right (the pass mark is 0.8)",
        "ben: 3 answered, 1 of 1 known right (the pass mark is 0.8)",
    ]
    assert set(rows(project, "SELECT why FROM aside")) == {("known",)}
    pack(project, "--task", "supporting", "--for", "cat", "--each", "1")
    path = packed(tmp_path, "cat")
    assert handed(path) == [("two/supporting", *place) for place in PARAGRAPHS], "it stands among the others"
    assert rows(path, "SELECT count(*) FROM known") == [(0,)], "and nothing tells it from them"
    say(path, "cat", SUPPORTING, {PARAGRAPHS[0]: "no"})
    report = back(project, path)
    assert "cat answered 1 of 1 known cells of two/supporting right; the mark is 0.8: passed." in report
    assert "ann answered" not in report


def test_revoked_answers_are_not_among_known_answers(tmp_path: Path) -> None:
    """The plan said "80 of 78" (102.6 %)."""
    project = study(tmp_path, CHECKING)
    run(
        "campaign",
        "known",
        "--task",
        "supporting",
        "--project",
        str(project),
        "--from",
        known_file(tmp_path, ("k0", 0, "no")),
    )
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who in ("ann", "ben"):
        say(packed(tmp_path, who), who, SUPPORTING, dict.fromkeys(PARAGRAPHS, "no"))
        back(project, packed(tmp_path, who))

    def known() -> list[str]:
        lines = run("campaign", "tasks", "--project", str(project)).output.splitlines()
        return [text.strip() for text in lines if text[0] == " " and "known right" in text]

    both = known()
    assert len(both) == 2
    words = ["campaign", "revoke", "--for", "ben", "--task", "supporting", "--project", str(project)]
    run(*words)
    assert known() == both[:1] and both[0].startswith("ann:")
    run(*words, "--accept")
    assert known() == both


def test_known_cells_are_in_no_figure_no_draw_and_no_export_of_gold(tmp_path: Path) -> None:
    project, other = study(tmp_path, CHECKING), tmp_path / "other"
    other.mkdir()
    both_say(project, "yyyn", "nyyy")
    plain = study(other, CHECKING)
    both_say(plain, ".yyn", ".yyy")  # the same without the first paragraph
    before = kappa_of(project)
    path = known_file(tmp_path, ("k0", 0, "no"))
    run("campaign", "known", "--task", "supporting", "--from", path, "--project", str(project))
    after = kappa_of(project)
    assert before != after == kappa_of(plain) | {k: after[k] for k in after if k not in ("rows", "values")}
    with Project.open(project, read_only=True) as opened:
        for number, form in enumerate(("csv", "parquet")):
            export(opened, form, tmp_path / f"gold-{number}", Only.GOLD)
        rows_ = list(csv.DictReader((tmp_path / "gold-0").read_text("utf-8").splitlines()))
        assert {(row["key"], row["unit"]) for row in rows_} == {("k0", "1"), ("k1", "0")}
        assert [row["value"] for row in rows_ if row["kind"] == "gold"] == ["yes", "yes"]
    run("campaign", "known", "--task", "supporting", "--clear", "--project", str(project))
    assert kappa_of(project) == before and check(project) == []


def test_training_answers_travel_in_training_packages_alone(tmp_path: Path) -> None:
    project = study(tmp_path, TRAINING)
    both_say(project, "yyyn", "ynyn")
    said = run("campaign", "known", "--task", "training", "--from", "gold", "--project", str(project)).output
    assert said == "3 cells of two/training have a known answer now.\n", "those that are settled"
    assert line(project, "two/supporting")["asked"] == "1", "they are no work of the study any more"
    pack(project, "--task", "training", "--for", "cat")
    path = packed(tmp_path, "cat")
    assert [unit for *_, unit in handed(path)] == ["article:0", "article:0", "article:1"]
    assert rows(path, "SELECT value FROM known ORDER BY unit_id") == [("yes",), ("yes",), ("no",)]
    known = [PARAGRAPHS[0], *PARAGRAPHS[2:]]
    say(path, "cat", SUPPORTING, dict(zip(known, ["yes", "yes", None], strict=True)))
    assert (
        "  cat: 3 answered, 1 unsure, 2 of 3 known right (the pass mark is 0.9)"
        in run("campaign", "tasks", "--project", str(path)).output
    )
    assert "2 of 3 known cells of two/training right; the mark is 0.9: not passed." in back(project, path)
    assert line(project, "two/supporting")["asked"] == "1" and check(project) == []
    pack(project, "--task", "supporting", "--for", "dan", "--untrained", "--each", "1")
    assert handed(packed(tmp_path, "dan")) == [("two/supporting", *PARAGRAPHS[1])]
    assert rows(packed(tmp_path, "dan"), "SELECT count(*) FROM known") == [(0,)]


def test_who_has_not_passed_the_training_is_not_handed_the_task(tmp_path: Path) -> None:
    project = study(tmp_path, TRAINING)
    both_say(project, "yyyn", "ynyn")
    run("campaign", "known", "--task", "training", "--from", "gold", "--project", str(project))
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "supporting"]
    words += ["--for", "cat", "--each", "1"]
    assert "cat has not done the training two/training. Pack the training first" in refused(*words)
    pack(project, "--task", "training", "--for", "cat")
    path = packed(tmp_path, "cat")
    known = [PARAGRAPHS[0], *PARAGRAPHS[2:]]
    say(path, "cat", SUPPORTING, {known[0]: "yes"})
    assert "1 of 1 known cells of two/training right; the mark is 0.9: not passed" in back(project, path), (
        "one of three"
    )
    say(path, "cat", SUPPORTING, {known[1]: "no", known[2]: "no"})
    say(path, "cat", SUPPORTING, {known[1]: "yes"})  # after the right answer was told
    assert "2 of 3 known cells of two/training right; the mark is 0.9: not passed" in back(project, path)
    path.unlink()
    assert "cat has not passed the training two/training (2 of 3 right, and the mark is 0.9)" in refused(*words)
    pack(project, "--task", "training", "--for", "eve")
    path = packed(tmp_path, "eve")
    say(path, "eve", SUPPORTING, dict(zip(known, ["yes", "yes", "no"], strict=True)))
    assert "3 of 3 known cells of two/training right; the mark is 0.9: passed." in back(project, path)
    path.unlink()
    pack(project, "--task", "supporting", "--for", "eve", "--each", "1")
    assert check(project) == []


def test_training_tells_the_known_answer_once_one_has_answered(tmp_path: Path) -> None:
    project = study(tmp_path, TRAINING)
    both_say(project, "yyyn", "ynyn")
    run("campaign", "known", "--task", "training", "--from", "gold", "--project", str(project))
    pack(project, "--task", "training", "--for", "cat")
    with Project.open(packed(tmp_path, "cat")) as own:
        desk = DecisionWriter(own, "cat")
        item, where = cell(own, "k0", "article:0", SUPPORTING)
        assert questions.find_asked_cells(own.read_connection(), item, desk.reviewer).reader_verdicts == {}
        desk.form(item, {where: "no"}).result()
        said = questions.find_asked_cells(own.read_connection(), item, desk.reviewer).reader_verdicts
        assert [(each.value, each.source) for each in said[where]] == [("yes", "known")] and len(said) == 1


def test_checks_are_told_in_no_training_and_trained_cells_check_nobody(tmp_path: Path) -> None:
    both = study(tmp_path, CHECKING, TRAINING)
    both_say(both, "yyyn", "ynyn")
    for task, cell_ in (("training", ("k0", 0, "yes")), ("supporting", ("k1", 0, "yes"))):
        run("campaign", "known", "--task", task, "--from", known_file(tmp_path, cell_), "--project", str(both))
    pack(both, "--task", "training", "--for", "cat")
    path = packed(tmp_path, "cat")
    assert handed(path) == [("two/training", *PARAGRAPHS[0])]
    assert rows(path, "SELECT value, trains FROM known") == [("yes", 1)], "the other is a check, and stays at home"
    say(path, "cat", SUPPORTING, {PARAGRAPHS[0]: "yes"})
    assert "1 of 1 known cells of two/training right; the mark is 0.9: passed" in back(both, path)
    path.unlink()
    pack(both, "--task", "supporting", "--for", "cat", "--each", "1")
    assert [each[1:] for each in handed(path)] == [PARAGRAPHS[1], *PARAGRAPHS[2:]], "and no cell that trained them"
    assert rows(path, "SELECT count(*) FROM known") == [(0,)] and check(both) == []
    run("campaign", "known", "--task", "training", "--clear", "--project", str(both))
    assert rows(both, "SELECT trains FROM known") == [(0,)]


def test_a_training_without_known_answers_is_refused_in_a_sentence(tmp_path: Path) -> None:
    project = study(tmp_path, TRAINING)
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "training", "--for",
    "cat"]
    message = "two/training trains people, and none of its answers is known yet; galley campaign known --task"
    assert message in refused(*words)
    assert not packed(tmp_path, "cat").exists()
    words = ["campaign", "known", "--task", "training", "--from", "gold", "--project", str(project)]
    assert "No unit of two/training has gold for all that it asks; adjudicate some" in refused(*words)
    both_say(project, "yyyn", "yyyn")
    pack(project, "--task", "supporting", "--for", "cat", "--each", "1")  # and nobody is kept from work by it
    run(*words)
    assert "4 of the 4 units of two/training are known already, and no other has gold." in refused(*words)


def test_checking_answers_are_not_in_the_bytes_of_a_package(tmp_path: Path) -> None:
    project = study(tmp_path, CHECKING)
    both_say(project, "yyyy", "yyyy")
    pack(project, "--task", "supporting", "--for", "cat", "--others", "--gold", "--each", "1")
    plain = packed(tmp_path, "cat").read_bytes()
    packed(tmp_path, "cat").unlink()
    secret = "k0-secret-answer"
    path = known_file(tmp_path, ("k0", 0, "no"))
    run("campaign", "known", "--task", "supporting", "--from", path, "--project", str(project))
    with Project.open(project) as opened:
        item, where = cell(opened, "k0", "article:0", SUPPORTING)
        DecisionWriter(opened, "ito").adjudicate(item, where, "no", note=secret).result()
    pack(project, "--task", "supporting", "--for", "dan", "--each", "1")
    made = packed(tmp_path, "dan")
    assert ("two/supporting", *PARAGRAPHS[0]) in handed(made), "it is asked"
    with sqlite3.connect(made) as file:  # every value of every table, as the file holds it
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in tables:
            if not name.startswith("item_text"):
                for row in file.execute(f"SELECT * FROM {name}"):
                    assert secret not in map(str, row), name
        assert file.execute("SELECT count(*) FROM known").fetchone() == (0,)
        assert file.execute("SELECT count(*) FROM verdict").fetchone() == (0,)
        assert file.execute("SELECT count(*) FROM decision").fetchone() == (0,)
        dumped = "\n".join(file.iterdump())
    file.close()
    assert secret.encode() not in made.read_bytes() and b"ito" not in made.read_bytes().replace(b"editor", b"")
    assert "known_share" not in dumped and len(made.read_bytes()) and plain
    # the same package, made where that cell is not known: not one row differs that the reader could tell it by
    run("campaign", "known", "--task", "supporting", "--clear", "--project", str(project))
    other = tmp_path / "other"
    run(
        "campaign",
        "pack",
        "--project",
        str(project),
        "--out",
        str(other),
        "--task",
        "supporting",
        "--for",
        "eve",
        "--each",
        "1",
    )
    with sqlite3.connect(other / "study-eve.galley") as file:
        twin = "\n".join(file.iterdump()).replace("'eve'", "'dan'").replace('"eve"', '"dan"')
    file.close()
    source = r"VALUES\(1,'[0-9a-f]{16}'|"
    changing = re.compile(source + r'"uid": "[0-9a-f]+"|"at": "[^"]+"|"[0-9a-f]{16}"|\d{4}-\d\d-\d\d[T ][^"\']*')
    assert changing.sub("", dumped) == changing.sub("", twin)


def test_a_share_of_the_units_is_drawn_from_gold(tmp_path: Path) -> None:
    project = study(tmp_path, CHECKING)
    both_say(project, "yyyn", "ynyn")
    words = ["campaign", "known", "--task", "supporting", "--from", "gold", "--seed", "2", "--project", str(project)]
    run(*words)
    assert len(rows(project, "SELECT * FROM known")) == 1, "a quarter of four"
    assert "1 of the 4 units of two/supporting are known already" in refused(*words)
    assert "should be known, and 2 have gold" in refused(*words, "--size", "3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--task", "key", "--from", "gold"], "two/key has no training or control questions"),
        (["--task", "nonsense", "--from", "gold"], "The project has no task 'nonsense'"),
        (["--task", "flags", "--from", "gold"], "The default task has no training or control"),
        (["--task", "supporting", "--from", "gold"], "No unit of two/supporting has gold"),
        (["--task", "supporting"], "Give --from gold"),
        (["--task", "supporting", "--clear", "--size", "2"], "--size is a number of units of gold"),
        (["--task", "supporting", "--from", "FILE"], "line 2: the project has no item 'k9'"),
        (["--task", "supporting", "--from", "none.jsonl"], "none.jsonl cannot be read"),
    ],
)
def test_what_cannot_be_known_is_refused(tmp_path: Path, words: list[str], message: str) -> None:
    project = study(tmp_path, CHECKING)
    path = known_file(tmp_path, ("k0", 0, "no"), ("k9", 0, "no"))
    given = [path if word == "FILE" else word for word in words]
    assert message in refused("campaign", "known", *given, "--project", str(project))
    assert rows(project, "SELECT count(*) FROM known") == [(0,)]


def native(project: Path, name: str) -> bytes:
    """The native record of a project."""
    out = project.parent / name
    run("export", "galley", "--project", str(project), "--out", str(out))
    return out.read_bytes()


def test_a_project_with_tasks_drawn_known_and_taken_back_comes_back_the_same(tmp_path: Path) -> None:
    wish = CHECKING[1].replace("known", 'draw = { n = 3, of = "paragraph" }\nknown')
    project = study(tmp_path, (CHECKING[0], wish))
    run(
        "campaign",
        "known",
        "--task",
        "supporting",
        "--from",
        known_file(tmp_path, ("k0", 0, "no")),
        "--project",
        str(project),
    )
    run("sample", "draw", "--task", "supporting", "--project", str(project))
    both_say(project, "yyyn", "nyyy")
    run("campaign", "revoke", "--for", "ben", "--project", str(project))
    first = native(project, "first.jsonl")
    assert first.startswith(b'{"galley":{"format":2')
    assert all(word in first for word in (b'"known":', b'"handed":', b'"void":'))
    other = tmp_path / "other.galley"
    run("new", str(other))
    run("import", "--format", "galley", str(tmp_path / "first.jsonl"), "--project", str(other))
    assert native(other, "second.jsonl") == first and check(other) == []
    assert (
        run("campaign", "tasks", "--project", str(other)).output
        == run("campaign", "tasks", "--project", str(project)).output
    )
    run("import", "--format", "galley", str(tmp_path / "first.jsonl"), "--project", str(other))
    assert native(other, "third.jsonl") == first, "and a second import adds nothing"
