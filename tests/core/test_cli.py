"""The command line as people and scripts use it: a process of its own, its exit code, and what it prints where."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import types
from contextlib import closing
from pathlib import Path

import click
import pytest

from galley.core import cli
from galley.core.cli import _root_command
from galley.core.cli._texts import format_counts
from galley.core.errors import GalleyError
from galley.core.importers.sample_project import make
from galley.core.paths import resources
from galley.core.project import backups
from galley.core.project.bug_report import report
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage.schema import VERSION

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = resources() / "sample" / "sample.jsonl"
COMMANDS = ("project check", "demo", "export", "import", "list", "new", "open")


def galley(*arguments: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    """(exit code, standard output, standard error) of a run."""
    done = subprocess.run(
        [sys.executable, "-m", "galley.core.cli", *map(str, arguments)],
        cwd=cwd, env=os.environ | {"PYTHONPATH": str(ROOT)} | (env or {}), capture_output=True, text=True, timeout=90,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, object]]:
    """Stands for the window where Qt is absent: the calls of ``galley.gui.shell.app.main``."""
    calls: list[tuple[object, object]] = []

    def main(project: object, screenshot: object, files: tuple[Path, ...] = ()) -> int:
        calls.append((project or files or None, screenshot))
        return 0

    module = types.ModuleType("galley.gui.shell.app")
    module.main = main  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "galley.gui.shell.app", module)
    return calls


def test_version_says_what_project_files_it_knows() -> None:
    code, out, err = galley("--version")
    assert (code, err) == (0, "")
    assert out.startswith("galley ") and f"(project schema {VERSION})" in out


def test_from_import_to_export_and_check(tmp_path: Path) -> None:
    project, out = tmp_path / "x.galley", tmp_path / "x.jsonl"
    code, said, err = galley(
        "import", SAMPLE, "--format", "galley", "--project", project, "--set", "split=trial", "lab=x"
    )
    assert (code, err) == (0, "") and "items" in said and "flags" in said
    assert galley("import", SAMPLE, "--project", project)[1] == f"{project}: nothing new.\n"
    code, said, _ = galley("export", "galley", "--project", project, "--out", out, "--only", "reviewed")
    assert code == 0 and f"{out}: wrote" in said
    assert b'"split":"trial"' in out.read_bytes() and b'"lab":"x"' in out.read_bytes()
    code, told, _ = galley("project", "check", project)
    assert (code, told.splitlines()[1:]) == (0, [f"{project}: everything is in order."])
    assert re.fullmatch("Log digest: [0-9a-f]{64}", told.splitlines()[0])


def test_an_export_of_what_is_not_there_says_that_it_wrote_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "x.galley"
    cli.main(["import", str(SAMPLE), "--project", str(project)])
    capsys.readouterr()
    said = {}
    for form in ("refined", "sumie"):
        assert cli.main(["export", form, "--project", str(project), "--out", str(tmp_path / form)]) == 0
        said[form] = capsys.readouterr().out
    assert "wrote 0 versions." in said["refined"]
    assert "wrote 0 items." in said["sumie"] and "left out: 26 items that are no entity" in said["sumie"]


@pytest.mark.parametrize(
    "words",
    [
        "campaign submit P --out L", "project backups P --restore 1 --out L", "new L",
        "import L --format csv --project P",
        "sample screen L --out o",
        "open L", "project check L", "export csv --project P --out L", "campaign pack --project P --for ann --out L",
        "history --project P --csv --out L",
    ],
)  # fmt: skip
def test_a_name_that_is_too_long_ends_in_a_sentence(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What looks at a path first, such as Path.exists, is refused by the system; seven commands called that a bug."""
    monkeypatch.chdir(tmp_path)
    made = make(tmp_path)
    backups.make(made)
    long = f"{'x' * 300}.galley"
    assert cli.main([{"P": str(made), "L": long}.get(word, word) for word in words.split()]) == 1
    said = capsys.readouterr().err
    assert "File name too long" in said and said.count("\n") == 1, said


def test_a_refused_package_leaves_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = make(tmp_path)
    words = [
        "campaign",
        "pack",
        "--project",
        str(made),
        "--for",
        "ann",
        "--out",
        str(tmp_path / "a" / "b"),
        "--task",
        "none",
    ]
    assert cli.main(words) == 1
    words = [
        "campaign",
        "revoke",
        "--project",
        str(made),
        "--for",
        "x",
        "--to",
        "ann",
        "--out",
        str(tmp_path / "a" / "b"),
    ]
    assert cli.main(words) == 1
    assert not (tmp_path / "a").exists()


def test_packages_go_to_a_folder_that_is_made_for_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project, folder = tmp_path / "x.galley", tmp_path / "new" / "packages"
    cli.main(["import", str(SAMPLE), "--project", str(project)])
    assert cli.main(["campaign", "pack", "--project", str(project), "--for", "ann", "--out", str(folder)]) == 0
    assert [path.name for path in folder.iterdir() if path.suffix == ".galley"] == ["x-ann.galley"]
    (tmp_path / "file").write_text("no folder", "utf-8")
    capsys.readouterr()
    assert (
        cli.main(
            ["campaign", "pack", "--project", str(project), "--for", "ben", "--out", str(tmp_path / "file" / "in")]
        )
        == 1
    )
    assert "choose another folder." in capsys.readouterr().err


def test_check_lists_what_is_wrong_and_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.galley"
    assert cli.main(["import", str(SAMPLE), "--project", str(path)]) == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE item SET flags = flags + 1 WHERE id = 1")
        connection.commit()
    capsys.readouterr()
    assert cli.main(["project", "check", str(path)]) == 1
    assert "does not match a recount" in capsys.readouterr().out


FAULTS = {
    ("open", "none.galley"): "There is no project at",
    (
        "import",
        "x.json",
        "--format",
        "nope",
        "--project",
        "y.galley",
    ): "There is no import format called 'nope'; there are: csv",
    ("import", "none.jsonl", "--format", "galley", "--project", "y.galley"): "none.jsonl",
    ("import", "none.jsonl", "--project", "y.galley"): "none.jsonl",
    ("export", "nope", "--project", "x.galley", "--out", "o"): "There is no export format called 'nope'",
    ("export", "csv", "--project", "none.galley", "--out", "o"): "There is no project at",
    ("project", "check", "none.galley"): "There is no project at",
    ("new", "y.galley", "--scheme", "nope"): "'nope'",
    ("new", "y.galley", "--scheme", "nope.toml"): "There is no scheme file",
}


@pytest.mark.parametrize("arguments", FAULTS, ids=" ".join)
def test_a_fault_of_the_user_is_one_sentence_and_1(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert FAULTS[arguments] in said.err and said.err.startswith("galley: ") and said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [], "nothing half done is left"


USAGE = (
    ("nope",), ("open",), ("list", "nope"), ("export", "csv"),
    ("import",), ("import", "x.galley", "--project", "x.galley"), ("metrics", "estimate", "--project", "p", "--latex"),
    ("import", "x", "--project", "p", "--set", "novalue"), ("project", "check"), ("project", "check", "a",
    "--project", "a"),
    ("export", "csv", "--project", "p", "--out", "o", "--only", "some"), ("project", "check", "a", "b"),
)  # fmt: skip


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_wrong_usage_is_2(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 2
    assert "Error: " in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_what_each_does_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*command.split(), "--help"]) == 0
    said = capsys.readouterr().out
    assert f"Example: galley {command}" in said and "Usage: galley" in said


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert said.count("\n") <= 40 and "…" not in said and "..." not in said.partition("\n")[2]
    context = click.Context(_root_command.galley)
    assert all(f"\n  {name} " in said for name in _root_command.galley.list_commands(context))
    assert "Exit codes: 0 done, 1 " in said


@pytest.mark.parametrize("group", _root_command.GROUPS)
def test_the_help_of_a_group_fits_one_screen(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([group, "--help"]) == 0
    said = capsys.readouterr().out
    assert said.count("\n") <= 40 and "..." not in said.partition("\n")[2]


CHANGING = (
    ("judge", "offline", "--yes"), ("import", "t.csv", "--annotator", "x"), ("decide", "accept", "open", "--as", "ada",
    "--yes"), ("adjudicate", "majority", "--as", "ada", "--yes"), ("undo-last",), ("campaign", "pack", "--for", "ann"),
    ("campaign", "protocol", "use", "dial-summer"), ("campaign", "roles", "ada=lead"),
    ("sample", "draw", "flags", "--judge", "desk-judge", "--criterion", "wrong-linking"),
    ("project", "privacy", "--confidential"), ("project", "freeze"), ("project", "erase", "--item", "shows-0001",
    "--confirm", "shows-0001"), ("judges", "ensemble", "--judge", "desk-judge", "--judge", "fact-judge", "--criterion",
    "missed-turn"), ("project", "levels", "dial-summer/missed-turn=summary"),
)  # fmt: skip


@pytest.mark.parametrize("arguments", CHANGING, ids=" ".join)
def test_a_project_that_a_window_has_open_is_one_sentence_that_says_which_and_what_to_do(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = make(tmp_path)
    Path("t.csv").write_text('id,article,summary,system\n1,"The mill is old.","The mill stands.",a\n', "utf-8")
    with Project.open(path):
        assert cli.main([*arguments, "--project", path.name]) == 1
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("galley: ")]
    assert len(said) == 1 and "the window “sample – Galley”" in said[0] and said[0].endswith("try again.")
    assert "open in another window or command" in said[0]


def test_no_help_shows_an_empty_default(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert cli.main([*command.split(), "--help"]) == 0
    assert '[default: ""]' not in capsys.readouterr().out


@pytest.mark.parametrize("name", _root_command.RENAMED)
def test_an_old_name_works_and_says_the_new_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    new = " ".join(_root_command.RENAMED[name])
    assert cli.main([name, "--help"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith(f"galley {name} is now called galley {new}") and said.err.count("\n") == 1
    assert f"Usage: galley {new.removesuffix(' --table')}" in said.out
    assert ("until version" in said.err) == (name != "return")


def test_an_old_option_and_an_old_format_work_and_say_the_new_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["import", "galley", str(SAMPLE)]) == 0
    assert (tmp_path / "sample.galley").is_file(), "the project is named after the file"
    assert "is now called galley import --format galley;" in capsys.readouterr().err
    assert cli.main(["undo-last", "sample.galley", "--preview"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Would undo ") and "--preview is now called --dry-run;" in said.err


def test_lists_are_those_of_the_registries(capsys: pytest.CaptureFixture[str]) -> None:
    expected = {"formats": "finesure", "exports": "csv", "schemes": "dial-summer", "mappings": "samsum"}
    for kind, name in expected.items():
        assert cli.main(["list", kind]) == 0
        names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
        assert name in names and names == sorted(names)


def test_a_bug_is_reported_without_the_project_and_is_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("the patient's secret")

    monkeypatch.setattr("galley.core.exports.registry.find", broken)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    assert cli.main(["export", "csv", "--project", str(tmp_path / "clinic.galley"), "--out", "o"]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert "bug" in said.err and "core/cli/export_command.py" in said.err and "KeyError" in said.err
    assert not any(text in said.err for text in ("secret", "planted", "clinic", str(tmp_path), str(ROOT)))


def test_a_bug_report_names_causes_and_messages_that_hold_no_text() -> None:
    try:
        try:
            raise ValueError("text of the project")
        except ValueError as error:
            raise TypeError("'NoneType' object is not callable") from error
    except TypeError as error:
        said = report(error)
    assert "TypeError: 'NoneType' object is not callable" in said
    assert "ValueError\n" in said and "text of the project" not in said


def test_open_and_nothing_call_the_window(
    window: list[tuple[object, object]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.galley"
    Project.create(path).close()
    assert cli.main(["open", str(path), "--screenshot", "x.png"]) == 0
    assert cli.main([]) == 0
    assert window == [(path, Path("x.png")), (None, None)]


def test_a_file_alone_opens_the_project_or_the_import(window: list[tuple[object, object]], tmp_path: Path) -> None:
    project, table = tmp_path / "a.galley", tmp_path / "reviews.xlsx"
    Project.create(project).close()
    table.write_bytes(b"PK")
    assert [cli.main([str(path)]) for path in (project, table)] == [0, 0]
    assert window == [(project, None), ((table,), None)]
    assert cli.main([str(tmp_path / "missing.xlsx")]) == 1


def test_a_window_without_qt_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError("No module named 'PySide6'", name="PySide6")

    monkeypatch.setattr("galley.doors.of_window", absent)
    assert cli.main([]) == 1
    assert "PySide6, which is not installed" in capsys.readouterr().err


def test_the_demo_is_made_once_and_kept(window: list[tuple[object, object]], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert cli.main(["demo", "--out", str(folder)]) == 0
    with Project.open(folder / "sample.galley") as project:
        assert project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0] >= 24
        DecisionWriter(project, "zoe").note(1, None, "mine").result()
    assert cli.main(["demo", "--out", str(folder)]) == 0
    with Project.open(folder / "sample.galley") as project:
        assert project.read_connection().execute("SELECT text FROM note WHERE text = 'mine'").fetchone()
    assert [path for path, _ in window] == [folder / "sample.galley"] * 2
    assert sorted(p.name for p in folder.iterdir() if not p.name.endswith(".backup")) == ["sample.galley"]


def test_the_demo_goes_to_the_users_data_folder(window: list[tuple[object, object]], galley_home: Path) -> None:
    assert cli.main(["demo"]) == 0
    assert window[0][0] == galley_home / "data" / "sample.galley"


def test_new_takes_shipped_schemes_and_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    basic = (resources() / "schemes" / "basic.toml").read_text("utf-8")
    own.write_text(basic.replace('id = "basic"', 'id = "own"'), "utf-8")
    path = tmp_path / "a.galley"
    assert cli.main(["new", str(path), "--scheme", "frank", "--scheme", str(own)]) == 0
    with Project.open(path) as project:
        assert [row[0] for row in project.read_connection().execute("SELECT name FROM scheme ORDER BY id")] == [
            "frank",
            "own",
        ]
    assert cli.main(["new", str(path)]) == 1, "never over a project that is there"


def test_odd_things_are_listed_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from galley.core.cli.import_command import _print_warnings
    from galley.core.import_types import ImportReport

    seen = ImportReport()
    for line in range(1, 26):
        seen.note("a.json", line, "an odd thing.")
    _print_warnings(seen, tmp_path / "notes.txt")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "25 warnings:" and said[1] == "  a.json:1: an odd thing." and said[-1] == "  … and 5 more"
    assert len((tmp_path / "notes.txt").read_text("utf-8").splitlines()) == 25


def test_words_after_set_belong_to_it(tmp_path: Path) -> None:
    table, project = tmp_path / "table.csv", tmp_path / "p.galley"
    table.write_text("id,article,summary,wrong\n1,It rains.,It snows.,yes\n", "utf-8")
    role = "wrong=flag,criterion=basic/hallucination,by=human:Mia,error=yes"
    more = ("--set", "dataset=d", "split=s", "--role", role)
    code, said, err = galley("import", table, "--project", project, *more)
    assert (code, err) == (0, "")
    assert "1 verdict" in said
    with closing(sqlite3.connect(project)) as connection:
        assert connection.execute("SELECT dataset, split FROM item").fetchall() == [("d", "s")]


def test_a_failed_import_leaves_no_project_and_an_old_one_as_it_was(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"key": "a", "documents": []}\n{broken\n', "utf-8")
    project = tmp_path / "x.galley"
    code, out, err = galley("import", bad, "--format", "galley", "--project", project)
    assert (code, out) == (1, "") and "bad.jsonl, line 2: this is not valid JSON" in err
    assert not project.exists()
    Project.create(project).close()
    before = dumped(project)
    assert galley("import", bad, "--format", "galley", "--project", project)[0] == 1
    # the snapshot before an import marks the file as open, and closing it takes the mark away: rows, not bytes
    assert dumped(project) == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("x.galley")] == ["x.galley"]


def dumped(project: Path) -> list[str]:
    """Every table, row, index and trigger of a project."""
    with closing(sqlite3.connect(project)) as connection:
        return list(connection.iterdump())


def test_nothing_is_drawn_in_a_pipe(tmp_path: Path) -> None:
    _, out, err = galley("import", SAMPLE, "--project", tmp_path / "x.galley")
    assert err == "" and "\r" not in out and "\x1b" not in out


def test_a_closed_pipe_is_no_bug(tmp_path: Path) -> None:
    code = "import sys; from galley.core.cli import main; sys.exit(main(['list', 'schemes']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert "bug" not in process.stderr.read()
        assert process.wait(60) in (0, 1)


def test_help_loads_nothing_heavy() -> None:
    code = """
import sys
from galley.core.cli import main
main(["--help"])
heavy = {"pandas", "scipy", "numpy", "sqlite_utils", "openai", "anthropic", "PySide6", "sentencex", "pyqtgraph"}
print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stderr.strip() == "[]"


def test_every_error_of_ours_is_the_users(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(*_: object) -> None:
        raise GalleyError("One plain sentence.")

    monkeypatch.setattr("galley.doors.of_window", refuse)
    assert cli.main([]) == 1
    assert capsys.readouterr().err == "galley: One plain sentence.\n"


def test_counts_read_as_a_phrase() -> None:
    found = format_counts({"replies unparsed": 1, "verdicts": 1_200, "items": 1, "replies repaired": 2})
    assert found == "1 item, 1,200 verdicts, 1 reply unparsed, 2 replies repaired"
