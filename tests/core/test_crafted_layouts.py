"""A project that is laid out otherwise than Galley lays one out is refused before anything is written to it, and
`galley project check` says the same."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.campaign import answers
from galley.core.errors import NotAProject
from galley.core.project import backups
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import file_trust, project_file, schema
from tests.fuzz.crafted import LAYOUTS, edit, made, plain

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("made"))


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "a.galley"))


def test_what_is_not_crafted_is_in_order(path: Path) -> None:
    assert check(path) == []
    with Project.open(path) as project:
        assert project.writable
        items.load_item_view(project.read_connection(), 1)


@pytest.mark.parametrize("what", LAYOUTS)
def test_another_layout_is_refused_and_listed(path: Path, what: str) -> None:
    LAYOUTS[what](path)
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(NotAProject) as caught:
            Project.open(path, read_only=read_only)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 2_500
    found = check(path)
    assert found and all(len(line) < 2_500 for line in found), found
    assert path.read_bytes() == before and [p.name for p in path.parent.iterdir()] == ["a.galley"]


WAYS: dict[str, Callable[[Path], object]] = {
    "as answers": answers.read_answers,
    "as answers to write": lambda path: answers.write_answers(path, path.with_suffix(".answers")),
    "for a copy to draw": lambda path: project_file.copy_project(path, path.parent / "copy"),
    "for a backup": backups.make,
}


@pytest.mark.parametrize("way", WAYS)
def test_there_is_no_way_around_it(path: Path, way: str) -> None:
    (path.parent / "copy").mkdir()
    LAYOUTS["decisions that clash are ignored"](path)
    with pytest.raises(NotAProject, match="the table 'decision' in another form than Galley makes it"):
        WAYS[way](path)


def test_statistics_and_tables_of_others_are_let_be(path: Path) -> None:
    plain("ANALYZE", "CREATE TABLE mine (id INTEGER PRIMARY KEY, x UNIQUE)", "CREATE INDEX my_x ON mine (x)")(path)
    with Project.open(path) as project:
        DecisionWriter(project, "ann").note(1, None, "kept").result()
    assert check(path) == []


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_the_known_layout_of_each_version_is_that_of_its_golden_project(version: int) -> None:
    """Read from the file here, and from the script there."""
    with closing(sqlite3.connect(f"file:{GOLDEN}/project-v{version}.galley?mode=ro", uri=True)) as connection:
        rows = connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name <> '_sqlite_migrations'"
        ).fetchall()
    assert {row[:2]: row[2:] for row in rows} == file_trust.laid_out(version)


def test_an_older_project_of_another_layout_is_refused_before_it_is_migrated(tmp_path: Path) -> None:
    path = Path(shutil.copy(GOLDEN / "project-v1.galley", tmp_path / "old.galley"))
    edit("decision", "uid TEXT NOT NULL UNIQUE", "uid TEXT NOT NULL UNIQUE ON CONFLICT IGNORE")(path)
    before = path.read_bytes()
    with pytest.raises(NotAProject, match="the table 'decision' in another form"):
        Project.open(path)
    assert path.read_bytes() == before and not list(tmp_path.glob("*.backup"))


def test_a_migration_that_was_killed_before_it_was_numbered_is_ended(tmp_path: Path) -> None:
    path = Path(shutil.copy(GOLDEN / "project-v1.galley", tmp_path / "old.galley"))
    Project.open(path).close()
    plain("PRAGMA user_version = 1")(path)
    with Project.open(path) as project:
        assert project.writable
    assert project_file.probe(path) == schema.VERSION and check(path) == []


def test_an_older_project_whose_rows_cannot_be_taken_along_is_a_sentence(tmp_path: Path) -> None:
    path = Path(shutil.copy(GOLDEN / "project-v1.galley", tmp_path / "old.galley"))
    plain("DELETE FROM criterion")(path)
    with pytest.raises(NotAProject, match="cannot be brought to schema"):
        Project.open(path)
    assert list(tmp_path.glob("*.backup")), "what was there before is kept"
