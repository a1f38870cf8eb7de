"""What other systems do differently and can be shown here: line ends of a checkout, pipes with a small code page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from galley.core import paths
from galley.core.cli import _run
from galley.core.definitions import schemes
from galley.core.domain import ChangeSet
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.judges.inquiry import prompts
from galley.core.project.project import Project
from galley.core.storage import names
from tests.core.building import flag, project, record

NAME = "模型-α"


def galley(*words: str, encoding: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "galley.core.cli", *words]
    return subprocess.run(command, env=environment, capture_output=True, timeout=60)


def test_a_scheme_is_the_same_with_either_line_end() -> None:
    for path in sorted((paths.resources() / "schemes").glob("*.toml")):
        text = path.read_text("utf-8")
        assert "\r" not in text
        assert schemes.parse_scheme(text.replace("\n", "\r\n")) == schemes.parse_scheme(text)


def test_an_export_from_a_checkout_with_carriage_returns_is_taken(tmp_path: Path) -> None:
    """Both ways: into a new project, and into one that was made from such a checkout."""
    with project(tmp_path, record("one")) as made:
        export(made, "galley", tmp_path / "out.jsonl")
        made.write(
            lambda c: (c.execute("UPDATE scheme SET source = replace(source, char(10), char(13, 10))"), ChangeSet())
        ).result()
        assert "\r\n" in made.read_connection().execute("SELECT source FROM scheme").fetchone()[0]
        import_files(made, IMPORTER, [tmp_path / "out.jsonl"])
        export(made, "galley", tmp_path / "crlf.jsonl")
    with Project.create(tmp_path / "b.galley") as other:
        other.write(lambda c: (names.add_scheme(c, "dial-summer"), ChangeSet())).result()
        import_files(other, IMPORTER, [tmp_path / "crlf.jsonl"])
        assert other.read_connection().execute("SELECT count(*) FROM item").fetchone()[0] == 1


def test_git_leaves_every_file_that_is_no_text_as_it_is() -> None:
    """Each kind of them is named in .gitattributes, or its folder."""
    root = Path(__file__).resolve().parents[2]
    rules = [line.split() for line in (root / ".gitattributes").read_text("utf-8").splitlines() if line[:1] not in "#"]
    kept = [pattern.removesuffix("**") for pattern, *how in rules if how in (["binary"], ["-text"])]
    found = set()
    for top in ("core", "docs", "gui", "packaging", "prompts", "resources", "tests"):
        for path in (root / top).rglob("*"):
            if path.is_file() and path.suffix != ".pyc" and b"\0" in path.read_bytes():
                name = str(path.relative_to(root))
                if not any(name.startswith(each) or fnmatch(path.name, each) for each in kept):
                    found.add(name)
    assert not found


TRAVEL = """
import sys
from galley.core import cli
from galley.core.judges.inquiry import prompts
from galley.core.judges.methods.registry import REGISTRY
from galley.core.paths import resources
from galley.core.definitions import protocol_files

sample, project, out = sys.argv[1:]
assert cli.main(["new", project]) == 0
records = sample or str(resources() / "sample" / "sample.jsonl")
assert cli.main(["import", "--format", "galley", records, "--project", project]) == 0
assert cli.main(["export", "galley", "--project", project, "--out", out]) == 0
print(sorted((p.id, hash(p.toml)) for p in protocol_files.builtin().values()))
print([(n, prompts.hash_of(prompts.read_shipped(n).values())) for n in REGISTRY.names()])
print(REGISTRY.get("offline").fingerprint())
"""


def test_a_clone_with_carriage_returns_exports_what_any_other_does(tmp_path: Path) -> None:
    """The whole checkout as Git for Windows may leave it: what it exports, a project of another one exports again."""
    root, clone = Path(__file__).resolve().parents[2], tmp_path / "clone"
    for top in ("galley", "core", "resources", "prompts"):
        for path in (root / top).rglob("*"):
            if path.is_file() and path.suffix in (".py", ".sql", ".toml", ".md", ".json", ".jsonl"):
                copy = clone / path.relative_to(root)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))

    def travel(checkout: Path, name: str, sample: str = "") -> tuple[bytes, str]:
        path = os.pathsep.join([str(checkout), os.environ.get("PYTHONPATH", "")])
        project, out = tmp_path / f"{name}.galley", tmp_path / f"{name}.jsonl"
        words = [sys.executable, "-c", TRAVEL, sample, str(project), str(out)]
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0", "GALLEY_HOME": str(tmp_path / "home")}
        done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, timeout=100)
        assert done.returncode == 0, done.stderr.decode()
        return out.read_bytes(), done.stdout.decode().split("\n", 3)[-1]

    theirs = travel(clone, "crlf")
    ours = travel(root, "lf", str(tmp_path / "crlf.jsonl"))
    assert theirs == ours
    assert b"\\r\\n" not in theirs[0] and b"\r" not in theirs[0]
    assert travel(root, "fresh") == ours


def test_a_project_s_own_prompt_has_one_kind_of_line_end() -> None:
    shipped = prompts.read_shipped("finesure")
    one = next(iter(shipped.values()))
    assert prompts.parse(one.text.replace("\n", "\r\n"), "finesure", one.id) == one


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_any_name_goes_through_any_pipe(tmp_path: Path, encoding: str) -> None:
    verdict = flag("changed-meaning", "sum-a", 0) | {"annotator": NAME}
    judged = [{"annotator": NAME, "kind": "judge", "scheme": "dial-summer", "criteria": ["changed-meaning"]}]
    with project(tmp_path, record("one", verdicts=[verdict], judged=judged)) as made:
        path = str(made.path)
    done = galley("metrics", "trust", "--project", path, "--json", encoding=encoding)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode("utf-8"))["rows"][0]["judge"] == NAME
    done = galley("metrics", "trust", "--project", path, "--judge", "没有", encoding=encoding)
    assert done.returncode == 1 and "没有" in done.stderr.decode("utf-8")


def test_a_closed_pipe_is_quiet_on_windows(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    closed = OSError(22, "Invalid argument")
    monkeypatch.setattr(_run, "_redirect_to_null", lambda: None)

    def work() -> None:
        raise closed

    assert _run.run_guarded(work) == 3
    assert "OSError" in capfd.readouterr().err
    monkeypatch.setattr(_run.sys, "platform", "win32")
    assert _run.run_guarded(work) == 1
    assert capfd.readouterr().err == ""
