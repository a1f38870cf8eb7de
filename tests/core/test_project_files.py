"""A project file in trouble: no room, no permission, gone, taken, newer, foreign, damaged. One sentence each, nothing
lost, nothing half done."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from galley.core.domain import ChangeSet
from galley.core.errors import (
    InputError,
    NewerProject,
    NotAProject,
    ProjectGone,
    ProjectLocked,
    ProjectReadOnly,
    StorageFull,
)
from galley.core.exports.registry import export
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import project_file
from tests.core.building import record
from tests.core.made import bring

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed project with one item."""
    found = tmp_path / "a.galley"
    with Project.create(found) as project:
        bring(project, [record()], tmp_path)
    return found


def counts(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Rows of the tables that matter."""
    return tuple(
        connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in ("item", "document", "unit", "verdict", "decision", "note", "item_text_docsize")
    )


# What the file is ------------------------------------------------------------------------------------------------


def test_a_closed_project_is_one_file(path: Path) -> None:
    assert [p.name for p in path.parent.iterdir() if p.name.startswith(("a.galley", ".a.galley"))] == ["a.galley"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no project at"),
        (b"", "is not a Galley project"),
        (b"\x00" * 5000, "is not a Galley project"),
        (b"key,summary\na,b\n" * 100, "is not a Galley project"),
        (b"SQLite format 3\x00" + b"\x00" * 20, "is not a Galley project"),
    ],
    ids=["missing", "empty", "binary", "text", "cut in the header"],
)
def test_what_is_no_project_says_so(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "x.galley"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(NotAProject, match=said):
        Project.open(path)
    assert path.exists() == (content is not None) and (content is None or path.read_bytes() == content)


def test_a_folder_and_another_programs_database_are_no_projects(tmp_path: Path) -> None:
    with pytest.raises(NotAProject, match="is a folder"):
        Project.open(tmp_path)
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE t (x)")
    with pytest.raises(NotAProject, match="another program"):
        Project.open(foreign)


def test_a_newer_project_is_not_touched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(NewerProject, match=r"schema 999.*update Galley"):
        Project.open(path)
    assert path.read_bytes() == before


def test_a_cut_off_project_says_so(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    try:
        with Project.open(path) as project:
            project.read_connection().execute("SELECT count(*) FROM setting").fetchone()
    except NotAProject as error:
        assert "damaged" in str(error)
    assert any("damaged" in line for line in check(path))


def test_a_damaged_first_page_says_so(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xee" * 3996
    path.write_bytes(data)
    with pytest.raises(NotAProject, match="damaged"):
        Project.open(path)


def test_nothing_is_made_over_what_is_there(path: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="exists already"):
        Project.create(path)
    with pytest.raises(InputError, match="No project can be made"):
        Project.create(tmp_path / "none" / "a.galley")


# Who else has it -------------------------------------------------------------------------------------------------


def test_the_second_to_open_it_reads(path: Path) -> None:
    with Project.open(path) as first, Project.open(path) as second:
        assert first.writable and not second.writable
        assert second.notices == ["a.galley is open read-only: it is already open in another window."]
        DecisionWriter(first, "ann").note(1, None, "seen at once").result()
        assert second.read_connection().execute("SELECT text FROM note").fetchall() == [("seen at once",)]
        with pytest.raises(ProjectReadOnly):
            second.write(lambda connection: ChangeSet())
    with Project.open(path) as third:
        assert third.writable


def test_a_lock_by_another_program_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_file, "BUSY_MS", 50)
    with Project.open(path) as project, closing(sqlite3.connect(path, isolation_level=None)) as other:
        desk = DecisionWriter(project, "ann")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ProjectLocked, match="another program"):
            desk.note(1, None, "lost?").result()
        other.execute("ROLLBACK")
        desk.note(1, None, "not lost").result()
        assert project.read_connection().execute("SELECT text FROM note").fetchall() == [("not lost",)]


def test_deleted_or_moved_while_open(path: Path) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "before").result()
        away = path.rename(path.with_name("away.galley"))
        with pytest.raises(ProjectGone, match="deleted, moved or replaced"):
            desk.note(1, None, "while away").result()
        away.rename(path)
        desk.note(1, None, "after").result()
        assert project.read_connection().execute("SELECT text FROM note").fetchall() == [("after",)]
        path.unlink()
        with pytest.raises(ProjectGone):
            desk.note(1, None, "never").result()


# Room and permission ---------------------------------------------------------------------------------------------


def test_a_full_disk_undoes_the_import_and_keeps_the_decisions(path: Path, tmp_path: Path) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "kept").result()
        before = counts(project.read_connection())

        def limit(connection: sqlite3.Connection) -> ChangeSet:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages + 20}")
            return ChangeSet()

        project.write(limit).result()
        many = [record(str(n), meta={"filler": "x" * 5_000}) for n in range(500)]
        with pytest.raises(StorageFull, match="is full; nothing was changed"):
            bring(project, many, tmp_path)
        assert counts(project.read_connection()) == before
        desk.note(1, None, "small things still fit").result()
    assert check(path) == []


FULL_DISK = """
import sys
from pathlib import Path
from galley.core.errors import StorageFull
from galley.core.exports.registry import export
from galley.core.project.check import check
from galley.core.review.decision_writer import DecisionWriter
from galley.core.project.project import Project
from tests.core.building import record
from tests.core.made import bring

disk, elsewhere = Path(sys.argv[1]), Path(sys.argv[2])
(disk / "ballast").write_bytes(b"x" * 300_000)
with Project.create(disk / "a.galley") as project:
    bring(project, [record(str(n)) for n in range(20)], elsewhere)
    desk = DecisionWriter(project, "ann")
    desk.note(1, None, "kept").result()
    try:
        bring(project, [record("more" + str(n), meta={"filler": "x" * 5000}) for n in range(2000)], elsewhere)
    except StorageFull as error:
        print("import:", error)
    with (disk / "ballast").open("ab", buffering=0) as stream:
        try:
            while True:
                stream.write(b"x" * 4096)
        except OSError:
            pass
    try:
        export(project, "galley", disk / "out.jsonl")
    except StorageFull as error:
        print("export:", error)
    try:
        for n in range(1000):
            desk.note(1, None, "y" * 1000 + str(n)).result()
    except StorageFull as error:
        print("decision:", error)
    (disk / "ballast").unlink()
    desk.note(2, None, "room again").result()
    print("items", project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0])
print(sorted(p.name for p in disk.iterdir() if not p.name.endswith(".backup")))
print("check", check(disk / "a.galley"))
"""


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A file system of 3 MB of its own, where the machine lets us mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size=3m tmpfs {disk}"
    tried = subprocess.run(["unshare", "-m", "sh", "-c", mount], capture_output=True, timeout=20, check=False)
    if tried.returncode:
        pytest.skip("this machine does not let the test mount a file system of its own (it needs root)")
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", f'{mount} && exec "$0" -c "$1" {disk} {tmp_path}', sys.executable, FULL_DISK],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    for what in ("import:", "export:", "decision:"):
        assert any(line.startswith(what) and "full" in line for line in lines), (what, done.stdout, done.stderr)
    assert lines[-3:] == ["items 20", "['a.galley']", "check []"], done.stdout


def as_nobody(code: str, *arguments: Path) -> subprocess.CompletedProcess[str]:
    """Run ``code`` without the right to write where others own: root gives its rights up after the imports."""
    start = "import os, sys\n"
    drop = "\nif os.getuid() == 0:\n    os.setgid(65534); os.setuid(65534)\n"
    return subprocess.run(
        [sys.executable, "-c", start + IMPORTS + drop + code, *map(str, arguments)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


IMPORTS = """
from pathlib import Path
import sqlite3, sqlite_utils, orjson
from galley.core.errors import GalleyError
from galley.core.project.project import Project
from galley.core.project import check
from galley.core.review import decision_writer, items
from galley.core.exports import registry
from galley.core.exports.registry import export
registry.names()
"""


@pytest.fixture
def open_to_all(path: Path) -> Path:
    """``path`` where every user may look, and only its owner may write."""
    for folder in (path.parent, *path.parent.parents[:3]):
        if folder.name.startswith(("test_", "pytest-", "popen")) or folder == path.parent:
            folder.chmod(0o755)
    return path


def test_a_folder_without_write_permission_is_read(open_to_all: Path) -> None:
    path = open_to_all
    path.chmod(0o666)
    path.parent.chmod(0o555)
    before = path.read_bytes()
    try:
        done = as_nobody(
            """
path = Path(sys.argv[1])
with Project.open(path) as project:
    print(project.writable, project.notices)
    print(project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0], check.check(path))
    for work in (lambda: decision_writer.DecisionWriter(project, "ann").note(1, None, "x").result(),
                 lambda: export(project, "galley", path.with_name("out.jsonl")),
                 lambda: Project.create(path.with_name("b.galley"))):
        try:
            work()
        except GalleyError as error:
            print(error)
""",
            path,
        )
    finally:
        path.parent.chmod(0o755)
    lines = done.stdout.splitlines()
    if "Permission denied" in done.stderr and not lines:
        pytest.skip("another user may not look into this machine's folder for temporary files")
    assert done.returncode == 0, done.stderr
    assert lines[0] == "False ['a.galley is open read-only: its folder may not be written.']"
    assert lines[1] == "1 []"
    assert "open read-only" in lines[2] and "cannot be written" in lines[3] and "No project can be made" in lines[4]
    assert path.read_bytes() == before
    assert sorted(p.name for p in path.parent.iterdir()) == ["a.galley", "records.jsonl"]


def test_a_file_without_write_permission_is_read(open_to_all: Path) -> None:
    path = open_to_all
    path.parent.chmod(0o777)
    path.chmod(0o444)
    done = as_nobody(
        """
with Project.open(Path(sys.argv[1])) as project:
    print(project.writable, project.notices)
    print(project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0])
""",
        path,
    )
    if "Permission denied" in done.stderr and not done.stdout:
        pytest.skip("another user may not look into this machine's folder for temporary files")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "False ['a.galley is open read-only: the file may not be written.']\n1\n"


# What is acknowledged is kept ------------------------------------------------------------------------------------

DECIDING = """
import sys
from galley.core.review.decision_writer import DecisionWriter
from galley.core.project.project import Project
with Project.open(sys.argv[1]) as project:
    desk = DecisionWriter(project, "ann")
    for n in range(1_000_000):
        print(desk.note(1, None, f"note {n}").result().about.uid, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_every_acknowledged_decision_survives_a_kill(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", DECIDING, str(path)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        told = [process.stdout.readline().strip() for _ in range(50)]
        os.kill(process.pid, signal.SIGKILL)
        told += [line.strip() for line in process.stdout if line.endswith("\n")]
    assert check(path) == [], "a check needs no other program to have closed the project"
    with Project.open(path) as project:
        assert project.writable, "the dead program's lock went with it"
        kept = {row[0] for row in project.read_connection().execute("SELECT uid FROM decision")}
    assert len(told) >= 50 and set(told) <= kept
    assert check(path) == []


# What must never be ----------------------------------------------------------------------------------------------

NEVER = {
    "UPDATE decision SET value = 'no'": "a decision is never changed",
    "DELETE FROM decision": "a decision is never deleted",
    "UPDATE document SET text = 'other'": "the text of a document is never changed",
    'UPDATE unit SET "end" = "end" - 1': "the offsets of a unit are never changed",
    "INSERT INTO unit (document_id, kind, position, start, \"end\") VALUES (1, 'turn', 9, 0, 9999)": "lies outside",
    "INSERT INTO unit (document_id, kind, position, start, \"end\") VALUES (1, 'turn', 9, 5, 4)": "CHECK",
    "INSERT INTO unit (document_id, kind, position, start, \"end\", text) VALUES (1, 'turn', 9, 0, 1, 'x')": "CHECK",
    'INSERT INTO span (verdict_id, position, start, "end") SELECT min(id), 9, 0, 9999 FROM verdict': "outside its unit",
    'INSERT INTO evidence (verdict_id, position, unit_id, start, "end", quote, match)'
    " SELECT min(id), 9, unit_id, 0, 9999, '', 'fuzzy' FROM verdict": "outside its unit",
    "INSERT INTO evidence (verdict_id, position, quote, match) SELECT min(id), 9, '', 'guessed' FROM verdict": "CHECK",
    "INSERT INTO unit (document_id, kind, position, start, \"end\") VALUES (999, 'turn', 9, 0, 0)": "FOREIGN KEY",
    "INSERT INTO document SELECT id + 99, 999, name, role, system, part, text, length, hash, meta, whole_id, units"
    " FROM document LIMIT 1": "FOREIGN KEY",
    "DELETE FROM item": "FOREIGN KEY",
    "DELETE FROM unit": "FOREIGN KEY",
    "DELETE FROM annotator": "FOREIGN KEY",
    "UPDATE verdict SET value = NULL": "CHECK",
    "UPDATE verdict SET reason = 'unsure'": "CHECK",
    "INSERT INTO decision (uid, at, reviewer_id, action, item_id) VALUES ('u', 't', 1, 'guess', 1)": "CHECK",
    "INSERT INTO decision (uid, at, reviewer_id, action, item_id) VALUES ('u', 't', 1, 'undo', 1)": "CHECK",
    "INSERT INTO decision (uid, at, reviewer_id, action, item_id, flag_id) VALUES ('u', '', 1, 'add', 1, 9)": "FOREIGN",
    "UPDATE document SET role = 'poem'": "CHECK",
    "UPDATE item SET flags = 'many'": "TEXT value in INTEGER column",
}


@pytest.mark.parametrize("statement", NEVER)
def test_the_file_refuses_what_must_never_be(path: Path, statement: str) -> None:
    with Project.open(path) as project:
        DecisionWriter(project, "ann").note(1, None, "a decision").result()
    refused = pytest.raises(sqlite3.IntegrityError, match=NEVER[statement])
    with closing(project_file.connect(path, write=True)) as connection, refused:
        connection.execute(statement)
    assert check(path) == []


def test_a_reader_cannot_write(path: Path) -> None:
    with Project.open(path) as project, pytest.raises(sqlite3.OperationalError, match="readonly"):
        project.read_connection().execute("UPDATE item SET flags = 0")


def test_an_export_needs_no_right_to_write_to_the_project(path: Path, tmp_path: Path) -> None:
    with Project.open(path, read_only=True) as project:
        assert export(project, "galley", tmp_path / "out.jsonl").counts["items"] == 1
