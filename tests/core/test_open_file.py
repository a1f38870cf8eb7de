"""The file of a project while it is open: a plain copy of it holds what was saved, or can tell that it does not; and
where another program writes into it, nothing more is written and nothing is lost that is still held."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from galley.core import file_descriptors
from galley.core.domain import ChangeSet
from galley.core.errors import ProjectGone
from galley.core.project import backups, rescue
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import journal, open_mark, project_file
from galley.core.storage.journal import Journal
from galley.core.storage.open_mark import Elsewhere
from tests.core.building import record
from tests.core.made import bring

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


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


def copied(path: Path, name: str = "copy.galley") -> Path:
    """The file alone, as a file manager copies it, in a folder of its own; by another process, because this one would
    lose its locks on the file (see ``held``)."""
    folder = path.parent / "elsewhere"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    code = "import shutil, sys; shutil.copy(*sys.argv[1:])"
    subprocess.run([sys.executable, "-I", "-S", "-c", code, path, folder / name], check=True, timeout=30)
    return folder / name


def within(seconds: float, true: Callable[[], object]) -> bool:
    """Whether it becomes true."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


# A copy of the file alone ----------------------------------------------------------------------------------------


def test_a_copy_at_rest_holds_all_and_is_in_order(path: Path) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        for number in range(3):
            desk.note(1, None, f"{number}").result()
        time.sleep(0.5)
        desk.note(1, None, "last").result()
        assert within(journal.REST + 3, lambda: notes(copied(path))[-1:] == ["last"])
        assert within(journal.REST + 3, lambda: check(copied(path)) == [])
        assert notes(copied(path)) == ["0", "1", "2", "last"]
        assert check(path) == [], "nor is the one that is open behind anything"
    assert check(path) == []


def test_a_copy_that_lacks_something_says_so_from_the_second_decision_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        assert within(5, lambda: not project._writer._journal.behind)
        monkeypatch.setattr(journal, "REST", 30.0)
        monkeypatch.setattr(journal, "LATEST", 30.0)
        desk.note(1, None, "in the file").result()
        assert within(3, lambda: notes(copied(path)) == ["in the file"]), "the first is folded at once, with the mark"
        desk.note(1, None, "in the journal").result()
        copy = copied(path)
        said = check(copy)
        assert notes(copy) == ["in the file"]
        assert len(said) == 1 and said[0].startswith("copy.galley was copied while Galley was writing to the project")
        assert " UTC may be missing; copy the project again" in said[0]
        with Project.open(copied(path, "opened.galley")) as opened:
            assert any("copied while Galley was writing" in notice for notice in opened.notices)
    assert check(path) == [] and notes(path) == ["in the file", "in the journal"]


def test_who_never_pauses_is_folded_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "REST", 30.0)
    monkeypatch.setattr(journal, "LATEST", 0.3)
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        for number in range(8):
            desk.note(1, None, f"{number}").result()
            time.sleep(0.1)
        assert within(3, lambda: notes(copied(path)) == [f"{number}" for number in range(8)])


def test_a_reader_of_an_older_state_delays_the_folding(path: Path) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "before").result()
        with closing(project_file.connect(path, write=False)) as reader:
            assert within(4, lambda: check(copied(path)) == [])
            desk.note(1, None, "seen").result()
            assert within(4, lambda: notes(copied(path))[-1:] == ["seen"])
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM decision").fetchone()
            desk.note(1, None, "held up").result()
            time.sleep(journal.REST + 0.7)
            assert notes(copied(path))[-1:] == ["seen"], "nor can the mark come into the file: this copy cannot know"
            reader.execute("COMMIT")
        assert within(4, lambda: notes(copied(path))[-1:] == ["held up"] and check(copied(path)) == [])


def test_a_half_folded_file_is_not_taken_for_one_that_was_overwritten(path: Path) -> None:
    """While somebody reads an older state SQLite folds only the pages that nothing newer replaces, so that the file by
    itself is no state of the project, and may be no database."""
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        for number in range(30):
            desk.note(1, None, f"{number} " * 300).result()  # the file grows
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM decision").fetchone()
                desk.note(1, None, f"{number}").result()  # its last pages are others, though not more
                project.fold()
                desk.note(1, None, f"{number} again").result()
                assert project.gone() is None
    assert check(path) == [] and len(notes(path)) == 90


def test_the_mark_is_in_no_closed_project_backup_or_export(path: Path, galley_home: Path) -> None:
    with Project.open(path) as project:
        DecisionWriter(project, "ann").note(1, None, "a").result()
        made = backups.make(path)
        folder = path.parent / "copied"
        folder.mkdir()
        taken = project_file.copy_project(path, folder)
    for each in (path, made.path, taken):
        with closing(project_file.connect(each, write=False)) as connection:
            assert open_mark.read(connection) is None and check(each) == []


@posix
def test_a_large_journal_is_folded_though_nobody_pauses(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LARGE", 400_000)
    monkeypatch.setattr(journal, "AGAIN", 0.0)
    wal = path.with_name("a.galley-wal")
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        most = 0
        for number in range(150):
            desk.note(1, None, f"{number} " + "x" * 9_000).result()
            most = max(most, wal.stat().st_size)
        assert most < 1_500_000, "150 notes of 9 kB and their pages are more than 2 MB"
    assert len(notes(path)) == 150


def test_who_looks_on_is_not_told_of_a_journal_put_in_order(path: Path) -> None:
    with Project.open(path) as project:
        assert within(4, lambda: check(copied(path)) == [])
        time.sleep(0.2)
        with closing(project_file.connect(path, write=False)) as connection:
            elsewhere = Elsewhere(connection)
            done = DecisionWriter(project, "ann").note(1, None, "a").result()
            assert elsewhere.look() in (ChangeSet(frozenset({1}), (done.id,)), ChangeSet(structure=True))
            elsewhere.look()
            before = connection.execute("PRAGMA data_version").fetchone()[0]
            DecisionWriter(project, "ann").note(1, None, "b").result()
            assert elsewhere.look().decisions == (done.id + 1,)
            assert within(5, lambda: connection.execute("PRAGMA data_version").fetchone()[0] > before + 1)
            time.sleep(journal.REST)
            assert elsewhere.look() == ChangeSet(), "only the mark has changed"
            other = "UPDATE item SET split = 'x'"
            project.write(lambda writer: (writer.execute(other), ChangeSet(structure=True))).result()
            assert elsewhere.look() == ChangeSet(structure=True)


ENDING = """
import sys, time
from pathlib import Path
from galley.core.cli._run import run_guarded
from galley.core.review.decision_writer import DecisionWriter
from galley.core.project.project import Project

def work():
    with Project.open(sys.argv[1]) as project:
        desk = DecisionWriter(project, "ann")
        for n in range(1_000_000):
            desk.note(1, None, f"note {n}").result()
            print(n, flush=True)
sys.exit(run_guarded(work))
"""


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_command_that_is_told_to_end_leaves_one_whole_file(path: Path, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENDING, str(path)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        told = [process.stdout.readline() for _ in range(20)]
        process.send_signal(number)
        rest, said = process.stdout.read(), process.stderr.read()  # communicate would pass over what is read ahead
    count = len(told) + len([line for line in rest.splitlines() if line])
    assert "Traceback" not in said and process.returncode not in (0, 3)
    assert sorted(p.name for p in path.parent.iterdir() if "a.galley" in p.name) == ["a.galley"]
    assert len(notes(path)) in (count, count + 1) and check(path) == []


# Another program writes into the file ----------------------------------------------------------------------------


def foreign(path: Path, tmp_path: Path, kind: str) -> bytes:
    """What comes over the file: another project, an older state of the same, a text, nothing, the first half."""
    if kind == "another project":
        folder = tmp_path / "other"
        folder.mkdir()
        with Project.create(folder / "a.galley") as project:
            bring(project, [record("another")], folder)
        return (folder / "a.galley").read_bytes()
    if kind == "an older state":
        return (tmp_path / "older").read_bytes()
    if kind == "a text":
        return b"not found\n" * 50_000
    return b"" if kind == "nothing" else path.read_bytes()[: path.stat().st_size // 2]


KINDS = ("another project", "an older state", "a text", "nothing", "the first half")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("busy", [False, True], ids=["at rest", "at work"])
def test_overwritten_in_place_keeps_both(
    path: Path, tmp_path: Path, kind: str, busy: bool, galley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "older").write_bytes(path.read_bytes())
    told: list[ProjectGone] = []
    with Project.open(path) as project:
        project.subscribe(lambda changes: None, told.append)
        desk = DecisionWriter(project, "ann")
        for number in range(5):
            desk.note(1, None, f"{number}").result()
        assert within(9, lambda: project._writer._quiet), "all of it is in memory"
        if busy:  # a machine that stands still for a second would make it rest in the midst of what comes
            monkeypatch.setattr(journal, "REST", 60.0)
            monkeypatch.setattr(journal, "LATEST", 60.0)
            desk.note(1, None, "marks it").result()  # folded at once, and what comes then stays in the journal
            assert within(9, lambda: project._writer._journal._is_folded)
            desk.note(1, None, "in the journal").result()
        came = foreign(path, tmp_path, kind)
        with path.open("r+b") as stream:  # the file stays the same one
            stream.truncate(0)
            stream.write(came)
        if busy:
            with pytest.raises(ProjectGone, match=r"overwritten by another program.*a\.kept\.galley, which holds all"):
                desk.note(1, None, "refused").result()
        else:
            assert within(5, lambda: told)
            assert "holds all that was saved" in str(told[0])
        with pytest.raises(ProjectGone):
            desk.note(1, None, "refused again").result()
        assert isinstance(project.gone(), ProjectGone)
        assert path.read_bytes() == came
    assert path.read_bytes() == came, "nor does closing write into it"
    kept = path.with_name("a.kept.galley")
    assert notes(kept) == [*"01234", *(["marks it", "in the journal"] if busy else [])] and check(kept) == []
    assert sorted(p.name for p in path.parent.iterdir() if p.name.startswith(("a.galley", ".a"))) == ["a.galley"]
    with Project.open(kept) as project:
        DecisionWriter(project, "ann").note(1, None, "work goes on").result()
    if kind in KINDS[:2]:
        assert check(path) == [] and notes(path) == []


def test_cut_off_in_the_moment_in_which_the_journal_is_folded(
    path: Path, tmp_path: Path, galley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some of our pages were in the file then, the mark among them, and it was taken for ours until it was read."""
    rest, cut = Journal.rest, list[int]()

    def rest_late(self: Journal) -> None:
        if not cut:
            cut.append(path.stat().st_size)
            os.truncate(path, 0)
        rest(self)

    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        for number in range(3):
            desk.note(1, None, f"{number}").result()
        assert within(9, lambda: project._writer._quiet), "all of it is in memory"
        monkeypatch.setattr(Journal, "rest", rest_late)
        desk.note(1, None, "in the journal").result()
        assert within(9, lambda: cut)
        with pytest.raises(ProjectGone, match=r"overwritten by another program.*a\.kept\.galley, which holds all"):
            desk.note(1, None, "refused").result()
    kept = path.with_name("a.kept.galley")
    assert notes(kept) == [*"012", "in the journal"] and check(kept) == []


def test_what_is_in_no_memory_any_more_comes_from_the_backup_and_the_log(
    path: Path, tmp_path: Path, galley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rescue, "_from_memory", lambda *_: None)
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "backed up").result()
        made = backups.make(path)
        desk.note(2, None, "since").result()
        DecisionWriter(project, "ben").note(1, None, "by somebody new").result()
        assert within(5, lambda: check(copied(path)) == [])
        desk.undo().result()
        path.write_bytes(b"not found\n" * 50_000)
        with pytest.raises(ProjectGone, match=r"holds the backup of .* and 3 of the 3 decisions made since"):
            desk.note(1, None, "refused").result()
    kept = path.with_name("a.kept.galley")
    assert notes(kept) == ["backed up", "since", "by somebody new"] and check(kept) == []
    with closing(project_file.connect(kept, write=False)) as connection:
        assert connection.execute("SELECT count(*) FROM undone").fetchone() == (1,)
    assert made.path.exists()


def test_where_nothing_is_held_nothing_is_promised(
    path: Path, monkeypatch: pytest.MonkeyPatch, galley_home: Path
) -> None:
    monkeypatch.setattr(rescue, "_from_memory", lambda *_: None)
    with pytest.raises(ProjectGone, match=r"galley project backups .* lists what"), Project.open(path) as project:
        assert project.gone() is None
        path.write_bytes(b"not found\n" * 50_000)
        project.read_connection().execute("SELECT count(*) FROM decision").fetchone()  # a reader says the same
    assert path.read_bytes() == b"not found\n" * 50_000 and not list(path.parent.glob("*.kept*"))


def test_a_file_that_was_only_touched_is_written_to(path: Path) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        for number in range(4):
            os.utime(path, (1_000_000_000 + number, 1_000_000_000 + number))
            desk.note(1, None, f"{number}").result()
            time.sleep(0.4)
        os.utime(path)
        time.sleep(1.5)
        desk.note(1, None, "4").result()
        assert project.gone() is None
    assert notes(path) == list("01234") and check(path) == []


def test_kept_elsewhere_where_the_folder_may_not_be_written(path: Path, galley_home: Path) -> None:
    with Project.open(path) as project:
        DecisionWriter(project, "ann").note(1, None, "a").result()
        path.with_name("a.kept.galley").write_bytes(b"in the way")
        path.unlink()
    assert notes(path.with_name("a.kept-2.galley")) == ["a"]


@posix
def test_looking_at_an_open_file_leaves_its_locks(path: Path) -> None:
    """Another process that closes the last connection, as it believes, takes the journal away."""
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "a").result()
        project_file.probe(path)
        assert file_descriptors.read_head(path, 16) == project_file.SQLITE_MAGIC
        with Project.open(path) as second:
            assert not second.writable
        code = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM item'); c.close()"
        subprocess.run([sys.executable, "-c", code, str(path)], check=True, timeout=30)
        assert path.with_name("a.galley-wal").exists(), "the writer's lock says that it is in use"
        desk.note(1, None, "b").result()
    assert notes(path) == ["a", "b"] and check(path) == []


def test_random_copies_hold_all_or_say_that_they_do_not(path: Path) -> None:
    """Copies at any moment of real work: what a copy that is in order lacks is younger than the time of a fold."""
    chance = random.Random(7)
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        for number in range(12):
            for _ in range(chance.randrange(1, 6)):
                desk.note(1, None, f"{number}").result()
            saved = time.monotonic()
            time.sleep(chance.choice([0.0, 0.05, 0.3, 1.4]))
            copy, took = copied(path, f"{number}.galley"), time.monotonic() - saved
            lacks = project.read_connection().execute("SELECT count(*) FROM decision").fetchone()[0] - len(notes(copy))
            assert not lacks or check(copy) or took < 0.2, (number, lacks, took)


def test_without_a_journal_nothing_is_written_over_either(
    path: Path, galley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network share: SQLite notices a change by itself, forgets what it holds, and would go on in what came."""
    older = path.read_bytes()
    monkeypatch.setattr(project_file, "on_network", lambda _: True)
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        desk.note(1, None, "backed up").result()
        backups.make(path)
        desk.note(1, None, "since").result()
        assert check(path) == []
        path.write_bytes(older)
        with pytest.raises(ProjectGone, match=r"overwritten by another program.*and 1 of the 1 decisions made since"):
            desk.note(1, None, "refused").result()
    assert path.read_bytes() == older
    kept = path.with_name("a.kept.galley")
    assert notes(kept)[0] == "backed up" and check(kept) == []


# Killed, and opened again -----------------------------------------------------------------------------------------

OPENED = """
import sys
from galley.core.project.project import Project
with Project.open(sys.argv[1]) as project:
    print(*project.notices, sep="\\n")
"""


def opened_elsewhere(path: Path) -> str:
    """What a process of its own is told that opens and closes the project at once."""
    words = [sys.executable, "-c", OPENED, path]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.strip()


@posix
def test_a_project_whose_writer_was_killed_is_not_taken_for_a_copy_that_lacks_something(path: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", ENDING, path], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    for _ in range(20):
        last = int(child.stdout.readline())
    child.kill()
    child.communicate(timeout=30)
    wal = path.with_name(f"{path.name}-wal")
    assert wal.stat().st_size > 0, "else there was nothing to take for a lack"
    for _ in range(3):
        assert opened_elsewhere(path) == "" and check(path) == []
    assert len(notes(path)) > last and not wal.exists()
    with closing(project_file.connect(path, write=False)) as connection:
        assert open_mark.read(connection) is None


def test_a_copy_that_lacks_something_says_so_again_where_nobody_works_in_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ann")
        assert within(5, lambda: not project._writer._journal.behind)
        monkeypatch.setattr(journal, "REST", 60.0)
        monkeypatch.setattr(journal, "LATEST", 60.0)
        desk.note(1, None, "in the file").result()
        assert within(9, lambda: notes(copied(path)) == ["in the file"])
        desk.note(1, None, "in the journal").result()
        alone = copied(path)
        for _ in range(2):
            assert "copied while Galley was writing" in opened_elsewhere(alone)
