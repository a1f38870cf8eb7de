"""Windows' rules for files, kept here by a stand-in: what is open is not renamed, replaced or deleted. Nobody has run
this on Windows."""

from __future__ import annotations

import errno
import importlib.util
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from galley.core import file_descriptors, file_retry
from galley.core.campaign import answers
from galley.core.definitions import protocol_files, schemes
from galley.core.errors import GalleyError, InputError
from galley.core.new_files import replace_file
from galley.core.project.check import check
from galley.core.project.migration_counts import recount
from galley.core.project.project import Project
from galley.core.storage import lock, project_file
from galley.core.tables.preview import head_of
from tests.core.building import project


class Counted(sqlite3.Connection):
    """A connection that is listed until it is closed."""

    unclosed: list[sqlite3.Connection] = []

    def __init__(self, *given: object, **more: object) -> None:
        super().__init__(*given, **more)  # type: ignore[arg-type]
        Counted.unclosed.append(self)

    def close(self) -> None:
        super().close()
        Counted.unclosed[:] = [each for each in Counted.unclosed if each is not self]


@pytest.fixture
def unclosed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[sqlite3.Connection]]:
    """The connections that are open."""
    connect = sqlite3.connect
    Counted.unclosed.clear()
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect(*given, **more, factory=Counted))
    yield Counted.unclosed
    Counted.unclosed.clear()


@pytest.mark.parametrize("at", [0, 16, 18, 24, 28, 44, 60, 100, 105, 4096, 8200])
@pytest.mark.parametrize("what", [b"\xff" * 8, b"\x00" * 3000])
def test_nothing_stays_open_of_a_project_that_does_not_open(
    tmp_path: Path, unclosed: list[sqlite3.Connection], at: int, what: bytes
) -> None:
    made = tmp_path / "test.galley"
    project(tmp_path).close()
    assert not unclosed
    whole = made.read_bytes()
    made.write_bytes(whole[:at] + what + whole[at + len(what) :])
    for use in (
        Project.open,
        lambda path: project_file.copy_project(path, tmp_path / "copy"),
        check,
        lambda path: project_file.open_writable(path, recount),
    ):
        (tmp_path / "copy").mkdir(exist_ok=True)
        try:
            opened = use(made)
        except GalleyError:
            pass
        else:
            if isinstance(opened, Project):
                opened.close()
            elif isinstance(opened, tuple):
                opened[0].close()
        assert not unclosed, use


class Msvcrt:
    """The part of Python's module for Windows that locks bytes of files; ``held`` are those that another one has."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.error = errno.EACCES

    def locking(self, descriptor: int, mode: int, size: int) -> None:
        assert mode == self.LK_NBLCK and size == 1 and os.lseek(descriptor, 0, os.SEEK_CUR) == 0
        inode = os.fstat(descriptor).st_ino
        if inode in self.held:
            raise OSError(self.error, os.strerror(self.error))
        self.held.add(inode)


@pytest.fixture
def windows_lock(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, Msvcrt]:
    """The module of the lock as Windows loads it."""
    made = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", made)  # type: ignore[arg-type]
    with monkeypatch.context() as there:
        there.setattr(sys, "platform", "win32")
        spec = importlib.util.spec_from_file_location("lock_on_windows", lock.__file__)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module, made


def test_the_lock_as_windows_takes_it(tmp_path: Path, windows_lock: tuple[ModuleType, Msvcrt]) -> None:
    module, made = windows_lock
    here = tmp_path / "a.galley"
    first = module.WriterLock(here)
    assert first.is_held and first.why == ""
    second = module.WriterLock(here)
    assert not second.is_held and second.why == lock.TAKEN
    first.release()
    assert not first.is_held and not first.path.exists(), "deleted after it was closed: Windows would refuse before"
    made.held.clear()
    third = module.WriterLock(here)
    assert third.is_held
    third.release()


@pytest.mark.parametrize(
    ("error", "why"),
    [(errno.EWOULDBLOCK, lock.TAKEN), (errno.EACCES, lock.TAKEN), (errno.EDEADLK, lock.TAKEN)]
    + [(error, lock.LACKING) for error in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EIO)],
)
def test_a_disk_without_locks_is_no_other_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, why: str
) -> None:
    def fail(stream: object) -> None:
        raise OSError(error, os.strerror(error))

    project(tmp_path).close()
    monkeypatch.setattr(lock, "_lock", fail)
    with Project.open(tmp_path / "test.galley") as opened:
        assert not opened.writable
        assert opened.notices == [f"test.galley is open read-only: {why}."]


@pytest.mark.parametrize(
    "read",
    [project_file.probe, answers.read_answers, schemes.load_scheme, protocol_files.load, head_of],
    ids=["project", "answers", "scheme", "protocol", "data"],
)
def test_a_folder_is_named_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], object]
) -> None:
    """Windows says of a folder that is opened as a file that permission is denied."""

    def denied(path: Path, *given: object, **more: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", denied)
    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(GalleyError, match="is a folder"):
        read(tmp_path)


class Held:
    """``os.rename`` as Windows has it while another program holds the file: ``times`` times, with this error."""

    def __init__(self, times: int, code: int) -> None:
        self.times, self.code, self.asked = times, code, 0

    def replace(self, path: Path, target: Path) -> Path:
        self.asked += 1
        if self.asked <= self.times:
            error = PermissionError(errno.EACCES, "Permission denied", str(path))
            error.winerror = self.code  # type: ignore[attr-defined]
            raise error
        os.replace(path, target)
        return target


@pytest.mark.parametrize("code", [5, 32, 33])
def test_a_file_that_another_program_holds_is_tried_again_and_then_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    out = tmp_path / "out.csv"
    out.write_text("before", "utf-8")
    now = [0.0]
    monkeypatch.setattr(file_retry.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(file_retry.time, "sleep", lambda pause: now.__setitem__(0, now[0] + pause))

    def write(held: Held) -> None:
        monkeypatch.setattr(Path, "replace", lambda path, target: held.replace(path, target))
        with replace_file(out) as unfinished:
            unfinished.write_text("after", "utf-8")

    with pytest.raises(InputError, match="cannot be written"):
        write(Held(1, code))  # not on Windows: as ever
    monkeypatch.setattr(file_retry.sys, "platform", "win32")
    held = Held(10**9, code)
    with pytest.raises(InputError, match=r"out\.csv is open in another program; close it there"):
        write(held)
    assert file_retry.PATIENCE <= now[0] < file_retry.PATIENCE + 0.2 and held.asked > 20
    assert out.read_text("utf-8") == "before" and list(tmp_path.iterdir()) == [out]
    write(Held(3, code))
    assert out.read_text("utf-8") == "after" and list(tmp_path.iterdir()) == [out]


def test_a_lack_of_permission_is_not_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_retry.sys, "platform", "win32")
    held = Held(10**9, 5)
    with pytest.raises(PermissionError):
        file_retry.retry_rename(lambda: held.replace(tmp_path / "a", tmp_path / "new"), tmp_path / "new")
    assert held.asked == 1


def test_nothing_is_said_to_be_replaced_where_files_have_no_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").touch()
    assert file_descriptors.identity(tmp_path / "a") != file_descriptors.identity(tmp_path)
    real = Path.stat

    def numberless(path: Path, **more: bool) -> os.stat_result:
        found = list(real(path, **more))
        found[1] = 0
        return os.stat_result(found)

    monkeypatch.setattr(Path, "stat", numberless)
    before = file_descriptors.identity(tmp_path / "a")
    os.replace(tmp_path / "a", tmp_path / "b")
    assert file_descriptors.identity(tmp_path / "a") is None, "one that is gone is gone"
    (tmp_path / "a").touch()
    assert file_descriptors.identity(tmp_path / "a") == before


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("kind", ["unlink", "replace", "replaced", "rename"])
def test_what_is_open_is_refused_as_windows_refuses_it(tmp_path: Path, windows_rules: list[str], kind: str) -> None:
    """The rule that every test is held to (``tests/windows_rules.py``), in what Galley does; a test may do it."""
    one, two = tmp_path / "one", tmp_path / "two"
    for path in (one, two):
        path.write_text(path.name, "utf-8")
    act: Callable[[], object] = {
        "unlink": one.unlink,
        "replace": partial(one.replace, two),
        "replaced": partial(two.replace, one),
        "rename": partial(os.rename, one, two),
    }[kind]
    with one.open(encoding="utf-8"):
        with pytest.raises(PermissionError, match="it is open"):
            file_retry.retry_rename(act, one)  # as everything that Galley gives a name
        assert "which is open" in windows_rules.pop() and one.read_text("utf-8") == "one"
        act()
    with one.with_name("three").open("w", encoding="utf-8") as stream:
        stream.close()
        file_retry.retry_rename(one.with_name("three").unlink, one)
