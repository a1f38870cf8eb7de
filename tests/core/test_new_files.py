"""Files that Galley makes: nobody may read them who may not read the project, none is put in the place of a project,
and what a killed program left of one goes."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from galley.core import new_files, paths
from galley.core.cli import main
from galley.core.cli._root_command import galley
from galley.core.errors import InputError
from galley.core.importers.sample_project import make
from galley.core.project import backups
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import project_file
from galley.core.storage.lock import WriterLock
from galley.core.storage.schema import VERSION
from tests.core.building import project as built
from tests.core.building import record
from tests.core.pages import leaf_commands

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "project-v1.galley"
posix = pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")

OUTPUTS = {
    ("project backups", "--out"): "project backups {project} --now --restore 1 --out {out}",
    ("charts", "--out"): "charts --project {project} --out {folder} --format csv decisions",
    ("demo", "--screenshot"): "demo --out {folder} --screenshot {out}",
    ("export", "--out"): "export csv --project {project} --out {out}",
    ("export", "place"): "export csv {out} --project {project}",
    ("history", "--out"): "history --project {project} --csv --out {out}",
    ("report", "--out"): "report --project {project} --out {out}",
    ("import", "--draft"): "import {odd} --format table --project {project} --draft {out}",
    ("import", "--notes"): "import {odd} --format galley --project {project} --notes {out}",
    ("open", "--screenshot"): "open {project} --screenshot {out}",
    ("campaign pack", "--out"): "campaign pack --project {project} --for ann --out {folder}",
    ("campaign submit", "--out"): "campaign submit {package} --out {out} --overwrite",
}
"""A line for every option of every command that says where to write."""
ELSEWHERE = {
    ("sample screen", "--out"), ("sample screen", "--into"), ("campaign write", "--out"), ("campaign revoke",
    "--out"), ("campaign decrypt", "--out"),
    ("campaign pack", "--to-folder"), ("campaign submit", "--to-folder"), ("campaign merge", "--from-folder"),
    ("decide", "--out"),
}  # fmt: skip
"""They need a corpus, a task that writes or asks questions, a package to take back (which then writes as `pack` does),
a key, or a shared folder: test_mailbox.py, test_screen.py, test_task_writing.py, test_question_sheets.py,
test_task_plan.py and test_encryption.py have tests of their files."""

INPUTS = {
    *"--project --replies --instructions --citation --against --identity --table".split(),
    *"project place package file files inputs sheet".split(),
    "export --into",
    "decide --sheet",
    "demo --out",
}
"""Options and arguments that name what is read, or a project or a folder to make; of one command with its name."""
FIXED = {"charts": "decisions.csv", "campaign pack": "news-ann.galley", "project backups": ""}
"""Commands that choose the name themselves, or write only where nothing is."""
WINDOW = ("demo", "open", "charts")
"""Commands that need Qt."""
needs_qt = pytest.mark.needs_qt
"""What the check of the window runs of this file: in tests/core, where Qt is hidden, it is skipped."""


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """022, whatever the machine has."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def place(tmp_path: Path) -> SimpleNamespace:
    """A project, a package, another project to destroy, and odd data."""
    with built(tmp_path, record("a"), record("b"), name="news.galley") as project:
        flag = next(iter(items.load_item_view(project.read_connection(), 1).flags()))
        DecisionWriter(project, "ann").accept(1, flag).result()
    assert (
        main(
            [
                "campaign",
                "pack",
                "--project",
                str(tmp_path / "news.galley"),
                "--for",
                "bo",
                "--out",
                str(tmp_path / "p"),
            ]
        )
        == 0
    )
    odd = tmp_path / "odd.jsonl"
    odd.write_text('{"galley": 1}\n', "utf-8")
    other = tmp_path / "victim"
    with built(tmp_path, record("c"), name="victim") as project:
        DecisionWriter(project, "ann").note(1, None, "precious").result()
    return SimpleNamespace(
        project=tmp_path / "news.galley", package=tmp_path / "p" / "news-bo.galley", odd=odd, victim=other
    )


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def run(line: str, place: SimpleNamespace, out: Path, folder: Path | None = None) -> int:
    named = line.format(out="{out}", folder="{folder}", **{k: str(v) for k, v in vars(place).items() if k != "victim"})
    return main([word.format(out=out, folder=folder) for word in named.split()])


# No project is replaced ------------------------------------------------------------------------------------------


def test_every_option_that_says_where_to_write_is_here() -> None:
    found = set()
    for name, command in leaf_commands(galley):
        inputs = INPUTS - {"place"} if name == "export" else INPUTS  # of which the second argument is the output
        for option in command.params:
            if isinstance(option.type, click.Path) and not inputs & {*option.opts, f"{name} {option.opts[0]}"}:
                found |= {(name, each) for each in option.opts if each.startswith("--")} or {(name, option.opts[0])}
    assert found == {*OUTPUTS, *ELSEWHERE}


@pytest.mark.parametrize(
    ("kind", "option"),
    [
        pytest.param(kind, option, id=f"{kind} {' '.join(option)}", marks=[needs_qt] * (option[0] in WINDOW))
        for kind in ("project", "open", "link", "wal", "lock")
        for option in OUTPUTS
        if kind in ("project", "open", "link") or option[0] not in FIXED
    ],
)
def test_no_output_replaces_a_project(
    place: SimpleNamespace, tmp_path: Path, option: tuple[str, str], kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = option[0]
    if command in WINDOW:
        pytest.importorskip("PySide6", reason="Qt is hidden from tests/core; the check of the window runs this file")
    if command == "import":
        text = (tmp_path / "news.galley.jsonl").read_text("utf-8")
        place.odd.write_text(text.replace('"nine, not ten"', "7"), "utf-8")
    folder = tmp_path / "into"
    out = folder / (FIXED.get(command) or ("out.galley" if kind == "open" else "out.xyz"))
    folder.mkdir()
    shutil.copy(place.victim, out)
    line = OUTPUTS[option] + (" --overwrite" if command == "campaign pack" else "")
    if kind == "link":
        out.rename(folder / "real")
        out.symlink_to(folder / "real")
    if kind in ("project", "link"):
        before = out.read_bytes()
        assert run(line, place, out, folder) == 1
        assert out.read_bytes() == before
    else:
        with Project.open(out) as opened:
            DecisionWriter(opened, "ann").note(1, None, "kept").result()
            target = {"wal": out.with_name(f"{out.name}-wal"), "lock": WriterLock(out).path}.get(kind, out)
            assert run(line, place, target, folder) == 1
            DecisionWriter(opened, "ann").note(1, None, "kept too").result()
        with closing(sqlite3.connect(out)) as connection:
            assert connection.execute("SELECT count(*) FROM decision").fetchone() == (3,)
    said = capsys.readouterr().err
    assert any(words in said for words in ("Galley project", "belongs to the project", "already exists")), said
    assert check(out) == []
    assert not [p for p in folder.rglob("*") if ".part" in p.name]


def test_a_package_that_nobody_worked_in_may_be_packed_anew(place: SimpleNamespace, tmp_path: Path) -> None:
    line = [
        "campaign",
        "pack",
        "--project",
        str(place.project),
        "--for",
        "bo",
        "--out",
        str(tmp_path / "p"),
        "--overwrite",
    ]
    assert main(line) == 0
    with Project.open(place.package) as package:
        DecisionWriter(package, "bo").note(1, None, "work").result()
    before = place.package.read_bytes()
    assert main(line) == 1 and place.package.read_bytes() == before


def test_a_damaged_project_is_one_too(tmp_path: Path) -> None:
    out = tmp_path / "a.galley"
    out.write_bytes(b"\x00" * 9_000)
    with pytest.raises(InputError, match="is a Galley project, which nothing is written over"):
        new_files.write(out, b"x")
    assert out.read_bytes() == b"\x00" * 9_000


def test_two_migrations_leave_two_backups(tmp_path: Path) -> None:
    for _ in range(2):
        shutil.copy(GOLDEN, tmp_path / "old.galley")
        Project.open(tmp_path / "old.galley").close()
    made = sorted(tmp_path.glob("*.backup"))
    assert [p.name for p in made] == [f"old.before-schema-{VERSION}-2.backup", f"old.before-schema-{VERSION}.backup"]


# Who may read them -----------------------------------------------------------------------------------------------


@posix
@needs_qt
@pytest.mark.parametrize("given", [0o600, 0o640, 0o644])
def test_what_is_made_grants_what_the_project_grants(
    place: SimpleNamespace, tmp_path: Path, galley_home: Path, given: int
) -> None:
    out = tmp_path / "out"
    place.project.chmod(given)
    place.package.chmod(given)
    lines = {option: line for option, line in OUTPUTS.items() if option[0] not in ("demo", "import")}
    for number, ((command, _), line) in enumerate(lines.items()):
        if command in WINDOW and not _qt():
            continue
        folder = out / str(number)
        folder.mkdir(parents=True)
        assert run(line, place, folder / "made.png", folder) == 0
        made = [p for p in folder.rglob("*") if p.is_file()]
        assert made and {p.name: oct(mode(p)) for p in made} == {p.name: oct(given) for p in made}, command
    with Project.open(place.project) as project:
        DecisionWriter(project, "ann").note(1, None, "x").result()
        made = backups.make(place.project).path
        (tmp_path / "c").mkdir()
        copy = project_file.copy_project(place.project, tmp_path / "c")
        assert {mode(p) for p in place.project.parent.glob("news.galley-*")} == {given}
        place.project.unlink()
    kept = tmp_path / "news.kept.galley"
    assert {oct(mode(p)) for p in (made, copy, kept)} == {oct(given)}


def _qt() -> bool:
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ImportError:
        return False
    return True


@posix
def test_a_project_made_from_private_data_is_private(place: SimpleNamespace, tmp_path: Path) -> None:
    data = tmp_path / "data.jsonl"
    data.write_text((tmp_path / "news.galley.jsonl").read_text("utf-8"), "utf-8")
    for given, expected in ((0o644, 0o644), (0o600, 0o600)):
        data.chmod(given)
        out = tmp_path / f"{given:o}.galley"
        assert main(["import", "--format", "galley", str(data), "--project", str(out)]) == 0
        assert mode(out) == expected
    empty = tmp_path / "empty.galley"
    assert main(["new", str(empty)]) == 0 and mode(empty) == 0o644
    assert main(["import", "--format", "galley", str(data), "--project", str(empty)]) == 0 and mode(empty) == 0o600
    assert main(["import", "--format", "galley", str(data), "--project",
    str(place.project)]) == 0 and mode(place.project) == 0o644


@posix
def test_a_migration_leaves_a_backup_as_private(tmp_path: Path) -> None:
    old = Path(shutil.copy(GOLDEN, tmp_path / "old.galley"))
    old.chmod(0o600)
    Project.open(old).close()
    assert {p.name: mode(p) for p in tmp_path.iterdir()} == {
        "old.galley": 0o600, f"old.before-schema-{VERSION}.backup": 0o600,
    }  # fmt: skip


@posix
def test_a_file_that_is_replaced_is_not_opened_up(tmp_path: Path) -> None:
    out, source = tmp_path / "out.txt", tmp_path / "source"
    source.write_text("x", "utf-8")
    new_files.write(out, b"1", source)
    assert mode(out) == 0o644
    out.chmod(0o600)
    new_files.write(out, b"2", source)
    assert mode(out) == 0o600 and out.read_bytes() == b"2"
    out.chmod(0o444)
    new_files.write(out, b"3", source)
    assert mode(out) == 0o644 and out.read_bytes() == b"3"


@posix
def test_the_users_folders_are_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("GALLEY_HOME", str(home))
    (home / "data").mkdir(parents=True)  # of an earlier version
    sample = make(tmp_path)
    backups.make(sample)
    found = [paths.data_dir(), paths.config_dir(), paths.cache_dir(), *(p for p in home.rglob("*") if p.is_dir())]
    assert len(found) >= 6 and {oct(mode(p)) for p in found} == {"0o700"}
    folder = tmp_path / "another"
    folder.mkdir(mode=0o755)
    sample = shutil.move(sample, folder)
    monkeypatch.setattr(os, "chmod", lambda *_, **__: (_ for _ in ()).throw(PermissionError))
    assert paths.data_dir().is_dir()


# What is left of them --------------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from galley.core import new_files
with new_files.create_unfinished(Path(sys.argv[1])) as path:
    path.with_name(path.name + "-journal").write_bytes(b"x")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@posix
def test_what_a_killed_program_left_goes_and_what_another_writes_stays(tmp_path: Path, place: SimpleNamespace) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    out = folder / "a.jsonl"
    with new_files.create_unfinished(out) as mine:
        for _ in range(2):
            subprocess.run(
                [sys.executable, "-c", KILLED, str(out)], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
                check=False, timeout=30,
            )  # fmt: skip
        other = folder / mine.name.replace(f"{os.getpid()}-", f"{os.getppid()}-")
        elsewhere = folder / ".b.99999999-00000000-abcd.part.jsonl"
        foreign = folder / ".download.part"
        for each in (other, elsewhere, foreign):
            each.write_bytes(b"x")
        assert sum(".part" in p.name for p in folder.iterdir()) == 1 + 2 + 3, "the second took away what the first left"
        assert main(["export", "galley", "--project", str(place.project), "--out", str(folder / "b.jsonl")]) == 0
        left = {p.name for p in folder.iterdir() if ".part" in p.name}
        assert left == {mine.name, other.name, elsewhere.name, foreign.name}
    assert not mine.exists()


@posix
def test_opening_a_project_sweeps_its_folder(tmp_path: Path, place: SimpleNamespace) -> None:
    subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "x.galley")],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False, timeout=30,
    )  # fmt: skip
    assert list(tmp_path.glob(".x.*.part*"))
    with Project.open(place.project):
        import time

        until = time.monotonic() + 5
        while list(tmp_path.glob(".x.*.part*")) and time.monotonic() < until:
            time.sleep(0.05)
    assert not list(tmp_path.glob(".x.*.part*"))


def test_a_failure_leaves_nothing_and_a_name_taken_meanwhile_stays(tmp_path: Path) -> None:
    out = tmp_path / ("n" * 200 + ".txt")
    with pytest.raises(ZeroDivisionError), new_files.replace_file(out):
        raise ZeroDivisionError
    with new_files.create_unfinished(out) as path:
        path.write_bytes(b"mine")
        out.write_bytes(b"theirs")
        with pytest.raises(FileExistsError):
            new_files.place(path, out)
    assert out.read_bytes() == b"theirs" and [p.name for p in tmp_path.iterdir()] == [out.name]


def test_every_writer_uses_the_helper() -> None:
    """A file is opened for writing, copied or renamed in few places, which are known."""
    known = {
        "core/new_files.py", "core/storage/lock.py", "core/project/backups.py", "core/campaign/pack.py",
        "core/cli/import_command.py", "core/cli/_run.py", "core/tables/sidecar.py",
        "core/screening/request_files.py",  # inside the folder of a screening
        "core/campaign/shared_folder.py",  # a file of the helper's, under the hash of its content
        "core/project/bulk_changes.py", "core/project/erasure.py",  # into the file that takes the project's place
        "core/notebook/project.py",  # a DataFrame in a temporary folder
        "core/desktop.py",  # into the user's own menu, no copy of anybody's data
    }  # fmt: skip
    words = (".write_text(", ".write_bytes(", ".rename(", ".replace(packed", "shutil.copy", "shutil.move", "os.replace")
    found: dict[str, Any] = {}
    for folder in ("core", "gui"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            if any(word in text for word in words):
                found[path.relative_to(ROOT).as_posix()] = [word for word in words if word in text]
    # into a file or folder that the helper made
    known |= {f"core/exports/{name}.py" for name in ("_page", "registry", "dataset", "_shards")}
    assert set(found) <= known, found
