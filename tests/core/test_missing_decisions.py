"""A decision that is gone from the log is accounted for by a sealed entry, or `check` says so."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from galley.core.cli import galley
from galley.core.exports.registry import export
from galley.core.project import bulk_changes, erasure
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.item_state import refold
from galley.core.review.items import load_item_view
from galley.core.review.progress import tally_all
from galley.core.storage import log_hashes
from galley.core.storage.queries import log_branches
from tests.core import building


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    with building.project(tmp_path, *[building.record(f"k{n}") for n in range(3)], name="a.galley") as made:
        for who in ("ann", "ben"):
            for item in (1, 2, 3):
                DecisionWriter(made, who).accept(item, load_item_view(made.read_connection(), item).flags()[0]).result()
    yield made.path


def forge(path: Path, why: str) -> None:
    """Hide what ben decided as somebody does who knows the file: decisions gone, seals marked, all counted anew."""
    with closing(sqlite3.connect(path)) as connection:
        mine = "uid IN (SELECT uid FROM decision WHERE reviewer_id = (SELECT id FROM annotator WHERE name = 'ben'))"
        connection.execute(f"INSERT INTO tombstone SELECT 'decision', uid FROM decision WHERE {mine}")
        salt = ", salt = NULL" if why == "erased" else ""
        if why == "back":
            pytest.importorskip("orjson")
            from galley.core.storage.entry_bytes import Contents
            from galley.core.storage.log_row import COLUMNS, LogRow

            contents = Contents(connection)
            for each in connection.execute(f"SELECT {COLUMNS} FROM decision WHERE {mine}").fetchall():
                row = LogRow(*each)
                said = contents.encode_decision(row).decode()
                connection.execute("INSERT INTO event VALUES (?, ?, 'decision', ?)", (row.uid, row.at, said))
        connection.execute(f"UPDATE seal SET away = ?{salt} WHERE {mine}", (why,))
        connection.execute("UPDATE verdict SET decision_id = NULL WHERE decision_id IS NOT NULL AND annotator_id ="
                           " (SELECT id FROM annotator WHERE name = 'ben')")  # fmt: skip
        connection.execute("DELETE FROM verdict WHERE annotator_id = (SELECT id FROM annotator WHERE name = 'ben')")
        connection.execute(f"DELETE FROM decision WHERE {mine}")
        for item in (1, 2, 3):
            refold(connection, item)
        tally_all(connection, [1, 2, 3])
        connection.execute("DELETE FROM tombstone")
        connection.commit()


@pytest.mark.parametrize("why", ["erased", "left", "back"])
def test_decisions_that_somebody_hid_are_missed(path: Path, why: str) -> None:
    """`check` said that everything was in order, and the head was the same."""
    with closing(sqlite3.connect(path)) as connection:
        head = log_hashes.log_digest(connection)
    forge(path, why)
    with closing(sqlite3.connect(path)) as connection:
        assert log_hashes.log_digest(connection) == head
    said = [line for line in check(path) if "no entry of the log says so" in line]
    words = {"erased": "erased", "left": "left out", "back": "undone"}[why]
    missing = f"3 decisions of the project itself are missing, marked as {words}"
    assert said == [f"{missing}, and no entry of the log says so."]


def test_an_erasure_is_an_entry_with_counts(path: Path) -> None:
    erasure.erase(path, person="ann")
    erasure.erase(path, person="ben")
    assert check(path) == []
    with closing(sqlite3.connect(path)) as connection:
        notes = log_branches.notes(connection)
    said = CliRunner().invoke(galley, ["history", "--project", str(path)]).output
    assert said.count("erased a person with 3 decisions") == 2
    today = datetime.now(UTC).date().isoformat()
    assert notes == [f"3 decisions of the project itself were erased on {today}."] * 2
    with Project.open(path) as project:
        export(project, "csv", path.with_name("out.csv"))
        export(project, "report", path.with_name("out.html"))
    card = json.loads(path.with_name("out.csv.card.json").read_text("utf-8"))
    assert card["erased"] == notes and notes[0] in path.with_name("out.csv.card.md").read_text("utf-8")
    assert notes[0] in path.with_name("out.html").read_text("utf-8")


def test_a_copy_in_other_hands_says_what_is_gone(path: Path, tmp_path: Path) -> None:
    """It was told that the project has all of them as sealed, and nothing else."""
    copy = Path(shutil.copy(path, tmp_path / "before.galley"))
    erasure.erase(path, person="ben")
    said = CliRunner().invoke(galley, ["project", "check", str(path), "--against", str(copy)]).output
    assert "6 decisions of the project itself unchanged. Of these, 3 erased: they are not in" in said
    assert "were erased on" in said


def test_an_undone_bulk_change_is_accounted_for(path: Path) -> None:
    from galley.core.importers.galley import IMPORTER
    from galley.core.importers.run_import import import_files

    more = path.with_name("more.jsonl")
    more.write_text(json.dumps(building.record("k9")) + "\n", encoding="utf-8")
    with Project.open(path) as project:
        import_files(project, IMPORTER, [more])
        DecisionWriter(project, "ann").accept(4, load_item_view(project.read_connection(), 4).flags()[0]).result()
    bulk_changes.undo(path, also_later=True)
    assert check(path) == []
    assert "undid the import of more.jsonl" in CliRunner().invoke(galley, ["history", "--project", str(path)]).output


def test_a_project_of_an_earlier_version_begins_with_what_it_has(path: Path, tmp_path: Path) -> None:
    erasure.erase(path, person="ben")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE event SET said = json_remove(said, '$.missing')")
        connection.commit()
        log_hashes.account(connection, "erased", {"what": "before version 4"})
        connection.commit()
    assert not [line for line in check(Path(shutil.copy(path, tmp_path / "b.galley"))) if "no entry" in line]
