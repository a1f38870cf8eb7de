"""A project of an earlier Galley on the command line: commands that read read it and leave it as it is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from galley.core.cli import main
from galley.core.project import check
from galley.core.project.project import Project
from galley.core.storage import project_file, schema
from tests.core import building

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.galley"))
OLDER = [path for path in GOLDEN if project_file.probe(path) < schema.VERSION]
READING = [
    "history --project P",
    "history --project P --json --out D/log.jsonl",
    "show items --project P",
    "show gold --project P --json",
    "metrics frequency --project P",
    "tasks --project P --json",
    "readers --project P",
    "roles --project P",
    "plan --project P",
    "plan-reviews --project P",
    "changed --project P --for ann",
    "export csv --project P --out D/out.csv",
    "export galley --project P --out D/out.jsonl",
    "export report --project P --out D/out.html",
    "import galley D/new.jsonl --project P --dry-run",
    "privacy P",
    "backups P",
]


@pytest.fixture(params=OLDER, ids=lambda path: path.stem)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copy(request.param, tmp_path / "old.galley"))


@pytest.mark.parametrize("command", READING)
def test_a_reading_command_reads_it_and_leaves_it(
    command: str, older: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = older.read_bytes()
    (older.parent / "new.jsonl").write_text(json.dumps(building.record("new")) + "\n", "utf-8")
    scratch = older.parent / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr("tempfile.tempdir", None)
    words = command.replace(" P", f" {older}").replace("D/", f"{older.parent}/").split()
    assert main(words) == 0, capsys.readouterr().err
    assert older.read_bytes() == before
    assert list(scratch.iterdir()) == [], "the copy is gone"
    assert not list(older.parent.glob("*.backup"))


def test_check_says_what_to_do(older: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["project", "check", str(older)]) == 1
    assert "open it once, or run galley project migrate." in capsys.readouterr().out


def test_migrate_brings_it_up_to_date_once(older: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = older.read_bytes()
    version = project_file.probe(older)
    assert main(["project", "migrate", str(older)]) == 0
    assert f"has schema {schema.VERSION} now; it had {version}" in capsys.readouterr().out
    assert project_file.probe(older) == schema.VERSION and check.check(older) == []
    kept = older.with_name(f"old.before-schema-{schema.VERSION}.backup")
    assert project_file.probe(kept) == version
    after = older.read_bytes()
    assert after != before and main(["project", "migrate", str(older)]) == 0
    assert older.read_bytes() == after and "nothing was changed" in capsys.readouterr().out


def test_threads_read_the_same_copy(older: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with Project.open(older, read_only=True) as opened, ThreadPoolExecutor(2) as pool:
        ask = [
            pool.submit(lambda: opened.read_connection().execute("SELECT count(*) FROM item").fetchone())
            for _ in range(4)
        ]
        assert {each.result() for each in ask} == {
            opened.read_connection().execute("SELECT count(*) FROM item").fetchone()
        }
    assert not opened.writable
