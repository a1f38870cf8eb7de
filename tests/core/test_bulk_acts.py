"""Bulk acts are taken back as one, and the log says so."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.campaign import answers, merge
from galley.core.errors import Cancelled, InputError, ProjectLocked
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project import backups, bulk_changes, outgoing
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import project_file, pseudonyms
from galley.core.storage.queries import log_branches
from tests.core import building
from tests.core.studies import run
from tests.core.test_seals import decide, head, home, package, taken

__all__ = ["home"]


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def native(path: Path) -> list[str]:
    out = path.with_suffix(".jsonl")
    with Project.open(path, read_only=True) as project:
        export(project, "galley", out)
    return out.read_text("utf-8").splitlines()


def test_a_merge_is_taken_back_and_stays_in_the_log(home: Path, tmp_path: Path) -> None:
    file = package(home)
    decide(file)
    before, said = head(home), native(home)
    taken(home, file)
    merged, lines = head(home), rows(home, "SELECT uid FROM decision ORDER BY uid")
    assert "UTC, removing 2 decisions. " in run("undo-last", str(home), "--dry-run").output
    assert head(home) == merged
    run("undo-last", str(home))
    assert check(home) == []
    assert native(home) == said
    ((told,),) = rows(home, "SELECT said FROM event WHERE kind = 'back'")
    back = json.loads(str(told))
    assert (back["from"], back["to"]) == (merged, before)
    assert head(home) not in (merged, before)
    gone = {uid for (uid,) in lines} - {uid for (uid,) in rows(home, "SELECT uid FROM decision")}
    kept = {json.loads(str(said))[0] for (said,) in rows(home, "SELECT said FROM event WHERE kind = 'decision'")}
    assert kept == gone and len(gone) == 2
    with pytest.raises(InputError, match="There is no bulk change"):
        bulk_changes.undo(home)
    with closing(sqlite3.connect(home)) as connection, connection:
        connection.execute("UPDATE event SET said = replace(said, 'as it was', 'otherwise') WHERE kind = 'decision'")
    assert any("was changed afterwards" in line for line in check(home))
    with closing(sqlite3.connect(home)) as connection, connection:
        connection.execute("UPDATE event SET said = replace(said, 'otherwise', 'as it was') WHERE kind = 'decision'")
    taken(home, file)
    assert check(home) == []
    assert rows(home, "SELECT uid FROM decision ORDER BY uid") == lines


def test_an_import_is_taken_back_but_not_with_what_was_decided_since(home: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps(building.record("new")) + "\n", "utf-8")
    with Project.open(home) as project:
        import_files(project, IMPORTER, [more])
        DecisionWriter(project, "ben").note(1, None, "later").result()
        with pytest.raises(ProjectLocked, match="close it everywhere"):
            bulk_changes.undo(home)
    with pytest.raises(InputError, match=r"Decisions were made after the import of more.* \(1\), and would"):
        bulk_changes.undo(home)
    assert len(rows(home, "SELECT * FROM item")) == 4
    found = bulk_changes.undo(home, also_later=True)
    assert (found.items, found.decisions, found.later) == (1, 1, 1)
    assert len(rows(home, "SELECT * FROM item")) == 3 and check(home) == []
    with Project.open(home) as project:
        DecisionWriter(project, "ben").note(1, None, "on").result()
    assert check(home) == []


def test_it_says_what_was_set_since_and_goes_back_too_and_what_a_run_brought(home: Path, tmp_path: Path) -> None:
    file = package(home)
    decide(file)
    taken(home, file)
    plain = run("undo-last", str(home), "--dry-run").output
    assert "removing 2 decisions. The log digest goes back from" in plain
    assert "as they were then" not in plain and "as it was" not in plain
    run("campaign", "roles", "mira=lead", "--project", str(home))
    run("campaign", "revoke", "--for", "ann", "--project", str(home), "--as", "mira")
    said = run("undo-last", str(home), "--dry-run").output
    assert said.endswith(". Settings are as they were then. Revocations are as they were then.\n")
    run("undo-last", str(home), "--also-later")
    assert rows(home, "SELECT count(*) FROM void") == [(0,)] and check(home) == []
    run("judge", "offline", "--project", str(home))
    (count,) = rows(home, "SELECT count(*) FROM verdict WHERE annotator_id = (SELECT max(id) FROM annotator)")[0]
    assert count and "the run of offline of 20" in run("undo-last", str(home), "--dry-run").output
    assert f" UTC, removing {count} verdicts." in run("undo-last", str(home)).output


def test_what_a_project_keeps_to_itself_no_undo_gives_away(home: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps(building.record("new")) + "\n", "utf-8")
    with Project.open(home) as project:
        import_files(project, IMPORTER, [more])
        project.write(lambda c: outgoing.declare(c, ["openai"])).result()
        DecisionWriter(project, "ben").note(1, None, "later").result()
        project.write(pseudonyms.assign_numbers).result()
        numbers = pseudonyms.read_numbers(project.read_connection())
    assert "as they were then" not in run("undo-last", str(home), "--dry-run", "--also-later").output
    bulk_changes.undo(home, also_later=True)
    with Project.open(home) as project:
        connection = project.read_connection()
        assert outgoing.named_providers(connection) == ("openai",)
        assert numbers and pseudonyms.read_numbers(connection) == numbers


def test_an_act_that_fails_leaves_the_one_before_it_to_be_taken_back(home: Path, tmp_path: Path) -> None:
    file = package(home)
    decide(file)
    taken(home, file)
    with Project.open(home) as project, pytest.raises(Cancelled):
        merge.merge(project, [file], progress=lambda done, total: False)
    assert bulk_changes.preview(home).decisions == 2


def test_what_was_handed_out_meanwhile_is_still_known(home: Path) -> None:
    file = package(home)
    decide(file)
    taken(home, file)
    bea = package(home, "bea")
    bulk_changes.undo(home)
    decide(bea, "bea")
    taken(home, bea)
    assert check(home) == []


def test_a_snapshot_of_another_log_is_refused(home: Path) -> None:
    file = package(home)
    decide(file)
    taken(home, file)
    with closing(sqlite3.connect(bulk_changes.place(home))) as snapshot, snapshot:
        snapshot.execute("UPDATE source SET uid = 'another'")
    with pytest.raises(InputError, match="belongs to another log"):
        bulk_changes.undo(home)
    assert check(home) == []


def test_a_restored_backup_is_a_fork_and_says_so(home: Path, tmp_path: Path) -> None:
    made = backups.make(home)
    now = head(home)
    restored = tmp_path / "restored.galley"
    backups.restore(made, restored)
    with Project.open(restored) as project:
        assert log_branches.notes(project.read_connection())[0].startswith(
            f"A fork at head {now}, restored from the backup of"
        )
        DecisionWriter(project, "ben").note(1, None, "on").result()
    with Project.open(home) as project:
        DecisionWriter(project, "ben").note(1, None, "otherwise").result()
    assert check(restored) == [] and "A fork at head" in run("project", "check", str(restored)).output
    with Project.open(home) as project:
        merge.merge(project, [restored])
    assert check(home) == []


def test_answers_of_a_package_that_was_restored_are_taken_in(home: Path, tmp_path: Path) -> None:
    file = package(home)
    decide(file)
    restored = tmp_path / "again.galley"
    backups.restore(backups.make(file), restored)
    decide(restored, item=2)
    out = tmp_path / "ann.answers"
    answers.write_answers(restored, out)
    taken(home, out)
    assert check(home) == [] and len(rows(home, "SELECT * FROM decision")) == 5


def test_a_snapshot_of_bytes_is_the_copy_that_sqlite_makes(home: Path, tmp_path: Path) -> None:
    with Project.open(home) as project:
        DecisionWriter(project, "ann").note(1, None, "in the journal first").result()
        quick, slow = tmp_path / "quick.galley", tmp_path / "slow.galley"
        held = tmp_path / "held.galley"
        assert project._writer is not None
        assert project._writer.copy(tmp_path / "bytes").result()
        for each in (quick, slow, held):
            each.touch()
        project.copy(quick)
        with closing(project_file.connect(home, write=False)) as reader:
            project_file.copy(reader, slow)
            reader.execute("BEGIN")  # who reads an older state keeps the journal from being folded
            reader.execute("SELECT count(*) FROM decision").fetchone()
            DecisionWriter(project, "ann").note(1, None, "after the reader began").result()
            assert not project._writer.copy(tmp_path / "bytes").result()
            project.copy(held)
    said = {each: closing_dump(each) for each in (quick, slow, held)}
    assert said[quick] == said[slow] and check(quick) == []
    assert any("after the reader began" in line for line in said[held]) and check(held) == []
    assert not list(tmp_path.glob("*-wal"))


def closing_dump(path: Path) -> list[str]:
    """In words, without the search index."""
    with closing(sqlite3.connect(path)) as connection:
        return [line for line in connection.iterdump() if "item_text" not in line and "note_text" not in line]
