"""A shared folder as the mailbox: what is whole is taken in, the rest is waited for or passed over with a word, and
nothing in it is ever changed."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from galley.core import new_files
from galley.core.campaign import answers, merge, pack, shared_folder
from galley.core.campaign.merge_report import MergeReport
from galley.core.campaign.workload import AssignmentOptions
from galley.core.cli import main
from galley.core.cli._root_command import galley
from galley.core.domain import Action
from galley.core.errors import InputError, NotAProject
from galley.core.importers.sample_project import make
from galley.core.project import outgoing
from galley.core.project.project import Project
from tests.core.made import review

NAMED = blake2b(b"x", digest_size=16).hexdigest()


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.open(make(tmp_path)) as opened:
        yield opened


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    made = tmp_path / "shared"
    made.mkdir()
    return made


def handed(project: Project, shared: Path, *people: str) -> dict[str, Path]:
    wish = pack.PackageOptions(order=AssignmentOptions(size=6))
    made = shared_folder.deliver_packages(project, shared, people, lambda wanted: pack.pack(project, wanted, wish))
    return {packed.package.reviewer: packed.path for packed in made}


def answered(package: Path, home: Path, count: int = 3) -> Path:
    """The copy in which a reader has answered."""
    home.mkdir(exist_ok=True)
    copy = shared_folder.working_copy(package, home)
    with Project.open(copy) as own:
        name = own.read_connection().execute("SELECT name FROM annotator WHERE kind = 'human'").fetchone()[0]
        review(own, [(name, Action.ACCEPT, n, n * 3 + 1, "x") for n in range(count)], names=(name,))
    return copy


def sent(copy: Path, shared: Path) -> Path:
    return shared_folder.send(copy, shared, lambda path: answers.write_answers(copy, path))[1]


def taken(project: Project, shared: Path, act: shared_folder.MergeAction = merge.merge) -> MergeReport:
    with shared_folder.scratch(project.path) as scratch:
        return shared_folder.run(act, project, shared_folder.fetch(shared, scratch), {}, None)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_round_through_a_shared_folder(project: Project, shared: Path, tmp_path: Path) -> None:
    given = handed(project, shared, "ann", "ben")
    assert {path.parent.name for path in given.values()} == {"ann", "ben"}
    for path in given.values():
        assert path.name == blake2b(path.read_bytes(), digest_size=16).hexdigest() + ".galley"
    assert not list(tmp_path.glob("sample-packages-*"))
    copies = {who: answered(path, tmp_path / who) for who, path in given.items()}
    for copy in copies.values():
        sent(copy, shared)
    before = files(shared)
    assert len(before) == 4
    told = taken(project, shared, merge.preview)
    assert told.new == 6 and not told.notes
    assert project.read_connection().execute("SELECT count(*) FROM merged").fetchone()[0] == 0
    assert taken(project, shared).new == 6
    again = taken(project, shared)
    assert (again.new, again.known_decisions) == (0, 6)
    assert sent(copies["ann"], shared).name in {Path(name).name for name in files(shared)}
    assert before.items() <= files(shared).items(), "nothing is overwritten or deleted"
    assert not [path for path in tmp_path.glob("sample-*") if path.is_dir()]


def test_a_half_copied_file_counts_once_it_is_whole(project: Project, shared: Path, tmp_path: Path) -> None:
    package = handed(project, shared, "ann")["ann"]
    whole = sent(answered(package, tmp_path / "ann"), shared)
    data = whole.read_bytes()
    whole.unlink()
    half, on = threading.Event(), threading.Event()

    def copying() -> None:
        with whole.open("wb") as stream:
            stream.write(data[:100])
            stream.flush()
            half.set()
            assert on.wait(30)
            stream.write(data[100:])

    thread = threading.Thread(target=copying)
    thread.start()
    try:
        assert half.wait(30)
        report = taken(project, shared)
    finally:
        on.set()
        thread.join()
    assert report.notes == [f"ann/{whole.name} is incomplete (100 bytes); wait until the folder has synced."]
    assert not report.files
    assert taken(project, shared).new == 3


def test_a_folder_that_fills_while_it_is_read_loses_nothing(
    project: Project, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = handed(project, shared, "ann", "ben")
    copies = {who: answered(path, tmp_path / who) for who, path in given.items()}
    sent(copies["ann"], shared)
    reading, filled = threading.Event(), threading.Event()

    def other() -> None:
        assert reading.wait(30)
        sent(copies["ben"], shared)
        (shared / "ann" / f"{NAMED}.answers").write_bytes(b"")
        filled.set()

    usual = shared_folder._head

    def slow(data: bytes) -> tuple[str, str]:
        reading.set()
        assert filled.wait(30)
        return usual(data)

    monkeypatch.setattr(shared_folder, "_head", slow)
    thread = threading.Thread(target=other)
    thread.start()
    first = taken(project, shared)
    thread.join()
    assert first.new + taken(project, shared).new == 6


@pytest.mark.parametrize(
    ("name", "word"),
    [
        (f"{NAMED}.sync-conflict-20260102-030405-ABCDEFG.answers", "is a conflict copy of Syncthing"),
        (f".syncthing.{NAMED}.answers.tmp", shared_folder.BEGUN),
        (f"~syncthing~{NAMED}.answers.tmp", shared_folder.BEGUN),
        (f"{NAMED} (Ann's conflicted copy 2026-01-02).answers", "is a conflict copy of Dropbox or Nextcloud"),
        (f"{NAMED} (In Konflikt stehende Kopie).answers", "is a conflict copy of Dropbox or Nextcloud"),
        (f"{NAMED}-DESKTOP-AB12CD.answers", "is a copy that OneDrive, Google Drive or somebody made"),
        (f"{NAMED} (1).answers", "is a copy that OneDrive, Google Drive or somebody made"),
        (f"{NAMED}.answers.part", shared_folder.BEGUN),
        (f"{NAMED}.answers.filepart", shared_folder.BEGUN),
        (f"{NAMED}.answers.crdownload", shared_folder.BEGUN),
        (f".{NAMED}.12-0123abcd-ef01.part.answers", shared_folder.BEGUN),
        (f"~${NAMED}.answers", "is a lock file of a program that has a file open"),
        ("my.answers", "does not have the name that Galley gave it"),
    ],
)
def test_what_tools_that_sync_leave_is_passed_over_with_a_word(
    project: Project, shared: Path, tmp_path: Path, name: str, word: str
) -> None:
    package = handed(project, shared, "ann")["ann"]
    whole = sent(answered(package, tmp_path / "ann"), shared)
    shutil.copy(whole, shared / "ann" / name)
    report = taken(project, shared)
    assert report.notes == [f"ann/{name} {word}; it is skipped."]
    assert report.new == 3


def test_what_is_somebody_elses_business_is_not_spoken_of(project: Project, shared: Path) -> None:
    handed(project, shared, "ann")
    for name in (".stfolder", ".stversions/ann"):
        (shared / name).mkdir(parents=True)
    others = ("README.txt", "ann/.DS_Store", "ann/desktop.ini", "ann/notes.docx", f".stversions/ann/{NAMED}.answers")
    for name in others:
        (shared / name).write_text("x")
    assert taken(project, shared) == MergeReport()


def test_what_is_wrong_is_said_and_keeps_no_other_out(project: Project, shared: Path, tmp_path: Path) -> None:
    given = handed(project, shared, "ann", "ben", "cat")
    copies = {who: answered(path, tmp_path / who) for who, path in given.items()}
    ann, ben = (sent(copies[who], shared) for who in ("ann", "ben"))
    shutil.copy(ann, shared / "ben" / ann.name)  # in another's folder
    shutil.copy(ann, shared / ann.name)  # in nobody's
    edited = ben.read_bytes().replace(b'"accept"', b'"unsure"')
    bad = shared / "ben" / f"{blake2b(edited, digest_size=16).hexdigest()}.answers"
    bad.write_bytes(edited)  # whole, and not what Galley wrote
    twin = tmp_path / "twin.galley"
    shutil.copy(given["cat"], twin)
    with Project.open(twin) as own:
        review(own, [("cat", Action.OVERRIDE, 1, 4, "x")], names=("cat",))
    secret = shared / "cat" / f"{NAMED}.answers.age"
    secret.write_bytes(b"age-encryption.org/v1 ...")
    before = files(shared)
    report = taken(project, shared)
    assert report.new == 6 and len(report.files) == 2
    assert [note for note in report.notes if "edited after it was written" in note]
    other = f"ben/{ann.name} holds answers of ann; it counts after you move it to the folder of ann."
    assert other in report.notes
    assert f"{ann.name} is not in a reviewer's folder; it is skipped." in report.notes
    locked = f"cat/{secret.name} is encrypted; name the file with your private key (--identity) to merge it."
    assert locked in report.notes
    assert len(report.notes) == 4
    sent(copies["cat"], shared)
    sent(twin, shared)
    report = taken(project, shared)
    assert report.new in (1, 3) and [note for note in report.notes if "another copy of cat's package" in note]
    assert before.items() <= files(shared).items()


def test_without_rights_it_is_said_whose_they_are_to_give(
    project: Project, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused by what the system says of rights, since a superuser is refused nothing."""
    package = handed(project, shared, "ann", "ben")["ann"]
    copy = answered(package, tmp_path / "ann")
    scandir, make, access = os.scandir, new_files.make, os.access

    def refusing(act: Callable[..., Any]) -> Callable[..., Any]:
        def acting(path: Path, *rest: Any, **more: Any) -> Any:
            if isinstance(path, str | Path) and shared / "ann" in (Path(path), Path(path).parent):
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return act(path, *rest, **more)

        return acting

    monkeypatch.setattr(new_files, "make", refusing(make))
    with pytest.raises(InputError, match=r"cannot be written .Permission denied.; ask its owner"):
        sent(copy, shared)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != shared / "ann" and access(path, mode))
    with pytest.raises(InputError, match="may not be written; nothing was packed"):
        handed(project, shared, "ann")
    monkeypatch.setattr(os, "scandir", refusing(scandir))
    assert taken(project, shared).notes == ["ann cannot be read (Permission denied); its answers are left there."]
    assert os.listdir(shared / "ann") == [package.name]
    assert project.read_connection().execute("SELECT count(*) FROM package").fetchone()[0] == 2


def test_a_folder_that_refuses_is_said(project: Project, shared: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"There is no folder .*gone; make it, or see whether the share is there"):
        handed(project, tmp_path / "gone", "ann")
    with pytest.raises(InputError, match=r"gone cannot be read \(No such file or directory\); check that the"):
        taken(project, tmp_path / "gone")
    (shared / "ben").write_text("a file in the place of a folder")
    with pytest.raises(InputError, match=r"ben cannot be made .*; nothing was packed"):
        handed(project, shared, "ben")
    handed(project, shared, "a/b")
    with pytest.raises(InputError, match="a-B and a/b would have the same folder"):
        handed(project, shared, "a-B")
    assert project.read_connection().execute("SELECT reviewer FROM package").fetchall() == [("a/b",)]
    package = answered(next((shared / "a-b").iterdir()), tmp_path / "home")
    with pytest.raises(InputError, match=r"There is no folder of a/b in .*home; name the shared folder"):
        sent(package, tmp_path / "home")
    assert sent(package, shared / "a-b").parent == shared / "a-b"


def test_a_file_under_the_right_name_that_is_not_whole_is_left_as_it_is(
    project: Project, shared: Path, tmp_path: Path
) -> None:
    source = tmp_path / "ann.answers"
    source.write_bytes(b"whole")
    box = shared / "ann"
    box.mkdir()
    (box / f"{blake2b(b'whole', digest_size=16).hexdigest()}.answers").write_bytes(b"who")
    with pytest.raises(InputError, match="is incomplete; wait until the folder has synced"):
        shared_folder.put(source, box)
    assert [path.read_bytes() for path in box.iterdir()] == [b"who"]


def test_a_package_that_cannot_be_put_there_is_kept(
    project: Project, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, box: Path) -> Path:
        raise InputError(f"{box} is full.")

    monkeypatch.setattr(shared_folder, "put", full)
    with pytest.raises(InputError, match=r"ann is full. The remaining files are in .*sample-packages-"):
        handed(project, shared, "ann")
    (left,) = tmp_path.glob("sample-packages-*/*.galley")
    with Project.open(left) as own:
        assert own.read_connection().execute("SELECT count(*) FROM item").fetchone()[0] == 6


def test_a_package_in_the_shared_folder_is_copied_out_once(project: Project, shared: Path, tmp_path: Path) -> None:
    package = handed(project, shared, "ann")["ann"]
    before = files(shared)
    home = tmp_path / "home"
    copy = answered(package, home)
    assert copy == home / "sample-ann.galley"
    assert shared_folder.working_copy(package, home) == copy, "the work that was begun goes on"
    assert files(shared) == before and len(list(home.iterdir())) == 1
    assert shared_folder.working_copy(copy, tmp_path) == copy
    second = handed(project, shared, "ann")["ann"]
    assert shared_folder.working_copy(second, home) == home / "sample-ann-2.galley"
    half = shared / "ann" / f"{NAMED}.galley"
    half.write_bytes(package.read_bytes()[:5000])
    with pytest.raises(InputError, match="is incomplete; open it when the folder has synced"):
        shared_folder.working_copy(half, home)


def test_a_confidential_package_in_the_shared_folder_is_copied_nowhere_by_itself(
    project: Project, shared: Path, tmp_path: Path
) -> None:
    project.write(lambda connection: (None, outgoing.declare(connection, ()))).result()
    package = handed(project, shared, "ann")["ann"]
    before, home, own = files(shared), tmp_path / "home", tmp_path / "own"
    home.mkdir()
    with pytest.raises(InputError, match=r"belongs to a confidential project .* copy it to a permitted folder"):
        shared_folder.working_copy(package, home)
    assert not list(home.iterdir()) and files(shared) == before, "nothing was written, there or beside it"
    own.mkdir()
    copy = Path(shutil.copy(package, own / "ann.galley"))  # whose reader says where it may lie
    assert shared_folder.working_copy(copy, home) == copy
    with Project.open(copy) as opened:
        review(opened, [("ann", Action.ACCEPT, 0, 1, "x")], names=("ann",))
    sent(copy, shared)
    assert taken(project, shared).new == 1
    (shared / "ann" / f"{NAMED}.galley").write_bytes(b"x")
    with pytest.raises(NotAProject):
        shared_folder.working_copy(shared / "ann" / f"{NAMED}.galley", home)


def test_the_commands(project: Project, shared: Path, tmp_path: Path) -> None:
    project.close()
    run = CliRunner()

    def said(*words: object) -> str:
        found = run.invoke(galley, [str(word) for word in words])
        assert found.exit_code == 0, found.output or found.exception
        return found.output

    out = said("campaign", "pack", "--project", project.path, "--for", "ann", "--size", 6, "--to-folder", shared)
    assert f"{shared / 'ann'}" in out and "6 items for ann" in out
    nothing = said("campaign", "merge", "--project", project.path, "--from-folder", shared)
    assert nothing == f"There is no complete answers file in {shared} yet.\n"
    copy = answered(next((shared / "ann").iterdir()), tmp_path / "home")
    assert "3 decisions of ann" in said("campaign", "submit", copy, "--to-folder", shared)
    assert "3 new, 0 here already" in said(
        "campaign", "merge", "--project", project.path, "--from-folder", shared, "--dry-run"
    )
    assert "3 new, 0 here already" in said("campaign", "merge", "--project", project.path, "--from-folder", shared)
    assert "0 new, 3 here already" in said("campaign", "merge", "--project", project.path, "--from-folder", shared)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("merge", "x.answers", "--from-folder", "."), "Name files, or a folder with --from-folder, not both."),
        (("merge",), "Name at least one file of answers to merge."),
        (("pack", "--for", "ann", "--to-folder", ".", "--out", "."), "--to-folder says where packages go"),
        (("pack", "--for", "ann", "--to-folder", ".", "--overwrite"), "--to-folder says where packages go"),
    ],
)
def test_options_that_exclude_each_other_are_refused(
    project: Project, words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    project.close()
    assert main([*words, "--project", str(project.path)]) > 0
    assert sentence in capsys.readouterr().err


def test_a_confidential_project_hands_nothing_out_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "share").mkdir()
    with Project.open(make(tmp_path / "here")) as project:
        project.write(lambda connection: outgoing.declare(connection, ())).result()
        with pytest.raises(InputError, match="is confidential: write its copies and exports only to"):
            shared_folder.deliver_packages(project, tmp_path / "share", ["ann"], lambda wanted: [])
    assert list((tmp_path / "share").iterdir()) == []
