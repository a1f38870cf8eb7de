"""Rotated backups, tried by restoring them."""

from __future__ import annotations

import shutil
import threading
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from galley.core.cli.project_commands import manage_backups as COMMAND
from galley.core.errors import InputError, NotAProject, ProjectError
from galley.core.exports.registry import export
from galley.core.importers.sample_project import make
from galley.core.project import backups
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import project_file
from tests.core.pages import ROOT


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GALLEY_HOME", str(tmp_path / "home"))
    return make(tmp_path)


def exported(path: Path, out: Path) -> bytes:
    with Project.open(path, read_only=True) as project:
        export(project, "galley", out)
    return out.read_bytes()


def test_a_restored_backup_is_the_project_as_it_was(sample: Path, tmp_path: Path) -> None:
    with Project.open(sample) as project:
        desk = DecisionWriter(project, "ann")
        flag = items.load_item_view(project.read_connection(), 1).flags()[0]
        desk.accept(1, flag).result()
        before = exported(sample, tmp_path / "before.jsonl")
        made = backups.make(sample)
        assert made.decisions == decisions(sample)
        desk.note(1, None, "later").result()
    assert backups.due(sample)
    backups.restore(backups.list_backups(sample)[0], tmp_path / "restored.galley")
    assert exported(tmp_path / "restored.galley", tmp_path / "after.jsonl") == before
    assert check(tmp_path / "restored.galley") == []
    with Project.open(tmp_path / "restored.galley") as project:
        DecisionWriter(project, "ann").note(1, None, "work goes on").result()
    with pytest.raises(InputError, match="already exists"):
        backups.restore(backups.list_backups(sample)[0], sample)


def decisions(path: Path) -> int:
    with closing(project_file.connect(path, write=False)) as connection:
        return int(connection.execute("SELECT count(*) FROM decision").fetchone()[0])


def test_a_backup_beside_a_writer_is_a_snapshot_and_holds_nobody_up(sample: Path) -> None:
    stop = threading.Event()
    done = []

    def review() -> None:
        desk = DecisionWriter(project, "ann")
        while not stop.is_set():
            done.append(desk.note(1, None, f"note {len(done)}").result().id)

    with Project.open(sample) as project:
        worker = threading.Thread(target=review)
        worker.start()
        try:
            made = [backups.make(sample) for _ in range(4)]
        finally:
            stop.set()
            worker.join()
    assert [each.decisions for each in made] == sorted(each.decisions for each in made)
    for each in made:
        assert check(each.path) == []
    assert done


def test_old_backups_go_and_the_last_two_stay(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "KEPT", 3)
    made = [backups.make(sample) for _ in range(5)]
    assert [each.path for each in backups.list_backups(sample)] == [each.path for each in reversed(made[2:])]
    assert not backups.due(sample)
    monkeypatch.setattr(backups, "ROOM", 1)
    backups.make(sample)
    assert len(backups.list_backups(sample)) == 2


def test_a_damaged_copy_never_counts(sample: Path, tmp_path: Path) -> None:
    good = backups.make(sample)
    damaged = bytearray(good.path.read_bytes())
    damaged[8192:20480] = b"\xff" * 12288
    good.path.write_bytes(damaged)
    with pytest.raises(ProjectError, match="not sound"):
        backups.restore(good, tmp_path / "restored.galley")
    assert not (tmp_path / "restored.galley").exists()
    broken = bytearray(sample.read_bytes())
    broken[8192:20480] = b"\xff" * 12288
    sample.write_bytes(broken)
    with pytest.raises(ProjectError):
        backups.make(sample)
    assert len(backups.list_backups(sample)) == 1
    assert not list(backups.folder(sample).glob("*.unfinished"))


def test_backups_are_found_though_the_project_is_gone(sample: Path, tmp_path: Path) -> None:
    backups.make(sample)
    sample.unlink()
    backups.restore(backups.list_backups(sample)[0], sample)
    assert check(sample) == []
    shutil.rmtree(backups.folder(sample))
    assert backups.list_backups(sample) == []


def test_what_a_damaged_project_is_told_leads_to_its_backups(sample: Path, tmp_path: Path) -> None:
    """They do not lie beside it; the command that the sentence names says where they lie."""
    with Project.open(sample):
        made = backups.make(sample)
    header = sample.read_bytes()[:4096]
    sample.write_bytes(header + b"\xff" * (sample.stat().st_size - 4096))
    (said,) = check(sample)
    with pytest.raises(NotAProject) as refused, Project.open(sample) as project:
        items.load_item_view(project.read_connection(), 1)
    for words in (said, str(refused.value)):
        assert "restore one of the backups that galley project backups lists" in words and "beside" not in words
    listed = CliRunner().invoke(COMMAND, [str(sample)])
    assert listed.exit_code == 0 and str(made.path) in listed.output.replace("\n", "")
    assert made.path.is_file() and made.path.parent != sample.parent
    sentences = (path.read_text("utf-8") for path in ROOT.glob("core/**/*.py"))
    assert not [text for text in sentences if "backups beside" in text]
