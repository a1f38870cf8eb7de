"""How readers do: every share by a loop of its own, what is off until a purpose is named, and what is called odd."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from statsmodels.stats.proportion import proportion_confint

from galley.core.project.check import check
from galley.core.review import log
from tests.core.studies import back, pack, packed, refused, run, say, study
from tests.core.test_task_known import known_file
from tests.core.test_task_packages import SUPPORTING, rows
from tests.core.test_task_plan import places

THREE = (
    'people = 2\nsilence = "open"\nrule = "unanimous"',
    'people = 3\nsilence = "open"\nrule = "majority"\nknown = 0.2',
)
SAID = {
    "ann": ["yes", "yes", "no", "no", "yes", None, "yes", "no", "no", "yes", "yes", "no"],
    "ben": ["yes", "no", "no", "no", "yes", "yes", "yes", "no"],
    "cat": ["no", "yes", "no", None, "yes", "no", "no", "no", "yes"],
}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A clock of the log that goes on by so many seconds with each decision."""
    state: dict[str, Any] = {"now": datetime(2026, 3, 2, 9, 0, tzinfo=UTC), "step": 10.0}

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            state["now"] += timedelta(seconds=state["step"])
            found: datetime = state["now"]
            return found

    monkeypatch.setattr(log, "datetime", Clock)
    return state


def answered(project: Path, who: str, said: dict[tuple[str, str], str | None]) -> None:
    pack(project, "--task", "supporting", "--for", who, "--each", "1")
    say(packed(project.parent, who), who, SUPPORTING, said)
    back(project, packed(project.parent, who))
    packed(project.parent, who).unlink()


def readers(project: Path, *words: str) -> dict[str, dict[str, Any]]:
    """The lines of the task by person."""
    found = json.loads(run("campaign", "reviewers", "--project", str(project), "--json", *words).stdout)["readers"]
    return {each["person"]: each for each in found if each["task"] == "two/supporting"}


def wilson(hits: int, n: int) -> dict[str, Any]:
    low, high = proportion_confint(hits, n, method="wilson")
    return {"hits": hits, "n": n, "low": pytest.approx(low), "high": pytest.approx(high)}


def test_shares_are_those_of_a_loop_by_hand(tmp_path: Path) -> None:
    project, there = study(tmp_path, THREE, count=6), places(6)
    for who, given in SAID.items():
        answered(project, who, dict(zip(there, given, strict=False)))
    run("campaign", "known", "--task", "supporting", "--from", known_file(tmp_path, ("k0", 0, "no"), ("k1", 0, "no")),
        "--project", str(project))  # fmt: skip
    right = {"k0 0": "no", "k1 0": "no"}
    found = readers(project)
    for who, given in SAID.items():
        told = [given[0], given[2]]
        assert found[who]["known"] == wilson(sum(t == r for t, r in zip(told, right.values(), strict=True)), 2)
        hits = n = 0
        for at, mine in enumerate(given):
            if mine is None or at in (0, 2):
                continue
            others = [o[at] for name, o in SAID.items() if name != who and len(o) > at and o[at] is not None]
            for value in ("yes", "no"):
                if 2 * others.count(value) > len(others):
                    hits, n = hits + (mine == value), n + 1
        assert found[who]["others"] == wilson(hits, n)
        assert found[who]["itself"] is None
    assert all(each["seconds"] is None and not each["days"] and not each["warnings"] for each in found.values())


def test_repeats_say_how_far_somebody_agrees_with_themselves_and_can_be_deleted(tmp_path: Path) -> None:
    project = study(tmp_path, THREE, count=6)
    (tmp_path / "keys").write_text("k0\nk1\nk2\n", "utf-8")
    first = dict(zip(places(3), ["yes", "no", "yes", "no", "yes", "no"], strict=True))
    pack(project, "--task", "supporting", "--for", "ann", "--only", f"keys:{tmp_path / 'keys'}")
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, first)
    back(project, packed(tmp_path, "ann"))
    packed(tmp_path, "ann").unlink()
    pack(project, "--task", "supporting", "--for", "ann", "--repeats", "1")
    second = {**first, places(3)[0]: "no", places(3)[4]: "no"}
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, second)
    back(project, packed(tmp_path, "ann"))
    same = sum(first[place] == second[place] for place in first)
    assert readers(project)["ann"]["itself"] == wilson(same, len(first)) and readers(project)["ann"]["answers"] == 6
    said = run("campaign", "reviewers", "--forget", "--project", str(project)).output
    assert "6 repeated answers are deleted" in said
    assert readers(project)["ann"]["itself"] is None and check(project) == []
    assert rows(project, "SELECT count(*) FROM merged WHERE report LIKE '%again%'") == [(0,)]


def test_seconds_and_drift_are_off_until_a_purpose_is_named_and_every_package_says_so(
    tmp_path: Path, clock: dict[str, Any]
) -> None:
    project, there = study(tmp_path, THREE, count=6), places(6)
    for who, step in (("ann", 4.0), ("ben", 30.0), ("cat", 30.0)):
        clock["now"], clock["step"] = datetime(2026, 3, 2, 9, 0, tzinfo=UTC), step
        half = dict(list(zip(there, ["yes", "no"] * 6, strict=True)))
        pack(project, "--task", "supporting", "--for", who, "--each", "1")
        say(packed(tmp_path, who), who, SUPPORTING, dict(list(half.items())[:6]))
        clock["now"] = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)
        say(packed(tmp_path, who), who, SUPPORTING, dict(list(half.items())[6:]))
        back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    assert readers(project)["ann"]["seconds"] is None
    words = ["campaign", "reviewers", "--project", str(project)]
    assert "Give a purpose and your name" in refused(*words, "--watch", "to help")
    run("campaign", "roles", "mira=lead", "--project", str(project))
    assert "ann is a reviewer here, and only a lead switches" in refused(*words, "--watch", "to help", "--as", "ann")
    run(*words, "--watch", "to see who wants help", "--as", "mira")
    found = readers(project, "--as", "mira")
    assert {who: each["seconds"] for who, each in found.items()} == {
        who: pytest.approx(step, abs=1e-3) for who, step in (("ann", 4), ("ben", 30), ("cat", 30))}  # fmt: skip
    assert found["ann"]["timed"] == 10 and found["ann"]["days"] == [["2026-03-02", 6, 6], ["2026-03-03", 6, 6]]
    assert set(readers(project, "--as", "ben")) == {"ben"}, "to oneself and the lead alone"
    assert "Say who asks, with --as NAME" in refused(*words)
    pack(project, "--task", "supporting", "--for", "dan", "--each", "1")
    path = packed(tmp_path, "dan")
    said = rows(path, "SELECT json_extract(value, '$.instructions') FROM setting WHERE name = 'package'")[0][0]
    assert "Read the discussion first." in str(said) and "to see who wants help (stated by mira)" in str(said)
    say(path, "dan", SUPPORTING, dict.fromkeys(there[:3], "yes"))
    own = json.loads(run("campaign", "reviewers", "--project", str(path), "--json").stdout)
    assert [each["person"] for each in own["readers"]] == ["dan"] and own["readers"][0]["timed"] == 2
    assert "This is a package" in refused("campaign", "reviewers", "--project", str(path), "--forget")
    assert "only a lead deletes" in refused(*words, "--forget", "--as", "ann")
    run(*words, "--forget", "--as", "mira")
    assert readers(project, "--as", "mira")["ann"]["seconds"] is None and check(project) == []


def test_a_careless_reader_is_called_odd_in_words_and_nobody_else(tmp_path: Path, clock: dict[str, Any]) -> None:
    count = 30
    project, there = study(tmp_path, THREE, count=count), places(count)
    chance = random.Random(7)
    truth = {place: chance.choice(["yes", "no"]) for place in there}
    for who in ("ann", "ben", "cat"):
        clock["now"], clock["step"] = datetime(2026, 3, 2, 9, 0, tzinfo=UTC), 3.0 if who == "cat" else 25.0
        said = {p: "yes" if who == "cat" else v if chance.random() < 0.95 else "no" for p, v in truth.items()}
        answered(project, who, said)
    run("campaign", "reviewers", "--watch", "to find who wants help", "--as", "mira", "--project", str(project))
    found = readers(project)
    assert found["ann"]["warnings"] == found["ben"]["warnings"] == []
    said = " ".join(found["cat"]["warnings"])
    assert "cat agrees less with the others" in said and "cat takes 3.0 s a decision, the others 25.0 s." in said
    assert "cat says yes in 60 of 60 answers" in said
    assert "cat takes 3.0 s" in run("campaign", "reviewers", "--project", str(project)).stderr


def test_a_drift_is_told_and_few_answers_are_never_odd(tmp_path: Path, clock: dict[str, Any]) -> None:
    count = 30
    project, there = study(tmp_path, THREE, count=count), places(count)
    for who in ("ann", "ben", "cat"):
        late = {p: "yes" if who != "cat" or at < 30 else ("no" if at % 3 else "yes") for at, p in enumerate(there)}
        answered(project, who, late)
    answered(project, "dan", dict.fromkeys(there[:4], "no"))
    run("campaign", "reviewers", "--watch", "to find who wants help", "--as", "mira", "--project", str(project))
    found = readers(project)
    assert any("cat agrees less with the others than before" in each for each in found["cat"]["warnings"])
    assert found["dan"]["warnings"] == [] and found["ann"]["warnings"] == []
