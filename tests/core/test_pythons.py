"""The Pythons that Galley says it runs on: said alike everywhere, and those that this machine has are tried."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOW, HIGH = map(int, re.fullmatch(r">=3\.(\d+),<3\.(\d+)", PROJECT["requires-python"]).groups())  # type: ignore[union-attr]


def test_all_places_name_the_same_pythons() -> None:
    named = {line.rpartition("3.")[2] for line in PROJECT["classifiers"] if "Python :: 3." in line}
    assert named == {str(minor) for minor in range(LOW, HIGH)}
    setup = (ROOT / "packaging/setup.sh").read_text(encoding="utf-8")
    assert f"(3, {LOW}) <= sys.version_info < (3, {HIGH})" in setup
    assert all(f"python3.{minor}" in setup for minor in range(LOW, HIGH))
    for page in ("README.md", "docs/bundle.md", "packaging/setup.sh"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert "or newer" not in "".join(re.findall(r"Python 3.{0,20}", text))
        assert f"3.{LOW} to 3.{HIGH - 1}" in text, page


def test_every_requirement_has_wheels_for_all_systems_and_pythons() -> None:
    """packaging/wheels.py asked the index; this holds its answer against the lock and the Pythons that are promised."""
    first, *lines = (ROOT / "packaging/wheels.txt").read_text(encoding="utf-8").splitlines()
    lock = (ROOT / "requirements.txt").read_bytes().replace(b"\r\n", b"\n")
    assert first == f"requirements.txt {hashlib.sha256(lock).hexdigest()}", "run packaging/wheels.py"
    pinned = len(re.findall(rb"^[\w.-]+==", lock, re.MULTILINE))
    asked = dict(line.split(": ") for line in lines)
    for system in ("x86_64-pc-windows-msvc", "aarch64-apple-darwin", "x86_64-apple-darwin"):
        for minor in range(LOW, HIGH):
            count = int(asked.pop(f"{system} 3.{minor}").split(" ")[0])
            assert pinned * 0.7 < count <= pinned, "all but those that only another system or Python needs"
    assert not asked


@pytest.mark.parametrize("minor", range(LOW, HIGH))
def test_each_python_of_this_machine_can_read_the_sources(minor: int) -> None:
    """Only reading: ``make pythons`` runs tests/core in an environment of each, which takes minutes to install."""
    there = [shutil.which(f"python3.{minor}"), *Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")]
    runs = (each for each in there if each and subprocess.run([each, "-c", ""], capture_output=True).returncode == 0)
    if (python := next(runs, None)) is None:  # pyenv leaves names on the path that run nothing
        pytest.skip(f"Python 3.{minor} is not on this machine")
    code = (
        "import pathlib, sys, warnings\nwarnings.simplefilter('error')\n"
        "for top in ('galley', 'core', 'gui', 'packaging'):\n"
        "    for path in pathlib.Path(top).rglob('*.py'):\n"
        "        compile(path.read_text('utf-8'), path, 'exec')\n"
        "print('read', *sys.version_info[:2])"
    )
    done = subprocess.run([python, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.stdout == f"read 3 {minor}\n", done.stderr
