"""The wheel is what a person installs: in an environment of its own, from an empty home, without the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the sources."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("galley", "core", "gui", "resources", "prompts", "docs"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    code = f"from setuptools import build_meta as b; b.build_wheel({str(out)!r})"
    done = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return next(out.glob("galley_desk-*.whl"))


@pytest.mark.skipif(sys.platform == "win32", reason="the folders of an environment on POSIX")
def test_it_works_in_an_environment_of_its_own_from_an_empty_home(wheel: Path, tmp_path: Path) -> None:
    """As uv and pipx install it, but for the requirements, which are those of this environment."""
    home, venv = tmp_path / "home", tmp_path / "venv"
    home.mkdir()

    def run(*words: str | Path, **more: str) -> str:
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "USER": "ito"} | more
        done = subprocess.run(
            list(map(str, words)), env=environment, cwd=home, capture_output=True, text=True, timeout=100
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(sys.executable, "-m", "venv", "--without-pip", venv)
    inside = Path(run(venv / "bin/python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    run(sys.executable, "-m", "pip", "--python", venv / "bin/python", "install", "-q", "--no-deps", "--no-index", wheel)
    assert {"galley", "galley-desk"} <= set(os.listdir(venv / "bin"))
    # not site.addsitedir, which would bring this checkout along
    (inside / "requirements.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")

    galley = venv / "bin/galley"
    where = run(venv / "bin/python", "-c", "import galley.core; print(galley.core.__file__)")
    assert where.startswith(str(inside))
    assert run(galley, "--version").startswith("galley ")
    sample = inside / "galley/core/shipped/resources/sample/sample.jsonl"
    run(galley, "import", "--format", "auto", sample, "--project", "news.galley")
    run(galley, "judge", "offline", "--project", "news.galley", "--scheme", "basic", "--yes")
    run(galley, "export", "csv", "--project", "news.galley", "--out", "news.csv")
    run(galley, "check", "news.galley")
    run(galley, "integrate")
    assert str(venv / "bin/galley-desk") in (home / ".local/share/applications/galley.desktop").read_text("utf-8")
    run(galley, "integrate", "--remove")
    assert {path.name for path in home.iterdir() if not path.name.startswith(".")} >= {"news.galley", "news.csv"}


def test_the_pages_of_the_guide_ship_with_their_pictures(wheel: Path) -> None:
    folder = "galley/core/shipped/docs/"
    with zipfile.ZipFile(wheel) as files:
        names = set(files.namelist())
        pages = [name for name in names if name.startswith(folder) and name.endswith(".md")]
        pictures = {
            folder + picture
            for page in pages
            for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", files.read(page).decode("utf-8"))
        }
        assert len(pages) > 20 and len(pictures) > 15 and pictures <= names, pictures - names
        assert all(files.read(picture).startswith(b"\x89PNG") for picture in pictures)


def test_direct_requirements_stop_before_the_next_version_that_may_break_them() -> None:
    """And what is locked is within."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    locked: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([\d.]+)", text, re.MULTILINE):
        locked.setdefault(name.lower(), set()).add(version)
    for requirement in project["dependencies"]:
        name = re.split(r"[<>=]", requirement)[0].lower()
        exact, below = re.search(r"==([\d.]+)$", requirement), re.search(r"<([\d.]+)$", requirement)
        for version in locked[name]:
            numbers = [int(each) for each in version.split(".")]
            if exact:
                assert version == exact[1]
            else:
                assert below is not None, f"{requirement} has no upper end"
                end = [int(each) for each in below[1].split(".")]
                assert numbers < end and end[0] - numbers[0] <= 1, requirement
