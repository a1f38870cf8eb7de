"""Every decision is sealed when it is made: a change of it by another program is found wherever the log is read."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner

from galley.core.campaign import answers, merge, pack
from galley.core.cli._root_command import galley
from galley.core.domain import Action
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import log_hashes
from galley.core.storage.log_row import COLUMNS, LogRow
from galley.core.storage.queries import log_branches
from tests.core import building
from tests.core.made import review
from tests.core.resealing import said, sealed
from tests.fuzz.crafted import sql

EDITS = {
    "time": "UPDATE decision SET at = '2020-01-01T00:00:00.000000+00:00' WHERE action = 'note'",
    "note": "UPDATE decision SET note = 'another' WHERE action = 'note'; UPDATE note SET text = 'another'",
    "verdict": "UPDATE decision SET value = 'yes', action = 'accept' WHERE action = 'override';"
    " UPDATE verdict SET value = 'yes' WHERE decision_id IS NOT NULL",
    "reviewer": "INSERT INTO annotator (name, kind) VALUES ('zoe', 'human');"
    " UPDATE decision SET reviewer_id = (SELECT id FROM annotator WHERE name = 'zoe');"
    " UPDATE verdict SET annotator_id = (SELECT id FROM annotator WHERE name = 'zoe') WHERE decision_id IS NOT NULL;"
    " UPDATE note SET annotator_id = (SELECT id FROM annotator WHERE name = 'zoe')",
    "seconds": "UPDATE decision SET seconds = 1.0",
    "gone": "DELETE FROM decision WHERE action = 'note'; DELETE FROM note",
    "put in": "INSERT INTO decision (id, uid, at, reviewer_id, action, item_id) SELECT 99, 'new',"
    " '2020-01-01T00:00:00.000000+00:00', reviewer_id, 'reopen', item_id FROM decision LIMIT 1",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(3)], name="home.galley") as made:
        DecisionWriter(made, "ben").accept(2, load_item_view(made.read_connection(), 2).flags()[0]).result()
        return made.path


def package(home: Path, name: str = "ann") -> Path:
    with Project.open(home) as project:
        return pack.pack(project, pack.list_package_paths([name], home.parent, home))[0].path


def decide(path: Path, who: str = "ann", item: int = 1) -> None:
    with Project.open(path) as own:
        DecisionWriter(own, who).override(item, load_item_view(own.read_connection(), item).flags()[0]).result()
        DecisionWriter(own, who).note(item, None, "as it was").result()


def taken(home: Path, *files: Path, called: dict[str, str] | None = None) -> None:
    with Project.open(home) as project:
        merge.merge(project, files, called)


def head(path: Path) -> str:
    with Project.open(path, read_only=True) as project:
        return log_hashes.log_digest(project.read_connection())


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_change_by_hand_is_found_by_check_return_and_merge(home: Path, tmp_path: Path, edit: str) -> None:
    path = package(home)
    decide(path)
    assert check(path) == []
    sql(*edit.split(";"))(path)
    assert [line for line in check(path) if "decision" in line]
    with pytest.raises(InputError, match="was changed by hand, so its answers cannot be trusted"):
        answers.write_answers(path, tmp_path / "ann.answers")
    with pytest.raises(InputError, match="was changed by hand, so its answers cannot be trusted"):
        taken(home, path)
    assert check(home) == []


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_change_of_what_was_merged_is_found_in_the_project(home: Path, tmp_path: Path, edit: str) -> None:
    path = package(home)
    decide(path)
    taken(home, path)
    assert check(home) == []
    sql(*edit.split(";"))(home)
    assert [line for line in check(home) if "decision" in line]


def test_answers_of_which_a_note_was_changed_do_not_fit_their_seal(home: Path, tmp_path: Path) -> None:
    path = package(home)
    decide(path)
    out = tmp_path / "ann.answers"
    answers.write_answers(path, out)
    first, *lines = out.read_bytes().splitlines(keepends=True)
    changed = [line.replace(b"as it was", b"otherwise") for line in lines]
    told = answers.AnswersHead(**orjson.loads(first))
    fields = {name: getattr(told, name) for name in told.__dataclass_fields__}
    out.write_bytes(orjson.dumps({**fields, "hash": answers._hash(told, changed)}) + b"\n" + b"".join(changed))
    with pytest.raises(InputError, match="was changed after it was made"):
        taken(home, out)
    taken(home, path)
    before = head(home)
    taken(home, out)  # nothing of it is new, and nothing of it comes in
    assert (head(home), check(home)) == (before, [])
    bare = [orjson.loads(line) for line in lines]
    bare[0]["decisions"][1].pop("seal")
    out.write_bytes(orjson.dumps({**fields, "hash": ""}) + b"\n" + b"".join(orjson.dumps(b) + b"\n" for b in bare))
    with pytest.raises(InputError):
        taken(home, out)


def test_the_order_of_merging_is_free(home: Path, tmp_path: Path) -> None:
    ann, bea = package(home), package(home, "bea")
    decide(ann)
    decide(bea, "bea")
    copy = Path(shutil.copy(ann, tmp_path / "copy.galley"))
    decide(copy, item=2)
    early = tmp_path / "early.answers"
    answers.write_answers(bea, early)
    decide(bea, "bea", 3)
    heads = set()
    for number, files in enumerate(((ann, bea, copy), (copy, bea, ann), (bea, copy, early, ann))):
        place = Path(shutil.copy(home, tmp_path / f"{number}.galley"))
        for file in files:
            taken(place, file, called={"ann": "ann"})
            taken(place, file, called={"ann": "ann"})
        assert check(place) == []
        heads.add(head(place))
    assert len(heads) == 1
    assert heads != {head(home)}


def test_a_copy_that_goes_on_otherwise_is_a_source_of_its_own(home: Path, tmp_path: Path) -> None:
    path = package(home)
    decide(path)
    copy = Path(shutil.copy(path, tmp_path / "copy.galley"))
    decide(path, item=2)
    decide(copy, item=3)
    found = []
    for number, files in enumerate(((path, copy), (copy, path))):
        place = Path(shutil.copy(home, tmp_path / f"{number}.galley"))
        for file in files:
            taken(place, file, called={"ann": "ann"})
        assert check(place) == []
        with Project.open(place, read_only=True) as project:
            assert log_branches.notes(project.read_connection()) == [
                "ann's package of flags/flags (another copy of it) differs from ann's package of flags/flags"
                " from its decision 2 on."
            ]
        found.append(head(place))
    assert found[0] == found[1]


def test_answers_kept_under_another_name_and_whole_projects_stay_sound(home: Path, tmp_path: Path) -> None:
    path = package(home)
    decide(path)
    taken(home, path, called={"": "ANN"})
    assert check(home) == []
    other = Path(shutil.copy(home, tmp_path / "other.galley"))
    decide(other, "zoe", 3)
    taken(home, other)
    assert check(home) == []
    decide(home, "ben", 1)
    assert check(home) == []


def test_every_kind_of_decision_has_the_content_that_its_words_have(tmp_path: Path) -> None:
    """The second way: the words of the native record, hashed by other code."""
    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(3)]) as project:
        review(project, [("ann", action, n, n * 3, f"note {n}") for n, action in enumerate([*Action] * 12)])
        path = project.path
    found = answers.of_project(path)
    kept = {seal.uid: seal for seal in found.chains[0].entry_hashes}
    homes: dict[str, str] = {}
    with closing(sqlite3.connect(path)) as connection:
        homes.update(connection.execute(
            "SELECT unit.name, document.name FROM unit JOIN document ON document.id = document_id"
            " WHERE unit.text IS NOT NULL"
        ))  # fmt: skip
    seen = set()
    for item in found.items:
        for entry in item["decisions"]:
            seal = kept[entry["uid"]]
            assert seal.salt is not None
            assert sealed(seal.salt, said(item["key"], entry, homes)) == seal.content, json.dumps(entry)
            seen.add(entry["action"])
    assert seen == {action.value for action in Action}


def test_a_project_from_before_is_sealed_when_it_is_brought_up_to_date(tmp_path: Path) -> None:
    for version in (1, 2):
        old = Path(__file__).parents[1] / f"golden/project-v{version}.galley"
        path = Path(shutil.copy(old, tmp_path / f"old{version}.galley"))
        with Project.open(path) as project:
            (note,) = log_branches.notes(project.read_connection())
            assert "earlier decisions got their entry hashes only on" in note
        assert check(path) == []


def cli(*words: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(galley, [str(word) for word in words], standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.return_value or 0, done.output


def test_files_in_other_hands_are_compared(home: Path, tmp_path: Path) -> None:
    path = package(home)
    decide(path)
    mine = tmp_path / "ann.answers"
    code, told = cli("campaign", "submit", path, "--out", mine)
    assert "Log digest: " + json.loads(mine.read_bytes().splitlines()[0])["head"] in told
    code, told = cli("project", "check", home, "--against", mine)
    assert code == 1 and "the project's log lacks 2 of the 2 decisions of ann's package of flags/flags" in told
    before = Path(shutil.copy(home, tmp_path / "before.galley"))
    taken(home, mine)
    code, told = cli("project", "check", home, "--against", mine, "--against", path, "--against", before)
    assert code == 0, told
    assert "byte for byte the file that was merged" in told and f"Log digest: {head(home)}" in told
    assert "the project has the 2 decisions of ann's package of flags/flags unchanged" in told
    # somebody writes the project's log anew, so that it is sound by itself: the file finds it
    sql(
        "UPDATE decision SET note = 'another' WHERE action = 'note'", "UPDATE note SET text = 'another'",
        "INSERT INTO note_text (note_text) VALUES ('rebuild')", "DELETE FROM seal",
    )(home)  # fmt: skip
    with closing(sqlite3.connect(home)) as connection:
        rows = [LogRow(*row) for row in connection.execute(f"SELECT {COLUMNS} FROM decision ORDER BY id")]
        log_hashes.add_entry_hashes(connection, rows)
        connection.commit()
    assert check(home) == []
    code, told = cli("project", "check", home, "--against", mine)
    assert (code == 1 and "the project's log lacks" in told) or "(by ann, on 'k0', 20" in told


def test_the_head_stands_in_cards_and_reports(home: Path, tmp_path: Path) -> None:
    with Project.open(home) as project:
        export(project, "csv", tmp_path / "out.csv")
        export(project, "report", tmp_path / "out.html")
        now = log_hashes.log_digest(project.read_connection())
        DecisionWriter(project, "ben").note(1, None, "more").result()
        assert log_hashes.log_digest(project.read_connection()) != now
    for name in ("out.csv.card.json", "out.csv.card.md", "out.html"):
        assert now in (tmp_path / name).read_text("utf-8"), name


@pytest.mark.parametrize("late", [False, True], ids=["answers after", "answers before and after"])
def test_a_project_built_anew_from_its_record_takes_answers_of_its_packages(
    home: Path, tmp_path: Path, late: bool
) -> None:
    path = package(home)
    decide(path)
    if late:
        taken(home, path)
        decide(path, item=2)
    with Project.open(home) as project:
        export(project, "galley", tmp_path / "home.jsonl")
    anew = tmp_path / "anew.galley"
    with Project.create(anew) as project:
        import_files(project, IMPORTER, [tmp_path / "home.jsonl"])
    answers.write_answers(path, tmp_path / "ann.answers")
    for place in (home, anew):
        taken(place, tmp_path / "ann.answers")
        assert check(place) == []
        with Project.open(place) as project:
            export(project, "galley", place.with_suffix(".out"))
    first, second = (place.with_suffix(".out").read_text("utf-8").splitlines() for place in (home, anew))
    assert [json.loads(line) | {"galley": 0} for line in first] == [json.loads(line) | {"galley": 0} for line in second]
    with Project.open(anew) as project:
        assert merge.merge(project, [tmp_path / "ann.answers"]).new == 0
