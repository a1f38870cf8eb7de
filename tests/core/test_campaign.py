"""A whole campaign through the command line, and what goes wrong in one: a sentence each, and nothing lost."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from galley.core.campaign import answers
from galley.core.errors import InputError
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.review.decision_writer import DecisionWriter
from tests.core.studies import back, cell, pack, packed, refused, run, say, study
from tests.core.test_task_known import TRAINING, known_file
from tests.core.test_task_packages import SUPPORTING, rows
from tests.core.test_task_plan import places, plan

ROOT = Path(__file__).resolve().parents[2]
COUNT = 12
FOUR = ('of = "supporting"\nrule = "adjudicator"', 'of = "supporting"\nrule = "adjudicator"\nfour_eyes = true')


def asked(path: Path) -> list[tuple[str, str]]:
    return [(str(key), str(unit)) for key, unit in rows(
        path, "SELECT key, document.name || ':' || (unit_id - whole_id - 1) FROM handed JOIN item ON item.id ="
        " handed.item_id JOIN unit ON unit.id = unit_id JOIN document ON document.id = unit.document_id"
        " ORDER BY handed.item_id, unit_id")]  # fmt: skip


def test_a_campaign_from_training_to_a_frozen_gold(tmp_path: Path) -> None:
    chance = random.Random(11)
    truth = {place: chance.choice(["yes", "no"]) for place in places(COUNT)}
    sure = {"ann": 0.97, "ben": 0.97, "cat": 0.97, "dan": 0.5, "ito": 1.0}  # dan is careless

    def opinion(who: str, place: tuple[str, str]) -> str:
        right = chance.random() < sure[who]
        return truth[place] if right else {"yes": "no", "no": "yes"}[truth[place]]

    project = study(tmp_path, TRAINING, FOUR, count=COUNT)
    run("campaign", "roles", "mira=lead", "ito=adjudicator", "--project", str(project))
    known = [("k0", 0, truth["k0", "article:0"]), ("k0", 1, truth["k0", "article:1"])]
    lead = ("--project", str(project), "--as", "mira")
    run("campaign", "known", "--task", "training", "--from", known_file(tmp_path, *known), *lead)
    readers = ("ann", "ben", "cat", "dan")
    pack(project, "--task", "training", *(word for who in readers for word in ("--for", who)))
    for who in readers:
        say(packed(tmp_path, who), who, SUPPORTING, {place: truth[place] for place in places(1)})
        assert "passed." in back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    pack(project, "--task", "supporting", *(word for who in readers for word in ("--for", who)), "--seed", "5")
    held = {who: asked(packed(tmp_path, who)) for who in readers}
    assert sorted(place for mine in held.values() for place in mine) == sorted([*places(COUNT)[2:]] * 2)
    files = []
    for who in readers:
        mine = held[who][: len(held[who]) // 2 // 2 * 2] if who == "cat" else held[who]  # cat drops out
        say(packed(tmp_path, who), who, SUPPORTING, {place: opinion(who, place) for place in mine})
        answers.write_answers(packed(tmp_path, who), tmp_path / f"{who}.answers")
        files.append(str(tmp_path / f"{who}.answers"))
    other = Path(shutil.copy(project, tmp_path / "other.galley"))
    run("campaign", "merge", *files, "--project", str(project))
    run("campaign", "merge", *files[::-1], "--project", str(other))
    said = {}
    for each in (project, other):  # in whatever order files come, the same project is there
        run("export", "galley", "--project", str(each), "--out", str(tmp_path / f"{each.stem}.jsonl"))
        said[each] = (tmp_path / f"{each.stem}.jsonl").read_bytes()
    assert said[project] == said[other]
    assert plan(project)["open"] > 0
    run(
        "campaign",
        "revoke",
        "--for",
        "cat",
        "--task",
        "supporting",
        "--unfinished",
        "--project",
        str(project),
        "--as",
        "mira",
    )
    rest = tmp_path / "rest"
    words = ["--task", "supporting", "--only", "vacant", "--project", str(project), "--out", str(rest)]
    run("campaign", "pack", *words, "--for", "ann", "--for", "ben", "--for", "dan")
    for path in sorted(rest.glob("*.galley")):
        who = path.stem.removeprefix("study-")
        say(path, who, SUPPORTING, {place: opinion(who, place) for place in asked(path)})
        back(project, path)
    found = plan(project)
    assert (found["open"], found["vacant"]) == (0, 0) and found["undecided"] > 0
    before = found["agreement"]
    talk = tmp_path / "talk"
    run("campaign", "pack", "--task", "supporting", "--discuss", *(w for who in ("ann", "ben",
        "dan") for w in ("--for", who)),
        "--project", str(project), "--out", str(talk))  # fmt: skip
    for path in sorted(talk.glob("*.galley")):
        who = path.stem.removeprefix("study-")
        say(path, who, SUPPORTING, {place: truth[place] for place in asked(path)[::2]})
        back(project, path)
    found = plan(project)
    assert found["agreement"] == before and found["after"][0]["value"] > before[0]["value"]
    pack(project, "--task", "third", "--for", "ito")
    with Project.open(packed(tmp_path, "ito")) as own:
        for key, unit in asked(packed(tmp_path, "ito")):
            item, where = cell(own, key, unit, SUPPORTING)
            DecisionWriter(own, "ito").adjudicate(
                item, where, truth[key, unit], note="The discussion rests on it."
            ).result()
    back(project, packed(tmp_path, "ito"))
    found = plan(project)
    assert (found["undecided"], found["open"]) == (0, 0) and check(project) == []
    dan = json.loads(run("campaign", "reviewers", "--project", str(project), "--json", "--as", "mira").stdout)[
        "readers"
    ]
    shares = {each["person"]: each["others"]["hits"] / each["others"]["n"] for each in dan
              if each["task"] == "two/supporting" and each["others"]}  # fmt: skip
    assert min(shares, key=lambda who: shares[who]) == "dan"
    changed = json.loads(run("campaign", "changed", "--for", "dan", "--project", str(project), "--json").stdout)[
        "changed"
    ]
    assert changed and all(one["settled"] is not None for one in changed)
    gold = tmp_path / "gold.csv"
    run("export", "csv", "--only", "gold", "--project", str(project), "--out", str(gold))
    assert gold.stat().st_size > 0
    run("project", "freeze", "--as", "mira", "--why", "published", "--project", str(project))
    assert "was frozen by mira" in refused("campaign", "merge", files[0], "--project", str(project))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = study(tmp_path)
    pack(made, "--task", "supporting", "--for", "ann")
    return made


def test_a_package_that_two_people_answered_is_two_files_of_one_name(project: Path, tmp_path: Path) -> None:
    path = packed(tmp_path, "ann")
    copy = Path(shutil.copy(path, tmp_path / "copy.galley"))
    say(path, "ann", SUPPORTING, {places(2)[0]: "yes"})
    say(copy, "ann", SUPPORTING, {places(2)[0]: "no", places(2)[1]: "no"})
    back(project, path)
    answers.write_answers(copy, tmp_path / "copy.answers")
    merge = ["campaign", "merge", str(tmp_path / "copy.answers"), "--project", str(project)]
    before = rows(project, "SELECT uid FROM decision")
    said = refused(*merge)
    assert "copy.answers comes from another copy of ann's package" in said and "--rename" in said
    assert rows(project, "SELECT uid FROM decision") == before and check(project) == []
    run(*merge, "--rename", "eve")
    assert rows(project, "SELECT name, count(*) FROM decision JOIN annotator ON annotator.id = reviewer_id GROUP BY 1"
                " ORDER BY 1") == [("ann", 1), ("eve", 2)]  # fmt: skip


def test_a_package_that_was_lost_is_packed_anew_for_the_same_reader(project: Path, tmp_path: Path) -> None:
    path = packed(tmp_path, "ann")
    lost = Path(shutil.move(path, tmp_path / "lost.galley"))
    words = ["campaign", "pack", "--task", "supporting", "--for", "ann", "--project", str(project), "--out",
    str(tmp_path)]
    assert "revoke it and pack again with --only from:ann" in refused(*words)
    run("campaign", "revoke", "--for", "ann", "--project", str(project), "--as", "mira")
    assert "galley campaign pack --only from:ann packs it for them again" in refused(*words)
    assert plan(project)["vacant"] == 4, "both seats of both items"
    run(*words, "--only", "from:ann")
    assert asked(path) == asked(lost) == places(2) and plan(project)["vacant"] == 2
    assert [(seat["name"], seat["given"]) for seat in plan(project)["seats"]] == [("ann", len(places(2)))], "not twice"
    assert rows(project, "SELECT count(*) FROM void") == [(0,)]
    say(path, "ann", SUPPORTING, dict.fromkeys(places(2), "yes"))
    assert f"{len(places(2))} new" in back(project, path)
    told = json.loads(run("campaign", "plan", "--json", "--project", str(project)).stdout)
    assert [line["finished"] for line in told["lines"]] == [2, 2]
    assert not any("ann" in each for each in told["missing"]), "nothing is waited for"
    say(lost, "ann", SUPPORTING, {places(2)[0]: "no"})  # found again after all: the same reader's later answer
    assert "1 new" in back(project, lost) and check(project) == []


def test_a_package_that_somebody_else_has_open_is_read_and_says_so(project: Path, tmp_path: Path) -> None:
    path = packed(tmp_path, "ann")
    with Project.open(path), Project.open(path) as second:
        assert not second.writable and "is open read-only" in second.notices[0]


def test_who_goes_by_another_name_in_a_package_is_told_before_anything_is_lost(project: Path, tmp_path: Path) -> None:
    path = packed(tmp_path, "ann")
    say(path, "ann", SUPPORTING, {places(2)[0]: "yes"})
    with pytest.raises(InputError, match="This package was made for ann, so ben cannot answer in it"):
        say(path, "ben", SUPPORTING, {places(2)[1]: "yes"})
    assert rows(path, "SELECT count(*) FROM decision") == [(1,)]
    assert "ann, 1 new" in back(project, path), "and what ann said comes back whole"


@pytest.mark.parametrize(("days", "words"), [(-365, "ran behind"), (365, "ran ahead")])
def test_a_clock_a_year_off_is_told_and_loses_nothing(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, words: str
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(UTC) + timedelta(days=days)

    path = packed(tmp_path, "ann")
    with monkeypatch.context() as patch:
        patch.setattr(log, "datetime", Clock)
        say(path, "ann", SUPPORTING, {places(2)[0]: "yes", places(2)[1]: "no"})
    report = back(project, path)
    assert f"The clock of ann {words}" in report and "2 added" in report and check(project) == []
    say(project, "ann", SUPPORTING, {places(2)[0]: "no"})  # with a clock that is right again
    latest = (
        "SELECT value FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE name = 'ann' ORDER BY unit_id"
    )
    assert rows(project, latest) == [("no",), ("no",)], "what was said last counts, whatever the clock says"
    assert [seat["done"] for seat in plan(project)["seats"]] == [2]


def test_the_campaign_of_people_who_are_made_up_comes_to_a_gold() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--short", "campaign"],
        capture_output=True, text=True, timeout=240, check=True, cwd=ROOT,
    )  # fmt: skip
    found = {line["figure"]: line for line in map(json.loads, told.stdout.splitlines())}
    assert found["different files of several orders of merging"]["value"] == 1
    first, last = found["wrong gold, two readers"], found["wrong gold, settled"]
    assert (first["n"] + first["undecided"], last["undecided"]) == (380, 0) and last["n"] == 380
    assert last["value"] < 7, "less than of one good reader"
    careless = found["answers until the careless one is found"]
    assert 0 < careless["value"] < 200 and careless["alarms"] == 0
