"""Projects of every schema version open with this Galley, and older ones are backed up before they are migrated."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.errors import ProjectReadOnly
from galley.core.exports.registry import export
from galley.core.project import outgoing
from galley.core.project.check import check
from galley.core.project.migration_counts import recount
from galley.core.project.project import Project
from galley.core.storage import project_file, schema
from galley.core.storage.lock import WriterLock
from galley.core.storage.schema import VERSION
from tests.core.building import native

GOLDEN = sorted((Path(__file__).resolve().parents[1] / "golden").glob("project-v*.galley"))


def test_every_version_has_its_golden_project() -> None:
    assert [path.name for path in GOLDEN] == [f"project-v{version}.galley" for version in range(1, VERSION + 1)]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_project_opens_and_holds_what_it_held(golden: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(golden, tmp_path / "a.galley"))
    with Project.open(path) as project:
        assert project.writable
        export(project, "galley", tmp_path / "out.jsonl")
    written, kept = (tmp_path / "out.jsonl").read_bytes(), golden.with_suffix(".jsonl").read_bytes()
    if kept.startswith(b'{"galley":{'):
        assert written == kept
    else:  # the header had a line of its own when this one was made
        assert native(written) == [json.loads(line) for line in kept.splitlines()]
    assert check(path) == []
    assert [p.name for p in tmp_path.iterdir() if "-wal" in p.name or "-shm" in p.name] == []


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_project_names_no_place_of_the_machine_that_made_it(golden: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(golden, tmp_path / "a.galley"))
    with Project.open(path) as project:
        assert [to for _, _, to in outgoing.list_sent(project.read_connection()) if Path(to).is_absolute()] == []
    assert str(golden.parent).encode() not in golden.read_bytes()


def test_a_migrated_project_is_laid_out_like_a_new_one(tmp_path: Path) -> None:
    """Not only `galley project check`: the columns stand in the same order, and nothing of the old form is left."""
    path = Path(shutil.copy(GOLDEN[0], tmp_path / "old.galley"))
    Project.open(path).close()
    Project.create(tmp_path / "new.galley").close()
    query = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '%sqlite%' ORDER BY type, name"
    found = []
    for each in (path, tmp_path / "new.galley"):
        with closing(sqlite3.connect(each)) as connection:
            found.append(connection.execute(query).fetchall())
    assert found[0] == found[1]


def older(golden: Path, folder: Path) -> Path:
    """A copy that says it is of the version before the first."""
    path = Path(shutil.copy(golden, folder / "old.galley"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 0")
    return path


def test_an_older_project_is_backed_up_before_it_is_migrated(tmp_path: Path) -> None:
    path = older(GOLDEN[0], tmp_path)
    with Project.open(path):
        pass
    backup = tmp_path / f"old.before-schema-{VERSION}.backup"
    assert (project_file.probe(path), project_file.probe(backup)) == (VERSION, 0)
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT count(*) FROM decision").fetchone()[0] > 0
    assert check(path) == []


def test_a_damaged_older_project_is_not_migrated(tmp_path: Path) -> None:
    path = older(GOLDEN[0], tmp_path)
    data = bytearray(path.read_bytes())
    data[8192:16384] = b"\xff" * 8192
    path.write_bytes(data)
    with pytest.raises(project_file.NotAProject, match="damaged"):
        Project.open(path)
    assert path.read_bytes() == bytes(data)
    assert not list(tmp_path.glob("*.backup"))


def test_an_older_project_that_may_not_be_written_says_so(tmp_path: Path) -> None:
    path = older(GOLDEN[0], tmp_path)
    other = WriterLock(path)
    try:
        with pytest.raises(ProjectReadOnly, match="older schema"):
            Project.open(path)
    finally:
        other.release()
    assert project_file.probe(path) == 0


def test_a_new_project_has_every_migration_noted_as_sqlite_utils_notes_it(tmp_path: Path) -> None:
    """It is laid out without sqlite-utils, which takes most of a second to load."""
    old, new = Path(shutil.copy(GOLDEN[0], tmp_path / "old.galley")), tmp_path / "new.galley"
    Project.open(old).close()
    Project.create(new).close()
    tables = "SELECT sql FROM sqlite_master WHERE tbl_name = '_sqlite_migrations' ORDER BY name"
    rows = "SELECT id, migration_set, name FROM _sqlite_migrations"
    found = []
    for path in (old, new):
        with closing(sqlite3.connect(path)) as connection:
            found.append((connection.execute(tables).fetchall(), connection.execute(rows).fetchall()))
    assert found[0] == found[1]
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        before = "\n".join(connection.iterdump())
        schema.migrate(connection, recount)
        assert "\n".join(connection.iterdump()) == before, "there is nothing left to apply"
