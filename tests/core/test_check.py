"""``galley project check``: silent about a sound project, and it finds what each kind of damage did."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.domain import Action
from galley.core.errors import NewerProject, NotAProject
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from tests.core.made import bring, review


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The sample project after some reviewing, as bytes."""
    path = tmp_path_factory.mktemp("reviewed") / "a.galley"
    with Project.create(path) as project:
        import_files(project, IMPORTER, [resources() / "sample" / "sample.jsonl"])
        review(project, [("ann", action, n, n * 5, f"a note {n}") for n, action in enumerate([*Action] * 4)])
        review(project, [("ann", Action.NOTE, 1, 0, "taken back"), ("ann", Action.UNDO, 0, 0, "")])
        assert check(project) == [], "also while it is open"
    return path.read_bytes()


@pytest.fixture
def path(reviewed: bytes, tmp_path: Path) -> Path:
    found = tmp_path / "a.galley"
    found.write_bytes(reviewed)
    return found


def test_a_sound_project_is_left_alone(path: Path, reviewed: bytes) -> None:
    seen: list[tuple[int, int]] = []
    assert check(path, lambda done, total: seen.append((done, total)) is None) == []
    assert hashlib.sha256(path.read_bytes()).digest() == hashlib.sha256(reviewed).digest()
    assert [p.name for p in path.parent.iterdir()] == ["a.galley"]
    assert seen[0][0] == 0 and seen[-1][0] == seen[-1][1]


DROP = "DROP TRIGGER {}"
DAMAGE = {
    "a unit outside its document": (
        [DROP.format("unit_offsets_stay"), 'UPDATE unit SET "end" = 1000000 WHERE id = 3'],
        "lies outside the text",
    ),
    "a unit moved inside its document": (
        [DROP.format("unit_offsets_stay"), 'UPDATE unit SET "end" = "end" - 1 WHERE id = 3'],
        "are not what was imported",
    ),
    "a changed text": (
        [DROP.format("document_text_stays"), "UPDATE document SET text = 'X' || substr(text, 2) WHERE id = 1"],
        "are not what was imported",
    ),
    "a speaker changed": (["UPDATE unit SET speaker = 'Eve' WHERE id = 2"], "are not what was imported"),
    "a unit gone": (["DELETE FROM unit WHERE id = 4"], "without a gap"),
    "a whole that is none": (["UPDATE document SET whole_id = whole_id + 1 WHERE id = 1"], "not the whole text"),
    "a span outside": (
        ['UPDATE span SET "end" = 100000 WHERE verdict_id = (SELECT min(verdict_id) FROM span)'],
        "a span lies outside",
    ),
    "evidence outside": (
        ['UPDATE evidence SET "end" = 100000 WHERE start IS NOT NULL AND verdict_id ='
         " (SELECT min(verdict_id) FROM evidence WHERE start IS NOT NULL)"],
        "a piece of evidence lies outside",
    ),
    "a verdict beside the log": (
        ["UPDATE verdict SET value = CASE value WHEN 'yes' THEN 'no' ELSE 'yes' END WHERE id ="
         " (SELECT max(id) FROM verdict WHERE decision_id IS NOT NULL AND value IS NOT NULL)"],
        "its verdicts do not match its decisions",
    ),
    "a decision changed": (
        [DROP.format("decision_no_update"), "UPDATE decision SET value = 'yes' WHERE action = 'override'"],
        "its verdicts do not match its decisions",
    ),
    "a note changed": (["UPDATE note SET text = 'other'"], "its notes do not match"),
    "a finish lost": (["DELETE FROM judged WHERE decision_id IS NOT NULL"], "its finished criteria do not match"),
    "an undo forgotten": (["DELETE FROM undone"], "its undone decisions do not match"),
    "flags miscounted": (["UPDATE item SET flags = flags + 1 WHERE id = 1"], "flags"),
    "flags miscounted where nobody was": (
        ["UPDATE item SET flags = 99, ties = 1 WHERE id = (SELECT min(id) FROM item WHERE id NOT IN"
         " (SELECT item_id FROM progress))"],
        "number of flags or ties",
    ),
    "progress miscounted": (["UPDATE progress SET settled = settled + 1"], "its progress"),
    "trust miscounted": (["UPDATE trust SET right = right + 1"], "judges' records"),
    "a trigger gone": ([DROP.format("decision_no_delete")], "The trigger decision_no_delete is missing"),
    "a trigger weakened": (
        [DROP.format("decision_no_delete"),
         "CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision BEGIN SELECT 1; END"],
        "decision_no_delete is not as Galley makes it",
    ),
    "a text that is not UTF-8": (
        ["UPDATE item SET dataset = CAST(x'61ff62' AS TEXT) WHERE id < 3"],
        "item holds text that is not UTF-8 (rows: 2)",
    ),
    "a key that is not UTF-8": (
        ["UPDATE unit SET speaker = 'Eve' WHERE id = 2", "UPDATE item SET key = CAST(x'61ff' AS TEXT) WHERE id = 1"],
        "item holds text that is not UTF-8 (rows: 1)",
    ),
    "a kind that there is not": (
        ["PRAGMA ignore_check_constraints = ON", "UPDATE unit SET kind = 'sent' WHERE id = 2"],
        "The table unit holds rows that Galley never writes (rows: 1)",
    ),
    "meta that is not JSON": (
        ["UPDATE document SET meta = '{' WHERE id = 1"],
        "document holds what is not JSON as meta, or not of its form (rows: 1)",
    ),
    "a dangling reference": (["DELETE FROM annotator WHERE name = 'mira'"], "points at a row of annotator"),
    "an item not in the index": (["DELETE FROM item_text_docsize WHERE id = 2"], "is not in the search index"),
    "an item of other words in the index": (
        ["INSERT INTO item_text (item_text, rowid, text) VALUES ('delete', 2, 'a')",
         "INSERT INTO item_text (rowid, text) VALUES (2, 'just three words')"],
        "in the search index with other texts",
    ),
    "notes not in the index": (["INSERT INTO note_text (note_text) VALUES ('delete-all')"], "index of the notes"),
}  # fmt: skip


@pytest.mark.parametrize("what", DAMAGE)
def test_each_damage_is_found(path: Path, what: str) -> None:
    statements, sentence = DAMAGE[what]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            before = connection.total_changes
            connection.execute(statement)
            if statement.startswith(("UPDATE", "DELETE")):
                assert connection.total_changes > before, "the test damaged nothing"
    found = check(path)
    assert any(sentence in line for line in found), found
    assert all(line.endswith(".") for line in found)


def test_a_damaged_page_is_found(path: Path) -> None:
    data = bytearray(path.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = b"\xa5" * 4096
    path.write_bytes(data)
    assert any("damaged" in line for line in check(path))


def test_a_damaged_name_in_the_schema_is_said(path: Path) -> None:
    """SQLite quotes it in its message, which is no UTF-8 then."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = CAST(x'435245415445204dff20' AS TEXT) WHERE name = 'item_ties'"
        )
        connection.commit()
    assert all("damaged" in line for line in check(path)) and check(path)
    for read_only in (False, True):
        with pytest.raises(NotAProject, match="is damaged; restore one of the backups"):
            Project.open(path, read_only=read_only)


def test_what_cannot_be_read_later_is_said_too(path: Path) -> None:
    """No bug report, which would quote the text."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE item SET dataset = CAST(x'61ff62' AS TEXT)")
        connection.commit()
    with pytest.raises(NotAProject, match="is damaged; restore one of the backups"), Project.open(path) as project:
        items.load_item_view(project.read_connection(), 1)


@pytest.mark.parametrize("change", ["unit SET kind = 'sent'", "document SET meta = '{'"])
def test_an_item_that_holds_what_is_never_written_is_said(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(f"UPDATE {change}")
        connection.commit()
    with pytest.raises(NotAProject, match="Item number 1 of this project is damaged"), Project.open(path) as project:
        items.load_item_view(project.read_connection(), 1)


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def test_a_place_that_is_a_text_is_said(path: Path) -> None:
    """No table takes one; bytes that were changed can make one."""
    with closing(sqlite3.connect(path)) as connection:
        trigger, table = (
            connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
            for name in ("unit_offsets_stay", "unit")
        )
    for statement in (
        "DROP TRIGGER unit_offsets_stay",
        "UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'unit'",
        "UPDATE unit SET \"end\" = 'a' WHERE kind <> 'whole'",
        f"UPDATE sqlite_master SET sql = {quoted(table)} WHERE name = 'unit'",
        trigger,
    ):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("PRAGMA ignore_check_constraints = ON")
            connection.execute(statement)
            connection.commit()
    assert any("damaged" in line for line in check(path))
    with pytest.raises(NotAProject, match="Item number 1 of this project is damaged"), Project.open(path) as project:
        items.load_item_view(project.read_connection(), 1)


def test_what_is_no_project_is_said_at_once(path: Path, tmp_path: Path) -> None:
    with pytest.raises(NotAProject, match="There is no project"):
        check(tmp_path / "none.galley")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    with pytest.raises(NewerProject):
        check(path)


def test_the_same_item_twice_in_a_file_is_indexed_once(tmp_path: Path) -> None:
    one = {"key": "a", "documents": [{"id": "d", "role": "article", "paragraphs": ["first words"]}]}
    two = {"key": "a", "documents": [{"id": "s", "role": "summary", "sentences": ["second words"]}]}
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [one, two, one], tmp_path)
        assert check(project) == []


def test_long_lists_are_cut(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE item SET flags = flags + 1")
        connection.commit()
    found = check(path)
    assert any("more of this kind" in line for line in found) and len(found) < 50
