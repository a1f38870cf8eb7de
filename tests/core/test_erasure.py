"""What is erased is in no file of the project's folder, nor among its backups, and does not come back."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from galley.core import paths
from galley.core.campaign import answers, merge
from galley.core.errors import InputError, ProjectLocked
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project import backups, bulk_changes, erasure, outgoing
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building
from tests.core.studies import TWO, back, pack, packed, refused, run, say
from tests.core.test_bulk_acts import rows
from tests.core.test_seals import package, taken
from tests.core.test_task_packages import SUPPORTING
from tests.core.test_task_plan import places

SECRET = "Xylophonist Quagmire swallowed eleven turquoise marbles on Whitmonday"
WORDS = ["Xylophonist", "Quagmire", "turquoise", "Whitmonday", "visit-17", "zwieback"]


def secret(key: str = "visit-17") -> dict[str, object]:
    record = building.record(key)
    for document in record["documents"]:
        if document["role"] == "summary":
            document.pop("sentences", None)
            document.pop("units", None)
            document["text"] = SECRET + " in Xanadu.\n" + SECRET + " again."
        else:
            document.pop("paragraphs", None)
            document["turns"] = [{"speaker": "D", "text": SECRET + "?"}, {"speaker": "P", "text": "turquoise ones"}]
            document["role"] = "dialogue"
    for name in ("units", "verdicts", "judged", "scores"):
        record.pop(name, None)
    record["meta"] = {"patient": "Quagmire"}
    return record


@pytest.fixture
def clinic(tmp_path: Path) -> Path:
    """An item to be erased beside two others, quoted in a note, an explanation, a request and a reply of another."""
    folder = tmp_path / "clinic"
    folder.mkdir()
    with building.project(folder, building.record("k0"), building.record("k1"), name="clinic.galley") as project:
        source = tmp_path / "secret.jsonl"
        source.write_text(json.dumps(secret()) + "\n", "utf-8")
        import_files(project, IMPORTER, [source])
        item = project.read_connection().execute("SELECT id FROM item WHERE key = 'visit-17'").fetchone()[0]
        desk = DecisionWriter(project, "ann")
        desk.note(item, None, "zwieback for Quagmire").result()
        desk.note(1, None, f"as in the other: {SECRET}").result()
        DecisionWriter(project, "ben").override(1, load_item_view(project.read_connection(), 1).flags()[0]).result()
        path = project.path
    with closing(sqlite3.connect(path)) as connection, connection:
        body = json.dumps({"messages": [{"role": "user", "content": f'Example:\n{SECRET}\n"Now" this'}]})
        connection.execute(
            "INSERT INTO run (uid, annotator_id, method, provider, model, started, state, settings) VALUES"
            " ('r', (SELECT min(id) FROM annotator WHERE kind = 'judge'), 'm', 'openai', 'gpt', 'now', 'done', '{}')"
        )
        connection.execute("INSERT INTO request (hash, body) VALUES ('h', ?)", (body,))
        for one in (1, 3):
            connection.execute(
                "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, reply, attempts,"
                " at) VALUES (1, ?, (SELECT max(id) FROM document WHERE item_id = ?), 'p', 0, ?, 1, 'done', ?, 1,"
                " '2026-01-01T00:00:00+00:00')",
                (one, one, str(one), f"It says: {SECRET}."),
            )
        connection.execute("UPDATE verdict SET explanation = ? WHERE id = 1", (f"since {SECRET}",))
    assert check(path) == []
    return path


def found_in(folder: Path, words: list[str]) -> list[str]:
    return [
        f"{word} in {path}"
        for path in folder.rglob("*") if path.is_file()
        for word in words if word.encode() in path.read_bytes()
    ]  # fmt: skip


def test_not_a_byte_of_an_item_is_left(clinic: Path) -> None:
    backups.make(clinic)
    with Project.open(clinic) as project:
        bulk_changes.begin(project, "a run")
    shutil.copy(clinic, clinic.with_name("clinic.before-schema-3.backup"))
    assert found_in(clinic.parent, ["Quagmire", "visit-17"]) and found_in(paths.data_dir(), ["Quagmire"])
    before = rows(clinic, "SELECT uid, content, link FROM seal ORDER BY place")
    said = run("project", "erase", str(clinic), "--item", "visit-17", "--dry-run").output
    assert "openai (gpt) received texts of it in 1 request," in said and "Galley cannot reach snapshots" in said
    assert "Would be erased: the item visit-17, with" in said and "Would be deleted: " in said
    assert "Erased" not in said and "\nDeleted" not in said, "nothing is yet"
    assert found_in(clinic.parent, ["Quagmire"])
    said = run("project", "erase", str(clinic), "--item", "visit-17", "--confirm", "visit-17").output
    assert "Erased: the item visit-17, with" in said and "\nDeleted: " in said and "Would" not in said
    assert found_in(clinic.parent, WORDS) == []
    assert found_in(paths.data_dir(), WORDS) == []
    assert check(clinic) == []
    assert rows(clinic, "SELECT uid, content, link FROM seal ORDER BY place")[: len(before)] == before
    assert len(backups.list_backups(clinic)) == 1
    assert len(rows(clinic, "SELECT * FROM item")) == 2
    with Project.open(clinic) as project:
        DecisionWriter(project, "ann").note(1, None, "on").result()
        assert found_in(clinic.parent, WORDS) == [], "nor beside it while it is open"
    assert check(clinic) == []


def test_the_key_goes_from_running_text_and_from_the_list_of_what_left(clinic: Path) -> None:
    with Project.open(clinic) as project:
        DecisionWriter(project, "ann").note(2, None, "Like visit-17, not like visit-170 or my-visit-17.").result()
    run("export", "csv", str(clinic.parent / "visit-17.csv"), "--project", str(clinic))  # noted beside the backups
    said = run("project", "erase", str(clinic), "--item", "visit-17", "--dry-run").output
    assert "texts of the project went to visit-17.csv (export csv)" in said
    said = run("project", "erase", str(clinic), "--item", "visit-17", "--confirm", "visit-17").output
    assert "texts of the project went to visit-17.csv (export csv)" in said
    for left in clinic.parent.glob("visit-17.csv*"):
        left.unlink()
    assert rows(clinic, "SELECT text FROM note WHERE item_id = 2") == [
        ("Like [erased], not like visit-170 or my-visit-17.",)]  # fmt: skip
    assert not any(re.search(rb"(?<![\w-])visit-17(?!\w)", each.read_bytes()) for each in files(clinic))
    ((at, what, to),) = [each for each in sent(clinic) if each[1].startswith("export")]
    assert at[:10] == datetime.now(UTC).date().isoformat() and (what, to) == ("export csv", "[erased].csv")
    assert check(clinic) == []


def files(clinic: Path) -> list[Path]:
    return [each for home in (clinic.parent, paths.data_dir()) for each in home.rglob("*") if each.is_file()]


def sent(path: Path) -> list[tuple[str, str, str]]:
    with Project.open(path, read_only=True) as project:
        return outgoing.list_sent(project.read_connection())


@pytest.mark.parametrize("what", [("--item", "k1"), ("--person", "ben")])
def test_the_totals_of_tasks_are_those_of_what_is_left(tmp_path: Path, what: tuple[str, str]) -> None:
    records = []
    for n in range(3):
        talk = {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "Ann", "text": f"Is ferry {n} late now?"}]}
        article = {"id": "article", "role": "article", "paragraphs": [f"Ferry {n} is at ten.", f"Its number is {n}."]}
        records.append(building.record(f"k{n}", documents=[talk, article], verdicts=[], judged=[]))
    toml = tmp_path / "two.toml"
    toml.write_text(TWO, "utf-8")
    with building.project(tmp_path, *records, name="study.galley") as opened:
        project = opened.path
    run("campaign", "protocol", "use", str(toml), "--project", str(project))
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, value in (("ann", "yes"), ("ben", "no")):
        say(packed(tmp_path, who), who, SUPPORTING, dict.fromkeys(places(3), value))
        back(project, packed(tmp_path, who))
    run("project", "erase", str(project), *what, "--confirm", what[1])
    assert check(project) == []
    by_hand = rows(project, "SELECT sum(asked), sum(undecided) FROM task_item JOIN task ON task.id = task_id WHERE"
                            " task.name = 'two/supporting'")  # fmt: skip
    totals = "SELECT asked, undecided FROM task_total JOIN task ON task.id = task_id WHERE task.name = 'two/supporting'"
    assert rows(project, totals) == by_hand == [(4, 4) if what[0] == "--item" else (6, 0)]


def test_who_was_only_handed_something_or_has_a_role_is_erased_too(clinic: Path) -> None:
    package(clinic, "zoe").unlink()
    run("campaign", "roles", "mira=lead", "otto=adjudicator", "--project", str(clinic))
    for who in ("zoe", "otto"):
        run("project", "erase", str(clinic), "--person", who, "--confirm", who)
        assert not any(re.search(rf"\b{who}\b".encode(), each.read_bytes()) for each in files(clinic))
    assert check(clinic) == []
    assert "Nobody called nadja has a part in clinic.galley" in refused("project", "erase", str(clinic), "--person",
    "nadja")


def test_an_erased_item_is_refused_when_it_comes_again(clinic: Path, tmp_path: Path) -> None:
    file = package(clinic)
    with Project.open(file) as own:
        item = own.read_connection().execute("SELECT id FROM item WHERE key = 'visit-17'").fetchone()[0]
        DecisionWriter(own, "ann").note(item, None, "zwieback").result()
        DecisionWriter(own, "ann").note(1, None, "fine").result()
    mine = tmp_path / "ann.answers"
    answers.write_answers(file, mine)
    taken(clinic, mine)
    told = erasure.erase(clinic, item="visit-17")
    assert any("ann holds a package" in line for line in told.lines())
    with Project.open(clinic) as project:
        for key in ("visit-17", "another-key"):
            source = tmp_path / f"{key}.jsonl"
            source.write_text(json.dumps(secret(key)) + "\n", "utf-8")
            with pytest.raises(InputError, match="was erased from this project"):
                import_files(project, IMPORTER, [source])
        with Project.open(file) as own:
            DecisionWriter(own, "ann").note(item, None, "zwieback once more").result()
            DecisionWriter(own, "ann").note(1, None, "and more").result()
        answers.write_answers(file, mine, overwrite=True)
        report = merge.merge(project, [mine])
        assert any("visit-17 was erased" in line for line in report.format_lines())
        assert report.new == 1
    assert check(clinic) == []
    bulk_changes.forget(clinic)
    assert found_in(clinic.parent, ["zwieback"]) == [f"zwieback in {file}"]


def test_a_person_is_erased(clinic: Path, tmp_path: Path) -> None:
    file = package(clinic, "ben")
    told = run("project", "erase", str(clinic), "--person", "ben", "--confirm", "ben").output
    assert "ben holds a package" in told
    file.unlink()
    assert rows(clinic, "SELECT * FROM annotator WHERE name = 'ben'") == []
    text = Path(clinic).read_bytes()
    assert not re.search(rb"\bben\b", text)
    assert check(clinic) == []
    with Project.open(clinic) as project, pytest.raises(InputError, match="what ben said was erased"):
        DecisionWriter(project, "ben").note(1, None, "again").result()


def test_a_late_file_of_an_erased_person_says_so(clinic: Path) -> None:
    """The merge said that the file was edited."""
    file = package(clinic, "ben")
    with Project.open(file) as own:
        DecisionWriter(own, "ben").note(1, None, "late").result()
    late = clinic.parent / "late.answers"
    answers.write_answers(file, late)
    run("project", "erase", str(clinic), "--person", "ben", "--confirm", "ben")
    before = rows(clinic, "SELECT count(*) FROM decision")
    said = refused("campaign", "merge", str(late), "--project", str(clinic))
    assert "late.answers is from ben, who was erased from this project; leave the file out and delete it." in said
    assert rows(clinic, "SELECT count(*) FROM decision") == before and check(clinic) == []


def test_items_with_the_same_text_go_together_or_not_at_all(clinic: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps(secret("visit-18")) + "\n", "utf-8")
    with Project.open(clinic) as project:
        import_files(project, IMPORTER, [more])
        with pytest.raises(ProjectLocked):
            erasure.erase(clinic, item="visit-17", same_text=True)
    with pytest.raises(InputError, match=r"in other items too \(visit-18\).*--with-same-text"):
        erasure.erase(clinic, item="visit-17")
    erasure.erase(clinic, item="visit-17", same_text=True)
    assert found_in(clinic.parent, [*WORDS, "visit-18"]) == []
    for wrong, words in (({"item": "no"}, "no item no"), ({"person": "no"}, "Nobody called no"), ({}, "Name one item")):
        with pytest.raises(InputError, match=words):
            erasure.erase(clinic, **wrong)


KILLED = """
import os, sys, signal
from pathlib import Path
from galley.core.project import erasure, bulk_changes
what, path, at = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
count = 0
def seen(frame, event, arg):
    global count
    if "galley" in frame.f_code.co_filename or "core/" in frame.f_code.co_filename:
        count += 1
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)
import sqlite3, shutil
sys.setprofile(seen)
erasure.erase(path, item="visit-17") if what == "erase" else bulk_changes.undo(path, also_later=True)
sys.setprofile(None)
print(count)
"""


@pytest.mark.parametrize("what", ["erase", "undo"])
def test_killed_anywhere_it_is_the_old_or_the_new_state(clinic: Path, tmp_path: Path, what: str) -> None:
    place = bulk_changes.place(clinic)
    snapshot = place.read_bytes()
    whole = clinic.read_bytes()

    def child(at: int) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", KILLED, what, str(clinic), str(at)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    done = child(0)
    assert done.returncode == 0, done.stderr
    total = int(done.stdout)
    after = state(clinic)
    clinic.write_bytes(whole)
    before = state(clinic)
    seen = set()
    places = [*(int(total * part) for part in (0.05, 0.3, 0.6, 0.8, 0.9, 0.95, 0.98)), total - 8, total - 4, total - 2]
    for at in places:
        clinic.write_bytes(whole)
        place.write_bytes(snapshot)
        assert child(at).returncode == -9
        with Project.open(clinic):
            pass
        assert check(clinic) == []
        now = state(clinic)
        assert now in (before, after)
        seen.add(now == after)
        if now == after and what == "erase":
            assert found_in(clinic.parent, WORDS) == [] and found_in(paths.data_dir(), WORDS) == []
    assert seen == {False, True}


def state(path: Path) -> object:
    return rows(path, "SELECT key FROM item ORDER BY 1"), rows(path, "SELECT uid FROM decision ORDER BY 1")
