"""What the program prints and writes, as files that can be compared before and after a change of the code.

    .venv/bin/python packaging/outputs.py projects FOLDER     make the projects, once
    .venv/bin/python packaging/outputs.py take FOLDER OUT     write every output of the program for each of them
    .venv/bin/python packaging/outputs.py compare OUT OUT     list what differs; exit code 1 if anything does

``take`` runs the commands of this checkout only, so that names and places in the code do not matter. Of each project it
writes every export, with and without texts, a round trip of the native record, every metric, table and chart table, the
history, the plan, the checks, and the names and keys that the file stores; once the help of all commands, the lists and
the names of the window's settings. Times of today and folders are replaced by marks. Only what the project itself holds
is compared, so the projects must be the same ones. The commands of one project run one after the other, since some of
them write into it; each runs in a fork of this process, since a start of Python takes longer than most commands.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import tomllib
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
MADE = ("frank", "kgds", "sumie", "finesure")
"""Projects that tests make, each as of one paper."""
LISTS = ("formats", "exports", "methods", "metrics", "charts", "mappings", "schemes", "tables")
SHOWN = ("items", "flags", "verdicts", "gold", "decisions", "calls")
BINARY = {".png", ".xlsx", ".parquet", ".pdf"}
"""Files that hold the time at which they were written, or a picture: only that they are there is compared."""
OPTIONS = {"dataset": ("--licence", "cc-by-4.0", "--title", "Data")}

Job = tuple[str, Callable[[], bytes]]


def make_projects(folder: Path) -> None:
    """Write the golden projects, the example project and one project a paper into ``folder``."""
    sys.path.insert(0, str(ROOT))
    folder.mkdir(parents=True)
    for golden in sorted((ROOT / "tests" / "golden").glob("project-v*.galley")):
        shutil.copy(golden, folder)
    with tempfile.TemporaryDirectory() as home:
        run("demo", "--dir", home, "--screenshot", f"{home}/window.png")
        shutil.copy(next(Path(home).glob("*.galley")), folder / "example.galley")
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        from tests.gui import chart_projects

        for name in MADE:
            with chart_projects.made(name, Path(home)) as project:
                path = project.path
            shutil.copy(path, folder / f"{name}.galley")


def run(*words: str, fails: bool = False) -> bytes:
    """What a command prints, errors and exit code included. Raises RuntimeError unless it ends well or may fail."""
    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if child == 0:
            run_in_child(words, printed.fileno())
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        text = printed.read()
    code = os.waitstatus_to_exitcode(status)
    if code and not fails:
        raise RuntimeError(f"galley {' '.join(words)}: {text.decode()}")
    return text if code == 0 else text + f"\nexit code {code}\n".encode()


def run_in_child(words: tuple[str, ...], output: int) -> NoReturn:
    """Run a command in this process, which is a fork, and end it."""
    code: object = 70
    try:
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(ROOT)
        sys.argv = ["galley", *words]
        from galley.core.cli import main as command

        try:
            code = command()
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def take(projects: Path, out: Path) -> int:
    """Write every output of the program for the projects of a folder; returns how many files that is."""
    out.mkdir(parents=True)
    os.environ.update(QT_QPA_PLATFORM="offscreen", COLUMNS="120")
    sys.path.insert(0, str(ROOT))
    import numpy  # what forks need is loaded once
    import scipy.stats

    assert numpy and scipy
    with tempfile.TemporaryDirectory() as home:
        groups = [[*general_jobs()]]
        for path in sorted(projects.glob("*.galley")):
            folder = Path(home, path.stem)
            folder.mkdir()
            copy = Path(shutil.copy(path, folder / "project.galley"))
            run("project", "migrate", str(copy), fails=True)
            groups.append([*project_jobs(path.stem, copy)])
        workers = []
        for part in range(os.cpu_count() or 1):
            worker = os.fork()
            if worker == 0:
                write_jobs([job for group in groups[part :: os.cpu_count() or 1] for job in group], out, home)
            workers.append(worker)
        if any(os.waitpid(worker, 0)[1] for worker in workers):
            raise RuntimeError("An output could not be taken; see above.")
        for path in sorted(projects.glob("*.galley")):
            for file in sorted(Path(home, path.stem).rglob("*")):
                if file.is_file() and not file.name.startswith("project."):
                    target = out / path.stem / "files" / file.relative_to(Path(home, path.stem))
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(b"" if file.suffix in BINARY else replace_marks(file.read_bytes(), home))
    return sum(path.is_file() for path in out.rglob("*"))


def write_jobs(jobs: list[Job], out: Path, home: str) -> NoReturn:
    """Write what each job gives, in a fork of this process, and end it."""
    try:
        for name, work in jobs:
            target = out / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(replace_marks(work(), home))
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def general_jobs() -> Iterator[Job]:
    """Jobs that need no project: help and lists."""
    help_text = run("--help")
    yield "help/galley.txt", lambda: help_text
    commands = help_text.decode().partition("Commands:")[2]
    for name in re.findall(r"^  ([a-z][a-z-]+)", commands, re.MULTILINE):
        yield f"help/{name}.txt", lambda name=name: run(name, "--help", fails=True)  # type: ignore[misc]
    yield "stored/window.txt", list_window_names
    yield "stored/entry-points.txt", list_entry_points
    for kind in LISTS:
        yield f"lists/{kind}.txt", lambda kind=kind: run("list", kind)  # type: ignore[misc]


def list_window_names() -> bytes:
    """The keys of the window's settings and the names of its objects, which other files and styles hold."""
    source = "".join(path.read_text("utf-8") for path in sorted((ROOT / "gui").rglob("*.py")))
    found = set(re.findall(r"""\b(?:setValue|setObjectName)\(\s*["']([^"']+)["']""", source))
    return "\n".join(sorted(found)).encode()


def list_entry_points() -> bytes:
    """What an installed package is found by."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {name: project[name] for name in ("scripts", "gui-scripts")} | project.get("entry-points", {})
    return "\n".join(f"{group} {name}" for group, names in groups.items() for name in names).encode()


def list_stored_names(path: Path) -> bytes:
    """Tables with their columns and checks, names of settings, and the keys of all JSON in a project file."""
    lines: set[str] = set()
    with closing(sqlite3.connect(path)) as connection:
        schema = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
        layout = [f"{sql}\n" for _, sql in schema.fetchall()]
        lines |= {f"setting {name}" for (name,) in connection.execute("SELECT name FROM setting")}
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[2] == "TEXT"]
            for name in names:
                rows = connection.execute(f"SELECT {name} FROM {table} WHERE {name} LIKE '{{%' OR {name} LIKE '[%'")
                for (text,) in rows.fetchall():
                    lines |= {f"{table}.{name} {key}" for key in json_keys(text)}
    return "\n".join([*layout, *sorted(lines)]).encode()


def json_keys(text: str) -> set[str]:
    """The names in a JSON text, at any depth; none where it is no JSON."""
    try:
        waiting, found = [json.loads(text)], set()
    except ValueError:
        return set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found |= part.keys()
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return found


def names_of(kind: str) -> list[str]:
    """The names that ``galley list KIND`` prints."""
    return [line.split()[0] for line in run("list", kind).decode().splitlines() if line and not line.startswith(" ")]


def project_jobs(stem: str, path: Path) -> Iterator[Job]:
    """Jobs about one project, by the name of the file that each fills."""

    def job(name: str, *words: str) -> Job:
        return f"{stem}/{name}", lambda: run(*words, fails=True)

    where = ("--project", str(path))
    for name in names_of("exports"):
        for texts in ("all", "none"):
            target = path.parent / f"{name}-{texts}" / ("out" if name == "dataset" else f"out.{suffix_of(name)}")
            target.parent.mkdir(exist_ok=True)
            words = (name, str(target), *where, "--only", "all", "--texts", texts, *OPTIONS.get(name, ()))
            yield job(f"export-{name}-{texts}.txt", "export", *words)
    yield f"{stem}/round-trip.jsonl", lambda: round_trip(path)
    for name in names_of("metrics"):
        yield job(f"metric-{name}.txt", "metrics", name, *where)
        yield job(f"metric-{name}-json.txt", "metrics", name, *where, "--json")
    for name in names_of("tables"):
        yield job(f"table-{name}.txt", "table", name, *where, "--resamples", "200")
    yield job("charts.txt", "charts", *where, "--out", str(path.parent / "charts"), "--format", "csv")
    for kind in SHOWN:
        yield job(f"show-{kind}.txt", "show", kind, *where, "--json")
    for command in ("plan", "tasks", "readers", "history", "privacy"):
        yield job(f"{command}.txt", command, str(path))
    yield f"{stem}/stored.txt", lambda: list_stored_names(path)
    yield job("check.txt", "check", str(path))


SUFFIXES = {
    "csv": "csv", "sumie-csv": "csv", "parquet": "parquet", "xlsx": "xlsx", "kgds-json": "json", "label-studio": "json",
    "report": "html", "markup": "html",
}  # fmt: skip


def suffix_of(name: str) -> str:
    """The suffix of a file that this export writes."""
    return SUFFIXES.get(name, "jsonl")


def round_trip(path: Path) -> bytes:
    """The native record of a project, imported into a new one and exported again."""
    folder = path.parent / "round-trip"
    folder.mkdir()
    run("export", "galley", str(folder / "one.jsonl"), "--project", str(path))
    run("import", "galley", str(folder / "one.jsonl"), "--project", str(folder / "project.galley"))
    run("export", "galley", str(folder / "two.jsonl"), "--project", str(folder / "project.galley"))
    return (folder / "two.jsonl").read_bytes()


def replace_marks(text: bytes, home: str) -> bytes:
    """``text`` with marks in place of the folder, of times of today, and of random names."""
    today = datetime.now(UTC).strftime("%Y-%m-%d").encode()
    text = text.replace(home.encode(), b"FOLDER").replace(str(ROOT).encode(), b"CHECKOUT")
    text = re.sub(re.escape(today) + rb"([T ]\d\d:\d\d(:\d\d)?(\.\d+)?(\+00:00|Z)?)?", b"NOW", text)
    return re.sub(rb"\b[0-9a-f]{64}\b", b"HASH", text)


def compare(before: Path, after: Path) -> int:
    """Print what differs between two folders of outputs; returns the number of files that differ."""
    names = sorted({p.relative_to(each) for each in (before, after) for p in each.rglob("*") if p.is_file()})
    count = 0
    for name in names:
        old, new = (each / name for each in (before, after))
        if not (old.exists() and new.exists()):
            print(f"{'gone' if old.exists() else 'new '}  {name}")
        elif old.read_bytes() != new.read_bytes():
            print(f"other {name}")
            lines = (each.read_text("utf-8", "replace").splitlines() for each in (old, new))
            for line in list(difflib.unified_diff(*lines, lineterm="", n=0))[2:14]:
                print(f"      {line[:200]}")
        else:
            continue
        count += 1
    print(f"{count} of {len(names)} files differ.")
    return count


def main(words: list[str]) -> int:
    """Do what the command line asks for; returns the exit code."""
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets in texts keep one order
        os.execve(sys.executable, [sys.executable, __file__, *words], {**os.environ, "PYTHONHASHSEED": "0"})
    match words:
        case ["projects", folder]:
            make_projects(Path(folder))
        case ["take", folder, out]:
            print(f"{take(Path(folder), Path(out))} files")
        case ["compare", before, after]:
            return 1 if compare(Path(before), Path(after)) else 0
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
