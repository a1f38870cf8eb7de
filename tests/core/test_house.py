"""The rules that keep the project installable: the lock, what a wheel holds, and tests/core without Qt."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = {"requirements.txt": 20, "requirements-dev.txt": 20, "requirements-bundle.txt": 3}  # and how many at least


def python(code: str, cwd: Path, *path: Path) -> str:
    """Runs ``code`` in a Python of its own, with only ``path`` added to what it can import."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path))},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("name", LOCKS)
def test_lock_holds_versions_and_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r"(https?|file|ftp|git)\S*://|--(extra-)?index-url|--find-links", text)
    requirements = re.split(r"\n(?=[A-Za-z0-9])", text.strip())
    assert len(requirements) > LOCKS[name]
    for requirement in requirements:
        assert re.match(r"[A-Za-z0-9._-]+==\S+", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


def test_everything_that_pyproject_asks_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = {
        "requirements.txt": project["project"]["dependencies"],
        "requirements-dev.txt": project["dependency-groups"]["dev"],
        "requirements-bundle.txt": project["dependency-groups"]["bundle"],
    }
    for file, requirements in asked.items():
        text = (ROOT / file).read_text("utf-8")
        locked = {normal(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", text, re.MULTILINE)}
        names = {normal(re.split(r"[^A-Za-z0-9._-]", r)[0]) for r in requirements}
        assert names <= locked, f"run make lock: {file} lacks {sorted(names - locked)}"


def test_wheel_holds_both_packages_and_the_shipped_folders(tmp_path: Path) -> None:
    source, out, unpacked = (tmp_path / n for n in ("source", "out", "unpacked"))
    source.mkdir()
    out.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    (source / "galley").mkdir()
    for each in (ROOT / "galley").glob("*.py"):
        shutil.copy(each, source / "galley")
    folders = ("core", "gui", "resources", "prompts")
    for name in (*folders, "docs"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    (source / "prompts" / "one").mkdir()
    (source / "prompts" / "one" / "deep.md").write_text("---\nid: deep\n---\n", "utf-8")

    python(f"from setuptools import build_meta as b; b.build_wheel({str(out)!r})", source)
    with zipfile.ZipFile(next(out.glob("galley_desk-*.whl"))) as wheel:
        wheel.extractall(unpacked)

    for name in folders:
        inside = unpacked / "galley" / ("" if name in ("core", "gui") else "core/shipped") / name
        expected = {p.relative_to(source / name) for p in (source / name).rglob("*") if p.is_file()}
        assert expected, name
        assert expected <= {p.relative_to(inside) for p in inside.rglob("*")}
    assert {p.name for p in unpacked.iterdir() if p.suffix != ".dist-info"} == {"galley"}
    assert {p.name for p in (unpacked / "galley").iterdir()} == {"__init__.py", "doors.py", "core", "gui"}

    code = "from galley.core import paths; print(paths.resources(), paths.prompts(), sep='\\n')"
    found = python(code, tmp_path, unpacked)
    shipped = unpacked / "galley" / "core" / "shipped"
    assert [Path(line) for line in found.splitlines()] == [shipped / "resources", shipped / "prompts"]


def test_galley_starts_beside_anybody_elses_core_and_gui(tmp_path: Path) -> None:
    for name in ("core", "gui"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('not ours')\n", "utf-8")
    code = "from galley.core.cli import main; main(['--version'])"
    assert python(code, tmp_path, tmp_path, ROOT).startswith("galley ")


def test_core_is_not_imported_under_a_second_name() -> None:
    code = "try:\n    import core\nexcept ImportError as error:\n    print(error)"
    assert "galley.core, not as core" in python(code, ROOT, ROOT)


def test_no_query_has_numbered_holes() -> None:
    """Python 3.12 warns of ``?`` with a number and 3.14 refuses it."""
    asked = [path for folder in ("core", "gui", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    assert [str(path) for path in asked if re.search(r"= \?[1-9]|\(\?[1-9]", path.read_text("utf-8"))] == []


def test_the_readme_shows_pictures_that_are_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    linked = re.findall(r"\((docs/[^)]+)\)", text)
    assert len(linked) > 5
    assert [path for path in linked if not (ROOT / path).exists()] == []


def test_qt_can_be_hidden_as_if_it_were_not_installed() -> None:
    code = """
import importlib.util, importlib.metadata
names = ("PySide6", "shiboken6", "pyqtgraph", "pytestqt")
print([name for name in names if importlib.util.find_spec(name)])
known = [d.name.lower() for d in importlib.metadata.distributions()]
print([name for name in known if name.startswith(("pyside", "shiboken", "pyqtgraph", "pytest-qt"))])
print(importlib.util.find_spec("orjson") is not None)
"""
    assert python(code, ROOT, ROOT / "tests" / "no_qt") == "[]\n[]\nTrue"


def test_no_test_of_make_test_measures_time() -> None:
    """On a slower machine such a test fails for a newcomer; ``make bench`` measures, beside a bare figure."""
    clocks = re.compile(r"\b(process_time|thread_time|perf_counter|getrusage)\b")
    files = [path for folder in ("core", "gui", "e2e", "smoke") for path in (ROOT / "tests" / folder).glob("test_*.py")]
    assert len(files) > 200
    own = Path(__file__)
    assert [path.name for path in files if path != own and clocks.search(path.read_text("utf-8"))] == []
