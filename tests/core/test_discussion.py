"""Rounds of discussion: undecided cells once more to their readers, with what the others said and why; round one stays.
And what changed after somebody: which of their answers were settled otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import krippendorff
import pytest

from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks import questions
from tests.core import building
from tests.core.studies import back, cell, pack, packed, refused, run, say, study
from tests.core.test_encryption import key
from tests.core.test_repeats import anew, record
from tests.core.test_task_packages import SUPPORTING, handed, rows
from tests.core.test_task_plan import places, plan

ANN = ["yes", "yes", "no", None, "yes", "no", "yes", "yes"]
BEN = ["yes", "no", "no", "yes", "yes", "yes", "yes", "no"]
SPLIT = [1, 3, 5, 7]
NUMBERS = {"yes": 1.0, "no": 0.0, None: float("nan")}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two readers of eight paragraphs; one is unsure of one, and they differ on three."""
    made = tmp_path / "study.galley"

    def work() -> None:
        study(tmp_path, count=4)
        pack(made, "--task", "supporting", "--for", "ann", "--for", "ben")
        for who, said in (("ann", ANN), ("ben", BEN)):
            path = packed(tmp_path, who)
            say(path, who, SUPPORTING, dict(zip(places(4), said, strict=True)))
            if who == "ben":
                with Project.open(path) as own:
                    item, where = cell(own, "k0", "article:1", SUPPORTING)
                    DecisionWriter(own, who).note(item, where, "Nobody mentions it.").result()
            back(made, path)
            path.unlink()

    return building.repeat(made, f"both read\n{ANN}\n{BEN}", work, "study-ann.answers", "study-ben.answers")


def metrics(project: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("metrics", "agreement", "--project", str(project), "--json").stdout)
    return found


def alpha(*said: list[Any]) -> float:
    table = [[NUMBERS[value] for value in one] for one in said]
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement="nominal"))


def test_undecided_cells_go_back_with_what_the_others_said_and_why(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "supporting", "--discuss", "--for", "ann", "--for", "ben")
    path = packed(tmp_path, "ann")
    assert check(path) == [] and check(packed(tmp_path, "ben")) == []
    there = [places(4)[at] for at in SPLIT]
    assert [(key, unit) for _, key, unit in handed(path)] == there
    with Project.open(path) as own:
        item, where = cell(own, "k0", "article:1", SUPPORTING)
        desk = DecisionWriter(own, "ann")
        asked = questions.find_asked_cells(own.read_connection(), item, desk.reviewer)
        assert desk.round == 2 and [(each.value, each.reason) for each in asked.reader_verdicts[where]] == [
            ("no", "Nobody mentions it.")
        ], "the other's answer and note, and not one's own"
        assert own.read_connection().execute("SELECT name FROM annotator WHERE kind = 'human' ORDER BY "
        "1").fetchall() == [
            ("Reader 1",), ("ann",)]  # fmt: skip
    raw = path.read_bytes()
    assert b"ben" not in raw, "nobody is named"


def test_round_one_stays_as_it_was_and_agreement_is_told_before_and_after(project: Path, tmp_path: Path) -> None:
    before = metrics(project)
    first = rows(project, "SELECT uid, at, value, note FROM decision ORDER BY id")
    assert plan(project)["after"] == []
    pack(project, "--task", "supporting", "--discuss", "--for", "ann", "--for", "ben")
    there = places(4)
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, {there[1]: "no", there[3]: "yes"})
    say(packed(tmp_path, "ben"), "ben", SUPPORTING, {there[5]: "no"})
    for who in ("ann", "ben"):
        back(project, packed(tmp_path, who))
    assert check(project) == []
    assert rows(project, "SELECT uid, at, value, note FROM decision ORDER BY id")[: len(first)] == first
    assert metrics(project) == before, "figures are those of first rounds, to the last digit"
    found = plan(project)
    assert found["agreement"][0]["value"] == pytest.approx(alpha(ANN, BEN))
    ann, ben = list(ANN), list(BEN)
    ann[1], ann[3], ben[5] = "no", "yes", "no"
    assert found["after"][0]["value"] == pytest.approx(alpha(ann, ben))
    assert found["undecided"] == 1 and alpha(ann, ben) > alpha(ANN, BEN)
    assert "after discussion α" in run("campaign", "plan", "--project", str(project)).output
    for who in ("ann", "ben"):
        packed(tmp_path, who).unlink()
    pack(project, "--task", "supporting", "--discuss", "--for", "ben")
    with Project.open(packed(tmp_path, "ben")) as own:
        assert DecisionWriter(own, "ben").round == 3, "each goes on from the last round they had"
    assert [(key, unit) for _, key, unit in handed(packed(tmp_path, "ben"))] == [there[7]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--discuss"], "--discuss is for a task of a protocol"),
        (["--discuss", "--task", "supporting", "--round", "2"], "says itself which round it is"),
        (["--discuss", "--task", "supporting", "--others"], "says itself which round it is"),
        (["--discuss", "--task", "key"], "No cell of two/key is undecided now"),
    ],
)
def test_a_discussion_that_cannot_be_is_refused(project: Path, words: list[str], message: str) -> None:
    out = ["--project", str(project), "--out", str(project.parent)]
    assert message in refused("campaign", "pack", *out, "--for", "ann", *words)
    assert not packed(project.parent, "ann").exists()


def test_who_answered_none_of_it_has_nothing_to_discuss(project: Path, tmp_path: Path) -> None:
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "supporting", "--discuss"]
    assert "cat has no answer in two/supporting yet" in refused(*words, "--for", "cat", "--for", "ann")


def settle(project: Path, who: str, key: str, unit: str, value: str | None, note: str = "") -> None:
    with Project.open(project) as opened:
        item, where = cell(opened, key, unit, SUPPORTING)
        DecisionWriter(opened, who).adjudicate(item, where, value, note=note).result()


def told(project: Path, who: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        run("campaign", "changed", "--for", who, "--project", str(project), "--json").stdout
    )["changed"]
    return found


def test_a_reader_learns_which_answers_were_settled_otherwise_and_why(project: Path, tmp_path: Path) -> None:
    settle(project, "ito", "k0", "article:1", "no", "Nobody builds on it.")
    settle(project, "ito", "k1", "article:1", "yes")
    settle(project, "ito", "k2", "article:1", None, "The text is cut off.")
    there = places(4)
    gold: dict[tuple[str, str], str | None] = {there[1]: "no", there[3]: "yes", there[5]: None}
    for who, said in (("ann", ANN), ("ben", BEN)):
        mine = dict(zip(there, said, strict=True))
        by_hand = [(key, mine[key, unit], value) for (key, unit), value in gold.items() if mine[key, unit] != value]
        assert [(one["key"], one["said"], one["settled"]) for one in told(project, who)] == by_hand
    words = run("campaign", "changed", "--for", "ann", "--project", str(project)).output.splitlines()
    said = "k0, article 2, kgds-paragraph/supporting: ann said yes, adjudicated: no (Nobody builds on it.)"
    assert words[0] == said and "ann said unsure, adjudicated: yes (by an adjudicator)" in words[1]
    assert words[2].endswith("ann said no, adjudicated: left open (The text is cut off.)")


def test_the_package_that_tells_it_is_read_and_not_answered(project: Path, tmp_path: Path) -> None:
    settle(project, "ito", "k0", "article:1", "no", "Nobody builds on it.")
    before = run("campaign", "plan", "--project", str(project), "--json").stdout
    pack(project, "--task", "supporting", "--only", "changed", "--for", "ann")
    path = packed(tmp_path, "ann")
    assert check(path) == [] and check(project) == []
    assert run("campaign", "plan", "--project", str(project), "--json").stdout == before, "it is no assignment"
    assert [(key, unit) for _, key, unit in handed(path)] == [("k0", "article:1")]
    assert rows(path, "SELECT key FROM item") == [("k0",)], "and nothing else is in it"
    assert rows(path, "SELECT name, value, explanation FROM verdict JOIN annotator ON annotator.id = annotator_id"
                      " ORDER BY name") == [("ann", "yes", None), ("gold", "no", "Nobody builds on it.")]  # fmt: skip
    raw = path.read_bytes()
    assert b"ito" not in raw.replace(b"editor", b"") and b"ben" not in raw
    with Project.open(path) as own:
        assert not own.writable and "only shows which of your answers were adjudicated differently" in own.notices[0]
        item, where = cell(own, "k0", "article:1", SUPPORTING)
        (said,) = questions.find_asked_cells(
            own.read_connection(), item, DecisionWriter(own, "ann").reviewer
        ).reader_verdicts[where]
        assert (said.value, said.reason, said.source) == ("no", "Nobody builds on it.", "settled")
    assert (
        run("campaign", "changed", "--project", str(path)).output
        == run("campaign", "changed", "--for", "ann", "--project", str(project)).output
    )
    assert "1 of your answers was adjudicated differently in supporting" in rows(
        path, "SELECT json_extract(value, '$.instructions') FROM setting WHERE name = 'package'")[0][0]  # fmt: skip


def test_gold_by_rule_says_how_people_voted_and_known_cells_are_never_told(tmp_path: Path) -> None:
    project = study(tmp_path, ('rule = "unanimous"', 'rule = "majority"\nknown = 0.5'))
    said = {"ann": "yyny", "ben": "nnny", "cat": "nnyy"}
    for who, given in said.items():
        pack(project, "--task", "supporting", "--for", who, "--each", "1")
        answers = dict(zip(places(2), ({"y": "yes", "n": "no"}[each] for each in given), strict=True))
        say(packed(tmp_path, who), who, SUPPORTING, answers)
        back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    known = tmp_path / "known.jsonl"
    cells = [{"scheme": "kgds-paragraph", "criterion": "supporting", "document": "article", "unit": 0, "value": "no"}]
    known.write_text(json.dumps({"key": "k0", "known": cells}) + "\n", "utf-8")
    run("campaign", "known", "--task", "supporting", "--from", str(known), "--project", str(project))
    assert [(one["key"], one["place"], one["why"]) for one in told(project, "ann")] == [
        ("k0", "article 2", "by the rule majority: 2 of 3 said no")
    ]
    pack(project, "--task", "supporting", "--only", "changed", "--for", "ann")
    assert rows(packed(tmp_path, "ann"), "SELECT name, value FROM verdict JOIN annotator ON annotator.id = annotator_id"
                " ORDER BY 1") == [("ann", "yes"), ("gold", "no")]  # fmt: skip


def test_what_cannot_be_told_is_refused(project: Path) -> None:
    base = ["campaign", "pack", "--project", str(project), "--out", str(project.parent), "--only", "changed", "--for"]
    assert "--only changed is for a task of a protocol" in refused(*base, "ann")
    assert "Nothing that ann answered in two/supporting was adjudicated differently" in refused(*base, "ann",
    "--task", "supporting")
    assert "can be combined only with --task" in refused(*base, "ann", "--task", "supporting", "--gold")
    assert "Nobody called 'zoe'" in refused(*base, "zoe", "--task", "supporting")
    assert "Name the reviewer with --for NAME." in refused("campaign", "changed", "--project", str(project))


def test_a_project_built_anew_takes_rounds_checks_and_encrypted_answers(project: Path, tmp_path: Path) -> None:
    lead, identity = key(tmp_path, "lead")
    run("campaign", "pack", "--task", "supporting", "--discuss", "--for", "ann", "--for", "ben", "--project",
        str(project),
        "--out", str(tmp_path))  # fmt: skip
    early = anew(project, tmp_path / "early.galley")
    files = []
    for who, value in (("ann", "yes"), ("ben", "no")):
        path = packed(tmp_path, who)
        say(path, who, SUPPORTING, {places(4)[at]: value if at == 7 else "yes" for at in SPLIT})
        run("campaign", "submit", str(path), "--recipient", lead)
        files.append(str(path.with_suffix(".answers.age")))
    for each, order in ((project, files), (early, files[::-1])):
        run("campaign", "merge", *order, "--identity", str(identity), "--project", str(each))
        assert check(each) == []
    late = anew(project, tmp_path / "late.galley")
    assert "0 new" in run("campaign", "merge", *files, "--identity", str(identity), "--project", str(late)).output
    told = [record(each) for each in (project, early, late)]
    assert told[0] == told[1] == told[2]
    for words in (("metrics", "agreement"), ("plan",), ("readers",)):
        said = [json.loads(run(*words, "--project", str(each), "--json").stdout) for each in (project, early, late)]
        for line in (line for found in said for line in found.get("lines", ())):
            del line["returned"]  # when answers came in is each project's own
        assert said[0] == said[1] == said[2], words
