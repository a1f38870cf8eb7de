"""Project files that somebody made to mislead: refused with a sentence, or opened without harm."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.campaign import pack
from galley.core.errors import GalleyError, InputError, NotAProject
from galley.core.importers.sample_project import make
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return make(tmp_path)


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


CRAFTED = {
    "a trigger that forgets decisions": (
        "CREATE TRIGGER quiet AFTER INSERT ON decision BEGIN DELETE FROM note; END",
        "trigger called 'quiet'",
    ),
    "a known trigger that does something else": (
        "CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision BEGIN SELECT 1; END",
        "trigger called 'decision_no_delete'",
    ),
    "a view": ("CREATE VIEW item_view AS SELECT * FROM item", "view called 'item_view'"),
    "a view in the place of a table": ("CREATE VIEW progress AS SELECT 1 AS annotator_id", "view called 'progress'"),
}


@pytest.mark.parametrize("what", CRAFTED)
@pytest.mark.parametrize("read_only", [False, True])
def test_triggers_and_views_of_others_are_refused(sample: Path, what: str, read_only: bool) -> None:
    statement, said = CRAFTED[what]
    if "known" in what:
        change(sample, "DROP TRIGGER decision_no_delete")
    if "place" in what:
        change(sample, "DROP TABLE progress")
    change(sample, statement)
    with pytest.raises(NotAProject, match=said) as caught:
        Project.open(sample, read_only=read_only)
    assert "\n" not in str(caught.value)
    assert not list(sample.parent.glob("*-wal"))


def test_an_older_project_with_a_stranger_is_refused_before_it_is_migrated(tmp_path: Path) -> None:
    golden = Path(__file__).resolve().parents[1] / "golden" / "project-v1.galley"
    path = tmp_path / "old.galley"
    path.write_bytes(golden.read_bytes())
    change(path, "CREATE VIEW retired AS SELECT 1")
    before = path.read_bytes()
    with pytest.raises(NotAProject, match="view called 'retired'"):
        Project.open(path)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.backup"))


def test_a_table_of_others_is_let_be(sample: Path) -> None:
    change(sample, "CREATE TABLE mine (x)", "INSERT INTO mine VALUES ('kept')")
    with Project.open(sample) as project:
        DecisionWriter(project, "ann").note(1, None, "hello").result()
    with closing(sqlite3.connect(sample)) as connection:
        assert connection.execute("SELECT x FROM mine").fetchone() == ("kept",)
    assert check(sample) == []


def test_a_missing_table_is_a_sentence(sample: Path) -> None:
    change(sample, "DROP TABLE progress", "DROP TABLE setting")
    with pytest.raises(NotAProject, match="lacks the table 'progress'"):
        Project.open(sample)


def test_a_huge_value_neither_hangs_nor_harms(sample: Path) -> None:
    """A note of 60 MB, and a setting that nests a hundred thousand times."""
    change(
        sample,
        "INSERT INTO note (annotator_id, item_id, text) SELECT 1, 1, printf('%.*c', 60000000, 'x')",
        "INSERT INTO setting (name, value) VALUES ('odd', printf('%.*c', 100000, '['))",
    )
    try:
        with Project.open(sample) as project:
            items.load_item_view(project.read_connection(), 1)
        check(sample)
    except GalleyError as error:
        assert "\n" not in str(error)


def test_a_link_is_followed_and_a_device_is_no_project(sample: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.galley"
    link.symlink_to(sample)
    with Project.open(link) as project:
        assert project.writable
    for odd in ("/dev/null", "/dev/zero"):
        with pytest.raises(GalleyError):
            Project.open(odd)
    pipe = tmp_path / "pipe.galley"
    os.mkfifo(pipe)
    with pytest.raises(GalleyError):
        Project.open(pipe)


@pytest.mark.parametrize("name", ["../outside", "a/b", "..", "con\x00", "x" * 300, "\u202eabc"])
def test_a_reviewers_name_leads_nowhere_else(sample: Path, tmp_path: Path, name: str) -> None:
    place = tmp_path / "packages"
    place.mkdir()
    before = {path for path in tmp_path.rglob("*")}
    with Project.open(sample) as project:
        try:
            wanted = pack.list_package_paths([name], place, project.path)
            pack.pack(project, wanted)
        except InputError as error:
            assert "\n" not in str(error)
    made = {path for path in tmp_path.rglob("*")} - before
    assert all(path.parent == place for path in made if path.suffix == ".galley"), made


def test_a_hot_journal_is_rolled_back_before_anybody_reads(sample: Path) -> None:
    """As a kill leaves it before the fast journal is on: the file half written, the old pages in the journal."""
    code = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA cache_size = 2')\n"
        "c.execute('BEGIN')\n"
        "c.execute('UPDATE item SET key = key || hex(randomblob(2000))')\n"
        "os._exit(0)\n"
    )
    before = sample.read_bytes()
    subprocess.run([sys.executable, "-c", code, str(sample)], check=True)
    assert sample.with_name(sample.name + "-journal").stat().st_size > 0
    assert sample.read_bytes() != before
    assert check(sample) == []
    with Project.open(sample, read_only=True) as project:
        keys = [row[0] for row in project.read_connection().execute("SELECT key FROM item")]
    assert all(len(key) < 100 for key in keys)
