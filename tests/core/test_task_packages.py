"""Packages of a task: exactly what it asks now, nothing of others, and who gets what of an item."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from galley.core.campaign.package import read_package
from galley.core.domain import UnitKind
from galley.core.errors import InputError
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.revisions import Draft, How
from tests.core import building
from tests.core.studies import back, cell, pack, packed, refused, run, say, study

SUPPORTING = "kgds-paragraph/supporting"
PARAGRAPHS = [("k0", "article:0"), ("k0", "article:1"), ("k1", "article:0"), ("k1", "article:1")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return study(tmp_path)


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with Project.open(path, read_only=True) as opened:
        return opened.read_connection().execute(query).fetchall()


def handed(path: Path) -> list[tuple[object, ...]]:
    """(task, key, unit) of what a package asks."""
    return rows(
        path,
        "SELECT task.name, key, coalesce(unit.name, document.name || ':' || (unit_id - whole_id - 1)) FROM handed"
        " JOIN task ON task.id = task_id JOIN item ON item.id = handed.item_id JOIN unit ON unit.id = unit_id"
        " JOIN document ON document.id = unit.document_id ORDER BY 1, 2, unit_id",
    )


def both_say(project: Path, ann: str, ben: str) -> None:
    """Two readers answer the four paragraphs (y, n, ? each; . is nothing) and send their answers back."""
    folder = project.parent

    def work() -> None:
        pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
        for who, said in (("ann", ann), ("ben", ben)):
            words = {"y": "yes", "n": "no", "?": None}
            given = {place: words[s] for place, s in zip(PARAGRAPHS, said, strict=True) if s in words}
            say(packed(folder, who), who, SUPPORTING, given)
            back(project, packed(folder, who))
            packed(folder, who).unlink()

    before = blake2b(project.read_bytes()).hexdigest()
    answers = (packed(folder, who).with_suffix(".answers").name for who in ("ann", "ben"))
    building.repeat(project, f"both say\n{before}\n{ann}\n{ben}", work, *answers)


def write(path: Path, who: str, key: str, turn: int, text: str) -> None:
    """Somebody writes an opinion of a turn."""
    with Project.open(path) as opened:
        (item,) = opened.read_connection().execute("SELECT id FROM item WHERE key = ?", (key,)).fetchone()
        home = next(d for d in items.load_item_view(opened.read_connection(), item).documents if d.name == "dialogue")
        draft = Draft(UnitKind.OPINION, text, home.id, "main", (home.units[turn].id,))
        DecisionWriter(opened, who).revise(item, How.WRITE, [draft]).result()


def finish(path: Path, who: str) -> None:
    """Somebody finishes all items."""
    with Project.open(path) as opened:
        for (item,) in opened.read_connection().execute("SELECT id FROM item").fetchall():
            view = items.load_item_view(opened.read_connection(), item)
            building.finish_read(DecisionWriter(opened, who), view).result()


def test_a_package_asks_what_the_task_asks_now_and_knows_its_task(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "two/supporting", "--for", "ann")
    path = packed(tmp_path, "ann")
    assert check(path) == [] and check(project) == []
    assert handed(path) == [("two/supporting", *place) for place in PARAGRAPHS]
    with Project.open(path) as own:
        known, desk = read_package(own.read_connection()), DecisionWriter(own, "ann")
        assert known is not None and (known.task, known.round) == (desk.task, desk.round) == ("two/supporting", 1)
        assert known.instructions == "supporting.\n\nRead the discussion first."  # its own, where no other are given
        assert own.read_connection().execute("SELECT name FROM protocol").fetchall() == [("two",)]
        item, other = cell(own, "k0", "f1", "kgds-fact/key")
        with pytest.raises(InputError, match="made without this cell"):
            desk.form(item, {other: "yes"}).result()
    counts = run("campaign", "tasks", "--project", str(path)).output.splitlines()
    assert counts[1].split() == ["two/supporting", "4", "4", *["0"] * 7], "and nothing else is asked in it"
    assert all(line.split()[1:3] in (["0", "0"], ["people", "write"]) for line in counts[2:])


def test_nothing_of_others_and_no_answer_to_an_earlier_task_is_in_a_package(project: Path, tmp_path: Path) -> None:
    both_say(project, "ynyn", "ynyn")
    pack(project, "--task", "key", "--for", "ben")
    path = packed(tmp_path, "ben")
    assert check(path) == []
    assert {unit for _, _, unit in handed(path)} == {"f1", "f2"}, "facts of paragraphs that support, only"
    assert rows(path, "SELECT count(*) FROM verdict") == [(0,)], "no judge's flag, nobody's answer, not even ben's own"
    assert rows(path, "SELECT count(*) FROM decision") == [(0,)]
    assert rows(path, "SELECT name, kind FROM annotator") == [("ben", "human")]


def test_a_judges_flags_go_where_the_task_is_about_them(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "flagged", "--for", "ann")
    path = packed(tmp_path, "ann")
    said = "SELECT DISTINCT annotator.name, criterion.name, value FROM verdict JOIN annotator ON annotator.id ="
    assert rows(path, f"{said} annotator_id JOIN criterion ON criterion.id = criterion_id") == [
        ("Judge A", "not-covered", "yes")  # the task does not say that names are shown
    ]
    with Project.open(path) as own:
        desk = DecisionWriter(own, "ann")
        flag = items.load_item_view(own.read_connection(), 1).flags()[0]
        desk.accept(1, flag).result()
    assert "1 accepted" in back(project, path)
    kept = "SELECT annotator.name FROM decision JOIN verdict ON verdict.id = flag_id JOIN annotator ON annotator.id ="
    assert rows(project, f"{kept} verdict.annotator_id") == [("a judge",)], "and it is their own name at home"


def test_types_that_gold_gives_travel_and_those_that_it_is_about_to_find_do_not(tmp_path: Path) -> None:
    project = study(tmp_path, ('criteria = ["kgds-opinion/not-covered"]', 'criteria = ["kgds-fact/present"]'))
    types = "SELECT name, type FROM unit WHERE kind = 'fact' ORDER BY name, id"
    brought = [(n, t) for n, t in (("f1", "key"), ("f2", "key"), ("f3", "non-supporting")) for _ in range(2)]
    assert rows(project, types) == brought
    both_say(project, "ynyn", "ynyn")
    pack(project, "--task", "key", "--for", "ann", "--for", "ben")
    for who in ("ann", "ben"):
        assert {type_ for _, type_ in rows(packed(tmp_path, who), types)} == {None}, "the file's types would tell"
        for criterion, value in (("kgds-fact/repeated", "no"), ("kgds-fact/key", "yes")):
            say(packed(tmp_path, who), who, criterion, {(k, "f1"): value for k in ("k0", "k1")})
        say(packed(tmp_path, who), who, "kgds-fact/repeated", {(k, "f2"): "yes" for k in ("k0", "k1")})
        back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    pack(project, "--task", "flagged", "--for", "ann")
    expected = {("f1", "key"), ("f2", "non-key"), ("f3", None)}
    assert set(rows(packed(tmp_path, "ann"), types)) == expected, "what gold says, not what the file said"
    assert check(packed(tmp_path, "ann")) == []


def test_a_second_package_does_not_show_what_the_first_reader_wrote(tmp_path: Path) -> None:
    project = study(tmp_path, ('deal = "speaker"\nsame = "supporting"\n\n', ""))  # of the task `opinions`
    pack(project, "--task", "opinions", "--for", "ann")
    write(packed(tmp_path, "ann"), "ann", "k0", 0, "Ann is afraid of missing it.")
    finish(packed(tmp_path, "ann"), "ann")
    back(project, packed(tmp_path, "ann"))
    pack(project, "--task", "opinions", "--for", "ben", "--each", "1")
    assert b"afraid" not in packed(tmp_path, "ben").read_bytes()
    assert rows(packed(tmp_path, "ben"), "SELECT count(*) FROM decision") == [(0,)]
    run("campaign", "revoke", "--for", "ben", "--project", str(project))  # else the next task waits for ben, too
    pack(project, "--task", "clarify", "--for", "eve")
    texts = rows(packed(tmp_path, "eve"), "SELECT text, written_id FROM unit WHERE text LIKE 'Ann is afraid%'")
    assert texts == [("Ann is afraid of missing it.", None)], "what is worked on travels, without author or history"
    assert rows(packed(tmp_path, "eve"), "SELECT name FROM annotator WHERE kind = 'human'") == [("eve",)]
    for words in (["--for", "cat"], ["--task", "supporting", "--for", "dan"]):
        pack(project, *words)
        assert b"afraid" not in packed(tmp_path, words[-1]).read_bytes(), words


def test_speakers_are_dealt_between_the_readers_of_an_item_and_stay_with_them(project: Path, tmp_path: Path) -> None:
    both_say(project, "ynyn", "ynyn")
    pack(project, "--task", "opinions", "--for", "ann", "--for", "ben", "--seed", "3")
    turns = {"Ann": 0, "Bo": 1}
    dealt = {}
    for who in ("ann", "ben"):
        with Project.open(packed(tmp_path, who)) as own:
            known = read_package(own.read_connection())
            assert known is not None
            dealt[who] = known.dealt
        for key, speakers in dealt[who].items():
            for speaker in speakers:
                write(packed(tmp_path, who), who, key, turns[speaker], f"{speaker} in {key} by {who}")
        finish(packed(tmp_path, who), who)
        words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path / "no"), "--task", "clarify",
        "--for", who]
        assert "two/clarify has no open question now" in refused(*words), "it waits for both of them"
        back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
        assert check(project) == []
    for key in ("k0", "k1"):
        assert sorted(name for who in dealt for name in dealt[who].get(key, ())) == ["Ann", "Bo"], "each to one of them"
    pack(project, "--task", "clarify", "--for", "ann", "--for", "ben", "--seed", "8")
    for who in ("ann", "ben"):
        texts = {text for (text,) in rows(packed(tmp_path, who), "SELECT text FROM unit WHERE text LIKE '% in k%'")}
        mine = {f"{speaker} in {key} by {who}" for key, speakers in dealt[who].items() for speaker in speakers}
        assert texts == mine, "each goes on with what they wrote, whatever the seed"


def test_a_seat_that_was_taken_back_goes_to_somebody_else_with_its_speakers(project: Path, tmp_path: Path) -> None:
    both_say(project, "ynyn", "ynyn")
    pack(project, "--task", "opinions", "--for", "ann", "--for", "ben")
    words = ["campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--task", "opinions", "--for",
    "cat"]
    assert "Nothing of two/opinions is left for cat" in refused(*words)
    run("campaign", "revoke", "--for", "ben", "--task", "opinions", "--project", str(project))
    run(*words)
    dealt = {}
    for who in ("ben", "cat"):
        with Project.open(packed(tmp_path, who)) as own:
            known = read_package(own.read_connection())
            assert known is not None
            dealt[who] = known.dealt
    assert dealt["cat"] == dealt["ben"]


def test_who_speaks_as_whom_is_dealt_by_name_by_map_and_by_metadata(tmp_path: Path) -> None:
    """The speakers are Ann and Bo. Whoever has a speaker's name writes about themselves, a map says it else; nobody
    is dealt the other's words by a shuffle, whatever the seed."""

    def deal(folder: str, readers: tuple[str, str], *words: str, **more: Any) -> dict[str, dict[str, list[str]]]:
        place = tmp_path / folder
        place.mkdir()
        project = study(place, count=3, **more)
        people = [word for who in readers for word in ("--for", who)]
        pack(project, "--task", "opinions", *people, *words)
        dealt = {}
        for who in readers:
            with Project.open(packed(place, who)) as own:
                known = read_package(own.read_connection())
                assert known is not None
                dealt[who] = {key: list(names) for key, names in known.dealt.items()}
        return dealt

    keys = [f"k{n}" for n in range(3)]
    for seed in ("1", "2"):
        assert deal(f"names{seed}", ("Ann", "Bo"), "--seed", seed) == {
            who: {key: [who] for key in keys} for who in ("Ann", "Bo")
        }  # fmt: skip
        assert deal(f"one{seed}", ("Ann", "eve"), "--seed", seed) == {
            "Ann": {key: ["Ann"] for key in keys}, "eve": {key: ["Bo"] for key in keys},
        }, "the other speaker goes to the other reader"  # fmt: skip
        assert deal(f"map{seed}", ("eve", "ida"), "--seed", seed, "--speakers", "eve=Bo, ida=Ann") == {
            "eve": {key: ["Bo"] for key in keys}, "ida": {key: ["Ann"] for key in keys},
        }  # fmt: skip
    for said in ("eve=Bo,ida=Ann", {"eve": "Bo", "ida": "Ann"}):
        dealt = deal(f"meta{type(said).__name__}", ("eve", "ida"), "--speakers", "voices", meta={"voices": said})
        assert dealt == {"eve": {key: ["Bo"] for key in keys}, "ida": {key: ["Ann"] for key in keys}}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--task", "opinions", "--speakers", "voices"], "An item has no 'voices' in its metadata"),
        (["--task", "opinions", "--speakers", "=,"], "--speakers is written as ann=Human,ben=Assistant"),
        (["--task", "key", "--speakers", "ann=Bo"], "two/key assigns items"),
        (["--task", "opinions", "--speakers", "eve=Bo"], "--speakers names 'eve', who is neither a reviewer"),
        (["--task", "opinions", "--speakers", "ann=Ida"], "--speakers names 'Ida', who is neither a reviewer"),
        (["--task", "key", "--pairs", "ann+ben"], "name the same people with --for, or omit it"),
        (["--task", "key", "--pairs", "ann+ann"], "--pairs is written as ann+ben,cat+dan"),
        (["--task", "key", "--pairs", "ann"], "--pairs is written as ann+ben,cat+dan"),
        (["--task", "key", "--pairs", "ann+ben+cat", "--each", "2"], "leave --each out"),
    ],
)
def test_who_speaks_and_who_reads_together_is_refused_by_name(
    project: Path, tmp_path: Path, words: list[str], message: str
) -> None:
    both_say(project, "ynyn", "ynyn")
    people = ["--for", "ann", "--for", "ben", "--for", "cat"]
    assert message in refused("campaign", "pack", "--project", str(project), "--out", str(tmp_path), *people, *words)
    assert "No reviewer is named" in refused("campaign", "pack", "--project", str(project), "--out", str(tmp_path))


def test_four_people_in_two_pairs_go_through_all_tasks(tmp_path: Path) -> None:
    """Items are dealt to pairs, later items to those pairs, too; in every task the pair of an item is the same."""
    project, teams = study(tmp_path, count=7), ({"ann", "ben"}, {"cat", "dan"})
    pairs = ["--pairs", "ann+ben,cat+dan"]

    def keys_of(*words: str) -> dict[str, set[str]]:
        pack(project, *words)
        people = sorted(teams[0] | teams[1])
        found = {who: {key for (key,) in rows(packed(tmp_path, who), "SELECT key FROM item")} for who in people}
        for who in people:
            if words[1] == "supporting":
                places = {(key, f"article:{n}"): "yes" for key in found[who] for n in (0, 1)}
                say(packed(tmp_path, who), who, SUPPORTING, places)
                back(project, packed(tmp_path, who))
            packed(tmp_path, who).unlink()
        return found

    first = keys_of("--task", "supporting", *pairs, "--seed", "4")
    assert first["ann"] == first["ben"] and first["cat"] == first["dan"]
    assert first["ann"] | first["cat"] == {f"k{n}" for n in range(7)} and not first["ann"] & first["cat"]
    assert sorted((len(first["ann"]), len(first["cat"]))) == [3, 4]
    for task in ("key", "opinions"):
        assert keys_of("--task", task, *pairs, "--seed", "9") == first, "the pair goes on"
    (line_,) = [t for t in json.loads(run("campaign", "tasks", "--project", str(project), "--json").stdout)["tasks"]
                if t["task"] == "two/supporting"]  # fmt: skip
    assert (line_["settled"], line_["open"]) == (14, 0)
    assert check(project) == []


def test_the_pair_of_an_item_stays_together(project: Path, tmp_path: Path) -> None:
    people = ["--for", "ann", "--for", "ben", "--for", "cat"]
    pack(project, "--task", "supporting", *people, "--seed", "1")
    read = {}
    for who in ("ann", "ben", "cat"):
        keys = {key for _, key, _ in handed(packed(tmp_path, who))}
        read[who] = keys
        say(packed(tmp_path, who), who, SUPPORTING, {place: "yes" for place in PARAGRAPHS if place[0] in keys})
        back(project, packed(tmp_path, who))
        packed(tmp_path, who).unlink()
    assert sorted(len(keys) for keys in read.values()) == [1, 1, 2], "each item to as many as the task wants"
    pack(project, "--task", "key", *people, "--seed", "9")
    assert {who: {key for _, key, _ in handed(packed(tmp_path, who))} for who in read} == read


def test_a_package_of_flags_holds_nothing_that_tasks_own(project: Path, tmp_path: Path) -> None:
    both_say(project, "ynyn", "ynny")
    pack(project, "--for", "ann")
    path = packed(tmp_path, "ann")
    assert check(path) == []
    assert rows(path, "SELECT count(*) FROM verdict") == [(0,)] == rows(path, "SELECT count(*) FROM decision")
    with Project.open(path) as own:
        item, where = cell(own, "k0", "article:0", SUPPORTING)
        with pytest.raises(InputError, match="asked in the task two/supporting"):
            DecisionWriter(own, "ann").form(item, {where: "yes"}).result()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--task", "nonsense"], "The project has no task 'nonsense'; it has: two/supporting, two/key"),
        (["--task", "key"], "two/key has no open question now"),
        (["--task", "third"], "two/third has no open question now"),
        (["--task", "supporting", "--only", "undecided"], "No cell of two/supporting is undecided now"),
        (["--task", "supporting", "--only", "unsure"], "No answer is “unsure”"),
        (["--task", "supporting", "--only", "by:zoe"], "Nobody called 'zoe'"),
        (["--task", "supporting", "--only", "green"], "unassigned, changed, by:PERSON, from:PERSON or keys:FILE"),
        (["--task", "supporting", "--round", "2"], "ann has no answer in two/supporting yet"),
        (["--task", "opinions", "--only", "unsure"], "two/opinions is a writing task"),
        (["--only", "undecided"], "is for a task of a protocol"),
        (["--round", "2"], "--round is for a task of a protocol"),
        (["--task", "flagged", "--no-flags"], "shows a judge's flags to people"),
    ],
)
def test_what_cannot_be_packed_is_refused_in_a_sentence(
    project: Path, tmp_path: Path, words: list[str], message: str
) -> None:
    said = refused("campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--for", "ann", *words)
    assert message in said
    assert not packed(tmp_path, "ann").exists() and rows(project, "SELECT count(*) FROM package") == [(0,)]


def test_nobody_is_handed_a_cell_twice(project: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys.txt"
    keys.write_text("k1\n", "utf-8")
    pack(project, "--task", "supporting", "--only", f"keys:{keys}", "--for", "ann")
    assert handed(packed(tmp_path, "ann")) == [("two/supporting", *place) for place in PARAGRAPHS[2:]]
    packed(tmp_path, "ann").rename(tmp_path / "first.galley")
    pack(project, "--task", "supporting", "--for", "ann")
    assert handed(packed(tmp_path, "ann")) == [("two/supporting", *place) for place in PARAGRAPHS[:2]]
    packed(tmp_path, "ann").unlink()
    said = refused("campaign", "pack", "--project", str(project), "--out", str(tmp_path), "--for", "ann", "--task",
    "supporting")
    assert "ann has all that two/supporting asks now in a package already" in said
    keys.write_text("k1\nk7\n", "utf-8")
    words = ["--task", "supporting", "--only", f"keys:{keys}", "--for", "ben"]
    assert "line 2: the project has no item 'k7'" in refused(
        "campaign", "pack", "--project", str(project), "--out", str(tmp_path), *words
    )


def test_flags_on_what_a_task_owns_and_does_not_ask_count_nowhere(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record("k0"), name="study.galley") as opened:
        project = opened.path
    run(
        "campaign", "protocol", "use", "dial-summer", "--project", str(project)
    )  # asks whole summaries; the flags are on places
    assert check(project) == [] and rows(project, "SELECT count(*) FROM trust") == [(0,)]


def test_shows_says_what_else_goes_along(tmp_path: Path) -> None:
    project = study(tmp_path, ('shows = ["dialogue", "article"]', 'shows = ["dialogue", "judges", "names", "others"]'))
    both_say(project, "ynyn", "ynyn")
    pack(project, "--task", "supporting", "--for", "cat", "--each", "1")
    said = "SELECT DISTINCT name, kind FROM verdict JOIN annotator ON annotator.id = annotator_id ORDER BY name"
    expected = [("a judge", "judge"), ("ann", "human"), ("ben", "human")]
    assert rows(packed(tmp_path, "cat"), said) == expected and check(packed(tmp_path, "cat")) == []


def test_units_are_dealt_by_their_speaker_where_they_are_answered_too(tmp_path: Path) -> None:
    toml = """
format = 1
id = "mine"
name = "Mine"

[[task]]
id = "turns"
kind = "answer"
criteria = ["dial-summer/missed-turn"]
people = 1
deal = "speaker"
"""
    (tmp_path / "mine.toml").write_text(toml, "utf-8")
    with building.project(tmp_path, building.record("k0"), name="study.galley") as opened:
        project = opened.path
    run("campaign", "protocol", "use", str(tmp_path / "mine.toml"), "--project", str(project))
    pack(project, "--task", "turns", "--for", "ann", "--for", "ben")
    turns = {who: {unit for *_, unit in handed(packed(tmp_path, who))} for who in ("ann", "ben")}
    assert sorted(map(sorted, turns.values())) == [["dialogue:0", "dialogue:2"], ["dialogue:1"]], "Ann's, and Bo's"


def test_unassigned_items_are_those_that_no_package_of_the_task_holds(project: Path, tmp_path: Path) -> None:
    pack(project, "--for", "zoe")
    pack(project, "--task", "supporting", "--for", "ann", "--size", "1")
    pack(project, "--task", "supporting", "--for", "ben", "--only", "unassigned")
    first, second = ({key for _, key, _ in handed(packed(tmp_path, who))} for who in ("ann", "ben"))
    assert len(first) == len(second) == 1 and first != second


def test_the_options_of_before_mean_what_only_says(project: Path, tmp_path: Path) -> None:
    pack(project, "--task", "supporting", "--for", "ann", "--size", "1")
    pack(project, "--task", "supporting", "--for", "ben", "--fresh")
    first, second = ({key for _, key, _ in handed(packed(tmp_path, who))} for who in ("ann", "ben"))
    assert first and first.isdisjoint(second)
    shown = run("campaign", "pack", "--help").output
    assert "--fresh" not in shown and "--changed" not in shown and "unassigned" in shown
    words = ("pack", "--project", str(project), "--out", str(tmp_path / "more"), "--task", "supporting", "--for", "cat")
    for old, word in (("--fresh", "unassigned"), ("--changed", "changed")):
        assert f"{old} means --only {word}" in refused(*words, old, "--only", "undecided")
    assert "in an earlier package" in refused(*words, "--only", "unassigned")
