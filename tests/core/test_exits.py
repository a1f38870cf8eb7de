"""Every way out of a confidential project passes one gate: each command, each place that writes a file, each that
copies. A new one makes a test here fail until it is tried, or said why it gives nothing away."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from galley.core import new_files, paths
from galley.core.cli import galley
from galley.core.errors import InputError
from galley.core.notebook.project import open_book
from galley.core.project import backups, outgoing
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core import building
from tests.core.pages import ROOT, leaf_commands
from tests.core.studies import refused, run
from tests.core.test_seals import decide

TRIED: dict[tuple[str, str], list[str]] = {
    ("export", "--out"): ["export", "csv", "--project", "HOME", "--out", "OUT/x.csv"],
    ("export", "place"): ["export", "galley", "OUT/x.jsonl", "--project", "HOME"],
    ("history", "--out"): ["history", "--project", "HOME", "--csv", "--out", "OUT/x.csv"],
    ("report", "--out"): ["report", "--project", "HOME", "--out", "OUT/x.html"],
    ("open", "--screenshot"): ["open", "HOME", "--screenshot", "OUT/x.png"],
    ("charts", "--out"): ["charts", "--project", "HOME", "--out", "OUT/charts"],
    ("project backups", "--out"): ["project", "backups", "HOME", "--restore", "1", "--out", "OUT/x.galley"],
    ("campaign pack", "--out"): ["campaign", "pack", "--project", "HOME", "--for", "bo", "--out", "OUT"],
    ("campaign pack", "--to-folder"): ["campaign", "pack", "--project", "HOME", "--for", "bo", "--to-folder", "OUT"],
    ("campaign revoke", "--out"): ["campaign", "revoke", "--project", "HOME", "--for", "ann", "--task",
        "flags/flags", "--to", "bo",
                             "--out", "OUT"],
    ("campaign submit", "--out"): ["campaign", "submit", "PACKAGE", "--out", "OUT/x.answers"],
    ("decide", "--out"): ["decide", "--project", "HOME", "--task", "a/b", "--as", "ann", "--out", "OUT/x.xlsx"],
    ("campaign write", "--out"): ["campaign", "write", "--project", "HOME", "--task", "a/b", "--out", "OUT/x.jsonl"],
}  # fmt: skip
"""Options that name a file or folder to write, with a command line that writes outside of the project's folder."""
APART = {
    ("campaign decrypt", "--out"): "writes what was encrypted to its reader, and reads no project",
    ("demo", "--out"): "the sample project",
    ("demo", "--screenshot"): "the sample project",
    ("import", "--draft"): "a mapping of the files that are imported",
    ("new", "project"): "an empty project",
    ("campaign submit", "--to-folder"): "the folder of this reader in a folder that the lead shares (docs/privacy.md)",
    ("sample screen", "--into"): "leaving.refuse_corpus; tests/core/test_leaving.py",
    ("sample screen", "--out"): "leaving.refuse_corpus; tests/core/test_leaving.py",
}
READ = {"project", "place", "--project", "--against", "--identity", "--citation", "file", "package", "files",
    "--from-folder",
        "--notes", "--replies", "--instructions", "inputs", "sheet", "--sheet", "--table", "--into"}  # fmt: skip
"""Options that name a file to read, or the project itself."""

WRITERS = {
    "core/new_files.py": "the gate itself",
    "core/cli/import_command.py": "a mapping, inside replacing",
    "core/cli/campaign_commands.py": "inside replacing",
    "core/exports/": "writes where registry.export says, inside replacing",
    "core/tables/xlsx_parts.py": "parts of an archive, inside the file that is being written",
    "core/tables/xlsx_writer.py": "the same",
    "core/papers/": "the same",
    "core/importers/sample_project.py": "the example spreadsheet, which is of no project",
    "core/extensions.py": "which extensions are allowed",
    "core/file_descriptors.py": "the bytes of a project that was deleted while it was open",
    "core/desktop.py": "the entry in the desktop's menu",
    "core/tables/sidecar.py": "a mapping, inside replacing",
    "core/judges/trust.py": "addresses that somebody confirmed",
    "core/campaign/answers.py": "inside replacing",
    "core/campaign/shared_folder.py": "the shared folder: packages pass leaving, answers go to their reader's folder",
    "core/notebook/project.py": "a DataFrame in a temporary folder, to import it",
    "core/project/backups.py": "copies of its own, in its own folders; restore asks for itself",
    "core/project/bulk_changes.py": "the snapshot beside the backups",
    "core/project/erasure.py": "the project itself",
    "core/project/file_exchange.py": "the project itself",
    "core/project/outgoing.py": "what went where, without a text",
    "core/storage/lock.py": "the lock",
    "core/project/log_report.py": "inside replacing",
    "core/project/rescue.py": "the project that was deleted while it was open",
    "core/screening/": "beside records that leaving.refuse_corpus let through",
    "gui/dialogs/history_dialog.py": "inside replacing",
}
"""Files that write, copy or move files otherwise than by ``replacing`` or ``unfinished`` of a source."""
_COPIES = {"write_text", "write_bytes", "copyfile", "copy2", "copytree", "move"}
_GATED = {"replace_file", "replace_folder", "create_unfinished"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A project with a backup from before it was confidential."""
    folder = tmp_path / "clinic"
    folder.mkdir()
    with building.project(folder, building.record("k0"), building.record("k1"), name="home.galley") as made:
        path = made.path
    decide(path, "ann")
    backups.make(path)
    run("project", "privacy", str(path), "--confidential")
    run("campaign", "pack", "--project", str(path), "--for", "ann", "--out", str(folder))
    return path


def test_every_command_that_names_a_file_is_tried_or_said_to_give_nothing_away() -> None:
    found = {
        (name, option.opts[0])
        for name, command in leaf_commands(galley)
        for option in command.params
        if isinstance(option.type, click.Path)
    }
    known = TRIED.keys() | APART.keys()
    loose = {each for each in found - known if each[1] not in READ}
    assert not loose, f"say in this file whether these write, and try them: {sorted(loose)}"
    assert known <= found, "these are gone"


@pytest.mark.parametrize("exit", TRIED, ids=" ".join)
def test_nothing_is_written_outside_of_its_folder(home: Path, tmp_path: Path, exit: tuple[str, str]) -> None:
    out = tmp_path / "elsewhere"
    out.mkdir()
    places = {"HOME": str(home), "PACKAGE": str(home.with_name("home-ann.galley")), "OUT": str(out)}
    line = TRIED[exit]
    for name, place in places.items():
        line = [word.replace(name, place) for word in line]
    said = refused(*line)
    assert "is confidential" in said and "\n" not in said, said
    assert [each for each in out.rglob("*") if each.is_file()] == []


def test_inside_its_folder_all_is_written(home: Path) -> None:
    inside = home.parent / "out"
    inside.mkdir()
    run("history", "--project", str(home), "--csv", "--out", str(inside / "log.csv"))
    run("campaign", "submit", str(home.with_name("home-ann.galley")), "--out", str(inside / "ann.answers"))
    run("project", "backups", str(home), "--restore", "1", "--out", str(inside / "old.galley"))
    assert {each.name for each in inside.iterdir()} == {"log.csv", "ann.answers", "old.galley"}
    assert check(home) == []


def test_a_backup_from_before_comes_back_confidential(home: Path, tmp_path: Path) -> None:
    """And is kept in also when the project itself is gone."""
    (older,) = (each for each in backups.list_backups(home) if each.decisions == 2)
    inside = home.with_name("old.galley")
    backups.restore(older, inside)
    with Project.open(inside) as project:
        assert outgoing.named_providers(project.read_connection()) == ()
    assert "is confidential" in refused("history", "--project", str(inside), "--csv", "--out", str(tmp_path / "x.csv"))
    backups.make(home)
    home.unlink()
    (older,) = (each for each in backups.list_backups(home) if each.path == older.path)
    with pytest.raises(InputError, match="is confidential"):
        backups.restore(older, tmp_path / "x.galley")
    assert not (tmp_path / "x.galley").exists()


def test_a_project_that_is_not_confidential_goes_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, out = tmp_path / "open", tmp_path / "out.csv"
    folder.mkdir()
    with building.project(folder, building.record("k0"), name="home.galley") as made:
        path = made.path
    run("history", "--project", str(path), "--csv", "--out", str(out))
    assert out.exists()
    policy = tmp_path / "policy.toml"
    policy.write_text("confidential = true\n", "utf-8")
    monkeypatch.setattr(paths, "policy_file", lambda: policy)
    assert "is confidential" in refused(
        "history", "--project", str(path), "--csv", "--out", str(tmp_path / "other.csv")
    )


def test_a_link_or_dots_lead_nowhere_else(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "elsewhere"
    out.mkdir()
    link = home.parent / "link"
    link.symlink_to(out, target_is_directory=True)
    for place in (link / "x.csv", home.parent / ".." / "x.csv", home.parent / "out" / ".." / ".." / "x.csv"):
        with pytest.raises(InputError, match="is confidential"):
            new_files.write(place, b"x", home)
    alias = out / "alias.galley"
    alias.symlink_to(home)
    with pytest.raises(InputError, match="is confidential"):
        new_files.write(out / "x.csv", b"x", alias)
    assert [each.name for each in out.iterdir()] == ["alias.galley"]


def test_a_notebook_saves_no_chart_elsewhere(home: Path) -> None:
    source = (ROOT / "core" / "notebook" / "project.py").read_text("utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    written = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "write"]
    assert written and all(len(call.args) == 3 for call in written), "the project is named as the source"
    with open_book(home) as book:
        assert "confidential" in repr(book)


def test_what_privacy_says_is_guarded_is_what_is_tried(home: Path) -> None:
    said = run("project", "privacy", str(home)).output
    for name, _ in TRIED:
        assert f"galley {name}" in said, name
    assert "clipboard" in said and "not guarded" in said.lower()
    assert json.loads(json.dumps(outgoing.GUARDED)), "plain sentences"


def _loose(path: Path) -> Iterator[str]:
    """Where a file is written without the gate: by another way, or without a source."""
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        written = called == "open" and any(set(word) <= set("rwxab+t") and set(word) & set("wxa+") for word in words)
        bare = called in _GATED and len(node.args) < 2
        exact = called in _GATED and any(each.arg == "exact" for each in node.keywords)
        short = called == "write" and ast.unparse(node.func) == "new_files.write" and len(node.args) < 3
        past = called in _COPIES or written or bare or exact or short
        if past and not any(name.startswith(known) for known in WRITERS):
            yield f"{name}:{node.lineno} {ast.unparse(node)[:60]}"


def test_no_file_is_written_past_the_gate() -> None:
    files = [*ROOT.glob("core/**/*.py"), *ROOT.glob("gui/**/*.py")]
    loose = [each for path in sorted(files) for each in _loose(path)]
    assert not loose, "write by new_files.replace_file with the project as a source, or say in WRITERS why not"
    assert all((ROOT / known).exists() for known in WRITERS)
