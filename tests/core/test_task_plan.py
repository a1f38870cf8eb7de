"""The plan by task: progress by person, agreement, empty seats, what waits; and seats that go to somebody else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import krippendorff
import pytest

from galley.core.campaign import task_plan
from galley.core.definitions import schemes
from galley.core.domain import Cell, ChangeSet
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from tests.core import building
from tests.core.studies import TWO, back, pack, packed, refused, run, say, study
from tests.core.test_task_known import TRAINING, known_file
from tests.core.test_task_packages import SUPPORTING, handed, rows

Said = dict[tuple[str, str], str | None]


def plan(project: Path, task: str = "two/supporting") -> dict[str, Any]:
    """What ``galley campaign plan --json`` says of a task."""
    found = json.loads(run("campaign", "plan", "--project", str(project), "--json").stdout)
    line: dict[str, Any] = next(each for each in found["tasks"] if each["task"] == task)
    return line


def places(count: int) -> list[tuple[str, str]]:
    return [(f"k{item}", f"article:{at}") for item in range(count) for at in (0, 1)]


def answered(project: Path, said: dict[str, Said]) -> None:
    """Each of these people gets a package of everything and sends back what they said."""
    for who, given in said.items():
        pack(project, "--task", "supporting", "--for", who, "--each", "1")
        say(packed(project.parent, who), who, SUPPORTING, given)
        back(project, packed(project.parent, who))
        packed(project.parent, who).unlink()


SOURCES = """id = "src"
name = "Sources"
version = "1"
description = "A question about the source."

[[criterion]]
id = "clear"
name = "Clear"
definition = "The article is clear."
unit = "whole"
roles = ["article"]
about = "self"
error = false
letter = "Z"
colour = "#4477aa"
group = "sources"
"""


def test_a_question_about_the_source_counts_sources(tmp_path: Path) -> None:
    """Three items with an article and two summaries each: three answers a person, not six."""
    protocol = tmp_path / "p.toml"
    protocol.write_text(
        'format = 1\nid = "p"\nname = "P"\n[[task]]\nid = "whole"\nname = "Whole"\nask = "Clear?"\nkind = "answer"\n'
        'criteria = ["src/clear"]\npeople = 2\nsilence = "open"\nrule = "unanimous"\n',
        "utf-8",
    )
    records = [building.record(f"k{at}", verdicts=[], judged=[]) for at in range(3)]
    with building.project(tmp_path, *records, name="study.galley") as made:
        scheme = schemes.parse_scheme(SOURCES)
        made.write(lambda c: (names.add_scheme(c, scheme), ChangeSet(settings=True))).result()
        project = made.path
    run("campaign", "protocol", "use", str(protocol), "--project", str(project))
    pack(project, "--task", "whole", "--for", "ann", "--for", "ben")
    for who in ("ann", "ben"):
        assert len(handed(packed(tmp_path, who))) == 3
        with Project.open(packed(tmp_path, who)) as own:
            for item in (1, 2, 3):
                (view_cell,) = [
                    Cell(*row) for row in own.read_connection().execute(
                        "SELECT unit_id, criterion_id, target_id FROM handed WHERE item_id = ?", (item,)
                    )
                ]  # fmt: skip
                DecisionWriter(own, who, task="p/whole").add(item, view_cell, "yes" if item < 3 else "no").result()
        back(project, packed(tmp_path, who))
    line = plan(project, "p/whole")
    assert (line["asked"], line["open"]) == (3, 0)
    assert [(seat["done"], seat["given"]) for seat in line["seats"]] == [(3, 3), (3, 3)]
    with Project.open(project) as opened:
        reader = CellReader(opened.read_connection(), Params())
        (question,) = [one for one in reader.questions() if one.id == "clear"]
        assert question.documents == "sources"


def test_progress_agreement_and_what_waits_are_those_of_a_loop_by_hand(tmp_path: Path) -> None:
    project, there = study(tmp_path, count=6), places(6)
    words: dict[str, list[str | None]] = {
        "ann": ["yes", "yes", "no", "no", "yes", None, "yes", "no", "no", "yes", "yes", "no"],
        "ben": ["yes", "no", "no", "no", "yes", "yes", "yes", "no"],
        "cat": ["no", "yes", "no", None, "yes", "no"],
    }
    said = {who: dict(zip(there, given, strict=False)) for who, given in words.items()}
    answered(project, said)
    line = plan(project)
    assert [(seat["name"], seat["done"], seat["given"], seat["unsure"]) for seat in line["seats"]] == [
        ("ann", 12, 12, 1), ("ben", 8, 12, 0), ("cat", 6, 12, 1)]  # fmt: skip
    numbers = {"yes": 1.0, "no": 0.0, None: float("nan")}
    table = [[numbers[given.get(place)] for place in there] for given in said.values()]
    alpha = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    (first,) = line["agreement"]
    assert first["criterion"] == SUPPORTING and first["value"] == pytest.approx(alpha)
    assert first["low"] < alpha < first["high"]
    assert line["waits"] == ["key", "third"], "by a gate or a condition, and what is left undecided"
    wants = [sum(said[who].get(place) is not None for who in said) for place in there]
    yes = [sum(said[who].get(place) == "yes" for who in said) for place in there]
    heard = [sum(place in said[who] for who in said) for place in there]
    undecided = sum(
        heard[at] >= 2 and not (wants[at] == heard[at] and yes[at] in (0, heard[at])) for at in range(len(there))
    )
    assert (line["undecided"], line["after"]) == (undecided, [])
    text = run("campaign", "plan", "--project", str(project)).output
    assert f"two/supporting\tα {alpha:.2f} [" in text and "  cat: 6 of 12 cells" in text


def test_agreement_below_chance_has_a_true_minus() -> None:
    below = task_plan.ReaderAgreement(SUPPORTING, "alpha-nominal", -0.304, -0.5, 0.102, 1_024, "")
    assert task_plan.words(below) == "α −0.30 [−0.50, 0.10] over 1,024 cells"
    assert task_plan.words(replace(below, value=-0.001, low=None)) == "α 0.00 over 1,024 cells"


def test_one_person_or_nobody_has_no_agreement(tmp_path: Path) -> None:
    project = study(tmp_path)
    assert plan(project)["seats"] == [] and plan(project)["agreement"] == []
    answered(project, {"ann": {("k0", "article:0"): "yes"}})
    assert plan(project)["agreement"] == []
    assert [(seat["name"], seat["done"]) for seat in plan(project)["seats"]] == [("ann", 1)]


def test_empty_seats_are_filled_up_and_nobody_gets_an_item_twice(tmp_path: Path) -> None:
    project = study(tmp_path, count=5)
    assert plan(project)["vacant"] == 10
    words = ["--task", "supporting", "--only", "free-slots"]
    pack(project, "--task", "supporting", "--for", "ann", "--size", "3", "--seed", "2")
    assert plan(project)["vacant"] == 7
    pack(project, *words, "--for", "ben", "--for", "cat", "--seed", "1")
    held = {who: {key for _, key, _ in handed(packed(tmp_path, who))} for who in ("ann", "ben", "cat")}
    readers = {f"k{at}": [who for who in held if f"k{at}" in held[who]] for at in range(5)}
    assert all(len(there) == 2 for there in readers.values()) and plan(project)["vacant"] == 0
    assert abs(len(held["ben"]) - len(held["cat"])) <= 1
    base = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), *words, "--for", "dan"]
    assert "No item of two/supporting has a free slot" in refused(*base)
    assert "leave --each out" in refused(*base, "--each", "1")
    dealt = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "opinions", "--only",
    "vacant"]
    assert "its --only is keys:FILE or from:PERSON" in refused(*dealt, "--for", "dan")


def test_what_trains_people_since_it_was_handed_out_is_not_asked_of_them(tmp_path: Path) -> None:
    project = study(tmp_path, TRAINING)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben", "--untrained")
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, dict.fromkeys(places(2), "yes"))
    run(
        "campaign",
        "known",
        "--task",
        "training",
        "--from",
        known_file(tmp_path, ("k0", 0, "no")),
        "--project",
        str(project),
    )
    back(project, packed(tmp_path, "ann"))
    seats = plan(project)["seats"]
    assert [(seat["name"], seat["done"], seat["given"]) for seat in seats] == [("ann", 3, 3), ("ben", 0, 3)]


def test_a_sample_of_empty_seats_is_drawn_from_those_alone(tmp_path: Path) -> None:
    project = study(tmp_path, count=5)
    words = ["--task", "supporting", "--seed", "2", "--size"]
    pack(project, *words, "3", "--for", "ann", "--for", "ben")
    full = {key for _, key, _ in handed(packed(tmp_path, "ann"))}
    pack(project, *words, "2", "--only", "vacant", "--for", "cat")
    assert {key for _, key, _ in handed(packed(tmp_path, "cat"))} == {f"k{at}" for at in range(5)} - full
    said = refused("campaign", "pack", "--project", str(project), "--out", str(tmp_path), *words, "3", "--only",
    "vacant", "--for",
                   "dan")  # fmt: skip
    assert "3 items cannot be drawn from 2; ask for fewer" in said


def test_a_second_sample_is_drawn_from_what_its_readers_do_not_have(tmp_path: Path) -> None:
    project = study(tmp_path, count=6)
    held: list[set[str]] = []
    for out in ("first", "second", "third"):
        run("campaign", "pack", "--task", "supporting", "--for", "ann", "--size", "2", "--seed", "2", "--project",
            str(project),
            "--out", str(tmp_path / out))  # fmt: skip
        held.append({key for _, key, _ in handed(packed(tmp_path / out, "ann"))})
    assert sorted(key for keys in held for key in keys) == [f"k{at}" for at in range(6)]
    words = ["--for", "ann", "--size", "2", "--project", str(project), "--out", str(tmp_path)]
    assert "ann has all that two/supporting asks now" in refused("campaign", "pack", "--task", "supporting", *words)


def test_readers_beyond_what_a_task_wants_are_added_only_where_that_is_said(tmp_path: Path) -> None:
    project = study(tmp_path, count=5)
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "supporting", "--for"]
    run(*words, "ann", "--size", "3", "--seed", "2")
    run(*words, "ben")  # the second reader of three items, the first of two
    kept = rows(project, "SELECT count(*) FROM package")
    said = refused(*words, "cat")
    assert "two/supporting needs 2 reviewers an item, and 3 of 5 items would have more; fill free slots with" in said
    assert "or set the number of people an item with --each." in said
    assert "3 of 3 items would have more" in refused(*words, "cat", "--only", f"keys:{_keys(tmp_path, project)}")
    assert rows(project, "SELECT count(*) FROM package") == kept and not packed(tmp_path, "cat").exists()
    run(*words, "cat", "--only", "free-slots")
    assert len({key for _, key, _ in handed(packed(tmp_path, "cat"))}) == 2
    assert "5 of 5 items would have more" in refused(*words, "dan")
    run(*words, "dan", "--each", "1")
    assert len({key for _, key, _ in handed(packed(tmp_path, "dan"))}) == 5
    back_ = ["campaign", "revoke", "--for", "dan", "--task", "supporting", "--project", str(project)]
    run(*back_)
    assert "5 of 5 items would have more" in refused(*words, "eve"), "dan was one too many"


def _keys(folder: Path, project: Path) -> Path:
    """A file of the items that ann was assigned first."""
    query = "SELECT key FROM item JOIN package_item ON item_id = item.id WHERE package_id = 1"
    path = folder / "keys.txt"
    path.write_text("\n".join(key for (key,) in rows(project, query)), "utf-8")
    return path


def test_what_is_to_be_settled_is_not_sent_to_a_second_person_unsaid(tmp_path: Path) -> None:
    project = study(tmp_path, count=2)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, value in (("ann", "yes"), ("ben", "no")):
        say(packed(tmp_path, who), who, SUPPORTING, dict.fromkeys(places(2), value))
        back(project, packed(tmp_path, who))
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--for"]
    run(*words, "cat", "--task", "supporting", "--only", "undecided")
    for more in (["--task", "supporting", "--only", "undecided"], ["--task", "third"]):
        said = refused(*words, "dan", *more)
        assert "two/third needs at most 1 for each, and 4 of 4 would go to more; revoke some of them" in said
    run("campaign", "revoke", "--for", "cat", "--task", "third", "--project", str(project))
    run(*words, "dan", "--task", "third")
    assert len(handed(packed(tmp_path, "dan"))) == 4


def test_who_drops_out_keeps_what_is_done_and_the_rest_goes_to_somebody_else(tmp_path: Path) -> None:
    project = study(tmp_path, count=3)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, dict.fromkeys(places(1), "yes") | {("k1", "article:0"): "no"})
    say(packed(tmp_path, "ben"), "ben", SUPPORTING, dict.fromkeys(places(3), "yes"))
    back(project, packed(tmp_path, "ann"))
    back(project, packed(tmp_path, "ben"))
    over = ["campaign", "revoke", "--for", "ann", "--task", "supporting", "--project", str(project), "--unfinished"]
    out = str(tmp_path / "new")
    taken = rows(project, "SELECT count(*) FROM void")
    assert "already revoked" not in refused(*over, "--to", "ben", "--out", str(tmp_path)), "his file is there"
    assert rows(project, "SELECT count(*) FROM void") == taken == [(0,)], "and nothing is half done"
    said = run(*over, "--to", "cat", "--out", out).output
    assert "two/supporting: 2 items are revoked from ann; 1 decision counts no longer." in said
    path = tmp_path / "new" / "study-cat.galley"
    assert [key for _, key, _ in handed(path)] == ["k1", "k1", "k2", "k2"]
    line = plan(project)
    assert [(seat["name"], seat["done"], seat["given"]) for seat in line["seats"]] == [
        ("ann", 2, 2), ("ben", 6, 6), ("cat", 0, 4)]  # fmt: skip
    assert line["vacant"] == 0 and check(project) == []
    assert "was already revoked or is finished" in refused(*over)
    assert "leave --unfinished and --to out" in refused(*over, "--accept")


def test_what_one_person_had_is_shared_out_among_several(tmp_path: Path) -> None:
    """Ben reads all of it, too, so that there is one seat: it is not given twice unless that is said."""
    project = study(tmp_path, count=4)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    over = ["campaign", "revoke", "--for", "ann", "--task", "supporting", "--project", str(project), "--out",
    str(tmp_path)]
    assert "name the people with --to" in refused(*over, "--each", "1")
    both = ["--to", "cat", "--to", "dan"]
    assert "set the number of people an item with --each" in refused(*over, *both)
    assert "Each item cannot go to 3 of 2 reviewers" in refused(*over, *both, "--each", "3")
    assert rows(project, "SELECT count(*) FROM void") == [(0,)], "nothing is taken back that nobody gets"
    run(*over, *both, "--each", "1")
    cat, dan = ({key for _, key, _ in handed(packed(tmp_path, who))} for who in ("cat", "dan"))
    assert (len(cat), len(dan)) == (2, 2) and cat | dan == {f"k{n}" for n in range(4)}
    assert plan(project)["vacant"] == 0 and check(project) == []


def test_what_somebody_discusses_is_not_read_by_another_in_their_place(tmp_path: Path) -> None:
    """Their first round stays as it is, so that no item gets a third reader."""
    project = study(tmp_path, count=3)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    say(packed(tmp_path, "ann"), "ann", SUPPORTING, dict.fromkeys(places(2), "yes"))
    say(packed(tmp_path, "ben"), "ben", SUPPORTING, dict.fromkeys(places(3), "no"))
    for who in ("ann", "ben"):
        back(project, packed(tmp_path, who))
    again, new = str(tmp_path / "again"), tmp_path / "new"
    run("campaign", "pack", "--project", str(project), "--task", "supporting", "--discuss", "--for", "ann",
        "--for", "ben", "--out",
        again)  # fmt: skip
    over = ["campaign", "revoke", "--for", "ann", "--task", "supporting", "--project", str(project), "--unfinished"]
    run(*over, "--to", "cat", "--out", str(new))
    assert {key for _, key, _ in handed(new / "study-cat.galley")} == {"k2"}
    assert rows(project, "SELECT round, count(*) FROM void GROUP BY round") == [(1, 1)]
    run(*over)
    assert rows(project, "SELECT round, count(*) FROM void GROUP BY round ORDER BY round") == [(1, 1), (2, 2)]
    only = ["campaign", "pack", "--project", str(project), "--task", "supporting", "--for", "dan", "--only",
    "from:ann", "--out"]
    assert "nothing" in refused(*only, str(new)).lower() or "would have more" in refused(*only, str(new)).lower()
    assert not check(project)


def test_flags_go_from_one_person_to_another_too(tmp_path: Path) -> None:

    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(4)], name="study.galley") as opened:
        project = opened.path
    pack(project, "--for", "ann", "--size", "3")
    mine = {key for (key,) in rows(packed(tmp_path, "ann"), "SELECT key FROM item")}
    words = ["campaign", "revoke", "--for", "ann", "--project", str(project), "--to", "cat", "--out", str(tmp_path)]
    assert "3 items of flags/flags for cat" in run(*words).output
    assert {key for (key,) in rows(packed(tmp_path, "cat"), "SELECT key FROM item")} == mine
    pack_ = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--for", "dan", "--only"]
    run(*pack_, "from:ann")
    assert {key for (key,) in rows(packed(tmp_path, "dan"), "SELECT key FROM item")} == mine
    pack_[pack_.index("dan")] = "eve"
    assert "Nobody called 'zoe'" in refused(*pack_, "from:zoe")


def test_items_that_no_task_asks_about_are_not_missing_in_a_package(tmp_path: Path) -> None:
    written = TWO[TWO.index('[[task]]\nid = "opinions"') : TWO.index('[[task]]\nid = "flagged"')]
    project = study(tmp_path, (written, ""), count=3)
    talk = {"id": "talk", "role": "dialogue", "turns": [{"speaker": "Ann", "text": "It rained."}]}
    bare = {"key": "bare", "documents": [talk]}
    (tmp_path / "bare.jsonl").write_text(json.dumps(bare) + "\n", "utf-8")
    run("import", "--format", "galley", str(tmp_path / "bare.jsonl"), "--project", str(project))
    pack(project, "--task", "supporting", "--for", "ann", "--size", "2")
    made = json.loads(run("campaign", "plan", "--project", str(project), "--json").stdout)
    assert made["items"] == 4 and made["nobody"] == 1, "of the two items left one has nothing to ask"
    assert made["missing"][-1] == "1 of 3 items are not in a package and not started."


def test_a_criterion_stands_under_its_agreement_by_its_name(tmp_path: Path) -> None:
    project = study(tmp_path, count=2)
    answered(project, {who: dict.fromkeys(places(2), "yes") for who in ("ben", "cat")})
    assert plan(project)["agreement"][0]["name"] == "Supporting paragraph"
