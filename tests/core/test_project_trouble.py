"""What happens to a project while it is open: its disk turns read only, its file is replaced, the clock jumps, another
process reads or writes. One sentence each, nothing lost, and work goes on when the cause is gone."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import ChangeSet
from galley.core.errors import ProjectGone, ProjectReadOnly
from galley.core.project import backups, rescue
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items, log
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import FlagState
from galley.core.storage.lock import WriterLock
from tests.core.building import record
from tests.core.made import bring

ROOT = Path(__file__).resolve().parents[2]
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed project with two items."""
    found = tmp_path / "a.galley"
    with Project.create(found) as project:
        bring(project, [record("a"), record("b")], tmp_path)
    return found


def notes(path: Path) -> list[str]:
    """The texts of the notes, in the order in which they were written."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return [row[0] for row in connection.execute("SELECT note FROM decision WHERE action = 'note' ORDER BY id")]


# The disk --------------------------------------------------------------------------------------------------------

REMOUNT = """
import subprocess, sys
from pathlib import Path
from galley.core.errors import GalleyError
from galley.core.project.check import check
from galley.core.review.decision_writer import DecisionWriter
from galley.core.project.project import Project
from tests.core.building import record
from tests.core.made import bring

image, disk, elsewhere = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
def mount(*options):
    subprocess.run(["mount", *options, disk], check=True)
mount("-o", "loop", image)
project = Project.create(disk / "a.galley")
bring(project, [record()], elsewhere)
desk = DecisionWriter(project, "ann")
for n in range(5):
    desk.note(1, None, f"kept {n}").result()
mount("-o", "remount,abort")  # what the system does itself where a disk begins to fail: nothing may be written any more
try:
    desk.note(1, None, "refused").result()
except GalleyError as error:
    print("decision:", error)
print("read:", project.read_connection().execute("SELECT text FROM note").fetchall())
project.close()
subprocess.run(["umount", disk], check=True)
mount("-o", "loop", image)
with Project.open(disk / "a.galley") as project:
    DecisionWriter(project, "ann").note(1, None, "work goes on").result()
    print("log:", [row[0] for row in project.read_connection().execute("SELECT note FROM decision ORDER BY id")])
print("check", check(disk / "a.galley"))
"""


@linux
def test_a_disk_that_turns_read_only_while_open(tmp_path: Path) -> None:
    """A file system of its own that is remounted as the kernel does it in an emergency (a plain remount waits until no
    file is open for writing). That cannot be taken back, so here the disk is mounted again, as after a repair; the
    trouble that ends while the file stays open is in ``tests/gui/test_disk_trouble.py``."""
    disk, image = tmp_path / "disk", tmp_path / "image"
    disk.mkdir()
    if os.getuid() != 0 or not shutil.which("mkfs.ext4") or not shutil.which("unshare"):
        pytest.skip("making a file system of its own needs root, mkfs.ext4 and unshare")
    with image.open("wb") as stream:
        stream.truncate(16 * 2**20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True, timeout=30)
    tried = subprocess.run(
        ["unshare", "-m", "mount", "-o", "loop", image, disk], capture_output=True, timeout=30, check=False
    )
    if tried.returncode:
        pytest.skip(f"this machine does not let the test mount a file system: {tried.stderr.decode().strip()}")
    done = subprocess.run(
        ["unshare", "-m", sys.executable, "-c", REMOUNT, image, disk, tmp_path],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"decision: {disk / 'a.galley'} ") and "may" in lines[0] and "check" in lines[0]
    kept = [f"kept {n}" for n in range(5)]
    assert lines[1:] == [f"read: {[('kept 4',)]}", f"log: {[*kept, 'work goes on']}", "check []"]


# The file --------------------------------------------------------------------------------------------------------


def other_project(path: Path, tmp_path: Path) -> Path:
    """A project with an item of its own, in a folder of its own."""
    folder = tmp_path / "other"
    folder.mkdir()
    with Project.create(folder / path.name) as project:
        bring(project, [record("another")], folder)
    return folder / path.name


def test_replaced_while_open_keeps_both(path: Path, tmp_path: Path) -> None:
    other = other_project(path, tmp_path)
    before = other.read_bytes()
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "before").result()
        os.replace(other, path)
        for _ in range(2):
            with pytest.raises(ProjectGone, match=r"replaced while.*a\.kept\.galley, which holds all that was saved"):
                desk.note(1, None, "refused").result()
        assert project.read_connection().execute("SELECT count(*) FROM item").fetchone() == (2,), (
            "one still reads the old one"
        )
    kept = path.with_name("a.kept.galley")
    assert notes(kept) == ["before"] and check(kept) == []
    assert path.read_bytes() == before, "the file that came is not touched"
    assert check(path) == []
    with Project.open(kept) as project:
        DecisionWriter(project, "ann").note(1, None, "work goes on").result()
    assert sorted(p.name for p in path.parent.glob("*.galley")) == ["a.galley", "a.kept.galley"]


@pytest.mark.parametrize("folder_too", [False, True], ids=["the file", "its folder"])
def test_deleted_while_open_is_kept_when_it_is_closed(
    path: Path, tmp_path: Path, galley_home: Path, folder_too: bool
) -> None:
    deep = tmp_path / "deep"
    deep.mkdir()
    place = Path(shutil.move(path, deep / "a.galley"))
    with Project.open(place) as project:
        DecisionWriter(project, "ann").note(1, None, "before").result()
        shutil.rmtree(deep) if folder_too else place.unlink()
    (kept,) = [*deep.glob("*.kept.galley"), *galley_home.rglob("*.kept.galley")]
    assert (kept.parent == deep) is not folder_too
    assert notes(kept) == ["before"] and check(kept) == []


@linux
def test_moved_and_put_back_leaves_no_copy(path: Path) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "before").result()
        away = path.rename(path.with_name("away.galley"))
        with pytest.raises(ProjectGone, match=r"put it back to continue saving.$"):
            desk.note(1, None, "refused").result()
        assert notes(away) == ["before"], "a moved file is whole on its own"
        away.rename(path)
        desk.note(1, None, "after").result()
    assert notes(path) == ["before", "after"] and check(path) == []
    assert [p.name for p in path.parent.glob("*.galley")] == ["a.galley"]


def test_where_nothing_can_be_kept_nothing_is_promised(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rescue, "keep", lambda *_: None)
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        path.unlink()
        with pytest.raises(ProjectGone, match=r"put it back to continue saving.$"):
            desk.note(1, None, "refused").result()


# The clock -------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that can be set; stands in for ``datetime`` where the project asks for the time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *modules: Any) -> None:
        self.off = timedelta(0)
        clock = self

        class Jumping(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return datetime.now(tz) + clock.off

        for module in modules:
            monkeypatch.setattr(module, "datetime", Jumping)


def test_decisions_keep_their_order_while_the_clock_jumps(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, chance = Clock(monkeypatch, log), random.Random(5)
    with Project.open(path) as project:
        desks = [DecisionWriter(project, name) for name in ("ann", "ben")]
        told = []
        for number in range(60):
            if number % 3 == 0:  # ahead by up to ten years, back by up to five
                clock.off += timedelta(days=chance.uniform(-1825, 3650) if number % 2 else -chance.uniform(0, 1825))
            told.append(chance.choice(desks).note(1 + number % 2, None, f"{number}").result().about.uid)
        rows = project.read_connection().execute("SELECT uid, at FROM decision ORDER BY at, uid").fetchall()
        assert [uid for uid, _ in rows] == told, "the order of the times is the order of the work"
        assert len({at for _, at in rows}) == len(rows)
    assert check(path) == []


def test_undo_takes_back_the_last_decision_whatever_the_clock_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, log)
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        flag = items.load_item_view(project.read_connection(), 1).flags()[0]
        for days in (0, 4000, -4000):
            clock.off = timedelta(days=days)
            decide = desk.override if days == 4000 else desk.accept
            decide(1, flag).result()
        states = []
        for days in (-8000, 8000):
            clock.off = timedelta(days=days)
            desk.undo().result()
            states.append(items.load_item_view(project.read_connection(), 1).state(desk.reviewer, flag))
        assert states == [FlagState.OVERRIDDEN, FlagState.ACCEPTED]
        desk.redo().result()
        assert items.load_item_view(project.read_connection(), 1).state(desk.reviewer, flag) is FlagState.OVERRIDDEN
    assert check(path) == []


def test_a_clock_set_back_does_not_cost_the_newest_backup(
    path: Path, monkeypatch: pytest.MonkeyPatch, galley_home: Path
) -> None:
    clock = Clock(monkeypatch, backups)
    monkeypatch.setattr(backups, "KEPT", 2)
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        for number in range(5):
            desk.note(1, None, f"{number}").result()
            made = backups.make(path)
            assert backups.list_backups(path)[0] == made and made.decisions == number + 1
            assert not backups.due(path)
            clock.off -= timedelta(days=400)
    assert [backup.decisions for backup in backups.list_backups(path)] == [5, 4]


# Two processes ---------------------------------------------------------------------------------------------------

WRITING = """
import sys
from galley.core.review.decision_writer import DecisionWriter
from galley.core.project.project import Project
with Project.open(sys.argv[1]) as project:
    assert project.writable
    desk = DecisionWriter(project, "ann")
    print("open", flush=True)
    for line in sys.stdin:
        desk.note(1, None, line.strip()).result()
        print(line.strip(), flush=True)
print("closed", flush=True)
"""


def test_one_process_writes_and_another_reads(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITING, str(path)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as writer:  # fmt: skip
        assert writer.stdin is not None and writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        with Project.open(path) as project:
            assert not project.writable
            assert project.notices == ["a.galley is open read-only: it is already open in another window."]
            for number in range(20):
                writer.stdin.write(f"note {number}\n")
                writer.stdin.flush()
                assert writer.stdout.readline() == f"note {number}\n"
                told = project.read_connection().execute("SELECT text FROM note").fetchall()
                assert told == [(f"note {number}",)], "what was acknowledged there is seen here at once"
            with pytest.raises(ProjectReadOnly):
                project.write(lambda connection: ChangeSet())
            reader = project.read_connection()
            reader.execute("BEGIN")
            assert reader.execute("SELECT text FROM note").fetchone() == ("note 19",)
            writer.stdin.write("while one reads\n")
            writer.stdin.flush()
            assert writer.stdout.readline() == "while one reads\n", "a reader holds no writer up"
            assert reader.execute("SELECT text FROM note").fetchone() == ("note 19",), "and sees one state"
            reader.execute("COMMIT")
            assert reader.execute("SELECT text FROM note").fetchone() == ("while one reads",)
        writer.stdin.close()
        assert writer.stdout.readline() == "closed\n"
    with Project.open(path) as project:
        assert project.writable, "once the writer is gone the next may write"
        DecisionWriter(project, "ben").note(2, None, "work goes on").result()
    assert notes(path)[-2:] == ["while one reads", "work goes on"] and check(path) == []


@linux
def test_a_lock_whose_file_was_taken_away_locks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process lets go between another's opening of the lock's file and its locking: both a second and a third
    process could hold a lock then, on two files of one name."""
    project = tmp_path / "a.galley"
    first = WriterLock(project)
    real = WriterLock._take
    taken = []

    def late(self: WriterLock) -> Any:
        stream = self.path.open("a+b") if not taken else None
        if stream is None:
            return real(self)
        taken.append(stream)
        first.release()
        import fcntl

        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        return stream

    monkeypatch.setattr(WriterLock, "_take", late)
    second = WriterLock(project)
    third = WriterLock(project)
    assert second.is_held and not third.is_held
    second.release()
